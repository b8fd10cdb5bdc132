//! The window's own picture: once everything is there it is written to a file, and the program ends.

use crate::gui::language::translate_with;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::pipelines::Building;

/// Where the picture goes.
#[derive(Resource)]
pub struct Shot {
    pub to: PathBuf,
    /// Frames that were drawn since all was there.
    settled: u8,
    /// Whether the picture has been asked for.
    asked: bool,
}

/// Whether all that the screen shows is there, said by the screen.
#[derive(Resource, Default)]
pub struct Ready(pub bool);

/// As many frames are drawn before the picture is taken: what was made in one is seen in the next.
const SETTLE: u8 = 4;

/// Adds the picture to the window's engine.
pub fn plugin(app: &mut App, to: PathBuf) {
    app.insert_resource(Shot { to, settled: 0, asked: false }).add_systems(Last, take);
}

fn take(
    mut shot: ResMut<Shot>,
    ready: Res<Ready>,
    building: Res<Building>,
    mut commands: Commands,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    redraw.write(bevy::window::RequestRedraw);
    if shot.asked || !ready.0 || building.goes_on() {
        return;
    }
    shot.settled += 1;
    if shot.settled >= SETTLE {
        shot.asked = true;
        commands.spawn(Screenshot::primary_window()).observe(keep);
    }
}

/// Takes a picture of the window as it is and keeps it in that folder, under a name that nothing has yet.
///
/// # Errors
/// Why the folder cannot be written.
pub fn take_one(folder: &Path, commands: &mut Commands) -> Result<PathBuf, String> {
    const MOST: u32 = 100_000;
    std::fs::create_dir_all(folder)
        .map_err(|why| translate_with("no-picture", &[("file", &folder.display()), ("why", &why)]))?;
    let names = (1..MOST).map(|n| folder.join(format!("sandtable-{n}.png")));
    let free = names.into_iter().find(|path| !path.exists());
    let to = free.ok_or_else(|| translate_with("no-picture-full", &[("file", &folder.display())]))?;
    let path = to.clone();
    commands.spawn(Screenshot::primary_window()).observe(move |taken: On<ScreenshotCaptured>| {
        if let Err(why) = write(&taken, &path) {
            error!("{}: the picture cannot be written: {why}", path.display());
        }
    });
    Ok(to)
}

fn write(taken: &ScreenshotCaptured, to: &Path) -> Result<(), String> {
    let image = taken.image.clone().try_into_dynamic().map_err(|e| e.to_string())?;
    image.to_rgb8().save(to).map_err(|e| e.to_string())
}

/// Writes the picture and ends the program: with a line on stderr and status 1 when it cannot be written.
fn keep(taken: On<ScreenshotCaptured>, shot: Res<Shot>, mut exit: MessageWriter<AppExit>) {
    match write(&taken, &shot.to) {
        Ok(()) => exit.write(AppExit::Success),
        Err(why) => {
            eprintln!("{}: the picture cannot be written: {why}", shot.to.display());
            exit.write(AppExit::error())
        }
    };
}

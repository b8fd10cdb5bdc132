//! The window's own picture: once everything is there it is written to a file, and the program ends.

use std::path::PathBuf;

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

/// Writes the picture and ends the program: with a line on stderr and status 1 when it cannot be written.
fn keep(taken: On<ScreenshotCaptured>, shot: Res<Shot>, mut exit: MessageWriter<AppExit>) {
    let written = match taken.image.clone().try_into_dynamic() {
        Ok(image) => image.to_rgb8().save(&shot.to).map_err(|e| e.to_string()),
        Err(e) => Err(e.to_string()),
    };
    match written {
        Ok(()) => exit.write(AppExit::Success),
        Err(why) => {
            eprintln!("{}: the picture cannot be written: {why}", shot.to.display());
            exit.write(AppExit::error())
        }
    };
}

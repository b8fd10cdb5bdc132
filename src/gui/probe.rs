//! Whether a window can be opened here, found out without risking the program: it runs itself once more as a
//! child, with the hidden subcommand `probe-display`, which starts the window's own frame invisibly and ends with
//! a status. Neither the event loop nor the graphics adapter can be asked for politely from inside: both end the
//! program that finds none.

use std::io::Read;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::frame;

/// The hidden subcommand that makes the program run [`probe_main`].
pub const PROBE: &str = "probe-display";

/// How long the child may take: a cold software renderer on a busy machine needs some seconds.
const PATIENCE: Duration = Duration::from_secs(40);
/// How often the child is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// How far the child has come; also its exit status if it stops there.
static STAGE: AtomicU8 = AtomicU8::new(NO_DISPLAY);
const NO_DISPLAY: u8 = 10;
const NO_ADAPTER: u8 = 11;
const NO_SURFACE: u8 = 12;

/// Whether a window can be opened and drawn here.
///
/// # Errors
/// One sentence that says what is missing and which package brings it.
pub fn display_available() -> Result<(), String> {
    let (status, words) = tried()?;
    // A display that has just begun may refuse the first who comes.
    let (status, words) = if status.success() { (status, words) } else { tried()? };
    verdict(status, &words)
}

/// Runs the program once more as a child that tries the display: its status and its words.
fn tried() -> Result<(ExitStatus, String), String> {
    let program =
        std::env::current_exe().map_err(|e| format!("The program cannot find itself to try the display: {e}."))?;
    let mut child = Command::new(program)
        .arg(PROBE)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("The program cannot start itself to try the display: {e}."))?;
    let words = child.stderr.take().map(|mut pipe| {
        std::thread::spawn(move || {
            let mut words = Vec::new();
            // What a dying child did not manage to say is not needed: its status decides.
            let _ = pipe.read_to_end(&mut words);
            String::from_utf8_lossy(&words).into_owned()
        })
    });
    let status = wait(&mut child)?;
    let words = words.and_then(|reader| reader.join().ok()).unwrap_or_default();
    Ok((status, words))
}

/// The child's side of the question: opens the window's frame invisibly, draws, and ends with a status.
pub fn probe_main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{panic}");
        // A panic on any thread is the answer; unwinding through the event loop could hang.
        std::process::exit(i32::from(STAGE.load(Ordering::SeqCst)));
    }));
    let window = Window { visible: false, ..frame::window("Sandtable") };
    let mut app = App::new();
    app.add_plugins(frame::plugins(window).add_after::<bevy::winit::WinitPlugin>(LoopIsBuilt));
    STAGE.store(NO_SURFACE, Ordering::SeqCst);
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn(Camera2d);
    });
    app.insert_resource(bevy::winit::WinitSettings::continuous());
    app.add_systems(Update, |mut frames: Local<u8>, mut exit: MessageWriter<AppExit>| {
        *frames = frames.saturating_add(1);
        // The first frame configures the surface, the second has drawn on it.
        if *frames >= 3 {
            exit.write(AppExit::Success);
        }
    });
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(_) => ExitCode::from(NO_SURFACE),
    }
}

/// Marks that the event loop stands, so what fails next is the adapter.
struct LoopIsBuilt;

impl Plugin for LoopIsBuilt {
    fn build(&self, _: &mut App) {
        STAGE.store(NO_ADAPTER, Ordering::SeqCst);
    }
}

/// The child's status, or a sentence when it takes too long.
fn wait(child: &mut Child) -> Result<ExitStatus, String> {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if begun.elapsed() < PATIENCE => std::thread::sleep(GLANCE),
            Ok(None) => {
                // A child that is already gone needs no killing.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("The display did not answer within {} seconds.", PATIENCE.as_secs()));
            }
            Err(e) => return Err(format!("The trial of the display was lost: {e}.")),
        }
    }
}

/// What the child's end means, in one sentence.
fn verdict(status: ExitStatus, words: &str) -> Result<(), String> {
    if status.success() {
        return Ok(());
    }
    if let Some(package) = missing_library(words) {
        return Err(format!("A library for windows is missing: install the package {package}."));
    }
    match status.code().and_then(|c| u8::try_from(c).ok()) {
        Some(NO_DISPLAY) => {
            Err("There is no display to open a window on: start it from a desktop, or install the package xvfb and \
                                 run it as `xvfb-run sandtable`."
                .to_owned())
        }
        Some(NO_ADAPTER) => Err(
            "There is no graphics adapter: install the packages libvulkan1 and mesa-vulkan-drivers (they also draw \
                                 without a graphics card)."
                .to_owned(),
        ),
        _ => {
            let told = words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
            let advice = "The graphics adapter cannot draw on this display: install the package mesa-vulkan-drivers.";
            Err(if told.is_empty() { advice.to_owned() } else { format!("{advice} It said: {told}") })
        }
    }
}

/// The Debian package of the library that the child missed.
fn missing_library(words: &str) -> Option<&'static str> {
    const LIBRARIES: [(&str, &str); 6] = [
        ("xkbcommon", "libxkbcommon-x11-0"),
        ("libXcursor", "libxcursor1"),
        ("libXi.so", "libxi6"),
        ("libXrandr", "libxrandr2"),
        ("libX11", "libx11-6"),
        ("libvulkan", "libvulkan1"),
    ];
    LIBRARIES.iter().find(|(library, _)| words.contains(library)).map(|(_, package)| *package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn ended(code: i32) -> ExitStatus {
        use std::os::unix::process::ExitStatusExt;
        ExitStatus::from_raw(code << 8)
    }

    #[cfg(unix)]
    #[test]
    fn the_status_names_the_package() {
        assert_eq!(verdict(ended(0), ""), Ok(()));
        assert!(verdict(ended(10), "").unwrap_err().contains("xvfb"));
        assert!(verdict(ended(11), "").unwrap_err().contains("mesa-vulkan-drivers"));
        assert!(verdict(ended(12), "").unwrap_err().contains("cannot draw"));
        assert!(
            verdict(ended(101), "Library libxkbcommon-x11.so could not be loaded.")
                .unwrap_err()
                .contains("libxkbcommon-x11-0")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_child_that_is_fine_is_fine_whatever_it_says() {
        assert_eq!(verdict(ended(0), "libXcursor is old"), Ok(()));
    }
}

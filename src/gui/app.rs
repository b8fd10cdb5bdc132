//! The window: its screens, one after the other, and what keeps them drawn.

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowCloseRequested, WindowMode};
use bevy_egui::egui::{Context, Key, Modifiers};
use bevy_egui::{EguiContext, EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPreUpdateSet, EguiPrimaryContextPass};

use super::board::view;
use super::desk::{self, Desk, Frame, NAME, Screen, Settings};
use super::options::{self, Options};
use super::play::begin::{self, Battle};
use super::play::plugin::{self as play, OnTable};
use super::start::{self, StartScreen};
use super::{frame, pad, pipelines, queue, shot, spoken, text, theme, wake};
use crate::battle::Ruleset;

/// How the window begins.
#[derive(Default)]
pub struct Start {
    /// A scenario by its name or path; none: the choice of battles.
    pub battle: Option<String>,
    /// The window's picture is written there once it is up, and the program ends.
    pub screenshot: Option<PathBuf>,
    /// Where options are kept.
    pub options: Option<PathBuf>,
    /// The folder in which battles are kept; none: nowhere.
    pub saves: Option<PathBuf>,
    /// The folder in which pictures of the window are kept; none: nowhere.
    pub pictures: Option<PathBuf>,
    /// The dice of every battle that is begun here; none: other ones each time.
    pub seed: Option<u64>,
    /// Whether what the window shows is told on stdout, for programs that play it.
    pub tell: bool,
    /// The window's first size, logical pixels; the usual one when none is told.
    pub size: Option<(u32, u32)>,
}

/// Opens the window and stays until it is closed. Ask [`super::display_available`] first: where there is no display
/// this ends the program.
pub fn run(rulesets: &'static [Ruleset], start: Start) -> ExitCode {
    let mut app = App::new();
    let options = Options::load(start.options.as_deref());
    app.add_plugins(frame::plugins(first_window(&options, &start)))
        .insert_resource(ClearColor(paper()))
        .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..EguiGlobalSettings::default() })
        .add_plugins((EguiPlugin::default(), wake::plugin, queue::plugin, pad::plugin, pipelines::plugin, view::plugin))
        .add_plugins((desk::plugin, start::plugin::plugin, play::plugin))
        .init_resource::<shot::Ready>()
        .add_systems(PreUpdate, dress.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass))
        .add_systems(EguiPrimaryContextPass, (before.in_set(Frame::Before), after.in_set(Frame::After)))
        .add_systems(Update, close);
    if start.tell {
        app.add_plugins(spoken::plugin);
    }
    lay_out(&mut app, rulesets, options, &start);
    if let Some(to) = start.screenshot {
        shot::plugin(&mut app, to);
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Closes the window when that is wanted, unless what would be lost by it has to be told first.
fn close(mut wanted: MessageReader<WindowCloseRequested>, table: Option<ResMut<OnTable>>, mut commands: Commands) {
    let Some(window) = wanted.read().last().map(|wanted| wanted.window) else { return };
    if table.is_none_or(|mut table| table.play.may_close()) {
        commands.entity(window).despawn();
    }
}

/// The window as it was left, or as it is asked for; one that is opened for its picture has the usual size.
fn first_window(options: &Options, start: &Start) -> Window {
    let mut window = frame::window(NAME);
    let remembered = options.window.filter(|_| start.screenshot.is_none());
    if let Some((width, height)) = start.size.or(remembered) {
        window.resolution = bevy::window::WindowResolution::new(width, height);
    }
    if options.full_screen && start.screenshot.is_none() && start.size.is_none() {
        window.mode = full_screen(true);
    }
    window
}

/// The first screen: the battle that is named, else the choice of battles, with what is wrong in the one that is named.
fn lay_out(app: &mut App, rulesets: &'static [Ruleset], options: Options, start: &Start) {
    // A window that is opened for its picture leaves nothing behind.
    let kept = |path: &Option<PathBuf>| path.clone().filter(|_| start.screenshot.is_none());
    let saves = kept(&start.saves);
    let mut desk = Desk::new(rulesets, saves.clone(), start.pictures.clone(), start.seed);
    let named = start.battle.clone().map(Battle::File);
    let begun = named.map(|battle| begin::begin(rulesets, battle, saves.as_deref(), start.seed, desk.next_ground()));
    match begun {
        Some(Ok(mut play)) => {
            if start.screenshot.is_some() {
                play.begin_at_once();
            }
            app.insert_resource(OnTable::new(play)).insert_state(Screen::Play);
        }
        Some(Err(flaws)) => {
            let mut choice = StartScreen::new(rulesets, saves.as_deref());
            choice.flaws = flaws;
            app.insert_resource(choice).insert_state(Screen::Start);
        }
        None => drop(app.insert_state(Screen::Start)),
    }
    app.insert_resource(desk).insert_resource(Settings::new(options, kept(&start.options)));
}

/// The whole screen on which the window stands, or a window.
fn full_screen(on: bool) -> WindowMode {
    if on { WindowMode::BorderlessFullscreen(MonitorSelection::Current) } else { WindowMode::Windowed }
}

fn paper() -> Color {
    let crate::picture::palette::Rgb(red, green, blue) = crate::picture::palette::RULER;
    Color::srgb_u8(red, green, blue)
}

/// How long a button may be down and yet be clicked, seconds.
const CLICK: f64 = 10.0;

/// Fonts and colours, before the first pass of a new context: text cannot be laid out without them.
fn dress(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        let ctx = context.get_mut();
        ctx.set_fonts(text::fonts());
        theme::apply(ctx);
        ctx.options_mut(|o| {
            o.zoom_with_keyboard = false;
            // A click is one however slowly frames come; nothing here is done by holding still.
            o.input_options.max_click_duration = CLICK;
        });
    }
}

/// Before the screen is made: the size of text and panels, by `Ctrl +`, `Ctrl -` and `Ctrl 0`, and the colours.
fn before(mut contexts: EguiContexts, mut settings: ResMut<Settings>) -> Result {
    let ctx = contexts.ctx_mut()?;
    let options = &mut settings.options;
    let pressed = |key: Key| ctx.input_mut(|i| i.consume_key(Modifiers::CTRL, key));
    if pressed(Key::Plus) || pressed(Key::Equals) {
        options.step(1);
    }
    if pressed(Key::Minus) {
        options.step(-1);
    }
    if pressed(Key::Num0) {
        options.scale = 1.0;
    }
    theme::choose(ctx, options.lamplight);
    let size = ctx.viewport_rect().size() * ctx.zoom_factor();
    ctx.set_zoom_factor(options::fitting(options.scale, size.into()));
    Ok(())
}

/// After the screen was made: the whole screen by `F11`, the window's size, and options that have changed.
fn after(
    mut contexts: EguiContexts,
    mut settings: ResMut<Settings>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut before: Local<(u32, u32)>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    fills_screen_by_key(ctx, &mut settings.options, &mut window);
    remember_size(&mut settings.options, &window);
    // What is laid out by the window's size is laid out anew at once, on the whole screen too.
    let size = (window.physical_width(), window.physical_height());
    let resized = std::mem::replace(&mut *before, size) != size;
    if settings.keep() || resized {
        ctx.request_repaint();
    }
    Ok(())
}

/// `F11` has the window fill the screen, and be a window again.
fn fills_screen_by_key(ctx: &Context, options: &mut Options, window: &mut Window) {
    if ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::F11)) {
        options.full_screen = !options.full_screen;
        window.mode = full_screen(options.full_screen);
    }
}

/// The size that the window has is the one that it is opened with next time, but for that of the whole screen.
fn remember_size(options: &mut Options, window: &Window) {
    let size = (window.physical_width(), window.physical_height());
    if !options.full_screen && size != options.window.unwrap_or(frame::SIZE) {
        options.window = Some(size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::window::WindowResolution;
    use bevy_egui::egui::{Event, RawInput};

    fn press(ctx: &Context, key: Key, options: &mut Options, window: &mut Window) {
        let down = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        ctx.begin_pass(RawInput { events: vec![down], ..RawInput::default() });
        fills_screen_by_key(ctx, options, window);
        remember_size(options, window);
        let _ = ctx.end_pass();
    }

    #[test]
    fn the_window_fills_the_screen_by_a_key_and_has_its_size_again_after() {
        let (ctx, mut options) = (Context::default(), Options::default());
        let mut window = Window { resolution: WindowResolution::new(1000, 700), ..Window::default() };
        press(&ctx, Key::F10, &mut options, &mut window);
        assert_eq!((window.mode, options.window), (WindowMode::Windowed, Some((1000, 700))));
        press(&ctx, Key::F11, &mut options, &mut window);
        assert_eq!((window.mode, options.full_screen), (full_screen(true), true));
        window.resolution = WindowResolution::new(1920, 1080);
        press(&ctx, Key::F10, &mut options, &mut window);
        assert_eq!(options.window, Some((1000, 700)), "that of the whole screen is not remembered");
        press(&ctx, Key::F11, &mut options, &mut window);
        assert_eq!((window.mode, options.full_screen), (WindowMode::Windowed, false));
    }

    /// Whether the window asks for a frame by itself after one, when it has another size than in the frame before.
    fn asks_when_resized(options: Options) -> [bool; 2] {
        use bevy_egui::{EguiUserTextures, PrimaryEguiContext};
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, Ordering};
        let (mut world, ctx) = (World::new(), Context::default());
        let asked = Arc::new(AtomicBool::new(false));
        let told = asked.clone();
        ctx.set_request_repaint_callback(move |_| told.store(true, Ordering::Relaxed));
        let mut context = EguiContext::default();
        *context.get_mut() = ctx.clone();
        world.spawn((context, PrimaryEguiContext));
        world.init_resource::<EguiUserTextures>();
        world.insert_resource(Settings::new(options, None));
        let size = WindowResolution::new(1000, 700);
        let window = world.spawn((Window { resolution: size, ..Window::default() }, PrimaryWindow)).id();
        let frame = |world: &mut World| {
            ctx.begin_pass(RawInput::default());
            asked.store(false, Ordering::Relaxed);
            world.run_system_cached::<Result, _, _>(after).unwrap().unwrap();
            let asks = asked.load(Ordering::Relaxed);
            ctx.end_pass().textures_delta.clear();
            asks
        };
        (0..3).for_each(|_| _ = frame(&mut world));
        let before = frame(&mut world);
        world.get_mut::<Window>(window).unwrap().resolution = WindowResolution::new(1400, 900);
        [before, frame(&mut world)]
    }

    #[test]
    fn a_window_that_has_another_size_asks_for_a_frame_by_itself() {
        let full_screen = Options { full_screen: true, ..Options::default() };
        for options in [Options::default(), full_screen] {
            assert_eq!(asks_when_resized(options), [false, true], "full screen: {}", options.full_screen);
        }
    }

    #[test]
    fn a_window_that_was_left_on_the_whole_screen_begins_there_but_for_its_picture() {
        let options = Options { full_screen: true, window: Some((1000, 700)), ..Options::default() };
        let begun = first_window(&options, &Start::default());
        assert_eq!((begun.mode, begun.physical_width()), (full_screen(true), 1000));
        let pictured = Start { screenshot: Some(PathBuf::from("window.png")), ..Start::default() };
        assert_eq!(first_window(&options, &pictured).mode, WindowMode::Windowed);
    }
}

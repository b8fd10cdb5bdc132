//! The window: its screens, one after the other, and what keeps them drawn.

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use bevy_egui::egui::{self, Id, LayerId, Rect, UiBuilder};
use bevy_egui::{EguiContext, EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPreUpdateSet, EguiPrimaryContextPass};

use super::board::glyph::Glyphs;
use super::board::{rulers, view};
use super::game::case;
use super::game::sitter::Sitter;
use super::options::{self, Options};
use super::play::screen;
use super::play::state::Play;
use super::play::wants::Wants;
use super::play::{compose, layout, strip};
use super::start::{self, StartScreen};
use super::theme::{self, Theme};
use super::{frame, pad, pipelines, queue, shot, spoken, text, wake};
use crate::battle::Ruleset;
use crate::scenario::FileFlaw;

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
    let mut window = frame::window(NAME);
    let kept = Options::load(start.options.as_deref());
    if let Some((width, height)) = kept.window.filter(|_| start.screenshot.is_none()) {
        window.resolution = bevy::window::WindowResolution::new(width, height);
    }
    if kept.full_screen && start.screenshot.is_none() && start.size.is_none() {
        window.mode = full_screen(true);
    }
    if let Some((width, height)) = start.size {
        window.resolution = bevy::window::WindowResolution::new(width, height);
    }
    let mut app = App::new();
    app.add_plugins(frame::plugins(window))
        .insert_resource(ClearColor(paper()))
        .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..EguiGlobalSettings::default() })
        .add_plugins((EguiPlugin::default(), wake::plugin, queue::plugin, pad::plugin, pipelines::plugin, view::plugin))
        .init_resource::<shot::Ready>()
        .insert_resource(Desk::new(rulesets, &start))
        .add_systems(PreUpdate, dress.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass))
        .add_systems(EguiPrimaryContextPass, show);
    if start.tell {
        app.add_plugins(spoken::plugin);
    }
    if let Some(to) = start.screenshot {
        shot::plugin(&mut app, to);
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// The whole screen on which the window stands, or a window.
fn full_screen(on: bool) -> WindowMode {
    if on { WindowMode::BorderlessFullscreen(MonitorSelection::Current) } else { WindowMode::Windowed }
}

fn paper() -> Color {
    let crate::picture::palette::Rgb(red, green, blue) = crate::picture::palette::RULER;
    Color::srgb_u8(red, green, blue)
}

/// What lies before the person at the window.
#[derive(Resource)]
struct Desk {
    rulesets: &'static [Ruleset],
    options: Options,
    options_file: Option<PathBuf>,
    saves: Option<PathBuf>,
    pictures: Option<PathBuf>,
    screen: Screen,
    /// The choice from which the battle was begun, for whoever goes back before it is agreed on.
    choice: Option<Box<StartScreen>>,
    /// The battle that lies under a case.
    below: Option<Box<Play>>,
    glyphs: Glyphs,
    /// The dice of battles that are begun.
    seed: Option<u64>,
    /// How many battles were begun: each has its own ground.
    begun: u64,
}

enum Screen {
    Start(Box<StartScreen>),
    Play(Box<Play>),
}

/// The program's name, as the desktop shows it.
const NAME: &str = "Sandtable";
/// How long a button may be down and yet be clicked, seconds.
const CLICK: f64 = 10.0;
/// How often the window is drawn while it waits for a player's answer.
const THINKING: std::time::Duration = std::time::Duration::from_millis(120);

impl Desk {
    fn new(rulesets: &'static [Ruleset], start: &Start) -> Desk {
        let options = Options::load(start.options.as_deref());
        // A window that is opened for its picture leaves nothing behind.
        let saves = start.saves.clone().filter(|_| start.screenshot.is_none());
        let choose = |flaws| {
            let mut choice = StartScreen::new(rulesets, saves.as_deref());
            choice.flaws = flaws;
            Screen::Start(Box::new(choice))
        };
        let named = start.battle.clone().map(start::Battle::File);
        let screen = match named.map(|battle| start::begin(rulesets, battle, saves.as_deref(), start.seed, 1)) {
            Some(Ok(mut play)) => {
                if start.screenshot.is_some() {
                    play.begin_at_once();
                }
                Screen::Play(Box::new(play))
            }
            Some(Err(flaws)) => choose(flaws),
            None => choose(Vec::new()),
        };
        let options_file = start.options.clone().filter(|_| start.screenshot.is_none());
        let (pictures, below) = (start.pictures.clone(), None);
        Desk {
            rulesets,
            options,
            options_file,
            saves,
            pictures,
            screen,
            choice: None,
            below,
            glyphs: Glyphs::default(),
            seed: start.seed,
            begun: 1,
        }
    }

    /// What the desktop calls the window: the battle, where it stands, and who decides.
    fn title(&self) -> String {
        match &self.screen {
            Screen::Start(_) => NAME.to_owned(),
            Screen::Play(play) => format!("{} - {NAME}", compose::in_words(play)),
        }
    }

    fn keep_options(&self) {
        if let Some(path) = &self.options_file
            && let Err(why) = self.options.save(path)
        {
            error!("{}: {why}", path.display());
        }
    }
}

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

fn show(
    mut contexts: EguiContexts,
    mut desk: ResMut<Desk>,
    mut wanted: ResMut<view::Wanted>,
    mut ready: ResMut<shot::Ready>,
    said: Option<ResMut<spoken::Said>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    scale(&ctx, &mut desk);
    theme::choose(&ctx, desk.options.lamplight);
    let size = ctx.viewport_rect().size() * ctx.zoom_factor();
    ctx.set_zoom_factor(options::fitting(desk.options.scale, size.into()));
    let whole = ctx.viewport_rect();
    let mut ui =
        egui::Ui::new(ctx.clone(), Id::new("window"), UiBuilder::new().layer_id(LayerId::background()).max_rect(whole));
    let Desk { rulesets, options, saves, pictures, screen, choice: chosen_from, below, glyphs, seed, begun, .. } =
        &mut *desk;
    let before = *options;
    let mut next = None;
    match screen {
        Screen::Start(choice) => {
            ui.painter().rect_filled(whole, 0.0, Theme::new(options.lamplight).panel);
            if let Some(battle) = start::show(&mut ui, options, choice) {
                *begun += 1;
                match start::begin(rulesets, battle, saves.as_deref(), *seed, *begun) {
                    Ok(play) => next = Some(Screen::Play(Box::new(play))),
                    Err(flaws) => choice.flaws = flaws,
                }
            }
            *wanted = view::Wanted::default();
            ready.0 = choice.is_complete();
        }
        Screen::Play(play) => {
            let waker = ctx.clone();
            let wants = screen::show(&mut ui, options, glyphs, play, move || waker.request_repaint());
            hand_to_board(play, whole, &mut wanted);
            if play.sheets.agreement.is_none() && play.case.is_none() {
                *chosen_from = None;
            }
            match play.look.motion.rest() {
                Some((_, true)) => ctx.request_repaint(),
                Some((left, false)) => ctx.request_repaint_after(left),
                // The bar of whoever thinks goes on; an answer wakes the window by itself.
                None if play.is_anybody_thinking() => ctx.request_repaint_after(THINKING),
                None => {}
            }
            ready.0 = !play.look.motion.is_running();
            match wants {
                Some(Wants::Leave) => {
                    next = Some(match below.take() {
                        Some(battle) => Screen::Play(battle),
                        None => {
                            // Its journal is closed before the list is made.
                            play.game.close();
                            Screen::Start(Box::new(StartScreen::new(rulesets, saves.as_deref())))
                        }
                    });
                }
                Some(Wants::Back) => {
                    let anew = || Box::new(StartScreen::new(rulesets, saves.as_deref()));
                    next = Some(Screen::Start(chosen_from.take().unwrap_or_else(anew)));
                }
                Some(Wants::Anew(name, terms)) => {
                    *begun += 1;
                    let battle = start::Battle::Chosen(name, terms);
                    match start::begin(rulesets, battle, saves.as_deref(), *seed, *begun) {
                        Ok(anew) => **play = anew,
                        Err(flaws) => play.sheets.notice = flaws.first().map(ToString::to_string),
                    }
                    ctx.request_repaint();
                }
                Some(Wants::Case(path)) => match case::Shown::open(rulesets, &path) {
                    Ok((game, shown)) => {
                        *begun += 1;
                        let mut stage = Box::new(Play::new(game, [Sitter::Person; 2], *begun));
                        stage.case = Some(shown);
                        play.sheets.rule = None;
                        play.sheets.book = None;
                        let battle = std::mem::replace(play, stage);
                        // From case to case one comes back to the battle all the same.
                        below.get_or_insert(battle);
                        ctx.request_repaint();
                    }
                    Err(flaws) => play.sheets.notice = flaws.first().map(ToString::to_string),
                },
                Some(Wants::Picture) => {
                    let kept = pictures.as_deref().map(|folder| shot::take_one(folder, &mut commands));
                    match kept {
                        Some(Ok(path)) => info!("a picture of the window: {}", path.display()),
                        Some(Err(why)) => play.sheets.notice = Some(why),
                        None => {}
                    }
                }
                Some(Wants::Options) | None => {}
            }
        }
    }
    if ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::F11)) {
        options.full_screen = !options.full_screen;
        window.mode = full_screen(options.full_screen);
        ctx.request_repaint();
    }
    let size = (window.physical_width(), window.physical_height());
    if !options.full_screen && size != options.window.unwrap_or(frame::SIZE) {
        options.window = Some(size);
        // What is laid out by the window's size is laid out anew at once.
        ctx.request_repaint();
    }
    let title = desk.title();
    if let Some(mut said) = said {
        *said = match &mut desk.screen {
            Screen::Play(play) => spoken::of_battle(play, title.clone(), ctx.pixels_per_point()),
            Screen::Start(_) => spoken::Said { title: title.clone(), ..spoken::Said::default() },
        };
    }
    if window.title != title {
        window.title = title;
    }
    if let Some(next) = next {
        if let Screen::Start(choice) = std::mem::replace(&mut desk.screen, next) {
            desk.choice = Some(choice);
        }
        ctx.request_repaint();
    }
    if desk.options != before {
        desk.keep_options();
        ctx.request_repaint();
    }
    Ok(())
}

/// `Ctrl +`, `Ctrl -`, `Ctrl 0`: the size of text and panels.
fn scale(ctx: &egui::Context, desk: &mut Desk) {
    use egui::{Key, Modifiers};
    let pressed = |key: Key| ctx.input_mut(|i| i.consume_key(Modifiers::CTRL, key));
    let before = desk.options;
    if pressed(Key::Plus) || pressed(Key::Equals) {
        desk.options.step(1);
    }
    if pressed(Key::Minus) {
        desk.options.step(-1);
    }
    if pressed(Key::Num0) {
        desk.options.scale = 1.0;
    }
    if desk.options != before {
        desk.keep_options();
    }
}

/// What the engine draws under the panels.
pub(super) fn hand_to_board(play: &mut Play, whole: Rect, wanted: &mut view::Wanted) {
    if play.must_hand_over().is_some() {
        // Nothing of the table is seen while the wrong person may look.
        *wanted = view::Wanted::default();
        return;
    }
    let now = play.now();
    let areas = layout::areas(whole.size(), play.sheets.drawers);
    wanted.view = rulers::view(strip::beside(play, areas.table.translate(whole.min.to_vec2())));
    wanted.window = whole.size();
    wanted.eye = play.look.camera.zip(play.look.level);
    wanted.moved = play.look.motion.moved(&now.scene);
    wanted.scene = Some(now.scene);
    wanted.ground = play.ground();
}

/// Flaws of files as they are shown.
pub type Flaws = Vec<FileFlaw>;

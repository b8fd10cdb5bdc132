//! What the window costs of itself, for the benches: its screens and its table frame by frame, laid out and made into
//! meshes as the window does it, without a display and without a driver.

use bevy::prelude::*;
use bevy_egui::egui::{self, Event, Pos2, RawInput, Rect, UiBuilder};

use super::board::glyph::Glyphs;
use super::board::view;
use super::options::Options;
use super::options::Pace;
use super::play::begin::{self, Battle};
use super::play::plugin::hand_to_board;
use super::play::screen;
use super::play::state::Play;
use super::start::{self, StartScreen};
use crate::battle::Ruleset;
use crate::scenario::FileFlaw;

/// The window's size, logical pixels.
const SIZE: egui::Vec2 = egui::Vec2::new(1920.0, 1080.0);

/// A battle on the play screen, both sides a person's.
pub struct Table {
    ctx: egui::Context,
    options: Options,
    glyphs: Glyphs,
    play: Play,
    board: App,
}

impl Table {
    /// The battle of a scenario's file or of a built-in name, after the frames in which all is drawn for the first time.
    ///
    /// # Errors
    /// Every flaw of its files.
    pub fn of(rulesets: &[Ruleset], name: &str) -> Result<Table, Vec<FileFlaw>> {
        let mut play = begin::begin(rulesets, Battle::File(name.to_owned()), None, Some(1), 1)?;
        play.to_agree().into_iter().for_each(|side| play.agree(side));
        let options = Options { pace: Pace::None, ..Options::default() };
        let mut board = App::new();
        board.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()));
        board.init_asset::<Mesh>().init_asset::<Image>().init_asset::<ColorMaterial>().add_plugins(view::plugin);
        let mut table = Table { ctx: context(), options, glyphs: Glyphs::default(), play, board };
        for _ in 0..4 {
            table.frame(Vec::new());
        }
        Ok(table)
    }

    /// How many bases stand on the table.
    pub fn bases(&mut self) -> usize {
        self.play.now().scene.pieces.iter().map(|piece| piece.feet().len()).sum()
    }

    /// A frame in which nothing happens; how many triangles the panels have.
    pub fn still(&mut self) -> usize {
        self.frame(Vec::new())
    }

    /// A frame in which the pointer has moved over the table, the `n`th of a row.
    pub fn pointed(&mut self, n: u32) -> usize {
        let x = 200.0 + (n * 37 % 1100) as f32;
        let y = 120.0 + (n * 23 % 600) as f32;
        self.frame(vec![Event::PointerMoved(Pos2::new(x, y))])
    }

    fn frame(&mut self, events: Vec<Event>) -> usize {
        let Table { ctx, options, glyphs, play, board } = self;
        let whole = Rect::from_min_size(Pos2::ZERO, SIZE);
        let triangles = laid_out(ctx, events, |ui| {
            let mut ui = ui.new_child(UiBuilder::new().max_rect(whole));
            screen::show(&mut ui, options, glyphs, play, || {});
        });
        hand_to_board(play, whole, &mut board.world_mut().resource_mut::<view::Wanted>());
        board.update();
        triangles
    }
}

/// The start screen from nothing until all of its pictures are drawn; how many frames that took.
pub fn start_screen(rulesets: &'static [Ruleset]) -> u32 {
    let ctx = context();
    let (mut options, mut screen) = (Options::default(), StartScreen::new(rulesets, None));
    let mut frames = 0;
    while frames == 0 || !screen.is_complete() {
        laid_out(&ctx, Vec::new(), |ui| drop(start::show(ui, &mut options, &mut screen)));
        frames += 1;
    }
    frames
}

/// The start screen's first frame, on which a battle can be chosen; how many triangles it has.
pub fn first_frame(rulesets: &'static [Ruleset]) -> usize {
    let (mut options, mut screen) = (Options::default(), StartScreen::new(rulesets, None));
    laid_out(&context(), Vec::new(), |ui| drop(start::show(ui, &mut options, &mut screen)))
}

fn context() -> egui::Context {
    let ctx = egui::Context::default();
    ctx.set_fonts(super::text::fonts());
    super::theme::apply(&ctx);
    ctx
}

fn laid_out(ctx: &egui::Context, events: Vec<Event>, show: impl FnMut(&mut egui::Ui)) -> usize {
    let whole = Rect::from_min_size(Pos2::ZERO, SIZE);
    let input = RawInput { screen_rect: Some(whole), events, ..RawInput::default() };
    let output = ctx.run_ui(input, show);
    let meshes = ctx.tessellate(output.shapes, output.pixels_per_point);
    let triangles = |clipped: &egui::ClippedPrimitive| match &clipped.primitive {
        egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
        egui::epaint::Primitive::Callback(_) => 0,
    };
    meshes.iter().map(triangles).sum()
}

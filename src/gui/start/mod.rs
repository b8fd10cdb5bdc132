//! The start screen: the battles that can be fought, how, and by whom.

mod card;
mod chosen;
mod keys;
mod kept;
mod list;
mod own;
pub mod plugin;
mod side;
mod thumb;

use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use bevy_egui::egui::{Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use self::kept::GoOn;
use self::keys::Field;
use self::list::Entry;
use self::own::Own;
use super::game::sitter::Sitter;
use super::game::terms::Terms;
use super::options::Options;
use super::play::begin::Battle;
use super::play::keys::when;
use super::play::sheets::keysheet;
use super::saves::{self, Saved};
use super::text::{self, BODY, TITLE};
use super::theme::{RADIUS, Theme};
use super::widgets::{chip, field};

use crate::battle::Ruleset;
use crate::gui::language::{translate, translate_with};
use crate::scenario::{FileFlaw, home};

/// Who sits where until somebody else is chosen: north, south.
const SEATS: [Sitter; 2] = [Sitter::Captain, Sitter::Person];

/// The start screen's state.
#[derive(Resource)]
pub struct StartScreen {
    rulesets: &'static [Ruleset],
    /// The battles that are kept, the latest first.
    saved: Vec<Saved>,
    go_on: Option<GoOn>,
    show_saved: bool,
    /// What is being done with one of the battles that are kept, and why it could not be done.
    row: Option<kept::Row>,
    trouble: Option<String>,
    /// The folder in which they are.
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
    chosen: usize,
    /// Only this ruleset's battles.
    only: Option<&'static str>,
    find: String,
    pub choice: Terms,
    /// The terms lie open.
    show_terms: bool,
    /// The sheet of keys does.
    show_keys: bool,
    /// One's own files; none where they have no place.
    own: Option<Own>,
    /// What is wrong in the file that was to be opened.
    pub flaws: Vec<FileFlaw>,
    pub open_file: String,
}

impl StartScreen {
    /// With every battle that these rulesets can play, and those that are kept in that folder.
    pub fn new(rulesets: &'static [Ruleset], folder: Option<&Path>) -> StartScreen {
        StartScreen::with_own(rulesets, folder, home::folder())
    }

    /// The same with people's own battles of that folder.
    fn with_own(rulesets: &'static [Ruleset], folder: Option<&Path>, own: Option<&Path>) -> StartScreen {
        let saved = folder.map(|folder| saves::list(rulesets, folder)).unwrap_or_default();
        // Before they are read: what is written meanwhile is found to have changed.
        let own = own.map(Own::of);
        let mut entries = list::built_in(rulesets);
        entries.extend(own.iter().flat_map(|own| list::own(rulesets, own.folder())));
        list::sort(rulesets, &mut entries);
        StartScreen {
            rulesets,
            go_on: GoOn::of(&saved),
            saved,
            show_saved: false,
            row: None,
            trouble: None,
            folder: folder.map(Path::to_owned),
            entries,
            chosen: 0,
            only: None,
            find: String::new(),
            choice: Terms::of(SEATS),
            show_terms: false,
            show_keys: false,
            own,
            flaws: Vec::new(),
            open_file: String::new(),
        }
    }

    /// Lists all battles anew, as they are kept now; what was chosen stays chosen, where it is still there, with the terms
    /// under which it was begun anew.
    pub fn look_anew(&mut self, begun_anew: Option<(String, Terms)>) {
        let own = self.own.as_ref().map(Own::folder);
        let anew = StartScreen::with_own(self.rulesets, self.folder.as_deref(), own);
        let old = std::mem::replace(self, anew);
        (self.only, self.find, self.open_file) = (old.only, old.find, old.open_file);
        let chosen = old.entries.get(old.chosen).map(|entry| entry.name.as_str());
        if let Some(at) = self.entries.iter().position(|entry| Some(entry.name.as_str()) == chosen) {
            let anew = begun_anew.filter(|(name, _)| Some(name.as_str()) == chosen);
            (self.chosen, self.choice) = (at, anew.map_or(old.choice, |(_, terms)| terms));
        }
    }

    /// The chosen battle as it is to be fought, where it is seen.
    fn chosen_battle(&mut self) -> Option<Battle> {
        self.keep_to_what_is_shown();
        let seen = self.shown().contains(&self.chosen);
        let entry = self.entries.get(self.chosen).filter(|_| seen)?;
        Some(Battle::Chosen(entry.name.clone(), self.choice.clone()))
    }

    /// The battle that was left last.
    fn left_last(&self) -> Option<Battle> {
        self.go_on.as_ref().map(|go_on| of_saved(&go_on.saved))
    }

    /// The file whose path was typed.
    fn typed_file(&self) -> Option<Battle> {
        let path = self.open_file.trim();
        (!path.is_empty()).then(|| Battle::File(path.to_owned()))
    }

    /// The battles that are kept in place of the cards, or the cards again. Whoever asks for either sees it.
    fn turn_saved(&mut self) {
        let covered = !self.flaws.is_empty();
        self.show_saved = covered || !self.show_saved;
        (self.show_terms, self.show_keys, self.row, self.trouble) = (false, false, None, None);
        self.flaws.clear();
    }

    /// The terms of the chosen battle, or none.
    fn turn_terms(&mut self) {
        (self.show_terms, self.show_keys) = (!self.show_terms, false);
    }

    /// The sheet of keys, or none.
    fn turn_keys(&mut self) {
        (self.show_keys, self.show_terms) = (!self.show_keys, false);
    }

    /// Shuts what lies uppermost.
    fn shut_uppermost(&mut self) {
        match self {
            _ if self.show_keys => self.show_keys = false,
            _ if self.show_terms => self.show_terms = false,
            _ if !self.flaws.is_empty() => self.flaws.clear(),
            _ if self.row.is_some() => (self.row, self.trouble) = (None, None),
            _ => self.show_saved = false,
        }
    }

    /// Whether all pictures are drawn.
    pub fn is_complete(&self) -> bool {
        self.entries.iter().all(|e| e.picture.is_some()) && !self.go_on.as_ref().is_some_and(GoOn::is_unseen)
    }

    /// Chooses a battle; tells whether it is another than before.
    fn choose(&mut self, at: usize) -> bool {
        let other = self.chosen != at;
        if other {
            self.chosen = at;
            self.choice.switches.clear();
            // Another battle has other plans.
            let keeps = |seat| if let Sitter::Plan(_) = seat { Sitter::Captain } else { seat };
            self.choice.seats = self.choice.seats.map(keeps);
        }
        other
    }

    /// Gives a kept battle the name that was typed.
    fn rename(&mut self, at: usize) {
        if let (Some(saved), Some(kept::Row::Rename(_, name))) = (self.saved.get(at), &self.row) {
            let done = saves::rename(&saved.path, name).map(drop);
            self.look_again(done);
        }
    }

    /// Deletes a kept battle.
    fn delete(&mut self, at: usize) {
        if let Some(saved) = self.saved.get(at) {
            let done = saves::delete(&saved.path);
            self.look_again(done);
        }
    }

    /// Lists the kept battles anew, once something was done with one of them; what keeps it from being done is told.
    fn look_again(&mut self, done: Result<(), String>) {
        self.trouble = done.err();
        if self.trouble.is_none() {
            self.row = None;
            self.saved = self.folder.as_deref().map(|folder| saves::list(self.rulesets, folder)).unwrap_or_default();
            self.go_on = GoOn::of(&self.saved);
        }
    }

    /// Nobody begins a battle that he does not see: where the chosen one is not among those that are found, the first of
    /// them is.
    fn keep_to_what_is_shown(&mut self) {
        let shown = self.shown();
        if !shown.contains(&self.chosen)
            && let Some(first) = shown.first()
        {
            self.choose(*first);
        }
    }

    fn shown(&self) -> Vec<usize> {
        self.found(self.only)
    }

    /// The same of that ruleset, or of all.
    fn found(&self, only: Option<&str>) -> Vec<usize> {
        let find = self.find.trim().to_lowercase();
        let fits = |e: &Entry| {
            only.is_none_or(|name| name == e.ruleset.name) && (find.is_empty() || e.searched.contains(&find))
        };
        (0..self.entries.len()).filter(|i| fits(&self.entries[*i])).collect()
    }
}

/// Narrower than this everything is nearer together, and cards lie flat.
const NARROW: f32 = 900.0;

/// The width of the column on the left.
fn column(width: f32) -> f32 {
    match width {
        w if w < 760.0 => 257.0_f32.min(w * 0.5),
        w if w < NARROW => 286.0,
        w => 364.0_f32.min(w * 0.3),
    }
}

/// Shows the screen; tells which battle is to begin.
pub fn show(ui: &mut Ui, options: &mut Options, screen: &mut StartScreen) -> Option<Battle> {
    let theme = Theme::new(options.lamplight);
    let whole = ui.max_rect();
    screen.follow_own_files(ui);
    draw_pictures(ui, screen);
    let split = whole.left() + column(whole.width());
    let left = Rect::from_min_max(whole.min, Pos2::new(split, whole.bottom()));
    let narrow = whole.width() < NARROW;
    let right = Rect::from_min_max(Pos2::new(split, whole.top()), whole.max)
        .shrink2(Vec2::new(28.0_f32.min(whole.width() * 0.03), 0.0));
    let keys::Heard { mut battle, brought } = keys::read(ui, screen, columns(right.width(), narrow));
    let clicked = side::show(ui, &theme, left, options, screen, narrow);
    battle = battle.or(clicked);
    let foot = chosen::height(right.width());
    let head = heads(ui, &theme, right, screen, narrow);
    screen.keep_to_what_is_shown();
    let cards = Rect::from_min_max(
        Pos2::new(right.left(), head),
        Pos2::new(right.right(), right.bottom() - foot - if narrow { 20.0 } else { 28.0 }),
    );
    if !screen.flaws.is_empty() {
        flaws(ui, &theme, cards, screen);
    } else if screen.show_saved {
        let trouble = screen.trouble.clone();
        match kept::list(ui, &theme, cards, &screen.saved, &mut screen.row, trouble.as_deref()) {
            Some(kept::Request::GoOn(at)) => battle = screen.saved.get(at).map(of_saved),
            Some(kept::Request::Close) => screen.turn_saved(),
            Some(kept::Request::Rename(at)) => screen.rename(at),
            Some(kept::Request::Delete(at)) => screen.delete(at),
            None => {}
        }
    } else if grid(ui, &theme, cards, screen, narrow, brought) {
        battle = screen.chosen_battle();
    }
    let below = if narrow { 10.0 } else { 16.0 };
    let bottom = Rect::from_min_max(
        Pos2::new(right.left(), right.bottom() - foot - below),
        Pos2::new(right.right(), right.bottom() - below),
    );
    if chosen::show(ui, &theme, bottom, screen) {
        battle = screen.chosen_battle();
    }
    if screen.show_keys && keysheet::show(ui, &theme, whole, when::START, None) {
        screen.show_keys = false;
    }
    battle
}

fn of_saved(saved: &Saved) -> Battle {
    Battle::File(saved.path.to_string_lossy().into_owned())
}

/// One picture a frame, so that the screen is there at once.
fn draw_pictures(ui: &Ui, screen: &mut StartScreen) {
    if let Some(go_on) = screen.go_on.as_mut().filter(|go_on| go_on.is_unseen()) {
        go_on.look(ui, screen.rulesets);
        ui.ctx().request_repaint();
    } else if let Some(entry) = screen.entries.iter_mut().find(|e| e.picture.is_none()) {
        entry.picture = Some(thumb::texture(ui.ctx(), entry));
        entry.tell_if_unmustered();
        ui.ctx().request_repaint();
    }
}

/// In a row of rulesets that is narrower than this they have no counts.
const COUNTED: f32 = 620.0;

/// Title, search and the rulesets; tells where the cards begin.
fn heads(ui: &mut Ui, theme: &Theme, rect: Rect, screen: &mut StartScreen, narrow: bool) -> f32 {
    let top = rect.top() + if narrow { 24.0 } else { 42.0 };
    let words = translate("choose-a-battle");
    let size = if narrow { text::CARD } else { TITLE };
    let used = text::put(ui.painter(), Pos2::new(rect.left(), top), words, size, theme.ink, rect.width());
    let wide = 236.0_f32.min(rect.width() - used - 16.0);
    let find = Rect::from_min_size(Pos2::new(rect.right() - wide, top - 14.0), Vec2::new(wide, 28.0));
    {
        field::of_id(ui, theme, find, Field::Find.id(), &mut screen.find, translate("find-a-battle"), "Ctrl F");
    }
    let row = Rect::from_min_size(
        Pos2::new(rect.left(), rect.top() + if narrow { 44.0 } else { 68.0 }),
        Vec2::new(rect.width(), 26.0),
    );
    let mut rulesets: Vec<(&'static str, &'static str)> =
        screen.entries.iter().map(|e| (e.ruleset.name, e.ruleset.title)).collect();
    rulesets.dedup();
    let chips = ui.scope_builder(UiBuilder::new().max_rect(row), |ui| {
        // All are in sight: where there is little room they stand without their counts, and in two rows.
        ui.horizontal_wrapped(|ui| {
            let counted = rect.width() >= COUNTED;
            ui.spacing_mut().item_spacing = if counted { Vec2::splat(7.0) } else { Vec2::splat(4.0) };
            let all = Some(screen.entries.len()).filter(|_| counted);
            if chip::choice(ui, theme, translate("all-rulesets"), all, screen.only.is_none()).clicked() {
                screen.only = None;
            }
            for (name, title) in rulesets {
                let count = screen.entries.iter().filter(|e| e.ruleset.name == name).count();
                let count = Some(count).filter(|_| counted);
                if chip::choice(ui, theme, title, count, screen.only == Some(name)).clicked() {
                    screen.only = Some(name);
                }
            }
        });
        ui.min_rect().bottom()
    });
    let shown = screen.shown().len();
    if shown < screen.entries.len() && rect.width() > 700.0 {
        let words = translate_with("shown-of", &[("n", &shown), ("of", &screen.entries.len())]);
        text::put_right(ui.painter(), Pos2::new(rect.right(), row.center().y), &words, BODY, theme.ink2, 200.0);
    }
    chips.inner.max(row.bottom()) + if narrow { 8.0 } else { 13.0 }
}

/// The gap between cards, the least width of one, and how high each is.
fn measures(narrow: bool) -> (f32, f32, f32) {
    if narrow { (8.0, card::LEAST_FLAT, card::FLAT) } else { (16.0, card::LEAST, card::HEIGHT) }
}

/// How many cards stand in a row of that width.
fn columns(width: f32, narrow: bool) -> usize {
    let (gap, least, _) = measures(narrow);
    ((width + gap) / (least + gap)).floor().max(1.0) as usize
}

/// The cards, as many in a row as fit; the chosen one is `brought` into sight. Tells whether it is to begin, by a double click.
fn grid(ui: &mut Ui, theme: &Theme, rect: Rect, screen: &mut StartScreen, narrow: bool, brought: bool) -> bool {
    let mut begins = false;
    let (gap, _, height) = measures(narrow);
    let columns = columns(rect.width(), narrow);
    let shown = screen.shown();
    let rows = shown.len().div_ceil(columns) as f32;
    // The bar that scrolls takes room only where there is something to scroll.
    let bar = if rows * (height + gap) - gap > rect.height() { 8.0 } else { 0.0 };
    let width = (rect.width() - bar - gap * (columns - 1) as f32) / columns as f32;
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.set_clip_rect(rect.expand(3.0));
        ScrollArea::vertical().id_salt("battles").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(gap);
            for row in shown.chunks(columns) {
                ui.horizontal(|ui| {
                    for &i in row {
                        let chosen = screen.chosen == i;
                        let response = card::show(ui, theme, &screen.entries[i], Vec2::new(width, height), chosen);
                        if chosen && brought {
                            response.scroll_to_me(None);
                        }
                        if response.clicked() {
                            screen.choose(i);
                        }
                        begins |= chosen && response.double_clicked();
                    }
                });
            }
            if shown.is_empty() {
                ui.label(screen.none_found());
            }
        });
    });
    begins
}

/// What is wrong in a file, all of it.
fn flaws(ui: &mut Ui, theme: &Theme, rect: Rect, screen: &mut StartScreen) {
    ui.painter().rect_filled(rect, RADIUS, theme.bad_ground);
    let inner = rect.shrink(16.0);
    let mut close = false;
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        let (head, _) = ui.allocate_exact_size(Vec2::new(inner.width(), 30.0), Sense::hover());
        let count = screen.flaws.len();
        let words =
            if count == 1 { translate("one-flaw").to_owned() } else { translate_with("many-flaws", &[("n", &count)]) };
        text::put(ui.painter(), head.left_center(), &words, text::STRONG, theme.ink, inner.width() - 120.0);
        let button = Rect::from_min_size(head.right_top() - Vec2::new(120.0, 0.0), Vec2::new(120.0, 28.0));
        close = super::widgets::push::at(
            ui,
            theme,
            button,
            translate("choose-another"),
            "",
            super::widgets::push::Weight::Plain,
            None,
        )
        .clicked();
        ScrollArea::vertical().id_salt("flaws").auto_shrink(false).show(ui, |ui| {
            for flaw in &screen.flaws {
                let words = format!("{}:{}:{}: {}", flaw.path, flaw.line, flaw.column, flaw.message);
                let galley = text::paragraph(ui.ctx(), &words, BODY, theme.ink, inner.width() - 12.0);
                let (rect, _) = ui.allocate_exact_size(galley.size() + Vec2::new(0.0, 4.0), Sense::hover());
                ui.painter().galley(rect.min, galley, theme.ink);
            }
        });
    });
    if close {
        screen.flaws.clear();
    }
}

#[cfg(test)]
mod fits;
#[cfg(test)]
pub mod stage;
#[cfg(test)]
mod tests;

//! What is looked at: the table as it is seen, whom the eye rests on, what helps to see, what moves.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Rect};

use super::motion::Motion;
use crate::gui::board::camera::{Camera, Level};
use crate::gui::board::over::Sides;
use crate::gui::language::translate;
use crate::gui::options::Pace;
use crate::ids::UnitId;

/// What is looked at.
#[derive(Default)]
pub struct Look {
    camera: Option<Camera>,
    level: Option<Level>,
    whole_in: Option<Rect>,
    focus: Option<UnitId>,
    mates: Vec<UnitId>,
    frame: Option<(Vec2, Vec2)>,
    hovered: Option<UnitId>,
    pointed: usize,
    over: Option<usize>,
    aids: Aids,
    tape: Option<(Vec2, Vec2)>,
    motion: Motion,
    shown: Option<usize>,
    sides: Sides,
}

impl Look {
    /// From where the table is seen; none: as a whole, when it is drawn next.
    pub fn camera(&self) -> Option<Camera> {
        self.camera
    }

    /// How much is drawn of it.
    pub fn level(&self) -> Option<Level> {
        self.level
    }

    /// The view in which the table was drawn last; none: it is hidden.
    pub fn whole_in(&self) -> Option<Rect> {
        self.whole_in
    }

    /// The table is drawn so; tells how much of it.
    pub fn see(&mut self, camera: Camera, view: Rect) -> Level {
        let level = camera.level(self.level);
        (self.camera, self.whole_in, self.level) = (Some(camera), Some(view), Some(level));
        level
    }

    /// The table is seen as a whole, when it is drawn next.
    pub fn see_whole(&mut self) {
        self.camera = None;
    }

    /// The table is hidden.
    pub fn hide_table(&mut self) {
        self.whole_in = None;
    }

    /// Moves a table of that size in its view, by pixels.
    pub fn pan(&mut self, by: egui::Vec2, table: Vec2, view: Rect) {
        if let Some(camera) = &mut self.camera {
            camera.pan(by);
            camera.hold(table, view);
        }
    }

    /// Turns the table round, or back.
    pub fn turn(&mut self) {
        if let Some(camera) = &mut self.camera {
            camera.turned = !camera.turned;
        }
    }

    /// Sees the table that much larger.
    pub fn zoom(&mut self, factor: f32) {
        if let Some(camera) = &mut self.camera {
            camera.zoom = (camera.zoom * factor).clamp(3.0, 120.0);
        }
    }

    /// Where the names of bodies stand.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The names of bodies stand there now.
    pub fn keep_sides(&mut self, sides: Sides) {
        self.sides = sides;
    }

    /// The unit that is selected.
    pub fn focus(&self) -> Option<UnitId> {
        self.focus
    }

    /// Selects a unit, or nothing.
    pub fn focus_on(&mut self, unit: Option<UnitId>) {
        self.focus = unit;
        self.mates.clear();
    }

    /// Those that are selected with it.
    pub fn mates(&self) -> &[UnitId] {
        &self.mates
    }

    /// Selects those with it.
    pub fn gather(&mut self, mates: Vec<UnitId>) {
        self.mates = mates;
    }

    /// The box that is being drawn round units: two corners of it, inches.
    pub fn frame(&self) -> Option<(Vec2, Vec2)> {
        self.frame
    }

    /// A box is drawn between those corners; none: no more.
    pub fn draw_frame(&mut self, corners: Option<(Vec2, Vec2)>) {
        self.frame = corners;
    }

    /// The unit under the pointer.
    pub fn hovered(&self) -> Option<UnitId> {
        self.hovered
    }

    /// After how many answers the pointer was last moved.
    pub fn pointed(&self) -> usize {
        self.pointed
    }

    /// The pointer is moved, after so many answers.
    pub fn point_after(&mut self, answers: usize) {
        self.pointed = answers;
    }

    /// The pointer is over that unit.
    pub fn hover(&mut self, unit: Option<UnitId>) {
        self.hovered = unit;
    }

    /// The offer of the panel that the pointer is over.
    pub fn over(&self) -> Option<usize> {
        self.over
    }

    /// The pointer is over that offer of the panel.
    pub fn point_at(&mut self, offer: Option<usize>) {
        self.over = offer;
    }

    /// Whether enemy charge reaches, arcs of fire and other aids are shown.
    pub fn aids(&self) -> Aids {
        self.aids
    }

    /// Switches an aid on or off.
    pub fn toggle(&mut self, aid: Aid) {
        self.aids.toggle(aid);
    }

    /// One's own hidden units are not seen any more.
    pub fn cover_hidden(&mut self) {
        self.aids.hidden = false;
    }

    /// What the tape measured last.
    pub fn tape(&self) -> Option<(Vec2, Vec2)> {
        self.tape
    }

    /// The tape lies there.
    pub fn measure(&mut self, ends: Option<(Vec2, Vec2)>) {
        self.tape = ends;
    }

    /// What moves.
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// That moves now.
    pub fn show_motion(&mut self, motion: Motion) {
        self.motion = motion;
    }

    /// Nothing moves.
    pub fn stand_still(&mut self) {
        self.motion = Motion::default();
    }

    /// What moves is at its end at once.
    pub fn finish_motion(&mut self) {
        self.motion.finish();
    }

    /// How fast it moves.
    pub fn set_pace(&mut self, pace: Pace) {
        self.motion.set_pace(pace);
    }

    /// The journal entry that is shown on the table.
    pub fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// Shows that entry of the journal on the table, or none.
    pub fn show_entry(&mut self, entry: Option<usize>) {
        self.shown = entry;
    }
}

/// What is drawn besides the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aids {
    pub threats: bool,
    pub arcs: bool,
    /// One's own charge reach, and the lines through front and flanks.
    pub reach: bool,
    pub lines: bool,
    /// The lines of its fire, and the ground that binds it.
    pub fire: bool,
    pub zones: bool,
    pub names: bool,
    pub ready: bool,
    pub tape: bool,
    /// One's own hidden units, where the enemy looks at the same screen.
    pub hidden: bool,
}

impl Default for Aids {
    fn default() -> Aids {
        Aids {
            threats: false,
            arcs: false,
            reach: false,
            lines: false,
            fire: false,
            zones: false,
            names: true,
            ready: true,
            tape: false,
            hidden: false,
        }
    }
}

/// One of them, to be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aid {
    Threats,
    Reach,
    Arcs,
    Fire,
    Zones,
    Lines,
    Names,
    Ready,
    Hidden,
    Tape,
}

impl Aid {
    /// All, in the order of the menu; the first nine have the figures of the numeric pad.
    pub const ALL: [Aid; 10] = [
        Aid::Threats,
        Aid::Reach,
        Aid::Arcs,
        Aid::Fire,
        Aid::Zones,
        Aid::Lines,
        Aid::Names,
        Aid::Ready,
        Aid::Hidden,
        Aid::Tape,
    ];

    /// What people call it.
    pub fn words(self) -> &'static str {
        match self {
            Aid::Threats => translate("enemy-charge-reach"),
            Aid::Reach => translate("own-charge-reach"),
            Aid::Arcs => translate("arc-of-fire"),
            Aid::Fire => translate("lines-of-fire"),
            Aid::Zones => translate("zones-that-bind"),
            Aid::Lines => translate("front-and-flank-lines"),
            Aid::Names => translate("names-of-bodies"),
            Aid::Ready => translate("who-may-act"),
            Aid::Hidden => translate("own-hidden-units"),
            Aid::Tape => translate("tape"),
        }
    }

    /// What is written on the key that switches this aid on and off; `pad-2` is the 2 of the number pad.
    pub fn key(self) -> &'static str {
        match self {
            Aid::Threats => "O",
            Aid::Reach => translate("pad-2"),
            Aid::Arcs => translate("pad-3"),
            Aid::Fire => translate("pad-4"),
            Aid::Zones => translate("pad-5"),
            Aid::Lines => translate("pad-6"),
            Aid::Names => translate("pad-7"),
            Aid::Ready => translate("pad-8"),
            Aid::Hidden => translate("pad-9"),
            Aid::Tape => "T",
        }
    }
}

impl Aids {
    /// The switch of one.
    fn switch(&mut self, aid: Aid) -> &mut bool {
        match aid {
            Aid::Threats => &mut self.threats,
            Aid::Reach => &mut self.reach,
            Aid::Arcs => &mut self.arcs,
            Aid::Fire => &mut self.fire,
            Aid::Zones => &mut self.zones,
            Aid::Lines => &mut self.lines,
            Aid::Names => &mut self.names,
            Aid::Ready => &mut self.ready,
            Aid::Hidden => &mut self.hidden,
            Aid::Tape => &mut self.tape,
        }
    }

    /// Switches one on or off.
    pub fn toggle(&mut self, aid: Aid) {
        let switch = self.switch(aid);
        *switch = !*switch;
    }

    /// Whether one is on.
    pub fn shows(mut self, aid: Aid) -> bool {
        *self.switch(aid)
    }
}

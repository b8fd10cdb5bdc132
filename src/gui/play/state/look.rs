//! What is looked at: the table as it is seen, whom the eye rests on, what helps to see, what moves.

use bevy::math::Vec2;
use bevy_egui::egui::Rect;

use super::motion::Motion;
use crate::gui::board::camera::{Camera, Level};
use crate::gui::language::translate;
use crate::ids::UnitId;

/// What is looked at.
#[derive(Default)]
pub struct Look {
    pub camera: Option<Camera>,
    pub level: Option<Level>,
    /// The view in which the table was drawn last; none: it is hidden.
    pub whole_in: Option<Rect>,
    pub focus: Option<UnitId>,
    pub hovered: Option<UnitId>,
    /// The offer of the panel that the pointer is over.
    pub over: Option<usize>,
    /// Whether enemy charge reaches, arcs of fire and other aids are shown.
    pub aids: Aids,
    /// What the tape measured last.
    pub tape: Option<(Vec2, Vec2)>,
    pub motion: Motion,
    /// The journal entry that is shown on the table.
    pub shown: Option<usize>,
}

impl Look {
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

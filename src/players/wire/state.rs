//! The whole position: units, bodies, terrain, score.

use serde::Serialize;
use serde_json::Value as Json;

use super::{PoseOut, Wire, measured};
use crate::battle::digest::Digester;
use crate::battle::{Card, Digest, Ref, Stat, StateMark};
use crate::ids::{Side, UnitId};
use crate::table::{Placement, Shape, Terrain};

/// The whole position.
#[derive(Debug, Serialize)]
pub struct StateOut {
    pub digest: Digest,
    pub turn: u32,
    pub step: &'static str,
    pub units: Vec<UnitOut>,
    pub bodies: Vec<BodyOut>,
    pub score: [ScoreOut; 2],
    /// What was drafted so far in answer to the open question, in notation; of both sides for who may see everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct UnitOut {
    pub name: &'static str,
    pub side: Side,
    /// The middle of the front edge, inches; of loose stands, of the rectangle round them; null when off the table.
    pub x: Option<f32>,
    pub y: Option<f32>,
    /// Degrees; null when off the table and for what has no front.
    pub heading: Option<f32>,
    /// Of the whole unit: of the rectangle round loose stands; of one base for what covers nothing.
    pub width: f32,
    pub depth: f32,
    pub on_table: bool,
    /// Of a block: bases side by side in a full rank, all its bases, and the gap between neighbours in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bases: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f32>,
    /// Where its stands are, when each stands by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stands: Vec<PoseOut>,
    pub card: CardOut,
}

#[derive(Debug, Serialize)]
pub struct CardOut {
    pub kind: String,
    pub line: String,
    pub stats: Vec<StatOut>,
    /// What is left of the strength that wears down, and how much there was at first.
    pub strength: Option<[u16; 2]>,
    pub marks: Vec<MarkOut>,
}

#[derive(Debug, Serialize)]
pub struct StatOut {
    pub name: &'static str,
    pub label: String,
    pub value: String,
    pub cite: String,
}

#[derive(Debug, Serialize)]
pub struct MarkOut {
    pub mark: &'static str,
    pub label: String,
    pub cite: String,
}

#[derive(Debug, Serialize)]
pub struct BodyOut {
    pub name: String,
    pub side: Side,
    pub units: Vec<&'static str>,
}

/// What decides the battle for a side.
#[derive(Debug, Serialize)]
pub struct ScoreOut {
    pub side: Side,
    pub label: String,
    pub lost: u16,
    pub of: u16,
    pub also: Vec<(&'static str, Json)>,
}

/// A piece of terrain: a polygon, or a band of that width along a line. Inches.
#[derive(Debug, Serialize)]
pub struct TerrainOut {
    pub name: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub polygon: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f32>,
}

impl Wire<'_> {
    /// Everything that this side may see. Its digest is the battle's; where something may be hidden from the side, that of what it
    /// sees, which nobody can tell anything else by.
    pub fn state(&self) -> StateOut {
        if !self.view.may_lack_something() {
            return self.seen(crate::battle::digest(self.world));
        }
        let nothing = Digester::default().finish();
        let state = self.seen(nothing);
        let mut digester = Digester::default();
        digester.add(&state);
        StateOut { digest: digester.finish(), ..state }
    }

    fn seen(&self, digest: Digest) -> StateOut {
        let clock = self.view.clock();
        let roster = self.view.roster();
        let bodies = self.view.bodies().present();
        StateOut {
            digest,
            turn: clock.turn,
            step: clock.step.0,
            units: roster.ids().map(|unit| self.unit(unit)).collect(),
            bodies: bodies
                .map(|(id, body)| BodyOut {
                    name: self.name(Ref::Body(id)),
                    side: body.side,
                    units: body.units.iter().map(|unit| roster.name(*unit)).collect(),
                })
                .collect(),
            score: Side::BOTH.map(|side| self.score(side)),
            drafts: Side::BOTH.iter().flat_map(|side| self.view.drafts(*side)).map(|draft| self.line(&draft)).collect(),
        }
    }

    fn unit(&self, unit: UnitId) -> UnitOut {
        let roster = self.view.roster();
        let placement = self.view.placement(unit);
        let pose = placement.pose(roster.base(unit));
        let at = pose.map(|pose| pose.at).or(if let Placement::Token(at) = placement { Some(*at) } else { None });
        let base = roster.base(unit);
        let (width, depth) = placement.hull(base).map_or((base.width, base.depth), |hull| (hull.width(), hull.depth()));
        let block = matches!(placement, Placement::Block { .. }).then(|| placement.ranks());
        let stands = if let Placement::Loose(poses) = placement { poses.as_slice() } else { &[] };
        UnitOut {
            name: roster.name(unit),
            side: roster.side(unit),
            x: at.map(|at| at.x),
            y: at.map(|at| at.y),
            heading: pose.map(|pose| pose.heading.to_degrees()),
            width,
            depth,
            on_table: placement.is_on(),
            files: block.map(|ranks| ranks.files),
            bases: block.map(|ranks| ranks.bases),
            gap: block.map(|ranks| ranks.gap.to_inches()),
            stands: stands.iter().map(|pose| PoseOut::from(*pose)).collect(),
            card: self.card((self.ruleset.card)(&self.view, unit)),
        }
    }

    fn card(&self, card: Card) -> CardOut {
        let stat = |s: Stat| StatOut { name: s.name.0, label: s.label, value: s.value, cite: self.cite(s.cite) };
        let mark = |m: StateMark| MarkOut { mark: m.mark, label: m.label, cite: self.cite(m.cite) };
        CardOut {
            kind: card.kind,
            line: card.line,
            stats: card.stats.into_iter().map(stat).collect(),
            strength: card.strength.map(<[u16; 2]>::from),
            marks: card.marks.into_iter().map(mark).collect(),
        }
    }

    fn score(&self, side: Side) -> ScoreOut {
        let score = (self.ruleset.score)(&self.view, side);
        let also = score.also.into_iter().map(|(name, value)| (name.0, measured(value)));
        ScoreOut { side, label: score.label, lost: score.lost, of: score.of, also: also.collect() }
    }
}

impl From<&Terrain> for TerrainOut {
    fn from(terrain: &Terrain) -> TerrainOut {
        let points = |line: &[bevy::math::Vec2]| line.iter().map(|p| p.to_array()).collect();
        let (polygon, line, width) = match &terrain.shape {
            Shape::Polygon(corners) => (points(corners), Vec::new(), None),
            Shape::Strip { line, width } => (Vec::new(), points(line), Some(*width)),
        };
        TerrainOut { name: terrain.name.clone(), kind: terrain.kind.0, polygon, line, width }
    }
}

//! Who sees whom (A2.4, W74, W121), and with how much room to shoot.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::{Cm, tables};
use super::support::engaged;
use super::switches::Switch;
use super::terrain::{Sight, kind};
use super::troop::{Sort, Tag};
use crate::ids::UnitId;
use crate::table::measure::{TOUCH, distance, within};
use crate::table::sight::open;
use crate::table::{Edge, Foot, Footprint, Mil, Piece, Touched, contact};

/// What one looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Somebody to charge: by the front edge.
    Charge,
    /// Somebody to evade: by any free edge of troops who look all round.
    Evade,
    /// Somebody to shoot at: with a lane free on both sides.
    Shoot,
}

impl Look {
    /// What must be free on both sides of the line.
    fn clearance(self) -> Cm {
        match self {
            Look::Charge | Look::Evade => tables().measure.see,
            Look::Shoot => tables().measure.lane,
        }
    }
}

/// The line by which a stand sees another, if it does.
pub fn line(field: Battlefield, viewer: &Foot, target: &Foot, look: Look) -> Option<[Vec2; 2]> {
    let all_round = look != Look::Charge && field.has(viewer.unit, Tag::AllRound);
    let edges = if all_round { &Edge::ALL[..] } else { &Edge::ALL[..1] };
    edges.iter().find_map(|edge| by_edge(field, viewer, *edge, target, look))
}

fn by_edge(field: Battlefield, viewer: &Foot, edge: Edge, target: &Foot, look: Look) -> Option<[Vec2; 2]> {
    let (print, other) = (&viewer.print, &target.print);
    if within(print, other, TOUCH) {
        let touch = contact(print, other)?;
        let along = touch.of == Touched::Edge(edge) && touch.length > tables().measure.aside.inches();
        return along.then_some([touch.middle, touch.middle]);
    }
    if field.plays(Switch::Sight60) && Mil::measured(distance(print, other)) > Cm(60.0).range() {
        return None;
    }
    let clear = look.clearance().inches();
    let [left, right] = print.edge(edge);
    let inwards = (right - left).normalize_or_zero() * clear;
    let stretch = [left + inwards, right - inwards];
    let (low, high) = around(print, other);
    let blocks = |foot: &&Foot| {
        (foot.unit, foot.base) != (viewer.unit, viewer.base)
            && (foot.unit, foot.base) != (target.unit, target.base)
            && foot.print.centre.cmpge(low).all()
            && foot.print.centre.cmple(high).all()
    };
    let middle = (low + high) / 2.0;
    let over = look == Look::Shoot && field.troop(viewer.unit).sort() == Sort::Artillery && on_hill(field, print);
    let blocks = |foot: &&Foot| blocks(foot) && !(over && is_shot_over(field, viewer.unit, foot));
    let near = field.0.layout().near(middle, middle.distance(high)).filter(blocks);
    let blockers: Vec<Footprint> = near.map(|foot| foot.print).collect();
    // Other edges of the stand itself block nothing: the line begins on the edge and leads outwards.
    open(stretch, other, &blockers, clear, |a, b| ground_lets_see(field, a, b, print, other))
}

/// Whether a stand is on a hill: its middle is (A3.1).
fn on_hill(field: Battlefield, print: &Footprint) -> bool {
    field.0.ground().at(print.centre).any(|piece| kind(piece).is_some_and(|kind| kind.hill))
}

/// Whether an engine on a hill shoots over a stand (A12): a friend's, or one in a fight, that stands lower.
fn is_shot_over(field: Battlefield, engine: UnitId, foot: &Foot) -> bool {
    !on_hill(field, &foot.print) && (field.0.side_of(foot.unit) == field.0.side_of(engine) || engaged(field, foot.unit))
}

/// The upright rectangle in which the middles of those lie that can be between two footprints.
fn around(a: &Footprint, b: &Footprint) -> (Vec2, Vec2) {
    let room = Vec2::splat(a.radius + b.radius + 1.0);
    (a.centre.min(b.centre) - room, a.centre.max(b.centre) + room)
}

/// Whether the ground lets one see along a line between two stands (A3.1, W76).
pub fn ground_lets_see(field: Battlefield, a: Vec2, b: Vec2, viewer: &Footprint, target: &Footprint) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    field.0.ground().near((low, high)).all(|piece| lets_see(piece, a, b, viewer, target))
}

fn lets_see(piece: &Piece, a: Vec2, b: Vec2, viewer: &Footprint, target: &Footprint) -> bool {
    let Some(kind) = kind(piece).filter(|kind| kind.sight != Sight::Clear) else { return true };
    let run = piece.run(a, b);
    let inside: f32 = run.iter().map(|(from, to)| to - from).sum();
    if inside <= 0.001 {
        return true;
    }
    match kind.sight {
        Sight::Clear => true,
        // On a hill is whose middle is.
        Sight::Crest => piece.holds(viewer.centre) || piece.holds(target.centre),
        // Seen into and out of, for a short way: an end of the line lies in it.
        Sight::Deep => (piece.holds(a) || piece.holds(b)) && Mil::measured(inside) <= tables().measure.deep.range(),
        Sight::Blocks => {
            let near = |stand: &Footprint| piece.meets(&stand.grown(tables().measure.obstacle.inches()));
            near(viewer) || near(target)
        }
    }
}

/// Whether any stand of a unit sees any stand of another.
pub fn sees(field: Battlefield, viewer: UnitId, target: UnitId, look: Look) -> bool {
    // Stands that are nearer to each other are tried first.
    let mut pairs: Vec<(&Foot, &Foot)> =
        field.feet(viewer).iter().flat_map(|foot| field.feet(target).iter().map(move |other| (foot, other))).collect();
    let far = |pair: &(&Foot, &Foot)| pair.0.print.centre.distance(pair.1.print.centre);
    pairs.sort_by(|a, b| far(a).total_cmp(&far(b)));
    pairs.into_iter().any(|(foot, other)| line(field, foot, other, look).is_some())
}

/// The enemies that a unit sees, the nearest first, with how far they are, inches.
pub fn seen(field: Battlefield, unit: UnitId, look: Look, reach: f32) -> Vec<(UnitId, f32)> {
    let enemies = field.side(field.0.side_of(unit).other());
    let near = enemies.filter_map(|enemy| Some((enemy, field.distance(unit, enemy)?)));
    let mut found: Vec<(UnitId, f32)> =
        near.filter(|(enemy, far)| *far <= reach && sees(field, unit, *enemy, look)).collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    found
}

/// The closest enemies that a unit sees within so many inches: several where they are equally near.
pub fn closest_seen(field: Battlefield, unit: UnitId, look: Look, reach: f32) -> Vec<UnitId> {
    let enemies = field.side(field.0.side_of(unit).other());
    let mut near: Vec<(UnitId, f32)> =
        enemies.filter_map(|e| Some((e, field.distance(unit, e)?))).filter(|(_, far)| *far <= reach).collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut closest: Vec<(UnitId, f32)> = Vec::new();
    for (enemy, far) in near {
        if closest.first().is_some_and(|(_, least)| far > least + 0.001) {
            break;
        }
        if sees(field, unit, enemy, look) {
            closest.push((enemy, far));
        }
    }
    closest.into_iter().map(|(enemy, _)| enemy).collect()
}

//! Where a side may lay a piece of terrain before it deploys (3.1.1).

use bevy::math::Vec2;

use super::kinds_left;
use crate::battle::terrain_setup::piece::{self, Sizes};
use crate::battle::terrain_setup::{Form, Outline, PieceShape, TerrainRule};
use crate::battle::{Asking, Mark, Measured, Refusal};
use crate::cite::Cite;
use crate::ids::Side;
use crate::rules::armati::data::data;
use crate::table::measure::TOUCH;
use crate::table::{Footprint, Ground, Mil, Pose};

/// The rule.
pub const RULE: Cite = Cite("3.1.1");

/// How a side lays a piece: oval, in its own half.
pub const LAYING: TerrainRule =
    TerrainRule { cite: RULE, kinds: kinds_left, forms: |_| &[Form::Oval], sizes, near, check };

fn sizes(_: crate::cite::Word) -> Sizes {
    let (smallest, largest) = (data().tables.terrain.smallest, data().tables.terrain.largest);
    let between = |least: f32, most: f32| (Mil::measured(least), Mil::measured(most));
    Sizes { long: between(smallest.1, largest.1), wide: between(smallest.0, largest.0) }
}

fn near(asking: &Asking) -> Vec2 {
    let ground = asking.view.ground();
    let own = if asking.side == Side::South { ground.depth / 3.0 } else { ground.depth * 2.0 / 3.0 };
    Vec2::new(ground.width / 4.0, own)
}

/// Checks that the side may lay a piece like that: its size, on the table, in the own half or touching the middle line,
/// apart from other pieces, and clear of the middle of the own zone.
///
/// # Errors
///
/// What was measured, and the limit.
fn check(asking: &Asking, shape: &PieceShape) -> Result<Outline, Refusal> {
    let (ground, side) = (asking.view.ground(), asking.side);
    let outline = shape.outline((ground.width, ground.depth));
    let refuse = |says| piece::refusal(RULE, side, outline.as_ref(), says);
    piece::check_size(shape, &sizes(shape.kind), refuse)?;
    let Some(outline) = &outline else { return Err(refuse("terrain-too-small")) };
    let points = outline.corners();
    if points.iter().any(|point| !ground.has(*point)) {
        return Err(refuse("terrain-off-table"));
    }
    let from_edge = |point: &Vec2| if side == Side::South { point.y } else { ground.depth - point.y };
    let near = Mil::measured(points.iter().map(from_edge).fold(f32::INFINITY, f32::min));
    let half = Mil::measured(ground.depth / 2.0);
    if near > half {
        return Err(refuse("terrain-own-half").above(Measured::Length(near), Measured::Length(half)));
    }
    piece::check_apart(outline, ground.pieces().iter(), *data().tables.terrain.apart, refuse)?;
    let clear = clear_zone(ground, side);
    // A piece that only touches the zone would overlap the zone made larger by two touches deeper than a touch.
    let kept = clear.grown(2.1 * TOUCH.to_inches());
    if outline.parts().iter().any(|part| part.meets(&kept)) {
        let corner = |c: &Vec2| (Mil::measured(c.x), Mil::measured(c.y));
        return Err(refuse("terrain-clear").mark(Mark::Band(clear.corners().iter().map(corner).collect())));
    }
    Ok(outline.clone())
}

/// The middle part of the own zone, which must stay clear.
fn clear_zone(ground: &Ground, side: Side) -> Footprint {
    let depth = data().tables.deployment.depth.to_inches();
    let width = ground.width / f32::from(data().tables.terrain.clear_share);
    let pose = match side {
        Side::South => Pose::new(ground.width / 2.0, depth, 0.0),
        Side::North => Pose::new(ground.width / 2.0, ground.depth - depth, 180.0),
    };
    Footprint::new(pose, width, depth)
}

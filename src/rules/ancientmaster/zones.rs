//! The four zones round a stand (A2.4, W73, W122): its front, its rear and its flanks, divided by the diagonals from its
//! corners.

use super::battlefield::Battlefield;
use super::data::tables;
use crate::ids::UnitId;
use crate::table::measure::extent_in_arc;
use crate::table::{Cdeg, Edge, Footprint};

/// The zones leave the corners halfway between the edges.
const DIAGONAL: Cdeg = Cdeg(4500);

/// The zone of a stand in which most of those prints lie: of a tie the front or the rear (W122).
pub fn zone(stand: &Footprint, prints: &[Footprint]) -> Edge {
    let area = |edge: Edge| prints.iter().map(|print| extent_in_arc(stand, edge, DIAGONAL, print)).sum::<f32>();
    let areas = Edge::ALL.map(|edge| (edge, area(edge)));
    // Within this many square inches areas are equal.
    let slack = tables().measure.area.inches() * tables().measure.area.inches();
    let most = areas.iter().map(|(_, area)| *area).fold(0.0, f32::max);
    let rank = |edge: Edge| usize::from(matches!(edge, Edge::Left | Edge::Right));
    let best = areas.into_iter().filter(|(_, area)| *area >= most - slack);
    best.min_by_key(|(edge, _)| rank(*edge)).map_or(Edge::Front, |(edge, _)| edge)
}

/// Whether an enemy is close in a flank or rear zone of the stand nearest to him (switch `flank_exposed`).
pub fn is_exposed(field: Battlefield, unit: UnitId) -> bool {
    let close = field.enemies_within(unit, tables().command.near.range());
    close.into_iter().any(|enemy| {
        let nearest = field.nearest_stands(unit, enemy);
        nearest.is_some_and(|(stand, _)| zone(&stand.print, &field.prints(enemy)) != Edge::Front)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ancientmaster::battlefield::stand_size;
    use crate::rules::ancientmaster::data::Cm;
    use crate::rules::ancientmaster::troop::Sort;
    use crate::table::Pose;

    /// An infantry stand with its middle there, cm.
    fn stand(x: f32, y: f32) -> Footprint {
        stand_size(Sort::Infantry).base(Pose::new(Cm(x).inches() + 30.0, Cm(y + 1.0).inches() + 20.0, 0.0))
    }

    /// A small square about a point.
    fn spot(x: f32, y: f32) -> [Footprint; 1] {
        [Footprint::new(
            Pose::new(Cm(x).inches() + 30.0, Cm(y + 0.2).inches() + 20.0, 0.0),
            Cm(0.4).inches(),
            Cm(0.4).inches(),
        )]
    }

    #[test]
    fn points_lie_in_the_zones_of_w73() {
        let me = stand(0.0, 0.0);
        assert!(matches!(zone(&me, &spot(5.0, 3.0)), Edge::Right));
        assert_eq!(zone(&me, &spot(3.0, 4.0)), Edge::Front);
        assert_eq!(zone(&me, &spot(4.0, 3.0)), Edge::Front, "on the diagonal");
        assert_eq!(zone(&me, &spot(0.0, -3.0)), Edge::Rear);
    }
}

//! Where a footprint stands exactly at another: with its front flush against an edge, or next to it in formation; and
//! where there is room.

use bevy::math::Vec2;

use super::footprint::{Edge, Footprint};
use super::measures::Cdeg;
use super::pose::Pose;
use super::slide;
use super::span::{Stretches, joined};

/// The pose whose front edge is flush against an edge of the target, facing it, with its middle `aside` inches from the
/// middle of that edge; positive is clockwise round the target.
pub fn against(target: &Footprint, edge: Edge, aside: f32) -> Pose {
    let [from, to] = target.edge(edge);
    let along = Vec2::new(target.outward(edge).y, -target.outward(edge).x);
    Pose { at: (from + to) / 2.0 + along * aside, heading: (outward_heading(target, edge) + Cdeg::HALF).heading() }
}

/// The pose of a footprint of that size that stands flush next to another and faces as it does: at its side with
/// the fronts level, behind it, or before it.
pub fn next_to(print: &Footprint, edge: Edge, width: f32, depth: f32) -> Pose {
    let pose = print.pose();
    match edge {
        Edge::Right => pose.shifted(0.0, print.half_width + width / 2.0),
        Edge::Left => pose.shifted(0.0, -print.half_width - width / 2.0),
        Edge::Rear => pose.shifted(-print.depth(), 0.0),
        Edge::Front => pose.shifted(depth, 0.0),
    }
}

/// The shifts along a unit direction, from `least` to `most` inches, at which a footprint overlaps none of the others:
/// the room there is for it along an edge or a line.
pub fn room<'a>(
    print: &Footprint,
    direction: Vec2,
    (least, most): (f32, f32),
    others: impl IntoIterator<Item = &'a Footprint>,
) -> Stretches {
    let taken = others.into_iter().filter_map(|other| {
        let passage = slide::passage(print, direction, other)?;
        Some((passage.enter, passage.leave))
    });
    let mut room = Stretches::new();
    let mut free_from = least;
    for (enter, leave) in joined(taken.collect()) {
        if enter >= free_from && free_from <= most {
            room.push((free_from, enter.min(most)));
        }
        free_from = free_from.max(leave);
    }
    if free_from <= most {
        room.push((free_from, most));
    }
    room
}

/// The heading out of an edge.
fn outward_heading(print: &Footprint, edge: Edge) -> Cdeg {
    print.heading + Cdeg::degrees(90 * edge as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Contact, Touched, contact, measure};

    fn stand(pose: Pose) -> Footprint {
        Footprint::new(pose, 2.0, 1.0)
    }

    fn touch(mover: &Footprint, target: &Footprint) -> Contact {
        assert!(!measure::overlap(mover, target));
        contact(mover, target).unwrap()
    }

    #[test]
    fn a_front_goes_flush_on_any_edge() {
        for degrees in [0.0, 90.0, 37.0] {
            let target = Footprint::new(Pose::new(30.0, 20.0, degrees), 4.0, 2.0);
            for edge in Edge::ALL {
                let touch = touch(&stand(against(&target, edge, 0.0)), &target);
                assert_eq!((touch.of, touch.other), (Touched::Edge(Edge::Front), Touched::Edge(edge)));
                assert!((touch.length - 2.0).abs() < 0.03);
            }
        }
    }

    #[test]
    fn aside_is_clockwise_round_the_target() {
        let target = Footprint::new(Pose::new(30.0, 20.0, 0.0), 4.0, 2.0);
        assert_eq!(against(&target, Edge::Front, 1.0), Pose::new(31.0, 20.0, 180.0));
        assert_eq!(against(&target, Edge::Right, 1.0), Pose::new(32.0, 18.0, 270.0));
        assert_eq!(against(&target, Edge::Rear, 1.0), Pose::new(29.0, 18.0, 0.0));
        assert_eq!(against(&target, Edge::Left, 1.0), Pose::new(28.0, 20.0, 90.0));
    }

    #[test]
    fn neighbours_face_alike_and_touch() {
        let first = stand(Pose::new(30.0, 20.0, 0.0));
        assert_eq!(next_to(&first, Edge::Right, 2.0, 1.0), Pose::new(32.0, 20.0, 0.0));
        assert_eq!(next_to(&first, Edge::Left, 4.0, 1.0), Pose::new(27.0, 20.0, 0.0));
        assert_eq!(next_to(&first, Edge::Rear, 2.0, 1.0), Pose::new(30.0, 19.0, 0.0));
        assert_eq!(next_to(&first, Edge::Front, 2.0, 1.5), Pose::new(30.0, 21.5, 0.0));
    }

    #[test]
    fn room_is_what_others_leave() {
        let target = Footprint::new(Pose::new(30.0, 20.0, 0.0), 8.0, 2.0);
        let print = stand(against(&target, Edge::Front, 0.0));
        // A friend over x 30.5 to 32.5 already stands there: 2 wide, so no middle from 29.5 to 33.5.
        let friend = stand(against(&target, Edge::Front, 1.5));
        let room = room(&print, Vec2::X, (-4.0, 4.0), [&friend, &target]);
        assert_eq!(room.len(), 2);
        assert!((room[0].0 + 4.0).abs() < 1e-4 && (room[0].1 + 0.5).abs() < 1e-4, "{room:?}");
        assert!((room[1].0 - 3.5).abs() < 1e-4 && room[1].1 == 4.0, "{room:?}");
        let none = super::room(&print, Vec2::X, (0.0, 3.0), [&friend]);
        assert!(none.is_empty(), "{none:?}");
    }
}

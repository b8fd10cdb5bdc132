//! Where a stone or a ball comes down, and who falls (C73 to C76).

use super::Engine;
use super::aim::{Aim, sections};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fighting::fighting;
use crate::table::{Footprint, Mil};

/// By how much a shot misses, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// Negative: short, or to the left.
    pub by: Mil,
    ball: bool,
}

impl Miss {
    /// The sentence for it.
    pub fn says(self) -> &'static str {
        match (self.ball, self.by.0.signum()) {
            (false, 0) => "on-target",
            (false, 1) => "lands-long",
            (false, _) => "lands-short",
            (true, 0) => "flies-straight",
            (true, 1) => "flies-right",
            (true, _) => "flies-left",
        }
    }
}

/// How far over a stone of these two dice goes, inches; negative short (C74).
pub fn scatter(over: u8, under: u8) -> i32 {
    match over.cmp(&under) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => i32::from(over),
        std::cmp::Ordering::Less => -i32::from(under),
    }
}

/// How far to the right a ball of that die flies at full range (C76).
pub fn deviation(face: u8) -> Mil {
    let row = &fighting().deviation;
    row.get(usize::from(face.max(1)) - 1).map_or(Mil::ZERO, |aside| **aside)
}

/// Who falls where it comes down with those dice, and by how much it misses.
pub fn lands(
    field: Battlefield,
    engine: &Engine,
    aim: &Aim,
    first: u8,
    second: Option<u8>,
) -> (Vec<(UnitId, u16)>, Miss) {
    let print = field.print(aim.by);
    if let Some(colour) = aim.colour {
        let aside = deviation(first);
        let parts = sections(&print, engine, aim.turned, colour, aside.to_inches());
        let meets = |base: &Footprint| parts.iter().any(|part| part.meets(base));
        return (fallen(field, aim.by, meets), Miss { by: aside, ball: true });
    }
    let by = scatter(first, second.unwrap_or(first));
    let from = print.front();
    let way = (aim.point() - from).normalize_or(print.forward());
    let at = aim.point() + way * by as f32;
    let radius = engine.stones.as_ref().map_or(0.0, |stones| stones.circle.to_inches() / 2.0);
    let meets = |base: &Footprint| base.nearest_to(at).distance(at) <= radius + 0.000_5;
    (fallen(field, UnitId(u16::MAX), meets), Miss { by: Mil::inches(by), ball: false })
}

/// The figures whose bases are struck; a machine loses two of its crew.
fn fallen(field: Battlefield, but: UnitId, struck: impl Fn(&Footprint) -> bool) -> Vec<(UnitId, u16)> {
    let there = field.0.roster().ids().filter(|unit| *unit != but && field.0.has_footprint(*unit));
    let of = |unit: UnitId| {
        let bases = field.0.placement(unit).bases(field.size(unit));
        let hit = bases.iter().filter(|base| struck(base)).count() as u16;
        let machine = field.kind(unit).is_machine();
        let fall = if machine && hit > 0 { fighting().crew_lost } else { hit };
        (unit, fall.min(field.figures(unit).into()))
    };
    there.map(of).filter(|(_, fall)| *fall > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::super::aim::Colour;
    use super::*;
    use crate::rules::chainmail::data::data;
    use crate::table::{Cdeg, Convex, Pose};
    use bevy::math::Vec2;

    fn over(parts: &[Convex], at: Vec2) -> bool {
        parts.iter().any(|part| part.holds(at))
    }

    fn engine(id: &str) -> &'static Engine {
        data().troop(id).and_then(|kind| kind.engine.as_ref()).unwrap()
    }

    /// C74: over 5, under 2: 5 long; 3 and 3 on target, one time in six.
    #[test]
    fn stones_miss_by_the_higher_die() {
        assert_eq!([scatter(5, 2), scatter(2, 5), scatter(3, 3)], [5, -5, 0]);
        let all = (1..=6).flat_map(|a| (1..=6).map(move |b| scatter(a, b)));
        assert_eq!(all.clone().filter(|miss| *miss == 0).count(), 6);
        // The mean miss of the others is 140/30.
        assert_eq!(all.map(i32::abs).sum::<i32>(), 140);
    }

    /// C75: sums 30, 36, 42; a light gun's black: at 18 inches hit, at 23 not.
    #[test]
    fn balls_fly_in_sections() {
        let sum = |id: &str| engine(id).balls.as_ref().unwrap().sections.iter().map(|s| s.0.0).sum::<i32>();
        assert_eq!([sum("light-gun"), sum("heavy-gun"), sum("bombard")], [30_000, 36_000, 42_000]);
        let gun = Footprint::new(Pose::new(20.0, 10.0, 0.0), 1.5, 2.5);
        let black = sections(&gun, engine("light-gun"), Cdeg::ZERO, Colour::Black, 0.0);
        assert!(over(&black, Vec2::new(20.0, 28.0)) && !over(&black, Vec2::new(20.0, 33.0)));
        assert!(over(&black, Vec2::new(20.0, 36.0)) && !over(&black, Vec2::new(20.4, 28.0)));
    }

    /// C76: die 1: 4.5 left at 30, 2.25 at 15; 4 straight.
    #[test]
    fn balls_go_aside_by_their_die() {
        let faces: Vec<i32> = (1..=6).map(|face| deviation(face).0).collect();
        assert_eq!(faces, [-4500, -3000, -1500, 0, 1500, 3000]);
        let gun = Footprint::new(Pose::new(20.0, 10.0, 0.0), 1.5, 2.5);
        let white = sections(&gun, engine("light-gun"), Cdeg::ZERO, Colour::White, deviation(1).to_inches());
        assert!(over(&white, Vec2::new(17.75, 25.0)) && !over(&white, Vec2::new(20.0, 25.0)));
    }
}

//! Commanders, their deputies and heroes as a battle's file has them (3.2, 11), each with a marker of his own.

use super::data::tables;
use super::muster::{Own, Recruit};
use super::state::{Officer, Role};
use crate::battle::setup::{FieldReader, Flaw, Locus};
use crate::cite::{Word, intern};
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Mil, Placement};

/// Charisma and level.
type Leader = (u8, u8);

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    pub role: Role,
    pub leader: Leader,
    /// Where he stands by himself.
    pub at: Option<(f32, f32)>,
}

/// Who begins with a unit, or beside it, as its file says.
#[derive(Clone, Debug, Default)]
pub struct Staff {
    pub leaders: Vec<Named>,
    /// Who takes over from its own commander, from the brigade's and the army's.
    pub deputies: [Option<Leader>; 3],
}

const PAIR: &str = "charisma and level, as (12, 4)";
const POINT: &str = "a point on the table, as (36, 12)";

/// Reads a unit's staff; `usual`: a commander that it has where the file says nothing.
pub fn read(fields: &mut FieldReader, usual: Option<Leader>) -> Staff {
    let mut staff = Staff {
        deputies: [fields.take("deputy", PAIR), fields.take("brigade_deputy", PAIR), fields.take("army_deputy", PAIR)],
        ..Staff::default()
    };
    let own = fields.take("commander", PAIR).or(usual);
    let named = [
        (Role::Unit, own, "commander_at"),
        (Role::Brigade, fields.take("brigade", PAIR), "brigade_at"),
        (Role::Army, fields.take("army", PAIR), "army_at"),
        (Role::Hero, fields.whole("hero", 1, 20).map(|level| (0, level as u8)), "hero_at"),
    ];
    for (role, leader, at) in named {
        let place = fields.take(at, POINT);
        match leader {
            Some(leader) => staff.leaders.push(Named { role, leader, at: place }),
            None if place.is_some() => fields.flaw(at, "there is nobody to stand there"),
            None => {}
        }
    }
    staff
}

/// All commanders and heroes, in the order of their units; their markers go to the end of the recruits.
pub fn muster(recruits: &mut Vec<Recruit>, table: (f32, f32), flaws: &mut Vec<Flaw>) -> Vec<Officer> {
    let mut all = Vec::new();
    let mut markers = Vec::new();
    for (i, recruit) in recruits.iter().enumerate() {
        let unit = UnitId(i as u16);
        for Named { role, leader: (cha, level), at } in &recruit.own.staff.leaders {
            let what = match role {
                Role::Unit => "commander",
                Role::Brigade => "brigadier",
                Role::Army => "general",
                Role::Hero => "hero",
            };
            let name = format!("{}-{what}", recruit.name.0);
            let locus =
                || recruit.place.map_or(Locus::Top("sides"), |(b, u)| Locus::Unit(recruit.side, b, u, what.into()));
            if recruits.iter().any(|other| other.name.0 == name) {
                flaws.push(Flaw::error(locus(), format!("`{name}` is this {what}'s name, and a unit's")));
                continue;
            }
            if at.is_some_and(|(x, y)| !(0.0..=table.0).contains(&x) || !(0.0..=table.1).contains(&y)) {
                flaws.push(Flaw::error(locus(), format!("`{name}` stands off the table")));
            }
            let placement = at.map_or(Placement::Off, |(x, y)| Placement::Token(bevy::math::Vec2::new(x, y)));
            markers.push(marker(&name, recruit.side, placement));
            all.push(Officer {
                side: recruit.side,
                role: *role,
                cha: *cha,
                level: *level,
                with: unit,
                own: unit,
                body: (*role == Role::Brigade).then(|| body_before(recruits, recruit)),
                wounded: false,
                lost: false,
                alone: at.map(|(x, y)| (Mil::measured(x), Mil::measured(y))),
                spent: Mil::ZERO,
                marker: Some(UnitId((recruits.len() + markers.len() - 1) as u16)),
            });
        }
    }
    recruits.extend(markers);
    all
}

fn marker(name: &str, side: Side, placement: Placement) -> Recruit {
    let own = Own::default();
    Recruit { name: Word(intern(name)), side, base: BaseSize::new(0.0, 0.0), placement, place: None, own }
}

/// The number of a recruit's body: north's bodies come before south's.
fn body_before(recruits: &[Recruit], recruit: &Recruit) -> u16 {
    let mut seen: Vec<(Side, usize)> = Vec::new();
    for other in recruits {
        if let Some((body, _)) = other.place
            && !seen.contains(&(other.side, body))
        {
            seen.push((other.side, body));
        }
    }
    let own = recruit.place.map(|(body, _)| (recruit.side, body));
    seen.iter().position(|body| Some(*body) == own).unwrap_or(0) as u16
}

/// Who takes over from a commander of that role who is lost: the deputy of the file, else, in a unit, a sergeant.
pub fn next_of(role: Role, deputies: &[Option<Leader>; 3], lost_before: usize) -> Option<Leader> {
    let place = match role {
        Role::Unit => 0,
        Role::Brigade => 1,
        Role::Army => 2,
        Role::Hero => return None,
    };
    let sergeant = &tables().command.sergeant;
    let deputy = deputies[place].filter(|_| lost_before <= 1);
    deputy.or_else(|| (role == Role::Unit).then_some((sergeant.cha, sergeant.level)))
}

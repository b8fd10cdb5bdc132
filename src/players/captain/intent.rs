//! The task that follows from the army's [intent](Intent) for each wing and line. Both are computed from the position
//! alone where no intent is given, so whoever is asked in the midst of a battle answers as if he had led it from its
//! beginning. Inertia lies in the position too: a wing that has come near the enemy goes on where one that is far from him
//! would not begin.

use std::cell::OnceCell;

use serde::Serialize;
use smallvec::SmallVec;

use super::sectors::Front;
use super::sight::{SLACK, Seen, Sight};
use super::wings::{Arm, Wing};
use crate::battle::{Intent, Stance};
use crate::ids::UnitId;
use crate::table::measure::{distance, forward, side};

/// The share of a battle's turns that the fight of the lines takes.
const FIGHT: f32 = 0.5;
/// The value of an inch nearer to the enemy in an attack, in points, where foot moves six inches.
const DRIVE: f32 = 0.6;
/// The same when there is no time to lose.
const PRESSED: f32 = 0.8;
/// The same on the last inches, when the enemy could charge.
const STRIKE: f32 = 0.1;
/// The share of it that counts for horse, who can ride round the enemy instead.
const RIDERS: f32 = 0.3;
/// The same for horse that has nobody of its kind before it.
const FREE_RIDERS: f32 = 0.6;
/// The value of an inch nearer to where friends fight, in points.
const SUPPORT: f32 = 0.1;
/// The same for a line that is to support them.
const RELIEF: f32 = 0.2;
/// The least value of a fight that a wing seeks which attacks, in points, and by how much it falls to the end of the battle.
const BOLD: f32 = 1.0;
const LATE: f32 = 5.0;
/// The least value of a fight that a wing seeks which may wait.
const WARY: f32 = 3.0;
/// The same for a wing that may wait, when its part of the field is fighting already.
const JOINED: f32 = 1.0;
/// How near a fight must be for that, inches on the scale where foot moves six.
const BY: f32 = 14.0;
/// How far the line of battle stays away from the enemy while it waits for the wings, inches.
const STAND_OFF: f32 = 6.0;
/// From when on it no longer does, as a share of the battle's turns.
const STAND_OFF_ENDS: f32 = 0.6;
/// By how much of its move a line may be nearer to the enemy than the last of those who attack with it, and the most that it
/// waits for them, inches on the scale where foot moves six.
const STEP: f32 = 0.7;
const WAITS: f32 = 8.0;
/// How far behind the line before it a second line keeps, inches.
const INTERVAL: f32 = 3.0;
/// How far before a line another one is the line that it supports.
const AHEAD: f32 = 16.0;

/// What a wing or line is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Duty {
    /// To skirmish before the line.
    Screen,
    /// To go at the enemy before it.
    Break,
    /// To win the flank.
    Turn,
    /// To come into the enemy's rear.
    Exploit,
    /// To follow the line before it, and to join its fights.
    Support,
    /// To stand where it is.
    Hold,
}

/// The task of a wing, in the numbers by which marches are weighed.
#[derive(Clone, Debug)]
pub struct Brief {
    pub duty: Duty,
    /// The least value of a fight that is sought, in points.
    pub caution: f32,
    /// The value of an inch nearer to the enemy, in points, and how near it wants to come.
    pub drive: f32,
    pub stand_off: f32,
    /// The same for the last inches, in which the enemy could charge it.
    pub strike: f32,
    /// Whether it keeps out of the way of friends behind it who want to come on.
    pub gives_way: bool,
    /// The value of an inch nearer to where friends fight, in points.
    pub support: f32,
    /// Whether it lets the enemy come: it leaves its ground for a fight that is worth it now, and not for one that it might
    /// have later.
    pub waits: bool,
}

impl Brief {
    /// No task.
    pub const NONE: Brief = Brief {
        duty: Duty::Hold,
        caution: 0.0,
        drive: 0.0,
        stand_off: 0.0,
        strike: 0.0,
        gives_way: false,
        support: 0.0,
        waits: false,
    };
}

/// The army's wings and lines, and the task of each.
#[derive(Clone, Debug)]
pub struct Army {
    pub wings: Vec<(Wing, Brief)>,
    /// Where among them each unit is, by its number.
    places: Vec<Option<u16>>,
}

impl Army {
    /// What that side wants, and what its wings are to do for it.
    pub fn of(sight: &Sight) -> Army {
        let all = Wing::all(sight);
        let intent = sight.intent();
        let state = State::of(sight, &all, intent);
        let own = state.all.iter().filter(|of| of.wing.side == sight.side);
        let wings: Vec<(Wing, Brief)> = own.map(|of| (of.wing.clone(), state.brief(of))).collect();
        let mut places = vec![None; sight.units.last().map_or(0, |last| last.unit.index() + 1)];
        for (n, (wing, _)) in wings.iter().enumerate() {
            wing.units.iter().for_each(|unit| places[unit.index()] = Some(n as u16));
        }
        Army { wings, places }
    }

    /// Whether two units are of one wing or line.
    pub fn are_one(&self, one: UnitId, other: UnitId) -> bool {
        self.place(one) == self.place(other)
    }

    fn place(&self, unit: UnitId) -> Option<u16> {
        self.places.get(unit.index()).copied().flatten()
    }

    /// The task of a unit.
    pub fn brief(&self, unit: UnitId) -> Option<&Brief> {
        self.place(unit).map(|place| &self.wings[usize::from(place)].1)
    }
}

struct State<'a, 'w> {
    sight: &'a Sight<'w>,
    all: Vec<Known<'a>>,
    intent: Intent,
    front: Front,
    /// Whether there is no time to lose.
    pressed: bool,
    /// How far the lines that attack are from the enemy, by the place of each wing among all; none: not of them.
    abreast: Vec<Option<f32>>,
}

/// A wing, with what is asked of it again and again.
struct Known<'a> {
    wing: &'a Wing,
    members: SmallVec<[&'a Seen; 8]>,
    /// How far it is from the enemy's line of battle, inches; worked out for own wings.
    gap: f32,
    screens: OnceCell<bool>,
    is_second: OnceCell<bool>,
}

impl<'a, 'w> State<'a, 'w> {
    fn of(sight: &'a Sight<'w>, all: &'a [Wing], intent: Intent) -> State<'a, 'w> {
        let known = |wing: &'a Wing| {
            let members: SmallVec<[&Seen; 8]> = wing.units.iter().filter_map(|unit| sight.get(*unit)).collect();
            let gap = if wing.side == sight.side { gap(sight, &members) } else { f32::INFINITY };
            Known { wing, members, gap, screens: OnceCell::new(), is_second: OnceCell::new() }
        };
        let all = all.iter().map(known).collect();
        let front = Front::of(sight);
        let mut state = State { sight, all, intent, front, pressed: false, abreast: Vec::new() };
        let foot = state.all.iter().filter(|of| of.wing.side == sight.side && of.wing.arm == Arm::Foot);
        let gap = foot.map(|of| of.gap).fold(f32::INFINITY, f32::min);
        let needed = if gap.is_finite() { gap / (6.0 * sight.scale) } else { 0.0 };
        state.pressed = intent != Intent::HOLD && needed + FIGHT * sight.turns >= sight.left;
        let goes = |of: &Known| {
            let line = of.wing.side == sight.side && of.wing.arm == Arm::Foot && !of.wing.fights;
            line && state.attacks(of) && !state.screens(of) && !state.is_second(of)
        };
        let abreast = state.all.iter().map(|of| goes(of).then_some(of.gap)).collect();
        state.abreast = abreast;
        state
    }

    /// Whether the part of the army that a wing stands in goes at the enemy.
    fn attacks(&self, of: &Known) -> bool {
        self.intent.of(self.front.sector(of.wing.middle)) == Stance::Attack
    }

    /// How near the enemy a line may come so that the others can keep up with it, inches.
    fn keeps_pace(&self, of: &Known) -> f32 {
        let others = self.all.iter().zip(&self.abreast).filter(|(other, _)| other.wing.units != of.wing.units);
        let last = others.filter_map(|(_, gap)| *gap).fold(0.0, f32::max);
        let pace = of.members.iter().map(|unit| unit.pace).fold(f32::INFINITY, f32::min);
        (last - pace * STEP).clamp(0.0, WAITS * self.sight.scale)
    }

    /// Whether somebody fights near a wing, or it does itself.
    fn is_joined(&self, of: &Known) -> bool {
        let near = |own: &&Seen| {
            let mut fights = self.sight.enemies().filter(|enemy| enemy.engaged && !enemy.is_slight());
            fights.any(|enemy| distance(&own.print, &enemy.print) <= BY * self.sight.scale)
        };
        of.wing.fights || of.members.iter().any(near)
    }

    /// Whether the lines fight anywhere.
    fn fight_is_on(&self) -> bool {
        self.sight.enemies().any(|enemy| enemy.engaged && !enemy.is_slight())
    }

    /// The share of a wing's units that have others of their side before them, who belong to another wing for which
    /// `counts` holds.
    fn behind(&self, of: &Known, counts: impl Fn(&Known) -> bool) -> f32 {
        let before: SmallVec<[&Known; 16]> = self.others(of).filter(|other| counts(other)).collect();
        let is_behind = |own: &&&Seen| {
            before.iter().flat_map(|other| &other.members).any(|other| {
                let ahead = forward(&own.print, other.print.centre);
                let aside = side(&own.print, other.print.centre).abs();
                ahead > 0.0 && ahead < AHEAD * self.sight.scale && aside < own.print.half_width + other.print.half_width
            })
        };
        of.members.iter().filter(is_behind).count() as f32 / of.members.len().max(1) as f32
    }

    /// The other wings of its side.
    fn others<'s>(&'s self, of: &'s Known) -> impl Iterator<Item = &'s Known<'a>> {
        self.all.iter().filter(|other| other.wing.side == of.wing.side && other.wing.units != of.wing.units)
    }

    /// Whether a wing is a second line: most of it stands behind another line of foot.
    fn is_second(&self, of: &Known) -> bool {
        let is_second = || self.behind(of, |other| other.wing.arm == Arm::Foot && !self.screens(other)) > 0.5;
        *of.is_second.get_or_init(is_second)
    }

    /// Whether a wing shoots and has stronger friends behind it.
    fn screens(&self, of: &Known) -> bool {
        let shoots = || of.members.iter().all(|unit| unit.range > 0.0) && self.has_behind(of);
        *of.screens.get_or_init(|| of.wing.arm == Arm::Light || shoots())
    }

    /// Whether stronger units of its side stand behind a wing.
    fn has_behind(&self, of: &Known) -> bool {
        let weight = |wing: &Wing| wing.value / wing.units.len().max(1) as f32;
        let mut stronger = self
            .others(of)
            .map(|other| other.wing)
            .filter(|other| other.arm != Arm::Light && weight(other) > weight(of.wing));
        stronger.any(|other| {
            let way = of.wing.middle - other.middle;
            let (ahead, aside) = (way.dot(other.forward), way.perp_dot(other.forward).abs());
            ahead > 0.0 && ahead < AHEAD * self.sight.scale && aside < AHEAD * self.sight.scale
        })
    }

    fn brief(&self, of: &Known) -> Brief {
        let wing = of.wing;
        let sight = self.sight;
        let attack = self.attacks(of);
        let pressed = self.pressed && attack;
        let joined = self.is_joined(of);
        let caution = match (attack, joined) {
            (true, _) => BOLD - LATE * sight.late,
            (false, true) => JOINED,
            (false, false) => WARY,
        };
        let drive = match (attack, pressed) {
            (false, _) => 0.0,
            (true, false) => DRIVE,
            (true, true) => PRESSED,
        };
        let waits = STAND_OFF * sight.scale * (1.0 - sight.late / STAND_OFF_ENDS).max(0.0);
        let stand_off = if pressed { 0.0 } else { waits };
        let plain = Brief {
            duty: Duty::Break,
            caution,
            drive,
            stand_off,
            strike: if attack { STRIKE } else { 0.0 },
            gives_way: false,
            support: SUPPORT,
            waits: wing.arm == Arm::Foot && !attack && !joined,
        };
        match wing.arm {
            Arm::Light => Brief { duty: Duty::Screen, gives_way: true, support: 0.0, ..plain },
            Arm::Foot if self.screens(of) => Brief { duty: Duty::Screen, gives_way: attack, ..plain },
            Arm::Horse => {
                let mut horse = self
                    .all
                    .iter()
                    .map(|other| other.wing)
                    .filter(|other| other.side != wing.side && other.arm == Arm::Horse);
                let opposed = horse.any(|other| other.middle.distance(wing.middle) < 30.0 * sight.scale);
                match (opposed, attack || self.fight_is_on()) {
                    (true, _) => Brief { duty: Duty::Turn, drive: drive * RIDERS, ..plain },
                    // Who has nobody of his kind before him rides into the enemy's rear, even where the army lets him come.
                    (false, true) => {
                        let drive = if pressed { PRESSED } else { DRIVE } * FREE_RIDERS;
                        let caution = BOLD - LATE * sight.late;
                        Brief { duty: Duty::Exploit, caution, drive, strike: STRIKE, ..plain }
                    }
                    (false, false) => Brief { duty: Duty::Exploit, ..plain },
                }
            }
            Arm::Foot if self.is_second(of) => {
                Brief { duty: Duty::Support, support: RELIEF, stand_off: stand_off + INTERVAL, ..plain }
            }
            Arm::Foot if attack && !joined => Brief { stand_off: stand_off.max(self.keeps_pace(of)), ..plain },
            Arm::Foot if attack => plain,
            Arm::Foot => Brief { duty: Duty::Hold, ..plain },
        }
    }
}

/// How far units are from the enemy's line of battle, inches.
fn gap(sight: &Sight, units: &[&Seen]) -> f32 {
    let mut gap = f32::INFINITY;
    for enemy in sight.enemies().filter(|enemy| !enemy.is_slight()) {
        for own in units {
            // Circles round the two decide most cases.
            let least = own.print.centre.distance(enemy.print.centre) - own.print.radius - enemy.print.radius - SLACK;
            if least <= gap {
                let near = own.print.half_depth + enemy.print.radius;
                let round = sight.detour(own, own.print.centre, enemy.print.centre, near);
                let way = distance(&own.print, &enemy.print);
                gap = gap.min(round.map_or(way, |round| way.max(round.length - near)));
            }
        }
    }
    gap
}

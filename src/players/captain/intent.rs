//! What the army wants to do, and the task that follows from it for each wing and line. Both are computed from the
//! position alone, so whoever is asked in the midst of a battle answers as if he had led it from its beginning. Inertia
//! lies in the position too: a wing that has come near the enemy goes on where one that is far from him would not begin.

use smallvec::SmallVec;

use super::sight::{Seen, Sight};
use super::wings::{Arm, Wing};
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

/// What the army wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To seek the decision.
    Attack,
    /// To let the enemy come.
    Hold,
}

/// What a wing or line is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    };
}

/// The army's wings and lines, and the task of each.
#[derive(Clone, Debug)]
pub struct Army {
    pub wings: Vec<(Wing, Brief)>,
}

impl Army {
    /// What that side wants, and what its wings are to do for it.
    pub fn of(sight: &Sight) -> Army {
        let all = Wing::all(sight);
        let intent = if sight.must_attack { Intent::Attack } else { Intent::Hold };
        let state = State::of(sight, &all, intent);
        let own = all.iter().filter(|wing| wing.side == sight.side);
        let wings = own.map(|wing| (wing.clone(), state.brief(wing))).collect();
        Army { wings }
    }

    /// Whether two units are of one wing or line.
    pub fn are_one(&self, one: UnitId, other: UnitId) -> bool {
        let of = |unit: UnitId| self.wings.iter().position(|(wing, _)| wing.units.contains(&unit));
        of(one) == of(other)
    }

    /// The task of a unit.
    pub fn brief(&self, unit: UnitId) -> Option<&Brief> {
        self.wings.iter().find(|(wing, _)| wing.units.contains(&unit)).map(|(_, brief)| brief)
    }
}

struct State<'a, 'w> {
    sight: &'a Sight<'w>,
    all: &'a [Wing],
    intent: Intent,
    /// Whether there is no time to lose.
    pressed: bool,
    /// How far the last of the lines that attack is from the enemy, by the place of each wing among all; none: not of them.
    abreast: Vec<Option<f32>>,
}

impl<'a, 'w> State<'a, 'w> {
    fn of(sight: &'a Sight<'w>, all: &'a [Wing], intent: Intent) -> State<'a, 'w> {
        let mut state = State { sight, all, intent, pressed: false, abreast: Vec::new() };
        let foot = all.iter().filter(|wing| wing.side == sight.side && wing.arm == Arm::Foot);
        let gap = foot.map(|wing| state.gap(wing)).fold(f32::INFINITY, f32::min);
        let needed = if gap.is_finite() { gap / (6.0 * sight.scale) } else { 0.0 };
        state.pressed = intent == Intent::Attack && needed + FIGHT * sight.turns >= sight.left;
        let attacks = |wing: &Wing| {
            let line = wing.side == sight.side && wing.arm == Arm::Foot && !wing.fights;
            line && !state.screens(wing) && !state.is_second(wing)
        };
        let abreast = all.iter().map(|wing| attacks(wing).then(|| state.gap(wing))).collect();
        state.abreast = abreast;
        state
    }

    /// How near the enemy a line may come so that the others can keep up with it, inches.
    fn keeps_pace(&self, wing: &Wing) -> f32 {
        let others = self.all.iter().zip(&self.abreast).filter(|(other, _)| other.units != wing.units);
        let last = others.filter_map(|(_, gap)| *gap).fold(0.0, f32::max);
        let pace = self.members(wing).iter().map(|unit| unit.pace).fold(f32::INFINITY, f32::min);
        (last - pace * STEP).clamp(0.0, WAITS * self.sight.scale)
    }

    /// How far a wing is from the enemy's line of battle, inches.
    fn gap(&self, wing: &Wing) -> f32 {
        let units = self.members(wing);
        let gaps = units.iter().flat_map(|own| {
            let enemies = self.sight.enemies().filter(|enemy| !enemy.is_slight());
            enemies.map(|enemy| distance(&own.print, &enemy.print))
        });
        gaps.fold(f32::INFINITY, f32::min)
    }

    fn members(&self, wing: &Wing) -> SmallVec<[&'a Seen; 8]> {
        wing.units.iter().filter_map(|unit| self.sight.get(*unit)).collect()
    }

    /// Whether somebody fights near a wing, or it does itself.
    fn is_joined(&self, wing: &Wing) -> bool {
        let near = |own: &&Seen| {
            let mut fights = self.sight.enemies().filter(|enemy| enemy.engaged && !enemy.is_slight());
            fights.any(|enemy| distance(&own.print, &enemy.print) <= BY * self.sight.scale)
        };
        wing.fights || self.members(wing).iter().any(near)
    }

    /// The share of a wing's units that have others of their side before them, who belong to another wing for which
    /// `counts` holds.
    fn behind(&self, wing: &Wing, counts: impl Fn(&Wing) -> bool) -> f32 {
        let others = self.all.iter().filter(|other| other.side == wing.side && other.units != wing.units);
        let others: SmallVec<[&Seen; 16]> =
            others.filter(|other| counts(other)).flat_map(|other| self.members(other)).collect();
        let is_behind = |own: &&&Seen| {
            others.iter().any(|other| {
                let ahead = forward(&own.print, other.print.centre);
                let aside = side(&own.print, other.print.centre).abs();
                ahead > 0.0 && ahead < AHEAD * self.sight.scale && aside < own.print.half_width + other.print.half_width
            })
        };
        let members = self.members(wing);
        members.iter().filter(is_behind).count() as f32 / members.len().max(1) as f32
    }

    /// Whether a wing is a second line: most of it stands behind another line of foot.
    fn is_second(&self, wing: &Wing) -> bool {
        self.behind(wing, |other| other.arm == Arm::Foot && !self.screens(other)) > 0.5
    }

    /// Whether a wing shoots and has stronger friends behind it.
    fn screens(&self, wing: &Wing) -> bool {
        wing.arm == Arm::Light || (self.members(wing).iter().all(|unit| unit.range > 0.0) && self.has_behind(wing))
    }

    /// Whether stronger units of its side stand behind a wing.
    fn has_behind(&self, wing: &Wing) -> bool {
        let weight = |wing: &Wing| wing.value / wing.units.len().max(1) as f32;
        let others = self.all.iter().filter(|other| other.side == wing.side && other.units != wing.units);
        let mut stronger = others.filter(|other| other.arm != Arm::Light && weight(other) > weight(wing));
        stronger.any(|other| {
            let way = wing.middle - other.middle;
            let (ahead, aside) = (way.dot(other.forward), way.perp_dot(other.forward).abs());
            ahead > 0.0 && ahead < AHEAD * self.sight.scale && aside < AHEAD * self.sight.scale
        })
    }

    fn brief(&self, wing: &Wing) -> Brief {
        let sight = self.sight;
        let attack = self.intent == Intent::Attack;
        let joined = self.is_joined(wing);
        let caution = match (attack, joined) {
            (true, _) => BOLD - LATE * sight.late,
            (false, true) => JOINED,
            (false, false) => WARY,
        };
        let drive = match (attack, self.pressed) {
            (false, _) => 0.0,
            (true, false) => DRIVE,
            (true, true) => PRESSED,
        };
        let waits = STAND_OFF * sight.scale * (1.0 - sight.late / STAND_OFF_ENDS).max(0.0);
        let stand_off = if self.pressed { 0.0 } else { waits };
        let plain = Brief {
            duty: Duty::Break,
            caution,
            drive,
            stand_off,
            strike: if attack { STRIKE } else { 0.0 },
            gives_way: false,
            support: SUPPORT,
        };
        match wing.arm {
            Arm::Light => Brief { duty: Duty::Screen, gives_way: true, support: 0.0, ..plain },
            Arm::Foot if self.screens(wing) => Brief { duty: Duty::Screen, gives_way: attack, ..plain },
            Arm::Horse => {
                let mut horse = self.all.iter().filter(|other| other.side != wing.side && other.arm == Arm::Horse);
                let opposed = horse.any(|other| other.middle.distance(wing.middle) < 30.0 * sight.scale);
                let duty = if opposed { Duty::Turn } else { Duty::Exploit };
                Brief { duty, drive: drive * if opposed { RIDERS } else { FREE_RIDERS }, ..plain }
            }
            Arm::Foot if self.is_second(wing) => {
                Brief { duty: Duty::Support, support: RELIEF, stand_off: stand_off + INTERVAL, ..plain }
            }
            Arm::Foot if attack && !joined => Brief { stand_off: stand_off.max(self.keeps_pace(wing)), ..plain },
            Arm::Foot if attack => plain,
            Arm::Foot => Brief { duty: Duty::Hold, ..plain },
        }
    }
}

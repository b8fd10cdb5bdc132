//! Weather (12.5): a die in the first turn and in every even one, the same for both sides; heat tires, rain wets powder, hard rain
//! wets strings and in the end makes mud.

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::fighting::{fighting, share};
use super::numbers::Weapon;
use super::switches::Switch;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Truth, alter_one};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::Side;
use crate::table::Mil;

const RULE: Cite = Cite("C122");

/// What comes down, or does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sky {
    /// Nothing.
    #[default]
    Clear,
    /// Clear, and hot.
    Heat,
    /// Clouds.
    Cloudy,
    /// Light rain.
    Rain,
    /// Hard rain.
    HardRain,
}

/// The weather of the battle.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weather {
    pub sky: Sky,
    /// Turns of hard rain running.
    pub hard: u8,
    /// The ground is mud for the rest of the battle.
    pub mud: bool,
}

/// A job: the die for the weather of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Changes {
    pub turn: u32,
}

impl Job for Changes {
    const NAME: &'static str = "chainmail.weather-changes";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(changes, self, world)
    }
}

impl Sky {
    /// What it becomes by a die (C122); `first`: it is the die of the first turn.
    pub fn after(self, first: bool, face: u8) -> Sky {
        let rows = &fighting().weather;
        let row = match self {
            _ if first => &rows.first,
            Sky::Clear | Sky::Heat => &rows.clear,
            Sky::Cloudy => &rows.cloudy,
            Sky::Rain | Sky::HardRain => &rows.rain,
        };
        row.get(usize::from(face.max(1)) - 1).copied().unwrap_or(self)
    }

    fn says(self) -> &'static str {
        match self {
            Sky::Clear => "weather-clear",
            Sky::Heat => "weather-heat",
            Sky::Cloudy => "weather-cloudy",
            Sky::Rain => "weather-rain",
            Sky::HardRain => "weather-hard-rain",
        }
    }
}

/// Whether a die is thrown for the weather of a turn.
pub fn is_due(field: Battlefield, turn: u32) -> bool {
    field.plays(Switch::Weather) && (turn == 1 || turn.is_multiple_of(2))
}

pub fn changes(InRef(job): InRef<Changes>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut roller = dice.roller();
    let face = match roller.die(Die::d6(Side::North, None, Word("weather"))) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let sky = of(field).sky.after(job.turn == 1, face);
    let fact = Fact::new(RULE, Narration::Said(Word(sky.says()))).dice(roller.rolled()).tally(Tally::default().with(
        Word("die"),
        face.into(),
        RULE,
    ));
    Effects::pop().fact(fact.change(alter_one(move |weather: &mut Weather| weather.sky = sky)))
}

fn of(field: Battlefield) -> Weather {
    *field.0.battle_state::<Weather>()
}

/// Whether the ground is mud: for good, or in the first turns of a battle that begins so.
pub fn is_mud(field: Battlefield) -> bool {
    let begins = field.plays(Switch::WetGround) && field.0.clock().turn <= u32::from(fighting().weather.wet_turns);
    begins || (field.plays(Switch::Weather) && of(field).mud)
}

/// What mud leaves of a length of the Move.
pub fn in_mud(field: Battlefield, length: Mil) -> Mil {
    if is_mud(field) { share(length, fighting().weather.mud) } else { length }
}

/// Whether heat doubles what tires.
pub fn is_hot(field: Battlefield) -> bool {
    field.plays(Switch::Weather) && of(field).sky == Sky::Heat
}

/// Whether it rains: no powder burns.
pub fn rains(field: Battlefield) -> bool {
    field.plays(Switch::Weather) && matches!(of(field).sky, Sky::Rain | Sky::HardRain)
}

/// What hard rain leaves of the range of a weapon: bows and crossbows reach half as far.
pub fn reaches(field: Battlefield, weapon: &Weapon, range: Mil) -> Mil {
    let wet = field.plays(Switch::Weather) && of(field).sky == Sky::HardRain;
    let strung = !weapon.thrown && !weapon.powder;
    if wet && strung { share(range, fighting().weather.strings) } else { range }
}

/// What the rain of a turn counts for the ground when it ends.
pub fn ends(field: Battlefield) -> Option<Fact> {
    if !field.plays(Switch::Weather) {
        return None;
    }
    let now = of(field);
    let hard = if now.sky == Sky::HardRain { now.hard.saturating_add(1) } else { 0 };
    let after = fighting().weather.mud_after;
    let mud = now.mud || hard >= after;
    if (hard, mud) == (now.hard, now.mud) {
        return None;
    }
    let says = if mud && !now.mud { "weather-mud" } else { "weather-counted" };
    let fact = Fact::new(RULE, Narration::Said(Word(says)))
        .word(Word("measured"), Arg::Measured(Measured::Count(hard.into())));
    Some(fact.change(alter_one(move |weather: &mut Weather| (weather.hard, weather.mud) = (hard, mud))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C122: 3 clear, 4 cloudy, 6 rain; then by what it is.
    #[test]
    fn the_sky_goes_by_its_die() {
        let first: Vec<Sky> = (1..=6).map(|face| Sky::Clear.after(true, face)).collect();
        assert_eq!(first, [Sky::Clear, Sky::Clear, Sky::Clear, Sky::Cloudy, Sky::Cloudy, Sky::Rain]);
        let of = |sky: Sky| (1..=6).map(|face| sky.after(false, face)).collect::<Vec<_>>();
        assert_eq!((of(Sky::Clear)[0], of(Sky::Clear)[1], of(Sky::Clear)[5]), (Sky::Heat, Sky::Clear, Sky::Cloudy));
        assert_eq!((of(Sky::Cloudy)[2], of(Sky::Cloudy)[3], of(Sky::Cloudy)[5]), (Sky::Clear, Sky::Cloudy, Sky::Rain));
        let rain = [Sky::Rain, Sky::Rain, Sky::Cloudy, Sky::Cloudy, Sky::HardRain, Sky::HardRain];
        assert_eq!((of(Sky::Rain), of(Sky::HardRain)), (rain.to_vec(), rain.to_vec()));
    }
}

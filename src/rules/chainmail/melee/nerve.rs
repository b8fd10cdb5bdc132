//! Peasants must take heart before they strike (11.2).

use super::Fights;
use crate::battle::{Arg, DiceHand, Effects, Fact, Measured, Narration, Ref, alter_one};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::state::Contact;

const RULE: Cite = Cite("C116");

/// What a unit needs on two dice to strike in a melee; none where it strikes without. Of several enemies the highest number.
pub fn needs(field: Battlefield, contacts: &[Contact], unit: UnitId) -> Option<i32> {
    if !field.kind(unit).timid || field.flight(unit).is_some() {
        return None;
    }
    let numbers = fighting();
    let attacks = contacts.iter().any(|of| of.by == unit);
    let row = if attacks { &numbers.timid_attack } else { &numbers.timid_defence };
    let enemies = contacts.iter().filter_map(|of| match unit {
        unit if of.by == unit => Some(of.at),
        unit if of.at == unit => Some(of.by),
        _ => None,
    });
    enemies.map(|enemy| row.at(field.class(enemy), field.kind(enemy).timid)).max()
}

/// Two dice against that score.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(dice: &mut impl Roll, needs: i32, side: Side, unit: UnitId) -> Result<(Tally, bool), NeedDice> {
    let mut sum = Tally::default();
    for _ in 0..2 {
        sum.add(Word("die"), dice.die(Die::d6(side, Some(unit), Word("heart")))?.into(), RULE);
    }
    let takes = sum.total() >= needs;
    Ok((sum, takes))
}

/// A unit takes heart, or strikes nobody in this round.
pub fn takes_heart(field: Battlefield, unit: UnitId, needs: i32, dice: &DiceHand) -> Effects {
    let mut roller = dice.roller();
    let (sum, takes) = match roll(&mut roller, needs, field.0.side_of(unit), unit) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(RULE, Narration::Said(Word(if takes { "takes-heart" } else { "strikes-nobody" })))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("limit"), Arg::Measured(Measured::Count(needs)))
        .dice(roller.rolled())
        .tally(sum)
        .change(alter_one(move |fights: &mut Fights| fights.hearts.push((unit, takes))));
    Effects::stay().fact(fact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;
    use crate::rules::chainmail::data::Class;

    /// C116: light foot on 6 or more (26 of 36), heavy horse on 12; defending against heavy horse on 11; a move on 7.
    #[test]
    fn peasants_need_what_the_book_says() {
        let chance = |needs| every_case(|dice| roll(dice, needs, Side::North, UnitId(0))).chance(|(_, takes)| *takes);
        let class = |name| Class::named(name).unwrap();
        let numbers = fighting();
        assert_eq!(chance(numbers.timid_attack.at(class("LF"), false)), (26, 36));
        assert_eq!(chance(numbers.timid_attack.at(class("HH"), false)), (1, 36));
        assert_eq!(chance(numbers.timid_defence.at(class("HH"), false)), (3, 36));
        assert_eq!(chance(numbers.timid_moves), (21, 36));
        assert_eq!([numbers.timid_attack.at(class("LF"), true), numbers.timid_defence.at(class("LF"), true)], [4, 5]);
    }
}

//! Pila (13): thrown on contact, before the blows.

use super::fights::Melee;
use crate::battle::{Arg, DiceHand, Effects, Fact, Measured, Narration, Ref};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::damage::{Test, Tested, damage};
use crate::rules::impetus::data::{Tag, tables};
use crate::rules::impetus::destiny;
use crate::rules::impetus::destiny::fate::{Struck, Throws};
use crate::rules::impetus::loss::{self, Cause};
use crate::rules::impetus::state::Class;

const ON_CONTACT: Cite = Cite("I78");
const CHARGING: Cite = Cite("I79");
const CHARGED: Cite = Cite("I80");
const DISORDERED: Cite = Cite("I81");

/// All pila that are thrown at one unit.
#[derive(Clone, Debug)]
pub struct Volley {
    pub by: UnitId,
    pub side: Side,
    pub dice: Tally,
    pub test: Test,
}

/// The pila thrown at a main unit by the other and its supports; none when nobody throws.
pub fn volley(
    field: Battlefield,
    main: UnitId,
    at: UnitId,
    fresh: &[(UnitId, UnitId)],
    mains: &[UnitId],
) -> Option<Volley> {
    let mut dice = Tally::default();
    let supports = field.contacts(at).iter().map(|c| c.enemy).filter(|u| *u != main && !mains.contains(u));
    let mut by = None;
    for unit in std::iter::once(main).chain(supports) {
        let Some(contact) = field.contacts(unit).iter().find(|c| c.enemy == at) else { continue };
        let new = fresh.contains(&(unit, at)) || fresh.contains(&(at, unit));
        let frontal = contact.class == Class::Frontal;
        if !field.troop(unit).has(Tag::Pilum) || !new || !frontal || !field.fresh(unit) {
            continue;
        }
        let Some(thrown) = thrown(contact.made, unit == main, field.disordered(unit)) else { continue };
        by = by.or(Some(unit));
        dice.0.extend(thrown.0);
    }
    let by = by?;
    (dice.total() > 0).then(|| Volley { by, side: field.0.side_of(by), dice, test: loss::test(field, at) })
}

/// The dice of the pila that one unit throws: whether it charged, whether it is a main unit or a support, whether it is
/// disordered. None for a support that charged.
pub fn thrown(charged: bool, main: bool, disordered: bool) -> Option<Tally> {
    let numbers = &tables().pilum;
    let (value, cite) = match (charged, main) {
        (true, true) => (numbers.charging, CHARGING),
        (true, false) => return None,
        (false, true) => (numbers.charged, CHARGED),
        (false, false) => (numbers.support, CHARGED),
    };
    let tally = Tally::default().with(Word("pila"), value, cite);
    Some(if disordered { tally.with(Word("disordered"), numbers.disordered, DISORDERED) } else { tally })
}

impl Volley {
    /// The dice, and the test of the unit they are thrown at.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<Tested, NeedDice> {
        let points = damage(dice, self.dice.total(), self.side, self.by, Word("pila"))?;
        Ok(Tested { damage: points, ..self.test.roll(dice, points)? })
    }

    /// The fact that the volley does so much damage.
    fn told(&self, damage: i32) -> Fact {
        let tell = Narration::Shot { from: Ref::Unit(self.by), at: Ref::Unit(self.test.unit) };
        Fact::new(ON_CONTACT, tell)
            .says(Word("throws-pila"))
            .word(Word("damage"), Arg::Measured(Measured::Count(damage)))
            .tally(self.dice.clone())
    }
}

/// The volleys of a melee: first that of the side that began it.
pub fn volleys(field: Battlefield, job: &Melee) -> Vec<Volley> {
    let of = |main, at| volley(field, main, at, &job.fresh, &job.mains);
    [of(job.a, job.b), of(job.b, job.a)].into_iter().flatten().collect()
}

/// Both sides throw at once; then the melee goes on.
pub fn throw(field: Battlefield, dice: &DiceHand, job: &Melee) -> Effects {
    let volleys = volleys(field, job);
    if !volleys.is_empty() && destiny::open(field) {
        return Effects::become_job(Throws::new(Struck::Pila(job.clone())));
    }
    let mut effects = Effects::become_job(Melee { thrown: true, ..job.clone() });
    let mut roller = dice.roller();
    for volley in &volleys {
        let tested = match volley.roll(&mut roller) {
            Ok(tested) => tested,
            Err(need) => return Effects::need(need),
        };
        let fact = volley.told(tested.damage).dice(roller.rolled());
        effects = loss::suffer(effects.fact(fact), &volley.test, &tested, Cause::Pilum);
    }
    effects
}

/// The facts of volleys that do so much damage.
pub fn told(field: Battlefield, job: &Melee, damage: &[i32]) -> Vec<Fact> {
    volleys(field, job).iter().zip(damage).map(|(volley, damage)| volley.told(*damage)).collect()
}

/// What happens after the tests of the volleys; then the melee goes on.
pub fn struck(field: Battlefield, job: &Melee, tested: &[Tested]) -> Effects {
    let effects = Effects::become_job(Melee { thrown: true, ..job.clone() });
    let all = volleys(field, job);
    all.iter().zip(tested).fold(effects, |effects, (volley, t)| loss::suffer(effects, &volley.test, t, Cause::Pilum))
}

//! Terrain by cards (4.3, C138): the higher die draws first; each side in turn draws from one deck, four cards each, and lays
//! the piece where it likes or passes. Then a die for the edges (12.1): the higher chooses.

pub mod lay;

use std::sync::LazyLock;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::FOLDER;
use crate::battle::roll_off::RollOff;
use crate::battle::terrain_setup::{Form, Laid, edge};
use crate::battle::{Arg, Asking, DiceHand, Effects, Fact, In, Job, Narration, Question, Ref, Truth, alter_one};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::Side;

/// The rule.
pub const RULE: Cite = Cite("C138");

const DRAWS_FIRST: RollOff =
    RollOff { cite: RULE, why: Word("cards"), won: Word("draws-first"), again: Word("draws-tied") };
const EDGES: RollOff = RollOff { cite: RULE, why: Word("edge"), won: Word("chooses-edge"), again: Word("edge-tied") };

/// The deck and what is laid by its cards (`assets/chainmail/cards.ron`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// So many each side draws.
    pub each: u8,
    /// The kinds that are laid.
    pub deck: Vec<Card>,
    /// Cards on which there is nothing.
    pub blanks: u8,
    /// The ford of a river, along it and across it.
    pub ford: (In, In),
}

/// A kind of terrain in the deck.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub kind: String,
    /// How many there are of it.
    pub cards: u8,
    pub form: Form,
    /// The least and the most.
    pub long: (In, In),
    pub across: (In, In),
}

/// The cards.
pub fn cards() -> &'static Cards {
    static CARDS: LazyLock<Cards> = LazyLock::new(|| FOLDER.read("cards.ron"));
    &CARDS
}

/// The card of that kind.
pub fn card(kind: Word) -> Option<&'static Card> {
    cards().deck.iter().find(|card| card.kind == kind.0)
}

/// A job: how far the terrain has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Terrain {
    /// Both roll for who draws first.
    Begins,
    /// A card is drawn by one after the other; the cards of each kind that are left, the blanks last.
    Draws { first: Side, drawn: u8, left: Vec<u8> },
    /// Who has drawn a piece lays it.
    Lays { side: Side, first: Side, drawn: u8, left: Vec<u8> },
    /// Both roll for the edges.
    Edges,
}

impl Job for Terrain {
    const NAME: &'static str = "chainmail.terrain";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(terrain, self, world)
    }
}

/// A whole deck: the cards of each kind, the blanks last.
fn whole() -> Vec<u8> {
    cards().deck.iter().map(|card| card.cards).chain([cards().blanks]).collect()
}

pub fn terrain(InRef(job): InRef<Terrain>, truth: Truth, dice: DiceHand) -> Effects {
    match job {
        Terrain::Begins => DRAWS_FIRST.roll(dice, |first, told| {
            Effects::become_job(Terrain::Draws { first, drawn: 0, left: whole() }).fact(told)
        }),
        Terrain::Draws { drawn, .. } if *drawn >= 2 * cards().each => Effects::become_job(Terrain::Edges),
        Terrain::Draws { first, drawn, left } => draws(*first, *drawn, left, &dice),
        Terrain::Lays { side, first, drawn, left } => {
            let next = Effects::become_job(Terrain::Draws { first: *first, drawn: *drawn, left: left.clone() });
            let question = Question::to(*side, lay::HANDLER, RULE);
            let view = Battlefield::of(truth.view()).0;
            if lay::any_room(&Asking { view, question: &question, side: *side }) {
                return next.ask(question);
            }
            let side = *side;
            let told =
                Fact::new(RULE, Narration::Said(Word("no-room-to-lay"))).word(Word("who"), Arg::Of(Ref::Side(side)));
            next.fact(told.change(alter_one(move |laid: &mut Laid| laid.left[side.index()].clear())))
        }
        Terrain::Edges => {
            EDGES.roll(dice, |side, told| Effects::pop().fact(told).ask(Question::to(side, edge::HANDLER, RULE)))
        }
    }
}

/// A card is drawn: a die of as many sides as there are cards left.
fn draws(first: Side, drawn: u8, left: &[u8], dice: &DiceHand) -> Effects {
    let side = if drawn.is_multiple_of(2) { first } else { first.other() };
    let mut roller = dice.roller();
    let die = Die { sides: left.iter().sum(), by: Some(side), who: None, why: Word("card") };
    let face = match roller.die(die) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let mut left = left.to_vec();
    let nth = drawn_by(&left, face);
    left[nth] -= 1;
    let (drawn, rolled) = (drawn + 1, roller.rolled());
    let told = |says: &'static str| {
        Fact::new(RULE, Narration::Said(Word(says)))
            .word(Word("who"), Arg::Of(Ref::Side(side)))
            .dice(rolled.clone())
            .tally(Tally::default().with(Word("card"), face.into(), RULE))
    };
    let Some(card) = cards().deck.get(nth) else {
        return Effects::become_job(Terrain::Draws { first, drawn, left }).fact(told("draws-blank"));
    };
    let kind = Word(card.kind.as_str());
    let fact = told("draws-card").word(Word("kind"), Arg::Word(kind));
    let holds = alter_one(move |laid: &mut Laid| laid.left[side.index()] = vec![kind]);
    Effects::become_job(Terrain::Lays { side, first, drawn, left }).fact(fact.change(holds))
}

/// Which kind of card that face is, of so many of each.
fn drawn_by(left: &[u8], face: u8) -> usize {
    let mut upto = 0;
    let reaches = |cards: &u8| {
        upto += *cards;
        face <= upto
    };
    left.iter().position(reaches).unwrap_or(left.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4.3: 2 hills, 2 woods, a marsh, a rough, a river, a stream, a ditch, a pond, a gully, 6 blanks.
    #[test]
    fn the_deck_has_the_cards_of_the_book() {
        assert_eq!((whole(), whole().iter().sum::<u8>()), (vec![2, 2, 1, 1, 1, 1, 1, 1, 1, 6], 17));
        let of = |face| drawn_by(&whole(), face);
        assert_eq!([of(1), of(2), of(3), of(5), of(7), of(11), of(12), of(17)], [0, 0, 1, 2, 4, 8, 9, 9]);
        // One hill is gone: of sixteen cards the first is the other, the second a wood.
        let left = [1, 2, 1, 1, 1, 1, 1, 1, 1, 6];
        assert_eq!([drawn_by(&left, 1), drawn_by(&left, 2), drawn_by(&left, 16)], [0, 1, 9]);
        assert!(cards().deck.iter().all(|card| super::super::terrain::named(&card.kind).is_some()));
    }
}

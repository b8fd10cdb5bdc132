//! A side chooses its table edge: if the sides change edges, all terrain is turned by half a turn instead. The rule by which
//! it is asked is the question's.

use super::{FileTerrain, Laid};
use crate::battle::install::{Answered, Asking, Handler};
use crate::battle::{Action, Ask, Choice, Effects, Fact, Narration, Offer, Ref, alter_one};
use crate::cite::Word;

/// The question's word.
pub const KEY: Word = Word("table-edge");

const KEEP: Word = Word("keep-edge");
const CHANGE: Word = Word("change-edge");

/// The question: the edge is kept or changed.
pub const HANDLER: Handler = Handler::plain(KEY, &[KEEP, CHANGE], offer, enact);

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choice = |key| Choice::ending(Action::new(Ref::Side(asking.side), key), asking.question.cite);
    Offer { question: KEY, choices: [KEEP, CHANGE].map(choice).into(), ..Offer::default() }
}

/// Notes whether the sides change edges.
fn enact(asking: &Answered, action: &Action) -> Effects {
    let turned = action.key == CHANGE;
    let told = Narration::Marked { of: Ref::Side(asking.side), what: action.key, on: true };
    let says = if turned { Word("edges-changed") } else { Word("edges-kept") };
    let size = asking.view.battle_state::<FileTerrain>().size;
    let turns = alter_one(move |laid: &mut Laid| {
        if turned {
            laid.turn(size);
        }
    });
    Effects::pop().fact(Fact::new(asking.question.cite, told).says(says).change(turns))
}

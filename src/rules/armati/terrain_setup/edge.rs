//! The side with the higher die chooses its table edge (3.1.1): if the sides change edges, the table's terrain is
//! turned by half a turn instead.

use super::piece::RULE;
use crate::battle::terrain_setup::Laid;
use crate::battle::{Action, Answered, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, Ref, alter_one};
use crate::cite::Word;

/// The question's word.
pub const KEY: Word = Word("table-edge");

const KEEP: Word = Word("keep-edge");
const CHANGE: Word = Word("change-edge");

pub const HANDLER: Handler = Handler::plain(KEY, &[KEEP, CHANGE], offer, enact);

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choice = |key| Choice::ending(Action::new(Ref::Side(asking.side), key), RULE);
    Offer { question: KEY, choices: [KEEP, CHANGE].map(choice).into(), barred: Vec::new() }
}

/// Notes whether the sides change edges: the file's terrain is then turned by half a turn.
fn enact(asking: &Answered, action: &Action) -> Effects {
    let turned = action.key == CHANGE;
    let told = Narration::Marked { of: Ref::Side(asking.side), what: action.key, on: true };
    let says = if turned { Word("edges-changed") } else { Word("edges-kept") };
    Effects::pop().fact(Fact::new(RULE, told).says(says).change(alter_one(move |laid: &mut Laid| laid.turned = turned)))
}

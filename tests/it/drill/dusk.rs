//! Dusk (D12): a question to each, whose answers are told as they come.

use sandtable::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, Question, Recipients, Ref, set,
};
use sandtable::cite::Word;
use sandtable::ids::Side;

use super::book::DUSK;
use super::state::OneMore;

pub const KEY: Word = Word("dusk");
const ON: Word = Word("on");
const REST: Word = Word("rest");

pub const HANDLER: Handler = Handler::plain(KEY, &[ON, REST], offer, enact);

pub fn question() -> Question {
    Question { to: Recipients::Each, ..Question::secret(HANDLER, DUSK) }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choice = |key| Choice::ending(Action::new(Ref::Side(asking.side), key), DUSK);
    Offer { question: KEY, choices: [choice(REST), choice(ON)].into(), ..Offer::default() }
}

/// Both answers are known now; what follows from both is told once.
fn enact(asking: &Answered, _: &Action) -> Effects {
    let both = asking.question.answers.iter().all(|(_, action)| action.key == ON);
    if !both || asking.side == Side::South {
        return Effects::pop();
    }
    Effects::pop().fact(Fact::new(DUSK, Narration::Said(Word("one-more"))).change(set(OneMore(true))))
}

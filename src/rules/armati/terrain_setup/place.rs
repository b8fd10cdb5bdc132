//! A side lays one of its pieces (3.1.1).

use super::piece::{LAYING, RULE};
use crate::battle::terrain_setup::question::LAY;
use crate::battle::terrain_setup::{Laid, LaidPiece};
use crate::battle::{Action, Answered, Arg, Ask, Asking, Effects, Fact, Handler, Narration, Offer, Ref, alter_one};
use crate::cite::Word;

/// The question's word.
pub const KEY: Word = Word("terrain");

pub const HANDLER: Handler = Handler {
    key: KEY,
    verbs: &[LAY],
    offer,
    judge: |asking, action| LAYING.judge(asking, action),
    fit: |asking, action| LAYING.fit(asking, action),
    aim: |asking, choice, wish| LAYING.aim(asking, choice, wish),
    enact,
};

fn offer(asking: &Asking, _: &Ask) -> Offer {
    Offer { question: KEY, choices: LAYING.choices(asking).into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let Ok(shape) = LAYING.decode(&asking.judged, action) else { return Effects::pop() };
    let told = Fact::new(RULE, Narration::Said(Word("terrain-laid")))
        .word(Word("side"), Arg::Of(Ref::Side(asking.side)))
        .word(Word("kind"), Arg::Word(shape.kind));
    let piece = LaidPiece { side: asking.side, shape };
    Effects::pop().fact(told.change(alter_one(move |laid: &mut Laid| laid.lay(shape.kind, piece.clone()))))
}

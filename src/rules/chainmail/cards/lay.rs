//! The piece that a side has drawn is laid where it likes, or passed (4.3): areas within 12 by 12 inches, hills within 18 by
//! 12, none narrower than 4; pieces do not overlap, save roads and streams, and lie wholly on the table. A river has a ford
//! where its piece is put down.

use bevy::math::Vec2;

use super::{RULE, card, cards};
use crate::battle::terrain_setup::piece::{self, Sizes};
use crate::battle::terrain_setup::question::LAY;
use crate::battle::terrain_setup::{Form, Laid, LaidPiece, Outline, PieceShape, TerrainRule};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Narration, Offer, Ref, Refusal, Ruling,
    Wish, alter_one, plain,
};
use crate::cite::Word;
use crate::ids::Side;
use crate::rules::chainmail::terrain;
use crate::rules::chainmail::verb::Verb;
use crate::table::{Mil, Piece};

pub const KEY: Word = Word("terrain");
/// Of what a ford is made.
const FORD: Word = Word("bridge");

pub const HANDLER: Handler = Handler { key: KEY, verbs: &[LAY, Verb::Pass.word()], offer, judge, fit, aim, enact };

/// How a side lays a piece: anywhere on the table.
const LAYING: TerrainRule = TerrainRule { cite: RULE, kinds, forms, sizes, near, check };

fn kinds(asking: &Asking) -> Vec<Word> {
    asking.view.battle_state::<Laid>().left[asking.side.index()].clone()
}

fn forms(kind: Word) -> &'static [Form] {
    card(kind).map_or(&[], |card| std::slice::from_ref(&card.form))
}

fn sizes(kind: Word) -> Sizes {
    let nothing = (Mil::ZERO, Mil::ZERO);
    card(kind).map_or(Sizes { long: nothing, wide: nothing }, |card| Sizes {
        long: (*card.long.0, *card.long.1),
        wide: (*card.across.0, *card.across.1),
    })
}

/// Where a side looks for room first, as shares of the table as it sees it.
const SPOTS: [Vec2; 4] = [Vec2::new(0.2, 0.5), Vec2::new(0.8, 0.45), Vec2::new(0.4, 0.6), Vec2::new(0.65, 0.7)];

fn near(asking: &Asking) -> Vec2 {
    let ground = asking.view.ground();
    let spot = SPOTS[asking.view.battle_state::<Laid>().pieces.len() % SPOTS.len()];
    let spot = if asking.side == Side::South { spot } else { Vec2::ONE - spot };
    spot * Vec2::new(ground.width, ground.depth)
}

/// Whether a kind of terrain may lie over others, and others over it.
fn lies_over(kind: Word) -> bool {
    terrain::named(kind.0).is_some_and(|kind| kind.road && kind.bridge.is_none() || kind.cross.is_some())
}

fn check(asking: &Asking, shape: &PieceShape) -> Result<Outline, Refusal> {
    let ground = asking.view.ground();
    let outline = shape.outline((ground.width, ground.depth));
    let refuse = |says| piece::refusal(RULE, asking.side, outline.as_ref(), says);
    piece::check_size(shape, &sizes(shape.kind), refuse)?;
    let Some(outline) = &outline else { return Err(refuse("terrain-off-table")) };
    if outline.corners().iter().any(|point| !ground.has(*point)) {
        return Err(refuse("terrain-off-table"));
    }
    if !lies_over(shape.kind) {
        let others = ground.pieces().iter().filter(|piece: &&Piece| !lies_over(piece.kind));
        piece::check_apart(outline, others, Mil(1), refuse)?;
    }
    Ok(outline.clone())
}

/// Whether the piece that a side has drawn finds room.
pub fn any_room(asking: &Asking) -> bool {
    kinds(asking).into_iter().any(|kind| LAYING.room(asking, kind).is_some())
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut choices = LAYING.choices(asking);
    choices.push(Choice::ending(Verb::Pass.by(Ref::Side(asking.side)), RULE));
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// Whether a side lays nothing.
fn passes(action: &Action) -> bool {
    Verb::of(action) == Some(Verb::Pass)
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    if passes(action) { plain::judge(&offer(asking, &Ask::all()), action) } else { LAYING.judge(asking, action) }
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if passes(action) { plain::fit(&offer(asking, &Ask::all()), action) } else { LAYING.fit(asking, action) }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    if passes(&choice.action) { plain::as_it_stands(choice) } else { LAYING.aim(asking, choice, wish) }
}

/// The ford of a river that is laid so: across it where its piece was put down.
fn ford(shape: &PieceShape) -> Option<PieceShape> {
    let river = terrain::named(shape.kind.0).is_some_and(|kind| kind.whole);
    let (long, wide) = (*cards().ford.0, *cards().ford.1);
    river.then_some(PieceShape { kind: FORD, form: Form::Rectangle, long, wide, ..*shape })
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let side = asking.side;
    let told = |says| Fact::new(RULE, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Side(side)));
    let Ok(shape) = LAYING.decode(&asking.judged, action) else {
        let passes = alter_one(move |laid: &mut Laid| laid.left[side.index()].clear());
        return Effects::pop().fact(told("passes-card").change(passes));
    };
    let lays = alter_one(move |laid: &mut Laid| {
        laid.lay(shape.kind, LaidPiece { side, shape });
        laid.pieces.extend(ford(&shape).map(|shape| LaidPiece { side, shape }));
    });
    Effects::pop().fact(told("terrain-laid").word(Word("kind"), Arg::Word(shape.kind)).change(lays))
}

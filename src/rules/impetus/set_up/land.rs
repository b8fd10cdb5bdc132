//! The defender lays pieces of terrain (5.2): 2 to 4 of the usual kinds, then a built-up area and a river if a die
//! gives him one.

use bevy::math::Vec2;

use super::TERRAIN;
use crate::battle::terrain_setup::piece::{self, Sizes};
use crate::battle::terrain_setup::question::KIND;
use crate::battle::terrain_setup::{Form, Laid, LaidPiece, Outline, PieceShape, TerrainRule};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Narration, Offer, Question, Ref,
    Refusal, Ruling, View, Wish, alter_one, plain, set,
};
use crate::cite::Word;
use crate::ids::{Side, TerrainId};
use crate::rules::impetus::data::{Going, Laying, TerrainKind, data, tables};

/// The question for a piece of a usual kind.
const KEY: Word = Word("terrain");
/// The question for a piece that dice have given.
const GIVEN: Word = Word("terrain-given");
/// The word for a piece of any usual kind.
const ANY: Word = Word("any-piece");

/// How the defender lays a piece: anywhere on the table.
pub const LAYING: TerrainRule =
    TerrainRule { cite: TERRAIN, kinds, forms, sizes, near, check: |asking, shape| check(asking, shape, None) };

crate::verbs! {
    /// What a defender says.
    enum Verb {
        Lay = "lay",
        /// He lays no more pieces.
        Enough = "enough",
    }
}

/// The question for a piece of the usual kinds, and for a piece of the kinds that dice gave.
pub const USUAL: Handler = Handler { key: KEY, verbs: Verb::WORDS, offer, judge, fit, aim, enact };
pub const BY_DICE: Handler = Handler { key: GIVEN, ..USUAL };

/// The question for a piece.
pub fn to_lay(view: &View, defender: Side) -> Question {
    let usual = view.battle_state::<Laid>().left[defender.index()].contains(&ANY);
    Question::to(defender, if usual { USUAL } else { BY_DICE }, TERRAIN)
}

/// As many pieces of the usual kinds as the defender may lay.
pub fn usual_pieces() -> Vec<Word> {
    vec![ANY; usize::from(tables().set_up.pieces.1)]
}

/// The kinds for which a die is rolled, in the order of the data.
pub fn by_chance() -> impl Iterator<Item = &'static TerrainKind> {
    data().terrain.iter().filter(|kind| kind.lay == Laying::Chance)
}

/// Whether any piece that is left to be laid finds room.
pub fn any_room(asking: &Asking) -> bool {
    kinds(asking).into_iter().any(|kind| LAYING.room(asking, kind).is_some())
}

/// What the defender has left to lay.
fn left<'w>(asking: &Asking<'w>) -> &'w [Word] {
    &asking.view.battle_state::<Laid>().left[asking.side.index()]
}

fn kinds(asking: &Asking) -> Vec<Word> {
    if left(asking).contains(&ANY) {
        let usual = data().terrain.iter().filter(|kind| kind.lay == Laying::Piece);
        return usual.map(|kind| Word(kind.name.as_str())).collect();
    }
    left(asking).to_vec()
}

fn is_strip(kind: Word) -> bool {
    data().terrain_kind(kind.0).is_some_and(|kind| kind.road || kind.going == Going::River)
}

fn is_road(kind: Word) -> bool {
    data().terrain_kind(kind.0).is_some_and(|kind| kind.road)
}

fn forms(kind: Word) -> &'static [Form] {
    if is_strip(kind) { &[Form::Strip] } else { &[Form::Oval, Form::Rectangle] }
}

fn sizes(kind: Word) -> Sizes {
    let numbers = &tables().set_up;
    if is_strip(kind) {
        let wide = if is_road(kind) { numbers.road.mil() } else { numbers.river.mil() };
        return Sizes { long: (wide, wide), wide: (wide, wide) };
    }
    Sizes { long: (numbers.long.0.mil(), numbers.long.1.mil()), wide: (numbers.across.0.mil(), numbers.across.1.mil()) }
}

/// Where a defender in the south lays his pieces by default, as shares of the table's width and depth: the first two at
/// the wings, the third in the middle, the last in front of the other side's left.
const SPOTS: [Vec2; 4] = [Vec2::new(0.2, 0.5), Vec2::new(0.8, 0.45), Vec2::new(0.5, 0.55), Vec2::new(0.65, 0.8)];

fn near(asking: &Asking) -> Vec2 {
    let ground = asking.view.ground();
    let spot = SPOTS[asking.view.battle_state::<Laid>().pieces.len() % SPOTS.len()];
    let spot = if asking.side == Side::South { spot } else { Vec2::ONE - spot };
    spot * Vec2::new(ground.width, ground.depth)
}

/// How much laying a piece is preferred: a kind that is not on the table yet, or else no more pieces.
pub fn preference(view: &View, action: &Action) -> f32 {
    let lies = |kind: Word| view.ground().pieces().iter().any(|piece| piece.kind == kind);
    match action.word(KIND) {
        Some(kind) if Verb::of(action) == Some(Verb::Lay) && lies(kind) => -0.1,
        _ => 0.0,
    }
}

/// Whether a piece may lie like that: its size, on the table, apart from the others but for one of them. Roads run
/// through whatever is not closed, and other pieces keep no distance from them.
///
/// # Errors
/// What was measured, and the limit.
pub fn check(asking: &Asking, shape: &PieceShape, but: Option<TerrainId>) -> Result<Outline, Refusal> {
    let ground = asking.view.ground();
    let outline = shape.outline((ground.width, ground.depth));
    let refuse = |says| piece::refusal(TERRAIN, asking.side, outline.as_ref(), says);
    piece::check_size(shape, &sizes(shape.kind), refuse)?;
    let Some(outline) = &outline else { return Err(refuse("terrain-off-table")) };
    if outline.corners().iter().any(|point| !ground.has(*point)) {
        return Err(refuse("terrain-off-table"));
    }
    let others = || ground.pieces().iter().filter(|piece| Some(piece.id) != but && !is_road(piece.kind));
    let closed = |kind: Word| data().terrain_kind(kind.0).is_some_and(|kind| kind.going == Going::Closed);
    if is_road(shape.kind) {
        piece::check_apart(outline, others().filter(|piece| closed(piece.kind)), crate::table::Mil(1), refuse)?;
    } else {
        piece::check_apart(outline, others(), tables().set_up.apart.mil(), refuse)?;
    }
    Ok(outline.clone())
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut choices = LAYING.choices(asking);
    if may_stop(asking) {
        choices.push(Choice::ending(Action::new(Ref::Side(asking.side), Verb::Enough.word()), TERRAIN));
    }
    Offer { question: asking.question.key, choices: choices.into(), ..Offer::default() }
}

/// He must lay at least two pieces, but not those that dice gave him.
fn may_stop(asking: &Asking) -> bool {
    let (least, most) = tables().set_up.pieces;
    left(asking).iter().filter(|kind| **kind == ANY).count() <= usize::from(most - least)
}

fn is_enough(action: &Action) -> bool {
    Verb::of(action) == Some(Verb::Enough)
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    if is_enough(action) { plain::judge(&offer(asking, &Ask::all()), action) } else { LAYING.judge(asking, action) }
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if is_enough(action) { plain::fit(&offer(asking, &Ask::all()), action) } else { LAYING.fit(asking, action) }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    if is_enough(&choice.action) { plain::as_it_stands(choice) } else { LAYING.aim(asking, choice, wish) }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let side = asking.side;
    let told = |says| Fact::new(TERRAIN, Narration::Said(Word(says))).word(Word("side"), Arg::Of(Ref::Side(side)));
    let Ok(shape) = LAYING.decode(&asking.judged, action) else {
        return Effects::pop().fact(told("terrain-enough").change(set(nothing_left(asking.view, side))));
    };
    let slot = if left(&asking.judged).contains(&ANY) { ANY } else { shape.kind };
    let lays = alter_one(move |laid: &mut Laid| laid.lay(slot, LaidPiece { side, shape }));
    Effects::pop().fact(told("terrain-laid").word(Word("kind"), Arg::Word(shape.kind)).change(lays))
}

/// The terrain as laid, with nothing left to lay for that side.
fn nothing_left(view: View, side: Side) -> Laid {
    let mut laid = view.battle_state::<Laid>().clone();
    laid.left[side.index()].clear();
    laid
}

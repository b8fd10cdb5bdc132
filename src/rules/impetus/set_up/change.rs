//! The attacker may move or remove one piece that the defender has laid (5.2):
//! `north: shift piece=south-woods-1, at=(24, 12), turned=30`.

use bevy::ecs::world::World;

use super::TERRAIN;
use super::land;
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::shape::said_by;
use crate::battle::terrain_setup::piece::{self, PieceShape};
use crate::battle::terrain_setup::question::{AT, TURN, spot};
use crate::battle::terrain_setup::{FileTerrain, Laid, room};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Narration, Offer, Ref, Refusal, Ruling,
    Takes, Value, Wish, plain, set,
};
use crate::cite::{Word, intern};
use crate::table::{Mil, Piece};

/// The question's word.
pub const KEY: Word = Word("change-terrain");

crate::verbs! {
    /// What the attacker does with a piece, or with none.
    pub enum Verb {
        Shift = "shift",
        Remove = "remove",
        Leave = "leave-terrain",
    }
}

const PIECE: Word = Word("piece");

pub const HANDLER: Handler = Handler { key: KEY, verbs: Verb::WORDS, offer, judge, fit, aim, enact };

/// Registers its words.
pub fn install(world: &mut World) {
    vocabulary(world, &[(PIECE.0, Kind::Name)]);
}

/// The pieces that were laid, as the table has them. An action names its piece by a word: what is removed is called by
/// that name in the log.
fn laid<'w>(asking: &Asking<'w>) -> impl Iterator<Item = (&'w Piece, &'w PieceShape)> {
    let of_file = asking.view.battle_state::<FileTerrain>().terrain.len();
    let on_table = asking.view.ground().pieces().iter().skip(of_file);
    on_table.zip(&asking.view.battle_state::<Laid>().pieces).map(|(piece, laid)| (piece, &laid.shape))
}

/// The piece that an action names, and its index among those that were laid.
fn piece_named<'w>(asking: &Asking<'w>, action: &Action) -> Option<(usize, &'w Piece, &'w PieceShape)> {
    let name = action.word(PIECE)?;
    laid(asking).enumerate().find(|(_, (piece, _))| piece.name == name.0).map(|(n, (piece, shape))| (n, piece, shape))
}

fn action(asking: &Asking, verb: Verb, piece: &Piece) -> Action {
    Action::new(Ref::Side(asking.side), verb.word()).with(PIECE, Value::Name(Word(intern(&piece.name))))
}

fn shift(asking: &Asking, piece: &Piece, shape: &PieceShape) -> Action {
    action(asking, Verb::Shift, piece)
        .with(AT, Value::Refs(vec![Ref::Spot(shape.at.0, shape.at.1)]))
        .with(TURN, Value::Angle(shape.turn))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut choices = vec![Choice::ending(Action::new(Ref::Side(asking.side), Verb::Leave.word()), TERRAIN)];
    for (piece, shape) in laid(asking) {
        let [at, turned] = spot(asking.view.ground());
        let moved = Choice::ending(shift(asking, piece, shape), TERRAIN);
        if check(asking, &moved.action).is_ok() {
            choices.push(Choice { params: vec![at, turned], ..moved });
        }
        choices.push(Choice::ending(action(asking, Verb::Remove, piece), TERRAIN));
    }
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// The piece that an action moves, and how it would lie.
fn decode<'w>(asking: &Asking<'w>, action: &Action) -> Option<(&'w Piece, PieceShape)> {
    let (_, piece, shape) = piece_named(asking, action)?;
    match (action.refs(AT), action.value(TURN)) {
        ([Ref::Spot(x, y)], Some(Value::Angle(turn))) if action.with.len() == 3 => {
            Some((piece, PieceShape { at: (*x, *y), turn: *turn, ..*shape }))
        }
        _ => None,
    }
}

fn check(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    said_by(TERRAIN, action, Verb::Shift.word(), asking.side)?;
    let Some((piece, shape)) = decode(asking, action) else {
        if action.word(PIECE).is_some() && piece_named(asking, action).is_none() {
            let pieces = laid(asking).map(|(piece, _)| Arg::Of(Ref::Terrain(piece.id)));
            return Err(Refusal::may_be(TERRAIN, PIECE, pieces));
        }
        let needs = [(PIECE, Takes::Name), (AT, Takes::Spot), (TURN, Takes::Angle)];
        return Err(Refusal::values(TERRAIN, action, &needs, &[]));
    };
    let outline = land::check(asking, &shape, Some(piece.id))?;
    Ok(Ruling { marks: vec![piece::band(&outline)], ..Ruling::default() })
}

fn is_shift(action: &Action) -> bool {
    Verb::of(action) == Some(Verb::Shift)
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    if is_shift(action) { check(asking, action) } else { plain::judge(&offer(asking, &Ask::all()), action) }
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let cut = match judge(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let nearest = || {
        let (piece, wish) = decode(asking, action).filter(|_| is_shift(action))?;
        let allowed = |shape: &PieceShape| land::check(asking, shape, Some(piece.id)).is_ok();
        Some(shift(asking, piece, &room::nearest(asking.view.ground(), &wish, allowed)?))
    };
    let near = || {
        let near = plain::fit(&offer(asking, &Ask::all()), action).action;
        judge(asking, &near).is_ok().then_some(near)
    };
    let leave = || Action::new(Ref::Side(asking.side), Verb::Leave.word());
    Fitted { action: nearest().or_else(near).unwrap_or_else(leave), cut }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let at = match wish {
        Wish::Pose(pose) => pose.at,
        Wish::Toward(at) => at,
        Wish::Target(_) => return plain::as_it_stands(choice),
    };
    if !is_shift(&choice.action) {
        return plain::as_it_stands(choice);
    }
    let mut action = choice.action.clone();
    action.set(AT, Value::Refs(vec![Ref::Spot(Mil::measured(at.x), Mil::measured(at.y))]));
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let told =
        |says| Fact::new(TERRAIN, Narration::Said(Word(says))).word(Word("side"), Arg::Of(Ref::Side(asking.side)));
    let mut after = asking.view.battle_state::<Laid>().clone();
    let kind = |shape: &PieceShape| Arg::Word(shape.kind);
    match (Verb::of(action), piece_named(&asking.judged, action), decode(&asking.judged, action)) {
        (Some(Verb::Shift), Some((place, ..)), Some((_, shape))) => {
            after.pieces[place].shape = shape;
            Effects::pop().fact(told("terrain-shifted").word(Word("kind"), kind(&shape)).change(set(after)))
        }
        (Some(Verb::Remove), Some((place, ..)), _) => {
            let gone = after.pieces.remove(place).shape;
            Effects::pop().fact(told("terrain-removed").word(Word("kind"), kind(&gone)).change(set(after)))
        }
        _ => Effects::pop().fact(told("terrain-left")),
    }
}

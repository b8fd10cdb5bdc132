//! A side lays one of its pieces (3.1.1): `south: lay kind=woods, at=(18, 16), turned=0, long=12, across=6`.

use bevy::ecs::world::World;

use super::piece::{self, Lie, RULE};
use super::{Laid, LaidPiece};
use crate::battle::{
    Action, Arg, Ask, Asking, Choice, Fact, Fitted, Handle, Handler, Kind, Mark, Offer, Param, Pass, Range, Ref,
    Refusal, Ruling, Tell, Value, Wish, question, set, vocabulary,
};
use crate::cite::Word;
use crate::rules::armati::data::data;
use crate::rules::armati::field::Field;
use crate::table::{Cdeg, Mil};

/// The question's word.
pub const KEY: Word = Word("terrain");

const LAY: Word = Word("lay");
const KIND: Word = Word("kind");
const AT: Word = Word("at");
const TURN: Word = Word("turned");
const LONG: Word = Word("long");
const WIDE: Word = Word("across");

const HANDLER: Handler = Handler { key: KEY, offer, judge, fit, aim, enact };

/// Registers the question.
pub fn install(world: &mut World) {
    let values = [(KIND, Kind::Name), (TURN, Kind::Angle), (LONG, Kind::Length), (WIDE, Kind::Length)];
    vocabulary(world, &values.map(|(name, kind)| (name.0, kind)));
    question(world, HANDLER);
}

/// The kinds that the side has left, each once.
fn kinds(asking: &Asking) -> Vec<Word> {
    let mut kinds = asking.view.one::<Laid>().left[asking.side.index()].clone();
    kinds.dedup();
    kinds
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Field(asking.view);
    let choices = kinds(asking).into_iter().filter_map(|kind| {
        let lie = piece::room(field, asking.side, kind)?;
        Some(Choice { params: params(asking), ..Choice::ending(action(asking, &lie), RULE) })
    });
    Offer { question: KEY, choices: choices.collect(), barred: Vec::new() }
}

fn params(asking: &Asking) -> Vec<Param> {
    let ground = asking.view.ground();
    let (width, depth) = (Mil::measured(ground.width), Mil::measured(ground.depth));
    let table = vec![(Mil::ZERO, Mil::ZERO), (width, Mil::ZERO), (width, depth), (Mil::ZERO, depth)];
    let numbers = &data().tables.terrain;
    let size = |least: f32, most: f32| Range::Length(Mil::measured(least), Mil::measured(most));
    vec![
        Param { handle: Handle::Drag, ..Param::panel(AT, Range::Area(table)) },
        Param { handle: Handle::Turn, ..Param::panel(TURN, Range::Angle(Cdeg::degrees(-90), Cdeg::degrees(90))) },
        Param::panel(LONG, size(numbers.smallest.1, numbers.largest.1)),
        Param::panel(WIDE, size(numbers.smallest.0, numbers.largest.0)),
    ]
}

fn action(asking: &Asking, lie: &Lie) -> Action {
    Action::new(Ref::Side(asking.side), LAY)
        .with(KIND, Value::Name(lie.kind))
        .with(AT, Value::Refs(vec![Ref::Spot(lie.at.0, lie.at.1)]))
        .with(TURN, Value::Angle(lie.turn))
        .with(LONG, Value::Length(lie.long))
        .with(WIDE, Value::Length(lie.wide))
}

/// The piece that an action lays.
fn decode(asking: &Asking, action: &Action) -> Result<Lie, Refusal> {
    let refuse = || Refusal::new(RULE, Word("not-offered")).of(Ref::Side(asking.side));
    let none = || refuse().word(Word("key"), Arg::Word(action.key));
    if action.key != LAY || action.who != [Ref::Side(asking.side)] || action.with.len() != 5 {
        return Err(none());
    }
    let kind = action.word(KIND).filter(|kind| kinds(asking).contains(kind)).ok_or_else(none)?;
    match (action.refs(AT), action.value(TURN), action.length(LONG), action.length(WIDE)) {
        ([Ref::Spot(x, y)], Some(Value::Angle(turn)), Some(long), Some(wide)) => {
            Ok(Lie { kind, at: (*x, *y), turn: *turn, long, wide })
        }
        _ => Err(none()),
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let lie = decode(asking, action)?;
    let outline = piece::check(Field(asking.view), asking.side, &lie)?;
    Ok(Ruling { marks: vec![Mark::Band(outline)], ..Ruling::default() })
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if judge(asking, action).is_ok() {
        return Fitted { action: action.clone(), cut: Vec::new() };
    }
    let cut: Vec<Refusal> = judge(asking, action).err().into_iter().collect();
    let numbers = &data().tables.terrain;
    let within = |size: Mil, least: f32, most: f32| size.max(Mil::measured(least)).min(Mil::measured(most));
    let wished = decode(asking, action).ok().map(|lie| Lie {
        long: within(lie.long, numbers.smallest.1, numbers.largest.1),
        wide: within(lie.wide, numbers.smallest.0, numbers.largest.0),
        ..lie
    });
    let field = Field(asking.view);
    let near = wished.and_then(|lie| piece::nearest(field, asking.side, &lie));
    let any = || {
        let kind = wished.map(|lie| lie.kind).or_else(|| kinds(asking).first().copied())?;
        piece::room(field, asking.side, kind)
    };
    let fitted = near.or_else(any).map_or_else(|| action.clone(), |lie| self::action(asking, &lie));
    Fitted { action: fitted, cut }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let at = match wish {
        Wish::Pose(pose) => pose.at,
        Wish::Toward(at) => at,
        Wish::Target(_) => return Fitted { action: choice.action.clone(), cut: Vec::new() },
    };
    let mut action = choice.action.clone();
    action.set(AT, Value::Refs(vec![Ref::Spot(Mil::measured(at.x), Mil::measured(at.y))]));
    fit(asking, &action)
}

fn enact(asking: &Asking, action: &Action) -> Pass {
    let field = Field(asking.view);
    let Ok(lie) = decode(asking, action) else { return Pass::pop() };
    let Ok(outline) = piece::check(field, asking.side, &lie) else { return Pass::pop() };
    let mut laid = asking.view.one::<Laid>().without(asking.side, lie.kind);
    laid.pieces.push(LaidPiece { side: asking.side, kind: lie.kind, outline });
    let told = Fact::new(RULE, Tell::Said(Word("terrain-laid")))
        .word(Word("side"), Arg::Of(Ref::Side(asking.side)))
        .word(Word("kind"), Arg::Word(lie.kind));
    Pass::pop().tell(told.change(set(laid)))
}

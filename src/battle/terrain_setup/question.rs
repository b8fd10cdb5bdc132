//! A side lays a piece of terrain: `south: lay kind=woods, at=(18, 16), turned=0, long=12, across=6`.

use bevy::ecs::world::World;
use bevy::math::Vec2;

use super::piece::{self, Form, PieceShape, Sizes};
use super::{Outline, room};
use crate::battle::install::Asking;
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::shape::said_by;
use crate::battle::{Action, Arg, Choice, Fitted, Handle, Param, Range, Ref, Refusal, Ruling, Takes, Value, Wish};
use crate::cite::{Cite, Word};
use crate::table::{Cdeg, Ground, Mil};

/// The verb.
pub const LAY: Word = Word("lay");
/// The value that names the kind of a piece.
pub const KIND: Word = Word("kind");
// `form` is taken: it is a leg of a move.
const FORM: Word = Word("shape");
/// Where the middle of a piece lies.
pub const AT: Word = Word("at");
/// Which way its longer axis is turned.
pub const TURN: Word = Word("turned");
const LONG: Word = Word("long");
const WIDE: Word = Word("across");

/// A ruleset's rule by which a side lays a piece.
#[derive(Clone, Copy)]
pub struct TerrainRule {
    /// The rule.
    pub cite: Cite,
    /// The kinds that the side may lay now, each once.
    pub kinds: fn(&Asking) -> Vec<Word>,
    /// The forms that a piece of that kind may have.
    pub forms: fn(Word) -> &'static [Form],
    /// How large a piece of that kind may be.
    pub sizes: fn(Word) -> Sizes,
    /// Where to look for room first, inches.
    pub near: fn(&Asking) -> Vec2,
    /// Whether a piece may lie so: what it covers, or the refusal.
    pub check: fn(&Asking, &PieceShape) -> Result<Outline, Refusal>,
}

/// Registers the names of what a piece is laid by.
pub fn install(world: &mut World) {
    let values = [
        (KIND, Kind::Name),
        (FORM, Kind::Name),
        (AT, Kind::Refs),
        (TURN, Kind::Angle),
        (LONG, Kind::Length),
        (WIDE, Kind::Length),
    ];
    vocabulary(world, &values.map(|(name, kind)| (name.0, kind)));
}

/// The params for where a piece lies and which way it is turned, to be dragged by mouse.
pub fn spot(ground: &Ground) -> [Param; 2] {
    let (width, depth) = (Mil::measured(ground.width), Mil::measured(ground.depth));
    let table = vec![(Mil::ZERO, Mil::ZERO), (width, Mil::ZERO), (width, depth), (Mil::ZERO, depth)];
    let turns = Range::Angle(Cdeg::degrees(-90), Cdeg::degrees(90));
    [
        Param { handle: Handle::Drag, ..Param::panel(AT, Range::Area(table)) },
        Param { handle: Handle::Turn, ..Param::panel(TURN, turns) },
    ]
}

impl TerrainRule {
    /// A choice for each kind that finds room.
    pub fn choices(&self, asking: &Asking) -> Vec<Choice> {
        let of = |kind| {
            let shape = self.room(asking, kind)?;
            Some(Choice { params: self.params(asking, kind), ..Choice::ending(self.action(asking, &shape), self.cite) })
        };
        (self.kinds)(asking).into_iter().filter_map(of).collect()
    }

    /// A place where the side may lay a piece of that kind: of medium size, or else as small as allowed. None: it fits
    /// nowhere.
    pub fn room(&self, asking: &Asking, kind: Word) -> Option<PieceShape> {
        let sizes = (self.sizes)(kind);
        let form = *(self.forms)(kind).first()?;
        let at = (Mil::ZERO, Mil::ZERO);
        let sized = |long, wide| PieceShape { kind, form, at, turn: Cdeg::ZERO, long, wide };
        let between = |(least, most): (Mil, Mil)| Mil((least.0 + most.0) / 2);
        let usual = sized(between(sizes.long), between(sizes.wide));
        let mut lies = vec![usual, sized(sizes.long.0, sizes.wide.0)];
        lies.dedup();
        room::any(asking.view.ground(), (self.near)(asking), &lies, |shape| (self.check)(asking, shape).is_ok())
    }

    fn params(&self, asking: &Asking, kind: Word) -> Vec<Param> {
        let mut params = spot(asking.view.ground()).to_vec();
        let (forms, sizes) = ((self.forms)(kind), (self.sizes)(kind));
        for (name, (least, most)) in [(LONG, sizes.long), (WIDE, sizes.wide)] {
            if !forms.contains(&Form::Strip) {
                params.push(Param::panel(name, Range::Length(least, most)));
            }
        }
        if forms.len() > 1 {
            params.push(Param::panel(FORM, Range::Name(forms.iter().map(|form| form.word()).collect())));
        }
        params
    }

    /// The action that lays such a piece.
    pub fn action(&self, asking: &Asking, shape: &PieceShape) -> Action {
        let action = Action::new(Ref::Side(asking.side), LAY)
            .with(KIND, Value::Name(shape.kind))
            .with(AT, Value::Refs(vec![Ref::Spot(shape.at.0, shape.at.1)]))
            .with(TURN, Value::Angle(shape.turn));
        if shape.form == Form::Strip {
            return action;
        }
        let action = action.with(LONG, Value::Length(shape.long)).with(WIDE, Value::Length(shape.wide));
        if (self.forms)(shape.kind).len() > 1 { action.with(FORM, Value::Name(shape.form.word())) } else { action }
    }

    /// The piece that an action lays.
    ///
    /// # Errors
    /// When it lays none of the kinds on offer, or has values too many or too few.
    pub fn decode(&self, asking: &Asking, action: &Action) -> Result<PieceShape, Refusal> {
        said_by(self.cite, action, LAY, asking.side)?;
        let words = |words: Vec<Word>| words.into_iter().map(Arg::Key);
        let kinds = (self.kinds)(asking);
        let placed = [(KIND, Takes::Name), (AT, Takes::Spot), (TURN, Takes::Angle)];
        let size = [(LONG, Takes::Length), (WIDE, Takes::Length)];
        let Some(kind) = action.word(KIND) else {
            return Err(Refusal::values(self.cite, action, &placed, &[&size[..], &[(FORM, Takes::Name)]].concat()));
        };
        if !kinds.contains(&kind) {
            return Err(Refusal::may_be(self.cite, KIND, words(kinds)));
        }
        let forms = (self.forms)(kind);
        let several = forms.len() > 1;
        let none = || {
            let sized = forms.iter().any(|form| *form != Form::Strip);
            let size = if sized { &size[..] } else { &[] };
            let form = if several { &[(FORM, Takes::Name)][..] } else { &[] };
            Refusal::values(self.cite, action, &[&placed[..], size, form].concat(), &[])
        };
        let form = match (forms, action.word(FORM)) {
            ([only], None) => *only,
            ([_, _, ..], Some(name)) => {
                let named = forms.iter().find(|form| form.word() == name).copied();
                let all = || words(forms.iter().map(|form| form.word()).collect());
                named.ok_or_else(|| Refusal::may_be(self.cite, FORM, all()))?
            }
            _ => return Err(none()),
        };
        let ([Ref::Spot(x, y)], Some(Value::Angle(turn))) = (action.refs(AT), action.value(TURN)) else {
            return Err(none());
        };
        let (long, wide, values) = match (form, action.length(LONG), action.length(WIDE)) {
            (Form::Strip, None, None) => ((self.sizes)(kind).long.1, (self.sizes)(kind).wide.1, 3),
            (Form::Oval | Form::Rectangle, Some(long), Some(wide)) => (long, wide, 5 + usize::from(several)),
            _ => return Err(none()),
        };
        if action.with.len() != values {
            return Err(none());
        }
        Ok(PieceShape { kind, form, at: (*x, *y), turn: *turn, long, wide })
    }

    /// Whether the piece may lie there, with what it would cover.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge(&self, asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
        let outline = (self.check)(asking, &self.decode(asking, action)?)?;
        Ok(Ruling { marks: vec![piece::band(&outline)], ..Ruling::default() })
    }

    /// The nearest piece that is allowed.
    pub fn fit(&self, asking: &Asking, action: &Action) -> Fitted {
        let cut = match self.judge(asking, action) {
            Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
            Err(why) => vec![why],
        };
        let within = |size: Mil, (least, most): (Mil, Mil)| size.max(least).min(most);
        let wished = self.decode(asking, action).ok().map(|shape| {
            let sizes = (self.sizes)(shape.kind);
            PieceShape { long: within(shape.long, sizes.long), wide: within(shape.wide, sizes.wide), ..shape }
        });
        let allowed = |shape: &PieceShape| (self.check)(asking, shape).is_ok();
        let near = wished.and_then(|shape| room::nearest(asking.view.ground(), &shape, allowed));
        let any = || {
            let kind = wished.map(|shape| shape.kind).or_else(|| (self.kinds)(asking).first().copied())?;
            self.room(asking, kind)
        };
        let fitted = near.or_else(any).map_or_else(|| action.clone(), |shape| self.action(asking, &shape));
        Fitted { action: fitted, cut }
    }

    /// The choice with its piece of terrain at the wished point, or as near to it as allowed. A wish for a unit is left as
    /// it is: no piece is laid at a unit.
    pub fn aim(&self, asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
        let at = match wish {
            Wish::Pose(pose) => pose.at,
            Wish::Toward(at) => at,
            Wish::Target(_) => return Fitted { action: choice.action.clone(), cut: Vec::new() },
        };
        let mut action = choice.action.clone();
        action.set(AT, Value::Refs(vec![Ref::Spot(Mil::measured(at.x), Mil::measured(at.y))]));
        self.fit(asking, &action)
    }
}

//! Deployment (12.1): both sides place everything at once, in secret, in one action each: every base within 12 inches of its own
//! long edge, off ground that it may not enter, in any formation and order.

mod ready;

use bevy::ecs::component::Component;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::{Battlefield, in_crew, in_ranks};
use super::cards::Terrain;
use super::commander::{Attends, attended};
use super::fighting::fighting;
use super::ground::{bar_rule, is_barred};
use super::shape::{self, Shape, may_form};
use super::state::Formation;
use super::switches::Switch;
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::placing::{List, Lists};
use crate::battle::terrain_setup;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Clock, Effects, Eyes, Fact, Handler, Job, Narration, Offer, Question,
    Ref, Refusal, Ruling, Seen, Truth, Value, placing, put, set,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::measure::overlap;
use crate::table::{Footprint, Mil, Place, Placement};

/// The question's word, and the verb of its answer.
pub const KEY: Word = Word("deploy");
/// The step, before the first turn.
pub const STEP: Word = Word("set-up");
/// The values of a deployment that list who stands in another formation or order than in line and close.
const OPEN: Word = Word("in-open-order");
const SHAPES: [(Word, Shape); 3] =
    [(Word("in-column"), Shape::Column), (Word("in-square"), Shape::Square), (Word("in-hedgehog"), Shape::Hedgehog)];

const SET_UP: Cite = Cite("C134");
const ZONE: Cite = Cite("C119");

/// Where the file has a unit that its side places itself, and how it is drawn up there.
#[derive(Component, Clone, Copy, Debug)]
#[component(immutable)]
pub struct Listed {
    /// None: nowhere.
    pub place: Option<Place>,
    /// Its files as its file has them.
    pub files: u8,
}

impl Seen for Listed {
    const BY: Eyes = Eyes::Side;
}

pub const HANDLER: Handler = Handler {
    judge,
    fit: placing::fit,
    aim: |asking, choice, _| placing::fit(asking, &choice.action),
    ..Handler::plain(KEY, &[KEY], offer, enact)
};

/// A job: how far the set-up has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum SetUp {
    Begins,
    Places,
    Done,
}

impl Job for SetUp {
    const NAME: &'static str = "chainmail.set-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(set_up, self, world)
    }
}

/// Registers the words of the question.
pub fn install(world: &mut World) {
    terrain_setup::install(world);
    vocabulary(world, &[OPEN.0, SHAPES[0].0.0, SHAPES[1].0.0, SHAPES[2].0.0].map(|name| (name, Kind::Refs)));
}

fn set_up(InRef(job): InRef<SetUp>, truth: Truth) -> Effects {
    match *job {
        SetUp::Begins => {
            let clock = Clock { turn: 0, step: STEP, side: None };
            let begins = Fact::new(SET_UP, Narration::Began(STEP)).change(set(clock));
            let effects = Effects::become_job(SetUp::Places).fact(begins);
            let cards = Battlefield::of(truth.view()).plays(Switch::LaidTerrain);
            if cards { effects.push(Terrain::Begins) } else { effects }
        }
        SetUp::Places => Effects::become_job(SetUp::Done).ask(Question::secret(HANDLER, SET_UP)),
        SetUp::Done => Effects::pop(),
    }
}

/// The figures with which a unit is deployed.
fn figures(field: Battlefield, unit: UnitId) -> u8 {
    field.troop(unit).figures
}

/// The units that a side places.
fn units(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    field.0.roster().of(side)
}

/// How a unit is drawn up there, by the lists of an action: its formation and where its figures stand.
fn drawn_up(field: Battlefield, unit: UnitId, place: Place, action: &Action) -> (Formation, Placement) {
    if field.kind(unit).commander {
        return (Formation::default(), Placement::Token(place.pose().at));
    }
    if field.kind(unit).is_machine() {
        return (Formation::default(), in_crew(place.pose(), figures(field, unit)));
    }
    let listed = |name: Word| action.refs(name).contains(&Ref::Unit(unit));
    let given = action.value(OPEN).is_some();
    let now = field.formation(unit);
    if !given {
        let files = field.0.get::<Listed>(unit).map_or(1, |listed| listed.files);
        return (now, in_ranks(place.pose(), files, figures(field, unit), now.open));
    }
    let shape = SHAPES.iter().find(|(name, _)| listed(*name)).map_or(Shape::Line, |(_, shape)| *shape);
    let open = listed(OPEN) && !shape.is_square();
    let own = field.0.get::<Listed>(unit).filter(|_| shape == now.shape).map(|listed| listed.files);
    let files = own.unwrap_or_else(|| shape::files(shape, figures(field, unit)));
    (Formation { shape, open }, in_ranks(place.pose(), files, figures(field, unit), open))
}

/// Who of a side may be listed for that.
fn able(field: Battlefield, side: Side, name: Word) -> Vec<Ref> {
    let shape = SHAPES.iter().find(|(of, _)| *of == name).map(|(_, shape)| *shape);
    let may = |unit: &UnitId| {
        let kind = field.kind(*unit);
        !kind.commander
            && !kind.is_machine()
            && shape.is_none_or(|shape| may_form(shape, figures(field, *unit), kind.mounted(), kind.pikes))
    };
    units(field, side).filter(may).map(Ref::Unit).collect()
}

fn names() -> impl Iterator<Item = Word> {
    std::iter::once(OPEN).chain(SHAPES.map(|(name, _)| name))
}

/// Who of a side stands so in its file.
fn as_listed(field: Battlefield, side: Side, name: Word) -> Vec<Ref> {
    let shape = SHAPES.iter().find(|(of, _)| *of == name).map(|(_, shape)| *shape);
    let stands = |unit: &UnitId| {
        let now = field.formation(*unit);
        !field.kind(*unit).commander
            && !field.kind(*unit).is_machine()
            && shape.map_or(now.open, |shape| now.shape == shape)
    };
    units(field, side).filter(stands).map(Ref::Unit).collect()
}

/// What a deployment may list: a unit has one formation, and no square is in open order.
fn lists(field: Battlefield, side: Side) -> Lists {
    let shapes = SHAPES.map(|(name, _)| name);
    let excludes = |name: Word| match name {
        OPEN => shapes[1..].to_vec(),
        _ => shapes.into_iter().filter(|other| *other != name).collect(),
    };
    let list = |name| List {
        name,
        able: able(field, side, name),
        listed: as_listed(field, side, name),
        excludes: excludes(name),
    };
    Lists { key: KEY, cite: SET_UP, side, lists: names().map(list).collect() }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let side = asking.side;
    let lists = lists(field, side);
    let plans = ready::plans(field, side);
    let legal = |plans: Vec<Vec<(UnitId, Place)>>| -> Vec<Choice> {
        plans.into_iter().map(|places| lists.choice(places)).filter(|of| judge(asking, &of.action).is_ok()).collect()
    };
    let mut choices = legal(plans.clone());
    if choices.is_empty() {
        // Terrain that was laid lies where they would stand: each goes to the nearest place that is free.
        choices = legal(plans.into_iter().map(|plan| beside(field, plan)).collect());
    }
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// A plan with each unit at the place nearest to its own where it may stand with those before it, as its file draws it up;
/// who finds none is left out.
fn beside(field: Battlefield, plan: Vec<(UnitId, Place)>) -> Vec<(UnitId, Place)> {
    const STEP: i32 = 1000;
    let ground = field.0.ground();
    let (columns, rows) = (Mil::measured(ground.width).0 / STEP, Mil::measured(ground.depth).0 / STEP);
    let mut stand: Vec<(UnitId, Formation, Placement)> = Vec::new();
    let mut placed = Vec::new();
    for (unit, wish) in plan {
        let at = |x: i32, y: i32| Place { x: Mil(x * STEP), y: Mil(y * STEP), heading: wish.heading };
        let all = (0..=columns).flat_map(|x| (0..=rows).map(move |y| at(x, y)));
        let mut spots: Vec<Place> = std::iter::once(wish).chain(all).collect();
        let far =
            |spot: &Place| (i64::from(spot.x.0 - wish.x.0).pow(2) + i64::from(spot.y.0 - wish.y.0).pow(2), spot.x.0);
        spots.sort_by_key(far);
        for spot in spots {
            let (formation, placement) = as_filed(field, unit, spot);
            stand.push((unit, formation, placement));
            if check(field, &stand).is_ok() {
                placed.push((unit, spot));
                break;
            }
            stand.pop();
        }
    }
    placed
}

/// A unit there as its file draws it up.
fn as_filed(field: Battlefield, unit: UnitId, place: Place) -> (Formation, Placement) {
    let side = field.0.side_of(unit);
    let action = names().fold(Action::new(Ref::Side(side), KEY), |action, name| {
        action.with(name, Value::Refs(as_listed(field, side, name)))
    });
    drawn_up(field, unit, place, &action)
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let (field, side) = (Battlefield::of(asking.view), asking.side);
    let places = lists(field, side).places(asking, action, units(field, side))?;
    let forms: Vec<(UnitId, Formation, Placement)> = places
        .iter()
        .map(|(unit, place)| {
            let (formation, placement) = drawn_up(field, *unit, *place, action);
            (*unit, formation, placement)
        })
        .collect();
    let zone = placing::zone(&field.0, side, *fighting().deployment, Mil::ZERO);
    let drawn: Vec<(UnitId, Placement)> = forms.iter().map(|(unit, _, at)| (*unit, at.clone())).collect();
    check(field, &forms).map_err(|why| placing::drawn(why, zone.clone(), &drawn))?;
    let ends = places.iter().map(|(unit, place)| (*unit, place.pose())).collect();
    Ok(Ruling { ends, forms: drawn, marks: vec![zone], ..Ruling::default() })
}

/// Checks where a side's units would stand: on the table, wholly in the zone, clear of each other and of ground closed to them.
fn check(field: Battlefield, forms: &[(UnitId, Formation, Placement)]) -> Result<(), Refusal> {
    let mut stand: Vec<(UnitId, Footprint)> = Vec::new();
    for (unit, formation, placement) in forms {
        let Some(print) = placement.hull(field.size(*unit)) else {
            let at: Vec<bevy::math::Vec2> = placement.point().into_iter().collect();
            placing::check_zone(&field.0, *unit, &at, *fighting().deployment, ZONE)?;
            continue;
        };
        let corners = print.corners();
        if !field.0.ground().holds(&print) {
            return Err(placing::off_table(&field.0, *unit, &corners, SET_UP));
        }
        placing::check_zone(&field.0, *unit, &corners, *fighting().deployment, ZONE)?;
        if let Some((friend, on)) = stand.iter().find(|(_, other)| overlap(&print, other)) {
            return Err(placing::overlaps(SET_UP, (*unit, &print), (*friend, on)));
        }
        let closed = |piece: &&crate::table::Piece| {
            is_barred(field, *unit, formation.open, piece)
                || super::terrain::kind(piece).is_some_and(|kind| kind.cross.is_some() || kind.whole)
        };
        if let Some(piece) = field.0.ground().under(&print).find(closed) {
            let of = Arg::Of(Ref::Terrain(piece.id));
            return Err(Refusal::new(bar_rule(piece), Word("may-not-stand"))
                .of(Ref::Unit(*unit))
                .word(Word("terrain"), of));
        }
        stand.push((*unit, print));
    }
    Ok(())
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let mut told = placing::deployed(asking.side, SET_UP);
    let forms: Vec<(UnitId, Formation, Placement)> = action
        .places()
        .iter()
        .filter_map(|(who, place)| match who {
            Ref::Unit(unit) => {
                let (formation, placement) = drawn_up(field, *unit, *place, action);
                Some((*unit, formation, placement))
            }
            _ => None,
        })
        .collect();
    for (unit, formation, placement) in &forms {
        let mut placement = placement.clone();
        if let Placement::Token(at) = placement {
            let prints = forms.iter().filter_map(|(of, _, stands)| Some((*of, stands.hull(field.size(*of))?)));
            let with = attended(at, prints);
            told = told.change(put(*unit, Attends(with)));
            if with.is_some() {
                placement = Placement::Off;
            }
        }
        told = told.change(put(*unit, placement)).change(put(*unit, *formation));
    }
    Effects::pop().fact(told)
}

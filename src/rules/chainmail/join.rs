//! Neighbours drawn into a melee (9.1): before the first blow of the Melee step each side may bring up units that stand near
//! one, who moves first before the other; where all move together (3.2) both say so in secret, and they come up one after the
//! other, north's first.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::commander;
use super::contact_side::aspect;
use super::fighting::{fighting, share};
use super::ground::{climbs_at_end, front_of, is_barred};
use super::seating::{before_front, edge_met, seated};
use super::shape::Shape;
use super::state::{Acts, Contact, Contacts, Phase};
use super::switches::Switch;
use super::terrain;
use super::verb::Verb;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handler, Job, Narration, Offer, Question, Ref,
    Refusal, Ruling, Truth, Value, alter, alter_one, plain, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::measure::{nearest_points, overlap};
use crate::table::{Footprint, Mil, Placement, slide};

pub const KEY: Word = Word("join");
const AT: Word = Word("at");
/// What a choice is called before whom one comes upon.
const JOIN_WITH: Word = Word("join-with");
const MELEE: Word = Word("which");
const RULE: Cite = Cite("C79");

/// Which units come to which melee.
pub const HANDLER: Handler =
    Handler { judge, fit, ..Handler::plain(KEY, &[Verb::Join.word(), Verb::Done.word()], offer, enact) };

/// A job: units are drawn in; first the one side says which, then the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joins {
    /// Who was in melee when the step began; empty before that is known.
    pub melee: Vec<UnitId>,
    /// Whether who moves first has decided.
    pub last: bool,
}

impl Job for Joins {
    const NAME: &'static str = "chainmail.joins";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(joins, self, world)
    }
}

/// A job: these come up to those, as far as they still can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComeUp {
    pub named: Vec<(UnitId, UnitId)>,
}

impl Job for ComeUp {
    const NAME: &'static str = "chainmail.come-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(come_up, self, world)
    }
}

/// How a unit would come to an enemy in melee.
#[derive(Clone, Copy, Debug)]
struct Coming {
    /// Where its front touches.
    seat: Footprint,
    /// How far it goes.
    by: Mil,
    /// It pays half of its Move.
    pays: bool,
    /// Its last inches are uphill.
    below: bool,
}

pub fn joins(InRef(job): InRef<Joins>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let melee = if job.melee.is_empty() {
        field.0.roster().ids().filter(|unit| field.engaged(*unit)).collect()
    } else {
        job.melee.clone()
    };
    if melee.is_empty() {
        return Effects::pop();
    }
    let next = |last| Joins { melee: melee.clone(), last };
    let which = || Value::Refs(melee.iter().copied().map(Ref::Unit).collect());
    let can = |side: Side| field.side(side).any(|unit| !whom(field, unit, &melee).is_empty());
    // Nothing is to be hidden from who has nobody to bring up.
    if field.plays(Switch::Simultaneous) && Side::BOTH.into_iter().all(can) {
        return Effects::pop().ask(Question::drafted(HANDLER, Verb::Done.word(), RULE).with(MELEE, which()));
    }
    let side = if job.last { field.first().other() } else { field.first() };
    if can(side) && !field.phase().over {
        let question = Question::to(side, HANDLER, RULE).with(MELEE, which());
        return Effects::become_job(next(job.last)).ask(question);
    }
    let effects = if job.last { Effects::pop() } else { Effects::become_job(next(true)) };
    if !field.phase().over {
        return effects;
    }
    let told = Fact::new(RULE, Narration::Said(Word("all-joined"))).word(Word("who"), Arg::Of(Ref::Side(side)));
    effects.fact(told.change(alter_one(|phase: &mut Phase| phase.over = false)))
}

pub fn come_up(InRef(job): InRef<ComeUp>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(((unit, at), later)) = job.named.split_first() else { return Effects::pop() };
    let effects = Effects::become_job(ComeUp { named: later.to_vec() });
    match coming(field, *unit, *at) {
        Some(coming) => {
            let taken = commander::taken(field, *unit, &[field.front(*unit), coming.seat.pose()]);
            effects.fact(told(field, *unit, *at, coming)).facts(taken)
        }
        // Somebody who came up before stands in the way.
        None => {
            let stays =
                Fact::new(RULE, Narration::Said(Word("finds-no-way"))).word(Word("who"), Arg::Of(Ref::Unit(*unit)));
            effects.fact(stays.word(Word("whom"), Arg::Of(Ref::Unit(*at))))
        }
    }
}

/// The enemies to whose melee a unit may come, in roster order.
fn whom(field: Battlefield, unit: UnitId, melee: &[UnitId]) -> Vec<UnitId> {
    let side = field.0.side_of(unit);
    let enemies = melee.iter().copied().filter(|at| field.0.on_table(*at) && field.0.side_of(*at) != side);
    enemies.filter(|at| coming(field, unit, *at).is_some()).collect()
}

/// Whether a unit is free to be drawn in: in order, not in melee, not changing its formation, no hedgehog.
fn is_free(field: Battlefield, unit: UnitId) -> bool {
    field.0.on_table(unit)
        && !field.kind(unit).is_machine()
        && field.flight(unit).is_none()
        && !field.engaged(unit)
        && field.under_way(unit).0.is_none()
        && field.formation(unit).shape != Shape::Hedgehog
        && !field.is_halted(unit)
}

/// How a unit would come up to an enemy (C79): within 3 inches free, within 6 for half a Move if it has not moved; straight to the
/// nearest point, through nobody, on ground that it may enter, not to somebody behind the line of its front.
fn coming(field: Battlefield, unit: UnitId, at: UnitId) -> Option<Coming> {
    if !is_free(field, unit) {
        return None;
    }
    let numbers = fighting();
    let by = field.distance(unit, at);
    let acts = field.acts(unit);
    let stood = acts.gone == Mil::ZERO && acts.charged.is_none() && acts.attacked.is_none() && !acts.refused;
    let pays = by > *numbers.drawn_free;
    if by > *numbers.drawn || (pays && (!stood || field.left(unit) < share(field.pace(unit), numbers.drawn_price))) {
        return None;
    }
    let (own, his) = (field.print(unit), field.print(at));
    let (from, to) = nearest_points(&own, &his);
    let ahead = Mil::measured(own.local(to).y - own.half_depth);
    if ahead < Mil::ZERO {
        return None;
    }
    let direction = (to - from).normalize_or(own.forward());
    let far = by.to_inches();
    if !is_open(field, unit, at, &own, direction, far) {
        return None;
    }
    let there = own.shifted(to - from);
    let seat = seated(field, unit, &there, &[at]);
    let below = climbs_at_end(field, &own, direction, far);
    before_front(field, unit, &seat).contains(&at).then_some(Coming { seat, by, pays, below })
}

/// Whether nothing lies in a unit's way: nobody but whom it comes to, and no ground where it may not go or stand.
fn is_open(field: Battlefield, unit: UnitId, at: UnitId, own: &Footprint, direction: Vec2, far: f32) -> bool {
    let end = own.shifted(direction * far);
    let blocks = |foot: &crate::table::Foot| {
        let other = foot.unit != unit && foot.unit != at;
        let met = slide::meets(own, direction, &foot.print).is_some_and(|met| met.enter < far);
        other && (overlap(&end, &foot.print) || met)
    };
    let clear = !field.0.layout().along(None, own, direction, far, 0.0).any(blocks);
    let open = field.formation(unit).open;
    let barred = field.0.ground().pieces().iter().any(|piece| {
        let water = terrain::kind(piece).is_some_and(|kind| kind.cross.is_some() || kind.whole);
        (water || is_barred(field, unit, open, piece)) && !piece.passages(own, direction, far).is_empty()
    });
    clear && !barred && field.0.ground().holds(&end)
}

fn melee_of(asking: &Asking) -> Vec<UnitId> {
    match asking.question.value(MELEE) {
        Some(Value::Refs(which)) => which
            .iter()
            .filter_map(|who| match who {
                Ref::Unit(unit) => Some(*unit),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let side: Side = asking.side;
    let melee = melee_of(asking);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        // Who is named already is offered by name alone.
        if ask.who.is_empty() && asking.question.drafts(side).any(|draft| draft.who == [Ref::Unit(unit)]) {
            continue;
        }
        for at in whom(field, unit, &melee) {
            let at = Value::Refs(vec![Ref::Unit(at)]);
            let plain = Choice::plain(Verb::Join.by(Ref::Unit(unit)).with(AT, at), RULE);
            offer.choices.push(Choice { called: Some(JOIN_WITH), ..plain });
        }
    }
    offer.choices.push(Choice::ending(Verb::done(side), RULE));
    offer
}

/// Who is named already may be named otherwise.
fn own(asking: &Asking, action: &Action) -> Offer {
    offer(asking, &Ask { who: action.who.clone(), barred: true })
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    plain::judge(&own(asking, action), action)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    plain::fit(&own(asking, action), action)
}

/// What both have named in secret is opened when south's answers are read, north's first.
fn opened(asking: &Answered, action: &Action) -> Effects {
    if Verb::of(action) != Some(Verb::Done) || asking.side != Side::South {
        return Effects::pop();
    }
    let drafts = Side::BOTH.into_iter().flat_map(|side| asking.question.drafts(side));
    let named = drafts.filter_map(|draft| match (&draft.who[..], draft.unit(AT)) {
        ([Ref::Unit(unit)], Some(at)) => Some((*unit, at)),
        _ => None,
    });
    let mut named: Vec<(UnitId, UnitId)> = named.collect();
    named.sort_unstable();
    Effects::pop().push(ComeUp { named })
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    if asking.question.is_drafted() {
        return opened(asking, action);
    }
    let field = Battlefield::of(asking.view);
    let comes = match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(unit)], Some(at)) => coming(field, *unit, at).map(|coming| (*unit, at, coming)),
        _ => None,
    };
    let Some((unit, at, coming)) = comes else {
        let done =
            Fact::new(RULE, Narration::Said(Word("no-more-join"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(done.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    let taken = commander::taken(field, unit, &[field.front(unit), coming.seat.pose()]);
    Effects::pop().fact(told(field, unit, at, coming)).facts(taken)
}

/// The fact that a unit comes up.
fn told(field: Battlefield, unit: UnitId, at: UnitId, coming: Coming) -> Fact {
    let own = field.print(unit);
    let placement = match field.0.placement(unit).clone() {
        Placement::Block { files, bases, gap, .. } => Placement::Block { pose: coming.seat.pose(), files, bases, gap },
        other => other,
    };
    let contacts: Vec<Contact> = before_front(field, unit, &coming.seat)
        .into_iter()
        .map(|met| {
            let his = field.print(met);
            let (_, point) = nearest_points(&front_of(&coming.seat), &his);
            Contact {
                by: unit,
                at: met,
                edge: edge_met(&coming.seat, &his, point),
                aspect: aspect(&his, own.centre),
                charge: false,
                impetus: false,
                named: met == at,
                above: coming.below,
                rounds: 0,
                from: own.centre,
                mutual: false,
            }
        })
        .collect();
    let price = if coming.pays { share(field.pace(unit), fighting().drawn_price) } else { Mil::ZERO };
    let along = vec![vec![own.pose(), coming.seat.pose()]];
    Fact::new(RULE, Narration::Moved { who: vec![Ref::Unit(unit)], along })
        .says(Word("is-drawn-in"))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("whom"), Arg::Of(Ref::Unit(at)))
        .word(Word("measured"), Arg::Measured(crate::battle::Measured::Length(coming.by)))
        .change(put(unit, placement))
        .change(alter(unit, move |acts: &mut Acts| {
            acts.over = true;
            if price > Mil::ZERO {
                acts.spent = Mil(acts.spent.0 + price.0);
                acts.gone = Mil(acts.gone.0 + coming.by.0);
            }
        }))
        .change(alter_one(move |all: &mut Contacts| all.0.extend(contacts.iter().copied())))
}

//! Changes of formation in play (A14): a unit of a small division changes from deep (one section behind the other) to
//! wide (side by side) or back. It takes the whole turn.

pub mod facing;
pub mod form;

use self::form::{Form, taken};
use super::ambush;
use super::battlefield::Battlefield;
use super::data::data;
use super::divisions;
use super::general_loss::Risk;
use super::going;
use super::movement::arrive::{After, run_over_at};
use super::movement::{follow, rear_zone};
use super::state::Acts;
use super::switches::{self, Switch};
use crate::battle::{
    Action, Answered, Arg, Barred, Choice, Effects, Fact, Mark, Measured, Narration, Offer, Ref, Refusal, Ruling,
    alter, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::overlap;
use crate::table::{Footprint, Leg, Mil, Placement};

/// The word under which it is barred.
pub const FORM: Word = Word("form");

const WHO: Cite = Cite("A14.0");
const WHOLE_TURN: Cite = Cite("A14.1a");
const AFTER_MOVING: Cite = Cite("A14.1b");
const WIDE_BESIDE_MATE: Cite = Cite("A14.1d");
const DEEP_BESIDE_MATE: Cite = Cite("A14.1f");
const ROOM: Cite = Cite("A14.1g");
const SMALL: Cite = Cite("A14.21");
const NO_SPLIT: Cite = Cite("A14.22");
const CONTROL: Cite = Cite("4.3");
const IN_MELEE: Cite = Cite("SP4");

/// A unit as it would stand after the change.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub placement: Placement,
    pub print: Footprint,
}

/// Adds to an offer every formation into which a unit of the side may change now.
pub fn choices(field: Battlefield, units: &[UnitId], offer: &mut Offer, barred: bool) {
    if !field.plays(Switch::FormationChange) {
        return;
    }
    for unit in units {
        let mut bar = |why: Refusal| {
            if barred {
                offer.barred.push(Barred { key: FORM, who: vec![Ref::Unit(*unit)], why });
            }
        };
        if let Err(why) = may_change(field, *unit) {
            bar(why);
            continue;
        }
        let deep = field.deep(*unit);
        for form in Form::ALL.into_iter().filter(|form| form.is_deep() != deep) {
            match place(field, *unit, form) {
                Ok(_) => offer.choices.push(Choice::plain(action(*unit, form), form.cite())),
                Err(why) if barred => {
                    offer.barred.push(Barred { key: form.word(), who: vec![Ref::Unit(*unit)], why });
                }
                Err(_) => {}
            }
        }
    }
}

/// The change as an action: `u1: form deep-left`.
pub fn action(unit: UnitId, form: Form) -> Action {
    Action::along(Ref::Unit(unit), vec![Leg::Form(form.word())])
}

/// Judges a change: where the unit would stand, and the ground that its moving section takes.
///
/// # Errors
///
/// The rule that forbids it.
pub fn judge(field: Battlefield, unit: UnitId, form: Form) -> Result<Ruling, Refusal> {
    let changed = change(field, unit, form)?;
    let ground = taken(&field.print(unit), &changed.print);
    Ok(Ruling {
        ends: vec![(unit, changed.print.pose())],
        forms: vec![(unit, changed.placement)],
        marks: vec![band(&ground)],
        ..Ruling::default()
    })
}

/// The unit as it would stand in that formation.
///
/// # Errors
///
/// The rule that forbids it.
pub fn change(field: Battlefield, unit: UnitId, form: Form) -> Result<Changed, Refusal> {
    if !field.plays(Switch::FormationChange) {
        return Err(switches::off(WHO, Switch::FormationChange).of(Ref::Unit(unit)));
    }
    may_change(field, unit)?;
    if field.deep(unit) == form.is_deep() {
        return Err(Refusal::new(form.cite(), Word("formation-same")).of(Ref::Unit(unit)));
    }
    place(field, unit, form)
}

/// Checks that the unit may change formation at all, into whichever: its type, what it did this turn, its division, the
/// enemies it faces.
fn may_change(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |cite, says| Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
    if !field.stands(unit) {
        return Err(Refusal::for_units(WHO, FORM, Ref::Unit(unit), field.0.side_of(unit)));
    }
    let kind = field.kind(unit);
    if !kind.changes_formation || sections(field, unit) < 2 {
        return Err(refuse(WHO, "formation-type"));
    }
    if field.engaged(unit) {
        return Err(refuse(WHOLE_TURN, "formation-engaged"));
    }
    let acts = field.acts(unit);
    if acts.moved || acts.marched || acts.spent {
        return Err(refuse(AFTER_MOVING, "formation-moved"));
    }
    let (count, most) = (mates(field, unit).len() as i32 + 1, data().tables.formation.most_units);
    if count > most {
        return Err(refuse(SMALL, "formation-division").above(Measured::Count(count), Measured::Count(most)));
    }
    if field.division_of(unit).is_some_and(|body| !field.division(body).controlled) {
        return Err(refuse(CONTROL, "uncontrolled"));
    }
    if let Some(busy) = mates(field, unit).into_iter().find(|mate| field.engaged(*mate)) {
        return Err(refuse(IN_MELEE, "mate-in-melee").word(Word("friend"), Arg::Of(Ref::Unit(busy))));
    }
    match facing::refusal(field, unit, &facing::threats(field, unit)) {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

/// Checks that there is room for the change and that the division stays connected; returns where the unit would stand.
fn place(field: Battlefield, unit: UnitId, form: Form) -> Result<Changed, Refusal> {
    let before = field.print(unit);
    let base = field.0.roster().base(unit);
    let placement = form.placement(before.pose(), base, sections(field, unit));
    let refuse = |cite, says| Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
    let Some(print) = placement.footprints(base).first().copied() else { return Err(refuse(ROOM, "formation-same")) };
    let of_ground = taken(&before, &print);
    let drawn = || band(&of_ground);
    let mates = mates(field, unit);
    let beside_mate = if form.is_deep() { DEEP_BESIDE_MATE } else { WIDE_BESIDE_MATE };
    // In a column there are no neighbours at the side, so either section may stay.
    let beside = mates.iter().any(|m| before.pose().local(field.print(*m).centre).x.abs() >= before.half_width);
    let prints: Vec<Footprint> = std::iter::once(print).chain(mates.iter().map(|m| field.print(*m))).collect();
    if let Some(mate) = mates.iter().find(|m| overlap(&print, &field.print(**m))) {
        let cite = if beside { beside_mate } else { ROOM };
        let friend = Arg::Of(Ref::Unit(*mate));
        return Err(refuse(cite, "formation-on-mate").word(Word("friend"), friend).mark(drawn()));
    }
    if !divisions::contiguous(&prints) {
        if !beside {
            return Err(refuse(NO_SPLIT, "formation-parts").mark(drawn()));
        }
        let mut why = refuse(beside_mate, "formation-parts").mark(drawn());
        why.also.push(refuse(NO_SPLIT, "formation-parts"));
        return Err(why);
    }
    if !field.0.ground().holds(&print) {
        return Err(refuse(ROOM, "formation-edge").mark(drawn()));
    }
    if let Some(other) = field.0.layout().overlapping(&print).find(|foot| foot.unit != unit) {
        return Err(refuse(ROOM, "formation-room")
            .word(Word("friend"), Arg::Of(Ref::Unit(other.unit)))
            .mark(drawn())
            .mark(Mark::Glow(Ref::Unit(other.unit))));
    }
    if let Some((friend, _)) = ambush::prints(field, field.0.side_of(unit)).find(|(_, hidden)| overlap(&print, hidden))
    {
        let friend = Arg::Of(Ref::Unit(friend));
        return Err(refuse(ROOM, "formation-room").word(Word("friend"), friend).mark(drawn()));
    }
    let barred = |piece: &&crate::table::Piece| !going::may_enter(field.kind(unit), piece.kind);
    if let Some(piece) = field.0.ground().under(&print).find(barred) {
        let terrain = Arg::Of(Ref::Terrain(piece.id));
        return Err(refuse(ROOM, "closed-ground").word(Word("terrain"), terrain).mark(drawn()));
    }
    rear_zone::check(field, unit, &before, &print, &[])?;
    Ok(Changed { placement, print })
}

/// A footprint to be drawn.
fn band(print: &Footprint) -> Mark {
    Mark::Band(print.corners().iter().map(|c| (Mil::measured(c.x), Mil::measured(c.y))).collect())
}

/// The other units of its division.
fn mates(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let Some(body) = field.division_of(unit) else { return Vec::new() };
    field.0.bodies().get(body).units.iter().copied().filter(|u| *u != unit && field.stands(*u)).collect()
}

/// How many sections the unit has: at the Intro scale one.
fn sections(field: Battlefield, unit: UnitId) -> u8 {
    field.0.placement(unit).ranks().bases
}

/// Enacts the change. The unit has then used its turn.
pub fn enact(asking: &Answered, unit: UnitId, form: Form) -> Effects {
    let field = Battlefield::of(asking.view);
    let Ok(changed) = change(field, unit, form) else { return Effects::stay() };
    let told = Narration::Moved {
        who: vec![Ref::Unit(unit)],
        along: vec![vec![field.print(unit).pose(), changed.print.pose()]],
    };
    let done = alter(unit, |acts: &mut Acts| {
        acts.moved = true;
        acts.marched = true;
        acts.spent = true;
        acts.whole_turn = Some(WHOLE_TURN);
    });
    let fact = Fact::new(form.cite(), told)
        .says(Word("changes-formation"))
        .word(Word("to"), Arg::Word(form.word()))
        .change(put(unit, changed.placement))
        .change(done);
    let mut effects = Effects::stay().fact(follow::general(field, unit, &changed.print, fact));
    effects = effects.facts(ambush::met(field, asking.side, &[(unit, changed.print)]));
    if let Some(body) = field.division_of(unit) {
        effects = effects.push(After { body });
    }
    let touched: Option<Risk> = run_over_at(field, asking.side.other(), &[changed.print]);
    match touched {
        Some(risk) => effects.push(risk),
        None => effects,
    }
}

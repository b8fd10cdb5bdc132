//! Drive backs at the end of the shooting phase (A8.3, A8.4, W7-W9, W13, W14, W93).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::casualties::{HITS_LEFT, destroyed};
use super::data::tables;
use super::forced::{Slide, Why, bearing, confuse, direction};
use super::formation::full_pace;
use super::relocate::away;
use super::state::Hits;
use super::support::engaged;
use super::switches::Switch;
use super::terrain::Cover;
use super::troop::Tag;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Truth, Value, alter,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::measure::range;
use crate::table::{Cdeg, Footprint, Mil};

pub const KEY: Word = Word("drive-order");
const AWAY: Word = Word("drive-away");
const FROM: Word = Word("from");
const FAR: Word = Word("far");
/// Lines that differ by no more count as one.
const ALIKE: Cdeg = Cdeg(100);
const RULE: Cite = Cite("A8.3");
const ODD: Cite = Cite("A8.4");
const WARBAND: Cite = Cite("W13");
const WORN: Cite = Cite("W14");

/// Which unit is driven back next.
pub const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, enact);

/// Away from which of several equally close shooters a unit is driven back.
pub const LINE_HANDLER: Handler = Handler::plain(AWAY, &[AWAY], offer_lines, enact_line);

/// A job: all who were hit are driven back, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DriveBacks {
    pub side: Side,
}

/// A job: a unit is driven back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrivenBack {
    pub unit: UnitId,
}

impl Job for DriveBacks {
    const NAME: &'static str = "ancientmaster.drive-backs";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(drive_backs, self, world)
    }
}

impl Job for DrivenBack {
    const NAME: &'static str = "ancientmaster.driven-back";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(driven_back, self, world)
    }
}

/// The units of a side that are to be driven back.
fn pending(field: Battlefield, side: Side) -> Vec<UnitId> {
    field.side(side).filter(|unit| field.hits(*unit).drives > 0).collect()
}

pub fn drive_backs(InRef(job): InRef<DriveBacks>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    for side in [job.side, job.side.other()] {
        match pending(field, side)[..] {
            [] => {}
            [only] => return Effects::stay().push(DrivenBack { unit: only }),
            _ => return Effects::stay().ask(Question::to(side, HANDLER, RULE)),
        }
    }
    field.units().fold(Effects::pop(), |effects, unit| effects.facts(discarded(field, unit)))
}

/// Odd hits go: of who is not engaged all, of who is engaged those of volleys (A8.4, W134).
fn discarded(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let hits = field.hits(unit);
    if hits == Hits::default() {
        return None;
    }
    let stays = engaged(field, unit);
    let keeps_volley = field.plays(Switch::VolleyHitsCount);
    let left = match (stays, keeps_volley) {
        (true, true) => hits.left,
        (true, false) => hits.left - hits.volley.min(hits.left),
        (false, _) => 0,
    };
    if left == hits.left {
        // Nobody need be told that nothing is discarded.
        return None;
    }
    let told = Narration::Counted { of: Ref::Unit(unit), what: HITS_LEFT, from: hits.left.into(), to: left.into() };
    Some(Fact::new(ODD, told).change(alter(unit, move |hits: &mut Hits| {
        *hits = Hits { left, charging: if stays { hits.charging } else { 0 }, ..Hits::default() };
    })))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let choices: Vec<Choice> = pending(field, asking.side)
        .into_iter()
        .map(|unit| Choice::ending(Action::new(Ref::Unit(unit), KEY), RULE))
        .collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(_: &Answered, action: &Action) -> Effects {
    match action.who[..] {
        [Ref::Unit(unit)] => Effects::pop().push(DrivenBack { unit }),
        _ => Effects::pop(),
    }
}

/// How many dice a unit rolls that has taken so many hits (A8.3).
pub fn dice(hits: u8, cover: Cover, warband: bool, lost: u8) -> Tally {
    let (numbers, bands) = (&tables().drive_back, &tables().warband);
    let mut tally = Tally::default().with(Word("hits"), hits.into(), RULE);
    match cover {
        Cover::Open => {}
        Cover::Defended => tally.add(Word("defended"), numbers.defended, RULE),
        Cover::Fortified => tally.add(Word("fortified"), numbers.fortified, RULE),
    }
    // A warband that need not roll at all has no extra die (W14).
    if warband && tally.total() > 0 {
        match lost {
            0 => tally.add(Word("warband"), bands.fresh, WARBAND),
            _ => tally.add(Word("warband"), bands.worn, WORN),
        }
    }
    tally
}

/// What the dice of a drive back say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driven {
    pub centimetres: u32,
    pub confused: bool,
}

/// Rolls a drive back.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(roll: &mut impl Roll, count: i32, by: Side, who: UnitId) -> Result<Driven, NeedDice> {
    let mut driven = Driven { centimetres: 0, confused: false };
    let die = Die::d6(by, Some(who), Word("drive-back"));
    roll.together(u16::try_from(count.max(0)).unwrap_or(u16::MAX), Counting::Sum, die)?;
    for _ in 0..count.max(0) {
        let face = roll.die(die)?;
        driven.centimetres += u32::from(face);
        driven.confused |= face >= tables().drive_back.confuses;
    }
    Ok(driven)
}

pub fn driven_back(InRef(job): InRef<DrivenBack>, truth: Truth, hand: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let hits = field.hits(unit);
    let warband = field.has(unit, Tag::Warband);
    let tally = dice(hits.drives, hits.cover, warband, field.lost(unit));
    let mut roller = hand.roller();
    let driven = match roll(&mut roller, tally.total(), field.0.side_of(unit), unit) {
        Ok(driven) => driven,
        Err(need) => return Effects::need(need),
    };
    let holds = engaged(field, unit);
    let far = super::data::Cm(driven.centimetres as f32);
    let says = match (tally.total() <= 0, holds) {
        (true, _) => Word("drive-none"),
        (false, true) => Word("drive-engaged"),
        (false, false) => Word("drive-back"),
    };
    let told = Fact::new(RULE, Narration::Said(says))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("way"), Arg::Measured(crate::battle::Measured::Length(far.mil())))
        .dice(roller.rolled())
        .tally(tally)
        .change(alter(unit, |hits: &mut Hits| hits.drives = 0));
    let effects = Effects::pop().fact(told);
    if !holds && far.0 > full_pace(field.troop(unit).sort()).0 {
        return destroyed(field, unit, RULE, Word("routed"), effects);
    }
    let effects = if driven.confused { confuse(field, unit, Cite("A9.1"), effects) } else { effects };
    if holds || far.0 <= 0.0 {
        return effects;
    }
    match lines(field, unit, &hits)[..] {
        [] => effects,
        [(_, line)] => effects.push(slid(unit, line, far.pace())),
        ref several => {
            let question = Question::to(field.0.side_of(unit), LINE_HANDLER, RULE).about(Ref::Unit(unit));
            let question = question.with(FAR, Value::Length(far.pace()));
            effects.ask(several.iter().fold(question, |question, (by, _)| question.about(Ref::Unit(*by))))
        }
    }
}

/// The drive back of a unit along a line.
fn slid(unit: UnitId, line: Cdeg, far: Mil) -> Slide {
    Slide { bearing: line, ..Slide::new(unit, direction(line), far, Why::DriveBack) }
}

/// Away from which shooter a unit is driven back.
fn offer_lines(asking: &Asking, _: &Ask) -> Offer {
    let [of @ Ref::Unit(unit), ..] = asking.question.about[..] else { return Offer::default() };
    let field = Battlefield::of(asking.view);
    let from = |(by, _): (UnitId, Cdeg)| {
        Choice::ending(Action::new(of, AWAY).with(FROM, Value::Refs(vec![Ref::Unit(by)])), RULE)
    };
    let choices: Vec<Choice> = lines(field, unit, &field.hits(unit)).into_iter().map(from).collect();
    Offer { question: AWAY, choices: choices.into(), ..Offer::default() }
}

fn enact_line(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let ([Ref::Unit(unit)], Some(by), Some(Value::Length(far))) =
        (&action.who[..], action.unit(FROM), asking.question.value(FAR))
    else {
        return Effects::pop();
    };
    let line = lines(field, *unit, &field.hits(*unit)).into_iter().find(|(of, _)| *of == by);
    line.map_or_else(Effects::pop, |(_, line)| Effects::pop().push(slid(*unit, line, *far)))
}

/// The lines straight away from the closest stands of units that shot at it, where those stand or last stood (A8.3, W133):
/// several only where stands are equally close and their lines differ, each with whose it is.
fn lines(field: Battlefield, unit: UnitId, hits: &Hits) -> Vec<(UnitId, Cdeg)> {
    let own = field.prints(unit);
    let shooters = hits.by.iter().flat_map(|(by, place)| {
        let prints: Vec<Footprint> = match field.feet(*by) {
            [] => vec![field.size(*by).base(place.pose())],
            feet => feet.iter().map(|foot| foot.print).collect(),
        };
        prints.into_iter().map(move |print| (*by, print))
    });
    let pairs: Vec<(UnitId, Footprint, Footprint, Mil)> = shooters
        .flat_map(|(by, shooter)| own.iter().map(move |print| (by, *print, shooter, range(print, &shooter))))
        .collect();
    let least = pairs.iter().map(|(.., far)| *far).min().unwrap_or_default();
    let mut lines: Vec<(UnitId, Cdeg)> = Vec::new();
    for (by, print, shooter, _) in pairs.into_iter().filter(|(.., far)| *far <= least) {
        let line = bearing(away(&print, &shooter));
        let known = lines.iter().any(|(of, known)| *of == by || known.between(line) <= ALIKE);
        if !known {
            lines.push((by, line));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;

    #[test]
    fn the_dice_are_those_of_w13_w14_and_g7() {
        let count = |hits, cover, warband, lost| dice(hits, cover, warband, lost).total();
        assert_eq!(count(2, Cover::Open, true, 0), 1);
        assert_eq!(count(1, Cover::Open, true, 0), 0);
        assert_eq!(count(2, Cover::Open, true, 1), 3);
        assert_eq!(count(1, Cover::Defended, true, 1), 0, "no roll, no extra die");
        assert_eq!(count(3, Cover::Defended, false, 1), 2);
        assert_eq!(count(3, Cover::Fortified, false, 0), 1);
    }

    #[test]
    fn two_dice_confuse_in_eleven_of_thirty_six() {
        let cases = every_case(|dice| roll(dice, 2, Side::North, UnitId(0)));
        assert_eq!(cases.chance(|driven| driven.confused), (11, 36));
    }
}

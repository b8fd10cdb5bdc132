//! What may be done now, as buttons: with names, reaches and letters.

use super::odds::OddsBlock;
use super::throw::Throw;
use super::{Game, follows, letters, place, shots, thrown};
use crate::battle::narrator::Narrator;
use crate::battle::{
    Action, Ask, Choice, Choices, Handle, MOVE, Measured, Offer, Param, Range, Ref, Refusal, Stop, TAKE_BACK, Value,
    View, telling,
};
use crate::cite::{HOUSE, Word};
use crate::gui::language::translate_with;
use crate::gui::widgets::tally_table::Row;
use crate::gui::words::{at_most, capital, degrees, length, rounded};
use crate::ids::{BodyId, Side, UnitId};
use crate::lab::chronicle::units_of;
use crate::table::{Cdeg, Leg, Mil, measure};

/// What may be done, and what may not.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// The question in words.
    pub question: String,
    pub listed: Vec<Listed>,
    pub barred: Vec<Refused>,
    /// All choices of the question, for aiming and for who may act.
    pub all: Vec<Choice>,
    /// What the side has sealed so far, where it answers one by one. Each has the choice that takes it back.
    pub drafts: Vec<Listed>,
    /// How the number of dice that are asked for is come to.
    pub made_of: Vec<Row>,
}

/// A choice with what its button says.
#[derive(Clone, Debug)]
pub struct Listed {
    pub choice: Choice,
    pub label: String,
    pub value: String,
    pub key: Option<char>,
    /// What it leads to only if a roll succeeds.
    pub follows: Option<OddsBlock>,
}

/// Something barred.
#[derive(Clone, Debug)]
pub struct Refused {
    pub label: String,
    pub why: Refusal,
}

/// What the side may do with the selected unit and its body, or, with none selected, the side itself.
pub fn offers(game: &Game, side: Side, selected: Option<UnitId>) -> Offers {
    let view = game.view_of(side);
    let mut all = view.offer(&Ask::all());
    // What takes a sealed order back stands with that order.
    all.choices.retain(|choice| choice.action.key != TAKE_BACK);
    let narrator = game.narrator();
    if game.asks_for_dice()
        && let Some(offers) = faces(game, &all)
    {
        return offers;
    }
    let refs: Vec<Ref> = selected
        .map(|unit| std::iter::once(Ref::Unit(unit)).chain(view.body_of(unit).map(Ref::Body)).collect())
        .unwrap_or_default();
    let mut barred = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    if let Some(unit) = selected.filter(|unit| view.side_of(*unit) == side) {
        let own = view.offer(&Ask::these(&refs));
        choices.extend(
            own.choices
                .into_iter()
                .filter(|c| c.action.key != TAKE_BACK && c.action.who.iter().any(|who| refs.contains(who))),
        );
        let of = |who: &Ref| refs.contains(who) || *who == Ref::Unit(unit);
        let said = own.barred.into_iter().filter(|b| b.who.is_empty() || b.who.iter().any(of));
        barred = said.map(|b| Refused { label: capital(&narrator.texts.word(b.key)), why: b.why }).collect();
        let shoots = |choice: &Choice| shots::is_shot(&choice.action);
        if !choices.iter().any(shoots) && !all.choices.iter().any(place::is_plan) {
            let shot = shots::barred(game, &view, unit, all.choices.iter().any(shoots));
            let known = |shot: &Refused| barred.iter().any(|other: &Refused| other.label == shot.label);
            if let Some(shot) = shot.filter(|shot| !known(shot)) {
                barred.push(shot);
            }
        }
    }
    // An order to several at once is there for each of them.
    let together = |choice: &&Choice| {
        choice.action.who.len() > 1
            && choice.action.who.iter().any(|who| refs.contains(who))
            && choices.iter().all(|known| known.action != choice.action)
    };
    let several: Vec<Choice> = all.choices.iter().filter(together).cloned().collect();
    choices.extend(several);
    let of_side = |choice: &&Choice| choice.action.who.iter().all(|who| matches!(who, Ref::Side(_)));
    let known = choices.clone();
    let rest = all.choices.iter().filter(of_side).filter(|c| known.iter().all(|k| k.action != c.action));
    choices.extend(rest.cloned());
    // A question about somebody: his choices are shown without being asked for.
    if choices.is_empty() || (selected.is_none() && (all.choices.len() <= FEW || about_one(&all.choices))) {
        let missing = all.choices.iter().filter(|c| choices.iter().all(|k| k.action != c.action));
        choices.extend(missing.cloned().collect::<Vec<_>>());
    }
    // What ends the question comes last: nobody takes it by mistake for the first thing to do.
    if choices.iter().any(|choice| !choice.ends) {
        choices.sort_by_key(|choice| choice.ends);
    }
    let mut listed: Vec<Listed> = choices.into_iter().map(|choice| list(&view, &narrator, choice, &refs)).collect();
    number(&mut listed);
    for listed in &mut listed {
        listed.follows = follows::block(game, &view, &listed.choice, &listed.label);
    }
    let mut drafts = view.drafts(side).into_iter().map(|draft| sealed(&view, &narrator, draft)).collect::<Vec<_>>();
    letters::hand_out(narrator.texts, &mut listed, &mut drafts);
    let question = if all.question.0.is_empty() { String::new() } else { capital(&narrator.texts.word(all.question)) };
    let all = all.choices.into_iter().collect();
    Offers { question, listed, barred, all, drafts, made_of: Vec::new() }
}

/// So many choices are shown without anybody being selected.
const FEW: usize = 8;

/// Whether all choices but the side's own are one actor's.
fn about_one(choices: &Choices) -> bool {
    let of_side = |who: &Ref| matches!(who, Ref::Side(_));
    let mut actors = choices.iter().map(|choice| &choice.action.who).filter(|who| !who.iter().all(of_side));
    actors.next().is_some_and(|first| actors.all(|who| who == first))
}

/// More faces than these are not shown one by one.
const MOST_FACES: u8 = 20;

/// Dice that somebody rolls by hand: each face a button, up to nine with its figure as the key, and 0 for ten.
fn faces(game: &Game, all: &Offer) -> Option<Offers> {
    let throw = Throw::asked(game).filter(|throw| throw.sides <= MOST_FACES)?;
    let side = game.view().waiting().first().copied()?;
    let listed = (1..=throw.sides).map(|face| {
        let key = if face == 10 { Some('0') } else { char::from_digit(face.into(), 10) };
        let choice = Choice::plain(telling(side, &[face]), HOUSE);
        Listed { choice, label: face.to_string(), value: String::new(), key, follows: None }
    });
    let all = all.choices.iter().cloned().collect();
    let made_of = thrown::made_of(game);
    Some(Offers { question: throw.question(), listed: listed.collect(), all, made_of, ..Offers::default() })
}

/// Whoever may act: units of choices that are not the side's own, and those that a side's plan places.
pub fn ready(game: &Game, offers: &Offers) -> Vec<UnitId> {
    let view = game.view();
    let mut units: Vec<UnitId> = Vec::new();
    for who in offers.all.iter().flat_map(|c| &c.action.who) {
        match who {
            Ref::Unit(unit) | Ref::Base(unit, _) => units.push(*unit),
            Ref::Body(body) => units.extend(view.bodies().find(*body).map(|b| b.units.clone()).unwrap_or_default()),
            Ref::Side(_) | Ref::Terrain(_) | Ref::Spot(..) => {}
        }
    }
    units.extend(offers.all.iter().filter(|c| place::is_plan(c)).flat_map(|c| place::units(&c.action)));
    units.sort_unstable();
    units.dedup();
    units
}

/// Who acts as one among those who may act: bodies that are ordered as such, and single units.
pub fn actors(view: &View, offers: &Offers, ready: &[UnitId]) -> Vec<Ref> {
    let mut actors: Vec<Ref> = Vec::new();
    for actor in ready.iter().map(|unit| actor(view, offers, *unit)) {
        if !actors.contains(&actor) {
            actors.push(actor);
        }
    }
    actors
}

/// The same, and apart from them how many may ride about who have no place in a line: generals by themselves.
pub fn actors_and_riders(view: &View, offers: &Offers, ready: &[UnitId]) -> (Vec<Ref>, usize) {
    let (units, riders): (Vec<UnitId>, Vec<UnitId>) = ready.iter().partition(|unit| !view.feet(**unit).is_empty());
    (actors(view, offers, &units), riders.len())
}

/// Its body, where that is ordered as one; else the unit itself.
pub fn actor(view: &View, offers: &Offers, unit: UnitId) -> Ref {
    let as_one = |body: &BodyId| offers.all.iter().any(|choice| choice.action.who.contains(&Ref::Body(*body)));
    view.body_of(unit).filter(as_one).map_or(Ref::Unit(unit), Ref::Body)
}

/// A sealed order, with the choice that takes it back.
fn sealed(view: &View, narrator: &Narrator, draft: Action) -> Listed {
    let back = Action { key: TAKE_BACK, who: draft.who.clone(), with: Vec::new() };
    Listed { choice: Choice::plain(back, HOUSE), ..list(view, narrator, Choice::plain(draft, HOUSE), &[]) }
}

/// A choice with its words; of another than those: with the name of who acts.
fn list(view: &View, narrator: &Narrator, choice: Choice, refs: &[Ref]) -> Listed {
    let label = label(narrator, &choice, refs);
    let value = reach(view, narrator, &choice);
    Listed { choice, label, value, key: None, follows: None }
}

/// What a choice is called; of another than those: with the name of who acts.
pub(super) fn label(narrator: &Narrator, choice: &Choice, refs: &[Ref]) -> String {
    let mut label = verb(narrator, choice);
    if choice.action.key == MOVE && contact(choice).is_some() {
        label = translate_with("or-charge", &[("what", &label)]);
    }
    // What a plan says of single units is seen on the table and in its values.
    let with = if place::is_plan(choice) { &[][..] } else { &choice.action.with };
    // Whom one is sent at is picked on the table.
    let picked = |name: &Word| choice.params.iter().any(|p| p.name == *name && p.handle == Handle::Target);
    for (name, value) in with.iter().filter(|(name, value)| !picked(name) && adds(choice, value)) {
        if let Some(words) = object(narrator, value) {
            label.push(' ');
            // Who does it is no object of the verb.
            if *name == BY {
                label.push_str(&format!("{} ", narrator.texts.word(BY)));
            }
            label.push_str(&words);
        }
    }
    // Of another than who is selected: say of whom.
    let others: Vec<String> = choice
        .action
        .who
        .iter()
        .filter(|who| !refs.contains(who) && !matches!(who, Ref::Side(_)))
        .map(|who| narrator.name(*who))
        .collect();
    if !others.is_empty() && choice.action.who.iter().any(|who| refs.contains(who)) {
        label = translate_with("with-others", &[("what", &label), ("others", &others.join(", "))]);
    } else if !others.is_empty() {
        label = format!("{}: {label}", others.join(", "));
    }
    label
}

/// The stop at which a choice comes to blows.
fn contact(choice: &Choice) -> Option<&Stop> {
    choice.params.iter().flat_map(|p| &p.stops).find(|s| s.why == CONTACT)
}

/// What rulesets call the stop, and the measure, of a move that ends at an enemy.
pub const CONTACT: Word = Word("contact");

/// Under which name an action says who gives it.
pub const BY: Word = Word("by");

/// The verb of a choice: that of a move says which legs it has.
fn verb(narrator: &Narrator, choice: &Choice) -> String {
    let texts = narrator.texts;
    if let Some(called) = choice.called {
        return capital(&texts.word(called));
    }
    if choice.action.key != MOVE {
        return capital(&texts.word(choice.action.key));
    }
    let legs = choice.action.legs();
    if let [Leg::Slide(way, _)] = legs {
        let slide = capital(&texts.word(Word("slide")));
        let key = match way.0 {
            0 => return slide,
            w if w.abs() == Cdeg::HALF.0 => "slides-back",
            ..0 => "slides-left",
            _ => "slides-right",
        };
        return translate_with(key, &[("slide", &slide), ("turn", &degrees(Cdeg(way.0.abs())))]);
    }
    if let [Leg::Face(way)] = legs {
        let face = capital(&texts.word(Word("face")));
        if way.0.abs() == Cdeg::HALF.0 {
            return translate_with("faces-about", &[("face", &face)]);
        }
        let key = if way.0 < 0 { "slides-left" } else { "slides-right" };
        return translate_with(key, &[("slide", &face), ("turn", &degrees(Cdeg(way.0.abs())))]);
    }
    if let [Leg::Form(into), _, ..] = legs {
        return format!("{}, {}", capital(&texts.word(MOVE)), texts.word(*into));
    }
    capital(&texts.word(leg_word(legs)))
}

/// The word of a move by its legs.
pub(super) fn leg_word(legs: &[Leg]) -> Word {
    match legs {
        [Leg::Slide(..)] => Word("slide"),
        _ if legs.iter().any(|l| matches!(l, Leg::Face(_))) => Word("face"),
        [Leg::Form(word)] => *word,
        [Leg::Wheel(_)] => Word("wheel"),
        _ => MOVE,
    }
}

/// Whether a value says more than the verb: a choice with a name of its own is told by it, and needs no word beside it.
fn adds(choice: &Choice, value: &Value) -> bool {
    choice.called.is_none() || !matches!(value, Value::Name(_))
}

/// What a value adds to the verb.
fn object(narrator: &Narrator, value: &Value) -> Option<String> {
    match value {
        // Where something is laid is seen on the table.
        Value::Refs(refs) if refs.iter().all(|of| matches!(of, Ref::Spot(..))) => None,
        Value::Refs(refs) if !refs.is_empty() => {
            Some(refs.iter().map(|r| narrator.name(*r)).collect::<Vec<_>>().join(", "))
        }
        Value::Name(word) => Some(narrator.texts.word(*word)),
        _ => None,
    }
}

/// How far he stands away who is named as its target, base to base; none where it names nobody of the other side, or somebody
/// whom it touches.
fn to_target(view: &View, choice: &Choice) -> Option<Mil> {
    let own = |of: &Ref| units_of(view, *of).into_iter().filter_map(|unit| view.hull(unit)).collect::<Vec<_>>();
    let side = view.side_of_ref(*choice.action.who.first()?)?;
    let target = choice.action.with.iter().find_map(|(_, value)| match value {
        Value::Refs(refs) => refs.iter().copied().find(|of| view.side_of_ref(*of) == Some(side.other())),
        _ => None,
    })?;
    let (from, to): (Vec<_>, Vec<_>) = (choice.action.who.iter().flat_map(own).collect(), own(&target));
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| measure::distance(a, b)));
    let far = pairs.min_by(f32::total_cmp).map(|far| Mil::measured((far * 10.0).round() / 10.0));
    far.filter(|far| *far > Mil::ZERO)
}

/// The greatest first length that is accepted: where something is in the way, or the ground is slow, less than its range.
fn longest(view: &View, choice: &Choice) -> Option<Mil> {
    let length = |p: &Param| if let Range::Length(_, most) = p.range { Some(most) } else { None };
    let (param, most) = choice.params.iter().find_map(|p| Some((p, length(p)?)))?;
    let mut action = choice.action.clone();
    param.put(&mut action, Value::Length(most));
    if place::is_plan(choice) || view.judge(&action).is_ok() {
        return Some(most);
    }
    let same = |fitted: &Action| fitted.key == action.key && fitted.who == action.who;
    match view.fit(&action).ok().map(|fitted| fitted.action).filter(same).and_then(|fitted| param.get(&fitted)) {
        Some(Value::Length(fitted)) => Some(fitted),
        _ => Some(most),
    }
}

/// How far it reaches, by its first length, by the distance of its target, or by its first angle.
fn reach(view: &View, narrator: &Narrator, choice: &Choice) -> String {
    let unit = narrator.texts.unit.as_ref();
    if let Some(Value::Length(at)) = contact(choice).map(|s| &s.at) {
        let contact = narrator.texts.word(Word("contact"));
        return translate_with("reaches-at", &[("what", &contact), ("far", &rounded(unit, Measured::Length(*at)))]);
    }
    if let Some(most) = longest(view, choice).filter(|most| *most > Mil::ZERO) {
        return translate_with("up-to", &[("most", &at_most(unit, most))]);
    }
    if let Some(far) = to_target(view, choice) {
        return translate_with("so-far-away", &[("far", &rounded(unit, Measured::Length(far)))]);
    }
    // An angle says how far it turns only where nothing else is done by it; who faces has it in the name of the offer.
    let turns = choice.params.iter().filter(|_| !matches!(choice.action.legs(), [Leg::Face(_)]));
    let most = |p: &Param| if let Range::Angle(a, b) = p.range { Some(a.max(-a).max(b)) } else { None };
    let angle = turns.filter_map(most).next();
    if let Some(most) = angle {
        return translate_with("up-to", &[("most", &degrees(most))]);
    }
    match choice.action.value(Word("ahead")).or_else(|| choice.action.value(Word("by"))) {
        Some(Value::Length(l)) if l.0 != 0 => length(unit, *l),
        _ => String::new(),
    }
}

/// Plans that read alike are told apart by a number.
fn number(listed: &mut [Listed]) {
    for i in 0..listed.len() {
        let same = |other: &&Listed| place::is_plan(&other.choice) && other.label == listed[i].label;
        if listed.iter().filter(same).count() > 1 {
            let label = listed[i].label.clone();
            let alike = listed.iter_mut().filter(|l| l.label == label);
            alike.zip(1..).for_each(|(l, n)| l.label = format!("{label} {n}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(label: &str) -> Listed {
        let choice = Choice::plain(Action::new(Ref::Side(Side::North), Word("hold")), HOUSE);
        Listed { choice, label: label.into(), value: String::new(), key: None, follows: None }
    }

    #[test]
    fn a_choice_with_a_name_of_its_own_has_no_word_beside_it_but_whom_it_is_aimed_at() {
        let plain = listed("").choice;
        let called = Choice { called: Some(Word("form-column")), ..plain.clone() };
        let (word, whom) = (Value::Name(Word("column")), Value::Refs(vec![Ref::Side(Side::South)]));
        assert_eq!([adds(&plain, &word), adds(&called, &word), adds(&called, &whom)], [true, false, true]);
    }
}

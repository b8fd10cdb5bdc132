//! The battle and what is looked at, as the values that top bar and panel show.

use std::fmt::Display;
use std::time::Duration;

use crate::battle::setup::{Setup, Then};
use crate::battle::texts::RuleText;
use crate::battle::{Card, Choice, Clock, Ref, Texts, View};
use crate::cite::{Cite, HOUSE};
use crate::gui::board::glyph;
use crate::gui::game::ending::Ended;
use crate::gui::game::follows::varied;
use crate::gui::game::odds::OddsBlock;
use crate::gui::game::offers::Listed;
use crate::gui::game::{Turn, hand, offers, place};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::chances::{odds_blocks, threats};
use crate::gui::play::half;
use crate::gui::play::hand::spot;
use crate::gui::play::hand::typed;
use crate::gui::play::layout::Class;
use crate::gui::play::mates;
use crate::gui::play::orders;
use crate::gui::play::panel::held;
use crate::gui::play::panel::rolled;
use crate::gui::play::panel::{Head, Panel, Verdict};
use crate::gui::play::panel::{blocks, dice};
use crate::gui::play::state::{Now, Play};
use crate::gui::play::top::Top;
use crate::gui::play::unit_lines;
use crate::gui::widgets::offer_button::{Look, OfferButton};
use crate::gui::widgets::stat_line::Stat;
use crate::gui::words::{capital, cited, length};
use crate::ids::UnitId;

/// How long a captain may think before the bar under the plate is full.
const THOUGHT: Duration = Duration::from_secs(2);

/// The top bar.
pub fn top(play: &Play, now: &Now, thinking: Option<Duration>) -> Top {
    let game = &play.game;
    let view = game.view();
    let clock = view.clock();
    let texts = (game.ruleset().texts)();
    let (deciding, who) = match (now.turn, view.ending()) {
        _ if game.looks_back() => (None, translate("looking-back").to_owned()),
        _ if play.umpire.is_on() => (None, translate("umpires-hand").to_owned()),
        (_, Some(end)) => {
            let words = end.winner.map_or_else(
                || translate("a-draw").to_owned(),
                |side| translate_with("has-won", &[("side", &game.side_name(side))]),
            );
            (end.winner, words)
        }
        (Turn::Of { side, .. }, None) => {
            let side_name: [(&str, &dyn Display); 1] = [("side", &game.side_name(side))];
            let words = match (play.seats.is_paused() && play.awaits_player(), thinking) {
                (true, _) => translate_with("waits", &side_name),
                (false, Some(_)) => translate_with("thinks", &side_name),
                (false, None) => translate_with(waited_for(play), &side_name),
            };
            (Some(side), words)
        }
        (Turn::Over, None) => (None, translate("no-one-to-decide").to_owned()),
    };
    let turn = turn_words(clock, game.setup(), texts);
    let steps = (game.ruleset().steps)(&play.game.view());
    Top {
        title: game.setup().title.clone(),
        deciding: deciding.map(|side| glyph::colours(&game.colours()[side.index()])),
        who,
        locked: now.sealed.is_some(),
        paused: play.awaits_player().then_some(play.seats.is_paused()),
        thinking: thinking.map(|t| t.as_secs_f32() / THOUGHT.as_secs_f32()),
        turn,
        steps: steps.iter().map(|s| capital(&texts.word(*s))).collect(),
        now: if clock.turn == 0 { None } else { steps.iter().position(|s| *s == clock.step) },
        can_undo: play.answers_back() > 0 || play.plan_steps().0,
        can_redo: play.plan_steps().1 || (game.journal().ahead() > 0 && !play.plan_steps().0),
    }
}

/// What is waited for: that a side decides, or rolls its dice.
fn waited_for(play: &Play) -> &'static str {
    if play.game.asks_for_dice() { "rolls" } else { "decides" }
}

/// Where the battle stands, on one line: `Zama, 202 BC: Turn 5 of 20, First move, Rome decides`.
pub fn in_words(play: &Play) -> String {
    let (game, view) = (&play.game, play.eyes());
    let texts = (game.ruleset().texts)();
    let clock = view.clock();
    let who = match (view.ending(), game.turn()) {
        _ if play.sheets.agreement().is_some() => translate("rules-to-agree-on").to_owned(),
        (Some(end), _) => end.winner.map_or_else(
            || translate("in-a-draw").to_owned(),
            |side| translate_with("has-won", &[("side", &game.side_name(side))]),
        ),
        (None, Turn::Of { side, .. }) => translate_with(waited_for(play), &[("side", &game.side_name(side))]),
        (None, Turn::Over) => translate("nobody-decides").to_owned(),
    };
    let step = if clock.turn == 0 { String::new() } else { capital(&texts.word(clock.step)) };
    // Before the first step there is none.
    let parts = [turn_words(clock, game.setup(), texts), step, who];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}: {}", game.setup().title, parts.join(", "))
}

/// `Turn 5 of 20`; before the first turn what is done then.
pub fn turn_words(clock: Clock, setup: &Setup, texts: &Texts) -> String {
    match (clock.turn, setup.limit.turns) {
        (0, _) => capital(&texts.word(clock.step)),
        (turn, 0) => translate_with("turn", &[("turn", &turn)]),
        (turn, limit) => translate_with("turn-of", &[("turn", &turn), ("limit", &limit)]),
    }
}

/// The unit panel.
pub fn panel(play: &Play, now: &Now, class: Class) -> Panel {
    let view = play.eyes();
    let mut panel = match play.look.focus().filter(|unit| play.shows(*unit)) {
        Some(unit) => {
            // Whoever is ordered alone goes by his own name.
            of_unit(play, &view, unit, now.acts_alone(&play.game, unit))
        }
        None => of_question(play, now, class),
    };
    panel.question.clone_from(&now.offers.question);
    panel.takes_orders = now.turn != Turn::Over && !play.game.looks_back();
    if now.person.is_some() && play.look.focus().is_some_and(|unit| !now.ready.contains(&unit)) {
        panel.hint = may_act(play, now);
    }
    if now.plan.is_some() {
        panel.hint = translate("drag-to-place").to_owned();
    }
    panel.orders = how_to_order(play, now).unwrap_or_default().to_owned();
    if now.offers.listed.iter().any(|listed| spot::is_laid(&listed.choice)) {
        let lays = play.hand.held().and_then(spot::at).is_some();
        panel.hint = translate(if lays { "drag-to-lay" } else { "take-to-lay" }).to_owned();
    }
    if play.awaits_hint() {
        panel.hint = translate("captain-thinks").to_owned();
    }
    let held = play.hand.held();
    let seals = |listed: &Listed| orders::seal(now).filter(|_| listed.choice.ends);
    if now.sealed.is_some() {
        panel.warning = orders::warning(play, now);
    }
    for listed in &now.offers.listed {
        let main = held.is_some_and(|h| h.choice.action == listed.choice.action);
        let value = if main { held.map_or_else(String::new, |h| held::value(play, h)) } else { listed.value.clone() };
        panel.offers.push(OfferButton {
            label: match (held.filter(|held| main && held::charges(held)), seals(listed)) {
                (Some(_), _) => translate("charge").to_owned(),
                (None, Some(words)) => words,
                (None, None) => listed.label.clone(),
            },
            value: if value.is_empty() { listed.value.clone() } else { value },
            key: listed.key.map(String::from),
            look: match seals(listed) {
                Some(_) => Look::Seal(main || all_ordered(now)),
                None if main && held.is_some_and(|h| h.verdict.is_ok()) => Look::Main,
                None => Look::Plain,
            },
            ends: listed.choice.ends,
        });
    }
    if let Some(throw) = play.throw().filter(|_| now.person.is_some()) {
        dice::compose(&mut panel, play, now, &throw);
    }
    // Where the strip shows all orders the panel has that of the selected unit.
    let own = |at: usize| {
        let sealed = now.sealed.as_ref().filter(|_| class != Class::Narrow);
        sealed.is_none_or(|sealed| {
            play.look.focus().and_then(|unit| sealed.order(unit)).is_some_and(|order| order.at == at)
        })
    };
    panel.drafts = now.offers.drafts.iter().enumerate().filter(|(at, _)| own(*at)).map(|(_, of)| draft(of)).collect();
    panel.half = half::of_held(play, now, &view);
    panel.barred = barred(play, now);
    // A sheet that is open shows all that there is.
    panel.reasons = play.sheets.reasons() || class == Class::Narrow;
    if let Some(held) = held {
        panel.vary = held::varied(play, &view, &held.choice, &held.spelt_out());
        panel.vary_below = now.offers.listed.iter().position(|l| l.choice.action == held.choice.action);
        panel.mates = mates::words(play, now);
        panel.verdict = Some(held::verdict(play, held));
    } else if let Some(at) = now.offers.listed.iter().position(|l| place::is_plan(&l.choice)) {
        // A plan lies open before anybody has taken it in hand.
        let choice = &now.offers.listed[at].choice;
        panel.vary = held::varied(play, &view, choice, &choice.action);
        panel.vary_below = Some(at);
    }
    if let Some(why) = play.hand.unread() {
        panel.verdict = Some(Verdict::No(capital(why)));
    }
    // Whoever thinks about yes or no, such as another throw, goes on seeing what was rolled.
    if held.is_none_or(|held| held.choice.params.is_empty()) && play.must_hand_over().is_none() {
        panel.rolled = rolled::of(play);
        panel.gone = rolled::gone(play);
    }
    let guided = play.hint.guides() && now.person.is_some();
    if guided || (held.is_none() && play.look.focus().is_none() && now.person.is_some()) {
        panel.rules = rules(play, now, &view);
    }
    panel.advice = play.advice();
    panel.counts = play.count_lines();
    panel.suggestions = typed::suggestions(play, now);
    panel.odds = follows(play, now).into_iter().chain(odds_blocks(play, now, &view)).collect();
    panel.threats = threats(play, now, &view);
    let bare = play.look.focus().is_none() && !play.game.looks_back() && play.case().is_none();
    if let Some(ended) = now.ended.as_ref().filter(|_| bare) {
        end(play, ended, &mut panel);
    }
    panel
}

/// How one orders whoever is selected and may act: on the table, where a hand can do that.
fn how_to_order(play: &Play, now: &Now) -> Option<&'static str> {
    play.look.focus().filter(|unit| now.ready.contains(unit))?;
    let own = || now.offers.listed.iter().map(|listed| &listed.choice).filter(|choice| !choice.ends);
    own().next()?;
    Some(translate(if own().any(hand::can_be_dragged) { "how-to-drag" } else { "how-to-take" }))
}

/// Whether nobody waits for an order any more.
fn all_ordered(now: &Now) -> bool {
    now.sealed.as_ref().is_some_and(|sealed| sealed.waiting().next().is_none())
}

/// The button of a sealed order, which takes it back.
fn draft(draft: &Listed) -> OfferButton {
    let label = format!("{} {}", draft.label, draft.value).trim_end().to_owned();
    let value = translate("takes-it-back").to_owned();
    OfferButton { label, value, key: draft.key.map(String::from), ..OfferButton::default() }
}

/// What the offer under the pointer, or else the one in the hand, leads to if it succeeds.
fn follows(play: &Play, now: &Now) -> Option<OddsBlock> {
    let listed = &now.offers.listed;
    if let Some(over) = play.look.over() {
        return listed.get(over)?.follows.clone();
    }
    let held = play.hand.held()?;
    let block = listed.iter().find(|of| of.choice.action == held.choice.action)?.follows.clone()?;
    let choice = || Choice { action: held.action.clone(), ..held.choice.clone() };
    let own = |side| varied(&play.game, &play.game.view_of(side), block.clone(), choice());
    now.person.filter(|_| held.action != held.choice.action).map(own).or(Some(block.clone()))
}

/// The rule of what the hand holds; else those of what may be answered, when they are one or two; else that of the
/// question.
fn rules(play: &Play, now: &Now, view: &View) -> Vec<[String; 3]> {
    const MOST: usize = 2;
    let mut cites: Vec<Cite> = now.offers.listed.iter().map(|l| l.choice.cite).filter(|c| *c != HOUSE).collect();
    cites.dedup();
    if let Some(held) = play.hand.held().filter(|held| held.choice.cite != HOUSE) {
        cites = vec![held.choice.cite];
    } else if cites.is_empty() || cites.len() > MOST {
        cites = view.question().map(|q| q.cite).into_iter().collect();
    }
    let texts = (play.game.ruleset().texts)();
    let rule = |cite: &Cite| texts.rules.iter().find(|r| r.id == cite.0);
    cites.iter().filter_map(rule).map(told_rule).collect()
}

/// A rule as the panel has it.
fn told_rule(rule: &RuleText) -> [String; 3] {
    [rule.id.clone(), rule.title.clone(), beyond_title(rule).to_owned()]
}

/// What a rule says beyond its title, with which some begin.
fn beyond_title(rule: &RuleText) -> &str {
    let rest = rule.text.strip_prefix(&rule.title).and_then(|rest| rest.strip_prefix('.'));
    rest.map(str::trim_start).filter(|rest| !rest.is_empty()).unwrap_or(&rule.text)
}

/// What is barred, each verb once: with its first reason and how many more there are.
fn barred(play: &Play, now: &Now) -> Vec<OfferButton> {
    let narrator = play.game.narrator();
    let mut found: Vec<(OfferButton, usize)> = Vec::new();
    for barred in &now.offers.barred {
        if let Some((_, more)) = found.iter_mut().find(|(b, _)| b.label == barred.label) {
            *more += 1;
            continue;
        }
        let reason = cited(narrator.refusal(&barred.why), barred.why.cite);
        found.push((
            OfferButton { label: barred.label.clone(), look: Look::Barred(reason), ..OfferButton::default() },
            0,
        ));
    }
    let told = |(mut button, more): (OfferButton, usize)| {
        if more > 0 {
            button.value = translate_with("more", &[("n", &more)]);
        }
        button
    };
    found.into_iter().map(told).collect()
}

fn of_unit(play: &Play, view: &View, unit: UnitId, alone: bool) -> Panel {
    let game = &play.game;
    let card = (game.ruleset().card)(view, unit);
    let colours = glyph::colours(&game.colours()[view.side_of(unit).index()]);
    let mates = view.body_of(unit).map_or_else(|| vec![unit], |body| view.bodies().get(body).units.clone());
    let name = match view.body_of(unit).filter(|b| view.bodies().get(*b).name.is_some()) {
        Some(body) if mates.len() > 1 && !alone => view.names().name(Ref::Body(body)),
        _ => view.roster().name(unit).to_owned(),
    };
    let line = if card.line.is_empty() { card.kind.clone() } else { card.line.clone() };
    let line = std::iter::once(line).chain(shooting(play, view, unit, &card)).collect::<Vec<_>>().join(", ");
    let stats = card.stats.iter().filter(|s| s.short).map(|s| Stat {
        value: s.value.clone(),
        label: s.label.clone(),
        cite: s.cite.0.to_owned(),
    });
    let selected = Some(unit).filter(|_| mates.len() > 1);
    let units = unit_lines::of(play, view, &mates, selected);
    Panel {
        head: Head { name: title(&name), line, glyph: Some((card.glyph, colours)) },
        stats: stats.collect(),
        units,
        ..Panel::default()
    }
}

/// With what it shoots and how far, where it shoots at all.
fn shooting(play: &Play, view: &View, unit: UnitId, card: &Card) -> Option<String> {
    let reach = (play.game.ruleset().reach)(view, unit);
    let far = reach.fire.iter().map(|(range, _)| *range).max()?;
    let unit = (play.game.ruleset().texts)().unit;
    let far = length(unit.as_ref(), far);
    // The weapon's name, without what a card says of its range beside it.
    let weapon = card.stats.iter().find(|stat| stat.name.0 == "missile").map(|stat| stat.value.as_str());
    let weapon = weapon.map(|words| words.split(" to ").next().unwrap_or(words));
    Some(match weapon {
        Some(weapon) => translate_with("shoots-with", &[("weapon", &weapon), ("far", &far)]),
        None => translate_with("shoots-far", &[("far", &far)]),
    })
}

/// A name as a heading.
fn title(name: &str) -> String {
    capital(&name.replace('-', " "))
}

/// Nothing is selected: what is asked, of whom, and of how many.
fn of_question(play: &Play, now: &Now, class: Class) -> Panel {
    let game = &play.game;
    let head = match (now.turn, now.person) {
        _ if game.looks_back() => Head {
            name: translate("looking-back").to_owned(),
            line: translate("looking-back-line").to_owned(),
            glyph: None,
        },
        _ if play.umpire.is_on() => {
            Head { name: translate("umpires-hand").to_owned(), line: translate("umpire-line").to_owned(), glyph: None }
        }
        (Turn::Over, _) => over(now, class),
        (Turn::Of { side, .. }, None) => Head {
            name: translate_with("decides", &[("side", &game.side_name(side))]),
            line: translate("table-is-free").to_owned(),
            glyph: None,
        },
        (Turn::Of { side, .. }, Some(_)) => {
            let may = may_act(play, now);
            Head {
                name: now.offers.question.clone(),
                // Where there is little room the top bar alone says whose turn it is.
                line: match class {
                    Class::Narrow if !may.is_empty() => may,
                    _ => format!("{}. {may}", translate_with(waited_for(play), &[("side", &game.side_name(side))]))
                        .trim_end()
                        .to_owned(),
                },
                glyph: None,
            }
        }
    };
    let units = unit_lines::of(play, &play.eyes(), &unit_lines::who_may_act(play, now), None);
    Panel { head, units, ..Panel::default() }
}

/// How many may still act, and how to get there.
fn may_act(play: &Play, now: &Now) -> String {
    if now.plan.is_some() {
        return translate("where-to-stand").to_owned();
    }
    if let Some(sealed) = now.sealed.as_ref().filter(|_| !all_ordered(now)) {
        return translate_with("ordered-go-on", &[("ordered", &orders::counted(sealed.count()))]);
    }
    // As many as are asked about before it is ended; who rides about by himself is told apart.
    let (actors, riders) = offers::actors_and_riders(&play.game.view(), &now.offers, &now.ready);
    match (actors.len(), riders) {
        (0, 0) => String::new(),
        (1, 0) => translate("one-may-act").to_owned(),
        (n, 0) => translate_with("many-may-act", &[("n", &n)]),
        (0, n) => translate_with("many-may-ride", &[("n", &n)]),
        (n, riders) => translate_with("many-may-act-and-ride", &[("n", &n), ("riders", &riders)]),
    }
}

/// The battle is over: who has won and why. What it has cost both, and what may be done now, follows below. In a narrow window
/// the bar above has said who.
fn over(now: &Now, class: Class) -> Head {
    let Some(ended) = &now.ended else { return Head::default() };
    let name = if class == Class::Narrow { translate("end-why") } else { &ended.head };
    Head { name: name.to_owned(), line: ended.why.clone(), glyph: None }
}

/// What is told of a battle that is over: when, what it has cost both, what may be done now, and the rule that ended it.
fn end(play: &Play, ended: &Ended, panel: &mut Panel) {
    let game = &play.game;
    let texts = (game.ruleset().texts)();
    let kept = match game.kept_in() {
        Some(path) => translate_with("end-kept", &[("file", &path.display())]),
        None => translate("not-kept").to_owned(),
    };
    let next = ["end-look-back", "end-luck", "end-leave"].map(|key| translate(key).to_owned());
    let rule = texts.rules.iter().find(|rule| rule.id == ended.rule);
    panel.rules = rule.map(told_rule).into_iter().collect();
    let turn = turn_words(game.view().clock(), game.setup(), texts);
    panel.end =
        Some(blocks::End { turn, losses: ended.losses.clone(), next: next.into_iter().chain([kept]).collect() });
}

/// What the scenario says of the end, for the menu.
pub fn limit_words(play: &Play) -> String {
    let limit = play.game.setup().limit;
    match limit.then {
        _ if limit.turns == 0 => translate("no-last-turn").to_owned(),
        Then::Compare => translate_with("limit-compares", &[("turns", &limit.turns)]),
        Then::Wins(side) => {
            translate_with("limit-wins", &[("turns", &limit.turns), ("side", &play.game.side_name(side))])
        }
    }
}

//! What could come of it: the odds of what the hand holds or the pointer rests on, and who could charge then.

use crate::battle::{Odds, Ruling, View};
use crate::gui::game::odds::{self, OddsBlock};
use crate::gui::game::offers::CONTACT;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::look::aids;
use crate::gui::play::panel::Threat;
use crate::gui::play::state::{Now, Play};
use crate::gui::words::{apart, capital, rounded};
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, Mil, measure};

/// The odds of what the hand holds; else those of the selected unit against the one under the pointer.
pub fn odds_blocks(play: &Play, now: &Now, view: &View) -> Vec<OddsBlock> {
    let Some(side) = now.person.filter(|_| now.plan.is_none()) else { return Vec::new() };
    let game = &play.game;
    if let Some(held) = play.hand.held()
        && let Ok(ruling) = &held.verdict
    {
        let unit = (game.ruleset().texts)().unit;
        let head = |o: &Odds| match ruling.measured.iter().find(|(word, ..)| *word == CONTACT) {
            Some((_, value, _)) if o.by != o.at => {
                translate_with("if-contact-at", &[("far", &rounded(unit.as_ref(), *value))])
            }
            _ => translate("the-odds").to_owned(),
        };
        let of_it = view.odds(&held.action, ruling);
        let found: Vec<OddsBlock> = of_it.iter().map(|o| odds::block(game, o, side, &head(o))).collect();
        if !found.is_empty() {
            return found;
        }
        return of_contacts(play, view, side, ruling);
    }
    match (play.look.focus(), play.look.hovered()) {
        // What an answer has brought is seen before the pointer, which rests where it was, asks for more.
        _ if play.look.pointed() != play.game.journal().depth() => Vec::new(),
        (Some(own), Some(other)) if view.side_of(own) == side && view.side_of(other) != side => {
            between(play, view, side, own, other)
        }
        _ => Vec::new(),
    }
}

/// The odds of a shot and of a fight of one unit against another, from where both stand.
fn between(play: &Play, view: &View, side: Side, own: UnitId, other: UnitId) -> Vec<OddsBlock> {
    let ruleset = play.game.ruleset();
    let shot = (ruleset.shot)(view, own, other).map(|o| odds::block(&play.game, &o, side, translate("if-it-shoots")));
    let melee = view
        .pose(own)
        .and_then(|from| (ruleset.melee_odds)(view, own, other, from))
        .map(|o| odds::block(&play.game, &o, side, translate("if-they-fought")));
    shot.into_iter().chain(melee).collect()
}

/// The fights that would follow where a move ends in contact.
fn of_contacts(play: &Play, view: &View, side: Side, ruling: &Ruling) -> Vec<OddsBlock> {
    let mut found = Vec::new();
    for (unit, pose) in &ruling.ends {
        for print in ruling.placement(view, *unit, *pose).footprints(view.roster().base(*unit)) {
            let reach = print.radius + 0.5;
            let near = view.layout().near(print.centre, reach).filter(|f| view.side_of(f.unit) != side);
            for foot in near.filter(|f| crate::table::contact(&print, &f.print).is_some()) {
                if let Some(odds) = (play.game.ruleset().melee_odds)(view, *unit, foot.unit, *pose)
                    && found.len() < 3
                {
                    found.push(odds::block(&play.game, &odds, side, translate("if-contact")));
                }
            }
        }
    }
    found
}

/// Enemies whose charge would reach the selected unit, where it stands or would stand.
pub fn threats(play: &Play, now: &Now, view: &View) -> Vec<Threat> {
    let (Some(side), Some(unit)) = (now.person, play.look.focus()) else { return Vec::new() };
    if view.side_of(unit) != side || now.plan.is_some() {
        return Vec::new();
    }
    let ends: Vec<Footprint> = match play.hand.held().map(|h| &h.verdict) {
        Some(Ok(ruling)) if !ruling.ends.is_empty() => ruling
            .ends
            .iter()
            .flat_map(|(u, pose)| ruling.placement(view, *u, *pose).footprints(view.roster().base(*u)))
            .collect(),
        _ => view.feet(unit).iter().map(|f| f.print).collect(),
    };
    let mut found: Vec<(f32, Threat)> = Vec::new();
    for enemy in view.roster().of(side.other()).filter(|u| view.on_table(*u)) {
        let reach = (play.game.ruleset().reach)(view, enemy);
        let Some(print) = view.hull(enemy) else { continue };
        let touched: Vec<Footprint> = ends.iter().filter(|e| aids::touches(&reach.area, e)).copied().collect();
        let kept_off = || aids::is_kept_off(play, view, enemy, &print, &touched);
        if reach.charge == Mil::ZERO || touched.is_empty() || kept_off() {
            continue;
        }
        let near = ends.iter().map(|e| measure::distance(&print, e)).fold(f32::INFINITY, f32::min);
        // Whom it would meet itself charges nobody: how that goes is told already.
        if near <= measure::TOUCH.to_inches() && play.hand.held().is_some() {
            continue;
        }
        let name = capital(view.roster().name(enemy));
        let of = (play.game.ruleset().texts)().unit;
        let (near_words, far) = (apart(of.as_ref(), near), apart(of.as_ref(), reach.charge.to_inches()));
        let words = translate_with("near-of", &[("who", &name), ("near", &near_words), ("far", &far)]);
        let melee = (play.game.ruleset().melee_odds)(view, enemy, unit, print.pose());
        let parts =
            melee.map_or_else(Vec::new, |o| o.outcomes.iter().map(|out| odds::part(&play.game, *out, false)).collect());
        found.push((near, Threat { words, parts }));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().take(3).map(|(_, threat)| threat).collect()
}

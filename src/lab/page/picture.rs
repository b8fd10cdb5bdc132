//! The table at the end of each turn, with what was done in it drawn over it.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use maud::{Markup, PreEscaped, html};

use super::markup::plain;
use crate::battle::setup::Setup;
use crate::battle::{Entry, Journal, Ruleset, View, undo};
use crate::picture::{Sheet, of_battle, outlines};

/// A turn of the page: its picture.
pub struct Chapter {
    /// The number of the turn; 0: before the first.
    pub turn: u32,
    pub html: Markup,
}

/// A picture for each turn, in order, and what they have in common. The battle is unwound in the process.
pub fn chapters(world: &mut World, ruleset: &Ruleset, setup: &Setup) -> (Vec<Chapter>, Markup) {
    let mut sheet = Sheet::new();
    let mut chapters = Vec::new();
    let mut turn = View::umpire(world).clock().turn;
    loop {
        chapters.push(Chapter { turn, html: drawn(world, ruleset, setup, turn, &mut sheet) });
        // The turn before ended with the last answer given before this turn began.
        while world.resource::<Journal>().last().is_some_and(|e| e.answer.is_some() && e.clock.turn >= turn) {
            if !undo(world) {
                break;
            }
        }
        match (turn, world.resource::<Journal>().last().filter(|entry| entry.answer.is_some())) {
            (0, _) => break,
            (_, None) => turn = 0,
            (_, Some(entry)) => turn = entry.clock.turn.min(turn - 1),
        }
    }
    chapters.reverse();
    (chapters, PreEscaped(sheet.defs()))
}

/// The table as it is, with what was done in that turn drawn over it, and outlines of the bases that can be pointed at.
fn drawn(world: &World, ruleset: &Ruleset, setup: &Setup, turn: u32, sheet: &mut Sheet) -> Markup {
    let view = View::umpire(world);
    let mut scene = of_battle::scene(&view, ruleset, setup);
    scene.title.clear();
    // The last answer of a turn has brought the next one about; the picture is of the turn that is over.
    if view.ending().is_none() {
        scene.subtitle = stands(view.clock().turn, turn, setup.limit.turns);
    }
    let entries = world.resource::<Journal>().entries().iter();
    let done = entries.filter(|entry| entry.clock.turn == turn && entry.answer.is_some()).flat_map(Entry::facts);
    scene.overlays.extend(of_battle::told(&view, done));
    let laid = outlines(&scene);
    let units = scene.units.iter().map(|unit| &unit.name).zip(laid.units);
    let tokens = scene.tokens.iter().map(|token| &token.name).zip(laid.tokens.iter().map(|square| vec![*square]));
    html! {
        div class="picture" {
            (PreEscaped(sheet.picture(&scene)))
            svg viewBox={ "0 0 " (laid.page.x) " " (laid.page.y) } {
                @for (name, bases) in units.chain(tokens) { (outlined(&view, ruleset, name, &bases)) }
            }
        }
    }
}

/// How a picture is called: `now` is the turn in which the battle stands, `turn` the one whose answers it shows.
fn stands(now: u32, turn: u32, limit: u32) -> String {
    match turn {
        0 => "Before the first turn".to_owned(),
        _ if now > turn => format!("The end of turn {turn} of {limit}"),
        _ => format!("Turn {turn} of {limit}, so far"),
    }
}

/// The outlines of a unit's bases, with its description as a tooltip.
fn outlined(view: &View, ruleset: &Ruleset, name: &str, bases: &[[Vec2; 4]]) -> Markup {
    let unit = view.roster().ids().find(|id| view.roster().name(*id) == name);
    let at = |corners: &[Vec2; 4]| corners.map(|at| format!("{:.1},{:.1}", at.x, at.y)).join(" ");
    let told = unit.map(|unit| (unit.0, (ruleset.card)(view, unit)));
    html! {
        @if let Some((number, card)) = told {
            @let line = if card.line.is_empty() { &card.kind } else { &card.line };
            @for corners in bases {
                polygon data-u=(number) points=(at(corners)) { title { (plain(name)) ": " (plain(line)) } }
            }
        }
    }
}

//! The table at the end of each turn, with what was done in it drawn over it.

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bevy::ecs::world::World;

use super::markup::escaped;
use crate::battle::setup::Setup;
use crate::battle::{Entry, Journal, Ruleset, View, undo};
use crate::picture::{draw, of_battle, outlines};

/// A turn of the page: its picture.
pub struct Chapter {
    /// Nil: before the first.
    pub turn: u32,
    pub html: String,
}

/// A picture for each turn, the first one first. The battle is unwound meanwhile.
pub fn chapters(world: &mut World, ruleset: &Ruleset, setup: &Setup) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    let mut turn = View::umpire(world).clock().turn;
    loop {
        chapters.push(Chapter { turn, html: drawn(world, ruleset, setup, turn) });
        // An answer that was given before this turn ends the turn before it.
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
    chapters
}

/// The table as it stands with what was done in that turn, and the bases laid over it so that they can be pointed at.
fn drawn(world: &World, ruleset: &Ruleset, setup: &Setup, turn: u32) -> String {
    let view = View::umpire(world);
    let mut scene = of_battle::scene(&view, ruleset, setup);
    scene.title.clear();
    let entries = world.resource::<Journal>().entries().iter();
    let done = entries.filter(|entry| entry.clock.turn == turn && entry.answer.is_some()).flat_map(Entry::facts);
    scene.overlays.extend(of_battle::told(&view, done));
    let laid = outlines(&scene);
    let image = STANDARD.encode(draw(&scene));
    let mut html = format!(
        "<div class=\"picture\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{image}\">\
         <svg viewBox=\"0 0 {} {}\">",
        escaped(&scene.subtitle),
        laid.page.x,
        laid.page.y
    );
    let units = scene.units.iter().map(|unit| &unit.name).zip(laid.units);
    let tokens = scene.tokens.iter().map(|token| &token.name).zip(laid.tokens.iter().map(|square| vec![*square]));
    for (name, bases) in units.chain(tokens) {
        let Some(id) = view.roster().ids().find(|id| view.roster().name(*id) == *name) else { continue };
        let card = (ruleset.card)(&view, id);
        let line = if card.line.is_empty() { &card.kind } else { &card.line };
        for corners in bases {
            let points: Vec<String> = corners.iter().map(|at| format!("{:.1},{:.1}", at.x, at.y)).collect();
            // Nothing keeps a text in memory from being written to.
            let _ = write!(
                html,
                "<polygon data-u=\"{}\" points=\"{}\"><title>{}: {}</title></polygon>",
                id.0,
                points.join(" "),
                escaped(name),
                escaped(line)
            );
        }
    }
    html.push_str("</svg></div>");
    html
}

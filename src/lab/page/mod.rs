//! A battle to be shown to others: one HTML file with a picture of each turn and every line of the log, its dice, sums
//! and rules, that needs nothing from elsewhere; and the same lines as a table for programs.

mod markup;
mod picture;
mod table;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bevy::ecs::world::World;

use self::markup::{Names, escaped, flag, line};
pub use self::table::csv;
use super::chronicle::{self, Line};
use crate::battle::narrator::capital;
use crate::battle::setup::Setup;
use crate::battle::{Journal, Narration, Ruleset, Texts, View};
use crate::dice::{self, Luck};
use crate::ids::Side;

const STYLE: &str = include_str!("../../../assets/report/page.css");
const SCRIPT: &str = include_str!("../../../assets/report/page.js");

/// Where a battle comes from, as its page tells it.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The journal's or scenario's path.
    pub path: String,
    /// Who played, north first; empty where nobody knows.
    pub players: [String; 2],
    /// Where the dice came from, e.g. `seed 7`.
    pub dice: String,
}

/// What sides are called.
pub(super) fn sides(setup: &Setup) -> [&str; 2] {
    Side::BOTH.map(|side| {
        let name = setup.sides[side.index()].name.as_str();
        if name.is_empty() { side.name() } else { name }
    })
}

/// The page of a battle as it stands. The world is unwound to its first question meanwhile and left there.
pub fn html(world: &mut World, ruleset: &Ruleset, setup: &Setup, origin: &Origin) -> String {
    let lines = chronicle::lines(world, sides(setup));
    let names = Names::of(setup);
    let texts = (ruleset.texts)();
    let mut page = String::with_capacity(1 << 20);
    let title = escaped(&setup.title);
    // Nothing keeps a text in memory from being written to.
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><style>\n{STYLE}</style></head>\n<body><header><h1>{title}</h1>\n"
    );
    head(&mut page, world, ruleset, setup, origin, &names);
    let chapters = picture::chapters(world, ruleset, setup);
    page.push_str("</header>\n<nav>");
    for chapter in &chapters {
        let _ = write!(page, "<a href=\"#t{0}\">{1}</a>", chapter.turn, called(chapter.turn));
    }
    for (kind, label) in [("", "All"), ("move", "Moves"), ("fire", "Fire"), ("melee", "Melee")] {
        let _ = write!(page, "<button data-kind=\"{kind}\" aria-pressed=\"{}\">{label}</button>", kind.is_empty());
    }
    page.push_str("</nav>\n<main>\n");
    for chapter in &chapters {
        let turn = chapter.turn;
        let _ =
            write!(page, "<h2 id=\"t{turn}\">{}</h2>\n<section class=\"turn\">{}<ol>\n", called(turn), chapter.html);
        for one in lines.iter().filter(|line| line.clock.0 == turn) {
            line(&mut page, one, &names, texts);
        }
        page.push_str("</ol></section>\n");
    }
    page.push_str("</main>\n<footer>");
    rules(&mut page, &lines, texts);
    let _ = write!(page, "</footer>\n<script>\n{SCRIPT}</script></body></html>\n");
    page
}

fn called(turn: u32) -> String {
    if turn == 0 { "Before the first turn".to_owned() } else { format!("Turn {turn}") }
}

/// How it ended, and what each side lost and rolled.
fn head(page: &mut String, world: &World, ruleset: &Ruleset, setup: &Setup, origin: &Origin, names: &Names) {
    let view = View::umpire(world);
    let texts = (ruleset.texts)();
    let end = match view.ending() {
        Some(end) => {
            let last = world.resource::<Journal>().entries().iter().rev().flat_map(|e| e.facts().rev());
            let told = last.into_iter().find(|fact| matches!(fact.narration, Narration::Won(_)));
            match told {
                Some(fact) => names.narrator(world, texts).fact(fact),
                None => end.winner.map_or("A draw".to_owned(), |side| format!("Victory for {}", names.side(side))),
            }
        }
        None => "The battle is not over.".to_owned(),
    };
    let turn = view.clock().turn;
    let _ = write!(
        page,
        "<p class=\"sub\">{} · {} turns · dice: {} · {}</p>\n<p><b>{}</b></p>\n<table><tr><th>Side</th><th>Played by</th>\
         <th>{}</th><th>Luck</th></tr>\n",
        escaped(ruleset.title),
        turn,
        escaped(&origin.dice),
        escaped(&origin.path),
        escaped(&end),
        escaped(&capital(&(ruleset.score)(&view, Side::North).label)),
    );
    for side in Side::BOTH {
        let score = (ruleset.score)(&view, side);
        let _ = writeln!(
            page,
            "<tr><td>{}{}</td><td>{}</td><td>{} of {}</td><td>{}</td></tr>",
            flag(setup, side),
            escaped(names.side(side)),
            escaped(&origin.players[side.index()]),
            score.lost,
            score.of,
            fortune(luck(world, texts, side)),
        );
    }
    page.push_str("</table>\n");
}

/// How the side's dice fell in the whole battle.
fn luck(world: &World, texts: &Texts, side: Side) -> Option<Luck> {
    let facts = world.resource::<Journal>().entries().iter().flat_map(crate::battle::Entry::facts);
    let own = facts.flat_map(|fact| &fact.dice).filter(|rolled| rolled.by == Some(side));
    dice::luck(own.filter_map(|rolled| texts.fortune(rolled.why).low().map(|low| (rolled, low))))
}

fn fortune(luck: Option<Luck>) -> String {
    let Some(Luck { dice, over, chance }) = luck else { return "no dice".to_owned() };
    let sign = if over < 0.0 { "\u{2212}" } else { "+" };
    let so = if over < 0.0 { "so badly or worse" } else { "so well or better" };
    format!("{sign}{:.1} over {dice} dice; {so} in {:.0} % of battles with as many", over.abs(), chance * 100.0)
}

/// The rules that were cited, each once.
fn rules(page: &mut String, lines: &[Line], texts: &Texts) {
    let terms = lines.iter().flat_map(|line| &line.sums).flat_map(|sum| &sum.0).map(|term| term.cite.0);
    let cited: BTreeSet<&str> = lines.iter().map(|line| line.cite).chain(terms).collect();
    page.push_str("<h2 id=\"rules\">The rules that were cited</h2>\n<dl>\n");
    for rule in texts.rules.iter().filter(|rule| cited.contains(rule.id.as_str())) {
        let _ = writeln!(
            page,
            "<dt id=\"r-{0}\">{0} {1}</dt><dd>{2}</dd>",
            escaped(&rule.id),
            escaped(&rule.title),
            escaped(&rule.text)
        );
    }
    page.push_str("</dl>\n");
}

//! A battle to show to others: one self-contained HTML file with a picture of each turn and every line of the log, its
//! dice, sums and rules; and the same lines as a table for programs.

mod markup;
mod picture;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::world::World;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::markup::{Names, flag, line, plain};
pub use self::table::csv;
use super::analysis;
use super::analysis::told::{Analysis, AnswerTold};
use super::chronicle::{self, Line};
use super::study::page::ChartError;
use crate::battle::narrator::capital;
use crate::battle::setup::Setup;
use crate::battle::{Journal, Narration, Ruleset, Texts, View};
use crate::dice::{self, Luck};
use crate::ids::Side;

const STYLE: &str = include_str!("../../../assets/report/page.css");
const SCRIPT: &str = include_str!("../../../assets/report/page.js");

/// Where a battle comes from, as its page says.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The journal's or scenario's path.
    pub path: String,
    /// Who played, north first; empty when unknown.
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

/// The page of a battle up to now, with a chapter on luck and skill where they were told apart. The world is unwound to its
/// first question in the process and left there.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn html(
    world: &mut World,
    ruleset: &Ruleset,
    setup: &Setup,
    origin: &Origin,
    luck: Option<&Analysis>,
) -> Result<String, ChartError> {
    let chapter = luck.map(analysis::page::chapter).transpose()?;
    // What stands out, by the entry of the journal that it is told by: the first is how the battle opened.
    let marked: BTreeMap<usize, &AnswerTold> = luck
        .into_iter()
        .flat_map(|luck| &luck.answers)
        .filter(|answer| !answer.marks.is_empty())
        .map(|answer| (answer.number, answer))
        .collect();
    let lines = chronicle::lines(world, sides(setup));
    let names = Names::of(setup);
    let texts = (ruleset.texts)();
    let title = plain(&setup.title);
    let head = head(world, ruleset, origin, &names);
    let (chapters, common) = picture::chapters(world, ruleset, setup);
    let shown = [("", "All"), ("move", "Moves"), ("fire", "Fire"), ("melee", "Melee")];
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(markup::colours(setup))) }
            }
            body {
                (common)
                header { h1 { (title) } (head) }
                nav {
                    @if chapter.is_some() { a href="#luck" { "Luck and skill" } }
                    @for chapter in &chapters { a href={ "#t" (chapter.turn) } { (called(chapter.turn)) } }
                    @for (kind, label) in shown { button data-kind=(kind) aria-pressed=(kind.is_empty()) { (label) } }
                }
                main {
                    @if let Some(chapter) = &chapter {
                        h2 id="luck" { "Luck and skill" }
                        div class="luck" { (chapter) }
                    }
                    @for chapter in &chapters {
                        h2 id={ "t" (chapter.turn) } { (called(chapter.turn)) }
                        @let told = lines.iter().filter(|line| line.clock.0 == chapter.turn).collect::<Vec<_>>();
                        section class={ "turn" @if told.is_empty() { " untold" } } {
                            (chapter.html)
                            @if !told.is_empty() {
                                ol {
                                    @for (n, one) in told.iter().enumerate() {
                                        // The mark stands at the last line of its answer: the dice are rolled by then.
                                        @let last = told.get(n + 1).is_none_or(|next| next.entry != one.entry);
                                        (line(one, texts, marked.get(&one.entry).filter(|_| last).copied()))
                                    }
                                }
                            }
                        }
                    }
                }
                footer { (rules(&lines, texts)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

fn called(turn: u32) -> String {
    if turn == 0 { "Before the first turn".to_owned() } else { format!("Turn {turn}") }
}

/// How it ended, and what each side lost and rolled.
fn head(world: &World, ruleset: &Ruleset, origin: &Origin, names: &Names) -> Markup {
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
    let scores = Side::BOTH.map(|side| (side, (ruleset.score)(&view, side)));
    html! {
        p class="sub" {
            (plain(ruleset.title)) " · " (view.clock().turn) " turns · dice: " (plain(&origin.dice)) " · " (plain(&origin.path))
        }
        p { b { (plain(&end)) } }
        table {
            tr { th { "Side" } th { "Played by" } th { (plain(&capital(&scores[0].1.label))) } th { "Luck" } }
            @for (side, score) in &scores {
                tr {
                    td { (flag(*side)) (plain(names.side(*side))) }
                    td { (plain(player(&origin.players[side.index()]))) }
                    td { (score.lost) " of " (score.of) }
                    td { (fortune(luck(world, texts, *side))) }
                }
            }
        }
    }
}

fn player(name: &str) -> &str {
    if name.is_empty() { "not recorded" } else { name }
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
fn rules(lines: &[Line], texts: &Texts) -> Markup {
    let terms = lines.iter().flat_map(|line| &line.sums).flat_map(|sum| &sum.0).map(|term| term.cite.0);
    let cited: BTreeSet<&str> = lines.iter().map(|line| line.cite).chain(terms).collect();
    html! {
        h2 id="rules" { "The rules that were cited" }
        dl {
            @for rule in texts.rules.iter().filter(|rule| cited.contains(rule.id.as_str())) {
                dt id={ "r-" (rule.id) } { (rule.id) " " (plain(&rule.title)) }
                dd { (plain(&rule.text)) }
            }
        }
    }
}

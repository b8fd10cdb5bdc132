//! A calibration as one page for a browser: chances beside the battles that were won.

use maud::{Markup, PreEscaped, html};
use plotters::prelude::*;
use serde::Serialize;

use super::told::{Group, Told};
use crate::lab::cut::for_turns;
use crate::lab::study::page::chart::{INK, WIDTH, colour, lines};
use crate::lab::study::page::{ChartError, plain, whole};

/// How positions and rollouts were made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Basis {
    /// The battle's title.
    pub title: String,
    /// The scenario, as it was named.
    pub scenario: String,
    /// By which it was played.
    pub ruleset: String,
    /// Who played the battles, north first.
    pub players: [String; 2],
    /// Who played them on.
    pub by: &'static str,
    /// How many from each position.
    pub rollouts: u32,
    /// For how many turns, before they are judged at a glance; none: to their ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Of all dice.
    pub seed: u64,
}

/// The page.
///
/// # Errors
/// When its chart cannot be drawn.
pub fn html(basis: &Basis, told: &Told) -> Result<String, ChartError> {
    let chart = chart(told).map_err(|why| ChartError(why.to_string()))?;
    let title = format!("{}: are the chances right?", basis.title);
    let body = html! {
        header {
            h1 { (plain(&title)) }
            p class="sub" { (plain(&made(basis, told))) }
        }
        main {
            figure {
                figcaption {
                    b { "Foretold and won." } " In hundredths: positions that were given about the same chance, and how many of them were won, with two standard errors to either side. On the slanting line both are the same."
                }
                div class="chart" role="img" aria-label="Foretold and won" { (PreEscaped(chart)) }
                ul class="legend" {
                    li { span class="key k0" {} "by rollouts" }
                    li { span class="key k1" {} "at a glance" }
                }
            }
            h2 { "By rollouts" } (table(&told.rollouts))
            h2 { "At a glance" } (table(&told.judged))
            h2 { "What this rests on" }
            p { (plain(&numbers(told))) }
            p { (plain(&method(basis))) }
        }
    };
    Ok(whole(&title, &body))
}

/// What was played, in a sentence.
pub fn made(basis: &Basis, told: &Told) -> String {
    let Basis { scenario, players: [north, south], by, rollouts, turns, seed, .. } = basis;
    let positions = told.positions;
    format!(
        "{scenario}: {positions} positions of {positions} battles of {north} against {south}, each played on {rollouts} times by {by}{}; seed {seed}",
        for_turns(*turns)
    )
}

/// The numbers of all positions, in a sentence.
pub fn numbers(told: &Told) -> String {
    let Told { bias: [bias, bias_error], tilt: [tilt, tilt_error], brier, brier_judged, brier_of_none, .. } = told;
    format!(
        "Won less foretold, of all: {:+.1} ± {:.1} in a hundred. From a chance of 0 to one of 100 it grows by {:+.1} ± {:.1}: \
         under nothing chances are too bold, over it too timid. The mean squared error of the chances is {brier:.3} by \
         rollouts, {brier_judged:.3} at a glance, {brier_of_none:.3} of who always says the mean. A number after ± is a \
         standard error.",
        bias * 100.0,
        bias_error * 100.0,
        tilt * 100.0,
        tilt_error * 100.0,
    )
}

/// How it was found.
pub fn method(basis: &Basis) -> String {
    format!(
        "One moment was drawn of each battle, so that positions are independent. Half of its {} rollouts sort a position into \
         its tenth, the other half say its chance: who sorts by a number that was found by chance, and tells the same \
         number, finds those on top too high. At a glance is the judgement of a position by which studies measure luck: how \
         near both sides are to defeat, and what of their units is left.",
        basis.rollouts
    )
}

fn table(groups: &[Group]) -> Markup {
    html! {
        table {
            tr { th { "Positions" } th { "Foretold" } th { "Won" } th { "Difference" } }
            @for Group { positions, chance, won, difference: [difference, error] } in groups {
                tr {
                    td { (positions) }
                    td { (format!("{:.1}", chance * 100.0)) }
                    td { (format!("{:.1}", won * 100.0)) }
                    td { (format!("{:+.1} ± {:.1}", difference * 100.0, error * 100.0)) }
                }
            }
        }
    }
}

fn chart(told: &Told) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 460)).into_drawing_area();
        let mut chart = lines(&root, 0.0..100.0, 0.0..100.0, "foretold", "won")?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (100.0, 100.0)], INK.stroke_width(1)))?;
        for (n, groups) in [&told.judged, &told.rollouts].into_iter().enumerate() {
            let colour = colour(1 - n);
            for Group { chance, won, difference: [_, error], .. } in groups {
                let at = |by: f64| (chance * 100.0, ((won + by) * 100.0).clamp(0.0, 100.0));
                let bar = [at(-2.0 * error), at(2.0 * error)];
                chart.draw_series(LineSeries::new(bar, colour.stroke_width(2)))?;
                chart.draw_series([Circle::new(at(0.0), 5, colour.filled())])?;
            }
        }
        root.present()?;
    }
    Ok(svg)
}

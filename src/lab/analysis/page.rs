//! A battle understood, as one page for a browser: how the chance to win went, what luck and skill did, and every answer
//! that stands out.

use maud::{Markup, PreEscaped, html};
use plotters::prelude::*;

use super::told::{Analysis, AnswerTold, BAD, BLUNDER, DOUBTFUL, LUCKY, SideTold};
use crate::lab::cut::for_turns;
use crate::lab::study::page::chart::{WIDTH, colour, lines};
use crate::lab::study::page::{ChartError, plain, whole};

/// The page.
///
/// # Errors
/// When its chart cannot be drawn.
pub fn html(analysis: &Analysis) -> Result<String, ChartError> {
    let title = format!("{}: luck and skill", analysis.title);
    let body = html! {
        header { h1 { (plain(&title)) } }
        main {
            (chapter(analysis)?)
            details {
                summary { "Every answer" }
                (answers(&analysis.answers.iter().collect::<Vec<_>>()))
            }
        }
    };
    Ok(whole(&title, &body))
}

/// What a report of the battle has of it too: how the chance went, both sides, and what stands out.
///
/// # Errors
/// When its chart cannot be drawn.
pub fn chapter(analysis: &Analysis) -> Result<Markup, ChartError> {
    let chart = chart(analysis).map_err(|why| ChartError(why.to_string()))?;
    let marked: Vec<&AnswerTold> = analysis.answers.iter().filter(|answer| !answer.marks.is_empty()).collect();
    Ok(html! {
        p class="sub" { (plain(&headline(analysis))) }
        figure {
            figcaption {
                b { "The chance to win." } " " (plain(&analysis.south.name)) "'s, in hundredths, after each answer; a disc is an answer or a throw that stands out."
            }
            div class="chart" role="img" aria-label="The chance to win" { (PreEscaped(chart)) }
            ul class="legend" {
                li { span class="key k0" {} "by dice" }
                li { span class="key k1" {} "by an answer" }
            }
        }
        table {
            tr { th { "Side" } th { "Skill" } th { "Luck" } th { "Answers" } th { "Other" } th { "Doubtful" } th { "Bad" } th { "Blunders" } th { "Fine" } }
            (side(&analysis.north)) (side(&analysis.south))
        }
        p { (plain(&sum(analysis))) }
        h3 { "What stands out" }
        @if marked.is_empty() { p { "Nothing, as far as these rollouts tell." } } @else { (answers(&marked)) }
        h3 { "What this rests on" }
        p { (basis(analysis)) }
    })
}

/// How it went, in a sentence.
pub fn headline(analysis: &Analysis) -> String {
    let (start, end) = (hundredths(analysis.start), hundredths(analysis.end));
    let name = &analysis.south.name;
    if analysis.over {
        format!("{name}'s chance to win was {start} in a hundred at the beginning; the result is {end}.")
    } else {
        format!("{name}'s chance to win was {start} in a hundred at the beginning and is {end} now.")
    }
}

/// The sum that luck and skill make.
pub fn sum(analysis: &Analysis) -> String {
    let Analysis { north, south, umpire, .. } = analysis;
    let umpire = if *umpire == 0.0 { String::new() } else { format!(" {} by the umpire", signed(*umpire)) };
    format!(
        "{} at the beginning, {} by the dice, {} by {}'s answers, {} by {}'s{umpire}: {}. Without the luck it would be {}.",
        hundredths(analysis.start),
        signed(south.luck[0]),
        signed(south.skill[0]),
        south.name,
        signed(-north.skill[0]),
        north.name,
        hundredths(analysis.end),
        hundredths(analysis.without_luck),
    )
}

/// What is said of battles that were cut short besides.
const UNMARKED: &str = " Since the end of a turn has the battles played a turn farther on before they are judged, luck and skill \
                        there have in them what the judgement is off by; so nothing is marked.";

/// What all of it rests on.
pub fn basis(analysis: &Analysis) -> String {
    let Analysis { rollouts, turns, seed, .. } = analysis;
    let by = if analysis.by == "random" { "player by chance" } else { analysis.by };
    let [doubtful, bad, blunder, lucky] = [DOUBTFUL, BAD, BLUNDER, LUCKY].map(limit);
    format!(
        "A chance is the share of {rollouts} battles that were won from that position when the {by} played both sides on{}, \
         with the same seeds of dice at every position (seed {seed}); a draw is half a win. Skill is an answer's chance less \
         that of the answer that the {by} would have given, luck the chance after the dice less that before them: so they \
         are only as good as the {by} is. A number after ± is a standard error; what stands out is more than two of them \
         from nothing, as of twenty that changed nothing one is by chance. Doubtful, bad and \
         blunder: {doubtful}, {bad} and {blunder} in a hundred lost; lucky and unlucky: {lucky}.{}",
        for_turns(*turns),
        if turns.is_some() { UNMARKED } else { "" }
    )
}

fn side(side: &SideTold) -> Markup {
    html! {
        tr {
            td { (plain(&side.name)) }
            td { (with_error(side.skill)) } td { (with_error(side.luck)) }
            td { (side.answers) } td { (side.other) }
            @for count in side.marks { td { (count) } }
        }
    }
}

fn answers(answers: &[&AnswerTold]) -> Markup {
    html! {
        table {
            tr { th { "When" } th { "What happened" } th { "Chance" } th { "Skill" } th { "Luck" } th { "" } th { "Instead" } }
            @for answer in answers {
                tr {
                    td { (answer.when) }
                    td { (plain(&answer.told)) }
                    td { (hundredths(answer.chance[0])) " → " (hundredths(answer.chance[1])) }
                    td { (answer.skill.map(with_error).unwrap_or_default()) }
                    td { (answer.luck.map(with_error).unwrap_or_default()) }
                    td { (answer.marks.iter().map(|mark| mark.word()).collect::<Vec<_>>().join(", ")) }
                    td { (answer.instead.as_deref().unwrap_or_default()) }
                }
            }
        }
    }
}

fn chart(analysis: &Analysis) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 320)).into_drawing_area();
        let last = analysis.answers.len().max(1) as f64;
        let mut chart = lines(&root, 0.0..last, 0.0..100.0, "answers", "chance")?;
        let after = analysis.answers.iter().map(|answer| (answer.number as f64, answer.chance[1] * 100.0));
        let curve = std::iter::once((0.0, analysis.start * 100.0)).chain(after);
        chart.draw_series(LineSeries::new(curve, colour(0).stroke_width(2)))?;
        for answer in analysis.answers.iter().filter(|answer| !answer.marks.is_empty()) {
            let by_answer =
                answer.skill.is_some_and(|[gained, _]| gained.abs() >= answer.luck.map_or(0.0, |of| of[0].abs()));
            let at = (answer.number as f64, answer.chance[1] * 100.0);
            chart.draw_series([Circle::new(at, 5, colour(usize::from(by_answer)).filled())])?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// What is marked from so much on, in hundredths.
pub fn limit(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// In hundredths, e.g. `52.1`.
pub fn hundredths(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// In hundredths with its sign; adding 0 makes -0 a 0.
pub fn signed(share: f64) -> String {
    format!("{:+.1}", (share * 1000.0).round() / 10.0 + 0.0)
}

/// In hundredths with its sign and its standard error.
pub fn with_error([share, error]: [f64; 2]) -> String {
    if error.is_finite() { format!("{} ± {}", signed(share), hundredths(error)) } else { signed(share) }
}

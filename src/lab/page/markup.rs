//! Pieces of the page.

use bevy::ecs::world::World;
use maud::{Markup, html};

use crate::battle::narrator::Narrator;
use crate::battle::setup::Setup;
use crate::battle::{Texts, View};
use crate::cite::Tally;
use crate::dice::Rolled;
use crate::ids::Side;
use crate::lab::analysis::page::signed;
use crate::lab::analysis::told::AnswerTold;
use crate::lab::chronicle::{Kind, Line};

/// What sides are called, and their colours.
pub struct Names<'a> {
    sides: [&'a str; 2],
}

impl<'a> Names<'a> {
    /// The names of a battle's sides.
    pub fn of(setup: &'a Setup) -> Names<'a> {
        Names { sides: super::sides(setup) }
    }

    /// What a side is called.
    pub fn side(&self, side: Side) -> &'a str {
        self.sides[side.index()]
    }

    /// A narrator that uses these names.
    pub fn narrator<'w>(&self, world: &'w World, texts: &'w Texts) -> Narrator<'w>
    where
        'a: 'w,
    {
        Narrator::new(texts, View::umpire(world).names()).calling(self.sides)
    }
}

/// A text without control characters, which HTML does not allow.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A side's colours as a small flag.
pub fn flag(side: Side) -> Markup {
    html! { i class=(side.name()) {} }
}

/// How flags and dice of both sides look.
pub fn colours(setup: &Setup) -> String {
    let colours = crate::picture::of_battle::colours(setup);
    let of = |side: Side| {
        let (name, colour) = (side.name(), colours[side.index()]);
        format!(
            "i.{name} {{ background: {}; border-color: {} }} b.{name} {{ background: {}; color: {} }}\n",
            colour.main, colour.dark, colour.tint, colour.dark
        )
    };
    Side::BOTH.into_iter().map(of).collect()
}

/// A line of the log, with what of its answer stands out.
pub fn line(line: &Line, texts: &Texts, marked: Option<&AnswerTold>) -> Markup {
    let (kind, class) = match line.kind {
        Kind::Turn => ("step", Some("step")),
        Kind::Move => ("move", None),
        Kind::Fire => ("fire", None),
        Kind::Melee => ("melee", None),
        Kind::Refused | Kind::Other => ("other", None),
    };
    let units = line.units.iter().map(|unit| unit.0.to_string()).collect::<Vec<_>>().join(" ");
    let lights = if units.is_empty() { None } else { Some(units) };
    html! {
        li class=[class] data-kind=(kind) data-u=[lights] {
            span class="when" { (line.when()) }
            span {
                @for side in &line.by { (flag(*side)) }
                @for rolled in &line.dice { (faces(rolled)) }
                (plain(&line.text))
            }
            span { @if !line.cite.is_empty() { (linked(line.cite, texts)) } }
            @if let Some(answer) = marked {
                span class="mark" {
                    @for mark in &answer.marks { b { (mark.word()) } " " }
                    (stands_out(answer))
                }
            }
            @for sum in &line.sums { span class="sum" { (summed(sum, texts)) } }
        }
    }
}

/// What an answer or its dice changed: `the dice +16.7, the answer -8.3 (instead: hold)`.
fn stands_out(answer: &AnswerTold) -> String {
    let luck = answer.luck.map(|[by, _]| format!("the dice {}", signed(by)));
    let instead = answer.instead.as_ref().map_or_else(String::new, |instead| format!(" (instead: {})", plain(instead)));
    let skill = answer.skill.map(|[by, _]| format!("the answer {}{instead}", signed(by)));
    luck.into_iter().chain(skill).collect::<Vec<_>>().join(", ")
}

fn faces(rolled: &Rolled) -> Markup {
    let of = rolled.by.map_or("nobody", Side::name);
    html! { @for face in &rolled.faces { b class=(of) { (face) } } }
}

/// `front 6 (7.3) + die 4 (7.3) = 10`.
fn summed(sum: &Tally, texts: &Texts) -> Markup {
    html! {
        @for (sign, term) in sum.signed() {
            (sign) (plain(&texts.word(term.what))) " " (term.value.unsigned_abs()) " (" (linked(term.cite.0, texts)) ")"
        }
        " = " (sum.total())
    }
}

/// A rule's number, as a link to its text.
fn linked(id: &str, texts: &Texts) -> Markup {
    let rule = texts.rules.iter().find(|rule| rule.id == id);
    html! {
        @if let Some(rule) = rule {
            a href={ "#r-" (rule.id) } { (id) }
        } @else {
            (id)
        }
    }
}

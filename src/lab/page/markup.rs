//! Pieces of the page.

use std::fmt::Write as _;

use bevy::ecs::world::World;

use crate::battle::narrator::Narrator;
use crate::battle::setup::Setup;
use crate::battle::{Texts, View};
use crate::cite::Tally;
use crate::dice::Rolled;
use crate::ids::Side;
use crate::lab::chronicle::{Kind, Line};
use crate::picture::palette::ArmyColour;

/// What sides are called, and their colours.
pub struct Names<'a> {
    sides: [&'a str; 2],
    colours: [ArmyColour; 2],
}

impl<'a> Names<'a> {
    /// Those of a battle.
    pub fn of(setup: &'a Setup) -> Names<'a> {
        Names { sides: super::sides(setup), colours: crate::picture::of_battle::colours(setup) }
    }

    /// What a side is called.
    pub fn side(&self, side: Side) -> &'a str {
        self.sides[side.index()]
    }

    /// Whoever tells facts by these names.
    pub fn narrator<'w>(&self, world: &'w World, texts: &'w Texts) -> Narrator<'w>
    where
        'a: 'w,
    {
        Narrator::new(texts, View::umpire(world).names()).calling(self.sides)
    }

    fn colour(&self, side: Side) -> ArmyColour {
        self.colours[side.index()]
    }
}

/// A text as it stands between tags and in attributes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}

/// A side's colours as a small flag.
pub fn flag(setup: &Setup, side: Side) -> String {
    of_colour(crate::picture::of_battle::colours(setup)[side.index()])
}

fn of_colour(colour: ArmyColour) -> String {
    format!("<span class=\"flag\" style=\"background:{};border-color:{}\"></span>", colour.main, colour.dark)
}

/// A line of the log.
pub fn line(page: &mut String, line: &Line, names: &Names, texts: &Texts) {
    let (kind, class) = match line.kind {
        Kind::Turn => ("step", " class=\"step\""),
        Kind::Move => ("move", ""),
        Kind::Fire => ("fire", ""),
        Kind::Melee => ("melee", ""),
        Kind::Refused | Kind::Other => ("other", ""),
    };
    let units = line.units.iter().map(|unit| unit.0.to_string()).collect::<Vec<_>>().join(" ");
    let lights = if units.is_empty() { String::new() } else { format!(" data-u=\"{units}\"") };
    let flags: String = line.by.iter().map(|side| of_colour(names.colour(*side))).collect();
    let dice: String = line.dice.iter().map(|rolled| faces(rolled, names)).collect();
    let cite = match line.cite {
        "" => String::new(),
        id => linked(id, texts),
    };
    // Nothing keeps a text in memory from being written to.
    let _ = write!(
        page,
        "<li{class} data-kind=\"{kind}\"{lights}><span class=\"when\">{}</span><span>{flags}{dice}{}</span><span>{cite}</span>",
        line.when(),
        escaped(&line.text)
    );
    for sum in &line.sums {
        let _ = write!(page, "<span class=\"sum\">{}</span>", summed(sum, texts));
    }
    page.push_str("</li>\n");
}

fn faces(rolled: &Rolled, names: &Names) -> String {
    let style = rolled.by.map_or_else(String::new, |side| {
        let colour = names.colour(side);
        format!(" style=\"background:{};color:{}\"", colour.tint, colour.dark)
    });
    rolled.faces.iter().map(|face| format!("<span class=\"die\"{style}>{face}</span>")).collect()
}

/// `front 6 (7.3) + die 4 (7.3) = 10`.
fn summed(sum: &Tally, texts: &Texts) -> String {
    let mut words = String::new();
    for (sign, term) in sum.signed() {
        let what = escaped(&texts.word(term.what));
        // Nothing keeps a text in memory from being written to.
        let _ = write!(words, "{sign}{what} {} ({})", term.value.unsigned_abs(), linked(term.cite.0, texts));
    }
    format!("{words} = {}", sum.total())
}

/// A rule's number, which leads to its text.
fn linked(id: &str, texts: &Texts) -> String {
    match texts.rules.iter().find(|rule| rule.id == id) {
        Some(rule) => {
            format!(
                "<a href=\"#r-{0}\" title=\"{1}: {2}\">{0}</a>",
                escaped(id),
                escaped(&rule.title),
                escaped(&rule.text)
            )
        }
        None => escaped(id),
    }
}

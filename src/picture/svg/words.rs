//! Words on the page, and how long they are.

use bevy::math::Vec2;

use super::super::palette::{HALO, HALO_SHARE};
use super::super::shape::Paint;
use super::tag::Tag;

/// A typeface of the look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Lato: running text and figures.
    Plain,
    Bold,
    /// Vollkorn: titles.
    Title,
    /// Vollkorn italic: names of bodies.
    Name,
}

/// Where a line of words hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hang {
    Left,
    Middle,
    Right,
}

/// A line of words: `at` is on its base line.
pub fn words(text: &str, at: Vec2, size: f32, face: Face, hang: Hang, paint: impl Into<Paint>) -> Tag {
    let (family, weight, italic) = match face {
        Face::Plain => ("Lato, sans-serif", None, false),
        Face::Bold => ("Lato, sans-serif", Some(700), false),
        Face::Title => ("Vollkorn Lining, Vollkorn, serif", Some(600), false),
        Face::Name => ("Vollkorn Lining, Vollkorn, serif", Some(600), true),
    };
    let mut tag = Tag::new("text").num("x", at.x).num("y", at.y).num("font-size", size).with("font-family", family);
    if let Some(weight) = weight {
        tag = tag.with("font-weight", weight);
    }
    if italic {
        tag = tag.with("font-style", "italic");
    }
    tag = match hang {
        Hang::Left => tag,
        Hang::Middle => tag.with("text-anchor", "middle"),
        Hang::Right => tag.with("text-anchor", "end"),
    };
    tag.fill(paint).saying(text)
}

/// The same with a halo, to be read on the cloth.
pub fn haloed(text: &str, at: Vec2, size: f32, face: Face, hang: Hang, paint: impl Into<Paint>) -> Tag {
    with_halo(words(text, at, size, face, hang, paint))
}

/// A group of names on the cloth: in the face of names, about their middles, with a halo.
pub fn like_names(group: Tag) -> Tag {
    let group = group.with("font-family", "Vollkorn Lining, Vollkorn, serif").with("font-weight", 600);
    with_halo(group.with("font-style", "italic").with("text-anchor", "middle"))
}

fn with_halo(tag: Tag) -> Tag {
    tag.stroke((HALO, HALO_SHARE), 3.0).with("stroke-linejoin", "round").with("paint-order", "stroke")
}

/// About how wide a line of words is: enough to keep lines apart.
pub fn width(text: &str, size: f32, face: Face) -> f32 {
    let ems: f32 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | ' ' => 0.27,
            'f' | 'r' | 't' | '-' | '(' | ')' => 0.38,
            'm' | 'w' | 'M' | 'W' => 0.85,
            'A'..='Z' => 0.66,
            _ => 0.54,
        })
        .sum();
    let wider = if matches!(face, Face::Bold | Face::Title) { 1.06 } else { 1.0 };
    ems * size * wider
}

/// A text broken into lines no wider than that.
pub fn wrapped(text: &str, size: f32, face: Face, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if !line.is_empty() && width(&longer, size, face) > room {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line = longer;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_words_and_hold_everything() {
        let text = "Laelius wheels and meets the Punic horse at thirteen inches and a half";
        let lines = wrapped(text, 13.0, Face::Plain, 200.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|l| width(l, 13.0, Face::Plain) <= 200.0));
        assert_eq!(wrapped("indivisible", 13.0, Face::Plain, 5.0), ["indivisible"]);
        assert!(wrapped("  ", 13.0, Face::Plain, 5.0).is_empty());
    }

    #[test]
    fn bold_is_wider() {
        assert!(width("Rome", 13.0, Face::Bold) > width("Rome", 13.0, Face::Plain));
        assert_eq!(width("", 13.0, Face::Plain), 0.0);
    }
}

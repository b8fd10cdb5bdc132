//! Several pictures of one table on one page: what they have in common is drawn once, and used in each.

use std::collections::BTreeMap;

use bevy::math::Vec2;

use super::super::scene::Scene;
use super::bases::Casts;
use super::canvas::Softs;
use super::tag::Tag;
use super::{Page, page};

/// Parts that are drawn once, by what is drawn.
#[derive(Debug, Default)]
pub struct Parts {
    /// None: every part is drawn where it is needed.
    drawn: Option<BTreeMap<String, usize>>,
}

/// Pictures of one battle that are shown together in one HTML page.
#[derive(Debug, Default)]
pub struct Sheet {
    parts: Parts,
    /// Definitions by their text: gradients, patterns, filters, figures.
    defs: BTreeMap<String, ()>,
}

/// Parts shorter than this take less room where they are needed than a name for them would.
const SHORT: usize = 60;

impl Parts {
    /// What is drawn about a middle, the same wherever that lies: itself, or the use of a part that is drawn elsewhere.
    pub fn about(&mut self, middle: Vec2, draw: impl Fn(Vec2) -> Vec<Tag>) -> Vec<Tag> {
        let Some(drawn) = &mut self.drawn else { return draw(middle) };
        let (text, tags) = (written(&draw(Vec2::ZERO)), draw(middle));
        if text.len() < SHORT {
            return tags;
        }
        vec![used(drawn, text).num("x", middle.x).num("y", middle.y)]
    }

    /// Each of these elements: itself, or the use of a part that is drawn elsewhere.
    pub fn each(&mut self, tags: &[Tag]) -> Vec<Tag> {
        tags.iter().flat_map(|tag| self.part(vec![tag.clone()])).collect()
    }

    /// A group of elements that is placed so.
    pub fn placed(&mut self, transform: String, tags: Vec<Tag>) -> Tag {
        let shared = self.drawn.is_some();
        match <[Tag; 1]>::try_from(self.part(tags)) {
            Ok([used]) if shared => used.with("transform", transform),
            Ok([only]) => Tag::new("g").with("transform", transform).holding([only]),
            Err(tags) => Tag::new("g").with("transform", transform).holding(tags),
        }
    }

    /// These elements: themselves, or the use of a part that is drawn elsewhere.
    pub fn part(&mut self, tags: Vec<Tag>) -> Vec<Tag> {
        let Some(drawn) = &mut self.drawn else { return tags };
        let text = written(&tags);
        if text.len() < SHORT { tags } else { vec![used(drawn, text)] }
    }
}

fn written(tags: &[Tag]) -> String {
    tags.iter().map(ToString::to_string).collect()
}

fn used(drawn: &mut BTreeMap<String, usize>, text: String) -> Tag {
    let next = drawn.len();
    let number = drawn.entry(text).or_insert(next);
    Tag::new("use").with("href", format!("#p{number}"))
}

impl Sheet {
    /// An empty sheet.
    pub fn new() -> Sheet {
        Sheet { parts: Parts { drawn: Some(BTreeMap::new()) }, ..Sheet::default() }
    }

    /// A picture, as an SVG element for the page that has [`Sheet::defs`] too.
    pub fn picture(&mut self, scene: &Scene) -> String {
        let laid = page(scene);
        let (mut softs, mut casts) = (Softs::default(), Casts::new());
        let body = super::body(scene, &laid, (&mut softs, &mut casts), &mut self.parts);
        let Page { canvas, .. } = &laid;
        for def in super::defs(scene, canvas, &softs, &casts) {
            self.defs.insert(def.to_string(), ());
        }
        super::framed(&laid).holding(body).to_string()
    }

    /// What the pictures have in common, as an SVG element that is not seen.
    pub fn defs(&self) -> String {
        let mut parts: Vec<(&usize, &String)> =
            self.parts.drawn.iter().flatten().map(|(text, number)| (number, text)).collect();
        parts.sort();
        let defs: String = self.defs.keys().map(String::as_str).collect();
        let parts: String =
            parts.into_iter().map(|(number, text)| format!("<g id=\"p{number}\">{text}</g>\n")).collect();
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{defs}{parts}</defs></svg>")
    }
}

//! A small builder over the elements of the `svg` crate: numbers are cut to hundredths of a pixel, colours carry
//! their opacity.

use ::svg::node::element::Element;
use ::svg::node::{Node, Text, Value};

use super::super::palette::Rgb;
use super::super::shape::Paint;

/// An element being built.
#[derive(Clone, Debug)]
pub struct Tag(Element);

impl Tag {
    /// An element of that name.
    pub fn new(name: &str) -> Tag {
        Tag(Element::new(name))
    }

    /// With an attribute.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Tag {
        self.0.assign(name, value);
        self
    }

    /// With an attribute that is a number.
    #[must_use]
    pub fn num(self, name: &str, value: f32) -> Tag {
        self.with(name, number(value))
    }

    /// Filled with that paint.
    #[must_use]
    pub fn fill(self, paint: impl Into<Paint>) -> Tag {
        self.paint("fill", "fill-opacity", paint.into())
    }

    /// Not filled.
    #[must_use]
    pub fn hollow(self) -> Tag {
        self.with("fill", "none")
    }

    /// With a line of that paint and width.
    #[must_use]
    pub fn stroke(self, paint: impl Into<Paint>, width: f32) -> Tag {
        self.paint("stroke", "stroke-opacity", paint.into()).num("stroke-width", width)
    }

    /// With its line cut into strokes and gaps of those lengths.
    #[must_use]
    pub fn dash(self, lengths: &[f32]) -> Tag {
        let lengths: Vec<String> = lengths.iter().map(|&l| number(l)).collect();
        self.with("stroke-dasharray", lengths.join(" "))
    }

    /// With children.
    #[must_use]
    pub fn holding(mut self, children: impl IntoIterator<Item = Tag>) -> Tag {
        for child in children {
            self.0.append(child.0);
        }
        self
    }

    /// With words in it.
    #[must_use]
    pub fn saying(mut self, words: &str) -> Tag {
        // Control characters are no XML, whatever they are escaped to.
        let words: String = words.chars().filter(|c| !c.is_control()).collect();
        self.0.append(Text::new(words));
        self
    }

    fn paint(self, colour: &str, opacity: &str, paint: Paint) -> Tag {
        let tag = self.with(colour, paint.rgb.to_string());
        if paint.alpha < 1.0 { tag.num(opacity, paint.alpha) } else { tag }
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<(Rgb, f32)> for Paint {
    fn from((rgb, alpha): (Rgb, f32)) -> Paint {
        Paint { rgb, alpha }
    }
}

/// A number with at most two decimals and no needless zeros. What is no number is written as 0.
pub fn number(value: f32) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_finite() {
        let pairs =
            [(1.0, "1"), (-0.001, "0"), (2.346, "2.35"), (-7.5, "-7.5"), (100.0, "100"), (0.0, "0"), (f32::NAN, "0")];
        for (value, text) in pairs {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn words_cannot_break_out_of_their_element() {
        let tag = Tag::new("text").saying("a < b & \u{7} </text>").to_string();
        assert!(tag.contains("a &lt; b &amp;  &lt;/text&gt;"), "{tag}");
    }

    #[test]
    fn paints_that_cover_need_no_opacity() {
        let tag = Tag::new("rect").fill(Rgb(1, 2, 3)).stroke((Rgb(4, 5, 6), 0.5), 2.0).to_string();
        assert!(tag.contains(r##"fill="#010203""##) && !tag.contains("fill-opacity"), "{tag}");
        assert!(tag.contains(r#"stroke-opacity="0.5""#) && tag.contains(r#"stroke-width="2""#), "{tag}");
    }
}

//! The type of the window: its fonts, its styles, and text laid out in them.

use std::borrow::Cow;
use std::sync::Arc;

use bevy_egui::egui::{
    self, Align, Color32, FontData, FontDefinitions, FontFamily, FontId, Galley, Pos2, Stroke, TextFormat, Vec2,
    text::{LayoutJob, TextWrapping},
};

use crate::picture::fonts;

/// One style of type: font, size and line, logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    face: Face,
    size: f32,
    line: f32,
    tracking: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Face {
    Running,
    Bold,
    Title,
    Italic,
}

const fn face(face: Face, size: f32, line: f32) -> Type {
    Type { face, size, line, tracking: 0.0 }
}

/// The name on the start screen.
pub const PLATE: Type = face(Face::Title, 52.0, 56.0);
/// The title of a screen.
pub const TITLE: Type = face(Face::Title, 25.0, 32.0);
/// A unit's name.
pub const HEADING: Type = face(Face::Title, 20.0, 26.0);
/// A card's name.
pub const CARD: Type = face(Face::Title, 18.0, 24.0);
/// Running text, buttons.
pub const BODY: Type = face(Face::Running, 13.0, 19.0);
/// Running text that matters most.
pub const STRONG: Type = face(Face::Bold, 13.0, 19.0);
/// Text to be read for longer.
pub const READING: Type = face(Face::Running, 15.0, 22.0);
/// Values on the stat line.
pub const NUMBER: Type = face(Face::Bold, 17.0, 22.0);
/// The total of a roll.
pub const TOTAL: Type = face(Face::Bold, 30.0, 34.0);
/// Captions, cites, percentages.
pub const SMALL: Type = face(Face::Running, 12.0, 16.0);
/// The same in bold.
pub const SMALL_STRONG: Type = face(Face::Bold, 12.0, 16.0);
/// Section heads, in capitals.
pub const LABEL: Type = Type { face: Face::Bold, size: 10.5, line: 14.0, tracking: 0.9 };
/// Key caps.
pub const KEY: Type = face(Face::Running, 11.0, 14.0);
/// Figures of the rulers.
pub const RULER: Type = face(Face::Running, 9.5, 11.0);
/// Names of bodies on the table.
pub const BODY_NAME: Type = face(Face::Italic, 12.5, 16.0);

impl Type {
    /// Its font.
    pub fn font(self) -> FontId {
        let family = match self.face {
            Face::Running => FontFamily::Proportional,
            Face::Bold => FontFamily::Name(BOLD.into()),
            Face::Title => FontFamily::Name(VOLLKORN.into()),
            Face::Italic => FontFamily::Name(VOLLKORN_ITALIC.into()),
        };
        FontId::new(self.size, family)
    }

    /// The distance from one line to the next.
    pub const fn line(self) -> f32 {
        self.line
    }

    /// How a run of text in this style is set.
    pub fn format(self, ink: Color32) -> TextFormat {
        TextFormat {
            font_id: self.font(),
            color: ink,
            line_height: Some(self.line),
            extra_letter_spacing: self.tracking,
            valign: Align::Center,
            ..TextFormat::default()
        }
    }
}

const BOLD: &str = "bold";
const VOLLKORN: &str = "title";
const VOLLKORN_ITALIC: &str = "italic";

/// The fonts, built in; what they lack comes from egui's own.
pub fn fonts() -> FontDefinitions {
    let mut all = FontDefinitions::default();
    let fallback = all.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let files: [(&str, &'static [u8]); 4] = [
        ("lato", fonts::LATO),
        (BOLD, fonts::LATO_BOLD),
        (VOLLKORN, fonts::VOLLKORN),
        (VOLLKORN_ITALIC, fonts::VOLLKORN_ITALIC),
    ];
    for (name, bytes) in files {
        all.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let families = [
        (FontFamily::Proportional, "lato"),
        (FontFamily::Monospace, "lato"),
        (FontFamily::Name(BOLD.into()), BOLD),
        (FontFamily::Name(VOLLKORN.into()), VOLLKORN),
        (FontFamily::Name(VOLLKORN_ITALIC.into()), VOLLKORN_ITALIC),
    ];
    for (family, first) in families {
        let chain = std::iter::once(first.to_owned()).chain(fallback.iter().cloned()).collect();
        all.families.insert(family, chain);
    }
    all
}

/// One line, cut with an ellipsis if it is longer than `width`.
pub fn line(ctx: &egui::Context, text: &str, style: Type, ink: Color32, width: f32) -> Arc<Galley> {
    // A single line is as high as its font: it is centred by its middle, not by the distance to a next one.
    let format = TextFormat { line_height: None, ..style.format(ink) };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    ctx.fonts_mut(|f| f.layout_job(job))
}

/// The same text with dots in the middle of its longest words, so that it fits into `width`; words are not made shorter than
/// nine letters. Names of units are such words: what the unit does is still to be read behind a long one.
pub fn with_short_words<'t>(ctx: &egui::Context, text: &'t str, style: Type, width: f32) -> Cow<'t, str> {
    const LEAST: usize = 9;
    let is_long = |text: &str| self::width(ctx, text, style) > width;
    if !is_long(text) {
        return Cow::Borrowed(text);
    }
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut told = text.to_owned();
    while is_long(&told) {
        let Some(longest) = words.iter_mut().max_by_key(|word| word.chars().count()) else { break };
        let letters: Vec<char> = longest.chars().filter(|letter| *letter != DOTS).collect();
        if letters.len() <= LEAST {
            break;
        }
        // One letter goes from the middle, dots stand in its place.
        let (before, after) = letters.split_at(letters.len() / 2);
        *longest = before.iter().chain([&DOTS]).chain(&after[1..]).collect();
        told = words.join(" ");
    }
    Cow::Owned(told)
}

const DOTS: char = '\u{2026}';

/// As many lines as `width` asks for.
pub fn paragraph(ctx: &egui::Context, text: &str, style: Type, ink: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), style.format(ink));
    job.wrap.max_width = width.max(8.0);
    ctx.fonts_mut(|f| f.layout_job(job))
}

/// Lines of several styles: `(text, style, ink)` one after the other, wrapped at `width`.
pub fn runs(ctx: &egui::Context, runs: &[(&str, Type, Color32)], width: f32, rows: usize) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    for (text, style, ink) in runs {
        job.append(text, 0.0, style.format(*ink));
    }
    job.wrap.max_width = width.max(8.0);
    job.wrap.max_rows = rows;
    ctx.fonts_mut(|f| f.layout_job(job))
}

/// Paints one line with its vertical middle at `y` and its left edge at `x`; returns its width.
pub fn put(painter: &egui::Painter, at: Pos2, text: &str, style: Type, ink: Color32, width: f32) -> f32 {
    let galley = line(painter.ctx(), text, style, ink, width);
    let size = galley.size();
    painter.galley(at - Vec2::new(0.0, size.y / 2.0), galley, ink);
    size.x
}

/// The same with its right edge at `x`.
pub fn put_right(painter: &egui::Painter, at: Pos2, text: &str, style: Type, ink: Color32, width: f32) -> f32 {
    let galley = line(painter.ctx(), text, style, ink, width);
    let size = galley.size();
    painter.galley(at - Vec2::new(size.x, size.y / 2.0), galley, ink);
    size.x
}

/// The same with its middle at `x`.
pub fn put_middle(painter: &egui::Painter, at: Pos2, text: &str, style: Type, ink: Color32, width: f32) -> f32 {
    let galley = line(painter.ctx(), text, style, ink, width);
    let size = galley.size();
    painter.galley(at - size / 2.0, galley, ink);
    size.x
}

/// The width of one line that is not cut.
pub fn width(ctx: &egui::Context, text: &str, style: Type) -> f32 {
    line(ctx, text, style, Color32::BLACK, f32::INFINITY).size().x
}

/// A thin underline below a text that was put at `at` with that width.
pub fn underline(painter: &egui::Painter, at: Pos2, width: f32, ink: Color32) {
    painter.hline(at.x..=at.x + width, at.y + 8.0, Stroke::new(1.0, ink));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn what_a_unit_does_is_read_behind_its_long_name() {
        let ctx = bench::context();
        let told = "The-veteran-spearmen-of-the-upper-town-1: wheel right 15, ahead 4";
        let short = with_short_words(&ctx, told, BODY, 260.0);
        assert!(short.starts_with("The-ve") && short.ends_with(": wheel right 15, ahead 4"), "{short}");
        assert!(width(&ctx, &short, BODY) <= 260.0, "{short}");
        // Where even short words do not fit, none is shorter than nine letters; what fits stays as it is.
        let least = with_short_words(&ctx, told, BODY, 20.0);
        assert!(least.split(' ').all(|word| word.chars().count() <= 10), "{least}");
        assert_eq!(with_short_words(&ctx, told, BODY, 600.0), told);
    }
}

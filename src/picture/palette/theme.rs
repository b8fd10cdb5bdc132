//! The colours of panels in their two themes, daylight and lamplight.

use super::Rgb;

/// The colours of one theme. The table has its own, the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// As the options show it, lower case.
    pub name: &'static str,
    /// Whether words are lighter than what they stand on.
    pub dark: bool,
    /// Panels and bars.
    pub panel: Rgb,
    /// Buttons, cards and fields.
    pub raised: Rgb,
    /// The side column, key caps, the tie in odds.
    pub sunk: Rgb,
    /// A hovered button.
    pub hover: Rgb,
    /// Text.
    pub ink: Rgb,
    /// Second text.
    pub ink2: Rgb,
    /// Dividers.
    pub line: Rgb,
    /// Borders of controls.
    pub line2: Rgb,
    /// Active, focus, links, win.
    pub accent: Rgb,
    /// Text on `accent`.
    pub on_accent: Rgb,
    /// A chosen row, the step in hand.
    pub accent_ground: Rgb,
    /// Lose in odds, notices.
    pub warn: Rgb,
    /// Refused, errors, break.
    pub bad: Rgb,
    /// Behind what is refused.
    pub bad_ground: Rgb,
}

/// Dark words on light panels.
pub const DAYLIGHT: Theme = Theme {
    name: "daylight",
    dark: false,
    panel: Rgb::of(0xF5EFE1),
    raised: Rgb::of(0xFCF9F1),
    sunk: Rgb::of(0xEAE2CF),
    hover: Rgb::of(0xEFE7D5),
    ink: Rgb::of(0x2A2520),
    ink2: Rgb::of(0x5F5648),
    line: Rgb::of(0xD0C5AC),
    line2: Rgb::of(0x93866B),
    accent: Rgb::of(0x1B5A67),
    on_accent: Rgb::of(0xFFFFFF),
    accent_ground: Rgb::of(0xDCE7E3),
    warn: Rgb::of(0x7A4E00),
    bad: Rgb::of(0xA1260F),
    bad_ground: Rgb::of(0xF4DCD2),
};

/// Light words on dark panels.
pub const LAMPLIGHT: Theme = Theme {
    name: "lamplight",
    dark: true,
    panel: Rgb::of(0x24211C),
    raised: Rgb::of(0x2F2B25),
    sunk: Rgb::of(0x1A1815),
    hover: Rgb::of(0x38332B),
    ink: Rgb::of(0xEFE7D6),
    ink2: Rgb::of(0xB9AE9A),
    line: Rgb::of(0x464036),
    line2: Rgb::of(0x7F7565),
    accent: Rgb::of(0x86C5C7),
    on_accent: Rgb::of(0x14211F),
    accent_ground: Rgb::of(0x25393A),
    warn: Rgb::of(0xE3B25C),
    bad: Rgb::of(0xF0937A),
    bad_ground: Rgb::of(0x40241D),
};

impl Theme {
    /// Both.
    pub const ALL: [Theme; 2] = [DAYLIGHT, LAMPLIGHT];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::Vision;

    /// Contrast as promised, to the promised decimal.
    fn promised(what: &str, found: f32, daylight: f32, lamplight: f32, theme: &Theme) {
        let limit = if theme.dark { lamplight } else { daylight };
        assert!(found >= limit - 0.06, "{what} in {}: {found}, not {limit}", theme.name);
    }

    #[test]
    fn the_promised_pairs_hold() {
        for t in &Theme::ALL {
            promised("ink on panel", t.ink.contrast(t.panel), 13.2, 13.0, t);
            promised("ink2 on panel", t.ink2.contrast(t.panel), 6.3, 7.3, t);
            promised("ink2 on sunk", t.ink2.contrast(t.sunk), 5.6, 5.6, t);
            promised("line2 on panel", t.line2.contrast(t.panel), 3.1, 3.5, t);
            promised("accent on panel", t.accent.contrast(t.panel), 6.8, 8.3, t);
            promised("text on accent", t.on_accent.contrast(t.accent), 7.8, 8.5, t);
            promised("warn on panel", t.warn.contrast(t.panel), 6.3, 8.2, t);
            promised("bad on panel", t.bad.contrast(t.panel), 6.5, 7.0, t);
            promised("bad on its ground", t.bad.contrast(t.bad_ground), 5.7, 6.2, t);
        }
    }

    #[test]
    fn good_and_bad_odds_differ_to_colour_blind_eyes_as_the_look_says() {
        for (theme, least) in Theme::ALL.iter().zip([[66.0, 61.0, 53.0], [64.0, 60.0, 55.0]]) {
            for (vision, least) in Vision::ALL.into_iter().zip(least) {
                let [win, lose, worst] = [theme.accent, theme.warn, theme.bad].map(|colour| colour.seen_by(vision));
                let found = win.distance(lose);
                assert!(found > least - 1.0, "win and lose in {}, {vision:?}: {found}", theme.name);
                // To lose and to break are told apart by their hatching; neither is ever taken for a win.
                assert!(win.distance(worst) > 28.0, "win and break in {}, {vision:?}", theme.name);
            }
        }
    }

    #[test]
    fn every_text_reads_on_every_ground_it_is_set_on() {
        for t in &Theme::ALL {
            for ground in [t.panel, t.raised, t.sunk, t.hover, t.accent_ground] {
                for text in [t.ink, t.ink2, t.accent, t.warn, t.bad] {
                    assert!(
                        text.contrast(ground) >= 4.5,
                        "{text} on {ground} in {}: {}",
                        t.name,
                        text.contrast(ground)
                    );
                }
            }
            assert!(t.ink.contrast(t.bad_ground) >= 4.5, "{}", t.name);
        }
    }
}

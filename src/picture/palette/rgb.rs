//! A plain colour: hex, mixing, the contrast of WCAG 2.2, distance in CIE Lab, and how it looks to the colour-blind.

use std::fmt;

use bevy::math::ops;

/// A colour in 8-bit sRGB: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Whose eyes look at a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vision {
    /// With all cones.
    Normal,
    /// No cones for green.
    Deuteranopia,
    /// No cones for red.
    Protanopia,
}

impl Vision {
    /// All that a palette must serve.
    pub const ALL: [Vision; 3] = [Vision::Normal, Vision::Deuteranopia, Vision::Protanopia];

    /// The matrix of Machado, Oliveira and Fernandes (2009) at full severity, row by row, for linear RGB.
    const fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Vision::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Vision::Deuteranopia => {
                [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
            }
            Vision::Protanopia => {
                [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
            }
        }
    }
}

impl Rgb {
    /// All three full.
    pub const WHITE: Rgb = Rgb(255, 255, 255);
    /// All three nil.
    pub const BLACK: Rgb = Rgb(0, 0, 0);

    /// From a number written as in a style sheet: `Rgb::of(0xA32A22)` is `#A32A22`. Only the lowest 24 bits count.
    pub const fn of(number: u32) -> Rgb {
        let [_, red, green, blue] = number.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// Reads `#A32A22`, with or without the mark, in either case; `None` for anything else.
    pub const fn parse(text: &str) -> Option<Rgb> {
        let bytes = text.as_bytes();
        let start = match bytes.len() {
            6 => 0,
            7 if bytes[0] == b'#' => 1,
            _ => return None,
        };
        let mut number = 0;
        let mut at = start;
        while at < bytes.len() {
            match (bytes[at] as char).to_digit(16) {
                Some(digit) => number = number * 16 + digit,
                None => return None,
            }
            at += 1;
        }
        Some(Rgb::of(number))
    }

    /// This colour with `share` (0 to 1) of `other` laid over it, channel by channel.
    #[must_use]
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let share = share.clamp(0.0, 1.0);
        let one = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share + 0.5) as u8;
        Rgb(one(self.0, other.0), one(self.1, other.1), one(self.2, other.2))
    }

    /// Its channels with the gamma taken off, 0 to 1.
    pub fn linear(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ops::powf((value + 0.055) / 1.055, 2.4) }
        })
    }

    /// From linear channels, clamped to what a screen can show.
    pub fn from_linear(linear: [f32; 3]) -> Rgb {
        let [red, green, blue] = linear.map(|value| {
            let value = value.clamp(0.0, 1.0);
            let shown = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * ops::powf(value, 1.0 / 2.4) - 0.055 };
            (shown * 255.0 + 0.5) as u8
        });
        Rgb(red, green, blue)
    }

    /// Relative luminance as WCAG 2.2 defines it, 0 to 1.
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of WCAG 2.2 between two colours, 1 to 21, whichever is the lighter.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// As seen by those eyes.
    #[must_use]
    pub fn seen_by(self, vision: Vision) -> Rgb {
        if vision == Vision::Normal {
            return self;
        }
        let [red, green, blue] = self.linear();
        Rgb::from_linear(vision.matrix().map(|row| row[0] * red + row[1] * green + row[2] * blue))
    }

    /// Lightness, a and b of CIE Lab under D65.
    pub fn lab(self) -> [f32; 3] {
        let [red, green, blue] = self.linear();
        let x = (0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47;
        let y = 0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue;
        let z = (0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83;
        let [fx, fy, fz] =
            [x, y, z].map(|t| if t > 216.0 / 24_389.0 { ops::cbrt(t) } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 });
        [116.0 * fy - 16.0, 500.0 * (fx - fy), 200.0 * (fy - fz)]
    }

    /// The CIE76 distance between two colours: 2.3 is just noticeable.
    pub fn distance(self, other: Rgb) -> f32 {
        let (a, b) = (self.lab(), other.lab());
        let squares: f32 = a.iter().zip(b).map(|(p, q)| (p - q) * (p - q)).sum();
        squares.sqrt()
    }

    /// The smallest distance over normal and colour-blind eyes.
    pub fn least_distance(self, other: Rgb) -> f32 {
        Vision::ALL.map(|v| self.seen_by(v).distance(other.seen_by(v))).into_iter().fold(f32::INFINITY, f32::min)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_reads_back() {
        assert_eq!(Rgb::parse("#A32A22"), Some(Rgb(0xA3, 0x2A, 0x22)));
        assert_eq!(Rgb::parse("a32a22"), Some(Rgb(0xA3, 0x2A, 0x22)));
        assert_eq!(Rgb::of(0xA32A22).to_string(), "#A32A22");
        for bad in ["", "#", "#A32A2", "#A32A222", "A32A2G", "##32A22", "é2A2G"] {
            assert_eq!(Rgb::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn contrast_runs_from_1_to_21() {
        assert!((Rgb::WHITE.contrast(Rgb::BLACK) - 21.0).abs() < 1e-4);
        assert!((Rgb(90, 120, 30).contrast(Rgb(90, 120, 30)) - 1.0).abs() < 1e-6);
        // The grey that WebAIM and others give as the first to pass on white: #767676 is 4.54, #777777 is 4.48.
        assert!(Rgb::of(0x767676).contrast(Rgb::WHITE) >= 4.5);
        assert!(Rgb::of(0x777777).contrast(Rgb::WHITE) < 4.5);
    }

    #[test]
    fn lab_of_known_colours() {
        let near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(p, q)| (p - q).abs() < 0.05);
        assert!(near(Rgb::WHITE.lab(), [100.0, 0.0, 0.0]), "{:?}", Rgb::WHITE.lab());
        assert!(near(Rgb(255, 0, 0).lab(), [53.24, 80.09, 67.20]), "{:?}", Rgb(255, 0, 0).lab());
        assert!((Rgb::WHITE.distance(Rgb::BLACK) - 100.0).abs() < 0.01);
    }

    #[test]
    fn greys_stay_grey_to_every_eye() {
        for grey in [Rgb::BLACK, Rgb(128, 128, 128), Rgb::WHITE] {
            for vision in Vision::ALL {
                let seen = grey.seen_by(vision);
                assert!(seen.distance(grey) < 1.0, "{vision:?} sees {grey} as {seen}");
            }
        }
        let (red, green) = (Rgb(200, 60, 40), Rgb(110, 110, 30));
        assert!(
            red.distance(green) > 2.0 * red.seen_by(Vision::Deuteranopia).distance(green.seen_by(Vision::Deuteranopia))
        );
    }

    #[test]
    fn mixing_meets_both_ends() {
        let (a, b) = (Rgb(0, 100, 255), Rgb(255, 50, 0));
        assert_eq!(a.mix(b, 0.0), a);
        assert_eq!(a.mix(b, 1.0), b);
        assert_eq!(Rgb::BLACK.mix(Rgb(200, 100, 10), 0.5), Rgb(100, 50, 5));
    }
}

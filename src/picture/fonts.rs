//! The typefaces that are built in: no system font is ever asked for.

/// Running text and all figures.
pub const LATO: &[u8] = include_bytes!("../../assets/fonts/Lato-Regular.ttf");
/// Numbers and labels.
pub const LATO_BOLD: &[u8] = include_bytes!("../../assets/fonts/Lato-Bold.ttf");
/// Titles.
pub const VOLLKORN: &[u8] = include_bytes!("../../assets/fonts/VollkornLining-SemiBold.ttf");
/// Names of bodies on the table.
pub const VOLLKORN_ITALIC: &[u8] = include_bytes!("../../assets/fonts/VollkornLining-SemiBoldItalic.ttf");

/// All of them.
pub const ALL: [&[u8]; 4] = [LATO, LATO_BOLD, VOLLKORN, VOLLKORN_ITALIC];

/// The licence that they are under, with the notices of their makers.
pub const LICENCES: [&str; 2] =
    [include_str!("../../assets/fonts/Lato-OFL.txt"), include_str!("../../assets/fonts/Vollkorn-OFL.txt")];

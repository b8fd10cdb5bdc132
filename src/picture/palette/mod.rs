//! Every colour of the window and of pictures, and the arithmetic that shows that they can be read by all eyes.

mod army;
mod rgb;
mod table;
mod theme;

pub use army::*;
pub use rgb::{Rgb, Vision};
pub use table::*;
pub use theme::{DAYLIGHT, LAMPLIGHT, Theme};

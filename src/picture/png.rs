//! A page as a PNG, with the built-in typefaces alone: the same everywhere.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::fonts;

/// Why a page could not be made into a PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngFlaw {
    /// The text to be drawn is no SVG.
    #[error("the page does not read as SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// It would have so many pixels, across and down.
    #[error("a picture of {0} by {1} pixels is too large")]
    Size(u32, u32),
    /// The pixels could not be written as PNG.
    #[error("the picture could not be packed: {0}")]
    Pack(String),
}

/// No picture has a side longer than this, in pixels.
pub const LARGEST: u32 = 16_384;

/// Draws a page, `zoom` pixels for each of its units.
///
/// # Errors
/// When the text is no SVG, or the picture would have a side of more than [`LARGEST`] pixels.
pub fn png(svg: &str, zoom: f32) -> Result<Vec<u8>, PngFlaw> {
    let tree = read(svg)?;
    let pixels = |units: f32| (units * zoom).ceil().max(1.0) as u32;
    let (wide, high) = (pixels(tree.size().width()), pixels(tree.size().height()));
    if wide > LARGEST || high > LARGEST {
        return Err(PngFlaw::Size(wide, high));
    }
    let mut pixmap = Pixmap::new(wide, high).ok_or(PngFlaw::Size(wide, high))?;
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|flaw| PngFlaw::Pack(flaw.to_string()))
}

/// Reads a page with the built-in typefaces.
pub(super) fn read(svg: &str) -> Result<usvg::Tree, usvg::Error> {
    static FACES: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut faces = fontdb::Database::new();
        for face in fonts::ALL {
            faces.load_font_data(face.to_vec());
        }
        faces.set_sans_serif_family("Lato");
        faces.set_serif_family("Vollkorn Lining");
        Arc::new(faces)
    });
    let options = usvg::Options { fontdb: FACES.clone(), font_family: "Lato".to_owned(), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20"
        height="10" fill="#A32A22"/></svg>"##;

    #[test]
    fn a_page_becomes_a_png_of_its_size() {
        let bytes = png(PAGE, 1.5).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let pixmap = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((pixmap.width(), pixmap.height()), (30, 15));
        let pixel = pixmap.pixel(5, 5).unwrap();
        assert_eq!((pixel.red(), pixel.green(), pixel.blue()), (0xA3, 0x2A, 0x22));
    }

    #[test]
    fn what_is_no_page_or_too_large_is_refused() {
        assert!(matches!(png("no page", 1.0), Err(PngFlaw::Svg(_))));
        assert!(matches!(png(PAGE, 1000.0), Err(PngFlaw::Size(20_000, 10_000))));
    }

    #[test]
    fn the_built_in_faces_answer_to_their_names() {
        let words = |family: &str, style: &str| {
            format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text x="2" y="20" font-size="16"
                font-family="{family}" {style}>Zama 10</text></svg>"##
            )
        };
        let faces = [
            words("Lato", ""),
            words("Lato", r#"font-weight="700""#),
            words("Vollkorn Lining", r#"font-weight="600""#),
            words("Vollkorn Lining", r#"font-weight="600" font-style="italic""#),
        ];
        let drawn: Vec<Vec<u8>> = faces.iter().map(|page| png(page, 2.0).unwrap()).collect();
        let blank = png(r##"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>"##, 2.0).unwrap();
        for (n, one) in drawn.iter().enumerate() {
            assert_ne!(*one, blank);
            assert!(drawn[n + 1..].iter().all(|other| other != one), "two faces look alike");
        }
    }
}

//! Shapes as triangles, for painters that know nothing else.

use bevy::math::Vec2;

/// The triangles of a closed ring that does not cross itself, as places in the list of its points, each
/// anticlockwise where y runs up. A ring of fewer than three points has none.
pub fn triangles(ring: &[Vec2]) -> Vec<[usize; 3]> {
    let mut found: Vec<usize> = Vec::new();
    earcut::Earcut::new().earcut(ring.iter().map(|at| at.to_array()), &[], &mut found);
    let upright = |t: &[usize]| {
        if area(&[ring[t[0]], ring[t[1]], ring[t[2]]]) < 0.0 { [t[2], t[1], t[0]] } else { [t[0], t[1], t[2]] }
    };
    found.chunks_exact(3).map(upright).collect()
}

/// The area that a ring encloses; negative when it runs clockwise where y runs up.
pub fn area(ring: &[Vec2]) -> f32 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>() / 2.0
}

/// A line of that width as a strip: for each of its points the two borders, left and right of the way it runs.
/// Corners are mitred, up to three half widths. A closed line has its first pair again at the end.
pub fn strip(line: &[Vec2], closed: bool, width: f32) -> Vec<[Vec2; 2]> {
    let count = line.len();
    if count < 2 {
        return Vec::new();
    }
    let half = width / 2.0;
    let along = |from: usize, to: usize| (line[to] - line[from]).normalize_or_zero();
    let mut borders: Vec<[Vec2; 2]> = (0..count)
        .map(|n| {
            let into = if n > 0 {
                along(n - 1, n)
            } else if closed {
                along(count - 1, 0)
            } else {
                along(0, 1)
            };
            let out = if n + 1 < count {
                along(n, n + 1)
            } else if closed {
                along(n, 0)
            } else {
                into
            };
            let middle = (into + out).normalize_or(into);
            let reach = half / middle.dot(into).max(1.0 / 3.0);
            let side = middle.perp() * reach;
            [line[n] + side, line[n] - side]
        })
        .collect();
    if closed {
        borders.push(borders[0]);
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::glyphs::{figure, figure_names, glyph, glyph_names};

    fn ring(corners: &[(f32, f32)]) -> Vec<Vec2> {
        corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    fn covered(ring: &[Vec2]) -> f32 {
        triangles(ring).iter().map(|t| area(&t.map(|n| ring[n]))).sum()
    }

    #[test]
    fn a_square_is_two_triangles_whichever_way_it_runs() {
        let mut square = ring(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        assert_eq!(area(&square), 4.0);
        assert_eq!((triangles(&square).len(), covered(&square)), (2, 4.0));
        square.reverse();
        assert_eq!(area(&square), -4.0);
        assert_eq!(covered(&square), 4.0);
        assert!(triangles(&square[..2]).is_empty());
    }

    #[test]
    fn a_hollow_shape_keeps_its_hollow() {
        // An L of 3 by 3 without its upper right 2 by 2: area 5; every triangle lies in it.
        let l = ring(&[(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]);
        assert_eq!(covered(&l), 5.0);
        for t in triangles(&l) {
            let [a, b, c] = t.map(|n| l[n]);
            let middle = (a + b + c) / 3.0;
            assert!(middle.x < 1.0 || middle.y < 1.0, "{middle} lies in the hollow");
        }
    }

    #[test]
    fn every_filled_drawing_is_covered_once() {
        for drawing in glyph_names().filter_map(glyph).chain(figure_names().filter_map(figure)) {
            for shape in drawing.shapes.iter().filter(|s| s.fill.is_some() && s.outline.closed()) {
                let points = shape.outline.points();
                let (found, whole) = (covered(&points), area(&points).abs());
                assert!((found - whole).abs() <= 0.01 * whole + 1e-4, "{found}, not {whole}");
            }
        }
    }

    #[test]
    fn a_strip_has_its_width_and_mitres_its_corners() {
        let line = ring(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]);
        let borders = strip(&line, false, 1.0);
        assert_eq!(borders[0], [Vec2::new(0.0, 0.5), Vec2::new(0.0, -0.5)]);
        assert!(borders[1][0].distance(Vec2::new(3.5, 0.5)) < 1e-5, "inside of the bend: {}", borders[1][0]);
        assert!(borders[1][1].distance(Vec2::new(4.5, -0.5)) < 1e-5, "outside of the bend");
        assert_eq!(borders[2], [Vec2::new(3.5, 4.0), Vec2::new(4.5, 4.0)]);
        assert!(strip(&line[..1], false, 1.0).is_empty());

        let square = ring(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        let round = strip(&square, true, 0.2);
        assert_eq!(round.len(), 5);
        assert_eq!(round[0], round[4]);
        assert!(round[0][0].distance(Vec2::new(0.1, 0.1)) < 1e-5);
    }
}

//! Shapes as triangles, for painters that know nothing else.

use bevy::math::Vec2;

/// The triangles of a closed ring that does not cross itself, as places in the list of its points, each
/// anticlockwise where y runs up. A ring of fewer than three points has none.
///
/// Ears are cut off one by one. Where rounding leaves none, the flattest corner goes, so the work always ends.
pub fn triangles(ring: &[Vec2]) -> Vec<[usize; 3]> {
    if ring.len() < 3 {
        return Vec::new();
    }
    let mut left: Vec<usize> = (0..ring.len()).collect();
    if area(ring) < 0.0 {
        left.reverse();
    }
    let mut found = Vec::with_capacity(ring.len() - 2);
    while left.len() > 3 {
        let corner = |n: usize| {
            let before = left[(n + left.len() - 1) % left.len()];
            [before, left[n], left[(n + 1) % left.len()]]
        };
        let ear = (0..left.len()).find(|&n| is_ear(ring, corner(n), &left));
        let n = ear.unwrap_or_else(|| {
            let flatness = |n: usize| cross_of(ring, corner(n)).abs();
            (0..left.len()).min_by(|&a, &b| flatness(a).total_cmp(&flatness(b))).unwrap_or(0)
        });
        if ear.is_some() {
            found.push(corner(n));
        }
        left.remove(n);
    }
    found.push([left[0], left[1], left[2]]);
    found
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

fn cross_of(ring: &[Vec2], [a, b, c]: [usize; 3]) -> f32 {
    (ring[b] - ring[a]).perp_dot(ring[c] - ring[b])
}

fn is_ear(ring: &[Vec2], ear: [usize; 3], left: &[usize]) -> bool {
    if cross_of(ring, ear) <= 0.0 {
        return false;
    }
    let [a, b, c] = ear.map(|n| ring[n]);
    !left.iter().filter(|n| !ear.contains(n)).map(|&n| ring[n]).any(|p| {
        let inside = (b - a).perp_dot(p - a) >= 0.0 && (c - b).perp_dot(p - b) >= 0.0 && (a - c).perp_dot(p - c) >= 0.0;
        inside && p != a && p != b && p != c
    })
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

//! The cloth of the table: a mottle that the eye reads as cloth and never as terrain.

use bevy::math::Vec2;

/// Light and shade of the cloth at a point, from -1 to 1: smooth noise with bends about four inches apart.
pub fn mottle(at: Vec2) -> f32 {
    0.7 * noise(at / 4.0, 11) + 0.3 * noise(at / 1.7, 12)
}

/// The grain of the weave at a whole place of a texture, from -1 to 1.
pub fn grain(x: i32, y: i32) -> f32 {
    let fine = lattice(x, y, 21);
    let coarse = lattice(x.div_euclid(2), y.div_euclid(2), 22);
    0.6 * fine + 0.4 * coarse
}

/// Value noise: a value at every whole point, eased between them.
fn noise(at: Vec2, layer: u32) -> f32 {
    let cell = at.floor();
    let (x, y) = (cell.x as i32, cell.y as i32);
    let part = at - cell;
    let eased = part * part * (3.0 - 2.0 * part);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let south = mix(lattice(x, y, layer), lattice(x + 1, y, layer), eased.x);
    let north = mix(lattice(x, y + 1, layer), lattice(x + 1, y + 1, layer), eased.x);
    mix(south, north, eased.y)
}

/// A value from -1 to 1 for a whole point, by integer hashing (the finish of MurmurHash3).
fn lattice(x: i32, y: i32, layer: u32) -> f32 {
    let mut h =
        (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77) ^ layer.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 16)).wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
    h ^= h >> 16;
    (h >> 8) as f32 / 8_388_608.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mottle_is_smooth_and_stays_in_its_range() {
        let mut seen = (f32::INFINITY, f32::NEG_INFINITY);
        for n in 0..4000 {
            let at = Vec2::new(n as f32 * 0.018, 13.37);
            let value = mottle(at);
            assert!((-1.0..=1.0).contains(&value));
            assert!((mottle(at + Vec2::new(0.018, 0.0)) - value).abs() < 0.06, "a jump at {at}");
            seen = (seen.0.min(value), seen.1.max(value));
        }
        assert!(seen.0 < -0.4 && seen.1 > 0.4, "too even: {seen:?}");
    }

    #[test]
    fn the_grain_has_no_slant() {
        let values: Vec<f32> = (0..64).flat_map(|y| (0..64).map(move |x| grain(x, y))).collect();
        assert!(values.iter().all(|v| (-1.0..=1.0).contains(v)));
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        assert!(mean.abs() < 0.05, "{mean}");
        assert_ne!(grain(3, 4), grain(4, 3));
    }
}

//! Sine, cosine and their inverses in `f64`, by libm: the same bits on every machine, which std does not promise.

/// Sine and cosine of an angle in radians.
pub(super) fn sin_cos(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// The angle of the vector (x, y) from the x axis, radians, -pi to pi.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// The angle of that cosine, radians, 0 to pi. Values beyond -1 and 1 count as those.
pub(super) fn acos(cosine: f64) -> f64 {
    libm::acos(cosine.clamp(-1.0, 1.0))
}

//! The switches of a battle (15): flags of the book that may be set otherwise.

crate::battle::switch_set! {
    /// F13: the difference after a melee by the size of the units.
    BySize "by_size",
    /// F10: units tire.
    Fatigue "fatigue",
}

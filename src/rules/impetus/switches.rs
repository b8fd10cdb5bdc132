//! The switches: the modules of the profile FULL, each of which a battle may be played with or without (18).

crate::battle::switch_set! {
    /// Longer bands of range, and a nearest one.
    Ranges "X9_ranges",
    /// Distance and heavy foot in the cohesion test.
    Cohesion "X10_cohesion",
    /// Mounted that do not win against foot withdraw.
    Disengagement "X12_disengagement",
    /// Skirmishers are dispersed by formed troops.
    Dispersal "X13_dispersal",
}

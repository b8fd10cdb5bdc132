//! The switches of a scenario (0.3): what later editions play otherwise.

crate::battle::switch_set! {
    /// Two rounds of combat in a phase.
    TwoRounds "two_rounds",
    /// Three orders to a unit in a turn at most.
    ThreeOrders "three_orders",
    /// Advances of 10 cm.
    Advance10 "advance_10",
    /// Nothing is seen beyond 60 cm.
    Sight60 "sight_60",
    /// An enemy close in a flank or rear zone makes an order harder still.
    FlankExposed "flank_exposed",
    /// A unit come down to one stand counts half towards the break point.
    HalfStrengthBreaks "half_strength_breaks",
    /// A skirmishers' volley before any move.
    VolleyAnyMove "volley_any_move",
    /// Units are placed one at a time, in turn, before the battle.
    OneByOne "one_by_one",
    /// Odd hits of a volley count in the first round of combat.
    VolleyHitsCount "volley_hits_count",
}

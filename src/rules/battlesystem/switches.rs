//! The switches of a battle (17): what the basic game leaves out, and other readings of the book.

crate::battle::switch_set! {
    /// Missiles, in two windows of a round (B10).
    Missiles "missiles",
    /// Costs of terrain and cover (B13).
    Terrain "terrain",
    /// Both sides deploy at once, unseen (B15).
    Secret "secret_deployment",
    /// Open formation by stands of three, an inch apart (B14).
    Stands "stands",
    /// A morale check passes at the rating or above it (B1).
    AtLeast "morale_at_least",
    /// Who is touched in this round does not wrap (B3).
    FreshWrapNever "fresh_wrap_never",
    /// Who is touched in this round wraps as ever (B3).
    FreshWrapFull "fresh_wrap_full",
    /// Who goes obliquely faces as he goes (B4).
    ObliqueTurns "oblique_turns",
    /// A wheel costs the way of the outer figure's middle (B5).
    WheelByCentre "wheel_by_centre",
    /// A wrap costs the dearer wing alone (B6).
    DearerWing "wrap_dearer_wing",
    /// A charge is no faster and strikes no better (B7).
    PlainCharge "plain_charge",
    /// A forced march goes twice as far, and wears figures out (B8).
    HardMarch "hard_march",
    /// The command area is a diamond (B9).
    Diamond "command_diamond",
    /// Gaps are paid for at once (B11).
    GapsAtOnce "gaps_at_once",
    /// In open formation too, figures are taken off the rear (B12).
    FromRear "open_from_rear",
    /// Figures cost their experience value (B16).
    Experience "experience_points",
}

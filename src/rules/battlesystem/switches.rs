//! The switches of a battle (17): what the basic game leaves out.

crate::battle::switch_set! {
    /// Missiles, in two windows of a round.
    Missiles "missiles",
    /// Costs of terrain and cover.
    Terrain "terrain",
    /// Both sides deploy at once, unseen.
    Secret "secret_deployment",
}

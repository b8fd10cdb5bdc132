//! The switches of a battle (15): flags of the book that may be set otherwise.

crate::battle::switch_set! {
    /// F13: the difference after a melee by the size of the units.
    BySize "by_size",
    /// F10: who surrenders is taken prisoner.
    Prisoners "prisoners",
    /// F10: a die for the weather.
    Weather "weather",
    /// The ground is mud in the first turns.
    WetGround "wet_ground",
    /// F10: units tire.
    Fatigue "fatigue",
    /// 4.3: both sides draw cards and lay terrain, and choose their edges.
    LaidTerrain "laid_terrain",
    /// F14: both sides write orders, and all move together.
    Simultaneous "simultaneous",
}

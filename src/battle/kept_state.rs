//! All that a ruleset keeps, in one list.

/// Lists the state of a ruleset, of its units and of the whole battle, and declares `register`, which registers all of
/// it with a battle's world. A value that stands here with its name is kept under it, for ever; whoever sees a unit may
/// know of the unit's, and both sides may know of the battle's. What is `written_out` has impls of its own: others may
/// know of it, or something follows when it is replaced. An impl that no list has does not compile.
///
/// ```
/// # use bevy::ecs::{component::Component, resource::Resource};
/// # use serde::Serialize;
/// #[derive(Component, Clone, Debug, Default, PartialEq, Serialize)]
/// #[component(immutable)]
/// struct Strength(u8);
///
/// #[derive(Resource, Clone, Debug, Default, PartialEq, Serialize)]
/// struct Round(u8);
///
/// sandtable::kept_state! {
///     units { Strength = "mine.strength" }
///     battle { Round = "mine.round" }
/// }
/// ```
#[macro_export]
macro_rules! kept_state {
    (
        units { $($unit:ty = $of_unit:literal),* $(,)? }
        battle { $($one:ty = $of_battle:literal),* $(,)? }
        $(written_out { units { $($own_unit:ty),* $(,)? } battle { $($own_one:ty),* $(,)? } })?
    ) => {
        $(
            impl $crate::battle::UnitState for $unit {
                const NAME: &'static str = $of_unit;
            }
            impl $crate::battle::Registered for $unit {}
            impl $crate::battle::Seen for $unit {}
        )*
        $(
            impl $crate::battle::BattleState for $one {
                const NAME: &'static str = $of_battle;
            }
            impl $crate::battle::Registered for $one {}
            impl $crate::battle::Open for $one {}
        )*

        $($(impl $crate::battle::Registered for $own_unit {})*)?
        $($(impl $crate::battle::Registered for $own_one {})*)?

        /// Registers all state of the list.
        pub(crate) fn register(world: &mut ::bevy::ecs::world::World) {
            $($crate::battle::register_unit_state::<$unit>(world);)*
            $($crate::battle::register_battle_state::<$one>(world);)*
            $($($crate::battle::register_unit_state::<$own_unit>(world);)*)?
            $($($crate::battle::register_battle_state::<$own_one>(world);)*)?
        }
    };
}

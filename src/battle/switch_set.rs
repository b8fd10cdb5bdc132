//! A ruleset's switches as types, so that a kernel asks for a rule by name and not by a string.

/// Declares a ruleset's `Switch` and the set `Switches` of those that a battle is played with: each variant with the
/// name that files give it.
macro_rules! switch_set {
    ($($(#[$meta:meta])* $switch:ident $name:literal),* $(,)?) => {
        /// A rule that can be turned on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Switch { $($(#[$meta])* $switch),* }

        impl Switch {
            /// Every switch.
            pub const ALL: &[Switch] = &[$(Switch::$switch),*];

            /// As files name it.
            pub fn name(self) -> &'static str {
                match self { $(Switch::$switch => $name),* }
            }

            fn bit(self) -> u32 {
                1 << self as u32
            }
        }

        /// The switches of a battle.
        #[derive(bevy::ecs::resource::Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Switches(u32);

        impl $crate::battle::Open for Switches {}

        #[allow(dead_code, reason = "not every ruleset needs all of them")]
        impl Switches {
            /// Those of these names.
            pub fn named(in_force: &crate::battle::InForce) -> Switches {
                let on = Switch::ALL.iter().filter(|switch| in_force.has(switch.name()));
                Switches(on.fold(0, |bits, switch| bits | switch.bit()))
            }

            /// Whether that one is on.
            pub fn on(self, switch: Switch) -> bool {
                self.0 & switch.bit() != 0
            }

            /// The same without these.
            #[must_use]
            pub fn without(self, off: &[Switch]) -> Switches {
                Switches(off.iter().fold(self.0, |bits, switch| bits & !switch.bit()))
            }
        }
    };
}

pub(crate) use switch_set;

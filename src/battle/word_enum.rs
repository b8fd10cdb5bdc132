//! Enums of which each variant has a word: rules match the variants, and the words stand only at the edge, in actions,
//! files and logs.

/// Declares an enum with a [`Word`](crate::cite::Word) for each variant. It is saved as its word, compares in the order
/// in which it is written, and has
///
/// * `ALL` and `WORDS`: every variant, and the words of all, in that order;
/// * `word()`: its word;
/// * `named(name)`: the variant with that word.
///
/// ```
/// sandtable::word_enum! {
///     /// The steps of a turn.
///     pub enum TurnStep {
///         /// Both write orders.
///         Orders = "orders",
///         /// They are carried out.
///         Movement = "movement",
///     }
/// }
/// assert_eq!(TurnStep::Movement.word().0, "movement");
/// assert_eq!(TurnStep::named("orders"), Some(TurnStep::Orders));
/// ```
#[macro_export]
macro_rules! word_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$of_variant:meta])* $variant:ident = $word:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name { $($(#[$of_variant])* $variant),* }

        #[allow(dead_code, reason = "not every enum needs all of them")]
        impl $name {
            /// Every one, in order.
            $vis const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The words of all, in order.
            $vis const WORDS: &'static [$crate::cite::Word] = &[$($crate::cite::Word($word)),*];

            /// The word for it in actions, files and logs.
            $vis const fn word(self) -> $crate::cite::Word {
                match self { $($name::$variant => $crate::cite::Word($word)),* }
            }

            /// The one of that word.
            $vis fn named(name: &str) -> Option<$name> {
                match name {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&self.word(), to)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let name: String = ::serde::Deserialize::deserialize(from)?;
                $name::named(&name).ok_or_else(|| ::serde::de::Error::unknown_variant(&name, &[$($word),*]))
            }
        }
    };
}

/// A [`word_enum!`](crate::word_enum) of verbs, in which the actions of a question are read and made. It has besides
///
/// * `of(action)`: the verb of an action; none for one that is not among them;
/// * `by(who)`: the action of somebody with this verb and nothing more.
#[macro_export]
macro_rules! verbs {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($body:tt)* }) => {
        $crate::word_enum! { $(#[$meta])* $vis enum $name { $($body)* } }

        #[allow(dead_code, reason = "not every question needs all of them")]
        impl $name {
            /// The verb of an action; none for one that is not among them.
            $vis fn of(action: &$crate::battle::Action) -> Option<$name> {
                $name::named(action.key.0)
            }

            /// The action of somebody with this verb and nothing more.
            $vis fn by(self, who: $crate::battle::Ref) -> $crate::battle::Action {
                $crate::battle::Action::new(who, self.word())
            }
        }
    };
}

//! How a change of state gets its new value, and keeps the old one once it is applied.

use std::any::Any;
use std::fmt::{self, Debug, Formatter};

/// How a change gets its new value.
pub(super) enum To<T> {
    /// This value; once the change is applied, the value that was there before.
    Value(T),
    /// Computed by this function from the value that it finds.
    Reckoned(Box<dyn Fn(&mut T) + Send + Sync>),
}

impl<T: Clone> To<T> {
    /// Applies the change to `now` and stores the old value here.
    pub fn swap(&mut self, now: &mut T) {
        match self {
            To::Value(value) => std::mem::swap(value, now),
            To::Reckoned(change) => {
                let before = now.clone();
                change(now);
                *self = To::Value(before);
            }
        }
    }
}

impl<T: PartialEq> To<T> {
    /// Whether the value stored here is that one: then the swap has changed nothing, and nothing follows from it.
    pub fn is(&self, other: &T) -> bool {
        matches!(self, To::Value(value) if value == other)
    }
}

impl<T: 'static> To<T> {
    pub fn value(&self) -> Option<&dyn Any> {
        match self {
            To::Value(value) => Some(value),
            To::Reckoned(_) => None,
        }
    }
}

impl<T: Debug> Debug for To<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            To::Value(value) => value.fmt(f),
            To::Reckoned(_) => f.write_str("to be reckoned"),
        }
    }
}

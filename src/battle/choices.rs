//! The choices of an offer. They are shared: what a unit was offered before and is offered again is not copied.

use std::ops::Index;
use std::sync::Arc;

use super::offer::Choice;

/// Choices in the order in which they are offered.
#[derive(Clone, Debug, Default)]
pub struct Choices(Vec<Arc<Choice>>);

impl Choices {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Choice> + ExactSizeIterator + Clone {
        self.0.iter().map(|choice| &**choice)
    }

    /// The first of them.
    pub fn first(&self) -> Option<&Choice> {
        self.0.first().map(|choice| &**choice)
    }

    /// Adds one at the end.
    pub fn push(&mut self, choice: Choice) {
        self.0.push(Arc::new(choice));
    }

    /// Adds those of another offer, which are then shared with it.
    pub fn share(&mut self, others: &Choices) {
        self.0.extend(others.0.iter().cloned());
    }

    /// Keeps only those for which it holds.
    pub fn retain(&mut self, keep: impl Fn(&Choice) -> bool) {
        self.0.retain(|choice| keep(choice));
    }
}

impl Index<usize> for Choices {
    type Output = Choice;

    fn index(&self, at: usize) -> &Choice {
        &self.0[at]
    }
}

impl Extend<Choice> for Choices {
    fn extend<I: IntoIterator<Item = Choice>>(&mut self, choices: I) {
        self.0.extend(choices.into_iter().map(Arc::new));
    }
}

impl FromIterator<Choice> for Choices {
    fn from_iter<I: IntoIterator<Item = Choice>>(choices: I) -> Choices {
        Choices(choices.into_iter().map(Arc::new).collect())
    }
}

impl From<Vec<Choice>> for Choices {
    fn from(choices: Vec<Choice>) -> Choices {
        choices.into_iter().collect()
    }
}

impl<const N: usize> From<[Choice; N]> for Choices {
    fn from(choices: [Choice; N]) -> Choices {
        choices.into_iter().collect()
    }
}

impl IntoIterator for Choices {
    type Item = Choice;
    type IntoIter = std::iter::Map<std::vec::IntoIter<Arc<Choice>>, fn(Arc<Choice>) -> Choice>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(Arc::unwrap_or_clone)
    }
}

impl<'a> IntoIterator for &'a Choices {
    type Item = &'a Choice;
    type IntoIter = std::iter::Map<std::slice::Iter<'a, Arc<Choice>>, fn(&'a Arc<Choice>) -> &'a Choice>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|choice| &**choice)
    }
}

//! The values of RON text as a tree that knows where everything is in the text. Slips whose meaning is clear, such as a
//! missing comma, are noted and corrected, so that one run finds all errors.
//!
//! In addition to RON, a group may begin with values and continue with fields, as in `Refuse("u1: hold", rule: "6.3")`.

use super::builder::Builder;
use super::flaw::Flaws;
use super::source::Source;

/// How deep values may be nested.
pub const DEEPEST: usize = 64;

/// The most values that a file may have, to bound memory.
pub const MOST_VALUES: usize = 1_000_000;

/// A text cut into values, and the flaws found in it so far.
pub(super) struct Tree<'s> {
    pub source: &'s Source,
    pub flaws: Flaws,
    nodes: Vec<Raw>,
}

/// A value in its tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    pub tree: &'t Tree<'t>,
    id: u32,
}

/// The kind of a value, before anybody asks what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `( … )`, perhaps with a name before it.
    Group,
    /// `[ … ]`
    List,
    /// `{ … }`
    Map,
    Text,
    Bytes,
    Char,
    Word,
    Number,
}

/// A value as the tree stores it.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    /// The field's name before a value; empty: none.
    pub key: Span,
    /// The name before a group; empty: none.
    pub tag: Span,
    pub first: u32,
    pub next: u32,
}

/// From one byte to before another; (0, 0) is none, since nothing that has a name begins with it.
pub(super) type Span = (u32, u32);

/// The index of no node. The root has it, but is never a child or a neighbour.
pub(super) const NONE: u32 = 0;

impl<'s> Tree<'s> {
    /// Builds the tree of a text.
    ///
    /// # Errors
    ///
    /// The flaws, when the text cannot be read to its end.
    pub fn parse(source: &'s Source) -> Result<Tree<'s>, Flaws> {
        let mut builder = Builder::new(source);
        match builder.build() {
            Ok(()) => Ok(Tree { source, flaws: builder.flaws, nodes: builder.nodes }),
            Err((at, message)) => {
                builder.flaws.error(at, message);
                Err(builder.flaws)
            }
        }
    }

    /// The outermost value.
    pub fn root<'t>(&'t self) -> Node<'t>
    where
        's: 't,
    {
        Node { tree: self, id: 0 }
    }
}

impl<'t> Node<'t> {
    fn raw(self) -> &'t Raw {
        &self.tree.nodes[self.id as usize]
    }

    fn slice(self, (start, end): Span) -> &'t str {
        &self.tree.source.text()[start as usize..end as usize]
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.raw().kind
    }

    /// Its first byte, the name before a group included.
    pub fn start(self) -> usize {
        let raw = self.raw();
        if raw.tag.1 > 0 { raw.tag.0 as usize } else { raw.start as usize }
    }

    /// Its bytes, from its key on.
    pub fn span(self) -> std::ops::Range<usize> {
        self.key_start()..self.raw().end as usize
    }

    /// As it is written.
    pub fn written(self) -> &'t str {
        self.slice((self.raw().start, self.raw().end))
    }

    /// The name of the field that it is the value of.
    pub fn key(self) -> Option<&'t str> {
        let key = self.raw().key;
        let written = (key.1 > 0).then(|| self.slice(key))?;
        Some(written.strip_prefix('"').and_then(|k| k.strip_suffix('"')).unwrap_or(written))
    }

    /// Where its key begins; without one, itself.
    pub fn key_start(self) -> usize {
        let key = self.raw().key;
        if key.1 > 0 { key.0 as usize } else { self.start() }
    }

    /// The name before a group.
    pub fn tag(self) -> Option<&'t str> {
        let tag = self.raw().tag;
        (tag.1 > 0).then(|| self.slice(tag))
    }

    /// The values in it, in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let node = move |id: u32| (id != NONE).then_some(Node { tree: self.tree, id });
        std::iter::successors(node(self.raw().first), move |n| node(n.raw().next))
    }

    /// Notes an error at its first byte.
    pub fn error(self, message: impl Into<String>) {
        self.tree.flaws.error(self.start(), message);
    }

    /// Notes an error at its key.
    pub fn key_error(self, message: impl Into<String>) {
        self.tree.flaws.error(self.key_start(), message);
    }

    /// Notes a warning at its first byte.
    pub fn warn(self, message: impl Into<String>) {
        self.tree.flaws.warn(self.start(), message);
    }
}

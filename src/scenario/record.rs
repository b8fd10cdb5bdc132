//! The fields of a group. A field that is missing, given twice or not known is a flaw.

use std::collections::BTreeSet;

use super::tree::{Kind, Node};
use crate::battle::setup::Fields;
use crate::battle::written::short;
use crate::nearest::{field_instead, nearest};

/// The named values of a group or a map.
pub(super) struct Record<'t> {
    pub node: Node<'t>,
    fields: Vec<(&'t str, Node<'t>)>,
    known: &'static [&'static str],
    /// Unknown fields that were recognised as misspelt ones and already noted.
    slips: Vec<&'t str>,
}

impl<'t> Record<'t> {
    /// The fields of `( … )`; `known` are the names that they may have. `what` is the group's description for people,
    /// e.g. "a point `(x, y)`".
    pub fn of(node: Node<'t>, what: &str, known: &'static [&'static str]) -> Option<Record<'t>> {
        let group = node.kind() == Kind::Group && node.tag().is_none();
        if group { Some(Record::with(node, node.children(), known)) } else { node.expected(what) }
    }

    /// The entries of `{ … }`, or of `( … )`, which is accepted too.
    pub fn map(node: Node<'t>, what: &str, known: &'static [&'static str]) -> Option<Record<'t>> {
        let map = node.kind() == Kind::Map;
        if map { Some(Record::with(node, node.children(), known)) } else { Record::of(node, what, known) }
    }

    /// The values of `Name( … )`, and the fields that follow them.
    pub fn call(node: Node<'t>, known: &'static [&'static str]) -> (Vec<Node<'t>>, Record<'t>) {
        let values = node.children().take_while(|v| v.key().is_none()).collect();
        (values, Record::with(node, node.children().skip_while(|v| v.key().is_none()), known))
    }

    fn with(node: Node<'t>, children: impl Iterator<Item = Node<'t>>, known: &'static [&'static str]) -> Record<'t> {
        let mut seen = BTreeSet::new();
        let mut fields = Vec::new();
        for child in children {
            match child.key() {
                // For a map the tree has noted it already.
                None if node.kind() == Kind::Map => {}
                None => child.error(format!("expected a field `name: value`, not {} alone", child.what())),
                Some(key) if !seen.insert(key) => child.key_error(format!("field `{}` stands twice", short(key))),
                Some(key) => fields.push((key, child)),
            }
        }
        Record { node, fields, known, slips: Vec::new() }
    }

    /// A field that may be left out.
    pub fn may(&self, name: &'static str) -> Option<Node<'t>> {
        debug_assert!(self.known.contains(&name), "{name} is not among the known fields");
        self.fields.iter().find(|(key, _)| *key == name).and_then(|(_, value)| value.given())
    }

    /// A field that must be there. If it is missing, the unknown field with the nearest name is taken for a misspelling
    /// of it.
    pub fn must(&mut self, name: &'static str) -> Option<Node<'t>> {
        if let Some((_, value)) = self.fields.iter().find(|(key, _)| *key == name) {
            if value.written() == "None" {
                value.error(format!("field `{name}` must have a value"));
            }
            return value.given();
        }
        if !self.slipped(name) {
            self.node.error(format!("field `{name}` is missing"));
        }
        None
    }

    /// Whether an unknown field is surely a misspelling of this missing one. If so it is noted.
    pub fn slipped(&mut self, name: &'static str) -> bool {
        let near = nearest(name, self.rest().map(|(key, _)| key));
        let Some((key, value)) = self.rest().find(|(key, _)| Some(*key) == near.as_deref()) else { return false };
        value.key_error(format!("unknown field `{}`; did you mean `{name}`?", short(key)));
        self.slips.push(key);
        true
    }

    /// Notes every unknown field as a flaw.
    pub fn finish(&self) {
        for (key, value) in self.rest() {
            value.key_error(format!(
                "unknown field `{}`{}",
                short(key),
                field_instead(key, self.known.iter().copied())
            ));
        }
    }

    /// The fields that are not known.
    pub fn rest(&self) -> impl Iterator<Item = (&'t str, Node<'t>)> {
        let fields = self.fields.iter().copied();
        fields.filter(|(key, _)| !self.known.contains(key) && !self.slips.contains(key))
    }

    /// Every field with its name.
    pub fn fields(&self) -> impl Iterator<Item = (&'t str, Node<'t>)> {
        self.fields.iter().copied()
    }

    /// The unknown fields, which belong to the ruleset.
    pub fn own(&self) -> Fields {
        self.rest().filter_map(|(key, value)| Some((key.to_owned(), value.own()?))).collect()
    }
}

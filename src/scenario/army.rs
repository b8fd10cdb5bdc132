//! The schema of an army list: a name and troops; everything else in it is its ruleset's, which reads it from the tree of
//! values here.

use std::collections::BTreeSet;

use super::flaw::{self, FileFlaw};
use super::record::Record;
use super::source::Source;
use super::tree::{Kind, Node, Tree};
use crate::battle::army_list::RULESET;
use crate::battle::setup::{Locus, Severity};
use crate::battle::written::{Field, What};
use crate::battle::{Ruleset, Written};
use crate::nearest::instead;

const ARMY: &[&str] = &["name", RULESET, "source", "troops", "notes"];
const TROOP: &[&str] = &["name", "title", "type"];

/// All that is wrong in the file of an army list of that ruleset; without one, as far as every ruleset reads it alike.
pub(super) fn flaws(source: &Source, ruleset: Option<&Ruleset>) -> Vec<FileFlaw> {
    let tree = match Tree::parse(source) {
        Ok(tree) => tree,
        Err(flaws) => return flaws.located(source),
    };
    check(tree.root());
    let told = tree.flaws.error_bytes();
    let mut flaws = tree.flaws.located(source);
    if let Some(ruleset) = ruleset {
        for found in (ruleset.army_list)(&of_node(tree.root())) {
            let Locus::List(at) = found.at else { continue };
            // A group that lacks one field may lack others.
            if !told.contains(&at) || found.message.ends_with("is missing") {
                flaws.push(source.flaw(at, found.severity, &found.message));
            }
        }
        flaw::sort(&mut flaws);
    }
    flaws
}

/// The ruleset of an army list: the one that its field names, else the one in whose folder it lies.
///
/// # Errors
/// That none is named, or one that there is not.
pub(super) fn ruleset_of<'r>(source: &Source, rulesets: &'r [Ruleset]) -> Result<&'r Ruleset, FileFlaw> {
    let named = |name: &str| rulesets.iter().find(|ruleset| ruleset.name == name);
    let names = || rulesets.iter().map(|ruleset| ruleset.name);
    if let Some((name, at)) = named_ruleset(source) {
        return named(&name).ok_or_else(|| {
            let message = format!("there is no ruleset `{name}`{}", instead(&name, names()));
            source.flaw(at, Severity::Error, &message)
        });
    }
    source.path().split('/').rev().skip(1).find_map(named).ok_or_else(|| {
        let message = format!(
            "which ruleset reads this list? Name it, `ruleset: \"{}\"`, or put the file into a folder of its name",
            names().next().unwrap_or_default()
        );
        source.flaw(0, Severity::Error, &message)
    })
}

/// The name of the ruleset in its field, and where it stands.
pub(super) fn named_ruleset(source: &Source) -> Option<(String, usize)> {
    let written = written(source);
    let field = written.field(RULESET)?;
    let What::Leaf(text) = &field.value.what else { return None };
    Some((ron::from_str::<String>(text).unwrap_or_else(|_| text.clone()), field.value.at))
}

/// The values of a file as a ruleset reads them; nothing where it cannot be read to its end.
pub(super) fn written(source: &Source) -> Written {
    Tree::parse(source).map_or_else(|_| Written::default(), |tree| of_node(tree.root()))
}

fn of_node(node: Node) -> Written {
    let parts = || node.children();
    let what = match node.kind() {
        Kind::List => What::Items(parts().map(of_node).collect()),
        Kind::Group | Kind::Map if node.tag().is_none() => {
            let mut seen = BTreeSet::new();
            let named = parts().filter_map(|part| Some((part.key()?, part)));
            let field = |(name, value): (&str, Node)| Field {
                name: name.to_owned(),
                at: value.key_start(),
                value: of_node(value),
            };
            let fields: Vec<Field> = named.filter(|(name, _)| seen.insert(*name)).map(field).collect();
            if fields.is_empty() && node.kind() == Kind::Group {
                What::Items(parts().map(of_node).collect())
            } else {
                What::Fields(fields)
            }
        }
        _ => What::Leaf(leaf(node)),
    };
    Written { at: node.start(), what }
}

/// A value without parts as it is written, with the name before it.
fn leaf(node: Node) -> String {
    node.tag().map_or_else(|| node.written().to_owned(), |tag| format!("{tag}{}", node.written()))
}

/// Notes what is wrong with an army list, whatever its ruleset.
fn check(root: Node) {
    let Some(mut record) = Record::of(root, "an army `(name: …, troops: […])`", ARMY) else { return };
    record.must("name").and_then(Node::line);
    for (_, text) in record.fields().filter(|(name, _)| matches!(*name, "source" | "notes")) {
        text.given().and_then(Node::text);
    }
    let troops = record.must("troops").and_then(|n| Some((n, n.items()?)));
    if let Some((node, troops)) = &troops
        && troops.is_empty()
    {
        node.error("an army has at least one troop");
    }
    let mut names = BTreeSet::new();
    for node in troops.into_iter().flat_map(|(_, troops)| troops) {
        let Some(mut troop) = Record::of(node, "a troop `(name: …, type: …)`", TROOP) else { continue };
        if let Some((node, name)) = troop.must("name").and_then(|n| Some((n, n.name()?)))
            && !names.insert(name.clone())
        {
            node.error(format!("the troop `{name}` stands twice"));
        }
        troop.must("type").and_then(Node::line);
        troop.may("title").and_then(Node::line);
        troop.rest().for_each(|(_, value)| numbers(value));
    }
    record.rest().for_each(|(_, value)| numbers(value));
}

/// Notes every number in a value that is not finite or far too large.
pub(super) fn numbers(node: Node) {
    match node.kind() {
        Kind::Number => drop(node.number()),
        Kind::Word if !node.is_plain_word() => drop(node.number()),
        _ => node.children().for_each(numbers),
    }
}

//! The schema of an army list as far as all rulesets share it: a name and troops. Everything else in it is the
//! ruleset's own; of that only the numbers are checked here.

use std::collections::BTreeSet;

use super::record::Record;
use super::tree::{Kind, Node};

const ARMY: &[&str] = &["name", "source", "troops", "notes"];
const TROOP: &[&str] = &["name", "title", "type"];

/// Notes what is wrong with an army list.
pub(super) fn check(root: Node) {
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

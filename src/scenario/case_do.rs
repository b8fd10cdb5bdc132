//! Reads what a case does: actions that are accepted, refused or barred, and their odds.

use super::case::{Chance, Do, USUAL_TOLERANCE, Why};
use super::case_file::{call, rule, unknown};
use super::record::Record;
use super::tree::{Kind, Node};
use crate::battle::written::short;

const DOS: [&str; 5] = ["Act", "Refuse", "Bar", "NotOffered", "Odds"];
const WHY: &[&str] = &["rule", "measured", "limit", "margin", "within"];

/// One entry of `do`.
pub(super) fn read(node: Node, ruleset: &str) -> Option<Do> {
    match node.tag() {
        Some("Act") => {
            let ([action], record) = call(node, "`Act(\"…\")`", &[])?;
            record.finish();
            Some(Do::Act(notation(action)?))
        }
        Some("Refuse") => {
            let ([action], record) = call(node, "`Refuse(\"…\", rule: \"…\")`", WHY)?;
            let (action, why) = (notation(action), why(&record, ruleset));
            Some(Do::Refuse { action: action?, why: why? })
        }
        Some("Bar") => {
            let ([action], record) = call(node, "`Bar(\"…\", rule: \"…\")`", WHY)?;
            let (action, why) = (notation(action), why(&record, ruleset));
            Some(Do::Bar { action: action?, why: why? })
        }
        Some("NotOffered") => {
            let ([action], record) = call(node, "`NotOffered(\"who: verb\")`", &[])?;
            record.finish();
            Some(Do::NotOffered(notation(action)?))
        }
        Some("Odds") => {
            let ([action], record) = call(node, "`Odds(\"…\", hit: \"10/36\")`", &[])?;
            let action = notation(action);
            let chances: Vec<_> = record.fields().map(|(name, n)| Some((name.to_owned(), chance(n)?))).collect();
            if chances.is_empty() {
                return node.expected("a chance for at least one outcome, as `hit: \"10/36\"`");
            }
            Some(Do::Odds { action: action?, chances: chances.into_iter().collect::<Option<_>>()? })
        }
        _ => {
            unknown(node, "thing to do", &DOS);
            None
        }
    }
}

/// An action as text; whether it is valid notation is checked against the battle.
pub(super) fn notation(node: Node) -> Option<String> {
    let line = node.text()?;
    if line.trim().is_empty() || line.chars().any(char::is_control) {
        return node.expected("an action in notation, as \"u1: ahead 4\"");
    }
    if !line.contains(':') {
        node.error(format!("`{}` does not say who acts: expected \"who: …\"", short(&line)));
        return None;
    }
    Some(line)
}

fn why(record: &Record, ruleset: &str) -> Option<Why> {
    let number = |name| match record.may(name) {
        Some(node) => node.number().map(Some),
        None => Some(None),
    };
    let rules = match record.may("rule") {
        Some(node) if node.kind() == Kind::List => node.items()?.into_iter().map(|n| rule(n, ruleset)).collect(),
        Some(node) => rule(node, ruleset).map(|rule| vec![rule]),
        None => Some(Vec::new()),
    };
    let (measured, limit, margin) = (number("measured"), number("limit"), number("margin"));
    let within = within(record);
    record.finish();
    Some(Why { rules: rules?, measured: measured?, limit: limit?, margin: margin?, within: within? })
}

/// How far numbers may be off.
pub(super) fn within(record: &Record) -> Option<f64> {
    match record.may("within") {
        Some(node) => node.within(0.0..=10.0),
        None => Some(USUAL_TOLERANCE),
    }
}

/// `"10/36"` or a number from 0 to 1.
fn chance(node: Node) -> Option<Chance> {
    if node.kind() != Kind::Text {
        return node.within(0.0..=1.0).map(Chance::About);
    }
    let text = node.text()?;
    let share = text.split_once('/').and_then(|(of, all)| Some((of.trim().parse().ok()?, all.trim().parse().ok()?)));
    match share {
        Some((of, all)) if of <= all && all > 0 => Some(Chance::Exactly(of, all)),
        _ => node.expected("a chance as \"10/36\" or 0.278"),
    }
}

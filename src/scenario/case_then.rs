//! Reads what must be so after a case's actions.

use super::case::{Expect, FactLike, Stands, Want};
use super::case_do::within;
use super::case_file::{TELLS, call, rule, unknown};
use super::force::heading;
use super::record::Record;
use super::tree::{Kind, Node};
use crate::ids::Side;
use crate::nearest::field_instead;
use crate::table::Pose;

const EXPECTATIONS: [&str; 7] = ["Fact", "NoFact", "Pose", "State", "Over", "Asked", "Either"];
const FACT: &[&str] = &["tell", "cite", "of", "whom", "what", "from", "to", "on", "how", "dice", "totals", "winner"];

/// One entry of `then`.
pub(super) fn read(node: Node, ruleset: &str) -> Option<Expect> {
    match node.tag() {
        Some("Fact") => fact(node, ruleset).map(Expect::Fact),
        Some("NoFact") => fact(node, ruleset).map(Expect::NoFact),
        Some("Pose") => {
            let known = &["within", "degrees", "size"];
            let ([of, place], record) = call(node, "`Pose(\"unit\", (x, y, heading))`", known)?;
            let (of, pose, within) = (of.name(), pose(place), within(&record));
            let degrees = record.may("degrees").map(|n| n.within(0.0..=180.0));
            let size = record.may("size").map(size);
            record.finish();
            let (within, degrees) = (within?, optional(degrees)?);
            let degrees = degrees.unwrap_or(within);
            Some(Expect::Pose(Stands { of: of?, pose: pose?, within, degrees, size: optional(size)? }))
        }
        Some("State") => {
            let ([of, what, value], record) = call(node, "`State(\"unit\", \"value\", 3)`", &["within"])?;
            let (of, what, value, within) = (of.name_or_body(), what.line(), want(value), within(&record));
            record.finish();
            Some(Expect::State { of: of?, what: what?, value: value?, within: within? })
        }
        Some("Over") => {
            let ([], record) = call(node, "`Over(winner: south)`", &["winner", "why"])?;
            let (winner, why) = (winner(&record), record.may("why").map(Node::name_of_word));
            record.finish();
            let Some(winner) = winner? else { return node.expected("`Over(winner: south)`, or `None` for a draw") };
            Some(Expect::Over { winner, why: optional(why)? })
        }
        Some("Asked") => {
            let ([key], record) = call(node, "`Asked(\"question\", to: south)`", &["to"])?;
            let (key, to) = (key.name_of_word(), record.may("to").map(Node::side));
            record.finish();
            Some(Expect::Asked { key: key?, to: optional(to)? })
        }
        Some("Either") => {
            let (lists, record) = Record::call(node, &[]);
            record.finish();
            if lists.len() < 2 {
                return node.expected("`Either([…], […])`: two lists of expectations or more");
            }
            let lists = lists.into_iter().map(|list| {
                let entries: Vec<_> = list.items()?.into_iter().map(|entry| read(entry, ruleset)).collect();
                entries.into_iter().collect::<Option<Vec<Expect>>>()
            });
            Some(Expect::Either(lists.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?))
        }
        _ => {
            unknown(node, "expectation", &EXPECTATIONS);
            None
        }
    }
}

fn fact(node: Node, ruleset: &str) -> Option<FactLike> {
    let ([], record) = call(node, "`Fact(tell: \"…\", …)`", FACT)?;
    let whole = |name| record.may(name).map(|n: Node| n.whole(-10_000..=10_000).map(|v| v as i32));
    let word = |name| record.may(name).map(Node::name_of_word);
    let tell = record.may("tell").map(tell);
    let cite = record.may("cite").map(|n| rule(n, ruleset));
    let (of, whom) = (record.may("of").map(Node::name_or_body), record.may("whom").map(Node::name_or_body));
    let (what, how) = (word("what"), word("how"));
    let (from, to, on) = (whole("from"), whole("to"), record.may("on").map(Node::flag));
    let dice = record.may("dice").map(|n| wholes(n, 1, 100));
    let totals = record.may("totals").map(|n| wholes(n, -10_000, 10_000));
    let winner = winner(&record);
    record.finish();
    Some(FactLike {
        tell: optional(tell)?,
        cite: optional(cite)?,
        of: optional(of)?,
        whom: optional(whom)?,
        what: optional(what)?,
        from: optional(from)?,
        to: optional(to)?,
        on: optional(on)?,
        how: optional(how)?,
        dice: optional(dice)?.map(|faces| faces.into_iter().map(|f| f as u8).collect()),
        totals: optional(totals)?,
        winner: winner?,
    })
}

/// A field that may be left out but must be right if it is there.
fn optional<T>(field: Option<Option<T>>) -> Option<Option<T>> {
    match field {
        Some(read) => read.map(Some),
        None => Some(None),
    }
}

fn tell(node: Node) -> Option<String> {
    let tell = node.name_of_word()?;
    if TELLS.contains(&tell.as_str()) {
        return Some(tell);
    }
    node.error(format!("no fact tells `{tell}`{}", field_instead(&tell, TELLS.into_iter())));
    None
}

/// The field `winner`: left out, nobody (`None`), or a side.
fn winner(record: &Record) -> Option<Option<Option<Side>>> {
    match record.fields().find(|(name, _)| *name == "winner") {
        None => Some(None),
        Some((_, node)) => match node.given() {
            None => Some(Some(None)),
            Some(node) => node.side().map(|side| Some(Some(side))),
        },
    }
}

fn pose(node: Node) -> Option<Pose> {
    let [x, y, degrees] = node.tuple("a place `(x, y, heading)`")?;
    let (x, y, heading) = (x.number(), y.number(), heading(degrees));
    Some(Pose { at: bevy::math::Vec2::new(x? as f32, y? as f32), heading: heading? })
}

/// `(width, depth)` in inches.
fn size(node: Node) -> Option<(f64, f64)> {
    let [width, depth] = node.tuple("a size `(width, depth)`")?;
    let (width, depth) = (width.within(0.0..=1000.0), depth.within(0.0..=1000.0));
    Some((width?, depth?))
}

fn want(node: Node) -> Option<Want> {
    match (node.kind(), node.written()) {
        (Kind::Text, _) => node.text().map(Want::Text),
        (Kind::Word, "true" | "false") => node.flag().map(Want::Flag),
        _ => node.number().map(Want::Number),
    }
}

fn wholes(node: Node, least: i64, most: i64) -> Option<Vec<i32>> {
    let values: Vec<_> = node.items()?.into_iter().map(|n| n.whole(least..=most).map(|v| v as i32)).collect();
    values.into_iter().collect()
}

//! The schema of a case's file:
//!
//! ```text
//! (rule: "armati:A14.23a", title: "…",
//!  scenario: "armati/first_battle",             // or setup: (…) as in a scenario, without a title
//!  step: (turn: 3, name: "move", side: south), switches: { "A14_formation_change": true },
//!  dice: [4, (die: 1, why: "melee")],
//!  do: [ Act("u1: form wide"), Refuse("u2: form wide", rule: "armati:A14.23a", measured: 8.9, limit: 9) ],
//!  then: [ Fact(tell: "counted", of: "e1", what: "bp", to: 2), Pose("u1", (37.2, 20, 0)), Over(winner: south) ],
//!  blocks: [ (title: "…", dice: […], do: […], then: […]) ])
//! ```
//!
//! `dice`, `do` and `then` are the first block, which may be left out; each of `blocks` begins anew from the staged
//! position. Things to do: `Act`, `Refuse`, `Bar` (`rule`, `measured`, `limit`, `margin`, `within`) and `Odds` with
//! a field for each outcome, `"10/36"` or a number. Expectations: `Fact` and `NoFact` with the fields of
//! [`FactLike`](super::case::FactLike), `Pose("unit", (x, y, heading), within: …)`,
//! `State("unit", "value's name", 3)`, `Asked("question", to: south)`, `Over(winner: north)` (`None`: a draw).

use super::case::{At, Block, Case};
use super::case_do;
use super::case_then;
use super::draft::Draft;
use super::places::{CASE, Spots};
use super::record::Record;
use super::shelf::Shelf;
use super::source::Source;
use super::tree::{Node, Tree};
use crate::battle::setup::Step;
use crate::battle::written::short;
use crate::cite::{Word, intern};
use crate::dice::Scripted;
use crate::nearest::field_instead;

const TOP: &[&str] =
    &["rule", "title", "scenario", "setup", "step", "switches", "warns", "dice", "do", "then", "blocks"];
const BLOCK: &[&str] = &["title", "dice", "do", "then"];

/// The words for a fact's kind.
pub const TELLS: [&str; 11] =
    ["began", "asked", "answered", "moved", "shot", "fought", "counted", "marked", "gone", "said", "won"];

/// More blocks, dice or actions than any case has.
const MOST: usize = 1000;

/// Reads a case.
pub(super) fn read(source: Source, shelf: &Shelf) -> Case {
    let mut case = Case {
        ruleset: String::new(),
        rule: String::new(),
        title: String::new(),
        draft: Draft::flawed(Vec::new()),
        step: None,
        warns: None,
        blocks: Vec::new(),
        source: Source::new(source.path(), String::new()),
        rule_at: 0,
        step_at: 0,
    };
    match Tree::parse(&source) {
        Ok(tree) => {
            whole(&mut case, tree.root(), shelf);
            // Errors inside a scenario's own file are reported there; errors of the case do not explain them.
            let inline = case.draft.files[0].path() == source.path();
            case.draft.note(&tree, inline);
        }
        Err(flaws) => case.draft.flaws = flaws.located(&source),
    }
    case.source = source;
    case.with_source()
}

fn whole(case: &mut Case, root: Node, shelf: &Shelf) {
    let Some(mut record) = Record::of(root, "a case `(rule: …, title: …, do: […], then: […])`", TOP) else {
        return;
    };
    if let Some((node, (ruleset, rule))) = record.must("rule").and_then(|n| Some((n, rule_of_case(n)?))) {
        (case.ruleset, case.rule, case.rule_at) = (ruleset, rule, node.start());
    }
    case.title = record.must("title").and_then(Node::line).unwrap_or_default();
    case.draft = match (record.may("scenario"), record.may("setup")) {
        (Some(name), None) => from_scenario(name, shelf),
        (None, Some(setup)) => Draft::of(setup, Some(&case.title), shelf),
        (Some(_), Some(setup)) => {
            setup.key_error("a case has either a `scenario` or a `setup`");
            Draft::flawed(Vec::new())
        }
        (None, None) => {
            root.error("field `scenario` or `setup` is missing");
            Draft::flawed(Vec::new())
        }
    };
    switch(case, &record);
    if let Some(setup) = &case.draft.setup
        && !case.ruleset.is_empty()
        && setup.ruleset != case.ruleset
        && let Some(rule) = record.may("rule")
    {
        rule.error(format!("the rule is one of `{}`, but the battle is one of `{}`", case.ruleset, setup.ruleset));
    }
    if let Some(node) = record.may("step") {
        case.step = step(node);
        case.step_at = node.start();
    }
    case.warns = record.may("warns").map(|node| items(Some(node)).into_iter().filter_map(Node::line).collect());
    let first = block(&record, &case.ruleset);
    if first != Block::default() {
        case.blocks.push(first);
    }
    for node in items(record.may("blocks")) {
        let Some(record) = Record::of(node, "a block `(dice: […], do: […], then: […])`", BLOCK) else { continue };
        let title = record.may("title").and_then(Node::line);
        case.blocks.push(Block { title, ..block(&record, &case.ruleset) });
        record.finish();
    }
    if case.blocks.is_empty() {
        root.error("a case does something: field `do` is missing");
    }
    record.finish();
}

/// `ruleset:id`, which the file's name begins with.
fn rule_of_case(node: Node) -> Option<(String, String)> {
    let text = node.line()?;
    let Some((ruleset, id)) = text.split_once(':').filter(|(ruleset, id)| !ruleset.is_empty() && !id.is_empty()) else {
        return node.expected("a rule `ruleset:id`");
    };
    let path = node.tree.source.path();
    if let Some((_, name)) = path.rsplit_once('/')
        && path.contains("/cases/")
        && !name.starts_with(&format!("{id}_"))
    {
        node.error(format!("the file of a case of `{id}` is named `{id}_<what>.ron`, not `{name}`"));
    }
    Some((ruleset.to_owned(), id.to_owned()))
}

fn from_scenario(node: Node, shelf: &Shelf) -> Draft {
    let Some(name) = node.line() else { return Draft::flawed(Vec::new()) };
    match shelf.scenario(&name) {
        Ok((source, shelf)) => Draft::read(source, &shelf),
        Err(message) => {
            node.error(message);
            Draft::flawed(Vec::new())
        }
    }
}

/// The case's own switches come over those of its battle.
fn switch(case: &mut Case, record: &Record) {
    let Some(node) = record.may("switches") else { return };
    let Some(switches) = Record::map(node, "switches `{ \"name\": true }`", &[]) else { return };
    case.draft.places.switch(Spots::of(CASE, &switches));
    for (name, value) in switches.fields() {
        if let (Some(on), Some(setup)) = (value.flag(), &mut case.draft.setup) {
            setup.switches.insert(name.to_owned(), on);
        }
    }
}

fn step(node: Node) -> Option<Step> {
    let known = &["turn", "name", "side"];
    let mut record = Record::of(node, "a step `(turn: 3, name: \"move\", side: south)`", known)?;
    let turn = record.must("turn").and_then(|n| n.whole(0..=super::battle::MOST_TURNS));
    let name = record.must("name").and_then(Node::name_of_word);
    let side = record.may("side").and_then(Node::side);
    record.finish();
    Some(Step { turn: turn? as u32, name: name?, side })
}

fn block(record: &Record, ruleset: &str) -> Block {
    let place = |node: Node| node.tree.source.place(node.start());
    let dice = items(record.may("dice")).into_iter().filter_map(|node| Some((die(node)?, place(node))));
    let (dice, dice_at) = dice.unzip();
    let todo = items(record.may("do")).into_iter();
    let then = items(record.may("then")).into_iter();
    Block {
        title: None,
        dice,
        dice_at,
        todo: todo.filter_map(|n| Some(at(n, case_do::read(n, ruleset)?))).collect(),
        then: then.filter_map(|n| Some(at(n, case_then::read(n, ruleset)?))).collect(),
    }
}

fn at<T>(node: Node, what: T) -> At<T> {
    let (line, column) = node.tree.source.place(node.start());
    At { line, column, what }
}

fn items(node: Option<Node>) -> Vec<Node> {
    let Some(items) = node.and_then(|n| Some((n, n.items()?))) else { return Vec::new() };
    let (node, items) = items;
    if items.len() > MOST {
        node.error(format!("a case has at most {MOST} of these, not {}", items.len()));
        return Vec::new();
    }
    items
}

/// `4` or `(die: 4, why: "melee")`.
fn die(node: Node) -> Option<Scripted> {
    let face = |n: Node| n.whole(1..=100).map(|face| face as u8);
    if node.kind() != super::tree::Kind::Group {
        return Some(Scripted { die: face(node)?, why: None });
    }
    let mut record = Record::of(node, "a die `4` or `(die: 4, why: \"melee\")`", &["die", "why"])?;
    let (die, why) = (record.must("die").and_then(face), record.may("why").map(Node::name_of_word));
    record.finish();
    Some(Scripted { die: die?, why: why.map(|why| why.map(|w| Word(intern(&w)))).unwrap_or_default() })
}

/// The id of a rule of that ruleset, written with the ruleset or without.
pub(super) fn rule(node: Node, ruleset: &str) -> Option<String> {
    let text = node.line()?;
    match text.split_once(':') {
        None => Some(text),
        Some((of, id)) if of == ruleset || ruleset.is_empty() => Some(id.to_owned()),
        Some((of, _)) => {
            node.error(format!("`{}` is another ruleset than the case's `{ruleset}`", short(of)));
            None
        }
    }
}

/// The values of `Name( … )` as many as named, and its fields.
pub(super) fn call<'t, const N: usize>(
    node: Node<'t>,
    form: &str,
    known: &'static [&'static str],
) -> Option<([Node<'t>; N], Record<'t>)> {
    let (values, record) = Record::call(node, known);
    match <[Node<'t>; N]>::try_from(values) {
        Ok(values) => Some((values, record)),
        Err(_) => node.expected(form),
    }
}

/// Notes that the name before a group is not one of those allowed there.
pub(super) fn unknown(node: Node, what: &str, known: &[&str]) {
    match node.tag() {
        Some(tag) => node.error(format!("`{}` is no {what}{}", short(tag), field_instead(tag, known.iter().copied()))),
        None => node.error(format!("expected one of {}, not {}", known.join(", "), node.what())),
    }
}

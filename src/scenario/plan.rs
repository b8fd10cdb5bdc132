//! A plan: standing orders for one side of a battle, the tactic under test. The schema of its file:
//!
//! ```text
//! (plan: "The horse first", battle: "armati/zama", side: south, note: "…",
//!  orders: [
//!      (who: ["hastati", "principes"], turns: (1, 4), task: Hold),
//!      (who: ["italian-horse"], task: Attack(["punic-horse"])),
//!      (who: ["velites"], turns: (1, 3), task: Go((24, 30))),
//!      (turns: (1, 5), intent: AttackWings),
//!      (turns: (2, 2), say: ["velites: ahead 6"]),
//!  ])
//! ```
//!
//! Whoever is named in no order, or in one that says `Free`, does what the captain thinks best; of two orders for the
//! same turn the later one holds. A body is named for all the units that it begins with. `turns` are the first and the
//! last in which an order holds, all where they are left out; turn 0 is deployment. What is to be said is answered in
//! notation as soon as it is accepted, once. An `intent` is what the whole army wants ([`Intent`]): `Attack`, `Hold`,
//! `AttackLeft`, `AttackCentre`, `AttackRight`, `AttackWings`, `RefuseLeft` or `RefuseRight`; left, centre and right are
//! the thirds of the army as it stands and looks at the enemy.

use std::ops::RangeInclusive;
use std::path::Path;

use bevy::math::Vec2;

use super::flaw::{self, FileFlaw};
use super::home;
use super::names;
use super::open;
use super::paths::shown;
use super::read;
use super::record::Record;
use super::shelf::Shelf;
use super::source::Source;
use super::tree::{Node, Tree};
use super::value::meant;
use super::{Draft, embedded};
use crate::battle::Intent;
use crate::battle::setup::{Setup, SideSetup};
use crate::battle::written::short;
use crate::ids::Side;
use crate::nearest::instead;

const TOP: &[&str] = &["plan", "battle", "side", "note", "orders"];
const ORDER: &[&str] = &["who", "turns", "task", "intent", "say"];
const TASKS: [&str; 4] = ["Free", "Hold", "Go", "Attack"];

/// The last turn that an order may name: more than any battle has.
const LAST: i64 = 1000;

/// Standing orders for one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// As people call it.
    pub title: String,
    /// The battle that it was made for, e.g. `armati/zama`.
    pub battle: String,
    /// That battle's ruleset; empty where the battle cannot be read.
    pub ruleset: String,
    /// Whose units it orders.
    pub side: Side,
    /// In the order of the file.
    pub orders: Vec<StandingOrder>,
}

/// One order, and the turns in which it applies.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingOrder {
    /// From the first turn to the last, both included.
    pub turns: RangeInclusive<u32>,
    /// What is to be done in them.
    pub order: Order,
}

/// What is ordered.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// To all units of those names.
    To(Vec<String>, Task),
    /// What the whole army wants.
    Intend(Intent),
    /// To give exactly these orders, in notation, each once.
    Say(Vec<String>),
}

/// What a unit is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// What the captain thinks best.
    Free,
    /// Not to move unless the rules force it to.
    Hold,
    /// To go to that place, inches.
    Go(Vec2),
    /// To come into contact with one of these enemies, units or bodies.
    Attack(Vec<String>),
}

impl Plan {
    /// The plan of that name: a file where the name is the path of one, else one of people's own in their folder, else a
    /// built-in one such as `plans/armati/zama_horse_first`.
    ///
    /// # Errors
    /// Every flaw of its file, names that its battle does not know among them.
    pub fn load(name: &str) -> Result<Plan, Vec<FileFlaw>> {
        let (source, shelf) = find(name).map_err(|flaw| vec![flaw])?;
        let (plan, flaws) = Plan::read(&source, &shelf);
        plan.filter(|_| !flaws.iter().any(FileFlaw::is_error)).ok_or(flaws)
    }

    /// The plan of that name, as a file on that shelf names it.
    ///
    /// # Errors
    /// Why it cannot be used, in a sentence.
    pub(super) fn find_beside(name: &str, shelf: &Shelf) -> Result<Plan, String> {
        let (source, shelf) = match shelf.plan(name) {
            Ok(found) => found,
            // A plan that is the path of a file is one as well.
            Err(_) if Path::new(name).is_file() => find(name).map_err(|flaw| flaw.to_string())?,
            Err(why) => return Err(why),
        };
        let (plan, flaws) = Plan::read(&source, &shelf);
        let flawed = || format!("the plan `{}` has flaws of its own: `sandtable check` lists them", short(name));
        plan.filter(|_| !flaws.iter().any(FileFlaw::is_error)).ok_or_else(flawed)
    }

    /// The built-in plan of that name, e.g. `plans/armati/zama_horse_first`.
    pub(super) fn built_in(name: &str) -> Option<Plan> {
        Plan::read(&built_in(name)?, &Shelf::embedded()).0
    }

    /// Reads a plan from its text, and notes all that is wrong; `shelf` finds its battle.
    pub(super) fn read(source: &Source, shelf: &Shelf) -> (Option<Plan>, Vec<FileFlaw>) {
        match Tree::parse(source) {
            Ok(tree) => {
                let plan = whole(tree.root(), shelf);
                let mut flaws = tree.flaws.located(source);
                flaw::sort(&mut flaws);
                (plan, flaws)
            }
            Err(flaws) => (None, flaws.located(source)),
        }
    }

    /// Checks that a battle, perhaps not the plan's own, knows every name in it.
    ///
    /// # Errors
    ///
    /// The first unknown name, in a sentence.
    pub fn fits(&self, setup: &Setup) -> Result<(), String> {
        for standing in &self.orders {
            let Order::To(who, task) = &standing.order else { continue };
            let enemies = if let Task::Attack(whom) = task { &whom[..] } else { &[] };
            let own = who.iter().filter_map(|name| stranger(name, setup, self.side));
            let other = enemies.iter().filter_map(|name| stranger(name, setup, self.side.other()));
            if let Some(why) = own.chain(other).next() {
                return Err(why);
            }
        }
        Ok(())
    }
}

/// The text of the plan of that name, and the shelf of its battle: a file at that path, else one of people's own, else one
/// that comes with the program.
fn find(name: &str) -> Result<(Source, Shelf), FileFlaw> {
    let at = |path: &Path| Ok((read::read(path, &shown(path))?, Shelf::beside(path)));
    let path = Path::new(name);
    if path.is_file() {
        return at(path);
    }
    if let Some(own) = home::find("plans", name).filter(|own| own.is_file()) {
        return at(&own);
    }
    match built_in(name) {
        Some(source) => Ok((source, Shelf::embedded())),
        // It is told as a file that is not there.
        None => at(path),
    }
}

/// The text of the plan of that name that comes with the program.
fn built_in(name: &str) -> Option<Source> {
    let name = name.strip_prefix("scenarios/").unwrap_or(name);
    let file = if name.ends_with(".ron") { name.to_owned() } else { format!("{name}.ron") };
    embedded::file(&file).map(|text| Source::new(format!("scenarios/{file}"), text.to_owned()))
}

fn whole(root: Node, shelf: &Shelf) -> Option<Plan> {
    let mut record = Record::of(root, "a plan `(plan: …, battle: …, side: …, orders: […])`", TOP)?;
    let title = record.must("plan").and_then(Node::line);
    let battle = record.must("battle").and_then(|node| Some((node.line()?, node)));
    let side = record.must("side").and_then(Node::side);
    if let Some(note) = record.may("note") {
        note.text();
    }
    let setup = battle.as_ref().and_then(|(name, node)| setup(name, *node, shelf));
    let names = Names { setup: setup.as_ref(), side };
    let listed = record.must("orders").and_then(Node::items);
    let orders = listed.map(|nodes| nodes.into_iter().map(|node| order(node, names)).collect::<Vec<_>>());
    record.finish();
    let orders = orders?.into_iter().collect::<Option<_>>()?;
    let ruleset = setup.map(|setup| setup.ruleset).unwrap_or_default();
    Some(Plan { title: title?, battle: battle?.0, ruleset, side: side?, orders })
}

/// The battle of a plan, as far as its file has one.
fn setup(name: &str, node: Node, shelf: &Shelf) -> Option<Setup> {
    draft(name, node, shelf)?.setup
}

/// The battle of a plan or a study, with its files.
pub(super) fn draft(name: &str, node: Node, shelf: &Shelf) -> Option<Draft> {
    let draft = match shelf.scenario(name) {
        Ok((source, shelf)) => Draft::read(source, &shelf),
        // A battle that is the path of a file is one as well, and one of people's own.
        Err(_) if Path::new(name).is_file() || home::find("battles", name).is_some() => open::draft(name),
        Err(message) => {
            node.error(message);
            return None;
        }
    };
    if draft.has_errors() {
        node.error(format!("the battle `{}` has flaws of its own: `sandtable check` lists them", short(name)));
    }
    Some(draft)
}

/// The names that may stand in an order.
#[derive(Clone, Copy)]
struct Names<'s> {
    setup: Option<&'s Setup>,
    side: Option<Side>,
}

impl Names<'_> {
    /// The names of a list, each known to its side.
    fn list(self, node: Node, enemies: bool) -> Option<Vec<String>> {
        let items = node.items()?;
        if items.is_empty() {
            node.error("this list names nobody");
        }
        items.into_iter().map(|item| self.one(item, enemies)).collect()
    }

    fn one(self, node: Node, enemies: bool) -> Option<String> {
        let name = node.name_or_body()?;
        if let (Some(setup), Some(side)) = (self.setup, self.side)
            && let Some(why) = stranger(&name, setup, if enemies { side.other() } else { side })
        {
            node.error(why);
        }
        Some(name)
    }
}

/// What the names say of an order in notation and of a place.
impl Names<'_> {
    /// Notes whoever speaks in a line of notation and is not of this side.
    fn speaks(self, node: Node, line: &str) {
        let (Some(setup), Some(side)) = (self.setup, self.side) else { return };
        let (who, _) = line.split_once(':').unwrap_or((line, ""));
        let who = who.trim();
        // A body without a name goes by its first unit's and a plus.
        if who == side.name() || stranger(who, setup, side).is_none() {
            return;
        }
        for name in who.split('+').map(str::trim).filter(|name| !name.is_empty()) {
            let unit = name.split_once("--").map_or(name, |(unit, _)| unit);
            if let Some(why) = stranger(unit, setup, side) {
                node.error(why);
            }
        }
    }

    /// Notes a place off the table.
    fn on_table(self, node: Node, at: Vec2) {
        let Some((width, depth)) = self.setup.map(|setup| setup.table) else { return };
        if !(0.0..=width).contains(&at.x) || !(0.0..=depth).contains(&at.y) {
            node.error(format!("({}, {}) lies off the table of {width} x {depth} in", at.x, at.y));
        }
    }
}

fn order(node: Node, names: Names) -> Option<StandingOrder> {
    let record = Record::of(node, "an order `(who: […], turns: (1, 4), task: …)`", ORDER)?;
    let turns = record.may("turns").map_or(Some(0..=LAST as u32), |node| turns(node, names));
    let (who, task, intent, say) = (record.may("who"), record.may("task"), record.may("intent"), record.may("say"));
    let order = match (who, task, intent, say) {
        (None, None, Some(intent), None) => names::intent(intent).map(Order::Intend),
        (Some(who), Some(task), None, None) => {
            let (who, task) = (names.list(who, false), self::task(task, names));
            who.zip(task).map(|(who, task)| Order::To(who, task))
        }
        (None, None, None, Some(say)) => say.items().and_then(|lines| {
            let said =
                lines.into_iter().map(|line| super::case_do::notation(line).inspect(|said| names.speaks(line, said)));
            said.collect::<Option<Vec<String>>>().map(Order::Say)
        }),
        _ => node.expected("either `who` and `task`, or `intent`, or `say`"),
    };
    record.finish();
    Some(StandingOrder { turns: turns?, order: order? })
}

/// `(first, last)`.
fn turns(node: Node, names: Names) -> Option<RangeInclusive<u32>> {
    let [first, last] = node.tuple("the first and the last turn `(1, 4)`")?;
    let (first, last) = (first.whole(0..=LAST), last.whole(0..=LAST));
    let (first, last) = (first? as u32, last? as u32);
    if first > last {
        node.error(format!("the first turn, {first}, comes after the last, {last}"));
        return None;
    }
    if let Some(most) = names.setup.map(|setup| setup.limit.turns).filter(|most| first > *most) {
        node.warn(format!("this order never holds: the battle ends after turn {most}"));
    }
    Some(first..=last)
}

fn task(node: Node, names: Names) -> Option<Task> {
    match node.tag().unwrap_or_else(|| node.written()) {
        "Free" => Some(Task::Free),
        "Hold" => Some(Task::Hold),
        "Go" => {
            let ([to], record) = super::case_file::call(node, "`Go((x, y))`", &[])?;
            record.finish();
            let at = to.point()?;
            names.on_table(to, at);
            Some(Task::Go(at))
        }
        "Attack" => {
            let ([whom], record) = super::case_file::call(node, "`Attack([\"…\"])`", &[])?;
            record.finish();
            names.list(whom, true).map(Task::Attack)
        }
        other => {
            node.error(format!("`{}` is none of {}{}", short(other), TASKS.join(", "), meant(other, &TASKS)));
            None
        }
    }
}

/// The message that nothing on that side has this name.
fn stranger(name: &str, setup: &Setup, side: Side) -> Option<String> {
    let of = |side: Side| names_of(&setup.sides[side.index()]);
    let own = of(side);
    if own.iter().any(|known| known == name) {
        return None;
    }
    if of(side.other()).iter().any(|known| known == name) {
        return Some(format!("`{}` is of the other side", short(name)));
    }
    let known = instead(name, own.iter().map(String::as_str));
    Some(format!("{} has no unit or body `{}`{known}", side.name(), short(name)))
}

fn names_of(side: &SideSetup) -> Vec<String> {
    let bodies = side.bodies.iter().flat_map(|body| {
        let unnamed = body.units.first().map(|unit| format!("{}+", unit.name));
        body.name.clone().or(unnamed)
    });
    bodies.chain(side.bodies.iter().flat_map(|body| body.units.iter().map(|unit| unit.name.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Plan>, Vec<String>) {
        let source = Source::new("plan.ron", text.to_owned());
        let (plan, flaws) = Plan::read(&source, &Shelf::embedded());
        (plan, flaws.iter().map(ToString::to_string).collect())
    }

    fn with(orders: &str) -> (Option<Plan>, Vec<String>) {
        read(&format!("(plan: \"x\", battle: \"armati/first_battle\", side: south,\norders: [{orders}])"))
    }

    #[test]
    fn orders_are_read_with_their_turns() {
        let (plan, flaws) = with(
            r#"(who: ["river-foot", "river-horse-1"], turns: (1, 4), task: Hold),
               (who: ["river-javelins"], task: Go((24, 30.5))),
               (who: ["river-horse"], task: Attack(["hill-javelins"])),
               (turns: (2, 2), say: ["river-javelins: ahead 6"]),
               (turns: (1, 3), intent: RefuseLeft)"#,
        );
        assert_eq!(flaws, Vec::<String>::new());
        let plan = plan.unwrap();
        assert_eq!((plan.side, plan.orders.len()), (Side::South, 5));
        let refuse = Order::Intend(Intent::of_word("RefuseLeft").unwrap());
        assert_eq!(plan.orders[4], StandingOrder { turns: 1..=3, order: refuse });
        let hold = Order::To(vec!["river-foot".into(), "river-horse-1".into()], Task::Hold);
        assert_eq!(plan.orders[0], StandingOrder { turns: 1..=4, order: hold });
        let go = Order::To(vec!["river-javelins".into()], Task::Go(Vec2::new(24.0, 30.5)));
        assert_eq!(plan.orders[1], StandingOrder { turns: 0..=1000, order: go });
        assert_eq!(plan.orders[3].order, Order::Say(vec!["river-javelins: ahead 6".into()]));
    }

    #[test]
    fn every_flaw_is_told_at_its_place() {
        let (_, flaws) = with(
            r#"(who: ["river-fot"], task: Hold),
(who: ["hill-foot"], task: Hold),
(who: ["river-foot"], task: Atack(["hill-foot"])),
(who: ["river-foot"], turns: (4, 1), task: Attack(["river-horse"])),
(who: ["river-foot"], task: Hold, say: ["a: b"]),
(say: ["no colon"]),
(who: ["river-foot"], task: Go((72.5, 30))),
(who: ["river-foot"], task: Go((0, 48))), (who: ["river-foot"], task: Go((30, -0.1))),
(say: ["river-javelins: ahead 6", "river-foot-1+: hold", "south: concede", "hill-foot: hold", "river-fot-1+river-foot-2: hold"]),
(turns: (14, 14), say: []), (turns: (15, 20), say: [])"#,
        );
        let places: Vec<&str> = flaws.iter().map(|flaw| flaw.split(": ").next().unwrap()).collect();
        let lines = ["2:17", "3:8", "4:29", "5:30", "5:52", "6:1", "7:8", "8:32", "9:74", "10:76", "10:95", "11:37"];
        assert_eq!(places, lines.map(|place| format!("plan.ron:{place}")), "{flaws:#?}");
        assert!(flaws[0].contains("did you mean `river-foot`?"), "{}", flaws[0]);
        assert!(flaws[1].contains("of the other side"), "{}", flaws[1]);
        assert!(flaws[2].contains("did you mean `Attack`?"), "{}", flaws[2]);
    }

    #[test]
    fn a_battle_that_is_not_there_is_a_flaw_and_names_are_then_taken_as_they_are() {
        let text = "(plan: \"x\", battle: \"armati/zamma\", side: south, orders: [(who: [\"a\"], task: Free)])";
        let (_, flaws) = read(text);
        assert_eq!(flaws.len(), 1, "{flaws:?}");
        assert!(flaws[0].contains("did you mean `armati/zama`?"), "{}", flaws[0]);
    }
}

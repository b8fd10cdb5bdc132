//! A study: arms of one battle that are compared, each a small change of the first. The schema of its file:
//!
//! ```text
//! (study: "Is it worth waiting for the horse?", battle: "armati/first_battle", side: south, note: "…",
//!  base: (north: "captain", south: "captain"),
//!  variants: [
//!      (name: "horse-first", south: "plans/armati/first_battle_horse_first"),
//!      (name: "no-javelins", leave_out: ["river-javelins"]),
//!      (name: "light-horse", units: {"river-horse-1": (type: "LC", fv: (3, 0, 1))}),
//!  ],
//!  difference: 0.03, error: 0.05, at_least: 0, pairs: 1000, swap: false)
//! ```
//!
//! In place of the battle there may be a journal to go on from, `from: "zama.journal.ron", turn: 5`; then only players
//! differ. Each variant is played against the base, and it is told how much more or less often `side` wins in it.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::embedded;
use super::flaw::{self, FileFlaw};
use super::journal::{Chosen, DiceFrom, Header};
use super::journal_file::JournalFile;
use super::open;
use super::paths::shown;
use super::read;
use super::record::Record;
use super::shelf::Shelf;
use super::source::Source;
use super::study_arms::{arms, of_grid, seats};
use super::study_begins::{Begins, begins, begun};
use super::study_change::{self, ARM, Change};
use super::study_grid::{self, Contrast};
use super::tree::{Node, Tree};
use crate::battle::setup::{Deploy, Setup, Severity};
use crate::battle::{Ruleset, world};
use crate::ids::Side;

const TOP: &[&str] = &[
    "study",
    "battle",
    "from",
    "turn",
    "side",
    "note",
    "base",
    "variants",
    "factors",
    "difference",
    "error",
    "at_least",
    "pairs",
    "swap",
];

/// The name of the arm that the others are compared with.
pub const BASE: &str = "base";

/// The most variants of one study.
const MOST_VARIANTS: usize = 200;

/// Arms of a battle that are compared.
#[derive(Clone, Debug)]
pub struct Study {
    /// The question, as people read it.
    pub title: String,
    /// The battle, e.g. `armati/zama`, or the journal's file.
    pub battle: String,
    /// The journal that the battles go on from, and from the beginning of which turn; from its end without one.
    pub from: Option<(JournalFile, Option<u32>)>,
    /// Whose chance to win is compared.
    pub side: Side,
    /// All of them, the base first.
    pub arms: Vec<Arm>,
    /// What is compared: each variant with the base, or the effects of the factors of a grid.
    pub contrasts: Vec<Contrast>,
    /// When to stop.
    pub rule: StopRule,
    /// Whether each pair is played a second time with the players in each other's seats.
    pub swap: bool,
    source: Source,
    /// What the journals of its battles begin with.
    header: Option<Header>,
}

/// One arm of a study.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its name.
    pub name: String,
    /// What it changes in the battle, that of the base included.
    pub change: Change,
    /// The battle with all that is changed.
    pub setup: Setup,
}

/// When a study has been played for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopRule {
    /// Differences of the chance to win that are smaller than this do not matter, 0 to 1.
    pub difference: f64,
    /// The most that any of its verdicts may be wrong, 0 to 1.
    pub error: f64,
    /// The question is whether a variant is better by at least this much, -1 to 1; 0: whether it is better.
    pub at_least: f64,
    /// The most pairs of battles.
    pub pairs: u32,
}

impl Default for StopRule {
    fn default() -> StopRule {
        StopRule { difference: 0.03, error: 0.05, at_least: 0.0, pairs: 1000 }
    }
}

impl Study {
    /// The study of that name: a file where the name is the path of one, else a built-in one such as
    /// `studies/armati/raid`; its battles mustered by their ruleset, one of those.
    ///
    /// # Errors
    /// Every flaw of its file, those that the ruleset finds in an arm among them.
    pub fn load(rulesets: &[Ruleset], name: &str) -> Result<Study, Vec<FileFlaw>> {
        let (source, shelf) = find(name).map_err(|flaw| vec![flaw])?;
        let (study, mut flaws) = Study::read(source, &shelf);
        if let Some(study) = &study {
            flaws.extend(study.mustered(rulesets));
            flaw::sort(&mut flaws);
        }
        study.filter(|_| !flaws.iter().any(FileFlaw::is_error)).ok_or(flaws)
    }

    /// What the journal of a battle of that arm begins with, whose dice are of that seed. None where a journal has no words
    /// for what the arm changes (units, ground, who must attack), or where the battle goes on from a journal.
    pub fn header(&self, arm: &Arm, ruleset: &Ruleset, seed: u64) -> Option<Header> {
        let Change { preset, switches, deploy, .. } = &arm.change;
        let deploy_free = *deploy == Some(Deploy::Free);
        let header = Header {
            ruleset: ruleset.name.to_owned(),
            version: ruleset.version,
            dice: DiceFrom::Seed(seed),
            chosen: Chosen { preset: preset.clone(), switches: switches.clone(), deploy_free },
            ..self.header.clone()?
        };
        let told = header.draft().setup?;
        (format!("{told:?}") == format!("{:?}", arm.setup)).then_some(header)
    }

    /// Every flaw of a study's file.
    pub(super) fn check(rulesets: &[Ruleset], source: Source, shelf: &Shelf) -> Vec<FileFlaw> {
        let (study, mut flaws) = Study::read(source, shelf);
        flaws.extend(study.iter().flat_map(|study| study.mustered(rulesets)));
        flaw::sort(&mut flaws);
        flaws
    }

    /// Reads a study from its text, and notes all that is wrong; `shelf` finds its battle and its plans.
    fn read(source: Source, shelf: &Shelf) -> (Option<Study>, Vec<FileFlaw>) {
        let (draft, flaws) = match Tree::parse(&source) {
            Ok(tree) => (whole(tree.root(), shelf), tree.flaws.located(&source)),
            Err(flaws) => (None, flaws.located(&source)),
        };
        (draft.map(|draft| Study { source, ..draft }), flaws)
    }

    /// What the ruleset finds wrong in the arms. What the base has wrong is not told again of each variant, and what is wrong
    /// in the battle itself is told in its own file.
    fn mustered(&self, rulesets: &[Ruleset]) -> Vec<FileFlaw> {
        let battle = self.header.as_ref().and_then(|header| open::muster(rulesets, header.draft()).err());
        let battle: Vec<FileFlaw> = battle.into_iter().flatten().filter(FileFlaw::is_error).collect();
        // A hint may follow, which is not the same everywhere.
        let said = |message: &str| message.split(';').next().unwrap_or_default().to_owned();
        let mut flaws: Vec<FileFlaw> = Vec::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        for arm in &self.arms {
            let Some(ruleset) = rulesets.iter().find(|ruleset| ruleset.name == arm.setup.ruleset) else { continue };
            for found in (ruleset.muster)(&arm.setup, &mut world(ruleset)) {
                // A warning is that of the battle itself, or of a position that nobody would field.
                if found.severity == Severity::Error && known.insert(found.message.clone()) {
                    let own: Vec<_> =
                        battle.iter().filter(|flaw| said(&flaw.message) == said(&found.message)).cloned().collect();
                    if !own.is_empty() {
                        flaws.extend(own);
                        continue;
                    }
                    let at = arm.change.blame(&found, &arm.setup);
                    let message = format!("{}: {}", arm.name, found.message);
                    flaws.push(self.source.flaw(at, Severity::Error, &message));
                }
            }
        }
        flaws
    }
}

fn find(name: &str) -> Result<(Source, Shelf), FileFlaw> {
    let path = Path::new(name);
    let built_in = name.strip_prefix("scenarios/").unwrap_or(name);
    let built_in = if built_in.ends_with(".ron") { built_in.to_owned() } else { format!("{built_in}.ron") };
    match embedded::file(&built_in) {
        Some(text) if !path.is_file() => {
            Ok((Source::new(format!("scenarios/{built_in}"), text.to_owned()), Shelf::embedded()))
        }
        _ => Ok((read::read(path, &shown(path))?, Shelf::beside(path))),
    }
}

fn whole(root: Node, shelf: &Shelf) -> Option<Study> {
    let mut record = Record::of(root, "a study `(study: …, battle: …, side: …, variants: […])`", TOP)?;
    let title = record.must("study").and_then(Node::line);
    let begins = begins(&mut record, shelf);
    let side = record.must("side").and_then(Node::side);
    if let Some(note) = record.may("note") {
        note.text();
    }
    let base = record.may("base").and_then(|node| {
        let record = Record::of(node, "the base `(north: …, south: …)`", &ARM[1..])?;
        let change = study_change::change(&record, shelf);
        record.finish();
        Some((node, change))
    });
    let factors = record.may("factors").map(|node| (node, study_grid::factors(node, shelf)));
    let listed = match (&factors, record.may("variants")) {
        (None, _) => record.must("variants").and_then(|node| Some((node, node.items()?))),
        (Some(_), None) => None,
        (Some((node, _)), Some(_)) => {
            node.key_error("a study has either `variants` or `factors`");
            None
        }
    };
    if let Some((node, list)) = &listed
        && (list.is_empty() || list.len() > MOST_VARIANTS)
    {
        node.error(format!("a study has from 1 to {MOST_VARIANTS} variants, not {}", list.len()));
    }
    let mut names = BTreeSet::from([BASE.to_owned()]);
    let listed = listed.map(|(_, list)| list).unwrap_or_default();
    let variants: Vec<Option<(Node, String, Change)>> =
        listed.into_iter().map(|node| variant(node, &mut names, shelf)).collect();
    let rule = rule(&record);
    let swap = record.may("swap").and_then(|node| Some((node, node.flag()?)));
    record.finish();
    let Begins { battle, setup, from, header } = begins?;
    let places = base.as_ref().map(|(node, _)| *node).into_iter().chain(variants.iter().flatten().map(|v| v.0));
    let mut places: Vec<Node> = if from.is_some() { places.collect() } else { Vec::new() };
    if let (Some(_), Some((node, _))) = (&from, &factors) {
        places = vec![*node];
    }
    let (arms, contrasts) = match factors {
        Some((_, factors)) => of_grid(root, &setup, base, &factors),
        None => {
            let arms = arms(root, &setup, base, variants);
            let contrasts = Contrast::with_base(&arms);
            (arms, contrasts)
        }
    };
    begun(&places, &arms);
    if let Some((node, true)) = swap {
        seats(node, &arms);
    }
    let swap = swap.is_some_and(|(_, on)| on);
    let source = Source::new("", String::new());
    Some(Study { title: title?, battle, from, side: side?, arms, contrasts, rule, swap, source, header })
}

fn variant<'t>(node: Node<'t>, names: &mut BTreeSet<String>, shelf: &Shelf) -> Option<(Node<'t>, String, Change)> {
    let mut record = Record::of(node, "a variant `(name: …, south: …)`", ARM)?;
    let name = record.must("name").and_then(|node| Some((node, node.name()?)));
    let change = study_change::change(&record, shelf);
    record.finish();
    let (at, name) = name?;
    if !names.insert(name.clone()) {
        at.error(format!("there is an arm `{name}` already"));
    }
    Some((node, name, change))
}

fn rule(record: &Record) -> StopRule {
    let usual = StopRule::default();
    let number = |name, range, usual| record.may(name).and_then(|n: Node| n.within(range)).unwrap_or(usual);
    StopRule {
        difference: number("difference", 0.001..=0.5, usual.difference),
        error: number("error", 0.0001..=0.5, usual.error),
        at_least: number("at_least", -1.0..=1.0, usual.at_least),
        pairs: record.may("pairs").and_then(|n| n.whole(1..=10_000)).map_or(usual.pairs, |n| n as u32),
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::super::study_change::Who;
    use super::*;
    use crate::battle::Intent;
    use crate::battle::setup::Then;
    use crate::rules::RULESETS;
    use crate::table::Pose;

    fn read(text: &str) -> (Option<Study>, Vec<String>) {
        let source = Source::new("study.ron", text.to_owned());
        let (study, mut flaws) = Study::read(source, &Shelf::embedded());
        flaws.extend(study.iter().flat_map(|study| study.mustered(RULESETS)));
        flaw::sort(&mut flaws);
        (study, flaws.iter().map(ToString::to_string).collect())
    }

    fn with(rest: &str) -> (Option<Study>, Vec<String>) {
        read(&format!("(study: \"x\", battle: \"armati/first_battle\", side: south,\n{rest})"))
    }

    #[test]
    fn a_variant_is_the_base_and_its_own_change() {
        let (study, flaws) = with(
            r#"base: (north: "random", switches: {"A12_cavalry_depth": false}),
variants: [
    (name: "plan", south: "plans/armati/first_battle_horse_first"),
    (name: "less", leave_out: ["river-javelins", "oak-wood"], limit: (turns: 9, then: Wins(south))),
    (name: "other", north: "captain", units: {"river-horse-1": (at: (50, 10), prot: 2), "river-foot": (prot: 0)}),
    (name: "ground", terrain: [(name: "marsh", kind: "marsh", polygon: [(2, 2), (9, 2), (9, 9)])], deploy: Fixed),
    (name: "rules", preset: "base", sides: {south: (intent: RefuseLeft, command: (init: 6))}),
], difference: 0.1, error: 0.2, at_least: -0.05, pairs: 77"#,
        );
        assert_eq!(flaws, Vec::<String>::new());
        let study = study.unwrap();
        assert_eq!(study.rule, StopRule { difference: 0.1, error: 0.2, at_least: -0.05, pairs: 77 });
        let [base, plan, less, other, ground, rules] = &study.arms[..] else { panic!("six arms") };
        let north = |arm: &Arm| arm.change.players[0].as_ref().map(|who| who.name().to_owned()).unwrap_or_default();
        assert_eq!([base, plan, other].map(north), ["random", "random", "captain"]);
        assert!(matches!(plan.change.players[1], Some(Who::Plan(..))));
        assert!(study.arms.iter().all(|arm| arm.setup.switches.contains_key("A12_cavalry_depth")));
        let units = |arm: &Arm| arm.setup.sides[1].bodies.iter().map(|body| body.units.len()).sum::<usize>();
        assert_eq!((units(base), units(less)), (5, 4));
        assert_eq!((less.setup.limit.turns, less.setup.limit.then), (9, Then::Wins(Side::South)));
        let wood = |arm: &Arm| arm.setup.terrain.iter().any(|piece| piece.name == "oak-wood");
        assert!(wood(base) && !wood(less));
        let unit = |name: &str| {
            other.setup.sides[1].bodies.iter().flat_map(|b| &b.units).find(|u| u.name == name).cloned().unwrap()
        };
        let horse = |setup: &Setup| {
            setup.sides[1].bodies.iter().flat_map(|b| &b.units).find(|u| u.name == "river-horse-1").and_then(|u| u.pose)
        };
        let as_it_was = horse(&base.setup).unwrap().heading;
        assert_eq!(horse(&other.setup), Some(Pose { at: Vec2::new(50.0, 10.0), heading: as_it_was }));
        let prot = |name: &str| unit(name).fields["prot"].clone().into_rust::<u8>().unwrap();
        assert_eq!((prot("river-horse-1"), prot("river-foot-2"), prot("river-javelins-1")), (2, 0, 2));
        assert_eq!(ground.setup.terrain.len(), base.setup.terrain.len() + 1);
        assert_eq!(rules.setup.sides[1].intent.map(Intent::word), Some("RefuseLeft"));
        assert_eq!(rules.setup.sides[1].command["init"].clone().into_rust::<u8>().unwrap(), 6);
    }

    #[test]
    fn half_a_place_needs_a_unit_that_has_one() {
        let of = |place: &str| {
            let text = format!(
                r#"(study: "s", battle: "impetus/open_field", side: north, variants: [
(name: "a", units: {{"nobles-1": ({place})}}),
])"#
            );
            read(&text).1
        };
        for half in ["at: (20, 40)", "heading: 180"] {
            let flaws = of(half);
            assert!(matches!(&flaws[..], [flaw] if flaw.contains("has no place yet")), "{half}: {flaws:?}");
        }
        assert!(!of("at: (20, 40), heading: 180").iter().any(|flaw| flaw.contains("has no place yet")));
    }

    #[test]
    fn every_flaw_is_told_at_its_place() {
        let (_, flaws) = with(
            r#"variants: [
(name: "a", south: "captian"),
(name: "a", north: "plans/armati/first_battle_horse_first"),
(name: "b", leave_out: ["river-fot"]),
(name: "c", units: {"river-horse-1": (type: "HX")}),
(name: "d", units: {"river-foot": (at: (1, 2), heading: 0), "nobody": (prot: 1)}),
(name: "e", switches: {"A99_none": true}),
(name: "f"),
(name: "g", leave_out: ["river-foot-2"]),
(name: "h", south: "plans/armati/first_battle_horse_first", leave_out: ["hill-javelins"]),
], error: 2, swap: true, pair: 5"#,
        );
        let places: Vec<&str> = flaws.iter().filter_map(|flaw| flaw.split(": ").next()).collect();
        let wanted = [
            "3:20", "4:8", "4:20", "5:24", "6:45", "7:21", "7:61", "8:24", "9:1", "10:24", "10:24", "11:20", "12:11",
            "12:14", "12:14", "12:26",
        ];
        assert_eq!(places, wanted.map(|place| format!("study.ron:{place}")), "{flaws:#?}");
        assert!(flaws[0].contains("did you mean `captain`?"), "{}", flaws[0]);
        assert!(flaws[2].contains("is for south"), "{}", flaws[2]);
        assert!(flaws[3].contains("did you mean `river-foot`?"), "{}", flaws[3]);
        assert!(flaws[9].starts_with("study.ron:10:24: g: "), "{}", flaws[9]);
        assert!(flaws[15].contains("did you mean `pairs`?"), "{}", flaws[15]);
    }

    #[test]
    fn seats_are_swapped_only_to_compare_players() {
        let (study, flaws) = with(r#"variants: [(name: "random", south: "random")], swap: true"#);
        assert!(flaws.is_empty() && study.is_some_and(|study| study.swap), "{flaws:?}");
        let (_, flaws) = with(r#"variants: [(name: "short", limit: (turns: 9))], swap: true"#);
        assert!(flaws.len() == 1 && flaws[0].contains("changes something else"), "{flaws:?}");
    }

    #[test]
    fn shipped_studies_have_no_flaws() {
        let names = embedded::studies();
        assert!(names.len() >= 3, "{names:?}");
        for name in names {
            assert!(Study::load(RULESETS, &name).is_ok_and(|study| !study.contrasts.is_empty()), "{name}");
        }
    }
}

//! What rulesets tell of the ground that bars a unit, and of who rides, held against what they let happen.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::world::World;
use sandtable::battle::narrator::Narrator;
use sandtable::battle::{self, Access, Action, Ruleset, View};
use sandtable::dice::Dice;
use sandtable::ids::{Side, TerrainId, UnitId};
use sandtable::lab::chronicle::units_of;
use sandtable::players::Kind;
use sandtable::rules::RULESETS;
use sandtable::scenario::case::Case;
use sandtable::scenario::{self, embedded};

/// So many answers are given in each battle.
const ANSWERS: usize = 150;
/// Who stands on ground by no more than this does not stand on it, inches.
const GRAZE: f32 = -0.05;

/// The pieces that bar a unit and on which it stands all the same.
fn stands_on(world: &World, ruleset: &Ruleset, unit: UnitId) -> Vec<TerrainId> {
    let view = View::umpire(world);
    let pieces = view.ground().pieces().iter();
    let barred = pieces.filter(|piece| (ruleset.access)(&view, unit, piece) == Access::Barred);
    let meets = |print: &sandtable::table::Footprint, id| view.ground().under(&print.grown(GRAZE)).any(|p| p.id == id);
    barred.map(|piece| piece.id).filter(|id| view.feet(unit).iter().any(|foot| meets(&foot.print, *id))).collect()
}

/// Plays it at random; tells how many units were asked to march while ground barred them somewhere on the table.
fn played(battle: &str, seed: u64) -> usize {
    let mut opened = scenario::open(RULESETS, battle).unwrap();
    opened.begin(Dice::seeded(seed)).unwrap();
    let (ruleset, mut player) = (opened.ruleset, Kind::Random.make(&opened.ruleset, seed));
    let mut barred = 0;
    for _ in 0..ANSWERS {
        let view = View::umpire(&opened.world);
        let Some(side) = view.waiting().first().copied().filter(|_| view.ending().is_none()) else { break };
        let action = player.answer(&View::of(&opened.world, side), side);
        let marches = marching(&view, &action);
        let before: Vec<_> = marches.iter().map(|unit| stands_on(&opened.world, &ruleset, *unit)).collect();
        let told = format!("{battle}, seed {seed}: {action:?}");
        battle::submit(&mut opened.world, action).unwrap();
        for (unit, before) in marches.into_iter().zip(before) {
            let now = stands_on(&opened.world, &ruleset, unit);
            assert!(now.iter().all(|piece| before.contains(piece)), "{told}: {unit:?} stands on {now:?}");
            let view = View::umpire(&opened.world);
            barred +=
                view.ground().pieces().iter().filter(|p| (ruleset.access)(&view, unit, p) != Access::Free).count();
        }
    }
    barred
}

/// Those who march by an action.
fn marching(view: &View, action: &Action) -> Vec<UnitId> {
    let marches = !action.legs().is_empty();
    action.who.iter().filter(|_| marches).flat_map(|who| units_of(view, *who)).collect()
}

#[test]
fn no_march_ends_on_ground_that_bars_whoever_marches() {
    let mut rulesets = BTreeSet::new();
    for battle in embedded::battles() {
        if played(&battle, 1) > 0 {
            rulesets.extend(battle.split('/').next().map(str::to_owned));
        }
    }
    assert_eq!(rulesets.len(), RULESETS.len(), "nothing barred anybody, but in {rulesets:?}");
}

#[test]
fn horse_and_chariots_ride_and_foot_does_not() {
    let asked = [
        ("ancientmaster/kadesh", Some(true), Some(false)),
        ("battlesystem/greywater", Some(true), Some(false)),
        ("chainmail/courtrai", Some(true), Some(false)),
        // There how far it marches tells it.
        ("armati/first_battle", None, None),
        ("impetus/first_battle", None, None),
    ];
    for (battle, rides, walks) in asked {
        let mut opened = scenario::open(RULESETS, battle).unwrap();
        opened.begin(Dice::seeded(1)).unwrap();
        let view = View::umpire(&opened.world);
        let told: Vec<_> = Side::BOTH
            .into_iter()
            .flat_map(|side| view.roster().of(side).collect::<Vec<_>>())
            .map(|unit| (opened.ruleset.rides)(&view, unit))
            .collect();
        assert!(told.contains(&rides) && told.contains(&walks), "{battle}: {told:?}");
        assert!(rides.is_some() == told.iter().all(Option::is_some), "{battle}: {told:?}");
    }
}

/// What is told of every piece of a table, as `kind: sentences`; flaws of it are added to the others.
fn told(world: &World, ruleset: &Ruleset, flaws: &mut BTreeSet<String>) -> usize {
    let (view, texts) = (View::umpire(world), (ruleset.texts)());
    let narrator = Narrator::new(texts, view.names());
    let mut told = 0;
    for piece in view.ground().pieces() {
        let card = (ruleset.ground)(&view, piece);
        let mut flaw = |what: &str| {
            flaws.insert(format!("{}: {}: {what}", ruleset.name, piece.kind));
        };
        if card.kind.is_empty() {
            flaw("of no kind that the ruleset knows");
        }
        for note in &card.does {
            if !texts.sentences.contains_key(note.says.0) {
                flaw(note.says.0);
            }
            narrator.open_in_note(note).iter().for_each(|place| flaw(&format!("{}: {{{place}}}", note.says)));
            if !texts.rules.iter().any(|rule| rule.id == note.cite.0) {
                flaw(&format!("{} has no rule {}", note.says, note.cite));
            }
        }
        told += card.does.len();
    }
    told
}

#[test]
fn all_ground_of_battles_and_cases_is_told_with_its_rules() {
    let (mut flaws, mut counted) = (BTreeSet::new(), BTreeMap::new());
    for path in embedded::battles() {
        let opened = scenario::open(RULESETS, &path).unwrap();
        *counted.entry(opened.ruleset.name).or_insert(0) += told(&opened.world, &opened.ruleset, &mut flaws);
    }
    for path in embedded::cases() {
        let opened = Case::load(&path).unwrap().open(RULESETS).unwrap();
        *counted.entry(opened.ruleset.name).or_insert(0) += told(&opened.world, &opened.ruleset, &mut flaws);
    }
    assert!(flaws.is_empty(), "{}", flaws.into_iter().collect::<Vec<_>>().join("\n"));
    assert!(counted.len() == RULESETS.len() && counted.values().all(|sentences| *sentences > 0), "{counted:?}");
}

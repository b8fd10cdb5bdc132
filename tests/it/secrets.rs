//! What a side may not see makes no difference to it: hidden units are put elsewhere and sealed answers given otherwise,
//! and its captain, its offers, odds, cards and pictures stay the same. In every battle and case under `scenarios` that
//! has either, and in battles that are made to have them.

use bevy::ecs::world::World;
use sandtable::battle::setup::{Deploy, Setup};
use sandtable::battle::{
    Action, Ask, Choice, Opening, Range, Ref, Ruleset, Seen, Value, View, Wish, begin, begin_again, conceal, digest,
    state, submit, undo,
};
use sandtable::dice::Dice;
use sandtable::ids::{Side, UnitId};
use sandtable::picture::{draw, of_battle};
use sandtable::players::{Captain, Player, Random};
use sandtable::rules::armati::Hidden;
use sandtable::rules::{RULESETS, armati};
use sandtable::scenario::{Case, case::Do, embedded};
use sandtable::table::{Cdeg, Placement, Pose};

use crate::conformance::{battle, fresh};
use crate::drill;

/// Of a side's choices so many are judged, fitted and aimed, and of its pairs of enemies so many weighed.
const FEW: usize = 12;
/// So many positions of a battle with something hidden are looked at, and so many questions asked in secret.
const LOOKS: usize = 4;
/// So many answers of a battle that is played in search of them.
const ANSWERS: usize = 150;

/// A battle that is played, to look for secrets.
struct Hunt<'a> {
    name: &'a str,
    ruleset: &'a Ruleset,
    setup: &'a Setup,
    /// How often hidden units were put elsewhere.
    moved: usize,
    /// How often a sealed answer was given otherwise.
    resealed: usize,
}

impl<'a> Hunt<'a> {
    fn of(name: &'a str, ruleset: &'a Ruleset, setup: &'a Setup) -> Hunt<'a> {
        Hunt { name, ruleset, setup, moved: 0, resealed: 0 }
    }

    /// Plays the battle at random and looks wherever something is secret.
    fn play(mut self) -> Self {
        let mut world = fresh(self.ruleset, self.setup);
        let opening = Opening::take(&world);
        begin_again(&mut world, &opening, Dice::seeded(1)).unwrap();
        let mut players = Side::BOTH.map(|side| Random::eager(side.index() as u64));
        for n in 0..ANSWERS {
            let Some(side) = asked(&world) else { break };
            // Not all in the first turn.
            if n % 5 == 0 || is_secret(&world) {
                self.look(&mut world);
            }
            let action = players[side.index()].answer(&View::of(&world, side), side);
            submit(&mut world, action).unwrap();
        }
        self
    }

    fn look(&mut self, world: &mut World) {
        if self.moved < LOOKS {
            self.move_the_hidden(world);
        }
        if self.resealed < LOOKS {
            self.seal_otherwise(world);
        }
    }

    /// Wherever the hidden units stand, the other side knows the same.
    fn move_the_hidden(&mut self, world: &mut World) {
        let umpire = View::umpire(world);
        let hidden: Vec<(UnitId, Placement)> =
            umpire.roster().ids().filter_map(|unit| Some((unit, (self.ruleset.hidden)(&umpire, unit)?))).collect();
        for side in Side::BOTH {
            let others: Vec<_> = hidden.iter().filter(|(unit, _)| umpire_side(world, *unit) != side).cloned().collect();
            if others.is_empty() {
                continue;
            }
            let knows = self.known(world, side);
            let owner = self.known(world, side.other());
            let before = digest(world);
            for to in elsewhere(world, side).into_iter().take(3) {
                for (n, (unit, placement)) in others.iter().enumerate() {
                    let to = Pose { at: to.at + bevy::math::Vec2::X * n as f32, ..to };
                    let size = View::umpire(world).roster().base(*unit);
                    hide(world, *unit, placement.with_pose(to, size));
                }
                self.same(&knows, &self.known(world, side), side, "where the hidden stand");
                assert_ne!(owner, self.known(world, side.other()), "{}: their own side knows", self.name);
                self.moved += 1;
            }
            for (unit, placement) in &others {
                hide(world, *unit, placement.clone());
            }
            assert_eq!(digest(world), before, "{}", self.name);
        }
    }

    /// Whatever one side has answered in secret, the other knows the same until it has answered too.
    fn seal_otherwise(&mut self, world: &mut World) {
        if !is_secret(world) || View::umpire(world).waiting().len() < 2 {
            return;
        }
        for first in Side::BOTH {
            let knows = self.known(world, first.other());
            for action in answers(world, first) {
                submit(world, action).unwrap();
                self.same(&knows, &self.known(world, first.other()), first.other(), "what was answered");
                assert!(undo(world));
                self.resealed += 1;
            }
        }
    }

    fn same(&self, before: &Known, after: &Known, side: Side, what: &str) {
        for ((about, before), (_, after)) in before.iter().zip(after) {
            assert_eq!(before, after, "{}: {side} learns {what} from {about}", self.name);
        }
        assert_eq!(before.len(), after.len(), "{}: {side} learns {what}", self.name);
    }

    /// All that a side can find out.
    fn known(&self, world: &World, side: Side) -> Known {
        let (ruleset, view) = (self.ruleset, View::of(world, side));
        let units: Vec<UnitId> = view.roster().ids().collect();
        let each = |of: &dyn Fn(UnitId) -> String| units.iter().map(|unit| of(*unit)).collect::<Vec<_>>().join("\n");
        let mut known = vec![
            ("the question", format!("{:?}", view.question())),
            ("the table", format!("{:?}", view.layout().feet())),
            ("standings", each(&|unit| format!("{:?}", view.placement(unit)))),
            ("bodies", format!("{:?}", view.bodies())),
            ("cards", each(&|unit| format!("{:?}", (ruleset.card)(&view, unit)))),
            (
                "what units are worth",
                each(&|unit| format!("{} {}", (ruleset.unit_value)(&view, unit), (ruleset.strength)(&view, unit))),
            ),
            ("reach", each(&|unit| format!("{:?}", (ruleset.reach)(&view, unit)))),
            ("zones", each(&|unit| format!("{:?}", (ruleset.zones)(&view, unit)))),
            ("the hidden", each(&|unit| format!("{:?}", (ruleset.hidden)(&view, unit)))),
            ("danger", format!("{:?}", Side::BOTH.map(|side| (ruleset.danger)(&view, side)))),
            ("the score", format!("{:?}", Side::BOTH.map(|side| (ruleset.score)(&view, side)))),
            ("who is favoured", format!("{:?}", (ruleset.favoured)(&view))),
            ("the picture", draw(&of_battle::scene(&view, ruleset, self.setup))),
        ];
        let stands = |side: Side| view.roster().of(side).filter(|unit| !view.feet(*unit).is_empty()).take(3);
        for (a, b) in stands(side).flat_map(|a| stands(side.other()).map(move |b| (a, b))) {
            known
                .push(("odds", format!("{:?} {:?}", (ruleset.shot)(&view, a, b), (ruleset.line_of_fire)(&view, a, b))));
            let upon = sandtable::table::Edge::Front;
            let from = view.pose(b).unwrap();
            known.push((
                "odds",
                format!("{:?} {:?}", (ruleset.melee_odds)(&view, a, b, from), (ruleset.forecast)(&view, a, b, upon)),
            ));
        }
        if view.waiting().contains(&side) {
            let offer = view.offer(&Ask { barred: true, ..Ask::all() });
            known.push(("what is offered", format!("{offer:?}")));
            let every = offer.choices.len().div_ceil(FEW).max(1);
            for choice in offer.choices.iter().step_by(every) {
                known.push(("the judge", format!("{:?}", view.judge(&choice.action))));
                known.push(("what it comes to", (ruleset.preference)(&view, side, &choice.action).to_string()));
                known.push(("what fits", format!("{:?}", view.fit(&farthest(choice)))));
                let middle = bevy::math::Vec2::new(self.setup.table.0, self.setup.table.1) / 2.0;
                known.push(("what is aimed at", format!("{:?}", view.aim(choice, Wish::Toward(middle)))));
            }
            known.push(("its captain", format!("{:?}", Captain::new(ruleset).answer(&view, side))));
        }
        known
    }
}

type Known = Vec<(&'static str, String)>;

fn umpire_side(world: &World, unit: UnitId) -> Side {
    View::umpire(world).side_of(unit)
}

/// The side that answers next.
fn asked(world: &World) -> Option<Side> {
    let view = View::umpire(world);
    if view.ending().is_some() { None } else { view.waiting().first().copied() }
}

fn is_secret(world: &World) -> bool {
    View::umpire(world).question().is_some_and(|question| question.is_secret())
}

/// Some of a side's answers, no two alike.
fn answers(world: &World, side: Side) -> Vec<Action> {
    let mut all: Vec<Action> = Vec::new();
    for seed in 0..6 {
        let action = Random::new(seed).answer(&View::of(world, side), side);
        if !all.contains(&action) {
            all.push(action);
        }
    }
    all.truncate(3);
    all
}

/// The choice with its values as far as they go.
fn farthest(choice: &Choice) -> Action {
    let mut action = choice.action.clone();
    for param in &choice.params {
        match param.range {
            Range::Length(_, most) => param.put(&mut action, Value::Length(most)),
            Range::Angle(_, most) => param.put(&mut action, Value::Angle(most)),
            Range::Whole(_, most) => param.put(&mut action, Value::Whole(most)),
            _ => {}
        }
    }
    action
}

/// Where it would make a difference to that side: close behind its units, and close before them.
fn elsewhere(world: &World, side: Side) -> Vec<Pose> {
    let view = View::umpire(world);
    let feet = || view.layout().feet().iter().filter(|foot| foot.side == side);
    let off = |print: &sandtable::table::Footprint, inches: f32| {
        let (sin, cos) = sandtable::table::turn(print.heading);
        let at = print.centre + bevy::math::Vec2::new(sin, cos) * (print.half_depth + inches);
        Pose { at, heading: (print.heading + Cdeg::HALF).heading() }
    };
    let behind = feet().map(|foot| off(&foot.print.faced(Cdeg::HALF), 2.0));
    let before = feet().map(|foot| off(&foot.print, 4.0));
    behind.zip(before).flat_map(|(behind, before)| [behind, before]).collect()
}

/// Puts a hidden unit elsewhere.
fn hide(world: &mut World, unit: UnitId, placement: Placement) {
    let entity = world.resource::<sandtable::battle::Roster>().entity(unit);
    world.entity_mut(entity).insert(Hidden(placement));
}

/// First battle, deployed in secret, with woods nearly everywhere in both zones.
fn ambushes() -> Setup {
    let mut setup = crate::play::ambushes();
    setup.title = "ambushes".into();
    setup
}

#[test]
fn no_battle_tells_a_side_what_is_secret() {
    let (mut moved, mut resealed) = (0, 0);
    let mut play = |name: &str, ruleset: &Ruleset, setup: &Setup| {
        let hunt = Hunt::of(name, ruleset, setup).play();
        moved += hunt.moved;
        resealed += hunt.resealed;
        (hunt.moved, hunt.resealed)
    };
    for name in embedded::battles() {
        let setup = battle(&name);
        let ruleset = RULESETS.iter().find(|ruleset| ruleset.name == setup.ruleset).unwrap();
        let (_, orders) = play(&name, ruleset, &setup);
        let together = setup.switches.get("simultaneous") == Some(&true);
        assert!(orders > 0 || !together, "{name} has orders in secret");
        let mut free = Setup { deploy: Deploy::Free, ..setup };
        let secret = if ruleset.name == armati::RULESET.name { "ambush" } else { "secret_deployment" };
        if (ruleset.texts)().switches.iter().all(|switch| switch.name != secret) {
            continue; // It has no deployment in secret.
        }
        free.switches.insert(secret.into(), true);
        let (_, sealed) = play(&format!("{name}, deployed in secret"), ruleset, &free);
        assert!(sealed > 0, "{name} is deployed in secret");
    }
    let (hidden, _) = play("ambushes", &armati::RULESET, &ambushes());
    assert!(hidden > 0, "somebody lies in ambush");
    let (_, orders) = play("the drill", &drill::RULESET, &battle(drill::BATTLE));
    assert!(orders > 0, "the drill has orders in secret");
    assert!(moved > 0 && resealed > 0);
}

/// The cases are played as they are written.
#[test]
fn no_case_tells_a_side_what_is_secret() {
    let speaks = ["hidden: true", "secret", "Free", "\"full\"", "X1_commands", "simultaneous"];
    let (mut hidden, mut sealed) = (0, 0);
    for path in embedded::cases() {
        let text = embedded::file(&path).unwrap();
        if !speaks.iter().any(|word| text.contains(word)) {
            continue;
        }
        let case = Case::load(&path).unwrap_or_else(|flaws| panic!("{flaws:?}"));
        for block in &case.blocks {
            let mut opened = case.open(RULESETS).unwrap_or_else(|flaws| panic!("{flaws:?}"));
            opened.world.insert_resource(Dice::scripted(&block.dice, Some(1)));
            begin(&mut opened.world).unwrap();
            let (ruleset, setup) = (opened.ruleset, opened.setup.clone());
            let mut hunt = Hunt::of(&path, &ruleset, &setup);
            hunt.look(&mut opened.world);
            for todo in &block.todo {
                let Do::Act(line) = &todo.what else { continue };
                let names = View::umpire(&opened.world).names();
                let action = sandtable::battle::notation::read(line, &names).unwrap();
                submit(&mut opened.world, action).unwrap_or_else(|why| panic!("{path}: {line}: {why:?}"));
                hunt.look(&mut opened.world);
            }
            hidden += usize::from(hunt.moved > 0);
            sealed += usize::from(hunt.resealed > 0);
        }
    }
    assert!(hidden > 12 && sealed > 4, "{hidden} {sealed}");
}

/// North's march is led by what north sees, and goes on by what is there.
#[test]
fn a_march_onto_what_is_concealed_is_accepted_and_interrupted() {
    let [horse, foe] = [UnitId(0), UnitId(3)];
    let orders = |side: Side, line: &str, world: &mut World| {
        let names = View::umpire(world).names();
        let action = sandtable::battle::notation::read(line, &names).unwrap();
        assert_eq!(action.who, [Ref::Side(side)]);
        submit(world, action).unwrap();
    };
    let begun = || {
        let mut world = fresh(&drill::RULESET, &battle(drill::BATTLE));
        world.insert_resource(Dice::scripted(
            &[6, 1, 1, 1].map(|die| sandtable::dice::Scripted { die, why: None }),
            Some(1),
        ));
        begin(&mut world).unwrap();
        conceal(&mut world, foe, true);
        let order = |unit, to, by| format!("{unit}: order to={to}, by={by}");
        let of = |side: &str, first: String| {
            let rest = ["foot", "guard"].map(|unit| order(format!("{}-{unit}", &side[..1]), "hold", 0));
            format!("{side}: orders {{ {first} | {} | {} }}", rest[0], rest[1])
        };
        orders(Side::North, &of("north", order("n-horse".to_owned(), "march", 6)), &mut world);
        orders(Side::South, &of("south", order("s-horse".to_owned(), "hold", 0)), &mut world);
        world
    };
    let mut world = begun();
    let (north, south, open) = (View::of(&world, Side::North), View::of(&world, Side::South), View::open(&world));
    for view in [north, open, south.seen_by(Side::North), View::umpire(&world).seen_by(Side::North)] {
        assert_eq!((view.placement(foe), view.feet(foe).len()), (&Placement::Off, 0));
        assert_eq!(view.layout().feet().len() + 1, south.layout().feet().len());
        assert_eq!(view.unit_state::<drill::state::Strength>(foe).0, 0, "its state is hidden with it");
        assert!(view.get::<drill::state::Kind>(foe).is_some(), "the lists say what it is");
    }
    assert_eq!((south.feet(foe).len(), south.unit_state::<drill::state::Strength>(foe).0), (1, 3));
    assert_eq!(View::umpire(&world).feet(foe), south.feet(foe));
    assert_eq!(<drill::state::Kind as Seen>::BY, sandtable::battle::Eyes::Everybody);

    let ahead = Action::along(Ref::Unit(horse), vec![sandtable::table::Leg::Ahead(sandtable::table::Mil::inches(6))]);
    assert_eq!(north.fit(&ahead).unwrap().action.legs(), ahead.legs(), "it is not fitted shorter");
    assert!(north.judge(&ahead).is_ok());
    submit(&mut world, ahead).unwrap();
    assert_eq!(asked(&world), Some(Side::South), "it is in the zone of one that it did not see, who may react");
}

/// The layouts of those who see less follow the truth.
#[test]
fn whoever_is_concealed_moves_unseen_and_others_are_seen_to_move() {
    let mut world = fresh(&drill::RULESET, &battle(drill::BATTLE));
    let [friend, foe] = [UnitId(0), UnitId(3)];
    conceal(&mut world, foe, true);
    let to = |x: f32| Placement::block(Pose::new(x, 4.0, 0.0), 2, 1);
    state::station(&mut world, foe, to(3.0));
    state::station(&mut world, friend, to(9.0));
    let x = |view: View, unit| view.hull(unit).map(|print| print.pose().at.x);
    for view in [View::of(&world, Side::North), View::open(&world)] {
        assert_eq!((x(view, foe), x(view, friend)), (None, Some(9.0)));
    }
    for view in [View::of(&world, Side::South), View::umpire(&world)] {
        assert_eq!((x(view, foe), x(view, friend)), (Some(3.0), Some(9.0)));
    }
    conceal(&mut world, foe, false);
    assert_eq!(x(View::of(&world, Side::North), foe), Some(3.0));
}

//! What a battle costs: whole battles, one judgement, one undo, exact odds, the check of a file, and what grows with
//! the number of bases. `cargo bench`; the numbers stand in README.md beside this file.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy::ecs::world::World;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sandtable::battle::{
    Action, Ask, Choice, Journal, Opening, Ruleset, View, begin_again, judge, offer, submit, undo,
};
use sandtable::dice::Dice;
use sandtable::ids::{Side, UnitId};
use sandtable::lab::{BUDGET, play};
use sandtable::players::{Kind, Player};
use sandtable::rules::RULESETS;
use sandtable::scenario;
use sandtable::table::walk::{Scene, walk};
use sandtable::table::{BaseSize, Cdeg, Ground, Layout, Leg, Mil, Placement, Pose};

const BATTLES: &[&str] = &["armati/first_battle", "armati/zama"];
const BASES: &[usize] = &[20, 200, 2_000];

fn main() {
    divan::main();
}

/// A battle that can be begun again and again.
struct Table {
    ruleset: Ruleset,
    world: World,
    opening: Opening,
    seeds: AtomicU64,
}

impl Table {
    fn of(name: &str) -> Table {
        let opened = scenario::open(RULESETS, name).unwrap_or_else(|flaws| panic!("{name}: {flaws:?}"));
        let opening = Opening::take(&opened.world);
        Table { ruleset: opened.ruleset, world: opened.world, opening, seeds: AtomicU64::new(0) }
    }

    /// Plays the next battle to its end; returns how many answers it took.
    fn play(&mut self, kind: Kind) -> u64 {
        let seed = self.seeds.fetch_add(1, Ordering::Relaxed);
        begin_again(&mut self.world, &self.opening, Dice::seeded(seed)).expect("seeded dice never run out");
        let [mut north, mut south] = [2, 3].map(|stream| kind.make(&self.ruleset, seed * 4 + stream));
        play(&mut self.world, [&mut *north, &mut *south], BUDGET).actions
    }

    /// Plays on with captains until a side is asked for a march, and returns the side.
    fn until_a_march(&mut self) -> Side {
        begin_again(&mut self.world, &self.opening, Dice::seeded(1)).expect("seeded dice never run out");
        let mut captains: Vec<Box<dyn Player>> = Side::BOTH.map(|_| Kind::Captain.make(&self.ruleset, 1)).into();
        loop {
            let side = View::umpire(&self.world).waiting()[0];
            let choices = View::of(&self.world, side).offer(&Ask::all()).choices;
            if choices.iter().filter(|choice| choice.action.key.0 == "move").count() > 1 {
                return side;
            }
            let action = captains[side.index()].answer(&View::of(&self.world, side), side);
            submit(&mut self.world, action).expect("the captain's answers are accepted");
        }
    }
}

/// A whole battle, captain against captain.
#[divan::bench(args = BATTLES)]
fn captain(bencher: Bencher, name: &str) {
    let mut table = Table::of(name);
    bencher.bench_local(|| table.play(Kind::Captain));
}

/// A thousand answers of random legal play and more: whole battles, told by the answer.
#[divan::bench(args = BATTLES)]
fn random(bencher: Bencher, name: &str) {
    let mut table = Table::of(name);
    let answers: u64 = (0..20).map(|_| table.play(Kind::Random)).sum();
    table.seeds = AtomicU64::new(0);
    bencher.counter(ItemsCount::new(answers)).bench_local(|| {
        table.seeds = AtomicU64::new(0);
        (0..20).map(|_| table.play(Kind::Random)).sum::<u64>()
    });
}

/// One judgement of each march on offer, told by the march.
#[divan::bench(args = BATTLES)]
fn judgement(bencher: Bencher, name: &str) {
    let mut table = Table::of(name);
    let side = table.until_a_march();
    let choices: Vec<Choice> = offer(&table.world, side, &Ask::all()).choices.into_iter().collect();
    let actions: Vec<Action> = choices.into_iter().map(|choice| choice.action).collect();
    bencher
        .counter(ItemsCount::new(actions.len()))
        .bench_local(|| actions.iter().filter(|action| judge(&table.world, black_box(action)).is_ok()).count());
}

/// All of a battle taken back to its opening.
#[divan::bench(args = BATTLES)]
fn undo_whole_battle(bencher: Bencher, name: &str) {
    bencher
        .with_inputs(|| {
            let mut table = Table::of(name);
            table.play(Kind::Captain);
            table
        })
        .bench_local_values(|mut table| {
            while undo(&mut table.world) {}
            table.world.resource::<Journal>().depth()
        });
}

/// The exact odds of one fight, front to front.
#[divan::bench(args = BATTLES)]
fn odds(bencher: Bencher, name: &str) {
    let mut table = Table::of(name);
    let side = table.until_a_march();
    let view = View::of(&table.world, side);
    let placement = |side: Side| view.roster().of(side).filter(|unit| view.hull(*unit).is_some());
    let upon = |target: UnitId| {
        let print = view.hull(target).expect("on the table");
        Pose { at: print.front(), heading: (print.heading + Cdeg::HALF).heading() }
    };
    // Not everyone may charge everyone: the first two that would come to blows.
    let mut pairs = placement(side).flat_map(|own| placement(side.other()).map(move |enemy| (own, enemy)));
    let (attacker, target) = pairs
        .find(|(own, enemy)| (table.ruleset.melee_odds)(&view, *own, *enemy, upon(*enemy)).is_some())
        .expect("somebody can fight somebody");
    let from = upon(target);
    bencher.bench_local(|| (table.ruleset.melee_odds)(black_box(&view), attacker, target, from));
}

/// A scenario's file and all that it names, read and mustered.
#[divan::bench(args = BATTLES)]
fn check(bencher: Bencher, name: &str) {
    bencher.bench_local(|| scenario::open(RULESETS, black_box(name)).is_ok());
}

/// A wheel and a march among so many bases in lines.
#[divan::bench(args = BASES)]
fn march_among(bencher: Bencher, bases: usize) {
    let size = BaseSize::new(2.4, 1.8);
    let mut layout = Layout::new((0..bases).map(|n| (if n % 2 == 0 { Side::South } else { Side::North }, size)));
    let columns = 40;
    for n in 0..bases {
        let (column, rank) = (n % columns, n / columns);
        let pose = Pose::new(10.0 + column as f32 * 3.0, 10.0 + rank as f32 * 6.0, 0.0);
        layout.place(UnitId(n as u16), &Placement::block(pose, 1, 1));
    }
    let ground = Ground::new(140.0, 340.0, &[]).expect("a bare table");
    let scene = Scene { layout: &layout, ground: &ground, zones: &[] };
    let movers = &layout.feet()[7..8];
    let legs = [Leg::Wheel(Cdeg::degrees(20)), Leg::Ahead(Mil::inches(12))];
    bencher.bench_local(|| walk(black_box(&scene), movers, &legs));
}

/// One unit put elsewhere among so many bases.
#[divan::bench(args = BASES)]
fn place_among(bencher: Bencher, bases: usize) {
    let size = BaseSize::new(2.4, 1.8);
    let mut layout = Layout::new((0..bases).map(|_| (Side::South, size)));
    let placement = |n: usize, y: f32| Placement::block(Pose::new(n as f32 % 97.0, y, 0.0), 1, 1);
    for n in 0..bases {
        layout.place(UnitId(n as u16), &placement(n, (n / 97) as f32 * 3.0));
    }
    let mut y = 0.0;
    bencher.bench_local(|| {
        y += 0.1;
        layout.place(UnitId(7), &placement(7, y));
    });
}

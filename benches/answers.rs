//! What one answer of random legal play costs: the offer of the whole question, the fitting of an answer, its
//! submission; and how much of the offers was kept. `cargo bench --bench answers -- [--games N] [BATTLE ...]`: with
//! `--games` that many games of each battle instead of five seconds of them, so that two runs do the same and their
//! instructions can be counted (`valgrind --tool=callgrind`); the digest of how they ended tells that they did.

use std::time::{Duration, Instant};

use sandtable::battle::{Ask, Opening, View, begin_again, digest, kept, submit};
use sandtable::dice::Dice;
use sandtable::players::Random;
use sandtable::rules::RULESETS;
use sandtable::scenario;

const BATTLES: [&str; 7] = [
    "armati/first_battle",
    "armati/zama",
    "impetus/first_battle",
    "impetus/zama",
    "ancientmaster/first_battle",
    "battlesystem/first_battle",
    "chainmail/first_battle",
];
/// Battles are played for that long where no number of games is asked for.
const ENOUGH: Duration = Duration::from_secs(5);

/// How long each part of all answers took together.
#[derive(Default)]
struct Spent {
    answers: u32,
    offer: Duration,
    draw: Duration,
    fit: Duration,
    submit: Duration,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut named, mut games) = (Vec::new(), None);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--games" => games = args.next().and_then(|games| games.parse().ok()),
            _ if arg.starts_with('-') => {}
            _ => named.push(arg),
        }
    }
    let battles = if named.is_empty() { BATTLES.map(String::from).to_vec() } else { named };
    println!("battle | answers/s | offer, draw, fit, submit: µs an answer | kept");
    for battle in battles {
        measure(&battle, games);
    }
}

fn measure(battle: &str, games: Option<u64>) {
    let mut world = scenario::open(RULESETS, battle).unwrap_or_else(|flaws| panic!("{battle}: {flaws:?}")).world;
    let opening = Opening::take(&world);
    let (mut spent, mut seed, mut ends, begun) = (Spent::default(), 0, 0_u64, Instant::now());
    while games.map_or_else(|| begun.elapsed() < ENOUGH, |games| seed < games) {
        begin_again(&mut world, &opening, Dice::seeded(seed)).expect("seeded dice never run out");
        let mut players = [2, 3].map(|stream| Random::new(seed * 4 + stream));
        while View::umpire(&world).ending().is_none() {
            let side = View::umpire(&world).waiting()[0];
            let view = View::of(&world, side);
            let offer = timed(&mut spent.offer, || view.offer(&Ask::all()));
            let action = timed(&mut spent.draw, || players[side.index()].draw(&offer)).expect("something is offered");
            let fitted = timed(&mut spent.fit, || view.fit(&action)).map_or(action, |fitted| fitted.action);
            drop(offer);
            timed(&mut spent.submit, || submit(&mut world, fitted)).expect("what is offered is accepted");
            spent.answers += 1;
        }
        ends = ends.rotate_left(1) ^ digest(&world).0;
        seed += 1;
    }
    let each = |part: Duration| part.as_secs_f64() * 1e6 / f64::from(spent.answers);
    let parts = [spent.offer, spent.draw, spent.fit, spent.submit];
    let whole: Duration = parts.iter().sum();
    let kept: Vec<String> = kept::shares(&world)
        .into_iter()
        .map(|(kind, share)| {
            format!("{kind} {:.0} % of {}", 100.0 * share.kept as f64 / share.asked as f64, share.asked)
        })
        .collect();
    println!(
        "{battle} | {:.0} | {:.1}, {:.1}, {:.1}, {:.1} | {}",
        f64::from(spent.answers) / whole.as_secs_f64(),
        each(parts[0]),
        each(parts[1]),
        each(parts[2]),
        each(parts[3]),
        kept.join("; ")
    );
    if games.is_some() {
        println!("{} answers in {seed} games, ending in {ends:016x}", spent.answers);
    }
}

fn timed<T>(spent: &mut Duration, what: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = what();
    *spent += begun.elapsed();
    result
}

//! What one answer of random legal play costs: the offer of the whole question, the fitting of an answer, its
//! submission; and how much of the offers was kept. `cargo bench --bench answers [BATTLE ...]`.

use std::time::{Duration, Instant};

use sandtable::battle::{Ask, Opening, View, begin_again, kept, submit};
use sandtable::dice::Dice;
use sandtable::players::Random;
use sandtable::rules::RULESETS;
use sandtable::scenario;

const BATTLES: [&str; 4] = ["armati/first_battle", "armati/zama", "impetus/first_battle", "impetus/zama"];
/// Battles are played for that long.
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
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let battles = if named.is_empty() { BATTLES.map(String::from).to_vec() } else { named };
    println!("battle | answers/s | offer, draw, fit, submit: µs an answer | kept");
    for battle in battles {
        measure(&battle);
    }
}

fn measure(battle: &str) {
    let mut world = scenario::open(RULESETS, battle).unwrap_or_else(|flaws| panic!("{battle}: {flaws:?}")).world;
    let opening = Opening::take(&world);
    let (mut spent, mut seed, begun) = (Spent::default(), 0, Instant::now());
    while begun.elapsed() < ENOUGH {
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
}

fn timed<T>(spent: &mut Duration, what: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = what();
    *spent += begun.elapsed();
    result
}

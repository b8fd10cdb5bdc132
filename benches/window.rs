//! What the window costs: a frame of a table with five hundred bases, and the way from nothing to the choice of
//! battles. `cargo bench --bench window`; the numbers stand in README.md beside this file.

use std::fmt::Write;

use divan::{Bencher, black_box};
use sandtable::gui::measure::{self, Table};
use sandtable::rules::RULESETS;

fn main() {
    divan::main();
}

/// Two armies of 250 units each, all on the table.
fn crowd() -> Table {
    let mut sides = String::new();
    for (side, y, heading) in [("north", 44.0, 180), ("south", 4.0, 0)] {
        let mut bodies = String::new();
        for n in 0..250 {
            let (column, row) = (f64::from(n % 27), f64::from(n / 27));
            let x = 2.0 + column * 2.6;
            let at = if heading == 0 { y + row * 1.8 } else { y - row * 1.8 };
            let unit = format!("(name: \"{side}-{n}\", type: \"SI\", at: ({x:.1}, {at:.1}), heading: {heading},");
            let values = "fv: (3, 1, 2), prot: 2, weapon: \"javelin\")";
            writeln!(bodies, "(name: \"{side}-body-{n}\", controlled: false, units: [{unit} {values}]),").unwrap();
        }
        let command = "command: (h: 2, l: 2, bp: 9, init: 5)";
        writeln!(sides, "{side}: (name: \"{side}\", {command}, bodies: [{bodies}]),").unwrap();
    }
    let text = format!(
        "(ruleset: \"armati\", title: \"A crowd\", table: (72, 48), preset: \"base\",
          limit: (turns: 12, then: Compare), deploy: Fixed, sides: {{ {sides} }})"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crowd.ron");
    std::fs::write(&path, text).unwrap();
    let mut table = Table::of(RULESETS, path.to_str().unwrap()).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    assert_eq!(table.bases(), 500);
    table
}

/// A frame in which nothing happens. The window draws none such; it is what every frame has in it.
#[divan::bench]
fn five_hundred_bases_still(bencher: Bencher) {
    let mut table = crowd();
    bencher.bench_local(|| table.still());
}

/// A frame in which the pointer moves over the table.
#[divan::bench]
fn five_hundred_bases_pointed_at(bencher: Bencher) {
    let (mut table, mut n) = (crowd(), 0);
    bencher.bench_local(|| {
        n += 1;
        table.pointed(n)
    });
}

/// The same on a battle of forty units.
#[divan::bench]
fn zama_pointed_at(bencher: Bencher) {
    let (mut table, mut n) = (Table::of(RULESETS, "armati/zama").unwrap_or_else(|flaws| panic!("{flaws:?}")), 0);
    bencher.bench_local(|| {
        n += 1;
        table.pointed(n)
    });
}

/// The start screen's first frame: battles read, mustered and laid out, fonts made.
#[divan::bench]
fn first_frame() -> usize {
    black_box(measure::first_frame(RULESETS))
}

/// The start screen with the pictures of all battles drawn.
#[divan::bench(sample_count = 3)]
fn start_screen() -> u32 {
    black_box(measure::start_screen(RULESETS))
}

//! What is refused says what is wrong with it, and what would be right.

use sandtable::battle::narrator::Narrator;
use sandtable::battle::notation::read;
use sandtable::battle::{Ask, NameTable, View, judge, offer, submit};
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::rules::RULESETS;
use sandtable::scenario::{self, Opened};

/// The first battle of a ruleset when that question is asked for the first time, and who is asked.
fn asked(ruleset: &str, question: &str) -> (Opened, Side) {
    let mut opened = scenario::open(RULESETS, &format!("{ruleset}/first_battle")).unwrap();
    opened.begin(Dice::seeded(1)).unwrap();
    loop {
        let view = View::umpire(&opened.world);
        let side = view.waiting()[0];
        if view.question().is_some_and(|asked| asked.key.0 == question) {
            return (opened, side);
        }
        let choices = offer(&opened.world, side, &Ask::all()).choices;
        let ends = choices.iter().find(|choice| choice.ends).or(choices.first()).unwrap();
        submit(&mut opened.world, ends.action.clone()).unwrap();
    }
}

/// Asserts what is said of each line: `own` is the town that is asked, `foe` the other one.
fn told(ruleset: &str, question: &str, lines: &[(&str, &str)]) {
    let (opened, side) = asked(ruleset, question);
    let (own, foe) = if side == Side::South { ("river", "hill") } else { ("hill", "river") };
    let names = NameTable::new(&opened.world);
    let narrator = Narrator::new((opened.ruleset.texts)(), names);
    let placed = |text: &str| {
        let text = text.replace("own-", &format!("{own}-")).replace("foe-", &format!("{foe}-"));
        text.replace("Own-", &format!("{}{}-", own[..1].to_uppercase(), &own[1..])).replace("SIDE", side.name())
    };
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|(line, says)| {
            let action = read(&placed(line), &names).unwrap_or_else(|why| panic!("{line}: {why}"));
            let told = judge(&opened.world, &action).err().map_or("accepted".to_owned(), |why| narrator.refusal(&why));
            (told != placed(says)).then(|| format!("{line}\n    {told}\n    {}", placed(says)))
        })
        .collect();
    assert!(wrong.is_empty(), "{ruleset}:\n  {}", wrong.join("\n  "));
}

#[test]
fn impetus_tells_what_would_be_right() {
    told(
        "impetus",
        "activate",
        &[
            (
                "own-foot-1: wheel left 10, ahead 1, wheel left 10",
                "Own-foot-1: wheel, ahead and wheel is no move. It goes ahead, or wheels and then goes ahead; or aside; or turns, and goes ahead before or after it.",
            ),
            ("own-foot-1 + own-foot-2: rally", "Rally: 2 are named, 1 may be."),
            ("own-foot-1: rally at=own-foot-2", "Rally is said alone: it has no at."),
            ("own-foot-1: shoot at=foe-foot-1", "Shoot needs moves=…, which is not said."),
            ("own-foot-1: ahead 1, halt=yes", "Own-foot-1: only with war chariots is it said whether they halt."),
            ("own-foot-1: done", "Done is for SIDE, not for own-foot-1."),
            (
                "own-foot-1: retreat",
                "Retreat is no answer now. These are: move, shoot, rally, rally-other, rush, fight, shieldwall, stand-ready and done.",
            ),
        ],
    );
}

#[test]
fn ancientmaster_tells_what_would_be_right() {
    told(
        "ancientmaster",
        "command",
        &[
            ("own-foot-1 + own-foot-1: order by=own-general", "Own-foot-1 is named twice."),
            ("own-general: order by=own-general", "Order is for units of SIDE on the table, not for own-general."),
            ("own-foot-1: order by=foe-general", "By may be own-general and own-hero, and nothing else."),
            ("own-foot-1 + own-foot-2: charge at=foe-foot-1", "Charge: 2 are named, 1 may be."),
            ("own-foot-1: charge", "Charge needs at=…, which is not said."),
            ("own-foot-1: evade into=irregular", "Into may be line and column, and nothing else."),
            ("own-foot-1: done", "Done is for SIDE, not for own-foot-1."),
        ],
    );
}

#[test]
fn armati_tells_what_would_be_right() {
    told(
        "armati",
        "move",
        &[
            (
                "own-foot: ahead 1, wheel left 10",
                "Own-foot: ahead and wheel is no order of legs. About-face comes first, then one wheel, then straight ahead.",
            ),
            ("own-foot: face right 90", "Own-foot turns by 90°: where it stands a division only faces about, by 180°."),
            ("own-foot: split", "Split needs off=…, which is not said."),
            ("own-javelins: done", "Done is for SIDE, not for own-javelins."),
            ("own-captain: ride", "Ride needs places=…, which is not said."),
        ],
    );
}

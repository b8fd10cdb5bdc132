//! The drill's book: its rules, its words and its numbers.

use std::sync::LazyLock;

use sandtable::battle::Texts;
use sandtable::cite::{Cite, Word};
use sandtable::table::{Cdeg, Mil};

pub const TURN: Cite = Cite("D1");
pub const ORDERS: Cite = Cite("D2");
pub const COMMAND: Cite = Cite("D3");
pub const MARCH: Cite = Cite("D4");
pub const REFORM: Cite = Cite("D5");
pub const REACTION: Cite = Cite("D6");
pub const CUT_SHORT: Cite = Cite("D7");
pub const MELEE: Cite = Cite("D8");
pub const RETREAT: Cite = Cite("D9");
pub const PURSUIT: Cite = Cite("D10");
pub const DEFEAT: Cite = Cite("D11");
pub const DUSK: Cite = Cite("D12");
pub const LOSSES: Cite = Cite("D13");

/// The most that one unit, and all units of a side together, may be ordered to march.
pub const ONE_MARCH: Mil = Mil::inches(6);
pub const ALL_MARCHES: Mil = Mil::inches(12);
/// The least march that is worth an order.
pub const LEAST_MARCH: Mil = Mil(100);
/// A total of two dice above this is not obeyed.
pub const OBEYS: i32 = 9;
/// The largest wheel either way.
pub const WHEEL: Cdeg = Cdeg::degrees(30);
/// How far before a front enemies are reacted to.
pub const ZONE: Mil = Mil::inches(3);
/// A volley hits with this or less on a d100.
pub const VOLLEY: u8 = 40;
pub const FALL_BACK: Mil = Mil::inches(2);
pub const RETREATS: Mil = Mil::inches(2);
pub const PURSUES: Mil = Mil::inches(2);
/// What bracing adds in melee.
pub const BRACED: i32 = 2;
/// Bases that foot loses with each strength.
pub const FOOT_LOSES: u8 = 3;
/// A side with fewer units on the table has lost.
pub const LEAST_UNITS: usize = 3;

pub const BY: Word = Word("by");
pub const TO: Word = Word("to");
pub const AT: Word = Word("at");
pub const STRENGTH: Word = Word("strength");
pub const BASES: Word = Word("bases");

/// The book as data, in the forms in which files hold it.
const RULES: &str = r#"(rules: [
    (id: "D1", title: "The turn", text: "Orders, initiative, the acts of the first side, those of the second, dusk.", source: Design),
    (id: "D2", title: "Orders", text: "Both sides write in secret, one order after another, what each unit does: hold, brace, or march up to 6 inches. All marches of a side together are 12 inches at most. A unit without an order holds.", source: Design),
    (id: "D3", title: "Command", text: "A unit obeys on 9 or less with two dice. If it does not, its side's acts are over.", source: Design),
    (id: "D4", title: "Marches", text: "A block ordered to march wheels up to 30 degrees, which its outer corner pays for, and then goes straight ahead. It runs into no friend and not off the table.", source: Design),
    (id: "D5", title: "Guards", text: "A guard is called on before it is told where to go. When it obeys, its stands are placed anew, none farther from where it stood than its order says, all facing alike and each touching another.", source: Design),
    (id: "D6", title: "Reaction", text: "Whoever comes within 3 inches ahead of an enemy block is reacted to, once in a march: the block stands, falls back up to 2 inches, or volleys and hits on 40 or less of a hundred.", source: Design),
    (id: "D7", title: "Cut short", text: "A march that was interrupted goes on as it was ordered, as far as it can. A hit ends it.", source: Design),
    (id: "D8", title: "Melee", text: "Both add a ten-sided die to their strength, 2 more when braced. The lower loses one strength and retreats. If they are equal, whoever came retreats without loss.", source: Design),
    (id: "D9", title: "Retreat", text: "2 inches straight back. A unit that has less room loses another strength. Without strength it is gone.", source: Design),
    (id: "D10", title: "Pursuit", text: "A block that has beaten an enemy may follow straight ahead up to 2 inches, and fights whom it meets.", source: Design),
    (id: "D11", title: "Defeat", text: "A side with fewer than three units on the table has lost.", source: Design),
    (id: "D12", title: "Dusk", text: "After the last turn both sides may want one more. Then the side with more strength left has won.", source: Design),
    (id: "D13", title: "Losses", text: "With each strength but the last, foot loses three bases from its last rank, all but one at most; fewer than four stand side by side. A guard loses a stand that its own side picks, but never the last.", source: Design),
], presets: {"plain": []}, usual: "plain")"#;

const WORDS: &str = r#"(
    sentences: {
        "obeys": "{who} obeys with {die} and {die2}.",
        "disobeys": "{who} does not obey: {die} and {die2}.",
        "initiative": "North rolls {die}, south {die2}.",
        "cut-short": "{who} goes no farther.",
        "far": "{who} would go {measured} inches, {limit} at most.",
        "wheels-far": "{who} would wheel {measured} degrees, {limit} at most.",
        "sum": "All marches together are {measured} inches, {limit} at most.",
        "blocked": "{who} would run into {other} after {limit} inches.",
        "edge": "{who} would leave the table after {limit} inches.",
        "apart": "The stands of {who} would not touch.",
        "askew": "The stands of {who} would not face alike.",
        "overlaps": "{who} would stand on {other}.",
        "no-order": "{who} has no order to march.",
        "acted": "{who} has acted.",
        "no-march": "Only a unit that marches is told how far.",
        "not-like-this": "{who} does not act like this.",
        "shoots": "{who} shoots at {whom}: {die}.",
        "pursues": "{who} pursues.",
        "one-more": "Both sides want one more turn.",
    },
    words: {
        "horse": "Horse", "foot": "Foot", "guard": "Guard", "hold": "hold", "brace": "brace", "march": "march",
        "strength": "strength", "bases": "bases", "lost": "lost", "broken": "broken", "shot": "shot down", "move": "move", "defeat": "defeat",
    },
    fortune: { "command": Low, "initiative": High, "volley": Low, "melee": High },
)"#;

/// The texts, read once.
pub fn texts() -> &'static Texts {
    static TEXTS: LazyLock<Texts> =
        LazyLock::new(|| Texts::read(RULES, WORDS).expect("the drill's book is well formed"));
    &TEXTS
}

//! Replays a journal and compares the result with it: the facts of each action, the digest of each turn.

use bevy::ecs::world::World;
use serde::Serialize;

use crate::battle::narrator::Narrator;
use crate::battle::{InPlay, Ruleset, View, digest, notation, redo, submit, undo};
use crate::scenario::journal::Line;
use crate::scenario::journal_file::JournalFile;
use crate::scenario::telling::{Telling, tellings};
use crate::scenario::{FileFlaw, Opened, muster};

/// A journal that was replayed.
pub struct Replay {
    /// The battle as far as it could be played.
    pub opened: Opened,
    /// The digests of the turns that were played, in order.
    pub turns: Vec<TurnDigest>,
    /// How many actions were accepted.
    pub actions: usize,
    /// The first thing that is not as the journal has it.
    pub differs: Option<Difference>,
    /// Facts of the last action that the journal lacks, because its end is missing.
    pub untold: Vec<Telling>,
    /// Whether some pose differed, but by no more than rounding.
    rounded: bool,
}

/// The digest of a turn, as the journal has it and as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnDigest {
    /// The number of the turn.
    pub turn: u32,
    /// What the journal has.
    pub was: String,
    /// What this build has come to.
    pub is: String,
    /// Whether both are equal, exactly or but for the rounding of poses.
    pub same: bool,
}

/// Something that is not as the journal has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The journal's line, from 1.
    pub line: u32,
    /// The rule that now differs, where it is known.
    pub rule: Option<String>,
    /// The fact, as people read it.
    pub told: String,
}

/// Replays a journal under its ruleset, one of those given, until a difference keeps it from going on.
///
/// # Errors
///
/// The flaws of the scenario that the journal contains.
pub fn replay(rulesets: &[Ruleset], journal: &JournalFile) -> Result<Replay, Vec<FileFlaw>> {
    let mut opened = muster(rulesets, journal.header.draft())?;
    let begun = opened.begin(journal.header.dice.dice());
    // Umpire's actions are in the journal like any answer, so they must be allowed.
    crate::battle::umpire::grant(&mut opened.world);
    let mut replay =
        Replay { opened, turns: Vec::new(), actions: 0, differs: None, untold: Vec::new(), rounded: false };
    if let Err(refusal) = begun {
        let narrator = narrator(&replay.opened.world);
        replay.differs = Some(Difference { line: 1, rule: None, told: narrator.refusal(&refusal) });
        return Ok(replay);
    }
    replay.lines(&journal.lines);
    Ok(replay)
}

/// Takes back everything since that turn last began: its first question is open.
///
/// # Errors
///
/// The turn that the battle has reached, when it has not come that far.
pub fn back_to(world: &mut World, turn: u32) -> Result<(), u32> {
    let now = |world: &World| View::umpire(world).clock().turn;
    if now(world) < turn {
        return Err(now(world));
    }
    while now(world) >= turn && undo(world) {}
    if now(world) < turn {
        redo(world);
    }
    Ok(())
}

impl Replay {
    /// Whether everything is as the journal has it, but for the rounding of poses.
    pub fn same(&self) -> bool {
        self.differs.is_none() && self.turns.iter().all(|turn| turn.same)
    }

    fn lines(&mut self, lines: &[(u32, Line)]) {
        // The facts that the battle has recorded and that were not yet compared with the journal.
        let mut told = tellings(&self.opened.world).into_iter().peekable();
        for (number, line) in lines {
            if !matches!(line, Line::Fact(_) | Line::Seats { .. } | Line::Marked { .. })
                && let Some(fact) = told.find(|fact| !fact.is_talk())
            {
                self.note(*number, Some(fact.cite.clone()), format!("now this comes of it too: {}", fact.text));
                told = Vec::new().into_iter().peekable();
            }
            let world = &mut self.opened.world;
            match line {
                Line::Do(action) => {
                    if let Err((rule, why)) = act(world, action) {
                        self.note(*number, rule, why);
                        return;
                    }
                    self.actions += 1;
                    told = tellings(world).into_iter().peekable();
                }
                Line::Undo | Line::Redo => {
                    let done = if *line == Line::Undo { undo(world) } else { redo(world) };
                    if !done {
                        self.note(*number, None, "there is nothing to take back or to do again".to_owned());
                        return;
                    }
                }
                Line::Fact(was) if was.is_talk() => {
                    told.next_if(|is| is.tells_as(was));
                }
                Line::Fact(was) => match told.find(|is| !is.is_talk()) {
                    Some(is) if is.tells_as(was) => self.rounded |= is.along != was.along,
                    is => {
                        self.note(*number, Some(was.cite.clone()), differently(was, is.as_ref()));
                        told = Vec::new().into_iter().peekable();
                    }
                },
                Line::Seats { .. } | Line::Marked { .. } => {}
                Line::Digest { turn, digest: was, .. } => {
                    let (turn, was, is) = (*turn, was.clone(), digest(world).to_string());
                    // A digest covers all state, so it can differ though everything happened as recorded. An old
                    // journal has only the digest: there a difference counts as rounding if poses differed by rounding
                    // and all facts are the same.
                    let rounding = || line.is_about(&Line::digest(world, turn));
                    let same = was == is || rounding().unwrap_or(self.rounded && self.differs.is_none());
                    self.turns.push(TurnDigest { turn, was, is, same });
                }
            }
        }
        self.untold = told.collect();
    }

    fn note(&mut self, line: u32, rule: Option<String>, told: String) {
        self.differs.get_or_insert(Difference { line, rule, told });
    }
}

fn act(world: &mut World, line: &str) -> Result<(), (Option<String>, String)> {
    let action = notation::read(line, &View::umpire(world).names()).map_err(|flaw| (None, flaw.to_string()))?;
    submit(world, action).map_err(|refusal| {
        let why = narrator(world).refusal(&refusal);
        (Some(refusal.cite.0.to_owned()), format!("`{line}` is refused: {why}"))
    })
}

fn differently(was: &Telling, is: Option<&Telling>) -> String {
    match is {
        None => format!("this no longer happens: {}", was.text),
        Some(is) if is.text == was.text => format!("this happens in another way: {}", was.text),
        Some(is) => format!("it was: {} It is: {}", was.text, is.text),
    }
}

fn narrator(world: &World) -> Narrator<'_> {
    let view = View::umpire(world);
    Narrator::new((view.battle_state::<InPlay>().0.texts)(), view.names())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::View;
    use crate::lab::keeper::Keeper;
    use crate::lab::{BUDGET, play_watched, toy};
    use crate::players::Random;
    use crate::scenario::journal::{DiceFrom, Header};
    use crate::scenario::telling::Path;
    use crate::scenario::{Draft, Shelf, Source, journal_file};

    const RACE: &str = r#"(ruleset: "toy", title: "A race", table: (48, 24), sides: {
        north: (bodies: [(units: [(name: "hare", type: "runner", at: (10, 12.5), heading: 90)])]),
        south: (bodies: [(units: [(name: "tortoise", type: "runner", at: (30, 12.5), heading: 0)])]) })"#;

    /// A race that was played and kept, and its final digest.
    fn kept() -> (JournalFile, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("race.journal.ron");
        let draft = Draft::read(Source::new("race.ron", RACE.to_owned()), &Shelf::embedded());
        let mut opened = muster(&[toy::ruleset()], draft).unwrap();
        let header = Header::of(&opened, DiceFrom::Seed(5));
        opened.begin(header.dice.dice()).unwrap();
        let mut keeper = Keeper::begin(&path, &header, &opened.world).unwrap();
        let players: [&mut dyn crate::players::Player; 2] = [&mut Random::new(1), &mut Random::new(2)];
        play_watched(&mut opened.world, players, BUDGET, &mut keeper).end.unwrap();
        keeper.finish().unwrap();
        (journal_file::load(&path).unwrap(), digest(&opened.world).to_string())
    }

    #[test]
    fn a_journal_plays_to_the_same_end() {
        let (journal, end) = kept();
        let again = replay(&[toy::ruleset()], &journal).unwrap();
        assert!(again.same(), "{:?}", again.differs);
        assert!(View::umpire(&again.opened.world).ending().is_some());
        assert_eq!(again.turns.last().map(|t| t.is.clone()), Some(end));
        assert!(again.turns.iter().zip(1..).all(|(t, n)| t.turn == n), "{:?}", again.turns);
    }

    #[test]
    fn the_first_difference_is_named_with_its_rule() {
        let (mut journal, _) = kept();
        let at = journal.lines.iter().position(|(_, l)| matches!(l, Line::Fact(f) if f.tell == "counted")).unwrap();
        let number = journal.lines[at].0;
        if let Line::Fact(fact) = &mut journal.lines[at].1 {
            fact.to = Some(99);
        }
        let again = replay(&[toy::ruleset()], &journal).unwrap();
        let differs = again.differs.unwrap();
        assert_eq!((differs.line, differs.rule.as_deref()), (number, Some("1")));
        // A fact that is told otherwise does not keep the rest from being played.
        assert!(View::umpire(&again.opened.world).ending().is_some());
    }

    #[test]
    fn other_words_and_new_remarks_are_no_difference() {
        let (mut journal, _) = kept();
        for (_, line) in &mut journal.lines {
            if let Line::Fact(fact) = line {
                fact.text.push_str(" As it was worded once.");
            }
        }
        let remark = Telling { tell: "said".into(), what: Some("by-the-way".into()), ..Telling::default() };
        let at = journal.lines.iter().position(|(_, l)| matches!(l, Line::Fact(f) if f.tell == "counted")).unwrap();
        journal.lines.insert(at, (0, Line::Fact(Box::new(remark))));
        let again = replay(&[toy::ruleset()], &journal).unwrap();
        assert!(again.same(), "{:?}", again.differs);
    }

    #[test]
    fn an_action_that_is_now_refused_ends_the_replay() {
        let (mut journal, _) = kept();
        let at = journal.lines.iter().rposition(|(_, l)| matches!(l, Line::Do(_))).unwrap();
        journal.lines[at].1 = Line::Do("north: walk by=3".to_owned());
        let again = replay(&[toy::ruleset()], &journal).unwrap();
        assert!(!again.same() && View::umpire(&again.opened.world).ending().is_none());
        assert_eq!(again.differs.map(|d| d.line), Some(journal.lines[at].0));
    }

    #[test]
    fn another_digest_is_no_longer_the_same() {
        let (mut journal, _) = kept();
        for (_, line) in &mut journal.lines {
            if let Line::Digest { turn: 1, digest, counted, .. } = line {
                "0000000000000000".clone_into(digest);
                counted.clear();
            }
        }
        let again = replay(&[toy::ruleset()], &journal).unwrap();
        assert!(!again.same());
        assert_eq!(again.turns.iter().filter(|t| !t.same).map(|t| t.turn).collect::<Vec<_>>(), [1]);
    }

    /// The journal as a build would have kept it that measures otherwise: every pose told so far aside, every digest
    /// another, and where everybody stands as far aside.
    fn as_measured_elsewhere(journal: &JournalFile, inches: f32, degrees: f32) -> JournalFile {
        let mut journal = journal.clone();
        let aside = |path: &mut Path| {
            for at in &mut path.poses {
                (at.x, at.heading) = (at.x + inches, (at.heading + degrees).rem_euclid(360.0));
            }
        };
        for (_, line) in &mut journal.lines {
            match line {
                Line::Fact(fact) => fact.along.iter_mut().for_each(aside),
                Line::Digest { digest, placed, .. } => {
                    "0000000000000000".clone_into(digest);
                    placed.iter_mut().for_each(aside);
                }
                _ => {}
            }
        }
        journal
    }

    /// As it was kept before digests said what they are made of.
    fn as_kept_long_ago(journal: &JournalFile) -> JournalFile {
        let mut journal = journal.clone();
        for (_, line) in &mut journal.lines {
            if let Line::Digest { counted, placed, .. } = line {
                (*counted, *placed) = (String::new(), Vec::new());
            }
        }
        journal
    }

    #[test]
    fn what_is_only_rounded_otherwise_is_the_same() {
        let (journal, _) = kept();
        for (inches, degrees) in [(0.002, 0.0), (-0.002, 0.0), (0.0, 0.02), (0.0, -0.02)] {
            let elsewhere = as_measured_elsewhere(&journal, inches, degrees);
            let again = replay(&[toy::ruleset()], &elsewhere).unwrap();
            assert!(again.same(), "{inches} {degrees}: {:?} {:?}", again.differs, again.turns);
            assert!(again.turns.iter().all(|turn| turn.was != turn.is));
        }
        for (inches, degrees) in [(0.0022, 0.0), (-0.0022, 0.0), (0.0, 0.022), (0.0, -0.022)] {
            let elsewhere = as_measured_elsewhere(&journal, inches, degrees);
            let again = replay(&[toy::ruleset()], &elsewhere).unwrap();
            assert!(!again.same() && again.turns.iter().all(|turn| !turn.same), "{inches} {degrees}");
        }
    }

    #[test]
    fn an_old_digest_that_no_pose_explains_is_no_longer_the_same() {
        let (journal, _) = kept();
        let again = replay(&[toy::ruleset()], &as_kept_long_ago(&as_measured_elsewhere(&journal, 0.0, 0.0))).unwrap();
        assert!(again.differs.is_none() && again.turns.iter().all(|turn| !turn.same));
        // A new one says itself that nothing but the last bits are others.
        assert!(replay(&[toy::ruleset()], &as_measured_elsewhere(&journal, 0.0, 0.0)).unwrap().same());
    }

    #[test]
    fn what_is_counted_otherwise_is_not_the_same_wherever_they_stand() {
        let (mut journal, _) = kept();
        for (_, line) in &mut journal.lines {
            if let Line::Digest { turn: 1, digest, counted, .. } = line {
                "0000000000000000".clone_into(digest);
                counted.clone_from(digest);
            }
        }
        let again = replay(&[toy::ruleset()], &journal).unwrap();
        assert_eq!(again.turns.iter().filter(|t| !t.same).map(|t| t.turn).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn facts_that_are_missing_or_new_are_told() {
        let (journal, _) = kept();
        let at = journal.lines.iter().position(|(_, l)| matches!(l, Line::Fact(f) if f.tell == "counted")).unwrap();
        let mut fewer = journal.clone();
        fewer.lines.remove(at);
        assert!(!replay(&[toy::ruleset()], &fewer).unwrap().same());
        let mut more = journal.clone();
        let twice = more.lines[at].clone();
        more.lines.insert(at, twice);
        assert!(!replay(&[toy::ruleset()], &more).unwrap().same());
    }

    #[test]
    fn a_battle_goes_back_to_the_beginning_of_any_turn() {
        let (journal, _) = kept();
        let world = || replay(&[toy::ruleset()], &journal).unwrap().opened.world;
        let (mut whole, last) = (world(), journal.lines.len());
        let turns = View::umpire(&whole).clock().turn;
        assert!(turns > 2 && last > 0, "{turns} turns");
        for turn in (1..=turns).rev() {
            let mut from_end = world();
            back_to(&mut from_end, turn).unwrap();
            back_to(&mut whole, turn).unwrap();
            assert_eq!(View::umpire(&whole).clock().turn, turn);
            assert_eq!(View::umpire(&whole).waiting(), [crate::ids::Side::North], "north is asked first in a turn");
            assert_eq!(digest(&whole), digest(&from_end));
        }
        assert_eq!(back_to(&mut world(), turns + 1), Err(turns));
    }

    /// One answer of a random player, kept.
    fn answered(opened: &mut Opened, keeper: &mut Keeper, player: &mut Random) {
        use crate::lab::Watcher;
        use crate::players::Player;
        let side = View::umpire(&opened.world).waiting()[0];
        let action = player.answer(&View::of(&opened.world, side), side);
        keeper.before(&opened.world, &action);
        submit(&mut opened.world, action).unwrap();
        keeper.after(&opened.world);
    }

    #[test]
    fn taken_back_done_again_and_torn_it_still_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("race.journal.ron");
        let draft = Draft::read(Source::new("race.ron", RACE.to_owned()), &Shelf::embedded());
        let mut opened = muster(&[toy::ruleset()], draft).unwrap();
        let header = Header::of(&opened, DiceFrom::Seed(5));
        opened.begin(header.dice.dice()).unwrap();
        let mut keeper = Keeper::begin(&path, &header, &opened.world).unwrap();
        let mut player = Random::new(1);
        keeper.seated(["captain", ""]);
        for _ in 0..4 {
            answered(&mut opened, &mut keeper, &mut player);
        }
        for _ in 0..3 {
            assert!(undo(&mut opened.world));
            keeper.undone(&opened.world);
        }
        assert!(redo(&mut opened.world));
        keeper.redone(&opened.world);
        answered(&mut opened, &mut keeper, &mut player);
        let there = digest(&opened.world);
        assert_eq!(keeper.finish().unwrap(), path);

        // The program was killed while it told the last fact.
        let text = std::fs::read_to_string(&path).unwrap();
        let last = text.trim_end().rfind("\nFact(").unwrap();
        std::fs::write(&path, &text[..last + 10]).unwrap();
        let (writer, read) = crate::scenario::journal::Writer::resume(&path).unwrap();
        let again = replay(&[toy::ruleset()], &read).unwrap();
        assert_eq!((digest(&again.opened.world), again.differs.is_none()), (there, true));
        assert_eq!(again.untold.len(), 1);
        let mut keeper = Keeper::resume(writer, &again);
        let mut opened = again.opened;
        answered(&mut opened, &mut keeper, &mut player);
        drop(keeper);
        let whole = replay(&[toy::ruleset()], &journal_file::load(&path).unwrap()).unwrap();
        assert!(whole.same() && whole.untold.is_empty(), "{:?}", whole.differs);
        assert_eq!(digest(&whole.opened.world), digest(&opened.world));
    }
}

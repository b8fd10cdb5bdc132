//! A case on the table: the position that it stages, and what it does there, step by step.

use super::Game;
use crate::battle::{Action, Ask, Opening, Refusal, Ruleset, begin_again, notation};
use crate::cite::{HOUSE, Word};
use crate::dice::Dice;
use crate::gui::language::translate;
use crate::scenario::case::{Case, Do};
use crate::scenario::{FileFlaw, embedded};

/// The dice after those of the case, for whoever tries the position himself.
const AFTERWARDS: u64 = 1;

/// A case that is shown.
pub struct Shown {
    pub case: Case,
    /// Its position, before anything was done.
    opening: Opening,
    /// Which of its blocks is shown, and how many of its steps were taken.
    pub block: usize,
    pub taken: usize,
}

/// What a step of a case comes to.
#[derive(Debug)]
pub enum Step {
    /// It is done.
    Act(Action),
    /// It is refused or barred, for that reason.
    Refused(Refusal),
    /// Only looked at: its odds.
    Odds(Action),
    /// It no longer is what the case says.
    Amiss(String),
}

/// The cases of a rule that are built in: path and title.
pub fn of_rule(ruleset: &Ruleset, rule: &str) -> Vec<(String, String)> {
    let folder = format!("cases/{}/", ruleset.name);
    let own = |path: &String| path.strip_prefix(&folder).is_some_and(|name| name.split('_').next() == Some(rule));
    let cases = embedded::cases().into_iter().filter(own);
    cases.filter_map(|path| Case::load(&path).ok().map(|case| (path, case.title))).collect()
}

impl Shown {
    /// Stages a case: its battle, kept nowhere, and the case beside it.
    ///
    /// # Errors
    /// Every flaw of its files.
    pub fn open(rulesets: &[Ruleset], path: &str) -> Result<(Game, Shown), Vec<FileFlaw>> {
        let case = Case::load(path)?;
        let mut opened = case.open(rulesets)?;
        opened.setup.title.clone_from(&case.title);
        let opening = Opening::take(&opened.world);
        let shown = Shown { case, opening, block: 0, taken: 0 };
        let mut game = Game::new(opened);
        shown.begin(&mut game);
        Ok((game, shown))
    }

    /// How many steps the block has.
    pub fn steps(&self) -> usize {
        self.case.blocks.get(self.block).map_or(0, |block| block.todo.len())
    }

    /// What a step says, in notation.
    pub fn words(&self, step: usize) -> &str {
        match self.case.blocks.get(self.block).and_then(|block| block.todo.get(step)).map(|at| &at.what) {
            Some(
                Do::Act(action)
                | Do::Refuse { action, .. }
                | Do::Bar { action, .. }
                | Do::NotOffered(action)
                | Do::Odds { action, .. },
            ) => action,
            None => "",
        }
    }

    /// What the next step comes to in that battle.
    pub fn next(&self, game: &Game) -> Option<Step> {
        let step = self.case.blocks.get(self.block)?.todo.get(self.taken)?;
        let view = game.view();
        let read = |line: &str| notation::read(line, &view.names()).map_err(|flaw| Step::Amiss(flaw.to_string()));
        let judged = |action: &Action| crate::battle::judge(game.world(), action);
        Some(match &step.what {
            Do::Act(line) => read(line).map_or_else(|amiss| amiss, Step::Act),
            Do::Odds { action, .. } => read(action).map_or_else(|amiss| amiss, Step::Odds),
            Do::Refuse { action, .. } => match read(action) {
                Ok(action) => judged(&action).map_or_else(Step::Refused, |_| amiss(translate("case-accepted"))),
                Err(amiss) => amiss,
            },
            Do::NotOffered(action) => match read(action) {
                Ok(action) => judged(&action).map_or_else(Step::Refused, |_| amiss(translate("case-accepted"))),
                Err(_) => Step::Refused(barred(game, action).unwrap_or_else(not_offered)),
            },
            Do::Bar { action, .. } => {
                barred(game, action).map_or_else(|| amiss(translate("case-not-barred")), Step::Refused)
            }
        })
    }

    /// Puts the battle back to where the block begins.
    pub fn begin(&self, game: &mut Game) {
        let faces = self.case.blocks.get(self.block).map_or(&[][..], |block| &block.dice);
        game.again(|world| begin_again(world, &self.opening, Dice::scripted(faces, Some(AFTERWARDS))));
    }
}

fn amiss(words: &str) -> Step {
    Step::Amiss(words.to_owned())
}

/// That there is no such choice, where no rule says why.
fn not_offered() -> Refusal {
    Refusal::new(HOUSE, Word("nothing-of-that"))
}

/// Why that is barred, where it is.
fn barred(game: &Game, line: &str) -> Option<Refusal> {
    let view = game.view();
    let (who, key) = notation::read_head(line, &view.names()).ok()?;
    let side = who.first().and_then(|who| view.side_of_ref(*who))?;
    let offer = crate::battle::offer(game.world(), side, &Ask::these(&who));
    let of = |barred: &crate::battle::Barred| barred.key == key && who.iter().all(|w| barred.who.contains(w));
    offer.barred.into_iter().find(of).map(|barred| barred.why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULESETS;

    /// Every case that is built in plays on the table as it does in the tests.
    #[test]
    fn every_case_is_played_to_its_last_step() {
        let mut steps = 0;
        for path in embedded::cases() {
            let (mut game, mut shown) = Shown::open(RULESETS, &path).unwrap();
            for block in 0..shown.case.blocks.len() {
                (shown.block, shown.taken) = (block, 0);
                shown.begin(&mut game);
                while let Some(step) = shown.next(&game) {
                    match step {
                        Step::Act(action) => game.submit(action).unwrap(),
                        Step::Amiss(why) => panic!("{path}: {}: {why}", shown.words(shown.taken)),
                        Step::Refused(_) | Step::Odds(_) => {}
                    }
                    shown.taken += 1;
                    steps += 1;
                }
                assert_eq!(shown.taken, shown.steps());
            }
        }
        assert!(steps > 300);
    }

    #[test]
    fn a_rules_cases_are_those_of_its_number_alone() {
        for ruleset in RULESETS {
            for rule in (ruleset.texts)().rules.iter().take(40) {
                let folder = format!("cases/{}/{}_", ruleset.name, rule.id);
                assert!(of_rule(ruleset, &rule.id).iter().all(|(path, _)| path.starts_with(&folder)));
            }
        }
    }
}

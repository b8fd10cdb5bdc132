//! Looking back: the battle is seen as it stood after an earlier answer. Nothing is taken back by it, and the journal
//! does not hear of it, unless somebody plays on from there.

use std::collections::BTreeSet;

use super::Game;
use crate::battle::{self, Action};
use crate::ids::Side;
use crate::lab::keeper::Keeper;

impl Game {
    /// How many answers stand in the battle, seen or not.
    pub fn length(&self) -> usize {
        self.journal().depth() + self.looked
    }

    /// Whether an earlier moment is seen.
    pub fn looks_back(&self) -> bool {
        self.looked > 0
    }

    /// Sees the battle as it stood after so many answers.
    pub fn look(&mut self, answers: usize) {
        let length = self.length();
        while self.journal().depth() > answers && battle::undo(&mut self.world) {
            self.looked += 1;
            self.revision += 1;
        }
        while self.journal().depth() < answers.min(length) && self.looked > 0 && battle::redo(&mut self.world) {
            self.looked -= 1;
            self.revision += 1;
        }
    }

    /// All answers that stand, seen or not.
    pub fn answered(&self) -> impl Iterator<Item = &(Side, Action)> {
        let hidden = self.journal().taken_back().take(self.looked).filter_map(|entry| entry.answer.as_ref());
        self.journal().answers().chain(hidden)
    }

    /// Does something with the battle as it stood at its beginning; what is seen of it stays.
    pub fn at_its_beginning<T>(&mut self, look: impl FnOnce(&Game) -> T) -> T {
        self.in_passing(0, look)
    }

    /// The same with all its answers given.
    pub fn at_its_end<T>(&mut self, look: impl FnOnce(&Game) -> T) -> T {
        self.in_passing(usize::MAX, look)
    }

    fn in_passing<T>(&mut self, answers: usize, look: impl FnOnce(&Game) -> T) -> T {
        let at = self.journal().depth();
        self.look(answers);
        let found = look(self);
        self.look(at);
        found
    }

    /// The moments that are marked: after how many answers each.
    pub fn marks(&self) -> &BTreeSet<usize> {
        &self.marks
    }

    /// Marks the moment after so many answers, or takes its mark away.
    pub fn mark(&mut self, answers: usize) {
        let on = self.marks.insert(answers);
        if !on {
            self.marks.remove(&answers);
        }
        self.revision += 1;
        self.note(|keeper, _| keeper.marked(answers, on));
    }

    /// Forgets the marks beyond the answer that was just given: the battle has gone on otherwise.
    pub(super) fn forget_marks(&mut self) {
        let given = self.journal().depth();
        self.marks.retain(|mark| *mark < given);
    }

    /// Sees it as it stands now.
    pub fn look_up(&mut self) {
        self.look(usize::MAX);
    }

    /// Takes back all that came after the moment that is seen: the battle goes on from there. What was taken back can
    /// be done again.
    pub fn play_on(&mut self) {
        for _ in 0..std::mem::take(&mut self.looked) {
            self.note(Keeper::undone);
        }
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Ask;
    use crate::dice::Dice;
    use crate::rules::RULESETS;
    use crate::scenario;

    fn played(answers: usize) -> Game {
        let name = crate::rules::battles::TEACHING;
        let mut opened = scenario::open(RULESETS, name).unwrap();
        opened.begin(Dice::seeded(1)).unwrap();
        let mut game = Game::new(opened);
        for _ in 0..answers {
            let side = game.view().waiting()[0];
            let choice = game.view_of(side).offer(&Ask::all()).choices[0].clone();
            game.submit(choice.action).unwrap();
        }
        game
    }

    #[test]
    fn an_earlier_moment_is_seen_and_the_battle_stands_as_it_stood() {
        let mut game = played(5);
        let now = battle::digest(game.world());
        game.look(2);
        assert_eq!((game.journal().depth(), game.length(), game.looks_back()), (2, 5, true));
        game.look(4);
        assert_eq!(game.journal().depth(), 4);
        game.look_up();
        assert_eq!((battle::digest(game.world()), game.looks_back()), (now, false));
    }

    #[test]
    fn all_answers_are_known_wherever_one_looks_and_its_beginning_is_seen_in_passing() {
        let mut game = played(5);
        game.undo();
        let all: Vec<_> = game.answered().cloned().collect();
        assert_eq!(all.len(), 4);
        game.look(1);
        assert!(game.answered().eq(&all));
        let depth = game.at_its_beginning(|game| game.journal().depth());
        assert_eq!((depth, game.journal().depth(), game.length()), (0, 1, 4));
        let depth = game.at_its_end(|game| game.journal().depth());
        assert_eq!((depth, game.journal().depth(), game.length()), (4, 1, 4));
        assert!(game.answered().eq(&all));
    }

    #[test]
    fn looking_up_does_not_do_again_what_was_taken_back_before() {
        let mut game = played(5);
        game.undo();
        game.look(1);
        game.look_up();
        assert_eq!((game.journal().depth(), game.journal().ahead()), (4, 1));
    }

    #[test]
    fn marks_are_set_and_taken_away_and_those_of_what_was_undone_are_forgotten() {
        let mut game = played(5);
        game.mark(2);
        game.mark(5);
        game.mark(4);
        game.mark(4);
        assert_eq!(game.marks().iter().copied().collect::<Vec<_>>(), [2, 5]);
        game.look(3);
        game.play_on();
        assert_eq!(game.marks().len(), 2, "what was taken back can be done again");
        let side = game.view().waiting()[0];
        let choice = game.view_of(side).offer(&Ask::all()).choices[0].clone();
        game.submit(choice.action).unwrap();
        assert_eq!(game.marks().iter().copied().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn whoever_plays_on_has_taken_back_what_came_after() {
        let mut game = played(5);
        game.look(2);
        game.play_on();
        assert_eq!((game.length(), game.journal().ahead(), game.looks_back()), (2, 3, false));
    }
}

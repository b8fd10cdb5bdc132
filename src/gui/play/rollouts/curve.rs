//! The chance to win over the whole battle, while it is looked back at: reckoned at the beginning of each turn first, then
//! between, then with more battles.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::{Action, DICE};
use crate::gui::game::Game;
use crate::gui::game::rollouts::{Position, Reckoner};
use crate::gui::language::translate;
use crate::gui::play::state::{Play, Work};
use crate::lab::analysis::ROLLOUTS;

/// With so many battles a moment is reckoned in the end.
pub const MORE: u32 = 4 * ROLLOUTS;
/// Into so many parts the battle is divided, at the least.
const PARTS: usize = 40;

impl Play {
    /// Shows the chances over the rail of the past, or no more. Where they would tell a secret it is said.
    pub fn turn_curve(&mut self) {
        if !self.rollouts.curve() && self.chances_are_secret() {
            self.sheets.tell(translate("chances-are-secret").to_owned());
            return;
        }
        self.rollouts.turn_curve();
    }

    /// Whether the curve is seen.
    pub fn shows_curve(&self) -> bool {
        self.rollouts.curve() && self.back.past().is_some_and(|past| !past.secret)
    }

    /// Has somebody reckon what is missing of the curve.
    pub(super) fn reckon_curve(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        let Some(past) = self.back.past() else { return };
        let turns: Vec<u32> = past.answers.iter().map(|(turn, _)| *turn).collect();
        let actions: Vec<Action> = self.game.answered().map(|(_, action)| action.clone()).collect();
        self.rollouts.be_of(actions.clone());
        let known = self.rollouts.moments().map(|(at, halves)| (at, halves.len() as u32)).collect();
        let positions = missing(&turns, &actions, &known);
        if positions.is_empty() {
            return;
        }
        let start = |game: &Game| Reckoner::positions(game, actions, positions, wake);
        let reckoner = self.game.at_its_beginning(start);
        self.rollouts.set_to_work(Work::Curve, reckoner);
    }
}

/// What is still to be reckoned, in the order in which it is: `turns` has the turn of each answer.
fn missing(turns: &[u32], actions: &[Action], known: &BTreeMap<usize, u32>) -> Vec<Position> {
    let rolls = |at: &usize| actions.get(*at).is_some_and(|action| action.key == DICE);
    let moments = moments(turns).into_iter().filter(|at| !rolls(at));
    let moments: Vec<usize> = moments.collect();
    let all = moments.iter().map(|at| (*at, ROLLOUTS)).chain(moments.iter().map(|at| (*at, MORE)));
    let mut planned: BTreeMap<usize, u32> = BTreeMap::new();
    let mut positions = Vec::new();
    for (answers, battles) in all {
        let has = planned.get(&answers).copied().or_else(|| known.get(&answers).copied()).unwrap_or_default();
        if has < battles {
            planned.insert(answers, battles);
            positions.push(Position { answers, known: has, battles });
        }
    }
    positions
}

/// The moments, each after so many answers: where turns begin, the end, and then the middles of what lies between, until
/// the battle is divided finely enough.
fn moments(turns: &[u32]) -> Vec<usize> {
    let last = turns.len();
    let begins = |at: &usize| *at == 0 || *at == last || turns[*at] != turns[*at - 1];
    let mut order: Vec<usize> = (0..=last).filter(begins).collect();
    let mut all: BTreeSet<usize> = order.iter().copied().collect();
    loop {
        let at: Vec<usize> = all.iter().copied().collect();
        let wide = at.windows(2).filter(|pair| pair[1] - pair[0] > (last / PARTS).max(1));
        let between: Vec<usize> = wide.map(|pair| usize::midpoint(pair[0], pair[1])).collect();
        if between.is_empty() {
            return order;
        }
        all.extend(&between);
        order.extend(between);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Key, Vec2};

    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;

    #[test]
    fn the_curve_is_off_at_first_and_grows_over_the_rail_while_it_is_on() {
        let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
        for _ in 0..3 {
            let choice = play.now().offers.all[0].clone();
            play.submit(choice.action);
        }
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        stage.key(Key::F6);
        assert!(!stage.play.shows_curve() && !stage.play.rollouts.is_at_work());
        stage.key(Key::C);
        assert!(stage.play.shows_curve() && stage.shows("below"));
        stage.until(|play| play.rollouts.moments().count() >= 2);
        assert!(stage.play.game.journal().depth() == 3 && stage.play.game.length() == 3, "it is seen as before");
        let told = stage.words().into_iter().find(|says| says.starts_with("chances: ")).unwrap().to_owned();
        assert!(told.contains(" of 3: ") && told.contains("by 24 battles"), "{told}");
        // A click at its left end leads to the beginning.
        let plot = stage.widget("chances: ").unwrap();
        stage.click(plot.left_center() + Vec2::new(7.0, 0.0));
        assert_eq!(stage.play.game.journal().depth(), 0);
        stage.key(Key::Escape);
        assert!(!stage.play.rollouts.is_at_work(), "nobody reckons what nobody looks at");
    }

    #[test]
    fn turns_come_first_and_then_what_lies_between_them() {
        // Three turns of two, four and two answers.
        let turns = [1, 1, 2, 2, 2, 2, 3, 3];
        assert_eq!(moments(&turns), [0, 2, 6, 8, 1, 4, 7, 3, 5]);
        let many: Vec<u32> = (0..800).map(|n| n / 80).collect();
        let found = moments(&many);
        assert_eq!(found[..11], [0, 80, 160, 240, 320, 400, 480, 560, 640, 720, 800]);
        assert!((40..=80).contains(&found.len()), "{}", found.len());
        assert_eq!(moments(&[]), [0]);
    }

    #[test]
    fn what_is_known_is_not_reckoned_again_and_all_is_reckoned_with_more_battles_in_the_end() {
        let turns = [1, 1];
        let known = BTreeMap::from([(0, ROLLOUTS), (2, 7)]);
        let found = missing(&turns, &[], &known);
        let told: Vec<_> = found.iter().map(|of| (of.answers, of.known, of.battles)).collect();
        let (few, more) = (ROLLOUTS, MORE);
        assert_eq!(told, [(2, 7, few), (1, 0, few), (0, few, more), (2, few, more), (1, few, more)]);
        let all = [0, 1, 2].map(|at| (at, more));
        assert_eq!(missing(&turns, &[], &BTreeMap::from(all)).len(), 0);
    }
}

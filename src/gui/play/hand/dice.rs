//! Dice that are rolled by hand: faces are told one by one or typed together, may be corrected, and count once they are
//! confirmed.

use crate::battle::telling;
use crate::gui::game::throw::Throw;
use crate::gui::play::state::Play;

impl Play {
    /// The dice that are asked for.
    pub fn throw(&self) -> Option<Throw> {
        Throw::asked(&self.game)
    }

    /// Tells the face of the next die; that of a die too many is not heard.
    pub fn tell_face(&mut self, face: u8) {
        let Some(throw) = self.throw() else { return };
        if self.hand.dice().len() < throw.count && (1..=throw.sides).contains(&face) {
            self.hand.tell_face(face);
        }
    }

    /// Takes the face of that place back, else the last one.
    pub fn take_face_back(&mut self, at: Option<usize>) {
        self.hand.take_face_back(at);
    }

    /// Has them count, when all are told.
    pub fn count_dice(&mut self) {
        let (Some(throw), Some(side)) = (self.throw(), self.person()) else { return };
        if self.hand.dice().len() == throw.count {
            let faces = self.hand.take_dice();
            self.submit(telling(side, &faces));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Key;

    use super::*;
    use crate::battle::DICE;
    use crate::dice::Dice;
    use crate::gui::game::case::Shown;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::game::thrown::so_far;
    use crate::gui::play::stage::{Stage, sit_down, teaching};
    use crate::gui::saves;
    use crate::rules::RULESETS;
    use crate::scenario::embedded;
    use crate::scenario::journal::{Chosen, DiceFrom};

    /// The battle at its first question for more dice than one; single dice fall on three.
    fn asked(name: &str, (width, height): (f32, f32)) -> Option<Stage> {
        let game = saves::begun(RULESETS, name, Chosen::default(), DiceFrom::Hand, None).ok().unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        for _ in 0..400 {
            sit_down(&mut play);
            let side = play.person()?;
            match play.throw() {
                Some(throw) if throw.count > 1 => {
                    let mut stage = Stage::sized(play, width, height);
                    stage.rest();
                    return Some(stage);
                }
                Some(_) => play.submit(telling(side, &[3])),
                None => {
                    let now = play.now();
                    let fights = now.offers.all.iter().find(|choice| !choice.ends);
                    let next = fights.or(now.offers.all.first())?.action.clone();
                    play.submit(next);
                }
            }
        }
        None
    }

    const SIZES: [(f32, f32); 2] = [(1280.0, 800.0), (853.0, 533.0)];

    /// How many lines of the log tell dice.
    fn rolled(stage: &mut Stage) -> usize {
        stage.play.now().lines.iter().filter(|line| !line.dice.is_empty()).count()
    }

    fn depth(stage: &Stage) -> usize {
        stage.play.game.journal().depth()
    }

    #[test]
    fn a_face_that_no_die_has_is_told_so() {
        let mut stage = asked(&teaching()[0], SIZES[0]).unwrap();
        let (throw, before) = (stage.play.throw().unwrap(), depth(&stage));
        stage.key(Key::Slash);
        stage.event(bevy_egui::egui::Event::Text("7".into()));
        stage.rest();
        stage.key(Key::Enter);
        let told = stage.play.hand.unread().unwrap().to_owned();
        assert!(told.contains(&format!("{} faces", throw.count)) && told.contains("1 to 6"), "{told}");
        assert_eq!(depth(&stage), before);
    }

    #[test]
    fn dice_are_told_by_keys_corrected_and_count_at_enter_in_one_answer() {
        let mut tried = 0;
        for (battle, size) in teaching().into_iter().flat_map(|battle| SIZES.map(|size| (battle.clone(), size))) {
            let Some(mut stage) = asked(&battle, size) else { continue };
            tried += 1;
            let (throw, before) = (stage.play.throw().unwrap(), depth(&stage));
            let lines_before = rolled(&mut stage);
            assert!(stage.shows(&throw.odds()), "{battle} {size:?}: {} among {:?}", throw.odds(), stage.painted());
            for _ in 0..throw.count {
                stage.key(Key::Num2);
            }
            // One too many is not heard.
            stage.key(Key::Num5);
            assert_eq!(stage.play.hand.dice(), vec![2; throw.count]);
            stage.key(Key::Backspace);
            stage.key(Key::Enter);
            assert_eq!((depth(&stage), stage.play.hand.dice().len()), (before, throw.count - 1), "one is missing");
            stage.key(Key::Num6);
            assert!(stage.shows(&throw.sum(stage.play.hand.dice())), "{battle} {size:?}");
            stage.key(Key::Enter);
            assert_eq!(depth(&stage), before + 1);
            let said = &stage.play.game.journal().last().unwrap().answer.as_ref().unwrap().1;
            assert_eq!((said.key, said.with.len()), (DICE, throw.count));
            let lines = stage.play.now().lines;
            assert!(lines.iter().all(|line| !line.text.contains("rolled by hand")), "the roll's line tells them");
            // Of both sides' dice, where they are thrown against each other, there is one line when both have thrown.
            for _ in 0..6 {
                let Some(next) = stage.play.throw().filter(|_| rolled(&mut stage) == lines_before) else { break };
                let side = stage.play.person().unwrap();
                stage.play.submit(telling(side, &vec![3; next.count]));
                sit_down(&mut stage.play);
            }
            assert_eq!(rolled(&mut stage), lines_before + 1, "{battle}: a throw is one line");
        }
        assert!(tried > 0, "nobody throws several dice at once");
    }

    /// Answers one throw after the other until a chain of several has begun; the faces are counted up.
    fn in_a_chain(name: &str) -> Option<(Stage, Vec<Vec<u8>>)> {
        let game = saves::begun(RULESETS, name, Chosen::default(), DiceFrom::Hand, None).ok().unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        let (mut thrown, mut several): (Vec<Vec<u8>>, bool) = (Vec::new(), false);
        for _ in 0..600 {
            sit_down(&mut play);
            let side = play.person()?;
            match play.throw() {
                Some(_) if thrown.len() > 1 && several => {
                    let mut stage = Stage::sized(play, 1280.0, 800.0);
                    stage.rest();
                    return Some((stage, thrown));
                }
                Some(throw) => {
                    let faces: Vec<u8> = (0..throw.count).map(|n| (n as u8 + 2) % throw.sides + 1).collect();
                    several |= faces.len() > 1;
                    thrown.push(faces.clone());
                    play.submit(telling(side, &faces));
                }
                None => {
                    (thrown, several) = (Vec::new(), false);
                    let now = play.now();
                    let fights = now.offers.all.iter().find(|choice| !choice.ends);
                    let next = fights.or(now.offers.all.first())?.action.clone();
                    play.submit(next);
                }
            }
        }
        None
    }

    #[test]
    fn what_was_thrown_in_a_chain_stands_below_the_faces_of_the_next_throw() {
        let mut tried = 0;
        for battle in teaching() {
            let Some((mut stage, thrown)) = in_a_chain(&battle) else { continue };
            tried += 1;
            let told = so_far(&stage.play.game);
            assert_eq!(told.iter().map(|throw| throw.faces.clone()).collect::<Vec<_>>(), thrown, "{battle}");
            let faces = stage.widget("offer 2").unwrap().bottom();
            for throw in told.iter().rev().take(3) {
                let line = throw.words();
                let at = stage.place_of(&line).unwrap_or_else(|| panic!("{battle}: no {line} in {:?}", stage.words()));
                // So the faces keep their places from throw to throw.
                assert!(faces < at.top(), "{battle}: {line}");
            }
            // What is taken back was not thrown.
            stage.play.undo();
            assert_eq!(so_far(&stage.play.game).len(), thrown.len() - 1, "{battle}");
        }
        assert!(tried > 0, "nobody throws several dice one after the other");
    }

    #[test]
    fn the_number_of_dice_of_a_fight_is_explained_where_the_ruleset_knows_it() {
        let mut told = 0;
        for path in embedded::cases() {
            let Ok((mut game, case)) = Shown::open(RULESETS, &path) else { continue };
            game.again(|world| {
                *world.resource_mut::<Dice>() = Dice::by_hand();
                Ok(())
            });
            let mut play = Play::new(game, [Sitter::Person; 2], 1);
            let steps = case.steps();
            play.lay_case(Some(case));
            for _ in 0..steps {
                play.next_step();
                while let (Some(throw), Some(side)) = (play.throw(), play.person()) {
                    let now = play.now();
                    let rows = &now.offers.made_of;
                    if let Some(first) = rows.first() {
                        told += 1;
                        assert_eq!(
                            rows.iter().map(|row| row.value).sum::<i32>(),
                            throw.count as i32,
                            "{path}: {throw:?}"
                        );
                        if told > 20 && rows.len() > 1 {
                            let first = first.clone();
                            let mut stage = Stage::sized(play, 1280.0, 800.0);
                            stage.rest();
                            let seen = stage.shows(&first.what) && stage.shows(&first.whose);
                            assert!(seen, "{path}: no {first:?} in {:?}", stage.words());
                            return;
                        }
                    }
                    play.submit(telling(side, &vec![4; throw.count]));
                }
            }
        }
        panic!("{told} throws are explained");
    }

    #[test]
    fn dice_are_typed_in_one_word_and_told_by_clicks() {
        let Some(mut stage) = teaching().iter().find_map(|battle| asked(battle, SIZES[0])) else {
            panic!("nobody throws several dice at once")
        };
        let (throw, before) = (stage.play.throw().unwrap(), depth(&stage));
        stage.play.hand.write("4".repeat(throw.count));
        super::super::typed::judge(&mut stage.play);
        assert_eq!(stage.play.hand.dice(), vec![4; throw.count]);
        stage.play.take_face_back(Some(0));
        stage.rest();
        stage.click_on("offer 6");
        assert_eq!(stage.play.hand.dice().last(), Some(&6));
        stage.click_on("offer Count them");
        assert_eq!(depth(&stage), before + 1);
    }
}

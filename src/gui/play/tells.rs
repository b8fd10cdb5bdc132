//! What the panel tells in which order, and what is told when the battle is over, on the whole play screen.

use super::compose;
use super::panel::rolled;
use super::stage::{Stage, begun, sit_down, teaching};
use crate::battle::{Action, Ref, door};
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::language::translate;
use crate::gui::play::state::Play;

#[test]
fn what_an_order_leads_to_comes_before_what_was_rolled_last() {
    let mut seen = 0;
    for battle in teaching() {
        // So high that nothing has to be scrolled to.
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1280.0, 3000.0);
        for _ in 0..40 {
            sit_down(&mut stage.play);
            stage.play.next_ready(false);
            let now = stage.play.now();
            let leads = now.offers.listed.iter().find_map(|offer| Some((offer.label.clone(), offer.follows.clone()?)));
            let entries = stage.play.game.journal().entries();
            let roll = entries.iter().rposition(|entry| entry.facts().any(rolled::explains));
            if let (Some((label, follows)), Some(roll)) = (leads, roll) {
                seen += 1;
                stage.play.look.show_entry(Some(roll));
                stage.rest();
                let at = stage.widget(&format!("offer {label}")).unwrap();
                stage.hover(at.center());
                stage.rest();
                let [head, after] = [follows.head.as_str(), translate("what-was-rolled")].map(str::to_uppercase);
                let place = |words: &str| {
                    let seen = stage.place_of(words);
                    seen.unwrap_or_else(|| panic!("{battle}: no {words} in {:?}", stage.words())).top()
                };
                assert!(place(&head) < place(&after), "{battle}: {head} lies below {after}");
                break;
            }
            // On to the next roll: what leads to one is ordered, and all else is ended.
            let all = &now.offers.all;
            let rolls = now.offers.listed.iter().find(|offer| offer.follows.is_some()).map(|offer| &offer.choice);
            let next = rolls.or(all.iter().find(|choice| choice.ends)).or(all.first());
            let Some(next) = next.map(|choice| choice.action.clone()) else { break };
            stage.play.submit(next);
        }
    }
    assert!(seen > 0, "nobody has before him what leads to a roll once something was rolled");
}

#[test]
fn who_leaves_the_table_is_named() {
    use crate::players::{Captain, Player};
    let mut seen = 0;
    // Narrow and wide in turn: in the two lines below the offers, and beside what was rolled.
    for (battle, size) in teaching().into_iter().zip([(853.0, 533.0), (1280.0, 1200.0)].into_iter().cycle()) {
        let mut play = begun(&battle, [Person; 2]);
        let ruleset = *play.game.ruleset();
        let on_table = |play: &Play| {
            let view = play.game.view();
            view.roster().ids().filter(|unit| view.on_table(*unit)).collect::<Vec<_>>()
        };
        let gone = (0..600).find_map(|_| {
            sit_down(&mut play);
            let before = on_table(&play);
            let side = play.game.view().waiting().first().copied()?;
            let action = Captain::new(&ruleset).answer(&play.game.view_of(side), side);
            play.submit(action);
            before.into_iter().find(|unit| !on_table(&play).contains(unit) && !play.shows(*unit))
        });
        let Some(gone) = gone else { continue };
        seen += 1;
        let told = rolled::gone(&play);
        assert!(told.contains(play.game.view().roster().name(gone)), "{battle}: {told:?}");
        let mut stage = Stage::sized(play, size.0, size.1);
        sit_down(&mut stage.play);
        stage.play.select(None);
        stage.rest();
        assert!(stage.shows(&told), "{battle}: {told} is not in {:?}", stage.words());
    }
    assert!(seen >= 3, "somebody leaves the table in {seen} battles");
}

#[test]
fn the_end_tells_who_won_why_and_when_what_it_has_cost_and_what_may_be_done_now() {
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        let side = play.person().unwrap();
        play.submit(Action::new(Ref::Side(side), door::CONCEDE));
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        let ended = stage.play.now().ended.unwrap();
        assert_eq!(ended.winner, Some(side.other()));
        let view = stage.play.game.view();
        let turn = compose::turn_words(view.clock(), stage.play.game.setup(), (stage.play.game.ruleset().texts)());
        let losses: Vec<String> = ended.losses.iter().map(|of| of.words()).collect();
        assert_eq!(losses.len(), 2);
        let bar = stage.words().into_iter().find(|says| says.starts_with(&format!("{}. {turn}", ended.head)));
        let bar = bar.unwrap_or_else(|| panic!("{battle}: no bar in {:?}", stage.words())).to_owned();
        assert!(bar.contains(&ended.why) && losses.iter().all(|of| bar.contains(of)), "{battle}: {bar}");
        let heads = ["losses", "what-now"].map(|key| translate(key).to_uppercase());
        let next = ["end-look-back", "end-luck", "end-leave", "not-kept"].map(|key| translate(key).to_owned());
        for words in heads.iter().chain(&next).chain(ended.losses.iter().map(|of| &of.units)) {
            assert!(stage.shows(words), "{battle}: no {words} in {:?}", stage.words());
        }
        // Whoever looks at a unit is told of that.
        let view = stage.play.game.view();
        let unit = view.roster().ids().find(|unit| view.on_table(*unit));
        if unit.is_none() {
            continue;
        }
        stage.play.select(unit);
        stage.rest();
        assert!(!stage.shows(&heads[1]), "{battle}");
    }
}

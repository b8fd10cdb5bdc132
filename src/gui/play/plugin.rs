//! The play screen among the window's screens: the battle on the table, what is drawn of it, and what it asks of the window.

use bevy::prelude::*;
use bevy_egui::egui::{self, Rect};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::begin::{self, Battle};
use super::state::Play;
use super::wants::Wants;
use super::{compose, layout, screen, strip};
use crate::gui::board::glyph::Glyphs;
use crate::gui::board::{rulers, view};
use crate::gui::desk::{self, Desk, Frame, NAME, Screen, Settings};
use crate::gui::game::case;
use crate::gui::game::sitter::Sitter;
use crate::gui::game::terms::Terms;
use crate::gui::shot;

/// How often the window is drawn while it waits for a player's answer.
const THINKING: std::time::Duration = std::time::Duration::from_millis(120);

/// Adds the screen to the window's engine.
pub fn plugin(app: &mut App) {
    let shown = show.in_set(Frame::Screen).run_if(in_state(Screen::Play));
    app.add_systems(OnExit(Screen::Play), clear).add_systems(EguiPrimaryContextPass, shown);
}

/// The battle that was begun anew from the table, and its terms there: the start screen has them when it is shown again.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct BegunAnew(pub String, pub Terms);

/// The battle on the table; there while the play screen is shown.
#[derive(Resource)]
pub struct OnTable {
    pub play: Box<Play>,
    /// The battle that lies under a case.
    below: Option<Box<Play>>,
}

impl OnTable {
    /// That battle, and nothing below it.
    pub fn new(play: Play) -> OnTable {
        OnTable { play: Box::new(play), below: None }
    }

    /// Does what was asked of the window; tells whether the table is left.
    fn answer(&mut self, wants: Wants, desk: &mut Desk, commands: &mut Commands) -> bool {
        let play = &mut self.play;
        match wants {
            Wants::Back => return true,
            Wants::Leave => match self.below.take() {
                Some(battle) => *play = battle,
                None => return true,
            },
            Wants::Anew(name, terms) => {
                let (battle, ground) = (Battle::Chosen(name.clone(), terms.clone()), desk.next_ground());
                match begin::begin(desk.rulesets, battle, desk.saves.as_deref(), desk.seed, ground) {
                    Ok(anew) => {
                        **play = anew;
                        commands.insert_resource(BegunAnew(name, terms));
                    }
                    Err(flaws) => play.sheets.tell_if(flaws.first().map(ToString::to_string)),
                }
            }
            Wants::Case(path) => match case::Shown::open(desk.rulesets, &path) {
                Ok((game, shown)) => {
                    let mut stage = Box::new(Play::new(game, [Sitter::Person; 2], desk.next_ground()));
                    stage.lay_case(Some(shown));
                    play.sheets.shut_rule();
                    play.sheets.keep_book(None);
                    let battle = std::mem::replace(play, stage);
                    // From case to case one comes back to the battle all the same.
                    self.below.get_or_insert(battle);
                }
                Err(flaws) => play.sheets.tell_if(flaws.first().map(ToString::to_string)),
            },
            Wants::Picture => match desk.pictures.as_deref().map(|folder| shot::take_one(folder, commands)) {
                Some(Ok(path)) => info!("a picture of the window: {}", path.display()),
                Some(Err(why)) => play.sheets.tell(why),
                None => {}
            },
            Wants::Options => {}
        }
        false
    }
}

#[expect(clippy::too_many_arguments, reason = "a system has what it reads and writes as its parameters")]
fn show(
    mut contexts: EguiContexts,
    mut table: ResMut<OnTable>,
    mut desk: ResMut<Desk>,
    mut settings: ResMut<Settings>,
    mut glyphs: Local<Glyphs>,
    mut wanted: ResMut<view::Wanted>,
    mut ready: ResMut<shot::Ready>,
    mut window: Single<&mut Window, With<bevy::window::PrimaryWindow>>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut ui = desk::paper(&ctx);
    let (whole, waker) = (ui.max_rect(), ctx.clone());
    let options = &mut settings.options;
    let wants = screen::show(&mut ui, options, &mut glyphs, &mut table.play, move || waker.request_repaint());
    hand_to_board(&mut table.play, whole, &mut wanted);
    draw_again(&ctx, &table.play);
    ready.0 = !table.play.look.motion().is_running();
    if let Some(wants) = wants {
        ctx.request_repaint();
        if table.answer(wants, &mut desk, &mut commands) {
            next.set(Screen::Start);
        }
    }
    desk::call(&mut window, format!("{} - {NAME}", compose::in_words(&table.play)));
    Ok(())
}

/// When the screen is drawn again though nobody touches it.
fn draw_again(ctx: &egui::Context, play: &Play) {
    match play.look.motion().rest() {
        Some((_, true)) => ctx.request_repaint(),
        Some((left, false)) => ctx.request_repaint_after(left),
        // The bar of whoever thinks goes on; an answer wakes the window by itself.
        None if play.is_anybody_thinking() => ctx.request_repaint_after(THINKING),
        None => {}
    }
}

/// The table is cleared: its journal is closed before others make a list of what is kept.
fn clear(world: &mut World) {
    if let Some(mut table) = world.remove_resource::<OnTable>() {
        table.play.game.close();
    }
    world.insert_resource(view::Wanted::default());
}

/// What the engine draws under the panels.
pub fn hand_to_board(play: &mut Play, whole: Rect, wanted: &mut view::Wanted) {
    if play.must_hand_over().is_some() {
        // Nothing of the table is seen while the wrong person may look.
        *wanted = view::Wanted::default();
        return;
    }
    let now = play.now();
    let areas = layout::areas(whole.size(), play.drawers());
    wanted.view = rulers::view(strip::beside(play, areas.table.translate(whole.min.to_vec2())));
    wanted.window = whole.size();
    wanted.eye = play.look.camera().zip(play.look.level());
    wanted.moved = play.look.motion().moved(&now.scene);
    wanted.scene = Some(now.scene);
    wanted.ground = play.ground();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::InForce;
    use crate::battle::setup::Deploy;
    use crate::dice::{Dice, Source};
    use crate::gui::play::stage::battle;
    use crate::ids::Side;
    use crate::rules::{RULESETS, battles};

    #[test]
    fn a_battle_begins_anew_with_the_terms_that_were_changed() {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Desk::new(RULESETS, Some(folder.path().to_owned()), None, Some(1));
        let (name, terms) = (battle(battles::TEACHING), Terms::of([Sitter::Captain, Sitter::Person]));
        let begun = Battle::Chosen(name.clone(), terms.clone());
        let play = begin::begin(RULESETS, begun, Some(folder.path()), Some(1), 1).ok().unwrap();
        let (mut table, mut world) = (OnTable::new(play), World::new());
        assert!(!table.play.is_person(Side::North) && table.play.game.setup().deploy == Deploy::Fixed);
        let switch = (table.play.game.ruleset().texts)().switches[0].name.clone();
        let in_force = |table: &OnTable| table.play.game.view().battle_state::<InForce>().has(&switch);
        assert!(!in_force(&table));
        let (dice_by_hand, deploy_by_hand) = (true, true);
        let switches = [(switch.clone(), true)].into();
        let other = Terms { seats: [Sitter::Person; 2], dice_by_hand, deploy_by_hand, switches };
        assert!(!table.answer(Wants::Anew(name, other.clone()), &mut desk, &mut world.commands()), "the table is kept");
        let play = &table.play;
        assert!(play.is_person(Side::North) && play.is_person(Side::South));
        assert!(play.game.setup().deploy == Deploy::Free && in_force(&table));
        assert!(matches!(play.game.world().resource::<Dice>().source(), Source::ByHand(_)));
        assert_eq!(play.to_agree().len(), 2, "nobody has agreed on these yet");
        world.flush();
        let told = BegunAnew(battle(battles::TEACHING), other.clone());
        assert_eq!(world.get_resource(), Some(&told), "the start screen is told");
        // A battle that is there no more leaves what lies on the table, and says so.
        let none = Wants::Anew("no/such_battle".into(), other);
        assert!(!table.answer(none, &mut desk, &mut world.commands()));
        assert!(table.play.sheets.notice().is_some() && in_force(&table));
        world.flush();
        assert_eq!(world.get_resource(), Some(&told));
    }
}

//! The window told aloud, for programs that play it by mouse and keys: on stdout a line of JSON whenever what it shows
//! has changed: its title, what the hand holds, what is refused, where the table lies, and every widget with its
//! words and its place.

use std::io::Write;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::accesskit::{Node, Role, Toggled};
use bevy_egui::{EguiContext, EguiContexts, EguiOutput, EguiPostUpdateSet, EguiPrimaryContextPass};
use serde::Serialize;

use super::desk::{Frame, Screen};
use super::play::plugin::OnTable;
use super::play::state::Play;
use crate::ids::Side;

/// What the screen says of itself beside its widgets.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Said {
    pub title: String,
    /// How many have still to agree to the rules before anything is asked.
    pub to_agree: usize,
    /// The side that is asked.
    pub asked: Option<&'static str>,
    /// The open question's word.
    pub question: Option<&'static str>,
    /// What the panel offers: each in notation, with its key.
    pub offers: Vec<(String, Option<char>)>,
    /// What the hand holds, in notation, and whether the judge accepts it.
    pub hand: Option<String>,
    pub accepted: Option<bool>,
    /// The refusal that is shown.
    pub refused: Option<String>,
    /// Whether bases are on their way.
    pub moving: bool,
    pub table: Option<Sight>,
}

/// Where the table is seen: the part of the window in pixels, the point of the table in its middle, pixels an inch.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sight {
    pub view: [f32; 4],
    pub centre: [f32; 2],
    pub zoom: f32,
    pub turned: bool,
}

/// A widget: what it is, its words, and its left, top, right and bottom in pixels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Widget {
    pub is: &'static str,
    pub says: String,
    /// Whether it holds, of one that can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    pub at: [f32; 4],
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    said: &'a Said,
    widgets: Vec<Widget>,
}

/// Adds the telling to the window's engine.
pub fn plugin(app: &mut App) {
    app.init_resource::<Said>()
        .add_systems(PreUpdate, listen.after(bevy_egui::EguiPreUpdateSet::InitContexts))
        .add_systems(EguiPrimaryContextPass, say_battle.in_set(Frame::Told).run_if(in_state(Screen::Play)))
        .add_systems(EguiPrimaryContextPass, say_start.in_set(Frame::Told).run_if(in_state(Screen::Start)))
        .add_systems(PostUpdate, tell.after(EguiPostUpdateSet::ProcessOutput));
}

/// Every new context describes its widgets.
fn listen(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        context.get_mut().enable_accesskit();
    }
}

/// What the play screen says.
fn say_battle(
    mut contexts: EguiContexts,
    mut table: ResMut<OnTable>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut said: ResMut<Said>,
) -> Result {
    let scale = contexts.ctx_mut()?.pixels_per_point();
    *said = of_battle(&mut table.play, window.title.clone(), scale);
    Ok(())
}

/// What the start screen says.
fn say_start(window: Single<&Window, With<PrimaryWindow>>, mut said: ResMut<Said>) {
    *said = Said { title: window.title.clone(), ..Said::default() };
}

fn tell(said: Res<Said>, outputs: Query<&EguiOutput>, mut last: Local<String>) {
    let Ok(output) = outputs.single() else { return };
    let Some(update) = &output.platform_output.accesskit_update else { return };
    let scale = output.pixels_per_point;
    let widgets = widgets(update.nodes.iter().map(|(_, node)| node), scale);
    let Ok(line) = serde_json::to_string(&Line { said: &said, widgets }) else { return };
    if line != *last {
        // Whoever listens no more has what he wanted: the window stays.
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        *last = line;
    }
}

/// All widgets that have words, from the top to the bottom of the window.
pub fn widgets<'a>(nodes: impl Iterator<Item = &'a Node>, scale: f32) -> Vec<Widget> {
    let mut widgets: Vec<Widget> = nodes.filter_map(|node| widget(node, scale)).collect();
    let order = |w: &Widget| [w.at[1], w.at[0]];
    widgets.sort_by(|a, b| {
        let (a, b) = ((order(a), &a.says), (order(b), &b.says));
        a.0[0].total_cmp(&b.0[0]).then(a.0[1].total_cmp(&b.0[1])).then(a.1.cmp(b.1))
    });
    widgets
}

/// A widget that has words.
fn widget(node: &Node, scale: f32) -> Option<Widget> {
    let says = node.label().filter(|l| !l.is_empty()).or(node.value())?.to_owned();
    let bounds = node.bounds()?;
    let is = match node.role() {
        Role::Button | Role::RadioButton => "button",
        Role::TextInput => "field",
        Role::Slider => "slider",
        _ => "label",
    };
    let at = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|v| (v as f32 * scale).round());
    let on = node.toggled().map(|toggled| toggled == Toggled::True);
    Some(Widget { is, says, on, at })
}

/// What a battle on the screen says of itself.
pub fn of_battle(play: &mut Play, title: String, scale: f32) -> Said {
    let now = play.now();
    let offers = now.offers.listed.iter().map(|listed| (play.written(&listed.choice.action), listed.key)).collect();
    let view = play.game.view();
    let narrator = play.game.narrator();
    let begun = play.sheets.agreement().is_none();
    let held = play.hand.held();
    let shown = play.hand.refusal().map(|(why, _)| why).or(held.and_then(|h| h.verdict.as_ref().err()));
    let table = play.look.camera().zip(play.look.whole_in()).map(|(camera, view)| Sight {
        view: [view.left(), view.top(), view.right(), view.bottom()].map(|v| v * scale),
        centre: [camera.centre.x, camera.centre.y],
        zoom: camera.zoom * scale,
        turned: camera.turned,
    });
    Said {
        title,
        to_agree: play.to_agree().len(),
        asked: view.waiting().first().copied().map(Side::name).filter(|_| begun),
        question: view.question().map(|q| q.key.0).filter(|_| begun),
        offers,
        hand: held.map(|h| play.written(&h.action)),
        accepted: held.map(|h| h.verdict.is_ok()),
        refused: shown.map(|why| format!("{} {}", narrator.refusal(why), why.cite)),
        moving: play.look.motion().is_running(),
        table: table.filter(|_| begun && play.must_hand_over().is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::accesskit;

    #[test]
    fn a_widget_is_told_with_its_words_and_its_place_in_pixels() {
        let mut node = Node::new(Role::Button);
        node.set_label("Begin");
        node.set_bounds(accesskit::Rect { x0: 10.0, y0: 20.0, x1: 60.0, y1: 44.0 });
        let told = Widget { is: "button", says: "Begin".into(), on: None, at: [20.0, 40.0, 120.0, 88.0] };
        assert_eq!(widget(&node, 2.0), Some(told));
        assert_eq!(widget(&Node::new(Role::Button), 1.0), None, "one without words");
    }
}

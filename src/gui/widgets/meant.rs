//! Whether a click is meant for a sheet that has just come up under the pointer.

use bevy_egui::egui::{Id, Pos2, Ui};

/// So long the pointer's stroke that has opened a sheet answers none of it, seconds, as long as it moves no farther than that,
/// points.
const AGAIN: f64 = 0.8;
const STILL: f32 = 8.0;

/// What was opened, in which frame it was last shown, and when and where the pointer was when it came up.
#[derive(Clone)]
struct Opened<T> {
    what: T,
    frame: u64,
    at: f64,
    pointer: Option<Pos2>,
}

/// Whether a click answers that sheet of that kind, which is shown in this frame: the second of two quick clicks does not,
/// wherever the first one has let it open.
pub fn is_click_meant<T: Clone + PartialEq + Send + Sync + 'static>(ui: &Ui, kind: &'static str, what: &T) -> bool {
    let id = Id::new(("opened", kind));
    let (now, pointer) = ui.input(|i| (i.time, i.pointer.latest_pos()));
    let frame = ui.ctx().cumulative_frame_nr();
    let before = ui.data(|data| data.get_temp::<Opened<T>>(id));
    let known = before.filter(|it| it.what == *what && frame - it.frame <= 1);
    let opened = known.unwrap_or_else(|| Opened { what: what.clone(), frame, at: now, pointer });
    let (at, first) = (opened.at, opened.pointer);
    ui.data_mut(|data| data.insert_temp(id, Opened { frame, ..opened }));
    let still = first.zip(pointer).is_some_and(|(first, pointer)| first.distance(pointer) <= STILL);
    !(still && now - at < AGAIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;
    use bevy_egui::egui::Event;

    #[test]
    fn a_click_where_the_pointer_stood_when_it_came_up_is_not_meant() {
        let ctx = bench::context();
        let at = |x: f32| vec![Event::PointerMoved(Pos2::new(x, 40.0))];
        let shown = |events, what: &'static str| bench::frame(&ctx, events, |ui| is_click_meant(ui, "test", &what));
        assert!(!shown(at(40.0), "one"));
        assert!(!shown(at(44.0), "one"), "hardly moved");
        assert!(shown(at(60.0), "one"));
        assert!(!shown(at(60.0), "another"), "it has just come up");
    }
}

//! What is told of the ground under the pointer.

use bevy::math::Vec2;

use crate::battle::Ref;
use crate::gui::play::state::Play;
use crate::gui::words::{capital, cited};

/// What lies there: of each piece its name and kind, and what it does with the rule of each; none on open ground.
pub fn told(play: &Play, at: Vec2) -> Option<String> {
    let view = play.eyes();
    let narrator = play.game.narrator();
    let lines: Vec<String> = view
        .ground()
        .at(at)
        .flat_map(|piece| {
            let card = (play.game.ruleset().ground)(&view, piece);
            let name = capital(&narrator.name(Ref::Terrain(piece.id)));
            let head = if card.kind.is_empty() { name } else { format!("{name}: {}", card.kind) };
            let does = card.does.iter().map(|note| format!("   {}", cited(narrator.note(note), note.cite)));
            std::iter::once(head).chain(does).collect::<Vec<_>>()
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::begun;

    fn at(play: &Play, x: f32, y: f32) -> String {
        told(play, Vec2::new(x, y)).unwrap_or_default()
    }

    #[test]
    fn the_ground_says_what_it_is_and_what_it_does() {
        let play = begun("battlesystem/greywater", [Sitter::Person; 2]);
        let ford = at(&play, 29.0, 23.5);
        assert!(ford.starts_with("Ford: stream") && ford.contains("costs 2 once. BS130"), "{ford}");
        assert!(ford.contains("No charge goes over it. BS130") && ford.contains("defend it: +2"), "{ford}");
        assert_eq!(at(&play, 5.0, 24.0), "Greywater-west: water\n   Nobody enters. BS130");
        assert!(at(&play, 8.0, 33.0).contains("An inch costs 2 on foot and 3 for horse. BS130"));
        assert_eq!(at(&play, 60.0, 10.0), "");
    }
}

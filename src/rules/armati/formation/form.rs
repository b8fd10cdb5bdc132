//! What a change of formation does on the ground (A14.1): one section stays, the other moves beside or behind it.

use crate::cite::{Cite, Word};
use crate::table::{BaseSize, Footprint, Placement, Pose};

/// A formation into which a unit changes, and which section stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// From deep: the rear section goes to the left of the front one.
    WideLeft,
    /// From deep: the rear section goes to the right of the front one.
    WideRight,
    /// From wide: the left section stays, the right one goes behind it.
    DeepLeft,
    /// From wide: the right section stays, the left one goes behind it.
    DeepRight,
}

impl Form {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Form; 4] = [Form::WideLeft, Form::WideRight, Form::DeepLeft, Form::DeepRight];

    /// Its word in notation.
    pub fn word(self) -> Word {
        match self {
            Form::WideLeft => Word("wide-left"),
            Form::WideRight => Word("wide-right"),
            Form::DeepLeft => Word("deep-left"),
            Form::DeepRight => Word("deep-right"),
        }
    }

    /// The formation of that word.
    pub fn of(word: Word) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.word() == word)
    }

    /// Whether the sections stand one behind the other afterwards.
    pub fn is_deep(self) -> bool {
        matches!(self, Form::DeepLeft | Form::DeepRight)
    }

    /// The rule that allows it.
    pub fn cite(self) -> Cite {
        if self.is_deep() { Cite("A14.1e") } else { Cite("A14.1c") }
    }

    /// The placement of a unit of so many sections after the change, when it stood at that pose before.
    pub fn placement(self, pose: Pose, section: BaseSize, sections: u8) -> Placement {
        let aside = (section.frontage(sections) - section.frontage(1)) / 2.0;
        let right = match self {
            Form::WideLeft | Form::DeepLeft => -aside,
            Form::WideRight | Form::DeepRight => aside,
        };
        let (files, ranks) = if self.is_deep() { (1, sections) } else { (sections, 1) };
        Placement::block(pose.shifted(0.0, right), files, ranks)
    }
}

/// The ground that the moving section takes: the part of the footprint after the change that was not covered before.
pub fn taken(before: &Footprint, after: &Footprint) -> Footprint {
    let local = before.local(after.centre);
    let (width, depth) = (after.width() - before.width(), after.depth() - before.depth());
    if width > 0.0 {
        // Beside the front section, which has not moved.
        let out = before.half_width + width / 2.0;
        let middle = after.front() + before.right() * (out * local.x.signum() - local.x);
        return Footprint::new(Pose { at: middle, heading: before.heading }, width, after.depth());
    }
    let front = after.front() - after.forward() * before.depth();
    Footprint::new(Pose { at: front, heading: before.heading }, after.width(), depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: BaseSize = BaseSize::new(2.4, 1.8);

    fn after(form: Form, pose: Pose) -> (Pose, Footprint) {
        let placement = form.placement(pose, SECTION, 2);
        (placement.pose(SECTION).unwrap(), placement.footprints(SECTION)[0])
    }

    fn close(a: bevy::math::Vec2, x: f32, y: f32) {
        assert!(a.distance(bevy::math::Vec2::new(x, y)) < 1e-4, "{a:?}");
    }

    #[test]
    fn a_deep_unit_widens_to_the_right_or_to_the_left_of_its_front_section() {
        let u1d = Pose::new(36.0, 20.0, 0.0);
        let (pose, print) = after(Form::WideRight, u1d);
        close(pose.at, 37.2, 20.0);
        close(print.corners()[0], 34.8, 20.0);
        close(print.corners()[2], 39.6, 18.2);
        let (pose, print) = after(Form::WideLeft, u1d);
        close(pose.at, 34.8, 20.0);
        close(print.corners()[0], 32.4, 20.0);
    }

    #[test]
    fn of_a_wide_unit_the_left_or_the_right_section_stays() {
        let u1 = Pose::new(36.0, 20.0, 0.0);
        let (pose, print) = after(Form::DeepLeft, u1);
        close(pose.at, 34.8, 20.0);
        close(print.corners()[2], 36.0, 16.4);
        let (pose, _) = after(Form::DeepRight, u1);
        close(pose.at, 37.2, 20.0);
    }

    #[test]
    fn the_same_after_a_quarter_turn() {
        // Facing east at (36, 20): right is south.
        let (pose, _) = after(Form::DeepRight, Pose::new(36.0, 20.0, 90.0));
        close(pose.at, 36.0, 18.8);
    }

    #[test]
    fn the_ground_taken_is_that_of_the_section_that_moves() {
        let u1 = SECTION.block(Pose::new(36.0, 20.0, 0.0), 2, 1);
        let (_, deep) = after(Form::DeepLeft, u1.pose());
        let behind = taken(&u1, &deep);
        close(behind.corners()[0], 33.6, 18.2);
        close(behind.corners()[2], 36.0, 16.4);
        let u1d = SECTION.block(Pose::new(36.0, 20.0, 0.0), 1, 2);
        let (_, wide) = after(Form::WideRight, u1d.pose());
        let beside = taken(&u1d, &wide);
        close(beside.corners()[0], 37.2, 20.0);
        close(beside.corners()[2], 39.6, 18.2);
        let (_, wide) = after(Form::WideLeft, u1d.pose());
        close(taken(&u1d, &wide).corners()[0], 32.4, 20.0);
    }
}

//! The Intro scale (1.intro): every unit is one section, and battles laid out for two sections a unit are closed up.

use super::muster::Recruit;
use crate::table::{Placement, Pose};

/// The factor for distances between units of a division that stood two sections wide and are now one wide.
const CLOSED_UP: f32 = 0.5;

/// Closes up the divisions whose units all stood two sections wide: units move towards the division's middle until
/// those that touched at full width touch again at half of it.
pub(super) fn close_up(recruits: &mut [Recruit]) {
    let is_wide = |r: &Recruit| r.own.troop.as_ref().is_some_and(|t| t.kind.sections > 1) && !r.own.deep;
    let divisions: Vec<_> = recruits.iter().filter_map(|r| Some((r.side, r.place?.0))).collect();
    for (_, division) in divisions.iter().enumerate().filter(|(n, division)| !divisions[..*n].contains(division)) {
        let of = |r: &Recruit| r.place.is_some_and(|(body, _)| (r.side, body) == *division);
        let poses: Vec<Pose> = recruits.iter().filter(|r| of(r)).filter_map(pose).collect();
        let wide = recruits.iter().filter(|r| of(r)).all(is_wide);
        let Some(first) = poses.first().filter(|_| wide) else { continue };
        let right = first.right();
        let aside = |pose: Pose| (pose.at - first.at).dot(right);
        let sides = poses.iter().map(|pose| aside(*pose));
        let (low, high) = sides.fold((0.0_f32, 0.0_f32), |(low, high), at| (low.min(at), high.max(at)));
        let middle = (low + high) / 2.0;
        for recruit in recruits.iter_mut().filter(|r| of(r)) {
            if let Placement::Block { pose, .. } = &mut recruit.placement {
                pose.at -= right * (aside(*pose) - middle) * CLOSED_UP;
            }
        }
    }
}

fn pose(recruit: &Recruit) -> Option<Pose> {
    match recruit.placement {
        Placement::Block { pose, .. } => Some(pose),
        _ => None,
    }
}

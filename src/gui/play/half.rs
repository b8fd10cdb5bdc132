//! What may be when half of the time is over, where all move together: who may be upon the unit in hand, who may shoot at it,
//! and which friend passes near.

use crate::battle::{Ref, View};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::look::aids::touches;
use crate::gui::play::look::orders::{could_meet, half_of_held};
use crate::gui::play::panel::blocks::Half;
use crate::gui::play::state::{Now, Play};
use crate::gui::words::{apart, capital};
use crate::ids::UnitId;
use crate::table::{Footprint, measure};

/// No more lines than these.
const MOST: usize = 4;
/// Friends who pass nearer than this, inches, are told.
const BESIDE: f32 = 2.0;

/// What may be at the half by what the hand holds; none where it would not be elsewhere then.
pub fn of_held(play: &Play, now: &Now, view: &View) -> Option<Half> {
    let side = now.person?;
    let (unit, print) = half_of_held(play, view)?;
    let length = (play.game.ruleset().texts)().unit;
    let told = |inches: f32| apart(length.as_ref(), inches);
    let name = |unit: UnitId| capital(&view.names().name(Ref::Unit(unit)));
    let mut lines: Vec<(String, String)> = Vec::new();
    for (enemy, _, _, far) in could_meet(play, now, view, &print) {
        let near = match far {
            0.0 => translate("upon-you").to_owned(),
            far => translate_with("apart", &[("far", &told(far))]),
        };
        lines.push((translate_with("may-charge", &[("who", &name(enemy))]), near));
    }
    let seen = view.roster().of(side.other()).filter(|u| view.on_table(*u) && now.scene.piece(*u).is_some());
    for enemy in seen {
        let reach = (play.game.ruleset().reach)(view, enemy);
        let (Some(range), Some(from)) = (reach.fire.iter().map(|(far, _)| *far).max(), view.hull(enemy)) else {
            continue;
        };
        let far = measure::distance(&from, &print);
        if far <= range.to_inches() && (reach.arc.len() < 3 || touches(&reach.arc, &print)) {
            let words = translate_with("may-shoot", &[("who", &name(enemy))]);
            let of: [(&str, &dyn std::fmt::Display); 2] = [("far", &told(far)), ("range", &told(range.to_inches()))];
            lines.push((words, translate_with("so-far-of", &of)));
        }
    }
    for (friend, there) in passing(now, view, unit) {
        let far = measure::distance(&there, &print);
        if far < BESIDE {
            let words = translate_with("passes", &[("who", &name(friend))]);
            lines.push((words, translate_with("clear", &[("far", &told(far))])));
        }
    }
    lines.truncate(MOST);
    let on = view.pose(unit).map_or(0.0, |pose| pose.at.distance(print.front()));
    Some(Half { head: translate_with("at-the-half-ahead", &[("far", &told(on))]), lines })
}

/// Where friends who have orders would be then.
fn passing<'a>(now: &'a Now, view: &'a View, but: UnitId) -> impl Iterator<Item = (UnitId, Footprint)> + 'a {
    let units = now.sealed.iter().flat_map(|sealed| &sealed.units).filter(move |of| of.unit != but);
    units.filter_map(|of| {
        let (hull, pose) = (view.hull(of.unit)?, of.order.as_ref()?.half?);
        Some((of.unit, Footprint::new(pose, hull.width(), hull.depth())))
    })
}

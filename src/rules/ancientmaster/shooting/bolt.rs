//! The bolt of a light engine (A12, W118, W141): it goes straight through up to three stands that touch, whosever they are.

use super::aim::{self, covered};
use super::kernel::{self, Attack};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::terrain::Cover;
use crate::table::measure::{TOUCH, within};
use crate::table::sight::run_through;
use crate::table::{Edge, Foot};

/// The stands that the bolt of an engine's stand goes through, shot at a stand: the line runs from the middle of its front
/// edge through the point of the target nearest to that; the next is the one that it enters where it leaves the last, if
/// those two touch.
fn pierced<'w>(field: Battlefield<'w>, engine: &Foot, target: &'w Foot) -> Vec<&'w Foot> {
    let [left, right] = engine.print.edge(Edge::Front);
    let from = (left + right) / 2.0;
    let along = (target.print.nearest_to(from) - from).normalize_or(engine.print.forward());
    let ground = field.0.ground();
    let to = from + along * (ground.width + ground.depth);
    let through = |foot: &Foot| run_through(&foot.print, from, to);
    let mut pierced = vec![target];
    while pierced.len() < usize::from(tables().shooting.bolt) {
        let Some(last) = pierced.last().copied() else { break };
        let Some((_, leaves)) = through(last) else { break };
        let next = field.0.layout().around(&last.print, TOUCH.to_inches()).filter(|foot| {
            let known = pierced.iter().any(|of| (of.unit, of.base) == (foot.unit, foot.base));
            let enters = || through(foot).is_some_and(|(enters, _)| (enters - leaves).abs() <= TOUCH.to_inches() * 4.0);
            !known && within(&last.print, &foot.print, TOUCH) && enters()
        });
        let Some(next) = next.into_iter().next() else { break };
        pierced.push(next);
    }
    pierced
}

/// The dice of some stands of an engine against every unit that their bolts go through, the target first: one for each
/// stand pierced, with the best cover of these. Armour does not save.
pub fn attacks(field: Battlefield, by: UnitId, stands: &[u8], at: UnitId) -> Vec<(Attack, Cover)> {
    let side = field.0.side_of(by);
    let mut attacks: Vec<(Attack, Cover)> = Vec::new();
    for engine in field.feet(by).iter().filter(|foot| stands.contains(&foot.base)) {
        let Some(shot) = aim::shot(field, engine, at) else { continue };
        let Some(target) = field.feet(at).get(usize::from(shot.at)) else { continue };
        for stand in pierced(field, engine, target) {
            let (cover, hits_on) = covered(field, stand, &engine.print);
            let of = match attacks.iter().position(|(attack, _)| attack.at == stand.unit) {
                Some(known) => known,
                None => {
                    let why = Word("shooting");
                    let at = stand.unit;
                    attacks.push((Attack { by: side, who: by, dice: Vec::new(), at, armour: None, why }, cover));
                    attacks.len() - 1
                }
            };
            attacks[of].1 = attacks[of].1.max(cover);
            kernel::add(&mut attacks[of].0.dice, field.troop(by).kind.shooting.max(0) as u16, hits_on);
        }
    }
    attacks
}

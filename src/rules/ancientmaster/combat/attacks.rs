//! How many dice each stand has in combat, against whom, and what hits (A10.3, A10.4, W15, W16, W30-W33, W52, W57-W59).

use crate::cite::{Cite, Tally, Word};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::{Cm, tables};
use crate::rules::ancientmaster::muster::on_horses;
use crate::rules::ancientmaster::shooting::kernel::{Attack, add};
use crate::rules::ancientmaster::state::Declared;
use crate::rules::ancientmaster::support::{Place, place};
use crate::rules::ancientmaster::terrain::Cover;
use crate::rules::ancientmaster::troop::{Sort, Tag};
use crate::table::measure::TOUCH;
use crate::table::{Edge, Footprint, Mil, Touched, contact};

const MODIFIERS: Cite = Cite("A10.4");
const TERROR: Cite = Cite("A12");
const CAMELS: Cite = Cite("W57");
const PURSUES: Cite = Cite("W15");
const PURSUED: Cite = Cite("W16");

/// A stand in a fight, as it stands or as it would stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    pub unit: UnitId,
    pub base: u8,
    pub side: Side,
    pub print: Footprint,
}

/// One unit's attack on another.
#[derive(Clone, Debug, PartialEq)]
pub struct Blows {
    pub attack: Attack,
    /// What its dice are made of.
    pub tally: Tally,
    /// The face from which on its first stand hits: where it has no dice at all, one is rolled against that.
    pub last: u8,
}

/// Who has charged whom, in the first round; of a fight that is only thought of, who would have.
pub type Charges<'a> = &'a dyn Fn(UnitId, UnitId) -> bool;

/// All stands of some units, as they stand.
pub fn stands(field: Battlefield, units: &[UnitId]) -> Vec<Stand> {
    let of = |unit: &UnitId| {
        let side = field.0.side_of(*unit);
        field.feet(*unit).iter().map(move |foot| Stand { unit: foot.unit, base: foot.base, side, print: foot.print })
    };
    units.iter().flat_map(of).collect()
}

/// The enemies that touch a stand, each with where and how long.
fn touching<'s>(stand: &Stand, all: &'s [Stand]) -> Vec<(&'s Stand, Place, f32)> {
    let enemies = all.iter().filter(|other| other.side != stand.side);
    enemies
        .filter_map(|enemy| {
            let at = place(&stand.print, &enemy.print)?;
            Some((enemy, at, contact(&stand.print, &enemy.print).map_or(0.0, |touch| touch.length)))
        })
        .collect()
}

/// The stands that a stand might strike (A10.3): those on its front edge, else on another edge, else at a corner; the one that
/// it touches longest first.
pub fn targets<'s>(stand: &Stand, all: &'s [Stand]) -> Vec<&'s Stand> {
    let mut touching = touching(stand, all);
    let first = touching.iter().map(|(_, place, _)| *place).min();
    touching.retain(|(_, place, _)| Some(*place) == first);
    touching.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.unit.cmp(&b.0.unit)));
    touching.into_iter().map(|(enemy, ..)| enemy).collect()
}

/// The stand that a stand strikes: of the unit that is named, if it might, else the one that it touches longest.
fn target<'s>(stand: &Stand, all: &'s [Stand], named: Option<UnitId>) -> Option<&'s Stand> {
    let targets = targets(stand, all);
    let of_named = targets.iter().find(|enemy| Some(enemy.unit) == named);
    of_named.or(targets.first()).copied()
}

/// What one stand has against whom.
pub struct Blow {
    pub enemy: UnitId,
    pub hits_on: u8,
    /// What its dice are made of, the bonus of a character apart.
    pub tally: Tally,
    stand: Stand,
    at: Stand,
}

/// The attack of a stand that fights: at the unit that is named, else at the one that was declared.
pub fn blow(field: Battlefield, stand: &Stand, at: Option<UnitId>, all: &[Stand], charges: Charges) -> Option<Blow> {
    let strikes = &field.0.battle_state::<Declared>().strikes;
    let declared = || strikes.iter().find(|(unit, base, _)| (*unit, *base) == (stand.unit, stand.base));
    let enemy = target(stand, all, at.or_else(|| declared().map(|(.., enemy)| *enemy)))?;
    Some(against(field, stand, stand, enemy, all, charges))
}

/// The attack of a stand on what the stand before it strikes, or it itself.
fn against(field: Battlefield, stand: &Stand, front: &Stand, enemy: &Stand, all: &[Stand], charges: Charges) -> Blow {
    let tally = modifiers(field, stand, front, enemy, all, charges);
    Blow { enemy: enemy.unit, hits_on: to_hit(field, front, enemy), tally, stand: *stand, at: *enemy }
}

/// What is supposed of a round that is only thought of, or known of one that is fought.
#[derive(Clone, Copy)]
pub struct Supposed<'a> {
    /// Who has charged whom.
    pub charges: Charges<'a>,
    /// A unit that has left its characters behind (A11).
    pub alone: Option<UnitId>,
    /// A stand that would be declared to strike a unit (A10.3).
    pub strikes: Option<(UnitId, u8, UnitId)>,
    /// A stand that would be declared to have the bonus of its unit's character (A10.4).
    pub leads: Option<(UnitId, u8)>,
}

impl<'a> Supposed<'a> {
    /// Nothing but who has charged whom.
    pub fn charges(charges: Charges<'a>) -> Supposed<'a> {
        Supposed { charges, alone: None, strikes: None, leads: None }
    }

    /// Whom a stand would strike, if that is supposed.
    fn struck_by(&self, stand: &Stand) -> Option<UnitId> {
        self.strikes.filter(|(unit, base, _)| (*unit, *base) == (stand.unit, stand.base)).map(|(.., enemy)| enemy)
    }
}

/// The attacks of all stands, unit by unit in the order of `all`. `seconds` are second ranks of a phalanx, each with the
/// stand before it (W30).
pub fn attacks(field: Battlefield, all: &[Stand], seconds: &[(Stand, Stand)], supposed: &Supposed) -> Vec<Blows> {
    let Supposed { charges, alone, leads, .. } = *supposed;
    let declared = &field.0.battle_state::<Declared>().bonus;
    let bonus: Vec<(UnitId, u8)> = leads.into_iter().chain(declared.iter().copied()).collect();
    let mut blows: Vec<Blows> = Vec::new();
    let of_all = all.iter().filter_map(|stand| {
        match seconds.iter().find(|(second, _)| (second.unit, second.base) == (stand.unit, stand.base)) {
            None => blow(field, stand, supposed.struck_by(stand), all, charges).map(|blow| (blow, true)),
            Some((_, front)) => {
                let of_front = blow(field, front, supposed.struck_by(front), all, charges)?;
                Some((against(field, stand, front, &of_front.at, all, charges), false))
            }
        }
    });
    let mut struck: Vec<(Blow, bool)> = of_all.collect();
    // The best bonus of its characters is for one stand of a unit: the one that was named, else the first that fights.
    let mut helped: Vec<UnitId> = Vec::new();
    let fighting: Vec<(UnitId, u8)> =
        struck.iter().filter(|(_, fights)| *fights).map(|(blow, _)| (blow.stand.unit, blow.stand.base)).collect();
    for (blow, fights) in &mut struck {
        let unit = blow.stand.unit;
        let named = bonus.iter().find(|of| of.0 == unit && fighting.contains(of));
        let leads = named.is_none_or(|(_, base)| *base == blow.stand.base);
        if *fights && leads && !helped.contains(&unit) && alone != Some(unit) {
            helped.push(unit);
            let best = field.joined_to(unit).into_iter().filter_map(|of| field.leader(of)).map(|of| of.attacks());
            if let Some(best) = best.max().filter(|best| *best != 0) {
                blow.tally.add(Word("character"), best, MODIFIERS);
            }
        }
    }
    for (blow, _) in struck {
        let count = blow.tally.total().max(0) as u16;
        let known = blows.iter_mut().find(|b| b.attack.who == blow.stand.unit && b.attack.at == blow.enemy);
        match known {
            Some(known) => {
                add(&mut known.attack.dice, count, blow.hits_on);
                known.tally.0.extend(blow.tally.0);
            }
            None => {
                let mut dice = Vec::new();
                add(&mut dice, count, blow.hits_on);
                let armour = field.troop(blow.enemy).kind.armour;
                let (by, who, at) = (blow.stand.side, blow.stand.unit, blow.enemy);
                let attack = Attack { by, who, dice, at, armour, why: Word("combat") };
                blows.push(Blows { attack, tally: blow.tally, last: blow.hits_on });
            }
        }
    }
    last_ditch(&mut blows);
    for of in &mut blows {
        of.tally = summed(&of.tally);
    }
    blows
}

/// A unit that fights has one die at least (G16).
fn last_ditch(blows: &mut [Blows]) {
    let units: Vec<UnitId> = blows.iter().map(|of| of.attack.who).collect();
    for unit in units {
        let all: u16 =
            blows.iter().filter(|of| of.attack.who == unit).flat_map(|of| &of.attack.dice).map(|d| d.count).sum();
        if all == 0
            && let Some(of) = blows.iter_mut().find(|of| of.attack.who == unit)
        {
            add(&mut of.attack.dice, 1, of.last);
            of.tally.add(Word("last-ditch"), 1, MODIFIERS);
        }
    }
}

/// Terms of the same name taken together.
fn summed(tally: &Tally) -> Tally {
    let mut sum: Tally = Tally::default();
    for term in &tally.0 {
        match sum.0.iter_mut().find(|known| known.what == term.what) {
            Some(known) => known.value += term.value,
            None => sum.0.push(term.clone()),
        }
    }
    sum
}

/// The dice of one stand against one enemy, and what they are made of.
fn modifiers(
    field: Battlefield,
    stand: &Stand,
    front: &Stand,
    enemy: &Stand,
    all: &[Stand],
    charges: Charges,
) -> Tally {
    let numbers = &tables().combat;
    let troop = field.troop(stand.unit);
    let mut tally = Tally::default().with(Word("attacks"), troop.attacks, MODIFIERS);
    let open = cover::against(field, enemy.unit, &enemy.print, front.print.centre, true) == Cover::Open
        && !cover::is_loose(field, &enemy.print);
    if charges(stand.unit, enemy.unit) && open {
        tally.add(Word("charge"), numbers.charge, MODIFIERS);
        let heavy = matches!(troop.sort(), Sort::Chariot | Sort::Monster) || troop.has(Tag::ChargesAsChariot);
        if heavy {
            tally.add(Word("heavy-charge"), numbers.heavy_charge, MODIFIERS);
        }
    }
    let (own, other) = (field.next_round(stand.unit), field.next_round(enemy.unit));
    if other.retreated > 0 && own.retreated == 0 {
        let steps = (Cm::of(Mil(other.retreated)).0 + 0.001) / numbers.per.0;
        tally.add(Word("pursuit"), numbers.pursuit + steps as i32, MODIFIERS);
        if troop.has(Tag::Warband) {
            tally.add(Word("warband"), tables().warband.pursues, PURSUES);
        }
    }
    if own.retreated > 0 && own.pursued && troop.has(Tag::Warband) {
        tally.add(Word("warband"), tables().warband.pursued, PURSUED);
    }
    if let Some(cite) = terrified(field, front, all) {
        tally.add(Word("terror"), numbers.terror, cite);
    }
    if flanked(stand, all) {
        tally.add(Word("flank"), numbers.flank, MODIFIERS);
    }
    if field.confused(stand.unit) {
        tally.add(Word("confused"), tables().confusion.attacks, Cite("A9.1"));
    }
    tally
}

/// Whether a stand is touched by something that terrifies it, and by which rule: elephants, and camels if it rides horses
/// (W57, W59); camels of its own side too.
fn terrified(field: Battlefield, stand: &Stand, all: &[Stand]) -> Option<Cite> {
    let troop = field.troop(stand.unit);
    let near = |other: &&Stand| other.unit != stand.unit && contact(&stand.print, &other.print).is_some();
    // A unit whose character rides an elephant terrifies as elephants do (B1.5).
    let ridden = |unit: UnitId| {
        let with = field.joined_to(unit).into_iter().filter_map(|of| field.leader(of));
        with.filter_map(|leader| leader.mount).any(|mount| mount.sort == Sort::Monster)
    };
    let elephantine = |unit: UnitId| field.has(unit, Tag::Elephants) || ridden(unit);
    if elephantine(stand.unit) {
        return None;
    }
    let elephants = |other: &Stand| other.side != stand.side && elephantine(other.unit);
    let camels = |other: &Stand| on_horses(troop) && field.has(other.unit, Tag::Camels);
    let terrifies = |other: &Stand| match () {
        () if elephants(other) => Some(TERROR),
        () if camels(other) => Some(CAMELS),
        () => None,
    };
    // Camels of its own side frighten horses though they do not fight themselves.
    let friends = || {
        let near = field.0.layout().around(&stand.print, TOUCH.to_inches());
        let camels = near.filter(|foot| field.0.side_of(foot.unit) == stand.side && field.has(foot.unit, Tag::Camels));
        on_horses(troop) && camels.into_iter().any(|foot| contact(&stand.print, &foot.print).is_some())
    };
    all.iter().filter(near).find_map(terrifies).or_else(|| friends().then_some(CAMELS))
}

/// Whether an enemy's front touches a side or rear edge or a rear corner of a stand.
fn flanked(stand: &Stand, all: &[Stand]) -> bool {
    touching(stand, all).iter().any(|(enemy, at, _)| {
        let behind = matches!(at, Place::Behind | Place::RearCorner);
        let front = matches!(place(&enemy.print, &stand.print), Some(Place::Front | Place::FrontCorner));
        behind && front
    })
}

/// The face from which on a stand hits another (A10.4, W52).
fn to_hit(field: Battlefield, stand: &Stand, enemy: &Stand) -> u8 {
    let cover = cover::against(field, enemy.unit, &enemy.print, stand.print.centre, true);
    let plain = cover::to_hit(cover);
    let walled = field.formed(enemy.unit).shieldwall
        && contact(&enemy.print, &stand.print).is_some_and(|touch| match touch.of {
            Touched::Edge(edge) => edge == Edge::Front,
            Touched::Corner(..) => enemy.print.local(stand.print.centre).y > enemy.print.half_depth,
        });
    if walled { plain.max(tables().shooting.defended) } else { plain }
}

//! Generals as a battle's file describes them (4.5).

use serde::Deserialize;

use super::data::data;
use super::muster::{Own, Recruit, Worn};
use super::state::General;
use super::terrain_setup::bought;
use crate::battle::setup::{FieldReader, Flaw, Locus, Setup, SideSetup, implicit_some};
use crate::cite::{Word, intern};
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Placement};

/// `general: (name: "scipio", attached: "hastati-2")`, `general: (name: "scipio", at: (36, 12))`, or `general: (name:
/// "scipio", lost: true)` in a battle that has already begun. In such a battle he may also have ordered rerolls and
/// have moved: `rerolls: 1, moved: true`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GeneralSetup {
    name: String,
    #[serde(default, deserialize_with = "implicit_some")]
    attached: Option<String>,
    #[serde(default, deserialize_with = "implicit_some")]
    at: Option<(f32, f32)>,
    #[serde(default)]
    lost: bool,
    /// How many rerolls he has ordered (A16.2), and whether he has moved this turn.
    #[serde(default)]
    rerolls: u8,
    #[serde(default)]
    moved: bool,
}

fn read(side: Side, force: &SideSetup, flaws: &mut Vec<Flaw>) -> Option<GeneralSetup> {
    let at = |field: String| Locus::Side(side, field);
    let mut fields = FieldReader::new(&force.fields, &at, flaws);
    let expected = "a general: (name: \"…\", attached: \"unit\") or (name: \"…\", at: (x, y))";
    let general = fields.take("general", expected);
    fields.raw(bought::FIELD);
    fields.finish();
    general
}

/// The general's marker of a side, if it has a general.
pub(super) fn recruit(side: Side, setup: &Setup, units: &[Recruit], flaws: &mut Vec<Flaw>) -> Option<Recruit> {
    let general = read(side, &setup.sides[side.index()], flaws)?;
    let table = setup.table;
    let mut flaw = |message: String| flaws.push(Flaw::error(Locus::Side(side, "general".into()), message));
    let mine = || units.iter().filter(|r| r.side == side);
    let is_name = |n: &str| {
        n.len() <= 40
            && n.starts_with(|c: char| c.is_ascii_lowercase())
            && n.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    if !is_name(&general.name) || units.iter().any(|u| u.name.0 == general.name) {
        flaw(format!("`{}` cannot be the general's name: it must be new, of a-z, 0-9 and -", general.name));
        return None;
    }
    let placement = match (&general.attached, general.at) {
        (None, None) if general.lost => Placement::Off,
        _ if general.lost => {
            flaw("a general who is lost is neither attached nor anywhere".to_owned());
            return None;
        }
        (Some(unit), None) => match mine().find(|r| r.name.0 == unit) {
            Some(with) => with.placement.point().map_or(Placement::Off, Placement::Token),
            // What is wrong with a unit of the file that could not be read is told of it.
            None if of_file(&setup.sides[side.index()], unit) => return None,
            None => {
                let at = Locus::Side(side, "general".into());
                flaws.push(Flaw::unknown(at, "unit", unit, mine().map(|r| r.name.0)));
                return None;
            }
        },
        (None, Some((x, y))) if (0.0..=table.0).contains(&x) && (0.0..=table.1).contains(&y) => {
            Placement::Token(bevy::math::Vec2::new(x, y))
        }
        (None, Some(_)) => {
            flaw("the general stands off the table".to_owned());
            return None;
        }
        _ => {
            flaw("expected one of `attached`, `at` and `lost`".to_owned());
            return None;
        }
    };
    let most = data().tables.general.rerolls;
    if general.rerolls > most {
        flaw(format!("a general orders {most} rerolls in a game at most, not {} (A16.2a)", general.rerolls));
    }
    let name = Word(intern(&general.name));
    Some(Recruit {
        name,
        side,
        base: BaseSize::new(0.0, 0.0),
        placement,
        place: None,
        own: Own { troop: None, formation: (1, 1), deep: false, worn: Worn::default() },
    })
}

/// Whether a unit of that name stands in the side's lists.
fn of_file(force: &SideSetup, name: &str) -> bool {
    force.bodies.iter().flat_map(|body| &body.units).any(|unit| unit.name == name)
}

/// The general of a side as the battle begins. If he starts attached he counts as attached in turn 0 (G2).
pub(super) fn of(side: Side, force: &SideSetup, recruits: &[Recruit]) -> General {
    let marker = recruits.iter().position(|r| r.side == side && r.own.troop.is_none());
    let set_up = read(side, force, &mut Vec::new());
    let lost = set_up.as_ref().is_some_and(|g| g.lost);
    let (rerolls, moved) = set_up.as_ref().map_or((0, false), |g| (g.rerolls, g.moved));
    let with = set_up
        .and_then(|g| g.attached)
        .and_then(|name| recruits.iter().position(|r| r.side == side && r.name.0 == name));
    General {
        marker: marker.map(|i| UnitId(i as u16)),
        with: with.map(|i| UnitId(i as u16)),
        lost,
        rerolls,
        moved,
        ..General::default()
    }
}

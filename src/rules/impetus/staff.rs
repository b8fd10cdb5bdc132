//! What a battle's file says about commanders: an army's commands (X1), its general's sort (X2), its command structure
//! (X3), its rolls of destiny (X16).

use super::commands::{Command, Commands, MOST, sort_numbered};
use super::data::{General, Structure, tables};
use super::state::{Destiny, Sorts, Structures};
use super::switches::Switch;
use crate::battle::InForce;
use crate::battle::setup::{FieldReader, Flaw, Locus, Setup};
use crate::ids::{BodyId, Side, UnitId};

/// Of both armies, north first: their generals' sorts, their command structures, their rolls of destiny.
pub struct Staffs {
    pub sorts: Sorts,
    pub structures: Structures,
    pub destiny: Destiny,
}

/// What each side's `command` says, where that is played: `general: "expert", structure: "good", destiny: 2`.
pub fn staffs(setup: &Setup, switches: &InForce, flaws: &mut Vec<Flaw>) -> Staffs {
    let full = &tables().full;
    let staffs = Side::BOTH.map(|side| {
        let at = |field: String| Locus::Command(side, field);
        let mut fields = FieldReader::new(&setup.sides[side.index()].command, &at, flaws);
        let sorts = full.generals.iter().map(|sort| sort.name.as_str());
        let sort = named(&mut fields, switches, (Switch::Generals, "general", "sort of general"), sorts);
        let structures = full.structures.iter().map(|structure| structure.name.as_str());
        let structure = named(&mut fields, switches, (Switch::Command, "structure", "command structure"), structures);
        let rolls = rolls(&mut fields, switches);
        fields.finish();
        (sort.as_deref().map_or_else(usual_sort, sort_named), structure_named(structure.as_deref()), rolls)
    });
    Staffs {
        sorts: Sorts(staffs.map(|(sort, ..)| sort)),
        structures: Structures(staffs.map(|(_, structure, _)| structure)),
        destiny: Destiny(staffs.map(|(.., rolls)| rolls)),
    }
}

/// An army's rolls of destiny; the maximum where the file gives no number.
fn rolls(fields: &mut FieldReader, switches: &InForce) -> u8 {
    let most = tables().full.destiny;
    let rolls = fields.whole("destiny", 0, most.into());
    let played = switches.has(Switch::Destiny.name());
    if !played && rolls.is_some() {
        let message = format!("rolls of destiny mean something with `{}` alone", Switch::Destiny.name());
        fields.flaw("destiny", message);
    }
    if played { rolls.map_or(most, |rolls| rolls as u8) } else { 0 }
}

/// One name from a list, which is allowed only with a switch.
fn named<'n>(
    fields: &mut FieldReader,
    switches: &InForce,
    (switch, field, what): (Switch, &'static str, &str),
    known: impl Iterator<Item = &'n str> + Clone,
) -> Option<String> {
    let name: String = fields.take(field, &format!("a {what} in quotes"))?;
    if !switches.has(switch.name()) {
        fields.flaw(field, format!("the {what} means something with `{}` alone", switch.name()));
    } else if !known.clone().any(|n| n == name) {
        fields.unknown(field, what, &name, known);
    }
    Some(name)
}

fn sort_named(name: &str) -> &'static General {
    tables().full.generals.iter().find(|sort| sort.name == name).unwrap_or_else(usual_sort)
}

/// The sort of a general whose sort the file does not name.
fn usual_sort() -> &'static General {
    let full = &tables().full;
    // A test ensures that the usual one is in the table.
    full.generals.iter().find(|sort| sort.name == full.usual_general).unwrap_or(&full.generals[0])
}

fn structure_named(name: Option<&str>) -> &'static Structure {
    let full = &tables().full;
    let named = |name: &str| full.structures.iter().find(|structure| structure.name == name);
    // A test ensures that the usual one is in the table.
    name.and_then(named).or_else(|| named(&full.usual_structure)).unwrap_or(&full.structures[0])
}

/// A unit, with what matters for generals and commands.
#[derive(Clone, Debug)]
pub struct Man {
    pub unit: UnitId,
    pub name: &'static str,
    pub side: Side,
    /// Its body, by the side's list.
    pub body: usize,
    /// The commander-in-chief is with it.
    pub general: bool,
    /// Whether a general may be with it.
    pub may_lead: bool,
    pub vd: i32,
}

/// What happened to a command before the battle of the file begins: `lost: 7, general_lost: true, acted: true` of the
/// body whose name it has.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    /// The VD that is routed.
    lost: i32,
    general_lost: bool,
    /// It has acted in this turn.
    acted: bool,
}

impl Before {
    fn read(fields: &mut FieldReader, switches: &InForce) -> Before {
        let lost = fields.whole("lost", 0, 10_000);
        let (general_lost, acted) = (fields.flag("general_lost"), fields.flag("acted"));
        if !switches.has(Switch::Commands.name()) {
            let given =
                [("lost", lost.is_some()), ("general_lost", general_lost.is_some()), ("acted", acted.is_some())];
            for (field, _) in given.into_iter().filter(|(_, given)| *given) {
                fields.flaw(field, format!("commands mean something with `{}` alone", Switch::Commands.name()));
            }
        }
        let lost = lost.map_or(0, |vd| vd as i32);
        Before { lost, general_lost: general_lost.unwrap_or(false), acted: acted.unwrap_or(false) }
    }
}

/// A body to which the file gives its own general.
struct Led {
    body: usize,
    general: Option<UnitId>,
    sort: Option<String>,
}

/// The commands of both armies, and the index of each unit's command, in the order of the units. Each body with its own
/// general is a command; all others are under the commander-in-chief.
pub fn commands(
    setup: &Setup,
    switches: &InForce,
    men: &[Man],
    sorts: &Sorts,
    flaws: &mut Vec<Flaw>,
) -> (Commands, Vec<u8>) {
    let mut commands = Commands::default();
    let mut under = vec![0; men.len()];
    let mut bodies_before = 0;
    for side in Side::BOTH {
        let (led, before) = led(setup, side, switches, men, flaws);
        let own = || men.iter().filter(|man| man.side == side);
        let chief = own().find(|man| man.general);
        let of_body = |body: usize| led.iter().position(|l| l.body == body).map_or(0, |n| n + 1);
        if switches.has(Switch::Commands.name()) {
            // A unit of the file that could not be read may be the one that he is with.
            let all =
                setup.sides[side.index()].bodies.iter().map(|body| body.units.len()).sum::<usize>() == own().count();
            if let (Some(first), None) = (led.first(), chief.filter(|_| all))
                && all
            {
                let message = "this command needs a commander-in-chief beside it: no unit has `general: true` (X1)";
                flaws.push(Flaw::error(Locus::Body(side, first.body, "general".into()), message));
            }
            if let Some(fifth) = led.get(MOST - 1) {
                let message = format!("an army has {MOST} commands at most (X1)");
                flaws.push(Flaw::error(Locus::Body(side, fifth.body, "general".into()), message));
            }
            let body = |n: usize| BodyId(u16::try_from(bodies_before + n).unwrap_or(u16::MAX));
            let vdt = |number: usize| own().filter(|man| of_body(man.body) == number).map(|man| man.vd).sum::<i32>();
            let command = |number: usize, of: usize, general: Option<UnitId>, sort: &str| Command {
                body: body(of),
                general,
                general_lost: before.get(of).is_some_and(|before| before.general_lost),
                sort: sort_numbered(sort).unwrap_or_default(),
                done: before.get(of).is_some_and(|before| before.acted),
                // Units lost before the file's battle begins are not in the file, so their value is added.
                vdt: vdt(number) + before.get(of).map_or(0, |before| before.lost),
                lost: before.get(of).map_or(0, |before| before.lost),
                alarmed: false,
            };
            let sort = &sorts.0[side.index()].name;
            let first = command(0, chief.map_or(0, |man| man.body), chief.map(|man| man.unit), sort);
            let others = led.iter().enumerate().map(|(n, led)| {
                command(n + 1, led.body, led.general, led.sort.as_deref().unwrap_or(&usual_sort().name))
            });
            if !setup.sides[side.index()].bodies.is_empty() {
                commands.0[side.index()] = std::iter::once(first).chain(others).collect();
            }
        }
        for (under, man) in under.iter_mut().zip(men).filter(|(_, man)| man.side == side) {
            *under = u8::try_from(of_body(man.body)).unwrap_or_default();
        }
        bodies_before += setup.sides[side.index()].bodies.len();
    }
    (commands, under)
}

/// The bodies of a side that name a general of their own: `general: "unit", sort: "fair"`; and of each body what has
/// become of it before.
fn led(setup: &Setup, side: Side, switches: &InForce, men: &[Man], flaws: &mut Vec<Flaw>) -> (Vec<Led>, Vec<Before>) {
    let (mut led, mut before) = (Vec::new(), Vec::new());
    for (b, body) in setup.sides[side.index()].bodies.iter().enumerate() {
        let at = |field: String| Locus::Body(side, b, field);
        let mut fields = FieldReader::new(&body.fields, &at, flaws);
        let name = fields.text("general");
        let sort = fields.text("sort");
        before.push(Before::read(&mut fields, switches));
        let own = || men.iter().filter(|man| (man.side, man.body) == (side, b));
        let general = name.as_deref().and_then(|name| own().find(|man| man.name == name));
        match (&name, general) {
            (Some(_), Some(man)) if man.general => {
                fields.flaw("general", format!("the commander-in-chief is with `{}` already (X1)", man.name));
            }
            (Some(_), Some(man)) if !man.may_lead => {
                fields.flaw(
                    "general",
                    format!(
                        "a general may not be with `{}` (4): in the army list its line does not say `general: true`",
                        man.name
                    ),
                );
            }
            (Some(name), None) if body.units.iter().all(|unit| unit.name != *name) => {
                fields.unknown("general", "unit of this body", name, own().map(|man| man.name));
            }
            _ => {}
        }
        if own().any(|man| man.general) && general.is_some_and(|man| !man.general) {
            fields.flaw("general", "this body is the commander-in-chief's own (X1)");
        }
        let of_sort = |name: &str| tables().full.generals.iter().find(|sort| sort.name == name);
        match sort.as_deref().map(|name| (name, of_sort(name))) {
            Some(_) if name.is_none() => fields.flaw("sort", "the sort of a general without `general`"),
            Some((name, None)) => {
                let sorts = tables().full.generals.iter().map(|sort| sort.name.as_str());
                fields.unknown("sort", "sort of general", name, sorts);
            }
            Some((name, Some(sort))) if sort.heartens != 0 => {
                fields.flaw("sort", format!("only a commander-in-chief is {name} (X2)"));
            }
            _ => {}
        }
        fields.finish();
        if name.is_some() {
            led.push(Led { body: b, general: general.map(|man| man.unit), sort });
        }
    }
    (led, before)
}

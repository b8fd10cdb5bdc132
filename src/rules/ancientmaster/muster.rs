//! Makes the units and characters of a battle's file: finds each in its army list or the catalogue, and reports every
//! error at its place.

use bevy::ecs::world::World;
use bevy::math::Vec2;

use super::armies::{self, ArmyList, Entry};
use super::battlefield::stand_size;
use super::begun::Begun;
use super::data::{data, tables};
use super::deploy::SetUp;
use super::formation::{self, Formation};
use super::limits;
use super::sequence::Sequence;
use super::state::{Armies, Army, Away, First, Joined, Leader, Length, Listed, Member, Troop, Troops};
use super::switches::Switches;
use super::terrain;
use super::troop::{CharacterType, Mount, MountType, Sort, Tag, TroopType};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Limit, Locus, Setup, UnitSetup};
use crate::battle::{self, Muster, Roster, SideLists, TurnLimit, install, state};
use crate::cite::intern;
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Placement, Pose};

/// What the ruleset's files say of a member of an army.
pub struct Own {
    pub member: Member,
    begun: Begun,
    /// The unit that a character has joined, by name.
    with: Option<String>,
}

pub type Recruit = battle::Recruit<Own>;

/// Puts the units of a setup into the world and begins the turn sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let kinds = data().terrain.iter().map(|kind| kind.name.as_str());
    let mut muster = match Muster::new(setup, &data().texts, kinds) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let free = setup.deploy == Deploy::Free;
    let lists = armies::lists().of_sides(setup, &mut muster.flaws);
    let switches = Switches::named(&muster.in_force);
    let mut recruits = muster.recruits(|side, unit, fields| recruit(&lists, side, unit, fields));
    muster.no_fields_of_sides();
    join(&mut recruits, &mut muster.flaws);
    muster.check_places(&recruits, |recruit, piece| {
        let sort = sort(&recruit.own.member);
        let barred = recruit.base.width > 0.0 && !terrain::may_enter(sort, piece);
        barred.then(|| format!("`{}` may not stand in {}", recruit.name, piece.kind.0.replace('-', " ")))
    });
    let (armies, first) = armies_of(setup, &recruits, &mut muster.flaws);
    if muster.is_flawed() {
        return muster.flaws;
    }
    limits::warn(setup, &lists, &recruits, &armies, &mut muster.flaws);
    let flaws = muster.enlist(world, &recruits);
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| Some(recruit.own.member.clone())).collect()));
    let with: Vec<Option<UnitId>> = recruits.iter().map(|recruit| joined(&recruits, recruit)).collect();
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<Roster>().entity(unit);
        recruit.own.begun.give(world, unit);
        if free {
            world.entity_mut(entity).insert(Listed { placement: recruit.placement, with: with[i] });
            continue;
        }
        if with[i].is_some() {
            world.entity_mut(entity).insert(Joined(with[i]));
        }
        if recruit.placement == Placement::Off {
            world.entity_mut(entity).insert(Away::default());
        }
        state::station(world, unit, recruit.placement);
    }
    world.insert_resource(armies);
    world.insert_resource(First(first));
    if !setup.is_limited {
        // The die names the last turn; what is reckoned with before is the longest battle (A4).
        let turns = tables().setup.turns.iter().map(|(_, turns)| *turns).max().unwrap_or(setup.limit.turns);
        world.insert_resource(TurnLimit(Limit { turns, ..setup.limit }));
        world.insert_resource(Length::ToRoll);
    }
    world.insert_resource(switches);
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    if free {
        install::lay_out(world, SetUp::Begins);
    }
    flaws
}

/// What somebody is for terrain.
fn sort(member: &Member) -> Sort {
    match member {
        Member::Unit(troop) => troop.sort(),
        Member::Character(leader) => leader.sort(),
    }
}

/// The unit that a character has joined, by his field.
fn joined(recruits: &[Recruit], recruit: &Recruit) -> Option<UnitId> {
    let name = recruit.own.with.as_ref()?;
    recruits.iter().position(|unit| unit.name.0 == name && unit.side == recruit.side).map(|i| UnitId(i as u16))
}

/// Sets characters who have joined a unit into its middle stand (A1).
fn join(recruits: &mut [Recruit], flaws: &mut Vec<Flaw>) {
    for i in 0..recruits.len() {
        let Some(name) = recruits[i].own.with.clone() else { continue };
        let prints = joined(recruits, &recruits[i]).map(|unit| &recruits[unit.index()]).map(Recruit::prints);
        let shares = |of: &&Recruit| of.side == recruits[i].side && of.own.with.as_ref() == Some(&name);
        let others = recruits[..i].iter().filter(shares).count();
        let why = match prints.as_deref().map(middle) {
            Some(Some(_)) if others >= tables().character.share => format!("`{name}` has two characters already (A11)"),
            Some(Some(at)) => {
                recruits[i].placement = Placement::Token(at);
                continue;
            }
            _ => format!("`{name}` is no unit of this side on the table"),
        };
        let Some((body, unit)) = recruits[i].place else { continue };
        flaws.push(Flaw::error(Locus::Unit(recruits[i].side, body, unit, "with".into()), why));
    }
}

/// Where a character is drawn who is with stands (A1): in the middle of the middle one, of two in the first.
pub fn middle(prints: &[crate::table::Footprint]) -> Option<Vec2> {
    let n = prints.len();
    prints.get(n.saturating_sub(1) / 2).map(|print| print.centre)
}

/// A type of the catalogue, as a line of a list.
fn bare(code: &str, name: &str, points: i32) -> Entry {
    Entry {
        name: code.to_owned(),
        title: name.to_owned(),
        code: code.to_owned(),
        tags: Vec::new(),
        points,
        min: 0,
        max: None,
        glyph: None,
        figure: None,
    }
}

/// A unit or a character, from the side's list or the catalogue.
fn recruit(
    lists: &SideLists<ArmyList>,
    side: Side,
    unit: &UnitSetup,
    fields: &mut FieldReader,
) -> Option<(BaseSize, Placement, Own)> {
    let list = lists.of(side);
    let entries = || list.into_iter().flat_map(|list| list.troops.iter().chain(&list.characters));
    let listed = entries().find(|entry| entry.name == unit.kind).cloned();
    let of_type = || data().troop_type(&unit.kind).map(|kind| bare(&kind.code, &kind.name, kind.points));
    let of_character = || data().character_type(&unit.kind).map(|kind| bare(&kind.code, &kind.name, kind.points));
    let Some(entry) = listed.or_else(of_type).or_else(of_character) else {
        if lists.is_unknown(side) {
            return None;
        }
        let types =
            data().types.iter().map(|t| t.code.as_str()).chain(data().characters.iter().map(|t| t.code.as_str()));
        fields.unknown("type", "troop type or character", &unit.kind, entries().map(|e| e.name.as_str()).chain(types));
        return None;
    };
    match (data().troop_type(&entry.code), data().character_type(&entry.code)) {
        (Some(kind), _) => Some(troop(kind, entry, unit, fields)),
        (None, Some(kind)) => Some(leader(kind, entry, unit, fields)),
        (None, None) => None,
    }
}

/// A unit of stands.
fn troop(
    kind: &'static TroopType,
    entry: Entry,
    unit: &UnitSetup,
    fields: &mut FieldReader,
) -> (BaseSize, Placement, Own) {
    let size = stand_size(kind.sort);
    let more = tags(fields).unwrap_or_default();
    let tags: Vec<Tag> = kind.tags.iter().chain(&entry.tags).chain(&more).copied().collect();
    let added = |tag: &Tag| data().tags.iter().find(|text| text.name == *tag);
    let attacks = entry.tags.iter().chain(&more).filter_map(added).map(|text| text.attacks).sum::<i32>();
    let points = more.iter().filter_map(added).map(|text| text.points).sum::<i32>();
    let begun = Begun::read(fields, kind);
    let stands = usize::from(kind.stands.saturating_sub(begun.lost.0).max(1));
    let named = fields.text("formation");
    let formed = named.as_deref().map_or(Some(Formation::Line), Formation::named);
    if formed.is_none() || formed == Some(Formation::Irregular) {
        let words = Formation::DRAWN_UP.into_iter().map(|f| f.word().0);
        fields.unknown("formation", "formation", named.as_deref().unwrap_or_default(), words);
    }
    let loose: Option<Vec<(f32, f32, f32)>> = fields.take("loose", "a list of stands (x, y, heading)");
    if loose.as_ref().is_some_and(|loose| loose.len() != stands) {
        fields.flaw("loose", format!("expected {stands} stands"));
    }
    let placement = match (unit.pose, loose) {
        (Some(_), Some(loose)) => Placement::Loose(loose.iter().map(|(x, y, h)| Pose::new(*x, *y, *h)).collect()),
        (Some(pose), None) => {
            Placement::Loose(formation::drawn_up(size, formed.unwrap_or(Formation::Line), pose, stands))
        }
        (None, _) => Placement::Off,
    };
    let prints: Vec<_> = placement.footprints(size).to_vec();
    if !prints.is_empty() && !formation::one_body(&prints) {
        fields.flaw("loose", "the stands do not touch as one body (A2.1)");
    }
    let troop = Troop {
        kind,
        title: entry.title,
        glyph: intern(entry.glyph.as_deref().unwrap_or(&kind.glyph)),
        figure: intern(entry.figure.as_deref().unwrap_or(&kind.figure)),
        attacks: kind.attacks + attacks,
        tags,
        points: entry.points + points,
    };
    (size, placement, Own { member: Member::Unit(troop), begun, with: None })
}

/// A character.
fn leader(
    kind: &'static CharacterType,
    entry: Entry,
    unit: &UnitSetup,
    fields: &mut FieldReader,
) -> (BaseSize, Placement, Own) {
    let named = fields.text("mount");
    let mount: Option<&MountType> = named.as_deref().and_then(|name| data().mount(name));
    if let (Some(name), None) = (&named, mount) {
        fields.unknown("mount", "mount", name, data().mounts.iter().map(|mount| mount.name.as_str()));
    }
    let with = fields.text("with");
    let placement = unit.pose.map_or(Placement::Off, |pose| Placement::Token(pose.at));
    let points = entry.points + mount.map_or(0, |mount| mount.points);
    let title = mount.map_or(entry.title.clone(), |mount| format!("{} {}", entry.title, mount.title));
    let member = Member::Character(Leader { kind, mount, title, points });
    (BaseSize::new(0.0, 0.0), placement, Own { member, begun: Begun::read_character(fields), with })
}

fn tags(fields: &mut FieldReader) -> Option<Vec<Tag>> {
    let names: Vec<String> = fields.take("tags", "a list of tags in quotes")?;
    let mut tags = Vec::new();
    for name in &names {
        match Tag::named(name) {
            Some(tag) => tags.push(tag),
            None => fields.unknown("tags", "tag", name, Tag::names()),
        }
    }
    Some(tags)
}

/// What each army has at first, and who has the first turn if the file says it.
fn armies_of(setup: &Setup, recruits: &[Recruit], flaws: &mut Vec<Flaw>) -> (Armies, Option<Side>) {
    let (mut armies, mut first) = (Armies::default(), None);
    let (mut agreed, mut is_agreed) = (0, false);
    for side in Side::BOTH {
        let force = &setup.sides[side.index()];
        let at = |field: String| Locus::Command(side, field);
        let mut fields = FieldReader::new(&force.command, &at, flaws);
        let (begins, points) = (fields.flag("first").unwrap_or(false), fields.whole("points", 1, 100_000));
        let lost = fields.whole("lost", 0, 1000).unwrap_or(0) as u16;
        if begins && first.is_some() {
            fields.flaw("first", "one side has the first turn");
        }
        fields.finish();
        first = if begins { Some(side) } else { first };
        let own = || recruits.iter().filter(|recruit| recruit.side == side);
        let cost: i32 = own().map(|recruit| points_of(&recruit.own.member)).sum();
        is_agreed |= points.is_some();
        agreed = agreed.max(points.map_or(cost, |points| points as i32));
        let units = own().filter(|recruit| matches!(recruit.own.member, Member::Unit(_))).count() as u16;
        let generals = own().filter(|recruit| is_general(&recruit.own.member)).count();
        let at = Locus::Side(side, "bodies".into());
        if generals > 1 {
            flaws.push(Flaw::error(at, format!("an army has one general, not {generals}")));
        } else if generals == 0 && units > 0 {
            flaws.push(Flaw::warning(at, "an army has one general, and this one has none".to_owned()));
        }
        armies.0[side.index()] = Army { units: units + lost, lost, ..Army::default() };
    }
    for army in &mut armies.0 {
        army.agreed = agreed;
        army.is_agreed = is_agreed;
    }
    (armies, first)
}

fn is_general(member: &Member) -> bool {
    matches!(member, Member::Character(leader) if leader.is_general())
}

/// What somebody cost.
pub fn points_of(member: &Member) -> i32 {
    match member {
        Member::Unit(troop) => troop.points,
        Member::Character(leader) => leader.points,
    }
}

/// Whether a unit rides horses (W57).
pub fn on_horses(troop: &Troop) -> bool {
    troop.kind.mount == Mount::Horse
}

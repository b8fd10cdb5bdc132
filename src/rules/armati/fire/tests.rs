//! The fire step on the table, with hand-worked positions.

use crate::battle::{Measured, Narration};
use crate::cite::Word;
use crate::ids::Side::{North, South};
use crate::rules::armati::odds;
use crate::rules::armati::staged::{Position, Staged, says, shoots};
use crate::rules::armati::state::Acts;
use crate::table::Mil;

/// South has the initiative and is asked first.
fn south_first() -> Position {
    Position::new().command(South, "init", "6")
}

/// South's skirmishers with javelins, front at (36, 20), facing north.
fn velites() -> Position {
    south_first().unit(South, "velites", "SI", (36.0, 20.0, 0.0), &[])
}

/// A northern unit that faces south with its front so far ahead of the velites.
fn ahead(position: Position, name: &str, kind: &str, x: f32, inches: f32) -> Position {
    position.unit(North, name, kind, (x, 20.0 + inches, 180.0), &[])
}

fn begun(position: Position, dice: &[u8]) -> Staged {
    position.at("fire", dice).begin()
}

fn may_shoot(staged: &Staged) -> Vec<&'static str> {
    let roster = staged.field().0.roster();
    let target = |action: &crate::battle::Action| action.unit(Word("at")).map(|u| roster.name(u));
    staged.offer(South).choices.iter().filter_map(|c| target(&c.action)).collect()
}

#[test]
fn javelins_reach_9_in_and_no_farther() {
    // T9.
    let near = begun(ahead(velites(), "hc", "HC", 36.0, 9.0), &[]);
    assert_eq!(may_shoot(&near), ["hc"]);
    let shot = odds::shot(&near.field().0, near.id("velites"), near.id("hc")).unwrap();
    let hit = shot.outcomes[0];
    assert_eq!((hit.what.0, hit.cases, hit.of), ("hit", 10, 36), "PROT +1");

    let far =
        ahead(velites(), "hc", "HC", 36.0, 9.1).unit(South, "bows", "SI", (60.0, 20.0, 0.0), &[("weapon", "\"bow\"")]);
    let far = begun(far.unit(North, "li", "LI", (60.0, 30.0, 180.0), &[]), &[]);
    assert_eq!(may_shoot(&far), ["li"], "only the bowmen");
    let refusal = far.refusal(&shoots(far.id("velites"), far.id("hc")));
    assert_eq!((refusal.cite.0, refusal.says.0), ("F3", "out-of-reach"));
    assert_eq!(refusal.measured, Some(Measured::Length(Mil(9100))));
    assert_eq!(refusal.margin, Some(Measured::Length(Mil(-100))));
}

#[test]
fn a_side_with_nobody_to_shoot_at_is_not_asked() {
    let none = begun(ahead(velites(), "hc", "HC", 36.0, 9.1), &[]);
    assert_eq!(none.asks(), "paused");
}

#[test]
fn the_arc_opens_45_degrees_from_the_front_corner() {
    // The front right corner is at x 37.2. A unit facing south 3 in ahead comes into the arc at x 40.2.
    let inside = begun(ahead(velites(), "hc", "HC", 40.19 + 2.4, 3.0), &[]);
    assert_eq!(may_shoot(&inside), ["hc"]);
    let mut outside = velites().unit(South, "others", "SI", (10.0, 20.0, 0.0), &[]);
    outside = ahead(outside, "hc", "HC", 42.0 + 2.4, 3.0).unit(North, "far", "LI", (10.0, 25.0, 180.0), &[]);
    let outside = begun(outside, &[]);
    let refusal = outside.refusal(&shoots(outside.id("velites"), outside.id("hc")));
    // Its rear corner is at (42, 24.8): 4.8 aside, 4.8 ahead, on the ray itself, which is not inside.
    assert_eq!((refusal.cite.0, refusal.says.0), ("F2", "out-of-arc"));
}

#[test]
fn the_nearest_is_shot_at_and_of_equals_either() {
    let position = ahead(ahead(velites(), "near", "HC", 33.0, 5.0), "far", "HC", 39.0, 6.0);
    let staged = begun(position, &[]);
    assert_eq!(may_shoot(&staged), ["near"]);
    let refusal = staged.refusal(&shoots(staged.id("velites"), staged.id("far")));
    assert_eq!((refusal.cite.0, refusal.says.0), ("F3", "not-nearest"));
    assert_eq!(refusal.limit, Some(Measured::Length(Mil::inches(5))));
    let equal = begun(ahead(ahead(velites(), "left", "HC", 33.0, 5.0), "right", "HC", 39.0, 5.0), &[]);
    assert_eq!(may_shoot(&equal), ["left", "right"]);
}

#[test]
fn units_in_melee_neither_shoot_nor_are_shot_at() {
    let position = ahead(ahead(velites(), "near", "HC", 33.0, 5.0), "far", "HI", 42.0, 8.0);
    let position = position.unit(South, "hi", "HI", (33.0, 28.6, 180.0), &[]);
    let staged = position.at("fire", &[]).contact("hi", (33.0, 34.0, 180.0), "near").begin();
    assert_eq!(may_shoot(&staged), ["far"]);
    let refusal = staged.refusal(&shoots(staged.id("velites"), staged.id("near")));
    assert_eq!((refusal.cite.0, refusal.says.0), ("F4", "in-melee-no-fire"));
}

#[test]
fn friends_stand_in_the_way_but_for_skirmishers() {
    let bows = |friend: &str| {
        let position = south_first().unit(South, "bows", "SI", (36.0, 20.0, 0.0), &[("weapon", "\"bow\"")]);
        let position = position.unit(South, "friend", friend, (36.0, 24.0, 0.0), &[("weapon", "\"sword\"")]);
        // Somebody else may shoot, so that the side is asked in any case.
        let position = position.unit(South, "others", "SI", (10.0, 20.0, 0.0), &[]);
        begun(ahead(ahead(position, "target", "HC", 36.0, 12.0), "far", "LI", 10.0, 5.0), &[])
    };
    let blocked = bows("HI");
    let refusal = blocked.refusal(&shoots(blocked.id("bows"), blocked.id("target")));
    assert_eq!((refusal.cite.0, refusal.says.0), ("F4", "line-blocked"));
    assert!(may_shoot(&bows("SI")).contains(&"target"));
}

#[test]
fn fire_runs_3_in_into_woods_and_the_target_has_cover() {
    let woods = |edge: f32| {
        let position = ahead(velites(), "hc", "HC", 36.0, 8.0).terrain("woods", (20.0, edge), (50.0, 40.0));
        begun(ahead(position.unit(South, "others", "SI", (10.0, 20.0, 0.0), &[]), "li", "LI", 10.0, 5.0), &[])
    };
    let edge = woods(25.0);
    assert!(may_shoot(&edge).contains(&"hc"), "exactly 3 in");
    let shot = odds::shot(&edge.field().0, edge.id("velites"), edge.id("hc")).unwrap();
    assert_eq!(shot.outcomes[0].cases, 6, "PROT +1 and cover");
    let deeper = woods(24.9);
    let refusal = deeper.refusal(&shoots(deeper.id("velites"), deeper.id("hc")));
    assert_eq!((refusal.cite.0, refusal.says.0), ("F5", "sight-blocked"));
    assert_eq!(refusal.measured, Some(Measured::Length(Mil(3100))));
}

#[test]
fn a_hill_blocks_unless_one_end_stands_on_it() {
    let hill = |low: f32, high: f32| {
        let position = ahead(velites(), "hc", "HC", 36.0, 8.0).terrain("gentle-hill", (20.0, low), (50.0, high));
        begun(ahead(position.unit(South, "others", "SI", (10.0, 20.0, 0.0), &[]), "li", "LI", 10.0, 5.0), &[])
    };
    let between = hill(22.0, 26.0);
    let refusal = between.refusal(&shoots(between.id("velites"), between.id("hc")));
    assert_eq!((refusal.cite.0, refusal.says.0), ("F5", "hill-blocks"));
    assert!(may_shoot(&hill(22.0, 30.0)).contains(&"hc"));
}

#[test]
fn a_hit_costs_a_breakpoint_after_all_have_shot() {
    let position = ahead(velites(), "hc", "HC", 36.0, 9.0).unit(South, "more", "SI", (38.4, 20.0, 0.0), &[]);
    // 3 against 1 + 1 hits; 2 against 1 + 1 does not.
    let staged = begun(position, &[3, 1, 2, 1, 6, 1]);
    let velites = staged.id("velites");
    let staged = staged.act(says(South, "volley"));
    let (hc, more) = (staged.id("hc"), staged.id("more"));
    assert_eq!(staged.field().bp(hc), 2);
    assert!(staged.field().acts(velites).fired && staged.field().acts(more).fired && staged.field().acts(hc).hit);
    assert_eq!(staged.asks(), "paused");
}

#[test]
fn declared_shots_are_taken_back_with_their_order() {
    let position = ahead(velites(), "hc", "HC", 36.0, 9.0).unit(South, "more", "SI", (38.4, 20.0, 0.0), &[]);
    let staged = begun(position, &[]);
    let before = crate::battle::digest(&staged.world);
    let (velites, hc) = (staged.id("velites"), staged.id("hc"));
    let mut staged = staged.act(shoots(velites, hc));
    assert_eq!(staged.asks(), "fire", "the other may still shoot");
    assert_eq!(staged.refusal(&shoots(velites, hc)).says.0, "shot-declared");
    assert!(crate::battle::undo(&mut staged.world));
    assert_eq!(crate::battle::digest(&staged.world), before);
}

#[test]
fn both_armies_may_break_in_the_same_fire() {
    let key = ("key", "true");
    let one = ("bp", "1");
    let position = Position::new()
        .command(North, "bp", "1")
        .command(South, "bp", "1")
        .unit(North, "n", "FT", (36.0, 40.0, 180.0), &[key, one, ("prot", "0")])
        .unit(South, "s", "FT", (36.0, 20.0, 0.0), &[key, one, ("prot", "0")])
        .unit(North, "n2", "HI", (10.0, 40.0, 180.0), &[])
        .unit(South, "s2", "HI", (10.0, 10.0, 0.0), &[]);
    // 20 in apart: long range for bows, -1. North rolls first: 3 - 1 against 1, then south the same.
    let staged = begun(position, &[3, 1, 3, 1]).act(says(North, "volley")).act(says(South, "volley"));
    let ending = staged.field().0.ending().expect("it is over");
    assert_eq!((ending.winner, ending.why.0), (None, "both-break"));
    assert_eq!(staged.dice_left(), 0);
}

#[test]
fn who_stops_shooting_has_not_fired() {
    let staged = begun(ahead(velites(), "hc", "HC", 36.0, 9.0), &[6, 1]).act(says(South, "done"));
    assert_eq!(staged.field().acts(staged.id("velites")), Acts::default());
    assert!(staged.facts().iter().all(|f| !matches!(f.narration, Narration::Shot { .. })));
}

#[test]
fn the_printed_chances_by_effective_protection() {
    use super::shot::Shot;
    use crate::dice::odds::every_case;
    use crate::ids::UnitId;
    let hit_from = |surprise, prot, cover, long, penetrates| {
        let (shooter, target) = (UnitId(0), UnitId(1));
        let shot = Shot { by: South, shooter, target, long, prot, penetrates, cover, surprise };
        every_case(|dice| shot.roll(dice)).iter().filter(|c| c.outcome.hit).map(|c| c.weight).sum::<u64>()
    };
    let hits = |prot, cover, long, penetrates| hit_from(false, prot, cover, long, penetrates);
    let printed = [15, 10, 6, 3, 1, 0];
    for (prot, cases) in (0..).zip(printed) {
        assert_eq!(hits(prot, 0, false, false), cases, "PROT {prot}");
    }
    assert_eq!(hits(2, 1, true, false), 1, "PROT 2, cover and long range: 4");
    assert_eq!(hits(3, 0, false, true), 6, "penetration");
    assert_eq!(hits(0, 0, false, true), 15, "PROT is not taken below 0");
    // B13.4: from behind PROT 0 counts as -1, +2 as +1, +3 as +2; with cover and long range 2 + 1 + 1 - 1.
    assert_eq!([0, 2, 3].map(|prot| hit_from(true, prot, 0, false, false)), [21, 10, 6]);
    assert_eq!(hit_from(true, 2, 1, true, false), 3);
}

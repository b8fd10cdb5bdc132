//! What helps to see: enemy reaches, arcs, lines of fire, ground that binds. Each is switched on and off by itself; each
//! takes its shape from the ruleset.

use bevy::math::Vec2;

use crate::battle::texts::LengthUnit;
use crate::battle::{Access, Arg, Mark, Measured, Ref, Refusal, View};
use crate::cite::Word;
use crate::gui::board::overlay::{Overlays, Ring, TableTag, TagTone, Threat};
use crate::gui::board::sights::{Binding, LineOfFire};
use crate::gui::game::offers::BY;
use crate::gui::language::translate_with;
use crate::gui::play::state::{Now, Play};
use crate::gui::widgets::tally_table::signed;
use crate::gui::words::{apart, capital, cited, rounded};
use crate::ids::UnitId;
use crate::lab::chronicle::units_of;
use crate::table::sight::run_through;
use crate::table::{Footprint, Mil, Piece, measure};

/// What is drawn of the selected unit.
pub fn of_unit(play: &Play, now: &Now, view: &View, unit: UnitId, over: &mut Overlays) {
    // Longer than any table.
    const ENDLESS: f32 = 400.0;
    let reach = (play.game.ruleset().reach)(view, unit);
    if play.look.aids().arcs && reach.arc.len() > 2 {
        over.arcs.push(reach.arc);
    }
    if play.look.aids().reach && reach.charge > Mil::ZERO {
        over.reach = reach.area;
    }
    if play.look.aids().lines
        && let Some(print) = view.hull(unit)
    {
        let [front_left, front_right, _, rear_left] = print.corners();
        let along = |at: Vec2, way: Vec2| [at - way * ENDLESS, at + way * ENDLESS];
        over.fronts = vec![along(front_left, print.right()), along(rear_left, print.right())];
        over.flanks = vec![along(front_left, print.forward()), along(front_right, print.forward())];
    }
    if play.look.aids().fire {
        fire(play, now, view, unit, over);
    }
    if play.look.aids().zones {
        zones(play, view, unit, over);
    }
    command(play, now, view, unit, over);
}

/// How far the unit is commanded, by him who is chosen to give the order if the hand holds one: each ring with its length and
/// what it adds to a roll.
fn command(play: &Play, now: &Now, view: &View, unit: UnitId, over: &mut Overlays) {
    let on_table = |at: &&Vec2| at.x >= 0.0 && at.y >= 0.0 && at.x <= now.scene.table.x && at.y <= now.scene.table.y;
    let giver = play.hand.held().and_then(|held| held.action.unit(BY));
    for ring in (play.game.ruleset().command)(view, giver.unwrap_or(unit)) {
        let far = rounded(unit_of(play).as_ref(), Measured::Length(ring.far));
        let words = match (ring.ends, ring.adds) {
            (true, 0) => translate_with("commands-to", &[("far", &far)]),
            (true, adds) => translate_with("commands-to-at", &[("far", &far), ("adds", &signed(adds, true))]),
            (false, 0) => far.clone(),
            (false, adds) => translate_with("commands-at", &[("far", &far), ("adds", &signed(adds, true))]),
        };
        // Where the ring is highest on the table its pill is farthest from the fight of its own.
        let top = ring.area.iter().filter(on_table).max_by(|a, b| a.y.total_cmp(&b.y));
        if let Some(at) = top.copied() {
            over.tags.push(TableTag { at, lines: vec![words], tone: TagTone::Legal, away: Vec2::ZERO });
        }
        over.command.push(Ring { area: ring.area, ends: ring.ends });
    }
}

/// More blocked lines than these are drawn without words.
const TOLD: usize = 3;

/// The lines along which a unit would shoot at whoever is seen: those that are clear, and those in which something
/// stands; of the enemy under the pointer whatever the rules say.
fn fire(play: &Play, now: &Now, view: &View, unit: UnitId, over: &mut Overlays) {
    let side = view.side_of(unit);
    let seen = now.scene.pieces.iter().filter(|piece| piece.side != side && !piece.feet().is_empty());
    let mut blocked: Vec<(f32, TableTag)> = Vec::new();
    for target in seen.map(|piece| piece.unit) {
        let asked = play.look.hovered() == Some(target);
        match (play.game.ruleset().line_of_fire)(view, unit, target) {
            Ok([from, to]) => over.lines_of_fire.push(LineOfFire { from, to, blocked: None }),
            Err(why) => match line_of(view, &why) {
                Some((line, by)) if by.is_some() || asked => {
                    let at = line.blocked.unwrap_or(line.to);
                    // Beside the line, so that the line is seen.
                    let aside = (line.from - line.to).perp().normalize_or_zero();
                    let far = if asked { -1.0 } else { line.from.distance(at) };
                    over.lines_of_fire.push(line);
                    blocked.push((far, TableTag { away: aside, ..told(play, &why, by, at) }));
                }
                _ if asked => {
                    let at = view.hull(target).map_or(Vec2::ZERO, |print| print.centre);
                    blocked.push((-1.0, told(play, &why, None, at)));
                }
                _ => {}
            },
        }
    }
    blocked.sort_by(|a, b| a.0.total_cmp(&b.0));
    over.tags.extend(blocked.into_iter().take(TOLD).map(|(_, tag)| tag));
}

/// The tag of a line that is none, with the rule that forbids it.
fn told(play: &Play, why: &Refusal, by: Option<Ref>, at: Vec2) -> TableTag {
    let narrator = play.game.narrator();
    let sentence = cited(narrator.refusal(why), why.cite);
    let blocked = by.map(|by| translate_with("blocked-by", &[("what", &narrator.name(by))]));
    let lines = blocked.into_iter().chain([sentence]).collect();
    TableTag { at, lines, tone: TagTone::Plain, away: Vec2::ZERO }
}

/// The line that a refusal draws, with the point at which it ends and what ends it: the first of what the refusal
/// names that lies in it, or so far into that as was measured beyond the limit; else the limit itself.
fn line_of(view: &View, why: &Refusal) -> Option<(LineOfFire, Option<Ref>)> {
    let points = why.marks.iter().find_map(|mark| if let Mark::Line(points) = mark { Some(points) } else { None })?;
    let point = |(x, y): &(Mil, Mil)| Vec2::new(x.to_inches(), y.to_inches());
    let (from, to) = (points.first().map(point)?, points.last().map(point)?);
    let inches = |of: Option<Measured>| if let Some(Measured::Length(l)) = of { Some(l.to_inches()) } else { None };
    let glowing = why.marks.iter().filter_map(|mark| if let Mark::Glow(of) = mark { Some(*of) } else { None });
    let worded = why.words.iter().filter_map(|(_, arg)| if let Arg::Of(of) = arg { Some(*of) } else { None });
    let met = |of: Ref| match of {
        Ref::Terrain(id) => {
            let run = view.ground().piece(id)?.run(from, to);
            let at = match inches(why.margin) {
                Some(margin) => run.last()?.1 + margin,
                None => run.first()?.0,
            };
            Some((at, of))
        }
        _ => {
            let prints = units_of(view, of).into_iter().flat_map(|unit| view.feet(unit));
            let enters = prints.filter_map(|foot| run_through(&foot.print, from, to)).map(|(enters, _)| enters);
            Some((enters.min_by(f32::total_cmp)?, of))
        }
    };
    let length = from.distance(to);
    let first = glowing.chain(worded).filter_map(met).min_by(|a, b| a.0.total_cmp(&b.0));
    let end = first.map(|(at, _)| at).or(inches(why.limit)).filter(|at| *at <= length);
    let blocked = end.map(|at| from + (to - from).normalize_or_zero() * at);
    Some((LineOfFire { from, to, blocked }, first.map(|(_, of)| of)))
}

/// The ground that binds a unit, and who binds it there.
fn zones(play: &Play, view: &View, unit: UnitId, over: &mut Overlays) {
    for zone in (play.game.ruleset().zones)(view, unit) {
        let prints = zone.by.and_then(|by| Some((by, view.hull(unit)?, view.hull(by)?)));
        let holds = prints.map(|(by, own, other)| (by, measure::nearest_points(&own, &other)));
        if let Some((by, (from, to))) = holds {
            let names = view.names();
            let [whom, by] = [unit, by].map(|unit| names.name(Ref::Unit(unit)));
            let apart = apart(unit_of(play).as_ref(), from.distance(to));
            let words = translate_with("binds", &[("who", &capital(&by)), ("whom", &whom), ("apart", &apart)]);
            let lines = vec![format!("{words} {}", zone.cite)];
            over.tags.push(TableTag { at: (from + to) / 2.0, lines, tone: TagTone::Refused, away: Vec2::ZERO });
        }
        over.bound.push(Binding { area: zone.area, holds: holds.map(|(_, points)| points) });
    }
}

/// What enemies could do: all of them, or those whose charge reaches what is selected or held.
pub fn threats(play: &Play, now: &Now, view: &View, all: bool, over: &mut Overlays) {
    let Some(side) = now.person else { return };
    let ends: Vec<Footprint> = match &over.ghost {
        Some(ghost) => ghost.ends.iter().map(|b| b.print).collect(),
        None => over.selected.prints.clone(),
    };
    if !all && !play.look.aids().threats {
        return;
    }
    // Whoever is not seen, such as those who are placed in secret, gives no sign of where he stands.
    let seen = |unit: &UnitId| view.on_table(*unit) && now.scene.piece(*unit).is_some();
    for unit in view.roster().of(side.other()).filter(seen) {
        let reach = (play.game.ruleset().reach)(view, unit);
        let Some(print) = view.hull(unit) else { continue };
        if reach.charge == Mil::ZERO || reach.area.len() < 3 {
            continue;
        }
        let near = ends.iter().map(|e| measure::distance(&print, e)).fold(f32::INFINITY, f32::min);
        let touched: Vec<Footprint> = ends.iter().filter(|e| touches(&reach.area, e)).copied().collect();
        let reaches = !touched.is_empty() && !is_kept_off(play, view, unit, &print, &touched);
        if all || reaches {
            let name = capital(&view.names().name(Ref::Unit(unit)));
            let unit = unit_of(play);
            let far = apart(unit.as_ref(), reach.charge.to_inches());
            let label = if near.is_finite() {
                let near = apart(unit.as_ref(), near);
                translate_with("charges-away", &[("who", &name), ("far", &far), ("near", &near)])
            } else {
                translate_with("charges", &[("who", &name), ("far", &far)])
            };
            over.threats.push(Threat { area: reach.area, label, from: print.front() });
        }
    }
}

/// The kind of terrain by which one comes over other ground.
const BRIDGE: Word = Word("bridge");

/// Whether ground that it may not charge over lies on every straight way of an enemy to all of those places: from both corners
/// and the middle of its front. A bridge on such a way opens it.
pub fn is_kept_off(play: &Play, view: &View, enemy: UnitId, print: &Footprint, from: &[Footprint]) -> bool {
    let access = play.game.ruleset().access;
    let stops: Vec<_> =
        view.ground().pieces().iter().filter(|piece| access(view, enemy, piece) != Access::Free).collect();
    let bridges: Vec<_> = view.ground().pieces().iter().filter(|piece| piece.kind == BRIDGE).collect();
    let [left, right, ..] = print.corners();
    let barred = |end: &Footprint| {
        let crosses = |pieces: &[&Piece], at: Vec2| pieces.iter().any(|p| !p.run(at, end.nearest_to(at)).is_empty());
        let stopped = |at: Vec2| crosses(&stops, at) && !crosses(&bridges, at);
        [left, print.front(), right].into_iter().all(stopped)
    };
    !stops.is_empty() && from.iter().all(barred)
}

/// The unit in which the battle's rules count lengths.
fn unit_of(play: &Play) -> Option<LengthUnit> {
    (play.game.ruleset().texts)().unit
}

/// Whether a polygon covers some of a base.
pub fn touches(area: &[Vec2], print: &Footprint) -> bool {
    let inside = |p: Vec2| crate::picture::curve::inside(area, p);
    print.corners().into_iter().any(inside) || inside(print.centre) || area.iter().any(|p| print.holds(*p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::case::Shown;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::look::drawn;
    use crate::gui::play::stage::Stage;
    use crate::gui::play::state::Aid;
    use crate::rules::RULESETS;
    use crate::table::{Cdeg, Pose};

    /// The position of a case of the rulebook, with that unit selected and those aids on.
    fn staged(end: &str, unit: &str, on: &[Aid]) -> Stage {
        let path = crate::scenario::embedded::cases().into_iter().find(|path| path.ends_with(end)).unwrap();
        let (game, shown) = Shown::open(RULESETS, &path).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.lay_case(Some(shown));
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        let unit = stage.unit(unit);
        stage.play.select(Some(unit));
        on.iter().for_each(|aid| stage.play.look.toggle(*aid));
        stage.rest();
        stage
    }

    fn drawn_now(stage: &mut Stage) -> Overlays {
        let now = stage.play.now();
        let feet = |unit| now.scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
        drawn::overlays(&stage.play, &now, &feet, false)
    }

    /// Of each line its far end, and where it is blocked, in tenths of an inch from south.
    fn lines(stage: &mut Stage) -> Vec<(i32, Option<i32>)> {
        let tenth = |at: Vec2| (at.y * 10.0).round() as i32;
        drawn_now(stage).lines_of_fire.iter().map(|line| (tenth(line.to), line.blocked.map(tenth))).collect()
    }

    #[test]
    fn a_line_of_fire_is_drawn_to_whoever_may_be_shot_at() {
        // Over skirmishers of its own v2 sees e2, whose front is at 32.
        let mut stage = staged("F4_units_between.ron", "v2", &[Aid::Fire]);
        assert_eq!(lines(&mut stage), [(320, None)]);
        assert!(!stage.shows("Blocked by"));
        stage.play.look.toggle(Aid::Fire);
        assert!(lines(&mut stage).is_empty());
    }

    #[test]
    fn a_unit_in_the_way_ends_the_line_at_its_near_edge() {
        let mut stage = staged("F4_units_between.ron", "v1", &[Aid::Fire]);
        let f1 = stage.unit("f1");
        let rear = stage.play.game.view().hull(f1).unwrap();
        let rear = ((rear.centre.y - rear.half_depth) * 10.0).round() as i32;
        // e2 is farther, aside, and f1 stands in that line as well.
        assert_eq!(lines(&mut stage), [(320, Some(rear)); 2]);
        assert!(stage.shows("Blocked by f1") && stage.shows("F4"));
    }

    #[test]
    fn ground_ends_the_line_where_the_rule_ends_the_sight() {
        // 3 in into the woods that begin at 24.9; at the foot of the hill; after 2 in of rough ground and one of woods.
        for (unit, at, what) in [("v2", 279, "woods-2"), ("v3", 220, "hill-3"), ("v5", 270, "woods-5")] {
            let mut stage = staged("F5_terrain.ron", unit, &[Aid::Fire]);
            assert_eq!(lines(&mut stage), [(280, Some(at))], "{unit}");
            assert!(stage.shows(&format!("Blocked by {what}")) && stage.shows("F5"), "{unit}");
        }
    }

    #[test]
    fn why_the_one_under_the_pointer_is_no_target_is_told_at_him() {
        let mut stage = staged("F4_units_between.ron", "f1", &[Aid::Fire]);
        let e1 = stage.unit("e1");
        let at = stage.on_screen(stage.middle(e1));
        let tags = |stage: &mut Stage| drawn_now(stage).tags.into_iter().flat_map(|tag| tag.lines).collect::<Vec<_>>();
        assert_eq!((lines(&mut stage), tags(&mut stage)), (Vec::new(), Vec::new()));
        stage.hover(at);
        stage.rest();
        assert_eq!(tags(&mut stage), ["F1 has no missiles. F1"]);
    }

    #[test]
    fn the_ground_that_binds_is_the_rows_own_and_who_binds_is_told() {
        let mut stage = staged("P1_corridor.ron", "u1", &[Aid::Zones]);
        let over = drawn_now(&mut stage);
        // The corridor of u1 is as wide as it is, from its front at 20 six inches ahead.
        let (low, high) =
            over.bound[0].area.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), p| (low.min(*p), high.max(*p)));
        assert!(
            low.distance(Vec2::new(9.6, 20.0)) < 1e-3 && high.distance(Vec2::new(14.4, 26.0)) < 1e-3,
            "{low} {high}"
        );
        assert!(over.bound[0].holds.is_some() && stage.shows("E1 binds u1, 5.0 in off. P1"));
        let mut free = staged("P1_corridor.ron", "u2", &[Aid::Zones]);
        assert!(drawn_now(&mut free).bound[0].holds.is_none() && !free.shows("binds"));
    }

    #[test]
    fn zones_of_enemies_are_drawn_and_the_one_that_holds_is_told() {
        let mut stage = staged("8.2_zones.ron", "a", &[Aid::Zones]);
        let over = drawn_now(&mut stage);
        // e, e2 and e3 have zones, the disordered e4 has none, n0 is a skirmisher.
        assert_eq!(over.bound.iter().filter(|ground| ground.holds.is_some()).count(), 1, "{:?}", over.bound);
        assert!(over.bound.len() >= 3 && stage.shows("E binds a, 5U off. 8.2"));
    }

    #[test]
    fn water_keeps_an_enemy_off_but_not_where_a_bridge_lies_on_the_way() {
        // The brook runs from y 25 to 26, with a bridge from x 17 to 23.
        let stage = staged("C39_bridge.ron", "u1", &[]);
        let (enemy, view) = (stage.unit("far"), stage.play.game.view());
        let base = |x, y| Footprint::new(Pose { at: Vec2::new(x, y), heading: Cdeg::degrees(180) }, 3.0, 1.0);
        let kept_off = |from, to| is_kept_off(&stage.play, &view, enemy, &from, &[to]);
        assert!(kept_off(base(35.0, 29.0), base(35.0, 20.0)));
        assert!(!kept_off(base(20.0, 29.0), base(20.0, 20.0)));
        assert!(!kept_off(base(35.0, 29.0), base(35.0, 27.5)));
    }

    #[test]
    fn who_cannot_come_over_the_water_is_not_told_as_a_threat() {
        let mut stage = staged("BS130_charge.ron", "u1", &[Aid::Threats]);
        assert!(drawn_now(&mut stage).threats.is_empty());
        // Where nothing lies between, he is told.
        let mut open = staged("BS93_charge_on_a_slant.ron", "u", &[Aid::Threats]);
        assert!(!drawn_now(&mut open).threats.is_empty());
    }

    #[test]
    fn a_line_that_is_not_seen_ends_at_what_hides_the_target() {
        let stage = staged("I87_hidden.ron", "t", &[]);
        let why = (stage.play.game.ruleset().line_of_fire)(&stage.play.game.view(), stage.unit("t"), stage.unit("c"))
            .unwrap_err();
        let (line, by) = line_of(&stage.play.game.view(), &why).unwrap();
        assert_eq!(stage.play.game.narrator().name(by.unwrap()), "wood");
        let end = line.blocked.unwrap();
        assert!(end.y > 21.6 && end.y < line.to.y, "in the wood, before {}: {end}", line.to);
    }
}

//! What is drawn over the pieces in this moment, from what is looked at and what the hand holds.

use bevy::math::Vec2;

use crate::battle::texts::LengthUnit;
use crate::battle::{Entry, Fact, Mark, Measured, Ref, Refusal, Ruling, Texts, Value, View};
use crate::cite::{Tally, Term};
use crate::gui::board::beside::Behind;
use crate::gui::board::overlay::{
    Drawn, DrawnMark, Framed, Ghost, GhostBase, Melee, Overlays, TableTag, TagTone, Tone, joined,
};
use crate::gui::board::scene::Scene;
use crate::gui::board::tape::Tape;
use crate::gui::game::scene::prints;
use crate::gui::language::translate_with;
use crate::gui::play::hand::spot;
use crate::gui::play::look::{aids, orders};
use crate::gui::play::panel::rolled;
use crate::gui::play::state::{Now, Play};
use crate::gui::widgets::tally_table::signed;
use crate::gui::words::{capital, cited, cited_below, measures, rounded};
use crate::ids::{Side, UnitId};
use crate::lab::chronicle::{spoken_of, units_of};
use crate::table::{Contact, Footprint, Mil, Touched, hull, measure};

/// All of it; `feet` gives where a unit's bases are drawn now.
pub fn overlays(play: &Play, now: &Now, feet: &dyn Fn(UnitId) -> Vec<Footprint>, all_threats: bool) -> Overlays {
    let view = play.eyes();
    let scene = &now.scene;
    let tape = play.look.aids().tape.then(|| tape(play, scene)).flatten();
    let mut over = Overlays { tape, unit: (play.game.ruleset().texts)().unit, ..Overlays::default() };
    if let Some(unit) = play.look.focus() {
        let mut all = together(play, &view, now, unit);
        all.extend(play.look.mates().iter().filter(|mate| !all.contains(mate)).copied().collect::<Vec<_>>());
        over.selected = framed(scene, &all, feet);
    }
    if let Some(unit) = play.look.hovered().filter(|u| Some(*u) != play.look.focus()) {
        over.hovered = framed(scene, &[unit], feet);
    } else {
        over.hovered.prints = spoken_of_by_offer(play, now, feet);
    }
    if play.look.aids().ready && play.hand.held().is_none() {
        let others = now.ready.iter().filter(|u| Some(**u) != play.look.focus());
        over.ready = others.map(|unit| framed(scene, &[*unit], feet)).collect();
    }
    over.melees = melees(scene);
    if let Some(entry) = play.look.shown().and_then(|n| play.game.journal().entries().get(n)) {
        over.told = told(&view, scene, entry);
    }
    if play.hand.held().is_none() && play.hand.drag().is_none() {
        rolls(play, &mut over);
    }
    ghost(play, now, &view, &mut over);
    over.orders = orders::written(play, now, &view);
    over.tags.extend(orders::tags(&over.orders));
    over.opened = orders::opened(play, scene);
    orders::at_the_half(play, now, &view, &mut over);
    refusal(play, &view, &mut over);
    aids::threats(play, now, &view, all_threats, &mut over);
    // Of a plan nothing stands yet where arcs and zones would be drawn from.
    if let Some(unit) = play.look.focus().filter(|unit| view.on_table(*unit) && now.plan.is_none()) {
        aids::of_unit(play, now, &view, unit, &mut over);
    }
    over
}

/// What was measured last; from base to base where it leads from one to another.
fn tape(play: &Play, scene: &Scene) -> Option<Tape> {
    let (from, to) = play.look.tape()?;
    let base = |at: Vec2| scene.at(at, 0.0).and_then(|unit| Some((unit, scene.piece(unit)?.feet().to_vec())));
    let clear = match (base(from), base(to)) {
        (Some((a, ones)), Some((b, others))) if a != b => {
            let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| measure::distance(one, other)));
            pairs.min_by(f32::total_cmp)
        }
        _ => None,
    };
    Some(Tape { from, to, clear })
}

/// Units in a frame, with what is written behind them.
fn framed(scene: &Scene, units: &[UnitId], feet: &dyn Fn(UnitId) -> Vec<Footprint>) -> Framed {
    let behind = units.iter().filter_map(|unit| scene.piece(*unit)).map(Behind::of).max().unwrap_or_default();
    // Behind each of loose bases stand others of them, and what is written stands behind all.
    let loose = units.iter().any(|unit| joined(&feet(*unit)).len() > 1);
    let behind = if loose { Behind::Nothing } else { behind };
    Framed { prints: units.iter().flat_map(|unit| feet(*unit)).collect(), behind }
}

/// Where they stand whom the offer under the pointer speaks of: which of the stands acts, and to whom it is done.
fn spoken_of_by_offer(play: &Play, now: &Now, feet: &dyn Fn(UnitId) -> Vec<Footprint>) -> Vec<Footprint> {
    let Some(offer) = play.look.over().and_then(|n| now.offers.listed.get(n)) else { return Vec::new() };
    let action = &offer.choice.action;
    let stands = action.who.iter().filter(|who| matches!(who, Ref::Base(..)));
    let others = action.with.iter().flat_map(|(_, value)| if let Value::Refs(refs) = value { &refs[..] } else { &[] });
    let prints = |of: &Ref| match *of {
        // Bases of a block are drawn as one.
        Ref::Base(unit, base) => feet(unit).get(usize::from(base)).map_or_else(|| feet(unit), |print| vec![*print]),
        Ref::Unit(unit) => feet(unit),
        Ref::Body(_) | Ref::Side(_) | Ref::Terrain(_) | Ref::Spot(..) => Vec::new(),
    };
    stands.chain(others).flat_map(prints).collect()
}

/// A unit and those that move with it: where it may act, those with whom it is ordered as one.
fn together(play: &Play, view: &View, now: &Now, unit: UnitId) -> Vec<UnitId> {
    match now.acts_alone(&play.game, unit) {
        true => vec![unit],
        false => view.body_of(unit).map_or_else(|| vec![unit], |body| view.bodies().get(body).units.clone()),
    }
}

/// Sums of no more terms than these say what each is; others leave that to the panel.
const NAMED: usize = 3;

/// `6 dice - 1 tired + 5 pikes`, with true signs; a long one in numbers alone.
fn sum_words(texts: &Texts, sum: &Tally) -> String {
    let number = |(sign, term): (&str, &Term)| format!("{sign}{}", term.value.unsigned_abs());
    if sum.0.len() > NAMED {
        return sum.signed().map(number).collect();
    }
    sum.signed().map(|(sign, term)| format!("{} {}", number((sign, term)), texts.word(term.what))).collect()
}

/// The middle of a unit's rear edge, or of what has none, and the direction that leads away from the enemy.
fn behind(view: &View, unit: UnitId) -> Option<(Vec2, Vec2)> {
    match view.hull(unit) {
        Some(print) => Some((print.centre - print.forward() * print.half_depth, -print.forward())),
        None => Some((middle(view, unit)?, Vec2::ZERO)),
    }
}

/// Whose sum it is, and what it was rolled for: `Hill-foot-2, after melee`.
fn whose(play: &Play, of: Ref, fact: &Fact) -> String {
    let name = capital(&rolled::name(&play.game, of));
    fact.dice.first().map_or(name.clone(), |rolled| format!("{name}, {}", play.game.narrator().texts.word(rolled.why)))
}

/// More rolls than these at once are told in the log alone.
const ROLLS: usize = 3;

/// The sums of what was rolled last, beside those whose they are.
fn rolls(play: &Play, over: &mut Overlays) {
    let (view, texts) = (play.game.view(), play.game.narrator().texts);
    let facts: Vec<_> = rolled::entries(play).iter().flat_map(Entry::facts).filter(|f| rolled::explains(f)).collect();
    for fact in facts.iter().rev().take(ROLLS).rev() {
        let parties = rolled::parties(fact);
        // Whoever rolls against a number, and against nobody, has a sentence that says what the sum is for.
        let alone = parties.iter().flatten().count() == 1;
        for (of, sum) in parties.into_iter().zip(&fact.tally) {
            let Some(of) = of else { continue };
            let Some(unit) = units_of(&view, of).first().copied() else { continue };
            let Some((at, away)) = behind(&view, unit) else { continue };
            let Some(side) = view.side_of_ref(of) else { continue };
            let lines = if alone {
                vec![capital(&play.game.narrator().fact(fact))]
            } else {
                let total = format!("{}: {}", whose(play, of, fact), signed(sum.total(), false));
                std::iter::once(total).chain((sum.0.len() > 1).then(|| sum_words(texts, sum))).collect()
            };
            let tone = TagTone::Army(play.game.colours()[side.index()].dark);
            over.tags.push(TableTag { at, lines, tone, away });
        }
    }
}

/// Bases that touch along no more than this, inches, touch at a corner: nobody fights there.
const CORNER: f32 = 0.1;

/// Where enemies stand in contact with crossed blades between them: one sign for two units along one line, however many of
/// their bases touch there.
fn melees(scene: &Scene) -> Vec<Melee> {
    let fights = |p: &&crate::gui::board::scene::Piece| p.has("melee");
    let north: Vec<_> = scene.pieces.iter().filter(|p| p.side == Side::North).filter(fights).collect();
    let south: Vec<_> = scene.pieces.iter().filter(|p| p.side == Side::South).filter(fights).collect();
    let mut found = Vec::new();
    for (a, b) in north.iter().flat_map(|a| south.iter().map(move |b| (a, b))) {
        let mut of_two: Vec<Melee> = Vec::new();
        for (a, b) in a.feet().iter().flat_map(|a| b.feet().iter().map(move |b| (a, b))) {
            if a.centre.distance(b.centre) <= a.radius + b.radius
                && let Some(touch) = crate::table::contact(a, b)
                && touch.length > CORNER
            {
                let touch = Melee { middle: touch.middle, along: along(a, &touch), length: touch.length };
                match of_two.iter_mut().find(|known| on_one_line(known, &touch)) {
                    Some(known) => *known = over_both(known, &touch),
                    None => of_two.push(touch),
                }
            }
        }
        found.extend(of_two);
    }
    found
}

/// Whether bases touch along one line in both, as nearly as loose bases stand in one.
fn on_one_line(a: &Melee, b: &Melee) -> bool {
    let (turn, aside) = (a.along.perp_dot(b.along).abs(), a.along.perp_dot(b.middle - a.middle).abs());
    turn < 0.26 && aside < 0.5
}

/// The line from the one end of both to the other.
fn over_both(a: &Melee, b: &Melee) -> Melee {
    let end = |of: &Melee, way: f32| a.along.dot(of.middle - a.middle) + way * of.length / 2.0;
    let (from, to) = (end(a, -1.0).min(end(b, -1.0)), end(a, 1.0).max(end(b, 1.0)));
    Melee { middle: a.middle + a.along * ((from + to) / 2.0), along: a.along, length: to - from }
}

/// The direction of the edge at which a base is touched.
fn along(base: &Footprint, touch: &Contact) -> Vec2 {
    let (Touched::Edge(edge) | Touched::Corner(edge, _)) = touch.of;
    base.outward(edge).perp()
}

fn told(view: &View, scene: &Scene, entry: &Entry) -> Vec<Framed> {
    let mut units: Vec<UnitId> = entry.facts().flat_map(|f| spoken_of(view, &f.narration)).collect();
    units.sort_unstable();
    units.dedup();
    units.into_iter().map(|unit| framed(scene, &[unit], &|unit| prints(view, unit))).collect()
}

/// Where what the hand holds would end, and the tags that say how.
fn ghost(play: &Play, now: &Now, view: &View, over: &mut Overlays) {
    if let Some(plan) = &now.plan {
        // The table itself shows the plan; here is where it may be.
        let marks = plan.marks.iter().filter_map(|m| mark(view, m)).collect();
        over.ghost = Some(Ghost { marks, ..Ghost::default() });
        if let Some(Err(why)) = play.hand.held().map(|held| &held.verdict) {
            refused_plan(play, now, view, why, over);
        }
        return;
    }
    let Some(held) = play.hand.held() else { return };
    let mut wished = play.lifted_prints();
    wished.extend(play.hand.drag().and_then(|d| d.wished));
    match &held.verdict {
        Ok(ruling) => {
            let cut = !held.cut.is_empty();
            let mut ghost = of_ruling(&now.scene, view, ruling);
            ghost.tone = if cut { Tone::Cut } else { Tone::Legal };
            ghost.marks.extend(play.lifted_way().map(|way| DrawnMark::Line(way.to_vec())));
            ghost.wished = if cut { wished } else { Vec::new() };
            let front = ghost.ends.first().map(|b| b.print.front());
            let at = front.or_else(|| spot::at(held)).or_else(|| play.look.focus().and_then(|u| middle(view, u)));
            if let (Some(carried), Some(why)) = (play.hand.carried(), held.cut.first()) {
                // What the hand would like, beside what it gets.
                over.refused = Some(Drawn { at: carried.wished, ..drawn(view, why, &[]) });
            }
            if let Some(at) = at {
                over.tags.extend(tags(play, ruling, held.cut.first(), at));
            }
            if !ghost.ends.is_empty() || !ghost.marks.is_empty() {
                over.ghost = Some(ghost);
            }
        }
        Err(why) => over.refused = Some(drawn(view, why, &wished)),
    }
}

/// Why a plan may not be, at those of whom it is said.
fn refused_plan(play: &Play, now: &Now, view: &View, why: &Refusal, over: &mut Overlays) {
    let units = why.of.iter().flat_map(|of| units_of(view, *of));
    let outlines: Vec<Footprint> =
        units.filter_map(|unit| now.scene.piece(unit)).flat_map(|piece| piece.feet().to_vec()).collect();
    let Some(first) = outlines.first() else { return };
    let lines = cited_below(play.game.narrator().refusal(why), why.cite);
    over.tags.push(TableTag { at: first.centre, lines, tone: TagTone::Refused, away: Vec2::ZERO });
    // The judge's drawing lies on the table with the plan itself.
    over.refused = Some(Drawn { at: first.corners()[0], outlines, marks: Vec::new(), glow: Vec::new() });
}

fn middle(view: &View, unit: UnitId) -> Option<Vec2> {
    view.pose(unit).map(|p| p.at)
}

/// The ends and ways of a ruling, with each unit's own footprint.
fn of_ruling(scene: &Scene, view: &View, ruling: &Ruling) -> Ghost {
    let mut ghost = Ghost::default();
    for (unit, pose) in &ruling.ends {
        let Some(piece) = scene.piece(*unit) else { continue };
        if let (true, Some(from)) = (view.feet(*unit).is_empty(), middle(view, *unit)) {
            ghost.marks.extend(token(from, pose.at));
        }
        let at = ruling.placement(view, *unit, *pose);
        for print in at.footprints(view.roster().base(*unit)) {
            ghost.ends.push(GhostBase { print, army: *scene.of(piece.side), glyph: piece.glyph });
        }
    }
    for (unit, poses) in &ruling.path {
        let Some(piece) = scene.piece(*unit) else { continue };
        if let Some(print) = hull::round(piece.feet()) {
            let path = poses.iter().map(|p| Footprint::new(*p, print.width(), print.depth())).collect();
            ghost.paths.push(between_turns(path));
        }
    }
    ghost.marks.extend(ruling.marks.iter().filter_map(|m| mark(view, m)));
    ghost
}

/// The way of what has no base, and a ring where it ends.
fn token(from: Vec2, to: Vec2) -> Vec<DrawnMark> {
    const RING: f32 = 0.9;
    const CORNERS: i32 = 24;
    let corner = |n: i32| {
        let (sin, cos) = bevy::math::ops::sin_cos((n * 360 / CORNERS) as f32 * std::f32::consts::PI / 180.0);
        to + Vec2::new(sin, cos) * RING
    };
    let ring = DrawnMark::Band((0..CORNERS).map(corner).collect());
    if from.distance(to) > RING { vec![DrawnMark::Line(vec![from, to]), ring] } else { Vec::new() }
}

/// A base's path with its turns drawn as arcs.
fn between_turns(path: Vec<Footprint>) -> Vec<Footprint> {
    const STEP: i32 = 300;
    let mut found: Vec<Footprint> = Vec::new();
    for print in path {
        let Some(last) = found.last().copied() else {
            found.push(print);
            continue;
        };
        let turn = crate::table::Cdeg(print.heading.0 - last.heading.0).turn();
        let pivot = pivot(&last, &print);
        let pieces = (turn.0.abs() / STEP).min(40);
        if let Some(pivot) = pivot {
            found.extend((1..=pieces).map(|n| last.turned_about(pivot, crate::table::Cdeg(turn.0 * n / (pieces + 1)))));
        }
        found.push(print);
    }
    found
}

/// The point about which one print turns into another: where the lines through the middle between them meet.
fn pivot(a: &Footprint, b: &Footprint) -> Option<Vec2> {
    let turn = crate::table::Cdeg(b.heading.0 - a.heading.0).turn();
    if turn.0 == 0 {
        return None;
    }
    let half = turn.to_radians() / 2.0;
    let apart = b.centre - a.centre;
    let reach = 0.5 / bevy::math::ops::tan(half);
    Some((a.centre + b.centre) / 2.0 - apart.perp() * reach)
}

/// What was measured, and what cut it.
fn tags(play: &Play, ruling: &Ruling, cut: Option<&Refusal>, at: Vec2) -> Vec<TableTag> {
    let narrator = play.game.narrator();
    let mut lines: Vec<String> = Vec::new();
    if let Some(why) = cut {
        lines.push(cited(narrator.refusal(why), why.cite));
    }
    let values = measures(&narrator, ruling, |value| short(narrator.texts.unit.as_ref(), value));
    if !values.is_empty() {
        lines.push(values);
    }
    lines.extend(ruling.notes.iter().take(2).map(|n| format!("{} {}", narrator.note(n), n.cite)));
    let tone = if cut.is_some() { TagTone::Cut } else { TagTone::Legal };
    (!lines.is_empty()).then_some(TableTag { at, lines, tone, away: Vec2::ZERO }).into_iter().collect()
}

/// A measured value on a tag: the panel has all its digits.
fn short(unit: Option<&LengthUnit>, value: Measured) -> String {
    let inches = |length: Mil| translate_with("inches", &[("n", &format!("{:.1}", length.to_inches()))]);
    match value {
        Measured::Length(length) => match unit {
            Some(unit) => format!("{} ({})", rounded(Some(unit), value), inches(length)),
            None => inches(length),
        },
        Measured::Angle(angle) => format!("{:.1}°", angle.to_degrees()),
        Measured::Count(n) => n.to_string(),
        Measured::Tenths(_) => value.to_f64().to_string(),
    }
}

fn refusal(play: &Play, view: &View, over: &mut Overlays) {
    let Some((why, wished)) = play.hand.refusal().filter(|_| play.held_plan().is_none()) else { return };
    let mut drawing = drawn(view, why, wished);
    if wished.is_empty() && drawing.marks.is_empty() && why.of.is_empty() {
        return;
    }
    let narrator = play.game.narrator();
    over.tags.push(TableTag {
        at: drawing.at,
        lines: cited_below(narrator.refusal(why), why.cite),
        tone: TagTone::Refused,
        away: Vec2::ZERO,
    });
    if drawing.outlines.is_empty() {
        drawing.outlines = why.of.iter().flat_map(|r| units_of(view, *r)).flat_map(|u| prints(view, u)).collect();
    }
    over.refused = Some(drawing);
}

/// A refusal's marks, with the outline of what was wished.
fn drawn(view: &View, why: &Refusal, wished: &[Footprint]) -> Drawn {
    let marks: Vec<DrawnMark> = why.marks.iter().filter_map(|m| mark(view, m)).collect();
    let of = why.of.iter().flat_map(|r| units_of(view, *r)).find_map(|u| middle(view, u));
    let at = wished.first().map(|p| p.corners()[0]).or(of).or_else(|| marked(&marks)).unwrap_or_default();
    Drawn { outlines: wished.to_vec(), marks, glow: Vec::new(), at }
}

/// The middle of the first of those marks that covers something.
fn marked(marks: &[DrawnMark]) -> Option<Vec2> {
    let ring = marks.iter().find_map(|mark| if let DrawnMark::Band(ring) = mark { Some(ring) } else { None })?;
    (!ring.is_empty()).then(|| ring.iter().sum::<Vec2>() / ring.len() as f32)
}

/// A mark in inches.
fn mark(view: &View, mark: &Mark) -> Option<DrawnMark> {
    let at = |(x, y): (Mil, Mil)| Vec2::new(x.to_inches(), y.to_inches());
    let print = |of: Ref| match of {
        Ref::Base(unit, base) => view.placement(unit).bases(view.roster().base(unit)).get(usize::from(base)).copied(),
        _ => units_of(view, of).into_iter().find_map(|unit| view.hull(unit)),
    };
    Some(match mark {
        Mark::Line(points) => DrawnMark::Line(points.iter().map(|p| at(*p)).collect()),
        Mark::Band(points) => DrawnMark::Band(points.iter().map(|p| at(*p)).collect()),
        Mark::Arc { at: middle, radius, from, to } => {
            let steps = 24;
            let points = (0..=steps).map(|n| {
                let angle = crate::table::Cdeg(from.0 + (to.0 - from.0) * n / steps);
                let (sin, cos) = crate::table::turn(angle);
                at(*middle) + Vec2::new(sin, cos) * radius.to_inches()
            });
            DrawnMark::Line(points.collect())
        }
        Mark::Gap(a, b) => {
            let (a, b) = (print(*a)?, print(*b)?);
            let (from, to) = measure::nearest_points(&a, &b);
            DrawnMark::Gap(from, to)
        }
        Mark::Glow(of) => DrawnMark::Glow(print(*of)?),
        Mark::Block { .. } => {
            let (of, placement) = mark.block()?;
            DrawnMark::Band(placement.hull(view.roster().base(of))?.corners().to_vec())
        }
    })
}

#[cfg(test)]
mod tests;

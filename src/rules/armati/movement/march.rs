//! A march under way: about-face, wheel, straight ahead. Evades interrupt it; then it goes on from where it is
//! (6.5, 6.6, 7.11).

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::evade;
use super::follow;
use super::order::{MarchOrder, speaker};
use super::plan::{self, instead_of_moving};
use super::straight::{Course, Straight};
use super::touch::Touches;
use super::turning;
use super::{Mode, release};
use crate::battle::{Fact, Job, KeepOne, Pass, Question, Ref, Tell, Value, View, put, set, work};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::breaking::Remove;
use crate::rules::armati::data::data;
use crate::rules::armati::divisions;
use crate::rules::armati::field::Field;
use crate::rules::armati::general_loss::Risk;
use crate::rules::armati::state::{Acts, Undressed};
use crate::table::measure::distance;
use crate::table::{Cdeg, Footprint, Mil, Pose, Standing};

const MOVE: Cite = Cite("M1");
const WHEEL: Cite = Cite("W2");
const ABOUT: Cite = Cite("6.1");
const DRESS: Cite = Cite("6.3");
const EVADE: Cite = Cite("6.6");

/// Asks the mover whether it goes on after an evade.
pub const PRESS_ON: Word = Word("press-on");
/// How much farther it may go.
pub const LEFT: Word = Word("left");

/// A march that is under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct March {
    pub side: Side,
    pub order: MarchOrder,
    pub mode: Mode,
    /// The units that march, and where each stood before the march.
    pub units: Vec<(UnitId, Pose)>,
    pub stage: Stage,
    /// How much of the wheel is done.
    pub turned: Cdeg,
    /// What the wheel has cost so far.
    pub price: Mil,
    /// How far each unit has gone straight.
    pub gone: Vec<Mil>,
    /// Who has been asked to evade before this march.
    pub asked: Vec<UnitId>,
    /// Whether somebody has evaded before it and the mover was not asked yet whether to press on.
    pub evaded: bool,
    /// Whether something has ended it early: contact made by the wheel.
    pub halted: Vec<UnitId>,
}

/// How far a march has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    Face,
    Wheel,
    Straight,
}

/// How much farther the mover wants to go after an evade; nothing: not asked yet.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PressOn(pub Option<Mil>);

impl KeepOne for PressOn {
    const NAME: &'static str = "armati.press-on";
}

impl Job for March {
    const NAME: &'static str = "armati.march";
}

/// Registers the march.
pub fn install(world: &mut World) {
    crate::battle::keep_one::<PressOn>(world);
    work::<March, _>(world, march);
    super::press_on::install(world);
}

impl March {
    /// The march of these units of the order's division.
    pub fn new(field: Field, side: Side, order: MarchOrder, mode: Mode, units: &[UnitId]) -> March {
        let poses = units.iter().filter_map(|u| Some((*u, field.0.pose(*u)?))).collect::<Vec<_>>();
        let stage = if order.about {
            Stage::Face
        } else if order.wheel != Cdeg::ZERO {
            Stage::Wheel
        } else {
            Stage::Straight
        };
        March {
            side,
            order,
            mode,
            gone: vec![Mil::ZERO; poses.len()],
            units: poses,
            stage,
            turned: Cdeg::ZERO,
            price: Mil::ZERO,
            asked: Vec::new(),
            evaded: false,
            halted: Vec::new(),
        }
    }

    /// Those that are still on the table.
    fn standing(&self, field: Field) -> Vec<UnitId> {
        self.units.iter().map(|(u, _)| *u).filter(|u| field.stands(*u)).collect()
    }

    /// Where a unit stood before the march.
    fn start(&self, field: Field, unit: UnitId) -> Footprint {
        let now = field.print(unit);
        let pose = self.units.iter().find(|(u, _)| *u == unit).map_or(now.pose(), |(_, p)| *p);
        Footprint::new(pose, now.width(), now.depth())
    }
}

fn march(InRef(job): InRef<March>, world: &World) -> Pass {
    let field = Field(View::umpire(world));
    match job.stage {
        Stage::Face => face(field, job),
        Stage::Wheel => wheel(field, job),
        Stage::Straight => straight(field, job),
    }
}

/// All units turn about on their ground.
fn face(field: Field, job: &March) -> Pass {
    let next = if job.order.wheel == Cdeg::ZERO { Stage::Straight } else { Stage::Wheel };
    let moves: Vec<(UnitId, Footprint)> =
        job.standing(field).into_iter().map(|u| (u, field.print(u).faced(Cdeg::HALF))).collect();
    Pass::become_job(March { stage: next, ..job.clone() }).tell(moved(field, ABOUT, &moves, Mil::ZERO))
}

/// The wheel goes up to the first enemy that may evade, and after the answer goes on.
fn wheel(field: Field, job: &March) -> Pass {
    let units = job.standing(field);
    let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    let rest = MarchOrder { wheel: job.order.wheel - job.turned, ..job.order.clone() };
    let straight = March { stage: Stage::Straight, ..job.clone() };
    if rest.wheel == Cdeg::ZERO {
        return Pass::become_job(straight);
    }
    // What the rest of the sweep meets after an evade may forbid it; then the wheel ends where it is.
    let Ok(turned) = turning::turn(field, &rest, &units, &prints) else {
        return Pass::become_job(straight);
    };
    let sign = if rest.wheel.0 < 0 { -1 } else { 1 };
    if let Some((at, evader, heading)) = first_evader_in_sweep(field, job, &turned, &units, &prints) {
        let angle = Cdeg(at.0 * sign);
        let moves: Vec<_> = units.iter().zip(&prints).map(|(u, p)| (*u, turned.wheel.turned(p, angle))).collect();
        let mut next = job.clone();
        next.turned = job.turned + angle;
        next.price = job.price + turned.wheel.price(angle);
        next.asked.push(evader);
        next.evaded = true;
        let pass = Pass::become_job(next);
        let pass = if angle == Cdeg::ZERO { pass } else { pass.tell(moved(field, WHEEL, &moves, Mil::ZERO)) };
        return pass.ask(evade::ask(field, evader, heading));
    }
    let moves: Vec<_> = units.iter().copied().zip(turned.prints.iter().copied()).collect();
    let mut touches = Touches::default();
    let mut told = Vec::new();
    for (unit, enemy) in &turned.contacts {
        let end = moves.iter().find(|(u, _)| u == unit).map_or(field.print(*unit), |(_, p)| *p);
        told.push(touches.make(field, *unit, &job.start(field, *unit), &end, *enemy));
    }
    let mut next = straight;
    next.turned = job.turned + turned.angle;
    next.price = job.price + turned.price;
    next.halted = turned.contacts.iter().chain(&turned.overruns).map(|(u, _)| *u).collect();
    let mut fact = moved(field, WHEEL, &moves, Mil::ZERO);
    for (unit, _) in &moves {
        let acts = spent_on_wheel(field, job, *unit, next.price);
        fact = fact.change(put(*unit, acts));
        if job.order.complex {
            fact = fact.change(put(*unit, Undressed(true)));
        }
    }
    fact = touches.record(field, fact);
    let mut pass = Pass::become_job(next).tell(fact).tell_all(told);
    if job.order.complex {
        let undressed = Tell::Marked { of: speaker(&field.0, job.order.body), what: Word("undressed"), on: true };
        pass = pass.tell(Fact::new(DRESS, undressed));
    }
    for (_, enemy) in &turned.disperses {
        pass = pass.push(Remove { unit: *enemy, how: Word("dispersed") });
    }
    for (_, enemy) in &turned.overruns {
        pass = pass.push(Remove { unit: *enemy, how: Word("overrun") });
    }
    pass
}

fn spent_on_wheel(field: Field, job: &March, unit: UnitId, price: Mil) -> Acts {
    let spent = job.order.complex || instead_of_moving(field, unit);
    Acts { used: price, moved: true, spent: spent || field.acts(unit).spent, ..field.acts(unit) }
}

/// The first enemy in the sweep that may evade and was not asked: the angle just before it is touched, and the
/// heading of the unit that would touch it there.
fn first_evader_in_sweep(
    field: Field,
    job: &March,
    turned: &turning::Turned,
    units: &[UnitId],
    prints: &[Footprint],
) -> Option<(Cdeg, UnitId, Cdeg)> {
    let swing = turned.wheel.swing(turned.angle);
    let mut first: Option<(Cdeg, UnitId, Cdeg)> = None;
    for enemy in field.enemies(*units.first()?) {
        if job.asked.contains(&enemy) || !evade::may(field, enemy) {
            continue;
        }
        let it = field.print(enemy);
        for print in prints {
            if let Some(touch) = swing.meets(print, &it) {
                let at = crate::table::walk::wheel_seat(touch.at);
                let heading = print.heading + turned.wheel.swing(at).angle;
                if first.is_none_or(|(best, ..)| at < best) {
                    first = Some((at, enemy, heading));
                }
            }
        }
    }
    first
}

/// The straight part: all go on together up to the first enemy that may evade, and after the answer go on.
fn straight(field: Field, job: &March) -> Pass {
    let runs = runs(field, job);
    if let Some((way, evader, heading)) = first_evader_ahead(field, job, &runs) {
        let mut next = job.clone();
        let mut moves = Vec::new();
        for run in &runs {
            let step = run.course.distance.min(way);
            next.gone[run.index] = next.gone[run.index] + step;
            if step > Mil::ZERO {
                moves.push((run.unit, run.way(field, job, &[]).at(step)));
            }
        }
        next.asked.push(evader);
        next.evaded = true;
        let pass = Pass::become_job(next);
        let pass = if moves.is_empty() { pass } else { pass.tell(moved(field, MOVE, &moves, Mil::ZERO)) };
        return pass.ask(evade::ask(field, evader, heading));
    }
    match (job.evaded, field.0.one::<PressOn>().0) {
        (true, None) => {
            if let Some(left) = could_press_on(field, job, &runs) {
                let question = Question::to(job.side, PRESS_ON, EVADE)
                    .about(speaker(&field.0, job.order.body))
                    .with(LEFT, Value::Length(left));
                return Pass::stay().ask(question);
            }
        }
        (true, Some(more)) => {
            let mut next = job.clone();
            next.evaded = false;
            next.order.ahead = next.order.ahead + more;
            next.order.stops.clear();
            let reset = Fact::new(EVADE, Tell::Said(PRESS_ON)).change(set(PressOn(None)));
            return Pass::become_job(next).tell(reset);
        }
        (false, _) => {}
    }
    finish(field, job, &runs)
}

/// What is left of one unit's straight move.
struct Run {
    index: usize,
    unit: UnitId,
    from: Footprint,
    start: Footprint,
    course: Course,
    mates: Vec<UnitId>,
}

impl Run {
    fn way<'a, 'w>(&'a self, field: Field<'w>, job: &March, ended: &'a [(UnitId, Footprint)]) -> Straight<'a, 'w> {
        let back = job.order.back > Mil::ZERO;
        Straight {
            field,
            unit: self.unit,
            from: self.from,
            start: self.start,
            back,
            hostile: job.mode.hostile() && !back,
            mates: &self.mates,
            ended,
        }
    }
}

/// The rest of everyone's straight move from where they stand now, those in front first.
fn runs(field: Field, job: &March) -> Vec<Run> {
    let mates = plan::units_of(field, &job.order);
    let back = job.order.back > Mil::ZERO;
    let mut order: Vec<usize> = (0..job.units.len()).filter(|i| field.stands(job.units[*i].0)).collect();
    let Some(first) = order.first() else { return Vec::new() };
    let along = field.print(job.units[*first].0).forward() * if back { -1.0 } else { 1.0 };
    let depth = |i: &usize| field.print(job.units[*i].0).centre.dot(along);
    order.sort_by(|a, b| depth(b).total_cmp(&depth(a)).then(a.cmp(b)));
    let allowance = plan::allowance(field, &mates);
    let moving: Vec<UnitId> = job.units.iter().map(|(u, _)| *u).collect();
    let mut ended: Vec<(UnitId, Footprint)> =
        mates.iter().filter(|m| !moving.contains(m)).map(|m| (*m, field.print(*m))).collect();
    let mut runs = Vec::new();
    for index in order {
        let unit = job.units[index].0;
        let from = field.print(unit);
        let mut run =
            Run { index, unit, from, start: job.start(field, unit), course: Course::still(), mates: mates.clone() };
        let halted = job.halted.contains(&unit) || field.engaged(unit);
        if !halted {
            let wish = if back { job.order.back } else { job.order.wish(unit) };
            let way = run.way(field, job, &ended);
            // The stretches at half rate are counted from where the straight move began.
            let begun = way.from.shifted(-along * job.gone[index].to_inches());
            let whole = Straight { from: begun, mates: &run.mates, ended: &[], ..run.way(field, job, &[]) };
            let reach = whole.reach(job.mode.budget(field, unit, allowance, job.price));
            let rest = wish.min(reach) - job.gone[index];
            let stands = wish == Mil::ZERO && job.turned == Cdeg::ZERO && !job.order.about;
            if !stands {
                run.course = way.course(rest.max(Mil::ZERO));
            }
        }
        ended.push((unit, run.way(field, job, &[]).at(run.course.distance)));
        runs.push(run);
    }
    runs
}

/// The first enemy on the way that may evade and was not asked: the distance, and the charger's heading.
fn first_evader_ahead(field: Field, job: &March, runs: &[Run]) -> Option<(Mil, UnitId, Cdeg)> {
    if !job.mode.evadable() {
        return None;
    }
    let mut first: Option<(Mil, UnitId, Cdeg)> = None;
    for run in runs {
        let met = run.course.disperses.iter().copied();
        let touched = run.course.contacts.iter().map(|enemy| (run.course.distance, *enemy));
        for (at, enemy) in met.chain(touched) {
            if job.asked.contains(&enemy) || !evade::may(field, enemy) {
                continue;
            }
            if first.is_none_or(|(best, ..)| at < best) {
                first = Some((at, enemy, run.from.heading));
            }
        }
    }
    first
}

/// How much farther than ordered the farthest of the units could still go, when nobody is in contact.
fn could_press_on(field: Field, job: &March, runs: &[Run]) -> Option<Mil> {
    if job.order.back > Mil::ZERO || job.mode != Mode::Move || runs.iter().any(|r| !r.course.contacts.is_empty()) {
        return None;
    }
    let mates = plan::units_of(field, &job.order);
    let allowance = plan::allowance(field, &mates);
    let left = runs.iter().filter(|r| !job.halted.contains(&r.unit) && !field.engaged(r.unit)).map(|run| {
        let along = run.from.forward();
        let begun = run.from.shifted(-along * job.gone[run.index].to_inches());
        let whole = Straight { from: begun, ..run.way(field, job, &[]) };
        whole.reach(job.mode.budget(field, run.unit, allowance, job.price)) - job.order.ahead
    });
    left.min().filter(|left| *left > Mil::ZERO)
}

/// Everyone ends its move: contacts, dispersals, terrain, splits, releases.
fn finish(field: Field, job: &March, runs: &[Run]) -> Pass {
    let mut moves = Vec::new();
    let mut touches = Touches::default();
    let mut told = Vec::new();
    let mut pass = Pass::pop();
    let mut removed: Vec<(UnitId, &str)> = Vec::new();
    for run in runs {
        let end = run.way(field, job, &[]).at(run.course.distance);
        moves.push((run.unit, end));
        for enemy in &run.course.contacts {
            told.push(touches.make(field, run.unit, &run.start, &end, *enemy));
        }
        removed.extend(run.course.disperses.iter().map(|(_, u)| (*u, "dispersed")));
        removed.extend(run.course.overruns.iter().map(|u| (*u, "overrun")));
    }
    let mut fact = moved(field, job.mode.cite(), &moves, Mil::ZERO);
    for run in runs {
        let way = run.way(field, job, &[]);
        let total = job.gone[run.index] + run.course.distance;
        let back = if job.order.back > Mil::ZERO { -1.0 } else { 1.0 };
        let begun = run.from.shifted(-run.from.forward() * back * job.gone[run.index].to_inches());
        let whole = Straight { from: begun, ..way };
        let acts = field.acts(run.unit);
        let used = acts.used.max(job.price) + whole.slow(total).cost(total);
        let did = total > Mil::ZERO || job.turned != Cdeg::ZERO || job.order.about;
        if did {
            fact = fact.change(put(run.unit, Acts { used, moved: true, marched: true, ..acts }));
        } else {
            fact = fact.change(put(run.unit, Acts { marched: true, ..acts }));
        }
        if crosses_difficult(field, job, run, &whole, total) && !field.undressed(run.unit) {
            fact = fact.change(put(run.unit, Undressed(true)));
            let undressed = Tell::Marked { of: Ref::Unit(run.unit), what: Word("undressed"), on: true };
            told.push(Fact::new(DRESS, undressed));
        }
    }
    let anyone = moves.iter().zip(runs).any(|((_, end), run)| end.centre != run.from.centre) || !touches.is_empty();
    fact = touches.record(field, fact);
    if anyone || job.turned != Cdeg::ZERO || job.order.about {
        pass = pass.tell(fact);
    }
    pass = pass.tell_all(told);
    pass = pass.push(After { body: job.order.body });
    for (side, at) in [(job.side.other(), &moves)] {
        if let Some(risk) = run_over(field, side, runs, at) {
            pass = pass.push(risk);
        }
    }
    removed.sort();
    removed.dedup();
    for (unit, how) in removed.into_iter().rev() {
        pass = pass.push(Remove { unit, how: Word(how) });
    }
    pass
}

/// Whether a heavy unit that minds has entered or left woods or rough ground on its way (6.3).
fn crosses_difficult(field: Field, job: &March, run: &Run, way: &Straight, total: Mil) -> bool {
    if !field.kind(run.unit).undressed_by_terrain || (total == Mil::ZERO && job.turned == Cdeg::ZERO) {
        return false;
    }
    let difficult = |p: &Footprint| super::straight::in_difficult(field, p);
    let (before, after) = (difficult(&job.start(field, run.unit)), difficult(&way.at(total)));
    let passed = field.0.ground().pieces().iter().any(|piece| {
        let along = run.from.forward();
        crate::rules::armati::going::difficult(piece.kind)
            && piece.passages(&way.from, along, total.to_inches()).iter().any(|(from, to)| to > from)
    });
    before != after || (passed && !(before && after))
}

/// A free general whom a moving enemy has touched (G4).
fn run_over(field: Field, side: Side, runs: &[Run], ends: &[(UnitId, Footprint)]) -> Option<Risk> {
    let general = field.general(side);
    let marker = general.marker.filter(|_| !general.lost && general.with.is_none())?;
    let at = field.0.standing(marker).point()?;
    let point = Footprint::new(Pose { at, heading: Cdeg::ZERO }, 0.0, 0.0);
    let touch = data().tables.measure.touch.to_inches();
    let hit = runs.iter().zip(ends).any(|(run, (_, end))| {
        let way = end.centre.distance(run.from.centre);
        let swept = crate::table::slide::meets(&run.from, run.from.forward(), &point).is_some_and(|m| m.enter <= way);
        swept || distance(end, &point) <= touch
    });
    hit.then_some(Risk { side, least: data().tables.general.lost_when_touched })
}

/// A fact of units that now stand elsewhere; an attached general goes with his unit (G2).
pub fn moved(field: Field, cite: Cite, moves: &[(UnitId, Footprint)], _way: Mil) -> Fact {
    let who = moves.iter().map(|(u, _)| Ref::Unit(*u)).collect();
    let along = moves.iter().map(|(u, end)| vec![field.print(*u).pose(), end.pose()]).collect();
    let mut fact = Fact::new(cite, Tell::Moved { who, along });
    for (unit, end) in moves {
        if let Standing::Block { files, ranks, .. } = field.0.standing(*unit) {
            let standing = Standing::Block { pose: end.pose(), files: *files, ranks: *ranks };
            fact = fact.change(put(*unit, standing));
        }
        fact = follow::general(field, *unit, end, fact);
    }
    fact
}

/// What follows a march: the division may have parted (D6, SP2), others are released (4.3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct After {
    pub body: crate::ids::BodyId,
}

impl Job for After {
    const NAME: &'static str = "armati.after-march";
}

/// What follows a march.
pub fn after(InRef(job): InRef<After>, world: &World) -> Pass {
    let field = Field(View::umpire(world));
    let left: Vec<(UnitId, Footprint)> = field
        .0
        .bodies()
        .get(job.body)
        .units
        .iter()
        .filter(|u| field.stands(**u))
        .map(|u| (*u, field.print(*u)))
        .collect();
    Pass::pop().tell_all(divisions::part(field, field.0.bodies(), job.body, &left)).tell_all(release::facts(field))
}

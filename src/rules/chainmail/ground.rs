//! What terrain does to a straight way (4.2): its cost by the inch, what a stream or river takes, where a unit may not go.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::tables;
use super::terrain::{self, TerrainKind};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::overlap;
use crate::table::slide::seat;
use crate::table::straight::{Obstacle, Way};
use crate::table::{Foot, Footprint, Mil, Piece, Pose};

/// How a unit goes along a straight way.
#[derive(Clone, Copy, Debug)]
pub struct Going {
    pub unit: UnitId,
    /// Where it stands before.
    pub print: Footprint,
    /// In open order.
    pub open: bool,
    /// Files, for bridges.
    pub files: u8,
    /// Not straight ahead.
    pub sideways: bool,
    /// As a square or hedgehog.
    pub square: bool,
    /// To get at somebody: a stream is crossed by the front alone.
    pub attacks: bool,
}

impl Going {
    /// By how much ways aside and the march of squares multiply every inch.
    fn times(&self) -> i32 {
        let twice = |is: bool| if is { 2 } else { 1 };
        twice(self.sideways) * twice(self.square)
    }
}

/// What a way costs, and whether some of it is uphill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    pub inches: Mil,
    pub uphill: bool,
}

/// A cost in whole hundredths of an inch, rounded up.
pub fn cost(inches: f32) -> Mil {
    Mil(((inches * 100.0 - 0.05).ceil().max(0.0)) as i32 * 10)
}

/// The same of thousandths.
pub fn cost_of(mil: Mil) -> Mil {
    Mil((mil.0 + 9) / 10 * 10)
}

/// Whether a unit in such order may never stand on a piece.
pub fn is_barred(field: Battlefield, unit: UnitId, open: bool, piece: &Piece) -> bool {
    let wheels = field.kind(unit).is_machine();
    terrain::kind(piece).is_some_and(|kind| {
        kind.closed || (kind.open && !open) || (kind.foot && field.mounted(unit)) || (wheels && !kind.wheels)
    })
}

/// The rule by which a piece bars: of woods and the like for who is not in open order, of marsh for wheels, else of its kind.
pub fn bar_rule(piece: &Piece) -> Cite {
    match terrain::kind(piece) {
        Some(kind) if kind.closed || kind.foot => Cite("C135"),
        Some(kind) if kind.whole => Cite("C37"),
        Some(kind) if kind.cross.is_some() => Cite("C36"),
        Some(kind) if !kind.open => Cite("C34"),
        _ => Cite("C33"),
    }
}

/// From when to when the middle of a unit goes up a hill.
fn uphill(print: &Footprint, direction: Vec2, far: f32, piece: &Piece) -> Vec<(f32, f32)> {
    let from = print.centre;
    let until = (piece.centroid - from).dot(direction);
    let inside = piece.run(from, from + direction * far);
    inside.iter().map(|(enter, leave)| (*enter, leave.min(until))).filter(|(enter, leave)| leave > enter).collect()
}

/// Whether a unit comes nearer to the middle of a hill at the end of a way, with its centre on it.
pub fn climbs_at_end(field: Battlefield, print: &Footprint, direction: Vec2, far: f32) -> bool {
    let hills = field.0.ground().pieces().iter().filter(|piece| terrain::kind(piece).is_some_and(|kind| kind.hill));
    let step = 0.02_f32.min(far);
    let before = print.shifted(direction * (far - step));
    hills.into_iter().any(|piece| !uphill(&before, direction, step, piece).is_empty())
}

/// What of a way something flat takes: a stream its inches, a river the whole Move. None where a bridge leads over it.
fn crossings(field: Battlefield, going: &Going, direction: Vec2, far: f32) -> Vec<(f32, f32, &'static TerrainKind)> {
    let pieces = field.0.ground().pieces();
    let of = |want: fn(&TerrainKind) -> bool| {
        pieces.iter().filter_map(move |piece| terrain::kind(piece).filter(|kind| want(kind)).map(|kind| (piece, kind)))
    };
    let spans = |piece: &Piece| -> Vec<(f32, f32)> { piece.passages(&going.print, direction, far).to_vec() };
    let front = front_of(&going.print);
    let mut found = Vec::new();
    for (piece, kind) in of(|kind| kind.cross.is_some() || kind.whole) {
        let over = if going.attacks { &front } else { &going.print };
        for (enter, leave) in piece.passages(over, direction, f32::INFINITY.min(far + 60.0)) {
            if enter < far {
                let bridged = of(|kind| kind.bridge.is_some()).any(|(bridge, kind)| {
                    kind.bridge.is_some_and(|files| going.files <= files)
                        && spans(bridge).iter().any(|(a, b)| *a <= enter + 0.01 && *b > enter)
                });
                if !bridged || kind.whole {
                    found.push((enter.max(0.0), leave, kind));
                }
            }
        }
    }
    found
}

/// Whether a river is crossed where a bridge or ford leads over it that takes so many files: all of its width from the one bank
/// to the other lies on it.
fn at_ford(field: Battlefield, going: &Going, direction: Vec2, (enter, leave): (f32, f32)) -> bool {
    let print = going.print;
    let depth = print.depth();
    // From the near bank to the far one, as wide as the unit.
    let bank = print.front() + direction * enter.max(0.0);
    let long = (leave - depth - enter.max(0.0)).max(0.01);
    let bed = Footprint::new(Pose { at: bank + direction * long, heading: print.heading }, print.width() - 0.02, long);
    field.0.ground().pieces().iter().any(|piece| {
        let leads = terrain::kind(piece).and_then(|kind| kind.bridge).is_some_and(|files| going.files <= files);
        leads && piece.covers(&bed)
    })
}

/// The front edge, as a footprint without depth.
pub fn front_of(print: &Footprint) -> Footprint {
    Footprint::new(print.pose(), print.width(), 0.001)
}

/// What a straight way costs (C31 to C38): an inch what the dearest ground costs that the unit is in; twice that sideways and
/// for squares; a stream its price once.
pub fn price(field: Battlefield, going: &Going, direction: Vec2, by: Mil) -> Price {
    let far = by.to_inches();
    if far <= 0.0 {
        return Price::default();
    }
    let (spans, crossed) = spans(field, going, direction, far);
    let ends = ends(&spans, far);
    let inches: f32 = ends.windows(2).map(|two| (two[1] - two[0]) * each(&spans, (two[0] + two[1]) / 2.0) as f32).sum();
    let flat = crossed.iter().map(|(.., kind)| toll(field, going, kind).0).sum::<i32>();
    let climbs = spans.iter().any(|span| span.climbs);
    Price { inches: Mil(cost(inches * going.times() as f32).0 + flat), uphill: climbs }
}

/// A part of a straight way that costs the same all along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    pub by: Mil,
    pub price: Mil,
    /// It is crossed all at once when its price is paid.
    pub at_once: bool,
    pub climbs: bool,
}

/// The parts of a straight way in their order, each with its exact price.
pub fn bands(field: Battlefield, going: &Going, direction: Vec2, by: Mil) -> Vec<Band> {
    let far = by.to_inches();
    if far <= 0.0 {
        return Vec::new();
    }
    let (spans, crossed) = spans(field, going, direction, far);
    let mut tolls: Vec<(f32, Mil)> =
        crossed.iter().map(|(enter, _, kind)| (*enter, toll(field, going, kind))).collect();
    tolls.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut bands = Vec::new();
    for two in ends(&spans, far).windows(2) {
        let (middle, long) = ((two[0] + two[1]) / 2.0, Mil(Mil::measured(two[1]).0 - Mil::measured(two[0]).0));
        if long == Mil::ZERO {
            continue;
        }
        let per_inch = each(&spans, middle);
        let mut price = long.0 * per_inch * going.times();
        while per_inch == 0 && tolls.first().is_some_and(|(enter, _)| *enter <= middle) {
            price += tolls.remove(0).1.0;
        }
        let climbs = spans.iter().any(|span| span.climbs && span.enter <= middle && middle < span.leave);
        bands.push(Band { by: long, price: Mil(price), at_once: per_inch == 0, climbs });
    }
    bands
}

/// Where on a straight way an inch costs how much; nothing in water that is crossed.
struct Span {
    enter: f32,
    leave: f32,
    per_inch: i32,
    climbs: bool,
}

/// All places at which the price of an inch may change.
fn ends(spans: &[Span], far: f32) -> Vec<f32> {
    let mut ends: Vec<f32> = spans.iter().flat_map(|span| [span.enter, span.leave]).chain([0.0, far]).collect();
    ends.sort_by(f32::total_cmp);
    ends
}

/// What an inch costs there.
fn each(spans: &[Span], at: f32) -> i32 {
    let over: Vec<i32> =
        spans.iter().filter(|span| span.enter <= at && at < span.leave).map(|span| span.per_inch).collect();
    if over.contains(&0) { 0 } else { over.into_iter().max().unwrap_or(1) }
}

/// What it takes to cross water.
fn toll(field: Battlefield, going: &Going, kind: &TerrainKind) -> Mil {
    kind.cross.map_or_else(|| field.pace(going.unit), |cross| cross.0)
}

/// Those places, and the water that is crossed.
fn spans(
    field: Battlefield,
    going: &Going,
    direction: Vec2,
    far: f32,
) -> (Vec<Span>, Vec<(f32, f32, &'static TerrainKind)>) {
    let mounted = field.mounted(going.unit);
    let mut spans: Vec<Span> = Vec::new();
    for piece in field.0.ground().pieces() {
        let Some(kind) = terrain::kind(piece).filter(|kind| kind.per_inch(mounted) > 1) else { continue };
        let stretches = if kind.hill {
            uphill(&going.print, direction, far, piece)
        } else {
            piece.passages(&going.print, direction, far).to_vec()
        };
        spans.extend(stretches.into_iter().map(|(enter, leave)| Span {
            enter: enter.max(0.0),
            leave: leave.min(far),
            per_inch: kind.per_inch(mounted),
            climbs: kind.hill,
        }));
    }
    let crossed = crossings(field, going, direction, far);
    let water = |(enter, leave, _): &(f32, f32, &TerrainKind)| Span {
        enter: *enter,
        leave: leave.min(far),
        per_inch: 0,
        climbs: false,
    };
    spans.extend(crossed.iter().map(water));
    (spans, crossed)
}

/// The farthest that a straight way goes for so many inches of the Move, in whole hundredths.
pub fn farthest(field: Battlefield, going: &Going, direction: Vec2, left: Mil) -> Mil {
    // A stream's own width costs nothing: the way may be longer than what is paid for it.
    let (mut least, mut most) = (0, (left.0 + 12_000).max(0) / 10);
    while least < most {
        let middle = (least + most + 1) / 2;
        if price(field, going, direction, Mil(middle * 10)).inches <= left { least = middle } else { most = middle - 1 }
    }
    Mil(least * 10)
}

/// The first thing that ends a straight march before its time: where, and the rule.
pub fn limit(field: Battlefield, going: &Going, direction: Vec2, by: Mil, zone: bool) -> Option<(Mil, Refusal)> {
    let (unit, print, far) = (going.unit, going.print, by.to_inches());
    let side = field.0.side_of(unit);
    let mut best: Option<(Mil, Refusal)> = None;
    let mut take = |at: f32, gap: Mil, refusal: Refusal| {
        let at = seat(at.max(0.0), gap);
        if at < by && best.as_ref().is_none_or(|(least, _)| at < *least) {
            let why = refusal.of(Ref::Unit(unit)).above(Measured::Length(by), Measured::Length(at));
            best = Some((at, why));
        }
    };
    let (way, end) = (Way::new(print, direction), print.shifted(direction * far));
    let counts = |foot: &Foot| foot.unit != unit && field.counts(foot.unit);
    for Obstacle { foot, at, .. } in way.obstacles(field.0.layout(), Some(side), far, counts) {
        if !may_pass(field, foot.unit) || overlap(&end, &foot.print) {
            let other = Arg::Of(Ref::Unit(foot.unit));
            take(at, Mil::ZERO, Refusal::new(Cite("C31"), Word("friend-in-way")).word(Word("other"), other));
        }
    }
    if zone {
        let gap = tables().control.to_inches() + 0.1;
        let enemies = field.0.layout().along(Some(side.other()), &print, direction, far, gap);
        for foot in enemies.filter(|foot| counts(foot)) {
            if let Some(at) = nears(&way, foot) {
                let other = Arg::Of(Ref::Unit(foot.unit));
                take(at, Mil(10), Refusal::new(Cite("C124"), Word("too-near")).word(Word("other"), other));
            }
        }
    }
    take(way.to_table_edge(field.0.ground()), Mil::ZERO, Refusal::new(Cite("C124"), Word("edge")));
    for piece in way.pieces(field.0.ground(), far, |piece| is_barred(field, unit, going.open, piece)) {
        if let Some(enter) = way.enters(piece, far) {
            let of = Arg::Of(Ref::Terrain(piece.id));
            take(enter, Mil::ZERO, Refusal::new(bar_rule(piece), Word("may-not-enter")).word(Word("terrain"), of));
        }
    }
    for (enter, leave, kind) in crossings(field, going, direction, far) {
        let acts = field.acts(unit);
        // A river is entered from its bank with the whole Move.
        let from_bank = !kind.whole || (enter < 0.02 && acts.spent == Mil::ZERO);
        let inside = far < leave - 0.005 && !going.attacks;
        let at_ford = !kind.whole || at_ford(field, going, direction, (enter, leave));
        if going.sideways || inside || !from_bank || !at_ford {
            let (cite, says) = if kind.whole { ("C37", "river") } else { ("C36", "stream") };
            take(enter, Mil::ZERO, Refusal::new(Cite(cite), Word(says)));
        }
    }
    best
}

/// Whether friends pass through a unit: it stands still in open order (4.1).
pub fn may_pass(field: Battlefield, friend: UnitId) -> bool {
    let acts = field.acts(friend);
    let still = acts.gone == Mil::ZERO && acts.charged.is_none() && acts.attacked.is_none();
    still && field.formation(friend).open && field.flight(friend).is_none() && !field.engaged(friend)
}

/// Where a way comes within the inch that a march keeps from an enemy; who begins within it must go away from him.
fn nears(way: &Way, foot: &Foot) -> Option<f32> {
    let control = tables().control.to_inches();
    let now = crate::table::measure::distance(&way.from, &foot.print);
    if now > control + 0.005 {
        return way.approaches(&foot.print, control);
    }
    let after = crate::table::measure::distance(&way.from.shifted(way.along * 0.05), &foot.print);
    (after <= now + 0.001).then_some(0.0)
}

/// Whether a unit may come to stand so: on the table, clear of all others, on ground open to it, out of water that it only
/// crosses, and more than an inch from enemies.
///
/// # Errors
/// What is in the way.
pub fn clear(field: Battlefield, unit: UnitId, open: bool, print: &Footprint) -> Result<(), Refusal> {
    stands_free(field, unit, open, print)?;
    let side = field.0.side_of(unit).other();
    let control = *tables().control;
    let near = |foot: &&Foot| field.counts(foot.unit) && crate::table::measure::within(print, &foot.print, control);
    match field.0.layout().along(Some(side), print, Vec2::ZERO, 0.0, 1.1).find(near) {
        Some(foot) => {
            let near = Refusal::new(Cite("C124"), Word("too-near")).of(Ref::Unit(unit));
            Err(near.word(Word("other"), Arg::Of(Ref::Unit(foot.unit))))
        }
        None => Ok(()),
    }
}

/// The same where enemies may be near.
///
/// # Errors
/// The rule that forbids it.
pub fn stands_free(field: Battlefield, unit: UnitId, open: bool, print: &Footprint) -> Result<(), Refusal> {
    let refuse = |says: &'static str, cite: &'static str| Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit));
    if !field.0.ground().holds(print) {
        return Err(refuse("edge", "C124"));
    }
    let other = |foot: &&Foot| foot.unit != unit && field.counts(foot.unit) && overlap(print, &foot.print);
    if let Some(foot) = field.0.layout().along(None, print, Vec2::ZERO, 0.0, 0.0).find(other) {
        return Err(refuse("no-room", "C31").word(Word("other"), Arg::Of(Ref::Unit(foot.unit))));
    }
    for piece in field.0.ground().under(print) {
        let of = Arg::Of(Ref::Terrain(piece.id));
        if is_barred(field, unit, open, piece) {
            return Err(refuse("may-not-enter", bar_rule(piece).0).word(Word("terrain"), of));
        }
        if terrain::kind(piece).is_some_and(|kind| kind.cross.is_some() || kind.whole) {
            return Err(refuse("stands-in-water", "C36").word(Word("terrain"), of));
        }
    }
    Ok(())
}

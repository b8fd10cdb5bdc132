//! Changes of formation and of order (5.1, 5.3): their price, whether there is room, and payment over turns.

use super::plan::{FILES, Plan, TO, refuse};
use crate::battle::{Action, Arg, Fact, Measured, Narration, Ref, Refusal, Value, alter, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::facing::multiplier;
use crate::rules::chainmail::ground::{self, cost_of};
use crate::rules::chainmail::shape::{self, Shape};
use crate::rules::chainmail::state::{Acts, Changing, Formation, UnderWay};
use crate::rules::chainmail::switches::Switch;
use crate::rules::chainmail::verb::Verb;
use crate::table::{Mil, Placement, Pose};

/// What a change of formation or of order leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formed {
    Shape(Shape),
    /// Its ranks are opened, or closed.
    Ranks {
        open: bool,
    },
}

crate::word_enum! {
    /// The order of the ranks.
    enum Ranks {
        Open = "open",
        Close = "close",
    }
}

impl Formed {
    /// What a word of an order means.
    pub fn named(word: Word) -> Option<Formed> {
        let ranks = Ranks::named(word.0).map(|ranks| Formed::Ranks { open: ranks == Ranks::Open });
        ranks.or_else(|| Shape::named(word.0).map(Formed::Shape))
    }

    /// Its word in an order.
    pub fn word(self) -> Word {
        match self {
            Formed::Shape(shape) => shape.word(),
            Formed::Ranks { open: true } => Ranks::Open.word(),
            Formed::Ranks { open: false } => Ranks::Close.word(),
        }
    }

    /// What its choice is called.
    pub fn called(self) -> Word {
        Word(match self {
            Formed::Shape(Shape::Line) => "form-line",
            Formed::Shape(Shape::Column) => "form-column",
            Formed::Shape(Shape::Square) => "form-square",
            Formed::Shape(Shape::Hedgehog) => "form-hedgehog",
            Formed::Ranks { open: true } => "open-ranks",
            Formed::Ranks { open: false } => "close-ranks",
        })
    }

    /// All, as they are offered.
    pub fn all() -> impl Iterator<Item = Formed> {
        let ranks = [true, false].map(|open| Formed::Ranks { open });
        Shape::ALL.iter().copied().map(Formed::Shape).chain(ranks)
    }
}

/// By how much a new footprint slides back at most, and by which steps the least that fits is sought, inches.
const BACK: f32 = 3.0;
const STEP: f32 = 0.01;

/// Ordered to take a formation, or to open or close its ranks.
pub fn form(field: Battlefield, plan: Plan, to: Word, files: Option<i32>) -> Result<Plan, Refusal> {
    match (Formed::named(to), files) {
        (Some(Formed::Shape(to)), files) => change(field, plan, to, files),
        (Some(Formed::Ranks { open }), None) => order(field, plan, open),
        (Some(Formed::Ranks { .. }), Some(_)) => {
            Err(refuse("ranks-keep-files", plan.unit, "C33").word(Word("word"), Arg::Word(to)))
        }
        (None, _) => Err(refuse("no-such-formation", plan.unit, "C45").word(Word("word"), Arg::Key(to))),
    }
}

/// The middle of the front of a new footprint: where the old one has it, or as little behind it as there is room.
pub fn fits(field: Battlefield, unit: UnitId, pose: Pose, files: u8, open: bool) -> Result<Placement, Refusal> {
    let size = field.size(unit);
    let at = |back: f32| field.in_files(unit, pose.shifted(-back, 0.0), files, open);
    let try_at = |back: f32| {
        let placement = at(back);
        let print = placement.hull(size).ok_or_else(|| refuse("off-table", unit, "C45"))?;
        ground::clear(field, unit, open, &print).map(|()| placement)
    };
    let first = match try_at(0.0) {
        Ok(placement) => return Ok(placement),
        Err(why) => why,
    };
    let steps = (BACK / STEP) as usize;
    // Coarse steps first: between the last that fails and the first that fits the least is sought.
    let coarse = (1..=30).map(|n| n * steps / 30);
    let mut last = 0;
    for n in coarse {
        if try_at(n as f32 * STEP).is_ok() {
            let least = (last + 1..=n).find_map(|m| try_at(m as f32 * STEP).ok());
            return least.ok_or(first);
        }
        last = n;
    }
    Err(first)
}

/// Opens or closes the ranks: paid at once, files and ranks kept (C33).
fn order(field: Battlefield, mut plan: Plan, open: bool) -> Result<Plan, Refusal> {
    let unit = plan.unit;
    if plan.under_way.0.is_some() {
        return Err(refuse("changing", unit, "C2"));
    }
    if plan.formation.shape.is_square() {
        return Err(refuse("square-is-close", unit, "C45"));
    }
    if plan.formation.open == open {
        return Err(refuse("has-that-formation", unit, "C45"));
    }
    let (part, of) = tables().formations.order;
    let (times, by) = multiplier(field.drill(unit));
    let price = i64::from(field.pace(unit).0) * i64::from(part) * times / (i64::from(of) * by);
    let price = cost_of(Mil(price as i32));
    let placement = fits(field, unit, plan.print.pose(), plan.placement.ranks().files, open)?;
    plan.pays(field, price, "C33")?;
    plan.acts.turning = Mil(plan.acts.turning.0 + price.0);
    plan.acts.formed = true;
    plan.formation.open = open;
    takes(field, &mut plan, placement);
    plan.cite = Cite("C33");
    plan.says = Word("changes-order");
    Ok(plan)
}

fn takes(field: Battlefield, plan: &mut Plan, placement: Placement) {
    if let Some(print) = placement.hull(field.size(plan.unit)) {
        plan.placement = placement;
        plan.print = print;
        plan.path.push(print.pose());
    }
}

/// The files that a formation may have for so many figures (5.1).
pub fn files_of(to: Shape, figures: u8) -> (u8, u8) {
    let ranks = |files: u8| figures.div_ceil(files.max(1));
    match to {
        Shape::Line => ((1..=figures).find(|files| *files >= ranks(*files)).unwrap_or(figures), figures),
        Shape::Column => (1, (1..=figures).take_while(|files| *files < ranks(*files)).last().unwrap_or(1)),
        Shape::Square | Shape::Hedgehog => {
            let files = shape::files(to, figures);
            (files, files)
        }
    }
}

/// A change of formation (C2 to C6, C14, C18): pays what this turn can, and stands so when all is paid.
fn change(field: Battlefield, mut plan: Plan, to: Shape, files: Option<i32>) -> Result<Plan, Refusal> {
    let unit = plan.unit;
    let figures = field.figures(unit);
    let changing = match plan.under_way.0 {
        Some(changing) if changing.to == to && files.is_none_or(|files| files == i32::from(changing.files)) => changing,
        Some(_) => return Err(refuse("changing", unit, "C2")),
        None => begins(field, &plan, to, files, figures)?,
    };
    fits(field, unit, plan.print.pose(), changing.files, plan.formation.open && !to.is_square())?;
    if plan.left(field) == Mil::ZERO && changing.paid < changing.price {
        let owed = Mil(changing.price.0 - changing.paid.0);
        return Err(refuse("too-dear", unit, "C18").above(Measured::Length(owed), Measured::Length(Mil::ZERO)));
    }
    pay(field, &mut plan, changing);
    plan.cite = Cite(if to.is_square() { "C4" } else { "C2" });
    Ok(plan)
}

/// Whether so many figures of a unit may take that formation.
///
/// # Errors
/// Who may, or how many it takes.
fn may_form(field: Battlefield, unit: UnitId, to: Shape, figures: u8) -> Result<(), Refusal> {
    let (mounted, pikes) = (field.mounted(unit), field.kind(unit).pikes);
    if shape::may_form(to, figures, mounted, pikes) {
        return Ok(());
    }
    let cite = if to == Shape::Hedgehog { "C47" } else { "C6" };
    match to {
        Shape::Hedgehog if !pikes => Err(refuse("only-pikes-form-it", unit, cite)),
        Shape::Square if mounted => Err(refuse("only-foot-forms-it", unit, cite)),
        _ => {
            let (has, least) = (Measured::Count(figures.into()), Measured::Count(shape::least(to).into()));
            Err(refuse("too-few-to-form", unit, cite).below(has, least))
        }
    }
}

/// The change of formation that such an order begins.
///
/// # Errors
/// The rule that forbids it.
pub fn begins(
    field: Battlefield,
    plan: &Plan,
    to: Shape,
    files: Option<i32>,
    figures: u8,
) -> Result<Changing, Refusal> {
    let unit = plan.unit;
    may_form(field, unit, to, figures)?;
    if plan.formation.shape == to {
        return Err(refuse("has-that-formation", unit, "C45"));
    }
    let (least, most) = files_of(to, figures);
    let files = files.unwrap_or_else(|| i32::from(shape::files(to, figures).clamp(least, most)));
    if files < i32::from(least) {
        return Err(refuse("files", unit, "C45").below(Measured::Count(files), Measured::Count(least.into())));
    }
    if files > i32::from(most) {
        return Err(refuse("files", unit, "C45").above(Measured::Count(files), Measured::Count(most.into())));
    }
    let price = cost_of(shape::price(plan.formation.shape, to, field.pace(unit), field.drill(unit)));
    Ok(Changing { to, files: files as u8, price, paid: Mil::ZERO })
}

/// Pays what is left of this turn's Move; when all is paid the unit stands so, unless it moves first and has nothing left: then
/// after the enemy's movement.
pub fn pay(field: Battlefield, plan: &mut Plan, changing: Changing) {
    let owed = Mil(changing.price.0 - changing.paid.0);
    let pays = owed.min(plan.left(field));
    plan.acts.spent = Mil(plan.acts.spent.0 + pays.0);
    plan.acts.turning = Mil(plan.acts.turning.0 + pays.0);
    plan.acts.formed = true;
    let changing = Changing { paid: Mil(changing.paid.0 + pays.0), ..changing };
    plan.under_way = UnderWay(Some(changing));
    plan.says = Word("pays-change");
    let last = field.0.side_of(plan.unit) != field.first() || field.plays(Switch::Simultaneous);
    let at_once = last || plan.left(field) > Mil::ZERO || changing.price == Mil::ZERO;
    if changing.paid == changing.price && at_once {
        completes(field, plan, changing);
    }
}

/// It stands in its new formation, if there is room; else it waits with nothing owed.
fn completes(field: Battlefield, plan: &mut Plan, changing: Changing) {
    let open = plan.formation.open && !changing.to.is_square();
    if let Ok(placement) = fits(field, plan.unit, plan.print.pose(), changing.files, open) {
        plan.formation = Formation { shape: changing.to, open };
        plan.under_way = UnderWay(None);
        plan.says = Word("changes-formation");
        takes(field, plan, placement);
    }
}

/// Gives a change up: what is paid is lost (5.3).
pub fn cancel(mut plan: Plan) -> Result<Plan, Refusal> {
    if plan.under_way.0.is_none() {
        return Err(refuse("no-change", plan.unit, "C2"));
    }
    if plan.acts.formed {
        return Err(refuse("changes-now", plan.unit, "C2"));
    }
    plan.under_way = UnderWay(None);
    // A cancelling is no order: a charge may follow it.
    plan.acts.begun = false;
    plan.says = Word("cancels-change");
    plan.cite = Cite("C2");
    Ok(plan)
}

/// The order by which peasants pay on for a change (C133): they dice for it, and where they fail it waits.
pub fn waits_for_heart(field: Battlefield, unit: UnitId) -> Option<(UnitId, Action)> {
    let changing = field.under_way(unit).0.filter(|changing| changing.paid < changing.price)?;
    if !field.kind(unit).timid || field.acts(unit).begun {
        return None;
    }
    let order = Verb::Change.by(Ref::Unit(unit)).with(TO, Value::Name(changing.to.word()));
    let order = if changing.to.is_square() { order } else { order.with(FILES, Value::Whole(changing.files.into())) };
    super::plan::plan(field, unit, &order).is_ok().then_some((unit, order))
}

/// Changes that their side has not paid on in its movement are paid when it ends (5.3).
pub fn paid_at_end(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let changing = field.under_way(unit).0?;
    let acts = field.acts(unit);
    if field.kind(unit).timid
        || acts.formed
        || changing.paid == changing.price
        || field.engaged(unit)
        || field.flight(unit).is_some()
    {
        return None;
    }
    let mut plan = Plan::of(field, unit);
    pay(field, &mut plan, changing);
    Some(told(&plan))
}

/// Formations that are paid and have not appeared yet appear if they fit: those of who moved first after the enemy's movement.
pub fn appears(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let changing = field.under_way(unit).0.filter(|changing| changing.paid == changing.price)?;
    if field.engaged(unit) || field.flight(unit).is_some() {
        return None;
    }
    let mut plan = Plan { acts: field.acts(unit), ..Plan::of(field, unit) };
    completes(field, &mut plan, changing);
    plan.under_way.0.is_none().then(|| told(&plan))
}

/// Ranks that are opened or closed and are paid for, if there is room.
pub fn opens(field: Battlefield, unit: UnitId, open: bool) -> Option<Fact> {
    let mut plan = Plan { acts: field.acts(unit), ..Plan::of(field, unit) };
    let placement = fits(field, unit, plan.print.pose(), plan.placement.ranks().files, open).ok()?;
    plan.formation.open = open;
    takes(field, &mut plan, placement);
    (plan.cite, plan.says) = (Cite("C33"), Word("changes-order"));
    Some(told(&plan))
}

/// The fact of an order worked out.
pub fn told(plan: &Plan) -> Fact {
    let unit = plan.unit;
    let who = Arg::Of(Ref::Unit(unit));
    let path = if plan.path.len() > 1 { plan.path.clone() } else { vec![plan.path[0]; 2] };
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![path] };
    let (acts, left) = (plan.acts, plan.placement.clone());
    Fact::new(plan.cite, moved)
        .says(plan.says)
        .word(Word("who"), who)
        .change(put(unit, left))
        .change(put(unit, plan.formation))
        .change(put(unit, plan.under_way))
        .change(alter(unit, move |of: &mut Acts| *of = acts))
}

//! The lie of the land by dice (3.1.1): before they deploy both sides roll, the higher chooses his edge, and they lay
//! their pieces of terrain in turn.

pub mod bought;
mod edge;
pub mod piece;
mod place;

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use self::piece::RULE;
use super::field::Field;
use crate::battle::{Arg, Fact, Job, KeepOne, Pass, Question, Ref, Tell, View, keep_one, question, set, work};
use crate::cite::{Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;
use crate::table::{Ground, Mil, Shape, Terrain};

/// The terrain as its file has it, and the size of the table.
#[derive(Resource, Clone, Debug, Default)]
pub struct FileTerrain {
    pub size: (f32, f32),
    pub terrain: Vec<Terrain>,
}

/// What has been laid, and what is still to be laid.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Whether the sides have changed edges: the file's terrain lies the other way round.
    pub turned: bool,
    pub pieces: Vec<LaidPiece>,
    /// The kinds that each side has left, north first.
    pub left: [Vec<Word>; 2],
}

/// One piece on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaidPiece {
    pub side: Side,
    pub kind: Word,
    pub outline: Vec<(Mil, Mil)>,
}

impl KeepOne for Laid {
    const NAME: &'static str = "armati.terrain";

    fn replaced(world: &mut World) {
        let (Some(file), Some(laid)) = (world.get_resource::<FileTerrain>(), world.get_resource::<Laid>()) else {
            return;
        };
        if let Ok(ground) = Ground::new(file.size.0, file.size.1, &laid.all(file)) {
            world.insert_resource(ground);
        }
    }
}

impl Laid {
    /// Every piece on the table: those of the file, then those that were laid.
    fn all(&self, file: &FileTerrain) -> Vec<Terrain> {
        let (width, depth) = file.size;
        let round = |point: &Vec2| if self.turned { Vec2::new(width - point.x, depth - point.y) } else { *point };
        let of_file = file.terrain.iter().map(|piece| {
            let shape = match &piece.shape {
                Shape::Polygon(corners) => Shape::Polygon(corners.iter().map(round).collect()),
                Shape::Strip { line, width } => Shape::Strip { line: line.iter().map(round).collect(), width: *width },
            };
            Terrain { shape, ..piece.clone() }
        });
        let laid = self.pieces.iter().zip(1..).map(|(piece, n)| {
            let corners = piece.outline.iter().map(|(x, y)| Vec2::new(x.to_inches(), y.to_inches())).collect();
            let name = format!("{}-{}-{n}", piece.side.name(), piece.kind);
            Terrain { name, kind: piece.kind, shape: Shape::Polygon(corners) }
        });
        of_file.chain(laid).collect()
    }

    /// The same with one piece of that kind fewer to lay for the side.
    fn without(&self, side: Side, kind: Word) -> Laid {
        let mut after = self.clone();
        let left = &mut after.left[side.index()];
        if let Some(at) = left.iter().position(|k| *k == kind) {
            left.remove(at);
        }
        after
    }
}

/// The step before deployment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Laying {
    /// Both roll for the edge, and for who lays first.
    Dice,
    /// It is that side's turn to lay a piece.
    Turn(Side),
}

impl Job for Laying {
    const NAME: &'static str = "armati.laying";
}

/// Registers the step and its questions.
pub fn install(world: &mut World) {
    world.init_resource::<FileTerrain>();
    keep_one::<Laid>(world);
    work::<Laying, _>(world, laying);
    question(world, edge::HANDLER);
    place::install(world);
}

fn laying(InRef(job): InRef<Laying>, world: &World) -> Pass {
    let field = Field(View::umpire(world));
    match job {
        Laying::Dice => dice(field),
        Laying::Turn(side) => turn(field, *side),
    }
}

/// Both roll, north first; nobody on a tie.
///
/// # Errors
/// When a die is not known yet.
fn throw(dice: &mut impl Roll) -> Result<([Tally; 2], Option<Side>), NeedDice> {
    let mut tallies = [Tally::default(), Tally::default()];
    for side in Side::BOTH {
        let face = dice.die(Die::d6(side, None, Word("terrain")))?;
        tallies[side.index()].add(Word("die"), i32::from(face), RULE);
    }
    let winner = match tallies[0].total().cmp(&tallies[1].total()) {
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::North),
    };
    Ok((tallies, winner))
}

fn dice(field: Field) -> Pass {
    let mut hand = field.0.hand();
    let ([north, south], winner) = match throw(&mut hand) {
        Ok(throw) => throw,
        Err(need) => return Pass::need(need),
    };
    let Some(winner) = winner else {
        let tied = Fact::new(RULE, Tell::Said(Word("edge-tied"))).dice(hand.rolled());
        return Pass::stay().tell(tied.tally(north).tally(south));
    };
    let [higher, lower] = if winner == Side::North { [north, south] } else { [south, north] };
    let won = Fact::new(RULE, Tell::Said(Word("edge-won")))
        .word(Word("who"), Arg::Of(Ref::Side(winner)))
        .dice(hand.rolled())
        .tally(higher)
        .tally(lower);
    Pass::become_job(Laying::Turn(winner)).tell(won).ask(Question::to(winner, edge::KEY, RULE))
}

/// The side lays a piece, or the other does, or all are laid. A piece that fits nowhere is left out.
fn turn(field: Field, side: Side) -> Pass {
    let laid = field.0.one::<Laid>();
    let kinds = |side: Side| &laid.left[side.index()];
    if kinds(side).is_empty() {
        return if kinds(side.other()).is_empty() { Pass::pop() } else { Pass::become_job(Laying::Turn(side.other())) };
    }
    if let Some(kind) = kinds(side).iter().find(|kind| piece::room(field, side, **kind).is_none()) {
        let told = Fact::new(RULE, Tell::Said(Word("terrain-left-out")))
            .word(Word("side"), Arg::Of(Ref::Side(side)))
            .word(Word("kind"), Arg::Word(*kind));
        return Pass::stay().tell(told.change(set(laid.without(side, *kind))));
    }
    Pass::become_job(Laying::Turn(side.other())).ask(Question::to(side, place::KEY, RULE))
}

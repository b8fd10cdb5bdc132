//! Set-up by the players (5): who attacks, the terrain, and the deployment. Where the battle's file places everything,
//! this is skipped.

pub mod change;
pub mod deploy;
pub mod land;
mod ready;
mod zones;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::tables;
use super::sequence::throw_dice;
use super::state::Attacker;
use super::switches::Switch;
use crate::battle::terrain_setup::{self, Laid};
use crate::battle::{
    Action, Arg, Asking, Clock, DiceHand, Effects, Fact, Job, Measured, Narration, Question, Ref, Truth, TurnLimit,
    alter_one, set,
};
use crate::cite::{Cite, Word};
use crate::dice::{Die, Roll};
use crate::ids::Side;

/// The step, before the first turn.
pub const STEP: Word = Word("set-up");

const ATTACKER: Cite = Cite("5.1");
const TERRAIN: Cite = Cite("5.2");
const DEPLOYMENT: Cite = Cite("5.3");

crate::verbs! {
    /// The answers of the set-up of which one is preferred to another.
    enum Verb {
        Deploy = "deploy",
        Lay = "lay",
    }
}

/// A job: how far the set-up has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SetUp {
    Begins,
    /// Both roll for who attacks.
    Attacker,
    /// The defender lays pieces.
    Lays {
        defender: Side,
    },
    /// Dice decide what else he may lay.
    Chances {
        defender: Side,
    },
    /// He lays what the dice gave him.
    More {
        defender: Side,
    },
    /// The attacker may change a piece.
    Changes {
        defender: Side,
    },
    /// Both deploy, the defender first, or both at once in secret.
    Deploys {
        defender: Side,
    },
    /// The attacker deploys.
    Answers {
        attacker: Side,
    },
    Done,
}

impl Job for SetUp {
    const NAME: &'static str = "impetus.set-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(set_up, self, world)
    }
}

/// Registers what is kept, and the words of the questions.
pub fn install(world: &mut World) {
    terrain_setup::install(world);
    change::install(world);
    deploy::install(world);
}

/// How much an answer to one of these questions is preferred; none: it answers another question.
pub fn preference(field: Battlefield, side: Side, action: &Action) -> Option<f32> {
    match Verb::of(action)? {
        Verb::Deploy => Some(deploy::preference(field, side, action)),
        Verb::Lay => Some(land::preference(&field.0, action)),
    }
}

fn set_up(InRef(job): InRef<SetUp>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    match *job {
        SetUp::Begins => {
            let clock = Clock { turn: 0, step: STEP, side: None };
            Effects::become_job(SetUp::Attacker).fact(Fact::new(Cite("5"), Narration::Began(STEP)).change(set(clock)))
        }
        SetUp::Attacker => attacker(field, &dice),
        SetUp::Lays { defender } => lays(field, defender),
        SetUp::Chances { defender } => chances(&dice, defender),
        SetUp::More { defender } => more(field, defender),
        SetUp::Changes { defender } => changes(field, defender),
        SetUp::Deploys { .. } if field.plays(Switch::SecretDeployment) => {
            Effects::become_job(SetUp::Done).ask(Question::secret(deploy::HANDLER, DEPLOYMENT))
        }
        SetUp::Deploys { defender } => Effects::become_job(SetUp::Answers { attacker: defender.other() })
            .ask(Question::to(defender, deploy::HANDLER, DEPLOYMENT)),
        SetUp::Answers { attacker } => {
            Effects::become_job(SetUp::Done).ask(Question::to(attacker, deploy::HANDLER, DEPLOYMENT))
        }
        SetUp::Done => Effects::pop(),
    }
}

/// Both roll, and the higher attacks; no dice where the battle's file says who must.
fn attacker(field: Battlefield, dice: &DiceHand) -> Effects {
    let told = |says, attacker: Side| {
        Fact::new(ATTACKER, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Side(attacker)))
    };
    let next = |attacker: Side, told: Fact| {
        let defender = attacker.other();
        if !field.plays(Switch::LaidTerrain) {
            return Effects::become_job(SetUp::Deploys { defender }).fact(told);
        }
        let pieces = alter_one(move |laid: &mut Laid| laid.left[defender.index()] = land::usual_pieces());
        Effects::become_job(SetUp::Lays { defender }).fact(told.change(pieces))
    };
    if let Some(holds) = field.0.battle_state::<TurnLimit>().winner() {
        return next(holds.other(), told("must-attack", holds.other()));
    }
    let mut roller = dice.roller();
    let mut throw = |side| throw_dice(&mut roller, side, tables().set_up.dice, Word("attacker"), ATTACKER);
    let ((north, _), (south, _)) = match throw(Side::North).and_then(|north| Ok((north, throw(Side::South)?))) {
        Ok(thrown) => thrown,
        Err(need) => return Effects::need(need),
    };
    let attacker = match north.total().cmp(&south.total()) {
        std::cmp::Ordering::Greater => Side::North,
        std::cmp::Ordering::Less => Side::South,
        std::cmp::Ordering::Equal => {
            let again = Fact::new(ATTACKER, Narration::Said(Word("attacker-tied"))).dice(roller.rolled());
            return Effects::stay().fact(again.tally(north).tally(south));
        }
    };
    let [higher, lower] = if attacker == Side::North { [north, south] } else { [south, north] };
    let told = told("attacks", attacker).dice(roller.rolled()).tally(higher).tally(lower);
    next(attacker, told.change(set(Attacker(Some(attacker)))))
}

/// The defender lays a piece, until he has laid as many as he may, has laid enough, or none finds room.
fn lays(field: Battlefield, defender: Side) -> Effects {
    match to_lay(field, defender) {
        Some(question) => Effects::stay().ask(question),
        None => Effects::become_job(SetUp::Chances { defender }),
    }
}

/// The question for a piece, while he has one left that finds room.
fn to_lay(field: Battlefield, defender: Side) -> Option<Question> {
    let question = land::to_lay(&field.0, defender);
    land::any_room(&Asking { view: field.0, question: &question, side: defender }).then_some(question)
}

/// Rolls a die each for the kinds of terrain that come by chance, a built-up area and a river: from the least roll of the
/// table on the defender has one to lay.
fn chances(dice: &DiceHand, defender: Side) -> Effects {
    let mut effects = Effects::become_job(SetUp::More { defender });
    let mut roller = dice.roller();
    for (n, kind) in land::by_chance().enumerate() {
        let name = Word(kind.name.as_str());
        let face = match roller.die(Die::d6(defender, None, name)) {
            Ok(face) => i32::from(face),
            Err(need) => return Effects::need(need),
        };
        let there = face >= tables().set_up.least_roll;
        let says = if there { "terrain-there" } else { "terrain-not-there" };
        let told = Fact::new(TERRAIN, Narration::Said(Word(says)))
            .word(Word("kind"), Arg::Word(name))
            .word(Word("roll"), Arg::Measured(Measured::Count(face)))
            .dice(roller.rolled())
            .change(alter_one(move |laid: &mut Laid| {
                let left = &mut laid.left[defender.index()];
                // What he had left of his own pieces can no longer be laid.
                if n == 0 {
                    left.clear();
                }
                left.extend(there.then_some(name));
            }));
        effects = effects.fact(told);
    }
    effects
}

/// The defender lays what the dice gave him, while it finds room and he wants to.
fn more(field: Battlefield, defender: Side) -> Effects {
    match to_lay(field, defender) {
        Some(question) => Effects::stay().ask(question),
        None => Effects::become_job(SetUp::Changes { defender }),
    }
}

/// The attacker may move or remove one piece, where any was laid.
fn changes(field: Battlefield, defender: Side) -> Effects {
    let effects = Effects::become_job(SetUp::Deploys { defender });
    if field.0.battle_state::<Laid>().pieces.is_empty() {
        return effects;
    }
    effects.ask(Question::to(defender.other(), change::HANDLER, TERRAIN))
}

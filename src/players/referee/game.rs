//! One refereed battle: what each request does to it, and the answer.

use bevy::ecs::world::World;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::Fault;
use super::advice::{self, Advisers};
use super::record::Record;
use super::request::Wanted;
use crate::battle::{self, Action, Ask, Choice, Digest, Journal, Ref, Refusal};
use crate::ids::Side;
use crate::players::wire::{self, QuestionOut, TerrainOut, Wire, called};
use crate::scenario::journal::Header;
use crate::scenario::telling::Telling;
use crate::scenario::{self, Case, Opened};

/// An answer's JSON text, or why there is none.
pub(super) type Answer = Result<String, Fault>;

/// A battle that is being refereed.
pub(super) struct Game {
    world: World,
    record: Record,
    advisers: Advisers,
}

#[derive(Serialize)]
struct Loaded {
    ruleset: &'static str,
    title: String,
    turn: u32,
    digest: Digest,
    table: Table,
    terrain: Vec<TerrainOut>,
}

#[derive(Serialize)]
struct Table {
    width: f32,
    height: f32,
}

#[derive(Serialize)]
struct Done<'a> {
    facts: &'a [Telling],
    digest: Digest,
}

#[derive(Serialize)]
struct Fitted {
    action: String,
    cut: Vec<wire::RefusalOut>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum QuestionReply {
    Question(QuestionOut),
    Over { over: Over },
}

#[derive(Serialize)]
struct Over {
    winner: Option<Side>,
    why: &'static str,
}

impl Game {
    /// Begins a battle, and describes it. A case begins with the dice of its first block, or of block `block`.
    pub fn load(
        rulesets: &[battle::Ruleset],
        name: &str,
        wanted: Wanted,
        block: Option<usize>,
    ) -> Result<(Game, String), Fault> {
        let (mut opened, header, dice) = if scenario::is_case(name) {
            let case = Case::load(name)?;
            let number = block.unwrap_or(1);
            let of_block = case
                .blocks
                .get(number.wrapping_sub(1))
                .ok_or_else(|| Fault::Error(format!("the case has no block {number}: it has {}", case.blocks.len())))?;
            (case.open(rulesets)?, None, wanted.of_case(&of_block.dice))
        } else if block.is_some() {
            return Err(Fault::error("only a case has blocks"));
        } else {
            let (opened, dice) = (scenario::open(rulesets, name)?, wanted.dice());
            let header = Header::of(&opened, dice.clone());
            (opened, Some(header), dice)
        };
        if let Err(refusal) = opened.begin(dice.dice()) {
            return Err(Fault::Error(Wire::new(&opened.world, None).refusal(&refusal).message));
        }
        let Opened { world, ruleset, setup, .. } = opened;
        let loaded = Loaded {
            ruleset: ruleset.name,
            title: setup.title,
            turn: world.resource::<battle::Clock>().turn,
            digest: battle::digest(&world),
            table: Table { width: setup.table.0, height: setup.table.1 },
            terrain: setup.terrain.iter().map(TerrainOut::from).collect(),
        };
        let record = Record::new(header, &world);
        Ok((Game { world, record, advisers: Advisers::default() }, text(&loaded)?))
    }

    /// The open question, or how the battle ended.
    pub fn question(&self, side: Option<Side>) -> Answer {
        let wire = Wire::new(&self.world, side);
        match (wire.view().ending(), wire.view().question()) {
            (Some(ending), _) => text(&QuestionReply::Over { over: Over { winner: ending.winner, why: ending.why.0 } }),
            (None, Some(question)) => text(&QuestionReply::Question(wire.question(&question))),
            (None, None) => Err(Fault::error("nothing is asked")),
        }
    }

    /// What a side may do.
    pub fn offer(&self, side: Option<Side>, units: &[String], barred: bool) -> Answer {
        let side = self.asked(side)?;
        let wire = Wire::new(&self.world, Some(side));
        let who = units.iter().map(|name| wire.reference(name)).collect::<Result<Vec<Ref>, _>>();
        let ask = Ask { who: who.map_err(Fault::Error)?, barred };
        text(&wire.offer(side, &wire.view().offer(&ask)))
    }

    /// The nearest acceptable action to this one with these values.
    pub fn fit(&self, line: &str, with: &Map<String, Json>, side: Option<Side>) -> Answer {
        let wire = Wire::new(&self.world, side);
        let mut action = wire.action(line).map_err(Fault::Error)?;
        if !with.is_empty() {
            action = self.varied(&action, with)?;
        }
        let fitted = wire.view().fit(&action).map_err(|refusal| self.no(&refusal))?;
        let cut = fitted.cut.iter().map(|refusal| wire.refusal(refusal)).collect();
        text(&Fitted { action: wire.line(&fitted.action), cut })
    }

    /// What the judge says.
    pub fn judge(&self, line: &str, side: Option<Side>) -> Answer {
        let wire = Wire::new(&self.world, side);
        let action = wire.action(line).map_err(Fault::Error)?;
        let ruling = wire.view().judge(&action).map_err(|refusal| self.no(&refusal))?;
        text(&wire.ruling(&action, &ruling))
    }

    /// Submits the action.
    pub fn submit(&mut self, line: &str) -> Answer {
        let action = Wire::new(&self.world, None).action(line).map_err(Fault::Error)?;
        battle::judge(&self.world, &action).map_err(|refusal| self.no(&refusal))?;
        let mut facts: Vec<Telling> = Vec::new();
        for action in battle::drafts::lines(&battle::View::umpire(&self.world), action) {
            // Written with the names that are valid now: the answer may have cost a body its first unit.
            let line = Wire::new(&self.world, None).line(&action);
            battle::submit(&mut self.world, action).map_err(|refusal| self.no(&refusal))?;
            let wire = Wire::new(&self.world, None);
            let last = self.world.resource::<Journal>().entries().last();
            facts.extend(last.into_iter().flat_map(|entry| entry.facts()).map(|fact| wire.fact(fact)));
            self.record.done(line, &self.world);
        }
        text(&Done { facts: &facts, digest: battle::digest(&self.world) })
    }

    /// The whole position.
    pub fn state(&self, side: Option<Side>) -> Answer {
        text(&Wire::new(&self.world, side).state())
    }

    /// What one of the program's own players would answer for that side, or for the side that is asked.
    pub fn advise(&mut self, player: &str, side: Option<Side>) -> Answer {
        let side = self.asked(side)?;
        advice::asked(&battle::View::umpire(&self.world), side)?;
        text(&self.advisers.ask(&self.world, player, side)?)
    }

    /// Takes the last answer back.
    pub fn undo(&mut self) -> Answer {
        if !battle::undo(&mut self.world) {
            return Err(Fault::error("there is nothing to take back"));
        }
        self.advisers.forget();
        let undone = self.record.undone(&self.world);
        text(&json!({ "digest": battle::digest(&self.world), "undone": undone }))
    }

    /// Repeats the answer that was last taken back.
    pub fn redo(&mut self) -> Answer {
        if !battle::redo(&mut self.world) {
            return Err(Fault::error("there is nothing to do again"));
        }
        self.advisers.forget();
        let redone = self.record.redone(&self.world);
        text(&json!({ "digest": battle::digest(&self.world), "undone": redone, "redone": redone }))
    }

    /// The battle's journal, and the answers that stand.
    pub fn journal(&self) -> Answer {
        let lines = self.record.lines().map_err(|why| Fault::Error(format!("the journal cannot be written: {why}")))?;
        text(&json!({ "lines": lines, "actions": self.record.stands() }))
    }

    /// The given side, or else the one that is asked.
    fn asked(&self, side: Option<Side>) -> Result<Side, Fault> {
        if let Some(side) = side {
            return Ok(side);
        }
        let view = battle::View::umpire(&self.world);
        match view.waiting()[..] {
            _ if view.ending().is_some() => Err(Fault::error("the battle is over")),
            [side] => Ok(side),
            [] => Err(Fault::error("nobody is asked")),
            _ => Err(Fault::error("both sides are asked: say which is meant with `side`")),
        }
    }

    /// The action with other values of the params of its choice.
    fn varied(&self, action: &Action, with: &Map<String, Json>) -> Result<Action, Fault> {
        let side = action.who.iter().find_map(|who| battle::View::umpire(&self.world).side_of_ref(*who));
        let Some(side) = side else { return Err(Fault::error("the action is of neither side")) };
        let wire = Wire::new(&self.world, Some(side));
        let choice = self.choice(side, action).ok_or_else(|| {
            Fault::Error(format!("`{}` is none of the choices, so it has no values to vary", wire.line(action)))
        })?;
        let mut varied = action.clone();
        for (name, sent) in with {
            let param = choice.params.iter().find(|param| called(&wire, param) == *name).ok_or_else(|| {
                let known: Vec<String> = choice.params.iter().map(|param| called(&wire, param)).collect();
                let meant = wire::meant(name, known.iter().map(String::as_str));
                Fault::Error(format!("this choice has no param `{name}`{meant}"))
            })?;
            let value = wire.param_value(param, &varied, sent).map_err(Fault::Error)?;
            param.put(&mut varied, value);
        }
        Ok(varied)
    }

    /// The choice that an action belongs to: the same action, else one of the same verb, actors and shape.
    fn choice(&self, side: Side, action: &Action) -> Option<Choice> {
        let names = |a: &Action| a.with.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let asks = [Ask { who: action.who.clone(), barred: false }, Ask::all()];
        asks.iter().find_map(|ask| {
            let choices = battle::offer(&self.world, side, ask).choices;
            let alike: Vec<Choice> =
                choices.into_iter().filter(|c| c.action.key == action.key && c.action.who == action.who).collect();
            let at = alike.iter().position(|c| c.action == *action);
            let at = at.or_else(|| alike.iter().position(|c| names(&c.action) == names(action)));
            alike.into_iter().nth(at.unwrap_or(0))
        })
    }

    /// The answer for a refusal. When scripted dice have run out, that is an error of the script and no refusal of the
    /// action.
    fn no(&self, refusal: &Refusal) -> Fault {
        let out = Wire::new(&self.world, None).refusal(refusal);
        if battle::door::is_dice_trouble(refusal) {
            return Fault::Error(out.message);
        }
        Fault::Refused(Box::new(out))
    }
}

fn text(value: &impl Serialize) -> Answer {
    serde_json::to_string(value).map_err(|why| Fault::Error(format!("the answer cannot be written: {why}")))
}

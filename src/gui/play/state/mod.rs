//! A battle on the play screen, made of parts: each keeps what belongs together and changes it.

mod back;
mod hand;
mod hint;
mod log;
mod look;
pub mod luck;
pub mod motion;
mod rollouts;
mod seats;
mod sheets;
mod umpire;

use std::sync::Arc;

pub use self::back::{Back, Past};
pub use self::hand::{Carried, Corner, Drag, Figures, Grip, Hand, Onto};
pub use self::hint::Hint;
pub use self::log::{Filter, Log};
pub use self::look::{Aid, Look};
pub use self::luck::{Luck, Remark};
use self::motion::Motion;
pub use self::rollouts::{MOST, Offered, Origin, Rollouts, WhatIf, Work};
pub use self::seats::{Seat, Seats};
pub use self::sheets::{Agreement, Book, Confirm, Sheets};
pub use self::umpire::{Lifted, Umpire};
use crate::battle::{Action, Ref, Refusal, drafts};
use crate::cite::Word;
use crate::gui::board::scene::Scene;
use crate::gui::game::case::Shown;
use crate::gui::game::ending::{self, Ended};
use crate::gui::game::hand::Held;
use crate::gui::game::offers::{self, Listed, Offers};
use crate::gui::game::place::{self, Plan};
use crate::gui::game::sealed::{self, Sealed};
use crate::gui::game::sitter::Sitter;
use crate::gui::game::told::{self, Line, ScoreLine};
use crate::gui::game::{Game, Turn, scene};
use crate::gui::play::layout::Drawers;
use crate::ids::{Side, UnitId};
use crate::table::Footprint;

/// A battle on the screen.
pub struct Play {
    pub game: Game,
    pub seats: Seats,
    pub hand: Hand,
    pub look: Look,
    pub sheets: Sheets,
    pub back: Back,
    pub log: Log,
    pub hint: Hint,
    pub umpire: Umpire,
    pub rollouts: Rollouts,
    case: Option<Shown>,
    cache: Option<Cache>,
    ground: u64,
    /// The last question that a person was asked: of which side, what, and at which step.
    asked: Option<(Side, Word, Word)>,
}

/// Of what something was made: a revision of the battle, for one side and selection.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    revision: u64,
    refusals: usize,
    side: Option<Side>,
    focus: Option<UnitId>,
    /// Whose hidden units are seen.
    hidden: Option<Side>,
}

/// What was made.
struct Cache {
    key: Key,
    /// The plan in the hand.
    held: Option<Action>,
    plan: Option<Arc<Plan>>,
    scene: Arc<Scene>,
    offers: Arc<Offers>,
    ready: Arc<Vec<UnitId>>,
    lines: Arc<Vec<Line>>,
    score: Arc<Vec<ScoreLine>>,
    ended: Option<Arc<Ended>>,
    sealed: Option<Arc<Sealed>>,
}

/// What the screen shows of the battle now.
#[derive(Clone)]
pub struct Now {
    pub turn: Turn,
    /// The side of the person who decides; none while a player thinks, a screen hides, or all is over.
    pub person: Option<Side>,
    /// How the deciding side would have its units stand, while it places them.
    pub plan: Option<Arc<Plan>>,
    pub scene: Arc<Scene>,
    pub offers: Arc<Offers>,
    pub ready: Arc<Vec<UnitId>>,
    pub lines: Arc<Vec<Line>>,
    pub score: Arc<Vec<ScoreLine>>,
    /// How the battle has ended.
    pub ended: Option<Arc<Ended>>,
    /// What the deciding side has written, where it answers one by one in secret.
    pub sealed: Option<Arc<Sealed>>,
}

impl Now {
    /// Whether the unit is ordered by itself, and not as one with its body. Of whoever may not act the ruleset knows it; in a
    /// plan a body is placed together.
    pub fn acts_alone(&self, game: &Game, unit: UnitId) -> bool {
        let itself = || matches!(offers::actor(&game.view(), &self.offers, unit), Ref::Unit(_));
        let alone = || if self.ready.contains(&unit) { itself() } else { !game.ruleset().orders_bodies };
        self.sealed.is_some() || (self.plan.is_none() && alone())
    }
}

impl Play {
    /// A battle, with who sits where: north, south.
    pub fn new(game: Game, sitters: [Sitter; 2], ground: u64) -> Play {
        let at = sitters.map(|sitter| sitter.seat(&game));
        Play {
            game,
            seats: Seats::of(at),
            hand: Hand::default(),
            look: Look::default(),
            sheets: Sheets::shut(),
            back: Back::default(),
            log: Log::default(),
            hint: Hint::default(),
            umpire: Umpire::default(),
            rollouts: Rollouts::default(),
            case: None,
            cache: None,
            ground,
            asked: None,
        }
    }

    /// The case that is shown; the battle is its position.
    pub fn case(&self) -> Option<&Shown> {
        self.case.as_ref()
    }

    /// Shows that case.
    pub fn lay_case(&mut self, case: Option<Shown>) {
        self.case = case;
    }

    /// The case that is shown, which is taken away.
    pub fn take_case(&mut self) -> Option<Shown> {
        self.case.take()
    }

    /// The number of the ground that is drawn: another battle has another, and so has other terrain on its table.
    pub fn ground(&self) -> u64 {
        let pieces = self.game.view().ground().pieces();
        let bits = |at: bevy::math::Vec2| (u64::from(at.x.to_bits()) << 32) ^ u64::from(at.y.to_bits());
        pieces.iter().fold(self.ground, |number, piece| number.rotate_left(7) ^ bits(piece.centroid) ^ bits(piece.high))
    }

    /// What lies open. In the past and at the end nothing is ordered.
    pub fn drawers(&self) -> Drawers {
        let over = self.game.turn() == Turn::Over && self.case().is_none();
        Drawers { idle: self.game.looks_back() || over, ..self.sheets.drawers() }
    }

    /// What the screen shows now, made anew when the battle or the selection has changed.
    pub fn now(&mut self) -> Now {
        let (turn, person) = (self.game.turn(), self.person());
        let key = Key {
            revision: self.game.revision(),
            refusals: self.log.refusals().len(),
            side: self.viewer(),
            focus: self.look.focus(),
            hidden: self.sees_hidden(),
        };
        let fresh = |c: &Cache| c.key == key && c.held.as_ref() == self.held_plan();
        if !self.cache.as_ref().is_some_and(fresh) {
            self.cache = Some(self.made(key, person));
        }
        // It was made just now if it was not there.
        let Some(cache) = &self.cache else { unreachable!("the cache is filled above") };
        Now {
            turn,
            person,
            plan: cache.plan.clone(),
            scene: Arc::clone(&cache.scene),
            offers: Arc::clone(&cache.offers),
            ready: Arc::clone(&cache.ready),
            lines: Arc::clone(&cache.lines),
            score: Arc::clone(&cache.score),
            ended: cache.ended.clone(),
            sealed: cache.sealed.clone(),
        }
    }

    fn made(&self, key: Key, person: Option<Side>) -> Cache {
        let Key { side, focus, hidden, .. } = key;
        let view = self.game.shown_to(hidden);
        let offers = person.map(|side| offers::offers(&self.game, side, focus)).unwrap_or_default();
        let mut ready = offers::ready(&self.game, &offers);
        let plan = person.and_then(|side| self.plan(side, &offers)).map(Arc::new);
        let old = self.cache.as_ref().filter(|c| Key { focus, hidden, ..c.key } == key);
        let same = old.filter(|c| c.plan == plan && c.key.hidden == hidden);
        let anew = || Arc::new(scene::scene(&self.game, &view, plan.as_deref(), hidden));
        let scene = same.map_or_else(anew, |c| Arc::clone(&c.scene));
        // The log stays whole while the past is seen: its lines lead to and fro.
        let known = old.or(self.cache.as_ref().filter(|_| self.game.looks_back()));
        let told = || Arc::new(told::lines(&self.game, side, &self.refusals_for(side)));
        let lines = known.map_or_else(told, |c| Arc::clone(&c.lines));
        let score = old.map_or_else(|| Arc::new(told::score(&self.game)), |c| Arc::clone(&c.score));
        let ended = old.map_or_else(|| ending::of(&self.game, &score).map(Arc::new), |c| c.ended.clone());
        let written = || person.and_then(|side| sealed::sealed(&self.game, side, &ready, &scene)).map(Arc::new);
        let sealed = same.map_or_else(written, |c| c.sealed.clone());
        if let (Some(side), Some(sealed)) = (person, &sealed) {
            sealed::nearest_first(&self.game.view_of(side), side, sealed, &mut ready);
        }
        let (held, offers, ready) = (self.held_plan().cloned(), Arc::new(offers), Arc::new(ready));
        Cache { key, held, plan, scene, offers, ready, lines, score, ended, sealed }
    }

    /// The refusals that who looks on may know of: where both answer in secret, his own.
    fn refusals_for(&self, viewer: Option<Side>) -> Vec<(usize, Side, Refusal)> {
        let secret = matches!(self.game.turn(), Turn::Of { secret: true, .. });
        self.log.refusals().iter().filter(|(_, side, _)| !secret || viewer == Some(*side)).cloned().collect()
    }

    /// The plan in the hand.
    pub fn held_plan(&self) -> Option<&Action> {
        self.hand.plan()
    }

    /// How that side would have its units stand: as the hand holds it, else as the first plan that is offered.
    fn plan(&self, side: Side, offers: &Offers) -> Option<Plan> {
        let first = offers.all.iter().find(|choice| place::is_plan(choice))?;
        let action = self.held_plan().unwrap_or(&first.action).clone();
        // What is refused is shown as it was wished, where the judge draws that.
        let (forms, marks) = match self.game.view_of(side).judge(&action) {
            Ok(ruling) => (ruling.forms, ruling.marks),
            Err(why) => place::wished(why),
        };
        Some(Plan { side, action, forms, marks, secret: matches!(self.game.turn(), Turn::Of { secret: true, .. }) })
    }

    /// Selects a unit, or nothing; the hand lets go of what was not of it. A plan is of all.
    pub fn select(&mut self, unit: Option<UnitId>) {
        if self.look.focus() != unit || !self.look.mates().is_empty() {
            self.look.focus_on(unit);
            if self.held_plan().is_none() {
                self.let_go();
            }
            self.take_usual();
        }
    }

    /// Where orders are written one by one, the first that a unit may be given comes into the hand with its unit. Who has
    /// what to do, such as to fight, is given no other order so lightly.
    fn take_usual(&mut self) {
        let now = self.now();
        let (Some(side), Some(sealed), Some(unit)) = (now.person, &now.sealed, self.look.focus()) else { return };
        if self.hand.held().is_some() || !now.ready.contains(&unit) || !sealed.waiting().any(|waits| waits == unit) {
            return;
        }
        let of_unit = |listed: &&Listed| listed.choice.action.who == [Ref::Unit(unit)];
        let usual = now.offers.listed.iter().find(of_unit).map(|listed| listed.choice.clone());
        let held = usual.map(|choice| Held::take(&self.game, side, choice)).filter(|held| held.verdict.is_ok());
        if let Some(held) = held {
            self.hold(held);
        }
    }

    /// The hand lets go, and nobody is selected with another any more.
    pub fn let_go(&mut self) {
        self.hand.let_go();
        self.look.gather(Vec::new());
        self.put_away();
    }

    /// Holds it, and writes it as an order.
    pub fn hold(&mut self, held: Held) {
        self.hand.write(self.as_typed(&held.action));
        self.hold_unwritten(held);
    }

    /// Holds it, whatever stands in the line for orders. A plan to which another gives way can be taken back to it.
    pub fn hold_unwritten(&mut self, held: Held) {
        self.hand.hold(held);
    }

    /// An action in notation.
    pub fn written(&self, action: &Action) -> String {
        crate::battle::notation::write(action, &self.game.view().names())
    }

    /// An action as the line for orders has it: in notation, with the game's own lengths.
    pub fn as_typed(&self, action: &Action) -> String {
        crate::battle::notation::write_as_typed(action, &self.game.view().names())
    }

    /// Does what the hand holds.
    pub fn act(&mut self) {
        let Some(held) = self.hand.take_held() else { return };
        match held.verdict {
            Ok(_) => self.submit(held.action),
            Err(ref why) => {
                let why = why.clone();
                self.refuse(why, Vec::new());
                self.hand.hold(held);
            }
        }
    }

    /// Submits an action: what happens is told in the log and moves on the table.
    pub fn submit(&mut self, action: Action) {
        if self.game.looks_back() {
            return;
        }
        self.back.close();
        self.hand.remember(None);
        let before = self.now().scene;
        let entries = self.game.journal().entries().len();
        let asked = self.game.view().question();
        let lines = drafts::lines(&self.game.view(), action.clone());
        let secret =
            asked.is_some_and(|question| question.is_secret() && lines.iter().any(|line| question.is_closed_by(line)));
        match self.game.submit(action) {
            Ok(()) => {
                self.let_go();
                // Whoever answered has looked; the next one is not to see what he saw.
                self.look.cover_hidden();
                if secret {
                    // Whoever has answered in secret has looked long enough, and nobody sees what he looked at.
                    self.seats.look(None);
                    self.look.focus_on(None);
                }
                self.look.show_entry(None);
                let after = self.now().scene;
                self.look.show_motion(Motion::of(&before, &after, self.game.journal().entries().get(entries)));
                if self.look.focus().is_some_and(|unit| after.piece(unit).is_none()) {
                    self.look.focus_on(None);
                }
                self.turn_to_question();
            }
            Err(why) => self.refuse(why, Vec::new()),
        }
        self.sheets.tell_if(self.game.trouble());
    }

    /// Where a person is asked something else than before, whoever is selected and can do nothing about it is let go: what
    /// the panel shows is what is asked.
    pub fn turn_to_question(&mut self) {
        let (Some(side), view) = (self.person(), self.game.view()) else { return };
        let Some(question) = view.question() else { return };
        let asked = Some((side, question.key, view.clock().step));
        if std::mem::replace(&mut self.asked, asked) == asked {
            return;
        }
        if let Some(unit) = self.look.focus()
            && !self.now().ready.contains(&unit)
        {
            self.select(None);
        }
    }

    /// Remembers a refusal: it is drawn until the next order, and stays in the log.
    pub fn refuse(&mut self, why: Refusal, wished: Vec<Footprint>) {
        if let Some(side) = self.person() {
            let after = self.game.journal().entries().len();
            self.log.refuse(after, side, &why);
        }
        self.hand.refuse(why, wished);
    }

    /// The next unit after the selected one that may act.
    pub fn next_ready(&mut self, back: bool) {
        let Now { ready, offers, sealed, .. } = self.now();
        // As long as somebody waits for an order, nobody else is come to.
        let waiting: Vec<UnitId> = sealed.iter().flat_map(|sealed| sealed.waiting()).collect();
        let first: Vec<UnitId> = ready.iter().copied().filter(|unit| waiting.contains(unit)).collect();
        let ready = if first.is_empty() { ready.to_vec() } else { first };
        if ready.is_empty() {
            return;
        }
        let at = self.look.focus().and_then(|unit| ready.iter().position(|r| *r == unit));
        let view = self.game.view();
        let acts = |unit: UnitId| offers::actor(&view, &offers, unit);
        let actor = self.look.focus().map(acts);
        let n = ready.len();
        let mut next = match (at, back) {
            (None, false) => 0,
            (None, true) => n - 1,
            (Some(i), false) => (i + 1) % n,
            (Some(i), true) => (i + n - 1) % n,
        };
        // From one that acts to another, not from unit to unit of a body that acts as one.
        for _ in 0..n {
            if actor != Some(acts(ready[next])) {
                break;
            }
            next = if back { (next + n - 1) % n } else { (next + 1) % n };
        }
        let unit = ready[next];
        self.select(Some(unit));
    }
}

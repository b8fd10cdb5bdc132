//! `--search`: a plan's parameters are varied, and the best plan that is found is written and judged by fresh battles.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Studies, world};
use crate::battle::Ruleset;
use crate::cli::output::{Format, Outcome, Trouble, out};
use crate::cli::progress::Progress;
use crate::cli::write;
use crate::lab::study::search::{self, Found, Round};
use crate::scenario::Study;
use crate::scenario::plan_write::written;
use crate::scenario::study::StopRule;

impl Studies {
    /// Searches from the plan of the study's side on, writes the best that it finds, and plays the study with it.
    pub(super) fn searched(
        &self,
        name: &str,
        study: &Study,
        ruleset: &'static Ruleset,
        rule: StopRule,
        file: &Path,
    ) -> Outcome {
        let side = study.side.name();
        let Some((arm, plan)) = search::planned(study) else {
            return Err(Trouble::Failed(format!("no arm of {name} has a plan for {side} that could be varied")));
        };
        if !search::can_vary(plan) {
            return Err(Trouble::Failed(format!(
                "the plan `{}` has no order to units that could be varied",
                plan.title
            )));
        }
        let world = world(study, ruleset)?;
        let progress = Progress::new(search::battles(self.candidates), "battles");
        let played = AtomicU64::new(0);
        let battle = || progress.at_least(1 + played.fetch_add(1, Ordering::Relaxed));
        let order = self.order(study, ruleset, rule, &world, &battle);
        let found = search::search(&order, arm, plan, self.candidates);
        progress.finish();
        if self.format == Format::Text {
            tell(&found, &plan.title)?;
        }
        if found.plan == *plan {
            return self.played(study, ruleset, rule);
        }
        let (seed, count) = (self.seed, found.rounds.first().map_or(0, |round| round.candidates));
        let note = format!(
            "The best of {count} made of `{}`, found by `sandtable study {name} --search`, seed {seed}.",
            plan.title
        );
        write::file(file, written(&found.plan, &note).as_bytes())?;
        self.played(&search::fresh(study, arm, &found.plan, &file.display().to_string()), ruleset, rule)
    }
}

fn tell(found: &Found, given: &str) -> Result<(), Trouble> {
    let mut out = out();
    writeln!(out, "Search from the plan `{given}`: {} battles", found.battles)?;
    for Round { candidates, pairs, best, given } in &found.rounds {
        let given = given.map_or_else(String::new, |given| format!(", as given {:.0}", given * 100.0));
        let best = best * 100.0;
        writeln!(out, "  {candidates:>4} plans, {pairs:>5} battles each: the best wins {best:.0} in a hundred{given}")?;
    }
    writeln!(out, "Whoever is best of many was lucky too: how good it is, other battles tell.\n")?;
    out.flush()?;
    Ok(())
}

//! The plans that may be given to a side: people's own, which are read again when a file of theirs has changed, and those that
//! come with the program.

use std::path::Path;
use std::sync::{LazyLock, PoisonError, RwLock};

use super::flaw::FileFlaw;
use super::home::{self, Stamp};
use super::paths::shown;
use super::plan::Plan;
use super::shelf::Shelf;
use super::{embedded, read};
use crate::battle::setup::Setup;
use crate::cite::intern;
use crate::ids::Side;

/// A plan under its name, e.g. `plans/armati/zama_horse_first`.
struct Named {
    name: String,
    plan: Plan,
}

/// People's own plans, as their files were when they were last read.
#[derive(Default)]
struct Own {
    stamp: Option<Stamp>,
    plans: Vec<Named>,
    flaws: Vec<FileFlaw>,
}

impl Own {
    const NONE: Own = Own { stamp: None, plans: Vec::new(), flaws: Vec::new() };

    /// Reads them again if a file in that folder was added, changed or removed: also that of a battle, which knows the names
    /// in its plans.
    fn follow(&mut self, folder: &Path) {
        let stamp = home::stamp(folder);
        if self.stamp.as_ref() == Some(&stamp) {
            return;
        }
        *self = Own { stamp: Some(stamp), ..Own::default() };
        for name in home::names_in(folder, "plans") {
            let path = folder.join("plans").join(format!("{name}.ron"));
            let (plan, flaws) = match read::read(&path, &shown(&path)) {
                Ok(source) => Plan::read(&source, &Shelf::beside(&path)),
                Err(flaw) => (None, vec![flaw]),
            };
            match plan.filter(|_| !flaws.iter().any(FileFlaw::is_error)) {
                Some(plan) => self.plans.push(Named { name: format!("plans/{name}"), plan }),
                None => self.flaws.extend(flaws.into_iter().filter(FileFlaw::is_error)),
            }
        }
    }
}

static OWN: RwLock<Own> = RwLock::new(Own::NONE);

/// Reads people's own plans again if any of their files has changed since; tells what is wrong in those that cannot be used.
pub fn follow() -> Vec<FileFlaw> {
    let Some(folder) = home::folder() else { return Vec::new() };
    let mut own = OWN.write().unwrap_or_else(PoisonError::into_inner);
    own.follow(folder);
    own.flaws.clone()
}

/// The names and titles of the plans for a side of a battle: those in which the battle knows every name; people's own
/// first, as they were when they were last [followed](follow).
pub fn for_side(setup: &Setup, side: Side) -> Vec<(&'static str, &'static str)> {
    static SHIPPED: LazyLock<Vec<Named>> = LazyLock::new(|| {
        let load = |name: String| Some(Named { plan: Plan::built_in(&name)?, name });
        embedded::plans().into_iter().filter_map(load).collect()
    });
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    // One's own takes the place of the one that has its name.
    let shipped = SHIPPED.iter().filter(|shipped| own.plans.iter().all(|own| own.name != shipped.name));
    let fits = |plan: &Plan| plan.side == side && plan.ruleset == setup.ruleset && plan.fits(setup).is_ok();
    let fitting = own.plans.iter().chain(shipped).filter(|named| fits(&named.plan));
    fitting.map(|named| (intern(&named.name), intern(&named.plan.title))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_was_edited_is_read_again_and_a_flawed_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plans/mine.ron");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let write = |title: &str, task: &str| {
            let orders = format!("[(who: [\"river-foot\"], task: {task})]");
            let text = format!("(plan: \"{title}\", battle: \"armati/first_battle\", side: south, orders: {orders})");
            std::fs::write(&path, text).unwrap();
        };
        let mut own = Own::default();
        let mut titles = || {
            own.follow(folder.path());
            let titles: Vec<String> = own.plans.iter().map(|named| named.plan.title.clone()).collect();
            (titles, own.flaws.iter().map(|flaw| flaw.message.clone()).collect::<Vec<_>>())
        };
        assert_eq!(titles(), (vec![], vec![]));
        write("Wait", "Hold");
        assert_eq!(titles(), (vec!["Wait".to_owned()], vec![]));
        write("Wait for them", "Hold");
        assert_eq!(titles(), (vec!["Wait for them".to_owned()], vec![]));
        write("Wait no more", "Atack([\"hill-foot\"])");
        let (none, flaws) = titles();
        assert!(none.is_empty() && flaws.len() == 1 && flaws[0].contains("did you mean `Attack`?"), "{flaws:?}");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(titles(), (vec![], vec![]));
    }
}

//! The scenarios that are built into the program.

use include_dir::{Dir, DirEntry, include_dir};

/// The folder `scenarios`, as it was when the program was built.
static SCENARIOS: Dir = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// The folders that are not a ruleset's.
const SHARED: [&str; 4] = ["maps", "cases", "plans", "studies"];

/// The text of a built-in file by its path below `scenarios`, e.g. `maps/zama.ron`.
pub fn file(path: &str) -> Option<&'static str> {
    SCENARIOS.get_file(path).and_then(|f| f.contents_utf8())
}

/// The names of the built-in battles, e.g. `armati/zama`, in alphabetical order.
pub fn battles() -> Vec<String> {
    let folders = SCENARIOS.dirs().filter(|dir| !SHARED.iter().any(|s| dir.path().ends_with(s)));
    let mut names: Vec<_> = folders.flat_map(|dir| dir.files()).filter_map(|f| name(f.path().to_str()?)).collect();
    names.sort();
    names
}

/// The paths of the built-in cases below `scenarios`, in alphabetical order.
pub fn cases() -> Vec<String> {
    below("cases")
}

/// The names of the built-in plans, e.g. `plans/armati/zama_horse_first`, in alphabetical order.
pub fn plans() -> Vec<String> {
    below("plans").iter().filter_map(|path| name(path)).collect()
}

/// The names of the built-in studies, e.g. `studies/armati/raid`, in alphabetical order.
pub fn studies() -> Vec<String> {
    below("studies").iter().filter_map(|path| name(path)).collect()
}

/// The names of the built-in maps, e.g. `maps/zama.ron`, in alphabetical order.
pub fn maps() -> Vec<String> {
    let folder = SCENARIOS.get_dir("maps");
    let mut paths: Vec<_> = folder.into_iter().flat_map(|dir| dir.files()).filter_map(|f| path(f.path())).collect();
    paths.sort();
    paths
}

/// The paths of all files anywhere in that folder, in alphabetical order.
fn below(folder: &str) -> Vec<String> {
    let mut paths = Vec::new();
    if let Some(DirEntry::Dir(dir)) = SCENARIOS.get_entry(folder) {
        gather(dir, &mut paths);
    }
    paths.sort();
    paths
}

fn gather(dir: &Dir, paths: &mut Vec<String>) {
    paths.extend(dir.files().filter_map(|f| path(f.path())).filter(|p| p.ends_with(".ron")));
    dir.dirs().for_each(|dir| gather(dir, paths));
}

fn name(path: &str) -> Option<String> {
    path.strip_suffix(".ron").map(|name| name.replace('\\', "/"))
}

fn path(path: &std::path::Path) -> Option<String> {
    path.to_str().map(|p| p.replace('\\', "/"))
}

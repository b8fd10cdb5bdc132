//! The folder of people's own battles, armies, maps and plans: where it is, and what is in it.
//!
//! ```text
//! own/battles/my_battle.ron         `my_battle` by name, and a card in the window
//! own/armies/my-army.ron            `army: "my-army"` in any scenario; also own/armies/<ruleset>/my-army.ron
//! own/maps/my_map.ron               `map: "maps/my_map.ron"`
//! own/plans/my_plan.ron             `--south plans/my_plan`
//! ```

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Folders nested deeper than this are not looked into.
const DEEPEST: usize = 8;

/// Says where the folder is. The program does so once, before it reads anything; later calls change nothing.
pub fn set(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

/// Where it is, if the program has said so. It need not be there.
pub fn folder() -> Option<&'static Path> {
    #[cfg(test)]
    if let Some(folder) = of_test::FOLDER.get() {
        return Some(folder);
    }
    FOLDER.get().map(PathBuf::as_path)
}

/// The file of that name in one of its folders, `battles`, `armies`, `maps` or `plans`; the end `.ron` may be left out.
pub fn find(kind: &str, name: &str) -> Option<PathBuf> {
    let name = name.strip_prefix(kind).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
    let file = if name.ends_with(".ron") { name.to_owned() } else { format!("{name}.ron") };
    let plain = Path::new(&file).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let path = folder()?.join(kind).join(file);
    (plain && path.is_file()).then_some(path)
}

/// The names of the files in one of its folders and in the folders below, in alphabetical order.
pub fn names(kind: &str) -> Vec<String> {
    folder().map(|folder| names_in(folder, kind)).unwrap_or_default()
}

/// The same of another folder that is laid out as it is.
pub fn names_in(folder: &Path, kind: &str) -> Vec<String> {
    let mut names = Vec::new();
    gather(&folder.join(kind), "", 0, &mut names);
    names.sort();
    names
}

/// What it has: `battles`, `armies`, `maps` and `plans`.
pub const KINDS: [&str; 4] = ["battles", "armies", "maps", "plans"];

/// By which a folder that is laid out so is known to have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp(Vec<(PathBuf, Option<SystemTime>, u64)>);

/// The files that are there now, each with the time when it was last written to and with its length.
pub fn stamp(folder: &Path) -> Stamp {
    let mut files = Vec::new();
    for kind in KINDS {
        for name in names_in(folder, kind) {
            let path = folder.join(kind).join(format!("{name}.ron"));
            let about = std::fs::metadata(&path);
            let written = about.as_ref().ok().and_then(|about| about.modified().ok());
            files.push((path, written, about.map_or(0, |about| about.len())));
        }
    }
    Stamp(files)
}

fn gather(folder: &Path, before: &str, depth: usize, names: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with('.') {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) && depth < DEEPEST {
            gather(&entry.path(), &format!("{before}{file}/"), depth + 1, names);
        } else if let Some(name) = file.strip_suffix(".ron").filter(|name| !name.ends_with(".journal")) {
            names.push(format!("{before}{name}"));
        }
    }
}

/// The folder of a test: tests run beside each other, each on a thread of its own.
#[cfg(test)]
pub mod of_test {
    use std::cell::Cell;
    use std::path::Path;

    thread_local! {
        pub(super) static FOLDER: Cell<Option<&'static Path>> = const { Cell::new(None) };
    }

    /// Says where it is for this test alone.
    pub fn set(folder: &Path) {
        FOLDER.set(Some(Box::leak(folder.to_path_buf().into_boxed_path())));
    }
}

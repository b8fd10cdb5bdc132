//! Finds the files that other files name: on disk beside them, in a journal, or built into the program.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::army;
use super::check;
use super::embedded;
use super::home;
use super::paths::shown;
use super::read;
use super::source::Source;
use crate::nearest::{instead, nearest};

/// The places where a file's maps and scenarios are looked for.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Folders on disk, the first to look in first.
    folders: Vec<PathBuf>,
    /// Whether there is nothing but what a journal contains.
    closed: bool,
    /// The map that a journal contains.
    map: Option<Source>,
    /// The army lists that a journal contains, by the names under which its scenario asks for them.
    lists: BTreeMap<String, Source>,
}

impl Shelf {
    /// For a file on disk: its own folder, then the folders above it, as far up as `scenarios` is from a case in
    /// `scenarios/cases/<ruleset>`; then the folder of people's own files; then the built-in files.
    pub fn beside(path: &Path) -> Shelf {
        let own = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let own = if own.as_os_str().is_empty() { PathBuf::from(".") } else { own };
        let above = |n: usize| (0..n).fold(own.clone(), |folder, _| folder.join(".."));
        let home = home::folder().map(Path::to_path_buf);
        Shelf { folders: [above(1), own.clone(), above(2)].into_iter().chain(home).collect(), ..Shelf::default() }
    }

    /// For a built-in file: only the built-in files.
    pub fn embedded() -> Shelf {
        Shelf::default()
    }

    /// For a journal: the map and the army lists that it contains.
    pub fn carrying(map: Option<Source>, lists: BTreeMap<String, Source>) -> Shelf {
        Shelf { folders: Vec::new(), closed: true, map, lists }
    }

    /// The map of that name, e.g. `maps/zama.ron`.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn map(&self, name: &str) -> Result<Source, String> {
        if let Some(carried) = &self.map {
            return Ok(carried.clone());
        }
        let found = self.find(name)?.map(|(source, _)| source);
        found.ok_or_else(|| {
            format!("there is no map `{name}`{}", instead(name, embedded::maps().iter().map(String::as_str)))
        })
    }

    /// The file of an army list: of that path, or of that name in the folder `armies`, in that of the ruleset there, or
    /// beside the scenario. None where there is no such file: then a list of that name may be the ruleset's.
    ///
    /// # Errors
    /// Why a path is none, or its file cannot be read, in a sentence.
    pub fn army(&self, ruleset: &str, name: &str) -> Result<Option<Source>, String> {
        if self.closed {
            return Ok(self.lists.get(name).cloned());
        }
        if is_path(name) {
            let file = if name.ends_with(".ron") { name.to_owned() } else { format!("{name}.ron") };
            let found = self.on_disk(&file)?.map(|(source, _)| source);
            return found.map(Some).ok_or_else(|| format!("there is no army list `{name}` beside this file"));
        }
        for folder in army_folders(ruleset) {
            if let Some((source, _)) = self.on_disk(&format!("{folder}{name}.ron"))?
                && matches!(check::kind(&source), Ok(check::Is::Army) | Err(_))
            {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }

    /// The army list for that ruleset with the name that is nearest to this one, among the files where [`Shelf::army`] looks.
    pub fn army_like(&self, ruleset: &str, name: &str) -> Option<String> {
        let within = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten();
        let folders = self.folders.iter().flat_map(|at| army_folders(ruleset).map(|folder| at.join(folder)));
        let files = folders.flat_map(within).filter_map(|file| Some(file.ok()?.path()));
        let lists = files.filter(|path| path.extension().is_some_and(|end| end == "ron"));
        let named: BTreeMap<String, PathBuf> =
            lists.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect();
        let near = nearest(name, named.keys().map(String::as_str))?;
        let source = read::read(named.get(&near)?, &near).ok()?;
        let is_list = matches!(check::kind(&source), Ok(check::Is::Army));
        (is_list && army::named_ruleset(&source).is_none_or(|(of, _)| of == ruleset)).then_some(near)
    }

    /// The scenario of that name, e.g. `armati/zama`, and the shelf for its own map.
    ///
    /// # Errors
    ///
    /// Why there is none, in a sentence.
    pub fn scenario(&self, name: &str) -> Result<(Source, Shelf), String> {
        let path = if name.ends_with(".ron") { name.to_owned() } else { format!("{name}.ron") };
        self.find(&path)?.ok_or_else(|| no_scenario(name))
    }

    /// The plan of that name, e.g. `plans/armati/zama_horse_first`, and the shelf for its own battle.
    ///
    /// # Errors
    ///
    /// Why there is none, in a sentence.
    pub fn plan(&self, name: &str) -> Result<(Source, Shelf), String> {
        let path = if name.ends_with(".ron") { name.to_owned() } else { format!("{name}.ron") };
        self.find(&path)?.ok_or_else(|| {
            let built_in = embedded::plans();
            format!(
                "there is no file and no built-in plan `{name}`{}",
                instead(name, built_in.iter().map(String::as_str))
            )
        })
    }

    /// The journal of that name, a path below these folders, or below the working folder.
    ///
    /// # Errors
    ///
    /// Why there is none, in a sentence.
    pub fn journal(&self, name: &str) -> Result<Source, String> {
        let path = Path::new(name);
        match self.find(name) {
            Ok(Some((source, _))) => Ok(source),
            _ if path.is_file() => {
                read::read(path, &shown(path)).map_err(|flaw| format!("{}: {}", flaw.path, flaw.message))
            }
            found => found.and(Err(format!("there is no journal `{name}`"))),
        }
    }

    fn find(&self, name: &str) -> Result<Option<(Source, Shelf)>, String> {
        if let Some(found) = self.on_disk(name)? {
            return Ok(Some(found));
        }
        let text = embedded::file(name);
        Ok(text.map(|text| (Source::new(format!("scenarios/{name}"), text.to_owned()), Shelf::embedded())))
    }

    fn on_disk(&self, name: &str) -> Result<Option<(Source, Shelf)>, String> {
        let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if !plain || name.contains('\\') {
            return Err(format!("`{name}` must be a path below the folder of the scenarios, without `..`"));
        }
        for folder in &self.folders {
            let path = folder.join(name);
            if path.is_file() {
                let path = std::fs::canonicalize(&path).unwrap_or(path);
                let source = read::read(&path, &shown(&path));
                let source = source.map_err(|flaw| format!("{}: {}", flaw.path, flaw.message))?;
                return Ok(Some((source, Shelf::beside(&path))));
            }
        }
        Ok(None)
    }
}

/// The folders in which the file of an army list is looked for, each with its stroke.
fn army_folders(ruleset: &str) -> [String; 3] {
    [format!("armies/{ruleset}/"), "armies/".to_owned(), String::new()]
}

/// Whether the name of an army list is the path of its file.
pub(super) fn is_path(name: &str) -> bool {
    name.contains('/') || name.ends_with(".ron")
}

/// The message that there is no such scenario, with the name that may have been meant.
pub(super) fn no_scenario(name: &str) -> String {
    let built_in = embedded::battles();
    format!("there is no file and no built-in scenario `{name}`{}", instead(name, built_in.iter().map(String::as_str)))
}

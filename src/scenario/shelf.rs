//! Finds the files that other files name: on disk beside them, in a journal, or built into the program.

use std::path::{Component, Path, PathBuf};

use super::embedded;
use super::paths::shown;
use super::read;
use super::source::Source;
use super::value::meant;

/// The places where a file's maps and scenarios are looked for.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Folders on disk, the first to look in first.
    folders: Vec<PathBuf>,
    /// The map that a journal contains.
    carried: Option<Source>,
}

impl Shelf {
    /// For a file on disk: its own folder, then the folders above it, as far up as `scenarios` is from a case in
    /// `scenarios/cases/<ruleset>`; then the built-in files.
    pub fn beside(path: &Path) -> Shelf {
        let own = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let own = if own.as_os_str().is_empty() { PathBuf::from(".") } else { own };
        let above = |n: usize| (0..n).fold(own.clone(), |folder, _| folder.join(".."));
        Shelf { folders: vec![above(1), own.clone(), above(2)], carried: None }
    }

    /// For a built-in file: only the built-in files.
    pub fn embedded() -> Shelf {
        Shelf::default()
    }

    /// For a journal: the map that it contains.
    pub fn carrying(map: Option<Source>) -> Shelf {
        Shelf { folders: Vec::new(), carried: map }
    }

    /// The map of that name, e.g. `maps/zama.ron`.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn map(&self, name: &str) -> Result<Source, String> {
        if let Some(carried) = &self.carried {
            return Ok(carried.clone());
        }
        let found = self.find(name)?.map(|(source, _)| source);
        found.ok_or_else(|| {
            let built_in = embedded::maps();
            let known: Vec<&str> = built_in.iter().map(String::as_str).collect();
            format!("there is no map `{name}`{}", meant(name, &known))
        })
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
            let known: Vec<&str> = built_in.iter().map(String::as_str).collect();
            format!("there is no file and no built-in plan `{name}`{}", meant(name, &known))
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
        let text = embedded::file(name);
        Ok(text.map(|text| (Source::new(format!("scenarios/{name}"), text.to_owned()), Shelf::embedded())))
    }
}

/// The message that there is no such scenario, with the name that may have been meant.
pub(super) fn no_scenario(name: &str) -> String {
    let built_in = embedded::battles();
    let known: Vec<&str> = built_in.iter().map(String::as_str).collect();
    format!("there is no file and no built-in scenario `{name}`{}", meant(name, &known))
}

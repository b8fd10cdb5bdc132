//! The sources of the repository, line by line.

use std::fs;
use std::path::{Path, PathBuf};

/// One file.
pub struct Source {
    /// Below the repository's root, with forward slashes.
    pub path: String,
    pub text: String,
    /// Whether it is compiled for tests alone.
    pub is_tests: bool,
}

/// The repository's root.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder, in the order of the paths; none when there is no such folder.
pub fn all(folder: &str) -> Vec<Source> {
    let mut paths = Vec::new();
    gather(&root().join(folder), &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("sources are UTF-8");
        let below = path.strip_prefix(root()).expect("it was found below the root");
        Source { path: below.to_string_lossy().replace('\\', "/"), text, is_tests: folder == "tests" }
    };
    let mut sources: Vec<Source> = paths.into_iter().map(read).collect();
    let of_tests: Vec<String> = sources.iter().flat_map(Source::modules_of_tests).collect();
    for source in &mut sources {
        let stem = source.path.trim_end_matches(".rs").trim_end_matches("/mod");
        let below =
            |module: &String| stem.strip_prefix(module.as_str()).is_some_and(|r| r.is_empty() || r.starts_with('/'));
        source.is_tests |= of_tests.iter().any(below);
    }
    sources
}

fn gather(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

impl Source {
    /// The room of the house: the first folder or file below `src`.
    pub fn room(&self) -> String {
        let below = self.path.strip_prefix("src/").unwrap_or(&self.path);
        below.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned()
    }

    /// The module of a house, a folder below `src`, in which the file lies; none for the house's own `mod.rs`.
    pub fn floor(&self, house: &str) -> Option<&str> {
        let below = self.path.strip_prefix("src/")?.strip_prefix(house)?.strip_prefix('/')?;
        let first = below.split('/').next()?.trim_end_matches(".rs");
        (first != "mod").then_some(first)
    }

    /// The ruleset whose file it is.
    pub fn ruleset(&self) -> Option<&str> {
        let (name, _) = self.path.strip_prefix("src/rules/")?.split_once('/')?;
        Some(name)
    }

    /// Every line.
    pub fn numbered(&self) -> Vec<&str> {
        self.text.lines().collect()
    }

    /// The paths, without ending, of the modules that this file declares for tests alone.
    fn modules_of_tests(&self) -> Vec<String> {
        let stem = self.path.trim_end_matches(".rs");
        let folder = ["/mod", "/lib", "/main"].iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem);
        let pairs = self.numbered();
        let declared = pairs.windows(2).filter(|pair| pair[0].trim() == TEST_MARK).filter_map(|pair| {
            let name = pair[1].split_once("mod ")?.1.strip_suffix(';')?;
            Some(format!("{folder}/{name}"))
        });
        declared.collect()
    }

    /// The lines, from 1, that are no comments and stand before the file's own tests; none of a file of tests.
    pub fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.numbered();
        let opens = |n: usize| {
            let marked = lines[n + 1..].iter().find(|line| !line.starts_with("#[") && !line.starts_with("//"));
            lines[n] == TEST_MARK && marked.is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
        };
        let own_tests = (0..lines.len()).find(|n| opens(*n)).unwrap_or(lines.len());
        let count = if self.is_tests { 0 } else { own_tests };
        let numbered = lines.into_iter().zip(1..).map(|(line, n)| (n, line));
        numbered.take(count).filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

/// The attribute before what is compiled for tests alone.
const TEST_MARK: &str = "#[cfg(test)]";

/// The rooms that a line names by their path in the crate.
pub fn rooms_used(line: &str) -> Vec<&str> {
    let code = without_comment(line);
    let after = code.split("crate::").skip(1);
    after.map(|rest| &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())]).collect()
}

/// The modules that the `mod.rs` of a folder below `src` declares, in its order.
pub fn floors(house: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("src").join(house).join("mod.rs")).expect("the house has a `mod.rs`");
    let declared = text.lines().filter_map(|line| line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod "));
    declared.filter_map(|line| line.strip_suffix(';')).map(str::to_owned).collect()
}

/// The floors of a house that a file names, by their path in the crate or from its own place, each with its line; names
/// in braces too.
pub fn floors_used(source: &Source, house: &str) -> Vec<(usize, String)> {
    let whole = format!("crate::{}::", house.replace('/', "::"));
    // `super` of a file that is a floor by itself, and of the files of a floor's folder.
    let below = source.path.trim_start_matches("src/").trim_start_matches(house).trim_start_matches('/');
    let supers = match below.split('/').collect::<Vec<_>>()[..] {
        [_] | [_, "mod.rs"] => "super::",
        _ => "super::super::",
    };
    let mut found = Vec::new();
    for (n, code) in statements(source) {
        for prefix in [whole.as_str(), supers] {
            for (at, _) in code.match_indices(prefix) {
                // `super::super::` is not `super::`, and `crate::gui::play::` no longer path's end.
                if code[..at].ends_with(':') {
                    continue;
                }
                let rest = &code[at + prefix.len()..];
                match rest.strip_prefix('{') {
                    Some(group) => found.extend(heads(group).map(|name| (n, name))),
                    None => found.extend(heads(rest).take(1).map(|name| (n, name))),
                }
            }
        }
    }
    found
}

/// The lines of code with what stands on several lines, such as the names of one `use`, put on one.
fn statements(source: &Source) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (n, line) in source.code_lines() {
        let code = without_comment(line);
        match found.last_mut().filter(|_| open) {
            Some((_, statement)) => statement.push_str(code.trim()),
            None => found.push((n, code.to_owned())),
        }
        let begins = !open && code.trim_start().trim_start_matches("pub ").starts_with("use ");
        open = (open || begins) && !code.trim_end().ends_with(';');
    }
    found
}

/// The first name of each path of a list that may be nested: `a::{b, c}, d` has `a` and `d`.
fn heads(list: &str) -> impl Iterator<Item = String> + '_ {
    let mut depth = 0_i32;
    let parts = list.split(move |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.map(|path| path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// Whether a line names a ruleset's module.
pub fn names_ruleset(line: &str, name: &str) -> bool {
    without_comment(line).contains(&format!("rules::{name}"))
}

/// The line up to a comment; slashes within a text are taken for one only after a space.
pub fn without_comment(line: &str) -> &str {
    line.find(" // ").map_or(line, |at| &line[..at])
}

/// Whether a word stands in a text by itself.
pub fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric();
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// Whether line `n` has a comment of its own, or one stands directly before the statement that it is part of, or it
/// is in a function whose documentation says when it panics.
pub fn explained(lines: &[&str], n: usize) -> bool {
    if without_comment(lines[n - 1]).len() < lines[n - 1].len() {
        return true;
    }
    let before = lines[..n - 1].iter().rev().map(|line| line.trim());
    for text in before.clone().take(8) {
        if text.starts_with("//") {
            return !text.starts_with("///") && !text.starts_with("//!");
        }
        if text.is_empty() || text.ends_with(';') || text.ends_with('}') || text.ends_with('{') {
            break;
        }
    }
    let head = |text: &&str| text.starts_with("fn ") || (text.starts_with("pub") && text.contains("fn "));
    let documented = before.skip_while(|text| !head(text)).skip(1);
    documented.take_while(|text| text.starts_with("///") || text.starts_with("#[")).any(|t| t == "/// # Panics")
}

#[test]
fn what_is_looked_for_is_found() {
    assert_eq!(rooms_used("use crate::battle::{View}; let x = crate::dice::below();"), ["battle", "dice"]);
    assert!(has_word("use armati;", "armati") && !has_word("armatissimo", "armati"));
    assert!(names_ruleset("use crate::rules::armati::RULESET;", "armati"));
    let lines = ["// Always two.", "let a = b", "    .unwrap();", "let c = d;", "c.unwrap();", "e.unwrap(); // kept"];
    assert_eq!([3, 5, 6].map(|n| explained(&lines, n)), [true, false, true]);
    let documented = ["/// # Panics", "/// Off the table.", "pub fn print() {", "    a.unwrap()"];
    assert!(explained(&documented, 4) && !explained(&documented[1..], 3));
}

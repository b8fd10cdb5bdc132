//! Files that mean harm, and files mangled at random: always an answer, soon, and never a panic.

use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use sandtable::rules;
use sandtable::scenario::check::{Is, kind, of_source};
use sandtable::scenario::{self, Shelf, read};

use super::listed;

fn only_flaw(path: &Path) -> (String, String) {
    let begun = Instant::now();
    let flaws = scenario::check(rules::RULESETS, &[path.to_path_buf()]).flaws;
    assert!(begun.elapsed() < Duration::from_secs(2), "{}", path.display());
    let [flaw] = flaws.as_slice() else { panic!("{}", listed(&flaws)) };
    (format!("{}:{}", flaw.line, flaw.column), flaw.message.clone())
}

#[test]
fn a_file_of_a_hundred_megabytes_is_not_read() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len(100 * 1024 * 1024).unwrap();
    assert_eq!(only_flaw(file.path()), ("1:1".to_owned(), "is over 8 MB and is not read".to_owned()));
}

#[test]
fn deep_nesting_is_refused_however_it_is_made() {
    let depth = 200_000;
    let deep = [
        "(".repeat(depth),
        "[".repeat(depth) + &"]".repeat(depth),
        "{\"a\":".repeat(depth),
        "Some(".repeat(depth) + "1" + &")".repeat(depth),
        "(a:[".repeat(depth),
        "(rule: \"x:1\", setup: ".to_owned() + &"(terrain: ".repeat(depth),
    ];
    let file = tempfile::Builder::new().suffix(".ron").tempfile().unwrap();
    for text in deep {
        std::fs::write(file.path(), &text).unwrap();
        let (place, message) = only_flaw(file.path());
        assert_eq!(place, "1:1");
        assert!(message.starts_with("is nested over 64 levels deep"), "{message}");
    }
    // A journal's lines are looked at one by one.
    std::fs::write(file.path(), "(journal:".to_owned() + &"(".repeat(depth)).unwrap();
    assert!(only_flaw(file.path()).1.contains("64 levels"));
}

#[test]
fn eight_megabytes_of_anything_are_answered_soon() {
    let size = read::LARGEST as usize;
    let fill = |piece: &str| piece.repeat(size / piece.len());
    let file = tempfile::Builder::new().suffix(".ron").tempfile().unwrap();
    for text in [
        fill("/*"),
        fill("\""),
        fill("r#\""),
        fill("'"),
        fill("#"),
        fill("r#"),
        fill("((),"),
        fill("a,"),
        fill("-"),
        fill("é"),
        fill("\n"),
        "(".to_owned() + &fill("a:1,")[..size - 8],
        "(rule: \"x:1\", dice: [".to_owned() + &fill("x,")[..size - 32],
    ] {
        std::fs::write(file.path(), &text).unwrap();
        let begun = Instant::now();
        let flaws = scenario::check(rules::RULESETS, &[file.path().to_path_buf()]).flaws;
        let start: String = text.chars().take(24).collect();
        assert!(begun.elapsed() < Duration::from_secs(10), "{start}: {:?}", begun.elapsed());
        assert!(!flaws.is_empty(), "{start}");
        assert!(flaws.len() < 600, "{start}");
    }
}

#[test]
fn what_is_no_file_is_a_flaw_at_its_beginning() {
    let folder = tempfile::tempdir().unwrap();
    assert!(only_flaw(folder.path()).1.contains("no file to check"));
    let missing = folder.path().join("missing.ron");
    assert!(only_flaw(&missing).1.contains("there is no file"));
    #[cfg(unix)]
    assert!(only_flaw(Path::new("/dev/zero")).1.contains("not a regular file"));
    assert_eq!(read::read(folder.path(), "x").unwrap_err().message, "is a folder, not a file");
}

#[test]
fn links_that_go_round_in_a_ring_end() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ron"), "").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(), folder.path().join("again")).unwrap();
    assert_eq!(scenario::check(rules::RULESETS, &[folder.path().to_path_buf()]).files, 1);
}

/// Every shipped file that has a schema, and the broken ones.
fn texts() -> Vec<(String, Vec<u8>)> {
    fn gather(folder: &Path, texts: &mut Vec<(String, Vec<u8>)>) {
        let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                gather(&path, texts);
            } else if path.extension().is_some_and(|e| e == "ron" || e == "journal") {
                texts.push((path.to_string_lossy().replace('\\', "/"), std::fs::read(&path).unwrap()));
            }
        }
    }
    let mut texts = Vec::new();
    ["scenarios", "assets", "tests/broken"].iter().for_each(|folder| gather(Path::new(folder), &mut texts));
    texts
}

/// A small generator, the same everywhere.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn stretch(&mut self, length: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        start..(start + 1 + self.below(most)).min(length)
    }

    /// Cuts, repeats, moves or changes a piece; now and then several.
    fn mangle(&mut self, bytes: &[u8]) -> Vec<u8> {
        const SPICE: [&str; 14] =
            ["NaN", "-1e99", "(", ")", "[", "\"", ",", ":", "99999", "-0.0", "None", "é", "\u{0}", "0.000001"];
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(3) {
            if bytes.is_empty() {
                break;
            }
            let piece = self.stretch(bytes.len(), 60);
            match self.below(6) {
                0 => drop(bytes.drain(piece)),
                1 => {
                    let copy = bytes[piece.clone()].to_vec();
                    bytes.splice(piece.end..piece.end, copy);
                }
                2 => {
                    let copy = bytes[piece].to_vec();
                    let at = self.below(bytes.len());
                    bytes.splice(at..at, copy);
                }
                3 => bytes.truncate(piece.start),
                4 => bytes[piece.start] ^= 1 << self.below(8),
                _ => drop(bytes.splice(piece.start..piece.start + 1, SPICE[self.below(SPICE.len())].bytes())),
            }
        }
        bytes
    }
}

#[test]
fn files_mangled_at_random_never_bring_the_program_down() {
    let texts = texts();
    let mut draw = Draw(20_260_101);
    let (mut good, mut bad) = (0, 0);
    for n in 0..6000 {
        let (path, bytes) = &texts[n % texts.len()];
        let mangled = draw.mangle(bytes);
        let flaws = match read::text(mangled.clone(), path) {
            Ok(source) => {
                if matches!(kind(&source), Ok(Is::Other)) {
                    continue;
                }
                let outcome =
                    std::panic::catch_unwind(|| of_source(rules::RULESETS, source, &Shelf::embedded(), false));
                outcome.unwrap_or_else(|_| panic!("{n}: {path} as\n{}", String::from_utf8_lossy(&mangled)))
            }
            Err(flaw) => vec![flaw],
        };
        if flaws.is_empty() {
            good += 1
        } else {
            bad += 1
        }
        let text = String::from_utf8_lossy(&mangled);
        for flaw in flaws.iter().filter(|f| f.path == *path) {
            assert!((flaw.line as usize) <= text.lines().count().max(1) + 1, "{n}: {flaw}");
        }
    }
    // Most are hurt; some keep their sense.
    assert!(bad > 1000 && good > 100, "{bad} bad, {good} good");
}

fn sandtable(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("sandtable").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn check_says_how_it_went_by_its_status() {
    let (status, out, _) = sandtable(&["check", "scenarios/maps", "armati/zama"]);
    assert_eq!((status, out.contains("nothing wrong")), (Some(0), true), "{out}");
    let (status, out, _) = sandtable(&["check", "tests/broken/maps/off_the_table.ron"]);
    assert_eq!(status, Some(0));
    assert_eq!(out, "tests/broken/maps/off_the_table.ron:4:9: warning: `beyond` lies wholly off the table\n");
    let (status, out, _) = sandtable(&["check", "tests/broken/nan.ron", "--format", "json"]);
    assert_eq!(status, Some(1));
    let flaws: serde_json::Value = serde_json::from_str(&out).unwrap();
    // The ruleset of the broken files is known to these tests alone.
    let nan = flaws.as_array().unwrap().iter().find(|f| f["line"] == 5).unwrap();
    assert_eq!(nan["path"], "tests/broken/nan.ron");
    assert_eq!((&nan["column"], &nan["severity"]), (&59.into(), &"error".into()));
    assert_eq!(nan["message"], "`NaN` is not a finite number");
    let (status, _, err) = sandtable(&["check"]);
    assert_eq!((status, err.is_empty()), (Some(2), false));
}

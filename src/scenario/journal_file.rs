//! Reads a journal's file: the header, then line by line, so that every line has its own flaws. A last line left
//! incomplete when the program was killed is dropped with a notice.

use std::collections::BTreeSet;
use std::path::Path;

use ron::Options;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::flaw::FileFlaw;
use super::journal::{FORM, Header, Line};
use super::paths::shown;
use super::read;
use super::source::Source;
use super::tree::Tree;
use crate::battle::setup::Severity;
use crate::ids::Side;

/// A journal that was read.
#[derive(Clone, Debug)]
pub struct JournalFile {
    /// As reports name it.
    pub path: String,
    /// What it begins with.
    pub header: Header,
    /// The lines, each with its number in the file, from 1.
    pub lines: Vec<(u32, Line)>,
    /// Notices about what was skipped.
    pub notices: Vec<FileFlaw>,
    /// The length in bytes of all complete lines.
    pub(super) whole: u64,
    /// Whether the last complete line has its line end.
    pub(super) ended: bool,
}

/// How the values of a journal are written.
pub(super) fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Whether the text is a journal's.
pub fn is_journal(text: &str) -> bool {
    text.starts_with("(journal:")
}

/// Reads a journal.
///
/// # Errors
/// Every line that cannot be read.
pub fn load(path: &Path) -> Result<JournalFile, Vec<FileFlaw>> {
    parse(&read::read(path, &shown(path)).map_err(|flaw| vec![flaw])?)
}

/// Reads a journal from its text.
///
/// # Errors
/// As [`load`].
pub fn parse(source: &Source) -> Result<JournalFile, Vec<FileFlaw>> {
    let (mut flaws, mut notices, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut header = None;
    let (mut at, mut whole, mut ended) = (0, 0, true);
    for (text, number) in source.text().split_inclusive('\n').zip(1u32..) {
        let bare = text.trim_end_matches(['\n', '\r']);
        let is_whole = text.ends_with('\n');
        let read = if number == 1 {
            value::<Header>(source, bare, at).map(|read| header = Some(read))
        } else if bare.trim().is_empty() {
            Ok(())
        } else {
            value(source, bare, at).map(|line| lines.push((number, line)))
        };
        match read {
            Ok(()) => (whole, ended) = (at + text.len(), is_whole),
            Err(_) if !is_whole && number > 1 => {
                notices.push(source.flaw(at, Severity::Warning, "the last line is torn and was dropped"));
            }
            Err(found) => flaws.extend(found),
        }
        at += text.len();
    }
    match &header {
        Some(header) if header.journal != FORM => {
            let message = format!("this journal has form {}, this program reads form {FORM}", header.journal);
            flaws.push(source.flaw(0, Severity::Error, &message));
        }
        None if flaws.is_empty() => flaws.push(source.flaw(0, Severity::Error, "the file is empty")),
        _ => {}
    }
    match header {
        Some(header) if flaws.is_empty() => {
            Ok(JournalFile { path: source.path().to_owned(), header, lines, notices, whole: whole as u64, ended })
        }
        _ => Err(flaws),
    }
}

/// Reads a journal as far as it can be read: up to the first line that cannot be. The flaws of that line are told with it.
///
/// # Errors
/// When the file or its header cannot be read.
pub fn load_good(path: &Path) -> Result<(JournalFile, Vec<FileFlaw>), Vec<FileFlaw>> {
    let source = read::read(path, &shown(path)).map_err(|flaw| vec![flaw])?;
    let flaws = match parse(&source) {
        Ok(journal) => return Ok((journal, Vec::new())),
        Err(flaws) => flaws,
    };
    let bad = flaws.iter().map(|flaw| flaw.line).min().unwrap_or(1).saturating_sub(1) as usize;
    let good: String = source.text().split_inclusive('\n').take(bad).collect();
    // A journal of another form has its flaw at the first line: nothing is left of it.
    let journal = parse(&Source::new(source.path(), good)).map_err(|_| flaws.clone())?;
    Ok((journal, flaws))
}

/// What can be said of a journal quickly, for a list of many.
#[derive(Clone, Debug)]
pub struct Glance {
    /// What the journal begins with.
    pub header: Header,
    /// How many answers there are, without those taken back.
    pub answers: usize,
    /// The turn that the battle has reached, by its digests.
    pub turn: u32,
    /// Whether the battle has ended.
    pub over: bool,
    /// Who has won, where it has ended and is no draw.
    pub winner: Option<Side>,
    /// The first line that is none.
    pub torn: Option<u32>,
}

/// How the lines begin of which nothing more is said quickly.
const KINDS: [&str; 3] = ["Fact(", "Seats(", "Marked("];

/// Reads a journal's header, and only the kind of each line.
///
/// # Errors
///
/// When the file or its header cannot be read.
pub fn glance(path: &Path) -> Result<Glance, Vec<FileFlaw>> {
    let source = read::read(path, &shown(path)).map_err(|flaw| vec![flaw])?;
    let (first, rest) = source.text().split_once('\n').unwrap_or((source.text(), ""));
    let header = value::<Header>(&source, first.trim_end(), 0)?;
    let mut glance = Glance { header, answers: 0, turn: 1, over: false, winner: None, torn: None };
    let whole = source.text().ends_with('\n');
    let mut lines = rest.lines().zip(2_u32..).peekable();
    // After how many answers it was decided: what is taken back and done again is decided again.
    let mut decided: Option<(usize, Option<Side>)> = None;
    while let Some((line, number)) = lines.next() {
        if line.starts_with("Do(") {
            decided = decided.filter(|(then, _)| glance.answers >= *then);
            glance.answers += 1;
        } else if line == "Redo" {
            glance.answers += 1;
        } else if line == "Undo" {
            glance.answers = glance.answers.saturating_sub(1);
        } else if line.starts_with("Fact(") && line.contains("tell:\"won\"") {
            let south = Side::South.name();
            let by = |side: &str| line.contains(&format!("winner:\"{side}\""));
            let winner = by(south).then_some(Side::South).or_else(|| by(Side::North.name()).then_some(Side::North));
            decided = Some((glance.answers, winner));
        } else if let Some(digest) = line.strip_prefix("Digest(turn:") {
            let turn = digest.split(',').next().and_then(|n| n.parse::<u32>().ok());
            glance.turn = turn.map_or(glance.turn, |turn| turn + 1);
        } else if !KINDS.iter().any(|kind| line.starts_with(kind)) && !line.trim().is_empty() {
            // A last line without its end was torn off when the program was killed, and is dropped.
            let dropped = lines.peek().is_none() && !whole;
            glance.torn = glance.torn.or((!dropped).then_some(number));
        }
    }
    let end = decided.filter(|(then, _)| glance.answers >= *then);
    glance.over = end.is_some();
    glance.winner = end.and_then(|(_, winner)| winner);
    Ok(glance)
}

/// The value of a line that begins at that byte.
fn value<T: DeserializeOwned>(source: &Source, line: &str, at: usize) -> Result<T, Vec<FileFlaw>> {
    // The tree refuses values that are nested too deep before anything recurses, and explains better what is not valid
    // RON.
    let alone = Source::new(source.path(), line.to_owned());
    if let Err(flaws) = Tree::parse(&alone) {
        let (number, _) = source.place(at);
        let moved = |flaw: FileFlaw| FileFlaw { line: number, ..flaw };
        return Err(flaws.located(&alone).into_iter().map(moved).collect());
    }
    options().from_str(line).map_err(|e| {
        let column = e.span.start.col.saturating_sub(1);
        let byte = line.char_indices().nth(column).map_or(line.len(), |(i, _)| i);
        vec![source.flaw(at + byte, Severity::Error, &e.code.to_string())]
    })
}

/// The marked moments at the end of these lines: after how many answers each is.
pub fn marks<'l>(lines: impl IntoIterator<Item = &'l Line>) -> BTreeSet<usize> {
    let mut marks = BTreeSet::new();
    let mut answers = 0_usize;
    for line in lines {
        match line {
            Line::Do(_) => {
                // Marks beyond this moment belonged to answers that were taken back.
                marks.retain(|mark| *mark <= answers);
                answers += 1;
            }
            Line::Undo => answers = answers.saturating_sub(1),
            Line::Redo => answers += 1,
            Line::Marked { answers, on: true } => {
                marks.insert(*answers);
            }
            Line::Marked { answers, on: false } => {
                marks.remove(answers);
            }
            Line::Fact(_) | Line::Digest { .. } | Line::Seats { .. } => {}
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::super::journal::{Chosen, DiceFrom, Text, Writer};
    use super::super::telling::{self, At, Telling, Throw};
    use super::*;
    use crate::cite::Word;
    use crate::dice::Scripted;
    use crate::ids::Side;

    fn header() -> Header {
        let text = |path: &str, text: &str| Text { path: path.to_owned(), text: text.to_owned() };
        let faces = vec![Scripted { die: 4, why: Some(Word("melee")) }, Scripted { die: 1, why: None }];
        Header {
            journal: FORM,
            ruleset: "drill".to_owned(),
            version: 3,
            scenario: text("drill/field", "(ruleset: \"drill\",\n // two lines and \\ a \"quote\"\n)"),
            map: Some(text("maps/field.ron", "(size: (72, 48), terrain: [])")),
            lists: [("mine".to_owned(), text("armies/mine.ron", "(name: \"Mine\")"))].into(),
            dice: DiceFrom::Script { faces, then: Some(u64::MAX) },
            chosen: Chosen {
                preset: Some("full".to_owned()),
                switches: [("fords".to_owned(), true)].into(),
                deploy_free: true,
            },
        }
    }

    fn some_lines() -> Vec<Line> {
        let dice = vec![Throw { by: Some(Side::South), why: "melee".into(), sides: 6, faces: vec![4, 2] }];
        let fact = Telling { cite: "7.3".into(), tell: "counted".into(), to: Some(-2), dice, ..Telling::default() };
        let at = At { x: 20.0, y: 12.345_678, heading: 90.0 };
        let digest = Line::Digest {
            turn: 2,
            digest: "00ff00ff00ff00ff".into(),
            counted: "ff00ff00ff00ff00".into(),
            placed: vec![telling::Path { name: "a".into(), poses: vec![at] }],
        };
        let seats = Line::Seats { north: "captain".into(), south: String::new() };
        vec![Line::Do("a: ahead 3".into()), Line::Fact(Box::new(fact)), seats, Line::Undo, Line::Redo, digest]
    }

    fn written() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let mut writer = Writer::begin(&path, &header()).unwrap();
        some_lines().iter().for_each(|line| writer.append(std::slice::from_ref(line)).unwrap());
        (folder, path)
    }

    fn lines(file: &JournalFile) -> Vec<Line> {
        file.lines.iter().map(|(_, line)| line.clone()).collect()
    }

    #[test]
    fn a_journal_reads_back_equal() {
        let (_folder, path) = written();
        let read = load(&path).unwrap();
        assert_eq!(read.header, header());
        assert_eq!(lines(&read), some_lines());
        assert_eq!(read.lines[0].0, 2);
        assert_eq!(read.notices, []);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(is_journal(&text));
        assert_eq!(text.lines().count(), 7);
        // A new journal never goes over an old one.
        assert!(Writer::begin(&path, &header()).is_err());
    }

    #[test]
    fn wherever_the_file_is_torn_the_lines_before_are_read_and_it_goes_on() {
        let (_folder, path) = written();
        let whole = std::fs::read(&path).unwrap();
        let first_end = whole.iter().position(|b| *b == b'\n').unwrap() + 1;
        for cut in first_end..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let complete = whole[..cut].iter().filter(|b| **b == b'\n').count() - 1;
            let (mut writer, read) = Writer::resume(&path).unwrap();
            // A line without its end may still be whole.
            assert!((complete..=complete + 1).contains(&read.lines.len()), "{cut}");
            assert_eq!(lines(&read), some_lines()[..read.lines.len()], "{cut}");
            let torn = read.lines.len() == complete && whole[cut - 1] != b'\n';
            assert_eq!(read.notices.len(), usize::from(torn), "{cut}");
            writer.append(&[Line::Undo]).unwrap();
            let again = load(&path).unwrap();
            let expected: Vec<_> = lines(&read).into_iter().chain([Line::Undo]).collect();
            assert_eq!((lines(&again), again.notices.len()), (expected, 0), "{cut}");
        }
    }

    #[test]
    fn a_glance_tells_how_far_a_battle_has_come() {
        let (_folder, path) = written();
        let seen = glance(&path).unwrap();
        assert_eq!((seen.answers, seen.turn, seen.over), (1, 3, false));
        assert_eq!(seen.header, header());
        let won = Telling { tell: "won".into(), text: "a says tell:\"won\"".into(), ..Telling::default() };
        let mut writer = Writer::resume(&path).unwrap().0;
        writer.append(&[Line::Do("a: ahead 1".into()), Line::Fact(Box::new(won))]).unwrap();
        assert_eq!(glance(&path).map(|seen| (seen.answers, seen.over)).unwrap(), (2, true));
        writer.append(&[Line::Undo]).unwrap();
        assert_eq!(glance(&path).map(|seen| (seen.answers, seen.over)).unwrap(), (1, false));
        std::fs::write(&path, "no journal\n").unwrap();
        assert!(glance(&path).is_err());
    }

    #[test]
    fn lines_that_cannot_be_read_are_all_named() {
        let (_folder, path) = written();
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.replace("Undo\n", "Undone\n").replace("Redo\n", "[1\n");
        let flaws = parse(&Source::new("x", text)).unwrap_err();
        let places: Vec<_> = flaws.iter().map(|f| (f.line, f.column)).collect();
        assert_eq!(places.len(), 2);
        assert_eq!((places[0].0, places[1]), (5, (6, 1)));
        assert!(flaws[0].message.contains("Undone"), "{}", flaws[0]);
    }

    #[test]
    fn other_forms_and_no_journal_at_all_are_flaws() {
        let newer = options().to_string(&Header { journal: FORM + 1, ..header() }).unwrap();
        assert!(parse(&Source::new("x", newer + "\n")).unwrap_err()[0].message.contains("form 2"));
        assert_eq!(parse(&Source::new("x", String::new())).unwrap_err()[0].to_string(), "x:1:1: the file is empty");
        assert!(parse(&Source::new("x", "(".repeat(200_000))).is_err());
    }

    #[test]
    fn the_scenario_is_read_from_the_journal_itself() {
        let draft = header().draft();
        assert_eq!(draft.flaws[0].path, "drill/field");
    }
}

//! Where the battles of a study begin: with a scenario, or at a turn of a journal.

use super::battle;
use super::flaw::FileFlaw;
use super::journal::Header;
use super::journal_file::{self, JournalFile};
use super::plan;
use super::record::Record;
use super::shelf::Shelf;
use super::study::Arm;
use super::study_change::Change;
use super::tree::Node;
use crate::battle::setup::Setup;

/// What the battles of a study begin from.
pub(super) struct Begins {
    /// The battle's name, or the journal's.
    pub battle: String,
    /// The battle without any change.
    pub setup: Setup,
    /// The journal, and the turn.
    pub from: Option<(JournalFile, Option<u32>)>,
    /// What the journal of a battle begins with; none where it goes on from a journal.
    pub header: Option<Header>,
}

/// Reads where the battles of a study begin.
pub(super) fn begins(record: &mut Record, shelf: &Shelf) -> Option<Begins> {
    let turn = record.may("turn").and_then(|node| Some((node, node.whole(0..=battle::MOST_TURNS)? as u32)));
    let (journal, battle) = (record.may("from"), record.may("battle"));
    let Some(journal) = journal else {
        if let Some((turn, _)) = turn {
            turn.key_error("only a journal, `from`, is gone on with from a turn: a battle begins at its first");
        }
        let node = record.must("battle")?;
        let battle = node.line()?;
        let draft = plan::draft(&battle, node, shelf)?;
        let header = Some(Header::of_files(&draft.files, &draft.lists));
        // On a bare table that stands in for its own, variants would name terrain that is not there.
        let setup = draft.setup.filter(|_| draft.has_ground)?;
        return Some(Begins { battle, setup, from: None, header });
    };
    if let Some(battle) = battle {
        battle.key_error("a study is either of a `battle` or goes on `from` a journal");
    }
    let name = journal.line()?;
    let read = shelf.journal(&name).and_then(|source| journal_file::parse(&source).map_err(|flaws| first(&flaws)));
    match read {
        Ok(file) => {
            let draft = file.header.draft();
            let Some(setup) = draft.setup.filter(|_| draft.has_ground) else {
                return journal.expected("a journal whose scenario can be read");
            };
            Some(Begins { battle: name, setup, from: Some((file, turn.map(|(_, turn)| turn))), header: None })
        }
        Err(why) => {
            journal.error(why);
            None
        }
    }
}

fn first(flaws: &[FileFlaw]) -> String {
    flaws.first().map_or_else(|| "this journal cannot be read".to_owned(), ToString::to_string)
}

/// That nothing but players differs in a battle that has begun. The places are those of the arms, the last ones of all.
pub(super) fn begun(places: &[Node], arms: &[Arm]) {
    for (node, arm) in places.iter().rev().zip(arms.iter().rev()) {
        if !Change::default().differs_in_players_alone(&arm.change) {
            node.error("a battle that has begun goes on as it is: only players may differ");
        }
    }
}

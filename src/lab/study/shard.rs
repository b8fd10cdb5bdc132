//! Shards: the pairs of a study split over many machines, the battles of each kept in a file of its own, and all of them
//! put together again. What comes of them is the same, to the last bit, as if one machine had played them all.

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::Row;
use crate::battle::digest::Digester;
use crate::battle::{Digest, Ruleset};
use crate::scenario::Study;
use crate::scenario::study::StopRule;

/// The version of the file format: 2 since battles tell what units took and where they fought.
pub const FORM: u32 = 2;

/// How a shard's file ends.
pub const EXTENSION: &str = "shard";

/// What a shard's file begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORM`]; first, so that a shard is known by it.
    pub shard_form: u32,
    /// The study, as it was named to whoever played the shard.
    pub study: String,
    /// Of all that its battles depend on: [`fingerprint`].
    pub fingerprint: Digest,
    /// Of the study.
    pub seed: u64,
    /// How often answers were given again to measure luck.
    pub luck: u32,
    /// When to stop.
    pub rule: StopRule,
    /// The number of the shard, from 1.
    pub shard: u32,
    /// How many there are.
    pub of: u32,
    /// The names of the arms, by whose numbers the battles go.
    pub arms: Vec<String>,
}

/// A shard that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// What it is.
    pub header: Header,
    /// Its battles, in the order of arms, pairs and seats.
    pub rows: Vec<Row>,
}

/// Why shards do not go together.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShardError {
    /// It is no shard, or not all of one.
    #[error("{path}:{line}: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Its file cannot be read.
    #[error("cannot read {path}: {why}")]
    Unread {
        /// The file.
        path: String,
        /// What the system says.
        why: String,
    },
    /// It belongs to something else.
    #[error("{path} is a shard of another study: {why}")]
    Foreign {
        /// The file.
        path: String,
        /// What differs.
        why: String,
    },
    /// Two files have the same shard, and other battles in it.
    #[error("{path} and {other} are both shard {shard}, and differ")]
    Twice {
        /// The one file.
        path: String,
        /// The other file.
        other: String,
        /// The number of the shard.
        shard: u32,
    },
    /// There is none.
    #[error("there are no shards, files that end in .{EXTENSION}")]
    None,
    /// Some that are needed are not there.
    #[error("{}", missing(.shards, *.of))]
    Missing {
        /// Their numbers.
        shards: Vec<u32>,
        /// How many there are in all.
        of: u32,
    },
}

fn missing(shards: &[u32], of: u32) -> String {
    const TOLD: usize = 10;
    let told: Vec<String> = shards.iter().take(TOLD).map(ToString::to_string).collect();
    let more = if shards.len() > TOLD { format!(" and {} more", shards.len() - TOLD) } else { String::new() };
    let (word, are) = if shards.len() == 1 { ("shard", "is") } else { ("shards", "are") };
    format!("{word} {}{more} of {of} {are} missing", told.join(", "))
}

/// The pairs that are that shard's; none where there are fewer pairs than shards, or no such shard.
pub fn share(pairs: u32, shard: u32, of: u32) -> Option<RangeInclusive<u32>> {
    let until = |shard: u32| (u64::from(pairs) * u64::from(shard) / u64::from(of.max(1))) as u32;
    let (first, last) = (until(shard.checked_sub(1)?) + 1, until(shard));
    (shard <= of && of <= pairs).then_some(first..=last)
}

/// The name of that shard's file.
pub fn file_name(shard: u32, of: u32) -> String {
    let wide = of.to_string().len();
    format!("{shard:0wide$}-of-{of}.{EXTENSION}")
}

/// A digest of all that the battles of a study depend on but the seed: its arms with their battles and players, what it
/// goes on from, and the version of the rules.
pub fn fingerprint(study: &Study, ruleset: &Ruleset) -> Digest {
    let mut digester = Digester::default();
    digester.add(&(ruleset.name, ruleset.version, study.side.name(), study.swap));
    for arm in &study.arms {
        digester.add(&(&arm.name, format!("{:?}", arm.change.players), format!("{:?}", arm.setup)));
    }
    for contrast in &study.contrasts {
        digester.add(&(&contrast.name, &contrast.weights, contrast.together));
    }
    if let Some((journal, turn)) = &study.from {
        digester.add(&(format!("{:?}", journal.header), format!("{:?}", journal.lines), turn));
    }
    digester.finish()
}

impl Shard {
    /// As its file has it: a line for the header, a line a battle, and a line that says that it is whole.
    ///
    /// # Errors
    /// When a number in it is none.
    pub fn write(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(&self.header)?;
        for row in &self.rows {
            bytes.push(b'\n');
            serde_json::to_writer(&mut bytes, row)?;
        }
        bytes.push(b'\n');
        serde_json::to_writer(&mut bytes, &End { rows: self.rows.len() })?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads the file of that path; its battles must be those that such a shard of the study has.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn read(text: &str, path: &str, study: &Study) -> Result<Shard, ShardError> {
        let flaw = |line: usize, why: String| ShardError::Unreadable { path: path.to_owned(), line, why };
        let header = Shard::header(text, path)?;
        let Some(pairs) = share(header.rule.pairs, header.shard, header.of) else {
            return Err(flaw(1, format!("there is no shard {} of {}", header.shard, header.of)));
        };
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let Some((last, battles)) = lines.split_last() else { return Err(flaw(1, "it ends here".to_owned())) };
        let mut rows: Vec<Row> = Vec::with_capacity(battles.len());
        for (line, number) in battles.iter().zip(2..) {
            rows.push(serde_json::from_str(line).map_err(|why| flaw(number, format!("this is no battle: {why}")))?);
        }
        let end: Result<End, _> = serde_json::from_str(last);
        if end.map_or(true, |end| end.rows != rows.len()) {
            return Err(flaw(lines.len() + 1, "it is not whole: its last line does not count its battles".to_owned()));
        }
        let is: Vec<_> = rows.iter().map(|row| (row.arm, row.pair, row.swapped)).collect();
        if is != battles_of(study, pairs) {
            return Err(flaw(2, "its battles are not those of the shard".to_owned()));
        }
        Ok(Shard { header, rows })
    }

    /// Reads the header of a file.
    ///
    /// # Errors
    /// When it has none.
    pub fn header(text: &str, path: &str) -> Result<Header, ShardError> {
        let flaw = |why: String| ShardError::Unreadable { path: path.to_owned(), line: 1, why };
        let first = text.lines().next().unwrap_or_default();
        let header: Header = serde_json::from_str(first).map_err(|why| flaw(format!("this is no shard: {why}")))?;
        if header.shard_form != FORM {
            return Err(flaw(format!("it is of form {}, and this program reads form {FORM}", header.shard_form)));
        }
        Ok(header)
    }
}

/// The battles of those pairs, in their order.
fn battles_of(study: &Study, pairs: RangeInclusive<u32>) -> Vec<(usize, u32, bool)> {
    let seats: &[bool] = if study.swap { &[false, true] } else { &[false] };
    let of = |arm: usize| pairs.clone().flat_map(move |pair| seats.iter().map(move |swapped| (arm, pair, *swapped)));
    (0..study.arms.len()).flat_map(of).collect()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    rows: usize,
}

/// What a shard's file of that path says.
pub type Texts<'a> = dyn Fn(&str) -> Result<String, ShardError> + 'a;

/// The shards of a study, each known by its header. Their battles are read as the pairs come to them, and let go of as they
/// are handed out: a file at a time is in memory, whatever there are of them.
pub struct Merged<'a> {
    study: &'a Study,
    text: &'a Texts<'a>,
    /// By their numbers, with the paths of the files that have them.
    headers: BTreeMap<u32, (Header, Vec<String>)>,
    /// The battles that were read and not handed out, arm by arm.
    ahead: BTreeMap<u32, Vec<VecDeque<Row>>>,
}

impl<'a> Merged<'a> {
    /// Of that study, of which there is none yet.
    pub fn new(study: &'a Study, text: &'a Texts<'a>) -> Merged<'a> {
        Merged { study, text, headers: BTreeMap::new(), ahead: BTreeMap::new() }
    }

    /// Adds the shard whose file has that path and begins so, in any order.
    ///
    /// # Errors
    /// When it belongs to something else than those before it.
    pub fn add(&mut self, path: &str, is: Header) -> Result<(), ShardError> {
        let foreign = |why: String| ShardError::Foreign { path: path.to_owned(), why };
        if let Some((_, (was, others))) = self.headers.first_key_value() {
            let other = others.first().map_or("", String::as_str);
            if is.fingerprint != was.fingerprint {
                return Err(foreign(format!("its battles are not those of {other}")));
            }
            let same = [
                ("seed", is.seed, was.seed),
                ("--luck", is.luck.into(), was.luck.into()),
                ("number of pairs", is.rule.pairs.into(), was.rule.pairs.into()),
                ("number of shards", is.of.into(), was.of.into()),
            ];
            if let Some((what, is, was)) = same.into_iter().find(|(_, is, was)| is != was) {
                return Err(foreign(format!("its {what} is {is}, and that of {other} {was}")));
            }
            if is.rule != was.rule {
                return Err(foreign(format!("it stops by another rule than {other}")));
            }
        }
        self.headers.entry(is.shard).or_insert_with(|| (is, Vec::new())).1.push(path.to_owned());
        Ok(())
    }

    /// What all of them are.
    ///
    /// # Errors
    /// When there is none.
    pub fn header(&self) -> Result<&Header, ShardError> {
        self.headers.first_key_value().map(|(_, (header, _))| header).ok_or(ShardError::None)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.headers.len()
    }

    /// The battles of some arms in those pairs, in the order of arms, pairs and seats; none where a shard is missing. They
    /// are asked for pair after pair, each once.
    ///
    /// # Errors
    /// When a file is not what its header says, or is of the same shard as another and differs.
    pub fn rows(&mut self, arms: &[usize], pairs: &RangeInclusive<u32>) -> Result<Option<Vec<Row>>, ShardError> {
        let (all, of) = {
            let header = self.header()?;
            (header.rule.pairs, header.of)
        };
        let own = |shard: u32| share(all, shard, of);
        if own(of).is_none_or(|last| pairs.end() > last.end()) {
            return Ok(None);
        }
        let concerned =
            |shard: &u32| own(*shard).is_some_and(|own| own.start() <= pairs.end() && own.end() >= pairs.start());
        let shards: Vec<u32> = (1..=of).filter(concerned).collect();
        if shards.iter().any(|shard| !self.headers.contains_key(shard)) {
            return Ok(None);
        }
        for shard in &shards {
            if !self.ahead.contains_key(shard) {
                let battles = self.read(*shard)?;
                self.ahead.insert(*shard, battles);
            }
        }
        let mut rows = Vec::new();
        for arm in arms {
            for shard in &shards {
                let Some(ahead) = self.ahead.get_mut(shard).and_then(|arms| arms.get_mut(*arm)) else { continue };
                let many = ahead.partition_point(|row| row.pair <= *pairs.end());
                rows.extend(ahead.drain(..many).filter(|row| row.pair >= *pairs.start()));
            }
        }
        self.ahead.retain(|shard, _| own(*shard).is_some_and(|own| own.end() > pairs.end()));
        Ok(Some(rows))
    }

    /// Reads all that are there, one after the other.
    ///
    /// # Errors
    /// As [`Merged::rows`].
    pub fn check(&self) -> Result<(), ShardError> {
        self.headers.keys().try_for_each(|shard| self.read(*shard).map(drop))
    }

    /// The battles of a shard, arm by arm.
    fn read(&self, shard: u32) -> Result<Vec<VecDeque<Row>>, ShardError> {
        let paths = self.headers.get(&shard).map(|(_, paths)| paths.as_slice()).unwrap_or_default();
        let mut found: Option<(&String, Vec<Row>)> = None;
        for path in paths {
            let rows = Shard::read(&(self.text)(path)?, path, self.study)?.rows;
            match &found {
                Some((other, there)) if *there != rows => {
                    let (path, other) = (path.clone(), (*other).clone());
                    return Err(ShardError::Twice { path, other, shard });
                }
                Some(_) => {}
                None => found = Some((path, rows)),
            }
        }
        let mut arms = vec![VecDeque::new(); self.study.arms.len()];
        for row in found.map(|(_, rows)| rows).unwrap_or_default() {
            arms[row.arm].push_back(row);
        }
        Ok(arms)
    }

    /// The shards that are not there, as an error.
    pub fn missing(&self) -> ShardError {
        let of = self.header().map_or(0, |header| header.of);
        let shards = (1..=of).filter(|shard| !self.headers.contains_key(shard)).collect();
        ShardError::Missing { shards, of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_in_one_shard_and_none_is_empty() {
        for (pairs, of) in [(20, 3), (7, 7), (1000, 64), (4_000_000_000, 3), (5, 1)] {
            let mut next = 1;
            for shard in 1..=of {
                let own = share(pairs, shard, of).unwrap();
                assert_eq!(*own.start(), next, "{pairs} {shard}/{of}");
                assert!(own.end() >= own.start());
                next = own.end() + 1;
            }
            assert_eq!(next, pairs + 1);
        }
        assert_eq!((share(20, 0, 3), share(20, 4, 3), share(2, 1, 3)), (None, None, None));
    }

    #[test]
    fn what_is_missing_is_told_in_one_line() {
        assert_eq!(missing(&[3], 20), "shard 3 of 20 is missing");
        assert_eq!(missing(&[3, 7], 20), "shards 3, 7 of 20 are missing");
        let many: Vec<u32> = (1..=12).collect();
        assert_eq!(missing(&many, 12), "shards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more of 12 are missing");
        assert_eq!(file_name(3, 200), "003-of-200.shard");
    }
}

//! Parts of a study: `--shard K/N` plays one, `--merge` puts them together.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Serialize;

use super::{Studies, load, world};
use crate::battle::Ruleset;
use crate::cli::output::{Done, Format, Outcome, Trouble, out, print_json};
use crate::cli::progress::Progress;
use crate::cli::write;
use crate::lab::study::shard::{self, EXTENSION, FORM, Header, Merged, Shard, ShardError, fingerprint};
use crate::lab::study::{self, Order, block, play};
use crate::scenario::Study;
use crate::scenario::study::StopRule;

/// No header is longer, in bytes.
const LONGEST_HEADER: u64 = 1 << 20;

/// `K/N`: part K of N, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    shard: u32,
    of: u32,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
        let parts = text.split_once('/').and_then(|(shard, of)| Some((number(shard)?, number(of)?)));
        match parts {
            Some((shard, of)) if shard <= of => Ok(Part { shard, of }),
            Some((shard, of)) => Err(format!("there is no part {shard} of {of}")),
            None => Err("expected K/N, such as 3/20".to_owned()),
        }
    }
}

/// A part that was played, as programs read it.
#[derive(Serialize)]
struct Told<'a> {
    shard: u32,
    of: u32,
    pairs: [u32; 2],
    battles: usize,
    path: &'a Path,
    /// Whether it was there already.
    kept: bool,
}

impl Studies {
    /// Plays a part of the study, where it is not there already.
    pub(super) fn played_part(
        &self,
        name: &str,
        study: &Study,
        ruleset: &Ruleset,
        rule: StopRule,
        Part { shard, of }: Part,
        folder: &Path,
    ) -> Outcome {
        let Some(pairs) = shard::share(rule.pairs, shard, of) else {
            let pairs = rule.pairs;
            return Err(Trouble::Usage(format!("{pairs} pairs make no more than {pairs} parts, and not {of}")));
        };
        let header = Header {
            shard_form: FORM,
            study: name.to_owned(),
            fingerprint: fingerprint(study, ruleset),
            seed: self.seed,
            luck: self.luck,
            rule,
            shard,
            of,
            arms: study.arms.iter().map(|arm| arm.name.clone()).collect(),
        };
        fs::create_dir_all(folder).map_err(|why| Trouble::file("make", folder, &why))?;
        let path = folder.join(shard::file_name(shard, of));
        let there = kept(&path, &header, study)?;
        let told = |battles: usize, kept: bool| {
            let pairs = [*pairs.start(), *pairs.end()];
            self.tell_part(&Told { shard, of, pairs, battles, path: &path, kept })
        };
        if let Some(shard) = there {
            return told(shard.rows.len(), true);
        }
        let world = world(study, ruleset)?;
        let battles = study.arms.len() as u64 * u64::from(pairs.end() - pairs.start() + 1);
        let progress = Progress::new(battles * if study.swap { 2 } else { 1 }, "battles");
        let played = std::sync::atomic::AtomicU64::new(0);
        let battle = || progress.at_least(1 + played.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let order = self.order(study, ruleset, rule, &world, &battle);
        let rows = play::play(&block(&order, (0..study.arms.len()).collect(), pairs.clone()));
        progress.finish();
        let count = rows.len();
        let bytes = Shard { header, rows }.write().map_err(|why| Trouble::Failed(why.to_string()))?;
        write::file(&path, &bytes)?;
        told(count, false)
    }

    fn tell_part(&self, told: &Told) -> Outcome {
        if self.format == Format::Json {
            print_json(told)?;
            return Ok(Done::Well);
        }
        let Told { shard, of, pairs: [first, last], battles, path, kept } = told;
        let is = if *kept { "is there already" } else { "is played" };
        let mut out = out();
        writeln!(out, "part {shard} of {of} {is}: pairs {first} to {last}, {battles} battles, in {}", path.display())?;
        out.flush()?;
        Ok(Done::Well)
    }

    /// Puts the parts in that folder together and prints the answer.
    pub(super) fn merged(&self, folder: &Path) -> Outcome {
        let headers = headers(folder)?;
        let failed = |why: ShardError| Trouble::Failed(why.to_string());
        let Some((_, first)) = headers.first() else {
            return Err(Trouble::Failed(format!("{}: {}", folder.display(), ShardError::None)));
        };
        let name = self.study.clone().unwrap_or_else(|| first.study.clone());
        let (study, ruleset) = load(&name).map_err(|why| match (&self.study, why) {
            (None, Trouble::Failed(why)) => {
                let told = format!("the parts are of the study {name}, which cannot be read: {why}");
                Trouble::Failed(format!("{told}\nname its file: sandtable study FILE --merge {}", folder.display()))
            }
            (_, why) => why,
        })?;
        let is = fingerprint(&study, ruleset);
        let text = |path: &str| {
            fs::read_to_string(path).map_err(|why| ShardError::Unread { path: path.to_owned(), why: why.to_string() })
        };
        let mut merged = Merged::new(&study, &text);
        for (path, header) in headers {
            if header.fingerprint != is {
                let why = format!("its battles are not those of {name}, as this program plays it");
                return Err(failed(ShardError::Foreign { path, why }));
            }
            merged.add(&path, header).map_err(failed)?;
        }
        let header = merged.header().map_err(failed)?;
        let (of, rule) = (header.of, self.rule(header.rule));
        let world = world(&study, ruleset)?;
        let mut order = self.order(&study, ruleset, rule, &world, &|| {});
        (order.seed, order.luck) = (header.seed, header.luck);
        let mut wrong = None;
        let studied = study::run_from(&order, |arms, pairs| {
            merged.rows(arms, &pairs).unwrap_or_else(|why| {
                wrong = Some(why);
                None
            })
        });
        if let Some(why) = wrong {
            return Err(failed(why));
        }
        if !studied.whole && !self.so_far {
            // Whoever plays what is missing is told at once of what must be played again.
            merged.check().map_err(failed)?;
            return Err(Trouble::Failed(format!("{}: {}", folder.display(), merged.missing())));
        }
        let so_far = if studied.whole { String::new() } else { format!(", {} of {of} parts", merged.count()) };
        self.tell(&order, &studied, &format!(" put together{so_far}"))
    }

    /// How the study is played.
    pub(super) fn order<'a>(
        &self,
        study: &'a Study,
        ruleset: &'a Ruleset,
        rule: StopRule,
        world: &'a play::Muster<'a>,
        battle: &'a (dyn Fn() + Sync),
    ) -> Order<'a> {
        let (seed, luck, jobs) = (self.seed, self.luck, self.jobs.get());
        Order { study, ruleset, world, rule, seed, luck, jobs, battle, looked: &|_, _| {} }
    }
}

/// The part that is there already, if it is whole; a file of another study is not overwritten.
fn kept(path: &Path, header: &Header, study: &Study) -> Result<Option<Shard>, Trouble> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(Trouble::file("read", path, &why)),
    };
    let shown = path.display().to_string();
    let there = Shard::header(&text, &shown).map_err(|why| Trouble::Failed(why.to_string()))?;
    // The same study may have been named otherwise.
    if (Header { study: header.study.clone(), ..there }) != *header {
        let why = "other battles, another seed or another rule to stop by: take another folder".to_owned();
        return Err(Trouble::Failed(ShardError::Foreign { path: shown, why }.to_string()));
    }
    Ok(Shard::read(&text, &shown, study).ok())
}

/// What the shards in that folder begin with, with their paths, in the order of their names.
fn headers(folder: &Path) -> Result<Vec<(String, Header)>, Trouble> {
    let unread = |why| Trouble::file("read", folder, &why);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        // A file that is being written has a name that begins with a dot.
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.extension().is_some_and(|extension| extension == EXTENSION) && !hidden {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: &PathBuf| {
        let mut line = String::new();
        let file = fs::File::open(path).map_err(|why| Trouble::file("read", path, &why))?;
        BufReader::new(file.take(LONGEST_HEADER))
            .read_line(&mut line)
            .map_err(|why| Trouble::file("read", path, &why))?;
        let shown = path.display().to_string();
        let header = Shard::header(&line, &shown).map_err(|why| Trouble::Failed(why.to_string()))?;
        Ok((shown, header))
    };
    paths.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_one_of_so_many() {
        assert_eq!("3/20".parse(), Ok(Part { shard: 3, of: 20 }));
        for wrong in ["", "3", "0/4", "5/4", "-1/4", "1/0", "1/2/3", "a/b", "4294967296/4294967297"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}

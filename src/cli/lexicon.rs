//! `sandtable help RULESET`: what a ruleset's files may say, and every word that a case, a program or a typed action may say
//! under it.

use std::fmt::Write;

use bevy::math::Vec2;

use super::page as pages;
use crate::battle::lexicon::Lexicon;
use crate::battle::narrator::Narrator;
use crate::battle::notation::Kind;
use crate::battle::{Ruleset, View, world};
use crate::cite::Word;
use crate::scenario::land::KINDS;
use crate::table::{Ground, Shape, Terrain};

/// The page of a ruleset.
pub fn page(ruleset: &Ruleset) -> String {
    let lexicon = Lexicon::of(ruleset);
    let title = ruleset.title.to_uppercase();
    let mut page = Page(format!("THE FILES OF {title}: battles and army lists\n"));
    files(&mut page, ruleset);
    page.head(&format!("THE WORDS OF {title}, as cases, programs and typed actions say them"));
    let read = |word: &str| lexicon.texts.words.get(word).cloned().unwrap_or_else(|| word.replace('-', " "));

    page.head("STEPS at which a case may begin: step: (turn: 3, name: \"…\", side: south)");
    page.table(lexicon.steps.iter().map(|step| (step.0.to_owned(), read(step.0))));
    page.head("QUESTIONS, and the verbs that answer them: Asked(\"…\"), Act(\"who: verb …\")");
    let verbs = |verbs: &[Word]| verbs.iter().map(|verb| verb.0).collect::<Vec<_>>().join(", ");
    page.table(lexicon.questions.iter().map(|(key, of)| (key.0.to_owned(), verbs(of))));
    page.line(
        "`move` may be left out; concede and offer-draw are said whatever is asked, take-back of one's sealed orders.",
    );
    page.head("VALUES of actions whose kind notation must know: name=value");
    page.table(lexicon.values.iter().map(|(name, kind)| ((*name).to_owned(), kind_of(*kind).to_owned())));
    page.head("WHAT DICE ARE FOR: dice: [(die: 4, why: \"…\")]");
    page.table(lexicon.dice().into_iter().map(|why| (why.to_owned(), read(why))));
    page.head("VALUES OF A UNIT'S CARD: State(\"unit\", \"…\", 3)");
    let value =
        |value: &crate::battle::CardValue| (value.name.0.to_owned(), format!("{} ({})", value.label, value.cite));
    page.table(lexicon.card.iter().map(value));
    page.head("VALUES OF A SIDE: State(\"north\", \"…\", 3)");
    page.table(lexicon.score().into_iter().map(|name| (name.to_owned(), read(name))));
    page.head("WORDS of facts and odds: Fact(what: \"…\", how: \"…\"), Odds(\"…\", hit: \"10/36\"), Over(why: \"…\")");
    page.table(lexicon.texts.words.iter().map(|(word, read)| (word.clone(), read.clone())));
    page.head("SENTENCES that facts say: Fact(tell: \"said\", what: \"…\")");
    page.table(lexicon.texts.sentences.iter().map(|(word, text)| (word.clone(), text.clone())));
    page.0
}

/// The sections of a ruleset's own page that tell of files.
const OF_FILES: [&str; 3] = ["What a battle's file may say", "Army lists", "Examples"];

/// What a battle's file and an army list may say, and the names in them.
fn files(page: &mut Page, ruleset: &Ruleset) {
    let about = ruleset.data.map(|data| data.about()).unwrap_or_default();
    for (head, section) in pages::sections(about) {
        if OF_FILES.iter().any(|begins| head.starts_with(begins)) {
            // What follows a colon may be a path.
            let (what, rest) = head.split_at(head.find(':').unwrap_or(head.len()));
            page.head(&format!("{}{rest}", what.to_uppercase()));
            page.line(pages::plain(section).trim_start_matches(head).trim_matches('\n'));
        }
    }
    for nouns in (ruleset.nouns)() {
        page.head(nouns.what);
        page.table(nouns.names.into_iter());
    }
    page.head("TERRAIN: kind: \"…\", with what it does");
    page.table(terrain(ruleset).into_iter());
}

/// The kinds of terrain that a ruleset has, with what each does.
fn terrain(ruleset: &Ruleset) -> Vec<(String, String)> {
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let pieces =
        KINDS.map(|kind| Terrain { name: kind.to_owned(), kind: Word(kind), shape: Shape::Polygon(square.to_vec()) });
    // A square is a shape that can be measured.
    let Ok(ground) = Ground::new(1.0, 1.0, &pieces) else { return Vec::new() };
    let world = world(ruleset);
    let view = View::umpire(&world);
    let narrator = Narrator::new((ruleset.texts)(), view.names());
    let kinds = ground.pieces().iter().filter_map(|piece| {
        let card = (ruleset.ground)(&view, piece);
        let does = card.does.iter().map(|note| narrator.note(note)).collect::<Vec<_>>().join(" ");
        (!card.kind.is_empty()).then(|| (piece.kind.0.to_owned(), if does.is_empty() { card.kind } else { does }))
    });
    kinds.collect()
}

struct Page(String);

impl Page {
    fn head(&mut self, title: &str) {
        self.line("");
        self.line(title);
        self.line("");
    }

    fn line(&mut self, text: &str) {
        // Nothing keeps a text in memory from being written to.
        let _ = writeln!(self.0, "{text}");
    }

    /// Names with what they mean, in two columns.
    fn table(&mut self, lines: impl Iterator<Item = (String, String)>) {
        let lines: Vec<(String, String)> = lines.collect();
        let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(24);
        for (name, means) in lines {
            let line = format!("  {name:width$}  {means}");
            self.line(line.trim_end());
        }
    }
}

fn kind_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Length => "inches",
        Kind::Angle => "degrees, negative to the left",
        Kind::Whole => "a whole number",
        Kind::Flag => "yes or no",
        Kind::Refs => "names, with & between them",
        Kind::Name => "a word",
    }
}

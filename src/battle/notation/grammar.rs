//! The grammar of a line: splits text into its pieces, each with the byte where it stands. No names are looked up.

use winnow::combinator::{alt, cut_err, eof, opt, peek, preceded, repeat};
use winnow::error::{ErrMode, ModalResult};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{one_of, take_while};

use super::trouble::{Input, Trouble};
use super::{DEEPEST, LEG_WORDS, LONGEST_LINE};
use crate::nearest::nearest;

type Parsed<T> = ModalResult<T, Trouble>;

/// Letters of the longest sign of a unit of length.
const LONGEST_UNIT: usize = 2;

/// One action.
#[derive(Debug)]
pub(super) struct Line<'s> {
    pub who: Vec<Name<'s>>,
    pub key: Option<Name<'s>>,
    pub items: Vec<Item<'s>>,
    pub stops: Vec<(Name<'s>, Number<'s>)>,
    pub parts: Option<Vec<Line<'s>>>,
}

/// A name or a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'s> {
    pub text: &'s str,
    /// Whether a `+` follows it: the body whose first unit has that name.
    pub body: bool,
    pub at: usize,
}

/// A number as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'s> {
    pub text: &'s str,
    /// The unit of length that follows at once: `U` of `6U`.
    pub unit: &'s str,
    pub at: usize,
}

#[derive(Debug)]
pub(super) enum Item<'s> {
    Leg(Leg<'s>),
    Value(Name<'s>, Written<'s>),
}

#[derive(Debug)]
pub(super) enum Leg<'s> {
    Ahead(Number<'s>),
    Slide(Turn<'s>, Number<'s>),
    Wheel(Turn<'s>),
    Face(Turn<'s>),
    Form(Name<'s>),
}

#[derive(Debug)]
pub(super) struct Turn<'s> {
    pub left: bool,
    pub by: Number<'s>,
}

#[derive(Debug)]
pub(super) enum Written<'s> {
    Number(Number<'s>),
    Names(Vec<Named<'s>>),
    Place { x: Number<'s>, y: Number<'s>, heading: Number<'s> },
}

#[derive(Debug)]
pub(super) enum Named<'s> {
    Name(Name<'s>),
    Spot(Number<'s>, Number<'s>),
}

/// A whole line.
pub(super) fn line(text: &str) -> Result<Line<'_>, Trouble> {
    whole(text, action(0), "`,`, `;` or the end of the line")
}

/// Who and a verb.
pub(super) fn head(text: &str) -> Result<(Vec<Name<'_>>, Name<'_>), Trouble> {
    whole(text, |input: &mut Input<'_>| Ok((who_and_colon(input)?, key(input)?)), "the end of the line")
}

/// One name or point.
pub(super) fn named(text: &str) -> Result<Named<'_>, Trouble> {
    whole(text, one_named, "the end")
}

fn one_named<'s>(input: &mut Input<'s>) -> Parsed<Named<'s>> {
    if opt(sign('(')).parse_next(input)?.is_none() {
        return Ok(Named::Name(name.context("a name or `(`").parse_next(input)?));
    }
    let (x, y) = (length(input)?, preceded(comma, length).parse_next(input)?);
    cut_err(sign(')').context("`)`")).parse_next(input)?;
    Ok(Named::Spot(x, y))
}

fn whole<'s, T>(
    text: &'s str,
    mut parser: impl FnMut(&mut Input<'s>) -> Parsed<T>,
    end: &'static str,
) -> Result<T, Trouble> {
    if text.len() > LONGEST_LINE {
        return Err(Trouble::wrong(0, format!("the line is over {LONGEST_LINE} bytes long")));
    }
    let mut input = Input::new(text);
    let read = parser(&mut input).and_then(|read| {
        preceded(space, eof).context(end).parse_next(&mut input)?;
        Ok(read)
    });
    read.map_err(|failed| match failed {
        ErrMode::Backtrack(trouble) | ErrMode::Cut(trouble) => trouble,
        ErrMode::Incomplete(_) => Trouble::expected(text.len(), "more"),
    })
}

fn action<'s>(depth: usize) -> impl FnMut(&mut Input<'s>) -> Parsed<Line<'s>> {
    move |input| {
        if depth > DEEPEST {
            let at = input.current_token_start();
            return Err(ErrMode::Cut(Trouble::wrong(at, format!("parts stand over {DEEPEST} deep in parts"))));
        }
        let who = who_and_colon(input)?;
        let mut line = Line { who, key: None, items: Vec::new(), stops: Vec::new(), parts: None };
        let mut first = opt(name).parse_next(input)?;
        if let Some(verb) = first
            && !begins_item(verb, input)
        {
            line.key = Some(verb);
            if opt(sign('{')).parse_next(input)?.is_some() {
                line.parts = Some(parts(depth, input)?);
                return Ok(line);
            }
            first = opt(name).parse_next(input)?;
        }
        while let Some(begun) = first {
            line.items.push(item(begun, line.key, input)?);
            first = opt(preceded(sign(','), cut_err(name.context("a leg or a value")))).parse_next(input)?;
        }
        line.stops = repeat(0.., preceded(sign(';'), cut_err(stop))).parse_next(input)?;
        Ok(line)
    }
}

/// The parts after `{`, up to and with `}`.
fn parts<'s>(depth: usize, input: &mut Input<'s>) -> Parsed<Vec<Line<'s>>> {
    let mut parts = Vec::new();
    if opt(sign('}')).parse_next(input)?.is_some() {
        return Ok(parts);
    }
    loop {
        parts.push(cut_err(action(depth + 1)).parse_next(input)?);
        if opt(sign('}')).parse_next(input)?.is_some() {
            return Ok(parts);
        }
        cut_err(sign('|').context("`,`, `;`, `|` or `}`")).parse_next(input)?;
    }
}

/// Whether that name, the first of several words, begins an item and is no verb.
fn begins_item(name: Name, input: &mut Input) -> bool {
    name.body || LEG_WORDS.contains(&name.text) || peek(sign('=')).parse_next(input).is_ok()
}

fn item<'s>(begun: Name<'s>, verb: Option<Name<'s>>, input: &mut Input<'s>) -> Parsed<Item<'s>> {
    if opt(sign('=')).parse_next(input)?.is_some() {
        return Ok(Item::Value(begun, cut_err(value).parse_next(input)?));
    }
    let leg = match begun.text {
        "ahead" => Leg::Ahead(length(input)?),
        "slide" => Leg::Slide(turn(input)?, length(input)?),
        "wheel" => Leg::Wheel(turn(input)?),
        "face" => Leg::Face(turn(input)?),
        "form" => Leg::Form(cut_err(word.context("the word of a formation")).parse_next(input)?),
        other => {
            space(input)?;
            let meant = nearest(other, LEG_WORDS.into_iter()).or_else(|| nearest(verb?.text, LEG_WORDS.into_iter()));
            let meant = meant.map_or_else(String::new, |leg| format!(" (did you mean `{leg}`?)"));
            let expected = format!("`=` after `{other}`{meant}");
            return Err(ErrMode::Cut(Trouble::expected(input.current_token_start(), expected)));
        }
    };
    Ok(Item::Leg(leg))
}

fn length<'s>(input: &mut Input<'s>) -> Parsed<Number<'s>> {
    cut_err(number.context("a length")).parse_next(input)
}

fn turn<'s>(input: &mut Input<'s>) -> Parsed<Turn<'s>> {
    let way = one_of_words(&["left", "right"], "`left` or `right`", input)?;
    let by = cut_err(number.context("an angle in degrees")).parse_next(input)?;
    if by.text.starts_with('-') {
        return Err(ErrMode::Cut(Trouble::wrong(by.at, "a turn is left or right, never negative")));
    }
    Ok(Turn { left: way.text == "left", by })
}

fn stop<'s>(input: &mut Input<'s>) -> Parsed<(Name<'s>, Number<'s>)> {
    let who = name.context("the name of a unit that stops earlier").parse_next(input)?;
    one_of_words(&["stops"], "`stops`", input)?;
    Ok((who, length(input)?))
}

fn value<'s>(input: &mut Input<'s>) -> Parsed<Written<'s>> {
    if let Some(number) = opt(number).parse_next(input)? {
        return Ok(Written::Number(number));
    }
    let mut names = Vec::new();
    loop {
        if opt(sign('(')).parse_next(input)?.is_none() {
            names.push(Named::Name(name.context("a number, a word, a name or `(`").parse_next(input)?));
        } else {
            let (x, y) = (length(input)?, preceded(comma, length).parse_next(input)?);
            let closed = opt(sign(')')).parse_next(input)?.is_some();
            if !closed && names.is_empty() {
                let heading = preceded(comma, cut_err(number.context("a heading in degrees"))).parse_next(input)?;
                cut_err(sign(')').context("`)`")).parse_next(input)?;
                return Ok(Written::Place { x, y, heading });
            } else if !closed {
                cut_err(sign(')').context("`)`")).parse_next(input)?;
            }
            names.push(Named::Spot(x, y));
        }
        if opt(sign('&')).parse_next(input)?.is_none() {
            return Ok(Written::Names(names));
        }
    }
}

fn comma(input: &mut Input) -> Parsed<char> {
    cut_err(sign(',').context("`,`")).parse_next(input)
}

/// Names with `+` between them. A `+` that no name follows belongs to the name before it.
fn who_and_colon<'s>(input: &mut Input<'s>) -> Parsed<Vec<Name<'s>>> {
    let mut who = Vec::new();
    loop {
        let mut one = word.context("the name of a side, a body or a unit").parse_next(input)?;
        let mut more = opt(sign('+')).parse_next(input)?.is_some();
        if more && peek(word).parse_next(input).is_err() {
            one.body = true;
            more = opt(sign('+')).parse_next(input)?.is_some();
        }
        who.push(one);
        if !more {
            break;
        }
    }
    sign(':').context("`+` or `:`").parse_next(input)?;
    Ok(who)
}

fn key<'s>(input: &mut Input<'s>) -> Parsed<Name<'s>> {
    word.context("a verb").parse_next(input)
}

/// One of those words, and nothing else.
fn one_of_words<'s>(words: &[&str], expected: &'static str, input: &mut Input<'s>) -> Parsed<Name<'s>> {
    let found = cut_err(word.context(expected)).parse_next(input)?;
    if words.contains(&found.text) {
        return Ok(found);
    }
    Err(ErrMode::Cut(Trouble::expected(found.at, expected)))
}

/// A name, and the `+` that follows it.
fn name<'s>(input: &mut Input<'s>) -> Parsed<Name<'s>> {
    let name = word.parse_next(input)?;
    let body = opt(sign('+')).parse_next(input)?.is_some();
    Ok(Name { body, ..name })
}

fn word<'s>(input: &mut Input<'s>) -> Parsed<Name<'s>> {
    space(input)?;
    let at = input.current_token_start();
    let letters = (one_of('a'..='z'), take_while(0.., ('a'..='z', '0'..='9', '-')));
    let text = letters.take().parse_next(input)?;
    Ok(Name { text, body: false, at })
}

fn number<'s>(input: &mut Input<'s>) -> Parsed<Number<'s>> {
    space(input)?;
    let at = input.current_token_start();
    let digits = || take_while(1.., '0'..='9');
    let text = (opt('-'), digits(), opt(('.', digits()))).take().parse_next(input)?;
    let letters = || take_while(0.., ('a'..='z', 'A'..='Z'));
    // It may stand apart: no word that follows a number otherwise is so short.
    let apart = || preceded(space, letters()).verify(|word: &str| (1..=LONGEST_UNIT).contains(&word.len()));
    let unit = alt((letters().verify(|word: &str| !word.is_empty()), apart(), "")).parse_next(input)?;
    Ok(Number { text, unit, at })
}

fn sign<'s>(sign: char) -> impl FnMut(&mut Input<'s>) -> Parsed<char> {
    move |input| preceded(space, sign).parse_next(input)
}

fn space(input: &mut Input) -> Parsed<()> {
    take_while(0.., [' ', '\t']).void().parse_next(input)
}

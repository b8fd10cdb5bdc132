//! Offers, and values for their params.

use serde::Serialize;
use serde_json::Value as Json;

use super::super::random::moved_to;
use super::{RefusalOut, Wire, degrees, inches, word_among};
use crate::battle::door::{CONCEDE, OFFER_DRAW};
use crate::battle::{Action, Barred, Choice, Offer, Param, Range, Ref, Stop, Value};
use crate::ids::Side;
use crate::table::{Cdeg, Mil};

/// What a side may do.
#[derive(Debug, Serialize)]
pub struct OfferOut {
    pub question: &'static str,
    pub side: Side,
    pub choices: Vec<ChoiceOut>,
    /// What is always accepted, whatever question is open.
    pub standing: [String; 2],
    /// Empty unless asked for.
    pub barred: Vec<BarredOut>,
}

#[derive(Debug, Serialize)]
pub struct ChoiceOut {
    pub action: String,
    pub cite: String,
    pub params: Vec<ParamOut>,
    /// Who else may join; ask again with them.
    pub joiners: Vec<String>,
    /// Whether it ends the question for its side.
    pub ends: bool,
}

#[derive(Debug, Serialize)]
pub struct ParamOut {
    pub name: String,
    #[serde(flatten)]
    pub range: RangeOut,
    pub stops: Vec<StopOut>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RangeOut {
    Length { range: [Json; 2] },
    Angle { range: [Json; 2] },
    Whole { range: [i32; 2] },
    Flag,
    Pick { from: Vec<String>, least: u8, most: u8 },
    Name { from: Vec<&'static str> },
    Area { polygon: Vec<[Json; 2]> },
}

#[derive(Debug, Serialize)]
pub struct StopOut {
    pub at: Json,
    pub why: &'static str,
}

#[derive(Debug, Serialize)]
pub struct BarredOut {
    /// Who and the verb, e.g. `u2: form`.
    pub action: String,
    #[serde(flatten)]
    pub why: RefusalOut,
}

impl Wire<'_> {
    /// The offer to a side.
    pub fn offer(&self, side: Side, offer: &Offer) -> OfferOut {
        OfferOut {
            question: offer.question.0,
            side,
            choices: offer.choices.iter().map(|choice| self.choice(choice)).collect(),
            standing: [CONCEDE, OFFER_DRAW].map(|key| self.line(&Action::new(Ref::Side(side), key))),
            barred: offer.barred.iter().map(|barred| self.barred(barred)).collect(),
        }
    }

    fn choice(&self, choice: &Choice) -> ChoiceOut {
        ChoiceOut {
            action: self.line(&choice.action),
            cite: self.cite(choice.cite),
            params: choice.params.iter().map(|param| self.param(param)).collect(),
            joiners: self.named(&choice.joiners),
            ends: choice.ends,
        }
    }

    fn param(&self, param: &Param) -> ParamOut {
        let stop = |stop: &Stop| StopOut { at: self.value(&stop.at), why: stop.why.0 };
        ParamOut {
            name: called(self, param),
            range: match &param.range {
                Range::Length(low, high) => RangeOut::Length { range: [inches(*low), inches(*high)] },
                Range::Angle(low, high) => RangeOut::Angle { range: [degrees(*low), degrees(*high)] },
                Range::Whole(low, high) => RangeOut::Whole { range: [*low, *high] },
                Range::Flag => RangeOut::Flag,
                Range::Pick { from, least, most } => {
                    RangeOut::Pick { from: self.named(from), least: *least, most: *most }
                }
                Range::Name(words) => RangeOut::Name { from: words.iter().map(|word| word.0).collect() },
                Range::Area(corners) => {
                    RangeOut::Area { polygon: corners.iter().map(|(x, y)| [inches(*x), inches(*y)]).collect() }
                }
            },
            stops: param.stops.iter().map(stop).collect(),
        }
    }

    fn barred(&self, barred: &Barred) -> BarredOut {
        let who = Action { key: barred.key, who: barred.who.clone(), with: Vec::new() };
        let head = format!("{}: {}", self.named(&who.who).join("+"), who.key);
        BarredOut { action: head, why: self.refusal(&barred.why) }
    }

    /// What a program sent, as a value of the kind that this param takes; for an area, what the action has there moved to
    /// the point that was sent. Whether it lies within the param's limits the judge says.
    ///
    /// # Errors
    /// What it should have been, in a sentence.
    pub fn param_value(&self, param: &Param, action: &Action, sent: &Json) -> Result<Value, String> {
        let wrong = |what: &str| format!("`{}` takes {what}, not {sent}", called(self, param));
        match &param.range {
            Range::Length(..) => fixed(sent, 1000)
                .map(|n| Value::Length(Mil(n)))
                .ok_or_else(|| wrong("a length in inches with at most 3 decimals")),
            Range::Angle(..) => fixed(sent, 100)
                .map(|n| Value::Angle(Cdeg(n)))
                .ok_or_else(|| wrong("an angle in degrees with at most 2 decimals")),
            Range::Whole(..) => fixed(sent, 1).map(Value::Whole).ok_or_else(|| wrong("a whole number")),
            Range::Flag => sent.as_bool().map(Value::Flag).ok_or_else(|| wrong("true or false")),
            Range::Name(words) => word_among(sent.as_str().ok_or_else(|| wrong("a name"))?, words).map(Value::Name),
            Range::Pick { .. } => self.refs(sent).ok_or_else(|| wrong("a list of names"))?.map(Value::Refs),
            Range::Area(_) => {
                let at = point(sent).ok_or_else(|| wrong("a point `[x, y]` in inches with at most 3 decimals"))?;
                let now = param.get(action).ok_or_else(|| wrong("nothing in this action"))?;
                moved_to(&now, at.0, at.1).ok_or_else(|| wrong("nothing in this action"))
            }
        }
    }

    fn refs(&self, sent: &Json) -> Option<Result<Vec<Ref>, String>> {
        let names = sent.as_array()?.iter().map(Json::as_str).collect::<Option<Vec<_>>>()?;
        Some(names.into_iter().map(|name| self.reference(name)).collect())
    }
}

/// A param's name; for a part of a composite action preceded by the name of whoever acts in it, as in `horse-1.by`.
pub fn called(wire: &Wire, param: &Param) -> String {
    match param.part {
        Some(part) => format!("{}.{}", wire.name(part), param.name),
        None => param.name.0.to_owned(),
    }
}

/// A number in units of 1/`parts`, if it is a whole number of them.
fn fixed(sent: &Json, parts: i32) -> Option<i32> {
    // The rounding error that a double may have at the largest length.
    const SLACK: f64 = 1e-5;
    let exact = sent.as_f64()? * f64::from(parts);
    let whole = exact.round();
    let fits = whole >= f64::from(i32::MIN) && whole <= f64::from(i32::MAX) && (exact - whole).abs() < SLACK;
    fits.then_some(whole as i32)
}

fn point(sent: &Json) -> Option<(Mil, Mil)> {
    match sent.as_array()?.as_slice() {
        [x, y] => Some((Mil(fixed(x, 1000)?), Mil(fixed(y, 1000)?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact_or_refused() {
        let number = |text: &str| serde_json::from_str::<Json>(text).unwrap();
        assert_eq!(fixed(&number("4.3"), 1000), Some(4300));
        assert_eq!(fixed(&number("-0.05"), 1000), Some(-50));
        assert_eq!(fixed(&number("2147483.647"), 1000), Some(i32::MAX));
        assert_eq!(fixed(&number("2147483.648"), 1000), None);
        assert_eq!(fixed(&number("0.1234"), 1000), None);
        assert_eq!(fixed(&number("3"), 1), Some(3));
        assert_eq!(fixed(&number("3.5"), 1), None);
        assert_eq!(fixed(&number("1e300"), 1000), None);
        assert_eq!(fixed(&number("\"3\""), 1), None);
        assert_eq!(point(&number("[1.5, 2]")), Some((Mil(1500), Mil(2000))));
        assert_eq!(point(&number("[1.5]")), None);
    }
}

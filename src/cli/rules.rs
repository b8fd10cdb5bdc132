//! `sandtable rules`: every rule of a ruleset, and whether a case holds the program to it.

use std::io::Write;

use serde::Serialize;

use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use crate::battle::Ruleset;
use crate::battle::texts::{Kind, RuleText};
use crate::nearest::nearest;
use crate::rules::RULESETS;
use crate::scenario::embedded;

/// List every rule of the rulesets, implemented or not, with its cases
///
/// A rule counts as implemented when at least one case holds the program to it. Rules of kind `acceptance` are
/// worked positions. A rule with a switch in brackets is in force only in battles that turn it on.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  sandtable rules\n  sandtable rules armati --format json")]
pub struct Rules {
    /// Only of this ruleset
    ruleset: Option<String>,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// One rule, as programs read it.
#[derive(Debug, PartialEq, Serialize)]
struct Line {
    ruleset: &'static str,
    id: &'static str,
    title: &'static str,
    kind: &'static str,
    /// The switch that it belongs to; none: it is always in force.
    switch: Option<&'static str>,
    implemented: bool,
    cases: Vec<String>,
}

impl Rules {
    /// Prints the list.
    pub fn run(&self) -> Outcome {
        let rulesets = match &self.ruleset {
            None => RULESETS.to_vec(),
            Some(name) => vec![*find(name)?],
        };
        let paths: Vec<String> = embedded::cases().into_iter().map(|path| format!("scenarios/{path}")).collect();
        let lists: Vec<(Ruleset, Vec<Line>)> =
            rulesets.into_iter().map(|ruleset| (ruleset, list(&ruleset, &paths))).collect();
        match self.format {
            Format::Json => print_json(&lists.iter().flat_map(|(_, lines)| lines).collect::<Vec<_>>())?,
            Format::Text => print(&lists)?,
        }
        Ok(Done::Well)
    }
}

/// The ruleset of that name.
///
/// # Errors
/// When there is none, with the nearest or all there are.
fn find(name: &str) -> Result<&'static Ruleset, Trouble> {
    RULESETS.iter().find(|ruleset| ruleset.name == name).ok_or_else(|| {
        let names: Vec<&str> = RULESETS.iter().map(|ruleset| ruleset.name).collect();
        let hint = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", names.join(", ")),
        };
        Trouble::Usage(format!("there is no ruleset `{name}`; {hint}"))
    })
}

fn list(ruleset: &Ruleset, paths: &[String]) -> Vec<Line> {
    let folder = format!("scenarios/cases/{}/", ruleset.name);
    let mine: Vec<(&str, &String)> = paths
        .iter()
        .filter(|path| path.starts_with(&folder))
        .map(|path| (path.rsplit('/').next().unwrap_or(path), path))
        .collect();
    let line = |rule: &'static RuleText| {
        let of_rule = |file: &str| file.strip_prefix(rule.id.as_str()).is_some_and(|rest| rest.starts_with('_'));
        let cases: Vec<String> = mine.iter().filter(|(file, _)| of_rule(file)).map(|(_, p)| (*p).clone()).collect();
        let kind = match rule.kind {
            Kind::Rule => "rule",
            Kind::Acceptance => "acceptance",
        };
        Line {
            ruleset: ruleset.name,
            id: &rule.id,
            title: &rule.title,
            kind,
            switch: rule.switch.as_deref(),
            implemented: !cases.is_empty(),
            cases,
        }
    };
    (ruleset.texts)().rules.iter().map(line).collect()
}

fn print(lists: &[(Ruleset, Vec<Line>)]) -> Result<(), Trouble> {
    let mut out = out();
    for (n, (ruleset, lines)) in lists.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        let done = lines.iter().filter(|l| l.implemented).count();
        writeln!(out, "{} ({}): {done} of {} rules have a case", ruleset.title, ruleset.name, lines.len())?;
        let width = lines.iter().map(|l| l.id.chars().count()).max().unwrap_or(0);
        for line in lines {
            let cases = match line.cases.len() {
                0 => "no case".to_owned(),
                1 => "1 case".to_owned(),
                n => format!("{n} cases"),
            };
            let switch = line.switch.map_or_else(String::new, |name| format!("  [{name}]"));
            writeln!(out, "  {:width$}  {cases:>8}  {}{switch}", line.id, line.title)?;
        }
        print_switches(&mut out, ruleset, lines)?;
    }
    out.flush()?;
    Ok(())
}

/// The switches that a battle may turn on, how many of their rules have a case, and the presets.
fn print_switches(out: &mut impl Write, ruleset: &Ruleset, lines: &[Line]) -> std::io::Result<()> {
    let texts = (ruleset.texts)();
    if texts.switches.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n  Switches of {} (`switches: {{\"name\": true}}` in a battle's file)", ruleset.title)?;
    let width = texts.switches.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
    for switch in &texts.switches {
        let of: Vec<&Line> = lines.iter().filter(|l| l.switch == Some(switch.name.as_str())).collect();
        let done = of.iter().filter(|l| l.implemented).count();
        let rules = if of.is_empty() { String::new() } else { format!(" {done} of {} rules have a case.", of.len()) };
        writeln!(out, "  {:width$}  {}{rules}", switch.name, switch.text)?;
    }
    for (name, on) in &texts.presets {
        let on = if on.is_empty() { "none of them".to_owned() } else { on.join(", ") };
        writeln!(out, "  preset `{name}`: {on}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Texts;

    #[test]
    fn a_rule_with_a_case_of_its_own_is_implemented() {
        fn texts() -> &'static Texts {
            static TEXTS: std::sync::LazyLock<Texts> = std::sync::LazyLock::new(|| {
                let rule = |id: &str| format!("(id: \"{id}\", title: \"t\", text: \"x\", source: Book)");
                let rules = format!("(rules: [{}, {}, {}])", rule("A1.2"), rule("A1.2a"), rule("A1.3"));
                Texts::read(&rules, "(sentences: {}, words: {})").unwrap()
            });
            &TEXTS
        }
        let ruleset = Ruleset { name: "drill", texts, ..crate::lab::toy::ruleset() };
        let paths = ["drill/A1.2a_x.ron", "drill/A1.2a_y.ron", "drill/A1.3.ron", "other/A1.3_x.ron"];
        let paths: Vec<String> = paths.iter().map(|p| format!("scenarios/cases/{p}")).collect();
        let lines = list(&ruleset, &paths);
        let told: Vec<_> = lines.iter().map(|l| (l.id, l.implemented, l.cases.len())).collect();
        assert_eq!(told, [("A1.2", false, 0), ("A1.2a", true, 2), ("A1.3", false, 0)]);
    }
}

//! What a study compares: a variant with the base, or in a grid of factors what each level of a factor does in the mean
//! of all the others, and what two do together beyond what each does alone.

use super::record::Record;
use super::shelf::Shelf;
use super::study::{Arm, BASE};
use super::study_change::{self, ARM, Change};
use super::tree::Node;
use crate::battle::setup::Setup;

/// The most arms of a grid.
const MOST_ARMS: usize = 64;

/// A comparison of arms: a sum of their results, each with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// Its name.
    pub name: String,
    /// The numbers of arms, and their weights; these add up to 0.
    pub weights: Vec<(usize, f64)>,
    /// Whether it is what two do together beyond what each does alone.
    pub together: bool,
}

impl Contrast {
    /// The two arms that are compared where it compares two: the first, the other.
    pub fn pair(&self) -> Option<[usize; 2]> {
        match self.weights[..] {
            [(first, _), (other, _)] => Some([first, other]),
            _ => None,
        }
    }

    /// The largest that it can be of results from 0 to 1.
    pub fn largest(&self) -> f64 {
        self.weights.iter().map(|(_, weight)| weight.max(0.0)).sum()
    }

    /// Of each variant with the base, the first arm.
    pub(super) fn with_base(arms: &[Arm]) -> Vec<Contrast> {
        let of = |(n, arm): (usize, &Arm)| {
            let weights = vec![(0, -1.0), (n, 1.0)];
            Contrast { name: arm.name.clone(), weights, together: false }
        };
        arms.iter().enumerate().skip(1).map(of).collect()
    }
}

/// A factor of a grid: its levels, the first of which is what the others are compared with.
pub(super) struct Factor<'t> {
    name: String,
    levels: Vec<(Node<'t>, String, Change)>,
}

/// Reads the factors of a grid.
pub(super) fn factors<'t>(node: Node<'t>, shelf: &Shelf) -> Vec<Factor<'t>> {
    let listed = node.items().unwrap_or_default();
    let factors: Vec<Factor> = listed.iter().filter_map(|node| factor(*node, shelf)).collect();
    let arms: usize = factors.iter().map(|factor| factor.levels.len()).product();
    if factors.len() == listed.len() && !(2..=MOST_ARMS).contains(&arms) {
        node.error(format!("a grid has from 2 to {MOST_ARMS} arms, and these factors make {arms}"));
        return Vec::new();
    }
    for (n, factor) in factors.iter().enumerate() {
        if factors[..n].iter().any(|before| before.name == factor.name) {
            node.error(format!("there are two factors `{}`", factor.name));
        }
    }
    factors
}

fn factor<'t>(node: Node<'t>, shelf: &Shelf) -> Option<Factor<'t>> {
    let mut record = Record::of(node, "a factor `(name: …, levels: […])`", &["name", "levels"])?;
    let name = record.must("name").and_then(Node::name);
    let levels = record.must("levels").and_then(|node| Some((node, node.items()?)));
    record.finish();
    let (at, levels) = levels?;
    let levels: Vec<_> = levels.into_iter().filter_map(|node| level(node, shelf)).collect();
    if levels.len() < 2 {
        at.error("a factor has at least two levels");
    }
    for (n, (node, name, _)) in levels.iter().enumerate() {
        if levels[..n].iter().any(|(_, before, _)| before == name) {
            node.error(format!("there is a level `{name}` already"));
        }
    }
    Some(Factor { name: name?, levels })
}

fn level<'t>(node: Node<'t>, shelf: &Shelf) -> Option<(Node<'t>, String, Change)> {
    let mut record = Record::of(node, "a level `(name: …, south: …)`", ARM)?;
    let name = record.must("name").and_then(Node::name);
    let change = study_change::change(&record, shelf);
    record.finish();
    Some((node, name?, change))
}

/// All levels of all factors: where each stands, and its change.
pub(super) fn levels_of<'f, 't>(factors: &'f [Factor<'t>]) -> impl Iterator<Item = (Node<'t>, &'f Change)> {
    factors.iter().flat_map(|factor| &factor.levels).map(|(node, _, change)| (*node, change))
}

/// Every arm of a grid, that of all first levels first, and what is compared. The battle `start` is that of the base.
pub(super) fn grid(factors: &[Factor], base: &Change, start: &Setup) -> (Vec<Arm>, Vec<Contrast>) {
    let sizes: Vec<usize> = factors.iter().map(|factor| factor.levels.len()).collect();
    let count = sizes.iter().product();
    let arms = (0..count).map(|arm| one(factors, &levels(&sizes, arm), base, start)).collect();
    (arms, contrasts(factors, &sizes))
}

fn one(factors: &[Factor], levels: &[usize], base: &Change, start: &Setup) -> Arm {
    let chosen = || factors.iter().zip(levels).map(|(factor, level)| &factor.levels[*level]);
    let (mut change, mut setup) = (base.clone(), start.clone());
    for (_, _, own) in chosen() {
        let mut places = change.places.clone();
        places.extend(own.places.clone());
        change = Change { places, ..change.then(own) };
        setup = own.apply(&setup);
    }
    let names: Vec<&str> = chosen().map(|(_, name, _)| name.as_str()).collect();
    let name = if levels.iter().all(|level| *level == 0) { BASE.to_owned() } else { names.join(" + ") };
    Arm { name, change, setup }
}

/// The level of each factor in an arm, of which the last factor's changes first.
fn levels(sizes: &[usize], mut arm: usize) -> Vec<usize> {
    let mut levels: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|size| {
            let level = arm % size;
            arm /= size;
            level
        })
        .collect();
    levels.reverse();
    levels
}

fn contrasts(factors: &[Factor], sizes: &[usize]) -> Vec<Contrast> {
    let count: usize = sizes.iter().product();
    let of = |sign: &dyn Fn(&[usize]) -> f64, others: usize| -> Vec<(usize, f64)> {
        let weighed = (0..count).map(|arm| (arm, sign(&levels(sizes, arm)) / others as f64));
        weighed.filter(|(_, weight)| *weight != 0.0).collect()
    };
    let sign = |at: usize, level: usize| f64::from(u8::from(at == level)) - f64::from(u8::from(at == 0));
    let mut all = Vec::new();
    for (f, factor) in factors.iter().enumerate() {
        for level in 1..sizes[f] {
            let weights = of(&|at| sign(at[f], level), count / sizes[f]);
            let name = factor.levels[level].1.clone();
            all.push(Contrast { name: format!("{}: {name}", factor.name), weights, together: false });
        }
    }
    for f in 0..factors.len() {
        for g in f + 1..factors.len() {
            for (a, b) in (1..sizes[f]).flat_map(|a| (1..sizes[g]).map(move |b| (a, b))) {
                let weights = of(&|at| sign(at[f], a) * sign(at[g], b), count / sizes[f] / sizes[g]);
                let [one, other] = [(f, a), (g, b)].map(|(of, level)| {
                    let factor = &factors[of];
                    format!("{}: {}", factor.name, factor.levels[level].1)
                });
                let name = format!("{one} and {other}");
                all.push(Contrast { name, weights, together: true });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::super::tree::Tree;
    use super::*;

    #[test]
    fn two_factors_of_two_levels_have_two_effects_and_one_together() {
        let text = r#"[(name: "a", levels: [(name: "x"), (name: "y", north: "random")]),
            (name: "b", levels: [(name: "u"), (name: "v", south: "random")])]"#;
        let source = Source::new("x", text.to_owned());
        let Ok(tree) = Tree::parse(&source) else { panic!("it is whole") };
        let factors = factors(tree.root(), &Shelf::embedded());
        let told: Vec<_> =
            contrasts(&factors, &[2, 2]).into_iter().map(|c| (c.name.clone(), c.largest(), c.weights)).collect();
        // The arms: x u, x v, y u, y v.
        assert_eq!(told[0], ("a: y".to_owned(), 1.0, vec![(0, -0.5), (1, -0.5), (2, 0.5), (3, 0.5)]));
        assert_eq!(told[1], ("b: v".to_owned(), 1.0, vec![(0, -0.5), (1, 0.5), (2, -0.5), (3, 0.5)]));
        assert_eq!(told[2], ("a: y and b: v".to_owned(), 2.0, vec![(0, 1.0), (1, -1.0), (2, -1.0), (3, 1.0)]));
        assert_eq!(told.len(), 3);
    }

    #[test]
    fn of_three_levels_each_is_compared_with_the_first() {
        assert_eq!(levels(&[2, 3], 5), [1, 2]);
        assert_eq!(levels(&[2, 3], 3), [1, 0]);
    }
}

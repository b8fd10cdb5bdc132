//! Checks that an army can be made from its list (19): the printed units, or those that options put in their place.

use std::collections::BTreeMap;

use super::armies::{ArmyList, Exchange};

/// How many units of each troop an army has; a large unit is two.
pub type Counts<'a> = BTreeMap<&'a str, i32>;

/// Checks that these troops can be made from the list.
///
/// # Errors
///
/// What is wrong, as a line for people.
pub fn check(list: &ArmyList, counts: &Counts) -> Result<(), String> {
    let have = |name: &str| counts.get(name).copied().unwrap_or(0);
    if let Some(name) = counts.keys().find(|name| list.troops.iter().all(|troop| troop.name != **name)) {
        return Err(format!("`{name}` is no troop of the list of the {}", list.name));
    }
    let mut short: Counts = list.troops.iter().map(|troop| (troop.name.as_str(), troop.count)).collect();
    for (name, count) in &mut short {
        *count -= have(name);
    }
    if exchanged(&short, &list.options) {
        return Ok(());
    }
    let off: Vec<String> = list
        .troops
        .iter()
        .filter(|troop| have(&troop.name) != troop.count)
        .map(|troop| format!("{} `{}` instead of {}", have(&troop.name), troop.name, troop.count))
        .collect();
    let options: Vec<String> = list.options.iter().map(Exchange::told).collect();
    let may = if options.is_empty() {
        "and has no options".to_owned()
    } else {
        format!("and its options are: {}", options.join("; "))
    };
    Err(format!("the list of the {} does not make this army: {}, {may}", list.name, off.join(", ")))
}

/// Whether the options that are left can account for the printed units that an army lacks and the units that it has in
/// addition.
fn exchanged(short: &Counts, left: &[Exchange]) -> bool {
    let Some((option, rest)) = left.split_first() else { return short.values().all(|count| *count == 0) };
    exchanged(short, rest) || used(short, option, 0).iter().any(|after| exchanged(after, rest))
}

/// What is still lacking or additional after the option was used `times` times: one result for each troop that it may
/// replace.
fn used<'a>(short: &Counts<'a>, option: &'a Exchange, times: i32) -> Vec<Counts<'a>> {
    let mut all = Vec::new();
    if times >= option.most {
        return all;
    }
    for of in &option.of {
        let mut after = short.clone();
        *after.entry(of).or_insert(0) -= option.each;
        *after.entry(&option.to).or_insert(0) += 1;
        all.extend(used(&after, option, times + 1));
        all.push(after);
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::rules::impetus::armies::lists;

    fn check(key: &str, counts: &[(&'static str, i32)]) -> Result<(), String> {
        super::check(lists().get(key).unwrap(), &counts.iter().copied().collect())
    }

    #[test]
    fn the_printed_army_is_one() {
        assert_eq!(check("gauls", &[("nobles", 2), ("warriors", 6), ("skirmishers", 2)]), Ok(()));
        let why = check("gauls", &[("nobles", 2), ("warriors", 5), ("skirmishers", 2)]).unwrap_err();
        assert_eq!(why, "the list of the Gauls does not make this army: 5 `warriors` instead of 6, and has no options");
        assert_eq!(check("gauls", &[("hastati", 1)]).unwrap_err(), "`hastati` is no troop of the list of the Gauls");
    }

    #[test]
    fn an_option_is_used_as_often_as_it_may_be() {
        let romans = |equites, legionaries, allies, horse| {
            let counts = [
                ("equites", equites),
                ("legionaries", legionaries),
                ("velites", 2),
                ("italian-allies", allies),
                ("allied-light-horse", horse),
            ];
            check("republican-romans", &counts).is_ok()
        };
        assert!(romans(2, 4, 0, 0) && romans(1, 4, 1, 0) && romans(2, 3, 0, 1) && romans(1, 3, 1, 1));
        assert!(!romans(0, 4, 2, 0), "one at most");
        assert!(!romans(2, 4, 1, 0), "one more and none given for it");
        assert!(!romans(2, 3, 1, 0), "the allies come for horse, not for legionaries");
        let why = check("republican-romans", &[("equites", 2), ("legionaries", 5), ("velites", 2)]).unwrap_err();
        assert!(why.ends_with("its options are: up to 1 `italian-allies` for `equites`; up to 1 `allied-light-horse` for `legionaries`"), "{why}");
    }

    #[test]
    fn two_may_be_given_for_one_and_one_of_several_for_it() {
        let french = |crossbows, genoese| {
            check("french", &[("knights", 3), ("communal-spears", 2), ("crossbows", crossbows), ("genoese", genoese)])
        };
        assert!(french(3, 0).is_ok() && french(1, 1).is_ok() && french(2, 1).is_err());
        let city = |knights, spears, carroccio| {
            let rest = [("mercenaries", 1), ("crossbows", 1), ("militia", 1), ("archers", 1)];
            check(
                "italian-city",
                &[&rest[..], &[("knights", knights), ("spearmen", spears), ("carroccio", carroccio)]].concat(),
            )
        };
        assert!(city(2, 2, 0).is_ok() && city(1, 2, 1).is_ok() && city(2, 1, 1).is_ok());
        assert!(city(1, 1, 2).is_err() && city(1, 1, 1).is_err());
    }
}

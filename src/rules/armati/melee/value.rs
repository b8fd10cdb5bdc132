//! What a unit adds to its die in a melee: its value (7.3) and the modifiers (7.8).

use super::party::{Party, Struck};
use crate::cite::{Cite, Tally, Word};
use crate::rules::armati::data::data;
use crate::table::Mil;

const VALUE: Cite = Cite("7.3");

/// Which of its three values a unit uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    Front,
    Flank,
    Special,
}

/// Which value the unit uses against this opponent, and how much it is (7.3). If panicked by it, the special value
/// (A17.6).
pub fn value(own: &Party, opponent: &Party) -> (Uses, i32) {
    let flank = own.struck == Struck::Heavies || own.struck_here;
    let special = own.difficult || opponent.difficult || own.panicked_here;
    match (flank, special) {
        (true, true) if own.special < own.flank => (Uses::Special, own.special),
        (true, _) => (Uses::Flank, own.flank),
        (false, true) => (Uses::Special, own.special),
        (false, false) => (Uses::Front, own.front),
    }
}

/// The value and all modifiers of the unit against this opponent.
pub fn tally(own: &Party, opponent: &Party) -> Tally {
    let numbers = &data().tables.melee;
    let (uses, points) = value(own, opponent);
    let what = match uses {
        Uses::Front => Word("front-value"),
        Uses::Flank => Word("flank-value"),
        Uses::Special => Word("special-value"),
    };
    let mut tally = Tally::default().with(what, points, VALUE);
    if uses == Uses::Front && value(opponent, own).0 == Uses::Front && wider(own.frontage, opponent.frontage) {
        tally.add(Word("unit-wider"), numbers.wider, Cite("7.8.1"));
    }
    if uses == Uses::Front && own.pikes_in_depth && opponent.kind.hi_family && !opponent.pike {
        tally.add(Word("deep-pikes"), numbers.deep_pikes, Cite("A13.1"));
    }
    let defends = own.kind.foot && own.stationary && own.contacted && !own.struck_here;
    if defends && own.better_ground {
        tally.add(Word("terrain-advantage"), numbers.terrain, Cite("7.8.2"));
    }
    if own.general {
        tally.add(Word("general-attached"), data().tables.general.melee, Cite("7.8.3"));
    }
    if own.undressed {
        tally.add(Word("undressed"), numbers.undressed, Cite("7.8.4"));
    }
    if own.fatigued {
        tally.add(Word("fatigued"), numbers.fatigued, Cite("7.8.5"));
    }
    tally
}

fn wider(own: Mil, opponent: Mil) -> bool {
    own >= Mil::measured(opponent.to_inches() * data().tables.melee.wider_share)
}

#[cfg(test)]
mod tests {
    use super::super::parties::{party, total};
    use super::*;

    #[test]
    fn otherwise_the_front_value_counts() {
        let (hi, hc) = (party("HI", (6, 2, 1)), party("HC", (4, 0, 0)));
        assert_eq!(value(&hi, &hc), (Uses::Front, 6));
        assert_eq!(total(&hi, &hc), 6);
    }

    #[test]
    fn a_heavy_flanker_brings_the_flank_value_into_all_melees() {
        // T3: HI 6[2]1 with HC on its flank and HI 5 on its front.
        let struck = Party { struck: Struck::Heavies, ..party("HI", (6, 2, 1)) };
        let by_hc = Party { struck_here: true, ..struck.clone() };
        assert_eq!(value(&struck, &party("HI", (5, 2, 1))), (Uses::Flank, 2));
        assert_eq!(value(&by_hc, &party("HC", (4, 0, 0))), (Uses::Flank, 2));
    }

    #[test]
    fn a_light_flanker_brings_it_into_its_own_only() {
        // T4: the same, flanked by LI.
        let struck = Party { struck: Struck::Lights, ..party("HI", (6, 2, 1)) };
        let by_li = Party { struck_here: true, ..struck.clone() };
        assert_eq!(value(&struck, &party("HI", (5, 2, 1))), (Uses::Front, 6));
        assert_eq!(value(&by_li, &party("LI", (4, 1, 2))), (Uses::Flank, 2));
    }

    #[test]
    fn difficult_ground_under_either_brings_the_special_value_against_each_other() {
        let in_woods = Party { difficult: true, ..party("HI", (6, 2, 1)) };
        let warband = party("WB", (5, 1, 3));
        assert_eq!(value(&in_woods, &warband), (Uses::Special, 1));
        assert_eq!(value(&warband, &in_woods), (Uses::Special, 3));
    }

    #[test]
    fn of_two_that_apply_the_lower_counts() {
        let both = |fv| Party { struck: Struck::Heavies, difficult: true, ..party("HI", fv) };
        let enemy = party("HC", (4, 0, 0));
        assert_eq!(value(&both((6, 2, 1)), &enemy), (Uses::Special, 1));
        assert_eq!(value(&both((6, 1, 2)), &enemy), (Uses::Flank, 1));
    }

    #[test]
    fn the_panicked_use_the_special_value_against_their_chariot_alone() {
        let (wb, chariot) = (party("WB", (5, 1, 3)), party("2CH", (4, 1, 0)));
        let panicked = Party { panicked: true, panicked_here: true, ..wb.clone() };
        assert_eq!(value(&panicked, &chariot), (Uses::Special, 3));
        assert_eq!(value(&Party { panicked_here: false, ..panicked.clone() }, &chariot), (Uses::Front, 5));
        assert_eq!(value(&chariot, &panicked), (Uses::Front, 4));
        // Struck in flank by that chariot: the lower of flank and special value.
        let struck = Party { struck: Struck::Heavies, struck_here: true, ..panicked };
        assert_eq!(value(&struck, &chariot), (Uses::Flank, 1));
        // A special value above the front one is used all the same.
        let odd = Party { panicked_here: true, ..party("LI", (3, 1, 4)) };
        assert_eq!(value(&odd, &chariot), (Uses::Special, 4));
    }

    #[test]
    fn deep_pikes_add_1_to_the_front_value_against_other_heavy_infantry() {
        // A13.1: PH 7 deep against HI 6 wide.
        let narrow = Party { frontage: Mil(2400), deep: true, ..party("PH", (7, 1, 0)) };
        let pikes = Party { pike: true, pikes_in_depth: true, ..narrow.clone() };
        let hi = party("HI", (6, 2, 2));
        assert_eq!((total(&pikes, &hi), total(&hi, &pikes)), (8, 7));
        assert_eq!(total(&narrow, &hi), 7);
        for (code, points) in [("COH", 8), ("FT", 8), ("PH", 8), ("WB", 7), ("LHI", 7), ("LI", 7), ("HC", 7), ("EL", 7)]
        {
            assert_eq!(total(&pikes, &party(code, (4, 1, 1))), points, "{code}");
        }
        assert_eq!(total(&pikes, &Party { pike: true, ..party("PH", (7, 1, 0)) }), 7);
        assert_eq!(total(&Party { difficult: true, ..pikes.clone() }, &hi), 0, "with its special value it has none");
        let struck = Party { struck: Struck::Heavies, ..pikes };
        assert_eq!(total(&struck, &hi), 1, "nor with its flank value");
    }

    #[test]
    fn half_as_wide_again_is_wider_when_both_use_front_values() {
        let narrow = Party { frontage: Mil(2400), ..party("HC", (4, 0, 0)) };
        let wide = party("HC", (4, 0, 0));
        assert_eq!((total(&wide, &narrow), total(&narrow, &wide)), (5, 4));
        let just = Party { frontage: Mil(3600), ..wide.clone() };
        let short = Party { frontage: Mil(3599), ..wide.clone() };
        assert_eq!((total(&just, &narrow), total(&short, &narrow)), (5, 4));
        let struck = Party { struck: Struck::Heavies, ..narrow };
        assert_eq!(total(&wide, &struck), 4, "the other uses its flank value");
    }

    #[test]
    fn foot_that_were_contacted_and_stood_have_the_ground() {
        let stands = Party { contacted: true, better_ground: true, ..party("HI", (6, 2, 1)) };
        let enemy = party("HI", (5, 2, 1));
        assert_eq!(total(&stands, &enemy), 7);
        let not = |changed: Party| assert_eq!(total(&changed, &enemy), 6, "{changed:?}");
        not(Party { stationary: false, ..stands.clone() });
        not(Party { contacted: false, ..stands.clone() });
        not(Party { better_ground: false, ..stands.clone() });
        not(Party { kind: party("HC", (4, 0, 0)).kind, ..stands.clone() });
        let struck = Party { struck_here: true, struck: Struck::Lights, ..stands };
        assert_eq!(total(&struck, &enemy), 2);
    }

    #[test]
    fn general_fatigue_and_dress_count_against_everyone() {
        let unit = Party { general: true, undressed: true, fatigued: true, ..party("HI", (6, 2, 1)) };
        let tally = tally(&unit, &party("HI", (5, 2, 1)));
        let cites: Vec<&str> = tally.0.iter().map(|t| t.cite.0).collect();
        assert_eq!(cites, ["7.3", "7.8.3", "7.8.4", "7.8.5"]);
        assert_eq!(tally.total(), 6 + 1 - 1 - 1);
    }
}

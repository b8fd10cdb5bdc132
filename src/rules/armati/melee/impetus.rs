//! Impetus (7.9): which units break an opponent by winning the first round of a contact.

use super::party::{Party, Struck};
use crate::cite::Cite;

/// Whether the unit has impetus against this opponent in this round of their contact.
///
/// # Errors
/// The rule by which it has none.
pub fn impetus(own: &Party, opponent: &Party, first_round: bool) -> Result<(), Cite> {
    if !first_round || own.struck_here || opponent.struck_here {
        return Err(Cite("I1"));
    }
    if own.kind.impetus.is_empty() {
        return Err(Cite("I7"));
    }
    if own.panicked {
        return Err(Cite("A17.5"));
    }
    if !own.kind.impetus.contains(&opponent.kind.code) {
        let by_pikes = own.kind.loses_impetus_to_ph && opponent.kind.denies_impetus;
        return Err(if by_pikes { Cite("I3") } else { Cite("I2") });
    }
    let in_disorder = own.undressed || own.fatigued;
    let on_bad_ground = own.difficult || opponent.difficult || own.climbing;
    if in_disorder || on_bad_ground || own.struck != Struck::Nobody {
        return Err(Cite("I3"));
    }
    let denied = opponent.kind.denies_impetus || (opponent.shield_wall && own.kind.mounted);
    if opponent.stationary && denied {
        return Err(Cite("I4"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::parties::party;
    use super::*;

    fn of(code: &str) -> Party {
        party(code, (5, 1, 1))
    }

    fn why(own: &Party, opponent: &Party) -> &'static str {
        impetus(own, opponent, true).map_or_else(|cite| cite.0, |()| "")
    }

    #[test]
    fn it_counts_in_the_first_round_front_against_front() {
        let (wb, hi) = (of("WB"), of("HI"));
        assert_eq!(why(&wb, &hi), "");
        assert_eq!(impetus(&wb, &hi, false), Err(Cite("I1")));
        let struck = Party { struck_here: true, struck: Struck::Heavies, ..hi.clone() };
        assert_eq!(why(&wb, &struck), "I1");
        assert_eq!(why(&hi, &wb), "I7");
    }

    #[test]
    fn the_table_says_against_whom() {
        let has = |own: &str, opponent: &str| impetus(&of(own), &of(opponent), true).is_ok();
        // Moving phalanx; a stationary one denies all.
        let ph = Party { stationary: false, ..of("PH") };
        assert!(has("WB", "LI") && !has("WB", "LC") && !has("WB", "SI"));
        assert!(has("HC", "WB") && !has("HC", "LC") && !has("HC", "HC"));
        assert!(has("KN", "HC") && has("KN", "LC") && !has("KN", "CAT") && !has("KN", "EL"));
        assert!(has("4CH", "4CH") && !has("2CH", "4CH") && has("SCH", "EL"));
        assert!(has("EL", "KN") && !has("EL", "LI") && !has("EL", "EL"));
        assert_eq!(why(&of("WB"), &ph), "");
        assert_eq!(why(&of("EL"), &ph), "");
        for mounted in ["HC", "KN", "MAA", "CAT", "2CH", "4CH"] {
            assert_eq!(why(&of(mounted), &ph), "I3", "{mounted}");
        }
    }

    #[test]
    fn disorder_ground_and_a_struck_flank_lose_it() {
        let (wb, hi) = (of("WB"), of("HI"));
        assert_eq!(why(&Party { undressed: true, ..wb.clone() }, &hi), "I3");
        assert_eq!(why(&Party { fatigued: true, ..wb.clone() }, &hi), "I3");
        assert_eq!(why(&Party { difficult: true, ..wb.clone() }, &hi), "I3");
        assert_eq!(why(&wb, &Party { difficult: true, ..hi.clone() }), "I3");
        assert_eq!(why(&Party { climbing: true, ..wb.clone() }, &hi), "I3");
        assert_eq!(why(&Party { struck: Struck::Lights, ..wb.clone() }, &hi), "I3");
        assert_eq!(why(&wb, &Party { undressed: true, climbing: true, ..hi }), "");
    }

    #[test]
    fn the_panicked_have_none_against_anyone() {
        let wb = Party { panicked: true, ..of("WB") };
        assert_eq!(why(&wb, &of("HI")), "A17.5");
        assert_eq!(why(&of("HC"), &Party { panicked: true, ..of("HI") }), "", "their opponents keep theirs");
    }

    #[test]
    fn a_stationary_phalanx_denies_all_and_a_shield_wall_the_mounted() {
        let ph = of("PH");
        assert_eq!(why(&of("WB"), &ph), "I4");
        assert_eq!(why(&of("SCH"), &ph), "I4");
        let wall = Party { shield_wall: true, ..of("HI") };
        assert_eq!(why(&of("HC"), &wall), "I4");
        assert_eq!(why(&of("WB"), &wall), "");
        assert_eq!(why(&of("HC"), &Party { stationary: false, ..wall }), "");
    }
}

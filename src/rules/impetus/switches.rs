//! The switches: the modules of the profile FULL, each of which a battle may be played with or without (18).

crate::battle::switch_set! {
    /// Armies in commands, which contest the initiative.
    Commands "X1_commands",
    /// Generals of seven sorts.
    Generals "X2_generals",
    /// Command structures, and generals who rally others.
    Command "X3_command",
    /// More moves in one activation.
    Actions "X5_actions",
    /// Light troops evade charges.
    Evade "X6_evade",
    /// Units stand ready to charge or shoot at an opportunity.
    Opportunity "X7_opportunity",
    /// Chargers add a die; who is charged may come to meet them.
    ChargeBonus "X8_charge",
    /// Longer bands of range, and a nearest one.
    Ranges "X9_ranges",
    /// Distance and heavy foot in the cohesion test.
    Cohesion "X10_cohesion",
    /// Impetuous troops rush unless they are held back.
    Impetuous "X11_impetuous",
    /// Mounted that do not win against foot withdraw.
    Disengagement "X12_disengagement",
    /// Skirmishers are dispersed by formed troops.
    Dispersal "X13_dispersal",
    /// Missile foot and light foot pass through friends and are passed.
    Interpenetration "X14_interpenetration",
    /// Commands that have lost half of their value are routed.
    BreakPoints "X15_break_points",
    /// A failed throw may be made again.
    Destiny "X16_destiny",
    /// The defender lays terrain, which the attacker may change.
    LaidTerrain "laid_terrain",
    /// Both sides deploy at once, hidden from each other.
    SecretDeployment "secret_deployment",
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::impetus::data::{data, tables};

    #[test]
    fn the_data_describes_every_switch_and_belongs_rules_to_no_other() {
        let texts = &data().texts;
        let described: Vec<&str> = texts.switches.iter().map(|s| s.name.as_str()).collect();
        let known: Vec<&str> = Switch::ALL.iter().map(|s| s.name()).collect();
        assert_eq!(described, known);
        assert!(texts.rules.iter().filter_map(|r| r.switch.as_deref()).all(|name| known.contains(&name)));
    }

    #[test]
    fn the_usual_general_and_structure_are_listed() {
        let full = &tables().full;
        assert!(full.generals.iter().any(|sort| sort.name == full.usual_general));
        assert!(full.structures.iter().any(|structure| structure.name == full.usual_structure));
    }
}

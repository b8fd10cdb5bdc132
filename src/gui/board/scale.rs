//! Where ticks and figures stand on rulers, tapes and ways: by inches, or by the game's own unit.

use crate::battle::texts::LengthUnit;

/// How many of it lie between two ticks, two longer ones, two figures; and on ways, which are looked at between other things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ticks {
    /// Inches of one.
    pub one: f32,
    pub each: i32,
    pub longer: i32,
    pub figure: i32,
    pub way: i32,
    /// On ways every so manyth tick is longer.
    pub way_longer: usize,
}

/// Ticks of a unit are at least so far apart, pixels; those of a way; and its figures.
const EACH: f32 = 5.0;
const WAY: f32 = 9.0;
const FIGURE: f32 = 36.0;

/// The ticks at that zoom, pixels of an inch.
pub fn ticks(unit: Option<&LengthUnit>, zoom: f32) -> Ticks {
    let Some(unit) = unit else {
        let figure = match zoom {
            z if z >= 30.0 => 1,
            z if z >= 5.0 => 6,
            _ => 12,
        };
        return Ticks { one: 1.0, each: 1, longer: 6, figure, way: 1, way_longer: 3 };
    };
    let apart = |least: f32| {
        const STEPS: [i32; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        let wide = |step: &i32| *step as f32 * unit.inches * zoom >= least;
        STEPS.into_iter().find(wide).unwrap_or(STEPS[STEPS.len() - 1])
    };
    let figure = apart(FIGURE);
    let longer = if figure % 2 == 0 { figure / 2 } else { figure };
    Ticks { one: unit.inches, each: apart(EACH), longer, figure, way: apart(WAY), way_longer: 5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_come_closer_as_the_table_does() {
        let figure = |zoom| ticks(None, zoom).figure;
        assert_eq!([12.0, 29.9, 30.0, 4.0].map(figure), [6, 6, 1, 12]);
    }

    #[test]
    fn a_unit_has_round_numbers_of_it_between_figures_and_no_crowd_of_ticks() {
        let cm = LengthUnit { sign: " cm", inches: 0.3937 };
        for zoom in [3.0, 5.0, 8.0, 12.0, 25.0, 40.0] {
            let now = ticks(Some(&cm), zoom);
            assert!(now.figure % now.each == 0 && now.each as f32 * cm.inches * zoom >= EACH, "{now:?}");
            assert!(now.figure as f32 * cm.inches * zoom >= FIGURE, "{now:?} at {zoom}");
        }
        assert_eq!(
            ticks(Some(&cm), 8.0),
            Ticks { one: 0.3937, each: 2, longer: 10, figure: 20, way: 5, way_longer: 5 }
        );
    }
}

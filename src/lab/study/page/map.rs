//! A map of where units fell or fought: a disc for each side in each square of the table.

use plotters::prelude::*;

use super::ChartError;
use super::chart::{GRID, colour};
use crate::lab::study::fields::{Field, square};

const WIDTH: f64 = 420.0;

/// The map of these squares on a table of that size; a disc fills its square where there are `most` of a side.
///
/// # Errors
/// When the library cannot draw it.
pub fn map(fields: &[Field], table: [f64; 2], most: f64) -> Result<String, ChartError> {
    drawn(fields, table, most).map_err(|why| ChartError(why.to_string()))
}

fn drawn(fields: &[Field], [wide, deep]: [f64; 2], most: f64) -> Result<String, Box<dyn std::error::Error>> {
    let scale = WIDTH / wide;
    let size = (WIDTH as u32, (deep * scale).ceil() as u32);
    let across = square(wide);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let point = |x: f64, y: f64| ((x * scale).round() as i32, ((deep - y) * scale).round() as i32);
        let lines = |length: f64| (0..).map(move |n| f64::from(n) * across).take_while(move |at| *at <= length + 0.01);
        for x in lines(wide) {
            root.draw(&PathElement::new([point(x, 0.0), point(x, deep)], GRID.stroke_width(1)))?;
        }
        for y in lines(deep) {
            root.draw(&PathElement::new([point(0.0, y), point(wide, y)], GRID.stroke_width(1)))?;
        }
        let radius = |count: f64| (across * scale * 0.55 * (count / most.max(1e-9)).sqrt()).round() as i32;
        for Field { at: [x, y], north, south } in fields {
            for (count, of) in [(*north, 1), (*south, 0)] {
                if count > 0.0 {
                    root.draw(&Circle::new(point(*x, *y), radius(count).max(1), colour(of).mix(0.62).filled()))?;
                }
            }
        }
        root.present()?;
    }
    Ok(svg)
}

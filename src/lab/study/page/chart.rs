//! The charts of a study's page, as SVG by plotters. Colours are the eight of Okabe and Ito, which people with a colour
//! weakness tell apart; ink and grid are marks that the page's style replaces by its own, light or dark.

use plotters::prelude::*;

use super::ChartError;
use crate::lab::study::report::Summary;
use crate::lab::study::sequence::FIRST;

/// How many colours there are before they begin again.
pub const COLOURS: usize = 6;

const PALETTE: [RGBColor; COLOURS] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
/// The style replaces these two.
pub const INK: RGBColor = RGBColor(1, 1, 1);
/// Lines that only guide the eye.
pub const GRID: RGBColor = RGBColor(2, 2, 2);

/// How wide a chart is.
pub const WIDTH: u32 = 860;

/// A chart and what stands beside it.
pub struct Chart {
    /// What it shows.
    pub title: &'static str,
    /// How to read it.
    pub told: &'static str,
    /// The drawing.
    pub svg: String,
    /// The numbers of its colours, and what each stands for; none where it needs none.
    pub legend: Vec<(usize, String)>,
}

/// All charts of a study.
///
/// # Errors
/// When the library cannot draw one.
pub fn all(summary: &Summary) -> Result<Vec<Chart>, ChartError> {
    // The first colour is the base's, so that a variant has one colour in all charts.
    let variants = || (1..).zip(&summary.variants).map(|(n, of)| (n % COLOURS, of.name.clone())).collect::<Vec<_>>();
    let arms = (0..).zip(&summary.arms).map(|(n, arm)| (n % COLOURS, arm.name.clone())).collect();
    let several = if summary.variants.len() > 1 { variants() } else { Vec::new() };
    let drawn = |svg: Result<String, Box<dyn std::error::Error>>| svg.map_err(|why| ChartError(why.to_string()));
    let mut charts = vec![
        Chart {
            title: "The difference to the base.",
            told: "In hundredths of the battles, with its interval; the upright line is what was asked for.",
            svg: drawn(differences(summary))?,
            legend: variants(),
        },
        Chart {
            title: "How it became sure.",
            told: "The difference and its interval after each look.",
            svg: drawn(looks(summary))?,
            legend: several.clone(),
        },
        Chart {
            title: "How the chance to win goes.",
            told: "In hundredths, as the positions at the end of each turn give it; at the last, the battles won.",
            svg: drawn(courses(summary))?,
            legend: arms,
        },
    ];
    if summary.variants.iter().any(|variant| !variant.part.is_empty()) {
        charts.push(Chart {
            title: "Where the battles part.",
            told: "In which turn, in hundredths of the pairs, the battle of the variant goes another way than that of the base; at 0 those that never do.",
            svg: drawn(partings(summary))?,
            legend: several,
        });
    }
    Ok(charts)
}

type Drawn = Result<String, Box<dyn std::error::Error>>;

fn text(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// A colour of the palette.
pub fn colour(n: usize) -> RGBColor {
    PALETTE[n % COLOURS]
}

/// The least and the most of these, with a little room, and 0 among them.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.filter(|v| v.is_finite()).fold((0.0_f64, 0.0_f64), |(l, h), v| (l.min(v), h.max(v)));
    let room = ((high - low) * 0.06).max(0.5);
    low - room..high + room
}

fn differences(summary: &Summary) -> Drawn {
    let count = summary.variants.len();
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 70 + 34 * count as u32)).into_drawing_area();
        let asked = summary.at_least * 100.0;
        let ends = summary.variants.iter().flat_map(|v| v.wins.interval).map(|share| share * 100.0);
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(34)
            .build_cartesian_2d(range(ends.chain([asked])), -0.5..count as f64 - 0.5)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(text(13))
            .draw()?;
        chart.draw_series(LineSeries::new([(asked, -0.5), (asked, count as f64 - 0.5)], INK.stroke_width(1)))?;
        for (n, variant) in summary.variants.iter().enumerate() {
            let at = (count - 1 - n) as f64;
            let [low, high] = variant.wins.interval.map(|share| share * 100.0);
            chart.draw_series(LineSeries::new([(low, at), (high, at)], colour(n + 1).stroke_width(4)))?;
            chart.draw_series([Circle::new((variant.wins.mean * 100.0, at), 6, colour(n + 1).filled())])?;
        }
        root.present()?;
    }
    Ok(svg)
}

fn looks(summary: &Summary) -> Drawn {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 320)).into_drawing_area();
        // Before there is an interval it is as wide as can be, and would hide the rest.
        let told = |n: usize| summary.variants[n].looks.iter().filter(|look| look.pairs >= FIRST);
        let every = || (0..summary.variants.len()).flat_map(told);
        let last = every().map(|look| look.pairs).max().unwrap_or(1);
        let ends = every().flat_map(|look| look.wins.interval).map(|share| share * 100.0);
        let mut chart = lines(&root, 0.0..f64::from(last), range(ends), "pairs", "difference")?;
        for n in 0..summary.variants.len() {
            let above = told(n).map(|look| (f64::from(look.pairs), look.wins.interval[1] * 100.0));
            let below = told(n).map(|look| (f64::from(look.pairs), look.wins.interval[0] * 100.0));
            let mut band: Vec<(f64, f64)> = above.collect();
            band.extend(below.collect::<Vec<_>>().into_iter().rev());
            if !band.is_empty() {
                chart.draw_series([Polygon::new(band, colour(n + 1).mix(0.22).filled())])?;
            }
            let middle = told(n).map(|look| (f64::from(look.pairs), look.wins.mean * 100.0));
            chart.draw_series(LineSeries::new(middle, colour(n + 1).stroke_width(2)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

fn courses(summary: &Summary) -> Drawn {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 320)).into_drawing_area();
        let every = || summary.arms.iter().flat_map(|arm| &arm.course);
        let first = every().map(|of| of.turn).min().unwrap_or_default();
        let last = every().map(|of| of.turn).max().unwrap_or_default().max(first + 1);
        let shares = every().map(|of| of.chance * 100.0);
        let (low, high) = shares.fold((50.0_f64, 50.0_f64), |(low, high), share| (low.min(share), high.max(share)));
        let heights = (low - 4.0).max(0.0)..(high + 4.0).min(100.0);
        let mut chart = lines(&root, f64::from(first)..f64::from(last), heights, "turn", "chance")?;
        for (n, arm) in summary.arms.iter().enumerate() {
            let points = arm.course.iter().map(|of| (f64::from(of.turn), of.chance * 100.0));
            chart.draw_series(LineSeries::new(points, colour(n).stroke_width(2)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

fn partings(summary: &Summary) -> Drawn {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 260)).into_drawing_area();
        let last = summary.variants.iter().filter_map(|v| v.part.keys().next_back()).max().copied().unwrap_or(1).max(1);
        let count = summary.variants.len() as f64;
        let share = |n: usize, pairs: usize| {
            let all = summary.variants[n].part.values().sum::<usize>().max(1);
            pairs as f64 * 100.0 / all as f64
        };
        let every = (0..summary.variants.len()).flat_map(|n| summary.variants[n].part.values().map(move |p| (n, *p)));
        let most = every.map(|(n, pairs)| share(n, pairs)).fold(1.0, f64::max);
        let mut chart = lines(&root, -0.5..f64::from(last) + 0.5, 0.0..most * 1.06, "turn", "pairs")?;
        for (n, variant) in summary.variants.iter().enumerate() {
            let width = 0.8 / count;
            chart.draw_series(variant.part.iter().map(|(turn, pairs)| {
                let left = f64::from(*turn) - 0.4 + width * n as f64;
                Rectangle::new([(left, 0.0), (left + width, share(n, *pairs))], colour(n + 1).filled())
            }))?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// Where a chart is drawn.
pub type Area<'a, 'b> = DrawingArea<SVGBackend<'b>, plotters::coord::Shift>;
/// A chart of two axes.
pub type Lines<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// A chart of two axes to draw lines in.
pub fn lines<'a, 'b>(
    root: &'a Area<'a, 'b>,
    across: std::ops::Range<f64>,
    up: std::ops::Range<f64>,
    below: &str,
    beside: &str,
) -> Result<Lines<'a, 'b>, Box<dyn std::error::Error>>
where
    'b: 'a,
{
    // Turns and pairs are whole: no more labels than there are.
    let across_labels = ((across.end - across.start) as usize + 1).min(15);
    let mut chart =
        ChartBuilder::on(root).margin(12).x_label_area_size(40).y_label_area_size(52).build_cartesian_2d(across, up)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_labels(across_labels)
        .x_label_formatter(&|x| if (x - x.round()).abs() < 1e-6 { format!("{:.0}", x.abs()) } else { String::new() })
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style(text(13))
        .axis_desc_style(text(14))
        .x_desc(below)
        .y_desc(beside)
        .draw()
        .map_err(|why| why.to_string())?;
    Ok(chart)
}

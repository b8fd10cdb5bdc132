//! A unit as it stands or would stand: a block, or ragged files (7.1, 7.9).

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::battlefield::Battlefield;
use super::data::tables;
use crate::ids::{Side, UnitId};
use crate::table::slide::seat;
use crate::table::straight::Way;
use crate::table::{BaseSize, Footprint, Footprints, Mil, Placement, Pose, turned};

/// By so much two lengths may differ and count as the same, inches.
const HAIR: f32 = 0.000_2;

/// A unit that moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub unit: UnitId,
    pub side: Side,
    pub size: BaseSize,
    pub files: u8,
    pub placement: Placement,
    /// Of each figure the file, where they are ragged.
    pub labels: Vec<u8>,
    /// A figure that faces as the unit does, where they face differently.
    pub lead: u8,
}

/// One file of a unit: which figures, from the front, and their bases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Column {
    pub figures: SmallVec<[u8; 8]>,
    /// What it covers: of a block its share of the gaps too, so that nothing comes to stand in them.
    pub prints: Footprints,
}

/// How far a file goes, and whom it touches there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    pub by: Mil,
    pub met: Option<UnitId>,
}

impl Column {
    /// How far it goes in a direction until it meets another file that stays; none: it never does.
    fn free(&self, other: &Column, direction: Vec2) -> Option<Mil> {
        let ways = self.prints.iter().map(|print| Way::new(*print, direction));
        let met = ways.flat_map(|way| other.prints.iter().filter_map(move |print| way.meets(print)));
        met.map(|met| met.enter).reduce(f32::min).map(|enter| seat(enter, Mil::ZERO))
    }
}

impl Body {
    /// As the unit stands.
    pub fn of(field: Battlefield, unit: UnitId) -> Body {
        Body {
            unit,
            side: field.0.side_of(unit),
            size: field.size(unit),
            files: field.stance(unit).files.max(1),
            placement: field.0.placement(unit).clone(),
            labels: field.ragged(unit).0,
            lead: field.stance(unit).lead,
        }
    }

    /// What it covers.
    pub fn feet(&self) -> Footprints {
        self.placement.footprints(self.size)
    }

    /// Its figures.
    pub fn bases(&self) -> Footprints {
        self.placement.bases(self.size)
    }

    /// The way it faces.
    pub fn facing(&self) -> Pose {
        match &self.placement {
            Placement::Loose(poses) => poses.get(usize::from(self.lead)).or(poses.first()).copied().unwrap_or_default(),
            other => other.pose(self.size).unwrap_or_default(),
        }
    }

    /// Its files from the left; figures of a last rank that is not full go with the file nearest to them, the left of two.
    pub fn columns(&self) -> Vec<Column> {
        let bases = self.bases();
        let files = usize::from(self.files).clamp(1, bases.len().max(1));
        let mut columns = vec![Column::default(); files];
        let facing = self.facing();
        for (n, print) in bases.iter().enumerate() {
            let file = match &self.placement {
                Placement::Loose(_) => usize::from(self.labels.get(n).copied().unwrap_or(0)).min(files - 1),
                _ if n / files < bases.len() / files => n % files,
                _ => {
                    let aside = |of: &Footprint| facing.local(of.centre).x;
                    let far = |file: &usize| (aside(&bases[*file]) - aside(print)).abs();
                    (0..files)
                        .min_by(|a, b| (far(a) - 0.001).max(0.0).total_cmp(&(far(b) - 0.001).max(0.0)))
                        .unwrap_or(0)
                }
            };
            columns[file].figures.push(n as u8);
            columns[file].prints.push(*print);
        }
        columns.retain(|column| !column.figures.is_empty());
        if let Placement::Block { gap, .. } = self.placement
            && gap > Mil::ZERO
        {
            let last = columns.len() - 1;
            for (file, column) in columns.iter_mut().enumerate() {
                let stand = usize::from(self.size.stand.max(1));
                let apart = (file > 0 && file % stand == 0, file < last && (file + 1) % stand == 0);
                column.prints = self.share(&column.prints, gap.to_inches(), apart);
            }
        }
        columns
    }

    /// What a file of an open block covers: one rectangle over its bases in line and half the gap to each neighbour, and one over
    /// those of the last rank that stand aside.
    fn share(&self, prints: &Footprints, gap: f32, (left, right): (bool, bool)) -> Footprints {
        let facing = self.facing();
        let first = prints[0];
        let aside = |of: &Footprint| (facing.local(of.centre).x - facing.local(first.centre).x).abs() > 0.001;
        let rectangle = |front: &Footprint, rear: &Footprint| {
            let depth = front.centre.distance(rear.centre) + front.depth();
            let sides = [left, right].map(|more| if more { gap / 2.0 } else { 0.0 });
            let pose = front.pose().shifted(0.0, (sides[1] - sides[0]) / 2.0);
            Footprint::new(pose, front.width() + sides[0] + sides[1], depth)
        };
        let mut shares: Footprints = prints.iter().filter(|of| aside(of)).map(|of| rectangle(of, of)).collect();
        if let Some(rear) = prints.iter().rfind(|of| !aside(of)) {
            shares.push(rectangle(&first, rear));
        }
        shares
    }

    /// How far each file goes in a direction (BS25, BS26, BS119, BS124): up to so many inches, or to where it touches an enemy or
    /// would come over a figure of its own unit that has stopped. A graze a little short of seated files is set level with them.
    pub fn advance(&self, field: Battlefield, columns: &[Column], direction: Vec2, by: Mil) -> Vec<Stop> {
        let mut stops: Vec<Stop> = Vec::with_capacity(columns.len());
        let mut grazes = Vec::with_capacity(columns.len());
        let mut seats = Vec::with_capacity(columns.len());
        for column in columns {
            let (stop, grazed, seat) = self.meets(field, column, direction, by);
            stops.push(stop);
            grazes.push(grazed);
            seats.push(seat);
        }
        // How far short is measured straight ahead, however slanting the way is.
        let (reach, ahead) = (Mil::measured(tables().reach), direction.dot(self.facing().forward()).abs());
        for n in 0..stops.len() {
            let less = |stop: &Stop| ((stop.by.0 - stops[n].by.0) as f32 * ahead).round() as i32;
            let short = |stop: &Stop| stop.by >= stops[n].by && less(stop) <= reach.0 + 1;
            let seated =
                stops.iter().zip(&grazes).filter(|(stop, grazed)| stop.met.is_some() && !**grazed && short(stop));
            if let Some(level) = seated.map(|(stop, _)| stop.by).max().filter(|_| grazes[n]) {
                stops[n].by = level.min(seats[n]);
            }
        }
        self.hold_behind(columns, direction, &mut stops);
        stops
    }

    /// Whom one file meets first, whether it only grazes him, and where it would come over somebody.
    fn meets(&self, field: Battlefield, column: &Column, direction: Vec2, by: Mil) -> (Stop, bool, Mil) {
        let (far, reach) = (by.to_inches(), tables().reach);
        let mut best = (Stop { by, met: None }, false, by);
        let feet = |print: &Footprint| {
            field.0.layout().along(Some(self.side.other()), print, direction, far, reach + 0.02).collect::<Vec<_>>()
        };
        for print in &column.prints {
            let way = Way::new(*print, direction);
            for foot in feet(print) {
                // Beside him at just that distance it grazes him too.
                let near = |gap| way.approaches(&foot.print, gap);
                let (enter, grazed) = match way.meets(&foot.print) {
                    Some(met) => (Some(met.enter), false),
                    None => (near(reach).or_else(|| near(reach + HAIR)), true),
                };
                let Some(at) = enter.map(|enter| seat(enter, Mil::ZERO)).filter(|at| *at <= by) else { continue };
                if !grazed {
                    best.2 = best.2.min(at);
                }
                if at < best.0.by || (best.0.met.is_none() && at == best.0.by) {
                    best = (Stop { by: at, met: Some(foot.unit) }, grazed, best.2);
                }
            }
        }
        best
    }

    /// Files that would come over a file of their own that has stopped stop there.
    fn hold_behind(&self, columns: &[Column], direction: Vec2, stops: &mut [Stop]) {
        loop {
            let before: Vec<Mil> = stops.iter().map(|stop| stop.by).collect();
            for n in 0..columns.len() {
                for m in 0..columns.len() {
                    if n == m || stops[m].by >= stops[n].by {
                        continue;
                    }
                    if let Some(free) = columns[n].free(&columns[m], direction) {
                        let at = Mil(stops[m].by.0 + free.0);
                        if at < stops[n].by {
                            stops[n] = Stop { by: at, met: None };
                        }
                    }
                }
            }
            if stops.iter().zip(&before).all(|(stop, by)| stop.by == *by) {
                return;
            }
        }
    }

    /// Files that touch nobody stop level with the first that does (7.12); but where one that comes upon an enemy later would
    /// come over them they go on before it, as far as they can.
    pub fn pass_by(&self, columns: &[Column], direction: Vec2, stops: &mut [Stop], first: Mil) {
        let farthest: Vec<Mil> = stops.iter().map(|stop| stop.by).collect();
        for stop in stops.iter_mut().filter(|stop| stop.met.is_none()) {
            stop.by = stop.by.min(first);
        }
        let over = |n: usize, m: usize, stops: &[Stop]| {
            let free = columns[n].free(&columns[m], direction);
            free.is_some_and(|free| stops[m].by.0 + free.0 < stops[n].by.0)
        };
        let pairs = || (0..stops.len()).flat_map(|n| (0..stops.len()).map(move |m| (n, m)));
        let pairs: Vec<(usize, usize)> = pairs().filter(|(n, m)| n != m).collect();
        loop {
            let later = |(n, m): &&(usize, usize)| {
                stops[*m].met.is_none() && stops[*m].by < stops[*n].by.min(farthest[*m]) && over(*n, *m, stops)
            };
            let Some((n, m)) = pairs.iter().find(later).copied() else { break };
            stops[m].by = stops[n].by.min(farthest[m]);
        }
        self.hold_behind(columns, direction, stops);
    }

    /// The unit with its files so far on in a direction: a block where they are level, else ragged.
    #[must_use]
    pub fn moved(&self, columns: &[Column], stops: &[Stop], direction: Vec2) -> Body {
        let level = stops.iter().all(|stop| stop.by == stops[0].by);
        let block = matches!(self.placement, Placement::Block { .. });
        if level && block {
            let pose = self.facing();
            let by = stops.first().map_or(0.0, |stop| stop.by.to_inches());
            let placement = self.placement.with_pose(Pose { at: pose.at + direction * by, ..pose }, self.size);
            return Body { placement, ..self.clone() };
        }
        let mut poses: Vec<Pose> = self.bases().iter().map(Footprint::pose).collect();
        let mut labels = vec![0; poses.len()];
        for (file, (column, stop)) in columns.iter().zip(stops).enumerate() {
            for figure in &column.figures {
                poses[usize::from(*figure)].at += direction * stop.by.to_inches();
                labels[usize::from(*figure)] = file as u8;
            }
        }
        Body { placement: Placement::Loose(poses), labels, ..self.clone() }
    }

    /// The direction at an angle off the way it faces.
    pub fn direction(&self, angle: crate::table::Cdeg) -> Vec2 {
        turned(self.facing().forward(), angle)
    }
}

//! The times of other libraries over ours.

use super::{Axis, Picture, Scale, escaped, short};

/// A point of a library.
#[derive(Clone, Debug)]
pub(in crate::bench) struct Ratio {
    /// The point, with the name of the library.
    pub(in crate::bench) name: String,
    pub(in crate::bench) class: String,
    pub(in crate::bench) operations: f64,
    /// Its time over ours.
    pub(in crate::bench) ratio: f64,
}

/// Draws ratios over the size of what is computed, and the line of equal times.
pub(in crate::bench) fn ratios(points: &[Ratio]) -> String {
    let extreme =
        |pick: fn(f64, f64) -> f64, start| points.iter().map(|point| point.operations).fold(start, pick);
    let (least, most) = (extreme(f64::min, f64::INFINITY), extreme(f64::max, 0.0));
    let highest = points.iter().map(|point| point.ratio).fold(1.0, f64::max);
    let across = Axis::across("operations", |ends| Scale::logarithmic(0.8 * least, 1.25 * most, ends));
    let up = Axis::up("their time over ours", |ends| Scale::linear(0.0, 1.05 * highest, ends));
    let (x, y) = (&across.scale, &up.scale);
    let mut picture = Picture::new("The times of other libraries over ours, by the number of operations");
    picture.axes(&across, &up);
    picture.add(format_args!(
        "<line class=\"roof\" x1=\"{:.1}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/>",
        x.at(least),
        x.at(most),
        at = y.at(1.0),
    ));
    for Ratio { name, class, operations, ratio } in points {
        picture.add(format_args!(
            "<circle class=\"point {class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}: {}</title></circle>",
            x.at(*operations),
            y.at(*ratio),
            escaped(name),
            short(*ratio)
        ));
    }
    picture.end()
}

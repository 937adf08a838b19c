//! Predicted against measured shares.

use super::{Axis, Picture, Scale, escaped, short};

/// Draws points (name, predicted, measured) in percent, and the line of what is as predicted.
pub(in crate::bench) fn scatter(points: &[(String, f64, f64)]) -> String {
    let most =
        points.iter().flat_map(|(_, predicted, measured)| [*predicted, *measured]).fold(10.0, f64::max);
    let across = Axis::across("predicted, % of the peak", |ends| Scale::linear(0.0, 1.05 * most, ends));
    let up = Axis::up("measured, % of the peak", |ends| Scale::linear(0.0, 1.05 * most, ends));
    let (x, y) = (&across.scale, &up.scale);
    let mut picture = Picture::new("Measured over predicted shares of the peak");
    picture.axes(&across, &up);
    picture.add(format_args!(
        "<line class=\"roof\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        x.at(0.0),
        y.at(0.0),
        x.at(most),
        y.at(most)
    ));
    for (name, predicted, measured) in points {
        picture.add(format_args!(
            "<circle class=\"point s0\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}: {} % predicted, {} % measured</title></circle>",
            x.at(*predicted),
            y.at(*measured),
            escaped(name),
            short(*predicted),
            short(*measured)
        ));
    }
    picture.end()
}

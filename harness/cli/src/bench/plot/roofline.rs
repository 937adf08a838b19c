//! The roofline: what operations and memory allow, and what was reached (Williams, Waterman
//! and Patterson, 2009).

use super::{Axis, Picture, Scale, escaped, short};

/// A point: its name, operations for each byte, GFLOPS.
pub(in crate::bench) type Reached = (String, f64, f64);

/// What a level of memory allows: its name with its rate, and the ends of its line, the lower one first.
struct Roof {
    label: String,
    ends: [(f64, f64); 2],
}

/// Draws roofs (name and GB/s) under a peak in GFLOPS, and points.
pub(in crate::bench) fn roofline(peak: f64, roofs: &[(String, f64)], points: &[Reached]) -> String {
    let ridges = || roofs.iter().map(|(_, rate)| peak / rate.max(1e-9));
    let intensities = || points.iter().map(|point| point.1).filter(|one| *one > 0.0).chain(ridges());
    let from = intensities().fold(f64::INFINITY, f64::min) / 4.0;
    let to = intensities().fold(0.0, f64::max) * 3.0;
    let across = Axis::across("operations a byte of the operands", |ends| Scale::logarithmic(from, to, ends));
    let least = points.iter().map(|point| point.2).filter(|rate| *rate > 0.0).fold(peak, f64::min);
    let floor = roofs.iter().map(|(_, rate)| rate * from).fold(least, f64::min) / 1.3;
    let up = Axis::up("GFLOPS", |ends| Scale::logarithmic(floor, 1.6 * peak, ends));
    let mut picture = Picture::new("Roofline: GFLOPS over operations a byte");
    picture.axes(&across, &up);
    let (x, y) = (&across.scale, &up.scale);
    let roof = |(name, rate): &(String, f64)| {
        let ridge = (peak / rate.max(1e-9)).min(to);
        let ends = [(x.at(from), y.at(rate * from)), (x.at(ridge), y.at(rate * ridge))];
        Roof { label: format!("{name} {} GB/s", short(*rate)), ends }
    };
    let roofs: Vec<Roof> = roofs.iter().map(roof).collect();
    let first = ridges().fold(f64::INFINITY, f64::min).max(from);
    let flat = [(x.at(first), y.at(peak)), (x.at(to), y.at(peak))];
    for ends in roofs.iter().map(|roof| roof.ends).chain([flat]) {
        line(&mut picture, ends);
    }
    picture.text((x.at(to), y.at(peak) - 6.0), "roof-name end", &format!("peak {} GFLOPS", short(peak)));
    for (name, intensity, rate) in points {
        picture.add(format_args!(
            "<circle class=\"point s0\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}: {} GFLOPS, {} operations a byte</title></circle>",
            x.at(*intensity),
            y.at(*rate),
            escaped(name),
            short(*rate),
            short(*intensity)
        ));
    }
    // Over the points, one further along than the other, as roofs may be close together.
    let along = (0..).map(|nth| 0.04 + 0.27 * f64::from(nth));
    roofs.iter().zip(along).for_each(|(roof, along)| name(&mut picture, roof, along));
    picture.end()
}

fn line(picture: &mut Picture, [(x1, y1), (x2, y2)]: [(f64, f64); 2]) {
    picture.add(format_args!(
        "<line class=\"roof\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    ));
}

/// The name of a roof above its line, from a part of it on.
fn name(picture: &mut Picture, Roof { label, ends: [(x1, y1), (x2, y2)] }: &Roof, along: f64) {
    picture.add(format_args!(
        "<text class=\"roof-name\" transform=\"translate({:.1} {:.1}) rotate({:.1})\">{}</text>",
        x1 + (x2 - x1) * along,
        y1 + (y2 - y1) * along - 5.0,
        (y2 - y1).atan2(x2 - x1).to_degrees(),
        escaped(label)
    ));
}

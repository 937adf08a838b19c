//! Lines over what is swept, or over threads.
//!
//! Tests: below.

use super::{Axis, Picture, Scale, escaped, short};

/// A line: its name, its class, and its points.
#[derive(Clone, Debug)]
pub(in crate::bench) struct Series {
    pub(in crate::bench) name: String,
    pub(in crate::bench) class: String,
    pub(in crate::bench) points: Vec<(f64, f64)>,
}

/// Draws lines from 0 up; the axis across has equal distances, or equal factors where its numbers are spread
/// more evenly by these.
pub(in crate::bench) fn lines((x, y): (&str, &str), series: &[Series]) -> String {
    let all = || series.iter().flat_map(|line| &line.points);
    let mut places: Vec<f64> = all().map(|point| point.0).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let (from, to) = (places.first().copied().unwrap_or(0.0), places.last().copied().unwrap_or(1.0));
    let most = all().map(|point| point.1).fold(0.0, f64::max);
    let across =
        Axis::across(x, |ends| match widest_gap(&places, f64::ln) < widest_gap(&places, |place| place) {
            true => Scale::logarithmic(from, to, ends),
            false => Scale::linear(from, to, ends),
        });
    let across = across.with_ticks_at(places);
    let up = Axis::up(y, |ends| Scale::linear(0.0, 1.05 * most, ends));
    let mut picture = Picture::new(&format!("{y} over {x}"));
    picture.axes(&across, &up);
    // Ours is on top.
    for Series { name, class, points } in series.iter().rev() {
        let place = |(x, y): &(f64, f64)| format!("{:.1},{:.1}", across.scale.at(*x), up.scale.at(*y));
        let path: Vec<String> = points.iter().map(place).collect();
        picture.add(format_args!("<polyline class=\"line {class}\" points=\"{}\"/>", path.join(" ")));
        let radius = if points.len() > 24 { 2.0 } else { 3.5 };
        for (x, y) in points {
            picture.add(format_args!(
                "<circle class=\"dot {class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\"><title>{}: {} at {}</title></circle>",
                across.scale.at(*x),
                up.scale.at(*y),
                escaped(name),
                short(*y),
                short(*x)
            ));
        }
    }
    picture.end()
}

/// The part that the widest gap has of the whole distance, between positive numbers in order.
fn widest_gap(places: &[f64], scale: fn(f64) -> f64) -> f64 {
    let gaps = places.windows(2).map(|pair| scale(pair[1]) - scale(pair[0]));
    let widest = gaps.fold(0.0, f64::max);
    match (places.first(), places.last()) {
        (Some(first), Some(last)) if last > first => widest / (scale(*last) - scale(*first)),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_spread_by_factors_and_steps_by_distances() {
        let is_logarithmic = |places: &[f64]| widest_gap(places, f64::ln) < widest_gap(places, |place| place);
        assert!(is_logarithmic(&[4.0, 8.0, 16.0, 32.0]));
        assert!(!is_logarithmic(&[4.0, 8.0, 12.0, 16.0]) && !is_logarithmic(&[5.0]));
    }
}

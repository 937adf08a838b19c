//! Plots as SVG: what they have in common, a frame with axes and scales.
//!
//! Colours are classes, which the page gives values for light and for dark; text is text, in the page's type.
//! Every mark says its numbers in a `title`.
//!
//! Tests: below, `harness/cli/tests/program/bench.rs`.

pub(super) mod bars;
pub(super) mod heat;
pub(super) mod lines;
pub(super) mod ratios;
pub(super) mod roofline;
pub(super) mod scatter;

use std::fmt::Write;

/// The size of a plot, in units that are about pixels.
pub(super) const WIDTH: f64 = 480.0;
pub(super) const HEIGHT: f64 = 330.0;

/// The space around the frame: for numbers and labels.
const LEFT: f64 = 50.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 44.0;

/// The distance of numbers that are side by side.
const APART: f64 = 36.0;

/// The places of numbers on an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    is_logarithmic: bool,
}

impl Scale {
    /// From 0 up to a number, or a little more, on equal distances.
    fn linear(from: f64, to: f64, (start, end): (f64, f64)) -> Self {
        let to = if to > from { to } else { from + 1.0 };
        Self { from, to, start, end, is_logarithmic: false }
    }

    /// On equal distances for equal factors, between positive numbers.
    fn logarithmic(from: f64, to: f64, (start, end): (f64, f64)) -> Self {
        let from = from.max(1e-12);
        Self { from, to: to.max(from * 1.01), start, end, is_logarithmic: true }
    }

    /// The place of a number; what is outside is at the nearest end.
    fn at(&self, value: f64) -> f64 {
        let part = match self.is_logarithmic {
            true => (value.max(1e-300) / self.from).ln() / (self.to / self.from).ln(),
            false => (value - self.from) / (self.to - self.from),
        };
        self.start + part.clamp(0.0, 1.0) * (self.end - self.start)
    }

    /// Round numbers within it, not more than about six.
    fn ticks(&self) -> Vec<f64> {
        if self.is_logarithmic {
            return self.logarithmic_ticks();
        }
        let rough = (self.to - self.from) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.from / step).ceil() as i64;
        (first..).map(|nth| nth as f64 * step).take_while(|tick| *tick <= self.to + step * 1e-9).collect()
    }

    fn logarithmic_ticks(&self) -> Vec<f64> {
        let decades = (self.to / self.from).log10();
        let factors: &[f64] = if decades < 1.3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = (self.from.log10().floor() as i32)..=(self.to.log10().ceil() as i32);
        let all = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
        all.filter(|tick| (self.from * 0.999..=self.to * 1.001).contains(tick)).collect()
    }
}

/// A number in few digits.
pub(super) fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        x if !(1e-3..1e6).contains(&x) => format!("{value:.0e}"),
        x if x >= 1e4 => format!("{}k", trimmed(value / 1e3, 1)),
        x if x >= 100.0 => trimmed(value, 0),
        x if x >= 10.0 => trimmed(value, 1),
        x if x >= 1.0 => trimmed(value, 2),
        _ => trimmed(value, 3),
    }
}

fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// An axis: its name with the unit, and its scale.
#[derive(Clone, Debug)]
struct Axis {
    label: String,
    scale: Scale,
    ticks: Vec<f64>,
}

impl Axis {
    fn across(label: impl Into<String>, scale: impl FnOnce((f64, f64)) -> Scale) -> Self {
        Self::new(label, scale((LEFT, WIDTH - RIGHT)))
    }

    fn up(label: impl Into<String>, scale: impl FnOnce((f64, f64)) -> Scale) -> Self {
        Self::new(label, scale((HEIGHT - BOTTOM, TOP)))
    }

    fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale, ticks: scale.ticks() }
    }

    /// The same with numbers at these values, in order, if there is room for all.
    fn with_ticks_at(self, values: Vec<f64>) -> Self {
        let is_apart = |pair: &[f64]| (self.scale.at(pair[1]) - self.scale.at(pair[0])).abs() >= APART;
        if values.windows(2).all(is_apart) { Self { ticks: values, ..self } } else { self }
    }
}

/// A picture in the making.
#[derive(Debug)]
struct Picture(String);

impl Picture {
    /// An empty one, with a name for screen readers.
    fn new(name: &str) -> Self {
        Self(format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\" xmlns=\"http://www.w3.org/2000/svg\">\n",
            escaped(name)
        ))
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let written = writeln!(self.0, "{element}");
        debug_assert!(written.is_ok(), "memory takes everything");
    }

    fn text(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        self.add(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", escaped(text)));
    }

    /// Grid lines, numbers and names of both axes.
    fn axes(&mut self, x: &Axis, y: &Axis) {
        let (left, right, bottom) = (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in &y.ticks {
            let at = y.scale.at(*tick);
            self.add(format_args!(
                "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
            ));
            self.text((left - 8.0, at + 4.0), "tick end", &short(*tick));
        }
        for tick in &x.ticks {
            let at = x.scale.at(*tick);
            self.add(format_args!(
                "<line class=\"mark\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{bottom}\" y2=\"{:.1}\"/>",
                bottom + 4.0
            ));
            self.text((at, bottom + 17.0), "tick middle", &short(*tick));
        }
        self.add(format_args!(
            "<line class=\"axis\" x1=\"{left}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>"
        ));
        self.names(&x.label, &y.label);
    }

    /// The names of the axes.
    fn names(&mut self, x: &str, y: &str) {
        self.text(((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6.0), "name middle", x);
        self.text((4.0, 14.0), "name", y);
    }

    fn end(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }
}

/// Text in a document.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let ticks = |from, to| Scale::linear(from, to, (0.0, 100.0)).ticks();
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(1.0, 64.0), [20.0, 40.0, 60.0]);
        assert_eq!(ticks(5.0, 5.0).len(), 6);
        let ticks = |from, to| Scale::logarithmic(from, to, (0.0, 100.0)).ticks();
        assert_eq!(ticks(0.5, 200.0), [1.0, 10.0, 100.0]);
        assert_eq!(ticks(3.0, 12.0), [5.0, 10.0]);
    }

    #[test]
    fn places_are_within_the_frame() {
        let scale = Scale::logarithmic(1.0, 100.0, (10.0, 20.0));
        assert_eq!([0.0, 1.0, 10.0, 100.0, 1e9].map(|value| scale.at(value)), [10.0, 10.0, 15.0, 20.0, 20.0]);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.25, 5.027, 12.5, 123.4, 65_536.0, 2e9].map(short);
        assert_eq!(texts, ["0", "0.25", "5.03", "12.5", "123", "65.5k", "2e9"]);
    }
}

//! Drawing: shapes and texts at places. A picture is as large as what was drawn, so that nothing is cut off.
//!
//! Coordinates are in pixels from the upper left; those of a text are its baseline.
//!
//! Tests: below, `harness/pictures/tests/pictures.rs`.

use crate::metrics;
use crate::style;
use std::fmt::Write;

/// Free space around a picture.
pub(crate) const MARGIN: f64 = 24.0;

/// A picture that is being drawn.
#[derive(Debug)]
pub(crate) struct Canvas {
    title: String,
    body: String,
    right: f64,
    bottom: f64,
}

/// A font: its class and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    Title,
    Strong,
    Muted,
    Small,
    SmallMuted,
    Code,
}

/// Where a text is, seen from its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Right,
    Middle,
    Left,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Font {
    const fn class(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Strong => "strong",
            Self::Muted => "muted",
            Self::Small => "small",
            Self::SmallMuted => "small muted",
            Self::Code => "code",
        }
    }

    /// How wide a text is.
    pub(crate) fn width(self, text: &str) -> f64 {
        match self {
            Self::Title => metrics::bold_width(text, 18.0),
            Self::Strong => metrics::bold_width(text, 13.0),
            Self::Muted => metrics::width(text, 13.0),
            Self::Small | Self::SmallMuted => metrics::width(text, 11.0),
            Self::Code => metrics::code_width(text, 12.0),
        }
    }
}

impl Area {
    pub(crate) const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    pub(crate) fn middle(self) -> f64 {
        self.x + self.width / 2.0
    }
}

impl Canvas {
    /// An empty picture with a title, which is also its first line.
    pub(crate) fn new(title: &str) -> Self {
        let mut canvas = Self { title: title.to_owned(), body: String::new(), right: 0.0, bottom: 0.0 };
        canvas.text((MARGIN, MARGIN + 16.0), Side::Right, Font::Title, title);
        canvas
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), side: Side, font: Font, text: &str) {
        let width = font.width(text);
        let (end, anchor) = match side {
            Side::Right => (x + width, ""),
            Side::Middle => (x + width / 2.0, "middle"),
            Side::Left => (x, "end"),
        };
        self.reach(end, y + 4.0);
        let classes = [font.class(), anchor].join(" ");
        let class = match classes.trim() {
            "" => String::new(),
            classes => format!(" class=\"{classes}\""),
        };
        let _ = writeln!(self.body, "<text x=\"{}\" y=\"{}\"{class}>{}</text>", n(x), n(y), escaped(text));
    }

    /// Draws a rectangle with round corners and, if it is not empty, a text that appears under the pointer.
    pub(crate) fn rect(&mut self, area: Area, classes: &str, hint: &str) {
        let Area { x, y, width, height } = area;
        self.reach(x + width, y + height);
        let radius = if width.min(height) >= 12.0 { " rx=\"4\"" } else { "" };
        let hint = if hint.is_empty() {
            "/>".to_owned()
        } else {
            format!("><title>{}</title></rect>", escaped(hint))
        };
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{radius} class=\"{classes}\"{hint}",
            n(x),
            n(y),
            n(width),
            n(height)
        );
    }

    /// Draws a disc.
    pub(crate) fn disc(&mut self, (x, y): (f64, f64), radius: f64, classes: &str) {
        self.reach(x + radius, y + radius);
        let _ = writeln!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"{classes}\"/>",
            n(x),
            n(y),
            n(radius)
        );
    }

    /// Draws a line through points, straight but for round corners.
    pub(crate) fn wire(&mut self, from: (f64, f64), corner: (f64, f64), to: (f64, f64)) {
        self.reach(to.0, to.1);
        let bend = 7.0f64.min((corner.1 - from.1).abs()).min((to.0 - corner.0).abs());
        let _ = writeln!(
            self.body,
            "<path class=\"wire\" d=\"M{} {}V{}q0 {} {} {}H{}\"/>",
            n(from.0),
            n(from.1),
            n(corner.1 - bend),
            n(bend),
            n(bend),
            n(bend),
            n(to.0)
        );
    }

    /// Draws a thin line from a shape to its name.
    pub(crate) fn leader(&mut self, from: (f64, f64), right: f64) {
        if right > from.0 {
            let _ = writeln!(
                self.body,
                "<path class=\"wire faint dots\" d=\"M{} {}H{}\"/>",
                n(from.0),
                n(from.1),
                n(right)
            );
        }
    }

    /// Draws a horizontal line.
    pub(crate) fn rule(&mut self, from: (f64, f64), right: f64) {
        self.reach(right, from.1);
        let _ = writeln!(self.body, "<path class=\"wire\" d=\"M{} {}H{}\"/>", n(from.0), n(from.1), n(right));
    }

    /// The width so far, without margins.
    pub(crate) fn width(&self) -> f64 {
        (self.right - MARGIN).max(0.0)
    }

    /// The lower end of what was drawn.
    pub(crate) fn bottom(&self) -> f64 {
        self.bottom
    }

    fn reach(&mut self, right: f64, bottom: f64) {
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// The picture as a file.
    pub(crate) fn finish(self) -> String {
        let (width, height) = ((self.right + MARGIN).ceil(), (self.bottom + MARGIN).ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>{}</style>\n\
             <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            escaped(&self.title),
            style::sheet(),
            self.body
        )
    }
}

/// A coordinate, in tenths of a pixel.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_as_large_as_its_content() {
        let mut canvas = Canvas::new("a < b");
        canvas.rect(Area::new(0.0, 0.0, 300.25, 90.0), "m", "in & out");
        let picture = canvas.finish();
        assert!(picture.contains("viewBox=\"0 0 325 114\""), "{picture}");
        assert!(picture.contains(">a &lt; b</text>") && picture.contains("<title>in &amp; out</title>"));
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 2.26, -0.04, 0.06].map(n), ["1", "2.3", "0", "0.1"]);
    }
}

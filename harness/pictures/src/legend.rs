//! The last line of a picture: what colours and lines mean.
//!
//! Tests: `harness/pictures/tests/pictures.rs`.

use crate::canvas::{Area, Canvas, Font, MARGIN, Side};
use crate::style;
use tensmith_core::tensor::Kind;

/// What types of dimensions mean.
pub(crate) const KINDS: [(Kind, &str); 4] = [
    (Kind::M, "M: first input and output"),
    (Kind::N, "N: second input and output"),
    (Kind::K, "K: summed"),
    (Kind::C, "C: in all three"),
];

/// Entries, as many a line as fit the width of a picture: each is drawn into an area, and has a text.
pub(crate) type Entry<'a> = (Box<dyn Fn(&mut Canvas, Area) + 'a>, &'a str);

/// Draws entries below all that there is.
pub(crate) fn draw(canvas: &mut Canvas, entries: &[Entry<'_>]) {
    const LINE: f64 = 24.0;
    let right = (MARGIN + canvas.width()).max(640.0);
    let (mut x, mut y) = (MARGIN, canvas.bottom() + 22.0);
    canvas.rule((MARGIN, y - 6.0), right);
    y += 8.0;
    for (mark, text) in entries {
        let width = 22.0 + 8.0 + Font::Small.width(text);
        if x > MARGIN && x + width > right {
            (x, y) = (MARGIN, y + LINE);
        }
        mark(canvas, Area::new(x, y, 22.0, 14.0));
        canvas.text((x + 30.0, y + 11.0), Side::Right, Font::SmallMuted, text);
        x += width + 20.0;
    }
}

/// The entries of types of dimensions.
pub(crate) fn kinds() -> Vec<Entry<'static>> {
    KINDS
        .iter()
        .map(|(kind, text)| {
            let mark = move |canvas: &mut Canvas, area| canvas.rect(area, style::kind(Some(*kind)), "");
            (Box::new(mark) as Box<dyn Fn(&mut Canvas, Area)>, *text)
        })
        .collect()
}

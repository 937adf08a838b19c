//! A map of shares over two extents.

use super::{BOTTOM, HEIGHT, LEFT, Picture, RIGHT, TOP, WIDTH};

/// Colours of the map, from 0 on.
pub(in crate::bench) const STEPS: usize = 10;

/// Draws a cell for each (x, y, share).
pub(in crate::bench) fn heat((x, y): (&str, &str), cells: &[(usize, usize, f64)]) -> String {
    let sorted = |of: fn(&(usize, usize, f64)) -> usize| {
        let mut all: Vec<usize> = cells.iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (columns, rows) = (sorted(|cell| cell.0), sorted(|cell| cell.1));
    let (wide, high) = (WIDTH - RIGHT - LEFT, HEIGHT - BOTTOM - TOP);
    let (width, height) = (wide / columns.len().max(1) as f64, high / rows.len().max(1) as f64);
    // Without gaps, edges between pixels would show what is behind.
    let (gap, edges) =
        if width.min(height) > 9.0 { (1.0, "") } else { (0.0, " shape-rendering=\"crispEdges\"") };
    let mut picture = Picture::new(&format!("share of the peak over {x} and {y}"));
    let place = |all: &[usize], one: usize| all.iter().position(|other| *other == one).unwrap_or(0) as f64;
    for (column, row, share) in cells {
        let left = LEFT + place(&columns, *column) * width;
        let top = TOP + high - (place(&rows, *row) + 1.0) * height;
        let step = ((share.clamp(0.0, 0.9999)) * STEPS as f64) as usize;
        picture.add(format_args!(
            "<rect class=\"h{step}\"{edges} x=\"{left:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\"><title>{x} {column}, {y} {row}: {:.1} % of the peak</title></rect>",
            width - gap,
            height - gap,
            100.0 * share
        ));
        if width >= 30.0 && height >= 15.0 {
            let class = if step >= STEPS / 2 { "cell middle high" } else { "cell middle" };
            picture.text(
                (left + width / 2.0, top + height / 2.0 + 4.0),
                class,
                &format!("{:.0}", 100.0 * share),
            );
        }
    }
    for (nth, column) in shown(&columns, wide / 34.0) {
        picture.text(
            (LEFT + (nth as f64 + 0.5) * width, TOP + high + 17.0),
            "tick middle",
            &column.to_string(),
        );
    }
    for (nth, row) in shown(&rows, high / 18.0) {
        picture.text(
            (LEFT - 8.0, TOP + high - (nth as f64 + 0.5) * height + 4.0),
            "tick end",
            &row.to_string(),
        );
    }
    picture.names(x, y);
    picture.end()
}

/// As many of the extents as there is room for, with their places.
fn shown(all: &[usize], room: f64) -> Vec<(usize, usize)> {
    let step = (all.len() as f64 / room).ceil().max(1.0) as usize;
    all.iter().copied().enumerate().filter(|(nth, _)| nth % step == (step - 1).min(all.len() - 1)).collect()
}

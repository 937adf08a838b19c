//! Bars, one for each library.

use super::{LEFT, Picture, RIGHT, TOP, WIDTH, short};

/// Height of a bar, and the distance of bars.
const BAR: f64 = 20.0;
const PITCH: f64 = 44.0;

/// Draws a bar for each name, with its number.
pub(in crate::bench) fn bars(label: &str, values: &[(String, String, f64)]) -> String {
    let most = values.iter().map(|(.., value)| *value).fold(0.0, f64::max);
    let mut picture = Picture::new(label);
    picture.text((4.0, 14.0), "name", label);
    let room = WIDTH - RIGHT - LEFT;
    for (nth, (name, class, value)) in values.iter().take(7).enumerate() {
        let (y, width) = (TOP + 8.0 + nth as f64 * PITCH, (value / most.max(1e-9) * room).max(1.0));
        picture.text((4.0, y + 10.0), "label", name);
        picture.add(format_args!(
            "<rect class=\"bar {class}\" x=\"4\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"3\"/>",
            y + 16.0
        ));
        picture.text((4.0 + width + 6.0, y + 30.0), "label strong", &short(*value));
    }
    picture.end()
}

//! Colours and fonts: a class for each role, in two sets of colours.
//!
//! Classes have colours of their own and not variables, so that programs which know no variables, and no
//! preference of readers, show the light set.
//!
//! Every text is in a colour that has a contrast of at least 4.5 to what is behind it, in both sets.
//!
//! Tests: below.

use std::fmt::Write;
use tensmith_core::tensor::Kind;

/// The colours of a set: ground, ink, muted ink, lines.
struct Set {
    ground: &'static str,
    ink: &'static str,
    muted: &'static str,
    rule: &'static str,
    /// Fill and line of what moves in M, N, K, C, and of what has no type.
    kinds: [(&'static str, &'static str); 5],
    /// Fill of bars: of costs, and of sizes.
    cost: &'static str,
    size: &'static str,
    /// Saturation and lightness of threads, in hundredths.
    thread: (u32, u32),
}

const LIGHT: Set = Set {
    ground: "#ffffff",
    ink: "#1c2230",
    muted: "#566074",
    rule: "#ccd2de",
    kinds: [
        ("#d3e6fc", "#1f66b3"),
        ("#d2f0dc", "#1d7c46"),
        ("#fde1c4", "#b05c0e"),
        ("#e7dcf9", "#6b41b6"),
        ("#edeff4", "#6c768a"),
    ],
    cost: "#d8576b",
    size: "#5b8fd0",
    thread: (62, 86),
};

const DARK: Set = Set {
    ground: "#14171e",
    ink: "#e9ecf2",
    muted: "#a6afc0",
    rule: "#394150",
    kinds: [
        ("#17395e", "#6fb2f6"),
        ("#13422a", "#5ecf8d"),
        ("#54320f", "#f3a75b"),
        ("#392a60", "#b99cf2"),
        ("#2a303c", "#929cb0"),
    ],
    cost: "#e0677c",
    size: "#6d9fe0",
    thread: (38, 28),
};

/// The fonts that systems have for their own texts.
const FONTS: &str = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const CODE_FONTS: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/// The class of what moves in a type of dimension, or in none.
pub(crate) const fn kind(kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::M) => "m",
        Some(Kind::N) => "n",
        Some(Kind::K) => "k",
        Some(Kind::C) => "c",
        None => "o",
    }
}

/// The classes of threads that have a colour of their own; further ones begin anew.
pub(crate) const THREADS: usize = 12;

/// The content of the style element.
pub(crate) fn sheet() -> String {
    let mut sheet = format!(
        "text{{font-family:{FONTS};font-size:13px}}.title{{font-size:18px;font-weight:600}}.strong{{font-weight:600}}\
         .small{{font-size:11px}}.code{{font-family:{CODE_FONTS};font-size:12px}}.middle{{text-anchor:middle}}\
         .end{{text-anchor:end}}.wire,.edge{{fill:none}}.edge{{stroke-width:1.25}}.thick{{stroke-width:2.25}}\
         .dashed{{stroke-dasharray:4 3}}.faint{{opacity:.45}}.dots{{stroke-dasharray:1 4;opacity:.9}}"
    );
    colours(&mut sheet, &LIGHT);
    sheet += "@media (prefers-color-scheme:dark){";
    colours(&mut sheet, &DARK);
    sheet += "}";
    sheet
}

fn colours(sheet: &mut String, set: &Set) {
    let Set { ground, ink, muted, rule, kinds, cost, size, thread } = set;
    let mut rules = format!(
        ".ground{{fill:{ground}}}text{{fill:{ink}}}.muted{{fill:{muted}}}.wire{{stroke:{rule};stroke-width:1.5}}\
         .track{{fill:{rule};opacity:.55}}.cost{{fill:{cost}}}.size{{fill:{size}}}"
    );
    for (class, (fill, line)) in ["m", "n", "k", "c", "o"].iter().zip(kinds) {
        let _ = write!(rules, ".{class}{{fill:{fill};stroke:{line}}}.{class}.edge{{fill:none}}");
    }
    for nth in 0..THREADS {
        let (saturation, lightness) = thread;
        let hue = nth * 360 / THREADS * 5 % 360;
        let _ = write!(rules, ".t{nth}{{fill:hsl({hue},{saturation}%,{lightness}%);stroke:{ground}}}");
    }
    *sheet += &rules;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of a colour (WCAG 2.1).
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn texts_and_lines_have_contrast() {
        for set in [LIGHT, DARK] {
            for ink in [set.ink, set.muted] {
                assert!(contrast(ink, set.ground) >= 4.5, "{ink}");
            }
            for (fill, line) in set.kinds {
                assert!(contrast(set.ink, fill) >= 7.0, "{fill}");
                assert!(contrast(set.muted, fill) >= 4.5, "{fill}");
                assert!(contrast(line, set.ground) >= 3.0 && contrast(line, fill) >= 3.0, "{line}");
            }
            for bar in [set.cost, set.size] {
                assert!(contrast(bar, set.ground) >= 3.0, "{bar}");
            }
        }
    }

    #[test]
    fn colours_of_threads_differ() {
        let sheet = sheet();
        let hues: Vec<_> =
            sheet.split("hsl(").skip(1).take(THREADS).map(|rest| rest.split(',').next()).collect();
        let mut distinct = hues.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), THREADS, "{hues:?}");
    }
}

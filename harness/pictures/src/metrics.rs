//! Widths of texts, without a font: as wide as in the widest of the usual ones (DejaVu Sans, Verdana).
//!
//! Tests: below, `harness/pictures/tests/pictures.rs`.

/// Widths in hundredths of the size of the font.
const fn hundredths(c: char) -> u32 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 32,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'I' | 'f' | 't' | '[' | ']' | '(' | ')' | '/' | '·' | '-' => 40,
        'r' | 's' | 'c' | 'z' | '"' | '°' => 54,
        'm' | 'w' | 'M' | 'W' | '%' | '→' | '×' | '…' | '≈' | '+' | '=' | '<' | '>' | '–' => 98,
        'A'..='Z' => 76,
        _ => 64,
    }
}

/// How wide a text is, in a font of some size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let hundredths: u32 = text.chars().map(hundredths).sum();
    f64::from(hundredths) / 100.0 * size
}

/// How wide a text is in a bold font.
pub(crate) fn bold_width(text: &str, size: f64) -> f64 {
    width(text, size) * 1.1
}

/// How wide a text is in a font whose characters have one width.
pub(crate) fn code_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * 0.61 * size
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DejaVu Sans at 2048 units: `width` is never less.
    #[test]
    fn texts_are_not_wider_than_told() {
        for (text, units) in
            [("gemm", 1300 + 1260 + 1995 * 2), ("1600", 1303 * 4), ("M 16", 1767 + 651 + 1303 * 2)]
        {
            assert!(width(text, 2048.0) >= f64::from(units), "{text}");
        }
        assert!(bold_width("a", 10.0) > width("a", 10.0));
        assert_eq!(code_width("ab", 100.0), 122.0);
    }
}

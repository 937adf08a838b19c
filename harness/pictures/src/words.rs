//! Numbers as people write them, and lines that are not too long.
//!
//! Tests: below.

/// A number in three digits, with a letter for what is left out: `3.15 M`.
pub(crate) fn count(number: f64) -> String {
    scaled(number, 1000.0, ["", " k", " M", " G", " T", " P", " E"])
}

/// A number of bytes in three digits: `12.0 MiB`.
pub(crate) fn bytes(number: f64) -> String {
    scaled(number, 1024.0, [" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"])
}

fn scaled(number: f64, step: f64, units: [&str; 7]) -> String {
    let (mut value, mut unit) = (number, 0);
    while value >= step - 0.5 && unit + 1 < units.len() {
        value /= step;
        unit += 1;
    }
    let decimals = match value {
        _ if unit == 0 && value.fract() == 0.0 => 0,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}{}", units[unit])
}

/// A share in hundredths.
pub(crate) fn per_cent(share: f64) -> String {
    match share * 100.0 {
        hundredths if hundredths > 0.0 && hundredths < 0.05 => "< 0.1 %".to_owned(),
        hundredths @ ..9.95 => format!("{hundredths:.1} %"),
        hundredths => format!("{hundredths:.0} %"),
    }
}

/// A text in lines of at most some characters, if it can be parted behind commas.
pub(crate) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive([',', ' ']) {
        let line = lines.last_mut().expect("there is a first");
        if line.is_empty() || line.chars().count() + piece.chars().count() <= most {
            *line += piece;
        } else {
            lines.push(piece.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let numbers =
            [(0.0, "0"), (999.0, "999"), (1000.0, "1.00 k"), (39_609_704_448.0, "39.6 G"), (1e20, "100 E")];
        for (number, text) in numbers {
            assert_eq!(count(number), text);
        }
        assert_eq!(bytes(12.0 * 1024.0 * 1024.0), "12.0 MiB");
        assert_eq!(bytes(1023.0), "1023 B");
        assert_eq!(
            [0.0, 0.0001, 0.016, 0.5, 1.0].map(per_cent),
            ["0.0 %", "< 0.1 %", "1.6 %", "50 %", "100 %"]
        );
    }

    #[test]
    fn lines_hold_all() {
        let text = "[[8,4],[7,3,8]->[7,3,4]],[0,5]->[0]";
        let parts = lines(text, 16);
        assert_eq!(parts.concat(), text);
        assert!(parts.len() > 2 && parts.iter().all(|line| line.len() <= 16), "{parts:?}");
        assert_eq!(lines("abcdefgh", 3), ["abcdefgh"]);
    }
}

//! Amounts of memory, as all commands take them: `4096`, `64KiB`, `4GiB`.
//!
//! Tests: below, `harness/cli/tests/program/bad_input.rs`.

/// The units, each with the power of two that it is.
const UNITS: [(&str, u32); 5] = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40), ("B", 0)];

/// Reads a number of bytes, or of a unit.
pub(crate) fn bytes(text: &str) -> Result<usize, &'static str> {
    let unit = UNITS.iter().find_map(|(unit, power)| Some((text.strip_suffix(unit)?, *power)));
    let (number, power) = unit.unwrap_or((text, 0));
    let number: Option<usize> = number.trim_end().parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1usize.checked_shl(power)?));
    bytes.ok_or("must be a number of bytes, or of KiB, MiB, GiB or TiB, such as `4GiB`")
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn units_are_powers_of_1024() {
        for (text, expected) in
            [("0", 0), ("4096", 4096), ("12B", 12), ("3KiB", 3072), ("2 MiB", 2 << 20), ("4GiB", 4 << 30)]
        {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "GiB", "-1", "4GB", "4gib", "1.5GiB", "99999999999TiB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}

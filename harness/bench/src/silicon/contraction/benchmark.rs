//! The 48 contractions of the tensor contraction benchmark (`tests/data/tccg.csv`).
//!
//! Tests: below.

use tensmith_measure::contraction::Contraction;

const TEXT: &str = include_str!("../../../../../tests/data/tccg.csv");

/// All of them.
pub(crate) fn all() -> Vec<Contraction> {
    TEXT.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(row).collect()
}

fn row(line: &str) -> Option<Contraction> {
    let (name, extents) = line.split_once(',')?;
    let extent = |text: &str| {
        let (index, extent) = text.split_once(':')?;
        Some((index.chars().next()?, extent.parse().ok()?))
    };
    Some(Contraction {
        name: name.to_owned(),
        extents: extents.split(' ').map(extent).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_48_and_they_fit() {
        let all = all();
        assert_eq!(all.len(), 48);
        for contraction in all {
            let fitting = contraction.within(50_000_000, 8);
            let bytes = fitting.elements().iter().sum::<usize>() * 8;
            assert!((25_000_000..=50_000_000).contains(&bytes), "{}: {bytes}", contraction.name);
            assert!(!fitting.summed().is_empty(), "{}", contraction.name);
        }
    }

    #[test]
    fn a_row_is_read() {
        let contraction = row("abc-bda-dc,a:4 b:3 c:2 d:5").expect("a row");
        assert_eq!(contraction.expression(), "bda,dc->abc");
        assert_eq!(contraction.shape("bda"), [3, 5, 4]);
    }
}

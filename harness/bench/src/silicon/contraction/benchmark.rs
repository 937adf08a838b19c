//! The 48 contractions of the tensor contraction benchmark (`tests/data/tccg.csv`), with extents that fit into so much
//! memory.
//!
//! Tests: below.

use std::collections::BTreeMap;

const TEXT: &str = include_str!("../../../../../tests/data/tccg.csv");

/// One contraction of dense tensors, the first index of each contiguous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contraction {
    /// Indices of the output, of in0 and of in1.
    pub(crate) name: String,
    pub(crate) extents: BTreeMap<char, usize>,
}

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

impl Contraction {
    /// The indices of in0, of in1 and of the output.
    pub(crate) fn indices(&self) -> [&str; 3] {
        let mut parts = self.name.split('-');
        let mut next = || parts.next().unwrap_or_default();
        let out = next();
        [next(), next(), out]
    }

    /// The expression that einsum is asked.
    pub(crate) fn expression(&self) -> String {
        let [in0, in1, out] = self.indices();
        format!("{in0},{in1}->{out}")
    }

    /// The extents of one tensor.
    pub(crate) fn shape(&self, indices: &str) -> Vec<usize> {
        indices.chars().map(|index| self.extents.get(&index).copied().unwrap_or(1)).collect()
    }

    /// The strides of one tensor.
    pub(crate) fn strides(&self, indices: &str) -> Vec<usize> {
        let mut next = 1;
        let stride = |extent| {
            let stride = next;
            next *= extent;
            stride
        };
        self.shape(indices).into_iter().map(stride).collect()
    }

    /// Elements of in0, in1 and the output.
    pub(crate) fn elements(&self) -> [usize; 3] {
        self.indices().map(|indices| self.shape(indices).iter().product())
    }

    /// Indices that are summed over.
    pub(crate) fn summed(&self) -> Vec<char> {
        let [.., out] = self.indices();
        self.extents.keys().copied().filter(|index| !out.contains(*index)).collect()
    }

    /// Floating-point operations.
    pub(crate) fn operations(&self) -> f64 {
        2.0 * self.extents.values().map(|extent| *extent as f64).product::<f64>()
    }

    /// The same with all extents reduced by one factor, so that all tensors together take at most `bytes`.
    pub(crate) fn within(&self, bytes: usize, element: usize) -> Self {
        let scaled = |factor: f64| Self {
            name: self.name.clone(),
            extents: self
                .extents
                .iter()
                .map(|(index, extent)| (*index, ((*extent as f64 * factor) as usize).max(1)))
                .collect(),
        };
        let fits = |factor| scaled(factor).elements().iter().sum::<usize>() * element <= bytes;
        let (mut low, mut high) = (0.0, 1.0);
        if fits(high) {
            return self.clone();
        }
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if fits(middle) { low = middle } else { high = middle }
        }
        scaled(low)
    }
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
    fn a_name_is_an_expression() {
        let contraction = row("abc-bda-dc,a:4 b:3 c:2 d:5").expect("a row");
        assert_eq!(contraction.expression(), "bda,dc->abc");
        assert_eq!(contraction.strides("bda"), [1, 3, 15]);
        assert_eq!((contraction.elements(), contraction.summed()), ([60, 10, 24], vec!['d']));
        assert_eq!(contraction.operations(), 240.0);
    }
}

//! A contraction by its name: `abc-bda-dc` is `bda,dc->abc`. Tensors are dense, the first
//! index of each contiguous.
//!
//! Tests: below.

use std::collections::BTreeMap;

/// One contraction of dense tensors, the first index of each contiguous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contraction {
    /// Indices of the output, of in0 and of in1.
    pub name: String,
    /// The extent of each index.
    pub extents: BTreeMap<char, usize>,
}

impl Contraction {
    /// The indices of in0, of in1 and of the output.
    pub fn indices(&self) -> [&str; 3] {
        let mut parts = self.name.split('-');
        let mut next = || parts.next().unwrap_or_default();
        let out = next();
        [next(), next(), out]
    }

    /// The expression that einsum is asked.
    pub fn expression(&self) -> String {
        let [in0, in1, out] = self.indices();
        format!("{in0},{in1}->{out}")
    }

    /// The extents of one tensor.
    pub fn shape(&self, indices: &str) -> Vec<usize> {
        indices.chars().map(|index| self.extents.get(&index).copied().unwrap_or(1)).collect()
    }

    /// The strides of one tensor.
    pub fn strides(&self, indices: &str) -> Vec<usize> {
        let mut next = 1;
        let stride = |extent| {
            let stride = next;
            next *= extent;
            stride
        };
        self.shape(indices).into_iter().map(stride).collect()
    }

    /// Elements of in0, in1 and the output.
    pub fn elements(&self) -> [usize; 3] {
        self.indices().map(|indices| self.shape(indices).iter().product())
    }

    /// Indices that are summed over.
    pub fn summed(&self) -> Vec<char> {
        let [.., out] = self.indices();
        self.extents.keys().copied().filter(|index| !out.contains(*index)).collect()
    }

    /// Indices that all tensors have.
    pub fn batch(&self) -> Vec<char> {
        let has = |index: &char| self.indices().iter().all(|indices| indices.contains(*index));
        self.extents.keys().copied().filter(has).collect()
    }

    /// Floating-point operations.
    pub fn operations(&self) -> f64 {
        2.0 * self.extents.values().map(|extent| *extent as f64).product::<f64>()
    }

    /// The same with all extents reduced by one factor, so that all tensors together take at most `bytes`.
    pub fn within(&self, bytes: usize, element: usize) -> Self {
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
    fn a_name_is_an_expression() {
        let extents = [('a', 4), ('b', 3), ('c', 2), ('d', 5)].into();
        let contraction = Contraction { name: "abc-bda-dc".to_owned(), extents };
        assert_eq!(contraction.expression(), "bda,dc->abc");
        assert_eq!(contraction.strides("bda"), [1, 3, 15]);
        assert_eq!((contraction.elements(), contraction.summed()), ([60, 10, 24], vec!['d']));
        assert_eq!(contraction.operations(), 240.0);
        assert!(contraction.batch().is_empty());
        assert_eq!(Contraction { name: "ab-bca-ac".to_owned(), ..contraction }.batch(), ['a']);
    }

    #[test]
    fn one_that_is_scaled_down_fits() {
        let extents = [('a', 40), ('b', 300), ('c', 20), ('d', 50)].into();
        let contraction = Contraction { name: "abc-bda-dc".to_owned(), extents };
        assert_eq!(contraction.within(1 << 30, 8), contraction);
        let bytes = contraction.within(500_000, 8).elements().iter().sum::<usize>() * 8;
        assert!((250_000..=500_000).contains(&bytes), "{bytes}");
    }
}

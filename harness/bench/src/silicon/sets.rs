//! The sets of multiplications, and what has to hold of each.
//!
//! Tests: below.

use clap::ValueEnum;
use tensmith_core::DType;
use tensmith_measure::shape::Shape;

/// A set of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// Cubes of 1 to 33
    Cubes,
    /// One or two of M, N and K of 1 to 8, beside 64
    Narrow,
    /// Sizes that no tile divides
    Ragged,
    /// Multiples of vectors and tiles
    Regular,
    /// Sums of 16 products of 8 to 64
    Brgemm,
    /// Cubes of 256 to 4096
    Square,
    /// Operations and functions on elements, next to loops, libmvec and std
    Elementwise,
    /// The 48 contractions of the tensor contraction benchmark, next to numpy and TBLIS
    Tccg,
    /// Depthwise convolutions and poolings, next to loops in C and oneDNN
    Windows,
    /// Nanoseconds of making code, and of calls
    Overhead,
}

const RAGGED: [[usize; 3]; 11] = [
    [13, 13, 13],
    [17, 17, 17],
    [23, 23, 23],
    [31, 31, 31],
    [33, 33, 33],
    [100, 3, 50],
    [35, 9, 35],
    [20, 9, 20],
    [56, 9, 56],
    [10, 9, 10],
    [47, 29, 61],
];

const REGULAR: [[usize; 3]; 15] = [
    [16, 16, 16],
    [24, 24, 24],
    [32, 32, 32],
    [40, 40, 40],
    [48, 48, 48],
    [64, 64, 64],
    [80, 80, 80],
    [96, 96, 96],
    [128, 128, 128],
    [16, 6, 64],
    [16, 16, 64],
    [32, 32, 512],
    [64, 4, 64],
    [64, 64, 4],
    [64, 16, 64],
];

const BLOCKS: [usize; 10] = [8, 12, 13, 16, 20, 24, 32, 40, 48, 64];

const SQUARE: [usize; 8] = [256, 384, 512, 768, 1024, 1536, 2048, 4096];

/// The length beside narrow extents.
const LONG: usize = 64;

impl Set {
    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cubes => "cubes",
            Self::Narrow => "narrow",
            Self::Ragged => "ragged",
            Self::Regular => "regular",
            Self::Brgemm => "brgemm",
            Self::Square => "square",
            Self::Elementwise => "elementwise",
            Self::Tccg => "tccg",
            Self::Windows => "windows",
            Self::Overhead => "overhead",
        }
    }

    /// Its multiplications of one element type.
    pub(crate) fn shapes(self, dtype: DType) -> Vec<Shape> {
        let single = |extents| Shape::single(dtype, extents);
        let cube = |extent| single([extent; 3]);
        match self {
            Self::Cubes => (1..=33).map(cube).collect(),
            Self::Narrow => narrow().into_iter().map(single).collect(),
            Self::Ragged => RAGGED.map(single).to_vec(),
            Self::Regular => REGULAR.map(single).to_vec(),
            Self::Brgemm => BLOCKS.map(|block| Shape { batch: 16, ..cube(block) }).to_vec(),
            Self::Square => SQUARE.map(cube).to_vec(),
            // These are no multiplications of matrices alone.
            Self::Elementwise | Self::Tccg | Self::Windows | Self::Overhead => vec![],
        }
    }
}

/// One extent of 1 to 8, and then two of them, everything else long.
fn narrow() -> Vec<[usize; 3]> {
    const L: usize = LONG;
    let kinds: [fn(usize) -> [usize; 3]; 6] =
        [|e| [e, L, L], |e| [L, e, L], |e| [L, L, e], |e| [e, e, L], |e| [e, L, e], |e| [L, e, e]];
    kinds.into_iter().flat_map(|kind| (1..=8).map(kind)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_set_names_a_shape_twice() {
        for set in Set::value_variants() {
            let shapes = set.shapes(DType::F32);
            let different: HashSet<_> = shapes.iter().collect();
            assert_eq!(different.len(), shapes.len(), "{set:?}");
            assert!(shapes.iter().all(|shape| shape.to_string().parse() == Ok(*shape)));
        }
    }
}

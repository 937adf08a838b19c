//! The sets of multiplications, and what has to hold of each.
//!
//! Tests: below.

use clap::ValueEnum;
use std::fmt;
use std::str::FromStr;
use tensmith_core::DType;
use tensmith_measure::operands::Random;
use tensmith_measure::shape::Shape;

/// A set of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// Cubes of 1 to 33
    Cubes,
    /// One or two of M, N and K of 1 to 8, others 64
    Narrow,
    /// Sizes that no tile divides
    Ragged,
    /// Multiples of vectors and tiles
    Regular,
    /// Sums of 16 products of 8 to 64
    Brgemm,
    /// 100 products of 3x3 to 8x8 as one einsum, next to loops and libraries that are called in one
    Batches,
    /// Cubes of 256 to 4096
    Square,
    /// Operations and functions on elements, next to loops, libmvec and std
    Elementwise,
    /// The 48 contractions of the tensor contraction benchmark, next to numpy and TBLIS
    Tccg,
    /// 60 contractions of 16 to 22 indices of 2 and 3 in orders that disagree, drawn by `--seed`,
    /// next to numpy and TBLIS
    Circuits,
    /// Depthwise convolutions and poolings, next to loops in C and oneDNN
    Windows,
    /// Integers of 8 and 16 bits, next to MKL's; shares of four times the peak of FP32
    Integers,
    /// Nanoseconds of contractions with bias and activation, by their kernels and by passes over the output
    Epilogue,
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

/// The other extents where some are narrow.
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
            Self::Batches => "batches",
            Self::Square => "square",
            Self::Elementwise => "elementwise",
            Self::Tccg => "tccg",
            Self::Circuits => "circuits",
            Self::Windows => "windows",
            Self::Integers => "integers",
            Self::Epilogue => "epilogue",
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
            Self::Batches
            | Self::Elementwise
            | Self::Tccg
            | Self::Circuits
            | Self::Windows
            | Self::Integers
            | Self::Epilogue
            | Self::Overhead => {
                vec![]
            }
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

/// What is measured in place of sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A multiplication.
    One(Shape),
    /// Multiplications of each element type, drawn by a seed.
    Drawn {
        /// What all extents follow from.
        seed: u64,
        /// How many.
        count: usize,
    },
}

/// The longest extent that is drawn.
const LONGEST: usize = 200;

impl Asked {
    /// The multiplications.
    pub(crate) fn shapes(&self, types: &[DType]) -> Vec<Shape> {
        match *self {
            Self::One(shape) => vec![shape],
            Self::Drawn { seed, count } => {
                let mut random = Random(seed);
                let extents: Vec<_> =
                    (0..count).map(|_| [(); 3].map(|()| 1 + random.below(LONGEST))).collect();
                let all = types.iter().flat_map(|dtype| extents.iter().map(|extents| (*dtype, *extents)));
                all.map(|(dtype, extents)| Shape::single(dtype, extents)).collect()
            }
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(shape) => shape.fmt(f),
            Self::Drawn { seed, count } => write!(f, "random:{seed}:{count}"),
        }
    }
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(drawn) = text.strip_prefix("random:") else { return text.parse().map(Self::One) };
        let rule = || format!("`{text}`: must be such as random:7:40, by a seed and at most 1000 shapes");
        let (seed, count) = drawn.split_once(':').ok_or_else(rule)?;
        let count = count.parse().ok().filter(|count| (1..=1000).contains(count)).ok_or_else(rule)?;
        Ok(Self::Drawn { seed: seed.parse().map_err(|_| rule())?, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn shapes_are_named_or_drawn() {
        let types = [DType::F32, DType::F64];
        let one: Asked = "f64_1x2x3".parse().expect("a shape");
        assert_eq!(one.shapes(&types), [Shape::single(DType::F64, [1, 2, 3])]);
        let drawn: Asked = "random:7:40".parse().expect("a seed and a number");
        let shapes = drawn.shapes(&types);
        assert_eq!([one.to_string(), drawn.to_string()], ["f64_1x2x3", "random:7:40"]);
        assert_eq!((shapes.len(), &shapes), (80, &drawn.shapes(&types)));
        assert!(shapes.iter().all(|shape| [shape.m, shape.n, shape.k].iter().all(|x| (1..=200).contains(x))));
        for text in ["random:", "random:7", "random:7:0", "random:7:1001", "random:x:4", "f32_random"] {
            assert!(text.parse::<Asked>().is_err(), "{text}");
        }
    }

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

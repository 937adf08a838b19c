//! The 48 contractions of the tensor contraction benchmark (`tests/data/tccg.csv`).

use std::collections::BTreeMap;
use tensmith_core::DType;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::tensor::{Dim, Kind, Nest, PerOperand};

/// The extent of each index.
pub type Extents = BTreeMap<char, usize>;

/// Which index of a tensor is contiguous.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// The first one: column-major.
    First,
    /// The last one: row-major.
    Last,
}

/// One of them.
#[derive(Debug)]
pub struct Contraction {
    /// The indices of the output, of in0 and of in1.
    pub name: String,
    /// The indices of in0, in1 and the output.
    pub indices: PerOperand<String>,
    /// Those of the benchmark.
    pub extents: Extents,
}

/// All of them.
///
/// # Panics
/// If the file does not hold 48.
#[must_use]
pub fn contractions() -> Vec<Contraction> {
    let text = include_str!("../data/tccg.csv");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let all: Vec<_> = rows.map(contraction).collect();
    assert_eq!(all.len(), 48);
    all
}

fn contraction(row: &str) -> Contraction {
    let (name, extents) = row.split_once(',').unwrap();
    let mut operands = name.split('-').map(str::to_owned);
    let mut next = || operands.next().unwrap();
    let (out, in0, in1) = (next(), next(), next());
    let extent = |text: &str| {
        let (index, extent) = text.split_once(':').unwrap();
        (index.chars().next().unwrap(), extent.parse().unwrap())
    };
    let extents = extents.split(' ').map(extent).collect();
    Contraction { name: name.to_owned(), indices: PerOperand { in0, in1, out }, extents }
}

/// The stride of each index of a dense tensor, the contiguous one first.
fn strides(indices: &str, extents: &Extents, reading: Reading) -> BTreeMap<char, isize> {
    let mut order: Vec<char> = indices.chars().collect();
    if let Reading::Last = reading {
        order.reverse();
    }
    let mut next = 1;
    let stride = |index: char| {
        let stride = next;
        next *= extents[&index] as isize;
        (index, stride)
    };
    order.into_iter().map(stride).collect()
}

impl Contraction {
    /// Extents that a scalar reference has the patience for: the contiguous dimensions long enough to be
    /// packed, and of lengths that no tile divides.
    #[must_use]
    pub fn scaled_down(&self) -> Extents {
        let small = self.extents.keys().zip([5, 7, 9, 4, 6, 3, 5]);
        small.map(|(index, extent)| (*index, extent)).collect()
    }

    /// Its nest with some extents, dense in every operand.
    #[must_use]
    pub fn nest(&self, extents: &Extents, reading: Reading) -> Nest {
        let PerOperand { in0, in1, out } = &self.indices;
        let [in0, in1, out] = [in0, in1, out].map(|indices| strides(indices, extents, reading));
        let dims = extents.iter().map(|(index, &extent)| {
            let stride = |strides: &BTreeMap<char, isize>| strides.get(index).copied().unwrap_or(0);
            let strides = PerOperand { in0: stride(&in0), in1: stride(&in1), out: stride(&out) };
            let kind = match (strides.in0, strides.in1, strides.out) {
                (_, _, 0) => Kind::K,
                (_, 0, _) => Kind::M,
                (0, ..) => Kind::N,
                _ => Kind::C,
            };
            Dim::new(kind, extent, strides)
        });
        Nest { first_touch: Some(UnaryOp::zero()), ..Nest::contraction(DType::F32, dims.collect()) }
    }
}

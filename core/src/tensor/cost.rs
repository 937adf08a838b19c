//! What a nest costs: cycles of its kernels, and of bringing their operands to them.
//!
//! A loop nest needs an operand's elements again and again; what it needs between two uses of an
//! element decides from where that comes. Let the *footprint* of an operand at some depth be the bytes
//! that the loops inside touch of it. The outermost depth at which the footprints of all operands fit
//! into a cache is what the cache holds at a time; from one such time to the next an operand is fetched
//! anew, but for loops directly outside in which it does not move. So it is fetched
//!
//! ```text
//! traffic = footprint · (iterations of the loops outside) / (those of the innermost loops that do not move it)
//! ```
//!
//! bytes from behind the cache, the output twice, as it is written back. A call of a kernel fetches what
//! it needs once, however little fits: what it uses again and again is made to fit (`optimize/split`). The bytes that
//! a core moves per cycle are data of its [`Caches`](crate::target::Caches). Half of a cache is counted,
//! since the rest holds what is on its way.
//!
//! The cycles of kernels are the least that multiply-adds allow, with vectors that are filled up, or that
//! loads and stores allow with tiles of registers of four vectors by six columns; what
//! latencies cost on top is known to the generators, whose offers a plan shows.

use crate::Target;
use crate::tensor::nest::{Dim, Exec, Kind, Nest, Operand, PerOperand};
use core::fmt;

/// Predicted cycles of a nest on one core.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Of the kernels, with their operands at hand.
    pub kernels: f64,
    /// Of calling them.
    pub calls: f64,
    /// Of what comes from the second-level cache.
    pub second_level: f64,
    /// Of what comes from memory.
    pub memory: f64,
}

impl Cost {
    /// Cycles that a call with the loops around it takes.
    pub(crate) const CALL: f64 = 20.0;

    /// The cost of a nest in its present order.
    #[must_use]
    pub fn of(nest: &Nest, target: &Target) -> Self {
        let caches = target.caches;
        let cycles = |cache: usize, fill: usize| traffic(nest, cache / 2) / fill.max(1) as f64;
        let (kernels, calls) = work(nest, target);
        Self {
            kernels,
            calls: calls * Self::CALL,
            second_level: cycles(caches.l1d, caches.l1_fill),
            memory: cycles(caches.l2, caches.l2_fill),
        }
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kernels + self.calls + self.second_level + self.memory
    }
}

impl core::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            kernels: self.kernels + other.kernels,
            calls: self.calls + other.calls,
            second_level: self.second_level + other.second_level,
            memory: self.memory + other.memory,
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { kernels, calls, second_level, memory } = self;
        write!(f, "{:.0} cycles: kernels {kernels:.0}, calls {calls:.0}", self.total())?;
        write!(f, ", second-level cache {second_level:.0}, memory {memory:.0}")
    }
}

/// Rows in vectors and columns of the register tiles that kernels are reckoned with.
const TILE: (f64, f64) = (4.0, 6.0);

/// Cycles of the kernels and number of calls.
fn work(nest: &Nest, target: &Target) -> (f64, f64) {
    let lanes = target.machine().lanes(nest.dtype).get() as f64;
    let (mut vectors, mut columns, mut sum, mut calls) = (1.0, 1.0, 1.0, 1.0);
    for dim in &nest.dims {
        let extent = dim.extent as f64;
        match (dim.exec, dim.kind) {
            (Exec::Prim, Kind::K) => sum *= extent,
            (Exec::Prim, _) if dim.strides.out == 1 => vectors *= libm::ceil(extent / lanes),
            (Exec::Prim, _) => columns *= extent,
            (Exec::Undefined | Exec::Shared | Exec::Seq, _) => calls *= extent,
        }
    }
    let products = vectors * columns * sum;
    let (rows, width) = TILE;
    let of_a = vectors * sum * libm::ceil(columns / width);
    let of_b = columns * sum / lanes * libm::ceil(vectors / rows);
    let of_c = 2.0 * vectors * columns;
    let multiply_adds = products / f64::from(target.model.multiply_adds);
    let moves = (of_a + of_b + of_c) / f64::from(target.model.moves);
    (multiply_adds.max(moves) * calls, calls)
}

/// Bytes that come from behind a cache of some bytes.
fn traffic(nest: &Nest, cache: usize) -> f64 {
    let bytes = nest.dtype.bytes() as f64;
    let depth = resident_depth(&nest.dims, cache as f64 / bytes);
    let (outside, inside) = nest.dims.split_at_checked(depth).unwrap_or((&nest.dims, &[]));
    let all = Operand::ALL.map(|operand| {
        let moves = |dim: &Dim| *dim.strides.get(operand) != 0;
        let mut repeats = outside.iter().rev().skip_while(|dim| !moves(dim));
        let times = if operand == Operand::Out { 2.0 } else { 1.0 };
        repeats.by_ref().fold(footprint(inside, operand) * times, |traffic, dim| traffic * dim.extent as f64)
    });
    all.into_iter().sum::<f64>() * bytes
}

/// The outermost depth inside of which everything fits into so many elements; that of the kernel if
/// nothing does.
fn resident_depth(dims: &[Dim], elements: f64) -> usize {
    let kernel = dims.iter().position(|dim| dim.exec == Exec::Prim).unwrap_or(dims.len());
    let (mut footprints, mut depth) = (PerOperand { in0: 1.0, in1: 1.0, out: 1.0 }, kernel);
    for (number, dim) in dims.iter().enumerate().rev() {
        let grown = |footprint: f64, stride: isize| {
            if stride == 0 { footprint } else { footprint * dim.extent as f64 }
        };
        footprints = footprints.zip_with(dim.strides, grown);
        if footprints.in0 + footprints.in1 + footprints.out > elements {
            break;
        }
        depth = depth.min(number);
    }
    depth
}

/// Elements of an operand that some dimensions lead to.
fn footprint(dims: &[Dim], operand: Operand) -> f64 {
    let moving = dims.iter().filter(|dim| *dim.strides.get(operand) != 0);
    moving.fold(1.0, |product, dim| product * dim.extent as f64)
}

//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! Cost: of a single multiplication 50 host instructions, inlined; of a batch twice as much.

use super::{
    Batch, BinarySpec, GemmSpec, Input, KernelSpec, Matrix, ReduceSpec, Reduction, Stride, UnarySpec,
};
use crate::kernel::op::Op;
use core::hash::{Hash, Hasher};

/// A [`KernelSpec`] in words: equal if and only if the specifications are.
///
/// In pieces of at most 32 bytes, which compilers compare in place instead of calling a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Which kind of kernel, which strides are left to run time, and everything else that is one of
    /// a few.
    choices: [u8; 8],
    /// Those of the operands, and the number of pairs in a batch; or the address of an operation and
    /// its first parameter.
    extents: [u64; 4],
    /// Those of the operands, and between a batch's blocks of A; or an operation's second parameter.
    strides: [u64; 4],
    /// Between a batch's blocks of B.
    last_stride: u64,
}

impl Hash for Packed {
    /// Word by word, which takes the fewest instructions, and without the batch and parameters: kernels
    /// that differ in nothing else are rare, and may share a place.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([x0, x1, x2, _], [ld0, ld1, ld2, _]) = (self.extents, self.strides);
        state.write_u64(u64::from_le_bytes(self.choices));
        [x0, x1, x2].into_iter().for_each(|extent| state.write_u64(extent));
        [ld0, ld1, ld2].into_iter().for_each(|stride| state.write_u64(stride));
    }
}

/// Neither a stride nor anything else.
const NONE: Stride = Stride::Fixed(0);

impl KernelSpec {
    /// The specification as words.
    #[must_use]
    #[inline(always)]
    pub fn packed(&self) -> Packed {
        match self {
            Self::Gemm(spec) => spec.packed(),
            Self::Unary(spec) => spec.packed(),
            Self::Binary(spec) => spec.packed(),
            Self::Reduce(spec) => spec.packed(),
        }
    }
}

impl GemmSpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        match self.batch {
            Batch::Single => self.with_batch(0, [NONE; 3]),
            _ => self.packed_batch(),
        }
    }

    /// Apart, so that what is most frequent stays short.
    #[inline(never)]
    fn packed_batch(&self) -> Packed {
        let (kind, strides) = match self.batch {
            Batch::Single => (0, [NONE; 3]),
            Batch::Strided { count, a, b } => (1, [count, a, b]),
            Batch::Offsets { count } => (2, [count, NONE, NONE]),
            Batch::Addresses { count } => (3, [count, NONE, NONE]),
        };
        self.with_batch(kind, strides)
    }

    #[inline]
    fn with_batch(&self, kind: u8, batch: [Stride; 3]) -> Packed {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _ } = *self;
        let [a, b, c] = [a, b, c].map(|Matrix { layout, ld }| (layout as u8, ld));
        let choices = [dtype as u8, a.0, b.0, c.0, alpha as u8, beta as u8, kind];
        pack(0, choices, [m, n, k], [a.1, b.1, c.1], batch)
    }
}

impl UnarySpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, ld_in, ld_out, orientation } = *self;
        let choices = [dtype as u8, orientation as u8, 0];
        pack_elementwise(1, &op, choices, [m, n], [ld_in, ld_out, NONE])
    }
}

impl BinarySpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, in0, in1, ld_out } = *self;
        let [(kind0, ld0), (kind1, ld1)] = [in0, in1].map(packed_input);
        pack_elementwise(2, &op, [dtype as u8, kind0, kind1], [m, n], [ld0, ld1, ld_out])
    }
}

impl ReduceSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, reduction, lines, m, n, ld_in } = *self;
        let (kind, ld_in1) = match reduction {
            Reduction::Fold(fold, _) => (fold as u8, NONE),
            Reduction::Dot { ld_in1, .. } => (u8::MAX, ld_in1),
            Reduction::ArgMax => (u8::MAX - 1, NONE),
        };
        let choices = [dtype as u8, kind, reduction.start() as u8, lines as u8, 0, 0, 0];
        pack(3, choices, [m, n, 0], [ld_in, ld_in1, NONE], [NONE; 3])
    }
}

/// What an input covers, and its stride if it has one.
fn packed_input(input: Input) -> (u8, Stride) {
    match input {
        Input::Matrix(ld) => (0, ld),
        Input::Column => (1, NONE),
        Input::Row(stride) => (2, stride),
        Input::Scalar => (3, NONE),
    }
}

/// Puts everything where it belongs: the operation and its parameters are where multiplications have
/// their K and their batch.
fn pack_elementwise<const INPUTS: usize>(
    kind: u8,
    op: &Op<INPUTS>,
    [c0, c1, c2]: [u8; 3],
    [m, n]: [usize; 2],
    strides: [Stride; 3],
) -> Packed {
    let (operation, [(left0, p0), (left1, p1)]) = op.packed();
    let choices = [c0, c1, c2, left0, left1, 0, 0];
    let Packed { choices, extents: [x0, x1, ..], strides: [ld0, ld1, ld2, _], last_stride } =
        pack(kind, choices, [m, n, 0], strides, [NONE; 3]);
    Packed { choices, extents: [x0, x1, operation, p0], strides: [ld0, ld1, ld2, p1], last_stride }
}

/// Puts everything where it belongs; `kind` is one of four.
#[inline]
fn pack(
    kind: u8,
    [c0, c1, c2, c3, c4, c5, c6]: [u8; 7],
    extents: [usize; 3],
    strides: [Stride; 3],
    batch: [Stride; 3],
) -> Packed {
    let left = |bits, stride| bits << 1 | u8::from(stride == Stride::Runtime);
    let kind = strides.into_iter().chain(batch).fold(kind, left);
    let [x0, x1, x2] = extents.map(|extent| extent as u64);
    let word = |stride: Stride| stride.fixed().unwrap_or(0) as u64;
    let ([ld0, ld1, ld2], [count, step_a, last_stride]) = (strides.map(word), batch.map(word));
    Packed {
        choices: [kind, c0, c1, c2, c3, c4, c5, c6],
        extents: [x0, x1, x2, count],
        strides: [ld0, ld1, ld2, step_a],
        last_stride,
    }
}

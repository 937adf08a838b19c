//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! Cost: 40 to 60 host instructions, of a batch 80.

use super::{
    Batch, BinarySpec, Chain, GatherSpec, GemmSpec, Input, KernelSpec, Matrix, ReduceSpec, Reduction, Stride,
    TernarySpec, UnarySpec,
};
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
    /// Between a batch's blocks of B, or of a fourth operand.
    last_stride: u64,
    /// What follows, if anything does; as it is, since chains are rare.
    epilogue: Option<Chain>,
}

impl Hash for Packed {
    /// Word by word, which takes the fewest instructions, and without what kernels seldom differ in
    /// alone: those may share a place.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([x0, x1, x2, _], [ld0, ..]) = (self.extents, self.strides);
        [x0, x1, x2, ld0].into_iter().for_each(|word| state.write_u64(word));
    }
}

impl KernelSpec {
    /// The specification as words.
    #[must_use]
    #[inline(always)]
    pub fn packed(&self) -> Packed {
        match self {
            Self::Gemm(spec) => spec.packed(),
            Self::Unary(spec) => spec.packed(),
            Self::Binary(spec) => spec.packed(),
            Self::Ternary(spec) => spec.packed(),
            Self::Reduce(spec) => spec.packed(),
            Self::Gather(spec) => spec.packed(),
        }
    }
}

impl GemmSpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        match self.batch {
            Batch::Single if self.epilogue.is_empty() => self.with_strides(0, numbers(self.lds()), [0; 3]),
            _ if self.epilogue.is_empty() => self.packed_batch(),
            _ => self.packed_chain(),
        }
    }

    /// Apart, as chains are large.
    #[cold]
    #[inline(never)]
    fn packed_chain(&self) -> Packed {
        Packed { epilogue: Some(self.epilogue), ..self.packed_open_batch() }
    }

    /// Apart, so that what is most frequent stays short; and so is what is less frequent among batches.
    #[inline(never)]
    fn packed_batch(&self) -> Packed {
        match (&self.batch, self.lds()) {
            (
                Batch::Strided { count: Stride::Fixed(count), a: Stride::Fixed(a), b: Stride::Fixed(b) },
                [Stride::Fixed(lda), Stride::Fixed(ldb), Stride::Fixed(ldc)],
            ) => {
                let words = |numbers: [&usize; 3]| numbers.map(|number| *number as u64);
                self.with_strides(1, (0, words([lda, ldb, ldc])), words([count, a, b]))
            }
            _ => self.packed_open_batch(),
        }
    }

    /// Lists, and what is left to run time.
    #[inline(never)]
    fn packed_open_batch(&self) -> Packed {
        let (kind, (left, batch)) = match &self.batch {
            Batch::Single => (0, (0, [0; 3])),
            Batch::Strided { count, a, b } => (1, numbers([count, a, b])),
            Batch::Offsets { count } => (2, numbers([count, &NONE, &NONE])),
            Batch::Addresses { count } => (3, numbers([count, &NONE, &NONE])),
        };
        self.with_strides(kind | left << KINDS, numbers(self.lds()), batch)
    }

    #[inline(always)]
    fn lds(&self) -> [&Stride; 3] {
        [&self.a.ld, &self.b.ld, &self.c.ld]
    }

    #[inline(always)]
    fn with_strides(&self, kind: u8, (left, lds): (u8, [u64; 3]), batch: [u64; 3]) -> Packed {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _, epilogue: _ } = self;
        let [a, b, c] = [a, b, c].map(|Matrix { layout, ld: _ }| *layout as u8);
        let ([lda, ldb, ldc], [count, step_a, last_stride]) = (lds, batch);
        Packed {
            choices: [kind, *dtype as u8, a, b, c, *alpha as u8, *beta as u8, left],
            extents: [*m as u64, *n as u64, *k as u64, count],
            strides: [lda, ldb, ldc, step_a],
            last_stride,
            epilogue: None,
        }
    }
}

impl UnarySpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, ld_in, ld_out, orientation } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        Packed {
            choices: [UNARY, *dtype as u8, *orientation as u8, 0, 0, 0, parameters_left, left],
            extents: [*m as u64, *n as u64, operation, p0],
            strides: [ld_in, ld_out, 0, p1],
            last_stride: 0,
            epilogue: None,
        }
    }
}

impl BinarySpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, in0, in1, ld_out } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let [(in0, ld0), (in1, ld1)] = [in0, in1].map(input);
        let (left, [ld0, ld1, ld_out]) = numbers([ld0, ld1, ld_out]);
        Packed {
            choices: [BINARY, *dtype as u8, in0, in1, 0, 0, parameters_left, left],
            extents: [*m as u64, *n as u64, operation, p0],
            strides: [ld0, ld1, ld_out, p1],
            last_stride: 0,
            epilogue: None,
        }
    }
}

impl TernarySpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, in0, in1, in2, ld_out } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [in0, in1, in2].map(input);
        let (left, [ld0, ld1, ld2]) = numbers([ld0, ld1, ld2]);
        let (out_left, [last_stride, ..]) = numbers([ld_out, &NONE, &NONE]);
        Packed {
            choices: [TERNARY, *dtype as u8, in0, in1, in2, out_left, parameters_left, left],
            extents: [*m as u64, *n as u64, operation, p0],
            strides: [ld0, ld1, ld2, p1],
            last_stride,
            epilogue: None,
        }
    }
}

impl ReduceSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, reduction, lines, m, n, ld_in } = self;
        let (kind, ld_in1) = match reduction {
            Reduction::Fold(fold, _) => (*fold as u8, &NONE),
            Reduction::Dot { ld_in1, .. } => (u8::MAX, ld_in1),
            Reduction::ArgMax => (u8::MAX - 1, &NONE),
        };
        let (left, [ld_in, ld_in1, _]) = numbers([ld_in, ld_in1, &NONE]);
        let start = reduction.start() as u8;
        Packed {
            choices: [REDUCE, *dtype as u8, *lines as u8, kind, start, 0, 0, left],
            extents: [*m as u64, *n as u64, 0, 0],
            strides: [ld_in, ld_in1, 0, 0],
            last_stride: 0,
            epilogue: None,
        }
    }
}

impl GatherSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        Packed {
            choices: [GATHER, *dtype as u8, *indexed as u8, 0, 0, 0, 0, left],
            extents: [*m as u64, *n as u64, 0, 0],
            strides: [ld_in, ld_out, 0, 0],
            last_stride: 0,
            epilogue: None,
        }
    }
}

/// The first of the [choices](Packed); below are the kinds of batches.
const UNARY: u8 = 4;
const BINARY: u8 = 5;
const REDUCE: u8 = 6;
const GATHER: u8 = 7;
const TERNARY: u8 = 8;

/// How many bits these take.
const KINDS: u32 = 4;

/// No stride.
static NONE: Stride = Stride::Fixed(0);

/// What an input covers, and its stride if it has one.
#[inline(always)]
fn input(input: &Input) -> (u8, &Stride) {
    match input {
        Input::Matrix(ld) => (0, ld),
        Input::Column => (1, &NONE),
        Input::Row(stride) => (2, stride),
        Input::Scalar => (3, &NONE),
    }
}

/// Which strides are left to run time, a bit for each, and what the others are.
#[inline(always)]
fn numbers([x, y, z]: [&Stride; 3]) -> (u8, [u64; 3]) {
    match (x, y, z) {
        // As they mostly are: no bits have to be gathered.
        (Stride::Fixed(x), Stride::Fixed(y), Stride::Fixed(z)) => (0, [*x as u64, *y as u64, *z as u64]),
        _ => some_left(x, y, z),
    }
}

/// Apart, so that what is most frequent stays short.
#[cold]
#[inline(never)]
fn some_left(x: &Stride, y: &Stride, z: &Stride) -> (u8, [u64; 3]) {
    let strides = [x, y, z];
    let bit = |bits, stride: &&Stride| bits << 1 | u8::from(**stride == Stride::Runtime);
    (strides.iter().fold(0, bit), strides.map(|stride| stride.fixed().unwrap_or(0) as u64))
}

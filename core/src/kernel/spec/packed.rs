//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! Cost: 35 to 50 host instructions, of a batch 60; of chains much more.

use super::{
    Batch, BinarySpec, Chain, ChainSpec, ConvertSpec, GatherSpec, GemmSpec, Input, KernelSpec, Link,
    MAX_LINKS, Matrix, Operand, ReduceSpec, Reduction, Stride, TernarySpec, UnarySpec,
};
use core::hash::{Hash, Hasher};

/// A [`KernelSpec`] in words: equal if and only if the specifications are.
///
/// In pieces of 32 bytes, which compilers compare in place instead of calling a function, and aligned as
/// vectors are, so that one of two need not be loaded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Packed {
    /// Which kind of kernel, which strides are left to run time, and everything else that is one of a few,
    /// a byte each; the extents, or two of them and the address of an operation.
    head: [u64; 4],
    /// Those of the operands, and the number of pairs in a batch, or an operation's parameters.
    strides: [u64; 4],
    /// What few kernels have.
    more: More,
}

/// What is behind the strides. Its tag is a number of its own, which is cheaper to look at than one hidden
/// in what the variants hold.
#[derive(Clone, Copy, Debug, Eq)]
#[repr(u64)]
enum More {
    Nothing,
    /// The distances between the pairs of a batch, or parameters.
    Words([u64; 2]),
    /// The same, and links without parameters.
    Links([u64; 2], Links),
    /// The same, and links with some; as they are, since such chains are rare.
    Followed([u64; 2], Chain),
}

/// The links of a chain, none of which has parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Links {
    /// Of each link, a byte: how its operand covers the result, and which side is which.
    kinds: u64,
    /// The addresses of operations.
    operations: [u64; MAX_LINKS],
    /// The leading dimensions of operands.
    lds: [u64; MAX_LINKS],
}

impl PartialEq for More {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Words(words), Self::Words(others)) => words == others,
            _ => self.is_followed_as(other),
        }
    }
}

impl More {
    /// What has a chain behind `words`.
    fn followed(words: [u64; 2], chain: &Chain) -> Self {
        match Links::of(chain) {
            Some(links) => Self::Links(words, links),
            None => Self::Followed(words, *chain),
        }
    }

    /// Whether both are followed by the same. Apart, so that comparing what is followed by nothing stays
    /// short.
    #[inline(never)]
    fn is_followed_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Links(words, links), Self::Links(others, other)) => words == others && links == other,
            (Self::Followed(words, chain), Self::Followed(others, other)) => {
                words == others && chain == other
            }
            _ => false,
        }
    }
}

impl Links {
    /// Those of a chain, if none has parameters.
    #[inline(always)]
    fn of(chain: &Chain) -> Option<Self> {
        let mut links = Self { kinds: 0, operations: [0; MAX_LINKS], lds: [0; MAX_LINKS] };
        let places = chain.places().iter().zip(&mut links.operations).zip(&mut links.lds);
        for ((link, operation), ld) in places {
            let Some(link) = link else { break };
            let kind = match link {
                Link::Unary(op) => {
                    *operation = op.packed_alone()?;
                    ALONE
                }
                Link::Binary { op, operand, running } => {
                    *operation = op.packed_alone()?;
                    let covers = match operand {
                        Operand::Column => COLUMN,
                        Operand::Row => ROW,
                        Operand::Scalar => SCALAR,
                        Operand::Matrix(Stride::Runtime) => ANY_MATRIX,
                        Operand::Matrix(Stride::Fixed(elements)) => {
                            *ld = *elements as u64;
                            FIXED_MATRIX
                        }
                    };
                    covers << 1 | *running as u64
                }
            };
            links.kinds = links.kinds << 8 | kind;
        }
        Some(links)
    }
}

/// How a link's operand covers the result; 1 more where the running value is the second input.
const ALONE: u64 = 1;
const COLUMN: u64 = 1;
const ROW: u64 = 2;
const SCALAR: u64 = 3;
const ANY_MATRIX: u64 = 4;
const FIXED_MATRIX: u64 = 5;

impl Hash for Packed {
    /// Word by word, which takes the fewest instructions, and without what kernels seldom differ in
    /// alone.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.head.into_iter().for_each(|word| state.write_u64(word));
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
            Self::Chain(spec) => spec.packed(),
            Self::Convert(spec) => spec.packed(),
            Self::Reduce(spec) => spec.packed(),
            Self::Gather(spec) => spec.packed(),
        }
    }
}

impl GemmSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Some(lds) = fixed(self.lds()).filter(|_| self.epilogue.is_empty()) else {
            return self.packed_in_general();
        };
        match &self.batch {
            Batch::Single => self.with_strides(SINGLE, (0, lds), (0, More::Nothing)),
            Batch::Strided { count, a, b } => match fixed([count, a, b]) {
                Some([count, a, b]) => self.with_strides(STRIDED, (0, lds), (count, More::Words([a, b]))),
                None => self.packed_in_general(),
            },
            Batch::Offsets { .. } | Batch::Addresses { .. } => self.packed_in_general(),
        }
    }

    /// Lists, what is left to run time, and what follows.
    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let (kind, (left, batch)) = match &self.batch {
            Batch::Single => (SINGLE, (0, [0; 3])),
            Batch::Strided { count, a, b } => (STRIDED, numbers([count, a, b])),
            Batch::Offsets { count } => (OFFSETS, numbers([count, &NONE, &NONE])),
            Batch::Addresses { count } => (ADDRESSES, numbers([count, &NONE, &NONE])),
        };
        let [count, a, b] = batch;
        let more = match &self.batch {
            _ if !self.epilogue.is_empty() => More::followed([a, b], &self.epilogue),
            Batch::Single => More::Nothing,
            _ => More::Words([a, b]),
        };
        self.with_strides(kind | left << KINDS, numbers(self.lds()), (count, more))
    }

    #[inline(always)]
    fn lds(&self) -> [&Stride; 3] {
        [&self.a.ld, &self.b.ld, &self.c.ld]
    }

    #[inline(always)]
    fn with_strides(
        &self,
        kind: u8,
        (left, [lda, ldb, ldc]): (u8, [u64; 3]),
        (count, more): (u64, More),
    ) -> Packed {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _, epilogue: _ } = self;
        let [a, b, c] = [a, b, c].map(|Matrix { layout, ld: _ }| *layout as u8);
        let choices = [kind, *dtype as u8, a, b, c, *alpha as u8, *beta as u8, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, *k as u64];
        Packed { head, strides: [lda, ldb, ldc, count], more }
    }
}

impl UnarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, input: Input::Matrix(ld_in), ld_out, orientation } = self else {
            return self.packed_in_general();
        };
        match (fixed([ld_in, ld_out, &NONE]), op.packed_alone()) {
            (Some([ld_in, ld_out, _]), Some(operation)) => {
                let choices = [UNARY, *dtype as u8, *orientation as u8, MATRIX, 0, 0, 0, 0];
                let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
                Packed { head, strides: [ld_in, ld_out, 0, 0], more: More::Nothing }
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let Self { dtype, op, m, n, input: covers, ld_out, orientation } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let (covers, ld_in) = input(covers);
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        let choices = [UNARY, *dtype as u8, *orientation as u8, covers, 0, 0, parameters_left, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
        Packed { head, strides: [ld_in, ld_out, p0, p1], more: More::Nothing }
    }
}

impl BinarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        match (&self.in0, &self.in1) {
            (Input::Matrix(ld0), Input::Matrix(ld1)) => self.with_inputs([(MATRIX, ld0), (MATRIX, ld1)]),
            _ => self.packed_with_broadcasts(),
        }
    }

    #[inline(never)]
    fn packed_with_broadcasts(&self) -> Packed {
        self.with_inputs([&self.in0, &self.in1].map(input))
    }

    #[inline(always)]
    fn with_inputs(&self, [(in0, ld0), (in1, ld1)]: [(u8, &Stride); 2]) -> Packed {
        let Self { dtype, op, m, n, in0: _, in1: _, ld_out } = self;
        match (fixed([ld0, ld1, ld_out]), op.packed_alone()) {
            (Some([ld0, ld1, ld_out]), Some(operation)) => {
                let choices = [BINARY, *dtype as u8, in0, in1, 0, 0, 0, 0];
                let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
                Packed { head, strides: [ld0, ld1, ld_out, 0], more: More::Nothing }
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let Self { dtype, op, m, n, in0, in1, ld_out } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let [(in0, ld0), (in1, ld1)] = [in0, in1].map(input);
        let (left, [ld0, ld1, ld_out]) = numbers([ld0, ld1, ld_out]);
        let choices = [BINARY, *dtype as u8, in0, in1, 0, 0, parameters_left, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
        let more = if p1 == 0 { More::Nothing } else { More::Words([p1, 0]) };
        Packed { head, strides: [ld0, ld1, ld_out, p0], more }
    }
}

impl TernarySpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, in0, in1, in2, ld_out } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [in0, in1, in2].map(input);
        let (left, [ld0, ld1, ld2]) = numbers([ld0, ld1, ld2]);
        let (out_left, [ld_out, ..]) = numbers([ld_out, &NONE, &NONE]);
        let choices = [TERNARY, *dtype as u8, in0, in1, in2, out_left, parameters_left, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
        Packed { head, strides: [ld0, ld1, ld2, ld_out], more: More::Words([p0, p1]) }
    }
}

impl ChainSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, chain, m, n, input: covers, ld_out } = self;
        let (covers, ld_in) = input(covers);
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        let choices = [CHAIN, *dtype as u8, covers, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], more: More::followed([0; 2], chain) }
    }
}

impl ConvertSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { to, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        let choices = [CONVERT, *to as u8, 0, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], more: More::Nothing }
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
        let choices = [REDUCE, *dtype as u8, *lines as u8, kind, reduction.start() as u8, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_in1, 0, 0], more: More::Nothing }
    }
}

impl GatherSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        let choices = [GATHER, *dtype as u8, *indexed as u8, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], more: More::Nothing }
    }
}

/// Kinds: the first byte of the [head](Packed). Those of multiplications are those of their batches.
const SINGLE: u8 = 0;
const STRIDED: u8 = 1;
const OFFSETS: u8 = 2;
const ADDRESSES: u8 = 3;
const UNARY: u8 = 4;
const BINARY: u8 = 5;
const REDUCE: u8 = 6;
const GATHER: u8 = 7;
const TERNARY: u8 = 8;
const CHAIN: u8 = 9;
const CONVERT: u8 = 10;

/// How many bits these take; above them is which of a batch's three numbers are left to run time.
const KINDS: u32 = 4;

/// No stride.
static NONE: Stride = Stride::Fixed(0);

/// The number of [`Input::Matrix`].
const MATRIX: u8 = 0;

/// What an input covers, and its stride if it has one.
#[inline(always)]
fn input(input: &Input) -> (u8, &Stride) {
    match input {
        Input::Matrix(ld) => (MATRIX, ld),
        Input::Column => (1, &NONE),
        Input::Row(stride) => (2, stride),
        Input::Scalar => (3, &NONE),
    }
}

/// Strides that are known, if all are.
#[inline(always)]
fn fixed(strides: [&Stride; 3]) -> Option<[u64; 3]> {
    match strides {
        [Stride::Fixed(x), Stride::Fixed(y), Stride::Fixed(z)] => Some([*x as u64, *y as u64, *z as u64]),
        _ => None,
    }
}

/// Which strides are left to run time, a bit for each, and what the others are.
#[inline(always)]
fn numbers(strides: [&Stride; 3]) -> (u8, [u64; 3]) {
    match fixed(strides) {
        // As they mostly are: no bits have to be gathered.
        Some(strides) => (0, strides),
        None => some_left(strides),
    }
}

/// Apart, so that what is most frequent stays short.
#[cold]
#[inline(never)]
fn some_left(strides: [&Stride; 3]) -> (u8, [u64; 3]) {
    let bit = |bits, stride: &&Stride| bits << 1 | u8::from(**stride == Stride::Runtime);
    (strides.iter().fold(0, bit), strides.map(|stride| stride.fixed().unwrap_or(0) as u64))
}

//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! Cost: 35 to 60 host instructions; of a chain that takes more than four words, or two beside strides of a batch,
//! some more.

use super::chain::{MAX_WORDS, Words};
use super::{
    Batch, BinarySpec, Chain, ChainSpec, ConvertSpec, GatherSpec, GemmSpec, Input, KernelSpec, LanewiseSpec,
    Matrix, ReduceSpec, Reduction, Spacing, Start, Stride, TernarySpec, UnarySpec,
};
use crate::kernel::op::MAX_PARAMETERS;
use core::hash::{Hash, Hasher};

/// A [`KernelSpec`] in words: equal if and only if the specifications are.
///
/// In pieces of 32 bytes, which compilers compare in place instead of calling a function, and aligned as
/// vectors are, so that one of two need not be loaded first.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Packed {
    /// Which kind of kernel, which strides are left to run time, and everything else that is one of a few,
    /// a byte each; the extents, or two of them and the address of an operation.
    head: [u64; 4],
    /// Those of the operands, and the number of pairs in a batch, or an operation's parameters.
    strides: [u64; 4],
    /// The [words](Words) of a chain, before the distances between the pairs of a batch; or more parameters.
    tail: [u64; 4],
    more: More,
}

/// The words of a chain that do not fit. Its tag is a number of its own, which is cheaper to look at than one hidden
/// in what the variant holds.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
enum More {
    Nothing,
    /// Only what stands behind those of a chain.
    Behind([u64; 2]),
    /// All those of a chain, of which the tail has the first four, and what stands behind them.
    All([u64; MAX_WORDS], [u64; 2]),
}

impl PartialEq for Packed {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let Self { head, strides, tail, more } = self;
        let is_same = *head == other.head && *strides == other.strides && *tail == other.tail;
        // Whether there is more is part of the head.
        is_same && (matches!(more, More::Nothing) || more.is_same(&other.more))
    }
}

impl Eq for Packed {}

impl More {
    /// Apart, so that comparing what has no such chain stays short.
    #[inline(never)]
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Behind(words), Self::Behind(others)) => words == others,
            (Self::All(words, behind), Self::All(others, ends)) => words == others && behind == ends,
            _ => false,
        }
    }
}

/// The words of a chain and two others behind them, if there is room.
#[inline(always)]
fn ahead([first, second, third, fourth]: [u64; 4], [x, y]: [u64; 2]) -> Option<[u64; 4]> {
    (third | fourth == 0).then_some([first, second, x, y])
}

/// What the words of any chain, and two others if there are, make `with`: whether that is [`LONG`], what fits into
/// the [tail](Packed), and the rest. In each case apart, so that what little there is of it is not moved.
#[inline(always)]
fn in_general(
    chain: &Chain,
    others: Option<[u64; 2]>,
    with: impl Fn(u8, [u64; 4], More) -> Packed,
) -> Packed {
    if let Some(words) = chain.four_words() {
        return with_four(words, others, with);
    }
    match chain.words() {
        Words::Unknown => with(0, [0; 4], More::Nothing),
        Words::Four(words) => with_four(words, others, with),
        Words::All(all @ [a, b, c, d, ..]) => {
            with(LONG, [a, b, c, d], More::All(all, others.unwrap_or_default()))
        }
    }
}

#[inline(always)]
fn with_four(
    words: [u64; 4],
    others: Option<[u64; 2]>,
    with: impl Fn(u8, [u64; 4], More) -> Packed,
) -> Packed {
    match others.map(|others| (others, ahead(words, others))) {
        None => with(0, words, More::Nothing),
        Some((_, Some(tail))) => with(0, tail, More::Nothing),
        Some((others, None)) => with(LONG, words, More::Behind(others)),
    }
}

impl Hash for Packed {
    /// Word by word, which takes the fewest instructions, with the first link of a chain but without strides:
    /// kernels seldom differ in those alone.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([x, y, z, last], [link, ..]) = (self.head, self.tail);
        [x, y, z, last.wrapping_add(link)].into_iter().for_each(|word| state.write_u64(word));
    }
}

impl KernelSpec {
    /// The specification as words.
    #[must_use]
    #[inline(always)]
    pub fn packed(&self) -> Packed {
        // So few that they are compared, which is shorter than a jump through a table.
        match self {
            Self::Gemm(spec) => spec.packed(),
            Self::Unary(spec) => spec.packed(),
            Self::Binary(spec) => spec.packed(),
            _ => self.packed_rarely(),
        }
    }

    /// A jump to what is most frequent of each kind; all else are functions of their own.
    #[inline(never)]
    fn packed_rarely(&self) -> Packed {
        match self {
            Self::Gemm(spec) => spec.packed_in_general(),
            Self::Unary(spec) => spec.packed_in_general(),
            Self::Binary(spec) => spec.packed_in_general(),
            Self::Ternary(spec) => spec.packed(),
            Self::Chain(spec) => spec.packed(),
            Self::Convert(spec) => spec.packed(),
            Self::Lanewise(spec) => spec.packed(),
            Self::Reduce(spec) => spec.packed(),
            Self::Gather(spec) => spec.packed(),
        }
    }
}

impl GemmSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        match &self.batch {
            Batch::Strided { count, a, b } => self.packed_over_strides([count, a, b]),
            _ => self.packed_alone(),
        }
        .unwrap_or_else(|| self.packed_in_general())
    }

    /// A single product, if all is known and its chain is short.
    #[inline(always)]
    fn packed_alone(&self) -> Option<Packed> {
        let (lds, words) = (fixed(self.lds())?, self.epilogue.four_words()?);
        let is_single = self.batch == Batch::Single;
        is_single.then(|| self.with_strides(SINGLE, (0, lds), (0, words, More::Nothing)))
    }

    /// Products at constant distances, if all is known and the chain is short.
    #[inline(always)]
    fn packed_over_strides(&self, [count, a, b]: [&Stride; 3]) -> Option<Packed> {
        let [lda, ldb, ldc] = self.lds();
        let [lda, ldb, ldc, count, a, b] = fixed([lda, ldb, ldc, count, a, b])?;
        let tail = ahead(self.epilogue.four_words()?, [a, b])?;
        Some(self.with_strides(STRIDED, (0, [lda, ldb, ldc]), (count, tail, More::Nothing)))
    }

    /// Lists, what is left to run time, and other chains.
    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let (kind, (left, [count, a, b])) = match &self.batch {
            Batch::Single => (SINGLE, (0, [0; 3])),
            Batch::Strided { count, a, b } => (STRIDED, numbers([count, a, b])),
            Batch::Offsets { count } => (OFFSETS, numbers([count, &NONE, &NONE])),
            Batch::Addresses { count } => (ADDRESSES, numbers([count, &NONE, &NONE])),
        };
        let others = (self.batch != Batch::Single).then_some([a, b]);
        let (kind, lds) = (kind | left << KINDS, numbers(self.lds()));
        in_general(&self.epilogue, others, |long, tail, more| {
            self.with_strides(kind | long, lds, (count, tail, more))
        })
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
        (count, tail, more): (u64, [u64; 4], More),
    ) -> Packed {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _, epilogue: _ } = self;
        let [a, b, c] = [a, b, c].map(|Matrix { layout, ld: _ }| *layout as u8);
        let choices = [kind, *dtype as u8, a, b, c, *alpha as u8, *beta as u8, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, *k as u64];
        Packed { head, strides: [lda, ldb, ldc, count], tail, more }
    }
}

impl UnarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, input: Input::Matrix(ld_in), ld_out, orientation } = self else {
            return self.packed_in_general();
        };
        match (fixed([ld_in, ld_out]), op.packed()) {
            (Some([ld_in, ld_out]), (operation, 0, [p0, p1])) => {
                let choices = [UNARY, *dtype as u8, *orientation as u8, MATRIX, 0, 0, 0, 0];
                let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
                Packed { head, strides: [ld_in, ld_out, p0, p1], tail: [0; 4], more: More::Nothing }
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let Self { dtype, op, m, n, input: covers, ld_out, orientation } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let (covers, ld_in) = input(covers);
        let (left, [ld_in, ld_out]) = numbers([ld_in, ld_out]);
        let choices = [UNARY, *dtype as u8, *orientation as u8, covers, 0, 0, parameters_left, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
        Packed { head, strides: [ld_in, ld_out, p0, p1], tail: [0; 4], more: More::Nothing }
    }
}

impl BinarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        match (&self.in0, &self.in1) {
            (Input::Matrix(ld0), Input::Matrix(ld1)) => self.with_inputs([(MATRIX, ld0), (MATRIX, ld1)]),
            (in0, in1) => self.with_inputs([input(in0), input(in1)]),
        }
    }

    #[inline(always)]
    fn with_inputs(&self, [(in0, ld0), (in1, ld1)]: [(u8, &Stride); 2]) -> Packed {
        let Self { dtype, op, m, n, in0: _, in1: _, ld_out } = self;
        match (fixed([ld0, ld1, ld_out]), op.packed_alone()) {
            (Some([ld0, ld1, ld_out]), Some(operation)) => {
                let choices = [BINARY, *dtype as u8, in0, in1, 0, 0, 0, 0];
                let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
                Packed { head, strides: [ld0, ld1, ld_out, 0], tail: [0; 4], more: More::Nothing }
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
        Packed { head, strides: [ld0, ld1, ld_out, p0], tail: [p1, 0, 0, 0], more: More::Nothing }
    }
}

impl TernarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self {
            op,
            in0: Input::Matrix(ld0),
            in1: Input::Matrix(ld1),
            in2: Input::Matrix(ld2),
            ld_out,
            ..
        } = self
        else {
            return self.packed_in_general();
        };
        match (fixed([ld0, ld1, ld2, ld_out]), op.packed_alone()) {
            (Some(strides), Some(operation)) => {
                self.with_strides([MATRIX; 3], (0, strides), (operation, 0, [0; MAX_PARAMETERS]))
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [&self.in0, &self.in1, &self.in2].map(input);
        self.with_strides([in0, in1, in2], numbers([ld0, ld1, ld2, &self.ld_out]), self.op.packed())
    }

    #[inline(always)]
    fn with_strides(
        &self,
        [in0, in1, in2]: [u8; 3],
        (left, strides): (u8, [u64; 4]),
        (operation, parameters_left, [p0, p1]): (u64, u8, [u64; MAX_PARAMETERS]),
    ) -> Packed {
        let Self { dtype, op: _, m, n, in0: _, in1: _, in2: _, ld_out: _ } = self;
        let choices = [TERNARY, *dtype as u8, in0, in1, in2, 0, parameters_left, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
        Packed { head, strides, tail: [p0, p1, 0, 0], more: More::Nothing }
    }
}

impl ChainSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { chain, input: Input::Matrix(ld_in), ld_out, .. } = self else {
            return self.packed_in_general();
        };
        match (fixed([ld_in, ld_out]), chain.four_words()) {
            (Some(lds), Some(words)) => self.with_words((MATRIX, 0, lds), (0, words, More::Nothing)),
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let (covers, ld_in) = input(&self.input);
        let (left, lds) = numbers([ld_in, &self.ld_out]);
        in_general(&self.chain, None, |long, tail, more| {
            self.with_words((covers, left, lds), (long, tail, more))
        })
    }

    #[inline(always)]
    fn with_words(
        &self,
        (covers, left, [ld_in, ld_out]): (u8, u8, [u64; 2]),
        (long, tail, more): (u8, [u64; 4], More),
    ) -> Packed {
        let Self { dtype, chain: _, m, n, input: _, ld_out: _ } = self;
        let choices = [CHAIN | long, *dtype as u8, covers, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], tail, more }
    }
}

impl ConvertSpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { to, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out]) = numbers([ld_in, ld_out]);
        let choices = [CONVERT, *to as u8, 0, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], tail: [0; 4], more: More::Nothing }
    }
}

impl LanewiseSpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { dtype, count, m, n, k, a, b, c, start } = self;
        let [a, b, c] = [a, b, c].map(|Spacing { rows, columns }| [*rows as u64, *columns as u64]);
        let choices = [LANEWISE, *dtype as u8, *start as u8, 0, 0, 0, 0, 0];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, *k as u64];
        let ([a0, a1], [b0, b1], [c0, c1]) = (a, b, c);
        Packed { head, strides: [a0, a1, b0, b1], tail: [c0, c1, *count as u64, 0], more: More::Nothing }
    }
}

impl ReduceSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Packed {
        match (&self.reduction, &self.ld_in) {
            (Reduction::Fold(fold, start), Stride::Fixed(ld_in)) => {
                self.with_strides((*fold as u8, *start), (0, [*ld_in as u64, 0]))
            }
            (Reduction::Dot { ld_in1: Stride::Fixed(ld_in1), start }, Stride::Fixed(ld_in)) => {
                self.with_strides((DOT, *start), (0, [*ld_in as u64, *ld_in1 as u64]))
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Packed {
        let (kind, ld_in1) = match &self.reduction {
            Reduction::Fold(fold, _) => (*fold as u8, &NONE),
            Reduction::Dot { ld_in1, .. } => (DOT, ld_in1),
            Reduction::ArgMax => (ARG_MAX, &NONE),
        };
        self.with_strides((kind, self.reduction.start()), numbers([&self.ld_in, ld_in1]))
    }

    #[inline(always)]
    fn with_strides(&self, (kind, start): (u8, Start), (left, [ld_in, ld_in1]): (u8, [u64; 2])) -> Packed {
        let Self { dtype, reduction: _, lines, m, n, ld_in: _ } = self;
        let choices = [REDUCE, *dtype as u8, *lines as u8, kind, start as u8, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_in1, 0, 0], tail: [0; 4], more: More::Nothing }
    }
}

impl GatherSpec {
    #[inline(always)]
    fn packed(&self) -> Packed {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out]) = numbers([ld_in, ld_out]);
        let choices = [GATHER, *dtype as u8, *indexed as u8, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], tail: [0; 4], more: More::Nothing }
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
const LANEWISE: u8 = 11;

/// How many bits these take; above them is which of a batch's three numbers are left to run time.
const KINDS: u32 = 4;

/// That a chain follows, above all of these.
const LONG: u8 = 1 << 7;

/// No stride.
static NONE: Stride = Stride::Fixed(0);

/// The number of [`Input::Matrix`].
const MATRIX: u8 = 0;

/// The numbers of reductions that are no folds.
const DOT: u8 = u8::MAX;
const ARG_MAX: u8 = u8::MAX - 1;

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
fn fixed<const N: usize>(strides: [&Stride; N]) -> Option<[u64; N]> {
    // Without a branch for each.
    if strides.iter().fold(false, |left, stride| left | matches!(stride, Stride::Runtime)) {
        return None;
    }
    Some(strides.map(|stride| match stride {
        Stride::Fixed(stride) => *stride as u64,
        Stride::Runtime => 0,
    }))
}

/// Which strides are left to run time, a bit for each, and what the others are: without a branch.
#[inline(always)]
fn numbers<const N: usize>(strides: [&Stride; N]) -> (u8, [u64; N]) {
    let bit = |bits, stride: &&Stride| bits << 1 | u8::from(matches!(stride, Stride::Runtime));
    let known = |stride: &Stride| match stride {
        Stride::Fixed(stride) => *stride as u64,
        Stride::Runtime => 0,
    };
    (strides.iter().fold(0, bit), strides.map(known))
}

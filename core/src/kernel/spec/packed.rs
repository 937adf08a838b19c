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
    Matrix, ReduceSpec, Reduction, Spacing, Stride, TernarySpec, UnarySpec,
};
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

    #[inline(never)]
    fn packed_rarely(&self) -> Packed {
        match self {
            Self::Gemm(spec) => spec.packed(),
            Self::Unary(spec) => spec.packed(),
            Self::Binary(spec) => spec.packed(),
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
        match (fixed([ld_in, ld_out, &NONE]), op.packed_alone()) {
            (Some([ld_in, ld_out, _]), Some(operation)) => {
                let choices = [UNARY, *dtype as u8, *orientation as u8, MATRIX, 0, 0, 0, 0];
                let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
                Packed { head, strides: [ld_in, ld_out, 0, 0], tail: [0; 4], more: More::Nothing }
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
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, op, m, n, in0, in1, in2, ld_out } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [in0, in1, in2].map(input);
        let (left, [ld0, ld1, ld2]) = numbers([ld0, ld1, ld2]);
        let (out_left, [ld_out, ..]) = numbers([ld_out, &NONE, &NONE]);
        let choices = [TERNARY, *dtype as u8, in0, in1, in2, out_left, parameters_left, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, operation];
        Packed { head, strides: [ld0, ld1, ld2, ld_out], tail: [p0, p1, 0, 0], more: More::Nothing }
    }
}

impl ChainSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, chain, m, n, input: covers, ld_out } = self;
        let (covers, ld_in) = input(covers);
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        in_general(chain, None, |long, tail, more| {
            let choices = [CHAIN | long, *dtype as u8, covers, 0, 0, 0, 0, left];
            let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
            Packed { head, strides: [ld_in, ld_out, 0, 0], tail, more }
        })
    }
}

impl ConvertSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { to, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
        let choices = [CONVERT, *to as u8, 0, 0, 0, 0, 0, left];
        let head = [u64::from_le_bytes(choices), *m as u64, *n as u64, 0];
        Packed { head, strides: [ld_in, ld_out, 0, 0], tail: [0; 4], more: More::Nothing }
    }
}

impl LanewiseSpec {
    #[inline(never)]
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
        Packed { head, strides: [ld_in, ld_in1, 0, 0], tail: [0; 4], more: More::Nothing }
    }
}

impl GatherSpec {
    #[inline(never)]
    fn packed(&self) -> Packed {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out, _]) = numbers([ld_in, ld_out, &NONE]);
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

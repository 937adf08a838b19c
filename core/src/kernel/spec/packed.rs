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
use crate::cache::Ask;
use crate::kernel::op::Op;
use core::hash::{Hash, Hasher};

/// A [`KernelSpec`] in words: equal if and only if the specifications are.
///
/// In pieces of 32 bytes, which compilers compare in place instead of calling a function, and aligned as
/// vectors are, so that one of two need not be loaded first.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Packed<L> {
    /// Which kind of kernel, what is left to run time, and everything else that is one of a few, a byte each; the
    /// extents, or two of them and the address of an operation.
    head: [u64; 4],
    /// Those of the operands, and the number of pairs in a batch, or an operation's parameters.
    strides: [u64; 4],
    /// What only some kinds have: the [words](Words) of a chain, before the distances between the pairs of a batch; or
    /// parameters.
    tail: [u64; 4],
    more: More<L>,
}

/// A specification in words, to ask with.
pub type Asked<'a> = Packed<&'a Chain>;

/// A specification in words, to keep.
pub type Key = Packed<LongWords>;

/// All the words of a chain.
pub type LongWords = [u64; MAX_WORDS];

/// Whether there is a tail, and what of it does not fit there. Its tag is a number of its own, which is cheaper to look
/// at than one hidden in what the variant holds.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
enum More<L> {
    /// No tail: zeros.
    Nothing,
    /// A tail, and nothing else.
    Tail,
    /// What stands behind the words of a chain.
    Behind([u64; 2]),
    /// A chain that takes more words, and what stands behind it.
    Long(L, [u64; 2]),
}

/// The tail, and whether there is one.
type Tail<'a> = ([u64; 4], More<&'a Chain>);

/// What stands for a chain of many words.
pub trait Long {
    /// Its words.
    fn to_words(&self) -> LongWords;
}

impl Long for &Chain {
    fn to_words(&self) -> LongWords {
        self.long_words()
    }
}

impl Long for LongWords {
    fn to_words(&self) -> LongWords {
        *self
    }
}

impl<'a> Asked<'a> {
    /// The first of the choices is the kind, in [four bits](KIND_BITS).
    #[inline(always)]
    fn new(
        [kind, choices @ ..]: [u8; 8],
        [x, y, z]: [u64; 3],
        strides: [u64; 4],
        (tail, more): Tail<'a>,
    ) -> Self {
        let [a, b, c, d, e, f, g] = choices;
        let choices = u64::from_le_bytes([kind | more.bits(), a, b, c, d, e, f, g]);
        Self { head: [choices, x, y, z], strides, tail, more }
    }
}

impl Ask<Key> for Asked<'_> {
    #[inline(always)]
    fn is(&self, key: &Key) -> bool {
        self == key
    }

    fn to_key(&self) -> Key {
        let Self { head, strides, tail, more } = *self;
        let more = match more {
            More::Nothing => More::Nothing,
            More::Tail => More::Tail,
            More::Behind(behind) => More::Behind(behind),
            More::Long(chain, behind) => More::Long(chain.to_words(), behind),
        };
        Key { head, strides, tail, more }
    }
}

impl<L: Long, R: Long> PartialEq<Packed<R>> for Packed<L> {
    #[inline(always)]
    fn eq(&self, other: &Packed<R>) -> bool {
        let Self { head, strides, tail, more } = self;
        let is_same = *head == other.head && *strides == other.strides;
        // Which of these it is says the head.
        is_same && (matches!(more, More::Nothing) || *tail == other.tail && more.is_same(&other.more))
    }
}

impl Eq for Key {}

impl<L: Long> More<L> {
    /// Which of these it is, in bits that kinds do not take.
    #[inline(always)]
    const fn bits(&self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Tail => 1 << KIND_BITS,
            Self::Behind(_) => 2 << KIND_BITS,
            Self::Long(..) => 3 << KIND_BITS,
        }
    }

    /// Whether it is the same as another with the same bits.
    #[inline(always)]
    fn is_same<R: Long>(&self, other: &More<R>) -> bool {
        matches!(self, Self::Tail) || self.is_same_and_long(other)
    }

    /// Apart, so that comparing what has nothing like that stays short.
    #[inline(never)]
    fn is_same_and_long<R: Long>(&self, other: &More<R>) -> bool {
        match (self, other) {
            (Self::Behind(words), More::Behind(others)) => words == others,
            (Self::Long(chain, behind), More::Long(another, ends)) => {
                chain.to_words() == another.to_words() && behind == ends
            }
            _ => false,
        }
    }
}

impl<L> Hash for Packed<L> {
    /// Word by word, which takes the fewest instructions, with the first link of a chain but without strides:
    /// kernels seldom differ in those alone.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([x, y, z, last], [link, ..]) = (self.head, self.tail);
        [x, y, z, last.wrapping_add(link)].into_iter().for_each(|word| state.write_u64(word));
    }
}

/// The words of any chain, and two others behind them if there are.
#[inline(always)]
fn any<'a>(chain: &'a Chain, others: Option<[u64; 2]>) -> Tail<'a> {
    match chain.four_words() {
        Some(words) => few(words, others),
        None => any_unknown(chain, others),
    }
}

/// As above, where the words may have to be found out first.
#[inline(never)]
fn any_unknown(chain: &Chain, others: Option<[u64; 2]>) -> Tail<'_> {
    match chain.words() {
        Words::Unknown => no_tail(),
        Words::Four(words) => few(words, others),
        Words::All([a, b, c, d, ..]) => ([a, b, c, d], More::Long(chain, others.unwrap_or_default())),
    }
}

/// Few words of a chain, and two others behind them if there are.
#[inline(always)]
fn few<'a>(words: [u64; 4], others: Option<[u64; 2]>) -> Tail<'a> {
    let Some(others) = others else {
        return alone(words);
    };
    match ahead(words, others) {
        Some(tail) => (tail, More::Tail),
        None => (words, More::Behind(others)),
    }
}

/// The words of a chain that nothing stands behind.
#[inline(always)]
fn alone<'a>(words @ [first, ..]: [u64; 4]) -> Tail<'a> {
    (words, if first == 0 { More::Nothing } else { More::Tail })
}

/// The words of a chain and two others behind them, if there is room.
#[inline(always)]
fn ahead([first, second, third, fourth]: [u64; 4], [x, y]: [u64; 2]) -> Option<[u64; 4]> {
    (third | fourth == 0).then_some([first, second, x, y])
}

impl KernelSpec {
    /// The specification as words.
    #[must_use]
    #[inline(always)]
    pub fn packed(&self) -> Asked<'_> {
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
    fn packed_rarely(&self) -> Asked<'_> {
        match self {
            Self::Gemm(spec) => spec.packed_in_general(),
            Self::Unary(spec) => spec.packed_over_others(),
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
    fn packed(&self) -> Asked<'_> {
        let straight = match &self.batch {
            Batch::Strided { count, a, b } => self.over_strides([count, a, b]),
            _ => self.alone(),
        };
        straight.unwrap_or_else(|| self.packed_in_general())
    }

    /// A single product, if all is known and its chain is short.
    #[inline(always)]
    fn alone(&self) -> Option<Asked<'_>> {
        let (lds, words) = (fixed(self.lds())?, self.epilogue.four_words()?);
        let is_single = self.batch == Batch::Single;
        is_single.then(|| self.with(SINGLE, (0, lds), (0, 0), alone(words)))
    }

    /// Products at constant distances, if all is known and the chain is short.
    #[inline(always)]
    fn over_strides(&self, [count, a, b]: [&Stride; 3]) -> Option<Asked<'_>> {
        let [lda, ldb, ldc] = self.lds();
        let [lda, ldb, ldc, count, a, b] = fixed([lda, ldb, ldc, count, a, b])?;
        let tail = ahead(self.epilogue.four_words()?, [a, b])?;
        Some(self.with(STRIDED, (0, [lda, ldb, ldc]), (0, count), (tail, More::Tail)))
    }

    /// Lists, what is left to run time, and other chains.
    #[inline(never)]
    fn packed_in_general(&self) -> Asked<'_> {
        let (kind, (left, [count, a, b])) = match &self.batch {
            Batch::Single => (SINGLE, (0, [0; 3])),
            Batch::Strided { count, a, b } => (STRIDED, numbers([count, a, b])),
            Batch::Offsets { count } => (OFFSETS, numbers([count, &NONE, &NONE])),
            Batch::Addresses { count } => (ADDRESSES, numbers([count, &NONE, &NONE])),
        };
        let behind = matches!(self.batch, Batch::Strided { .. }).then_some([a, b]);
        self.with(kind, numbers(self.lds()), (left, count), any(&self.epilogue, behind))
    }

    #[inline(always)]
    fn lds(&self) -> [&Stride; 3] {
        [&self.a.ld, &self.b.ld, &self.c.ld]
    }

    /// Of the strides, and of the numbers of a batch, which are left to run time comes first.
    #[inline(always)]
    fn with<'a>(
        &'a self,
        kind: u8,
        (left, [lda, ldb, ldc]): (u8, [u64; 3]),
        (batch_left, count): (u8, u64),
        tail: Tail<'a>,
    ) -> Asked<'a> {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _, epilogue: _ } = self;
        let [a, b, c] = [a, b, c].map(|Matrix { layout, ld: _ }| *layout as u8);
        let choices = [kind, *dtype as u8, *alpha as u8, *beta as u8, a, b, c, left | batch_left << 3];
        Asked::new(choices, [*m as u64, *n as u64, *k as u64], [lda, ldb, ldc, count], tail)
    }
}

impl UnarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match &self.input {
            Input::Matrix(ld_in) => self.over((MATRIX, ld_in)),
            _ => self.packed_over_others(),
        }
    }

    #[inline(never)]
    fn packed_over_others(&self) -> Asked<'_> {
        self.over(input(&self.input))
    }

    #[inline(always)]
    fn over(&self, (covers, ld_in): (u8, &Stride)) -> Asked<'_> {
        let Self { dtype, op, m, n, input: _, ld_out, orientation } = self;
        let (operation, parameters_left, [p0, p1]) = op.packed();
        let (left, [ld_in, ld_out]) = numbers([ld_in, ld_out]);
        let choices = [UNARY, *dtype as u8, *orientation as u8, covers, 0, 0, parameters_left, left];
        Asked::new(choices, [*m as u64, *n as u64, operation], [ld_in, ld_out, p0, p1], no_tail())
    }
}

impl BinarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match (&self.in0, &self.in1) {
            (Input::Matrix(ld0), Input::Matrix(ld1)) => self.straight([(MATRIX, ld0), (MATRIX, ld1)]),
            (in0, in1) => self.straight([input(in0), input(in1)]),
        }
    }

    /// What is most frequent.
    #[inline(always)]
    fn straight(&self, [(in0, ld0), (in1, ld1)]: [(u8, &Stride); 2]) -> Asked<'_> {
        match (fixed([ld0, ld1, &self.ld_out]), self.op.packed_alone()) {
            (Some(strides), Some(operation)) => {
                self.with([in0, in1], (0, strides), (operation, 0, no_tail()))
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Asked<'_> {
        let [(in0, ld0), (in1, ld1)] = [input(&self.in0), input(&self.in1)];
        self.with([in0, in1], numbers([ld0, ld1, &self.ld_out]), parameters(&self.op))
    }

    #[inline(always)]
    fn with<'a>(
        &'a self,
        [in0, in1]: [u8; 2],
        (left, [ld0, ld1, ld_out]): (u8, [u64; 3]),
        (operation, parameters_left, tail): (u64, u8, Tail<'a>),
    ) -> Asked<'a> {
        let Self { dtype, op: _, m, n, in0: _, in1: _, ld_out: _ } = self;
        let choices = [BINARY, *dtype as u8, in0, in1, 0, 0, parameters_left, left];
        Asked::new(choices, [*m as u64, *n as u64, operation], [ld0, ld1, ld_out, 0], tail)
    }
}

impl TernarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let (Input::Matrix(ld0), Input::Matrix(ld1), Input::Matrix(ld2)) = (&self.in0, &self.in1, &self.in2)
        else {
            return self.packed_in_general();
        };
        match (fixed([ld0, ld1, ld2, &self.ld_out]), self.op.packed_alone()) {
            (Some(strides), Some(operation)) => {
                self.with([MATRIX; 3], (0, strides), (operation, 0, no_tail()))
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Asked<'_> {
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [&self.in0, &self.in1, &self.in2].map(input);
        self.with([in0, in1, in2], numbers([ld0, ld1, ld2, &self.ld_out]), parameters(&self.op))
    }

    #[inline(always)]
    fn with<'a>(
        &'a self,
        [in0, in1, in2]: [u8; 3],
        (left, strides): (u8, [u64; 4]),
        (operation, parameters_left, tail): (u64, u8, Tail<'a>),
    ) -> Asked<'a> {
        let Self { dtype, op: _, m, n, in0: _, in1: _, in2: _, ld_out: _ } = self;
        let choices = [TERNARY, *dtype as u8, in0, in1, in2, 0, parameters_left, left];
        Asked::new(choices, [*m as u64, *n as u64, operation], strides, tail)
    }
}

/// An operation's number, which of its parameters are left to run time, and the others as a tail.
#[inline(always)]
fn parameters<'a, const INPUTS: usize>(op: &Op<INPUTS>) -> (u64, u8, Tail<'a>) {
    if let Some(operation) = op.packed_alone() {
        return (operation, 0, no_tail());
    }
    let (operation, left, [p0, p1]) = op.packed();
    (operation, left, ([p0, p1, 0, 0], More::Tail))
}

impl ChainSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Input::Matrix(ld_in) = &self.input else {
            return self.packed_in_general();
        };
        match (fixed([ld_in, &self.ld_out]), self.chain.four_words()) {
            (Some(strides), Some(words)) => self.with(MATRIX, (0, strides), alone(words)),
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Asked<'_> {
        let (covers, ld_in) = input(&self.input);
        let strides = numbers([ld_in, &self.ld_out]);
        self.with(covers, strides, any(&self.chain, None))
    }

    #[inline(always)]
    fn with<'a>(&'a self, covers: u8, (left, [ld_in, ld_out]): (u8, [u64; 2]), tail: Tail<'a>) -> Asked<'a> {
        let Self { dtype, chain: _, m, n, input: _, ld_out: _ } = self;
        let choices = [CHAIN, *dtype as u8, covers, 0, 0, 0, 0, left];
        Asked::new(choices, [*m as u64, *n as u64, 0], [ld_in, ld_out, 0, 0], tail)
    }
}

impl ConvertSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { to, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out]) = numbers([ld_in, ld_out]);
        let choices = [CONVERT, *to as u8, 0, 0, 0, 0, 0, left];
        Asked::new(choices, [*m as u64, *n as u64, 0], [ld_in, ld_out, 0, 0], no_tail())
    }
}

impl LanewiseSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, count, m, n, k, a, b, c, start } = self;
        let [a, b, c] = [a, b, c].map(|Spacing { rows, columns }| [*rows as u64, *columns as u64]);
        let choices = [LANEWISE, *dtype as u8, *start as u8, 0, 0, 0, 0, 0];
        let ([a0, a1], [b0, b1], [c0, c1]) = (a, b, c);
        let tail = ([c0, c1, *count as u64, 0], More::Tail);
        Asked::new(choices, [*m as u64, *n as u64, *k as u64], [a0, a1, b0, b1], tail)
    }
}

impl ReduceSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match (&self.reduction, &self.ld_in) {
            (Reduction::Fold(fold, start), Stride::Fixed(ld_in)) => {
                self.with(*fold as u8, *start, (0, [*ld_in as u64, 0]))
            }
            (Reduction::Dot { ld_in1: Stride::Fixed(ld_in1), start }, Stride::Fixed(ld_in)) => {
                self.with(DOT, *start, (0, [*ld_in as u64, *ld_in1 as u64]))
            }
            _ => self.packed_in_general(),
        }
    }

    #[inline(never)]
    fn packed_in_general(&self) -> Asked<'_> {
        let (kind, ld_in1) = match &self.reduction {
            Reduction::Fold(fold, _) => (*fold as u8, &NONE),
            Reduction::Dot { ld_in1, .. } => (DOT, ld_in1),
            Reduction::ArgMax => (ARG_MAX, &NONE),
        };
        self.with(kind, self.reduction.start(), numbers([&self.ld_in, ld_in1]))
    }

    #[inline(always)]
    fn with(&self, kind: u8, start: Start, (left, [ld_in, ld_in1]): (u8, [u64; 2])) -> Asked<'_> {
        let Self { dtype, reduction: _, lines, m, n, ld_in: _ } = self;
        let choices = [REDUCE, *dtype as u8, *lines as u8, kind, start as u8, 0, 0, left];
        Asked::new(choices, [*m as u64, *n as u64, 0], [ld_in, ld_in1, 0, 0], no_tail())
    }
}

impl GatherSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let (left, [ld_in, ld_out]) = numbers([ld_in, ld_out]);
        let choices = [GATHER, *dtype as u8, *indexed as u8, 0, 0, 0, 0, left];
        Asked::new(choices, [*m as u64, *n as u64, 0], [ld_in, ld_out, 0, 0], no_tail())
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

/// How many bits these take.
const KIND_BITS: u32 = 4;

/// No tail. No constant, of which padding would be copied, too.
#[inline(always)]
const fn no_tail<'a>() -> Tail<'a> {
    ([0; 4], More::Nothing)
}

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
    let covers = match input {
        Input::Matrix(_) => MATRIX,
        Input::Column => 1,
        Input::Row(_) => 2,
        Input::Scalar => 3,
    };
    let stride = match input {
        Input::Matrix(stride) | Input::Row(stride) => stride,
        Input::Column | Input::Scalar => &NONE,
    };
    (covers, stride)
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
fn numbers<const N: usize>(strides: [&Stride; N]) -> (u8, [u64; N]) {
    let bit = |bits, stride: &&Stride| bits << 1 | u8::from(matches!(stride, Stride::Runtime));
    let known = |stride: &Stride| match stride {
        Stride::Fixed(stride) => *stride as u64,
        Stride::Runtime => 0,
    };
    (strides.iter().fold(0, bit), strides.map(known))
}

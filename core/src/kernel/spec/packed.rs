//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! Eight words, which every kind of kernel has, say which others there are. Those of a chain are not
//! packed at all: it [knows them](super::words), and they are compared where they are.
//!
//! Cost: 20 to 45 host instructions, whatever is left to run time.

use super::words::{MARK, Words};
use super::{
    Batch, BinarySpec, ChainSpec, ConvertSpec, Fold, GatherSpec, GemmSpec, Input, KernelSpec, LanewiseSpec,
    Matrix, ReduceSpec, Reduction, Spacing, TernarySpec, UnarySpec,
};
use crate::cache::Ask;
use core::hash::{Hash, Hasher};

/// A [`KernelSpec`] in words, to ask with.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    plain: Plain,
    more: More,
    chain: &'a Words,
}

/// A [`KernelSpec`] in words, to keep: equal to others if and only if the specifications are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    plain: Plain,
    /// [`More`], then zeros.
    more: [u64; 3],
    chain: Words,
}

/// Words of every kind.
///
/// In pieces of 32 bytes, which compilers compare in place instead of calling a function, and aligned as
/// vectors are, so that one of two need not be loaded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
struct Plain {
    /// Which kind of kernel, and everything else that is one of a few, some bits each, with the [mark](Words::mark)
    /// of a chain; the extents, or two of them and the address of an operation.
    head: [u64; 4],
    /// Those of the operands, and the number of pairs in a batch, or an operation's parameters. Instead of the last one
    /// there is their sum, less the last extent: that says as much, and is hashed for all of them.
    strides: [u64; 4],
}

/// Words of some kinds only: the kind says of which.
#[derive(Clone, Copy, Debug)]
#[repr(u64)] // As for specifications.
enum More {
    Nothing,
    Two([u64; 2]),
    Three([u64; 3]),
}

impl<'a> Asked<'a> {
    /// Without a chain. The choices are small: each takes [three bits](CHOICE_BITS) in front of those before it.
    #[inline(always)]
    fn new<const N: usize>(
        kind: u64,
        choices: [u64; N],
        [x, y, z]: [u64; 3],
        [a, b, c, d]: [u64; 4],
        more: More,
    ) -> Self {
        const { assert!(KIND_BITS + N as u32 * CHOICE_BITS <= MARK.trailing_zeros()) };
        let choices = choices.into_iter().fold(0, |bits, choice| bits << CHOICE_BITS | choice);
        let head = [choices << KIND_BITS | kind, x, y, z];
        // Strides are inverted: an extent that was added would cancel the same stride of a dense operand.
        let sum = [b, c, d].into_iter().fold(a, u64::wrapping_add).wrapping_sub(z);
        Self { plain: Plain { head, strides: [a, b, c, sum] }, more, chain: &Words::NONE }
    }

    /// The same with a chain.
    #[inline(always)]
    fn with_chain(mut self, chain: &'a Words) -> Self {
        let [first, ..] = &mut self.plain.head;
        *first |= chain.mark();
        Self { chain, ..self }
    }
}

impl Ask<Key> for Asked<'_> {
    #[inline(always)]
    fn is(&self, key: &Key) -> bool {
        self.plain == key.plain && self.more.is(&key.more) && self.chain.are(&key.chain)
    }

    fn to_key(&self) -> Key {
        Key { plain: self.plain, more: self.more.to_array(), chain: *self.chain }
    }
}

impl More {
    /// Whether a key of the same kind has the same.
    #[inline(always)]
    fn is(&self, key: &[u64; 3]) -> bool {
        let [x, y, _] = key;
        match self {
            Self::Nothing => true,
            Self::Two(words) => words == &[*x, *y],
            Self::Three(words) => words == key,
        }
    }

    const fn to_array(self) -> [u64; 3] {
        match self {
            Self::Nothing => [0; 3],
            Self::Two([x, y]) => [x, y, 0],
            Self::Three(words) => words,
        }
    }
}

impl Hash for Asked<'_> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plain.hash(state);
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plain.hash(state);
    }
}

impl Hash for Plain {
    /// Word by word, which takes the fewest instructions. [`More`] is left out: kernels seldom differ in that alone.
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([kind, x, y, _], [.., sum]) = (self.head, self.strides);
        [kind, x, y, sum].into_iter().for_each(|word| state.write_u64(word));
    }
}

impl KernelSpec {
    /// The specification as words.
    #[must_use]
    #[inline(always)]
    pub fn packed(&self) -> Asked<'_> {
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
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match &self.batch {
            Batch::Single => self.with(SINGLE, 0, More::Nothing),
            Batch::Strided { count, a, b } => {
                self.with(STRIDED, count.packed(), More::Two([a.packed(), b.packed()]))
            }
            Batch::Offsets { count } => self.with(OFFSETS, count.packed(), More::Nothing),
            Batch::Addresses { count } => self.with(ADDRESSES, count.packed(), More::Nothing),
        }
    }

    #[inline(always)]
    fn with(&self, kind: u64, count: u64, more: More) -> Asked<'_> {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _, epilogue } = self;
        let layouts = [a, b, c].map(|Matrix { layout, ld: _ }| *layout as u64);
        let [lda, ldb, ldc] = [a, b, c].map(|Matrix { layout: _, ld }| ld.packed());
        let [a, b, c] = layouts;
        let choices = [*dtype as u64, *alpha as u64, *beta as u64, a, b, c];
        Asked::new(kind, choices, [*m as u64, *n as u64, *k as u64], [lda, ldb, ldc, count], more)
            .with_chain(epilogue.words())
    }
}

impl UnarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, op, m, n, input: covers, ld_out, orientation } = self;
        let ((covers, ld_in), (operation, [p0, p1])) = (input(covers), op.packed());
        let choices = [*dtype as u64, *orientation as u64, covers];
        let strides = [ld_in, ld_out.packed(), p0, p1];
        Asked::new(UNARY, choices, [*m as u64, *n as u64, operation], strides, More::Nothing)
    }
}

impl BinarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, op, m, n, in0, in1, ld_out } = self;
        let [(in0, ld0), (in1, ld1)] = [in0, in1].map(input);
        let (operation, [p0, p1]) = op.packed();
        let choices = [*dtype as u64, in0, in1];
        let strides = [ld0, ld1, ld_out.packed(), p0];
        Asked::new(BINARY, choices, [*m as u64, *n as u64, operation], strides, More::Two([p1, 0]))
    }
}

impl TernarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, op, m, n, in0, in1, in2, ld_out } = self;
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [in0, in1, in2].map(input);
        let (operation, parameters) = op.packed();
        let choices = [*dtype as u64, in0, in1, in2];
        let strides = [ld0, ld1, ld2, ld_out.packed()];
        Asked::new(TERNARY, choices, [*m as u64, *n as u64, operation], strides, More::Two(parameters))
    }
}

impl ChainSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, chain, m, n, input: covers, ld_out } = self;
        let (covers, ld_in) = input(covers);
        let choices = [*dtype as u64, covers];
        Asked::new(CHAIN, choices, [*m as u64, *n as u64, 0], [ld_in, ld_out.packed(), 0, 0], More::Nothing)
            .with_chain(chain.words())
    }
}

impl ConvertSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { to, m, n, ld_in, ld_out } = self;
        let choices = [*to as u64];
        let strides = [ld_in.packed(), ld_out.packed(), 0, 0];
        Asked::new(CONVERT, choices, [*m as u64, *n as u64, 0], strides, More::Nothing)
    }
}

impl LanewiseSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, count, m, n, k, a, b, c, start } = self;
        let [a, b, c] = [a, b, c].map(|Spacing { rows, columns }| [*rows as u64, *columns as u64]);
        let choices = [*dtype as u64, *start as u64];
        let ([a0, a1], [b0, b1], [c0, c1]) = (a, b, c);
        let (strides, more) = ([a0, a1, b0, b1], More::Three([c0, c1, *count as u64]));
        Asked::new(LANEWISE, choices, [*m as u64, *n as u64, *k as u64], strides, more)
    }
}

impl ReduceSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, reduction, lines, m, n, ld_in } = self;
        let (kind, ld_in1) = match reduction {
            Reduction::Fold(fold, _) => (*fold as u64, 0),
            Reduction::Dot { ld_in1, .. } => (DOT, ld_in1.packed()),
            Reduction::ArgMax => (ARG_MAX, 0),
        };
        let choices = [*dtype as u64, *lines as u64, kind, reduction.start() as u64];
        Asked::new(REDUCE, choices, [*m as u64, *n as u64, 0], [ld_in.packed(), ld_in1, 0, 0], More::Nothing)
    }
}

impl GatherSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let choices = [*dtype as u64, *indexed as u64];
        let strides = [ld_in.packed(), ld_out.packed(), 0, 0];
        Asked::new(GATHER, choices, [*m as u64, *n as u64, 0], strides, More::Nothing)
    }
}

/// Kinds: the first bits of the [head](Plain::head). Those of multiplications are those of their batches.
const SINGLE: u64 = 0;
const STRIDED: u64 = 1;
const OFFSETS: u64 = 2;
const ADDRESSES: u64 = 3;
const UNARY: u64 = 4;
const BINARY: u64 = 5;
const REDUCE: u64 = 6;
const GATHER: u64 = 7;
const TERNARY: u64 = 8;
const CHAIN: u64 = 9;
const CONVERT: u64 = 10;
const LANEWISE: u64 = 11;

/// How many bits these take.
const KIND_BITS: u32 = 4;

/// How many bits each other choice takes: as many as one instruction shifts by and adds.
const CHOICE_BITS: u32 = 3;

/// The number of [`Input::Matrix`].
const MATRIX: u64 = 0;

/// The numbers of reductions that are no folds.
const DOT: u64 = Fold::Min as u64 + 1;
const ARG_MAX: u64 = DOT + 1;
const _: () = assert!(ARG_MAX < 1 << CHOICE_BITS);

/// What an input covers, and its stride if it has one.
#[inline(always)]
fn input(input: &Input) -> (u64, u64) {
    // Told apart by themselves, as the first is a number that the input begins with.
    let covers = match input {
        Input::Matrix(_) => MATRIX,
        Input::Row(_) => 1,
        Input::Column => 2,
        Input::Scalar => 3,
    };
    let stride = match input {
        Input::Matrix(stride) | Input::Row(stride) => stride.packed(),
        Input::Column | Input::Scalar => 0,
    };
    (covers, stride)
}

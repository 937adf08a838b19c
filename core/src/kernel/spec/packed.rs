//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! Cost: 30 to 50 host instructions, whatever is left to run time; of a chain that takes more than four words, or two
//! beside strides of a batch, some 100 more.

use super::chain::{MAX_WORDS, Words};
use super::{
    Batch, BinarySpec, Chain, ChainSpec, ConvertSpec, Fold, GatherSpec, GemmSpec, Input, KernelSpec,
    LanewiseSpec, Matrix, ReduceSpec, Reduction, Spacing, TernarySpec, UnarySpec,
};
use crate::cache::Ask;
use core::hash::{Hash, Hasher};

/// A [`KernelSpec`] in words: equal if and only if the specifications are. `L` stands for the words of a chain that has
/// many: those of a specification in its memory, or words of its own.
///
/// In pieces of 32 bytes, which compilers compare in place instead of calling a function, and aligned as
/// vectors are, so that one of two need not be loaded first.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Packed<L> {
    /// Which kind of kernel, and everything else that is one of a few, some bits each; the extents, or two of them and
    /// the address of an operation.
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
    /// Its words, if they are known.
    fn words(&self) -> Option<&LongWords>;

    /// Its words.
    fn to_words(&self) -> LongWords;
}

impl Long for &Chain {
    #[inline(always)]
    fn words(&self) -> Option<&LongWords> {
        self.long_words()
    }

    fn to_words(&self) -> LongWords {
        self.to_long_words()
    }
}

impl Long for LongWords {
    #[inline(always)]
    fn words(&self) -> Option<&LongWords> {
        Some(self)
    }

    fn to_words(&self) -> LongWords {
        *self
    }
}

impl<'a> Asked<'a> {
    /// The choices are small: each takes [three bits](CHOICE_BITS) in front of those before it.
    #[inline(always)]
    fn new<const N: usize>(
        kind: u64,
        choices: [u8; N],
        [x, y, z]: [u64; 3],
        strides: [u64; 4],
        (tail, more): Tail<'a>,
    ) -> Self {
        let choices = choices.into_iter().fold(0, |bits, choice| bits << CHOICE_BITS | u64::from(choice));
        let kind = choices << (KIND_BITS + MORE_BITS) | more.bits() << KIND_BITS | kind;
        Self { head: [kind, x, y, z], strides, tail, more }
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
        // The head says which of these it is.
        is_same && (matches!(more, More::Nothing) || *tail == other.tail && more.is_same(&other.more))
    }
}

impl Eq for Key {}

impl<L: Long> More<L> {
    /// Which of these it is, in [two bits](MORE_BITS).
    #[inline(always)]
    const fn bits(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Tail => 1,
            Self::Behind(_) => 2,
            Self::Long(..) => 3,
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
                let is_same = match (chain.words(), another.words()) {
                    (Some(words), Some(others)) => words == others,
                    _ => chain.to_words() == another.to_words(),
                };
                is_same && behind == ends
            }
            _ => false,
        }
    }
}

impl<L> Hash for Packed<L> {
    /// Word by word, which takes the fewest instructions, with the first link of a chain and the sum of the strides:
    /// kernels seldom differ in what else there is alone.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([x, y, z, last], [link, ..]) = (self.head, self.tail);
        let strides = self.strides.iter().fold(last, |sum, stride| sum.wrapping_add(*stride));
        [x, y, z.wrapping_add(link), strides].into_iter().for_each(|word| state.write_u64(word));
    }
}

/// The words of any chain, and two others behind them if there are.
#[inline(always)]
fn any(chain: &Chain, others: Option<[u64; 2]>) -> Tail<'_> {
    match chain.four_words() {
        Some(words) => few(*words, others),
        None => any_unknown(chain, others),
    }
}

/// As above, where the words are more, or have to be found out.
#[inline(never)]
fn any_unknown(chain: &Chain, others: Option<[u64; 2]>) -> Tail<'_> {
    if let Some(words) = chain.long_words() {
        return long(chain, words, others);
    }
    match chain.find_words() {
        Words::Unknown => no_tail(),
        Words::Four(words) => few(words, others),
        Words::All(words) => long(chain, &words, others),
    }
}

/// The tail of a chain of many words is for hashing only.
#[inline(always)]
fn long<'a>(chain: &'a Chain, [a, b, c, d, ..]: &LongWords, others: Option<[u64; 2]>) -> Tail<'a> {
    ([*a, *b, *c, *d], More::Long(chain, others.unwrap_or_default()))
}

/// Few words of a chain, and two others behind them if there are.
#[inline(always)]
fn few<'a>(words: [u64; 4], others: Option<[u64; 2]>) -> Tail<'a> {
    others.map_or_else(|| alone(words), |others| before(words, others))
}

/// The words of a chain that nothing stands behind.
#[inline(always)]
fn alone<'a>(words @ [first, ..]: [u64; 4]) -> Tail<'a> {
    (words, if first == 0 { More::Nothing } else { More::Tail })
}

/// The words of a chain before two others.
#[inline(always)]
fn before<'a>(words @ [first, second, third, fourth]: [u64; 4], others @ [x, y]: [u64; 2]) -> Tail<'a> {
    if third | fourth == 0 { ([first, second, x, y], More::Tail) } else { (words, More::Behind(others)) }
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
            Self::Ternary(spec) => spec.packed(),
            Self::Chain(spec) => spec.packed(),
            Self::Convert(spec) => spec.packed(),
            Self::Lanewise(spec) => spec.packed(),
            Self::Reduce(spec) => spec.packed(),
            Self::Gather(spec) => spec.packed(),
            Self::Gemm(_) | Self::Unary(_) | Self::Binary(_) => self.packed_apart(),
        }
    }

    /// As [`KernelSpec::packed`], for those that come first there.
    #[inline(never)]
    fn packed_apart(&self) -> Asked<'_> {
        self.packed()
    }
}

impl GemmSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match (&self.batch, self.epilogue.four_words()) {
            (Batch::Single, Some([0, ..])) => self.with(SINGLE, 0, no_tail()),
            (Batch::Single, Some(words)) => self.with(SINGLE, 0, (*words, More::Tail)),
            (Batch::Strided { count, a, b }, Some([first, second, 0, 0])) => {
                let tail = [*first, *second, a.packed(), b.packed()];
                self.with(STRIDED, count.packed(), (tail, More::Tail))
            }
            (Batch::Offsets { count }, Some(words)) => self.with(OFFSETS, count.packed(), alone(*words)),
            (Batch::Addresses { count }, Some(words)) => self.with(ADDRESSES, count.packed(), alone(*words)),
            _ => self.packed_in_general(),
        }
    }

    /// With a chain whose words are more, or not known.
    #[inline(never)]
    fn packed_in_general(&self) -> Asked<'_> {
        let (kind, count, behind) = match &self.batch {
            Batch::Single => (SINGLE, 0, None),
            Batch::Offsets { count } => (OFFSETS, count.packed(), None),
            Batch::Addresses { count } => (ADDRESSES, count.packed(), None),
            Batch::Strided { count, a, b } => (STRIDED, count.packed(), Some([a.packed(), b.packed()])),
        };
        self.with(kind, count, any(&self.epilogue, behind))
    }

    #[inline(always)]
    fn with<'a>(&'a self, kind: u64, count: u64, tail: Tail<'a>) -> Asked<'a> {
        let Self { dtype, m, n, k, a, b, c, alpha, beta, batch: _, epilogue: _ } = self;
        let layouts = [a, b, c].map(|Matrix { layout, ld: _ }| *layout as u8);
        let [lda, ldb, ldc] = [a, b, c].map(|Matrix { layout: _, ld }| ld.packed());
        let [a, b, c] = layouts;
        let choices = [*dtype as u8, *alpha as u8, *beta as u8, a, b, c];
        Asked::new(kind, choices, [*m as u64, *n as u64, *k as u64], [lda, ldb, ldc, count], tail)
    }
}

impl UnarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, op, m, n, input: covers, ld_out, orientation } = self;
        let ((covers, ld_in), (operation, [p0, p1])) = (input(covers), op.packed());
        let choices = [*dtype as u8, *orientation as u8, covers];
        let strides = [ld_in, ld_out.packed(), p0, p1];
        Asked::new(UNARY, choices, [*m as u64, *n as u64, operation], strides, no_tail())
    }
}

impl BinarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match self.op.packed_alone() {
            Some(operation) => self.with(operation, no_tail()),
            None => self.packed_with_parameters(),
        }
    }

    #[inline(never)]
    fn packed_with_parameters(&self) -> Asked<'_> {
        let (operation, [p0, p1]) = self.op.packed();
        self.with(operation, ([p0, p1, 0, 0], More::Tail))
    }

    #[inline(always)]
    fn with<'a>(&'a self, operation: u64, tail: Tail<'a>) -> Asked<'a> {
        let Self { dtype, op: _, m, n, in0, in1, ld_out } = self;
        let [(in0, ld0), (in1, ld1)] = [in0, in1].map(input);
        let choices = [*dtype as u8, in0, in1];
        let strides = [ld0, ld1, ld_out.packed(), 0];
        Asked::new(BINARY, choices, [*m as u64, *n as u64, operation], strides, tail)
    }
}

impl TernarySpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match self.op.packed_alone() {
            Some(operation) => self.with(operation, no_tail()),
            None => self.packed_with_parameters(),
        }
    }

    #[inline(never)]
    fn packed_with_parameters(&self) -> Asked<'_> {
        let (operation, [p0, p1]) = self.op.packed();
        self.with(operation, ([p0, p1, 0, 0], More::Tail))
    }

    #[inline(always)]
    fn with<'a>(&'a self, operation: u64, tail: Tail<'a>) -> Asked<'a> {
        let Self { dtype, op: _, m, n, in0, in1, in2, ld_out } = self;
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [in0, in1, in2].map(input);
        let choices = [*dtype as u8, in0, in1, in2];
        let strides = [ld0, ld1, ld2, ld_out.packed()];
        Asked::new(TERNARY, choices, [*m as u64, *n as u64, operation], strides, tail)
    }
}

impl ChainSpec {
    /// What is most frequent goes straight.
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        match self.chain.four_words() {
            Some(words @ [first, ..]) if *first != 0 => self.with((*words, More::Tail)),
            _ => self.packed_with_others(),
        }
    }

    /// With a chain that is empty, or whose words are more, or not known.
    #[inline(never)]
    fn packed_with_others(&self) -> Asked<'_> {
        self.with(any(&self.chain, None))
    }

    #[inline(always)]
    fn with<'a>(&'a self, tail: Tail<'a>) -> Asked<'a> {
        let Self { dtype, chain: _, m, n, input: covers, ld_out } = self;
        let (covers, ld_in) = input(covers);
        let choices = [*dtype as u8, covers];
        Asked::new(CHAIN, choices, [*m as u64, *n as u64, 0], [ld_in, ld_out.packed(), 0, 0], tail)
    }
}

impl ConvertSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { to, m, n, ld_in, ld_out } = self;
        let choices = [*to as u8];
        let strides = [ld_in.packed(), ld_out.packed(), 0, 0];
        Asked::new(CONVERT, choices, [*m as u64, *n as u64, 0], strides, no_tail())
    }
}

impl LanewiseSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, count, m, n, k, a, b, c, start } = self;
        let [a, b, c] = [a, b, c].map(|Spacing { rows, columns }| [*rows as u64, *columns as u64]);
        let choices = [*dtype as u8, *start as u8];
        let ([a0, a1], [b0, b1], [c0, c1]) = (a, b, c);
        let tail = ([c0, c1, *count as u64, 0], More::Tail);
        Asked::new(LANEWISE, choices, [*m as u64, *n as u64, *k as u64], [a0, a1, b0, b1], tail)
    }
}

impl ReduceSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, reduction, lines, m, n, ld_in } = self;
        let (kind, ld_in1) = match reduction {
            Reduction::Fold(fold, _) => (*fold as u8, 0),
            Reduction::Dot { ld_in1, .. } => (DOT, ld_in1.packed()),
            Reduction::ArgMax => (ARG_MAX, 0),
        };
        let choices = [*dtype as u8, *lines as u8, kind, reduction.start() as u8];
        Asked::new(REDUCE, choices, [*m as u64, *n as u64, 0], [ld_in.packed(), ld_in1, 0, 0], no_tail())
    }
}

impl GatherSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_> {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let choices = [*dtype as u8, *indexed as u8];
        let strides = [ld_in.packed(), ld_out.packed(), 0, 0];
        Asked::new(GATHER, choices, [*m as u64, *n as u64, 0], strides, no_tail())
    }
}

/// Kinds: the first bits of the [head](Packed). Those of multiplications are those of their batches.
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

/// How many bits take those of [`More`].
const MORE_BITS: u32 = 2;

/// How many bits each other choice takes: as many as one instruction shifts by and adds.
const CHOICE_BITS: u32 = 3;

/// No tail. No constant, of which padding would be copied, too.
#[inline(always)]
const fn no_tail<'a>() -> Tail<'a> {
    ([0; 4], More::Nothing)
}

/// The number of [`Input::Matrix`].
const MATRIX: u8 = 0;

/// The numbers of reductions that are no folds.
const DOT: u8 = Fold::Min as u8 + 1;
const ARG_MAX: u8 = DOT + 1;
const _: () = assert!(ARG_MAX < 1 << CHOICE_BITS);

/// What an input covers, and its stride if it has one.
#[inline(always)]
fn input(input: &Input) -> (u8, u64) {
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

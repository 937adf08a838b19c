//! A specification as a few words: what caches compare.
//!
//! Idea: comparing or hashing a tree of enums takes a branch for each; words take none. Packing keeps
//! everything, so that equal words mean equal specifications. Every field is taken out by name, so that
//! a new one cannot be forgotten.
//!
//! The number of words depends on the kind of kernel: a cache looks for each in code of its own, which
//! knows. Those of a chain are not packed at all: it [knows them](super::words), and they are compared where
//! they are.
//!
//! Cost: a hit takes at most 200 host instructions with all that the cache does
//! (`tests/examples/cache_cost.rs`).
//!
//! Tests: `tests/tests/cache.rs`, `tests/tests/kernel_spec.rs`.

use super::words::{MARK, Words};
use super::{
    Batch, BinarySpec, ChainSpec, ComplexSpec, ConvertSpec, Factor, Fold, GatherSpec, GemmSpec, GroupSpec,
    GroupedSpec, Input, KernelSpec, LanewiseSpec, Layout, Matrix, PermuteSpec, ReduceSpec, Reduction,
    Regrouped, SeriesSpec, Spacing, Spread, Stride, TernarySpec, UnarySpec, Weights, WindowSpec, Windowed,
};
use crate::cache::{Ask, Store, Value};
use crate::kernel::func::DotTypes;
use crate::{DType, Types};
use core::hash::Hasher;
use rustc_hash::FxHasher;

/// A [`KernelSpec`] in words, to keep: equal to others if and only if the specifications are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    choices: u64,
    /// Those of the specification, then zeros; and so are the next.
    words: [u64; MOST_WORDS],
    more: [u64; MOST_MORE],
    chain: Words,
}

/// A specification in words, to ask with: `WORDS` of them, and those that `More` makes.
#[derive(Clone, Copy)]
struct Asked<'a, const WORDS: usize, More> {
    /// Which kind of kernel, and everything else that is one of a few, in bits of their own, with the
    /// [mark](Words::mark) of a chain.
    choices: u64,
    /// Everything else.
    words: [u64; WORDS],
    /// Makes words that are left out of the hash, since kernels seldom differ in these alone: so they are
    /// loaded only to be compared.
    more: More,
    chain: &'a Words,
}

/// A function that makes no words.
type Nothing = fn() -> [u64; 0];

/// The most words that a specification has.
const MOST_WORDS: usize = 7;

/// The most that it has besides.
const MOST_MORE: usize = 10;

impl<'a, const WORDS: usize> Asked<'a, WORDS, Nothing> {
    /// Without a chain.
    #[inline(always)]
    fn new(kind: u64, choices: u64, words: [u64; WORDS]) -> Self {
        const { assert!(WORDS <= MOST_WORDS) };
        Self { choices: choices.wrapping_add(kind << KIND), words, more: || [], chain: &Words::NONE }
    }

    /// The same with a chain.
    #[inline(always)]
    fn with_chain(self, chain: &'a Words) -> Self {
        Self { choices: self.choices.wrapping_add(chain.mark()), chain, ..self }
    }

    /// The same with more words.
    #[inline(always)]
    fn with<More: Fn() -> [u64; MORE], const MORE: usize>(self, more: More) -> Asked<'a, WORDS, More> {
        const { assert!(MORE <= MOST_MORE) };
        let Self { choices, words, more: _, chain } = self;
        Asked { choices, words, more, chain }
    }
}

impl<const WORDS: usize, const MORE: usize, More: Fn() -> [u64; MORE]> Ask<Key> for Asked<'_, WORDS, More> {
    /// Of the first words one by one, but of the others as one: that takes the fewest instructions.
    #[inline(always)]
    fn hash(&self) -> u64 {
        let mut state = FxHasher::default();
        let others = self.words.iter().skip(2).fold(0, |sum: u64, word| sum.wrapping_add(*word));
        let first = core::iter::once(&self.choices).chain(self.words.iter().take(2));
        first.chain([&others]).for_each(|word| state.write_u64(*word));
        state.finish()
    }

    #[inline(always)]
    fn is(&self, key: &Key) -> bool {
        self.choices == key.choices
            && are_first(&self.words, &key.words)
            && are_first(&(self.more)(), &key.more)
            && self.chain.are(&key.chain)
    }

    fn to_key(&self) -> Key {
        Key {
            choices: self.choices,
            words: padded(&self.words),
            more: padded(&(self.more)()),
            chain: *self.chain,
        }
    }
}

/// Whether some words are the first of others.
#[inline(always)]
fn are_first(words: &[u64], others: &[u64]) -> bool {
    words.iter().zip(others).all(|(word, other)| word == other)
}

/// Words, then zeros.
fn padded<const MOST: usize>(words: &[u64]) -> [u64; MOST] {
    let mut padded = [0; MOST];
    padded.iter_mut().zip(words).for_each(|(place, word)| *place = *word);
    padded
}

/// Does something with a specification in words, in code of its own for each number of them.
macro_rules! in_words {
    ($spec:expr, $asked:ident => $then:expr) => {
        in_words!(@ $spec, $asked => $then; Unary Binary Ternary Chain Convert Lanewise Reduce Gather Window Series Permute Complex Grouped Group)
    };
    (@ $spec:expr, $asked:ident => $then:expr; $($kind:ident)+) => {
        match $spec {
            KernelSpec::Gemm(spec) => {
                // No `match`: it would become a jump through a table, which takes longer.
                if let Batch::Strided { a, b, .. } = &spec.batch {
                    let $asked = spec.packed().with(|| [spec.c.ld, *a, *b].map(Stride::packed));
                    $then
                } else {
                    let $asked = spec.packed().with(|| [spec.c.ld.packed()]);
                    $then
                }
            }
            $(KernelSpec::$kind(spec) => {
                let $asked = spec.packed();
                $then
            })+
        }
    };
}

impl Ask<Key> for KernelSpec {
    fn hash(&self) -> u64 {
        in_words!(self, asked => asked.hash())
    }

    fn is(&self, key: &Key) -> bool {
        in_words!(self, asked => asked.is(key))
    }

    fn to_key(&self) -> Key {
        in_words!(self, asked => asked.to_key())
    }

    #[inline(always)]
    fn find<V: Value>(&self, store: &mut Store<Key, V>) -> Option<V> {
        in_words!(self, asked => store.find(&asked))
    }
}

impl GemmSpec {
    /// Without the leading dimension of C, in which kernels seldom differ alone, and the distances of blocks.
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 6, Nothing> {
        let Self { types, m, n, k, a, b, c, alpha, beta, batch, epilogue } = self;
        let [lda, ldb] = [a, b].map(|Matrix { layout: _, ld }| ld.packed());
        let kind = match batch {
            Batch::Single => SINGLE,
            Batch::Strided { .. } => STRIDED,
            Batch::Offsets { .. } => OFFSETS,
            Batch::Addresses { .. } => ADDRESSES,
        };
        // All strides are inverted: an extent that is not would cancel the same stride of a dense operand.
        let words = [*m as u64, *n as u64, !(*k as u64), lda, ldb, batch.count().packed()];
        let choices = Self::choices(*types, [a.layout, b.layout, c.layout], [*alpha, *beta]);
        Asked::new(kind, choices, words).with_chain(epilogue.words())
    }

    /// The numbers of types, layouts and factors have bits of their own, so that adding them is enough.
    #[inline(always)]
    fn choices(types: Types, [a, b, c]: [Layout; 3], [alpha, beta]: [Factor; 2]) -> u64 {
        const LAYOUT: u64 = Layout::RowMajor as u64;
        const FACTOR: u64 = Factor::One as u64;
        const { assert!(DType::ALL.len() as u64 <= LAYOUT && LAYOUT << 3 <= FACTOR) };
        const { assert!(Factor::Runtime as u64 == FACTOR << 1 && FACTOR << 4 <= 1 << TYPES) };
        const { assert!(TYPES + 3 * CHOICE <= KIND && DType::ALL.len() <= 1 << CHOICE) };
        let output = types.output as u64;
        // Nothing where all types are one.
        let others =
            few([types.a as u64 ^ output, types.b as u64 ^ output, types.accumulator as u64 ^ output]);
        (others << TYPES)
            + output
            + (a as u64 + b as u64 * 2 + c as u64 * 4)
            + (alpha as u64 + beta as u64 * 4)
    }
}

impl UnarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, Nothing> {
        let Self { dtype, op, m, n, input: covers, ld_out, orientation } = self;
        let ((covers, ld_in), (operation, [p0, p1])) = (input(covers), op.packed());
        let choices = few([*dtype as u64, *orientation as u64, covers]);
        Asked::new(UNARY, choices, [*m as u64, *n as u64, operation, ld_in, ld_out.packed(), p0, p1])
    }
}

impl BinarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, impl Fn() -> [u64; 1]> {
        let Self { dtype, op, m, n, in0, in1, ld_out } = self;
        let [(in0, ld0), (in1, ld1)] = [in0, in1].map(input);
        let (operation, [p0, p1]) = op.packed();
        let choices = few([*dtype as u64, in0, in1]);
        Asked::new(BINARY, choices, [*m as u64, *n as u64, operation, p0, ld_out.packed(), ld0, ld1])
            .with(move || [p1])
    }
}

impl TernarySpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, impl Fn() -> [u64; 2]> {
        let Self { dtype, op, m, n, in0, in1, in2, ld_out } = self;
        let [(in0, ld0), (in1, ld1), (in2, ld2)] = [in0, in1, in2].map(input);
        let (operation, [p0, p1]) = op.packed();
        let choices = few([*dtype as u64, in0, in1, in2]);
        Asked::new(TERNARY, choices, [*m as u64, *n as u64, operation, p0, ld_out.packed(), ld0, ld1])
            .with(move || [ld2, p1])
    }
}

impl ChainSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 4, Nothing> {
        let Self { dtype, chain, m, n, input: covers, ld_out } = self;
        let (covers, ld_in) = input(covers);
        Asked::new(CHAIN, few([*dtype as u64, covers]), [*m as u64, *n as u64, ld_in, ld_out.packed()])
            .with_chain(chain.words())
    }
}

impl ConvertSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 4, Nothing> {
        let Self { from, to, m, n, ld_in, ld_out, orientation } = self;
        let choices = few([*from as u64, *to as u64, *orientation as u64]);
        Asked::new(CONVERT, choices, [*m as u64, *n as u64, ld_in.packed(), ld_out.packed()])
    }
}

impl LanewiseSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, impl Fn() -> [u64; 3]> {
        let Self { dtype, count, m, n, k, a, b, c, start } = self;
        let [a, b, c] = [a, b, c].map(|Spacing { rows, columns }| [*rows as u64, *columns as u64]);
        let ([m, n, k, count], [a0, a1], [b0, b1], [c0, c1]) = ([m, n, k, count].map(|n| *n as u64), a, b, c);
        Asked::new(LANEWISE, few([*dtype as u64, *start as u64]), [m, n, k, count, a0, b0, c0])
            .with(move || [a1, b1, c1])
    }
}

impl ReduceSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 4, Nothing> {
        let Self { dtype, reduction, lines, m, n, ld_in } = self;
        let (kind, ld_in1) = match reduction {
            Reduction::Fold(fold, _) => (*fold as u64, 0),
            Reduction::Dot { ld_in1, .. } => (DOT, ld_in1.packed()),
            Reduction::ArgMax => (ARG_MAX, 0),
        };
        let choices = few([*dtype as u64, *lines as u64, kind, reduction.start() as u64]);
        Asked::new(REDUCE, choices, [*m as u64, *n as u64, ld_in.packed(), ld_in1])
    }
}

impl GatherSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 4, Nothing> {
        let Self { dtype, indexed, m, n, ld_in, ld_out } = self;
        let choices = few([*dtype as u64, *indexed as u64]);
        Asked::new(GATHER, choices, [*m as u64, *n as u64, ld_in.packed(), ld_out.packed()])
    }
}

impl WindowSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, impl Fn() -> [u64; 3]> {
        let Self { dtype, windowed, windows, taps, count, slide, ld_out, start, epilogue } = self;
        let (kind, weights) = match *windowed {
            Windowed::Fold(fold) => (fold as u64, [0; 2]),
            Windowed::Products(Weights { taps, spread: Spread::Lanes }) => (DOT, taps),
            Windowed::Products(Weights { taps, spread: Spread::Single }) => (FILTER, taps),
        };
        let ([outer, inner], [q, r], [w0, w1]) = (*taps, slide.taps, weights);
        let words = [*windows, outer, inner, *count, slide.window, q, r].map(|n| n as u64);
        let more = [*ld_out, w0, w1].map(|n| n as u64);
        Asked::new(WINDOW, few([*dtype as u64, *start as u64, kind]), words)
            .with_chain(epilogue.words())
            .with(move || more)
    }
}

impl SeriesSpec {
    /// The multiplication has no batch.
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, impl Fn() -> [u64; 4]> {
        let GemmSpec { types, m, n, k, a, b, c, alpha, beta, batch: _, epilogue } = self.gemm();
        let [lda, ldb] = [a, b].map(|Matrix { layout: _, ld }| ld.packed());
        let words = [*m as u64, *n as u64, !(*k as u64), lda, ldb, self.count() as u64, 0];
        let choices = GemmSpec::choices(*types, [a.layout, b.layout, c.layout], [*alpha, *beta]);
        let ([step_a, step_b, step_c], ldc) = (self.steps().map(|step| step as u64), c.ld);
        Asked::new(SERIES, choices, words)
            .with_chain(epilogue.words())
            .with(move || [ldc.packed(), step_a, step_b, step_c])
    }
}

impl PermuteSpec {
    /// The extents are one word, of eight bits each. Those that are too long for a valid block
    /// are all the same one.
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 7, impl Fn() -> [u64; 10]> {
        let [a, b, c, d, e, f, g, h] = self.places();
        let extents = self
            .places()
            .iter()
            .fold(0, |word: u64, dim| word << 8 | dim.extent.min(PermuteSpec::LONGEST + 1) as u64);
        let steps = [a, b, c].map(|dim| [dim.step_in as u64, dim.step_out as u64]);
        let [[a0, a1], [b0, b1], [c0, c1]] = steps;
        let words = [extents, a0, a1, b0, b1, c0, c1];
        Asked::new(PERMUTE, few([self.dtype() as u64]), words).with(move || {
            let steps = [d, e, f, g, h].map(|dim| [dim.step_in as u64, dim.step_out as u64]);
            let [[d0, d1], [e0, e1], [f0, f1], [g0, g1], [h0, h1]] = steps;
            [d0, d1, e0, e1, f0, f1, g0, g1, h0, h1]
        })
    }
}

impl ComplexSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 6, Nothing> {
        let Self { part, m, n, k, a, b, c, conjugation, start } = self;
        let layouts = [a, b, c].map(|matrix| u64::from(matrix.layout == Layout::RowMajor));
        let [a, b, c] = [a, b, c].map(|Matrix { layout: _, ld }| ld.packed());
        let [of_a, of_b, of_c] = layouts;
        let choices = few([*part as u64, *conjugation as u64, *start as u64, of_a * 4 + of_b * 2 + of_c]);
        Asked::new(COMPLEX, choices, [*m as u64, *n as u64, !(*k as u64), a, b, c])
    }
}

impl GroupedSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 6, Nothing> {
        let Self { types, m, n, k, a, b, c, start, added, overflow } = self;
        let layouts = [a, b, c].map(|matrix| u64::from(matrix.layout == Layout::RowMajor));
        let [a, b, c] = [a, b, c].map(|Matrix { layout: _, ld }| ld.packed());
        let [of_a, of_b, of_c] = layouts;
        const { assert!(DotTypes::ALL.len() <= 1 << CHOICE) };
        let choices =
            few([*types as u64, *start as u64, *added as u64, *overflow as u64, of_a * 4 + of_b * 2 + of_c]);
        Asked::new(INTEGER, choices, [*m as u64, *n as u64, !(*k as u64), a, b, c])
    }
}

impl GroupSpec {
    #[inline(always)]
    fn packed(&self) -> Asked<'_, 4, Nothing> {
        let Self { change, m, k, input: Matrix { layout, ld }, ld_out } = self;
        const { assert!(Regrouped::ALL.len() <= 1 << CHOICE) };
        let choices = few([*change as u64, u64::from(*layout == Layout::RowMajor)]);
        Asked::new(GROUP, choices, [*m as u64, !(*k as u64), ld.packed(), ld_out.packed()])
    }
}

/// Choices as one number, three bits each: as many as one instruction shifts by and adds.
#[inline(always)]
fn few<const N: usize>(choices: [u64; N]) -> u64 {
    const { assert!(N as u32 * CHOICE <= KIND && DType::ALL.len() <= 1 << CHOICE) };
    choices.into_iter().fold(0, |bits, choice| bits << CHOICE | choice)
}

/// The number of bits that each of a [few](few) takes.
const CHOICE: u32 = 3;

/// The first bit of the types of operands that are not that of the output, in a multiplication.
const TYPES: u32 = 12;

/// The first bit of a kind, behind which is the mark of a chain.
const KIND: u32 = 24;
const _: () = assert!(GROUP << KIND < 1 << MARK);

/// Kinds. Those of multiplications are those of their batches.
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
const WINDOW: u64 = 12;
const SERIES: u64 = 13;
const PERMUTE: u64 = 14;
const COMPLEX: u64 = 15;
const INTEGER: u64 = 16;
const GROUP: u64 = 17;

/// The number of [`Input::Matrix`].
const MATRIX: u64 = 0;

/// The numbers of reductions that are no folds.
const DOT: u64 = Fold::Min as u64 + 1;
const ARG_MAX: u64 = DOT + 1;
/// The number of weights that all lanes share.
const FILTER: u64 = DOT + 1;
const _: () = assert!(ARG_MAX < 1 << CHOICE && FILTER < 1 << CHOICE);

/// Returns the part that an input covers, and its stride if it has one.
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

//! Cases of numbers in groups, their products and their copies: specs, operands, and what the scalar
//! reference makes of them.
//!
//! Tests: `tests/tests/primitives_grouped.rs`, `tests/tests/primitives_group.rs`.

use crate::bench::{BytesCase, fixed};
use crate::complex::LAYOUTS;
use crate::draw::Draw;
use crate::random::SplitMix;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::{Added, Layout, Matrix, Overflow, Regrouped, Start, Stride};
use tensmith_core::kernel::{GroupSpec, GroupedSpec};
use tensmith_core::reference;

/// The bytes of a group, and of a sum.
const WORD: usize = 4;

/// What the bytes between columns are.
const GAP: u8 = 0xa5;

/// A multiplication of m×k with k×n numbers whose groups are stored so, with leading dimensions that leave
/// gaps of that many groups.
#[must_use]
pub fn grouped_spec(
    types: DotTypes,
    [m, n, k]: [usize; 3],
    (layouts, (start, added)): ([Layout; 3], (Start, Added)),
    gaps: [usize; 3],
) -> GroupedSpec {
    let usual = GroupedSpec::column_major(types, [m, n, k.next_multiple_of(types.group().get())]);
    let extents = [(m, usual.groups()), (usual.groups(), n), (m, n)];
    let [a, b, c] = [0, 1, 2].map(|nth| matrix(layouts[nth], extents[nth], gaps[nth]));
    GroupedSpec { a, b, c, start, added, overflow: Overflow::Wraps, ..usual }
}

/// A copy of m×k numbers that are stored so, with gaps of that many elements and groups.
#[must_use]
pub fn group_spec(
    change: Regrouped,
    [m, k]: [usize; 2],
    layout: Layout,
    [gap_in, gap_out]: [usize; 2],
) -> GroupSpec {
    let usual = GroupSpec::dense(change, [m, k], layout);
    let ld_out = Stride::fixed(fixed(usual.ld_out) + gap_out);
    GroupSpec { input: matrix(layout, (m, k), gap_in), ld_out, ..usual }
}

fn matrix(layout: Layout, (rows, columns): (usize, usize), gap: usize) -> Matrix {
    match layout {
        Layout::ColumnMajor => Matrix::column_major(rows + gap),
        Layout::RowMajor => Matrix::row_major(columns + gap),
    }
}

/// What the elements of a matrix are.
#[derive(Clone, Copy)]
enum Elements {
    /// That many bytes, of which many are the least and the greatest.
    Bytes(usize),
    /// Pairs of small integers as numbers of bfloat16: their products and sums are exact.
    Bfloat,
    /// Small integers as numbers of single precision.
    Single,
}

impl Elements {
    /// Those of a factor, and those of sums.
    const fn of(types: DotTypes) -> [Self; 2] {
        match types.integers() {
            Some(_) => [Self::Bytes(WORD); 2],
            None => [Self::Bfloat, Self::Single],
        }
    }

    const fn bytes(self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Bfloat | Self::Single => WORD,
        }
    }

    fn fill(self, bytes: &mut [u8], random: &mut SplitMix) {
        let mut integer = || (random.below(2 * LARGEST + 1) as f32 - LARGEST as f32).to_bits().to_le_bytes();
        match self {
            Self::Bytes(_) => bytes.fill_with(|| extreme(random)),
            Self::Single => bytes.chunks_mut(WORD).for_each(|word| word.copy_from_slice(&integer())),
            // The upper half of a number of single precision.
            Self::Bfloat => bytes.chunks_mut(2).for_each(|half| half.copy_from_slice(&integer()[2..])),
        }
    }
}

/// The largest integer that elements of floating point are.
const LARGEST: u64 = 16;

/// The bytes of a matrix, with gaps that are told from elements.
fn filled(
    matrix: Matrix,
    (rows, columns): (usize, usize),
    elements: Elements,
    random: &mut SplitMix,
) -> Vec<u8> {
    let (contiguous, lines) = matrix.extents(rows, columns);
    let (ld, size) = (fixed(matrix.ld), elements.bytes());
    let mut bytes = vec![GAP; size * ((lines - 1) * ld + contiguous)];
    for line in bytes.chunks_mut(size * ld) {
        elements.fill(&mut line[..size * contiguous], random);
    }
    bytes
}

/// A byte: one of the least and the greatest in a third of all cases.
fn extreme(random: &mut SplitMix) -> u8 {
    match random.below(12) {
        nth @ 0..4 => [0, 0x7f, 0x80, 0xff][nth as usize],
        _ => random.bits() as u8,
    }
}

/// `spec` on random numbers, whose sums are exact.
///
/// # Panics
/// Where the spec is wrong.
#[must_use]
pub fn grouped(spec: &GroupedSpec, random: &mut SplitMix) -> BytesCase {
    let GroupedSpec { m, n, a, b, c, .. } = *spec;
    let [factors, sums] = Elements::of(spec.types);
    let a = filled(a, (m, spec.groups()), factors, random);
    let b = filled(b, (spec.groups(), n), factors, random);
    let c = filled(c, (m, n), sums, random);
    let numbers = match spec.added {
        Added::Nothing => None,
        Added::Column => Some(m),
        Added::Row => Some(n),
    };
    let added = numbers.map(|count| filled(Matrix::column_major(count), (count, 1), sums, random));
    let mut after = c.clone();
    reference::grouped(spec, [&a, &b, added.as_deref().unwrap_or(&[])], &mut after).expect("operands fit");
    BytesCase {
        spec: (*spec).into(),
        buffers: [a, b, c].into_iter().chain(added).collect(),
        output: 2,
        after,
    }
}

/// `spec` on random numbers, whose sums are exact.
///
/// # Panics
/// Where the spec is wrong.
#[must_use]
pub fn group(spec: &GroupSpec, random: &mut SplitMix) -> BytesCase {
    let GroupSpec { change, m, k, input, .. } = *spec;
    let input = filled(input, (m, k), Elements::Bytes(change.from().bytes()), random);
    let out = filled(spec.output(), (m, spec.groups()), Elements::Bytes(WORD), random);
    let mut after = out.clone();
    reference::group(spec, &input, &mut after).expect("operands fit");
    BytesCase { spec: (*spec).into(), buffers: vec![input, out], output: 1, after }
}

/// A random multiplication.
#[must_use]
pub fn drawn_grouped(types: DotTypes, extents: [usize; 3], draw: &mut Draw) -> GroupedSpec {
    let (start, added) = (draw.one_of(&[Start::Nothing, Start::Output]), draw.one_of(&Added::ALL));
    let layouts = draw.one_of(&LAYOUTS);
    let gaps = [(); 3].map(|()| draw.below(3));
    grouped_spec(types, extents, (layouts, (start, added)), gaps)
}

//! Cases of integers in groups, their products and their copies: specs, operands, and what the scalar
//! reference makes of them.
//!
//! Tests: `tests/tests/primitives_integer.rs`, `tests/tests/primitives_group.rs`.

use crate::bench::{BytesCase, fixed};
use crate::complex::LAYOUTS;
use crate::draw::Draw;
use crate::random::SplitMix;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::{Added, Layout, Matrix, Overflow, Regrouped, Start, Stride};
use tensmith_core::kernel::{GroupSpec, IntegerSpec};
use tensmith_core::reference;

/// The bytes of a group, and of a sum.
const WORD: usize = 4;

/// What the bytes between columns are.
const GAP: u8 = 0xa5;

/// A multiplication of m×k with k×n integers whose groups are stored so, with leading dimensions that leave
/// gaps of that many groups.
#[must_use]
pub fn integer_spec(
    types: DotTypes,
    [m, n, k]: [usize; 3],
    (layouts, (start, added)): ([Layout; 3], (Start, Added)),
    gaps: [usize; 3],
) -> IntegerSpec {
    let usual = IntegerSpec::column_major(types, [m, n, k.next_multiple_of(types.group().get())]);
    let extents = [(m, usual.groups()), (usual.groups(), n), (m, n)];
    let [a, b, c] = [0, 1, 2].map(|nth| matrix(layouts[nth], extents[nth], gaps[nth]));
    IntegerSpec { a, b, c, start, added, overflow: Overflow::Wraps, ..usual }
}

/// A copy of m×k integers that are stored so, with gaps of that many elements and groups.
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

/// The bytes of a matrix whose elements have some bytes, with gaps that are told from these.
fn filled(matrix: Matrix, (rows, columns): (usize, usize), size: usize, random: &mut SplitMix) -> Vec<u8> {
    let (contiguous, lines) = matrix.extents(rows, columns);
    let ld = fixed(matrix.ld);
    let mut bytes = vec![GAP; size * ((lines - 1) * ld + contiguous)];
    for line in bytes.chunks_mut(size * ld) {
        line[..size * contiguous].fill_with(|| extreme(random));
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

/// `spec` on random integers.
///
/// # Panics
/// Where the spec is wrong.
#[must_use]
pub fn integers(spec: &IntegerSpec, random: &mut SplitMix) -> BytesCase {
    let IntegerSpec { m, n, a, b, c, .. } = *spec;
    let a = filled(a, (m, spec.groups()), WORD, random);
    let b = filled(b, (spec.groups(), n), WORD, random);
    let c = filled(c, (m, n), WORD, random);
    let numbers = match spec.added {
        Added::Nothing => None,
        Added::Column => Some(m),
        Added::Row => Some(n),
    };
    let added = numbers.map(|count| filled(Matrix::column_major(count), (count, 1), WORD, random));
    let mut after = c.clone();
    reference::integers(spec, [&a, &b, added.as_deref().unwrap_or(&[])], &mut after).expect("operands fit");
    BytesCase {
        spec: (*spec).into(),
        buffers: [a, b, c].into_iter().chain(added).collect(),
        output: 2,
        after,
    }
}

/// `spec` on random integers.
///
/// # Panics
/// Where the spec is wrong.
#[must_use]
pub fn group(spec: &GroupSpec, random: &mut SplitMix) -> BytesCase {
    let GroupSpec { change, m, k, input, .. } = *spec;
    let input = filled(input, (m, k), change.from().bytes(), random);
    let out = filled(spec.output(), (m, spec.groups()), WORD, random);
    let mut after = out.clone();
    reference::group(spec, &input, &mut after).expect("operands fit");
    BytesCase { spec: (*spec).into(), buffers: vec![input, out], output: 1, after }
}

/// A random multiplication.
#[must_use]
pub fn drawn_integers(types: DotTypes, extents: [usize; 3], draw: &mut Draw) -> IntegerSpec {
    let (start, added) = (draw.one_of(&[Start::Nothing, Start::Output]), draw.one_of(&Added::ALL));
    let layouts = draw.one_of(&LAYOUTS);
    let gaps = [(); 3].map(|()| draw.below(3));
    integer_spec(types, extents, (layouts, (start, added)), gaps)
}

//! Cases of gathered and scattered columns.
//!
//! Tests: `tests/tests/primitives_gather.rs`.

use crate::bench::{Case, INPUT_GAP, OUTPUT_GAP, columns, fixed};
use tensmith_core::DType;
use tensmith_core::kernel::spec::{Indexed, Stride};
use tensmith_core::kernel::{GatherSpec, KernelSpec};
use tensmith_core::reference::{self, Element};

/// n columns of m elements, with leading dimensions that are so far beyond the tightest.
#[must_use]
pub fn gather_spec<T: Element>(
    indexed: Indexed,
    (m, n): (usize, usize),
    [more_in, more_out]: [usize; 2],
) -> GatherSpec {
    let (ld_in, ld_out) = (Stride::fixed(m + more_in), Stride::fixed(m + more_out));
    GatherSpec { dtype: T::DTYPE, indexed, m, n, ld_in, ld_out }
}

/// `spec` on the elements that `element` gives, by these indices of a matrix with that many columns.
///
/// # Panics
/// Where the spec leaves a number to run time, or an index is none of a column.
pub fn gather<T: Element>(
    spec: &GatherSpec,
    (indices, count): (&[u64], usize),
    element: impl FnMut() -> f64,
) -> Case<T> {
    let (columns_in, columns_out) = match spec.indexed {
        Indexed::Input => (count, spec.n),
        Indexed::Output => (spec.n, count),
    };
    let input: Vec<T> = columns((spec.m, columns_in), fixed(spec.ld_in), INPUT_GAP, element);
    let out: Vec<T> = columns((spec.m, columns_out), fixed(spec.ld_out), OUTPUT_GAP, || OUTPUT_GAP);
    let mut after = out.clone();
    reference::gather(spec, &input, indices, &mut after).expect("operands fit");
    let buffers = vec![input, indices.iter().flat_map(|index| halves(*index)).collect(), out];
    Case { spec: KernelSpec::Gather(*spec), buffers, operands: vec![0, 1, 2], after }
}

/// The elements that have the bytes of a number of 64 bits.
fn halves<T: Element>(number: u64) -> impl Iterator<Item = T> {
    let parts = if T::DTYPE == DType::F64 { vec![number] } else { vec![number & 0xffff_ffff, number >> 32] };
    parts.into_iter().map(T::from_bits)
}

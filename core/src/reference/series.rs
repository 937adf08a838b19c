//! A multiplication several times, one after the other.
//!
//! Tests: `tests/tests/primitives_series.rs`.

use super::gemm::{self, Blocks, Inputs};
use super::{Element, ReferenceError};
use crate::kernel::spec::SeriesSpec;

/// C becomes what `spec` says. Each slice begins with its operand's first element.
///
/// # Errors
/// [`ReferenceError`]; C is as the multiplications left it that came before the one that lacks something.
pub fn series<T: Element>(
    spec: &SeriesSpec,
    [a, b]: [&[T]; 2],
    (alpha, beta): (T, T),
    c: &mut [T],
) -> Result<(), ReferenceError> {
    let [step_a, step_b, step_c] = spec.steps();
    for nth in 0..spec.count() {
        let at = |step: usize| nth.wrapping_mul(step);
        let behind = |operand: &'_ [T], step: usize| operand.len().min(at(step));
        let (from_a, from_b, from_c) = (behind(a, step_a), behind(b, step_b), behind(c, step_c));
        let blocks = Blocks::Strided(a.get(from_a..).unwrap_or(&[]), b.get(from_b..).unwrap_or(&[]));
        let inputs = Inputs { blocks, alpha: alpha.convert(), beta: beta.convert(), operands: &[] };
        gemm::gemm(spec.gemm(), &inputs, c.get_mut(from_c..).unwrap_or(&mut []))?;
    }
    Ok(())
}

//! A block of several dimensions, moved element by element.
//!
//! Tests: `tests/tests/primitives_permute.rs`.

use super::{Element, ReferenceError, long_enough, same_type};
use crate::kernel::spec::{Moved, PermuteSpec};

/// Moves the elements of a block as `spec` says. Each slice begins with its operand's first element.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn permute<T: Element>(spec: &PermuteSpec, input: &[T], out: &mut [T]) -> Result<(), ReferenceError> {
    same_type::<T>(spec.dtype())?;
    spec.validate()?;
    let last = |step: fn(&Moved) -> usize| {
        spec.dims().fold(0, |last: usize, dim| {
            last.saturating_add(dim.extent.saturating_sub(1).saturating_mul(step(&dim)))
        })
    };
    long_enough("in", input, last(|dim| dim.step_in).saturating_add(1))?;
    long_enough("out", out, last(|dim| dim.step_out).saturating_add(1))?;
    for number in 0..spec.elements() {
        let [mut from, mut to, mut left] = [0usize, 0, number];
        for dim in spec.dims() {
            let index = left.checked_rem(dim.extent).unwrap_or(0);
            left = left.checked_div(dim.extent).unwrap_or(0);
            from = from.wrapping_add(index.wrapping_mul(dim.step_in));
            to = to.wrapping_add(index.wrapping_mul(dim.step_out));
        }
        if let (Some(place), Some(element)) = (out.get_mut(to), input.get(from)) {
            *place = *element;
        }
    }
    Ok(())
}

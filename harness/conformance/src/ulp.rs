//! How far numbers are from each other, in units in the last place.
//!
//! Tests: below, `tests/tests/kernel_op_accuracy.rs`.

use tensmith_core::DType;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;

/// The rank of a number among all numbers of its type, from the least to the greatest: neighbours
/// are 1 apart, and so are the zeros.
fn place<T: Element>(x: T) -> i128 {
    let (bits, sign) = (i128::from(x.to_bits()), 1 << (8 * T::DTYPE.bytes() - 1));
    if bits < sign { bits } else { sign - 1 - bits }
}

/// How many steps from number to number it takes from what is found to what is expected; none between NaNs,
/// and more than there are numbers between a NaN and a number. Where a [mask](tensmith_core::Float::mask) is
/// expected, no other NaN will do.
#[must_use]
pub fn steps<T: Element>(found: T, expected: T) -> u128 {
    match (found.to_f64().is_nan(), expected.to_f64().is_nan()) {
        (true, true) if is_mask(found) || !is_mask(expected) => 0,
        (false, false) => place(found).abs_diff(place(expected)),
        _ => u128::MAX,
    }
}

/// Whether all bits are set.
fn is_mask<T: Element>(x: T) -> bool {
    x.to_bits() == T::from_bits(u64::MAX).to_bits()
}

/// How many [`steps`] a kernel's results may be from those of the reference: none where an operation
/// rounds once, else its error and that of the reference, which is half a unit in single precision,
/// and a few units of functions in double precision. What a chain of functions may be off is not known here.
#[must_use]
pub fn allowed(spec: &KernelSpec) -> u128 {
    let error = match spec {
        KernelSpec::Unary(spec) => spec.op.operation().error,
        KernelSpec::Binary(spec) => spec.op.operation().error,
        KernelSpec::Ternary(spec) => spec.op.operation().error,
        _ => 0.0,
    };
    let reference = if spec.dtype() == DType::F32 { 0.5 } else { 2.5 };
    if error == 0.0 { 0 } else { (error + reference).ceil() as u128 }
}

/// How far `found` is from `exact`, in units in the last place of single precision where that is; out of
/// range, as if the greatest numbers were followed by more of them. NaN where only one is a NaN.
#[must_use]
pub fn error(found: f32, exact: f64) -> f64 {
    // Half a unit beyond the greatest number, from where on infinity is right.
    let limit = 2f64.powi(128) - 2f64.powi(103);
    let (found, exact) = (f64::from(found), exact.clamp(-limit, limit));
    if found.is_nan() && exact.is_nan() || found == exact {
        return 0.0;
    }
    // The power of 2 that is not greater, or what a subnormal number makes 0.
    let power = f64::from_bits(exact.to_bits() & f64::INFINITY.to_bits());
    let unit = (f64::from(f32::EPSILON) * power).max(f64::from(f32::from_bits(1)));
    (found.clamp(-limit, limit) - exact).abs() / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_a_step_apart() {
        let tiniest = f32::from_bits(1);
        for (x, y, apart) in [
            (1.0, 1.0f32.next_up(), 1),
            (-1.0, (-1.0f32).next_down(), 1),
            (0.0, -0.0, 1),
            (tiniest, -tiniest, 3),
            (f32::MAX, f32::INFINITY, 1),
            (f32::NAN, -f32::NAN, 0),
        ] {
            assert_eq!((steps(x, y), steps(y, x)), (apart, apart), "{x} {y}");
        }
        assert_eq!(steps(1.0f64, 2.0), 1 << 52);
        assert!(steps(f32::NAN, f32::INFINITY) > 1 << 32);
        let mask = <f64 as tensmith_core::Float>::mask(true);
        assert_eq!(steps(mask, mask), 0);
        assert!(steps(f64::NAN, mask) > 1 << 64);
        assert_eq!(steps(mask, f64::NAN), 0);
    }

    #[test]
    fn an_error_is_counted_in_last_places_of_the_exact_result() {
        let half = f64::from(f32::EPSILON) / 2.0;
        assert_eq!(error(1.0, 1.0 + half), 0.5);
        assert_eq!(error(2.0, 2.0 + half), 0.25);
        assert_eq!(error(f32::from_bits(3), 2.5 * f64::from(f32::from_bits(1))), 0.5);
        assert_eq!(error(f32::INFINITY, f64::INFINITY), 0.0);
        assert_eq!(error(f32::INFINITY, 1e300), 0.0);
        assert_eq!(error(f32::MAX, f64::INFINITY), 0.5);
        assert_eq!(error(f32::NAN, f64::NAN), 0.0);
        assert!(error(f32::NAN, 1.0).is_nan());
    }
}

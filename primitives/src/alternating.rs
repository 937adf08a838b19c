//! Vectors of two numbers, alternating, as the parts of complex numbers do.
//!
//! Tests: `tests/tests/primitives_complex.rs`, `tests/tests/primitives_elementwise_shapes.rs`.

use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{FloatType, Shuffle, Vector};

/// A vector whose lanes have these bits, alternating; those of FP32 are in the low half.
pub(crate) fn alternating(
    builder: &mut Builder,
    [even, odd]: [u64; 2],
    of: FloatType,
) -> Result<Vector, OutOfMemory> {
    match of {
        // A pair of them is a lane of double precision.
        FloatType::F32 => builder.number(odd << 32 | even, FloatType::F64),
        FloatType::F64 => {
            let (even, odd) = (builder.number(even, of)?, builder.number(odd, of)?);
            builder.shuffle(Shuffle::TransposeEven, even, odd, 8)
        }
    }
}

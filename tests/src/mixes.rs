//! Multiplications of which some operands are of narrow types, and the others of single precision.

/// Makes a test of each mix of types of A, B and C but single precision alone: it calls a generic function of
/// these with its name.
#[macro_export]
macro_rules! test_mixes {
    ($test:ident) => {
        $crate::test_mixes! { $test:
            half_half_half(F16, F16, F16), half_half_single(F16, F16, f32), half_single_half(F16, f32, F16),
            half_single_single(F16, f32, f32), single_half_half(f32, F16, F16),
            single_half_single(f32, F16, f32), single_single_half(f32, f32, F16),
            bfloat_bfloat_bfloat(BF16, BF16, BF16), bfloat_bfloat_single(BF16, BF16, f32),
            single_bfloat_single(f32, BF16, f32), bfloat_half_bfloat(BF16, F16, BF16)
        }
    };
    ($test:ident: $($name:ident($a:ident, $b:ident, $c:ident)),+) => { $(
        #[test]
        fn $name() {
            use tensmith_core::dtype::rust;
            $test::<rust::$a, rust::$b, rust::$c>(stringify!($name));
        }
    )+ };
}

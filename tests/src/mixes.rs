//! Multiplications of which some operands are of half precision, and the others of single.

/// Makes a test of each mix of types of A, B and C but single precision alone: it calls a generic function of
/// these with its name.
#[macro_export]
macro_rules! test_mixes {
    ($test:ident) => {
        $crate::test_mixes! { $test:
            half_half_half(F16, F16, F16), half_half_single(F16, F16, f32), half_single_half(F16, f32, F16),
            half_single_single(F16, f32, f32), single_half_half(f32, F16, F16),
            single_half_single(f32, F16, f32), single_single_half(f32, f32, F16)
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

//! Kernels for integers other than multiplications, run on every size of vectors of the machine at hand,
//! against the scalar reference, with inaccessible pages on either side of every operand: bit-exact, on
//! numbers with any bits. Multiplications are in `primitives_gemm_properties.rs` and `primitives_grouped.rs`.

use tensmith_core::kernel::op::{BinaryOp, Number, Op, Operation, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{Orientation, Reduction};
use tensmith_core::kernel::{KernelSpec, SpecError, UnarySpec};
use tensmith_core::reference::Element;
use tensmith_core::{DType, Target};
use tensmith_tests::bench::Bench;
use tensmith_tests::elementwise::{
    binary, binary_spec, convert, convert_spec, special_values, ternary, ternary_spec, unary, unary_spec,
};
use tensmith_tests::lanewise::{STARTS, lanewise, lanewise_spec};
use tensmith_tests::reduce::{LINES, reduce, reduce_spec, reductions};
use tensmith_tests::{here, nightly, ops};

const PARAMETERS: [Parameter; 2] = [Parameter::fixed(-3.0), Parameter::fixed(100.0)];

/// The operations on integers.
fn operations<const INPUTS: usize>(all: &[&'static Operation<INPUTS>]) -> Vec<Op<INPUTS>> {
    let mut operations = ops::with_parameters(all, PARAMETERS);
    operations.retain(|op| op.is_for(DType::I32.arithmetic()));
    operations
}

fn benches(test: &str) -> impl Iterator<Item = Bench> {
    here::executable().into_iter().map(move |target: Target| Bench::new(test, target))
}

/// All m×n of up to 21 rows and columns at night, else a share with each number of them.
fn shapes() -> impl Iterator<Item = (usize, usize)> {
    (0..21 * 21).step_by(nightly::one_of(19)).map(|nth| (nth / 21 + 1, nth % 21 + 1))
}

/// Every operation, on whole matrices and transposed ones.
fn every_operation<T: Element>() {
    for mut bench in benches("integers_elementwise") {
        let special = special_values::<T>();
        for (nth, shape) in shapes().enumerate() {
            let mut random = bench.random.split();
            let mut number = || match random.below(3) {
                0 => special[random.below(special.len() as u64) as usize],
                _ => random.number::<T>(),
            };
            let more = [[0, 0, 0, 0], [1, 0, 3, 2]][nth % 2];
            for op in operations(UnaryOp::ALL) {
                for orientation in [Orientation::Same, Orientation::Transposed] {
                    let spec = unary_spec::<T>(op, shape, orientation, [more[0], more[1]]);
                    bench.check_bits(&unary::<T>(&spec, &mut number));
                }
            }
            for op in operations(BinaryOp::ALL) {
                let spec = binary_spec::<T>(op, shape, [more[0], more[1], more[2]]);
                bench.check_bits(&binary::<T>(&spec, [0, 1, 2], &mut number));
            }
            for op in operations(TernaryOp::ALL) {
                let spec = ternary_spec::<T>(op, shape, more);
                bench.check_bits(&ternary::<T>(&spec, [0, 1, 2, 3], &mut number));
            }
        }
    }
}

#[test]
fn every_operation_on_integers_of_32_bits() {
    every_operation::<i32>();
}

#[test]
fn every_operation_on_narrow_integers() {
    every_operation::<i8>();
    every_operation::<u8>();
    every_operation::<i16>();
}

/// All pairs of types, whole matrices and transposed ones.
fn every_conversion<F: Element, T: Element>() {
    for mut bench in benches("integers_convert") {
        for (nth, shape) in shapes().enumerate() {
            for orientation in [Orientation::Same, Orientation::Transposed] {
                let spec = convert_spec((F::DTYPE, T::DTYPE), shape, [nth % 2, nth % 3], orientation);
                let mut random = bench.random.split();
                bench.check_conversion(&convert::<F, T>(&spec, || random.number::<F>()));
            }
        }
    }
}

#[test]
fn integers_become_wider_and_narrower() {
    every_conversion::<i8, i32>();
    every_conversion::<u8, i32>();
    every_conversion::<i16, i32>();
    every_conversion::<i32, i8>();
    every_conversion::<i32, u8>();
    every_conversion::<i32, i16>();
    every_conversion::<i8, i16>();
    every_conversion::<i16, u8>();
    every_conversion::<u8, i8>();
}

#[test]
fn every_reduction() {
    for mut bench in benches("integers_reduce") {
        for (nth, shape) in shapes().enumerate() {
            let integers = |reduction: &Reduction| *reduction != Reduction::ArgMax;
            for reduction in reductions(nth % 2).into_iter().filter(integers) {
                for lines in LINES {
                    let spec = reduce_spec::<i32>(reduction, lines, shape, [nth % 2, nth % 3]);
                    let mut random = bench.random.split();
                    bench.check_bits(&reduce::<i32>(&spec, || random.number::<i32>()).0);
                }
            }
        }
    }
}

#[test]
fn multiplications_side_by_side() {
    for mut bench in benches("integers_lanewise") {
        for nth in 0..nightly::scaled(12, 1_000) {
            let [m, n, k] = [(); 3].map(|()| 1 + bench.random.below(6) as usize);
            let count = 1 + bench.random.below(70) as usize;
            let spec = lanewise_spec::<i32>([m, n, k], count, STARTS[nth % 2], [nth % 3, 0, nth % 2]);
            let mut random = bench.random.split();
            bench.check_bits(&lanewise::<i32>(&spec, || random.number::<i32>()).0);
        }
    }
}

#[test]
fn what_has_no_meaning_on_integers_is_refused_by_name() {
    let spec = |dtype, op| {
        let UnarySpec { m, n, input, ld_out, orientation, .. } =
            unary_spec::<i32>(UnaryOp::identity(), (3, 2), Orientation::Same, [0, 0]);
        KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation })
    };
    for dtype in [DType::I8, DType::U8, DType::I16, DType::I32] {
        let operation = "exp";
        let refused = spec(dtype, UnaryOp::exp()).validate();
        assert_eq!(refused, Err(SpecError::Operation { operation, dtype }));
        assert_eq!(spec(dtype, UnaryOp::relu()).validate(), Ok(()));
        for number in [0.5, 2147483648.0, f64::INFINITY, f64::NAN] {
            let (operation, value) = ("scale", Number::new(number));
            let refused = spec(dtype, UnaryOp::scale(Parameter::Fixed(value))).validate();
            assert_eq!(refused, Err(SpecError::Fraction { operation, value, dtype }));
        }
        assert_eq!(spec(dtype, UnaryOp::scale(Parameter::fixed(-2.0))).validate(), Ok(()));
        let KernelSpec::Unary(unary) = spec(dtype, UnaryOp::identity()) else { unreachable!("as above") };
        let paired = UnarySpec { m: 4, orientation: Orientation::Conjugated, ..unary };
        assert!(matches!(paired.validate(), Err(SpecError::Type { found, .. }) if found == dtype));
    }
    let refused = spec(DType::I32, UnaryOp::gelu()).validate().unwrap_err();
    assert_eq!(refused.to_string(), "gelu has no meaning on i32: must be an operation on integers");
}

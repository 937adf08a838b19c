//! Formulas of any length take time in proportion to it.

use std::time::{Duration, Instant};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::VectorOp;
use tensmith_core::kernel::op::{Expression, Op, Operation, UnaryOp, Value};
use tensmith_core::kernel::spec::{Chain, ChainSpec, Input, Link, Orientation, Stride, UnarySpec};
use tensmith_core::{DType, OutOfMemory, Target};

/// A formula of about `STEPS` steps, in one of some forms.
fn write<const STEPS: usize, const FORM: usize>(e: &mut Expression, x: Value) -> Result<Value, OutOfMemory> {
    let mut value = x;
    match FORM {
        // As many numbers as steps that compute.
        0 => {
            for nth in 0..STEPS / 2 {
                let number = e.number((nth + 1) as f64 / 65536.0)?;
                value = e.multiply_add(number, value, x)?;
            }
        }
        // As many numbers, none of which is as well in a lane.
        1 => {
            for nth in 0..STEPS / 2 {
                let number = e.number((nth + 1) as f64 / 65536.0)?;
                value = e.binary(VectorOp::Max, value, number)?;
            }
        }
        // No numbers.
        2 => {
            for _ in 0..STEPS {
                value = e.multiply_add(x, value, x)?;
            }
        }
        // More values in use than a machine has registers.
        _ => {
            let mut values = vec![x];
            for nth in 1..STEPS / 2 {
                values.push(e.binary(VectorOp::Mul, values[nth - 1], x)?);
            }
            for other in values {
                value = e.binary(VectorOp::Add, value, other)?;
            }
        }
    }
    Ok(value)
}

const fn long<const STEPS: usize, const FORM: usize>() -> Operation<1> {
    Operation {
        name: "test.long/1",
        parameters: &[],
        doc: "Many steps.",
        reads_inputs: true,
        formula: |e, [x], _| write::<STEPS, FORM>(e, x),
        error: 0.0,
        // Nothing is computed here.
        single: |_, _| f32::NAN,
        double: |_, _| f64::NAN,
    }
}

static FORMS: [[Operation<1>; 2]; 4] = [
    [long::<5_000, 0>(), long::<20_000, 0>()],
    [long::<5_000, 1>(), long::<20_000, 1>()],
    [long::<5_000, 2>(), long::<20_000, 2>()],
    [long::<5_000, 3>(), long::<20_000, 3>()],
];

fn unary(operation: &'static Operation<1>) -> UnaryOp {
    Op::new(operation, &[]).expect("no parameters")
}

fn once(operation: &'static Operation<1>) -> KernelSpec {
    let (dtype, ld, orientation) = (DType::F32, Stride::fixed(4), Orientation::Same);
    let op = unary(operation);
    KernelSpec::Unary(UnarySpec { dtype, op, m: 4, n: 1, input: Input::Matrix(ld), ld_out: ld, orientation })
}

fn twice(operation: &'static Operation<1>) -> KernelSpec {
    let chain = Chain::new(&[Link::Unary(unary(operation)); 2]).expect("room");
    let (dtype, ld) = (DType::F32, Stride::fixed(4));
    KernelSpec::Chain(ChainSpec { dtype, m: 4, n: 1, input: Input::Matrix(ld), chain, ld_out: ld })
}

/// The time to make a kernel, or to find that there is none.
fn time(spec: &KernelSpec, target: &Target) -> (Duration, bool) {
    let registry = tensmith_primitives::registry().expect("memory");
    let start = Instant::now();
    let compiled = registry.choose(spec, target).and_then(|choice| choice.compile(spec, target));
    (start.elapsed(), compiled.is_ok())
}

/// Four times the steps take four times as long, or sixteen if every step looks at every other. The machine may do
/// something else meanwhile: the least times of some count.
#[test]
fn four_times_the_steps_take_about_four_times_as_long() {
    for name in ["neoverse-v2", "cortex-a510", "zen5", "haswell"] {
        let target = Target::named(name).expect("a core");
        for (form, operations) in FORMS.iter().enumerate() {
            for spec in [once, twice] {
                let specs = operations.each_ref().map(spec);
                let mut least = [Duration::MAX; 2];
                let is_linear = (0..20).any(|_| {
                    for (least, spec) in least.iter_mut().zip(&specs) {
                        let (time, is_made) = time(spec, &target);
                        assert_eq!(is_made, form < 3, "{name}, form {form}");
                        *least = time.min(*least);
                    }
                    least[1] < 8 * least[0]
                });
                println!("{name}, form {form}: {least:?}");
                assert!(is_linear, "{name}, form {form}: {least:?}");
            }
        }
    }
}

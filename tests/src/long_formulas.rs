//! Formulas of thousands of steps, in forms that are hard for generators in different ways.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::VectorOp;
use tensmith_core::kernel::op::{Expression, Op, Operation, UnaryOp, Value};
use tensmith_core::kernel::spec::{Chain, ChainSpec, Input, Link, Orientation, Stride, UnarySpec};
use tensmith_core::{DType, OutOfMemory};

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
        integer: None,
    }
}

/// How many times as many steps the longer formula of a form has.
pub const TIMES: usize = 4;

/// A shorter and a longer formula of each form.
static FORMS: [[Operation<1>; 2]; 4] = [
    [long::<5_000, 0>(), long::<20_000, 0>()],
    [long::<5_000, 1>(), long::<20_000, 1>()],
    [long::<5_000, 2>(), long::<20_000, 2>()],
    [long::<5_000, 3>(), long::<20_000, 3>()],
];

/// How many forms have kernels: the first ones. That of the last takes more registers than there are.
pub const MADE: usize = 3;

/// The kernels of formulas, a shorter and a longer one: of each form once, and twice in a row.
#[must_use]
pub fn kernels() -> Vec<(String, [KernelSpec; 2])> {
    let named = |(form, operations): (usize, &'static [Operation<1>; 2])| {
        let [once, twice] = [once, twice].map(|spec| operations.each_ref().map(spec));
        [(format!("form {form}"), once), (format!("form {form}, twice"), twice)]
    };
    FORMS.iter().enumerate().flat_map(named).collect()
}

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

//! The cost of running a program that is one call of a kernel. Counted, not timed: `cargo xtask bench
//! nests` runs this under emulation and counts the instructions from each `count_begins` to the
//! `count_ends` after it, but for those far away, which are the kernel's. Needs an AArch64 machine.

use serde_json::json;
use std::error::Error;
use std::hint::black_box;
use tensmith::program::tensor::Options;
use tensmith::program::{Argument, Program};
use tensmith::{Array, Jit};

/// A multiplication that is one call of a kernel.
const NEST: &str = "nest f32 contraction first=zero
    m undefined 16 1 0 1 \n n undefined 4 0 8 16 \n k undefined 8 16 1 0";

fn main() -> Result<(), Box<dyn Error>> {
    let places = [count_begins as fn(), count_ends].map(|marker| marker as usize);
    println!("{}", json!({ "places": places, "ways": ["checked", "bound", "plan"] }));

    let jit = Jit::host()?;
    let program: Program<f32> = jit.nest(NEST.parse()?, Options::default())?;
    let (mut a, mut b, mut c) = ([1.0f32; 128], [1.0f32; 32], [0.0f32; 64]);
    let mut arguments = [Argument::read(&a), Argument::read(&b), Argument::write(&mut c)];
    count_begins();
    let outcome = program.run(&mut arguments);
    count_ends();
    outcome?;
    let bound = program.bind(&[a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr()])?;
    count_begins();
    // SAFETY: the arrays hold the operands.
    #[expect(unsafe_code, reason = "that is what is counted")]
    unsafe {
        bound.run();
    }
    count_ends();

    let a = Array::fortran_order(a.to_vec(), &[16, 8])?;
    let b = Array::fortran_order(b.to_vec(), &[8, 4])?;
    let mut c = Array::fortran_order(vec![0.0f32; 64], &[16, 4])?;
    let plan = jit.contraction("mk,kn->mn").plan_into(&[a.layout(), b.layout()], c.layout())?;
    let (inputs, mut output) = ([a.view(), b.view()], c.view_mut());
    count_begins();
    let outcome = plan.run(&inputs, &mut output);
    count_ends();
    Ok(outcome?)
}

#[inline(never)]
fn count_begins() {
    black_box(1);
}

#[inline(never)]
fn count_ends() {
    black_box(2);
}

//! Running a plan on memory: the one place where a plan's offsets become accesses.
#![allow(unsafe_code)]

use crate::code::entry::{Arguments, Kernel};
use crate::tensor::nest::PerOperand;
use crate::tensor::plan::{Call, Plan, Steps};

impl Plan {
    /// Runs the plan. Takes no lock, allocates nothing and reads no clock.
    ///
    /// # Safety
    /// - Each of `kernels` computes what [`Plan::kernels`] says at the same place, and there are
    ///   no fewer.
    /// - Each address is that of the operand's element (0, …, 0), and every element that the
    ///   nest's extents and strides lead to is valid: to read in the inputs, to read and write
    ///   in the output. All addresses are multiples of the element size.
    /// - The output overlaps no input, and nothing else writes to the inputs, or accesses the
    ///   output, meanwhile.
    pub unsafe fn run(&self, kernels: &Steps<Kernel>, operands: PerOperand<usize>) {
        self.walk(operands, |call| {
            let (kernel, [x, y, z]) = match call {
                Call::FirstTouch { out } => (&kernels.first_touch, [out, out, 0]),
                Call::Main { a, b, c } => (&kernels.main, [a, b, c]),
                Call::LastTouch { out } => (&kernels.last_touch, [out, out, 0]),
            };
            let arguments: Arguments = [x, y, z, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            if let Some(kernel) = kernel {
                // SAFETY: the kernel computes its specification (caller's duty), which leaves
                // nothing to run time, so that the addresses are all of its arguments. The tiles
                // that `walk` visits are made of the nest's elements, which are valid (caller's
                // duty).
                unsafe { kernel.call(&arguments) };
            }
        });
    }
}

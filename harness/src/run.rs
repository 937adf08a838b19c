//! Running plans on views.
#![allow(unsafe_code)]

use crate::plan::{ArrayName, Plan};
use crate::program::RunError;
use crate::view::{Strided, View, ViewMut};
use tensmith_core::executor::{Executor, Sequential};
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::tensor::plan::MAX_ARGUMENTS;

impl<T: Element> Plan<T> {
    /// Evaluates the contraction into `output`. Overwrites it, whatever it held, unless the plan is to add to
    /// it ([`Contraction::beta`](crate::Contraction::beta)). Takes no lock and reads no clock; allocates nothing,
    /// but for intermediate tensors where several runs of the plan need some at a time.
    ///
    /// # Errors
    /// [`RunError`]. That what views promise of memory holds, and the output overlaps nothing, is certain
    /// by the types.
    pub fn run(&self, inputs: &[View<'_, T>], output: &mut ViewMut<'_, T>) -> Result<(), RunError> {
        self.run_on(inputs, output, &Sequential)
    }

    /// As [`Plan::run`], on the threads of an executor, for which the plan was made if its
    /// [`Jit`](crate::Jit) knew of them ([`Jit::for_threads`](crate::Jit::for_threads)). The result is the
    /// same, bit by bit.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn run_on(
        &self,
        inputs: &[View<'_, T>],
        output: &mut ViewMut<'_, T>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.check_layouts(inputs, output)?;
        // SAFETY: the program accesses nothing beyond its operands' layouts (`Plan::new`), which those of the
        // views are like (just checked). The views promise the memory for these; what is written is
        // borrowed for that alone.
        let run = |addresses: &[usize]| unsafe { self.0.program.run_at(addresses, executor) };
        let out = output.origin();
        if let [in0, in1] = inputs {
            return run(&[in0.origin(), in1.origin(), out]);
        }
        let mut addresses = [0; MAX_ARGUMENTS];
        addresses[inputs.len()] = out;
        addresses.iter_mut().zip(inputs).for_each(|(address, input)| *address = input.origin());
        run(&addresses)
    }

    /// Refuses operands that are not like the plan's.
    pub(crate) fn check_layouts(
        &self,
        inputs: &[View<'_, T>],
        output: &impl Strided,
    ) -> Result<(), RunError> {
        let (found, expected) = (inputs.len(), self.0.operands.inputs.len());
        if found != expected {
            return Err(RunError::Inputs { found, expected });
        }
        for (number, (input, layout)) in inputs.iter().zip(&self.0.operands.inputs).enumerate() {
            if !is_like(input, layout) {
                return Err(unlike(ArrayName::Input(number), input, layout));
            }
        }
        if is_like(output, &self.0.operands.output) {
            Ok(())
        } else {
            Err(unlike(ArrayName::Output, output, &self.0.operands.output))
        }
    }
}

/// Whether both have the same extents and place every index alike. Strides of extents below 2 do not
/// count. Written out, as lists this short are compared sooner than a function for that is called.
#[inline]
fn is_like(found: &impl Strided, expected: &ArrayLayout) -> bool {
    let axes = found.shape().iter().zip(found.strides());
    let expected_axes = expected.shape().iter().zip(expected.strides());
    found.shape().len() == expected.shape().len()
        && axes.zip(expected_axes).all(|((extent, stride), (expected_extent, expected_stride))| {
            extent == expected_extent && (stride == expected_stride || *extent < 2)
        })
}

#[cold]
fn unlike(array: ArrayName, found: &impl Strided, expected: &ArrayLayout) -> RunError {
    if found.shape() == expected.shape() {
        let (found, expected) = (found.strides().to_vec(), expected.strides().to_vec());
        RunError::Strides { array, found, expected }
    } else {
        let (found, expected) = (found.shape().to_vec(), expected.shape().to_vec());
        RunError::Shape { array, found, expected }
    }
}

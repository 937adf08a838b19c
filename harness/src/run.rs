//! Running plans on views.
//!
//! Tests: `tests/tests/harness_run.rs`.
#![allow(unsafe_code)]

use crate::plan::{Operands, Plan};
use crate::program::RunError;
use tensmith_core::executor::{Executor, Sequential};
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::tensor::ArrayName;
use tensmith_core::tensor::view::{Strided, View, ViewMut};

impl<T: Element> Plan<T> {
    /// Computes the contraction into `output`, on the caller's thread. Overwrites what `output` holds, unless the plan adds to
    /// it ([`Contraction::beta`](crate::Contraction::beta)). Takes no lock and reads no clock. Allocates only where
    /// several runs of a plan with intermediate tensors overlap: all but one of them allocate memory for these.
    ///
    /// # Errors
    /// [`RunError::Inputs`], [`RunError::Shape`] and [`RunError::Strides`], where operands are not those that the plan was made
    /// for; [`RunError::OtherMachine`], where it was made for another machine; [`RunError::OutOfMemory`]. Types make sure of the
    /// rest: views hold the memory that they say, and nothing overlaps the output.
    pub fn run(&self, inputs: &[View<'_, T>], output: &mut ViewMut<'_, T>) -> Result<(), RunError> {
        self.run_on(inputs, output, &Sequential)
    }

    /// Like [`Plan::run`], on the threads of an executor, for which the plan was made if its
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
        if !self.has_layouts_of(inputs, output) {
            self.check_layouts(inputs, output)?;
        }
        let out = output.origin();
        // The arguments are the inputs and the output, in this order.
        let of_argument = |number: usize| inputs.get(number).map_or(out, View::origin);
        // SAFETY: the program accesses nothing beyond its operands' layouts (`Plan::new`), which those of the
        // views are like (just checked). The views promise the memory for these; what is written is
        // borrowed for that alone.
        unsafe { self.0.program.run_at(of_argument, executor) }
    }

    /// Whether the operands have the extents and strides of the plan's, which most have.
    #[inline]
    fn has_layouts_of(&self, inputs: &[View<'_, T>], output: &impl Strided) -> bool {
        let Operands { inputs: layouts, output: layout, .. } = &self.0.operands;
        inputs.len() == layouts.len()
            && inputs.iter().zip(layouts).all(|(input, layout)| layout.has(input.shape(), input.strides()))
            && layout.has(output.shape(), output.strides())
    }

    /// Refuses operands that are not like the plan's.
    #[cold]
    pub(crate) fn check_layouts(
        &self,
        inputs: &[View<'_, T>],
        output: &impl Strided,
    ) -> Result<(), RunError> {
        let Operands { inputs: layouts, output: layout, .. } = &self.0.operands;
        let (found, expected) = (inputs.len(), layouts.len());
        if found != expected {
            return Err(RunError::Inputs { found, expected });
        }
        for (number, (input, layout)) in inputs.iter().zip(layouts).enumerate() {
            RunError::unless_like(ArrayName::Input(number), input, layout)?;
        }
        RunError::unless_like(ArrayName::Output, output, layout)
    }
}

impl RunError {
    /// Refuses an array that has other extents than expected, or places an index elsewhere: strides of extents below 2 do not
    /// count.
    ///
    /// # Errors
    /// [`RunError::Shape`] and [`RunError::Strides`].
    pub fn unless_like(array: ArrayName, found: &impl Strided, expected: &ArrayLayout) -> Result<(), Self> {
        if found.shape() != expected.shape() {
            let (found, expected) = (found.shape().to_vec(), expected.shape().to_vec());
            return Err(RunError::Shape { array, found, expected });
        }
        if expected.places_like(found.strides()) {
            return Ok(());
        }
        let (found, expected) = (found.strides().to_vec(), expected.strides().to_vec());
        Err(RunError::Strides { array, found, expected })
    }
}

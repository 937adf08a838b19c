//! Running plans on views.
//!
//! Tests: `tests/tests/harness_run.rs`.
#![allow(unsafe_code)]

use crate::array::Array;
use crate::error::RunError;
use crate::operands::Operands;
use crate::plan::Plan;
use tensmith_core::Scalar;
use tensmith_core::executor::Executor;
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::tensor::ArrayName;
use tensmith_core::tensor::view::{AsView, AsViewMut, Strided, View};

impl<T: Scalar, O: Scalar> Plan<T, O> {
    /// Computes the contraction into `output`, on the threads of the plan's [`Jit`](crate::Jit): the caller's
    /// alone, unless it was [built for more](crate::JitBuilder::threads). Operands are whatever holds
    /// elements: arrays, [views](crate::View), those of `ndarray` behind the feature of that name. Overwrites
    /// what `output` holds, unless the plan adds to it ([`Contraction::beta`](crate::Contraction::beta)).
    /// Takes no lock and reads no clock on a single thread. Allocates only where several runs of a plan with
    /// intermediate tensors overlap: all but one of them allocate memory for these.
    ///
    /// # Errors
    /// [`RunError::Inputs`], [`RunError::Shape`] and [`RunError::Strides`], where operands are not those that
    /// the plan was made for; [`RunError::OtherMachine`], where it was made for another machine;
    /// [`RunError::Executor`], where the system does not give the threads; [`RunError::OutOfMemory`]. Types
    /// make sure of the rest: views hold the memory that they say, and nothing overlaps the output.
    pub fn run(&self, inputs: &[impl AsView<T>], output: &mut impl AsViewMut<O>) -> Result<(), RunError> {
        self.run_on(inputs, output, self.0.program.pool())
    }

    /// Like [`Plan::run`], on the threads of another executor. The result is the same, bit by bit.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    pub fn run_on(
        &self,
        inputs: &[impl AsView<T>],
        output: &mut impl AsViewMut<O>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.run_all((inputs, &[] as &[View<'_, O>]), output, executor)
    }

    /// Like [`Plan::run`], with the arrays of the chain apart: they have the type of the output.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    pub fn run_with(
        &self,
        inputs: &[impl AsView<T>],
        chain: &[impl AsView<O>],
        output: &mut impl AsViewMut<O>,
    ) -> Result<(), RunError> {
        self.run_with_on(inputs, chain, output, self.0.program.pool())
    }

    /// Like [`Plan::run_with`], on the threads of another executor.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    pub fn run_with_on(
        &self,
        inputs: &[impl AsView<T>],
        chain: &[impl AsView<O>],
        output: &mut impl AsViewMut<O>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.run_all((inputs, chain), output, executor)
    }

    #[inline(always)]
    fn run_all(
        &self,
        (inputs, chain): (&[impl AsView<T>], &[impl AsView<O>]),
        output: &mut impl AsViewMut<O>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        if !self.has_layouts_of((inputs, chain), output) {
            self.check_layouts((inputs, chain), output)?;
        }
        let out = output.as_view_mut().origin();
        if let Some(slices) = &self.0.slices {
            let of_input = |number: usize| inputs[number].as_view().origin();
            // SAFETY: inputs and output have the layouts of the plan's operands, as below; there is no chain.
            return unsafe { slices.run_all_at::<T>(&self.0.program, (&of_input, out), executor) };
        }
        // The arguments are the inputs, the arrays of the chain, and the output, in this order.
        let of_argument = |number: usize| match (inputs.get(number), number.checked_sub(inputs.len())) {
            (Some(input), _) => input.as_view().origin(),
            (None, link) => link.and_then(|link| chain.get(link)).map_or(out, |link| link.as_view().origin()),
        };
        // SAFETY: the program accesses nothing beyond its operands' layouts (`Plan::new`), which those of the
        // views are like (just checked, and the same by the promise of `AsView`), and which have the types
        // that views have here. The views promise the memory for these; what is written is borrowed for that
        // alone.
        unsafe { self.0.program.run_at(of_argument, executor) }
    }

    /// Returns a new array of zeros for [`Plan::run`] to write to.
    ///
    /// # Errors
    /// [`RunError::OutOfMemory`].
    pub fn zeros(&self) -> Result<Array<O>, RunError> {
        Ok(Array::zeroed(self.output())?)
    }

    /// Returns the result of a [run](Plan::run) as a new array. A plan that adds to its output adds to zeros.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    pub fn evaluate(&self, inputs: &[impl AsView<T>]) -> Result<Array<O>, RunError> {
        let mut output = self.zeros()?;
        self.run(inputs, &mut output)?;
        Ok(output)
    }

    /// Whether the operands have the types, extents and strides of the plan's, which most have.
    #[inline]
    fn has_layouts_of(
        &self,
        (inputs, chain): (&[impl Strided], &[impl Strided]),
        output: &impl Strided,
    ) -> bool {
        let Operands { inputs: layouts, output: layout, .. } = &self.0.operands;
        let Some((of_inputs, of_chain)) = layouts.split_at_checked(inputs.len()) else { return false };
        self.takes_inputs(inputs.len())
            && chain.len() == of_chain.len()
            && inputs.iter().zip(of_inputs).all(|(input, layout)| layout.has(input.shape(), input.strides()))
            && chain.iter().zip(of_chain).all(|(link, layout)| layout.has(link.shape(), link.strides()))
            && layout.has(output.shape(), output.strides())
    }

    /// Whether that many arrays can be the inputs without the chain. Arrays of the chain may be among the
    /// inputs where both have one type.
    fn takes_inputs(&self, inputs: usize) -> bool {
        let own = self.0.operands.own_inputs();
        inputs == own || T::TYPE == O::TYPE && inputs > own
    }

    /// Refuses operands that are not like the plan's.
    #[cold]
    pub(crate) fn check_layouts(
        &self,
        (inputs, chain): (&[impl Strided], &[impl Strided]),
        output: &impl Strided,
    ) -> Result<(), RunError> {
        let Operands { inputs: layouts, output: layout, .. } = &self.0.operands;
        let (found, expected) = (inputs.len() + chain.len(), layouts.len());
        if found != expected {
            return Err(RunError::Inputs { found, expected });
        }
        if !self.takes_inputs(inputs.len()) {
            return Err(RunError::Inputs { found: inputs.len(), expected: self.0.operands.own_inputs() });
        }
        let (of_inputs, of_chain) = layouts.split_at(inputs.len());
        for (number, (input, layout)) in inputs.iter().zip(of_inputs).enumerate() {
            check_layout(ArrayName::Input(number), input, layout)?;
        }
        for (number, (link, layout)) in chain.iter().zip(of_chain).enumerate() {
            check_layout(ArrayName::Input(inputs.len() + number), link, layout)?;
        }
        check_layout(ArrayName::Output, output, layout)
    }
}

/// Refuses an array that has other extents than expected, or places an index elsewhere: strides of extents
/// below 2 do not count.
///
/// # Errors
/// [`RunError::Shape`] and [`RunError::Strides`].
pub fn check_layout(array: ArrayName, found: &impl Strided, expected: &ArrayLayout) -> Result<(), RunError> {
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

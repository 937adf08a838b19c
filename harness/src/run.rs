//! Running plans on views.

use crate::plan::Plan;
use crate::program::{Argument, RunError};
use crate::view::{View, ViewMut};
use tensmith_core::executor::{Executor, Sequential};
use tensmith_core::reference::Element;
use tensmith_core::tensor::{ArrayLayout, Operand, PerOperand};

impl<T: Element> Plan<T> {
    /// Evaluates the contraction into `output`. Overwrites it, whatever it held. Allocates
    /// nothing, takes no lock and reads no clock.
    ///
    /// # Errors
    /// [`RunError`]. That the slices are long enough and the output overlaps nothing is certain
    /// by the types.
    pub fn run(&self, inputs: [View<'_, T>; 2], output: &mut ViewMut<'_, T>) -> Result<(), RunError> {
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
        [in0, in1]: [View<'_, T>; 2],
        output: &mut ViewMut<'_, T>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.check_layouts(PerOperand { in0: in0.layout(), in1: in1.layout(), out: output.layout() })?;
        let origin = output.layout().origin();
        let mut arguments = [
            Argument::read(in0.data()).at(in0.layout().origin()),
            Argument::read(in1.data()).at(in1.layout().origin()),
            Argument::write(output.data()).at(origin),
        ];
        self.program.run(&mut arguments, executor)
    }

    pub(crate) fn check_layouts(&self, found: PerOperand<&ArrayLayout>) -> Result<(), RunError> {
        Operand::ALL.into_iter().try_for_each(|operand| {
            let (found, expected) = (found.get(operand), self.layouts.get(operand));
            if found.shape() != expected.shape() {
                return Err(RunError::Shape {
                    operand,
                    found: found.shape().to_vec(),
                    expected: expected.shape().to_vec(),
                });
            }
            if !found.places_like(expected) {
                return Err(RunError::Strides {
                    operand,
                    found: found.strides().to_vec(),
                    expected: expected.strides().to_vec(),
                });
            }
            Ok(())
        })
    }
}

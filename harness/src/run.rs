//! Running plans on views: everything that could go wrong is refused before anything is written.
#![allow(unsafe_code)]

use crate::plan::Plan;
use crate::view::{View, ViewMut};
use tensmith_core::reference::Element;
use tensmith_core::tensor::{ArrayLayout, Operand, PerOperand};

/// Why a plan did not run. Nothing has been written then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The plan was made by [`Jit::for_target`](crate::Jit::for_target).
    #[error("the plan is made for {target} and only to look at: plans of Jit::host() run here")]
    OtherMachine {
        /// Name of the machine.
        target: &'static str,
    },
    /// An operand has other extents than the plan was made for.
    #[error("{} has extents {found:?}: the plan is made for {expected:?}", .operand.name())]
    Shape {
        /// The operand.
        operand: Operand,
        /// Its extents.
        found: Vec<usize>,
        /// Those of the plan.
        expected: Vec<usize>,
    },
    /// An operand has other strides than the plan was made for.
    #[error("{} has strides {found:?}: the plan is made for {expected:?}", .operand.name())]
    Strides {
        /// The operand.
        operand: Operand,
        /// Its strides, in elements.
        found: Vec<isize>,
        /// Those of the plan.
        expected: Vec<isize>,
    },
}

impl<T: Element> Plan<T> {
    /// Evaluates the contraction into `output`. Overwrites it, whatever it held. Allocates
    /// nothing, takes no lock and reads no clock.
    ///
    /// # Errors
    /// [`RunError`]. That the slices are long enough and the output overlaps nothing is certain
    /// by the types.
    pub fn run(&self, [in0, in1]: [View<'_, T>; 2], output: &mut ViewMut<'_, T>) -> Result<(), RunError> {
        let kernels = self.kernels.as_ref().ok_or(RunError::OtherMachine { target: self.target.name })?;
        self.check_layouts(PerOperand { in0: in0.layout(), in1: in1.layout(), out: output.layout() })?;
        let origins = PerOperand {
            in0: in0.data().as_ptr().wrapping_add(in0.layout().origin()).expose_provenance(),
            in1: in1.data().as_ptr().wrapping_add(in1.layout().origin()).expose_provenance(),
            out: {
                let origin = output.layout().origin();
                output.data().as_mut_ptr().wrapping_add(origin).expose_provenance()
            },
        };
        // SAFETY: `kernels` were compiled from the specifications of `program` (`Jit::einsum_into`,
        // the only place that makes plans) by the workspace's own generators. `program` moves over
        // exactly the extents and strides of the plan's layouts, which the views share (just
        // checked), and a view that exists has a slice that holds them all, aligned as its element
        // type. The output is borrowed for writing, so that it overlaps no input and nothing else
        // accesses it; the inputs are borrowed, so that nothing writes to them.
        unsafe { self.program.run(kernels, origins) };
        Ok(())
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

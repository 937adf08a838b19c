//! Running plans on views: everything that could go wrong is refused before anything is written.
#![allow(unsafe_code)]

use crate::plan::{Plan, Program};
use crate::view::{View, ViewMut};
use tensmith_core::reference::Element;
use tensmith_core::tensor::plan::Bindings;
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
        let Program { loops, kernels, .. } = &self.program;
        let kernels = kernels.as_ref().ok_or(RunError::OtherMachine { target: self.target.name })?;
        self.check_layouts(PerOperand { in0: in0.layout(), in1: in1.layout(), out: output.layout() })?;
        let arguments = [
            in0.data().as_ptr().wrapping_add(in0.layout().origin()).expose_provenance(),
            in1.data().as_ptr().wrapping_add(in1.layout().origin()).expose_provenance(),
            {
                let origin = output.layout().origin();
                output.data().as_mut_ptr().wrapping_add(origin).expose_provenance()
            },
        ];
        let bindings = Bindings { arguments: &arguments, scratch: 0 };
        // SAFETY: `kernels` were compiled from the specifications of `loops` (`Jit::compile`, the
        // only place that makes programs) by the workspace's own generators. `loops` moves over
        // exactly the extents and strides of the plan's layouts, which the views share (just
        // checked), and a view that exists has a slice that holds them all, aligned as its element
        // type. The output is borrowed for writing, so that it overlaps no input and nothing else
        // accesses it; the inputs are borrowed, so that nothing writes to them.
        unsafe { loops.run(kernels, bindings) };
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

#[cfg(all(test, target_arch = "aarch64"))]
mod tests {
    use crate::jit::Jit;
    use crate::plan::Program;
    use tensmith_core::tensor::Sequence;
    use tensmith_core::tensor::plan::Bindings;
    use tensmith_core::tensor::reference::{Located, contract};

    /// C = 4x6, A = 4x8, B = 8x6, in loops and kernels of every division, with every touch.
    #[test]
    fn touches_run_as_the_reference_says() {
        let jit = Jit::host().unwrap();
        let values =
            |len: usize, factor| (0..len).map(|i| ((i * factor) % 11) as f32 - 5.0).collect::<Vec<_>>();
        let (a, b, before) = (values(32, 3), values(48, 7), values(24, 5));
        let divisions = [
            ("gemm", "m prim 4 1 0 1 \n n prim 6 0 8 4 \n k prim 8 4 1 0"),
            ("gemm", "n seq 6 0 8 4 \n k seq 8 4 1 0 \n m prim 4 1 0 1"),
            ("gemm", "k seq 2 16 4 0 \n m seq 4 1 0 1 \n n prim 6 0 8 4 \n k prim 4 4 1 0"),
            ("brgemm", "k prim 4 8 2 0 \n m prim 4 1 0 1 \n n prim 6 0 8 4 \n k prim 2 4 1 0"),
            ("gemm", "k seq 0 4 1 0 \n m prim 4 1 0 1 \n n prim 6 0 8 4"),
        ];
        let touches =
            ["", "first=zero", "last=relu", "first=zero last=relu", "first=relu", "first=identity last=zero"];
        for ((main, dims), touch) in divisions.into_iter().flat_map(|d| touches.map(|touch| (d, touch))) {
            let nest = format!("nest f32 {main} {touch} \n {dims}").parse().unwrap();
            let Program { loops, kernels, .. } = jit.compile(Sequence::of(nest).unwrap()).unwrap();
            let (mut expected, mut actual) = (before.clone(), before.clone());
            let [in0, in1] = [&a, &b].map(|data| Located { data: &data[..], origin: 0 });
            let out = Located { data: &mut expected[..], origin: 0 };
            contract(&loops.sequence().steps[0].nest, in0, in1, out).unwrap();
            let arguments = [
                a.as_ptr().expose_provenance(),
                b.as_ptr().expose_provenance(),
                actual.as_mut_ptr().expose_provenance(),
            ];
            let bindings = Bindings { arguments: &arguments, scratch: 0 };
            // SAFETY: the kernels are those of the loops, and the slices hold the matrices.
            unsafe { loops.run(&kernels.unwrap(), bindings) };
            assert_eq!(actual, expected, "{loops}");
        }
    }
}

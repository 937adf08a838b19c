//! The operands of a kernel, whatever the kind of its spec.

use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Argument, Input, Operand, Orientation, Stride};
use tensmith_core::{DType, OutOfMemory};

/// An elementwise spec.
pub(super) struct Shape {
    /// Type of the inputs.
    pub(super) from: DType,
    /// Type of the output.
    pub(super) to: DType,
    /// Rows.
    pub(super) m: usize,
    /// Columns.
    pub(super) n: usize,
    /// The inputs that are read.
    pub(super) inputs: Vec<Part>,
    /// Leading dimension of the output.
    pub(super) ld_out: Stride,
}

/// An input: its address, how it covers the output, and the argument for its stride.
pub(super) struct Part {
    pub(super) address: Argument,
    pub(super) covers: Input,
    pub(super) ld: Argument,
}

impl Shape {
    /// The shape of a spec of this family.
    pub(super) fn of(spec: &KernelSpec) -> Result<Option<Self>, OutOfMemory> {
        let mut inputs = Vec::new();
        let (m, n, ld_out) = match spec {
            KernelSpec::Unary(s) if s.orientation.pairing().is_some() => return Ok(None),
            KernelSpec::Unary(s) => {
                let is_transposed = s.orientation == Orientation::Transposed;
                if s.op.operation().reads_inputs {
                    if is_transposed {
                        return Ok(None);
                    }
                    inputs.try_push(Part { address: Argument::In, covers: s.input, ld: Argument::LdIn })?;
                }
                let (m, n) = if is_transposed { (s.n, s.m) } else { (s.m, s.n) };
                (m, n, s.ld_out)
            }
            KernelSpec::Binary(s) => {
                inputs.try_extend(parts([s.in0, s.in1]))?;
                (s.m, s.n, s.ld_out)
            }
            KernelSpec::Ternary(s) => {
                inputs.try_extend(parts([s.in0, s.in1, s.in2]))?;
                (s.m, s.n, s.ld_out)
            }
            KernelSpec::Chain(s) => {
                inputs.try_push(Part { address: Argument::In, covers: s.input, ld: Argument::LdIn })?;
                for (link, operand) in s.chain.operands() {
                    let names = Argument::OPERANDS.get(link).zip(Argument::LD_OPERANDS.get(link));
                    let Some((address, ld)) = names else { return Ok(None) };
                    inputs.try_push(Part { address: *address, covers: part(operand), ld: *ld })?;
                }
                (s.m, s.n, s.ld_out)
            }
            KernelSpec::Convert(s) if s.orientation == Orientation::Transposed => return Ok(None),
            KernelSpec::Convert(s) => {
                let covers = Input::Matrix(s.ld_in);
                inputs.try_push(Part { address: Argument::In, covers, ld: Argument::LdIn })?;
                (s.m, s.n, s.ld_out)
            }
            _ => return Ok(None),
        };
        let from = if let KernelSpec::Convert(s) = spec { s.from } else { spec.dtype() };
        let shape = Self { from, to: spec.dtype(), m, n, inputs, ld_out };
        Ok(Some(shape.merged()))
    }

    /// How many inputs are moved piece by piece, or column by column.
    pub(super) fn moved(&self) -> usize {
        self.inputs.iter().filter(|part| part.covers != Input::Scalar).count()
    }

    /// How many elements are computed at once: of either type that these are computed with, a
    /// vector has room for them.
    pub(super) fn lanes(&self, machine: &Machine) -> NonZero<usize> {
        machine.lanes(self.from).min(machine.lanes(self.to))
    }

    /// The operation on one long column, if columns follow each other without a gap in every operand.
    fn merged(self) -> Self {
        let is_dense = |covers: &Input| match covers {
            Input::Matrix(ld) => *ld == Stride::fixed(self.m),
            Input::Column | Input::Row(_) => self.n == 1,
            Input::Scalar => true,
        };
        let are_dense = self.inputs.iter().all(|part| is_dense(&part.covers));
        match self.m.checked_mul(self.n) {
            Some(all) if are_dense && is_dense(&Input::Matrix(self.ld_out)) => Self { m: all, n: 1, ..self },
            _ => self,
        }
    }
}

/// The inputs of an operation on two or three elements.
fn parts<const INPUTS: usize>(inputs: [Input; INPUTS]) -> impl Iterator<Item = Part> {
    let arguments = Argument::INPUTS.into_iter().zip(Argument::LD_INPUTS);
    inputs.into_iter().zip(arguments).map(|(covers, (address, ld))| Part { address, covers, ld })
}

/// The operand of a link, as an input.
fn part(operand: Operand) -> Input {
    match operand {
        Operand::Matrix(ld) => Input::Matrix(ld),
        Operand::Column => Input::Column,
        Operand::Row => Input::Row(Stride::fixed(1)),
        Operand::Scalar => Input::Scalar,
    }
}

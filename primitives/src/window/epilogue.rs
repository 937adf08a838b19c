//! Operations on the results of windows between their last tap and memory.
//!
//! The taps of a tile are all in its accumulators by then, and the weights are needed no more: so the formula
//! of the links gets their registers, and each result goes through it alone, with what it needs of the
//! operands. These lie as the results do: lanes are their rows, windows their columns.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use super::near::Near;
use crate::address::{bytes, times};
use crate::arguments::Arguments;
use crate::blocks::Part;
use crate::formula::{Loaded, Ready};
use crate::links::{Given, Links, OperandPointers, formula, moves_along};
use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Address, Offset, Vector};
use tensmith_core::kernel::spec::{Operand, Stride};
use tensmith_core::kernel::{Builder, WindowSpec};

/// The registers and instructions that the links need for a result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    /// Vector registers at the least, in addition to those of all results.
    pub(super) registers: usize,
    /// Integer registers from the first tile to the last, and while a result goes through.
    pub(super) pointers: usize,
    pub(super) distances: usize,
    pub(super) instructions: usize,
    /// Those of the code, with what is rarely needed.
    pub(super) length: usize,
    pub(super) loads: usize,
}

impl Needs {
    pub(super) fn of(spec: &WindowSpec) -> Result<Self, OutOfMemory> {
        if spec.epilogue.is_empty() {
            return Ok(Self::default());
        }
        let formula = formula(&spec.epilogue, spec.dtype, 0)?;
        let loads = spec.epilogue.operands().count();
        let matrices = || spec.epilogue.operands().filter_map(|(_, operand)| operand.ld());
        let runtime = matrices().filter(|ld| *ld == Stride::Runtime).count();
        // The first input is one of the results.
        let loaded = |nth: usize| if nth == 0 { Loaded::Before } else { Loaded::AtUse };
        Ok(Self {
            registers: formula.registers_with_inputs(&loaded).saturating_sub(1),
            pointers: loads.saturating_add(runtime).saturating_add(formula.parameters()),
            // A column of windows is a product and a factor away, or one sum.
            distances: if runtime > 0 { 2 } else { loads.min(1) },
            instructions: formula.instructions(),
            length: formula.length(),
            loads,
        })
    }
}

/// The links of a kernel.
pub(super) struct Epilogue<'a> {
    spec: &'a WindowSpec,
    links: Links<'a>,
    machine: &'a Machine,
}

impl<'a> Epilogue<'a> {
    pub(super) fn new(
        builder: &mut Builder,
        spec: &'a WindowSpec,
        (arguments, machine): (&'a Arguments, &'a Machine),
    ) -> Result<Self, OutOfMemory> {
        let links = Links::new(builder, (&spec.epilogue, spec.dtype), arguments)?;
        Ok(Self { spec, links, machine })
    }

    /// Pointers to the first tile.
    pub(super) fn start(&self) -> OperandPointers {
        self.links.start()
    }

    /// Moves pointers on by that many windows.
    pub(super) fn next_windows(
        &self,
        builder: &mut Builder,
        windows: usize,
        pointers: &OperandPointers,
    ) -> Result<(), OutOfMemory> {
        for Given { operand, pointer, ld, .. } in self.links.given(pointers, 0) {
            let step = match operand {
                Operand::Matrix(_) => times(builder, ld, windows)?,
                Operand::Row => Offset::Const(bytes(windows, self.spec.dtype)),
                Operand::Column | Operand::Scalar => continue,
            };
            builder.advance(pointer, step)?;
        }
        Ok(())
    }

    /// Moves pointers by some bytes of lanes.
    pub(super) fn next_lanes(
        &self,
        builder: &mut Builder,
        length: Offset,
        pointers: &OperandPointers,
    ) -> Result<(), OutOfMemory> {
        let mut moving = self.links.given(pointers, 0).filter(|given| moves_along(given.operand));
        moving.try_for_each(|given| builder.advance(given.pointer, length))
    }

    /// The formula for tiles of that many results; none without links.
    pub(super) fn prepare(
        &self,
        builder: &mut Builder,
        results: usize,
    ) -> Result<Option<Ready>, OutOfMemory> {
        if self.spec.epilogue.is_empty() {
            return Ok(None);
        }
        let loads = self.spec.epilogue.operands().count();
        let free = self.machine.vector_registers.saturating_sub(results).saturating_sub(loads);
        let formula = formula(&self.spec.epilogue, self.spec.dtype, 0)?;
        formula.prepare(builder, self.links.arguments, self.machine, free).map(Some)
    }

    /// What the links make of the result of a window, in a vector of lanes.
    pub(super) fn apply(
        &self,
        builder: &mut Builder,
        ready: &Ready,
        (window, part, result): (usize, Part, Vector),
        pointers: &OperandPointers,
    ) -> Result<Vector, OutOfMemory> {
        let results = ready.apply_loading(builder, |builder, which| {
            let Some(nth) = which.checked_sub(1) else { return Ok(Some(result)) };
            let given = self.links.given(pointers, 0).nth(nth);
            given.map(|given| load(builder, self.machine, given, (window, part))).transpose()
        })?;
        Ok(results.first().copied().unwrap_or(result))
    }
}

/// The elements of an operand for a window, in a vector of lanes.
fn load(
    builder: &mut Builder,
    machine: &Machine,
    Given { operand, pointer, ld, .. }: Given,
    (window, (start, lanes)): (usize, Part),
) -> Result<Vector, OutOfMemory> {
    let dtype = lanes.dtype;
    let (pointer, distance) = match (operand, times(builder, ld, window)?) {
        (Operand::Matrix(_), Offset::Const(column)) => (pointer, column.saturating_add(start)),
        (Operand::Matrix(_), column) => (builder.add(pointer, column)?, start),
        (Operand::Column, _) => (pointer, start),
        (Operand::Row, _) => (pointer, bytes(window, dtype)),
        (Operand::Scalar, _) => (pointer, 0),
    };
    let is_vector = moves_along(operand);
    let size = if is_vector { lanes.bytes() } else { dtype.bytes() };
    let Address { base, offset } = Near::new(machine, pointer).at(builder, distance, size)?;
    if is_vector { builder.load(base, offset, lanes) } else { builder.load_all(base, offset, dtype) }
}

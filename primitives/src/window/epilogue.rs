//! Operations on the results of windows between their last tap and memory.
//!
//! The taps of a tile are all in its accumulators by then, and the weights are needed no more: so the formula of the links
//! gets their registers, and each result goes through it alone, with what it needs of the operands. These lie as the results
//! do: lanes are their rows, windows their columns.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use super::near::Near;
use crate::address::{bytes, stride_in_bytes, times};
use crate::arguments::Arguments;
use crate::blocks::Part;
use crate::formula::{Formula, Ready};
use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Address, Int, Offset, Vector};
use tensmith_core::kernel::spec::{Argument, MAX_LINKS, Operand};
use tensmith_core::kernel::{Builder, WindowSpec};

/// The place of a tile in each operand, by the number of its link.
pub(super) type Places = [Option<Int>; MAX_LINKS];

/// The registers and instructions that the links need for a result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    /// Vector registers, in addition to those of all results.
    pub(super) registers: usize,
    pub(super) instructions: usize,
    pub(super) loads: usize,
}

impl Needs {
    pub(super) fn of(spec: &WindowSpec) -> Result<Self, OutOfMemory> {
        if spec.epilogue.is_empty() {
            return Ok(Self::default());
        }
        let (formula, loads) = (formula(spec)?, spec.epilogue.operands().count());
        let registers = formula.registers().saturating_add(loads);
        Ok(Self { registers, instructions: formula.instructions(), loads })
    }
}

/// The formula of the links: its inputs are a result, then the operands.
fn formula(spec: &WindowSpec) -> Result<Formula, OutOfMemory> {
    Formula::written(spec.dtype, |expression| {
        let x = expression.input(0)?;
        spec.epilogue.write(expression, x, 0, |expression, nth| expression.input(nth.saturating_add(1)))
    })
}

/// The links, and the leading dimensions of their operands.
pub(super) struct Epilogue<'a> {
    spec: WindowSpec,
    arguments: &'a Arguments,
    machine: &'a Machine,
    /// In bytes.
    lds: [Offset; MAX_LINKS],
}

impl<'a> Epilogue<'a> {
    pub(super) fn new(
        builder: &mut Builder,
        spec: &WindowSpec,
        (arguments, machine): (&'a Arguments, &'a Machine),
    ) -> Result<Self, OutOfMemory> {
        let mut lds = [Offset::Const(0); MAX_LINKS];
        for (link, operand) in spec.epilogue.operands() {
            let named = lds.get_mut(link).zip(Argument::LD_OPERANDS.get(link));
            if let (Some(ld), Some((place, name))) = (operand.ld(), named) {
                *place = stride_in_bytes(builder, ld, arguments.get(*name), spec.dtype)?;
            }
        }
        Ok(Self { spec: *spec, arguments, machine, lds })
    }

    /// Copies of places that move from lane to lane.
    pub(super) fn copied(&self, builder: &mut Builder, mut places: Places) -> Result<Places, OutOfMemory> {
        for (place, operand, _) in self.given(&mut places) {
            if let Operand::Matrix(_) | Operand::Column = operand {
                *place = builder.copy(*place)?;
            }
        }
        Ok(places)
    }

    /// Moves places on by that many windows.
    pub(super) fn next_windows(
        &self,
        builder: &mut Builder,
        windows: usize,
        mut places: Places,
    ) -> Result<(), OutOfMemory> {
        let elements = Offset::Const(bytes(windows, self.spec.dtype));
        for (place, operand, ld) in self.given(&mut places) {
            match operand {
                Operand::Matrix(_) => {
                    let step = times(builder, ld, windows)?;
                    builder.advance(*place, step)?;
                }
                Operand::Row => builder.advance(*place, elements)?,
                Operand::Column | Operand::Scalar => {}
            }
        }
        Ok(())
    }

    /// Moves places on by some bytes of lanes.
    pub(super) fn next_lanes(
        &self,
        builder: &mut Builder,
        length: Offset,
        mut places: Places,
    ) -> Result<(), OutOfMemory> {
        for (place, operand, _) in self.given(&mut places) {
            if let Operand::Matrix(_) | Operand::Column = operand {
                builder.advance(*place, length)?;
            }
        }
        Ok(())
    }

    /// The operands that there are, each with its place and its leading dimension.
    fn given<'p>(&self, places: &'p mut Places) -> impl Iterator<Item = (&'p mut Int, Operand, Offset)> {
        let (lds, epilogue) = (self.lds, self.spec.epilogue);
        places.iter_mut().zip(lds).enumerate().filter_map(move |(nth, (place, ld))| {
            let operand = epilogue.links().nth(nth)?.operand()?;
            Some((place.as_mut()?, operand, ld))
        })
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
        formula(&self.spec)?.prepare(builder, self.arguments, self.machine, free).map(Some)
    }

    /// What the links make of the result of a window, in a vector of lanes.
    pub(super) fn apply(
        &self,
        builder: &mut Builder,
        ready: &Ready,
        (window, part, result): (usize, Part, Vector),
        mut places: Places,
    ) -> Result<Vector, OutOfMemory> {
        let results = ready.apply_loading(builder, |builder, which| {
            let Some(nth) = which.checked_sub(1) else { return Ok(Some(result)) };
            let given = self.given(&mut places).nth(nth);
            let given = given.map(|(place, operand, ld)| (*place, operand, ld));
            given.map(|given| load(builder, self.machine, given, (window, part))).transpose()
        })?;
        Ok(results.first().copied().unwrap_or(result))
    }
}

/// The elements of an operand for a window, in a vector of lanes.
fn load(
    builder: &mut Builder,
    machine: &Machine,
    (place, operand, ld): (Int, Operand, Offset),
    (window, (start, lanes)): (usize, Part),
) -> Result<Vector, OutOfMemory> {
    let dtype = lanes.dtype;
    let (place, distance) = match (operand, times(builder, ld, window)?) {
        (Operand::Matrix(_), Offset::Const(column)) => (place, column.saturating_add(start)),
        (Operand::Matrix(_), column) => (builder.add(place, column)?, start),
        (Operand::Column, _) => (place, start),
        (Operand::Row, _) => (place, bytes(window, dtype)),
        (Operand::Scalar, _) => (place, 0),
    };
    let is_vector = matches!(operand, Operand::Matrix(_) | Operand::Column);
    let size = if is_vector { lanes.bytes() } else { dtype.bytes() };
    let Address { base, offset } = Near::new(machine, place).at(builder, distance, size)?;
    if is_vector { builder.load(base, offset, lanes) } else { builder.load_all(base, offset, dtype) }
}

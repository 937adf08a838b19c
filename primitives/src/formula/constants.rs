//! Where constants of a formula are: numbers and parameters, which are the same for all elements.
//!
//! Those that only multiply, or that products are added to, share registers lane by lane, where a machine
//! multiplies by lanes. That costs nothing: a multiply-add takes a lane, and what it adds to has to be copied
//! anyway. Others get a register each, as far as there are any, then a lane, and what is still left over is
//! made where it is used. On other machines, no constant is in a lane.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_formula_long.rs`.

use super::{Formula, contains};
use crate::arguments::Arguments;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, sorted, try_collect, try_filled};
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Arithmetic, Inst, Int, Vector};
use tensmith_core::kernel::op::{Step, Value};
use tensmith_core::kernel::spec::Argument;

/// A formula whose constants are made.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(super) formula: Formula,
    /// Where the constant of each step is; none for other steps.
    pub(super) constants: Vec<Option<ConstantLocation>>,
    /// Vectors that are in flight together.
    pub(super) together: NonZero<usize>,
}

/// Where a constant is.
#[derive(Clone, Copy, Debug)]
pub(super) enum ConstantLocation {
    /// In every lane of a register.
    Whole(Vector),
    /// In one lane of a register.
    Lane(Vector, u8),
    /// In the code, by its bits.
    Code(u64),
    /// In an integer register.
    Bits(Int),
}

/// How many registers constants have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shares {
    /// Registers with one constant each.
    whole: usize,
    /// Registers with one in each lane.
    shared: usize,
}

impl Shares {
    /// The best use of `room` registers where no constant is in a lane.
    fn each_whole(constants: usize, room: usize) -> Self {
        Self { whole: constants.min(room), shared: 0 }
    }

    /// The best use of `room` registers for constants of which `factors` are as well in a lane as in a
    /// register, and `others` are not.
    fn new(factors: usize, others: usize, lanes: NonZero<usize>, room: usize) -> Self {
        let shared = |whole: usize| (factors + (others - whole)).div_ceil(lanes.get());
        let fits = |whole: &usize| whole + shared(*whole) <= room;
        match (0..=others).rev().find(fits) {
            Some(whole) => Self { whole, shared: shared(whole) },
            None => Self { whole: 0, shared: room },
        }
    }

    fn registers(self) -> usize {
        self.whole + self.shared
    }
}

impl Formula {
    /// Makes the constants. The formula may have `registers` in addition to those of its inputs, and takes no
    /// more, but as many as [`Formula::registers`] says.
    pub(crate) fn prepare(
        self,
        builder: &mut Builder,
        arguments: &Arguments,
        machine: &Machine,
        registers: usize,
    ) -> Result<Ready, OutOfMemory> {
        let (each, are_factors) = (self.registers(), self.factors()?);
        let shares = self.shares(machine, &are_factors, each, registers);
        let free = registers.saturating_sub(shares.registers());
        let together = NonZero::new(free / each.max(1)).unwrap_or(NonZero::<usize>::MIN);
        let lanes = machine.lanes(self.dtype());
        let constants = self.locations(builder, arguments, lanes, &are_factors, shares)?;
        Ok(Ready { formula: self, constants, together })
    }

    /// How the constants share `registers` with vectors in flight, which take `each` as many.
    fn shares(&self, machine: &Machine, are_factors: &[bool], each: usize, registers: usize) -> Shares {
        let (lanes, constants) = (machine.lanes(self.dtype()), self.constants());
        let factors = are_factors.iter().filter(|is_factor| **is_factor).count();
        let by_lane = machine.multiplies_by_lane && !self.dtype().is_integer();
        // Two vectors in flight are worth more than a constant in a register.
        let [for_two, for_one] = [2, 1].map(|vectors| {
            let room = registers.saturating_sub(vectors * each);
            match by_lane {
                true => Shares::new(factors, constants.saturating_sub(factors), lanes, room),
                false => Shares::each_whole(constants, room),
            }
        });
        let of_register = if by_lane { lanes.get() } else { 1 };
        if for_two.registers() * of_register >= constants { for_two } else { for_one }
    }

    /// The locations of all constants.
    fn locations(
        &self,
        builder: &mut Builder,
        arguments: &Arguments,
        lanes: NonZero<usize>,
        are_factors: &[bool],
        shares: Shares,
    ) -> Result<Vec<Option<ConstantLocation>>, OutOfMemory> {
        let mut locations = Vec::new();
        let mut whole = shares.whole;
        let uses = self.uses()?;
        // Where no constant is in a lane, those that are read most are in registers.
        let enough = if shares.shared == 0 { self.uses_of_best(whole, &uses)? } else { 0 };
        let mut shared = Shared { lanes, left: shares.shared, last: None };
        for (at, step) in self.expression.steps().iter().enumerate() {
            let location = match *step {
                Step::Number(bits) => Some(ConstantLocation::Code(bits)),
                Step::Parameter(nth) => {
                    let name = Argument::PARAMETERS.get(nth);
                    name.and_then(|name| arguments.get(*name)).map(ConstantLocation::Bits)
                }
                _ => None,
            };
            locations.try_push(match location {
                // What is rarely needed takes no register all the time.
                Some(location) if self.is_usual.get(at) == Some(&false) => Some(location),
                Some(location)
                    if whole > 0
                        && uses.get(at).is_some_and(|uses| *uses >= enough)
                        && (shares.shared == 0 || are_factors.get(at) == Some(&false)) =>
                {
                    whole -= 1;
                    Some(ConstantLocation::Whole(location.in_every_lane(builder, self.dtype())?))
                }
                Some(location) => Some(shared.put(builder, location, self.dtype())?),
                None => None,
            })?;
        }
        Ok(locations)
    }

    /// How often each step is read by instructions that do not overwrite it: for those that do, it is
    /// made anew, or copied.
    fn uses(&self) -> Result<Vec<usize>, OutOfMemory> {
        let steps = self.expression.steps();
        let mut uses = try_filled(0usize, steps.len())?;
        for (_, step) in steps.iter().enumerate().filter(|(at, _)| !contains(&self.rare, *at)) {
            let mut overwritten = step.overwrites();
            for value in step.operands() {
                // Once for each step.
                let is_overwritten = overwritten.take_if(|overwritten| *overwritten == value).is_some();
                if let Some(uses) = uses.get_mut(value.step()) {
                    *uses = uses.saturating_add(usize::from(!is_overwritten));
                }
            }
        }
        Ok(uses)
    }

    /// The uses of the constant that comes last of the `count` constants with the most uses.
    fn uses_of_best(&self, count: usize, uses: &[usize]) -> Result<usize, OutOfMemory> {
        let steps = self.expression.steps().iter().zip(&self.is_usual).zip(uses);
        let constants = steps.filter(|((step, is_usual), _)| step.is_uniform() && **is_usual);
        let uses = sorted(try_collect(constants.map(|(_, uses)| *uses))?);
        let last = uses.len().checked_sub(count);
        Ok(last.and_then(|last| uses.get(last)).copied().unwrap_or(0))
    }

    /// For each step, whether it is a constant that is as well in a lane: it is a factor in multiply-adds, or
    /// what products are added to.
    fn factors(&self) -> Result<Vec<bool>, OutOfMemory> {
        let steps = self.expression.steps();
        let usual = steps.iter().zip(&self.is_usual);
        let mut are_factors = try_collect(usual.map(|(step, is_usual)| step.is_uniform() && *is_usual))?;
        let mut refuse = |value: Value| {
            are_factors.iter_mut().skip(value.step()).take(1).for_each(|is_factor| *is_factor = false);
        };
        refuse(self.result);
        for (_, step) in steps.iter().enumerate().filter(|(at, _)| !contains(&self.rare, *at)) {
            match *step {
                Step::MultiplyAdd(_, a, b) if a == b => refuse(a),
                Step::MultiplyAdd(..) => {}
                Step::MultiplySubtract(_, a, b) | Step::Select(_, a, b) => {
                    [a, b].into_iter().for_each(&mut refuse);
                }
                step => step.operands().for_each(&mut refuse),
            }
        }
        Ok(are_factors)
    }
}

impl ConstantLocation {
    /// A register with the constant in every lane.
    pub(super) fn in_every_lane(
        self,
        builder: &mut Builder,
        dtype: Arithmetic,
    ) -> Result<Vector, OutOfMemory> {
        match self {
            Self::Whole(vector) => Ok(vector),
            Self::Lane(vector, lane) => builder.broadcast_lane(vector, lane, dtype),
            Self::Code(bits) => builder.number(bits, dtype),
            Self::Bits(bits) => builder.broadcast(bits, dtype),
        }
    }

    /// A register with the constant in every lane that can be written to.
    pub(super) fn copy(self, builder: &mut Builder, dtype: Arithmetic) -> Result<Vector, OutOfMemory> {
        match self {
            Self::Whole(vector) => builder.copy_vector(vector),
            _ => self.in_every_lane(builder, dtype),
        }
    }
}

/// Registers that are filled lane by lane.
struct Shared {
    lanes: NonZero<usize>,
    /// Registers that may still be used.
    left: usize,
    /// The last one in use, and the next lane of it.
    last: Option<(Vector, u8)>,
}

impl Shared {
    /// Puts a constant into the next lane; where there is none, it stays where it is.
    fn put(
        &mut self,
        builder: &mut Builder,
        constant: ConstantLocation,
        dtype: Arithmetic,
    ) -> Result<ConstantLocation, OutOfMemory> {
        if let Some((vector, lane)) = self.last {
            let bits = match constant {
                ConstantLocation::Code(bits) => builder.constant(bits as i64)?,
                ConstantLocation::Bits(bits) => bits,
                location => return Ok(location),
            };
            builder.push(Inst::InsertLane(vector, bits, lane, dtype.lanes()))?;
            self.advance(vector, lane);
            return Ok(ConstantLocation::Lane(vector, lane));
        }
        if self.left == 0 {
            return Ok(constant);
        }
        self.left -= 1;
        let vector = constant.in_every_lane(builder, dtype)?;
        self.advance(vector, 0);
        Ok(ConstantLocation::Lane(vector, 0))
    }

    fn advance(&mut self, vector: Vector, lane: u8) {
        let next = lane.saturating_add(1);
        self.last = (usize::from(next) < self.lanes.get()).then_some((vector, next));
    }
}

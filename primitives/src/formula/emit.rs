//! The instructions of a formula, step by step, for some vectors at a time.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_elementwise_chain.rs`.

use super::constants::{ConstantLocation, Ready};
use super::is_computed;
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Arithmetic, Inst, Vector, VectorOp};
use tensmith_core::kernel::op::{Step, Value};

/// A stand-in for a value that does not exist: no function declares it, so that each is refused
/// that names it.
const NOWHERE: Vector = Vector(u32::MAX);

impl Ready {
    /// The results for `count` vectors of each input. `inputs` are those of the first input, then
    /// those of the second, and so on; they keep their values.
    pub(crate) fn apply(
        &self,
        builder: &mut Builder,
        inputs: &[Vector],
        count: usize,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut results = Vec::new();
        let mut first = 0;
        while first < count {
            let some = self.together.get().min(count - first);
            let input = |_: &mut Builder, which: usize, nth: usize| {
                Ok(inputs.get(which * count + first + nth).copied())
            };
            self.some(builder, input, some, &mut results)?;
            first += some;
        }
        Ok(results)
    }

    /// The results for one vector of each input, which `load` loads where it is first needed.
    pub(crate) fn apply_loading(
        &self,
        builder: &mut Builder,
        mut load: impl FnMut(&mut Builder, usize) -> Result<Option<Vector>, OutOfMemory>,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut results = Vec::new();
        self.some(builder, |builder, which, _| load(builder, which), 1, &mut results)?;
        Ok(results)
    }

    /// Appends the results for `count` vectors that are in flight together.
    fn some(
        &self,
        builder: &mut Builder,
        mut input: impl FnMut(&mut Builder, usize, usize) -> Result<Option<Vector>, OutOfMemory>,
        count: usize,
        results: &mut Vec<Vector>,
    ) -> Result<(), OutOfMemory> {
        let mut values = Values { count, vectors: Vec::new() };
        let mut usual = Vec::new();
        for (at, step) in self.formula.expression.steps().iter().enumerate() {
            if let Some(end) = self.formula.rare_from(at) {
                usual = self.begin_rare(builder, end, &values)?;
            }
            if let Step::Input(which) = *step {
                for nth in 0..count {
                    values.vectors.try_push(input(builder, which, nth)?.unwrap_or(NOWHERE))?;
                }
            } else if let (Step::SelectUsually(mask, _, rare, _), true) = (*step, !usual.is_empty()) {
                let usual = core::mem::take(&mut usual);
                self.end_rare(builder, [mask, rare], (&usual, at), &mut values)?;
            } else if is_computed(*step) {
                self.step(builder, (at, *step), &mut values)?;
            } else {
                values.vectors.try_lengthen(values.vectors.len() + count, NOWHERE)?;
            }
        }
        let result = self.operand(builder, self.formula.result)?;
        for nth in 0..count {
            let vector = result.vector(&values, nth);
            results.try_push(match self.formula.to {
                to if to == self.formula.dtype() => vector,
                to => builder.convert(vector, to.lanes())?,
            })?;
        }
        Ok(())
    }

    /// A step for all vectors in flight.
    fn step(
        &self,
        builder: &mut Builder,
        (at, step): (usize, Step),
        values: &mut Values,
    ) -> Result<(), OutOfMemory> {
        let dtype = self.formula.dtype();
        // Only what is read is made; what is overwritten is copied for each vector.
        let read = |value: Value, builder: &mut Builder| self.operand(builder, value);
        match step {
            Step::Unary(op, a) => {
                let a = read(a, builder)?;
                values.extend(|values, nth| builder.unary(op, a.vector(values, nth), dtype))
            }
            Step::Shift(how, a, by) => {
                let a = read(a, builder)?;
                values.extend(|values, nth| builder.shift(how, a.vector(values, nth), by, dtype))
            }
            Step::Binary(op, a, b) => match self.by_lane(a, b) {
                Some((a, b, lane)) if op == VectorOp::Mul => {
                    let a = read(a, builder)?;
                    values.extend(|values, nth| {
                        let d = builder.vector();
                        let (a, b) = (a.vector(values, nth), b.vector(values, nth));
                        builder.push(Inst::MultiplyLane(d, a, b, lane, dtype.lanes()))?;
                        Ok(d)
                    })
                }
                _ => {
                    let (a, b) = (read(a, builder)?, read(b, builder)?);
                    values.extend(|values, nth| {
                        builder.binary(op, a.vector(values, nth), b.vector(values, nth), dtype)
                    })
                }
            },
            Step::MultiplyAdd(sum, a, b) => match self.by_lane(a, b) {
                Some((a, b, lane)) => {
                    let a = read(a, builder)?;
                    values.extend(|values, nth| {
                        let d = self.overwritable(builder, values, (sum, at), nth)?;
                        let (a, b) = (a.vector(values, nth), b.vector(values, nth));
                        builder.push(Inst::MultiplyAddLane(d, a, b, lane, dtype.lanes()))?;
                        Ok(d)
                    })
                }
                None => self.ternary(builder, [sum, a, b], at, values, |d, a, b| dtype.multiply_add(d, a, b)),
            },
            Step::MultiplySubtract(sum, a, b) => match dtype {
                Arithmetic::Float(of) => self
                    .ternary(builder, [sum, a, b], at, values, |d, a, b| Inst::MultiplySubtract(d, a, b, of)),
                Arithmetic::Integer => {
                    let [sum, a, b] = [read(sum, builder)?, read(a, builder)?, read(b, builder)?];
                    values.extend(|values, nth| {
                        let [sum, a, b] = [sum, a, b].map(|operand| operand.vector(values, nth));
                        let product = builder.binary(VectorOp::Mul, a, b, dtype)?;
                        builder.binary(VectorOp::Sub, sum, product, dtype)
                    })
                }
            },
            // Where nothing is left out, it is the same.
            Step::Select(mask, a, b) | Step::SelectUsually(mask, a, b, _) => {
                self.ternary(builder, [mask, a, b], at, values, Inst::Select)
            }
            Step::Input(_) | Step::Parameter(_) | Step::Number(_) => Ok(()),
        }
    }

    /// Opens the block of what step `end` rarely needs. Returns registers with what it is else,
    /// which it is written to.
    fn begin_rare(
        &self,
        builder: &mut Builder,
        end: usize,
        values: &Values,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let Some(Step::SelectUsually(mask, usual, ..)) = self.formula.expression.steps().get(end) else {
            return Ok(Vec::new());
        };
        let mut results = Vec::new();
        for nth in 0..values.count {
            let result = self.overwritable(builder, values, (*usual, end), nth)?;
            results.try_push(result)?;
        }
        let mask = self.operand(builder, *mask)?;
        let mut all = mask.vector(values, 0);
        for nth in 1..values.count {
            all = builder.binary(VectorOp::And, all, mask.vector(values, nth), self.formula.dtype())?;
        }
        builder.push(Inst::UnlessAll(all))?;
        Ok(results)
    }

    /// Puts what is rare into results where the mask is not set, and closes the block.
    fn end_rare(
        &self,
        builder: &mut Builder,
        [mask, rare]: [Value; 2],
        (results, at): (&[Vector], usize),
        values: &mut Values,
    ) -> Result<(), OutOfMemory> {
        let rare = self.operand(builder, rare)?;
        for (nth, result) in results.iter().enumerate() {
            let chosen = self.overwritable(builder, values, (mask, at), nth)?;
            builder.push(Inst::Select(chosen, *result, rare.vector(values, nth)))?;
            builder.push(Inst::CopyVector(*result, chosen))?;
        }
        values.vectors.try_extend(results.iter().copied())?;
        builder.push(Inst::End)
    }

    /// An instruction that overwrites its first operand, for all vectors in flight.
    fn ternary(
        &self,
        builder: &mut Builder,
        [first, a, b]: [Value; 3],
        at: usize,
        values: &mut Values,
        inst: impl Fn(Vector, Vector, Vector) -> Inst,
    ) -> Result<(), OutOfMemory> {
        let (a, b) = (self.operand(builder, a)?, self.operand(builder, b)?);
        values.extend(|values, nth| {
            let d = self.overwritable(builder, values, (first, at), nth)?;
            builder.push(inst(d, a.vector(values, nth), b.vector(values, nth)))?;
            Ok(d)
        })
    }

    /// Where a constant is; none for other values.
    fn constant(&self, value: Value) -> Option<ConstantLocation> {
        self.constants.get(value.step()).copied().flatten()
    }

    /// The factor of two that is whole, and the other one with its lane, if one of them is in a lane.
    fn by_lane(&self, a: Value, b: Value) -> Option<(Value, Operand, u8)> {
        match (self.lane(a), self.lane(b)) {
            (Some((a, lane)), None) => Some((b, a, lane)),
            (None, Some((b, lane))) => Some((a, b, lane)),
            _ => None,
        }
    }

    /// The register and the lane of what is in one.
    fn lane(&self, value: Value) -> Option<(Operand, u8)> {
        match self.constant(value) {
            Some(ConstantLocation::Lane(vector, lane)) => Some((Operand::Constant(vector), lane)),
            _ if self.formula.in_first_lane.contains(&value.step()) => Some((Operand::Computed(value), 0)),
            _ => None,
        }
    }

    /// The register that a step reads; a constant that has no register to itself gets one for this step.
    fn operand(&self, builder: &mut Builder, value: Value) -> Result<Operand, OutOfMemory> {
        Ok(match self.constant(value) {
            Some(constant) => Operand::Constant(constant.in_every_lane(builder, self.formula.dtype())?),
            None => Operand::Computed(value),
        })
    }

    /// A register with the value of an operand of step `at`, which that can write to: the operand's
    /// own, if no step reads it any more.
    fn overwritable(
        &self,
        builder: &mut Builder,
        values: &Values,
        (value, at): (Value, usize),
        nth: usize,
    ) -> Result<Vector, OutOfMemory> {
        match self.constant(value) {
            Some(constant) => constant.copy(builder, self.formula.dtype()),
            None if self.formula.can_overwrite(value, at) => Ok(values.vector(value, nth)),
            None => builder.copy_vector(values.vector(value, nth)),
        }
    }
}

/// The operands of a step.
#[derive(Clone, Copy)]
enum Operand {
    /// One register for all vectors.
    Constant(Vector),
    /// A register for each vector.
    Computed(Value),
}

impl Operand {
    fn vector(self, values: &Values, nth: usize) -> Vector {
        match self {
            Self::Constant(vector) => vector,
            Self::Computed(value) => values.vector(value, nth),
        }
    }
}

/// The registers of what steps have made, for the vectors in flight.
struct Values {
    count: usize,
    vectors: Vec<Vector>,
}

impl Values {
    fn vector(&self, value: Value, nth: usize) -> Vector {
        // A formula may name values that no step makes.
        let at = value.step().checked_mul(self.count).and_then(|at| at.checked_add(nth));
        at.and_then(|at| self.vectors.get(at)).copied().unwrap_or(NOWHERE)
    }

    /// Appends what `make` makes for each vector in flight.
    fn extend(
        &mut self,
        mut make: impl FnMut(&Self, usize) -> Result<Vector, OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        for nth in 0..self.count {
            let made = make(self, nth)?;
            self.vectors.try_push(made)?;
        }
        Ok(())
    }
}

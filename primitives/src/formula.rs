//! The formula of an operation, computed for vectors.
//!
//! What is the same for all elements is made once, where the formula is. Each step is then emitted
//! for some vectors before the next step, so that cores that issue in program order need not wait
//! for one before they begin the other.

use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Inst, Int, Vector};
use tensmith_core::kernel::op::{Expression, Step, Value};
use tensmith_core::kernel::spec::Argument;
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::{DType, OutOfMemory};

/// What stands for a value that there is none of: no function declares it, so that each is refused
/// that names it.
const NOWHERE: Vector = Vector(u32::MAX);

/// An expression and the value that is wanted of it.
#[derive(Debug)]
pub(crate) struct Formula {
    expression: Expression,
    result: Value,
}

/// A formula with the registers of what is the same for all elements.
#[derive(Debug)]
pub(crate) struct Ready {
    formula: Formula,
    /// The register of each step that is uniform.
    uniform: Vec<Option<Vector>>,
    /// The last step that each step is an operand of; past the end for the result.
    last_use: Vec<usize>,
}

impl Formula {
    /// The formula of an elementwise spec.
    pub(crate) fn of(spec: &KernelSpec) -> Result<Option<Self>, OutOfMemory> {
        match spec {
            KernelSpec::Unary(unary) => Self::written(spec.dtype(), |expression| {
                let input = expression.input(0)?;
                unary.op.write(expression, [input])
            }),
            KernelSpec::Binary(binary) => Self::written(spec.dtype(), |expression| {
                let inputs = [expression.input(0)?, expression.input(1)?];
                binary.op.write(expression, inputs)
            }),
            KernelSpec::Gemm(_) => return Ok(None),
        }
        .map(Some)
    }

    /// The formula that `write` writes.
    pub(crate) fn written(
        dtype: DType,
        write: impl FnOnce(&mut Expression) -> Result<Value, OutOfMemory>,
    ) -> Result<Self, OutOfMemory> {
        let mut expression = Expression::new(dtype);
        let result = write(&mut expression)?;
        Ok(Self { expression, result })
    }

    /// How many registers hold what is the same for all elements.
    pub(crate) fn uniform(&self) -> usize {
        self.expression.steps().iter().filter(|step| step.is_uniform()).count()
    }

    /// How many registers hold results at a time, for each vector in flight.
    pub(crate) fn registers(&self) -> usize {
        let steps = self.expression.steps();
        let is_result = |step: &Step| !step.is_uniform() && !matches!(step, Step::Input(_));
        let is_needed = |nth: usize, from: usize| {
            let is_operand = |step: &Step| step.operands().any(|operand| operand.step() == nth);
            nth == self.result.step() || steps.iter().skip(from).any(is_operand)
        };
        // What an instruction overwrites may have to be copied: its operands and its result exist at once.
        let live = |at: usize| {
            let before = steps.iter().enumerate().take(at);
            before.filter(|(nth, step)| is_result(step) && is_needed(*nth, at)).count().saturating_add(1)
        };
        (0..steps.len()).filter(|at| steps.get(*at).is_some_and(is_result)).map(live).max().unwrap_or(0)
    }

    /// Instructions per vector.
    pub(crate) fn instructions(&self) -> usize {
        let is_computed = |step: &&Step| !step.is_uniform() && !matches!(step, Step::Input(_));
        self.expression.steps().iter().filter(is_computed).count()
    }

    /// Makes what is the same for all elements. `argument` gives the registers of a kernel's
    /// arguments.
    pub(crate) fn prepare(
        self,
        builder: &mut Builder,
        argument: impl Fn(Argument) -> Option<Int>,
    ) -> Result<Ready, OutOfMemory> {
        let dtype = self.expression.dtype();
        let (mut uniform, mut last_use) = (Vec::new(), Vec::new());
        for (nth, step) in self.expression.steps().iter().enumerate() {
            uniform.try_push(match *step {
                Step::Number(bits) => Some(number(builder, bits, dtype)?),
                Step::Parameter(nth) => {
                    let register = Argument::PARAMETERS.get(nth).and_then(|name| argument(*name));
                    register.map(|bits| builder.broadcast(bits, dtype)).transpose()?
                }
                _ => None,
            })?;
            last_use.try_push(nth)?;
            for operand in step.operands() {
                if let Some(last) = last_use.get_mut(operand.step()) {
                    *last = nth;
                }
            }
        }
        if let Some(last) = last_use.get_mut(self.result.step()) {
            *last = usize::MAX;
        }
        Ok(Ready { formula: self, uniform, last_use })
    }
}

impl Ready {
    /// The results for `count` vectors of each input. `inputs` are those of the first input, then
    /// those of the second; they keep their values.
    pub(crate) fn apply(
        &self,
        builder: &mut Builder,
        inputs: &[Vector],
        count: usize,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut vectors = Vec::new();
        let steps = self.formula.expression.steps();
        for (at, step) in steps.iter().enumerate() {
            for nth in 0..count {
                let known =
                    |value: Value| vectors.get(value.step() * count + nth).copied().unwrap_or(NOWHERE);
                let vector = match *step {
                    Step::Input(which) => inputs.get(which * count + nth).copied().unwrap_or(NOWHERE),
                    Step::Number(_) | Step::Parameter(_) => {
                        self.uniform.get(at).copied().flatten().unwrap_or(NOWHERE)
                    }
                    Step::Unary(op, a) => builder.unary(op, known(a), self.dtype())?,
                    Step::Binary(op, a, b) => builder.binary(op, known(a), known(b), self.dtype())?,
                    Step::MultiplyAdd(sum, a, b) => {
                        let d = self.overwritable(builder, (sum, known(sum)), at)?;
                        builder.push(Inst::MultiplyAdd(d, known(a), known(b), self.dtype()))?;
                        d
                    }
                    Step::Select(mask, a, b) => {
                        let d = self.overwritable(builder, (mask, known(mask)), at)?;
                        builder.push(Inst::Select(d, known(a), known(b)))?;
                        d
                    }
                };
                vectors.try_push(vector)?;
            }
        }
        let first = self.formula.result.step() * count;
        let mut results = Vec::new();
        results.try_extend(vectors.iter().skip(first).take(count).copied())?;
        Ok(results)
    }

    /// A register with the value of an operand of step `at`, which that can write to: the operand's
    /// own, if nobody reads it any more.
    fn overwritable(
        &self,
        builder: &mut Builder,
        (value, register): (Value, Vector),
        at: usize,
    ) -> Result<Vector, OutOfMemory> {
        let step = self.formula.expression.steps().get(value.step());
        let is_own = step.is_some_and(|step| !step.is_uniform() && !matches!(step, Step::Input(_)));
        if is_own && self.last_use.get(value.step()) == Some(&at) {
            return Ok(register);
        }
        builder.copy_vector(register)
    }

    fn dtype(&self) -> DType {
        self.formula.expression.dtype()
    }
}

/// A vector of a number, given by its bits.
fn number(builder: &mut Builder, bits: u64, dtype: DType) -> Result<Vector, OutOfMemory> {
    if bits == 0 {
        return builder.zero();
    }
    let bits = builder.constant(bits as i64)?;
    builder.broadcast(bits, dtype)
}

//! The formula of an operation, computed for vectors.
//!
//! Problem: a long formula has more constants and more values in use than a machine has registers, and
//! code generation spills none.
//!
//! Idea: the caller says how many registers a formula may have in addition to those of its inputs
//! ([`Formula::prepare`]). How many one vector needs is counted beforehand, step by step; what is left
//! is for constants: numbers and parameters, which are the same for all elements (`constants`).
//!
//! Each step is emitted for some vectors before the next step, as many as there are registers for, so
//! that in-order cores need not wait for one before they begin the other (`emit`).
//!
//! Steps for what is rarely so ([`Step::SelectUsually`]) are behind a branch, for the vectors in flight
//! together. The numbers in them are made there.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_elementwise_chain.rs`,
//! `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_formula_long.rs`.

mod constants;
mod emit;

pub(crate) use constants::Ready;

use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::fallible::{TryVec, try_filled};
use tensmith_core::kernel::func::{Arithmetic, VectorOp};
use tensmith_core::kernel::op::{Expression, Step, Value};
use tensmith_core::kernel::{ConvertSpec, KernelSpec};
use tensmith_core::{DType, OutOfMemory};

/// An expression and the value that is wanted of it.
#[derive(Debug)]
pub(crate) struct Formula {
    expression: Expression,
    result: Value,
    /// The numbers that results are converted to, if they are not the expression's.
    to: Arithmetic,
    /// The last step that each step is an operand of; past the end for the result.
    last_use: Vec<usize>,
    /// The steps of inputs that are in the first lane only.
    in_first_lane: Vec<usize>,
    /// The steps that are left out where no lane needs them; each range ends at the step that they are for.
    rare: Vec<Range<usize>>,
    /// For each step, whether others read it than those.
    is_usual: Vec<bool>,
}

/// When an input is in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loaded {
    /// From its first use to its last.
    AtUse,
    /// From the beginning to its last use.
    Before,
    /// All the time.
    Always,
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
            KernelSpec::Ternary(ternary) => Self::written(spec.dtype(), |expression| {
                let inputs = [expression.input(0)?, expression.input(1)?, expression.input(2)?];
                ternary.op.write(expression, inputs)
            }),
            KernelSpec::Chain(spec) => Self::written(spec.dtype, |expression| {
                let x = expression.input(0)?;
                spec.chain.write(expression, x, 0, |expression, nth| expression.input(nth.saturating_add(1)))
            }),
            KernelSpec::Convert(spec) => {
                let formula = Self::written(spec.from, |expression| {
                    let x = expression.input(0)?;
                    if loses_twice(spec) { to_odd(expression, x) } else { Ok(x) }
                })?;
                Ok(Self { to: spec.to.arithmetic(), ..formula })
            }
            _ => return Ok(None),
        }
        .map(Some)
    }

    /// The formula that `write` writes.
    pub(crate) fn written(
        of: impl Into<Arithmetic>,
        write: impl FnOnce(&mut Expression) -> Result<Value, OutOfMemory>,
    ) -> Result<Self, OutOfMemory> {
        let mut expression = Expression::new(of);
        let result = write(&mut expression)?;
        Self::new(expression, result)
    }

    /// A formula that computes `result`.
    pub(crate) fn new(expression: Expression, result: Value) -> Result<Self, OutOfMemory> {
        let steps = expression.steps();
        let mut rare = Vec::new();
        for (nth, step) in steps.iter().enumerate() {
            if let Step::SelectUsually(.., first) = *step {
                rare.try_push(first..nth)?;
            }
        }
        let mut last_use = try_filled(0, steps.len())?;
        let mut is_usual = try_filled(false, steps.len())?;
        for (nth, step) in steps.iter().enumerate() {
            let is_rare = contains(&rare, nth);
            for value in step.operands() {
                if let Some(last) = last_use.get_mut(value.step()) {
                    *last = nth;
                }
                let is_of_rare = matches!(step, Step::SelectUsually(_, _, rare, _) if *rare == value);
                if let Some(is_usual) = is_usual.get_mut(value.step()) {
                    *is_usual |= !is_rare && !is_of_rare;
                }
            }
        }
        if let (Some(last), Some(is_usual)) =
            (last_use.get_mut(result.step()), is_usual.get_mut(result.step()))
        {
            (*last, *is_usual) = (usize::MAX, true);
        }
        let to = expression.dtype();
        Ok(Self { expression, result, to, last_use, in_first_lane: Vec::new(), rare, is_usual })
    }

    /// Whether the first lane of input `nth` is enough, as vectors are multiplied by it and nothing else is
    /// done with it. If so, no other lane of it is looked at from now on.
    pub(crate) fn takes_lane(&mut self, nth: usize) -> Result<bool, OutOfMemory> {
        let is_input = |step: &Step| matches!(step, Step::Input(input) if *input == nth);
        let Some(at) = self.expression.steps().iter().position(is_input) else { return Ok(false) };
        let is_enough = !self.dtype().is_integer() && self.only_multiplies(at);
        if is_enough {
            self.in_first_lane.try_push(at)?;
        }
        Ok(is_enough)
    }

    /// Whether step `at` is used as a factor of whole vectors only.
    fn only_multiplies(&self, at: usize) -> bool {
        let is_it = |value: &Value| value.step() == at;
        let is_whole = |value: &Value| {
            !is_it(value) && !self.is(*value, Step::is_uniform) && !self.in_first_lane.contains(&value.step())
        };
        let are_factors = |a: &Value, b: &Value| match (is_it(a), is_it(b)) {
            (false, false) => true,
            (true, _) => is_whole(b),
            (_, true) => is_whole(a),
        };
        self.result.step() != at
            && self.expression.steps().iter().all(|step| match step {
                Step::Binary(VectorOp::Mul, a, b) => are_factors(a, b),
                Step::MultiplyAdd(sum, a, b) => !is_it(sum) && are_factors(a, b),
                step => !step.operands().any(|value| is_it(&value)),
            })
    }

    /// Steps, with inputs and constants.
    pub(crate) fn steps(&self) -> usize {
        self.expression.steps().len()
    }

    /// Instructions per vector, without those that are rarely needed.
    pub(crate) fn instructions(&self) -> usize {
        /// For a branch: they find out whether there is anything to do, and go.
        const BRANCH: usize = 3;
        let steps = self.expression.steps().iter().enumerate().filter(|(at, _)| !contains(&self.rare, *at));
        let cost = |(at, step): (usize, &Step)| match step {
            Step::SelectUsually(..) => BRANCH,
            step => self.made_of(at, step),
        };
        steps.map(cost).sum::<usize>().saturating_add(usize::from(self.to != self.dtype()))
    }

    /// Instructions of the code for a vector, with those that are rarely needed.
    pub(crate) fn length(&self) -> usize {
        let steps = self.expression.steps().iter().enumerate().filter(|(at, _)| contains(&self.rare, *at));
        let made = |value: &Value| self.is(*value, Step::is_uniform) && !self.is_usual(*value);
        let cost = |(at, step)| self.made_of(at, step).saturating_add(step.operands().filter(made).count());
        self.instructions().saturating_add(steps.map(cost).sum())
    }

    /// Instructions of a step.
    fn made_of(&self, at: usize, step: &Step) -> usize {
        match step.overwrites() {
            Some(value) if !self.can_overwrite(value, at) => 2,
            _ => usize::from(is_computed(*step)),
        }
    }

    /// Whether a value is read by steps that are not rarely needed.
    fn is_usual(&self, value: Value) -> bool {
        self.is_usual.get(value.step()) == Some(&true)
    }

    /// Registers for one vector at most, in addition to those of its inputs, if constants are made where they
    /// are used: the least that the formula works with.
    pub(crate) fn registers(&self) -> usize {
        let steps = self.expression.steps();
        let (mut live, mut most) = (0usize, 1usize);
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| is_computed(**step)) {
            let constants = step.operands().filter(|value| self.is(*value, Step::is_uniform)).count();
            most = most.max(live + constants + 1 + self.held(at));
            live = (live + 1).saturating_sub(self.ended(at, |step| is_computed(*step)));
        }
        most.max(live)
    }

    /// How many values of some kind step `at` is the last to read.
    fn ended(&self, at: usize, is_counted: impl Fn(&Step) -> bool) -> usize {
        let steps = self.expression.steps();
        let mut ended = [None; 3];
        let operands = steps.get(at).into_iter().flat_map(|step| step.operands());
        for (place, value) in (0..).zip(operands) {
            let is_last = self.last_use.get(value.step()) == Some(&at);
            // One that is read twice ends once.
            if is_last && steps.get(value.step()).is_some_and(&is_counted) && !ended.contains(&Some(value)) {
                ended.iter_mut().skip(place).take(1).for_each(|ended| *ended = Some(value));
            }
        }
        ended.iter().flatten().count()
    }

    /// Registers for one vector at most, with those of its inputs, which are in registers when `loaded` says.
    pub(crate) fn registers_with_inputs(&self, loaded: &dyn Fn(usize) -> Loaded) -> usize {
        let steps = self.expression.steps();
        let is_before = |step: &Step| matches!(step, Step::Input(nth) if loaded(*nth) != Loaded::AtUse);
        let is_freed = |step: &Step| match step {
            Step::Input(nth) => loaded(*nth) != Loaded::Always,
            step => !step.is_uniform(),
        };
        let before = steps.iter().filter(|step| is_before(step)).count();
        let (mut live, mut most) = (before, before);
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| !step.is_uniform() && !is_before(step))
        {
            let is_constant = |value: &Value| self.is(*value, Step::is_uniform);
            let constants = step.operands().filter(is_constant).count();
            // What cannot be overwritten is copied; any other result takes the place of what ends.
            let is_copied = |value: &Value| !is_constant(value) && !self.can_overwrite(*value, at);
            let copies = match step {
                Step::SelectUsually(mask, ..) => usize::from(is_copied(mask)),
                step => usize::from(step.overwrites().as_ref().is_some_and(is_copied)),
            };
            most = most.max(live + constants + copies + self.held(at));
            live = (live + 1).saturating_sub(self.ended(at, is_freed));
            most = most.max(live + self.held(at));
        }
        most
    }

    /// Registers for each vector that hold what is usual during steps that are rarely needed, if step `at` is
    /// one of them or the one that they are for, and what is usual has no register that can be overwritten.
    fn held(&self, at: usize) -> usize {
        let of = self.rare.iter().find(|steps| (steps.start..=steps.end).contains(&at));
        let usual = of.and_then(|steps| match self.expression.steps().get(steps.end) {
            Some(Step::SelectUsually(_, usual, ..)) => Some(!self.can_overwrite(*usual, steps.end)),
            _ => None,
        });
        usize::from(usual.unwrap_or(false))
    }

    /// The step that steps from `at` on are for, if they are rarely needed.
    fn rare_from(&self, at: usize) -> Option<usize> {
        self.rare.iter().find(|steps| steps.start == at && !steps.is_empty()).map(|steps| steps.end)
    }

    /// How many constants it takes, but for those that are rarely needed: numbers and parameters.
    pub(crate) fn constants(&self) -> usize {
        let steps = self.expression.steps().iter().zip(&self.is_usual);
        steps.filter(|(step, is_usual)| step.is_uniform() && **is_usual).count()
    }

    /// How many constants are passed to a kernel.
    pub(crate) fn parameters(&self) -> usize {
        self.expression.steps().iter().filter(|step| matches!(step, Step::Parameter(_))).count()
    }

    /// The numbers that it computes with.
    pub(crate) fn dtype(&self) -> Arithmetic {
        self.expression.dtype()
    }

    /// Whether the step of a value is one of a kind.
    fn is(&self, value: Value, kind: impl Fn(Step) -> bool) -> bool {
        self.expression.steps().get(value.step()).is_some_and(|step| kind(*step))
    }

    /// Whether step `at` can write to the register of its operand `value`, which no step reads any
    /// more.
    fn can_overwrite(&self, value: Value, at: usize) -> bool {
        self.is(value, is_computed) && self.last_use.get(value.step()) == Some(&at)
    }
}

/// Whether a conversion has two roundings, which must be as one.
fn loses_twice(spec: &ConvertSpec) -> bool {
    spec.from == DType::F64 && spec.to.is_converted()
}

/// The number of double precision that is as good to be rounded to a narrow type by way of single precision:
/// where digits are cut off, the last one that is left becomes odd (S. Boldo, G. Melquiond: Emulation of a
/// FMA and correctly rounded sums, 2008). A NaN stays one, as its last digit is set if any is cut off.
fn to_odd(e: &mut Expression, x: Value) -> Result<Value, OutOfMemory> {
    /// The digits that are left: two more than narrow types have, and so few that single precision has
    /// all of them where its own smallest numbers have less, down to half of the smallest one of bfloat16.
    const LEFT: u32 = 14;
    /// The digits that are cut off.
    const CUT: u64 = (1 << (f64::MANTISSA_DIGITS - LEFT)) - 1;
    let (cut, kept) = (e.bits(CUT)?, e.bits(!CUT)?);
    let lost = e.binary(VectorOp::And, x, cut)?;
    // Carries into the last digit that is left, if anything is lost.
    let carry = e.binary(VectorOp::AddInteger, lost, cut)?;
    let odd = e.binary(VectorOp::Or, x, carry)?;
    e.binary(VectorOp::And, odd, kept)
}

/// Whether one of some ranges contains a step.
fn contains(ranges: &[Range<usize>], at: usize) -> bool {
    ranges.iter().any(|range| range.contains(&at))
}

/// Whether a step takes an instruction.
const fn is_computed(step: Step) -> bool {
    !step.is_uniform() && !matches!(step, Step::Input(_))
}

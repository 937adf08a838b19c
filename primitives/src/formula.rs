//! The formula of an operation, computed for vectors.
//!
//! Problem: a long formula has more numbers and more values in use than a machine has registers, and
//! code generation spills none.
//!
//! Idea: the caller says how many registers a formula may have in addition to those of its inputs
//! ([`Formula::prepare`]). How many one vector needs is counted beforehand, step by step; what is left
//! is for numbers, which are the same for all elements. Those that only multiply, or that products
//! are added to, share registers lane by lane, where a machine multiplies by lanes. That costs nothing: a multiply-add
//! takes a lane, and what it adds to has to be copied anyway. Others get a register each, as far as there are any, then
//! a lane, and what is still left over is made where it is used. On other machines, no number is in a lane.
//!
//! Each step is emitted for some vectors before the next step, as many as there are registers for, so
//! that in-order cores need not wait for one before they begin the other.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_elementwise_chain.rs`,
//! `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_formula_long.rs`.

use crate::arguments::Arguments;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::{TryVec, sorted, try_collect, try_filled};
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Inst, Int, Vector, VectorOp};
use tensmith_core::kernel::op::{Expression, Step, Value};
use tensmith_core::kernel::spec::Argument;
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::{DType, OutOfMemory};

/// A stand-in for a value that does not exist: no function declares it, so that each is refused
/// that names it.
const NOWHERE: Vector = Vector(u32::MAX);

/// An expression and the value that is wanted of it.
#[derive(Debug)]
pub(crate) struct Formula {
    expression: Expression,
    result: Value,
    /// The type that results are converted to, if it is not the expression's.
    to: DType,
    /// The last step that each step is an operand of; past the end for the result.
    last_use: Vec<usize>,
    /// The steps of inputs that are in the first lane only.
    in_first_lane: Vec<usize>,
}

/// A formula with the places of what is the same for all elements.
#[derive(Debug)]
pub(crate) struct Ready {
    formula: Formula,
    /// The registers of steps that are the same for all elements; none for others.
    places: Vec<Option<Place>>,
    /// Vectors that are in flight together.
    together: NonZero<usize>,
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

/// The place of a number.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In every lane of a register.
    Whole(Vector),
    /// In one lane of a register.
    Lane(Vector, u8),
    /// In the code, by its bits.
    Code(u64),
    /// In an integer register.
    Bits(Int),
}

/// How many numbers get what kind of place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shares {
    /// Numbers with a register of their own.
    whole: usize,
    /// Registers that others share.
    shared: usize,
}

impl Shares {
    /// The best use of `room` registers where no number is in a lane.
    fn each_whole(numbers: usize, room: usize) -> Self {
        Self { whole: numbers.min(room), shared: 0 }
    }

    /// The best use of `room` registers for numbers of which `factors` are as well in a lane as in a
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
                let formula = Self::written(spec.from(), |expression| expression.input(0))?;
                Ok(Self { to: spec.to, ..formula })
            }
            _ => return Ok(None),
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
        Self::new(expression, result)
    }

    /// A formula that computes `result`.
    pub(crate) fn new(expression: Expression, result: Value) -> Result<Self, OutOfMemory> {
        let mut last_use = try_filled(0, expression.steps().len())?;
        for (nth, step) in expression.steps().iter().enumerate() {
            for value in step.operands() {
                if let Some(last) = last_use.get_mut(value.step()) {
                    *last = nth;
                }
            }
        }
        if let Some(last) = last_use.get_mut(result.step()) {
            *last = usize::MAX;
        }
        let to = expression.dtype();
        Ok(Self { expression, result, to, last_use, in_first_lane: Vec::new() })
    }

    /// Whether the first lane of input `nth` is enough, as vectors are multiplied by it and nothing else is done
    /// with it. If so, no other lane of it is looked at from now on.
    pub(crate) fn takes_lane(&mut self, nth: usize) -> Result<bool, OutOfMemory> {
        let is_input = |step: &Step| matches!(step, Step::Input(input) if *input == nth);
        let Some(at) = self.expression.steps().iter().position(is_input) else { return Ok(false) };
        let is_enough = self.only_multiplies(at);
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

    /// Its steps, with inputs and numbers.
    pub(crate) fn steps(&self) -> usize {
        self.expression.steps().len()
    }

    /// Instructions per vector.
    pub(crate) fn instructions(&self) -> usize {
        let steps = self.expression.steps().iter().enumerate();
        let cost = |(at, step): (usize, &Step)| match step.overwrites() {
            Some(value) if !self.can_overwrite(value, at) => 2,
            _ => usize::from(is_computed(*step)),
        };
        steps.map(cost).sum::<usize>().saturating_add(usize::from(self.to != self.dtype()))
    }

    /// Registers for one vector at most, in addition to those of its inputs, if numbers are made where they
    /// are used: the least that the formula works with.
    pub(crate) fn registers(&self) -> usize {
        let steps = self.expression.steps();
        let (mut live, mut most) = (0usize, 1usize);
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| is_computed(**step)) {
            let numbers = step.operands().filter(|value| self.is(*value, Step::is_uniform)).count();
            most = most.max(live + numbers + 1);
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

    /// The same with those of its inputs, which are in registers when `loaded` says.
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
            let is_number = |value: &Value| self.is(*value, Step::is_uniform);
            let numbers = step.operands().filter(is_number).count();
            // What cannot be overwritten is copied; any other result takes the place of what ends.
            let is_copied = |value: &Value| !is_number(value) && !self.can_overwrite(*value, at);
            let copies = usize::from(step.overwrites().as_ref().is_some_and(is_copied));
            most = most.max(live + numbers + copies);
            live = (live + 1).saturating_sub(self.ended(at, is_freed));
            most = most.max(live);
        }
        most
    }

    /// How many numbers it takes that are the same for all elements.
    pub(crate) fn numbers(&self) -> usize {
        self.expression.steps().iter().filter(|step| step.is_uniform()).count()
    }

    /// How many of these are passed to a kernel.
    pub(crate) fn parameters(&self) -> usize {
        self.expression.steps().iter().filter(|step| matches!(step, Step::Parameter(_))).count()
    }

    /// Makes everything that is the same for all elements. `registers` are there for the formula, in addition to
    /// those of its inputs. It takes no more of them,
    /// but as many as [`Formula::registers`] says.
    pub(crate) fn prepare(
        self,
        builder: &mut Builder,
        arguments: &Arguments,
        machine: &Machine,
        registers: usize,
    ) -> Result<Ready, OutOfMemory> {
        let lanes = machine.lanes(self.dtype());
        let each = self.registers();
        let numbers = self.numbers();
        let are_factors = self.factors()?;
        let factors = are_factors.iter().filter(|is_factor| **is_factor).count();
        // Two vectors in flight are worth more than a number in a register.
        let shares = [2, 1].map(|vectors| {
            let room = registers.saturating_sub(vectors * each);
            match machine.multiplies_by_lane {
                true => Shares::new(factors, numbers.saturating_sub(factors), lanes, room),
                false => Shares::each_whole(numbers, room),
            }
        });
        let [for_two, for_one] = shares;
        let are_many = if machine.multiplies_by_lane { lanes.get() } else { 1 };
        let shares = if for_two.registers() * are_many >= numbers { for_two } else { for_one };
        let free = registers.saturating_sub(shares.registers());
        let together = NonZero::new(free / each.max(1)).unwrap_or(NonZero::<usize>::MIN);
        let places = self.places(builder, arguments, (lanes, &are_factors), shares)?;
        Ok(Ready { formula: self, places, together })
    }

    /// The places of all numbers.
    fn places(
        &self,
        builder: &mut Builder,
        arguments: &Arguments,
        (lanes, are_factors): (NonZero<usize>, &[bool]),
        shares: Shares,
    ) -> Result<Vec<Option<Place>>, OutOfMemory> {
        let mut places = Vec::new();
        let mut whole = shares.whole;
        let uses = self.uses()?;
        // Where no number is in a lane, those that are read most are in registers.
        let enough = if shares.shared == 0 { self.uses_of_best(whole, &uses)? } else { 0 };
        let mut shared = Shared { lanes, left: shares.shared, last: None };
        for (at, step) in self.expression.steps().iter().enumerate() {
            let place = match *step {
                Step::Number(bits) => Some(Place::Code(bits)),
                Step::Parameter(nth) => {
                    Argument::PARAMETERS.get(nth).and_then(|name| arguments.get(*name)).map(Place::Bits)
                }
                _ => None,
            };
            places.try_push(match place {
                Some(place)
                    if whole > 0
                        && uses.get(at).is_some_and(|uses| *uses >= enough)
                        && (shares.shared == 0 || are_factors.get(at) == Some(&false)) =>
                {
                    whole -= 1;
                    Some(Place::Whole(place.in_every_lane(builder, self.dtype())?))
                }
                Some(place) => Some(shared.place(builder, place, self.dtype())?),
                None => None,
            })?;
        }
        Ok(places)
    }

    /// How often each step is read by instructions that do not overwrite it: for those that do, it is made anew, or
    /// copied.
    fn uses(&self) -> Result<Vec<usize>, OutOfMemory> {
        let steps = self.expression.steps();
        let mut uses = try_filled(0usize, steps.len())?;
        for step in steps {
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

    /// The uses of the number that comes last of `count` numbers with the most uses.
    fn uses_of_best(&self, count: usize, uses: &[usize]) -> Result<usize, OutOfMemory> {
        let numbers = self.expression.steps().iter().zip(uses).filter(|(step, _)| step.is_uniform());
        let uses = sorted(try_collect(numbers.map(|(_, uses)| *uses))?);
        let last = uses.len().checked_sub(count);
        Ok(last.and_then(|last| uses.get(last)).copied().unwrap_or(0))
    }

    /// The type that it is computed in.
    pub(crate) fn dtype(&self) -> DType {
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

    /// Of each step, whether it is a number that is as well in a lane: it is a factor in multiply-adds, or
    /// what products are added to.
    fn factors(&self) -> Result<Vec<bool>, OutOfMemory> {
        let steps = self.expression.steps();
        let mut are_factors = try_collect(steps.iter().map(|step| step.is_uniform()))?;
        let mut refuse = |value: Value| {
            are_factors.iter_mut().skip(value.step()).take(1).for_each(|is_factor| *is_factor = false);
        };
        refuse(self.result);
        for step in steps {
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

/// Whether a step takes an instruction.
const fn is_computed(step: Step) -> bool {
    !step.is_uniform() && !matches!(step, Step::Input(_))
}

impl Place {
    /// A register with the number in every lane.
    fn in_every_lane(self, builder: &mut Builder, dtype: DType) -> Result<Vector, OutOfMemory> {
        match self {
            Self::Whole(vector) => Ok(vector),
            Self::Lane(vector, lane) => builder.broadcast_lane(vector, lane, dtype),
            Self::Code(bits) => builder.number(bits, dtype),
            Self::Bits(bits) => builder.broadcast(bits, dtype),
        }
    }

    /// A register with the number in every lane that can be written to.
    fn copy(self, builder: &mut Builder, dtype: DType) -> Result<Vector, OutOfMemory> {
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
    /// Puts a number into the next lane; where there is none, it stays where it is.
    fn place(&mut self, builder: &mut Builder, number: Place, dtype: DType) -> Result<Place, OutOfMemory> {
        if let Some((vector, lane)) = self.last {
            let bits = match number {
                Place::Code(bits) => builder.constant(bits as i64)?,
                Place::Bits(bits) => bits,
                place => return Ok(place),
            };
            builder.push(Inst::InsertLane(vector, bits, lane, dtype))?;
            self.advance(vector, lane);
            return Ok(Place::Lane(vector, lane));
        }
        if self.left == 0 {
            return Ok(number);
        }
        self.left -= 1;
        let vector = number.in_every_lane(builder, dtype)?;
        self.advance(vector, 0);
        Ok(Place::Lane(vector, 0))
    }

    fn advance(&mut self, vector: Vector, lane: u8) {
        let next = lane.saturating_add(1);
        self.last = (usize::from(next) < self.lanes.get()).then_some((vector, next));
    }
}

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
        for (at, step) in self.formula.expression.steps().iter().enumerate() {
            if let Step::Input(which) = *step {
                for nth in 0..count {
                    values.vectors.try_push(input(builder, which, nth)?.unwrap_or(NOWHERE))?;
                }
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
                to => builder.convert(vector, to)?,
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
                        builder.push(Inst::MultiplyLane(d, a, b, lane, dtype))?;
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
                        builder.push(Inst::MultiplyAddLane(d, a, b, lane, dtype))?;
                        Ok(d)
                    })
                }
                None => self
                    .ternary(builder, [sum, a, b], at, values, |d, a, b| Inst::MultiplyAdd(d, a, b, dtype)),
            },
            Step::MultiplySubtract(sum, a, b) => self
                .ternary(builder, [sum, a, b], at, values, |d, a, b| Inst::MultiplySubtract(d, a, b, dtype)),
            Step::Select(mask, a, b) => self.ternary(builder, [mask, a, b], at, values, Inst::Select),
            Step::Input(_) | Step::Parameter(_) | Step::Number(_) => Ok(()),
        }
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

    /// The place of a number.
    fn place(&self, value: Value) -> Option<Place> {
        self.places.get(value.step()).copied().flatten()
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
        match self.place(value) {
            Some(Place::Lane(vector, lane)) => Some((Operand::Number(vector), lane)),
            _ if self.formula.in_first_lane.contains(&value.step()) => Some((Operand::Computed(value), 0)),
            _ => None,
        }
    }

    /// The register that a step reads; a number that has no register to itself gets one for this step.
    fn operand(&self, builder: &mut Builder, value: Value) -> Result<Operand, OutOfMemory> {
        Ok(match self.place(value) {
            Some(place) => Operand::Number(place.in_every_lane(builder, self.formula.dtype())?),
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
        match self.place(value) {
            Some(place) => place.copy(builder, self.formula.dtype()),
            None if self.formula.can_overwrite(value, at) => Ok(values.vector(value, nth)),
            None => builder.copy_vector(values.vector(value, nth)),
        }
    }
}

/// The operands of a step.
#[derive(Clone, Copy)]
enum Operand {
    /// The same for all vectors.
    Number(Vector),
    /// A register for each vector.
    Computed(Value),
}

impl Operand {
    fn vector(self, values: &Values, nth: usize) -> Vector {
        match self {
            Self::Number(vector) => vector,
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

//! Operations on elements in a row: one kernel, in which values go from one to the next in registers.
//!
//! Problem: an operation on elements is over sooner than its operands have come from memory and its result has gone
//! there, and the next one waits for the same elements again.
//!
//! Idea: steps stay what they are, each with a nest of its own; but a step may leave its result in
//! [`Buffer::Register`], from where the next one takes it up. Steps that hand over to each other are a *row*,
//! and what is called for them is a single kernel, a [chain](ChainSpec) of all that they do.
//!
//! Invariants ([`check`]): the steps of a row have the same dimensions, loops and kernel alike, and share all their
//! loops; there are no more than those of a phase. A value is taken up once, by one input of the next step, at the places at which it was left. Whatever a step
//! of the row reads is not written by another one, unless at the same places. What it takes of memory is what
//! a chain takes: the rows of all operands are contiguous or repeated.
//!
//! Tests: `tests/tests/tensor_optimize_sequences.rs`, `tests/tests/tensor_optimize.rs`.

use crate::fallible::{TryVec, try_collect};
use crate::kernel::op::UnaryOp;
use crate::kernel::spec::{self, Chain, ChainSpec, Input, Link, Orientation, Side, Stride};
use crate::kernel::{BinarySpec, KernelSpec, UnarySpec};
use crate::tensor::access::keeps_pace;
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Main, Operand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{MAX_STEPS, Step};
use alloc::vec::Vec;

/// The steps of the row whose last one has this number; that one alone, if nothing was handed over to it.
pub(crate) fn ending_with(steps: &[Step], last: usize) -> &[Step] {
    let before = steps.iter().take(last).rev();
    let first = last.saturating_sub(before.take_while(|step| step.hands_over()).count());
    steps.get(first..=last).unwrap_or_default()
}

/// The input by which a step reads what the one before writes, element by element in the same order: none if
/// there is no such input, or more than one.
pub(crate) fn taken_up(before: &Step, step: &Step) -> Option<Operand> {
    let (written, read) = (&before.nest, &step.nest);
    let is_elementwise = |step: &Step| matches!(step.nest.main, Main::Unary(_) | Main::Binary(_));
    if !is_elementwise(before) || !is_elementwise(step) {
        return None;
    }
    let same_dims = written.dims.len() == read.dims.len()
        && written
            .dims
            .iter()
            .zip(&read.dims)
            .all(|(one, other)| one.goes_as(other) && one.kind == other.kind);
    let is_there = |input: &Operand| {
        let strides = written.dims.iter().zip(&read.dims);
        read.uses(*input)
            && *step.operands.get(*input) == before.operands.out
            && *read.offsets.get(*input) == written.offsets.out
            && strides.into_iter().all(|(from, to)| from.strides.out == *to.strides.get(*input))
    };
    let mut inputs = [Operand::In0, Operand::In1].into_iter().filter(is_there);
    let input = inputs.next().filter(|_| same_dims);
    input.filter(|_| inputs.next().is_none())
}

/// Refuses a step that takes up or hands over what cannot be.
///
/// # Errors
/// [`NestError::Row`].
pub(crate) fn check(steps: &[Step], number: usize) -> Result<(), NestError> {
    let Some(step) = steps.get(number) else { return Ok(()) };
    let before = number.checked_sub(1).and_then(|before| steps.get(before)).filter(|step| step.hands_over());
    let in_registers =
        |input: &Operand| *step.operands.get(*input) == Buffer::Register && step.nest.uses(*input);
    let taken = [Operand::In0, Operand::In1].into_iter().filter(in_registers);
    let fits = match before {
        None => taken.count() == 0,
        Some(before) => {
            let shares_all = (before.loops(), step.loops()) == (step.shares, step.shares);
            // The other input may fit the value, or not: there is no second register with it.
            shares_all && taken_up(before, step).is_some_and(|input| taken.eq([input]))
        }
    };
    let is_left = step.hands_over() && number.saturating_add(1) >= steps.len();
    if !fits || is_left {
        return Err(NestError::Row { step: number });
    }
    if before.is_none() || step.hands_over() {
        return Ok(());
    }
    let row = ending_with(steps, number);
    // Every two of them are looked at.
    if row.len() > MAX_STEPS {
        return Err(NestError::Row { step: number });
    }
    let earlier =
        row.iter().enumerate().flat_map(|(nth, step)| row.iter().take(nth).map(move |one| (one, step)));
    for (one, other) in earlier {
        if !keeps_pace(one, other)? {
            return Err(NestError::Row { step: number });
        }
    }
    kernel(&parts(row)?).map(|_| ()).ok_or(NestError::Row { step: number })
}

/// Returns each step of a row as the kernel that it would be alone, and which of its inputs is the running value.
pub(crate) fn parts(row: &[Step]) -> Result<Vec<(KernelSpec, Side)>, NestError> {
    let mut parts = Vec::new();
    for step in row {
        let spec = Roles::of(&step.nest)?.fit(step.nest.main, step.nest.dtype)?.spec;
        parts.try_push((spec, running(step, &spec)))?;
    }
    Ok(parts)
}

/// Which input is the running value: the one in registers. Of a row's first step it is in0, unless
/// only in1 can be what no link has.
fn running(step: &Step, spec: &KernelSpec) -> Side {
    match (*spec, step.operands.in0, step.operands.in1) {
        (KernelSpec::Binary(_), Buffer::Register, _) => Side::First,
        (KernelSpec::Binary(_), _, Buffer::Register) => Side::Second,
        (KernelSpec::Binary(spec), ..) if operand(spec.in1, spec.m).is_none() => Side::Second,
        _ => Side::First,
    }
}

/// The kernel of a row: that of all operations, each of which would be one alone, in their order. None if it would be
/// too long, or an operand is none that a link can have.
pub(crate) fn kernel(parts: &[(KernelSpec, Side)]) -> Option<ChainSpec> {
    let mut chains = parts.iter().map(|(spec, running)| alone(spec, *running));
    let first = chains.next()??;
    chains.try_fold(first, |all, next| {
        let ChainSpec { chain, ld_out, .. } = next?;
        Some(ChainSpec { chain: all.chain.then(&chain)?, ld_out, ..all })
    })
}

/// A single operation as a chain.
fn alone(spec: &KernelSpec, running: Side) -> Option<ChainSpec> {
    match *spec {
        KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation: Orientation::Same })
            if op.operation().reads_inputs =>
        {
            let chain =
                if op == UnaryOp::identity() { Chain::EMPTY } else { Chain::new(&[Link::Unary(op)])? };
            Some(ChainSpec { dtype, chain, m, n, input, ld_out })
        }
        KernelSpec::Binary(BinarySpec { dtype, op, m, n, in0, in1, ld_out }) => {
            let [input, other] = running.inputs(in0, in1);
            let chain = Chain::new(&[Link::Binary { op, operand: operand(other, m)?, running }])?;
            Some(ChainSpec { dtype, chain, m, n, input, ld_out })
        }
        _ => None,
    }
}

/// An input as the operand of a link, whose rows are contiguous.
fn operand(input: Input, m: usize) -> Option<spec::Operand> {
    match input {
        Input::Matrix(ld) => Some(spec::Operand::Matrix(ld)),
        Input::Column => Some(spec::Operand::Column),
        Input::Scalar => Some(spec::Operand::Scalar),
        Input::Row(stride) if stride == Stride::fixed(1) => Some(spec::Operand::Row),
        // Of a single row, it is all that there is.
        Input::Row(ld) => (m == 1).then_some(spec::Operand::Matrix(ld)),
    }
}

/// The operands of a row's kernel, each with the number of its step in the row: what the chain begins with, those of
/// its links, and the output.
pub(crate) fn operands(parts: &[(KernelSpec, Side)]) -> Result<Vec<(usize, Operand)>, NestError> {
    let others = parts.iter().enumerate().filter(|(_, (spec, _))| matches!(spec, KernelSpec::Binary(_)));
    let others = others.map(|(step, (_, running))| {
        let [_, other] = running.inputs(Operand::In0, Operand::In1);
        (step, other)
    });
    let first = parts.first().map(|(_, running)| {
        let [first, _] = running.inputs(Operand::In0, Operand::In1);
        (0, first)
    });
    let last = (parts.len().saturating_sub(1), Operand::Out);
    Ok(try_collect(first.into_iter().chain(others).chain([last]))?)
}

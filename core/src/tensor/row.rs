//! Operations on elements in a row: one kernel, in which values go from one to the next in registers.
//!
//! Problem: an operation on elements is over sooner than its operands have come from memory and its result
//! has gone there, and the next one waits for the same elements again.
//!
//! Idea: steps stay what they are, each with a nest of its own; but a step may leave its result in
//! [`Buffer::Register`], from where the next one takes it up. Steps that hand over to each other are a *row*,
//! and what is called for them is a single kernel, a [chain](ChainSpec) of all that they do. A multiplication
//! may lead a row: the step behind it takes its elements up with the last product, and the chain is its
//! [epilogue](GemmSpec::epilogue). Its output stays in memory, where sums over several kernels grow.
//!
//! Invariants ([`check`]): the steps of a row have the same dimensions, loops and kernel alike, and share all
//! their loops; there are no more than those of a phase. Behind a multiplication, the dimensions that it sums
//! over are loops in which nothing moves, or missing. A value is taken up once, by one input of the next
//! step, at the places at which it was left. Whatever a step of the row reads is not written by another one,
//! unless at the same places, and never by a multiplication. What it takes of memory is what a chain takes:
//! the rows of all operands are contiguous or repeated.
//!
//! Tests: `tests/tests/tensor_optimize_sequences.rs`, `tests/tests/tensor_optimize.rs`.

use crate::fallible::{TryVec, try_collect};
use crate::kernel::op::UnaryOp;
use crate::kernel::spec::{self, Chain, ChainSpec, Input, Link, Orientation, Side, Stride};
use crate::kernel::{BinarySpec, GemmSpec, KernelSpec, UnarySpec};
use crate::tensor::access::{Use, keeps_pace};
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Operand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{MAX_STEPS, Step};
use alloc::vec::Vec;

/// The steps of the row whose last one has this number; that one alone, if it takes nothing up.
pub(crate) fn ending_with(steps: &[Step], last: usize) -> &[Step] {
    let up_to = steps.get(..=last).unwrap_or_default();
    let first = last.saturating_sub(up_to.iter().rev().take_while(|step| step.takes_up()).count());
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

/// The input by which a step takes up what a multiplication leaves with its last products: none if it goes
/// over its elements otherwise.
fn taken_up_behind(head: &Step, step: &Step) -> Option<Operand> {
    let is_kept = |dim: &&Dim| dim.exec != Exec::Prim || dim.kind != Kind::K;
    let (kept, is_elementwise) = (
        || head.nest.dims.iter().filter(is_kept),
        matches!(step.nest.main, Main::Unary(_) | Main::Binary(_)),
    );
    let is_multiplication = matches!(head.nest.main, Main::Gemm | Main::Brgemm);
    let is_alike = kept().count() == step.nest.dims.len()
        && kept()
            .zip(&step.nest.dims)
            .all(|(one, other)| one.goes_as(other) && one.strides.out == other.strides.out);
    let is_there = |input: &Operand| {
        *step.operands.get(*input) == Buffer::Register
            && step.nest.uses(*input)
            && *step.nest.offsets.get(*input) == head.nest.offsets.out
            && step.nest.dims.iter().all(|dim| *dim.strides.get(*input) == dim.strides.out)
    };
    let input = [Operand::In0, Operand::In1].into_iter().find(is_there);
    input.filter(|_| is_multiplication && is_elementwise && is_alike && !head.nest.has_empty_sum())
}

/// Refuses a step that takes up or hands over what cannot be.
///
/// # Errors
/// [`NestError::Row`].
pub(crate) fn check(steps: &[Step], number: usize) -> Result<(), NestError> {
    let Some(step) = steps.get(number) else { return Ok(()) };
    let before = number.checked_sub(1).and_then(|before| steps.get(before));
    let before = before.filter(|before| before.hands_over() || step.takes_up());
    let in_registers =
        |input: &Operand| *step.operands.get(*input) == Buffer::Register && step.nest.uses(*input);
    let taken = [Operand::In0, Operand::In1].into_iter().filter(in_registers);
    let fits = match before {
        None => taken.count() == 0,
        Some(before) => {
            let shares_all = (before.loops(), step.loops()) == (step.shares, step.shares);
            // The other input may fit the value, or not: there is no second register with it.
            let input =
                if before.hands_over() { taken_up(before, step) } else { taken_up_behind(before, step) };
            shares_all && input.is_some_and(|input| taken.eq([input]))
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
    if row.len() > MAX_STEPS || !leaves_alone(row)? {
        return Err(NestError::Row { step: number });
    }
    let earlier =
        row.iter().enumerate().flat_map(|(nth, step)| row.iter().take(nth).map(move |one| (one, step)));
    for (one, other) in earlier {
        if !keeps_pace(one, other)? {
            return Err(NestError::Row { step: number });
        }
    }
    kernel(row)?.map(|_| ()).ok_or(NestError::Row { step: number })
}

/// Whether the last step of a row writes where the multiplication that leads it has its sums, and none reads
/// these from memory. Of a row of operations on elements, it does.
fn leaves_alone(row: &[Step]) -> Result<bool, NestError> {
    let Some((head, [links @ .., last])) = row.split_first().filter(|(head, _)| !head.hands_over()) else {
        return Ok(true);
    };
    let sums = Use { step: head, operand: Operand::Out };
    for link in links.iter().chain([last]) {
        for operand in [Operand::In0, Operand::In1] {
            if sums.meets(Use { step: link, operand })? {
                return Ok(false);
            }
        }
    }
    Ok(last.operands.out == head.operands.out && last.nest.offsets.out == head.nest.offsets.out)
}

/// Returns each step of a row as the kernel that it would be alone, and which of its inputs
/// is the running value.
pub(crate) fn parts(row: &[Step]) -> Result<Vec<(KernelSpec, Side)>, NestError> {
    let mut parts = Vec::new();
    for step in row {
        let spec = Roles::of(&step.nest)?.fit(step.nest.main, step.nest.types)?.spec;
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

/// The kernel of a row, with nothing cut short. None if it would be too long, or an operand is none
/// that a link can have.
fn kernel(row: &[Step]) -> Result<Option<KernelSpec>, NestError> {
    let parts = parts(row)?;
    let touch = row.first().and_then(|head| head.nest.last_touch);
    Ok(match parts.split_first() {
        Some(((KernelSpec::Gemm(spec), _), links)) => {
            let touched = touch.map_or(Some(Chain::EMPTY), |touch| Chain::new(&[Link::Unary(touch)]));
            let epilogue = touched.and_then(|touched| epilogue(spec, &touched, links));
            let spec = epilogue.map(|epilogue| GemmSpec { epilogue, ..*spec });
            spec.filter(|spec| spec.validate().is_ok()).map(KernelSpec::Gemm)
        }
        _ => chain(&parts).map(KernelSpec::Chain),
    })
}

/// What a multiplication does to its output behind the links that it has: operations, each of which would be
/// a kernel alone. None as for a [chain].
pub(crate) fn epilogue(spec: &GemmSpec, first: &Chain, links: &[(KernelSpec, Side)]) -> Option<Chain> {
    links.iter().try_fold(*first, |all, (link, running)| {
        let ChainSpec { chain, dtype, m, n, .. } = alone(link, *running)?;
        // No link rounds that would not alone.
        let types = [spec.types.accumulator, spec.types.output];
        all.then(&chain).filter(|_| (types, m, n) == ([dtype; 2], spec.m, spec.n))
    })
}

/// The kernel of operations on elements, each of which would be one alone, in their order. None if it would
/// be too long, or an operand is none that a link can have.
pub(crate) fn chain(parts: &[(KernelSpec, Side)]) -> Option<ChainSpec> {
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

/// The operands of a row's kernel, each with the number of its step in the row: what it begins with, those of
/// its links, and the output.
pub(crate) fn operands(parts: &[(KernelSpec, Side)]) -> Result<Vec<(usize, Operand)>, NestError> {
    let first = parts.first().map(|(_, running)| {
        let [first, _] = running.inputs(Operand::In0, Operand::In1);
        (0, first)
    });
    let last = (parts.len().saturating_sub(1), Operand::Out);
    Ok(try_collect(first.into_iter().chain(operands_of_links(parts)).chain([last]))?)
}

/// The operands of its links alone, each with the number of its step.
pub(crate) fn operands_of_links(parts: &[(KernelSpec, Side)]) -> impl Iterator<Item = (usize, Operand)> {
    let links = parts.iter().enumerate().filter(|(_, (spec, _))| matches!(spec, KernelSpec::Binary(_)));
    links.map(|(step, (_, running))| {
        let [_, other] = running.inputs(Operand::In0, Operand::In1);
        (step, other)
    })
}

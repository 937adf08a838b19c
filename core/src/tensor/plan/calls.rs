//! Which kernels a step calls, and when.
//!
//! A call has a table of kernels, one for each combination of answers to a few questions: is the
//! last iteration of these loops reached (then a dimension ends, and the kernel is one of its rest), is it
//! the first or the last product of a sum. An entry may be empty: then nothing is called.

use super::program::Writer;
use crate::fallible::{TryVec, try_collect};
use crate::kernel::op::UnaryOp;
use crate::kernel::spec::{Chain, Factor, Link, Start};
use crate::kernel::{GemmSpec, KernelSpec, LanewiseSpec, ReduceSpec};
use crate::tensor::nest::{self, Dim, Kind, Nest};
use crate::tensor::parts;
use crate::tensor::primitive::{Primitive, Roles, touch};
use crate::tensor::row;
use crate::tensor::sequence::Step;
use crate::tensor::verify::NestError;
use alloc::vec::Vec;

/// Whether some loops are all at one end. Of no loops, it is always so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// All of the loops are at their first iteration; a bit for each, by its number.
    First(u64),
    /// All of the loops are at their last iteration.
    Last(u64),
}

impl Moment {
    const fn is_always(self) -> bool {
        matches!(self, Self::First(0) | Self::Last(0))
    }
}

/// The primitive of a step.
struct Main<'a> {
    nest: &'a Nest,
    roles: Roles<'a>,
    /// With nothing cut short.
    whole: Primitive,
    /// When M, N, K, the batch and C are cut short; none for those that never are.
    rests: [Option<Moment>; 5],
}

/// Writes the calls of the steps of a row at the place where the writer stands, inside all of their loops.
pub(super) fn write(row: &[Step], writer: &mut Writer<'_>) -> Result<(), NestError> {
    match row {
        [step] => write_alone(&step.nest, writer),
        _ => write_row(row, writer),
    }
}

/// Several operations in a row are a single kernel, on what they read and on the output of the last.
fn write_row(steps: &[Step], writer: &mut Writer<'_>) -> Result<(), NestError> {
    let parts = row::parts(steps)?;
    let mut mains = Vec::new();
    for step in steps {
        mains.try_push(Main::of(&step.nest, writer)?)?;
    }
    let Some(first) = mains.first() else { return Ok(()) };
    first.write_table([], writer, |short, []| {
        let mut parts = try_collect(parts.iter().copied())?;
        for (main, (spec, _)) in mains.iter().zip(&mut parts) {
            *spec = main.kernel(short)?;
        }
        let chain = row::kernel(&parts).ok_or(NestError::Row { step: 0 })?;
        Ok(Some(KernelSpec::Chain(chain)))
    })?;
    writer.on_row(steps.len(), &row::operands(&parts)?)
}

/// The calls of a step that hands nothing over.
fn write_alone(nest: &Nest, writer: &mut Writer<'_>) -> Result<(), NestError> {
    let main = Main::of(nest, writer)?;
    let sums = writer.loops_of(nest, Kind::K);
    let overwrites = nest.overwrites() && !nest.has_empty_sum();
    if let Some(op) = nest.first_touch.filter(|_| !overwrites) {
        main.write_touch(op, Moment::First(sums), writer)?;
    }
    if !nest.has_empty_sum() {
        return main.write(overwrites.then_some(Moment::First(sums)), Moment::Last(sums), writer);
    }
    nest.last_touch.map_or(Ok(()), |op| main.write_touch(op, Moment::Last(sums), writer))
}

/// The same where the output is as good as empty.
fn overwriting(primitive: KernelSpec) -> KernelSpec {
    match primitive {
        KernelSpec::Gemm(spec) => KernelSpec::Gemm(GemmSpec { beta: Factor::Zero, ..spec }),
        KernelSpec::Lanewise(spec) => KernelSpec::Lanewise(LanewiseSpec { start: Start::Nothing, ..spec }),
        KernelSpec::Reduce(spec) => {
            KernelSpec::Reduce(ReduceSpec { reduction: spec.reduction.starting_with(Start::Nothing), ..spec })
        }
        other => other,
    }
}

/// When a primitive dimension is cut short: where all parts outside are at their end.
fn rest(nest: &Nest, dim: &Dim, writer: &Writer<'_>) -> Option<Moment> {
    let number = nest.dims.iter().position(|other| core::ptr::eq(other, dim)).filter(|_| dim.is_ragged())?;
    let around = parts::outside(&nest.dims, number);
    Some(Moment::Last(around.fold(0, |loops, outer| loops | writer.bit_of(outer))))
}

impl<'a> Main<'a> {
    fn of(nest: &'a Nest, writer: &Writer<'_>) -> Result<Self, NestError> {
        let roles = Roles::of(nest)?;
        let whole = roles.fit(nest.main, nest.dtype)?;
        let rests = [roles.m, roles.n, roles.k, roles.batch, roles.c]
            .map(|dim| dim.and_then(|dim| rest(nest, dim, writer)));
        Ok(Main { nest, roles, whole, rests })
    }

    /// What is accumulated. If there is a moment at which there is nothing earlier, it overwrites the output
    /// then; at the last, a multiplication touches it, while it is in registers, and others right after.
    fn write(&self, first: Option<Moment>, last: Moment, writer: &mut Writer<'_>) -> Result<(), NestError> {
        let (inside, after) = match self.nest.main {
            nest::Main::Dot | nest::Main::Reduce(_) => (None, self.nest.last_touch),
            _ => (self.nest.last_touch.and_then(|op| Chain::new(&[Link::Unary(op)])), None),
        };
        let moments = [first, inside.map(|_| last)];
        self.write_table(moments, writer, |short, [is_first, is_last]| {
            let primitive = self.kernel(short)?;
            let begun = if is_first { overwriting(primitive) } else { primitive };
            Ok(Some(match (begun, inside.filter(|_| is_last)) {
                (KernelSpec::Gemm(spec), Some(epilogue)) => KernelSpec::Gemm(GemmSpec { epilogue, ..spec }),
                (same, _) => same,
            }))
        })?;
        match self.nest.main {
            nest::Main::Unary(_) | nest::Main::Reduce(_) => writer.on_one_input(),
            _ => writer.on_operands(self.whole.order),
        }
        after.map_or(Ok(()), |op| self.write_touch(op, last, writer))
    }

    /// An operation in place on the output, at a moment.
    fn write_touch(&self, op: UnaryOp, when: Moment, writer: &mut Writer<'_>) -> Result<(), NestError> {
        // In place, the identity does nothing.
        if op == UnaryOp::identity() {
            return Ok(());
        }
        self.write_table([Some(when)], writer, |short, [now]| {
            let touch = touch(op, &self.kernel(short)?);
            Ok(touch.filter(|_| now).map(KernelSpec::Unary))
        })?;
        writer.in_place();
        Ok(())
    }

    /// A call of what `kernel` makes of each case, told what is cut short and which of some moments it is.
    fn write_table<const N: usize>(
        &self,
        moments: [Option<Moment>; N],
        writer: &mut Writer<'_>,
        kernel: impl Fn([bool; 5], [bool; N]) -> Result<Option<KernelSpec>, NestError>,
    ) -> Result<(), NestError> {
        let mut open = Vec::new();
        for moment in self.rests.into_iter().chain(moments).flatten().filter(|moment| !moment.is_always()) {
            open.try_push(moment)?;
        }
        let mut table = Vec::new();
        // At most four rests and two moments: no primitive has both a batch and C.
        for case in 0..1usize << open.len().min(6) {
            let mut answers = (0..).map(|bit: u32| case >> bit & 1 == 1);
            let mut holds = |moment: Option<Moment>| {
                moment.is_some_and(|moment| moment.is_always() || answers.next() == Some(true))
            };
            let short = self.rests.map(&mut holds);
            let now = moments.map(holds);
            table.try_push(writer.kernel(kernel(short, now)?)?)?;
        }
        writer.call(open, table)
    }

    /// The primitive with M, N, K, the batch and C in full length or cut short.
    fn kernel(&self, short: [bool; 5]) -> Result<KernelSpec, NestError> {
        if short == [false; 5] {
            return Ok(self.whole.spec);
        }
        let [m, n, k, batch, c] = short;
        let cut = |dim: Option<&Dim>, is_short| {
            let rest =
                |dim: &Dim| if is_short { Dim { extent: dim.rest(), part: None, ..*dim } } else { *dim };
            dim.map(rest)
        };
        let roles = &self.roles;
        let (m, n, k) = (cut(roles.m, m), cut(roles.n, n), cut(roles.k, k));
        let (batch, c) = (cut(roles.batch, batch), cut(roles.c, c));
        let (m, n, k) = (m.as_ref(), n.as_ref(), k.as_ref());
        let roles = Roles { m, n, k, batch: batch.as_ref(), c: c.as_ref() };
        Ok(roles.fit_in(self.whole.order, self.nest.main, self.nest.dtype)?.spec)
    }
}

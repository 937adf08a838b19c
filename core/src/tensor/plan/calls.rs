//! Which kernels a step calls, and when.
//!
//! A call has a table of kernels, one for each combination of answers to a few questions: is the
//! last iteration of these loops reached (then a dimension ends, and the kernel is one of its rest), is it
//! the first or the last product of a sum. An entry may be empty: then nothing is called.

use super::moment::Moment;
use super::program::{Case, MAX_CASES, Moments, Table, Writer};
use crate::fallible::{TryVec, try_collect};
use crate::kernel::KernelSpec;
use crate::kernel::op::UnaryOp;
use crate::kernel::spec::{Chain, Factor, Link, Side, Start};
use crate::tensor::error::NestError;
use crate::tensor::nest::{self, Dim, Kind, Nest, Operand};
use crate::tensor::parts;
use crate::tensor::primitive::{Order, Roles, touch};
use crate::tensor::row;
use crate::tensor::sequence::Step;
use alloc::vec::Vec;

/// The primitive of a step.
struct Main<'a> {
    nest: &'a Nest,
    roles: Roles<'a>,
    /// That of the primitive with nothing cut short, and so of all others.
    order: Order,
    /// When M, N, K, the batch and C are cut short; none for those that never are.
    rests: [Option<Moment>; 5],
    /// Those, cut short.
    cut: [Option<Dim>; 5],
}

/// What accumulates, and the operations on its elements that take these up with the last product.
struct Finished<'a> {
    main: Main<'a>,
    links: Vec<(Main<'a>, Side)>,
    /// The operands of links, each with the number of its step in the row.
    operands: Vec<(usize, Operand)>,
}

/// Writes the calls of the steps of a row at the place where the writer stands, inside all of their loops.
pub(super) fn write(row: &[Step], writer: &mut Writer<'_>) -> Result<(), NestError> {
    match row {
        [head, ..] if head.hands_over() => write_row(row, writer),
        _ => Finished::of(row, writer)?.map_or(Ok(()), |finished| finished.write_all(writer)),
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
    first.write_table([], writer, |spec, short, []| {
        let mut parts = try_collect(parts.iter().copied())?;
        for (main, (spec, _)) in mains.iter().zip(&mut parts) {
            *spec = main.kernel(short)?;
        }
        *spec = KernelSpec::Chain(row::chain(&parts).ok_or(NestError::Row { step: 0 })?);
        Ok(Case::Any)
    })?;
    writer.on_row(steps.len(), row::operands(&parts)?)
}

/// Lets a kernel begin with an output that is as good as empty.
fn overwrite(primitive: &mut KernelSpec) {
    match primitive {
        KernelSpec::Gemm(spec) => spec.beta = Factor::Zero,
        KernelSpec::Series(spec) => spec.gemm_mut().beta = Factor::Zero,
        KernelSpec::Lanewise(spec) => spec.start = Start::Nothing,
        KernelSpec::Complex(spec) => spec.start = Start::Nothing,
        KernelSpec::Grouped(spec) => spec.start = Start::Nothing,
        KernelSpec::Window(spec) => spec.start = Start::Nothing,
        KernelSpec::Reduce(spec) => spec.reduction = spec.reduction.starting_with(Start::Nothing),
        _ => {}
    }
}

/// Lets a kernel touch its output before it is stored.
fn touch_inside(primitive: &mut KernelSpec, touch: Chain) {
    match primitive {
        KernelSpec::Gemm(spec) => spec.epilogue = touch,
        KernelSpec::Series(spec) => spec.gemm_mut().epilogue = touch,
        KernelSpec::Window(spec) => spec.epilogue = touch,
        _ => {}
    }
}

/// When a primitive dimension is cut short: where all parts outside are at their end.
fn rest(nest: &Nest, dim: &Dim, writer: &Writer<'_>) -> Option<Moment> {
    if !dim.is_ragged() {
        return None;
    }
    let number = nest.dims.iter().position(|other| core::ptr::eq(other, dim))?;
    let around = parts::outside(&nest.dims, number);
    Some(Moment::Last(around.fold(0, |loops, outer| loops | writer.bit_of(outer))))
}

impl<'a> Finished<'a> {
    /// Those of a row; none of no steps.
    fn of(row: &'a [Step], writer: &Writer<'_>) -> Result<Option<Self>, NestError> {
        let Some((head, behind)) = row.split_first() else { return Ok(None) };
        let main = Main::of(&head.nest, writer)?;
        let (mut links, mut operands) = (Vec::new(), Vec::new());
        if !behind.is_empty() {
            let parts = row::parts(row)?;
            operands = try_collect(row::operands_of_links(&parts))?;
            for (step, (_, running)) in row.iter().zip(parts).skip(1) {
                links.try_push((Main::of(&step.nest, writer)?, running))?;
            }
        }
        Ok(Some(Self { main, links, operands }))
    }

    /// Writes the touches and what is between them.
    fn write_all(&self, writer: &mut Writer<'_>) -> Result<(), NestError> {
        let nest = self.main.nest;
        let sums = writer.loops_of(nest, Kind::K);
        let overwrites = nest.overwrites() && !nest.has_empty_sum();
        if let Some(op) = nest.first_touch.filter(|_| !overwrites) {
            self.write_touch(op, Moment::First(sums), writer)?;
        }
        if !nest.has_empty_sum() {
            return self.write(overwrites.then_some(Moment::First(sums)), Moment::Last(sums), writer);
        }
        nest.last_touch.map_or(Ok(()), |op| self.write_touch(op, Moment::Last(sums), writer))
    }

    /// Writes what is accumulated. If there is a moment at which there is nothing earlier, it overwrites the
    /// output then; at the last, multiplications and windows touch it, while it is in registers,
    /// and others right after.
    fn write(&self, first: Option<Moment>, last: Moment, writer: &mut Writer<'_>) -> Result<(), NestError> {
        let (nest, order) = (self.main.nest, self.main.order);
        let (inside, after) = match nest.main {
            nest::Main::Dot | nest::Main::Reduce(_) => (None, nest.last_touch),
            _ => (nest.last_touch.and_then(|op| Chain::new(&[Link::Unary(op)])), None),
        };
        let is_touched = inside.is_some() || !self.links.is_empty();
        self.main.write_table(
            [first, is_touched.then_some(last)],
            writer,
            |spec, short, [is_first, is_last]| {
                if is_first {
                    overwrite(spec);
                }
                if is_touched && is_last {
                    let touch = self.epilogue(spec, inside.unwrap_or(Chain::EMPTY), short)?;
                    touch_inside(spec, touch);
                }
                // Each answer makes another one of it.
                Ok(Case::Own)
            },
        )?;
        let inputs: &[Operand] = match (nest.main, order) {
            (
                nest::Main::Unary(_)
                | nest::Main::Paired(_)
                | nest::Main::Permute
                | nest::Main::Group
                | nest::Main::Reduce(_)
                | nest::Main::Pool(_),
                _,
            ) => &[Operand::In0],
            (_, Order::Direct) => &[Operand::In0, Operand::In1],
            (_, Order::Exchanged) => &[Operand::In1, Operand::In0],
        };
        let own = inputs.iter().chain(&[Operand::Out]).map(|operand| (0, *operand));
        writer.on_row(self.steps(), own.chain(self.operands.iter().copied()))?;
        after.map_or(Ok(()), |op| self.write_touch(op, last, writer))
    }

    /// The operations of a kernel on its output: a touch, and the links, which are cut short with it.
    fn epilogue(&self, spec: &KernelSpec, touch: Chain, short: [bool; 5]) -> Result<Chain, NestError> {
        let KernelSpec::Gemm(spec) = spec else { return Ok(touch) };
        let [m, n, ..] = short;
        let (rows, columns) = match self.main.order {
            Order::Direct => (m, n),
            Order::Exchanged => (n, m),
        };
        let mut links = Vec::new();
        for (link, running) in &self.links {
            links.try_push((link.kernel([rows, columns, false, false, false])?, *running))?;
        }
        row::epilogue(spec, &touch, &links).ok_or(NestError::Row { step: 0 })
    }

    /// An operation in place on the output, at a moment.
    fn write_touch(&self, op: UnaryOp, when: Moment, writer: &mut Writer<'_>) -> Result<(), NestError> {
        // In place, the identity does nothing.
        if op == UnaryOp::identity() {
            return Ok(());
        }
        self.main.write_table([Some(when)], writer, |spec, _, [now]| {
            let Some(touch) = touch(op, spec).filter(|_| now) else { return Ok(Case::Nothing) };
            *spec = KernelSpec::Unary(touch);
            Ok(Case::Any)
        })?;
        writer.on_row(self.steps(), [(0, Operand::Out)])
    }

    fn steps(&self) -> usize {
        self.links.len().saturating_add(1)
    }
}

impl<'a> Main<'a> {
    fn of(nest: &'a Nest, writer: &Writer<'_>) -> Result<Self, NestError> {
        let roles = Roles::of(nest)?;
        let order = roles.order(nest.main, nest.types)?;
        let rests = roles.dims().map(|dim| dim.and_then(|dim| rest(nest, dim, writer)));
        let cut = roles.dims().map(|dim| dim.filter(|dim| dim.is_ragged()).map(Dim::cut_short));
        Ok(Main { nest, roles, order, rests, cut })
    }

    /// A call of what `adapt` makes of the kernel in each case, told what is cut short and which
    /// of some moments it is.
    fn write_table<const N: usize>(
        &self,
        moments: [Option<Moment>; N],
        writer: &mut Writer<'_>,
        adapt: impl Fn(&mut KernelSpec, [bool; 5], [bool; N]) -> Result<Case, NestError>,
    ) -> Result<(), NestError> {
        let mut open = Moments::new();
        // The bit of the number of a case that says whether it is a moment; one that all
        // have, where it always is.
        const ALWAYS: u32 = 1 << 31;
        let mut bit_of = |moment: Option<Moment>| match moment {
            None => Ok(0),
            Some(moment) if moment.is_always() => Ok(ALWAYS),
            Some(moment) => {
                let bit = 1u32.wrapping_shl(open.len() as u32);
                open.try_push(moment).map(|()| bit)
            }
        };
        let (mut rests, mut bits) = ([0; 5], [0; N]);
        for (bit, moment) in rests.iter_mut().chain(&mut bits).zip(self.rests.into_iter().chain(moments)) {
            *bit = bit_of(moment)?;
        }
        // At most four rests and two moments: no primitive has all of N, a batch and C.
        let cases = 1u32.wrapping_shl(open.len() as u32).min(MAX_CASES as u32);
        writer.expect_cases(cases as usize)?;
        let mut table = Table::new();
        for case in 0..cases {
            let holds = |bit: u32| (case | ALWAYS) & bit != 0;
            let (short, now) = (rests.map(holds), bits.map(holds));
            let mut spec = self.kernel(short)?;
            let case = adapt(&mut spec, short, now)?;
            table.try_push(writer.kernel(&spec, case)?)?;
        }
        writer.call(open, table)
    }

    /// The primitive with M, N, K, the batch and C in full length or cut short.
    fn kernel(&self, short: [bool; 5]) -> Result<KernelSpec, NestError> {
        let mut roles = self.roles.dims();
        for ((role, cut), _) in roles.iter_mut().zip(&self.cut).zip(short).filter(|(_, is_short)| *is_short) {
            *role = cut.as_ref();
        }
        self.roles.with_dims(roles).fit_in(self.order, self.nest.main, self.nest.types)
    }
}

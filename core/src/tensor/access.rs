//! The elements that a sequence accesses of its arguments, of scratch memory and of the arena.
//!
//! Nests move operands by strides of the caller's, and steps may take any operand from anywhere. A run
//! must know the extent of every access ([`Access`]), and that nothing is both read and written
//! where the order of that is left open ([`check`]):
//!
//! - within a step, the output meets an input only where an operation on elements has both at the same
//!   places, or at those that the other leaves out;
//! - between the tasks of a phase, a step that writes to what another one accesses does so in a part of it
//!   that is its task's own;
//! - what is read of the memory that nobody else writes, scratch memory and arena, lies where earlier steps
//!   wrote: in scratch memory, those of the same phase.
//!
//! Operands meet in the same argument, or where their ranges in scratch memory or in the arena overlap.
//!
//! Tests: `tests/tests/tensor_access.rs`, `tests/tests/harness_program_refused.rs`,
//! `tests/tests/harness_text.rs`, `tests/tests/tensor_verify.rs`.

use crate::DType;
use crate::fallible::{Few, TryVec, try_few, try_with_room};
use crate::tensor::array::{Reach, distinct, reach};
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Main, Operand};
use crate::tensor::sequence::{Sequence, Step};
use crate::tensor::verify::reach_of;
use alloc::vec::Vec;
use core::iter::repeat_n;
use core::ops::RangeInclusive;

/// The elements that are accessed around an argument's element (0, …, 0). Where nothing is, all is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// How many elements come before it.
    pub below: usize,
    /// How many come after it.
    pub above: usize,
    /// Whether there is any access.
    pub is_used: bool,
    /// Whether some of it writes.
    pub is_written: bool,
}

impl Access {
    fn and(self, other: Self) -> Self {
        Self {
            below: self.below.max(other.below),
            above: self.above.max(other.above),
            is_used: self.is_used || other.is_used,
            is_written: self.is_written || other.is_written,
        }
    }
}

/// An operand of a step.
#[derive(Clone, Copy)]
pub(crate) struct Use<'a> {
    pub(crate) step: &'a Step,
    pub(crate) operand: Operand,
}

impl<'a> Use<'a> {
    pub(crate) fn all(step: &'a Step) -> impl Iterator<Item = Self> {
        Operand::ALL.into_iter().map(move |operand| Self { step, operand })
    }

    fn buffer(self) -> Buffer {
        *self.step.operands.get(self.operand)
    }

    /// Bytes of an element.
    fn element(self) -> usize {
        self.step.nest.bytes(self.operand)
    }

    /// Some elements as bytes. More than all memory where that overflows.
    fn bytes(self, elements: isize) -> isize {
        elements.saturating_mul(isize::try_from(self.element()).unwrap_or(isize::MAX))
    }

    /// The byte of its buffer's memory at which it begins. Beyond all memory where that overflows.
    fn begin(self) -> isize {
        let at = match self.buffer() {
            Buffer::Argument(_) | Buffer::Register => 0,
            Buffer::Scratch(at) | Buffer::Arena(at) => isize::try_from(at).unwrap_or(isize::MAX),
        };
        self.bytes(*self.step.nest.offsets.get(self.operand)).saturating_add(at)
    }

    /// Bytes from one index of a dimension to the next.
    fn stride(self, dim: &Dim) -> isize {
        self.bytes(*dim.strides.get(self.operand))
    }

    pub(crate) fn is_used(self) -> bool {
        self.step.nest.uses(self.operand)
    }

    /// Whether what is there counts.
    pub(crate) fn is_read(self) -> bool {
        let nest = &self.step.nest;
        let is_added_to = nest.first_touch.is_none_or(|touch| touch.operation().reads_inputs);
        self.is_used() && (self.operand != Operand::Out || nest.main.accumulates() && is_added_to)
    }

    fn access(self) -> Result<Access, NestError> {
        if !self.is_used() {
            return Ok(Access::default());
        }
        let Reach { below, above, .. } = reach_of(&self.step.nest, self.operand)?;
        Ok(Access { below, above, is_used: true, is_written: self.operand == Operand::Out })
    }

    /// Extents and strides, in bytes, of the shared dimensions, or of the others.
    fn axes(self, are_shared: bool) -> impl Iterator<Item = (usize, isize)> + Clone + 'a {
        let dims = self.step.nest.dims.iter().filter(move |dim| (dim.exec == Exec::Shared) == are_shared);
        dims.map(move |dim| (dim.extent, self.stride(dim)))
    }

    /// From the first to the last byte that the first task touches, counted from the origin.
    fn of_a_task(self) -> Option<(isize, isize)> {
        let Reach { below, above, .. } = reach(self.axes(false))?;
        let last = above.checked_add(self.element().saturating_sub(1))?;
        let begin = self.begin();
        Some((begin.checked_sub_unsigned(below)?, begin.checked_add_unsigned(last)?))
    }

    /// Bytes that are accessed before the first of element (0, …, 0), and from there up to the last.
    fn around(self) -> Result<(usize, usize), NestError> {
        let Access { below, above, .. } = self.access()?;
        let bytes = |elements: usize| elements.saturating_mul(self.element());
        Ok((bytes(below), bytes(above).saturating_add(self.element().saturating_sub(1))))
    }

    /// From the first to the last byte that is accessed of scratch memory or of the arena.
    fn range(self) -> Result<RangeInclusive<usize>, NestError> {
        let (Buffer::Scratch(at) | Buffer::Arena(at)) = self.buffer() else { return Ok(0..=0) };
        let (below, above) = self.around()?;
        Ok(at.saturating_sub(below)..=at.saturating_add(above))
    }

    /// Whether both are used, and may access the same element.
    pub(crate) fn meets(self, other: Self) -> Result<bool, NestError> {
        let is_same = match (self.buffer(), other.buffer()) {
            (Buffer::Argument(one), Buffer::Argument(other)) => one == other,
            (Buffer::Scratch(_), Buffer::Scratch(_)) | (Buffer::Arena(_), Buffer::Arena(_)) => {
                let (one, other) = (self.range()?, other.range()?);
                one.start() <= other.end() && other.start() <= one.end()
            }
            _ => false,
        };
        Ok(is_same && self.is_used() && other.is_used())
    }

    /// Whether other threads may access its memory, too.
    fn is_open(self) -> bool {
        !matches!(self.buffer(), Buffer::Scratch(_) | Buffer::Register)
    }

    /// Whether both move alike through everything that moves them.
    fn is_like(self, other: Self) -> bool {
        let moving = |operand: Self| {
            let dims = operand.step.nest.dims.iter().map(move |dim| (dim, operand.stride(dim)));
            let moving = dims.filter(|(dim, stride)| dim.extent > 1 && *stride != 0);
            moving.map(|(dim, stride)| (dim.exec == Exec::Shared, dim.extent, stride))
        };
        (self.begin(), self.element()) == (other.begin(), other.element()) && moving(self).eq(moving(other))
    }

    /// Whether tasks touch it, all of them the same elements in some of the shared dimensions.
    fn stands_still(self) -> bool {
        self.axes(true).any(|(extent, stride)| extent > 1 && stride == 0)
    }

    /// Whether what tasks touch of both is each task's own: both move alike from task to task, and by
    /// more than what a task touches, or in all that they do.
    fn is_private_with(self, other: Self) -> bool {
        let (Some((first, last)), Some((other_first, other_last))) = (self.of_a_task(), other.of_a_task())
        else {
            return false;
        };
        let span = last.max(other_last).abs_diff(first.min(other_first)).saturating_add(1);
        let is_apart = || distinct(self.axes(true).chain([(span, 1)]));
        !self.stands_still() && self.axes(true).eq(other.axes(true)) && (self.is_like(other) || is_apart())
    }
}

/// Whether a step that runs in the loops of an earlier one finds and leaves what it would behind it: what one
/// of them writes, the other accesses at the same indices or not at all. Both have the same dimensions, all
/// of which move both outputs.
pub(crate) fn keeps_pace(earlier: &Step, step: &Step) -> Result<bool, NestError> {
    for (one, other) in Use::all(earlier).flat_map(|one| Use::all(step).map(move |other| (one, other))) {
        let is_written = [one.operand, other.operand].contains(&Operand::Out);
        if is_written && one.meets(other)? && !one.is_like(other) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The bytes of scratch memory and of the arena up to the last one that some steps access.
///
/// # Errors
/// [`NestError`].
pub(crate) fn room(steps: &[Step]) -> Result<[usize; 2], NestError> {
    let mut room = [0usize; 2];
    let [scratch, arena] = &mut room;
    for operand in steps.iter().flat_map(Use::all).filter(|operand| operand.is_used()) {
        let bytes = match operand.buffer() {
            Buffer::Argument(_) | Buffer::Register => continue,
            Buffer::Scratch(_) => &mut *scratch,
            Buffer::Arena(_) => &mut *arena,
        };
        *bytes = operand.range()?.end().saturating_add(1).max(*bytes);
    }
    Ok(room)
}

/// Returns the elements that a sequence accesses of each argument.
///
/// # Errors
/// [`NestError`].
pub(crate) fn of_arguments(sequence: &Sequence) -> Result<Few<Access, 3>, NestError> {
    let mut all: Few<_, 3> = try_few(repeat_n(Access::default(), sequence.arguments()))?;
    for operand in sequence.steps.iter().flat_map(Use::all) {
        let Buffer::Argument(number) = operand.buffer() else { continue };
        if let Some(known) = all.get_mut(number) {
            *known = known.and(operand.access()?);
        }
    }
    Ok(all)
}

/// Refuses sequences that leave their memory or read what is not there, or whose result depends on the order
/// of accesses.
///
/// # Errors
/// [`NestError`].
pub(crate) fn check(sequence: &Sequence) -> Result<(), NestError> {
    stays_inside(sequence)?;
    let (mut scratch, mut arena) = (Written::default(), Written::default());
    for (number, step) in sequence.steps.iter().enumerate() {
        if step.shares == 0 {
            scratch = Written::default();
        }
        for operand in Use::all(step) {
            let written = match operand.buffer() {
                Buffer::Argument(_) | Buffer::Register => continue,
                Buffer::Scratch(_) => &mut scratch,
                Buffer::Arena(_) => &mut arena,
            };
            written.access(number, operand)?;
        }
        in_place(number, step)?;
        let out = Use { step, operand: Operand::Out };
        if out.is_open() && out.is_used() && out.stands_still() {
            return Err(NestError::Exchange { step: number, operand: Operand::Out });
        }
        // Those of the same phase share loops with the one before.
        let later = sequence.steps.iter().enumerate().skip(number.saturating_add(1));
        for (number, later) in later.take_while(|(_, later)| later.shares > 0) {
            apart(step, number, later)?;
        }
    }
    Ok(())
}

/// Refuses sequences that leave scratch memory or the arena.
///
/// # Errors
/// [`NestError`].
pub(crate) fn stays_inside(sequence: &Sequence) -> Result<(), NestError> {
    for (number, step) in sequence.steps.iter().enumerate() {
        for operand in Use::all(step) {
            let bytes = match operand.buffer() {
                Buffer::Argument(_) | Buffer::Register => continue,
                Buffer::Scratch(_) => sequence.scratch,
                Buffer::Arena(_) => sequence.arena,
            };
            inside(bytes, number, operand)?;
        }
    }
    Ok(())
}

/// Refuses operands beyond the ends of scratch memory or of the arena, whichever they are in, with its
/// `bytes`; and those whose elements are not at multiples of their size there.
fn inside(bytes: usize, step: usize, operand: Use<'_>) -> Result<(), NestError> {
    let (Buffer::Scratch(at) | Buffer::Arena(at)) = operand.buffer() else { return Ok(()) };
    let (below, above) = operand.around()?;
    let (element, buffer) = (operand.element(), operand.buffer());
    if !operand.is_used() {
        Ok(())
    } else if at.checked_rem(element) != Some(0) {
        Err(NestError::Unaligned { step, operand: operand.operand, buffer, element })
    } else if below <= at && at.checked_add(above).is_some_and(|last| last < bytes) {
        Ok(())
    } else {
        Err(NestError::Beyond { step, operand: operand.operand, buffer, below, above, bytes })
    }
}

/// The ranges of a memory that steps have written, each with elements of a type: apart from each other, those
/// of a type with gaps between.
#[derive(Default)]
struct Written(Vec<(RangeInclusive<usize>, DType)>);

impl Written {
    /// Refuses to read what was not written, or with elements of another type, and notes what is written.
    /// The output comes last.
    fn access(&mut self, step: usize, operand: Use<'_>) -> Result<(), NestError> {
        if !operand.is_used() {
            return Ok(());
        }
        let (range, dtype) = (operand.range()?, operand.step.nest.dtype(operand.operand));
        let holds = |(written, of): &(RangeInclusive<usize>, DType)| {
            written.start() <= range.start() && range.end() <= written.end() && *of == dtype
        };
        if operand.is_read() && !self.0.iter().any(holds) {
            return Err(NestError::Unwritten { step, operand: operand.operand });
        }
        if operand.operand == Operand::Out { self.write(range, dtype) } else { Ok(()) }
    }

    fn write(&mut self, mut range: RangeInclusive<usize>, dtype: DType) -> Result<(), NestError> {
        self.overwrite(&range, dtype)?;
        self.0.retain(|(other, of)| {
            let is_apart = range.end().saturating_add(1) < *other.start()
                || other.end().saturating_add(1) < *range.start();
            if *of == dtype && !is_apart {
                range = *range.start().min(other.start())..=*range.end().max(other.end());
            }
            *of != dtype || is_apart
        });
        Ok(self.0.try_push((range, dtype))?)
    }

    /// Leaves of ranges of other types what is before and behind a range.
    fn overwrite(&mut self, range: &RangeInclusive<usize>, dtype: DType) -> Result<(), NestError> {
        if self.0.iter().all(|(_, of)| *of == dtype) {
            return Ok(());
        }
        let mut left = try_with_room(self.0.len().saturating_add(1))?;
        for (other, of) in core::mem::take(&mut self.0) {
            let is_apart = range.end() < other.start() || other.end() < range.start();
            if of == dtype || is_apart {
                left.try_push((other, of))?;
                continue;
            }
            if let Some(last) = range.start().checked_sub(1).filter(|last| other.start() <= last) {
                left.try_push((*other.start()..=last, of))?;
            }
            if let Some(first) = range.end().checked_add(1).filter(|first| first <= other.end()) {
                left.try_push((first..=*other.end(), of))?;
            }
        }
        self.0 = left;
        Ok(())
    }
}

fn in_place(number: usize, step: &Step) -> Result<(), NestError> {
    let out = Use { step, operand: Operand::Out };
    for operand in [Operand::In0, Operand::In1] {
        let input = Use { step, operand };
        let is_same = || {
            (input.begin(), input.element()) == (out.begin(), out.element())
                && !matches!(step.nest.main, Main::Paired(_) | Main::Group)
                && step.nest.dims.iter().all(|dim| input.stride(dim) == out.stride(dim))
        };
        if input.meets(out)? && (step.nest.main.accumulates() || !is_same() && !interleaves(input, out)) {
            return Err(NestError::InPlace { step: number, operand });
        }
    }
    Ok(())
}

/// Whether two operands of a step move alike, and have no element in common: each has what the other leaves
/// out.
fn interleaves(one: Use<'_>, other: Use<'_>) -> bool {
    let dims = || one.step.nest.dims.iter();
    let axes = dims().map(|dim| (dim.extent, one.stride(dim)));
    let away = one.begin().abs_diff(other.begin());
    let pair = [(one.element(), 1), (2, isize::try_from(away).unwrap_or(isize::MAX))];
    one.element() == other.element()
        && dims().all(|dim| one.stride(dim) == other.stride(dim))
        && distinct(axes.chain(pair))
}

/// Refuses two steps of a phase if one accesses what another task's other one writes.
fn apart(step: &Step, number: usize, later: &Step) -> Result<(), NestError> {
    if !step.nest.dims.iter().any(|dim| dim.exec == Exec::Shared) {
        return Ok(());
    }
    for (one, other) in Use::all(step).flat_map(|one| Use::all(later).map(move |other| (one, other))) {
        let is_open = [one.operand, other.operand].contains(&Operand::Out) && one.is_open();
        if is_open && one.meets(other)? && !one.is_private_with(other) {
            return Err(NestError::Exchange { step: number, operand: other.operand });
        }
    }
    Ok(())
}

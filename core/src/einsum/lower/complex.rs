//! Nodes of complex tensors, by nests over real numbers.
//!
//! Problem: kernels compute with real numbers. Idea: a complex tensor is a real one with one more index, its
//! *part*, of extent 2. What is linear goes on along it. A product is a contraction over the parts of one
//! factor, if the other one is *turned* before: it gets a second part, which says what it is multiplied by:
//!
//! ```text
//! z[r] = Σ_q turned[q, r] · y[q],   turned[0, ·] = x,   turned[1, ·] = i·x
//! ```
//!
//! So a product takes as many multiply-adds as four real ones, at the rate of real ones, and twice the memory
//! of one operand besides. It is the operand that has the index along which the output is contiguous, so that
//! vectors run over parts and rows at once; it is laid out as kernels like it best, parts and rows innermost.
//!
//! Cost: that of the optimization of one nest, or of two.
//!
//! Tests: `tests/tests/einsum_complex.rs`.

use super::LowerError;
use super::finish::Epilogue;
use super::nest::Tensors;
use super::view::View;
use super::wide::behind;
use crate::DType;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_with_room};
use crate::kernel::op::{Number, Parameter, UnaryOp};
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::nest::{Main, PerOperand};
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::sequence::{Sequence, Step};

/// How many parts a number has.
const PARTS: usize = 2;

/// All steps of a node with these tensors, whose elements are complex with parts of a type, decided.
///
/// # Errors
/// [`LowerError`].
pub(super) fn steps(
    tensors: Tensors<'_>,
    dtype: DType,
    epilogue: &Epilogue,
    context: &Context<'_>,
) -> Result<Sequence, LowerError> {
    epilogue.refuse_links()?;
    let part = tensors.extents.len();
    let parts = [part, part.saturating_add(1)];
    let extents = try_collect(tensors.extents.iter().copied().chain([PARTS; 2]))?;
    let kept = try_collect(tensors.kept.iter().copied().chain([part]))?;
    let Some(in1) = tensors.in1 else {
        let (in0, out) = (tensors.in0.in_parts(part)?, tensors.out.in_parts(part)?);
        let real = Tensors { in0: &in0, in1: None, out: &out, kept: &kept, extents: &extents };
        return epilogue.steps(real, dtype.into(), context);
    };
    let out = tensors.out.in_parts(part)?;
    let turn = Turn { dtype, extents: &extents, parts };
    let is_first = is_first_turned(tensors, in1)?;
    let (factor, other) = if is_first { (tensors.in0, in1) } else { (in1, tensors.in0) };
    let (argument, place) = (Buffer::Argument(usize::from(!is_first)), Buffer::Arena(0));
    let (turned, bytes) = turn.layout(factor, (other, tensors.kept), tensors.out)?;
    let mut all = behind(bytes, turn.steps(factor, &turned, context)?, |buffer| match buffer {
        Buffer::Argument(0) => argument,
        _ => place,
    });
    let other = other.in_parts(turn.factor())?;
    let [in0, in1] = if is_first { [&turned, &other] } else { [&other, &turned] };
    let real = Tensors { in0, in1: Some(in1), out: &out, kept: &kept, extents: &extents };
    let product = epilogue.steps(real, dtype.into(), context)?;
    all.append(behind(bytes, product, |buffer| if buffer == argument { place } else { buffer }))?;
    Ok(all)
}

/// Whether it is the first operand that is turned: that with the index along which the output is contiguous, or
/// else the smaller one.
fn is_first_turned(tensors: Tensors<'_>, in1: &View) -> Result<bool, OutOfMemory> {
    let extent = |index: Index| tensors.extents.get(index).copied().unwrap_or(1);
    let elements = |view: &View| {
        let moving = view.indices().filter(|index| view.stride(*index) != 0);
        moving.fold(1usize, |all, index| all.saturating_mul(extent(index)))
    };
    let by_stride = tensors.out.by_stride()?;
    let innermost = by_stride.into_iter().rev().find(|index| extent(*index) > 1);
    let has = |view: &View| innermost.is_some_and(|index| view.stride(index) != 0);
    Ok(match (has(tensors.in0), has(in1)) {
        (true, false) => true,
        (false, true) => false,
        _ => elements(tensors.in0) <= elements(in1),
    })
}

/// The turning of a factor.
struct Turn<'e> {
    /// The type of parts.
    dtype: DType,
    /// The extents of all indices, those of parts last.
    extents: &'e [usize],
    /// The index of the result's parts, and that of the other factor's.
    parts: [Index; 2],
}

impl Turn<'_> {
    /// The index of the parts of the other factor.
    const fn factor(&self) -> Index {
        let [_, factor] = self.parts;
        factor
    }

    /// How a turned factor lies in memory, and how many bytes it takes: what both factors keep is outermost,
    /// then come sums, the other factor's parts, and its own rows, whose parts are contiguous.
    fn layout(
        &self,
        view: &View,
        (other, kept): (&View, &[Index]),
        out: &View,
    ) -> Result<(View, usize), OutOfMemory> {
        let is_moving = |index: Index| view.stride(index) != 0 || self.extent(index) == 0;
        let is_shared = |index: Index| other.stride(index) != 0;
        let [by_output, by_other] = [out.by_stride()?, other.by_stride()?];
        let rows = by_output.iter().copied().filter(|index| is_moving(*index));
        let sums = by_other.iter().copied().filter(|index| is_moving(*index) && !kept.contains(index));
        let alone = view
            .indices()
            .filter(|index| is_moving(*index) && !kept.contains(index) && !by_other.contains(index));
        let [part, factor] = self.parts;
        let outer = rows.clone().filter(|index| is_shared(*index)).chain(alone).chain(sums);
        let inner = rows.filter(|index| !is_shared(*index)).chain([part]);
        let order = try_collect(outer.chain([factor]).chain(inner))?;
        let elements = order.iter().fold(1usize, |all, index| all.saturating_mul(self.extent(*index)));
        let standing = view.indices().filter(|index| !is_moving(*index));
        let turned = View::dense(&order, |index| self.extent(index))?.with_standing(standing)?;
        let mut bytes = 0;
        take(&mut bytes, elements, self.dtype);
        Ok((turned, bytes))
    }

    /// The steps that turn a factor, the first argument, into another array, the third one: it is copied, and
    /// its parts change places for `i` times it.
    fn steps(&self, view: &View, turned: &View, context: &Context<'_>) -> Result<Sequence, LowerError> {
        let [part, factor] = self.parts;
        let is_moving = |index: &Index| view.stride(*index) != 0 || self.extent(*index) == 0;
        let moving = try_collect(view.indices().filter(is_moving))?;
        let with_part = try_collect(moving.iter().copied().chain([part]))?;
        let view = view.along(&moving)?;
        let (number, part_of) = (view.in_parts(part)?, view.of_parts()?);
        let second = turned.stride(factor);
        let negated = UnaryOp::scale(Parameter::Fixed(Number::new(-1.0)));
        let mut steps = try_with_room(3)?;
        steps.try_push(self.step(UnaryOp::identity(), [&number, turned], &with_part, [0, 0])?)?;
        steps.try_push(self.step(negated, [&part_of, turned], &moving, [1, second])?)?;
        let at = second.saturating_add(turned.stride(part));
        steps.try_push(self.step(UnaryOp::identity(), [&part_of, turned], &moving, [0, at])?)?;
        let mut all = Sequence::default();
        for step in steps {
            let alone = Sequence { steps: try_collect([step])?, ..Sequence::default() };
            all.append(optimize_all(alone, context, |_, _| {})?)?;
        }
        Ok(all)
    }

    /// An operation on the elements that some indices lead to, from places in both arrays.
    fn step(
        &self,
        op: UnaryOp,
        [in0, out]: [&View; 2],
        kept: &[Index],
        [from, to]: [isize; 2],
    ) -> Result<Step, OutOfMemory> {
        let tensors = Tensors { in0, in1: None, out, kept, extents: self.extents };
        let mut nest = tensors.element_wise(Main::Unary(op), self.dtype.into())?;
        nest.offsets = PerOperand { in0: from, in1: 0, out: to };
        let [input, output] = [Buffer::Argument(0), Buffer::Argument(2)];
        Ok(Step { nest, shares: 0, operands: PerOperand { in0: input, in1: input, out: output } })
    }

    fn extent(&self, index: Index) -> usize {
        self.extents.get(index).copied().unwrap_or(1)
    }
}

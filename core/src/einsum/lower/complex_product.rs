//! Products of complex tensors by kernels that multiply complex numbers.
//!
//! Where rows of the output are contiguous in one factor, too, nothing has to be rotated before: kernels take
//! both as they are. Which loops there are is decided as for real tensors with elements of eight bytes; then
//! each element becomes a pair of parts.
//!
//! Tests: `tests/tests/einsum_complex.rs`.

use super::LowerError;
use super::nest::Tensors;
use super::stand_in::multiplication;
use super::touches::Beta;
use crate::DType;
use crate::fallible::{OutOfMemory, TryVec, try_with_room};
use crate::kernel::spec::Conjugation;
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, Part, PerOperand};
use crate::tensor::optimize::Context;
use crate::tensor::primitive::{Order, Roles};
use crate::tensor::sequence::{Sequence, Step};

/// The type that loops are decided for: as large as a number with parts of single precision.
const STAND_IN: DType = DType::F64;

/// The only step of a product whose parts have a type, if there is a kernel for it.
pub(super) fn step(
    tensors: Tensors<'_>,
    (part, conjugates): (DType, [bool; 2]),
    beta: Beta,
    context: &Context<'_>,
) -> Result<Option<Sequence>, LowerError> {
    if tensors.operation().is_some() {
        return Ok(None);
    }
    let Some(nest) = multiplication(tensors, STAND_IN, beta, context)? else { return Ok(None) };
    let Some(nest) = in_parts(&nest, part, Conjugation::of(conjugates))? else { return Ok(None) };
    let operands = PerOperand { in0: 0, in1: 1, out: 2 }.map(Buffer::Argument);
    let mut steps = try_with_room(1)?;
    steps.try_push(Step { nest, shares: 0, operands })?;
    let all = Sequence { steps, ..Sequence::default() };
    // What kernels do not take is refused there.
    Ok(all.verify().is_ok().then_some(all))
}

/// A decided multiplication over numbers as one over their parts; none if it is not along rows that are
/// contiguous.
fn in_parts(nest: &Nest, part: DType, conjugation: Conjugation) -> Result<Option<Nest>, OutOfMemory> {
    let Ok(roles) = Roles::of(nest) else { return Ok(None) };
    let Ok(order) = roles.order(nest.main, nest.types) else { return Ok(None) };
    let (rows, vectors, numbers) = match order {
        Order::Direct => (roles.m, Operand::In0, Operand::In1),
        Order::Exchanged => (roles.n, Operand::In1, Operand::In0),
    };
    let is_along = |dim: &&Dim| [*dim.strides.get(vectors), dim.strides.out] == [1; 2];
    let Some(rows) = rows.filter(is_along) else { return Ok(None) };
    let mut dims = try_with_room(nest.dims.len().saturating_add(1))?;
    for dim in &nest.dims {
        let is_batch = roles.batch.is_some_and(|batch| core::ptr::eq(batch, dim));
        dims.try_push(match dim {
            dim if core::ptr::eq(dim, rows) => along_parts(dim),
            dim if is_batch => Dim { exec: Exec::Seq, ..over_numbers(dim) },
            dim => over_numbers(dim),
        })?;
    }
    let mut strides = PerOperand::default();
    *strides.get_mut(numbers) = 1;
    dims.try_push(Dim { exec: Exec::Prim, ..Dim::new(Kind::K, 2, strides) })?;
    let main = Main::Complex(conjugation);
    let Nest { first_touch, last_touch, offsets, .. } = *nest;
    Ok(Some(Nest { types: part.into(), main, first_touch, last_touch, offsets, dims }))
}

/// A dimension over numbers.
fn over_numbers(dim: &Dim) -> Dim {
    Dim { strides: dim.strides.map(|stride| stride.saturating_mul(2)), ..*dim }
}

/// A dimension over neighbouring numbers, as one over their parts.
fn along_parts(dim: &Dim) -> Dim {
    let twice = |indices: usize| indices.saturating_mul(2);
    let part = dim.part.map(|part| Part { rest: twice(part.rest), ..part });
    Dim { extent: twice(dim.extent), part, ..*dim }
}

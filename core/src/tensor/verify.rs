//! The rules that a nest keeps, one error for each.
//!
//! Dimensions are numbered from 0, outermost first, in every message.
//!
//! Tests: `tests/tests/tensor_verify.rs`.

use crate::kernel::spec::Parameter;
use crate::tensor::array::{Reach, distinct, product, reach};
use crate::tensor::complex;
use crate::tensor::error::NestError;
use crate::tensor::grouped;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::parts::{self, Axis, wholes};
use crate::tensor::primitive::Roles;

/// The most dimensions of a nest. Looking at the parts of a dimension takes the square of their number, and
/// it can be high only where most extents are 1: those above multiply to less than 2⁶³.
const MAX_DIMS: usize = 1024;

/// Checks a nest against every rule, decided or not.
///
/// # Errors
/// [`NestError`], for the first rule that is broken.
pub fn verify(nest: &Nest) -> Result<(), NestError> {
    verify_step(nest, 0)
}

/// As [`verify`], of a nest whose outermost `common` dimensions are loops of other steps too: from one of
/// their iterations to the next, it may write to the same place.
pub(crate) fn verify_step(nest: &Nest, common: usize) -> Result<(), NestError> {
    if nest.dims.len() > MAX_DIMS {
        return Err(NestError::TooMuch { what: "dimensions", most: MAX_DIMS });
    }
    for (number, dim) in nest.dims.iter().enumerate() {
        if !parts::check(&nest.dims, number, common) {
            return Err(NestError::Part { dim: number });
        }
        strides_of_arity(nest.main, number, dim)?;
        if dim.kind == Kind::K && dim.exec == Exec::Shared {
            return Err(NestError::SharedK { dim: number });
        }
    }
    if nest.types.accumulator.is_converted() {
        return Err(NestError::Accumulator { found: nest.types.accumulator });
    }
    if matches!(nest.main, Main::Paired(_)) {
        pairs(nest)?;
    }
    match nest.main {
        Main::Complex(_) => complex::check(nest)?,
        Main::Grouped | Main::Group => grouped::check(nest)?,
        _ => {}
    }
    touches(nest)?;
    order(nest)?;
    addresses(nest, common)?;
    let roles = Roles::of(nest)?;
    // Without a primitive, there is no kernel to look at yet; nor is there before types are converted.
    let has_primitive = nest.dims.iter().any(|dim| dim.exec == Exec::Prim);
    match nest.main == Main::Contraction || !has_primitive && nest.types.single().is_none() {
        true => Ok(()),
        false => Ok(roles.fit(nest.main, nest.types)?.spec.validate()?),
    }
}

/// Of a contraction, M is absent from in1, N from in0, K from out, and C moves in all. Operations on
/// elements have no K, and those on one element no in1; nor have reductions.
fn strides_of_arity(main: Main, number: usize, dim: &Dim) -> Result<(), NestError> {
    match main {
        Main::Contraction
        | Main::Gemm
        | Main::Brgemm
        | Main::Series
        | Main::Dot
        | Main::Lanewise
        | Main::Filter
        | Main::Complex(_)
        | Main::Grouped => strides_of_kind(number, dim),
        Main::Unary(_) | Main::Paired(_) | Main::Permute | Main::Group | Main::Binary(_)
            if dim.kind == Kind::K =>
        {
            Err(NestError::Sum { dim: number, main })
        }
        Main::Unary(_) | Main::Paired(_) | Main::Permute | Main::Group | Main::Reduce(_) | Main::Pool(_)
            if dim.strides.in1 != 0 =>
        {
            Err(NestError::NoInput { dim: number, main, stride: dim.strides.in1 })
        }
        // Pairs are of neighbours in a kernel.
        Main::Paired(_) if dim.kind == Kind::M && dim.exec != Exec::Prim => {
            Err(NestError::Pairs { main, exec: Some(dim.exec) })
        }
        Main::Reduce(_) | Main::Pool(_) if dim.kind == Kind::K => strides_of_kind(number, dim),
        Main::Unary(_)
        | Main::Paired(_)
        | Main::Permute
        | Main::Group
        | Main::Binary(_)
        | Main::Reduce(_)
        | Main::Pool(_) => Ok(()),
    }
}

fn strides_of_kind(number: usize, dim: &Dim) -> Result<(), NestError> {
    let kind = dim.kind;
    let absent = match kind {
        Kind::M => Operand::In1,
        Kind::N => Operand::In0,
        Kind::K => Operand::Out,
        Kind::C => {
            let standing = |operand: &Operand| *dim.strides.get(*operand) == 0 && dim.extent > 1;
            return match Operand::ALL.into_iter().find(standing) {
                Some(operand) => Err(NestError::Present { dim: number, operand }),
                None => Ok(()),
            };
        }
    };
    match *dim.strides.get(absent) {
        0 => Ok(()),
        stride => Err(NestError::Absent { dim: number, kind, operand: absent, stride }),
    }
}

/// Copies of complex numbers have one type, and their rows from the beginning.
fn pairs(nest: &Nest) -> Result<(), NestError> {
    if nest.types.single().is_none() {
        return Err(NestError::Types { main: nest.main, types: nest.types });
    }
    let has_rows = nest.dims.iter().any(|dim| dim.kind == Kind::M);
    if has_rows { Ok(()) } else { Err(NestError::Pairs { main: nest.main, exec: None }) }
}

/// Only what accumulates is touched, and nothing is left to run time.
fn touches(nest: &Nest) -> Result<(), NestError> {
    let is_runtime = |parameters: &[Parameter]| parameters.contains(&Parameter::Runtime);
    let main = match nest.main {
        Main::Unary(op) => is_runtime(op.parameters()).then_some(nest.main),
        Main::Binary(op) => is_runtime(op.parameters()).then_some(nest.main),
        _ => None,
    };
    let mut touches = [nest.first_touch, nest.last_touch].into_iter().flatten();
    let touch = touches.clone().find(|touch| is_runtime(touch.parameters())).map(Main::Unary);
    if let Some(main) = main.or(touch) {
        return Err(NestError::Runtime { main });
    }
    if !nest.main.accumulates() && touches.next().is_some() {
        return Err(NestError::Touched { main: nest.main });
    }
    match nest.main {
        Main::Lanewise if !nest.is_plain() => Err(NestError::LanesTouched),
        Main::Complex(_) if !nest.is_plain() => Err(complex::error(nest, complex::PLAIN)),
        Main::Grouped if !nest.is_plain() => Err(grouped::error(nest.main, grouped::PLAIN)),
        Main::Series if !nest.is_touched_in_kernels() => Err(NestError::SeriesTouched),
        _ => Ok(()),
    }
}

/// Shared loops are outermost, then those in sequence or undecided, then the primitive's.
fn order(nest: &Nest) -> Result<(), NestError> {
    let depth = |exec| match exec {
        Exec::Shared => 0,
        Exec::Seq | Exec::Undefined => 1,
        Exec::Prim => 2,
    };
    let inner = nest.dims.iter().enumerate().skip(1);
    for (outer, (dim, &Dim { exec, .. })) in nest.dims.iter().map(|dim| dim.exec).zip(inner) {
        if depth(exec) < depth(outer) {
            return Err(NestError::Order { dim, exec, outer });
        }
    }
    Ok(())
}

fn addresses(nest: &Nest, common: usize) -> Result<(), NestError> {
    product(wholes(&nest.dims).map(|dim| dim.extent)).ok_or(NestError::TooMany)?;
    for operand in Operand::ALL {
        reach_of(nest, operand)?;
    }
    let repeats = |axis: &Axis<'_>| axis.number < common && axis.stride == 0;
    let outputs = parts::axes(&nest.dims, Operand::Out);
    let outputs = outputs.filter(|axis| axis.dim.kind != Kind::K && !repeats(axis));
    if distinct(outputs.map(|axis| (axis.extent, axis.stride))) { Ok(()) } else { Err(NestError::Overlap) }
}

/// The elements of an operand that a nest leads to, around where it begins.
///
/// # Errors
/// [`NestError::TooFar`].
pub(crate) fn reach_of(nest: &Nest, operand: Operand) -> Result<Reach, NestError> {
    let reach = reach(nest.digits(operand)).ok_or(NestError::TooFar { operand })?;
    reach.shifted(*nest.offsets.get(operand)).ok_or(NestError::TooFar { operand })
}

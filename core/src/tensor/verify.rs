//! The rules that a nest keeps, one error for each.
//!
//! Dimensions are numbered from 0, outermost first, in every message.
//!
//! Tests: `tests/tests/tensor_verify.rs`.

use crate::DType;
use crate::fallible::OutOfMemory;
use crate::kernel::SpecError;
use crate::kernel::spec::Parameter;
use crate::tensor::array::{MAX_ELEMENTS, Reach, distinct, product, reach};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::parts::{self, Axis, wholes};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::Buffer;
use core::fmt;

/// A nest breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NestError {
    /// An operand moves along a dimension that is absent from it.
    #[error(
        "dimension {dim} ({}) has stride {stride} in {}: such a dimension is absent there, stride 0",
        .kind.name(), .operand.name()
    )]
    Absent {
        /// Number of the dimension.
        dim: usize,
        /// Its type.
        kind: Kind,
        /// The operand that it must not move in.
        operand: Operand,
        /// Its stride there.
        stride: isize,
    },
    /// A C dimension is missing from an operand.
    #[error("dimension {dim} (c) has stride 0 in {}: such a dimension moves in all operands", .operand.name())]
    Present {
        /// Number of the dimension.
        dim: usize,
        /// The operand that it does not move in.
        operand: Operand,
    },
    /// The executions are out of order.
    #[error("dimension {dim} is {} inside a {} dimension: the order is shared, seq, prim", .exec.name(), .outer.name())]
    Order {
        /// Number of the dimension.
        dim: usize,
        /// Its execution.
        exec: Exec,
        /// That of the dimension around it.
        outer: Exec,
    },
    /// A part of a dimension does not fit the one around it.
    #[error(
        "dimension {dim} is a part: must be summed over if the part around it is, as long as that one's strides say, and at its end no longer than elsewhere"
    )]
    Part {
        /// Number of the dimension.
        dim: usize,
    },
    /// An operation on elements sums.
    #[error("dimension {dim} (k) is summed over: {main} sums nothing")]
    Sum {
        /// Number of the dimension.
        dim: usize,
        /// The operation.
        main: Main,
    },
    /// An operation on one element, or a reduction, has a second input.
    #[error("dimension {dim} has stride {stride} in in1: {main} has no such input, stride 0")]
    NoInput {
        /// Number of the dimension.
        dim: usize,
        /// The operation.
        main: Main,
        /// The stride.
        stride: isize,
    },
    /// An operation on elements is touched.
    #[error("there is a first or last touch: {main} overwrites its output, and has none")]
    Touched {
        /// The operation.
        main: Main,
    },
    /// Multiplications side by side are touched.
    #[error("there is a first or last touch: lanewise has none but zero as the first")]
    LanesTouched,
    /// The steps of a sequence have elements of different types.
    #[error("step {step} is of {found}: all steps must be of {expected}, as the first is")]
    DTypes {
        /// Number of the step.
        step: usize,
        /// Its type.
        found: DType,
        /// That of the first step.
        expected: DType,
    },
    /// A step of a sequence shares more loops than are the same.
    #[error("step {step} shares {shares} loops with the one before: the outermost {most} are the same")]
    Shares {
        /// Number of the step.
        step: usize,
        /// How many it shares.
        shares: usize,
        /// How many it could.
        most: usize,
    },
    /// A step of a sequence shares some of its shared dimensions with the one before, and not others.
    #[error(
        "step {step} has shared dimensions inside of those that it has in common with the one before: all or none"
    )]
    SharesApart {
        /// Number of the step.
        step: usize,
    },
    /// Values cannot be handed over in registers.
    #[error(
        "step {step} hands values over in registers, or takes them up: operations on elements may, one right after another in the same loops, if all are one chain of kernels"
    )]
    Row {
        /// Number of the step.
        step: usize,
    },
    /// A step leaves scratch memory or the arena.
    #[error(
        "step {step}: {} has {below} elements before and {above} after {}, which has {elements}",
        .operand.name(), Place(.buffer)
    )]
    Beyond {
        /// Number of the step.
        step: usize,
        /// The operand.
        operand: Operand,
        /// Where it begins.
        buffer: Buffer,
        /// How many elements come before that.
        below: usize,
        /// How many come after.
        above: usize,
        /// Elements of the memory.
        elements: usize,
    },
    /// A step reads of scratch memory or the arena what no step wrote before.
    #[error(
        "step {step}: {} is read where no earlier step has written: in scratch memory, one that shares loops with it must have",
        .operand.name()
    )]
    Unwritten {
        /// Number of the step.
        step: usize,
        /// The operand.
        operand: Operand,
    },
    /// The output of a step meets an input.
    #[error(
        "step {step}: out and {} are in the same memory: only an operation on elements may have both there, at the same places",
        .operand.name()
    )]
    InPlace {
        /// Number of the step.
        step: usize,
        /// The input.
        operand: Operand,
    },
    /// Tasks access what others write: the output of a step, or an operand of an earlier one.
    #[error(
        "step {step}: tasks that run apart write {} or another operand in the same place: both must move alike, by more than what a task touches",
        .operand.name()
    )]
    Exchange {
        /// Number of the step.
        step: usize,
        /// Its operand.
        operand: Operand,
    },
    /// A plan would have more loops, kernels or operands than it can count, or there is more to look at than is
    /// ([`Sequence::is_within`](crate::tensor::Sequence::is_within)).
    #[error("there are more than {most} {what}: steps and dimensions must keep them below")]
    TooMuch {
        /// What there are too many of.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A number is left to run time.
    #[error("{main} has parameters left to run time: a plan has nobody to ask for them")]
    Runtime {
        /// The operation.
        main: Main,
    },
    /// A K dimension is shared.
    #[error("dimension {dim} (k) is shared: tasks that add to the same elements cannot run apart")]
    SharedK {
        /// Number of the dimension.
        dim: usize,
    },
    /// The main primitive does not take a primitive dimension.
    #[error("dimension {dim} ({}) is prim: {main} takes {most} of that type", .kind.name())]
    Prim {
        /// Number of the dimension.
        dim: usize,
        /// Its type.
        kind: Kind,
        /// The main primitive.
        main: Main,
        /// How many of that type it takes.
        most: usize,
    },
    /// The strides of the primitive dimensions make no matrix that the primitive takes.
    #[error("matrix {matrix} of the primitive has strides {rows} and {columns}: {}", matrix_rule(.matrix))]
    Matrix {
        /// `a`, `b` or `c`.
        matrix: &'static str,
        /// Stride from row to row.
        rows: isize,
        /// Stride from column to column.
        columns: isize,
    },
    /// The lanes of the primitive are no neighbours.
    #[error("the primitive c dimension has stride {stride} in {}: must be 1", .operand.name())]
    Lanes {
        /// The operand.
        operand: Operand,
        /// The stride.
        stride: isize,
    },
    /// A dimension of the primitive runs backwards.
    #[error("the primitive {} dimension has stride {stride} in {}: must not be negative", .kind.name(), .operand.name())]
    Backwards {
        /// Type of the dimension.
        kind: Kind,
        /// The operand.
        operand: Operand,
        /// The stride.
        stride: isize,
    },
    /// The batch of the primitive runs backwards.
    #[error("the batch dimension has stride {stride} in {}: must not be negative", .operand.name())]
    Batch {
        /// The input.
        operand: Operand,
        /// The stride.
        stride: isize,
    },
    /// Two indices share an output element.
    #[error("strides of out overlap: each must exceed what the shorter ones span")]
    Overlap,
    /// An operand does not fit the address space.
    #[error("{} spans more than {MAX_ELEMENTS} elements: extents and strides must keep it below", .operand.name())]
    TooFar {
        /// The operand.
        operand: Operand,
    },
    /// There are more iterations than can be counted.
    #[error("the extents multiply to more than {}: a nest cannot have more iterations", isize::MAX)]
    TooMany,
    /// A nest with undecided dimensions cannot be compiled.
    #[error("dimension {dim} is undefined: its execution must be decided before")]
    Undecided {
        /// Number of the dimension.
        dim: usize,
    },
    /// A nest without a primitive cannot be compiled.
    #[error("the main primitive is contraction: gemm, brgemm, dot or lanewise must be chosen before")]
    NoPrimitive,
    /// The specification of a kernel is refused.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Where a buffer is, in words.
struct Place<'a>(&'a Buffer);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Buffer::Argument(number) => write!(f, "the origin of argument {number}"),
            Buffer::Scratch(at) => write!(f, "element {at} of scratch memory"),
            Buffer::Arena(at) => write!(f, "element {at} of the arena"),
            Buffer::Register => f.write_str("registers"),
        }
    }
}

fn matrix_rule(matrix: &str) -> &'static str {
    match matrix {
        "a" | "b" | "in" => "rows or columns must be contiguous, the other apart",
        "x" | "y" => "rows or columns must be contiguous, as in the other input, the other apart",
        "out" => "rows must be contiguous, and columns apart, or the other way round to transpose",
        _ => "rows must be contiguous, and columns apart",
    }
}

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
    for (number, dim) in nest.dims.iter().enumerate() {
        if !parts::check(&nest.dims, number, common) {
            return Err(NestError::Part { dim: number });
        }
        strides_of_arity(nest.main, number, dim)?;
        if dim.kind == Kind::K && dim.exec == Exec::Shared {
            return Err(NestError::SharedK { dim: number });
        }
    }
    touches(nest)?;
    order(nest)?;
    addresses(nest, common)?;
    let roles = Roles::of(nest)?;
    // Without a primitive, there is no kernel to look at yet.
    if nest.main == Main::Contraction {
        Ok(())
    } else {
        Ok(roles.fit(nest.main, nest.dtype)?.spec.validate()?)
    }
}

/// Of a contraction, M is absent from in1, N from in0, K from out, and C moves in all. Operations on
/// elements have no K, and those on one element no in1; nor have reductions.
fn strides_of_arity(main: Main, number: usize, dim: &Dim) -> Result<(), NestError> {
    match main {
        Main::Contraction | Main::Gemm | Main::Brgemm | Main::Dot | Main::Lanewise => {
            strides_of_kind(number, dim)
        }
        Main::Unary(_) | Main::Binary(_) if dim.kind == Kind::K => Err(NestError::Sum { dim: number, main }),
        Main::Unary(_) | Main::Reduce(_) if dim.strides.in1 != 0 => {
            Err(NestError::NoInput { dim: number, main, stride: dim.strides.in1 })
        }
        Main::Reduce(_) if dim.kind == Kind::K => strides_of_kind(number, dim),
        Main::Unary(_) | Main::Binary(_) | Main::Reduce(_) => Ok(()),
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

/// Only what accumulates is touched, and nothing is left to run time.
fn touches(nest: &Nest) -> Result<(), NestError> {
    let is_runtime = |parameters: &[Parameter]| parameters.contains(&Parameter::Runtime);
    let main = match nest.main {
        Main::Unary(op) => is_runtime(op.parameters()).then_some(nest.main),
        Main::Binary(op) => is_runtime(op.parameters()).then_some(nest.main),
        Main::Contraction | Main::Gemm | Main::Brgemm | Main::Dot | Main::Lanewise | Main::Reduce(_) => None,
    };
    let mut touches = [nest.first_touch, nest.last_touch].into_iter().flatten();
    let touch = touches.clone().find(|touch| is_runtime(touch.parameters())).map(Main::Unary);
    if let Some(main) = main.or(touch) {
        return Err(NestError::Runtime { main });
    }
    if !nest.main.accumulates() && touches.next().is_some() {
        return Err(NestError::Touched { main: nest.main });
    }
    match nest.main == Main::Lanewise && !nest.is_plain() {
        true => Err(NestError::LanesTouched),
        false => Ok(()),
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

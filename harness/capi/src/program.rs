//! Loop nests, and sequences of them.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use crate::executor::{self, Executor};
use crate::foreign;
use crate::jit::Jit;
use crate::status::{Failure, Status, check_stack, guard};
use smallvec::SmallVec;
use std::ffi::{c_char, c_void};
use tensmith::element::{BF16, F16};
use tensmith::program::tensor::optimize::{Context, optimize_all};
use tensmith::program::tensor::text::TextError;
use tensmith::program::tensor::{Access, Options, Sequence};
use tensmith::{DType, Element, PlanError, RunError};

/// A loop nest, or a sequence of them, that is compiled. Threads may share it, and run it at the same time.
#[derive(Debug)]
pub struct Program(Kind);

#[derive(Debug)]
enum Kind {
    F32(tensmith::program::Program<f32>),
    F64(tensmith::program::Program<f64>),
    F16(tensmith::program::Program<F16>),
    BF16(tensmith::program::Program<BF16>),
}

/// Does the same with a program of any type.
macro_rules! for_each_type {
    ($program:expr, $name:ident => $what:expr) => {
        match &$program.0 {
            Kind::F32($name) => $what,
            Kind::F64($name) => $what,
            Kind::F16($name) => $what,
            Kind::BF16($name) => $what,
        }
    };
}

/// The memory of an argument of a program.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Argument {
    /// The first element; aligned as elements are. Null for an argument that is not accessed.
    pub data: *mut c_void,
    /// Number of elements that may be accessed from there.
    pub elements: usize,
    /// The number of the element, counted from `data`, that has index (0, …, 0).
    pub origin: usize,
}

impl Argument {
    /// The element with index (0, …, 0), if all that is accessed is in the memory.
    fn pointer<T>(&self, argument: usize, access: &Access) -> Result<*mut T, Failure> {
        let (data, origin, len) = (self.data.cast::<T>(), self.origin, self.elements);
        let &Access { below, above, is_used, .. } = access;
        let is_inside = below <= origin && origin < len && above < len - origin;
        match is_used {
            false => Ok(data),
            true if data.is_null() => {
                Err(Failure::new(Status::NullArgument, format!("argument {argument} is null")))
            }
            true if !is_inside => Err(RunError::Outside { argument, below, above, origin, len }.into()),
            true => Ok(data.wrapping_add(origin)),
        }
    }
}

/// Creates a program from the text of a nest, or of a sequence of nests. The optimizer decides
/// what is not decided.
///
/// The arguments are the operands of a nest, `in0`, `in1` and `out`; of a sequence, they have numbers.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_program_create(
    jit: *const Jit,
    text: *const c_char,
    program: *mut *mut Program,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(program, "program") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        // SAFETY: it is a handle (caller's duty).
        let jit = unsafe { foreign::borrow(jit, "jit") }?;
        // SAFETY: it is text (caller's duty).
        let text = unsafe { foreign::text(text, "text") }?;
        *place = foreign::hand_over(Program(compile(jit, text)?));
        Ok(())
    })
}

fn compile(Jit { inner: jit, threads, .. }: &Jit, text: &str) -> Result<Kind, Failure> {
    let unread = |error: TextError| Failure::new(Status::InvalidText, error.to_string());
    let sequence: Sequence = text.parse().map_err(unread)?;
    let options = Options { threads: Some(*threads), ..Options::default() };
    let context = Context { target: jit.target(), options };
    let sequence = optimize_all(sequence, &context, |_, _| {}).map_err(PlanError::from)?;
    match sequence.dtype() {
        Some(DType::F64) => Ok(Kind::F64(jit.sequence(sequence)?)),
        Some(DType::F16) => Ok(Kind::F16(jit.sequence(sequence)?)),
        Some(DType::BF16) => Ok(Kind::BF16(jit.sequence(sequence)?)),
        _ => Ok(Kind::F32(jit.sequence(sequence)?)),
    }
}

/// Runs a program on the threads of `executor`, or on the caller's if that is null.
///
/// An argument that is written must not overlap another: that is refused, and so is memory that is too short,
/// misaligned or null. Nothing has been written after an error, unless it is `TENSMITH_STATUS_EXECUTOR`.
///
/// # Safety
/// Pointers point to what they say. Nothing else writes to the arguments, or accesses those that
/// are written, meanwhile.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_program_run(
    program: *const Program,
    arguments: *const Argument,
    argument_count: usize,
    executor: *const Executor,
) -> Status {
    guard(|| {
        // SAFETY: it is a handle (caller's duty).
        let program = unsafe { foreign::borrow(program, "program") }?;
        // SAFETY: there are as many (caller's duty).
        let arguments = unsafe { foreign::slice(arguments, argument_count, "arguments") }?;
        // SAFETY: it is a handle or null (caller's duty).
        let executor = executor::or_sequential(unsafe { foreign::optional(executor, "executor") }?);
        check_stack(tensmith::machine::STACK_TO_RUN)?;
        // SAFETY: the memory is there, and is left alone (caller's duty).
        for_each_type!(program, program => unsafe { run(program, arguments, executor) })
    })
}

/// As many arguments as most programs have: for more, a run allocates.
const FEW: usize = 8;

/// # Safety
/// The arguments are of the sizes that they say, and are left alone.
unsafe fn run<T: Element>(
    program: &tensmith::program::Program<T>,
    arguments: &[Argument],
    executor: &dyn tensmith::parallel::Executor,
) -> Result<(), Failure> {
    let accesses = program.loops().accesses();
    let (found, expected) = (arguments.len(), accesses.len());
    if found != expected {
        return Err(RunError::Count { found, expected }.into());
    }
    let mut pointers = SmallVec::<[*mut T; FEW]>::new();
    for (number, (argument, access)) in arguments.iter().zip(accesses).enumerate() {
        pointers.push(argument.pointer(number, access)?);
    }
    let bound = program.bind(&pointers)?;
    // SAFETY: what is accessed around each pointer is in its argument's memory (just checked), which nobody
    // else writes to, or accesses if it is written (caller's duty).
    Ok(unsafe { bound.run_on(executor) }?)
}

/// Returns the number of arguments; 0 for null.
///
/// # Safety
/// `program` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_program_argument_count(program: *const Program) -> usize {
    // SAFETY: it is a handle (caller's duty).
    unsafe { program.as_ref() }
        .map_or(0, |program| for_each_type!(program, program => program.loops().accesses().len()))
}

/// Writes an explanation to `text`, as lines: the nests as they are decided, the kernels, and the loops
/// around them. End it with `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_program_explain(program: *const Program, text: *mut *mut c_char) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(text, "text") }?;
        // SAFETY: it is a handle (caller's duty).
        let program = unsafe { foreign::borrow(program, "program") }?;
        *place = foreign::hand_over_text(&for_each_type!(program, program => program.loops().to_string()));
        Ok(())
    })
}

/// Destroys a program; null is none.
///
/// # Safety
/// `program` is a handle that is not destroyed, and no other thread uses it any more; or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_program_destroy(program: *mut Program) {
    // SAFETY: it is a handle that nobody uses any more (caller's duty).
    unsafe { foreign::destroy(program) };
}

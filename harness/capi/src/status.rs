//! The result of a function: a number, and the text of the last error of each thread.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use tensmith::error::LayoutError;
use tensmith::gemm::CallError;
use tensmith::parallel::ExecutorError;
use tensmith::{BuildError, ErrorKind, PlanError, RunError};

/// The result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// All is well.
    Ok = 0,
    /// A pointer is null that must not be.
    NullArgument = 1,
    /// An argument has a value that is not allowed: an unknown number of an enumeration, a size, a pointer
    /// that is not aligned, memory that is too short or overlaps.
    InvalidArgument = 2,
    /// A text cannot be read: an expression, a tree, a nest, operations, a plan, the name of a target.
    InvalidText = 3,
    /// Shapes or strides contradict each other, the expression, or the plan.
    InvalidShape = 4,
    /// There is no code for it.
    Unsupported = 5,
    /// This machine cannot execute it.
    OtherMachine = 6,
    /// The allocator refused.
    OutOfMemory = 7,
    /// The system refuses executable memory.
    ExecutableMemory = 8,
    /// Runs would need more memory than the limit.
    MemoryLimit = 9,
    /// An executor refused, or did not run all tasks.
    Executor = 10,
    /// A mistake of this library: please report it.
    Internal = 11,
    /// The calling thread has too little stack left.
    Stack = 12,
}

impl Status {
    /// Its name in C.
    const fn name(self) -> &'static [u8] {
        match self {
            Self::Ok => b"TENSMITH_STATUS_OK\0",
            Self::NullArgument => b"TENSMITH_STATUS_NULL_ARGUMENT\0",
            Self::InvalidArgument => b"TENSMITH_STATUS_INVALID_ARGUMENT\0",
            Self::InvalidText => b"TENSMITH_STATUS_INVALID_TEXT\0",
            Self::InvalidShape => b"TENSMITH_STATUS_INVALID_SHAPE\0",
            Self::Unsupported => b"TENSMITH_STATUS_UNSUPPORTED\0",
            Self::OtherMachine => b"TENSMITH_STATUS_OTHER_MACHINE\0",
            Self::OutOfMemory => b"TENSMITH_STATUS_OUT_OF_MEMORY\0",
            Self::ExecutableMemory => b"TENSMITH_STATUS_EXECUTABLE_MEMORY\0",
            Self::MemoryLimit => b"TENSMITH_STATUS_MEMORY_LIMIT\0",
            Self::Executor => b"TENSMITH_STATUS_EXECUTOR\0",
            Self::Internal => b"TENSMITH_STATUS_INTERNAL\0",
            Self::Stack => b"TENSMITH_STATUS_STACK\0",
        }
    }

    const ALL: [Self; 13] = [
        Self::Ok,
        Self::NullArgument,
        Self::InvalidArgument,
        Self::InvalidText,
        Self::InvalidShape,
        Self::Unsupported,
        Self::OtherMachine,
        Self::OutOfMemory,
        Self::ExecutableMemory,
        Self::MemoryLimit,
        Self::Executor,
        Self::Internal,
        Self::Stack,
    ];
}

/// Why a function did not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Status::InvalidArgument, message)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Self::new(status_of(error.kind()), error.to_string())
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::new(status_of(error.kind()), error.to_string())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::new(status_of(error.kind()), error.to_string())
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Self::new(status_of(error.kind()), error.to_string())
    }
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        let status = if error.is_out_of_memory() { Status::OutOfMemory } else { Status::InvalidShape };
        Self::new(status, error.to_string())
    }
}

impl From<ExecutorError> for Failure {
    fn from(error: ExecutorError) -> Self {
        Self::new(Status::Executor, error.to_string())
    }
}

/// The status that stands for the kind of an error.
const fn status_of(kind: ErrorKind) -> Status {
    match kind {
        ErrorKind::Text => Status::InvalidText,
        ErrorKind::Shape => Status::InvalidShape,
        ErrorKind::Unsupported => Status::Unsupported,
        ErrorKind::MemoryLimit => Status::MemoryLimit,
        ErrorKind::Machine => Status::OtherMachine,
        ErrorKind::ExecutableMemory => Status::ExecutableMemory,
        ErrorKind::OutOfMemory => Status::OutOfMemory,
        ErrorKind::Executor => Status::Executor,
        ErrorKind::Internal => Status::Internal,
        // Of the kinds that there are, this is that of arguments.
        _ => Status::InvalidArgument,
    }
}

thread_local! {
    static LAST: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Does the work of a function. What fails, and what panics, becomes the last error of this thread.
pub(crate) fn guard(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    // Handles are shared and never half-changed: their own locks are not poisoned by what panics.
    let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let said = said(&*panic);
        drop(catch_unwind(AssertUnwindSafe(|| drop(panic))));
        Err(Failure::new(Status::Internal, format!("a mistake of tensmith, please report it: {said}")))
    });
    match outcome {
        Ok(()) => Status::Ok,
        Err(Failure { status, message }) => {
            let text = CString::new(message.replace('\0', "\\0")).ok();
            // Where the thread is ending, nobody asks any more.
            _ = LAST.try_with(|last| last.replace(text));
            status
        }
    }
}

/// Refuses a thread that has less stack left than some work takes, as far as that is known.
pub(crate) fn check_stack(needed: usize) -> Result<(), Failure> {
    match tensmith::machine::stack_left() {
        Some(left) if left < needed => {
            let reason =
                format!("the calling thread has {left} bytes of stack left: must be {needed} at least");
            Err(Failure::new(Status::Stack, reason))
        }
        _ => Ok(()),
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Returns the text of the last error of this thread, in English and without a line break at its end; an
/// empty text before the first. It stays until the next error of this thread. A function that
/// succeeds does not change it.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub extern "C" fn tensmith_last_error() -> *const c_char {
    let text =
        |last: &RefCell<Option<CString>>| last.borrow().as_ref().map_or(c"".as_ptr(), |text| text.as_ptr());
    LAST.try_with(text).unwrap_or(c"".as_ptr())
}

/// Returns the name of a status, such as `TENSMITH_STATUS_OK`: static text; null for a number that is none.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub extern "C" fn tensmith_status_name(status: i32) -> *const c_char {
    let found = Status::ALL.into_iter().find(|known| *known as i32 == status);
    found.map_or(ptr::null(), |status| status.name().as_ptr().cast())
}

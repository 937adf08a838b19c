//! What all routines do, and the values that they take.
#![allow(unsafe_code)]

use crate::status::{Failure, Status};
use std::ffi::c_void;
use std::fmt::Debug;
use std::ptr::NonNull;

/// What routines of all kinds do.
pub(super) trait Callable: Debug + Send + Sync {
    /// The names of its arguments.
    fn arguments(&self) -> Vec<String>;

    /// The code, if it is all that there is to call.
    fn entry(&self) -> Option<NonNull<u8>>;

    /// What it is, and what is known of its code.
    fn explain(&self) -> String;

    /// Calls it.
    ///
    /// # Safety
    /// There is a value for each argument, and the memory that is accessed may be.
    unsafe fn call(
        &self,
        values: &[Value],
        executor: &dyn tensmith::parallel::Executor,
    ) -> Result<Value, Failure>;
}

/// The value of an argument, or of a result: what it is says which field is read. Clear the others.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Value {
    /// An address.
    pub memory: *mut c_void,
    /// A distance, a count, or an integer of a function: of narrower types its low bits. An address is passed
    /// to a function as `memory`, which must be null for a number.
    pub integer: i64,
    /// A factor, a parameter, or a number of floating point, which is rounded to the type of the argument.
    pub number: f64,
}

impl Value {
    /// Nothing.
    pub(super) const NONE: Self = Self { memory: std::ptr::null_mut(), integer: 0, number: 0.0 };

    /// The address, as kernels take it.
    pub(super) fn address(&self, name: &str) -> Result<usize, Failure> {
        match self.memory.is_null() {
            true => Err(Failure::new(Status::NullArgument, format!("{name} is null"))),
            false => Ok(self.memory.expose_provenance()),
        }
    }

    /// The count.
    pub(super) fn count(&self, name: &str) -> Result<usize, Failure> {
        let negative = |_| Failure::invalid(format!("{name} is {}: must not be negative", self.integer));
        usize::try_from(self.integer).map_err(negative)
    }
}

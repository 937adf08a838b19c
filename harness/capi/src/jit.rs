//! The handle that makes everything else.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use crate::environment;
use crate::foreign;
use crate::status::{Failure, Status, check_stack, guard};
use std::ffi::{CString, c_char};
use std::num::NonZeroUsize;
use tensmith::JitBuilder;

/// Makes plans, programs and multiplications for one machine, and keeps kernels and plans for those that ask
/// for the same again. Threads may share it.
#[derive(Debug)]
pub struct Jit {
    pub(crate) inner: tensmith::Jit,
    /// How many threads plans are made for.
    pub(crate) threads: NonZeroUsize,
    /// Name of the target.
    target: CString,
}

/// What a `tensmith_jit` is made for. Set `size`, and all else to 0 for the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct JitOptions {
    /// `sizeof(tensmith_jit_options)`.
    pub size: usize,
    /// Name of the core that code is made for, such as `haswell`, and that this machine must execute; null
    /// for the environment's `TENSMITH_TARGET` or else the machine at hand.
    pub target: *const c_char,
    /// How many threads plans are made for: that of the executor that they will run on; 0 stands for 1. Plans
    /// run on any executor, with the same result, bit by bit.
    pub threads: usize,
    /// Bytes of kernels that are kept; 0 for 16 MiB. Those in use stay in any case.
    pub kernel_budget: usize,
    /// Bytes of plans that are kept, as `kernel_budget`.
    pub plan_budget: usize,
}

fn builder(target: Option<&str>) -> Result<JitBuilder, Failure> {
    environment::observed(match target {
        Some(name) => tensmith::Jit::builder().target(environment::named(name)?),
        None => environment::builder()?,
    })
}

impl Jit {
    fn of(builder: JitBuilder, threads: NonZeroUsize) -> Result<Self, Failure> {
        let inner = tensmith_sparse::enabled(builder.threads(threads.get())).build()?;
        let target = CString::new(inner.target().core.name).unwrap_or_default();
        Ok(Self { inner, threads, target })
    }

    fn with(options: &JitOptions, target: Option<&str>) -> Result<Self, Failure> {
        let mut builder = builder(target)?;
        if options.kernel_budget > 0 {
            builder = builder.kernel_budget(options.kernel_budget);
        }
        if options.plan_budget > 0 {
            builder = builder.plan_budget(options.plan_budget);
        }
        Self::of(builder, NonZeroUsize::new(options.threads).unwrap_or(NonZeroUsize::MIN))
    }
}

const DEFAULT: JitOptions = JitOptions {
    size: size_of::<JitOptions>(),
    target: std::ptr::null(),
    threads: 0,
    kernel_budget: 0,
    plan_budget: 0,
};

/// Creates a handle whose code runs here. `options` may be null for the defaults.
///
/// Fails with `TENSMITH_STATUS_OTHER_MACHINE` where this machine cannot execute the code, and with
/// `TENSMITH_STATUS_EXECUTABLE_MEMORY` where this process may not have executable memory.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_jit_create(options: *const JitOptions, jit: *mut *mut Jit) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(jit, "jit") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        let options = match options.is_null() {
            true => DEFAULT,
            // SAFETY: the pointer points to options (caller's duty), which begin with their size.
            false => unsafe { foreign::versioned(options, size_of::<JitOptions>(), "options") }?,
        };
        // SAFETY: the options have a name, if any (caller's duty).
        let target = unsafe { foreign::optional_text(options.target, "target") }?;
        *place = foreign::hand_over(Jit::with(&options, target)?);
        Ok(())
    })
}

/// Creates a handle whose code is for any core, such as `neoverse-v2`, to look at: it is
/// explained, but does not run.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_jit_create_for_target(target: *const c_char, jit: *mut *mut Jit) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(jit, "jit") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        // SAFETY: the pointer points to a name (caller's duty).
        let target = environment::named(unsafe { foreign::text(target, "target") }?)?;
        *place = foreign::hand_over(Jit::of(tensmith::Jit::builder().foreign(target), NonZeroUsize::MIN)?);
        Ok(())
    })
}

/// Returns the name of the core that code is made for; it lives as long as `jit`. Null if that is null.
///
/// # Safety
/// `jit` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_jit_target(jit: *const Jit) -> *const c_char {
    // SAFETY: it is a handle (caller's duty).
    unsafe { jit.as_ref() }.map_or(std::ptr::null(), |jit| jit.target.as_ptr())
}

/// Destroys a handle; null is none. What was made by it stays.
///
/// # Safety
/// `jit` is a handle that is not destroyed, and no other thread uses it any more; or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_jit_destroy(jit: *mut Jit) {
    // SAFETY: it is a handle that nobody uses any more (caller's duty).
    unsafe { foreign::destroy(jit) };
}

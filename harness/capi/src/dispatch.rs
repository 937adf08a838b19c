//! Kernels by text, made once in a process, as functions of one structure: what interfaces of others
//! dispatch.
//!
//! Problem: LIBXSMM's kernels take the address of a structure that has all operands, and those who dispatch
//! them have no handle that lives anywhere. Idea: a function of the kernel language reads the arguments from
//! the structure and calls the kernel. It is kept, with the kernel and the `Jit`, for as long as the process
//! runs, and found again by the text and the places.
//!
//! Tests: `tests/tests/capi_dispatch.rs`, `harness/xtask/src/faces/by_day.rs`.
#![allow(unsafe_code)]

use crate::environment;
use crate::foreign;
use crate::routine::Address;
use crate::status::{Failure, Status, check_stack, guard};
use std::collections::HashMap;
use std::ffi::c_char;
use std::fmt::Write;
use std::mem::transmute;
use std::num::NonZeroU64;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use tensmith::Jit;
use tensmith::func::{FuncError, Function};
use tensmith::gemm::Argument;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::callee::Allowed;
use tensmith_core::kernel::func::{IntType, Type};
use tensmith_core::kernel::{KernelSpec, text};

/// The place of an argument in a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Field {
    /// Bytes from the beginning of the structure.
    pub offset: usize,
    /// 0 where the argument itself is there; else its address is, and it has as many bytes: 4 or 8.
    pub bytes: usize,
}

/// What was made for a text: the code, and what that calls.
#[derive(Debug)]
struct Dispatched {
    function: Function,
    _kernel: Kernel,
}

/// What was made, by texts, and by the places in structures for each.
type All = HashMap<String, HashMap<Vec<Field>, Arc<Dispatched>>>;

static ALL: OnceLock<RwLock<All>> = OnceLock::new();

static JIT: OnceLock<Jit> = OnceLock::new();

/// The `Jit` of the process, for the user's target.
fn jit() -> Result<&'static Jit, Failure> {
    if let Some(jit) = JIT.get() {
        return Ok(jit);
    }
    let made = environment::observed(environment::builder()?)?.build()?;
    Ok(JIT.get_or_init(|| made))
}

/// Finds or makes the code of a kernel by the text of its specification (`tensmith_routine_create_kernel`),
/// as a function of one structure's address, in which the kernel's arguments have these places, in their
/// order. It stays for as long as the process runs; equal texts and places have the same code.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_dispatch(
    text: *const c_char,
    fields: *const Field,
    field_count: usize,
    code: *mut Address,
) -> Status {
    guard(|| {
        // SAFETY: it is a place for the result (caller's duty).
        unsafe { foreign::write(code, None, "code") }?;
        // SAFETY: it is text (caller's duty).
        let text = unsafe { foreign::text(text, "text") }?;
        // SAFETY: there are as many (caller's duty).
        let fields = unsafe { foreign::slice(fields, field_count, "fields") }?;
        let found = match found(text, fields) {
            Some(found) => found,
            None => kept(text, fields, make(text, fields)?),
        };
        let start = found.function.kernel().block().start();
        // SAFETY: it is the beginning of a function of the C calling convention, which is to be cast to its
        // type.
        let address = unsafe { transmute::<*mut u8, unsafe extern "C" fn()>(start.as_ptr()) };
        // SAFETY: it is a place for the result (caller's duty).
        unsafe { foreign::write(code, Some(address), "code") }
    })
}

fn found(text: &str, fields: &[Field]) -> Option<Arc<Dispatched>> {
    let all = ALL.get()?.read().unwrap_or_else(PoisonError::into_inner);
    all.get(text)?.get(fields).cloned()
}

/// Keeps what was made, unless another thread was first; returns what is kept.
fn kept(text: &str, fields: &[Field], made: Dispatched) -> Arc<Dispatched> {
    let mut all = ALL.get_or_init(RwLock::default).write().unwrap_or_else(PoisonError::into_inner);
    let of_text = all.entry(text.to_owned()).or_default();
    Arc::clone(of_text.entry(fields.to_vec()).or_insert_with(|| Arc::new(made)))
}

fn make(text: &str, fields: &[Field]) -> Result<Dispatched, Failure> {
    check_stack(tensmith::machine::STACK_TO_MAKE)?;
    let unread = |error| Failure::new(Status::InvalidText, format!("text is {text}: {error}"));
    let spec: KernelSpec = text.trim().parse().map_err(unread)?;
    let arguments: Vec<_> = spec.arguments().map(Argument::name).collect();
    if fields.len() != arguments.len() {
        let (found, expected) = (fields.len(), arguments.len());
        let names = arguments.join(" ");
        return Err(Failure::invalid(format!("there are {found} fields: must be {expected} ({names})")));
    }
    let jit = jit()?;
    let elsewhere = || {
        let reason = format!("the code is for {}: this machine does not run it", jit.target().core.name);
        Failure::new(Status::OtherMachine, reason)
    };
    let kernel = jit.kernels().executable(&spec)?.ok_or_else(elsewhere)?;
    let function = reading(jit, fields, &kernel)?;
    Ok(Dispatched { function, _kernel: kernel })
}

/// The function that reads the arguments of a kernel from a structure, and calls it.
fn reading(jit: &Jit, fields: &[Field], kernel: &Kernel) -> Result<Function, Failure> {
    let source = source(fields)?;
    let refused = |reason: &dyn std::fmt::Display| Failure::new(Status::Unsupported, reason.to_string());
    let func = text::parse(&source).map_err(|error| refused(&error))?;
    let address = NonZeroU64::new(kernel.block().start().as_ptr().expose_provenance() as u64);
    let address = address.ok_or_else(|| refused(&"the kernel has no address"))?;
    let arguments = vec![Type::Int(IntType::U64); fields.len()];
    let allowed = Allowed { name: KERNEL, arguments: &arguments, result: None, address };
    let linked = func.linked(&[allowed]).map_err(|error| refused(&error))?;
    jit.function(&linked).map_err(|error| match error {
        FuncError::Build(error) => error.into(),
        other => refused(&other),
    })
}

/// The name by which the function calls the kernel.
const KERNEL: &str = "kernel";

/// The text of the function.
fn source(fields: &[Field]) -> Result<String, Failure> {
    let types = vec!["u64"; fields.len()].join(", ");
    let mut source = format!("extern f0 \"{KERNEL}\" ({types})\nfunc \"dispatched\" (i0) {{\n");
    for (number, Field { offset, bytes }) in (1..).zip(fields) {
        // Addresses, narrow values and values have registers of their own, as they have types of their own.
        let (read, narrow) = (number + fields.len(), number + 2 * fields.len());
        // A text takes whatever is written.
        _ = writeln!(source, "load.u64 i{number}, [i0 + {offset}]");
        _ = match bytes {
            0 => writeln!(source, "copy i{read}, i{number}"),
            4 => writeln!(source, "load.u32 i{narrow}, [i{number}]\nconvert.u64.u32 i{read}, i{narrow}"),
            8 => writeln!(source, "load.u64 i{read}, [i{number}]"),
            other => return Err(Failure::invalid(format!("bytes of a field is {other}: must be 0, 4 or 8"))),
        };
    }
    (1..=fields.len()).for_each(|number| _ = writeln!(source, "pass.u64 i{}", number + fields.len()));
    source.push_str("call f0\n}\n");
    Ok(source)
}

//! Single multiplications: `C = epilogue(alpha * sum of A[i] * B[i] + beta * C)`.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

mod call;
mod spec;

pub use call::{CallNumbers, Operands};
pub use spec::{BatchKind, FactorKind, Layout, MAX_LINKS, MAX_PARAMETERS, Matrix, PolicyKind, RUNTIME, Spec};

use crate::foreign;
use crate::jit::Jit;
use crate::status::{Failure, Status, check_stack, guard};
use std::ffi::{c_char, c_void};
use std::mem::transmute;
use tensmith::element::{BF16, F16};
use tensmith::gemm::{self, Batch, Numbers, RawBlocks, RawInputs};
use tensmith::{DType, Element};
use tensmith_core::kernel::KernelSpec;

/// One multiplication, made for one machine. Threads may share it, and call it at the same time. It allocates
/// nothing in calls, unless it is by the scalar reference.
#[derive(Debug)]
pub struct Gemm(Kind);

#[derive(Debug)]
enum Kind {
    F32(gemm::Gemm<f32>),
    F64(gemm::Gemm<f64>),
    F16(gemm::Gemm<F16>),
    BF16(gemm::Gemm<BF16>),
}

/// Does the same with a multiplication in any type.
macro_rules! for_each_type {
    ($gemm:expr, $name:ident => $what:expr) => {
        match &$gemm.0 {
            Kind::F32($name) => $what,
            Kind::F64($name) => $what,
            Kind::F16($name) => $what,
            Kind::BF16($name) => $what,
        }
    };
}

/// The code of a multiplication, as a function of A, B and C. Where its specification leaves something to
/// calls, what `tensmith_gemm_arguments` names follows: distances and numbers as `size_t`, factors as the
/// bits of the number, those of a `float` in the low half of 64 bits.
pub type Kernel = Option<unsafe extern "C" fn(a: *const c_void, b: *const c_void, c: *mut c_void)>;

/// Creates a multiplication.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_create(
    jit: *const Jit,
    spec: *const Spec,
    gemm: *mut *mut Gemm,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(gemm, "gemm") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        // SAFETY: it is a handle (caller's duty).
        let jit = &unsafe { foreign::borrow(jit, "jit") }?.inner;
        // SAFETY: it points to a specification (caller's duty), which begins with its size.
        let spec = unsafe { foreign::versioned(spec, size_of::<Spec>(), "spec") }?;
        // SAFETY: its fields are what they say (caller's duty).
        let (spec, options) = unsafe { spec.read() }?;
        *place = foreign::hand_over(Gemm(match spec.types.output {
            DType::F64 => Kind::F64(jit.gemm(&spec, options)?),
            DType::F16 => Kind::F16(jit.gemm(&spec, options)?),
            DType::BF16 => Kind::BF16(jit.gemm(&spec, options)?),
            _ => Kind::F32(jit.gemm(&spec, options)?),
        }));
        Ok(())
    })
}

/// Multiplies a single pair where nothing is left to calls: `tensmith_gemm_call_with` for what is asked most.
///
/// # Safety
/// Pointers point to matrices of the specification, aligned or not; nothing else writes to A and B, or
/// accesses C, meanwhile.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_call(
    gemm: *const Gemm,
    a: *const c_void,
    b: *const c_void,
    c: *mut c_void,
) -> Status {
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe { call(gemm, &Operands { a, b, c, ..Operands::NOTHING }, None) })
}

/// Multiplies. `numbers` may be null where nothing is left to the call.
///
/// A C that shares an element with a block of A or B, or with an operand of the epilogue that is not
/// C itself, is refused.
///
/// # Safety
/// Pointers point to matrices of the specification, aligned or not; nothing else writes to what is read, or
/// accesses C, meanwhile.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_call_with(
    gemm: *const Gemm,
    operands: *const Operands,
    numbers: *const CallNumbers,
) -> Status {
    guard(|| {
        // SAFETY: it points to operands (caller's duty), which begin with their size.
        let operands = unsafe { foreign::versioned(operands, size_of::<Operands>(), "operands") }?;
        let numbers = match numbers.is_null() {
            true => None,
            // SAFETY: it points to numbers (caller's duty), which begin with their size.
            false => Some(unsafe { foreign::versioned(numbers, size_of::<CallNumbers>(), "numbers") }?),
        };
        // SAFETY: the caller's duties are the same.
        unsafe { call(gemm, &operands, numbers.as_ref()) }
    })
}

/// # Safety
/// Those of [`tensmith_gemm_call_with`].
unsafe fn call(gemm: *const Gemm, operands: &Operands, numbers: Option<&CallNumbers>) -> Result<(), Failure> {
    // SAFETY: it is a handle (caller's duty).
    let gemm = unsafe { foreign::borrow(gemm, "gemm") }?;
    // SAFETY: the caller's duties are the same.
    for_each_type!(gemm, gemm => unsafe { call_as(gemm, operands, numbers) })
}

/// # Safety
/// Those of [`tensmith_gemm_call_with`].
unsafe fn call_as<T: Element>(
    gemm: &gemm::Gemm<T>,
    operands: &Operands,
    numbers: Option<&CallNumbers>,
) -> Result<(), Failure> {
    let spec = gemm.spec();
    let side = |name, address: *const c_void, offsets: *const i64| {
        let is_null = address.is_null() || (matches!(spec.batch, Batch::Offsets { .. }) && offsets.is_null());
        if is_null && spec.has_product() {
            return Err(Failure::new(Status::NullArgument, format!("{name} or its offsets are null")));
        }
        Ok(match spec.batch {
            Batch::Single | Batch::Strided { .. } => RawBlocks::Strided(address.cast::<T>()),
            Batch::Offsets { .. } => RawBlocks::Offsets { origin: address.cast(), offsets },
            Batch::Addresses { .. } => RawBlocks::Addresses(address.cast()),
        })
    };
    let &Operands { a, b, c, offsets_a, offsets_b, .. } = operands;
    let blocks = [side("a", a, offsets_a)?, side("b", b, offsets_b)?];
    if c.is_null() {
        return Err(Failure::new(Status::NullArgument, "c is null"));
    }
    // SAFETY: there are as many (caller's duty).
    let others =
        unsafe { foreign::slice(operands.operands.cast::<*const T>(), operands.operand_count, "operands") }?;
    if let Some(number) = others.iter().position(|other| other.is_null()) {
        return Err(Failure::new(Status::NullArgument, format!("operand {number} of the epilogue is null")));
    }
    let numbers = numbers.map_or_else(Numbers::default, |numbers| numbers.read(spec));
    // SAFETY: the memory is there, and is left alone (caller's duty).
    Ok(unsafe { gemm.call_at(RawInputs { blocks, operands: others }, c.cast(), &numbers) }?)
}

/// Returns the code, to be called without checks; it stays as long as `gemm`. Null if there is
/// none that runs here.
///
/// # Safety
/// `gemm` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_kernel(gemm: *const Gemm) -> Kernel {
    // SAFETY: it is a handle (caller's duty).
    let entry = for_each_type!(unsafe { gemm.as_ref() }?, gemm => gemm.entry())?;
    // SAFETY: it is the beginning of a function of the C calling convention, which takes at
    // least these arguments.
    Some(unsafe {
        transmute::<*const u8, unsafe extern "C" fn(*const c_void, *const c_void, *mut c_void)>(
            entry.as_ptr(),
        )
    })
}

/// Writes the names of all that the code takes to `text`, in order and with spaces between them: `a b c`
/// where nothing is left to calls. End it with `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_arguments(gemm: *const Gemm, text: *mut *mut c_char) -> Status {
    let names = |gemm: &Gemm| {
        let spec = for_each_type!(gemm, gemm => *gemm.spec());
        KernelSpec::Gemm(spec).arguments().map(gemm::Argument::name).collect::<Vec<_>>().join(" ")
    };
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe { write_text(gemm, text, names) })
}

/// Writes to `text` whether there is code, which generator made it, and its predicted cycles, or why there is
/// none. End it with `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_explain(gemm: *const Gemm, text: *mut *mut c_char) -> Status {
    let said = |gemm: &Gemm| for_each_type!(gemm, gemm => format!("{}, {}", gemm.spec(), gemm.status()));
    // SAFETY: the caller's duties are the same.
    guard(|| unsafe { write_text(gemm, text, said) })
}

/// # Safety
/// The pointers point to what they say.
unsafe fn write_text(
    gemm: *const Gemm,
    text: *mut *mut c_char,
    said: impl FnOnce(&Gemm) -> String,
) -> Result<(), Failure> {
    // SAFETY: it is a place for the result (caller's duty).
    let place = unsafe { foreign::place(text, "text") }?;
    // SAFETY: it is a handle (caller's duty).
    let gemm = unsafe { foreign::borrow(gemm, "gemm") }?;
    *place = foreign::hand_over_text(&said(gemm));
    Ok(())
}

/// Destroys a multiplication; null is none.
///
/// # Safety
/// `gemm` is a handle that is not destroyed, and neither it nor its code is used any more; or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_gemm_destroy(gemm: *mut Gemm) {
    // SAFETY: it is a handle that nobody uses any more (caller's duty).
    unsafe { foreign::destroy(gemm) };
}

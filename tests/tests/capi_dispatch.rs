//! Kernels that a process keeps, as functions of a structure.
// Calls stand in a row, as C makes them.
#![allow(unsafe_code, clippy::multiple_unsafe_ops_per_block)]

use std::ffi::{CStr, c_void};
use std::mem::{offset_of, transmute};
use std::ptr;
use tensmith_capi::Status;
use tensmith_capi::dispatch::{Field, tensmith_dispatch};
use tensmith_capi::routine::Address;
use tensmith_capi::status::tensmith_last_error;

/// Some program's structure, in which operands are in no order.
#[repr(C)]
struct Operands {
    out: *mut f32,
    slope: *const f32,
    count: *const u64,
    unused: u32,
    a: *const c_void,
    b: *const c_void,
}

const NOTHING: Operands = Operands {
    out: ptr::null_mut(),
    slope: ptr::null(),
    count: ptr::null(),
    unused: 7,
    a: ptr::null(),
    b: ptr::null(),
};

const fn at(offset: usize) -> Field {
    Field { offset, bytes: 0 }
}

const fn behind(offset: usize, bytes: usize) -> Field {
    Field { offset, bytes }
}

fn dispatched(
    text: &CStr,
    fields: &[Field],
) -> Result<unsafe extern "C" fn(*const Operands), (Status, String)> {
    let mut code: Address = None;
    // SAFETY: it is text, there are as many fields, and a place for the code; what was said is text.
    unsafe {
        let status = tensmith_dispatch(text.as_ptr(), fields.as_ptr(), fields.len(), &raw mut code);
        let said = CStr::from_ptr(tensmith_last_error()).to_string_lossy().into_owned();
        assert_eq!(code.is_some(), status == Status::Ok, "{said}");
        let found =
            code.map(|code| transmute::<unsafe extern "C" fn(), unsafe extern "C" fn(*const Operands)>(code));
        found.ok_or((status, said))
    }
}

#[test]
fn operands_are_read_from_the_structure() {
    let fields = [at(offset_of!(Operands, a)), at(offset_of!(Operands, b)), at(offset_of!(Operands, out))];
    let add = dispatched(c"binary add f32 5x1", &fields).expect("a kernel");
    let (a, b, mut out) = ([1.0f32, 2.0, 3.0, 4.0, 5.0], [10.0f32; 5], [0.0f32; 5]);
    let operands = Operands { out: out.as_mut_ptr(), a: a.as_ptr().cast(), b: b.as_ptr().cast(), ..NOTHING };
    // SAFETY: the structure is that of the fields, and the operands are those of the text.
    unsafe { add(&raw const operands) };
    assert_eq!(out, [11.0, 12.0, 13.0, 14.0, 15.0]);
    // Equal texts and places have the same code; other places another one.
    let again = dispatched(c"binary add f32 5x1", &fields).expect("a kernel");
    let exchanged = [fields[1], fields[0], fields[2]];
    let other = dispatched(c"binary add f32 5x1", &exchanged).expect("a kernel");
    assert_eq!(add as usize, again as usize);
    assert_ne!(add as usize, other as usize);
}

#[test]
fn numbers_are_behind_addresses() {
    let (a, slope, mut out) = ([-4.0f32, 2.0], 0.25f32, [0.0f32; 2]);
    let fields =
        [at(offset_of!(Operands, a)), at(offset_of!(Operands, out)), behind(offset_of!(Operands, slope), 4)];
    let leaky = dispatched(c"unary leaky_relu(?) f32 2x1", &fields).expect("a kernel");
    let operands =
        Operands { out: out.as_mut_ptr(), slope: &raw const slope, a: a.as_ptr().cast(), ..NOTHING };
    // SAFETY: the structure is that of the fields, and the operands are those of the text.
    unsafe { leaky(&raw const operands) };
    assert_eq!(out, [-1.0, 2.0]);

    // Two pairs of 2x2 matrices at addresses, of which the count is behind another one.
    let (x, y, mut sum) = ([1.0f32, 0.0, 0.0, 1.0], [1.0f32, 2.0, 3.0, 4.0], [1.0f32; 4]);
    let (left, right, count) = ([x.as_ptr(), y.as_ptr()], [y.as_ptr(), y.as_ptr()], 2u64);
    let fields = [
        at(offset_of!(Operands, a)),
        at(offset_of!(Operands, b)),
        at(offset_of!(Operands, out)),
        behind(offset_of!(Operands, count), 8),
    ];
    let brgemm = dispatched(c"brgemm f32 2x2x2 batch=? blocks=addresses", &fields).expect("a kernel");
    let operands = Operands {
        out: sum.as_mut_ptr(),
        count: &raw const count,
        a: left.as_ptr().cast(),
        b: right.as_ptr().cast(),
        ..NOTHING
    };
    // SAFETY: as above.
    unsafe { brgemm(&raw const operands) };
    // 1 + Y + Y·Y, column-major.
    assert_eq!(sum, [9.0, 13.0, 19.0, 27.0]);
}

#[test]
fn what_cannot_be_dispatched_is_refused() {
    let two = [at(0), at(8)];
    for (text, fields, status, reason) in [
        (c"unary relu f32 4x4", &two[..1], Status::InvalidArgument, "there are 1 fields: must be 2 (in out)"),
        (c"unary relu f32", &two[..], Status::InvalidText, "text is unary relu f32"),
        (c"unary relu f32 0x4", &two[..], Status::InvalidArgument, "m"),
        (c"unary relu f32 4x4", &[at(0), behind(8, 3)], Status::InvalidArgument, "bytes of a field is 3"),
    ] {
        let (found, said) = dispatched(text, fields).expect_err("a refusal");
        assert!(found == status && said.contains(reason), "{found:?}: {said}");
    }
}

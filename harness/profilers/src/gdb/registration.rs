//! The list of object files that the debugger reads, and the function that it stops in when the list changes.
//!
//! Both are symbols whose names GDB's manual fixes, one of each in a process. Other makers of code bring
//! them, too (LLVM does): so these are weak, which Rust has no word for.
#![allow(unsafe_code)]

use super::image::Image;
use std::arch::global_asm;
use std::ptr::{NonNull, null_mut};
use std::sync::{Mutex, PoisonError};

global_asm!(
    ".pushsection .text.__jit_debug_register_code, \"ax\", %progbits",
    ".weak __jit_debug_register_code",
    ".type __jit_debug_register_code, %function",
    "__jit_debug_register_code: ret",
    ".size __jit_debug_register_code, . - __jit_debug_register_code",
    ".popsection",
    ".pushsection .data.__jit_debug_descriptor, \"aw\", %progbits",
    ".weak __jit_debug_descriptor",
    ".type __jit_debug_descriptor, %object",
    ".balign 8",
    "__jit_debug_descriptor: .4byte 1, 0",
    ".8byte 0, 0",
    ".size __jit_debug_descriptor, . - __jit_debug_descriptor",
    ".popsection",
);

unsafe extern "C" {
    fn __jit_debug_register_code();
    static mut __jit_debug_descriptor: Descriptor;
}

/// `struct jit_descriptor`.
#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    relevant: *mut Entry,
    first: *mut Entry,
}

/// `struct jit_code_entry`.
#[repr(C)]
#[derive(Debug)]
struct Entry {
    next: *mut Entry,
    previous: *mut Entry,
    image: *const u8,
    bytes: u64,
}

/// What happens to an entry: JIT_REGISTER_FN and JIT_UNREGISTER_FN.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Action {
    Register = 1,
    Unregister = 2,
}

/// Held while the list is changed. (Other code generators have locks of their own; there is no common one.)
static LIST: Mutex<()> = Mutex::new(());

/// An object file in the list, until this is dropped.
#[derive(Debug)]
pub(super) struct Registered {
    entry: NonNull<Entry>,
    /// What the entry points to.
    _image: Image,
}

// SAFETY: the entry is on the heap, and any thread accesses it only while it holds `LIST`.
unsafe impl Send for Registered {}

impl Registered {
    /// Puts an object file at the head of the list.
    pub(super) fn new(image: Image) -> Self {
        let bytes = image.bytes();
        let entry = Box::new(Entry {
            next: null_mut(),
            previous: null_mut(),
            image: bytes.as_ptr(),
            bytes: bytes.len() as u64,
        });
        let entry = NonNull::from(Box::leak(entry));
        change(entry, Action::Register, |descriptor, entry| {
            let first = descriptor.first;
            entry.next = first;
            descriptor.first = entry;
            // SAFETY: what is in the list is valid until it is taken out under `LIST`, which is
            // held; it is not `entry`.
            if let Some(first) = unsafe { first.as_mut() } {
                first.previous = entry;
            }
        });
        Self { entry, _image: image }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        change(self.entry, Action::Unregister, |descriptor, entry| {
            // SAFETY: as above; a neighbour is not `entry`.
            match unsafe { entry.previous.as_mut() } {
                Some(previous) => previous.next = entry.next,
                None => descriptor.first = entry.next,
            }
            // SAFETY: as above.
            if let Some(next) = unsafe { entry.next.as_mut() } {
                next.previous = entry.previous;
            }
        });
        // SAFETY: it was leaked by `new`, and is in no list any more.
        drop(unsafe { Box::from_raw(self.entry.as_ptr()) });
    }
}

/// Changes the list for an entry, and has the debugger look at it.
fn change(mut entry: NonNull<Entry>, action: Action, change: impl FnOnce(&mut Descriptor, &mut Entry)) {
    let _held = LIST.lock().unwrap_or_else(PoisonError::into_inner);
    let descriptor = &raw mut __jit_debug_descriptor;
    // SAFETY: the symbol is of this layout by GDB's manual, and `LIST` is held.
    let descriptor = unsafe { &mut *descriptor };
    // SAFETY: the entry is valid until `drop` frees it, and `LIST` is held.
    change(descriptor, unsafe { entry.as_mut() });
    descriptor.action = action as u32;
    descriptor.relevant = entry.as_ptr();
    // SAFETY: it does nothing; a debugger stops there, and only reads.
    unsafe { __jit_debug_register_code() };
}

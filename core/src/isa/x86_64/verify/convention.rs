//! What calling conventions ask of the function that is called.

use super::registers::RegisterSet;

/// What a calling convention asks of a function.
#[derive(Clone, Copy, Debug)]
pub struct Convention {
    /// The registers that it preserves. The stack pointer is not among them: it has rules of its own.
    pub(super) preserved: RegisterSet,
    /// The number of integer or pointer arguments that come in registers. Others are on the stack, in order,
    /// each in eight bytes.
    pub(super) arguments: usize,
    /// The bytes between the return address and the arguments on the stack, which are the function's own.
    pub(super) shadow: i64,
}

/// The convention of the System V ABI for AMD64 (section 3.2): Linux, macOS, the BSDs. The bytes below the
/// stack pointer, which it leaves to a function, too, are not used.
pub const SYSTEM_V: Convention =
    Convention { preserved: RegisterSet::of(&[3, 5, 12, 13, 14, 15], &[]), arguments: 6, shadow: 0 };

/// The convention of Windows ("x64 calling convention" in Microsoft's documentation).
pub const WINDOWS: Convention = Convention {
    preserved: RegisterSet::of(&[3, 5, 6, 7, 12, 13, 14, 15], &[6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
    arguments: 4,
    shadow: 32,
};

//! The first instructions: down to EL1, vector registers as they are to be, a stack, and memory that is zero.

use crate::vectors;
use core::arch::global_asm;

/// What the stack is filled with before it is used.
const UNUSED: u64 = 0xa5a5_a5a5_a5a5_a5a5;

global_asm!(
    r#"
.section .text.boot, "ax"
.global _start
_start:
    mrs     x19, currentel
    lsr     x19, x19, #2
    cmp     x19, #2
    b.ne    1f

    // EL2: EL1 is of 64 bits, may compute with vectors, and begins without memory management.
    mov     x0, #(1 << 31)
    msr     hcr_el2, x0
    mov     x0, #0x33ff
    msr     cptr_el2, x0
    ldr     x0, ={sctlr}
    msr     sctlr_el1, x0
    mov     x0, #0x3c5
    msr     spsr_el2, x0
    adr     x0, 1f
    msr     elr_el2, x0
    isb
    eret

1:  ldr     x0, ={sctlr}
    msr     sctlr_el1, x0
    ldr     x0, ={cpacr}
    msr     cpacr_el1, x0
    ldr     x0, =vectors
    msr     vbar_el1, x0
    isb

    ldr     x0, =__bss
    ldr     x1, =__bss_end
2:  cmp     x0, x1
    b.hs    3f
    stp     xzr, xzr, [x0], #16
    b       2b
3:  ldr     x0, =__stack
    ldr     x1, =__stack_end
    ldr     x2, ={unused}
4:  str     x2, [x0], #8
    cmp     x0, x1
    b.lo    4b
    mov     sp, x1
    mov     x0, x19
    bl      main
"#,
    // The bits of SCTLR_EL1 that are 1 in Armv8.0 (RES1).
    sctlr = const 0x30d0_0800_u64,
    cpacr = const vectors::AT_START,
    unused = const UNUSED,
);

unsafe extern "C" {
    static __stack: u64;
    static __stack_end: u64;
}

/// How many bytes of the stack have ever been used.
pub fn stack_used() -> usize {
    let (start, end) = (&raw const __stack, &raw const __stack_end);
    let words = (end.addr() - start.addr()) / 8;
    // SAFETY: the words of the stack are readable; it grows from its end, far from the first ones.
    let unused = (0..words).take_while(|word| unsafe { start.add(*word).read_volatile() } == UNUSED);
    (words - unused.count()) * 8
}

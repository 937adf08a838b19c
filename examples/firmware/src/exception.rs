//! Exceptions: none is expected, but where a mutant asks for one. Each says what it was, and ends the
//! image with its class.

use crate::host;
use core::arch::{asm, global_asm};

global_asm!(
    r#"
.section .text, "ax"
.balign 2048
.global vectors
vectors:
.rept 16
    b       exception
    .balign 128
.endr
"#
);

#[unsafe(no_mangle)]
extern "C" fn exception() -> ! {
    let (syndrome, address, at): (u64, u64, u64);
    // SAFETY: reading these registers has no effect.
    unsafe {
        asm!(
            "mrs {}, esr_el1", "mrs {}, far_el1", "mrs {}, elr_el1",
            out(reg) syndrome, out(reg) address, out(reg) at, options(nomem, nostack)
        );
    }
    let class = syndrome >> 26 & 0x3f;
    let what = match class {
        0x07 => "vector registers are off",
        0x21 => "instruction abort",
        0x25 => "data abort",
        _ => "exception",
    };
    let why = match syndrome & 0x3f {
        0x04..=0x07 => "translation fault",
        0x0c..=0x0f => "permission fault",
        0x21 => "alignment fault",
        _ => "other fault",
    };
    host::say(what);
    host::say(", ");
    host::say(why);
    for (name, value) in [(": syndrome ", syndrome), (", address ", address), (", at ", at)] {
        host::say(name);
        host::say_hex(value);
    }
    host::say("\n");
    host::exit(class as u8)
}

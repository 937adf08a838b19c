//! Unwind tables of code by hand, as the manuals of the calling conventions have them.

use tensmith_core::Target;
use tensmith_core::isa::{SavedRegister, UnwindRow};

/// The rows of assembly text of a function with some arguments.
fn rows(target: &str, arguments: usize, text: &str) -> Vec<UnwindRow> {
    let target = Target::named(target).unwrap();
    let code = target.assemble(text).unwrap();
    target.unwind(&code, arguments).unwrap()
}

fn row(from: usize, depth: u32, saved: &[(u16, u32)]) -> UnwindRow {
    let saved = saved.iter().map(|&(number, below)| SavedRegister { number, below }).collect();
    UnwindRow { from, depth, saved }
}

#[test]
fn a_leaf_has_one_row() {
    assert_eq!(rows("neoverse-v2", 1, "bti c\nadd x0, x0, #1\nret\n"), [row(0, 0, &[])]);
    // The return address is below the frame's address.
    assert_eq!(rows("zen5", 1, "endbr64\nlea rax, [rdi + 1]\nret\n"), [row(0, 8, &[(16, 8)])]);
}

#[test]
fn pushed_registers_are_below_the_return_address() {
    let text = "endbr64\npush rbx\npush r12\nlea rsp, [rsp - 24]\nmov rbx, rdi\nmov r12, rdi\n\
                lea rsp, [rsp + 24]\npop r12\npop rbx\nret\n";
    let (rbx, r12, address) = ((3, 16), (12, 24), (16, 8));
    assert_eq!(
        rows("zen5", 1, text),
        [
            row(0, 8, &[address]),
            row(5, 16, &[address, rbx]),
            row(7, 24, &[address, rbx, r12]),
            row(12, 48, &[address, rbx, r12]),
            row(23, 24, &[address, rbx, r12]),
            row(25, 16, &[address, rbx]),
            row(26, 8, &[address]),
        ]
    );
}

#[test]
fn stored_pairs_have_places_of_their_own() {
    let text = "bti c\nstp x19, x30, [sp, #-48]!\nstp d8, d9, [sp, #16]\nstr d10, [sp, #32]\nmov x19, x0\n\
                mov x30, x1\nfmov d8, x0\nldr d10, [sp, #32]\nldp d8, d9, [sp, #16]\nldp x19, x30, [sp], #48\nret\n";
    let (x19, x30, d8, d9, d10) = ((19, 48), (30, 40), (72, 32), (73, 24), (74, 16));
    assert_eq!(
        rows("neoverse-v2", 2, text),
        [
            row(0, 0, &[]),
            row(8, 48, &[x19, x30]),
            row(12, 48, &[x19, x30, d8, d9]),
            row(16, 48, &[x19, x30, d8, d9, d10]),
            row(40, 0, &[]),
        ]
    );
}

/// Behind an early return, the frame is what it was at the branch there.
#[test]
fn rows_follow_paths_and_not_places() {
    let text = "bti c\nstr x19, [sp, #-16]!\ncbz x0, #16\nmov x19, x0\nldr x19, [sp], #16\nret\n\
                ldr x19, [sp], #16\nret\n";
    let x19 = (19, 16);
    assert_eq!(
        rows("neoverse-v2", 1, text),
        [row(0, 0, &[]), row(8, 16, &[x19]), row(20, 0, &[]), row(24, 16, &[x19]), row(28, 0, &[])]
    );
}

#[test]
fn broken_code_has_no_table() {
    let target = Target::named("neoverse-v2").unwrap();
    let code = target.assemble("bti c\nmov x19, x0\nret\n").unwrap();
    assert!(target.unwind(&code, 1).unwrap_err().to_string().contains("x19"));
    assert!(target.unwind(&code[..5], 1).is_err());
}

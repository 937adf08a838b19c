//! tensmith without an operating system: an image that makes kernels in a static pool, checks them, and ends.
//!
//! It runs on qemu's `virt` (`cargo xtask test "firmware in full"`), started at EL1 or EL2. The words after
//! the image's name on its command line choose what it does: see [`Mode`]. Exit status 0 means that
//! everything was as it should be; an exception ends with its class (`exception.rs`), a panic with 101.
//!
//! What a user of tensmith has to write for a machine is in `platform.rs`; the rest is what any firmware has.
#![no_std]
#![no_main]

extern crate alloc;

mod checks;
mod heap;
mod mutants;
mod refused;

use core::panic::PanicInfo;
use firmware::{boot, host, mmu, platform, println};
use tensmith_core::Target;
use tensmith_core::code::memory::pool::{Guard, Pool, Unguarded};

/// What the command line asks for.
#[derive(Clone, Copy, Debug)]
struct Mode {
    /// `mmu`: memory is Normal and protected. Otherwise all of it is Device memory, writable and executable,
    /// where unaligned vectors fault, and kernels are made for that. (qemu before 9 does not know of it by
    /// itself, and is told by `SCTLR_EL1.A`.)
    is_protected: bool,
    /// `brief`: few kernels, where each executed instruction is traced.
    is_brief: bool,
    /// `refuse`: the allocator refuses each request once.
    refuses: bool,
    /// `unprotected`, `overwrite`, …: something that must not work.
    mutant: Option<mutants::Mutant>,
}

#[unsafe(no_mangle)]
extern "C" fn main(level: u64) -> ! {
    let mut line = [0; 128];
    let line = host::command_line(&mut line);
    let asked = |word| line.split(' ').any(|other| other == word);
    let mode = Mode {
        is_protected: asked("mmu"),
        is_brief: asked("brief"),
        refuses: asked("refuse"),
        mutant: mutants::Mutant::ALL.into_iter().find(|mutant| asked(mutant.name())),
    };
    heap::begin();
    mmu::begin(mode.is_protected);
    let target = platform::target();
    println!("started at EL{level} on {}: {mode:?}", target.core.name);
    match (mode.mutant, mode.is_protected) {
        (Some(mutants::Mutant::Unprotected), _) => work(target, mode, mutants::Unprotecting),
        (_, true) => work(target, mode, platform::Tables),
        // SAFETY: without tables, all memory can be fetched from.
        (_, false) => work(target, mode, unsafe { Unguarded::new() }),
    }
    println!("stack {} bytes, heap {} bytes at most", boot::stack_used(), heap::most());
    println!("all is well");
    host::exit(0)
}

/// Does what a mode is for, with code in the pool under a guard.
fn work(target: Target, mode: Mode, guard: impl Guard) {
    let pool = Pool::new(platform::pool(), guard).expect("memory for a pool");
    let (free, live) = (pool.free(), heap::live());
    if let Some(mutant) = mode.mutant {
        mutant.try_it(target, &pool);
    }
    let checked = match mode.is_protected {
        true => target,
        false => target.strictly_aligned().expect("AArch64 has such accesses"),
    };
    if mode.mutant != Some(mutants::Mutant::Unsynchronized) {
        checks::all(checked, &pool, if mode.is_brief { 1 } else { usize::MAX });
    }
    if mode.refuses {
        refused::all(target, &pool);
    }
    assert_eq!((pool.free(), heap::live()), (free, live), "everything was given back");
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    host::exit(101)
}

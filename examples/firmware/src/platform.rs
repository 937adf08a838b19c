//! All that tensmith asks of a machine: memory for code, how to protect it, and which core it is.

use crate::mmu;
use core::{mem::MaybeUninit, num::NonZero, ptr::NonNull};
use tensmith_core::{Target, code::Refusal, code::memory::pool::Guard};

/// The guard of a pool whose pages the tables map one by one.
pub struct Tables;

// SAFETY: the tables map the pool; what they say of a page holds for every core when `mmu::set` returns.
unsafe impl Guard for Tables {
    fn page(&self) -> NonZero<usize> {
        const { NonZero::new(mmu::PAGE).unwrap() }
    }
    unsafe fn executable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        mmu::set(pages, mmu::CODE);
        Ok(())
    }
    unsafe fn writable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        mmu::set(pages, mmu::DATA);
        Ok(())
    }
}

/// The memory that the linker sets aside for code; to be asked for once.
pub fn pool() -> &'static mut [MaybeUninit<u8>] {
    let (start, end) = mmu::pool();
    // SAFETY: nothing else uses the memory, and this is called once.
    unsafe { core::slice::from_raw_parts_mut(start.cast(), end.addr() - start.addr()) }
}

/// The core that this runs on.
pub fn target() -> Target {
    let midr: u64;
    // SAFETY: reading the register has no effect.
    unsafe { core::arch::asm!("mrs {}, midr_el1", out(reg) midr, options(nomem, nostack)) };
    Target::of_midr(midr)
}

//! Memory management: blocks of 2 MiB as the linker's script cuts them, and pages of 4 KiB for the pool.
//! Nothing that is writable is executable (`SCTLR_EL1.WXN`), and code is read-only.

use core::arch::asm;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};

/// The size of a page, in bytes.
pub const PAGE: usize = 4096;

#[repr(C, align(4096))]
struct Table([AtomicU64; 512]);

impl Table {
    const fn new() -> Self {
        Self([const { AtomicU64::new(0) }; 512])
    }

    fn set(&self, index: usize, descriptor: u64) {
        // An index that is out of range changes nothing.
        if let Some(entry) = self.0.get(index) {
            entry.store(descriptor, Ordering::Relaxed);
        }
    }

    /// The descriptor of a place that another table says more of.
    fn descriptor(&'static self) -> u64 {
        (&raw const *self) as u64 | 3
    }
}

/// 1 GiB an entry, from 0 on.
static GIGABYTES: Table = Table::new();
/// 2 MiB an entry, from [`MEMORY`] on.
static BLOCKS: Table = Table::new();
/// 4 KiB an entry, of the pool.
static PAGES: Table = Table::new();

/// The address where memory begins.
const MEMORY: usize = 0x4000_0000;
const BLOCK: usize = 2 << 20;

const BLOCK_ENTRY: u64 = 1;
const PAGE_ENTRY: u64 = 3;
const ACCESSED: u64 = 1 << 10;
const INNER_SHAREABLE: u64 = 3 << 8;
const READ_ONLY: u64 = 1 << 7;
const DEVICE: u64 = 1 << 2;
const PRIVILEGED_NEVER: u64 = 1 << 53;
const USER_NEVER: u64 = 1 << 54;

/// Memory to read and write.
pub const DATA: u64 = ACCESSED | INNER_SHAREABLE | PRIVILEGED_NEVER | USER_NEVER;
/// Memory to read and execute.
pub const CODE: u64 = ACCESSED | INNER_SHAREABLE | READ_ONLY | USER_NEVER;

unsafe extern "C" {
    static __writable: u8;
    static mut __pool: u8;
    static mut __pool_end: u8;
}

/// Where the memory for code begins and ends.
pub fn pool() -> (*mut u8, *mut u8) {
    (&raw mut __pool, &raw mut __pool_end)
}

/// Turns memory management on, or strict alignment.
pub fn begin(is_on: bool) {
    const STRICT: u64 = 1 << 1;
    // M, C, I, WXN.
    const MANAGED: u64 = 1 | 1 << 2 | 1 << 12 | 1 << 19;
    let control = if is_on { MANAGED } else { STRICT };
    write_tables();
    // Attribute 0 is Normal memory, written back; 1 is Device memory.
    const ATTRIBUTES: u64 = 0xff;
    // Addresses of 39 bits in pages of 4 KiB, tables cached and shared; nothing in the upper half.
    const TRANSLATION: u64 = 25 | 1 << 8 | 1 << 10 | 3 << 12 | 1 << 23;
    // SAFETY: every address in use is mapped to itself, with the permissions that its use needs.
    unsafe {
        asm!(
            "msr mair_el1, {attributes}",
            "msr tcr_el1, {translation}",
            "msr ttbr0_el1, {tables}",
            "isb",
            "tlbi vmalle1",
            "dsb ish",
            "isb",
            "mrs {scratch}, sctlr_el1",
            "orr {scratch}, {scratch}, {control}",
            "msr sctlr_el1, {scratch}",
            "isb",
            attributes = in(reg) ATTRIBUTES,
            translation = in(reg) TRANSLATION,
            tables = in(reg) &raw const GIGABYTES,
            control = in(reg) control,
            scratch = out(reg) _,
            options(nostack)
        );
    }
}

fn write_tables() {
    GIGABYTES.set(0, BLOCK_ENTRY | DEVICE | ACCESSED | PRIVILEGED_NEVER | USER_NEVER);
    GIGABYTES.set(1, BLOCKS.descriptor());
    let (writable, pool) = ((&raw const __writable).addr(), pool().0.addr());
    for index in 0..512 {
        let address = MEMORY + index * BLOCK;
        let attributes = if (0x4020_0000..writable).contains(&address) { CODE } else { DATA };
        BLOCKS.set(index, address as u64 | attributes | BLOCK_ENTRY);
    }
    for index in 0..512 {
        PAGES.set(index, (pool + index * PAGE) as u64 | DATA | PAGE_ENTRY);
    }
    BLOCKS.set((pool - MEMORY) / BLOCK, PAGES.descriptor());
}

/// Changes what may be done with some pages of the pool, on every core.
pub fn set(pages: NonNull<[u8]>, attributes: u64) {
    let pool = pool().0.addr();
    let start = pages.addr().get();
    for address in (start..start + pages.len()).step_by(PAGE) {
        PAGES.set((address - pool) / PAGE, address as u64 | attributes | PAGE_ENTRY);
        // SAFETY: barriers, and the end of a translation, which is looked up again.
        unsafe { asm!("dsb ishst", "tlbi vaae1is, {}", in(reg) address as u64 >> 12, options(nostack)) };
    }
    // SAFETY: barriers.
    unsafe { asm!("dsb ish", "isb", options(nostack)) };
}

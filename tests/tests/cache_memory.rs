//! That kernels which were given up leave no memory behind. Alone in its program, so that no other
//! test takes any.
#![cfg(target_os = "linux")]

use std::fs;
use tensmith_core::cache::{Cache, Value};
use tensmith_core::code::{Block, CodeMemory};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Key, Matrix};
use tensmith_core::{DType, OutOfMemory, Target};
use tensmith_tests::{kernels, nightly};

/// Code in executable memory, which any host has.
#[derive(Clone, Debug)]
struct Published(Block);

impl Value for Published {
    fn bytes(&self) -> usize {
        self.0.bytes().len().max(4096)
    }
}

/// Multiplications that are small and all different.
fn spec(number: usize) -> KernelSpec {
    let (m, n, ld) = (1 + number % 4, 1 + number / 4 % 4, 4 + number / 16);
    let (a, b, c) = (Matrix::column_major(ld), Matrix::column_major(4), Matrix::column_major(4));
    let (alpha, beta, batch) = (Factor::One, Factor::Zero, Batch::Single);
    KernelSpec::Gemm(GemmSpec {
        types: DType::F32.into(),
        m,
        n,
        k: 2,
        a,
        b,
        c,
        alpha,
        beta,
        batch,
        epilogue: Chain::EMPTY,
    })
}

/// The memory that may come and go, in KiB. An emulator keeps translated code, and gives back late what it no
/// longer needs; a page for each kernel would be nine times as much as that.
fn slack() -> usize {
    if nightly::is_emulated() { 4096 } else { 512 }
}

/// The resident memory of this process, in KiB: `VmRSS` of proc(5).
fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("/proc is mounted");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("as in proc(5)");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
fn kernels_that_were_given_up_leave_no_memory_behind() {
    let (registry, target) = (kernels::registry(), Target::generic());
    let cache = Cache::<Key, Published, OutOfMemory>::new(64 * 4096);
    let make = |number| {
        let spec = spec(number);
        let publish =
            || Ok(Published(kernels::memory().publish(&kernels::code(&registry, &spec, &target)).unwrap()));
        cache.get_or_make(&spec, publish).unwrap();
    };
    let total = nightly::scaled(10_000, 1_000_000);
    (0..total / 10).for_each(make);
    let early = resident();
    (total / 10..total).for_each(make);
    let late = resident();
    let counts = cache.statistics();
    assert_eq!((counts.misses, counts.evictions, counts.values), (total as u64, total as u64 - 64, 64));
    assert!(late <= early + slack(), "{early} KiB after {} kernels, {late} KiB after {total}", total / 10);
}

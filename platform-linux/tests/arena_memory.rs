//! How much memory and how many mappings many kernels take. Alone in its program, so that no
//! other test takes any.
#![cfg(target_os = "linux")]

mod machine;
mod maps;

use machine::{called, returns};
use maps::mappings;
use std::fs;
use tensmith_core::code::{Block, CodeMemory};
use tensmith_platform_linux::{HostMemory, Strategy};

/// The resident memory of this process, in KiB: `VmRSS` of proc(5).
fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("/proc is mounted");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("as in proc(5)");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// An emulator takes memory for itself, and time: it gets fewer kernels, and only their mappings are counted.
fn is_emulated() -> bool {
    std::env::var_os("TENSMITH_RUNNER").is_some()
}

/// Code of 128 to 640 bytes, as small kernels have.
fn code(number: usize) -> Vec<u8> {
    let mut code = returns(number as u16);
    code.resize(128 + number * 37 % 512, 0);
    code
}

#[test]
fn kernels_take_little_more_than_their_code_and_leave_nothing() {
    let (live, passing) = if is_emulated() { (2000, 2000) } else { (100_000, 1_000_000) };
    for strategy in [Strategy::Protect, Strategy::SealedFile] {
        let memory = HostMemory::with(strategy).unwrap();
        let (before, mapped) = (resident(), mappings().len());
        let blocks: Vec<Block> = (0..live).map(|number| memory.publish(&code(number)).unwrap()).collect();
        let (taken, counts) = (resident().saturating_sub(before), memory.counts());
        let more = mappings().len().saturating_sub(mapped);
        println!("{strategy}: {live} kernels take {taken} KiB in {more} mappings: {counts:?}");
        assert_eq!(counts.extents, live);
        assert!(counts.used <= live * 448 && counts.mapped <= counts.used + (1 << 20), "{counts:?}");
        assert!(more <= 100, "{more} mappings");
        assert!(is_emulated() || taken <= 60 << 10, "{taken} KiB");
        for (number, block) in blocks.iter().enumerate().step_by(live / 500) {
            assert_eq!(called(block), number as u64 & 0xffff);
        }
        drop(blocks);
        assert_eq!(memory.counts().chunks, 0);

        let share = if strategy == Strategy::Protect { passing } else { passing / 10 };
        let mut window: Vec<Option<Block>> = vec![None; 100];
        let mut pass = |numbers: std::ops::Range<usize>| {
            for number in numbers {
                window[number * 7 % 100] = Some(memory.publish(&code(number)).unwrap());
            }
        };
        pass(0..share / 10);
        let early = resident();
        pass(share / 10..share);
        let late = resident();
        println!("{strategy}: {early} KiB after {} kernels, {late} KiB after {share}", share / 10);
        assert!(is_emulated() || late <= early + 512, "{early} KiB, then {late} KiB");
        assert!(memory.counts().chunks <= 1, "{:?}", memory.counts());
    }
}

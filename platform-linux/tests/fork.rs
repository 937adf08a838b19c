//! A forked process and its parent: each runs the kernels that both had, whatever the other
//! publishes in their place.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

mod machine;

use machine::{called, returns};
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use tensmith_core::code::{Block, CodeMemory};
use tensmith_platform_linux::{HostMemory, Strategy};

fn pipe() -> (std::fs::File, std::fs::File) {
    let mut ends = [0; 2];
    // SAFETY: pipe(2) writes two numbers.
    assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0);
    // SAFETY: the files were opened for this.
    let [read, write] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
    (read.into(), write.into())
}

/// Drops the code in two places, and publishes other code there.
fn replace(memory: &HostMemory, blocks: &mut [Block], values: [u16; 2]) {
    for (nth, value) in values.into_iter().enumerate() {
        let place = blocks[nth].start();
        blocks[nth] = blocks[49].clone();
        blocks[nth] = memory.publish(&returns(value)).expect("memory");
        assert_eq!(blocks[nth].start(), place, "the lowest place that is free");
    }
}

fn all(blocks: &[Block], values: impl Iterator<Item = u64>) -> bool {
    blocks.iter().map(called).eq(values)
}

#[test]
fn parent_and_child_cannot_change_each_others_code() {
    for strategy in [Strategy::Protect, Strategy::SealedFile] {
        let memory = HostMemory::with(strategy).unwrap();
        let mut blocks: Vec<_> = (0..50).map(|value| memory.publish(&returns(value)).unwrap()).collect();
        let (mut said, mut say) = pipe();
        let (mut heard, mut hear) = pipe();
        // SAFETY: no other thread of this program publishes or allocates: its only test does nothing else.
        // The child ends by _exit(2).
        let child = unsafe { libc::fork() };
        assert!(child >= 0);
        if child == 0 {
            let mut byte = [0];
            // When the parent has replaced its code, this process still has its own, and
            // replaces it by another.
            let mut fine = said.read_exact(&mut byte).is_ok();
            fine &= all(&blocks, 0..50);
            replace(&memory, &mut blocks, [200, 201]);
            fine &= all(&blocks, [200, 201].into_iter().chain(2..50));
            fine &= hear.write_all(&[1]).is_ok();
            // SAFETY: ends the process, without what its parent would do at its end.
            unsafe { libc::_exit(if fine { 0 } else { 1 }) };
        }
        replace(&memory, &mut blocks, [100, 101]);
        assert!(all(&blocks, [100, 101].into_iter().chain(2..50)));
        say.write_all(&[1]).unwrap();
        let mut byte = [0];
        heard.read_exact(&mut byte).unwrap();
        assert!(all(&blocks, [100, 101].into_iter().chain(2..50)), "by {strategy}");
        let mut status = 0;
        // SAFETY: waitpid(2) writes one number.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert_eq!(status, 0, "the child's code, by {strategy}");
    }
}

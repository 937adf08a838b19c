//! Publishing code on the Linux that runs this, by each strategy.
#![cfg(target_os = "linux")]

mod machine;
mod maps;

use machine::{called, returned, returns, returns_on_aarch64, returns_on_x86_64};
use maps::permissions;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::code::{Architecture, CodeMemory, MemoryError, Refusal};
use tensmith_platform_linux::{HostMemory, Reason, Strategy};

/// Memory of each strategy.
fn memories() -> [HostMemory; 2] {
    [Strategy::Protect, Strategy::SealedFile].map(|strategy| HostMemory::with(strategy).unwrap())
}

#[test]
fn the_first_strategy_is_open_here() {
    let memory = HostMemory::probe().unwrap();
    // Both are there; which is first depends on how the system accounts for memory.
    let strict = std::fs::read("/proc/sys/vm/overcommit_memory").unwrap().starts_with(b"2");
    let expected = if strict { Strategy::SealedFile } else { Strategy::Protect };
    assert_eq!((memory.strategy(), memory.reason() == Reason::StrictAccounting), (expected, strict));
}

#[test]
fn published_code_is_called_on_its_architecture_and_refused_elsewhere() {
    let x86_64 = [0xb8, 0x05, 0x00, 0x00, 0x00, 0xc3];
    let aarch64 = [0x5f, 0x24, 0x03, 0xd5, 0xa0, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6];
    assert_eq!((returns_on_aarch64(5), returns_on_x86_64(5)), (aarch64.to_vec(), x86_64.to_vec()));
    for memory in memories() {
        for (code, architecture, runs) in [
            (&aarch64[..], Architecture::AARCH64, cfg!(target_arch = "aarch64")),
            (&x86_64[..], Architecture::X86_64, cfg!(target_arch = "x86_64")),
        ] {
            let block = memory.publish(code).unwrap();
            assert_eq!(block.bytes(), code);
            assert_eq!(returned(&block, architecture), runs.then_some(5), "{architecture:?}");
        }
    }
}

#[test]
fn published_code_is_readable_and_executable_only() {
    for memory in memories() {
        let block = memory.publish(&returns(1)).unwrap();
        assert_eq!(permissions(block.start().as_ptr()).as_deref(), Some("r-xp"));
    }
}

#[test]
fn pieces_published_together_are_in_order() {
    let pieces: Vec<Vec<u8>> = (0..1000).map(|i| returns(i).repeat(1 + usize::from(i) % 20)).collect();
    let codes: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    for memory in memories() {
        let blocks = memory.publish_all(&codes).unwrap();
        assert_eq!(blocks.len(), codes.len());
        let mut free = blocks[0].start().as_ptr() as usize;
        for (block, code) in blocks.iter().zip(&codes) {
            let start = block.start().as_ptr() as usize;
            assert_eq!(start, free.next_multiple_of(ALIGNMENT));
            assert_eq!(block.bytes(), *code);
            free = start + code.len();
        }
        for (value, block) in (0..).zip(blocks) {
            assert_eq!(called(&block), value);
        }
    }
}

#[test]
fn code_published_by_one_thread_runs_on_others() {
    for memory in memories() {
        let block = memory.publish(&returns(77)).unwrap();
        std::thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(|| called(&block)));
            for thread in threads {
                assert_eq!(thread.join().unwrap(), 77);
            }
        });
    }
}

#[test]
fn code_published_in_its_place_is_never_that_of_before() {
    for memory in memories() {
        let kept = memory.publish(&returns(1000)).unwrap();
        let first = memory.publish(&returns(0)).unwrap().start();
        for value in 0..200 {
            let block = memory.publish(&returns(value)).unwrap();
            assert_eq!((block.start(), called(&block)), (first, u64::from(value)));
        }
        assert_eq!(called(&kept), 1000);
    }
}

#[test]
fn no_code_is_refused() {
    for memory in memories() {
        assert_eq!(memory.publish(&[]).unwrap_err(), MemoryError::Empty);
        assert_eq!(memory.publish_all(&[]).unwrap_err(), MemoryError::Empty);
        assert_eq!(memory.publish_all(&[&returns(1), &[]]).unwrap_err(), MemoryError::Empty);
    }
}

#[test]
fn more_than_the_address_space_holds_is_refused() {
    // The same 2^30 bytes, never touched, 2^18 times: 2^48 bytes.
    let piece = vec![0; 1 << 30];
    let pieces = vec![piece.as_slice(); 1 << 18];
    let error = HostMemory::with(Strategy::Protect).unwrap().publish_all(&pieces).unwrap_err();
    assert_eq!(
        error,
        MemoryError::Refused { step: "reserve", bytes: 1 << 48, refusal: Refusal::Os(libc::ENOMEM) }
    );
    assert_eq!(
        error.to_string(),
        "reserve of 281474976710656 bytes of executable memory was refused: OS error 12"
    );
}

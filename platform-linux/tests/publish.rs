//! Publishing code on the Linux that runs this.
#![cfg(target_os = "linux")]

mod maps;

use maps::permissions;
use tensmith_core::code::entry::Kernel;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::code::{Architecture, CodeMemory, MemoryError};
use tensmith_platform_linux::HostMemory;

/// `mov x0, #value; ret`.
fn returns(value: u16) -> [u8; 8] {
    let words = [0xd280_0000 | u32::from(value) << 5, 0xd65f_03c0];
    let mut code = [0; 8];
    for (bytes, word) in code.chunks_exact_mut(4).zip(words) {
        bytes.copy_from_slice(&u32::to_le_bytes(word));
    }
    code
}

/// What the kernel returns, or `None` on a machine that cannot execute it.
#[allow(unsafe_code)]
fn called(block: tensmith_core::code::Block) -> Option<u64> {
    let kernel = Kernel::new(block, Architecture::AARCH64).ok();
    assert_eq!(kernel.is_some(), cfg!(target_arch = "aarch64"));
    // SAFETY: all code here is that of `returns`, which takes no arguments.
    kernel.map(|kernel| unsafe { kernel.call(&[0; tensmith_core::kernel::spec::MAX_ARGUMENTS]) })
}

#[test]
fn published_code_is_called_on_aarch64_and_refused_elsewhere() {
    let code = [0xa0, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6];
    assert_eq!(code, returns(5));
    let block = HostMemory.publish(&code).unwrap();
    assert_eq!(block.bytes(), code);
    assert_eq!(called(block), cfg!(target_arch = "aarch64").then_some(5));
}

#[test]
fn published_code_is_readable_and_executable_only() {
    let block = HostMemory.publish(&returns(1)).unwrap();
    assert_eq!(permissions(block.start().as_ptr()).as_deref(), Some("r-xp"));
}

#[test]
fn pieces_published_together_share_one_mapping_in_order() {
    let pieces: Vec<Vec<u8>> = (0..1000).map(|i| returns(i).repeat(1 + usize::from(i) % 20)).collect();
    let codes: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    let blocks = HostMemory.publish_all(&codes).unwrap();
    assert_eq!(blocks.len(), codes.len());
    let mut free = blocks[0].start().as_ptr() as usize;
    for (block, code) in blocks.iter().zip(&codes) {
        let start = block.start().as_ptr() as usize;
        assert_eq!(start, free.next_multiple_of(ALIGNMENT));
        assert_eq!(block.bytes(), *code);
        free = start + code.len();
    }
    for (value, block) in (0..).zip(blocks) {
        assert_eq!(called(block), cfg!(target_arch = "aarch64").then_some(value));
    }
}

#[test]
fn code_published_by_one_thread_runs_on_others() {
    let block = HostMemory.publish(&returns(77)).unwrap();
    std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(|| called(block.clone())));
        for thread in threads {
            assert_eq!(thread.join().unwrap(), cfg!(target_arch = "aarch64").then_some(77));
        }
    });
}

#[test]
fn code_published_in_turn_is_never_that_of_before() {
    for value in 0..200 {
        let block = HostMemory.publish(&returns(value)).unwrap();
        assert_eq!(called(block), cfg!(target_arch = "aarch64").then_some(u64::from(value)));
    }
}

#[test]
fn no_code_is_refused() {
    assert_eq!(HostMemory.publish(&[]).unwrap_err(), MemoryError::Empty);
    assert_eq!(HostMemory.publish_all(&[]).unwrap_err(), MemoryError::Empty);
    assert_eq!(HostMemory.publish_all(&[&returns(1), &[]]).unwrap_err(), MemoryError::Empty);
}

#[test]
fn more_than_the_address_space_holds_is_refused() {
    // The same 2^30 bytes, never touched, 2^18 times: 2^48 bytes.
    let piece = vec![0; 1 << 30];
    let pieces = vec![piece.as_slice(); 1 << 18];
    let error = HostMemory.publish_all(&pieces).unwrap_err();
    assert_eq!(error, MemoryError::Refused { step: "map", bytes: 1 << 48, os_error: libc::ENOMEM });
    assert_eq!(
        error.to_string(),
        "map of 281474976710656 bytes of executable memory was refused: OS error 12"
    );
}

//! When memory is given back. Alone in its program, so that no other test can map
//! anything at the address.
#![cfg(target_os = "linux")]

mod maps;

use maps::permissions;
use tensmith_core::code::CodeMemory;
use tensmith_core::code::memory::arena::{CHUNK, Counts};
use tensmith_platform_linux::{HostMemory, Strategy};

#[test]
fn memory_is_given_back_with_its_last_block() {
    for strategy in [Strategy::Protect, Strategy::SealedFile] {
        let code: &[u8] = &[0xc0, 0x03, 0x5f, 0xd6];
        let memory = HostMemory::with(strategy).unwrap();
        let blocks = memory.publish_all(&[code; 3]).unwrap();
        let address = blocks[1].start().as_ptr();
        let last = blocks[2].clone();
        drop(blocks);
        // Blocks keep their memory, whether it can be published to or not.
        let counts = memory.counts();
        assert_eq!(counts, Counts { chunks: 1, mapped: CHUNK, used: 192, extents: 1 });
        drop(memory);
        assert_eq!(permissions(address).as_deref(), Some("r-xp"));
        assert_eq!(last.bytes(), code);
        drop(last);
        assert_eq!(permissions(address), None);
    }
}

//! When a mapping ends. Alone in its program, so that no other test can map
//! anything at the address.
#![cfg(target_os = "linux")]

mod maps;

use maps::permissions;
use tensmith_core::code::CodeMemory;
use tensmith_platform_linux::HostMemory;

#[test]
fn a_mapping_ends_with_its_last_block() {
    let code: &[u8] = &[0xc0, 0x03, 0x5f, 0xd6];
    let blocks = HostMemory.publish_all(&[code; 3]).unwrap();
    let address = blocks[1].start().as_ptr();
    let last = blocks[2].clone();
    drop(blocks);
    assert_eq!(permissions(address).as_deref(), Some("r-xp"));
    assert_eq!(last.bytes(), code);
    drop(last);
    assert_ne!(permissions(address).as_deref(), Some("r-xp"));
}

//! Publishing code on the Mac that runs this.
#![cfg(target_os = "macos")]

use tensmith_core::code::entry::Kernel;
use tensmith_core::code::{Architecture, CodeMemory, MemoryError};
use tensmith_platform_macos::{HostMemory, host};

/// `mov x0, #5; ret`.
const RETURNS_5: [u8; 8] = [0xa0, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6];

#[test]
#[allow(unsafe_code)]
fn published_code_is_called_on_aarch64_and_refused_elsewhere() {
    let blocks = HostMemory::probe().unwrap().publish_all(&[&RETURNS_5[..]; 100]).unwrap();
    assert_eq!(blocks.len(), 100);
    for block in blocks {
        assert_eq!(block.bytes(), RETURNS_5);
        let kernel = Kernel::new(block, Architecture::AARCH64).ok();
        // SAFETY: the code takes no arguments.
        let returned =
            kernel.map(|kernel| unsafe { kernel.call(&[0; tensmith_core::kernel::spec::MAX_ARGUMENTS]) });
        assert_eq!(returned, cfg!(target_arch = "aarch64").then_some(5));
    }
}

#[test]
fn no_code_is_refused() {
    assert_eq!(HostMemory::probe().unwrap().publish(&[]).unwrap_err(), MemoryError::Empty);
}

#[test]
fn the_host_is_a_target_on_aarch64_only() {
    assert_eq!(host::target().is_ok(), cfg!(target_arch = "aarch64"));
}

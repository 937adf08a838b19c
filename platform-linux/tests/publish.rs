//! Publishing code on the Linux that runs this.
#![cfg(target_os = "linux")]

mod maps;

use maps::permissions;
use tensmith_core::code::entry::Kernel;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::code::{Architecture, Block, CodeMemory, MemoryError, Refusal};
use tensmith_platform_linux::HostMemory;

/// `mov x0, #value; ret` for AArch64.
fn returns_on_aarch64(value: u16) -> Vec<u8> {
    [0xd280_0000 | u32::from(value) << 5, 0xd65f_03c0].into_iter().flat_map(u32::to_le_bytes).collect()
}

/// `mov eax, value; ret` for x86-64.
fn returns_on_x86_64(value: u16) -> Vec<u8> {
    [&[0xb8][..], &u32::from(value).to_le_bytes(), &[0xc3]].concat()
}

/// A function of this machine's architecture that returns a number.
fn returns(value: u16) -> Vec<u8> {
    if cfg!(target_arch = "x86_64") { returns_on_x86_64(value) } else { returns_on_aarch64(value) }
}

/// What a function of an architecture returns, or `None` where the machine at hand cannot execute it.
#[allow(unsafe_code)]
fn returned(block: Block, architecture: Architecture) -> Option<u64> {
    let kernel = Kernel::new(block, architecture).ok();
    // SAFETY: all code here is that of the functions above for this architecture, which take no arguments.
    kernel.map(|kernel| unsafe { kernel.call(&[0; tensmith_core::kernel::spec::MAX_ARGUMENTS]) })
}

/// What a function of this machine's architecture returns.
fn called(block: Block) -> u64 {
    let here = if cfg!(target_arch = "x86_64") { Architecture::X86_64 } else { Architecture::AARCH64 };
    returned(block, here).unwrap()
}

#[test]
fn published_code_is_called_on_its_architecture_and_refused_elsewhere() {
    let (aarch64, x86_64) =
        ([0xa0, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6], [0xb8, 0x05, 0x00, 0x00, 0x00, 0xc3]);
    assert_eq!((returns_on_aarch64(5), returns_on_x86_64(5)), (aarch64.to_vec(), x86_64.to_vec()));
    for (code, architecture, runs) in [
        (&aarch64[..], Architecture::AARCH64, cfg!(target_arch = "aarch64")),
        (&x86_64[..], Architecture::X86_64, cfg!(target_arch = "x86_64")),
    ] {
        let block = HostMemory.publish(code).unwrap();
        assert_eq!(block.bytes(), code);
        assert_eq!(returned(block, architecture), runs.then_some(5), "{architecture:?}");
    }
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
        assert_eq!(called(block), value);
    }
}

#[test]
fn code_published_by_one_thread_runs_on_others() {
    let block = HostMemory.publish(&returns(77)).unwrap();
    std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(|| called(block.clone())));
        for thread in threads {
            assert_eq!(thread.join().unwrap(), 77);
        }
    });
}

#[test]
fn code_published_in_its_place_is_never_that_of_before() {
    for value in 0..200 {
        let block = HostMemory.publish(&returns(value)).unwrap();
        assert_eq!(called(block), u64::from(value));
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
    assert_eq!(
        error,
        MemoryError::Refused { step: "map", bytes: 1 << 48, refusal: Refusal::Os(libc::ENOMEM) }
    );
    assert_eq!(
        error.to_string(),
        "map of 281474976710656 bytes of executable memory was refused: OS error 12"
    );
}

//! A kernel that refuses to make memory executable. Alone in its program, for the
//! refusal holds for the whole process from then on.
#![cfg(target_os = "linux")]

mod maps;

use maps::{mappings, permissions};
use tensmith_core::code::{CodeMemory, MemoryError, Refusal};
use tensmith_platform_linux::HostMemory;

/// Asks the kernel to refuse memory that gains execution (`PR_SET_MDWE`, Linux 6.3)
/// and returns whether it will. Emulators and older kernels do not.
#[allow(unsafe_code)]
fn refuse_executable_memory() -> bool {
    let refuse = libc::c_ulong::from(libc::PR_MDWE_REFUSE_EXEC_GAIN);
    let unused: libc::c_ulong = 0;
    // SAFETY: prctl(2) takes no addresses here; all it does is to have later calls refused.
    unsafe { libc::prctl(libc::PR_SET_MDWE, refuse, unused, unused, unused) == 0 }
}

/// Bytes of address space in use.
fn mapped_bytes() -> usize {
    mappings().iter().map(|(range, _)| range.len()).sum()
}

#[test]
fn refused_protection_is_named_and_leaves_nothing_mapped() {
    let code = vec![0; 1 << 24];
    let refuses = refuse_executable_memory();
    let mapped_before = mapped_bytes();
    let published = HostMemory.publish(&code);
    assert_eq!(published.is_err(), refuses);
    match published {
        Ok(block) => assert_eq!(permissions(block.start().as_ptr()).as_deref(), Some("r-xp")),
        Err(error) => {
            let expected =
                MemoryError::Refused { step: "protect", bytes: 1 << 24, refusal: Refusal::Os(libc::EACCES) };
            assert_eq!(error, expected);
            assert!(mapped_bytes() < mapped_before + code.len());
        }
    }
}

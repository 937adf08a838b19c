//! Linux that refuses to make memory executable: each case in a child process, for a refusal holds for all of
//! a process from then on. What the child finds it says by its exit status.
#![cfg(target_os = "linux")]

mod child;
#[path = "seccomp/mod.rs"]
mod filter;
mod machine;
mod maps;

use child::is_emulated;
use filter::Refused;
use machine::{called, returns};
use maps::{mappings, permissions};
use tensmith_core::code::{CodeMemory, MemoryError, Refusal};
use tensmith_platform_linux::{HostMemory, Reason, Strategy};

/// Runs a test of this file, one that is left out otherwise, in a process of its own.
fn alone(test: &str) {
    child::passed(test, child::run(test));
}

macro_rules! alone {
    ($($name:ident: $child:ident)*) => {
        $(#[test]
        fn $name() {
            alone(stringify!($child));
        })*
    };
}

alone! {
    under_mdwe_sealed_files_are_used: mdwe
    under_a_filter_of_mprotect_sealed_files_are_used: filtered_mprotect
    where_nothing_is_open_the_error_says_so: filtered_all
    every_refused_step_leaves_nothing_and_what_lives_runs: filtered_steps
    without_membarrier_code_is_published_all_the_same: filtered_membarrier
}

/// Publishing and calling by sealed files, because protecting is refused with a number.
fn works_by_sealed_files(error: i32) {
    let memory = HostMemory::probe().unwrap();
    assert_eq!(memory.strategy(), Strategy::SealedFile);
    assert_eq!(memory.reason(), Reason::ProtectDenied { step: "protect", refusal: Refusal::Os(error) });
    let blocks: Vec<_> = (0..100).map(|value| memory.publish(&returns(value)).unwrap()).collect();
    for (value, block) in (0..).zip(&blocks) {
        assert_eq!(called(block), value);
    }
    assert_eq!(permissions(blocks[0].start().as_ptr()).as_deref(), Some("r-xp"));
    let asked = HostMemory::with(Strategy::Protect).unwrap().publish(&returns(1)).unwrap_err();
    assert!(
        matches!(asked, MemoryError::Refused { step: "protect", refusal, .. } if refusal == Refusal::Os(error))
    );
}

#[test]
#[ignore = "a child's part"]
#[allow(unsafe_code)]
fn mdwe() {
    let (refuse, unused) = (libc::c_ulong::from(libc::PR_MDWE_REFUSE_EXEC_GAIN), 0 as libc::c_ulong);
    // SAFETY: prctl(2) takes no addresses here; all it does is to have later calls refused.
    let refuses = unsafe { libc::prctl(libc::PR_SET_MDWE, refuse, unused, unused, unused) == 0 };
    if refuses && !is_emulated() {
        works_by_sealed_files(libc::EACCES);
    } else {
        // Emulators, and Linux before 6.3.
        assert_eq!(called(&HostMemory::probe().unwrap().publish(&returns(7)).unwrap()), 7);
    }
}

#[test]
#[ignore = "a child's part"]
fn filtered_mprotect() {
    if is_emulated() {
        return;
    }
    filter::refuse(&[Refused::ExecutableMprotect], libc::EPERM);
    works_by_sealed_files(libc::EPERM);
}

#[test]
#[ignore = "a child's part"]
fn filtered_all() {
    if is_emulated() {
        return;
    }
    filter::refuse(&[Refused::ExecutableMprotect, Refused::Call(libc::SYS_memfd_create)], libc::EPERM);
    let error = HostMemory::probe().unwrap_err();
    assert!(
        matches!(error, MemoryError::Denied { step: "create", refusal: Refusal::Os(libc::EPERM), .. }),
        "{error:?}"
    );
    for word in ["create", "OS error 1", "PR_SET_MDWE", "seccomp", "SELinux", "lend"] {
        assert!(error.to_string().contains(word), "{error}");
    }
}

/// Each call of either strategy is refused from some moment on. Code that was published before stays, and
/// is all that is mapped.
#[test]
#[ignore = "a child's part"]
fn filtered_steps() {
    if is_emulated() {
        return;
    }
    let cases = [
        (Strategy::Protect, Refused::ExecutableMprotect, "protect"),
        (Strategy::Protect, Refused::Call(libc::SYS_mremap), "replace"),
        (Strategy::SealedFile, Refused::Call(libc::SYS_memfd_create), "create"),
        (Strategy::SealedFile, Refused::Call(libc::SYS_pwrite64), "write"),
        (Strategy::SealedFile, Refused::Call(libc::SYS_fcntl), "seal"),
        (Strategy::SealedFile, Refused::ExecutableMmap, "replace"),
    ];
    for (strategy, call, step) in cases {
        // Filters add up, and are a thread's.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let memory = HostMemory::with(strategy).unwrap();
                let block = memory.publish(&returns(7)).unwrap();
                filter::refuse(&[call], libc::EPERM);
                let (before, counts) = (mapped_executable(), memory.counts());
                for _ in 0..3 {
                    let error = memory.publish(&returns(8)).unwrap_err();
                    let MemoryError::Refused { step: refused, refusal, .. } = error else {
                        panic!("{error:?}")
                    };
                    assert_eq!((refused, refusal), (step, Refusal::Os(libc::EPERM)));
                    // A chunk of its own is needed for this one, and is not kept.
                    assert!(memory.publish(&vec![0; 2 << 20]).is_err(), "{step}");
                }
                assert_eq!((mapped_executable(), memory.counts()), (before, counts), "{step}");
                assert_eq!(called(&block), 7);
            });
        });
    }
}

/// Bytes of executable mappings without a file of the file system, and of such that hold pages to be.
fn mapped_executable() -> usize {
    mappings().iter().filter(|(_, permissions)| permissions.contains('x')).map(|(range, _)| range.len()).sum()
}

#[test]
#[ignore = "a child's part"]
fn filtered_membarrier() {
    if is_emulated() {
        return;
    }
    filter::refuse(&[Refused::Call(libc::SYS_membarrier)], libc::ENOSYS);
    let memory = HostMemory::probe().unwrap();
    for value in 0..100 {
        assert_eq!(called(&memory.publish(&returns(value)).unwrap()), u64::from(value));
    }
}

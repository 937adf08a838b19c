//! Landing pads: an indirect call of published code that has none traps where the processor has them, and of
//! code that has one it does not. On other machines neither does.
#![cfg(target_os = "linux")]

mod child;
mod machine;

use machine::{called, returns};
use std::os::unix::process::ExitStatusExt;
use tensmith_core::code::CodeMemory;
use tensmith_platform_linux::{HostMemory, Strategy};

#[cfg(target_arch = "aarch64")]
fn has_landing_pads() -> bool {
    std::arch::is_aarch64_feature_detected!("bti")
}

#[cfg(not(target_arch = "aarch64"))]
fn has_landing_pads() -> bool {
    false
}

#[test]
fn a_call_without_landing_pad_traps() {
    // The emulated processor of the task runner has them.
    assert!(
        has_landing_pads()
            || cfg!(not(target_arch = "aarch64"))
            || std::env::var_os("TENSMITH_RUNNER").is_none()
    );
    for test in ["calls_protected", "calls_sealed"] {
        let output = child::run(test);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("with: 7"), "{text}");
        let trap = has_landing_pads().then_some(libc::SIGILL);
        assert_eq!(output.status.signal(), trap, "{test}: {}\n{text}", output.status);
        assert_eq!(text.contains("without: 7"), trap.is_none(), "{text}");
    }
}

fn call(strategy: Strategy) {
    let memory = HostMemory::with(strategy).unwrap();
    let mut code = returns(7);
    println!("with: {}", called(&memory.publish(&code).unwrap()));
    if cfg!(target_arch = "aarch64") {
        code.drain(..4);
    }
    println!("without: {}", called(&memory.publish(&code).unwrap()));
}

#[test]
#[ignore = "a child's part"]
fn calls_protected() {
    call(Strategy::Protect);
}

#[test]
#[ignore = "a child's part"]
fn calls_sealed() {
    call(Strategy::SealedFile);
}

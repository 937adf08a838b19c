//! A filter of system calls, seccomp(2), that refuses some to this thread from now on.
#![allow(unsafe_code)]

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter, sock_fprog};

/// What is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refused {
    /// A system call.
    Call(libc::c_long),
    /// mprotect(2) that makes pages executable.
    ExecutableMprotect,
    /// mmap(2) of pages that are executable.
    ExecutableMmap,
}

fn step(code: u32, k: u32, jumps: [u8; 2]) -> sock_filter {
    sock_filter { code: code as u16, jt: jumps[0], jf: jumps[1], k }
}

/// Refuses calls, with an error number.
pub(crate) fn refuse(refusals: &[Refused], error: i32) {
    let ret = |k| step(BPF_RET | BPF_K, k, [0, 0]);
    let fail = ret(libc::SECCOMP_RET_ERRNO | error as u32);
    // `struct seccomp_data`: the number of the call is first, its third argument at 32 (low half, little-endian).
    let number = step(BPF_LD | BPF_W | BPF_ABS, 0, [0, 0]);
    let third = step(BPF_LD | BPF_W | BPF_ABS, 32, [0, 0]);
    let mut program = vec![];
    for refusal in refusals {
        program.push(number);
        let is = |call: libc::c_long, skip| step(BPF_JMP | BPF_JEQ | BPF_K, call as u32, [0, skip]);
        let executable = step(BPF_JMP | BPF_JSET | BPF_K, libc::PROT_EXEC as u32, [0, 1]);
        match refusal {
            Refused::Call(call) => program.extend([is(*call, 1), fail]),
            Refused::ExecutableMprotect => {
                program.extend([is(libc::SYS_mprotect, 3), third, executable, fail])
            }
            Refused::ExecutableMmap => program.extend([is(libc::SYS_mmap, 3), third, executable, fail]),
        }
    }
    program.push(ret(libc::SECCOMP_RET_ALLOW));
    let filter = sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the calls read the program, which lives until they are done, and have later calls refused.
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const filter) == 0
    };
    assert!(done, "{}", std::io::Error::last_os_error());
}

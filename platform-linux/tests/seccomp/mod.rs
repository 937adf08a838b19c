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
        let steps = match refusal {
            Refused::Call(call) => vec![is(*call, 1), fail],
            Refused::ExecutableMprotect => vec![is(libc::SYS_mprotect, 3), third, executable, fail],
            Refused::ExecutableMmap => vec![is(libc::SYS_mmap, 3), third, executable, fail],
        };
        program.extend(steps);
    }
    program.push(ret(libc::SECCOMP_RET_ALLOW));
    let filter = sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the call takes no addresses. Without it, the next one is for the administrator.
    let alone = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
    // SAFETY: the call reads the program, which lives until it is done, and has later calls refused.
    let filtered = unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const filter) };
    assert_eq!((alone, filtered), (0, 0), "{}", std::io::Error::last_os_error());
}

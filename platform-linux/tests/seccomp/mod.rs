//! A filter of system calls, seccomp(2), that refuses some to this thread from now on, or has
//! another thread decide.
#![allow(unsafe_code)]
#![allow(dead_code, reason = "each test file uses some of it")]

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter, sock_fprog};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

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
    // `struct seccomp_data`: the number of the call is first, its third argument at 32 (low
    // half, little-endian).
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
    install(&mut program, 0);
}

/// Has calls of this thread wait, from now on, until the holder of the result says what becomes of each:
/// seccomp_unotify(2). Linux 5.5 is the first that can let a call go on.
pub(crate) fn watch(calls: &[libc::c_long]) -> OwnedFd {
    let ret = |k| step(BPF_RET | BPF_K, k, [0, 0]);
    let mut program = vec![step(BPF_LD | BPF_W | BPF_ABS, 0, [0, 0])];
    for call in calls {
        let is = step(BPF_JMP | BPF_JEQ | BPF_K, *call as u32, [0, 1]);
        program.extend([is, ret(libc::SECCOMP_RET_USER_NOTIF)]);
    }
    program.push(ret(libc::SECCOMP_RET_ALLOW));
    let listener = install(&mut program, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    // SAFETY: the file was opened for this.
    unsafe { OwnedFd::from_raw_fd(listener) }
}

/// Waits some time for a watched call, and answers it: `refuse` gets its number and arguments, and says with
/// which error number it fails, if it does. Returns whether there is still a thread that calls (Linux 5.9).
pub(crate) fn answer(listener: &OwnedFd, refuse: impl FnOnce(libc::c_long, [u64; 6]) -> Option<i32>) -> bool {
    let fd = listener.as_raw_fd();
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: poll(2) reads and writes one description.
    if unsafe { libc::poll(&raw mut poll, 1, 20) } < 1 || poll.revents & libc::POLLIN == 0 {
        return poll.revents & libc::POLLHUP == 0;
    }
    // SAFETY: numbers, all of which may be 0.
    let mut call: libc::seccomp_notif = unsafe { std::mem::zeroed() };
    // SAFETY: the system writes a call, as it is described there.
    if unsafe { libc::ioctl(fd, libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut call) } != 0 {
        return true;
    }
    let (error, flags) = match refuse(call.data.nr.into(), call.data.args) {
        Some(error) => (-error, 0),
        None => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
    };
    let answer = libc::seccomp_notif_resp { id: call.id, val: 0, error, flags };
    // SAFETY: the system reads an answer.
    let sent = unsafe { libc::ioctl(fd, libc::SECCOMP_IOCTL_NOTIF_SEND, &raw const answer) };
    assert_eq!(sent, 0, "{}", std::io::Error::last_os_error());
    true
}

/// Filters the calls of this thread; returns what the system does.
fn install(program: &mut [sock_filter], flags: libc::c_ulong) -> i32 {
    let filter = sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the call takes no addresses. Without it, the next one is for the administrator.
    let alone = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
    let operation = libc::SECCOMP_SET_MODE_FILTER;
    // SAFETY: the call reads the program, which lives until it is done, and has later calls looked at.
    let filtered = unsafe { libc::syscall(libc::SYS_seccomp, operation, flags, &raw const filter) };
    assert!(alone == 0 && filtered >= 0, "{}", std::io::Error::last_os_error());
    filtered as i32
}

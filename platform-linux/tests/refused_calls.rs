//! Every system call of publishing, refused once: each is an error with the system's reason, leaves mapped
//! what was mapped before, and the next attempt works.
//!
//! The calls of a thread wait for another one that decides (seccomp's notifications, Linux 5.9), in a child
//! process whose allocator takes nothing but the heap, so that every other mapping is publishing's. Emulators
//! have no such filters; there, and natively as well, the process has no more than some addresses, and
//! publishes until these end.
#![cfg(target_os = "linux")]

mod child;
#[path = "seccomp/mod.rs"]
mod filter;
mod machine;
mod maps;

use machine::{called, returns};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::Errno;
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, Ordering};
use std::sync::mpsc;
use tensmith_core::code::{Block, CodeMemory, MemoryError, Refusal};
use tensmith_platform_linux::{HostMemory, Reason, Strategy};

/// All that publishing calls, and that gives memory back.
const CALLS: [libc::c_long; 8] = [
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_memfd_create,
    libc::SYS_pwrite64,
    libc::SYS_fcntl,
    libc::SYS_membarrier,
];

/// Which of the calls that follow is refused.
#[derive(Debug)]
struct Judge {
    /// How many pass before it; negative, when it was refused, or none is to be.
    left: AtomicI64,
    error: AtomicI32,
    /// The number of the one that was.
    refused: AtomicI64,
    done: AtomicBool,
}

impl Judge {
    /// The result of `does`, of whose calls one is refused, and the number of that.
    fn refusing<T>(&self, nth: usize, error: i32, does: impl FnOnce() -> T) -> (T, Option<libc::c_long>) {
        self.error.store(error, Ordering::SeqCst);
        self.refused.store(-1, Ordering::SeqCst);
        self.left.store(nth as i64, Ordering::SeqCst);
        let result = does();
        self.left.store(-1, Ordering::SeqCst);
        let refused = self.refused.load(Ordering::SeqCst);
        (result, (refused >= 0).then_some(refused))
    }

    fn decide(&self, call: libc::c_long, arguments: [u64; 6]) -> Option<i32> {
        // With debug assertions, the standard library asks whether a file that it closes is open.
        if call == libc::SYS_fcntl && arguments[1] != libc::F_ADD_SEALS as u64 {
            return None;
        }
        let left = self.left.fetch_sub(1, Ordering::SeqCst);
        if left != 0 {
            return None;
        }
        self.refused.store(call, Ordering::SeqCst);
        Some(self.error.load(Ordering::SeqCst))
    }
}

/// Runs `does` on a thread whose calls a judge decides on.
fn judged(does: impl FnOnce(&Judge) + Send) {
    let judge = Judge {
        left: AtomicI64::new(-1),
        error: AtomicI32::new(0),
        refused: AtomicI64::new(-1),
        done: AtomicBool::new(false),
    };
    let (send, receive) = mpsc::channel::<OwnedFd>();
    std::thread::scope(|scope| {
        let judge = &judge;
        let judged = scope.spawn(move || {
            /// However this thread ends.
            struct Done<'a>(&'a Judge);
            impl Drop for Done<'_> {
                fn drop(&mut self) {
                    self.0.done.store(true, Ordering::SeqCst);
                }
            }
            send.send(filter::watch(&CALLS)).expect("someone waits");
            let _done = Done(judge);
            does(judge);
        });
        let listener = receive.recv().expect("a filter");
        while !judge.done.load(Ordering::SeqCst) {
            filter::answer(&listener, |call, arguments| judge.decide(call, arguments));
        }
        // What the thread does at its end, it calls as well, also when its result is there.
        while filter::answer(&listener, |_, _| None) {}
        judged.join().expect("all is as it should be");
    });
}

/// Addresses, permissions and names of mappings, but of those that grow by other means.
fn mapped() -> Vec<String> {
    let text = std::fs::read_to_string("/proc/self/maps").expect("/proc is mounted");
    let mappings = text.lines().filter(|line| !line.ends_with("[heap]") && !line.ends_with("[stack]"));
    // What is replaced by a file of the same name is mapped as before.
    let fields = |line: &str| {
        line.split_whitespace()
            .enumerate()
            .filter(|(nth, _)| ![2, 3, 4].contains(nth))
            .map(|(_, field)| field)
            .collect::<Vec<_>>()
            .join(" ")
    };
    mappings.map(fields).collect()
}

/// What there was when a call was refused.
#[derive(Clone, Copy, Debug)]
enum Before {
    /// Nothing.
    Nothing,
    /// Code in the page to which more comes.
    Neighbour,
    /// Code, and what comes has no room with it.
    Other,
}

/// The calls that reserve addresses of private pages so that profilers learn of them. Where one is refused,
/// addresses are reserved without.
const ANNOUNCED: [libc::c_long; 2] = [libc::SYS_mmap, libc::SYS_mprotect];

/// How often a file in memory is asked for: a second time where Linux has none that can never be
/// executed, before 6.3.
fn creations() -> usize {
    match memfd_create(c"never executed", MemfdFlags::NOEXEC_SEAL) {
        Err(Errno::INVAL) => 2,
        _ => 1,
    }
}

/// The calls of publishing by a strategy.
fn expected(strategy: Strategy, before: Before) -> Vec<libc::c_long> {
    let reserve = match strategy {
        Strategy::Protect => ANNOUNCED.to_vec(),
        _ => vec![libc::SYS_mmap],
    };
    let place = match strategy {
        Strategy::Protect => vec![libc::SYS_mmap, libc::SYS_mprotect, libc::SYS_mremap],
        Strategy::SealedFile => {
            let rest = [libc::SYS_pwrite64, libc::SYS_fcntl, libc::SYS_mmap];
            [vec![libc::SYS_memfd_create; creations()], rest.to_vec()].concat()
        }
        _ => panic!("{strategy}"),
    };
    match before {
        Before::Nothing | Before::Other => [reserve, place].concat(),
        Before::Neighbour => [place, vec![libc::SYS_membarrier]].concat(),
    }
}

/// Refuses every call once; returns which they were.
fn each_refused(judge: &Judge, strategy: Strategy, before: Before, error: i32) -> Vec<libc::c_long> {
    let code = match before {
        Before::Other => [returns(8), vec![0; 2 << 20]].concat(),
        _ => returns(8),
    };
    let mut refused = vec![];
    loop {
        let memory = HostMemory::with(strategy).unwrap();
        let live: Option<Block> =
            (!matches!(before, Before::Nothing)).then(|| memory.publish(&returns(7)).unwrap());
        let (maps, counts) = (mapped(), memory.counts());
        let (published, call) = judge.refusing(refused.len(), error, || memory.publish(&code));
        let Some(call) = call else {
            assert_eq!(called(&published.unwrap()), 8);
            return refused;
        };
        refused.push(call);
        let case = format!("{strategy}, {before:?}, call {}, error {error}", refused.len());
        let is_announced = strategy == Strategy::Protect
            && !matches!(before, Before::Neighbour)
            && refused.len() <= ANNOUNCED.len();
        if call == libc::SYS_membarrier || is_announced {
            // Cores are told once more, and addresses are reserved in another way.
            assert_eq!(called(&published.expect(&case)), 8);
        } else {
            let found = published.expect_err(&case);
            let is_its = |refusal| refusal == Refusal::Os(error);
            assert!(
                matches!(found, MemoryError::Refused { refusal, .. } if is_its(refusal)),
                "{case}: {found}"
            );
            assert_eq!(found.is_out_of_memory(), error == libc::ENOMEM, "{case}");
        }
        assert_eq!(memory.counts(), counts, "{case}");
        assert_eq!(mapped(), maps, "{case}");
        assert!(live.iter().all(|block| called(block) == 7), "{case}");
        let next = memory.publish(&code).expect(&case);
        assert_eq!(called(&next), 8, "{case}");
        drop(next);
        assert_eq!(memory.counts(), counts, "{case}");
        assert!(live.iter().all(|block| called(block) == 7), "{case}");
    }
}

#[test]
fn every_refused_call_is_an_error_that_leaves_nothing() {
    if child::is_emulated() {
        // As `is_emulated` says; should that change, this test can do more.
        child::passed("no_filters", child::run("no_filters"));
        return;
    }
    let test = "each_call";
    let mut command = child::command(test);
    // All of the allocator's memory is the heap.
    command.env("MALLOC_ARENA_MAX", "1").env("MALLOC_MMAP_MAX_", "0").env("MALLOC_TOP_PAD_", "16777216");
    child::passed(test, command.output().expect("a child"));
}

#[test]
#[ignore = "a child's part"]
fn each_call() {
    judged(|judge| {
        // The first time, the allocator may still ask for memory.
        drop((mapped(), HostMemory::probe().unwrap().publish(&returns(1)).unwrap()));
        for strategy in [Strategy::Protect, Strategy::SealedFile] {
            for before in [Before::Nothing, Before::Neighbour, Before::Other] {
                for error in [libc::ENOMEM, libc::EPERM] {
                    let refused = each_refused(judge, strategy, before, error);
                    assert_eq!(refused, expected(strategy, before), "{strategy}, {before:?}");
                }
            }
            refused_end(judge, strategy);
        }
        for error in [libc::ENOMEM, libc::EPERM] {
            each_refused_of_probing(judge, error);
        }
    });
}

/// Refuses every call of the first handle once: what a strategy may not do, another may; and want
/// of memory is an error.
fn each_refused_of_probing(judge: &Judge, error: i32) {
    let mut refused = vec![];
    loop {
        let maps = mapped();
        let (probed, call) = judge.refusing(refused.len(), error, HostMemory::probe);
        let Some(call) = call else { break };
        refused.push(call);
        let case = format!("call {}, error {error}", refused.len());
        // The first call is a membarrier.
        let is_announced = (2..2 + ANNOUNCED.len()).contains(&refused.len());
        match (probed, call) {
            // The pages that were tried are lost, cores cannot be told, or profilers, and nothing else.
            (Ok(memory), _) if is_announced => assert_eq!(memory.strategy(), Strategy::Protect, "{case}"),
            (Ok(memory), libc::SYS_munmap | libc::SYS_membarrier) => {
                assert_eq!(memory.strategy(), Strategy::Protect, "{case}");
            }
            (Ok(memory), _) => {
                assert_eq!((memory.strategy(), error), (Strategy::SealedFile, libc::EPERM), "{case}");
                let is_it = |refusal| refusal == Refusal::Os(libc::EPERM);
                assert!(matches!(memory.reason(), Reason::ProtectDenied { refusal, .. } if is_it(refusal)));
                assert_eq!(called(&memory.publish(&returns(8)).expect(&case)), 8);
            }
            (Err(found), _) => assert!(found.is_out_of_memory() && error == libc::ENOMEM, "{case}: {found}"),
        }
        assert!(mapped() == maps || call == libc::SYS_munmap, "{case}");
        assert_eq!(HostMemory::probe().expect(&case).strategy(), Strategy::Protect, "{case}");
    }
    let page = [libc::SYS_mmap, libc::SYS_mprotect, libc::SYS_mremap];
    let (told, gone) = ([libc::SYS_membarrier], [libc::SYS_munmap, libc::SYS_membarrier]);
    assert_eq!(refused, [&told[..], &ANNOUNCED, &page, &gone].concat());
}

/// Code whose place is not given back, as munmap(2) is refused: the addresses are lost, and nothing else.
fn refused_end(judge: &Judge, strategy: Strategy) {
    let memory = HostMemory::with(strategy).unwrap();
    let block = memory.publish(&returns(7)).unwrap();
    let maps = mapped();
    let ((), call) = judge.refusing(0, libc::ENOMEM, || drop(block));
    assert_eq!(call, Some(libc::SYS_munmap));
    assert_eq!((memory.counts().extents, mapped()), (0, maps));
    assert_eq!(called(&memory.publish(&returns(8)).unwrap()), 8);
}

#[test]
#[ignore = "a child's part"]
#[allow(unsafe_code)]
fn no_filters() {
    // SAFETY: no filter is read at address 0.
    let refused = unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, 0) };
    let error = std::io::Error::last_os_error().raw_os_error();
    // With filters, it would be EFAULT.
    assert_eq!((refused, error), (-1, Some(libc::EINVAL)));
}

/// More addresses than a test takes, with its emulator where there is one, in KiB. Each is filled with code.
fn addresses() -> usize {
    if child::is_emulated() { 2 << 20 } else { 512 << 10 }
}

#[test]
fn where_addresses_end_publishing_is_refused_until_some_are_given_back() {
    let test = "addresses_end";
    let plain = child::command(test);
    // An emulator obeys a limit that was set before it began.
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -v {}; exec \"$@\"", addresses()), "sh"]);
    limited.arg(plain.get_program()).args(plain.get_args());
    child::passed(test, limited.output().expect("a shell"));
}

#[test]
#[ignore = "a child's part"]
fn addresses_end() {
    for strategy in [Strategy::Protect, Strategy::SealedFile] {
        let memory = HostMemory::with(strategy).unwrap();
        let code = |value| [returns(value), vec![0; 64 << 20]].concat();
        let mut blocks = vec![];
        let refused = loop {
            match memory.publish(&code(blocks.len() as u16)) {
                Ok(block) => blocks.push(block),
                Err(error) => break error,
            }
            assert!(blocks.len() << 6 < addresses() >> 10, "no end");
        };
        assert!(refused.is_out_of_memory() && blocks.len() > 1, "{refused} after {}", blocks.len());
        let counts = memory.counts();
        assert_eq!(counts.extents, blocks.len());
        for _ in 0..3 {
            drop(blocks.pop());
            assert_eq!(memory.counts().extents, blocks.len());
            let value = blocks.len() as u16;
            blocks.push(memory.publish(&code(value)).unwrap());
        }
        assert!(blocks.iter().map(called).eq(0..blocks.len() as u64));
        assert_eq!(memory.counts(), counts);
    }
}

//! Many kernels a page, while threads publish, call and drop them.
#![cfg(target_os = "linux")]

mod child;
mod machine;
mod maps;

use machine::{called, returns};
use maps::mappings;
use std::os::unix::process::ExitStatusExt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tensmith_core::code::memory::arena::{CHUNK, Counts};
use tensmith_core::code::{Block, CodeMemory};
use tensmith_platform_linux::{HostMemory, Strategy};

const STRATEGIES: [Strategy; 2] = [Strategy::Protect, Strategy::SealedFile];

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % limit
    }
}

/// Code that returns a number, and is of some size.
fn code(value: u16, bytes: usize) -> Vec<u8> {
    let mut code = returns(value);
    code.resize(bytes.max(code.len()), 0);
    code
}

/// Threads that publish, call and drop code at random, until told to stop; each calls
/// what the others do, too.
fn load(memory: &HostMemory, seed: u64, rounds: usize, shared: &[std::sync::Mutex<Option<(u16, Block)>>]) {
    let mut random = Random(seed);
    for _ in 0..rounds {
        let value = random.below(1 << 16) as u16;
        let block = memory.publish(&code(value, 12 + random.below(900))).expect("memory");
        assert_eq!(called(&block), u64::from(value));
        let place = &shared[random.below(shared.len())];
        let before = place.lock().unwrap().replace((value, block));
        if let Some((value, block)) = before {
            assert_eq!(called(&block), u64::from(value));
        }
        let other = shared[random.below(shared.len())].lock().unwrap().clone();
        if let Some((value, block)) = other {
            assert_eq!(called(&block), u64::from(value));
        }
    }
}

#[test]
fn no_page_is_writable_and_executable_while_threads_publish_call_and_drop() {
    for strategy in STRATEGIES {
        let memory = HostMemory::with(strategy).unwrap();
        let shared: Vec<_> = (0..500).map(|_| std::sync::Mutex::new(None)).collect();
        let (done, looks) = (AtomicBool::new(false), AtomicUsize::new(0));
        let rounds = if std::env::var_os("TENSMITH_RUNNER").is_some() { 150 } else { 3000 };
        std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    for (range, permissions) in mappings() {
                        let both = permissions.contains('w') && permissions.contains('x');
                        assert!(!both, "{range:x?} {permissions} by {strategy}");
                    }
                    looks.fetch_add(1, Ordering::Relaxed);
                }
            });
            let (memory, shared) = (&memory, &shared);
            let loads = [1, 2, 3].map(|seed| scope.spawn(move || load(memory, seed, rounds, shared)));
            let ends = loads.map(std::thread::ScopedJoinHandle::join);
            done.store(true, Ordering::Relaxed);
            watch.join().unwrap();
            assert!(ends.iter().all(Result::is_ok));
        });
        assert!(looks.load(Ordering::Relaxed) > 3);
        let live = shared.iter().filter(|place| place.lock().unwrap().is_some()).count();
        let counts = memory.counts();
        assert_eq!(counts.extents, live);
        assert!(counts.chunks <= 2, "{counts:?}");
        drop(shared);
        assert_eq!(memory.counts(), Counts::default());
    }
}

#[test]
fn space_that_was_left_is_used_again() {
    for strategy in STRATEGIES {
        let memory = HostMemory::with(strategy).unwrap();
        let mut blocks: Vec<_> = (0..2000).map(|value| memory.publish(&code(value, 128)).unwrap()).collect();
        let before = memory.counts();
        assert_eq!(before, Counts { chunks: 1, mapped: CHUNK, used: 2000 * 128, extents: 2000 });
        // Every second one goes, and what comes is where these were.
        let starts: Vec<_> = blocks.iter().map(Block::start).collect();
        let mut nth = 0;
        blocks.retain(|_| {
            nth += 1;
            nth % 2 == 0
        });
        assert_eq!(memory.counts().used, 1000 * 128);
        let others: Vec<_> =
            (0..1000).map(|value| memory.publish(&code(5000 + value, 128)).unwrap()).collect();
        assert!(others.iter().map(Block::start).eq(starts.into_iter().step_by(2)));
        assert_eq!(memory.counts(), before);
        for (value, block) in (0..).zip(&blocks) {
            assert_eq!(called(block), 2 * value + 1);
        }
        for (value, block) in (5000..).zip(&others) {
            assert_eq!(called(block), value);
        }
    }
}

/// Writes to published code, in a child process, which a signal ends.
#[test]
fn writing_to_published_code_faults() {
    for test in ["writes_protected", "writes_sealed"] {
        let output = child::run(test);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.signal(), Some(libc::SIGSEGV), "{test}: {}\n{text}", output.status);
        assert!(text.contains("writing now"), "{text}");
    }
}

#[allow(unsafe_code)]
fn write(strategy: Strategy) {
    let block = HostMemory::with(strategy).unwrap().publish(&returns(1)).unwrap();
    assert_eq!(called(&block), 1);
    println!("writing now");
    // SAFETY: none: the process is to end here.
    unsafe { block.start().as_ptr().write_volatile(0) };
}

#[test]
#[ignore = "a child's part"]
fn writes_protected() {
    write(Strategy::Protect);
}

#[test]
#[ignore = "a child's part"]
fn writes_sealed() {
    write(Strategy::SealedFile);
}

//! Every allocation of publishing refused, alone and with all that come later: each is an error that says so,
//! leaves what there was, and the next attempt works.
#![cfg(target_os = "linux")]

use std::fs;
use std::ops::Range;
use tensmith_core::code::memory::arena::{CHUNK, Counts};
use tensmith_core::code::{Block, CodeMemory, MemoryError};
use tensmith_platform_linux::{HostMemory, Strategy};
use tensmith_tests::allocations::{Refused, Refusing, live, with_refusals};

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

const STRATEGIES: [Strategy; 2] = [Strategy::Protect, Strategy::SealedFile];

/// What a process holds of its system: addresses, with whatever access, and open files.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    addresses: Vec<Range<usize>>,
    files: usize,
}

/// What this process holds, but for addresses in `known`, and those of its stack and of the allocator's heap,
/// which grow as they please. (Further heaps of glibc's are whole ranges from the first, of which more and
/// more can be accessed.)
fn held(known: &Range<usize>) -> Held {
    let maps = fs::read_to_string("/proc/self/maps").expect("/proc is mounted");
    let mut addresses: Vec<Range<usize>> = Vec::new();
    for line in maps.lines().filter(|line| !line.ends_with("[heap]") && !line.ends_with("[stack]")) {
        let Range { start, end } = range(line).expect("a range of addresses");
        for part in [start..end.min(known.start), start.max(known.end)..end] {
            match addresses.last_mut() {
                _ if part.is_empty() => {}
                Some(last) if last.end == part.start => last.end = part.end,
                _ => addresses.push(part),
            }
        }
    }
    Held { addresses, files: fs::read_dir("/proc/self/fd").expect("/proc is mounted").count() }
}

/// The addresses of a line of `/proc/self/maps`.
fn range(line: &str) -> Option<Range<usize>> {
    let (start, end) = line.split(' ').next()?.split_once('-')?;
    Some(usize::from_str_radix(start, 16).ok()?..usize::from_str_radix(end, 16).ok()?)
}

/// Refuses every allocation of `does`, one at a time, until there are no more; `after` looks at what was left
/// each time. Returns how many there were.
fn each_refused<T>(
    refused: Refused,
    mut does: impl FnMut() -> Result<T, MemoryError>,
    mut after: impl FnMut(usize),
) -> usize {
    for nth in 0.. {
        let (result, was_refused) = with_refusals(nth, refused, &mut does);
        if !was_refused {
            assert!(result.is_ok());
            return nth;
        }
        let error =
            result.err().unwrap_or_else(|| panic!("allocation {nth} was refused, and nothing lacked"));
        assert!(error.is_out_of_memory(), "{nth}: {error}");
        assert_eq!(error, MemoryError::OutOfMemory(tensmith_core::OutOfMemory), "{nth}");
        after(nth);
    }
    unreachable!("numbers do not end")
}

/// Addresses and files are the whole process's, in which another test would have a thread.
#[test]
fn a_refused_allocation_leaves_what_there_was() {
    refused_while_publishing();
    refused_for_a_first_handle();
}

fn refused_while_publishing() {
    // A few pieces of code, and many, for which lists grow.
    let pieces: Vec<Vec<u8>> = (0..300).map(|nth| vec![nth as u8; 4 + nth]).collect();
    let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    for strategy in STRATEGIES {
        for refused in Refused::ALL {
            for codes in [&pieces[..1], &pieces[..3], &pieces[..]] {
                let memory = HostMemory::with(strategy).expect("memory");
                let kept = memory.publish(&[0; 8]).expect("memory");
                // Pages of a chunk stay until it goes: they are its own.
                let chunk = kept.bytes().as_ptr().addr()..kept.bytes().as_ptr().addr() + CHUNK;
                let (counts, before, lives) = (memory.counts(), held(&chunk), live());
                let publish = || memory.publish_all(codes);
                let count = each_refused(refused, publish, |nth| {
                    assert_eq!(memory.counts(), counts, "{strategy}, {nth}");
                    assert_eq!(live(), lives, "{strategy}, {nth}");
                    assert_eq!(held(&chunk), before, "{strategy}, {nth}");
                    assert_eq!(kept.bytes(), [0; 8]);
                    let next = memory.publish_all(codes).expect("memory");
                    assert!(next.iter().map(Block::bytes).eq(codes.iter().copied()), "{strategy}, {nth}");
                });
                // The blocks and their owner, and what a file is to hold.
                let least = if strategy == Strategy::SealedFile { 3 } else { 2 };
                assert!(count >= least, "{strategy}: {count} allocations");
            }
        }
    }
}

fn refused_for_a_first_handle() {
    for refused in Refused::ALL {
        let (before, lives) = (held(&(0..0)), live());
        let look = |nth| {
            assert_eq!(live(), lives, "{nth}");
            assert_eq!(held(&(0..0)), before, "{nth}");
        };
        let probed = each_refused(refused, HostMemory::probe, look);
        assert_eq!(probed, 1, "the handle: a page that is tried is the system's");
        for strategy in STRATEGIES {
            assert_eq!(each_refused(refused, || HostMemory::with(strategy), look), 1);
        }
        // The first code takes a list of chunks as well.
        for strategy in STRATEGIES {
            let first = || HostMemory::with(strategy)?.publish(&[0; 8]);
            assert!(each_refused(refused, first, look) >= 5, "{strategy}");
        }
        assert_eq!(HostMemory::probe().expect("memory").counts(), Counts::default());
    }
}

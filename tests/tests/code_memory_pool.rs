//! Code memory that the caller lends, with a guard that keeps a record in place of a memory management unit.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::num::NonZero;
use std::ptr::NonNull;
use std::sync::{Arc, Barrier, Mutex};

use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::code::memory::pool::{Guard, Pool, PoolError, Unguarded};
use tensmith_core::code::{Block, CodeMemory, MemoryError, Refusal};
use tensmith_tests::random::SplitMix;

const PAGE: usize = 4096;

/// One call of the guard, with offsets in bytes from the pool's first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Executable(usize, usize),
    Writable(usize, usize),
}

/// Calls, each with what its pages held.
type Calls = Vec<(Call, Vec<u8>)>;

/// A guard that keeps a record, and can refuse.
#[derive(Clone, Debug, Default)]
struct Record {
    calls: Arc<Mutex<Calls>>,
    start: Arc<Mutex<usize>>,
    refuses: Option<&'static str>,
    page: usize,
}

impl Record {
    fn note(
        &self,
        name: &'static str,
        pages: NonNull<[u8]>,
        call: fn(usize, usize) -> Call,
    ) -> Result<(), Refusal> {
        let start = *self.start.lock().unwrap();
        // SAFETY: the memory is readable, whatever the guard is asked.
        let held = unsafe { pages.as_ref() }.to_vec();
        self.calls.lock().unwrap().push((call(pages.addr().get() - start, pages.len()), held));
        if self.refuses == Some(name) { Err(Refusal::Machine("it was told to refuse")) } else { Ok(()) }
    }

    fn take(&self) -> Vec<Call> {
        self.calls.lock().unwrap().drain(..).map(|(call, _)| call).collect()
    }
}

// SAFETY: the memory is of the heap and never executed here; it is readable and writable always.
unsafe impl Guard for Record {
    fn page(&self) -> NonZero<usize> {
        NonZero::new(self.page).unwrap()
    }

    unsafe fn executable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        self.note("executable", pages, Call::Executable)
    }

    unsafe fn writable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        self.note("writable", pages, Call::Writable)
    }
}

/// A pool of some bytes that begin a number of bytes behind a page's beginning, and hold something.
fn lent(bytes: usize, behind: usize) -> &'static mut [MaybeUninit<u8>] {
    let memory = vec![MaybeUninit::new(0xaa_u8); bytes + behind + PAGE].leak();
    let start = memory.as_ptr().addr().next_multiple_of(PAGE) - memory.as_ptr().addr() + behind;
    &mut memory[start..start + bytes]
}

fn guarded(pages: usize, refuses: Option<&'static str>) -> (Pool<Record>, Record) {
    let record = Record { refuses, page: PAGE, ..Record::default() };
    let memory = lent(pages * PAGE, 0);
    *record.start.lock().unwrap() = memory.as_ptr().addr();
    (Pool::new(memory, record.clone()).unwrap(), record)
}

#[test]
fn code_is_copied_into_zeroed_pages_before_they_become_executable() {
    let (pool, record) = guarded(4, None);
    let codes: [&[u8]; 2] = [&[1; 65], &[2; 4]];
    let blocks = pool.publish_all(&codes).unwrap();
    assert!(blocks.iter().map(Block::bytes).eq(codes));
    let mut expected = vec![0; PAGE];
    expected[..65].fill(1);
    expected[128..132].fill(2);
    assert_eq!(record.calls.lock().unwrap()[..], [(Call::Executable(0, PAGE), expected)]);
    assert_eq!(pool.free(), 3 * PAGE);
    record.take();
    drop(blocks);
    assert_eq!(record.take(), [Call::Writable(0, PAGE)]);
    assert_eq!(pool.free(), 4 * PAGE);
}

#[test]
fn blocks_outlive_the_handle_that_made_them() {
    let (pool, record) = guarded(1, None);
    let block = pool.publish(&[3; 8]).unwrap();
    drop(pool);
    assert_eq!(block.bytes(), [3; 8]);
    drop(block);
    assert_eq!(record.take(), [Call::Executable(0, PAGE), Call::Writable(0, PAGE)]);
}

#[test]
fn the_first_room_that_is_large_enough_is_taken() {
    let (pool, record) = guarded(6, None);
    let sized = |pages: usize| pool.publish(&vec![5; (pages - 1) * PAGE + 1]).unwrap();
    let [one, two, three] = [sized(1), sized(2), sized(3)];
    let full = |bytes, free| MemoryError::Refused { step: "map", bytes, refusal: Refusal::Full { free } };
    let error = pool.publish(&[1]).unwrap_err();
    assert_eq!(error, full(64, 0));
    assert!(error.is_out_of_memory());
    assert_eq!(
        error.to_string(),
        "map of 64 bytes of executable memory was refused: the pool has no more than 0 bytes free in one piece"
    );
    drop(two);
    assert_eq!(pool.publish(&vec![1; 3 * PAGE]).unwrap_err(), full(3 * PAGE, 2 * PAGE));
    record.take();
    let again = sized(1);
    assert_eq!(record.take(), [Call::Executable(PAGE, PAGE)]);
    drop(one);
    // One page before and one behind: no room for two.
    assert_eq!(pool.publish(&vec![1; 2 * PAGE]).unwrap_err(), full(2 * PAGE, PAGE));
    drop((again, three));
    assert_eq!(pool.free(), 6 * PAGE);
    sized(6);
}

#[test]
fn memory_that_is_refused_to_be_executable_is_given_back() {
    let (pool, record) = guarded(2, Some("executable"));
    let error = pool.publish(&[1; 4]).unwrap_err();
    let refusal = Refusal::Machine("it was told to refuse");
    assert_eq!(error, MemoryError::Refused { step: "protect", bytes: 64, refusal });
    assert!(!error.is_out_of_memory());
    assert_eq!(record.take(), [Call::Executable(0, PAGE), Call::Writable(0, PAGE)]);
    assert_eq!(pool.free(), 2 * PAGE);
}

#[test]
fn memory_that_is_refused_to_be_writable_is_not_used_again() {
    let (pool, record) = guarded(2, Some("writable"));
    drop(pool.publish(&[1; 4]).unwrap());
    assert_eq!(pool.free(), PAGE);
    record.take();
    let block = pool.publish(&[2; 4]).unwrap();
    assert_eq!(record.take(), [Call::Executable(PAGE, PAGE)]);
    drop(block);
}

#[test]
fn only_whole_pages_are_used() {
    for (bytes, behind, pages) in
        [(PAGE, 0, 1), (PAGE, 1, 0), (2 * PAGE, 1, 1), (2 * PAGE - 1, 0, 1), (PAGE - 1, 0, 0), (0, 0, 0)]
    {
        let record = Record { page: PAGE, ..Record::default() };
        let pool = Pool::new(lent(bytes, behind), record).unwrap();
        assert_eq!(pool.free(), pages * PAGE, "{bytes} bytes, {behind} behind a page");
    }
    for page in [1, ALIGNMENT / 2, 100, PAGE + 1] {
        let record = Record { page, ..Record::default() };
        assert_eq!(Pool::new(lent(PAGE, 0), record).unwrap_err(), PoolError::Page { page });
    }
}

#[test]
fn room_is_never_shared() {
    let mut random = SplitMix::seeded("room_is_never_shared", 27);
    let memory = lent(200 * ALIGNMENT, ALIGNMENT);
    // SAFETY: nothing here is called.
    let pool = Pool::new(memory, unsafe { Unguarded::new() }).unwrap();
    let mut live: Vec<(Block, u8)> = Vec::new();
    for round in 0..20_000_u32 {
        let value = round as u8;
        let len = 1 + random.below(12 * ALIGNMENT as u64) as usize;
        match pool.publish(&vec![value; len]) {
            Ok(block) => live.push((block, value)),
            Err(MemoryError::Refused { refusal: Refusal::Full { free }, .. }) => {
                assert!(free < len.next_multiple_of(ALIGNMENT));
                let nth = random.below(live.len() as u64) as usize;
                live.swap_remove(nth);
            }
            Err(other) => panic!("{other}"),
        }
        assert!(live.iter().all(|(block, value)| block.bytes().iter().all(|byte| byte == value)));
        let used: usize = live.iter().map(|(block, _)| block.bytes().len().next_multiple_of(ALIGNMENT)).sum();
        assert_eq!(pool.free() + used, 200 * ALIGNMENT);
    }
}

#[test]
fn those_who_come_at_the_same_time_are_told_and_not_held_up() {
    // SAFETY: nothing here is called.
    let pool = Pool::new(lent(64 * ALIGNMENT, 0), unsafe { Unguarded::new() }).unwrap();
    let start = Barrier::new(4);
    std::thread::scope(|scope| {
        for value in 0..4_u8 {
            let (pool, start) = (&pool, &start);
            scope.spawn(move || {
                start.wait();
                for _ in 0..5_000 {
                    match pool.publish(&[value; 100]) {
                        Ok(block) => assert_eq!(block.bytes(), [value; 100]),
                        Err(MemoryError::Refused { step: "map", refusal: Refusal::Busy, .. }) => {}
                        Err(other) => panic!("{other}"),
                    }
                }
            });
        }
    });
    assert_eq!(pool.free(), 64 * ALIGNMENT);
}

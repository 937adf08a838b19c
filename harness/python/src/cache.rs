//! The answers of this thread to calls that come again.
//!
//! Problem: a small contraction takes some 30 ns, so that finding its plan must take no lock and make no
//! string. Idea: each thread has a table of its own, by the words of calls. What it does not
//! have costs a look into the cache of the [`Jit`](tensmith::Jit), which threads share: so a table may
//! be emptied whenever it is full.
//!
//! Plans with large intermediate tensors are not kept, as these would stay with them; the `Jit`
//! has a budget for those. What a parent process has put in is not used in its children ([`process`]).
//!
//! Tests: `harness/python/tests/test_cache.py`, `harness/python/tests/test_threads.py`.

use crate::answer::{Answer, Call};
use crate::key::Key;
use crate::process;
use hashbrown::HashTable;
use pyo3::prelude::*;
use rustc_hash::FxHasher;
use std::cell::RefCell;
use std::hash::Hasher;

/// The most answers of a thread.
const MOST: usize = 1024;

/// The most bytes that they take, about.
const BUDGET: usize = 16 << 20;

/// Bytes of a plan in addition to what its runs need, about: its lists and code.
const OF_A_PLAN: usize = 8 << 10;

/// The most bytes that runs of a plan may need for it to be kept.
const LARGE: usize = 1 << 20;

/// Answers with the words of their calls.
struct Table {
    answers: HashTable<Entry>,
    /// The bytes that they take, about.
    bytes: usize,
    generation: u64,
}

struct Entry {
    words: Box<[u64]>,
    answer: Answer,
}

thread_local! {
    static TABLE: RefCell<Table> = const { RefCell::new(Table { answers: HashTable::new(), bytes: 0, generation: 0 }) };
}

impl Table {
    #[inline]
    fn find(&self, key: &Key) -> Option<Answer> {
        if self.generation != process::generation() {
            return None;
        }
        let entry = self.answers.find(key.hash(), |entry| *entry.words == *key.words())?;
        Some(entry.answer.clone())
    }

    fn put(&mut self, key: &Key, answer: Answer) {
        let generation = process::generation();
        if self.generation != generation {
            self.clear();
            self.generation = generation;
        }
        let entry = Entry { words: key.words().into(), answer };
        let bytes = entry.bytes();
        if self.answers.len() >= MOST || self.bytes + bytes > BUDGET {
            self.clear();
        }
        self.bytes += bytes;
        self.answers.insert_unique(key.hash(), entry, |entry| hash(&entry.words));
    }

    fn clear(&mut self) {
        self.answers.clear();
        self.bytes = 0;
    }
}

impl Entry {
    /// The bytes that it takes, about.
    fn bytes(&self) -> usize {
        let of_answer = match &self.answer {
            Answer::Plan(planned) => planned.memory() + OF_A_PLAN,
            Answer::View(_) | Answer::Elsewhere(_) => 0,
        };
        size_of::<Self>() + size_of_val(&*self.words) + of_answer
    }
}

/// The hash of a key with these words.
fn hash(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|word| hasher.write_u64(*word));
    hasher.finish()
}

/// Returns the answer to a call.
#[inline]
pub(crate) fn answer(py: Python<'_>, call: &Call<'_, '_>) -> Answer {
    let key = Key::new(call.text, call.options, call.operands, call.out);
    match TABLE.with_borrow(|table| table.find(&key)) {
        Some(answer) => answer,
        None => new_answer(py, call, &key),
    }
}

#[cold]
fn new_answer(py: Python<'_>, call: &Call<'_, '_>, key: &Key) -> Answer {
    let answer = call.answer(py);
    let is_kept = match &answer {
        Answer::View(_) => true,
        Answer::Plan(planned) => planned.memory() <= LARGE,
        Answer::Elsewhere(reason) => reason.lasts(),
    };
    if is_kept {
        TABLE.with_borrow_mut(|table| table.put(key, answer.clone()));
    }
    answer
}

/// Returns how many answers this thread has.
pub(crate) fn len() -> usize {
    TABLE.with_borrow(|table| table.answers.len())
}

/// Drops the answers of this thread.
pub(crate) fn clear() {
    TABLE.with_borrow_mut(Table::clear);
}

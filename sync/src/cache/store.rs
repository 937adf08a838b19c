//! Keys to values, within a budget of bytes.
//!
//! Idea: values lie in the order of their last use ([`Recent`]), and a hash table finds their slots.
//! The table holds nothing but hashes and slots, so that searching it is short. What it finds is compared
//! in full with the key stored next to the value; only where that is another one, as seldom as hashes of 64
//! bits are equal, all keys of that hash are. So a hash can only cost time, never name the wrong value.

use super::recent::{Recent, Slot};
use crate::fallible::OutOfMemory;
use core::hash::{BuildHasher, Hash};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// The values that a [`Cache`](super::Cache) holds.
#[derive(Debug)]
pub struct Store<K, V> {
    index: HashTable<Indexed>,
    entries: Recent<Entry<K, V>>,
    budget: usize,
    bytes: usize,
    evictions: u64,
}

/// The slot of the value of a key with a hash.
#[derive(Debug)]
struct Indexed {
    hash: u64,
    slot: Slot,
}

#[derive(Debug)]
struct Entry<K, V> {
    hash: u64,
    key: K,
    value: V,
    /// The bytes that the value stated when it came.
    bytes: usize,
}

impl<K, V: Value> Store<K, V> {
    pub(super) const fn new(budget: usize) -> Self {
        Self { index: HashTable::new(), entries: Recent::new(), budget, bytes: 0, evictions: 0 }
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// The most bytes that the values take.
    pub(super) fn budget(&self) -> usize {
        self.budget
    }

    /// The bytes that the values state.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How often values were found.
    pub(super) fn hits(&self) -> u64 {
        self.entries.uses()
    }

    /// How many values there was no room for.
    pub(super) fn evictions(&self) -> u64 {
        self.evictions
    }

    /// A clone of the value of a key, which becomes the most recently used; none if there is none, or if
    /// another key that was found first has its hash, which is as seldom as hashes of 64 bits are equal.
    #[inline(always)]
    pub fn find(&mut self, key: &impl Ask<K>) -> Option<V> {
        let hash = key.hash();
        let slot = self.index.find(hash, |indexed| indexed.hash == hash)?.slot;
        let found = self.entries.find(slot)?;
        // No closure: compilers would make a function of it, which takes a call.
        if key.is(&found.value().key) { Some(found.touch().value.clone()) } else { None }
    }

    /// Like [`Store::find`], among all keys that have the hash.
    pub(super) fn search(&mut self, key: &impl Ask<K>) -> Option<V> {
        let hash = key.hash();
        let is_meant = |entry: &Entry<K, V>| key.is(&entry.key);
        let entries = &self.entries;
        let is_its =
            |indexed: &Indexed| indexed.hash == hash && entries.get(indexed.slot).is_some_and(is_meant);
        let slot = self.index.find(hash, is_its)?.slot;
        Some(self.entries.find(slot)?.touch().value.clone())
    }

    /// Adds a key that is not there, as the most recently used. The budget may be exceeded until
    /// [`Store::evict`] finds nothing more to do; a value that exceeds it alone is not kept.
    ///
    /// # Errors
    /// [`OutOfMemory`]; nothing is added then.
    pub(super) fn insert(&mut self, key: &impl Ask<K>, value: V) -> Result<(), OutOfMemory> {
        let bytes = value.bytes();
        if bytes > self.budget {
            self.evictions = self.evictions.saturating_add(1);
            return Ok(());
        }
        self.index.try_reserve(1, |indexed| indexed.hash).map_err(|_| OutOfMemory)?;
        let (hash, key) = (key.hash(), key.to_key());
        let slot = self.entries.insert(Entry { hash, key, value, bytes })?;
        // Room for one more was made above, so that this asks for no memory and hashes nothing.
        self.index.insert_unique(hash, Indexed { hash, slot }, |_| 0);
        self.bytes = self.bytes.saturating_add(bytes);
        Ok(())
    }

    /// Takes the least recently used value out, if the budget is exceeded.
    pub(super) fn evict(&mut self) -> Option<V> {
        if self.bytes <= self.budget {
            return None;
        }
        let (slot, Entry { hash, key: _, value, bytes }) = self.entries.take_oldest()?;
        if let Ok(place) = self.index.find_entry(hash, |indexed| indexed.slot == slot) {
            place.remove();
        }
        self.bytes = self.bytes.saturating_sub(bytes);
        self.evictions = self.evictions.saturating_add(1);
        Some(value)
    }
}

/// A value of a cache: a handle whose clones share what it stands for.
pub trait Value: Clone {
    /// Bytes of memory that it keeps in use, as far as they count towards a budget. Asked once.
    fn bytes(&self) -> usize;
}

/// A request: a key, or a form that says as much.
pub trait Ask<K> {
    /// The hash at which to begin looking: the same for all that ask for the same key.
    fn hash(&self) -> u64;

    /// Whether this asks for a key.
    fn is(&self, key: &K) -> bool;

    /// The key that is asked for, to keep.
    fn to_key(&self) -> K;

    /// Looks for the value, as [`Store::find`] does. A caller with one of several forms can do so for each
    /// form in code of its own, which is faster.
    #[inline(always)]
    fn find<V: Value>(&self, store: &mut Store<K, V>) -> Option<V>
    where
        Self: Sized,
    {
        store.find(self)
    }
}

impl<K: Clone + Eq + Hash> Ask<K> for K {
    #[inline(always)]
    fn hash(&self) -> u64 {
        FxBuildHasher.hash_one(self)
    }

    #[inline(always)]
    fn is(&self, key: &K) -> bool {
        self == key
    }

    fn to_key(&self) -> K {
        self.clone()
    }
}

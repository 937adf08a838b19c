//! Values that are being made, the callers that make them, and those that wait for them.
//!
//! Idea: a key that is asked for and not there begins a flight. Others that ask for it board, and each
//! of them takes a copy of the outcome; the last one takes it away. The outcome stays here, apart from
//! values that are kept, so that nothing can evict it before all that wait have it.
//!
//! Cost: there are no more flights than threads that make or wait, so they are looked through one by
//! one.

use super::store::Ask;
use crate::fallible::{OutOfMemory, TryVec};
use alloc::vec::Vec;

/// Names a flight, until it ended and everyone aboard left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight(usize);

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Flights<K, T>(Vec<Option<Entry<K, T>>>);

#[derive(Debug)]
struct Entry<K, T> {
    key: K,
    passengers: usize,
    progress: Progress<T>,
}

/// How far a flight is.
#[derive(Clone, Debug)]
pub(super) enum Progress<T> {
    /// The value is being made.
    Aloft,
    /// There is an outcome.
    Landed(T),
    /// There will be none: the maker of the value panicked.
    Lost,
}

impl<K, T: Clone> Flights<K, T> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Goes aboard the flight for a key, if one is under way.
    pub(super) fn board(&mut self, key: &impl Ask<K>) -> Option<Flight> {
        self.0.iter_mut().enumerate().find_map(|(number, entry)| {
            let flight = entry.as_mut().filter(|entry| entry.is_aloft() && key.is(&entry.key))?;
            flight.passengers = flight.passengers.saturating_add(1);
            Some(Flight(number))
        })
    }

    /// Begins a flight.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(super) fn begin(&mut self, key: K) -> Result<Flight, OutOfMemory> {
        let entry = Some(Entry { key, passengers: 0, progress: Progress::Aloft });
        if let Some((number, free)) = self.0.iter_mut().enumerate().find(|(_, entry)| entry.is_none()) {
            *free = entry;
            return Ok(Flight(number));
        }
        let number = self.0.len();
        self.0.try_push(entry)?;
        Ok(Flight(number))
    }

    /// Ends a flight: with an outcome, or without.
    pub(super) fn end(&mut self, Flight(number): Flight, outcome: Option<T>) {
        let Some(place) = self.0.get_mut(number) else { return };
        match place {
            Some(entry) if entry.passengers > 0 => {
                entry.progress = outcome.map_or(Progress::Lost, Progress::Landed);
            }
            _ => *place = None,
        }
    }

    /// How far a flight is that was boarded. A caller that learns that it ended has left it.
    pub(super) fn ask(&mut self, Flight(number): Flight) -> Progress<T> {
        let Some(place) = self.0.get_mut(number) else { return Progress::Lost };
        let Some(entry) = place else { return Progress::Lost };
        if entry.is_aloft() {
            return Progress::Aloft;
        }
        entry.passengers = entry.passengers.saturating_sub(1);
        if entry.passengers > 0 {
            return entry.progress.clone();
        }
        place.take().map_or(Progress::Lost, |entry| entry.progress)
    }
}

impl<K, T> Entry<K, T> {
    fn is_aloft(&self) -> bool {
        matches!(self.progress, Progress::Aloft)
    }
}

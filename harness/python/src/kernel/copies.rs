//! Copies of arrays for the interpreter, at the addresses of the arrays.
//!
//! Arrays that share memory share their copy, so that the interpreter does what the code would do.
//!
//! Tests: `harness/python/tests/test_kernel.py`.

use super::mistake;
use crate::array::Array;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use tensmith_core::kernel::Func;
use tensmith_core::reference::{Problem, Region, RunError, call_on_any};
use tensmith_core::text::Count;

/// The bytes of an argument, from the first to the last one of its array.
#[derive(Clone, Debug)]
struct Place {
    number: usize,
    range: Range<usize>,
    is_only_read: bool,
}

/// The bytes of arrays that share memory.
#[derive(Debug)]
struct Shared {
    range: Range<usize>,
    bytes: Vec<u8>,
    /// What they were before, where none of the arrays may be written.
    before: Option<Vec<u8>>,
}

/// Copies of the arrays of a call.
#[derive(Debug)]
pub(super) struct Copies {
    /// The arrays in the order of their addresses.
    places: Vec<Place>,
    shared: Vec<Shared>,
}

impl Copies {
    /// Copies of arrays, each with the number of its argument, and whether that is only read.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn of<'a, 'py: 'a>(
        arrays: impl Iterator<Item = (usize, Array<'a, 'py>, bool)>,
    ) -> PyResult<Self> {
        let placed = arrays.map(|(number, array, is_only_read)| {
            let (start, range) = (array.address(), array.bytes(array.item_size()?));
            let range = if range.is_empty() { start..start } else { range };
            Ok((Place { number, range, is_only_read }, array))
        });
        let mut placed = placed.collect::<PyResult<Vec<_>>>()?;
        placed.sort_by_key(|(place, _)| place.range.start);
        let mut shared: Vec<Shared> = Vec::new();
        for (place, array) in placed.iter().filter(|(place, _)| !place.range.is_empty()) {
            match shared.last_mut().filter(|last| place.range.start < last.range.end) {
                Some(last) => last.add(place, array)?,
                None => {
                    let start = place.range.start;
                    let mut first = Shared { range: start..start, bytes: Vec::new(), before: None };
                    first.add(place, array)?;
                    shared.push(first);
                }
            }
        }
        let places: Vec<Place> = placed.into_iter().map(|(place, _)| place).collect();
        for shared in &mut shared {
            shared.keep(&places)?;
        }
        Ok(Self { places, shared })
    }

    /// Has the interpreter run a function on the copies.
    ///
    /// # Errors
    /// [`RunError`].
    pub(super) fn interpret(
        &mut self,
        func: &Func,
        vector_bytes: usize,
        values: &[u64],
        steps: u64,
    ) -> Result<Option<u64>, RunError> {
        let mut regions: Vec<Region<'_>> = (self.shared.iter_mut())
            .map(|shared| Region { address: shared.range.start as u64, bytes: &mut shared.bytes })
            .collect();
        // Those that are called are linked: all of them print, and return nothing.
        call_on_any(func, vector_bytes, values, &mut regions, steps, &mut |_, _| Some(0))
    }

    /// Refuses that an array was changed which is only read.
    ///
    /// # Errors
    /// `ValueError`, with the first byte.
    pub(super) fn check_unchanged(&self) -> PyResult<()> {
        let Some(address) = self.shared.iter().find_map(Shared::first_change) else { return Ok(()) };
        let (place, distance) = self.nearest(address).ok_or_else(|| PyValueError::new_err("no array"))?;
        let rule = "must only be read, as `reads` of `kernel` says";
        Err(PyValueError::new_err(format!("argument {}: byte {distance} is changed: {rule}", place.number)))
    }

    /// The exception for what the interpreter refuses, with the line of a text.
    pub(super) fn refused(&self, text: &str, error: &RunError) -> PyErr {
        let RunError::At { at, problem: Problem::Outside { address, bytes } } = *error else {
            return mistake::of_run(text, error);
        };
        let (line, bytes) = (mistake::line(text, Some(at)), Count(bytes, "byte"));
        PyIndexError::new_err(match self.nearest(address as usize) {
            None => format!("{line}{bytes} at address {address:#x}: no argument is an array"),
            Some((Place { number, range, .. }, distance)) => {
                let has = Count(range.len(), "byte");
                format!("{line}{bytes} from byte {distance} of argument {number} on: it has {has}")
            }
        })
    }

    /// The array that is nearest to an address, and how far that is from its first byte.
    fn nearest(&self, address: usize) -> Option<(&Place, i128)> {
        let distance = |place: &&Place| match &place.range {
            range if range.contains(&address) => 0,
            range if address < range.start => range.start - address,
            range => address - range.end + 1,
        };
        let place = self.places.iter().min_by_key(distance)?;
        Some((place, address as i128 - place.range.start as i128))
    }
}

impl Shared {
    /// Adds an array that begins within the bytes, or at their end.
    fn add(&mut self, place: &Place, array: &Array<'_, '_>) -> PyResult<()> {
        let more = place.range.end.saturating_sub(self.range.end);
        self.bytes.try_reserve_exact(more).map_err(|_| out_of_memory(more))?;
        self.bytes.resize(self.bytes.len() + more, 0);
        self.range.end += more;
        let start = place.range.start - self.range.start;
        if let Some(to) = self.bytes.get_mut(start..start + place.range.len()) {
            array.copy_bytes(to)?;
        }
        Ok(())
    }

    /// Keeps the bytes as they are, if no array may be written that they are of.
    fn keep(&mut self, places: &[Place]) -> PyResult<()> {
        let shares = |place: &&Place| {
            place.range.start < self.range.end
                && self.range.start < place.range.end
                && !place.range.is_empty()
        };
        if places.iter().filter(shares).all(|place| place.is_only_read) {
            let mut before = Vec::new();
            before.try_reserve_exact(self.bytes.len()).map_err(|_| out_of_memory(self.bytes.len()))?;
            before.extend_from_slice(&self.bytes);
            self.before = Some(before);
        }
        Ok(())
    }

    /// The address of the first byte that is no longer what it was.
    fn first_change(&self) -> Option<usize> {
        let before = self.before.as_ref()?;
        let at = before.iter().zip(&self.bytes).position(|(before, now)| before != now)?;
        Some(self.range.start + at)
    }
}

fn out_of_memory(bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("{bytes} bytes for copies of arrays"))
}

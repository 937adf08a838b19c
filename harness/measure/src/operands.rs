//! The operands of multiplications of one shape: of one in the first-level cache; of some that follow each
//! other; or a different set of them for every call, more than any cache holds.
//!
//! Tests: below.
#![allow(unsafe_code)]

use crate::number::Number;
use crate::shape::Shape;
use std::cell::Cell;

/// Bytes of the operands that calls stream through: several times a last-level cache.
const STREAM: usize = 192 << 20;

/// Operands begin at such a multiple of bytes, as allocators of libraries would have it.
const ALIGNMENT: usize = 64;

/// Where operands are when a call begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temperature {
    /// Where the last call left them: in the nearest cache that holds them.
    Hot,
    /// In memory.
    Cold,
}

/// Sets of operands.
#[derive(Debug)]
pub struct Operands<T> {
    shape: Shape,
    /// All sets. From here on only the pointer below is used.
    _data: Vec<T>,
    /// The first element of the first set.
    base: *mut T,
    /// Elements from A, B and C of a set to those of the next.
    steps: [usize; 3],
    /// Elements from the first of a set to those of A, B and C.
    offsets: [usize; 3],
    sets: usize,
    /// The set that is next.
    next: Cell<usize>,
}

/// Neighbouring sets of operands, for as many calls.
#[derive(Debug)]
pub struct Feed<T> {
    first: [*mut T; 3],
    /// Elements from one call's operands to the next call's; 0 if these are the same.
    steps: [usize; 3],
    calls: usize,
}

impl<T: Number> Operands<T> {
    /// Random operands between -1 and 1; C is 0.
    pub fn new(shape: Shape, temperature: Temperature, seed: u64) -> Self {
        let whole = ALIGNMENT / size_of::<T>();
        let [a, b, c] = shape.elements().map(|elements| elements.next_multiple_of(whole));
        let step = a + b + c;
        let sets = match temperature {
            Temperature::Hot => 1,
            Temperature::Cold => (STREAM / size_of::<T>()).div_ceil(step).max(2),
        };
        let mut random = Random(seed);
        let mut data = vec![T::ZERO; step * sets + whole];
        let start = data.as_ptr().align_offset(ALIGNMENT);
        for set in data[start..].chunks_exact_mut(step) {
            set[..a + b].fill_with(|| T::from_f64(random.number()));
        }
        let base = data.as_mut_ptr().wrapping_add(start);
        let (steps, offsets) = ([step; 3], [0, a, a + b]);
        Self { shape, _data: data, base, steps, offsets, sets, next: Cell::new(0) }
    }

    /// Random operands between -1 and 1 of `count` multiplications: all of A one behind the other, all of B,
    /// and all of C, which is 0.
    pub fn in_a_row(shape: Shape, count: usize, seed: u64) -> Self {
        let whole = ALIGNMENT / size_of::<T>();
        let [a, b, c] = shape.elements().map(|elements| (elements * count).next_multiple_of(whole));
        let mut random = Random(seed);
        let mut data = vec![T::ZERO; a + b + c + whole];
        let start = data.as_ptr().align_offset(ALIGNMENT);
        data[start..start + a + b].fill_with(|| T::from_f64(random.number()));
        let base = data.as_mut_ptr().wrapping_add(start);
        let (steps, offsets) = (shape.elements(), [0, a, a + b]);
        Self { shape, _data: data, base, steps, offsets, sets: count, next: Cell::new(0) }
    }

    /// Feeds `work` with operands for that many calls, in one piece or, at the end of the sets, in several.
    pub fn feed(&self, calls: usize, work: &dyn Fn(&Feed<T>)) {
        if self.sets == 1 {
            return work(&Feed { first: self.set(0), steps: [0; 3], calls });
        }
        let mut left = calls;
        while left > 0 {
            let next = self.next.get();
            let calls = left.min(self.sets - next);
            work(&Feed { first: self.set(next), steps: self.steps, calls });
            self.next.set((next + calls) % self.sets);
            left -= calls;
        }
    }

    /// A, B and C of the first set.
    pub fn first(&self) -> [Vec<T>; 3] {
        self.nth(0)
    }

    /// A, B and C of a set.
    ///
    /// # Panics
    /// There are not as many sets.
    pub fn nth(&self, nth: usize) -> [Vec<T>; 3] {
        assert!(nth < self.sets, "set {nth} of {}", self.sets);
        let lengths = self.shape.elements();
        let mut operands = self.set(nth).into_iter().zip(lengths);
        [(); 3].map(|()| {
            let (start, length) = operands.next().unwrap_or((std::ptr::null_mut(), 0));
            // SAFETY: a set has that many elements from there on, and no call is going on, as this is the
            // thread that makes them and `feed` has returned.
            (0..length).map(|at| unsafe { *start.wrapping_add(at) }).collect()
        })
    }

    /// Sets every C to 0.
    pub fn clear(&self) {
        let [_, _, elements] = self.shape.elements();
        for nth in 0..self.sets {
            let [_, _, c] = self.set(nth);
            for at in 0..elements {
                // SAFETY: C of each set has that many elements, and nothing else accesses it, as above.
                unsafe { *c.wrapping_add(at) = T::ZERO };
            }
        }
    }

    /// Multiplies once into the C of the first set, which is `c` before.
    pub fn once(&self, c: &[T], work: &dyn Fn(&Feed<T>)) -> Vec<T> {
        let first = self.set(0);
        for (at, value) in c.iter().enumerate().take(self.shape.elements()[2]) {
            // SAFETY: C has that many elements, and nothing else accesses it, as above.
            unsafe { *first[2].wrapping_add(at) = *value };
        }
        work(&Feed { first, steps: [0; 3], calls: 1 });
        let [_, _, c] = self.first();
        c
    }

    fn set(&self, nth: usize) -> [*mut T; 3] {
        let mut places = self.offsets.into_iter().zip(self.steps).map(|(offset, step)| offset + nth * step);
        [(); 3].map(|()| self.base.wrapping_add(places.next().unwrap_or(0)))
    }
}

impl<T: Number> Feed<T> {
    /// Makes the calls: of A, B and C.
    #[inline(always)]
    pub fn each(&self, mut call: impl FnMut(*const T, *const T, *mut T)) {
        let ([a, b, c], [to_a, to_b, to_c]) = (self.first, self.steps);
        if self.steps == [0; 3] {
            (0..self.calls).for_each(|_| call(a, b, c));
        } else {
            (0..self.calls).for_each(|nth| {
                call(a.wrapping_add(nth * to_a), b.wrapping_add(nth * to_b), c.wrapping_add(nth * to_c));
            });
        }
    }

    /// The operands of the first call, behind which those of the others follow, and how many calls there are.
    pub(crate) const fn whole(&self) -> ([*mut T; 3], usize) {
        (self.first, self.calls)
    }
}

/// Random numbers by the generator of Steele, Lea and Flood.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// The next number below a limit; 0, if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }

    /// The next number from -1 on and below 1.
    pub fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operands(temperature: Temperature) -> Operands<f32> {
        Operands::new("f32_13x13x13".parse().expect("a name"), temperature, 1)
    }

    #[test]
    fn operands_are_aligned_and_apart() {
        for temperature in [Temperature::Hot, Temperature::Cold] {
            let operands = operands(temperature);
            let [a, b, c] = operands.set(operands.sets - 1);
            assert!([a, b, c].iter().all(|start| start.addr() % ALIGNMENT == 0));
            assert!(a.addr() + 4 * 169 <= b.addr() && b.addr() + 4 * 169 <= c.addr());
            let end = operands._data.as_ptr_range().end.addr();
            assert!(c.addr() + 4 * 169 <= end);
        }
    }

    #[test]
    fn cold_calls_walk_through_every_set() {
        let operands = operands(Temperature::Cold);
        let calls = Cell::new(0);
        operands.feed(operands.sets + 3, &|feed| feed.each(|_, _, _| calls.set(calls.get() + 1)));
        assert_eq!((calls.get(), operands.next.get()), (operands.sets + 3, 3));
    }

    #[test]
    fn those_in_a_row_follow_each_other() {
        let operands = Operands::<f64>::in_a_row("f64_3x5x7".parse().expect("a name"), 4, 1);
        let next = Cell::new(0);
        operands.feed(4, &|feed| {
            feed.each(|a, b, c| {
                let [first_a, first_b, first_c] = operands.set(0);
                let nth = next.replace(next.get() + 1);
                assert_eq!(a.addr(), first_a.addr() + 8 * 21 * nth);
                assert_eq!(
                    (b.addr(), c.addr()),
                    (first_b.addr() + 8 * 35 * nth, first_c.addr() + 8 * 15 * nth)
                );
            });
        });
        assert_eq!(next.get(), 4);
    }

    #[test]
    fn hot_calls_have_the_same_operands() {
        let operands = operands(Temperature::Hot);
        operands.feed(5, &|feed| feed.each(|a, _, _| assert_eq!(a, operands.set(0)[0].cast_const())));
    }
}

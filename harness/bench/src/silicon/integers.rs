//! Multiplications of integers: handles that take plain column-major matrices, next to MKL's, which computes
//! the same of `i8` and `u8`.
//!
//! An instruction that multiplies and adds in each lane of 32 bits does four products of bytes where one of
//! single precision does one: the peak is four times that of FP32, where cores have such instructions.
//!
//! Tests: below.

use std::cell::RefCell;
use std::hint::black_box;
use tensmith::integer::{Integer, IntegerGemm, Integers, Overflow, Start};
use tensmith::{DType, Jit};
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::library::{Entrant, Libraries, MklIntegers, Role};
use tensmith_measure::peak::Vectors;
use tensmith_measure::sample::{Repeated, Sampler};

/// Turns of the loop that measures the peak, in a call.
const TURNS: usize = 16;

/// Products of bytes for each of single precision.
const PRODUCTS: f64 = 4.0;

/// M, N and K of all.
pub(crate) const SHAPES: [[usize; 3]; 17] = [
    [4, 4, 4],
    [8, 8, 8],
    [13, 13, 13],
    [16, 16, 16],
    [23, 23, 23],
    [32, 32, 32],
    [64, 64, 64],
    [128, 128, 128],
    [256, 256, 256],
    [1024, 1024, 1024],
    [16, 6, 64],
    [17, 5, 19],
    [100, 3, 64],
    [6, 64, 64],
    [64, 1, 64],
    [13, 13, 16],
    [32, 32, 512],
];

/// Makes an integer of a type of a small number.
type Made<T> = fn(u8) -> T;

const SIGNED: Made<i8> = |number| number as i8;
const UNSIGNED: Made<u8> = |number| number;
const WORD: Made<i16> = |number| number.into();

/// Times all pairs of types.
pub(crate) fn measure(
    libraries: &Libraries,
    (sampler, vectors): (Sampler, Vectors),
    extents: [usize; 3],
) -> Cell {
    let (start, overflow) = (Start::Output, Overflow::Wraps);
    let spec = IntegerGemm { start, overflow, ..IntegerGemm::column_major(extents) };
    let ours = libraries.ours().jit();
    let mut faults = Vec::new();
    let jit = || ours.clone();
    let (i8_u8, u8_i8) = ((SIGNED, UNSIGNED), (UNSIGNED, SIGNED));
    let (i8_i8, u8_u8, i16_i16) = ((SIGNED, SIGNED), (UNSIGNED, UNSIGNED), (WORD, WORD));
    let mut contestants: Vec<(&'static str, Role, Result<Repeated<'_>, String>)> = vec![
        ("tensmith", Role::Ours, jit().and_then(|jit| multiplied(jit, &spec, i8_u8))),
        ("u8,i8", Role::OursToo, jit().and_then(|jit| multiplied(jit, &spec, u8_i8))),
        ("i8,i8", Role::OursToo, jit().and_then(|jit| multiplied(jit, &spec, i8_i8))),
        ("u8,u8", Role::OursToo, jit().and_then(|jit| multiplied(jit, &spec, u8_u8))),
        ("i16,i16", Role::OursToo, jit().and_then(|jit| multiplied(jit, &spec, i16_i16))),
    ];
    if let Some(mkl) = libraries.mkl() {
        let work = mkl
            .integers()
            .and_then(|function| theirs(function, &spec, ours.as_ref().ok().copied(), &mut faults));
        contestants.push(("mkl", Role::Peer, work));
    }
    let peak: Repeated<'_> = Box::new(move |calls| vectors.multiply_add(DType::F32, calls * TURNS));
    let entrants: Vec<Entrant> = contestants
        .iter()
        .map(|(name, role, work)| (*name, *role, work.as_ref().map(|_| ()).map_err(String::clone)))
        .collect();
    let works = contestants.into_iter().filter_map(|(_, _, work)| work.ok());
    let all: Vec<_> = [peak].into_iter().chain(works).collect();
    let rounds = sampler.interleave(&all);
    let operations = PRODUCTS * vectors.operations(DType::F32) * TURNS as f64;
    let [m, n, k] = extents;
    let subject = Subject {
        name: format!("i8,u8 {m}x{n}x{k}"),
        dtype: DType::F32,
        extents,
        operations: 2.0 * m as f64 * n as f64 * k as f64,
    };
    Cell { faults, ..cell(subject, operations, entrants, &rounds) }
}

/// That many integers of a type, made of small numbers.
fn small<T>(count: usize, of: Made<T>) -> Vec<T> {
    (0..count).map(|nth| of((nth * 37 % 101) as u8)).collect()
}

/// Our multiplication of two types.
fn multiplied<'a, A: Integer, B: Integer>(
    jit: &Jit,
    spec: &IntegerGemm,
    (of_a, of_b): (Made<A>, Made<B>),
) -> Result<Repeated<'a>, String> {
    let product = Integers::<A, B>::new(jit, spec).map_err(|error| error.to_string())?;
    let &IntegerGemm { m, n, k, .. } = spec;
    let (a, b, c) = (small(m * k, of_a), small(k * n, of_b), RefCell::new(vec![0; m * n]));
    Ok(Box::new(move |calls| {
        for _ in 0..calls {
            let called = product.call(black_box(&a), black_box(&b), &mut c.borrow_mut());
            debug_assert_eq!(called, Ok(()));
        }
    }))
}

/// MKL's multiplication, whose result has to be ours.
fn theirs<'a>(
    function: MklIntegers,
    spec: &IntegerGemm,
    ours: Option<&Jit>,
    faults: &mut Vec<String>,
) -> Result<Repeated<'a>, String> {
    let &IntegerGemm { m, n, k, .. } = spec;
    let (a, b, mut c) = (small(m * k, SIGNED), small(k * n, UNSIGNED), vec![1; m * n]);
    if let Some(jit) = ours {
        let product = Integers::<i8, u8>::new(jit, spec).map_err(|error| error.to_string())?;
        let mut expected = c.clone();
        product.call(&a, &b, &mut expected).map_err(|error| error.to_string())?;
        function.multiply([m, n, k], (&a, &b), &mut c);
        if c != expected {
            faults.push(format!("i8,u8 {m}x{n}x{k}: tensmith and mkl differ"));
        }
    }
    let c = RefCell::new(c);
    Ok(Box::new(move |calls| {
        for _ in 0..calls {
            function.multiply([m, n, k], (black_box(&a), black_box(&b)), &mut c.borrow_mut());
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;

    #[test]
    fn everyone_takes_part() {
        let (Ok(clock), Some(vectors)) = (Clock::new(), Vectors::widest()) else { return };
        let libraries = Libraries::load(&[], 1).expect("nothing is loaded");
        let cell = measure(&libraries, (Sampler::usual(clock, 2), vectors), [9, 5, 13]);
        let timed = cell.figures.iter().filter(|figure| figure.speed.is_ok()).count();
        assert!(cell.figures.len() == 5 && (libraries.absence().is_some() || timed == 5));
    }
}

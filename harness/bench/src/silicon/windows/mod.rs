//! Convolutions of all channels or depthwise, and poolings, of FP32: plans of tensmith next to plain loops in
//! C, compiled for this machine, and to oneDNN, turn by turn.
//!
//! Channels are last. Elements are small integers, so that every result is exact, and is compared with that
//! of integers. Operations are those of the definition: a multiply-add, or a comparison, for
//! each tap of each window.
//!
//! Tests: below.
#![allow(unsafe_code)]

mod peers;

use std::cell::RefCell;
use std::fmt;
use tensmith::DType;
use tensmith::program::Argument;
use tensmith_core::tensor::{Nest, Options};
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::library::{Entrant, Ours, Role};
use tensmith_measure::operands::Random;
use tensmith_measure::peak::Vectors;
use tensmith_measure::sample::{Repeated, Sampler};

/// Turns of the loop that measures the peak.
const TURNS: usize = 4000;

/// What becomes of the taps of a window, in the order of `onednn.cpp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Their sum, weighted for each channel.
    Depthwise,
    /// The sums over all channels, weighted for as many others.
    Convolution,
    /// The greatest.
    Max,
}

impl Kind {
    /// Its name, and that of its function in `loop.c`.
    const fn name(self) -> &'static str {
        match self {
            Self::Depthwise => "depthwise",
            Self::Convolution => "convolution",
            Self::Max => "max",
        }
    }
}

/// Windows over an image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Problem {
    kind: Kind,
    /// Rows, columns and channels of the result.
    extents: [usize; 3],
    /// Taps in each direction, and from one to the next.
    taps: usize,
    dilation: usize,
}

const fn problem(kind: Kind, extents: [usize; 3], taps: usize, dilation: usize) -> Problem {
    Problem { kind, extents, taps, dilation }
}

/// All of them.
pub(crate) const ALL: [Problem; 9] = [
    problem(Kind::Depthwise, [60, 60, 32], 5, 1),
    problem(Kind::Depthwise, [56, 56, 64], 3, 1),
    problem(Kind::Convolution, [56, 56, 64], 3, 1),
    problem(Kind::Convolution, [56, 56, 16], 3, 1),
    problem(Kind::Convolution, [14, 14, 128], 3, 1),
    problem(Kind::Max, [60, 60, 1], 13, 1),
    problem(Kind::Max, [60, 60, 1], 13, 2),
    problem(Kind::Max, [60, 60, 32], 13, 1),
    problem(Kind::Max, [56, 56, 64], 3, 1),
];

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { kind, extents: [rows, columns, channels], taps, dilation } = self;
        write!(f, "f32_{}_{taps}x{taps}", kind.name())?;
        if dilation > 1 {
            write!(f, "/{dilation}")?;
        }
        write!(f, "_{rows}x{columns}x{channels}")
    }
}

/// What everyone works on.
#[derive(Clone, Debug)]
struct Arrays {
    image: Vec<f32>,
    weights: Vec<f32>,
    out: Vec<f32>,
}

/// Work on arrays.
type Work = Box<dyn Fn(&mut Arrays)>;

impl Problem {
    /// Rows and columns of the image.
    fn sides(&self) -> [usize; 2] {
        let [rows, columns, _] = self.extents;
        [rows, columns].map(|extent| extent + (self.taps - 1) * self.dilation)
    }

    /// Channels that each sum is over.
    fn summed(&self) -> usize {
        if self.kind == Kind::Convolution { self.extents[2] } else { 1 }
    }

    fn arrays(&self) -> Arrays {
        let (mut random, [height, width], [rows, columns, channels]) =
            (Random(5), self.sides(), self.extents);
        let mut numbers = |count: usize| (0..count).map(|_| (random.bits() % 17) as f32 - 8.0).collect();
        let image = numbers(height * width * channels);
        let weights = numbers(self.taps * self.taps * self.summed() * channels);
        Arrays { image, weights, out: vec![0.0; rows * columns * channels] }
    }

    /// The result, of integers.
    fn expected(&self, arrays: &Arrays) -> Vec<f32> {
        let ([_, width], [rows, columns, channels]) = (self.sides(), self.extents);
        let mut out = Vec::with_capacity(rows * columns * channels);
        for (y, x, c) in
            (0..rows).flat_map(|y| (0..columns).flat_map(move |x| (0..channels).map(move |c| (y, x, c))))
        {
            let summed = self.summed();
            let taps = (0..self.taps).flat_map(|q| (0..self.taps).map(move |r| (q, r)));
            let terms = taps.flat_map(|tap| (0..summed).map(move |from| (tap, from)));
            let seen = terms.map(|((q, r), from)| {
                let at = (y + q * self.dilation) * width + x + r * self.dilation;
                let channel = if summed > 1 { from } else { c };
                let weight = ((q * self.taps + r) * summed + from) * channels + c;
                (arrays.image[at * channels + channel] as i32, arrays.weights.get(weight).map(|w| *w as i32))
            });
            let result: i32 = match self.kind {
                Kind::Max => seen.map(|(element, _)| element).max().unwrap_or(0),
                _ => seen.map(|(element, weight)| element * weight.unwrap_or(0)).sum(),
            };
            out.push(result as f32);
        }
        out
    }

    /// The nest, as text.
    fn nest(&self) -> String {
        let ([_, width], [rows, columns, channels], taps) = (self.sides(), self.extents, self.taps);
        let is_pool = self.kind == Kind::Max;
        let main = if is_pool { "reduce(max) first=fill(-inf)" } else { "contraction first=zero" };
        let of_weights = |stride: usize| if is_pool { 0 } else { stride };
        let (line, lines, tap) = (width * channels, columns * channels, self.summed() * channels);
        let (row, column) = (of_weights(taps * tap), of_weights(tap));
        let of_channels = match self.kind {
            Kind::Convolution => {
                format!("k undefined {channels} 1 {channels} 0\n n undefined {channels} 0 1 1")
            }
            _ => format!("c undefined {channels} 1 {} 1", of_weights(1)),
        };
        format!(
            "nest f32 {main}
             m undefined {rows} {line} 0 {lines}
             m undefined {columns} {channels} 0 {channels}
             k undefined {taps} {} {row} 0
             k undefined {taps} {} {column} 0
             {of_channels}",
            line * self.dilation,
            channels * self.dilation,
        )
    }

    fn ours(&self, ours: &Ours) -> Result<Work, String> {
        let nest: Nest = self.nest().parse().map_err(|error| format!("{error}"))?;
        let program = ours.jit()?.nest::<f32>(nest, Options::default()).map_err(|error| error.to_string())?;
        let is_pool = self.kind == Kind::Max;
        Ok(Box::new(move |Arrays { image, weights, out }| {
            let accesses = program.loops().accesses();
            let weights = if is_pool { &mut weights[..0] } else { &mut weights[..] };
            let mut arguments = [&mut image[..], weights, &mut out[..]];
            let mut arguments = arguments.each_mut().map(|data| &mut **data).into_iter().zip(accesses);
            let mut next = || arguments.next().map(|(data, access)| Argument::of(data, access));
            if let (Some(first), Some(second), Some(third)) = (next(), next(), next()) {
                // What cannot be run leaves what was there, which is no result.
                let _ = program.run(&mut [first, second, third]);
            }
        }))
    }
}

/// Checks and times everyone.
pub(crate) fn slide(ours: &Ours, (sampler, vectors): (Sampler, Vectors), problem: &Problem) -> Cell {
    let arrays = RefCell::new(problem.arrays());
    let expected = problem.expected(&arrays.borrow());
    let mut works: Vec<(&str, Role, Result<Work, String>)> =
        vec![("tensmith", Role::Ours, problem.ours(ours)), ("loop", Role::Peer, peers::plain(problem))];
    let mut faults: Vec<String> = vec![];
    let mut finishing = vec![];
    for (name, is_blocked) in [("onednn", false), ("onednn-blocked", true)] {
        let made = peers::onednn(problem, &mut arrays.borrow_mut(), is_blocked);
        finishing.push((name, made.clone().ok()));
        // SAFETY: the arrays stay where they are until this function ends, and are lent to one at a time.
        let work = made.map(|onednn| -> Work { Box::new(move |_| unsafe { onednn.run() }) });
        works.push((name, Role::Peer, work));
    }
    for (name, _, work) in &mut works {
        let Ok(once) = work else { continue };
        arrays.borrow_mut().out.fill(f32::NAN);
        once(&mut arrays.borrow_mut());
        if let Some((_, Some(onednn))) = finishing.iter().find(|(finishing, _)| finishing == name) {
            // SAFETY: as above.
            unsafe { onednn.finish() };
        }
        let fault = arrays.borrow().out.iter().zip(&expected).position(|(found, expected)| found != expected);
        if let Some(at) = fault {
            faults.push(format!(
                "{problem} by {name}: element {at} is {}: must be {}",
                arrays.borrow().out[at],
                expected[at]
            ));
            *work = Err("its result is wrong".to_owned());
        }
    }
    let peak: Repeated<'_> =
        Box::new(move |calls| (0..calls).for_each(|_| vectors.multiply_add(DType::F32, TURNS)));
    let present = works.iter().filter_map(|(.., work)| work.as_ref().ok());
    let repeated = present.map(|work| -> Repeated<'_> {
        let arrays = &arrays;
        Box::new(move |calls| (0..calls).for_each(|_| work(&mut arrays.borrow_mut())))
    });
    // Some peers do without the widest vectors, and leave the core to forget them.
    let sampler = Sampler { settles: true, ..sampler };
    let rounds = sampler.interleave(&[peak].into_iter().chain(repeated).collect::<Vec<_>>());
    let entrants: Vec<Entrant> = works
        .iter()
        .map(|(name, role, work)| (*name, *role, work.as_ref().map(|_| ()).map_err(Clone::clone)))
        .collect();
    let elements: usize = problem.extents.iter().product();
    let subject = Subject {
        name: problem.to_string(),
        dtype: DType::F32,
        extents: problem.extents,
        operations: (2 * elements * problem.taps * problem.taps * problem.summed()) as f64,
    };
    let operations = vectors.operations(DType::F32) * TURNS as f64;
    let cell = cell(subject, operations, entrants, &rounds);
    // Of poolings, many comparisons of the definition need not be made.
    if problem.kind != Kind::Max {
        faults.extend(cell.beyond_peak());
    }
    Cell { faults, ..cell }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;
    use tensmith_measure::library::Libraries;

    /// Small problems of each kind: every contestant that can be built here is right.
    #[test]
    fn everyone_is_right() {
        let (Ok(clock), Some(vectors)) = (Clock::new(), Vectors::widest()) else { return };
        let libraries = Libraries::load(&[], 1).expect("nothing is loaded");
        for kind in [Kind::Depthwise, Kind::Convolution, Kind::Max] {
            let problem = problem(kind, [5, 7, 16], 3, 2);
            let cell = slide(libraries.ours(), (Sampler::usual(clock, 2), vectors), &problem);
            assert_eq!(cell.faults, Vec::<String>::new());
            assert!(cell.figures.iter().filter(|figure| figure.speed.is_ok()).count() >= 1);
        }
    }
}

//! Times all rows in alternation, next to a chain of additions that take a cycle each: what counts are
//! cycles, not the time that the clock rate makes of them.
//!
//! Tests: below.

use super::code::{Empty, Loop, Memory, bytes};
use super::figures::{Figure, Figures};
use super::micro::{CHAIN, Fact, Level, MICROS, Micro, Place, Unit, Width};
use std::cell::RefCell;
use tensmith_core::Target;
use tensmith_core::isa::model::Caches;
use tensmith_measure::failure::Result;
use tensmith_measure::sample::{Repeated, Sampler};

/// Turns of a loop that stays in place, in a call.
const TURNS: usize = 16;

/// A loop that is timed.
#[derive(Debug)]
struct Subject {
    micro: &'static Micro,
    width: Width,
    code: Loop,
    /// Turns of a call.
    turns: usize,
}

impl Subject {
    fn new(micro: &'static Micro, width: Width, target: &Target) -> Result<Self> {
        let code = Loop::of(micro, width, target)?;
        let caches = target.core.caches;
        let turns = match micro.place {
            Place::Near => TURNS,
            Place::Behind(_) => code.turns_of(bytes(micro.place, [caches.l1d, caches.l2])),
        };
        Ok(Self { micro, width, code, turns })
    }

    fn work<'s>(&'s self, memory: &'s RefCell<Memory>) -> Repeated<'s> {
        match self.micro.place {
            Place::Near => Box::new(|calls| self.code.turn(memory, calls * self.turns)),
            Place::Behind(_) => Box::new(|calls| (0..calls).for_each(|_| self.code.turn(memory, self.turns))),
        }
    }

    /// Operations of a call.
    fn operations(&self) -> f64 {
        (self.turns * self.micro.lines * self.micro.operations) as f64
    }

    /// The figure of the fact, from the cycles of a call in each round.
    fn figure(&self, rounds: &[f64]) -> Figure {
        let rounds = rounds.iter().map(|cycles| self.value(*cycles)).collect();
        Figure::sampled(self.micro.fact, Some(self.width), rounds)
    }

    fn value(&self, cycles: f64) -> f64 {
        match self.micro.fact.unit() {
            Unit::Cycles => cycles / self.operations(),
            Unit::BytesPerCycle => self.operations() * self.width.bytes() as f64 / cycles,
            _ => self.operations() / cycles,
        }
    }
}

/// Measures all facts of the core at hand.
///
/// # Errors
/// There is no executable memory.
pub(super) fn measure(target: &Target, sampler: &Sampler) -> Result<Figures> {
    let Caches { l1d, l2, .. } = target.core.caches;
    let chain = Subject::new(&CHAIN, Width::whole(&target.core), target)?;
    let (subjects, empty) = (subjects(target)?, Empty::new(target)?);
    let memory = RefCell::new(Memory::new(bytes(Place::Behind(Level::L2), [l1d, l2])));
    let mut works: Vec<Repeated<'_>> =
        vec![chain.work(&memory), Box::new(|calls| (0..calls).for_each(|_| empty.call()))];
    works.extend(subjects.iter().map(|subject| subject.work(&memory)));
    let times = sampler.interleave(&works);
    let [of_chain, of_calls, of_loops @ ..] = &times[..] else { return Ok(Figures::default()) };
    let cycles = |times: &[f64]| -> Vec<f64> {
        times.iter().zip(of_chain).map(|(time, chained)| time / chained * chain.operations()).collect()
    };
    let mut figures: Vec<_> = subjects
        .iter()
        .zip(of_loops)
        .map(|(subject, times)| subject.figure(&cycles(times)))
        .chain([Figure::sampled(Fact::Call, None, cycles(of_calls))])
        .collect();
    for (level, size) in [(Level::L1, l1d), (Level::L2, l2)] {
        figures.push(Figure::sampled(Fact::Size(level), None, vec![size as f64]));
    }
    let mut figures = Figures(figures);
    Width::of(&target.core).iter().for_each(|width| figures.derive(*width, multiply_adds_per_load));
    Ok(figures)
}

/// The rows, each for every vector of the core that it is meant for.
fn subjects(target: &Target) -> Result<Vec<Subject>> {
    let widths = Width::of(&target.core);
    let rows = MICROS.iter().flat_map(|micro| micro.widths.iter().map(move |width| (micro, *width)));
    let rows = rows.filter(|(_, width)| widths.contains(width));
    rows.map(|(micro, width)| Subject::new(micro, width, target)).collect()
}

/// Multiply-adds for each load where a cache is filled.
fn multiply_adds_per_load(level: Level) -> f64 {
    let busy = MICROS.iter().find(|micro| micro.fact == Fact::BusyFill(level));
    busy.map_or(f64::NAN, |micro| micro.multiply_adds() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_how_many_multiply_adds_go_with_a_load() {
        assert_eq!([Level::L1, Level::L2].map(multiply_adds_per_load), [2.0, 3.0]);
    }

    /// Whatever the times are, there is a figure of each fact.
    #[test]
    fn every_row_has_a_figure() {
        let (Ok(target), Ok(clock)) =
            (tensmith_platform_linux::host::target(), tensmith_measure::clock::Clock::new())
        else {
            return;
        };
        let figures = measure(&target, &Sampler::usual(clock, 1)).expect("it runs");
        for micro in MICROS {
            for &width in micro.widths.iter().filter(|width| Width::of(&target.core).contains(width)) {
                let value = figures.best(micro.fact, Some(width));
                assert!(value.is_some_and(|value| value.is_finite() && value > 0.0), "{:?}", micro.fact);
            }
        }
    }
}

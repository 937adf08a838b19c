//! What was found: a figure of each fact in each round, and what follows from two of them.
//!
//! The middle of all rounds is what a machine gives that others use, too: a thread that shares the core takes
//! loads and instructions from it for as long as a run takes, and none adds any. So a core is what the best
//! rounds say: those of which nine tenths are worse, as one alone may have had a slow chain of additions.
//!
//! Tests: below.

use super::micro::{Fact, Level, Operand, Tile, Unit, Width};
use tensmith_measure::sample::{median, spread};

/// A fact as it was measured.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) fact: Fact,
    pub(super) width: Option<Width>,
    /// In the unit of the fact, one of each round.
    pub(super) rounds: Vec<f64>,
    /// What the best rounds say.
    pub(super) best: f64,
}

impl Figure {
    /// A fact that was sampled.
    pub(super) fn sampled(fact: Fact, width: Option<Width>, rounds: Vec<f64>) -> Self {
        let mut sorted = rounds.clone();
        sorted.sort_by(f64::total_cmp);
        if fact.unit() == Unit::Cycles {
            sorted.reverse();
        }
        let best = sorted.get(sorted.len() * 9 / 10).copied().unwrap_or(f64::NAN);
        Self { fact, width, rounds, best }
    }

    /// The middle of all rounds.
    pub(super) fn middle(&self) -> f64 {
        median(&self.rounds)
    }

    /// The distance of the quartiles, as a part of the middle.
    pub(super) fn spread(&self) -> f64 {
        if self.rounds.len() > 1 { spread(&self.rounds) } else { 0.0 }
    }
}

/// All facts.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures(pub(super) Vec<Figure>);

impl Figures {
    /// The figure of a fact for a vector.
    pub(super) fn of(&self, fact: Fact, width: Option<Width>) -> Option<&Figure> {
        self.0.iter().find(|figure| figure.fact == fact && figure.width == width)
    }

    /// What the best rounds say of it.
    pub(super) fn best(&self, fact: Fact, width: Option<Width>) -> Option<f64> {
        self.of(fact, width).map(|figure| figure.best)
    }

    /// Adds what follows from the others, for a vector. `per_load` is the number of multiply-adds for each
    /// load where a cache is filled.
    pub(super) fn derive(&mut self, width: Width, per_load: impl Fn(Level) -> f64) {
        use Fact::{BusyFill, Crossing, CrossingLoads, Fill, Folding, Hidden, Loads, MultiplyAdds};
        self.combine(Crossing, width, [Loads, CrossingLoads], |[loads, crossing]| loads / crossing - 1.0);
        for level in [Level::L1, Level::L2] {
            let (bytes, multiplied) = (width.bytes() as f64, per_load(level));
            let facts = [Fill(level), BusyFill(level), MultiplyAdds];
            self.combine(Hidden(level), width, facts, |[fill, busy, multiply_adds]| {
                let (fill, busy, work) = (bytes / fill, bytes / busy, multiplied / multiply_adds);
                (fill + work - busy) / fill.min(work)
            });
        }
        for tile in [Tile::FourBySix, Tile::OneBy24] {
            let facts = [Operand::Folded, Operand::Broadcast].map(|operand| Fact::Tile(tile, operand));
            self.combine(Folding(tile), width, facts, |[folded, apart]| folded / apart);
        }
    }

    /// Adds a fact that follows from others, in each round, where these were measured.
    fn combine<const N: usize>(
        &mut self,
        fact: Fact,
        width: Width,
        from: [Fact; N],
        rule: impl Fn([f64; N]) -> f64,
    ) {
        let figures: Option<Vec<_>> = from.into_iter().map(|fact| self.of(fact, Some(width))).collect();
        let Some(figures) = figures else { return };
        let of = |value: &dyn Fn(&Figure) -> f64| rule(std::array::from_fn(|at| value(figures[at])));
        let count = figures.iter().map(|figure| figure.rounds.len()).min().unwrap_or(0);
        let rounds = (0..count).map(|round| of(&|figure| figure.rounds[round])).collect();
        let best = of(&|figure| figure.best);
        self.0.push(Figure { fact, width: Some(width), rounds, best });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(fact: Fact, value: f64) -> Figure {
        Figure::sampled(fact, Some(Width::Ymm), vec![value; 3])
    }

    #[test]
    fn what_follows_is_by_round() {
        // A line takes two cycles, its four multiply-adds the same, and both together three: half is hidden.
        let mut figures = Figures(vec![
            figure(Fact::Loads, 2.0),
            figure(Fact::CrossingLoads, 0.5),
            figure(Fact::MultiplyAdds, 2.0),
            figure(Fact::Fill(Level::L1), 16.0),
            figure(Fact::BusyFill(Level::L1), 32.0 / 3.0),
        ]);
        figures.derive(Width::Ymm, |_| 4.0);
        let value = |fact| figures.best(fact, Some(Width::Ymm));
        assert_eq!(value(Fact::Crossing), Some(3.0));
        assert!(value(Fact::Hidden(Level::L1)).is_some_and(|part| (part - 0.5).abs() < 1e-9));
        assert_eq!(value(Fact::Hidden(Level::L2)), None);
        assert_eq!(value(Fact::Folding(Tile::FourBySix)), None);
    }

    /// Nine tenths are worse: less in a cycle, or more cycles.
    #[test]
    fn the_best_rounds_count() {
        let rounds: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(Figure::sampled(Fact::Loads, None, rounds.clone()).best, 19.0);
        let latency = Figure::sampled(Fact::Latency, None, rounds);
        assert_eq!([latency.best, latency.middle()], [2.0, 10.5]);
        assert_eq!(Figure::sampled(Fact::Call, None, vec![3.0]).best, 3.0);
    }
}

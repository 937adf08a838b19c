//! Simulated annealing of a tree by rotations.
//!
//! A step draws a contraction and one of the rotations there. One that costs less is done; one that costs
//! more, with a probability that falls with the ratio of both costs and with the temperature. Costs are those
//! of the two contractions that it changes, not of the whole tree: so all parts of a tree get better at once,
//! not only the most expensive one. (Kalachev, Panteleev and Yung, "Multi-tensor contraction for XEB
//! verification of quantum circuits", 2021.)
//!
//! The temperature falls geometrically, after each of a number of sweeps, each of which has as many steps as
//! the tree has contractions. The best tree after a sweep is the result.
//!
//! Tests: `tests/tests/einsum_path_search.rs`.

use super::CostModel;
use super::draft::Draft;
use super::random::{Random, drawn, tabled};
use crate::fallible::{OutOfMemory, try_filled};

/// How temperatures fall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The first and the last temperature, as the natural logarithm of a ratio of costs that is accepted with
    /// a probability of 1/e.
    pub(super) temperatures: [f64; 2],
    /// How many there are.
    pub(super) levels: usize,
    /// How many sweeps over the tree are done at each.
    pub(super) sweeps: usize,
}

impl Schedule {
    /// Improves a tree.
    pub(super) fn anneal(
        &self,
        draft: &mut Draft<'_>,
        cost: &dyn CostModel,
        random: &mut Random,
    ) -> Result<(), OutOfMemory> {
        let mut best = draft.copy()?;
        let mut least = best.cost(cost);
        let waits = tabled(|share| -libm::log(share))?;
        let mut ratios = try_filled(1.0, waits.len())?;
        let [first, last] = self.temperatures;
        for level in 0..self.levels {
            let share = level as f64 / self.levels.saturating_sub(1).max(1) as f64;
            let temperature = first * libm::pow(last / first, share);
            for (ratio, wait) in ratios.iter_mut().zip(&waits) {
                *ratio = libm::exp(temperature * wait);
            }
            for _ in 0..self.sweeps {
                sweep(draft, cost, &ratios, random);
            }
            let now = draft.cost(cost);
            if now < least {
                best.copy_from(draft);
                least = now;
            }
        }
        draft.copy_from(&best);
        Ok(())
    }
}

/// As many steps as there are contractions. `ratios` are those of costs that are accepted.
fn sweep(draft: &mut Draft<'_>, cost: &dyn CostModel, ratios: &[f64], random: &mut Random) {
    let (contractions, total) = (draft.contractions(), cost.total());
    for _ in contractions.clone() {
        let node = contractions.start.saturating_add(random.below(contractions.len()));
        let bits = random.bits();
        let Some(rotation) = draft.rotation(node, bits & 1 == 1, bits & 2 == 2) else { continue };
        let (Some(before), Some(after)) = (draft.before(rotation), draft.rotated(rotation, cost)) else {
            continue;
        };
        let [now, then] = [before, after].map(|[child, parent]| total.of(child.cost, parent.cost));
        if then <= now || then < now * drawn(ratios, random) {
            draft.rotate(rotation, after);
        }
    }
}

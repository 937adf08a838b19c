//! Cases of loop nests, on arrays of whole numbers, and of what is not finite.
//!
//! Tests: below, `tests/tests/conformance_verify.rs`.

use super::case::{Excuse, Verdict};
use super::expression::special;
use super::shrink::less;
use crate::nests;
use crate::random::{Numbers, SplitMix};
use tensmith::program::{Argument, check};
use tensmith::{DType, Element, Jit, PlanError};
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Fold;
use tensmith_core::tensor::reference::Located;
use tensmith_core::tensor::{
    Access, Dim, Exec, Kind, Main, Nest as Loops, Options, PerOperand, Sequence, verify,
};
use tensmith_core::with_element;

/// A nest, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nest {
    text: String,
    numbers: Numbers,
    /// What elements are drawn from.
    seed: u64,
}

/// Extents that are drawn.
const EXTENTS: [usize; 14] = [1, 2, 2, 2, 3, 3, 4, 5, 7, 8, 13, 16, 17, 31];

/// The most work of a nest, and the most elements of an operand.
const MOST_WORK: u64 = 30_000;
const MOST_ELEMENTS: usize = 1 << 17;

/// How often a nest is drawn until it keeps the rules.
const TRIES: usize = 200;

impl Nest {
    pub(super) fn draw(random: &mut SplitMix) -> Self {
        let mut text = nests::draw(random, &EXTENTS);
        for _ in 0..TRIES {
            if text.parse::<Loops>().is_ok_and(|nest| verify(&nest).is_ok() && is_small(&nest)) {
                break;
            }
            text = nests::draw(random, &EXTENTS);
        }
        let numbers = if random.below(4) == 0 { Numbers::Special } else { Numbers::Whole };
        Self { text, numbers, seed: random.below(1 << 20) }
    }

    pub(super) fn command(&self) -> String {
        let text = self.text.trim_end();
        let (seed, special) = (self.seed, special(self.numbers));
        format!("tensmith nest - --random {seed}{special} --check <<'END'\n{text}\nEND")
    }

    fn nest(&self) -> Option<Loops> {
        self.text.parse().ok()
    }

    pub(super) fn judge(&self, jit: &Jit) -> Verdict {
        let Some(nest) = self.nest() else { return Verdict::excused(Excuse::Rule, "it is no nest") };
        if let Err(error) = verify(&nest) {
            return Verdict::excused(Excuse::Rule, &error);
        }
        if !is_small(&nest) {
            return Verdict::excused(Excuse::TooLarge, "it is too large to be compared with the reference");
        }
        let judged = with_element!(nest.types.output, T => self.checked::<T>(jit, nest));
        judged.unwrap_or_else(|refused| refused)
    }

    /// Runs it, and compares with the reference.
    fn checked<T: Element>(&self, jit: &Jit, nest: Loops) -> Result<Verdict, Verdict> {
        let is_exact = is_exact::<T>(&nest);
        let copy = nest.try_clone().map_err(PlanError::from)?;
        let sequence = Sequence::of(copy).map_err(PlanError::from)?;
        let program = jit.nest::<T>(nest, Options::default())?;
        let accesses = program.loops().accesses();
        let mut random = SplitMix::new(self.seed);
        let mut filled = |access: &Access| -> Vec<T> {
            let elements = if access.is_used { access.below + access.above + 1 } else { 0 };
            (0..elements).map(|_| T::from_f64(random.number_of(self.numbers))).collect()
        };
        let before: Vec<Vec<T>> = accesses.iter().map(&mut filled).collect();
        let mut after = before.clone();
        let mut arguments: Vec<Argument<'_, T>> =
            after.iter_mut().zip(accesses).map(|(data, access)| Argument::of(data, access)).collect();
        program.run(&mut arguments)?;
        let before: Vec<Located<&[T]>> = before
            .iter()
            .zip(accesses)
            .map(|(data, access)| Located { data: &data[..], origin: access.below })
            .collect();
        let after: Vec<&[T]> = after.iter().map(Vec::as_slice).collect();
        Ok(match check(&sequence, &before, &after) {
            Ok(check) => Verdict::of(&check, is_exact),
            Err(error) => Verdict::Wrong(error.to_string()),
        })
    }

    pub(super) fn smaller(&self) -> Vec<Self> {
        let Some(nest) = self.nest() else { return vec![] };
        let with = |change: &dyn Fn(&mut Loops)| {
            let mut other = self.nest()?;
            change(&mut other);
            let case = Self { text: other.to_string(), ..*self };
            (other != nest && verify(&other).is_ok()).then_some(case)
        };
        let mut all = vec![
            with(&|nest| nest.last_touch = None),
            with(&|nest| nest.first_touch = nest.main.neutral()),
            with(&|nest| nest.offsets = PerOperand::default()),
            with(&|nest| nest.dims.iter_mut().for_each(|dim| dim.exec = Exec::Undefined)),
            with(&|nest| nest.types = DType::F32.into()),
        ];
        for (at, dim @ Dim { extent, .. }) in nest.dims.iter().enumerate() {
            all.push(with(&|nest| {
                nest.dims.remove(at);
            }));
            all.extend(less(*extent, 1).map(|less| with(&|nest| nest.dims[at].extent = less)));
            for stride in STRIDES {
                let mut now = *dim;
                let shorter: Vec<_> = less(stride(&mut now).unsigned_abs(), 1).collect();
                let of = |shorter: usize| with(&|nest| *stride(&mut nest.dims[at]) = shorter as isize);
                all.extend(shorter.into_iter().map(of));
            }
        }
        if self.numbers == Numbers::Special {
            all.push(Some(Self { numbers: Numbers::Whole, ..self.clone() }));
        }
        all.into_iter().flatten().collect()
    }
}

/// The strides of a dimension.
const STRIDES: [fn(&mut Dim) -> &mut isize; 3] =
    [|dim| &mut dim.strides.in0, |dim| &mut dim.strides.in1, |dim| &mut dim.strides.out];

/// Whether running it, and the reference, takes little.
fn is_small(nest: &Loops) -> bool {
    let reach = |of: fn(&Dim) -> isize, at: isize| {
        let along = nest.dims.iter().map(|dim| of(dim).unsigned_abs().saturating_mul(dim.extent));
        along.fold(at.unsigned_abs(), usize::saturating_add)
    };
    let reaches = [
        reach(|dim| dim.strides.in0, nest.offsets.in0),
        reach(|dim| dim.strides.in1, nest.offsets.in1),
        reach(|dim| dim.strides.out, nest.offsets.out),
    ];
    nest.multiply_adds() <= MOST_WORK && reaches.iter().all(|reach| *reach <= MOST_ELEMENTS)
}

/// Whether all numbers that it computes are whole, and small enough.
fn is_exact<T: Element>(nest: &Loops) -> bool {
    let is_whole = |touch: Option<UnaryOp>| {
        touch.is_none_or(|op| [UnaryOp::zero(), UnaryOp::relu(), UnaryOp::identity()].contains(&op))
    };
    let summed = nest.dims.iter().filter(|dim| dim.kind == Kind::K);
    let terms: f64 = summed.map(|dim| dim.extent as f64).product();
    let is_sum = nest.main.is_contraction() || nest.main == Main::Reduce(Fold::Sum);
    is_sum
        && is_whole(nest.first_touch)
        && is_whole(nest.last_touch)
        && (terms + 1.0) * 64.0 <= 1.0 / T::ROUNDOFF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_nests_keep_the_rules_mostly_and_shrink_to_others() {
        let mut random = SplitMix::new(5);
        let cases: Vec<Nest> = (0..60).map(|_| Nest::draw(&mut random)).collect();
        let valid = cases.iter().filter(|case| case.nest().is_some_and(|nest| verify(&nest).is_ok()));
        assert!(valid.count() >= 50);
        let smaller: Vec<Nest> = cases.iter().flat_map(Nest::smaller).collect();
        assert!(smaller.len() > 300 && smaller.iter().all(|case| case.nest().is_some()));
    }
}

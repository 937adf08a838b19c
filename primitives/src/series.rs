//! Multiplications one after the other: a loop around the best kernel for one of them.
//!
//! Problem: a call of a kernel for a few multiply-adds takes longer than these.
//!
//! Idea: the function of the kernel, as another generator writes it, becomes the body of a loop
//! ([`Func::repeated`](tensmith_core::kernel::Func::repeated)); a core that starts instructions as their
//! operands become ready then has several multiplications under way.
//!
//! Tests: `tests/tests/primitives_series.rs`.

use crate::address::bytes;
use crate::columns::Columns;
use crate::gemm::Gemm;
use crate::work::{Rates, number};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::SeriesSpec;
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{Target, Types};

/// Generator of loops around multiplications.
#[derive(Clone, Copy, Debug)]
pub struct Series;

/// The generators of a single multiplication. Their notes leave the highest byte to the
/// number of one of them.
const OF_ONE: [&dyn KernelGenerator; 2] = [&Gemm, &Columns];

/// The first bit of that number in a note.
const NUMBER: u32 = 56;

/// Instructions around a multiplication: three addresses move, and a counter with its branch.
const AROUND: f64 = 5.0;

impl KernelGenerator for Series {
    fn name(&self) -> &'static str {
        "tensmith.series/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Series(series) = spec else { return Err(Refusal::OtherKind) };
        let one = KernelSpec::Gemm(*series.gemm());
        let mut best: Result<Offer, Refusal> = Err(Refusal::OtherKind);
        for (generator, nth) in OF_ONE.into_iter().zip(0..) {
            match (generator.offer(&one, target), &best) {
                (Ok(offer), Ok(known)) if known.cycles <= offer.cycles => {}
                (Ok(offer), _) => best = Ok(Offer { note: offer.note | nth << NUMBER, ..offer }),
                (Err(refusal), Err(Refusal::OtherKind)) => best = Err(refusal),
                (Err(_), _) => {}
            }
        }
        let around = Rates::of(&target.core.model).issuing(AROUND);
        best.map(|offer| Offer { cycles: (offer.cycles + around) * number(series.count()), ..offer })
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Series(series) = spec else { return Err(GenerateError::OtherKind) };
        let number_of = usize::try_from(offer.note >> NUMBER).unwrap_or(usize::MAX);
        let generator = OF_ONE.get(number_of).ok_or(GenerateError::OtherKind)?;
        let cycles = offer.cycles / number(series.count().max(1));
        let of_one = Offer { cycles, note: offer.note & !(u64::MAX << NUMBER) };
        match generator.generate(&KernelSpec::Gemm(*series.gemm()), target, &of_one)? {
            Generated::Func(func) => Ok(func.repeated(series.count(), &steps(series))?.into()),
            // What is no function has no arguments that could move.
            Generated::Code(_) => Err(GenerateError::OtherKind),
        }
    }
}

/// How many bytes A, B and C move on.
fn steps(series: &SeriesSpec) -> [i64; 3] {
    let Types { a, b, output, .. } = series.gemm().types;
    let [step_a, step_b, step_c] = series.steps();
    [bytes(step_a, a), bytes(step_b, b), bytes(step_c, output)]
}

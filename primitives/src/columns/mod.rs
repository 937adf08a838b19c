//! Multiplications with few rows: columns of C share vectors, on machines with masks.
//!
//! Problem: a C with few rows leaves most lanes empty where a vector has one column, and an element of B that
//! is broadcast from memory takes a load for each multiply-add.
//!
//! Idea: a vector has 4 columns, or 2, each in a part of its own. A column of A is loaded into every part by
//! one load. A vector of B has some positions of K of these columns, and one shuffle spreads a position over
//! the part of its column: a multiply-add for all of them follows. `cut` says how columns share vectors,
//! `write` writes tiles, `run` what is done to a C without gaps, and `cost` counts.
//!
//! Cost: for each position of K a load of A and, for each vector, a shuffle and a multiply-add.
//!
//! Tests: `tests/tests/primitives_columns.rs`.

mod cost;
mod cut;
mod run;
mod write;

use crate::arguments::Arguments;
use crate::gemm::problem::Problem;
use cut::Cut;
use tensmith_core::Target;
use tensmith_core::kernel::spec::Argument;
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use write::Places;

/// Generator of GEMM kernels whose columns share vectors.
#[derive(Clone, Copy, Debug)]
pub struct Columns;

impl KernelGenerator for Columns {
    fn name(&self) -> &'static str {
        "tensmith.columns/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Gemm(gemm) = spec else { return Err(Refusal::OtherKind) };
        crate::vectors::machine(target)?;
        match Cut::of(&Problem::along_c(gemm), target) {
            Some(cut) => Ok(Offer::of(cost::cycles(&cut, target))),
            None => Err(Refusal::OtherKind),
        }
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Gemm(gemm) = spec else { return Err(GenerateError::OtherKind) };
        let problem = Problem::along_c(gemm);
        let cut = Cut::of(&problem, target).ok_or(GenerateError::OtherKind)?;
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, problem.arguments())?;
        let [a, b, c] = [Argument::A, Argument::B, Argument::C].map(|of| arguments.certain(of));
        write::tiles(&mut builder, &cut, Places { a, b, c })?;
        Ok(builder.finish()?.into())
    }
}

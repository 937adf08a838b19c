//! Matrix multiplication, batch-reduced or not.
//!
//! [`problem`] turns the multiplication to the side from which vectors suit it, [`tile`] cuts C
//! into register tiles, and `generate` writes the loops over tiles. Inside of a tile, `output`
//! loads, scales and stores C, `batch` loops over pairs of blocks, and `micro` multiplies one.

mod batch;
mod generate;
mod micro;
mod output;
mod pressure;
pub mod problem;
mod repeat;
pub mod tile;

use problem::Problem;
use tensmith_core::kernel::{Builder, Func, KernelSpec};
use tensmith_core::registry::{KernelGenerator, Offer, Refusal};
use tensmith_core::target::Feature;
use tensmith_core::{OutOfMemory, Target};

/// Generator of GEMM and BRGEMM kernels on vectors of fixed size.
#[derive(Clone, Copy, Debug)]
pub struct Gemm;

impl KernelGenerator for Gemm {
    fn name(&self) -> &'static str {
        "tensmith.gemm/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Gemm(gemm) = spec else { return Err(Refusal::OtherKind) };
        if !target.features.contains(Feature::AdvSimd) {
            return Err(Refusal::Feature(Feature::AdvSimd));
        }
        let problem = Problem::choose(gemm);
        let tiling = tile::Tiling::choose(problem.spec(), target.machine(), target.model);
        let cycles = tiling.map_or(u64::MAX, |tiling| tiling.cycles);
        // A count that is known only at run time is taken for 1.
        let pairs = gemm.batch.count().fixed().unwrap_or(1) as u64;
        Ok(Offer { cycles: cycles.saturating_mul(pairs) })
    }

    fn generate(&self, spec: &KernelSpec, target: &Target) -> Result<Func, OutOfMemory> {
        match spec {
            KernelSpec::Gemm(gemm) => self.solve(&Problem::choose(gemm), target),
            _ => Builder::new(self.name())?.finish(),
        }
    }
}

impl Gemm {
    /// The kernel for a problem, whichever way round it is.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn solve(&self, problem: &Problem, target: &Target) -> Result<Func, OutOfMemory> {
        generate::generate(self.name(), problem, target)
    }
}

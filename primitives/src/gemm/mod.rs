//! Matrix multiplication, batch-reduced or not.
//!
//! [`tile`] cuts C into register tiles, `generate` writes the loops over tiles and batch, and
//! `micro` the multiplication inside a tile.

mod generate;
mod micro;
pub mod tile;

use tensmith_core::kernel::{Func, KernelSpec};
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
        let tiling = tile::Tiling::choose(gemm, target.machine(), target.model);
        let cycles = tiling.map_or(u64::MAX, |tiling| tiling.cycles);
        Ok(Offer { cycles: cycles.saturating_mul(generate::batch_count(gemm)) })
    }

    fn generate(&self, spec: &KernelSpec, target: &Target) -> Result<Func, OutOfMemory> {
        generate::generate(self.name(), spec, target)
    }
}

//! Matrix multiplication, batch-reduced or not.
//!
//! [`problem`] turns the multiplication to the side from which vectors suit it, [`tile`] cuts C into register
//! tiles, and `generate` writes the loops over tiles. Inside of a tile, `output` loads, scales and stores C,
//! `epilogue` is what is done to it in between, `batch` loops over pairs of blocks, and `micro` multiplies
//! one. What takes more registers than tiles can spare is done after the loops (`behind`). `complex` writes
//! multiplications of complex numbers as such of their parts, whose sums `parts` joins, and `grouped` those
//! of integers and bfloat16 as such of groups of these (`terms`).
//!
//! Tests: `tests/tests/primitives_gemm_code.rs`, `tests/tests/primitives_gemm_shapes.rs`,
//! `tests/tests/primitives_gemm_sweep.rs`, `tests/tests/primitives_gemm_narrow.rs`,
//! `tests/tests/primitives_gemm_properties.rs`,
//! `tests/tests/primitives_golden.rs`.

mod as_real;
mod batch;
mod behind;
pub mod choose;
pub mod complex;
mod cost;
mod epilogue;
mod factors;
mod generate;
pub mod grouped;
mod micro;
mod output;
mod parts;
mod passes;
pub mod plan;
mod pressure;
pub mod problem;
mod sums;
mod terms;
pub mod tile;
mod transpose;
mod zeros;

pub(crate) use cost::{BEFORE, delayed, unhidden};
use plan::Plan;
use problem::Problem;
use tensmith_core::kernel::{Func, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};
use tile::Shape;

/// Generator of GEMM and BRGEMM kernels on vectors of fixed size.
#[derive(Clone, Copy, Debug)]
pub struct Gemm;

impl KernelGenerator for Gemm {
    fn name(&self) -> &'static str {
        "tensmith.gemm/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Gemm(gemm) = spec else { return Err(Refusal::OtherKind) };
        crate::vectors::machine(target)?;
        let plan = choose::plan(gemm, target)?;
        // Without an epilogue, the smallest shape always fits.
        if plan.problem.spec().epilogue.is_empty() || choose::fits(&plan, target)? {
            Ok(plan.offer())
        } else {
            Err(Refusal::Registers)
        }
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Gemm(gemm) = spec else { return Err(GenerateError::OtherKind) };
        let (problem, shape) = Plan::recall(gemm, offer);
        Ok(self.cut(&problem, shape, target)?.into())
    }
}

impl Gemm {
    /// The kernel for a problem, cut by a shape of the caller's choice. Where B is not contiguous along
    /// K, no rows are summed along it, whatever the shape says; nor are any preloaded that cannot be.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn cut(&self, problem: &Problem, shape: Shape, target: &Target) -> Result<Func, OutOfMemory> {
        let spec = problem.spec();
        let shape = shape.suiting(spec, &target.machine());
        generate::generate(self.name(), problem, shape, target)
    }
}

//! Multiplication of integers and of bfloat16, as one of groups of them.
//!
//! A group is a number of 32 bits. So tiles, loops and registers are those of single precision, and a
//! multiply-add is a dot product of two groups that is added to a sum of 32 bits.
//!
//! Tests: `tests/tests/primitives_grouped.rs`.

use super::as_real;
use super::problem::Problem;
use tensmith_core::kernel::op::BinaryOp;
use tensmith_core::kernel::spec::{Added, Batch, Chain, Factor, GroupedSpec, Link, Operand, Start};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, Target};

/// Generator of multiplications of groups.
#[derive(Clone, Copy, Debug)]
pub struct Grouped;

impl KernelGenerator for Grouped {
    fn name(&self) -> &'static str {
        "tensmith.grouped/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Grouped(grouped) = spec else { return Err(Refusal::OtherKind) };
        let machine = crate::vectors::machine(target)?;
        if machine.dot(grouped.types).is_none() {
            return Err(Refusal::Dot { types: grouped.types, legal: machine.dots });
        }
        let by_groups = by_groups(grouped);
        as_real::offer(Problem::along_c(&by_groups).of_groups(grouped.types), target)
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Grouped(grouped) = spec else { return Err(GenerateError::OtherKind) };
        let by_groups = by_groups(grouped);
        let problem = Problem::along_c(&by_groups).of_groups(grouped.types);
        as_real::generate(self.name(), &problem, target, offer)
    }
}

/// The multiplication of groups.
fn by_groups(spec: &GroupedSpec) -> GemmSpec {
    let &GroupedSpec { m, n, a, b, c, start, added, .. } = spec;
    GemmSpec {
        types: DType::F32.into(),
        m,
        n,
        k: spec.groups(),
        a,
        b,
        c,
        alpha: Factor::One,
        beta: if start == Start::Output { Factor::One } else { Factor::Zero },
        batch: Batch::Single,
        epilogue: sum(added),
    }
}

/// The numbers that are added, as the first link of an epilogue: sums of groups always begin with that
/// ([`links_begun`](super::output::links_begun)).
fn sum(added: Added) -> Chain {
    let operand = match added {
        Added::Nothing => return Chain::EMPTY,
        Added::Column => Operand::Column,
        Added::Row => Operand::Row,
    };
    Chain::new(&[Link::with(BinaryOp::add(), operand)]).unwrap_or(Chain::EMPTY)
}

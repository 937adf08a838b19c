//! Multiplication of integers, as one of groups of them.
//!
//! A group is a number of 32 bits. So tiles, loops and registers are those of single precision, and a
//! multiply-add is a dot product of two groups that is added to a sum of 32 bits.
//!
//! Tests: `tests/tests/primitives_integer.rs`.

use super::as_real;
use super::problem::Problem;
use tensmith_core::kernel::op::BinaryOp;
use tensmith_core::kernel::spec::{Added, Batch, Chain, Factor, IntegerSpec, Link, Operand, Start};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, Target};

/// Generator of multiplications of integers.
#[derive(Clone, Copy, Debug)]
pub struct Integer;

impl KernelGenerator for Integer {
    fn name(&self) -> &'static str {
        "tensmith.integer/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Integer(integer) = spec else { return Err(Refusal::OtherKind) };
        let machine = crate::vectors::machine(target)?;
        if machine.dot(integer.types).is_none() {
            return Err(Refusal::Dot { types: integer.types, legal: machine.dots });
        }
        let of_groups = of_groups(integer);
        as_real::offer(Problem::along_c(&of_groups).of_integers(integer.types), target)
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Integer(integer) = spec else { return Err(GenerateError::OtherKind) };
        let of_groups = of_groups(integer);
        let problem = Problem::along_c(&of_groups).of_integers(integer.types);
        as_real::generate(self.name(), &problem, target, offer)
    }
}

/// The multiplication of groups.
fn of_groups(spec: &IntegerSpec) -> GemmSpec {
    let &IntegerSpec { m, n, a, b, c, start, added, .. } = spec;
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

/// The numbers that are added, as the first link of an epilogue: sums of integers always begin with that
/// ([`links_begun`](super::output::links_begun)).
fn sum(added: Added) -> Chain {
    let operand = match added {
        Added::Nothing => return Chain::EMPTY,
        Added::Column => Operand::Column,
        Added::Row => Operand::Row,
    };
    Chain::new(&[Link::with(BinaryOp::add(), operand)]).unwrap_or(Chain::EMPTY)
}

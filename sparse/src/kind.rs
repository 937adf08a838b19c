//! Kinds of kernels: what their specifications and generators have in common.
//!
//! Tests: `tests/tests/registry_data.rs`, `tests/tests/sparse_rows.rs`.

use tensmith_core::Target;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::data::Digester;
use tensmith_core::kernel::spec::Start;
use tensmith_core::registry::Refusal;

/// A kind of kernel: what its specifications differ in. [`kind!`] makes it a `DataSpec`.
pub(crate) trait Kind: PartialEq {
    /// The name of the kind and of its generator.
    const NAME: &'static str;

    /// The names of a kernel's arguments.
    const ARGUMENTS: &'static [&'static str];

    /// Adds everything that specifications differ in to a digest.
    fn digested(&self, digester: Digester) -> Digester;

    /// Bytes of memory that it points to.
    fn heap(&self) -> usize {
        0
    }
}

/// Adds a list of sizes to a digest.
pub(crate) fn sizes<const COUNT: usize>(digester: Digester, sizes: [usize; COUNT]) -> Digester {
    digester.numbers(sizes.map(|size| size as u64).into_iter())
}

/// A start of sums as a number in a digest.
pub(crate) fn is_added(start: Start) -> usize {
    usize::from(start == Start::Output)
}

/// The machine of a target that has what kernels need.
pub(crate) fn machine_of(target: &Target) -> Result<Machine, Refusal> {
    target.lacking().map_or_else(|| Ok(target.machine()), |feature| Err(Refusal::Feature(feature)))
}

/// Implements `DataSpec` for a specification, and `DataGenerator` for its generator: with `offered`, what it
/// offers, and `written`, the kernel.
macro_rules! kind {
    ($spec:ty, $generator:ty) => {
        impl tensmith_core::kernel::DataSpec for $spec {
            fn kind(&self) -> &'static str {
                <Self as $crate::kind::Kind>::NAME
            }

            fn digest(&self) -> tensmith_core::kernel::data::Digest {
                let digester = tensmith_core::kernel::data::Digester::new().text(self.kind());
                $crate::kind::Kind::digested(self, digester).finish()
            }

            fn arguments(&self) -> &[&'static str] {
                <Self as $crate::kind::Kind>::ARGUMENTS
            }

            fn dtype(&self) -> tensmith_core::DType {
                self.dtype
            }

            fn bytes(&self) -> usize {
                size_of::<Self>().saturating_add($crate::kind::Kind::heap(self))
            }

            fn equals(&self, other: &dyn tensmith_core::kernel::DataSpec) -> bool {
                other.downcast_ref::<Self>() == Some(self)
            }
        }

        impl tensmith_core::registry::DataGenerator for $generator {
            fn name(&self) -> &'static str {
                <$spec as $crate::kind::Kind>::NAME
            }

            fn offer(
                &self,
                spec: &dyn tensmith_core::kernel::DataSpec,
                target: &tensmith_core::Target,
            ) -> Result<tensmith_core::registry::Offer, tensmith_core::registry::Refusal> {
                let spec = spec.downcast_ref::<$spec>();
                Self::offered(spec.ok_or(tensmith_core::registry::Refusal::OtherKind)?, target)
            }

            fn generate(
                &self,
                spec: &dyn tensmith_core::kernel::DataSpec,
                target: &tensmith_core::Target,
                offer: &tensmith_core::registry::Offer,
            ) -> Result<tensmith_core::registry::Generated, tensmith_core::registry::GenerateError> {
                let spec = spec.downcast_ref::<$spec>();
                let spec = spec.ok_or(tensmith_core::registry::GenerateError::OtherKind)?;
                Ok(Self::written(spec, target, offer)?.into())
            }
        }
    };
}

pub(crate) use kind;

//! The registers in which a kernel's arguments arrive, by what they are.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_elementwise_shapes.rs`.

use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{Few, TryVec, try_few};
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::Int;
use tensmith_core::kernel::spec::Argument;

/// The most arguments that take no memory of their own: nearly all kernels have no more.
const USUAL: usize = 8;

/// The arguments of a kernel, each with its register.
pub(crate) struct Arguments(Few<(Argument, Int), USUAL>);

impl Arguments {
    /// Declares arguments, in the order in which the caller passes them.
    pub(crate) fn declare(
        builder: &mut Builder,
        arguments: impl Iterator<Item = Argument>,
    ) -> Result<Self, OutOfMemory> {
        let mut registers = Few::new();
        for argument in arguments {
            registers.try_push((argument, builder.argument()?))?;
        }
        Ok(Self(registers))
    }

    /// Arguments of a part of a kernel, in the registers where `register` finds them.
    pub(crate) fn found(
        arguments: impl Iterator<Item = Argument>,
        register: impl Fn(Argument) -> Option<Int>,
    ) -> Result<Self, OutOfMemory> {
        let found = arguments.filter_map(|argument| Some((argument, register(argument)?)));
        Ok(Self(try_few(found)?))
    }

    /// The register of an argument, if the kernel has it.
    pub(crate) fn get(&self, wanted: Argument) -> Option<Int> {
        self.0.iter().find(|(argument, _)| *argument == wanted).map(|(_, register)| *register)
    }

    /// The register of an argument that every kernel of such a spec has.
    pub(crate) fn certain(&self, wanted: Argument) -> Int {
        self.get(wanted).unwrap_or(Int(0))
    }
}

//! x86-64 as code generation asks for it.
#![allow(unsafe_code)]

use super::abi::{self, Frame};
use super::cores::CORES;
use super::dots::Dots;
use super::feature::{Feature, Features};
use super::inst::MachInst;
use super::lower::{Width, lower};
use super::needs::Needs;
use super::verify::verify;
use crate::code::Architecture;
use crate::isa::machine::Immediates;
use crate::isa::{
    self, Contract, Convention, Core, FrameError, Isa, LowerError, Machine, Naming, RegSet, Sink, VerifyError,
};
use crate::kernel::Func;
use crate::kernel::func::MAX_SLOTS;

/// x86-64 with AVX2 or AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct X86_64;

/// A displacement has 32 bits; where it is not whole, a vector is accessed in pieces, whose displacements are
/// up to a vector farther.
const IMMEDIATES: Immediates =
    Immediates { multiple: (i32::MAX / 64) as i64, any: (i32::MIN as i64, i32::MAX as i64 - 63), pair: 0 };

// SAFETY: `verify` accepts known instructions that keep the System V ABI's rules, and functions are lowered
// to instructions that do what the representation says (`tests/tests/codegen_run.rs`), on vectors of the size
// of `Width`. Verified code needs the features that are returned.
unsafe impl Isa for X86_64 {
    type Inst = MachInst;
    type Frame = Frame;
    type Constraints = Needs;

    const NAME: &'static str = "x86-64";
    const ARCHITECTURE: Architecture = Architecture::X86_64;
    const CORES: &'static [Core] = CORES;
    const SLOTS: u8 = MAX_SLOTS;

    fn convention(core: &Core) -> &'static Convention {
        match Width::of(core) {
            Width::Ymm => &abi::WITH_16_VECTORS,
            Width::Zmm => &abi::WITH_32_VECTORS,
        }
    }

    fn machine(core: &Core) -> Machine {
        // The size that is lowered for, whatever a core says.
        let vector_bytes = Width::of(core).bytes();
        let machine = Machine::new(vector_bytes, Self::convention(core), IMMEDIATES).multiplying_vectors();
        let machine = machine.folding_loads().spilling_integers().with_dots(Dots::of(core).all());
        match Width::of(core) {
            Width::Ymm => machine,
            Width::Zmm => machine.with_masks(),
        }
    }

    fn lacking(core: &Core) -> Option<isa::Feature> {
        let has = Features::from_erased(core.features);
        let needed = Width::of(core).features();
        needed.iter().find(|feature| !has.contains(**feature)).map(|feature| Feature::into(*feature))
    }

    /// There are none: alignment is not checked but for programs that ask for it, on memory of any kind.
    fn strictly_aligned(_: &Core) -> Option<Core> {
        None
    }

    fn variants(_: &Func, core: &Core) -> impl Iterator<Item = Core> {
        core::iter::once(*core)
    }

    fn constraints(core: &Core) -> Needs {
        Needs { width: Width::of(core) }
    }

    fn lower(
        func: &Func,
        core: &Core,
        naming: &impl Naming,
        sink: &mut impl Sink<MachInst>,
    ) -> Result<(), LowerError> {
        lower(func, core, naming, sink)
    }

    fn frame(func: &Func, used: RegSet, core: &Core) -> Result<Frame, FrameError> {
        Frame::new(func, used, Width::of(core).bytes())
    }

    fn verify(code: &[u8], contract: &Contract<'_>) -> Result<isa::Features, VerifyError> {
        verify(code, contract).map(isa::Features::from)
    }
}

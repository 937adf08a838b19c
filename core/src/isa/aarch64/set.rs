//! AArch64 as code generation asks for it.
#![allow(unsafe_code)]

use super::abi::{self, Frame};
use super::cores::{CORES, LISTS, NEON};
use super::dots;
use super::feature::Feature;
use super::inst::MachInst;
use super::lower::lower;
use super::moves::{self, Lists};
use super::verify::verify;
use crate::code::Architecture;
use crate::isa::model::Alignment;
use crate::isa::{
    Contract, Convention, Core, CoreModel, Features, FrameError, Isa, LowerError, Machine, Naming, RegSet,
    Rule, Sink, VerifyError, feature,
};
use crate::kernel::Func;

/// AArch64 with Advanced SIMD.
#[derive(Clone, Copy, Debug)]
pub struct AArch64;

/// `bti c` and `bti jc`, at which a call through a register may land.
const LANDING_PADS: [u32; 2] = [0xd503_245f, 0xd503_24df];

// SAFETY: `verify` accepts known instructions that keep the AAPCS64's rules, and functions are lowered to
// instructions that do what the representation says (`tests/tests/codegen_run.rs`), on vectors of 16 bytes.
// Verified code needs the features that are returned.
unsafe impl Isa for AArch64 {
    type Inst = MachInst;
    type Frame = Frame;
    type Constraints = Lists;

    const NAME: &'static str = "aarch64";
    const ARCHITECTURE: Architecture = Architecture::AARCH64;
    const CORES: &'static [Core] = CORES;
    const SLOTS: u8 = 0;

    fn convention(_: &Core) -> &'static Convention {
        &abi::CONVENTION
    }

    fn machine(core: &Core) -> Machine {
        // The size that is lowered for, whatever a core says.
        Machine::new(NEON, &abi::CONVENTION, moves::IMMEDIATES).with_dots(dots::of(core))
    }

    fn lacking(core: &Core) -> Option<feature::Feature> {
        let needed = Feature::AdvSimd.into();
        if core.features.contains(needed) { None } else { Some(needed) }
    }

    fn strictly_aligned(core: &Core) -> Option<Core> {
        // Of all accesses to several elements, the addresses of lists are those of elements.
        let model = CoreModel { forms: LISTS, alignment: Alignment::Element, ..core.model };
        Some(Core { model, ..*core })
    }

    fn variants(func: &Func, core: &Core) -> impl Iterator<Item = Core> {
        moves::variants(func, core)
    }

    fn constraints(core: &Core) -> Lists {
        Lists::of(core.model.forms)
    }

    fn lower(
        func: &Func,
        core: &Core,
        naming: &impl Naming,
        sink: &mut impl Sink<MachInst>,
    ) -> Result<(), LowerError> {
        // Lowering once for all, rather than for each of them.
        #[cfg(not(feature = "inlined-encoding"))]
        let sink: &mut dyn Sink<MachInst> = sink;
        lower(func, core, naming, sink)
    }

    fn frame(func: &Func, used: RegSet, core: &Core) -> Result<Frame, FrameError> {
        if func.slots > Self::SLOTS {
            return Err(FrameError::TooManySlots { count: func.slots, most: Self::SLOTS });
        }
        Frame::new(func, used, core.model.forms.stores)
    }

    fn verify(code: &[u32], contract: &Contract<'_>) -> Result<Features, VerifyError> {
        let features = verify(code, contract)?;
        // Pages may be mapped in such a way that calls through a register trap elsewhere.
        let lands = code.first().is_some_and(|word| LANDING_PADS.contains(word));
        if lands { Ok(features.into()) } else { Err(Rule::Landing.at(0)) }
    }
}

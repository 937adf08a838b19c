//! A function as text, after any step of code generation.

use crate::set::Set;
use clap::ValueEnum;
use tensmith::Target;
use tensmith_core::codegen::{CodegenError, Stages, stages};
use tensmith_core::isa::aarch64::AArch64;
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Isa, Listing};
use tensmith_core::kernel::Func;

/// A step of code generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Stage {
    /// Read: the function itself
    Func,
    /// Spilled: the same, with values in the frame where registers run out
    Spilled,
    /// Lowered: machine instructions over virtual registers
    Lowered,
    /// Allocated: the same over the registers of the machine
    Allocated,
    /// Scheduled: in the order that suits the core
    Scheduled,
    /// Framed: with prologue and epilogues, without superfluous copies
    Framed,
    /// Encoded and verified: what the code says
    Code,
}

/// The text of a function for a target after a step. Where instructions have addresses of functions that are
/// called, lines before them say of which.
///
/// # Errors
/// [`CodegenError`], where it cannot be compiled so far.
pub(super) fn show(func: &Func, target: &Target, stage: Stage) -> Result<String, CodegenError> {
    let text = text(func, target, stage)?;
    let addressed = func.callees().iter().filter_map(|callee| Some((callee.name(), callee.address()?)));
    let line = |(name, place)| format!("// {place:#x} stands for the address of {name}\n");
    Ok(match stage {
        Stage::Func | Stage::Spilled => text,
        _ => addressed.map(line).chain([text]).collect(),
    })
}

fn text(func: &Func, target: &Target, stage: Stage) -> Result<String, CodegenError> {
    match stage {
        Stage::Func => Ok(func.to_string()),
        Stage::Code => {
            let mut text = Vec::new();
            let written = Set::of(target).write(&mut text, &target.compile(func)?.code);
            debug_assert!(written.is_ok(), "memory takes everything");
            Ok(String::from_utf8_lossy(&text).into_owned())
        }
        _ => match Set::of(target) {
            Set::AArch64 => listed::<AArch64>(func, target, stage),
            Set::X86_64 => listed::<X86_64>(func, target, stage),
        },
    }
}

fn listed<I: Isa>(func: &Func, target: &Target, stage: Stage) -> Result<String, CodegenError> {
    let Stages { spilled, lowered, allocated, scheduled, framed } = stages::<I>(func, &target.core)?;
    let items = match stage {
        Stage::Spilled => return Ok(spilled.to_string()),
        Stage::Lowered => lowered,
        Stage::Allocated => allocated,
        Stage::Scheduled => scheduled,
        _ => framed,
    };
    Ok(Listing(&items).to_string())
}

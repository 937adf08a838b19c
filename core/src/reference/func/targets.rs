//! Where control goes in a function: each block's ends, found in one walk.
//!
//! Tests: `tests/tests/kernel_language_control.rs`.

use crate::fallible::{OutOfMemory, TryVec, try_filled};
use crate::kernel::Func;
use crate::kernel::block::Opening;
use crate::kernel::func::Inst;
use alloc::vec::Vec;

/// For each instruction that begins a loop, the one that closes it, and for that the beginning; for each that
/// begins a branch, the one that begins the next or closes the last.
pub(super) struct Targets(Vec<usize>);

impl Targets {
    pub(super) fn of(func: &Func) -> Result<Self, OutOfMemory> {
        let mut targets = try_filled(NONE, func.body().len())?;
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (at, inst) in func.body().iter().enumerate() {
            if let Some(opening) = Opening::of(inst) {
                open.try_push((at, opening.is_loop()))?;
            } else if inst.begins_branch() || *inst == Inst::End {
                let Some((from, is_loop)) = open.pop() else { continue };
                targets.get_mut(from).into_iter().for_each(|target| *target = at);
                if inst.begins_branch() {
                    open.try_push((at, false))?;
                } else if is_loop {
                    targets.get_mut(at).into_iter().for_each(|target| *target = from);
                }
            }
        }
        Ok(Self(targets))
    }

    /// That of an instruction, if it has one.
    pub(super) fn get(&self, at: usize) -> Option<usize> {
        self.0.get(at).copied().filter(|target| *target != NONE)
    }
}

const NONE: usize = usize::MAX;

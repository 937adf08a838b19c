//! Verifies allocated code against the code before allocation: the instructions
//! are the same but for their registers, and every value that one reads is the
//! value meant.
//!
//! The checker does not look at how registers were placed. It runs over both
//! lists in step and keeps, for every physical register, which virtual register
//! it holds the value of; where paths meet, what they disagree on is unknown. A
//! read of a physical register that does not hold the virtual register that the
//! original instruction reads is a mistake of allocation. (The idea is that of
//! regalloc2's checker.)
//!
//! Tests: `tests/tests/codegen_allocate.rs`, `tests/tests/primitives_gemm_code.rs`.

use super::blocks::{Block, blocks, inst};
use crate::fallible::{OutOfMemory, TryVec, try_filled};
use crate::isa::{Flow, Instruction, Item, Reg, RegIndex};
use alloc::vec::Vec;
use core::fmt;

/// Allocation went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// An instruction reads another value than it should.
    #[error("instruction {at} should read {expected} from {place}, which holds {}", Held(*found))]
    WrongValue {
        /// Index of the instruction.
        at: usize,
        /// The register before allocation.
        expected: Reg,
        /// The register after allocation.
        place: Reg,
        /// Whose value that holds, if it is known.
        found: Option<Reg>,
    },
    /// The lists differ in more than registers, or two results were placed in the same register.
    #[error("instruction {at} was not allocated faithfully")]
    Unfaithful {
        /// Index of the instruction.
        at: usize,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Whose value a register holds, in words.
struct Held(Option<Reg>);

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(register) => write!(f, "{register}"),
            None => f.write_str("no value that is known"),
        }
    }
}

/// For every physical register, by [`RegIndex`]: the register whose value it holds, if that is known.
type Contents = [Option<Reg>; RegIndex::FIRST_VIRTUAL];

/// Checks `after` against `before`, where `arguments` are the registers before allocation whose values
/// are there from the beginning, and their places; calls do not keep what is `lost`. See the
/// module's documentation.
///
/// # Errors
/// [`CheckError`], for the first mistake.
pub fn check<I: Instruction>(
    before: &[Item<I>],
    after: &[Item<I>],
    arguments: impl IntoIterator<Item = (Reg, Reg)>,
    lost: impl Fn(Reg) -> bool,
) -> Result<(), CheckError> {
    check_instructions(before, after)?;
    let blocks = blocks(before)?;
    // Contents at the entry of each block, once some path has reached it.
    let mut entries: Vec<Option<Contents>> = try_filled(None, blocks.len())?;
    let mut work: Vec<usize> = Vec::new();
    if !blocks.is_empty() {
        work.try_push(0)?;
    }
    if let Some(entry) = entries.first_mut() {
        // Each physical register holds its own value, where that is no argument's.
        let mut contents: Contents =
            core::array::from_fn(|at| Some(RegIndex::from_bits(at as u32).register()));
        for (meant, place) in arguments {
            if let Some(content) = index(place).and_then(|at| contents.get_mut(at)) {
                *content = Some(meant);
            }
        }
        *entry = Some(contents);
    }
    while let Some(nth) = work.pop() {
        let (Some(block), Some(Some(mut contents))) = (blocks.get(nth), entries.get(nth).copied()) else {
            continue;
        };
        run(block, before, after, &mut contents)?;
        let last = block.end.checked_sub(1).and_then(|last| after.get(last)).and_then(inst);
        if last.is_some_and(|last| last.flow() == Flow::Call) {
            call(&mut contents, &lost);
        }
        for successor in block.successors.into_iter().flatten() {
            if let Some(entry) = entries.get_mut(successor) {
                let met = entry.map_or(contents, |known| meet(&known, &contents));
                if *entry != Some(met) {
                    *entry = Some(met);
                    work.try_push(successor)?;
                }
            }
        }
    }
    Ok(())
}

/// Checks that the lists differ in registers only.
fn check_instructions<I: Instruction>(before: &[Item<I>], after: &[Item<I>]) -> Result<(), CheckError> {
    let is_same = |pair: (&Item<I>, &Item<I>)| match pair {
        (Item::Inst(original), Item::Inst(placed)) => original.is_same_but_for_registers(placed),
        (Item::Label(original), Item::Label(placed)) => original == placed,
        (Item::Unit(original), Item::Unit(placed)) => original == placed,
        _ => false,
    };
    let same = before.iter().zip(after).take_while(|pair| is_same(*pair)).count();
    if same == before.len().max(after.len()) { Ok(()) } else { Err(CheckError::Unfaithful { at: same }) }
}

/// Registers that a call does not keep hold something else behind it, which is theirs alone.
fn call(contents: &mut Contents, lost: impl Fn(Reg) -> bool) {
    for (content, at) in contents.iter_mut().zip(0..) {
        let register = RegIndex::from_bits(at).register();
        if lost(register) {
            *content = Some(register);
        }
    }
}

/// The index of a physical register in [`Contents`].
fn index(register: Reg) -> Option<usize> {
    match register {
        Reg::Physical(..) => Some(register.index().get()),
        Reg::Virtual(..) => None,
    }
}

/// The contents that both agree on.
fn meet(a: &Contents, b: &Contents) -> Contents {
    let mut out = *a;
    for (known, other) in out.iter_mut().zip(b) {
        if *known != *other {
            *known = None;
        }
    }
    out
}

fn run<I: Instruction>(
    block: &Block,
    before: &[Item<I>],
    after: &[Item<I>],
    contents: &mut Contents,
) -> Result<(), CheckError> {
    for at in block.start..block.end {
        let pair = before.get(at).and_then(inst).zip(after.get(at).and_then(inst));
        let Some((original, placed)) = pair else { continue };
        for ((meant, role), (place, _)) in original.registers().zip(placed.registers()) {
            if !role.reads() {
                continue;
            }
            let found = index(place).and_then(|i| contents.get(i).copied()).flatten();
            if found != Some(meant) {
                return Err(CheckError::WrongValue { at, expected: meant, place, found });
            }
        }
        let mut written = [false; RegIndex::FIRST_VIRTUAL];
        for ((meant, role), (place, _)) in original.registers().zip(placed.registers()) {
            if !role.writes() {
                continue;
            }
            let slot = index(place);
            let first = slot.and_then(|slot| written.get_mut(slot)).filter(|written| !**written);
            let (Some(slot), Some(first)) = (slot, first) else { return Err(CheckError::Unfaithful { at }) };
            *first = true;
            for content in contents.iter_mut() {
                // Older copies of the value are stale now.
                if *content == Some(meant) {
                    *content = None;
                }
            }
            if let Some(content) = contents.get_mut(slot) {
                *content = Some(meant);
            }
        }
    }
    Ok(())
}

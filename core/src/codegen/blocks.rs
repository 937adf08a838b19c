//! Cuts code into blocks at labels and branches: the control-flow graph, whatever its shape.
//!
//! Tests: `tests/tests/codegen_allocate.rs`.

use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::{Flow, Instruction, Item};
use alloc::vec::Vec;

/// A basic block: instructions with one way in and one way out.
#[derive(Debug)]
pub(super) struct Block {
    /// Index of the first entry.
    pub(super) start: usize,
    /// One more than the index of the last entry.
    pub(super) end: usize,
    /// The blocks that may follow.
    pub(super) successors: [Option<usize>; 2],
}

/// The instruction of an entry.
pub(super) fn inst<I: Instruction>(item: &Item<I>) -> Option<&I> {
    match item {
        Item::Inst(inst) => Some(inst),
        _ => None,
    }
}

/// Cuts `items` into blocks, in order.
///
/// # Errors
/// [`OutOfMemory`].
pub(super) fn blocks<I: Instruction>(items: &[Item<I>]) -> Result<Vec<Block>, OutOfMemory> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut heads: Vec<Option<usize>> = Vec::new();
    let mut start = 0;
    for (at, item) in items.iter().enumerate() {
        let next = at.saturating_add(1);
        if let Item::Label(label) = item {
            let index = label.index() as usize;
            heads.try_extend((heads.len()..=index).map(|_| None))?;
            if let Some(head) = heads.get_mut(index) {
                *head = Some(blocks.len());
            }
        }
        let ends_here = inst(item).is_some_and(|i| i.flow() != Flow::Next);
        let label_follows = matches!(items.get(next), Some(Item::Label(_)) | None);
        if ends_here || label_follows {
            blocks.try_push(Block { start, end: next, successors: [None; 2] })?;
            start = next;
        }
    }
    let count = blocks.len();
    for (nth, block) in blocks.iter_mut().enumerate() {
        let last = block.end.checked_sub(1).and_then(|last| items.get(last));
        let next = Some(nth.saturating_add(1)).filter(|next| *next < count);
        let to = |label: Label| heads.get(label.index() as usize).copied().flatten();
        block.successors = match last.and_then(inst).map_or(Flow::Next, Instruction::flow) {
            Flow::Next | Flow::Call => [next, None],
            Flow::Branch(label) => [next, to(label)],
            Flow::Jump(label) => [to(label), None],
            Flow::Return => [None; 2],
        };
    }
    Ok(blocks)
}

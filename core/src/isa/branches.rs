//! From the blocks of a function to labels and branches, in any instruction set.
//!
//! A loop with a condition tests it at its end, and once before it begins. An `if` around nothing but a
//! `break` or a `continue` is one branch.
//!
//! Tests: `tests/tests/kernel_language_control.rs`.

use super::error::Reason;
use crate::code::Label;
use crate::fallible::{Few, TryVec};
use crate::kernel::block::Opening;
use crate::kernel::func::{Condition, Inst, Int, LANGUAGE, USUAL_DEPTH, Vector};

/// An open block, and the labels that control goes to from it.
#[derive(Clone, Copy)]
struct Block {
    opening: Opening,
    /// The first instruction of a loop; the next branch of a condition.
    head: Option<Label>,
    /// Where a pass of a loop ends.
    next: Option<Label>,
    /// What is behind.
    end: Option<Label>,
}

/// The open blocks, and the labels in use.
#[derive(Default)]
pub(crate) struct Blocks {
    /// One more than the greatest label in use.
    labels: u32,
    open: Few<Block, USUAL_DEPTH>,
    /// Whether control does not come to what is next, which ends a branch or a block.
    is_left: bool,
}

impl Blocks {
    /// Control goes elsewhere.
    pub(crate) fn leave(&mut self) {
        self.is_left = true;
    }

    /// A new label.
    #[inline]
    pub(crate) fn label(&mut self) -> Result<Label, Reason> {
        let label = Label::new(self.labels);
        self.labels =
            Some(self.labels.saturating_add(1)).filter(|n| *n <= Label::LIMIT).ok_or(Reason::Loops)?;
        Ok(label)
    }

    /// A label in a block, made when it is asked for first.
    fn ask(&mut self, at: usize, which: impl Fn(&mut Block) -> &mut Option<Label>) -> Result<Label, Reason> {
        let known = self.open.get_mut(at).and_then(|block| *which(block));
        if let Some(label) = known {
            return Ok(label);
        }
        let label = self.label()?;
        self.open.get_mut(at).into_iter().for_each(|block| *which(block) = Some(label));
        Ok(label)
    }

    /// The index of an open loop: the innermost is number 1.
    fn nth_loop(&self, levels: u8) -> Result<usize, Reason> {
        let mut loops = self.open.iter().enumerate().rev().filter(|(_, block)| block.opening.is_loop());
        let nth = loops.nth(usize::from(levels).saturating_sub(1));
        nth.map(|(at, _)| at).ok_or(Reason::Loops)
    }

    /// Where a `break` or a `continue` goes to; none for other instructions.
    fn target(&mut self, inst: &Inst) -> Result<Option<Label>, Reason> {
        match *inst {
            Inst::Break(levels) => {
                let at = self.nth_loop(levels)?;
                self.ask(at, |block| &mut block.end).map(Some)
            }
            Inst::Continue(levels) => {
                let at = self.nth_loop(levels)?;
                match self.open.get(at) {
                    Some(Block { opening: Opening::Repeat, head, .. }) => Ok(*head),
                    _ => self.ask(at, |block| &mut block.next).map(Some),
                }
            }
            _ => Ok(None),
        }
    }
}

/// What an instruction set has for control flow.
pub(crate) trait Branches {
    /// The open blocks.
    fn blocks(&mut self) -> &mut Blocks;

    /// The next instruction is that of a label.
    fn place(&mut self, label: Label) -> Result<(), Reason>;

    /// Goes to a label.
    fn jump(&mut self, label: Label) -> Result<(), Reason>;

    /// Goes to a label if a condition holds, or if it does not.
    fn branch(&mut self, condition: &Condition, holds: bool, label: Label) -> Result<(), Reason>;

    /// Goes to a new label if all bits of a vector are set.
    fn skip_if_all(&mut self, a: Vector) -> Result<Label, Reason>;

    /// Counts down, and goes to a label if the counter is not zero.
    fn count_down(&mut self, counter: Int, label: Label) -> Result<(), Reason>;
}

/// Begins a block, with the instruction `first` and those behind it. Returns the number of instructions that
/// this is for: others become one with it.
#[inline]
pub(crate) fn open<B: Branches>(to: &mut B, first: &Inst, behind: &[Inst]) -> Result<usize, Reason> {
    let Some(opening) = Opening::of(first) else { return Ok(1) };
    let mut block = Block { opening, head: None, next: None, end: None };
    match *first {
        Inst::If(condition) if LANGUAGE => {
            let exit = if let [exit, Inst::End, ..] = behind { to.blocks().target(exit)? } else { None };
            if let Some(target) = exit {
                to.branch(&condition, true, target)?;
                return Ok(3);
            }
            let next = to.blocks().label()?;
            block.head = Some(next);
            to.branch(&condition, false, next)?;
        }
        Inst::UnlessAll(a) => {
            block.head = Some(to.skip_if_all(a)?);
        }
        Inst::While(condition) if LANGUAGE => {
            let end = to.blocks().label()?;
            block.end = Some(end);
            to.branch(&condition, false, end)?;
            begin(to, &mut block)?;
        }
        _ => begin(to, &mut block)?,
    }
    to.blocks().open.try_push(block)?;
    Ok(1)
}

/// Begins a loop.
#[inline]
fn begin<B: Branches>(to: &mut B, block: &mut Block) -> Result<(), Reason> {
    let head = to.blocks().label()?;
    block.head = Some(head);
    to.place(head)
}

/// Begins another branch: `else`, or one with a condition.
pub(crate) fn next_branch<B: Branches>(to: &mut B, condition: Option<&Condition>) -> Result<(), Reason> {
    let is_left = core::mem::take(&mut to.blocks().is_left);
    let Some(at) = to.blocks().open.len().checked_sub(1) else { return Ok(()) };
    if !is_left {
        let end = to.blocks().ask(at, |block| &mut block.end)?;
        to.jump(end)?;
    }
    let head = to.blocks().open.last_mut().and_then(|block| block.head.take());
    head.map_or(Ok(()), |head| to.place(head))?;
    if let Some(condition) = condition {
        let next = to.blocks().ask(at, |block| &mut block.head)?;
        to.branch(condition, false, next)?;
    }
    Ok(())
}

/// Closes the innermost block.
#[inline]
pub(crate) fn close<B: Branches>(to: &mut B) -> Result<(), Reason> {
    let is_left = core::mem::take(&mut to.blocks().is_left);
    // Those of a valid function are balanced.
    let Some(Block { opening, head, next, end }) = to.blocks().open.pop() else { return Ok(()) };
    next.map_or(Ok(()), |next| to.place(next))?;
    match (opening, head) {
        (Opening::If, Some(head)) => to.place(head)?,
        (Opening::Loop(counter), Some(head)) => to.count_down(counter, head)?,
        (Opening::While(condition), Some(head)) if LANGUAGE => to.branch(&condition, true, head)?,
        (Opening::Repeat, Some(head)) if LANGUAGE && !is_left => to.jump(head)?,
        _ => {}
    }
    end.map_or(Ok(()), |end| to.place(end))
}

/// Leaves a loop, or a pass of one.
pub(crate) fn leave<B: Branches>(to: &mut B, inst: &Inst) -> Result<(), Reason> {
    match to.blocks().target(inst)? {
        Some(target) => to.jump(target)?,
        None => return Ok(()),
    }
    to.blocks().leave();
    Ok(())
}

//! Branches and returns.
//!
//! Tests: `tests/tests/kernel_language_control.rs`.

use super::arguments::scalar;
use super::state::{Lowering, SCRATCH, X64, fitting};
use crate::code::Label;
use crate::isa::aarch64::inst::{Item, MachInst};
use crate::isa::aarch64::operand::{Any, FloatUnaryScalar, Lane, Logic, Lsl12, R, Shift, UImm};
use crate::isa::aarch64::register::{Simd, V0, X0};
use crate::isa::aarch64::table::{branch, float, integer, simd_move};
use crate::isa::branches::{self, Blocks, Branches};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Condition, Inst, Int, Vector};
use core::slice::Iter;

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Begins another branch, leaves loops or returns.
    pub(super) fn control(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::ElseIf(ref condition) => branches::next_branch(self, Some(condition)),
            Inst::Else => branches::next_branch(self, None),
            Inst::Break(_) | Inst::Continue(_) => branches::leave(self, inst),
            Inst::ReturnInt(a) => {
                let a = self.int(a)?;
                self.copy(Any::placed(X0.number()), a)?;
                self.ret()
            }
            Inst::ReturnFloat(a, dtype) => {
                let (first, a) = (Any::placed(V0.number()), self.vector(a)?);
                self.emit(float::unary(FloatUnaryScalar::Fmov, scalar(dtype), first, a))?;
                self.ret()
            }
            Inst::Return => self.ret(),
            _ => Err(Reason::Unsupported),
        }
    }

    /// Begins a block, with those behind its first instruction that become one with it.
    #[inline(always)]
    pub(super) fn open(&mut self, first: &Inst, behind: &mut Iter<'_, Inst>) -> Result<(), Reason> {
        let taken = branches::open(self, first, behind.as_slice())?;
        behind.by_ref().take(taken.saturating_sub(1)).for_each(drop);
        Ok(())
    }

    /// The bits of half a vector that are not set.
    fn missing(&mut self, a: Any<Simd>, half: i64) -> Result<(), Reason> {
        self.emit(simd_move::umov_d(SCRATCH, a, Lane::checked(half).ok_or(Reason::Lane)?))?;
        self.emit(integer::logic(Logic::Orn, X64, SCRATCH, R::ZR, SCRATCH, Shift::NONE))
    }

    fn ret(&mut self) -> Result<(), Reason> {
        self.blocks.leave();
        Ok(self.sink.put(Item::Inst(branch::ret()))?)
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Branches for Lowering<'_, N, S> {
    #[inline(always)]
    fn blocks(&mut self) -> &mut Blocks {
        &mut self.blocks
    }

    fn place(&mut self, label: Label) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Label(label))?)
    }

    fn jump(&mut self, label: Label) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Inst(branch::b(label)))?)
    }

    fn branch(&mut self, condition: &Condition, holds: bool, label: Label) -> Result<(), Reason> {
        let flags = self.flags(condition)?;
        let cond = if holds { flags.holds } else { flags.fails };
        Ok(self.sink.put(Item::Inst(branch::b_cond(cond, label)))?)
    }

    /// Half by half, so that no register is needed for both.
    fn skip_if_all(&mut self, a: Vector) -> Result<Label, Reason> {
        let (a, some) = (self.vector(a)?, self.blocks.label()?);
        self.missing(a, 0)?;
        self.sink.put(Item::Inst(branch::cbnz(X64, SCRATCH, some)))?;
        self.missing(a, 1)?;
        let all = self.blocks.label()?;
        self.sink.put(Item::Inst(branch::cbz(X64, SCRATCH, all)))?;
        self.place(some)?;
        Ok(all)
    }

    fn count_down(&mut self, counter: Int, label: Label) -> Result<(), Reason> {
        let (counter, one) = (self.int(counter)?, fitting(UImm::checked(1))?);
        self.emit(integer::sub_imm(X64, counter, counter, one, Lsl12::None))?;
        Ok(self.sink.put(Item::Inst(branch::cbnz(X64, counter, label)))?)
    }
}

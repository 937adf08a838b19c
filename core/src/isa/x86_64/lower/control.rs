//! Branches and returns.
//!
//! Tests: `tests/tests/kernel_language_control.rs`.

use super::compare::Flags;
use super::masks::TEMPORARY;
use super::state::Lowering;
use super::width::Width;
use crate::code::Label;
use crate::isa::branches::{self, Blocks, Branches};
use crate::isa::x86_64::condition::Cond;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::needs::ACCUMULATOR;
use crate::isa::x86_64::register::{Any, Simd};
use crate::isa::x86_64::table::{branch, integer, mask, vector_integer};
use crate::isa::{Item, Naming, Reason, Sink};
use crate::kernel::func::{Condition, FloatType, Inst, Int, Vector};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Begins another branch, leaves loops or returns.
    pub(super) fn control(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::ElseIf(ref condition) => branches::next_branch(self, Some(condition)),
            Inst::Else => branches::next_branch(self, None),
            Inst::Break(_) | Inst::Continue(_) => branches::leave(self, inst),
            Inst::ReturnInt(a) => {
                self.copy(ACCUMULATOR, self.int(a)?)?;
                self.ret()
            }
            Inst::ReturnFloat(a, _) => {
                self.copy_vector([Any::<Simd>::placed(0), self.vector(a)?])?;
                self.ret()
            }
            Inst::Return => self.ret(),
            _ => Err(Reason::Unsupported),
        }
    }

    fn ret(&mut self) -> Result<(), Reason> {
        self.blocks.leave();
        Ok(self.sink.put(Item::Inst(branch::ret()))?)
    }

    fn branch_if(&mut self, condition: Cond, label: Label) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Inst(branch::jcc_near(condition, label)))?)
    }

    /// Goes to a label if flags say equal, and not unordered.
    fn branch_if_ordered_equal(&mut self, label: Label) -> Result<(), Reason> {
        let behind = self.blocks.label()?;
        self.branch_if(Cond::Unordered, behind)?;
        self.branch_if(Cond::Equal, label)?;
        self.place(behind)
    }

    fn branch_if_unordered_or_unequal(&mut self, label: Label) -> Result<(), Reason> {
        self.branch_if(Cond::Unordered, label)?;
        self.branch_if(Cond::NotEqual, label)
    }
}

impl<N: Naming, S: Sink<MachInst>> Branches for Lowering<'_, N, S> {
    #[inline(always)]
    fn blocks(&mut self) -> &mut Blocks {
        &mut self.blocks
    }

    fn place(&mut self, label: Label) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Label(label))?)
    }

    fn jump(&mut self, label: Label) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Inst(branch::jmp_near(label)))?)
    }

    fn branch(&mut self, condition: &Condition, holds: bool, label: Label) -> Result<(), Reason> {
        match (self.flags(condition)?, holds) {
            (Flags::One(holds), true) => self.branch_if(holds, label),
            (Flags::One(holds), false) => self.branch_if(holds.inverted(), label),
            (Flags::OrderedEqual, true) | (Flags::UnorderedOrUnequal, false) => {
                self.branch_if_ordered_equal(label)
            }
            (Flags::OrderedEqual, false) | (Flags::UnorderedOrUnequal, true) => {
                self.branch_if_unordered_or_unequal(label)
            }
        }
    }

    fn skip_if_all(&mut self, a: Vector) -> Result<Label, Reason> {
        let label = self.blocks.label()?;
        let (a, ones) = (self.vector(a)?, self.width.scratch());
        match (self.width, self.compared.take()) {
            (Width::Zmm, Some(dtype)) => {
                self.emit(match dtype {
                    FloatType::F32 => mask::kortestw(TEMPORARY, TEMPORARY),
                    FloatType::F64 => mask::kortestb(TEMPORARY, TEMPORARY),
                })?;
                self.branch_if(Cond::Below, label)?;
            }
            (Width::Ymm, _) => {
                self.emit(vector_integer::vpcmpeqd_y(ones, ones, ones))?;
                // No carry, where the second has a bit that the first has not.
                self.emit(vector_integer::vptest_y(a, ones))?;
                self.branch_if(Cond::Below, label)?;
            }
            (Width::Zmm, None) => {
                self.emit(vector_integer::vpternlogd_z(ones, a, a, 0x55u8))?;
                self.emit(vector_integer::vptestmd_z(TEMPORARY, ones, ones))?;
                self.emit(mask::kortestw(TEMPORARY, TEMPORARY))?;
                self.branch_if(Cond::Equal, label)?;
            }
        }
        Ok(label)
    }

    fn count_down(&mut self, counter: Int, label: Label) -> Result<(), Reason> {
        let counter = self.int(counter)?;
        self.emit(integer::dec_rm64(counter))?;
        self.branch_if(Cond::NotEqual, label)
    }
}

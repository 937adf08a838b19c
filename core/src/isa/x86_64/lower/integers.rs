//! Addresses, and the integers that they are computed from.

use super::state::Lowering;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::{Memory, Scale};
use crate::isa::x86_64::operand::One;
use crate::isa::x86_64::register::{Any, Gpr};
use crate::isa::x86_64::table::{integer, system};
use crate::isa::{Item, Naming, Reason, Sink};
use crate::kernel::func::{Address, Offset};

/// The greatest displacement behind which that of any piece of a vector has a place in 32 bits.
const FARTHEST: i32 = i32::MAX - 64;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// `d = value`, by the shortest move.
    pub(super) fn constant(&mut self, d: Any<Gpr>, value: i64) -> Result<(), Reason> {
        self.emit(match (u32::try_from(value), i32::try_from(value)) {
            (Ok(small), _) => integer::mov_r32_u32(d, small),
            (_, Ok(small)) => integer::mov_rm64_i32(d, small),
            _ => integer::movabs_r64_i64(d, value),
        })
    }

    pub(super) fn copy(&mut self, d: Any<Gpr>, a: Any<Gpr>) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Inst(integer::mov_rm64_r64(d, a)))?)
    }

    pub(super) fn add(&mut self, [d, a, b]: [Any<Gpr>; 3]) -> Result<(), Reason> {
        let sum = Memory::at(a, 0).indexed(b, Scale::By1).ok_or(Reason::Unplaced)?;
        self.emit(integer::lea_r64_m(d, sum))
    }

    pub(super) fn add_constant(&mut self, [d, a]: [Any<Gpr>; 2], value: i64) -> Result<(), Reason> {
        match i32::try_from(value) {
            Ok(0) => self.copy(d, a),
            Ok(small) => self.emit(integer::lea_r64_m(d, Memory::at(a, small))),
            Err(_) => {
                self.constant(SCRATCH, value)?;
                self.add([d, a, SCRATCH])
            }
        }
    }

    pub(super) fn sub(&mut self, [d, a, b]: [Any<Gpr>; 3]) -> Result<(), Reason> {
        self.copy(SCRATCH, b)?;
        self.emit(integer::neg_rm64(SCRATCH))?;
        self.add([d, a, SCRATCH])
    }

    pub(super) fn mul(&mut self, [d, a, b]: [Any<Gpr>; 3]) -> Result<(), Reason> {
        self.copy(SCRATCH, a)?;
        self.emit(integer::imul_r64_rm64(SCRATCH, b))?;
        self.copy(d, SCRATCH)
    }

    pub(super) fn shift_left(&mut self, [d, a]: [Any<Gpr>; 2], by: u8) -> Result<(), Reason> {
        self.copy(d, a)?;
        match by {
            0 => Ok(()),
            1 => self.emit(integer::shl_rm64_1(d, One::default())),
            2..64 => self.emit(integer::shl_rm64_i(d, by)),
            _ => Err(Reason::Shift),
        }
    }

    /// `d = base + (a << by)`: one instruction where an address may have that.
    pub(super) fn add_shifted(&mut self, [d, base, a]: [Any<Gpr>; 3], by: u8) -> Result<(), Reason> {
        let scale = match by {
            0 => Scale::By1,
            1 => Scale::By2,
            2 => Scale::By4,
            3 => Scale::By8,
            _ => {
                self.shift_left([d, a], by)?;
                return self.add([d, base, d]);
            }
        };
        let sum = Memory::at(base, 0).indexed(a, scale).ok_or(Reason::Unplaced)?;
        self.emit(integer::lea_r64_m(d, sum))
    }

    pub(super) fn load_int(&mut self, d: Any<Gpr>, from: &Address) -> Result<(), Reason> {
        let memory = self.memory(from)?;
        self.emit(integer::mov_r64_rm64(d, memory))
    }

    pub(super) fn prefetch(&mut self, from: &Address) -> Result<(), Reason> {
        let memory = self.memory(from)?;
        self.emit(system::prefetcht0(memory))
    }

    /// The operand for an address. One that is too far from its base takes [`SCRATCH`].
    #[inline(always)]
    pub(super) fn memory(&mut self, address: &Address) -> Result<Memory, Reason> {
        let base = self.int(address.base)?;
        match address.offset {
            Offset::Const(offset) => self.memory_at(base, offset),
            Offset::Register(offset) => {
                Memory::at(base, 0).indexed(self.int(offset)?, Scale::By1).ok_or(Reason::Unplaced)
            }
        }
    }

    /// The operand for an address at an offset from a register.
    #[inline(always)]
    pub(super) fn memory_at(&mut self, base: Any<Gpr>, offset: i64) -> Result<Memory, Reason> {
        match i32::try_from(offset) {
            Ok(near) if near <= FARTHEST => Ok(Memory::at(base, near)),
            _ => self.far(base, offset),
        }
    }

    #[cold]
    fn far(&mut self, base: Any<Gpr>, offset: i64) -> Result<Memory, Reason> {
        self.constant(SCRATCH, offset)?;
        Memory::at(base, 0).indexed(SCRATCH, Scale::By1).ok_or(Reason::Unplaced)
    }
}

//! Addresses, and the integers that they are computed from.

use super::state::{Lowering, SCRATCH, X64, fitting};
use crate::isa::aarch64::inst::{Item, MachInst};
use crate::isa::aarch64::name::Prefetch;
use crate::isa::aarch64::operand::{Any, Extend, Logic, Lsl12, Lsl16, R, Shift, UImm};
use crate::isa::aarch64::register::Gpr;
use crate::isa::aarch64::table::{integer, memory};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, Inst, Int, Offset};
use core::slice::Iter;

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    pub(super) fn copy(&mut self, d: Any<Gpr>, a: Any<Gpr>) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Inst(integer::mov_x(d, a)))?)
    }

    /// `d = value`, in as few wide moves as it takes.
    #[inline(never)]
    pub(super) fn constant(&mut self, d: Any<Gpr>, value: i64) -> Result<(), Reason> {
        let chunk = |nth: i64| value >> (16 * nth) & 0xffff;
        // Start from all ones where more chunks are 0xffff than 0.
        let count = |of: i64| (0..4).filter(|nth| chunk(*nth) == of).count();
        let inverted = count(0xffff) > count(0);
        let background = if inverted { 0xffff } else { 0 };
        let mut is_first = true;
        for (nth, shift) in (0..4).zip([Lsl16::None, Lsl16::By16, Lsl16::By32, Lsl16::By48]) {
            let is_last_chance = is_first && nth == 3;
            if chunk(nth) == background && !is_last_chance {
                continue;
            }
            let imm = |value| fitting(UImm::checked(value));
            self.emit(match (is_first, inverted) {
                (true, false) => integer::movz(X64, d, imm(chunk(nth))?, shift),
                (true, true) => integer::movn(X64, d, imm(chunk(nth) ^ 0xffff)?, shift),
                (false, _) => integer::movk(X64, d, imm(chunk(nth))?, shift),
            })?;
            is_first = false;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn add(&mut self, [d, a, b]: [Any<Gpr>; 3]) -> Result<(), Reason> {
        self.emit(integer::add(X64, d, a, b, Shift::NONE))
    }

    #[inline(always)]
    pub(super) fn sub(&mut self, [d, a, b]: [Any<Gpr>; 3]) -> Result<(), Reason> {
        self.emit(integer::sub(X64, d, a, b, Shift::NONE))
    }

    #[inline(always)]
    pub(super) fn mul(&mut self, [d, a, b]: [Any<Gpr>; 3]) -> Result<(), Reason> {
        self.emit(integer::madd(X64, d, a, b, R::ZR))
    }

    /// Shifts to the left: one instruction with the sum of what is shifted, if that is behind it.
    #[inline(always)]
    pub(super) fn shift_left(
        &mut self,
        [shifted, a]: [Int; 2],
        by: u8,
        behind: &mut Iter<'_, Inst>,
    ) -> Result<(), Reason> {
        let shift = Shift::left(i64::from(by)).map_err(|_| Reason::Shift)?;
        let [d, a] = self.ints([shifted, a])?;
        match behind.as_slice().first().and_then(|sum| sum.base_of(shifted)) {
            Some(base) => {
                behind.next();
                self.emit(integer::add(X64, d, self.int(base)?, a, shift))
            }
            None => self.emit(integer::logic(Logic::Orr, X64, d, R::ZR, a, shift)),
        }
    }

    /// `d = a + value`. Only a small value is added to [`SCRATCH`].
    #[inline(always)]
    pub(super) fn add_constant(&mut self, [d, a]: [Any<Gpr>; 2], value: i64) -> Result<(), Reason> {
        match UImm::checked(value) {
            Some(small) if value != 0 => self.emit(integer::add_imm(X64, d, a, small, Lsl12::None)),
            _ => self.add_large(d, a, value),
        }
    }

    /// `d = a + value`, where the value has no immediate form or is zero.
    #[inline(never)]
    fn add_large(&mut self, d: Any<Gpr>, a: Any<Gpr>, value: i64) -> Result<(), Reason> {
        let magnitude = value.unsigned_abs();
        if magnitude >= 1 << 24 {
            self.constant(SCRATCH, value)?;
            return self.emit(integer::add(X64, d, a, SCRATCH, Shift::NONE));
        }
        let (low, high) = ((magnitude & 0xfff) as i64, (magnitude >> 12) as i64);
        let mut from = a;
        for (part, shift) in [(high, Lsl12::By12), (low, Lsl12::None)] {
            if part == 0 {
                continue;
            }
            let part = fitting(UImm::checked(part))?;
            self.emit(if value < 0 {
                integer::sub_imm(X64, d, from, part, shift)
            } else {
                integer::add_imm(X64, d, from, part, shift)
            })?;
            from = d;
        }
        if value == 0 { self.copy(d, a) } else { Ok(()) }
    }

    /// A register that holds the address, moved on by `more` bytes, which are few.
    #[inline(never)]
    pub(super) fn pointer(&mut self, address: &Address, more: i64) -> Result<Any<Gpr>, Reason> {
        let base = self.int(address.base)?;
        match address.offset {
            Offset::Const(offset) => match offset.wrapping_add(more) {
                0 => return Ok(base),
                offset => self.add_constant([SCRATCH, base], offset)?,
            },
            Offset::Register(offset) => {
                self.emit(integer::add(X64, SCRATCH, base, self.int(offset)?, Shift::NONE))?;
                if more != 0 {
                    self.add_constant([SCRATCH, SCRATCH], more)?;
                }
            }
        }
        Ok(SCRATCH)
    }

    pub(super) fn load_int(&mut self, d: Int, address: &Address) -> Result<(), Reason> {
        let [d, base] = self.ints([d, address.base])?;
        let inst = match address.offset {
            Offset::Register(offset) => memory::ldr_x_index(d, base, self.int(offset)?, Extend::BYTES),
            Offset::Const(offset) => match UImm::checked(offset) {
                Some(offset) => memory::ldr_x(d, base, offset),
                None => memory::ldr_x(d, self.pointer(address, 0)?, fitting(UImm::checked(0))?),
            },
        };
        self.emit(inst)
    }

    pub(super) fn prefetch(&mut self, address: &Address) -> Result<(), Reason> {
        let (base, prefetch) = (self.int(address.base)?, Prefetch::LoadL1Keep);
        let inst = match address.offset {
            Offset::Register(offset) => memory::prfm_index(prefetch, base, self.int(offset)?, Extend::BYTES),
            Offset::Const(offset) => match UImm::checked(offset) {
                Some(offset) => memory::prfm(prefetch, base, offset),
                None => memory::prfm(prefetch, self.pointer(address, 0)?, fitting(UImm::checked(0))?),
            },
        };
        self.emit(inst)
    }
}

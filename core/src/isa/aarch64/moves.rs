//! Loads and stores of vectors, in the address form that fits and in the grouping that the core
//! likes best.
//!
//! Neighbouring accesses to neighbouring bytes become one instruction: a pair,
//! or a list of up to four consecutive registers. A list takes no offset, so a
//! generator that wants it keeps a pointer to where the list starts.

use super::inst::MachInst;
use super::lower::{reg, vec};
use super::operand::{ArrMem, Extend, MemSize, OperandError, SImm, UImm, XSp};
use super::table::{memory, structure};
use crate::isa::Virtual;
use crate::kernel::func::{Address, Inst, Lanes, Offset, Vector};
use crate::target::{MoveForm, MoveForms};

/// A load or a store of whole vectors or parts of them.
#[derive(Clone, Copy)]
struct Move {
    register: Vector,
    address: Address,
    lanes: Lanes,
    is_load: bool,
}

impl Move {
    fn of(inst: &Inst) -> Option<Self> {
        match *inst {
            Inst::Load(register, address, lanes) => Some(Self { register, address, lanes, is_load: true }),
            Inst::Store(register, address, lanes) => Some(Self { register, address, lanes, is_load: false }),
            _ => None,
        }
    }

    /// Its constant offset.
    fn offset(&self) -> Option<i64> {
        match self.address.offset {
            Offset::Const(offset) => Some(offset),
            Offset::Register(_) => None,
        }
    }

    /// Whether `other` is of the same kind and starts where this one ends.
    fn is_followed_by(&self, other: &Self) -> bool {
        let end = self.offset().and_then(|offset| offset.checked_add(self.bytes()));
        self.is_load == other.is_load
            && self.lanes == other.lanes
            && self.address.base == other.address.base
            && end.is_some_and(|end| other.offset() == Some(end))
    }

    fn bytes(&self) -> i64 {
        i64::try_from(self.lanes.bytes()).unwrap_or(i64::MAX)
    }
}

/// The one instruction for the first few of `insts`, and their number, if there is one.
pub(super) fn merged(insts: &[Inst], forms: MoveForms) -> Option<(MachInst, usize)> {
    let first = insts.first().and_then(Move::of)?;
    match if first.is_load { forms.loads } else { forms.stores } {
        MoveForm::Single => None,
        MoveForm::Pairs => Some((pair(first, insts.get(1).and_then(Move::of)?)?, 2)),
        MoveForm::Lists => list(first, insts),
    }
}

/// The pair of two accesses to neighbouring bytes.
fn pair(first: Move, second: Move) -> Option<MachInst> {
    if !first.is_followed_by(&second) || first.is_load && first.register == second.register {
        return None;
    }
    let (a, b, base) = (vec(first.register), vec(second.register), reg(first.address.base));
    let offset = first.offset()?;
    Some(match (first.is_load, first.bytes()) {
        (true, 16) => memory::ldp_q(a, b, base, SImm::new(offset).ok()?),
        (true, 8) => memory::ldp_d(a, b, base, SImm::new(offset).ok()?),
        (true, 4) => memory::ldp_s(a, b, base, SImm::new(offset).ok()?),
        (false, 16) => memory::stp_q(a, b, base, SImm::new(offset).ok()?),
        (false, 8) => memory::stp_d(a, b, base, SImm::new(offset).ok()?),
        (false, 4) => memory::stp_s(a, b, base, SImm::new(offset).ok()?),
        _ => return None,
    })
}

/// The list of accesses that start at `first`, which has no offset and is a whole vector.
fn list(first: Move, insts: &[Inst]) -> Option<(MachInst, usize)> {
    if first.offset() != Some(0) || first.bytes() != 16 {
        return None;
    }
    let mut last = first;
    let mut count = 1;
    for next in insts.iter().skip(1).take(3).map_while(Move::of) {
        if !last.is_followed_by(&next) || last.register.0.checked_add(1) != Some(next.register.0) {
            break;
        }
        last = next;
        count += 1;
    }
    let (registers, base, whole) = (vec(first.register), reg(first.address.base), ArrMem::S4);
    let inst = match (first.is_load, count) {
        (true, 1) => structure::ld1_1(whole, registers, base),
        (true, 2) => structure::ld1_2(whole, registers, base),
        (true, 3) => structure::ld1_3(whole, registers, base),
        (true, _) => structure::ld1_4(whole, registers, base),
        (false, 1) => structure::st1_1(whole, registers, base),
        (false, 2) => structure::st1_2(whole, registers, base),
        (false, 3) => structure::st1_3(whole, registers, base),
        (false, _) => structure::st1_4(whole, registers, base),
    };
    Some((inst, count))
}

/// The constructors of loads, or of stores, by size in bytes: 4, 8 or 16.
#[derive(Clone, Copy)]
pub(super) struct Access {
    /// With an offset that is a multiple of the size.
    scaled: fn(usize, Virtual, XSp, i64) -> Result<MachInst, OperandError>,
    /// With a small offset.
    unscaled: fn(MemSize, Virtual, XSp, i64) -> Result<MachInst, OperandError>,
    /// With an offset in a register.
    pub(super) indexed: fn(usize, Virtual, Virtual, Virtual) -> MachInst,
    is_load: bool,
}

impl Access {
    pub(super) const LOAD: Self = Self {
        scaled: |bytes, d, base, offset| {
            Ok(match bytes {
                4 => memory::ldr_s(d, base, UImm::new(offset)?),
                8 => memory::ldr_d(d, base, UImm::new(offset)?),
                _ => memory::ldr_q(d, base, UImm::new(offset)?),
            })
        },
        unscaled: |size, d, base, offset| Ok(memory::ldur_fp(size, d, base, SImm::new(offset)?)),
        indexed: |bytes, d, base, index| match bytes {
            4 => memory::ldr_s_index(d, base, index, Extend::BYTES),
            8 => memory::ldr_d_index(d, base, index, Extend::BYTES),
            _ => memory::ldr_q_index(d, base, index, Extend::BYTES),
        },
        is_load: true,
    };

    pub(super) const STORE: Self = Self {
        scaled: |bytes, a, base, offset| {
            Ok(match bytes {
                4 => memory::str_s(a, base, UImm::new(offset)?),
                8 => memory::str_d(a, base, UImm::new(offset)?),
                _ => memory::str_q(a, base, UImm::new(offset)?),
            })
        },
        unscaled: |size, a, base, offset| Ok(memory::stur_fp(size, a, base, SImm::new(offset)?)),
        indexed: |bytes, a, base, index| match bytes {
            4 => memory::str_s_index(a, base, index, Extend::BYTES),
            8 => memory::str_d_index(a, base, index, Extend::BYTES),
            _ => memory::str_q_index(a, base, index, Extend::BYTES),
        },
        is_load: false,
    };

    /// The access with an immediate offset, in whichever of the two forms has it. Both cost the
    /// same in hardware; where the core's model prefers lists, it also prefers the unscaled load.
    pub(super) fn near(
        self,
        forms: MoveForms,
        bytes: usize,
        register: Virtual,
        base: Virtual,
        offset: i64,
    ) -> Result<MachInst, OperandError> {
        let size = match bytes {
            4 => MemSize::S,
            8 => MemSize::D,
            _ => MemSize::Q,
        };
        let scaled = || (self.scaled)(bytes, register, base.into(), offset);
        let unscaled = || (self.unscaled)(size, register, base.into(), offset);
        if self.is_load && forms.loads == MoveForm::Lists {
            return unscaled().or_else(|_| scaled());
        }
        scaled().or_else(|_| unscaled())
    }
}

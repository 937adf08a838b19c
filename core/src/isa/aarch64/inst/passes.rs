//! The view that passes have of an instruction: its registers, its control flow, its cost.

use super::MachInst;
use crate::code::Label;
use crate::isa::aarch64::operand::number_to_raw;
use crate::isa::aarch64::place::{self, MAX_NAMED, Named};
use crate::isa::aarch64::property::Control;
use crate::isa::aarch64::register::{Gpr, Simd};
use crate::isa::timing::{Timing, Unit};
use crate::isa::{Class, EncodeError, Features, Flow, Instruction, OperandError, Reg, RegIndex, Role, Use};

impl Instruction for MachInst {
    type Unit = u32;
    type Code = [u32; 1];

    #[inline]
    fn uses(&self) -> impl Iterator<Item = Use> {
        self.named.into_iter().filter_map(|named| {
            let (index, role) = named.register()?;
            let first = index.register();
            if !self.is_plain {
                return self.use_of(named, first, role);
            }
            Some(Use { first, count: 1, role })
        })
    }

    #[inline(always)]
    fn is_plain(&self) -> bool {
        self.is_plain
    }

    #[inline]
    fn plain(&self) -> impl Iterator<Item = (RegIndex, Role)> {
        self.named.iter().filter_map(|named| named.register())
    }

    #[inline(always)]
    fn flow(&self) -> Flow {
        // All of these have 101 in bits 28 to 26 (Arm ARM, C4.1).
        if self.word >> 26 & 7 != 0b101 {
            return Flow::Next;
        }
        self.branches_to()
    }

    fn timing(&self) -> Option<&'static Timing> {
        // An integer result numbered 31 is the stack pointer, or nothing.
        let writes_sp = |timing: &Timing| timing.unit == Unit::Integer && self.word & 31 == 31;
        self.row.timing.as_ref().filter(|timing| self.unresolved == 0 && !writes_sp(timing))
    }

    #[inline(always)]
    fn copy(&self) -> Option<(RegIndex, RegIndex)> {
        if !place::is_copy(&self.row.layout.pattern) {
            return None;
        }
        let mut registers = self.plain().map(|(register, _)| register);
        Some((registers.next()?, registers.next()?))
    }

    fn is_same_but_for_registers(&self, other: &Self) -> bool {
        let is_placed = |at: usize| {
            let mut both = self.named.iter().zip(&other.named);
            both.any(|(a, b)| [a, b].iter().all(|named| named.register().is_some() && named.position() == at))
        };
        let mut operands = (0..self.row.slots.len()).filter(|at| self.operand(*at) != other.operand(*at));
        core::ptr::eq(self.row, other.row) && operands.all(is_placed)
    }

    #[inline]
    fn place(&mut self, place: impl Fn(RegIndex) -> Option<u8>) {
        for nth in 0..MAX_NAMED {
            let Some(named) = self.named.get_mut(nth).filter(|named| named.is_virtual()) else { continue };
            let Some(number) = place(named.index()) else { continue };
            if !self.is_plain || number > named.greatest() {
                let named = *named;
                self.place_special(named, number);
                continue;
            }
            self.word |= named.in_word(number);
            self.unresolved &= !(1 << named.position());
            *named = named.placed(number);
        }
    }

    #[inline(always)]
    fn encode(&self) -> Result<[u32; 1], EncodeError> {
        self.encode().map(|word| [word])
    }

    #[inline(always)]
    fn features(&self) -> Features {
        Self::features(self).into()
    }

    fn label(&self) -> Option<Label> {
        self.label_operand().map(|(_, number)| Label::new(number))
    }

    fn with_label_at(&self, distance: i64) -> Result<Self, OperandError> {
        let mut inst = *self;
        if let Some((operand, _)) = self.label_operand() {
            if let Some(slot) = self.row.slots.get(operand) {
                inst.resolve(operand, number_to_raw(*slot.kind, distance)?);
            }
        }
        Ok(inst)
    }
}

impl MachInst {
    /// Puts a register into the place of a virtual one whose kind decides what it can name.
    #[cold]
    fn place_special(&mut self, named: Named, number: u8) {
        let at = named.position();
        if let Some(raw) = self.row.slots.get(at).and_then(|slot| place::field(slot, number)) {
            self.resolve(at, raw);
        }
    }

    /// The registers that an instruction uses by an operand that is not plain.
    #[cold]
    fn use_of(&self, named: Named, register: Reg, role: Role) -> Option<Use> {
        place::used(self.row.slots.get(named.position())?, register, role)
    }

    /// Where control goes after a branch.
    #[cold]
    fn branches_to(&self) -> Flow {
        let label = self.label();
        match (self.row.control, label) {
            (Control::Jump, Some(label)) => Flow::Jump(label),
            (Control::Branch | Control::Call, Some(label)) => Flow::Branch(label),
            (Control::Call, None) => Flow::Call,
            (Control::Return | Control::Indirect, _) => Flow::Return,
            _ => Flow::Next,
        }
    }
}

impl From<Gpr> for Reg {
    fn from(register: Gpr) -> Self {
        Self::Physical(Class::Int, register.number())
    }
}

impl From<Simd> for Reg {
    fn from(register: Simd) -> Self {
        Self::Physical(Class::Vec, register.number())
    }
}

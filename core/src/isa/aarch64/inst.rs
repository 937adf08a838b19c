//! An instruction in flight, its encoding and its decoding.

use super::kind::{Kind, Style};
use super::operand::UNRESOLVED;
use super::register::{Gpr, Simd};
use super::row::{MAX_OPERANDS, Row, Slot};
use super::table::{self, branch, integer};
use crate::code::Label;
use crate::isa::{Class, Flow, Instruction, Reg, Role, Virtual};

/// An instruction: its row and its operands, whose registers may still be virtual and whose
/// branch target may still be a label.
#[derive(Clone, Copy)]
pub struct MachInst {
    row: &'static Row,
    operands: [u32; MAX_OPERANDS],
}

impl PartialEq for MachInst {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.row, other.row) && self.operands == other.operands
    }
}

impl Eq for MachInst {}

/// Why an instruction has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// An operand is a virtual register or a label.
    #[error("{0}: an operand is a virtual register or an unbound label")]
    Unresolved(&'static str),
    /// An operand's value is outside of its field, or reserved.
    #[error("{row}: operand {} is {value:#x}, which has no encoding", *.operand as char)]
    Reserved {
        /// Name of the row.
        row: &'static str,
        /// Letter of the operand.
        operand: u8,
        /// Its field value.
        value: u32,
    },
    /// The number of operands is wrong.
    #[error("{row}: {found} operands given, {expected} needed")]
    OperandCount {
        /// Name of the row.
        row: &'static str,
        /// How many were given.
        found: usize,
        /// How many the row has.
        expected: usize,
    },
    /// The combination of operands is unpredictable.
    #[error("{0}: this combination of operands is unpredictable")]
    Unpredictable(&'static str),
}

impl MachInst {
    /// An instruction from operands that are known to be of the row's types; unlike
    /// [`MachInst::from_fields`], some may be unresolved.
    pub(crate) fn of(row: &'static Row, raws: impl IntoIterator<Item = u32>) -> Self {
        let mut operands = [0; MAX_OPERANDS];
        for (operand, raw) in operands.iter_mut().zip(raws) {
            *operand = raw;
        }
        Self { row, operands }
    }

    /// An instruction from field values.
    ///
    /// # Errors
    /// [`EncodeError`] for a wrong number of operands, a value that its operand cannot have, or
    /// an unpredictable combination.
    pub fn from_fields(row: &'static Row, raws: &[u32]) -> Result<Self, EncodeError> {
        if raws.len() != row.slots.len() {
            let (found, expected) = (raws.len(), row.slots.len());
            return Err(EncodeError::OperandCount { row: row.name, found, expected });
        }
        for (slot, &value) in row.slots.iter().zip(raws) {
            if !slot.kind.accepts(value) {
                return Err(EncodeError::Reserved { row: row.name, operand: slot.letter, value });
            }
        }
        let inst = Self::of(row, raws.iter().copied());
        inst.check_rule()?;
        Ok(inst)
    }

    /// Its row.
    #[must_use]
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// Field value of the operand called `letter`, 0 where the row has none. Unresolved operands
    /// have bit 31 set.
    #[must_use]
    pub fn field(&self, letter: u8) -> u32 {
        self.row.position(letter).and_then(|at| self.operands.get(at)).copied().unwrap_or(0)
    }

    /// The operands with their slots.
    pub(crate) fn operands(&self) -> impl Iterator<Item = (&'static Slot, u32)> {
        self.row.slots.iter().zip(self.operands)
    }

    /// The label that the instruction refers to, with the position of that operand.
    pub(crate) fn label(&self) -> Option<(usize, u32)> {
        self.operands().enumerate().find_map(|(at, (slot, raw))| {
            let is_distance = matches!(slot.kind, Kind::Number(number) if number.style == Style::Distance);
            (is_distance && raw & UNRESOLVED != 0).then_some((at, raw & !UNRESOLVED))
        })
    }

    /// The same instruction with one operand replaced.
    pub(crate) fn with_operand(mut self, at: usize, raw: u32) -> Self {
        if let Some(operand) = self.operands.get_mut(at) {
            *operand = raw;
        }
        self
    }

    /// The instruction word.
    ///
    /// # Errors
    /// [`EncodeError::Unresolved`] while an operand is virtual or a label,
    /// [`EncodeError::Unpredictable`] for what the row's rule refuses.
    #[inline]
    pub fn encode(&self) -> Result<u32, EncodeError> {
        if self.operands.iter().fold(0, |all, raw| all | raw) & UNRESOLVED != 0 {
            return Err(EncodeError::Unresolved(self.row.name));
        }
        self.check_rule()?;
        let [word] = self.row.pattern.scatter(&self.operands);
        Ok(word)
    }

    fn check_rule(&self) -> Result<(), EncodeError> {
        match self.row.rule {
            Some(rule) if !rule(self) => Err(EncodeError::Unpredictable(self.row.name)),
            _ => Ok(()),
        }
    }

    /// The instruction that `word` means under `row`, if it does.
    fn from_word(row: &'static Row, word: u32) -> Option<Self> {
        if !row.pattern.matches(&[word]) {
            return None;
        }
        let mut operands = [0; MAX_OPERANDS];
        row.pattern.gather(&[word], &mut operands);
        let inst = Self::from_fields(row, operands.get(..row.slots.len())?).ok()?;
        // A repeated operand must be the same in all places.
        (row.pattern.scatter(&inst.operands) == [word]).then_some(inst)
    }
}

impl Instruction for MachInst {
    fn registers(&self) -> impl Iterator<Item = (Reg, Role)> {
        self.operands().flat_map(|(slot, raw)| {
            let (class, first, count) = slot.kind.placeable(raw).unwrap_or((Class::Int, 0, 0));
            (0..count).map(move |nth| (register(class, first, nth), slot.role))
        })
    }

    fn consecutive(&self) -> Option<(Class, Virtual, u8)> {
        self.operands().find_map(|(slot, raw)| match (slot.kind, slot.kind.placeable(raw)?) {
            (Kind::List(..), (class, first, count @ 2..)) if first & UNRESOLVED != 0 => {
                Some((class, Virtual(first & !UNRESOLVED), u8::try_from(count).ok()?))
            }
            _ => None,
        })
    }

    fn flow(&self) -> Flow {
        let is = |row: &Row| core::ptr::eq(self.row, row);
        match self.label() {
            Some((_, index)) if is(&branch::rows::b) => Flow::Jump(Label::new(index)),
            Some((_, index)) => Flow::Branch(Label::new(index)),
            None if is(&branch::rows::ret) || is(&branch::rows::ret_to) => Flow::Return,
            None => Flow::Next,
        }
    }

    fn copy(&self) -> Option<(Reg, Reg)> {
        if !core::ptr::eq(self.row, &integer::rows::mov_x) {
            return None;
        }
        let mut registers = self.registers();
        Some((registers.next()?.0, registers.next()?.0))
    }

    fn with_registers(mut self, place: impl Fn(Class, Virtual) -> Option<u8>) -> Self {
        for (slot, raw) in self.row.slots.iter().zip(&mut self.operands) {
            let Some((class, first, _)) = slot.kind.placeable(*raw) else { continue };
            let Reg::Virtual(_, virtual_register) = register(class, first, 0) else { continue };
            *raw = place(class, virtual_register).map_or(*raw, u32::from);
        }
        self
    }
}

/// The `nth` register after the one with the field value `first`.
fn register(class: Class, first: u32, nth: u32) -> Reg {
    if first & UNRESOLVED != 0 {
        return Reg::Virtual(class, Virtual((first & !UNRESOLVED).wrapping_add(nth)));
    }
    let number = (first.wrapping_add(nth) & 31) as u8;
    Reg::Physical(class, number)
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

/// A word of code: an instruction that the table knows, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// An instruction.
    Known(MachInst),
    /// A word that no row accepts.
    Unknown(u32),
}

/// The instruction that `word` encodes. Rows that stand earlier in the table win.
#[must_use]
pub fn decode(word: u32) -> Decoded {
    table::rows()
        .find_map(|row| MachInst::from_word(row, word))
        .map_or(Decoded::Unknown(word), Decoded::Known)
}

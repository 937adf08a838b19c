//! An instruction in flight, and its encoding.

use super::kind::{Kind, Style};
use super::operand::UNRESOLVED;
use super::place::{self, Place};
use super::register::{Gpr, Simd};
use super::row::{Layout, MAX_OPERANDS, Row, Slot};
use super::table::{branch, integer};
use crate::code::Label;
use crate::isa::timing::{Timing, Unit};
use crate::isa::{Class, Flow, Instruction, Reg, Role, Use, Virtual};

/// An instruction: its row and its operands, whose registers may still be virtual and whose
/// branch target may still be a label. The word is kept beside them, complete but for the
/// operands that are unresolved, so that encoding has nothing left to do.
#[derive(Clone, Copy)]
pub struct MachInst {
    row: &'static Row,
    word: u32,
    /// A bit for each unresolved operand.
    unresolved: u32,
    operands: [u32; MAX_OPERANDS],
}

/// Some operands, filled up.
#[inline]
pub(super) fn operands<const COUNT: usize>(given: [u32; COUNT]) -> [u32; MAX_OPERANDS] {
    let mut operands = [0; MAX_OPERANDS];
    for (operand, raw) in operands.iter_mut().zip(given) {
        *operand = raw;
    }
    operands
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
    /// [`MachInst::from_fields`], some may be unresolved. `layout` is the row's: constructors
    /// pass it as a constant.
    #[inline]
    pub(crate) fn of(row: &'static Row, layout: &Layout, operands: [u32; MAX_OPERANDS]) -> Self {
        let (mut unresolved, mut resolved) = (0, operands);
        for (at, raw) in resolved.iter_mut().enumerate() {
            unresolved |= *raw >> 31 << at;
            *raw &= (*raw >> 31).wrapping_sub(1);
        }
        let [word] = layout.scatter(&resolved);
        Self { row, word, unresolved, operands }
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
        let mut operands = [0; MAX_OPERANDS];
        for (operand, raw) in operands.iter_mut().zip(raws) {
            *operand = *raw;
        }
        let inst = Self::of(row, &row.layout, operands);
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

    /// Which of the prefixes of other operands the operand called `letter` selects.
    pub(super) fn selector(&self, letter: u8) -> usize {
        let operand = self.operands().find(|(slot, _)| slot.letter == letter);
        operand.map_or(0, |(slot, raw)| slot.kind.selector(raw))
    }

    /// Field value of the operand at `position`.
    #[inline]
    pub(super) fn operand(&self, position: usize) -> u32 {
        self.operands.get(position).copied().unwrap_or(0)
    }

    /// The operands with their slots.
    pub(crate) fn operands(&self) -> impl Iterator<Item = (&'static Slot, u32)> {
        self.row.slots.iter().zip(self.operands)
    }

    /// The label that the instruction refers to, with the position of that operand.
    #[inline]
    pub(crate) fn label(&self) -> Option<(usize, u32)> {
        if self.unresolved == 0 { None } else { self.unresolved_distance() }
    }

    #[cold]
    fn unresolved_distance(&self) -> Option<(usize, u32)> {
        self.operands().enumerate().find_map(|(at, (slot, raw))| {
            let is_distance = matches!(slot.kind, Kind::Number(number) if number.style == Style::Distance);
            (is_distance && raw & UNRESOLVED != 0).then_some((at, raw & !UNRESOLVED))
        })
    }

    /// Resolves an unresolved operand.
    pub(crate) fn resolve(&mut self, at: usize, raw: u32) {
        self.set_operand(at, raw);
        self.unresolved &= !(1 << (at & 7));
        let mut word = [self.word];
        self.row.layout.scatter_one(at, raw, &mut word);
        [self.word] = word;
    }

    #[inline]
    fn set_operand(&mut self, at: usize, raw: u32) {
        if let Some(operand) = self.operands.get_mut(at) {
            *operand = raw;
        }
    }

    /// Resolves a register operand whose kind decides what it can name; says whether it can.
    #[cold]
    fn place_special(&mut self, at: usize, number: u8) -> bool {
        let field = self.row.slots.get(at).and_then(|slot| place::field(slot, number));
        if let Some(raw) = field {
            self.resolve(at, raw);
        }
        field.is_some()
    }

    /// The virtual registers of plain places, a bit for each position.
    #[inline]
    fn plain_positions(&self) -> u8 {
        self.row.places.all & !self.row.places.special & self.unresolved as u8
    }

    /// The registers of the operand at position `at`, which is a place.
    fn registers_at(&self, at: usize) -> Option<Use> {
        place::registers(self.row.slots.get(at)?, self.operand(at))
    }

    /// The registers that the operands name which are not plain virtual registers.
    #[cold]
    fn registers_of(&self, positions: u8) -> impl Iterator<Item = Use> {
        place::positions(positions).filter_map(|at| self.registers_at(at))
    }

    /// Where control goes after a branch.
    #[cold]
    fn branches_to(&self) -> Flow {
        let is = |row: &Row| core::ptr::eq(self.row, row);
        match self.label() {
            Some((_, index)) if is(&branch::rows::b) => Flow::Jump(Label::new(index)),
            Some((_, index)) if branch::ROWS.iter().any(|row| is(row)) => Flow::Branch(Label::new(index)),
            None if is(&branch::rows::ret) || is(&branch::rows::ret_to) || is(&branch::rows::ret_key) => {
                Flow::Return
            }
            _ => Flow::Next,
        }
    }

    /// The instruction word.
    ///
    /// # Errors
    /// [`EncodeError::Unresolved`] while an operand is virtual or a label,
    /// [`EncodeError::Unpredictable`] for what the row's rule refuses.
    #[inline]
    pub fn encode(&self) -> Result<u32, EncodeError> {
        if self.unresolved != 0 {
            return Err(EncodeError::Unresolved(self.row.name));
        }
        self.check_rule()?;
        Ok(self.word)
    }

    #[inline]
    fn check_rule(&self) -> Result<(), EncodeError> {
        match self.row.rule {
            Some(rule) if !rule(self) => Err(EncodeError::Unpredictable(self.row.name)),
            _ => Ok(()),
        }
    }

    /// Whether the operands in `word`, which are known to be `row`'s, keep to its rule.
    #[inline]
    pub(super) fn keeps_rule(row: &'static Row, word: u32) -> bool {
        row.rule.is_none_or(|rule| {
            let mut operands = [0; MAX_OPERANDS];
            row.layout.gather(&[word], &mut operands);
            rule(&Self { row, word, unresolved: 0, operands })
        })
    }

    /// The instruction that `word` means under `row`, if it does.
    pub(super) fn from_word(row: &'static Row, word: u32) -> Option<Self> {
        if !row.layout.matches(&[word]) {
            return None;
        }
        let mut operands = [0; MAX_OPERANDS];
        row.layout.gather(&[word], &mut operands);
        let inst = Self { row, word, unresolved: 0, operands };
        let is_accepted = inst.operands().all(|(slot, raw)| slot.kind.accepts(raw));
        // An operand that stands in two places must be the same in both.
        let comes_back = || row.layout.scatter(&operands) == [word];
        (is_accepted && inst.check_rule().is_ok() && comes_back()).then_some(inst)
    }
}

impl Instruction for MachInst {
    fn uses(&self) -> impl Iterator<Item = Use> {
        place::positions(self.row.places.all).filter_map(|at| self.registers_at(at))
    }

    #[inline]
    fn plain(&self) -> impl Iterator<Item = (Class, Virtual, Role)> {
        place::positions(self.plain_positions()).map(|at| {
            let Place { class, role, .. } = self.row.places.at(at);
            (class, Virtual(self.operand(at) & !UNRESOLVED), role)
        })
    }

    #[inline]
    fn special(&self) -> Option<impl Iterator<Item = Use>> {
        let positions = self.row.places.all & !self.plain_positions();
        (positions != 0).then(|| self.registers_of(positions))
    }

    #[inline]
    fn flow(&self) -> Flow {
        // All of these have 101 in bits 28 to 26 (Arm ARM, C4.1).
        if self.word >> 26 & 7 != 0b101 {
            return Flow::Next;
        }
        self.branches_to()
    }

    fn timing(&self) -> Option<Timing> {
        // An integer result numbered 31 is the stack pointer, or nothing.
        let writes_sp = |timing: &Timing| timing.unit == Unit::Integer && self.word & 31 == 31;
        self.row.timing.filter(|timing| self.unresolved == 0 && !writes_sp(timing))
    }

    #[inline]
    fn copy(&self) -> Option<(Reg, Reg)> {
        if !core::ptr::eq(self.row, &integer::rows::mov_x) {
            return None;
        }
        Some((self.registers_at(0)?.first, self.registers_at(1)?.first))
    }

    fn is_same_but_for_registers(&self, other: &Self) -> bool {
        let is_placed = |at: usize| {
            let names_some = |inst: &Self| inst.registers_at(at).is_some();
            self.row.places.all >> (at & 7) & 1 != 0 && names_some(self) && names_some(other)
        };
        let mut operands = self.operands.iter().zip(&other.operands).enumerate();
        core::ptr::eq(self.row, other.row)
            && operands.all(|(at, (ours, theirs))| ours == theirs || is_placed(at))
    }

    #[inline]
    fn place(&mut self, place: impl Fn(Class, Virtual) -> Option<u8>) {
        let (row, plain) = (self.row, self.plain_positions());
        let mut stay = 0;
        for at in place::positions(plain) {
            let Place { class, shift, .. } = row.places.at(at);
            match place(class, Virtual(self.operand(at) & !UNRESOLVED)) {
                // Number 31 may mean something else.
                Some(number @ 0..31) => {
                    self.set_operand(at, u32::from(number));
                    self.word |= u32::from(number) << (shift & 31);
                }
                Some(number) => stay |= u32::from(!self.place_special(at, number)) << (at & 7),
                None => stay |= 1 << (at & 7),
            }
        }
        self.unresolved = self.unresolved & !u32::from(plain) | stay;
        for at in place::positions(row.places.special & self.unresolved as u8) {
            if let Some(Use { first: Reg::Virtual(class, number), .. }) = self.registers_at(at) {
                if let Some(number) = place(class, number) {
                    self.place_special(at, number);
                }
            }
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

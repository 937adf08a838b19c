//! The view that passes have of an instruction: its registers, its control flow, its distance to a label.

use super::MachInst;
use crate::code::Label;
use crate::isa::x86_64::encode::Code;
use crate::isa::x86_64::memory::{Base, Memory};
use crate::isa::x86_64::property::Control;
use crate::isa::x86_64::register::{K0, RAX, RDX};
use crate::isa::x86_64::row::Row;
use crate::isa::x86_64::table::{branch, integer, transfer};
use crate::isa::x86_64::value::Value;
use crate::isa::{
    Class, EncodeError, Features, Flow, Instruction, OperandError, RegIndex, Role, Timing, Use,
};

/// Branches that reach little, with those that reach far.
static LONGER: [(&Row, &Row); 2] =
    [(&branch::rows::jmp_near, &branch::rows::jmp_far), (&branch::rows::jcc_near, &branch::rows::jcc_far)];

/// Copies of whole registers. That of 32 bytes sets the others to zero where registers have more; code for
/// such cores has copies of 64 bytes.
static COPIES: [&Row; 3] =
    [&integer::rows::mov_rm64_r64, &transfer::rows::vmovaps_y, &transfer::rows::vmovaps_z];

/// What some use besides their operands: `rax` and `rdx`.
const ACCUMULATOR: [(RegIndex, Role); 2] = [
    (RegIndex::physical(Class::Int, RAX.number()), Role::ReadWrite),
    (RegIndex::physical(Class::Int, RDX.number()), Role::Write),
];

impl Instruction for MachInst {
    type Unit = u8;
    type Code = Code;

    #[inline]
    fn uses(&self) -> impl Iterator<Item = Use> {
        self.plain().map(|(index, role)| Use { first: index.register(), count: 1, role })
    }

    #[inline(always)]
    fn is_plain(&self) -> bool {
        self.row.control == Control::Next
    }

    #[inline]
    fn plain(&self) -> impl Iterator<Item = (RegIndex, Role)> {
        let depends = !self.is_idiom();
        self.operands()
            .filter(move |(slot, _)| depends || slot.role.writes())
            .flat_map(|(slot, value)| {
                let role = if matches!(value, Value::Memory(_)) { Role::Read } else { self.role(slot) };
                value.registers().into_iter().flatten().map(move |register| (register, role))
            })
            .chain(if self.row.has_accumulator { &ACCUMULATOR[..] } else { &[] }.iter().copied())
    }

    #[inline(always)]
    fn flow(&self) -> Flow {
        match (self.row.control, self.label()) {
            (Control::Jump, Some(label)) => Flow::Jump(label),
            (Control::Branch | Control::Call, Some(label)) => Flow::Branch(label),
            (Control::Call, None) => Flow::Call,
            (Control::Return | Control::Indirect, _) => Flow::Return,
            _ => Flow::Next,
        }
    }

    /// Cores order their instructions themselves.
    #[inline(always)]
    fn timing(&self) -> Option<&'static Timing> {
        None
    }

    #[inline(always)]
    fn copy(&self) -> Option<(RegIndex, RegIndex)> {
        match self.values {
            [Value::Register(copy), Value::Register(of), Value::Absent, _]
                if self.decoration.mask == K0 && COPIES.iter().any(|row| core::ptr::eq(self.row, *row)) =>
            {
                Some((copy, of))
            }
            _ => None,
        }
    }

    fn is_same_but_for_registers(&self, other: &Self) -> bool {
        let nothing = RegIndex::from_bits(0);
        let values = self.values.iter().zip(&other.values);
        let same = |(a, b): (&Value, &Value)| a.renamed(|_| nothing) == b.renamed(|_| nothing);
        core::ptr::eq(self.row, other.row)
            && self.decoration == other.decoration
            && values.into_iter().all(same)
    }

    #[inline]
    fn place(&mut self, place: impl Fn(RegIndex) -> Option<u8>) {
        let name = |register: RegIndex| match place(register) {
            Some(number) if register.is_virtual() => RegIndex::physical(register.class(), number),
            _ => register,
        };
        for value in &mut self.values {
            *value = value.renamed(name);
        }
    }

    #[inline]
    fn encode(&self) -> Result<Code, EncodeError> {
        self.encode()
    }

    #[inline(always)]
    fn features(&self) -> Features {
        Self::features(self).into()
    }

    fn label(&self) -> Option<Label> {
        self.values.iter().find_map(label)
    }

    fn with_label_at(&self, distance: i64) -> Result<Self, OperandError> {
        let at = |distance| Self { values: self.values.map(|value| resolved(value, distance)), ..*self };
        // Its size does not depend on the distance.
        let size = at(0).encode().map_or(0, |code| code.as_ref().len() as i64);
        let range = if self.row.layout.number == 1 { 1 << 7 } else { 1 << 31 };
        let (min, max) = (size.wrapping_sub(range), size.wrapping_add(range).wrapping_sub(1));
        if distance < min || distance > max {
            return Err(OperandError::Range { value: distance, min, max, unit: 1 });
        }
        Ok(at(if self.memory().is_some() { distance.wrapping_sub(size) } else { distance }))
    }

    fn longer(&self) -> Option<Self> {
        let mut known = LONGER.iter().filter(|(short, _)| core::ptr::eq(*short, self.row));
        known.next().map(|(_, row)| Self { row, ..*self })
    }
}

/// The label that a value refers to.
fn label(value: &Value) -> Option<Label> {
    match value {
        Value::Label(label) | Value::Memory(Memory { base: Base::Label(label), .. }) => Some(*label),
        _ => None,
    }
}

/// A value that refers to a label, where that is at a distance.
fn resolved(value: Value, distance: i64) -> Value {
    match value {
        Value::Memory(memory) if label(&value).is_some() => {
            let displacement = (distance as i32).wrapping_add(memory.displacement);
            Value::Memory(Memory { base: Base::Rip, displacement, ..memory })
        }
        Value::Label(_) => Value::Number(distance),
        other => other,
    }
}

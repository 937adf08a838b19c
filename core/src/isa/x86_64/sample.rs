//! Instances of a row, for tests that compare the table with a foreign assembler.

use super::inst::{Decoration, MachInst, Rounding};
use super::kind::{File, Kind};
use super::memory::{Base, Index, Memory, Scale, Segment};
use super::property::{Masking, Rounds};
use super::register::{K0, Mask};
use super::row::{MAX_OPERANDS, Row};
use super::value::Value;
use crate::isa::{Class, RegIndex};

/// The instance of `row` that random numbers choose, if they make a valid instruction. All values that an
/// operand can have occur, those at which its encoding turns more often.
#[must_use]
pub fn random(row: &'static Row, mut bits: impl FnMut() -> u64) -> Option<MachInst> {
    let mut values = [Value::Absent; MAX_OPERANDS];
    for (value, slot) in values.iter_mut().zip(row.slots) {
        *value = operand(slot.kind, row.is_extended(), &mut bits)?;
    }
    let chosen = bits();
    let mask = match row.masking {
        Masking::Always => Mask::new((chosen % 7) as u8 + 1)?,
        Masking::Merge | Masking::Zero | Masking::Blend if chosen & 1 != 0 => {
            Mask::new((chosen >> 1 & 7) as u8)?
        }
        _ => K0,
    };
    let is_zeroing =
        matches!(row.masking, Masking::Zero | Masking::Blend) && mask != K0 && chosen >> 8 & 1 != 0;
    let is_address = values.iter().any(|value| matches!(value, Value::Memory(_)));
    let rounding = match row.rounds {
        _ if is_address || chosen >> 9 & 1 != 0 => None,
        Rounds::Never => None,
        Rounds::Suppress => Some(Rounding::Suppress),
        Rounds::Mode => Rounding::ALL.get((chosen >> 10 & 3) as usize).copied(),
    };
    let values = values.get(..row.slots.len())?;
    MachInst::new(row, values, Decoration { mask, is_zeroing, rounding }).ok()
}

/// A value that an operand can have, if the numbers choose one.
fn operand(kind: Kind, is_extended: bool, bits: &mut impl FnMut() -> u64) -> Option<Value> {
    let chosen = bits();
    let register = |file: File| match file.class() {
        None if file == File::Stack => Value::Stack((chosen & 7) as u8),
        None => Value::Mask((chosen & 7) as u8),
        Some(class) => {
            let limit = match class {
                Class::Vec if is_extended => 31,
                _ if file == File::High => 3,
                _ => 15,
            };
            Value::Register(RegIndex::physical(class, (chosen >> 8) as u8 & limit))
        }
    };
    Some(match kind {
        Kind::Register(file) => register(file),
        Kind::Either(file, ..) if chosen & 1 != 0 => register(file),
        Kind::Memory(_) => Value::Memory(memory(Class::Int, is_extended, bits)?),
        Kind::Padding(_) => Value::Memory(memory(Class::Int, is_extended, bits)?.in_segment(Segment::Cs)),
        Kind::Either(_, _, element) => {
            let memory = memory(Class::Int, is_extended, bits)?;
            let broadcast = element.is_some() && chosen >> 1 & 1 != 0;
            Value::Memory(Memory { broadcast, ..memory })
        }
        Kind::Vector(..) => Value::Memory(memory(Class::Vec, is_extended, bits)?),
        Kind::Number(range) => Value::Number(match chosen & 7 {
            0 => range.least,
            1 => range.greatest,
            2 => range.least.max(-1),
            3 => 0,
            _ => {
                let span = range.greatest.wrapping_sub(range.least) as u64;
                let offset = bits().checked_rem(span.wrapping_add(1)).unwrap_or_else(&mut *bits);
                range.least.wrapping_add(offset as i64)
            }
        }),
        Kind::Named(names) => {
            let at = (chosen as usize).checked_rem(names.len())?;
            Value::Number(names.get(at)?.1.into())
        }
        Kind::Fixed(fixed) => fixed.value(),
        Kind::Target(1) => Value::Number(i64::from(chosen as i8).wrapping_add(2)),
        Kind::Target(_) => Value::Number(i64::from(chosen as i32).wrapping_shr((bits() & 31) as u32)),
    })
}

/// An address whose index, if it has one, is of a class.
fn memory(class: Class, is_extended: bool, bits: &mut impl FnMut() -> u64) -> Option<Memory> {
    let chosen = bits();
    let base = match chosen & 15 {
        0 => Base::None,
        1 if class == Class::Int => Base::Rip,
        _ => Base::Register(RegIndex::physical(Class::Int, (chosen >> 4) as u8 & 15)),
    };
    let limit = if class == Class::Vec && is_extended { 31 } else { 15 };
    let scale = *Scale::ALL.get((chosen >> 16 & 3) as usize)?;
    let index = Index { register: RegIndex::physical(class, (chosen >> 8) as u8 & limit), scale };
    let has_index = class == Class::Vec || (chosen >> 20 & 1 != 0 && base != Base::Rip);
    let displacement = match chosen >> 24 & 7 {
        0 => 0,
        1 => i32::MIN,
        2 => i32::MAX,
        3 => (chosen >> 32) as i32,
        // About what one byte holds, in the units that there are.
        _ => i32::from((chosen >> 32) as i16).wrapping_shr(8).wrapping_mul(1 << (chosen >> 48 & 7)),
    };
    let segment = match chosen >> 52 & 15 {
        0 => Some(Segment::Fs),
        1 => Some(Segment::Gs),
        _ => None,
    };
    Some(Memory { base, index: has_index.then_some(index), displacement, broadcast: false, segment })
}

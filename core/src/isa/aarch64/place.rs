//! Which operands of a row name registers that allocation places.
//!
//! Every pass walks the registers of every instruction, so a row keeps them as
//! bit masks, found during compilation. Nearly all are *plain*: one register, out
//! of a whole file, in one field of the word. The few others are *special*, and
//! their kind tells the rest.

use super::kind::{Kind, Registers};
use super::operand::UNRESOLVED;
use super::row::{Layout, MAX_OPERANDS, Slot};
use crate::isa::{Class, Reg, Role, Use, Virtual};

/// The operands of a row that name registers which allocation places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// A bit for each.
    pub(super) all: u8,
    /// A bit for each that is special.
    pub(super) special: u8,
    places: [Place; MAX_OPERANDS],
}

/// An operand that names one register out of a whole file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) class: Class,
    pub(super) role: Role,
    /// Where its field begins in the word.
    pub(super) shift: u8,
}

impl Places {
    const NONE: Place = Place { class: Class::Int, role: Role::Read, shift: 0 };

    /// Finds the places among a row's operands; for use in constants.
    #[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
    pub(super) const fn of(slots: &[Slot], layout: &Layout) -> Self {
        let mut places = Self { all: 0, special: 0, places: [Self::NONE; MAX_OPERANDS] };
        let mut at = 0;
        while at < slots.len() {
            let Slot { kind, role, .. } = slots[at];
            if let Some((class, registers, count)) = file(kind) {
                places.all |= 1 << at;
                let is_whole_file = registers.bits == 5 && registers.first == 0 && registers.step == 1;
                match layout.shift(at) {
                    Some(shift) if is_whole_file && count == 1 => {
                        places.places[at] = Place { class, role, shift };
                    }
                    _ => places.special |= 1 << at,
                }
            }
            at += 1;
        }
        places
    }

    /// The place at a position, if it is not special.
    #[inline]
    pub(super) fn at(&self, position: usize) -> Place {
        self.places.get(position).copied().unwrap_or(Self::NONE)
    }
}

/// The positions of the bits in a mask, ascending.
#[inline]
pub(super) fn positions(mask: u8) -> impl Iterator<Item = usize> {
    let mut mask = u32::from(mask);
    core::iter::from_fn(move || {
        let at = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(at as usize)
    })
}

/// The registers that allocation places in an operand of a kind: their class, and how many.
const fn file(kind: Kind) -> Option<(Class, Registers, u32)> {
    let (registers, count) = match kind {
        Kind::Register(registers) => (registers, 1),
        Kind::List(registers, sequence) if sequence.stride == 1 => (registers, sequence.count),
        _ => return None,
    };
    match registers.class {
        Some(class) => Some((class, registers, count)),
        None => None,
    }
}

/// The registers that a field value names in an operand, or the virtual ones that stand in their
/// place; none for `sp` and `xzr`.
#[cold]
pub(super) fn registers(slot: &Slot, raw: u32) -> Option<Use> {
    let (class, registers, count) = file(slot.kind)?;
    let allowed = allowed(registers);
    let first = if raw & UNRESOLVED != 0 {
        Reg::Virtual(class, Virtual(raw & !UNRESOLVED))
    } else {
        let number = registers.number(raw) & 31;
        if allowed >> number & 1 == 0 {
            return None;
        }
        Reg::Physical(class, number as u8)
    };
    Some(Use { first, count: count as u8, role: slot.role, allowed })
}

/// The field value of the register with a number, if an operand can name it.
pub(super) fn field(slot: &Slot, number: u8) -> Option<u32> {
    file(slot.kind)?.1.field(u32::from(number))
}

/// The numbers that a field for `registers` can name, a bit each.
fn allowed(registers: Registers) -> u32 {
    if registers.bits == 5 {
        return if registers.thirty_one.is_empty() { u32::MAX } else { u32::MAX >> 1 };
    }
    let named = (0..32u8).filter(|number| registers.field(u32::from(*number)).is_some());
    named.fold(0, |allowed, number| allowed | 1 << number)
}

//! Which operands of a row name registers that allocation places.
//!
//! Every pass walks the registers of every instruction, so a row keeps them in
//! a short list of small entries, found during compilation: nobody has to ask
//! seven operands for their kind.

use super::kind::{Kind, Registers};
use super::operand::UNRESOLVED;
use super::row::Slot;
use crate::isa::{Class, Reg, Role, Use, Virtual};

/// The most operands of a row that name registers.
const MAX_PLACES: usize = 5;

/// An operand that names registers which allocation places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Where it stands among the row's operands.
    pub(super) position: u8,
    /// The file of its registers.
    pub(super) class: Class,
    role: Role,
    /// How many neighbouring registers it names.
    count: u8,
    /// Number of the register with field value 0.
    first: u8,
    /// Difference between the numbers of neighbouring field values.
    step: u8,
    /// The numbers that its field can name, a bit each. 31 is not among them where it means `sp`
    /// or `xzr`.
    allowed: u32,
}

/// The places of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    places: [Place; MAX_PLACES],
    count: u8,
}

impl Places {
    /// Finds the places among a row's operands; for use in constants.
    ///
    /// # Panics
    /// During compilation, for too many.
    #[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
    pub(super) const fn of(slots: &[Slot]) -> Self {
        let none = Place {
            position: 0,
            class: Class::Int,
            role: Role::Read,
            count: 0,
            first: 0,
            step: 0,
            allowed: 0,
        };
        let (mut places, mut count, mut at) = ([none; MAX_PLACES], 0, 0);
        while at < slots.len() {
            if let Some(place) = Place::of(at, &slots[at]) {
                assert!(count < MAX_PLACES, "too many operands name registers");
                places[count] = place;
                count += 1;
            }
            at += 1;
        }
        Self { places, count: count as u8 }
    }

    /// The places, in the order of the operands.
    #[inline]
    pub(super) fn iter(&self) -> core::slice::Iter<'_, Place> {
        self.places.get(..usize::from(self.count)).unwrap_or(&[]).iter()
    }
}

impl Place {
    const fn of(position: usize, slot: &Slot) -> Option<Self> {
        let (registers, count) = match slot.kind {
            Kind::Register(registers) => (registers, 1),
            Kind::List(registers, sequence) if sequence.stride == 1 => (registers, sequence.count),
            _ => return None,
        };
        let Some(class) = registers.class else { return None };
        Some(Self {
            position: position as u8,
            class,
            role: slot.role,
            count: count as u8,
            first: registers.first as u8,
            step: registers.step as u8,
            allowed: allowed(registers),
        })
    }

    /// The registers that a field value names, or the virtual registers that stand in their place.
    #[inline]
    pub(super) fn registers(&self, raw: u32) -> Option<Use> {
        let first = if raw & UNRESOLVED != 0 {
            Reg::Virtual(self.class, Virtual(raw & !UNRESOLVED))
        } else {
            let number = (raw as u8).wrapping_mul(self.step).wrapping_add(self.first) & 31;
            if !self.allows(number) {
                return None;
            }
            Reg::Physical(self.class, number)
        };
        Some(Use { first, count: self.count, role: self.role, allowed: self.allowed })
    }

    /// The field value of the register with a number, if the operand can name it.
    #[inline]
    pub(super) fn field(&self, number: u8) -> Option<u32> {
        if !self.allows(number) {
            return None;
        }
        let above = number.wrapping_sub(self.first);
        Some(u32::from(if self.step == 1 { above } else { above.checked_div(self.step)? }))
    }

    #[inline]
    const fn allows(&self, number: u8) -> bool {
        self.allowed >> (number & 31) & 1 != 0
    }
}

/// The numbers that a field for `registers` can name, a bit each.
const fn allowed(registers: Registers) -> u32 {
    let (mut allowed, mut raw) = (0, 0);
    while raw < 1 << registers.bits {
        if raw != 31 || registers.thirty_one.is_empty() {
            allowed |= 1 << registers.number(raw);
        }
        raw += 1;
    }
    allowed
}

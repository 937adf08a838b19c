//! The registers that lowering gives a function's: virtual ones, or their places.

use super::by_class::ByClass;
use super::register::{Class, RegIndex};

/// Names for the registers of a function.
pub trait Naming {
    /// The register for a function's with a number, within its class; none where it has no place.
    fn name(&self, class: Class, number: u32) -> Option<RegIndex>;
}

/// Every register is virtual, with its own number.
#[derive(Clone, Copy, Debug)]
pub struct Virtuals;

impl Naming for Virtuals {
    #[inline(always)]
    fn name(&self, class: Class, number: u32) -> Option<RegIndex> {
        Some(RegIndex::of_virtual(class, number))
    }
}

/// The places of virtual registers: by class and number, that of a physical register.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a>(pub ByClass<&'a [u8]>);

/// A place that no register file has.
pub const UNPLACED: u8 = u8::MAX;

impl Places<'_> {
    /// The number of the physical register for a virtual one, within its class.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, class: Class, number: u32) -> Option<u8> {
        let place = self.0.of(class).get(number as usize).copied();
        place.filter(|place| *place != UNPLACED)
    }
}

impl Naming for Places<'_> {
    #[inline(always)]
    fn name(&self, class: Class, number: u32) -> Option<RegIndex> {
        Some(RegIndex::physical(class, self.of(class, number)?))
    }
}

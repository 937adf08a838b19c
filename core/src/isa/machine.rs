//! The resources of a core that generators choose tiles and addresses by.

use super::model::AccessForm;
use super::register::Convention;
use crate::kernel::func::{Arithmetic, DotTypes};
use core::num::NonZero;

/// Registers and immediates of an instruction set, on a core.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Size of a vector register.
    pub vector_bytes: usize,
    /// The vector registers that a kernel can use.
    pub vector_registers: usize,
    /// The caller-saved ones of the vector registers that a kernel can use.
    pub caller_saved_vectors: usize,
    /// The integer registers that a kernel can use.
    pub int_registers: usize,
    /// The offsets that accesses take.
    pub immediates: Immediates,
    /// Whether a multiplication by one lane of a vector takes no more than by a vector. Else that lane is
    /// first loaded or copied into all others.
    pub multiplies_by_lane: bool,
    /// Whether an access to some lanes takes no more than one to all.
    pub has_masks: bool,
    /// Whether arithmetic takes an operand from memory, at the cost of a load.
    pub folds_loads: bool,
    /// Whether integers for which there are no registers are kept in the frame.
    pub spills_integers: bool,
    /// The dot products of narrow numbers that there are.
    pub dots: &'static [Dot],
}

/// A dot product of narrow numbers: an [`UpdateKind::Dot`](crate::kernel::func::UpdateKind).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The types of the factors.
    pub types: DotTypes,
    /// The vector registers that it takes for itself, of those that a kernel can use.
    pub registers: usize,
}

impl Dot {
    /// One that takes no registers for itself.
    #[must_use]
    pub const fn of(types: DotTypes) -> Self {
        Self { types, registers: 0 }
    }
}

/// The offsets that accesses take as immediates, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Immediates {
    /// The greatest multiple of its size that an access takes.
    pub multiple: i64,
    /// The least and the greatest offset that any access takes, whatever its size.
    pub any: (i64, i64),
    /// The greatest multiple of its size that an access to a pair takes; 0 where there are none.
    pub pair: i64,
}

impl Immediates {
    /// Whether an access of some bytes takes an offset.
    #[inline]
    #[must_use]
    pub const fn contain(&self, offset: i64, bytes: usize) -> bool {
        let (least, greatest) = self.any;
        if least <= offset && offset <= greatest {
            return true;
        }
        match (offset.checked_rem(bytes as i64), offset.checked_div(bytes as i64)) {
            (Some(0), Some(multiple)) => 0 <= multiple && multiple <= self.multiple,
            _ => false,
        }
    }
}

impl Machine {
    /// The machine with the registers of a calling convention, all of which a kernel can use. It
    /// multiplies by lanes.
    #[must_use]
    pub const fn new(vector_bytes: usize, convention: &Convention, immediates: Immediates) -> Self {
        Self {
            vector_bytes,
            vector_registers: convention.vectors.all().count_ones() as usize,
            caller_saved_vectors: convention.vectors.caller_saved.count_ones() as usize,
            int_registers: convention.ints.all().count_ones() as usize,
            immediates,
            multiplies_by_lane: true,
            has_masks: false,
            folds_loads: false,
            spills_integers: false,
            dots: &[],
        }
    }

    /// This machine, if it multiplies by whole vectors only.
    #[must_use]
    pub const fn multiplying_vectors(self) -> Self {
        Self { multiplies_by_lane: false, ..self }
    }

    /// This machine, if it keeps integers in the frame.
    #[must_use]
    pub const fn spilling_integers(self) -> Self {
        Self { spills_integers: true, ..self }
    }

    /// This machine, if its arithmetic takes an operand from memory.
    #[must_use]
    pub const fn folding_loads(self) -> Self {
        Self { folds_loads: true, ..self }
    }

    /// This machine, if accesses to some lanes take no more than those to all.
    #[must_use]
    pub const fn with_masks(self) -> Self {
        Self { has_masks: true, ..self }
    }

    /// This machine, if it has such dot products.
    #[must_use]
    pub const fn with_dots(self, dots: &'static [Dot]) -> Self {
        Self { dots, ..self }
    }

    /// Its dot product of numbers of such types, if it has one.
    #[must_use]
    pub fn dot(&self, types: DotTypes) -> Option<Dot> {
        self.dots.iter().copied().find(|dot| dot.types == types)
    }

    /// How many of a `row` of elements are broadcast from memory by the multiply-adds of each of some
    /// `vectors`; the others are first broadcast to a register. With a single vector all of them are. With
    /// several, every second one: that saves instructions, and with all of them the load pipes would be busy
    /// for longer than those that multiply.
    #[must_use]
    pub const fn numbers_folded(&self, vectors: usize, row: usize) -> usize {
        match vectors {
            _ if !self.has_masks => 0,
            ..=1 => row,
            2.. => row / 2,
        }
    }

    /// Whether accesses take any offset, as far as they take multiples of their size.
    #[must_use]
    pub const fn takes_any_offset(&self) -> bool {
        self.immediates.any.1 >= self.vectors(self.immediates.multiple)
    }

    /// The lanes of a vector register, of the type that elements are computed with; 1 where it
    /// is too small for any.
    #[must_use]
    pub fn lanes(&self, of: impl Into<Arithmetic>) -> NonZero<usize> {
        let lanes = self.vector_bytes.checked_div(of.into().bytes());
        lanes.and_then(NonZero::new).unwrap_or(NonZero::<usize>::MIN)
    }

    /// Whether an access of some bytes takes an offset as an immediate.
    #[inline]
    #[must_use]
    pub const fn has_immediate_form(&self, offset: i64, bytes: usize) -> bool {
        self.immediates.contain(offset, bytes)
    }

    /// The greatest offset, in bytes, at which a form moves neighbouring vectors.
    #[must_use]
    pub const fn reach(&self, form: AccessForm) -> i64 {
        match form {
            AccessForm::Single => self.vectors(self.immediates.multiple),
            AccessForm::Pairs => self.vectors(self.immediates.pair),
            AccessForm::Lists => 0,
        }
    }

    /// The greatest offset, in bytes, at which a core that prefers a form moves a single vector as
    /// cheaply as without one.
    #[must_use]
    pub const fn single_reach(&self, form: AccessForm) -> i64 {
        match form {
            AccessForm::Single | AccessForm::Pairs => self.vectors(self.immediates.multiple),
            AccessForm::Lists => self.immediates.any.1,
        }
    }

    /// The size of a number of vectors.
    const fn vectors(&self, count: i64) -> i64 {
        count.saturating_mul(self.vector_bytes as i64)
    }
}

//! The update of a tile of accumulators by a column and a row: the heart of a multiplication.
//!
//! A tile has an accumulator for each entry of the column and each of the row, and an update adds to it the
//! product of the two. Where an entry is a lane or a number in memory, it stands for a vector that has it in
//! every lane. So one instruction describes the outer product of some vectors and some numbers, whichever of
//! them the machine replicates, and whether it multiplies from registers or from memory.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_func.rs`.

use super::float_type::FloatType;
use super::register::{Int, Mask, Vector};
use super::template::{Parse, forms};
use super::vector_op::{DotTypes, UpdateKind};
use core::fmt;

forms! {
    /// Adds the products of a column and a row to a tile of accumulators. The first entry of the column is
    /// multiplied by all of the row, then the next.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct TileUpdate {
        /// How an accumulator is updated.
        pub kind: UpdateKind,
        /// The types of accumulators and entries.
        pub types: UpdateTypes,
        /// Entries of the column.
        pub height: u8,
        /// Entries of the row.
        pub width: u8,
        /// The accumulator of the first entries; for the column's next entry, it is the register
        /// with the next number.
        pub sum: Vector,
        /// The distance of the register numbers of accumulators for neighbouring entries of the row.
        pub step: u16,
        /// The lanes of accumulators that change.
        pub predicate: Predicate,
        /// The column.
        pub column: Source,
        /// The row.
        pub row: Source,
    } "{kind}.{types}x{height}x{width} {sum}+{step}..{predicate}, {column}, {row}"
}

forms! {
    /// The lanes that an instruction changes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Predicate {
        /// All of them.
        All "",
        /// Those whose bits are set in a predicate register; the others keep their values.
        Masked(mask: Mask) "/{mask}",
    }
}

/// The types of a tile's accumulators, and of what is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpdateTypes {
    /// Numbers of floating point.
    Floats {
        /// Type of an accumulator's lanes.
        accumulator: FloatType,
        /// Type of the elements that are multiplied.
        input: FloatType,
    },
    /// Neighbours of the column and of the row whose products are summed. The lanes of accumulators have 32
    /// bits, and so have lanes and numbers that are entries.
    Dots(DotTypes),
}

forms! {
    /// The places of a column's or a row's entries.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Source {
        /// In registers.
        Registers(registers: Registers) "{registers}",
        /// Vectors in memory, each loaded right before it is multiplied.
        Memory(vectors: VectorsInMemory) "{vectors}",
        /// Numbers in memory, each loaded into every lane right before it is multiplied.
        Replicated(numbers: NumbersInMemory) "{numbers}",
    }
}

forms! {
    /// The registers of a column or a row that is not in memory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Registers {
        /// Vectors in registers with neighbouring numbers, from this one on.
        Vectors(first: Vector) "{first}..",
        /// Neighbouring lanes of one vector, from this lane on.
        Lanes(vector: Vector, lane: u8) "{vector}[{lane}..]",
        /// The same lane of vectors in registers with neighbouring numbers, from this one on.
        LaneOfEach(first: Vector, lane: u8) "{first}..[{lane}]",
    }
}

forms! {
    /// Vectors that lie in memory one behind the other. The last may overlap its predecessor.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct VectorsInMemory {
        /// The register that the first is loaded into.
        pub first: Vector,
        /// The distance of the register numbers of neighbours: 0 where each takes the place
        /// of the one before it.
        pub step: u8,
        /// Register with the base address.
        pub base: Int,
        /// Where the first begins, in bytes from the base.
        pub start: i32,
        /// Where the last begins: a single one, too.
        pub last: i32,
    } "{first}+{step}..[{base} + {start}..{last}]"
}

forms! {
    /// Numbers that lie in memory evenly apart.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct NumbersInMemory {
        /// The register that the first is loaded into, on machines that do not multiply from memory.
        pub first: Vector,
        /// The distance of the register numbers of neighbours: 0 where each takes the place
        /// of the one before it.
        pub step: u8,
        /// Register with the base address.
        pub base: Int,
        /// Where the first begins, in bytes from the base.
        pub start: i32,
        /// The distance from one to the next, in bytes.
        pub apart: i32,
    } "{first}+{step}..[{base} + {start} by {apart}]"
}

impl TileUpdate {
    /// The accumulators of an entry of the column.
    #[inline(always)]
    pub fn sums_of(&self, entry: u8) -> impl Iterator<Item = Vector> + use<> {
        let (first, step) = (self.sum.further(entry.into()), u32::from(self.step));
        (0..u32::from(self.width)).map(move |nth| first.further(nth.wrapping_mul(step)))
    }

    /// All accumulators.
    #[inline(always)]
    pub fn sums(&self) -> impl Iterator<Item = Vector> + use<'_> {
        (0..self.height).flat_map(|entry| self.sums_of(entry))
    }

    /// The vectors that are multiplied and not loaded.
    #[inline(always)]
    pub fn factors(&self) -> impl Iterator<Item = Vector> + Clone + use<> {
        let of = |source: Source, entries| source.registers(if source.is_loaded() { 0 } else { entries });
        of(self.column, self.height).chain(of(self.row, self.width))
    }

    /// The vectors that are loaded.
    #[inline(always)]
    pub fn loaded(&self) -> impl Iterator<Item = Vector> + Clone + use<> {
        let of = |source: Source, entries| source.registers(if source.is_loaded() { entries } else { 0 });
        of(self.column, self.height).chain(of(self.row, self.width))
    }

    /// The base addresses of what is loaded.
    #[inline(always)]
    pub fn bases(&self) -> impl Iterator<Item = Int> + use<> {
        self.column.base().into_iter().chain(self.row.base())
    }

    /// The same, to be changed.
    pub(super) fn bases_mut(&mut self) -> impl Iterator<Item = &mut Int> {
        self.column.base_mut().into_iter().chain(self.row.base_mut())
    }

    /// The greatest of the lanes that entries are in.
    pub(super) fn last_lane(&self) -> Option<u8> {
        self.column.last_lane(self.height).max(self.row.last_lane(self.width))
    }
}

impl UpdateTypes {
    /// Accumulators of the type of what is multiplied.
    #[must_use]
    pub const fn all(of: FloatType) -> Self {
        Self::Floats { accumulator: of, input: of }
    }

    /// The type whose size entries have that are lanes, or numbers in memory.
    #[inline(always)]
    #[must_use]
    pub const fn lanes(self) -> FloatType {
        match self {
            Self::Floats { input, .. } => input,
            Self::Dots(_) => FloatType::F32,
        }
    }
}

impl Source {
    /// The register of each of `count` entries, which it is in or loaded into.
    #[inline(always)]
    pub fn entries(&self, count: u8) -> impl Iterator<Item = Vector> + Clone + use<> {
        let (first, step) = self.numbers();
        (0..u32::from(count)).map(move |nth| first.further(nth.wrapping_mul(step.into())))
    }

    /// The first register, and the distance to the next entry's.
    #[inline(always)]
    const fn numbers(&self) -> (Vector, u8) {
        match *self {
            Self::Registers(Registers::Vectors(first) | Registers::LaneOfEach(first, _)) => (first, 1),
            Self::Registers(Registers::Lanes(vector, _)) => (vector, 0),
            Self::Memory(VectorsInMemory { first, step, .. })
            | Self::Replicated(NumbersInMemory { first, step, .. }) => (first, step),
        }
    }

    /// The entries from `nth` on.
    #[inline]
    #[must_use]
    pub const fn starting_at(self, nth: u8) -> Self {
        match self {
            Self::Registers(registers) => Self::Registers(registers.starting_at(nth)),
            Self::Memory(vectors) => Self::Memory(vectors),
            Self::Replicated(numbers) => Self::Replicated(numbers.starting_at(nth)),
        }
    }

    /// The registers of `count` entries, each once.
    #[inline(always)]
    fn registers(self, count: u8) -> impl Iterator<Item = Vector> + Clone {
        let (_, step) = self.numbers();
        self.entries(if step == 0 { count.min(1) } else { count })
    }

    /// Whether entries are loaded.
    #[inline(always)]
    const fn is_loaded(self) -> bool {
        !matches!(self, Self::Registers(_))
    }

    /// The base address of entries that are loaded.
    #[inline(always)]
    const fn base(self) -> Option<Int> {
        match self {
            Self::Memory(VectorsInMemory { base, .. }) | Self::Replicated(NumbersInMemory { base, .. }) => {
                Some(base)
            }
            Self::Registers(_) => None,
        }
    }

    /// The same, to be changed.
    const fn base_mut(&mut self) -> Option<&mut Int> {
        match self {
            Self::Memory(VectorsInMemory { base, .. }) | Self::Replicated(NumbersInMemory { base, .. }) => {
                Some(base)
            }
            Self::Registers(_) => None,
        }
    }

    /// The greatest of the lanes that some entries are in.
    const fn last_lane(self, entries: u8) -> Option<u8> {
        match self {
            Self::Registers(Registers::Lanes(_, first)) => {
                Some(first.saturating_add(entries.saturating_sub(1)))
            }
            Self::Registers(Registers::LaneOfEach(_, lane)) => Some(lane),
            Self::Registers(Registers::Vectors(_)) | Self::Memory(_) | Self::Replicated(_) => None,
        }
    }
}

impl Registers {
    /// The registers of the entries from `nth` on.
    #[inline]
    #[must_use]
    pub const fn starting_at(self, nth: u8) -> Self {
        match self {
            Self::Vectors(first) => Self::Vectors(first.further(nth as u32)),
            Self::Lanes(vector, first) => Self::Lanes(vector, first.saturating_add(nth)),
            Self::LaneOfEach(first, lane) => Self::LaneOfEach(first.further(nth as u32), lane),
        }
    }
}

impl NumbersInMemory {
    /// The numbers from `nth` on.
    #[inline]
    #[must_use]
    pub const fn starting_at(self, nth: u8) -> Self {
        Self {
            first: self.first.further((nth as u32).wrapping_mul(self.step as u32)),
            start: self.start.wrapping_add(self.apart.wrapping_mul(nth as i32)),
            ..self
        }
    }
}

impl VectorsInMemory {
    /// Where the vector `nth` of `count` begins, in bytes from the base. A vector has `bytes` bytes.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self, nth: u8, count: u8, bytes: usize) -> i64 {
        if nth.wrapping_add(1) == count {
            return self.last.into();
        }
        i64::from(nth).wrapping_mul(bytes as i64).wrapping_add(self.start.into())
    }
}

/// One type, or that of accumulators and then that of what is multiplied: `f64.f32`. Of neighbours, those of
/// the column and of the row come last: `i32.u8.i8`, `f32.bf16.bf16`.
impl fmt::Display for UpdateTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floats { accumulator, input } if accumulator == input => write!(f, "{input}"),
            Self::Floats { accumulator, input } => write!(f, "{accumulator}.{input}"),
            Self::Dots(types) => write!(f, "{}.{types}", types.name_of_sums()),
        }
    }
}

impl Parse for UpdateTypes {
    fn parse(text: &str) -> Option<Self> {
        let (accumulator, input) = text.split_once(['.']).unwrap_or((text, text));
        if let Some(types) = DotTypes::parse(input).filter(|types| types.name_of_sums() == accumulator) {
            return Some(Self::Dots(types));
        }
        Some(Self::Floats { accumulator: Parse::parse(accumulator)?, input: Parse::parse(input)? })
    }
}

//! Code that kernels share which read a matrix: indices, the addresses that they lead to, loops of possibly
//! zero trips, and the walk along rows.
//!
//! Tests: `tests/tests/sparse_rows.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`,
//! `tests/tests/sparse_sampled.rs`.

use crate::parts::{Panel, signed};
use crate::reach::Reach;
use crate::sums::Sums;
use alloc::vec::Vec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Compare, Condition, Inst, Int, IntType, Offset, Value, Vector};
use tensmith_core::{DType, OutOfMemory};

/// The first arguments of kernels that read a matrix: the addresses of the first row's pointer, of the first
/// index and of the first value, and the number of rows.
#[derive(Clone, Copy)]
pub(crate) struct MatrixArguments {
    pub(crate) pointers: Int,
    pub(crate) rows: Int,
    pub(crate) indices: Int,
    pub(crate) values: Int,
}

impl MatrixArguments {
    /// Declares them; no argument is declared before.
    pub(crate) fn declare(builder: &mut Builder) -> Result<Self, OutOfMemory> {
        let mut argument = || builder.argument();
        Ok(Self { pointers: argument()?, rows: argument()?, indices: argument()?, values: argument()? })
    }
}

/// A number that is no address.
pub(crate) const WORD: IntType = IntType::U64;

/// The factor from a number to a distance in bytes.
#[derive(Clone, Copy)]
pub(crate) enum Scale {
    /// A power of two, by its exponent.
    Shift(u8),
    /// The value of a register.
    Times(Int),
}

impl Scale {
    /// A number of bytes; one that is no power of two takes a register.
    pub(crate) fn of(bytes: usize, builder: &mut Builder) -> Result<Self, OutOfMemory> {
        match bytes.is_power_of_two() {
            true => Ok(Self::power(bytes)),
            false => Ok(Self::Times(builder.constant(signed(bytes))?)),
        }
    }

    /// A power of two.
    pub(crate) const fn power(bytes: usize) -> Self {
        Self::Shift(bytes.trailing_zeros() as u8)
    }
}

/// A number of a matrix, the `nth` from an address, as one of 64 bits.
pub(crate) fn index(builder: &mut Builder, base: Int, nth: usize, of: IntType) -> Result<Int, OutOfMemory> {
    let narrow = builder.int();
    let offset = Offset::Const(signed(nth.saturating_mul(of.bytes())));
    builder.push(Inst::IntLoad(narrow, Address { base, offset }, of))?;
    if of == WORD {
        return Ok(narrow);
    }
    let number = builder.int();
    builder.push(Inst::IntConvert(number, narrow, WORD, of))?;
    Ok(number)
}

/// How many entries a row has, by the address of its pointer.
pub(crate) fn length(builder: &mut Builder, pointers: Int, of: IntType) -> Result<Int, OutOfMemory> {
    let from = index(builder, pointers, 0, of)?;
    let to = index(builder, pointers, 1, of)?;
    builder.subtract(to, from)
}

/// The address of an element by its number. A shift and a sum that overwrites it are one instruction
/// where a machine has that.
pub(crate) fn element(
    builder: &mut Builder,
    base: Int,
    number: Int,
    scale: Scale,
) -> Result<Int, OutOfMemory> {
    let distance = match scale {
        Scale::Shift(by) => builder.shift_left(number, by)?,
        Scale::Times(size) => {
            let distance = builder.int();
            builder.push(Inst::Mul(distance, number, size))?;
            distance
        }
    };
    builder.push(Inst::Add(distance, base, distance))?;
    Ok(distance)
}

/// Repeats code as often as a register says, which may be 0.
pub(crate) fn repeated(
    builder: &mut Builder,
    count: Int,
    body: impl FnOnce(&mut Builder) -> Result<(), OutOfMemory>,
) -> Result<(), OutOfMemory> {
    let is_some = Condition::Ints(Compare::NotEqual, count, Value::Const(0), WORD);
    builder.push(Inst::If(is_some))?;
    builder.begin_loop(count)?;
    body(builder)?;
    builder.end_loop()?;
    builder.push(Inst::End)
}

/// A value of the matrix in a vector.
#[derive(Clone, Copy)]
pub(crate) enum Factor {
    /// It is in every lane that matters.
    Every(Vector),
    /// It is in one lane.
    Lane(Vector, u8),
}

impl Factor {
    /// Adds the product with a vector to a sum.
    pub(crate) fn multiply_add(self, sum: Vector, vector: Vector, dtype: DType) -> Inst {
        match self {
            Self::Every(value) => dtype.arithmetic().multiply_add(sum, vector, value),
            Self::Lane(values, lane) => dtype.arithmetic().multiply_add_lane(sum, vector, values, lane),
        }
    }

    /// Adds the products with all parts of a row to sums.
    pub(crate) fn multiply_row(
        self,
        builder: &mut Builder,
        machine: &Machine,
        row: Panel<'_>,
        sums: &[Vector],
    ) -> Result<(), OutOfMemory> {
        let mut reach = Reach::new(machine, row.pointer);
        for (sum, part) in sums.iter().zip(row.parts) {
            let vector = reach.load(builder, *part)?;
            builder.push(self.multiply_add(*sum, vector, part.1.dtype))?;
        }
        Ok(())
    }
}

/// The next entry of a row: where its index and its values are.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) index: Int,
    pub(crate) values: Int,
}

/// The walk along all rows of a matrix, of which each has sums in C.
pub(crate) struct Walk<'p> {
    pub(crate) matrix: MatrixArguments,
    pub(crate) index: IntType,
    /// The bytes of an entry's values.
    pub(crate) size: Scale,
    pub(crate) c: Panel<'p>,
    /// Bytes of C from a row to the next.
    pub(crate) down: i64,
    pub(crate) sums: Sums,
}

impl Walk<'_> {
    /// Writes the walk. `row` adds the entries of a row, of which a register has the number, to its sums, and
    /// advances along them.
    pub(crate) fn write(
        &self,
        builder: &mut Builder,
        machine: &Machine,
        row: impl FnOnce(&mut Builder, Entry, Int, &[Vec<Vector>]) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let pointers = builder.copy(self.matrix.pointers)?;
        let rows = builder.copy(self.matrix.rows)?;
        let c = Panel { pointer: builder.copy(self.c.pointer)?, ..self.c };
        // The entries of all rows follow one another: only the first has to be found.
        let first = index(builder, pointers, 0, self.index)?;
        let entry = Entry {
            index: element(builder, self.matrix.indices, first, Scale::power(self.index.bytes()))?,
            values: element(builder, self.matrix.values, first, self.size)?,
        };
        builder.begin_loop(rows)?;
        let count = length(builder, pointers, self.index)?;
        let sums = self.sums.begin(builder, machine, c)?;
        row(builder, entry, count, &sums)?;
        self.sums.store(builder, machine, c, &sums)?;
        builder.advance(pointers, Offset::Const(signed(self.index.bytes())))?;
        builder.advance(c.pointer, Offset::Const(self.down))?;
        builder.end_loop()
    }
}

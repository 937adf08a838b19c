//! What kernels that read a matrix's positions have in common: indices, the addresses that they lead to, and loops that may run
//! not at all.
//!
//! Tests: `tests/tests/sparse_rows.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`, `tests/tests/sparse_sampled.rs`.

use crate::parts::signed;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Compare, Condition, Inst, Int, IntType, Offset, Value};

/// The first arguments of kernels that read a matrix: the addresses of the first row's pointer, of the first index and of the first
/// value, and the number of rows.
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

/// What a number is multiplied with to become a distance in bytes.
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

/// An index, a pointer or a place of a matrix, the `nth` from an address, as a number of 64 bits.
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

/// The address of an element by its number. A shift and a sum that overwrites it are one instruction where a machine has that.
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

/// Begins what is repeated as often as a register says, which may be 0.
pub(crate) fn begin_repeated(builder: &mut Builder, count: Int) -> Result<(), OutOfMemory> {
    let is_some = Condition::Ints(Compare::NotEqual, count, Value::Const(0), WORD);
    builder.push(Inst::If(is_some))?;
    builder.begin_loop(count)
}

/// Ends what [`begin_repeated`] begins.
pub(crate) fn end_repeated(builder: &mut Builder) -> Result<(), OutOfMemory> {
    builder.end_loop()?;
    builder.push(Inst::End)
}

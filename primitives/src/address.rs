//! Address arithmetic that generators share: strides in bytes, known or in a register.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`, `tests/tests/primitives_elementwise_shapes.rs`.

use core::num::NonZero;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::AccessForm;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Inst, Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::Stride;
use tensmith_core::{DType, OutOfMemory};

/// A count or an extent as a signed number; kernels' operands are far smaller than 2⁶³ bytes.
#[must_use]
pub fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The size in bytes of `count` elements.
#[must_use]
pub fn bytes(count: usize, dtype: DType) -> i64 {
    signed(count).saturating_mul(signed(dtype.bytes()))
}

/// The stride in bytes: a number, or the register of `argument` (in elements) scaled.
///
/// # Errors
/// [`OutOfMemory`].
pub fn stride_in_bytes(
    builder: &mut Builder,
    stride: Stride,
    argument: Option<Int>,
    dtype: DType,
) -> Result<Offset, OutOfMemory> {
    match (stride, argument) {
        (Stride::Fixed(elements), _) => Ok(Offset::Const(bytes(elements.get(), dtype))),
        (Stride::Runtime, Some(elements)) => {
            let log2 = dtype.bytes().trailing_zeros() as u8;
            Ok(Offset::Register(builder.shift_left(elements, log2)?))
        }
        // Every run-time stride has its argument.
        (Stride::Runtime, None) => Ok(Offset::Const(0)),
    }
}

/// `count` strides.
///
/// # Errors
/// [`OutOfMemory`].
pub fn times(builder: &mut Builder, stride: Offset, count: usize) -> Result<Offset, OutOfMemory> {
    match (stride, count) {
        (Offset::Const(bytes), count) => Ok(Offset::Const(bytes.saturating_mul(signed(count)))),
        (_, 0) => Ok(Offset::Const(0)),
        (Offset::Register(_), 1) => Ok(stride),
        (Offset::Register(bytes), count) if count.is_power_of_two() => {
            let log2 = count.trailing_zeros() as u8;
            Ok(Offset::Register(builder.shift_left(bytes, log2)?))
        }
        (Offset::Register(bytes), count) => {
            let factor = builder.constant(signed(count))?;
            let product = builder.int();
            builder.push(Inst::Mul(product, bytes, factor))?;
            Ok(Offset::Register(product))
        }
    }
}

/// The offsets at which the vectors of a column are moved.
#[derive(Clone, Copy, Debug)]
pub struct ColumnAccess {
    /// The greatest offset of what is whole vectors away.
    reach: i64,
    /// Bytes from a pointer within which one vector is reached at any offset.
    anywhere: i64,
    /// Bytes of a vector, of which offsets that reach far are multiples.
    vector: i64,
    /// Whether an offset that is not whole vectors keeps neighbours from being moved together.
    needs_whole: bool,
}

impl ColumnAccess {
    /// Neighbours are moved together, in a form.
    #[must_use]
    pub const fn together(form: AccessForm, machine: &Machine) -> Self {
        let needs_whole = matches!(form, AccessForm::Pairs | AccessForm::Lists);
        Self { reach: machine.reach(form), needs_whole, ..Self::alone(form, machine) }
    }

    /// Each is moved alone, by a core for which a form is the cheapest for neighbours.
    #[must_use]
    pub const fn alone(form: AccessForm, machine: &Machine) -> Self {
        Self {
            reach: machine.single_reach(form),
            anywhere: machine.immediates.any.1.saturating_add(1),
            vector: machine.vector_bytes as i64,
            needs_whole: false,
        }
    }

    /// The greatest offset of what is whole vectors away.
    #[must_use]
    pub const fn reach(self) -> i64 {
        self.reach
    }
}

/// Whether an access to the first `count` lanes of a vector takes two instructions: none moves
/// three lanes of four.
pub(crate) const fn is_split(count: usize, lanes: NonZero<usize>) -> bool {
    count == 3 && lanes.get() == 4
}

/// A pointer that steps from column to column of a matrix: by immediates while these reach, else on to
/// another register. Where it starts is left alone.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pointer: Int,
    step: Offset,
    /// The current column, from the pointer.
    offset: i64,
    /// Bytes of a column.
    height: i64,
    /// Bytes of a vector.
    vector: i64,
    /// The farthest end of a column that is reached from the pointer: one that is whole vectors
    /// away, and any other.
    ends: [i64; 2],
}

impl Walk {
    /// Starts at `pointer`, to visit `columns` columns of `height` bytes that are `step` apart.
    #[must_use]
    pub fn new(pointer: Int, step: Offset, (columns, height): (usize, i64), moved: ColumnAccess) -> Self {
        let all_end = match step {
            Offset::Const(bytes) => {
                bytes.saturating_mul(signed(columns.saturating_sub(1))).saturating_add(height)
            }
            Offset::Register(_) => i64::MAX,
        };
        let ColumnAccess { reach, anywhere, vector, needs_whole } = moved;
        // Where no pointer moves at all, that is worth more than neighbours that are moved together.
        let any = if needs_whole && all_end > anywhere { 0 } else { anywhere.min(reach) };
        Self { pointer, step, offset: 0, height, vector, ends: [reach, any] }
    }

    /// Loads from the current column, `row` bytes below its start.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn load(&self, builder: &mut Builder, row: i64, lanes: Lanes) -> Result<Vector, OutOfMemory> {
        let Address { base, offset } = self.address(row);
        builder.load(base, offset, lanes)
    }

    /// Stores to the current column, `row` bytes below its start.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn store(
        &self,
        builder: &mut Builder,
        value: Vector,
        row: i64,
        lanes: Lanes,
    ) -> Result<(), OutOfMemory> {
        let Address { base, offset } = self.address(row);
        builder.store(value, base, offset, lanes)
    }

    /// Moves to the next column.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn next(&mut self, builder: &mut Builder) -> Result<(), OutOfMemory> {
        if let Offset::Const(bytes) = self.step {
            let offset = self.offset.saturating_add(bytes);
            let [whole, any] = self.ends;
            let is_whole = offset.checked_rem(self.vector) == Some(0);
            let end = if is_whole { whole } else { any };
            if offset.saturating_add(self.height) <= end {
                self.offset = offset;
                return Ok(());
            }
        }
        let step = match self.step {
            Offset::Const(bytes) => Offset::Const(self.offset.saturating_add(bytes)),
            step @ Offset::Register(_) => step,
        };
        self.pointer = builder.add(self.pointer, step)?;
        self.offset = 0;
        Ok(())
    }

    /// `row` bytes below the start of the current column.
    #[inline]
    fn address(&self, row: i64) -> Address {
        // Inside of an operand, whose bytes have been counted.
        let offset = Offset::Const(self.offset.wrapping_add(row));
        Address { base: self.pointer, offset }
    }
}

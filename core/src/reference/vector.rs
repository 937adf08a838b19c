//! The contents of a vector register of any size, and what instructions make of them.
//!
//! Tests: `tests/tests/reference_func.rs`.

use super::arithmetic::{self, Each};
use super::{BfloatDot, Element};
use crate::kernel::func::{DotTypes, FloatType, IntType, Shift, Shuffle, UnaryVectorOp, VectorOp};
use crate::{BF16, with_float};
use core::marker::PhantomData;

/// The size of the largest vectors that can be computed with, in bytes.
pub const MAX_VECTOR_BYTES: usize = 64;

/// The size of the pieces inside of which lanes are spread.
const PIECE: usize = 16;

/// The bytes of a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size(pub(super) usize);

/// The contents of a register. Bytes behind the size of vectors are zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contents(pub(super) [u8; MAX_VECTOR_BYTES]);

impl Contents {
    pub(super) const ZERO: Self = Self([0; MAX_VECTOR_BYTES]);

    /// The bytes from a lane of some size on.
    fn bytes_of(&self, lane: usize, size: usize) -> Option<&[u8]> {
        self.0.get(lane.checked_mul(size)?..)
    }

    /// A lane; 0 behind the last.
    fn lane<T: Element>(&self, lane: usize) -> T {
        T::from_bits(self.int_lane(lane, T::DTYPE.bytes()))
    }

    /// The bits of a lane.
    pub(super) fn bits(&self, lane: usize, dtype: FloatType) -> u64 {
        with_float!(dtype, T => Element::to_bits(self.lane::<T>(lane)))
    }

    /// The lane of some bytes with a number; 0 behind the last.
    pub(super) fn int_lane(&self, nth: usize, bytes: usize) -> u64 {
        let lane = self.bytes_of(nth, bytes).unwrap_or(&[]);
        lane.iter().take(bytes).rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// Sets the lane of some bytes with a number.
    pub(super) fn set_int_lane(&mut self, nth: usize, bytes: usize, bits: u64) {
        let place = nth.checked_mul(bytes).and_then(|first| self.0.get_mut(first..));
        place.into_iter().flatten().zip(bits.to_le_bytes()).take(bytes).for_each(|(to, from)| *to = from);
    }

    /// Sets a lane.
    fn set_lane<T: Element>(&mut self, lane: usize, value: T) {
        let size = T::DTYPE.bytes();
        let place = lane.checked_mul(size).and_then(|first| self.0.get_mut(first..));
        let bytes = value.to_bits().to_le_bytes();
        place.into_iter().flatten().zip(bytes).take(size).for_each(|(to, from)| *to = from);
    }
}

impl Size {
    /// The lanes of a vector.
    pub(super) fn lanes(self, dtype: FloatType) -> usize {
        self.0.checked_div(dtype.bytes()).unwrap_or(0)
    }

    /// Each lane as a function of its number says.
    fn each_lane<T: Element>(self, lane: impl Fn(usize) -> T) -> Contents {
        let mut all = Contents::ZERO;
        for nth in 0..self.lanes(T::DTYPE.arithmetic().lanes()) {
            all.set_lane(nth, lane(nth));
        }
        all
    }

    /// Every lane the number with these bits, of which those of FP32 are the low ones.
    pub(super) fn number(self, bits: u64, dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.each_lane(|_| <T as Element>::from_bits(bits)))
    }

    /// Every lane the lane of `a`.
    pub(super) fn broadcast_lane(self, a: &Contents, lane: usize, dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.each_lane::<T>(|_| a.lane(lane)))
    }

    /// The lanes of a piece of 16 bytes, or of a vector that has fewer.
    pub(super) fn lanes_of_piece(self, dtype: FloatType) -> usize {
        Self(self.0.min(PIECE)).lanes(dtype)
    }

    /// In each piece of 16 bytes, every lane that lane of the piece.
    pub(super) fn spread(self, a: &Contents, lane: usize, dtype: FloatType) -> Contents {
        let in_piece = self.lanes_of_piece(dtype).saturating_sub(1);
        with_float!(dtype, T => self.each_lane::<T>(|nth| a.lane(nth & !in_piece | lane)))
    }

    /// Each lane its neighbour's.
    pub(super) fn swap(self, a: &Contents, dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.each_lane::<T>(|nth| a.lane(nth ^ 1)))
    }

    /// The low bytes of parts of some size, one behind the other.
    pub(super) fn pack(self, a: &Contents, bytes: usize, size: usize) -> Contents {
        let mut all = Contents::ZERO;
        let parts = a.0.chunks(size.max(1)).flat_map(|part| part.iter().take(bytes));
        all.0.iter_mut().zip(parts).for_each(|(to, from)| *to = *from);
        self.cut(all)
    }

    /// The same with one lane the number with these bits.
    pub(super) fn insert(self, a: &Contents, lane: usize, bits: u64, dtype: FloatType) -> Contents {
        let mut all = *a;
        with_float!(dtype, T => all.set_lane(lane, <T as Element>::from_bits(bits)));
        all
    }

    /// The numbers of half a vector in another type, or of a vector in half of one.
    pub(super) fn convert(self, a: &Contents, to: FloatType) -> Contents {
        match to {
            FloatType::F32 => self.each_lane(|nth| match nth < self.lanes(FloatType::F64) {
                true => f32::from_f64(a.lane(nth)),
                false => 0.0,
            }),
            FloatType::F64 => self.each_lane(|nth| a.lane::<f32>(nth).to_f64()),
        }
    }

    /// An operation on one vector.
    pub(super) fn unary(self, op: UnaryVectorOp, a: &Contents, dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.apply::<T>([a; 3], |each| arithmetic::unary(op, each)))
    }

    /// The bits of lanes, shifted.
    pub(super) fn shift(self, how: Shift, a: &Contents, by: u8, dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.apply::<T>([a; 3], |each| arithmetic::shift(how, by, each)))
    }

    /// An operation on two vectors.
    pub(super) fn binary(self, op: VectorOp, [a, b]: [&Contents; 2], dtype: FloatType) -> Contents {
        if op == VectorOp::AddPairs {
            return with_float!(dtype, T => self.add_pairs::<T>([a, b], |first, second| first + second));
        }
        if op == VectorOp::AddPairsInteger {
            return self.add_pairs::<i32>([a, b], i32::wrapping_add);
        }
        with_float!(dtype, T => self.apply::<T>([a, b, b], |each| arithmetic::binary(op, each)))
    }

    /// The first plus the product of the others.
    pub(super) fn multiply_add(self, operands: [&Contents; 3], dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.apply::<T>(operands, |each| arithmetic::multiply_add(each)))
    }

    /// Each lane of 32 bits of the first plus the products of those neighbours of the others that have its
    /// place; those of bfloat16 are rounded to nearest.
    pub(super) fn dot(self, [sum, a, b]: [&Contents; 3], types: DotTypes) -> Contents {
        let (group, mut result) = (types.group().get(), *sum);
        let Some([of_a, of_b]) = types.integers() else { return self.dot_of_bfloat([sum, a, b]) };
        for lane in 0..self.lanes(FloatType::F32) {
            let first = lane.saturating_mul(group);
            let products = (first..first.saturating_add(group)).map(|nth| {
                let number = |of: IntType, from: &Contents| of.extended(from.int_lane(nth, of.bytes()));
                number(of_a, a).wrapping_mul(number(of_b, b))
            });
            let all = products.fold(sum.int_lane(lane, 4), u64::wrapping_add);
            result.set_int_lane(lane, 4, all);
        }
        result
    }

    fn dot_of_bfloat(self, [sum, a, b]: [&Contents; 3]) -> Contents {
        self.each_lane(|lane| {
            let first = lane.saturating_mul(2);
            let pair = |from: &Contents| {
                [first, first.saturating_add(1)].map(|nth| BF16::from_bits(from.int_lane(nth, 2) as u16))
            };
            BfloatDot::Nearest.added(sum.lane(lane), pair(a), pair(b))
        })
    }

    /// The first minus the product of the others.
    pub(super) fn multiply_subtract(self, operands: [&Contents; 3], dtype: FloatType) -> Contents {
        with_float!(dtype, T => self.apply::<T>(operands, |each| arithmetic::multiply_subtract(each)))
    }

    /// Bit by bit, the second where the first is set and the third where it is not.
    pub(super) fn select(self, operands: [&Contents; 3]) -> Contents {
        self.apply::<f64>(operands, |each| arithmetic::select(each))
    }

    /// Sums of neighbours: those of the first vector are the lower half, those of the second the upper one.
    fn add_pairs<T: Element>(self, [a, b]: [&Contents; 2], sum: impl Fn(T, T) -> T) -> Contents {
        let half = self.lanes(T::DTYPE.arithmetic().lanes()).checked_div(2).unwrap_or(0);
        self.each_lane(|nth| {
            let (of, pair) = if nth < half { (a, nth) } else { (b, nth.saturating_sub(half)) };
            let first = pair.saturating_mul(2);
            sum(of.lane(first), of.lane(first.saturating_add(1)))
        })
    }

    /// A recombination of blocks of some bytes.
    pub(super) fn shuffle(self, how: Shuffle, [a, b]: [&Contents; 2], bytes: usize) -> Contents {
        let odd = usize::from(how == Shuffle::TransposeOdd);
        let mut all = Contents::ZERO;
        for (nth, block) in all.0.chunks_mut(bytes.max(1)).enumerate() {
            // Of either vector, the block that stands before the second of the pair, or that one.
            let of = if nth % 2 == 0 { a } else { b };
            let from = of.bytes_of((nth & !1) | odd, bytes).unwrap_or(&[]);
            block.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        self.cut(all)
    }

    /// The contents of a register, of which other bytes may have been written.
    fn cut(self, mut all: Contents) -> Contents {
        all.0.iter_mut().skip(self.0).for_each(|byte| *byte = 0);
        all
    }

    /// What a function does to each lane of some vectors.
    fn apply<T: Element>(self, operands: [&Contents; 3], with: impl FnOnce(Lanes<'_, T>)) -> Contents {
        let mut result = Contents::ZERO;
        with(Lanes {
            result: &mut result,
            operands,
            count: self.lanes(T::DTYPE.arithmetic().lanes()),
            of: PhantomData,
        });
        result
    }
}

/// The lanes of up to three vectors, and those of a result.
struct Lanes<'v, T> {
    result: &'v mut Contents,
    operands: [&'v Contents; 3],
    count: usize,
    of: PhantomData<T>,
}

impl<T: Element> Each<T> for Lanes<'_, T> {
    fn each(self, function: impl Fn([T; 3]) -> T) {
        for nth in 0..self.count {
            self.result.set_lane(nth, function(self.operands.map(|operand| operand.lane(nth))));
        }
    }
}

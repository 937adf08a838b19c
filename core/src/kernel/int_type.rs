//! The types of integers.
//!
//! Tests: below, `tests/tests/kernel_table.rs`.

use super::family::operations;

operations! {
    /// A type of integers. A register holds the bits of one, and zeros above.
    IntType {
        /// 8 bits, in two's complement.
        I8 "i8";
        /// 16 bits, in two's complement.
        I16 "i16";
        /// 32 bits, in two's complement.
        I32 "i32";
        /// 64 bits, in two's complement.
        I64 "i64";
        /// 8 bits without a sign.
        U8 "u8";
        /// 16 bits without a sign.
        U16 "u16";
        /// 32 bits without a sign.
        U32 "u32";
        /// 64 bits without a sign; addresses are such numbers.
        U64 "u64";
    }
}

impl IntType {
    /// The number of its bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::I8 | Self::U8 => 8,
            Self::I16 | Self::U16 => 16,
            Self::I32 | Self::U32 => 32,
            Self::I64 | Self::U64 => 64,
        }
    }

    /// Its size in memory.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.bits() as usize / 8
    }

    /// Whether it has negative numbers.
    #[inline]
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// A one for each of its bits.
    #[inline]
    #[must_use]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The number that the low bits of a register are, modulo 2⁶⁴.
    #[inline]
    #[must_use]
    pub const fn extended(self, bits: u64) -> u64 {
        let left = 64 - self.bits();
        match self.is_signed() {
            true => (((bits << left) as i64) >> left) as u64,
            false => bits & self.mask(),
        }
    }

    /// Its least and its greatest number.
    #[must_use]
    pub const fn range(self) -> (i128, i128) {
        let most = (self.mask() >> self.is_signed() as u32) as i128;
        (if self.is_signed() { !most } else { 0 }, most)
    }

    /// The most products of its numbers and those of another type of which the sum always has room in 32 bits
    /// with a sign; 0 if one of them may not have it.
    #[must_use]
    pub const fn longest_sum(self, other: Self) -> usize {
        match (i32::MAX as u64).checked_div(self.farthest().saturating_mul(other.farthest())) {
            Some(products) => products as usize,
            None => 0,
        }
    }

    /// How far from zero its numbers are at most.
    const fn farthest(self) -> u64 {
        if self.is_signed() { self.mask() / 2 + 1 } else { self.mask() }
    }

    /// Whether it has a number. Both `-1` and the greatest number are the same 64 bits.
    #[must_use]
    pub const fn has(self, number: i64) -> bool {
        self.bits() == 64 || self.extended(number as u64) == number as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_bits_of_their_types() {
        assert_eq!(IntType::I8.extended(0x180), -128i64 as u64);
        assert_eq!(IntType::U8.extended(0x180), 0x80);
        assert_eq!(IntType::I64.extended(u64::MAX), u64::MAX);
        let has = |of: IntType| [-129, -128, -1, 0, 127, 128, 255, 256].map(|number| of.has(number));
        assert_eq!(has(IntType::I8), [false, true, true, true, true, false, false, false]);
        assert_eq!(has(IntType::U8), [false, false, false, true, true, true, true, false]);
        assert_eq!(has(IntType::U64), [true; 8]);
    }

    #[test]
    fn longest_sums_fit_and_longer_ones_do_not() {
        for (a, b) in IntType::ALL.iter().flat_map(|a| IntType::ALL.iter().map(move |b| (a, b))) {
            let products = a.longest_sum(*b) as i128;
            let [(least, most), (other_least, other_most)] = [a.range(), b.range()];
            let values = [least, most].map(|of| [other_least, other_most].map(|other| of.checked_mul(other)));
            let fits = |products: i128| {
                values.as_flattened().iter().all(|value| {
                    let sum = value.and_then(|value| value.checked_mul(products));
                    sum.is_some_and(|sum| i32::try_from(sum).is_ok())
                })
            };
            assert!(products == 0 || fits(products), "{a} {b}: {products}");
            assert!(!fits(products + 1), "{a} {b}: {products}");
        }
    }
}

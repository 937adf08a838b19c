//! Numbers with codes of their own: bit masks, wide moves, bit ranges, byte masks, 8-bit floating
//! point.
//!
//! Tests: `tests/tests/isa_aarch64_operand.rs`, `tests/tests/isa_aarch64_table_llvm.rs`.

/// The 64-bit mask with code `N:immr:imms` (Arm ARM, `DecodeBitMasks`): a run of ones, rotated
/// within an element of 2 to 64 bits, repeated. Of the codes of a mask only the one that assemblers
/// choose is accepted, whose rotation is less than the element's size.
pub(crate) fn mask64_from_raw(raw: u32) -> Option<i64> {
    let (n, rotation, run) = (raw >> 12 & 1, raw >> 6 & 63, raw & 63);
    let length = 31u32.checked_sub((n << 6 | (!run & 63)).leading_zeros())?;
    let size = 1u32 << length;
    let ones = (run & size.wrapping_sub(1)).wrapping_add(1);
    let is_mask = ones < size && rotation < size && raw >> 13 == 0;
    is_mask.then(|| repeat(low(ones), size).rotate_right(rotation) as i64)
}

/// The code of a 64-bit mask, if it is one.
pub(crate) fn mask64_to_raw(value: i64) -> Option<u32> {
    let value = value as u64;
    if value == 0 || value == u64::MAX {
        return None;
    }
    let size = [2u32, 4, 8, 16, 32].into_iter().find(|size| value.rotate_right(*size) == value).unwrap_or(64);
    let ones = (value & low(size)).count_ones();
    let unrotated = repeat(low(ones), size);
    let rotation = (0..size).find(|rotation| value.rotate_left(*rotation) == unrotated)?;
    let n = u32::from(size == 64);
    let imms = (!(size.wrapping_mul(2).wrapping_sub(1)) & 63) | ones.wrapping_sub(1);
    Some(n << 12 | rotation << 6 | imms)
}

/// The number whose lowest bits, 1 to 64 of them, are ones.
const fn low(bits: u32) -> u64 {
    u64::MAX >> (64u32.wrapping_sub(bits) & 63)
}

/// `element` of `size` bits, repeated to 64.
fn repeat(element: u64, size: u32) -> u64 {
    let each = u64::MAX.checked_div(low(size)).unwrap_or(0);
    element.wrapping_mul(each)
}

/// The number of `BITS` bits that `MOVZ`, or `MOVN` where `INVERT`, makes from `hw:imm16`, as far as
/// it is written as `MOV` (Arm ARM, `MOV` (wide immediate)).
pub(crate) fn wide_from_raw<const BITS: u32, const INVERT: bool>(raw: u32) -> Option<i64> {
    let (half, shift) = (i64::from(raw & 0xffff), raw >> 16 << 4);
    let is_other_alias = half == 0 && shift != 0 || INVERT && BITS == 32 && half == 0xffff;
    let value = half.checked_shl(shift)? ^ -i64::from(INVERT);
    (!is_other_alias && shift < BITS).then_some(sign_extended(value, BITS))
}

/// The `hw:imm16` of a number that `MOVZ` or `MOVN` makes.
pub(crate) fn wide_to_raw<const BITS: u32, const INVERT: bool>(value: i64) -> Option<u32> {
    let value = signed::<BITS>(value)?;
    let bits = value ^ -i64::from(INVERT);
    let raws = (0..BITS / 16).map(|hw| hw << 16 | (bits >> (16 * hw) & 0xffff) as u32);
    raws.into_iter().find(|raw| wide_from_raw::<BITS, INVERT>(*raw) == Some(value))
}

/// The mask of `BITS` bits that `ORR` with zero moves, unless `MOVZ` or `MOVN` does, too.
pub(crate) fn moved_mask_from_raw<const BITS: u32>(raw: u32) -> Option<i64> {
    let value = sign_extended(mask64_from_raw(raw)?, BITS);
    let is_wide = wide_to_raw::<BITS, false>(value).or(wide_to_raw::<BITS, true>(value)).is_some();
    (!is_wide).then_some(value)
}

/// The code of a mask that `ORR` with zero moves.
pub(crate) fn moved_mask_to_raw<const BITS: u32>(value: i64) -> Option<u32> {
    let value = signed::<BITS>(value)?;
    mask_to_raw::<BITS>(value).filter(|raw| moved_mask_from_raw::<BITS>(*raw) == Some(value))
}

/// The lower `bits` bits of a number, in two's complement.
fn sign_extended(value: i64, bits: u32) -> i64 {
    let unused = 64u32.wrapping_sub(bits) & 63;
    value << unused >> unused
}

/// A number of `BITS` bits, signed or not, as a signed one.
fn signed<const BITS: u32>(value: i64) -> Option<i64> {
    let signed = sign_extended(value, BITS);
    (signed == value || value as u64 <= low(BITS)).then_some(signed)
}

/// The left shift of a register of `1 << LOG2` bits with code `immr:imms`: 1 up to the greatest.
pub(crate) fn left_from_raw<const LOG2: u32>(raw: u32) -> Option<i64> {
    let levels = (1u32 << LOG2).wrapping_sub(1);
    let (rotation, last) = (raw >> LOG2, raw & levels);
    (rotation == last.wrapping_add(1)).then_some(i64::from(levels.wrapping_sub(last)))
}

/// The `immr:imms` of a left shift.
pub(crate) fn left_to_raw<const LOG2: u32>(value: i64) -> Option<u32> {
    let last = (1i64 << LOG2).wrapping_sub(1).checked_sub(value)?;
    let raw = u32::try_from(last.checked_add(1)? << LOG2 | last).ok()?;
    (left_from_raw::<LOG2>(raw) == Some(value)).then_some(raw)
}

/// The bits `immr` to `imms` of a register of `1 << LOG2` bits: the first one and, from bit 8 up,
/// their count.
pub(crate) fn range_from_raw<const LOG2: u32>(raw: u32) -> Option<i64> {
    let (first, last) = (raw >> LOG2, raw & (1u32 << LOG2).wrapping_sub(1));
    let count = last.checked_sub(first)?.wrapping_add(1);
    Some(i64::from(count << 8 | first))
}

/// The `immr:imms` of a range of bits.
pub(crate) fn range_to_raw<const LOG2: u32>(value: i64) -> Option<u32> {
    let (first, count) = (value & 0xff, value >> 8);
    let last = first.checked_add(count)?.checked_sub(1)?;
    let raw = u32::try_from(first << LOG2 | last).ok()?;
    (range_from_raw::<LOG2>(raw) == Some(value)).then_some(raw)
}

/// Eight bytes, each all ones where its bit is set.
pub(crate) fn bytes_from_raw(raw: u32) -> Option<i64> {
    let bytes = (0..8).filter(|bit| raw >> bit & 1 == 1).fold(0u64, |value, bit| value | 0xff << (8 * bit));
    (raw < 256).then_some(bytes as i64)
}

/// The bits of the FP64 with code `a:bcd:efgh`: sign, 3 bits of exponent, 4 of fraction.
pub(crate) fn float8_from_raw(raw: u32) -> Option<i64> {
    let (sign, exponent, fraction) = (u64::from(raw >> 7 & 1), u64::from(raw >> 4 & 7), u64::from(raw & 15));
    // The exponent's top bit is inverted: 4 to 7 mean −3 to 0, 0 to 3 mean 1 to 4.
    let biased = (exponent ^ 4).wrapping_add(1020);
    (raw < 256).then_some((sign << 63 | biased << 52 | fraction << 48) as i64)
}

/// The mask of `SIZE` bits whose repetition has code `N:immr:imms`.
pub(crate) fn element_mask_from_raw<const SIZE: u32>(raw: u32) -> Option<i64> {
    let value = mask64_from_raw(raw)? as u64;
    let element = value & low(SIZE);
    (repeat(element, SIZE) == value).then_some(element as i64)
}

/// The code of the repetition of a mask of `SIZE` bits, if it has one.
pub(crate) fn element_mask_to_raw<const SIZE: u32>(value: i64) -> Option<u32> {
    let fits = value as u64 <= low(SIZE);
    mask64_to_raw(repeat(value as u64, SIZE) as i64).filter(|_| fits)
}

/// The code of the repetition of a mask of `SIZE` bits that may be written as a signed number.
pub(crate) fn mask_to_raw<const SIZE: u32>(value: i64) -> Option<u32> {
    element_mask_to_raw::<SIZE>((signed::<SIZE>(value)? as u64 & low(SIZE)) as i64)
}

/// The number with code `shift:number`: 8 bits, times 256 where bit 8 of the code is set. A shifted 0 has
/// no number of its own.
pub(crate) fn shifted8_from_raw<const SIGNED: bool>(raw: u32) -> Option<i64> {
    let number = if SIGNED { i64::from(raw as i8) } else { i64::from(raw as u8) };
    match raw >> 8 {
        0 => Some(number),
        1 => Some(number << 8).filter(|shifted| *shifted != 0),
        _ => None,
    }
}

/// Whether a value is a signed number of 8 bits, or 256 times one.
fn is_signed8(value: i64) -> bool {
    i8::try_from(value).is_ok() || value & 0xff == 0 && i8::try_from(value >> 8).is_ok()
}

/// The mask of `SIZE` bits whose repetition has code `N:immr:imms`, unless elements of some size
/// are all the same signed number of 8 bits, or 256 times one. It is negative where 16 bits hold the
/// negative number.
pub(crate) fn move_mask_from_raw<const SIZE: u32>(raw: u32) -> Option<i64> {
    let mask = element_mask_from_raw::<SIZE>(raw)?;
    let value = repeat(mask as u64, SIZE);
    let is_short =
        |size: u32| repeat(value & low(size), size) == value && is_signed8(sign_extended(value as i64, size));
    let negative = sign_extended(mask, SIZE);
    let number = if i16::try_from(negative).is_ok() { negative } else { mask };
    (![8, 16, 32, 64].into_iter().any(is_short)).then_some(number)
}

/// The code of a mask that is no signed number of 8 bits, or 256 times one.
pub(crate) fn move_mask_to_raw<const SIZE: u32>(value: i64) -> Option<u32> {
    let raw = mask_to_raw::<SIZE>(value)?;
    move_mask_from_raw::<SIZE>(raw).and(Some(raw))
}

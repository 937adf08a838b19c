//! Numbers with codes of their own: bit masks, byte masks, 8-bit floating point.

/// The 64-bit mask with code `N:immr:imms` (Arm ARM, `DecodeBitMasks`): a run of ones, rotated
/// within an element of 2 to 64 bits, repeated.
pub(crate) fn mask64_from_raw(raw: u32) -> Option<i64> {
    let (n, rotation, run) = (raw >> 12 & 1, raw >> 6 & 63, raw & 63);
    let length = 31u32.checked_sub((n << 6 | (!run & 63)).leading_zeros())?;
    if length == 0 {
        return None;
    }
    let size = 1u32 << length;
    let levels = size.wrapping_sub(1);
    let (ones, rotation) = ((run & levels).wrapping_add(1), rotation & levels);
    if ones == size || raw >> 13 != 0 {
        return None;
    }
    let element = u64::MAX >> 64u32.checked_sub(ones)?;
    let rotated = (element >> rotation) | element.checked_shl(size.wrapping_sub(rotation)).unwrap_or(0);
    let within = rotated & (u64::MAX >> 64u32.wrapping_sub(size));
    Some(repeat(within, size) as i64)
}

/// The code of a 64-bit mask, if it is one.
pub(crate) fn mask64_to_raw(value: i64) -> Option<u32> {
    let value = value as u64;
    if value == 0 || value == u64::MAX {
        return None;
    }
    let size = [2u32, 4, 8, 16, 32].into_iter().find(|size| value.rotate_right(*size) == value).unwrap_or(64);
    let element = value & (u64::MAX >> 64u32.wrapping_sub(size));
    let ones = element.count_ones();
    // Rotate until the run of ones stands at the bottom.
    let is_run = |rotation: &u32| {
        value.rotate_left(*rotation) & (u64::MAX >> 64u32.wrapping_sub(size))
            == u64::MAX >> 64u32.wrapping_sub(ones)
    };
    let rotation = (0..size).find(is_run)?;
    let n = u32::from(size == 64);
    let imms = (!(size.wrapping_mul(2).wrapping_sub(1)) & 63) | ones.wrapping_sub(1);
    Some(n << 12 | rotation << 6 | imms & 63)
}

/// `element` of `size` bits, repeated to 64.
fn repeat(element: u64, size: u32) -> u64 {
    let mut value = element;
    let mut width = size;
    while width < 64 {
        value |= value << width;
        width = width.wrapping_mul(2);
    }
    value
}

/// The 32-bit mask with code `immr:imms`.
pub(crate) fn mask32_from_raw(raw: u32) -> Option<i64> {
    mask64_from_raw(raw).map(|value| value & 0xffff_ffff)
}

/// The code of a 32-bit mask, if it is one.
pub(crate) fn mask32_to_raw(value: i64) -> Option<u32> {
    // Negative numbers of 32 bits may be written as such.
    let word = u32::try_from(value).ok().or_else(|| i32::try_from(value).ok().map(|v| v as u32))?;
    let twice = u64::from(word) << 32 | u64::from(word);
    mask64_to_raw(twice as i64)
}

/// Eight bytes, each all ones where its bit is set.
pub(crate) fn bytes_from_raw(raw: u32) -> Option<i64> {
    let bytes = (0..8).filter(|bit| raw >> bit & 1 == 1).fold(0u64, |value, bit| value | 0xff << (8 * bit));
    (raw < 256).then_some(bytes as i64)
}

/// The bits of eight bytes that are all ones or zeros.
pub(crate) fn bytes_to_raw(value: i64) -> Option<u32> {
    let raw = (0..8).filter(|bit| value >> (8 * bit) & 1 == 1).fold(0, |raw, bit| raw | 1 << bit);
    (bytes_from_raw(raw) == Some(value)).then_some(raw)
}

/// The bits of the FP64 with code `a:bcd:efgh`: sign, 3 bits of exponent, 4 of fraction.
pub(crate) fn float8_from_raw(raw: u32) -> Option<i64> {
    let (sign, exponent, fraction) = (u64::from(raw >> 7 & 1), u64::from(raw >> 4 & 7), u64::from(raw & 15));
    // The exponent's top bit is inverted: 4 to 7 mean −3 to 0, 0 to 3 mean 1 to 4.
    let biased = (exponent ^ 4).wrapping_add(1020);
    (raw < 256).then_some((sign << 63 | biased << 52 | fraction << 48) as i64)
}

/// The code of an FP64, if it has one.
pub(crate) fn float8_to_raw(bits: i64) -> Option<u32> {
    (0..256).find(|raw| float8_from_raw(*raw) == Some(bits))
}

/// The mask of `SIZE` bits whose repetition has code `N:immr:imms`.
pub(crate) fn element_mask_from_raw<const SIZE: u32>(raw: u32) -> Option<i64> {
    let value = mask64_from_raw(raw).filter(|value| mask64_to_raw(*value) == Some(raw))? as u64;
    let element = value & u64::MAX >> 64u32.wrapping_sub(SIZE);
    (repeat(element, SIZE) == value).then_some(element as i64)
}

/// The code of the repetition of a mask of `SIZE` bits, if it has one.
pub(crate) fn element_mask_to_raw<const SIZE: u32>(value: i64) -> Option<u32> {
    let fits = value as u64 <= u64::MAX >> 64u32.wrapping_sub(SIZE);
    mask64_to_raw(repeat(value as u64, SIZE) as i64).filter(|_| fits)
}

/// The signed number with code `shift:number`.
pub(crate) fn signed8_from_raw(raw: u32) -> Option<i64> {
    shifted8(raw, i64::from(raw as u8 as i8))
}

/// The code of a signed number of 8 bits, or of 256 times one.
pub(crate) fn signed8_to_raw(value: i64) -> Option<u32> {
    shifted8_code(value, i8::try_from(value).is_ok(), i8::try_from(value >> 8).is_ok())
}

/// The unsigned number with code `shift:number`.
pub(crate) fn unsigned8_from_raw(raw: u32) -> Option<i64> {
    shifted8(raw, i64::from(raw as u8))
}

/// The code of an unsigned number of 8 bits, or of 256 times one.
pub(crate) fn unsigned8_to_raw(value: i64) -> Option<u32> {
    shifted8_code(value, u8::try_from(value).is_ok(), u8::try_from(value >> 8).is_ok())
}

/// `number`, times 256 where bit 8 of the code is set. A shifted 0 has no number of its own.
fn shifted8(raw: u32, number: i64) -> Option<i64> {
    match raw >> 8 {
        0 => Some(number),
        1 => Some(number << 8).filter(|shifted| *shifted != 0),
        _ => None,
    }
}

/// The code of `value`, given whether it fits as it is and shifted right by 8.
fn shifted8_code(value: i64, fits: bool, fits_shifted: bool) -> Option<u32> {
    match value & 0xff {
        low if fits => Some(low as u32),
        0 if fits_shifted => Some(1 << 8 | (value >> 8 & 0xff) as u32),
        _ => None,
    }
}

/// The mask of `SIZE` bits whose repetition has code `N:immr:imms`, unless elements of some size
/// are all the same signed number of 8 bits, or 256 times one. It is negative where 16 bits hold the
/// negative number.
pub(crate) fn move_mask_from_raw<const SIZE: u32>(raw: u32) -> Option<i64> {
    let mask = element_mask_from_raw::<SIZE>(raw)?;
    let value = repeat(mask as u64, SIZE);
    let signed = |size: u32| (value as i64) << 64u32.wrapping_sub(size) >> 64u32.wrapping_sub(size);
    let is_short = |size: u32| {
        let element = value & u64::MAX >> 64u32.wrapping_sub(size);
        repeat(element, size) == value && signed8_to_raw(signed(size)).is_some()
    };
    let negative = signed(SIZE);
    let number = if i16::try_from(negative).is_ok() { negative } else { mask };
    (!is_short(8) && !is_short(16) && !is_short(32) && !is_short(64)).then_some(number)
}

/// The code of a mask that is no signed number of 8 bits, or 256 times one.
pub(crate) fn move_mask_to_raw<const SIZE: u32>(value: i64) -> Option<u32> {
    let unused = 64u32.wrapping_sub(SIZE);
    let fits = value << unused >> unused == value || value as u64 >> 1 >> SIZE.wrapping_sub(1) == 0;
    let mask = (value as u64) << unused >> unused;
    let raw = element_mask_to_raw::<SIZE>(mask as i64).filter(|_| fits)?;
    move_mask_from_raw::<SIZE>(raw).and(Some(raw))
}

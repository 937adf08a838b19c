//! Instances of a row, for tests that compare the table with a foreign assembler.

use super::inst::MachInst;
use super::kind::{Code, Kind};
use super::row::{MAX_OPERANDS, Row};
use crate::fallible::{OutOfMemory, sorted, try_collect};
use alloc::vec::Vec;

/// Field values at which the meaning of an operand of `kind` turns: least, greatest, zero, the
/// sign change and their neighbours; every register for registers, every name for names.
///
/// # Errors
/// [`OutOfMemory`].
pub fn boundaries(kind: Kind) -> Result<Vec<u32>, OutOfMemory> {
    let bits = kind.bits();
    let all = 1u32.checked_shl(bits).unwrap_or(0).wrapping_sub(1);
    let values: [u32; 6] = [0, 1, all >> 1, (all >> 1).wrapping_add(1), all.wrapping_sub(1), all];
    let every = 0..=all;
    let accepted = |raw: &u32| kind.accepts(*raw);
    match kind {
        Kind::Number(Code::Linear(_) | Code::Own { .. }, _) if bits > 6 => {
            let mut out = sorted(try_collect(values.into_iter().filter(accepted))?);
            out.dedup();
            Ok(out)
        }
        Kind::Named(_, names) => try_collect(names.iter().map(|(_, raw)| *raw)),
        _ => try_collect(every.filter(accepted)),
    }
}

/// Numbers just outside of what an operand of `kind` can hold; none for operands that are no
/// numbers.
#[must_use]
pub fn outside(kind: Kind) -> [Option<i64>; 3] {
    let Kind::Number(Code::Linear(numbers), _) = kind else { return [None; 3] };
    let (min, max, unit) = numbers.range();
    let unaligned = (unit > 1).then_some(min.saturating_add(1));
    [Some(min.saturating_sub(unit)), Some(max.saturating_add(unit)), unaligned]
}

/// The instance of `row` whose operand bits are those of `bits`, from the first operand up, if
/// these make a valid instruction.
#[must_use]
pub fn from_bits(row: &'static Row, mut bits: u64) -> Option<MachInst> {
    let mut raws = [0u32; MAX_OPERANDS];
    for (raw, slot) in raws.iter_mut().zip(row.slots) {
        let width = slot.kind.bits();
        let value = bits as u32 & (1u32.checked_shl(width)?).wrapping_sub(1);
        // Names are few among the values of their field.
        *raw = match slot.kind {
            Kind::Named(_, names) => names.iter().cycle().nth(value as usize)?.1,
            _ => value,
        };
        bits >>= width;
    }
    MachInst::from_fields(row, raws.get(..row.slots.len())?).ok()
}

/// Returns the number of bits that the operands of `row` have together.
#[must_use]
pub fn operand_bits(row: &Row) -> u32 {
    row.slots.iter().map(|slot| slot.kind.bits()).sum()
}

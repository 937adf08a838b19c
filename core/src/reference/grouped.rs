//! Numbers in groups: their copies and their products, element by element. Operands are bytes, the low one
//! of each number first.
//!
//! Tests: below, `tests/tests/primitives_grouped.rs`, `tests/tests/primitives_group.rs`.

use super::{BfloatDot, Grid, ReferenceError, long_enough};
use crate::BF16;
use crate::kernel::func::IntType;
use crate::kernel::spec::{Added, Regrouped, Start};
use crate::kernel::{GroupSpec, GroupedSpec};

/// The bytes of a group, and of a sum.
const WORD: usize = 4;

/// The integer of a type with a number in some bytes, modulo 2⁶⁴; 0 behind the last.
fn integer(of: IntType, bytes: &[u8], nth: usize) -> i64 {
    let place = nth.wrapping_mul(of.bytes());
    let found = bytes.get(place..).unwrap_or(&[]).iter().take(of.bytes());
    of.extended(found.rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))) as i64
}

/// Sets it.
fn set(of: IntType, bytes: &mut [u8], nth: usize, value: i64) {
    let place = nth.wrapping_mul(of.bytes());
    let found = bytes.get_mut(place..).unwrap_or(&mut []).iter_mut();
    found.zip(value.to_le_bytes()).take(of.bytes()).for_each(|(to, from)| *to = from);
}

/// Checks the length of an operand in groups.
fn has_groups(operand: &'static str, bytes: &[u8], grid: Grid) -> Result<(), ReferenceError> {
    long_enough(operand, bytes, grid.span().wrapping_mul(WORD))
}

/// C becomes what `spec` says. Each slice has the bytes of an operand, the third those of the numbers that
/// are added, if there are any. Of bfloat16, sums are rounded group by group, to
/// [nearest](BfloatDot::Nearest).
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn grouped(spec: &GroupedSpec, [a, b, added]: [&[u8]; 3], c: &mut [u8]) -> Result<(), ReferenceError> {
    spec.validate()?;
    let groups = spec.groups();
    let grid_a = Grid::new("lda", spec.a, spec.m, groups)?;
    let grid_b = Grid::new("ldb", spec.b, groups, spec.n)?;
    let grid_c = Grid::new("ldc", spec.c, spec.m, spec.n)?;
    for (name, bytes, grid) in [("a", a, grid_a), ("b", b, grid_b), ("c", &*c, grid_c)] {
        has_groups(name, bytes, grid)?;
    }
    let numbers = match spec.added {
        Added::Nothing => 0,
        Added::Column => spec.m,
        Added::Row => spec.n,
    };
    long_enough("added", added, numbers.wrapping_mul(WORD))?;
    for (i, j) in grid_c.indices() {
        let place = grid_c.at(i, j);
        let begun = if spec.start == Start::Output { word(c, place) } else { 0 };
        let number = match spec.added {
            Added::Nothing => 0,
            Added::Column => word(added, i),
            Added::Row => word(added, j),
        };
        let pairs = (0..groups).map(|g| [word(a, grid_a.at(i, g)), word(b, grid_b.at(g, j))]);
        let sum = match spec.types.integers() {
            Some(types) => {
                pairs.fold(begun.wrapping_add(number), |sum, pair| with_integers(types, sum, pair))
            }
            None => {
                let first = f32::from_bits(begun) + f32::from_bits(number);
                pairs.fold(first, with_bfloat).to_bits()
            }
        };
        set(IntType::U32, c, place, sum.into());
    }
    Ok(())
}

/// The group, or the sum, with a number.
fn word(bytes: &[u8], nth: usize) -> u32 {
    integer(IntType::U32, bytes, nth) as u32
}

/// A sum with the products of the integers in two groups, modulo 2³².
fn with_integers([of_a, of_b]: [IntType; 2], sum: u32, groups: [u32; 2]) -> u32 {
    let [a, b] = groups.map(u32::to_le_bytes);
    let products = (0..WORD / of_a.bytes()).map(|p| integer(of_a, &a, p).wrapping_mul(integer(of_b, &b, p)));
    products.fold(sum, |sum, product| sum.wrapping_add(product as u32))
}

/// A sum with the products of the numbers of bfloat16 in two groups.
fn with_bfloat(sum: f32, groups: [u32; 2]) -> f32 {
    let [a, b] = groups.map(|group| [group, group >> 16].map(|bits| BF16::from_bits(bits as u16)));
    BfloatDot::Nearest.added(sum, a, b)
}

/// The output becomes what `spec` says. Each slice has the bytes of an operand.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn group(spec: &GroupSpec, input: &[u8], out: &mut [u8]) -> Result<(), ReferenceError> {
    spec.validate()?;
    let (of, group) = (spec.change.from(), spec.change.group());
    let grid_in = Grid::new("ld_in", spec.input, spec.m, spec.k)?;
    let grid_out = Grid::new("ld_out", spec.output(), spec.m, spec.groups())?;
    long_enough("in", input, grid_in.span().wrapping_mul(of.bytes()))?;
    has_groups("out", out, grid_out)?;
    let to = if group.get() == WORD { IntType::U8 } else { IntType::U16 };
    for (i, g) in grid_out.indices() {
        let first = g.wrapping_mul(group.get());
        for p in first..first.wrapping_add(group.get()) {
            let place = grid_out.at(i, g).wrapping_mul(group.get()).wrapping_add(p % group);
            let value = if p < spec.k { integer(of, input, grid_in.at(i, p)) } else { 0 };
            let is_inverted = spec.change == Regrouped::Offset && p < spec.k;
            set(to, out, place, if is_inverted { value ^ 0x80 } else { value });
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::kernel::func::DotTypes;
    use crate::kernel::spec::Layout;

    /// A row and a column of four bytes: 1·5 - 2·6 + 3·7 - 4·8 = -18; without a sign, 254 is -2.
    #[test]
    fn a_product_worked_out_by_hand() {
        let (a, b) = ([1, 254, 3, 252], [5, 6, 7, 8]);
        for (types, expected) in [
            (DotTypes::I8, -18),
            (DotTypes::I8U8, -18),
            (DotTypes::U8I8, 5 + 254 * 6 + 21 + 252 * 8),
            (DotTypes::I16, (1 - 2 * 256) * (5 + 6 * 256) + (3 - 4 * 256) * (7 + 8 * 256)),
        ] {
            let k = types.group().get();
            let usual = GroupedSpec::column_major(types, [1, 1, k]);
            let spec = GroupedSpec { overflow: crate::kernel::spec::Overflow::Wraps, ..usual };
            let mut c = 7i32.to_le_bytes();
            grouped(&spec, [&a, &b, &[]], &mut c).unwrap();
            assert_eq!(i32::from_le_bytes(c), expected, "{types}");
            grouped(&GroupedSpec { start: Start::Output, ..spec }, [&a, &b, &[]], &mut c).unwrap();
            assert_eq!(i32::from_le_bytes(c), 2 * expected, "{types}");
            let row = GroupedSpec { added: Added::Row, ..spec };
            grouped(&row, [&a, &b, &3i32.to_le_bytes()], &mut c).unwrap();
            assert_eq!(i32::from_le_bytes(c), 3 + expected, "{types}");
        }
    }

    /// Two rows of five elements: of the last group, one is there.
    #[test]
    fn a_copy_worked_out_by_hand() {
        let rows = [1u8, 2, 3, 4, 5, 6, 7, 8, 9, 200];
        let columns = [1u8, 6, 2, 7, 3, 8, 4, 9, 5, 200];
        fn copied<const BYTES: usize>(change: Regrouped, layout: Layout, input: &[u8]) -> [u8; BYTES] {
            let mut out = [99; BYTES];
            group(&GroupSpec::dense(change, [2, 5], layout), input, &mut out).unwrap();
            out
        }
        let by_rows = [1, 2, 3, 4, 5, 0, 0, 0, 6, 7, 8, 9, 200, 0, 0, 0];
        assert_eq!(copied(Regrouped::Bytes, Layout::RowMajor, &rows), by_rows);
        let by_columns = [1, 2, 3, 4, 6, 7, 8, 9, 5, 0, 0, 0, 200, 0, 0, 0];
        assert_eq!(copied(Regrouped::Bytes, Layout::ColumnMajor, &columns), by_columns);
        let inverted = [129, 130, 131, 132, 134, 135, 136, 137, 133, 0, 0, 0, 72, 0, 0, 0];
        assert_eq!(copied(Regrouped::Offset, Layout::ColumnMajor, &columns), inverted);
        let words = [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 0, 0, 6, 0, 7, 0, 8, 0, 9, 0, 200, 255, 0, 0];
        assert_eq!(copied(Regrouped::Signed, Layout::RowMajor, &rows), words);
    }
}

//! Bit patterns of instructions, read from strings at compile time.
//!
//! A pattern has 32 symbols for each part of an instruction, most significant
//! bit first: `0` and `1` are fixed, a letter is a bit of the operand with that
//! name. A letter may stand in several places; its bits are then taken in the
//! order in which they stand, those in capitals before the others. An operand
//! whose letter stands several times as often as it has bits is repeated:
//! decoding gives the bits of all places together, so its caller must compare.
//! Underscores separate. A pattern of the wrong length, a letter without an
//! operand, or an operand whose letter count is no multiple of its width does
//! not compile.
//!
//! Encoding scatters operand values over the fields that were found, decoding
//! gathers them. Nothing here knows an instruction set.

/// The most runs of bits that the operands of a pattern are scattered over.
const MAX_FIELDS: usize = 16;

/// The layout of an instruction of `PARTS` words of 32 bits, the first part first.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<const PARTS: usize> {
    /// The fixed bits, in place.
    fixed: [u32; PARTS],
    /// Which bits are fixed.
    mask: [u32; PARTS],
    fields: [Field; MAX_FIELDS],
    count: u8,
}

/// A run of bits in a part that holds a run of bits of an operand.
#[derive(Clone, Copy, Debug)]
struct Field {
    operand: u8,
    part: u8,
    /// Lowest bit within the operand.
    from: u8,
    /// Lowest bit within the part.
    to: u8,
    mask: u32,
}

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated during compilation only: a panic there is a compile error"
)]
impl<const PARTS: usize> Pattern<PARTS> {
    /// Reads a pattern whose operands have the given letters and widths; for use in constants.
    ///
    /// # Panics
    /// During compilation, for a malformed pattern.
    #[must_use]
    pub const fn new(symbols: &str, operands: &[(u8, u32)]) -> Self {
        let none = Field { operand: 0, part: 0, from: 0, to: 0, mask: 0 };
        let mut pattern = Self { fixed: [0; PARTS], mask: [0; PARTS], fields: [none; MAX_FIELDS], count: 0 };
        let mut covered = pattern.add_fixed(symbols.as_bytes());
        let mut operand = 0;
        while operand < operands.len() {
            let (letter, width) = operands[operand];
            let low = pattern.add_fields(symbols.as_bytes(), operand, letter, width, 0);
            let bits =
                pattern.add_fields(symbols.as_bytes(), operand, letter.to_ascii_uppercase(), width, low);
            assert!(
                bits > 0 && bits as u32 % width == 0,
                "the pattern gives an operand another width than its type"
            );
            covered += bits as usize;
            operand += 1;
        }
        assert!(covered == 32 * PARTS, "a letter of the pattern is no operand");
        pattern
    }

    /// Records the fixed bits; returns how many there are.
    const fn add_fixed(&mut self, symbols: &[u8]) -> usize {
        let (mut at, mut count, mut fixed) = (0, 0, 0);
        while at < symbols.len() {
            let symbol = symbols[at];
            at += 1;
            if symbol == b'_' {
                continue;
            }
            assert!(count < 32 * PARTS, "a pattern has 32 symbols a part");
            let (part, bit) = (count / 32, 31 - count % 32);
            if symbol == b'0' || symbol == b'1' {
                self.fixed[part] |= ((symbol == b'1') as u32) << bit;
                self.mask[part] |= 1 << bit;
                fixed += 1;
            }
            count += 1;
        }
        assert!(count == 32 * PARTS, "a pattern has 32 symbols a part");
        fixed
    }

    /// Appends the fields that are written as `symbol`, from bit `from` of the operand up; returns
    /// the bit after the last one. Bits from `width` up repeat the operand.
    const fn add_fields(&mut self, symbols: &[u8], operand: usize, symbol: u8, width: u32, from: u8) -> u8 {
        let (mut at, mut bit, mut from, mut in_run) = (symbols.len(), 0, from, false);
        while at > 0 {
            at -= 1;
            if symbols[at] == b'_' {
                continue;
            }
            let is_wanted = symbols[at] == symbol;
            if is_wanted {
                if !in_run || bit % 32 == 0 || from as u32 % width == 0 {
                    let part = (PARTS - 1 - bit / 32) as u8;
                    let from = from % width as u8;
                    let field = Field { operand: operand as u8, part, from, to: (bit % 32) as u8, mask: 0 };
                    self.fields[self.count as usize] = field;
                    self.count += 1;
                }
                let field = &mut self.fields[self.count as usize - 1];
                field.mask = field.mask << 1 | 1;
                from += 1;
            }
            in_run = is_wanted;
            bit += 1;
        }
        from
    }
}

impl<const PARTS: usize> Pattern<PARTS> {
    fn fields(&self) -> &[Field] {
        self.fields.get(..usize::from(self.count)).unwrap_or(&[])
    }

    /// The instruction with the given operand values. Bits that an operand lacks are ignored.
    #[inline]
    #[must_use]
    pub fn scatter(&self, operands: &[u32]) -> [u32; PARTS] {
        let mut parts = self.fixed;
        for field in self.fields() {
            let value = operands.get(usize::from(field.operand)).copied().unwrap_or(0);
            if let Some(part) = parts.get_mut(usize::from(field.part)) {
                *part |= (value >> (field.from & 31) & field.mask) << (field.to & 31);
            }
        }
        parts
    }

    /// Whether the fixed bits of `parts` are those of the pattern.
    #[inline]
    #[must_use]
    pub fn matches(&self, parts: &[u32; PARTS]) -> bool {
        parts.iter().zip(&self.mask).zip(&self.fixed).all(|((part, mask), fixed)| part & mask == *fixed)
    }

    /// Adds the operand values in `parts` to `operands`, which are 0 before.
    pub fn gather(&self, parts: &[u32; PARTS], operands: &mut [u32]) {
        for field in self.fields() {
            let part = parts.get(usize::from(field.part)).copied().unwrap_or(0);
            if let Some(operand) = operands.get_mut(usize::from(field.operand)) {
                *operand |= (part >> (field.to & 31) & field.mask) << (field.from & 31);
            }
        }
    }

    /// The fixed bits, in place, and which bits they are.
    #[must_use]
    pub const fn fixed(&self) -> (&[u32; PARTS], &[u32; PARTS]) {
        (&self.fixed, &self.mask)
    }
}

//! Bit patterns of instructions, read from strings at compile time.
//!
//! A pattern has 32 symbols for each part of an instruction, most significant
//! bit first: `0` and `1` are fixed, a letter is a bit of the operand with that
//! name. A letter may stand in several places; its bits are then taken in the
//! order in which they stand, those in capitals before the others. A letter that
//! stands several times as often as its operand has bits is the same operand in
//! several places; gathering gives the bits of all of them together, so that the
//! caller must compare. Underscores and white space separate. A pattern of the
//! wrong length, a letter without an operand, or an operand whose letter count is
//! no multiple of its width does not compile.
//!
//! Encoding scatters operand values over the fields that were found, decoding
//! gathers them. Nothing here knows an instruction set.
//!
//! Tests: `tests/tests/isa_pattern.rs`, `tests/tests/isa_aarch64_table_llvm.rs`.

/// The layout of an instruction of `PARTS` words of 32 bits, the first part first, whose operands
/// are scattered over at most `FIELDS` runs of bits.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<const PARTS: usize, const FIELDS: usize> {
    /// The fixed bits, in place.
    fixed: [u32; PARTS],
    /// The bits that are fixed.
    mask: [u32; PARTS],
    fields: [Field; FIELDS],
    count: u8,
}

/// A run of bits in a part that holds a run of bits of an operand. Tables have some thousands of them.
#[derive(Clone, Copy, Debug)]
struct Field {
    operand: u8,
    part: u8,
    /// The left rotation that brings the bits from the operand into place.
    rotation: u8,
    /// The lowest bit, in place, and the number of bits, at least one.
    start: u8,
    length: u8,
}

/// The number of possible symbols: those of ASCII.
const SYMBOLS: usize = 128;

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated during compilation only: a panic there is a compile error"
)]
impl<const PARTS: usize, const FIELDS: usize> Pattern<PARTS, FIELDS> {
    /// Reads a pattern whose operands have the given letters and widths; for use in constants.
    ///
    /// # Panics
    /// During compilation, for a malformed pattern.
    #[must_use]
    pub const fn new(symbols: &str, operands: &[(u8, u32)]) -> Self {
        let none = Field { operand: 0, part: 0, rotation: 0, start: 0, length: 1 };
        let places = places::<PARTS>(symbols.as_bytes());
        let (zeros, ones) = (places[b'0' as usize], places[b'1' as usize]);
        let mut pattern = Self { fixed: ones, mask: ones, fields: [none; FIELDS], count: 0 };
        let (mut covered, mut part, mut operand) = (0, 0, 0);
        while part < PARTS {
            pattern.mask[part] |= zeros[part];
            covered += pattern.mask[part].count_ones();
            part += 1;
        }
        while operand < operands.len() {
            let (letter, width) = operands[operand];
            let upper = letter.to_ascii_uppercase();
            let low = pattern.add_fields(&places[letter as usize], (operand, width), 0);
            let bits = pattern.add_fields(&places[upper as usize], (operand, width), low);
            let fits = bits > 0 && bits % width == 0;
            assert!(fits, "the pattern gives an operand another width than its type");
            covered += bits;
            operand += 1;
        }
        assert!(covered as usize == 32 * PARTS, "a letter of the pattern is no operand");
        pattern
    }

    /// Appends the runs of bits in `places` as fields, from bit `from` of an operand with the given
    /// position and width up, and from bit 0 again after its last; returns the number of bits of the
    /// operand that have been placed.
    const fn add_fields(
        &mut self,
        places: &[u32; PARTS],
        (operand, width): (usize, u32),
        mut from: u32,
    ) -> u32 {
        let mut part = PARTS;
        while part > 0 {
            part -= 1;
            let mut rest = places[part];
            while rest != 0 {
                let (start, bit) = (rest.trailing_zeros(), from % width);
                let (run, left) = ((rest >> start).trailing_ones(), width - bit);
                let length = if run < left { run } else { left };
                let rotation = (start.wrapping_sub(bit) % 32) as u8;
                let field = Field {
                    operand: operand as u8,
                    part: part as u8,
                    rotation,
                    start: start as u8,
                    length: length as u8,
                };
                self.fields[self.count as usize] = field;
                self.count += 1;
                (rest, from) = (rest & !field.mask(), from + length);
            }
        }
        from
    }
}

/// Where each symbol stands in a pattern.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn places<const PARTS: usize>(symbols: &[u8]) -> [[u32; PARTS]; SYMBOLS] {
    let (mut places, mut left, mut at) = ([[0; PARTS]; SYMBOLS], 32 * PARTS, 0);
    while at < symbols.len() {
        let symbol = symbols[at];
        if symbol != b'_' && !symbol.is_ascii_whitespace() {
            assert!(left > 0, "a pattern has 32 symbols a part");
            left -= 1;
            places[symbol as usize][PARTS - 1 - left / 32] |= 1 << (left % 32);
        }
        at += 1;
    }
    assert!(left == 0, "a pattern has 32 symbols a part");
    places
}

impl Field {
    /// The bits, in place.
    #[inline(always)]
    const fn mask(&self) -> u32 {
        u32::MAX >> (32_u32.wrapping_sub(self.length as u32) & 31) << (self.start & 31)
    }

    #[inline]
    fn get<const PARTS: usize>(&self, parts: &[u32; PARTS]) -> u32 {
        let part = parts.get(usize::from(self.part)).copied().unwrap_or(0);
        (part & self.mask()).rotate_right(u32::from(self.rotation))
    }

    #[inline(always)]
    fn put<const PARTS: usize>(&self, value: u32, parts: &mut [u32; PARTS]) {
        if let Some(part) = parts.get_mut(usize::from(self.part)) {
            *part |= value.rotate_left(u32::from(self.rotation)) & self.mask();
        }
    }
}

impl<const PARTS: usize, const FIELDS: usize> Pattern<PARTS, FIELDS> {
    #[inline(always)]
    fn fields(&self) -> &[Field] {
        self.fields.get(..usize::from(self.count)).unwrap_or(&[])
    }

    /// The instruction with the given operand values. Bits that an operand lacks are ignored.
    ///
    /// Where the pattern is a constant, so are the shifts and masks.
    #[inline(always)]
    #[must_use]
    pub fn scatter(&self, operands: &[u32]) -> [u32; PARTS] {
        let mut parts = self.fixed;
        for field in self.fields() {
            let value = operands.get(usize::from(field.operand)).copied().unwrap_or(0);
            field.put(value, &mut parts);
        }
        parts
    }

    /// Puts one operand's value into `parts`, where it was 0.
    #[inline]
    pub fn scatter_one(&self, operand: usize, value: u32, parts: &mut [u32; PARTS]) {
        for field in self.fields().iter().filter(|field| usize::from(field.operand) == operand) {
            field.put(value, parts);
        }
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
            if let Some(operand) = operands.get_mut(usize::from(field.operand)) {
                *operand |= field.get(parts);
            }
        }
    }

    /// The value of one operand in `parts`.
    #[must_use]
    pub fn gather_one(&self, operand: usize, parts: &[u32; PARTS]) -> u32 {
        let fields = self.fields().iter().filter(|field| usize::from(field.operand) == operand);
        fields.fold(0, |value, field| value | field.get(parts))
    }

    /// The bits that belong to the operand at a position; and where in their part they begin, if they
    /// stand together, once.
    #[expect(
        clippy::indexing_slicing,
        reason = "within the arrays: `count` fields, each in one of the parts"
    )]
    #[must_use]
    pub const fn bits_of(&self, operand: usize) -> ([u32; PARTS], Option<u8>) {
        let (mut bits, mut shift, mut runs, mut at) = ([0; PARTS], 0, 0, 0);
        while at < self.count as usize {
            let field = &self.fields[at];
            if field.operand as usize == operand {
                bits[field.part as usize] |= field.mask();
                (shift, runs) = (field.rotation, runs + 1);
            }
            at += 1;
        }
        (bits, if runs == 1 { Some(shift) } else { None })
    }

    /// The fixed bits, in place, and which bits they are.
    #[must_use]
    pub const fn fixed(&self) -> (&[u32; PARTS], &[u32; PARTS]) {
        (&self.fixed, &self.mask)
    }
}

//! What decoding asks of a row: the limits of its registers, and whether its operands can be in memory,
//! made at compile time.

use crate::isa::x86_64::kind::{File, Kind, Range};
use crate::isa::x86_64::pattern::{Encoding, Form, Layout};
use crate::isa::x86_64::row::{Row, Slot};
use crate::isa::x86_64::table::ROWS;

/// What decoding asks of a row.
#[derive(Clone, Copy)]
pub(in crate::isa::x86_64) struct Summary {
    pub(in crate::isa::x86_64) row: &'static Row,
    /// Its position in the table.
    pub(in crate::isa::x86_64) at: u16,
    /// Numbers have to be below these: of the register in the byte behind the opcode, of that of the prefix,
    /// and of the last one. One, where there is no such register.
    pub(super) register: u8,
    pub(super) vector: u8,
    pub(super) last: u8,
    /// Whether a byte with operands follows the opcode.
    pub(super) has_operands: bool,
    /// Whether the opcode holds a register.
    pub(super) has_register: bool,
    /// The bytes in front of the opcode that are no REX.
    pub(super) prefixes: u8,
    /// The operand that can be in memory.
    pub(super) memory: Option<Place>,
    /// Whether a register can be a byte, which may need a REX that says nothing else.
    pub(super) has_bytes: bool,
    /// Whether operands have rules of their own.
    pub(super) has_rules: bool,
    /// The bytes of the number at the end.
    pub(super) number: u8,
}

/// An operand that can be in memory.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The unit of its displacement of one byte.
    pub(super) unit: u8,
    /// The unit where one element is read for all lanes; 0 if none can be.
    pub(super) element: u8,
    /// Whether its index is a vector.
    pub(super) is_indexed_by_vector: bool,
    /// Whether it may be in a segment, other than that of code.
    pub(super) has_segments: bool,
    /// Whether it is in that of code.
    pub(super) is_padding: bool,
    /// The bytes of the displacement, where fewer would do.
    pub(super) displacement: u8,
}

impl Summary {
    const fn of(at: usize, row: &'static Row) -> Self {
        let layout = &row.layout;
        let is_extended = matches!(layout.encoding, Encoding::Evex);
        let is_legacy = matches!(layout.encoding, Encoding::Legacy);
        let mut summary = Self {
            row,
            at: at as u16,
            register: if matches!(layout.form, Form::Digit(_)) { 8 } else { 1 },
            vector: 1,
            last: 0,
            has_operands: layout.has_operands(),
            has_register: matches!(layout.form, Form::Register),
            prefixes: if is_legacy { layout.is_half as u8 + (layout.mandatory != 0) as u8 } else { 0 },
            memory: None,
            has_bytes: false,
            has_rules: layout.is_register,
            number: layout.number,
        };
        let mut rest = row.slots;
        while let [slot, tail @ ..] = rest {
            summary = summary.with(slot, is_extended);
            rest = tail;
        }
        summary
    }

    const fn with(mut self, slot: &Slot, is_extended: bool) -> Self {
        let file = slot.kind.file();
        let limit = match file {
            Some(file) => file.registers(is_extended),
            None => 0,
        };
        match slot.letter {
            _ if matches!(file, Some(File::High)) => {
                self.has_rules = true;
                match slot.letter {
                    b'r' => self.register = 8,
                    _ => self.last = 8,
                }
            }
            b'r' => self.register = limit,
            b'v' => self.vector = limit,
            b'm' => (self.last, self.memory) = (limit, Place::of(slot.kind, is_extended, &self.row.layout)),
            _ => {}
        }
        self.has_bytes |= matches!(file, Some(File::Byte)) && !matches!(slot.kind, Kind::Fixed(_));
        self.has_rules |= match slot.kind {
            Kind::Vector(..) => true,
            Kind::Named(_) => self.row.layout.opcode_bits() == 0,
            Kind::Number(range) => !is_any(range, self.number),
            _ => false,
        };
        self
    }
}

/// Whether some bytes hold nothing but these numbers.
const fn is_any(range: Range, bytes: u8) -> bool {
    let signed = Range::signed(bytes as u32 * 8);
    let is_signed = range.least == signed.least && range.greatest == signed.greatest;
    is_signed
        || bytes < 8 && {
            let unsigned = Range::unsigned(bytes as u32 * 8);
            range.least == 0 && range.greatest == unsigned.greatest
        }
}

impl Place {
    const fn of(kind: Kind, is_extended: bool, layout: &Layout) -> Option<Self> {
        let (Kind::Memory(bytes) | Kind::Padding(bytes) | Kind::Either(_, bytes, _) | Kind::Vector(_, bytes)) =
            kind
        else {
            return None;
        };
        let element = match kind {
            Kind::Either(_, _, Some(element)) => element,
            _ => 0,
        };
        let is_indexed_by_vector = matches!(kind, Kind::Vector(..));
        let unit = if is_extended && bytes > 0 { bytes } else { 1 };
        let (is_padding, displacement) = (matches!(kind, Kind::Padding(_)), layout.displacement);
        Some(Self { unit, element, is_indexed_by_vector, has_segments: bytes > 0, is_padding, displacement })
    }
}

/// The summaries of all rows, in the order of the table.
pub(super) static SUMMARIES: [Summary; ROWS.len()] = summaries();

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn summaries() -> [Summary; ROWS.len()] {
    let (mut summaries, mut at) = ([Summary::of(0, ROWS[0]); ROWS.len()], 0);
    while at < ROWS.len() {
        summaries[at] = Summary::of(at, ROWS[at]);
        at += 1;
    }
    summaries
}

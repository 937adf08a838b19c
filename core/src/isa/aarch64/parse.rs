//! One instruction from its text: the inverse of [`super::text`].
//!
//! The text is matched against the template of a row, piece by piece. Each piece
//! is a [clue](Clue) to an operand: its field value, or something that follows from
//! that, such as the prefix of a register, which tells a width. When all clues are
//! known, each operand has the first field value that fits those to it.
//!
//! Tests: `tests/tests/isa_aarch64_random.rs`, `tests/tests/isa_aarch64_table_llvm.rs`,
//! `tests/tests/fuzz_corpus.rs`.

use super::inst::MachInst;
use super::kind::{Code, Kind, Linear, RESERVED, Registers, Style};
use super::row::Row;
use super::slot::{MAX_OPERANDS, Slot, UNRESOLVED};
use super::table;
use super::template::{Piece, derived, derived_names, fixed_element, pieces};
use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::AssembleError;
use crate::isa::labels::{Labels, Place};
use crate::kernel::func::MAX_REGISTERS;
use alloc::vec::Vec;

pub(super) type Parsed<T> = Result<T, AssembleError>;

const NO_ENCODING: &str = "this number is out of range, or has no encoding";
// Operands of another kind are expected.
const NO_NUMBER: &str = "a number should stand here";
const NO_REGISTER: &str = "a register should stand here";
const NO_NEIGHBOUR: &str = "the registers of this list do not follow each other";

/// A position in a line.
#[derive(Default)]
pub(super) struct Cursor<'t> {
    /// The line, and its number.
    text: &'t str,
    line: usize,
    pub(super) at: usize,
    /// The clues before it to the instruction that is tried.
    clues: Vec<Clue>,
    /// The labels of this line and those before.
    labels: Labels<'t>,
    /// The form that was nearest to what was no instruction.
    nearest: Option<&'static str>,
}

/// Whether a template's mnemonic is how a name begins, as far as it is letters and digits. Most
/// rows end here, unparsed.
fn has_mnemonic(template: &str, name: &str) -> bool {
    let mut name = name.bytes();
    let mut mnemonic = template.bytes().take_while(u8::is_ascii_alphanumeric);
    mnemonic.all(|letter| name.next().is_some_and(|written| written.eq_ignore_ascii_case(&letter)))
}

/// A part of the text that decides about an operand.
#[derive(Clone, Copy)]
struct Clue {
    operand: u8,
    /// Where the part stands.
    at: usize,
    says: Says,
}

#[derive(Clone, Copy)]
enum Says {
    /// The field value.
    Field(u32),
    /// The number, of an operand that tells an element size, too.
    Number(i64),
    /// The prefix or name of a register that the operand selects.
    Prefix(Registers, &'static str),
    /// The text that follows from the arrangement or size in the operand.
    Derived(u8, &'static str),
}

impl<'t> Cursor<'t> {
    /// Goes to the beginning of the next line.
    pub(super) fn start(&mut self, text: &'t str) {
        (self.text, self.line, self.at) = (text, self.line.saturating_add(1), 0);
    }

    /// Parses the instruction here. Of all rows' failures, the one that got farthest counts, and of those at
    /// the same place one for which the operand there is of the right kind.
    pub(super) fn instruction(&mut self) -> Parsed<MachInst> {
        let (start, labels) = (self.at, self.labels.len());
        let mut best = self.problem(start, "no instruction has this name");
        self.nearest = None;
        // A row of another mnemonic has got nowhere, even if the names begin alike.
        let name = self.take_name();
        let mut farthest = (self.at.saturating_add(1), true);
        // Whatever is written as it is printed comes before other spellings.
        let printed = table::rows().map(|row| (row, row.notation.text));
        let others =
            table::rows().flat_map(|row| row.notation.text.split(['|']).skip(1).map(move |text| (row, text)));
        for (row, text) in printed.chain(others).filter(|(_, text)| has_mnemonic(text, name)) {
            self.at = start;
            self.clues.clear();
            self.labels.truncate(labels);
            match self.row(row, text) {
                Err(failure @ AssembleError::Syntax { column, problem, .. }) => {
                    let got = (column, ![NO_NUMBER, NO_REGISTER].contains(&problem));
                    if got > farthest {
                        (farthest, best) = (got, failure);
                        self.nearest = text.split(['|']).next();
                    }
                }
                done => return done,
            }
        }
        Err(best)
    }

    /// The form that was nearest to what was no instruction.
    pub(super) const fn nearest(&self) -> Option<&'static str> {
        self.nearest
    }

    /// The label whose name began at `at` and ends here: its number among them.
    fn label(&mut self, name: &'t str, at: usize) -> Parsed<usize> {
        Ok(self.labels.number(name, Place { line: self.line, at })?)
    }

    /// The label whose name began at `at` and ends here, where it stands before what follows.
    pub(super) fn bound_label(&mut self, name: &'t str, at: usize) -> Parsed<Label> {
        let label = self.label(name, at)?;
        if !self.labels.bind(label) {
            return Err(self.problem(at, "this label stands somewhere else, too"));
        }
        numbered(label)
    }

    /// Succeeds where all labels stand somewhere.
    pub(super) fn all_bound(&self) -> Parsed<()> {
        self.labels.unbound().map_or(Ok(()), |Place { line, at }| {
            let column = at.saturating_add(1);
            Err(AssembleError::Syntax { line, column, problem: "this label stands nowhere" })
        })
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn fail<T>(&self, problem: &'static str) -> Parsed<T> {
        Err(self.problem(self.at, problem))
    }

    /// Returns the error for a problem at a position in the line.
    pub(super) fn problem(&self, at: usize, problem: &'static str) -> AssembleError {
        AssembleError::Syntax { line: self.line, column: at.saturating_add(1), problem }
    }

    pub(super) fn skip_spaces(&mut self) {
        self.take_while(|c| c == b' ' || c == b'\t');
    }

    /// Takes `symbol`, in either case.
    pub(super) fn take(&mut self, symbol: u8) -> bool {
        let found = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&symbol));
        self.at = self.at.saturating_add(usize::from(found));
        found
    }

    /// Takes the longest run of symbols that satisfy `belongs`.
    pub(super) fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(&belongs) {
            self.at = self.at.saturating_add(1);
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Takes a name of a label or a directive.
    pub(super) fn take_name(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$'))
    }

    /// Whether nothing but spaces follows in this statement. Takes the spaces.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_spaces();
        let rest = self.text.get(self.at..).unwrap_or("");
        rest.is_empty() || rest.starts_with("//") || rest.starts_with(';')
    }

    /// A number with an optional sign: in decimal, or as in C behind `0x` in hexadecimal, behind `0`
    /// in octal; behind `0b` in binary. Those from 2⁶³ to 2⁶⁴ - 1 are the negative ones with the same bits.
    pub(super) fn number(&mut self) -> Parsed<i64> {
        let start = self.at;
        let is_negative = self.take(b'-');
        let (digits, radix) = match self.take_while(|c| c.is_ascii_digit()) {
            "0" if self.take(b'x') => (self.take_while(|c| c.is_ascii_hexdigit()), 16),
            "0" if self.take(b'b') => (self.take_while(|c| c.is_ascii_digit()), 2),
            digits if digits.starts_with('0') => (digits, 8),
            digits => (digits, 10),
        };
        let value = u64::from_str_radix(digits, radix).or(Err(self.problem(start, NO_NUMBER)))?;
        let value = if is_negative { 0i64.checked_sub_unsigned(value) } else { Some(value as i64) };
        value.ok_or(self.problem(start, NO_ENCODING))
    }

    fn float(&mut self) -> Parsed<i64> {
        let start = self.at;
        let text = self.take_while(|c| c.is_ascii_digit() || matches!(c, b'-' | b'+' | b'.' | b'e' | b'E'));
        let value = text.parse::<f64>().or(Err(self.problem(start, NO_NUMBER)))?;
        Ok(value.to_bits() as i64)
    }

    /// A bit position and a count of bits, as [`Style::BitRange`] has them.
    fn bit_range(&mut self) -> Parsed<i64> {
        let (start, position) = (self.at, self.number()?);
        self.literal(b',')?;
        self.take(b'#');
        match (position, self.number()?) {
            (0..64, count @ 0..=64) => Ok(position | count << 8),
            _ => Err(self.problem(start, "a range of bits within the register should stand here")),
        }
    }

    /// An instruction of a row in one of its spellings.
    fn row(&mut self, row: &'static Row, text: &'static str) -> Parsed<MachInst> {
        let matched = self.matches(row, text);
        // Where clues contradict each other, that is what is wrong: they stand before all else.
        let mut operands = [0; MAX_OPERANDS];
        for (operand, slot) in operands.iter_mut().zip(row.slots) {
            *operand = self.field(slot)?;
        }
        matched?;
        let raws = operands.get(..row.slots.len()).unwrap_or_default();
        // Rules compare registers; with virtual ones, encoding applies them after allocation.
        if raws.iter().any(|raw| raw & UNRESOLVED != 0) {
            return Ok(MachInst::of(row, &row.layout, operands));
        }
        MachInst::from_fields(row, raws)
            .or(self.fail("this combination of operands is reserved or unpredictable"))
    }

    /// Matches the text with a template, up to the end of the statement.
    fn matches(&mut self, row: &'static Row, text: &'static str) -> Parsed<()> {
        for piece in pieces(text) {
            match piece {
                Piece::Literal(symbol) => self.literal(symbol)?,
                Piece::Number(value) => self.exactly(value)?,
                Piece::Operand(letter) => self.operand(row, letter)?,
                Piece::Optional(letter) if self.follows(b',') => self.operand(row, letter)?,
                Piece::Optional(_) => {}
                Piece::Whole(number, shift) => self.whole(row, number, shift)?,
                Piece::List(list, element) => self.list(row, list, element)?,
                Piece::Derived(what, letter) => self.derived(what, letter)?,
            }
        }
        if self.at_end() { Ok(()) } else { self.fail("the instruction should end here") }
    }

    /// Takes a symbol and the spaces around it.
    fn follows(&mut self, symbol: u8) -> bool {
        self.skip_spaces();
        let found = self.take(symbol);
        self.skip_spaces();
        found
    }

    fn found(&mut self, operand: u8, at: usize, says: Says) -> Parsed<()> {
        Ok(self.clues.try_push(Clue { operand, at, says })?)
    }

    /// A name that follows from an arrangement or a size.
    fn derived(&mut self, what: u8, operand: u8) -> Parsed<()> {
        let (at, names) = (self.at, derived_names(what));
        let name = self.one_of(names.iter().map(|name| (*name, *name)))?;
        self.found(operand, at, Says::Derived(what, name))
    }

    /// A character of a template; spaces around punctuation are free.
    fn literal(&mut self, symbol: u8) -> Parsed<()> {
        if matches!(symbol, b' ' | b',' | b']' | b'!' | b'}') {
            self.skip_spaces();
        }
        if symbol == b' ' && self.inside_word() {
            return self.fail("no instruction has this name");
        }
        // Before a number, a sharp is not needed.
        if !self.take(symbol) && !matches!(symbol, b' ' | b'#') {
            return self.fail(match symbol {
                b',' => "a comma should stand here",
                b'[' => "an opening bracket should stand here",
                b']' => "a closing bracket should stand here",
                b'!' => "an exclamation mark should stand here",
                _ => "no instruction of this name has this form",
            });
        }
        if matches!(symbol, b',' | b'[' | b'{') {
            self.skip_spaces();
        }
        Ok(())
    }

    /// Whether the characters before and at the cursor belong to the same word.
    fn inside_word(&self) -> bool {
        let word = |at: Option<usize>| {
            at.and_then(|at| self.text.as_bytes().get(at)).is_some_and(u8::is_ascii_alphanumeric)
        };
        word(self.at.checked_sub(1)) && word(Some(self.at))
    }

    fn operand(&mut self, row: &'static Row, letter: u8) -> Parsed<()> {
        let at = self.at;
        let Some(&Slot { kind, .. }) = row.slot(letter) else { return self.fail("unknown operand") };
        let says = match *kind {
            Kind::Register(registers) => Says::Field(self.neighbours(registers)?),
            Kind::Named(_, names) => Says::Field(self.one_of(names.iter().copied())?),
            Kind::Number(_, Style::Distance) if self.name_follows() => {
                let name = self.take_name();
                let label = self.label(name, at)?;
                Says::Field(numbered(label)?.index() | UNRESOLVED)
            }
            Kind::Number(Code::BySize { .. }, style) => Says::Number(self.immediate(style)?),
            Kind::Number(_, style) => {
                let number = self.immediate(style)?;
                Says::Field(kind.to_field(number).ok_or(self.problem(at, NO_ENCODING))?)
            }
        };
        self.found(letter, at, says)
    }

    /// A number whose lower bits, as many as operand `number` has, are 0. That is the upper ones, as field
    /// value 1 of `shift` says.
    fn whole(&mut self, row: &'static Row, number: u8, shift: u8) -> Parsed<()> {
        let at = self.at;
        let Some(Slot { kind, .. }) = row.slot(number) else { return self.fail("unknown operand") };
        let (value, bits) = (self.immediate(Style::Decimal)?, kind.bits());
        let upper = value.checked_shr(bits).filter(|upper| upper.checked_shl(bits) == Some(value));
        let field = upper.and_then(|upper| kind.to_field(upper)).ok_or(self.problem(at, NO_ENCODING))?;
        self.found(number, at, Says::Field(field))?;
        self.found(shift, at, Says::Field(1))
    }

    /// Whether a name stands here, rather than a number.
    fn name_follows(&self) -> bool {
        self.peek().is_some_and(|symbol| symbol.is_ascii_alphabetic() || matches!(symbol, b'_' | b'.' | b'$'))
    }

    /// A number as an operand: the inverse of what is printed in a style.
    fn immediate(&mut self, style: Style) -> Parsed<i64> {
        self.take(b'#');
        match style {
            Style::Float => self.float(),
            Style::BitRange => self.bit_range(),
            Style::MulVl => {
                let number = self.number()?;
                ", mul vl".bytes().try_for_each(|symbol| self.literal(symbol))?;
                Ok(number)
            }
            _ => self.number(),
        }
    }

    /// A number of a template.
    fn exactly(&mut self, value: u16) -> Parsed<()> {
        let start = self.at;
        self.take(b'#');
        let is_exact = self.number().ok() == Some(i64::from(value));
        self.at = if is_exact { self.at } else { start };
        if is_exact { Ok(()) } else { self.fail(NO_ENCODING) }
    }

    /// Returns the meaning of the longest of some names that stands here; spaces in it are free. Where a name
    /// stands here but for its number, the number is what is wrong.
    fn one_of<T: Copy>(&mut self, names: impl Iterator<Item = (&'static str, T)>) -> Parsed<T> {
        let (start, mut longest, mut wrong) = (self.at, None, (self.at, "this name does not fit here"));
        let spellings = names.flat_map(|(name, means)| name.split(['|']).map(move |name| (name, means)));
        for (name, meaning) in spellings.filter(|(name, _)| *name != RESERVED) {
            self.at = start;
            let differing = pieces(name).find(|piece| match *piece {
                Piece::Literal(symbol) => self.literal(symbol).is_err(),
                Piece::Number(value) => self.exactly(value).is_err(),
                _ => true,
            });
            match differing {
                None if longest.is_none_or(|(end, _)| self.at > end) => longest = Some((self.at, meaning)),
                Some(Piece::Number(_)) => wrong = (self.at, NO_ENCODING),
                _ => {}
            }
        }
        let (end, meaning) =
            longest.filter(|(end, _)| *end >= wrong.0).ok_or(self.problem(wrong.0, wrong.1))?;
        self.at = end;
        Ok(meaning)
    }

    /// A number of a register: plain, or `%` and the number of a virtual one.
    fn register_number(&mut self) -> Option<u32> {
        let is_virtual = self.take(b'%');
        let digits = self.take_while(|c| c.is_ascii_digit());
        let canonical = digits.len() == 1 || !digits.starts_with('0');
        match digits.parse::<u32>() {
            Ok(number) if is_virtual && number < MAX_REGISTERS => Some(number | UNRESOLVED),
            Ok(number) if !is_virtual && number < 32 && canonical => Some(number),
            _ => None,
        }
    }

    /// A register: its field value, or a virtual one.
    fn register(&mut self, registers: Registers) -> Parsed<u32> {
        let start = self.at;
        let unknown = self.problem(start, self.no_register(registers));
        let names = registers.prefixes.iter().chain(registers.thirty_one);
        let name = self.one_of(names.map(|name| (*name, *name))).or(Err(unknown))?;
        if let Some(operand) = registers.chosen_by {
            self.found(operand, start, Says::Prefix(registers, name))?;
        }
        match self.register_number() {
            _ if registers.thirty_one.contains(&name) => Ok(31),
            Some(number) if number & UNRESOLVED != 0 => Ok(number),
            Some(number) if number < 31 || registers.thirty_one.is_empty() => {
                registers.field(number).ok_or(unknown)
            }
            _ => Err(self.problem(start, "no register has this number")),
        }
    }

    /// As many neighbours as an operand names, with commas between them: the field value of the first.
    fn neighbours(&mut self, registers: Registers) -> Parsed<u32> {
        let first = self.register(registers)?;
        let number = if first & UNRESOLVED == 0 { registers.number(first) } else { first };
        for nth in 1..registers.count {
            self.literal(b',')?;
            let at = self.at;
            if self.register(Registers { numbers: Linear::FILE, ..registers })? != neighbour(number, nth) {
                return Err(self.problem(at, NO_NEIGHBOUR));
            }
        }
        Ok(first)
    }

    /// Returns the problem where something else than one of some registers stands.
    fn no_register(&self, registers: Registers) -> &'static str {
        match self.peek() {
            Some(b'0'..=b'9' | b'#' | b'-') => {
                let has_numbers = registers.thirty_one.iter().any(|name| name.starts_with(['#']));
                if has_numbers { NO_ENCODING } else { NO_REGISTER }
            }
            _ => "this register cannot stand here",
        }
    }

    /// A list of registers in braces, one by one or as a range.
    fn list(&mut self, row: &'static Row, list: u8, element: u8) -> Parsed<()> {
        let start = self.at;
        let Some(&Slot { kind: &Kind::Register(registers), .. }) = row.slot(list) else {
            return self.fail("unknown operand");
        };
        self.literal(b'{')?;
        let (mut first, mut nth) = (0, 0);
        while nth < registers.count {
            if nth > 0 && self.follows(b'-') {
                nth = registers.count.saturating_sub(1);
            } else if nth > 0 {
                self.literal(b',')?;
            }
            let at = self.at;
            let number = self.register(Registers { numbers: Linear::FILE, ..registers })?;
            if nth == 0 {
                first = number;
            } else if number != neighbour(first, nth) {
                return Err(self.problem(at, NO_NEIGHBOUR));
            }
            self.literal(b'.')?;
            if element.is_ascii_uppercase() {
                fixed_element(element).bytes().try_for_each(|symbol| self.literal(symbol))?;
            } else {
                self.derived(b'=', element)?;
            }
            nth = nth.saturating_add(1);
        }
        self.literal(b'}')?;
        let raw = if first & UNRESOLVED == 0 { registers.field(first) } else { Some(first) };
        let raw = raw.ok_or(self.problem(start, "no list begins with this register"))?;
        self.found(list, start, Says::Field(raw))
    }

    /// The first field value of an operand that fits all clues to it; 0 without any. Where none does,
    /// the one that fits most of the text tells what is wrong.
    fn field(&self, slot: &Slot) -> Parsed<u32> {
        let own = || self.clues.iter().filter(|clue| clue.operand == slot.letter);
        let written = own().find_map(|clue| if let Says::Field(raw) = clue.says { Some(raw) } else { None });
        if own().next().is_none() {
            return Ok(0);
        }
        let last = 1u32.checked_shl(slot.kind.bits()).unwrap_or(0).wrapping_sub(1);
        let mut wrong = (0, NO_ENCODING);
        for raw in written.map_or(0..=last, |raw| raw..=raw) {
            match own().find(|clue| !clue.fits(*slot.kind, raw)) {
                None if written.is_some() || slot.kind.accepts(raw) => return Ok(raw),
                Some(clue) if clue.at > wrong.0 => wrong = (clue.at, clue.problem()),
                _ => {}
            }
        }
        Err(self.problem(wrong.0, wrong.1))
    }
}

/// The number of the register `nth` places behind a first one, both placed or both virtual.
const fn neighbour(first: u32, nth: u32) -> u32 {
    let wrap = if first & UNRESOLVED == 0 { 31 } else { u32::MAX };
    first.wrapping_add(nth) & wrap
}

/// The label with a number.
fn numbered(label: usize) -> Parsed<Label> {
    u32::try_from(label).map(Label::new).or(Err(OutOfMemory.into()))
}

impl Clue {
    /// Whether a field value of its operand says so.
    fn fits(&self, kind: Kind, raw: u32) -> bool {
        match self.says {
            Says::Field(field) => field == raw,
            Says::Number(number) => kind.to_number(raw) == Some(number),
            Says::Prefix(Registers { prefixes, thirty_one, .. }, written) => {
                let at = kind.selector(raw).map_or(usize::MAX, |at| at as usize);
                [prefixes, thirty_one].iter().any(|names| names.get(at) == Some(&written))
            }
            Says::Derived(what, name) => derived(what, kind, raw) == Some(name),
        }
    }

    /// The problem with the text if it does not.
    const fn problem(&self) -> &'static str {
        match self.says {
            Says::Field(_) => "this operand disagrees with an earlier one",
            Says::Number(_) => NO_ENCODING,
            Says::Prefix(..) | Says::Derived(..) => "this does not fit the rest of the instruction",
        }
    }
}

//! Text to instructions: the inverse of [`super::text`].
//!
//! A line holds a label (`name:`), a raw word (`.word 0xd503201f`), or an
//! instruction; a comment runs from `//` or `;` to the end of the line. An
//! instruction is matched against the rows of its mnemonic; the message of a
//! failure names the column that the best attempt reached.

use super::inst::MachInst;
use super::operand::{Kind, RegisterKind, UNRESOLVED, number_to_raw};
use super::row::{MAX_OPERANDS, Row};
use super::table;
use super::text::{EXTENSIONS, Piece, SHIFTS, arrangement_bytes};
use crate::code::{CodeBuffer, CodeError, Label};
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa;
use alloc::vec::Vec;

/// An entry of a list of AArch64 code.
pub type Item = isa::Item<MachInst>;

/// Why a text is no assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssembleError {
    /// A line is malformed.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// The instructions do not form code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Assembles `text` to words.
///
/// # Errors
/// [`AssembleError`], with line and column where the text is malformed.
pub fn assemble(text: &str) -> Result<Vec<u32>, AssembleError> {
    let items = parse(text)?;
    Ok(emit(&items)?)
}

/// Encodes `items` and resolves their labels.
///
/// # Errors
/// [`CodeError`].
pub fn emit(items: &[Item]) -> Result<Vec<u32>, CodeError> {
    let mut code = CodeBuffer::new();
    for _ in 0..label_count(items) {
        code.label()?;
    }
    for item in items {
        match item {
            Item::Label(label) => code.bind(*label)?,
            Item::Inst(inst) => code.emit(*inst)?,
            Item::Word(word) => code.word(*word)?,
        }
    }
    code.finish()
}

/// One more than the greatest label number in `items`.
fn label_count(items: &[Item]) -> u32 {
    let labels = items.iter().filter_map(|item| match item {
        Item::Label(label) => Some(label.index()),
        Item::Inst(inst) => inst.label().map(|(_, index)| index),
        Item::Word(_) => None,
    });
    labels.max().map_or(0, |greatest| greatest.saturating_add(1))
}

/// Parses `text` without resolving its labels.
///
/// # Errors
/// [`AssembleError::Syntax`], with line and column.
pub fn parse(text: &str) -> Result<Vec<Item>, AssembleError> {
    let mut names = Names::default();
    let mut items = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut cursor = Cursor { text: line, at: 0, names: &mut names };
        cursor.line(&mut items).map_err(|e| e.in_line(number.saturating_add(1)))?;
    }
    Ok(items)
}

/// Parses one instruction. A label it names gets number 0.
///
/// # Errors
/// [`AssembleError::Syntax`], with the column.
pub fn parse_inst(text: &str) -> Result<MachInst, AssembleError> {
    let mut names = Names::default();
    let mut cursor = Cursor { text, at: 0, names: &mut names };
    cursor.instruction().map_err(|e| e.in_line(1))
}

/// Label names in order of appearance.
#[derive(Default)]
struct Names<'t>(Vec<&'t str>);

impl<'t> Names<'t> {
    /// The label called `name`.
    fn label(&mut self, name: &'t str) -> Result<Label, OutOfMemory> {
        let at = match self.0.iter().position(|known| *known == name) {
            Some(at) => at,
            None => {
                self.0.try_push(name)?;
                self.0.len().saturating_sub(1)
            }
        };
        u32::try_from(at).map(Label::new).map_err(|_| OutOfMemory)
    }
}

/// A failed attempt: where, and what was wrong.
#[derive(Clone, Copy)]
enum Failure {
    At(usize, &'static str),
    OutOfMemory,
}

impl From<OutOfMemory> for Failure {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

impl Failure {
    fn in_line(self, line: usize) -> AssembleError {
        match self {
            Self::At(at, problem) => AssembleError::Syntax { line, column: at.saturating_add(1), problem },
            Self::OutOfMemory => AssembleError::OutOfMemory(OutOfMemory),
        }
    }
}

/// A position in a line.
struct Cursor<'t, 'n> {
    text: &'t str,
    at: usize,
    names: &'n mut Names<'t>,
}

/// The operands found so far, by position in the row.
type Operands = [Option<u32>; MAX_OPERANDS];

impl<'t> Cursor<'t, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fail<T>(&self, problem: &'static str) -> Result<T, Failure> {
        Err(Failure::At(self.at, problem))
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|c| c == b' ' || c == b'\t') {
            self.at = self.at.saturating_add(1);
        }
    }

    /// Takes `symbol`, in either case.
    fn take(&mut self, symbol: u8) -> bool {
        let found = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&symbol));
        self.at = self.at.saturating_add(usize::from(found));
        found
    }

    /// Takes the longest run of symbols that satisfy `belongs`.
    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(&belongs) {
            self.at = self.at.saturating_add(1);
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    fn take_word(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'.' || c == b'$')
    }

    fn at_end(&self) -> bool {
        let rest = self.rest();
        rest.is_empty() || rest.starts_with("//") || rest.starts_with(';')
    }

    fn line(&mut self, items: &mut Vec<Item>) -> Result<(), Failure> {
        self.skip_spaces();
        let start = self.at;
        let word = self.take_word();
        if !word.is_empty() && self.take(b':') {
            items.try_push(Item::Label(self.names.label(word)?))?;
        } else {
            self.at = start;
        }
        self.skip_spaces();
        if self.at_end() {
            return Ok(());
        }
        let item = if self.rest().starts_with(".word") || self.rest().starts_with(".inst") {
            self.take_word();
            self.skip_spaces();
            Item::Word(self.raw_word()?)
        } else {
            Item::Inst(self.instruction()?)
        };
        items.try_push(item)?;
        self.skip_spaces();
        if self.at_end() { Ok(()) } else { self.fail("the line should end here") }
    }

    fn raw_word(&mut self) -> Result<u32, Failure> {
        let start = self.at;
        let value = self.number()?;
        u32::try_from(value).or(Err(Failure::At(start, "a word has 32 bits")))
    }

    /// A number in decimal or hexadecimal, with an optional sign.
    fn number(&mut self) -> Result<i64, Failure> {
        let start = self.at;
        let negative = self.take(b'-');
        let digits = self.take_while(|c| c.is_ascii_alphanumeric());
        let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => i64::from_str_radix(hex, 16),
            None => digits.parse::<i64>(),
        };
        match magnitude {
            Ok(value) if negative => Ok(value.wrapping_neg()),
            Ok(value) => Ok(value),
            Err(_) => Err(Failure::At(start, "a number should stand here")),
        }
    }

    /// Matches the rows of the mnemonic; of the failures, the one that got farthest counts.
    fn instruction(&mut self) -> Result<MachInst, Failure> {
        let start = self.at;
        let mut best = Failure::At(start, "no instruction has this name");
        for row in table::rows() {
            self.at = start;
            match self.row(row) {
                Ok(inst) => return Ok(inst),
                Err(Failure::OutOfMemory) => return Err(Failure::OutOfMemory),
                Err(Failure::At(at, problem)) => {
                    if matches!(best, Failure::At(farthest, _) if at > farthest) {
                        best = Failure::At(at, problem);
                    }
                }
            }
        }
        Err(best)
    }

    fn row(&mut self, row: &'static Row) -> Result<MachInst, Failure> {
        let start = self.at;
        if !row.mnemonic().contains('{') && !self.takes_mnemonic(row.mnemonic()) {
            return Err(Failure::At(start, "no instruction has this name"));
        }
        self.at = start;
        let mut operands = Operands::default();
        for piece in row.pieces() {
            self.piece(row, piece, &mut operands)?;
        }
        self.skip_spaces();
        if !self.at_end() {
            return self.fail("the instruction should end here");
        }
        let mut raws = [0; MAX_OPERANDS];
        for (raw, operand) in raws.iter_mut().zip(operands) {
            *raw = operand.unwrap_or(0);
        }
        self.build(row, raws.get(..row.slots.len()).unwrap_or(&[]))
    }

    fn takes_mnemonic(&mut self, mnemonic: &str) -> bool {
        let word = self.take_word();
        word.eq_ignore_ascii_case(mnemonic)
    }

    /// An instruction from field values, each of which is known to suit its operand.
    fn build(&self, row: &'static Row, raws: &[u32]) -> Result<MachInst, Failure> {
        // Rules compare registers; with virtual ones, encoding applies them after allocation.
        if raws.iter().any(|raw| raw & UNRESOLVED != 0) {
            return Ok(MachInst::of(row, raws.iter().copied()));
        }
        MachInst::from_fields(row, raws)
            .or(Err(Failure::At(self.at, "this combination of operands is unpredictable")))
    }

    fn piece(&mut self, row: &'static Row, piece: Piece, operands: &mut Operands) -> Result<(), Failure> {
        match piece {
            Piece::Literal(b' ') => self.skip_spaces(),
            Piece::Literal(symbol) => {
                if matches!(symbol, b',' | b']' | b'!') {
                    self.skip_spaces();
                }
                if !self.take(symbol) {
                    return self.fail(expected(symbol));
                }
                if matches!(symbol, b',' | b'[') {
                    self.skip_spaces();
                }
            }
            Piece::Operand(letter) => self.operand(row, letter, operands)?,
            Piece::Optional(letter) => {
                let start = self.at;
                self.skip_spaces();
                if self.take(b',') {
                    self.skip_spaces();
                    self.operand(row, letter, operands)?;
                } else {
                    self.at = start;
                }
            }
            Piece::List(list, element) => self.list(row, list, element, operands)?,
            Piece::Bytes(count, letter) => {
                let start = self.at;
                self.take(b'#');
                let found = row.position(letter).and_then(|at| operands.get(at).copied().flatten());
                let bytes = arrangement_bytes(found.unwrap_or(0)).wrapping_mul(u32::from(count));
                if self.number()? != i64::from(bytes) {
                    return Err(Failure::At(start, "the increment must be the size of the list"));
                }
            }
        }
        Ok(())
    }

    fn operand(&mut self, row: &'static Row, letter: u8, operands: &mut Operands) -> Result<(), Failure> {
        let start = self.at;
        let Some(position) = row.position(letter) else { return self.fail("unknown operand") };
        let Some(slot) = row.slots.get(position) else { return self.fail("unknown operand") };
        let raw = match slot.kind {
            Kind::Register(kind) => self.register(row, kind, operands)?,
            Kind::List(_) => return self.fail("a list should stand here"),
            Kind::OneOf(names) => self.name(names)?,
            Kind::Distance { .. } if self.peek() != Some(b'#') => {
                let name = self.take_word();
                if name.is_empty() {
                    return self.fail("a label or a distance should stand here");
                }
                self.names.label(name)?.index() | UNRESOLVED
            }
            Kind::Unsigned { .. } | Kind::Signed { .. } | Kind::Distance { .. } | Kind::Lane { .. } => {
                self.take(b'#');
                let value = self.number()?;
                number_to_raw(slot.kind, value)
                    .or(Err(Failure::At(start, "this number is out of range, or no multiple of its unit")))?
            }
            Kind::LeftShift { .. } => self.shift_suffix(|kind, amount| {
                let raw = number_to_raw(slot.kind, amount).ok();
                raw.filter(|_| kind == 0)
            })?,
            Kind::Shift { rotate } => self.shift_suffix(|kind, amount| {
                let amount = u32::try_from(amount).ok().filter(|amount| *amount < 64)?;
                let kind = u32::try_from(kind).ok().filter(|kind| *kind < 3 || rotate)?;
                Some(kind << 6 | amount)
            })?,
            Kind::Index { log2 } => self.extension_suffix(log2)?,
        };
        self.set(position, raw, start, operands)
    }

    /// Records an operand; one that the text names twice must be the same both times.
    fn set(&self, position: usize, raw: u32, start: usize, operands: &mut Operands) -> Result<(), Failure> {
        match operands.get_mut(position) {
            Some(operand @ None) => *operand = Some(raw),
            Some(Some(known)) if *known == raw => {}
            _ => return Err(Failure::At(start, "this operand disagrees with an earlier one")),
        }
        Ok(())
    }

    /// One of a list of names.
    fn name(&mut self, names: &[&str]) -> Result<u32, Failure> {
        let start = self.at;
        let word = self.take_while(|c| c.is_ascii_alphanumeric());
        let at = names.iter().position(|name| !name.is_empty() && name.eq_ignore_ascii_case(word));
        at.and_then(|at| u32::try_from(at).ok()).ok_or(Failure::At(start, "this name does not fit here"))
    }

    /// A number of a register: plain, or `%` and the number of a virtual one.
    fn register_number(&mut self) -> Result<u32, Failure> {
        let start = self.at;
        let is_virtual = self.take(b'%');
        let digits = self.take_while(|c| c.is_ascii_digit());
        let canonical = digits.len() == 1 || !digits.starts_with('0');
        match digits.parse::<u32>() {
            Ok(number) if is_virtual && number & UNRESOLVED == 0 => Ok(number | UNRESOLVED),
            Ok(number) if !is_virtual && number < 32 && canonical => Ok(number),
            _ => Err(Failure::At(start, "no register has this number")),
        }
    }

    fn register(
        &mut self,
        row: &'static Row,
        kind: RegisterKind,
        operands: &mut Operands,
    ) -> Result<u32, Failure> {
        let start = self.at;
        for (name, is_sp, is_word) in
            [("xzr", false, false), ("wzr", false, true), ("wsp", true, true), ("sp", true, false)]
        {
            if self.take_name(name) {
                self.check_view(row, kind, if is_word { b'w' } else { b'x' }, start, operands)?;
                let wants_sp = matches!(kind, RegisterKind::XSp | RegisterKind::RSp);
                return if wants_sp == is_sp {
                    Ok(31)
                } else {
                    Err(Failure::At(start, "this register cannot stand here"))
                };
            }
        }
        let Some(letter) = self.peek().map(|c| c.to_ascii_lowercase()) else {
            return self.fail("a register should stand here");
        };
        if !letter.is_ascii_alphabetic() {
            return self.fail("a register should stand here");
        }
        self.at = self.at.saturating_add(1);
        self.check_view(row, kind, letter, start, operands)?;
        let number = self.register_number()?;
        let is_int = matches!(letter, b'x' | b'w');
        let limit = if kind == RegisterKind::VLow { 15 } else { 31 - u32::from(is_int) };
        if number & UNRESOLVED == 0 && number > limit {
            return Err(Failure::At(start, "no register has this number"));
        }
        Ok(number)
    }

    /// Takes a whole word.
    fn take_name(&mut self, name: &str) -> bool {
        let start = self.at;
        let found = self.take_while(|c| c.is_ascii_alphanumeric()).eq_ignore_ascii_case(name);
        if !found {
            self.at = start;
        }
        found
    }

    /// Checks the letter of a register, and records what it says of the instruction's width.
    fn check_view(
        &self,
        row: &'static Row,
        kind: RegisterKind,
        letter: u8,
        start: usize,
        operands: &mut Operands,
    ) -> Result<(), Failure> {
        let (selector, choices): (u8, [u8; 2]) = match kind {
            RegisterKind::R | RegisterKind::RSp => (b's', *b"wx"),
            RegisterKind::F => (b't', *b"sd"),
            RegisterKind::Index if matches!(letter, b'w' | b'x') => return Ok(()),
            kind => {
                let probe = MachInst::of(row, []);
                let matches = super::text::prefix(kind, &probe) == letter as char;
                return if matches {
                    Ok(())
                } else {
                    Err(Failure::At(start, "this register cannot stand here"))
                };
            }
        };
        let choice = choices.iter().position(|choice| *choice == letter);
        let (Some(choice), Some(position)) = (choice, row.position(selector)) else {
            return Err(Failure::At(start, "this register cannot stand here"));
        };
        self.set(position, u32::from(choice == 1), start, operands)
    }

    /// A list of registers in braces.
    fn list(
        &mut self,
        row: &'static Row,
        list: u8,
        element: u8,
        operands: &mut Operands,
    ) -> Result<(), Failure> {
        let start = self.at;
        let Some(position) = row.position(list) else { return self.fail("unknown operand") };
        let Some(Kind::List(count)) = row.slots.get(position).map(|slot| slot.kind) else {
            return self.fail("unknown operand");
        };
        if !self.take(b'{') {
            return self.fail("a list of registers should stand here");
        }
        let mut first = 0;
        for nth in 0..count {
            self.skip_spaces();
            if nth > 0 && !self.take(b',') {
                return self.fail("the list has too few registers");
            }
            self.skip_spaces();
            let at = self.at;
            if !self.take(b'v') {
                return self.fail("a vector register should stand here");
            }
            let number = self.register_number()?;
            let wrap = if number & UNRESOLVED == 0 { 31 } else { u32::MAX };
            if nth == 0 {
                first = number;
            } else if number != first.wrapping_add(u32::from(nth)) & wrap {
                return Err(Failure::At(at, "the registers of a list must be consecutive"));
            }
            if !self.take(b'.') {
                return self.fail("an arrangement should stand here");
            }
            if !element.is_ascii_uppercase() {
                self.operand(row, element, operands)?;
            } else if !self.take(element) {
                return self.fail("this element size does not fit here");
            }
        }
        self.skip_spaces();
        if !self.take(b'}') {
            return self.fail("the list should end here");
        }
        self.set(position, first, start, operands)
    }

    /// `, lsl #12` or nothing; `to_raw` gets the kind of shift and the amount.
    fn shift_suffix(&mut self, to_raw: impl Fn(usize, i64) -> Option<u32>) -> Result<u32, Failure> {
        let start = self.at;
        self.skip_spaces();
        if !self.take(b',') {
            self.at = start;
            return Ok(0);
        }
        self.skip_spaces();
        let at = self.at;
        let kind = self.name(&SHIFTS)? as usize;
        self.skip_spaces();
        self.take(b'#');
        let amount = self.number()?;
        to_raw(kind, amount).ok_or(Failure::At(at, "this shift cannot stand here"))
    }

    /// `, lsl #3`, `, uxtw`, `, sxtw #3` or nothing.
    fn extension_suffix(&mut self, log2: u32) -> Result<u32, Failure> {
        let start = self.at;
        let is_word = self.index_is_word();
        self.skip_spaces();
        if !self.take(b',') {
            self.at = start;
            return if is_word { self.fail("an index of 32 bits needs an extension") } else { Ok(0b0110) };
        }
        self.skip_spaces();
        let at = self.at;
        let extension = self.name(&EXTENSIONS)?;
        if is_word != (extension & 1 == 0) {
            return Err(Failure::At(at, "this extension does not fit the index register"));
        }
        self.skip_spaces();
        let scaled = self.take(b'#');
        if scaled && self.number()? != i64::from(log2) {
            return Err(Failure::At(at, "the index must be scaled by the size of the access"));
        }
        if !scaled && extension == 0b011 {
            return self.fail("a shift needs an amount");
        }
        Ok(extension << 1 | u32::from(scaled))
    }

    /// Whether the register before the cursor, an index, was written as `w…`.
    fn index_is_word(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or("");
        let name = before.rsplit([',', ' ', '\t']).next().unwrap_or("");
        name.starts_with(['w', 'W'])
    }
}

/// The message for a missing symbol.
const fn expected(symbol: u8) -> &'static str {
    match symbol {
        b',' => "a comma should stand here",
        b'[' => "an opening bracket should stand here",
        b']' => "a closing bracket should stand here",
        b'!' => "an exclamation mark should stand here",
        _ => "no instruction of this name has this form",
    }
}

//! One instruction from its text: the inverse of [`super::text`].
//!
//! The text is matched against the template of a row, piece by piece. What an
//! operand selects for others, such as the width that the prefix of a register
//! tells, is recorded as it is found, and compared when all is known.

use super::inst::MachInst;
use super::kind::{Kind, Prefix, RESERVED, Registers, Sequence, Style};
use super::operand::UNRESOLVED;
use super::row::{MAX_OPERANDS, Row};
use super::table;
use super::text::{Piece, SHIFTS, derived, derived_names, fixed_element, pieces};
use crate::code::Label;
use crate::fallible::OutOfMemory;
use crate::kernel::func::MAX_REGISTERS;

/// A failed attempt: at which byte, and what was wrong.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    At(usize, &'static str),
    OutOfMemory,
}

impl From<OutOfMemory> for Failure {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

type Parsed<T> = Result<T, Failure>;

/// Gives a label to each name.
pub(super) trait Labels<'t> {
    fn label(&mut self, name: &'t str) -> Result<Label, OutOfMemory>;
}

/// A position in a line.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

/// What is known of the operands of an attempt, by position in the row.
#[derive(Default)]
struct Found<'t> {
    fields: [Option<u32>; MAX_OPERANDS],
    /// The prefixes, or names, that registers were written with.
    prefixes: [Option<(&'t str, usize)>; MAX_OPERANDS],
    /// The numbers beside element sizes, and where they stand.
    numbers: [Option<(i64, usize)>; MAX_OPERANDS],
    /// What must follow from arrangements and element sizes; no row has more of it.
    derived: [Option<Derived>; 6],
}

/// A name that must follow from the arrangement or size `letter`, and where it stands.
#[derive(Clone, Copy)]
struct Derived {
    what: u8,
    letter: u8,
    name: &'static str,
    at: usize,
}

/// Parses the instruction at the cursor. Of all rows' failures, the one that got farthest counts.
pub(super) fn instruction<'t>(cursor: &mut Cursor<'t>, labels: &mut dyn Labels<'t>) -> Parsed<MachInst> {
    let start = cursor.at;
    // A row of another mnemonic has got nowhere, even if the names begin alike.
    let mnemonic_end = start.saturating_add(cursor.take_name().len());
    let mut best = (start, "no instruction has this name");
    for row in table::rows() {
        cursor.at = start;
        match cursor.row(row, labels) {
            Ok(inst) => return Ok(inst),
            Err(Failure::OutOfMemory) => return Err(Failure::OutOfMemory),
            Err(Failure::At(at, problem)) if at > best.0 && at > mnemonic_end => best = (at, problem),
            Err(Failure::At(..)) => {}
        }
    }
    Err(Failure::At(best.0, best.1))
}

impl<'t> Cursor<'t> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn fail<T>(&self, problem: &'static str) -> Parsed<T> {
        Err(Failure::At(self.at, problem))
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

    pub(super) fn at_end(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or("");
        rest.is_empty() || rest.starts_with("//") || rest.starts_with(';')
    }

    /// A number in decimal or hexadecimal, with an optional sign.
    pub(super) fn number(&mut self) -> Parsed<i64> {
        let start = self.at;
        let negative = self.take(b'-');
        let digits = self.take_while(|c| c.is_ascii_alphanumeric());
        let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => u64::from_str_radix(hex, 16)
                .map(|value| if negative { (value as i64).wrapping_neg() } else { value as i64 }),
            None => self.text.get(start..self.at).unwrap_or("").parse::<i64>(),
        };
        value.or(Err(Failure::At(start, "a number should stand here")))
    }

    fn float(&mut self) -> Parsed<i64> {
        let start = self.at;
        let text = self.take_while(|c| c.is_ascii_digit() || matches!(c, b'-' | b'+' | b'.' | b'e' | b'E'));
        let value = text.parse::<f64>().or(Err(Failure::At(start, "a number should stand here")))?;
        Ok(value.to_bits() as i64)
    }

    /// A bit position and a count of bits, as [`Style::BitRange`] has them.
    fn bit_range(&mut self) -> Parsed<i64> {
        let (start, position) = (self.at, self.number()?);
        self.literal(b',')?;
        self.take(b'#');
        match (position, self.number()?) {
            (0..64, count @ 0..=64) => Ok(position | count << 8),
            _ => Err(Failure::At(start, "a range of bits within the register should stand here")),
        }
    }

    fn row(&mut self, row: &'static Row, labels: &mut dyn Labels<'t>) -> Parsed<MachInst> {
        let mut found = Found::default();
        for piece in pieces(row.text) {
            match piece {
                Piece::Literal(symbol) => self.literal(symbol)?,
                Piece::Operand(letter) => self.operand(row, letter, &mut found, labels)?,
                Piece::Optional(letter) => {
                    let start = self.at;
                    self.skip_spaces();
                    if self.take(b',') {
                        self.skip_spaces();
                        self.operand(row, letter, &mut found, labels)?;
                    } else {
                        self.at = start;
                    }
                }
                Piece::List(list, element) => self.list(row, list, element, &mut found)?,
                Piece::Derived(what, letter) => self.derived(what, letter, &mut found)?,
            }
        }
        self.skip_spaces();
        if !self.at_end() {
            return self.fail("the instruction should end here");
        }
        self.build(row, &found)
    }

    /// An instruction from what was found.
    fn build(&self, row: &'static Row, found: &Found<'_>) -> Parsed<MachInst> {
        let operands = found.complete(row)?;
        let raws = operands.get(..row.slots.len()).unwrap_or(&[]);
        // Rules compare registers; with virtual ones, encoding applies them after allocation.
        if raws.iter().any(|raw| raw & UNRESOLVED != 0) {
            return Ok(MachInst::of(row, &row.layout, operands));
        }
        MachInst::from_fields(row, raws)
            .or(Err(Failure::At(self.at, "this combination of operands is reserved or unpredictable")))
    }

    /// A name that follows from an arrangement or a size.
    fn derived(&mut self, what: u8, letter: u8, found: &mut Found<'t>) -> Parsed<()> {
        let (at, names) = (self.at, derived_names(what));
        let name = names.get(self.one_of(indexed(names))? as usize).copied().unwrap_or("");
        if let Some(free) = found.derived.iter_mut().find(|entry| entry.is_none()) {
            *free = Some(Derived { what, letter, name, at });
        }
        Ok(())
    }

    /// A character of a template; spaces around punctuation are free.
    fn literal(&mut self, symbol: u8) -> Parsed<()> {
        if matches!(symbol, b' ' | b',' | b']' | b'!' | b'}') {
            self.skip_spaces();
        }
        if symbol == b' ' && self.inside_word() {
            return self.fail("no instruction has this name");
        }
        if symbol != b' ' && !self.take(symbol) {
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

    fn operand(
        &mut self,
        row: &'static Row,
        letter: u8,
        found: &mut Found<'t>,
        labels: &mut dyn Labels<'t>,
    ) -> Parsed<()> {
        let start = self.at;
        let Some((position, slot)) = row.slots.iter().enumerate().find(|(_, slot)| slot.letter == letter)
        else {
            return self.fail("unknown operand");
        };
        let raw = match slot.kind {
            Kind::Register(registers) => self.register(row, registers, position, found)?,
            Kind::List(..) => return self.fail("unknown operand"),
            Kind::OneOf(names) => self.one_of(indexed(names))?,
            Kind::Named(_, names) => self.one_of(names.iter().copied())?,
            Kind::Number(number)
                if number.style == Style::Distance
                    && !matches!(self.peek(), Some(b'#' | b'-' | b'0'..=b'9')) =>
            {
                match self.take_name() {
                    "" => return self.fail("a label or a distance should stand here"),
                    name => labels.label(name)?.index() | UNRESOLVED,
                }
            }
            Kind::Shift { rotate } => self.shift(rotate)?,
            Kind::BySize(_) => {
                self.take(b'#');
                return found.set_number(position, self.number()?, start);
            }
            kind @ (Kind::Number(_) | Kind::Coded(_)) => {
                self.take(b'#');
                let style = if let Kind::Coded(coded) = kind { coded.style } else { Style::Decimal };
                let value = match style {
                    Style::Float => self.float()?,
                    Style::BitRange => self.bit_range()?,
                    _ => self.number()?,
                };
                let out_of_range = "this number is out of range, or has no encoding";
                if matches!(kind, Kind::Number(number) if number.style == Style::MulVl) {
                    ", mul vl".bytes().try_for_each(|symbol| self.literal(symbol))?;
                }
                kind.to_field(value).ok_or(Failure::At(start, out_of_range))?
            }
        };
        found.set(position, raw, start)
    }

    /// The longest of some names that stands here; spaces in it are free.
    fn one_of(&mut self, names: impl Iterator<Item = (&'static str, u32)>) -> Parsed<u32> {
        let start = self.at;
        let mut best = None;
        for (name, raw) in names.filter(|(name, _)| *name != RESERVED) {
            self.at = start;
            let matches = name.bytes().all(|symbol| self.literal(symbol).is_ok());
            if matches && best.is_none_or(|(end, _)| self.at > end) {
                best = Some((self.at, raw));
            }
        }
        self.at = best.map_or(start, |(end, _)| end);
        best.map(|(_, raw)| raw).ok_or(Failure::At(start, "this name does not fit here"))
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

    fn register(
        &mut self,
        row: &'static Row,
        registers: Registers,
        position: usize,
        found: &mut Found<'t>,
    ) -> Parsed<u32> {
        let start = self.at;
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == b'#');
        // `sp` and the like name field value 31 under the prefix at the same place in its list.
        let named = registers.thirty_one.iter().position(|name| name.eq_ignore_ascii_case(word));
        let prefix = match (named, registers.prefix) {
            (Some(at), Prefix::By(_, prefixes)) => prefixes.get(at).copied(),
            (Some(_), Prefix::Fixed(prefix)) => Some(prefix),
            (None, _) => {
                self.at = start;
                Some(self.take_while(|c| c.is_ascii_alphabetic())).filter(|prefix| !prefix.is_empty())
            }
        };
        let Some(prefix) = prefix else { return Err(Failure::At(start, "a register should stand here")) };
        if !found.select(row, registers.prefix, prefix) {
            return Err(Failure::At(start, "this register cannot stand here"));
        }
        if let Some(entry) = found.prefixes.get_mut(position) {
            *entry = Some((if named.is_some() { word } else { prefix }, start));
        }
        if named.is_some() {
            return Ok(31);
        }
        match self.register_number() {
            Some(number) if number & UNRESOLVED != 0 => Ok(number),
            Some(number) if number < 31 || registers.thirty_one.is_empty() => {
                registers.field(number).ok_or(Failure::At(start, "this register cannot stand here"))
            }
            _ => Err(Failure::At(start, "no register has this number")),
        }
    }

    /// A list of registers in braces, one by one or as a range.
    fn list(&mut self, row: &'static Row, list: u8, element: u8, found: &mut Found<'t>) -> Parsed<()> {
        let start = self.at;
        let slot = row.slots.iter().enumerate().find(|(_, slot)| slot.letter == list);
        let Some((position, Kind::List(registers, Sequence { count, stride, .. }))) =
            slot.map(|(at, slot)| (at, slot.kind))
        else {
            return self.fail("unknown operand");
        };
        self.literal(b'{')?;
        let mut first = 0;
        let mut nth = 0;
        while nth < count {
            if nth > 0 && self.range_follows() {
                nth = count.saturating_sub(1);
            } else if nth > 0 {
                self.literal(b',')?;
            }
            self.skip_spaces();
            let at = self.at;
            let single = Registers { bits: 5, first: 0, step: 1, ..registers };
            let number = self.register(row, single, position, found)?;
            let wrap = if number & UNRESOLVED == 0 { 31 } else { u32::MAX };
            if nth == 0 {
                first = number;
            } else if number != first.wrapping_add(nth.wrapping_mul(stride)) & wrap {
                return Err(Failure::At(at, "the registers of this list do not follow each other"));
            }
            self.literal(b'.')?;
            if element.is_ascii_uppercase() {
                fixed_element(element).bytes().try_for_each(|symbol| self.literal(symbol))?;
            } else {
                self.derived(b'=', element, found)?;
            }
            nth = nth.saturating_add(1);
        }
        self.literal(b'}')?;
        let raw = if first & UNRESOLVED == 0 { registers.field(first) } else { Some(first) };
        found.set(position, raw.ok_or(Failure::At(start, "no list begins with this register"))?, start)
    }

    /// Takes the dash of a range.
    fn range_follows(&mut self) -> bool {
        let start = self.at;
        self.skip_spaces();
        let found = self.take(b'-');
        if !found {
            self.at = start;
        }
        found
    }

    /// `, lsl #12`, or nothing.
    fn shift(&mut self, rotate: bool) -> Parsed<u32> {
        let start = self.at;
        self.skip_spaces();
        if !self.take(b',') {
            self.at = start;
            return Ok(0);
        }
        self.skip_spaces();
        let at = self.at;
        let kind = self.one_of(indexed(&SHIFTS))?;
        self.skip_spaces();
        self.take(b'#');
        match self.number()? {
            amount @ 0..64 if kind < 3 || rotate => Ok(kind << 6 | amount as u32),
            _ => Err(Failure::At(at, "this shift cannot stand here")),
        }
    }
}

/// Names with their positions.
fn indexed(names: &'static [&'static str]) -> impl Iterator<Item = (&'static str, u32)> {
    names.iter().copied().zip(0..)
}

impl Found<'_> {
    /// The field values, which agree with each other. One operand at most was not written itself:
    /// it follows from names and numbers.
    fn complete(&self, row: &Row) -> Parsed<[u32; MAX_OPERANDS]> {
        let mut fields = self.fields.map(|field| field.unwrap_or(0));
        let open = row.slots.iter().enumerate().find(|(at, slot)| self.is_open(*at, slot.letter));
        let Some((at, slot)) = open else { return self.check(row, &fields).map(|()| fields) };
        let number = self.numbers.get(at).copied().flatten();
        let start = number.map_or(0, |(_, start)| start);
        let mut outcome = Err(Failure::At(start, "this number is out of range, or has no encoding"));
        for raw in 0..1u32.checked_shl(slot.kind.bits()).unwrap_or(0) {
            let is_meant = number.is_none_or(|(value, _)| slot.kind.to_number(raw) == Some(value));
            if is_meant && slot.kind.accepts(raw) && outcome.is_err() {
                fields.get_mut(at).into_iter().for_each(|field| *field = raw);
                outcome = self.check(row, &fields);
            }
        }
        outcome.map(|()| fields)
    }

    /// Whether an operand is known only from what follows from it.
    fn is_open(&self, at: usize, letter: u8) -> bool {
        let follows = self.derived.iter().flatten().any(|derived| derived.letter == letter);
        let has_number = matches!(self.numbers.get(at), Some(Some(_)));
        matches!(self.fields.get(at), Some(None)) && (follows || has_number)
    }

    /// Checks what was written against what follows from the field values.
    fn check(&self, row: &Row, fields: &[u32]) -> Parsed<()> {
        let operand = |letter: u8| row.slots.iter().zip(fields).find(|(slot, _)| slot.letter == letter);
        let selector = |letter: u8| operand(letter).map_or(0, |(slot, raw)| slot.kind.selector(*raw));
        for (slot, written) in row.slots.iter().zip(&self.prefixes) {
            let (Kind::Register(registers) | Kind::List(registers, _), Some((prefix, at))) =
                (slot.kind, written)
            else {
                continue;
            };
            let (selected, meant) = registers.prefix.resolve(selector);
            let name = registers.thirty_one.get(selected);
            let fits = |meant: &str| prefix.eq_ignore_ascii_case(meant);
            if !fits(meant) && !name.is_some_and(|name| fits(name)) {
                return Err(Failure::At(*at, "this does not fit the rest of the instruction"));
            }
        }
        for Derived { what, letter, name, at } in self.derived.iter().flatten() {
            if operand(*letter).and_then(|(slot, raw)| derived(*what, slot.kind, *raw)) != Some(name) {
                return Err(Failure::At(*at, "this does not fit the rest of the instruction"));
            }
        }
        Ok(())
    }

    /// Records a number beside an element size; one that the text has twice must be the same.
    fn set_number(&mut self, position: usize, number: i64, start: usize) -> Parsed<()> {
        match self.numbers.get_mut(position) {
            Some(entry @ None) => *entry = Some((number, start)),
            Some(Some((known, _))) if *known == number => {}
            _ => return Err(Failure::At(start, "this number disagrees with an earlier one")),
        }
        Ok(())
    }

    /// Records an operand; one that the text names twice must be the same both times.
    fn set(&mut self, position: usize, raw: u32, start: usize) -> Parsed<()> {
        match self.fields.get_mut(position) {
            Some(field @ None) => *field = Some(raw),
            Some(Some(known)) if *known == raw => {}
            _ => return Err(Failure::At(start, "this operand disagrees with an earlier one")),
        }
        Ok(())
    }

    /// Records what a register's prefix says of the operand that selects prefixes, where there is
    /// but one way; false where the prefix contradicts what is known.
    fn select(&mut self, row: &Row, prefix: Prefix, written: &str) -> bool {
        let (letter, prefixes) = match prefix {
            Prefix::Fixed(meant) => return meant.eq_ignore_ascii_case(written),
            Prefix::By(letter, prefixes) => (letter, prefixes),
        };
        let fits = |raw: usize| prefixes.get(raw).is_some_and(|p| p.eq_ignore_ascii_case(written));
        let mut fitting = (0..prefixes.len()).filter(|raw| fits(*raw));
        let (first, second) = (fitting.next(), fitting.next());
        let named = |at: &usize| row.slots.get(*at).is_some_and(|slot| matches!(slot.kind, Kind::OneOf(_)));
        let selecting = row.position(letter).filter(named);
        match (selecting.and_then(|at| self.fields.get_mut(at)), first, second) {
            (Some(Some(known)), ..) => fits(*known as usize),
            (Some(field), Some(only), None) => {
                *field = Some(only as u32);
                true
            }
            (_, first, _) => first.is_some(),
        }
    }
}

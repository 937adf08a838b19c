//! One instruction from its text: the inverse of [`super::text`].
//!
//! Operands are read without regard to the instruction: a register, an address, a number. Then the rows with the
//! mnemonic are tried in the order of the table; the shortest whose operands these are counts.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`, `tests/tests/isa_x86_64_decode.rs`.

use super::feature::Features;
use super::inst::{Decoration, MachInst, Rounding};
use super::kind::{File, Kind, Range};
use super::memory::{Base, Index, Memory, Scale, Segment};
use super::register::Mask;
use super::row::{MAX_OPERANDS, Row, Slot};
use super::table;
use super::text::{GENERAL, SECOND_BYTES, size_name};
use super::value::Value;
use crate::code::Label;
use crate::fallible::{Few, TryVec};
use crate::isa::labels::{Labels, Place};
use crate::isa::{AssembleError, Class, RegIndex};
use crate::kernel::func::MAX_REGISTERS;

pub(super) type Parsed<T> = Result<T, AssembleError>;

const NO_INSTRUCTION: &str = "no instruction has this name";
const NO_OPERAND: &str = "a register, an address, a number or a label should stand here";
const NO_NUMBER: &str = "a number should stand here";
const NO_ADDRESS: &str = "this is no address";
const WRONG_OPERAND: &str = "the instruction does not take this operand here";
const WRONG_COUNT: &str = "the instruction takes another number of operands";
const NO_ENCODING: &str = "this combination of operands has no encoding";

/// A position in a line, and the labels of all lines.
#[derive(Default)]
pub(super) struct Parser<'t> {
    /// The line, and its number.
    text: &'t str,
    line: usize,
    at: usize,
    /// The labels of this line and those before.
    labels: Labels<'t>,
    /// What instructions may need.
    features: Features,
}

/// An operand as it is written.
#[derive(Clone, Copy)]
struct Operand {
    /// Where it stands.
    at: usize,
    written: Written,
}

#[derive(Clone, Copy)]
enum Written {
    Register(File, u8),
    /// A virtual register.
    Virtual(File, u32),
    /// A register of the floating-point unit: the top one, by its name without a number, or another one.
    Stack(u8),
    /// An address: the size that is written before it, the file of its index, and the lanes that get its element.
    Memory {
        size: Option<&'static str>,
        index: Option<File>,
        lanes: u8,
        memory: Memory,
    },
    Number(i64),
    Label(Label),
}

/// All that is written of an instruction behind its mnemonic.
struct Operands {
    list: Few<Operand, MAX_OPERANDS>,
    decoration: Decoration,
}

impl<'t> Parser<'t> {
    /// A parser of instructions that need no more than some features.
    pub(super) fn with(features: Features) -> Self {
        Self { features, ..Self::default() }
    }

    /// Goes to the beginning of the next line.
    pub(super) fn start(&mut self, text: &'t str) {
        (self.text, self.line, self.at) = (text, self.line.saturating_add(1), 0);
    }

    /// Whether nothing follows.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_spaces();
        self.rest().is_empty()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at = self.at.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
    }

    fn problem(&self, at: usize, problem: &'static str) -> AssembleError {
        AssembleError::Syntax { line: self.line, column: at.saturating_add(1), problem }
    }

    fn fail<T>(&self, problem: &'static str) -> Parsed<T> {
        Err(self.problem(self.at, problem))
    }

    /// Takes a symbol, if it comes next.
    pub(super) fn take_symbol(&mut self, symbol: u8) -> bool {
        self.skip_spaces();
        let is_next = self.rest().as_bytes().first() == Some(&symbol);
        self.at = self.at.saturating_add(usize::from(is_next));
        is_next
    }

    fn expect(&mut self, symbol: u8, problem: &'static str) -> Parsed<()> {
        if self.take_symbol(symbol) { Ok(()) } else { self.fail(problem) }
    }

    /// The name that comes next; empty if there is none.
    fn peek_name(&mut self) -> &'t str {
        self.skip_spaces();
        let rest = self.rest();
        let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || "_.%$".contains([symbol]);
        rest.get(..rest.find(|symbol| !is_part(symbol)).unwrap_or(rest.len())).unwrap_or("")
    }

    fn skip(&mut self, text: &str) {
        self.at = self.at.saturating_add(text.len());
    }

    /// Takes a word, if it comes next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.peek_name().eq_ignore_ascii_case(word);
        if is_next {
            self.skip(word);
        }
        is_next
    }

    /// Ends a statement.
    pub(super) fn end_statement(&mut self) -> Parsed<()> {
        if self.at_end() || self.take_symbol(b';') {
            Ok(())
        } else {
            self.fail("the statement should end here")
        }
    }

    /// The label that stands here before something, if one does.
    pub(super) fn bound_label(&mut self) -> Parsed<Option<Label>> {
        let name = self.peek_name();
        let start = self.at;
        if name.is_empty() || !self.rest().get(name.len()..).unwrap_or("").trim_start().starts_with([':']) {
            return Ok(None);
        }
        self.skip(name);
        self.take_symbol(b':');
        let label = self.label(name, start)?;
        if !self.labels.bind(label.index() as usize) {
            return Err(self.problem(start, "this label stands somewhere else, too"));
        }
        Ok(Some(label))
    }

    /// The label with a name that stands at `at`.
    fn label(&mut self, name: &'t str, at: usize) -> Parsed<Label> {
        let number = self.labels.number(name, Place { line: self.line, at })?;
        let number = u32::try_from(number).ok().filter(|number| *number < Label::LIMIT);
        number.map(Label::new).ok_or(self.problem(at, "there are too many labels"))
    }

    /// Succeeds where all labels stand somewhere.
    pub(super) fn all_bound(&self) -> Parsed<()> {
        self.labels.unbound().map_or(Ok(()), |Place { line, at }| {
            let column = at.saturating_add(1);
            Err(AssembleError::Syntax { line, column, problem: "this label stands nowhere" })
        })
    }

    /// The value of a raw byte.
    pub(super) fn byte(&mut self) -> Parsed<u8> {
        self.skip_spaces();
        let start = self.at;
        let number = self.signed()?;
        u8::try_from(number).or(Err(self.problem(start, "a byte has 8 bits")))
    }

    /// A number, if one comes next.
    fn number(&mut self) -> Option<u64> {
        let word = self.peek_name();
        let number = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16).ok()?,
            None => word.parse().ok()?,
        };
        self.skip(word);
        Some(number)
    }

    /// A number with a sign, of 64 bits.
    fn signed(&mut self) -> Parsed<i64> {
        let is_negative = self.take_symbol(b'-');
        let start = self.at;
        let number = self.number().ok_or(self.problem(start, NO_NUMBER))?;
        let number = if is_negative {
            0i64.checked_sub_unsigned(number)
        } else {
            // Numbers of 64 bits are written without a sign, too.
            Some(number as i64)
        };
        number.ok_or(self.problem(start, "this number has more than 64 bits"))
    }

    /// Parses the instruction here.
    pub(super) fn instruction(&mut self) -> Parsed<MachInst> {
        let (mut is_evex, mut displacement) = (false, 0);
        if self.take_symbol(b'{') {
            is_evex = self.take_word("evex");
            displacement = match () {
                () if self.take_word("disp8") => 1,
                () if self.take_word("disp32") => 4,
                () => 0,
            };
            self.expect(b'}', NO_INSTRUCTION)?;
        }
        let (mnemonic, start) = (self.peek_name(), self.at);
        let is_known = table::rows().any(|row| Naming::of(row, mnemonic).is_some());
        if !is_known {
            return self.fail(NO_INSTRUCTION);
        }
        self.skip(mnemonic);
        let operands = self.operands()?;
        let (mut best, mut farthest) = (None, (0, WRONG_COUNT));
        for row in table::rows() {
            let is_right = (row.is_extended() || !is_evex)
                && row.layout.displacement == displacement
                && self.features.contains_all(row.features);
            let Some(naming) = Naming::of(row, mnemonic).filter(|_| is_right) else {
                continue;
            };
            let misfit = match naming.fit(row, &operands, self.at) {
                Ok(inst) => {
                    best = shorter(best, inst);
                    continue;
                }
                Err(Misfit::Count(at)) => (at, WRONG_COUNT),
                Err(Misfit::Operand(at)) => (at, WRONG_OPERAND),
                Err(Misfit::Encoding) => (usize::MAX, NO_ENCODING),
            };
            if misfit.0 > farthest.0 {
                farthest = misfit;
            }
        }
        // What is wrong about all operands together is wrong about the instruction.
        let (at, problem) = farthest;
        best.ok_or(self.problem(if at == usize::MAX { start } else { at }, problem))
    }

    /// The operands up to the end of the statement.
    fn operands(&mut self) -> Parsed<Operands> {
        let mut operands = Operands { list: Few::new(), decoration: Decoration::NONE };
        while !self.at_end() && !self.rest().starts_with([';']) {
            let is_first = operands.list.is_empty() && operands.decoration.rounding.is_none();
            if !is_first {
                self.expect(b',', "a comma should stand here")?;
            }
            self.skip_spaces();
            match self.rounding()? {
                Some(rounding) => operands.decoration.rounding = Some(rounding),
                None => operands.list.try_push(self.operand()?)?,
            }
            if is_first {
                self.mask(&mut operands.decoration)?;
            }
        }
        Ok(operands)
    }

    /// A mode of rounding in braces, if one comes next.
    fn rounding(&mut self) -> Parsed<Option<Rounding>> {
        if !self.take_symbol(b'{') {
            return Ok(None);
        }
        let rest = self.rest().trim_start();
        let mode = Rounding::ALL.into_iter().find(|mode| rest.starts_with(mode.name()));
        let Some(mode) = mode else { return self.fail("this is no mode of rounding") };
        self.skip_spaces();
        self.skip(mode.name());
        self.expect(b'}', "a brace should stand here")?;
        Ok(Some(mode))
    }

    /// A predicate in braces, and whether it sets zeros, if they come next.
    fn mask(&mut self, decoration: &mut Decoration) -> Parsed<()> {
        while self.take_symbol(b'{') {
            let name = self.peek_name();
            match register(name) {
                Some(Written::Register(File::Mask, number)) => {
                    decoration.mask = Mask::new(number).ok_or(self.problem(self.at, WRONG_OPERAND))?;
                }
                _ if name == "z" => decoration.is_zeroing = true,
                _ => return self.fail("a mask register should stand here"),
            }
            self.skip(name);
            self.expect(b'}', "a brace should stand here")?;
        }
        Ok(())
    }

    fn operand(&mut self) -> Parsed<Operand> {
        let at = self.at;
        let written = match self.rest().as_bytes() {
            [b'[', ..] => self.memory_in(None, None)?,
            [b'-' | b'0'..=b'9', ..] => Written::Number(self.signed()?),
            [b'.', b'+' | b'-', ..] => {
                self.at = self.at.saturating_add(1);
                self.take_symbol(b'+');
                Written::Number(self.signed()?)
            }
            _ => {
                let name = self.peek_name();
                if name.is_empty() {
                    return self.fail(NO_OPERAND);
                }
                self.skip(name);
                if name == "st" {
                    return Ok(Operand { at, written: Written::Stack(self.stack()?) });
                }
                if let Some(segment) = self.segment(name) {
                    return Ok(Operand { at, written: self.memory_in(None, Some(segment))? });
                }
                match (register(name), size(name)) {
                    (Some(register), _) => register,
                    (_, Some(size)) => {
                        if !self.take_word("ptr") {
                            return self.fail("`ptr` should stand here");
                        }
                        let name = self.peek_name();
                        let segment = Segment::ALL.into_iter().find(|known| known.name() == name);
                        if segment.is_some() {
                            self.skip(name);
                            self.expect(b':', NO_ADDRESS)?;
                        }
                        self.skip_spaces();
                        self.memory_in(Some(size), segment)?
                    }
                    (None, None) => Written::Label(self.label(name, at)?),
                }
            }
        };
        Ok(Operand { at, written })
    }

    /// The number in parentheses behind the name of a register of the floating-point unit; without, that of the top.
    fn stack(&mut self) -> Parsed<u8> {
        if !self.take_symbol(b'(') {
            return Ok(0);
        }
        let start = self.at;
        let number = self.number().and_then(|number| u8::try_from(number).ok()).filter(|number| *number < 8);
        self.expect(b')', NO_OPERAND)?;
        number.ok_or(self.problem(start, NO_OPERAND))
    }

    /// The segment with a name that a colon follows.
    fn segment(&mut self, name: &str) -> Option<Segment> {
        let segment = Segment::ALL.into_iter().find(|known| known.name() == name)?;
        self.take_symbol(b':').then_some(segment)
    }

    /// An address in brackets: registers, one of them times a factor, and numbers.
    fn memory_in(&mut self, size: Option<&'static str>, segment: Option<Segment>) -> Parsed<Written> {
        self.expect(b'[', NO_ADDRESS)?;
        let mut address = Address::default();
        let mut is_negative = self.take_symbol(b'-');
        loop {
            self.term(is_negative, &mut address)?;
            if self.take_symbol(b']') {
                break;
            }
            is_negative = self.take_symbol(b'-');
            if !is_negative {
                self.expect(b'+', NO_ADDRESS)?;
            }
        }
        let displacement = i32::try_from(address.displacement);
        let displacement = displacement.or(Err(self.problem(self.at, "an address has 32 bits")))?;
        let mut lanes = 0;
        if self.rest().starts_with("{1to") {
            self.skip("{");
            let word = self.peek_name();
            lanes = word.strip_prefix("1to").and_then(|lanes| lanes.parse().ok()).unwrap_or(0);
            self.skip(word);
            self.expect(b'}', NO_ADDRESS)?;
        }
        let (index, base) = (address.index, address.base.unwrap_or(Base::None));
        let (broadcast, file) = (lanes != 0, index.map(|(file, _)| file));
        let index = index.map(|(_, index)| index);
        let memory = Memory { base, index, displacement, broadcast, segment };
        Ok(Written::Memory { size, index: file, lanes, memory })
    }

    /// A term of an address.
    fn term(&mut self, is_negative: bool, address: &mut Address) -> Parsed<()> {
        self.skip_spaces();
        let start = self.at;
        let wrong = self.problem(start, NO_ADDRESS);
        let mut factor = None;
        if let Some(number) = self.number() {
            if !self.take_symbol(b'*') {
                let number = i64::try_from(number).or(Err(wrong))?;
                let signed = if is_negative { number.checked_neg() } else { Some(number) };
                let sum = signed.and_then(|signed| address.displacement.checked_add(signed));
                address.displacement = sum.ok_or(wrong)?;
                return Ok(());
            }
            factor = Some(number);
        }
        let name = self.peek_name();
        if name.is_empty() || is_negative {
            return Err(wrong);
        }
        self.skip(name);
        if factor.is_none() && self.take_symbol(b'*') {
            factor = Some(self.number().ok_or(wrong)?);
        }
        let (file, register) = match register(name) {
            Some(Written::Register(file, number)) => {
                (file, RegIndex::physical(file.class().ok_or(wrong)?, number))
            }
            Some(Written::Virtual(file, number)) => {
                (file, RegIndex::of_virtual(file.class().ok_or(wrong)?, number))
            }
            _ if factor.is_some() => return Err(wrong),
            _ if name == "rip" && address.base.is_none() => {
                address.base = Some(Base::Rip);
                return Ok(());
            }
            _ => {
                let label = self.label(name, start)?;
                let is_free = matches!(address.base, None | Some(Base::Rip));
                address.base = is_free.then_some(Base::Label(label));
                return if is_free { Ok(()) } else { Err(wrong) };
            }
        };
        address.add(file, register, factor).ok_or(wrong)
    }
}

/// The first of the shortest instructions. A label may be near.
fn shorter(best: Option<MachInst>, inst: MachInst) -> Option<MachInst> {
    let size = |inst: &MachInst| inst.encode().map_or(0, |code| code.as_ref().len());
    match best {
        Some(best) if size(&best) <= size(&inst) => Some(best),
        _ => Some(inst),
    }
}

/// An address as it is read.
#[derive(Default)]
struct Address {
    base: Option<Base>,
    index: Option<(File, Index)>,
    displacement: i64,
}

impl Address {
    /// Adds a register, times a factor. None where there is no room for it.
    fn add(&mut self, file: File, register: RegIndex, factor: Option<u64>) -> Option<()> {
        let is_general = file == File::Long;
        if factor.is_none() && is_general && self.base.is_none() {
            self.base = Some(Base::Register(register));
            return Some(());
        }
        if self.index.is_some() || file.class() == Some(Class::Int) && !is_general {
            return None;
        }
        let factor = factor.unwrap_or(1);
        let scale = Scale::ALL.into_iter().find(|scale| u64::from(scale.factor()) == factor)?;
        self.index = Some((file, Index { register, scale }));
        Some(())
    }
}

/// The register with a name, if there is one.
fn register(name: &str) -> Option<Written> {
    for (number, names) in (0..).zip(&GENERAL) {
        let files = [File::Byte, File::Half, File::Word, File::Long];
        if let Some((_, file)) = names.iter().zip(files).find(|(known, _)| **known == name) {
            return Some(Written::Register(file, number));
        }
    }
    if let Some((number, _)) = (0..).zip(SECOND_BYTES).find(|(_, known)| *known == name) {
        return Some(Written::Register(File::High, number));
    }
    let prefixes = [("xmm", File::Xmm), ("ymm", File::Ymm), ("zmm", File::Zmm), ("k", File::Mask)];
    for (prefix, file) in prefixes {
        let Some(number) = name.strip_prefix(prefix) else { continue };
        if let Some(number) = number.strip_prefix('%') {
            return virtual_register(file, number);
        }
        let limit = if file == File::Mask { 8 } else { 32 };
        let is_plain = number.len() == 1 || !number.starts_with(['0']);
        let number = number.parse().ok().filter(|number| *number < limit && is_plain);
        return number.map(|number| Written::Register(file, number));
    }
    let prefixes = [("b%", File::Byte), ("w%", File::Half), ("d%", File::Word), ("r%", File::Long)];
    let (number, file) =
        prefixes.into_iter().find_map(|(prefix, file)| Some((name.strip_prefix(prefix)?, file)))?;
    virtual_register(file, number)
}

fn virtual_register(file: File, number: &str) -> Option<Written> {
    let number = number.parse().ok().filter(|number| *number < MAX_REGISTERS)?;
    Some(Written::Virtual(file, number))
}

/// The size that a word before `ptr` says.
fn size(word: &str) -> Option<&'static str> {
    let mut sizes = [1, 2, 4, 8, 10, 16, 32, 64].into_iter().map(size_name);
    sizes.find(|name| name.split([' ']).next().is_some_and(|known| known.eq_ignore_ascii_case(word)))
}

/// Why an instruction is none of a row's.
enum Misfit {
    /// An operand lacks at a position, or is too many there.
    Count(usize),
    /// The operand at a position.
    Operand(usize),
    Encoding,
}

/// A row whose mnemonic this is, with the code that a part of it names.
#[derive(Clone, Copy)]
enum Naming {
    /// The row names nothing.
    Nothing,
    /// A code.
    Code(u8),
    /// A code that is written as a number behind the operands.
    Behind,
}

impl Naming {
    fn of(row: &Row, mnemonic: &str) -> Option<Self> {
        let Some((before, behind)) = row.around_condition else {
            return (row.mnemonic == mnemonic).then_some(Self::Nothing);
        };
        let middle = mnemonic.strip_prefix(before)?.strip_suffix(behind)?;
        if middle.is_empty() && row.layout.number > 0 {
            return Some(Self::Behind);
        }
        let names = row.slots.iter().find_map(|slot| slot.kind.names())?;
        names.iter().find(|(name, _)| *name == middle).map(|(_, code)| Self::Code(*code))
    }

    /// The instruction of a row with some operands.
    fn fit(self, row: &'static Row, operands: &Operands, end: usize) -> Result<MachInst, Misfit> {
        let mut given = operands.list.iter();
        let mut values = [Value::Absent; MAX_OPERANDS];
        for (value, slot) in values.iter_mut().zip(row.slots) {
            if let (Kind::Named(_), Self::Code(code)) = (slot.kind, self) {
                *value = Value::Number(code.into());
                continue;
            }
            let operand = given.next().ok_or(Misfit::Count(end))?;
            let fitting = operand.value(row, slot);
            *value = fitting
                .filter(|value| slot.kind.accepts(*value, row.is_extended()))
                .ok_or(Misfit::Operand(operand.at))?;
        }
        if let Some(operand) = given.next() {
            return Err(Misfit::Count(operand.at));
        }
        let values = values.get(..row.slots.len()).unwrap_or(&[]);
        MachInst::new(row, values, operands.decoration).or(Err(Misfit::Encoding))
    }
}

impl Operand {
    /// The value of an operand of a row, if this can be one.
    fn value(&self, row: &Row, slot: &Slot) -> Option<Value> {
        match self.written {
            Written::Register(File::Mask, number) => Some(Value::Mask(number)),
            Written::Stack(number) => Some(Value::Stack(number)),
            Written::Register(file, number) => {
                let is_right = slot.kind.file() == Some(file);
                Some(Value::Register(RegIndex::physical(file.class().filter(|_| is_right)?, number)))
            }
            Written::Virtual(file, number) => {
                let is_right = slot.kind.file() == Some(file);
                Some(Value::Register(RegIndex::of_virtual(file.class().filter(|_| is_right)?, number)))
            }
            Written::Memory { size, index, lanes, memory } => {
                let bytes = slot.kind.bytes(memory.broadcast);
                let is_size = size.is_none_or(|size| size == size_name(bytes));
                let is_index = match (slot.kind, index) {
                    (Kind::Vector(file, _), index) => index == Some(file),
                    (_, index) => index.is_none_or(|file| file == File::Long),
                };
                let is_lanes = match slot.kind {
                    _ if lanes == 0 => true,
                    Kind::Either(_, bytes, Some(element)) => bytes.checked_div(element) == Some(lanes),
                    _ => false,
                };
                (is_size && is_index && is_lanes).then_some(Value::Memory(memory))
            }
            Written::Number(number) => Some(Value::Number(wrapped(row, slot, number))),
            Written::Label(label) => Some(Value::Label(label)),
        }
    }
}

/// A number as an operand has it: one with a sign may be written without, and one without a sign with one.
fn wrapped(row: &Row, slot: &Slot, number: i64) -> i64 {
    let modulus = match row.slots.first().and_then(|slot| slot.kind.file()) {
        Some(File::Byte | File::High) => 1i64 << 8,
        Some(File::Half) => 1 << 16,
        Some(File::Word) => 1 << 32,
        _ => return number,
    };
    let half = modulus >> 1;
    match slot.kind {
        Kind::Number(Range { least: 0, greatest }) if (-half..0).contains(&number) => number & greatest,
        Kind::Number(range) if range.least < 0 && (half..modulus).contains(&number) => {
            number.wrapping_sub(modulus)
        }
        _ => number,
    }
}

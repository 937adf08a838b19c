//! One instruction from its text: the inverse of [`super::text`].
//!
//! Operands are read without regard to the instruction: a register, an address, a number. Which instruction
//! they are is a matter of [`super::fit`]. Names are those of labels as they are written, and
//! all others in any case.
//!
//! Tests: `tests/tests/isa_x86_64_assemble.rs`, `tests/tests/isa_x86_64_table_llvm.rs`,
//! `tests/tests/isa_x86_64_decode.rs`.

use super::fit::{For, Marks, Misfit, Operand, Refused, Statement, Whole, Written, is_mnemonic};
use super::inst::{Decoration, MachInst, Rounding};
use super::kind::File;
use super::memory::{Base, Index, Memory, Scale, Segment};
use super::pattern::Encoding;
use super::register::{Any, Gpr, K0, Mask, RSP};
use super::row::{MAX_OPERANDS, Row};
use super::text::{GENERAL, SECOND_BYTES, size_name};
use crate::code::Label;
use crate::fallible::{Few, TryVec};
use crate::isa::labels::{Labels, Place};
use crate::isa::{AssembleError, Class, RegIndex};
use crate::kernel::func::MAX_REGISTERS;
use core::mem;

pub(super) type Parsed<T> = Result<T, AssembleError>;

const NO_OPERAND: &str = "a register, an address, a number or a label should stand here";
const NO_NUMBER: &str = "a number should stand here";
const NO_ADDRESS: &str = "this is no address";
const NO_BRACE: &str = "a brace should stand here";
const TWICE: &str = "this is said twice";

/// What may stand in braces before a mnemonic.
const MARKS: [(&str, Marks); 4] = [
    ("vex", Marks { encoding: Some(Encoding::Vex), displacement: 0 }),
    ("evex", Marks { encoding: Some(Encoding::Evex), displacement: 0 }),
    ("disp8", Marks { encoding: None, displacement: 1 }),
    ("disp32", Marks { encoding: None, displacement: 4 }),
];

/// A position in a line, and the labels of all lines.
#[derive(Default)]
pub(super) struct Parser<'t> {
    /// The line, and its number.
    text: &'t str,
    line: usize,
    at: usize,
    /// The labels of this line and those before.
    labels: Labels<'t>,
    /// What is assembled for.
    target: For,
    /// The row that was nearest to what was no instruction.
    nearest: Option<&'static Row>,
}

impl<'t> Parser<'t> {
    /// A parser of instructions for a target.
    pub(super) fn of(target: For) -> Self {
        Self { target, ..Self::default() }
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
        let is_long = self.peek_name().starts_with(|symbol: char| symbol.is_ascii_digit());
        let problem = if is_long { "this is no number of 64 bits" } else { NO_NUMBER };
        let number = self.number().ok_or(self.problem(start, problem))?;
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
        self.skip_spaces();
        let first = self.at;
        let marks = self.marks()?;
        let (mnemonic, start) = (self.peek_name(), self.at);
        let statement = self.statement(marks, mnemonic)?;
        statement.instruction(self.target).map_err(|Refused { misfit, nearest }| {
            self.nearest = nearest;
            let at = match misfit {
                Misfit::Operand(at, _) => at,
                Misfit::Whole(Whole::Marks) => first,
                Misfit::Whole(_) | Misfit::Name => start,
            };
            self.problem(at, misfit.problem())
        })
    }

    /// The row that was nearest to what was no instruction.
    pub(super) const fn nearest(&self) -> Option<&'static Row> {
        self.nearest
    }

    /// The instruction whose mnemonic comes next, up to its end.
    fn statement(&mut self, marks: Marks, mnemonic: &'t str) -> Parsed<Statement<'t>> {
        if !is_mnemonic(mnemonic) {
            return self.fail(Misfit::Name.problem());
        }
        self.skip(mnemonic);
        let (operands, decoration) = self.operands()?;
        Ok(Statement { marks, mnemonic, operands, decoration, end: self.at })
    }

    /// What stands in braces before a mnemonic.
    fn marks(&mut self) -> Parsed<Marks> {
        let mut marks = Marks::default();
        while self.take_symbol(b'{') {
            let name = self.peek_name();
            let known = MARKS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let Some((_, mark)) = known else {
                return self.fail("`vex`, `evex`, `disp8` or `disp32` should stand here");
            };
            marks = marks.and(mark).ok_or(self.problem(self.at, TWICE))?;
            self.skip(name);
            self.expect(b'}', NO_BRACE)?;
        }
        Ok(marks)
    }

    /// The operands up to the end of the statement, and what is said besides.
    fn operands(&mut self) -> Parsed<(Few<Operand, MAX_OPERANDS>, Decoration)> {
        let (mut operands, mut decoration) = (Few::new(), Decoration::NONE);
        while !self.at_end() && !self.rest().starts_with([';']) {
            let is_first = operands.is_empty();
            if !is_first {
                self.expect(b',', "a comma should stand here")?;
            }
            self.skip_spaces();
            let start = self.at;
            match self.rounding()? {
                Some(_) if is_first => return Err(self.problem(start, NO_OPERAND)),
                Some(_) if decoration.rounding.is_some() => return Err(self.problem(start, TWICE)),
                Some(rounding) => decoration.rounding = Some(rounding),
                None => operands.try_push(self.operand()?)?,
            }
            if is_first {
                self.mask(&mut decoration)?;
            }
        }
        Ok((operands, decoration))
    }

    /// A mode of rounding in braces, if one comes next.
    fn rounding(&mut self) -> Parsed<Option<Rounding>> {
        if !self.take_symbol(b'{') {
            return Ok(None);
        }
        self.skip_spaces();
        let rest = self.rest();
        let mode = Rounding::ALL.into_iter().find(|mode| behind(rest, mode.name()).is_some());
        let Some(mode) = mode else { return self.fail("this is no mode of rounding") };
        self.skip(mode.name());
        self.expect(b'}', NO_BRACE)?;
        Ok(Some(mode))
    }

    /// A predicate in braces, and whether it sets zeros, if they come next.
    fn mask(&mut self, decoration: &mut Decoration) -> Parsed<()> {
        while self.take_symbol(b'{') {
            let name = self.peek_name();
            let is_twice = match register(name) {
                Some(Written::Register(File::Mask, number)) => {
                    let mask = Mask::new(number).filter(|mask| *mask != K0);
                    let mask =
                        mask.ok_or(self.problem(self.at, "`k0` masks nothing: a mask is `k1` to `k7`"))?;
                    mem::replace(&mut decoration.mask, mask) != K0
                }
                None if name.eq_ignore_ascii_case("z") => mem::replace(&mut decoration.is_zeroing, true),
                _ => return self.fail("a mask, `k1` to `k7`, or `z` should stand here"),
            };
            if is_twice {
                return self.fail(TWICE);
            }
            self.skip(name);
            self.expect(b'}', NO_BRACE)?;
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
                if name.eq_ignore_ascii_case("st") {
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
                        let segment = segment(name);
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

    /// The number in parentheses behind the name of a register of the floating-point unit;
    /// without, that of the top.
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
        let segment = segment(name)?;
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
        let lanes = self.lanes()?;
        let (index, base) = (address.index, address.base.unwrap_or(Base::None));
        let (broadcast, file) = (lanes != 0, index.map(|(file, _)| file));
        let index = index.map(|(_, index)| index);
        let memory = Memory { base, index, displacement, broadcast, segment };
        Ok(Written::Memory { size, index: file, lanes, memory })
    }

    /// The lanes that get the element at an address, in braces behind it; 0 where it is for no other lanes.
    fn lanes(&mut self) -> Parsed<u8> {
        let start = self.at;
        if !self.take_symbol(b'{') {
            return Ok(0);
        }
        let word = self.peek_name();
        let Some(lanes) = behind(word, "1to") else {
            // This is a mask.
            self.at = start;
            return Ok(0);
        };
        let lanes = lanes.parse().ok().filter(|lanes| *lanes > 0);
        let lanes =
            lanes.ok_or(self.problem(self.at, "a number of lanes, as in `1to16`, should stand here"))?;
        self.skip(word);
        self.expect(b'}', NO_BRACE)?;
        Ok(lanes)
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
        if is_negative || name.is_empty() || name.starts_with(|symbol: char| symbol.is_ascii_digit()) {
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
            _ if name.eq_ignore_ascii_case("rip") && address.base.is_none() => {
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
        let register = match self.base {
            // `rsp` is no index, but of two registers, either may be.
            Some(Base::Register(base)) if factor.is_none() && register == Any::<Gpr>::placed(RSP).index() => {
                self.base = Some(Base::Register(register));
                base
            }
            _ => register,
        };
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
        if let Some((_, file)) = names.iter().zip(files).find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            return Some(Written::Register(file, number));
        }
    }
    let mut second_bytes = (0..).zip(SECOND_BYTES);
    if let Some((number, _)) = second_bytes.find(|(_, known)| known.eq_ignore_ascii_case(name)) {
        return Some(Written::Register(File::High, number));
    }
    let prefixes = [("xmm", File::Xmm), ("ymm", File::Ymm), ("zmm", File::Zmm), ("k", File::Mask)];
    for (prefix, file) in prefixes {
        let Some(number) = behind(name, prefix) else { continue };
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
        prefixes.into_iter().find_map(|(prefix, file)| Some((behind(name, prefix)?, file)))?;
    virtual_register(file, number)
}

/// What stands in a text behind its start, which may be in any case.
fn behind<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let (written, rest) = text.split_at_checked(start.len())?;
    written.eq_ignore_ascii_case(start).then_some(rest)
}

/// The segment with a name.
fn segment(name: &str) -> Option<Segment> {
    Segment::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
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

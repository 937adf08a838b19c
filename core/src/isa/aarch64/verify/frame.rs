//! The forms in which code may use the stack pointer.

use super::preserved::Preserved;
use super::word::Word;
use crate::isa::Class;
use crate::isa::Rule;
use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::ArrMem;
use crate::isa::aarch64::property::Stack;
use crate::isa::aarch64::row::{Row, Slot};

/// An access to memory through the stack pointer, of one register or up to four in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// The distance that the stack pointer moves up before the access.
    pub(super) before: i32,
    /// Where the access begins, from the stack pointer.
    pub(super) offset: i32,
    /// The distance that the stack pointer moves up after the access.
    pub(super) after: i32,
    /// The registers; where one is none that must be preserved, nothing.
    pub(super) registers: [Option<Preserved>; 4],
    /// The number of registers.
    pub(super) count: u8,
    /// Bytes of each register.
    pub(super) bytes: u8,
    /// Whether registers are loaded.
    pub(super) is_load: bool,
}

/// How instructions of a row may use the stack pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    kind: FormKind,
    /// Position of the base, of the register or the list, and of the second register, if there is one.
    base: u8,
    first: u8,
    second: Option<u8>,
    /// Position of the distance, or of the arrangement of a list.
    number: u8,
}

/// The kind of access that the base is part of.
#[derive(Clone, Copy, Debug)]
enum FormKind {
    /// An access with an offset.
    Offset(Moves),
    /// A store of a list, without an offset.
    List,
}

/// When the stack pointer moves.
#[derive(Clone, Copy, Debug)]
enum Moves {
    Never,
    Before,
    After,
}

impl Form {
    /// The form of a row's instructions, if these may access memory through the stack pointer.
    pub(super) const fn of(row: &Row) -> Option<Self> {
        let (kind, [first, number]) = match row.stack {
            Some(Stack::Offset) => (FormKind::Offset(Moves::Never), [b't', b'i']),
            Some(Stack::PreIndex) => (FormKind::Offset(Moves::Before), [b't', b'i']),
            Some(Stack::PostIndex) => (FormKind::Offset(Moves::After), [b't', b'i']),
            Some(Stack::List) => (FormKind::List, [b'l', b'a']),
            Some(Stack::Add | Stack::Subtract) | None => return None,
        };
        // Rows are checked to have these.
        match (position(row, b'n'), position(row, first), position(row, number)) {
            (Some(base), Some(first), Some(number)) => {
                Some(Self { kind, base, first, second: position(row, b'u'), number })
            }
            _ => None,
        }
    }

    /// Whether the base of an access of this form is the stack pointer.
    pub(super) fn has_stack_pointer(self, word: Word) -> bool {
        word.operand(self.base).is_some_and(|(_, base)| base == 31)
    }
}

/// Position of the operand called `letter`.
const fn position(row: &Row, letter: u8) -> Option<u8> {
    match row.position(letter) {
        Some(at) => Some(at as u8),
        None => None,
    }
}

impl Access {
    /// The access that `word`, of such a form, makes through the stack pointer.
    pub(super) fn of(word: Word, form: Form) -> Result<Self, Rule> {
        let access = match form.kind {
            FormKind::Offset(moves) => Self::with_offset(word, form, moves)?,
            FormKind::List => Self::of_list(word, form),
        };
        access.ok_or(Rule::StackPointer)
    }

    /// The access of a list of low halves of vectors, which is stored.
    fn of_list(word: Word, form: Form) -> Option<Self> {
        let (Slot { kind: Kind::Register(list), .. }, first) = word.operand(form.first)? else { return None };
        let (_, arrangement) = word.operand(form.number)?;
        if arrangement != ArrMem::D1.raw() {
            return None;
        }
        let register = |nth: u32| {
            let number = (nth < list.count).then(|| u8::try_from(first.wrapping_add(nth) & 31))?;
            Preserved::of(list.class?, number.ok()?)
        };
        let (registers, count) = ([0, 1, 2, 3].map(register), u8::try_from(list.count).ok()?);
        Some(Self { before: 0, offset: 0, after: 0, registers, count, bytes: 8, is_load: false })
    }

    /// The access of a form with an offset.
    fn with_offset(word: Word, form: Form, moves: Moves) -> Result<Option<Self>, Rule> {
        let (first, second) = (word.operand(form.first), form.second.and_then(|at| word.operand(at)));
        let registers = [register(first)?, register(second)?, None, None];
        let (Some((slot, _)), Some(distance)) = (first, word.number(form.number)) else { return Ok(None) };
        let (Ok(distance), Some(bytes)) = (i32::try_from(distance), bytes(word, slot.kind)) else {
            return Ok(None);
        };
        let (before, offset, after) = match moves {
            Moves::Never => (0, distance, 0),
            Moves::Before => (distance, 0, 0),
            Moves::After => (0, 0, distance),
        };
        let (count, is_load) = (if second.is_some() { 2 } else { 1 }, slot.role.writes());
        Ok(Some(Self { before, offset, after, registers, count, bytes, is_load }))
    }
}

/// The register to preserve that an operand names, if it is one. The platform's may not be written.
fn register(operand: Option<(&Slot, u32)>) -> Result<Option<Preserved>, Rule> {
    let Some((Slot { kind: Kind::Register(registers), role, .. }, raw)) = operand else { return Ok(None) };
    let (Some(class), Ok(number)) = (registers.class, u8::try_from(raw)) else { return Ok(None) };
    if (class, number) == (Class::Int, 18) && role.writes() {
        return Err(Rule::PlatformRegister);
    }
    Ok(Preserved::of(class, number))
}

/// Returns the distance that `word` moves the stack pointer up, if it adds a signed constant to it.
pub(super) fn adjustment(word: Word, sign: i8) -> Option<i64> {
    let field = |letter| word.called(letter).map_or(0, |(_, raw)| raw);
    let is_sp = [b'd', b'n'].iter().all(|letter| field(*letter) == 31) && field(b's') == 1;
    let shift = if field(b'h') == 0 { 0 } else { 12 };
    is_sp.then(|| (i64::from(field(b'i')) << shift) * i64::from(sign))
}

/// The size of a register, by its name.
fn bytes(word: Word, kind: &Kind) -> Option<u8> {
    let Kind::Register(registers) = kind else { return None };
    let chosen = |letter| word.called(letter).and_then(|(slot, raw)| slot.kind.selector(raw));
    let nth = registers.chosen_by.and_then(chosen).unwrap_or(0);
    match registers.prefixes.get(nth as usize)?.as_bytes() {
        b"q" => Some(16),
        b"x" | b"d" => Some(8),
        b"w" | b"s" => Some(4),
        b"h" => Some(2),
        b"b" => Some(1),
        _ => None,
    }
}

//! The text of a row as a template: pieces that stand for themselves, and pieces that name operands, as
//! described in [`super::table`].

use super::kind::Kind;

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character that stands for itself.
    Literal(u8),
    /// `#8`: a whole number.
    Number(u16),
    /// `{d}`: an operand.
    Operand(u8),
    /// `{,i}`: a comma and an operand, left out where that is 0.
    Optional(u8),
    /// `{l.a}`: a register list and what follows each register's dot: an operand, or in capitals a
    /// fixed name.
    List(u8, u8),
    /// `{i<h}`: a number whose upper bits are operand `i` and whose others are 0, which operand `h` says.
    Whole(u8, u8),
    /// `{+a}`: what follows from an arrangement or an element size, see [`DERIVED`].
    Derived(u8, u8),
}

/// The pieces of a template.
pub(super) fn pieces(text: &'static str) -> impl Iterator<Item = Piece> {
    let mut rest = text.as_bytes();
    core::iter::from_fn(move || {
        let (piece, tail) = first_piece(rest)?;
        rest = tail;
        Some(piece)
    })
}

/// The first piece of a template, and what follows it.
pub(super) const fn first_piece(text: &[u8]) -> Option<(Piece, &[u8])> {
    Some(match text {
        [b'{', tail @ ..] if matches!(tail, [b'{', ..]) => (Piece::Literal(b'{'), tail),
        [b'{', b',', letter, b'}', tail @ ..] => (Piece::Optional(*letter), tail),
        [b'{', letter, b'}', tail @ ..] => (Piece::Operand(*letter), tail),
        [b'{', list, b'.', element, b'}', tail @ ..] => (Piece::List(*list, *element), tail),
        [b'{', number, b'<', shift, b'}', tail @ ..] => (Piece::Whole(*number, *shift), tail),
        [b'{', what, letter, b'}', tail @ ..] => (Piece::Derived(*what, *letter), tail),
        // Other spellings follow, which are accepted, not printed.
        [b'|', ..] | [] => return None,
        [b'#', tail @ ..] => match number(tail) {
            Some((value, tail)) => (Piece::Number(value), tail),
            None => (Piece::Literal(b'#'), tail),
        },
        [symbol, tail @ ..] => (Piece::Literal(*symbol), tail),
    })
}

/// The whole number that a text begins with, if it has no leading zeros, and what follows it.
const fn number(text: &[u8]) -> Option<(u16, &[u8])> {
    let (mut value, mut rest) = (0u16, text);
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value.wrapping_mul(10).wrapping_add((*digit & 15) as u16);
        rest = tail;
    }
    match (text, rest) {
        ([b'0', b'0', ..], _) | (_, [b'.', ..]) => None,
        _ if rest.len() == text.len() => None,
        _ => Some((value, rest)),
    }
}

/// The arrangements and element sizes that something can follow from, those of elements in memory by
/// their names in loads and stores, too.
const SIZES: [&str; 13] =
    ["8b", "4h", "2s", "1d", "16b", "8h", "4s", "2d", "b|sb", "h|sh", "s|w|sw", "d", "q"];

/// The texts that follow from each of [`SIZES`].
#[rustfmt::skip]
static DERIVED: [(u8, [&str; 13]); 13] = [
    // The arrangement or size itself.
    (b'=', ["8b", "4h", "2s", "1d", "16b", "8h", "4s", "2d", "b", "h", "s", "d", "q"]),
    // The size of its elements.
    (b'.', ["b", "h", "s", "d", "b", "h", "s", "d", "b", "h", "s", "d", "q"]),
    // The suffix of instructions on the upper half of a register.
    (b'2', ["", "", "", "", "2", "2", "2", "2", "-", "-", "-", "-", "-"]),
    // Elements twice as wide, as many as fit a whole register.
    (b'+', ["8h", "4s", "2d", "1q", "8h", "4s", "2d", "1q", "h", "s", "d", "q", "-"]),
    // Elements twice as wide, half as many.
    (b'>', ["4h", "2s", "1d", "-", "8h", "4s", "2d", "-", "-", "-", "-", "-", "-"]),
    // Elements half as wide, twice as many.
    (b'*', ["-", "8b", "4h", "-", "-", "16b", "8h", "-", "-", "-", "-", "-", "-"]),
    // Elements a quarter as wide, four times as many.
    (b'/', ["-", "-", "8b", "-", "-", "-", "16b", "8h", "-", "-", "b", "h", "s"]),
    // Half words, words and double words in as many bytes.
    (b'h', ["4h", "4h", "4h", "4h", "8h", "8h", "8h", "8h", "-", "-", "-", "-", "-"]),
    (b's', ["2s", "2s", "2s", "2s", "4s", "4s", "4s", "4s", "-", "-", "-", "-", "-"]),
    (b'd', ["1d", "1d", "1d", "1d", "2d", "2d", "2d", "2d", "-", "-", "-", "-", "-"]),
    // Elements half as wide, as many.
    (b'-', ["-", "4b", "2h", "-", "-", "8b", "4h", "-", "-", "b", "h", "s", "d"]),
    // The size in names of loads and stores.
    (b'w', ["-", "-", "-", "-", "-", "-", "-", "-", "b", "h", "w", "d", "q"]),
    // The shift that scales an index by the size.
    (b'<', ["-", "-", "-", "-", "-", "-", "-", "-", "", ", lsl #1", ", lsl #2", ", lsl #3", ", lsl #4"]),
];

/// The names that [`Piece::Derived`] can print.
pub(super) fn derived_names(what: u8) -> &'static [&'static str] {
    DERIVED.iter().find(|(known, _)| *known == what).map_or(&[], |(_, names)| names)
}

/// The text that follows from the arrangement or size in an operand of `kind`.
pub(super) fn derived(what: u8, kind: Kind, raw: u32) -> Option<&'static str> {
    let told = kind.name(raw)?;
    let is_told = |names: &&str| names.split(['|']).any(|name| name.eq_ignore_ascii_case(told));
    derived_names(what).get(SIZES.iter().position(is_told)?).copied()
}

/// The text after the dot in a list, for a capital letter: a size, or whole vectors of bytes.
pub(super) fn fixed_element(letter: u8) -> &'static str {
    let is_called = |size: &&&str| size.as_bytes().eq_ignore_ascii_case(&[letter]);
    derived_names(b'=').iter().find(is_called).unwrap_or(&"16b")
}

//! The bracket form of a tree.
//!
//! ```text
//! tree    = operand ["," operand] "->" list
//! operand = list | "[" tree "]"
//! list    = "[" [index {"," index}] "]"
//! ```
//!
//! `[[0,1],[1,2]->[0,2]],[2,3]->[3,0]` contracts a tensor over 0 and 1 with one over 1 and 2, and the result
//! with one over 2 and 3. Spaces do not matter. Reading keeps a stack of open brackets; printing needs
//! none, as brackets open before an input only, and each input knows how many.

use super::{Builder, Index, Kind, NodeError, Tree};
use crate::einsum::Name;
use crate::fallible::{OutOfMemory, TryVec};
use alloc::vec::Vec;
use core::fmt;

/// Why a text is not a tree. Positions are in bytes from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A character that has no meaning where it is.
    #[error("{character:?} at byte {at} of the tree: must be {expected}")]
    Character {
        /// The character.
        character: char,
        /// A symbol that could be there.
        expected: &'static str,
        /// Its position.
        at: usize,
    },
    /// The text ends too early.
    #[error("end at byte {at} of the tree: must be {expected}")]
    End {
        /// A symbol that could follow.
        expected: &'static str,
        /// The length of the text.
        at: usize,
    },
    /// The text ends before a bracket is closed.
    #[error("'[' at byte {at} of the tree: must be closed")]
    Unclosed {
        /// The position of the last one open.
        at: usize,
    },
    /// A third operand.
    #[error("',' at byte {at} of the tree: an operation has at most 2 operands")]
    ThirdOperand {
        /// Its position.
        at: usize,
    },
    /// A tensor that does not fit its operands, or the extents.
    #[error("at byte {at} of the tree: {error}")]
    Node {
        /// The rule that is broken.
        error: NodeError,
        /// The position of the index that it is about, or of the tensor.
        at: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl TreeError {
    /// Whether the reason is that the allocator of memory refused, in whichever step.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        match self {
            Self::OutOfMemory(_) => true,
            Self::Node { error, .. } => error.is_out_of_memory(),
            _ => false,
        }
    }
}

/// Reads a tree over indices with these extents.
///
/// # Errors
/// [`TreeError`], for the first mistake.
pub fn parse(text: &str, extents: &[usize]) -> Result<Tree, TreeError> {
    let mut parser = Parser {
        reader: Reader { text, at: 0 },
        builder: Builder::new(extents)?,
        outer: Vec::new(),
        operands: 0,
        list: List::default(),
    };
    loop {
        parser.operand()?;
        while parser.reader.take_arrow() {
            parser.output()?;
            let Some(open) = parser.outer.pop() else { return parser.finish() };
            parser.close(&open)?;
        }
        parser.comma()?;
    }
}

/// An operation around the one that is read.
struct Open {
    /// Where the bracket is that opens the operand that is read.
    at: usize,
    /// How many operands were read before.
    operands: usize,
}

struct Parser<'t> {
    reader: Reader<'t>,
    builder: Builder,
    /// The operations around this one.
    outer: Vec<Open>,
    /// How many operands of this operation were read.
    operands: usize,
    list: List,
}

impl Parser<'_> {
    /// Reads brackets as far as the first input behind them, and that.
    fn operand(&mut self) -> Result<(), TreeError> {
        let mut at = self.expect(b'[', "`[`")?;
        while self.reader.peek() == Some(b'[') {
            self.outer.try_push(Open { at, operands: self.operands })?;
            self.operands = 0;
            at = self.expect(b'[', "`[`")?;
        }
        self.indices(at)?;
        self.builder.input(&self.list.indices).map_err(|error| self.list.error(error))?;
        self.operands = self.operands.saturating_add(1);
        Ok(())
    }

    /// Reads the list behind an arrow.
    fn output(&mut self) -> Result<(), TreeError> {
        let at = self.expect(b'[', "`[`")?;
        self.indices(at)?;
        let output = &self.list.indices;
        let added =
            if self.operands == 1 { self.builder.unary(output) } else { self.builder.contraction(output) };
        added.map(|_| ()).map_err(|error| self.list.error(error))
    }

    /// Reads the end of an operation that is an operand.
    fn close(&mut self, open: &Open) -> Result<(), TreeError> {
        if self.reader.peek().is_none() {
            return Err(TreeError::Unclosed { at: open.at });
        }
        self.expect(b']', "`]`")?;
        self.operands = open.operands.saturating_add(1);
        Ok(())
    }

    fn comma(&mut self) -> Result<(), TreeError> {
        if self.operands == 2 && self.reader.peek() == Some(b',') {
            return Err(TreeError::ThirdOperand { at: self.reader.at });
        }
        let expected = if self.operands == 2 { "`->`" } else { "`,` or `->`" };
        self.expect(b',', expected).map(|_| ())
    }

    fn finish(mut self) -> Result<Tree, TreeError> {
        match self.reader.peek() {
            Some(_) => Err(self.reader.unexpected("the end")),
            None => self.builder.finish().map_err(|error| TreeError::Node { error, at: 0 }),
        }
    }

    /// Reads indices up to the bracket that closes the one at `at`.
    fn indices(&mut self, at: usize) -> Result<(), TreeError> {
        self.list.begin(at);
        if self.reader.take(b']') {
            return Ok(());
        }
        loop {
            let at = self.place();
            let index = self.reader.number().ok_or_else(|| self.unexpected("an index"))?;
            self.list.push(index, at)?;
            if self.reader.take(b']') {
                return Ok(());
            }
            self.expect(b',', "`,` or `]`")?;
        }
    }

    /// Reads a character and returns its place.
    fn expect(&mut self, character: u8, expected: &'static str) -> Result<usize, TreeError> {
        let at = self.place();
        if self.reader.take(character) { Ok(at) } else { Err(self.unexpected(expected)) }
    }

    /// Where the next character is.
    fn place(&mut self) -> usize {
        self.reader.peek();
        self.reader.at
    }

    fn unexpected(&self, expected: &'static str) -> TreeError {
        self.reader.unexpected(expected)
    }
}

/// The list of indices that is read, with their places.
#[derive(Default)]
struct List {
    at: usize,
    indices: Vec<Index>,
    places: Vec<usize>,
}

impl List {
    fn begin(&mut self, at: usize) {
        self.at = at;
        self.indices.clear();
        self.places.clear();
    }

    fn push(&mut self, index: Index, at: usize) -> Result<(), OutOfMemory> {
        self.indices.try_push(index)?;
        self.places.try_push(at)
    }

    fn error(&self, error: NodeError) -> TreeError {
        let place = error.place().and_then(|place| self.places.get(place));
        match error {
            NodeError::OutOfMemory(error) => error.into(),
            error => TreeError::Node { error, at: place.copied().unwrap_or(self.at) },
        }
    }
}

/// Reads a text byte by byte; all that has a meaning is ASCII.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn advance(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// The next byte that is not a space.
    fn peek(&mut self) -> Option<u8> {
        while self.byte() == Some(b' ') {
            self.advance();
        }
        self.byte()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn take_arrow(&mut self) -> bool {
        let is_next =
            self.peek() == Some(b'-') && self.text.as_bytes().get(self.at.saturating_add(1)) == Some(&b'>');
        if is_next {
            self.at = self.at.saturating_add(2);
        }
        is_next
    }

    /// A number; one that is too large for an index is the largest, which has no extent.
    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            let before: usize = number.unwrap_or(0);
            number = Some(before.saturating_mul(10).saturating_add(usize::from(digit.wrapping_sub(b'0'))));
            self.advance();
        }
        number
    }

    fn unexpected(&self, expected: &'static str) -> TreeError {
        let at = self.at;
        match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            Some(character) => TreeError::Character { character, expected, at },
            None => TreeError::End { expected, at },
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.named(Name::Number).fmt(f)
    }
}

impl Tree {
    /// Returns the text with names of indices in place of their numbers, for people.
    pub fn named<'t>(&'t self, name: impl Fn(Index) -> Name + 't) -> impl fmt::Display + 't {
        Named { tree: self, name }
    }
}

/// A tree with names of its indices.
struct Named<'t, N> {
    tree: &'t Tree,
    name: N,
}

impl<N: Fn(Index) -> Name> fmt::Display for Named<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tree, name } = self;
        let root = tree.root();
        for (node, entry) in tree.nodes().zip(&tree.nodes) {
            match node.kind {
                Kind::Input(number) => {
                    f.write_str(if number == 0 { "" } else { "," })?;
                    // The first input also begins the root, which has no brackets.
                    let brackets = entry.opens.saturating_sub(usize::from(number == 0));
                    (0..brackets).try_for_each(|_| f.write_str("["))?;
                    write_list(f, node.indices, name)?;
                }
                Kind::Unary(_) | Kind::Contraction(_) => {
                    f.write_str("->")?;
                    write_list(f, node.indices, name)?;
                    f.write_str(if node.id == root { "" } else { "]" })?;
                }
            }
        }
        Ok(())
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, indices: &[Index], name: impl Fn(Index) -> Name) -> fmt::Result {
    f.write_str("[")?;
    for (place, index) in indices.iter().enumerate() {
        f.write_str(if place == 0 { "" } else { "," })?;
        write!(f, "{}", name(*index))?;
    }
    f.write_str("]")
}

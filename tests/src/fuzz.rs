//! Properties that hold for any input of assemblers, decoders and verifiers, of the readers of texts and
//! files, of planning, and for any sequence of calls; fuzzing looks for one that breaks it.

mod calls;
mod code;
mod files;
mod matrices;
pub mod mutate;
mod texts;

pub use calls::calls;
pub use code::{assemble_x86_64, decode_x86_64, func, verify};
pub use files::npy;
pub use matrices::mtx;
pub use texts::{einsum, nest, plan};

use crate::kernels;
use tensmith_core::einsum::tree::{self as trees, Tree, TreeError};
use tensmith_core::einsum::{self, Dialect, ResolveError, Term};
use tensmith_core::isa::AssembleError;
use tensmith_core::isa::aarch64::assemble as asm;
use tensmith_core::isa::aarch64::{Decoded, decode as decoded};

/// A property of any bytes, with its name: that of its folder of inputs in `tests/data/fuzz`, and of
/// its target in `fuzz`.
pub type Property = (&'static str, fn(&[u8]));

/// All properties.
pub const PROPERTIES: [Property; 14] = [
    ("assemble", assemble),
    ("assemble_x86_64", assemble_x86_64),
    ("decode", decode),
    ("decode_x86_64", decode_x86_64),
    ("verify", verify),
    ("func", func),
    ("expression", expression),
    ("tree", tree),
    ("nest", nest),
    ("einsum", einsum),
    ("plan", plan),
    ("calls", calls),
    ("npy", npy),
    ("mtx", mtx),
];

/// Text assembles, or is refused at a place that it has; what assembles disassembles.
///
/// # Panics
/// Where this does not hold.
pub fn assemble(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match asm::assemble(text) {
        Ok(words) => words.into_iter().for_each(round_trips),
        Err(error) => has_place(text, &error),
    }
}

/// The place that an error names is in the text.
fn has_place(text: &str, error: &AssembleError) {
    let AssembleError::Syntax { line, column, .. } = *error else { return };
    let place = text.split('\n').nth(line - 1).map(str::len);
    assert!(place.is_some_and(|length| (1..=length + 1).contains(&column)), "{line}:{column}");
}

/// Every word that decodes encodes to itself, and so does its text.
///
/// # Panics
/// Where this does not hold.
pub fn decode(data: &[u8]) {
    kernels::words(data).into_iter().for_each(round_trips);
}

/// Checks one word, both as an instruction and as text.
///
/// # Panics
/// Where it decodes and does not come back.
pub fn round_trips(word: u32) {
    let Decoded::Known(inst) = decoded(word) else { return };
    assert_eq!(inst.encode(), Ok(word));
    let text = inst.to_string();
    assert_eq!(asm::assemble(&text).as_deref(), Ok(&[word][..]), "{word:08x}: {text}");
}

/// Text is an expression, or is refused at a character that it has. An expression reads like its
/// print, and fits operands with as many extents as it has subscripts.
///
/// # Panics
/// Where this does not hold.
pub fn expression(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let expression = match einsum::parse(text) {
        Ok(expression) => expression,
        Err(error) => {
            let character = error.at().and_then(|at| text.get(at..)).and_then(|rest| rest.chars().next());
            assert!(character.is_some(), "{text:?}: {error}");
            return;
        }
    };
    assert_eq!(einsum::parse(&expression.to_string()).as_ref(), Ok(&expression));
    let rank = |term: &Term| term.labels().len() + usize::from(term.ellipsis().is_some());
    let shapes: Vec<Vec<usize>> = expression.inputs().iter().map(|term| vec![1; rank(term)]).collect();
    let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    let lenient = match einsum::resolve(&expression, &shapes, Dialect::Lenient) {
        Ok(lenient) => lenient,
        Err(ResolveError::TooManyExtents { extents, .. }) => {
            return assert!(extents > einsum::resolve::MAX_EXTENTS);
        }
        Err(error) => panic!("{text:?}: {error}"),
    };
    match einsum::resolve(&expression, &shapes, Dialect::Numpy) {
        Ok(resolved) => assert_eq!(resolved, lenient),
        Err(error) => {
            assert!(
                matches!(error, ResolveError::NoEllipsisInOutput { extents: 1, .. }),
                "{text:?}: {error}"
            );
        }
    }
}

/// A line of extents and one with a tree: it is read, and its text is read as the same tree, or it is
/// refused at a place that it has.
///
/// # Panics
/// Where this does not hold.
pub fn tree(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (extents, text) = text.split_once('\n').unwrap_or(("", text));
    let extents: Vec<usize> = extents.split(',').map_while(|extent| extent.parse().ok()).collect();
    match trees::parse(text, &extents) {
        Ok(tree) => tree_holds(&tree),
        Err(
            TreeError::Character { at, .. }
            | TreeError::End { at, .. }
            | TreeError::Unclosed { at }
            | TreeError::ThirdOperand { at }
            | TreeError::Node { at, .. },
        ) => assert!(text.is_char_boundary(at), "{at}"),
        Err(error) => panic!("{error}"),
    }
}

fn tree_holds(tree: &Tree) {
    let text = tree.to_string();
    assert_eq!(trees::parse(&text, tree.extents()).as_ref(), Ok(tree), "{text}");
    let all: u64 = tree.computed().map(|node| node.elements).sum();
    let peak = tree.peak(tree.computed().map(|node| node.id)).expect("children are first");
    assert!(peak <= all, "{text}");
}

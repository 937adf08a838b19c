//! Operations in a row: what is done to a running value, element by element.
//!
//! Each link makes the next value of the one before it, alone or with an element of one more operand.
//! As a multiplication's epilogue, the first value is what would be stored without one; so bias,
//! activation and residual cost no pass over memory of their own. Alone, it is an element of an input.
//!
//! The operands and parameters of links become arguments of the kernel: see
//! [`KernelSpec::arguments`](super::KernelSpec::arguments).
//!
//! A chain has a text form, in which `x` is the running value and may be left out where it comes
//! first: `add(column),relu`, `sub(matrix/32,x)`, `mul(scalar),clamp(0.0,?),add(matrix/?)`.
//!
//! Tests: below, `tests/tests/kernel_spec.rs`, `tests/tests/primitives_elementwise_chain.rs`.

use super::argument::{Argument, MAX_LINKS};
use super::link::{Link, Operand, Side};
use super::operand::{SpecError, Stride, operand};
use super::words::Words;
use crate::DType;
use crate::fallible::OutOfMemory;
use crate::kernel::op::{
    BinaryOp, Expression, MAX_PARAMETERS, Op, Operation, Parameter, ParameterError, UnaryOp, Value,
};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::Peekable;
use core::str::FromStr;

/// Operations in a row, at most [`MAX_LINKS`]; or none.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// Links, then nothing.
    links: [Option<Link>; MAX_LINKS],
    /// The links as words, found again whenever these change.
    words: Words,
}

impl Default for Chain {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Self) -> bool {
        self.links == other.links
    }
}

impl Eq for Chain {}

impl Hash for Chain {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.links.hash(state);
    }
}

impl Chain {
    /// No operation: what there is stays what it is.
    pub const EMPTY: Self = Self { links: [None; MAX_LINKS], words: Words::NONE };

    fn of(links: [Option<Link>; MAX_LINKS]) -> Self {
        Self { links, words: Words::of(&links) }
    }

    /// A chain of these links; none if there are more than [`MAX_LINKS`].
    #[must_use]
    pub fn new(links: &[Link]) -> Option<Self> {
        let mut given = links.iter().copied();
        let places = [(); MAX_LINKS].map(|()| given.next());
        (links.len() <= MAX_LINKS).then(|| Self::of(places))
    }

    /// The first links, as many as there are of `count`, and those behind them.
    #[must_use]
    pub fn split_at(&self, count: usize) -> (Self, Self) {
        let (mut first, mut behind) = (self.links().take(count), self.links().skip(count));
        let none = [(); MAX_LINKS];
        (Self::of(none.map(|()| first.next().copied())), Self::of(none.map(|()| behind.next().copied())))
    }

    /// These links, then those of another chain; none if there are more than [`MAX_LINKS`].
    #[must_use]
    pub fn then(&self, next: &Self) -> Option<Self> {
        let mut links = self.links().chain(next.links()).copied();
        let chain = Self::of([(); MAX_LINKS].map(|()| links.next()));
        links.next().is_none().then_some(chain)
    }

    /// Returns the number of links.
    #[must_use]
    pub fn len(&self) -> usize {
        self.links().count()
    }

    /// Whether there is no operation.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let [first, ..] = &self.links;
        first.is_none()
    }

    /// The chain as words.
    #[inline(always)]
    pub(super) const fn words(&self) -> &Words {
        &self.words
    }

    /// The operations in order.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().flatten()
    }

    /// Changes each link, to fill in what is left to run time.
    pub fn change(&mut self, change: impl FnMut(&mut Link)) {
        let before = self.links;
        self.links.iter_mut().flatten().for_each(change);
        self.find_words(&before);
    }

    /// As [`Chain::change`], with what may fail; it gets the number of each link, too.
    ///
    /// # Errors
    /// The first that there is.
    pub fn try_change<E>(
        &mut self,
        mut change: impl FnMut(usize, &mut Link) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = self.links;
        let outcome =
            self.links.iter_mut().flatten().enumerate().try_for_each(|(nth, link)| change(nth, link));
        self.find_words(&before);
        outcome
    }

    /// Finds the words of the links again, where these are not what they were: that takes longer
    /// than to compare them.
    fn find_words(&mut self, before: &[Option<Link>; MAX_LINKS]) {
        if self.links != *before {
            *self = Self::of(self.links);
        }
    }

    /// The operands of the links that have one, each with the number of its link.
    pub fn operands(&self) -> impl Iterator<Item = (usize, Operand)> {
        self.links().enumerate().filter_map(|(nth, link)| link.operand().map(|operand| (nth, operand)))
    }

    /// The chain that does the same to the transposed result.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self::of(self.links.map(|link| link.map(Link::transposed)))
    }

    /// The addresses that the links take.
    pub(super) fn addresses(&self) -> impl Iterator<Item = Option<Argument>> {
        self.operands().map(|(nth, _)| Argument::OPERANDS.get(nth).copied())
    }

    /// Returns the arguments for values of the links that are left to run time.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Option<Argument>> {
        let lds = self.operands().map(|(nth, operand)| {
            let argument = Argument::LD_OPERANDS.get(nth).copied();
            operand.ld().filter(|ld| *ld == Stride::Runtime).and(argument)
        });
        let parameters = self.links().enumerate().flat_map(|(nth, link)| {
            let arguments = Argument::PARAMETERS.iter().skip(nth * MAX_PARAMETERS);
            link.parameters()
                .iter()
                .zip(arguments)
                .map(|(parameter, argument)| (*parameter == Parameter::Runtime).then_some(*argument))
        });
        lds.chain(parameters)
    }

    /// Checks the operands of links on an m×n result, whose contiguous extent and the other are
    /// `result`.
    pub(super) fn validate(
        &self,
        dtype: DType,
        extents: (usize, usize),
        result: (usize, usize),
    ) -> Result<(), SpecError> {
        self.links().try_for_each(|link| link.validate(dtype))?;
        self.operands().try_for_each(|(nth, other)| {
            let name = |names: &[Argument; MAX_LINKS]| names.get(nth).map_or("", |name| name.name());
            let names = (name(&Argument::OPERANDS), name(&Argument::LD_OPERANDS));
            let (contiguous, strided) = other.extents(extents, result);
            operand(names, dtype, (contiguous, strided), other.ld().unwrap_or(Stride::Runtime), (1, 0))
        })
    }

    /// The formulas of the links from `first` on over the running value `x` and the elements of their
    /// operands, which `element` gives, counted from 0. Parameters left to run time have the numbers of
    /// their [arguments](Argument::PARAMETERS).
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn write(
        &self,
        expression: &mut Expression,
        mut x: Value,
        first: usize,
        mut element: impl FnMut(&mut Expression, usize) -> Result<Value, OutOfMemory>,
    ) -> Result<Value, OutOfMemory> {
        let mut operands = 0usize;
        for (nth, link) in self.links().enumerate().skip(first) {
            let first_parameter = nth * MAX_PARAMETERS;
            x = match link {
                Link::Unary(op) => op.write_from(expression, [x], first_parameter)?,
                Link::Binary { op, running, .. } => {
                    let other = element(expression, operands)?;
                    operands = operands.saturating_add(1);
                    op.write_from(expression, running.inputs(x, other), first_parameter)?
                }
            };
        }
        Ok(x)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.links().enumerate().try_for_each(|(nth, link)| {
            let comma = if nth > 0 { "," } else { "" };
            write!(f, "{comma}{link}")
        })
    }
}

/// Why a text is no chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// A parenthesis has no counterpart.
    #[error("a parenthesis is open at the end, or closed where none is open")]
    Parentheses,
    /// There are too many links.
    #[error("there are more than {MAX_LINKS} operations")]
    TooLong,
    /// An operation has another name.
    #[error("operation {link} is none of those that there are")]
    UnknownOperation {
        /// The number of the operation, from 1.
        link: usize,
    },
    /// An operation on two values has another operand.
    #[error("the operand of operation {link} must be matrix/LD, column, row or scalar")]
    Operand {
        /// The number of the operation, from 1.
        link: usize,
    },
    /// An operation is given more operands than it takes.
    #[error("operation {link} takes no further operand")]
    FurtherOperand {
        /// The number of the operation, from 1.
        link: usize,
    },
    /// A parameter is no number.
    #[error("a parameter of operation {link} is neither a number nor `?`")]
    Number {
        /// The number of the operation, from 1.
        link: usize,
    },
    /// An operation takes more or fewer parameters.
    #[error("operation {link} takes {expected} parameters")]
    Parameters {
        /// The number of the operation, from 1.
        link: usize,
        /// The number of parameters that it takes.
        expected: usize,
    },
}

impl FromStr for Chain {
    type Err = ChainError;

    fn from_str(text: &str) -> Result<Self, ChainError> {
        let mut links = [None; MAX_LINKS];
        let mut places = links.iter_mut();
        let mut rest = Some(text).filter(|text| !text.trim().is_empty());
        let mut number = 0usize;
        while let Some(text) = rest {
            let end = end_of_link(text)?;
            number = number.saturating_add(1);
            let (link, behind) = text.split_at_checked(end).unwrap_or((text, ""));
            *places.next().ok_or(ChainError::TooLong)? = Some(parse_link(link.trim(), number)?);
            rest = behind.get(1..);
        }
        Ok(Self::of(links))
    }
}

/// Where the first comma outside of parentheses is, or the end.
fn end_of_link(text: &str) -> Result<usize, ChainError> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth = depth.saturating_add(1),
            b')' => depth = depth.checked_sub(1).ok_or(ChainError::Parentheses)?,
            b',' if depth == 0 => return Ok(at),
            _ => {}
        }
    }
    if depth == 0 { Ok(text.len()) } else { Err(ChainError::Parentheses) }
}

fn parse_link(text: &str, link: usize) -> Result<Link, ChainError> {
    let name = crate::text::before(text, "(");
    let given = match text.get(name.len()..).and_then(|rest| rest.strip_prefix('(')) {
        Some(given) => Some(given.strip_suffix(')').ok_or(ChainError::Parentheses)?),
        None => None,
    };
    let mut given = given.into_iter().flat_map(|given| given.split([','])).map(str::trim).peekable();
    // A running value that comes first may be named.
    let is_named = takes_running(&mut given);
    if let Some(operation) = UnaryOp::named(name.trim()) {
        return Ok(Link::Unary(parse_op(operation, given, link)?));
    }
    let operation = BinaryOp::named(name.trim()).ok_or(ChainError::UnknownOperation { link })?;
    let operand = given.next().and_then(parse_operand).ok_or(ChainError::Operand { link })?;
    let running = if !is_named && takes_running(&mut given) { Side::Second } else { Side::First };
    Ok(Link::Binary { op: parse_op(operation, given, link)?, operand, running })
}

/// Takes the next word if it names the running value. `Peekable::next_if_eq` asserts what compilers do not
/// always see.
fn takes_running<'t>(words: &mut Peekable<impl Iterator<Item = &'t str>>) -> bool {
    words.peek() == Some(&"x") && words.next().is_some()
}

fn parse_operand(text: &str) -> Option<Operand> {
    match text {
        "column" => Some(Operand::Column),
        "row" => Some(Operand::Row),
        "scalar" => Some(Operand::Scalar),
        _ => match text.strip_prefix("matrix/")? {
            "?" => Some(Operand::Matrix(Stride::Runtime)),
            ld => ld.parse().ok().map(|ld| Operand::Matrix(Stride::fixed(ld))),
        },
    }
}

/// The operation with the parameters that are given.
fn parse_op<'t, const INPUTS: usize>(
    operation: &'static Operation<INPUTS>,
    mut given: Peekable<impl Iterator<Item = &'t str>>,
    link: usize,
) -> Result<Op<INPUTS>, ChainError> {
    if given.peek().is_some_and(|word| *word == "x" || parse_operand(word).is_some()) {
        return Err(ChainError::FurtherOperand { link });
    }
    Op::of_words(operation, given).map_err(|error| match error {
        ParameterError::Count => ChainError::Parameters { link, expected: operation.parameters.len() },
        ParameterError::Number => ChainError::Number { link },
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::fallible::try_format;

    #[test]
    fn the_text_parses_back() {
        let clamp = UnaryOp::clamp(Parameter::fixed(-0.5), Parameter::Runtime);
        let links = [
            Link::with(BinaryOp::add(), Operand::Column),
            Link::Unary(clamp),
            Link::Binary {
                op: BinaryOp::sub(),
                operand: Operand::Matrix(Stride::Runtime),
                running: Side::Second,
            },
            Link::with(BinaryOp::mul(), Operand::Matrix(Stride::fixed(32))),
        ];
        for count in 0..=MAX_LINKS {
            let chain = Chain::new(links.get(..count).unwrap()).unwrap();
            let text = try_format(format_args!("{chain}")).unwrap();
            assert_eq!(text.parse(), Ok(chain), "{text}");
        }
        let text = try_format(format_args!("{}", Chain::new(&links).unwrap())).unwrap();
        assert_eq!(text, "add(column),clamp(-0.5,?),sub(matrix/?,x),mul(matrix/32)");
        assert_eq!(
            " add( x , column ) ,\tclamp(x, -.5, ?)".parse(),
            Ok(Chain::new(links.get(..2).unwrap()).unwrap())
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<Chain>().unwrap_err();
        assert_eq!(error("relu,relu,relu,relu,relu"), ChainError::TooLong);
        assert_eq!(error("relu,clamp(0,1"), ChainError::Parentheses);
        assert_eq!(error("relu)"), ChainError::Parentheses);
        assert_eq!(error("relu(x)y"), ChainError::Parentheses);
        assert_eq!(error("relu()"), ChainError::Parameters { link: 1, expected: 0 });
        assert_eq!(error("add(column,,)"), ChainError::Parameters { link: 1, expected: 0 });
        assert_eq!(error("relu,"), ChainError::UnknownOperation { link: 2 });
        assert_eq!(error("relu,rely"), ChainError::UnknownOperation { link: 2 });
        assert_eq!(error("add"), ChainError::Operand { link: 1 });
        assert_eq!(error("add(line)"), ChainError::Operand { link: 1 });
        assert_eq!(error("add(row,1)"), ChainError::Parameters { link: 1, expected: 0 });
        assert_eq!(error("add(column,row)"), ChainError::FurtherOperand { link: 1 });
        assert_eq!(error("add(x,column,x)"), ChainError::FurtherOperand { link: 1 });
        assert_eq!(error("exp,clamp(x,matrix/?,1)"), ChainError::FurtherOperand { link: 2 });
        assert_eq!(error("clamp(0)"), ChainError::Parameters { link: 1, expected: 2 });
        assert_eq!(error("clamp(0,one)"), ChainError::Number { link: 1 });
    }

    #[test]
    fn chains_split_between_links() {
        let chain: Chain = "relu,add(column),exp".parse().unwrap();
        for (count, first, behind) in
            [(0, "", "relu,add(column),exp"), (2, "relu,add(column)", "exp"), (9, "relu,add(column),exp", "")]
        {
            let parts = chain.split_at(count);
            assert_eq!(parts, (first.parse().unwrap(), behind.parse().unwrap()), "{count}");
            assert_eq!(parts.0.len() + parts.1.len(), chain.len(), "{count}");
            assert_eq!(parts.0.then(&parts.1), Some(chain), "{count}");
        }
    }

    #[test]
    fn chains_of_too_many_links_are_none() {
        let relu = Link::Unary(UnaryOp::relu());
        assert!(Chain::new(&[relu; MAX_LINKS]).is_some());
        assert_eq!(Chain::new(&[relu; MAX_LINKS + 1]), None);
        assert_eq!(Chain::new(&[]), Some(Chain::EMPTY));
        let three = Chain::new(&[relu; MAX_LINKS - 1]).unwrap();
        assert_eq!(three.then(&three), None);
    }
}

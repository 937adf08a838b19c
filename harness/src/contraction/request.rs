//! What a contraction is asked for besides its operands, as part of the plan's key.
//!
//! A request borrows what it is made of; a plan's key, which outlives that, has a copy that does not
//! ([`Details::kept`]).
//!
//! Tests: `tests/tests/harness_plans.rs`, `tests/tests/harness_contraction.rs`.

use crate::order::Order;
use std::borrow::Cow;
use tensmith_core::ScalarType;
use tensmith_core::einsum::{Beta, Dialect, Subscript};
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::kernel::spec::Overflow;

/// The notation of a contraction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Written<'a> {
    /// As `mk,kn->mn`.
    Expression(Cow<'a, str>),
    /// By lists of numbers, one for each input, and maybe one for the output.
    Lists(Vec<Cow<'a, [Subscript]>>, Option<Cow<'a, [Subscript]>>),
    /// In brackets, with the extents of the indices.
    Tree(Cow<'a, str>, Cow<'a, [usize]>),
}

/// An operation on each element of the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Link<'a> {
    Unary(UnaryOp),
    /// The element is the first input.
    Binary(BinaryOp, Operand<'a>),
}

/// The description of an array to come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Operand<'a> {
    pub(crate) labels: Cow<'a, str>,
    pub(crate) shape: Cow<'a, [usize]>,
    pub(crate) strides: Cow<'a, [isize]>,
}

/// All that is asked besides the operands and the short part of a [key](crate::plan_key::KeyFlags).
/// Operations are the same if they are at the same address: those that are defined elsewhere may have the
/// name of another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Details<'a> {
    pub(crate) written: Written<'a>,
    pub(crate) dialect: Dialect,
    pub(crate) beta: Beta,
    /// The numbers of the operands whose conjugates are taken.
    pub(crate) conjugated: Vec<usize>,
    pub(crate) chain: Vec<Link<'a>>,
    /// What searches for orders draw from.
    pub(crate) seed: u64,
    /// The type of the output, if it is not that of the operands.
    pub(crate) output: Option<ScalarType>,
    /// What becomes of sums of integers that have no room.
    pub(crate) overflow: Overflow,
    /// The most bytes that runs may need besides the operands.
    pub(crate) memory_limit: usize,
    /// The order, if it is known.
    pub(crate) order: Option<Cow<'a, Order>>,
}

/// What is asked: most often so little that words say all of it, and nothing is allocated.
#[derive(Clone, Debug)]
pub(crate) enum Request<'a> {
    /// An expression in numpy's dialect, whose result overwrites the output, or is added to it.
    Expression { text: &'a str, accumulates: bool },
    /// Anything else.
    Detailed(Box<Details<'a>>),
}

impl<'a> Details<'a> {
    /// What is written, and nothing more.
    pub(crate) const fn new(written: Written<'a>) -> Self {
        Self {
            written,
            dialect: Dialect::Numpy,
            beta: Beta::Zero,
            conjugated: Vec::new(),
            chain: Vec::new(),
            seed: 0,
            output: None,
            overflow: Overflow::Refused,
            memory_limit: usize::MAX,
            order: None,
        }
    }

    /// The same, borrowed from nowhere.
    pub(crate) fn kept(&self) -> Details<'static> {
        let Self { written, dialect, beta, conjugated, chain, seed, .. } = self;
        let (conjugated, chain) = (conjugated.clone(), chain.iter().map(Link::kept).collect());
        let Self { output, overflow, memory_limit, .. } = *self;
        let order = self.order.as_deref().map(kept::<Order>);
        let (written, dialect, beta, seed) = (written.kept(), *dialect, *beta, *seed);
        Details { written, dialect, beta, conjugated, chain, seed, output, overflow, memory_limit, order }
    }
}

impl<'a> Request<'a> {
    /// Its details, to be changed.
    pub(crate) fn into_details(self) -> Box<Details<'a>> {
        match self {
            Self::Expression { text, accumulates } => {
                let beta = if accumulates { Beta::One } else { Beta::Zero };
                Box::new(Details { beta, ..Details::new(Written::Expression(Cow::Borrowed(text))) })
            }
            Self::Detailed(details) => details,
        }
    }

    /// Its details, to be read.
    pub(crate) fn to_details(&self) -> Cow<'_, Details<'a>> {
        match self {
            Self::Expression { .. } => Cow::Owned(*self.clone().into_details()),
            Self::Detailed(details) => Cow::Borrowed(details),
        }
    }

    /// The same with another factor of the output.
    pub(crate) fn with_beta(self, beta: Beta) -> Self {
        match (self, beta) {
            (Self::Expression { text, .. }, Beta::Zero) => Self::Expression { text, accumulates: false },
            (Self::Expression { text, .. }, Beta::One) => Self::Expression { text, accumulates: true },
            (request, beta) => request.with(|details| details.beta = beta),
        }
    }

    /// The same in the dialect of a library.
    pub(crate) fn with_dialect(self, dialect: Dialect) -> Self {
        match (self, dialect) {
            (request @ Self::Expression { .. }, Dialect::Numpy) => request,
            (request, dialect) => request.with(|details| details.dialect = dialect),
        }
    }

    /// The same after a change.
    pub(crate) fn with(self, change: impl FnOnce(&mut Details<'a>)) -> Self {
        let mut details = self.into_details();
        change(&mut details);
        Self::Detailed(details)
    }
}

/// The same text or list, borrowed from nowhere.
fn kept<T: ToOwned + ?Sized>(borrowed: &T) -> Cow<'static, T> {
    Cow::Owned(borrowed.to_owned())
}

impl Written<'_> {
    fn kept(&self) -> Written<'static> {
        let list = |list: &Cow<'_, [Subscript]>| kept::<[Subscript]>(list);
        match self {
            Self::Expression(text) => Written::Expression(kept::<str>(text)),
            Self::Lists(inputs, output) => {
                Written::Lists(inputs.iter().map(list).collect(), output.as_ref().map(list))
            }
            Self::Tree(text, extents) => Written::Tree(kept::<str>(text), kept::<[usize]>(extents)),
        }
    }
}

impl Link<'_> {
    fn kept(&self) -> Link<'static> {
        match self {
            Self::Unary(op) => Link::Unary(*op),
            Self::Binary(op, Operand { labels, shape, strides }) => {
                let (labels, shape) = (kept::<str>(labels), kept::<[usize]>(shape));
                Link::Binary(*op, Operand { labels, shape, strides: kept::<[isize]>(strides) })
            }
        }
    }
}

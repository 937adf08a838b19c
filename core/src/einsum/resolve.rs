//! From an expression and the shapes of its operands to indices with extents.
//!
//! Problem: an ellipsis stands for as many extents as an operand has more than labels,
//! counted from the last one, and an extent of 1 fits every other. Idea: what an ellipsis
//! stands for are indices like the labels, with a [`Name`] of their own; all get numbers,
//! the output's first and in its order, then the summed ones in order of appearance. From
//! there on nobody needs names, and an axis says itself where an operand is repeated.
//!
//! An operand that has a label twice walks a diagonal: its extents must be the same there,
//! even where one is 1, as in numpy.
//!
//! Cost: time n·log n for n subscripts.
//!
//! Tests: `tests/tests/einsum_resolve.rs`.

use super::expression::{Dialect, Expression, Label, Term};
use crate::fallible::{Few, OutOfMemory, TryVec, sorted_few, try_few};
use crate::tensor::array::product;
use crate::text::Count;
use core::fmt;

/// The most extents of an operand: twice as many as an array of numpy has. To find an order for many operands
/// takes the square of what two of them have in common, and of an array in memory, no more than 62
/// extents are above 1.
pub const MAX_EXTENTS: usize = 128;

/// The name of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// By its label.
    Label(Label),
    /// By its place in the ellipsis, from the last, which is 1.
    Ellipsis(usize),
    /// By its number, in a tree.
    Number(usize),
}

/// An index of a contraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its name.
    pub name: Name,
    /// How many values it has: 1 only where it is 1 in every operand.
    pub extent: usize,
}

/// The index that an extent of an operand belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The number of its index.
    pub index: usize,
    /// Whether the extent is 1 and that of the index is not: the operand does not move along it.
    pub is_repeated: bool,
}

/// The axes of an input.
pub type Axes = Few<Axis, 6>;

/// An expression whose indices have numbers and extents.
#[derive(Debug, PartialEq, Eq)]
pub struct Resolved {
    indices: Few<Index, 8>,
    inputs: Few<Axes, 2>,
    /// How many of the indices, from the first, are the output's.
    outputs: usize,
}

/// Why an expression does not fit the shapes of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// Another number of operands than terms.
    #[error("number of operands is {found}: the expression has {terms}")]
    Operands {
        /// How many there are.
        found: usize,
        /// How many the expression has.
        terms: usize,
    },
    /// An operand has more extents than [`MAX_EXTENTS`].
    #[error("in{operand} has {extents}: an operand has at most {MAX_EXTENTS}", extents = Count(*extents, "extent"))]
    TooManyExtents {
        /// The operand.
        operand: usize,
        /// Its number of extents.
        extents: usize,
    },
    /// An operand has another number of extents than its term has labels.
    #[error("in{operand} has {extents}: its term in the expression has {labels}", extents = Count(*extents, "extent"), labels = Count(*labels, "label"))]
    Rank {
        /// The operand.
        operand: usize,
        /// Its number of extents.
        extents: usize,
        /// The number of labels.
        labels: usize,
    },
    /// An operand has fewer extents than its term has labels next to the ellipsis.
    #[error("in{operand} has {extents}: its term in the expression has {labels} next to `...`", extents = Count(*extents, "extent"), labels = Count(*labels, "label"))]
    RankBesideEllipsis {
        /// The operand.
        operand: usize,
        /// Its number of extents.
        extents: usize,
        /// The number of labels.
        labels: usize,
    },
    /// The output has no place for what an ellipsis stands for.
    #[error("`...` stands for {extents} of in{operand}: the output must have `...`, too", extents = Count(*extents, "extent"))]
    NoEllipsisInOutput {
        /// The operand for which the ellipsis stands for most.
        operand: usize,
        /// How many that is.
        extents: usize,
    },
    /// An operand that repeats a label has different extents there.
    #[error("label '{name}' is {extent} and {other_extent} in in{operand}: must be the same")]
    Diagonal {
        /// The label.
        name: Name,
        /// The operand.
        operand: usize,
        /// An extent.
        extent: usize,
        /// A later one.
        other_extent: usize,
    },
    /// An index has different extents in two operands, neither of which is 1.
    #[error(
        "label '{name}' is {extent} in in{operand} and {other_extent} in in{other}: \
         must be the same, or 1"
    )]
    Extent {
        /// The label.
        name: Name,
        /// An operand with it.
        operand: usize,
        /// Its extent there.
        extent: usize,
        /// A later operand with it.
        other: usize,
        /// Its extent there.
        other_extent: usize,
    },
    /// An operand cannot be so large.
    #[error(
        "the extents of in{operand} multiply to more than {}: an array cannot have more elements",
        isize::MAX
    )]
    TooMany {
        /// The operand.
        operand: usize,
    },
    /// The output cannot be so large.
    #[error("the extents of out multiply to more than {}: an array cannot have more elements", isize::MAX)]
    TooManyOut,
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(ResolveError);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label(label) => write!(f, "{label}"),
            Self::Ellipsis(from_last) => write!(f, "...[-{from_last}]"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

impl Resolved {
    /// The indices by their numbers: the output's in its order, then those that are summed over.
    #[must_use]
    pub fn indices(&self) -> &[Index] {
        &self.indices
    }

    /// Returns a function from an index's number to its name and extent.
    pub(super) fn names(&self) -> impl Fn(usize) -> (Name, usize) + Copy + '_ {
        |number| {
            let index = self.indices.get(number);
            index.map_or((Name::Number(number), 0), |index| (index.name, index.extent))
        }
    }

    /// The axes of each input.
    #[must_use]
    pub fn inputs(&self) -> &[Axes] {
        &self.inputs
    }

    /// The indices of the output: the first ones.
    #[must_use]
    pub fn output(&self) -> &[Index] {
        self.indices.get(..self.outputs).unwrap_or(&self.indices)
    }

    /// The extents of the output.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn output_shape(&self) -> Result<Few<usize, 6>, OutOfMemory> {
        try_few(self.output().iter().map(|index| index.extent))
    }
}

/// Gives the indices of an expression numbers and extents.
///
/// # Errors
/// [`ResolveError`], for the first misfit.
pub fn resolve(
    expression: &Expression,
    shapes: &[&[usize]],
    dialect: Dialect,
) -> Result<Resolved, ResolveError> {
    let terms = expression.inputs();
    if shapes.len() != terms.len() {
        return Err(ResolveError::Operands { found: shapes.len(), terms: terms.len() });
    }
    let widest = widest_ellipsis(terms, shapes)?;
    let mut numbering = Numbering::of(terms, shapes)?;
    let outputs = numbering.output(expression.output(), widest, dialect)?;
    let mut inputs: Few<Axes, 2> = Few::new();
    for (operand, (term, shape)) in terms.iter().zip(shapes).enumerate() {
        inputs.try_push(numbering.input(operand, term, shape)?)?;
    }
    let indices: Few<Index, 8> = try_few(numbering.numbered.iter().map(|numbered| numbered.index))?;
    for (axes, shape) in inputs.iter_mut().zip(shapes) {
        mark_repeated(axes, shape, &indices);
    }
    let resolved = Resolved { indices, inputs, outputs };
    let extents = resolved.output().iter().map(|index| index.extent);
    product(extents).ok_or(ResolveError::TooManyOut)?;
    Ok(resolved)
}

/// The most extents that an ellipsis stands for, and in which operand.
#[derive(Clone, Copy, Default)]
struct Widest {
    operand: usize,
    extents: usize,
}

fn widest_ellipsis(terms: &[Term], shapes: &[&[usize]]) -> Result<Widest, ResolveError> {
    let mut widest = Widest::default();
    for (operand, (term, shape)) in terms.iter().zip(shapes).enumerate() {
        if shape.len() > MAX_EXTENTS {
            return Err(ResolveError::TooManyExtents { operand, extents: shape.len() });
        }
        product(shape.iter().copied()).ok_or(ResolveError::TooMany { operand })?;
        let extents = unlabelled(operand, term, shape.len())?;
        if extents > widest.extents {
            widest = Widest { operand, extents };
        }
    }
    Ok(widest)
}

/// How many extents of an operand have no label.
fn unlabelled(operand: usize, term: &Term, extents: usize) -> Result<usize, ResolveError> {
    let labels = term.labels().len();
    match (extents.checked_sub(labels), term.ellipsis()) {
        (None, Some(_)) => Err(ResolveError::RankBesideEllipsis { operand, extents, labels }),
        (Some(0), None) => Ok(0),
        (_, None) => Err(ResolveError::Rank { operand, extents, labels }),
        (Some(rest), Some(_)) => Ok(rest),
    }
}

/// Returns the names of a term's axes, in order, where the ellipsis stands for `width` of them.
fn names(term: &Term, width: usize) -> impl Iterator<Item = Name> + '_ {
    let (before, after) = term.around_ellipsis();
    let [before, after] = [before, after].map(|labels| labels.iter().copied().map(Name::Label));
    before.chain((1..=width).rev().map(Name::Ellipsis)).chain(after)
}

fn mark_repeated(axes: &mut [Axis], shape: &[usize], indices: &[Index]) {
    for (axis, &extent) in axes.iter_mut().zip(shape) {
        axis.is_repeated = indices.get(axis.index).is_some_and(|index| index.extent != extent);
    }
}

/// The indices that have numbers.
struct Numbering {
    numbered: Few<Numbered, 8>,
    /// What all subscripts name, in order. The first of each name has its number, if it has one.
    names: Few<(NameOrder, Option<usize>), 8>,
}

/// What orders names: another number for each, labels first.
type NameOrder = usize;

struct Numbered {
    index: Index,
    /// The operand that decided the extent.
    decided: usize,
    /// The last operand that has it, and its extent there.
    last: Option<(usize, usize)>,
}

impl Numbering {
    /// None has a number yet. An output has no names but those of inputs.
    fn of(terms: &[Term], shapes: &[&[usize]]) -> Result<Self, ResolveError> {
        let mut all = Few::new();
        for (operand, (term, shape)) in terms.iter().zip(shapes).enumerate() {
            let width = unlabelled(operand, term, shape.len())?;
            all.try_extend(names(term, width).map(|name| (order_of(name), None)))?;
        }
        Ok(Self { numbered: Few::new(), names: sorted_few(all)? })
    }

    /// Numbers the output's indices; how many there are.
    fn output(&mut self, term: &Term, widest: Widest, dialect: Dialect) -> Result<usize, ResolveError> {
        let Widest { operand, extents } = widest;
        let width = match (term.ellipsis(), dialect) {
            (None, Dialect::Numpy) if extents > 0 => {
                return Err(ResolveError::NoEllipsisInOutput { operand, extents });
            }
            (None, _) => 0,
            (Some(_), _) => extents,
        };
        for name in names(term, width) {
            self.number(name)?;
        }
        Ok(self.numbered.len())
    }

    /// The axes of an input, which decide extents.
    fn input(&mut self, operand: usize, term: &Term, shape: &[usize]) -> Result<Axes, ResolveError> {
        let width = unlabelled(operand, term, shape.len())?;
        let mut axes = Axes::new();
        for (name, &extent) in names(term, width).zip(shape) {
            let index = self.number(name)?;
            if let Some(numbered) = self.numbered.get_mut(index) {
                numbered.meet(operand, extent)?;
            }
            axes.try_push(Axis { index, is_repeated: false })?;
        }
        Ok(axes)
    }

    /// The number that a name has, or gets.
    fn number(&mut self, name: Name) -> Result<usize, OutOfMemory> {
        let order = order_of(name);
        let first = self.names.partition_point(|(known, _)| *known < order);
        let next = self.numbered.len();
        let number = self.names.get_mut(first).map_or(next, |(_, number)| *number.get_or_insert(next));
        if number == next {
            let index = Index { name, extent: 1 };
            self.numbered.try_push(Numbered { index, decided: 0, last: None })?;
        }
        Ok(number)
    }
}

fn order_of(name: Name) -> NameOrder {
    const LABELS: usize = char::MAX as usize + 1;
    match name {
        Name::Label(label) => label as usize,
        // No ellipsis stands for more extents than an operand has.
        Name::Ellipsis(from_last) => LABELS.saturating_add(from_last),
        // Trees have such names, expressions have not.
        Name::Number(number) => LABELS.saturating_add(MAX_EXTENTS).saturating_add(number),
    }
}

impl Numbered {
    /// Learns the extent in an operand.
    fn meet(&mut self, operand: usize, other_extent: usize) -> Result<(), ResolveError> {
        let Index { name, extent } = self.index;
        let differs = |(earlier, extent): &(usize, usize)| *earlier == operand && *extent != other_extent;
        if let Some((_, extent)) = self.last.filter(differs) {
            return Err(ResolveError::Diagonal { name, operand, extent, other_extent });
        }
        self.last = Some((operand, other_extent));
        if extent == 1 {
            self.index.extent = other_extent;
            self.decided = operand;
        } else if other_extent != 1 && other_extent != extent {
            let (operand, other) = (self.decided, operand);
            return Err(ResolveError::Extent { name, operand, extent, other, other_extent });
        }
        Ok(())
    }
}

//! Why there is nothing to run for an expression or a tree.

use crate::ScalarType;
use crate::einsum::path::{NetworkError, PathError};
use crate::einsum::resolve::{Name, ResolveError};
use crate::einsum::tree::NodeError;
use crate::fallible::OutOfMemory;
use crate::kernel::spec::MAX_SPAN;
use crate::tensor::error::NestError;
use crate::text::Count;

/// Why an expression or a tree cannot be lowered with the arrays at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// A nest has two inputs.
    #[error("the expression has {found}: a nest has 2", found = Count(*found, "operand"))]
    Operands {
        /// How many the expression has.
        found: usize,
    },
    /// There is another number of arrays than of operands.
    #[error("number of arrays is {found}: must be {expected}, that of the operands")]
    Arrays {
        /// How many there are.
        found: usize,
        /// How many operands there are.
        expected: usize,
    },
    /// The output has another type than the operands, and than these are computed with.
    #[error(
        "the output has {found}: must have {operands}, as the operands, or the type that these are summed in"
    )]
    OutputType {
        /// The output's.
        found: ScalarType,
        /// The operands'.
        operands: ScalarType,
    },
    /// Sums of integers may have no room.
    #[error(
        "{terms} products are summed: at most {limit} of them always have room in 32 bits; ask for sums that wrap"
    )]
    Overflow {
        /// How many are.
        terms: usize,
        /// How many may be.
        limit: usize,
    },
    /// The expression does not fit the shapes.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// An array has another number of extents than its operand.
    #[error("in{operand} has {extents}: must have {expected}", extents = Count(*extents, "extent"))]
    Rank {
        /// The operand.
        operand: usize,
        /// The number of extents.
        extents: usize,
        /// The number of the operand's indices.
        expected: usize,
    },
    /// An array has another extent than its operand.
    #[error("label '{name}' is {extent} in in{operand}: must be {expected}")]
    Extent {
        /// The label.
        name: Name,
        /// The operand.
        operand: usize,
        /// The extent of the array.
        extent: usize,
        /// That of the label.
        expected: usize,
    },
    /// The output has another number of extents than the expression gives it.
    #[error("out has {extents}: the expression gives it {expected}", extents = Count(*extents, "extent"))]
    OutputRank {
        /// Its number of extents.
        extents: usize,
        /// The number of its indices.
        expected: usize,
    },
    /// The output has another extent than the inputs.
    #[error("label '{name}' is {expected} in the inputs and {extent} in out: must be the same")]
    OutputExtent {
        /// The label.
        name: Name,
        /// Its extent in the output.
        extent: usize,
        /// Its extent in the inputs.
        expected: usize,
    },
    /// The labels of a link's operand are none.
    #[error("operand of link {link}: at byte {at} of its labels: must be labels of the output")]
    LinkLabels {
        /// The number of the link, from 0.
        link: usize,
        /// Where in the text.
        at: usize,
    },
    /// A label of a link's operand is not in the output.
    #[error("operand of link {link}: label '{name}' is not in the output")]
    LinkLabel {
        /// The number of the link, from 0.
        link: usize,
        /// The label.
        name: Name,
    },
    /// A link's operand has a label twice.
    #[error("operand of link {link}: label '{name}' occurs twice: must occur once")]
    LinkRepeats {
        /// The number of the link, from 0.
        link: usize,
        /// The label.
        name: Name,
    },
    /// A link's operand is along an axis that the output does not have.
    #[error("operand of link {link} is along axis {axis}: the output has {axes}")]
    LinkAxis {
        /// The number of the link, from 0.
        link: usize,
        /// The axis.
        axis: usize,
        /// How many the output has.
        axes: usize,
    },
    /// A link's operand has another number of extents than labels.
    #[error("operand of link {link} has {extents}: must have {labels}, one for each label", extents = Count(*extents, "extent"))]
    LinkRank {
        /// The number of the link, from 0.
        link: usize,
        /// The number of extents.
        extents: usize,
        /// The number of labels.
        labels: usize,
    },
    /// A link's operand has another extent than the output.
    #[error("operand of link {link}: label '{name}' is {extent}: must be {expected}, as in the output")]
    LinkExtent {
        /// The number of the link, from 0.
        link: usize,
        /// The label.
        name: Name,
        /// Its extent in the operand.
        extent: usize,
        /// Its extent in the output.
        expected: usize,
    },
    /// The strides of a repeated label do not add up.
    #[error("strides of label '{name}' in in{operand} overflow when added")]
    Diagonal {
        /// The label.
        name: Name,
        /// The operand that repeats it.
        operand: usize,
    },
    /// There is no operand whose conjugate is to be taken.
    #[error("operand {operand} is to be conjugated: must be below {operands}, the number of operands")]
    Conjugated {
        /// Its number.
        operand: usize,
        /// How many there are.
        operands: usize,
    },
    /// There are operations on the elements of a complex output.
    #[error("{} on the elements of a complex result: only real ones may have any", Count(*links, "operation").there())]
    ComplexLinks {
        /// How many.
        links: usize,
    },
    /// The expression has no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// There is no order of contraction.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A tensor on the way, or the operations, cannot be counted.
    #[error(transparent)]
    Tree(#[from] NodeError),
    /// Intermediate tensors that exist at a time are too large.
    #[error(
        "the arena needs more than {MAX_SPAN} bytes when contraction {step} is computed: \
         another order or smaller extents must need less"
    )]
    Arena {
        /// Which of those that are computed, from 0.
        step: usize,
    },
    /// A nest breaks a rule: an output with overlapping strides, or too many iterations.
    #[error(transparent)]
    Nest(#[from] NestError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(LowerError: Resolve, Network, Path, Tree, Nest);

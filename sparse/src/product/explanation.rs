//! Which form of a product was chosen, why, and what each costs.

use std::fmt;
use tensmith_core::DType;
use tensmith_core::registry::Refusal;
use tensmith_core::text::Count;

/// The choice of a form, with the prices of all, in predicted cycles of a call whose operands are in the
/// first-level cache, or in the second where they do not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Type of the elements.
    pub dtype: DType,
    /// Rows and columns of the matrix.
    pub shape: (usize, usize),
    /// Columns of the dense operands.
    pub columns: usize,
    /// Entries of the matrix.
    pub entries: usize,
    /// Why the form is what it is.
    pub reason: Reason,
    /// The matrix as code, or why there is none: [`Refusal::OtherKind`] where it was not asked for, as
    /// operands are by columns or [`FormChoice::Rows`](crate::FormChoice::Rows) is wanted.
    pub fixed: Result<FixedForm, Refusal>,
    /// Code that reads the matrix: cycles.
    pub rows: f64,
    /// The dense kernel of the same shape: cycles; none where it was not asked for.
    pub dense: Option<f64>,
    /// Bytes of the code that was made.
    pub code_bytes: usize,
    /// Pieces of work that threads can share.
    pub chunks: usize,
}

/// What a matrix as code costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedForm {
    /// Cycles of a call.
    pub cycles: f64,
    /// Instructions of the code, as predicted.
    pub instructions: usize,
    /// Numbers in the table of factors.
    pub factors: usize,
}

/// Why a form was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The matrix is code: that takes fewer cycles.
    FixedIsCheaper,
    /// The matrix is code, as the caller wanted.
    FixedIsWanted,
    /// Code reads the matrix: that takes fewer cycles.
    RowsAreCheaper,
    /// Code reads the matrix, as the caller wanted.
    RowsAreWanted,
    /// Code reads the matrix: as code, it would exceed the limit.
    CodeLimit {
        /// The size of that code.
        size: CodeSize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// Code reads the matrix: no generator makes it code.
    Refused,
    /// Code reads the matrix: operands that are stored by columns leave nothing to gain.
    ByColumns,
}

/// The size of code, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeSize {
    /// The size of code that was made.
    Made(usize),
    /// A prediction by the number of instructions: code that is far beyond a limit is not made.
    Predicted(usize),
}

impl CodeSize {
    /// The number of bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Made(bytes) | Self::Predicted(bytes) => bytes,
        }
    }
}

/// Host instructions for generating a kernel, and for each of its instructions on top: some tiles are tried
/// for each. The quotient of times by `tests/examples/sparse_speed.rs`, which are 0.2 to 0.3 ms for a few
/// instructions, and rough.
const GENERATION: f64 = 60_000.0;
const GENERATION_EACH: f64 = 900.0;

impl Explanation {
    /// The number of calls after which the matrix as code has saved what its generation costs, as host
    /// instructions at one in a cycle; none where it saves nothing, or there is none.
    #[must_use]
    pub fn calls_to_pay_off(&self) -> Option<u64> {
        let form = self.fixed.ok()?;
        let saved = self.rows - form.cycles;
        let cost = GENERATION + GENERATION_EACH * form.instructions as f64;
        (saved > 0.0).then(|| (cost / saved).ceil() as u64)
    }

    /// Predicted cycles of the form that was chosen.
    #[must_use]
    pub fn cycles(&self) -> f64 {
        self.fixed.ok().filter(|_| self.is_fixed()).map_or(self.rows, |form| form.cycles)
    }

    /// Whether the matrix is code.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        matches!(self.reason, Reason::FixedIsCheaper | Reason::FixedIsWanted)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FixedIsCheaper => f.write_str("the matrix is code, which is cheaper"),
            Self::FixedIsWanted => f.write_str("the matrix is code, as wanted"),
            Self::RowsAreCheaper => f.write_str("code reads the matrix, which is cheaper"),
            Self::RowsAreWanted => f.write_str("code reads the matrix, as wanted"),
            Self::CodeLimit { size, limit } => {
                let has = match size {
                    CodeSize::Made(_) => "has",
                    CodeSize::Predicted(_) => "is predicted to have",
                };
                let bytes = size.bytes();
                write!(
                    f,
                    "code reads the matrix: as code, it {has} {bytes} bytes, beyond the limit of {limit}"
                )
            }
            Self::Refused => f.write_str("code reads the matrix, as it cannot be code"),
            Self::ByColumns => {
                f.write_str("code reads the matrix, as the dense operands are stored by columns")
            }
        }
    }
}

impl fmt::Display for Explanation {
    /// A line for the product and one for each form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, shape: (rows, depth), columns, entries, .. } = self;
        let share = 100.0 * *entries as f64 / (*rows as f64 * *depth as f64).max(1.0);
        writeln!(
            f,
            "product {dtype} {rows}x{depth}x{columns}, {} ({share:.1} %): {}",
            Count(*entries, "entry"),
            self.reason
        )?;
        match &self.fixed {
            Ok(FixedForm { cycles, instructions, factors }) => {
                let (instructions, factors) =
                    (Count(*instructions, "instruction"), Count(*factors, "factor"));
                write!(f, "  fixed: {cycles:.0} cycles, {instructions}, {factors}, ")?;
                match self.calls_to_pay_off() {
                    Some(calls) => writeln!(f, "pays off after {}", Count(calls, "call"))?,
                    None => writeln!(f, "never pays off")?,
                }
            }
            // Nothing was asked for.
            Err(Refusal::OtherKind) => {}
            Err(refusal) => writeln!(f, "  fixed: {refusal}")?,
        }
        writeln!(f, "  rows: {:.0} cycles", self.rows)?;
        if let Some(dense) = self.dense {
            writeln!(f, "  dense: {dense:.0} cycles")?;
        }
        write!(f, "  {} of code, {} of work", Count(self.code_bytes, "byte"), Count(self.chunks, "piece"))
    }
}

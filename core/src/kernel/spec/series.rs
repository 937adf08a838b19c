//! A multiplication several times, one after the other, at constant distances: a loop of a
//! program, as a kernel.

use super::field::{Outcome, Table, field};
use super::gemm::{self, Multiplication, Multiplies};
use super::operand::{SpecError, at_least_one, input, plain};
use super::value::{List, Rule, Wrong};
use super::{Argument, Arguments, Batch, Chain, GemmSpec, Link};

/// `C_l = epilogue(alpha·A_l·B_l + beta·C_l)` for each of `count` multiplications, the first one first. From
/// one to the next, A, B and C move on by constant numbers of elements, which may be 0: so a C may be what
/// an earlier one left.
///
/// The multiplication is of a single pair of matrices, and its epilogue reads no matrices: these
/// would have to move, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeriesSpec {
    gemm: GemmSpec,
    count: usize,
    steps: [usize; 3],
}

impl SeriesSpec {
    /// A multiplication `count` times, with steps of A, B and C from one time to the next, in elements.
    ///
    /// # Errors
    /// [`SpecError::Series`], where the multiplication has a batch, or its epilogue reads a matrix.
    pub fn new(gemm: GemmSpec, count: usize, steps: [usize; 3]) -> Result<Self, SpecError> {
        if gemm.batch != Batch::Single {
            return Err(SpecError::Series { field: "batch" });
        }
        if has_operands(&gemm.epilogue) {
            return Err(SpecError::Series { field: "epilogue" });
        }
        Ok(Self { gemm, count, steps })
    }

    /// The multiplication.
    #[must_use]
    pub const fn gemm(&self) -> &GemmSpec {
        &self.gemm
    }

    /// How often it is done, at least once.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How many elements A, B and C move on from one time to the next.
    #[must_use]
    pub const fn steps(&self) -> [usize; 3] {
        self.steps
    }

    /// The same with another factor of C, and other operations that read nothing else.
    pub(crate) const fn gemm_mut(&mut self) -> &mut GemmSpec {
        &mut self.gemm
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments): those of one multiplication.
    pub(super) fn arguments(&self) -> Arguments {
        self.gemm.arguments()
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        self.gemm.validate()?;
        at_least_one("count", self.count)?;
        let &GemmSpec { types, m, n, k, a, b, c, .. } = &self.gemm;
        for (field, dtype) in [("a", types.a), ("b", types.b), ("output", types.output)] {
            plain(field, dtype)?;
        }
        let [step_a, step_b, step_c] = self.steps;
        input((Argument::A.name(), "lda"), types.a, a.extents(m, k), a.ld, (self.count, step_a))?;
        input((Argument::B.name(), "ldb"), types.b, b.extents(k, n), b.ld, (self.count, step_b))?;
        input((Argument::C.name(), "ldc"), types.output, c.extents(m, n), c.ld, (self.count, step_c))
    }
}

fn has_operands(epilogue: &Chain) -> bool {
    epilogue.links().any(|link| matches!(link, Link::Binary { .. }))
}

impl Multiplies for SeriesSpec {
    fn gemm(&self) -> &GemmSpec {
        &self.gemm
    }

    fn gemm_mut(&mut self) -> &mut GemmSpec {
        &mut self.gemm
    }

    fn allows(epilogue: &Chain) -> Result<(), Wrong> {
        const FORM: &str = "operations without operands, such as `relu`";
        if has_operands(epilogue) { Err(Wrong::Rule(Rule::Form(FORM))) } else { Ok(()) }
    }
}

type Of = Multiplication<SeriesSpec>;

pub(super) static SERIES: Table<SeriesSpec> = Table {
    name: "series",
    doc: "a gemm several times, one after the other, at constant distances",
    blank: || SeriesSpec { gemm: gemm::blank(), count: 0, steps: [0; 3] },
    words: &Of::WORDS,
    fields: &[
        field! {
            "count" of SeriesSpec: usize, "how often";
            |s| s.count; |s, count| s.count = count; |_| None
        },
        field! {
            "steps" of SeriesSpec: List<3>, "elements that A, B and C move on from one time to the next";
            |s| List(s.steps); |s, List(steps)| s.steps = steps; |_| None
        },
        Of::A,
        Of::B,
        Of::C,
        Of::ALPHA,
        Of::BETA,
        Of::EPILOGUE,
    ],
};

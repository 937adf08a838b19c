//! The code of a product, in the form that was chosen, and what it is for.

use super::error::ProductError;
use super::explanation::{CodeSize, Explanation, FixedForm, Reason};
use super::options::{Options, Wanted};
use crate::columns::Columns;
use crate::csr::{Csr, CsrError, Index};
use crate::fixed::{self, FixedSpec};
use crate::rows::{self, RowsSpec};
use crate::split::{Chunk, chunks};
use crate::template::Template;
use std::sync::Arc;
use tensmith::{DataKernel, Jit, JitError, Target};
use tensmith_core::kernel::spec::{Factor, Layout, Matrix, Start};
use tensmith_core::kernel::{DataSpec, GemmSpec, KernelSpec};
use tensmith_core::reference::Element;
use tensmith_core::registry::{KernelError, NoGenerator, Refusal};

/// The code of a product, and the positions that it is for.
#[derive(Debug)]
pub(super) struct Code<T, I> {
    pub(super) matrix: Arc<Csr<T, I>>,
    pub(super) columns: Columns,
    pub(super) layout: Layout,
    pub(super) form: Form,
    /// The least elements of the values, of B and of C.
    pub(super) needed: [usize; 3],
    pub(super) target: Target,
    pub(super) explanation: Explanation,
}

/// A form of code.
#[derive(Debug)]
pub(super) enum Form {
    /// The matrix is code.
    Fixed { kernel: DataKernel, spec: Arc<FixedSpec> },
    /// The code reads the matrix.
    Rows {
        kernel: DataKernel,
        /// The kernel for a row of C on its own, which starts with nothing and whose columns are neighbours.
        carrying: DataKernel,
        chunks: Vec<Chunk>,
    },
}

/// Why there is no code for a specification, by the reason for which its generator has no price.
pub(crate) fn unavailable(spec: &dyn DataSpec) -> impl Fn(Refusal) -> ProductError {
    move |refusal| {
        let source = KernelError::NoGenerator(NoGenerator(Some((spec.kind(), refusal))));
        ProductError::Jit(JitError::DataKernel { spec: spec.to_string(), source })
    }
}

/// Bytes of an instruction, at least on average, in any instruction set.
const INSTRUCTION: usize = 4;

/// How often code is made, at most, until it is within a limit: by a predicted size, by that of code, and by that of shorter code.
const ATTEMPTS: usize = 3;

/// The most pieces.
pub(super) const MOST_CHUNKS: usize = 1024;

/// The most elements of a dense matrix whose kernel is asked for its price.
const DENSE: usize = 1 << 20;

impl<T: Element, I: Index> Code<T, I> {
    /// The code of a matrix whose template for code that is the matrix is given.
    pub(super) fn new(
        jit: &Jit,
        matrix: Arc<Csr<T, I>>,
        template: Template,
        columns: Columns,
        options: &Options,
    ) -> Result<Self, ProductError> {
        let Options { form: wanted, layout, split, grain, .. } = *options;
        check(&*matrix, columns, layout)?;
        let rows_spec = RowsSpec::new::<T, I>(layout, columns)?;
        let mut explanation = undecided(jit, &matrix, &rows_spec)?;
        let target = *jit.target();
        let [of_b, of_c] = spans(matrix.shape(), columns, layout);
        if layout == Layout::RowMajor {
            let spec = FixedSpec::new(template, T::DTYPE, columns)?;
            if let Some((kernel, spec)) = attempted(jit, spec, options, &mut explanation)? {
                explanation.code_bytes = kernel.code().len();
                let needed = [spec.template().factors(), of_b, of_c];
                let form = Form::Fixed { kernel, spec };
                return Ok(Self { matrix, columns, layout, form, needed, target, explanation });
            }
        } else if wanted != Wanted::Rows {
            explanation.reason = Reason::ByColumns;
        }
        let kernel = jit.data_kernel(&arc(rows_spec))?;
        let carrying = jit.data_kernel(&arc(RowsSpec::new::<T, I>(layout, apart(columns, layout))?))?;
        let ((rows, _), entries) = (matrix.shape(), matrix.entries());
        let work = entries.saturating_add(rows).saturating_mul(columns.count);
        let chunks = chunks(&matrix, split, work.div_ceil(grain.get()).clamp(1, MOST_CHUNKS))?;
        explanation.code_bytes = kernel.code().len();
        explanation.chunks = chunks.len();
        let form = Form::Rows { kernel, carrying, chunks };
        let needed = [entries, of_b, of_c];
        Ok(Self { matrix, columns, layout, form, needed, target, explanation })
    }

    /// The kernel.
    pub(super) fn kernel(&self) -> &DataKernel {
        match &self.form {
            Form::Fixed { kernel, .. } | Form::Rows { kernel, .. } => kernel,
        }
    }
}

/// The prices of a product before its form is chosen: as if code were wanted that reads the matrix.
fn undecided<T: Element, I: Index>(
    jit: &Jit,
    matrix: &Csr<T, I>,
    spec: &RowsSpec,
) -> Result<Explanation, ProductError> {
    let (shape, entries, columns) = (matrix.shape(), matrix.entries(), spec.columns());
    let price = rows::price(spec, jit.target()).map_err(unavailable(spec))?;
    Ok(Explanation {
        dtype: T::DTYPE,
        shape,
        columns: columns.count,
        entries,
        reason: Reason::RowsAreWanted,
        fixed: Err(Refusal::OtherKind),
        rows: price.cycles(shape, entries),
        dense: dense(jit, matrix, columns, spec.layout()),
        code_bytes: 0,
        chunks: 1,
    })
}

/// Elements from the first to the last of B and of C.
pub(super) fn spans(
    (rows, depth): (usize, usize),
    Columns { count, ldb, ldc, .. }: Columns,
    layout: Layout,
) -> [usize; 2] {
    [(depth, ldb), (rows, ldc)].map(|(extent, ld)| match layout {
        Layout::RowMajor => reaches(extent, ld, count),
        Layout::ColumnMajor => reaches(if extent == 0 { 0 } else { count }, ld, extent),
    })
}

/// Elements of `runs` runs of `length` that are `ld` apart. Sizes were checked when the product was made.
fn reaches(runs: usize, ld: usize, length: usize) -> usize {
    runs.checked_sub(1).map_or(0, |others| others.saturating_mul(ld).saturating_add(length))
}

/// The columns where a row of C is on its own, and starts with nothing.
fn apart(columns: Columns, layout: Layout) -> Columns {
    let ldc = if layout == Layout::RowMajor { columns.count } else { 1 };
    Columns { ldc, start: Start::Nothing, ..columns }
}

pub(super) fn arc(spec: impl DataSpec) -> Arc<dyn DataSpec> {
    Arc::new(spec)
}

/// Refuses operands that cannot be, in either layout.
fn check<T: Element, I: Index>(
    matrix: &Csr<T, I>,
    columns: Columns,
    layout: Layout,
) -> Result<(), ProductError> {
    let (rows, depth) = matrix.shape();
    match layout {
        Layout::RowMajor => columns.check(T::DTYPE, (rows, depth))?,
        Layout::ColumnMajor => {
            // Each operand's columns are runs of its rows, and there are as many of both.
            let count = columns.count;
            if count == 0 {
                return Err(crate::ColumnsError::None.into());
            }
            for (extent, ldb, ldc) in [(depth, columns.ldb, depth), (rows, rows, columns.ldc)] {
                let runs = Columns { count: extent, ldb, ldc, ..columns };
                if extent > 0 {
                    runs.check(T::DTYPE, (count, count))?;
                }
            }
        }
    }
    // Rows are counted by an integer register.
    if rows as u64 > i64::MAX as u64 {
        return Err(CsrError::TooLarge { what: "rows", value: rows, limit: i64::MAX as u64 }.into());
    }
    Ok(())
}

/// The code of a product, and what it is the code of.
type Made = (DataKernel, Arc<FixedSpec>);

/// The matrix as code, if that is wanted, or cheaper, and within the limit; the explanation says which. Where the fastest code exceeds
/// the limit, the fastest is tried that should not, by the size of instructions so far.
fn attempted(
    jit: &Jit,
    spec: FixedSpec,
    options: &Options,
    explanation: &mut Explanation,
) -> Result<Option<Made>, ProductError> {
    let mut spec = Arc::new(spec);
    let mut made = fastest(jit, &spec, options, explanation)?;
    for _ in 1..ATTEMPTS {
        let (Reason::CodeLimit { size, .. }, Ok(form)) = (explanation.reason, explanation.fixed) else {
            break;
        };
        let each = match size {
            CodeSize::Made(bytes) => bytes.div_ceil(form.instructions.max(1)).max(1),
            CodeSize::Predicted(_) => INSTRUCTION,
        };
        let mut shorter = explanation.clone();
        spec = Arc::new(spec.within(options.code_limit / each)?);
        made = fastest(jit, &spec, options, &mut shorter)?;
        if shorter.fixed.is_err() {
            // There is no shorter code: what exceeds the limit is explained.
            break;
        }
        *explanation = shorter;
    }
    Ok(made.map(|kernel| (kernel, spec)))
}

/// The matrix as the fastest code that its specification allows, if that is wanted, or cheaper, and within the limit.
fn fastest(
    jit: &Jit,
    spec: &Arc<FixedSpec>,
    options: &Options,
    explanation: &mut Explanation,
) -> Result<Option<DataKernel>, ProductError> {
    let (wanted, limit) = (options.form, options.code_limit);
    let price = match fixed::price(spec, jit.target()) {
        Ok(price) => price,
        Err(Refusal::OutOfMemory(error)) => return Err(error.into()),
        Err(refusal) => {
            explanation.fixed = Err(refusal);
            explanation.reason = if wanted == Wanted::Rows { Reason::RowsAreWanted } else { Reason::Refused };
            return Ok(None);
        }
    };
    let (cycles, instructions) = (price.cycles, price.instructions);
    explanation.fixed = Ok(FixedForm { cycles, instructions, factors: spec.template().factors() });
    explanation.reason = match wanted {
        Wanted::Rows => Reason::RowsAreWanted,
        Wanted::Fixed => Reason::FixedIsWanted,
        Wanted::Cheapest if cycles <= explanation.rows => Reason::FixedIsCheaper,
        Wanted::Cheapest => Reason::RowsAreCheaper,
    };
    if !explanation.is_fixed() {
        return Ok(None);
    }
    // Instructions are predicted too roughly to refuse by them alone what is near the limit.
    let predicted = instructions.saturating_mul(INSTRUCTION);
    if predicted / 2 > limit {
        explanation.reason = Reason::CodeLimit { size: CodeSize::Predicted(predicted), limit };
        return Ok(None);
    }
    let kernel = jit.data_kernel(&(Arc::clone(spec) as Arc<dyn DataSpec>))?;
    let size = CodeSize::Made(kernel.code().len());
    if size.bytes() > limit {
        explanation.reason = Reason::CodeLimit { size, limit };
        return Ok(None);
    }
    Ok(Some(kernel))
}

/// The predicted cycles of the dense kernel of the same shape, if it is not too large to ask.
fn dense<T: Element, I: Index>(
    jit: &Jit,
    matrix: &Csr<T, I>,
    columns: Columns,
    layout: Layout,
) -> Option<f64> {
    let (rows, depth) = matrix.shape();
    if rows.checked_mul(depth).is_none_or(|elements| elements > DENSE) {
        return None;
    }
    let of = |ld| match layout {
        Layout::RowMajor => Matrix::row_major(ld),
        Layout::ColumnMajor => Matrix::column_major(ld),
    };
    let beta = if columns.start == Start::Output { Factor::One } else { Factor::Zero };
    let spec = GemmSpec {
        a: Matrix::row_major(depth),
        b: of(columns.ldb),
        c: of(columns.ldc),
        beta,
        ..GemmSpec::column_major(T::DTYPE, [rows, columns.count, depth])
    };
    jit.registry().choose(&KernelSpec::from(spec), jit.target()).ok().map(|choice| choice.offer.cycles)
}

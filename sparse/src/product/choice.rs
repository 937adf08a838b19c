//! The choice between a matrix as code and code that reads it.
//!
//! Tests: `tests/tests/sparse_product.rs`.

use super::error::ProductError;
use super::explanation::{CodeSize, Explanation, FixedForm, Reason};
use super::format::{Carrying, Code, Form, Format, Operand, arc, unavailable};
use super::options::{FormChoice, Options};
use crate::columns::Columns;
use crate::csr::{Csr, Index};
use crate::fixed::{self, FixedSpec};
use crate::rows::{self, RowsSpec};
use crate::template::Template;
use std::sync::Arc;
use tensmith::Jit;
use tensmith::extend::DataKernel;
use tensmith_core::kernel::spec::{Factor, Layout, Matrix, Start};
use tensmith_core::kernel::{DataSpec, GemmSpec, KernelSpec};
use tensmith_core::reference::Element;
use tensmith_core::registry::Refusal;

/// Bytes of an instruction, at least on average, in any instruction set.
const INSTRUCTION: usize = 4;

/// How often code is made, at most, until it is within a limit: by a predicted size, by that of code, and by
/// that of shorter code.
const ATTEMPTS: usize = 3;

/// The most elements of a dense matrix whose kernel is asked for its price.
const DENSE: usize = 1 << 20;

/// The template of a matrix for code that is the matrix, and the factors where they are known.
pub(super) type Factored<T> = (Template, Option<Vec<T>>);

/// The code of a matrix. Its template is asked for where it may become code: that takes longer than many
/// products with a matrix that is read.
pub(super) fn chosen<T: Element, I: Index, F: Format<Element = T, Explanation = Explanation>>(
    matrix: &Csr<T, I>,
    template: impl FnOnce() -> Result<Factored<T>, ProductError>,
    columns: Columns,
    jit: &Jit,
    options: &Options,
) -> Result<Code<F>, ProductError> {
    let (layout, shape) = (options.layout, matrix.shape());
    let [of_b, of_c] = columns.spans(T::DTYPE, shape, layout)?;
    let spec = RowsSpec::new::<T, I>(layout, columns)?;
    let mut explanation = undecided(jit, matrix, &spec)?;
    let (fixed, table) = match (options.form, layout) {
        (FormChoice::Rows, _) => (None, None),
        (_, Layout::RowMajor) => {
            let (template, table) = template()?;
            let spec = FixedSpec::new(template, T::DTYPE, columns)?;
            (attempted(jit, spec, options, &mut explanation)?, table)
        }
        (_, Layout::ColumnMajor) => {
            explanation.reason = Reason::ByColumns;
            (None, None)
        }
    };
    let (kernel, form, values) = match fixed {
        Some((kernel, spec)) => {
            let factors = spec.template.factors();
            (kernel, Form::Fixed(spec), factors)
        }
        None => {
            let kernel = jit.kernels().of_data(&arc(spec))?;
            let chunks = options.chunks(matrix, matrix.entries(), columns.count)?;
            explanation.chunks = chunks.len();
            let carrying = Some(carrying::<T, I>(jit, columns, layout)?);
            (kernel, Form::Reading { chunks, carrying }, matrix.entries())
        }
    };
    explanation.code_bytes = kernel.code().len();
    let down = if layout == Layout::RowMajor { columns.ldc } else { 1 };
    Ok(Code {
        table: table.filter(|_| matches!(form, Form::Fixed(_))),
        kernel,
        form,
        operands: [
            Operand::shared("values", values),
            Operand::shared("B", of_b),
            Operand { name: "C", needed: of_c, step: down },
        ],
        layout,
        target: *jit.target(),
        cycles: explanation.cycles(),
        explanation,
    })
}

/// The sums of a row of C on its own.
fn carrying<T: Element, I: Index>(
    jit: &Jit,
    columns: Columns,
    layout: Layout,
) -> Result<Carrying, ProductError> {
    let (ldc, step) = match layout {
        Layout::RowMajor => (columns.count, 1),
        Layout::ColumnMajor => (1, columns.ldc),
    };
    let apart = Columns { ldc, start: Start::Nothing, ..columns };
    let kernel = jit.kernels().of_data(&arc(RowsSpec::new::<T, I>(layout, apart)?))?;
    Ok(Carrying { kernel, columns: columns.count, step })
}

/// The prices of a product before its form is chosen: as if code were wanted that reads the matrix.
fn undecided<T: Element, I: Index>(
    jit: &Jit,
    matrix: &Csr<T, I>,
    spec: &RowsSpec,
) -> Result<Explanation, ProductError> {
    let (shape, entries, columns) = (matrix.shape(), matrix.entries(), spec.columns);
    let price = rows::price(spec, jit.target()).map_err(unavailable(spec))?;
    Ok(Explanation {
        dtype: T::DTYPE,
        shape,
        columns: columns.count,
        entries,
        reason: Reason::RowsAreWanted,
        fixed: Err(Refusal::OtherKind),
        rows: price.cycles(shape, entries),
        dense: dense(jit, matrix, columns, spec.layout),
        code_bytes: 0,
        chunks: 1,
    })
}

/// The code of a product, and what it is the code of.
type Made = (DataKernel, Arc<FixedSpec>);

/// The matrix as code, if that is wanted, or cheaper, and within the limit; the explanation says which. Where
/// the fastest code exceeds the limit, the fastest is tried that should not, by the size of
/// instructions so far.
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

/// The matrix as the fastest code that its specification allows, if that is wanted, or cheaper,
/// and within the limit.
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
            explanation.reason = Reason::Refused;
            return Ok(None);
        }
    };
    let (cycles, instructions) = (price.cycles, price.instructions);
    explanation.fixed = Ok(FixedForm { cycles, instructions, factors: spec.template.factors() });
    explanation.reason = match wanted {
        FormChoice::Rows => Reason::RowsAreWanted,
        FormChoice::Fixed => Reason::FixedIsWanted,
        FormChoice::Cheapest if cycles <= explanation.rows => Reason::FixedIsCheaper,
        FormChoice::Cheapest => Reason::RowsAreCheaper,
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
    let kernel = jit.kernels().of_data(&(Arc::clone(spec) as Arc<dyn DataSpec>))?;
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
    let registry = jit.kernels().registry();
    registry.choose(&KernelSpec::from(spec), jit.target()).ok().map(|choice| choice.offer.cycles)
}

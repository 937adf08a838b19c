//! Sparse matrices in files, and what becomes of them, as options say.
//!
//! Tests: `harness/cli/tests/program/spmm.rs`.

use crate::error::{Failure, say};
use clap::{Args, ValueEnum};
use std::path::Path;
use tensmith::Jit;
use tensmith_matrices::Value;
use tensmith_sparse::{Columns, Csr, Duplicates, Explanation, FormChoice, Options, Product};

/// What becomes of a sparse matrix.
#[derive(Debug, Args)]
pub(crate) struct Sparse {
    /// Add entries at the same place up, instead of refusing them
    #[arg(long)]
    sum_duplicates: bool,
    /// The form of the code
    #[arg(long, value_enum, default_value_t = Form::Cheapest)]
    form: Form,
    /// The most bytes of code that is the matrix: with more, code reads it
    #[arg(long, value_name = "BYTES", default_value_t = Options::default().code_limit)]
    code_limit: usize,
}

/// A form of code.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// That with fewer predicted cycles
    Cheapest,
    /// The matrix is code
    Fixed,
    /// Code reads the matrix
    Rows,
}

impl Sparse {
    /// Reads a matrix.
    ///
    /// # Errors
    /// [`Failure::BadInput`], where the file is malformed.
    pub(crate) fn read<T: Value>(&self, path: &Path) -> Result<Csr<T>, Failure> {
        let duplicates = if self.sum_duplicates { Duplicates::Sum } else { Duplicates::Refuse };
        tensmith_matrices::read(path, duplicates).map_err(Failure::bad_input)
    }

    /// Options of products.
    pub(crate) fn options(&self) -> Options {
        let form = match self.form {
            Form::Cheapest => FormChoice::Cheapest,
            Form::Fixed => FormChoice::Fixed,
            Form::Rows => FormChoice::Rows,
        };
        Options { form, code_limit: self.code_limit, ..Options::default() }
    }

    /// Says why code has another form than was asked for, if it has.
    pub(crate) fn warn(&self, explanation: &Explanation) {
        if matches!(self.form, Form::Fixed) && !explanation.is_fixed() {
            say(format_args!("warning: --form fixed: {}", explanation.reason));
        }
    }
}

/// Makes the code of a product with a matrix that has a name.
///
/// # Errors
/// [`Failure::BadInput`].
pub(crate) fn product<T: Value>(
    jit: &Jit,
    (name, matrix): (&str, Csr<T>),
    columns: Columns,
    options: &Options,
) -> Result<Product<Csr<T>>, Failure> {
    let explain = |error| Failure::BadInput(format!("A = {name}: {error}"));
    Product::new(jit, matrix, columns, options).map_err(explain)
}

//! Cases of products with sparse matrices, in each form.
//!
//! Tests: `tests/tests/conformance_verify.rs`.

use super::case::{Excuse, Verdict};
use super::shrink::less;
use crate::random::SplitMix;
use crate::sparse::{Operands, check, draw};
use tensmith::{DType, Element, Jit};
use tensmith_core::with_element;
use tensmith_sparse::{Columns, FormChoice, Options, Product, ProductError, RunError};

/// A product of a matrix of some rows and columns with a dense one of some columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sparse {
    /// Rows and columns of the matrix, and columns of the dense one.
    shape: [usize; 3],
    form: FormChoice,
    dtype: DType,
    /// What the positions of entries and all elements are drawn from.
    seed: u64,
}

impl Sparse {
    pub(super) fn draw(random: &mut SplitMix) -> Self {
        let limit = [4, 9, 20, 40][random.below(4) as usize];
        let shape = [(); 3].map(|()| 1 + random.below(limit) as usize);
        let form = if random.below(2) == 0 { FormChoice::Fixed } else { FormChoice::Rows };
        let dtype = if random.below(2) == 0 { DType::F32 } else { DType::F64 };
        Self { shape, form, dtype, seed: random.below(1 << 20) }
    }

    pub(super) fn command(&self) -> String {
        let Self { shape: [rows, depth, columns], dtype, seed, .. } = self;
        let form = if self.form == FormChoice::Fixed { "fixed" } else { "rows" };
        let dtype = if *dtype == DType::F32 { String::new() } else { format!(" --dtype {dtype}") };
        format!("tensmith spmm --shape {rows}x{depth}x{columns} --random {seed} --form {form}{dtype} --check")
    }

    pub(super) fn judge(&self, jit: &Jit) -> Verdict {
        with_element!(self.dtype, T => self.judge_of::<T>(jit))
    }

    fn judge_of<T: Element>(&self, jit: &Jit) -> Verdict {
        let ([rows, _, columns], Operands { a, b }) = (self.shape, draw::<T>(self.shape, self.seed));
        let options = Options { form: self.form, ..Options::default() };
        let product = match Product::new(jit, a, Columns::dense(columns), &options) {
            Ok(product) => product,
            Err(ProductError::Build(error)) => return error.into(),
            Err(error) => return Verdict::excused(Excuse::TooLarge, &error),
        };
        let mut c = vec![T::ONE; rows * columns];
        match product.run(&b, &mut c) {
            // Sums of whole numbers are exact.
            Ok(()) => Verdict::of(&check(product.matrix(), (&b, columns), &c), true),
            Err(RunError::OtherMachine { target }) => Verdict::excused(Excuse::Machine, target),
            Err(error) => Verdict::Wrong(error.to_string()),
        }
    }

    pub(super) fn smaller(&self) -> Vec<Self> {
        let with = |nth: usize, extent: usize| {
            let mut shape = self.shape;
            shape[nth] = extent;
            Self { shape, ..*self }
        };
        let shorter = |nth: usize| less(self.shape[nth], 1).map(move |extent| with(nth, extent));
        let mut all: Vec<Self> = (0..self.shape.len()).flat_map(shorter).collect();
        if self.dtype == DType::F64 {
            all.push(Self { dtype: DType::F32, ..self.clone() });
        }
        all
    }
}

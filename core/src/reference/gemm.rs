//! Matrix multiplication, with its epilogue, as its definition reads.
//!
//! A, B and C may have types of their own. Their elements are converted to the type that is computed with,
//! which is exact, and C is rounded once, at the end.
//!
//! Tests: below, `tests/tests/primitives_gemm_shapes.rs`, `tests/tests/primitives_gemm_properties.rs`.

use super::chain::Links;
use super::{Element, Grid, Range, ReferenceError, Sum, load, long_enough, number, same_type};
use crate::Types;
use crate::kernel::GemmSpec;
use crate::kernel::spec::{Batch, Factor};

/// The blocks of A and B. Each slice begins with the first element of what it holds.
#[derive(Clone, Copy, Debug)]
pub enum Blocks<'a, A, B = A> {
    /// All blocks of A in one slice and all of B in another, at the distances that the
    /// specification states.
    Strided(&'a [A], &'a [B]),
    /// A slice for each block, pair by pair: batches by offsets or addresses.
    Pairs(&'a [(&'a [A], &'a [B])]),
}

/// The operands of a multiplication except C, and the type of that.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a, A, B = A, C: Element = A> {
    /// The blocks of A and B; not looked at where there is no product.
    pub blocks: Blocks<'a, A, B>,
    /// Factor of the product, if the specification leaves it to run time.
    pub alpha: C::Arithmetic,
    /// Factor of C, if the specification leaves it to run time.
    pub beta: C::Arithmetic,
    /// The operands of the epilogue, in the order of its links.
    pub operands: &'a [&'a [C]],
}

impl<'a, A: Element, B: Element, C: Element> Inputs<'a, A, B, C> {
    /// Inputs of a multiplication without run-time factors.
    #[must_use]
    pub fn unscaled(blocks: Blocks<'a, A, B>) -> Self {
        Self { blocks, alpha: C::Arithmetic::ONE, beta: C::Arithmetic::ONE, operands: &[] }
    }
}

/// The places of the blocks of a checked batch.
#[derive(Clone, Copy, Debug)]
enum Pairs<'a, A, B> {
    /// Number of pairs, and from one to the next, elements of A and of B.
    Strided {
        a: &'a [A],
        b: &'a [B],
        count: usize,
        steps: (usize, usize),
    },
    Listed(&'a [(&'a [A], &'a [B])]),
}

impl<'a, A: Element, B: Element> Pairs<'a, A, B> {
    fn new(batch: Batch, blocks: Blocks<'a, A, B>) -> Result<Self, ReferenceError> {
        let mismatch = |found, expected| Err(ReferenceError::Blocks { found, expected });
        match (batch, blocks) {
            (Batch::Single, Blocks::Strided(a, b)) => Ok(Self::Strided { a, b, count: 1, steps: (0, 0) }),
            (Batch::Strided { count, a: step_a, b: step_b }, Blocks::Strided(a, b)) => Ok(Self::Strided {
                a,
                b,
                count: number("batch count", count)?,
                steps: (number("batch stride of a", step_a)?, number("batch stride of b", step_b)?),
            }),
            (Batch::Offsets { count } | Batch::Addresses { count }, Blocks::Pairs(pairs)) => {
                let (found, expected) = (pairs.len(), count.known().unwrap_or(pairs.len()));
                if found != expected {
                    return Err(ReferenceError::BatchCount { found, expected });
                }
                Ok(Self::Listed(pairs))
            }
            (Batch::Single | Batch::Strided { .. }, Blocks::Pairs(_)) => {
                mismatch("a list of pairs", "blocks at constant distances")
            }
            (Batch::Offsets { .. } | Batch::Addresses { .. }, Blocks::Strided(..)) => {
                mismatch("one slice each", "blocks anywhere")
            }
        }
    }

    fn check(self, grid_a: Grid, grid_b: Grid) -> Result<(), ReferenceError> {
        match self {
            Self::Strided { a, b, count, steps } => {
                let further = |step: usize| step.wrapping_mul(count.wrapping_sub(1));
                long_enough("a", a, grid_a.span().wrapping_add(further(steps.0)))?;
                long_enough("b", b, grid_b.span().wrapping_add(further(steps.1)))
            }
            Self::Listed(pairs) => pairs.iter().try_for_each(|(a, b)| {
                long_enough("a", a, grid_a.span())?;
                long_enough("b", b, grid_b.span())
            }),
        }
    }

    fn len(self) -> usize {
        match self {
            Self::Strided { count, .. } => count,
            Self::Listed(pairs) => pairs.len(),
        }
    }

    /// Element number `at` of the blocks of pair `nth`.
    fn load(self, nth: usize, (at_a, at_b): (usize, usize)) -> (f64, f64) {
        match self {
            Self::Strided { a, b, steps, .. } => {
                let place = |at: usize, step: usize| nth.wrapping_mul(step).wrapping_add(at);
                (load(a, place(at_a, steps.0)), load(b, place(at_b, steps.1)))
            }
            Self::Listed(pairs) => {
                let (a, b) = pairs.get(nth).copied().unwrap_or((&[], &[]));
                (load(a, at_a), load(b, at_b))
            }
        }
    }
}

/// `alpha·Σ_r A_r·B_r`, the operands checked.
#[derive(Clone, Copy, Debug)]
struct Product<'a, A, B> {
    k: usize,
    grid_a: Grid,
    grid_b: Grid,
    pairs: Pairs<'a, A, B>,
    /// None where it is 1.
    alpha: Option<f64>,
}

impl<'a, A: Element, B: Element> Product<'a, A, B> {
    fn new<C: Element>(spec: &GemmSpec, inputs: &Inputs<'a, A, B, C>) -> Result<Self, ReferenceError> {
        let grid_a = Grid::new("lda", spec.a, spec.m, spec.k)?;
        let grid_b = Grid::new("ldb", spec.b, spec.k, spec.n)?;
        let pairs = Pairs::new(spec.batch, inputs.blocks)?;
        pairs.check(grid_a, grid_b)?;
        let alpha = (spec.alpha == Factor::Runtime).then_some(inputs.alpha.to_f64());
        Ok(Self { k: spec.k, grid_a, grid_b, pairs, alpha })
    }

    fn element(&self, i: usize, j: usize) -> Sum {
        let mut sum = Sum::starting_at(0.0);
        for nth in 0..self.pairs.len() {
            for p in 0..self.k {
                let (left, right) = self.pairs.load(nth, (self.grid_a.at(i, p), self.grid_b.at(p, j)));
                sum.add_product(left, right);
            }
        }
        self.alpha.map_or(sum, |alpha| sum.scaled(alpha))
    }
}

/// The right-hand side of a multiplication, its operands checked.
#[derive(Clone, Copy, Debug)]
pub struct Gemm<'a, A, B = A, C = A> {
    product: Option<Product<'a, A, B>>,
    beta: (Factor, f64),
    links: Links<'a, C>,
}

impl<'a, A: Element, B: Element, C: Element> Gemm<'a, A, B, C> {
    /// Takes what is multiplied.
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn new(spec: &GemmSpec, inputs: &Inputs<'a, A, B, C>) -> Result<Self, ReferenceError> {
        let Types { a, b, accumulator, output } = spec.types;
        same_type::<A>(a)?;
        same_type::<B>(b)?;
        same_type::<C::Arithmetic>(accumulator)?;
        same_type::<C>(output)?;
        spec.validate()?;
        let product = if spec.has_product() { Some(Product::new(spec, inputs)?) } else { None };
        let links = Links::new(&spec.epilogue, (spec.c.layout, (spec.m, spec.n)), inputs.operands)?;
        Ok(Self { product, beta: (spec.beta, inputs.beta.to_f64()), links })
    }

    /// Element `(i, j)` before the epilogue, where C held `c`.
    #[must_use]
    pub fn element(&self, i: usize, j: usize, c: C) -> Sum {
        let sum = self.product.map_or(Sum::starting_at(0.0), |product| product.element(i, j));
        match self.beta {
            (Factor::Zero, _) => sum,
            (Factor::One, _) => sum.plus(c.to_f64(), 1.0),
            (Factor::Runtime, beta) => sum.plus(c.to_f64(), beta),
        }
    }

    /// Element `(i, j)` of the result, given what it is before the epilogue.
    #[must_use]
    pub fn after(&self, sum: &Sum, i: usize, j: usize) -> Range<C> {
        self.links.after(Range::<C::Arithmetic>::of(sum), (i, j)).converted()
    }
}

/// `C = alpha·Σ_r A_r·B_r + beta·C`. The slice of C begins with its first element.
///
/// # Errors
/// [`ReferenceError`]; C is unchanged then.
pub fn gemm<A: Element, B: Element, C: Element>(
    spec: &GemmSpec,
    inputs: &Inputs<'_, A, B, C>,
    c: &mut [C],
) -> Result<(), ReferenceError> {
    let gemm = Gemm::new(spec, inputs)?;
    let grid = Grid::new("ldc", spec.c, spec.m, spec.n)?;
    long_enough("c", c, grid.span())?;
    for (i, j) in grid.indices() {
        if let Some(element) = c.get_mut(grid.at(i, j)) {
            let sum = gemm.element(i, j, *element);
            *element = if gemm.links.is_empty() { sum.rounded() } else { gemm.after(&sum, i, j).value };
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::kernel::spec::{Chain, Layout, Matrix, Stride};
    use crate::{DType, F16};

    fn gemm_spec(m: usize, n: usize, k: usize) -> GemmSpec {
        GemmSpec {
            types: DType::F32.into(),
            m,
            n,
            k,
            a: Matrix::column_major(m),
            b: Matrix::column_major(k),
            c: Matrix::column_major(m),
            alpha: Factor::One,
            beta: Factor::One,
            batch: Batch::Single,
            epilogue: Chain::EMPTY,
        }
    }

    fn multiply<T: Element>(spec: &GemmSpec, a: &[T], b: &[T], c: &mut [T]) -> Result<(), ReferenceError> {
        gemm(spec, &Inputs::unscaled(Blocks::Strided(a, b)), c)
    }

    #[test]
    fn a_product_worked_out_by_hand() {
        // A = [1 3; 2 4], B = [5 7; 6 8], C = ones.
        let mut c = [1.0f32; 4];
        multiply(&gemm_spec(2, 2, 2), &[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], &mut c).unwrap();
        assert_eq!(c, [24.0, 35.0, 32.0, 47.0]);
        let spec = GemmSpec { beta: Factor::Zero, a: Matrix::row_major(2), ..gemm_spec(2, 2, 2) };
        multiply(&spec, &[1.0, 3.0, 2.0, 4.0], &[5.0, 6.0, 7.0, 8.0], &mut c).unwrap();
        assert_eq!(c, [23.0, 34.0, 31.0, 46.0]);
    }

    #[test]
    fn a_batch_is_a_sum_of_products() {
        let two = Batch::Strided { count: Stride::fixed(2), a: Stride::fixed(3), b: Stride::fixed(1) };
        let spec = GemmSpec { batch: two, beta: Factor::Zero, ..gemm_spec(1, 1, 1) };
        let mut c = [f64::NAN as f32];
        multiply(&spec, &[2.0, 0.0, 0.0, 3.0], &[5.0, 7.0], &mut c).unwrap();
        assert_eq!(c, [31.0]);
    }

    #[test]
    fn padding_is_left_alone() {
        let spec = GemmSpec { c: Matrix::column_major(3), ..gemm_spec(2, 2, 1) };
        let mut c = [0.0f32; 5];
        c[2] = 9.0;
        multiply(&spec, &[1.0, 2.0], &[3.0, 4.0], &mut c).unwrap();
        assert_eq!(c, [3.0, 6.0, 9.0, 4.0, 8.0]);
    }

    #[test]
    fn a_slice_one_element_too_short_is_refused_and_nothing_written() {
        let spec = gemm_spec(2, 2, 2);
        let (full, short, mut c) = ([1.0f32; 4], [1.0f32; 3], [7.0f32; 4]);
        let error = |operand| Err(ReferenceError::TooShort { operand, len: 3, needed: 4 });
        assert_eq!(multiply(&spec, &short, &full, &mut c), error("a"));
        assert_eq!(multiply(&spec, &full, &short, &mut c), error("b"));
        assert_eq!(multiply(&spec, &full, &full, &mut c[..3]), error("c"));
        assert_eq!(c, [7.0; 4]);
    }

    #[test]
    fn another_type_and_a_missing_number_are_refused() {
        let spec = gemm_spec(1, 1, 1);
        let wrong = ReferenceError::DType { found: DType::F64, expected: DType::F32 };
        assert_eq!(multiply(&spec, &[1.0f64], &[1.0], &mut [1.0]), Err(wrong));
        let c = Matrix { layout: Layout::ColumnMajor, ld: Stride::Runtime };
        let open = GemmSpec { c, ..spec };
        let error = ReferenceError::Runtime { field: "ldc" };
        assert_eq!(multiply(&open, &[1.0f32], &[1.0], &mut [1.0]), Err(error));
    }

    /// Half precision has no 2049: a sum that is rounded on the way stays at 2048.
    #[test]
    fn half_precision_is_converted_exactly_and_rounded_once() {
        let half = |number: f32| F16::from_f32(number);
        let types = Types { a: DType::F16, b: DType::F32, accumulator: DType::F32, output: DType::F16 };
        let spec = GemmSpec { types, ..gemm_spec(1, 1, 3) };
        let (a, b) = ([half(2048.0), half(1.0), half(0.5)], [1.0f32, 1.0, 2.0]);
        let mut c = [half(1.0)];
        let inputs = Inputs::unscaled(Blocks::Strided(&a, &b));
        gemm(&spec, &inputs, &mut c).unwrap();
        assert_eq!(c[0].to_f64(), 2052.0);
        let epilogue = "clamp(0,2049),add(scalar)".parse().unwrap();
        let inputs = Inputs { operands: &[&[half(-2048.0)]], ..inputs };
        gemm(&GemmSpec { epilogue, ..spec }, &inputs, &mut c).unwrap();
        assert_eq!(c[0].to_f64(), 1.0);
        let wrong = ReferenceError::DType { found: DType::F16, expected: DType::F32 };
        let single = GemmSpec { types: DType::F32.into(), ..spec };
        assert_eq!(gemm(&single, &inputs, &mut c), Err(wrong));
    }

    #[test]
    fn one_rounding_to_half_precision_is_allowed() {
        let mut sum = Sum::starting_at(0.0);
        sum.add_product(1.0, 2049.0);
        let half = |number: f32| F16::from_f32(number);
        assert!(sum.accepts(half(2048.0)) && sum.accepts(half(2050.0)), "the sum may be off by a little");
        assert!(!sum.accepts(half(2052.0)) && !sum.accepts(half(2046.0)) && !sum.accepts(F16::NAN));
        assert!(!sum.accepts(half(f32::INFINITY)));
        let large = Sum::starting_at(65520.0);
        assert!(large.accepts(half(f32::INFINITY)) && large.accepts(half(65504.0)));
        assert!(!Sum::starting_at(65500.0).accepts(half(f32::INFINITY)));
    }

    #[test]
    fn factors_scale_the_product_and_c() {
        let spec = GemmSpec { alpha: Factor::Runtime, beta: Factor::Runtime, ..gemm_spec(1, 1, 2) };
        let blocks = Blocks::Strided(&[2.0f32, 3.0], &[5.0f32, 7.0]);
        let mut c = [4.0f32];
        gemm(&spec, &Inputs { blocks, alpha: 10.0, beta: 0.5, operands: &[] }, &mut c).unwrap();
        assert_eq!(c, [312.0]);
        gemm(&spec, &Inputs { blocks, alpha: 0.0, beta: f32::NAN, operands: &[] }, &mut c).unwrap();
        assert!(c[0].is_nan(), "factors at run time always multiply");
    }

    #[test]
    fn without_a_product_nothing_but_c_is_read() {
        let inputs: Inputs<'_, f32> =
            Inputs { blocks: Blocks::Pairs(&[]), alpha: f32::NAN, beta: 3.0, operands: &[] };
        for (alpha, k) in [(Factor::Zero, 2), (Factor::Runtime, 0)] {
            for (beta, expected) in [(Factor::Zero, 0.0), (Factor::One, 5.0), (Factor::Runtime, 15.0)] {
                let mut c = [5.0];
                gemm(&GemmSpec { alpha, beta, ..gemm_spec(1, 1, k) }, &inputs, &mut c).unwrap();
                assert_eq!(c, [expected]);
            }
        }
    }

    #[test]
    fn a_row_major_c_is_written_by_rows() {
        let spec = GemmSpec { c: Matrix::row_major(3), beta: Factor::Zero, ..gemm_spec(2, 2, 1) };
        let mut c = [9.0f32; 5];
        multiply(&spec, &[1.0, 2.0], &[3.0, 4.0], &mut c).unwrap();
        assert_eq!(c, [3.0, 4.0, 9.0, 6.0, 8.0]);
    }

    #[test]
    fn scattered_blocks_are_given_pair_by_pair() {
        let count = Stride::fixed(2);
        let spec = GemmSpec { batch: Batch::Offsets { count }, ..gemm_spec(1, 1, 1) };
        let pairs: [(&[f32], &[f32]); 2] = [(&[2.0], &[5.0]), (&[3.0], &[7.0])];
        let mut c = [1.0f32];
        gemm(&spec, &Inputs::unscaled(Blocks::Pairs(&pairs)), &mut c).unwrap();
        assert_eq!(c, [32.0]);
        let one_missing = Inputs::unscaled(Blocks::Pairs(&pairs[1..]));
        let error = Err(ReferenceError::BatchCount { found: 1, expected: 2 });
        assert_eq!(gemm(&spec, &one_missing, &mut c), error);
        let found = gemm(&gemm_spec(1, 1, 1), &one_missing, &mut c);
        assert!(matches!(found, Err(ReferenceError::Blocks { .. })), "{found:?}");
        assert_eq!(c, [32.0]);
    }

    #[test]
    fn the_bound_follows_alpha() {
        let mut sum = Sum::starting_at(0.0);
        sum.add_product(1.0, 3.0);
        let magnified = sum.scaled(1e6);
        assert!(magnified.accepts(3e6f32) && !magnified.accepts(3.000_01e6f32));
        let mut overflowing = Sum::starting_at(0.0);
        overflowing.add_product(1e30, 1e30);
        assert!(overflowing.scaled(1e-30).accepts(f32::INFINITY), "the sum itself overflows");
        assert!(!sum.scaled(1e-30).plus(1.0, 1.0).accepts(f32::INFINITY));
    }
}

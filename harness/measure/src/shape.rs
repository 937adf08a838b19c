//! A multiplication by its name: `f32_13x13x13` is FP32 with M = N = K = 13, `f64_br16_8x8x8` sums 16
//! products. Matrices are column-major and dense, blocks of a batch lie one behind the other.
//!
//! Tests: below.

use std::fmt;
use std::str::FromStr;
use tensmith_core::DType;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Matrix, Stride};

/// `C += Σ A·B`, or `C = Σ A·B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// FP32 or FP64.
    pub dtype: DType,
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// Number of products.
    pub batch: usize,
}

impl Shape {
    /// One product.
    pub fn single(dtype: DType, [m, n, k]: [usize; 3]) -> Self {
        Self { dtype, m, n, k, batch: 1 }
    }

    /// Floating-point operations.
    pub fn operations(&self) -> f64 {
        2.0 * (self.m * self.n * self.batch) as f64 * self.k as f64
    }

    /// Elements of A, B and C, all blocks of them.
    pub fn elements(&self) -> [usize; 3] {
        [self.m * self.k * self.batch, self.k * self.n * self.batch, self.m * self.n]
    }

    /// The extents in the order of their names.
    pub fn extents(&self) -> [usize; 3] {
        [self.m, self.n, self.k]
    }

    /// What tensmith is asked for.
    pub fn spec(&self, beta: Factor) -> GemmSpec {
        let &Self { dtype, m, n, k, batch } = self;
        let batch = match batch {
            1 => Batch::Single,
            _ => Batch::Strided {
                count: Stride::fixed(batch),
                a: Stride::fixed(m * k),
                b: Stride::fixed(k * n),
            },
        };
        GemmSpec {
            types: dtype.into(),
            m,
            n,
            k,
            a: Matrix::column_major(m),
            b: Matrix::column_major(k),
            c: Matrix::column_major(m),
            alpha: Factor::One,
            beta,
            batch,
            epilogue: Chain::EMPTY,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, m, n, k, batch } = self;
        let batch = if *batch == 1 { String::new() } else { format!("br{batch}_") };
        write!(f, "{dtype}_{batch}{m}x{n}x{k}")
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let rule = || format!("shape is `{name}`: must be such as f32_13x13x13 or f64_br16_8x8x8");
        let (dtype, rest) = name.split_once('_').ok_or_else(rule)?;
        let dtype = match dtype {
            "f32" => DType::F32,
            "f64" => DType::F64,
            _ => return Err(rule()),
        };
        let (batch, extents) = match rest.strip_prefix("br") {
            None => (1, rest),
            Some(rest) => {
                let (batch, extents) = rest.split_once('_').ok_or_else(rule)?;
                (batch.parse().map_err(|_| rule())?, extents)
            }
        };
        let extents: Vec<usize> =
            extents.split('x').map(|extent| extent.parse().map_err(|_| rule())).collect::<Result<_, _>>()?;
        let [m, n, k] = extents[..] else { return Err(rule()) };
        let within = |extent: &usize| (1..=1 << 16).contains(extent);
        if [m, n, k, batch].iter().all(within) { Ok(Self { dtype, m, n, k, batch }) } else { Err(rule()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_print_and_parse_back() {
        for name in ["f32_13x13x13", "f64_br16_8x9x10", "f32_100x3x50"] {
            let shape: Shape = name.parse().expect("a name");
            assert_eq!(shape.to_string(), name);
        }
        for name in ["", "f16_1x1x1", "f32_1x1", "f32_0x1x1", "f32_br_1x1x1", "f32_1x1x1x1", "f32_1x1x70000"]
        {
            assert!(name.parse::<Shape>().is_err(), "{name}");
        }
    }

    #[test]
    fn operations_and_elements_count_every_block() {
        let shape: Shape = "f32_br16_2x3x4".parse().expect("a name");
        assert_eq!(shape.operations(), 2.0 * 24.0 * 16.0);
        assert_eq!(shape.elements(), [128, 192, 6]);
        assert!(shape.spec(Factor::One).validate().is_ok());
    }
}

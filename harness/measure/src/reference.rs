//! What a product has to be: computed with twice the precision of FP64, and how far a result may be from it.
//!
//! Rounding each of K products and each of as many sums once, in any order, and beta·C besides, an element is
//! off by at most γ(K+2)·(|A|·|B| + |beta·C|), with γ(n) = n·u / (1 - n·u) and u the unit roundoff (Higham,
//! Accuracy and Stability of Numerical Algorithms, 3.1). For large matrices some of the
//! elements are looked at.
//!
//! Tests: below.

use crate::number::Number;
use crate::operands::Random;
use crate::shape::Shape;

/// Products that the check of one result may take.
const PATIENCE: usize = 1 << 24;

/// Elements that are checked, with what they have to be.
#[derive(Debug)]
pub struct Reference {
    elements: Vec<Expected>,
}

/// One element.
#[derive(Clone, Copy, Debug)]
struct Expected {
    /// Its place in C.
    at: usize,
    value: f64,
    bound: f64,
}

impl Reference {
    /// The elements of `A·B + C`, of operands as [`Shape`] says.
    pub fn new<T: Number>(shape: &Shape, [a, b, c]: &[Vec<T>; 3], reads_c: bool, seed: u64) -> Self {
        let each = shape.k * shape.batch;
        let looked_at = (PATIENCE / each).max(1);
        let mut random = Random(seed);
        let places: Vec<usize> = if c.len() <= looked_at {
            (0..c.len()).collect()
        } else {
            (0..looked_at).map(|_| (random.bits() % c.len() as u64) as usize).collect()
        };
        let n = (each + 2) as f64 * T::ROUNDOFF;
        let gamma = n / (1.0 - n);
        let expected = |at: usize| {
            let start = if reads_c { c[at].to_f64() } else { 0.0 };
            let (value, magnitude) = element(shape, [a, b], at, start);
            Expected { at, value, bound: gamma * magnitude }
        };
        Self { elements: places.into_iter().map(expected).collect() }
    }

    /// The first element that is too far off, in words.
    pub fn fault<T: Number>(&self, c: &[T]) -> Option<String> {
        let is_wrong = |expected: &&Expected| {
            // Also a NaN is no small distance.
            c.get(expected.at).is_none_or(|found| {
                let distance = (found.to_f64() - expected.value).abs();
                distance.is_nan() || distance > expected.bound
            })
        };
        let Expected { at, value, bound } = *self.elements.iter().find(is_wrong)?;
        let found = c.get(at).map_or(f64::NAN, |found| found.to_f64());
        Some(format!("element {at} is {found}: must be {value} to {bound:e}"))
    }
}

/// One element, and the sum of magnitudes that bounds its error. The sum is compensated: it is as if computed
/// with twice the precision (Ogita, Rump and Oishi, Accurate Sum and Dot Product, algorithm 5.3).
fn element<T: Number>(shape: &Shape, [a, b]: [&Vec<T>; 2], at: usize, start: f64) -> (f64, f64) {
    let &Shape { m, n, k, batch, .. } = shape;
    let (row, column) = (at % m, at / m);
    let (mut sum, mut error, mut magnitude) = (start, 0.0, start.abs());
    for block in 0..batch {
        for step in 0..k {
            let x = a[block * m * k + step * m + row].to_f64();
            let y = b[block * k * n + column * k + step].to_f64();
            let product = x * y;
            let next = sum + product;
            let part = next - sum;
            error += x.mul_add(y, -product) + ((sum - (next - part)) + (product - part));
            sum = next;
            magnitude += product.abs();
        }
    }
    (sum + error, magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operands::{Operands, Temperature};

    #[test]
    fn a_naive_product_is_right_and_a_wrong_element_is_found() {
        let shape: Shape = "f32_br2_5x4x7".parse().expect("a name");
        let operands = Operands::<f32>::new(shape, Temperature::Hot, 3).first();
        let reference = Reference::new(&shape, &operands, true, 1);
        let [a, b, mut c] = operands;
        for block in 0..2 {
            for (row, column, step) in
                (0..5).flat_map(|i| (0..4).flat_map(move |j| (0..7).map(move |k| (i, j, k))))
            {
                c[column * 5 + row] += a[block * 35 + step * 5 + row] * b[block * 28 + column * 7 + step];
            }
        }
        assert_eq!(reference.fault(&c), None);
        c[7] += 1e-4;
        assert!(reference.fault(&c).is_some_and(|fault| fault.starts_with("element 7 ")));
        c[7] = f32::NAN;
        assert!(reference.fault(&c).is_some());
        assert!(reference.fault::<f32>(&[]).is_some());
    }

    #[test]
    fn sums_that_cancel_keep_their_precision() {
        let shape: Shape = "f64_1x1x3".parse().expect("a name");
        let operands = [vec![1e16, 1.0, -1e16], vec![1.0; 3], vec![0.0]];
        let reference = Reference::new(&shape, &operands, true, 1);
        assert_eq!(reference.elements[0].value, 1.0);
    }
}

//! Operators of spectral elements, from their definition: Lagrange polynomials on the points of Gauss,
//! Lobatto and Legendre, in the square and in the cube.
//!
//! The points are the zeros of `(1 - x²)·P'ₙ(x)`; the derivative of the polynomials at them, and the weights
//! of their quadrature, are those of Canuto, Hussaini, Quarteroni and Zang, "Spectral Methods: Fundamentals
//! in Single Domains" (2006), 2.3.

use crate::sparse::Matrix;
use tensmith_sparse::csr::Triplet;

/// A small dense matrix, row by row.
type Small = Vec<Vec<f64>>;

/// The polynomial of Legendre of a degree, and its derivative, at a point.
fn legendre(degree: usize, x: f64) -> (f64, f64) {
    let (mut before, mut now) = (1.0, x);
    let (mut slope_before, mut slope) = (0.0, 1.0);
    if degree == 0 {
        return (1.0, 0.0);
    }
    for nth in 1..degree {
        let n = nth as f64;
        let next = ((2.0 * n + 1.0) * x * now - n * before) / (n + 1.0);
        let next_slope = slope_before + (2.0 * n + 1.0) * now;
        (before, now, slope_before, slope) = (now, next, slope, next_slope);
    }
    (now, slope)
}

/// The points of an order, ascending, and symmetric to the last bit.
fn points(order: usize) -> Vec<f64> {
    let n = order as f64;
    let mut points: Vec<f64> = (0..=order)
        .map(|nth| {
            let mut x = -(std::f64::consts::PI * nth as f64 / n).cos();
            // The derivative of (1 - x²)·P' is -n·(n + 1)·P.
            for _ in 0..50 {
                let (value, slope) = legendre(order, x);
                x += (1.0 - x * x) * slope / (n * (n + 1.0) * value);
            }
            x
        })
        .collect();
    for nth in 0..=order / 2 {
        let x = (points[order - nth] - points[nth]) / 2.0;
        (points[nth], points[order - nth]) = (-x, x);
    }
    points
}

/// The weights of the quadrature at the points.
fn weights(order: usize) -> Vec<f64> {
    let n = order as f64;
    points(order).iter().map(|x| 2.0 / (n * (n + 1.0) * legendre(order, *x).0.powi(2))).collect()
}

/// The derivatives of the polynomials of an order at its points: a row for each point.
fn derivative(order: usize) -> Small {
    let (points, n) = (points(order), order as f64);
    let values: Vec<f64> = points.iter().map(|x| legendre(order, *x).0).collect();
    let entry = |i: usize, j: usize| match (i == j, i) {
        (true, 0) => -n * (n + 1.0) / 4.0,
        (true, i) if i == order => n * (n + 1.0) / 4.0,
        (true, _) => 0.0,
        (false, _) => values[i] / (values[j] * (points[i] - points[j])),
    };
    (0..=order).map(|i| (0..=order).map(|j| entry(i, j)).collect()).collect()
}

/// The values of the polynomials of an order at the points of another.
fn interpolation(order: usize, to: usize) -> Small {
    let from = points(order);
    let value = |x: f64, j: usize| {
        let others = from.iter().enumerate().filter(|(k, _)| *k != j);
        others.map(|(_, point)| (x - point) / (from[j] - point)).product()
    };
    points(to).iter().map(|x| (0..=order).map(|j| value(*x, j)).collect()).collect()
}

fn identity(size: usize) -> Small {
    (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect()
}

fn diagonal(entries: &[f64]) -> Small {
    let mut matrix = identity(entries.len());
    matrix.iter_mut().zip(entries).enumerate().for_each(|(i, (row, entry))| row[i] = *entry);
    matrix
}

/// The product of Kronecker.
fn kronecker(a: &Small, b: &Small) -> Small {
    let row = |x: &Vec<f64>, y: &Vec<f64>| x.iter().flat_map(|x| y.iter().map(move |y| x * y)).collect();
    a.iter().flat_map(|x| b.iter().map(move |y| row(x, y))).collect()
}

/// An operator along one of some directions, others on all others.
fn along(direction: usize, directions: usize, one: &Small, others: &Small) -> Small {
    let factors = (0..directions).map(|nth| if nth == direction { one } else { others });
    factors.fold(vec![vec![1.0]], |product, factor| kronecker(&product, factor))
}

/// Matrices below one another.
fn stacked(matrices: impl Iterator<Item = Small>) -> Small {
    matrices.flatten().collect()
}

fn sparse(name: String, dense: &Small) -> Matrix {
    let shape = (dense.len(), dense.first().map_or(0, Vec::len));
    let rows = dense.iter().enumerate();
    let entries: Vec<Triplet<f64>> = rows
        .flat_map(|(i, row)| row.iter().enumerate().map(move |(j, x)| (i, j, *x)))
        .filter(|entry| entry.2 != 0.0)
        .collect();
    Matrix { name, shape, entries }
}

/// The operators of an order, in the square and the cube: the gradient, the stiffness matrix of Laplace's
/// equation, and the interpolation along the first direction to the points of the next order.
#[must_use]
pub fn operators(order: usize) -> Vec<Matrix> {
    let (derivative, weights) = (derivative(order), weights(order));
    let size = order + 1;
    let stiffness: Small = (0..size)
        .map(|i| {
            let entry = |j| (0..size).map(|k| weights[k] * derivative[k][i] * derivative[k][j]).sum();
            (0..size).map(entry).collect()
        })
        .collect();
    let mass = diagonal(&weights);
    let mut all = Vec::new();
    for (directions, place) in [(2, "square"), (3, "cube")] {
        let every = || 0..directions;
        let gradient = stacked(every().map(|nth| along(nth, directions, &derivative, &identity(size))));
        all.push(sparse(format!("gradient, {place}, order {order}"), &gradient));
        let terms = every().map(|nth| along(nth, directions, &stiffness, &mass));
        let sum = terms.reduce(|sum, term| {
            let rows = sum.iter().zip(&term);
            rows.map(|(x, y)| x.iter().zip(y).map(|(x, y)| x + y).collect()).collect()
        });
        all.push(sparse(format!("stiffness, {place}, order {order}"), &sum.unwrap_or_default()));
        let onto = along(0, directions, &interpolation(order, order + 1), &identity(size));
        all.push(sparse(format!("interpolation, {place}, order {order}"), &onto));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Polynomials up to the order are derived and interpolated exactly, and integrated up to
    /// twice the order less one.
    #[test]
    fn polynomials_are_treated_exactly() {
        for order in 1..=7 {
            let (from, to, derivative) = (points(order), points(order + 1), derivative(order));
            let onto = interpolation(order, order + 1);
            for degree in 0..=order as i32 {
                let values: Vec<f64> = from.iter().map(|x| x.powi(degree)).collect();
                let times = |row: &Vec<f64>| row.iter().zip(&values).map(|(x, y)| x * y).sum::<f64>();
                for (row, x) in derivative.iter().zip(&from) {
                    let slope = if degree == 0 { 0.0 } else { f64::from(degree) * x.powi(degree - 1) };
                    assert!((times(row) - slope).abs() < 1e-12, "order {order}, degree {degree}");
                }
                for (row, x) in onto.iter().zip(&to) {
                    assert!((times(row) - x.powi(degree)).abs() < 1e-13, "order {order}, degree {degree}");
                }
            }
            for degree in 0..2 * order as i32 {
                let sum: f64 =
                    from.iter().zip(weights(order)).map(|(x, weight)| weight * x.powi(degree)).sum();
                let integral = if degree % 2 == 0 { 2.0 / f64::from(degree + 1) } else { 0.0 };
                assert!((sum - integral).abs() < 1e-14, "order {order}, degree {degree}");
            }
        }
    }
}

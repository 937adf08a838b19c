//! Sums of products of complex numbers, as a nest over their parts has them.
//!
//! Elements are parts: a number is two neighbours, the real part first, so that every other distance is even.
//! The innermost dimension, a K of extent 2, goes over the parts of the numbers in one input, and stands
//! still in the other one, whose parts a dimension of the kernel goes over, as it goes over those of the
//! output:
//!
//! ```text
//! out[i] += Σ_k Σ_p turned(in0[k], i, p) · in1[k, p]
//! turned(x, i, 0) = part i of x,   turned(x, i, 1) = part i of x times the imaginary unit
//! ```
//!
//! Tests: `tests/tests/tensor_verify.rs`, `tests/tests/einsum_complex.rs`.

use crate::DType;
use crate::kernel::ComplexSpec;
use crate::kernel::spec::{Conjugation, Start};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::primitive::{Order, Roles, Span, column_major, matrix};

/// What each touch has to be.
pub(super) const PLAIN: &str = "must begin with nothing or with what the output holds, and end as it is";
const PARTS: &str =
    "must have, innermost, a primitive k of extent 2 that goes over the parts of one input only";
const NUMBERS: &str =
    "must have all else at even distances, but a primitive m or n over the parts of the output";
const DECIDED: &str = "must have decided dimensions alone, and one type";

/// The error of a nest that breaks a rule.
pub(super) const fn error(nest: &Nest, rule: &'static str) -> NestError {
    NestError::Neighbours { main: nest.main, rule }
}

/// The input whose parts the innermost dimension goes over, and the other one.
fn inputs(parts: &Dim) -> Option<(Operand, Operand)> {
    match (parts.strides.in0, parts.strides.in1) {
        (0, 1) => Some((Operand::In1, Operand::In0)),
        (1, 0) => Some((Operand::In0, Operand::In1)),
        _ => None,
    }
}

/// Checks where the parts of numbers are.
pub(super) fn check(nest: &Nest) -> Result<(), NestError> {
    let is_undecided = nest.dims.iter().any(|dim| dim.exec == Exec::Undefined);
    if is_undecided || nest.types.single().is_none() {
        return Err(error(nest, DECIDED));
    }
    let Some((parts, others)) = nest.dims.split_last() else { return Err(error(nest, PARTS)) };
    let is_pair = (parts.kind, parts.exec, parts.extent, parts.part) == (Kind::K, Exec::Prim, 2, None);
    let (_, vectors) = inputs(parts).filter(|_| is_pair).ok_or(error(nest, PARTS))?;
    let is_even = |distance: &isize| distance % 2 == 0;
    let (mut along, offsets) = (0usize, nest.offsets);
    for dim in others {
        let strides = dim.strides;
        if Operand::ALL.iter().all(|operand| is_even(strides.get(*operand))) {
            continue;
        }
        let is_along = dim.exec == Exec::Prim
            && (dim.extent % 2, dim.rest() % 2) == (0, 0)
            && [*strides.get(vectors), strides.out] == [1; 2];
        if !is_along {
            return Err(error(nest, NUMBERS));
        }
        along = along.saturating_add(1);
    }
    let are_even = Operand::ALL.iter().all(|operand| is_even(offsets.get(*operand)));
    if along == 1 && are_even { Ok(()) } else { Err(error(nest, NUMBERS)) }
}

impl Roles<'_> {
    /// The dimension of the parts of one input, and that of sums besides, of a sum of complex products.
    fn sums(&self) -> (Option<&Dim>, Option<&Dim>) {
        if self.k.is_some() { (self.k, self.batch) } else { (self.batch, None) }
    }

    /// The order in which the first factor is the one that vectors run along.
    pub(super) fn order_of_complex(&self, main: Main) -> Result<Order, NestError> {
        match self.sums().0.and_then(inputs) {
            Some((Operand::In1, _)) => Ok(Order::Direct),
            Some(_) => Ok(Order::Exchanged),
            None => Err(NestError::Neighbours { main, rule: PARTS }),
        }
    }

    /// The kernel: all that the parts are is halved.
    pub(super) fn complex(
        &self,
        (order, conjugation): (Order, Conjugation),
        part: DType,
    ) -> Result<ComplexSpec, NestError> {
        let (rows, columns, [left, right]) = match order {
            Order::Direct => (self.m, self.n, [Operand::In0, Operand::In1]),
            Order::Exchanged => (self.n, self.m, [Operand::In1, Operand::In0]),
        };
        let (_, sum) = self.sums();
        let numbers = |dim, operand| {
            let Span { extent, stride } = Span::of(dim, operand);
            Span { extent, stride: stride / 2 }
        };
        let along = Span { extent: (Span::of(rows, Operand::Out).extent / 2).max(1), stride: 1 };
        let [n, k] = [Span::of(columns, Operand::Out), Span::of(sum, left)].map(|span| span.extent);
        Ok(ComplexSpec {
            part,
            m: along.extent,
            n,
            k,
            a: column_major("a", along, numbers(sum, left))?,
            b: matrix("b", numbers(sum, right), numbers(columns, right))?,
            c: column_major("c", along, numbers(columns, Operand::Out))?,
            conjugation: if order == Order::Direct { conjugation } else { conjugation.exchanged() },
            start: Start::Output,
        })
    }
}

/// The values of a term of a nest: a factor of the output's part, and a part of the other factor.
pub(super) struct Term {
    /// The input of the first factor.
    pub(super) vectors: Operand,
    /// How far from its element the part is.
    pub(super) away: isize,
    /// Whether the product is subtracted.
    pub(super) is_negated: bool,
}

impl Term {
    /// That of parts at these distances from where the inputs begin.
    pub(super) fn of(nest: &Nest, conjugation: Conjugation, at: impl Fn(Operand) -> isize) -> Option<Self> {
        let (numbers, vectors) = nest.dims.last().and_then(inputs)?;
        let is_odd = |operand: Operand| at(operand) % 2 != 0;
        let (is_second, is_imaginary) = (is_odd(numbers), is_odd(vectors));
        let [of_first, of_second] = match vectors {
            Operand::In0 => conjugation.factors(),
            _ => conjugation.exchanged().factors(),
        };
        // Times i, the imaginary part makes the real one, negated.
        let away = match (is_second, is_imaginary) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        };
        let takes_imaginary = is_second != is_imaginary;
        let signs = [is_second && !is_imaginary, takes_imaginary && of_first, is_second && of_second];
        Some(Self { vectors, away, is_negated: signs.into_iter().fold(false, |one, other| one != other) })
    }
}

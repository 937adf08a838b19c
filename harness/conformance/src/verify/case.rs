//! Kinds of cases, and the outcome of one.
//!
//! Tests: `tests/tests/conformance_verify.rs`.

use tensmith::{Check, Deviation};

/// A kind of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named like what it is of")]
pub enum Kind {
    Expression,
    Nest,
    Sparse,
    Gemm,
    Brgemm,
    Lanewise,
    Window,
    Unary,
    Transpose,
    Binary,
    Ternary,
    Chain,
    Convert,
    Reduce,
    Gather,
    Scatter,
}

impl Kind {
    /// All of them, with their names: those of kernels come last, from the fourth on.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Expression, "expression"),
        (Self::Nest, "nest"),
        (Self::Sparse, "sparse"),
        (Self::Gemm, "gemm"),
        (Self::Brgemm, "brgemm"),
        (Self::Lanewise, "lanewise"),
        (Self::Window, "window"),
        (Self::Unary, "unary"),
        (Self::Transpose, "transpose"),
        (Self::Binary, "binary"),
        (Self::Ternary, "ternary"),
        (Self::Chain, "chain"),
        (Self::Convert, "convert"),
        (Self::Reduce, "reduce"),
        (Self::Gather, "gather"),
        (Self::Scatter, "scatter"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// The outcome of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every element is right.
    Right,
    /// There is no code for it, with the reason.
    Refused(String),
    /// What is wrong.
    Wrong(String),
}

impl Verdict {
    /// That of a comparison: where all numbers are exact, nothing may be off at all.
    pub(super) fn of(check: &Check, is_exact: bool) -> Self {
        let Check { elements, wrong, worst } = check;
        if check.passed() && (!is_exact || worst.is_none_or(|worst| worst.error == 0.0)) {
            return Self::Right;
        }
        let worst = worst.map_or(String::new(), |worst| {
            let bound = if is_exact { 0.0 } else { worst.bound };
            format!(", the worst is {}", Deviation { bound, ..worst })
        });
        Self::Wrong(format!("of {elements} elements {} are wrong{worst}", (*wrong).max(1)))
    }
}

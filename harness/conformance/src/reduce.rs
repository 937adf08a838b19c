//! Cases of reductions: specs, operands, and what the scalar reference makes of them.
//!
//! Tests: `tests/tests/primitives_reduce.rs`.

use crate::bench::{Case, INPUT_GAP, columns, fixed};
use tensmith_core::kernel::spec::{Fold, Lines, Reduction, Start, Stride};
use tensmith_core::kernel::{KernelSpec, ReduceSpec};
use tensmith_core::reference::{Element, Reduce, Reduced};

/// Both ways in which lines run.
pub const LINES: [Lines; 2] = [Lines::Columns, Lines::Rows];

/// Every reduction, with every start; a second input is tight.
#[must_use]
pub fn reductions(m: usize) -> Vec<Reduction> {
    let starts = [Start::Nothing, Start::Output];
    let folds = Fold::ALL.iter().flat_map(|(fold, _)| starts.map(|start| Reduction::Fold(*fold, start)));
    let dots = starts.map(|start| Reduction::Dot { ld_in1: Stride::fixed(m), start });
    folds.chain(dots).chain([Reduction::ArgMax]).collect()
}

/// A reduction of m×n elements, with leading dimensions that are so far beyond the tightest.
#[must_use]
pub fn reduce_spec<T: Element>(
    mut reduction: Reduction,
    lines: Lines,
    (m, n): (usize, usize),
    [more, more_in1]: [usize; 2],
) -> ReduceSpec {
    if let Reduction::Dot { ld_in1, .. } = &mut reduction {
        *ld_in1 = Stride::fixed(m + more_in1);
    }
    ReduceSpec { dtype: T::DTYPE, reduction, lines, m, n, ld_in: Stride::fixed(m + more) }
}

/// `spec` on the elements that `element` gives, also to the output if that is read; and what may become
/// of each line.
///
/// # Panics
/// Where the spec leaves a number to run time.
pub fn reduce<T: Element>(spec: &ReduceSpec, mut element: impl FnMut() -> f64) -> (Case<T>, Vec<Reduced<T>>) {
    let mut matrix = |ld: Stride| columns((spec.m, spec.n), fixed(ld), INPUT_GAP, &mut element);
    let mut buffers: Vec<Vec<T>> = vec![matrix(spec.ld_in)];
    if let Reduction::Dot { ld_in1, .. } = spec.reduction {
        buffers.push(matrix(ld_in1));
    }
    let out: Vec<T> = (0..spec.count()).map(|_| T::from_f64(element())).collect();
    let inputs = [buffers[0].as_slice(), buffers.get(1).map_or(&[], Vec::as_slice)];
    let reference = Reduce::new(spec, inputs).expect("operands fit");
    let lines: Vec<_> = (0..).zip(&out).map(|(line, before)| reference.line(line, *before)).collect();
    let after = lines.iter().map(Reduced::value).collect();
    buffers.push(out);
    let operands = (0..buffers.len()).collect();
    (Case { spec: KernelSpec::Reduce(*spec), buffers, operands, after }, lines)
}

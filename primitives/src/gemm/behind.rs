//! The pass over C that is done after the loops over tiles.
//!
//! Problem: a long formula takes registers for its values and numbers. In a tile they lack to the sums, and a
//! narrower tile makes the whole multiplication slower.
//!
//! Idea: such links are done when all of C is stored and its registers are free, by the code that elementwise
//! kernels have, in the same kernel: C is in the cache still, and where there is much arithmetic it
//! hides the loads and stores. Links before them stay in the tiles.
//!
//! Invariant: an operand of a link that is left can not be C itself, which was written meanwhile: only a
//! matrix may be C ([`GemmSpec`]), and no link is left that has one, or that a link with one follows.
//!
//! Tests: below, `tests/tests/primitives_gemm_properties.rs`, `tests/tests/registry_refused_memory.rs`.

use super::problem::Problem;
use crate::arguments::Arguments;
use crate::elementwise::{self, Elementwise};
use crate::formula::Formula;
use tensmith_core::kernel::func::Int;
use tensmith_core::kernel::op::MAX_PARAMETERS;
use tensmith_core::kernel::spec::{Argument, ChainSpec, Operand};
use tensmith_core::kernel::{Builder, GemmSpec, KernelSpec};
use tensmith_core::registry::{KernelGenerator, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// The problem with all links left from the first one on that has so much arithmetic that loads and stores of
/// C cost nothing next to it; none if none may be left.
pub(super) fn parted<'s>(asked: &'s GemmSpec, target: &Target) -> Result<Option<Problem<'s>>, OutOfMemory> {
    if asked.types.output.is_converted() {
        // C would be rounded before it is complete.
        return Ok(None);
    }
    let moves = 2.0 / f64::from(target.core.model.moves);
    let is_long = |nth: usize| -> Result<bool, OutOfMemory> {
        let (_, behind) = asked.epilogue.split_at(nth);
        let (link, _) = behind.split_at(1);
        let formula = Formula::written(asked.types.accumulator, |expression| {
            let x = expression.input(0)?;
            link.write(expression, x, 0, |expression, _| expression.input(1))
        })?;
        Ok(formula.instructions() as f64 / f64::from(target.core.model.multiply_adds) >= moves)
    };
    for first in 0..asked.epilogue.len() {
        if is_long(first)? {
            let is_matrix = |(link, operand)| link >= first && matches!(operand, Operand::Matrix(_));
            let may_be_left = !asked.epilogue.operands().any(is_matrix);
            return Ok(may_be_left.then(|| Problem::along_c(asked).leaving(first)));
        }
    }
    Ok(None)
}

/// Predicted cycles of the pass.
pub(super) fn cycles(problem: &Problem, target: &Target) -> Result<f64, Refusal> {
    match problem.behind().map(KernelSpec::Chain) {
        Some(pass) => Ok(Elementwise.offer(&pass, target)?.cycles),
        None => Ok(0.0),
    }
}

/// The links that are left, and the input of the first.
pub(super) struct Behind<'a> {
    pass: Option<(ChainSpec, Int)>,
    /// Links that are not left.
    done: usize,
    arguments: &'a Arguments,
}

impl<'a> Behind<'a> {
    /// Keeps the address of C, before the loops move on from it.
    pub(super) fn new(
        builder: &mut Builder,
        problem: &Problem,
        arguments: &'a Arguments,
    ) -> Result<Self, OutOfMemory> {
        let pass = match problem.behind() {
            Some(chain) => Some((chain, builder.copy(arguments.certain(Argument::C))?)),
            None => None,
        };
        Ok(Self { pass, done: problem.spec().epilogue.len(), arguments })
    }

    /// Writes the pass, if there is one.
    pub(super) fn write(self, mut builder: Builder, target: &Target) -> Result<Builder, OutOfMemory> {
        let Some((chain, c)) = self.pass else { return Ok(builder) };
        let out = builder.copy(c)?;
        let spec = KernelSpec::Chain(chain);
        let arguments = Arguments::found(spec.arguments(), |argument| match argument {
            Argument::In => Some(c),
            Argument::Out => Some(out),
            Argument::LdIn | Argument::LdOut => self.arguments.get(Argument::Ldc),
            argument => self.arguments.get(self.meaning(argument)?),
        })?;
        elementwise::write(builder, &spec, target, &arguments)
    }

    /// The argument of all links that an argument of the links that are left is.
    fn meaning(&self, argument: Argument) -> Option<Argument> {
        later(&Argument::OPERANDS, argument, self.done)
            .or_else(|| later(&Argument::LD_OPERANDS, argument, self.done))
            .or_else(|| later(&Argument::PARAMETERS, argument, self.done.checked_mul(MAX_PARAMETERS)?))
    }
}

/// The name that many places after one of `names`.
fn later(names: &[Argument], argument: Argument, by: usize) -> Option<Argument> {
    let at = names.iter().position(|name| *name == argument)?;
    names.get(at.checked_add(by)?).copied()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::gemm::Gemm;
    use crate::gemm::plan::Plan;
    use tensmith_core::DType;
    use tensmith_core::kernel::spec::{Batch, Factor, Matrix};

    fn spec(epilogue: &str) -> GemmSpec {
        let square = Matrix::column_major(32);
        GemmSpec {
            types: DType::F32.into(),
            m: 32,
            n: 32,
            k: 32,
            a: square,
            b: square,
            c: square,
            alpha: Factor::One,
            beta: Factor::One,
            batch: Batch::Single,
            epilogue: epilogue.parse().unwrap(),
        }
    }

    /// The links that stay in the tiles, and those that are left, of the problem that is chosen.
    #[test]
    fn long_formulas_are_left() {
        for (epilogue, stay) in [
            ("", 0),
            ("relu", 1),
            ("add(column),relu", 2),
            ("add(column),gelu", 1),
            ("add(row),gelu,mul(scalar)", 1),
            // The matrix may be C.
            ("gelu,add(matrix/32)", 2),
            ("add(matrix/32),gelu", 1),
        ] {
            let asked = spec(epilogue);
            for target in Target::all() {
                let offer = Gemm.offer(&KernelSpec::Gemm(asked), &target).unwrap();
                let (problem, _) = Plan::recall(&asked, &offer);
                let behind = problem.behind().map_or(0, |spec| spec.chain.len());
                let found = (problem.spec().epilogue.len(), behind);
                assert_eq!(found, (stay, asked.epilogue.len() - stay), "{}: {epilogue}", target.core.name);
            }
        }
    }
}

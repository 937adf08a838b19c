//! Sequences that keep to the rules.
//!
//! Tests: `tests/tests/tensor_verify.rs`.

use super::access;
use super::buffer::Buffer;
use super::error::NestError;
use super::nest::{Dim, Exec, Operand};
use super::row;
use super::sequence::{Sequence, Step};
use super::verify::verify_step;
use crate::DType;
use crate::fallible::{Few, TryVec};

impl Sequence {
    /// As [`Sequence::verify`], for code that has to know it, and that its steps access only what is theirs.
    ///
    /// # Errors
    /// [`NestError`], for the first rule that is broken.
    pub fn verified(self) -> Result<Valid, NestError> {
        self.verify()?;
        access::check(&self)?;
        Ok(Valid(self))
    }

    /// Checks every nest, that each argument is of one element type, and that steps share what they say.
    ///
    /// # Errors
    /// [`NestError`], for the first rule that is broken.
    pub fn verify(&self) -> Result<(), NestError> {
        let (mut before, mut known): (&[Dim], _) = (&[], Few::new());
        for (number, step) in self.steps.iter().enumerate() {
            verify_step(&step.nest, self.common(number))?;
            types(number, step, &mut known)?;
            shares(number, before, step)?;
            row::check(&self.steps, number)?;
            before = &step.nest.dims;
        }
        Ok(())
    }
}

/// A sequence that keeps every rule, those of accesses too. What the optimizer makes of one that does is one,
/// too, which debug builds check. All builds check that it stays inside of scratch memory and of the arena.
#[derive(Debug, PartialEq, Eq)]
pub struct Valid(Sequence);

impl Valid {
    /// A sequence of nests that the optimizer left, wherever their operands are now.
    pub(crate) fn of_optimized(sequence: Sequence) -> Result<Self, NestError> {
        if cfg!(debug_assertions) {
            return sequence.verified();
        }
        access::stays_inside(&sequence)?;
        Ok(Self(sequence))
    }

    /// The same, with no more scratch memory and no larger an arena than its steps access.
    ///
    /// # Errors
    /// [`NestError`].
    pub(crate) fn trimmed(self) -> Result<Self, NestError> {
        let Self(mut sequence) = self;
        [sequence.scratch, sequence.arena] = access::room(&sequence.steps)?;
        Ok(Self(sequence))
    }

    /// The sequence, which may be changed then.
    #[must_use]
    pub fn into_inner(self) -> Sequence {
        self.0
    }
}

impl core::ops::Deref for Valid {
    type Target = Sequence;

    fn deref(&self) -> &Sequence {
        &self.0
    }
}

/// Refuses arguments of several types: `known` has those of earlier steps.
fn types(number: usize, step: &Step, known: &mut Few<(usize, DType), 8>) -> Result<(), NestError> {
    for operand in Operand::ALL.into_iter().filter(|operand| step.nest.uses(*operand)) {
        let Buffer::Argument(argument) = *step.operands.get(operand) else { continue };
        let found = step.nest.dtype(operand);
        match known.iter().find(|(known, _)| *known == argument) {
            Some((_, expected)) if *expected != found => {
                return Err(NestError::DTypes {
                    step: number,
                    operand,
                    argument,
                    found,
                    expected: *expected,
                });
            }
            Some(_) => {}
            None => known.try_push((argument, found))?,
        }
    }
    Ok(())
}

fn shares(step: usize, before: &[Dim], Step { nest, shares, .. }: &Step) -> Result<(), NestError> {
    let same_loop = |(one, other): &(&Dim, &Dim)| one.exec != Exec::Prim && one.goes_as(other);
    let shared = before.iter().zip(&nest.dims).take_while(same_loop).count();
    let is_parallel = |dim: &Dim| dim.exec == Exec::Shared;
    let apart = nest.dims.iter().chain(before).filter(|dim| is_parallel(dim)).count();
    let common = nest.dims.iter().take(*shares).filter(|dim| is_parallel(dim)).count();
    if *shares > shared {
        Err(NestError::Shares { step, shares: *shares, most: shared })
    } else if *shares > 0 && apart != common.saturating_mul(2) {
        Err(NestError::SharesApart { step })
    } else {
        Ok(())
    }
}

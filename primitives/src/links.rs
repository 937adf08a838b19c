//! The links behind a kernel's results: their formula, and pointers to what they take.
//!
//! Tests: `tests/tests/primitives_gemm_epilogue.rs`, `tests/tests/primitives_window.rs`.

use crate::address::stride_in_bytes;
use crate::arguments::Arguments;
use crate::formula::Formula;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Offset};
use tensmith_core::kernel::spec::{Argument, Chain, MAX_LINKS, Operand};
use tensmith_core::{DType, OutOfMemory};

/// Where a tile begins in each operand, by the number of its link.
pub(crate) type OperandPointers = [Option<Int>; MAX_LINKS];

/// An operand: the number of its link, where a tile begins in it, and its leading dimension in
/// bytes if it has one.
#[derive(Clone, Copy)]
pub(crate) struct Given {
    pub(crate) link: usize,
    pub(crate) operand: Operand,
    pub(crate) pointer: Int,
    pub(crate) ld: Offset,
}

/// Whether an operand has an element for each place along a column.
pub(crate) fn moves_along(operand: Operand) -> bool {
    matches!(operand, Operand::Matrix(_) | Operand::Column)
}

/// The links, and the registers of what calls pass for them.
pub(crate) struct Links<'a> {
    chain: &'a Chain,
    pub(crate) arguments: &'a Arguments,
    /// The leading dimensions in bytes.
    lds: [Offset; MAX_LINKS],
}

impl<'a> Links<'a> {
    pub(crate) fn new(
        builder: &mut Builder,
        (chain, dtype): (&'a Chain, DType),
        arguments: &'a Arguments,
    ) -> Result<Self, OutOfMemory> {
        let mut lds = [Offset::Const(0); MAX_LINKS];
        for (link, operand) in chain.operands() {
            let named = lds.get_mut(link).zip(Argument::LD_OPERANDS.get(link));
            if let (Some(ld), Some((bytes, name))) = (operand.ld(), named) {
                *bytes = stride_in_bytes(builder, ld, arguments.get(*name), dtype)?;
            }
        }
        Ok(Self { chain, arguments, lds })
    }

    /// Pointers to the first tile.
    pub(crate) fn start(&self) -> OperandPointers {
        Argument::OPERANDS.map(|name| self.arguments.get(name))
    }

    /// Pointers that are copies for operands that [move along](moves_along) a column.
    pub(crate) fn copied(
        &self,
        builder: &mut Builder,
        pointers: &OperandPointers,
    ) -> Result<OperandPointers, OutOfMemory> {
        let mut copies = *pointers;
        for Given { link, pointer, .. } in self.given(pointers, 0).filter(|given| moves_along(given.operand))
        {
            if let Some(copy) = copies.get_mut(link) {
                *copy = Some(builder.copy(pointer)?);
            }
        }
        Ok(copies)
    }

    /// The operands of the links from `first` on.
    pub(crate) fn given<'e>(
        &'e self,
        pointers: &'e OperandPointers,
        first: usize,
    ) -> impl Iterator<Item = Given> + use<'e, 'a> {
        let operands = self.chain.operands().filter(move |(link, _)| *link >= first);
        operands.filter_map(move |(link, operand)| {
            let (pointer, ld) = (pointers.get(link).copied().flatten()?, self.lds.get(link).copied()?);
            Some(Given { link, operand, pointer, ld })
        })
    }
}

/// The formula of the links from `first` on. Its inputs are the running value, then the operands of
/// these links.
pub(crate) fn formula(chain: &Chain, dtype: DType, first: usize) -> Result<Formula, OutOfMemory> {
    Formula::written(dtype, |expression| {
        let x = expression.input(0)?;
        chain.write(expression, x, first, |expression, nth| expression.input(nth.saturating_add(1)))
    })
}

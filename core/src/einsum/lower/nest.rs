//! One node of a tree as a nest.
//!
//! Each index becomes one dimension: those of the output first, then those that are summed, in order of
//! appearance. Its type follows from the tensors that move along it: one whose stride is 0 in an operand (a
//! broadcast view) counts as absent there.

use super::touches::Touches;
use super::view::View;
use crate::Types;
use crate::einsum::tree::Index;
use crate::fallible::{Few, OutOfMemory, TryVec, try_collect};
use crate::kernel::op::{BinaryOp, UnaryOp};
use crate::kernel::spec::Fold;
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Dim, Kind, Main, Nest, PerOperand};
use alloc::vec::Vec;

/// The arguments that the tensors of a node are to its steps.
pub(super) const IN0: Buffer = Buffer::Argument(0);
pub(super) const IN1: Buffer = Buffer::Argument(1);
pub(super) const OUT: Buffer = Buffer::Argument(2);

/// The tensors of a node.
#[derive(Clone, Copy)]
pub(super) struct Tensors<'a> {
    pub(super) in0: &'a View,
    /// None where there is one operand.
    pub(super) in1: Option<&'a View>,
    pub(super) out: &'a View,
    /// The indices of the result.
    pub(super) kept: &'a [Index],
    /// The extents of all indices.
    pub(super) extents: &'a [usize],
}

impl<'a> Tensors<'a> {
    /// The operation on elements that the node is, if it is a copy or an element-wise product.
    pub(super) fn operation(self) -> Option<Main> {
        match self.in1 {
            None => self.sums_nothing(|_| true).then_some(Main::Unary(UnaryOp::identity())),
            Some(in1) => self.is_element_wise(in1).then_some(Main::Binary(BinaryOp::mul())),
        }
    }

    /// The sums of the node, even if they have one term each.
    pub(super) fn sums(self, types: Types, Touches { beta, last }: Touches) -> Result<Nest, OutOfMemory> {
        let nest = match self.in1 {
            None => self.sum(types)?,
            Some(_) => self.contraction(types)?,
        };
        Ok(Nest { first_touch: beta.touch(nest.first_touch), last_touch: last, ..nest })
    }

    /// The sum of products of two operands.
    pub(super) fn contraction(self, types: Types) -> Result<Nest, OutOfMemory> {
        let nest = Nest::contraction(
            types,
            self.dims(|is_kept, strides| match (is_kept, strides.in0 != 0, strides.in1 != 0) {
                (false, ..) => Kind::K,
                (true, true, true) => Kind::C,
                (true, false, true) => Kind::N,
                (true, _, false) => Kind::M,
            })?,
        );
        Ok(Nest { first_touch: Some(UnaryOp::zero()), ..nest })
    }

    /// Elements of the operands, by an operation that overwrites.
    pub(super) fn element_wise(self, main: Main, types: Types) -> Result<Nest, OutOfMemory> {
        let dims = self.dims(|_, _| Kind::C)?.into_iter().filter(|dim| dim.extent != 1);
        Ok(Nest { main, ..Nest::contraction(types, try_collect(dims)?) })
    }

    fn sum(self, types: Types) -> Result<Nest, OutOfMemory> {
        let dims = self.dims(|is_kept, _| if is_kept { Kind::M } else { Kind::K })?;
        let main = Main::Reduce(Fold::Sum);
        Ok(Nest { main, first_touch: main.neutral(), ..Nest::contraction(types, dims) })
    }

    /// Whether nothing is summed, and some index has both operands move: no multiplication of matrices.
    fn is_element_wise(self, in1: &View) -> bool {
        let extent = |index: Index| self.extents.get(index).copied().unwrap_or(1);
        let in_both = |index: &&Index| self.in0.stride(**index) != 0 && in1.stride(**index) != 0;
        self.sums_nothing(|index| extent(index) != 1)
            && self.kept.iter().filter(in_both).any(|index| extent(*index) > 1)
    }

    /// Whether no index of some sort is summed.
    fn sums_nothing(self, counts: impl Fn(Index) -> bool) -> bool {
        self.indices().all(|index| self.kept.contains(&index) || !counts(index))
    }

    /// The indices that are not kept, in order of appearance.
    fn summed(self) -> Result<Few<Index, 6>, OutOfMemory> {
        let mut summed = Few::new();
        for index in self.indices() {
            if !self.kept.contains(&index) && !summed.contains(&index) {
                summed.try_push(index)?;
            }
        }
        Ok(summed)
    }

    /// Those of the first operand, then those of the second.
    fn indices(self) -> impl Iterator<Item = Index> + use<'a> {
        self.in0.indices().chain(self.in1.into_iter().flat_map(View::indices))
    }

    /// A dimension for each index, of the type that `kind` says if told whether it is kept and
    /// how the operands move.
    fn dims(self, kind: impl Fn(bool, PerOperand<isize>) -> Kind) -> Result<Vec<Dim>, OutOfMemory> {
        let summed = self.summed()?;
        let all =
            self.kept.iter().map(|index| (index, true)).chain(summed.iter().map(|index| (index, false)));
        try_collect(all.map(|(&index, is_kept)| {
            let strides = PerOperand {
                in0: self.in0.stride(index),
                in1: self.in1.map_or(0, |view| view.stride(index)),
                out: if is_kept { self.out.stride(index) } else { 0 },
            };
            Dim::new(kind(is_kept, strides), self.extents.get(index).copied().unwrap_or(1), strides)
        }))
    }
}

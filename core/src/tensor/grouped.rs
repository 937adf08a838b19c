//! Sums of products by instructions that take neighbours along K at a time, and the copies that bring these
//! together.
//!
//! Neighbours that fill 32 bits are a *group*. The innermost dimension goes over the elements of one: a K of
//! a product, contiguous in both inputs, and a C of a copy, contiguous in the output. All else goes over
//! groups:
//!
//! ```text
//! out[i, j] += Σ_g Σ_p in0[g, i, p] · in1[g, j, p]
//! out[g, i, p] = in0[i, g, p]
//! ```
//!
//! A copy takes two forms: elements that are apart are zipped, and groups that are there already are moved as
//! numbers of 32 bits.
//!
//! Tests: `tests/tests/tensor_verify.rs`, `tests/tests/einsum_grouped.rs`.

use crate::kernel::func::DotTypes;
use crate::kernel::op::UnaryOp;
use crate::kernel::spec::{Added, GroupSpec, Layout, Matrix, Overflow, Regrouped, Start, Stride};
use crate::kernel::{GroupedSpec, KernelSpec};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::primitive::{Order, Roles, Span, column_major, matrix};
use crate::{DType, Types};

/// What each touch of a product has to be.
pub(super) const PLAIN: &str = "must begin with nothing or with what the output holds, and end as it is";
const TYPES: &str =
    "must multiply bf16 and write sums in f32, or i8, u8 or i16 and i32, or copy one of these";
const DECIDED: &str = "must have decided dimensions alone";
const GROUPS: &str = "must have, innermost, a primitive k of a product or c of a copy over the elements of a group, contiguous in both inputs or in the output";
const WHOLE: &str =
    "must have all else at distances of whole groups, but the rows of elements that are apart";
const ROWS: &str = "must have rows that are neighbours, and groups of these, in the output, and in the input rows that are neighbours, or groups";

/// The error of a nest that breaks a rule.
pub(super) const fn error(main: Main, rule: &'static str) -> NestError {
    NestError::Neighbours { main, rule }
}

/// The dot products that a product of some types is made of.
#[must_use]
pub(crate) fn dots(types: Types) -> Option<DotTypes> {
    let dots = of_elements(types.a)?;
    let sum = if dots == DotTypes::BF16 { DType::F32 } else { DType::I32 };
    (types == Types { a: types.a, b: types.a, accumulator: sum, output: sum }).then_some(dots)
}

/// The dot products of two factors of a type.
const fn of_elements(dtype: DType) -> Option<DotTypes> {
    match dtype {
        DType::BF16 => Some(DotTypes::BF16),
        DType::I16 => Some(DotTypes::I16),
        DType::I8 => Some(DotTypes::I8),
        DType::U8 => Some(DotTypes::U8),
        DType::F16 | DType::F32 | DType::F64 | DType::I32 => None,
    }
}

/// How many elements of some types a group has.
fn group(main: Main, types: Types) -> Option<isize> {
    let of = match main {
        Main::Grouped => dots(types),
        _ => of_elements(types.a).filter(|_| types.output == types.a),
    };
    of.and_then(|of| isize::try_from(of.group().get()).ok())
}

/// How many positions of K each multiply-add of a nest's kernels takes.
pub(super) fn multiplied_at_once(nest: &Nest) -> usize {
    dots(nest.types).filter(|_| nest.main == Main::Grouped).map_or(1, |dots| dots.group().get())
}

/// Checks where groups are.
pub(super) fn check(nest: &Nest) -> Result<(), NestError> {
    let (main, wrong) = (nest.main, |rule| Err(error(nest.main, rule)));
    let Some(group) = group(main, nest.types) else { return wrong(TYPES) };
    if nest.dims.iter().any(|dim| dim.exec == Exec::Undefined) {
        return wrong(DECIDED);
    }
    let Some((inner, others)) = nest.dims.split_last() else { return wrong(GROUPS) };
    let PerOperand { in0, in1, out } = inner.strides;
    let is_inner = match main {
        Main::Group => (inner.kind, out) == (Kind::C, 1),
        _ => (inner.kind, in0, in1) == (Kind::K, 1, 1),
    };
    let is_whole_group = usize::try_from(group) == Ok(inner.extent);
    if !is_inner || !is_whole_group || (inner.exec, inner.part) != (Exec::Prim, None) {
        return wrong(GROUPS);
    }
    let in_groups: &[Operand] = match main {
        Main::Group if in0 == 1 => &[Operand::In0, Operand::Out],
        Main::Group => &[Operand::Out],
        _ => &[Operand::In0, Operand::In1],
    };
    let is_whole = |distances: &PerOperand<isize>| {
        in_groups.iter().all(|operand| distances.get(*operand).checked_rem(group) == Some(0))
    };
    if others.iter().map(|dim| &dim.strides).chain([&nest.offsets]).all(is_whole) {
        Ok(())
    } else {
        wrong(WHOLE)
    }
}

/// A dimension over groups, as one over numbers of their size.
fn over_groups(dim: Option<&Dim>, group: isize) -> Option<Dim> {
    dim.map(|dim| Dim { strides: dim.strides.map(|stride| stride.checked_div(group).unwrap_or(0)), ..*dim })
}

impl Roles<'_> {
    /// The order of a product, that in which its rows are neighbours in the output.
    pub(super) fn order_of_groups(&self, types: Types) -> Result<Order, NestError> {
        self.either_way(|order| self.grouped(order, types).map(drop))
    }

    /// The product.
    pub(super) fn grouped(&self, order: Order, types: Types) -> Result<GroupedSpec, NestError> {
        let dots = dots(types).ok_or(error(Main::Grouped, TYPES))?;
        let (rows, columns, [left, right], dots) = match order {
            Order::Direct => (self.m, self.n, [Operand::In0, Operand::In1], dots),
            Order::Exchanged => (self.n, self.m, [Operand::In1, Operand::In0], dots.exchanged()),
        };
        // The last of the sums goes over a group, and has no place among the groups.
        let sum = self.k.and(self.batch);
        let group = isize::try_from(dots.group().get()).unwrap_or(1);
        let in_groups = |dim, operand| {
            let Span { extent, stride } = Span::of(dim, operand);
            Span { extent, stride: stride.checked_div(group).unwrap_or(0) }
        };
        let extent = |dim| Span::of(dim, Operand::Out).extent;
        Ok(GroupedSpec {
            types: dots,
            m: extent(rows),
            n: extent(columns),
            k: extent(sum).saturating_mul(dots.group().get()),
            a: column_major("a", in_groups(rows, left), in_groups(sum, left))?,
            b: matrix("b", in_groups(sum, right), in_groups(columns, right))?,
            c: column_major("c", Span::of(rows, Operand::Out), Span::of(columns, Operand::Out))?,
            start: Start::Output,
            added: Added::Nothing,
            // Nests of integers are modulo 2³²: whether sums have room is for those who know what they are
            // of.
            overflow: Overflow::Wraps,
        })
    }

    /// The copy: of groups as numbers of their size, or of elements that are apart.
    pub(super) fn copied(&self, types: Types) -> Result<KernelSpec, NestError> {
        let wrong = |rule| error(Main::Group, rule);
        let (group, inner) = (group(Main::Group, types).ok_or(wrong(TYPES))?, self.c.ok_or(wrong(GROUPS))?);
        let [rows, groups] = [over_groups(self.m, group), over_groups(self.n, group)];
        if inner.strides.in0 == 1 {
            // Rows of a transposition are those of the input.
            let words = |[m, n]: [&Option<Dim>; 2]| {
                let roles = Roles { m: m.as_ref(), n: n.as_ref(), ..Self::default() };
                roles.unary(UnaryOp::identity(), DType::F32)
            };
            let spec = words([&rows, &groups]).or_else(|_| words([&groups, &rows]))?;
            return Ok(KernelSpec::Unary(spec));
        }
        let (distance, along) = (inner.strides.in0, Span::of(self.n, Operand::In0));
        let follows = along.extent == 1 || Some(along.stride) == distance.checked_mul(group);
        let (from, to) = (Span::of(self.m, Operand::In0), Span::of(rows.as_ref(), Operand::Out));
        let are_neighbours = |span: Span| span.extent == 1 || span.stride == 1;
        let ld = usize::try_from(distance).ok().filter(|_| follows);
        let Some(ld) = ld.filter(|_| are_neighbours(from) && are_neighbours(to)) else {
            return Err(wrong(ROWS));
        };
        let to_groups = column_major("out", to, Span::of(groups.as_ref(), Operand::Out))?;
        Ok(KernelSpec::Group(GroupSpec {
            change: if types.a.bytes() == 1 { Regrouped::Bytes } else { Regrouped::Words },
            m: from.extent,
            k: along.extent.saturating_mul(inner.extent),
            input: Matrix { layout: Layout::ColumnMajor, ld: Stride::fixed(ld) },
            ld_out: to_groups.ld,
        }))
    }
}

//! Uneven tiling: the parts of a split dimension are digits of its index.
//!
//! Problem: few extents divide by what suits a kernel. A dimension of 4099 in steps of 64 has 65
//! steps, of which the last is 3 long; in blocks of 512 of these it has 9, of which the last holds one
//! step of 3.
//!
//! Idea: the parts of a dimension are the digits of its index, and only where all digits but the last
//! are at their highest is there less than elsewhere. So each part has two extents, and a
//! nest stays one list of dimensions, whatever was split how often.
//!
//! Invariants ([`check`]): all parts of a dimension are summed over or none, and a part outside moves by as
//! much as the next one's extent does. Meaning, bounds and rules are those of the [`wholes`].
//!
//! Tests: below, `tests/tests/tensor_plan.rs`.

use crate::tensor::dim::{Dim, Kind, Operand, Part, PerOperand};

/// The numbers of the parts outside of `dims[nth]`, outermost first; none if it is no part.
pub(crate) fn outside(dims: &[Dim], nth: usize) -> impl Iterator<Item = usize> + Clone {
    let part = dims.get(nth).and_then(|dim| dim.part);
    let outer = dims.iter().take(nth).enumerate();
    outer.filter(move |(_, dim)| is_same(dim.part, part)).map(|(outer, _)| outer)
}

fn is_same(one: Option<Part>, other: Option<Part>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one.of == other.of)
}

/// The dimensions as before any was split, each in the place of its innermost part.
pub(crate) fn wholes(dims: &[Dim]) -> impl Iterator<Item = Dim> + Clone {
    let innermost = dims.iter().enumerate().filter(|(nth, dim)| is_innermost(dims, *nth, dim.part));
    innermost.map(|(nth, dim)| match dim.part {
        // Most are no parts: they cost no search.
        None => *dim,
        Some(_) => Dim { extent: whole_extent(dims, nth), part: None, ..*dim },
    })
}

/// Whether no other part is inside of `dims[nth]`, which is this one, or none.
fn is_innermost(dims: &[Dim], nth: usize, part: Option<Part>) -> bool {
    let mut inner = dims.iter().skip(nth.saturating_add(1));
    part.is_none() || !inner.any(|inner| is_same(inner.part, part))
}

/// The extent of what `dims[innermost]` is the innermost part of.
fn whole_extent(dims: &[Dim], innermost: usize) -> usize {
    let parts = outside(dims, innermost).chain([innermost]).filter_map(|nth| dims.get(nth));
    // The highest index, digit by digit: that of the parts so far, then as many full parts of the next.
    let add =
        |last: usize, dim: &Dim| last.saturating_mul(dim.extent).saturating_add(dim.rest().saturating_sub(1));
    let is_empty = parts.clone().any(|dim| dim.extent == 0);
    if is_empty { 0 } else { parts.fold(0, add).saturating_add(1) }
}

/// A dimension as an operand has it.
#[derive(Clone, Copy)]
pub(crate) struct Axis<'a> {
    /// The dimension, the innermost one where it was split.
    pub(crate) dim: &'a Dim,
    /// Its number.
    pub(crate) number: usize,
    /// How many of its indices count.
    pub(crate) extent: usize,
    /// How far the operand moves from one to the next.
    pub(crate) stride: isize,
}

/// The dimensions in an operand, as before any was split. Of parts that the operand moves in only inside of
/// some loop, those inside of it, in full length.
pub(crate) fn axes(dims: &[Dim], operand: Operand) -> impl Iterator<Item = Axis<'_>> + Clone {
    dims.iter().enumerate().filter_map(move |(number, dim)| {
        let stride = *dim.strides.get(operand);
        let extent = match dim.part {
            None => dim.extent,
            Some(_) => moving_extent(dims, number, operand)?,
        };
        Some(Axis { dim, number, extent, stride })
    })
}

/// Each dimension and each part in an operand, so that what they reach together is what the [`axes`] do: of a
/// part, only as many indices as it has at the end of the dimension, if the operand gets there.
pub(crate) fn digits(dims: &[Dim], operand: Operand) -> impl Iterator<Item = Axis<'_>> + Clone {
    let moves = move |nth: usize| dims.get(nth).is_some_and(|dim| *dim.strides.get(operand) != 0);
    dims.iter().enumerate().map(move |(number, dim)| {
        let stride = *dim.strides.get(operand);
        let extent = match dim.part {
            Some(part) if stride != 0 && outside(dims, number).all(moves) => part.rest,
            _ => dim.extent,
        };
        Axis { dim, number, extent, stride }
    })
}

/// The extent of what an operand moves along in all parts that end with `dims[nth]`; none if there are more.
fn moving_extent(dims: &[Dim], nth: usize, operand: Operand) -> Option<usize> {
    if !is_innermost(dims, nth, dims.get(nth)?.part) {
        return None;
    }
    let moves = |nth: &usize| dims.get(*nth).is_some_and(|dim| *dim.strides.get(operand) != 0);
    if !moves(&nth) || outside(dims, nth).all(|outer| moves(&outer)) {
        return Some(whole_extent(dims, nth));
    }
    let moving = outside(dims, nth).filter(moves).chain([nth]).filter_map(|nth| dims.get(nth));
    Some(moving.fold(1, |all: usize, dim| all.saturating_mul(dim.extent)))
}

/// Whether `dims[nth]` fits the part around it, if there is one: that moves by all of it in each operand, or,
/// if it is one of the outermost `common`, not at all.
pub(crate) fn check(dims: &[Dim], nth: usize, common: usize) -> bool {
    let Some((dim, part)) = dims.get(nth).and_then(|dim| Some((dim, dim.part?))) else { return true };
    let fits_extent = part.rest <= dim.extent && (part.rest > 0 || dim.extent == 0);
    let around = outside(dims, nth).last().and_then(|number| Some((number, dims.get(number)?)));
    let extent = isize::try_from(dim.extent).ok();
    let moves_by_all = |(number, outer): (usize, &Dim)| {
        let all = |inner: isize| extent.and_then(|extent| inner.checked_mul(extent));
        let fits = |outer: isize, inner: isize| all(inner) == Some(outer) || outer == 0 && number < common;
        let PerOperand { in0, in1, out } = outer.strides.zip_with(dim.strides, fits);
        // Strides tell the other types apart, where that matters.
        in0 && in1 && out && (outer.kind == Kind::K) == (dim.kind == Kind::K)
    };
    fits_extent && around.is_none_or(moves_by_all)
}

/// `dim` in steps of `length`: how many there are, and one of them. None if it is a part whose full
/// extent the length does not divide.
///
/// `name` is a number that no part has; it is used if the length does not divide.
pub(crate) fn split(dim: &Dim, length: usize, name: usize) -> Option<[Dim; 2]> {
    let is_even = dim.extent.checked_rem(length)? == 0;
    if is_even || dim.part.is_none() { split_outermost(dim, length, name) } else { None }
}

/// As [`split`], of a part that no other is outside of: it is never cut short, and any length will do.
pub(crate) fn split_outermost(dim: &Dim, length: usize, name: usize) -> Option<[Dim; 2]> {
    let (extent, rest) = (dim.extent, dim.rest());
    let is_even = extent.checked_rem(length)? == 0;
    let of = dim.part.map(|part| part.of).or((!is_even).then_some(name));
    let last = match rest.checked_rem(length)? {
        0 => length,
        last => last,
    };
    let step = isize::try_from(length).ok()?;
    let part = |rest| of.map(|of| Part { of, rest });
    Some([
        Dim {
            extent: extent.div_ceil(length),
            strides: dim.strides.map(|stride| stride.saturating_mul(step)),
            part: part(rest.div_ceil(length)),
            ..*dim
        },
        Dim { extent: length, part: part(last), ..*dim },
    ])
}

/// A number that no part of `dims` has.
pub(crate) fn unused_name(dims: &[Dim]) -> usize {
    let names = dims.iter().filter_map(|dim| dim.part).map(|part| part.of);
    names.max().map_or(0, |greatest| greatest.saturating_add(1))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn whole(extent: usize) -> Dim {
        Dim::new(Kind::M, extent, PerOperand { in0: 3, in1: 0, out: 1 })
    }

    /// 4099 in blocks of 512, in steps of 64.
    fn split_twice() -> [Dim; 3] {
        let [blocks, block] = split(&whole(4099), 512, 7).unwrap();
        let [steps, step] = split(&block, 64, 8).unwrap();
        [blocks, steps, step]
    }

    #[test]
    fn the_last_digits_are_cut_short() {
        let extents = split_twice().map(|dim| (dim.extent, dim.rest(), dim.strides.in0));
        assert_eq!(extents, [(9, 9, 1536), (8, 1, 192), (64, 3, 3)]);
        assert!(split_twice().iter().all(|dim| dim.part.unwrap().of == 7));
    }

    #[test]
    fn a_whole_is_what_was_split() {
        let parts = split_twice();
        assert!((0..3).all(|nth| check(&parts, nth, 0)));
        assert!(wholes(&parts).eq([whole(4099)]));
    }

    #[test]
    fn digits_reach_as_far_as_a_whole() {
        let reach = |digits: &mut dyn Iterator<Item = Axis<'_>>| {
            digits.map(|axis| (axis.extent as isize - 1) * axis.stride).sum::<isize>()
        };
        let parts = split_twice();
        assert_eq!(reach(&mut digits(&parts, Operand::In0)), 4098 * 3);
        assert_eq!(reach(&mut digits(&parts, Operand::In1)), 0);
        // A panel of one block, for all blocks.
        let still = Dim { strides: PerOperand { in0: 0, in1: 0, out: 512 }, ..parts[0] };
        let panel = [still, parts[1], parts[2]];
        assert_eq!(reach(&mut digits(&panel, Operand::In0)), 511 * 3);
        assert!([Operand::In0, Operand::In1, Operand::Out].into_iter().all(|operand| {
            [&parts, &panel]
                .into_iter()
                .all(|dims| reach(&mut digits(dims, operand)) == reach(&mut axes(dims, operand)))
        }));
    }

    #[test]
    fn even_splits_leave_no_parts() {
        let [outer, inner] = split(&whole(1600), 800, 0).unwrap();
        assert_eq!((outer.extent, inner.extent), (2, 800));
        assert!(outer.part.is_none() && inner.part.is_none());
    }

    #[test]
    fn a_part_is_split_evenly_or_not_at_all() {
        let [_, block] = split(&whole(4099), 512, 0).unwrap();
        assert_eq!(split(&block, 100, 1), None);
        assert_eq!(split(&block, 0, 1), None);
    }

    #[test]
    fn the_outermost_part_is_split_at_will() {
        let [steps, step] = split(&whole(4099), 64, 7).unwrap();
        let [blocks, block] = split_outermost(&steps, 8, 8).unwrap();
        assert_eq!([blocks, block, step], split_twice());
        assert!(wholes(&[blocks, block, step]).eq([whole(4099)]));
    }

    #[test]
    fn parts_that_do_not_fit_are_found() {
        let [blocks, steps, step] = split_twice();
        let apart = Dim { strides: blocks.strides.map(|stride| stride + 1), ..blocks };
        assert!(!check(&[apart, steps, step], 1, 0));
        let long = Dim { part: Some(Part { of: 7, rest: 65 }), ..step };
        assert!(!check(&[blocks, steps, long], 2, 0));
    }
}

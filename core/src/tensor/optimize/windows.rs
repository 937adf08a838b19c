//! Windows that slide over an operand: which dimensions they have.
//!
//! A nest of a pooling, a stencil or a depthwise convolution says nothing of windows, but that two of its
//! dimensions, one that is kept and one that is summed or folded, lead to the same elements of an operand.
//! The two that share the most are the windows and the inner taps of a kernel, which loads what they share
//! once. The lanes are what is contiguous in the operand and in the output.
//!
//! A sum of products may do without windows that overlap only if it has none of the dimensions that make a
//! multiplication, and is over two directions that are not one: then its kernel sums over both.
//!
//! Tests: `tests/tests/tensor_optimize_windows.rs`.

use super::arrange::{arrange, free, free_of};
use crate::tensor::array::distinct;
use crate::tensor::cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Kind, Main, Nest, Operand};
use crate::tensor::primitive::Roles;

/// The nest with a kernel of windows; none if it has none.
pub(super) fn sliding(nest: &Nest, common: usize) -> Result<Option<Nest>, NestError> {
    // The generator of windows has no integers.
    if nest.types.accumulator.is_integer() {
        return Ok(None);
    }
    let Some(slides) = Slides::of(nest, common) else { return Ok(None) };
    let roles = slides.roles();
    let is_one = roles.k.is_some() && (roles.m.is_some() || roles.c.is_some()) && slides.is_worth_it(&roles);
    if !is_one || roles.order(slides.main, nest.types).is_err() {
        return Ok(None);
    }
    // A fold tells dimensions that are kept apart by nothing but their order.
    let of_kind = |dim: Option<&Dim>, kind| match (dim, slides.main) {
        (Some(dim), Main::Pool(_)) => Some(Dim { kind, ..*dim }),
        (dim, _) => dim.copied(),
    };
    let prims =
        [roles.batch.copied(), of_kind(roles.m, Kind::M), roles.k.copied(), of_kind(roles.c, Kind::C)];
    arrange(nest, slides.main, common, prims.into_iter().flatten(), |dim| roles.has(dim)).map(Some)
}

/// The most taps of windows that do not overlap, of a fold in one direction.
const SHORT: usize = 16;

/// What windows and taps cost.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Price {
    /// What a tile of windows loads, of what it would if none overlapped.
    loaded: f64,
    /// Elements from a window to the next, and from a tap: what is near is in the same line
    /// of a cache, or page.
    window: usize,
    tap: usize,
}

/// A nest that may slide over an operand.
struct Slides<'a> {
    nest: &'a Nest,
    common: usize,
    main: Main,
    image: Operand,
    /// The other input, where there is one.
    weights: Option<Operand>,
}

impl<'a> Slides<'a> {
    /// None if it may not: operations on elements, and multiplications of matrices.
    fn of(nest: &'a Nest, common: usize) -> Option<Self> {
        let is_there = |kind| free_of(nest, common, kind).next().is_some();
        let (main, image, weights) = match nest.main {
            Main::Reduce(fold) => (Main::Pool(fold), Operand::In0, None),
            Main::Contraction if !is_there(Kind::N) => (Main::Filter, Operand::In0, Some(Operand::In1)),
            Main::Contraction if !is_there(Kind::M) => (Main::Filter, Operand::In1, Some(Operand::In0)),
            _ => return None,
        };
        Some(Self { nest, common, main, image, weights })
    }

    /// The dimensions of the kernel, as far as there are any.
    fn roles(&self) -> Roles<'a> {
        let lanes = self.kept().filter(|dim| self.is_along(dim)).max_by_key(|dim| dim.extent);
        let is_lanes = |dim: &Dim| lanes.is_some_and(|lanes| core::ptr::eq(lanes, dim));
        let stands = |dim: &&Dim| self.weights.is_none_or(|weights| *dim.strides.get(weights) == 0);
        let windows = || self.kept().filter(|dim| !is_lanes(dim)).filter(stands);
        let alone = self.taps().map(|k| Roles { k: Some(k), c: lanes, ..Roles::default() });
        let with_windows = windows().flat_map(|m| {
            let taps = self.taps();
            taps.map(move |k| Roles { m: Some(m), k: Some(k), c: lanes, ..Roles::default() })
        });
        let mut best: Option<(Price, Roles<'a>)> = None;
        for roles in with_windows.chain(alone) {
            let Some(price) = self.price(&roles) else { continue };
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, roles));
            }
        }
        let roles = best.map_or(Roles::default(), |(_, roles)| roles);
        let batch = self.taps().filter(|dim| !roles.has(dim)).max_by_key(|dim| dim.extent);
        Roles { batch, ..roles }
    }

    /// None where something runs backwards.
    fn price(&self, roles: &Roles<'_>) -> Option<Price> {
        let windows = roles.m.map_or(1, |dim| dim.extent.min(cost::WINDOWS));
        let taps = roles.k.map_or(1, |dim| dim.extent);
        let step =
            |dim: Option<&Dim>| dim.map_or(usize::MAX, |dim| dim.strides.get(self.image).unsigned_abs());
        let loaded = roles.places(self.main, windows)? as f64 / windows.saturating_mul(taps) as f64;
        Some(Price { loaded, window: step(roles.m), tap: step(roles.k) })
    }

    /// The undecided dimensions that are kept, and run forwards.
    fn kept(&self) -> impl Iterator<Item = &'a Dim> + Clone {
        let image = self.image;
        let runs = move |dim: &&Dim| *dim.strides.get(image) >= 0 && dim.strides.out > 0;
        free(self.nest, self.common).filter(|dim| dim.kind != Kind::K).filter(runs)
    }

    /// Those that are summed or folded.
    fn taps(&self) -> impl Iterator<Item = &'a Dim> + Clone {
        let inputs = [Some(self.image), self.weights];
        let runs = move |dim: &&Dim| inputs.into_iter().flatten().all(|input| *dim.strides.get(input) >= 0);
        free_of(self.nest, self.common, Kind::K).filter(runs)
    }

    /// Whether a dimension can be lanes.
    fn is_along(&self, dim: &Dim) -> bool {
        let is_unit = |operand: Operand| *dim.strides.get(operand) == 1;
        let fits = |weights: Operand| [0, 1].contains(dim.strides.get(weights));
        is_unit(self.image) && is_unit(Operand::Out) && self.weights.is_none_or(fits)
    }

    /// Whether windows overlap, or nothing else goes over both directions, or they are short: a reduction of
    /// long lines takes few calls as it is.
    fn is_worth_it(&self, roles: &Roles<'_>) -> bool {
        let axes = roles.dims().into_iter().flatten().map(|dim| (dim.extent, *dim.strides.get(self.image)));
        let overlap = !distinct(axes);
        let has_both = roles.m.is_some() && roles.batch.is_some() && roles.c.is_some();
        let are_short = || roles.k.is_some_and(|taps| taps.extent <= SHORT);
        overlap || has_both || self.weights.is_none() && roles.m.is_some() && are_short()
    }
}

//! Elements of a block of several short dimensions, moved to where another order has them.

use super::field::{Outcome, Table, dtype, field};
use super::operand::{MAX_SPAN, SpecError, at_least_one, plain};
use super::value::{Few, Wrong};
use super::{Argument, Arguments, list};
use crate::DType;

/// Copies a block: `out[i·step_out] = in[i·step_in]` for all indices `i` of some dimensions. Input and
/// output do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PermuteSpec {
    dtype: DType,
    /// Those in use come first.
    dims: [Moved; Self::MOST_DIMS],
}

/// A dimension of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moved {
    /// How many indices it has: at least 1 and at most [`PermuteSpec::LONGEST`].
    pub extent: usize,
    /// Elements of the input from one index to the next.
    pub step_in: usize,
    /// Elements of the output.
    pub step_out: usize,
}

impl Moved {
    const NONE: Self = Self { extent: 1, step_in: 0, step_out: 0 };
}

impl PermuteSpec {
    /// The most dimensions.
    pub const MOST_DIMS: usize = 8;

    /// The most indices of a dimension.
    pub const LONGEST: usize = 254;

    /// The most elements of a block: kernels move them without loops.
    pub const MOST_ELEMENTS: usize = 1024;

    /// A block of these dimensions. Those of a single index are left out.
    ///
    /// # Errors
    /// [`SpecError::TooMany`], beyond [`Self::MOST_DIMS`].
    pub fn new(dtype: DType, dims: impl IntoIterator<Item = Moved>) -> Result<Self, SpecError> {
        let mut block = Self { dtype, dims: [Moved::NONE; Self::MOST_DIMS] };
        let mut count = 0usize;
        for dim in dims.into_iter().filter(|dim| dim.extent != 1) {
            match block.dims.get_mut(count) {
                Some(place) => *place = dim,
                None => return Err(too_many("dims", count.saturating_add(1), Self::MOST_DIMS)),
            }
            count = count.saturating_add(1);
        }
        Ok(block)
    }

    /// Type of the elements.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        self.dtype
    }

    /// The dimensions of more than one index.
    pub fn dims(&self) -> impl Iterator<Item = Moved> + Clone + '_ {
        self.dims.iter().copied().filter(|dim| *dim != Moved::NONE)
    }

    /// All places for dimensions, for code that packs them.
    pub(super) const fn places(&self) -> &[Moved; Self::MOST_DIMS] {
        &self.dims
    }

    /// How many elements it moves.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.dims.iter().fold(1, |elements: usize, dim| elements.saturating_mul(dim.extent))
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        list([Argument::In, Argument::Out], [None; 0])
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        plain("dtype", self.dtype)?;
        for dim in self.dims() {
            at_least_one("extent", dim.extent)?;
            if dim.extent > Self::LONGEST {
                return Err(too_many("extent", dim.extent, Self::LONGEST));
            }
        }
        let elements = self.elements();
        if elements > Self::MOST_ELEMENTS {
            return Err(too_many("elements", elements, Self::MOST_ELEMENTS));
        }
        self.lie_apart()?;
        self.spans("in", |dim| dim.step_in)?;
        self.spans("out", |dim| dim.step_out)
    }

    /// Whether no two elements of the output are one: each step is beyond all that shorter steps reach.
    fn lie_apart(&self) -> Result<(), SpecError> {
        let mut dims = self.dims;
        dims.sort_unstable_by_key(|dim| dim.step_out);
        let mut reached = 0usize;
        for dim in dims.iter().filter(|dim| dim.extent > 1) {
            let least = reached.saturating_add(1);
            if dim.step_out < least {
                return Err(SpecError::Overlap { field: "step_out", value: dim.step_out, least });
            }
            reached = reached.saturating_add(dim.step_out.saturating_mul(dim.extent.saturating_sub(1)));
        }
        Ok(())
    }

    fn spans(&self, field: &'static str, step: impl Fn(&Moved) -> usize) -> Result<(), SpecError> {
        let last = self.dims.iter().try_fold(0usize, |last, dim| {
            last.checked_add(step(dim).checked_mul(dim.extent.saturating_sub(1))?)
        });
        let bytes = last.and_then(|last| last.checked_add(1)?.checked_mul(self.dtype.bytes()));
        match bytes {
            Some(bytes) if bytes <= MAX_SPAN => Ok(()),
            _ => Err(SpecError::TooLarge { field, limit: MAX_SPAN }),
        }
    }
}

const fn too_many(field: &'static str, value: usize, limit: usize) -> SpecError {
    SpecError::TooMany { field, value, limit }
}

impl PermuteSpec {
    /// Sets a step of each dimension, of which there are as many.
    fn set_steps(&mut self, steps: Few<','>, place: fn(&mut Moved) -> &mut usize) -> Result<(), Wrong> {
        let dims = self.dims().count();
        if steps.count != dims {
            return Err(Wrong::Form);
        }
        self.dims.iter_mut().take(dims).zip(steps.iter()).for_each(|(dim, step)| *place(dim) = step);
        Ok(())
    }

    /// The usual steps: the first dimension is contiguous, and there are no gaps.
    fn dense(&self) -> Few<','> {
        let next =
            |step: &mut usize, dim: Moved| Some(core::mem::replace(step, step.saturating_mul(dim.extent)));
        Few::of(self.dims().scan(1, next))
    }
}

/// The form of steps.
const STEPS: &str = "as many whole numbers as there are dimensions, with commas between them";

pub(super) static PERMUTE: Table<PermuteSpec> = Table {
    name: "permute",
    doc: "a block of several short dimensions, copied into another order",
    blank: || PermuteSpec { dtype: DType::F32, dims: [Moved::NONE; PermuteSpec::MOST_DIMS] },
    words: &[
        dtype!(PermuteSpec),
        field! {
            "extents" ("at most eight whole numbers other than 1 with `x` between them, or 1 for a single element") of PermuteSpec: Few<'x'>, "the dimensions";
            |s| match s.dims().next() {
                Some(_) => Few::of(s.dims().map(|dim| dim.extent)),
                None => Few::of([1].into_iter()),
            };
            |s, extents| {
                if extents.count > 1 && extents.iter().any(|extent| extent == 1) {
                    return Err(Wrong::Form);
                }
                s.dims.iter_mut().zip(extents.iter()).for_each(|(dim, extent)| dim.extent = extent);
                Ok(())
            };
            |_| None
        },
    ],
    fields: &[
        field! {
            "in" (STEPS) of PermuteSpec: Few<','>, "elements of the input from one index of each dimension to the next [the first one is contiguous, without gaps]";
            |s| Few::of(s.dims().map(|dim| dim.step_in));
            |s, steps| s.set_steps(steps, |dim| &mut dim.step_in);
            |s| Some(s.dense())
        },
        field! {
            "out" (STEPS) of PermuteSpec: Few<','>, "elements of the output";
            |s| Few::of(s.dims().map(|dim| dim.step_out));
            |s, steps| s.set_steps(steps, |dim| &mut dim.step_out);
            |s| s.dims().next().is_none().then(|| s.dense())
        },
    ],
};

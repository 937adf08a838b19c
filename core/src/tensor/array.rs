//! Where the elements of an array are: its extents and a stride for each.
//!
//! Strides are in elements and of any sign. A stride of 0 repeats elements
//! (broadcasting); a negative one runs backwards. An [`ArrayLayout`] that exists
//! cannot overflow: its elements lie within [`MAX_ELEMENTS`] of each other, and
//! there are at most `isize::MAX` of them, repeated ones counted.
//!
//! Tests: below, `tests/tests/einsum_lower.rs`, `tests/tests/harness_program_refused.rs`.

use crate::fallible::{Few, OutOfMemory, TryVec, try_few};
use crate::kernel::spec::MAX_SPAN;
use crate::text::Count;

/// The most elements from an array's first to its last in memory, for every type of real elements.
pub const MAX_ELEMENTS: usize = MAX_SPAN / 8;

/// Few arrays have more extents.
const USUAL: usize = 6;

/// Extents and strides of an array.
#[derive(Debug, PartialEq, Eq)]
pub struct ArrayLayout {
    shape: Few<usize, USUAL>,
    strides: Few<isize, USUAL>,
    reach: Reach,
}

/// Why there is no array with some extents and strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The lists differ in length.
    #[error("{strides}: the shape has {extents}", strides = Count(*strides, "stride").there(), extents = Count(*extents, "extent"))]
    Rank {
        /// Length of the shape.
        extents: usize,
        /// Length of the strides.
        strides: usize,
    },
    /// The number of elements overflows.
    #[error("the extents multiply to more than {}: an array cannot have more elements", isize::MAX)]
    TooMany,
    /// The elements are too far apart.
    #[error("the elements span more than {MAX_ELEMENTS}: extents and strides must keep them below")]
    TooFar,
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(LayoutError);

impl ArrayLayout {
    /// An array with the given extents and strides, lists of the same length.
    ///
    /// # Errors
    /// [`LayoutError`].
    pub fn new(shape: &[usize], strides: &[isize]) -> Result<Self, LayoutError> {
        if shape.len() != strides.len() {
            return Err(LayoutError::Rank { extents: shape.len(), strides: strides.len() });
        }
        Self::with(shape, try_few(strides.iter().copied())?)
    }

    /// An array with a stride for each extent.
    fn with(shape: &[usize], strides: Few<isize, USUAL>) -> Result<Self, LayoutError> {
        product(shape.iter().copied()).ok_or(LayoutError::TooMany)?;
        let reach = reach(zip(shape, &strides)).ok_or(LayoutError::TooFar)?;
        Ok(Self { shape: try_few(shape.iter().copied())?, strides, reach })
    }

    /// A dense array whose last index is contiguous, as in C and by default in numpy.
    ///
    /// # Errors
    /// [`LayoutError`].
    pub fn c_order(shape: &[usize]) -> Result<Self, LayoutError> {
        let mut strides = dense(shape.iter().rev())?;
        strides.reverse();
        Self::with(shape, strides)
    }

    /// A dense array whose first index is contiguous, as in Fortran.
    ///
    /// # Errors
    /// [`LayoutError`].
    pub fn fortran_order(shape: &[usize]) -> Result<Self, LayoutError> {
        Self::with(shape, dense(shape.iter())?)
    }

    /// The array of real numbers that this one is if its elements are complex: it has one more axis, of
    /// extent 2, which is contiguous.
    ///
    /// # Errors
    /// [`LayoutError`].
    pub fn in_parts(&self) -> Result<Self, LayoutError> {
        let mut strides = Few::new();
        for (extent, stride) in zip(&self.shape, &self.strides) {
            // Nothing is away from a single index.
            let stride = if extent < 2 { Some(0) } else { stride.checked_mul(2) };
            strides.try_push(stride.ok_or(LayoutError::TooFar)?)?;
        }
        strides.try_push(1)?;
        let shape: Few<_, 8> = try_few(self.shape.iter().copied().chain([2]))?;
        Self::with(&shape, strides)
    }

    /// A copy.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let (shape, strides) = (try_few(self.shape.iter().copied())?, try_few(self.strides.iter().copied())?);
        Ok(Self { shape, strides, reach: self.reach })
    }

    /// The extents.
    #[inline] // Runs ask.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The strides, in elements, one for each extent.
    #[inline] // Runs ask.
    #[must_use]
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// Whether it has these extents and strides.
    #[inline] // Runs ask, for every operand.
    #[must_use]
    pub fn has(&self, shape: &[usize], strides: &[isize]) -> bool {
        if self.shape.spilled() || self.strides.spilled() {
            return self.has_many(shape, strides);
        }
        // Written out, as lists this short are compared sooner than a function for that is called;
        // with a branch an axis.
        let is_as_long = (shape.len(), strides.len()) == (self.shape.len(), self.strides.len());
        let mut axes = self.shape.iter().zip(shape).zip(self.strides.iter().zip(strides));
        is_as_long
            && axes.all(|((one, other), (step, expected))| (one ^ other) as isize | (step ^ expected) == 0)
    }

    #[cold]
    fn has_many(&self, shape: &[usize], strides: &[isize]) -> bool {
        (self.shape(), self.strides()) == (shape, strides)
    }

    /// Elements from the one with the lowest address to the one with the highest, both included;
    /// 0 for an array without elements. This is the shortest slice that holds the array.
    #[must_use]
    pub fn span(&self) -> usize {
        self.reach.span()
    }

    /// Elements from the one with the lowest address to the one with index (0, …, 0); greater
    /// than 0 only with negative strides.
    #[must_use]
    pub fn origin(&self) -> usize {
        self.reach.below
    }

    /// Whether no two indices share an element, by a rule that is quick to check: each stride is
    /// longer than everything that the shorter ones span. (Some interleaved arrays without a
    /// shared element break it.)
    #[must_use]
    pub fn is_distinct(&self) -> bool {
        distinct(zip(&self.shape, &self.strides))
    }

    /// Whether an array of the same extents with other strides places every index at the same distance from
    /// (0, …, 0). Strides of extents below 2 do not count.
    #[inline]
    #[must_use]
    pub fn places_like(&self, strides: &[isize]) -> bool {
        let mut places = self.shape.iter().zip(self.strides.iter().zip(strides));
        self.strides.len() == strides.len() && places.all(|(extent, (a, b))| a == b || *extent < 2)
    }
}

fn zip<'a>(shape: &'a [usize], strides: &'a [isize]) -> impl Iterator<Item = (usize, isize)> + Clone + 'a {
    shape.iter().copied().zip(strides.iter().copied())
}

/// The strides of a dense array, the contiguous extent first.
fn dense<'a>(extents: impl Iterator<Item = &'a usize>) -> Result<Few<isize, USUAL>, LayoutError> {
    let mut strides = Few::new();
    let mut next = 1isize;
    for &extent in extents {
        strides.try_push(next)?;
        next = isize::try_from(extent.max(1))
            .ok()
            .and_then(|extent| next.checked_mul(extent))
            .ok_or(LayoutError::TooMany)?;
    }
    Ok(strides)
}

/// How many elements lie on either side of the element with index (0, …, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Elements with lower addresses.
    pub(crate) below: usize,
    /// Elements with higher addresses.
    pub(crate) above: usize,
    empty: bool,
}

impl Reach {
    /// The reach around a place `by` elements before: that of the array, moved. None beyond
    /// [`MAX_ELEMENTS`].
    pub(crate) fn shifted(self, by: isize) -> Option<Self> {
        if by == 0 {
            return Some(self);
        }
        let back = if by < 0 { by.unsigned_abs() } else { 0 };
        let ahead = if by > 0 { by.unsigned_abs() } else { 0 };
        let below = self.below.checked_add(back)?.saturating_sub(ahead);
        let above = self.above.checked_add(ahead)?.saturating_sub(back);
        (below.checked_add(above)? < MAX_ELEMENTS).then_some(Self { below, above, ..self })
    }

    pub(crate) fn span(self) -> usize {
        if self.empty { 0 } else { self.below.wrapping_add(self.above).wrapping_add(1) }
    }
}

/// The reach of an array with the given (extent, stride) pairs, unless it spans more than
/// [`MAX_ELEMENTS`].
pub(crate) fn reach(axes: impl Iterator<Item = (usize, isize)> + Clone) -> Option<Reach> {
    let (mut below, mut above, mut empty) = (0usize, 0usize, false);
    for (extent, stride) in axes {
        empty |= extent == 0;
        // Operands stand still in many dimensions.
        if stride == 0 {
            continue;
        }
        let length = extent.saturating_sub(1).checked_mul(stride.unsigned_abs())?;
        if stride < 0 {
            below = below.checked_add(length)?;
        } else {
            above = above.checked_add(length)?;
        }
    }
    let span = below.checked_add(above)?.checked_add(1)?;
    (span <= MAX_ELEMENTS).then_some(Reach { below, above, empty })
}

/// See [`ArrayLayout::is_distinct`].
pub(crate) fn distinct(axes: impl Iterator<Item = (usize, isize)> + Clone) -> bool {
    if are_nested(axes.clone()) || axes.clone().any(|(extent, _)| extent == 0) {
        return true;
    }
    let axes = axes.enumerate().filter(|(_, (extent, _))| *extent > 1);
    axes.clone().all(|(i, (_, stride))| {
        let stride = stride.unsigned_abs();
        let shorter = axes.clone().filter(|&(j, (_, s))| j != i && s.unsigned_abs() <= stride);
        let spanned = shorter.fold(0usize, |sum, (_, (extent, s))| {
            sum.saturating_add(s.unsigned_abs().saturating_mul(extent.saturating_sub(1)))
        });
        spanned < stride
    })
}

/// Whether axes are in the order of their strides, each of which is as long as all of the next axis or
/// longer: most are, and so are distinct.
fn are_nested(axes: impl Iterator<Item = (usize, isize)>) -> bool {
    let mut around = usize::MAX;
    for (extent, stride) in axes.filter(|(extent, _)| *extent != 1) {
        let stride = stride.unsigned_abs();
        if extent == 0 || stride == 0 || stride.checked_mul(extent).is_none_or(|all| all > around) {
            return false;
        }
        around = stride;
    }
    true
}

/// The product of extents, an empty one counted as 1, unless it exceeds `isize::MAX`.
pub(crate) fn product(extents: impl Iterator<Item = usize>) -> Option<u64> {
    let mut extents = extents.map(|extent| u64::try_from(extent.max(1)).ok());
    let product = extents.try_fold(1u64, |product, extent| product.checked_mul(extent?))?;
    isize::try_from(product).is_ok().then_some(product)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests may panic and allocate")]
mod tests {
    use super::*;
    use core::iter::repeat_n;

    #[test]
    fn dense_orders() {
        let c = ArrayLayout::c_order(&[2, 3, 5]).unwrap();
        assert_eq!((c.strides(), c.span(), c.origin()), (&[15, 5, 1][..], 30, 0));
        let f = ArrayLayout::fortran_order(&[2, 3, 5]).unwrap();
        assert_eq!((f.strides(), f.span()), (&[1, 2, 6][..], 30));
        assert_eq!(ArrayLayout::c_order(&[]).unwrap().span(), 1);
        assert_eq!(ArrayLayout::c_order(&[4, 0, 3]).unwrap().span(), 0);
    }

    #[test]
    fn negative_strides_move_the_origin() {
        let layout = ArrayLayout::new(&[3, 4], &[-4, 1]).unwrap();
        assert_eq!((layout.origin(), layout.span()), (8, 12));
    }

    #[test]
    fn what_overflows_is_refused() {
        let huge = usize::MAX / 2;
        assert_eq!(ArrayLayout::c_order(&[huge, 3]), Err(LayoutError::TooMany));
        assert_eq!(ArrayLayout::new(&[huge, 3], &[0, 0]), Err(LayoutError::TooMany));
        assert_eq!(ArrayLayout::new(&[2], &[isize::MIN]), Err(LayoutError::TooFar));
        assert_eq!(ArrayLayout::c_order(&[MAX_ELEMENTS + 1]), Err(LayoutError::TooFar));
        assert_eq!(ArrayLayout::new(&[2], &[]), Err(LayoutError::Rank { extents: 1, strides: 0 }));
    }

    #[test]
    fn distinct_elements() {
        let distinct =
            |shape: &[usize], strides: &[isize]| ArrayLayout::new(shape, strides).unwrap().is_distinct();
        assert!(distinct(&[3, 4], &[4, 1]) && distinct(&[3, 4], &[-9, 2]) && distinct(&[], &[]));
        assert!(distinct(&[1, 4], &[0, 1]), "the stride of an extent of 1 does not count");
        assert!(!distinct(&[3, 4], &[3, 1]) && !distinct(&[2], &[0]) && !distinct(&[2, 2], &[1, -1]));
    }

    #[test]
    fn a_layout_has_its_own_extents_and_strides() {
        for rank in 0..USUAL * 2 {
            let shape: Few<_, USUAL> = try_few(repeat_n(2, rank)).unwrap();
            let strides: Few<_, USUAL> = try_few(repeat_n(1, rank)).unwrap();
            let layout = ArrayLayout::new(&shape, &strides).unwrap();
            let longer = ([&shape[..], &[2]].concat(), [&strides[..], &[1]].concat());
            assert!(layout.has(&shape, &strides) && !layout.has(&longer.0, &longer.1));
            let others = (shape.iter().map(|extent| extent + 1), strides.iter().map(|stride| stride + 1));
            let (extents, steps): (Few<_, USUAL>, Few<_, USUAL>) = (others.0.collect(), others.1.collect());
            assert_eq!(layout.has(&extents, &strides), rank == 0);
            assert_eq!(layout.has(&shape, &steps), rank == 0);
        }
    }

    #[test]
    fn nested_axes_are_distinct() {
        let nested = |axes: &[(usize, isize)]| are_nested(axes.iter().copied());
        assert!(nested(&[]) && nested(&[(3, 4), (4, 1)]) && nested(&[(3, -9), (1, 0), (4, 2)]));
        assert!(!nested(&[(3, 3), (4, 1)]) && !nested(&[(4, 1), (3, 4)]) && !nested(&[(2, 0)]));
        assert!(distinct([(4, 1), (3, 4)].into_iter()), "in any order");
    }

    #[test]
    fn strides_of_extents_below_2_place_nothing() {
        let a = ArrayLayout::new(&[1, 4], &[7, 1]).unwrap();
        assert!(a.places_like(&[4, 1]));
        assert!(!a.places_like(&[4, 2]));
        assert!(!a.places_like(&[1]), "too few");
    }
}

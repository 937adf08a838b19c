//! Groups of a batch, as MKL has them: matrices of a group have all arguments in common but for their
//! addresses, and those of all groups follow one another in lists.
//!
//! Tests: `tests/tests/blas_more.rs`.
#![allow(unsafe_code)]

use crate::batch::{Batch, List};
use crate::integer::Integer;
use crate::kept::Kept;
use crate::request::Request;

/// The numbers of the arguments that say how many groups there are, and how large: behind those of a
/// multiplication.
const COUNT: i32 = 14;
const SIZE: i32 = 15;

/// The groups of a batch.
pub(crate) struct Groups<R> {
    pub(crate) count: i64,
    /// The request of a group, and how many matrices it has.
    pub(crate) request: R,
}

impl<R> Groups<R> {
    fn count(&self) -> usize {
        usize::try_from(self.count).unwrap_or(0)
    }

    /// The number of the first argument that is wrong, in any group, of a face with `before` arguments in
    /// front of those of Fortran; `wrong` is that of a group's multiplication.
    pub(crate) fn first_wrong<T, I>(&self, before: i32, wrong: impl Fn(usize) -> Option<i32>) -> Option<i32>
    where
        R: Fn(usize) -> (Request<T, I>, i64),
    {
        if self.count < 0 {
            return Some(COUNT + before);
        }
        let size = |group| ((self.request)(group).1 < 0).then_some(SIZE + before);
        (0..self.count()).find_map(|group| wrong(group).or_else(|| size(group)))
    }

    /// Multiplies the matrices at the addresses of lists.
    ///
    /// # Safety
    /// Those of [`Batch::multiply`] for each group; all were checked.
    pub(crate) unsafe fn multiply<T: Kept, I: Integer>(
        &self,
        [List(mut a), List(mut b)]: [List<*const T>; 2],
        List(mut c): List<*mut T>,
    ) where
        R: Fn(usize) -> (Request<T, I>, i64),
    {
        for group in 0..self.count() {
            let (request, size) = (self.request)(group);
            let count = usize::try_from(size).unwrap_or(0);
            let batch = Batch { request, inputs: [List(a), List(b)], c: List(c), count };
            // SAFETY: the lists have the addresses of this group next (caller's duty).
            unsafe { batch.multiply() };
            (a, b, c) = (a.wrapping_add(count), b.wrapping_add(count), c.wrapping_add(count));
        }
    }
}

//! The types of indices.

use core::fmt::Debug;
use tensmith_core::kernel::func::IntType;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// A type of indices and pointers: `u32` or `u64`.
pub trait Index: sealed::Sealed + Copy + Ord + Debug + Default + Send + Sync + 'static {
    /// The type in kernels.
    const TYPE: IntType;

    /// The greatest index.
    const GREATEST: u64;

    /// The number. One that memory cannot have becomes the greatest that there is.
    fn to_usize(self) -> usize;

    /// The index with that number, or the greatest one.
    #[must_use]
    fn saturating(number: usize) -> Self;
}

macro_rules! indices {
    ($($type:ty, $of:ident;)*) => {
        $(impl Index for $type {
            const TYPE: IntType = IntType::$of;
            const GREATEST: u64 = <$type>::MAX as u64;

            #[inline]
            fn to_usize(self) -> usize {
                usize::try_from(self).unwrap_or(usize::MAX)
            }

            #[inline]
            fn saturating(number: usize) -> Self {
                Self::try_from(number).unwrap_or(Self::MAX)
            }
        })*
    };
}

indices! {
    u32, U32;
    u64, U64;
}

//! Extents in pieces that are nearly equal.
//!
//! Tests: below, `tests/tests/primitives_lanewise.rs`.

use core::num::NonZero;

/// An extent in as few pieces as have at most that many indices, all nearly equal.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    extent: usize,
    count: NonZero<usize>,
}

impl Pieces {
    pub(crate) fn new(extent: usize, most: NonZero<usize>) -> Self {
        let count = NonZero::new(extent.div_ceil(most.get())).unwrap_or(NonZero::<usize>::MIN);
        Self { extent, count }
    }

    /// Whether there is one piece.
    pub(crate) fn is_whole(self) -> bool {
        self.count.get() == 1
    }

    /// How many pieces there are of which extent: of those that are one longer, then of the others.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (usize, usize)> {
        let (extent, longer) = (self.extent / self.count, self.extent % self.count);
        let pieces = [(longer, extent.saturating_add(1)), (self.count.get().saturating_sub(longer), extent)];
        pieces.into_iter().filter(|(count, _)| *count > 0)
    }
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_an_extent_evenly() {
        for (extent, most) in (1..70).flat_map(|extent| (1..9).map(move |most| (extent, most))) {
            let pieces = || Pieces::new(extent, NonZero::new(most).expect("not 0")).pieces();
            assert_eq!(pieces().map(|(count, each)| count * each).sum::<usize>(), extent);
            let (least, greatest) =
                (pieces().map(|piece| piece.1).min(), pieces().map(|piece| piece.1).max());
            assert!(greatest <= Some(most) && greatest <= least.map(|least| least + 1));
            assert_eq!(pieces().map(|(count, _)| count).sum::<usize>(), extent.div_ceil(most));
        }
    }
}

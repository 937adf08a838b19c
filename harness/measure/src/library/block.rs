//! Batches for libraries without batches.
//!
//! Tests: `harness/measure/src/library/mod.rs`.

use super::contestant::{Question, Work};
use crate::number::Number;
use crate::operands::Feed;
use crate::shape::Shape;

/// Work that multiplies block by block: of A, B, C, and whether the product is added to C.
pub(super) fn each_block<T: Number>(
    question: &Question,
    multiply: impl Fn(*const T, *const T, *mut T, bool) + 'static,
) -> Work<T> {
    let Question { shape: Shape { m, n, k, batch, .. }, reads_c, .. } = *question;
    if batch == 1 {
        return Box::new(move |feed: &Feed<T>| feed.each(|a, b, c| multiply(a, b, c, reads_c)));
    }
    Box::new(move |feed| {
        feed.each(|a, b, c| {
            for block in 0..batch {
                let (a, b) = (a.wrapping_add(block * m * k), b.wrapping_add(block * k * n));
                multiply(a, b, c, reads_c || block > 0);
            }
        });
    })
}

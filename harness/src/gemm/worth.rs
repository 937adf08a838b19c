//! Whether generating code pays: cycles that it costs, and cycles that each call saves.
//!
//! All of it is predicted, by a model without a clock, so that the same specification and target give
//! the same answer everywhere. The kernel's cycles are the generator's offer. What runs on the host, that
//! is generation and the scalar reference, is counted in instructions and taken to run at one
//! instruction a cycle; cores do better, at both alike, so that the rate hardly moves their quotient.
//!
//! Not in it: the system's work for mapping memory and making it executable, some microseconds that
//! depend on the system; caches that are cold; a batch count left to run time, which counts as a
//! single pair, as it does in offers.
//!
//! The constants were fitted to counts by callgrind, which `tests/examples/generate_cost.rs` and
//! `tests/examples/reference_cost.rs` repeat. Where generation becomes cheaper, they follow.

use tensmith_core::kernel::GemmSpec;

/// Host instructions for any kernel, and for each of its instructions on top. On neoverse-v2, FP32
/// 1x1x1 (9 instructions) takes 16,115, 4x4x4 (32) 19,113, 64x64x64 (128) 49,775, and 23x23x23 (508)
/// 102,245: within 19 %. In-order cores take twice as much.
const GENERATION: u64 = 15_000;
const GENERATION_EACH: u64 = 200;

/// Host instructions of a call of the scalar reference, and on top for each element of C, each
/// element of A and B that is copied, and each product. 64x64x64 takes 5,214,416, 16x6x64 141,018,
/// 8x8x8 19,618 and 1x64x64 138,090: within 10 %.
const REFERENCE: u64 = 2_600;
const REFERENCE_EACH_ELEMENT: u64 = 62;
const REFERENCE_EACH_COPY: u64 = 13;
const REFERENCE_EACH_PRODUCT: u64 = 19;

/// The cost and the gain of code, in predicted cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// Making the code, once.
    pub generation: u64,
    /// One call of it.
    pub kernel: u64,
    /// One call of the scalar reference.
    pub reference: u64,
}

impl Prediction {
    /// For code of that many instructions, a call of which takes `kernel` cycles. With no instructions,
    /// the least that code of any size costs.
    pub(super) fn new(spec: &GemmSpec, kernel: f64, instructions: usize) -> Self {
        let generation = GENERATION_EACH.saturating_mul(instructions as u64).saturating_add(GENERATION);
        Self { generation, kernel: kernel.ceil() as u64, reference: reference(spec) }
    }

    /// Returns the cycles that one call saves.
    #[must_use]
    pub fn saved(&self) -> u64 {
        self.reference.saturating_sub(self.kernel)
    }

    /// Returns the number of calls that save what generation costs; none where a call saves nothing.
    #[must_use]
    pub fn calls_to_pay_off(&self) -> Option<u64> {
        (self.saved() > 0).then(|| self.generation.div_ceil(self.saved()))
    }

    /// Returns whether that many calls save the cost of generation.
    #[must_use]
    pub fn pays_within(&self, calls: u64) -> bool {
        self.calls_to_pay_off().is_some_and(|least| least <= calls)
    }
}

/// One call of the scalar reference.
fn reference(spec: &GemmSpec) -> u64 {
    let depth = if spec.has_product() { spec.k } else { 0 };
    let [m, n, k, pairs] = [spec.m, spec.n, depth, spec.batch.count().known().unwrap_or(1)].map(|n| n as u64);
    let elements = m.saturating_mul(n);
    let copies = m.saturating_add(n).saturating_mul(k).saturating_mul(pairs);
    let products = elements.saturating_mul(k).saturating_mul(pairs);
    [(elements, REFERENCE_EACH_ELEMENT), (copies, REFERENCE_EACH_COPY), (products, REFERENCE_EACH_PRODUCT)]
        .into_iter()
        .fold(REFERENCE, |sum, (number, each)| number.saturating_mul(each).saturating_add(sum))
}

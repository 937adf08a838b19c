//! Seeded randomness, so that a failure can be repeated.
//!
//! Tests: `tests/tests/primitives_gemm_properties.rs`.

use tensmith_core::reference::Element;

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

/// What operands hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Whole numbers from -8 to 8.
    #[default]
    Whole,
    /// The same, but for one in eight: an infinity, a zero of either sign, or none ("NaN"). Whether a sum of
    /// products of such is finite does not depend on the order.
    Special,
}

/// Those that [`Numbers::Special`] has in addition.
const SPECIAL: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0];

impl SplitMix {
    /// A generator with a seed of the caller's.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator with the seed in the environment variable `TENSMITH_SEED`, or else `default`;
    /// the seed is printed.
    #[must_use]
    pub fn seeded(test: &str, default: u64) -> Self {
        let seed = std::env::var("TENSMITH_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(default);
        println!("{test}: TENSMITH_SEED={seed}");
        Self::new(seed)
    }

    /// Another generator, for another thread.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self::new(self.bits())
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of an element type with random bits.
    pub fn number<T: Element>(&mut self) -> f64 {
        T::from_bits(self.bits()).to_f64()
    }

    /// A whole number from -8 to 8: sums of products of such are exact.
    pub fn small(&mut self) -> f64 {
        self.below(17) as f64 - 8.0
    }

    /// A number of some sort.
    pub fn number_of(&mut self, numbers: Numbers) -> f64 {
        match numbers {
            Numbers::Whole => self.small(),
            Numbers::Special => {
                let nth = self.below(8 * SPECIAL.len() as u64) as usize;
                SPECIAL.get(nth).copied().unwrap_or_else(|| self.small())
            }
        }
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }
}

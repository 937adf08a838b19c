//! Optional features of an instruction set, whichever it is: what code needs and a core has.
//!
//! Each instruction set declares its features in a table of its own, by number. A set of them carries the
//! names, so that it can be printed and compared without knowing the instruction set.
//!
//! Tests: below.

use core::fmt;

/// A feature, by its name in text forms and its number within its instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    name: &'static str,
    number: u8,
}

impl Feature {
    /// The feature with a name and a number below 64.
    #[must_use]
    pub const fn new(name: &'static str, number: u8) -> Self {
        Self { name, number }
    }

    /// The name used in text forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The number within the instruction set.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }
}

/// A set of features of one instruction set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Features {
    bits: u64,
    names: &'static [&'static str],
}

impl Features {
    /// The features whose bits are set, out of those with `names`, by number.
    #[must_use]
    pub const fn new(bits: u64, names: &'static [&'static str]) -> Self {
        Self { bits, names }
    }

    /// A bit for each feature, by number.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        match self.bits.checked_shr(feature.number as u32) {
            Some(bits) => bits & 1 != 0,
            None => false,
        }
    }

    /// Whether all features of another set are in this one.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.bits & !self.bits == 0
    }

    /// The features that are in both sets.
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self { bits: self.bits & other.bits, ..self }
    }

    /// The features in the set, by number.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        let all = (0..).zip(self.names).map(|(number, name)| Feature::new(name, number));
        all.filter(move |feature| self.contains(*feature))
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Feature::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["base", "vectors", "halves"];

    #[test]
    fn a_set_has_the_features_whose_bits_are_set() {
        let set = Features::new(0b101, NAMES);
        assert!(set.iter().map(Feature::name).eq(["base", "halves"]));
        assert!(set.contains(Feature::new("halves", 2)) && !set.contains(Feature::new("vectors", 1)));
        assert!(
            !set.contains(Feature::new("of another set", 64)) && !set.contains(Feature::new("the last", 255))
        );
    }

    #[test]
    fn a_set_contains_what_has_no_other_features() {
        let (all, some, none) = (Features::new(7, NAMES), Features::new(5, NAMES), Features::new(0, NAMES));
        assert!(all.contains_all(some) && some.contains_all(none) && none.contains_all(none));
        assert!(!some.contains_all(all) && !none.contains_all(some));
    }
}

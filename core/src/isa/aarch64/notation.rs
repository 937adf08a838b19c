//! What a row says in words: its pattern, its text, and where the Arm manual has it.
//!
//! Encoding, decoding and verifying need none of it, so that it is there with the feature `assembly` only.
//!
//! Tests: `tests/tests/isa_aarch64_table_forms.rs`, `tests/tests/isa_aarch64_table_llvm.rs`.

/// The words of a row.
#[cfg(feature = "assembly")]
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The bit pattern, as described in [`crate::isa::pattern`].
    pub symbols: &'static str,
    /// Name of the form in the Arm manual's machine-readable edition.
    pub form: &'static str,
    /// The assembly text, with operands in braces.
    pub text: &'static str,
    /// Section of the Arm manual (DDI 0487) that has the form; all of them for a group that spans several.
    pub section: &'static str,
}

/// The words of a row: left out, as the feature `assembly` is not on.
#[cfg(not(feature = "assembly"))]
#[derive(Clone, Copy, Debug)]
pub struct Notation;

impl Notation {
    /// The words of a row, from its pattern, form, text and section.
    #[cfg(feature = "assembly")]
    pub(super) const fn new([symbols, form, text, section]: [&'static str; 4]) -> Self {
        Self { symbols, form, text, section }
    }

    /// Nothing of the words of a row.
    #[cfg(not(feature = "assembly"))]
    pub(super) const fn new(_: [&'static str; 4]) -> Self {
        Self
    }
}

//! Code as text: what an instruction set has besides with the feature `assembly`.
//!
//! Without it, the tables of instructions lack the text of their rows, and nothing here is asked
//! of an instruction set.
//!
//! Tests: `tests/tests/isa_set.rs`, `tests/tests/registry_plugin_assembly.rs`.

#[cfg(feature = "assembly")]
pub use with_text::Assembly;
#[cfg(not(feature = "assembly"))]
pub use without_text::Assembly;

#[cfg(feature = "assembly")]
mod with_text {
    use crate::isa::error::AssembleError;
    use crate::isa::model::Core;
    use alloc::vec::Vec;
    use core::fmt;

    /// Text to code, and back.
    pub trait Assembly {
        /// Assembles text to bytes, for a core: where several encodings have the same text, to
        /// one that it executes.
        ///
        /// # Errors
        /// [`AssembleError`].
        fn assemble(&self, core: &Core, text: &str) -> Result<Vec<u8>, AssembleError>;

        /// Writes code as assembly text, one instruction a line; raw bytes where there is no instruction.
        ///
        /// # Errors
        /// The errors of `out`.
        fn disassemble(&self, code: &[u8], out: &mut dyn fmt::Write) -> fmt::Result;
    }
}

#[cfg(not(feature = "assembly"))]
mod without_text {
    /// Text to code, and back: left out, as the feature `assembly` is not on.
    pub trait Assembly {}

    impl<T: ?Sized> Assembly for T {}
}

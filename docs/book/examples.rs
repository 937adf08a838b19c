//! The Rust of the book's pages, as tests: `cargo test --package tensmith-book`.
//!
//! `cargo xtask book` builds the pages and runs their commands.

/// The tests in a page.
macro_rules! page {
    ($name:ident, $path:literal) => {
        #[cfg(doctest)]
        #[doc = include_str!($path)]
        struct $name;
    };
}

page!(Accuracy, "src/accuracy.md");
page!(Assembly, "src/assembly.md");
page!(Contractions, "src/contractions.md");
page!(Core, "src/core.md");
page!(Errors, "src/errors.md");
page!(Firmware, "src/firmware.md");
page!(Generator, "src/generator.md");
page!(Instruction, "src/instruction.md");
page!(Kernels, "src/kernels.md");
page!(Language, "src/language.md");
page!(Operation, "src/operation.md");
page!(Passes, "src/passes.md");
page!(Profiling, "src/profiling.md");
page!(Shipping, "src/shipping.md");
page!(Slices, "src/slices.md");
page!(Sparse, "src/sparse.md");
page!(Tasks, "src/tasks.md");
page!(Texts, "src/texts.md");
page!(Tour, "src/tour.md");

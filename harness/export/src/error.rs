//! Why something cannot be exported.
//!
//! Tests: `tests/tests/export_object.rs`.

use tensmith_core::ScalarType;
use tensmith_core::codegen::CodegenError;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::text::Count;

/// Why something cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A name is no identifier.
    #[error("name `{name}`: {rule}")]
    Name {
        /// The name.
        name: String,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// There is one with the same name, or one that differs in capitals alone, which the names of
    /// constants do not keep.
    #[error("name `{name}`: is taken in this export")]
    Taken {
        /// The name.
        name: String,
    },
    /// A plan is made for another core.
    #[error("plan `{name}` is made for {found}: must be for {expected}, as the export is")]
    OtherTarget {
        /// The name.
        name: String,
        /// The core that it is made for.
        found: String,
        /// That of the export.
        expected: &'static str,
    },
    /// A plan is cut into slices, which are more than one call of its program.
    #[error("plan `{name}` is cut into {slices} slices: must be one to be exported")]
    Sliced {
        /// The name.
        name: String,
        /// How many slices there are.
        slices: u64,
    },
    /// A program has more or fewer arguments than names were given.
    #[error("{found} of arguments: must be {expected}, as many as the program has arguments", found = Count(*found, "name"))]
    Arguments {
        /// The number of names.
        found: usize,
        /// The number of arguments.
        expected: usize,
    },
    /// A kernel is no code for the core.
    #[error("{spec}: {source}")]
    Code {
        /// The specification.
        spec: Box<KernelSpec>,
        /// Why not.
        r#source: CodegenError,
    },
    /// Two kernels have the same symbol.
    #[error("symbol {symbol}: stands for `{one}` and for `{other}`; export them apart")]
    Collision {
        /// The symbol.
        symbol: String,
        /// The one specification.
        one: Box<KernelSpec>,
        /// The other one.
        other: Box<KernelSpec>,
    },
    /// C and Rust have no such elements.
    #[error("elements are {dtype}: must be f32 or f64")]
    DType {
        /// Their type.
        dtype: ScalarType,
    },
    /// There are no objects with code of an instruction set.
    #[error("there are no objects for the instruction set {isa}")]
    InstructionSet {
        /// Its name.
        isa: &'static str,
    },
    /// The object cannot be written.
    #[error("object: {0}")]
    Object(String),
}

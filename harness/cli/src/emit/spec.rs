//! The text of a kernel on the command line, and the help for it.
//!
//! Tests: `harness/cli/tests/program/emit.rs`, `harness/cli/tests/program/bad_input.rs`.

use crate::error::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Write;
use tensmith::element::ScalarType;
use tensmith_core::DType;
use tensmith_core::kernel::func::FloatType;
use tensmith_core::kernel::op::{BinaryOp, Operation, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{FieldText, KernelSpec};

/// A kernel as text.
#[derive(Debug, Args)]
pub(crate) struct Text {
    /// The kernel: its kind, words and fields, such as `gemm f32 16x6x64 b=row beta=0`, in quotes where a
    /// shell would read them. `tensmith emit --help` lists them
    #[arg(value_name = "KERNEL", required = true, num_args = 1..)]
    words: Vec<String>,
}

impl Text {
    /// The specification, not yet validated.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(crate) fn spec(&self) -> Result<KernelSpec, Failure> {
        let text = self.words.join(" ");
        text.parse().map_err(|error| Failure::BadInput(format!("kernel `{text}`: {error}")))
    }
}

/// The help for texts of kernels: each kind with its words and fields, and all operations.
pub(crate) fn help() -> String {
    let mut help = "Kernels are text: a kind, its words, then fields `name=value` in any order, each of which may be left out if \
        [what is usual] is said of it. All matrices are column-major unless a field says otherwise; a leading dimension is \
        a number of elements.\n"
        .to_owned();
    for kind in KernelSpec::kinds() {
        let words = kind.words().map(|word| format!(" {}", word.name.to_uppercase())).collect::<String>();
        let fields = kind.fields().map(|field| format!(" {}=", field.name)).collect::<String>();
        // A text has no way to fail.
        _ = write!(help, "\n{}{words}{fields}\n  {}\n", kind.name(), kind.doc());
        for FieldText { name, form, doc } in kind.words().chain(kind.fields()) {
            _ = writeln!(help, "  - {name}: {doc}; {form}");
        }
    }
    help + &described("one element", UnaryOp::ALL)
        + &described("two elements", BinaryOp::ALL)
        + &described("three elements", TernaryOp::ALL)
}

/// A list of operations.
fn described<const INPUTS: usize>(of: &str, all: &[&Operation<INPUTS>]) -> String {
    let each = all.iter().map(|op| format!("- {}: {}\n", written(op), summary(op.doc)));
    format!("\nOperations on {of}:\n{}", each.collect::<String>())
}

/// An operation with its parameters, as it is written.
pub(crate) fn written<const INPUTS: usize>(op: &Operation<INPUTS>) -> String {
    let parameters = op.parameters.join(",");
    if parameters.is_empty() { op.name.to_owned() } else { format!("{}({parameters})", op.name) }
}

/// The first paragraph of what an operation says of itself, with plain names for links.
pub(crate) fn summary(doc: &str) -> String {
    let paragraph = doc.trim().lines().map(str::trim).take_while(|line| !line.is_empty());
    paragraph.collect::<Vec<_>>().join(" ").replace("[`Op::", "`").replace("`]", "`")
}

/// Parses the type of an array's numbers.
pub(crate) fn scalar() -> impl TypedValueParser<Value = ScalarType> {
    PossibleValuesParser::new(ScalarType::all().map(ScalarType::name))
        .try_map(|name| ScalarType::from_name(&name).ok_or("not one of the possible values"))
}

/// Parses an element type that vectors compute in.
pub(crate) fn float() -> impl TypedValueParser<Value = DType> {
    PossibleValuesParser::new(FloatType::ALL.iter().map(|float| float.elements().name()))
        .try_map(|name| named(&name))
}

fn named(text: &str) -> Result<DType, &'static str> {
    DType::from_name(text).ok_or("not one of the possible values")
}

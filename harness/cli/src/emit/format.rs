//! The forms in which a kernel is written.

use crate::error::Failure;
use crate::set::Set;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::codegen::Compiled;
use tensmith_core::isa::Feature;
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::{Argument, KernelSpec, KindText};
use tensmith_core::registry::{DataChoice, Generated, KernelError, Offer, Registry};

/// Size of an argument on the stack, in bytes.
const ARGUMENT_BYTES: usize = 8;

/// What a kernel computes.
#[expect(clippy::large_enum_variant, reason = "there is one")]
pub(super) enum Spec {
    /// Something of the list.
    Listed(KernelSpec),
    /// Something with data.
    Data(Arc<dyn DataSpec>),
}

/// A kernel with all that led to it.
pub(super) struct Emitted {
    /// The specification.
    spec: Spec,
    /// The target.
    pub(super) target: Target,
    /// The name of the generator.
    generator: &'static str,
    /// Its promise.
    offer: Offer,
    /// The result of the generator: in general, the kernel over virtual registers.
    pub(super) generated: Generated,
    /// The machine code.
    pub(super) compiled: Compiled,
}

impl Spec {
    /// Its text.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Listed(spec) => spec.to_string(),
            Self::Data(spec) => spec.to_string(),
        }
    }

    /// The names of its arguments.
    fn arguments(&self) -> Vec<&'static str> {
        match self {
            Self::Listed(spec) => spec.arguments().map(Argument::name).collect(),
            Self::Data(spec) => spec.arguments().to_vec(),
        }
    }

    /// Its fields; what it has besides its data, where that may be of any size.
    fn fields(&self) -> Value {
        match self {
            Self::Listed(spec) => fields(spec),
            Self::Data(spec) => json!({
                "kind": spec.kind(),
                "dtype": spec.dtype().name(),
                "digest": spec.digest().to_string(),
            }),
        }
    }
}

impl Emitted {
    /// The kernel of the best generator of a registry.
    ///
    /// # Errors
    /// [`KernelError`].
    pub(super) fn new(registry: &Registry, spec: Spec, target: Target) -> Result<Self, KernelError> {
        match spec {
            Spec::Listed(listed) => {
                let choice = registry.choose(&listed, &target)?;
                let generated = choice.generate(&listed, &target)?;
                let compiled = generated.compile(&listed, &target)?;
                let (generator, offer) = (choice.generator.name(), choice.offer);
                Ok(Self { spec, target, generator, offer, generated, compiled })
            }
            Spec::Data(ref data) => {
                let DataChoice { generator, offer } = registry.choose_data(&**data, &target)?;
                let generated = generator.generate(&**data, &target, &offer)?;
                let compiled = generated.compile_data(&**data, &target)?;
                let generator = generator.name();
                Ok(Self { spec, target, generator, offer, generated, compiled })
            }
        }
    }

    /// The specification for an option that those with data do not have, for a reason.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(super) fn listed(&self, option: &str, reason: &str) -> Result<KernelSpec, Failure> {
        match &self.spec {
            Spec::Listed(spec) => Ok(*spec),
            Spec::Data(_) => Err(Failure::BadInput(format!("{option}: not of `spmm`: {reason}"))),
        }
    }

    /// The instruction set.
    fn set(&self) -> Set {
        Set::of(&self.target)
    }

    /// Writes text that `asm` turns into the same instructions.
    pub(super) fn write_asm(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "// {} for {}", self.spec.text(), self.target.core.name)?;
        self.set().write(out, &self.compiled.code)
    }

    /// Writes what a caller of the code must know.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let registers = self.set().argument_registers();
        let arguments: Vec<Value> = self
            .spec
            .arguments()
            .into_iter()
            .enumerate()
            .map(|(index, name)| match registers.get(index) {
                Some(register) => json!({ "name": name, "register": register }),
                None => {
                    let nth = index - registers.len();
                    let offset = self.set().stack_offset() + nth * ARGUMENT_BYTES;
                    json!({ "name": name, "stack_offset": offset })
                }
            })
            .collect();
        let description = json!({
            "spec": self.spec.fields(),
            "text": self.spec.text(),
            "target": self.target.core.name,
            "isa": self.target.isa.name(),
            "generator": self.generator,
            "arguments": arguments,
            "features": self.compiled.features.iter().map(Feature::name).collect::<Vec<_>>(),
            "code_bytes": self.compiled.code.len(),
            "predicted_cycles": self.offer.cycles,
        });
        serde_json::to_writer_pretty(&mut *out, &description)?;
        writeln!(out)
    }
}

/// The fields of a specification: numbers, or texts; nothing where there is none.
fn fields(spec: &KernelSpec) -> Value {
    let value = |text: String| match text.parse::<u64>() {
        _ if text.is_empty() => Value::Null,
        Ok(number) => json!(number),
        Err(_) => json!(text),
    };
    let mut fields = json!({ "kind": spec.kind().map(KindText::name) });
    spec.show_fields(&mut |name, shown| fields[name] = value(format!("{shown:#}")));
    fields
}

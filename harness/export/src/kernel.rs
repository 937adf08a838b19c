//! A kernel with its symbol, what it needs, and the types of its arguments.
//!
//! Tests: `tests/tests/export_object.rs`, `tests/tests/export_link.rs`.

use crate::error::ExportError;
use tensmith::Target;
use tensmith::inspect::KernelCode;
use tensmith_core::DType;
use tensmith_core::isa::Features;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Argument, Reduction};

/// A kernel that is exported.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) spec: KernelSpec,
    pub(crate) symbol: String,
    /// The names and types of its arguments, in order.
    pub(crate) arguments: Vec<(&'static str, Type)>,
    pub(crate) code: Vec<u8>,
    pub(crate) features: Features,
    pub(crate) cycles: f64,
}

/// The type of an argument, as C and Rust have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// The address of elements that are read.
    Read(Pointee),
    /// The address of elements that are written, and maybe read.
    Write(Pointee),
    /// The address of an array of such addresses, of elements that are read.
    Blocks(Pointee),
    /// A number of elements or blocks.
    Count,
    /// The bits of a number, of single precision in the low half.
    Bits,
}

/// What is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointee {
    F32,
    F64,
    U32,
    U64,
    I64,
}

impl Pointee {
    /// Elements of a type.
    pub(crate) fn of(dtype: DType) -> Result<Self, ExportError> {
        match dtype {
            DType::F32 => Ok(Self::F32),
            DType::F64 => Ok(Self::F64),
            dtype => Err(ExportError::DType { dtype: dtype.into() }),
        }
    }

    /// Unsigned integers of the size of the elements of a type.
    fn indices_of(dtype: DType) -> Self {
        if dtype.bytes() == 4 { Self::U32 } else { Self::U64 }
    }

    pub(crate) const fn in_c(self) -> &'static str {
        match self {
            Self::F32 => "float",
            Self::F64 => "double",
            Self::U32 => "uint32_t",
            Self::U64 => "uint64_t",
            Self::I64 => "int64_t",
        }
    }

    pub(crate) const fn in_rust(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I64 => "i64",
        }
    }
}

impl Kernel {
    /// A kernel for a target, if it is code for that.
    pub(crate) fn new(code: &KernelCode, target: &Target) -> Result<Self, ExportError> {
        let KernelCode { spec, code, cycles, .. } = code;
        let verified = target.finish(code, spec.arguments().count());
        let verified = verified.map_err(|source| ExportError::Code { spec: Box::new(*spec), source })?;
        let (code, features) = (verified.code, verified.features);
        let typed = |argument: Argument| Ok((argument.name(), type_of(spec, argument)?));
        let arguments = spec.arguments().map(typed).collect::<Result<_, ExportError>>()?;
        Ok(Self { spec: *spec, symbol: symbol(spec, target), arguments, code, features, cycles: *cycles })
    }

    /// The names of the features that its code needs.
    pub(crate) fn needs(&self) -> Vec<&'static str> {
        needs(self.features)
    }
}

/// The features that are worth mentioning: the base is always there, and landing pads are hints.
pub(crate) fn needs(features: Features) -> Vec<&'static str> {
    let names = features.iter().map(tensmith_core::isa::Feature::name);
    names.filter(|name| !["base", "bti"].contains(name)).collect()
}

/// The symbol of a kernel: its name, as C has it. A core that lacks or has more features than the one of its
/// name makes other code, which gets another symbol.
fn symbol(spec: &KernelSpec, target: &Target) -> String {
    let name = target.kernel_name(spec).to_string();
    let named = Target::named(target.core.name).ok();
    let features = target.core.features;
    let suffix = match named {
        Some(named) if named.core.features == features => String::new(),
        _ => format!("_f{:x}", features.bits()),
    };
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("tensmith_{}{suffix}", letters.collect::<String>())
}

fn type_of(spec: &KernelSpec, argument: Argument) -> Result<Type, ExportError> {
    use Argument as X;
    let element = Pointee::of(spec.dtype())?;
    let multiplied = match spec {
        KernelSpec::Gemm(gemm) => [gemm.types.a, gemm.types.b],
        _ => [spec.dtype(); 2],
    };
    Ok(match (argument, spec) {
        (X::In, KernelSpec::Convert(convert)) => Type::Read(Pointee::of(convert.from)?),
        (X::Out, KernelSpec::Reduce(reduce)) if reduce.reduction == Reduction::ArgMax => {
            Type::Write(Pointee::indices_of(reduce.dtype))
        }
        (X::C | X::Out, _) => Type::Write(element),
        (X::Indices, _) => Type::Read(Pointee::U64),
        (X::A, _) => Type::Read(Pointee::of(multiplied[0])?),
        (X::B, _) => Type::Read(Pointee::of(multiplied[1])?),
        (X::AddressesA, _) => Type::Blocks(Pointee::of(multiplied[0])?),
        (X::AddressesB, _) => Type::Blocks(Pointee::of(multiplied[1])?),
        (X::OffsetsA | X::OffsetsB, _) => Type::Read(Pointee::I64),
        (X::In | X::In0 | X::In1 | X::In2, _) => Type::Read(element),
        (X::Alpha | X::Beta, _) => Type::Bits,
        _ if Argument::OPERANDS.contains(&argument) => Type::Read(element),
        _ if Argument::PARAMETERS.contains(&argument) => Type::Bits,
        _ => Type::Count,
    })
}

/// Kernels with symbols of their own.
#[derive(Debug, Default)]
pub(crate) struct Kernels(Vec<Kernel>);

impl Kernels {
    /// Adds a kernel, unless it is there.
    pub(crate) fn add(&mut self, kernel: Kernel) -> Result<(), ExportError> {
        match self.0.iter().find(|known| known.symbol == kernel.symbol) {
            Some(known) if known.spec == kernel.spec => {}
            Some(known) => {
                let (one, other) = (Box::new(known.spec), Box::new(kernel.spec));
                return Err(ExportError::Collision { symbol: kernel.symbol, one, other });
            }
            None => self.0.push(kernel),
        }
        Ok(())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Kernel> {
        self.0.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

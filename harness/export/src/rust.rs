//! The Rust module: declarations of the kernels, a table of them, and the functions of plans on slices.
//!
//! It is a file for `mod`, needs nothing but `core`, and compiles from Rust 1.89 on, in editions from 2021
//! on. Functions that need more of a core than every one of its architecture has are `#[target_feature]`
//! functions: calling them is unsafe but where the compiler knows that the core has it.
//!
//! Tests: `tests/tests/export_linked.rs`.

use crate::c::described;
use crate::contents::Contents;
use crate::driver::write::{Language, body};
use crate::driver::{Base, Driver, Operand, SCRATCH_ALIGNMENT};
use crate::kernel::{Kernel, Type};
use std::fmt::{self, Write};
use tensmith::program::tensor::Access;

/// Where the code of the kernels is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernels<'a> {
    /// In an object that is linked.
    Linked,
    /// In an assembly file next to the module.
    Assembled(&'a str),
}

/// Statements in Rust.
const LANGUAGE: Language = Language {
    begin_loop: |variable, end| format!("for {variable} in 0..{end} {{"),
    end: |name, condition, rest, extent| {
        format!("let {name}: isize = if {condition} {{ {rest} }} else {{ {extent} }};")
    },
    condition: str::to_owned,
    place: |base, elements| format!("{base}.offset({elements})"),
};

/// The module of an export.
pub(crate) fn module(export: &Contents, kernels: Kernels<'_>) -> String {
    let mut out = String::new();
    // A string takes whatever is written.
    let _ = write_module(export, kernels, &mut out);
    out
}

fn write_module(export: &Contents, kernels: Kernels<'_>, out: &mut String) -> fmt::Result {
    let (name, version, core) = (&export.name, env!("CARGO_PKG_VERSION"), export.target.core.name);
    writeln!(out, "//! {name}: kernels by tensmith {version} for {core}, and the loops around them.\n//!")?;
    match kernels {
        Kernels::Linked => writeln!(out, "//! The kernels are in {name}.o, which is to be linked.")?,
        Kernels::Assembled(file) => writeln!(out, "//! The kernels are in {file}, next to this file.")?,
    }
    writeln!(
        out,
        "#![allow(unsafe_code, dead_code, missing_docs, unused_variables, clippy::all, clippy::pedantic)]"
    )?;
    let architecture = if export.target.isa.name() == "x86-64" { "x86_64" } else { "aarch64" };
    writeln!(out, "\n#[cfg(not(target_arch = \"{architecture}\"))]")?;
    writeln!(out, "compile_error!(\"these kernels are code for {architecture}\");")?;
    if let Kernels::Assembled(file) = kernels {
        writeln!(out, "\ncore::arch::global_asm!(include_str!({file:?}), options(raw));")?;
    }
    write_declarations(export, out)?;
    write_table(export, out)?;
    if !export.drivers.is_empty() {
        writeln!(out, "\n{TOO_SHORT}")?;
    }
    export.drivers.iter().try_for_each(|driver| write_driver(driver, out))
}

fn write_declarations(export: &Contents, out: &mut String) -> fmt::Result {
    writeln!(out, "\nunsafe extern \"C\" {{")?;
    for kernel in export.kernels.iter() {
        let Kernel { spec, symbol, code, cycles, .. } = kernel;
        writeln!(out, "    /// `{spec}`: {} bytes, {cycles:.1} cycles predicted.", code.len())?;
        let needs = kernel.needs().join(", ");
        if !needs.is_empty() {
            writeln!(out, "    ///\n    /// Needs of the core: {needs}.")?;
        }
        let arguments =
            kernel.arguments.iter().map(|(name, kind)| format!("{}: {}", raw(name), declared(*kind)));
        writeln!(out, "    pub fn {symbol}({});", arguments.collect::<Vec<_>>().join(", "))?;
    }
    writeln!(out, "}}")
}

/// The name of an argument: one of them is a word of the language.
fn raw(name: &str) -> &str {
    if name == "in" { "r#in" } else { name }
}

fn declared(kind: Type) -> String {
    match kind {
        Type::Read(pointee) => format!("*const {}", pointee.in_rust()),
        Type::Write(pointee) => format!("*mut {}", pointee.in_rust()),
        Type::Blocks(pointee) => format!("*const *const {}", pointee.in_rust()),
        Type::Count => "usize".to_owned(),
        Type::Bits => "u64".to_owned(),
    }
}

fn write_table(export: &Contents, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "\n/// All kernels of this module: the text of its specification, the core that it is made for, its entry, its"
    )?;
    writeln!(
        out,
        "/// size in bytes, and predicted cycles of a call. `tensmith::JitBuilder::linked` takes it."
    )?;
    let entry = "(&str, &str, unsafe extern \"C\" fn(), usize, f64)";
    writeln!(out, "pub static KERNELS: [{entry}; {}] = [", export.kernels.len())?;
    for kernel in export.kernels.iter() {
        let Kernel { spec, symbol, code, cycles, .. } = kernel;
        let types: Vec<_> = kernel.arguments.iter().map(|(_, kind)| declared(*kind)).collect();
        let (core, bytes, types) = (export.target.core.name, code.len(), types.join(", "));
        writeln!(
            out,
            "    // SAFETY: a function's address is one, whatever its arguments; nobody calls it without."
        )?;
        let cast = format!(
            "core::mem::transmute::<unsafe extern \"C\" fn({types}), unsafe extern \"C\" fn()>({symbol})"
        );
        writeln!(out, "    (\"{spec}\", \"{core}\", unsafe {{ {cast} }}, {bytes}, {cycles:?}),")?;
    }
    writeln!(out, "];")
}

/// The error of all functions.
const TOO_SHORT: &str = "\
/// A slice is shorter than what is accessed of its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort {
    /// The name of the operand.
    pub operand: &'static str,
    /// Elements of the slice.
    pub elements: usize,
    /// Elements that it must have.
    pub needed: usize,
}

impl core::fmt::Display for TooShort {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { operand, elements, needed } = self;
        write!(f, \"{operand} has {elements} elements: must have at least {needed}\")
    }
}

impl core::error::Error for TooShort {}
";

fn write_driver(driver: &Driver, out: &mut String) -> fmt::Result {
    let Driver { name, summary, scratch_bytes, .. } = driver;
    let [first, others @ ..] = summary.as_slice() else { return Ok(()) };
    writeln!(out, "/// `{first}`")?;
    others.iter().try_for_each(|line| writeln!(out, "/// - `{line}`"))?;
    writeln!(out, "pub mod {name} {{\n    use super::*;\n")?;
    for operand in parameters(driver) {
        let capitals = operand.name.to_ascii_uppercase();
        writeln!(out, "    /// {}.", described(operand, driver.element.in_rust()))?;
        writeln!(out, "    pub const {capitals}_ELEMENTS: usize = {};", operand.elements())?;
    }
    writeln!(out, "    /// Bytes of scratch memory.\n    pub const SCRATCH_BYTES: usize = {scratch_bytes};")?;
    writeln!(out, "\n    /// Scratch memory. What it holds does not matter.")?;
    writeln!(out, "    #[derive(Debug)]\n    #[repr(C, align({SCRATCH_ALIGNMENT}))]")?;
    writeln!(out, "    pub struct Scratch(core::mem::MaybeUninit<[u8; SCRATCH_BYTES]>);\n")?;
    writeln!(out, "    impl Scratch {{\n        /// New scratch memory.\n        #[must_use]")?;
    writeln!(
        out,
        "        pub const fn new() -> Self {{\n            Self(core::mem::MaybeUninit::uninit())\n        }}\n    }}\n"
    )?;
    write_safe(driver, out)?;
    write_unchecked(driver, out)?;
    writeln!(out, "}}")
}

fn parameters(driver: &Driver) -> impl Iterator<Item = &Operand> {
    driver.operands.iter().filter(|operand| operand.is_parameter)
}

/// The function on slices.
fn write_safe(driver: &Driver, out: &mut String) -> fmt::Result {
    let element = driver.element.in_rust();
    writeln!(
        out,
        "    /// Evaluates it on slices that begin with the first element that is accessed.\n    ///"
    )?;
    writeln!(out, "    /// # Errors\n    /// [`TooShort`]; nothing was written then.")?;
    let features = features(driver);
    if let Features::Known(names) = &features {
        writeln!(out, "    #[target_feature(enable = \"{names}\")]")?;
    }
    let is_unsafe = features == Features::Unknown;
    if is_unsafe {
        let needs = driver.needs.join(", ");
        writeln!(out, "    ///\n    /// # Safety\n    /// The core that executes it has {needs}.")?;
    }
    writeln!(out, "    pub {}fn run(", if is_unsafe { "unsafe " } else { "" })?;
    for Operand { name, access, .. } in parameters(driver) {
        let borrow = if access.is_written { "&mut " } else { "&" };
        writeln!(out, "        {name}: {borrow}[{element}],")?;
    }
    writeln!(out, "        scratch: &mut Scratch,\n    ) -> Result<(), TooShort> {{")?;
    let names: Vec<_> = parameters(driver).map(|operand| operand.name.as_str()).collect();
    let checked: Vec<_> = names
        .iter()
        .map(|name| format!("(\"{name}\", {name}.len(), {}_ELEMENTS)", name.to_ascii_uppercase()))
        .collect();
    writeln!(out, "        for (operand, elements, needed) in [{}] {{", checked.join(", "))?;
    writeln!(out, "            if elements < needed {{")?;
    writeln!(
        out,
        "                return Err(TooShort {{ operand, elements, needed }});\n            }}\n        }}"
    )?;
    let places: Vec<_> = parameters(driver).map(begin).collect();
    writeln!(
        out,
        "        // SAFETY: the slices hold every element that is accessed, as just checked, and overlap nothing that is"
    )?;
    writeln!(
        out,
        "        // written, as it is borrowed for that; scratch memory has its size and alignment by its type."
    )?;
    writeln!(
        out,
        "        unsafe {{ run_unchecked({}, scratch.0.as_mut_ptr().cast()) }};",
        places.join(", ")
    )?;
    writeln!(out, "        Ok(())\n    }}\n")
}

/// The address of the element (0, …, 0) of an operand in its slice.
fn begin(operand: &Operand) -> String {
    let Operand { name, access: Access { below, is_written, .. }, .. } = operand;
    let pointer = if *is_written { "as_mut_ptr" } else { "as_ptr" };
    match below {
        0 => format!("{name}.{pointer}()"),
        below => format!("{name}.{pointer}().add({below})"),
    }
}

/// The function on addresses.
fn write_unchecked(driver: &Driver, out: &mut String) -> fmt::Result {
    let element = driver.element.in_rust();
    writeln!(
        out,
        "    /// Evaluates it on the addresses of the elements (0, …, 0).\n    ///\n    /// # Safety"
    )?;
    writeln!(
        out,
        "    /// Each address is aligned, all that is accessed around it is there, and what is written overlaps nothing else"
    )?;
    writeln!(
        out,
        "    /// and is accessed by nobody else meanwhile. Scratch memory is so for [`SCRATCH_BYTES`], aligned to"
    )?;
    writeln!(out, "    /// {SCRATCH_ALIGNMENT} bytes. The core that executes it has what the kernels need.")?;
    writeln!(out, "    pub unsafe fn run_unchecked(")?;
    for (number, Operand { name, access, is_parameter, .. }) in driver.operands.iter().enumerate() {
        let unused = if driver.uses(Base::Operand(number)) { "" } else { "_" };
        let kind = if access.is_written { "*mut" } else { "*const" };
        if *is_parameter {
            writeln!(out, "        {unused}{name}: {kind} {element},")?;
        }
    }
    let uses_scratch = driver.uses(Base::Scratch);
    writeln!(out, "        {}scratch: *mut u8,\n    ) {{", if uses_scratch { "" } else { "_" })?;
    if uses_scratch {
        writeln!(out, "        let scratch = scratch.cast::<{element}>();")?;
    }
    writeln!(
        out,
        "        // SAFETY: the places are elements of the operands, and the kernels touch theirs alone (duty of the caller)."
    )?;
    write!(out, "        unsafe {{\n{}        }}\n    }}\n", body(driver, &LANGUAGE, 3))
}

/// What a function says of the features that it needs.
#[derive(PartialEq, Eq)]
enum Features {
    /// Nothing: every core of the architecture has them.
    Base,
    /// Names that the language has for all of them.
    Known(String),
    /// That it has no names for some.
    Unknown,
}

fn features(driver: &Driver) -> Features {
    let names = driver.needs.iter().map(|name| feature(name));
    match names.collect::<Option<Vec<_>>>() {
        None => Features::Unknown,
        Some(names) => match names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>() {
            names if names.is_empty() => Features::Base,
            names => Features::Known(names.join(",")),
        },
    }
}

/// The name that Rust has for a feature; an empty one for what its targets have anyway.
fn feature(name: &'static str) -> Option<&'static str> {
    match name {
        "asimd" => Some(""),
        "bmi" => Some("bmi1"),
        "bmi2" | "sse3" | "ssse3" | "sse4.1" | "popcnt" | "lzcnt" | "avx" | "avx2" | "fma" | "f16c"
        | "avx512f" | "avx512vl" | "avx512bw" | "avx512dq" | "avx512cd" | "fp16" | "dotprod" | "fhm"
        | "i8mm" | "bf16" | "sve" | "sve2" => Some(name),
        _ => None,
    }
}

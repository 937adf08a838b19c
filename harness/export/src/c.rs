//! The C header: declarations of the kernels or their code, and the functions of plans.
//!
//! It is C11 and C++17, includes nothing but `stddef.h` and `stdint.h`, and compiles without warnings.
//!
//! Tests: `tests/tests/export_link.rs`, `tests/tests/export_bare.rs`.

use crate::assembly::{self, Line};
use crate::contents::Contents;
use crate::driver::write::{Language, body};
use crate::driver::{Base, Driver, Operand, SCRATCH_ALIGNMENT};
use crate::kernel::{Kernel, Type};
use crate::object::ObjectFormat;
use std::fmt::{self, Write};
use tensmith::program::tensor::Access;

/// Where the code of the kernels is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernels {
    /// In an object that is linked.
    Linked,
    /// In the header.
    Inline,
}

/// Statements in C.
const LANGUAGE: Language = Language {
    begin_loop: |variable, end| {
        format!("for (ptrdiff_t {variable} = 0; {variable} < {end}; ++{variable}) {{")
    },
    end: |name, condition, rest, extent| format!("const ptrdiff_t {name} = {condition} ? {rest} : {extent};"),
    condition: |condition| format!("({condition})"),
    place: |base, elements| match elements.contains(" + ") || elements.contains('-') {
        true => format!("{base} + ({elements})"),
        false => format!("{base} + {elements}"),
    },
};

/// The header of an export.
pub(crate) fn header(export: &Contents, kernels: Kernels) -> String {
    let mut out = String::new();
    // A string takes whatever is written.
    let _ = write_header(export, kernels, &mut out);
    out
}

fn write_header(export: &Contents, kernels: Kernels, out: &mut String) -> fmt::Result {
    let guard = format!("TENSMITH_{}_H", export.name.to_ascii_uppercase());
    write_title(export, kernels, out)?;
    writeln!(out, "#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n#include <stdint.h>\n")?;
    write_architecture(export, out)?;
    writeln!(out, "{PRELUDE}")?;
    if kernels == Kernels::Inline {
        write_macros(out)?;
    }
    writeln!(out, "#ifdef __cplusplus\nextern \"C\" {{\n#endif")?;
    for kernel in export.kernels.iter() {
        write_kernel(kernel, out)?;
        if kernels == Kernels::Inline {
            write_code(kernel, export, out)?;
        }
    }
    write_table(export, out)?;
    export.drivers.iter().try_for_each(|driver| write_driver(driver, out))?;
    writeln!(out, "\n#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */")
}

/// What every header of ours begins with. Structures are the same in all of them.
const PRELUDE: &str = "\
#ifndef TENSMITH_RESTRICT
#ifdef __cplusplus
#define TENSMITH_RESTRICT __restrict
#else
#define TENSMITH_RESTRICT restrict
#endif
#endif

#ifndef TENSMITH_KERNEL
#define TENSMITH_KERNEL
/* A kernel: the text of its specification, the core that it is made for, its entry, its size, and predicted cycles of a call. */
struct tensmith_kernel {
    const char *spec;
    const char *core;
    void (*entry)(void);
    size_t bytes;
    double cycles;
};

/* The bits of a number, as kernels take those that are left to run time. */
static inline uint64_t tensmith_bits_f32(float number)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}
static inline uint64_t tensmith_bits_f64(double number)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}
#endif
";

/// The macros by which kernels begin and end in the assembler of either system.
fn write_macros(out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "/* Of equal kernels, a linker keeps one, whatever the number of files that include this. */"
    )?;
    writeln!(out, "#ifndef TENSMITH_BEGIN\n#ifdef __APPLE__")?;
    for (format, otherwise) in [(ObjectFormat::MachO, "#else"), (ObjectFormat::Elf, "#endif\n#endif")] {
        let [begin, end] = assembly::around(NAME, format).map(|lines| macro_text(&lines));
        writeln!(out, "#define TENSMITH_BEGIN(name) {begin}\n#define TENSMITH_END(name) {end}\n{otherwise}")?;
    }
    writeln!(out)
}

/// What stands for the name of a kernel.
const NAME: &str = "NAME";

/// Lines as strings of C, with the argument `name` in place of [`NAME`].
fn macro_text(lines: &[String]) -> String {
    let line = |line: &String| {
        let line = line.replace('"', "\\\"").replace(NAME, "\" name \"");
        format!("\"{line}\\n\"").replace("\"\" ", "")
    };
    let lines: Vec<_> = lines.iter().map(line).collect();
    if lines.is_empty() { "\"\"".to_owned() } else { lines.join(" ") }
}

fn write_title(export: &Contents, kernels: Kernels, out: &mut String) -> fmt::Result {
    let (name, version) = (&export.name, env!("CARGO_PKG_VERSION"));
    let (core, architecture) = (export.target.core.name, export.target.isa.architecture().name());
    writeln!(
        out,
        "/* {name}.h: kernels by tensmith {version} for {core} ({architecture}), and the loops around them."
    )?;
    let mut needs: Vec<_> = export.kernels.iter().flat_map(Kernel::needs).collect();
    needs.sort_unstable();
    needs.dedup();
    let needs = if needs.is_empty() { "nothing but the base".to_owned() } else { needs.join(", ") };
    writeln!(out, " *\n * The code needs of the core: {needs}. Executing it elsewhere is undefined.")?;
    match kernels {
        Kernels::Linked => {
            writeln!(out, " * The kernels are in {name}.o or {name}.s, which is to be linked.")?;
        }
        Kernels::Inline => writeln!(out, " * The kernels are in this file: nothing is to be linked.")?,
    }
    writeln!(out, " * Nothing here allocates, keeps a state, or calls anything but these kernels. */")
}

fn write_architecture(export: &Contents, out: &mut String) -> fmt::Result {
    let (name, macros) = match export.target.isa.name() {
        "x86-64" => ("x86-64", "defined(__x86_64__)"),
        _ => ("AArch64", "defined(__aarch64__)"),
    };
    writeln!(out, "#if !{macros}\n#error \"these kernels are {name} code\"\n#endif\n")
}

fn write_kernel(kernel: &Kernel, out: &mut String) -> fmt::Result {
    let Kernel { spec, symbol, code, cycles, .. } = kernel;
    let arguments: Vec<_> = kernel.arguments.iter().map(|(name, kind)| declared(*kind, name)).collect();
    writeln!(out, "\n/* {spec}: {} bytes, {cycles:.1} cycles predicted. */", code.len())?;
    writeln!(out, "void {symbol}({});", arguments.join(", "))
}

/// An argument of a kernel with its type.
fn declared(kind: Type, name: &str) -> String {
    match kind {
        Type::Read(pointee) => format!("const {} *{name}", pointee.in_c()),
        Type::Write(pointee) => format!("{} *{name}", pointee.in_c()),
        Type::Blocks(pointee) => format!("const {} *const *{name}", pointee.in_c()),
        Type::Count => format!("size_t {name}"),
        Type::Bits => format!("uint64_t {name}"),
    }
}

/// The code of a kernel as assembly at the top level.
fn write_code(kernel: &Kernel, export: &Contents, out: &mut String) -> fmt::Result {
    let symbol = &kernel.symbol;
    writeln!(out, "__asm__(TENSMITH_BEGIN(\"{symbol}\")")?;
    for Line { text, comment } in assembly::lines(kernel, &export.target) {
        match comment {
            Some(comment) => writeln!(out, "    \"{text}\\n\" /* {comment} */")?,
            None => writeln!(out, "    \"{text}\\n\"")?,
        }
    }
    writeln!(out, "    TENSMITH_END(\"{symbol}\"));")
}

fn write_table(export: &Contents, out: &mut String) -> fmt::Result {
    let (name, count, core) = (&export.name, export.kernels.len(), export.target.core.name);
    if count == 0 {
        return Ok(());
    }
    let capitals = name.to_ascii_uppercase();
    writeln!(out, "\n/* All kernels of this file. */\n#define {capitals}_KERNELS {count}")?;
    writeln!(out, "static inline const struct tensmith_kernel *{name}_kernels(void)\n{{")?;
    writeln!(out, "    static const struct tensmith_kernel kernels[{capitals}_KERNELS] = {{")?;
    for Kernel { spec, symbol, code, cycles, .. } in export.kernels.iter() {
        let bytes = code.len();
        writeln!(out, "        {{\"{spec}\", \"{core}\", (void (*)(void)){symbol}, {bytes}, {cycles:?}}},")?;
    }
    writeln!(out, "    }};\n    return kernels;\n}}")
}

fn write_driver(driver: &Driver, out: &mut String) -> fmt::Result {
    let Driver { name, summary, element, operands, scratch_bytes, needs, .. } = driver;
    let (capitals, element) = (name.to_ascii_uppercase(), element.in_c());
    let [first, others @ ..] = summary.as_slice() else { return Ok(()) };
    writeln!(out, "\n/* {name}: {}", in_comment(first))?;
    others.iter().try_for_each(|line| writeln!(out, " *   {line}"))?;
    writeln!(out, " *")?;
    for operand in operands.iter().filter(|operand| operand.is_parameter) {
        writeln!(out, " * {}", described(operand, element))?;
    }
    writeln!(
        out,
        " * scratch: {capitals}_SCRATCH_BYTES bytes at a multiple of {capitals}_SCRATCH_ALIGNMENT;"
    )?;
    writeln!(out, " *   what they hold does not matter, and calls at the same time need some each.")?;
    writeln!(out, " * Operands overlap nothing that is written. */")?;
    for operand in operands.iter().filter(|operand| operand.is_parameter) {
        let operand_capitals = operand.name.to_ascii_uppercase();
        writeln!(out, "#define {capitals}_{operand_capitals}_ELEMENTS {}", operand.elements())?;
    }
    writeln!(out, "#define {capitals}_SCRATCH_BYTES {scratch_bytes}")?;
    writeln!(out, "#define {capitals}_SCRATCH_ALIGNMENT {SCRATCH_ALIGNMENT}")?;
    writeln!(out, "#define {capitals}_NEEDS \"{}\"", needs.join(","))?;
    write_function(driver, element, out)
}

fn write_function(driver: &Driver, element: &str, out: &mut String) -> fmt::Result {
    writeln!(out, "static inline void {}(", driver.name)?;
    for Operand { name, access, .. } in driver.operands.iter().filter(|operand| operand.is_parameter) {
        let qualifier = if access.is_written { "" } else { "const " };
        writeln!(out, "    {qualifier}{element} *TENSMITH_RESTRICT {name},")?;
    }
    let uses_scratch = driver.uses(Base::Scratch);
    let scratch = if uses_scratch { "scratch_memory" } else { "scratch" };
    writeln!(out, "    void *TENSMITH_RESTRICT {scratch})\n{{")?;
    if uses_scratch {
        writeln!(out, "    {element} *const scratch = ({element} *)scratch_memory;")?;
    } else {
        writeln!(out, "    (void)scratch;")?;
    }
    for (number, operand) in driver.operands.iter().enumerate() {
        if operand.is_parameter && !driver.uses(Base::Operand(number)) {
            writeln!(out, "    (void){};", operand.name)?;
        }
    }
    write!(out, "{}", body(driver, &LANGUAGE, 1))?;
    writeln!(out, "}}")
}

/// The text of an expression inside of a comment, which labels must not end: spaces do not matter.
fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

/// What an operand is, and where its elements are.
pub(crate) fn described(operand: &Operand, element: &str) -> String {
    let Operand { name, layout, access, .. } = operand;
    let Access { below, above, is_used, is_written } = *access;
    let verb = if is_written { "written" } else { "read" };
    let mut text = match layout {
        Some(layout) => {
            let (shape, strides) = (list(layout.shape()), list(layout.strides()));
            format!("{name}: {element} of shape ({shape}), strides ({strides}) in elements, {verb}")
        }
        None => format!("{name}: {element}, {verb}"),
    };
    let reach = match (is_used, below) {
        (false, _) => "; never accessed".to_owned(),
        (true, 0) => format!("; {} elements", above + 1),
        (true, _) => format!(
            "; the address is that of element (0, ..., 0), with {below} elements before it and {above} behind"
        ),
    };
    text += &reach;
    text
}

/// Numbers with commas between them.
fn list(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

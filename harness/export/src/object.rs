//! Relocatable objects: a section and a symbol for each kernel, and nothing to relocate.
//!
//! In ELF, each kernel is in a section group of its own, so that a program which links several exports has it
//! once, and in a section of its own, so that `--gc-sections` drops it where nothing calls it. A note says
//! that the code has landing pads at its entries (and on x86-64 keeps to the shadow stack), so that linking
//! with `-z force-bti` or `-z ibt` works, another one that it needs no executable stack. In Mach-O, sections
//! are cut at symbols, and symbols are weak definitions.
//!
//! Tests: `tests/tests/export_object.rs`.

use crate::contents::Contents;
use crate::error::ExportError;
use crate::kernel::Kernel;
use object::write::{Comdat, MachOBuildVersion, Object, StandardSection, Symbol, SymbolSection};
use object::{
    Architecture, BinaryFormat, ComdatKind, Endianness, SectionFlags, SectionKind, SymbolFlags, SymbolKind,
    SymbolScope, elf, macho,
};
use tensmith::Target;
use tensmith_core::code::memory::ALIGNMENT;

/// A format of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectFormat {
    /// For Linux, and for machines without an operating system.
    #[default]
    Elf,
    /// For macOS.
    MachO,
}

/// The first macOS on Apple's own cores, which objects are marked for: 11.0.
const MAC_OS: u32 = 11 << 16;

/// An export as an object.
pub(crate) fn write(export: &Contents, format: ObjectFormat) -> Result<Vec<u8>, ExportError> {
    let architecture = architecture(&export.target)?;
    let binary = match format {
        ObjectFormat::Elf => BinaryFormat::Elf,
        ObjectFormat::MachO => BinaryFormat::MachO,
    };
    let mut object = Object::new(binary, architecture, Endianness::Little);
    for kernel in export.kernels.iter() {
        match format {
            ObjectFormat::Elf => add_elf(&mut object, kernel),
            ObjectFormat::MachO => add_macho(&mut object, kernel),
        }
    }
    match format {
        ObjectFormat::Elf => add_notes(&mut object, architecture),
        ObjectFormat::MachO => {
            object.set_subsections_via_symbols();
            let mut version = MachOBuildVersion::default();
            version.platform = macho::PLATFORM_MACOS;
            (version.minos, version.sdk) = (MAC_OS, MAC_OS);
            object.set_macho_build_version(version);
        }
    }
    object.write().map_err(|error| ExportError::Object(error.to_string()))
}

fn architecture(target: &Target) -> Result<Architecture, ExportError> {
    match target.isa.name() {
        "aarch64" => Ok(Architecture::Aarch64),
        "x86-64" => Ok(Architecture::X86_64),
        isa => Err(ExportError::InstructionSet { isa }),
    }
}

fn add_elf(object: &mut Object<'_>, kernel: &Kernel) {
    let name = section(&kernel.symbol).into_bytes();
    let section = object.add_section(Vec::new(), name, SectionKind::Text);
    let flags = elf::SHF_ALLOC | elf::SHF_EXECINSTR | elf::SHF_GROUP;
    *object.section_flags_mut(section) = SectionFlags::Elf { sh_flags: flags.into() };
    object.append_section_data(section, &kernel.code, ALIGNMENT as u64);
    let symbol = object.add_symbol(symbol(kernel, SymbolSection::Section(section)));
    object.add_comdat(Comdat { kind: ComdatKind::Any, symbol, sections: vec![section] });
}

fn add_macho(object: &mut Object<'_>, kernel: &Kernel) {
    let section = object.section_id(StandardSection::Text);
    let symbol = object.add_symbol(symbol(kernel, SymbolSection::Undefined));
    object.add_symbol_data(symbol, section, &kernel.code, ALIGNMENT as u64);
}

/// The section of a kernel.
pub(crate) fn section(symbol: &str) -> String {
    format!(".text.{symbol}")
}

/// A function that other objects of the same program find, and other programs do not.
fn symbol(kernel: &Kernel, section: SymbolSection) -> Symbol {
    Symbol {
        name: kernel.symbol.clone().into_bytes(),
        value: 0,
        size: kernel.code.len() as u64,
        kind: SymbolKind::Text,
        scope: SymbolScope::Linkage,
        weak: true,
        section,
        flags: SymbolFlags::None,
    }
}

/// The property that all of a program must have for a system to check landing pads, and what code has of it.
pub(crate) const fn property(architecture: Architecture) -> (u32, u32) {
    match architecture {
        Architecture::X86_64 => (
            elf::GNU_PROPERTY_X86_FEATURE_1_AND,
            elf::GNU_PROPERTY_X86_FEATURE_1_IBT | elf::GNU_PROPERTY_X86_FEATURE_1_SHSTK,
        ),
        _ => (elf::GNU_PROPERTY_AARCH64_FEATURE_1_AND, elf::GNU_PROPERTY_AARCH64_FEATURE_1_BTI),
    }
}

fn add_notes(object: &mut Object<'_>, architecture: Architecture) {
    let (kind, value) = property(architecture);
    object.add_elf_gnu_property_u32(kind, value);
    object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
}

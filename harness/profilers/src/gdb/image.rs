//! The object file of one kernel: ELF, in memory, with the addresses that the kernel has.
//!
//! Its text is a section without content: the debugger reads code where it is executed.
//!
//! Tests: `harness/profilers/tests/gdb.rs`.

use crate::eh_frame::{self, Place};
use object::Endianness;
use object::elf::{
    EM_AARCH64, EM_X86_64, ET_EXEC, SHF_ALLOC, SHF_EXECINSTR, SHT_NOBITS, SHT_PROGBITS, STB_GLOBAL, STT_FUNC,
    STV_DEFAULT,
};
use object::write::elf::{FileHeader, SectionHeader, SectionIndex, Sym, Writer};
use tensmith::extend::Published;
use tensmith_core::code::Architecture;

/// An object file with what it refers to.
#[derive(Debug)]
pub(super) struct Image {
    bytes: Vec<u8>,
    /// The unwind table, at the address that the file says.
    _eh_frame: Vec<u8>,
}

impl Image {
    /// That of a kernel; none without memory for it.
    pub(super) fn of(kernel: &Published<'_>) -> Option<Self> {
        let registers = kernel.target.isa.unwind_registers();
        let rows = kernel.unwind().ok()?;
        let eh_frame = eh_frame::section(registers, &rows, kernel.code.len(), Place::Address(kernel.start()));
        let bytes = object_file(kernel, &eh_frame)?;
        Some(Self { bytes, _eh_frame: eh_frame })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The bytes of the file, written in two rounds as `object` asks: places first.
fn object_file(kernel: &Published<'_>, eh_frame: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Endianness::Little, true, &mut bytes);
    let name = kernel.name();
    let (start, size) = (kernel.start() as u64, kernel.code.len() as u64);

    writer.reserve_file_header();
    writer.reserve_null_section_index();
    let text_name = writer.add_section_name(b".text");
    let text = writer.reserve_section_index();
    let eh_frame_name = writer.add_section_name(b".eh_frame");
    let _ = writer.reserve_section_index();
    let eh_frame_at = writer.reserve(eh_frame.len(), 8);
    writer.reserve_null_symbol_index();
    let symbol_name = writer.add_string(name.as_bytes());
    let _ = writer.reserve_symbol_index(Some(text));
    let _ = writer.reserve_symtab_section_index();
    let _ = writer.reserve_strtab_section_index();
    let _ = writer.reserve_shstrtab_section_index();
    writer.reserve_symtab();
    writer.reserve_strtab();
    writer.reserve_shstrtab();
    writer.reserve_section_headers();

    writer.write_file_header(&file_header(kernel)).ok()?;
    writer.write_align(8);
    writer.write(eh_frame);
    writer.write_null_symbol();
    writer.write_symbol(&symbol(symbol_name, text, start, size));
    writer.write_strtab();
    writer.write_shstrtab();
    writer.write_null_section_header();
    writer.write_section_header(&SectionHeader {
        name: Some(text_name),
        sh_type: SHT_NOBITS,
        sh_flags: (SHF_ALLOC | SHF_EXECINSTR).into(),
        sh_addr: start,
        sh_size: size,
        ..section(64)
    });
    writer.write_section_header(&SectionHeader {
        name: Some(eh_frame_name),
        sh_type: SHT_PROGBITS,
        sh_flags: SHF_ALLOC.into(),
        sh_addr: eh_frame.as_ptr().addr() as u64,
        sh_offset: eh_frame_at as u64,
        sh_size: eh_frame.len() as u64,
        ..section(8)
    });
    // The symbols before the first global one: that without a name.
    writer.write_symtab_section_header(1);
    writer.write_strtab_section_header();
    writer.write_shstrtab_section_header();
    Some(bytes)
}

fn file_header(kernel: &Published<'_>) -> FileHeader {
    let is_aarch64 = kernel.target.isa.architecture() == Architecture::AARCH64;
    FileHeader {
        os_abi: 0,
        abi_version: 0,
        e_type: ET_EXEC,
        e_machine: if is_aarch64 { EM_AARCH64 } else { EM_X86_64 },
        e_entry: 0,
        e_flags: 0,
    }
}

/// A section of nothing, with an alignment.
fn section(alignment: u64) -> SectionHeader {
    SectionHeader {
        name: None,
        sh_type: 0,
        sh_flags: 0,
        sh_addr: 0,
        sh_offset: 0,
        sh_size: 0,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: alignment,
        sh_entsize: 0,
    }
}

fn symbol(name: object::write::StringId, text: SectionIndex, start: u64, size: u64) -> Sym {
    Sym {
        name: Some(name),
        section: Some(text),
        st_info: STB_GLOBAL << 4 | STT_FUNC,
        st_other: STV_DEFAULT,
        st_shndx: 0,
        st_value: start,
        st_size: size,
    }
}

//! What a linked program for macOS has to be for Apple's processors to run it, and for it to make code there.

use std::collections::BTreeSet;
use std::fmt;

use object::LittleEndian;
use object::macho::{self, MachHeader64};
use object::read::macho::{LoadCommandData, LoadCommandVariant, MachHeader, Nlist, Segment};

use super::signature;

/// The size of a page of Apple's processors.
const PAGE: u64 = 16 << 10;

/// The first macOS on these processors, as its number is written.
const FIRST: u32 = 11 << 16;

/// Libraries that every macOS has. The last is a part of the second, as Apple's own list of its exports says.
const LIBRARIES: [&str; 3] =
    ["/usr/lib/libSystem.B.dylib", "/usr/lib/libiconv.2.dylib", "/usr/lib/libcharset.1.dylib"];

/// Functions of the system without which no code is published: what switches a thread between writing and
/// executing, what makes code visible, what maps memory and gives it back, and what says
/// which machine this is.
const WANTED: [&str; 5] =
    ["_pthread_jit_write_protect_np", "_sys_icache_invalidate", "_mmap", "_munmap", "_sysctlbyname"];

/// What was found in a program.
#[derive(Debug, Default)]
pub(super) struct Found<'a> {
    segments: usize,
    imports: BTreeSet<&'a str>,
    libraries: Vec<&'a str>,
    /// The bytes before the signature, and it.
    signed: Option<(&'a [u8], &'a [u8])>,
    pages: usize,
    is_for_mac: bool,
    has_entry: bool,
    has_zero_page: bool,
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segments, imports, pages, .. } = self;
        write!(f, "{segments} segments, {} imports, {pages} signed pages", imports.len())
    }
}

/// Checks a program.
///
/// # Errors
/// What is wrong.
pub(super) fn check(bytes: &[u8]) -> Result<Found<'_>, String> {
    let mut found = Found::read(bytes)?;
    let rules = [
        (found.is_for_mac, "it does not say that it is for macOS 11 or later"),
        (found.has_entry, "it has no entry"),
        (found.has_zero_page, "addresses of 32 bits are not kept free"),
    ];
    if let Some((_, broken)) = rules.iter().find(|(holds, _)| !holds) {
        return Err((*broken).to_owned());
    }
    if let Some(library) = found.libraries.iter().find(|library| !LIBRARIES.contains(library)) {
        return Err(format!("it wants {library}, which a Mac need not have"));
    }
    if let Some(wanted) = WANTED.iter().find(|wanted| !found.imports.contains(**wanted)) {
        return Err(format!("it does not import {wanted}"));
    }
    let (signed, signature) = found.signed.ok_or("it is not signed")?;
    found.pages = signature::check(signed, signature)?;
    Ok(found)
}

fn check_header(header: &MachHeader64<LittleEndian>) -> Result<(), String> {
    let (cpu, kind) = (header.cputype.get(LittleEndian), header.filetype.get(LittleEndian));
    // `arm64e` has pointers that are signed, for which compilers have to do more.
    let subtype = header.cpusubtype.get(LittleEndian) & !macho::CPU_SUBTYPE_MASK;
    if (cpu, subtype) != (macho::CPU_TYPE_ARM64, macho::CPU_SUBTYPE_ARM64_ALL) {
        return Err(format!("it is for the processor {cpu:#x}, {subtype:#x}: it must be arm64"));
    }
    let flags = header.flags.get(LittleEndian);
    let (wanted, unwanted) =
        (macho::MH_PIE | macho::MH_TWOLEVEL, macho::MH_ALLOW_STACK_EXECUTION | macho::MH_NO_HEAP_EXECUTION);
    if kind != macho::MH_EXECUTE || flags & wanted != wanted || flags & unwanted != 0 {
        return Err(format!("it is of kind {kind} with the flags {flags:#x}"));
    }
    Ok(())
}

impl<'a> Found<'a> {
    /// Reads the header and the load commands.
    fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let header = MachHeader64::<LittleEndian>::parse(bytes, 0).map_err(text)?;
        check_header(header)?;
        let mut found = Self::default();
        let mut commands = header.load_commands(LittleEndian, bytes, 0).map_err(text)?;
        while let Some(command) = commands.next().map_err(text)? {
            found.add(bytes, &command)?;
        }
        Ok(found)
    }

    fn add(&mut self, bytes: &'a [u8], command: &LoadCommandData<'a, LittleEndian>) -> Result<(), String> {
        match command.variant().map_err(text)? {
            LoadCommandVariant::Segment64(segment, _) => self.add_segment(segment)?,
            LoadCommandVariant::Symtab(table) => self.add_imports(bytes, table)?,
            LoadCommandVariant::Dylib(library) => {
                let name = command.string(LittleEndian, library.dylib.name).map_err(text)?;
                self.libraries.push(str::from_utf8(name).map_err(text)?);
            }
            LoadCommandVariant::BuildVersion(build) => {
                let (platform, oldest) = (build.platform.get(LittleEndian), build.minos.get(LittleEndian));
                self.is_for_mac = platform == macho::PLATFORM_MACOS && oldest >= FIRST;
            }
            LoadCommandVariant::EntryPoint(_) => self.has_entry = true,
            LoadCommandVariant::LinkeditData(place) if command.cmd() == macho::LC_CODE_SIGNATURE => {
                let [start, size] = [place.dataoff, place.datasize].map(|at| at.get(LittleEndian) as usize);
                let (signed, rest) =
                    bytes.split_at_checked(start).ok_or("the signature is beyond the end")?;
                self.signed = Some((signed, rest.get(..size).ok_or("the signature ends early")?));
            }
            _ => {}
        }
        Ok(())
    }

    fn add_imports(
        &mut self,
        bytes: &'a [u8],
        table: &macho::SymtabCommand<LittleEndian>,
    ) -> Result<(), String> {
        let symbols = table.symbols::<MachHeader64<LittleEndian>, _>(LittleEndian, bytes).map_err(text)?;
        for import in symbols.iter().filter(|symbol| symbol.is_undefined()) {
            let name = import.name(LittleEndian, symbols.strings()).map_err(text)?;
            self.imports.insert(str::from_utf8(name).map_err(text)?);
        }
        Ok(())
    }

    fn add_segment(&mut self, segment: &macho::SegmentCommand64<LittleEndian>) -> Result<(), String> {
        let name = String::from_utf8_lossy(segment.name()).into_owned();
        let (start, size) = (segment.vmaddr.get(LittleEndian), segment.vmsize.get(LittleEndian));
        let access = [segment.initprot, segment.maxprot].map(|access| access.get(LittleEndian));
        let both = macho::VM_PROT_WRITE | macho::VM_PROT_EXECUTE;
        if access.iter().any(|access| access & both == both) {
            return Err(format!("{name} may be both written and executed"));
        }
        if [start, segment.fileoff.get(LittleEndian)].iter().any(|at| !at.is_multiple_of(PAGE)) {
            return Err(format!("{name} is at {start:#x}: it must begin with a page of {PAGE} bytes"));
        }
        self.has_zero_page |= (start, access) == (0, [0, 0]) && size >= 1 << 32;
        self.segments += 1;
        Ok(())
    }
}

/// Says in words what is wrong.
fn text(error: impl fmt::Display) -> String {
    error.to_string()
}

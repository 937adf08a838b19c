//! Exported objects, read by another library and by LLVM: sections, symbols, notes, and nothing to relocate.

use object::read::elf::{ElfFile64, FileHeader};
use object::{
    Architecture, Endianness, File, Object, ObjectComdat, ObjectSection, ObjectSymbol, SectionKind,
    SymbolKind, elf,
};
use std::collections::HashMap;
use std::sync::Arc;
use tensmith::inspect::KernelCode;
use tensmith::{ArrayLayout, Jit, Target, UnaryOp};
use tensmith_core::tensor::Options;
use tensmith_export::{Export, ExportError, ObjectFormat};
use tensmith_tests::llvm;

/// An export of a plan that needs several kernels, and these.
fn export(target: &Target) -> (Export, Vec<Arc<KernelCode>>) {
    let jit = Jit::for_target(*target).expect("memory");
    let shapes = [[67, 70], [70, 131]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let contraction = jit.contraction("mk,kn->mn").beta(0.5).apply(UnaryOp::relu());
    let plan = contraction.plan::<f32>(&shapes).expect("a plan");
    let mut export = Export::new("kernels", target).expect("a name");
    export.plan("layer", &plan).expect("an export");
    let kernels = plan.explain().kernels().to_vec();
    assert!(!kernels.is_empty());
    (export, kernels)
}

/// The symbol of a kernel.
fn symbol(kernel: &KernelCode, target: &Target) -> String {
    format!("tensmith_{}", target.kernel_name(&kernel.spec)).replace('-', "_")
}

#[test]
fn every_target_has_objects_with_its_kernels_and_no_relocations() {
    for target in Target::all() {
        let (export, kernels) = export(&target);
        for format in [ObjectFormat::Elf, ObjectFormat::MachO] {
            let bytes = export.object(format).expect("an object");
            let file = File::parse(bytes.as_slice()).expect("an object");
            let is_x86 = target.isa.name() == "x86-64";
            let expected = if is_x86 { Architecture::X86_64 } else { Architecture::Aarch64 };
            assert_eq!((file.architecture(), file.is_little_endian()), (expected, true));
            assert!(file.sections().all(|section| section.relocations().next().is_none()));
            let prefix = if format == ObjectFormat::MachO { "_" } else { "" };
            let symbols: HashMap<_, _> =
                file.symbols().map(|symbol| (symbol.name().expect("a name"), symbol)).collect();
            for kernel in &kernels {
                let name = format!("{prefix}{}", symbol(kernel, &target));
                let symbol = &symbols[name.as_str()];
                assert!(
                    symbol.is_weak() && symbol.kind() == SymbolKind::Text && symbol.is_definition(),
                    "{name}"
                );
                let section =
                    file.section_by_index(symbol.section_index().expect("a section")).expect("a section");
                assert_eq!(section.kind(), SectionKind::Text);
                assert!(symbol.address().is_multiple_of(64) && section.align().is_multiple_of(64), "{name}");
                let data = section.data().expect("code");
                let begin = (symbol.address() - section.address()) as usize;
                assert_eq!(data[begin..begin + kernel.code.len()], kernel.code, "{name}");
            }
        }
    }
}

#[test]
fn elf_has_sections_groups_sizes_and_notes() {
    for (name, property) in [("neoverse-v2", [0xc000_0000u32, 4, 1]), ("zen4", [0xc000_0002, 4, 3])] {
        let target = Target::named(name).expect("a core");
        let (export, kernels) = export(&target);
        let bytes = export.object(ObjectFormat::Elf).expect("an object");
        let file = ElfFile64::<Endianness>::parse(bytes.as_slice()).expect("an object");
        let header = file.elf_header();
        assert_eq!(header.e_type(Endianness::Little), elf::ET_REL);
        assert_eq!(header.e_ident().os_abi, elf::ELFOSABI_NONE, "bare metal has none");
        for kernel in &kernels {
            let name = symbol(kernel, &target);
            let symbol = file.symbols().find(|symbol| symbol.name() == Ok(&name)).expect("a symbol");
            assert_eq!(symbol.size(), kernel.code.len() as u64);
            let raw = symbol.elf_symbol();
            assert_eq!((raw.st_info >> 4, raw.st_info & 15), (elf::STB_WEAK, elf::STT_FUNC));
            assert_eq!(raw.st_other, elf::STV_HIDDEN);
            let section = file.section_by_name(&format!(".text.{name}")).expect("a section of its own");
            assert_eq!(section.size(), kernel.code.len() as u64);
        }
        let groups: Vec<_> = file.comdats().map(|group| group.name().expect("a name").to_owned()).collect();
        let mut unique: Vec<_> = kernels.iter().map(|kernel| symbol(kernel, &target)).collect();
        unique.dedup();
        assert_eq!(groups, unique);
        let note = file.section_by_name(".note.gnu.property").expect("a note").data().expect("data").to_vec();
        let words: Vec<_> =
            note.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("4"))).collect();
        let gnu = u32::from_le_bytes(*b"GNU\0");
        assert_eq!(words, [&[4, 16, 5, gnu][..], &property, &[0]].concat());
        let stack = file.section_by_name(".note.GNU-stack").expect("a note");
        assert_eq!(stack.elf_section_header().sh_flags.get(Endianness::Little), 0, "no executable stack");
    }
}

#[test]
fn llvm_reads_mach_o_as_the_same_instructions() {
    let target = Target::named("apple-m1").expect("a core");
    let (export, kernels) = export(&target);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kernels.o");
    std::fs::write(&path, export.object(ObjectFormat::MachO).expect("an object")).expect("a file");
    let text = llvm::objdump(&path);
    for kernel in &kernels {
        let name = symbol(kernel, &target);
        let listing = text.split_once(&format!("<_{name}>:\n")).unwrap_or_else(|| panic!("{name}\n{text}")).1;
        let words = kernel.code.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("4")));
        let theirs = listing.lines().filter_map(word);
        assert!(words.clone().eq(theirs.take(words.count())), "{name}\n{listing}");
    }
}

/// The word of a line such as `0: d503245f     \tbti\tc`, or of one with its bytes in the order of memory.
fn word(line: &str) -> Option<u32> {
    let words: Vec<_> = line.split_once(": ")?.1.split_whitespace().take(4).collect();
    let number = |digits: &str| u32::from_str_radix(digits, 16).ok();
    match words.first()?.len() {
        2 => words.iter().rev().try_fold(0, |word, byte| Some(word << 8 | number(byte)?)),
        _ => number(words.first()?),
    }
}

#[test]
fn the_same_input_is_the_same_bytes() {
    let target = Target::generic();
    let all = || {
        let (export, _) = export(&target);
        let texts = [
            export.header(),
            export.inline_header(),
            export.rust_module(),
            export.assembly(ObjectFormat::Elf),
        ];
        (
            export.object(ObjectFormat::Elf).expect("an object"),
            export.object(ObjectFormat::MachO).expect("an object"),
            texts,
        )
    };
    assert_eq!(all(), all());
}

#[test]
fn a_kernel_that_several_plans_call_is_there_once() {
    let target = Target::generic();
    let jit = Jit::for_target(target).expect("memory");
    let shapes = [[4, 3], [3, 5]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let plan = jit.einsum::<f32>("mk,kn->mn", &shapes).expect("a plan");
    let mut export = Export::new("kernels", &target).expect("a name");
    export.plan("one", &plan).expect("an export").plan("other", &plan).expect("an export");
    let header = export.header();
    assert!(header.contains("#define KERNELS_KERNELS 1\n"), "{header}");
}

#[test]
fn what_cannot_be_exported_says_why() {
    let target = Target::generic();
    let jit = Jit::for_target(target).expect("memory");
    let shapes = [[4, 3], [3, 5]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let plan = jit.einsum::<f32>("mk,kn->mn", &shapes).expect("a plan");
    let message = |error: Result<&mut Export, ExportError>| error.expect_err("a refusal").to_string();
    let mut export = Export::new("kernels", &target).expect("a name");
    let rule = "must be an identifier of C: letters, digits and `_`, with a letter first";
    assert_eq!(message(export.plan("9a", &plan)), format!("name `9a`: {rule}"));
    let error = Export::new("a-b", &target).expect_err("a refusal").to_string();
    assert_eq!(error, format!("name `a-b`: {rule}"));
    let word = "is a word of C, C++, Rust or of exported code: must be another one";
    assert_eq!(message(export.plan("while", &plan)), format!("name `while`: {word}"));
    export.plan("layer", &plan).expect("an export");
    assert_eq!(message(export.plan("Layer", &plan)), "name `Layer`: is taken in this export");
    let mut other = Export::new("kernels", &Target::named("zen4").expect("a core")).expect("a name");
    let found = "plan `layer` is made for generic: must be for zen4, as the export is";
    assert_eq!(message(other.plan("layer", &plan)), found);
    assert!(matches!(other.kernels(plan.explain().kernels()), Err(ExportError::Code { .. })));
    let nest =
        "nest f32 contraction first=zero\n m undefined 2 1 0 1\n n undefined 3 0 4 2\n k undefined 4 2 1 0";
    let program = jit.nest::<f32>(nest.parse().expect("a nest"), Options::default()).expect("a program");
    let error = "2 names of arguments: must be 3, as many as the program has arguments";
    assert_eq!(message(export.program("nest", &program, &["a", "b"])), error);
    let variable = "name `m0`: is like that of a loop's variable: must be another one";
    assert_eq!(message(export.program("nest", &program, &["m0", "b", "c"])), variable);
    assert_eq!(
        message(export.program("nest", &program, &["a", "A", "c"])),
        "name `A`: is taken in this export"
    );
}

//! The object code of a library, as sections that refer to each other.
//!
//! The compiler gives every function, and every constant with addresses in it, a
//! section of its own, named after its mangled symbol. What a section refers to, by
//! a call or by an address, is in its relocations. That is all that has to be read
//! to know what can be reached from where; `llvm-objdump` prints it.

use std::collections::{BTreeMap, HashMap};

/// The options of `llvm-objdump`.
pub(crate) const PRINT: [&str; 3] = ["--syms", "--reloc", "--demangle"];

/// A function or a constant.
#[derive(Debug, Default)]
pub(crate) struct Section<'a> {
    /// The function's demangled name; empty for a constant.
    pub(crate) function: &'a str,
    /// Whether its symbol is visible to other libraries.
    pub(crate) visible: bool,
    /// The symbols and sections that it refers to, once for every time.
    pub(crate) references: Vec<&'a str>,
}

/// The sections of a library.
#[derive(Debug, Default)]
pub(crate) struct Objects<'a> {
    /// By the section's name, in an order that is the same every time.
    sections: BTreeMap<&'a str, Section<'a>>,
    /// The sections of each symbol, by its demangled name. Such names are not unique.
    by_symbol: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Objects<'a> {
    /// Reads what `llvm-objdump` printed.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut objects = Self::default();
        let mut section = "";
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("RELOCATION RECORDS FOR [") {
                section = rest.trim_end_matches("]:");
            } else if let Some(symbol) = Symbol::parse(line) {
                objects.add_symbol(&symbol);
            } else if let Some(reference) = reference(line) {
                objects.sections.entry(section).or_default().references.push(reference);
            }
        }
        objects
    }

    fn add_symbol(&mut self, symbol: &Symbol<'a>) {
        self.by_symbol.entry(symbol.name).or_default().push(symbol.section);
        let section = self.sections.entry(symbol.section).or_default();
        if symbol.is_function {
            section.function = symbol.name;
            section.visible = symbol.visible;
        }
    }

    /// Every section and its name.
    pub(crate) fn sections(&self) -> impl Iterator<Item = (&'a str, &Section<'a>)> {
        self.sections.iter().map(|(name, section)| (*name, section))
    }

    /// Whether there is a section of this name.
    pub(crate) fn has(&self, section: &str) -> bool {
        self.sections.contains_key(section)
    }

    /// The sections that a reference may mean; none for a symbol of another library.
    pub(crate) fn meant_by(&self, reference: &str) -> Vec<(&'a str, &Section<'a>)> {
        let named = |name: &str| self.sections.get_key_value(name).map(|(name, section)| (*name, section));
        match named(reference) {
            Some(section) => vec![section],
            None => {
                self.by_symbol.get(reference).into_iter().flatten().filter_map(|name| named(name)).collect()
            }
        }
    }
}

/// A line of the symbol table, such as
/// `0000000000000000 g     F .text.MANGLED<tab>0000000000000014 .hidden NAME`.
struct Symbol<'a> {
    section: &'a str,
    name: &'a str,
    is_function: bool,
    visible: bool,
}

impl<'a> Symbol<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (place, name) = line.split_once('\t')?;
        let (_, name) = name.split_once(' ')?;
        let mut words = place.split_whitespace();
        let (_address, section) = (words.next()?, words.next_back()?);
        let mut flags = words;
        let global = flags.next() == Some("g");
        let is_function = flags.next() == Some("F");
        let (hidden, name) = name.strip_prefix(".hidden ").map_or((false, name), |name| (true, name));
        (section.starts_with('.') && section != name).then_some(Self {
            section,
            name,
            is_function,
            visible: global && !hidden,
        })
    }
}

/// The symbol of a relocation such as `0000000000000004 R_AARCH64_CALL26 NAME`.
/// An address takes two instructions and so two relocations; the second is none.
fn reference(line: &str) -> Option<&str> {
    const FIRST: [&str; 5] = [
        "R_AARCH64_CALL26",
        "R_AARCH64_JUMP26",
        "R_AARCH64_ADR_PREL_PG_HI21",
        "R_AARCH64_ADR_GOT_PAGE",
        "R_AARCH64_ABS64",
    ];
    let (_offset, rest) = line.split_once(' ')?;
    let (kind, name) = rest.split_once(' ')?;
    FIRST.contains(&kind).then(|| name.split_once("+0x").map_or(name, |(name, _)| name).trim())
}

/// The source file of a function, by its mangled name
/// (<https://doc.rust-lang.org/rustc/symbol-mangling/v0.html>).
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Origin<'a> {
    /// In a crate, as a function, a method or a closure.
    Crate(&'a str),
    /// In a crate, as a method of an implementation of a trait, with no generic
    /// parameters of its own.
    Implementation(&'a str),
}

impl<'a> Origin<'a> {
    /// The origin of the function in the section of this name. None for a method
    /// that a trait provides, which is named after the type that it is provided for.
    pub(crate) fn of(section: &'a str) -> Option<Self> {
        let (_, symbol) = section.split_once("_R")?;
        let crate_name = crate_of(without_names(symbol))?;
        let implementation = symbol.starts_with("NvX");
        Some(if implementation { Self::Implementation(crate_name) } else { Self::Crate(crate_name) })
    }
}

/// A path without the tags of the names, and of the generic
/// arguments, that come after what it begins with.
fn without_names(path: &str) -> &str {
    match path.split_at_checked(1) {
        Some(("I", rest)) => without_names(rest),
        Some(("N", rest)) => without_names(rest.get(1..).unwrap_or("")),
        _ => path,
    }
}

/// The crate that a path begins with: its root, or that of the implementation.
fn crate_of(path: &str) -> Option<&str> {
    let (tag, rest) = path.split_at_checked(1)?;
    let rest = rest.strip_prefix('s').and_then(|rest| rest.split_once('_')).map_or(rest, |(_, rest)| rest);
    match tag {
        "C" => {
            let (length, name) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
            name.get(..length.parse().ok()?)
        }
        "M" | "X" => crate_of(without_names(rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "
libtensmith_core.rlib(core.o):\tfile format elf64-littleaarch64

SYMBOL TABLE:
0000000000000000 l    d  .text\t0000000000000000 .text
0000000000000000 g     F .text._RNvCs1_13tensmith_core3run\t0000000000000014 tensmith_core::run
0000000000000000 g     F .text._RNvMs3_NtCs2_5alloc3vec8grow\t0000000000000014 .hidden <alloc::vec::Vec<u8>>::grow
0000000000000000 l     O .data.rel.ro..Lanon.1\t0000000000000008 .Lanon.1
0000000000000000         *UND*\t0000000000000000 core::panicking::panic

RELOCATION RECORDS FOR [.text._RNvCs1_13tensmith_core3run]:
OFFSET           TYPE                     VALUE
0000000000000004 R_AARCH64_CALL26         core::panicking::panic
0000000000000008 R_AARCH64_CALL26         <alloc::vec::Vec<u8>>::grow
000000000000000c R_AARCH64_ADR_PREL_PG_HI21 .data.rel.ro..Lanon.1+0x8
0000000000000010 R_AARCH64_ADD_ABS_LO12_NC .data.rel.ro..Lanon.1+0x8

RELOCATION RECORDS FOR [.data.rel.ro..Lanon.1]:
OFFSET           TYPE                     VALUE
0000000000000000 R_AARCH64_ABS64          tensmith_core::run
";

    #[test]
    fn sections_refer_to_symbols_and_sections() {
        let objects = Objects::parse(PRINTED);
        let references = |section| objects.sections[section].references.clone();
        assert_eq!(
            references(".text._RNvCs1_13tensmith_core3run"),
            ["core::panicking::panic", "<alloc::vec::Vec<u8>>::grow", ".data.rel.ro..Lanon.1"]
        );
        assert_eq!(references(".data.rel.ro..Lanon.1"), ["tensmith_core::run"]);
    }

    #[test]
    fn references_mean_sections_of_this_library() {
        let objects = Objects::parse(PRINTED);
        let meant_by = |name| objects.meant_by(name).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(meant_by("tensmith_core::run"), [".text._RNvCs1_13tensmith_core3run"]);
        assert_eq!(meant_by(".data.rel.ro..Lanon.1"), [".data.rel.ro..Lanon.1"]);
        assert_eq!(meant_by("core::panicking::panic"), [""; 0]);
        assert!(!objects.has("core::panicking::panic"));
    }

    #[test]
    fn functions_are_visible_unless_hidden() {
        let objects = Objects::parse(PRINTED);
        let visible = |section| objects.sections[section].visible;
        assert!(visible(".text._RNvCs1_13tensmith_core3run"));
        assert!(!visible(".text._RNvMs3_NtCs2_5alloc3vec8grow"));
    }

    #[test]
    fn functions_belong_to_the_crate_that_they_are_written_in() {
        use Origin::{Crate, Implementation};
        for (symbol, origin) in [
            ("NvCs1_13tensmith_core3run", Some(Crate("tensmith_core"))),
            ("NvNtC13tensmith_core5codec3run", Some(Crate("tensmith_core"))),
            ("NCNvNtCs1_13tensmith_core5codec3run0B5_", Some(Crate("tensmith_core"))),
            ("INvCs1_13tensmith_core4walkNtCs2_5alloc6StringEB3_", Some(Crate("tensmith_core"))),
            (
                "NvXs2_NtCs1_13tensmith_core5dtypeNtB2_5DTypeNtCs2_5clone5clone",
                Some(Implementation("tensmith_core")),
            ),
            ("INvXs_NtCs1_13tensmith_core5tablepNtB2_3Set6extendppE", Some(Crate("tensmith_core"))),
            ("NvMNtCs2_4core5sliceSNtCs1_13tensmith_core5Group8split_at", Some(Crate("core"))),
            ("NvYNtCs1_13tensmith_core5DTypeNtNtCs2_4core3cmp3Ord5clamp", None),
            ("NvC99short3run", None),
            ("", None),
        ] {
            assert_eq!(Origin::of(&format!(".text._R{symbol}")), origin, "{symbol}");
        }
        assert_eq!(Origin::of(".data.rel.ro..Lanon.1"), None);
    }
}

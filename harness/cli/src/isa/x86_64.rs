//! The table of x86-64, in the notation of its rows.
//!
//! Tests: below, `harness/cli/src/isa/mod.rs`.

use super::Cells;
use tensmith_core::isa::Role;
use tensmith_core::isa::x86_64::feature::Feature;
use tensmith_core::isa::x86_64::kind::{File, Fixed, Kind};
use tensmith_core::isa::x86_64::property::{Masking, Rounds};
use tensmith_core::isa::x86_64::row::{Row, Slot};
use tensmith_core::isa::x86_64::table;

/// The contents of the columns.
pub(super) const HEADER: [&str; 7] =
    ["name", "mnemonic", "encoding", "operands", "features", "mask", "rounding"];

/// The table.
pub(super) fn rows() -> Vec<Cells> {
    table::rows().map(|row| cells(row).to_vec()).collect()
}

/// A row as one would write it: `vaddps zmm {k}{z}, zmm, zmm/m512/m32bcst, {er}`.
pub(crate) fn form(row: &Row) -> String {
    let mut operands: Vec<String> = row
        .slots
        .iter()
        .filter(|slot| slot.kind.names().is_none())
        .map(|slot| type_name(slot.kind))
        .collect();
    if let (Some(first), mask @ ("{k}" | "{k}{z}")) = (operands.first_mut(), written_mask(row.masking)) {
        *first = format!("{first} {mask}");
    }
    if row.rounds != Rounds::Never {
        operands.push(rounding(row.rounds).to_owned());
    }
    format!("{} {}", row.mnemonic, operands.join(", ")).trim_end().to_owned()
}

/// The names of a row's instructions.
pub(crate) fn names(row: &'static Row) -> Vec<String> {
    match row.slots.iter().find_map(|slot| slot.kind.names()) {
        None => vec![row.mnemonic.to_owned()],
        Some(names) => {
            let spellings = names.iter().flat_map(|(spellings, _)| spellings.split('|'));
            spellings.map(|name| row.mnemonic.replacen("cc", name, 1)).collect()
        }
    }
}

/// What may stand in braces behind the first operand.
const fn written_mask(masking: Masking) -> &'static str {
    match masking {
        Masking::Never => "-",
        Masking::Merge | Masking::Always => "{k}",
        Masking::Zero | Masking::Blend => "{k}{z}",
    }
}

/// What may stand in braces behind the operands.
const fn rounding(rounds: Rounds) -> &'static str {
    match rounds {
        Rounds::Never => "-",
        Rounds::Suppress => "{sae}",
        Rounds::Mode => "{er}",
    }
}

fn cells(row: &Row) -> [String; HEADER.len()] {
    let operands: Vec<String> = row.slots.iter().map(operand).collect();
    let features: Vec<&str> = row.features.iter().map(Feature::name).collect();
    let mask = match row.masking {
        Masking::Blend => "{k}{z}, blends",
        Masking::Always => "{k}, always",
        other => written_mask(other),
    };
    [
        row.name.to_owned(),
        row.mnemonic.to_owned(),
        row.pattern.to_owned(),
        operands.join(", "),
        features.join("+"),
        mask.to_owned(),
        rounding(row.rounds).to_owned(),
    ]
}

/// An operand: letter, role, type.
fn operand(slot: &Slot) -> String {
    let (letter, kind) = (char::from(slot.letter), type_name(slot.kind));
    match slot.role {
        Role::Read => format!("{letter}: {kind}"),
        Role::Write => format!("{letter} = {kind}"),
        Role::ReadWrite => format!("{letter} += {kind}"),
    }
}

/// A short name of an operand's type, as Intel's manual has them: `zmm/m512/m32bcst`, `imm 0..255`, `rel32`.
fn type_name(kind: Kind) -> String {
    let bits = |bytes: u8| u32::from(bytes) * 8;
    match kind {
        Kind::Register(file) => file_name(file).to_owned(),
        Kind::Padding(bytes) => format!("cs:m{}", bits(bytes)),
        Kind::Memory(0) => "m".to_owned(),
        Kind::Memory(bytes) => format!("m{}", bits(bytes)),
        Kind::Either(file, bytes, None) => format!("{}/m{}", file_name(file), bits(bytes)),
        Kind::Either(file, bytes, Some(element)) => {
            format!("{}/m{}/m{}bcst", file_name(file), bits(bytes), bits(element))
        }
        Kind::Vector(file, bytes) => format!("vm{} by {}", bits(bytes), file_name(file)),
        Kind::Number(range) => format!("imm {}..{}", range.least, range.greatest),
        Kind::Named(names) => format!("one-of-{}", names.len()),
        Kind::Fixed(Fixed::Cl) => "cl".to_owned(),
        Kind::Fixed(Fixed::Top) => "st".to_owned(),
        Kind::Fixed(Fixed::One) => "1".to_owned(),
        Kind::Fixed(Fixed::Accumulator(file)) => match file {
            File::Byte => "al",
            File::Half => "ax",
            File::Word => "eax",
            _ => "rax",
        }
        .to_owned(),
        Kind::Target(bytes) => format!("rel{}", bits(bytes)),
    }
}

fn file_name(file: File) -> &'static str {
    match file {
        File::Byte => "r8",
        File::High => "ah..bh",
        File::Half => "r16",
        File::Word => "r32",
        File::Long => "r64",
        File::Xmm => "xmm",
        File::Ymm => "ymm",
        File::Zmm => "zmm",
        File::Mask => "k",
        File::Stack => "st(i)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_written_as_in_the_manual() {
        let row = table::rows().find(|row| row.pattern == "EVEX.512.66.0F38.W0 B8 /r").unwrap();
        let [_, mnemonic, _, operands, features, mask, rounding] = cells(row);
        assert_eq!(form(row), "vfmadd231ps zmm {k}{z}, zmm, zmm/m512/m32bcst, {er}");
        assert_eq!(mnemonic, "vfmadd231ps");
        assert_eq!(operands, "r += zmm, v: zmm, m: zmm/m512/m32bcst");
        assert_eq!([features, mask, rounding], ["avx512f", "{k}{z}", "{er}"]);
    }
}

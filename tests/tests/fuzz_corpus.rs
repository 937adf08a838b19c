//! The inputs that fuzzing starts from, with small damages.

use std::fs;
use std::path::Path;
use tensmith_tests::fuzz::{PROPERTIES, Property};
use tensmith_tests::nightly::scaled;

/// Calls `property` with each file of a folder, its beginnings, and the file with one bit flipped: of short
/// files each, of long ones some.
fn replay((name, property): Property) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fuzz").join(name);
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("a file").path();
        let mut data = fs::read(&path).expect("a readable file");
        println!("{}", path.display());
        let is_cheap =
            ["assemble", "assemble_x86_64", "decode", "decode_x86_64", "expression", "tree"].contains(&name);
        let step = if is_cheap { 1 } else { 1 + 8 * data.len() / scaled(40, 250) };
        property(&data);
        (0..=data.len()).step_by(step.div_ceil(8)).for_each(|end| property(&data[..end]));
        for bit in (0..8 * data.len()).step_by(step) {
            data[bit / 8] ^= 1 << (bit % 8);
            property(&data);
            data[bit / 8] ^= 1 << (bit % 8);
        }
        files += 1;
    }
    assert!(files > 0, "{name}");
}

#[test]
fn every_property_holds_for_what_is_kept() {
    PROPERTIES.into_iter().for_each(replay);
}

/// Each property has a target of its own for fuzzing.
#[test]
fn every_property_has_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    for (name, _) in PROPERTIES {
        let target = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).expect("a target");
        assert!(target.contains(&format!("fuzz::{name}(data)")), "{name}");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}

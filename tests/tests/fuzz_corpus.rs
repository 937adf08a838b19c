//! The inputs that fuzzing starts from, with small damages.

use std::fs;
use std::path::Path;
use tensmith_tests::fuzz;

/// Calls `property` with each file of a folder, its beginnings, and the file with one bit flipped.
fn replay(folder: &str, property: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fuzz").join(folder);
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("a file").path();
        let mut data = fs::read(&path).expect("a readable file");
        println!("{}", path.display());
        (0..=data.len()).for_each(|end| property(&data[..end]));
        for bit in 0..8 * data.len() {
            data[bit / 8] ^= 1 << (bit % 8);
            property(&data);
            data[bit / 8] ^= 1 << (bit % 8);
        }
        files += 1;
    }
    assert!(files > 0);
}

#[test]
fn text_assembles_or_is_refused_at_a_place_that_it_has() {
    replay("assemble", fuzz::assemble);
}

#[test]
fn words_that_decode_come_back() {
    replay("decode", fuzz::decode);
}

#[test]
fn text_is_an_expression_or_refused_at_a_character_that_it_has() {
    replay("expression", fuzz::expression);
}

#[test]
fn trees_come_back_or_are_refused_at_a_place_that_they_have() {
    replay("tree", fuzz::tree);
}

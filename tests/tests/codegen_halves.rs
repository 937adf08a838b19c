//! Accumulators of which half a vector is stored are updated by instructions of half a vector, and no others.

use tensmith_core::Target;
use tensmith_core::codegen::{Stages, stages};
use tensmith_core::isa::Listing;
use tensmith_core::isa::x86_64::X86_64;
use tensmith_tests::language::function;

/// The multiply-adds of a function for a core with vectors of 64 bytes.
fn multiply_adds(body: &str) -> Vec<String> {
    let func = function(&format!("func \"f\" (i0, i1, i2) {{\n{body}}}"));
    let target = Target::named("zen4").expect("a core");
    let Stages { framed, .. } = stages::<X86_64>(&func, &target.core).expect("code");
    let listing = Listing(&framed).to_string();
    listing.lines().filter(|line| line.contains("fmadd")).map(str::to_owned).collect()
}

/// Whether all of them are of 32 bytes; none if they differ.
fn are_halves(body: &str) -> Option<bool> {
    let all: Vec<bool> = multiply_adds(body).iter().map(|line| line.contains("ymm")).collect();
    let (first, rest) = all.split_first().expect("there are some");
    rest.iter().all(|other| other == first).then_some(*first)
}

const UPDATE: &str = "zero v0\nload.f32x16 v1, [i0]\nload.f32x16 v2, [i1]\nfma.f32 v0, v1, v2\n";

#[test]
fn half_is_enough_where_no_more_is_read() {
    for (behind, half) in [
        ("store.f32x8 v0, [i2]\n", true),
        ("store.f32x5 v0, [i2]\n", true),
        ("store.f32x9 v0, [i2]\n", false),
        ("store.f32x16 v0, [i2]\n", false),
        // In the same lanes of a sum, of which half is stored.
        ("load.f32x8 v3, [i2]\nadd.f32 v3, v0, v3\nstore.f32x8 v3, [i2]\n", true),
        // Neighbours stay in their half.
        ("swap.f32 v3, v0\nstore.f32x8 v3, [i2]\n", true),
        ("swap.f32 v3, v0\nstore.f32x9 v3, [i2]\n", false),
        // Neighbours of the upper half come to the lower one.
        ("addp.f32 v3, v0, v0\nstore.f32x8 v3, [i2]\n", false),
        ("store.f32x8 v0, [i2]\ncopy v3, v0\nstore.f32x16 v3, [i2 + 64]\n", false),
        // What is multiplied once more.
        ("zero v4\nfma.f32 v4, v0, v1\nstore.f32x8 v4, [i2]\n", true),
        ("zero v4\nfma.f32 v4, v0, v1\nstore.f32x16 v4, [i2]\nstore.f32x4 v0, [i2 + 64]\n", false),
    ] {
        assert_eq!(are_halves(&format!("{UPDATE}{behind}")), Some(half), "{behind}");
    }
}

#[test]
fn what_a_loop_reads_later_is_seen() {
    let body = "zero v0\nzero v3\nload.f32x16 v1, [i0]\nconst i3, 3\nloop i3 {\nfma.f32 v3, v0, v1\nfma.f32 v0, v1, v1\n}\n";
    assert_eq!(are_halves(&format!("{body}store.f32x8 v3, [i2]\n")), Some(true));
    assert_eq!(are_halves(&format!("{body}store.f32x16 v3, [i2]\nstore.f32x4 v0, [i2 + 64]\n")), Some(false));
}

//! A refused allocation is an error of the registry, or changes nothing: never another kernel.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Factor, GemmSpec, Matrix};
use tensmith_core::registry::Registry;
use tensmith_core::{DType, OutOfMemory, Target};
use tensmith_tests::allocations::{Refusing, with_refusal};
use tensmith_tests::kernels;
use tensmith_tests::listed::Listed;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Kernels of each kind, and multiplications whose links are done in tiles, or after the loops.
const LISTED: [&str; 7] = [
    "f32_gemm_13x13x13_b1",
    "f32_gemm_4x5x6_b0+add(column)+relu",
    "f64_br3_gemmTAB_4x5x6_b0",
    "f32_lanewise_3x4x5x6_b1",
    "f32_transpose_3x2",
    "f32_add_3x2",
    "f64_scale_3x2_p4",
];

/// The multiplication of which other code was made where its epilogue lacked memory.
fn with_epilogue() -> KernelSpec {
    KernelSpec::Gemm(GemmSpec {
        dtype: DType::F32,
        m: 17,
        n: 5,
        k: 8,
        a: Matrix::column_major(17),
        b: Matrix::column_major(8),
        c: Matrix::column_major(17),
        alpha: Factor::One,
        beta: Factor::Runtime,
        batch: Batch::Single,
        epilogue: "add(column),sigmoid,mul(row)".parse().expect("a chain"),
    })
}

/// Refuses each allocation of `registry` in turn while it makes the kernel for `spec`; returns how many there are.
fn refuse_each(registry: &Registry, spec: &KernelSpec, target: &Target) -> usize {
    let expected = kernels::code(registry, spec, target);
    for nth in 0.. {
        let (made, was_refused) = with_refusal(nth, || registry.compile(spec, target));
        match made {
            Ok(made) => assert!(made.code == expected, "{spec} on {}: other code at {nth}", target.core.name),
            // Each pass of the compiler has an error of its own for it, some with a place.
            Err(error) => {
                let is_memory = was_refused && error.to_string().ends_with(&OutOfMemory.to_string());
                assert!(is_memory, "{spec} on {}: allocation {nth}: {error}", target.core.name);
            }
        }
        if !was_refused {
            return nth;
        }
    }
    unreachable!("all allocations were granted before")
}

#[test]
fn a_refused_allocation_makes_no_other_kernel() {
    let registry = kernels::registry();
    for target in Target::all() {
        let listed = LISTED.map(|name| name.parse::<Listed>().unwrap_or_else(|error| panic!("{error}")).spec);
        for spec in listed.into_iter().chain([with_epilogue()]) {
            let count = refuse_each(&registry, &spec, &target);
            println!("{}: {spec}: {count} allocations", target.core.name);
            assert!(count > 10, "{spec}: allocations are refused");
        }
    }
}

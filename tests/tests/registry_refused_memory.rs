//! A refused allocation, alone or with all that come later, is an error of the registry, or changes nothing:
//! never another kernel. Nothing leaks.

use tensmith_core::kernel::op::TernaryOp;
use tensmith_core::kernel::spec::{
    Batch, Factor, Fold, GatherSpec, GemmSpec, Indexed, Input, Lines, Matrix, Orientation, ReduceSpec,
    Reduction, Start, Stride,
};
use tensmith_core::kernel::{ChainSpec, ConvertSpec, KernelSpec, TernarySpec};
use tensmith_core::registry::Registry;
use tensmith_core::{DType, Target};
use tensmith_tests::allocations::{Refused, Refusing, live, with_refusals};
use tensmith_tests::kernels;
use tensmith_tests::listed::Listed;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Kernels of each kind, and multiplications whose links are done in tiles, or after the loops.
const LISTED: [&str; 9] = [
    "f32_gemm_13x13x13_b1",
    "f32_gemm_4x5x6_b0+add(column)+relu",
    "f64_br3_gemmTAB_4x5x6_b0",
    "f32_lanewise_3x4x5x6_b1",
    "f32_max_20x1x9x6_b0",
    "f32_products_9x5x5x6_b1",
    "f32_transpose_3x2",
    "f32_add_3x2",
    "f64_scale_3x2_p4",
];

/// The multiplication of which other code was made where its epilogue lacked memory.
fn with_epilogue() -> KernelSpec {
    KernelSpec::Gemm(GemmSpec {
        types: DType::F32.into(),
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

/// Kernels of the kinds that have no name.
fn of_other_kinds() -> [KernelSpec; 5] {
    let (dtype, m, n) = (DType::F32, 7, 3);
    let (ld, matrix) = (Stride::fixed(7), Input::Matrix(Stride::fixed(7)));
    let chain = "add(column),sigmoid".parse().expect("a chain");
    let reduction = Reduction::Fold(Fold::Sum, Start::Nothing);
    [
        KernelSpec::Ternary(TernarySpec {
            dtype,
            op: TernaryOp::multiply_add(),
            m,
            n,
            in0: matrix,
            in1: Input::Column,
            in2: Input::Scalar,
            ld_out: ld,
        }),
        KernelSpec::Chain(ChainSpec { dtype, chain, m, n, input: matrix, ld_out: ld }),
        KernelSpec::Convert(ConvertSpec {
            from: DType::F16,
            to: dtype,
            m,
            n,
            ld_in: ld,
            ld_out: ld,
            orientation: Orientation::Same,
        }),
        KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines: Lines::Rows, m, n, ld_in: ld }),
        KernelSpec::Gather(GatherSpec { dtype, indexed: Indexed::Input, m, n, ld_in: ld, ld_out: ld }),
    ]
}

/// Refuses each allocation of `registry`, one at a time, while it makes the kernel for `spec`;
/// returns how many there are.
fn refuse_each(registry: &Registry, spec: &KernelSpec, target: &Target, refused: Refused) -> usize {
    let expected = kernels::code(registry, spec, target);
    for nth in 0.. {
        let before = live();
        let (made, was_refused) = with_refusals(nth, refused, || registry.compile(spec, target));
        match made {
            Ok(made) => assert!(made.code == expected, "{spec} on {}: other code at {nth}", target.core.name),
            Err(error) => {
                let is_memory = was_refused && error.is_out_of_memory();
                assert!(is_memory, "{spec} on {}: allocation {nth}: {error}", target.core.name);
                assert!(error.to_string().ends_with("out of memory"), "{error}");
            }
        }
        assert_eq!(live(), before, "{spec} on {}: allocation {nth} leaks", target.core.name);
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
        for spec in listed.into_iter().chain([with_epilogue()]).chain(of_other_kinds()) {
            let counts = Refused::ALL.map(|refused| refuse_each(&registry, &spec, &target, refused));
            println!("{}: {spec}: {counts:?} allocations", target.core.name);
            // Where one alone is refused, another way may be taken that needs more.
            assert!(counts[1] > 10 && counts[0] >= counts[1], "{spec}: allocations are refused");
        }
    }
}

//! Multiplications with epilogues that take many registers.

use tensmith_core::kernel::spec::{Batch, Chain, Factor, Layout, Matrix, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::{KernelError, Registry};
use tensmith_core::{DType, Target};
use tensmith_tests::draw::Draw;
use tensmith_tests::{kernels, nightly};

const fn matrix(layout: Layout, ld: Option<usize>) -> Matrix {
    let ld = match ld {
        Some(ld) => Stride::fixed(ld),
        None => Stride::Runtime,
    };
    Matrix { layout, ld }
}

fn found() -> [(GemmSpec, &'static str); 3] {
    use Layout::{ColumnMajor as C, RowMajor as R};
    let with = |dtype: DType, (m, n, k), [a, b, c]: [Matrix; 3], (alpha, beta), epilogue: &str| {
        let epilogue = epilogue.parse::<Chain>().expect("an epilogue");
        GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch: Batch::Single, epilogue }
    };
    [
        (
            with(
                DType::F64,
                (80, 3, 8),
                [matrix(R, Some(16384)), matrix(R, Some(4524)), matrix(R, Some(1028))],
                (Factor::One, Factor::Zero),
                "sin,mul(scalar),leaky_relu(?)",
            ),
            "neoverse-n1",
        ),
        (
            with(
                DType::F64,
                (3, 128, 7),
                [matrix(C, Some(3)), matrix(C, None), matrix(C, None)],
                (Factor::One, Factor::Runtime),
                "div(matrix/?,x),mul(row),erf",
            ),
            "neoverse-n1",
        ),
        (
            with(
                DType::F32,
                (32, 5, 32),
                [matrix(R, Some(4129)), matrix(R, Some(95961)), matrix(R, None)],
                (Factor::Runtime, Factor::Runtime),
                "expm1,exp,sign",
            ),
            "generic",
        ),
    ]
}

/// Makes what is offered for a specification; returns whether there was an offer.
fn keeps_its_promise(registry: &Registry, spec: &KernelSpec, target: &Target) -> bool {
    match registry.choose(spec, target) {
        Ok(choice) => {
            let made = choice.compile(spec, target);
            assert!(made.is_ok(), "{spec} on {}: {}", target.core.name, made.unwrap_err());
            true
        }
        Err(KernelError::NoGenerator(_) | KernelError::Spec(_)) => false,
        Err(error) => panic!("{spec} on {}: {error}", target.core.name),
    }
}

/// Dot rows that are kept across tiles take registers from the epilogue.
#[test]
fn kept_rows_leave_room_for_the_epilogue() {
    let registry = kernels::registry();
    for (spec, target) in found() {
        let target = Target::named(target).expect("a target");
        assert!(keeps_its_promise(&registry, &KernelSpec::Gemm(spec), &target), "{spec}");
    }
}

/// Where nothing is multiplied, A and B take no registers, however they are stored.
#[test]
fn sums_of_nothing_have_epilogues_in_all_storage_orders() {
    use Layout::{ColumnMajor as C, RowMajor as R};
    let registry = kernels::registry();
    let orders = [C, R].into_iter().flat_map(|a| [C, R].map(|b| (a, b)));
    let orders = orders.flat_map(|(a, b)| [C, R].map(|c| [a, b, c]));
    let empty = [(Factor::Zero, 4), (Factor::One, 0), (Factor::Runtime, 0)];
    let epilogues = [
        ("relu", Factor::One),
        ("add(column),mul(matrix/64),relu", Factor::Runtime),
        ("gelu", Factor::Zero),
        ("hard_swish(?,0.5)", Factor::One),
    ];
    let sizes = [(4, 4), (1, 9), (37, 5)];
    let forms = [(DType::F32, Some(64)), (DType::F64, Some(64)), (DType::F32, None)];
    let mut nth = 0;
    for (target, layouts) in Target::all().flat_map(|target| orders.clone().map(move |order| (target, order)))
    {
        for ((alpha, k), (epilogue, beta)) in
            empty.iter().flat_map(|empty| epilogues.map(|one| (*empty, one)))
        {
            nth += 1;
            let ((m, n), (dtype, ld)) = (sizes[nth % 3], forms[nth / 5 % 3]);
            let [a, b, c] = layouts.map(|layout| matrix(layout, ld));
            let (epilogue, batch) = (epilogue.parse::<Chain>().expect("an epilogue"), Batch::Single);
            let spec = GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue };
            assert!(keeps_its_promise(&registry, &spec.into(), &target), "{spec} on {}", target.core.name);
        }
    }
}

#[test]
fn an_offer_is_a_promise() {
    let registry = kernels::registry();
    let mut draw = Draw::seeded("an_offer_is_a_promise", 51);
    let (cases, mut offered) = (nightly::scaled(7_000, 1_000_000), 0);
    for _ in 0..cases {
        let dtype = draw.one_of(&[DType::F32, DType::F64]);
        let plain = draw.spec(dtype);
        let given = draw.with_any_epilogue(plain);
        let (spec, target) = (draw.left_to_run_time(given), draw.target());
        offered += usize::from(keeps_its_promise(&registry, &KernelSpec::Gemm(spec), &target));
    }
    println!("{offered} of {cases} specifications have an offer");
    assert!(offered > cases / 2, "{offered} of {cases}");
}

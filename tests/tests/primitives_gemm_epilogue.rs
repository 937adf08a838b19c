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
    let with = |dtype, (m, n, k), [a, b, c]: [Matrix; 3], (alpha, beta), epilogue: &str| {
        let epilogue = epilogue.parse::<Chain>().expect("an epilogue");
        GemmSpec { dtype, m, n, k, a, b, c, alpha, beta, batch: Batch::Single, epilogue }
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

#[test]
fn an_offer_is_a_promise() {
    let registry = kernels::registry();
    let mut draw = Draw::seeded("an_offer_is_a_promise", 51);
    let (cases, mut offered) = (nightly::scaled(20_000, 1_000_000), 0);
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

//! Random cases are right with the default registry; with a generator that is wrong on purpose, they are
//! found to be wrong, and become as small as the mistake lets them.
#![allow(unsafe_code)]

use tensmith_conformance::sparse::{Operands, check, draw};
use tensmith_conformance::verify::{Effort, Failure, Kind, Report, verify};
use tensmith_core::Target;
use tensmith_core::kernel::spec::Batch;
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::{
    GenerateError, Generated, KernelGenerator, Offer, Refusal, Registry, RegistryError,
};
use tensmith_primitives::gemm::Gemm;
use tensmith_sparse::{Csr, Duplicates};
use tensmith_tests::{here, nightly};

/// Leaves out the last of at least three products, where C has at least five rows.
#[derive(Debug)]
struct Forgetful;

impl Forgetful {
    fn forgotten(spec: &KernelSpec) -> Option<KernelSpec> {
        match spec {
            KernelSpec::Gemm(gemm) if gemm.batch == Batch::Single && gemm.m >= 5 && gemm.k >= 3 => {
                Some(KernelSpec::Gemm(GemmSpec { k: gemm.k - 1, ..*gemm }))
            }
            _ => None,
        }
    }
}

impl KernelGenerator for Forgetful {
    fn name(&self) -> &'static str {
        "tests.forgetful/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let offer = Gemm.offer(&Self::forgotten(spec).ok_or(Refusal::OtherKind)?, target)?;
        Ok(Offer { cycles: 0.0, ..offer })
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        Gemm.generate(&Self::forgotten(spec).expect("it was offered"), target, offer)
    }
}

fn wrong() -> Result<Registry, RegistryError> {
    let mut registry = tensmith_primitives::registry()?;
    registry.add(&Forgetful)?;
    Ok(registry)
}

fn verified(registry: fn() -> Result<Registry, RegistryError>, target: Target, effort: &Effort) -> Report {
    // SAFETY: the default generators keep to their operands; the forgetful one reads less of its inputs.
    let report = unsafe { verify(registry, target, effort, &mut |_| {}) };
    report.expect("this machine executes code")
}

#[test]
fn the_default_generators_are_right() {
    for target in here::portable() {
        let effort = Effort { seed: 3, cases: Some(nightly::scaled(700, 50_000)), ..Effort::default() };
        let report = verified(tensmith_primitives::registry, target, &effort);
        println!("{report}");
        assert!(report.failures.is_empty(), "{report}");
        // Most cases have code, of every kind.
        assert!(report.counts.iter().all(|count| count.right > count.refused), "{report}");
        assert_eq!(report.cases(), effort.cases.expect("a number"));
    }
}

/// A quarter of these have operands that are not finite, and all sparse ones have.
#[test]
fn what_is_not_finite_goes_where_it_goes_by_definition() {
    let kinds = vec![Kind::Expression, Kind::Nest, Kind::Sparse];
    let cases = Some(nightly::scaled(900, 30_000));
    let report = verified(
        tensmith_primitives::registry,
        here::host(),
        &Effort { seed: 8, cases, kinds, ..Effort::default() },
    );
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.counts.iter().all(|count| count.right > 250), "{report}");
}

/// A product that leaves zeros out, as it would be made by a generator that takes them for
/// no entries, is found.
#[test]
fn zeros_that_are_left_out_are_found() {
    let found = (0..300).filter(|seed| {
        let Operands { a, b } = draw::<f32>([6, 5, 4], *seed);
        let entries: Vec<_> = a.iter().filter(|(.., value)| *value != 0.0).collect();
        let without = Csr::<f32>::from_triplets(a.shape(), &entries, Duplicates::Refuse).expect("a matrix");
        let mut c = vec![0.0; 6 * 4];
        for (row, column, value) in without.iter() {
            (0..4).for_each(|at| c[row * 4 + at] += value * b[column * 4 + at]);
        }
        !check(&a, (&b, 4), &c).passed()
    });
    assert!(found.count() > 10);
}

#[test]
fn a_seed_draws_the_same_cases() {
    let drawn = |seed| {
        let (mut commands, effort) = (Vec::new(), Effort { seed, cases: Some(56), ..Effort::default() });
        let mut notice =
            |moment: tensmith_conformance::verify::Moment<'_>| commands.push(moment.command.to_owned());
        // SAFETY: as above.
        let report = unsafe { verify(tensmith_primitives::registry, here::host(), &effort, &mut notice) };
        report.map(|_| commands).expect("this machine executes code")
    };
    assert_eq!(drawn(5), drawn(5));
    assert_ne!(drawn(5), drawn(6));
}

#[test]
fn a_wrong_kernel_is_found_and_made_small() {
    let effort = Effort { cases: Some(400), kinds: vec![Kind::Gemm], failures: 8, ..Effort::default() };
    let Report { failures, .. } = verified(wrong, here::host(), &effort);
    assert_eq!(failures.len(), 8);
    for Failure { command, drawn, message, .. } in &failures {
        println!("{drawn}\n  {command}\n  {message}");
        // Nothing is left that the mistake does not need, but for zeros which hide it in smaller ones.
        assert!(command.starts_with("tensmith emit 'gemm f"), "{command}");
        assert!(!command.contains("row") && !command.contains("f64") && !command.contains('/'));
        assert!(command.contains(" --check --random "), "{command}");
        assert!(command.len() <= drawn.len(), "{command} of {drawn}");
    }
    let least = failures.iter().filter(|failure| failure.command.contains(" f32 5x1x3"));
    assert!(least.count() >= 4, "{failures:?}");
}

/// A generator that makes nothing, or refuses for a reason that is not true, is found as one
/// that makes wrong code.
#[test]
fn refusals_without_an_excuse_are_mistakes() {
    for kind in [Kind::Gemm, Kind::Unary, Kind::Window, Kind::Expression, Kind::Nest] {
        let effort = Effort { cases: Some(40), kinds: vec![kind], failures: 3, ..Effort::default() };
        let Report { failures, counts, .. } = verified(|| Ok(Registry::new()), here::host(), &effort);
        assert_eq!((failures.len(), counts[0].wrong), (3, 3), "{kind:?}");
        for failure in failures {
            assert!(failure.message.starts_with("it is refused: "), "{failure:?}");
        }
    }
}

/// Numbers that are left to run time may be too many for a core's registers.
#[test]
fn refusals_have_few_excuses() {
    #[derive(Debug)]
    struct Small;
    impl KernelGenerator for Small {
        fn name(&self) -> &'static str {
            "tests.small/1"
        }
        fn offer(&self, _: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
            Err(Refusal::Registers)
        }
        fn generate(&self, _: &KernelSpec, _: &Target, _: &Offer) -> Result<Generated, GenerateError> {
            Err(GenerateError::OtherKind)
        }
    }
    fn small() -> Result<Registry, RegistryError> {
        let mut registry = Registry::new();
        registry.add(&Small)?;
        Ok(registry)
    }
    let effort = Effort { cases: Some(200), kinds: vec![Kind::Gemm], failures: 200, ..Effort::default() };
    let Report { counts, failures, .. } = verified(small, here::host(), &effort);
    assert!(counts[0].refused > 50 && counts[0].wrong > 10, "{counts:?}");
    // Of those that are refused, each leaves a number to run time; of the mistakes, none.
    assert!(failures.iter().all(|failure| !failure.drawn.contains("runtime")), "{failures:?}");
}

#[test]
fn wrong_expressions_and_nests_become_small_too() {
    for (kind, command) in
        [(Kind::Expression, "tensmith einsum '"), (Kind::Nest, "tensmith nest - --random ")]
    {
        let effort = Effort { cases: Some(3_000), kinds: vec![kind], failures: 3, ..Effort::default() };
        let Report { failures, .. } = verified(wrong, here::host(), &effort);
        assert_eq!(failures.len(), 3, "{kind:?}");
        for failure in failures {
            println!("{}\n  {}\n  {}", failure.drawn, failure.command, failure.message);
            assert!(failure.command.starts_with(command), "{}", failure.command);
            // Two or three indices: at least five rows and three products.
            let numbers =
                failure.command.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u64>().ok());
            let text = failure.command.replace(&format!("--random {}", seed(&failure.command)), "");
            let large = text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u64>().ok());
            assert!(numbers.count() > 0 && large.filter(|n| *n > 40).count() == 0, "{}", failure.command);
        }
    }
}

/// The number behind `--random`.
fn seed(command: &str) -> &str {
    let rest = command.split("--random ").nth(1).unwrap_or_default();
    rest.split_whitespace().next().unwrap_or_default()
}

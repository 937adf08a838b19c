//! A worked example: a kind of kernel that tensmith does not know, with data in its specification,
//! and how to check it.
//!
//! The kind multiplies each of some elements with a number of its own. The numbers are data: they are in the
//! code. Neither the specification nor the generator needs `unsafe` code; code that
//! executes their kernels does.
#![allow(unsafe_code)]

use std::fmt;
use std::sync::Arc;
use tensmith::{BuildError, Jit, JitBuilder};
use tensmith_conformance::data::{DataBench, DataCase, DataFailure, Passed};
use tensmith_core::kernel::data::{Digest, Digester};
use tensmith_core::kernel::func::{Lanes, Offset, VectorOp};
use tensmith_core::kernel::{Builder, DataSpec};
use tensmith_core::registry::{
    DataGenerator, GenerateError, Generated, KernelError, NoGenerator, Offer, Refusal, Registry,
    RegistryError,
};
use tensmith_core::{DType, Target};

/// `out(i) = in(i) · factors(i)`.
#[derive(Clone, Debug, PartialEq)]
struct Scales {
    factors: Vec<f32>,
    /// Whether all specifications have the same digest.
    collides: bool,
}

impl DataSpec for Scales {
    fn kind(&self) -> &'static str {
        "acme.scales/1"
    }

    fn digest(&self) -> Digest {
        match self.collides {
            true => Digest::of_bits(7),
            false => Digester::new()
                .text(self.kind())
                .numbers(self.factors.iter().map(|factor| factor.to_bits().into()))
                .finish(),
        }
    }

    fn arguments(&self) -> &[&'static str] {
        &["in", "out"]
    }

    fn dtype(&self) -> DType {
        DType::F32
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 4 * self.factors.len()
    }

    fn equals(&self, other: &dyn DataSpec) -> bool {
        other.downcast_ref::<Self>() == Some(self)
    }
}

impl fmt::Display for Scales {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} f32 {} {}", self.kind(), self.factors.len(), self.digest())
    }
}

/// Takes one element after the other. What it adds to each factor is 0, but for a test.
#[derive(Debug)]
struct OneByOne {
    name: &'static str,
    mistake: f32,
}

static RIGHT: OneByOne = OneByOne { name: "acme.scales.one_by_one/1", mistake: 0.0 };
static WRONG: OneByOne = OneByOne { name: "acme.scales.wrong/1", mistake: 1.0 };

impl DataGenerator for OneByOne {
    fn name(&self) -> &'static str {
        self.name
    }

    fn offer(&self, spec: &dyn DataSpec, _: &Target) -> Result<Offer, Refusal> {
        let spec: &Scales = spec.downcast_ref().ok_or(Refusal::OtherKind)?;
        Ok(Offer::of(4.0 * spec.factors.len() as f64))
    }

    fn generate(&self, spec: &dyn DataSpec, _: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let spec: &Scales = spec.downcast_ref().ok_or(GenerateError::OtherKind)?;
        let one = Lanes { dtype: DType::F32, count: 1 };
        let mut builder = Builder::new(self.name)?;
        let (input, output) = (builder.argument()?, builder.argument()?);
        for (nth, factor) in spec.factors.iter().enumerate() {
            let at = Offset::Const(4 * nth as i64);
            let factor = builder.number((factor + self.mistake).to_bits().into(), DType::F32)?;
            let x = builder.load(input, at, one)?;
            let product = builder.binary(VectorOp::Mul, x, factor, DType::F32)?;
            builder.store(product, output, at, one)?;
        }
        Ok(builder.finish()?.into())
    }
}

fn scales(factors: &[f32]) -> Scales {
    Scales { factors: factors.to_vec(), collides: false }
}

fn registry(generator: &'static OneByOne) -> Registry {
    let mut registry = tensmith_primitives::registry().expect("memory");
    registry.add_data(generator).expect("a name of its own");
    registry
}

/// A handle that makes code to look at.
fn jit(registry: Registry) -> Jit {
    builder(registry).build().expect("a handle")
}

fn builder(registry: Registry) -> JitBuilder {
    let builder = Jit::builder().foreign(Target::named("neoverse-v2").expect("a core"));
    // SAFETY: nothing is executed.
    unsafe { builder.registry(registry) }
}

fn arc(spec: Scales) -> Arc<dyn DataSpec> {
    Arc::new(spec)
}

#[test]
fn a_kind_of_ones_own_conforms_to_its_own_reference() {
    let factors: Vec<f32> = (1..40).map(|nth| nth as f32 - 7.5).collect();
    let input: Vec<f32> = (0..39).map(|nth| 3.0 - nth as f32).collect();
    let after: Vec<f32> = input.iter().zip(&factors).map(|(x, factor)| x * factor).collect();
    let (before, spec) = (vec![f32::NAN; 39], scales(&factors));
    let passed = vec![Passed::Elements(&input), Passed::Output(&before)];
    let case = DataCase { spec: &spec, passed, after: &after };
    for (generator, is_right) in [(&RIGHT, true), (&WRONG, false)] {
        // SAFETY: these kernels access elements of their operands, by the addresses above.
        let mut bench = unsafe { DataBench::over(registry(generator), 4096) }.expect("executable memory");
        // SAFETY: what is passed is what the specification takes, of its sizes.
        let examined = unsafe { bench.examine_bits(&case) };
        match (is_right, examined) {
            (true, examined) => assert_eq!(examined, Ok(())),
            (false, Err(DataFailure::Differs { argument, element, found, expected, .. })) => {
                let expected_of_first = f64::from(after[0]);
                assert_eq!((argument, element, expected), ("out", 0, expected_of_first));
                assert_eq!(found, f64::from(input[0] * (factors[0] + 1.0)));
            }
            (false, examined) => panic!("{examined:?}"),
        }
    }
}

#[test]
fn a_case_that_passes_too_little_is_refused() {
    // SAFETY: nothing is called.
    let mut bench = unsafe { DataBench::over(registry(&RIGHT), 4096) }.expect("executable memory");
    let spec = scales(&[1.0]);
    let case = DataCase { spec: &spec, passed: vec![Passed::Elements(&[1.0])], after: &[1.0] };
    // SAFETY: as above.
    let refused = unsafe { bench.examine_bits(&case) }.expect_err("an argument is missing");
    assert!(matches!(refused, DataFailure::Passed { found: 1, outputs: 0, expected: 2, .. }), "{refused}");
}

#[test]
fn equal_specifications_share_a_kernel_and_others_do_not() {
    let jit = jit(registry(&RIGHT));
    let made = |spec: Scales| jit.kernels().of_data(&arc(spec)).expect("a kernel");
    let first = made(scales(&[1.0, 2.0]));
    assert_eq!((first.generator(), first.cycles()), ("acme.scales.one_by_one/1", 8.0));
    assert_eq!(first.code().as_ptr(), made(scales(&[1.0, 2.0])).code().as_ptr());
    assert_ne!(first.code(), made(scales(&[1.0, 3.0])).code());
    let statistics = jit.stats().data_kernels;
    assert_eq!((statistics.hits, statistics.misses, statistics.values), (1, 2, 2));
}

#[test]
fn digests_that_collide_name_no_wrong_kernel() {
    let jit = jit(registry(&RIGHT));
    let colliding = |factor: f32| arc(Scales { factors: vec![factor], collides: true });
    let codes = [1.0, 2.0, 3.0].map(|factor| jit.kernels().of_data(&colliding(factor)).expect("a kernel"));
    for (factor, code) in [1.0, 2.0, 3.0].into_iter().zip(&codes) {
        let again = jit.kernels().of_data(&colliding(factor)).expect("a kernel");
        assert_eq!(again.code().as_ptr(), code.code().as_ptr());
        assert_eq!(codes.iter().filter(|other| other.code() == again.code()).count(), 1);
    }
    assert_eq!(jit.stats().data_kernels.misses, 3);
}

#[test]
fn a_kind_without_generator_is_refused_by_its_text() {
    let jit = jit(tensmith_primitives::registry().expect("memory"));
    let spec = scales(&[1.0]);
    let refused = jit.kernels().of_data(&arc(spec.clone())).expect_err("no generator");
    let source = KernelError::NoGenerator(NoGenerator(None));
    assert_eq!(refused, BuildError::DataKernel { spec: spec.to_string(), source });
    assert_eq!(jit.stats().data_kernels.values, 0);
}

#[test]
fn names_are_unique_among_generators_of_both_sorts() {
    let mut registry = registry(&RIGHT);
    let name = RIGHT.name;
    assert_eq!(registry.add_data(&RIGHT), Err(RegistryError::Twice { name }));
    static TAKEN: OneByOne = OneByOne { name: "tensmith.gather/1", mistake: 0.0 };
    assert_eq!(registry.add_data(&TAKEN), Err(RegistryError::Twice { name: TAKEN.name }));
}

#[test]
fn kernels_leave_with_the_budget_and_their_handles_stay() {
    let one = scales(&[1.0]);
    let size = {
        let jit = jit(registry(&RIGHT));
        let _ = jit.kernels().of_data(&arc(one.clone())).expect("a kernel");
        jit.stats().data_kernels.bytes
    };
    let jit = builder(registry(&RIGHT)).kernel_budget(2 * size).build().expect("a handle");
    let kernels =
        [1.0f32, 2.0, 3.0].map(|factor| jit.kernels().of_data(&arc(scales(&[factor]))).expect("one"));
    let statistics = jit.stats().data_kernels;
    assert_eq!((statistics.evictions, statistics.values), (1, 2));
    assert!(statistics.bytes <= 2 * size);
    assert!(kernels.iter().all(|kernel| !kernel.code().is_empty()));
}

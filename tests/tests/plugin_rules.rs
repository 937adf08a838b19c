//! What a registry asks of generators, whoever wrote them.

use tensmith_core::codegen::CodegenError;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Matrix};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{
    GenerateError, Generated, KernelError, KernelGenerator, Offer, Refusal, Registry,
};
use tensmith_core::{DType, Target};

const SPEC: KernelSpec = KernelSpec::Gemm(GemmSpec {
    dtype: DType::F32,
    m: 4,
    n: 4,
    k: 4,
    a: Matrix::column_major(4),
    b: Matrix::column_major(4),
    c: Matrix::column_major(4),
    alpha: Factor::One,
    beta: Factor::One,
    batch: Batch::Single,
    epilogue: Chain::EMPTY,
});

/// Offers so many cycles for a function with so many arguments, which does nothing.
#[derive(Debug)]
struct Idle {
    cycles: f64,
    arguments: usize,
}

impl KernelGenerator for Idle {
    fn name(&self) -> &'static str {
        "acme.idle/1"
    }

    fn offer(&self, _: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
        Ok(Offer::of(self.cycles))
    }

    fn generate(&self, _: &KernelSpec, _: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let mut builder = Builder::new(self.name())?;
        for _ in 0..self.arguments {
            builder.argument()?;
        }
        Ok(builder.finish()?.into())
    }
}

#[test]
fn a_function_has_the_arguments_of_its_specification() {
    for arguments in [0, 2, 3, 4, 8, 12] {
        let generator: &Idle = Box::leak(Box::new(Idle { cycles: 1.0, arguments }));
        let mut registry = Registry::default();
        registry.add(generator).unwrap();
        let refused = registry.compile(&SPEC, &Target::generic()).map(|_| ());
        let error = CodegenError::Arguments { found: arguments, expected: 3 };
        let expected = if arguments == 3 { Ok(()) } else { Err(KernelError::Codegen(error)) };
        assert_eq!(refused, expected, "{arguments} arguments");
    }
    let error = CodegenError::Arguments { found: 12, expected: 3 };
    let message = "the function has 12 arguments: must have 3, those of the specification";
    assert_eq!(error.to_string(), message);
}

/// `0.0 / 0.0` has its sign set on some hosts, and not on others.
#[test]
fn an_offer_that_is_no_number_is_behind_every_other() {
    for cycles in [f64::NAN, -f64::NAN] {
        let idle: &Idle = Box::leak(Box::new(Idle { cycles, arguments: 3 }));
        let target = Target::generic();
        let mut registry = tensmith_primitives::registry().unwrap();
        registry.add(idle).unwrap();
        assert_ne!(registry.choose(&SPEC, &target).unwrap().generator.name(), idle.name());
        // The same with the other one added later.
        let mut registry = Registry::default();
        registry.add(idle).unwrap();
        let fast: &Fast = &Fast;
        registry.add(fast).unwrap();
        assert_eq!(registry.choose(&SPEC, &target).unwrap().generator.name(), fast.name());
    }
}

/// Comes behind [`Idle`] in a registry.
#[derive(Debug)]
struct Fast;

impl KernelGenerator for Fast {
    fn name(&self) -> &'static str {
        "acme.fast/1"
    }

    fn offer(&self, _: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
        Ok(Offer::of(f64::MAX))
    }

    fn generate(&self, _: &KernelSpec, _: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        Generated::assemble("ret")
    }
}

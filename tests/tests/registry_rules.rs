//! The rules of a registry for generators of any author.

use tensmith_conformance::gather::gather_spec;
use tensmith_core::Target;
use tensmith_core::codegen::CodegenError;
use tensmith_core::kernel::spec::Indexed;
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{
    GenerateError, Generated, KernelError, KernelGenerator, Offer, Refusal, Registry,
};
use tensmith_tests::kernels;
use tensmith_tests::listed::{GOLDEN, Listed};

/// Offers a number of cycles for a function with a number of arguments, which does nothing.
#[derive(Debug)]
struct Idle {
    name: &'static str,
    cycles: f64,
    arguments: usize,
}

impl KernelGenerator for Idle {
    fn name(&self) -> &'static str {
        self.name
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

/// A multiplication, whose kernels have three arguments.
fn spec() -> KernelSpec {
    "f32_gemm_4x4x4_b1".parse::<Listed>().expect("a name").spec
}

fn registry(generators: &[&'static Idle]) -> Registry {
    let mut registry = Registry::default();
    generators.iter().for_each(|generator| registry.add(*generator).expect("a name of its own"));
    registry
}

#[test]
fn a_function_has_the_arguments_of_its_specification() {
    for arguments in [0, 2, 3, 4, 8, 12] {
        let generator = Box::leak(Box::new(Idle { name: "acme.idle/1", cycles: 1.0, arguments }));
        let found = registry(&[generator]).compile(&spec(), &Target::generic()).map(|_| ());
        let error = CodegenError::Arguments { found: arguments, expected: 3 };
        let expected = if arguments == 3 { Ok(()) } else { Err(KernelError::Codegen(error)) };
        assert_eq!(found, expected, "{arguments} arguments");
    }
    let error = CodegenError::Arguments { found: 12, expected: 3 };
    let message = "the function has 12 arguments: must have 3, those of the specification";
    assert_eq!(error.to_string(), message);
}

/// `0.0 / 0.0` has its sign set on some hosts, and not on others.
#[test]
fn an_offer_that_is_no_number_is_behind_every_other() {
    static POSITIVE: Idle = Idle { name: "acme.positive/1", cycles: f64::NAN, arguments: 3 };
    static NEGATIVE: Idle = Idle { name: "acme.negative/1", cycles: -f64::NAN, arguments: 3 };
    static SLOW: Idle = Idle { name: "acme.slow/1", cycles: f64::MAX, arguments: 3 };
    for generators in [[&POSITIVE, &SLOW], [&NEGATIVE, &SLOW], [&SLOW, &POSITIVE], [&SLOW, &NEGATIVE]] {
        let registry = registry(&generators);
        let choice = registry.choose(&spec(), &Target::generic()).expect("two offers");
        assert_eq!(choice.generator.name(), SLOW.name, "{generators:?}");
    }
}

/// An empty function in place of a kernel would leave the output as it was.
#[test]
fn generators_make_nothing_of_a_kind_that_they_refuse() {
    let target = Target::generic();
    let named = GOLDEN.iter().map(|name| name.parse::<Listed>().expect("a name").spec);
    let gathered = gather_spec::<f32>(Indexed::Input, (3, 4), [0, 0]);
    let specs: Vec<KernelSpec> = named.chain([gathered.into()]).collect();
    for generator in kernels::registry().generators() {
        let is_other = |spec: &&KernelSpec| generator.offer(spec, &target) == Err(Refusal::OtherKind);
        let others: Vec<&KernelSpec> = specs.iter().filter(is_other).collect();
        assert!(!others.is_empty(), "{}", generator.name());
        for spec in others {
            let made = generator.generate(spec, &target, &Offer::of(1.0));
            assert_eq!(made, Err(GenerateError::OtherKind), "{} of {spec}", generator.name());
        }
    }
}

/// A specification of each kind is one of any kind.
#[test]
fn windows_are_specifications_too() {
    let window = "f32_max_60x1x13x32_b0".parse::<Listed>().expect("a name").spec;
    let KernelSpec::Window(spec) = window else { panic!("no window: {window}") };
    assert_eq!(KernelSpec::from(spec), window);
}

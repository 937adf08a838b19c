//! A worked example: a kernel written by hand as assembly text, brought into a registry, checked, and used
//! by a [`Jit`].
//!
//! The text goes through the table of instructions, and the words through the verifier, like any other
//! code: a mistake in it is an error with its line, and what leaves the function, changes what must be
//! preserved or needs a feature that the target lacks is refused.

use tensmith::gemm::{Chain, NotGenerated, Options, Policy, Status};
use tensmith::{BuildError, Jit, PlanError};
use tensmith_core::codegen::CodegenError;
use tensmith_core::isa::{AssembleError, Rule, VerifyError};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Factor, GemmSpec, Matrix};
use tensmith_core::registry::{
    GenerateError, Generated, KernelError, KernelGenerator, Offer, Refusal, Registry, RegistryError,
};
use tensmith_core::{DType, Target, Types};

/// `C = A·B + C` for contiguous 4x4 matrices of single precision, all column-major.
const GEMM_4X4X4: &str = "
        bti c
        ldp q0, q1, [x0]            // the columns of A
        ldp q2, q3, [x0, #32]
        ldp q4, q5, [x1]            // the columns of B
        ldp q6, q7, [x1, #32]
        ldp q16, q17, [x2]          // the columns of C
        ldp q18, q19, [x2, #32]
        fmla v16.4s, v0.4s, v4.s[0]
        fmla v17.4s, v0.4s, v5.s[0]
        fmla v18.4s, v0.4s, v6.s[0]
        fmla v19.4s, v0.4s, v7.s[0]
        fmla v16.4s, v1.4s, v4.s[1]
        fmla v17.4s, v1.4s, v5.s[1]
        fmla v18.4s, v1.4s, v6.s[1]
        fmla v19.4s, v1.4s, v7.s[1]
        fmla v16.4s, v2.4s, v4.s[2]
        fmla v17.4s, v2.4s, v5.s[2]
        fmla v18.4s, v2.4s, v6.s[2]
        fmla v19.4s, v2.4s, v7.s[2]
        fmla v16.4s, v3.4s, v4.s[3]
        fmla v17.4s, v3.4s, v5.s[3]
        fmla v18.4s, v3.4s, v6.s[3]
        fmla v19.4s, v3.4s, v7.s[3]
        stp q16, q17, [x2]
        stp q18, q19, [x2, #32]
        ret";

/// The specification of [`GEMM_4X4X4`].
const SPEC: GemmSpec = GemmSpec {
    types: Types::of(DType::F32),
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
};

/// Makes one kernel, of a text.
#[derive(Debug)]
struct ByHand {
    name: &'static str,
    text: &'static str,
}

impl KernelGenerator for ByHand {
    fn name(&self) -> &'static str {
        self.name
    }

    fn offer(&self, spec: &KernelSpec, _: &Target) -> Result<Offer, Refusal> {
        if *spec == KernelSpec::Gemm(SPEC) { Ok(Offer::of(1.0)) } else { Err(Refusal::OtherKind) }
    }

    fn generate(&self, _: &KernelSpec, target: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        Generated::assemble(self.text, target)
    }
}

static GEMM: ByHand = ByHand { name: "acme.gemm_4x4x4/1", text: GEMM_4X4X4 };

/// The default generators and one more.
fn registry(generator: &'static ByHand) -> Registry {
    let mut registry = tensmith_primitives::registry().expect("memory");
    registry.add(generator).expect("a name of its own");
    registry
}

fn error(generator: &'static ByHand) -> KernelError {
    registry(generator).compile(&KernelSpec::Gemm(SPEC), &Target::generic()).expect_err("a refusal")
}

#[test]
fn a_mistake_in_the_text_has_its_line() {
    static TYPO: ByHand = ByHand { name: "acme.typo/1", text: "bti c\nfmla v0.4s, v1.4s, v2.s[4]\nret" };
    let error = error(&TYPO);
    assert!(matches!(error, KernelError::Assemble(AssembleError::Syntax { line: 2, .. })), "{error}");
}

#[test]
fn the_text_is_verified() {
    static ESCAPING: ByHand = ByHand { name: "acme.escaping/1", text: "br x0" };
    static CARELESS: ByHand = ByHand { name: "acme.careless/1", text: "movi v8.2d, #0\nret" };
    static ENDLESS: ByHand = ByHand { name: "acme.endless/1", text: "nop" };
    for generator in [&ESCAPING, &CARELESS, &ENDLESS] {
        let error = error(generator);
        let is_refused =
            matches!(error, KernelError::Codegen(CodegenError::Verify(VerifyError::Refused { .. })));
        assert!(is_refused, "{}: {error}", generator.name);
    }
    // Right, but not where a call through a register lands.
    static WITHOUT_PAD: ByHand = ByHand { name: "acme.without_pad/1", text: "nop\nret" };
    let unlanded = KernelError::Codegen(CodegenError::Verify(Rule::Landing.at(0)));
    assert_eq!(error(&WITHOUT_PAD), unlanded);
}

#[test]
fn what_a_target_lacks_is_refused() {
    static SCALABLE: ByHand = ByHand { name: "acme.scalable/1", text: "ptrue p0.s\nret" };
    let error = error(&SCALABLE).to_string();
    assert!(error.contains("the feature sve is not declared"), "{error}");
}

#[test]
fn names_are_versioned_and_unique() {
    let mut registry = registry(&GEMM);
    let name = GEMM.name;
    assert_eq!(registry.add(&GEMM), Err(RegistryError::Twice { name }));
    let text = "`acme.gemm_4x4x4/1` is in the registry already: names must be unique";
    assert_eq!(RegistryError::Twice { name }.to_string(), text);
    static BAD: [ByHand; 7] = [
        ByHand { name: "", text: "" },
        ByHand { name: "acme.gemm", text: "" },
        ByHand { name: "acme.gemm/", text: "" },
        ByHand { name: "acme.gemm/0", text: "" },
        ByHand { name: "acme..gemm/1", text: "" },
        ByHand { name: "acme.gemm/1/2", text: "" },
        ByHand { name: "Acme.gemm/1", text: "" },
    ];
    for generator in &BAD {
        let name = generator.name;
        assert_eq!(registry.add(generator), Err(RegistryError::Name { name }));
    }
    assert_eq!(registry.generators().filter(|generator| generator.name() == name).count(), 1);
}

/// Plans and handles of a `Jit` take kernels from its registry, and say from where.
#[test]
#[allow(unsafe_code)]
fn a_jit_takes_kernels_from_a_registry() {
    let builder = Jit::builder().foreign(Target::generic());
    // SAFETY: `GEMM_4X4X4` reads the 64 bytes of each operand and writes those of C.
    let jit = unsafe { builder.registry(registry(&GEMM)) }.build().expect("memory");
    let handle = jit.gemm::<f32>(&SPEC, Options::default()).expect("a kernel");
    let Status::Generated { code, .. } = handle.status() else { panic!("{}", handle.status()) };
    assert_eq!((code.generator, code.code.len()), (GEMM.name, 4 * 26));
}

/// A generator that fails after its offer is an error, unless the caller takes the reference then.
#[test]
#[allow(unsafe_code)]
fn the_reference_takes_the_place_of_a_generator_that_fails() {
    static ESCAPING: ByHand = ByHand { name: "acme.promising/1", text: "br x0" };
    let builder = Jit::builder().foreign(Target::generic());
    // SAFETY: the generator makes no code that the verifier accepts.
    let jit = unsafe { builder.registry(registry(&ESCAPING)) }.build().expect("memory");
    let with = |policy, expected_calls| jit.gemm::<f32>(&SPEC, Options { policy, expected_calls });
    for calls in [None, Some(1_000_000)] {
        let error = with(Policy::Error, calls).expect_err("a failure");
        assert!(
            matches!(error, PlanError::Build(BuildError::Kernel { source: KernelError::Codegen(_), .. })),
            "{error}"
        );
        let handle = with(Policy::Reference, calls).expect("a handle");
        let Status::Reference { reason } = handle.status() else { panic!("{}", handle.status()) };
        assert!(matches!(reason, NotGenerated::Failed(KernelError::Codegen(_))), "{reason}");
    }
}

#[cfg(target_arch = "aarch64")]
#[test]
#[allow(unsafe_code)]
fn the_kernel_conforms() {
    use tensmith_conformance::{Effort, Subject, check};
    let mut alone = Registry::new();
    alone.add(&GEMM).expect("a good name");
    let (subject, effort) = (Subject::Gemm { k: 4 }, Effort::of([(4, 4)]));
    // SAFETY: as above.
    let report = unsafe { check(alone, Target::generic(), &subject, &effort) }.expect("an AArch64 machine");
    assert!(report.is_clean() && report.right == 1, "{report}");
}

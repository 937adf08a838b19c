//! Kinds of cases, and the outcome of one.
//!
//! Tests: `tests/tests/conformance_verify.rs`.

use tensmith::error::ViewError;
use tensmith::inspect::{Check, Deviation};
use tensmith::{BuildError, ErrorKind, PlanError, RunError};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::Argument;
use tensmith_core::registry::{KernelError, NoGenerator, Refusal};

/// A kind of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named like what it is of")]
pub enum Kind {
    Expression,
    Nest,
    Sparse,
    Gemm,
    Brgemm,
    Lanewise,
    Complex,
    Grouped,
    Group,
    Window,
    Unary,
    Transpose,
    Binary,
    Ternary,
    Chain,
    Convert,
    Reduce,
    Gather,
    Scatter,
}

impl Kind {
    /// All of them, with their names: those of kernels come last, from the fourth on.
    pub const ALL: [(Self, &'static str); 19] = [
        (Self::Expression, "expression"),
        (Self::Nest, "nest"),
        (Self::Sparse, "sparse"),
        (Self::Gemm, "gemm"),
        (Self::Brgemm, "brgemm"),
        (Self::Lanewise, "lanewise"),
        (Self::Complex, "complex"),
        (Self::Grouped, "grouped"),
        (Self::Group, "group"),
        (Self::Window, "window"),
        (Self::Unary, "unary"),
        (Self::Transpose, "transpose"),
        (Self::Binary, "binary"),
        (Self::Ternary, "ternary"),
        (Self::Chain, "chain"),
        (Self::Convert, "convert"),
        (Self::Reduce, "reduce"),
        (Self::Gather, "gather"),
        (Self::Scatter, "scatter"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// The outcome of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every element is right.
    Right,
    /// There is no code for it.
    Refused(Refused),
    /// What is wrong.
    Wrong(String),
}

/// A case for which there is no code, or which is not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why it may be refused; where there is nothing that excuses it, that is a mistake as a wrong result is.
    pub excuse: Option<Excuse>,
    /// The reason that was given.
    pub reason: String,
}

/// All that excuses a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// The case breaks a rule of its kind.
    Rule,
    /// It is too large to be compared with the reference, or for guarded memory.
    TooLarge,
    /// The machine at hand does not execute the code, or has no memory for it.
    Machine,
    /// Numbers that are left to run time are more than the core has registers.
    Registers,
}

impl Excuse {
    /// What excuses that there is no kernel.
    pub(super) fn for_no_kernel(spec: &KernelSpec, error: &KernelError) -> Option<Self> {
        match error {
            KernelError::Spec(_) => Some(Self::Rule),
            KernelError::OutOfMemory(_)
            | KernelError::NoGenerator(NoGenerator(Some((_, Refusal::Dot { .. })))) => Some(Self::Machine),
            KernelError::NoGenerator(NoGenerator(Some((_, Refusal::Registers)))) => {
                spec.arguments().any(is_number).then_some(Self::Registers)
            }
            _ => None,
        }
    }

    /// What excuses that there is no plan.
    fn for_no_plan(error: &PlanError) -> Option<Self> {
        match (error, error.kind()) {
            (_, ErrorKind::Machine) => Some(Self::Machine),
            (_, ErrorKind::MemoryLimit) => Some(Self::TooLarge),
            (PlanError::Build(BuildError::Kernel { spec, source }), _) => Self::for_no_kernel(spec, source),
            _ => None,
        }
    }
}

/// Whether an argument is a number that the specification could say.
fn is_number(argument: Argument) -> bool {
    use Argument as A;
    let is_address = matches!(
        argument,
        A::A | A::B
            | A::C
            | A::In
            | A::In0
            | A::In1
            | A::In2
            | A::Out
            | A::Indices
            | A::AddressesA
            | A::AddressesB
    );
    let is_list = matches!(argument, A::OffsetsA | A::OffsetsB);
    !is_address && !is_list && !A::OPERANDS.contains(&argument)
}

impl From<PlanError> for Verdict {
    fn from(error: PlanError) -> Self {
        Self::Refused(Refused { excuse: Excuse::for_no_plan(&error), reason: error.to_string() })
    }
}

impl From<BuildError> for Verdict {
    fn from(error: BuildError) -> Self {
        PlanError::from(error).into()
    }
}

impl From<RunError> for Verdict {
    fn from(error: RunError) -> Self {
        PlanError::from(error).into()
    }
}

impl From<ViewError> for Verdict {
    fn from(error: ViewError) -> Self {
        Self::Refused(Refused { excuse: None, reason: error.to_string() })
    }
}

impl Verdict {
    /// A refusal with an excuse.
    pub(super) fn excused(excuse: Excuse, reason: &(impl ToString + ?Sized)) -> Self {
        Self::Refused(Refused { excuse: Some(excuse), reason: reason.to_string() })
    }

    /// What is wrong, if it is: a refusal that nothing excuses, too.
    pub(super) fn mistake(self) -> Option<String> {
        match self {
            Self::Right | Self::Refused(Refused { excuse: Some(_), .. }) => None,
            Self::Refused(Refused { excuse: None, reason }) => Some(format!("it is refused: {reason}")),
            Self::Wrong(message) => Some(message),
        }
    }

    /// That of a comparison: where all numbers are exact, nothing may be off at all.
    pub(super) fn of(check: &Check, is_exact: bool) -> Self {
        let Check { elements, wrong, worst } = check;
        if check.passed() && (!is_exact || worst.is_none_or(|worst| worst.error == 0.0)) {
            return Self::Right;
        }
        let worst = worst.map_or(String::new(), |worst| {
            let bound = if is_exact { 0.0 } else { worst.bound };
            format!(", the worst is {}", Deviation { bound, ..worst })
        });
        Self::Wrong(format!("of {elements} elements {} are wrong{worst}", (*wrong).max(1)))
    }
}

//! Whether there is a kernel, and why not.

use super::worth::Prediction;
use crate::code::KernelCode;
use std::fmt;
use std::sync::Arc;
use tensmith_core::code::entry::Kernel;
use tensmith_core::registry::{KernelError, NoGenerator};

/// What the caller expects and wants, in addition to the specification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The expected number of calls: no code is made where it would cost more than these calls save. `None`
    /// makes code in any case.
    pub expected_calls: Option<u64>,
    /// The action where no code is made.
    pub policy: Policy,
}

/// The action where no code is made: because there is no generator for it, because it does not pay, or
/// because a generator does not keep its promise. A wrong specification and refused memory are
/// errors under any policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// There is no handle: [`PlanError::NotGenerated`](crate::PlanError::NotGenerated), or
    /// [`BuildError::Kernel`](crate::BuildError::Kernel) for a mistake of a generator.
    #[default]
    Error,
    /// The handle calls the scalar reference, and says so. It is slow, and runs on any machine.
    Reference,
}

/// The way in which a handle computes: by code, or by the scalar reference.
#[derive(Debug)]
#[non_exhaustive]
pub enum Status {
    /// Code that was made for exactly this multiplication.
    Generated {
        /// The code, and its generator.
        code: Arc<KernelCode>,
        /// Its cost and its gain.
        prediction: Prediction,
        /// The code in executable memory; none where it is for another machine.
        kernel: Option<Kernel>,
    },
    /// The scalar reference, as [`Policy::Reference`] allows.
    Reference {
        /// Why no code was made.
        reason: NotGenerated,
    },
}

/// Why no code was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotGenerated {
    /// Every generator refused.
    #[error(transparent)]
    NoGenerator(#[from] NoGenerator),
    /// A generator made an offer, and then no code: a mistake of the generator.
    #[error("a generator failed after its offer: {0}")]
    Failed(KernelError),
    /// The calls would save less than generation costs. This is decided before anything is made, with
    /// the least that code of any size costs.
    #[error(
        "not worth generating: that costs at least {} cycles and a call saves {}, for expected_calls of {calls}",
        .prediction.generation, .prediction.saved()
    )]
    DoesNotPay {
        /// The calls that the caller expects.
        calls: u64,
        /// The numbers that were compared.
        prediction: Prediction,
    },
}

impl Status {
    /// Returns the cost and the gain of code, where they were predicted.
    #[must_use]
    pub fn prediction(&self) -> Option<&Prediction> {
        match self {
            Self::Generated { prediction, .. }
            | Self::Reference { reason: NotGenerated::DoesNotPay { prediction, .. } } => Some(prediction),
            Self::Reference { reason: NotGenerated::NoGenerator(_) | NotGenerated::Failed(_) } => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generated { code, kernel, .. } => {
                let KernelCode { generator, cycles, code, .. } = &**code;
                let place = if kernel.is_some() { "" } else { ", for another machine" };
                write!(f, "by {generator}, {cycles:.0} cycles predicted, {} bytes{place}", code.len())
            }
            Self::Reference { reason } => write!(f, "by the scalar reference: {reason}"),
        }
    }
}

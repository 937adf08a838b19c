//! Kernel observers: how profilers and debuggers learn of code that is in no file.
//!
//! Without an observer, publishing a kernel asks one list whether it is empty, and running one asks nothing.
//!
//! Tests: `tests/tests/harness_observer.rs`.

use crate::code::KernelCode;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::code::{Block, MemoryError};
use tensmith_core::isa::{UnwindRow, VerifyError};

/// Is notified of every kernel that a [`Jit`](crate::Jit) publishes, and of its end
/// ([`JitBuilder::observer`](crate::JitBuilder::observer)).
///
/// Both methods are called on whatever thread makes or drops a kernel, on several at once. They must not
/// panic, nor use the `Jit`, and what they do delays that thread alone.
pub trait Observer: fmt::Debug + Send + Sync {
    /// Returns bytes to publish behind the code of a kernel, from the next multiple of 8 bytes on: what a
    /// profiler looks for there. By default there are none. Of several observers, those of the first
    /// that has some are taken.
    fn behind(&self, origin: &KernelCode, target: &Target) -> Vec<u8> {
        let _ = (origin, target);
        Vec::new()
    }

    /// A kernel is executable. Nothing has called it yet.
    fn published(&self, kernel: &Published<'_>);

    /// The kernel at an address is about to go, with the last handle to it. Nothing calls it any more, and
    /// its place may hold other code soon.
    fn dropped(&self, start: usize);
}

/// A kernel that has just become executable.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a> {
    /// The code, where it is executed.
    pub code: &'a [u8],
    /// What was published behind the code for an observer.
    pub behind: &'a [u8],
    /// Its specification and its generator.
    pub origin: &'a KernelCode,
    /// The machine that it was made for.
    pub target: &'a Target,
}

impl Published<'_> {
    /// The name: what is computed, and for which core; `gemm_f32_16x6x64_nn_neoverse-v2`.
    #[must_use]
    pub fn name(&self) -> String {
        self.target.kernel_name(&self.origin.spec).to_string()
    }

    /// The address of the first instruction.
    #[must_use]
    pub fn start(&self) -> usize {
        self.code.as_ptr().addr()
    }

    /// The unwind table of the code.
    ///
    /// # Errors
    /// [`VerifyError::OutOfMemory`]: published code keeps all rules.
    pub fn unwind(&self) -> Result<Vec<UnwindRow>, VerifyError> {
        self.target.unwind(self.code, self.origin.spec.arguments().count())
    }
}

/// The observers of a [`Jit`](crate::Jit).
#[derive(Clone, Debug, Default)]
pub(crate) struct Observers(Vec<Arc<dyn Observer>>);

impl Observers {
    /// One more.
    pub(crate) fn add(&mut self, observer: Arc<dyn Observer>) {
        self.0.push(observer);
    }

    /// The bytes to publish for a kernel: its code, and what an observer wants behind it.
    pub(crate) fn bytes<'c>(&self, origin: &'c KernelCode, target: &Target) -> Cow<'c, [u8]> {
        let behind =
            self.0.iter().map(|observer| observer.behind(origin, target)).find(|bytes| !bytes.is_empty());
        behind.map_or(Cow::Borrowed(&origin.code), |behind| {
            let mut bytes = origin.code.clone();
            bytes.resize(place_behind(origin), 0);
            Cow::Owned([bytes, behind].concat())
        })
    }

    /// Tells all of a kernel in a block, whose end they will be told of.
    pub(crate) fn tell(
        &self,
        block: Block,
        origin: &KernelCode,
        target: &Target,
    ) -> Result<Block, MemoryError> {
        if self.0.is_empty() {
            return Ok(block);
        }
        // Observers that are told of a kernel are told of its end, also where there is no
        // memory to keep the block.
        let watch = Watch { start: block.start().addr().get(), observers: self.clone() };
        let bytes = block.bytes();
        let behind = bytes.get(place_behind(origin)..).unwrap_or(&[]);
        let code = bytes.get(..origin.code.len()).unwrap_or(bytes);
        let published = Published { code, behind, origin, target };
        self.0.iter().for_each(|observer| observer.published(&published));
        Ok(block.keeping(watch)?)
    }
}

/// Where something is published behind a kernel, from its first byte.
fn place_behind(origin: &KernelCode) -> usize {
    origin.code.len().next_multiple_of(8)
}

/// Tells of a kernel's end.
#[derive(Debug)]
struct Watch {
    start: usize,
    observers: Observers,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observers.0.iter().for_each(|observer| observer.dropped(self.start));
    }
}

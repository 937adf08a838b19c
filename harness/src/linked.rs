//! Kernels that are part of the program: exported ahead of time and linked, and asked before any generator.
//!
//! Problem: a program that ships its kernels still plans at run time, and should neither generate them again
//! nor need executable memory for them. Idea: the Rust modules that the package `tensmith-export` writes have
//! a table, [`LinkedKernel`]s; [`JitBuilder::linked`](crate::JitBuilder::linked) takes any number of them. A
//! kernel is found by the text of its specification, unless that is the text of another, too. Where tables
//! have it for several cores, it is that for the target's core, or else the first one whose code the target
//! executes: the verifier reads that from the code.
//!
//! Invariant: a linked kernel is verified as generated code is before it is called.
//!
//! Tests: `tests/tests/export_linked.rs`.
#![allow(unsafe_code)]

use crate::code::KernelCode;
use crate::kernels::GeneratedKernel;
use std::collections::HashMap;
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::code::Block;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;

/// A kernel of a table that was exported: the text of its specification, the name of the core that it is made
/// for, its entry, its size in bytes, and the predicted cycles of one call.
///
/// A tuple, so that modules which depend on nothing can have tables of them.
pub type LinkedKernel = (&'static str, &'static str, unsafe extern "C" fn(), usize, f64);

/// What [`KernelCode::generator`](crate::inspect::KernelCode::generator) says of linked kernels.
pub const LINKED: &str = "linked";

/// Linked kernels by the texts of their specifications.
#[derive(Debug, Default)]
pub(crate) struct Linked(HashMap<&'static str, Vec<LinkedKernel>>);

impl Linked {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a table.
    ///
    /// # Safety
    /// That of [`JitBuilder::linked`](crate::JitBuilder::linked).
    pub(crate) unsafe fn add(&mut self, kernels: &[LinkedKernel]) {
        for kernel in kernels {
            self.0.entry(kernel.0).or_default().push(*kernel);
        }
    }

    /// The kernel of a specification that a target executes.
    pub(crate) fn find(&self, spec: &KernelSpec, target: &Target) -> Option<GeneratedKernel> {
        // An operation from elsewhere may have the name of one that is linked.
        if self.is_empty() || !spec.is_named() {
            return None;
        }
        let found = self.0.get(spec.to_string().as_str())?;
        let own = found.iter().filter(|kernel| kernel.1 == target.core.name);
        let others = found.iter().filter(|kernel| kernel.1 != target.core.name);
        own.chain(others).find_map(|kernel| made(kernel, spec, target))
    }
}

/// A linked kernel, if the target executes it.
fn made(kernel: &LinkedKernel, spec: &KernelSpec, target: &Target) -> Option<GeneratedKernel> {
    let &(_, core, entry, bytes, cycles) = kernel;
    if Target::named(core).ok()?.isa != target.isa {
        return None;
    }
    let start = NonNull::new(entry as *mut u8)?;
    // SAFETY: behind the entry are `bytes` bytes of code, which nothing changes (duty of the caller of
    // `JitBuilder::linked`).
    let code = unsafe { slice::from_raw_parts(start.as_ptr().cast_const(), bytes) };
    let code = target.finish(code, spec.arguments().count()).ok()?.code;
    // SAFETY: the same; code that is part of the program stays where it is until the program ends.
    let block = unsafe { Block::new(start, bytes, None) };
    let kernel = Kernel::new(block, target.isa.architecture()).ok()?;
    let code = KernelCode { spec: *spec, generator: LINKED, cycles, code };
    Some(GeneratedKernel { code: Arc::new(code), kernel: Some(kernel) })
}

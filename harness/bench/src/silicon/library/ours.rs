//! tensmith, by its public interface.
//!
//! Two ways to call what [`Jit::gemm`] makes take part: the bare code, with the three pointers that it needs, which is
//! what the handles of other generators are and what counts; and [`Gemm::call`], which checks its operands first.
//!
//! Tests: `harness/bench/src/silicon/library/mod.rs`.
#![allow(unsafe_code)]

use super::{Contestant, Question, Role, Work};
use crate::silicon::number::Number;
use crate::silicon::operands::Feed;
use tensmith::Jit;
use tensmith::gemm::{Blocks, Factor, Gemm, Numbers, Options, Status};

/// tensmith on this machine.
#[derive(Debug)]
pub(crate) struct Ours {
    jit: Result<Jit, String>,
}

impl Ours {
    /// What it can do here.
    pub(crate) fn new() -> Self {
        Self { jit: Jit::host().map_err(|error| error.to_string()) }
    }

    /// Why it takes no part.
    pub(crate) fn absence(&self) -> Option<&str> {
        self.jit.as_ref().err().map(String::as_str)
    }

    pub(super) fn contestants<T: Number>(&self, question: &Question) -> Vec<Contestant<T>> {
        let Ok(jit) = &self.jit else { return vec![] };
        let contestant = |name, role, work| Contestant { name, role, work };
        vec![
            contestant("tensmith", Role::Ours, handle(jit, question).and_then(bare)),
            contestant("checked", Role::OursToo, handle(jit, question).map(|gemm| checked(gemm, question))),
        ]
    }
}

fn handle<T: Number>(jit: &Jit, question: &Question) -> Result<Gemm<T>, String> {
    let beta = if question.reads_c { Factor::One } else { Factor::Zero };
    jit.gemm(&question.shape.spec(beta), Options::default()).map_err(|error| error.to_string())
}

fn bare<T: Number>(gemm: Gemm<T>) -> Result<Work<T>, String> {
    let Status::Generated { kernel: Some(kernel), .. } = gemm.status() else {
        return Err(gemm.status().to_string());
    };
    let kernel = kernel.clone();
    Ok(Box::new(move |feed: &Feed<T>| {
        feed.each(|a, b, c| {
            let addresses = [a.expose_provenance(), b.expose_provenance(), c.expose_provenance()];
            // SAFETY: strides, numbers of blocks and factors are fixed in the specification, so that the code takes the
            // three addresses; they are of operands of these extents, and C is apart.
            unsafe { kernel.call_short(addresses) };
        });
    }))
}

fn checked<T: Number>(gemm: Gemm<T>, question: &Question) -> Work<T> {
    let lengths = question.shape.elements();
    let numbers = Numbers::default();
    Box::new(move |feed| {
        feed.each(|a, b, c| {
            // SAFETY: A has that many elements, and nothing writes it during the call.
            let a = unsafe { std::slice::from_raw_parts(a, lengths[0]) };
            // SAFETY: the same of B.
            let b = unsafe { std::slice::from_raw_parts(b, lengths[1]) };
            // SAFETY: the same of C, which nothing else accesses.
            let c = unsafe { std::slice::from_raw_parts_mut(c, lengths[2]) };
            let called = gemm.call([Blocks::Strided(a), Blocks::Strided(b)], c, &numbers);
            debug_assert!(called.is_ok(), "{called:?}");
        });
    })
}

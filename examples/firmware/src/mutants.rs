//! What must not work: each of these ends with an exception, which
//! `cargo xtask test "firmware in full"` waits for.

use crate::checks::{self, Array};
use core::num::NonZero;
use core::ptr::NonNull;
use firmware::{mmu, vectors};
use tensmith_core::code::memory::once::{self, System};
use tensmith_core::code::memory::pool::{Guard, Pool};
use tensmith_core::code::{CodeMemory, MemoryError, Refusal};
use tensmith_core::tensor::{ArrayLayout, View, ViewMut};
use tensmith_core::{Target, code::Block};
use tensmith_primitives::contraction::Compiler;

/// Something that has to fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// The guard leaves pages as they are, and kernels are called.
    Unprotected,
    /// Published code is written to.
    Overwrite,
    /// A block is executed after it was given back.
    Released,
    /// Vectors are not aligned, where that is strict, and kernels are not made for it.
    Unaligned,
    /// Code is published without maintenance of caches: nothing faults, but the trace of what
    /// is executed shows it.
    Unsynchronized,
}

impl Mutant {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Unprotected, Self::Overwrite, Self::Released, Self::Unaligned, Self::Unsynchronized];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unprotected => "unprotected",
            Self::Overwrite => "overwrite",
            Self::Released => "released",
            Self::Unaligned => "unaligned",
            Self::Unsynchronized => "unsynchronized",
        }
    }

    /// Does it, or leaves it to what follows.
    pub fn try_it<G: Guard>(self, target: Target, pool: &Pool<G>) {
        match self {
            Self::Unprotected => {}
            Self::Overwrite => overwrite(&pool.publish(&RETURN).expect("room")),
            Self::Released => released(pool.publish(&RETURN).expect("room")),
            Self::Unaligned => unaligned(target, pool),
            Self::Unsynchronized => checks::all(target, &Unsynchronized(pool.clone()), 1),
        }
    }
}

/// `ret`.
const RETURN: [u8; 4] = 0xd65f_03c0_u32.to_le_bytes();

fn overwrite(block: &Block) {
    // SAFETY: none, on purpose.
    unsafe { block.start().write_volatile(0) };
}

fn released(block: Block) {
    // SAFETY: code that returns at once.
    let entry = unsafe { core::mem::transmute::<*mut u8, extern "C" fn()>(block.start().as_ptr()) };
    entry();
    drop(block);
    entry();
}

/// A plan for operands that may be anywhere in Normal memory. They are at no multiple of 16 bytes.
fn unaligned<G: Guard>(target: Target, pool: &Pool<G>) {
    // SAFETY: the target is this machine.
    let compiler = unsafe { Compiler::new(target, pool.clone()) }.expect("memory");
    let mut plan = compiler.einsum::<f32>("mk,kn->mn", &[&[8, 8], &[8, 8]]).expect("a plan");
    let layout = ArrayLayout::c_order(&[8, 8]).expect("a layout");
    let (a, mut c) = (Array::numbers(1), Array::numbers(2));
    let view = View::new(&a, &layout).expect("a view");
    let mut output = ViewMut::new(&mut c, &layout).expect("a view");
    vectors::on(|| plan.run(&[view, view], &mut output)).expect("a run");
}

/// A guard that protects nothing.
pub struct Unprotecting;

// SAFETY: none, on purpose: the pages stay as they are, and the processor refuses to execute them.
unsafe impl Guard for Unprotecting {
    fn page(&self) -> NonZero<usize> {
        const { NonZero::new(mmu::PAGE).unwrap() }
    }

    unsafe fn executable(&self, _: NonNull<[u8]>) -> Result<(), Refusal> {
        Ok(())
    }

    unsafe fn writable(&self, _: NonNull<[u8]>) -> Result<(), Refusal> {
        Ok(())
    }
}

/// A pool that maintains no caches.
struct Unsynchronized<G: Guard>(Pool<G>);

impl<G: Guard> Clone for Unsynchronized<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Guard> CodeMemory for Unsynchronized<G> {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<alloc::vec::Vec<Block>, MemoryError> {
        once::publish(self.clone(), codes)
    }
}

// SAFETY: none, on purpose, where caches need maintenance; else it is the pool.
unsafe impl<G: Guard> System for Unsynchronized<G> {
    fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, Refusal> {
        self.0.map(bytes)
    }

    unsafe fn synchronize(&self, _: NonNull<[u8]>) {}

    unsafe fn protect(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the caller's duties are the same.
        unsafe { self.0.protect(pages) }
    }

    unsafe fn unmap(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the caller's duties are the same.
        unsafe { self.0.unmap(pages) }
    }
}

//! Unwind tables: how to find the caller's registers at any instruction of finished code, as
//! debuggers and profilers ask.
//!
//! Problem: a backtrace through a kernel needs to know where its frame is, instruction by instruction,
//! whether a generator, a person or the register allocator wrote it.
//!
//! Idea: the verifier follows all paths through finished code, and knows on each the distance of the stack
//! pointer from its first value and where values of the caller are kept. Its states are the rows of DWARF's
//! table (DWARF 5, section 6.4.1), so that nothing that makes code has to speak of frames.
//!
//! The frame's address (DWARF's CFA) is that of the stack pointer in the caller, without a return
//! address on the stack.
//!
//! With the feature `unwind`; without it, nothing here is asked of an instruction set.
//!
//! Tests: `tests/tests/isa_unwind.rs`.

#[cfg(feature = "unwind")]
pub(crate) use with_tables::rows;
#[cfg(feature = "unwind")]
pub use with_tables::{SavedRegister, Unwind, UnwindRegisters, UnwindRow};
#[cfg(not(feature = "unwind"))]
pub use without_tables::Unwind;

#[cfg(feature = "unwind")]
mod with_tables {
    use crate::fallible::{OutOfMemory, TryVec};
    use crate::isa::contract::{Contract, VerifyError};
    use alloc::vec::Vec;
    use core::ops::Range;

    /// The state of a frame from an instruction on.
    #[derive(Debug, PartialEq, Eq)]
    pub struct UnwindRow {
        /// Byte offset of the instruction.
        pub from: usize,
        /// Bytes from the stack pointer up to the frame's address.
        pub depth: u32,
        /// Registers whose values in the caller are in memory. Others still hold them.
        pub saved: Vec<SavedRegister>,
    }

    /// A register whose value in the caller is in memory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SavedRegister {
        /// Its number in DWARF.
        pub number: u16,
        /// Where it is, in bytes below the frame's address.
        pub below: u32,
    }

    /// The registers that every unwind table of an instruction set names, by their numbers in DWARF.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct UnwindRegisters {
        /// The stack pointer.
        pub stack_pointer: u16,
        /// The return address.
        pub return_address: u16,
    }

    /// The unwind tables of code.
    pub trait Unwind {
        /// The registers that every table names.
        fn unwind_registers(&self) -> UnwindRegisters;

        /// Returns the table of finished code, in order, beginning with a row for the entry.
        ///
        /// # Errors
        /// [`VerifyError`], where the code breaks a rule.
        fn unwind(&self, code: &[u8], contract: &Contract<'_>) -> Result<Vec<UnwindRow>, VerifyError>;
    }

    /// Collects rows from the instructions that change a frame, in order: the bytes of each, and the state
    /// before it, if a path leads there.
    pub(crate) fn rows<S>(
        steps: impl Iterator<Item = (Range<usize>, Option<S>)>,
        row: impl Fn(usize, &S) -> Result<UnwindRow, OutOfMemory>,
    ) -> Result<Vec<UnwindRow>, OutOfMemory> {
        let (mut rows, mut from) = (Vec::<UnwindRow>::new(), 0);
        for (instruction, state) in steps {
            // An instruction may have several steps; between them there is no place to be.
            if let Some(state) = state.filter(|_| instruction.start >= from) {
                let row = row(from, &state)?;
                let is_news = |last: &UnwindRow| (last.depth, &last.saved) != (row.depth, &row.saved);
                if rows.last().is_none_or(is_news) {
                    rows.try_push(row)?;
                }
            }
            from = from.max(instruction.end);
        }
        Ok(rows)
    }
}

#[cfg(not(feature = "unwind"))]
mod without_tables {
    /// The unwind tables of code: left out, as the feature `unwind` is not on.
    pub trait Unwind {}

    impl<T: ?Sized> Unwind for T {}
}

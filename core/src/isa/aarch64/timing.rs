//! The cost of instructions on in-order cores.
//!
//! The numbers are those of LLVM's model of Cortex-A510, against which a test compares each row;
//! other small cores of Arm's are close. A row has a class if kernels consist of such instructions,
//! and these do nothing but compute registers from registers, or load, or store: what has no class
//! keeps its place. So nothing that changes flags, the stack pointer (writeback included) or
//! other state may have one. A row of several forms has the class of the slowest.
//!
//! Tests: `tests/tests/codegen_schedule.rs`.

use crate::isa::timing::{Timing, Unit};

/// Declares the classes: unit, issue slots and latency.
macro_rules! classes {
    ($($class:ident $doc:literal = $unit:ident $slots:literal $latency:literal;)*) => {
        /// The timing class of a row's instructions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Class {
            $(#[doc = $doc] $class,)*
        }

        impl Class {
            /// Unit, issue slots and latency.
            pub(super) const fn timing(self) -> Timing {
                match self {
                    $(Self::$class => Timing::new(Unit::$unit, $slots, $latency),)*
                }
            }
        }
    };
}

classes! {
    MultiplyAdd "Multiply-adds of vectors." = MultiplyAdd 1 4;
    Divide "Divisions and square roots of vectors." = Divide 1 22;
    VectorShort "Logic and integer arithmetic on vectors, and their copies of general-purpose registers." = Vector 1 3;
    VectorLong "Floating-point arithmetic on vectors, permutations, and vectors from immediates." = Vector 1 4;
    IntShort "Moves, and additions of immediates." = Integer 1 1;
    IntLong "Additions and logic with a shifted register." = Integer 1 2;
    IntMultiply "Multiply-adds of integers." = Integer 1 5;
    Load "Loads of one register." = Load 1 2;
    LoadPair "Loads of a pair of registers." = Load 2 3;
    LoadList "Loads of one or two whole vectors, of a lane, or of all lanes." = Load 1 3;
    LoadLists "Loads of three or four vectors." = Load 1 4;
    Store "Stores of one register or a pair." = Store 1 1;
    StoreList "Stores of one or two whole vectors, or of a lane." = Store 1 4;
    StoreLists "Stores of three or four vectors." = Store 1 5;
}

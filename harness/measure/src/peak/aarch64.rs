//! The peak of AArch64: 24 independent accumulators, which cover the latency of four multiply-adds a cycle up
//! to 6 cycles, of 128 bits or of what SVE has.
//!
//! Tests: below.
#![allow(unsafe_code)]

use std::arch::{asm, is_aarch64_feature_detected};
use tensmith_core::DType;

/// The instructions that vectors of the machine are multiplied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// 128 bits: Advanced SIMD, which every core has.
    Neon,
    /// SVE, with vectors of this many bytes.
    Sve(usize),
}

/// Bytes of a vector of Advanced SIMD.
const NEON: usize = 16;

/// Accumulators of a loop.
const ACCUMULATORS: usize = 24;

impl Vectors {
    /// The widest that there are: SVE where its vectors are longer than those of Advanced SIMD.
    #[must_use]
    pub fn widest() -> Option<Self> {
        let sve = is_aarch64_feature_detected!("sve").then(sve_bytes).filter(|bytes| *bytes > NEON);
        Some(sve.map_or(Self::Neon, Self::Sve))
    }

    /// Their name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Neon => "Advanced SIMD",
            Self::Sve(_) => "SVE",
        }
    }

    /// Operations of one turn of the loop: a multiply-add counts as two.
    #[must_use]
    pub fn operations(self, dtype: DType) -> f64 {
        let bytes = match self {
            Self::Neon => NEON,
            Self::Sve(bytes) => bytes,
        };
        (2 * ACCUMULATORS * bytes / dtype.bytes()) as f64
    }

    /// Executes the loop `turns` times, at least once.
    pub fn multiply_add(self, dtype: DType, turns: usize) {
        let turns = turns.max(1);
        match (self, dtype) {
            (Self::Neon, DType::F64) => neon_f64(turns),
            (Self::Neon, _) => neon_f32(turns),
            (Self::Sve(_), DType::F64) => sve_f64(turns),
            (Self::Sve(_), _) => sve_f32(turns),
        }
    }
}

/// The bytes of a vector of SVE, where there is SVE.
fn sve_bytes() -> usize {
    let bytes: usize;
    // SAFETY: the caller found SVE; only the register is written.
    unsafe {
        asm!(".arch_extension sve", "cntb {}", ".arch_extension nosve", out(reg) bytes, options(nomem, nostack));
    }
    bytes
}

/// A loop of one multiply-add for each accumulator, which all begin with zero: so none is ever
/// slow for being tiny.
macro_rules! register_loop {
    ($name:ident, [$($before:literal)*], $multiply:literal, $operands:literal, [$($accumulator:literal)*], [$($after:literal)*]) => {
        fn $name(turns: usize) {
            // SAFETY: only registers are written, all of which are declared, vectors of SVE as those of which
            // they are the longer form; the loop ends as `turns` is at least 1. `widest`, where values of
            // `Vectors` come from, found the instructions on this machine.
            unsafe {
                asm!(
                    $($before,)*
                    "movi v31.16b, #0",
                    $(concat!("movi v", $accumulator, ".16b, #0"),)*
                    ".p2align 5",
                    "2:",
                    $(concat!($multiply, $accumulator, $operands),)*
                    "subs {turns}, {turns}, #1",
                    "b.ne 2b",
                    $($after,)*
                    turns = inout(reg) turns => _,
                    out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _, out("v6") _,
                    out("v7") _, out("v8") _, out("v9") _, out("v10") _, out("v11") _, out("v12") _, out("v13") _,
                    out("v14") _, out("v15") _, out("v16") _, out("v17") _, out("v18") _, out("v19") _,
                    out("v20") _, out("v21") _, out("v22") _, out("v23") _, out("v31") _, out("p0") _,
                    options(nomem, nostack),
                );
            }
        }
    };
}

/// A loop on vectors of Advanced SIMD.
macro_rules! neon_loop {
    ($name:ident, $operands:literal) => {
        register_loop!($name, [], "fmla v", $operands,
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23], []);
    };
}

/// A loop on vectors of SVE: the assembler is told so for it alone.
macro_rules! sve_loop {
    ($name:ident, $operands:literal) => {
        register_loop!($name, [".arch_extension sve" "ptrue p0.b"], "fmla z", $operands,
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23], [".arch_extension nosve"]);
    };
}

neon_loop!(neon_f32, ".4s, v31.4s, v31.4s");
neon_loop!(neon_f64, ".2d, v31.2d, v31.2d");
sve_loop!(sve_f32, ".s, p0/m, z31.s, z31.s");
sve_loop!(sve_f64, ".d, p0/m, z31.d, z31.d");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_end_and_count_their_accumulators() {
        let sve = is_aarch64_feature_detected!("sve").then(|| Vectors::Sve(sve_bytes()));
        for vectors in [Some(Vectors::Neon), sve].into_iter().flatten() {
            [0, 1, 100].into_iter().for_each(|turns| vectors.multiply_add(DType::F32, turns));
            vectors.multiply_add(DType::F64, 7);
        }
        assert_eq!(Vectors::Neon.operations(DType::F32), 2.0 * 24.0 * 4.0);
        assert_eq!(Vectors::Sve(64).operations(DType::F64), 2.0 * 24.0 * 8.0);
    }

    #[test]
    fn vectors_of_sve_are_what_the_system_says() {
        let Ok(text) = std::fs::read_to_string("/proc/sys/abi/sve_default_vector_length") else { return };
        if is_aarch64_feature_detected!("sve") {
            assert!(sve_bytes() <= text.trim().parse::<usize>().expect("a number"));
        }
    }
}

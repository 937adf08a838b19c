//! The peak of x86-64: 24 independent accumulators of 512 bits, or 12 of 256 bits, which cover the latency of
//! two multiply-adds a cycle up to 12, or 6, cycles.
//!
//! Tests: below.
#![allow(unsafe_code)]

use std::arch::{asm, is_x86_feature_detected};
use tensmith_core::DType;

/// The instructions that vectors of the machine are multiplied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// 512 bits: AVX-512 with F, VL, DQ and BW.
    Avx512,
    /// 256 bits.
    Avx2,
}

impl Vectors {
    /// The widest that the processor and its system have; none without AVX2 and FMA.
    pub fn widest() -> Option<Self> {
        if has_avx512() {
            Some(Self::Avx512)
        } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            Some(Self::Avx2)
        } else {
            None
        }
    }

    /// Their name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "AVX-512",
            Self::Avx2 => "AVX2",
        }
    }

    /// Operations of one turn of the loop: a multiply-add counts as two.
    pub fn operations(self, dtype: DType) -> f64 {
        let (accumulators, bytes) = match self {
            Self::Avx512 => (24, 64),
            Self::Avx2 => (12, 32),
        };
        (2 * accumulators * bytes / dtype.bytes()) as f64
    }

    /// Executes the loop `turns` times, at least once.
    pub fn multiply_add(self, dtype: DType, turns: usize) {
        let turns = turns.max(1);
        match (self, dtype) {
            // SAFETY: `widest`, where values come from, found the instructions on this machine.
            (Self::Avx512, DType::F64) => unsafe { avx512_f64(turns) },
            // SAFETY: as above.
            (Self::Avx512, _) => unsafe { avx512_f32(turns) },
            // SAFETY: as above.
            (Self::Avx2, DType::F64) => unsafe { avx2_f64(turns) },
            // SAFETY: as above.
            (Self::Avx2, _) => unsafe { avx2_f32(turns) },
        }
    }
}

/// Whether there is AVX-512, with the parts that all of its processors but the first had.
fn has_avx512() -> bool {
    let shapes = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
    shapes && is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512bw")
}

/// A loop of one multiply-add for each accumulator, which all begin with zero: so none is ever
/// slow for being tiny.
macro_rules! register_loop {
    ($name:ident, $feature:literal, $instruction:literal, $zero:literal, $factor:literal, [$($accumulator:literal)*]) => {
        /// # Safety
        #[doc = concat!("The machine has ", $feature, ", and `turns` is not 0.")]
        #[target_feature(enable = $feature)]
        unsafe fn $name(turns: usize) {
            // SAFETY: only registers are written, all of which are declared; the loop ends as `turns` is at
            // least 1 (caller's duty).
            unsafe {
                asm!(
                    concat!("vxorps ", $zero, ", ", $zero, ", ", $zero),
                    $(concat!("vxorps xmm", $accumulator, ", xmm", $accumulator, ", xmm", $accumulator),)*
                    ".p2align 5",
                    "2:",
                    $(concat!($instruction, " ", $factor, $accumulator, ", ", $factor, "15, ", $factor, "15"),)*
                    "dec {turns}",
                    "jnz 2b",
                    "vzeroupper",
                    turns = inout(reg) turns => _,
                    out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _,
                    out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
                    out("xmm12") _, out("xmm13") _, out("xmm14") _, out("xmm15") _,
                    options(nomem, nostack),
                );
            }
        }
    };
}

register_loop!(avx2_f32, "avx2,fma", "vfmadd231ps", "xmm15", "ymm", [0 1 2 3 4 5 6 7 8 9 10 11]);
register_loop!(avx2_f64, "avx2,fma", "vfmadd231pd", "xmm15", "ymm", [0 1 2 3 4 5 6 7 8 9 10 11]);

/// The same with the upper half of the registers too.
macro_rules! wide_loop {
    ($name:ident, $instruction:literal, [$($accumulator:literal)*]) => {
        /// # Safety
        /// The machine has AVX-512, and `turns` is not 0.
        #[target_feature(enable = "avx512f")]
        unsafe fn $name(turns: usize) {
            // SAFETY: only registers are written, all of which are declared; the loop ends as `turns` is at
            // least 1 (caller's duty).
            unsafe {
                asm!(
                    "vpxord zmm31, zmm31, zmm31",
                    $(concat!("vpxord zmm", $accumulator, ", zmm", $accumulator, ", zmm", $accumulator),)*
                    ".p2align 5",
                    "2:",
                    $(concat!($instruction, " zmm", $accumulator, ", zmm31, zmm31"),)*
                    "dec {turns}",
                    "jnz 2b",
                    "vzeroupper",
                    turns = inout(reg) turns => _,
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _, out("zmm4") _, out("zmm5") _,
                    out("zmm6") _, out("zmm7") _, out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
                    out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _, out("zmm16") _, out("zmm17") _,
                    out("zmm18") _, out("zmm19") _, out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
                    out("zmm31") _,
                    options(nomem, nostack),
                );
            }
        }
    };
}

wide_loop!(avx512_f32, "vfmadd231ps", [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23]);
wide_loop!(avx512_f64, "vfmadd231pd", [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23]);

/// Cycles of one turn of [`cycles`].
pub const CYCLES: f64 = 8.0 * 3.0;

/// Executes a chain of multiplications of integers `turns` times, at least once: each takes three cycles on
/// every core of Intel's since Nehalem and of AMD's since Zen, so that the clock rate of the core follows.
pub fn cycles(turns: usize) {
    // SAFETY: only the two registers and the flags are written; the loop ends as there is at least one turn.
    unsafe {
        asm!(
            ".p2align 5",
            "2:",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "imul {x}, {x}",
            "dec {turns}",
            "jnz 2b",
            x = inout(reg) 3_u64 => _,
            turns = inout(reg) turns.max(1) => _,
            options(nomem, nostack),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_end_and_are_as_long_as_asked() {
        for vectors in [Vectors::Avx2, Vectors::Avx512] {
            let is_here = match vectors {
                Vectors::Avx512 => has_avx512(),
                Vectors::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            };
            if is_here {
                [0, 1, 1000].into_iter().for_each(|turns| vectors.multiply_add(DType::F32, turns));
                vectors.multiply_add(DType::F64, 7);
            }
        }
    }

    #[test]
    fn operations_are_those_of_the_accumulators() {
        assert_eq!(Vectors::Avx512.operations(DType::F32), 2.0 * 24.0 * 16.0);
        assert_eq!(Vectors::Avx2.operations(DType::F64), 2.0 * 12.0 * 4.0);
    }
}

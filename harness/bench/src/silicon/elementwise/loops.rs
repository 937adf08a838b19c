//! Loops as one writes them, compiled for the vectors of the machine.
//!
//! Tests: `harness/bench/src/silicon/elementwise/mod.rs`.
#![allow(unsafe_code)]

use super::{Arrays, Work};
use tensmith_measure::peak::Vectors;

/// Loops with the instructions that the names of functions say.
macro_rules! loops {
    ($module:ident, $feature:literal) => {
        mod $module {
            use super::super::Arrays;

            #[target_feature(enable = $feature)]
            pub(super) fn copy(arrays: &mut Arrays) {
                arrays.out.copy_from_slice(&arrays.in0);
            }

            #[target_feature(enable = $feature)]
            pub(super) fn relu(arrays: &mut Arrays) {
                for (out, x) in arrays.out.iter_mut().zip(&arrays.in0) {
                    *out = x.max(0.0);
                }
            }

            #[target_feature(enable = $feature)]
            pub(super) fn add(arrays: &mut Arrays) {
                for ((out, x), y) in arrays.out.iter_mut().zip(&arrays.in0).zip(&arrays.in1) {
                    *out = x + y;
                }
            }

            /// Block by block, so that lines of the cache are used whole.
            #[target_feature(enable = $feature)]
            pub(super) fn transpose(arrays: &mut Arrays, [m, n]: [usize; 2]) {
                const BLOCK: usize = 16;
                for columns in (0..n).step_by(BLOCK) {
                    for rows in (0..m).step_by(BLOCK) {
                        for row in rows..(rows + BLOCK).min(m) {
                            let line = &mut arrays.out[row * n + columns..row * n + (columns + BLOCK).min(n)];
                            for (out, x) in
                                line.iter_mut().zip(arrays.in0[columns * m + row..].iter().step_by(m))
                            {
                                *out = *x;
                            }
                        }
                    }
                }
            }
        }
    };
}

loops!(avx2, "avx2,fma");
loops!(avx512, "avx512f,avx512vl,avx512dq,avx512bw");

/// The loop of an operation.
///
/// # Errors
/// It is a function, which compilers make no vectors of.
pub(super) fn of(name: &str, extents: [usize; 2], vectors: Vectors) -> Result<Work, String> {
    macro_rules! pick {
        ($name:ident $(, $extents:expr)?) => {
            match vectors {
                Vectors::Avx2 => Ok(Box::new(move |arrays: &mut Arrays| {
                    // SAFETY: `Vectors::widest` found AVX2 and FMA on this machine.
                    unsafe { avx2::$name(arrays $(, $extents)?) }
                })),
                Vectors::Avx512 => Ok(Box::new(move |arrays: &mut Arrays| {
                    // SAFETY: it found AVX-512, all parts of it that are named here.
                    unsafe { avx512::$name(arrays $(, $extents)?) }
                })),
            }
        };
    }
    match name {
        "copy" => pick!(copy),
        "relu" => pick!(relu),
        "add" => pick!(add),
        "transpose" => pick!(transpose, extents),
        _ => Err("no loop that a compiler vectorises".to_owned()),
    }
}

//! Kernels that go by a name, for measuring and for golden files.
//!
//! A name says everything that a spec says, with tight strides: `f32_gemm_16x6x64_b1` is FP32,
//! M = 16, N = 6, K = 64, beta = 1; `gemmTA`, `gemmTB` and `gemmTAB` have A, B or both transposed,
//! and `f32_br16_gemm_…` sums 16 products. `f32_relu_32x32` has one input; so has
//! every other operation without parameters, with `copy` for the identity and `transpose` for the
//! transposed one; `add` and its like have two, and `scale` a matrix and one number to multiply it with.
//! `f32_lanewise_3x4x5x64_b0` multiplies 3x5 with 5x4 matrices in each of 64 lanes.
//! `f32_complex_8x8x8_b0` multiplies matrices of complex numbers with such parts.
//! `f32_products_60x5x5x32_b0` weights and sums 60 windows of 5x5 pixels of 32 elements, a pixel apart in a
//! row; so do `max`, `min` and `sum`, without weights. `f32_relu_7x9_p3` has leading dimensions that are 3
//! beyond the tightest. The names are those of `tests/data/libxsmm_aarch64.csv`.

use crate::random::SplitMix;
use crate::window::{Filter, windowed};
use std::fmt;
use std::str::FromStr;
use tensmith_core::DType;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::{
    Batch, BinaryOp, BinarySpec, Chain, ComplexSpec, Factor, GemmSpec, GroupedSpec, Input, LanewiseSpec,
    Matrix, Orientation, Overflow, Start, Stride, UnaryOp, UnarySpec,
};

/// The kernels that `cargo xtask bench kernels` measures by default: those that
/// there are figures of LIBXSMM's for, and a cube in every layout.
pub const MEASURED: [&str; 25] = [
    "f32_gemm_4x4x4_b1",
    "f32_gemm_5x5x5_b1",
    "f32_gemm_8x8x8_b0",
    "f32_gemm_8x8x8_b1",
    "f32_gemm_13x13x13_b1",
    "f32_gemm_16x16x16_b1",
    "f32_gemm_23x23x23_b1",
    "f32_gemm_32x32x32_b0",
    "f32_gemm_32x32x32_b1",
    "f32_gemm_64x64x64_b0",
    "f32_gemm_64x64x64_b1",
    "f32_gemm_16x6x64_b0",
    "f32_gemm_16x6x64_b1",
    "f32_gemm_100x3x50_b1",
    "f32_gemm_32x32x512_b1",
    "f32_br16_gemm_32x32x32_b1",
    "f32_gemmTB_16x6x64_b1",
    "f32_gemmTB_32x32x32_b1",
    "f32_gemmTA_64x64x64_b1",
    "f32_gemmTB_64x64x64_b1",
    "f32_gemmTAB_64x64x64_b1",
    "f64_gemm_4x4x4_b1",
    "f64_gemm_16x16x16_b1",
    "f64_gemm_23x23x23_b1",
    "f64_gemm_48x48x48_b1",
];

/// The kernels whose code is on record, in `tests/golden`.
pub const GOLDEN: [&str; 21] = [
    "f32_gemm_4x4x4_b1",
    "f32_gemm_5x5x5_b1",
    "f32_gemm_8x8x8_b1",
    "f32_gemm_13x13x13_b1",
    "f32_gemm_23x23x23_b1",
    "f32_gemm_16x6x64_b1",
    "f32_gemm_32x32x32_b1",
    "f32_gemm_64x64x64_b1",
    "f32_gemm_100x3x50_b1",
    "f64_gemm_16x16x16_b1",
    "f32_gemm_32x32x32_b0+add(column)+relu",
    "f32_lanewise_9x7x5x64_b0",
    "f32_complex_13x13x13_b0",
    "i16_grouped_13x13x14_b0",
    "f32_products_60x5x5x32_b0",
    "f32_max_60x1x13x32_b0",
    "f32_max_56x3x3x64_b0",
    "f32_copy_32x32",
    "f32_relu_32x32",
    "f32_add_32x32",
    "f32_transpose_32x32",
];

/// Those of them that are there as text, to be read.
pub const READ: [&str; 2] = ["f32_gemm_4x4x4_b1", "f32_transpose_32x32"];

/// The cores that records are for, by instruction set, which is also the name of their file.
pub const GOLDEN_CORES: [(&str, &[&str]); 2] = [
    ("aarch64", &["neoverse-n1", "neoverse-v1", "neoverse-v2", "cortex-a510"]),
    ("x86-64", &["zen5", "sapphire-rapids", "haswell"]),
];

/// A hash of code as text (FNV-1a, of 64 bits), by which records know it.
#[must_use]
pub fn hash(assembly: &str) -> u64 {
    assembly
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// A spec and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// As above.
    pub name: String,
    /// The specification of the kernel.
    pub spec: KernelSpec,
}

/// A text that is no name of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKernel(String);

impl fmt::Display for NoKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let examples = "`f32_gemm_16x6x64_b1`, `f64_br16_gemmTB_32x32x32_b0` or `f32_relu_32x32`";
        write!(f, "`{}` names no kernel: a name is like {examples}", self.0)
    }
}

impl std::error::Error for NoKernel {}

impl FromStr for Listed {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<Self, NoKernel> {
        let spec = spec(name).filter(|spec| spec.validate().is_ok());
        spec.map(|spec| Self { name: name.to_owned(), spec }).ok_or_else(|| NoKernel(name.to_owned()))
    }
}

impl Listed {
    /// The arguments with which `tools/mcatrace.py` runs and checks the kernel, but for its file.
    #[must_use]
    pub fn mcatrace(&self) -> String {
        match &self.spec {
            KernelSpec::Gemm(s) => {
                let a = if s.a == Matrix::column_major(s.m) { "" } else { " --transa" };
                let b = if s.b == Matrix::column_major(s.k) { "" } else { " --transb" };
                let beta = u8::from(s.beta != Factor::Zero);
                let (blocks, dtype) = (blocks(s), s.types.output);
                let epilogue = match s.epilogue.is_empty() {
                    true => String::new(),
                    false => format!(" --epilogue '{}'", s.epilogue),
                };
                let extents = format!("-m {} -n {} -k {}", s.m, s.n, s.k);
                format!("{extents} --dtype {dtype} --beta {beta} --br {blocks}{a}{b}{epilogue}")
            }
            KernelSpec::Lanewise(s) => {
                let (extents, beta) =
                    (format!("-m {} -n {} -k {}", s.m, s.n, s.k), u8::from(s.start == Start::Output));
                format!("{extents} --dtype {} --beta {beta} --lanes {}", s.dtype, s.count)
            }
            KernelSpec::Complex(s) => {
                let (extents, beta) =
                    (format!("-m {} -n {} -k {}", s.m, s.n, s.k), u8::from(s.start == Start::Output));
                format!("{extents} --dtype {} --beta {beta}", s.part)
            }
            KernelSpec::Grouped(s) => {
                let (extents, beta) =
                    (format!("-m {} -n {} -k {}", s.m, s.n, s.k), u8::from(s.start == Start::Output));
                let [a, b] = s.types.names();
                format!("{extents} --dtype {a},{b} --beta {beta}")
            }
            KernelSpec::Unary(s) => {
                let op = match (s.orientation, s.op) {
                    (Orientation::Transposed, _) => "transpose",
                    (Orientation::Same, op) if op == UnaryOp::identity() => "copy",
                    (Orientation::Same, op) => op.operation().name,
                    (_, _) => "pairs",
                };
                let pad = s.input.stride().and_then(Stride::known).map_or(0, |ld| ld.saturating_sub(s.m));
                elementwise_arguments(op, s.dtype, (s.m, s.n), pad)
            }
            KernelSpec::Binary(s) => {
                let op = if s.in1 == Input::Scalar { "scale" } else { s.op.operation().name };
                let pad = s.ld_out.known().map_or(0, |ld| ld.saturating_sub(s.m));
                elementwise_arguments(op, s.dtype, (s.m, s.n), pad)
            }
            KernelSpec::Ternary(s) => elementwise_arguments(s.op.operation().name, s.dtype, (s.m, s.n), 0),
            KernelSpec::Chain(s) => elementwise_arguments("chain", s.dtype, (s.m, s.n), 0),
            KernelSpec::Convert(s) => elementwise_arguments("convert", s.to, (s.m, s.n), 0),
            KernelSpec::Window(s) => {
                let ([outer, inner], beta) = (s.taps, u8::from(s.start == Start::Output));
                let extents = format!("-m {} --taps {outer}x{inner} --lanes {}", s.windows, s.count);
                format!("{extents} --op {} --dtype {} --beta {beta}", s.windowed.name(), s.dtype)
            }
            KernelSpec::Reduce(s) => format!("--op {} -m {} -n {}", s.reduction.name(), s.m, s.n),
            KernelSpec::Gather(s) => format!("--op gather -m {} -n {}", s.m, s.n),
            other => panic!("{other}"),
        }
    }
}

fn elementwise_arguments(op: &str, dtype: DType, (m, n): (usize, usize), pad: usize) -> String {
    let dtype = if dtype == DType::F32 { String::new() } else { format!(" --dtype {dtype}") };
    let pad = if pad == 0 { String::new() } else { format!(" --pad {pad}") };
    format!("--op {op} -m {m} -n {n}{dtype}{pad}")
}

/// A multiplication drawn at random: extents from 1 to 64, small ones more often, in any layout and
/// precision, with beta 0 or 1 and up to 4 products.
///
/// # Panics
/// Never: what is drawn has a name.
#[must_use]
pub fn random_gemm(random: &mut SplitMix) -> Listed {
    let mut one_of = |words: &[&'static str]| words[random.below(words.len() as u64) as usize];
    let (dtype, batch) = (one_of(&["f32", "f64"]), one_of(&["", "br2_", "br3_", "br4_"]));
    let (transposed, beta) = (one_of(&["", "TA", "TB", "TAB"]), one_of(&["b0", "b1"]));
    let [m, n, k] = [(); 3].map(|()| random_extent(random));
    let name = format!("{dtype}_{batch}gemm{transposed}_{m}x{n}x{k}_{beta}");
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// From 1 to 64, spread like a logarithm: 1, 2, 3..=4, 5..=8 and so on are equally likely.
fn random_extent(random: &mut SplitMix) -> u64 {
    let largest = 1 << random.below(7);
    largest - random.below(u64::max(largest / 2, 1))
}

/// How many products a multiplication sums.
#[must_use]
pub fn blocks(spec: &GemmSpec) -> usize {
    spec.batch.count().known().unwrap_or(1)
}

/// Multiplications of integers: `u8i8_grouped_16x6x64_b0`.
fn grouped(name: &str) -> Option<KernelSpec> {
    let (types, rest) = name.split_once("_grouped_")?;
    let (extents, beta) = rest.split_once('_')?;
    let written = |types: &DotTypes| match types.names() {
        [a, b] if a == b => a.to_owned(),
        [a, b] => format!("{a}{b}"),
    };
    let types = *DotTypes::ALL.iter().find(|known| written(known) == types)?;
    let extents: Vec<usize> = extents.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let spec = GroupedSpec::column_major(types, extents.try_into().ok()?);
    let start = if beta_of(beta)? == Factor::Zero { Start::Nothing } else { Start::Output };
    Some(KernelSpec::Grouped(GroupedSpec { start, overflow: Overflow::Wraps, ..spec }))
}

fn spec(name: &str) -> Option<KernelSpec> {
    if let Some(grouped) = grouped(name) {
        return Some(grouped);
    }
    let (name, links) = name.split_once('+').unwrap_or((name, ""));
    let epilogue: Chain = links.replace('+', ",").parse().ok()?;
    let (dtype, rest) = name.split_once('_')?;
    let dtype = DType::from_name(dtype)?;
    let (batch, rest) = match rest.strip_prefix("br").and_then(|rest| rest.split_once('_')) {
        Some((count, rest)) => (Some(count.parse().ok()?), rest),
        None => (None, rest),
    };
    let mut words = rest.split('_');
    let (kind, extents, more) = (words.next()?, words.next()?, words.next());
    if words.next().is_some() {
        return None;
    }
    let extents: Vec<usize> = extents.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    match (kind.strip_prefix("gemm"), &extents[..], more, batch) {
        (Some(transposed), &[m, n, k], Some(beta), batch) => {
            let plain = gemm(dtype, [m, n, k], transposed, beta, batch)?;
            Some(KernelSpec::Gemm(GemmSpec { epilogue, ..plain }))
        }
        (None, ..) if !epilogue.is_empty() => None,
        (None, &[m, n, k], Some(beta), None) if kind == "complex" => {
            let start = if beta_of(beta)? == Factor::Zero { Start::Nothing } else { Start::Output };
            Some(KernelSpec::Complex(ComplexSpec { start, ..ComplexSpec::column_major(dtype, [m, n, k]) }))
        }
        (None, &[m, n, k, count], Some(beta), None) if kind == "lanewise" => {
            let start = if beta_of(beta)? == Factor::Zero { Start::Nothing } else { Start::Output };
            Some(KernelSpec::Lanewise(LanewiseSpec::tight(dtype, [m, n, k], count, start)))
        }
        (None, &[windows, outer, inner, count], Some(beta), None) => {
            let start = if beta_of(beta)? == Factor::Zero { Start::Nothing } else { Start::Output };
            window(dtype, kind, [windows, outer, inner, count], start)
        }
        (None, &[m, n], None, None) => elementwise(dtype, kind, [m, n], 0),
        (None, &[m, n], Some(pad), None) => {
            elementwise(dtype, kind, [m, n], pad.strip_prefix('p')?.parse().ok().filter(|pad| *pad > 0)?)
        }
        _ => None,
    }
}

fn gemm(
    dtype: DType,
    [m, n, k]: [usize; 3],
    transposed: &str,
    beta: &str,
    batch: Option<usize>,
) -> Option<GemmSpec> {
    let (at, bt) = match transposed {
        "" => (false, false),
        "TA" => (true, false),
        "TB" => (false, true),
        "TAB" => (true, true),
        _ => return None,
    };
    let beta = beta_of(beta)?;
    let strides = |count| Batch::Strided {
        count: Stride::fixed(count),
        a: Stride::fixed(m.saturating_mul(k)),
        b: Stride::fixed(k.saturating_mul(n)),
    };
    Some(GemmSpec {
        types: dtype.into(),
        m,
        n,
        k,
        a: if at { Matrix::row_major(k) } else { Matrix::column_major(m) },
        b: if bt { Matrix::row_major(n) } else { Matrix::column_major(k) },
        c: Matrix::column_major(m),
        alpha: Factor::One,
        beta,
        batch: batch.map_or(Batch::Single, strides),
        epilogue: Chain::EMPTY,
    })
}

/// Windows a pixel apart in a row of pixels, whose `count` elements are side by side.
fn window(
    dtype: DType,
    kind: &str,
    [windows, outer, inner, channels]: [usize; 4],
    start: Start,
) -> Option<KernelSpec> {
    let windowed = windowed().into_iter().find(|windowed| windowed.name() == kind)?;
    let filter =
        Filter { channels, windows: [1, windows], taps: [outer, inner], stride: [1; 2], dilation: [1; 2] };
    if [channels, windows, outer, inner].contains(&0) {
        return None;
    }
    let spec = match dtype {
        DType::F32 => filter.channels_last::<f32>(windowed, start),
        DType::F64 => filter.channels_last::<f64>(windowed, start),
        _ => return None,
    };
    Some(KernelSpec::Window(spec))
}

fn beta_of(word: &str) -> Option<Factor> {
    match word {
        "b0" => Some(Factor::Zero),
        "b1" => Some(Factor::One),
        _ => None,
    }
}

fn elementwise(dtype: DType, kind: &str, [m, n]: [usize; 2], pad: usize) -> Option<KernelSpec> {
    let ld = Stride::fixed(m.saturating_add(pad));
    let input = Input::Matrix(ld);
    let unary = |op, orientation| {
        let ld_out =
            if orientation == Orientation::Transposed { Stride::fixed(n.saturating_add(pad)) } else { ld };
        Some(KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation }))
    };
    let binary =
        |op, in1| Some(KernelSpec::Binary(BinarySpec { dtype, op, m, n, in0: input, in1, ld_out: ld }));
    match kind {
        "copy" => unary(UnaryOp::identity(), Orientation::Same),
        "scale" => binary(BinaryOp::mul(), Input::Scalar),
        "transpose" => unary(UnaryOp::identity(), Orientation::Transposed),
        name => match UnaryOp::named(name) {
            Some(operation) => unary(UnaryOp::new(operation, &[])?, Orientation::Same),
            None => binary(BinaryOp::new(BinaryOp::named(name)?, &[])?, input),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_listed_name_is_a_kernel() {
        for name in MEASURED.iter().chain(&GOLDEN) {
            name.parse::<Listed>().unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn names_say_what_the_spec_says() {
        let text = |name: &str| name.parse::<Listed>().expect("a kernel").spec.to_string();
        assert_eq!(text("f32_gemm_16x6x64_b1"), "gemm f32 16x6x64");
        assert_eq!(text("f64_br3_gemmTAB_4x5x6_b0"), "brgemm f64 4x5x6 a=row b=row beta=0 batch=3");
        assert_eq!(
            text("f32_gemm_4x5x6_b0+add(column)+relu"),
            "gemm f32 4x5x6 beta=0 epilogue=add(column),relu"
        );
        assert_eq!(text("f32_lanewise_3x4x5x6_b1"), "lanewise f32 3x4x5x6 start=out");
        assert_eq!(text("f64_complex_3x4x5_b0"), "complex c128 3x4x5");
        assert_eq!(text("f32_transpose_3x2"), "unary identity f32 3x2 order=transposed");
        assert_eq!(text("f32_add_3x2"), "binary add f32 3x2");
        assert_eq!(text("f64_scale_3x2_p4"), "binary mul f64 3x2 in0=7 in1=scalar out=7");
        assert_eq!(text("f32_transpose_3x2_p4"), "unary identity f32 3x2 in=7 order=transposed out=6");
    }

    #[test]
    fn random_extents_are_those_from_1_to_64() {
        let mut random = SplitMix::seeded("random_extents", 1);
        let drawn: BTreeSet<u64> = (0..10_000).map(|_| random_extent(&mut random)).collect();
        assert!(drawn.into_iter().eq(1..=64));
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let wrong =
            ["", "f32", "f8_gemm_4x4x4_b1", "f32_gemm_4x4_b1", "f32_gemm_0x4x4_b1", "f32_gemm_4x4x4_b2"];
        let more = [
            "f32_gemm_4x4x4_b1_",
            "f32_br0_gemm_4x4x4_b1",
            "f32_br2_copy_4x4",
            "f32_gemmT_4x4x4_b1",
            "f32_copy_4x4_p0",
        ];
        for name in wrong.iter().chain(&more) {
            assert_eq!(name.parse::<Listed>(), Err(NoKernel((*name).to_owned())));
        }
    }

    #[test]
    fn mcatrace_is_told_the_layout() {
        let arguments = |name: &str| name.parse::<Listed>().expect("a kernel").mcatrace();
        assert_eq!(arguments("f64_gemmTB_4x5x6_b0"), "-m 4 -n 5 -k 6 --dtype f64 --beta 0 --br 1 --transb");
        assert_eq!(arguments("f32_copy_3x2"), "--op copy -m 3 -n 2");
        assert_eq!(arguments("f64_scale_3x2_p4"), "--op scale -m 3 -n 2 --dtype f64 --pad 4");
    }
}

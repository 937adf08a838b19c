//! The cost of a hit of the kernel cache, from the specification to a handle. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example cache_cost
//! valgrind --tool=callgrind --toggle-collect='*counted_hit*' --dump-before='*count_ends*' \
//!     target/release/examples/cache_cost f32_gemm_16x6x64_b1
//! ```
//!
//! The `summary` of each file that callgrind writes, but for the last, is the cost of one hit: of the
//! kernel that was used last, and then of one that was not, among 1,000 others. Besides names of listed
//! kernels, it takes `select`, `sum`, `dot`, `gather`, `convert`, `clamp`, `left` (a GEMM with numbers left
//! to run time), `addresses` (a BRGEMM), `broadcast` (a ternary operation), the text of a chain, and `gemm:`
//! or `brgemm:` with that of an epilogue.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use tensmith_core::cache::{Cache, Value};
use tensmith_core::kernel::op::{Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Batch, BinarySpec, Chain, ChainSpec, ConvertSpec, Factor, Fold, GatherSpec, Indexed, Input, Key,
    LanewiseSpec, Layout, Lines, Matrix, Orientation, ReduceSpec, Reduction, Start, Stride, TernarySpec,
    UnarySpec,
};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::{DType, OutOfMemory};
use tensmith_tests::listed::Listed;

/// A handle, as small as handles are.
#[derive(Clone)]
struct Handle(Arc<[u8]>);

impl Value for Handle {
    fn bytes(&self) -> usize {
        self.0.len()
    }
}

type Handles = Cache<Key, Handle, OutOfMemory>;

fn main() -> Result<(), Box<dyn Error>> {
    let cache = Handles::new(usize::MAX);
    for name in std::env::args().skip(1) {
        let spec = match unlisted(&name) {
            Some(spec) => spec,
            None => name.parse::<Listed>()?.spec,
        };
        let get = |spec: &KernelSpec| cache.get_or_make(spec, || Ok(Handle(Arc::new([0; 4]))));
        get(&spec)?;
        count(&cache, &spec)?;
        for other in others(&spec) {
            get(&other)?;
        }
        count(&cache, &spec)?;
    }
    Ok(())
}

/// Kernels of other kinds, over 32x32 elements with padding.
fn unlisted(name: &str) -> Option<KernelSpec> {
    let (dtype, m, n, ld) = (DType::F32, 32, 32, Stride::fixed(40));
    let (input, ld_in, ld_out) = (Input::Matrix(ld), ld, ld);
    let reduction =
        |reduction| KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines: Lines::Rows, m, n, ld_in });
    let gemm = |ld, batch| {
        let matrix = Matrix { layout: Layout::ColumnMajor, ld };
        let (a, b, c, alpha, beta) = (matrix, matrix, matrix, Factor::One, Factor::One);
        GemmSpec { types: dtype.into(), m, n, k: 32, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY }
    };
    let chain = |text: &str| text.parse::<Chain>().ok();
    Some(match name {
        "select" => {
            let (op, [in0, in1, in2]) = (TernaryOp::select(), [input; 3]);
            KernelSpec::Ternary(TernarySpec { dtype, op, m, n, in0, in1, in2, ld_out })
        }
        "sum" => reduction(Reduction::Fold(Fold::Sum, Start::Output)),
        "dot" => reduction(Reduction::Dot { ld_in1: ld, start: Start::Nothing }),
        "gather" => KernelSpec::Gather(GatherSpec { dtype, indexed: Indexed::Input, m, n, ld_in, ld_out }),
        "convert" => KernelSpec::Convert(ConvertSpec {
            from: DType::F32,
            to: DType::F64,
            m,
            n,
            ld_in,
            ld_out,
            orientation: Orientation::Same,
        }),
        "clamp" => {
            let op = UnaryOp::clamp(Parameter::fixed(0.0), Parameter::fixed(6.0));
            let orientation = Orientation::Same;
            KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation })
        }
        "left" => {
            KernelSpec::Gemm(GemmSpec { alpha: Factor::Runtime, ..gemm(Stride::Runtime, Batch::Single) })
        }
        "addresses" => KernelSpec::Gemm(gemm(ld, Batch::Addresses { count: Stride::Runtime })),
        "broadcast" => {
            let (op, in0, in1, in2) = (TernaryOp::select(), input, Input::Scalar, Input::Column);
            KernelSpec::Ternary(TernarySpec { dtype, op, m, n, in0, in1, in2, ld_out })
        }
        other => match other.split_once(':') {
            Some(("gemm", text)) => {
                KernelSpec::Gemm(GemmSpec { epilogue: chain(text)?, ..gemm(ld, Batch::Single) })
            }
            Some(("brgemm", text)) => {
                let [count, a, b] = [16, 1280, 1280].map(Stride::fixed);
                KernelSpec::Gemm(GemmSpec {
                    epilogue: chain(text)?,
                    ..gemm(ld, Batch::Strided { count, a, b })
                })
            }
            _ => KernelSpec::Chain(ChainSpec { dtype, chain: chain(other)?, m, n, input, ld_out }),
        },
    })
}

fn count(cache: &Handles, spec: &KernelSpec) -> Result<(), OutOfMemory> {
    count_ends(&counted_hit(cache, spec)?);
    Ok(())
}

/// The same kernel with other numbers of rows.
fn others(spec: &KernelSpec) -> impl Iterator<Item = KernelSpec> {
    (1000..2000).map(move |m| match *spec {
        KernelSpec::Gemm(spec) => KernelSpec::Gemm(GemmSpec { m, ..spec }),
        KernelSpec::Unary(spec) => KernelSpec::Unary(UnarySpec { m, ..spec }),
        KernelSpec::Binary(spec) => KernelSpec::Binary(BinarySpec { m, ..spec }),
        KernelSpec::Ternary(spec) => KernelSpec::Ternary(TernarySpec { m, ..spec }),
        KernelSpec::Chain(spec) => KernelSpec::Chain(ChainSpec { m, ..spec }),
        KernelSpec::Convert(spec) => KernelSpec::Convert(ConvertSpec { m, ..spec }),
        KernelSpec::Lanewise(spec) => KernelSpec::Lanewise(LanewiseSpec { m, ..spec }),
        KernelSpec::Reduce(spec) => KernelSpec::Reduce(ReduceSpec { m, ..spec }),
        KernelSpec::Gather(spec) => KernelSpec::Gather(GatherSpec { m, ..spec }),
        other => panic!("{other}"),
    })
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_hit(cache: &Handles, spec: &KernelSpec) -> Result<Handle, OutOfMemory> {
    cache.get_or_make(spec, || Err(OutOfMemory))
}

/// Where callgrind writes a count down.
#[inline(never)]
fn count_ends(handle: &Handle) {
    black_box(handle);
}

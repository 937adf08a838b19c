//! Simpler specifications near one.
//!
//! Tests: below, `tests/tests/conformance_verify.rs`.

use super::shrink::less;
use super::spec::{fixed, tightened};
use tensmith_core::DType;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::{
    Added, Batch, Chain, ComplexSpec, Conjugation, Factor, GemmSpec, GroupSpec, GroupedSpec, LanewiseSpec,
    Layout, Link, Regrouped, Start, Stride,
};
use tensmith_core::kernel::{ChainSpec, KernelSpec, ReduceSpec, WindowSpec};

/// Variants of a specification that are simpler and valid, those that make the most difference first.
pub(super) fn simpler(spec: &KernelSpec) -> Vec<KernelSpec> {
    let mut all = vec![with_dtype(spec), fixed(spec, 0), tightened(spec)];
    match spec {
        KernelSpec::Gemm(gemm) => all.extend(multiplications(gemm).into_iter().map(KernelSpec::Gemm)),
        KernelSpec::Chain(chain) => {
            let shorter = without_link(&chain.chain).into_iter().filter(|chain| !chain.is_empty());
            all.extend(shorter.map(|links| KernelSpec::Chain(ChainSpec { chain: links, ..*chain })));
        }
        KernelSpec::Lanewise(lanes) => {
            let extents = [lanes.m, lanes.n, lanes.k];
            let tight = |start| LanewiseSpec::tight(lanes.dtype, extents, lanes.count, start);
            all.extend([tight(lanes.start), tight(Start::Nothing)].map(KernelSpec::Lanewise));
        }
        KernelSpec::Complex(complex) => {
            let ComplexSpec { part, m, n, k, conjugation, start, .. } = *complex;
            let dense = ComplexSpec::column_major(part, [m, n, k]);
            all.extend(
                [
                    ComplexSpec { part: DType::F32, ..*complex },
                    ComplexSpec { conjugation, start, ..dense },
                    ComplexSpec { conjugation: Conjugation::Neither, ..*complex },
                    ComplexSpec { start: Start::Nothing, ..*complex },
                ]
                .map(KernelSpec::Complex),
            );
        }
        KernelSpec::Grouped(grouped) => {
            let GroupedSpec { types, m, n, k, start, added, overflow, .. } = *grouped;
            let dense = GroupedSpec::column_major(types, [m, n, k]);
            all.extend(
                [
                    GroupedSpec { start, added, overflow, ..dense },
                    GroupedSpec { start: Start::Nothing, ..*grouped },
                    GroupedSpec { added: Added::Nothing, ..*grouped },
                    GroupedSpec { types: DotTypes::U8I8, ..*grouped },
                ]
                .map(KernelSpec::Grouped),
            );
        }
        KernelSpec::Group(group) => {
            let GroupSpec { change, m, k, input, .. } = *group;
            all.push(KernelSpec::Group(GroupSpec::dense(change, [m, k], input.layout)));
            all.push(KernelSpec::Group(GroupSpec { change: Regrouped::Bytes, ..*group }));
        }
        KernelSpec::Window(window) => {
            let shorter = without_link(&window.epilogue).into_iter().chain([Chain::EMPTY]);
            all.extend(shorter.map(|epilogue| KernelSpec::Window(WindowSpec { epilogue, ..*window })));
        }
        KernelSpec::Reduce(reduce) => {
            let reduction = reduce.reduction.starting_with(Start::Nothing);
            all.push(KernelSpec::Reduce(ReduceSpec { reduction, ..*reduce }));
        }
        _ => {}
    }
    let mut own = *spec;
    let extents: Vec<usize> = extents(&mut own).into_iter().map(|extent| *extent).collect();
    for (nth, extent) in extents.into_iter().enumerate() {
        all.extend(less(extent, 1).map(|less| with_extent(spec, nth, less)));
    }
    all.retain(|other| other != spec && other.validate().is_ok());
    all
}

/// Every extent of a specification.
pub(super) fn extents(spec: &mut KernelSpec) -> Vec<&mut usize> {
    match spec {
        KernelSpec::Gemm(s) => vec![&mut s.m, &mut s.n, &mut s.k],
        KernelSpec::Unary(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Binary(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Ternary(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Chain(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Convert(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Lanewise(s) => vec![&mut s.m, &mut s.n, &mut s.k, &mut s.count],
        KernelSpec::Complex(s) => vec![&mut s.m, &mut s.n, &mut s.k],
        KernelSpec::Grouped(s) => vec![&mut s.m, &mut s.n, &mut s.k],
        KernelSpec::Group(s) => vec![&mut s.m, &mut s.k],
        KernelSpec::Reduce(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Gather(s) => vec![&mut s.m, &mut s.n],
        KernelSpec::Window(s) => {
            let [outer, inner] = &mut s.taps;
            vec![&mut s.windows, outer, inner, &mut s.count]
        }
        _ => vec![],
    }
}

fn with_extent(spec: &KernelSpec, nth: usize, less: usize) -> KernelSpec {
    let mut other = *spec;
    extents(&mut other).into_iter().nth(nth).into_iter().for_each(|extent| *extent = less);
    if let KernelSpec::Grouped(grouped) = &mut other {
        grouped.k = grouped.k.next_multiple_of(grouped.types.group().get());
    }
    other
}

/// The same in single precision.
fn with_dtype(spec: &KernelSpec) -> KernelSpec {
    let text = spec.to_string();
    let single = text.split_once(' ').and_then(|(kind, rest)| {
        let (_, rest) = rest.split_once(' ')?;
        format!("{kind} f32 {rest}").parse().ok()
    });
    single.unwrap_or(*spec)
}

fn multiplications(spec: &GemmSpec) -> Vec<GemmSpec> {
    let mut all = vec![
        GemmSpec { epilogue: Chain::EMPTY, ..*spec },
        GemmSpec { batch: Batch::Single, ..*spec },
        GemmSpec { alpha: Factor::One, ..*spec },
        GemmSpec { beta: Factor::Zero, ..*spec },
        GemmSpec { beta: Factor::One, ..*spec },
    ];
    if spec.beta == Factor::Zero {
        all.pop();
    }
    all.extend(without_link(&spec.epilogue).into_iter().map(|epilogue| GemmSpec { epilogue, ..*spec }));
    for nth in 0..3 {
        let mut other = *spec;
        let matrix = [&mut other.a, &mut other.b, &mut other.c].into_iter().nth(nth);
        matrix.into_iter().for_each(|matrix| matrix.layout = Layout::ColumnMajor);
        if let KernelSpec::Gemm(tight) = tightened(&KernelSpec::Gemm(other)) {
            all.extend([other, tight]);
        }
    }
    let counted = |count: usize| {
        let count = Stride::fixed(count);
        let batch = match spec.batch {
            Batch::Single => Batch::Single,
            Batch::Strided { a, b, .. } => Batch::Strided { count, a, b },
            Batch::Offsets { .. } => Batch::Offsets { count },
            Batch::Addresses { .. } => Batch::Addresses { count },
        };
        GemmSpec { batch, ..*spec }
    };
    all.extend(less(spec.batch.count().known().unwrap_or(4), 1).map(counted));
    all
}

/// The same chain without one of its links.
fn without_link(chain: &Chain) -> Vec<Chain> {
    let links: Vec<Link> = chain.links().copied().collect();
    let without = |nth: usize| {
        let others: Vec<Link> =
            links.iter().enumerate().filter(|(at, _)| *at != nth).map(|(_, link)| *link).collect();
        Chain::new(&others)
    };
    (0..links.len()).filter_map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;
    use crate::random::SplitMix;
    use crate::verify::case::Kind;
    use crate::verify::spec::drawn;

    /// Whatever is taken, it ends.
    #[test]
    fn simpler_ones_lead_to_the_simplest() {
        let mut draw = Draw::by(SplitMix::new(2));
        for (kind, name) in Kind::ALL.into_iter().skip(3).cycle().take(400) {
            let mut spec = drawn(kind, &mut draw);
            for step in 0.. {
                assert!(step < 300, "{name}: {spec}");
                let Some(next) = simpler(&spec).last().copied() else { break };
                spec = next;
            }
            // Sums of integers are whole groups.
            let most = if let KernelSpec::Grouped(grouped) = &spec { grouped.types.group().get() } else { 1 };
            let rest: Vec<usize> = extents(&mut spec).into_iter().map(|extent| *extent).collect();
            assert!(rest.iter().all(|extent| *extent <= most), "{name}: {spec}");
        }
    }
}

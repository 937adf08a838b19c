//! Compares what is counted with what the generator writes.
//!
//! Tests: below.

use super::facts::Cost;
use super::loops::{self, CALL};
use crate::address::is_split;
use crate::gemm::problem::Problem;
use crate::gemm::tile::{Shape, Tiling};
use crate::gemm::{Gemm, choose};
use crate::work::{Product, Work, number};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Func, Inst, Lanes, Narrow};
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Matrix, Stride};
use tensmith_core::{DType, Target, Types};

impl Cost<'_> {
    /// The work of the whole kernel.
    fn counted(&self, shape: Shape) -> Work {
        let tiling = Tiling::cut(self.spec.m, self.spec.n, shape, self.lanes);
        let around = loops::around_tile(&tiling) + self.before_pairs;
        let work = |product: Product| {
            let Product { vector, loads, slots } = product;
            Work { vector, loads, slots, ..Work::default() }
        };
        let mut all = Work::default();
        if let (true, Some(rows)) = (shape.rows.are_preloaded(), tiling.rows().next()) {
            all = work(self.preloaded(rows.size));
        }
        for rows in tiling.rows() {
            let a = self.panel_of_a(rows.size, shape.rows);
            for columns in tiling.columns() {
                let tile = self.tile_work(&a, &self.panel_of_b(columns.size), shape.sets, around);
                let product = (tile.position * self.k + tile.group * self.groups + tile.tail) * self.pairs;
                let tiles = number(rows.count) * number(columns.count);
                all = all + (work(product) + tile.output) * tiles;
            }
        }
        all
    }
}

/// The work of a function: an instruction in a loop counts as often as it runs. The instructions of
/// stores are left out.
fn written(func: &Func, lanes: NonZero<usize>) -> Work {
    let (mut all, mut passes, mut outer, mut count) = (Work::default(), 1.0, Vec::new(), 1.0);
    for inst in func.body() {
        let converting = match inst {
            Inst::Load(_, _, Lanes { dtype, .. }) | Inst::LoadAll(_, _, dtype) => {
                f64::from(u8::from(dtype.is_converted()))
            }
            Inst::Store(_, _, Lanes { dtype, .. }) => number(dtype.narrow().map_or(0, Narrow::instructions)),
            _ => 0.0,
        };
        let widened = Work { vector: converting, slots: converting, ..Work::default() };
        let work = match inst {
            Inst::Const(_, value) => {
                count = *value as f64;
                Work { slots: 1.0, ..Work::default() }
            }
            Inst::Loop(_) => {
                outer.try_push(passes).unwrap();
                passes *= count;
                Work::default()
            }
            Inst::End => {
                all = all + Work { slots: 2.0 * passes, ..Work::default() };
                passes = outer.pop().unwrap();
                Work::default()
            }
            Inst::Load(_, _, Lanes { count, .. }) if is_split((*count).into(), lanes) => {
                Work { loads: 2.0, vector: 1.0, slots: 4.0, ..Work::default() }
            }
            Inst::Load(..) | Inst::LoadAll(..) => Work { loads: 1.0, slots: 1.0, ..Work::default() },
            Inst::Store(_, _, Lanes { count, .. }) if is_split((*count).into(), lanes) => {
                Work { stores: 2.0, vector: 1.0, slots: 2.0, ..Work::default() }
            }
            Inst::Store(..) => Work { stores: 1.0, ..Work::default() },
            Inst::Zero(_) => Work { zeros: 1.0, slots: 1.0, ..Work::default() },
            Inst::ZeroByVectors(_)
            | Inst::Number(..)
            | Inst::MultiplyAdd(..)
            | Inst::Binary(..)
            | Inst::Shuffle(..) => Work { vector: 1.0, slots: 1.0, ..Work::default() },
            Inst::TileUpdate(update) => {
                let (height, width) = (f64::from(update.height), f64::from(update.width));
                let loads = if update.loaded().count() > 0 { height } else { 0.0 };
                Work { vector: height * width, loads, slots: height * width + loads, ..Work::default() }
            }
            _ => Work { slots: 1.0, ..Work::default() },
        };
        all = all + (work + widened) * passes;
    }
    all
}

/// Specs of sizes up to 40, in all layouts.
fn specs() -> impl Iterator<Item = GemmSpec> {
    let sizes = |nth: usize| (nth * 7 % 40 + 1, nth * 29 % 37 + 1, nth * 43 % 31 + 1);
    (0..1000).map(move |nth| {
        let (m, n, k) = sizes(nth);
        let a = if nth % 3 == 0 { Matrix::row_major(k) } else { Matrix::column_major(m) };
        let b = if nth % 5 < 2 { Matrix::row_major(n) } else { Matrix::column_major(k) };
        let c = if nth % 7 < 2 { Matrix::row_major(n) } else { Matrix::column_major(m) };
        let dtype = if nth % 2 == 0 { DType::F32 } else { DType::F64 };
        let beta = if nth % 11 < 4 { Factor::Zero } else { Factor::One };
        let (alpha, epilogue) = (Factor::One, Chain::EMPTY);
        let batch = match nth % 4 {
            0 => Batch::Strided { count: Stride::fixed(3), a: Stride::fixed(m * k), b: Stride::fixed(k * n) },
            _ => Batch::Single,
        };
        GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue }
    })
}

/// The same with elements of a narrow type in A, in B, in C, or in some of these.
fn halves() -> impl Iterator<Item = GemmSpec> {
    specs().enumerate().map(move |(nth, spec)| {
        let narrow = if nth % 2 == 0 { DType::F16 } else { DType::BF16 };
        let of = |bit: usize| if (nth % 7 + 1) & bit != 0 { narrow } else { DType::F32 };
        let [a, b, output] = [1, 2, 4].map(of);
        GemmSpec { types: Types { a, b, accumulator: DType::F32, output }, ..spec }
    })
}

/// On cores that load vectors one by one: pairs of narrow loads are not known here. Zeros that stand in for
/// loads after the end of K count as these. Instructions but for stores are counted less closely,
/// as offsets save some.
#[test]
fn what_is_counted_is_what_is_written() {
    for (spec, name) in
        specs().chain(halves()).flat_map(|spec| ["cortex-a510", "neoverse-v2"].map(|name| (spec, name)))
    {
        let target = Target::named(name).unwrap();
        let store = f64::from(target.core.model.stores.slots) / 4.0;
        let problem = Problem::direct(&spec);
        let shape = choose::choose(&problem, &target).unwrap().shape;
        let func = Gemm.cut(&problem, shape, &target).unwrap();
        let written = written(&func, target.machine().lanes(spec.types.accumulator));
        let counted = Cost::new(&problem, &target, Default::default()).counted(shape);
        let exact = |work: Work| [work.vector, work.loads + work.zeros];
        assert_eq!(exact(counted), exact(written), "{name}: {spec} {shape:?}");
        let (counted, written) = (counted.slots - counted.stores * store, written.slots);
        let apart = (counted - written).abs();
        assert!(apart <= 0.2 * written + CALL, "{name}: {counted} for {written}: {spec} {shape:?}");
    }
}

//! A multiplication by every tile that the generator could have chosen.
//!
//! Tests: `harness/bench/src/tune/rank/mod.rs`.
#![allow(unsafe_code)]

use std::num::NonZero;
use tensmith_core::Target;
use tensmith_core::code::CodeMemory;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Factor, GemmSpec};
use tensmith_core::registry::KernelGenerator;
use tensmith_measure::failure::{Failure, Result};
use tensmith_measure::number::Number;
use tensmith_measure::operands::{Operands, Temperature};
use tensmith_measure::sample::Repeated;
use tensmith_measure::shape::Shape;
use tensmith_platform_linux::HostMemory;
use tensmith_primitives::gemm::Gemm;
use tensmith_primitives::gemm::choose::{MAX_HEIGHT, sizes, unrolls};
use tensmith_primitives::gemm::plan::Plan;
use tensmith_primitives::gemm::problem::Problem;
use tensmith_primitives::gemm::tile::{MAX_WIDTH_BY_BROADCASTS, Rows, Shape as Cut};

/// A way to cut, and the kernel that is cut so.
#[derive(Debug)]
pub(super) struct Tile {
    pub(super) cut: Cut,
    kernel: Kernel,
}

/// Kernels of one multiplication, with its operands in the nearest cache that holds them.
#[derive(Debug)]
pub(super) struct Tiles<T> {
    operands: Operands<T>,
    /// The one that is chosen, and then all others.
    pub(super) all: Vec<Tile>,
}

impl<T: Number> Tiles<T> {
    /// Makes the kernels of a multiplication: those for which there are registers.
    ///
    /// # Errors
    /// The generator makes none of it, or there is no executable memory.
    pub(super) fn of(shape: Shape, target: &Target) -> Result<Self> {
        let asked = shape.spec(Factor::One);
        let spec = KernelSpec::from(asked);
        let offer = Gemm.offer(&spec, target).map_err(Failure::not_possible_here)?;
        let (problem, chosen) = Plan::recall(&asked, &offer);
        let others = cuts(problem.spec(), chosen, target).into_iter().filter(|cut| *cut != chosen);
        let memory = HostMemory::probe().map_err(Failure::not_possible_here)?;
        let tiles = [chosen].into_iter().chain(others);
        let made = tiles.filter_map(|cut| tile(&problem, cut, (target, &memory)).transpose());
        let all: Vec<_> = made.collect::<Result<_>>()?;
        match all.first() {
            Some(tile) if tile.cut == chosen => {
                Ok(Self { operands: Operands::new(shape, Temperature::Hot, 1), all })
            }
            _ => Err(Failure::Check(format!("{shape}: its chosen tile takes too many registers"))),
        }
    }

    /// Multiplies by some of them.
    pub(super) fn work(&self, tile: usize) -> Repeated<'_> {
        let kernel = &self.all[tile].kernel;
        Box::new(|calls| {
            self.operands.feed(calls, &|feed| {
                feed.each(|a, b, c| {
                    let addresses = [a.expose_provenance(), b.expose_provenance(), c.expose_provenance()];
                    // SAFETY: strides and factors are fixed in the specification that the code is made for,
                    // so that it takes the three addresses; they are of operands of the same
                    // shape, and C is apart.
                    unsafe { kernel.call_short(addresses) };
                });
            });
        })
    }
}

/// The kernel that is cut so; none, if registers do not suffice.
fn tile(problem: &Problem<'_>, cut: Cut, (target, memory): (&Target, &HostMemory)) -> Result<Option<Tile>> {
    let func = Gemm.cut(problem, cut, target).map_err(Failure::not_possible_here)?;
    let Ok(compiled) = target.compile(&func) else { return Ok(None) };
    let block = memory.publish(&compiled.code).map_err(Failure::not_possible_here)?;
    let kernel = Kernel::new(block, target.isa.architecture()).map_err(Failure::not_possible_here)?;
    Ok(Some(Tile { cut, kernel }))
}

/// All ways to cut a problem into tiles with rows like those that were chosen: of each height and width that
/// cuts it evenly, with as many sets of accumulators, and groups in a pass, as the generator weighs.
fn cuts(spec: &GemmSpec, chosen: Cut, target: &Target) -> Vec<Cut> {
    let model = &target.core.model;
    let in_flight = (model.multiply_adds * model.accumulate_latency) as usize;
    let lanes = target.machine().lanes(spec.types.accumulator).get();
    let total = if matches!(chosen.rows, Rows::Dot(_)) { spec.m } else { spec.m.div_ceil(lanes) };
    let groups = unrolls(spec, target, chosen.rows);
    let mut cuts = Vec::new();
    for height in sizes(total, MAX_HEIGHT).filter_map(NonZero::new) {
        for width in sizes(spec.n, MAX_WIDTH_BY_BROADCASTS) {
            let pays =
                |sets: usize| sets == 1 || sets <= spec.k && height.get() * width * sets / 2 < in_flight;
            for sets in [1, 2, 4].into_iter().filter(|sets| pays(*sets)) {
                let rows = chosen.rows.of_height(height);
                cuts.extend(groups.iter().map(|&unroll| Cut { rows, width, unroll, sets }));
            }
        }
    }
    cuts
}

/// A way to cut, for people: `4x6`, and how many groups and sets, where these are not one.
pub(super) fn name(cut: Cut) -> String {
    let height = cut.rows.height();
    let some = |count: usize, what: &str| if count > 1 { format!(" {what}{count}") } else { String::new() };
    format!("{height}x{}{}{}", cut.width, some(cut.unroll, "u"), some(cut.sets, "s"))
}

//! The facts that prediction needs of a multiplication and of the core that runs it.

use super::loops;
use crate::address::{bytes, signed};
use crate::gemm::epilogue::Needs;
use crate::gemm::passes::group;
use crate::gemm::problem::Problem;
use crate::gemm::terms::Terms;
use crate::gemm::zeros::zeros;
use crate::work::{Rates, number};
use core::num::NonZero;
use tensmith_core::Target;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::{AccessForm, Caches, CoreModel, LINE};
use tensmith_core::kernel::spec::{GemmSpec, Stride};

/// The facts that prediction needs.
pub(in crate::gemm) struct Cost<'s> {
    pub(super) spec: &'s GemmSpec,
    pub(super) terms: Terms,
    pub(super) model: &'s CoreModel,
    pub(super) rates: Rates,
    pub(super) caches: Caches,
    /// Bytes of an element of A, of B and of C.
    pub(super) elements: [f64; 3],
    pub(super) lanes: NonZero<usize>,
    /// Positions of K in a group.
    pub(super) group: NonZero<usize>,
    pub(super) machine: Machine,
    /// Positions of K, groups of them, those that fill none, and pairs of blocks in a batch.
    pub(super) k: f64,
    pub(super) groups: f64,
    pub(super) rest: usize,
    pub(super) pairs: f64,
    /// Instructions around each of these pairs.
    pub(super) around_pair: f64,
    /// The registers of the epilogue, from its first link on and from its second.
    pub(super) needs: [Needs; 2],
    /// How many rows of A (columns of B) after the first the offset of a load reaches that costs nothing
    /// extra, where they are a leading dimension apart.
    pub(super) near_a: i64,
    pub(super) near_b: i64,
    /// How often the pointer to A (B) moves at each position of K, where positions are a
    /// leading dimension apart.
    pub(super) moves_a: f64,
    pub(super) moves_b: f64,
    /// Moves that a load of a vector of A counts for more, as it may cross into another line of the cache.
    pub(super) crossing_a: f64,
    /// Elements of C that stores reach, in whole vectors and else.
    pub(super) near_c: usize,
    pub(super) anywhere_c: NonZero<usize>,
    /// Whether columns of C are whole vectors apart.
    pub(super) is_whole_c: bool,
    /// Vector registers that can be in use with room left to transpose a square of A.
    pub(super) room: usize,
    /// Instructions before the pairs of a batch.
    pub(super) before_pairs: f64,
    /// The share of zeros that are made as the core prefers.
    pub(super) preferred_zeros: f64,
    /// The share of positions of K at which A is loaded: elsewhere it is that of the position before.
    pub(super) loading_a: f64,
}

/// Vector registers in which a square is transposed: as many as a vector has words, and another.
const SQUARE: usize = 5;

/// Vectors that are reached by offsets that need not be whole vectors.
const VECTORS_ANYWHERE: NonZero<usize> = NonZero::new(16).unwrap();

/// How often a pointer moves at each position, where neighbours are `apart` bytes from each other: not at all
/// if offsets up to `reach` get to all `positions`.
fn moving(machine: &Machine, apart: Option<i64>, positions: usize, reach: i64) -> f64 {
    let last = apart.map_or(i64::MAX, |bytes| bytes.saturating_mul(signed(positions.saturating_sub(1))));
    let is_whole = apart.and_then(|bytes| bytes.checked_rem(machine.vector_bytes as i64)) == Some(0);
    let reach = if is_whole { reach } else { reach.min(machine.immediates.any.1) };
    if last <= reach { 0.0 } else { 1.0 }
}

/// The share of vectors of A that cross into another line of the cache: they begin at every place in a line
/// that a multiple of the leading dimension comes to, as often at one as at another. The first is at
/// the start of a line.
fn share_across_lines(spec: &GemmSpec, vector_bytes: usize) -> f64 {
    if spec.k == 1 {
        return 0.0;
    }
    let apart = spec.a.ld.known().map_or(1, |ld| ld.saturating_mul(spec.types.a.bytes()));
    // Lines are a power of two.
    let between_places = 1 << apart.trailing_zeros().min(LINE.trailing_zeros());
    let loaded = vector_bytes.min(spec.m.saturating_mul(spec.types.a.bytes()));
    number(loaded.saturating_sub(between_places)) / number(LINE)
}

impl<'s> Cost<'s> {
    /// The facts of a multiplication whose epilogue has such needs, from its first link on
    /// and from its second.
    pub(in crate::gemm) fn new(problem: &'s Problem<'_>, target: &'s Target, needs: [Needs; 2]) -> Self {
        let spec = problem.spec();
        let (machine, forms) = (target.machine(), target.core.model.forms);
        let (lanes, group) = (machine.lanes(spec.types.accumulator), group(spec, &machine));
        let (reach, stores) = (machine.single_reach(forms.loads), machine.reach(forms.stores));
        let near = |ld: Stride, dtype| ld.known().map_or(0, |ld| reach / bytes(ld, dtype).max(1));
        let moves = |ld: Stride, dtype| {
            moving(&machine, ld.known().map(|ld| bytes(ld, dtype)), spec.k.min(group.get()), reach)
        };
        Self {
            spec,
            terms: problem.terms(),
            model: &target.core.model,
            rates: Rates::of(&target.core.model),
            caches: target.core.caches,
            elements: [spec.types.a, spec.types.b, spec.types.output].map(|dtype| number(dtype.bytes())),
            lanes,
            group,
            machine,
            k: number(spec.k),
            groups: number(spec.k.div_ceil(group.get())),
            rest: spec.k % group,
            pairs: number(spec.batch.count().known().unwrap_or(1)),
            around_pair: loops::around_pair(spec.batch),
            needs,
            near_a: near(spec.a.ld, spec.types.a),
            near_b: near(spec.b.ld, spec.types.b),
            moves_a: moves(spec.a.ld, spec.types.a),
            moves_b: moves(spec.b.ld, spec.types.b),
            crossing_a: f64::from(target.core.model.line_crossing)
                * share_across_lines(spec, machine.vector_bytes),
            is_whole_c: spec.c.ld.known().is_some_and(|ld| ld % lanes == 0),
            room: machine.vector_registers.saturating_sub(SQUARE),
            before_pairs: loops::before_pairs(spec.batch, target.core.model.order),
            preferred_zeros: zeros(spec, &target.core.model).preferred(),
            loading_a: 1.0 / number(problem.parts().get()),
            anywhere_c: match forms.stores {
                // Each list has a pointer to it.
                AccessForm::Lists => NonZero::<usize>::MIN,
                _ if machine.takes_any_offset() => NonZero::<usize>::MAX,
                AccessForm::Single | AccessForm::Pairs => lanes.saturating_mul(VECTORS_ANYWHERE),
            },
            near_c: usize::try_from(stores / bytes(1, spec.types.output).max(1)).unwrap_or(0),
        }
    }
}

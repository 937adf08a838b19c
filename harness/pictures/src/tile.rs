//! The register tiles of a multiplication: how C is cut, and the registers of the first tile.
//!
//! On the left is C in proportion, on the right its first tile as a product: a vector of A for each group of
//! rows, a broadcast element of B for each column, an accumulator for each pair. Below, the machine's vector
//! registers.
//!
//! Tests: `harness/pictures/tests/pictures.rs`.

use crate::canvas::{Area, Canvas, Font, MARGIN, Side};
use crate::legend;
use std::collections::BTreeSet;
use tensmith_core::Target;
use tensmith_core::isa::Isa;
use tensmith_core::isa::aarch64::AArch64;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::GemmSpec;
use tensmith_core::registry::{KernelError, RegistryError};
use tensmith_primitives::gemm::plan::Plan;
use tensmith_primitives::gemm::tile::{Height, Run, Shape, Tiling};

/// The most pixels of C in either direction, and the least of a tile.
const MOST: f64 = 380.0;
const LEAST: f64 = 20.0;
/// The most tiles that are drawn in either direction.
const DRAWN: usize = 16;
/// The box of a register.
const REGISTER: (f64, f64) = (34.0, 24.0);

/// Why there is no picture of tiles.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileError {
    /// The default generators do not start.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// There is no kernel.
    #[error("{0}: {1}")]
    Kernel(String, KernelError),
    /// The best kernel has no tiles of C.
    #[error("{0}: the best kernel is made by {1}, which does not cut C into register tiles")]
    NoTiles(String, &'static str),
}

/// Draws the tiles of a multiplication on a target.
///
/// # Errors
/// [`TileError`].
pub fn tiles(spec: &GemmSpec, target: &Target) -> Result<String, TileError> {
    let cut = Cut::of(spec, target)?;
    let mut canvas = Canvas::new(&format!("Register tiles of {}x{}x{}", spec.m, spec.n, spec.k));
    let turned = if cut.is_exchanged { ", computed the other way round: Cᵀ = Bᵀ·Aᵀ" } else { "" };
    let facts = format!("{} on {}{turned}", spec.types, target.core.name);
    canvas.text((MARGIN, MARGIN + 38.0), Side::Right, Font::Muted, &facts);
    let (sets, unroll) = (cut.shape.sets, cut.shape.unroll);
    let passes = format!(
        "{} of accumulators, {} of K in a pass, {:.0} cycles predicted",
        plural(sets, "set"),
        plural(unroll, "group"),
        cut.cycles
    );
    canvas.text((MARGIN, MARGIN + 56.0), Side::Right, Font::Muted, &passes);
    let top = MARGIN + 122.0;
    let right = whole(&mut canvas, &cut, (MARGIN + 34.0, top));
    let bottom = first(&mut canvas, &cut, (right + 56.0, top)).max(canvas.bottom());
    registers(&mut canvas, &cut, bottom + 34.0);
    let mark = |class: &'static str| move |canvas: &mut Canvas, area| canvas.rect(area, class, "");
    legend::draw(
        &mut canvas,
        &[
            (Box::new(mark("c")), "sums: a register for some rows of a column of C"),
            (Box::new(mark("m")), "A: a vector of rows"),
            (Box::new(mark("n")), "B: a number for each column"),
            (Box::new(mark("k")), "dot rows: sums along K"),
            (Box::new(mark("o edge")), "a register that the code does not name"),
        ],
    );
    Ok(canvas.finish())
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// How a multiplication is cut.
struct Cut {
    shape: Shape,
    tiling: Tiling,
    is_exchanged: bool,
    cycles: f64,
    lanes: usize,
    /// Vector registers that there are, and that the code names.
    registers: usize,
    named: usize,
}

impl Cut {
    fn of(spec: &GemmSpec, target: &Target) -> Result<Self, TileError> {
        let asked = KernelSpec::Gemm(*spec);
        let refused = |error| TileError::Kernel(asked.to_string(), error);
        let registry = tensmith_primitives::registry()?;
        let choice = registry.choose(&asked, target).map_err(refused)?;
        if choice.generator.name() != "tensmith.gemm/1" {
            return Err(TileError::NoTiles(asked.to_string(), choice.generator.name()));
        }
        let code = choice.compile(&asked, target).map_err(refused)?.code;
        let (problem, shape) = Plan::recall(spec, &choice.offer);
        let (machine, problem) = (target.machine(), problem);
        let lanes = machine.lanes(spec.types.accumulator);
        let (m, n) = (problem.spec().m, problem.spec().n);
        Ok(Self {
            shape,
            tiling: Tiling::cut(m, n, shape, lanes),
            is_exchanged: problem.is_exchanged(),
            cycles: choice.offer.cycles,
            lanes: lanes.get(),
            registers: if target.isa.name() == AArch64::NAME || target.core.vector_bytes == 64 {
                32
            } else {
                16
            },
            named: named(&code, target),
        })
    }

    fn first(&self) -> (Height, usize) {
        let height = self.tiling.rows().next().map_or(Height::covering(0, LANE), |run| run.size);
        (height, self.tiling.columns().next().map_or(0, |run| run.size))
    }
}

const LANE: std::num::NonZero<usize> = std::num::NonZero::<usize>::MIN;

/// How many vector registers the text of some code names.
fn named(code: &[u8], target: &Target) -> usize {
    let mut text = String::new();
    // A text in memory takes everything.
    let _ = target.isa.disassemble(code, &mut text);
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let words = text.split(|c| !is_word(c));
    let number = |word: &str| {
        let names = ["xmm", "ymm", "zmm", "v", "q", "d", "s"];
        names.iter().find_map(|name| word.strip_prefix(name)?.parse::<u8>().ok())
    };
    words.filter_map(number).collect::<BTreeSet<_>>().len()
}

/// The sizes of some runs of tiles, of which not too many are drawn: each with its size in elements; none
/// for what is left out.
fn drawn<T: Copy>(runs: impl Iterator<Item = Run<T>>, size: impl Fn(T) -> usize) -> Vec<Option<usize>> {
    let all: Vec<usize> =
        runs.flat_map(|run| std::iter::repeat_n(size(run.size), run.count.min(DRAWN * 2))).collect();
    if all.len() <= DRAWN {
        return all.into_iter().map(Some).collect();
    }
    let (head, tail) = (&all[..DRAWN - 3], &all[all.len() - 2..]);
    let some = |sizes: &[usize]| sizes.iter().copied().map(Some).collect::<Vec<_>>();
    [some(head), vec![None], some(tail)].concat()
}

/// Draws C and its tiles. Returns the right end.
fn whole(canvas: &mut Canvas, cut: &Cut, (x, y): (f64, f64)) -> f64 {
    let rows = drawn(cut.tiling.rows().copied(), Height::rows);
    let columns = drawn(cut.tiling.columns().copied(), |width| width);
    let elements = |sizes: &[Option<usize>]| sizes.iter().flatten().sum::<usize>().max(1) as f64;
    let scale = (MOST / elements(&rows).max(elements(&columns))).min(24.0);
    let pixels = |size: &Option<usize>| size.map_or(LEAST, |size| (size as f64 * scale).max(LEAST));
    canvas.text((x, y - 34.0), Side::Right, Font::Strong, "C");
    let mut top = y;
    for (i, row) in rows.iter().enumerate() {
        let height = pixels(row);
        let label = row.map_or("…".to_owned(), |rows| rows.to_string());
        canvas.text((x - 8.0, top + height / 2.0 + 4.0), Side::Left, Font::Small, &label);
        let mut left = x;
        for (j, column) in columns.iter().enumerate() {
            let width = pixels(column);
            if i == 0 {
                let label = column.map_or("…".to_owned(), |columns| columns.to_string());
                canvas.text((left + width / 2.0, y - 8.0), Side::Middle, Font::Small, &label);
            }
            if let (Some(rows), Some(columns)) = (row, column) {
                let class = if (i, j) == (0, 0) { "c thick" } else { "o" };
                let area = Area::new(left + 1.0, top + 1.0, width - 2.0, height - 2.0);
                canvas.rect(area, class, &format!("{rows} rows, {columns} columns"));
            }
            left += width;
        }
        top += height;
    }
    x + columns.iter().map(pixels).sum::<f64>()
}

/// Draws the first tile as a product. Returns the lower end.
fn first(canvas: &mut Canvas, cut: &Cut, (x, y): (f64, f64)) -> f64 {
    let (height, width) = cut.first();
    let groups = height.vectors_of_c();
    let title = format!("its first tile: {} rows, {} columns", height.rows(), width);
    canvas.text((x, y - 34.0), Side::Right, Font::Strong, &title);
    let labels: Vec<String> = (0..groups)
        .map(|nth| {
            let (start, count) = height.vector(nth, cut.lanes);
            if count == 1 { start.to_string() } else { format!("{start}–{}", start + count - 1) }
        })
        .collect();
    let label = labels.iter().map(|label| Font::Small.width(label)).fold(20.0, f64::max) + 12.0;
    let left = x + label + 8.0;
    for column in 0..width {
        let area = Area::new(left + (REGISTER.0 + 3.0) * column as f64, y - 20.0, REGISTER.0, REGISTER.1);
        canvas.rect(area, "n", "");
        canvas.text((area.middle(), area.y + 16.0), Side::Middle, Font::Small, &column.to_string());
    }
    for (group, rows) in labels.iter().enumerate() {
        let top = y + 12.0 + (REGISTER.1 + 3.0) * group as f64;
        let is_dot = group >= height.vectors;
        let area = Area::new(x, top, label, REGISTER.1);
        canvas.rect(area, if is_dot { "k" } else { "m" }, "");
        canvas.text((area.middle(), top + 16.0), Side::Middle, Font::Small, rows);
        for column in 0..width {
            let area = Area::new(left + (REGISTER.0 + 3.0) * column as f64, top, REGISTER.0, REGISTER.1);
            let hint = format!("C[{rows}][{column}] += A[{rows}][k]·B[k][{column}]");
            canvas.rect(area, if is_dot { "k" } else { "c" }, &hint);
        }
    }
    let below = y + 12.0 + (REGISTER.1 + 3.0) * groups as f64;
    let sums = format!("{} x {} registers of sums", height.accumulators(), width);
    canvas.text((x, below + 18.0), Side::Right, Font::SmallMuted, &sums);
    below + 22.0
}

/// Draws the machine's vector registers: those of sums, others that the code names, those that it does not.
fn registers(canvas: &mut Canvas, cut: &Cut, y: f64) {
    let (height, width) = cut.first();
    let sums = (height.accumulators() * width * cut.shape.sets).min(cut.named);
    let title = format!("{} of {} vector registers", cut.named, cut.registers);
    canvas.text((MARGIN, y), Side::Right, Font::Strong, &title);
    for nth in 0..cut.registers {
        let class = match nth {
            _ if nth < sums => "c",
            _ if nth < cut.named => "m",
            _ => "o edge",
        };
        let (line, place) = (nth / 16, nth % 16);
        canvas.rect(
            Area::new(MARGIN + 27.0 * place as f64, y + 12.0 + 21.0 * line as f64, 23.0, 17.0),
            class,
            "",
        );
    }
    let others = format!("{sums} sums, {} for A, B and C", cut.named - sums);
    let lines = cut.registers.div_ceil(16) as f64;
    canvas.text((MARGIN, y + 12.0 + 21.0 * lines + 14.0), Side::Right, Font::SmallMuted, &others);
}

//! Whether predictions rank: how near the tile that the generator chooses is to the fastest of
//! all that it could have.
//!
//! Every tile ([`forced`]) is timed in alternation with the chosen one, in a few rounds; then the best of
//! them once more in many, for the least of a hundred noisy numbers is less than the fastest tile takes.
//! Ratios are taken within rounds.
//!
//! Tests: below.

mod forced;

use crate::silicon::sets::Asked;
use forced::{Tiles, name};
use std::fmt;
use std::io::{Write, stdout};
use tensmith_core::{DType, Target, with_float};
use tensmith_measure::failure::Result;
use tensmith_measure::number::Number;
use tensmith_measure::sample::{Repeated, Sampler, geometric_mean, median};
use tensmith_measure::shape::Shape;

/// Rounds in which all tiles are timed.
const FEW: usize = 7;

/// The tiles that are timed in many rounds.
const BEST: usize = 8;

/// How much slower than the fastest tile the chosen one may be.
const NEAR: f64 = 1.03;

/// What was found of a multiplication.
#[derive(Clone, Debug)]
struct Ranked {
    shape: Shape,
    chosen: String,
    fastest: String,
    /// Tiles that there were.
    count: usize,
    /// What the chosen tile takes over what the fastest one does.
    ratio: f64,
}

/// Ranks the tiles of multiplications, and prints each as soon as it is known.
///
/// # Errors
/// A multiplication cannot be made.
pub(super) fn rank(asked: &Asked, target: &Target, sampler: &Sampler) -> Result {
    println!("{:<18}{:>6}   {:<14}{:<14}chosen / fastest", "shape", "tiles", "chosen", "fastest");
    let mut all = Vec::new();
    for shape in asked.shapes(&[DType::F32, DType::F64]) {
        let ranked = with_float!(shape.dtype.arithmetic().lanes(), T => ranked::<T>(shape, target, sampler)?);
        println!("{ranked}");
        let _ = stdout().flush();
        all.push(ranked);
    }
    print!("{}", summary(&all));
    Ok(())
}

fn ranked<T: Number>(shape: Shape, target: &Target, sampler: &Sampler) -> Result<Ranked> {
    let tiles = Tiles::<T>::of(shape, target)?;
    let all: Vec<usize> = (0..tiles.all.len()).collect();
    let best = best(&tiles, &all, &Sampler { rounds: FEW, ..*sampler });
    let mut best: Vec<usize> =
        best.into_iter().map(|(tile, _)| tile).filter(|tile| *tile != 0).take(BEST).collect();
    // The chosen one is first, as what others are relative to.
    best.insert(0, 0);
    let (fastest, time) = self::best(&tiles, &best, sampler).first().copied().unwrap_or((0, 1.0));
    let name = |tile: usize| name(tiles.all[tile].cut);
    Ok(Ranked { shape, chosen: name(0), fastest: name(fastest), count: all.len(), ratio: 1.0 / time })
}

/// Tiles, the fastest first, and what each takes over what the first of them does.
fn best<T: Number>(tiles: &Tiles<T>, some: &[usize], sampler: &Sampler) -> Vec<(usize, f64)> {
    let works: Vec<Repeated<'_>> = some.iter().map(|tile| tiles.work(*tile)).collect();
    let times = sampler.interleave(&works);
    let relative = |own: &[f64]| -> Vec<f64> {
        own.iter().zip(times.iter().flatten()).map(|(time, of_first)| time / of_first).collect()
    };
    let mut ranking: Vec<_> =
        some.iter().copied().zip(times.iter().map(|own| median(&relative(own)))).collect();
    ranking.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    ranking
}

impl fmt::Display for Ranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, chosen, fastest, count, ratio } = self;
        let far = if *ratio > NEAR { "  far" } else { "" };
        write!(f, "{:<18}{count:>6}   {chosen:<14}{fastest:<14}{ratio:.3}{far}", shape.to_string())
    }
}

/// For how many multiplications of each type the chosen tile is near.
fn summary(all: &[Ranked]) -> String {
    let of_type = |dtype| {
        let ratios: Vec<_> =
            all.iter().filter(|ranked| ranked.shape.dtype == dtype).map(|ranked| ranked.ratio).collect();
        let near = ratios.iter().filter(|ratio| **ratio <= NEAR).count();
        let (mean, worst) =
            (geometric_mean(ratios.iter().copied())?, ratios.iter().copied().fold(1.0, f64::max));
        let (count, part) = (ratios.len(), 100.0 * (NEAR - 1.0));
        Some(format!(
            "{dtype}: within {part:.0} % of the fastest tile for {near} of {count} shapes; geometric mean {mean:.3}, worst {worst:.3}\n"
        ))
    };
    [DType::F32, DType::F64].into_iter().filter_map(of_type).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(ratio: f64) -> Ranked {
        let shape = Shape::single(DType::F32, [37, 120, 64]);
        Ranked { shape, chosen: "4x6".to_owned(), fastest: "3x8 u2".to_owned(), count: 90, ratio }
    }

    #[test]
    fn near_ones_are_counted() {
        let summary = summary(&[1.0, 1.03, 1.2].map(ranked));
        assert_eq!(
            summary,
            "f32: within 3 % of the fastest tile for 2 of 3 shapes; geometric mean 1.073, worst 1.200\n"
        );
        assert!(ranked(1.2).to_string().ends_with("1.200  far"));
    }

    /// The chosen tile is the first, and every other one is another.
    #[test]
    fn tiles_are_made_where_registers_suffice() {
        let Ok(target) = tensmith_platform_linux::host::target() else { return };
        for extents in [[37, 12, 5], [1, 1, 1], [200, 3, 2]] {
            let tiles = Tiles::<f32>::of(Shape::single(DType::F32, extents), &target).expect("it is made");
            let names: Vec<_> = tiles.all.iter().map(|tile| (tile.cut.rows, name(tile.cut))).collect();
            assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
            (0..names.len()).for_each(|tile| tiles.work(tile)(2));
        }
    }
}

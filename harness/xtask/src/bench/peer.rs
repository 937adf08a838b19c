//! The figures of LIBXSMM's kernels, recorded in `tests/data/libxsmm_aarch64.csv`.

use std::collections::HashMap;
use std::fs;

use crate::made::{Gemm, Made};
use crate::proc::{Failure, Result};
use crate::workspace::Workspace;

/// Its kernel of one name on one core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Peer {
    /// Size of the code.
    pub(super) code_bytes: f64,
    /// Cycles, as in [`Prediction`](crate::mcatrace::Prediction).
    pub(super) steady: f64,
    /// The same, where it is known.
    pub(super) wide: Option<f64>,
}

/// How shapes are grouped in comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// No extent above 8.
    Small,
    /// Whole tiles: M a multiple of 16, N of 4 or 6, K of 4.
    Regular,
    /// All others.
    Ragged,
}

impl Class {
    /// All of them with their names.
    pub(super) const ALL: [(Self, &'static str); 3] =
        [(Self::Small, "small"), (Self::Regular, "regular"), (Self::Ragged, "ragged")];

    /// The class of a shape.
    pub(super) fn of(gemm: &Gemm) -> Self {
        let Gemm { m, n, k, .. } = *gemm;
        let whole = |extent: u64, tile| extent.is_multiple_of(tile);
        if m.max(n).max(k) <= 8 {
            Self::Small
        } else if whole(m, 16) && (whole(n, 4) || whole(n, 6)) && whole(k, 4) {
            Self::Regular
        } else {
            Self::Ragged
        }
    }
}

/// All figures, by name of the kernel and core.
#[derive(Debug)]
pub(super) struct Peers(HashMap<(String, String), Peer>);

impl Peers {
    /// Reads the file.
    ///
    /// # Errors
    /// It is missing or malformed.
    pub(super) fn read(workspace: &Workspace) -> Result<Self> {
        let path = workspace.root.join("tests/data/libxsmm_aarch64.csv");
        let text = fs::read_to_string(&path)
            .map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))?;
        let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
        let read = |line| entry(line).ok_or_else(|| Failure::check(format!("{}: {line}", path.display())));
        lines.map(read).collect::<Result<_>>().map(Self)
    }

    /// The counterpart of a kernel.
    pub(super) fn of(&self, made: &Made) -> Option<Peer> {
        self.0.get(&(made.name.clone(), made.core.clone())).copied()
    }
}

fn entry(line: &str) -> Option<((String, String), Peer)> {
    let [kernel, core, code_bytes, steady, wide] = line.split(',').collect::<Vec<_>>().try_into().ok()?;
    let wide = if wide.is_empty() { None } else { Some(wide.parse().ok()?) };
    let peer = Peer { code_bytes: code_bytes.parse().ok()?, steady: steady.parse().ok()?, wide };
    Some(((kernel.to_owned(), core.to_owned()), peer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_figures() {
        let peer = |line| entry(line).map(|(_, peer)| peer);
        let n1 = Peer { code_bytes: 528.0, steady: 1028.0, wide: Some(799.5) };
        assert_eq!(peer("f32_gemm_16x6x64_b1,neoverse-n1,528,1028.0,799.5"), Some(n1));
        assert_eq!(peer("f32_gemm_16x6x64_b1,cortex-a510,528,1028,"), Some(Peer { wide: None, ..n1 }));
        assert_eq!(peer("f32_gemm_16x6x64_b1,cortex-a510,528"), None);
    }

    #[test]
    fn shapes_fall_into_three_classes() {
        let class = |m, n, k| Class::of(&Gemm { m, n, k, blocks: 1 });
        assert_eq!([class(8, 8, 8), class(4, 5, 1)], [Class::Small; 2]);
        assert_eq!([class(16, 6, 64), class(32, 8, 4)], [Class::Regular; 2]);
        assert_eq!([class(16, 5, 64), class(13, 13, 13), class(9, 8, 8)], [Class::Ragged; 3]);
    }
}

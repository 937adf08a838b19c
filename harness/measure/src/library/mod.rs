//! The libraries that are compared: tensmith, those that are crates, and those that are loaded
//! when they are named.
//!
//! Each makes, of a shape, work that multiplies any number of operands: the loop over calls is inside, so
//! that a call is what its users write, without an indirection of ours.
//!
//! Tests: below.

mod block;
mod contestant;
#[cfg(feature = "peers")]
mod crates;
mod libxsmm;
mod mkl;
mod openblas;
mod ours;
mod shared;
mod tblis;

pub use contestant::{Contestant, Entrant, Question, Role, Work};
pub use mkl::{Mkl, MklIntegers};
pub use ours::{LARGE, Ours, share_of_peak};
pub use shared::Shared;
pub use tblis::Tblis;

use crate::failure::{Failure, Result};
use crate::number::Number;
use libxsmm::Libxsmm;
use openblas::OpenBlas;
use std::path::PathBuf;
use std::str::FromStr;

/// A library that is loaded at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    kind: Kind,
    path: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Mkl,
    Libxsmm,
    OpenBlas,
    Tblis,
}

const KINDS: [(&str, Kind); 4] =
    [("mkl", Kind::Mkl), ("libxsmm", Kind::Libxsmm), ("openblas", Kind::OpenBlas), ("tblis", Kind::Tblis)];

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let names = KINDS.map(|(name, _)| name).join(", ");
        let rule = || format!("peer is `{text}`: must be NAME=PATH with one of {names}");
        let (name, path) = text.split_once('=').ok_or_else(rule)?;
        let (_, kind) = KINDS.into_iter().find(|(known, _)| *known == name).ok_or_else(rule)?;
        Ok(Self { kind, path: path.into() })
    }
}

/// All that are there.
#[derive(Debug)]
pub struct Libraries {
    ours: Ours,
    mkl: Option<Mkl>,
    libxsmm: Option<Libxsmm>,
    openblas: Option<OpenBlas>,
    tblis: Option<Tblis>,
}

/// What keeps the threads of libraries from waiting for work in a loop, where others are measured: variables
/// of their environment. OpenBLAS's is the binary logarithm of the cycles.
pub const SLEEPING: [(&str, &str); 2] = [("KMP_BLOCKTIME", "0"), ("OPENBLAS_THREAD_TIMEOUT", "4")];

impl Libraries {
    /// Loads those that are named. Their threads sleep between calls ([`SLEEPING`]), unless the
    /// environment says otherwise.
    ///
    /// # Errors
    /// One cannot be loaded, or lacks a function.
    pub fn load(named: &[Named], threads: usize) -> Result<Self> {
        let mut all =
            Self { ours: Ours::new(threads)?, mkl: None, libxsmm: None, openblas: None, tblis: None };
        if !named.is_empty() {
            shared::set_unless_given(&SLEEPING);
        }
        for Named { kind, path } in named {
            match kind {
                Kind::Mkl => all.mkl = Some(Mkl::load(path, threads).map_err(Failure::bad_input)?),
                Kind::Libxsmm => all.libxsmm = Some(Libxsmm::load(path).map_err(Failure::bad_input)?),
                Kind::Tblis => all.tblis = Some(Tblis::load(path).map_err(Failure::bad_input)?),
                Kind::OpenBlas => all.openblas = Some(OpenBlas::load(path).map_err(Failure::bad_input)?),
            }
        }
        Ok(all)
    }

    /// Why tensmith takes no part.
    pub fn absence(&self) -> Option<&str> {
        self.ours.absence()
    }

    /// tensmith.
    pub fn ours(&self) -> &Ours {
        &self.ours
    }

    /// Intel's MKL, if it is named.
    pub fn mkl(&self) -> Option<&Mkl> {
        self.mkl.as_ref()
    }

    /// TBLIS, if it is named.
    pub fn tblis(&self) -> Option<&Tblis> {
        self.tblis.as_ref()
    }

    /// Everyone's way to multiply.
    pub fn contestants<T: Number>(&self, question: &Question) -> Vec<Contestant<T>> {
        let mut all = self.ours.contestants(question);
        let mut add = |name, work| all.push(Contestant { name, role: Role::Peer, work, predicted: None });
        let is_alone = question.threads == 1;
        if let Some(mkl) = &self.mkl {
            mkl.use_threads(question.threads);
            if is_alone {
                add("mkl-jit", mkl.jit(question));
            }
            add("mkl", Ok(mkl.blas(question)));
        }
        if let Some(libxsmm) = self.libxsmm.as_ref().filter(|_| is_alone) {
            add("libxsmm", libxsmm.work(question));
        }
        if let Some(openblas) = &self.openblas {
            openblas.use_threads(question.threads);
            add("openblas", Ok(openblas.work(question)));
        }
        #[cfg(feature = "peers")]
        {
            add("gemm", Ok(crates::gemm(question)));
            if is_alone {
                add("matrixmultiply", Ok(crates::matrixmultiply(question)));
            }
            add("faer", Ok(crates::faer(question)));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operands::{Operands, Temperature};
    use crate::reference::Reference;
    use crate::shape::Shape;

    #[test]
    fn names_of_peers_are_checked() {
        assert!("mkl=/a=b".parse::<Named>().is_ok_and(|named| named.path.as_os_str() == "/a=b"));
        for wrong in ["mkl", "blas=/a", ""] {
            assert!(wrong.parse::<Named>().is_err(), "{wrong}");
        }
        let missing =
            ["mkl", "libxsmm", "openblas", "tblis"].map(|name| format!("{name}=/nowhere.so").parse());
        for named in missing.into_iter().flatten() {
            assert!(matches!(Libraries::load(&[named], 1), Err(Failure::BadInput(_))));
        }
    }

    fn crates_are_right<T: Number>(name: &str) {
        let shape: Shape = name.parse().expect("a name");
        let libraries = Libraries::load(&[], 1).expect("nothing is loaded");
        for reads_c in [false, true] {
            let operands = Operands::<T>::new(shape, Temperature::Hot, 5);
            let [a, b, c] = operands.first();
            let before: Vec<T> = c.iter().map(|_| T::from_f64(0.5)).collect();
            let reference = Reference::new(&shape, &[a, b, before.clone()], reads_c, 1);
            for contestant in libraries.contestants::<T>(&Question { shape, reads_c, threads: 1 }) {
                let Ok(work) = contestant.work else { continue };
                let fault = reference.fault(&operands.once(&before, &*work));
                assert_eq!(fault, None, "{} of {name}, reads_c {reads_c}", contestant.name);
            }
        }
    }

    #[test]
    fn libraries_agree_with_the_reference() {
        for shape in ["13x13x13", "1x5x7", "br3_4x6x9", "65x33x70"] {
            crates_are_right::<f32>(&format!("f32_{shape}"));
            crates_are_right::<f64>(&format!("f64_{shape}"));
        }
    }
}

//! The libraries that are compared: tensmith, those that are crates, and those that are loaded when they are named.
//!
//! Each makes, of a shape, work that multiplies any number of operands: the loop over calls is inside, so that a call is
//! what its users write, without an indirection of ours.
//!
//! Tests: below.

mod crates;
mod libxsmm;
mod mkl;
mod openblas;
mod ours;
mod shared;
mod tblis;

pub(crate) use mkl::Mkl;
pub(crate) use ours::{Ours, share_of_peak};
pub(crate) use shared::Shared;
pub(crate) use tblis::Tblis;

use super::failure::{Failure, Result};
use super::number::Number;
use super::operands::Feed;
use super::shape::Shape;
use libxsmm::Libxsmm;
use openblas::OpenBlas;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Multiplies the operands of some calls.
pub(crate) type Work<T> = Box<dyn Fn(&Feed<T>)>;

/// The part of a contestant in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// tensmith, called as the peers are: this is what counts.
    Ours,
    /// tensmith, called in another way.
    OursToo,
    /// Another library.
    Peer,
}

/// A library, its part, and whether its times are among those that were taken, or why not.
pub(crate) type Entrant = (&'static str, Role, std::result::Result<(), String>);

/// A library's way to multiply matrices of one shape.
pub(crate) struct Contestant<T> {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    /// None, with the reason, where the library has none for this shape.
    pub(crate) work: std::result::Result<Work<T>, String>,
    /// The share of the peak that the library itself predicts.
    pub(crate) predicted: Option<f64>,
}

/// What is to be multiplied, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) shape: Shape,
    /// Whether the product is added to C.
    pub(crate) reads_c: bool,
    pub(crate) threads: usize,
}

/// A library that is loaded at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
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
pub(crate) struct Libraries {
    ours: Ours,
    mkl: Option<Mkl>,
    libxsmm: Option<Libxsmm>,
    openblas: Option<OpenBlas>,
    tblis: Option<Tblis>,
}

impl Libraries {
    /// Loads those that are named.
    ///
    /// # Errors
    /// One cannot be loaded, or lacks a function.
    pub(crate) fn load(named: &[Named], threads: usize) -> Result<Self> {
        let mut all =
            Self { ours: Ours::new(threads)?, mkl: None, libxsmm: None, openblas: None, tblis: None };
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
    pub(crate) fn absence(&self) -> Option<&str> {
        self.ours.absence()
    }

    /// tensmith.
    pub(crate) fn ours(&self) -> &Ours {
        &self.ours
    }

    /// Intel's MKL, if it is named.
    pub(crate) fn mkl(&self) -> Option<&Mkl> {
        self.mkl.as_ref()
    }

    /// TBLIS, if it is named.
    pub(crate) fn tblis(&self) -> Option<&Tblis> {
        self.tblis.as_ref()
    }

    /// Everyone's way to multiply.
    pub(crate) fn contestants<T: Number>(&self, question: &Question) -> Vec<Contestant<T>> {
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
        add("gemm", Ok(crates::gemm(question)));
        if is_alone {
            add("matrixmultiply", Ok(crates::matrixmultiply(question)));
        }
        add("faer", Ok(crates::faer(question)));
        all
    }
}

impl<T> Contestant<T> {
    /// The same without the work.
    pub(crate) fn entrant(&self) -> Entrant {
        (self.name, self.role, self.work.as_ref().map(|_| ()).map_err(String::clone))
    }
}

impl<T> fmt::Debug for Contestant<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("name", &self.name)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::silicon::operands::{Operands, Temperature};
    use crate::silicon::reference::Reference;

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

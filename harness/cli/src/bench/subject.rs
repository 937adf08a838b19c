//! What is measured, as the command line says it, and what that is at a point.
//!
//! Tests: below, `harness/cli/tests/program/bench.rs`.

use super::sweep::{Point, Sweep};
use crate::emit::spec::scalar;
use crate::error::Failure;
use crate::extents;
use crate::input::{self, refused};
use clap::{Args, Subcommand};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tensmith::element::ScalarType;
use tensmith::program::tensor::{Plan, Sequence};
use tensmith::{DType, Target};
use tensmith_core::einsum::is_label;
use tensmith_core::kernel::spec::{Factor, KernelSpec, SpecTextError};
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::{Access, Options};
use tensmith_core::text::Count;
use tensmith_measure::shape::Shape;

/// What is measured, as it is asked for.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// A multiplication, such as `gemm f32 64x64x64 beta=0` or `brgemm f32 32x32x32 batch=16`: of
    /// column-major matrices without gaps, and blocks that follow each other
    #[arg(value_name = "KERNEL", required = true, num_args = 1..)]
    kernel: Vec<String>,
    #[command(subcommand)]
    other: Option<Other>,
}

/// What is measured, and no multiplication.
#[derive(Clone, Debug, Subcommand)]
enum Other {
    /// A contraction of arrays in C order
    Einsum(Contraction),
    /// A loop nest, or a sequence of them
    Nest(File),
}

/// What is measured.
#[derive(Debug)]
pub(super) enum Subject {
    /// A multiplication of dense matrices, and whether the product is added to C.
    Multiplication { shape: Shape, reads_c: bool },
    /// A contraction of arrays.
    Einsum(Contraction),
    /// A nest in a file.
    Nest(File),
}

impl Asked {
    /// What is meant.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(super) fn subject(&self) -> Result<Subject, Failure> {
        match &self.other {
            Some(Other::Einsum(einsum)) => Ok(Subject::Einsum(einsum.clone())),
            Some(Other::Nest(file)) => Ok(Subject::Nest(file.clone())),
            None => multiplication(&self.kernel.join(" ")),
        }
    }
}

/// A multiplication of dense matrices.
fn multiplication(text: &str) -> Result<Subject, Failure> {
    let refused = |reason: &dyn fmt::Display| Failure::BadInput(format!("kernel `{text}`: {reason}"));
    let spec: KernelSpec = text.parse().map_err(|error: SpecTextError| refused(&error))?;
    let shape =
        match spec {
            KernelSpec::Gemm(s) => (s.types.single().zip(s.batch.count().known()))
                .map(|(dtype, batch)| Shape { dtype, m: s.m, n: s.n, k: s.k, batch }),
            _ => None,
        };
    shape.as_ref().map_or(Ok(()), check_extents)?;
    let reads_c = |beta: &Factor| shape.is_some_and(|shape| KernelSpec::from(shape.spec(*beta)) == spec);
    match (shape, [Factor::Zero, Factor::One].iter().find(|beta| reads_c(beta))) {
        (Some(shape), Some(beta)) => Ok(Subject::Multiplication { shape, reads_c: *beta == Factor::One }),
        _ => Err(refused(
            &"must be a gemm or a brgemm of column-major matrices without gaps and of one type, whose beta is 0 or 1, and alpha 1",
        )),
    }
}

/// An expression with its extents.
#[derive(Clone, Debug, Args)]
pub(super) struct Contraction {
    /// The contraction, such as `mk,kn->mn`
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The extents of its labels, such as `m=64,n=8`; those that are swept need none
    #[arg(long, value_name = "A=N,...", value_delimiter = ',', value_parser = extent)]
    extents: Vec<(char, usize)>,
    /// The shapes of its operands instead, such as `32x64,64x8`, or `scalar`
    #[arg(long, value_name = "MxN,...", value_delimiter = ',', value_parser = extents::shape, conflicts_with = "extents")]
    shapes: Vec<extents::Shape>,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = scalar())]
    dtype: ScalarType,
}

/// A file with a nest.
#[derive(Clone, Debug, Args)]
pub(super) struct File {
    /// The nest, or sequence of nests, in its text form; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

fn extent(text: &str) -> Result<(char, usize), &'static str> {
    const RULE: &str = "must be such as `m=64`";
    let (name, extent) = text.rsplit_once('=').ok_or(RULE)?;
    let mut letters = name.chars();
    match (letters.next(), letters.next(), extent.parse()) {
        (Some(name), None, Ok(extent)) if extent > 0 => Ok((name, extent)),
        _ => Err(RULE),
    }
}

/// What is measured at a point.
#[derive(Debug)]
pub(super) enum What {
    /// A multiplication.
    Shape {
        /// Its extents.
        shape: Shape,
        /// Whether the product is added to C.
        reads_c: bool,
    },
    /// A contraction of arrays in C order.
    Einsum {
        /// The expression.
        expression: String,
        /// The shape of each operand.
        shapes: Vec<Vec<usize>>,
        /// The shape of the result.
        output: Vec<usize>,
        /// The type of all elements.
        dtype: ScalarType,
    },
    /// A sequence, as text.
    Nest {
        /// The text.
        text: String,
        /// The type of its elements.
        dtype: DType,
    },
}

/// The most bytes of all operands together.
const MOST_BYTES: f64 = 8e9;

impl Subject {
    /// The names of its extents, a character each.
    pub(super) fn names(&self) -> String {
        match self {
            Self::Multiplication { .. } => "mnk".to_owned(),
            Self::Einsum(einsum) => {
                let (inputs, _) = einsum.expression.split_once("->").unwrap_or((&einsum.expression, ""));
                let mut names: Vec<char> = inputs.chars().filter(|name| is_label(*name)).collect();
                names.sort_unstable();
                names.dedup();
                names.into_iter().collect()
            }
            Self::Nest(_) => String::new(),
        }
    }

    /// One line on it: its kind and type, what is swept, and what is not.
    pub(super) fn title(&self, sweeps: &[Sweep]) -> String {
        let swept = sweeps.iter().map(|sweep| format!(" {sweep}"));
        let is_fixed = |name: char| !sweeps.iter().any(|sweep| sweep.name.contains(name));
        let fixed = |extents: &[(char, usize)]| {
            let fixed = extents.iter().filter(|(name, _)| is_fixed(*name));
            swept.chain(fixed.map(|(name, extent)| format!(" {name}={extent}"))).collect::<String>()
        };
        match self {
            Self::Multiplication { shape: Shape { dtype, m, n, k, batch }, .. } => {
                let (kind, batch) = match batch {
                    1 => ("gemm", String::new()),
                    _ => ("brgemm", format!(" batch={batch}")),
                };
                format!("{kind} {dtype}{}{batch}", fixed(&[('m', *m), ('n', *n), ('k', *k)]))
            }
            Self::Einsum(einsum) => {
                let Contraction { expression, dtype, .. } = einsum;
                format!("einsum {dtype} {expression}{}", fixed(&einsum.extents().unwrap_or_default()))
            }
            Self::Nest(File { file }) => format!("nest {}", file.display()),
        }
    }

    /// What it is at a point.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(super) fn at(&self, point: &Point) -> Result<What, Failure> {
        let what = match self {
            Self::Multiplication { shape, reads_c } => shape_at(shape, *reads_c, point)?,
            Self::Einsum(einsum) => einsum.at(point)?,
            Self::Nest(File { file }) => nest(file)?,
        };
        let bytes = what.bytes(&crate::target::usual())?;
        if bytes > MOST_BYTES {
            return Err(Failure::BadInput(format!(
                "{what}: operands have {bytes:.1e} bytes: must be at most {MOST_BYTES:.1e}"
            )));
        }
        Ok(what)
    }
}

/// A multiplication with the extents of a point.
fn shape_at(shape: &Shape, reads_c: bool, point: &Point) -> Result<What, Failure> {
    let [m, n, k] =
        [('m', shape.m), ('n', shape.n), ('k', shape.k)].map(|(name, usual)| point.of(name).unwrap_or(usual));
    let shape = Shape { m, n, k, ..*shape };
    check_extents(&shape)?;
    Ok(What::Shape { shape, reads_c })
}

/// Refuses extents that take too long, or too much memory.
fn check_extents(&Shape { m, n, k, batch, .. }: &Shape) -> Result<(), Failure> {
    let extents = [("m", m), ("n", n), ("k", k), ("batch", batch)];
    match extents.into_iter().find(|(_, extent)| !(1..=1 << 16).contains(extent)) {
        Some((name, extent)) => {
            Err(Failure::BadInput(format!("{name} is {extent}: must be from 1 to 65536")))
        }
        None => Ok(()),
    }
}

impl Contraction {
    /// The extents of labels, as they or the shapes of operands say.
    fn extents(&self) -> Result<Vec<(char, usize)>, String> {
        let mut extents = self.extents.clone();
        let (inputs, _) = self.expression.split_once("->").unwrap_or((&self.expression, ""));
        let terms: Vec<&str> = inputs.split(',').map(str::trim).collect();
        if !self.shapes.is_empty() && terms.len() != self.shapes.len() {
            let (found, expected) = (Count(self.shapes.len(), "shape").there(), terms.len());
            return Err(format!("--shapes: {found}: must be {expected}, one for each operand"));
        }
        for (term, shape) in terms.iter().zip(&self.shapes) {
            let labels = term.chars().count();
            if labels != shape.len() {
                let (found, labels) = (Count(shape.len(), "extent"), Count(labels, "label"));
                return Err(format!("--shapes: {term} has {labels}, its shape {found}: must be as many"));
            }
            for (name, extent) in term.chars().zip(shape) {
                match extents.iter().find(|(known, _)| *known == name) {
                    Some((_, other)) if other != extent => {
                        return Err(format!(
                            "--shapes: label {name} is {other} and {extent}: must be one of them"
                        ));
                    }
                    Some(_) => {}
                    None => extents.push((name, *extent)),
                }
            }
        }
        Ok(extents)
    }

    fn at(&self, point: &Point) -> Result<What, Failure> {
        let refused = |rule: String| Failure::BadInput(format!("expression `{}`: {rule}", self.expression));
        let (inputs, output) = self
            .expression
            .split_once("->")
            .ok_or_else(|| refused("`->` and an output must be there".to_owned()))?;
        let extents = self.extents().map_err(refused)?;
        let known = |name: char| extents.iter().find(|(known, _)| *known == name).map(|(_, extent)| *extent);
        let shape = |term: &str| -> Result<Vec<usize>, Failure> {
            let extents = term.chars().filter(|name| *name != ' ').map(|name| {
                let extent = point.of(name).or_else(|| known(name));
                extent.ok_or_else(|| {
                    refused(format!("index {name} has no extent: --extents {name}=N gives it one"))
                })
            });
            extents.collect()
        };
        let shapes = inputs.split(',').map(shape).collect::<Result<_, _>>()?;
        let (expression, dtype) = (self.expression.clone(), self.dtype);
        Ok(What::Einsum { expression, shapes, output: shape(output)?, dtype })
    }
}

fn nest(file: &std::path::Path) -> Result<What, Failure> {
    let sequence = input::sequence(file)?;
    let dtype = sequence.dtype().ok_or_else(|| refused(file, "there is no nest"))?;
    Ok(What::Nest { text: sequence.to_string(), dtype })
}

impl What {
    /// The type of all elements.
    pub(super) fn scalar(&self) -> ScalarType {
        match self {
            Self::Shape { shape: Shape { dtype, .. }, .. } | Self::Nest { dtype, .. } => (*dtype).into(),
            Self::Einsum { dtype, .. } => *dtype,
        }
    }

    /// Bytes of all operands, which are read or written at least once; those that are added to count twice.
    ///
    /// # Errors
    /// [`Failure::BadInput`], for a nest that cannot be planned.
    pub(super) fn bytes(&self, target: &Target) -> Result<f64, Failure> {
        let elements = match self {
            Self::Shape { shape, reads_c } => {
                let [a, b, c] = shape.elements().map(|elements| elements as f64);
                a + b + if *reads_c { 2.0 * c } else { c }
            }
            Self::Einsum { shapes, output, .. } => {
                let count = |shape: &Vec<usize>| shape.iter().map(|extent| *extent as f64).product::<f64>();
                shapes.iter().chain([output]).map(count).sum()
            }
            Self::Nest { text, .. } => {
                let plan = planned(text, target)?;
                let used = plan.accesses().iter().filter(|access| access.is_used);
                used.map(|Access { below, above, .. }| (below + above + 1) as f64).sum()
            }
        };
        Ok(elements * self.scalar().bytes() as f64)
    }
}

/// The plan of a sequence in text form, as one thread runs it.
pub(super) fn planned(text: &str, target: &Target) -> Result<Plan, Failure> {
    Plan::of(optimized(text, target, NonZeroUsize::MIN)?).map_err(Failure::bad_input)
}

/// A sequence in text form, optimized for some threads.
pub(super) fn optimized(text: &str, target: &Target, threads: NonZeroUsize) -> Result<Sequence, Failure> {
    let sequence: Sequence = text.parse().map_err(Failure::bad_input)?;
    let threads = Some(threads).filter(|threads| *threads > NonZeroUsize::MIN);
    let context = Context { target, options: Options { threads, ..Options::default() } };
    optimize_all(sequence, &context, |_, _| {}).map_err(Failure::bad_input)
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { shape, .. } => shape.fmt(f),
            Self::Einsum { expression, shapes, dtype, .. } => {
                let extents = |shape: &Vec<usize>| {
                    let extents: Vec<String> = shape.iter().map(ToString::to_string).collect();
                    if extents.is_empty() { "scalar".to_owned() } else { extents.join("x") }
                };
                let shapes: Vec<String> = shapes.iter().map(extents).collect();
                write!(f, "{dtype} {expression} {}", shapes.join(","))
            }
            Self::Nest { dtype, .. } => write!(f, "{dtype} nest"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use tensmith_core::tensor::Exec;

    #[derive(Debug, Parser)]
    #[command(subcommand_negates_reqs = true)]
    struct Line {
        #[command(flatten)]
        asked: Asked,
    }

    /// The second thread has something to do.
    #[test]
    fn nests_are_planned_for_as_many_threads_as_run_them() {
        let text = "nest f32 contraction first=zero
            m undefined 512 512 0 512 \n n undefined 512 0 1 1 \n k undefined 512 1 512 0";
        let target = Target::named("zen5").unwrap();
        let tasks = |threads: usize| {
            let sequence = optimized(text, &target, NonZeroUsize::new(threads).unwrap()).unwrap();
            let dims = sequence.steps.iter().flat_map(|step| &step.nest.dims);
            dims.filter(|dim| dim.exec == Exec::Shared).map(|dim| dim.extent).product::<usize>()
        };
        assert_eq!(tasks(1), 1);
        assert!(tasks(2) >= 2, "{}", tasks(2));
    }

    /// Shapes of operands say what extents of labels say.
    #[test]
    fn shapes_are_extents_of_labels() {
        let at = |line: &str| {
            let words = line.split(' ');
            Line::try_parse_from(words)
                .unwrap()
                .asked
                .subject()?
                .at(&Point::default())
                .map(|what| what.to_string())
        };
        let expected = at("bench einsum mk,kn->mn --extents m=3,k=4,n=5").unwrap();
        assert_eq!(expected, "f32 mk,kn->mn 3x4,4x5");
        assert_eq!(at("bench einsum mk,kn->mn --shapes 3x4,4x5").unwrap(), expected);
        for (line, rule) in [
            ("bench einsum mk,kn->mn --shapes 3x4,5x5", "label k is 4 and 5: must be one of them"),
            ("bench einsum mk,kn->mn --shapes 3x4", "there is 1 shape: must be 2, one for each operand"),
            ("bench einsum mk,kn->mn --shapes 3x4,4", "kn has 2 labels, its shape 1 extent: must be as many"),
        ] {
            let message = at(line).unwrap_err();
            assert!(message.parts().1.ends_with(rule), "{message:?}");
        }
    }
}

//! A contraction of arrays from files: read, planned, run and checked.
//!
//! Tests: below, `harness/cli/tests/program/einsum.rs`.

use crate::bias::Bias;
use crate::error::Failure;
use crate::extents;
use crate::order::Order;
use crate::profile;
use crate::set::Set;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tensmith::element::ScalarType;
use tensmith::inspect::Check;
use tensmith::parallel::Sequential;
use tensmith::wisdom::Wisdom;
use tensmith::{
    Array, ArrayLayout, BuildError, ErrorKind, Jit, JitBuilder, Plan, PlanError, RunError, Strided, Target,
    UnaryOp, View,
};
use tensmith_core::einsum::tree::{self, Kind};
use tensmith_core::kernel::spec::Overflow;
use tensmith_core::text::Count;
use tensmith_npy::{self as npy, Loaded, Number, Shape};

/// A contraction, as the command line gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    /// An expression, or a tree in brackets.
    pub(crate) text: &'a str,
    /// The extents of a tree's indices.
    pub(crate) extents: Option<&'a [usize]>,
    pub(crate) order: Order,
    pub(crate) threads: NonZeroUsize,
    pub(crate) memory_limit: Option<usize>,
    /// The folder of orders that were found before.
    pub(crate) wisdom: Option<&'a Path>,
    /// The numbers of the operands whose conjugates are taken.
    pub(crate) conjugate: &'a [usize],
    /// The operation applied to each element of the result before it is stored.
    pub(crate) then: Option<UnaryOp>,
    /// What becomes of sums of integers that have no room.
    pub(crate) overflow: Overflow,
    /// The core that it is planned for; this machine, if there is none.
    pub(crate) target: Option<Target>,
}

/// Arrays of one element type, as they were read.
#[derive(Debug)]
pub(crate) struct Operands {
    /// Those of the expression.
    pub(crate) operands: Vec<Loaded>,
    /// The bias of the result.
    pub(crate) bias: Option<Loaded>,
}

/// Arrays, and the plan that contracts them.
#[derive(Debug)]
pub(crate) struct Contraction<T, O = T> {
    inputs: Vec<Array<T>>,
    /// The array that is added, as it lies along the output.
    bias: Option<(Array<O>, ArrayLayout)>,
    plan: Plan<T, O>,
    obstacle: Option<BuildError>,
}

/// The most elements of an operand that is drawn: a few letters ask for any number.
const MOST_DRAWN: usize = 1 << 28;

/// Refuses too many elements of an operand that is drawn; none is a number that overflows.
///
/// # Errors
/// The rule.
pub(crate) fn check_drawn(elements: Option<usize>) -> Result<(), &'static str> {
    let is_small = elements.is_some_and(|elements| elements <= MOST_DRAWN);
    if is_small { Ok(()) } else { Err("must have at most 2^28 elements") }
}

/// Reads all arrays of all files, in their order, with what to call each; of a type that is expected, if one
/// is.
///
/// # Errors
/// [`Failure::BadInput`], where a file is malformed, or types differ.
pub(crate) fn read(paths: &[PathBuf], expected: Option<ScalarType>) -> Result<Vec<Loaded>, Failure> {
    read_around(paths, paths.len(), expected).map(|(arrays, _)| arrays)
}

/// Reads the arrays of a file.
fn read_file(path: &Path, expected: Option<ScalarType>) -> Result<Vec<Loaded>, Failure> {
    let read = match expected {
        Some(expected) => npy::read_expecting(path, expected),
        None => npy::read(path),
    };
    read.map_err(Failure::bad_input)
}

/// The same without the file at a place, which is an operand of another kind; and how many
/// arrays are before it.
///
/// # Errors
/// As those of [`read`].
pub(crate) fn read_around(
    paths: &[PathBuf],
    other: usize,
    expected: Option<ScalarType>,
) -> Result<(Vec<Loaded>, usize), Failure> {
    if paths.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Failure::BadInput(
            "operands: only one of them may be `-`, the standard input".to_owned(),
        ));
    }
    let (mut arrays, mut before): (Vec<Loaded>, usize) = (Vec::new(), usize::MAX);
    for (place, path) in paths.iter().enumerate() {
        if place == other {
            before = arrays.len();
            continue;
        }
        for array in read_file(path, expected)? {
            // The number of an array as an operand.
            let number = |nth: usize| nth + usize::from(nth >= before);
            if let Some(first) = arrays.first().filter(|first| first.scalar() != array.scalar()) {
                let (found, expected, first, number) =
                    (array.scalar(), first.scalar(), number(0), number(arrays.len()));
                let rule = format!("elements are {found}: must be {expected}, as those of in{first}");
                return Err(Failure::BadInput(format!("in{number} = {}: {rule}", path.display())));
            }
            arrays.push(array);
        }
    }
    Ok((arrays, before))
}

/// Reads the only array of a file, to be added to results with elements of some type.
///
/// # Errors
/// [`Failure::BadInput`], where the file is malformed, or holds something else.
pub(crate) fn read_bias(path: &Path, expected: ScalarType) -> Result<Loaded, Failure> {
    let refused = |rule: String| Failure::BadInput(format!("bias = {}: {rule}", path.display()));
    let mut arrays = read_file(path, Some(expected))?;
    match (arrays.pop(), arrays.len()) {
        (Some(array), 0) if array.scalar() == expected => Ok(array),
        (Some(array), 0) => Err(refused(format!(
            "elements are {}: must be {expected}, as those of the operands",
            array.scalar()
        ))),
        (last, before) => {
            let count = before + usize::from(last.is_some());
            Err(refused(format!("{}: must be 1", Count(count, "array").there())))
        }
    }
}

impl<T: Number, O: Number> Contraction<T, O> {
    /// Plans the contraction of arrays of this type: for the core asked for, or this machine, or, where that
    /// executes no plan, a generic one.
    ///
    /// # Errors
    /// [`Failure::BadInput`], where the expression is malformed or they do not fit.
    pub(crate) fn new(task: Task<'_>, Operands { operands, bias }: Operands) -> Result<Self, Failure> {
        // `read` and `read_bias` let no other type through.
        let inputs: Vec<Array<T>> = operands.into_iter().filter_map(T::of).collect();
        let bias = bias.and_then(O::of);
        let shapes: Vec<_> = inputs.iter().map(|array| array.layout().shape()).collect();
        let of_array = |array: &Array<O>| task.bias(array.layout(), &shapes);
        let spread = bias.as_ref().map(of_array).transpose()?;
        let explain =
            |error: PlanError| task.refused(inputs.iter().map(|array| array.layout().shape()), &error);
        let (builder, obstacle) = task.builder().map_err(explain)?;
        let builder = profile::observed(builder)?;
        let jit = builder.build().map_err(|error| explain(error.into()))?;
        let plan = task.plan(&jit, &inputs, spread.as_ref()).map_err(explain)?;
        let bias = bias.zip(spread.map(|spread| spread.layout));
        Ok(Self { inputs, bias, plan, obstacle })
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &Plan<T, O> {
        &self.plan
    }

    /// Runs the plan.
    ///
    /// # Errors
    /// [`Failure::NotPossibleHere`], where this machine cannot execute the plan.
    pub(crate) fn run(&self) -> Result<Array<O>, Failure> {
        if let Some(obstacle) = &self.obstacle {
            return Err(way_out(obstacle, self.plan.explain().target()));
        }
        let run = || {
            let mut output = self.plan.zeros()?;
            self.plan.run_with(&self.views(), &self.chain(), &mut output)?;
            Ok(output)
        };
        run().map_err(|e: RunError| Failure::NotPossibleHere(e.to_string()))
    }

    /// The time of the fastest run on one thread, of as many as fit into some time.
    ///
    /// # Errors
    /// [`Failure::NotPossibleHere`], where this machine cannot execute the plan.
    pub(crate) fn time(&self) -> Result<Duration, Failure> {
        const ALL: Duration = Duration::from_millis(50);
        let run = || -> Result<Duration, RunError> {
            let (views, chain, mut output) = (self.views(), self.chain(), self.plan.zeros()?);
            let (start, mut best) = (Instant::now(), Duration::MAX);
            while best == Duration::MAX || start.elapsed() < ALL {
                let one = Instant::now();
                self.plan.run_with_on(&views, &chain, &mut output, &Sequential)?;
                best = best.min(one.elapsed());
            }
            Ok(best)
        };
        run().map_err(|e| Failure::NotPossibleHere(e.to_string()))
    }

    fn views(&self) -> Vec<View<'_, T>> {
        self.inputs.iter().map(Array::view).collect()
    }

    fn chain(&self) -> Vec<View<'_, O>> {
        self.bias.iter().filter_map(|(array, layout)| View::new(array.data(), layout).ok()).collect()
    }

    /// Compares a result with the scalar reference.
    ///
    /// # Errors
    /// [`Failure::Check`], where that has no answer.
    pub(crate) fn check(&self, output: &Array<O>) -> Result<Check, Failure> {
        self.plan.check_with(&self.views(), &self.chain(), output).map_err(|e| Failure::Check(e.to_string()))
    }
}

impl<'a> Task<'a> {
    /// An expression, and all else as usual.
    pub(crate) fn of(text: &'a str) -> Self {
        let (order, threads) = (Order::AUTO, NonZeroUsize::MIN);
        Self {
            text,
            extents: None,
            order,
            threads,
            memory_limit: None,
            wisdom: None,
            conjugate: &[],
            then: None,
            overflow: Overflow::Refused,
            target: None,
        }
    }

    /// A builder as of [`builder_for`], with threads and wisdom.
    fn builder(&self) -> Result<(JitBuilder, Option<BuildError>), PlanError> {
        let (builder, obstacle) = builder_for(self.target)?;
        let wisdom = self.wisdom.map(Wisdom::open).transpose()?;
        Ok((builder.threads(self.threads.get()).wisdom(wisdom), obstacle))
    }

    fn plan<T: Number, O: Number>(
        &self,
        jit: &Jit,
        inputs: &[impl Strided],
        bias: Option<&Bias>,
    ) -> Result<Plan<T, O>, PlanError> {
        let mut contraction = match self.extents {
            Some(extents) => jit.tree(self.text, extents),
            None => jit.contraction(self.text),
        };
        contraction = self.order.ask(contraction).memory_limit(self.memory_limit.unwrap_or(usize::MAX));
        contraction = self.conjugate.iter().fold(contraction, |asked, operand| asked.conjugate(*operand));
        if let Some(bias) = bias {
            contraction = contraction.add(&bias.labels, &bias.layout);
        }
        if let Some(op) = self.then {
            contraction = contraction.apply(op);
        }
        contraction.overflow(self.overflow).plan_as(inputs)
    }

    /// A plan without operands: for arrays of some shapes in C order.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(crate) fn plan_alone<T: Number, O: Number>(
        &self,
        shapes: &[extents::Shape],
        bias: Option<Loaded>,
    ) -> Result<Plan<T, O>, Failure> {
        let explain = |error: PlanError| self.refused(shapes.iter().map(|shape| &shape[..]), &error);
        let layouts = shapes.iter().map(|shape| ArrayLayout::c_order(shape)).collect::<Result<Vec<_>, _>>();
        let layouts = layouts.map_err(|error| explain(error.into()))?;
        let (builder, _) = self.builder().map_err(explain)?;
        let jit = builder.build().map_err(|error| explain(error.into()))?;
        let shapes: Vec<&[usize]> = shapes.iter().map(|shape| &**shape).collect();
        let of_array = |array: Array<O>| self.bias(array.layout(), &shapes);
        let bias = bias.and_then(O::of).map(of_array).transpose()?;
        self.plan(&jit, &layouts, bias.as_ref()).map_err(explain)
    }

    /// An array that is added, as an operand of the chain.
    fn bias(&self, array: &ArrayLayout, shapes: &[&[usize]]) -> Result<Bias, Failure> {
        let refused = |error| self.refused(shapes.iter().copied(), &error);
        Bias::new((self.text, self.extents), shapes, array, refused)
    }

    /// A mistake in the expression or the tree, on operands of some shapes.
    fn refused<'s>(&self, shapes: impl Iterator<Item = &'s [usize]>, error: &PlanError) -> Failure {
        let what = if self.extents.is_some() { "tree" } else { "expression" };
        let shapes = shapes.map(|shape| Shape(shape).to_string());
        Failure::BadInput(format!("{error} ({what} {})", asked(self.text, shapes)))
    }
}

/// The most bytes of an expression, and the most shapes, that a message repeats: with its reason, it has less
/// than 500 bytes.
const REPEATED: (usize, usize) = (120, 4);

/// What is asked, for the end of a message: of an expression of a thousand operands, its beginning is enough.
pub(crate) fn asked(text: &str, shapes: impl Iterator<Item = String>) -> String {
    let (bytes, most) = REPEATED;
    let mut shapes = shapes.enumerate().map(|(nth, shape)| format!("in{nth} = {shape}"));
    let first = shapes.by_ref().take(most).collect::<Vec<_>>().join(", ");
    let on = if first.is_empty() { "" } else { " on " };
    let further = match shapes.count() {
        0 => String::new(),
        further => format!(" and {further} more"),
    };
    match text.char_indices().find(|(end, _)| *end >= bytes) {
        Some((end, _)) => format!("`{}…`{on}{first}{further}", &text[..end]),
        None => format!("`{text}`{on}{first}{further}"),
    }
}

/// The shapes of a tree's operands.
///
/// # Errors
/// [`Failure::BadInput`], where the text is no tree.
pub(crate) fn shapes(text: &str, extents: &[usize]) -> Result<Vec<extents::Shape>, Failure> {
    let tree =
        tree::parse(text, extents).map_err(|error| Failure::BadInput(format!("tree `{text}`: {error}")))?;
    let inputs = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_)));
    Ok(inputs.map(|node| node.indices.iter().map(|index| extents[*index]).collect()).collect())
}

/// A builder of code for the core asked for, or this machine, or, where that executes none, a generic one;
/// and why it cannot run here, if it cannot.
pub(crate) fn builder_for(target: Option<Target>) -> Result<(JitBuilder, Option<BuildError>), BuildError> {
    match here(target).build() {
        Err(obstacle) if obstacle.kind() == ErrorKind::Machine => {
            Ok((Jit::builder().foreign(target.unwrap_or_else(Target::generic)), Some(obstacle)))
        }
        built => built.map(|_| (here(target), None)),
    }
}

/// A builder of code that is executed here: for a core, or for this machine.
pub(crate) fn here(target: Option<Target>) -> JitBuilder {
    target.map_or_else(Jit::builder, |target| Jit::builder().target(target))
}

/// Succeeds where this machine can execute compiled code.
///
/// # Errors
/// [`Failure::NotPossibleHere`].
pub(crate) fn require_execution() -> Result<(), Failure> {
    Jit::host().map(drop).map_err(|obstacle| way_out(&obstacle, &Target::generic()))
}

/// An obstacle to running what is planned for a target, and the way out.
pub(crate) fn way_out(obstacle: &BuildError, target: &Target) -> Failure {
    let way_out = match Set::of(target) {
        Set::AArch64 => {
            "`cargo xtask run --emulated -- einsum EXPR A.npy B.npy -o C.npy` and `cargo xtask demo --emulated` emulate a \
             machine that can"
        }
        Set::X86_64 => "`einsum --explain` and `emit` show what it would run",
    };
    Failure::NotPossibleHere(format!("{obstacle}; {way_out}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Report;
    use tensmith_npy::Extents;

    /// `mk,kn->mn` of 2x3 ones and 3x2 ones.
    fn product_of_ones() -> Contraction<f32> {
        let directory = tempfile::tempdir().unwrap();
        let paths = ["a.npy", "b.npy"].map(|name| directory.path().join(name));
        for (path, shape) in paths.iter().zip([[2, 3], [3, 2]]) {
            let extents = Extents::new(path, &shape).unwrap();
            npy::write(&mut std::fs::File::create(path).unwrap(), &[1.0f32; 6], &extents).unwrap();
        }
        let operands = read(&paths, None).unwrap();
        Contraction::new(Task::of("mk,kn->mn"), Operands { operands, bias: None }).unwrap()
    }

    #[test]
    fn a_right_result_passes() {
        let right = Array::c_order(vec![3.0; 4], &[2, 2]).unwrap();
        let report = Report::of(product_of_ones().check(&right).unwrap()).unwrap().to_string();
        assert!(
            report.starts_with("4 elements compared with the reference, 0 wrong; worst 3.0 for 3.0"),
            "{report}"
        );
    }

    #[test]
    fn a_wrong_result_ends_the_program_with_status_1() {
        let wrong = Array::c_order(vec![3.0, 3.0, 3.0, 3.000_01], &[2, 2]).unwrap();
        let failure = Report::of(product_of_ones().check(&wrong).unwrap()).unwrap_err();
        let (status, message) = failure.parts();
        assert_eq!(status, 1);
        assert!(
            message.starts_with("4 elements compared with the reference, 1 wrong; worst 3.00001"),
            "{message}"
        );
    }
}

//! How every kernel is tested: called on operands between inaccessible pages, and its output
//! compared with what is expected: bit for bit, but where an operation says how far it is off. A bench has
//! one target, or several, and calls the kernels of all of them on each case.
//!
//! Tests: `tests/tests/primitives_gemm_shapes.rs`, `tests/tests/primitives_elementwise_shapes.rs`.
#![allow(unsafe_code)]

use crate::canary::{self, Changed};
use crate::guard::{ENDS, Flush, Guarded};
use crate::here;
use crate::random::SplitMix;
use crate::ulp;
use tensmith_core::Target;
use tensmith_core::code::entry::{Arguments, CannotExecute, Kernel};
use tensmith_core::code::{CodeMemory, MemoryError};
use tensmith_core::kernel::spec::{Batch, Chain, GemmSpec, Input, Operand, Parameter, Reduction, Stride};
use tensmith_core::kernel::{ConvertSpec, KernelSpec};
use tensmith_core::reference::Element;
use tensmith_core::registry::{KernelError, Registry};

#[cfg(target_os = "linux")]
use tensmith_platform_linux::HostMemory;
#[cfg(target_os = "macos")]
use tensmith_platform_macos::HostMemory;

/// One call and what it should do.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// The specification of the kernel; all of its strides are fixed.
    pub spec: KernelSpec,
    /// The contents of the buffers before the call.
    pub buffers: Vec<Vec<T>>,
    /// The buffer of each operand, in calling order; the output is the last operand, and may be in
    /// the buffer of an input.
    pub operands: Vec<usize>,
    /// The contents of the output's buffer after the call. The others stay as they are.
    pub after: Vec<T>,
}

/// A conversion, whose operands differ in their types, and what it should do.
#[derive(Clone, Debug)]
pub struct Conversion<F, T> {
    /// The specification of the kernel; its strides are fixed.
    pub spec: ConvertSpec,
    /// The input, which stays as it is.
    pub input: Vec<F>,
    /// The output before the call.
    pub out: Vec<T>,
    /// The output after it.
    pub after: Vec<T>,
}

/// One call on operands of bytes, and what it should do.
#[derive(Clone, Debug)]
pub struct BytesCase {
    /// The specification of the kernel; all of its strides are fixed.
    pub spec: KernelSpec,
    /// The operands before the call.
    pub buffers: Vec<Vec<u8>>,
    /// The number of the output among them.
    pub output: usize,
    /// The output after the call. The others stay as they are.
    pub after: Vec<u8>,
}

/// Guarded buffers, as many as operands at most, and the last kernel of each target, used from case to case.
#[derive(Debug)]
pub struct Bench {
    registry: Registry,
    machine: Target,
    memory: HostMemory,
    makers: Vec<Maker>,
    guarded: [Guarded; OPERANDS],
    /// The source of the operands' numbers.
    pub random: SplitMix,
}

/// A target, and the last kernel that was made for it.
#[derive(Debug)]
struct Maker {
    target: Target,
    last: Option<(KernelSpec, Kernel)>,
}

/// The most operands of a case.
const OPERANDS: usize = 7;

/// A mistake of a kernel.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// There is no code.
    #[error("{spec} for {target}: {error}")]
    Kernel {
        /// The specification.
        spec: Box<KernelSpec>,
        /// The core that it is for.
        target: &'static str,
        /// Why there is none.
        error: KernelError,
    },
    /// The code uses what the machine at hand lacks.
    #[error("{spec} for {target}: the code needs {feature}, which this machine lacks")]
    Lacks {
        /// The specification.
        spec: Box<KernelSpec>,
        /// The core that it is for.
        target: &'static str,
        /// What it lacks.
        feature: &'static str,
    },
    /// An element is another one than it should be.
    #[error(
        "{spec} ({made}) for {target}, {flush:?}: buffer {buffer}, element {element}: {found:?} instead of {expected:?}"
    )]
    Differs {
        /// The specification of the case.
        spec: Box<KernelSpec>,
        /// The specification of the code: strides may be left to run time.
        made: Box<KernelSpec>,
        /// The core that it is for.
        target: &'static str,
        /// The ends of their pages at which the buffers lay.
        flush: Flush,
        /// The buffer, by the case's numbers.
        buffer: usize,
        /// The element of the buffer.
        element: usize,
        /// The element there.
        found: f64,
        /// The reference's element; for sums, one of the numbers that are right.
        expected: f64,
    },
    /// The code changes a register that it has to preserve.
    #[error("{spec} for {target}: {changed}")]
    Changed {
        /// The specification.
        spec: Box<KernelSpec>,
        /// The core that it is for.
        target: &'static str,
        /// What it changed.
        changed: Changed,
    },
    /// The code cannot be made executable.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The machine at hand is none that executes it.
    #[error(transparent)]
    CannotExecute(#[from] CannotExecute),
}

/// The most bytes of an operand.
pub const ROOM: usize = 320_000;

/// The filling between the columns of an input: it would spoil a result that it got into.
pub const INPUT_GAP: f64 = f64::NAN;

/// The filling between those of an output, which stays there.
pub const OUTPUT_GAP: f64 = 0.125;

/// Judges an element of the output's buffer.
type Accepts<'a, T> = &'a dyn Fn(usize, T) -> bool;

impl Bench {
    /// Buffers for operands of at most [`ROOM`] bytes, and kernels of the default registry for `target`.
    /// Prints the seed of the random numbers.
    ///
    /// # Panics
    /// Without memory, and where the machine at hand executes no compiled code, or this process may not.
    #[must_use]
    pub fn new(test: &str, target: Target) -> Self {
        Self::of(test, &[target])
    }

    /// The same with kernels for the most portable target with each size of vectors that the
    /// machine at hand executes.
    ///
    /// # Panics
    /// Those of [`Bench::new`].
    #[must_use]
    pub fn here(test: &str) -> Self {
        Self::of(test, &here::portable())
    }

    /// The same with kernels for some targets.
    ///
    /// # Panics
    /// Those of [`Bench::new`].
    #[must_use]
    pub fn of(test: &str, targets: &[Target]) -> Self {
        let (registry, machine) = (tensmith_primitives::registry().expect("memory"), here::host());
        let memory = HostMemory::probe().expect("executable memory");
        Self::assembled(registry, targets, (machine, memory), SplitMix::seeded(test, 2))
    }

    /// The same with kernels of `registry` for one target; prints nothing.
    ///
    /// # Errors
    /// [`MemoryError`], where this process may not have executable memory.
    ///
    /// # Safety
    /// Those of [`check`](crate::check).
    ///
    /// # Panics
    /// Without memory for buffers.
    pub unsafe fn over(
        registry: Registry,
        target: Target,
        machine: Target,
        random: SplitMix,
    ) -> Result<Self, MemoryError> {
        Ok(Self::assembled(registry, &[target], (machine, HostMemory::probe()?), random))
    }

    fn assembled(
        registry: Registry,
        targets: &[Target],
        (machine, memory): (Target, HostMemory),
        random: SplitMix,
    ) -> Self {
        let makers = targets.iter().map(|target| Maker { target: *target, last: None }).collect();
        Self {
            registry,
            machine,
            memory,
            makers,
            guarded: [(); OPERANDS].map(|()| Guarded::new(ROOM)),
            random,
        }
    }

    /// Takes kernels from another registry.
    ///
    /// # Safety
    /// Those of [`check`](crate::check).
    #[must_use]
    pub unsafe fn with_registry(mut self, registry: Registry) -> Self {
        self.makers.iter_mut().for_each(|maker| maker.last = None);
        Self { registry, ..self }
    }

    /// The generators of the kernels.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Calls the kernel of a case, with its buffers at either end of their pages.
    ///
    /// # Panics
    /// Where the result is another one, or there is no kernel.
    pub fn check<T: Element>(&mut self, case: &Case<T>) {
        self.check_by(case, within(case, ulp::allowed(&case.spec)));
    }

    /// Like [`Bench::check`], where all bits of the result are known, whatever the operation.
    ///
    /// # Panics
    /// Those of [`Bench::check`].
    pub fn check_bits<T: Element>(&mut self, case: &Case<T>) {
        self.check_by(case, within(case, 0));
    }

    /// Like [`Bench::check`], where `accepts` judges each element of the output's buffer.
    ///
    /// # Panics
    /// Those of [`Bench::check`].
    pub fn check_by<T: Element>(&mut self, case: &Case<T>, accepts: impl Fn(usize, T) -> bool) {
        self.examine(case, &accepts).unwrap_or_else(|failure| panic!("{failure}"));
    }

    /// Like [`Bench::check`], with a kernel that gets every stride, count and parameter at run time.
    ///
    /// # Panics
    /// Those of [`Bench::check`].
    pub fn check_at_run_time<T: Element>(&mut self, case: &Case<T>) {
        let accepts = within(case, ulp::allowed(&case.spec));
        self.examine_at_run_time(case, &accepts).unwrap_or_else(|failure| panic!("{failure}"));
    }

    /// Checks cases of one shape: each with its own kernel, then all with the one that gets the
    /// leading dimensions and parameters at run time.
    ///
    /// # Panics
    /// Those of [`Bench::check`].
    pub fn check_both<T: Element>(&mut self, cases: &[Case<T>]) {
        cases.iter().for_each(|case| self.check(case));
        cases.iter().for_each(|case| self.check_at_run_time(case));
    }

    /// Calls the kernel of a case, with its buffers at either end of their pages, and says what is wrong.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn examine<T: Element>(&mut self, case: &Case<T>, accepts: Accepts<'_, T>) -> Result<(), Failure> {
        self.examine_kernel(case, (case.spec, &[]), accepts)
    }

    /// Like [`Bench::examine`], with a kernel that gets every stride, count and parameter at run time.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn examine_at_run_time<T: Element>(
        &mut self,
        case: &Case<T>,
        accepts: Accepts<'_, T>,
    ) -> Result<(), Failure> {
        let (spec, values) = at_run_time(&case.spec);
        self.examine_kernel(case, (spec, &values), accepts)
    }

    /// Like [`Bench::examine`], with the kernel for a specification that leaves some of the case's strides,
    /// counts and parameters to run time, and is the same else.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn examine_as<T: Element>(
        &mut self,
        case: &Case<T>,
        given: &KernelSpec,
        accepts: Accepts<'_, T>,
    ) -> Result<(), Failure> {
        self.examine_kernel(case, (*given, &missing(&case.spec, given)), accepts)
    }

    /// The kernel of a spec for the first target.
    ///
    /// # Errors
    /// [`Failure`], where there is none that runs here.
    pub fn make(&mut self, spec: &KernelSpec) -> Result<Kernel, Failure> {
        self.kernel(0, spec)
    }

    fn examine_kernel<T: Element>(
        &mut self,
        case: &Case<T>,
        (spec, values): (KernelSpec, &[usize]),
        accepts: Accepts<'_, T>,
    ) -> Result<(), Failure> {
        for maker in 0..self.makers.len() {
            let kernel = self.kernel(maker, &spec)?;
            for flush in ENDS {
                let buffers = self.guarded.iter_mut().zip(&case.buffers);
                let addresses: Vec<usize> =
                    buffers.map(|(guarded, before)| guarded.hold(before, flush).addr()).collect();
                call(&kernel, case.operands.iter().map(|buffer| addresses[*buffer]), values).map_err(
                    |changed| Failure::Changed { spec: Box::new(spec), target: self.name(maker), changed },
                )?;
                self.compare(case, (&spec, self.name(maker), flush), accepts)?;
            }
        }
        Ok(())
    }

    /// Converts with leading dimensions as part of the code, or at run time, with its operands at either end
    /// of their pages, and says what is wrong.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn examine_conversion<F: Element, T: Element>(
        &mut self,
        conversion: &Conversion<F, T>,
        is_at_run_time: bool,
    ) -> Result<(), Failure> {
        let fixed = KernelSpec::Convert(conversion.spec);
        let spec = if is_at_run_time { at_run_time(&fixed).0 } else { fixed };
        self.examine_conversion_as(conversion, &spec)
    }

    /// Like [`Bench::examine_conversion`], with the kernel for a specification that leaves some leading
    /// dimensions to run time.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn examine_conversion_as<F: Element, T: Element>(
        &mut self,
        conversion: &Conversion<F, T>,
        given: &KernelSpec,
    ) -> Result<(), Failure> {
        let (fixed, spec) = (KernelSpec::Convert(conversion.spec), *given);
        let values = missing(&fixed, given);
        for maker in 0..self.makers.len() {
            let (kernel, name) = (self.kernel(maker, &spec)?, self.name(maker));
            for flush in ENDS {
                let [input, out, ..] = &mut self.guarded;
                let addresses =
                    [input.hold(&conversion.input, flush).addr(), out.hold(&conversion.out, flush).addr()];
                call(&kernel, addresses.into_iter(), &values).map_err(|changed| Failure::Changed {
                    spec: Box::new(spec),
                    target: name,
                    changed,
                })?;
                let told = (&fixed, (&spec, name, flush));
                unlike(told, 0, (input, &conversion.input), &|_, x, y| ulp::steps(x, y) == 0)?;
                unlike(told, 1, (out, &conversion.after), &|_, x, y| ulp::steps(x, y) == 0)?;
            }
        }
        Ok(())
    }

    /// Calls the kernel of a case of bytes, with its operands at either end of their pages, and says what is
    /// wrong: every byte is known.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn examine_bytes(&mut self, case: &BytesCase) -> Result<(), Failure> {
        for maker in 0..self.makers.len() {
            let (kernel, target) = (self.kernel(maker, &case.spec)?, self.name(maker));
            for flush in ENDS {
                let buffers = self.guarded.iter_mut().zip(&case.buffers);
                let addresses: Vec<usize> =
                    buffers.map(|(guarded, before)| guarded.hold_bytes(before, flush).addr()).collect();
                let spec = Box::new(case.spec);
                call(&kernel, addresses.into_iter(), &[]).map_err(|changed| Failure::Changed {
                    spec,
                    target,
                    changed,
                })?;
                self.compare_bytes(case, (target, flush))?;
            }
        }
        Ok(())
    }

    /// Compares the buffers with what they should hold, byte by byte.
    fn compare_bytes(
        &mut self,
        case: &BytesCase,
        (target, flush): (&'static str, Flush),
    ) -> Result<(), Failure> {
        for (buffer, (guarded, before)) in self.guarded.iter_mut().zip(&case.buffers).enumerate() {
            let expected = if buffer == case.output { &case.after } else { before };
            let found = guarded.bytes(expected.len(), flush);
            let unlike = found.iter().zip(expected).position(|(found, expected)| found != expected);
            if let Some(element) = unlike {
                let [found, expected] = [found[element], expected[element]].map(f64::from);
                let [spec, made] = [(); 2].map(|()| Box::new(case.spec));
                return Err(Failure::Differs { spec, made, target, flush, buffer, element, found, expected });
            }
        }
        Ok(())
    }

    /// Like [`Bench::examine_bytes`].
    ///
    /// # Panics
    /// Where the result is another one, or there is no kernel.
    pub fn check_bytes(&mut self, case: &BytesCase) {
        self.examine_bytes(case).unwrap_or_else(|failure| panic!("{failure}"));
    }

    /// Checks a conversion with leading dimensions as part of the code, and at run time.
    ///
    /// # Panics
    /// Those of [`Bench::check`].
    pub fn check_conversion<F: Element, T: Element>(&mut self, conversion: &Conversion<F, T>) {
        for is_at_run_time in [false, true] {
            let examined = self.examine_conversion(conversion, is_at_run_time);
            examined.unwrap_or_else(|failure| panic!("{failure}"));
        }
    }

    /// The name of a maker's target.
    fn name(&self, maker: usize) -> &'static str {
        self.makers[maker].target.core.name
    }

    /// The kernel of a spec: a maker's last one, or a new one.
    fn kernel(&mut self, maker: usize, spec: &KernelSpec) -> Result<Kernel, Failure> {
        let Maker { target, last } = &mut self.makers[maker];
        if let Some((_, kernel)) = last.as_ref().filter(|(known, _)| known == spec) {
            return Ok(kernel.clone());
        }
        let (spec, name) = (Box::new(*spec), target.core.name);
        let compiled = match self.registry.compile(&spec, target) {
            Ok(compiled) => compiled,
            Err(error) => return Err(Failure::Kernel { spec, target: name, error }),
        };
        let kernel = Kernel::new(self.memory.publish(&compiled.code)?, target.isa.architecture())?;
        let has = self.machine.core.features;
        if let Some(feature) = compiled.features.iter().find(|feature| !has.contains(*feature)) {
            return Err(Failure::Lacks { spec, target: name, feature: feature.name() });
        }
        *last = Some((*spec, kernel.clone()));
        Ok(kernel)
    }

    /// Compares the buffers with what they should hold.
    fn compare<T: Element>(
        &mut self,
        case: &Case<T>,
        made: Made<'_>,
        accepts: Accepts<'_, T>,
    ) -> Result<(), Failure> {
        for (buffer, (guarded, before)) in self.guarded.iter_mut().zip(&case.buffers).enumerate() {
            let told = (&case.spec, made);
            match case.operands.last() == Some(&buffer) {
                true => unlike(told, buffer, (guarded, &case.after), &|at, found, _| accepts(at, found))?,
                false => unlike(told, buffer, (guarded, before), &|_, x, y| ulp::steps(x, y) == 0)?,
            }
        }
        Ok(())
    }
}

/// A kernel that was called: its specification, the core that it is for, and the ends of their pages at
/// which its buffers lay.
type Made<'a> = (&'a KernelSpec, &'static str, Flush);

/// Calls a kernel with addresses and numbers.
fn call(kernel: &Kernel, operands: impl Iterator<Item = usize>, values: &[usize]) -> Result<(), Changed> {
    let mut arguments = Arguments::default();
    for (argument, value) in arguments.iter_mut().zip(operands.chain(values.iter().copied())) {
        *argument = value;
    }
    // SAFETY: the operands have the sizes that the spec says, and the registry's code keeps to it:
    // that of the default one by its tests, of another by the contract of `with_registry`.
    unsafe { canary::call(kernel, &arguments) }.map(drop)
}

/// Refuses a buffer with an element that is not right: which, what is found and what is expected tell.
fn unlike<T: Element>(
    (spec, (made, target, flush)): (&KernelSpec, Made<'_>),
    buffer: usize,
    (guarded, expected): (&mut Guarded, &[T]),
    is_right: &dyn Fn(usize, T, T) -> bool,
) -> Result<(), Failure> {
    let found = guarded.slice::<T>(expected.len(), flush);
    let pairs = || found.iter().zip(expected).map(|(x, y)| (*x, *y)).enumerate();
    match pairs().find(|(at, (x, y))| !is_right(*at, *x, *y)) {
        None => Ok(()),
        Some((element, (found, expected))) => {
            let (found, expected) = (found.to_f64(), expected.to_f64());
            let (spec, made) = (Box::new(*spec), Box::new(*made));
            Err(Failure::Differs { spec, made, target, flush, buffer, element, found, expected })
        }
    }
}

/// Accepts results that are at most that many numbers from what a case expects.
pub fn within<T: Element>(case: &Case<T>, off: u128) -> impl Fn(usize, T) -> bool {
    move |at, found| ulp::steps(found, case.after[at]) <= off
}

/// `columns` runs of `rows` elements that start `ld` elements apart, with `gap` between them.
pub fn columns<T: Element>(
    (rows, columns): (usize, usize),
    ld: usize,
    gap: f64,
    mut element: impl FnMut() -> f64,
) -> Vec<T> {
    let len = (columns - 1) * ld + rows;
    (0..len).map(|nth| T::from_f64(if nth % ld < rows { element() } else { gap })).collect()
}

/// A stride that is known.
///
/// # Panics
/// Where it is left to run time.
#[must_use]
pub fn fixed(stride: Stride) -> usize {
    stride.known().expect("test specs are fixed")
}

/// Changes the strides and counts of `spec` that can be left to run time, in the order of the arguments.
pub fn change_strides(spec: &mut KernelSpec, mut change: impl FnMut(&mut Stride)) {
    match spec {
        KernelSpec::Gemm(s) => change_gemm_strides(s, change),
        KernelSpec::Unary(s) => s.input.stride_mut().into_iter().chain([&mut s.ld_out]).for_each(change),
        KernelSpec::Binary(s) => {
            let inputs = [&mut s.in0, &mut s.in1].into_iter().filter_map(Input::stride_mut);
            inputs.chain([&mut s.ld_out]).for_each(change);
        }
        KernelSpec::Ternary(s) => {
            let inputs = [&mut s.in0, &mut s.in1, &mut s.in2].into_iter().filter_map(Input::stride_mut);
            inputs.chain([&mut s.ld_out]).for_each(change);
        }
        KernelSpec::Chain(s) => {
            s.input.stride_mut().into_iter().chain([&mut s.ld_out]).for_each(&mut change);
            change_operands(&mut s.chain, change);
        }
        KernelSpec::Reduce(s) => match &mut s.reduction {
            Reduction::Dot { ld_in1, .. } => [&mut s.ld_in, ld_in1].into_iter().for_each(change),
            _ => change(&mut s.ld_in),
        },
        KernelSpec::Window(s) => change_operands(&mut s.epilogue, change),
        KernelSpec::Lanewise(_) | KernelSpec::Complex(_) | KernelSpec::Grouped(_) | KernelSpec::Group(_) => {}
        KernelSpec::Gather(s) => [&mut s.ld_in, &mut s.ld_out].into_iter().for_each(change),
        KernelSpec::Convert(s) => [&mut s.ld_in, &mut s.ld_out].into_iter().for_each(change),
        other => panic!("{other} has strides that nothing here knows"),
    }
}

/// Changes the parameters of the operation of `spec`, in the order of the arguments; they come after the
/// strides.
pub fn change_parameters(spec: &mut KernelSpec, mut change: impl FnMut(&mut Parameter)) {
    let mut change_links = |chain: &mut Chain| {
        chain.change(|link| link.parameters_mut().iter_mut().for_each(&mut change));
    };
    match spec {
        KernelSpec::Gemm(s) => change_links(&mut s.epilogue),
        KernelSpec::Chain(s) => change_links(&mut s.chain),
        KernelSpec::Window(s) => change_links(&mut s.epilogue),
        KernelSpec::Unary(s) => s.op.parameters_mut().iter_mut().for_each(change),
        KernelSpec::Binary(s) => s.op.parameters_mut().iter_mut().for_each(change),
        KernelSpec::Ternary(s) => s.op.parameters_mut().iter_mut().for_each(change),
        KernelSpec::Lanewise(_)
        | KernelSpec::Complex(_)
        | KernelSpec::Grouped(_)
        | KernelSpec::Group(_)
        | KernelSpec::Convert(_)
        | KernelSpec::Reduce(_)
        | KernelSpec::Gather(_) => {}
        other => panic!("{other} has parameters that nothing here knows"),
    }
}

/// Like [`change_strides`], of a multiplication.
pub fn change_gemm_strides(spec: &mut GemmSpec, mut change: impl FnMut(&mut Stride)) {
    [&mut spec.a.ld, &mut spec.b.ld, &mut spec.c.ld].into_iter().for_each(&mut change);
    match &mut spec.batch {
        Batch::Single => {}
        Batch::Strided { count, a, b } => [a, b, count].into_iter().for_each(&mut change),
        Batch::Offsets { count } | Batch::Addresses { count } => change(count),
    }
    change_operands(&mut spec.epilogue, change);
}

/// Changes the leading dimensions of a chain's operands.
fn change_operands(chain: &mut Chain, mut change: impl FnMut(&mut Stride)) {
    chain.change(|link| link.operand_mut().and_then(Operand::ld_mut).into_iter().for_each(&mut change));
}

/// The values to pass to the kernel for `given`, which leaves some of the strides and parameters
/// of `spec` to run time.
fn missing(spec: &KernelSpec, given: &KernelSpec) -> Vec<usize> {
    let (_, all) = at_run_time(spec);
    let mut given = *given;
    let mut is_left = Vec::new();
    change_strides(&mut given, |stride| is_left.push(*stride == Stride::Runtime));
    change_parameters(&mut given, |parameter| is_left.push(*parameter == Parameter::Runtime));
    all.into_iter().zip(is_left).filter(|(_, is_left)| *is_left).map(|(value, _)| value).collect()
}

/// `spec` with everything left to run time that can be, and the values to pass.
///
/// # Panics
/// Where something is left to run time already.
#[must_use]
pub fn at_run_time(spec: &KernelSpec) -> (KernelSpec, Vec<usize>) {
    let mut given = *spec;
    let mut values = Vec::new();
    change_strides(&mut given, |stride| {
        values.push(std::mem::replace(stride, Stride::Runtime).known().expect("a fixed stride"));
    });
    let dtype = given.dtype();
    change_parameters(&mut given, |parameter| {
        values.push(match std::mem::replace(parameter, Parameter::Runtime) {
            Parameter::Fixed(number) => number.bits(dtype) as usize,
            Parameter::Runtime => panic!("a parameter is left to run time already"),
        });
    });
    (given, values)
}

//! How every kernel is tested: called on operands between inaccessible pages, and its output
//! compared with what is expected: bit for bit, but where an operation says how far it is off.
#![allow(unsafe_code)]

use crate::guard::{ENDS, Flush, Guarded};
use crate::kernels;
use crate::random::SplitMix;
use crate::ulp;
use tensmith_core::Target;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, GemmSpec, Input, Link, Operand, Parameter, Reduction, Stride};
use tensmith_core::reference::Element;
use tensmith_core::registry::Registry;

/// One call and what it should do.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// What the kernel computes; all of its strides are fixed.
    pub spec: KernelSpec,
    /// What the buffers hold before the call.
    pub buffers: Vec<Vec<T>>,
    /// The buffer of each operand, in calling order; the output is the last operand, and may be in
    /// the buffer of an input.
    pub operands: Vec<usize>,
    /// What the output's buffer holds after the call. The others stay as they are.
    pub after: Vec<T>,
}

/// Three guarded buffers and the last kernel, used from case to case.
#[derive(Debug)]
pub struct Bench {
    registry: Registry,
    target: Target,
    guarded: [Guarded; 3],
    last: Option<(KernelSpec, Kernel)>,
    /// Where operands get their numbers from.
    pub random: SplitMix,
}

impl Bench {
    /// Buffers for operands of at most 320 000 bytes, and kernels for `target`. Prints the seed of
    /// the random numbers.
    #[must_use]
    pub fn new(test: &str, target: Target) -> Self {
        Self {
            registry: kernels::registry(),
            target,
            guarded: [(); 3].map(|()| Guarded::new(320_000)),
            last: None,
            random: SplitMix::seeded(test, 2),
        }
    }

    /// Calls the kernel of a case, with its buffers at either end of their pages.
    ///
    /// # Panics
    /// Where the result is another one, or there is no kernel.
    pub fn check<T: Element>(&mut self, case: &Case<T>) {
        self.check_by(case, within(case, ulp::allowed(&case.spec)));
    }

    /// As [`Bench::check`], where all bits of the result are known, whatever the operation.
    ///
    /// # Panics
    /// As [`Bench::check`].
    pub fn check_bits<T: Element>(&mut self, case: &Case<T>) {
        self.check_by(case, within(case, 0));
    }

    /// As [`Bench::check`], where `accepts` judges each element of the output's buffer.
    ///
    /// # Panics
    /// As [`Bench::check`].
    pub fn check_by<T: Element>(&mut self, case: &Case<T>, accepts: impl Fn(usize, T) -> bool) {
        self.check_kernel(case, (case.spec, &[]), &accepts);
    }

    /// As [`Bench::check`], with a kernel that gets every stride, count and parameter at run time.
    ///
    /// # Panics
    /// As [`Bench::check`].
    pub fn check_at_run_time<T: Element>(&mut self, case: &Case<T>) {
        let (spec, values) = at_run_time(&case.spec);
        self.check_kernel(case, (spec, &values), &within(case, ulp::allowed(&case.spec)));
    }

    /// Checks cases of one shape: each with its own kernel, then all with the one that gets the
    /// leading dimensions and parameters at run time.
    ///
    /// # Panics
    /// As [`Bench::check`].
    pub fn check_both<T: Element>(&mut self, cases: &[Case<T>]) {
        cases.iter().for_each(|case| self.check(case));
        cases.iter().for_each(|case| self.check_at_run_time(case));
    }

    fn check_kernel<T: Element>(
        &mut self,
        case: &Case<T>,
        (spec, values): (KernelSpec, &[usize]),
        accepts: &dyn Fn(usize, T) -> bool,
    ) {
        let kernel = match self.last.take() {
            Some((known, kernel)) if known == spec => kernel,
            _ => kernels::publish(&kernels::code(&self.registry, &spec, &self.target)),
        };
        for flush in ENDS {
            self.call(case, &kernel, (flush, values), accepts);
        }
        self.last = Some((spec, kernel));
    }

    fn call<T: Element>(
        &mut self,
        case: &Case<T>,
        kernel: &Kernel,
        (flush, values): (Flush, &[usize]),
        accepts: &dyn Fn(usize, T) -> bool,
    ) {
        let mut addresses = [0; 3];
        for ((guarded, before), address) in self.guarded.iter_mut().zip(&case.buffers).zip(&mut addresses) {
            let buffer = guarded.slice(before.len(), flush);
            buffer.copy_from_slice(before);
            *address = buffer.as_ptr() as usize;
        }
        let mut arguments: Vec<usize> = case.operands.iter().map(|buffer| addresses[*buffer]).collect();
        arguments.extend_from_slice(values);
        // SAFETY: the operands have the sizes that the spec says.
        unsafe { kernels::call(kernel, &arguments) };
        for (nth, before) in case.buffers.iter().enumerate() {
            let is_output = case.operands.last() == Some(&nth);
            let expected = if is_output { &case.after } else { before };
            let found = self.guarded[nth].slice::<T>(before.len(), flush);
            let is_right = |at: usize, x: T| match is_output {
                true => accepts(at, x),
                false => ulp::steps(x, before[at]) == 0,
            };
            let different = (0..before.len()).find(|at| !is_right(*at, found[*at]));
            if let Some(at) = different {
                let (found, expected) = (found[at], expected[at]);
                panic!(
                    "{}, {flush:?}: buffer {nth}, element {at}: {found:?} instead of {expected:?}",
                    case.spec
                );
            }
        }
    }
}

/// Accepts what is so many numbers from what a case expects, at most.
fn within<T: Element>(case: &Case<T>, off: u128) -> impl Fn(usize, T) -> bool {
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

/// The strides and counts of `spec` that can be left to run time, in the order of the arguments.
pub fn strides(spec: &mut KernelSpec) -> Vec<&mut Stride> {
    match spec {
        KernelSpec::Gemm(s) => gemm_strides(s),
        KernelSpec::Unary(s) => vec![&mut s.ld_in, &mut s.ld_out],
        KernelSpec::Binary(s) => {
            let inputs = [&mut s.in0, &mut s.in1].into_iter().filter_map(Input::stride_mut);
            inputs.chain([&mut s.ld_out]).collect()
        }
        KernelSpec::Reduce(s) => match &mut s.reduction {
            Reduction::Dot { ld_in1, .. } => vec![&mut s.ld_in, ld_in1],
            _ => vec![&mut s.ld_in],
        },
    }
}

/// The parameters of the operation of `spec`, in the order of the arguments; they come after the
/// strides.
pub fn parameters(spec: &mut KernelSpec) -> Vec<&mut Parameter> {
    match spec {
        KernelSpec::Gemm(s) => s.epilogue.links_mut().flat_map(Link::parameters_mut).collect(),
        KernelSpec::Unary(s) => s.op.parameters_mut().iter_mut().collect(),
        KernelSpec::Binary(s) => s.op.parameters_mut().iter_mut().collect(),
        KernelSpec::Reduce(_) => Vec::new(),
    }
}

/// As [`strides`], of a multiplication.
pub fn gemm_strides(spec: &mut GemmSpec) -> Vec<&mut Stride> {
    let mut all = vec![&mut spec.a.ld, &mut spec.b.ld, &mut spec.c.ld];
    match &mut spec.batch {
        Batch::Single => {}
        Batch::Strided { count, a, b } => all.extend([a, b, count]),
        Batch::Offsets { count } | Batch::Addresses { count } => all.push(count),
    }
    all.extend(spec.epilogue.links_mut().filter_map(Link::operand_mut).filter_map(Operand::ld_mut));
    all
}

/// `spec` with everything left to run time that can be, and the values to pass.
fn at_run_time(spec: &KernelSpec) -> (KernelSpec, Vec<usize>) {
    let mut given = *spec;
    let mut values: Vec<usize> = strides(&mut given)
        .into_iter()
        .map(|stride| std::mem::replace(stride, Stride::Runtime).fixed().expect("a fixed stride"))
        .collect();
    let dtype = given.dtype();
    values.extend(parameters(&mut given).into_iter().map(|parameter| {
        match std::mem::replace(parameter, Parameter::Runtime) {
            Parameter::Fixed(number) => number.bits(dtype) as usize,
            Parameter::Runtime => panic!("a parameter is left to run time already"),
        }
    }));
    (given, values)
}

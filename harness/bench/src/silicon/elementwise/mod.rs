//! Operations on elements of FP32: kernels of tensmith next to loops that the compiler makes vectors of, to
//! glibc's `libmvec` and to functions of `std`.
//!
//! Cycles are those of the core's clock, which a chain of multiplications of integers
//! shows in the same rounds.
//!
//! Tests: below.
#![allow(unsafe_code)]

mod libmvec;
mod loops;

use libmvec::Libmvec;
use std::cell::RefCell;
use tensmith::{DType, UnaryOp};
use tensmith_core::code::CodeMemory;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{BinaryOp, BinarySpec, Input, Orientation, Stride, UnarySpec};
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::library::{Entrant, Ours, Role};
use tensmith_measure::operands::Random;
use tensmith_measure::peak::{self, Vectors};
use tensmith_measure::sample::{Repeated, Sampler};
use tensmith_platform_linux::HostMemory;

/// Turns of the chain that shows the clock rate.
const TURNS: usize = 64;

/// Extents: for the first-level cache, and for memory.
const HOT: [usize; 2] = [64, 48];
const COLD: [usize; 2] = [8192, 2048];

/// What is done to each element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// What one element becomes, of its value and of that of the second input.
    means: fn(f64, f64) -> f64,
    /// The name of the function in `libmvec`, and in `std`.
    function: Option<Function>,
    /// Inputs lie from here to there.
    range: [f64; 2],
}

/// The name of a function in `libmvec`, and the same of `std`.
type Function = (&'static str, fn(f32) -> f32);

/// A relative error that every library's function is within.
const ACCURACY: f64 = 4e-6;

/// All of them: first those that are loads and stores.
pub(crate) const ALL: [Operation; 14] = [
    Operation { name: "copy", means: |x, _| x, function: None, range: [-1.0, 1.0] },
    Operation { name: "relu", means: |x, _| x.max(0.0), function: None, range: [-1.0, 1.0] },
    Operation {
        name: "add",
        means: |x, y| f64::from(x as f32 + y as f32),
        function: None,
        range: [-1.0, 1.0],
    },
    Operation { name: "transpose", means: |x, _| x, function: None, range: [-1.0, 1.0] },
    Operation { name: "exp", means: |x, _| x.exp(), function: Some(("exp", f32::exp)), range: [-20.0, 20.0] },
    Operation { name: "log", means: |x, _| x.ln(), function: Some(("log", f32::ln)), range: [0.01, 90.0] },
    Operation {
        name: "log1p",
        means: |x, _| x.ln_1p(),
        function: Some(("log1p", f32::ln_1p)),
        range: [0.01, 9.0],
    },
    Operation {
        name: "expm1",
        means: |x, _| x.exp_m1(),
        function: Some(("expm1", f32::exp_m1)),
        range: [0.1, 9.0],
    },
    Operation {
        name: "tanh",
        means: |x, _| x.tanh(),
        function: Some(("tanh", f32::tanh)),
        range: [-4.0, 4.0],
    },
    Operation { name: "sin", means: |x, _| x.sin(), function: Some(("sin", f32::sin)), range: [0.1, 3.0] },
    Operation { name: "cos", means: |x, _| x.cos(), function: Some(("cos", f32::cos)), range: [-1.5, 1.5] },
    Operation {
        name: "erf",
        means: |_, _| f64::NAN,
        function: Some(("erf", |_| f32::NAN)),
        range: [-3.0, 3.0],
    },
    Operation { name: "sigmoid", means: |x, _| 1.0 / (1.0 + (-x).exp()), function: None, range: [-8.0, 8.0] },
    Operation { name: "gelu", means: |_, _| f64::NAN, function: None, range: [-3.0, 3.0] },
];

impl Operation {
    /// Bytes that are read and written for each element.
    pub(crate) fn bytes(&self) -> f64 {
        if self.name == "add" { 12.0 } else { 8.0 }
    }

    fn is_transposed(&self) -> bool {
        self.name == "transpose"
    }

    fn spec(&self, [m, n]: [usize; 2]) -> Option<KernelSpec> {
        let (input, tight) = (Input::Matrix(Stride::fixed(m)), Stride::fixed(m));
        let unary = |op, orientation, ld| {
            let ld_out = Stride::fixed(ld);
            KernelSpec::Unary(UnarySpec { dtype: DType::F32, op, m, n, input, ld_out, orientation })
        };
        Some(match self.name {
            "copy" => unary(UnaryOp::identity(), Orientation::Same, m),
            "transpose" => unary(UnaryOp::identity(), Orientation::Transposed, n),
            "add" => {
                let op = BinaryOp::new(BinaryOp::named("add")?, &[])?;
                KernelSpec::Binary(BinarySpec {
                    dtype: DType::F32,
                    op,
                    m,
                    n,
                    in0: input,
                    in1: input,
                    ld_out: tight,
                })
            }
            name => unary(UnaryOp::new(UnaryOp::named(name)?, &[])?, Orientation::Same, m),
        })
    }
}

/// The inputs and the output; the output alone is written.
#[derive(Debug)]
struct Arrays {
    in0: Vec<f32>,
    in1: Vec<f32>,
    out: Vec<f32>,
}

/// Does the operation once, on all elements.
type Work = Box<dyn Fn(&mut Arrays)>;

/// Checks and times one operation.
pub(crate) fn operate(
    ours: &Ours,
    (sampler, vectors): (Sampler, Vectors),
    operation: &Operation,
    is_cold: bool,
) -> Cell {
    let extents @ [m, n] = if is_cold { COLD } else { HOT };
    let mut random = Random(7);
    let [low, high] = operation.range;
    let mut numbers =
        || (0..m * n).map(|_| (low + (high - low) * (random.number() + 1.0) / 2.0) as f32).collect();
    let arrays = RefCell::new(Arrays { in0: numbers(), in1: numbers(), out: vec![0.0; m * n] });
    let mut works: Vec<(&str, Role, Result<Work, String>)> =
        vec![("tensmith", Role::Ours, kernel(ours, operation, extents))];
    works.push(("loop", Role::Peer, loops::of(operation.name, extents, vectors)));
    let libmvec = operation.function.ok_or_else(|| "is no function of it".to_owned());
    let libmvec = libmvec.and_then(|(name, _)| Libmvec::load(name, vectors)).map(Libmvec::work);
    works.push(("libmvec", Role::Peer, libmvec));
    // `std` has no error function.
    let std = operation.function.filter(|(name, _)| *name != "erf").ok_or("is no function of it".to_owned());
    works.push(("std", Role::Peer, std.map(|(_, function)| scalar(function))));
    let mut faults = vec![];
    for (name, _, work) in &mut works {
        let fault =
            work.as_ref().ok().and_then(|work| fault(operation, extents, work, &mut arrays.borrow_mut()));
        if let Some(fault) = fault {
            faults.push(format!("{} by {name}: {fault}", operation.name));
            *work = Err("its result is wrong".to_owned());
        }
    }
    let clock: Repeated<'_> = Box::new(|calls| peak::cycles(calls * TURNS));
    let present = works.iter().filter_map(|(.., work)| work.as_ref().ok());
    let repeated = present.map(|work| -> Repeated<'_> {
        let arrays = &arrays;
        Box::new(move |calls| (0..calls).for_each(|_| work(&mut arrays.borrow_mut())))
    });
    let rounds = sampler.interleave(&[clock].into_iter().chain(repeated).collect::<Vec<_>>());
    let entrants: Vec<Entrant> = works
        .iter()
        .map(|(name, role, work)| (*name, *role, work.as_ref().map(|_| ()).map_err(Clone::clone)))
        .collect();
    let subject = Subject {
        name: format!("f32_{}_{m}x{n}", operation.name),
        dtype: DType::F32,
        extents: [m, n, 0],
        operations: (m * n) as f64,
    };
    Cell { faults, ..cell(subject, peak::CYCLES * TURNS as f64, entrants, &rounds) }
}

/// The kernel that the registry's best generator makes.
fn kernel(ours: &Ours, operation: &Operation, extents: [usize; 2]) -> Result<Work, String> {
    let jit = ours.jit()?;
    let spec = operation.spec(extents).ok_or("there is no such operation")?;
    let code = jit.kernels().registry().compile(&spec, jit.target()).map_err(|error| error.to_string())?.code;
    let memory = HostMemory::probe().map_err(|error| error.to_string())?;
    let block = memory.publish(&code).map_err(|error| error.to_string())?;
    let kernel = Kernel::new(block, jit.target().isa.architecture()).map_err(|error| error.to_string())?;
    let is_binary = operation.name == "add";
    Ok(Box::new(move |arrays: &mut Arrays| {
        let [in0, in1] = [&arrays.in0, &arrays.in1].map(|input| input.as_ptr().expose_provenance());
        let out = arrays.out.as_mut_ptr().expose_provenance();
        let addresses = if is_binary { [in0, in1, out] } else { [in0, out, 0] };
        // SAFETY: the addresses are of arrays of the extents that the specification has,
        // whose strides are fixed.
        unsafe { kernel.call_short(addresses) };
    }))
}

fn scalar(function: fn(f32) -> f32) -> Work {
    Box::new(move |arrays| {
        for (out, x) in arrays.out.iter_mut().zip(&arrays.in0) {
            *out = function(*x);
        }
    })
}

/// The first element that is wrong; of functions that Rust lacks, what is no number.
fn fault(operation: &Operation, [m, n]: [usize; 2], work: &Work, arrays: &mut Arrays) -> Option<String> {
    arrays.out.fill(f32::NAN);
    work(arrays);
    let exact = operation.function.is_none() && operation.name != "sigmoid" && operation.name != "gelu";
    (0..m * n).find_map(|at| {
        let (row, column) = (at % m, at / m);
        let place = if operation.is_transposed() { row * n + column } else { at };
        let expected = (operation.means)(arrays.in0[at].into(), arrays.in1[at].into());
        let found = f64::from(arrays.out[place]);
        let allowed = if exact { 0.0 } else { ACCURACY * expected.abs() };
        let is_right = if expected.is_nan() { !found.is_nan() } else { (found - expected).abs() <= allowed };
        (!is_right).then(|| format!("element {place} is {found}: must be {expected}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;

    #[test]
    fn every_library_is_right() {
        let (Ok(clock), Some(vectors)) = (Clock::new(), Vectors::widest()) else { return };
        let (ours, sampler) = (Ours::new(1).expect("one thread"), Sampler::usual(clock, 1));
        for operation in &ALL {
            let cell = operate(&ours, (sampler, vectors), operation, false);
            assert_eq!(cell.faults, [""; 0]);
        }
    }
}

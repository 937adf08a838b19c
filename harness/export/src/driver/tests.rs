//! Functions make the calls of their plans, in the same order, with the same operands.
//!
//! Tests: below.

use super::{At, Base, Driver, End, Place, Statement, of_program};
use crate::kernel::Kernel;
use std::collections::HashMap;
use tensmith::program::Program;
use tensmith::program::tensor::{Nest, Options};
use tensmith::{DType, Jit, Target};
use tensmith_core::tensor::plan::Bindings;

/// A call: a kernel and the addresses of its operands.
type Call = (String, Vec<usize>);

/// Where arguments begin, and scratch memory, far apart.
const ARGUMENTS: [usize; 3] = [1 << 40, 2 << 40, 3 << 40];
const SCRATCH: usize = 4 << 40;

/// Runs statements, and notes their calls.
struct Machine {
    bytes: usize,
    variables: HashMap<String, isize>,
    ends: HashMap<String, usize>,
    calls: Vec<Call>,
}

impl Machine {
    fn run(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Loop { variable, end: End { extent, rest }, body } => {
                    let end = match rest {
                        Some((condition, rest)) if self.holds(condition) => *rest,
                        _ => *extent,
                    };
                    self.ends.insert(variable.clone(), end);
                    for at in 0..end {
                        self.variables.insert(variable.clone(), at as isize);
                        self.run(body);
                    }
                }
                Statement::Choose { condition, then, otherwise } => {
                    self.run(if self.holds(condition) { then } else { otherwise });
                }
                Statement::Call { kernel, places } => {
                    let places = places.iter().map(|place| self.address(place)).collect();
                    self.calls.push((kernel.clone(), places));
                }
            }
        }
    }

    fn holds(&self, condition: &[At]) -> bool {
        condition.iter().all(|at| match at {
            At::First(variable) => self.variables[variable] == 0,
            At::Last(variable, extent) => self.variables[variable] as usize == extent - 1,
            At::LastOfPart(variable) => self.variables[variable] as usize == self.ends[variable] - 1,
        })
    }

    fn address(&self, place: &Place) -> usize {
        let base = match place.base {
            Base::Operand(number) => ARGUMENTS[number],
            Base::Scratch => SCRATCH,
        };
        let steps = place.steps.iter().map(|(variable, step)| self.variables[variable] * step);
        base.wrapping_add_signed((place.offset + steps.sum::<isize>()) * self.bytes as isize)
    }
}

/// The calls of a plan.
fn walked(program: &Program<f64>, kernels: &[Kernel]) -> Vec<Call> {
    let mut calls = Vec::new();
    let plan = program.loops();
    let scratch = SCRATCH + plan.arena_bytes().next_multiple_of(super::SCRATCH_ALIGNMENT);
    plan.walk(Bindings { arguments: &ARGUMENTS, scratch, arena: SCRATCH }, |number, addresses| {
        let kernel = &kernels[number];
        calls.push((kernel.symbol.clone(), addresses[..kernel.arguments.len()].to_vec()));
    });
    calls
}

/// Numbers that follow from each other.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn one_to(&mut self, limit: u64) -> usize {
        1 + self.below(limit) as usize
    }
}

/// A contraction of two arrays of up to three dimensions of a kind.
fn nest(random: &mut Random) -> String {
    let first = ["", " first=zero", " first=negate"][random.below(3) as usize];
    let last = ["", " last=relu"][random.below(2) as usize];
    let mut text = format!("nest f64 contraction{first}{last}");
    let mut strides = [1, 1, 1];
    for kind in ["m", "n", "k", "m", "n", "k", "c"] {
        if random.below(3) == 0 {
            continue;
        }
        let extent = random.one_to(11);
        let moves = match kind {
            "m" => [true, false, true],
            "n" => [false, true, true],
            "k" => [true, true, false],
            _ => [true; 3],
        };
        let mut step = |operand: usize| {
            let stride = if moves[operand] { strides[operand] } else { 0 };
            strides[operand] *= if moves[operand] { extent } else { 1 };
            stride
        };
        let [in0, in1, out] = [0, 1, 2].map(&mut step);
        text += &format!("\n{kind} undefined {extent} {in0} {in1} {out}");
    }
    text
}

#[test]
fn functions_make_the_calls_of_their_plans() {
    let jit = Jit::for_target(Target::generic()).unwrap();
    let (mut random, mut with_rests, mut several) = (Random(28), 0, 0);
    for case in 0..300 {
        let text = nest(&mut random);
        let max = random.one_to(9);
        let (max_kernel_size, min_kernel_size) = (Some(max), Some(random.one_to(max as u64)));
        let thread_target = (random.below(2) == 0).then(|| random.one_to(20));
        let options = Options { max_kernel_size, min_kernel_size, thread_target, ..Options::default() };
        let nest: Nest = text.parse().unwrap();
        // Some nests have no kernel: an empty one, for example.
        let Ok(program) = jit.nest::<f64>(nest, options) else { continue };
        let kernels: Vec<_> =
            program.kernels().iter().map(|code| Kernel::new(code, jit.target()).unwrap()).collect();
        let (operands, summary) = of_program(&program, &["in0", "in1", "out"]).unwrap();
        let driver = Driver::new(("function", summary), program.loops(), &kernels, operands).unwrap();
        let bytes = DType::F64.bytes();
        let (variables, ends, calls) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut machine = Machine { bytes, variables, ends, calls };
        machine.run(&driver.body);
        assert!(machine.calls == walked(&program, &kernels), "case {case}: {text}\n{}", program.loops());
        let body = format!("{:?}", driver.body);
        with_rests += usize::from(body.contains("rest: Some"));
        several += usize::from(body.contains("Choose"));
    }
    println!("{with_rests} with loops over parts, {several} with cases");
    assert!(with_rests > 5 && several > 50, "{with_rests}, {several}");
}

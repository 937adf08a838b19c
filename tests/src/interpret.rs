//! Plans and nests with scalar references in place of kernels: what they mean, on any host.

use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::{self, Blocks, Element, Inputs};
use tensmith_core::tensor::plan::{Bindings, Phase};
use tensmith_core::tensor::reference::Located;
use tensmith_core::tensor::{Nest, Options, PerOperand, Plan, Sequence, optimize};

/// The elements of three operands.
#[derive(Clone, Debug)]
pub struct Data<T> {
    /// Of the first input.
    pub in0: Vec<T>,
    /// Of the second input.
    pub in1: Vec<T>,
    /// Of the output.
    pub out: Vec<T>,
}

/// Where arguments begin for an [`interpret`]er, so far apart that an address says which one is meant;
/// scratch memory and the arena come last.
const APART: usize = 1 << 44;

/// A plan that the optimizer makes of a nest, left alone.
pub fn planned(nest: Nest) -> Plan {
    Plan::of(optimize(nest, &Target::generic(), Options::default()).unwrap()).unwrap()
}

/// Runs a plan with the scalar reference in place of each kernel. The origins are those of the
/// operands in their slices.
pub fn interpret<T: Element>(plan: &Plan, data: &mut Data<T>, origins: PerOperand<usize>) {
    let mut memory = [&mut data.in0, &mut data.in1, &mut data.out].map(std::mem::take);
    interpret_all(plan, &mut memory, &[origins.in0, origins.in1, origins.out]);
    [data.in0, data.in1, data.out] = memory;
}

/// Like [`interpret`], with any number of arguments. No task finds anything in scratch memory.
///
/// # Panics
/// If not all calls were counted.
pub fn interpret_all<T: Element>(plan: &Plan, arguments: &mut [Vec<T>], origins: &[usize]) {
    let mut arena = vec![T::NAN; plan.arena_bytes().div_ceil(size_of::<T>())];
    for phase in plan.phases() {
        let mut calls = vec![0; plan.kernels().len()];
        for task in 0..phase.tasks() {
            let mut scratch = vec![T::NAN; plan.scratch_bytes().div_ceil(size_of::<T>())];
            let mut memory: Vec<&mut Vec<T>> =
                arguments.iter_mut().chain([&mut scratch, &mut arena]).collect();
            interpret_task(plan, (phase, task), (&mut memory, &mut calls), origins);
        }
        let mut counted = vec![0; calls.len()];
        phase.count_calls(|calls| counted[calls.kernel] += calls.times);
        assert_eq!(counted, calls, "{plan}");
    }
}

/// Runs a task on the arguments, scratch memory and the arena, and counts the calls of kernels.
fn interpret_task<T: Element>(
    plan: &Plan,
    (phase, task): (&Phase, usize),
    (memory, calls): (&mut [&mut Vec<T>], &mut [u64]),
    origins: &[usize],
) {
    let addresses: Vec<usize> = (1..).zip(origins).map(|(n, at)| n * APART + at * size_of::<T>()).collect();
    let [scratch, arena] = [1, 2].map(|nth| (origins.len() + nth) * APART);
    let bindings = Bindings { arguments: &addresses, scratch, arena };
    plan.walk_tasks(phase, task..task + 1, bindings, |number, addresses| {
        calls[number] += 1;
        let at = |address: usize| (address / APART - 1, address % APART / size_of::<T>());
        let kernel = plan.kernels()[number];
        let mut inputs =
            addresses[..kernel.arguments().count()].iter().map(|address| at(*address)).collect::<Vec<_>>();
        // A multiplication has the operands of its epilogue behind its output.
        let z = inputs.remove(if matches!(kernel, KernelSpec::Gemm(_)) { 2 } else { inputs.len() - 1 });
        let [x, y] = [0, 1].map(|nth| inputs.get(nth).copied().unwrap_or(z));
        // The output is taken out of the memory, so that the inputs can be read meanwhile. In place, they
        // are what it was.
        let mut out = std::mem::take(memory[z.0]);
        if inputs.iter().any(|input| input.0 == z.0) {
            *memory[z.0] = out.clone();
        }
        let read = |(buffer, from): (usize, usize)| &memory[buffer][from..];
        match kernel {
            KernelSpec::Gemm(spec) => {
                let operands: Vec<_> = inputs[2..].iter().map(|operand| read(*operand)).collect();
                let blocks = Blocks::Strided(read(x), read(y));
                let inputs = Inputs { operands: &operands, ..Inputs::unscaled(blocks) };
                reference::gemm(&spec, &inputs, &mut out[z.1..]).unwrap();
            }
            KernelSpec::Unary(spec) => reference::unary(&spec, read(x), &mut out[z.1..]).unwrap(),
            KernelSpec::Permute(spec) => reference::permute(&spec, read(x), &mut out[z.1..]).unwrap(),
            KernelSpec::Binary(spec) => {
                reference::binary(&spec, read(x), read(y), &mut out[z.1..]).unwrap();
            }
            KernelSpec::Series(spec) => {
                let one = T::ONE;
                reference::series(&spec, [read(x), read(y)], (one, one), &mut out[z.1..]).unwrap();
            }
            KernelSpec::Lanewise(spec) => {
                reference::lanewise(&spec, [read(x), read(y)], &mut out[z.1..]).unwrap();
            }
            KernelSpec::Complex(spec) => {
                reference::complex(&spec, [read(x), read(y)], &mut out[z.1..]).unwrap();
            }
            KernelSpec::Window(spec) => {
                let weights = inputs.get(1).map_or(&[][..], |input| read(*input));
                reference::window(&spec, [read(x), weights], &[], &mut out[z.1..]).unwrap();
            }
            KernelSpec::Reduce(spec) => {
                let second = inputs.get(1).map_or(&[][..], |input| read(*input));
                reference::reduce(&spec, [read(x), second], &mut out[z.1..]).unwrap();
            }
            KernelSpec::Chain(spec) => {
                let operands: Vec<_> = inputs[1..].iter().map(|operand| read(*operand)).collect();
                reference::Chained::new(&spec, read(x), &operands).unwrap().write(&mut out[z.1..]).unwrap();
            }
            other => panic!("no nest is made of {other}"),
        }
        *memory[z.0] = out;
    });
}

/// The output of a nest by the reference over its dimensions.
pub fn evaluated<T: Element>(nest: &Nest, data: &Data<T>, origins: PerOperand<usize>) -> Vec<T> {
    let mut out = data.out.clone();
    let in0 = Located { data: &data.in0[..], origin: origins.in0 };
    let in1 = Located { data: &data.in1[..], origin: origins.in1 };
    let located = Located { data: &mut out[..], origin: origins.out };
    tensmith_core::tensor::reference::contract(nest, in0, in1, located).unwrap();
    out
}

/// Like [`evaluated`], of nests one after another, none of which share loops.
pub fn evaluated_all<T: Element>(sequence: &Sequence, data: &Data<T>, origins: PerOperand<usize>) -> Vec<T> {
    let Data { in0, in1, out } = data.clone();
    let mut arguments = [in0, in1, out];
    evaluate(sequence, &mut arguments, &[origins.in0, origins.in1, origins.out]);
    let [_, _, out] = arguments;
    out
}

/// Like [`evaluated_all`], in place on any number of arguments.
pub fn evaluate<T: Element>(sequence: &Sequence, arguments: &mut [Vec<T>], origins: &[usize]) {
    let located: Vec<_> = arguments
        .iter()
        .zip(origins)
        .map(|(data, origin)| Located { data: &data[..], origin: *origin })
        .collect();
    let evaluated = tensmith_core::tensor::reference::evaluate(sequence, &located).unwrap();
    for (argument, ranges) in arguments.iter_mut().zip(evaluated) {
        argument.iter_mut().zip(ranges).for_each(|(element, range)| *element = range.value);
    }
}

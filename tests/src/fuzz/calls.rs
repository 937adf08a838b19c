//! Sequences of calls of the library, on arrays of any extents and strides that fit or do not.

use tensmith::parallel::Sequential;
use tensmith::{ArrayLayout, Jit, Plan, UnaryOp, View, ViewMut};

/// Expressions that are asked for.
const EXPRESSIONS: [&str; 10] = [
    "ij,jk->ik",
    "i,i->",
    "ii->i",
    "ij->ji",
    "ij,kj->ik",
    "...i,i->...",
    "ij,jk,kl->il",
    "i,j->ij",
    "ij,ij->ij",
    "bij,bjk->bik",
];

/// Elements of the memory that arrays are in.
const ELEMENTS: usize = 600;

/// The bytes of an input, one after the other; zeros behind them.
struct Bytes<'d>(std::slice::Iter<'d, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        self.0.next().copied().unwrap_or(0).into()
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() % limit
    }

    /// Extents and strides: sound ones mostly.
    fn layout(&mut self) -> (Vec<usize>, Vec<isize>) {
        let rank = self.below(4);
        let shape: Vec<usize> = (0..rank).map(|_| [1, 2, 3, 4, 5, 7, 8, 0][self.below(8)]).collect();
        let mut strides = vec![1isize; rank];
        for axis in (0..rank.saturating_sub(1)).rev() {
            strides[axis] = strides[axis + 1] * shape[axis + 1].max(1) as isize;
        }
        for stride in &mut strides {
            *stride = match self.below(8) {
                0 => -*stride,
                1 => 0,
                2 => *stride * 2,
                3 => isize::MAX / 2,
                _ => *stride,
            };
        }
        (shape, strides)
    }
}

/// Every call does what it says or is refused, whatever was called before: what is refused changes no output.
///
/// # Panics
/// Where this does not hold.
pub fn calls(data: &[u8]) {
    let mut bytes = Bytes(data.iter());
    let (mut budgets, mut threads) = ([16 << 20; 2], 1);
    let built = |[kernels, plans]: [usize; 2], threads| {
        Jit::builder().threads(threads).kernel_budget(kernels).plan_budget(plans).build().ok()
    };
    let Some(mut jit) = built(budgets, threads) else { return };
    let memory: Vec<f32> = (0..ELEMENTS).map(|nth| (nth % 7) as f32 - 3.0).collect();
    let mut plans: Vec<Plan<f32>> = Vec::new();
    for _ in 0..(data.len() / 8).min(12) {
        match bytes.below(8) {
            choice @ 0..=2 => {
                match budgets.get_mut(choice) {
                    Some(budget) => *budget = bytes.next(),
                    None => threads = 1 + bytes.below(4),
                }
                let Some(other) = built(budgets, threads) else { return };
                jit = other;
            }
            3 | 4 => plans.extend(planned(&jit, &mut bytes)),
            _ => {
                let Some(at) = plans.len().checked_sub(1) else { continue };
                let plan = &plans[bytes.below(at + 1)];
                run(plan, &memory, &mut bytes);
            }
        }
    }
}

fn planned(jit: &Jit, bytes: &mut Bytes<'_>) -> Option<Plan<f32>> {
    let expression = EXPRESSIONS[bytes.below(EXPRESSIONS.len())];
    let count = expression.split("->").next()?.split(',').count();
    let layout = |bytes: &mut Bytes<'_>| {
        let (shape, strides) = bytes.layout();
        ArrayLayout::new(&shape, &strides).ok()
    };
    let layouts: Option<Vec<ArrayLayout>> = (0..count).map(|_| layout(bytes)).collect();
    let layouts = layouts?;
    let mut asked = jit.contraction(expression).beta([0.0, 1.0, 0.5][bytes.below(3)]);
    if bytes.below(2) == 0 {
        asked = asked.apply(UnaryOp::relu());
    }
    if bytes.below(3) == 0 {
        asked.plan_into(&layouts, &layout(bytes)?).ok()
    } else {
        asked.plan(&layouts).ok()
    }
}

/// Runs a plan on arrays of its own layouts, or on others: refused, it leaves the output as it is.
fn run(plan: &Plan<f32>, memory: &[f32], bytes: &mut Bytes<'_>) {
    let is_own = bytes.below(4) > 0;
    let mut layout = |layout: &ArrayLayout| match is_own {
        true => (layout.shape().to_vec(), layout.strides().to_vec()),
        false => bytes.layout(),
    };
    let inputs: Vec<_> = plan.inputs().iter().map(&mut layout).collect();
    let (shape, strides) = layout(plan.output());
    let inputs: Result<Vec<_>, _> =
        inputs.iter().map(|(shape, strides)| View::strided(memory, shape, strides)).collect();
    let mut output = memory.to_vec();
    let (Ok(inputs), Ok(mut view)) = (inputs, ViewMut::strided(&mut output, &shape, &strides)) else {
        return;
    };
    let is_run = plan.run_on(&inputs, &mut view, &Sequential).is_ok();
    let bits = |elements: &[f32]| elements.iter().map(|element| element.to_bits()).collect::<Vec<_>>();
    assert!(is_run || bits(&output) == bits(memory), "{plan:?}");
}

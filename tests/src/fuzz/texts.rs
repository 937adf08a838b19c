//! Texts that are planned: nests, plans, and expressions with shapes.

use crate::interpret::{Data, evaluated, interpret};
use crate::judge::judged;
use tensmith::{ArrayLayout, Jit};
use tensmith_core::tensor::{Access, Nest, Operand, Options, PerOperand, Plan, optimize};
use tensmith_core::{DType, Target};

/// Work up to which accesses are looked at one by one.
const MOST: u64 = 20_000;

/// Work, and elements of each operand, up to which what is planned is also computed: a
/// small part of the time.
const MOST_COMPUTED: u64 = 1_000;

/// A core for an input, by its first byte.
fn target(data: &[u8]) -> Target {
    let targets: Vec<Target> = Target::all().collect();
    targets[usize::from(data.first().copied().unwrap_or(0)) % targets.len()]
}

/// A text is a nest that reads like its print, and the optimizer refuses it or makes a plan of it that
/// computes the same; or it is refused.
///
/// # Panics
/// Where this does not hold.
pub fn nest(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(nest) = text.parse::<Nest>() else { return };
    let again: Nest = nest.to_string().parse().expect("a nest");
    assert_eq!(again, nest);
    let target = target(&data[data.len() / 2..]);
    let Ok(optimized) = optimize(again, &target, Options::default()) else { return };
    let Ok(plan) = Plan::of(optimized) else { return };
    // Kernels are made of whatever the optimizer leaves to them, and are made, or refused.
    let jit = Jit::for_target(target).expect("a jit");
    match nest.types.output {
        DType::F32 => drop(jit.nest::<f32>(nest.to_string().parse().expect("a nest"), Options::default())),
        _ => drop(jit.nest::<f64>(nest.to_string().parse().expect("a nest"), Options::default())),
    }
    if let Some((mut data, origins)) = operands(&nest, &plan) {
        let expected = evaluated(&nest, &data, origins);
        interpret(&plan, &mut data, origins);
        let is_same = |(one, other): (&f64, &f64)| {
            one.to_bits() == other.to_bits()
                || one.is_nan() && other.is_nan()
                || (one - other).abs() <= 1e-9 * one.abs().max(1.0)
        };
        assert!(data.out.iter().zip(&expected).all(is_same), "{text}\n{plan}\n{:?}\n{expected:?}", data.out);
    }
}

/// Operands with small whole numbers, where there are few, and little is done with them.
fn operands(nest: &Nest, plan: &Plan) -> Option<(Data<f64>, PerOperand<usize>)> {
    let size = |Access { below, above, .. }: Access| below.saturating_add(above).saturating_add(1);
    let accesses = [0, 1, 2].map(|number| plan.accesses().get(number).copied().unwrap_or_default());
    let is_small = accesses.iter().all(|access| size(*access) as u64 <= MOST_COMPUTED);
    // Of what is not read, there is nothing that an interpreter could stand at.
    let stands = |(access, operand): (&Access, Operand)| {
        access.is_used
            || *nest.offsets.get(operand) == 0 && nest.dims.iter().all(|dim| *dim.strides.get(operand) == 0)
    };
    if !accesses.iter().zip(Operand::ALL).all(stands)
        || !is_small
        || nest.multiply_adds() > MOST_COMPUTED
        || nest.types != DType::F64.into()
    {
        return None;
    }
    let number = |seed: usize| move |nth: usize| ((nth * 7 + seed) % 5) as f64 - 2.0;
    let [in0, in1, out] = [0, 1, 2].map(|which| (0..size(accesses[which])).map(number(which)).collect());
    let origin = |operand: Operand| {
        let begin = accesses[operand as usize].below as isize;
        usize::try_from(begin).expect("it is not below")
    };
    let origins =
        PerOperand { in0: origin(Operand::In0), in1: origin(Operand::In1), out: origin(Operand::Out) };
    Some((Data { in0, in1, out }, origins))
}

/// A line of extents for each operand, separated by semicolons, and one with an expression: a plan is made of
/// it that comes back as text, or it is refused.
///
/// # Panics
/// Where this does not hold.
pub fn einsum(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((shapes, expression)) = text.split_once('\n') else { return };
    let jit = Jit::for_target(target(&data[data.len() / 2..])).expect("a jit");
    let mut layouts = Vec::new();
    for shape in shapes.split(';') {
        let shape: Vec<usize> = shape.split(',').map_while(|extent| extent.trim().parse().ok()).collect();
        let Ok(layout) = ArrayLayout::c_order(&shape) else { return };
        layouts.push(layout);
    }
    let Ok(plan) = jit.contraction(expression.trim()).plan::<f32>(&layouts) else { return };
    let again = jit.plan_from_text::<f32>(&plan.to_text());
    let again = again.unwrap_or_else(|error| panic!("{error}: {}", plan.to_text()));
    assert_eq!(again.explain().loops(), plan.explain().loops());
}

/// A text is a plan that stays with its operands, or is refused.
///
/// # Panics
/// Where this does not hold.
pub fn plan(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let Ok(plan) = jit.plan_from_text::<f32>(text) else { return };
    let work = plan.explain().loops().sequence().steps.iter().map(|step| step.nest.multiply_adds());
    if work.fold(0, u64::saturating_add) > MOST {
        return;
    }
    let accesses = plan.explain().loops().accesses();
    let judgement = judged(plan.explain().loops(), |(argument, offset), writes| {
        let access = accesses[argument];
        let (below, above) = (-(access.below as isize) * 4, access.above as isize * 4);
        access.is_used && (access.is_written || !writes) && (below..=above).contains(&offset)
    });
    assert_eq!(judgement.err(), None, "{text}\n{}", plan.explain().loops());
}

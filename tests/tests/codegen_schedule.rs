//! Scheduling: it keeps what code computes, it knows what instructions cost, and no code gets slower
//! by it.

use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use tensmith_core::codegen::{self, schedule::schedule};
use tensmith_core::isa::aarch64::assemble::{Item, parse};
use tensmith_core::isa::aarch64::property::{Control, Stack};
use tensmith_core::isa::aarch64::{AArch64, MachInst, sample, table};
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::isa::timing::Unit;
use tensmith_core::isa::{Instruction, Listing, Timing};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::{BinaryOp, MAX_PARAMETERS, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    BinarySpec, ConvertSpec, Fold, GatherSpec, Indexed, Input, LanewiseSpec, Lines, Orientation, ReduceSpec,
    Reduction, Start, Stride, TernarySpec, UnarySpec,
};
use tensmith_core::{DType, Target};
use tensmith_tests::draw::Draw;
use tensmith_tests::listed::Listed;
use tensmith_tests::ops::with_parameters;
use tensmith_tests::random::SplitMix;
use tensmith_tests::{kernels, mca};

/// All that code can read and write: registers by name, memory and the flags.
const MEMORY: &str = "memory";
const FLAGS: &str = "flags";

/// An instruction with what it reads and writes, which the test knows without the table.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    reads: Vec<String>,
    writes: Vec<String>,
}

impl Line {
    fn new(text: String, reads: &[String], writes: &[String]) -> Self {
        Self { text, reads: reads.to_vec(), writes: writes.to_vec() }
    }
}

/// One of the instructions that kernels consist of, or of those that must stay where they are. Few
/// registers, so that most pairs of instructions depend on each other.
fn line() -> impl Strategy<Value = Line> {
    (0..21, [0u32..6, 0..6, 0..6], [0u32..4, 0..4, 0..4], 0u32..4).prop_map(
        |(kind, vectors, ints, offset)| {
            let [d, n, m] = vectors.map(|number| format!("v{number}"));
            let [dq, nq] = [vectors[0], (vectors[0] + 1) % 6].map(|number| format!("q{number}"));
            let next = format!("v{}", (vectors[0] + 1) % 6);
            let [x, base, index] = ints.map(|number| format!("x{number}"));
            let (memory, flags) = (MEMORY.to_owned(), FLAGS.to_owned());
            let at = format!("[{base}, #{}]", 16 * offset);
            match kind {
                0..4 => Line::new(format!("fmla {d}.4s, {n}.4s, {m}.s[{offset}]"), &[d.clone(), n, m], &[d]),
                4 => Line::new(format!("fadd {d}.4s, {n}.4s, {m}.4s"), &[n, m], &[d]),
                5 => Line::new(format!("trn1 {d}.4s, {n}.4s, {m}.4s"), &[n, m], &[d]),
                6 => Line::new(format!("movi {d}.2d, #0"), &[], &[d]),
                7..10 => Line::new(format!("ldr {dq}, {at}"), &[base, memory], &[d]),
                10 => Line::new(format!("ldp {dq}, {nq}, {at}"), &[base, memory], &[d, next]),
                11 => Line::new(format!("ldr {dq}, [{base}, {index}]"), &[base, index, memory], &[d]),
                12 => Line::new(
                    format!("ld1 {{ {d}.s }}[{offset}], [{base}]"),
                    &[d.clone(), base, memory],
                    &[d],
                ),
                13 => Line::new(format!("str {dq}, {at}"), &[base, d, memory.clone()], &[memory]),
                14 => Line::new(format!("stp {dq}, {nq}, {at}"), &[base, d, next, memory.clone()], &[memory]),
                15 => Line::new(format!("add {x}, {base}, #{offset}"), &[base], &[x]),
                16 => Line::new(format!("sub {x}, {base}, {index}"), &[base, index], &[x]),
                17 => Line::new(format!("ldr {dq}, [{base}], #16"), &[base.clone(), memory], &[d, base]),
                18 => Line::new(format!("subs {x}, {x}, #1"), std::slice::from_ref(&x), &[x.clone(), flags]),
                19 => Line::new(format!("csel {x}, {base}, {index}, ne"), &[base, index, flags], &[x]),
                _ => {
                    Line::new(format!("add sp, sp, #{}", 16 * offset), &["sp".to_owned()], &["sp".to_owned()])
                }
            }
        },
    )
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    prop::collection::vec(line(), 0..150)
}

/// The entries for `lines`.
fn items(lines: &[Line]) -> Vec<Item> {
    parse(&lines.iter().map(|line| format!("{}\n", line.text)).collect::<String>()).expect("assembly")
}

fn scheduled(items: &[Item], target: &Target) -> Vec<Item> {
    schedule(items, &target.core.model).expect("memory")
}

/// The in-order cores.
fn in_order() -> Vec<Target> {
    Target::all().filter(|target| matches!(target.core.model.order, IssueOrder::InOrder { .. })).collect()
}

/// The contents of registers, memory and flags after `lines`, as terms: the instruction that made a value,
/// applied to the values that it read.
fn state<'a>(lines: impl IntoIterator<Item = &'a Line>) -> HashMap<&'a str, u64> {
    let mut state: HashMap<&str, u64> = HashMap::new();
    for line in lines {
        let read: Vec<_> = line.reads.iter().map(|place| state.get(place.as_str()).copied()).collect();
        for place in &line.writes {
            let mut term = DefaultHasher::new();
            (&line.text, &read, place).hash(&mut term);
            state.insert(place, term.finish());
        }
    }
    state
}

/// The cycle in which a core with the model of `target` issues each entry, if it issues them as they
/// stand, and what comes before it has ended when the first one is issued.
fn issue_cycles(items: &[Item], target: &Target) -> Vec<u32> {
    let IssueOrder::InOrder { stores, .. } = target.core.model.order else { panic!("{}", target.core.name) };
    let mut ready: HashMap<_, u32> = HashMap::new();
    let mut used: HashMap<(u32, Option<Unit>), u32> = HashMap::new();
    let (mut now, mut latest_result) = (0, 0u32);
    let mut cycles = Vec::new();
    for item in items {
        let timing = match item {
            Item::Inst(inst) => inst.timing().map(|timing| (*inst, *timing)),
            _ => None,
        };
        let Some((inst, timing)) = timing else {
            now += 1;
            cycles.push(now);
            continue;
        };
        let of = |cycle, unit| used.get(&(cycle, unit)).copied().unwrap_or(0);
        // What takes more than a cycle ever has takes all of it.
        let fits = |each: u32, used: u32| each.saturating_sub(used) >= each.min(timing.slots.into());
        let has_room = |cycle| {
            let moved = of(cycle, Some(Unit::Load)) + of(cycle, Some(Unit::Store));
            let has_unit = match timing.unit {
                Unit::Integer | Unit::Divide => true,
                Unit::MultiplyAdd | Unit::Vector => {
                    fits(target.core.model.multiply_adds, of(cycle, Some(timing.unit)))
                }
                Unit::Load => fits(target.core.model.moves, moved),
                Unit::Store => {
                    fits(target.core.model.moves, moved) && fits(stores, of(cycle, Some(Unit::Store)))
                }
            };
            has_unit && fits(target.core.model.width, of(cycle, None))
        };
        let reads = inst.registers().filter(|(_, role)| role.reads());
        let start = reads.map(|(register, _)| ready.get(&register).copied().unwrap_or(0)).fold(now, u32::max);
        let has_turn = !matches!(timing.unit, Unit::Store | Unit::MultiplyAdd | Unit::Divide);
        let start =
            if has_turn { start.max(latest_result.saturating_sub(timing.latency.into())) } else { start };
        now = (start..start + 100).find(|cycle| has_room(*cycle)).expect("a cycle with room");
        cycles.push(now);
        if has_turn {
            latest_result = latest_result.max(now + u32::from(timing.latency));
        }
        for unit in [None, Some(timing.unit)] {
            *used.entry((now, unit)).or_insert(0) += u32::from(timing.slots);
        }
        for (register, _) in inst.registers().filter(|(_, role)| role.writes()) {
            ready.insert(register, now + u32::from(timing.latency));
        }
    }
    cycles
}

proptest! {
    #[test]
    fn code_computes_the_same(lines in lines(), target in select(in_order())) {
        let before = items(&lines);
        let after = scheduled(&before, &target);
        let by_text: HashMap<String, &Line> =
            before.iter().zip(&lines).map(|(item, line)| (format!("{item:?}"), line)).collect();
        let moved = after.iter().map(|item| by_text[&format!("{item:?}")]);
        prop_assert_eq!(state(&lines), state(moved));
        prop_assert_eq!(after.len(), before.len());
    }

    #[test]
    fn what_has_no_timing_stays_in_its_place(lines in lines(), target in select(in_order())) {
        let before = items(&lines);
        for (old, new) in before.iter().zip(scheduled(&before, &target)) {
            let is_fixed = |item: &Item| !matches!(item, Item::Inst(inst) if inst.timing().is_some());
            prop_assert_eq!(is_fixed(old), is_fixed(&new));
            prop_assert!(!is_fixed(old) || *old == new);
        }
    }

    #[test]
    fn no_code_gets_slower(lines in lines(), target in select(in_order())) {
        let before = items(&lines);
        let last = |items: &[Item]| issue_cycles(items, &target).last().copied();
        prop_assert!(last(&scheduled(&before, &target)) <= last(&before));
    }
}

#[test]
fn cores_that_start_instructions_as_they_become_ready_get_code_as_it_stands() {
    let before = parse("ldr q0, [x0]\nfadd v0.4s, v0.4s, v0.4s\nldr q1, [x0]").expect("assembly");
    assert_eq!(scheduled(&before, &Target::generic()), before);
    assert_ne!(scheduled(&before, &Target::named("cortex-a510").expect("known")), before);
}

/// The rows that have a timing, with some instances of each.
fn timed_instances() -> impl Iterator<Item = (&'static str, Timing, Vec<MachInst>)> {
    let mut random = SplitMix::seeded("timed_instances", 1);
    table::rows().filter_map(move |row| {
        let timing = row.timing?;
        let random = std::iter::repeat_with(|| sample::from_bits(row, random.bits()));
        let timed = random.take(10_000).flatten().filter(|inst| inst.timing().is_some());
        Some((row.name, timing, timed.take(20).collect()))
    })
}

#[test]
fn timings_are_those_of_llvm() {
    let wrong: Vec<String> = timed_instances()
        .filter_map(|(name, timing, instances)| {
            let texts: Vec<_> = instances.iter().map(ToString::to_string).collect();
            let theirs = mca::costs("cortex-a510", &texts);
            assert!(theirs.len() == texts.len() && !texts.is_empty(), "{name}: {texts:?}");
            let slowest = theirs.into_iter().max_by_key(|cost| (cost.slots, cost.latency))?;
            // Scheduling looks at no more cycles.
            let slowest = mca::Cost { latency: slowest.latency.min(Timing::LONGEST.into()), ..slowest };
            let ours = mca::Cost { slots: timing.slots.into(), latency: timing.latency.into() };
            (ours != slowest).then(|| format!("{name}: {ours:?} instead of {slowest:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Kernels of all kinds, with all operations, and multiplications with whatever a spec can say.
fn all_kinds() -> Vec<KernelSpec> {
    let mut draw = Draw::seeded("all_kinds", 1);
    let mut specs = Vec::new();
    let half = [Parameter::fixed(0.5); MAX_PARAMETERS];
    for dtype in [DType::F32, DType::F64] {
        for nth in 0..300 {
            let spec = draw.spec(dtype);
            let spec = draw.with_epilogue(spec);
            specs.push(KernelSpec::Gemm(if nth % 2 == 0 { spec } else { draw.left_to_run_time(spec) }));
        }
        for (m, n) in [(7, 9), (33, 3)] {
            let (ld, ld_out) = (Stride::fixed(m), Stride::Runtime);
            let input = Input::Matrix(ld);
            let unary = |orientation| move |op| UnarySpec { dtype, op, m, n, input, ld_out, orientation };
            specs.extend(
                with_parameters(UnaryOp::ALL, half)
                    .into_iter()
                    .map(unary(Orientation::Same))
                    .map(KernelSpec::Unary),
            );
            specs.push(KernelSpec::Unary(unary(Orientation::Transposed)(UnaryOp::identity())));
            let [row, scalar] = [Input::Row(Stride::Runtime), Input::Scalar];
            for (in0, in1) in [(input, input), (input, row), (scalar, input)] {
                let binary = |op| KernelSpec::Binary(BinarySpec { dtype, op, m, n, in0, in1, ld_out });
                specs.extend(with_parameters(BinaryOp::ALL, half).into_iter().map(binary));
            }
            let ternary = |op| TernarySpec { dtype, op, m, n, in0: input, in1: input, in2: row, ld_out };
            specs.extend(
                with_parameters(TernaryOp::ALL, half).into_iter().map(ternary).map(KernelSpec::Ternary),
            );
            for (from, orientation) in DType::ALL
                .into_iter()
                .filter(|from| *from != dtype)
                .flat_map(|from| [Orientation::Same, Orientation::Transposed].map(|how| (from, how)))
            {
                let convert = ConvertSpec { from, to: dtype, m, n, ld_in: ld, ld_out, orientation };
                specs.push(KernelSpec::Convert(convert));
            }
            let dot = Reduction::Dot { ld_in1: ld, start: Start::Output };
            let folds = Fold::ALL.map(|(fold, _)| Reduction::Fold(fold, Start::Output));
            for reduction in folds.into_iter().chain([dot, Reduction::ArgMax]) {
                for lines in [Lines::Columns, Lines::Rows] {
                    specs.push(KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines, m, n, ld_in: ld }));
                }
            }
            for indexed in [Indexed::Input, Indexed::Output] {
                specs.push(KernelSpec::Gather(GatherSpec { dtype, indexed, m, n, ld_in: ld, ld_out }));
            }
            specs.push(KernelSpec::Lanewise(LanewiseSpec::tight(dtype, [m, n, 2], m + 2 * n, Start::Output)));
        }
    }
    specs
}

/// Whether an instruction has to keep its place.
fn keeps_its_place(inst: &MachInst) -> bool {
    let moves_base = matches!(inst.row().stack, Some(Stack::PreIndex | Stack::PostIndex));
    moves_base || inst.row().control != Control::Next || inst.row().mnemonic() == "bti"
}

/// Scheduling stops at no instruction of kernels but branches, landing pads, and what moves the
/// base of its address.
#[test]
fn instructions_that_lowering_emits_have_a_timing() {
    let (registry, target) = (kernels::registry(), Target::named("cortex-a510").expect("known"));
    let mut lacking = BTreeMap::new();
    let mut timed = BTreeSet::new();
    for spec in all_kinds() {
        let Ok(choice) = registry.choose(&spec, &target) else { continue };
        let func = kernels::of_func(choice.generate(&spec, &target).expect("memory"));
        // Registers may not suffice for an epilogue.
        let Ok(stages) = codegen::stages::<AArch64>(&func, &target.core) else { continue };
        for item in stages.scheduled {
            let Item::Inst(inst) = item else { continue };
            let name = inst.row().name;
            if inst.row().timing.is_some() {
                timed.insert(name);
            } else if !keeps_its_place(&inst) {
                lacking.entry(name).or_insert_with(|| format!("{inst}, of {spec}"));
            }
        }
    }
    println!("{} rows: {timed:?}", timed.len());
    assert!(lacking.is_empty(), "{lacking:#?}");
    let rare = ["madd", "fdiv", "fsqrt", "dup_s", "dup_d", "ins", "shr"];
    assert!(rare.iter().all(|name| timed.contains(name)), "{timed:?}");
}

/// Results come in program order, but for those of multiply-adds.
#[test]
fn llvm_lets_loads_wait_for_arithmetic_before_them() {
    let cycles = |op: &str, is_mixed: bool| {
        let of =
            |nth: usize| [format!("{op} v{}.4s, v0.4s, v1.4s", nth + 16), format!("ldr q{}, [x0]", nth + 2)];
        let mut lines: Vec<_> = (0..14).flat_map(of).collect();
        if !is_mixed {
            lines.sort();
        }
        mca::cycles("cortex-a510", &lines.join("\n"))
    };
    for op in ["fadd", "fmul", "fmax", "trn1", "zip1", "fcmgt"] {
        assert!(cycles(op, true) > cycles(op, false) + 10, "{op}");
    }
    assert!(cycles("fmla", true) <= cycles("fmla", false));
}

/// Kernels for Cortex-A510, before and after scheduling.
fn kernels() -> impl Iterator<Item = (String, Vec<Item>, Vec<Item>)> {
    let (registry, target) = (kernels::registry(), Target::named("cortex-a510").expect("known"));
    let shapes = ["4x4x4", "5x5x5", "8x8x8", "13x13x13", "16x6x64", "32x32x32", "100x3x50"];
    let gemms = shapes.map(|shape| format!("gemm_{shape}_b1"));
    let elementwise = ["copy", "relu", "add", "transpose", "div", "reciprocal"];
    let others =
        elementwise.into_iter().flat_map(|op| ["7x9", "32x32", "50x50"].map(|shape| format!("{op}_{shape}")));
    let names = gemms.into_iter().chain(others);
    let names = names.flat_map(|name| ["f32", "f64"].map(|dtype| format!("{dtype}_{name}")));
    names.map(move |name| {
        let spec = name.parse::<Listed>().expect("a name").spec;
        let func = kernels::func(&registry, &spec, &target);
        let stages = codegen::stages::<AArch64>(&func, &target.core).expect("a kernel");
        (name, stages.allocated, stages.scheduled)
    })
}

#[test]
fn llvm_predicts_no_more_cycles_for_scheduled_kernels() {
    for (name, before, after) in kernels() {
        let cycles = |items: &[Item]| mca::cycles("cortex-a510", &Listing(items).to_string());
        let (before, after) = (cycles(&before), cycles(&after));
        println!("{name}: {before} cycles, {after} after scheduling");
        assert!(after <= before, "{name}: {before} cycles, {after} after scheduling");
    }
}

//! Register allocation: what it does where registers run out or must be consecutive, and that the
//! checker finds what goes wrong in it.

use proptest::prelude::*;
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use tensmith_core::codegen::allocate::{AllocateError, AllocationOrder, allocate};
use tensmith_core::codegen::check::{CheckError, check};
use tensmith_core::codegen::liveness::liveness;
use tensmith_core::codegen::{self, CodegenError, Stages};
use tensmith_core::isa::aarch64::assemble::{Item, parse};
use tensmith_core::isa::aarch64::kind::Kind;
use tensmith_core::isa::aarch64::lower::lower;
use tensmith_core::isa::aarch64::{AArch64, MachInst, abi};
use tensmith_core::isa::model::{AccessForm, AccessForms, CoreModel};
use tensmith_core::isa::{Bank, Class, Constraints, Convention, Flow, Instruction, Reg, Virtual, Virtuals};
use tensmith_core::kernel::func::{Lanes, Offset, VectorOp};
use tensmith_core::kernel::spec::{
    Batch, Chain, Factor, GemmSpec, Input, Matrix, Orientation, Stride, UnaryOp,
};
use tensmith_core::kernel::{Builder, Func, KernelSpec, UnarySpec, text};
use tensmith_core::{DType, OutOfMemory, Target};
use tensmith_tests::kernels;

/// The instructions of a function over two pointers, `i0` and `i1`, with registers, checked; on a core
/// that likes lists of neighbouring vectors.
fn allocated(lines: &str) -> Vec<Item> {
    let func = text::parse(&format!("func \"f\" (i0, i1) {{\n{lines}\n}}")).expect("a function");
    let lists = AccessForms { loads: AccessForm::Lists, stores: AccessForm::Lists };
    let generic = Target::generic();
    let target = generic.with_model(CoreModel { forms: lists, ..generic.core.model });
    codegen::stages::<AArch64>(&func, &target.core).expect("enough registers").allocated
}

/// A line that loads or stores vector `number` at an offset from a pointer.
fn access(name: &str, number: usize, pointer: &str, offset: usize) -> String {
    format!("{name}.f32x4 v{number}, [{pointer} + {offset}]\n")
}

/// Lines that access vectors at places that are no neighbours.
fn scattered(name: &str, numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(|number| access(name, number, "i1", 32 * number + 32)).collect()
}

/// Lines that access vectors at neighbouring places.
fn neighbours(name: &str, numbers: impl IntoIterator<Item = usize>, pointer: &str) -> String {
    numbers.into_iter().enumerate().map(|(nth, number)| access(name, number, pointer, 16 * nth)).collect()
}

/// The places of the arguments of `func`.
fn arguments(func: &Func) -> Vec<(Reg, Reg)> {
    let virtuals = func.int_arguments().map(|argument| Reg::Virtual(Class::Int, Virtual(argument.0)));
    virtuals.zip((0..).map(|number| Reg::Physical(Class::Int, number))).collect()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The values that instructions read, in the order in which they are executed, each loop twice; so code
/// that does the same as other code has the same list. What is written and never read is not in it.
///
/// A value is told from others by how it came about: the instruction that made it, and what that
/// read. A register that was not written yet has a value of its own, or that of its place.
fn reads(items: &[Item], places: &[(Reg, Reg)]) -> Vec<u64> {
    let mut values: HashMap<Reg, u64> = places.iter().map(|(meant, place)| (*meant, hash(place))).collect();
    let mut is_repeated: HashMap<usize, bool> = HashMap::new();
    let mut trace = Vec::new();
    let mut next = 0;
    while let Some(item) = items.get(next) {
        next += 1;
        let Item::Inst(inst) = item else { continue };
        let registers: Vec<_> = inst.registers().collect();
        let read = registers.iter().filter(|(_, role)| role.reads());
        let read = read.map(|(register, _)| *values.entry(*register).or_insert_with(|| hash(register)));
        let done = hash(&(inst.row().name, constants(inst), read.collect::<Vec<_>>()));
        trace.push(done);
        for (nth, (register, role)) in registers.into_iter().enumerate() {
            if role.writes() {
                values.insert(register, hash(&(done, nth)));
            }
        }
        if let Flow::Branch(label) = inst.flow() {
            let repeats = is_repeated.entry(next).or_insert(false);
            *repeats = !*repeats;
            if *repeats {
                next = items.iter().position(|item| *item == Item::Label(label)).expect("a bound label");
            }
        }
    }
    trace
}

/// The operands that are no registers.
fn constants(inst: &MachInst) -> Vec<u32> {
    let slots = inst.row().slots.iter();
    let constants = slots.filter(|slot| !matches!(slot.kind, Kind::Register(..)));
    constants.map(|slot| inst.field(slot.letter)).collect()
}

/// `after` with operand number `operand` (of those that `before` leaves to allocation) in another
/// register.
fn misplaced(before: &MachInst, after: &MachInst, operand: usize, number: u8) -> MachInst {
    let places: HashMap<Reg, Reg> =
        before.registers().zip(after.registers()).map(|((meant, _), (place, _))| (meant, place)).collect();
    let nth = Cell::new(0);
    let mut changed = *before;
    changed.place(|register| match places[&register.register()] {
        _ if nth.replace(nth.get() + 1) == operand => Some(number),
        Reg::Physical(_, place) => Some(place),
        Reg::Virtual(..) => None,
    });
    changed
}

/// Kernels with nested loops, pointers and counters in registers, pairs, lanes and narrow accesses.
fn functions() -> Vec<Func> {
    let (fixed, run_time) = (Stride::fixed(9), Stride::Runtime);
    let gemm = KernelSpec::Gemm(GemmSpec {
        types: DType::F32.into(),
        m: 5,
        n: 2,
        k: 9,
        a: Matrix::column_major(7),
        b: Matrix { ld: run_time, ..Matrix::column_major(9) },
        c: Matrix::column_major(9),
        alpha: Factor::One,
        beta: Factor::One,
        batch: Batch::Strided { count: run_time, a: fixed, b: run_time },
        epilogue: Chain::EMPTY,
    });
    let transpose = KernelSpec::Unary(UnarySpec {
        dtype: DType::F32,
        op: UnaryOp::relu(),
        m: 9,
        n: 7,
        input: Input::Matrix(run_time),
        ld_out: run_time,
        orientation: Orientation::Transposed,
    });
    let (registry, target) = (kernels::registry(), Target::generic());
    [gemm, transpose].map(|spec| kernels::func(&registry, &spec, &target)).into()
}

/// Whether the checker refuses `after`; what it accepts must do the same as `before`.
fn refuses(func: &Func, before: &[Item], after: &[Item], change: impl Fn() -> String) -> bool {
    let refused = check(before, after, arguments(func), |_| false).is_err();
    let places = arguments(func);
    assert!(refused || reads(before, &places) == reads(after, &[]), "accepted: {}", change());
    refused
}

#[test]
fn the_checker_refuses_any_register_that_holds_another_value() {
    for func in functions() {
        let Stages { lowered, mut allocated, .. } =
            codegen::stages::<AArch64>(&func, &Target::generic().core).expect("a kernel");
        let (mut changes, mut refused) = (0, 0);
        for at in 0..lowered.len() {
            let (Item::Inst(before), Item::Inst(after)) = (lowered[at], allocated[at]) else { continue };
            let operands = before.registers().filter(|(r, _)| matches!(r, Reg::Virtual(..))).count();
            for (operand, number) in (0..operands).flat_map(|operand| (0..31).map(move |n| (operand, n))) {
                let changed = misplaced(&before, &after, operand, number);
                allocated[at] = Item::Inst(changed);
                let change = || format!("{changed} instead of {after} at {at}");
                refused += u32::from(refuses(&func, &lowered, &allocated, change));
                changes += u32::from(changed != after);
            }
            allocated[at] = Item::Inst(after);
        }
        println!("{}: {refused} of {changes} changes are refused", func.name());
        // The others write values without a reader to registers without a live value.
        assert!(refused > changes / 2, "most changes of a register matter");
    }
}

#[test]
fn the_checker_refuses_instructions_that_were_exchanged_or_dropped() {
    for func in functions() {
        let Stages { lowered, mut allocated, .. } =
            codegen::stages::<AArch64>(&func, &Target::generic().core).expect("a kernel");
        for first in 0..allocated.len() {
            for second in first + 1..allocated.len() {
                let change = || format!("{:?} and {:?} exchanged", lowered[first], lowered[second]);
                allocated.swap(first, second);
                refuses(&func, &lowered, &allocated, change);
                allocated.swap(first, second);
            }
            let dropped = allocated.remove(first);
            assert!(
                matches!(check(&lowered, &allocated, [], |_| false), Err(CheckError::Unfaithful { .. })),
                "{dropped:?}"
            );
            allocated.insert(first, dropped);
        }
    }
}

#[test]
fn the_checker_refuses_other_operations_constants_labels_and_words() {
    let refused = |before: &str, after: &str| {
        let (before, after) = (parse(before).expect("code"), parse(after).expect("code"));
        check(&before, &after, [], |_| false).expect_err("a difference")
    };
    assert_eq!(refused("nop\nadd x0, x1, x2", "nop\nsub x0, x1, x2"), CheckError::Unfaithful { at: 1 });
    assert_eq!(refused("add x0, x1, #8", "add x0, x1, #16"), CheckError::Unfaithful { at: 0 });
    assert_eq!(refused("add x%0, x1, x2", "add x0, x1, xzr"), CheckError::Unfaithful { at: 0 });
    assert_eq!(refused(".word 1", ".word 2"), CheckError::Unfaithful { at: 0 });
    assert_eq!(refused("a:\nb:\ncbnz x0, a", "a:\nb:\ncbnz x0, b"), CheckError::Unfaithful { at: 2 });
    assert_eq!(refused("ret", "ret\nret"), CheckError::Unfaithful { at: 1 });
}

#[test]
fn the_checker_refuses_two_results_in_one_register() {
    let before = parse("ldp x%0, x%1, [x2]").expect("code");
    let Item::Inst(pair) = before[0] else { panic!("{before:?}") };
    let mut after = pair;
    after.place(|_| Some(3));
    assert_eq!(check(&before, &[Item::Inst(after)], [], |_| false), Err(CheckError::Unfaithful { at: 0 }));
}

#[test]
fn a_wrong_value_is_named() {
    let before = parse("mov x%0, x1\nmov x%1, x2\nstr x%0, [x3]").expect("code");
    let after = parse("mov x4, x1\nmov x4, x2\nstr x4, [x3]").expect("code");
    let (first, second) = (before_register(&before, 0), before_register(&before, 1));
    let place = Reg::Physical(Class::Int, 4);
    let expected = CheckError::WrongValue { at: 2, expected: first, place, found: Some(second) };
    assert_eq!(check(&before, &after, [], |_| false), Err(expected));
    let message = "instruction 2 should read i0 from integer register 4, which holds i1";
    assert_eq!(expected.to_string(), message);
}

/// The first register of entry `at`.
fn before_register(items: &[Item], at: usize) -> Reg {
    let Item::Inst(inst) = items[at] else { panic!("entry {at} is no instruction") };
    inst.registers().next().expect("a register").0
}

/// A function that holds `count` vectors at once: loads them all, then adds them up.
fn many_vectors(count: usize) -> Result<Func, OutOfMemory> {
    let lanes = Lanes { dtype: DType::F32, count: 4 };
    let mut builder = Builder::new("many_vectors")?;
    let pointer = builder.argument()?;
    let mut vectors = Vec::new();
    for nth in 0..count {
        vectors.push(builder.load(pointer, Offset::Const(16 * nth as i64), lanes)?);
    }
    let mut sum = vectors[0];
    for vector in &vectors[1..] {
        sum = builder.binary(VectorOp::Add, sum, *vector, DType::F32)?;
    }
    builder.store(sum, pointer, Offset::Const(0), lanes)?;
    builder.finish()
}

/// A function that holds `count` numbers at once.
fn many_integers(count: usize) -> Result<Func, OutOfMemory> {
    let mut builder = Builder::new("many_integers")?;
    let numbers: Vec<_> = (0..count).map(|nth| builder.constant(nth as i64)).collect::<Result<_, _>>()?;
    let mut sum = numbers[0];
    for number in &numbers[1..] {
        sum = builder.add(sum, Offset::Register(*number))?;
    }
    let zero = builder.zero()?;
    builder.store(zero, sum, Offset::Const(0), Lanes { dtype: DType::F32, count: 4 })?;
    builder.finish()
}

/// Where allocation ran out: class and number of registers, and the instruction.
fn shortage(func: &Func) -> Option<(Class, usize, usize)> {
    match codegen::stages::<AArch64>(func, &Target::generic().core) {
        Ok(_) => None,
        Err(CodegenError::Allocate(AllocateError::OutOfRegisters { class, at, available, .. })) => {
            Some((class, available, at))
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn all_registers_can_be_used_and_one_more_is_an_error() {
    let vectors = |count| many_vectors(count).expect("memory");
    assert_eq!(shortage(&vectors(32)), None);
    assert_eq!(shortage(&vectors(33)), Some((Class::Vec, 32, 32)));
    let integers = |count| many_integers(count).expect("memory");
    assert_eq!(shortage(&integers(27)), None);
    assert_eq!(shortage(&integers(28)), Some((Class::Int, 27, 27)));
}

#[test]
fn text_names_no_more_registers_than_tables_can_have() {
    assert!(parse("movi v%1048575.2d, #0").is_ok());
    assert!(parse("movi v%1048576.2d, #0").is_err());
}

/// The vector registers of entry `at`.
fn vectors_of(items: &[Item], at: usize) -> Vec<u8> {
    let Item::Inst(inst) = items[at] else { panic!("entry {at} is no instruction") };
    let vectors = inst.registers().filter_map(|(register, _)| match register {
        Reg::Physical(Class::Vec, number) => Some(number),
        _ => None,
    });
    vectors.collect()
}

#[test]
fn lists_are_placed_in_consecutive_registers() {
    // v4 and v5 come first, and would stand in the way of a list that begins at v0's place.
    let after = allocated(&format!(
        "{}{}add.f32 v0, v0, v4\nadd.f32 v3, v3, v5\n{}{}",
        scattered("load", [4, 5]),
        neighbours("load", 0..4, "i0"),
        scattered("store", [1]),
        neighbours("store", 0..4, "i0"),
    ));
    assert_eq!(vectors_of(&after, 2), [2, 3, 4, 5]);
    assert_eq!(vectors_of(&after, 6), [2, 3, 4, 5]);
}

/// Loads v0 to v31, which take all registers, and stores those in some of them: these are free then.
fn all_but(free: [usize; 4]) -> (String, Vec<usize>) {
    // In the order in which they are given out.
    let places: Vec<usize> = (0..8).chain(16..32).chain(8..16).collect();
    let (stored, kept): (Vec<_>, Vec<_>) = (0..32).partition(|number| free.contains(&places[*number]));
    (scattered("load", 0..32) + &scattered("store", stored), kept)
}

#[test]
fn a_list_goes_around_the_end_of_the_registers() {
    let (lines, kept) = all_but([0, 29, 30, 31]);
    let list = neighbours("load", 32..36, "i0") + &neighbours("store", 32..36, "i0");
    let after = allocated(&(lines + &list + &scattered("store", kept)));
    assert_eq!(vectors_of(&after, 36), [29, 30, 31, 0]);
}

#[test]
fn without_neighbouring_registers_a_list_is_loaded_one_by_one() {
    let (lines, kept) = all_but([0, 2, 4, 6]);
    let list = neighbours("load", 32..36, "i0") + &neighbours("store", 32..36, "i0");
    let after = allocated(&(lines + &list + &scattered("store", kept)));
    assert_eq!([36, 37, 38, 39].map(|at| vectors_of(&after, at)), [[0], [2], [4], [6]]);
}

#[test]
fn each_member_of_a_list_is_free_again_after_its_own_last_use() {
    // Once v1 to v3 are stored, 31 registers are free in addition to that of v0.
    let after = allocated(
        &[
            neighbours("load", 0..4, "i0"),
            scattered("store", 1..4),
            scattered("load", 4..35),
            scattered("store", 4..35),
            scattered("store", [0]),
        ]
        .concat(),
    );
    assert_eq!(vectors_of(&after, 0), [0, 1, 2, 3]);
}

#[test]
fn lists_that_share_registers_are_placed_as_one_run() {
    let after = allocated(
        &[
            neighbours("load", 1..3, "i0"),
            scattered("load", [0, 3]),
            neighbours("store", 0..2, "i0"),
            neighbours("store", 2..4, "i1"),
            neighbours("store", 1..3, "i0"),
        ]
        .concat(),
    );
    assert_eq!([vectors_of(&after, 3), vectors_of(&after, 4)].concat(), [0, 1, 2, 3]);
}

#[test]
fn two_loads_in_a_row_never_share_a_register() {
    // The first vector is never read, and the loads are a pair, which must not load it twice.
    let source = "func \"f\" (i0) {\nload.f32x4 v0, [i0]\nload.f32x4 v1, [i0 + 16]\nstore.f32x4 v1, [i0]\n}";
    let stages =
        codegen::stages::<AArch64>(&text::parse(source).expect("a function"), &Target::generic().core);
    let after = stages.expect("code").allocated;
    assert_eq!(vectors_of(&after, 0), [0, 1]);
}

/// Functions over a few registers, with loops in any place.
fn functions_with_loops() -> impl Strategy<Value = String> {
    let register = 0..REGISTERS;
    let line = prop_oneof![
        3 => register.clone().prop_map(|d| format!("const i{d}, 3\n")),
        2 => [register.clone(), register.clone()].prop_map(|[d, a]| format!("copy i{d}, i{a}\n")),
        3 => [register.clone(), register.clone(), register.clone()]
            .prop_map(|[d, a, b]| format!("add i{d}, i{a}, i{b}\n")),
    ];
    let lines = prop::collection::vec(line, 1..8).prop_map(|lines| lines.concat());
    let blocks = lines.prop_recursive(3, 32, 4, move |inner| {
        let repeated =
            (0..REGISTERS, inner.clone()).prop_map(|(n, body)| format!("loop i{n} {{\n{body}}}\n"));
        prop::collection::vec(prop_oneof![inner, repeated], 1..4).prop_map(|parts| parts.concat())
    });
    // Some values exist from the beginning.
    blocks.prop_map(|lines| format!("func \"f\" (i0, i1) {{\nconst i2, 2\n{lines}}}"))
}

/// Virtual registers in random functions.
const REGISTERS: u8 = 6;

/// No demands.
struct Anywhere;

impl Constraints for Anywhere {}

#[test]
fn any_loops_are_allocated_correctly() {
    let kept = Cell::new(0);
    let config = ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() };
    let ints = Bank { caller_saved: (1 << REGISTERS) - 1, callee_saved: 0, saved_in_pairs: false };
    let convention = Convention { ints, ..abi::CONVENTION };
    let core = Target::generic().core;
    proptest!(config, |(source in functions_with_loops())| {
        let func = text::parse(&source).expect("a function");
        if let Ok(liveness) = liveness(&func, &Anywhere) {
            let mut before = Vec::new();
            lower(&func, &core, &Virtuals, &mut before).expect("instructions");
            for reuse in [AllocationOrder::LowestFirst, AllocationOrder::RoundRobin] {
                let allocation = allocate(&liveness, &convention, reuse).expect("a register for each");
                let mut after = Vec::new();
                lower(&func, &core, &allocation.places(), &mut after).expect("instructions");
                prop_assert_eq!(check(&before, &after, arguments(&func), |_| false), Ok(()));
            }
            kept.set(kept.get() + 1);
        }
    });
    println!("{} functions define what they read", kept.get());
    assert!(kept.get() > 500);
}

//! Register allocation: what it does where registers run out or must be consecutive, and that the
//! checker finds what goes wrong in it.

use proptest::prelude::*;
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use tensmith_core::codegen::allocate::{AllocateError, Reuse, allocate};
use tensmith_core::codegen::check::{CheckError, check};
use tensmith_core::codegen::liveness::liveness;
use tensmith_core::codegen::{self, CodegenError, Stages};
use tensmith_core::isa::aarch64::assemble::{Item, parse};
use tensmith_core::isa::aarch64::kind::Kind;
use tensmith_core::isa::aarch64::{MachInst, abi};
use tensmith_core::isa::{Bank, Class, Flow, Instruction, Reg};
use tensmith_core::kernel::func::{Lanes, Offset, VectorOp};
use tensmith_core::kernel::spec::{Batch, Factor, GemmSpec, Matrix, Orientation, Stride, UnaryOp};
use tensmith_core::kernel::{Builder, Func, KernelSpec, UnarySpec};
use tensmith_core::{DType, OutOfMemory, Target};
use tensmith_tests::kernels;

/// The allocated form of `before`, checked.
fn allocated(before: &[Item]) -> Vec<Item> {
    let liveness = liveness(before).expect("lives");
    let allocation = allocate(&liveness, abi::allocatable, Reuse::Soon).expect("enough registers");
    let mut after = before.to_vec();
    allocation.apply(&mut after);
    check(before, &after).expect("a correct allocation");
    after
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What the instructions read, in the order in which they are executed, each loop twice; so code
/// that does the same as other code has the same list. What is written and never read is not in it.
///
/// A value is told from others by how it came about: the instruction that made it, and what that
/// read. A register that was not written yet has a value of its own.
fn reads(items: &[Item]) -> Vec<u64> {
    let mut values: HashMap<Reg, u64> = HashMap::new();
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
    let constants = slots.filter(|slot| !matches!(slot.kind, Kind::Register(..) | Kind::List(..)));
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
    let (fixed, run_time) = (Stride::Fixed(9), Stride::Runtime);
    let gemm = KernelSpec::Gemm(GemmSpec {
        dtype: DType::F32,
        m: 5,
        n: 2,
        k: 9,
        a: Matrix::column_major(7),
        b: Matrix { ld: run_time, ..Matrix::column_major(9) },
        c: Matrix::column_major(9),
        alpha: Factor::One,
        beta: Factor::One,
        batch: Batch::Strided { count: run_time, a: fixed, b: run_time },
    });
    let transpose = KernelSpec::Unary(UnarySpec {
        dtype: DType::F32,
        op: UnaryOp::relu(),
        m: 9,
        n: 7,
        ld_in: run_time,
        ld_out: run_time,
        orientation: Orientation::Transposed,
    });
    let (registry, target) = (kernels::registry(), Target::generic());
    [gemm, transpose]
        .map(|spec| registry.choose(&spec, &target).expect("a generator").generate(&spec, &target))
        .map(|func| func.expect("memory"))
        .into()
}

/// Whether the checker refuses `after`; what it accepts must do the same as `before`.
fn refuses(before: &[Item], after: &[Item], change: impl Fn() -> String) -> bool {
    let refused = check(before, after).is_err();
    assert!(refused || reads(before) == reads(after), "accepted: {}", change());
    refused
}

#[test]
fn the_checker_refuses_any_register_that_holds_another_value() {
    for func in functions() {
        let Stages { lowered, mut allocated, .. } =
            codegen::stages(&func, &Target::generic()).expect("a kernel");
        let (mut changes, mut refused) = (0, 0);
        for at in 0..lowered.len() {
            let (Item::Inst(before), Item::Inst(after)) = (lowered[at], allocated[at]) else { continue };
            let operands = before.registers().filter(|(r, _)| matches!(r, Reg::Virtual(..))).count();
            for (operand, number) in (0..operands).flat_map(|operand| (0..31).map(move |n| (operand, n))) {
                let changed = misplaced(&before, &after, operand, number);
                allocated[at] = Item::Inst(changed);
                let change = || format!("{changed} instead of {after} at {at}");
                refused += u32::from(refuses(&lowered, &allocated, change));
                changes += u32::from(changed != after);
            }
            allocated[at] = Item::Inst(after);
        }
        println!("{}: {refused} of {changes} changes are refused", func.name());
        // The others write what nobody reads to where nobody misses anything.
        assert!(refused > changes / 2, "most changes of a register matter");
    }
}

#[test]
fn the_checker_refuses_instructions_that_were_exchanged_or_dropped() {
    for func in functions() {
        let Stages { lowered, mut allocated, .. } =
            codegen::stages(&func, &Target::generic()).expect("a kernel");
        for first in 0..allocated.len() {
            for second in first + 1..allocated.len() {
                let change = || format!("{:?} and {:?} exchanged", lowered[first], lowered[second]);
                allocated.swap(first, second);
                refuses(&lowered, &allocated, change);
                allocated.swap(first, second);
            }
            let dropped = allocated.remove(first);
            assert!(matches!(check(&lowered, &allocated), Err(CheckError::Unfaithful { .. })), "{dropped:?}");
            allocated.insert(first, dropped);
        }
    }
}

#[test]
fn the_checker_refuses_other_operations_constants_labels_and_words() {
    let refused = |before: &str, after: &str| {
        let (before, after) = (parse(before).expect("code"), parse(after).expect("code"));
        check(&before, &after).expect_err("a difference")
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
    assert_eq!(check(&before, &[Item::Inst(after)]), Err(CheckError::Unfaithful { at: 0 }));
}

#[test]
fn a_wrong_value_is_named() {
    let before = parse("mov x%0, x1\nmov x%1, x2\nstr x%0, [x3]").expect("code");
    let after = parse("mov x4, x1\nmov x4, x2\nstr x4, [x3]").expect("code");
    let (first, second) = (before_register(&before, 0), before_register(&before, 1));
    let place = Reg::Physical(Class::Int, 4);
    let expected = CheckError::WrongValue { at: 2, expected: first, place, found: Some(second) };
    assert_eq!(check(&before, &after), Err(expected));
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
    match codegen::stages(func, &Target::generic()) {
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
    // The loads are behind the copy of the argument: in pairs first, then one by one.
    assert_eq!(shortage(&vectors(33)), Some((Class::Vec, 32, 33)));
    let integers = |count| many_integers(count).expect("memory");
    assert_eq!(shortage(&integers(28)), None);
    assert_eq!(shortage(&integers(29)), Some((Class::Int, 28, 28)));
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
    let list = "ld1 { v%0.4s, v%1.4s, v%2.4s, v%3.4s }, [x0]";
    // v%4 and v%5 come first, and would stand in the way of a list that begins at v%0's place.
    let source = format!(
        "ldr q%4, [x1]\nldr q%5, [x1]\n{list}\nfadd v%0.4s, v%0.4s, v%4.4s\nfadd v%3.4s, v%3.4s, v%5.4s\n\
         str q%1, [x1]\nst1 {{ v%0.4s, v%1.4s, v%2.4s, v%3.4s }}, [x0]"
    );
    let after = allocated(&parse(&source).expect("code"));
    assert_eq!(vectors_of(&after, 2), [2, 3, 4, 5]);
    assert_eq!(vectors_of(&after, 6), [2, 3, 4, 5]);
}

#[test]
fn a_list_goes_around_the_end_of_the_registers() {
    // Only v0, v29, v30 and v31 are free.
    let others: String = (1..29).map(|number| format!("str q{number}, [x1]\n")).collect();
    let source = format!("ld1 {{ v%0.4s, v%1.4s, v%2.4s, v%3.4s }}, [x0]\n{others}str q%3, [x1]");
    let after = allocated(&parse(&source).expect("code"));
    assert_eq!(vectors_of(&after, 0), [29, 30, 31, 0]);
}

#[test]
fn a_list_without_neighbouring_registers_is_an_error() {
    // Only the odd ones are free.
    let others: String = (0..16).map(|half| format!("str q{}, [x1]\n", 2 * half)).collect();
    let before = parse(&format!("ld1 {{ v%0.4s, v%1.4s }}, [x0]\n{others}str q%1, [x1]")).expect("code");
    let refused = allocate(&liveness(&before).expect("lives"), abi::allocatable, Reuse::Soon);
    assert!(matches!(refused, Err(AllocateError::OutOfRegisters { class: Class::Vec, .. })), "{refused:?}");
}

#[test]
fn each_member_of_a_list_is_free_again_after_its_own_last_use() {
    // Once v%1 to v%3 are stored, 31 registers are free beside that of v%0.
    let stores: String = (1..4).map(|number| format!("str q%{number}, [x1]\n")).collect();
    let loads: String = (4..35).map(|number| format!("ldr q%{number}, [x1]\n")).collect();
    let later: String = (4..35).map(|number| format!("str q%{number}, [x1]\n")).collect();
    let list = "ld1 { v%0.4s, v%1.4s, v%2.4s, v%3.4s }, [x0]";
    let after = allocated(&parse(&format!("{list}\n{stores}{loads}{later}str q%0, [x1]")).expect("code"));
    assert_eq!(vectors_of(&after, 0), [0, 1, 2, 3]);
}

#[test]
fn lists_that_share_registers_are_placed_as_one_run() {
    let source = "ld1 { v%1.4s, v%2.4s }, [x0]\nldr q%0, [x1]\nldr q%3, [x1]\n\
                  st1 { v%0.4s, v%1.4s }, [x0]\nst1 { v%2.4s, v%3.4s }, [x0]\nst1 { v%1.4s, v%2.4s }, [x0]";
    let after = allocated(&parse(source).expect("code"));
    assert_eq!([vectors_of(&after, 3), vectors_of(&after, 4)].concat(), [0, 1, 2, 3]);
}

#[test]
fn an_operand_that_cannot_name_all_registers_gets_one_that_it_can() {
    // The others take v0 to v7 and v16 to v27, the cheapest.
    let others: String = (10..30).map(|number| format!("ldr q%{number}, [x1]\n")).collect();
    let later: String = (10..30).map(|number| format!("str q%{number}, [x1]\n")).collect();
    let source = format!("{others}ldr q%0, [x0]\nfmul v%1.8h, v%0.8h, v%0.h[3]\nstr q%1, [x0]\n{later}");
    let after = allocated(&parse(&source).expect("code"));
    assert_eq!(vectors_of(&after, 20), [8]);
}

#[test]
fn a_value_outlives_a_jump_over_its_first_write() {
    // x%1 is live around `again`, which stands before its first write.
    let source = "b begin\nagain:\nmovz x%0, #7\nstr x%0, [x1]\nb body\nbegin:\nmovz x%1, #1\n\
                  body:\nstr x%1, [x1]\ncbnz x2, again\nret";
    allocated(&parse(source).expect("code"));
}

/// Lines of code over a few registers and labels, in any control-flow graph.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let (register, label) = (0..REGISTERS, 0..4usize);
    let line = prop_oneof![
        3 => register.clone().prop_map(|d| format!("movz x%{d}, #1")),
        3 => [register.clone(), register.clone(), register.clone()]
            .prop_map(|[d, a, b]| format!("add x%{d}, x%{a}, x%{b}")),
        1 => (register, label.clone()).prop_map(|(a, label)| format!("cbnz x%{a}, l{label}")),
        1 => label.prop_map(|label| format!("b l{label}")),
    ];
    let labels = prop::collection::vec(any::<prop::sample::Index>(), 4);
    (prop::collection::vec(line, 4..24), labels).prop_map(|(mut lines, labels)| {
        for (nth, at) in labels.into_iter().enumerate() {
            lines.insert(at.index(lines.len()), format!("l{nth}:"));
        }
        // Some values exist from the beginning.
        lines.splice(0..0, (0..3).map(|d| format!("movz x%{d}, #2")));
        lines
    })
}

/// Virtual registers in random code.
const REGISTERS: u8 = 5;

#[test]
fn any_control_flow_is_allocated_correctly() {
    let (allocatable, kept) = (Bank { scratch: (1 << REGISTERS) - 1, preserved: 0 }, Cell::new(0));
    let config = ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() };
    proptest!(config, |(lines in lines())| {
        let before = parse(&(lines.join("\n") + "\nret")).expect("code");
        // Where each register has a place of its own, mistakes are those of the code.
        let mut apart = before.clone();
        place_all(&mut apart, |number| number);
        if let (Ok(()), Ok(liveness)) = (check(&before, &apart), liveness(&before)) {
            for reuse in [Reuse::Soon, Reuse::Late] {
                let mut after = before.clone();
                allocate(&liveness, |_| allocatable, reuse).expect("a register for each").apply(&mut after);
                prop_assert_eq!(check(&before, &after), Ok(()));
            }
            kept.set(kept.get() + 1);
        }
    });
    println!("{} programs define what they read", kept.get());
    assert!(kept.get() > 500);
}

/// Puts each virtual register into the place that `place` names.
fn place_all(items: &mut [Item], place: impl Fn(u8) -> u8) {
    for item in items {
        if let Item::Inst(inst) = item {
            inst.place(|register| match register.register() {
                Reg::Virtual(_, number) => u8::try_from(number.0).ok().map(&place),
                Reg::Physical(..) => None,
            });
        }
    }
}

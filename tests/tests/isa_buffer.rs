//! The code buffer: labels, branches that do not reach, raw words.

use tensmith_core::isa::CodeUnit;
use tensmith_core::isa::EncodeError;
use tensmith_core::isa::Virtual;
use tensmith_core::isa::aarch64::MachInst;
use tensmith_core::isa::aarch64::asm::*;
use tensmith_core::isa::x86_64::assemble::parse;
use tensmith_core::isa::x86_64::{self, decode};
use tensmith_core::isa::{self, Instruction, Item};
use tensmith_tests::random::SplitMix;

const NOP: u32 = 0xd503_201f;

fn cbz(label: Label) -> MachInst {
    branch::cbz(Width::X64, X0, label)
}

fn tbz(label: Label) -> MachInst {
    branch::tbz(X0, UImm::new(3).expect("a bit"), label)
}

#[test]
fn labels_are_bound_before_or_behind_their_branches() -> Result<(), CodeError> {
    let mut code = CodeBuffer::new();
    let (start, end) = (code.label()?, code.label()?);
    code.bind(start)?;
    code.emit(branch::b(end))?;
    code.emit(cbz(end))?;
    code.emit(branch::b(start))?;
    code.emit(cbz(start))?;
    code.bind(end)?;
    assert_eq!(code.finish()?, [0x1400_0004, 0xb400_0060, 0x17ff_fffe, 0xb4ff_ffa0]);
    Ok(())
}

#[test]
fn labels_share_a_position_and_a_branch_can_be_its_own_target() -> Result<(), CodeError> {
    let mut code = CodeBuffer::new();
    let (here, too) = (code.label()?, code.label()?);
    code.bind(here)?;
    code.bind(too)?;
    code.emit(branch::b(here))?;
    code.emit(branch::b(too))?;
    assert_eq!(code.finish()?, [0x1400_0000, 0x17ff_ffff]);
    Ok(())
}

#[test]
fn a_label_is_bound_exactly_once() -> Result<(), CodeError> {
    for binds_missing in [false, true] {
        let mut code = CodeBuffer::new();
        let (unused, missing) = (code.label()?, code.label()?);
        code.emit(branch::b(missing))?;
        code.bind(unused)?;
        assert_eq!(code.bind(unused), Err(CodeError::Rebound(unused)));
        if binds_missing {
            code.bind(missing)?;
            assert_eq!(code.finish(), Ok(vec![0x1400_0001]));
        } else {
            assert_eq!(code.finish(), Err(CodeError::Unbound(missing)));
        }
    }
    Ok(())
}

#[test]
fn a_label_of_another_buffer_is_not_bound() -> Result<(), CodeError> {
    let mut code = CodeBuffer::new();
    let foreign = Label::new(7);
    assert_eq!(code.bind(foreign), Err(CodeError::Unbound(foreign)));
    code.emit(cbz(foreign))?;
    assert_eq!(code.finish(), Err(CodeError::Unbound(foreign)));
    Ok(())
}

/// The code of a branch to a label after it, `distance` bytes away.
fn forwards(branch: fn(Label) -> MachInst, distance: usize) -> Result<Vec<u32>, CodeError> {
    let mut code = CodeBuffer::new();
    let label = code.label()?;
    code.emit(branch(label))?;
    (1..distance / 4).try_for_each(|_| code.append(&[NOP]))?;
    code.bind(label)?;
    code.finish()
}

/// The code of a branch to a label before it, `distance` bytes away.
fn backwards(branch: fn(Label) -> MachInst, distance: usize) -> Result<Vec<u32>, CodeError> {
    let mut code = CodeBuffer::new();
    let label = code.label()?;
    code.bind(label)?;
    (0..distance / 4).try_for_each(|_| code.append(&[NOP]))?;
    code.emit(branch(label))?;
    code.finish()
}

/// Checks that a branch gets as far as `reach`, and no further. `farthest` are its words there,
/// forwards and backwards.
fn check_reach(branch: fn(Label) -> MachInst, reach: usize, farthest: [u32; 2]) {
    let [forth, back] = farthest;
    assert_eq!(forwards(branch, reach - 4).map(|words| words[0]), Ok(forth));
    assert_eq!(backwards(branch, reach).map(|words| words[reach / 4]), Ok(back));
    let limit = reach as i64;
    let out_of_reach = |at, value| {
        let reason = OperandError::Range { value, min: -limit, max: limit - 4, unit: 4 };
        Err(CodeError::OutOfReach { at, label: Label::new(0), reason })
    };
    assert_eq!(forwards(branch, reach), out_of_reach(0, limit));
    assert_eq!(backwards(branch, reach + 4), out_of_reach(reach + 4, -limit - 4));
}

#[test]
fn branches_reach_as_far_as_their_field_and_no_further() {
    check_reach(tbz, 32 << 10, [0x361b_ffe0, 0x361c_0000]);
    check_reach(cbz, 1 << 20, [0xb47f_ffe0, 0xb480_0000]);
    let message = forwards(tbz, 32 << 10).expect_err("too far").to_string();
    assert_eq!(
        message,
        "branch at offset 0x0 to label 0 is out of reach: \
         operand is 32768: must be from -32768 to 32764, in steps of 4"
    );
}

#[test]
fn words_pass_as_they_are() -> Result<(), CodeError> {
    let mut code = CodeBuffer::new();
    assert!(code.is_empty());
    code.append(&[0xffff_ffff])?;
    code.emit(system::nop())?;
    code.append(&[0])?;
    assert_eq!(code.len(), 3);
    let words = code.finish()?;
    assert_eq!(words, [0xffff_ffff, NOP, 0]);
    assert_eq!(CodeUnit::to_bytes(&words)?, [0xff, 0xff, 0xff, 0xff, 0x1f, 0x20, 0x03, 0xd5, 0, 0, 0, 0]);
    Ok(())
}

#[test]
fn what_has_no_encoding_does_not_get_in() {
    let mut code = CodeBuffer::new();
    assert_eq!(
        UImm::<12, 1>::new(4096).map_err(CodeError::from),
        Err(CodeError::Operand(OperandError::Range { value: 4096, min: 0, max: 4095, unit: 1 },))
    );
    let unplaced = code.emit(integer::mov_x(Virtual(0), X1));
    assert_eq!(unplaced, Err(CodeError::Encode(EncodeError::Unresolved("mov_x"))));
    let step = SImm::new(8).expect("a step");
    let unpredictable = code.emit(memory::ldr_post(Width::X64, X0, X0, step));
    assert_eq!(unpredictable, Err(CodeError::Encode(EncodeError::Unpredictable("ldr_post"))));
    assert!(code.is_empty());
}

type Entry = Item<x86_64::MachInst>;

/// The code of entries in which no branch but the ones named is longer than the shortest,
/// which must reach then.
fn with_long(entries: &[Entry], long: &[bool]) -> Result<Vec<u8>, CodeError> {
    let mut code = isa::CodeBuffer::<x86_64::MachInst>::new();
    for (entry, is_long) in entries.iter().zip(long) {
        let entry = match *entry {
            Item::Inst(inst) if *is_long => Item::Inst(inst.longer().expect("a branch")),
            entry => entry,
        };
        code.put(entry)?;
    }
    code.finish()
}

/// The positions of the branches, and their ends and targets, if those named are long.
fn places(entries: &[Entry], long: &[bool]) -> Vec<(usize, i64)> {
    let mut at = 0i64;
    let mut labels = vec![0; entries.len()];
    let mut branches = vec![];
    for (number, (entry, is_long)) in entries.iter().zip(long).enumerate() {
        match entry {
            Item::Label(label) => labels[label.index() as usize] = at,
            Item::Unit(_) => at += 1,
            Item::Inst(inst) => {
                at += if *is_long { 5 } else { 2 };
                branches.push((number, at, inst.label().expect("a branch").index() as usize));
            }
        }
    }
    branches.into_iter().map(|(number, end, label)| (number, labels[label] - end)).collect()
}

/// The branches that become long if, as long as one does not reach, the first such one does.
fn lengthened_one_by_one(entries: &[Entry]) -> Vec<bool> {
    let mut long = vec![false; entries.len()];
    let reaches = |distance: i64| i8::try_from(distance).is_ok();
    while let Some((number, _)) =
        places(entries, &long).into_iter().find(|(number, distance)| !long[*number] && !reaches(*distance))
    {
        long[number] = true;
    }
    long
}

/// Jumps between random places, near the distances that short ones reach.
fn jumps(random: &mut SplitMix) -> Vec<Entry> {
    let mut text = String::new();
    let labels = 1 + random.below(30);
    for label in 0..labels {
        text += &format!("l{label}: jmp l{}\n", random.below(labels));
        text += &".byte 0x90\n".repeat(random.below(40) as usize);
    }
    parse(&text).expect("it parses")
}

#[test]
fn only_branches_that_do_not_reach_give_way() {
    let mut random = SplitMix::seeded("isa_buffer", 1);
    for _ in 0..2000 {
        let entries = jumps(&mut random);
        let expected = with_long(&entries, &lengthened_one_by_one(&entries));
        assert_eq!(with_long(&entries, &vec![false; entries.len()]), expected, "{entries:?}");
    }
}

/// Jumps of which each reaches its label just so, behind the next one, but for the last one; and one
/// that is near its label.
fn chain(jumps: usize) -> Vec<Entry> {
    let bytes = |count: usize| ".byte 0x90\n".repeat(count);
    let mut text = "near: jmp near\n l: jmp l0\n".to_owned() + &bytes(100 - 2);
    for jump in 1..jumps {
        text += &format!("jmp l{jump}\n{}l{}:{}", bytes(27), jump - 1, bytes(71));
    }
    text += &format!("{}l{}:", bytes(29 + 1), jumps - 1);
    parse(&text).expect("it parses")
}

#[test]
fn long_chains_of_branches_end_in_branches_that_reach() {
    let short = |entries: &[Entry]| vec![false; entries.len()];
    let some = chain(100);
    let long = lengthened_one_by_one(&some);
    assert_eq!(long.iter().filter(|is_long| **is_long).count(), 100);
    assert_eq!(with_long(&some, &short(&some)), with_long(&some, &long));
    // Behind the last round, all are long, whether they have to be or not.
    let many = chain(1000);
    let all: Vec<_> = many.iter().map(|entry| matches!(entry, Item::Inst(_))).collect();
    assert_eq!(with_long(&many, &short(&many)), with_long(&many, &all));
}

/// If all that follows moves for each of them, that takes hours.
#[test]
fn branches_that_give_way_move_the_code_together() -> Result<(), CodeError> {
    let jumps = 1_000_000;
    let mut code = isa::CodeBuffer::<x86_64::MachInst>::new();
    let end = code.label()?;
    let jump = parse("jmp a").expect("it parses")[0];
    let Item::Inst(jump) = jump else { panic!("{jump:?} is no instruction") };
    assert_eq!(jump.label(), Some(end));
    (0..jumps).try_for_each(|_| code.emit(jump))?;
    code.bind(end)?;
    let code = code.finish()?;
    // The last 64 reach: 127 bytes are 63 jumps and one byte.
    assert_eq!(code.len(), (jumps - 64) * 5 + 64 * 2);
    let (first, size) = decode(&code).expect("it decodes");
    assert_eq!((first.to_string(), size), (format!("jmp .+{}", code.len()), 5));
    Ok(())
}

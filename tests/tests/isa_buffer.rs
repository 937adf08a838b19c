//! The code buffer: labels, branches that do not reach, raw words.

use tensmith_core::isa::CodeUnit;
use tensmith_core::isa::EncodeError;
use tensmith_core::isa::Virtual;
use tensmith_core::isa::aarch64::MachInst;
use tensmith_core::isa::aarch64::asm::*;

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

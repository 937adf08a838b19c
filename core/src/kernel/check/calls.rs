//! What is passed to calls, and what they return.
//!
//! An argument is followed by the next one or by the call, and a call by its result. Between them stands only
//! what code generation writes to keep registers in the frame.

use crate::kernel::func::{Func, FuncError, Inst, Type};

/// Checks an instruction of a function, if it has to do with calls.
pub(super) fn step(func: &Func, at: usize, inst: &Inst) -> Result<(), FuncError> {
    let (before, behind) = func.body.split_at_checked(at).unwrap_or_default();
    match inst {
        Inst::PassInt(..) | Inst::PassFloat(..) => {
            let next = behind.iter().skip(1).find(|inst| !keeps(inst));
            let is_passed = next.is_some_and(|next| passed(next).is_some() || matches!(next, Inst::Call(_)));
            if is_passed { Ok(()) } else { Err(FuncError::Passed { at }) }
        }
        Inst::Call(callee) => {
            let expected = func.callee(*callee).ok_or(FuncError::Callee { at, callee: *callee })?.arguments();
            let found = before.iter().rev().filter(|inst| !keeps(inst)).map_while(passed);
            let is_same = found.eq(expected.iter().rev().copied());
            if is_same { Ok(()) } else { Err(FuncError::Callee { at, callee: *callee }) }
        }
        Inst::ResultInt(_, of) => has_result(func, before, Type::Int(*of), at),
        Inst::ResultFloat(_, of) => has_result(func, before, Type::Float(*of), at),
        _ => Ok(()),
    }
}

/// Whether the last of some instructions is a call with a result of a type.
fn has_result(func: &Func, before: &[Inst], of: Type, at: usize) -> Result<(), FuncError> {
    let callee = match before.last() {
        Some(Inst::Call(callee)) => func.callee(*callee),
        _ => None,
    };
    let is_same = callee.is_some_and(|callee| callee.result() == Some(of));
    if is_same { Ok(()) } else { Err(FuncError::CallResult { at }) }
}

/// The type of what an instruction passes, if it does.
fn passed(inst: &Inst) -> Option<Type> {
    match *inst {
        Inst::PassInt(_, of) => Some(Type::Int(of)),
        Inst::PassFloat(_, of) => Some(Type::Float(of)),
        _ => None,
    }
}

/// Whether an instruction keeps a register in the frame.
fn keeps(inst: &Inst) -> bool {
    matches!(inst, Inst::Spill(..) | Inst::Reload(..) | Inst::SpillVector(..) | Inst::ReloadVector(..))
}

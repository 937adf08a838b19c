//! Passes of others: none changes nothing, those that change something are seen, and what
//! breaks a rule is refused.

use tensmith_core::codegen::error::PassError;
use tensmith_core::codegen::passes::{CodePass, FuncPass, Passes, compile_with};
use tensmith_core::codegen::{CodegenError, compile, stages};
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::isa::aarch64::operand::X;
use tensmith_core::isa::aarch64::{self, AArch64, assemble};
use tensmith_core::isa::x86_64::register::{Gpr, RAX, RBX};
use tensmith_core::isa::x86_64::{self, X86_64};
use tensmith_core::isa::{Core, Instruction, Isa, Item, Listing, Rule, VerifyError};
use tensmith_core::kernel::func::{Inst, IntOp, Value};
use tensmith_core::kernel::{Func, GemmSpec, text};
use tensmith_core::{DType, Target, reference};
use tensmith_tests::kernels;
use tensmith_tests::language::function;

/// Sees a function or instructions, and changes nothing.
#[derive(Default)]
struct Sees {
    functions: usize,
    instructions: usize,
}

impl FuncPass for Sees {
    fn name(&self) -> &'static str {
        "sees"
    }

    fn run(&mut self, func: &Func, _: &Core) -> Result<Option<Func>, PassError> {
        self.functions += 1;
        Ok(Some(func.with_body(func.body().to_vec())?))
    }
}

impl<I: Instruction> CodePass<I> for Sees {
    fn name(&self) -> &'static str {
        "sees"
    }

    fn run(&mut self, items: &mut Vec<Item<I>>, _: &Core) -> Result<(), PassError> {
        self.instructions += items.iter().filter(|item| matches!(item, Item::Inst(_))).count();
        Ok(())
    }
}

/// Functions of the language, and kernels for a core.
fn functions(target: &Target) -> Vec<Func> {
    let registry = kernels::registry();
    let gemm =
        |dtype, extents| kernels::func(&registry, &GemmSpec::column_major(dtype, extents).into(), target);
    vec![
        function("func \"nothing\" () {\n}"),
        function("func \"powers\" (i0) -> u64 {\nconst i1, 1\nloop i0 {\nmul.u64 i1, i1, 8\n}\nreturn i1\n}"),
        gemm(DType::F32, [16, 6, 9]),
        gemm(DType::F64, [7, 5, 3]),
    ]
}

fn change_nothing<I: Isa>() {
    for target in Target::all().filter(|target| target.isa.name() == I::NAME) {
        for func in functions(&target) {
            let (mut before, mut after) = (Sees::default(), Sees::default());
            let mut passes =
                Passes::<I::Inst>::default().before(&mut before).unwrap().after(&mut after).unwrap();
            let compiled = compile_with::<I>(&func, &target.core, &mut passes);
            assert_eq!(compiled, compile::<I>(&func, &target.core), "{}: {func}", target.core.name);
            assert_eq!(before.functions, 1);
            assert!(after.instructions > 0, "{func}");
        }
    }
}

#[test]
fn passes_that_change_nothing_change_no_code() {
    change_nothing::<AArch64>();
    change_nothing::<X86_64>();
}

/// Shifts in the place of multiplications by powers of two.
#[derive(Default)]
struct Shifts(usize);

impl FuncPass for Shifts {
    fn name(&self) -> &'static str {
        "shifts"
    }

    fn run(&mut self, func: &Func, _: &Core) -> Result<Option<Func>, PassError> {
        let mut body = func.body().to_vec();
        for inst in &mut body {
            if let Inst::IntBinary(op @ IntOp::Mul, _, _, Value::Const(factor), _) = inst
                && factor.count_ones() == 1
            {
                (*op, *factor) = (IntOp::ShiftLeft, factor.trailing_zeros().into());
                self.0 += 1;
            }
        }
        Ok(Some(func.with_body(body)?))
    }
}

/// What a pass replaces is in the code: there is no multiplication any more, and the result is the same.
#[test]
fn functions_are_replaced_before_registers_are_placed() {
    let text =
        "func \"f\" (i0) -> u64 {\nmul.u64 i1, i0, 8\nmul.u64 i1, i1, 3\nmul.u64 i1, i1, 16\nreturn i1\n}";
    let func = function(text);
    for (target, multiplies) in
        Target::all().map(|target| (target, if target.isa.name() == X86_64::NAME { "imul" } else { "mul" }))
    {
        let mut shifts = Shifts::default();
        let core = &target.core;
        let code = match target.isa.name() {
            X86_64::NAME => {
                compile_with::<X86_64>(&func, core, &mut Passes::default().before(&mut shifts).unwrap())
            }
            _ => compile_with::<AArch64>(&func, core, &mut Passes::default().before(&mut shifts).unwrap()),
        };
        let code = code.expect("a function").code;
        assert_eq!(shifts.0, 2);
        let replaced = kernels::assembly(&code, &target);
        let as_it_was = kernels::assembly(&target.compile(&func).unwrap().code, &target);
        let count = |text: &str| text.matches(multiplies).count();
        assert_eq!((count(&replaced), count(&as_it_was)), (1, 3), "{replaced}\n{as_it_was}");
    }
    let replaced = Shifts::default().run(&func, &X86_64::CORES[0]).unwrap().expect("another function");
    let value = |func| reference::call(func, 16, &[5], &mut [], 100);
    assert_eq!(value(&func), Ok(Some(5 * 8 * 3 * 16)));
    assert_eq!(value(&replaced), value(&func));
}

/// Puts an instruction before all others.
struct Inserts<I>(I);

impl<I: Instruction> CodePass<I> for Inserts<I> {
    fn name(&self) -> &'static str {
        "inserts"
    }

    fn run(&mut self, items: &mut Vec<Item<I>>, _: &Core) -> Result<(), PassError> {
        items.insert(0, Item::Inst(self.0));
        Ok(())
    }
}

/// Takes the last instruction away, which returns.
struct Ends;

impl<I: Instruction> CodePass<I> for Ends {
    fn name(&self) -> &'static str {
        "ends"
    }

    fn run(&mut self, items: &mut Vec<Item<I>>, _: &Core) -> Result<(), PassError> {
        items.pop();
        Ok(())
    }
}

/// The rule that the code of a function breaks with a pass.
fn broken<I: Isa>(pass: &mut dyn CodePass<I::Inst>) -> Option<Rule> {
    let func = function("func \"f\" (i0) {\nadd i1, i0, 1\n}");
    match compile_with::<I>(&func, &I::CORES[0], &mut Passes::default().after(pass).unwrap()) {
        Ok(_) => None,
        Err(CodegenError::Verify(VerifyError::Refused { rule, .. })) => Some(rule),
        Err(other) => panic!("{other}"),
    }
}

/// What passes over instructions make is verified.
#[test]
fn code_of_passes_is_verified() {
    let aarch64 = |number| {
        let register = aarch64::register::Gpr::new(number).expect("a register");
        broken::<AArch64>(&mut Inserts(aarch64::table::integer::mov_x(register, X::ZR)))
    };
    assert_eq!(aarch64(9), None);
    assert_eq!(aarch64(19), Some(Rule::NotPreserved("x19")));
    assert_eq!(aarch64(18), Some(Rule::PlatformRegister));
    assert_eq!(broken::<AArch64>(&mut Ends), Some(Rule::RunsOut));
    let x86_64 =
        |register: Gpr| broken::<X86_64>(&mut Inserts(x86_64::table::integer::mov_r32_u32(register, 1u32)));
    assert_eq!(x86_64(RAX), None);
    assert_eq!(x86_64(RBX), Some(Rule::NotPreserved("rbx")));
    assert_eq!(broken::<X86_64>(&mut Ends), Some(Rule::RunsOut));
}

/// Refuses, or lacks memory.
struct Refuses(PassError);

impl FuncPass for Refuses {
    fn name(&self) -> &'static str {
        "refuses"
    }

    fn run(&mut self, _: &Func, _: &Core) -> Result<Option<Func>, PassError> {
        Err(self.0)
    }
}

#[test]
fn a_refusal_names_the_pass() {
    let func = function("func \"f\" () {\n}");
    for (reason, says, is_out_of_memory) in [
        (PassError::Refused("it is too short"), "refuses: it is too short", false),
        (OutOfMemory.into(), "refuses: out of memory", true),
    ] {
        let mut refuses = Refuses(reason);
        let mut passes = Passes::default().before(&mut refuses).unwrap();
        let error = compile_with::<X86_64>(&func, &X86_64::CORES[0], &mut passes).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.is_out_of_memory()), (says, is_out_of_memory));
    }
}

/// Notes the text of the instructions that it sees.
#[derive(Default)]
struct Notes(String);

impl<I: Instruction> CodePass<I> for Notes {
    fn name(&self) -> &'static str {
        "notes"
    }

    fn run(&mut self, items: &mut Vec<Item<I>>, _: &Core) -> Result<(), PassError> {
        self.0 = Listing(items).to_string();
        Ok(())
    }
}

/// Passes see the list that `stages` has, whose text reads back; and the order stays where
/// scheduling is left out.
#[test]
fn instructions_keep_their_order_without_scheduling() {
    let target = Target::all().find(|target| target.core.name == "cortex-a510").expect("a core in order");
    let func = functions(&target).pop().expect("a kernel");
    let stages = stages::<AArch64>(&func, &target.core).unwrap();
    assert_ne!(stages.allocated, stages.scheduled);
    assert_eq!(text::parse(&stages.spilled.to_string()), Ok(stages.spilled));
    let compiled =
        |passes: &mut Passes<'_, _>| compile_with::<AArch64>(&func, &target.core, passes).unwrap().code;
    let mut notes = Notes::default();
    let code = compiled(&mut Passes::default().after(&mut notes).unwrap().unscheduled());
    assert_eq!(notes.0, Listing(&stages.allocated).to_string());
    assert_ne!(code, compiled(&mut Passes::default()));
    // In the unscheduled code, the instructions are those of the list, one behind the other.
    let words = kernels::words(&code);
    let body = assemble::emit(&stages.allocated).unwrap();
    assert!(words.windows(4).any(|four| four == &body[..4]), "the first instructions");
}

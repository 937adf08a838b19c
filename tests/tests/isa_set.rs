//! An instruction set that `core` has never heard of goes through all of code generation: of five
//! instructions of two to three bytes (and one of one), with eight integer and four vector registers of two
//! lanes. What its code computes is what an interpreter of the bytes says.
#![allow(unsafe_code)]

use std::fmt;
use tensmith_core::Target;
use tensmith_core::code::{Architecture, Label};
use tensmith_core::codegen::allocate::AllocateError;
use tensmith_core::codegen::{CodegenError, InstructionSet, Stages, stages};
use tensmith_core::isa::machine::Immediates;
use tensmith_core::isa::model::{AccessForms, Alignment, Caches, CoreModel, IssueOrder, StoreCost, Zeroing};
use tensmith_core::isa::timing::Unit;
use tensmith_core::isa::{
    AssembleError, Assembly, Bank, Class, CodeBuffer, CodeError, Constraints, Contract, Convention, Core,
    EncodeError, Feature, Features, Flow, Frame, FrameError, Instruction, Isa, Item, Listing, LowerError,
    Machine, Naming, OperandError, Reason, Reg, RegIndex, RegSet, Role, Rule, Sink, Timing, Unwind,
    UnwindRegisters, UnwindRow, Use, VerifyError, Virtual,
};
use tensmith_core::kernel::Func;
use tensmith_core::kernel::func::{Address, Inst, Offset};
use tensmith_core::kernel::text::parse;

/// An instruction of the toy.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Toy {
    /// `ld d, [base + offset]`.
    Load { d: Reg, base: Reg, offset: u8 },
    /// `st a, [base + offset]`.
    Store { a: Reg, base: Reg, offset: u8 },
    /// `mla d, a, b`: `b` is the last vector register, there is no room for another.
    MultiplyAdd { d: Reg, a: Reg, b: Reg },
    /// `djnz counter, to`.
    CountDown { counter: Reg, to: To },
    /// `ret`.
    Return,
}

/// Where a branch goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum To {
    Label(Label),
    Distance(i8),
}

/// The vector register that `mla` can name as its last operand.
const FACTOR: u8 = 3;

impl fmt::Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |register: Reg| match register {
            Reg::Physical(Class::Int, number) => format!("r{number}"),
            Reg::Physical(Class::Vec, number) => format!("w{number}"),
            Reg::Virtual(class, Virtual(number)) => format!("{class:?}%{number}").to_lowercase(),
        };
        match *self {
            Self::Load { d, base, offset } => write!(f, "ld {}, [{} + {offset}]", name(d), name(base)),
            Self::Store { a, base, offset } => write!(f, "st {}, [{} + {offset}]", name(a), name(base)),
            Self::MultiplyAdd { d, a, b } => write!(f, "mla {}, {}, {}", name(d), name(a), name(b)),
            Self::CountDown { counter, to: To::Label(label) } => {
                write!(f, "djnz {}, .L{}", name(counter), label.index())
            }
            Self::CountDown { counter, to: To::Distance(to) } => write!(f, "djnz {}, {to}", name(counter)),
            Self::Return => f.write_str("ret"),
        }
    }
}

/// Up to three bytes.
struct Bytes([u8; 3], usize);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

impl Toy {
    /// The registers, each with its role.
    fn operands(&self) -> Vec<(Reg, Role)> {
        match *self {
            Self::Load { d, base, .. } => vec![(base, Role::Read), (d, Role::Write)],
            Self::Store { a, base, .. } => vec![(base, Role::Read), (a, Role::Read)],
            Self::MultiplyAdd { d, a, b } => vec![(d, Role::ReadWrite), (a, Role::Read), (b, Role::Read)],
            Self::CountDown { counter, .. } => vec![(counter, Role::ReadWrite)],
            Self::Return => vec![],
        }
    }

    /// The same instruction with other registers.
    fn map(&self, to: impl Fn(Reg) -> Reg) -> Self {
        match *self {
            Self::Load { d, base, offset } => Self::Load { d: to(d), base: to(base), offset },
            Self::Store { a, base, offset } => Self::Store { a: to(a), base: to(base), offset },
            Self::MultiplyAdd { d, a, b } => Self::MultiplyAdd { d: to(d), a: to(a), b: to(b) },
            Self::CountDown { counter, to: place } => Self::CountDown { counter: to(counter), to: place },
            Self::Return => Self::Return,
        }
    }
}

impl Instruction for Toy {
    type Unit = u8;
    type Code = Bytes;

    fn uses(&self) -> impl Iterator<Item = Use> {
        self.operands().into_iter().map(|(first, role)| Use { first, count: 1, role })
    }

    fn is_plain(&self) -> bool {
        !matches!(self, Self::CountDown { .. } | Self::Return)
    }

    fn plain(&self) -> impl Iterator<Item = (RegIndex, Role)> {
        self.operands().into_iter().map(|(register, role)| (register.index(), role))
    }

    fn flow(&self) -> Flow {
        match *self {
            Self::CountDown { to: To::Label(label), .. } => Flow::Branch(label),
            Self::Return => Flow::Return,
            _ => Flow::Next,
        }
    }

    fn timing(&self) -> Option<&'static Timing> {
        const LOAD: Timing = Timing::new(Unit::Load, 1, 2);
        const STORE: Timing = Timing::new(Unit::Store, 1, 1);
        const MULTIPLY_ADD: Timing = Timing::new(Unit::MultiplyAdd, 1, 4);
        match self {
            Self::Load { .. } => Some(&LOAD),
            Self::Store { .. } => Some(&STORE),
            Self::MultiplyAdd { .. } => Some(&MULTIPLY_ADD),
            Self::CountDown { .. } | Self::Return => None,
        }
    }

    fn copy(&self) -> Option<(RegIndex, RegIndex)> {
        None
    }

    fn is_same_but_for_registers(&self, other: &Self) -> bool {
        let nowhere = |register: Reg| Reg::Physical(register.class(), 0);
        self.map(nowhere) == other.map(nowhere)
    }

    fn place(&mut self, place: impl Fn(RegIndex) -> Option<u8>) {
        *self = self.map(|register| {
            place(register.index()).map_or(register, |number| Reg::Physical(register.class(), number))
        });
    }

    fn encode(&self) -> Result<Bytes, EncodeError> {
        let number = |register| match register {
            Reg::Physical(_, number) => Ok(number),
            Reg::Virtual(..) => Err(EncodeError::Unresolved("toy")),
        };
        Ok(match *self {
            Self::Load { d, base, offset } => Bytes([0x10 | number(d)?, number(base)?, offset], 3),
            Self::Store { a, base, offset } => Bytes([0x20 | number(a)?, number(base)?, offset], 3),
            Self::MultiplyAdd { d, a, b } => match number(b)? {
                FACTOR => Bytes([0x30 | number(d)?, number(a)?, 0], 2),
                value => {
                    return Err(EncodeError::Reserved { row: "mla", operand: b'b', value: value.into() });
                }
            },
            Self::CountDown { counter, to: To::Distance(to) } => {
                Bytes([0x40 | number(counter)?, to as u8, 0], 2)
            }
            Self::CountDown { to: To::Label(_), .. } => return Err(EncodeError::Unresolved("djnz")),
            Self::Return => Bytes([0xff, 0, 0], 1),
        })
    }

    fn features(&self) -> Features {
        Features::new(0, &["multiply"])
    }

    fn label(&self) -> Option<Label> {
        match *self {
            Self::CountDown { to: To::Label(label), .. } => Some(label),
            _ => None,
        }
    }

    fn with_label_at(&self, distance: i64) -> Result<Self, OperandError> {
        let (min, max, unit) = (i8::MIN.into(), i8::MAX.into(), 1);
        let range = OperandError::Range { value: distance, min, max, unit };
        let distance = i8::try_from(distance).map_err(|_| range)?;
        match *self {
            Self::CountDown { counter, .. } => Ok(Self::CountDown { counter, to: To::Distance(distance) }),
            other => Ok(other),
        }
    }
}

/// No function of the toy saves anything.
struct NoFrame;

impl Frame<Toy> for NoFrame {
    fn enter<E: From<OperandError>>(&self, _: impl FnMut(Toy) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }

    fn leave<E: From<OperandError>>(&self, _: impl FnMut(Toy) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }
}

/// Factors are in their register.
struct Factors;

impl Constraints for Factors {
    fn places(&self, inst: &Inst, class: Class, number: u32) -> u32 {
        match inst {
            Inst::MultiplyAdd(_, _, b, _) if class == Class::Vec && b.0 == number => 1 << FACTOR,
            Inst::TileUpdate(update)
                if class == Class::Vec && update.row.entries(1).any(|row| row.0 == number) =>
            {
                1 << FACTOR
            }
            _ => u32::MAX,
        }
    }
}

/// The instruction set.
#[derive(Debug)]
struct Toys;

const CONVENTION: Convention = Convention {
    ints: Bank { caller_saved: 0xff, callee_saved: 0, saved_in_pairs: false },
    vectors: Bank { caller_saved: 0xf, callee_saved: 0, saved_in_pairs: false },
    arguments: &[0, 1, 2, 3],
    vector_arguments: &[0, 1],
};

const fn core(name: &'static str, order: IssueOrder) -> Core {
    let model = CoreModel {
        multiply_adds: 1,
        vectors: 1,
        accumulate_latency: 4,
        moves: 1,
        line_crossing: 0,
        width: 2,
        order,
        stores: StoreCost { slots: 1, move_slots: 1, vector_slots: 0 },
        zeroing: Zeroing::Vector,
        forms: AccessForms::SINGLE,
        alignment: Alignment::Any,
    };
    let caches = Caches { l1d: 1024, l2: 0, l1_fill: 1, l1_piece: 1, l2_fill: 1 };
    Core { name, features: Features::new(0, &["multiply"]), vector_bytes: 8, model, caches }
}

// SAFETY: its architecture is that of no machine, so that nothing is executed.
unsafe impl Isa for Toys {
    type Inst = Toy;
    type Frame = NoFrame;
    type Constraints = Factors;

    const NAME: &'static str = "toy";
    const ARCHITECTURE: Architecture = Architecture::on_paper("Toy");
    const SLOTS: u8 = 0;
    const CORES: &'static [Core] = &[
        core("toy-reordering", IssueOrder::OutOfOrder { lookahead: 8 }),
        core("toy-plain", IssueOrder::InOrder { stores: 1, start: 2 }),
    ];

    fn convention(_: &Core) -> &'static Convention {
        &CONVENTION
    }

    fn machine(core: &Core) -> Machine {
        let immediates = Immediates { multiple: 0, any: (0, 255), pair: 0 };
        Machine::new(core.vector_bytes, &CONVENTION, immediates)
    }

    fn lacking(_: &Core) -> Option<Feature> {
        None
    }

    fn strictly_aligned(_: &Core) -> Option<Core> {
        None
    }

    fn variants(_: &Func, core: &Core) -> impl Iterator<Item = Core> {
        std::iter::once(*core)
    }

    fn constraints(_: &Core) -> Factors {
        Factors
    }

    fn lower(
        func: &Func,
        _: &Core,
        naming: &impl Naming,
        sink: &mut impl Sink<Toy>,
    ) -> Result<(), LowerError> {
        let mut loops = vec![];
        let mut labels = (0..).map(Label::new);
        for (at, inst) in func.body().iter().enumerate() {
            let refusal = |reason| LowerError { at, value: None, reason };
            let name = |class, number| {
                let name = naming.name(class, number).ok_or(refusal(Reason::Unplaced));
                name.map(RegIndex::register)
            };
            let near = |address: Address| match address.offset {
                Offset::Const(offset) => u8::try_from(offset).map_err(|_| refusal(Reason::Number)),
                Offset::Register(_) => Err(refusal(Reason::Unsupported)),
            };
            let item = match *inst {
                Inst::Load(d, address, _) => Item::Inst(Toy::Load {
                    d: name(Class::Vec, d.0)?,
                    base: name(Class::Int, address.base.0)?,
                    offset: near(address)?,
                }),
                Inst::Store(a, address, _) => Item::Inst(Toy::Store {
                    a: name(Class::Vec, a.0)?,
                    base: name(Class::Int, address.base.0)?,
                    offset: near(address)?,
                }),
                Inst::MultiplyAdd(d, a, b, _) => Item::Inst(Toy::MultiplyAdd {
                    d: name(Class::Vec, d.0)?,
                    a: name(Class::Vec, a.0)?,
                    b: name(Class::Vec, b.0)?,
                }),
                Inst::Loop(counter) => {
                    let label = labels.next().expect("few loops");
                    loops.push((label, counter));
                    Item::Label(label)
                }
                Inst::End => {
                    let (label, counter) = loops.pop().expect("balanced loops");
                    Item::Inst(Toy::CountDown { counter: name(Class::Int, counter.0)?, to: To::Label(label) })
                }
                _ => return Err(refusal(Reason::Unsupported)),
            };
            sink.put(item).map_err(|error| refusal(error.into()))?;
        }
        let end = LowerError { at: func.body().len(), value: None, reason: Reason::Unsupported };
        sink.put(Item::Inst(Toy::Return)).map_err(|_| end)
    }

    fn frame(_: &Func, _: RegSet, _: &Core) -> Result<NoFrame, FrameError> {
        Ok(NoFrame)
    }

    fn verify(code: &[u8], contract: &Contract) -> Result<Features, VerifyError> {
        let mut at = 0;
        while let Some(byte) = code.get(at) {
            at += match byte >> 4 {
                1 | 2 => 3,
                3 | 4 => 2,
                0xf if at + 1 == code.len() => return Ok(contract.features),
                _ => return Err(Rule::Unknown((*byte).into()).at(at)),
            };
        }
        Err(Rule::RunsOut.at(at))
    }
}

impl Assembly for Toys {
    fn assemble(&self, _: &Core, _: &str) -> Result<Vec<u8>, AssembleError> {
        let problem = "nobody writes the toy by hand";
        Err(AssembleError::Syntax { line: 1, column: 1, problem })
    }

    fn disassemble(&self, code: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
        code.iter().try_for_each(|byte| writeln!(out, "    .byte {byte:#04x}"))
    }
}

impl Unwind for Toys {
    fn unwind_registers(&self) -> UnwindRegisters {
        UnwindRegisters { stack_pointer: 0, return_address: 1 }
    }

    fn unwind(&self, _: &[u8], _: &Contract) -> Result<Vec<UnwindRow>, VerifyError> {
        Ok(vec![UnwindRow { from: 0, depth: 0, saved: vec![] }])
    }
}

/// Executes code of the toy with two arguments, the first the offset of a memory of numbers.
fn interpret(code: &[u8], [base, count]: [usize; 2], memory: &mut [f32]) {
    let mut ints = [base, count, 0, 0, 0, 0, 0, 0];
    let mut vectors = [[f32::NAN; 2]; 4];
    let mut at = 0;
    loop {
        let (operation, register) = (code[at] >> 4, usize::from(code[at] & 15));
        let word = |offset: u8, base: u8| (ints[usize::from(base)] + usize::from(offset)) / 4;
        match operation {
            1 => {
                let from = word(code[at + 2], code[at + 1]);
                vectors[register] = [memory[from], memory[from + 1]];
                at += 3;
            }
            2 => {
                let to = word(code[at + 2], code[at + 1]);
                memory[to..to + 2].copy_from_slice(&vectors[register]);
                at += 3;
            }
            3 => {
                let (a, b) = (vectors[usize::from(code[at + 1])], vectors[usize::from(FACTOR)]);
                vectors[register] = [0, 1].map(|lane| a[lane].mul_add(b[lane], vectors[register][lane]));
                at += 2;
            }
            4 => {
                ints[register] -= 1;
                let taken = at.strict_add_signed((code[at + 1] as i8).into());
                at = if ints[register] > 0 { taken } else { at + 2 };
            }
            _ => return,
        }
    }
}

const FUNC: &str = "func \"toy\" (i0, i1) {
    load.f32x2 v0, [i0 + 0]
    load.f32x2 v1, [i0 + 8]
    load.f32x2 v2, [i0 + 16]
    loop i1 {
        fma.f32 v2, v0, v1
    }
    store.f32x2 v2, [i0 + 24]
}";

fn targets() -> impl Iterator<Item = Target> {
    let isa: &'static dyn InstructionSet = &Toys;
    isa.cores().iter().map(move |core| Target { isa, core: *core })
}

#[test]
fn a_function_becomes_code_that_computes() {
    let func = parse(FUNC).expect("a function");
    for target in targets() {
        let compiled = target.compile(&func).unwrap_or_else(|error| panic!("{}: {error}", target.core.name));
        let mut memory = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 0.0];
        interpret(&compiled.code, [0, 10], &mut memory);
        assert_eq!(memory, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 35.0, 86.0], "{}", target.core.name);
    }
}

#[test]
fn the_listing_of_each_stage_is_in_its_own_notation() {
    let func = parse(FUNC).expect("a function");
    let Stages { lowered, framed, .. } = stages::<Toys>(&func, &Toys::CORES[0]).expect("code");
    let listed = "    ld vec%0, [int%0 + 0]\n    ld vec%1, [int%0 + 8]\n    ld vec%2, [int%0 + 16]\n.L0:\n    \
                  mla vec%2, vec%0, vec%1\n    djnz int%1, .L0\n    st vec%2, [int%0 + 24]\n    ret\n";
    assert_eq!(Listing(&lowered).to_string(), listed);
    let placed =
        listed.replace("int%", "r").replace("vec%1", "w3").replace("vec%2", "w1").replace("vec%0", "w0");
    assert_eq!(Listing(&framed).to_string(), placed);
}

/// The function needs two factors at a time, and there is one register for them.
#[test]
fn a_register_is_only_placed_where_all_instructions_can_name_it() {
    let two = "func \"toy\" (i0) {
    load.f32x2 v0, [i0 + 0]
    load.f32x2 v1, [i0 + 8]
    load.f32x2 v2, [i0 + 16]
    fma.f32 v2, v0, v1
    fma.f32 v2, v1, v0
    store.f32x2 v2, [i0 + 24]
}";
    let tiles = two.replace("fma.f32 v2, v0, v1", "fma.f32x1x1 v2+0.., v0.., v1..");
    let tiles = tiles.replace("fma.f32 v2, v1, v0", "fma.f32x1x1 v2+0.., v1.., v0..");
    for (func, target) in [two, &tiles].into_iter().flat_map(|func| targets().map(move |to| (func, to))) {
        let func = parse(func).expect("a function");
        let refusal = target.compile(&func).expect_err("a refusal");
        let of_vector = |error: &AllocateError| {
            matches!(error, AllocateError::OutOfRegisters { class: Class::Vec, number: 1, at: 1, .. })
        };
        assert!(matches!(&refusal, CodegenError::Allocate(error) if of_vector(error)), "{refusal}");
    }
}

#[test]
fn what_the_instruction_set_lacks_is_refused() {
    let func = parse("func \"toy\" (i0) {\n    add i0, i0, i0\n}").expect("a function");
    let error = LowerError { at: 0, value: None, reason: Reason::Unsupported };
    for target in targets() {
        assert_eq!(target.compile(&func), Err(CodegenError::Lower(error)));
    }
}

#[test]
fn a_branch_out_of_reach_is_an_error_with_its_place() {
    let mut code = CodeBuffer::<Toy>::new();
    let head = code.label().expect("memory");
    code.bind(head).expect("a label of this buffer");
    let (w, r) = (|number| Reg::Physical(Class::Vec, number), Reg::Physical(Class::Int, 0));
    for _ in 0..65 {
        code.emit(Toy::MultiplyAdd { d: w(0), a: w(1), b: w(FACTOR) }).expect("code");
    }
    code.emit(Toy::CountDown { counter: r, to: To::Label(head) }).expect("code");
    let reason = OperandError::Range { value: -130, min: -128, max: 127, unit: 1 };
    assert_eq!(code.finish(), Err(CodeError::OutOfReach { at: 130, label: head, reason }));
}

#[test]
fn finished_code_is_verified_by_its_own_rules() {
    for target in targets() {
        let refused = target.finish(&[0x30, 0x01, 0x00], 0);
        assert_eq!(refused, Err(CodegenError::Verify(Rule::Unknown(0).at(2))));
        assert!(target.finish(&[0x30, 0x01, 0xff], 0).is_ok());
    }
}

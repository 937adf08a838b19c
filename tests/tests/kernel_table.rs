//! The rows of the kernel representation: their texts read back, their roles and limits are those of the
//! machine instructions that stand for them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroU64;
use tensmith_core::DType;
use tensmith_core::codegen::liveness::{LivenessError, liveness};
use tensmith_core::isa::aarch64::lower::lower;
use tensmith_core::isa::aarch64::{self, AArch64, cores};
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Class, Instruction, Isa, Item, LowerError, Reason, Reg, Virtual, Virtuals};
use tensmith_core::kernel::callee::Allowed;
use tensmith_core::kernel::func::{
    Compare, Double, FloatType, FuncError, Inst, IntType, MAX_SLOTS, MAX_VECTOR_SLOTS, Single, UnaryVectorOp,
    VectorOp,
};
use tensmith_core::kernel::operand::{Kind, Limit};
use tensmith_core::kernel::table::{Row, Slot, rows};
use tensmith_core::kernel::text::parse;
use tensmith_core::kernel::{Func, Role};
use tensmith_tests::random::SplitMix;

const SAMPLES: usize = 500;

/// The uses that instructions make of registers; each of these once.
type Uses = BTreeMap<Reg, Role>;

/// An instruction drawn at random: its text, and the registers that it must use by its row.
struct Sample<'r> {
    random: &'r mut SplitMix,
    /// The type of elements in memory, and that which they are computed with.
    elements: DType,
    of: FloatType,
    /// The type of all integers: registers have one width.
    int: IntType,
    uses: Uses,
    /// A number beyond its limit, which is drawn for the slot of this name.
    beyond: Option<(&'static str, u8)>,
}

impl<'r> Sample<'r> {
    fn new(random: &'r mut SplitMix) -> Self {
        let elements = DType::ALL[random.below(DType::ALL.len() as u64) as usize];
        let int = IntType::ALL[random.below(8) as usize];
        Self { random, elements, of: elements.arithmetic().lanes(), int, uses: Uses::new(), beyond: None }
    }

    /// The text of an instruction, with an operand for each slot.
    fn text(&mut self, row: &Row) -> String {
        let mut text = row.text.replace("{{", "\u{1}").replace("}}", "\u{2}").replace(":#x", "");
        for slot in row.slots {
            text = text.replace(&format!("{{{}}}", slot.name), &self.operand(slot));
        }
        text.replace('\u{1}', "{").replace('\u{2}', "}")
    }

    fn operand(&mut self, slot: &Slot) -> String {
        match slot.kind {
            Kind::Int => self.register(Class::Int, slot.role),
            Kind::Vector => self.register(Class::Vec, slot.role),
            Kind::Address => self.address(),
            Kind::Lanes => {
                let count = self.limited(slot, 1, self.lanes());
                format!("{}x{count}", self.in_registers())
            }
            Kind::Parts => {
                let count = self.limited(slot, 1, self.lanes());
                let base = self.register(Class::Int, Role::Read);
                let [start, apart] =
                    [1 << 12; 2].map(|size| self.random.below(size) as i64 - size as i64 / 2);
                format!("{}x{count}/16*1[{base} + {start} by {apart}]", self.in_registers())
            }
            Kind::DType => self.elements.to_string(),
            Kind::FloatType => self.of.to_string(),
            Kind::IntLanes => {
                let count = self.limited(slot, 1, self.int_lanes());
                format!("{}x{count}", self.int)
            }
            Kind::IntType if slot.name == "wide" => self.wide().to_string(),
            Kind::IntType if slot.name == "narrow" => self.narrow().to_string(),
            Kind::IntType => self.int.to_string(),
            Kind::Type => [self.int.to_string(), self.of.to_string()][self.random.below(2) as usize].clone(),
            Kind::Value => self.value(),
            Kind::Condition => self.condition(),
            Kind::Number => self.number().to_string(),
            Kind::Callee => "f0".to_owned(),
            Kind::FrameSlot => format!("slot{}", self.random.below(MAX_SLOTS.into())),
            Kind::VectorSlot => format!("vslot{}", self.random.below(MAX_VECTOR_SLOTS.into())),
            Kind::Float(FloatType::F64) => Double(self.random.bits()).to_string(),
            Kind::Float(_) => Single(self.random.bits() as u32).to_string(),
            Kind::Bits => format!("{:#x}", self.random.bits() >> self.random.below(64)),
            Kind::Limited => {
                let bits = self.of.bytes() as u8 * 8;
                match slot.limit.expect("a limit") {
                    Limit::Lane => self.limited(slot, 0, self.lanes() - 1),
                    Limit::IntLane => self.limited(slot, 0, self.int_lanes() - 1),
                    Limit::IntLaneShift => self.limited(slot, 1, self.int.bits() as u8 - 1),
                    Limit::IntShift => self.limited(slot, 0, 63),
                    Limit::Levels => self.limited(slot, 1, LOOPS),
                    Limit::LaneShift => self.limited(slot, 1, bits - 1),
                    Limit::LaneBytes if self.is_beyond(slot) => self.limited(slot, 8, 8),
                    Limit::LaneBytes => 4 + 4 * self.random.below(2) as u8,
                }
                .to_string()
            }
            Kind::Operation(names) => self.operation(names),
            Kind::TileUpdate => self.tile_update(),
        }
    }

    /// The elements, with what integers become.
    fn in_registers(&self) -> String {
        format!("{}{}", self.elements, if self.elements.is_integer() { ":i32" } else { "" })
    }

    /// An operation, whose type follows it: of integers, it is the one whose lanes have 32 bits.
    fn operation(&mut self, names: &[&str]) -> String {
        let name = names[self.random.below(names.len() as u64) as usize];
        let unary = UnaryVectorOp::ALL.iter().find(|op| op.name() == name);
        let binary = VectorOp::ALL.iter().find(|op| op.name() == name);
        if unary.is_some_and(|op| op.is_of_words()) || binary.is_some_and(|op| op.is_of_words()) {
            self.of = FloatType::F32;
        }
        name.to_owned()
    }

    /// A number that all types have, or that of an instruction without one.
    fn number(&mut self) -> i64 {
        let number = self.random.bits() as i64 >> self.random.below(64);
        if self.int.has(number) { number } else { number & 0x7f }
    }

    fn value(&mut self) -> String {
        match self.random.below(2) {
            0 => self.register(Class::Int, Role::Read),
            _ => self.number().to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let how = Compare::ALL[self.random.below(6) as usize];
        match self.random.below(2) {
            0 => {
                let (a, b) = (self.register(Class::Int, Role::Read), self.value());
                format!("{how}.{} {a}, {b}", self.int)
            }
            _ => {
                let [a, b] = [(); 2].map(|()| self.register(Class::Vec, Role::Read));
                format!("{how}.{} {a}, {b}", self.of)
            }
        }
    }

    /// How many lanes a vector of 128 bits has.
    fn lanes(&self) -> u8 {
        16 / self.of.bytes() as u8
    }

    /// How many of integers.
    fn int_lanes(&self) -> u8 {
        16 / self.int.bytes() as u8
    }

    /// A type that has one with half its bits.
    fn wide(&self) -> IntType {
        if self.int.bits() == 8 { IntType::U16 } else { self.int }
    }

    /// A type with half the bits of that.
    fn narrow(&self) -> IntType {
        let bits = self.wide().bits() / 2;
        *IntType::ALL.iter().find(|of| of.bits() == bits).expect("a type")
    }

    fn is_beyond(&self, slot: &Slot) -> bool {
        self.beyond.is_some_and(|(name, _)| name == slot.name)
    }

    /// A number from `least` to `most`, or, where that is asked for, one that is greater than one more:
    /// shifts to the right may be one more.
    fn limited(&mut self, slot: &Slot, least: u8, most: u8) -> u8 {
        let below = |random: &mut SplitMix, least: u8, most: u8| {
            least + random.below(u64::from(most - least) + 1) as u8
        };
        if !self.is_beyond(slot) {
            return below(self.random, least, most);
        }
        let number = below(self.random, most + 2, u8::MAX);
        self.beyond = Some((slot.name, number));
        number
    }

    /// A register that has not been used yet, nor is one of what may be around the instruction.
    fn register(&mut self, class: Class, role: Role) -> String {
        loop {
            let register = Reg::Virtual(class, Virtual(u32::from(LOOPS) + self.random.below(1 << 12) as u32));
            if let Entry::Vacant(unused) = self.uses.entry(register) {
                unused.insert(role);
                return register.to_string();
            }
        }
    }

    fn address(&mut self) -> String {
        let base = self.register(Class::Int, Role::Read);
        match self.random.below(3) {
            0 => format!("[{base}]"),
            1 => format!("[{base} + {}]", self.random.below(1 << 20) as i64 - (1 << 19)),
            _ => format!("[{base} + {}]", self.register(Class::Int, Role::Read)),
        }
    }

    /// Vectors with neighbouring numbers, or numbers `step` apart: the first.
    fn vectors(&mut self, first: u32, count: u32, step: u32, role: Role) -> String {
        let registers = (0..count).map(|nth| Reg::Virtual(Class::Vec, Virtual(first + nth * step)));
        self.uses.extend(registers.map(|register| (register, role)));
        format!("v{first}")
    }

    /// An update that AArch64 has instructions for.
    fn tile_update(&mut self) -> String {
        let (height, mut width) = (1 + self.random.below(4) as u32, 1 + self.random.below(4) as u32);
        let column = if self.random.below(2) == 0 {
            self.vectors(100, height, 1, Role::Read) + ".."
        } else {
            let step = self.random.below(2) as u32;
            let first = self.vectors(100, if step == 0 { 1 } else { height }, step, Role::Write);
            let base = self.register(Class::Int, Role::Read);
            format!("{first}+{step}..[{base} + 0..{}]", 16 * (height - 1))
        };
        let lane = self.random.below(u64::from(self.lanes())) as u32;
        let row = match self.random.below(3) {
            0 => {
                width = width.min(u32::from(self.lanes()) - lane);
                format!("{}[{lane}..]", self.vectors(200, 1, 1, Role::Read))
            }
            1 => format!("{}..[{lane}]", self.vectors(200, width, 1, Role::Read)),
            _ => self.vectors(200, width, 1, Role::Read) + "..",
        };
        let step = height + self.random.below(3) as u32;
        for entry in 0..height {
            self.vectors(300 + entry, width, step, Role::ReadWrite);
        }
        format!("fma.{}x{height}x{width} v300+{step}.., {column}, {row}", self.of)
    }
}

/// The loops around an instruction that leaves some.
const LOOPS: u8 = 4;

/// The body of a function with an instruction: with what it needs before it, and with the end of what it
/// begins. The number of instructions before it.
fn around(text: &str) -> (usize, String) {
    let loops = || (0..LOOPS).map(|nth| format!("const i{nth}, 1\nloop i{nth} {{\n")).collect::<String>();
    match text.split([' ', '.']).next() {
        Some("repeat") => (0, format!("{text}\nbreak 1\n}}")),
        Some("break" | "continue") => {
            (2 * usize::from(LOOPS), format!("{}{text}\n{}", loops(), "}\n".repeat(LOOPS.into())))
        }
        Some("}") => (1, format!("if eq.u64 i0, 0 {{\n{text}\n}}")),
        Some("pass") => (0, format!("{text}\ncall f0")),
        Some("result") => (1, format!("call f0\n{text}")),
        _ if text.ends_with('{') => (0, format!("{text}\n}}")),
        _ => (0, text.to_owned()),
    }
}

/// A function that consists of an instruction, and what must be around it, and the index of the instruction.
fn function(text: &str) -> (usize, Func) {
    let (at, body) = around(text);
    let result = match text.split_once(' ') {
        Some(("return", _)) => "-> u64",
        Some(("return.f32", _)) => "-> f32",
        Some(("return.f64", _)) => "-> f64",
        _ => "",
    };
    let of = text.split([' ', '.']).nth(1).unwrap_or_default();
    let called = match text.split([' ', '.']).next() {
        Some("pass") => format!("extern f0 \"g\" ({of})\n"),
        Some("call") => "extern f0 \"g\" ()\n".to_owned(),
        Some("result") => format!("extern f0 \"g\" () -> {of}\n"),
        _ => String::new(),
    };
    let func = parse(&format!("{called}func \"f\" (i0) {result} {{\n{body}\n}}"));
    (at, func.unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The same function; what it calls is at some address.
fn linked(func: &Func) -> Func {
    let callee = func.callees().first();
    let address = NonZeroU64::MIN;
    let allowed = callee.map(|callee| Allowed {
        name: callee.name(),
        arguments: callee.arguments(),
        result: callee.result(),
        address,
    });
    func.linked(allowed.as_slice()).expect("the types that it has")
}

fn lowered(func: &Func) -> Result<Vec<aarch64::assemble::Item>, LowerError> {
    let mut items = Vec::new();
    lower(&linked(func), &cores::GENERIC, &Virtuals, &mut items)?;
    Ok(items)
}

/// The uses that machine instructions make of virtual registers together: one that is
/// written first is not read.
fn uses<I: Instruction>(items: &[Item<I>]) -> Uses {
    let mut uses = Uses::new();
    for item in items {
        let Item::Inst(inst) = item else { continue };
        let registers = || inst.registers().filter(|(register, _)| matches!(register, Reg::Virtual(..)));
        for (register, _) in registers().filter(|(_, role)| role.reads()) {
            uses.entry(register).or_insert(Role::Read);
        }
        for (register, _) in registers().filter(|(_, role)| role.writes()) {
            let role = uses.entry(register).or_insert(Role::Write);
            if *role == Role::Read {
                *role = Role::ReadWrite;
            }
        }
    }
    uses
}

/// Whether a row is about the frame, which x86-64 has code for, and AArch64 has not.
fn keeps(row: &Row) -> bool {
    row.slots.iter().any(|slot| slot.kind == Kind::FrameSlot)
}

/// The uses of virtual registers in x86-64's code for a row about the frame.
fn uses_of_kept(func: &Func) -> Result<Uses, LowerError> {
    let refusal = LowerError { at: 0, value: None, reason: Reason::Unsupported };
    assert_eq!(lowered(func), Err(refusal), "{func}");
    let mut items = Vec::new();
    X86_64::lower(func, &X86_64::CORES[0], &Virtuals, &mut items)?;
    Ok(uses(&items))
}

/// The rows that begin something; the end of a loop belongs to its beginning.
fn samples(test: &str) -> impl Iterator<Item = (&'static Row, SplitMix)> {
    let mut random = SplitMix::seeded(test, 1);
    let rows = rows().iter().filter(|row| row.name != "End");
    rows.flat_map(|row| (0..SAMPLES).map(move |_| row)).map(move |row| (row, random.split()))
}

#[test]
fn every_text_reads_back_as_its_row() {
    for (row, mut random) in samples("kernel_table: texts") {
        let text = Sample::new(&mut random).text(row);
        let (at, func) = function(&text);
        let inst = func.body()[at];
        assert_eq!(inst.to_string(), text, "{}", row.name);
        let name = format!("{inst:?}");
        assert_eq!(name.split('(').next(), Some(row.name), "{text}");
        assert_eq!(parse(&func.to_string()), Ok(func));
    }
}

#[test]
fn roles_are_those_of_the_machine_instructions() {
    for (row, mut random) in samples("kernel_table: roles") {
        let mut sample = Sample::new(&mut random);
        let text = sample.text(row);
        let (_, func) = function(&text);
        let uses = if keeps(row) { uses_of_kept(&func) } else { lowered(&func).map(|items| uses(&items)) };
        // Those around it, which begin with small numbers, have uses of their own.
        let mut uses = uses.unwrap_or_else(|error| panic!("{text}: {error}"));
        let of_others = (0..u32::from(LOOPS)).map(|nth| Reg::Virtual(Class::Int, Virtual(nth)));
        for other in of_others.filter(|other| !sample.uses.contains_key(other)) {
            uses.remove(&other);
        }
        assert_eq!(uses, sample.uses, "{text}");
    }
}

/// The pass that asks for roles finds each operand: what is read must have been written.
#[test]
fn what_is_read_first_is_refused() {
    for (row, mut random) in samples("kernel_table: reads") {
        let mut sample = Sample::new(&mut random);
        let text = sample.text(row);
        let is_argument = |register: &Reg| *register == Reg::Virtual(Class::Int, Virtual(0));
        let reads = sample.uses.iter().any(|(register, role)| role.reads() && !is_argument(register));
        match liveness(&linked(&function(&text).1), &AArch64::constraints(&cores::GENERIC)) {
            Ok(_) => assert!(!reads, "{text}"),
            Err(LivenessError::Undefined { register, .. }) => {
                assert!(sample.uses.get(&register).is_some_and(|role| role.reads()), "{text}");
            }
            Err(LivenessError::Func(
                FuncError::EmptySlot { at: 0, .. } | FuncError::EmptyVectorSlot { at: 0, .. },
            )) => {
                let is_slot = |kind| matches!(kind, Kind::FrameSlot | Kind::VectorSlot);
                assert!(row.slots.iter().any(|slot| is_slot(slot.kind) && slot.role.reads()), "{text}");
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn numbers_beyond_their_limits_are_refused() {
    for (row, mut random) in samples("kernel_table: limits") {
        for slot in row
            .slots
            .iter()
            .filter(|slot| slot.limit.is_some() || matches!(slot.kind, Kind::Lanes | Kind::Parts))
        {
            let mut sample = Sample::new(&mut random);
            sample.beyond = Some((slot.name, 0));
            let text = sample.text(row);
            let number = sample.beyond.map(|(_, number)| number);
            if slot.limit == Some(Limit::Levels) {
                let (_, body) = around(&text);
                let error = parse(&format!("func \"f\" (i0) {{\n{body}\n}}")).expect_err("too many loops");
                assert!(error.to_string().contains("names loop"), "{text}: {error}");
                continue;
            }
            let error = lowered(&function(&text).1).expect_err("a number that is too large");
            assert_eq!((error.at, error.value), (0, number), "{text}: {error}");
        }
    }
}

/// Updates that the representation has, and Advanced SIMD has no instructions for.
#[test]
fn updates_that_the_machine_lacks_are_refused() {
    let tall = "v1..";
    for (text, reason) in [
        (format!("dot.f32x1x1 v0+0.., {tall}, v2[0..]"), Reason::UpdateKind),
        (format!("mma.f64.f32x1x1 v0+0.., {tall}, v2.."), Reason::UpdateKind),
        (format!("fma.f64.f32x1x1 v0+0.., {tall}, v2[0..]"), Reason::UpdateTypes),
        (format!("fma.f32.f64x1x1 v0+0.., {tall}, v2[0..]"), Reason::UpdateTypes),
        (format!("fma.f32x1x1 v0+0../m0, {tall}, v2[0..]"), Reason::Mask),
        ("fma.f32x1x1 v0+0.., v1[0..], v2..".to_owned(), Reason::Column),
        ("fma.f32x2x1 v0+0.., v1..[3], v2[0..]".to_owned(), Reason::Column),
        ("fma.f32x2x1 v0+0.., v1+1..[i0 + 0 by 4], v2..".to_owned(), Reason::Column),
        (format!("fma.f32x1x2 v0+1.., {tall}, v2+1..[i0 + 8 by -4]"), Reason::Row),
        (format!("fma.f32x1x2 v0+1.., {tall}, v2+0..[i0 + 0..16]"), Reason::Row),
    ] {
        let (_, func) = function(&text);
        assert_eq!(func.body()[0].to_string(), text);
        assert!(matches!(func.body()[0], Inst::TileUpdate(_)), "{text}");
        assert_eq!(lowered(&func), Err(LowerError { at: 0, value: None, reason }), "{text}");
    }
}

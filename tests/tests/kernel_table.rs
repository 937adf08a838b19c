//! The rows of the kernel representation: their texts read back, their roles and limits are those of the machine
//! instructions that stand for them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use tensmith_core::DType;
use tensmith_core::codegen::liveness::{LivenessError, liveness};
use tensmith_core::isa::aarch64::lower::lower;
use tensmith_core::isa::aarch64::{self, AArch64, cores};
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Class, Instruction, Isa, Item, LowerError, Reason, Reg, Virtual, Virtuals};
use tensmith_core::kernel::func::{FuncError, Inst, MAX_SLOTS};
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
    dtype: DType,
    uses: Uses,
    /// A number beyond its limit, which is drawn for the slot of this name.
    beyond: Option<(&'static str, u8)>,
}

impl<'r> Sample<'r> {
    fn new(random: &'r mut SplitMix) -> Self {
        let dtype = [DType::F32, DType::F64][random.below(2) as usize];
        Self { random, dtype, uses: Uses::new(), beyond: None }
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
                format!("{}x{count}", self.dtype)
            }
            Kind::DType => self.dtype.to_string(),
            Kind::Number => (self.random.bits() as i64 >> self.random.below(64)).to_string(),
            Kind::FrameSlot => format!("slot{}", self.random.below(MAX_SLOTS.into())),
            Kind::Bits => format!("{:#x}", self.random.bits() >> self.random.below(64)),
            Kind::Limited => {
                let bits = self.dtype.bytes() as u8 * 8;
                match slot.limit.expect("a limit") {
                    Limit::Lane => self.limited(slot, 0, self.lanes() - 1),
                    Limit::IntShift => self.limited(slot, 0, 63),
                    Limit::LaneShift => self.limited(slot, 1, bits - 1),
                    Limit::LaneBytes if self.is_beyond(slot) => self.limited(slot, 8, 8),
                    Limit::LaneBytes => 4 + 4 * self.random.below(2) as u8,
                }
                .to_string()
            }
            Kind::Operation(names) => names[self.random.below(names.len() as u64) as usize].to_owned(),
            Kind::TileUpdate => self.tile_update(),
        }
    }

    /// How many lanes a vector of 128 bits has.
    fn lanes(&self) -> u8 {
        16 / self.dtype.bytes() as u8
    }

    fn is_beyond(&self, slot: &Slot) -> bool {
        self.beyond.is_some_and(|(name, _)| name == slot.name)
    }

    /// A number from `least` to `most`, or, where that is asked for, one that is greater than one more: shifts to the
    /// right may be one more.
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

    /// A register that has not been used yet.
    fn register(&mut self, class: Class, role: Role) -> String {
        loop {
            let register = Reg::Virtual(class, Virtual(self.random.below(1 << 12) as u32));
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
        format!("fma.{}x{height}x{width} v300+{step}.., {column}, {row}", self.dtype)
    }
}

/// A function that consists of an instruction, and of the end of the loop that it may begin.
fn function(text: &str) -> Func {
    let end = if text.ends_with('{') { "}\n" } else { "" };
    parse(&format!("func \"f\" (i0) {{\n{text}\n{end}}}")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn lowered(func: &Func) -> Result<Vec<aarch64::assemble::Item>, LowerError> {
    let mut items = Vec::new();
    lower(func, &cores::GENERIC.model, &Virtuals, &mut items)?;
    Ok(items)
}

/// The uses that machine instructions make of virtual registers together: one that is written first is not read.
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
        let func = function(&text);
        let inst = func.body()[0];
        assert_eq!(inst.to_string(), text, "{}", row.name);
        assert!(format!("{inst:?}").starts_with(&format!("{}(", row.name)), "{text} is {inst:?}");
        assert_eq!(parse(&func.to_string()), Ok(func));
    }
}

#[test]
fn roles_are_those_of_the_machine_instructions() {
    for (row, mut random) in samples("kernel_table: roles") {
        let mut sample = Sample::new(&mut random);
        let text = sample.text(row);
        let func = function(&text);
        let uses = if keeps(row) { uses_of_kept(&func) } else { lowered(&func).map(|items| uses(&items)) };
        assert_eq!(uses, Ok(sample.uses), "{text}");
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
        match liveness(&function(&text), &AArch64::constraints(&cores::GENERIC)) {
            Ok(_) => assert!(!reads, "{text}"),
            Err(LivenessError::Undefined { register, .. }) => {
                assert!(sample.uses.get(&register).is_some_and(|role| role.reads()), "{text}");
            }
            Err(LivenessError::Func(FuncError::EmptySlot { at: 0, .. })) => {
                assert!(
                    row.slots.iter().any(|slot| slot.kind == Kind::FrameSlot && slot.role.reads()),
                    "{text}"
                );
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn numbers_beyond_their_limits_are_refused() {
    for (row, mut random) in samples("kernel_table: limits") {
        for slot in row.slots.iter().filter(|slot| slot.limit.is_some() || slot.kind == Kind::Lanes) {
            let mut sample = Sample::new(&mut random);
            sample.beyond = Some((slot.name, 0));
            let text = sample.text(row);
            let number = sample.beyond.map(|(_, number)| number);
            let error = lowered(&function(&text)).expect_err("a number that is too large");
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
        let func = function(&text);
        assert_eq!(func.body()[0].to_string(), text);
        assert!(matches!(func.body()[0], Inst::TileUpdate(_)), "{text}");
        assert_eq!(lowered(&func), Err(LowerError { at: 0, value: None, reason }), "{text}");
    }
}

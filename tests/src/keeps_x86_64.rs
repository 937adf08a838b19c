//! Whether a function of x86-64 keeps to itself, judged by LLVM's text of its instructions: all of its paths
//! are followed, with what is in the stack and in the registers that the System V ABI preserves. Nothing
//! here asks the table.

use std::collections::{BTreeMap, HashSet};

/// What a function may do.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Bytes of arguments on the stack.
    pub arguments: i64,
}

/// An instruction: where it starts, and LLVM's text.
pub type Line = (usize, String);

/// The registers that are preserved, by the number in [`number`].
const PRESERVED: [usize; 6] = [3, 5, 12, 13, 14, 15];
const STACK_POINTER: usize = 4;

/// Instructions that compute and write none of their operands.
const READING: &[&str] = &[
    "cmp\t", "test\t", "bt\t", "push\t", "nop", "kortest", "ktest", "vtest", "vptest", "vucomi", "vcomi",
    "prefetch", "endbr",
];
/// Beginnings of those that do more than compute.
const SYSTEM: &[&str] = &[
    "std", "cld", "stmxcsr", "vstmxcsr", "vzeroall", "sti", "cli", "hlt", "int", "sys", "ud", "cpuid",
    "ldmxcsr", "vldmxcsr", "fld", "fx", "xrstor", "xsave", "wr", "rdmsr", "rdfs", "rdgs", "in\t", "out",
    "emms", "call", "iret", "leave", "enter", "loop", "jrcxz", "jecxz", "rep", "lods", "stos", "movs\t",
    "movsb", "movsw", "movsq", "scas", "cmps\t", "cmpsb", "cmpsq", "xlat", "popf", "pushf", "lock", "clac",
    "stac", "vm", "xgetbv", "xsetbv", "rdtsc", "lfence", "mfence", "sfence", "clflush", "clwb", "monitor",
    "mwait", "pause", "xabort", "xbegin", "xend", "f", "swapgs", "rsm", "lgdt", "lidt", "retf", "ret\t",
    "jmp\tr", "jmp\tq", "data16", "wait", "cs", "ds", "es", "fs", "gs", "ss",
];
/// What begins like one of these, and only computes.
const COMPUTING: &[&str] =
    &["vmov", "vmul", "vmax", "vmin", "vmask", "stc", "inc", "shl", "shr", "sar", "ror", "rol"];

/// What is known on a path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    /// The stack pointer, from its first value.
    pointer: i64,
    /// Whether upper halves are in use.
    upper: bool,
    /// The callee-saved registers that have changed.
    changed: [bool; 16],
    /// Registers whose first values are in the frame, by the offset.
    saved: BTreeMap<i64, usize>,
}

/// Follows a function.
///
/// # Errors
/// The first breach that is found, in words.
pub fn follow(lines: &[Line], end: usize, allowed: Allowed) -> Result<(), String> {
    if lines.first().map(|(at, text)| (*at, text.as_str())) != Some((0, "endbr64")) {
        return Err("no landing".to_owned());
    }
    let first = State { pointer: 0, upper: false, changed: [false; 16], saved: BTreeMap::new() };
    let (mut seen, mut open) = (HashSet::new(), vec![(0, first)]);
    while let Some((nth, state)) = open.pop() {
        if seen.insert((nth, state.clone())) {
            let (_, text) = lines.get(nth).ok_or("it runs out")?;
            let next = lines.get(nth + 1).map_or(end, |(at, _)| *at) as i64;
            let state = after(state, text, allowed).map_err(|breach| format!("{text}: {breach}"))?;
            let distance = text.strip_prefix('j').and_then(|rest| rest.split_once('\t'));
            if let Some((_, distance)) = distance {
                let target = next + distance.parse::<i64>().map_err(|_| format!("{text}: indirect"))?;
                let place = lines.iter().position(|(at, _)| *at as i64 == target);
                open.push((place.ok_or_else(|| format!("{text}: no target"))?, state.clone()));
            }
            if !text.starts_with("jmp") && text != "ret" {
                open.push((nth + 1, state));
            }
        }
    }
    Ok(())
}

/// The state behind an instruction.
fn after(mut state: State, text: &str, allowed: Allowed) -> Result<State, String> {
    let (mnemonic, rest) = text.split_once('\t').unwrap_or((text, ""));
    let starts = |names: &[&str]| names.iter().any(|name| text.starts_with(name));
    if starts(SYSTEM) && !starts(COMPUTING) {
        return Err("system".to_owned());
    }
    let operands: Vec<&str> = operands(rest);
    if text == "ret" {
        return match state {
            _ if state.pointer != 0 => Err("unbalanced".to_owned()),
            _ if state.changed != [false; 16] => Err("convention".to_owned()),
            _ if state.upper => Err("upper halves".to_owned()),
            _ => Ok(state),
        };
    }
    if text == "vzeroupper" {
        state.upper = false;
        return Ok(state);
    }
    if mnemonic == "nop" {
        // It does nothing at its address.
        return Ok(state);
    }
    let reads = starts(READING) || mnemonic.starts_with('j');
    let written = match mnemonic {
        _ if reads => 0,
        "xchg" | "xadd" | "mulx" => 2,
        _ => 1,
    };
    match (mnemonic, operands.as_slice()) {
        ("push", [register]) if number(register) != Some(STACK_POINTER) => {
            state.pointer -= 8;
            state.store(0, 8, number(register).filter(|_| register.starts_with('r')), allowed)?;
            return Ok(state);
        }
        ("pop", [register]) if number(register) != Some(STACK_POINTER) => {
            state.load(0, 8, number(register), allowed)?;
            state.pointer += 8;
            return state.checked();
        }
        ("add" | "sub", ["rsp", distance]) => {
            let distance: i64 = distance.parse().map_err(|_| "stack pointer")?;
            state.pointer += if mnemonic == "add" { distance } else { -distance };
            return state.checked();
        }
        ("lea", ["rsp", address]) => {
            let (_, offset) = on_stack(address).ok_or("stack pointer")?;
            state.pointer += offset;
            return state.checked();
        }
        ("mov", [register, address])
            if on_stack(address).is_some() && register.len() == 3 && register.starts_with('r') =>
        {
            let (bytes, offset) = on_stack(address).expect("an access");
            state.load(offset, bytes, number(register), allowed)?;
            return Ok(state);
        }
        ("mov", [address, register])
            if on_stack(address).is_some() && register.starts_with('r') && register.len() == 3 =>
        {
            let (bytes, offset) = on_stack(address).expect("an access");
            state.store(offset, bytes, number(register), allowed)?;
            return Ok(state);
        }
        _ => {}
    }
    for (nth, operand) in operands.iter().enumerate() {
        let is_memory = operand.contains('[');
        let address = operand.split_once('[').map_or("", |(_, address)| address);
        let is_fixed =
            is_memory && !address.split(']').next().is_some_and(|rest| rest.contains(char::is_alphabetic));
        let is_segment = operand.contains(":[");
        if address.starts_with("rip") || is_fixed || is_segment {
            return Err("address".to_owned());
        }
        if is_memory
            && operand.split(|c: char| !c.is_alphanumeric()).any(|word| number(word) == Some(STACK_POINTER))
        {
            let (bytes, offset) = on_stack(operand).ok_or("stack pointer")?;
            if mnemonic == "lea" {
                return Err("stack pointer".to_owned());
            }
            if nth < written {
                state.store(offset, bytes, None, allowed)?;
            } else {
                state.load(offset, bytes, None, allowed)?;
            }
        }
        if !is_memory && number(operand) == Some(STACK_POINTER) {
            return Err("stack pointer".to_owned());
        }
        if nth < written && !is_memory {
            if let Some(register) = number(operand) {
                state.changed[register] |= PRESERVED.contains(&register);
            }
            state.upper |= operand.starts_with("ymm") || operand.starts_with("zmm");
        }
    }
    Ok(state)
}

impl State {
    fn checked(mut self) -> Result<Self, String> {
        // What is below the stack pointer is lost.
        self.saved.retain(|at, _| *at >= self.pointer);
        let is_frame = (-4096..=0).contains(&self.pointer) && self.pointer % 8 == 0;
        if is_frame { Ok(self) } else { Err(format!("frame {}", self.pointer)) }
    }

    /// Where an access begins that may be made.
    fn place(&self, offset: i64, bytes: i64, end_of_arguments: i64) -> Result<i64, String> {
        let first = self.pointer + offset;
        let is_in_frame = offset >= 0 && first + bytes <= 0;
        let is_argument = first >= 8 && first + bytes <= end_of_arguments;
        if is_in_frame || is_argument { Ok(first) } else { Err(format!("outside of the frame: {first}")) }
    }

    fn store(&mut self, offset: i64, bytes: i64, register: Option<usize>, _: Allowed) -> Result<(), String> {
        let first = self.place(offset, bytes, 0)?;
        self.saved.retain(|at, _| at + 8 <= first || *at >= first + bytes);
        if let Some(register) =
            register.filter(|register| PRESERVED.contains(register) && !self.changed[*register])
        {
            self.saved.insert(first, register);
        }
        Ok(())
    }

    fn load(
        &mut self,
        offset: i64,
        bytes: i64,
        register: Option<usize>,
        allowed: Allowed,
    ) -> Result<(), String> {
        let first = self.place(offset, bytes, 8 + allowed.arguments)?;
        if let Some(register) = register.filter(|register| PRESERVED.contains(register)) {
            self.changed[register] = self.saved.get(&first) != Some(&register);
        }
        Ok(())
    }
}

/// The operands of an instruction.
fn operands(text: &str) -> Vec<&str> {
    text.split(", ")
        .map(|operand| operand.split(" {").next().unwrap_or(operand).trim())
        .filter(|o| !o.is_empty())
        .collect()
}

/// The size of an operand in memory, and its distance from the stack pointer, if it is
/// counted from that alone.
fn on_stack(operand: &str) -> Option<(i64, i64)> {
    let (size, address) = operand.split_once('[')?;
    let (address, behind) = address.split_once(']')?;
    let bytes = match size.trim_end_matches(" ptr ") {
        "byte" => 1,
        "word" => 2,
        "dword" => 4,
        "qword" => 8,
        "xmmword" => 16,
        "ymmword" => 32,
        "zmmword" => 64,
        "" if behind.is_empty() => 0,
        _ => return None,
    };
    let offset = address.strip_prefix("rsp")?.replace(' ', "");
    let offset = offset.strip_prefix('+').unwrap_or(&offset);
    let offset = if offset.is_empty() { 0 } else { offset.parse().ok()? };
    Some((bytes, offset))
}

/// The number of a general-purpose register of any size.
fn number(name: &str) -> Option<usize> {
    const NAMES: [[&str; 5]; 8] = [
        ["rax", "eax", "ax", "al", "ah"],
        ["rcx", "ecx", "cx", "cl", "ch"],
        ["rdx", "edx", "dx", "dl", "dh"],
        ["rbx", "ebx", "bx", "bl", "bh"],
        ["rsp", "esp", "sp", "spl", ""],
        ["rbp", "ebp", "bp", "bpl", ""],
        ["rsi", "esi", "si", "sil", ""],
        ["rdi", "edi", "di", "dil", ""],
    ];
    if name.is_empty() {
        return None;
    }
    if let Some(nth) = NAMES.iter().position(|names| names.contains(&name)) {
        return Some(nth);
    }
    let digits = name.strip_prefix('r')?.trim_end_matches(['d', 'w', 'b']);
    digits.parse().ok().filter(|number| (8..16).contains(number))
}

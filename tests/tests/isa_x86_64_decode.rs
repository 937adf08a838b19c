//! The decoder and the assembler of x86-64 on bytes and text that no table made.

use std::collections::BTreeMap;
use tensmith_core::isa::x86_64::assemble::parse;
use tensmith_core::isa::x86_64::{X86_64, assemble, decode, pieces, table};
use tensmith_core::isa::{AssembleError, Assembly, CodeError, Listing};
use tensmith_tests::llvm_x86_64 as llvm;
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

/// Bytes that begin like an instruction: a prefix and an opcode of a row, then anything.
fn random_bytes(random: &mut SplitMix) -> [u8; 16] {
    let mut bytes = [(); 16].map(|()| random.bits() as u8);
    let rows = table::rows().count() as u64;
    let opcode = table::rows().nth(random.below(rows) as usize).expect("a row").layout.opcode;
    match random.below(8) {
        0 => bytes[0] = 0x62,
        1 => bytes[0] = 0xc4,
        2 => bytes[0] = 0xc5,
        3 => bytes[0] = 0x66,
        4 => bytes[..2].copy_from_slice(&[0x48, opcode]),
        5 => bytes[..2].copy_from_slice(&[0x0f, opcode]),
        _ => bytes[0] = opcode,
    }
    match bytes[0] {
        // Fixed bits are right, so that more of these are instructions.
        0x62 => {
            bytes[1] = bytes[1] & 0xf0 | [1, 1, 2, 2, 3, 5, 6, bytes[1] & 15][random.below(8) as usize];
            bytes[2] |= 4;
            bytes[4] = opcode;
        }
        0xc4 => {
            bytes[1] = bytes[1] & 0xe0 | (1 + random.below(3)) as u8;
            bytes[3] = opcode;
        }
        0xc5 => bytes[2] = opcode,
        _ => {}
    }
    bytes
}

/// LLVM's text without what two disassemblers may write differently.
fn plain(text: &str) -> String {
    text.to_lowercase()
        .replace([' ', '\t'], "")
        .replace("{evex}", "")
        .replace("{disp8}", "")
        .replace("{disp32}", "")
}

#[test]
fn what_decodes_is_what_llvm_reads() {
    let mut random = SplitMix::seeded("isa_x86_64_decode", 1);
    let tries = if is_emulated() { 2_000 } else { scaled(400_000, 20_000_000) };
    let mut found = 0;
    let mut differences = BTreeMap::new();
    for _ in 0..tries / 2_000 {
        let decoded: Vec<_> = std::iter::repeat_with(|| random_bytes(&mut random))
            .take(2_000)
            .filter_map(|bytes| decode(&bytes).map(|(inst, size)| (inst, bytes[..size].to_vec())))
            .collect();
        let codes: Vec<&[u8]> = decoded.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        found += decoded.len();
        for ((inst, bytes), theirs) in decoded.iter().zip(llvm::disassemble(&codes)) {
            assert_eq!(inst.encode().expect("it encodes").as_ref(), bytes, "{inst}");
            // LLVM counts distances from the end, and leaves out that a shift is by one.
            let is_other = inst.row().name.ends_with("_1")
                || inst.row().name == "xchg_ax_ax"
                || inst.to_string().contains(" .");
            let is_same = is_other || theirs.as_deref().map(plain) == Some(plain(&inst.to_string()));
            let is_there = theirs.is_some();
            if !is_same || !is_there {
                differences
                    .entry(inst.row().name)
                    .or_insert(format!("{bytes:02x?}: {inst}, LLVM {theirs:?}"));
            }
        }
    }
    println!("{found} of {tries} strings of bytes are instructions");
    assert!(found > tries / 10);
    assert!(differences.is_empty(), "{} rows: {differences:#?}", differences.len());
}

/// Prefixes that any instruction may have, but for REX.
const PREFIXES: [u8; 11] = [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3];

/// Prefixes of all kinds, an opcode of any map, and anything behind.
fn prefixed(random: &mut SplitMix) -> Vec<u8> {
    let byte = |random: &mut SplitMix| random.bits() as u8;
    let mut code = Vec::new();
    for _ in 0..random.below(3) {
        code.push(PREFIXES[random.below(11) as usize]);
    }
    let low = random.below(4) as u8;
    match random.below(8) {
        0 => code.extend([0x62, byte(random) & 0xf0 | [1, 2, 3, 5][usize::from(low)], byte(random) | 4]),
        1 => code.extend([0xc4, byte(random) & 0xe0 | low, byte(random)]),
        2 => code.extend([0xc5]),
        3 => code.extend([0x40 | byte(random) & 15, 0x0f]),
        4 => code.extend([0x0f, 0x38 | low & 2]),
        5 => code.extend([0x40 | byte(random) & 15]),
        6 => code.extend([0x0f]),
        _ => {}
    }
    code.extend([(); 20].map(|()| byte(random)));
    code
}

/// What LLVM knows and the table lacks is one piece, as long as LLVM says, whatever follows it.
#[test]
fn unknown_instructions_are_whole() {
    let mut random = SplitMix::seeded("isa_x86_64_decode", 2);
    let tries = if is_emulated() { 1_000 } else { scaled(40_000, 1_000_000) };
    let (mut code, mut first) = (Vec::new(), Vec::new());
    for _ in 0..tries {
        let bytes = prefixed(&mut random);
        let (piece, inst) = pieces(&bytes).next().expect("a piece");
        if inst.is_none() {
            first.push((code.len(), piece.to_vec()));
            // Whatever LLVM makes of the bytes, it is at an instruction again behind these.
            code.extend_from_slice(&bytes);
            code.extend([0x90; 16]);
        }
    }
    let theirs = llvm::sweep_with_places(&code);
    let (mut compared, mut differences) = (0, BTreeMap::new());
    for (place, piece) in &first {
        let Some((bytes, text)) = theirs.get(place) else { continue };
        // LLVM lists prefixes that are of no use as an instruction.
        let is_prefix = bytes.iter().all(|byte| PREFIXES.contains(byte) || byte >> 4 == 4);
        // With 0x66, distances have two bytes on AMD's cores and four on Intel's; LLVM has both.
        let is_branch = piece.contains(&0x66) && text.contains("<.text");
        if is_prefix || is_branch {
            continue;
        }
        compared += 1;
        if bytes != piece {
            let mnemonic = text.split(['\t', ' ']).next().unwrap_or_default().to_owned();
            differences.entry(mnemonic).or_insert(format!("{piece:02x?}: LLVM {bytes:02x?} {text}"));
        }
    }
    println!("{compared} of {} unknown instructions are known to LLVM", first.len());
    assert!(compared > first.len() / 10);
    assert!(differences.is_empty(), "{} mnemonics: {differences:#?}", differences.len());
}

/// A listing never goes on in the middle of an instruction.
#[test]
fn listings_show_no_instruction_that_is_none() {
    let listing = |code: &[u8]| {
        let mut text = String::new();
        X86_64.disassemble(code, &mut text).expect("a string takes all");
        text
    };
    let cases: [(&[u8], &str); 12] = [
        (&[0x41, 0x90, 0x90], ".byte 0x41, 0x90; nop"),
        (&[0x45, 0x90], ".byte 0x45, 0x90"),
        (&[0x67, 0x48, 0x8b, 0x00, 0xc3], ".byte 0x67, 0x48, 0x8b, 0x00; ret"),
        (&[0xc4, 0xe1, 0x78, 0x77, 0x00], ".byte 0xc4, 0xe1, 0x78, 0x77; .byte 0x00"),
        (&[0xf0, 0x0f, 0xb6, 0xc0], ".byte 0xf0, 0x0f, 0xb6, 0xc0"),
        (&[0x48, 0x66, 0x8b, 0x00], ".byte 0x48, 0x66, 0x8b, 0x00"),
        // An exchange with an address, with an index and a displacement: nothing of it is code.
        (
            &[0xf0, 0x48, 0x87, 0x84, 0x88, 0x90, 0x90, 0x90, 0x90, 0xc3],
            ".byte 0xf0, 0x48, 0x87, 0x84, 0x88, 0x90, 0x90, 0x90, 0x90; ret",
        ),
        (&[0x06, 0xc3], ".byte 0x06; ret"),
        // A move of 64 bits from an address of 64 bits; and a number behind its operands.
        (
            &[0x48, 0xa1, 1, 2, 3, 4, 5, 6, 7, 8, 0xc3],
            ".byte 0x48, 0xa1, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08; ret",
        ),
        (
            &[0x67, 0xf7, 0x00, 0x90, 0x90, 0x90, 0x90, 0xc3],
            ".byte 0x67, 0xf7, 0x00, 0x90, 0x90, 0x90, 0x90; ret",
        ),
        // What ends within an instruction.
        (&[0xc3, 0x62, 0xf1], "ret; .byte 0x62, 0xf1"),
        (
            &[0x66; 17],
            ".byte 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66; .byte 0x66, 0x66",
        ),
    ];
    for (code, expected) in cases {
        let text = listing(code);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(lines.join("; "), expected, "{code:02x?}");
        assert_eq!(assemble(&text).as_deref(), Ok(code), "{text}");
    }
}

#[test]
fn text_that_is_no_instruction_is_refused_with_its_column() {
    let refused = [
        ("frobnicate rax", 1),
        ("mov rax", 8),
        ("mov rax, ", 10),
        ("mov rax, xmm1", 10),
        ("mov rax, ebx", 10),
        ("add rax, [rsp*2]", 10),
        ("add rax, [rbx + rsp*2 + rcx]", 25),
        ("add rax, qword ptr [2*rsp + rbx]", 10),
        ("add rax, dword ptr [rbx]", 10),
        ("add rax, 0x100000000", 10),
        ("add al, 256", 9),
        ("vaddps xmm1, xmm2, ymm3", 20),
        ("vaddps xmm1, xmm2, xmm32", 20),
        ("vhaddps xmm1, xmm2, xmm16", 21),
        ("vaddps zmm1 {k8}, zmm2, zmm3", 14),
        ("vaddps zmm1 {z}, zmm2, zmm3", 1),
        ("vaddps zmm1, zmm2, dword ptr [rax]{1to8}", 20),
        ("vaddps zmm1, zmm2, qword ptr [rax]{1to8}", 20),
        ("vaddps ymm1, ymm2, ymm3, {rn-sae}", 1),
        ("vaddps zmm1, zmm2, zmmword ptr [rax], {rn-sae}", 1),
        ("vgatherdps zmm1, dword ptr [rax + zmm2]", 1),
        ("vgatherdps zmm1 {k1}, dword ptr [rax + zmm1]", 1),
        ("vgatherdps zmm1 {k1}, dword ptr [rax + ymm2]", 23),
        ("mov sil, ah", 1),
        ("jmp", 4),
        ("ret 5", 5),
        ("nop nop", 5),
        (".byte 256", 7),
        (".byte", 6),
        ("shl rax, 256", 10),
        ("setc rax", 6),
        ("lea rax, rbx", 10),
        ("[rax]", 1),
        ("lea rax, fs:[rbx]", 10),
        ("mov rax, cs:[rbx]", 10),
        ("mov rax, ss:[rbx]", 12),
        ("fld st(8)", 8),
        ("{disp8} nop dword ptr [rbp]", 9),
        ("{disp32} nop dword ptr [rax + 128]", 10),
        ("{disp8} mov rax, [rbx]", 1),
        ("mov [rax + , rbx", 12),
        ("mov rax, [99999999999]", 23),
    ];
    let mut wrong = Vec::new();
    for (text, column) in refused {
        match assemble(text) {
            Err(AssembleError::Syntax { line: 1, column: found, problem }) if found != column => {
                wrong.push((text, column, found, problem));
            }
            Err(AssembleError::Syntax { line: 1, .. }) => {}
            other => panic!("{text}: {other:x?}"),
        }
    }
    assert!(wrong.is_empty(), "(text, expected column, found): {wrong:#?}");
}

/// Names of operands that are accepted, with the form that is printed.
#[test]
fn other_spellings_mean_the_same() {
    for (written, printed) in [
        ("mov eax, 0xffffffff", "mov eax, 4294967295"),
        ("mov eax, -1", "mov eax, 4294967295"),
        ("add ecx, 0xffffffff", "add ecx, -1"),
        ("mov rax, [rbx+8*rcx-0x10]", "mov rax, qword ptr [rbx + 8*rcx - 16]"),
        ("mov rax, [rcx*8 + rbx - 16]", "mov rax, qword ptr [rbx + 8*rcx - 16]"),
        ("mov rax, QWORD PTR [rbx]", "mov rax, qword ptr [rbx]"),
        ("jz .+2", "je .+2"),
        ("vcmpps k1, zmm2, zmm3, 1", "vcmpltps k1, zmm2, zmm3"),
        ("shl eax, 1", "shl eax, 1"),
        ("mov rax, fs:[0x28]", "mov rax, qword ptr fs:[40]"),
        ("fadd st(0), st(3)", "fadd st, st(3)"),
        ("cmpsd xmm1, xmm2, 6", "cmpnlesd xmm1, xmm2"),
        ("{disp32} nop word ptr cs:[rax+rax]", "{disp32} nop word ptr cs:[rax + rax]"),
    ] {
        let bytes = assemble(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(decode(&bytes).expect("it decodes").0.to_string(), printed, "{written}");
    }
}

/// A branch to a label is as short as its distance allows; both of two branches may grow because one does.
#[test]
fn branches_are_as_short_as_their_distances_allow() {
    for bytes in (100..150).chain([0, 1, 5000]) {
        let padding = "nop;".repeat(bytes);
        let text = format!("top: jne end\n{padding}\njmp top\n{padding}\nend: ret");
        let ours = assemble(&text).expect("it assembles");
        let (branch, size) = decode(&ours).expect("it decodes");
        let distance = ours.len() as i64 - 1;
        assert_eq!(branch.to_string(), format!("jne .{distance:+}"));
        assert_eq!(size == 2, distance - 2 < 128, "{bytes}");
        let back = size + bytes;
        let (jump, size) = decode(&ours[back..]).expect("it decodes");
        assert_eq!(jump.to_string(), format!("jmp .-{back}"));
        assert_eq!(size == 2, back + 2 <= 128, "{bytes}");
    }
}

#[test]
fn labels_stand_for_positions() {
    let ours = assemble("lea rax, [rip + table]; call table\n table: .byte 0x90; .byte 144 # a comment");
    let expected = assemble("lea rax, [rip + 5]\n call .+5").map(|mut bytes| {
        bytes.extend([0x90, 0x90]);
        bytes
    });
    assert_eq!(ours, expected);
    assert!(matches!(assemble("jmp nowhere"), Err(AssembleError::Syntax { column: 5, .. })));
    assert!(matches!(assemble("a: ret\na: ret"), Err(AssembleError::Syntax { line: 2, column: 1, .. })));
    let far = assemble("jmp .+4294967296");
    assert!(
        matches!(far, Err(AssembleError::Syntax { .. } | AssembleError::Code(CodeError::Encode(_)))),
        "{far:?}"
    );
}

/// Lists over virtual registers print as text that parses to the same list.
#[test]
fn virtual_registers_come_back_from_text() {
    let text = ".L0:\n    vfmadd231ps zmm%3 {k1}, zmm%4, dword ptr [r%1 + 4*r%2 - 8]{1to16}\n    \
                vaddpd ymm%0, ymm%1, ymm%2\n    add r%7, 64\n    sub d%7, 1\n    jne .L0\n    ret\n";
    let items = parse(text).expect("it parses");
    let printed = Listing(&items).to_string();
    assert_eq!(printed, text);
    assert!(assemble(text).is_err(), "registers without a place have no code");
}

/// Looking for each among all would take hours.
#[test]
fn labels_are_found_among_many() {
    let text = |labels: usize| (0..labels).map(|label| format!("l{label}:\n")).collect::<String>();
    assert_eq!(assemble(&(text(1_000_000) + "jmp l0\n jmp l999999")), Ok(vec![0xeb, 0xfe, 0xeb, 0xfc]));
    let twice = assemble(&(text(100) + "l1:"));
    assert!(matches!(twice, Err(AssembleError::Syntax { line: 101, column: 1, .. })), "{twice:?}");
    let nowhere = assemble(&(text(100) + " jmp l100"));
    assert!(matches!(nowhere, Err(AssembleError::Syntax { line: 101, column: 6, .. })), "{nowhere:?}");
}

//! `asm` and `disasm`.

use crate::support::{tensmith, tensmith_on};
use std::path::Path;

/// Small functions and their words, from the Arm manual's encodings.
const CLASSICS: [(&str, &str); 5] = [
    ("movz x0, #5\nret\n", "d28000a0\nd65f03c0\n"),
    ("movn x0, #41\nret\n", "92800520\nd65f03c0\n"),
    ("add x0, x0, #1\nret\n", "91000400\nd65f03c0\n"),
    ("add x0, x0, #4096; .inst 0xffffffff; ret // ; nop", "91400400\nffffffff\nd65f03c0\n"),
    (
        "movz x0, #1024\n movz x1, #0\nagain: // counts down\n  sub x0, x0, #1\n  add x1, x1, #2\n\
         cbnz x0, again\n orr x0, xzr, x1\n ret\n",
        "d2808000\nd2800001\nd1000400\n91000821\nb5ffffc0\naa0103e0\nd65f03c0\n",
    ),
];

#[test]
fn text_becomes_words_and_words_become_text() {
    for (text, hex) in CLASSICS {
        let printed =
            tensmith_on(&["asm", "--isa", "aarch64", "--hex"], text.as_bytes(), Path::new(".")).text();
        assert_eq!(printed, hex);
        let raw = tensmith_on(&["asm", "--isa", "aarch64", "-"], text.as_bytes(), Path::new(".")).success();
        let expected: Vec<u8> =
            hex.lines().flat_map(|word| u32::from_str_radix(word, 16).unwrap().to_le_bytes()).collect();
        assert_eq!(raw, expected);

        let listing = tensmith_on(&["disasm", "--isa", "aarch64", "-"], &raw, Path::new(".")).text();
        let text = listing.lines().map(|line| line.split_once("  ").unwrap().1);
        let again = text.map(|line| format!("{line}\n")).collect::<String>();
        assert_eq!(
            tensmith_on(&["asm", "--isa", "aarch64"], again.as_bytes(), Path::new(".")).success(),
            raw
        );
    }
}

#[test]
fn a_listing_gives_offset_word_and_text() {
    let words = [0xd280_00a0_u32, 0xffff_ffff, 0xd65f_03c0];
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let listing = tensmith_on(&["disasm", "--isa", "aarch64", "-"], &code, Path::new(".")).text();
    let expected = "0000: d28000a0  mov x0, #5\n0004: ffffffff  .inst 0xffffffff\n0008: d65f03c0  ret\n";
    assert_eq!(listing, expected);
    assert_eq!(tensmith_on(&["disasm", "--isa", "aarch64", "-"], b"", Path::new(".")).text(), "");
}

#[test]
fn files_are_read_and_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let (text, code) = (directory.path().join("a.s"), directory.path().join("a.bin"));
    std::fs::write(&text, "ret\n").unwrap();
    std::fs::write(&code, "something longer than the new content").unwrap();
    let (text, code) = (text.to_str().unwrap(), code.to_str().unwrap());
    assert_eq!(tensmith(&["asm", "--isa", "aarch64", text, "-o", code]).success(), b"");
    assert_eq!(std::fs::read(code).unwrap(), 0xd65f_03c0_u32.to_le_bytes());
    assert_eq!(tensmith(&["disasm", "--isa", "aarch64", code]).text(), "0000: d65f03c0  ret\n");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
}

#[test]
fn what_is_no_code_is_refused() {
    let cases: [(&str, &[u8], &[&str]); 15] = [
        ("asm", b"ret\nfoo x0, x1\n", &["input -", "line 2, column 1", "`foo x0, x1`"]),
        ("asm", b"add x0, x0, #4097\n", &["line 1, column 13", "out of range"]),
        ("asm", b"add x0, x31, #1\n", &["line 1, column 9", "no register has this number"]),
        ("asm", b"nop\nb nowhere\n", &["line 2, column 3", "stands nowhere", "`b nowhere`"]),
        ("asm", b"l: nop\nnop; l: ret\n", &["line 2, column 6", "stands somewhere else", "`nop; l: ret`"]),
        ("asm", b"fmov s0, #0.1\n", &["column 10", "has no encoding"]),
        ("asm", b"mov w0, #-2147483649\n", &["column 9", "has no encoding"]),
        ("asm", b"ld1 {v0.4s-v3.4s},[x0],#63\n", &["column 24", "has no encoding"]),
        ("asm", b"fadd s0, s1, #1\n", &["column 14", "a register should stand here"]),
        ("asm", b"fadd s0, s1, x1\n", &["column 14", "this register cannot stand here"]),
        ("asm", b"add x0, x0, x99\n", &["column 13", "no register has this number"]),
        ("asm", b"movz x0, x1\n", &["column 10", "a number should stand here"]),
        ("asm", b"nop; foo\n", &["column 6", "`nop; foo`"]),
        ("asm", b"ret \xff\n", &["input -", "utf-8"]),
        ("disasm", b"\xc0\x03\x5f\xd6\x00", &["input -", "5 bytes", "multiple of 4"]),
    ];
    for (command, input, expected) in cases {
        let line = tensmith_on(&[command, "--isa", "aarch64", "-"], input, Path::new(".")).failure(2);
        for part in expected {
            assert!(line.contains(part), "`{part}` in: {line}");
        }
    }
    let line = tensmith(&["disasm", "/dev/zero"]).failure(2);
    assert!(line.contains("/dev/zero") && line.contains("at most"), "{line}");
    let line = tensmith(&["asm", "absent.s"]).failure(2);
    assert!(line.contains("absent.s"), "{line}");
}

/// Small functions of x86-64 and their bytes, from the encodings in Intel's manual.
const CLASSICS_OF_X86_64: [(&str, &str); 4] = [
    ("endbr64\nmov eax, 5\nret\n", "f30f1efa\nb805000000\nc3\n"),
    ("vaddps zmm0, zmm1, zmm2 # adds\nvzeroupper; ret", "62f1744858c2\nc5f877\nc3\n"),
    ("again: sub rax, 1\njne again\n.byte 0x06\nret\n", "4883e801\n75fa\n06\nc3\n"),
    ("vmovups ymm3, ymmword ptr [rdi + 32]\nret\n", "c5fc105f20\nc3\n"),
];

#[test]
fn text_becomes_bytes_and_bytes_become_text() {
    for (text, hex) in CLASSICS_OF_X86_64 {
        let on = |arguments: &[&str], input: &[u8]| {
            tensmith_on(&[arguments, &["--isa", "x86-64"]].concat(), input, Path::new("."))
        };
        assert_eq!(on(&["asm", "--hex"], text.as_bytes()).text(), hex, "{text}");
        let raw = on(&["asm"], text.as_bytes()).success();
        let digits: String = raw.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, hex.replace('\n', ""));
        let listing = on(&["disasm", "-"], &raw).text();
        let text = listing.lines().map(|line| line.split_once("  ").unwrap().1.trim());
        let again = text.map(|line| format!("{line}\n")).collect::<String>();
        assert_eq!(on(&["asm"], again.as_bytes()).success(), raw, "{listing}");
    }
    let code = [0xc5, 0xf8, 0x77, 0x06, 0xc3];
    let listing = tensmith_on(&["disasm", "--isa", "x86-64", "-"], &code, Path::new(".")).text();
    let expected = [("0000: c5f877", "vzeroupper"), ("0003: 06", ".byte 0x06"), ("0004: c3", "ret")];
    assert_eq!(listing, expected.map(|(code, text)| format!("{code:<26}  {text}\n")).concat());
}

/// A mistake is told with the word and with the form or the name that is nearest to it.
#[test]
fn mistakes_name_what_is_nearest() {
    let cases = [
        ("x86-64", "mov rax, xmm1", "column 10: the instruction does not take this operand here: `xmm1` in"),
        (
            "x86-64",
            "mov rax, [rbx + rsp*2]",
            "`[rbx + rsp*2]` in `mov rax, [rbx + rsp*2]`; the nearest form is `mov r64, r64/m64`",
        ),
        (
            "x86-64",
            "VADPS zmm0, zmm1, zmm2",
            "`VADPS` in `VADPS zmm0, zmm1, zmm2`; the nearest name is `vaddps`",
        ),
        ("x86-64", "nop; setnea al", "`setnea` in `nop; setnea al`; the nearest name is `setnae`"),
        (
            "x86-64",
            "add rax, 0x123456789",
            "`0x123456789` in `add rax, 0x123456789`; the nearest form is `add r",
        ),
        ("x86-64", "frobnicate rax", "`frobnicate` in `frobnicate rax`"),
        (
            "aarch64",
            "fmla v0.4s, v1.4s, v2.s[4]",
            "`4` in `fmla v0.4s, v1.4s, v2.s[4]`; the nearest form is `fmla {d}.{t}, {n}.{t}, {m}.s[{i}]`",
        ),
        ("aarch64", "fmal v0.4s, v1.4s, v2.4s", "; the nearest name is `fmla`"),
    ];
    for (isa, text, expected) in cases {
        let line = tensmith_on(&["asm", "--isa", isa, "-"], text.as_bytes(), Path::new(".")).failure(2);
        assert!(line.contains(expected), "`{expected}` in: {line}");
    }
}

/// Instructions that the table lacks are one line, and so is what a core without AVX-512 needs.
#[test]
fn listings_assemble_to_what_was_listed() {
    for hex in ["4190", "67488b00", "c4e17877", "f00fb6c0", "c5fc10842400010000", "62f17c2810442408"] {
        let on = |command: &str, input: &[u8]| {
            tensmith_on(&[command, "--isa", "x86-64", "-"], input, Path::new("."))
        };
        let code: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        let listing = on("disasm", &code).text();
        assert_eq!(listing.lines().count(), 1, "{listing}");
        let text = listing.split_once(hex).unwrap().1;
        assert_eq!(on("asm", text.as_bytes()).success(), code, "{listing}");
    }
}

#[test]
fn the_instruction_set_of_this_machine_is_the_default() {
    let (text, code): (&str, &[u8]) =
        if cfg!(target_arch = "x86_64") { ("ret", &[0xc3]) } else { ("ret", &[0xc0, 0x03, 0x5f, 0xd6]) };
    assert_eq!(tensmith_on(&["asm"], text.as_bytes(), Path::new(".")).success(), code);
    assert!(tensmith_on(&["disasm", "-"], code, Path::new(".")).text().ends_with("  ret\n"));
}

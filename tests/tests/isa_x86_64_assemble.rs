//! What the assembler of x86-64 takes: names in any case and all of them, numbers of any size, masks, marks;
//! and which of several encodings it chooses.

use std::collections::{BTreeMap, BTreeSet};
use tensmith_core::isa::AssembleError;
use tensmith_core::isa::x86_64::assemble::assemble_for;
use tensmith_core::isa::x86_64::feature::{Feature, Features};
use tensmith_core::isa::x86_64::kind::Kind;
use tensmith_core::isa::x86_64::memory::Memory;
use tensmith_core::isa::x86_64::pattern::Encoding;
use tensmith_core::isa::x86_64::register::{R13, RBX, RSP};
use tensmith_core::isa::x86_64::value::Value;
use tensmith_core::isa::x86_64::{MachInst, assemble, sample, table};
use tensmith_tests::llvm_x86_64 as llvm;
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

/// Random instances of all rows.
fn instances(seed: u64, each: usize) -> impl Iterator<Item = MachInst> {
    let mut random = SplitMix::seeded("isa_x86_64_assemble", seed);
    let each = if is_emulated() { 1 } else { scaled(each, 50 * each) };
    table::rows().flat_map(move |row| {
        let tries = std::iter::repeat_with(|| sample::random(row, || random.bits())).take(50 * each);
        tries.flatten().take(each).collect::<Vec<_>>()
    })
}

/// The bytes of a text that is one instruction.
fn bytes(text: &str) -> Vec<u8> {
    assemble(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn same_as_llvm(texts: &[String]) {
    let ours = texts.iter().map(|text| assemble(text).ok());
    let differences: Vec<_> = texts
        .iter()
        .zip(ours.zip(llvm::assemble(texts)))
        .filter(|(_, (ours, theirs))| ours != theirs || ours.is_none())
        .collect();
    assert!(differences.is_empty(), "(text, (ours, LLVM's)): {differences:02x?}");
}

#[test]
fn names_are_taken_in_any_case() {
    for inst in instances(1, 5) {
        let text = inst.to_string();
        assert_eq!(assemble(&text.to_uppercase()), assemble(&text), "{text}");
    }
    for (upper, lower) in [
        (
            "VADDPS ZMM1 {K2} {Z}, ZMM3, DWORD PTR [RAX + 4*RCX]{1TO16}",
            "vaddps zmm1 {k2} {z}, zmm3, [rax + 4*rcx]{1to16}",
        ),
        ("{EVEX} Vmovups Ymm0, [Rip + 0X10]", "{evex} vmovups ymm0, [rip + 16]"),
        ("Mov Rax, Qword Ptr Fs:[0X28]", "mov rax, fs:[40]"),
        ("FADD ST, ST(3)", "fadd st(0), st(3)"),
        ("VADDPS ZMM0, ZMM1, ZMM2, {RN-SAE}", "vaddps zmm0, zmm1, zmm2, {rn-sae}"),
    ] {
        assert_eq!(bytes(upper), bytes(lower), "{upper}");
    }
    // Labels are as they are written.
    assert!(assemble("Top: jmp top").is_err());
}

/// All names of the conditions (Intel SDM, volume 1, table B-1), by their codes.
const CONDITIONS: [&[&str]; 16] = [
    &["o"],
    &["no"],
    &["b", "nae", "c"],
    &["nb", "ae", "nc"],
    &["e", "z"],
    &["ne", "nz"],
    &["be", "na"],
    &["nbe", "a"],
    &["s"],
    &["ns"],
    &["p", "pe"],
    &["np", "po"],
    &["l", "nge"],
    &["nl", "ge"],
    &["le", "ng"],
    &["nle", "g"],
];

#[test]
fn conditions_have_all_their_names() {
    let names =
        || (0u8..).zip(CONDITIONS).flat_map(|(code, names)| names.iter().map(move |name| (code, *name)));
    assert_eq!(names().count(), 30);
    for (code, name) in names() {
        assert_eq!(bytes(&format!("j{name} .+5")), [0x70 | code, 3], "{name}");
        assert_eq!(bytes(&format!("j{name} .+500")), [0x0f, 0x80 | code, 0xee, 1, 0, 0], "{name}");
    }
    let texts = |name: &str| {
        [format!("set{name} al"), format!("cmov{name} eax, ebx"), format!("cmov{name} r9, [rbx]")]
    };
    same_as_llvm(&names().flat_map(|(_, name)| texts(name)).collect::<Vec<_>>());
}

#[test]
fn predicates_have_all_their_names() {
    let names = "eq eq_oq lt lt_os le le_os unord unord_q neq neq_uq nlt nlt_us nle nle_us ord ord_q eq_uq nge nge_us ngt \
                 ngt_us false false_oq neq_oq ge ge_os gt gt_os true true_uq eq_os lt_oq le_oq unord_s neq_us nlt_uq nle_uq \
                 ord_s eq_us nge_uq ngt_uq false_os neq_os ge_oq gt_oq true_us";
    let texts =
        |name| [format!("vcmp{name}ps ymm1, ymm2, ymm3"), format!("vcmp{name}pd k1 {{k2}}, zmm2, zmm3")];
    let mut texts: Vec<String> = names.split_whitespace().flat_map(texts).collect();
    texts.extend(
        ["eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord"].map(|name| format!("cmp{name}pd xmm1, xmm2")),
    );
    for of in ["b", "ub", "w", "uw", "d", "ud", "q", "uq"] {
        texts.extend(
            ["eq", "lt", "le", "neq", "nlt", "nle"].map(|name| format!("vpcmp{name}{of} k1, zmm2, zmm3")),
        );
    }
    same_as_llvm(&texts);
}

#[test]
fn synonyms_are_taken() {
    same_as_llvm(&["sal eax, 3", "sal rax, cl", "SAL byte ptr [rbx], 1", "shl eax, 3"].map(str::to_owned));
}

#[test]
fn registers_take_numbers_of_64_bits() {
    let limits = [1 << 7, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 33, 0x1234_5678_9abc_def0, i64::MAX - 1];
    let near = |limit: i64| [limit - 1, limit, limit + 1, -limit - 1, -limit, 1 - limit];
    let numbers: Vec<i64> = limits.into_iter().flat_map(near).chain([0, i64::MIN]).collect();
    let mut texts: Vec<String> = numbers.iter().map(|number| format!("mov rax, {number}")).collect();
    texts.extend(numbers.iter().map(|number| format!("mov r12, {:#x}", *number as u64)));
    texts.extend(numbers.iter().map(|number| format!("movabs rcx, {number}")));
    same_as_llvm(&texts);
    for text in [
        "mov eax, 0x1ffffffff",
        "mov qword ptr [rax], 0x80000000",
        "add rax, 0x80000000",
        "mov rax, 0x1ffffffffffffffff",
    ] {
        assert!(
            matches!(assemble(text), Err(AssembleError::Syntax { problem, .. }) if problem.contains("number")),
            "{text}"
        );
    }
}

/// Whatever an encoding has no room for is refused, by a rule that says so, and does not
/// become something else.
#[test]
fn what_has_no_encoding_does_not_become_something_else() {
    let refused = [
        ("vmovups zmm0{k0}, [rax]", 14, "`k1` to `k7`"),
        ("VADDPS ZMM0 {K0}{Z}, ZMM1, ZMM2", 14, "`k1` to `k7`"),
        ("vgatherdps zmm1 {k0}, [rax + zmm2]", 18, "`k1` to `k7`"),
        ("vscatterdps [rax + zmm2] {k0}, zmm1", 27, "`k1` to `k7`"),
        ("vgatherdps zmm1, [rax + zmm2]", 1, "needs a mask"),
        ("vaddps zmm0 {z}, zmm1, zmm2", 1, "needs a mask"),
        ("vaddps ymm0 {z}, ymm1, ymm2", 1, "needs a mask"),
        ("vmovups [rax] {k1}{z}, zmm0", 1, "`{z}`"),
        ("vgatherdps zmm1 {k1}{z}, [rax + zmm2]", 1, "`{z}`"),
        ("vcmpltps k1 {k2}{z}, zmm1, zmm2", 1, "`{z}`"),
        ("vmovups zmm0 {k1}{k2}, [rax]", 19, "twice"),
        ("vmovups zmm0 {k1}{z}{z}, [rax]", 22, "twice"),
        ("vmovups zmm0 {1to16}, [rax]", 15, "mask"),
        ("vhaddps ymm0 {k1}, ymm1, ymm2", 1, "no mask"),
        ("add rax {k1}, rbx", 1, "no mask"),
        ("vaddps zmm1, zmm2, zmm3, {rn-sae}, {rz-sae}", 36, "twice"),
        ("vaddps {rn-sae}, zmm1, zmm2, zmm3", 8, "should stand here"),
        ("vaddps zmm1, zmm2, [rax], {rn-sae}", 1, "memory"),
        ("vaddps ymm1, ymm2, ymm3, {rn-sae}", 1, "rounding"),
        ("vaddps zmm1, zmm2, [rax]{1tox}", 26, "lanes"),
        ("vaddps zmm1, zmm2, [rax]{1to0}", 26, "lanes"),
        ("vaddps zmm1, zmm2, [rax]{1to}", 26, "lanes"),
        ("vaddps zmm1, zmm2, [rax]{1to272}", 26, "lanes"),
        ("vaddps zmm1, zmm2, [rax]{1to8}", 20, "no such address"),
        ("{vex} vaddps zmm1, zmm2, zmm3", 1, "encoding"),
        ("{vex} vaddps ymm1, ymm2, ymm16", 1, "encoding"),
        ("{vex} mov rax, rbx", 1, "encoding"),
        ("{evex} vhaddps ymm1, ymm2, ymm3", 1, "encoding"),
        ("{vex}{evex} vaddps ymm1, ymm2, ymm3", 7, "twice"),
        ("{vvex} vaddps ymm1, ymm2, ymm3", 2, "`vex`"),
        ("mov [rax], 5", 5, "size"),
        ("inc [rax]", 5, "size"),
        ("fld [rax]", 5, "size"),
        ("vcvtpd2ps xmm0, [rax]", 17, "size"),
        ("lea rax, [rsp + rsp]", 10, "no such address"),
        ("mov rax, [0x]", 11, "address"),
    ];
    let mut wrong = Vec::new();
    for (text, column, rule) in refused {
        match assemble(text) {
            Err(AssembleError::Syntax { line: 1, column: at, problem })
                if at == column && problem.contains(rule) => {}
            other => wrong.push((text, other)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#x?}");
}

/// Instructions with an operand of another one: what is taken is what LLVM makes of the
/// text, and nothing else.
#[test]
fn what_is_taken_means_what_llvm_reads() {
    let mut random = SplitMix::seeded("isa_x86_64_assemble", 4);
    let all: Vec<String> = instances(4, 2).map(|inst| inst.to_string()).collect();
    let operands: Vec<&str> = all
        .iter()
        .flat_map(|text| text.split(", ").skip(1))
        .filter(|operand| !operand.starts_with('.'))
        .collect();
    let mut changed = |text: &String| {
        let mut parts: Vec<&str> = text.split(", ").collect();
        let at = 1 + random.below(parts.len().max(2) as u64 - 1) as usize;
        *parts.get_mut(at)? = operands[random.below(operands.len() as u64) as usize];
        // Distances are counted from the other end by LLVM, and its names of what is gathered
        // depend on its version.
        let is_compared =
            !text.contains(" .") && !["gather", "scatter"].iter().any(|part| text.contains(part));
        is_compared.then(|| parts.join(", "))
    };
    let texts: Vec<String> = all.iter().flat_map(|text| [changed(text), changed(text)]).flatten().collect();
    let taken: Vec<(String, Vec<u8>)> =
        texts.into_iter().filter_map(|text| assemble(&text).ok().map(|code| (text, code))).collect();
    let theirs = llvm::assemble(&taken.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>());
    let mut differences = BTreeMap::new();
    for ((text, ours), theirs) in taken.iter().zip(theirs) {
        // LLVM takes operands the other way round where that is shorter.
        let is_swapped = theirs.as_ref().is_some_and(|theirs| ours[0] == 0xc4 && theirs[0] == 0xc5);
        if !is_swapped && theirs.as_ref() != Some(ours) {
            differences.entry(text.split(' ').next()).or_insert((text, ours, theirs));
        }
    }
    println!("{} texts are taken", taken.len());
    assert!(taken.len() > 100);
    assert!(differences.is_empty(), "{differences:02x?}");
}

/// Without a size, an address is taken where there is one that it can be.
#[test]
fn addresses_have_a_size_where_llvm_wants_one() {
    let (mut texts, mut all) = (Vec::new(), Vec::new());
    for inst in instances(2, 2).filter(|inst| inst.memory().is_some()) {
        // Those of the segment of code have one size here.
        if inst.row().mnemonic == "nop" {
            continue;
        }
        let text = inst.to_string();
        let Some((before, behind)) = text.split_once(" ptr ") else { continue };
        let Some((before, _)) = before.rsplit_once(' ') else { continue };
        texts.push(format!("{before} {behind}"));
        all.push(text);
    }
    let mut differences = BTreeMap::new();
    for ((text, whole), theirs) in texts.iter().zip(&all).zip(llvm::assemble(&texts)) {
        let ours = assemble(text).ok();
        // What LLVM encodes in another way is compared elsewhere.
        if ours.is_some() != theirs.is_some() || ours.is_some() && ours != assemble(whole).ok() {
            differences.entry(text.split(' ').next()).or_insert((text, ours, theirs));
        }
    }
    assert!(differences.is_empty(), "{differences:02x?}");
}

/// The displacements at which encodings of some bytes turn.
fn displacements(unit: i32) -> impl Iterator<Item = i32> {
    [127, 128, -128, -129].into_iter().flat_map(move |limit| [limit, limit * unit, limit * unit + 1])
}

/// Instances of a row with its operand in memory at many distances, if it has one.
fn at_distances(inst: &MachInst) -> Vec<MachInst> {
    let Some((slot, _)) = inst.memory() else { return vec![] };
    let (Kind::Memory(1..) | Kind::Either(..)) = slot.kind else { return vec![] };
    let mut made = BTreeSet::new();
    let mut all = Vec::new();
    for is_broadcast in [false, true] {
        let unit = i32::from(slot.kind.bytes(is_broadcast));
        for (base, displacement) in [RBX, RSP, R13].into_iter().cycle().zip(displacements(unit)) {
            let memory = Memory::at(base, displacement);
            let memory = if is_broadcast { memory.broadcast() } else { memory };
            let moved = |(_, value): (_, &Value)| match value {
                Value::Memory(_) => Value::Memory(memory),
                other => *other,
            };
            let values: Vec<Value> = inst.operands().map(moved).collect();
            let moved = MachInst::new(inst.row(), &values, inst.decoration());
            all.extend(moved.ok().filter(|inst| made.insert(inst.to_string())));
        }
    }
    all
}

/// Listing and assembling again gives the same bytes, of the same extension, whatever the displacement is.
#[test]
fn what_is_listed_assembles_to_the_same_bytes() {
    let mut differences = BTreeMap::new();
    let mut compared = 0;
    for inst in instances(3, 1) {
        for inst in at_distances(&inst).into_iter().chain([inst]) {
            let code = inst.encode().expect("it encodes");
            let (text, expected) = (inst.to_string(), code.as_ref());
            let read = bytes(&text);
            compared += 1;
            let is_memory = inst.memory().is_some();
            let is_same = match inst.row().layout.encoding {
                _ if read == expected => true,
                Encoding::Legacy => read.len() <= expected.len(),
                // Moves between registers have a form for each direction.
                Encoding::Vex | Encoding::Evex => {
                    !is_memory && read.len() <= expected.len() && (read[0] == 0x62) == (expected[0] == 0x62)
                }
            };
            if !is_same {
                differences
                    .entry(inst.row().name)
                    .or_insert(format!("{text}: {expected:02x?}, read {read:02x?}"));
            }
        }
    }
    println!("{compared} instructions compared");
    assert!(differences.is_empty(), "{differences:#?}");
}

/// Without a core, what AVX has needs nothing newer, as for LLVM; for one, it is as short as it can be.
#[test]
fn encodings_are_those_of_the_oldest_extension() {
    let texts = [
        "vmovups ymm0, [rsp + 256]",
        "vaddps xmm1, xmm2, [rax + 1024]",
        "vmovsd [rdi + 512], xmm3",
        "vpermilps ymm1, [rax - 4096], 5",
    ];
    let marked = |mark: &'static str| texts.map(|text| format!("{{{mark}}} {text}"));
    same_as_llvm(&[texts.map(str::to_owned), marked("vex"), marked("evex")].concat());
    let all = Features::of(Feature::ALL);
    let old = all.without(Feature::Avx512Vl).without(Feature::Avx512F);
    for ((text, vex), evex) in texts.iter().zip(marked("vex")).zip(marked("evex")) {
        assert_eq!(assemble_for(all, text), assemble(&evex), "{text}");
        assert_eq!(assemble_for(all, &vex), assemble(text), "{text}");
        assert_eq!(assemble_for(old, text), assemble(text), "{text}");
        let refusal = assemble_for(old, &evex);
        assert!(
            matches!(refusal, Err(AssembleError::Syntax { problem, .. }) if problem.contains("target lacks")),
            "{refusal:?}"
        );
    }
}

//! Functions of x86-64 that keep to the rules of finished code, and functions that do not, for the tests of
//! the verifier and of the judge of its verdicts.

use tensmith_core::isa::x86_64::assemble;
use tensmith_core::isa::x86_64::feature::{Feature, Features};
use tensmith_core::isa::{Contract, Rule};

/// What most cores have.
pub const V3: Features = Features::of(&[
    Feature::Base,
    Feature::Sse3,
    Feature::Ssse3,
    Feature::Sse41,
    Feature::Popcnt,
    Feature::Lzcnt,
    Feature::Bmi1,
    Feature::Bmi2,
    Feature::Avx,
    Feature::Avx2,
    Feature::Fma,
    Feature::F16c,
]);
/// The same with AVX-512.
pub const V4: Features =
    V3.and(&[Feature::Avx512F, Feature::Avx512Vl, Feature::Avx512Bw, Feature::Avx512Dq, Feature::Avx512Cd]);
/// A function with two arguments on the stack.
pub const CONTRACT: Contract = Contract { features: V4.erased(), arguments: 8, callees: &[] };

/// The code of a function: `endbr64`, and what follows.
///
/// # Panics
/// Where the text is no code.
#[must_use]
pub fn function(text: &str) -> Vec<u8> {
    assemble(&format!("endbr64; {text}")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Functions that keep to the rules.
pub const ACCEPTED: [&str; 24] = [
    "ret",
    // Padding, and second bytes.
    "{disp32} nop word ptr cs:[rax + rax]; {disp8} nop dword ptr [rax]; xchg ax, ax; test ah, 1; mov ch, dh; ret",
    "jmp .L0; .L0: ret",
    // A loop, and a path around it.
    "test rdi, rdi; je .L1; .L0: vmovups ymm0, [rsi]; add rsi, 32; sub rdi, 1; jne .L0; .L1: vzeroupper; ret",
    // Upper halves: cleared on the path that used them; 16 bytes and masks have none.
    "test rdi, rdi; je .L0; vaddps zmm0, zmm1, zmm2; vzeroupper; ret; .L0: ret",
    "vaddps xmm0, xmm1, xmm2; vaddps xmm17, xmm18, xmm19; kmovw k1, edi; vmovups [rsi], ymm1; ret",
    "vptest ymm0, ymm1; vextractf128 xmm0, ymm1, 1; ret",
    // A frame of each kind; the arguments on the stack from within it.
    "push rbx; push r12; mov rbx, [rsp + 24]; mov r12, [rsp + 32]; pop r12; pop rbx; ret",
    "sub rsp, 24; mov [rsp + 16], rbp; mov rbp, rdi; mov rbp, [rsp + 16]; add rsp, 24; ret",
    "lea rsp, [rsp - 16]; mov [rsp], r15; xor r15d, r15d; mov r15, [rsp]; lea rsp, [rsp + 16]; ret",
    "sub rsp, 4096; mov [rsp + 4088], r13; mov r13, rdi; mov r13, [rsp + 4088]; add rsp, 4096; ret",
    // Integers that a function keeps, in registers of all kinds, below what it saved.
    "push rbx; lea rsp, [rsp - 16]; mov rbx, rdi; mov [rsp], rbx; mov [rsp + 8], rax; mov rbx, [rsp + 8]; mov rcx, [rsp]; mov rax, [rsp + 32]; lea rsp, [rsp + 16]; pop rbx; ret",
    "mov rax, [rsp + 8]; mov ecx, [rsp + 20]; ret",
    // Saved by a push, restored by a load, and the other way round.
    "push rbx; mov rbx, rdi; mov rbx, [rsp]; add rsp, 8; ret",
    "sub rsp, 8; mov [rsp], r14; mov r14, rdi; pop r14; ret",
    // Registers saved on the path that changes them.
    "test rdi, rdi; je .L0; push rbp; mov rbp, rdi; pop rbp; .L0: ret",
    // What the frame is also good for.
    "sub rsp, 72; vmovups [rsp], zmm0; vaddps zmm1, zmm0, dword ptr [rsp + 60]{1to16}; add dword ptr [rsp], 1; add rsp, 72; vzeroupper; ret",
    "push rdi; pop rax; push rbx; pop rbx; ret",
    "sub rsp, 8; mov qword ptr [rsp], 5; add rax, [rsp]; cmp byte ptr [rsp + 7], 0; add rsp, 8; ret",
    // Two returns.
    "test rdi, rdi; je .L0; ret; .L0: nop; ret",
    // Addresses of all kinds.
    "mov rax, [rdi + 4*rsi - 8]; mov rax, [8*rsi]; lea rax, [rdi + 2*rdi]; mov rax, [r12]; mov rax, [rbp]; ret",
    "vgatherdps ymm0, [rdi + 4*ymm1], ymm2; vgatherqpd zmm0 {k1}, [zmm1]; vzeroupper; ret",
    // A landing more, hints.
    "endbr64; nop; nop dword ptr [rax]; prefetcht0 [rdi]; ret",
    // Registers that System V leaves to a function.
    "mov rsi, rdi; mov rdi, rax; mov r11, rbx; vmovaps xmm6, xmm15; vmovaps xmm15, xmm6; ret",
];

/// The rule against accesses outside of the frame.
#[must_use]
pub const fn outside(offset: i64, bytes: i64) -> Rule {
    Rule::OutsideFrame { offset, bytes }
}

/// Functions that do not: at an instruction, counted behind the first one, they break a rule.
pub const REFUSED: &[(&str, usize, Rule)] = &[
    // What does more than compute.
    ("syscall_is_unknown: .byte 0x0f; .byte 0x05; ret", 0, Rule::Unknown(0x0f05_c300)),
    ("std; ret", 0, Rule::Forbidden("std")),
    ("cld; ret", 0, Rule::Forbidden("cld")),
    ("fld1; ret", 0, Rule::Forbidden("fld1")),
    ("fstp dword ptr [rdi]; ret", 0, Rule::Forbidden("fstp_m32")),
    ("push 8; ret", 0, Rule::Forbidden("push_i8")),
    // What a segment is the beginning of.
    ("mov rax, fs:[rdi]; ret", 0, Rule::Address),
    ("mov gs:[rdi + rsi], eax; ret", 0, Rule::Address),
    ("vmovups ymm0, fs:[rdi]; vzeroupper; ret", 0, Rule::Address),
    ("mov rax, fs:[40]; ret", 0, Rule::Address),
    // Second bytes are a part of their registers.
    ("mov bh, ah; ret", 1, Rule::NotPreserved("rbx")),
    ("ldmxcsr [rdi]; ret", 0, Rule::Forbidden("ldmxcsr_m32")),
    ("stmxcsr [rdi]; ret", 0, Rule::Forbidden("stmxcsr_m32")),
    ("ud2; ret", 0, Rule::Forbidden("ud2")),
    ("int3; ret", 0, Rule::Forbidden("int3")),
    ("cpuid; ret", 0, Rule::Forbidden("cpuid")),
    ("leave; ret", 0, Rule::Forbidden("leave")),
    ("vzeroall; ret", 0, Rule::Forbidden("vzeroall")),
    ("call .L0; .L0: ret", 0, Rule::Forbidden("call_far")),
    ("call rax; ret", 0, Rule::Callee),
    ("movabs r11, 4096; call r11; ret", 1, Rule::Callee),
    ("jmp rax", 0, Rule::Forbidden("jmp_rm64")),
    ("jmp [rsp + 8]", 0, Rule::Forbidden("jmp_rm64")),
    // Control.
    ("jmp .+3; ret", 0, Rule::Outside(7)),
    ("jmp .-5; ret", 0, Rule::Outside(-1)),
    ("nop; je .+2147483653; ret", 1, Rule::Outside(0x8000_000a)),
    ("jmp .+3; mov eax, 5; ret", 0, Rule::Amid(7)),
    ("mov eax, 0xc3; je .-3; ret", 1, Rule::Amid(6)),
    ("je .-1; ret", 0, Rule::Amid(3)),
    ("nop", 0, Rule::RunsOut),
    ("test rdi, rdi; je .L0; ret; .L0: nop", 3, Rule::RunsOut),
    ("test rdi, rdi; je .L0; ret; .L0: jne .L0", 3, Rule::RunsOut),
    // Addresses.
    ("mov rax, [rip + 5]; ret", 0, Rule::Address),
    ("lea rax, [rip + 5]; ret", 0, Rule::Address),
    ("mov rax, [4096]; ret", 0, Rule::Address),
    ("vaddps zmm0, zmm1, dword ptr [rip]{1to16}; ret", 0, Rule::Address),
    // Registers.
    ("mov rbx, rdi; ret", 1, Rule::NotPreserved("rbx")),
    ("mov bl, 1; ret", 1, Rule::NotPreserved("rbx")),
    ("xor ebp, ebp; ret", 1, Rule::NotPreserved("rbp")),
    ("lea r12, [rdi + 1]; ret", 1, Rule::NotPreserved("r12")),
    ("imul r13d, edi, 3; ret", 1, Rule::NotPreserved("r13")),
    ("sete r14b; ret", 1, Rule::NotPreserved("r14")),
    ("bswap r15; ret", 1, Rule::NotPreserved("r15")),
    ("kmovw ebx, k1; ret", 1, Rule::NotPreserved("rbx")),
    ("vmovq rbx, xmm0; ret", 1, Rule::NotPreserved("rbx")),
    ("vpextrd ebx, xmm0, 1; ret", 1, Rule::NotPreserved("rbx")),
    ("vcvttss2si rbx, xmm0; ret", 1, Rule::NotPreserved("rbx")),
    ("pext rbx, rax, rcx; ret", 1, Rule::NotPreserved("rbx")),
    ("blsr rbx, rax; ret", 1, Rule::NotPreserved("rbx")),
    ("xchg [rdi], rbx; ret", 1, Rule::NotPreserved("rbx")),
    ("push rdi; pop rbx; ret", 2, Rule::NotPreserved("rbx")),
    ("test rdi, rdi; je .L0; mov rbx, rdi; .L0: ret", 3, Rule::NotPreserved("rbx")),
    // Saved too late, restored too early, from elsewhere, in part, after being overwritten.
    ("mov rbx, rdi; push rbx; pop rbx; ret", 3, Rule::NotPreserved("rbx")),
    ("push rbx; pop rbx; mov rbx, rdi; ret", 3, Rule::NotPreserved("rbx")),
    ("push rbx; push rbp; mov rbx, rdi; pop rbx; pop rbp; ret", 5, Rule::NotPreserved("rbx")),
    ("push rbx; sub rsp, 8; mov rbx, rdi; mov rbx, [rsp]; add rsp, 16; ret", 5, Rule::NotPreserved("rbx")),
    ("push rbx; mov rbx, rdi; mov ebx, [rsp]; add rsp, 8; ret", 4, Rule::NotPreserved("rbx")),
    ("sub rsp, 8; mov [rsp], ebx; mov rbx, rdi; pop rbx; ret", 4, Rule::NotPreserved("rbx")),
    ("push rbx; mov rbx, rdi; mov byte ptr [rsp + 7], 0; pop rbx; ret", 4, Rule::NotPreserved("rbx")),
    ("push rbx; mov rbx, rdi; add qword ptr [rsp], 8; pop rbx; ret", 4, Rule::NotPreserved("rbx")),
    // Integers that are kept where registers are, or where the caller is.
    (
        "push rbx; lea rsp, [rsp - 16]; mov rbx, rdi; mov [rsp + 16], rbx; lea rsp, [rsp + 16]; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    (
        "push rbx; lea rsp, [rsp - 16]; mov [rsp + 24], rdi; lea rsp, [rsp + 16]; pop rbx; ret",
        2,
        outside(0, 8),
    ),
    ("push rbx; mov rbx, rdi; add rbx, [rsp]; add rsp, 8; ret", 4, Rule::NotPreserved("rbx")),
    (
        "push rbx; push rax; vmovups [rsp], xmm0; mov rbx, rdi; pop rax; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    ("push rbx; mov rbx, rdi; add rsp, 8; sub rsp, 8; pop rbx; ret", 5, Rule::NotPreserved("rbx")),
    (
        "sub rsp, 8; test rdi, rdi; je .L0; mov [rsp], rbx; .L0: mov rbx, rdi; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    (
        "push rbx; .L0: mov rbx, rdi; mov [rsp], rbx; sub rdi, 1; jne .L0; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    // Upper halves.
    ("vaddps ymm0, ymm1, ymm2; ret", 1, Rule::UpperHalves),
    ("vmovups zmm20, [rdi]; ret", 1, Rule::UpperHalves),
    ("vpmovzxbw ymm0, xmm1; ret", 1, Rule::UpperHalves),
    ("vzeroupper; vbroadcastss ymm0, xmm1; ret", 2, Rule::UpperHalves),
    ("vaddps ymm0, ymm1, ymm2; test rdi, rdi; je .L0; vzeroupper; .L0: ret", 4, Rule::UpperHalves),
    ("jmp .L1; .L0: ret; .L1: vmovups ymm0, [rdi]; jmp .L0", 1, Rule::UpperHalves),
    // The stack.
    ("mov rax, rsp; ret", 0, Rule::StackPointer),
    ("mov rsp, rax; ret", 0, Rule::StackPointer),
    ("mov spl, 0; ret", 0, Rule::StackPointer),
    ("lea rax, [rsp + 8]; ret", 0, Rule::StackPointer),
    ("lea rsp, [rax + 8]; ret", 0, Rule::StackPointer),
    ("lea rsp, [rsp + rax]; ret", 0, Rule::StackPointer),
    ("lea esp, [rsp + 8]; ret", 0, Rule::StackPointer),
    ("sub rsp, rax; ret", 0, Rule::StackPointer),
    ("sub esp, 8; ret", 0, Rule::StackPointer),
    ("and rsp, -64; ret", 0, Rule::StackPointer),
    ("cmp rsp, 16; ret", 0, Rule::StackPointer),
    ("inc rsp; ret", 0, Rule::StackPointer),
    ("push rsp; ret", 0, Rule::StackPointer),
    ("pop rsp; ret", 0, Rule::StackPointer),
    ("andn rax, rsp, rcx; ret", 0, Rule::StackPointer),
    ("vpbroadcastq ymm0, rsp; ret", 0, Rule::StackPointer),
    ("vmovq xmm0, rsp; ret", 0, Rule::StackPointer),
    ("mov rax, [rsp + 8*rcx]; ret", 0, Rule::StackPointer),
    ("vgatherdps zmm0 {k1}, [rsp + 4*zmm1]; ret", 0, Rule::StackPointer),
    ("sub rsp, 4; ret", 0, Rule::Depth(4)),
    ("add rsp, 8; ret", 0, Rule::Depth(-8)),
    ("pop rax; ret", 0, outside(0, 8)),
    ("sub rsp, 4104; ret", 0, Rule::Depth(4104)),
    ("sub rsp, 8; ret", 1, Rule::Unbalanced(8)),
    ("push rax; ret", 1, Rule::Unbalanced(8)),
    ("mov [rsp], rax; ret", 0, outside(0, 8)),
    ("mov [rsp - 8], rax; ret", 0, outside(-8, 8)),
    ("mov rax, [rsp]; ret", 0, outside(0, 8)),
    ("mov [rsp + 8], rax; ret", 0, outside(8, 8)),
    ("add qword ptr [rsp + 8], 1; ret", 0, outside(8, 8)),
    ("mov rax, [rsp + 24]; ret", 0, outside(24, 8)),
    ("vmovups xmm0, [rsp + 16]; ret", 0, outside(16, 16)),
    ("vaddps xmm0, xmm1, [rsp - 8]; ret", 0, outside(-8, 16)),
    ("push rax; vmovups [rsp], xmm0; pop rax; ret", 1, outside(-8, 16)),
    ("test rdi, rdi; je .L0; push rax; .L0: ret", 3, Rule::Meeting(8, 0)),
    ("test rdi, rdi; je .L0; .L1: push rax; jne .L1; .L0: ret", 2, Rule::Meeting(0, 8)),
];

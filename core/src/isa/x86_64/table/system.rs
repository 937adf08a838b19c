//! Instructions that concern the system, hints, and the state of the upper halves.

#![allow(clippy::doc_markdown, reason = "the texts are encodings")]

table! {
    endbr64 "F3 0F 1E FA" () Base [Landing];
    nop "90" () Base;
    nop_rm64 "REX.W 0F 1F /0" (m: Rm64) Base;
    nop_rm32 "0F 1F /0" (m: Rm32) Base;
    nop_rm16 "66h 0F 1F /0" (m: Rm16) Base;
    // Padding, as assemblers make it.
    nop_m32_disp8 "0F 1F /0 disp8" (m: M32) Base;
    nop_m32_disp32 "0F 1F /0 disp32" (m: M32) Base;
    nop_m16_disp8 "66h 0F 1F /0 disp8" (m: M16) Base;
    nop_m16_disp32 "66h 0F 1F /0 disp32" (m: M16) Base;
    nop_code "66h 0F 1F /0" (m: CodeM16) Base;
    nop_code_disp8 "66h 0F 1F /0 disp8" (m: CodeM16) Base;
    nop_code_disp32 "66h 0F 1F /0 disp32" (m: CodeM16) Base;
    xchg_ax_ax "66h 90" (x: Ax, y: Ax) Base;
    prefetchnta "0F 18 /0" (m: M8) Base;
    prefetcht0 "0F 18 /1" (m: M8) Base;
    prefetcht1 "0F 18 /2" (m: M8) Base;
    prefetcht2 "0F 18 /3" (m: M8) Base;
    prefetchw "0F 0D /1" (m: M8) Base [System];
    vzeroupper "VEX.128.0F.WIG 77" () Avx [ClearUpper];
    vzeroall "VEX.256.0F.WIG 77" () Avx [System];
    pause "F3 90" () Base [System];
    lfence "0F AE E8" () Base [System];
    mfence "0F AE F0" () Base [System];
    sfence "0F AE F8" () Base [System];
    ud2 "0F 0B" () Base [System];
    int3 "CC" () Base [System];
    cpuid "0F A2" () Base [System];
    rdtsc "0F 31" () Base [System];
    xgetbv "0F 01 D0" () Base [System];
    leave "C9" () Base [System];
    cld "FC" () Base [System];
    std "FD" () Base [System];
    ldmxcsr_m32 "0F AE /2" (m: M32) Base [System];
    stmxcsr_m32 "0F AE /3" (m = M32) Base [System];
    vldmxcsr_m32 "VEX.LZ.0F.WIG AE /2" (m: M32) Avx [System];
    vstmxcsr_m32 "VEX.LZ.0F.WIG AE /3" (m = M32) Avx [System];
}

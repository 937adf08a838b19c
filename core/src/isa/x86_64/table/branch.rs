//! Branches, calls and returns.

#![allow(clippy::doc_markdown, reason = "the texts are encodings")]

table! {
    jmp_near "EB cb" (t: Near) Base [Jump];
    jmp_far "E9 cd" (t: Far) Base [Jump];
    jcc_near "70+c cb" (c: Condition, t: Near) Base [Branch];
    jcc_far "0F 80+c cd" (c: Condition, t: Far) Base [Branch];
    call_far "E8 cd" (t: Far) Base [Call];
    ret "C3" () Base [Return];
    jmp_rm64 "FF /4" (m: Rm64) Base [Indirect];
    call_rm64 "FF /2" (m: Rm64) Base [Call];
}

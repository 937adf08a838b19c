//! Instructions on the second bytes of general-purpose registers, `ah`, `ch`, `dh` and `bh`: those without a
//! prefix REX. No code is made of them; they are there so that the code of others can be read.

#![allow(clippy::doc_markdown, reason = "the texts are encodings")]

table! {
    add_rm8_h "00 /r" (m += Rm8, r: H8) Base;
    add_h_r8 "00 /r" (m += H8, r: R8) Base;
    add_h_h "00 /r" (m += H8, r: H8) Base;
    add_h_m8 "02 /r" (r += H8, m: M8) Base;
    add_h_i8 "80 /0 ib" (m += H8, i: I8) Base;
    or_rm8_h "08 /r" (m += Rm8, r: H8) Base;
    or_h_r8 "08 /r" (m += H8, r: R8) Base;
    or_h_h "08 /r" (m += H8, r: H8) Base;
    or_h_m8 "0A /r" (r += H8, m: M8) Base;
    or_h_i8 "80 /1 ib" (m += H8, i: I8) Base;
    and_rm8_h "20 /r" (m += Rm8, r: H8) Base;
    and_h_r8 "20 /r" (m += H8, r: R8) Base;
    and_h_h "20 /r" (m += H8, r: H8) Base;
    and_h_m8 "22 /r" (r += H8, m: M8) Base;
    and_h_i8 "80 /4 ib" (m += H8, i: I8) Base;
    sub_rm8_h "28 /r" (m += Rm8, r: H8) Base;
    sub_h_r8 "28 /r" (m += H8, r: R8) Base;
    sub_h_h "28 /r" (m += H8, r: H8) Base;
    sub_h_m8 "2A /r" (r += H8, m: M8) Base;
    sub_h_i8 "80 /5 ib" (m += H8, i: I8) Base;
    xor_rm8_h "30 /r" (m += Rm8, r: H8) Base;
    xor_h_r8 "30 /r" (m += H8, r: R8) Base;
    xor_h_h "30 /r" (m += H8, r: H8) Base;
    xor_h_m8 "32 /r" (r += H8, m: M8) Base;
    xor_h_i8 "80 /6 ib" (m += H8, i: I8) Base;
    cmp_rm8_h "38 /r" (m: Rm8, r: H8) Base;
    cmp_h_r8 "38 /r" (m: H8, r: R8) Base;
    cmp_h_h "38 /r" (m: H8, r: H8) Base;
    cmp_h_m8 "3A /r" (r: H8, m: M8) Base;
    cmp_h_i8 "80 /7 ib" (m: H8, i: I8) Base;
    test_rm8_h "84 /r" (m: Rm8, r: H8) Base;
    test_h_r8 "84 /r" (m: H8, r: R8) Base;
    test_h_h "84 /r" (m: H8, r: H8) Base;
    test_h_i8 "F6 /0 ib" (m: H8, i: I8) Base;
    mov_rm8_h "88 /r" (m += Rm8, r: H8) Base;
    mov_h_r8 "88 /r" (m += H8, r: R8) Base;
    mov_h_h "88 /r" (m += H8, r: H8) Base;
    mov_h_m8 "8A /r" (r += H8, m: M8) Base;
    mov_h_i8 "B0+r ib" (o += H8, i: I8) Base;
    movzx_r32_h "0F B6 /r" (r = R32, m: H8) Base;
    movsx_r32_h "0F BE /r" (r = R32, m: H8) Base;
    shl_h_1 "D0 /4" (m += H8, x: One) Base;
    shr_h_1 "D0 /5" (m += H8, x: One) Base;
    shl_h_i "C0 /4 ib" (m += H8, i: U8) Base;
    shr_h_i "C0 /5 ib" (m += H8, i: U8) Base;
}

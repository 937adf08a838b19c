//! Integer arithmetic on scalable vectors: SVE and SVE2 (Arm ARM, C4.1.102).

use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::{
    D, I, Lane, MaskZ, Operand, P, P7, SImm, ShiftRight, Size, UImm, UImm8Lsl, Z, Z7, Z15, one_of,
};

one_of! {
    /// An operation on two vectors under a predicate.
    Binary: ["add" "sub" "-" "subr" "-" "-" "-" "-" "smax" "umax" "smin" "umin" "sabd" "uabd" "-" "-" "mul" "-" "smulh" "umulh" "sdiv" "udiv" "sdivr"
        "udivr" "orr" "eor" "and" "bic" "-" "-" "-" "-"] Add = 0 Sub = 1 Subr = 3 Smax = 8 Umax = 9 Smin = 10 Umin = 11 Sabd = 12 Uabd = 13 Mul = 16
        Smulh = 18 Umulh = 19 Sdiv = 20 Udiv = 21 Sdivr = 22 Udivr = 23 Orr = 24 Eor = 25 And = 26 Bic = 27;
    /// A saturating, halving, rounding or pairwise operation on two vectors under a predicate.
    Binary2: ["-" "-" "srshl" "urshl" "-" "-" "srshlr" "urshlr" "sqshl" "uqshl" "sqrshl" "uqrshl" "sqshlr" "uqshlr" "sqrshlr" "uqrshlr" "shadd"
        "uhadd" "shsub" "uhsub" "srhadd" "urhadd" "shsubr" "uhsubr" "sqadd" "uqadd" "sqsub" "uqsub" "suqadd" "usqadd" "sqsubr" "uqsubr"] Srshl = 2
        Urshl = 3 Srshlr = 6 Urshlr = 7 Sqshl = 8 Uqshl = 9 Sqrshl = 10 Uqrshl = 11 Sqshlr = 12 Uqshlr = 13 Sqrshlr = 14 Uqrshlr = 15 Shadd = 16
        Uhadd = 17 Shsub = 18 Uhsub = 19 Srhadd = 20 Urhadd = 21 Shsubr = 22 Uhsubr = 23 Sqadd = 24 Uqadd = 25 Sqsub = 26 Uqsub = 27 Suqadd = 28
        Usqadd = 29 Sqsubr = 30 Uqsubr = 31;
    /// An operation on neighbouring elements under a predicate.
    Pairwise: ["-" "addp" "-" "-" "smaxp" "umaxp" "sminp" "uminp"] Addp = 1 Smaxp = 4 Umaxp = 5 Sminp = 6 Uminp = 7;
    /// An operation on one vector under a predicate.
    Unary: ["sxtb" "uxtb" "sxth" "uxth" "sxtw" "uxtw" "abs" "neg" "cls" "clz" "cnt" "cnot" "fabs" "fneg" "not" "-"] Sxtb = 0 Uxtb = 1 Sxth = 2 Uxth =
        3 Sxtw = 4 Uxtw = 5 Abs = 6 Neg = 7 Cls = 8 Clz = 9 Cnt = 10 Cnot = 11 Fabs = 12 Fneg = 13 Not = 14;
    /// Multiplication added to or subtracted from the accumulator.
    Accumulate: ["mla" "mls"] Mla = 0 Mls = 1;
    /// Multiplication of the destination, added to or subtracted from another vector.
    MultiplyFirst: ["mad" "msb"] Mad = 0 Msb = 1;
    /// A shift of elements under a predicate.
    ShiftP: ["asr" "lsr" "-" "lsl" "asrr" "lsrr" "-" "lslr"] Asr = 0 Lsr = 1 Lsl = 3 Asrr = 4 Lsrr = 5 Lslr = 7;
    /// A shift of elements by double words under a predicate.
    ShiftWideP: ["asr" "lsr" "-" "lsl"] Asr = 0 Lsr = 1 Lsl = 3;
    /// A right shift of elements by a number under a predicate.
    ShiftRightP: ["asr" "lsr" "asrd" "-" "-" "-" "srshr" "urshr"] Asr = 0 Lsr = 1 Asrd = 2 Srshr = 6 Urshr = 7;
    /// A right shift of elements by a number.
    ShiftRightZ: ["asr" "lsr"] Asr = 0 Lsr = 1;
    /// A reduction of the active elements to one.
    Reduce: ["smaxv" "umaxv" "sminv" "uminv" "orv" "eorv" "andv" "-"] Smaxv = 0 Umaxv = 1 Sminv = 2 Uminv = 3 Orv = 4 Eorv = 5 Andv = 6;
    /// A sum of the active elements.
    SumV: ["saddv" "uaddv"] Saddv = 0 Uaddv = 1;
    /// An operation on two vectors.
    Arithmetic: ["add" "sub" "-" "-" "sqadd" "uqadd" "sqsub" "uqsub"] Add = 0 Sub = 1 Sqadd = 4 Uqadd = 5 Sqsub = 6 Uqsub = 7;
    /// A multiplication of vectors that keeps the element size.
    Multiply: ["mul" "-" "smulh" "umulh" "sqdmulh" "sqrdmulh" "-" "-"] Mul = 0 Smulh = 2 Umulh = 3 Sqdmulh = 4 Sqrdmulh = 5;
    /// A logical operation on two vectors.
    Logic: ["and" "orr" "eor" "bic"] And = 0 Orr = 1 Eor = 2 Bic = 3;
    /// A logical operation on three vectors.
    Ternary: ["eor3" "bsl" "bcax" "bsl1n" "-" "bsl2n" "-" "nbsl"] Eor3 = 0 Bsl = 1 Bcax = 2 Bsl1n = 3 Bsl2n = 5 Nbsl = 7;
    /// An operation on a vector and a number.
    ArithmeticImm: ["add" "sub" "-" "subr" "sqadd" "uqadd" "sqsub" "uqsub"] Add = 0 Sub = 1 Subr = 3 Sqadd = 4 Uqadd = 5 Sqsub = 6 Uqsub = 7;
    /// An operation on a vector and a signed number.
    SignedImm: ["-" "-" "smax" "smin" "mul" "-" "-" "-"] Smax = 2 Smin = 3 Mul = 4;
    /// An operation on a vector and an unsigned number.
    UnsignedImm: ["umax" "umin"] Umax = 0 Umin = 1;
    /// A logical operation on a vector and a mask.
    LogicImm: ["orr" "eor" "and" "-"] Orr = 0 Eor = 1 And = 2;
    /// A comparison of vectors.
    Compare: ["cmphs" "cmphi" "-" "-" "cmpge" "cmpgt" "cmpeq" "cmpne"] Cmphs = 0 Cmphi = 1 Cmpge = 4 Cmpgt = 5 Cmpeq = 6 Cmpne = 7;
    /// A comparison of a vector and double words.
    CompareWide: ["-" "-" "cmpeq" "cmpne" "cmpge" "cmpgt" "cmplt" "cmple" "-" "-" "-" "-" "cmphs" "cmphi" "cmplo" "cmpls"] Cmpeq = 2 Cmpne = 3 Cmpge
        = 4 Cmpgt = 5 Cmplt = 6 Cmple = 7 Cmphs = 12 Cmphi = 13 Cmplo = 14 Cmpls = 15;
    /// A comparison of a vector and a signed number.
    CompareSigned: ["cmpge" "cmpgt" "cmplt" "cmple" "cmpeq" "cmpne" "-" "-"] Cmpge = 0 Cmpgt = 1 Cmplt = 2 Cmple = 3 Cmpeq = 4 Cmpne = 5;
    /// A comparison of a vector and an unsigned number.
    CompareUnsigned: ["cmphs" "cmphi" "cmplo" "cmpls"] Cmphs = 0 Cmphi = 1 Cmplo = 2 Cmpls = 3;
    /// A dot product of elements of a quarter of the accumulators' size.
    Dot: ["sdot" "udot"] Sdot = 0 Udot = 1;
    /// A dot product of signed and unsigned bytes by one group of elements.
    MixedDot: ["usdot" "sudot"] Usdot = 0 Sudot = 1;
    /// A product of matrices of bytes.
    Mmla: ["smmla" "-" "usmmla" "ummla"] Smmla = 0 Usmmla = 2 Ummla = 3;
    /// An operation that doubles the element size.
    Long: ["saddlb" "saddlt" "uaddlb" "uaddlt" "ssublb" "ssublt" "usublb" "usublt" "-" "-" "-" "-" "sabdlb" "sabdlt" "uabdlb" "uabdlt" "-" "-" "-"
        "-" "-" "-" "-" "-" "sqdmullb" "sqdmullt" "-" "-" "smullb" "smullt" "umullb" "umullt"] Saddlb = 0 Saddlt = 1 Uaddlb = 2 Uaddlt = 3 Ssublb = 4
        Ssublt = 5 Usublb = 6 Usublt = 7 Sabdlb = 12 Sabdlt = 13 Uabdlb = 14 Uabdlt = 15 Sqdmullb = 24 Sqdmullt = 25 Smullb = 28 Smullt = 29 Umullb =
        30 Umullt = 31;
    /// An operation on a vector and one with elements of half the size.
    Wide: ["saddwb" "saddwt" "uaddwb" "uaddwt" "ssubwb" "ssubwt" "usubwb" "usubwt"] Saddwb = 0 Saddwt = 1 Uaddwb = 2 Uaddwt = 3 Ssubwb = 4 Ssubwt = 5
        Usubwb = 6 Usubwt = 7;
    /// A multiplication, doubling the element size, added to or subtracted from the accumulator.
    LongAccumulate: ["smlalb" "smlalt" "umlalb" "umlalt" "smlslb" "smlslt" "umlslb" "umlslt" "sqdmlalb" "sqdmlalt" "sqdmlslb" "sqdmlslt" "-" "-" "-"
        "-"] Smlalb = 0 Smlalt = 1 Umlalb = 2 Umlalt = 3 Smlslb = 4 Smlslt = 5 Umlslb = 6 Umlslt = 7 Sqdmlalb = 8 Sqdmlalt = 9 Sqdmlslb = 10 Sqdmlslt
        = 11;
    /// A multiplication by one element that doubles the element size.
    LongIndexed: ["smullb" "smullt" "umullb" "umullt"] Smullb = 0 Smullt = 1 Umullb = 2 Umullt = 3;
    /// A multiplication by one element, doubling the element size, added to or subtracted from the accumulator.
    LongAccumulateIndexed: ["smlalb" "smlalt" "umlalb" "umlalt" "smlslb" "smlslt" "umlslb" "umlslt"] Smlalb = 0 Smlalt = 1 Umlalb = 2 Umlalt = 3
        Smlslb = 4 Smlslt = 5 Umlslb = 6 Umlslt = 7;
    /// Twice the rounded high half of a product, added or subtracted with saturation.
    AccumulateHigh: ["sqrdmlah" "sqrdmlsh"] Sqrdmlah = 0 Sqrdmlsh = 1;
    /// Twice the high half of a product by one element, with saturation.
    MultiplyHighIndexed: ["sqdmulh" "sqrdmulh"] Sqdmulh = 0 Sqrdmulh = 1;
    /// The high halves of sums or differences.
    Narrow: ["addhnb" "addhnt" "raddhnb" "raddhnt" "subhnb" "subhnt" "rsubhnb" "rsubhnt"] Addhnb = 0 Addhnt = 1 Raddhnb = 2 Raddhnt = 3 Subhnb = 4
        Subhnt = 5 Rsubhnb = 6 Rsubhnt = 7;
    /// Element size of the result of a narrowing operation.
    NarrowSize: ["-" "b" "h" "s"] B = 1 H = 2 S = 3;
    /// A narrowing move with saturation.
    NarrowSaturate: ["sqxtnb" "sqxtnt" "uqxtnb" "uqxtnt" "sqxtunb" "sqxtunt" "-" "-"] Sqxtnb = 0 Sqxtnt = 1 Uqxtnb = 2 Uqxtnt = 3 Sqxtunb = 4 Sqxtunt
        = 5;
    /// A right shift that halves the element size.
    NarrowShift: ["sqshrunb" "sqshrunt" "sqrshrunb" "sqrshrunt" "shrnb" "shrnt" "rshrnb" "rshrnt" "sqshrnb" "sqshrnt" "sqrshrnb" "sqrshrnt" "uqshrnb"
        "uqshrnt" "uqrshrnb" "uqrshrnt"] Sqshrunb = 0 Sqshrunt = 1 Sqrshrunb = 2 Sqrshrunt = 3 Shrnb = 4 Shrnt = 5 Rshrnb = 6 Rshrnt = 7 Sqshrnb = 8
        Sqshrnt = 9 Sqrshrnb = 10 Sqrshrnt = 11 Uqshrnb = 12 Uqshrnt = 13 Uqrshrnb = 14 Uqrshrnt = 15;
    /// A left shift that doubles the element size.
    LongShift: ["sshllb" "sshllt" "ushllb" "ushllt"] Sshllb = 0 Sshllt = 1 Ushllb = 2 Ushllt = 3;
    /// A limitation to a range.
    Clamp: ["sclamp" "uclamp"] Sclamp = 0 Uclamp = 1;
    /// A sum of neighbouring elements, doubling their size, added to the accumulator.
    AddPairsLong: ["sadalp" "uadalp"] Sadalp = 0 Uadalp = 1;
    /// A reversal of the parts of each element.
    Reverse: ["revb" "revh" "revw" "rbit"] Revb = 0 Revh = 1 Revw = 2 Rbit = 3;
}

table! {
    section "C4.1, SVE encodings";

    binary_p "0000_0100_zz0o_oooo_000g_ggmm_mmmd_dddd" (o: Binary, z: Size, d += Z, g: P7, m: Z) Sve "add_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}" where |o, z| z >= 2 || !(20..=23).contains(&o);
    shift_p "0000_0100_zz01_0ooo_100g_ggmm_mmmd_dddd" (o: ShiftP, z: Size, d += Z, g: P7, m: Z) Sve "asr_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}";
    shift_wide_p "0000_0100_zz01_10oo_100g_ggmm_mmmd_dddd" (o: ShiftWideP, z: Size, d += Z, g: P7, m: Z) Sve "asr_z_p_zw_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.d" where |z| z < 3;
    unary_p "0000_0100_zz01_oooo_101g_ggnn_nnnd_dddd" (o: Unary, z: Size, d += Z, g: P7, n: Z) Sve "abs_z_p_z_" "{o} {d}.{z}, {g}/m, {n}.{z}" where |o, z| o < 2 && z > 0 || o < 4 && z > 1 || o < 6 && z > 2 || o > 5 && (z > 0 || o != 12 && o != 13);
    reverse_p "0000_0101_zz10_01oo_100g_ggnn_nnnd_dddd" (o: Reverse, z: Size, d += Z, g: P7, n: Z) Sve "revb_z_z_m" "{o} {d}.{z}, {g}/m, {n}.{z}" where |o, z| z > o || o == 3;
    mla_p "0000_0100_zz0m_mmmm_01og_ggnn_nnnd_dddd" (o: Accumulate, z: Size, d += Z, g: P7, n: Z, m: Z) Sve "mla_z_p_zzz_" "{o} {d}.{z}, {g}/m, {n}.{z}, {m}.{z}";
    mad_p "0000_0100_zz0m_mmmm_11og_ggaa_aaad_dddd" (o: MultiplyFirst, z: Size, d += Z, g: P7, m: Z, a: Z) Sve "mad_z_p_zzz_" "{o} {d}.{z}, {g}/m, {m}.{z}, {a}.{z}";
    reduce "0000_0100_zz0o_10oo_001g_ggnn_nnnd_dddd" (o: Reduce, z: Size, d = I, g: P7, n: Z) Sve "smaxv_r_p_z_" "{o} {d}, {g}, {n}.{z}";
    sum "0000_0100_zz00_000o_001g_ggnn_nnnd_dddd" (o: SumV, z: Size, d = D, g: P7, n: Z) Sve "saddv_r_p_z_" "{o} {d}, {g}, {n}.{z}" where |o, z| z < 3 || o == 1;
    binary2_p "0100_0100_zz0o_oooo_100g_ggmm_mmmd_dddd" (o: Binary2, z: Size, d += Z, g: P7, m: Z) Sve2 "sqadd_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}";
    pairwise_p "0100_0100_zz01_0ooo_101g_ggmm_mmmd_dddd" (o: Pairwise, z: Size, d += Z, g: P7, m: Z) Sve2 "addp_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}";
    add_pairs_long "0100_0100_zz00_010o_101g_ggnn_nnnd_dddd" (o: AddPairsLong, z: Size, d += Z, g: P7, n: Z) Sve2 "sadalp_z_p_z_" "{o} {d}.{z}, {g}/m, {n}.{z-1}" where |z| z > 0;

    arithmetic "0000_0100_zz1m_mmmm_000o_oonn_nnnd_dddd" (o: Arithmetic, z: Size, d = Z, n: Z, m: Z) Sve "add_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    multiply "0000_0100_zz1m_mmmm_011o_oonn_nnnd_dddd" (o: Multiply, z: Size, d = Z, n: Z, m: Z) Sve2 "mul_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    mov_z "0000_0100_011n_nnnn_0011_00nn_nnnd_dddd" (d = Z, n: Z) Sve "mov_orr_z_zz_" "mov {d}.d, {n}.d";
    logic "0000_0100_oo1m_mmmm_0011_00nn_nnnd_dddd" (o: Logic, d = Z, n: Z, m: Z) Sve "and_z_zz_" "{o} {d}.d, {n}.d, {m}.d" where |o, n, m| o != 1 || n != m;
    ternary "0000_0100_oo1m_mmmm_0011_1okk_kkkd_dddd" (o: Ternary, d += Z, m: Z, k: Z) Sve2 "eor3_z_zzz_" "{o} {d}.d, {d}.d, {m}.d, {k}.d";
    clamp "0100_0100_zz0m_mmmm_1100_0onn_nnnd_dddd" (o: Clamp, z: Size, d += Z, n: Z, m: Z) Sve2p1 "sclamp_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    arithmetic_imm "0010_0101_zz10_0ooo_11ii_iiii_iiid_dddd" (o: ArithmeticImm, z: Size, d += Z, i: UImm8Lsl) Sve "add_z_zi_" "{o} {d}.{z}, {d}.{z}, {i}" where |z, i| z > 0 || i < 256;
    signed_imm "0010_0101_zz1o_o0o0_110i_iiii_iiid_dddd" (o: SignedImm, z: Size, d += Z, i: SImm<8, 1>) Sve "smax_z_zi_" "{o} {d}.{z}, {d}.{z}, {i}";
    unsigned_imm "0010_0101_zz10_10o1_110i_iiii_iiid_dddd" (o: UnsignedImm, z: Size, d += Z, i: UImm<8, 1>) Sve "umax_z_zi_" "{o} {d}.{z}, {d}.{z}, {i}";
    logic_imm_b "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<8>) Sve "and_z_zi_" "{o} {d}.b, {d}.b, {i}";
    logic_imm_h "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<16>) Sve "and_z_zi_" "{o} {d}.h, {d}.h, {i}";
    logic_imm_s "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<32>) Sve "and_z_zi_" "{o} {d}.s, {d}.s, {i}";
    logic_imm_d "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<64>) Sve "and_z_zi_" "{o} {d}.d, {d}.d, {i}";

    compare "0010_0100_zz0m_mmmm_o0og_ggnn_nnno_dddd" (o: Compare, z: Size, d = P, g: P7, n: Z, m: Z) Sve "cmpeq_p_p_zz_" "{o} {d}.{z}, {g}/z, {n}.{z}, {m}.{z}";
    compare_wide "0010_0100_zz0m_mmmm_ooog_ggnn_nnno_dddd" (o: CompareWide, z: Size, d = P, g: P7, n: Z, m: Z) Sve "cmpeq_p_p_zw_" "{o} {d}.{z}, {g}/z, {n}.{z}, {m}.d" where |z| z < 3;
    compare_signed "0010_0101_zz0i_iiii_o0og_ggnn_nnno_dddd" (o: CompareSigned, z: Size, d = P, g: P7, n: Z, i: SImm<5, 1>) Sve "cmpeq_p_p_zi_" "{o} {d}.{z}, {g}/z, {n}.{z}, {i}";
    compare_unsigned "0010_0100_zz1i_iiii_iiog_ggnn_nnno_dddd" (o: CompareUnsigned, z: Size, d = P, g: P7, n: Z, i: UImm<7, 1>) Sve "cmphs_p_p_zi_" "{o} {d}.{z}, {g}/z, {n}.{z}, {i}";

    shift_right_b "0000_0100_0010_1iii_1001_0onn_nnnd_dddd" (o: ShiftRightZ, d = Z, n: Z, i: ShiftRight<3>) Sve "asr_z_zi_" "{o} {d}.b, {n}.b, {i}";
    shift_right_h "0000_0100_0011_iiii_1001_0onn_nnnd_dddd" (o: ShiftRightZ, d = Z, n: Z, i: ShiftRight<4>) Sve "asr_z_zi_" "{o} {d}.h, {n}.h, {i}";
    shift_right_s "0000_0100_011i_iiii_1001_0onn_nnnd_dddd" (o: ShiftRightZ, d = Z, n: Z, i: ShiftRight<5>) Sve "asr_z_zi_" "{o} {d}.s, {n}.s, {i}";
    shift_right_d "0000_0100_1i1i_iiii_1001_0onn_nnnd_dddd" (o: ShiftRightZ, d = Z, n: Z, i: ShiftRight<6>) Sve "asr_z_zi_" "{o} {d}.d, {n}.d, {i}";
    lsl_b "0000_0100_0010_1iii_1001_11nn_nnnd_dddd" (d = Z, n: Z, i: UImm<3, 1>) Sve "lsl_z_zi_" "lsl {d}.b, {n}.b, {i}";
    lsl_h "0000_0100_0011_iiii_1001_11nn_nnnd_dddd" (d = Z, n: Z, i: UImm<4, 1>) Sve "lsl_z_zi_" "lsl {d}.h, {n}.h, {i}";
    lsl_s "0000_0100_011i_iiii_1001_11nn_nnnd_dddd" (d = Z, n: Z, i: UImm<5, 1>) Sve "lsl_z_zi_" "lsl {d}.s, {n}.s, {i}";
    lsl_d "0000_0100_1i1i_iiii_1001_11nn_nnnd_dddd" (d = Z, n: Z, i: UImm<6, 1>) Sve "lsl_z_zi_" "lsl {d}.d, {n}.d, {i}";
    shift_right_b_p "0000_0100_0000_oo0o_100g_gg01_iiid_dddd" (o: ShiftRightP, d += Z, g: P7, i: ShiftRight<3>) Sve "asr_z_p_zi_" "{o} {d}.b, {g}/m, {d}.b, {i}";
    shift_right_h_p "0000_0100_0000_oo0o_100g_gg1i_iiid_dddd" (o: ShiftRightP, d += Z, g: P7, i: ShiftRight<4>) Sve "asr_z_p_zi_" "{o} {d}.h, {g}/m, {d}.h, {i}";
    shift_right_s_p "0000_0100_0100_oo0o_100g_ggii_iiid_dddd" (o: ShiftRightP, d += Z, g: P7, i: ShiftRight<5>) Sve "asr_z_p_zi_" "{o} {d}.s, {g}/m, {d}.s, {i}";
    shift_right_d_p "0000_0100_1i00_oo0o_100g_ggii_iiid_dddd" (o: ShiftRightP, d += Z, g: P7, i: ShiftRight<6>) Sve "asr_z_p_zi_" "{o} {d}.d, {g}/m, {d}.d, {i}";
    lsl_b_p "0000_0100_0000_0011_100g_gg01_iiid_dddd" (d += Z, g: P7, i: UImm<3, 1>) Sve "lsl_z_p_zi_" "lsl {d}.b, {g}/m, {d}.b, {i}";
    lsl_h_p "0000_0100_0000_0011_100g_gg1i_iiid_dddd" (d += Z, g: P7, i: UImm<4, 1>) Sve "lsl_z_p_zi_" "lsl {d}.h, {g}/m, {d}.h, {i}";
    lsl_s_p "0000_0100_0100_0011_100g_ggii_iiid_dddd" (d += Z, g: P7, i: UImm<5, 1>) Sve "lsl_z_p_zi_" "lsl {d}.s, {g}/m, {d}.s, {i}";
    lsl_d_p "0000_0100_1i00_0011_100g_ggii_iiid_dddd" (d += Z, g: P7, i: UImm<6, 1>) Sve "lsl_z_p_zi_" "lsl {d}.d, {g}/m, {d}.d, {i}";

    dot "0100_0100_zz0m_mmmm_0000_0onn_nnnd_dddd" (o: Dot, z: Size, d += Z, n: Z, m: Z) Sve "sdot_z_zzz_" "{o} {d}.{z}, {n}.{z-2}, {m}.{z-2}" where |z| z >= 2;
    usdot "0100_0100_100m_mmmm_0111_10nn_nnnd_dddd" (d += Z, n: Z, m: Z) SveI8mm "usdot_z_zzz_s" "usdot {d}.s, {n}.b, {m}.b";
    dot_lane_s "0100_0100_101i_immm_0000_0onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z7, i: Lane<2>) Sve "sdot_z_zzzi_s" "{o} {d}.s, {n}.b, {m}.b[{i}]";
    dot_lane_d "0100_0100_111i_mmmm_0000_0onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z15, i: Lane<1>) Sve "sdot_z_zzzi_d" "{o} {d}.d, {n}.h, {m}.h[{i}]";
    mixed_dot_lane "0100_0100_101i_immm_0001_1onn_nnnd_dddd" (o: MixedDot, d += Z, n: Z, m: Z7, i: Lane<2>) SveI8mm "usdot_z_zzzi_s" "{o} {d}.s, {n}.b, {m}.b[{i}]";
    dot_pairs "0100_0100_000m_mmmm_1100_1onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z) Sve2p1 "sdot_z32_zz_zz" "{o} {d}.s, {n}.h, {m}.h";
    dot_pairs_lane "0100_0100_100i_immm_1100_1onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z7, i: Lane<2>) Sve2p1 "sdot_z32_zz_zzi" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    mmla "0100_0101_oo0m_mmmm_1001_10nn_nnnd_dddd" (o: Mmla, d += Z, n: Z, m: Z) SveI8mmNoStreaming "smmla_z_zzz_" "{o} {d}.s, {n}.b, {m}.b";

    long "0100_0101_zz0m_mmmm_0ooo_oonn_nnnd_dddd" (o: Long, z: Size, d = Z, n: Z, m: Z) Sve2 "smullb_z_zz_" "{o} {d}.{z}, {n}.{z-1}, {m}.{z-1}" where |z| z > 0;
    wide "0100_0101_zz0m_mmmm_010o_oonn_nnnd_dddd" (o: Wide, z: Size, d = Z, n: Z, m: Z) Sve2 "saddwb_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z-1}" where |z| z > 0;
    narrow "0100_0101_zz1m_mmmm_011o_oonn_nnnd_dddd" (o: Narrow, z: NarrowSize, d += Z, n: Z, m: Z) Sve2 "addhnb_z_zz_" "{o} {d}.{z}, {n}.{z+1}, {m}.{z+1}";
    long_accumulate "0100_0100_zz0m_mmmm_01oo_oonn_nnnd_dddd" (o: LongAccumulate, z: Size, d += Z, n: Z, m: Z) Sve2 "smlalb_z_zzz_" "{o} {d}.{z}, {n}.{z-1}, {m}.{z-1}" where |z| z > 0;
    long_lane_s "0100_0100_101i_immm_110o_ionn_nnnd_dddd" (o: LongIndexed, d = Z, n: Z, m: Z7, i: Lane<3>) Sve2 "smullb_z_zzi_s" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    long_lane_d "0100_0100_111i_mmmm_110o_ionn_nnnd_dddd" (o: LongIndexed, d = Z, n: Z, m: Z15, i: Lane<2>) Sve2 "smullb_z_zzi_d" "{o} {d}.d, {n}.s, {m}.s[{i}]";
    long_accumulate_lane_s "0100_0100_101i_immm_10oo_ionn_nnnd_dddd" (o: LongAccumulateIndexed, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "smlalb_z_zzzi_s" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    long_accumulate_lane_d "0100_0100_111i_mmmm_10oo_ionn_nnnd_dddd" (o: LongAccumulateIndexed, d += Z, n: Z, m: Z15, i: Lane<2>) Sve2 "smlalb_z_zzzi_d" "{o} {d}.d, {n}.s, {m}.s[{i}]";
    mul_lane_h "0100_0100_0i1i_immm_1111_10nn_nnnd_dddd" (d = Z, n: Z, m: Z7, i: Lane<3>) Sve2 "mul_z_zzi_h" "mul {d}.h, {n}.h, {m}.h[{i}]";
    mul_lane_s "0100_0100_101i_immm_1111_10nn_nnnd_dddd" (d = Z, n: Z, m: Z7, i: Lane<2>) Sve2 "mul_z_zzi_s" "mul {d}.s, {n}.s, {m}.s[{i}]";
    mul_lane_d "0100_0100_111i_mmmm_1111_10nn_nnnd_dddd" (d = Z, n: Z, m: Z15, i: Lane<1>) Sve2 "mul_z_zzi_d" "mul {d}.d, {n}.d, {m}.d[{i}]";
    mla_lane_h "0100_0100_0i1i_immm_0000_1onn_nnnd_dddd" (o: Accumulate, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "mla_z_zzzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    mla_lane_s "0100_0100_101i_immm_0000_1onn_nnnd_dddd" (o: Accumulate, d += Z, n: Z, m: Z7, i: Lane<2>) Sve2 "mla_z_zzzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";
    mla_lane_d "0100_0100_111i_mmmm_0000_1onn_nnnd_dddd" (o: Accumulate, d += Z, n: Z, m: Z15, i: Lane<1>) Sve2 "mla_z_zzzi_d" "{o} {d}.d, {n}.d, {m}.d[{i}]";
    accumulate_high "0100_0100_zz0m_mmmm_0111_0onn_nnnd_dddd" (o: AccumulateHigh, z: Size, d += Z, n: Z, m: Z) Sve2 "sqrdmlah_z_zzz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    accumulate_high_lane_h "0100_0100_0i1i_immm_0001_0onn_nnnd_dddd" (o: AccumulateHigh, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "sqrdmlah_z_zzzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    accumulate_high_lane_s "0100_0100_101i_immm_0001_0onn_nnnd_dddd" (o: AccumulateHigh, d += Z, n: Z, m: Z7, i: Lane<2>) Sve2 "sqrdmlah_z_zzzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";
    multiply_high_lane_h "0100_0100_0i1i_immm_1111_0onn_nnnd_dddd" (o: MultiplyHighIndexed, d = Z, n: Z, m: Z7, i: Lane<3>) Sve2 "sqdmulh_z_zzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    multiply_high_lane_s "0100_0100_101i_immm_1111_0onn_nnnd_dddd" (o: MultiplyHighIndexed, d = Z, n: Z, m: Z7, i: Lane<2>) Sve2 "sqdmulh_z_zzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";

    narrow_saturate_b "0100_0101_0010_1000_010o_oonn_nnnd_dddd" (o: NarrowSaturate, d += Z, n: Z) Sve2 "sqxtnb_z_zz_" "{o} {d}.b, {n}.h";
    narrow_saturate_h "0100_0101_0011_0000_010o_oonn_nnnd_dddd" (o: NarrowSaturate, d += Z, n: Z) Sve2 "sqxtnb_z_zz_" "{o} {d}.h, {n}.s";
    narrow_saturate_s "0100_0101_0110_0000_010o_oonn_nnnd_dddd" (o: NarrowSaturate, d += Z, n: Z) Sve2 "sqxtnb_z_zz_" "{o} {d}.s, {n}.d";
    narrow_shift_b "0100_0101_0010_1iii_00oo_oonn_nnnd_dddd" (o: NarrowShift, d += Z, n: Z, i: ShiftRight<3>) Sve2 "sqshrnb_z_zi_" "{o} {d}.b, {n}.h, {i}";
    narrow_shift_h "0100_0101_0011_iiii_00oo_oonn_nnnd_dddd" (o: NarrowShift, d += Z, n: Z, i: ShiftRight<4>) Sve2 "sqshrnb_z_zi_" "{o} {d}.h, {n}.s, {i}";
    narrow_shift_s "0100_0101_011i_iiii_00oo_oonn_nnnd_dddd" (o: NarrowShift, d += Z, n: Z, i: ShiftRight<5>) Sve2 "sqshrnb_z_zi_" "{o} {d}.s, {n}.d, {i}";
    long_shift_h "0100_0101_0000_1iii_1010_oonn_nnnd_dddd" (o: LongShift, d = Z, n: Z, i: UImm<3, 1>) Sve2 "sshllb_z_zi_" "{o} {d}.h, {n}.b, {i}";
    long_shift_s "0100_0101_0001_iiii_1010_oonn_nnnd_dddd" (o: LongShift, d = Z, n: Z, i: UImm<4, 1>) Sve2 "sshllb_z_zi_" "{o} {d}.s, {n}.h, {i}";
    long_shift_d "0100_0101_010i_iiii_1010_oonn_nnnd_dddd" (o: LongShift, d = Z, n: Z, i: UImm<5, 1>) Sve2 "sshllb_z_zi_" "{o} {d}.d, {n}.s, {i}";
}

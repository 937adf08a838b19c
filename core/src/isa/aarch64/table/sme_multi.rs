//! Several vectors at once, with or without ZA (SME2; Arm ARM, C4.1.100).

use super::sme_tile::{Pairs2, Pairs3, Quads1, Quads2};
use crate::isa::aarch64::kind::Kind;
use crate::isa::aarch64::operand::{
    Lane, MulVl, Operand, Pn8, ShiftRight, Size, W8, X, XSp, Z, Z15, ZGroup, ZList, one_of,
};

one_of! {
    /// A multiplication added to or subtracted from vectors of ZA.
    FmlaZa: ["fmla" "fmls"] Fmla = 0 Fmls = 1;
    /// An addition to or subtraction from vectors of ZA.
    AddZa: ["fadd" "fsub" "add" "sub"] Fadd = 0 Fsub = 1 Add = 2 Sub = 3;
    /// An addition to or subtraction from vectors of ZA.
    AddIntZa: ["add" "sub"] Add = 0 Sub = 1;
    /// A dot product of pairs, added to vectors of ZA.
    DotHalf: ["fdot" "-" "bfdot" "-" "-" "-" "-" "-" "-" "-" "-" "-" "-" "sdot" "-" "udot"] Fdot = 0 Bfdot = 2 Sdot = 13 Udot = 15;
    /// A dot product of pairs by one pair of each segment, added to vectors of ZA.
    DotHalfLane: ["sdot" "fdot" "udot" "bfdot"] Sdot = 0 Fdot = 1 Udot = 2 Bfdot = 3;
    /// A dot product of groups of four bytes, added to vectors of ZA.
    DotByte: ["sdot" "usdot" "udot" "sudot"] Sdot = 0 Usdot = 1 Udot = 2 Sudot = 3;
    /// A dot product of groups of four bytes in several vectors, added to vectors of ZA.
    DotByteMulti: ["sdot" "usdot" "udot" "-"] Sdot = 0 Usdot = 1 Udot = 2;
    /// A dot product of groups of four half words, added to vectors of ZA.
    DotD: ["sdot" "udot"] Sdot = 0 Udot = 1;
    /// A dot product of elements of two vectors by a pair, added to vectors of ZA.
    VerticalDot: ["fvdot" "bfvdot"] Fvdot = 0 Bfvdot = 1;
    /// A multiplication that doubles the element size, added to or subtracted from vectors of ZA.
    LongZa: ["fmlal" "fmlsl" "bfmlal" "bfmlsl" "smlal" "smlsl" "umlal" "umlsl"] Fmlal = 0 Fmlsl = 1 Bfmlal = 2 Bfmlsl = 3 Smlal = 4 Smlsl = 5 Umlal =
        6 Umlsl = 7;
    /// A multiplication of bytes, added to or subtracted from words of ZA.
    LongLongZa: ["smlall" "usmlall" "smlsll" "-" "umlall" "-" "umlsll" "-"] Smlall = 0 Usmlall = 1 Smlsll = 2 Umlall = 4 Umlsll = 6;
    /// A multiplication of bytes of several vectors by one vector, added to or subtracted from words of ZA.
    LongLongSingleZa: ["smlall" "usmlall" "smlsll" "-" "umlall" "sumlall" "umlsll" "-"] Smlall = 0 Usmlall = 1 Smlsll = 2 Umlall = 4 Sumlall = 5
        Umlsll = 6;
    /// A permutation of whole vectors.
    Zip: ["zip" "uzp"] Zip = 0 Uzp = 1;
    /// An operation on several vectors.
    MultiInt: ["smax" "umax" "smin" "umin" "-" "-" "srshl" "urshl" "sqdmulh" "-" "-" "-" "-" "-" "-" "-"] Smax = 0 Umax = 1 Smin = 2 Umin = 3 Srshl =
        6 Urshl = 7 Sqdmulh = 8;
    /// A floating-point operation on several vectors.
    MultiFloat: ["fmax" "fmin" "fmaxnm" "fminnm"] Fmax = 0 Fmin = 1 Fmaxnm = 2 Fminnm = 3;
    /// A limitation to a range.
    MultiClamp: ["sclamp" "uclamp"] Sclamp = 0 Uclamp = 1;
    /// A widening of vectors.
    MultiUnpack: ["sunpk" "uunpk"] Sunpk = 0 Uunpk = 1;
    /// A rounding to integers.
    MultiRound: ["frintn" "frintp" "frintm" "-" "frinta" "-" "-" "-"] Frintn = 0 Frintp = 1 Frintm = 2 Frinta = 4;
    /// A conversion of two vectors to half precision or BFloat16.
    NarrowFloat: ["fcvt" "fcvtn" "bfcvt" "bfcvtn"] Fcvt = 0 Fcvtn = 1 Bfcvt = 2 Bfcvtn = 3;
    /// A narrowing of two vectors with saturation.
    NarrowPairs: ["sqcvt" "uqcvt" "sqcvtu" "-"] Sqcvt = 0 Uqcvt = 1 Sqcvtu = 2;
    /// A narrowing of four vectors with saturation.
    NarrowQuads: ["sqcvt" "uqcvt" "sqcvtn" "uqcvtn" "sqcvtu" "-" "sqcvtun" "-"] Sqcvt = 0 Uqcvt = 1 Sqcvtn = 2 Uqcvtn = 3 Sqcvtu = 4 Sqcvtun = 6;
    /// A rounding right shift of two vectors into one.
    NarrowShiftPairs: ["sqrshr" "uqrshr" "sqrshru" "-"] Sqrshr = 0 Uqrshr = 1 Sqrshru = 2;
    /// A rounding right shift of four vectors into one.
    NarrowShiftQuads: ["sqrshr" "uqrshr" "sqrshru" "-" "sqrshrn" "uqrshrn" "sqrshrun" "-"] Sqrshr = 0 Uqrshr = 1 Sqrshru = 2 Sqrshrn = 4 Uqrshrn = 5
        Sqrshrun = 6;
    /// An addition to or subtraction from vectors of ZA.
    AddFloatZa: ["fadd" "fsub"] Fadd = 0 Fsub = 1;
    /// As `LongLongZa`, of several vectors by one element of each segment.
    LongLongZaLane2: ["smlall" "smlsll" "umlall" "umlsll" "usmlall" "-" "sumlall" "-"] Smlall = 0 Smlsll = 1 Umlall = 2 Umlsll = 3 Usmlall = 4
        Sumlall = 6;
    /// A conversion of two vectors between integers and single precision.
    MultiConvert2: ["-" "-" "fcvtzs" "fcvtzu" "scvtf" "ucvtf" "-" "-"] Fcvtzs = 2 Fcvtzu = 3 Scvtf = 4 Ucvtf = 5;
}

table! {
    section "C4.1, SME encodings";

    mov_from_za_2 "1100_0000_0000_0110_0ww0_1000_iiil_lll0" (l = ZGroup<2>, w: W8, i: Lane<3>) Sme2 "mova_mz_za2_1" "mov {l.D}, za.d[{w}, {i}, vgx2]";
    mov_from_za_4 "1100_0000_0000_0110_0ww0_1100_iiil_ll00" (l = ZGroup<4>, w: W8, i: Lane<3>) Sme2 "mova_mz_za4_1" "mov {l.D}, za.d[{w}, {i}, vgx4]";
    mov_to_za_2 "1100_0000_0000_0100_0ww0_10ll_ll00_0iii" (w: W8, i: Lane<3>, l: ZGroup<2>) Sme2 "mova_za_mz2_1" "mov za.d[{w}, {i}, vgx2], {l.D}";
    mov_to_za_4 "1100_0000_0000_0100_0ww0_11ll_l000_0iii" (w: W8, i: Lane<3>, l: ZGroup<4>) Sme2 "mova_za_mz4_1" "mov za.d[{w}, {i}, vgx4], {l.D}";
    fmla_s_2 "1100_0001_0010_mmmm_0ww1_10ll_lll0_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) Sme2 "fmla_za_s_zzv_2x1" "{o} za.s[{w}, {i}, vgx2], {l.S}, {m}.s";
    fmla_s_4 "1100_0001_0011_mmmm_0ww1_10ll_lll0_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) Sme2 "fmla_za_s_zzv_4x1" "{o} za.s[{w}, {i}, vgx4], {l.S}, {m}.s";
    fmla_s_2_multi "1100_0001_101k_kkk0_0ww1_10ll_ll00_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) Sme2 "fmla_za_s_zzw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.S}, {k.S}";
    fmla_s_4_multi "1100_0001_101k_kk01_0ww1_10ll_l000_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) Sme2 "fmla_za_s_zzw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.S}, {k.S}";
    fmla_s_2_lane "1100_0001_0101_mmmm_0ww0_jjll_ll0o_0iii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<2>, m: Z15, j: Lane<2>) Sme2 "fmla_za_s_zzi_2xi" "{o} za.s[{w}, {i}, vgx2], {l.S}, {m}.s[{j}]";
    fmla_s_4_lane "1100_0001_0101_mmmm_1ww0_jjll_l00o_0iii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<4>, m: Z15, j: Lane<2>) Sme2 "fmla_za_s_zzi_4xi" "{o} za.s[{w}, {i}, vgx4], {l.S}, {m}.s[{j}]";
    fmla_d_2 "1100_0001_0110_mmmm_0ww1_10ll_lll0_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) SmeF64F64 "fmla_za_d_zzv_2x1" "{o} za.d[{w}, {i}, vgx2], {l.D}, {m}.d";
    fmla_d_4 "1100_0001_0111_mmmm_0ww1_10ll_lll0_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) SmeF64F64 "fmla_za_d_zzv_4x1" "{o} za.d[{w}, {i}, vgx4], {l.D}, {m}.d";
    fmla_d_2_multi "1100_0001_111k_kkk0_0ww1_10ll_ll00_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) SmeF64F64 "fmla_za_d_zzw_2x2" "{o} za.d[{w}, {i}, vgx2], {l.D}, {k.D}";
    fmla_d_4_multi "1100_0001_111k_kk01_0ww1_10ll_l000_oiii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) SmeF64F64 "fmla_za_d_zzw_4x4" "{o} za.d[{w}, {i}, vgx4], {l.D}, {k.D}";
    fmla_d_2_lane "1100_0001_1101_mmmm_0ww0_0jll_ll0o_0iii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<2>, m: Z15, j: Lane<1>) SmeF64F64 "fmla_za_d_zzi_2xi" "{o} za.d[{w}, {i}, vgx2], {l.D}, {m}.d[{j}]";
    fmla_d_4_lane "1100_0001_1101_mmmm_1ww0_0jll_l00o_0iii" (o: FmlaZa, w: W8, i: Lane<3>, l: ZGroup<4>, m: Z15, j: Lane<1>) SmeF64F64 "fmla_za_d_zzi_4xi" "{o} za.d[{w}, {i}, vgx4], {l.D}, {m}.d[{j}]";

    add_to_s_2 "1100_0001_0010_mmmm_0ww1_10ll_lll1_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) Sme2 "add_za_s_zzv_2x1" "{o} za.s[{w}, {i}, vgx2], {l.S}, {m}.s";
    add_to_s_4 "1100_0001_0011_mmmm_0ww1_10ll_lll1_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) Sme2 "add_za_s_zzv_4x1" "{o} za.s[{w}, {i}, vgx4], {l.S}, {m}.s";
    add_to_s_2_multi "1100_0001_101k_kkk0_0ww1_10ll_ll01_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) Sme2 "add_za_s_zzw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.S}, {k.S}";
    add_to_s_4_multi "1100_0001_101k_kk01_0ww1_10ll_l001_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) Sme2 "add_za_s_zzw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.S}, {k.S}";
    add_to_d_2 "1100_0001_0110_mmmm_0ww1_10ll_lll1_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) SmeI16I64 "add_za_d_zzv_2x1" "{o} za.d[{w}, {i}, vgx2], {l.D}, {m}.d";
    add_to_d_4 "1100_0001_0111_mmmm_0ww1_10ll_lll1_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) SmeI16I64 "add_za_d_zzv_4x1" "{o} za.d[{w}, {i}, vgx4], {l.D}, {m}.d";
    add_to_d_2_multi "1100_0001_111k_kkk0_0ww1_10ll_ll01_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) SmeI16I64 "add_za_d_zzw_2x2" "{o} za.d[{w}, {i}, vgx2], {l.D}, {k.D}";
    add_to_d_4_multi "1100_0001_111k_kk01_0ww1_10ll_l001_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) SmeI16I64 "add_za_d_zzw_4x4" "{o} za.d[{w}, {i}, vgx4], {l.D}, {k.D}";
    add_za_s_2 "1100_0001_1010_0000_0ww1_11ll_ll0o_oiii" (o: AddZa, w: W8, i: Lane<3>, l: ZGroup<2>) Sme2 "add_za_zw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.S}";
    add_za_s_4 "1100_0001_1010_0001_0ww1_11ll_l00o_oiii" (o: AddZa, w: W8, i: Lane<3>, l: ZGroup<4>) Sme2 "add_za_zw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.S}";
    add_za_d_2 "1100_0001_1110_0000_0ww1_11ll_ll01_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZGroup<2>) SmeI16I64 "add_za_zw_2x2" "{o} za.d[{w}, {i}, vgx2], {l.D}";
    add_za_d_4 "1100_0001_1110_0001_0ww1_11ll_l001_oiii" (o: AddIntZa, w: W8, i: Lane<3>, l: ZGroup<4>) SmeI16I64 "add_za_zw_4x4" "{o} za.d[{w}, {i}, vgx4], {l.D}";
    fadd_za_d_2 "1100_0001_1110_0000_0ww1_11ll_ll00_oiii" (o: AddFloatZa, w: W8, i: Lane<3>, l: ZGroup<2>) SmeF64F64 "fadd_za_zw_2x2" "{o} za.d[{w}, {i}, vgx2], {l.D}";
    fadd_za_d_4 "1100_0001_1110_0001_0ww1_11ll_l000_oiii" (o: AddFloatZa, w: W8, i: Lane<3>, l: ZGroup<4>) SmeF64F64 "fadd_za_zw_4x4" "{o} za.d[{w}, {i}, vgx4], {l.D}";

    dot_s_from_h_2 "1100_0001_0o10_mmmm_0ww1_0oll_lllo_oiii" (o: DotHalf, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) Sme2 "sdot_za_h_zzv_2x1" "{o} za.s[{w}, {i}, vgx2], {l.H}, {m}.h";
    dot_s_from_h_4 "1100_0001_0o11_mmmm_0ww1_0oll_lllo_oiii" (o: DotHalf, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) Sme2 "sdot_za_h_zzv_4x1" "{o} za.s[{w}, {i}, vgx4], {l.H}, {m}.h";
    dot_s_from_h_2_multi "1100_0001_1o1k_kkk0_0ww1_0oll_ll0o_oiii" (o: DotHalf, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) Sme2 "sdot_za_h_zzw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.H}, {k.H}";
    dot_s_from_h_4_multi "1100_0001_1o1k_kk01_0ww1_0oll_l00o_oiii" (o: DotHalf, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) Sme2 "sdot_za_h_zzw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.H}, {k.H}";
    dot_s_from_h_2_lane "1100_0001_0101_mmmm_0ww1_jjll_ll0o_oiii" (o: DotHalfLane, w: W8, i: Lane<3>, l: ZGroup<2>, m: Z15, j: Lane<2>) Sme2 "sdot_za_h_zzi_2xi" "{o} za.s[{w}, {i}, vgx2], {l.H}, {m}.h[{j}]";
    dot_s_from_h_4_lane "1100_0001_0101_mmmm_1ww1_jjll_l00o_oiii" (o: DotHalfLane, w: W8, i: Lane<3>, l: ZGroup<4>, m: Z15, j: Lane<2>) Sme2 "sdot_za_h_zzi_4xi" "{o} za.s[{w}, {i}, vgx4], {l.H}, {m}.h[{j}]";
    dot_s_from_b_2 "1100_0001_0010_mmmm_0ww1_01ll_lllo_oiii" (o: DotByte, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) Sme2 "sdot_za_b_zzv_2x1" "{o} za.s[{w}, {i}, vgx2], {l.B}, {m}.b";
    dot_s_from_b_4 "1100_0001_0011_mmmm_0ww1_01ll_lllo_oiii" (o: DotByte, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) Sme2 "sdot_za_b_zzv_4x1" "{o} za.s[{w}, {i}, vgx4], {l.B}, {m}.b";
    dot_s_from_b_2_multi "1100_0001_101k_kkk0_0ww1_01ll_ll0o_oiii" (o: DotByteMulti, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) Sme2 "sdot_za_b_zzw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.B}, {k.B}";
    dot_s_from_b_4_multi "1100_0001_101k_kk01_0ww1_01ll_l00o_oiii" (o: DotByteMulti, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) Sme2 "sdot_za_b_zzw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.B}, {k.B}";
    dot_s_from_b_2_lane "1100_0001_0101_mmmm_0ww1_jjll_ll1o_oiii" (o: DotByte, w: W8, i: Lane<3>, l: ZGroup<2>, m: Z15, j: Lane<2>) Sme2 "sdot_za_b_zzi_2xi" "{o} za.s[{w}, {i}, vgx2], {l.B}, {m}.b[{j}]";
    dot_s_from_b_4_lane "1100_0001_0101_mmmm_1ww1_jjll_l01o_oiii" (o: DotByte, w: W8, i: Lane<3>, l: ZGroup<4>, m: Z15, j: Lane<2>) Sme2 "sdot_za_b_zzi_4xi" "{o} za.s[{w}, {i}, vgx4], {l.B}, {m}.b[{j}]";
    dot_d_from_h_2 "1100_0001_0110_mmmm_0ww1_01ll_lllo_0iii" (o: DotD, w: W8, i: Lane<3>, l: ZList<2>, m: Z15) SmeI16I64 "sdot_za_d_zzv_2x1" "{o} za.d[{w}, {i}, vgx2], {l.H}, {m}.h";
    dot_d_from_h_4 "1100_0001_0111_mmmm_0ww1_01ll_lllo_0iii" (o: DotD, w: W8, i: Lane<3>, l: ZList<4>, m: Z15) SmeI16I64 "sdot_za_d_zzv_4x1" "{o} za.d[{w}, {i}, vgx4], {l.H}, {m}.h";
    dot_d_from_h_2_multi "1100_0001_111k_kkk0_0ww1_01ll_ll0o_0iii" (o: DotD, w: W8, i: Lane<3>, l: ZGroup<2>, k: ZGroup<2>) SmeI16I64 "sdot_za_d_zzw_2x2" "{o} za.d[{w}, {i}, vgx2], {l.H}, {k.H}";
    dot_d_from_h_4_multi "1100_0001_111k_kk01_0ww1_01ll_l00o_0iii" (o: DotD, w: W8, i: Lane<3>, l: ZGroup<4>, k: ZGroup<4>) SmeI16I64 "sdot_za_d_zzw_4x4" "{o} za.d[{w}, {i}, vgx4], {l.H}, {k.H}";
    dot_d_from_h_2_lane "1100_0001_1101_mmmm_0ww0_0jll_ll0o_1iii" (o: DotD, w: W8, i: Lane<3>, l: ZGroup<2>, m: Z15, j: Lane<1>) SmeI16I64 "sdot_za_d_zzi_2xi" "{o} za.d[{w}, {i}, vgx2], {l.H}, {m}.h[{j}]";
    dot_d_from_h_4_lane "1100_0001_1101_mmmm_1ww0_0jll_l00o_1iii" (o: DotD, w: W8, i: Lane<3>, l: ZGroup<4>, m: Z15, j: Lane<1>) SmeI16I64 "sdot_za_d_zzi_4xi" "{o} za.d[{w}, {i}, vgx4], {l.H}, {m}.h[{j}]";
    vertical_dot "1100_0001_0101_mmmm_0ww0_jjll_ll0o_1iii" (o: VerticalDot, w: W8, i: Lane<3>, l: ZGroup<2>, m: Z15, j: Lane<2>) Sme2 "fvdot_za_zzi_h2xi" "{o} za.s[{w}, {i}, vgx2], {l.H}, {m}.h[{j}]";

    long_za "1100_0001_0o10_mmmm_0ww0_11nn_nnno_oiii" (o: LongZa, w: W8, i: Pairs3, n: Z, m: Z15) Sme2 "fmlal_za_zzv_1" "{o} za.s[{w}, {i}], {n}.h, {m}.h";
    long_za_lane "1100_0001_1o00_mmmm_jww1_jjnn_nnno_oiii" (o: LongZa, w: W8, i: Pairs3, n: Z, m: Z15, j: Lane<3>) Sme2 "fmlal_za_zzi_1" "{o} za.s[{w}, {i}], {n}.h, {m}.h[{j}]";
    long_za_2 "1100_0001_0o10_mmmm_0ww0_10ll_lllo_o0ii" (o: LongZa, w: W8, i: Pairs2, l: ZList<2>, m: Z15) Sme2 "fmlal_za_zzv_2x1" "{o} za.s[{w}, {i}, vgx2], {l.H}, {m}.h";
    long_za_4 "1100_0001_0o11_mmmm_0ww0_10ll_lllo_o0ii" (o: LongZa, w: W8, i: Pairs2, l: ZList<4>, m: Z15) Sme2 "fmlal_za_zzv_4x1" "{o} za.s[{w}, {i}, vgx4], {l.H}, {m}.h";
    long_za_2_multi "1100_0001_1o1k_kkk0_0ww0_10ll_ll0o_o0ii" (o: LongZa, w: W8, i: Pairs2, l: ZGroup<2>, k: ZGroup<2>) Sme2 "fmlal_za_zzw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.H}, {k.H}";
    long_za_4_multi "1100_0001_1o1k_kk01_0ww0_10ll_l00o_o0ii" (o: LongZa, w: W8, i: Pairs2, l: ZGroup<4>, k: ZGroup<4>) Sme2 "fmlal_za_zzw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.H}, {k.H}";
    long_za_2_lane "1100_0001_1o01_mmmm_0ww1_jjll_ll0o_ojii" (o: LongZa, w: W8, i: Pairs2, l: ZGroup<2>, m: Z15, j: Lane<3>) Sme2 "fmlal_za_zzi_2xi" "{o} za.s[{w}, {i}, vgx2], {l.H}, {m}.h[{j}]";
    long_za_4_lane "1100_0001_1o01_mmmm_1ww1_jjll_l00o_ojii" (o: LongZa, w: W8, i: Pairs2, l: ZGroup<4>, m: Z15, j: Lane<3>) Sme2 "fmlal_za_zzi_4xi" "{o} za.s[{w}, {i}, vgx4], {l.H}, {m}.h[{j}]";
    long_long_za "1100_0001_0010_mmmm_0ww0_01nn_nnno_ooii" (o: LongLongZa, w: W8, i: Quads2, n: Z, m: Z15) Sme2 "smlall_za_zzv_1" "{o} za.s[{w}, {i}], {n}.b, {m}.b";
    long_long_za_lane "1100_0001_0000_mmmm_jwwj_jjnn_nnno_ooii" (o: LongLongSingleZa, w: W8, i: Quads2, n: Z, m: Z15, j: Lane<4>) Sme2 "smlall_za_zzi_1" "{o} za.s[{w}, {i}], {n}.b, {m}.b[{j}]";
    long_long_za_2 "1100_0001_0010_mmmm_0ww0_00ll_lllo_oo0i" (o: LongLongSingleZa, w: W8, i: Quads1, l: ZList<2>, m: Z15) Sme2 "smlall_za_zzv_2x1" "{o} za.s[{w}, {i}, vgx2], {l.B}, {m}.b";
    long_long_za_4 "1100_0001_0011_mmmm_0ww0_00ll_lllo_oo0i" (o: LongLongSingleZa, w: W8, i: Quads1, l: ZList<4>, m: Z15) Sme2 "smlall_za_zzv_4x1" "{o} za.s[{w}, {i}, vgx4], {l.B}, {m}.b";
    long_long_za_2_multi "1100_0001_101k_kkk0_0ww0_00ll_ll0o_oo0i" (o: LongLongZa, w: W8, i: Quads1, l: ZGroup<2>, k: ZGroup<2>) Sme2 "smlall_za_zzw_2x2" "{o} za.s[{w}, {i}, vgx2], {l.B}, {k.B}";
    long_long_za_4_multi "1100_0001_101k_kk01_0ww0_00ll_l00o_oo0i" (o: LongLongZa, w: W8, i: Quads1, l: ZGroup<4>, k: ZGroup<4>) Sme2 "smlall_za_zzw_4x4" "{o} za.s[{w}, {i}, vgx4], {l.B}, {k.B}";
    long_long_za_2_lane "1100_0001_0001_mmmm_0ww0_jjll_lloo_ojji" (o: LongLongZaLane2, w: W8, i: Quads1, l: ZGroup<2>, m: Z15, j: Lane<4>) Sme2 "smlall_za_zzi_2xi" "{o} za.s[{w}, {i}, vgx2], {l.B}, {m}.b[{j}]";
    long_long_za_4_lane "1100_0001_0001_mmmm_1ww0_jjll_l0oo_ojji" (o: LongLongZaLane2, w: W8, i: Quads1, l: ZGroup<4>, m: Z15, j: Lane<4>) Sme2 "smlall_za_zzi_4xi" "{o} za.s[{w}, {i}, vgx4], {l.B}, {m}.b[{j}]";

    ld1_2 "1010_0000_0100_iiii_0zzg_ggnn_nnnl_lll0" (z: Size, l = ZGroup<2>, g: Pn8, n: XSp, i: MulVl<4, 2>) Sve2p1 "ld1w_mz_p_bi_2" "ld1{w:z} {l.z}, {g}/z, [{n}{,i}]";
    ld1_2_index "1010_0000_000m_mmmm_0zzg_ggnn_nnnl_lll0" (z: Size, l = ZGroup<2>, g: Pn8, n: XSp, m: X) Sve2p1 "ld1w_mz_p_br_2" "ld1{w:z} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    ldnt1_2 "1010_0000_0100_iiii_0zzg_ggnn_nnnl_lll1" (z: Size, l = ZGroup<2>, g: Pn8, n: XSp, i: MulVl<4, 2>) Sve2p1 "ldnt1w_mz_p_bi_2" "ldnt1{w:z} {l.z}, {g}/z, [{n}{,i}]";
    ldnt1_2_index "1010_0000_000m_mmmm_0zzg_ggnn_nnnl_lll1" (z: Size, l = ZGroup<2>, g: Pn8, n: XSp, m: X) Sve2p1 "ldnt1w_mz_p_br_2" "ldnt1{w:z} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    st1_2 "1010_0000_0110_iiii_0zzg_ggnn_nnnl_lll0" (z: Size, l: ZGroup<2>, g: Pn8, n: XSp, i: MulVl<4, 2>) Sve2p1 "st1w_mz_p_bi_2" "st1{w:z} {l.z}, {g}, [{n}{,i}]";
    st1_2_index "1010_0000_001m_mmmm_0zzg_ggnn_nnnl_lll0" (z: Size, l: ZGroup<2>, g: Pn8, n: XSp, m: X) Sve2p1 "st1w_mz_p_br_2" "st1{w:z} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;
    stnt1_2 "1010_0000_0110_iiii_0zzg_ggnn_nnnl_lll1" (z: Size, l: ZGroup<2>, g: Pn8, n: XSp, i: MulVl<4, 2>) Sve2p1 "stnt1w_mz_p_bi_2" "stnt1{w:z} {l.z}, {g}, [{n}{,i}]";
    stnt1_2_index "1010_0000_001m_mmmm_0zzg_ggnn_nnnl_lll1" (z: Size, l: ZGroup<2>, g: Pn8, n: XSp, m: X) Sve2p1 "stnt1w_mz_p_br_2" "stnt1{w:z} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;
    ld1_4 "1010_0000_0100_iiii_1zzg_ggnn_nnnl_ll00" (z: Size, l = ZGroup<4>, g: Pn8, n: XSp, i: MulVl<4, 4>) Sve2p1 "ld1w_mz_p_bi_4" "ld1{w:z} {l.z}, {g}/z, [{n}{,i}]";
    ld1_4_index "1010_0000_000m_mmmm_1zzg_ggnn_nnnl_ll00" (z: Size, l = ZGroup<4>, g: Pn8, n: XSp, m: X) Sve2p1 "ld1w_mz_p_br_4" "ld1{w:z} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    ldnt1_4 "1010_0000_0100_iiii_1zzg_ggnn_nnnl_ll01" (z: Size, l = ZGroup<4>, g: Pn8, n: XSp, i: MulVl<4, 4>) Sve2p1 "ldnt1w_mz_p_bi_4" "ldnt1{w:z} {l.z}, {g}/z, [{n}{,i}]";
    ldnt1_4_index "1010_0000_000m_mmmm_1zzg_ggnn_nnnl_ll01" (z: Size, l = ZGroup<4>, g: Pn8, n: XSp, m: X) Sve2p1 "ldnt1w_mz_p_br_4" "ldnt1{w:z} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    st1_4 "1010_0000_0110_iiii_1zzg_ggnn_nnnl_ll00" (z: Size, l: ZGroup<4>, g: Pn8, n: XSp, i: MulVl<4, 4>) Sve2p1 "st1w_mz_p_bi_4" "st1{w:z} {l.z}, {g}, [{n}{,i}]";
    st1_4_index "1010_0000_001m_mmmm_1zzg_ggnn_nnnl_ll00" (z: Size, l: ZGroup<4>, g: Pn8, n: XSp, m: X) Sve2p1 "st1w_mz_p_br_4" "st1{w:z} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;
    stnt1_4 "1010_0000_0110_iiii_1zzg_ggnn_nnnl_ll01" (z: Size, l: ZGroup<4>, g: Pn8, n: XSp, i: MulVl<4, 4>) Sve2p1 "stnt1w_mz_p_bi_4" "stnt1{w:z} {l.z}, {g}, [{n}{,i}]";
    stnt1_4_index "1010_0000_001m_mmmm_1zzg_ggnn_nnnl_ll01" (z: Size, l: ZGroup<4>, g: Pn8, n: XSp, m: X) Sve2p1 "stnt1w_mz_p_br_4" "stnt1{w:z} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;

    zip_2 "1100_0001_zz1m_mmmm_1101_00nn_nnnl_lllo" (o: Zip, z: Size, l = ZGroup<2>, n: Z, m: Z) Sme2 "zip_mz_zz_2" "{o} {l.z}, {n}.{z}, {m}.{z}";
    zip_2_q "1100_0001_001m_mmmm_1101_01nn_nnnl_lllo" (o: Zip, l = ZGroup<2>, n: Z, m: Z) Sme2 "zip_mz_zz_2q" "{o} {l.Q}, {n}.q, {m}.q";
    zip_4 "1100_0001_zz11_0110_1110_00kk_k00l_llo0" (o: Zip, z: Size, l = ZGroup<4>, k: ZGroup<4>) Sme2 "zip_mz_z_4" "{o} {l.z}, {k.z}";
    zip_4_q "1100_0001_0011_0111_1110_00kk_k00l_llo0" (o: Zip, l = ZGroup<4>, k: ZGroup<4>) Sme2 "zip_mz_z_4q" "{o} {l.Q}, {k.Q}";
    sel_2 "1100_0001_zz1m_mmm0_100g_ggkk_kk0l_lll0" (z: Size, l = ZGroup<2>, g: Pn8, k: ZGroup<2>, m: ZGroup<2>) Sme2 "sel_mz_p_zz_2" "sel {l.z}, {g}, {k.z}, {m.z}";
    clamp_2 "1100_0001_zz1m_mmmm_1100_01nn_nnnl_lllo" (o: MultiClamp, z: Size, l += ZGroup<2>, n: Z, m: Z) Sme2 "sclamp_mz_zz_2" "{o} {l.z}, {n}.{z}, {m}.{z}";
    fclamp_2 "1100_0001_zz1m_mmmm_1100_00nn_nnnl_lll0" (z: Size, l += ZGroup<2>, n: Z, m: Z) Sme2 "fclamp_mz_zz_2" "fclamp {l.z}, {n}.{z}, {m}.{z}" where |z| z > 0;
    add_2 "1100_0001_zz10_mmmm_1010_0011_000l_lll0" (z: Size, l += ZGroup<2>, m: Z15) Sme2 "add_mz_zzv_2x1" "add {l.z}, {l.z}, {m}.{z}";
    multi_int_2 "1100_0001_zz10_mmmm_1010_0oo0_00ol_lllo" (o: MultiInt, z: Size, l += ZGroup<2>, m: Z15) Sme2 "smax_mz_zzv_2x1" "{o} {l.z}, {l.z}, {m}.{z}";
    multi_int_2_multi "1100_0001_zz1k_kkk0_1011_0oo0_00ol_lllo" (o: MultiInt, z: Size, l += ZGroup<2>, k: ZGroup<2>) Sme2 "smax_mz_zzw_2x2" "{o} {l.z}, {l.z}, {k.z}";
    multi_float_2 "1100_0001_zz10_mmmm_1010_0001_00ol_lllo" (o: MultiFloat, z: Size, l += ZGroup<2>, m: Z15) Sme2 "fmax_mz_zzv_2x1" "{o} {l.z}, {l.z}, {m}.{z}" where |z| z > 0;
    multi_float_2_multi "1100_0001_zz1k_kkk0_1011_0001_00ol_lllo" (o: MultiFloat, z: Size, l += ZGroup<2>, k: ZGroup<2>) Sme2 "fmax_mz_zzw_2x2" "{o} {l.z}, {l.z}, {k.z}" where |z| z > 0;
    multi_convert_2 "1100_0001_0010_00oo_1110_00kk_kkol_lll0" (o: MultiConvert2, l = ZGroup<2>, k: ZGroup<2>) Sme2 "scvtf_mz_z_2" "{o} {l.S}, {k.S}";
    multi_round_2 "1100_0001_1010_1ooo_1110_00kk_kk0l_lll0" (o: MultiRound, l = ZGroup<2>, k: ZGroup<2>) Sme2 "frintn_mz_z_2" "{o} {l.S}, {k.S}";
    sel_4 "1100_0001_zz1m_mm01_100g_ggkk_k00l_ll00" (z: Size, l = ZGroup<4>, g: Pn8, k: ZGroup<4>, m: ZGroup<4>) Sme2 "sel_mz_p_zz_4" "sel {l.z}, {g}, {k.z}, {m.z}";
    clamp_4 "1100_0001_zz1m_mmmm_1100_11nn_nnnl_ll0o" (o: MultiClamp, z: Size, l += ZGroup<4>, n: Z, m: Z) Sme2 "sclamp_mz_zz_4" "{o} {l.z}, {n}.{z}, {m}.{z}";
    fclamp_4 "1100_0001_zz1m_mmmm_1100_10nn_nnnl_ll00" (z: Size, l += ZGroup<4>, n: Z, m: Z) Sme2 "fclamp_mz_zz_4" "fclamp {l.z}, {n}.{z}, {m}.{z}" where |z| z > 0;
    add_4 "1100_0001_zz10_mmmm_1010_1011_000l_ll00" (z: Size, l += ZGroup<4>, m: Z15) Sme2 "add_mz_zzv_4x1" "add {l.z}, {l.z}, {m}.{z}";
    multi_int_4 "1100_0001_zz10_mmmm_1010_1oo0_00ol_ll0o" (o: MultiInt, z: Size, l += ZGroup<4>, m: Z15) Sme2 "smax_mz_zzv_4x1" "{o} {l.z}, {l.z}, {m}.{z}";
    multi_int_4_multi "1100_0001_zz1k_kk00_1011_1oo0_00ol_ll0o" (o: MultiInt, z: Size, l += ZGroup<4>, k: ZGroup<4>) Sme2 "smax_mz_zzw_4x4" "{o} {l.z}, {l.z}, {k.z}";
    multi_float_4 "1100_0001_zz10_mmmm_1010_1001_00ol_ll0o" (o: MultiFloat, z: Size, l += ZGroup<4>, m: Z15) Sme2 "fmax_mz_zzv_4x1" "{o} {l.z}, {l.z}, {m}.{z}" where |z| z > 0;
    multi_float_4_multi "1100_0001_zz1k_kk00_1011_1001_00ol_ll0o" (o: MultiFloat, z: Size, l += ZGroup<4>, k: ZGroup<4>) Sme2 "fmax_mz_zzw_4x4" "{o} {l.z}, {l.z}, {k.z}" where |z| z > 0;
    multi_convert_4 "1100_0001_0011_00oo_1110_00kk_k0ol_ll00" (o: MultiConvert2, l = ZGroup<4>, k: ZGroup<4>) Sme2 "scvtf_mz_z_4" "{o} {l.S}, {k.S}";
    multi_round_4 "1100_0001_1011_1ooo_1110_00kk_k00l_ll00" (o: MultiRound, l = ZGroup<4>, k: ZGroup<4>) Sme2 "frintn_mz_z_4" "{o} {l.S}, {k.S}";
    unpack_2 "1100_0001_zz10_0101_1110_00nn_nnnl_lllo" (o: MultiUnpack, z: Size, l = ZGroup<2>, n: Z) Sme2 "sunpk_mz_z_2" "{o} {l.z}, {n}.{z-1}" where |z| z > 0;
    unpack_4_h "1100_0001_0111_0101_1110_00kk_kk0l_ll0o" (o: MultiUnpack, l = ZGroup<4>, k: ZGroup<2>) Sme2 "sunpk_mz_z_4" "{o} {l.H}, {k.B}";
    unpack_4_s "1100_0001_1011_0101_1110_00kk_kk0l_ll0o" (o: MultiUnpack, l = ZGroup<4>, k: ZGroup<2>) Sme2 "sunpk_mz_z_4" "{o} {l.S}, {k.H}";
    unpack_4_d "1100_0001_1111_0101_1110_00kk_kk0l_ll0o" (o: MultiUnpack, l = ZGroup<4>, k: ZGroup<2>) Sme2 "sunpk_mz_z_4" "{o} {l.D}, {k.S}";
    narrow_float "1100_0001_0o10_0000_1110_00ll_llod_dddd" (o: NarrowFloat, d = Z, l: ZGroup<2>) Sme2 "fcvt_z_mz2_" "{o} {d}.h, {l.S}";
    narrow_pairs "1100_0001_0o10_0011_1110_00ll_llod_dddd" (o: NarrowPairs, d = Z, l: ZGroup<2>) Sme2 "sqcvt_z_mz2_" "{o} {d}.h, {l.S}";
    narrow_quads_b "1100_0001_0o11_0011_1110_00ll_lood_dddd" (o: NarrowQuads, d = Z, l: ZGroup<4>) Sme2 "sqcvt_z_mz4_" "{o} {d}.b, {l.S}";
    narrow_quads_h "1100_0001_1o11_0011_1110_00ll_lood_dddd" (o: NarrowQuads, d = Z, l: ZGroup<4>) Sme2 "sqcvt_z_mz4_" "{o} {d}.h, {l.D}";
    narrow_shift_pairs "1100_0001_111o_iiii_1101_01ll_llod_dddd" (o: NarrowShiftPairs, d = Z, l: ZGroup<2>, i: ShiftRight<4>) Sme2 "sqrshr_z_mz2_" "{o} {d}.h, {l.S}, {i}";
    narrow_shift_quads "1100_0001_011i_iiii_1101_1oll_lood_dddd" (o: NarrowShiftQuads, d = Z, l: ZGroup<4>, i: ShiftRight<5>) Sme2 "sqrshr_z_mz4_b" "{o} {d}.b, {l.S}, {i}";
    luti2 "1100_0000_1100_11ii_iizz_00nn_nnnd_dddd" (z: Size, d = Z, n: Z, i: Lane<4>) Sme2 "luti2_z_ztz_" "luti2 {d}.{z}, zt0, {n}[{i}]" where |z| z < 3;
    luti2_2 "1100_0000_1000_11ii_i1zz_00nn_nnnl_lll0" (z: Size, l = ZGroup<2>, n: Z, i: Lane<3>) Sme2 "luti2_mz2_ztz_1" "luti2 {l.z}, zt0, {n}[{i}]" where |z| z < 3;
    luti2_4 "1100_0000_1000_11ii_10zz_00nn_nnnl_ll00" (z: Size, l = ZGroup<4>, n: Z, i: Lane<2>) Sme2 "luti2_mz4_ztz_1" "luti2 {l.z}, zt0, {n}[{i}]" where |z| z < 3;
    luti4 "1100_0000_1100_101i_iizz_00nn_nnnd_dddd" (z: Size, d = Z, n: Z, i: Lane<3>) Sme2 "luti4_z_ztz_" "luti4 {d}.{z}, zt0, {n}[{i}]" where |z| z < 3;
    luti4_2 "1100_0000_1000_101i_i1zz_00nn_nnnl_lll0" (z: Size, l = ZGroup<2>, n: Z, i: Lane<2>) Sme2 "luti4_mz2_ztz_1" "luti4 {l.z}, zt0, {n}[{i}]" where |z| z < 3;
    luti4_4 "1100_0000_1000_101i_10zz_00nn_nnnl_ll00" (z: Size, l = ZGroup<4>, n: Z, i: Lane<1>) Sme2 "luti4_mz4_ztz_1" "luti4 {l.z}, zt0, {n}[{i}]" where |z| z < 3 && z > 0;
}

//! Loads and stores of several vector registers and of single elements (Arm ARM, C4.1.94).

use crate::isa::aarch64::operand::{ArrMem, Lane, List, X, XSp};

table! {
    ld1_1 "0a00_1100_0100_0000_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n: XSp) AdvSimd "LD1_asisdlse_R1_1v" "ld1 {l.a}, [{n}]";
    ld1_1_post "0a00_1100_1101_1111_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n += XSp) AdvSimd "LD1_asisdlsep_I1_i1" "ld1 {l.a}, [{n}], {1*a}";
    ld1_1_post_reg "0a00_1100_110m_mmmm_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n += XSp, m: X) AdvSimd "LD1_asisdlsep_R1_r1" "ld1 {l.a}, [{n}], {m}" where |m| m != 31;
    ld1_2 "0a00_1100_0100_0000_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n: XSp) AdvSimd "LD1_asisdlse_R2_2v" "ld1 {l.a}, [{n}]";
    ld1_2_post "0a00_1100_1101_1111_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n += XSp) AdvSimd "LD1_asisdlsep_I2_i2" "ld1 {l.a}, [{n}], {2*a}";
    ld1_2_post_reg "0a00_1100_110m_mmmm_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n += XSp, m: X) AdvSimd "LD1_asisdlsep_R2_r2" "ld1 {l.a}, [{n}], {m}" where |m| m != 31;
    ld1_3 "0a00_1100_0100_0000_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n: XSp) AdvSimd "LD1_asisdlse_R3_3v" "ld1 {l.a}, [{n}]";
    ld1_3_post "0a00_1100_1101_1111_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n += XSp) AdvSimd "LD1_asisdlsep_I3_i3" "ld1 {l.a}, [{n}], {3*a}";
    ld1_3_post_reg "0a00_1100_110m_mmmm_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n += XSp, m: X) AdvSimd "LD1_asisdlsep_R3_r3" "ld1 {l.a}, [{n}], {m}" where |m| m != 31;
    ld1_4 "0a00_1100_0100_0000_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n: XSp) AdvSimd "LD1_asisdlse_R4_4v" "ld1 {l.a}, [{n}]";
    ld1_4_post "0a00_1100_1101_1111_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n += XSp) AdvSimd "LD1_asisdlsep_I4_i4" "ld1 {l.a}, [{n}], {4*a}";
    ld1_4_post_reg "0a00_1100_110m_mmmm_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n += XSp, m: X) AdvSimd "LD1_asisdlsep_R4_r4" "ld1 {l.a}, [{n}], {m}" where |m| m != 31;

    ld1_lane_b "0i00_1101_0100_0000_000i_iinn_nnnl_llll" (l += List<1>, i: Lane<4>, n: XSp) AdvSimd "LD1_asisdlso_B1_1b" "ld1 {l.B}[{i}], [{n}]";
    ld1_lane_b_post "0i00_1101_1101_1111_000i_iinn_nnnl_llll" (l += List<1>, i: Lane<4>, n += XSp) AdvSimd "LD1_asisdlsop_B1_i1b" "ld1 {l.B}[{i}], [{n}], #1";
    ld1_lane_h "0i00_1101_0100_0000_010i_i0nn_nnnl_llll" (l += List<1>, i: Lane<3>, n: XSp) AdvSimd "LD1_asisdlso_H1_1h" "ld1 {l.H}[{i}], [{n}]";
    ld1_lane_h_post "0i00_1101_1101_1111_010i_i0nn_nnnl_llll" (l += List<1>, i: Lane<3>, n += XSp) AdvSimd "LD1_asisdlsop_H1_i1h" "ld1 {l.H}[{i}], [{n}], #2";
    ld1_lane_s "0i00_1101_0100_0000_100i_00nn_nnnl_llll" (l += List<1>, i: Lane<2>, n: XSp) AdvSimd "LD1_asisdlso_S1_1s" "ld1 {l.S}[{i}], [{n}]";
    ld1_lane_s_post "0i00_1101_1101_1111_100i_00nn_nnnl_llll" (l += List<1>, i: Lane<2>, n += XSp) AdvSimd "LD1_asisdlsop_S1_i1s" "ld1 {l.S}[{i}], [{n}], #4";
    ld1_lane_d "0i00_1101_0100_0000_1000_01nn_nnnl_llll" (l += List<1>, i: Lane<1>, n: XSp) AdvSimd "LD1_asisdlso_D1_1d" "ld1 {l.D}[{i}], [{n}]";
    ld1_lane_d_post "0i00_1101_1101_1111_1000_01nn_nnnl_llll" (l += List<1>, i: Lane<1>, n += XSp) AdvSimd "LD1_asisdlsop_D1_i1d" "ld1 {l.D}[{i}], [{n}], #8";

    st1_1 "0a00_1100_0000_0000_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n: XSp) AdvSimd "ST1_asisdlse_R1_1v" "st1 {l.a}, [{n}]";
    st1_1_post "0a00_1100_1001_1111_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n += XSp) AdvSimd "ST1_asisdlsep_I1_i1" "st1 {l.a}, [{n}], {1*a}";
    st1_1_post_reg "0a00_1100_100m_mmmm_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n += XSp, m: X) AdvSimd "ST1_asisdlsep_R1_r1" "st1 {l.a}, [{n}], {m}" where |m| m != 31;
    st1_2 "0a00_1100_0000_0000_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n: XSp) AdvSimd "ST1_asisdlse_R2_2v" "st1 {l.a}, [{n}]";
    st1_2_post "0a00_1100_1001_1111_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n += XSp) AdvSimd "ST1_asisdlsep_I2_i2" "st1 {l.a}, [{n}], {2*a}";
    st1_2_post_reg "0a00_1100_100m_mmmm_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n += XSp, m: X) AdvSimd "ST1_asisdlsep_R2_r2" "st1 {l.a}, [{n}], {m}" where |m| m != 31;
    st1_3 "0a00_1100_0000_0000_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n: XSp) AdvSimd "ST1_asisdlse_R3_3v" "st1 {l.a}, [{n}]";
    st1_3_post "0a00_1100_1001_1111_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n += XSp) AdvSimd "ST1_asisdlsep_I3_i3" "st1 {l.a}, [{n}], {3*a}";
    st1_3_post_reg "0a00_1100_100m_mmmm_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n += XSp, m: X) AdvSimd "ST1_asisdlsep_R3_r3" "st1 {l.a}, [{n}], {m}" where |m| m != 31;
    st1_4 "0a00_1100_0000_0000_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n: XSp) AdvSimd "ST1_asisdlse_R4_4v" "st1 {l.a}, [{n}]";
    st1_4_post "0a00_1100_1001_1111_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n += XSp) AdvSimd "ST1_asisdlsep_I4_i4" "st1 {l.a}, [{n}], {4*a}";
    st1_4_post_reg "0a00_1100_100m_mmmm_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n += XSp, m: X) AdvSimd "ST1_asisdlsep_R4_r4" "st1 {l.a}, [{n}], {m}" where |m| m != 31;

    st1_lane_b "0i00_1101_0000_0000_000i_iinn_nnnl_llll" (l: List<1>, i: Lane<4>, n: XSp) AdvSimd "ST1_asisdlso_B1_1b" "st1 {l.B}[{i}], [{n}]";
    st1_lane_b_post "0i00_1101_1001_1111_000i_iinn_nnnl_llll" (l: List<1>, i: Lane<4>, n += XSp) AdvSimd "ST1_asisdlsop_B1_i1b" "st1 {l.B}[{i}], [{n}], #1";
    st1_lane_h "0i00_1101_0000_0000_010i_i0nn_nnnl_llll" (l: List<1>, i: Lane<3>, n: XSp) AdvSimd "ST1_asisdlso_H1_1h" "st1 {l.H}[{i}], [{n}]";
    st1_lane_h_post "0i00_1101_1001_1111_010i_i0nn_nnnl_llll" (l: List<1>, i: Lane<3>, n += XSp) AdvSimd "ST1_asisdlsop_H1_i1h" "st1 {l.H}[{i}], [{n}], #2";
    st1_lane_s "0i00_1101_0000_0000_100i_00nn_nnnl_llll" (l: List<1>, i: Lane<2>, n: XSp) AdvSimd "ST1_asisdlso_S1_1s" "st1 {l.S}[{i}], [{n}]";
    st1_lane_s_post "0i00_1101_1001_1111_100i_00nn_nnnl_llll" (l: List<1>, i: Lane<2>, n += XSp) AdvSimd "ST1_asisdlsop_S1_i1s" "st1 {l.S}[{i}], [{n}], #4";
    st1_lane_d "0i00_1101_0000_0000_1000_01nn_nnnl_llll" (l: List<1>, i: Lane<1>, n: XSp) AdvSimd "ST1_asisdlso_D1_1d" "st1 {l.D}[{i}], [{n}]";
    st1_lane_d_post "0i00_1101_1001_1111_1000_01nn_nnnl_llll" (l: List<1>, i: Lane<1>, n += XSp) AdvSimd "ST1_asisdlsop_D1_i1d" "st1 {l.D}[{i}], [{n}], #8";

    ld1r "0a00_1101_0100_0000_1100_aann_nnnl_llll" (a: ArrMem, l = List<1>, n: XSp) AdvSimd "LD1R_asisdlso_R1" "ld1r {l.a}, [{n}]";
}

//! Loads and stores of several vector registers, of single elements and of one element for all lanes
//! (Arm ARM, C4.1.94).

use crate::isa::aarch64::operand::{
    AfterBytes, AfterElements, AfterVectors, ArrInt, ArrMem, Lane, List, XSp,
};

table! {
    section "C4.1.94";

    ld1_1 "0a00_1100_0100_0000_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n: XSp) AdvSimd "LD1_asisdlse_R1_1v" "ld1 {l.a}, [{n}]";
    ld1_1_post "0a00_1100_110m_mmmm_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n += XSp, m: AfterVectors<1>) AdvSimd "LD1_asisdlsep_(I1_i1|R1_r1)" "ld1 {l.a}, [{n}], {m}";
    ld1_2 "0a00_1100_0100_0000_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n: XSp) AdvSimd "LD1_asisdlse_R2_2v" "ld1 {l.a}, [{n}]";
    ld1_2_post "0a00_1100_110m_mmmm_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "LD1_asisdlsep_(I2_i2|R2_r2)" "ld1 {l.a}, [{n}], {m}";
    ld1_3 "0a00_1100_0100_0000_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n: XSp) AdvSimd "LD1_asisdlse_R3_3v" "ld1 {l.a}, [{n}]";
    ld1_3_post "0a00_1100_110m_mmmm_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "LD1_asisdlsep_(I3_i3|R3_r3)" "ld1 {l.a}, [{n}], {m}";
    ld1_4 "0a00_1100_0100_0000_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n: XSp) AdvSimd "LD1_asisdlse_R4_4v" "ld1 {l.a}, [{n}]";
    ld1_4_post "0a00_1100_110m_mmmm_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "LD1_asisdlsep_(I4_i4|R4_r4)" "ld1 {l.a}, [{n}], {m}";
    ld2 "0a00_1100_0100_0000_1000_aann_nnnl_llll" (a: ArrInt, l = List<2>, n: XSp) AdvSimd "LD2_asisdlse_R2" "ld2 {l.a}, [{n}]";
    ld2_post "0a00_1100_110m_mmmm_1000_aann_nnnl_llll" (a: ArrInt, l = List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "LD2_asisdlsep_(I2_i|R2_r)" "ld2 {l.a}, [{n}], {m}";
    ld3 "0a00_1100_0100_0000_0100_aann_nnnl_llll" (a: ArrInt, l = List<3>, n: XSp) AdvSimd "LD3_asisdlse_R3" "ld3 {l.a}, [{n}]";
    ld3_post "0a00_1100_110m_mmmm_0100_aann_nnnl_llll" (a: ArrInt, l = List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "LD3_asisdlsep_(I3_i|R3_r)" "ld3 {l.a}, [{n}], {m}";
    ld4 "0a00_1100_0100_0000_0000_aann_nnnl_llll" (a: ArrInt, l = List<4>, n: XSp) AdvSimd "LD4_asisdlse_R4" "ld4 {l.a}, [{n}]";
    ld4_post "0a00_1100_110m_mmmm_0000_aann_nnnl_llll" (a: ArrInt, l = List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "LD4_asisdlsep_(I4_i|R4_r)" "ld4 {l.a}, [{n}], {m}";

    ld1_lane_b "0i00_1101_0100_0000_000i_iinn_nnnl_llll" (l += List<1>, i: Lane<4>, n: XSp) AdvSimd "LD1_asisdlso_B1_1b" "ld1 {l.B}[{i}], [{n}]";
    ld1_lane_b_post "0i00_1101_110m_mmmm_000i_iinn_nnnl_llll" (l += List<1>, i: Lane<4>, n += XSp, m: AfterBytes<1>) AdvSimd "LD1_asisdlsop_(B1_i1b|BX1_r1b)" "ld1 {l.B}[{i}], [{n}], {m}";
    ld1_lane_h "0i00_1101_0100_0000_010i_i0nn_nnnl_llll" (l += List<1>, i: Lane<3>, n: XSp) AdvSimd "LD1_asisdlso_H1_1h" "ld1 {l.H}[{i}], [{n}]";
    ld1_lane_h_post "0i00_1101_110m_mmmm_010i_i0nn_nnnl_llll" (l += List<1>, i: Lane<3>, n += XSp, m: AfterBytes<2>) AdvSimd "LD1_asisdlsop_(H1_i1h|HX1_r1h)" "ld1 {l.H}[{i}], [{n}], {m}";
    ld1_lane_s "0i00_1101_0100_0000_100i_00nn_nnnl_llll" (l += List<1>, i: Lane<2>, n: XSp) AdvSimd "LD1_asisdlso_S1_1s" "ld1 {l.S}[{i}], [{n}]";
    ld1_lane_s_post "0i00_1101_110m_mmmm_100i_00nn_nnnl_llll" (l += List<1>, i: Lane<2>, n += XSp, m: AfterBytes<4>) AdvSimd "LD1_asisdlsop_(S1_i1s|SX1_r1s)" "ld1 {l.S}[{i}], [{n}], {m}";
    ld1_lane_d "0i00_1101_0100_0000_1000_01nn_nnnl_llll" (l += List<1>, i: Lane<1>, n: XSp) AdvSimd "LD1_asisdlso_D1_1d" "ld1 {l.D}[{i}], [{n}]";
    ld1_lane_d_post "0i00_1101_110m_mmmm_1000_01nn_nnnl_llll" (l += List<1>, i: Lane<1>, n += XSp, m: AfterBytes<8>) AdvSimd "LD1_asisdlsop_(D1_i1d|DX1_r1d)" "ld1 {l.D}[{i}], [{n}], {m}";
    ld2_lane_b "0i00_1101_0110_0000_000i_iinn_nnnl_llll" (l += List<2>, i: Lane<4>, n: XSp) AdvSimd "LD2_asisdlso_B2_2b" "ld2 {l.B}[{i}], [{n}]";
    ld2_lane_b_post "0i00_1101_111m_mmmm_000i_iinn_nnnl_llll" (l += List<2>, i: Lane<4>, n += XSp, m: AfterBytes<2>) AdvSimd "LD2_asisdlsop_(B2_i2b|BX2_r2b)" "ld2 {l.B}[{i}], [{n}], {m}";
    ld2_lane_h "0i00_1101_0110_0000_010i_i0nn_nnnl_llll" (l += List<2>, i: Lane<3>, n: XSp) AdvSimd "LD2_asisdlso_H2_2h" "ld2 {l.H}[{i}], [{n}]";
    ld2_lane_h_post "0i00_1101_111m_mmmm_010i_i0nn_nnnl_llll" (l += List<2>, i: Lane<3>, n += XSp, m: AfterBytes<4>) AdvSimd "LD2_asisdlsop_(H2_i2h|HX2_r2h)" "ld2 {l.H}[{i}], [{n}], {m}";
    ld2_lane_s "0i00_1101_0110_0000_100i_00nn_nnnl_llll" (l += List<2>, i: Lane<2>, n: XSp) AdvSimd "LD2_asisdlso_S2_2s" "ld2 {l.S}[{i}], [{n}]";
    ld2_lane_s_post "0i00_1101_111m_mmmm_100i_00nn_nnnl_llll" (l += List<2>, i: Lane<2>, n += XSp, m: AfterBytes<8>) AdvSimd "LD2_asisdlsop_(S2_i2s|SX2_r2s)" "ld2 {l.S}[{i}], [{n}], {m}";
    ld2_lane_d "0i00_1101_0110_0000_1000_01nn_nnnl_llll" (l += List<2>, i: Lane<1>, n: XSp) AdvSimd "LD2_asisdlso_D2_2d" "ld2 {l.D}[{i}], [{n}]";
    ld2_lane_d_post "0i00_1101_111m_mmmm_1000_01nn_nnnl_llll" (l += List<2>, i: Lane<1>, n += XSp, m: AfterBytes<16>) AdvSimd "LD2_asisdlsop_(D2_i2d|DX2_r2d)" "ld2 {l.D}[{i}], [{n}], {m}";
    ld3_lane_b "0i00_1101_0100_0000_001i_iinn_nnnl_llll" (l += List<3>, i: Lane<4>, n: XSp) AdvSimd "LD3_asisdlso_B3_3b" "ld3 {l.B}[{i}], [{n}]";
    ld3_lane_b_post "0i00_1101_110m_mmmm_001i_iinn_nnnl_llll" (l += List<3>, i: Lane<4>, n += XSp, m: AfterBytes<3>) AdvSimd "LD3_asisdlsop_(B3_i3b|BX3_r3b)" "ld3 {l.B}[{i}], [{n}], {m}";
    ld3_lane_h "0i00_1101_0100_0000_011i_i0nn_nnnl_llll" (l += List<3>, i: Lane<3>, n: XSp) AdvSimd "LD3_asisdlso_H3_3h" "ld3 {l.H}[{i}], [{n}]";
    ld3_lane_h_post "0i00_1101_110m_mmmm_011i_i0nn_nnnl_llll" (l += List<3>, i: Lane<3>, n += XSp, m: AfterBytes<6>) AdvSimd "LD3_asisdlsop_(H3_i3h|HX3_r3h)" "ld3 {l.H}[{i}], [{n}], {m}";
    ld3_lane_s "0i00_1101_0100_0000_101i_00nn_nnnl_llll" (l += List<3>, i: Lane<2>, n: XSp) AdvSimd "LD3_asisdlso_S3_3s" "ld3 {l.S}[{i}], [{n}]";
    ld3_lane_s_post "0i00_1101_110m_mmmm_101i_00nn_nnnl_llll" (l += List<3>, i: Lane<2>, n += XSp, m: AfterBytes<12>) AdvSimd "LD3_asisdlsop_(S3_i3s|SX3_r3s)" "ld3 {l.S}[{i}], [{n}], {m}";
    ld3_lane_d "0i00_1101_0100_0000_1010_01nn_nnnl_llll" (l += List<3>, i: Lane<1>, n: XSp) AdvSimd "LD3_asisdlso_D3_3d" "ld3 {l.D}[{i}], [{n}]";
    ld3_lane_d_post "0i00_1101_110m_mmmm_1010_01nn_nnnl_llll" (l += List<3>, i: Lane<1>, n += XSp, m: AfterBytes<24>) AdvSimd "LD3_asisdlsop_(D3_i3d|DX3_r3d)" "ld3 {l.D}[{i}], [{n}], {m}";
    ld4_lane_b "0i00_1101_0110_0000_001i_iinn_nnnl_llll" (l += List<4>, i: Lane<4>, n: XSp) AdvSimd "LD4_asisdlso_B4_4b" "ld4 {l.B}[{i}], [{n}]";
    ld4_lane_b_post "0i00_1101_111m_mmmm_001i_iinn_nnnl_llll" (l += List<4>, i: Lane<4>, n += XSp, m: AfterBytes<4>) AdvSimd "LD4_asisdlsop_(B4_i4b|BX4_r4b)" "ld4 {l.B}[{i}], [{n}], {m}";
    ld4_lane_h "0i00_1101_0110_0000_011i_i0nn_nnnl_llll" (l += List<4>, i: Lane<3>, n: XSp) AdvSimd "LD4_asisdlso_H4_4h" "ld4 {l.H}[{i}], [{n}]";
    ld4_lane_h_post "0i00_1101_111m_mmmm_011i_i0nn_nnnl_llll" (l += List<4>, i: Lane<3>, n += XSp, m: AfterBytes<8>) AdvSimd "LD4_asisdlsop_(H4_i4h|HX4_r4h)" "ld4 {l.H}[{i}], [{n}], {m}";
    ld4_lane_s "0i00_1101_0110_0000_101i_00nn_nnnl_llll" (l += List<4>, i: Lane<2>, n: XSp) AdvSimd "LD4_asisdlso_S4_4s" "ld4 {l.S}[{i}], [{n}]";
    ld4_lane_s_post "0i00_1101_111m_mmmm_101i_00nn_nnnl_llll" (l += List<4>, i: Lane<2>, n += XSp, m: AfterBytes<16>) AdvSimd "LD4_asisdlsop_(S4_i4s|SX4_r4s)" "ld4 {l.S}[{i}], [{n}], {m}";
    ld4_lane_d "0i00_1101_0110_0000_1010_01nn_nnnl_llll" (l += List<4>, i: Lane<1>, n: XSp) AdvSimd "LD4_asisdlso_D4_4d" "ld4 {l.D}[{i}], [{n}]";
    ld4_lane_d_post "0i00_1101_111m_mmmm_1010_01nn_nnnl_llll" (l += List<4>, i: Lane<1>, n += XSp, m: AfterBytes<32>) AdvSimd "LD4_asisdlsop_(D4_i4d|DX4_r4d)" "ld4 {l.D}[{i}], [{n}], {m}";

    st1_1 "0a00_1100_0000_0000_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n: XSp) AdvSimd "ST1_asisdlse_R1_1v" "st1 {l.a}, [{n}]";
    st1_1_post "0a00_1100_100m_mmmm_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n += XSp, m: AfterVectors<1>) AdvSimd "ST1_asisdlsep_(I1_i1|R1_r1)" "st1 {l.a}, [{n}], {m}";
    st1_2 "0a00_1100_0000_0000_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n: XSp) AdvSimd "ST1_asisdlse_R2_2v" "st1 {l.a}, [{n}]";
    st1_2_post "0a00_1100_100m_mmmm_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "ST1_asisdlsep_(I2_i2|R2_r2)" "st1 {l.a}, [{n}], {m}";
    st1_3 "0a00_1100_0000_0000_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n: XSp) AdvSimd "ST1_asisdlse_R3_3v" "st1 {l.a}, [{n}]";
    st1_3_post "0a00_1100_100m_mmmm_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "ST1_asisdlsep_(I3_i3|R3_r3)" "st1 {l.a}, [{n}], {m}";
    st1_4 "0a00_1100_0000_0000_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n: XSp) AdvSimd "ST1_asisdlse_R4_4v" "st1 {l.a}, [{n}]";
    st1_4_post "0a00_1100_100m_mmmm_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "ST1_asisdlsep_(I4_i4|R4_r4)" "st1 {l.a}, [{n}], {m}";
    st2 "0a00_1100_0000_0000_1000_aann_nnnl_llll" (a: ArrInt, l: List<2>, n: XSp) AdvSimd "ST2_asisdlse_R2" "st2 {l.a}, [{n}]";
    st2_post "0a00_1100_100m_mmmm_1000_aann_nnnl_llll" (a: ArrInt, l: List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "ST2_asisdlsep_(I2_i|R2_r)" "st2 {l.a}, [{n}], {m}";
    st3 "0a00_1100_0000_0000_0100_aann_nnnl_llll" (a: ArrInt, l: List<3>, n: XSp) AdvSimd "ST3_asisdlse_R3" "st3 {l.a}, [{n}]";
    st3_post "0a00_1100_100m_mmmm_0100_aann_nnnl_llll" (a: ArrInt, l: List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "ST3_asisdlsep_(I3_i|R3_r)" "st3 {l.a}, [{n}], {m}";
    st4 "0a00_1100_0000_0000_0000_aann_nnnl_llll" (a: ArrInt, l: List<4>, n: XSp) AdvSimd "ST4_asisdlse_R4" "st4 {l.a}, [{n}]";
    st4_post "0a00_1100_100m_mmmm_0000_aann_nnnl_llll" (a: ArrInt, l: List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "ST4_asisdlsep_(I4_i|R4_r)" "st4 {l.a}, [{n}], {m}";

    st1_lane_b "0i00_1101_0000_0000_000i_iinn_nnnl_llll" (l: List<1>, i: Lane<4>, n: XSp) AdvSimd "ST1_asisdlso_B1_1b" "st1 {l.B}[{i}], [{n}]";
    st1_lane_b_post "0i00_1101_100m_mmmm_000i_iinn_nnnl_llll" (l: List<1>, i: Lane<4>, n += XSp, m: AfterBytes<1>) AdvSimd "ST1_asisdlsop_(B1_i1b|BX1_r1b)" "st1 {l.B}[{i}], [{n}], {m}";
    st1_lane_h "0i00_1101_0000_0000_010i_i0nn_nnnl_llll" (l: List<1>, i: Lane<3>, n: XSp) AdvSimd "ST1_asisdlso_H1_1h" "st1 {l.H}[{i}], [{n}]";
    st1_lane_h_post "0i00_1101_100m_mmmm_010i_i0nn_nnnl_llll" (l: List<1>, i: Lane<3>, n += XSp, m: AfterBytes<2>) AdvSimd "ST1_asisdlsop_(H1_i1h|HX1_r1h)" "st1 {l.H}[{i}], [{n}], {m}";
    st1_lane_s "0i00_1101_0000_0000_100i_00nn_nnnl_llll" (l: List<1>, i: Lane<2>, n: XSp) AdvSimd "ST1_asisdlso_S1_1s" "st1 {l.S}[{i}], [{n}]";
    st1_lane_s_post "0i00_1101_100m_mmmm_100i_00nn_nnnl_llll" (l: List<1>, i: Lane<2>, n += XSp, m: AfterBytes<4>) AdvSimd "ST1_asisdlsop_(S1_i1s|SX1_r1s)" "st1 {l.S}[{i}], [{n}], {m}";
    st1_lane_d "0i00_1101_0000_0000_1000_01nn_nnnl_llll" (l: List<1>, i: Lane<1>, n: XSp) AdvSimd "ST1_asisdlso_D1_1d" "st1 {l.D}[{i}], [{n}]";
    st1_lane_d_post "0i00_1101_100m_mmmm_1000_01nn_nnnl_llll" (l: List<1>, i: Lane<1>, n += XSp, m: AfterBytes<8>) AdvSimd "ST1_asisdlsop_(D1_i1d|DX1_r1d)" "st1 {l.D}[{i}], [{n}], {m}";
    st2_lane_b "0i00_1101_0010_0000_000i_iinn_nnnl_llll" (l: List<2>, i: Lane<4>, n: XSp) AdvSimd "ST2_asisdlso_B2_2b" "st2 {l.B}[{i}], [{n}]";
    st2_lane_b_post "0i00_1101_101m_mmmm_000i_iinn_nnnl_llll" (l: List<2>, i: Lane<4>, n += XSp, m: AfterBytes<2>) AdvSimd "ST2_asisdlsop_(B2_i2b|BX2_r2b)" "st2 {l.B}[{i}], [{n}], {m}";
    st2_lane_h "0i00_1101_0010_0000_010i_i0nn_nnnl_llll" (l: List<2>, i: Lane<3>, n: XSp) AdvSimd "ST2_asisdlso_H2_2h" "st2 {l.H}[{i}], [{n}]";
    st2_lane_h_post "0i00_1101_101m_mmmm_010i_i0nn_nnnl_llll" (l: List<2>, i: Lane<3>, n += XSp, m: AfterBytes<4>) AdvSimd "ST2_asisdlsop_(H2_i2h|HX2_r2h)" "st2 {l.H}[{i}], [{n}], {m}";
    st2_lane_s "0i00_1101_0010_0000_100i_00nn_nnnl_llll" (l: List<2>, i: Lane<2>, n: XSp) AdvSimd "ST2_asisdlso_S2_2s" "st2 {l.S}[{i}], [{n}]";
    st2_lane_s_post "0i00_1101_101m_mmmm_100i_00nn_nnnl_llll" (l: List<2>, i: Lane<2>, n += XSp, m: AfterBytes<8>) AdvSimd "ST2_asisdlsop_(S2_i2s|SX2_r2s)" "st2 {l.S}[{i}], [{n}], {m}";
    st2_lane_d "0i00_1101_0010_0000_1000_01nn_nnnl_llll" (l: List<2>, i: Lane<1>, n: XSp) AdvSimd "ST2_asisdlso_D2_2d" "st2 {l.D}[{i}], [{n}]";
    st2_lane_d_post "0i00_1101_101m_mmmm_1000_01nn_nnnl_llll" (l: List<2>, i: Lane<1>, n += XSp, m: AfterBytes<16>) AdvSimd "ST2_asisdlsop_(D2_i2d|DX2_r2d)" "st2 {l.D}[{i}], [{n}], {m}";
    st3_lane_b "0i00_1101_0000_0000_001i_iinn_nnnl_llll" (l: List<3>, i: Lane<4>, n: XSp) AdvSimd "ST3_asisdlso_B3_3b" "st3 {l.B}[{i}], [{n}]";
    st3_lane_b_post "0i00_1101_100m_mmmm_001i_iinn_nnnl_llll" (l: List<3>, i: Lane<4>, n += XSp, m: AfterBytes<3>) AdvSimd "ST3_asisdlsop_(B3_i3b|BX3_r3b)" "st3 {l.B}[{i}], [{n}], {m}";
    st3_lane_h "0i00_1101_0000_0000_011i_i0nn_nnnl_llll" (l: List<3>, i: Lane<3>, n: XSp) AdvSimd "ST3_asisdlso_H3_3h" "st3 {l.H}[{i}], [{n}]";
    st3_lane_h_post "0i00_1101_100m_mmmm_011i_i0nn_nnnl_llll" (l: List<3>, i: Lane<3>, n += XSp, m: AfterBytes<6>) AdvSimd "ST3_asisdlsop_(H3_i3h|HX3_r3h)" "st3 {l.H}[{i}], [{n}], {m}";
    st3_lane_s "0i00_1101_0000_0000_101i_00nn_nnnl_llll" (l: List<3>, i: Lane<2>, n: XSp) AdvSimd "ST3_asisdlso_S3_3s" "st3 {l.S}[{i}], [{n}]";
    st3_lane_s_post "0i00_1101_100m_mmmm_101i_00nn_nnnl_llll" (l: List<3>, i: Lane<2>, n += XSp, m: AfterBytes<12>) AdvSimd "ST3_asisdlsop_(S3_i3s|SX3_r3s)" "st3 {l.S}[{i}], [{n}], {m}";
    st3_lane_d "0i00_1101_0000_0000_1010_01nn_nnnl_llll" (l: List<3>, i: Lane<1>, n: XSp) AdvSimd "ST3_asisdlso_D3_3d" "st3 {l.D}[{i}], [{n}]";
    st3_lane_d_post "0i00_1101_100m_mmmm_1010_01nn_nnnl_llll" (l: List<3>, i: Lane<1>, n += XSp, m: AfterBytes<24>) AdvSimd "ST3_asisdlsop_(D3_i3d|DX3_r3d)" "st3 {l.D}[{i}], [{n}], {m}";
    st4_lane_b "0i00_1101_0010_0000_001i_iinn_nnnl_llll" (l: List<4>, i: Lane<4>, n: XSp) AdvSimd "ST4_asisdlso_B4_4b" "st4 {l.B}[{i}], [{n}]";
    st4_lane_b_post "0i00_1101_101m_mmmm_001i_iinn_nnnl_llll" (l: List<4>, i: Lane<4>, n += XSp, m: AfterBytes<4>) AdvSimd "ST4_asisdlsop_(B4_i4b|BX4_r4b)" "st4 {l.B}[{i}], [{n}], {m}";
    st4_lane_h "0i00_1101_0010_0000_011i_i0nn_nnnl_llll" (l: List<4>, i: Lane<3>, n: XSp) AdvSimd "ST4_asisdlso_H4_4h" "st4 {l.H}[{i}], [{n}]";
    st4_lane_h_post "0i00_1101_101m_mmmm_011i_i0nn_nnnl_llll" (l: List<4>, i: Lane<3>, n += XSp, m: AfterBytes<8>) AdvSimd "ST4_asisdlsop_(H4_i4h|HX4_r4h)" "st4 {l.H}[{i}], [{n}], {m}";
    st4_lane_s "0i00_1101_0010_0000_101i_00nn_nnnl_llll" (l: List<4>, i: Lane<2>, n: XSp) AdvSimd "ST4_asisdlso_S4_4s" "st4 {l.S}[{i}], [{n}]";
    st4_lane_s_post "0i00_1101_101m_mmmm_101i_00nn_nnnl_llll" (l: List<4>, i: Lane<2>, n += XSp, m: AfterBytes<16>) AdvSimd "ST4_asisdlsop_(S4_i4s|SX4_r4s)" "st4 {l.S}[{i}], [{n}], {m}";
    st4_lane_d "0i00_1101_0010_0000_1010_01nn_nnnl_llll" (l: List<4>, i: Lane<1>, n: XSp) AdvSimd "ST4_asisdlso_D4_4d" "st4 {l.D}[{i}], [{n}]";
    st4_lane_d_post "0i00_1101_101m_mmmm_1010_01nn_nnnl_llll" (l: List<4>, i: Lane<1>, n += XSp, m: AfterBytes<32>) AdvSimd "ST4_asisdlsop_(D4_i4d|DX4_r4d)" "st4 {l.D}[{i}], [{n}], {m}";

    ld1r "0a00_1101_0100_0000_1100_aann_nnnl_llll" (a: ArrMem, l = List<1>, n: XSp) AdvSimd "LD1R_asisdlso_R1" "ld1r {l.a}, [{n}]";
    ld1r_post "0a00_1101_110m_mmmm_1100_aann_nnnl_llll" (a: ArrMem, l = List<1>, n += XSp, m: AfterElements<1>) AdvSimd "LD1R_asisdlsop_(R1_i|RX1_r)" "ld1r {l.a}, [{n}], {m}";
    ld2r "0a00_1101_0110_0000_1100_aann_nnnl_llll" (a: ArrMem, l = List<2>, n: XSp) AdvSimd "LD2R_asisdlso_R2" "ld2r {l.a}, [{n}]";
    ld2r_post "0a00_1101_111m_mmmm_1100_aann_nnnl_llll" (a: ArrMem, l = List<2>, n += XSp, m: AfterElements<2>) AdvSimd "LD2R_asisdlsop_(R2_i|RX2_r)" "ld2r {l.a}, [{n}], {m}";
    ld3r "0a00_1101_0100_0000_1110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n: XSp) AdvSimd "LD3R_asisdlso_R3" "ld3r {l.a}, [{n}]";
    ld3r_post "0a00_1101_110m_mmmm_1110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n += XSp, m: AfterElements<3>) AdvSimd "LD3R_asisdlsop_(R3_i|RX3_r)" "ld3r {l.a}, [{n}], {m}";
    ld4r "0a00_1101_0110_0000_1110_aann_nnnl_llll" (a: ArrMem, l = List<4>, n: XSp) AdvSimd "LD4R_asisdlso_R4" "ld4r {l.a}, [{n}]";
    ld4r_post "0a00_1101_111m_mmmm_1110_aann_nnnl_llll" (a: ArrMem, l = List<4>, n += XSp, m: AfterElements<4>) AdvSimd "LD4R_asisdlsop_(R4_i|RX4_r)" "ld4r {l.a}, [{n}], {m}";
}

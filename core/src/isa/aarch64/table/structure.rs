//! Loads and stores of several vector registers, of single elements and of one element for all lanes
//! (Arm ARM, C4.1.94).

table! { section "C4.1.94";
    ld1_1 "0a00_1100_0100_0000_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n: XSp) AdvSimd "LD1_asisdlse_R1_1v" "ld1 {l.a}, [{n}]" [LoadList Kernel];
    ld1_1_post "0a00_1100_110m_mmmm_0111_aann_nnnl_llll" (a: ArrMem, l = List<1>, n += XSp, m: AfterVectors<1>) AdvSimd "LD1_asisdlsep_(I1_i1|R1_r1)" "ld1 {l.a}, [{n}], {m}";
    ld1_2 "0a00_1100_0100_0000_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n: XSp) AdvSimd "LD1_asisdlse_R2_2v" "ld1 {l.a}, [{n}]" [LoadList Kernel];
    ld1_2_post "0a00_1100_110m_mmmm_1010_aann_nnnl_llll" (a: ArrMem, l = List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "LD1_asisdlsep_(I2_i2|R2_r2)" "ld1 {l.a}, [{n}], {m}";
    ld1_3 "0a00_1100_0100_0000_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n: XSp) AdvSimd "LD1_asisdlse_R3_3v" "ld1 {l.a}, [{n}]" [LoadLists Kernel];
    ld1_3_post "0a00_1100_110m_mmmm_0110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "LD1_asisdlsep_(I3_i3|R3_r3)" "ld1 {l.a}, [{n}], {m}";
    ld1_4 "0a00_1100_0100_0000_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n: XSp) AdvSimd "LD1_asisdlse_R4_4v" "ld1 {l.a}, [{n}]" [LoadLists Kernel];
    ld1_4_post "0a00_1100_110m_mmmm_0010_aann_nnnl_llll" (a: ArrMem, l = List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "LD1_asisdlsep_(I4_i4|R4_r4)" "ld1 {l.a}, [{n}], {m}";
    ld2 "0a00_1100_0100_0000_1000_aann_nnnl_llll" (a: ArrInt, l = List<2>, n: XSp) AdvSimd "LD2_asisdlse_R2" "ld2 {l.a}, [{n}]";
    ld2_post "0a00_1100_110m_mmmm_1000_aann_nnnl_llll" (a: ArrInt, l = List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "LD2_asisdlsep_(I2_i|R2_r)" "ld2 {l.a}, [{n}], {m}";
    ld3 "0a00_1100_0100_0000_0100_aann_nnnl_llll" (a: ArrInt, l = List<3>, n: XSp) AdvSimd "LD3_asisdlse_R3" "ld3 {l.a}, [{n}]";
    ld3_post "0a00_1100_110m_mmmm_0100_aann_nnnl_llll" (a: ArrInt, l = List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "LD3_asisdlsep_(I3_i|R3_r)" "ld3 {l.a}, [{n}], {m}";
    ld4 "0a00_1100_0100_0000_0000_aann_nnnl_llll" (a: ArrInt, l = List<4>, n: XSp) AdvSimd "LD4_asisdlse_R4" "ld4 {l.a}, [{n}]";
    ld4_post "0a00_1100_110m_mmmm_0000_aann_nnnl_llll" (a: ArrInt, l = List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "LD4_asisdlsep_(I4_i|R4_r)" "ld4 {l.a}, [{n}], {m}";

    ld1_lane "0i00_1101_0100_0000_II0i_iinn_nnnl_llll" (l += List<1>, i: LaneOfStructure, n: XSp) AdvSimd "LD1_asisdlso_(B1_1b|H1_1h|S1_1s|D1_1d)" "ld1 {l.i}[{i}], [{n}]" [LoadList Kernel];
    ld1_lane_post "0i00_1101_110m_mmmm_II0i_iinn_nnnl_llll" (l += List<1>, i: LaneOfStructure, n += XSp, m: AfterLanes<1>) AdvSimd "LD1_asisdlsop_(B1_i1b|BX1_r1b|D1_i1d|DX1_r1d|H1_i1h|HX1_r1h|S1_i1s|SX1_r1s)" "ld1 {l.i}[{i}], [{n}], {m}";
    ld2_lane "0i00_1101_0110_0000_II0i_iinn_nnnl_llll" (l += List<2>, i: LaneOfStructure, n: XSp) AdvSimd "LD2_asisdlso_(B2_2b|H2_2h|S2_2s|D2_2d)" "ld2 {l.i}[{i}], [{n}]";
    ld2_lane_post "0i00_1101_111m_mmmm_II0i_iinn_nnnl_llll" (l += List<2>, i: LaneOfStructure, n += XSp, m: AfterLanes<2>) AdvSimd "LD2_asisdlsop_(B2_i2b|BX2_r2b|D2_i2d|DX2_r2d|H2_i2h|HX2_r2h|S2_i2s|SX2_r2s)" "ld2 {l.i}[{i}], [{n}], {m}";
    ld3_lane "0i00_1101_0100_0000_II1i_iinn_nnnl_llll" (l += List<3>, i: LaneOfStructure, n: XSp) AdvSimd "LD3_asisdlso_(B3_3b|H3_3h|S3_3s|D3_3d)" "ld3 {l.i}[{i}], [{n}]";
    ld3_lane_post "0i00_1101_110m_mmmm_II1i_iinn_nnnl_llll" (l += List<3>, i: LaneOfStructure, n += XSp, m: AfterLanes<3>) AdvSimd "LD3_asisdlsop_(B3_i3b|BX3_r3b|D3_i3d|DX3_r3d|H3_i3h|HX3_r3h|S3_i3s|SX3_r3s)" "ld3 {l.i}[{i}], [{n}], {m}";
    ld4_lane "0i00_1101_0110_0000_II1i_iinn_nnnl_llll" (l += List<4>, i: LaneOfStructure, n: XSp) AdvSimd "LD4_asisdlso_(B4_4b|H4_4h|S4_4s|D4_4d)" "ld4 {l.i}[{i}], [{n}]";
    ld4_lane_post "0i00_1101_111m_mmmm_II1i_iinn_nnnl_llll" (l += List<4>, i: LaneOfStructure, n += XSp, m: AfterLanes<4>) AdvSimd "LD4_asisdlsop_(B4_i4b|BX4_r4b|D4_i4d|DX4_r4d|H4_i4h|HX4_r4h|S4_i4s|SX4_r4s)" "ld4 {l.i}[{i}], [{n}], {m}";

    st1_1 "0a00_1100_0000_0000_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n: XSp) AdvSimd "ST1_asisdlse_R1_1v" "st1 {l.a}, [{n}]" [StoreList List Kernel];
    st1_1_post "0a00_1100_100m_mmmm_0111_aann_nnnl_llll" (a: ArrMem, l: List<1>, n += XSp, m: AfterVectors<1>) AdvSimd "ST1_asisdlsep_(I1_i1|R1_r1)" "st1 {l.a}, [{n}], {m}";
    st1_2 "0a00_1100_0000_0000_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n: XSp) AdvSimd "ST1_asisdlse_R2_2v" "st1 {l.a}, [{n}]" [StoreList List Kernel];
    st1_2_post "0a00_1100_100m_mmmm_1010_aann_nnnl_llll" (a: ArrMem, l: List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "ST1_asisdlsep_(I2_i2|R2_r2)" "st1 {l.a}, [{n}], {m}";
    st1_3 "0a00_1100_0000_0000_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n: XSp) AdvSimd "ST1_asisdlse_R3_3v" "st1 {l.a}, [{n}]" [StoreLists List Kernel];
    st1_3_post "0a00_1100_100m_mmmm_0110_aann_nnnl_llll" (a: ArrMem, l: List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "ST1_asisdlsep_(I3_i3|R3_r3)" "st1 {l.a}, [{n}], {m}";
    st1_4 "0a00_1100_0000_0000_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n: XSp) AdvSimd "ST1_asisdlse_R4_4v" "st1 {l.a}, [{n}]" [StoreLists List Kernel];
    st1_4_post "0a00_1100_100m_mmmm_0010_aann_nnnl_llll" (a: ArrMem, l: List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "ST1_asisdlsep_(I4_i4|R4_r4)" "st1 {l.a}, [{n}], {m}";
    st2 "0a00_1100_0000_0000_1000_aann_nnnl_llll" (a: ArrInt, l: List<2>, n: XSp) AdvSimd "ST2_asisdlse_R2" "st2 {l.a}, [{n}]";
    st2_post "0a00_1100_100m_mmmm_1000_aann_nnnl_llll" (a: ArrInt, l: List<2>, n += XSp, m: AfterVectors<2>) AdvSimd "ST2_asisdlsep_(I2_i|R2_r)" "st2 {l.a}, [{n}], {m}";
    st3 "0a00_1100_0000_0000_0100_aann_nnnl_llll" (a: ArrInt, l: List<3>, n: XSp) AdvSimd "ST3_asisdlse_R3" "st3 {l.a}, [{n}]";
    st3_post "0a00_1100_100m_mmmm_0100_aann_nnnl_llll" (a: ArrInt, l: List<3>, n += XSp, m: AfterVectors<3>) AdvSimd "ST3_asisdlsep_(I3_i|R3_r)" "st3 {l.a}, [{n}], {m}";
    st4 "0a00_1100_0000_0000_0000_aann_nnnl_llll" (a: ArrInt, l: List<4>, n: XSp) AdvSimd "ST4_asisdlse_R4" "st4 {l.a}, [{n}]";
    st4_post "0a00_1100_100m_mmmm_0000_aann_nnnl_llll" (a: ArrInt, l: List<4>, n += XSp, m: AfterVectors<4>) AdvSimd "ST4_asisdlsep_(I4_i|R4_r)" "st4 {l.a}, [{n}], {m}";

    st1_lane "0i00_1101_0000_0000_II0i_iinn_nnnl_llll" (l: List<1>, i: LaneOfStructure, n: XSp) AdvSimd "ST1_asisdlso_(B1_1b|H1_1h|S1_1s|D1_1d)" "st1 {l.i}[{i}], [{n}]" [StoreList Kernel];
    st1_lane_post "0i00_1101_100m_mmmm_II0i_iinn_nnnl_llll" (l: List<1>, i: LaneOfStructure, n += XSp, m: AfterLanes<1>) AdvSimd "ST1_asisdlsop_(B1_i1b|BX1_r1b|D1_i1d|DX1_r1d|H1_i1h|HX1_r1h|S1_i1s|SX1_r1s)" "st1 {l.i}[{i}], [{n}], {m}";
    st2_lane "0i00_1101_0010_0000_II0i_iinn_nnnl_llll" (l: List<2>, i: LaneOfStructure, n: XSp) AdvSimd "ST2_asisdlso_(B2_2b|H2_2h|S2_2s|D2_2d)" "st2 {l.i}[{i}], [{n}]";
    st2_lane_post "0i00_1101_101m_mmmm_II0i_iinn_nnnl_llll" (l: List<2>, i: LaneOfStructure, n += XSp, m: AfterLanes<2>) AdvSimd "ST2_asisdlsop_(B2_i2b|BX2_r2b|D2_i2d|DX2_r2d|H2_i2h|HX2_r2h|S2_i2s|SX2_r2s)" "st2 {l.i}[{i}], [{n}], {m}";
    st3_lane "0i00_1101_0000_0000_II1i_iinn_nnnl_llll" (l: List<3>, i: LaneOfStructure, n: XSp) AdvSimd "ST3_asisdlso_(B3_3b|H3_3h|S3_3s|D3_3d)" "st3 {l.i}[{i}], [{n}]";
    st3_lane_post "0i00_1101_100m_mmmm_II1i_iinn_nnnl_llll" (l: List<3>, i: LaneOfStructure, n += XSp, m: AfterLanes<3>) AdvSimd "ST3_asisdlsop_(B3_i3b|BX3_r3b|D3_i3d|DX3_r3d|H3_i3h|HX3_r3h|S3_i3s|SX3_r3s)" "st3 {l.i}[{i}], [{n}], {m}";
    st4_lane "0i00_1101_0010_0000_II1i_iinn_nnnl_llll" (l: List<4>, i: LaneOfStructure, n: XSp) AdvSimd "ST4_asisdlso_(B4_4b|H4_4h|S4_4s|D4_4d)" "st4 {l.i}[{i}], [{n}]";
    st4_lane_post "0i00_1101_101m_mmmm_II1i_iinn_nnnl_llll" (l: List<4>, i: LaneOfStructure, n += XSp, m: AfterLanes<4>) AdvSimd "ST4_asisdlsop_(B4_i4b|BX4_r4b|D4_i4d|DX4_r4d|H4_i4h|HX4_r4h|S4_i4s|SX4_r4s)" "st4 {l.i}[{i}], [{n}], {m}";

    ld1r "0a00_1101_0100_0000_1100_aann_nnnl_llll" (a: ArrMem, l = List<1>, n: XSp) AdvSimd "LD1R_asisdlso_R1" "ld1r {l.a}, [{n}]" [LoadList Kernel];
    ld1r_post "0a00_1101_110m_mmmm_1100_aann_nnnl_llll" (a: ArrMem, l = List<1>, n += XSp, m: AfterElements<1>) AdvSimd "LD1R_asisdlsop_(R1_i|RX1_r)" "ld1r {l.a}, [{n}], {m}";
    ld2r "0a00_1101_0110_0000_1100_aann_nnnl_llll" (a: ArrMem, l = List<2>, n: XSp) AdvSimd "LD2R_asisdlso_R2" "ld2r {l.a}, [{n}]";
    ld2r_post "0a00_1101_111m_mmmm_1100_aann_nnnl_llll" (a: ArrMem, l = List<2>, n += XSp, m: AfterElements<2>) AdvSimd "LD2R_asisdlsop_(R2_i|RX2_r)" "ld2r {l.a}, [{n}], {m}";
    ld3r "0a00_1101_0100_0000_1110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n: XSp) AdvSimd "LD3R_asisdlso_R3" "ld3r {l.a}, [{n}]";
    ld3r_post "0a00_1101_110m_mmmm_1110_aann_nnnl_llll" (a: ArrMem, l = List<3>, n += XSp, m: AfterElements<3>) AdvSimd "LD3R_asisdlsop_(R3_i|RX3_r)" "ld3r {l.a}, [{n}], {m}";
    ld4r "0a00_1101_0110_0000_1110_aann_nnnl_llll" (a: ArrMem, l = List<4>, n: XSp) AdvSimd "LD4R_asisdlso_R4" "ld4r {l.a}, [{n}]";
    ld4r_post "0a00_1101_111m_mmmm_1110_aann_nnnl_llll" (a: ArrMem, l = List<4>, n += XSp, m: AfterElements<4>) AdvSimd "LD4R_asisdlsop_(R4_i|RX4_r)" "ld4r {l.a}, [{n}], {m}";
}

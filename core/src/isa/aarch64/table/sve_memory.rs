//! Loads and stores of scalable vectors and predicates (Arm ARM, C4.1.102).

one_of! {
    MemSigned "Size of signed elements in memory." [- Sw Sh Sb];
    SizeOfSigned "Size of elements that are extended from memory, the greatest first." [D S H -];
    GatherD "Size and sign of elements in memory that are gathered to double words." [Sb B Sh H Sw W - D];
    GatherS "Size and sign of elements in memory that are gathered to words." [Sb B Sh H - W - -];
    GatherScaled "Size and sign of elements in memory that are gathered to double words by scaled offsets." [- - Sh H Sw W - D];
    ScatterS "Size of elements in memory that words are scattered to." [B H W -];
    WideSize "Size of elements that are extended from half words in memory, the greatest first." [D S];
    OffsetExtend "How a word that is an offset is extended." [Uxtw Sxtw];
    Prefetch "What a prefetch is for, at which level, and whether data is kept."
        [Pldl1keep Pldl1strm Pldl2keep Pldl2strm Pldl3keep Pldl3strm "#6" "#7" Pstl1keep Pstl1strm Pstl2keep Pstl2strm Pstl3keep Pstl3strm "#14"
         "#15"];
}

table! { section "C4.1, SVE encodings";
    ld1 "1010_010y_yzz0_iiii_101g_ggnn_nnnt_tttt" (y: Access, z: Size, t = Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve "ld1b_z_p_bi_u(8|16|32|64)|ld1d_z_p_bi_u64|ld1h_z_p_bi_u(16|32|64)|ld1w_z_p_bi_u(32|64)" "ld1{y} { {t}.{z} }, {g}/z, [{n}{,i}]" where |y, z| z >= y;
    ld1_index "1010_010y_yzzm_mmmm_010g_ggnn_nnnt_tttt" (y: Access, z: Size, t = Z, g: P7, n: XSp, m: X) Sve "ld1b_z_p_br_u(8|16|32|64)|ld1d_z_p_br_u64|ld1h_z_p_br_u(16|32|64)|ld1w_z_p_br_u(32|64)" "ld1{y} { {t}.{z} }, {g}/z, [{n}, {m}{<y}]" where |y, z, m| z >= y && m != 31;
    ld1_signed "1010_010y_yzz0_iiii_101g_ggnn_nnnt_tttt" (y: MemSigned, z: SizeOfSigned, t = Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve "ld1sb_z_p_bi_s(16|32|64)|ld1sh_z_p_bi_s(32|64)|ld1sw_z_p_bi_s64" "ld1{y} { {t}.{z} }, {g}/z, [{n}{,i}]" where |y, z| z < y;
    ld1_signed_index "1010_010y_yzzm_mmmm_010g_ggnn_nnnt_tttt" (y: MemSigned, z: SizeOfSigned, t = Z, g: P7, n: XSp, m: X) Sve "ld1sb_z_p_br_s(16|32|64)|ld1sh_z_p_br_s(32|64)|ld1sw_z_p_br_s64" "ld1{y} { {t}.{z} }, {g}/z, [{n}, {m}{<y}]" where |y, z, m| z < y && m != 31;
    ldnf1 "1010_010y_yzz1_iiii_101g_ggnn_nnnt_tttt" (y: Access, z: Size, t = Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve NoStreaming "ldnf1b_z_p_bi_u(8|16|32|64)|ldnf1d_z_p_bi_u64|ldnf1h_z_p_bi_u(16|32|64)|ldnf1w_z_p_bi_u(32|64)" "ldnf1{y} { {t}.{z} }, {g}/z, [{n}{,i}]" where |y, z| z >= y;
    ldnf1_signed "1010_010y_yzz1_iiii_101g_ggnn_nnnt_tttt" (y: MemSigned, z: SizeOfSigned, t = Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve NoStreaming "ldnf1sb_z_p_bi_s(16|32|64)|ldnf1sh_z_p_bi_s(32|64)|ldnf1sw_z_p_bi_s64" "ldnf1{y} { {t}.{z} }, {g}/z, [{n}{,i}]" where |y, z| z < y;
    ldff1_index "1010_010y_yzzm_mmmm_011g_ggnn_nnnt_tttt" (y: Access, z: Size, t = Z, g: P7, n: XSp, m: X) Sve NoStreaming "ldff1b_z_p_br_u(8|16|32|64)|ldff1d_z_p_br_u64|ldff1h_z_p_br_u(16|32|64)|ldff1w_z_p_br_u(32|64)" "ldff1{y} { {t}.{z} }, {g}/z, [{n}, {m}{<y}]" where |y, z, m| z >= y && m != 31;
    ldff1_signed_index "1010_010y_yzzm_mmmm_011g_ggnn_nnnt_tttt" (y: MemSigned, z: SizeOfSigned, t = Z, g: P7, n: XSp, m: X) Sve NoStreaming "ldff1sb_z_p_br_s(16|32|64)|ldff1sh_z_p_br_s(32|64)|ldff1sw_z_p_br_s64" "ldff1{y} { {t}.{z} }, {g}/z, [{n}, {m}{<y}]" where |y, z, m| z < y && m != 31;
    st1 "1110_010y_yzz0_iiii_111g_ggnn_nnnt_tttt" (y: Access, z: Size, t: Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve "st1(b|d|h|w)_z_p_bi_" "st1{y} { {t}.{z} }, {g}, [{n}{,i}]" where |y, z| z >= y;
    st1_index "1110_010y_yzzm_mmmm_010g_ggnn_nnnt_tttt" (y: Access, z: Size, t: Z, g: P7, n: XSp, m: X) Sve "st1(b|d|h|w)_z_p_br_" "st1{y} { {t}.{z} }, {g}, [{n}, {m}{<y}]" where |y, z, m| z >= y && m != 31;
    ldnt1 "1010_010z_z000_iiii_111g_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve "ldnt1(b|d|h|w)_z_p_bi_contiguous" "ldnt1{wz} { {t}.{z} }, {g}/z, [{n}{,i}]";
    ldnt1_index "1010_010z_z00m_mmmm_110g_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, m: X) Sve "ldnt1(b|d|h|w)_z_p_br_contiguous" "ldnt1{wz} { {t}.{z} }, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    stnt1 "1110_010z_z001_iiii_111g_ggnn_nnnt_tttt" (z: Size, t: Z, g: P7, n: XSp, i: MulVl<4, 1>) Sve "stnt1(b|d|h|w)_z_p_bi_contiguous" "stnt1{wz} { {t}.{z} }, {g}, [{n}{,i}]";
    stnt1_index "1110_010z_z00m_mmmm_011g_ggnn_nnnt_tttt" (z: Size, t: Z, g: P7, n: XSp, m: X) Sve "stnt1(b|d|h|w)_z_p_br_contiguous" "stnt1{wz} { {t}.{z} }, {g}, [{n}, {m}{<z}]" where |m| m != 31;
    ld1rq "1010_010z_z000_iiii_001g_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, i: SImm<4, 16>) Sve "ld1rq(b_z_p_bi_u8|d_z_p_bi_u64|h_z_p_bi_u16|w_z_p_bi_u32)" "ld1rq{wz} { {t}.{z} }, {g}/z, [{n}{,i}]";
    ld1rq_index "1010_010z_z00m_mmmm_000g_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, m: X) Sve "ld1rq(b|d|h|w)_z_p_br_contiguous" "ld1rq{wz} { {t}.{z} }, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    ld1ro "1010_010z_z010_iiii_001g_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, i: SImm<4, 32>) Sve F64mm NoStreaming "ld1ro(b_z_p_bi_u8|d_z_p_bi_u64|h_z_p_bi_u16|w_z_p_bi_u32)" "ld1ro{wz} { {t}.{z} }, {g}/z, [{n}{,i}]";
    ld1ro_index "1010_010z_z01m_mmmm_000g_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, m: X) Sve F64mm NoStreaming "ld1ro(b|d|h|w)_z_p_br_contiguous" "ld1ro{wz} { {t}.{z} }, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    ld1rb "1000_0100_01ii_iiii_1zzg_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, i: UImm<6, 1>) Sve "ld1rb_z_p_bi_u(8|16|32|64)" "ld1rb { {t}.{z} }, {g}/z, [{n}{,i}]";
    ld1rh "1000_0100_11ii_iiii_1zzg_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, i: UImm<6, 2>) Sve "ld1rh_z_p_bi_u(16|32|64)" "ld1rh { {t}.{z} }, {g}/z, [{n}{,i}]" where |z| z > 0;
    ld1rw "1000_0101_01ii_iiii_1zzg_ggnn_nnnt_tttt" (z: Size, t = Z, g: P7, n: XSp, i: UImm<6, 4>) Sve "ld1rw_z_p_bi_u(32|64)" "ld1rw { {t}.{z} }, {g}/z, [{n}{,i}]" where |z| z > 1;
    ld1rd "1000_0101_11ii_iiii_111g_ggnn_nnnt_tttt" (t = Z, g: P7, n: XSp, i: UImm<6, 8>) Sve "ld1rd_z_p_bi_u64" "ld1rd { {t}.d }, {g}/z, [{n}{,i}]";
    ld1rsb "1000_0101_11ii_iiii_1zzg_ggnn_nnnt_tttt" (z: SizeOfSigned, t = Z, g: P7, n: XSp, i: UImm<6, 1>) Sve "ld1rsb_z_p_bi_s(16|32|64)" "ld1rsb { {t}.{z} }, {g}/z, [{n}{,i}]";
    ld1rsh "1000_0101_01ii_iiii_10zg_ggnn_nnnt_tttt" (z: WideSize, t = Z, g: P7, n: XSp, i: UImm<6, 2>) Sve "ld1rsh_z_p_bi_s(32|64)" "ld1rsh { {t}.{z} }, {g}/z, [{n}{,i}]";
    ld1rsw "1000_0100_11ii_iiii_100g_ggnn_nnnt_tttt" (t = Z, g: P7, n: XSp, i: UImm<6, 4>) Sve "ld1rsw_z_p_bi_s64" "ld1rsw { {t}.d }, {g}/z, [{n}{,i}]";

    ld2_z "1010_010z_z010_iiii_111g_ggnn_nnnl_llll" (z: Size, l = ZList<2>, g: P7, n: XSp, i: MulVl<4, 2>) Sve "ld2(b|d|h|w)_z_p_bi_contiguous" "ld2{wz} {l.z}, {g}/z, [{n}{,i}]";
    ld2_index "1010_010z_z01m_mmmm_110g_ggnn_nnnl_llll" (z: Size, l = ZList<2>, g: P7, n: XSp, m: X) Sve "ld2(b|d|h|w)_z_p_br_contiguous" "ld2{wz} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    ld3_z "1010_010z_z100_iiii_111g_ggnn_nnnl_llll" (z: Size, l = ZList<3>, g: P7, n: XSp, i: MulVl<4, 3>) Sve "ld3(b|d|h|w)_z_p_bi_contiguous" "ld3{wz} {l.z}, {g}/z, [{n}{,i}]";
    ld3_index "1010_010z_z10m_mmmm_110g_ggnn_nnnl_llll" (z: Size, l = ZList<3>, g: P7, n: XSp, m: X) Sve "ld3(b|d|h|w)_z_p_br_contiguous" "ld3{wz} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    ld4_z "1010_010z_z110_iiii_111g_ggnn_nnnl_llll" (z: Size, l = ZList<4>, g: P7, n: XSp, i: MulVl<4, 4>) Sve "ld4(b|d|h|w)_z_p_bi_contiguous" "ld4{wz} {l.z}, {g}/z, [{n}{,i}]";
    ld4_index "1010_010z_z11m_mmmm_110g_ggnn_nnnl_llll" (z: Size, l = ZList<4>, g: P7, n: XSp, m: X) Sve "ld4(b|d|h|w)_z_p_br_contiguous" "ld4{wz} {l.z}, {g}/z, [{n}, {m}{<z}]" where |m| m != 31;
    st2_z "1110_010z_z011_iiii_111g_ggnn_nnnl_llll" (z: Size, l: ZList<2>, g: P7, n: XSp, i: MulVl<4, 2>) Sve "st2(b|d|h|w)_z_p_bi_contiguous" "st2{wz} {l.z}, {g}, [{n}{,i}]";
    st2_index "1110_010z_z01m_mmmm_011g_ggnn_nnnl_llll" (z: Size, l: ZList<2>, g: P7, n: XSp, m: X) Sve "st2(b|d|h|w)_z_p_br_contiguous" "st2{wz} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;
    st3_z "1110_010z_z101_iiii_111g_ggnn_nnnl_llll" (z: Size, l: ZList<3>, g: P7, n: XSp, i: MulVl<4, 3>) Sve "st3(b|d|h|w)_z_p_bi_contiguous" "st3{wz} {l.z}, {g}, [{n}{,i}]";
    st3_index "1110_010z_z10m_mmmm_011g_ggnn_nnnl_llll" (z: Size, l: ZList<3>, g: P7, n: XSp, m: X) Sve "st3(b|d|h|w)_z_p_br_contiguous" "st3{wz} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;
    st4_z "1110_010z_z111_iiii_111g_ggnn_nnnl_llll" (z: Size, l: ZList<4>, g: P7, n: XSp, i: MulVl<4, 4>) Sve "st4(b|d|h|w)_z_p_bi_contiguous" "st4{wz} {l.z}, {g}, [{n}{,i}]";
    st4_index "1110_010z_z11m_mmmm_011g_ggnn_nnnl_llll" (z: Size, l: ZList<4>, g: P7, n: XSp, m: X) Sve "st4(b|d|h|w)_z_p_br_contiguous" "st4{wz} {l.z}, {g}, [{n}, {m}{<z}]" where |m| m != 31;

    ldr_z "1000_0101_10ii_iiii_010i_iinn_nnnt_tttt" (t = Z, n: XSp, i: MulVl<9, 1>) Sve "ldr_z_bi_" "ldr {t}, [{n}{,i}]";
    str_z "1110_0101_10ii_iiii_010i_iinn_nnnt_tttt" (t: Z, n: XSp, i: MulVl<9, 1>) Sve "str_z_bi_" "str {t}, [{n}{,i}]";
    ldr_p "1000_0101_10ii_iiii_000i_iinn_nnn0_tttt" (t = P, n: XSp, i: MulVl<9, 1>) Sve "ldr_p_bi_" "ldr {t}, [{n}{,i}]";
    str_p "1110_0101_10ii_iiii_000i_iinn_nnn0_tttt" (t: P, n: XSp, i: MulVl<9, 1>) Sve "str_p_bi_" "str {t}, [{n}{,i}]";
    prf "1000_0101_11ii_iiii_0zzg_ggnn_nnn0_oooo" (z: Size, o: Prefetch, g: P7, n: XSp, i: MulVl<6, 1>) Sve "prf(b|d|h|w)_i_p_bi_s" "prf{wz} {o}, {g}, [{n}{,i}]";
    prf_index "1000_010z_z00m_mmmm_110g_ggnn_nnn0_oooo" (z: Size, o: Prefetch, g: P7, n: XSp, m: X) Sve "prf(b|d|h|w)_i_p_br_s" "prf{wz} {o}, {g}, [{n}, {m}{<z}]" where |m| m != 31;

    ld1_gather_s "1000_010y_yx0m_mmmm_0y0g_ggnn_nnnt_tttt" (y: GatherS, x: OffsetExtend, t = Z, g: P7, n: XSp, m: Z) Sve NoStreaming "(ld1b|ld1h|ld1w|ld1sb|ld1sh)_z_p_bz_s_x32_unscaled" "ld1{y} { {t}.s }, {g}/z, [{n}, {m}.s, {x}]";
    ld1_gather_w_scaled "1000_0101_0x1m_mmmm_010g_ggnn_nnnt_tttt" (x: OffsetExtend, t = Z, g: P7, n: XSp, m: Z) Sve NoStreaming "ld1w_z_p_bz_s_x32_scaled" "ld1w { {t}.s }, {g}/z, [{n}, {m}.s, {x} #2]";
    ld1_gather_d_extended "1100_010y_yx0m_mmmm_0y0g_ggnn_nnnt_tttt" (y: GatherD, x: OffsetExtend, t = Z, g: P7, n: XSp, m: Z) Sve NoStreaming "(ld1b|ld1d|ld1h|ld1w|ld1sb|ld1sh|ld1sw)_z_p_bz_d_x32_unscaled" "ld1{y} { {t}.d }, {g}/z, [{n}, {m}.d, {x}]";
    ld1_gather_d_extended_scaled "1100_0101_1x1m_mmmm_010g_ggnn_nnnt_tttt" (x: OffsetExtend, t = Z, g: P7, n: XSp, m: Z) Sve NoStreaming "ld1d_z_p_bz_d_x32_scaled" "ld1d { {t}.d }, {g}/z, [{n}, {m}.d, {x} #3]";
    ld1_gather_d "1100_010y_y10m_mmmm_1y0g_ggnn_nnnt_tttt" (y: GatherD, t = Z, g: P7, n: XSp, m: Z) Sve NoStreaming "(ld1b|ld1d|ld1h|ld1w|ld1sb|ld1sh|ld1sw)_z_p_bz_d_64_unscaled" "ld1{y} { {t}.d }, {g}/z, [{n}, {m}.d]";
    ld1_gather_d_scaled "1100_010y_y11m_mmmm_1y0g_ggnn_nnnt_tttt" (y: GatherScaled, t = Z, g: P7, n: XSp, m: Z) Sve NoStreaming "(ld1d|ld1h|ld1w|ld1sh|ld1sw)_z_p_bz_d_64_scaled" "ld1{y} { {t}.d }, {g}/z, [{n}, {m}.d{<y}]";
    ld1_gather_w_at "1000_0101_001i_iiii_110g_ggnn_nnnt_tttt" (t = Z, g: P7, n: Z, i: UImm<5, 4>) Sve NoStreaming "ld1w_z_p_ai_s" "ld1w { {t}.s }, {g}/z, [{n}.s{,i}]";
    ld1_gather_d_at "1100_0101_101i_iiii_110g_ggnn_nnnt_tttt" (t = Z, g: P7, n: Z, i: UImm<5, 8>) Sve NoStreaming "ld1d_z_p_ai_d" "ld1d { {t}.d }, {g}/z, [{n}.d{,i}]";
    st1_scatter_s "1110_010y_y10m_mmmm_1x0g_ggnn_nnnt_tttt" (y: ScatterS, x: OffsetExtend, t: Z, g: P7, n: XSp, m: Z) Sve NoStreaming "st1(b|h|w)_z_p_bz_s_x32_unscaled" "st1{y} { {t}.s }, {g}, [{n}, {m}.s, {x}]";
    st1_scatter_w_scaled "1110_0101_011m_mmmm_1x0g_ggnn_nnnt_tttt" (x: OffsetExtend, t: Z, g: P7, n: XSp, m: Z) Sve NoStreaming "st1w_z_p_bz_s_x32_scaled" "st1w { {t}.s }, {g}, [{n}, {m}.s, {x} #2]";
    st1_scatter_d_extended "1110_010y_y00m_mmmm_1x0g_ggnn_nnnt_tttt" (y: Access, x: OffsetExtend, t: Z, g: P7, n: XSp, m: Z) Sve NoStreaming "st1(b|d|h|w)_z_p_bz_d_x32_unscaled" "st1{y} { {t}.d }, {g}, [{n}, {m}.d, {x}]";
    st1_scatter_d_extended_scaled "1110_0101_101m_mmmm_1x0g_ggnn_nnnt_tttt" (x: OffsetExtend, t: Z, g: P7, n: XSp, m: Z) Sve NoStreaming "st1d_z_p_bz_d_x32_scaled" "st1d { {t}.d }, {g}, [{n}, {m}.d, {x} #3]";
    st1_scatter_d "1110_010y_y00m_mmmm_101g_ggnn_nnnt_tttt" (y: Access, t: Z, g: P7, n: XSp, m: Z) Sve NoStreaming "st1(b|d|h|w)_z_p_bz_d_64_unscaled" "st1{y} { {t}.d }, {g}, [{n}, {m}.d]";
    st1_scatter_d_scaled "1110_010y_y01m_mmmm_101g_ggnn_nnnt_tttt" (y: Access, t: Z, g: P7, n: XSp, m: Z) Sve NoStreaming "st1(d|h|w)_z_p_bz_d_64_scaled" "st1{y} { {t}.d }, {g}, [{n}, {m}.d{<y}]" where |y| y > 0;
    st1_scatter_w_at "1110_0101_011i_iiii_101g_ggnn_nnnt_tttt" (t: Z, g: P7, n: Z, i: UImm<5, 4>) Sve NoStreaming "st1w_z_p_ai_s" "st1w { {t}.s }, {g}, [{n}.s{,i}]";
    st1_scatter_d_at "1110_0101_110i_iiii_101g_ggnn_nnnt_tttt" (t: Z, g: P7, n: Z, i: UImm<5, 8>) Sve NoStreaming "st1d_z_p_ai_d" "st1d { {t}.d }, {g}, [{n}.d{,i}]";
}

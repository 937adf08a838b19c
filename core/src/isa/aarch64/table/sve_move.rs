//! Moves, permutations and selections of scalable vectors (Arm ARM, C4.1.102).

one_of! {
    Permute "A permutation of two vectors." [Zip1 Zip2 Uzp1 Uzp2 Trn1 Trn2 - -];
    PermuteQ "A permutation of two vectors of 128-bit elements." [Zip1 Zip2 Uzp1 Uzp2 - - Trn1 Trn2];
    Unpack "A widening of one half of a vector." [Sunpklo Sunpkhi Uunpklo Uunpkhi];
    ConditionalLast "The last active element, or the one after it, if there is one." [Clasta Clastb];
    Last "The last active element, or the one after it." [Lasta Lastb];
    ZeroOrMerge "What happens to inactive elements: zero, or kept." [Z M];
}

table! { section "C4.1, SVE encodings";
    mov_lane_0_b "0000_0101_0010_0001_0010_00nn_nnnd_dddd" (d = Z, n: B) Sve "mov_dup_z_zi_" "mov {d}.b, {n}";
    mov_lane_0_h "0000_0101_0010_0010_0010_00nn_nnnd_dddd" (d = Z, n: H) Sve "mov_dup_z_zi_" "mov {d}.h, {n}";
    mov_lane_0_s "0000_0101_0010_0100_0010_00nn_nnnd_dddd" (d = Z, n: S) Sve "mov_dup_z_zi_" "mov {d}.s, {n}";
    mov_lane_0_d "0000_0101_0010_1000_0010_00nn_nnnd_dddd" (d = Z, n: D) Sve "mov_dup_z_zi_" "mov {d}.d, {n}";
    mov_lane_0_q "0000_0101_0011_0000_0010_00nn_nnnd_dddd" (d = Z, n: Q) Sve "mov_dup_z_zi_" "mov {d}.q, {n}";
    mov_lane "0000_0101_ii1i_iiii_0010_00nn_nnnd_dddd" (i: LaneOfZ, d = Z, n: Z) Sve "mov_dup_z_zi_" "mov {d}.{=i}, {n}.{=i}[{i}]";
    mov_from_r "0000_0101_zz10_0000_0011_10nn_nnnd_dddd" (z: Size, d = Z, n: RzSp) Sve "mov_dup_z_r_(d|bhs)_" "mov {d}.{z}, {n}";
    mov_imm "0010_0101_zz11_1000_11ii_iiii_iiid_dddd" (z: Size, d = Z, i: SImm8Lsl) Sve "mov_dup_z_i_" "mov {d}.{z}, {i}" where |z, i| z > 0 || i < 256;
    fmov_imm_z "0010_0101_zz11_1001_110i_iiii_iiid_dddd" (z: Size, d = Z, i: Float8) Sve "fmov_fdup_z_i_" "fmov {d}.{z}, {i}" where |z| z > 0;
    mov_mask_h "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MoveMask<16>) Sve "mov_dupm_z_i_" "mov {d}.h, {i}";
    mov_mask_s "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MoveMask<32>) Sve "mov_dupm_z_i_" "mov {d}.s, {i}";
    mov_mask_d "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MoveMask<64>) Sve "mov_dupm_z_i_" "mov {d}.d, {i}";
    dupm_b "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MaskZ<8>) Sve "dupm_z_i_" "dupm {d}.b, {i}";
    dupm_h "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MaskZ<16>) Sve "dupm_z_i_" "dupm {d}.h, {i}";
    dupm_s "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MaskZ<32>) Sve "dupm_z_i_" "dupm {d}.s, {i}";
    dupm_d "0000_0101_1100_00ii_iiii_iiii_iiid_dddd" (d = Z, i: MaskZ<64>) Sve "dupm_z_i_" "dupm {d}.d, {i}";

    mov_p_from_r "0000_0101_zz10_1000_101g_ggnn_nnnd_dddd" (z: Size, d += Z, g: P7, n: RzSp) Sve "mov_cpy_z_p_r_(d|bhs)_" "mov {d}.{z}, {g}/m, {n}";
    mov_p_from_v "0000_0101_zz10_0000_100g_ggnn_nnnd_dddd" (z: Size, d += Z, g: P7, n: I) Sve "mov_cpy_z_p_v_" "mov {d}.{z}, {g}/m, {n}";
    mov_p_imm "0000_0101_zz01_gggg_0kii_iiii_iiid_dddd" (z: Size, d += Z, g: P, k: ZeroOrMerge, i: SImm8Lsl) Sve "mov_cpy_z_(o|p)_i_" "mov {d}.{z}, {g}/{k}, {i}" where |z, i| z > 0 || i < 256;
    fmov_p_imm "0000_0101_zz01_gggg_110i_iiii_iiid_dddd" (z: Size, d += Z, g: P, i: Float8) Sve "fmov_fcpy_z_p_i_" "fmov {d}.{z}, {g}/m, {i}" where |z| z > 0;
    mov_merging_z "0000_0101_zz1d_dddd_11gg_ggnn_nnnd_dddd" (z: Size, d += Z, g: P, n: Z) Sve "mov_sel_z_p_zz_" "mov {d}.{z}, {g}/m, {n}.{z}";
    sel "0000_0101_zz1m_mmmm_11gg_ggnn_nnnd_dddd" (z: Size, d = Z, g: P, n: Z, m: Z) Sve "sel_z_p_zz_" "sel {d}.{z}, {g}, {n}.{z}, {m}.{z}";
    movprfx "0000_0100_0010_0000_1011_11nn_nnnd_dddd" (d = Z, n: Z) Sve "movprfx_z_z_" "movprfx {d}, {n}";
    movprfx_p "0000_0100_zz01_000k_001g_ggnn_nnnd_dddd" (z: Size, d += Z, g: P7, k: ZeroOrMerge, n: Z) Sve "movprfx_z_p_z_" "movprfx {d}.{z}, {g}/{k}, {n}.{z}";

    index "0000_0100_zz1j_jjjj_0100_00ii_iiid_dddd" (z: Size, d = Z, i: SImm<5, 1>, j: SImm<5, 1>) Sve "index_z_ii_" "index {d}.{z}, {i}, {j}";
    index_from_imm "0000_0100_zz1m_mmmm_0100_10ii_iiid_dddd" (z: Size, d = Z, i: SImm<5, 1>, m: Rz) Sve "index_z_ir_" "index {d}.{z}, {i}, {m}";
    index_by_imm "0000_0100_zz1j_jjjj_0100_01nn_nnnd_dddd" (z: Size, d = Z, n: Rz, j: SImm<5, 1>) Sve "index_z_ri_" "index {d}.{z}, {n}, {j}";
    index_by_r "0000_0100_zz1m_mmmm_0100_11nn_nnnd_dddd" (z: Size, d = Z, n: Rz, m: Rz) Sve "index_z_rr_" "index {d}.{z}, {n}, {m}";
    insr "0000_0101_zz10_0100_0011_10nn_nnnd_dddd" (z: Size, d += Z, n: Rz) Sve "insr_z_r_" "insr {d}.{z}, {n}";
    insr_v "0000_0101_zz11_0100_0011_10nn_nnnd_dddd" (z: Size, d += Z, n: I) Sve "insr_z_v_" "insr {d}.{z}, {n}";
    clast_z "0000_0101_zz10_100o_100g_ggnn_nnnd_dddd" (o: ConditionalLast, z: Size, d += Z, g: P7, n: Z) Sve "clast(a|b)_z_p_zz_" "{o} {d}.{z}, {g}, {d}.{z}, {n}.{z}";
    clast_v "0000_0101_zz10_101o_100g_ggnn_nnnd_dddd" (o: ConditionalLast, z: Size, d += I, g: P7, n: Z) Sve "clast(a|b)_v_p_z_" "{o} {d}, {g}, {d}, {n}.{z}";
    clast_r "0000_0101_zz11_000o_101g_ggnn_nnnd_dddd" (o: ConditionalLast, z: Size, d += Rz, g: P7, n: Z) Sve "clast(a|b)_r_p_z_" "{o} {d}, {g}, {d}, {n}.{z}";
    last_v "0000_0101_zz10_001o_100g_ggnn_nnnd_dddd" (o: Last, z: Size, d = I, g: P7, n: Z) Sve "last(a|b)_v_p_z_" "{o} {d}, {g}, {n}.{z}";
    last_r "0000_0101_zz10_000o_101g_ggnn_nnnd_dddd" (o: Last, z: Size, d = Rz, g: P7, n: Z) Sve "last(a|b)_r_p_z_" "{o} {d}, {g}, {n}.{z}";

    permute_z "0000_0101_zz1m_mmmm_011o_oonn_nnnd_dddd" (o: Permute, z: Size, d = Z, n: Z, m: Z) Sve "(trn|uzp|zip)(1|2)_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    permute_q "0000_0101_101m_mmmm_000o_oonn_nnnd_dddd" (o: PermuteQ, d = Z, n: Z, m: Z) Sve F64mm NoStreaming "(trn|uzp|zip)(1|2)_z_zz_q" "{o} {d}.q, {n}.q, {m}.q";
    unpack "0000_0101_zz11_00oo_0011_10nn_nnnd_dddd" (o: Unpack, z: Size, d = Z, n: Z) Sve "(s|u)unpk(hi|lo)_z_z_" "{o} {d}.{z}, {n}.{-z}" where |z| z > 0;
    rev_z "0000_0101_zz11_1000_0011_10nn_nnnd_dddd" (z: Size, d = Z, n: Z) Sve "rev_z_z_" "rev {d}.{z}, {n}.{z}";
    revd "0000_0101_0010_1110_100g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve2p1 "revd_z_p_z_m" "revd {d}.q, {g}/m, {n}.q";
    ext_z "0000_0101_001i_iiii_000i_iimm_mmmd_dddd" (d += Z, m: Z, i: UImm<8, 1>) Sve "ext_z_zi_des" "ext {d}.b, {d}.b, {m}.b, {i}";
    ext_pair "0000_0101_011i_iiii_000i_iill_llld_dddd" (d = Z, l: ZList<2>, i: UImm<8, 1>) Sve2 "ext_z_zi_con" "ext {d}.b, {l.B}, {i}";
    splice "0000_0101_zz10_1100_100g_ggmm_mmmd_dddd" (z: Size, d += Z, g: P7, m: Z) Sve "splice_z_p_zz_des" "splice {d}.{z}, {g}, {d}.{z}, {m}.{z}";
    splice_pair "0000_0101_zz10_1101_100g_ggll_llld_dddd" (z: Size, d = Z, g: P7, l: ZList<2>) Sve2 "splice_z_p_zz_con" "splice {d}.{z}, {g}, {l.z}";
    tbl "0000_0101_zz1m_mmmm_0011_00ll_llld_dddd" (z: Size, d = Z, l: ZList<1>, m: Z) Sve "tbl_z_zz_1" "tbl {d}.{z}, {l.z}, {m}.{z}";
    tbl2 "0000_0101_zz1m_mmmm_0010_10ll_llld_dddd" (z: Size, d = Z, l: ZList<2>, m: Z) Sve2 "tbl_z_zz_2" "tbl {d}.{z}, {l.z}, {m}.{z}";
    tbx "0000_0101_zz1m_mmmm_0010_11nn_nnnd_dddd" (z: Size, d += Z, n: Z, m: Z) Sve2 "tbx_z_zz_" "tbx {d}.{z}, {n}.{z}, {m}.{z}";
    compact "0000_0101_zz10_0001_100g_ggnn_nnnd_dddd" (z: Size, d = Z, g: P7, n: Z) Sve NoStreaming "compact_z_p_z_" "compact {d}.{z}, {g}, {n}.{z}" where |z| z >= 2;
}

//! Ordered loads and stores, and atomic operations on memory (Arm ARM, C4.1.94).

table! { section "C4.1.94";
    ldar "1s00_1000_1101_1111_1111_11nn_nnnt_tttt" (s: Width, t = R, n: XSp) Base "LDAR_LR(32|64)_ldstord" "ldar {t}, [{n}]";
    ldar_narrow "0z00_1000_1101_1111_1111_11nn_nnnt_tttt" (z: Narrow, t = W, n: XSp) Base "LDAR(B|H)_LR32_ldstord" "ldar{z} {t}, [{n}]";
    ldlar "1s00_1000_1101_1111_0111_11nn_nnnt_tttt" (s: Width, t = R, n: XSp) Lor "LDLAR_LR(32|64)_ldstord" "ldlar {t}, [{n}]";
    ldlar_narrow "0z00_1000_1101_1111_0111_11nn_nnnt_tttt" (z: Narrow, t = W, n: XSp) Lor "LDLAR(B|H)_LR32_ldstord" "ldlar{z} {t}, [{n}]";
    stlr "1s00_1000_1001_1111_1111_11nn_nnnt_tttt" (s: Width, t: R, n: XSp) Base "STLR_SL(32|64)_ldstord" "stlr {t}, [{n}]";
    stlr_narrow "0z00_1000_1001_1111_1111_11nn_nnnt_tttt" (z: Narrow, t: W, n: XSp) Base "STLR(B|H)_SL32_ldstord" "stlr{z} {t}, [{n}]";
    stllr "1s00_1000_1001_1111_0111_11nn_nnnt_tttt" (s: Width, t: R, n: XSp) Lor "STLLR_SL(32|64)_ldstord" "stllr {t}, [{n}]";
    stllr_narrow "0z00_1000_1001_1111_0111_11nn_nnnt_tttt" (z: Narrow, t: W, n: XSp) Lor "STLLR(B|H)_SL32_ldstord" "stllr{z} {t}, [{n}]";
    ldapr "1s11_1000_1011_1111_1100_00nn_nnnt_tttt" (s: Width, t = R, n: XSp) Lrcpc "LDAPR_(32|64)L_memop" "ldapr {t}, [{n}]";
    ldapr_narrow "0z11_1000_1011_1111_1100_00nn_nnnt_tttt" (z: Narrow, t = W, n: XSp) Lrcpc "LDAPR(B|H)_32L_memop" "ldapr{z} {t}, [{n}]";
    ldapur "1s01_1001_010i_iiii_iiii_00nn_nnnt_tttt" (s: Width, t = R, n: XSp, i: SImm<9, 1>) Lrcpc2 "LDAPUR_(32|64)_ldapstl_unscaled" "ldapur {t}, [{n}{,i}]";
    ldapur_narrow "0z01_1001_010i_iiii_iiii_00nn_nnnt_tttt" (z: Narrow, t = W, n: XSp, i: SImm<9, 1>) Lrcpc2 "LDAPUR(B|H)_32_ldapstl_unscaled" "ldapur{z} {t}, [{n}{,i}]";
    ldapursw "1001_1001_100i_iiii_iiii_00nn_nnnt_tttt" (t = X, n: XSp, i: SImm<9, 1>) Lrcpc2 "LDAPURSW_64_ldapstl_unscaled" "ldapursw {t}, [{n}{,i}]";
    ldapurs_narrow "0z01_1001_1s0i_iiii_iiii_00nn_nnnt_tttt" (z: Narrow, s: SignedWidth, t = Rs, n: XSp, i: SImm<9, 1>) Lrcpc2 "LDAPURS(B|H)_(32|64)_ldapstl_unscaled" "ldapurs{z} {t}, [{n}{,i}]";
    stlur "1s01_1001_000i_iiii_iiii_00nn_nnnt_tttt" (s: Width, t: R, n: XSp, i: SImm<9, 1>) Lrcpc2 "STLUR_(32|64)_ldapstl_unscaled" "stlur {t}, [{n}{,i}]";
    stlur_narrow "0z01_1001_000i_iiii_iiii_00nn_nnnt_tttt" (z: Narrow, t: W, n: XSp, i: SImm<9, 1>) Lrcpc2 "STLUR(B|H)_32_ldapstl_unscaled" "stlur{z} {t}, [{n}{,i}]";

    st_op "1s11_1000_0o1m_mmmm_0fff_00nn_nnn1_1111" (f: AtomicOp, o: Release, s: Width, m: R, n: XSp) Lse "(LDADD|LDCLR|LDEOR|LDSET|LDSMAX|LDSMIN|LDUMAX|LDUMIN)(|L)_(32|64)_memop" "st{f}{o} {m}, [{n}]";
    ld_op "1s11_1000_oo1m_mmmm_0fff_00nn_nnnt_tttt" (f: AtomicOp, o: AcqRel, s: Width, m: R, t = R, n: XSp) Lse "(LDADD|LDCLR|LDEOR|LDSET|LDSMAX|LDSMIN|LDUMAX|LDUMIN)(|A)(|L)_(32|64)_memop" "ld{f}{o} {m}, {t}, [{n}]";
    swp "1s11_1000_oo1m_mmmm_1000_00nn_nnnt_tttt" (o: AcqRel, s: Width, m: R, t = R, n: XSp) Lse "SWP(|A)(|L)_(32|64)_memop" "swp{o} {m}, {t}, [{n}]";
    cas "1s00_1000_1o1m_mmmm_o111_11nn_nnnt_tttt" (o: AcqRel, s: Width, m += R, t: R, n: XSp) Lse "CAS(|A)(|L)_C(32|64)_comswap" "cas{o} {m}, {t}, [{n}]";
    st_op_narrow "0z11_1000_0o1m_mmmm_0fff_00nn_nnn1_1111" (f: AtomicOp, o: Release, z: Narrow, m: W, n: XSp) Lse "(LDADD|LDCLR|LDEOR|LDSET|LDSMAX|LDSMIN|LDUMAX|LDUMIN)(|L)(B|H)_32_memop" "st{f}{o}{z} {m}, [{n}]";
    ld_op_narrow "0z11_1000_oo1m_mmmm_0fff_00nn_nnnt_tttt" (f: AtomicOp, o: AcqRel, z: Narrow, m: W, t = W, n: XSp) Lse "(LDADD|LDCLR|LDEOR|LDSET|LDSMAX|LDSMIN|LDUMAX|LDUMIN)(|A)(|L)(B|H)_32_memop" "ld{f}{o}{z} {m}, {t}, [{n}]";
    swp_narrow "0z11_1000_oo1m_mmmm_1000_00nn_nnnt_tttt" (o: AcqRel, z: Narrow, m: W, t = W, n: XSp) Lse "SWP(|A)(|L)(B|H)_32_memop" "swp{o}{z} {m}, {t}, [{n}]";
    cas_narrow "0z00_1000_1o1m_mmmm_o111_11nn_nnnt_tttt" (o: AcqRel, z: Narrow, m += W, t: W, n: XSp) Lse "CAS(|A)(|L)(B|H)_C32_comswap" "cas{o}{z} {m}, {t}, [{n}]";
    casp_x "0100_1000_0o1m_mmm0_o111_11nn_nnnt_ttt0" (o: AcqRel, m += XPair, t: XPair, n: XSp) Lse "CASP(|A)(|L)_CP64_comswappr" "casp{o} {m}, {t}, [{n}]";
    casp_w "0000_1000_0o1m_mmm0_o111_11nn_nnnt_ttt0" (o: AcqRel, m += WPair, t: WPair, n: XSp) Lse "CASP(|A)(|L)_CP32_comswappr" "casp{o} {m}, {t}, [{n}]";
}

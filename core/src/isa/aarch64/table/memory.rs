//! Loads, stores and prefetches of general-purpose and floating-point registers and pairs of them
//! (Arm ARM, C4.1.94).

use crate::isa::aarch64::operand::{
    B, D, Distance, Extend, H, Index, M, MemSize, Narrow, Prefetch, Q, R, Rs, S, SImm, SignedWidth, UImm, W,
    Width, X, XSp,
};

table! {
    section "C4.1.94";

    ldr_x "1111_1001_01ii_iiii_iiii_iinn_nnnt_tttt" (t = X, n: XSp, i: UImm<12, 8>) Base "LDR_64_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldr_w "1011_1001_01ii_iiii_iiii_iinn_nnnt_tttt" (t = W, n: XSp, i: UImm<12, 4>) Base "LDR_32_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldrh "0111_1001_01ii_iiii_iiii_iinn_nnnt_tttt" (t = W, n: XSp, i: UImm<12, 2>) Base "LDRH_32_ldst_pos" "ldrh {t}, [{n}{,i}]";
    ldrb "0011_1001_01ii_iiii_iiii_iinn_nnnt_tttt" (t = W, n: XSp, i: UImm<12, 1>) Base "LDRB_32_ldst_pos" "ldrb {t}, [{n}{,i}]";
    str_x "1111_1001_00ii_iiii_iiii_iinn_nnnt_tttt" (t: X, n: XSp, i: UImm<12, 8>) Base "STR_64_ldst_pos" "str {t}, [{n}{,i}]";
    str_w "1011_1001_00ii_iiii_iiii_iinn_nnnt_tttt" (t: W, n: XSp, i: UImm<12, 4>) Base "STR_32_ldst_pos" "str {t}, [{n}{,i}]";
    strh "0111_1001_00ii_iiii_iiii_iinn_nnnt_tttt" (t: W, n: XSp, i: UImm<12, 2>) Base "STRH_32_ldst_pos" "strh {t}, [{n}{,i}]";
    strb "0011_1001_00ii_iiii_iiii_iinn_nnnt_tttt" (t: W, n: XSp, i: UImm<12, 1>) Base "STRB_32_ldst_pos" "strb {t}, [{n}{,i}]";
    ldrsw "1011_1001_10ii_iiii_iiii_iinn_nnnt_tttt" (t = X, n: XSp, i: UImm<12, 4>) Base "LDRSW_64_ldst_pos" "ldrsw {t}, [{n}{,i}]";
    ldrsh "0111_1001_1sii_iiii_iiii_iinn_nnnt_tttt" (s: SignedWidth, t = Rs, n: XSp, i: UImm<12, 2>) Base "LDRSH_ldst_pos" "ldrsh {t}, [{n}{,i}]";
    ldrsb "0011_1001_1sii_iiii_iiii_iinn_nnnt_tttt" (s: SignedWidth, t = Rs, n: XSp, i: UImm<12, 1>) Base "LDRSB_ldst_pos" "ldrsb {t}, [{n}{,i}]";

    ldur "1s11_1000_010i_iiii_iiii_00nn_nnnt_tttt" (s: Width, t = R, n: XSp, i: SImm<9, 1>) Base "LDUR_64_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_post "1s11_1000_010i_iiii_iiii_01nn_nnnt_tttt" (s: Width, t = R, n += XSp, i: SImm<9, 1>) Base "LDR_64_ldst_immpost" "ldr {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    ldr_pre "1s11_1000_010i_iiii_iiii_11nn_nnnt_tttt" (s: Width, t = R, n += XSp, i: SImm<9, 1>) Base "LDR_64_ldst_immpre" "ldr {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    ldur_narrow "0z11_1000_010i_iiii_iiii_00nn_nnnt_tttt" (z: Narrow, t = W, n: XSp, i: SImm<9, 1>) Base "LDURB_32_ldst_unscaled" "ldur{z} {t}, [{n}{,i}]";
    ldr_narrow_post "0z11_1000_010i_iiii_iiii_01nn_nnnt_tttt" (z: Narrow, t = W, n += XSp, i: SImm<9, 1>) Base "LDRB_32_ldst_immpost" "ldr{z} {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    ldr_narrow_pre "0z11_1000_010i_iiii_iiii_11nn_nnnt_tttt" (z: Narrow, t = W, n += XSp, i: SImm<9, 1>) Base "LDRB_32_ldst_immpre" "ldr{z} {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    ldursw "1011_1000_100i_iiii_iiii_00nn_nnnt_tttt" (t = X, n: XSp, i: SImm<9, 1>) Base "LDURSW_64_ldst_unscaled" "ldursw {t}, [{n}{,i}]";
    ldrsw_post "1011_1000_100i_iiii_iiii_01nn_nnnt_tttt" (t = X, n += XSp, i: SImm<9, 1>) Base "LDRSW_64_ldst_immpost" "ldrsw {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    ldrsw_pre "1011_1000_100i_iiii_iiii_11nn_nnnt_tttt" (t = X, n += XSp, i: SImm<9, 1>) Base "LDRSW_64_ldst_immpre" "ldrsw {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    ldurs_narrow "0z11_1000_1s0i_iiii_iiii_00nn_nnnt_tttt" (z: Narrow, s: SignedWidth, t = Rs, n: XSp, i: SImm<9, 1>) Base "LDURSB_ldst_unscaled" "ldurs{z} {t}, [{n}{,i}]";
    ldrs_narrow_post "0z11_1000_1s0i_iiii_iiii_01nn_nnnt_tttt" (z: Narrow, s: SignedWidth, t = Rs, n += XSp, i: SImm<9, 1>) Base "LDRSB_ldst_immpost" "ldrs{z} {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    ldrs_narrow_pre "0z11_1000_1s0i_iiii_iiii_11nn_nnnt_tttt" (z: Narrow, s: SignedWidth, t = Rs, n += XSp, i: SImm<9, 1>) Base "LDRSB_ldst_immpre" "ldrs{z} {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    stur "1s11_1000_000i_iiii_iiii_00nn_nnnt_tttt" (s: Width, t: R, n: XSp, i: SImm<9, 1>) Base "STUR_64_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_post "1s11_1000_000i_iiii_iiii_01nn_nnnt_tttt" (s: Width, t: R, n += XSp, i: SImm<9, 1>) Base "STR_64_ldst_immpost" "str {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    str_pre "1s11_1000_000i_iiii_iiii_11nn_nnnt_tttt" (s: Width, t: R, n += XSp, i: SImm<9, 1>) Base "STR_64_ldst_immpre" "str {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    stur_narrow "0z11_1000_000i_iiii_iiii_00nn_nnnt_tttt" (z: Narrow, t: W, n: XSp, i: SImm<9, 1>) Base "STURB_32_ldst_unscaled" "stur{z} {t}, [{n}{,i}]";
    str_narrow_post "0z11_1000_000i_iiii_iiii_01nn_nnnt_tttt" (z: Narrow, t: W, n += XSp, i: SImm<9, 1>) Base "STRB_32_ldst_immpost" "str{z} {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    str_narrow_pre "0z11_1000_000i_iiii_iiii_11nn_nnnt_tttt" (z: Narrow, t: W, n += XSp, i: SImm<9, 1>) Base "STRB_32_ldst_immpre" "str{z} {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    ldur_fp "zz11_1100_Z10i_iiii_iiii_00nn_nnnt_tttt" (z: MemSize, t = M, n: XSp, i: SImm<9, 1>) Fp "LDUR_D_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_fp_post "zz11_1100_Z10i_iiii_iiii_01nn_nnnt_tttt" (z: MemSize, t = M, n += XSp, i: SImm<9, 1>) Fp "LDR_D_ldst_immpost" "ldr {t}, [{n}], {i}";
    ldr_fp_pre "zz11_1100_Z10i_iiii_iiii_11nn_nnnt_tttt" (z: MemSize, t = M, n += XSp, i: SImm<9, 1>) Fp "LDR_D_ldst_immpre" "ldr {t}, [{n}, {i}]!";
    stur_fp "zz11_1100_Z00i_iiii_iiii_00nn_nnnt_tttt" (z: MemSize, t: M, n: XSp, i: SImm<9, 1>) Fp "STUR_D_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_fp_post "zz11_1100_Z00i_iiii_iiii_01nn_nnnt_tttt" (z: MemSize, t: M, n += XSp, i: SImm<9, 1>) Fp "STR_D_ldst_immpost" "str {t}, [{n}], {i}";
    str_fp_pre "zz11_1100_Z00i_iiii_iiii_11nn_nnnt_tttt" (z: MemSize, t: M, n += XSp, i: SImm<9, 1>) Fp "STR_D_ldst_immpre" "str {t}, [{n}, {i}]!";

    ldr_b "0011_1101_01ii_iiii_iiii_iinn_nnnt_tttt" (t = B, n: XSp, i: UImm<12, 1>) Fp "LDR_B_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldr_h "0111_1101_01ii_iiii_iiii_iinn_nnnt_tttt" (t = H, n: XSp, i: UImm<12, 2>) Fp "LDR_H_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldr_s "1011_1101_01ii_iiii_iiii_iinn_nnnt_tttt" (t = S, n: XSp, i: UImm<12, 4>) Fp "LDR_S_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldr_d "1111_1101_01ii_iiii_iiii_iinn_nnnt_tttt" (t = D, n: XSp, i: UImm<12, 8>) Fp "LDR_D_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldr_q "0011_1101_11ii_iiii_iiii_iinn_nnnt_tttt" (t = Q, n: XSp, i: UImm<12, 16>) Fp "LDR_Q_ldst_pos" "ldr {t}, [{n}{,i}]";
    str_b "0011_1101_00ii_iiii_iiii_iinn_nnnt_tttt" (t: B, n: XSp, i: UImm<12, 1>) Fp "STR_B_ldst_pos" "str {t}, [{n}{,i}]";
    str_h "0111_1101_00ii_iiii_iiii_iinn_nnnt_tttt" (t: H, n: XSp, i: UImm<12, 2>) Fp "STR_H_ldst_pos" "str {t}, [{n}{,i}]";
    str_s "1011_1101_00ii_iiii_iiii_iinn_nnnt_tttt" (t: S, n: XSp, i: UImm<12, 4>) Fp "STR_S_ldst_pos" "str {t}, [{n}{,i}]";
    str_d "1111_1101_00ii_iiii_iiii_iinn_nnnt_tttt" (t: D, n: XSp, i: UImm<12, 8>) Fp "STR_D_ldst_pos" "str {t}, [{n}{,i}]";
    str_q "0011_1101_10ii_iiii_iiii_iinn_nnnt_tttt" (t: Q, n: XSp, i: UImm<12, 16>) Fp "STR_Q_ldst_pos" "str {t}, [{n}{,i}]";

    ldr_x_index "1111_1000_011m_mmmm_eeee_10nn_nnnt_tttt" (t = X, n: XSp, m: Index, e: Extend<3>) Base "LDR_64_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    ldr_w_index "1011_1000_011m_mmmm_eeee_10nn_nnnt_tttt" (t = W, n: XSp, m: Index, e: Extend<2>) Base "LDR_32_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    ldrh_index "0111_1000_011m_mmmm_eeee_10nn_nnnt_tttt" (t = W, n: XSp, m: Index, e: Extend<1>) Base "LDRH_32_ldst_regoff" "ldrh {t}, [{n}, {m}{e}]";
    ldrb_index "0011_1000_011m_mmmm_eeee_10nn_nnnt_tttt" (t = W, n: XSp, m: Index, e: Extend<0>) Base "LDRB_32_ldst_regoff" "ldrb {t}, [{n}, {m}{e}]";
    ldrsw_index "1011_1000_101m_mmmm_eeee_10nn_nnnt_tttt" (t = X, n: XSp, m: Index, e: Extend<2>) Base "LDRSW_64_ldst_regoff" "ldrsw {t}, [{n}, {m}{e}]";
    ldrsh_index "0111_1000_1s1m_mmmm_eeee_10nn_nnnt_tttt" (s: SignedWidth, t = Rs, n: XSp, m: Index, e: Extend<1>) Base "LDRSH_ldst_regoff" "ldrsh {t}, [{n}, {m}{e}]";
    ldrsb_index "0011_1000_1s1m_mmmm_eeee_10nn_nnnt_tttt" (s: SignedWidth, t = Rs, n: XSp, m: Index, e: Extend<0>) Base "LDRSB_ldst_regoff" "ldrsb {t}, [{n}, {m}{e}]";
    str_x_index "1111_1000_001m_mmmm_eeee_10nn_nnnt_tttt" (t: X, n: XSp, m: Index, e: Extend<3>) Base "STR_64_ldst_regoff" "str {t}, [{n}, {m}{e}]";
    str_w_index "1011_1000_001m_mmmm_eeee_10nn_nnnt_tttt" (t: W, n: XSp, m: Index, e: Extend<2>) Base "STR_32_ldst_regoff" "str {t}, [{n}, {m}{e}]";
    strh_index "0111_1000_001m_mmmm_eeee_10nn_nnnt_tttt" (t: W, n: XSp, m: Index, e: Extend<1>) Base "STRH_32_ldst_regoff" "strh {t}, [{n}, {m}{e}]";
    strb_index "0011_1000_001m_mmmm_eeee_10nn_nnnt_tttt" (t: W, n: XSp, m: Index, e: Extend<0>) Base "STRB_32_ldst_regoff" "strb {t}, [{n}, {m}{e}]";
    ldr_b_index "0011_1100_011m_mmmm_eeee_10nn_nnnt_tttt" (t = B, n: XSp, m: Index, e: Extend<0>) Fp "LDR_B_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    ldr_h_index "0111_1100_011m_mmmm_eeee_10nn_nnnt_tttt" (t = H, n: XSp, m: Index, e: Extend<1>) Fp "LDR_H_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    ldr_s_index "1011_1100_011m_mmmm_eeee_10nn_nnnt_tttt" (t = S, n: XSp, m: Index, e: Extend<2>) Fp "LDR_S_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    ldr_d_index "1111_1100_011m_mmmm_eeee_10nn_nnnt_tttt" (t = D, n: XSp, m: Index, e: Extend<3>) Fp "LDR_D_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    ldr_q_index "0011_1100_111m_mmmm_eeee_10nn_nnnt_tttt" (t = Q, n: XSp, m: Index, e: Extend<4>) Fp "LDR_Q_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";
    str_b_index "0011_1100_001m_mmmm_eeee_10nn_nnnt_tttt" (t: B, n: XSp, m: Index, e: Extend<0>) Fp "STR_B_ldst_regoff" "str {t}, [{n}, {m}{e}]";
    str_h_index "0111_1100_001m_mmmm_eeee_10nn_nnnt_tttt" (t: H, n: XSp, m: Index, e: Extend<1>) Fp "STR_H_ldst_regoff" "str {t}, [{n}, {m}{e}]";
    str_s_index "1011_1100_001m_mmmm_eeee_10nn_nnnt_tttt" (t: S, n: XSp, m: Index, e: Extend<2>) Fp "STR_S_ldst_regoff" "str {t}, [{n}, {m}{e}]";
    str_d_index "1111_1100_001m_mmmm_eeee_10nn_nnnt_tttt" (t: D, n: XSp, m: Index, e: Extend<3>) Fp "STR_D_ldst_regoff" "str {t}, [{n}, {m}{e}]";
    str_q_index "0011_1100_101m_mmmm_eeee_10nn_nnnt_tttt" (t: Q, n: XSp, m: Index, e: Extend<4>) Fp "STR_Q_ldst_regoff" "str {t}, [{n}, {m}{e}]";

    ldr_literal "0s01_1000_iiii_iiii_iiii_iiii_iiit_tttt" (s: Width, t = R, i: Distance<19, 4>) Base "LDR_64_loadlit" "ldr {t}, {i}";
    ldrsw_literal "1001_1000_iiii_iiii_iiii_iiii_iiit_tttt" (t = X, i: Distance<19, 4>) Base "LDRSW_64_loadlit" "ldrsw {t}, {i}";
    ldr_s_literal "0001_1100_iiii_iiii_iiii_iiii_iiit_tttt" (t = S, i: Distance<19, 4>) Fp "LDR_S_loadlit" "ldr {t}, {i}";
    ldr_d_literal "0101_1100_iiii_iiii_iiii_iiii_iiit_tttt" (t = D, i: Distance<19, 4>) Fp "LDR_D_loadlit" "ldr {t}, {i}";
    ldr_q_literal "1001_1100_iiii_iiii_iiii_iiii_iiit_tttt" (t = Q, i: Distance<19, 4>) Fp "LDR_Q_loadlit" "ldr {t}, {i}";
    prfm "1111_1001_10ii_iiii_iiii_iinn_nnnp_pppp" (p: Prefetch, n: XSp, i: UImm<12, 8>) Base "PRFM_P_ldst_pos" "prfm {p}, [{n}{,i}]";
    prfum "1111_1000_100i_iiii_iiii_00nn_nnnp_pppp" (p: Prefetch, n: XSp, i: SImm<9, 1>) Base "PRFUM_P_ldst_unscaled" "prfum {p}, [{n}{,i}]";
    prfm_index "1111_1000_101m_mmmm_eeee_10nn_nnnp_pppp" (p: Prefetch, n: XSp, m: Index, e: Extend<3>) Base "PRFM_P_ldst_regoff" "prfm {p}, [{n}, {m}{e}]" where |p| p < 24;
    prfm_literal "1101_1000_iiii_iiii_iiii_iiii_iiip_pppp" (p: Prefetch, i: Distance<19, 4>) Base "PRFM_P_loadlit" "prfm {p}, {i}";

    ldp_x "1010_1001_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n: XSp, i: SImm<7, 8>) Base "LDP_64_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_x_post "1010_1000_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n += XSp, i: SImm<7, 8>) Base "LDP_64_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldp_x_pre "1010_1001_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n += XSp, i: SImm<7, 8>) Base "LDP_64_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldnp_x "1010_1000_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n: XSp, i: SImm<7, 8>) Base "LDNP_64_ldstnapair_offs" "ldnp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_w "0010_1001_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n: XSp, i: SImm<7, 4>) Base "LDP_32_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_w_post "0010_1000_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n += XSp, i: SImm<7, 4>) Base "LDP_32_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldp_w_pre "0010_1001_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n += XSp, i: SImm<7, 4>) Base "LDP_32_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldnp_w "0010_1000_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n: XSp, i: SImm<7, 4>) Base "LDNP_32_ldstnapair_offs" "ldnp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldpsw "0110_1001_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n: XSp, i: SImm<7, 4>) Base "LDPSW_64_ldstpair_off" "ldpsw {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldpsw_post "0110_1000_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n += XSp, i: SImm<7, 4>) Base "LDPSW_64_ldstpair_post" "ldpsw {t}, {u}, [{n}], {i}" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldpsw_pre "0110_1001_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n += XSp, i: SImm<7, 4>) Base "LDPSW_64_ldstpair_pre" "ldpsw {t}, {u}, [{n}, {i}]!" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldp_s "0010_1101_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n: XSp, i: SImm<7, 4>) Fp "LDP_S_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_s_post "0010_1100_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n += XSp, i: SImm<7, 4>) Fp "LDP_S_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u| t != u;
    ldp_s_pre "0010_1101_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n += XSp, i: SImm<7, 4>) Fp "LDP_S_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u| t != u;
    ldnp_s "0010_1100_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n: XSp, i: SImm<7, 4>) Fp "LDNP_S_ldstnapair_offs" "ldnp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_d "0110_1101_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n: XSp, i: SImm<7, 8>) Fp "LDP_D_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_d_post "0110_1100_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n += XSp, i: SImm<7, 8>) Fp "LDP_D_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u| t != u;
    ldp_d_pre "0110_1101_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n += XSp, i: SImm<7, 8>) Fp "LDP_D_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u| t != u;
    ldnp_d "0110_1100_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n: XSp, i: SImm<7, 8>) Fp "LDNP_D_ldstnapair_offs" "ldnp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_q "1010_1101_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n: XSp, i: SImm<7, 16>) Fp "LDP_Q_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_q_post "1010_1100_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n += XSp, i: SImm<7, 16>) Fp "LDP_Q_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u| t != u;
    ldp_q_pre "1010_1101_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n += XSp, i: SImm<7, 16>) Fp "LDP_Q_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u| t != u;
    ldnp_q "1010_1100_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n: XSp, i: SImm<7, 16>) Fp "LDNP_Q_ldstnapair_offs" "ldnp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    stp_x "1010_1001_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n: XSp, i: SImm<7, 8>) Base "STP_64_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_x_post "1010_1000_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n += XSp, i: SImm<7, 8>) Base "STP_64_ldstpair_post" "stp {t}, {u}, [{n}], {i}" where |t, u, n| n == 31 || t != n && u != n;
    stp_x_pre "1010_1001_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n += XSp, i: SImm<7, 8>) Base "STP_64_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!" where |t, u, n| n == 31 || t != n && u != n;
    stnp_x "1010_1000_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n: XSp, i: SImm<7, 8>) Base "STNP_64_ldstnapair_offs" "stnp {t}, {u}, [{n}{,i}]";
    stp_w "0010_1001_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n: XSp, i: SImm<7, 4>) Base "STP_32_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_w_post "0010_1000_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n += XSp, i: SImm<7, 4>) Base "STP_32_ldstpair_post" "stp {t}, {u}, [{n}], {i}" where |t, u, n| n == 31 || t != n && u != n;
    stp_w_pre "0010_1001_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n += XSp, i: SImm<7, 4>) Base "STP_32_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!" where |t, u, n| n == 31 || t != n && u != n;
    stnp_w "0010_1000_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n: XSp, i: SImm<7, 4>) Base "STNP_32_ldstnapair_offs" "stnp {t}, {u}, [{n}{,i}]";
    stp_s "0010_1101_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n: XSp, i: SImm<7, 4>) Fp "STP_S_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_s_post "0010_1100_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n += XSp, i: SImm<7, 4>) Fp "STP_S_ldstpair_post" "stp {t}, {u}, [{n}], {i}";
    stp_s_pre "0010_1101_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n += XSp, i: SImm<7, 4>) Fp "STP_S_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!";
    stnp_s "0010_1100_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n: XSp, i: SImm<7, 4>) Fp "STNP_S_ldstnapair_offs" "stnp {t}, {u}, [{n}{,i}]";
    stp_d "0110_1101_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n: XSp, i: SImm<7, 8>) Fp "STP_D_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_d_post "0110_1100_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n += XSp, i: SImm<7, 8>) Fp "STP_D_ldstpair_post" "stp {t}, {u}, [{n}], {i}";
    stp_d_pre "0110_1101_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n += XSp, i: SImm<7, 8>) Fp "STP_D_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!";
    stnp_d "0110_1100_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n: XSp, i: SImm<7, 8>) Fp "STNP_D_ldstnapair_offs" "stnp {t}, {u}, [{n}{,i}]";
    stp_q "1010_1101_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n: XSp, i: SImm<7, 16>) Fp "STP_Q_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_q_post "1010_1100_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n += XSp, i: SImm<7, 16>) Fp "STP_Q_ldstpair_post" "stp {t}, {u}, [{n}], {i}";
    stp_q_pre "1010_1101_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n += XSp, i: SImm<7, 16>) Fp "STP_Q_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!";
    stnp_q "1010_1100_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n: XSp, i: SImm<7, 16>) Fp "STNP_Q_ldstnapair_offs" "stnp {t}, {u}, [{n}{,i}]";
}

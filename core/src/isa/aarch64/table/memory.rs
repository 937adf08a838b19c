//! Loads and stores of X, W, S, D and Q registers and of pairs of them (Arm ARM, C4.1.94).

use crate::isa::aarch64::operand::{D, Extend, Index, Q, S, SImm, UImm, W, X, XSp};

table! {
    ldr_x "1111_1001_01ii_iiii_iiii_iinn_nnnt_tttt" (t = X, n: XSp, i: UImm<12, 8>) Base "LDR_64_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldur_x "1111_1000_010i_iiii_iiii_00nn_nnnt_tttt" (t = X, n: XSp, i: SImm<9, 1>) Base "LDUR_64_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_x_post "1111_1000_010i_iiii_iiii_01nn_nnnt_tttt" (t = X, n += XSp, i: SImm<9, 1>) Base "LDR_64_ldst_immpost" "ldr {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    ldr_x_pre "1111_1000_010i_iiii_iiii_11nn_nnnt_tttt" (t = X, n += XSp, i: SImm<9, 1>) Base "LDR_64_ldst_immpre" "ldr {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    ldr_x_index "1111_1000_011m_mmmm_eeee_10nn_nnnt_tttt" (t = X, n: XSp, m: Index, e: Extend<3>) Base "LDR_64_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";

    ldr_w "1011_1001_01ii_iiii_iiii_iinn_nnnt_tttt" (t = W, n: XSp, i: UImm<12, 4>) Base "LDR_32_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldur_w "1011_1000_010i_iiii_iiii_00nn_nnnt_tttt" (t = W, n: XSp, i: SImm<9, 1>) Base "LDUR_32_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_w_post "1011_1000_010i_iiii_iiii_01nn_nnnt_tttt" (t = W, n += XSp, i: SImm<9, 1>) Base "LDR_32_ldst_immpost" "ldr {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    ldr_w_pre "1011_1000_010i_iiii_iiii_11nn_nnnt_tttt" (t = W, n += XSp, i: SImm<9, 1>) Base "LDR_32_ldst_immpre" "ldr {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    ldr_w_index "1011_1000_011m_mmmm_eeee_10nn_nnnt_tttt" (t = W, n: XSp, m: Index, e: Extend<2>) Base "LDR_32_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";

    ldr_s "1011_1101_01ii_iiii_iiii_iinn_nnnt_tttt" (t = S, n: XSp, i: UImm<12, 4>) AdvSimd "LDR_S_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldur_s "1011_1100_010i_iiii_iiii_00nn_nnnt_tttt" (t = S, n: XSp, i: SImm<9, 1>) AdvSimd "LDUR_S_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_s_post "1011_1100_010i_iiii_iiii_01nn_nnnt_tttt" (t = S, n += XSp, i: SImm<9, 1>) AdvSimd "LDR_S_ldst_immpost" "ldr {t}, [{n}], {i}";
    ldr_s_pre "1011_1100_010i_iiii_iiii_11nn_nnnt_tttt" (t = S, n += XSp, i: SImm<9, 1>) AdvSimd "LDR_S_ldst_immpre" "ldr {t}, [{n}, {i}]!";
    ldr_s_index "1011_1100_011m_mmmm_eeee_10nn_nnnt_tttt" (t = S, n: XSp, m: Index, e: Extend<2>) AdvSimd "LDR_S_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";

    ldr_d "1111_1101_01ii_iiii_iiii_iinn_nnnt_tttt" (t = D, n: XSp, i: UImm<12, 8>) AdvSimd "LDR_D_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldur_d "1111_1100_010i_iiii_iiii_00nn_nnnt_tttt" (t = D, n: XSp, i: SImm<9, 1>) AdvSimd "LDUR_D_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_d_post "1111_1100_010i_iiii_iiii_01nn_nnnt_tttt" (t = D, n += XSp, i: SImm<9, 1>) AdvSimd "LDR_D_ldst_immpost" "ldr {t}, [{n}], {i}";
    ldr_d_pre "1111_1100_010i_iiii_iiii_11nn_nnnt_tttt" (t = D, n += XSp, i: SImm<9, 1>) AdvSimd "LDR_D_ldst_immpre" "ldr {t}, [{n}, {i}]!";
    ldr_d_index "1111_1100_011m_mmmm_eeee_10nn_nnnt_tttt" (t = D, n: XSp, m: Index, e: Extend<3>) AdvSimd "LDR_D_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";

    ldr_q "0011_1101_11ii_iiii_iiii_iinn_nnnt_tttt" (t = Q, n: XSp, i: UImm<12, 16>) AdvSimd "LDR_Q_ldst_pos" "ldr {t}, [{n}{,i}]";
    ldur_q "0011_1100_110i_iiii_iiii_00nn_nnnt_tttt" (t = Q, n: XSp, i: SImm<9, 1>) AdvSimd "LDUR_Q_ldst_unscaled" "ldur {t}, [{n}{,i}]";
    ldr_q_post "0011_1100_110i_iiii_iiii_01nn_nnnt_tttt" (t = Q, n += XSp, i: SImm<9, 1>) AdvSimd "LDR_Q_ldst_immpost" "ldr {t}, [{n}], {i}";
    ldr_q_pre "0011_1100_110i_iiii_iiii_11nn_nnnt_tttt" (t = Q, n += XSp, i: SImm<9, 1>) AdvSimd "LDR_Q_ldst_immpre" "ldr {t}, [{n}, {i}]!";
    ldr_q_index "0011_1100_111m_mmmm_eeee_10nn_nnnt_tttt" (t = Q, n: XSp, m: Index, e: Extend<4>) AdvSimd "LDR_Q_ldst_regoff" "ldr {t}, [{n}, {m}{e}]";

    str_x "1111_1001_00ii_iiii_iiii_iinn_nnnt_tttt" (t: X, n: XSp, i: UImm<12, 8>) Base "STR_64_ldst_pos" "str {t}, [{n}{,i}]";
    stur_x "1111_1000_000i_iiii_iiii_00nn_nnnt_tttt" (t: X, n: XSp, i: SImm<9, 1>) Base "STUR_64_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_x_post "1111_1000_000i_iiii_iiii_01nn_nnnt_tttt" (t: X, n += XSp, i: SImm<9, 1>) Base "STR_64_ldst_immpost" "str {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    str_x_pre "1111_1000_000i_iiii_iiii_11nn_nnnt_tttt" (t: X, n += XSp, i: SImm<9, 1>) Base "STR_64_ldst_immpre" "str {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    str_x_index "1111_1000_001m_mmmm_eeee_10nn_nnnt_tttt" (t: X, n: XSp, m: Index, e: Extend<3>) Base "STR_64_ldst_regoff" "str {t}, [{n}, {m}{e}]";

    str_w "1011_1001_00ii_iiii_iiii_iinn_nnnt_tttt" (t: W, n: XSp, i: UImm<12, 4>) Base "STR_32_ldst_pos" "str {t}, [{n}{,i}]";
    stur_w "1011_1000_000i_iiii_iiii_00nn_nnnt_tttt" (t: W, n: XSp, i: SImm<9, 1>) Base "STUR_32_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_w_post "1011_1000_000i_iiii_iiii_01nn_nnnt_tttt" (t: W, n += XSp, i: SImm<9, 1>) Base "STR_32_ldst_immpost" "str {t}, [{n}], {i}" where |t, n| n == 31 || t != n;
    str_w_pre "1011_1000_000i_iiii_iiii_11nn_nnnt_tttt" (t: W, n += XSp, i: SImm<9, 1>) Base "STR_32_ldst_immpre" "str {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    str_w_index "1011_1000_001m_mmmm_eeee_10nn_nnnt_tttt" (t: W, n: XSp, m: Index, e: Extend<2>) Base "STR_32_ldst_regoff" "str {t}, [{n}, {m}{e}]";

    str_s "1011_1101_00ii_iiii_iiii_iinn_nnnt_tttt" (t: S, n: XSp, i: UImm<12, 4>) AdvSimd "STR_S_ldst_pos" "str {t}, [{n}{,i}]";
    stur_s "1011_1100_000i_iiii_iiii_00nn_nnnt_tttt" (t: S, n: XSp, i: SImm<9, 1>) AdvSimd "STUR_S_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_s_post "1011_1100_000i_iiii_iiii_01nn_nnnt_tttt" (t: S, n += XSp, i: SImm<9, 1>) AdvSimd "STR_S_ldst_immpost" "str {t}, [{n}], {i}";
    str_s_pre "1011_1100_000i_iiii_iiii_11nn_nnnt_tttt" (t: S, n += XSp, i: SImm<9, 1>) AdvSimd "STR_S_ldst_immpre" "str {t}, [{n}, {i}]!";
    str_s_index "1011_1100_001m_mmmm_eeee_10nn_nnnt_tttt" (t: S, n: XSp, m: Index, e: Extend<2>) AdvSimd "STR_S_ldst_regoff" "str {t}, [{n}, {m}{e}]";

    str_d "1111_1101_00ii_iiii_iiii_iinn_nnnt_tttt" (t: D, n: XSp, i: UImm<12, 8>) AdvSimd "STR_D_ldst_pos" "str {t}, [{n}{,i}]";
    stur_d "1111_1100_000i_iiii_iiii_00nn_nnnt_tttt" (t: D, n: XSp, i: SImm<9, 1>) AdvSimd "STUR_D_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_d_post "1111_1100_000i_iiii_iiii_01nn_nnnt_tttt" (t: D, n += XSp, i: SImm<9, 1>) AdvSimd "STR_D_ldst_immpost" "str {t}, [{n}], {i}";
    str_d_pre "1111_1100_000i_iiii_iiii_11nn_nnnt_tttt" (t: D, n += XSp, i: SImm<9, 1>) AdvSimd "STR_D_ldst_immpre" "str {t}, [{n}, {i}]!";
    str_d_index "1111_1100_001m_mmmm_eeee_10nn_nnnt_tttt" (t: D, n: XSp, m: Index, e: Extend<3>) AdvSimd "STR_D_ldst_regoff" "str {t}, [{n}, {m}{e}]";

    str_q "0011_1101_10ii_iiii_iiii_iinn_nnnt_tttt" (t: Q, n: XSp, i: UImm<12, 16>) AdvSimd "STR_Q_ldst_pos" "str {t}, [{n}{,i}]";
    stur_q "0011_1100_100i_iiii_iiii_00nn_nnnt_tttt" (t: Q, n: XSp, i: SImm<9, 1>) AdvSimd "STUR_Q_ldst_unscaled" "stur {t}, [{n}{,i}]";
    str_q_post "0011_1100_100i_iiii_iiii_01nn_nnnt_tttt" (t: Q, n += XSp, i: SImm<9, 1>) AdvSimd "STR_Q_ldst_immpost" "str {t}, [{n}], {i}";
    str_q_pre "0011_1100_100i_iiii_iiii_11nn_nnnt_tttt" (t: Q, n += XSp, i: SImm<9, 1>) AdvSimd "STR_Q_ldst_immpre" "str {t}, [{n}, {i}]!";
    str_q_index "0011_1100_101m_mmmm_eeee_10nn_nnnt_tttt" (t: Q, n: XSp, m: Index, e: Extend<4>) AdvSimd "STR_Q_ldst_regoff" "str {t}, [{n}, {m}{e}]";

    ldp_x "1010_1001_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n: XSp, i: SImm<7, 8>) Base "LDP_64_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_x_post "1010_1000_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n += XSp, i: SImm<7, 8>) Base "LDP_64_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldp_x_pre "1010_1001_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = X, u = X, n += XSp, i: SImm<7, 8>) Base "LDP_64_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u, n| t != u && (n == 31 || t != n && u != n);

    ldp_w "0010_1001_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n: XSp, i: SImm<7, 4>) Base "LDP_32_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_w_post "0010_1000_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n += XSp, i: SImm<7, 4>) Base "LDP_32_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u, n| t != u && (n == 31 || t != n && u != n);
    ldp_w_pre "0010_1001_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = W, u = W, n += XSp, i: SImm<7, 4>) Base "LDP_32_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u, n| t != u && (n == 31 || t != n && u != n);

    ldp_s "0010_1101_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n: XSp, i: SImm<7, 4>) AdvSimd "LDP_S_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_s_post "0010_1100_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n += XSp, i: SImm<7, 4>) AdvSimd "LDP_S_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u| t != u;
    ldp_s_pre "0010_1101_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = S, u = S, n += XSp, i: SImm<7, 4>) AdvSimd "LDP_S_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u| t != u;

    ldp_d "0110_1101_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n: XSp, i: SImm<7, 8>) AdvSimd "LDP_D_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_d_post "0110_1100_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n += XSp, i: SImm<7, 8>) AdvSimd "LDP_D_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u| t != u;
    ldp_d_pre "0110_1101_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = D, u = D, n += XSp, i: SImm<7, 8>) AdvSimd "LDP_D_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u| t != u;

    ldp_q "1010_1101_01ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n: XSp, i: SImm<7, 16>) AdvSimd "LDP_Q_ldstpair_off" "ldp {t}, {u}, [{n}{,i}]" where |t, u| t != u;
    ldp_q_post "1010_1100_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n += XSp, i: SImm<7, 16>) AdvSimd "LDP_Q_ldstpair_post" "ldp {t}, {u}, [{n}], {i}" where |t, u| t != u;
    ldp_q_pre "1010_1101_11ii_iiii_iuuu_uunn_nnnt_tttt" (t = Q, u = Q, n += XSp, i: SImm<7, 16>) AdvSimd "LDP_Q_ldstpair_pre" "ldp {t}, {u}, [{n}, {i}]!" where |t, u| t != u;

    stp_x "1010_1001_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n: XSp, i: SImm<7, 8>) Base "STP_64_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_x_post "1010_1000_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n += XSp, i: SImm<7, 8>) Base "STP_64_ldstpair_post" "stp {t}, {u}, [{n}], {i}" where |t, u, n| n == 31 || t != n && u != n;
    stp_x_pre "1010_1001_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: X, u: X, n += XSp, i: SImm<7, 8>) Base "STP_64_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!" where |t, u, n| n == 31 || t != n && u != n;

    stp_w "0010_1001_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n: XSp, i: SImm<7, 4>) Base "STP_32_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_w_post "0010_1000_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n += XSp, i: SImm<7, 4>) Base "STP_32_ldstpair_post" "stp {t}, {u}, [{n}], {i}" where |t, u, n| n == 31 || t != n && u != n;
    stp_w_pre "0010_1001_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: W, u: W, n += XSp, i: SImm<7, 4>) Base "STP_32_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!" where |t, u, n| n == 31 || t != n && u != n;

    stp_s "0010_1101_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n: XSp, i: SImm<7, 4>) AdvSimd "STP_S_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_s_post "0010_1100_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n += XSp, i: SImm<7, 4>) AdvSimd "STP_S_ldstpair_post" "stp {t}, {u}, [{n}], {i}";
    stp_s_pre "0010_1101_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: S, u: S, n += XSp, i: SImm<7, 4>) AdvSimd "STP_S_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!";

    stp_d "0110_1101_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n: XSp, i: SImm<7, 8>) AdvSimd "STP_D_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_d_post "0110_1100_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n += XSp, i: SImm<7, 8>) AdvSimd "STP_D_ldstpair_post" "stp {t}, {u}, [{n}], {i}";
    stp_d_pre "0110_1101_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: D, u: D, n += XSp, i: SImm<7, 8>) AdvSimd "STP_D_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!";

    stp_q "1010_1101_00ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n: XSp, i: SImm<7, 16>) AdvSimd "STP_Q_ldstpair_off" "stp {t}, {u}, [{n}{,i}]";
    stp_q_post "1010_1100_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n += XSp, i: SImm<7, 16>) AdvSimd "STP_Q_ldstpair_post" "stp {t}, {u}, [{n}], {i}";
    stp_q_pre "1010_1101_10ii_iiii_iuuu_uunn_nnnt_tttt" (t: Q, u: Q, n += XSp, i: SImm<7, 16>) AdvSimd "STP_Q_ldstpair_pre" "stp {t}, {u}, [{n}, {i}]!";
}

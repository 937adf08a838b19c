//! Integer arithmetic, logic and moves (Arm ARM, C4.1.92 and C4.1.95).

use crate::isa::aarch64::operand::{Cond, Lsl12, Lsl16, R, RSp, Shift, ShiftOrRotate, UImm, W, Width, X};

table! {
    add_imm  "s001_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, d = RSp, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "ADD_addsub_imm" "add {d}, {n}, {i}{h}";
    sub_imm  "s101_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, d = RSp, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "SUB_addsub_imm" "sub {d}, {n}, {i}{h}";
    adds_imm "s011_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, d = R, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "ADDS_addsub_imm" "adds {d}, {n}, {i}{h}";
    subs_imm "s111_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, d = R, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "SUBS_addsub_imm" "subs {d}, {n}, {i}{h}";

    add  "s000_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "ADD_addsub_shift" "add {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    sub  "s100_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "SUB_addsub_shift" "sub {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    adds "s010_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "ADDS_addsub_shift" "adds {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    subs "s110_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "SUBS_addsub_shift" "subs {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;

    mov_x "1010_1010_000m_mmmm_0000_0011_111d_dddd" (d = X, m: X) Base "MOV_ORR_log_shift" "mov {d}, {m}";
    mov_w "0010_1010_000m_mmmm_0000_0011_111d_dddd" (d = W, m: W) Base "MOV_ORR_log_shift" "mov {d}, {m}";
    and  "s000_1010_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "AND_log_shift" "and {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    bic  "s000_1010_hh1m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "BIC_log_shift" "bic {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    orr  "s010_1010_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "ORR_log_shift" "orr {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    orn  "s010_1010_hh1m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "ORN_log_shift" "orn {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    eor  "s100_1010_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "EOR_log_shift" "eor {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;
    ands "s110_1010_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "ANDS_log_shift" "ands {d}, {n}, {m}{h}" where |s, h| s == 1 || h & 32 == 0;

    movz "s101_0010_1hhi_iiii_iiii_iiii_iiid_dddd" (s: Width, d = R, i: UImm<16, 1>, h: Lsl16) Base "MOVZ_movewide" "movz {d}, {i}{h}" where |s, h| s == 1 || h < 2;
    movn "s001_0010_1hhi_iiii_iiii_iiii_iiid_dddd" (s: Width, d = R, i: UImm<16, 1>, h: Lsl16) Base "MOVN_movewide" "movn {d}, {i}{h}" where |s, h| s == 1 || h < 2;
    movk "s111_0010_1hhi_iiii_iiii_iiii_iiid_dddd" (s: Width, d += R, i: UImm<16, 1>, h: Lsl16) Base "MOVK_movewide" "movk {d}, {i}{h}" where |s, h| s == 1 || h < 2;

    ubfm_x "1101_0011_01rr_rrrr_iiii_iinn_nnnd_dddd" (d = X, n: X, r: UImm<6, 1>, i: UImm<6, 1>) Base "UBFM_64M_bitfield" "ubfm {d}, {n}, {r}, {i}";
    ubfm_w "0101_0011_000r_rrrr_0iii_iinn_nnnd_dddd" (d = W, n: W, r: UImm<5, 1>, i: UImm<5, 1>) Base "UBFM_32M_bitfield" "ubfm {d}, {n}, {r}, {i}";
    sbfm_x "1001_0011_01rr_rrrr_iiii_iinn_nnnd_dddd" (d = X, n: X, r: UImm<6, 1>, i: UImm<6, 1>) Base "SBFM_64M_bitfield" "sbfm {d}, {n}, {r}, {i}";
    sbfm_w "0001_0011_000r_rrrr_0iii_iinn_nnnd_dddd" (d = W, n: W, r: UImm<5, 1>, i: UImm<5, 1>) Base "SBFM_32M_bitfield" "sbfm {d}, {n}, {r}, {i}";

    madd "s001_1011_000m_mmmm_0aaa_aann_nnnd_dddd" (s: Width, d = R, n: R, m: R, a: R) Base "MADD_dp_3src" "madd {d}, {n}, {m}, {a}";
    msub "s001_1011_000m_mmmm_1aaa_aann_nnnd_dddd" (s: Width, d = R, n: R, m: R, a: R) Base "MSUB_dp_3src" "msub {d}, {n}, {m}, {a}";
    udiv "s001_1010_110m_mmmm_0000_10nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "UDIV_dp_2src" "udiv {d}, {n}, {m}";
    sdiv "s001_1010_110m_mmmm_0000_11nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "SDIV_dp_2src" "sdiv {d}, {n}, {m}";
    lslv "s001_1010_110m_mmmm_0010_00nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "LSLV_dp_2src" "lsl {d}, {n}, {m}";
    lsrv "s001_1010_110m_mmmm_0010_01nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "LSRV_dp_2src" "lsr {d}, {n}, {m}";
    asrv "s001_1010_110m_mmmm_0010_10nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "ASRV_dp_2src" "asr {d}, {n}, {m}";
    csel  "s001_1010_100m_mmmm_cccc_00nn_nnnd_dddd" (s: Width, d = R, n: R, m: R, c: Cond) Base "CSEL_condsel" "csel {d}, {n}, {m}, {c}";
    csinc "s001_1010_100m_mmmm_cccc_01nn_nnnd_dddd" (s: Width, d = R, n: R, m: R, c: Cond) Base "CSINC_condsel" "csinc {d}, {n}, {m}, {c}";
}

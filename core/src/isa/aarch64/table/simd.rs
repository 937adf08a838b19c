//! Single- and double-precision arithmetic on vectors, lanes and scalars, permutations, and moves
//! between lanes and registers (Arm ARM, C4.1.96).

use crate::isa::aarch64::operand::{ArrB, ArrFp, ArrH, ArrInt, ArrS, D, F, FpSize, Lane, S, UImm, V, W, X};

table! {
    fmla   "0t00_1110_0t1m_mmmm_1100_11nn_nnnd_dddd" (t: ArrFp, d += V, n: V, m: V) AdvSimd "FMLA_asimdsame_only" "fmla {d}.{t}, {n}.{t}, {m}.{t}";
    fmls   "0t00_1110_1t1m_mmmm_1100_11nn_nnnd_dddd" (t: ArrFp, d += V, n: V, m: V) AdvSimd "FMLS_asimdsame_only" "fmls {d}.{t}, {n}.{t}, {m}.{t}";
    fadd   "0t00_1110_0t1m_mmmm_1101_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FADD_asimdsame_only" "fadd {d}.{t}, {n}.{t}, {m}.{t}";
    fsub   "0t00_1110_1t1m_mmmm_1101_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FSUB_asimdsame_only" "fsub {d}.{t}, {n}.{t}, {m}.{t}";
    fmul   "0t10_1110_0t1m_mmmm_1101_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FMUL_asimdsame_only" "fmul {d}.{t}, {n}.{t}, {m}.{t}";
    fdiv   "0t10_1110_0t1m_mmmm_1111_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FDIV_asimdsame_only" "fdiv {d}.{t}, {n}.{t}, {m}.{t}";
    fmax   "0t00_1110_0t1m_mmmm_1111_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FMAX_asimdsame_only" "fmax {d}.{t}, {n}.{t}, {m}.{t}";
    fmin   "0t00_1110_1t1m_mmmm_1111_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FMIN_asimdsame_only" "fmin {d}.{t}, {n}.{t}, {m}.{t}";
    fmaxnm "0t00_1110_0t1m_mmmm_1100_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FMAXNM_asimdsame_only" "fmaxnm {d}.{t}, {n}.{t}, {m}.{t}";
    fminnm "0t00_1110_1t1m_mmmm_1100_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FMINNM_asimdsame_only" "fminnm {d}.{t}, {n}.{t}, {m}.{t}";
    faddp  "0t10_1110_0t1m_mmmm_1101_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd "FADDP_asimdsame_only" "faddp {d}.{t}, {n}.{t}, {m}.{t}";
    fabs   "0t00_1110_1t10_0000_1111_10nn_nnnd_dddd" (t: ArrFp, d = V, n: V) AdvSimd "FABS_asimdmisc_R" "fabs {d}.{t}, {n}.{t}";
    fneg   "0t10_1110_1t10_0000_1111_10nn_nnnd_dddd" (t: ArrFp, d = V, n: V) AdvSimd "FNEG_asimdmisc_R" "fneg {d}.{t}, {n}.{t}";
    fsqrt  "0t10_1110_1t10_0001_1111_10nn_nnnd_dddd" (t: ArrFp, d = V, n: V) AdvSimd "FSQRT_asimdmisc_R" "fsqrt {d}.{t}, {n}.{t}";

    fmla_lane_s "0t00_1111_10im_mmmm_0001_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "FMLA_asimdelem_R_SD" "fmla {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmla_lane_d "0100_1111_110m_mmmm_0001_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>) AdvSimd "FMLA_asimdelem_R_SD" "fmla {d}.2d, {n}.2d, {m}.d[{i}]";
    fmls_lane_s "0t00_1111_10im_mmmm_0101_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "FMLS_asimdelem_R_SD" "fmls {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmls_lane_d "0100_1111_110m_mmmm_0101_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>) AdvSimd "FMLS_asimdelem_R_SD" "fmls {d}.2d, {n}.2d, {m}.d[{i}]";
    fmul_lane_s "0t00_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "FMUL_asimdelem_R_SD" "fmul {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmul_lane_d "0100_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (d = V, n: V, m: V, i: Lane<1>) AdvSimd "FMUL_asimdelem_R_SD" "fmul {d}.2d, {n}.2d, {m}.d[{i}]";

    fadd_scalar "0001_1110_0t1m_mmmm_0010_10nn_nnnd_dddd" (t: FpSize, d = F, n: F, m: F) AdvSimd "FADD_floatdp2" "fadd {d}, {n}, {m}";
    fsub_scalar "0001_1110_0t1m_mmmm_0011_10nn_nnnd_dddd" (t: FpSize, d = F, n: F, m: F) AdvSimd "FSUB_floatdp2" "fsub {d}, {n}, {m}";
    fmul_scalar "0001_1110_0t1m_mmmm_0000_10nn_nnnd_dddd" (t: FpSize, d = F, n: F, m: F) AdvSimd "FMUL_floatdp2" "fmul {d}, {n}, {m}";
    fdiv_scalar "0001_1110_0t1m_mmmm_0001_10nn_nnnd_dddd" (t: FpSize, d = F, n: F, m: F) AdvSimd "FDIV_floatdp2" "fdiv {d}, {n}, {m}";
    fmax_scalar "0001_1110_0t1m_mmmm_0100_10nn_nnnd_dddd" (t: FpSize, d = F, n: F, m: F) AdvSimd "FMAX_floatdp2" "fmax {d}, {n}, {m}";
    fmin_scalar "0001_1110_0t1m_mmmm_0101_10nn_nnnd_dddd" (t: FpSize, d = F, n: F, m: F) AdvSimd "FMIN_floatdp2" "fmin {d}, {n}, {m}";
    fmadd "0001_1111_0t0m_mmmm_0aaa_aann_nnnd_dddd" (t: FpSize, d = F, n: F, m: F, a: F) AdvSimd "FMADD_floatdp3" "fmadd {d}, {n}, {m}, {a}";
    fmsub "0001_1111_0t0m_mmmm_1aaa_aann_nnnd_dddd" (t: FpSize, d = F, n: F, m: F, a: F) AdvSimd "FMSUB_floatdp3" "fmsub {d}, {n}, {m}, {a}";
    fmov  "0001_1110_0t10_0000_0100_00nn_nnnd_dddd" (t: FpSize, d = F, n: F) AdvSimd "FMOV_floatdp1" "fmov {d}, {n}";
    fmov_s_from_w "0001_1110_0010_0111_0000_00nn_nnnd_dddd" (d = S, n: W) AdvSimd "FMOV_S32_float2int" "fmov {d}, {n}";
    fmov_w_from_s "0001_1110_0010_0110_0000_00nn_nnnd_dddd" (d = W, n: S) AdvSimd "FMOV_32S_float2int" "fmov {d}, {n}";
    fmov_d_from_x "1001_1110_0110_0111_0000_00nn_nnnd_dddd" (d = D, n: X) AdvSimd "FMOV_D64_float2int" "fmov {d}, {n}";
    fmov_x_from_d "1001_1110_0110_0110_0000_00nn_nnnd_dddd" (d = X, n: D) AdvSimd "FMOV_64D_float2int" "fmov {d}, {n}";

    zip1 "0a00_1110_aa0m_mmmm_0011_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "ZIP1_asimdperm_only" "zip1 {d}.{a}, {n}.{a}, {m}.{a}";
    zip2 "0a00_1110_aa0m_mmmm_0111_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "ZIP2_asimdperm_only" "zip2 {d}.{a}, {n}.{a}, {m}.{a}";
    uzp1 "0a00_1110_aa0m_mmmm_0001_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "UZP1_asimdperm_only" "uzp1 {d}.{a}, {n}.{a}, {m}.{a}";
    uzp2 "0a00_1110_aa0m_mmmm_0101_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "UZP2_asimdperm_only" "uzp2 {d}.{a}, {n}.{a}, {m}.{a}";
    trn1 "0a00_1110_aa0m_mmmm_0010_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "TRN1_asimdperm_only" "trn1 {d}.{a}, {n}.{a}, {m}.{a}";
    trn2 "0a00_1110_aa0m_mmmm_0110_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "TRN2_asimdperm_only" "trn2 {d}.{a}, {n}.{a}, {m}.{a}";
    ext  "0b10_1110_000m_mmmm_0iii_i0nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V, i: UImm<4, 1>) AdvSimd "EXT_asimdext_only" "ext {d}.{b}, {n}.{b}, {m}.{b}, {i}" where |b, i| b == 1 || i < 8;

    dup_lane_b "0t00_1110_000i_iii1_0000_01nn_nnnd_dddd" (t: ArrB, d = V, n: V, i: Lane<4>) AdvSimd "DUP_asimdins_DV_v" "dup {d}.{t}, {n}.b[{i}]";
    dup_lane_h "0t00_1110_000i_ii10_0000_01nn_nnnd_dddd" (t: ArrH, d = V, n: V, i: Lane<3>) AdvSimd "DUP_asimdins_DV_v" "dup {d}.{t}, {n}.h[{i}]";
    dup_lane_s "0t00_1110_000i_i100_0000_01nn_nnnd_dddd" (t: ArrS, d = V, n: V, i: Lane<2>) AdvSimd "DUP_asimdins_DV_v" "dup {d}.{t}, {n}.s[{i}]";
    dup_lane_d "0100_1110_000i_1000_0000_01nn_nnnd_dddd" (d = V, n: V, i: Lane<1>) AdvSimd "DUP_asimdins_DV_v" "dup {d}.2d, {n}.d[{i}]";
    dup_s "0t00_1110_0000_0100_0000_11nn_nnnd_dddd" (t: ArrS, d = V, n: W) AdvSimd "DUP_asimdins_DR_r" "dup {d}.{t}, {n}";
    dup_d "0100_1110_0000_1000_0000_11nn_nnnd_dddd" (d = V, n: X) AdvSimd "DUP_asimdins_DR_r" "dup {d}.2d, {n}";
    ins_lane_s "0110_1110_000i_i100_0jj0_01nn_nnnd_dddd" (d += V, i: Lane<2>, n: V, j: Lane<2>) AdvSimd "INS_asimdins_IV_v" "mov {d}.s[{i}], {n}.s[{j}]";
    ins_lane_d "0110_1110_000i_1000_0j00_01nn_nnnd_dddd" (d += V, i: Lane<1>, n: V, j: Lane<1>) AdvSimd "INS_asimdins_IV_v" "mov {d}.d[{i}], {n}.d[{j}]";
    ins_s "0100_1110_000i_i100_0001_11nn_nnnd_dddd" (d += V, i: Lane<2>, n: W) AdvSimd "INS_asimdins_IR_r" "mov {d}.s[{i}], {n}";
    ins_d "0100_1110_000i_1000_0001_11nn_nnnd_dddd" (d += V, i: Lane<1>, n: X) AdvSimd "INS_asimdins_IR_r" "mov {d}.d[{i}], {n}";
    umov_s "0000_1110_000i_i100_0011_11nn_nnnd_dddd" (d = W, n: V, i: Lane<2>) AdvSimd "UMOV_asimdins_W_w" "mov {d}, {n}.s[{i}]";
    umov_d "0100_1110_000i_1000_0011_11nn_nnnd_dddd" (d = X, n: V, i: Lane<1>) AdvSimd "UMOV_asimdins_X_x" "mov {d}, {n}.d[{i}]";

    movi_zero "0110_1111_0000_0000_1110_0100_000d_dddd" (d = V) AdvSimd "MOVI_asimdimm_D2_d" "movi {d}.2d, #0";
    and_v "0b00_1110_001m_mmmm_0001_11nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V) AdvSimd "AND_asimdsame_only" "and {d}.{b}, {n}.{b}, {m}.{b}";
    orr_v "0b00_1110_101m_mmmm_0001_11nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V) AdvSimd "ORR_asimdsame_only" "orr {d}.{b}, {n}.{b}, {m}.{b}";
    eor_v "0b10_1110_001m_mmmm_0001_11nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V) AdvSimd "EOR_asimdsame_only" "eor {d}.{b}, {n}.{b}, {m}.{b}";
    add_v "0a00_1110_aa1m_mmmm_1000_01nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "ADD_asimdsame_only" "add {d}.{a}, {n}.{a}, {m}.{a}";
    sub_v "0a10_1110_aa1m_mmmm_1000_01nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "SUB_asimdsame_only" "sub {d}.{a}, {n}.{a}, {m}.{a}";
}

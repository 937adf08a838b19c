//! Moves between lanes, vectors and general-purpose registers, immediates, permutations and table
//! look-up (Arm ARM, C4.1.96).

table! { section "C4.1.96";
    permute "0a00_1110_aa0m_mmmm_0ooo_10nn_nnnd_dddd" (o: Permute, a: ArrInt, d = V, n: V, m: V) AdvSimd "(ZIP1|ZIP2|UZP1|UZP2|TRN1|TRN2)_asimdperm_only" "{o} {d}.{a}, {n}.{a}, {m}.{a}" [VectorLong Kernel];
    ext  "0b10_1110_000m_mmmm_0iii_i0nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V, i: UImm<4, 1>) AdvSimd "EXT_asimdext_only" "ext {d}.{b}, {n}.{b}, {m}.{b}, {i}" [VectorLong] where |b, i| b == 1 || i < 8;
    tbl_1 "0b00_1110_000m_mmmm_0000_00ll_llld_dddd" (b: ArrB, d = V, l: List<1>, m: V) AdvSimd "TBL_asimdtbl_L1_1" "tbl {d}.{b}, {l.V}, {m}.{b}";
    tbl_2 "0b00_1110_000m_mmmm_0010_00ll_llld_dddd" (b: ArrB, d = V, l: List<2>, m: V) AdvSimd "TBL_asimdtbl_L2_2" "tbl {d}.{b}, {l.V}, {m}.{b}";
    tbl_3 "0b00_1110_000m_mmmm_0100_00ll_llld_dddd" (b: ArrB, d = V, l: List<3>, m: V) AdvSimd "TBL_asimdtbl_L3_3" "tbl {d}.{b}, {l.V}, {m}.{b}";
    tbl_4 "0b00_1110_000m_mmmm_0110_00ll_llld_dddd" (b: ArrB, d = V, l: List<4>, m: V) AdvSimd "TBL_asimdtbl_L4_4" "tbl {d}.{b}, {l.V}, {m}.{b}";
    tbx_1 "0b00_1110_000m_mmmm_0001_00ll_llld_dddd" (b: ArrB, d += V, l: List<1>, m: V) AdvSimd "TBX_asimdtbl_L1_1" "tbx {d}.{b}, {l.V}, {m}.{b}";
    tbx_2 "0b00_1110_000m_mmmm_0011_00ll_llld_dddd" (b: ArrB, d += V, l: List<2>, m: V) AdvSimd "TBX_asimdtbl_L2_2" "tbx {d}.{b}, {l.V}, {m}.{b}";
    tbx_3 "0b00_1110_000m_mmmm_0101_00ll_llld_dddd" (b: ArrB, d += V, l: List<3>, m: V) AdvSimd "TBX_asimdtbl_L3_3" "tbx {d}.{b}, {l.V}, {m}.{b}";
    tbx_4 "0b00_1110_000m_mmmm_0111_00ll_llld_dddd" (b: ArrB, d += V, l: List<4>, m: V) AdvSimd "TBX_asimdtbl_L4_4" "tbx {d}.{b}, {l.V}, {m}.{b}";

    dup_lane "0I00_1110_000i_iiii_0000_01nn_nnnd_dddd" (i: LaneOfHalves, d = V, n: V) AdvSimd "DUP_asimdins_DV_v" "dup {d}.{=i}, {n}.{.i}[{i}]" [VectorLong Kernel];
    dup_b "0t00_1110_0000_0001_0000_11nn_nnnd_dddd" (t: ArrB, d = V, n: W) AdvSimd "DUP_asimdins_DR_r" "dup {d}.{t}, {n}" [VectorLong];
    dup_h "0t00_1110_0000_0010_0000_11nn_nnnd_dddd" (t: ArrH, d = V, n: W) AdvSimd "DUP_asimdins_DR_r" "dup {d}.{t}, {n}" [VectorLong];
    dup_s "0t00_1110_0000_0100_0000_11nn_nnnd_dddd" (t: ArrS, d = V, n: W) AdvSimd "DUP_asimdins_DR_r" "dup {d}.{t}, {n}" [VectorLong Kernel];
    dup_d "0100_1110_0000_1000_0000_11nn_nnnd_dddd" (d = V, n: X) AdvSimd "DUP_asimdins_DR_r" "dup {d}.2d, {n}" [VectorShort Kernel];
    dup_scalar "0101_1110_000i_iiii_0000_01nn_nnnd_dddd" (i: LaneOf, d = E, n: V) AdvSimd "DUP_asisdone_only" "mov {d}, {n}.{=i}[{i}]|dup {d}, {n}.{=i}[{i}]";
    ins_lane_b "0110_1110_000i_iii1_0jjj_j1nn_nnnd_dddd" (d += V, i: Lane<4>, n: V, j: Lane<4>) AdvSimd "INS_asimdins_IV_v" "mov {d}.b[{i}], {n}.b[{j}]|ins {d}.b[{i}], {n}.b[{j}]" [VectorLong];
    ins_lane_h "0110_1110_000i_ii10_0jjj_01nn_nnnd_dddd" (d += V, i: Lane<3>, n: V, j: Lane<3>) AdvSimd "INS_asimdins_IV_v" "mov {d}.h[{i}], {n}.h[{j}]|ins {d}.h[{i}], {n}.h[{j}]" [VectorLong];
    ins_lane_s "0110_1110_000i_i100_0jj0_01nn_nnnd_dddd" (d += V, i: Lane<2>, n: V, j: Lane<2>) AdvSimd "INS_asimdins_IV_v" "mov {d}.s[{i}], {n}.s[{j}]|ins {d}.s[{i}], {n}.s[{j}]" [VectorLong Kernel];
    ins_lane_d "0110_1110_000i_1000_0j00_01nn_nnnd_dddd" (d += V, i: Lane<1>, n: V, j: Lane<1>) AdvSimd "INS_asimdins_IV_v" "mov {d}.d[{i}], {n}.d[{j}]|ins {d}.d[{i}], {n}.d[{j}]" [VectorLong];
    ins "0100_1110_000i_iiii_0001_11nn_nnnd_dddd" (i: LaneOf, d += V, n: Re) AdvSimd "INS_asimdins_IR_r" "mov {d}.{=i}[{i}], {n}|ins {d}.{=i}[{i}], {n}" [VectorLong Kernel];
    umov_b "0000_1110_000i_iii1_0011_11nn_nnnd_dddd" (d = W, n: V, i: Lane<4>) AdvSimd "UMOV_asimdins_W_w" "umov {d}, {n}.b[{i}]";
    umov_h "0000_1110_000i_ii10_0011_11nn_nnnd_dddd" (d = W, n: V, i: Lane<3>) AdvSimd "UMOV_asimdins_W_w" "umov {d}, {n}.h[{i}]";
    umov_s "0000_1110_000i_i100_0011_11nn_nnnd_dddd" (d = W, n: V, i: Lane<2>) AdvSimd "UMOV_asimdins_W_w" "mov {d}, {n}.s[{i}]|umov {d}, {n}.s[{i}]";
    umov_d "0100_1110_000i_1000_0011_11nn_nnnd_dddd" (d = X, n: V, i: Lane<1>) AdvSimd "UMOV_asimdins_X_x" "mov {d}, {n}.d[{i}]|umov {d}, {n}.d[{i}]" [VectorLong Kernel];
    smov_b "0s00_1110_000i_iii1_0010_11nn_nnnd_dddd" (s: Width, d = R, n: V, i: Lane<4>) AdvSimd "SMOV_asimdins_(W_w|X_x)" "smov {d}, {n}.b[{i}]";
    smov_h "0s00_1110_000i_ii10_0010_11nn_nnnd_dddd" (s: Width, d = R, n: V, i: Lane<3>) AdvSimd "SMOV_asimdins_(W_w|X_x)" "smov {d}, {n}.h[{i}]";
    smov_s "0100_1110_000i_i100_0010_11nn_nnnd_dddd" (d = X, n: V, i: Lane<2>) AdvSimd "SMOV_asimdins_X_x" "smov {d}, {n}.s[{i}]";

    movi_zero  "0110_1111_0000_0000_1110_0100_000d_dddd" (d = V) AdvSimd "MOVI_asimdimm_D2_d" "movi {d}.2d, #0000000000000000" [VectorLong Kernel];
    movi_2d    "0110_1111_0000_0iii_1110_01ii_iiid_dddd" (d = V, i: ByteMask) AdvSimd "MOVI_asimdimm_D2_d" "movi {d}.2d, {i}" [VectorLong];
    movi_d     "0010_1111_0000_0iii_1110_01ii_iiid_dddd" (d = D, i: ByteMask) AdvSimd "MOVI_asimdimm_D_ds" "movi {d}, {i}" [VectorLong];
    movi_b     "0t00_1111_0000_0iii_1110_01ii_iiid_dddd" (t: ArrB, d = V, i: UImm<8, 1>) AdvSimd "MOVI_asimdimm_N_b" "movi {d}.{t}, {i}" [VectorLong];
    movi_h     "0to0_1111_0000_0iii_10h0_01ii_iiid_dddd" (o: Invert, t: ArrH, d = V, i: UImm<8, 1>, h: Lsl8) AdvSimd "(MOVI|MVNI)_asimdimm_L_hl" "{o} {d}.{t}, {i}{h}";
    movi_s     "0to0_1111_0000_0iii_0hh0_01ii_iiid_dddd" (o: Invert, t: ArrS, d = V, i: UImm<8, 1>, h: LslBytes) AdvSimd "(MOVI|MVNI)_asimdimm_L_sl" "{o} {d}.{t}, {i}{h}" [VectorLong Kernel];
    movi_ones  "0to0_1111_0000_0iii_110h_01ii_iiid_dddd" (o: Invert, t: ArrS, d = V, i: UImm<8, 1>, h: Msl) AdvSimd "(MOVI|MVNI)_asimdimm_M_sm" "{o} {d}.{t}, {i}, {h}";
    bit_imm_h  "0to0_1111_0000_0iii_10h1_01ii_iiid_dddd" (o: BitImm, t: ArrH, d += V, i: UImm<8, 1>, h: Lsl8) AdvSimd "(ORR|BIC)_asimdimm_L_hl" "{o} {d}.{t}, {i}{h}";
    bit_imm_s  "0to0_1111_0000_0iii_0hh1_01ii_iiid_dddd" (o: BitImm, t: ArrS, d += V, i: UImm<8, 1>, h: LslBytes) AdvSimd "(ORR|BIC)_asimdimm_L_sl" "{o} {d}.{t}, {i}{h}";
    fmov_vector_h "0t00_1111_0000_0iii_1111_11ii_iiid_dddd" (t: ArrH, d = V, i: Float8) AdvSimd Fp16 "FMOV_asimdimm_H_h" "fmov {d}.{t}, {i}" [VectorLong];
    fmov_vector_s "0t00_1111_0000_0iii_1111_01ii_iiid_dddd" (t: ArrS, d = V, i: Float8) AdvSimd "FMOV_asimdimm_S_s" "fmov {d}.{t}, {i}" [VectorLong Kernel];
    fmov_vector_d "0110_1111_0000_0iii_1111_01ii_iiid_dddd" (d = V, i: Float8) AdvSimd "FMOV_asimdimm_D2_d" "fmov {d}.2d, {i}" [VectorLong Kernel];
}

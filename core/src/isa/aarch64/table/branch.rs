//! Branches, exceptions and landing pads (Arm ARM, C4.1.93).

table! { section "C4.1.93" [System];
    b      "0001_01ii_iiii_iiii_iiii_iiii_iiii_iiii" (i: Distance<26, 4>) Base "B_only_branch_imm" "b {i}" [Jump];
    bl     "1001_01ii_iiii_iiii_iiii_iiii_iiii_iiii" (i: Distance<26, 4>) Base "BL_only_branch_imm" "bl {i}" [Call];
    b_cond "0101_0100_iiii_iiii_iiii_iiii_iii0_cccc" (c: Cond, i: Distance<19, 4>) Base "B_only_condbranch" "b.{c} {i}|b{c} {i}" [Branch];
    bc_cond "0101_0100_iiii_iiii_iiii_iiii_iii1_cccc" (c: Cond, i: Distance<19, 4>) Hbc "BC_only_condbranch" "bc.{c} {i}" [Branch];
    cbz    "s011_0100_iiii_iiii_iiii_iiii_iiit_tttt" (s: Width, t: R, i: Distance<19, 4>) Base "CBZ_(32|64)_compbranch" "cbz {t}, {i}" [Branch Kernel];
    cbnz   "s011_0101_iiii_iiii_iiii_iiii_iiit_tttt" (s: Width, t: R, i: Distance<19, 4>) Base "CBNZ_(32|64)_compbranch" "cbnz {t}, {i}" [Branch Kernel];
    tbz_w  "0011_0110_bbbb_biii_iiii_iiii_iiit_tttt" (t: W, b: UImm<5, 1>, i: Distance<14, 4>) Base "TBZ_only_testbranch" "tbz {t}, {b}, {i}" [Branch];
    tbz    "b011_0110_bbbb_biii_iiii_iiii_iiit_tttt" (t: X, b: UImm<6, 1>, i: Distance<14, 4>) Base "TBZ_only_testbranch" "tbz {t}, {b}, {i}" [Branch];
    tbnz_w "0011_0111_bbbb_biii_iiii_iiii_iiit_tttt" (t: W, b: UImm<5, 1>, i: Distance<14, 4>) Base "TBNZ_only_testbranch" "tbnz {t}, {b}, {i}" [Branch];
    tbnz   "b011_0111_bbbb_biii_iiii_iiii_iiit_tttt" (t: X, b: UImm<6, 1>, i: Distance<14, 4>) Base "TBNZ_only_testbranch" "tbnz {t}, {b}, {i}" [Branch];
    br     "1101_0110_0001_1111_0000_00nn_nnn0_0000" (n: X) Base "BR_64_branch_reg" "br {n}" [Indirect];
    blr    "1101_0110_0011_1111_0000_00nn_nnn0_0000" (n: X) Base "BLR_64_branch_reg" "blr {n}" [Call Kernel];
    ret    "1101_0110_0101_1111_0000_0011_1100_0000" () Base "RET_64R_branch_reg" "ret" [Return Kernel];
    ret_to "1101_0110_0101_1111_0000_00nn_nnn0_0000" (n: X) Base "RET_64R_branch_reg" "ret {n}" [Indirect];
    eret   "1101_0110_1001_1111_0000_0011_1110_0000" () Base "ERET_64E_branch_reg" "eret" [Indirect];
    drps   "1101_0110_1011_1111_0000_0011_1110_0000" () Base "DRPS_64E_branch_reg" "drps" [Indirect];
    br_key_zero  "1101_0110_0001_1111_0000_1knn_nnn1_1111" (k: Key, n: X) Pauth "BRA(A|B)Z_64_branch_reg" "bra{k}z {n}" [Indirect];
    blr_key_zero "1101_0110_0011_1111_0000_1knn_nnn1_1111" (k: Key, n: X) Pauth "BLRA(A|B)Z_64_branch_reg" "blra{k}z {n}";
    br_key   "1101_0111_0001_1111_0000_1knn_nnnm_mmmm" (k: Key, n: X, m: XSp) Pauth "BRA(A|B)_64P_branch_reg" "bra{k} {n}, {m}" [Indirect];
    blr_key  "1101_0111_0011_1111_0000_1knn_nnnm_mmmm" (k: Key, n: X, m: XSp) Pauth "BLRA(A|B)_64P_branch_reg" "blra{k} {n}, {m}";
    ret_key  "1101_0110_0101_1111_0000_1k11_1111_1111" (k: Key) Pauth "RETA(A|B)_64E_branch_reg" "reta{k}" [Indirect];
    eret_key "1101_0110_1001_1111_0000_1k11_1111_1111" (k: Key) Pauth "ERETA(A|B)_64E_branch_reg" "ereta{k}" [Indirect];
    bti    "1101_0101_0000_0011_0010_0100_tt01_1111" (t: BranchTarget) Bti "BTI_HB_hints" "bti {t}" [Next Kernel];
    bti_none "1101_0101_0000_0011_0010_0100_0001_1111" () Bti "BTI_HB_hints" "bti" [Next];

    udf "0000_0000_0000_0000_iiii_iiii_iiii_iiii" (i: UImm<16, 1>) Base "UDF_only_perm_undef" "udf {i}";
    svc "1101_0100_000i_iiii_iiii_iiii_iii0_0001" (i: HexImm<16>) Base "SVC_EX_exception" "svc {i}";
    hvc "1101_0100_000i_iiii_iiii_iiii_iii0_0010" (i: HexImm<16>) Base "HVC_EX_exception" "hvc {i}";
    smc "1101_0100_000i_iiii_iiii_iiii_iii0_0011" (i: HexImm<16>) Base "SMC_EX_exception" "smc {i}";
    brk "1101_0100_001i_iiii_iiii_iiii_iii0_0000" (i: HexImm<16>) Base "BRK_EX_exception" "brk {i}";
    hlt "1101_0100_010i_iiii_iiii_iiii_iii0_0000" (i: HexImm<16>) Base "HLT_EX_exception" "hlt {i}";
    dcps "1101_0100_1010_0000_0000_0000_0000_00oo" (o: Lane<2>) Base "DCPS(1|2|3)_DC_exception" "dcps{o}" where |o| o != 0;
    dcps_with "1101_0100_101i_iiii_iiii_iiii_iii0_00oo" (o: Lane<2>, i: HexImm<16>) Base "DCPS(1|2|3)_DC_exception" "dcps{o} {i}" where |o| o != 0;
}

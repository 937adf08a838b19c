//! Integer arithmetic, logic, bit fields, selection and moves (Arm ARM, C4.1.92 and C4.1.95).

table! { section "C4.1.92, C4.1.95";
    mov_x "1010_1010_000m_mmmm_0000_0011_111d_dddd" (d = X, m: X) Base "MOV_ORR_64_log_shift" "mov {d}, {m}" [IntShort Kernel];
    mov_w "0010_1010_000m_mmmm_0000_0011_111d_dddd" (d = W, m: W) Base "MOV_ORR_32_log_shift" "mov {d}, {m}" [IntShort];
    mov_sp "s001_0001_0000_0000_0000_00nn_nnnd_dddd" (s: Width, d = RSp, n: RSp) Base "MOV_ADD_(32|64)_addsub_imm" "mov {d}, {n}" where |d, n| d == 31 || n == 31;
    mov_wide_x "1101_0010_1iii_iiii_iiii_iiii_iiid_dddd" (d = X, i: Wide<64, false>) Base "MOV_MOVZ_64_movewide" "mov {d}, {i}" [IntShort];
    mov_wide_w "0101_0010_10ii_iiii_iiii_iiii_iiid_dddd" (d = W, i: Wide<32, false>) Base "MOV_MOVZ_32_movewide" "mov {d}, {i}" [IntShort];
    mov_not_x "1001_0010_1iii_iiii_iiii_iiii_iiid_dddd" (d = X, i: Wide<64, true>) Base "MOV_MOVN_64_movewide" "mov {d}, {i}" [IntShort];
    mov_not_w "0001_0010_10ii_iiii_iiii_iiii_iiid_dddd" (d = W, i: Wide<32, true>) Base "MOV_MOVN_32_movewide" "mov {d}, {i}" [IntShort];
    mov_mask_x "1011_0010_0iii_iiii_iiii_ii11_111d_dddd" (d = XSp, i: MovedMask<64>) Base "MOV_ORR_64_log_imm" "mov {d}, {i}";
    mov_mask_w "0011_0010_00ii_iiii_iiii_ii11_111d_dddd" (d = WSp, i: MovedMask<32>) Base "MOV_ORR_32_log_imm" "mov {d}, {i}";
    movz "s101_0010_1hhi_iiii_iiii_iiii_iiid_dddd" (s: Width, d = R, i: UImm<16, 1>, h: Lsl16) Base "MOVZ_(32|64)_movewide" "movz {d}, {i}{h}" [IntShort Kernel] where |s, h| s == 1 || h < 2;
    movn "s001_0010_1hhi_iiii_iiii_iiii_iiid_dddd" (s: Width, d = R, i: UImm<16, 1>, h: Lsl16) Base "MOVN_(32|64)_movewide" "movn {d}, {i}{h}" [IntShort Kernel] where |s, h| s == 1 || h < 2;
    movk "s111_0010_1hhi_iiii_iiii_iiii_iiid_dddd" (s: Width, d += R, i: UImm<16, 1>, h: Lsl16) Base "MOVK_(32|64)_movewide" "movk {d}, {i}{h}" [IntShort Kernel] where |s, h| s == 1 || h < 2;
    adr  "0ii1_0000_IIII_IIII_IIII_IIII_IIId_dddd" (d = X, i: Distance<21, 1>) Base "ADR_only_pcreladdr" "adr {d}, {i}" [PcRelative];
    adrp "1ii1_0000_IIII_IIII_IIII_IIII_IIId_dddd" (d = X, i: SImm<21, 4096>) Base "ADRP_only_pcreladdr" "adrp {d}, {i}" [PcRelative];

    add_imm  "s001_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, d = RSp, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "ADD_(32|64)_addsub_imm" "add {d}, {n}, {i}{h}|add {d}, {n}, {i<h}" [IntShort Add Kernel];
    sub_imm  "s101_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, d = RSp, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "SUB_(32|64)_addsub_imm" "sub {d}, {n}, {i}{h}|sub {d}, {n}, {i<h}" [IntShort Subtract Kernel];
    cmp_imm  "so11_0001_0hii_iiii_iiii_iinn_nnn1_1111" (s: Width, o: Compare, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "CMN_ADDS_(32|64)S_addsub_imm|CMP_SUBS_(32|64)S_addsub_imm" "{o} {n}, {i}{h}|{o} {n}, {i<h}";
    addsubs_imm "so11_0001_0hii_iiii_iiii_iinn_nnnd_dddd" (s: Width, o: AddSubs, d = R, n: RSp, i: UImm<12, 1>, h: Lsl12) Base "(ADDS|SUBS)_(32|64)S_addsub_imm" "{o} {d}, {n}, {i}{h}|{o} {d}, {n}, {i<h}";

    cmp  "so10_1011_hh0m_mmmm_hhhh_hhnn_nnn1_1111" (s: Width, o: Compare, n: R, m: R, h: Shift) Base "CMN_ADDS_(32|64)_addsub_shift|CMP_SUBS_(32|64)_addsub_shift" "{o} {n}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;
    neg "s1f0_1011_hh0m_mmmm_hhhh_hh11_111d_dddd" (f: SetFlags, s: Width, d = R, m: R, h: Shift) Base "NEG_SUB_(32|64)_addsub_shift|NEGS_SUBS_(32|64)_addsub_shift" "neg{f} {d}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;
    add  "s000_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "ADD_(32|64)_addsub_shift" "add {d}, {n}, {m}{,h}" [IntLong Kernel] where |s, h| s == 1 || h & 32 == 0;
    sub  "s100_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "SUB_(32|64)_addsub_shift" "sub {d}, {n}, {m}{,h}" [IntLong Kernel] where |s, h| s == 1 || h & 32 == 0;
    adds "s010_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "ADDS_(32|64)_addsub_shift" "adds {d}, {n}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;
    subs "s110_1011_hh0m_mmmm_hhhh_hhnn_nnnd_dddd" (s: Width, d = R, n: R, m: R, h: Shift) Base "SUBS_(32|64)_addsub_shift" "subs {d}, {n}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;

    cmp_lsl_x "1o10_1011_001m_mmmm_011h_hhnn_nnn1_1111" (o: Compare, n: XSp, m: X, h: LslBy) Base "CMN_ADDS_64S_addsub_ext|CMP_SUBS_64S_addsub_ext" "{o} {n}, {m}{h}" where |n| n == 31;
    cmp_lsl_w "0o10_1011_001m_mmmm_010h_hhnn_nnn1_1111" (o: Compare, n: WSp, m: W, h: LslBy) Base "CMN_ADDS_32S_addsub_ext|CMP_SUBS_32S_addsub_ext" "{o} {n}, {m}{h}" where |n| n == 31;
    cmp_ext_x "1o10_1011_001m_mmmm_eeeh_hhnn_nnn1_1111" (o: Compare, n: XSp, m: Extended, e: ExtendOp, h: ExtendBy) Base "CMN_ADDS_64S_addsub_ext|CMP_SUBS_64S_addsub_ext" "{o} {n}, {m}, {e}{h}";
    cmp_ext_w "0o10_1011_001m_mmmm_eeeh_hhnn_nnn1_1111" (o: Compare, n: WSp, m: W, e: ExtendOp, h: ExtendBy) Base "CMN_ADDS_32S_addsub_ext|CMP_SUBS_32S_addsub_ext" "{o} {n}, {m}, {e}{h}";
    addsub_lsl_x "1o00_1011_001m_mmmm_011h_hhnn_nnnd_dddd" (o: AddSub, d = XSp, n: XSp, m: X, h: LslBy) Base "(ADD|SUB)_64_addsub_ext" "{o} {d}, {n}, {m}{h}" where |d, n| d == 31 || n == 31;
    addsub_lsl_w "0o00_1011_001m_mmmm_010h_hhnn_nnnd_dddd" (o: AddSub, d = WSp, n: WSp, m: W, h: LslBy) Base "(ADD|SUB)_32_addsub_ext" "{o} {d}, {n}, {m}{h}" where |d, n| d == 31 || n == 31;
    addsub_ext_x "1o00_1011_001m_mmmm_eeeh_hhnn_nnnd_dddd" (o: AddSub, d = XSp, n: XSp, m: Extended, e: ExtendOp, h: ExtendBy) Base "(ADD|SUB)_64_addsub_ext" "{o} {d}, {n}, {m}, {e}{h}";
    addsub_ext_w "0o00_1011_001m_mmmm_eeeh_hhnn_nnnd_dddd" (o: AddSub, d = WSp, n: WSp, m: W, e: ExtendOp, h: ExtendBy) Base "(ADD|SUB)_32_addsub_ext" "{o} {d}, {n}, {m}, {e}{h}";
    addsubs_lsl_x "1o10_1011_001m_mmmm_011h_hhnn_nnnd_dddd" (o: AddSubs, d = X, n: XSp, m: X, h: LslBy) Base "(ADDS|SUBS)_64S_addsub_ext" "{o} {d}, {n}, {m}{h}" where |n| n == 31;
    addsubs_lsl_w "0o10_1011_001m_mmmm_010h_hhnn_nnnd_dddd" (o: AddSubs, d = W, n: WSp, m: W, h: LslBy) Base "(ADDS|SUBS)_32S_addsub_ext" "{o} {d}, {n}, {m}{h}" where |n| n == 31;
    addsubs_ext_x "1o10_1011_001m_mmmm_eeeh_hhnn_nnnd_dddd" (o: AddSubs, d = X, n: XSp, m: Extended, e: ExtendOp, h: ExtendBy) Base "(ADDS|SUBS)_64S_addsub_ext" "{o} {d}, {n}, {m}, {e}{h}";
    addsubs_ext_w "0o10_1011_001m_mmmm_eeeh_hhnn_nnnd_dddd" (o: AddSubs, d = W, n: WSp, m: W, e: ExtendOp, h: ExtendBy) Base "(ADDS|SUBS)_32S_addsub_ext" "{o} {d}, {n}, {m}, {e}{h}";

    ngc "s1f1_1010_000m_mmmm_0000_0011_111d_dddd" (f: SetFlags, s: Width, d = R, m: R) Base "NGC_SBC_(32|64)_addsub_carry|NGCS_SBCS_(32|64)_addsub_carry" "ngc{f} {d}, {m}";
    adc "s0f1_1010_000m_mmmm_0000_00nn_nnnd_dddd" (f: SetFlags, s: Width, d = R, n: R, m: R) Base "ADC(|S)_(32|64)_addsub_carry" "adc{f} {d}, {n}, {m}";
    sbc "s1f1_1010_000m_mmmm_0000_00nn_nnnd_dddd" (f: SetFlags, s: Width, d = R, n: R, m: R) Base "SBC(|S)_(32|64)_addsub_carry" "sbc{f} {d}, {n}, {m}";
    rmif  "1011_1010_000i_iiii_i000_01nn_nnn0_mmmm" (n: X, i: UImm<6, 1>, m: UImm<4, 1>) FlagM "RMIF_only_rmif" "rmif {n}, {i}, {m}";
    setf "0011_1010_0000_0000_0o00_10nn_nnn0_1101" (o: FlagSource, n: W) FlagM "(SETF8|SETF16)_only_setf" "setf{o} {n}";

    logic_imm_x "1oo1_0010_0iii_iiii_iiii_iinn_nnnd_dddd" (o: LogicImm, d = XSp, n: X, i: Mask64) Base "(AND|ORR|EOR)_64_log_imm" "{o} {d}, {n}, {i}";
    logic_imm_w "0oo1_0010_00ii_iiii_iiii_iinn_nnnd_dddd" (o: LogicImm, d = WSp, n: W, i: Mask32) Base "(AND|ORR|EOR)_32_log_imm" "{o} {d}, {n}, {i}";
    tst_imm_x  "1111_0010_0iii_iiii_iiii_iinn_nnn1_1111" (n: X, i: Mask64) Base "TST_ANDS_64S_log_imm" "tst {n}, {i}";
    tst_imm_w  "0111_0010_00ii_iiii_iiii_iinn_nnn1_1111" (n: W, i: Mask32) Base "TST_ANDS_32S_log_imm" "tst {n}, {i}";
    ands_imm_x "1111_0010_0iii_iiii_iiii_iinn_nnnd_dddd" (d = X, n: X, i: Mask64) Base "ANDS_64S_log_imm" "ands {d}, {n}, {i}";
    ands_imm_w "0111_0010_00ii_iiii_iiii_iinn_nnnd_dddd" (d = W, n: W, i: Mask32) Base "ANDS_32S_log_imm" "ands {d}, {n}, {i}";

    tst  "s110_1010_hh0m_mmmm_hhhh_hhnn_nnn1_1111" (s: Width, n: R, m: R, h: ShiftOrRotate) Base "TST_ANDS_(32|64)_log_shift" "tst {n}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;
    mvn  "s010_1010_hh1m_mmmm_hhhh_hh11_111d_dddd" (s: Width, d = R, m: R, h: ShiftOrRotate) Base "MVN_ORN_(32|64)_log_shift" "mvn {d}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;
    logic "soo0_1010_hhom_mmmm_hhhh_hhnn_nnnd_dddd" (o: Logic, s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "(AND|BIC|EON|EOR|ORN|ORR)_(32|64)_log_shift" "{o} {d}, {n}, {m}{,h}" [IntLong Kernel] where |s, h| s == 1 || h & 32 == 0;
    logic_flags "s110_1010_hhom_mmmm_hhhh_hhnn_nnnd_dddd" (o: LogicFlags, s: Width, d = R, n: R, m: R, h: ShiftOrRotate) Base "(ANDS|BICS)_(32|64)_log_shift" "{o} {d}, {n}, {m}{,h}" where |s, h| s == 1 || h & 32 == 0;

    lsl_imm_x "1101_0011_01ii_iiii_iiii_iinn_nnnd_dddd" (d = X, n: X, i: ShiftLeft<6>) Base "LSL_UBFM_64M_bitfield" "lsl {d}, {n}, {i}";
    lsl_imm_w "0101_0011_000i_iiii_0iii_iinn_nnnd_dddd" (d = W, n: W, i: ShiftLeft<5>) Base "LSL_UBFM_32M_bitfield" "lsl {d}, {n}, {i}";
    shift_right_x "1o01_0011_01ii_iiii_1111_11nn_nnnd_dddd" (o: RightShift, d = X, n: X, i: UImm<6, 1>) Base "ASR_SBFM_64M_bitfield|LSR_UBFM_64M_bitfield" "{o} {d}, {n}, {i}";
    shift_right_w "0o01_0011_000i_iiii_0111_11nn_nnnd_dddd" (o: RightShift, d = W, n: W, i: UImm<5, 1>) Base "ASR_SBFM_32M_bitfield|LSR_UBFM_32M_bitfield" "{o} {d}, {n}, {i}";
    sxt_x "1001_0011_0100_0000_0zz1_11nn_nnnd_dddd" (z: Narrow64, d = X, n: W) Base "SXT(B|H|W)_SBFM_64M_bitfield" "sxt{z} {d}, {n}";
    xt_w  "0o01_0011_0000_0000_00z1_11nn_nnnd_dddd" (o: Sign, z: Narrow, d = W, n: W) Base "SXT(B|H)_SBFM_32M_bitfield|UXT(B|H)_UBFM_32M_bitfield" "{o}xt{z} {d}, {n}";
    bfiz_x "1o01_0011_01rr_rrrr_iiii_iinn_nnnd_dddd" (o: Sign, d = X, n: X, r: Steps<6, 64, -1>, i: Steps<6, 1, 1>) Base "SBFIZ_SBFM_64M_bitfield|UBFIZ_UBFM_64M_bitfield" "{o}bfiz {d}, {n}, {r}, {i}" where |r, i| i < r;
    bfiz_w "0o01_0011_000r_rrrr_0iii_iinn_nnnd_dddd" (o: Sign, d = W, n: W, r: Steps<5, 32, -1>, i: Steps<5, 1, 1>) Base "SBFIZ_SBFM_32M_bitfield|UBFIZ_UBFM_32M_bitfield" "{o}bfiz {d}, {n}, {r}, {i}" where |r, i| i < r;
    bfx_x "1o01_0011_01ii_iiii_iiii_iinn_nnnd_dddd" (o: Sign, d = X, n: X, i: BitRange<6>) Base "SBFX_SBFM_64M_bitfield|UBFX_UBFM_64M_bitfield" "{o}bfx {d}, {n}, {i}";
    bfx_w "0o01_0011_000i_iiii_0iii_iinn_nnnd_dddd" (o: Sign, d = W, n: W, i: BitRange<5>) Base "SBFX_SBFM_32M_bitfield|UBFX_UBFM_32M_bitfield" "{o}bfx {d}, {n}, {i}";
    bfm_signed_x "1o01_0011_01rr_rrrr_iiii_iinn_nnnd_dddd" (o: Sign, d = X, n: X, r: UImm<6, 1>, i: UImm<6, 1>) Base "(S|U)BFM_64M_bitfield" "{o}bfm {d}, {n}, {r}, {i}";
    bfm_signed_w "0o01_0011_000r_rrrr_0iii_iinn_nnnd_dddd" (o: Sign, d = W, n: W, r: UImm<5, 1>, i: UImm<5, 1>) Base "(S|U)BFM_32M_bitfield" "{o}bfm {d}, {n}, {r}, {i}";
    bfi_x "1011_0011_01rr_rrrr_iiii_iinn_nnnd_dddd" (d += X, n: X, r: Steps<6, 64, -1>, i: Steps<6, 1, 1>) Base "BFI_BFM_64M_bitfield" "bfi {d}, {n}, {r}, {i}" where |r, i| i < r;
    bfi_w "0011_0011_000r_rrrr_0iii_iinn_nnnd_dddd" (d += W, n: W, r: Steps<5, 32, -1>, i: Steps<5, 1, 1>) Base "BFI_BFM_32M_bitfield" "bfi {d}, {n}, {r}, {i}" where |r, i| i < r;
    bfxil_x "1011_0011_01ii_iiii_iiii_iinn_nnnd_dddd" (d += X, n: X, i: BitRange<6>) Base "BFXIL_BFM_64M_bitfield" "bfxil {d}, {n}, {i}";
    bfxil_w "0011_0011_000i_iiii_0iii_iinn_nnnd_dddd" (d += W, n: W, i: BitRange<5>) Base "BFXIL_BFM_32M_bitfield" "bfxil {d}, {n}, {i}";
    bfc_x "1011_0011_01rr_rrrr_iiii_ii11_111d_dddd" (d += X, r: Steps<6, 64, -1>, i: Steps<6, 1, 1>) Base "BFC_BFM_64M_bitfield" "bfc {d}, {r}, {i}" where |r, i| i < r;
    bfc_w "0011_0011_000r_rrrr_0iii_ii11_111d_dddd" (d += W, r: Steps<5, 32, -1>, i: Steps<5, 1, 1>) Base "BFC_BFM_32M_bitfield" "bfc {d}, {r}, {i}" where |r, i| i < r;
    bfm_x "1011_0011_01rr_rrrr_iiii_iinn_nnnd_dddd" (d += X, n: X, r: UImm<6, 1>, i: UImm<6, 1>) Base "BFM_64M_bitfield" "bfm {d}, {n}, {r}, {i}";
    bfm_w "0011_0011_000r_rrrr_0iii_iinn_nnnd_dddd" (d += W, n: W, r: UImm<5, 1>, i: UImm<5, 1>) Base "BFM_32M_bitfield" "bfm {d}, {n}, {r}, {i}";
    ror_imm_x "1001_0011_110n_nnnn_iiii_iinn_nnnd_dddd" (d = X, n: X, i: UImm<6, 1>) Base "ROR_EXTR_64_extract" "ror {d}, {n}, {i}";
    ror_imm_w "0001_0011_100n_nnnn_0iii_iinn_nnnd_dddd" (d = W, n: W, i: UImm<5, 1>) Base "ROR_EXTR_32_extract" "ror {d}, {n}, {i}";
    extr_x "1001_0011_110m_mmmm_iiii_iinn_nnnd_dddd" (d = X, n: X, m: X, i: UImm<6, 1>) Base "EXTR_64_extract" "extr {d}, {n}, {m}, {i}";
    extr_w "0001_0011_100m_mmmm_0iii_iinn_nnnd_dddd" (d = W, n: W, m: W, i: UImm<5, 1>) Base "EXTR_32_extract" "extr {d}, {n}, {m}, {i}";

    mul  "s001_1011_000m_mmmm_0111_11nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "MUL_MADD_(32|64)A_dp_3src" "mul {d}, {n}, {m}";
    mneg "s001_1011_000m_mmmm_1111_11nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "MNEG_MSUB_(32|64)A_dp_3src" "mneg {d}, {n}, {m}";
    madd "s001_1011_000m_mmmm_0aaa_aann_nnnd_dddd" (s: Width, d = R, n: R, m: R, a: R) Base "MADD_(32|64)A_dp_3src" "madd {d}, {n}, {m}, {a}" [IntMultiply Kernel];
    msub "s001_1011_000m_mmmm_1aaa_aann_nnnd_dddd" (s: Width, d = R, n: R, m: R, a: R) Base "MSUB_(32|64)A_dp_3src" "msub {d}, {n}, {m}, {a}";
    mull  "1001_1011_o01m_mmmm_0111_11nn_nnnd_dddd" (o: Sign, d = X, n: W, m: W) Base "SMULL_SMADDL_64WA_dp_3src|UMULL_UMADDL_64WA_dp_3src" "{o}mull {d}, {n}, {m}";
    mnegl "1001_1011_o01m_mmmm_1111_11nn_nnnd_dddd" (o: Sign, d = X, n: W, m: W) Base "SMNEGL_SMSUBL_64WA_dp_3src|UMNEGL_UMSUBL_64WA_dp_3src" "{o}mnegl {d}, {n}, {m}";
    maddl "1001_1011_o01m_mmmm_0aaa_aann_nnnd_dddd" (o: Sign, d = X, n: W, m: W, a: X) Base "(S|U)MADDL_64WA_dp_3src" "{o}maddl {d}, {n}, {m}, {a}";
    msubl "1001_1011_o01m_mmmm_1aaa_aann_nnnd_dddd" (o: Sign, d = X, n: W, m: W, a: X) Base "(S|U)MSUBL_64WA_dp_3src" "{o}msubl {d}, {n}, {m}, {a}";
    mulh  "1001_1011_o10m_mmmm_0111_11nn_nnnd_dddd" (o: Sign, d = X, n: X, m: X) Base "(S|U)MULH_64_dp_3src" "{o}mulh {d}, {n}, {m}";
    udiv "s001_1010_110m_mmmm_0000_10nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "UDIV_(32|64)_dp_2src" "udiv {d}, {n}, {m}";
    sdiv "s001_1010_110m_mmmm_0000_11nn_nnnd_dddd" (s: Width, d = R, n: R, m: R) Base "SDIV_(32|64)_dp_2src" "sdiv {d}, {n}, {m}";
    shift "s001_1010_110m_mmmm_0010_oonn_nnnd_dddd" (o: ShiftBy, s: Width, d = R, n: R, m: R) Base "(ASRV|LSLV|LSRV|RORV)_(32|64)_dp_2src" "{o} {d}, {n}, {m}";
    crc32   "0001_1010_110m_mmmm_010c_zznn_nnnd_dddd" (c: CrcPolynomial, z: CrcSize, d = W, n: W, m: W) Crc "CRC32(|C)(B|H|W)_32C_dp_2src" "crc32{c}{z} {d}, {n}, {m}";
    crc32_x "1001_1010_110m_mmmm_010c_11nn_nnnd_dddd" (c: CrcPolynomial, d = W, n: W, m: X) Crc "CRC32(|C)X_64C_dp_2src" "crc32{c}x {d}, {n}, {m}";
    rev_w "0101_1010_1100_0000_0000_10nn_nnnd_dddd" (d = W, n: W) Base "REV_32_dp_1src" "rev {d}, {n}";
    rev32 "1101_1010_1100_0000_0000_10nn_nnnd_dddd" (d = X, n: X) Base "REV32_64_dp_1src" "rev32 {d}, {n}";
    rev_x "1101_1010_1100_0000_0000_11nn_nnnd_dddd" (d = X, n: X) Base "REV_64_dp_1src" "rev {d}, {n}";
    count "s101_1010_1100_0000_000o_0onn_nnnd_dddd" (o: BitOp, s: Width, d = R, n: R) Base "(CLS|CLZ|RBIT|REV16)_(32|64)_dp_1src" "{o} {d}, {n}";

    cset  "s001_1010_1001_1111_cccc_0111_111d_dddd" (s: Width, d = R, c: Unless) Base "CSET_CSINC_(32|64)_condsel" "cset {d}, {c}";
    csetm "s101_1010_1001_1111_cccc_0011_111d_dddd" (s: Width, d = R, c: Unless) Base "CSETM_CSINV_(32|64)_condsel" "csetm {d}, {c}";
    cinc  "s001_1010_100n_nnnn_cccc_01nn_nnnd_dddd" (s: Width, d = R, n: R, c: Unless) Base "CINC_CSINC_(32|64)_condsel" "cinc {d}, {n}, {c}" where |n| n != 31;
    cinv  "s101_1010_100n_nnnn_cccc_00nn_nnnd_dddd" (s: Width, d = R, n: R, c: Unless) Base "CINV_CSINV_(32|64)_condsel" "cinv {d}, {n}, {c}" where |n| n != 31;
    cneg  "s101_1010_100n_nnnn_cccc_01nn_nnnd_dddd" (s: Width, d = R, n: R, c: Unless) Base "CNEG_CSNEG_(32|64)_condsel" "cneg {d}, {n}, {c}";
    select "so01_1010_100m_mmmm_cccc_0onn_nnnd_dddd" (o: Select, s: Width, d = R, n: R, m: R, c: Cond) Base "(CSEL|CSINC|CSINV|CSNEG)_(32|64)_condsel" "{o} {d}, {n}, {m}, {c}";
    ccmp     "so11_1010_010m_mmmm_cccc_00nn_nnn0_ffff" (s: Width, o: Compare, n: R, m: R, f: UImm<4, 1>, c: Cond) Base "CCM(N|P)_(32|64)_condcmp_reg" "c{o} {n}, {m}, {f}, {c}";
    ccmp_imm "so11_1010_010i_iiii_cccc_10nn_nnn0_ffff" (s: Width, o: Compare, n: R, i: UImm<5, 1>, f: UImm<4, 1>, c: Cond) Base "CCM(N|P)_(32|64)_condcmp_imm" "c{o} {n}, {i}, {f}, {c}";
}

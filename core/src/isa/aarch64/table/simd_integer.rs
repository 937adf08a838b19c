//! Integer arithmetic, logic and comparison on vectors, by element, widening, narrowing and in scalar
//! form, dot products and matrix multiplication of bytes (Arm ARM, C4.1.96).

table! { section "C4.1.96";
    rhadd  "0au0_1110_aa1m_mmmm_0001_01nn_nnnd_dddd" (u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "(S|U)RHADD_asimdsame_only" "{u}rhadd {d}.{a}, {n}.{a}, {m}.{a}";
    hadd "0au0_1110_aa1m_mmmm_00o0_01nn_nnnd_dddd" (o: AddSub, u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "((S|U)HADD|(S|U)HSUB)_asimdsame_only" "{u}h{o} {d}.{a}, {n}.{a}, {m}.{a}";
    qadd "0au0_1110_aa1m_mmmm_00o0_11nn_nnnd_dddd" (o: AddSub, u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "((S|U)QADD|(S|U)QSUB)_asimdsame_only" "{u}q{o} {d}.{a}, {n}.{a}, {m}.{a}";
    extremum "0au0_1110_aa1m_mmmm_0110_o1nn_nnnd_dddd" (o: Extremum, u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "((S|U)MAX|(S|U)MIN)_asimdsame_only" "{u}{o} {d}.{a}, {n}.{a}, {m}.{a}";
    extremum_pairs "0au0_1110_aa1m_mmmm_1010_o1nn_nnnd_dddd" (o: Extremum, u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "((S|U)MAXP|(S|U)MINP)_asimdsame_only" "{u}{o}p {d}.{a}, {n}.{a}, {m}.{a}";
    abd    "0au0_1110_aa1m_mmmm_0111_01nn_nnnd_dddd" (u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "(S|U)ABD_asimdsame_only" "{u}abd {d}.{a}, {n}.{a}, {m}.{a}";
    aba    "0au0_1110_aa1m_mmmm_0111_11nn_nnnd_dddd" (u: Sign, a: ArrInt32, d += V, n: V, m: V) AdvSimd "(S|U)ABA_asimdsame_only" "{u}aba {d}.{a}, {n}.{a}, {m}.{a}";
    add_v  "0a00_1110_aa1m_mmmm_1000_01nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "ADD_asimdsame_only" "add {d}.{a}, {n}.{a}, {m}.{a}" [VectorShort Kernel];
    sub_v  "0a10_1110_aa1m_mmmm_1000_01nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "SUB_asimdsame_only" "sub {d}.{a}, {n}.{a}, {m}.{a}" [VectorShort Kernel];
    addp   "0a00_1110_aa1m_mmmm_1011_11nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "ADDP_asimdsame_only" "addp {d}.{a}, {n}.{a}, {m}.{a}";
    ml "0ao0_1110_aa1m_mmmm_1001_01nn_nnnd_dddd" (o: Accumulate, a: ArrInt32, d += V, n: V, m: V) AdvSimd "(MLA|MLS)_asimdsame_only" "ml{o} {d}.{a}, {n}.{a}, {m}.{a}";
    mul_v    "0a00_1110_aa1m_mmmm_1001_11nn_nnnd_dddd" (a: ArrInt32, d = V, n: V, m: V) AdvSimd "MUL_asimdsame_only" "mul {d}.{a}, {n}.{a}, {m}.{a}";
    pmul   "0b10_1110_001m_mmmm_1001_11nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V) AdvSimd "PMUL_asimdsame_only" "pmul {d}.{b}, {n}.{b}, {m}.{b}";
    sqdmulh "0ar0_1110_aa1m_mmmm_1011_01nn_nnnd_dddd" (r: Round, a: ArrIntHS, d = V, n: V, m: V) AdvSimd "(SQDMULH|SQRDMULH)_asimdsame_only" "sq{r}dmulh {d}.{a}, {n}.{a}, {m}.{a}";
    sqrdml "0a10_1110_aa0m_mmmm_1000_o1nn_nnnd_dddd" (o: Accumulate, a: ArrIntHS, d += V, n: V, m: V) AdvSimd Rdm "(SQRDMLAH|SQRDMLSH)_asimdsame2_only" "sqrdml{o}h {d}.{a}, {n}.{a}, {m}.{a}";
    cm "0ao0_1110_aa1m_mmmm_0011_o1nn_nnnd_dddd" (o: CompareV, a: ArrInt, d = V, n: V, m: V) AdvSimd "(CMGT|CMGE|CMHI|CMHS)_asimdsame_only" "cm{o} {d}.{a}, {n}.{a}, {m}.{a}";
    cmtst  "0a00_1110_aa1m_mmmm_1000_11nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "CMTST_asimdsame_only" "cmtst {d}.{a}, {n}.{a}, {m}.{a}";
    cmeq   "0a10_1110_aa1m_mmmm_1000_11nn_nnnd_dddd" (a: ArrInt, d = V, n: V, m: V) AdvSimd "CMEQ_asimdsame_only" "cmeq {d}.{a}, {n}.{a}, {m}.{a}";

    mov_v  "0b00_1110_101n_nnnn_0001_11nn_nnnd_dddd" (b: ArrB, d = V, n: V) AdvSimd "MOV_ORR_asimdsame_only" "mov {d}.{b}, {n}.{b}|mov {d}.{hb}, {n}.{hb}|mov {d}.{sb}, {n}.{sb}|mov {d}.{db}, {n}.{db}" [VectorShort Kernel];
    logic_v "0b00_1110_oo1m_mmmm_0001_11nn_nnnd_dddd" (o: LogicV, b: ArrB, d = V, n: V, m: V) AdvSimd "(AND|BIC|ORR|ORN)_asimdsame_only" "{o} {d}.{b}, {n}.{b}, {m}.{b}" [VectorShort Kernel];
    eor_v  "0b10_1110_001m_mmmm_0001_11nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V) AdvSimd "EOR_asimdsame_only" "eor {d}.{b}, {n}.{b}, {m}.{b}" [VectorShort Kernel];
    insert_v "0b10_1110_oo1m_mmmm_0001_11nn_nnnd_dddd" (o: InsertBits, b: ArrB, d += V, n: V, m: V) AdvSimd "(BSL|BIT|BIF)_asimdsame_only" "{o} {d}.{b}, {n}.{b}, {m}.{b}" [VectorLong Kernel];

    addl "0au0_1110_aa1m_mmmm_00o0_00nn_nnnd_dddd" (o: AddSub, u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "((S|U)ADDL|(S|U)SUBL)_asimddiff_L" "{u}{o}l{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    addw "0au0_1110_aa1m_mmmm_00o1_00nn_nnnd_dddd" (o: AddSub, u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "((S|U)ADDW|(S|U)SUBW)_asimddiff_W" "{u}{o}w{2a} {d}.{+a}, {n}.{+a}, {m}.{a}";
    abal   "0au0_1110_aa1m_mmmm_0101_00nn_nnnd_dddd" (u: Sign, a: ArrInt32, d += V, n: V, m: V) AdvSimd "(S|U)ABAL_asimddiff_L" "{u}abal{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    abdl   "0au0_1110_aa1m_mmmm_0111_00nn_nnnd_dddd" (u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "(S|U)ABDL_asimddiff_L" "{u}abdl{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    mlal "0au0_1110_aa1m_mmmm_10o0_00nn_nnnd_dddd" (o: Accumulate, u: Sign, a: ArrInt32, d += V, n: V, m: V) AdvSimd "((S|U)MLAL|(S|U)MLSL)_asimddiff_L" "{u}ml{o}l{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    mull_v   "0au0_1110_aa1m_mmmm_1100_00nn_nnnd_dddd" (u: Sign, a: ArrInt32, d = V, n: V, m: V) AdvSimd "(S|U)MULL_asimddiff_L" "{u}mull{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    sqdmlal "0a00_1110_aa1m_mmmm_10o1_00nn_nnnd_dddd" (o: Accumulate, a: ArrIntHS, d += V, n: V, m: V) AdvSimd "(SQDMLAL|SQDMLSL)_asimddiff_L" "sqdml{o}l{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    sqdmull "0a00_1110_aa1m_mmmm_1101_00nn_nnnd_dddd" (a: ArrIntHS, d = V, n: V, m: V) AdvSimd "SQDMULL_asimddiff_L" "sqdmull{2a} {d}.{+a}, {n}.{a}, {m}.{a}";
    pmull  "0b00_1110_001m_mmmm_1110_00nn_nnnd_dddd" (b: ArrB, d = V, n: V, m: V) AdvSimd "PMULL_asimddiff_L" "pmull{2b} {d}.8h, {n}.{b}, {m}.{b}";
    pmull_d "0000_1110_111m_mmmm_1110_00nn_nnnd_dddd" (d = V, n: V, m: V) AdvSimd Aes "PMULL_asimddiff_L" "pmull {d}.1q, {n}.1d, {m}.1d";
    pmull2_d "0100_1110_111m_mmmm_1110_00nn_nnnd_dddd" (d = V, n: V, m: V) AdvSimd Aes "PMULL_asimddiff_L" "pmull2 {d}.1q, {n}.2d, {m}.2d";
    addhn "00r0_1110_aa1m_mmmm_01o0_00nn_nnnd_dddd" (o: AddSub, r: Round, a: ArrLow, d = V, n: V, m: V) AdvSimd "((R|)ADDHN|(R|)SUBHN)_asimddiff_N" "{r}{o}hn {d}.{a}, {n}.{+a}, {m}.{+a}";
    addhn2 "01r0_1110_aa1m_mmmm_01o0_00nn_nnnd_dddd" (o: AddSub, r: Round, a: ArrHigh, d += V, n: V, m: V) AdvSimd "((R|)ADDHN|(R|)SUBHN)_asimddiff_N" "{r}{o}hn2 {d}.{a}, {n}.{+a}, {m}.{+a}";

    rev64  "0a00_1110_aa10_0000_0000_10nn_nnnd_dddd" (a: ArrInt32, d = V, n: V) AdvSimd "REV64_asimdmisc_R" "rev64 {d}.{a}, {n}.{a}";
    rev32_v  "0a10_1110_aa10_0000_0000_10nn_nnnd_dddd" (a: ArrIntBH, d = V, n: V) AdvSimd "REV32_asimdmisc_R" "rev32 {d}.{a}, {n}.{a}";
    rev16  "0b00_1110_0010_0000_0001_10nn_nnnd_dddd" (b: ArrB, d = V, n: V) AdvSimd "REV16_asimdmisc_R" "rev16 {d}.{b}, {n}.{b}";
    addlp  "0au0_1110_aa10_0000_0010_10nn_nnnd_dddd" (u: Sign, a: ArrInt32, d = V, n: V) AdvSimd "(S|U)ADDLP_asimdmisc_P" "{u}addlp {d}.{>a}, {n}.{a}";
    adalp  "0au0_1110_aa10_0000_0110_10nn_nnnd_dddd" (u: Sign, a: ArrInt32, d += V, n: V) AdvSimd "(S|U)ADALP_asimdmisc_P" "{u}adalp {d}.{>a}, {n}.{a}";
    mixed_qadd "0ao0_1110_aa10_0000_0011_10nn_nnnd_dddd" (o: MixedQadd, a: ArrInt, d += V, n: V) AdvSimd "(SUQADD|USQADD)_asimdmisc_R" "{o} {d}.{a}, {n}.{a}";
    cls_v  "0a00_1110_aa10_0000_0100_10nn_nnnd_dddd" (a: ArrInt32, d = V, n: V) AdvSimd "CLS_asimdmisc_R" "cls {d}.{a}, {n}.{a}";
    clz_v  "0a10_1110_aa10_0000_0100_10nn_nnnd_dddd" (a: ArrInt32, d = V, n: V) AdvSimd "CLZ_asimdmisc_R" "clz {d}.{a}, {n}.{a}";
    cnt    "0b00_1110_0010_0000_0101_10nn_nnnd_dddd" (b: ArrB, d = V, n: V) AdvSimd "CNT_asimdmisc_R" "cnt {d}.{b}, {n}.{b}";
    mvn_v  "0b10_1110_0010_0000_0101_10nn_nnnd_dddd" (b: ArrB, d = V, n: V) AdvSimd "NOT_asimdmisc_R" "mvn {d}.{b}, {n}.{b}|not {d}.{b}, {n}.{b}" [VectorShort Kernel];
    rbit_v "0b10_1110_0110_0000_0101_10nn_nnnd_dddd" (b: ArrB, d = V, n: V) AdvSimd "RBIT_asimdmisc_R" "rbit {d}.{b}, {n}.{b}";
    sqabs "0ao0_1110_aa10_0000_0111_10nn_nnnd_dddd" (o: AbsNeg, a: ArrInt, d = V, n: V) AdvSimd "(SQABS|SQNEG)_asimdmisc_R" "sq{o} {d}.{a}, {n}.{a}";
    abs "0ao0_1110_aa10_0000_1011_10nn_nnnd_dddd" (o: AbsNeg, a: ArrInt, d = V, n: V) AdvSimd "(ABS|NEG)_asimdmisc_R" "{o} {d}.{a}, {n}.{a}";
    cm_zero "0ao0_1110_aa10_0000_100o_10nn_nnnd_dddd" (o: CompareZero, a: ArrInt, d = V, n: V) AdvSimd "(CMGT|CMGE|CMEQ|CMLE)_asimdmisc_Z" "cm{o} {d}.{a}, {n}.{a}, #0" [VectorShort Kernel];
    cmlt_zero "0a00_1110_aa10_0000_1010_10nn_nnnd_dddd" (a: ArrInt, d = V, n: V) AdvSimd "CMLT_asimdmisc_Z" "cmlt {d}.{a}, {n}.{a}, #0";
    urecpe  "0t00_1110_1010_0001_1100_10nn_nnnd_dddd" (t: ArrS, d = V, n: V) AdvSimd "URECPE_asimdmisc_R" "urecpe {d}.{t}, {n}.{t}";
    ursqrte "0t10_1110_1010_0001_1100_10nn_nnnd_dddd" (t: ArrS, d = V, n: V) AdvSimd "URSQRTE_asimdmisc_R" "ursqrte {d}.{t}, {n}.{t}";
    xtn "00o0_1110_aa10_0001_0010_10nn_nnnd_dddd" (o: Extract, a: ArrLow, d = V, n: V) AdvSimd "(XTN|SQXTUN)_asimdmisc_N" "{o} {d}.{a}, {n}.{+a}";
    xtn2 "01o0_1110_aa10_0001_0010_10nn_nnnd_dddd" (o: Extract, a: ArrHigh, d += V, n: V) AdvSimd "(XTN|SQXTUN)_asimdmisc_N" "{o}2 {d}.{a}, {n}.{+a}";
    qxtn    "00u0_1110_aa10_0001_0100_10nn_nnnd_dddd" (u: Sign, a: ArrLow, d = V, n: V) AdvSimd "(S|U)QXTN_asimdmisc_N" "{u}qxtn {d}.{a}, {n}.{+a}";
    qxtn2   "01u0_1110_aa10_0001_0100_10nn_nnnd_dddd" (u: Sign, a: ArrHigh, d += V, n: V) AdvSimd "(S|U)QXTN_asimdmisc_N" "{u}qxtn2 {d}.{a}, {n}.{+a}";

    addlv  "0au0_1110_aa11_0000_0011_10nn_nnnd_dddd" (u: Sign, a: ArrAcross, d = AcrossWide, n: V) AdvSimd "(S|U)ADDLV_asimdall_only" "{u}addlv {d}, {n}.{a}";
    extremum_across "0au0_1110_aa11_000o_1010_10nn_nnnd_dddd" (u: Sign, o: Extremum, a: ArrAcross, d = Across, n: V) AdvSimd "(S|U)(MAX|MIN)V_asimdall_only" "{u}{o}v {d}, {n}.{a}";
    addv   "0a00_1110_aa11_0001_1011_10nn_nnnd_dddd" (a: ArrAcross, d = Across, n: V) AdvSimd "ADDV_asimdall_only" "addv {d}, {n}.{a}";

    ml_lane_h "0t10_1111_01ii_mmmm_0o00_I0nn_nnnd_dddd" (o: Accumulate, t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd "ML(A|S)_asimdelem_R" "ml{o} {d}.{t}, {n}.{t}, {m}.h[{i}]";
    ml_lane_s "0t10_1111_10im_mmmm_0o00_I0nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "ML(A|S)_asimdelem_R" "ml{o} {d}.{t}, {n}.{t}, {m}.s[{i}]";
    mul_lane_h "0t00_1111_01ii_mmmm_1000_I0nn_nnnd_dddd" (t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimd "MUL_asimdelem_R" "mul {d}.{t}, {n}.{t}, {m}.h[{i}]";
    mul_lane_s "0t00_1111_10im_mmmm_1000_I0nn_nnnd_dddd" (t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "MUL_asimdelem_R" "mul {d}.{t}, {n}.{t}, {m}.s[{i}]";
    sqdmulh_lane_h "0t00_1111_01ii_mmmm_110r_I0nn_nnnd_dddd" (r: Round, t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimd "SQ(R|)DMULH_asimdelem_R" "sq{r}dmulh {d}.{t}, {n}.{t}, {m}.h[{i}]";
    sqdmulh_lane_s "0t00_1111_10im_mmmm_110r_I0nn_nnnd_dddd" (r: Round, t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "SQ(R|)DMULH_asimdelem_R" "sq{r}dmulh {d}.{t}, {n}.{t}, {m}.s[{i}]";
    sqrdml_lane_h "0t10_1111_01ii_mmmm_11o1_I0nn_nnnd_dddd" (o: Accumulate, t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd Rdm "SQRDML(A|S)H_asimdelem_R" "sqrdml{o}h {d}.{t}, {n}.{t}, {m}.h[{i}]";
    sqrdml_lane_s "0t10_1111_10im_mmmm_11o1_I0nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd Rdm "SQRDML(A|S)H_asimdelem_R" "sqrdml{o}h {d}.{t}, {n}.{t}, {m}.s[{i}]";
    mlal_lane_h "0tu0_1111_01ii_mmmm_0o10_I0nn_nnnd_dddd" (o: Accumulate, u: Sign, t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd "((S|U)MLAL|(S|U)MLSL)_asimdelem_L" "{u}ml{o}l{2t} {d}.4s, {n}.{t}, {m}.h[{i}]";
    mlal_lane_s "0tu0_1111_10im_mmmm_0o10_I0nn_nnnd_dddd" (o: Accumulate, u: Sign, t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "((S|U)MLAL|(S|U)MLSL)_asimdelem_L" "{u}ml{o}l{2t} {d}.2d, {n}.{t}, {m}.s[{i}]";
    mull_lane_h "0tu0_1111_01ii_mmmm_1010_I0nn_nnnd_dddd" (u: Sign, t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimd "(S|U)MULL_asimdelem_L" "{u}mull{2t} {d}.4s, {n}.{t}, {m}.h[{i}]";
    mull_lane_s "0tu0_1111_10im_mmmm_1010_I0nn_nnnd_dddd" (u: Sign, t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "(S|U)MULL_asimdelem_L" "{u}mull{2t} {d}.2d, {n}.{t}, {m}.s[{i}]";
    sqdml_lane_h "0t00_1111_01ii_mmmm_0o11_I0nn_nnnd_dddd" (o: Accumulate, t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd "SQDML(A|S)L_asimdelem_L" "sqdml{o}l{2t} {d}.4s, {n}.{t}, {m}.h[{i}]";
    sqdml_lane_s "0t00_1111_10im_mmmm_0o11_I0nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "SQDML(A|S)L_asimdelem_L" "sqdml{o}l{2t} {d}.2d, {n}.{t}, {m}.s[{i}]";
    sqdmull_lane_h "0t00_1111_01ii_mmmm_1011_I0nn_nnnd_dddd" (t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimd "SQDMULL_asimdelem_L" "sqdmull{2t} {d}.4s, {n}.{t}, {m}.h[{i}]";
    sqdmull_lane_s "0t00_1111_10im_mmmm_1011_I0nn_nnnd_dddd" (t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "SQDMULL_asimdelem_L" "sqdmull{2t} {d}.2d, {n}.{t}, {m}.s[{i}]";

    dot        "0tu0_1110_100m_mmmm_1001_01nn_nnnd_dddd" (u: Sign, t: ArrS, d += V, n: V, m: V) AdvSimd DotProd "(S|U)DOT_asimdsame2_D" "{u}dot {d}.{t}, {n}.{/t}, {m}.{/t}";
    dot_lane   "0tu0_1111_10im_mmmm_1110_I0nn_nnnd_dddd" (u: Sign, t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd DotProd "(S|U)DOT_asimdelem_D" "{u}dot {d}.{t}, {n}.{/t}, {m}.4b[{i}]";
    usdot      "0t00_1110_100m_mmmm_1001_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) AdvSimd I8mm "USDOT_asimdsame2_D" "usdot {d}.{t}, {n}.{/t}, {m}.{/t}";
    usdot_lane "0t00_1111_10im_mmmm_1111_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd I8mm "USDOT_asimdelem_D" "usdot {d}.{t}, {n}.{/t}, {m}.4b[{i}]";
    sudot_lane "0t00_1111_00im_mmmm_1111_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd I8mm "SUDOT_asimdelem_D" "sudot {d}.{t}, {n}.{/t}, {m}.4b[{i}]";
    mmla       "01u0_1110_100m_mmmm_1010_01nn_nnnd_dddd" (u: Sign, d += V, n: V, m: V) AdvSimd I8mm "(S|U)MMLA_asimdsame2_G" "{u}mmla {d}.4s, {n}.16b, {m}.16b";
    usmmla     "0100_1110_100m_mmmm_1010_11nn_nnnd_dddd" (d += V, n: V, m: V) AdvSimd I8mm "USMMLA_asimdsame2_G" "usmmla {d}.4s, {n}.16b, {m}.16b";

    qadd_scalar "01u1_1110_zz1m_mmmm_00o0_11nn_nnnd_dddd" (o: AddSub, u: Sign, z: Size, d = I, n: I, m: I) AdvSimd "((S|U)QADD|(S|U)QSUB)_asisdsame_only" "{u}q{o} {d}, {n}, {m}";
    add_d "01o1_1110_111m_mmmm_1000_01nn_nnnd_dddd" (o: AddSub, d = D, n: D, m: D) AdvSimd "(ADD|SUB)_asisdsame_only" "{o} {d}, {n}, {m}";
    cm_d "01o1_1110_111m_mmmm_0011_o1nn_nnnd_dddd" (o: CompareV, d = D, n: D, m: D) AdvSimd "(CMGT|CMGE|CMHI|CMHS)_asisdsame_only" "cm{o} {d}, {n}, {m}";
    cmtst_d       "0101_1110_111m_mmmm_1000_11nn_nnnd_dddd" (d = D, n: D, m: D) AdvSimd "CMTST_asisdsame_only" "cmtst {d}, {n}, {m}";
    cmeq_d        "0111_1110_111m_mmmm_1000_11nn_nnnd_dddd" (d = D, n: D, m: D) AdvSimd "CMEQ_asisdsame_only" "cmeq {d}, {n}, {m}";
    sqdmulh_scalar "01r1_1110_zz1m_mmmm_1011_01nn_nnnd_dddd" (r: Round, z: SizeHS, d = I, n: I, m: I) AdvSimd "(SQDMULH|SQRDMULH)_asisdsame_only" "sq{r}dmulh {d}, {n}, {m}";
    sqrdml_scalar "0111_1110_zz0m_mmmm_1000_o1nn_nnnd_dddd" (o: Accumulate, z: SizeHS, d += I, n: I, m: I) AdvSimd Rdm "(SQRDMLAH|SQRDMLSH)_asisdsame2_only" "sqrdml{o}h {d}, {n}, {m}";
    sqdmlal_scalar "0101_1110_zz1m_mmmm_10o1_00nn_nnnd_dddd" (o: Accumulate, z: SizeHS, d += IWide, n: I, m: I) AdvSimd "(SQDMLAL|SQDMLSL)_asisddiff_only" "sqdml{o}l {d}, {n}, {m}";
    sqdmull_scalar  "0101_1110_zz1m_mmmm_1101_00nn_nnnd_dddd" (z: SizeHS, d = IWide, n: I, m: I) AdvSimd "SQDMULL_asisddiff_only" "sqdmull {d}, {n}, {m}";
    mixed_qadd_scalar "01o1_1110_zz10_0000_0011_10nn_nnnd_dddd" (o: MixedQadd, z: Size, d += I, n: I) AdvSimd "(SUQADD|USQADD)_asisdmisc_R" "{o} {d}, {n}";
    sqabs_scalar "01o1_1110_zz10_0000_0111_10nn_nnnd_dddd" (o: AbsNeg, z: Size, d = I, n: I) AdvSimd "(SQABS|SQNEG)_asisdmisc_R" "sq{o} {d}, {n}";
    abs_d "01o1_1110_1110_0000_1011_10nn_nnnd_dddd" (o: AbsNeg, d = D, n: D) AdvSimd "(ABS|NEG)_asisdmisc_R" "{o} {d}, {n}";
    cm_zero_d "01o1_1110_1110_0000_100o_10nn_nnnd_dddd" (o: CompareZero, d = D, n: D) AdvSimd "(CMGT|CMGE|CMEQ|CMLE)_asisdmisc_Z" "cm{o} {d}, {n}, #0";
    cmlt_zero_d   "0101_1110_1110_0000_1010_10nn_nnnd_dddd" (d = D, n: D) AdvSimd "CMLT_asisdmisc_Z" "cmlt {d}, {n}, #0";
    sqxtun_scalar "0111_1110_zz10_0001_0010_10nn_nnnd_dddd" (z: SizeBHS, d = I, n: IWide) AdvSimd "SQXTUN_asisdmisc_N" "sqxtun {d}, {n}";
    qxtn_scalar   "01u1_1110_zz10_0001_0100_10nn_nnnd_dddd" (u: Sign, z: SizeBHS, d = I, n: IWide) AdvSimd "(S|U)QXTN_asisdmisc_N" "{u}qxtn {d}, {n}";
    addp_d        "0101_1110_1111_0001_1011_10nn_nnnd_dddd" (d = D, n: V) AdvSimd "ADDP_asisdpair_only" "addp {d}, {n}.2d";

    sqdmulh_element_h "0101_1111_01ii_mmmm_110r_I0nn_nnnd_dddd" (r: Round, d = H, n: H, m: VLow, i: Lane<3>) AdvSimd "SQ(R|)DMULH_asisdelem_R" "sq{r}dmulh {d}, {n}, {m}.h[{i}]";
    sqdmulh_element_s "0101_1111_10im_mmmm_110r_I0nn_nnnd_dddd" (r: Round, d = S, n: S, m: V, i: Lane<2>) AdvSimd "SQ(R|)DMULH_asisdelem_R" "sq{r}dmulh {d}, {n}, {m}.s[{i}]";
    sqrdml_element_h  "0111_1111_01ii_mmmm_11o1_I0nn_nnnd_dddd" (o: Accumulate, d += H, n: H, m: VLow, i: Lane<3>) AdvSimd Rdm "SQRDML(A|S)H_asisdelem_R" "sqrdml{o}h {d}, {n}, {m}.h[{i}]";
    sqrdml_element_s  "0111_1111_10im_mmmm_11o1_I0nn_nnnd_dddd" (o: Accumulate, d += S, n: S, m: V, i: Lane<2>) AdvSimd Rdm "SQRDML(A|S)H_asisdelem_R" "sqrdml{o}h {d}, {n}, {m}.s[{i}]";
    sqdml_element_h   "0101_1111_01ii_mmmm_0o11_I0nn_nnnd_dddd" (o: Accumulate, d += S, n: H, m: VLow, i: Lane<3>) AdvSimd "SQDML(A|S)L_asisdelem_L" "sqdml{o}l {d}, {n}, {m}.h[{i}]";
    sqdml_element_s   "0101_1111_10im_mmmm_0o11_I0nn_nnnd_dddd" (o: Accumulate, d += D, n: S, m: V, i: Lane<2>) AdvSimd "SQDML(A|S)L_asisdelem_L" "sqdml{o}l {d}, {n}, {m}.s[{i}]";
    sqdmull_element_h "0101_1111_01ii_mmmm_1011_I0nn_nnnd_dddd" (d = S, n: H, m: VLow, i: Lane<3>) AdvSimd "SQDMULL_asisdelem_L" "sqdmull {d}, {n}, {m}.h[{i}]";
    sqdmull_element_s "0101_1111_10im_mmmm_1011_I0nn_nnnd_dddd" (d = D, n: S, m: V, i: Lane<2>) AdvSimd "SQDMULL_asisdelem_L" "sqdmull {d}, {n}, {m}.s[{i}]";
}

//! Shifts of vectors and of scalars in vector registers, by registers and by immediates (Arm ARM,
//! C4.1.96). The immediate's range follows from the size of the elements, so that each size has a row.

table! { section "C4.1.96";
    shl_reg "0au0_1110_aa1m_mmmm_0100_q1nn_nnnd_dddd" (q: Saturate, u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "((S|U)SHL|(S|U)QSHL)_asimdsame_only" "{u}{q}shl {d}.{a}, {n}.{a}, {m}.{a}";
    shl_reg_scalar "01u1_1110_111m_mmmm_010r_01nn_nnnd_dddd" (r: Round, u: Sign, d = D, n: D, m: D) AdvSimd "((S|U)SHL|(S|U)RSHL)_asisdsame_only" "{u}{r}shl {d}, {n}, {m}";
    rshl_reg "0au0_1110_aa1m_mmmm_0101_q1nn_nnnd_dddd" (q: Saturate, u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "((S|U)RSHL|(S|U)QRSHL)_asimdsame_only" "{u}{q}rshl {d}.{a}, {n}.{a}, {m}.{a}";
    qshl_reg_scalar "01u1_1110_zz1m_mmmm_010r_11nn_nnnd_dddd" (r: Round, u: Sign, z: Size, d = I, n: I, m: I) AdvSimd "((S|U)QSHL|(S|U)QRSHL)_asisdsame_only" "{u}q{r}shl {d}, {n}, {m}";

    shr "0Iu0_1111_0iii_iiii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, i: RightOfHalves, d = V, n: V) AdvSimd "(S|U)(R|)SHR_asimdshf_R" "{u}{r}shr {d}.{=i}, {n}.{=i}, {i}" [VectorShort Kernel];
    sra "0Iu0_1111_0iii_iiii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, i: RightOfHalves, d += V, n: V) AdvSimd "(S|U)(R|)SRA_asimdshf_R" "{u}{r}sra {d}.{=i}, {n}.{=i}, {i}";
    sri "0I10_1111_0iii_iiii_0100_01nn_nnnd_dddd" (i: RightOfHalves, d += V, n: V) AdvSimd "SRI_asimdshf_R" "sri {d}.{=i}, {n}.{=i}, {i}";
    shl "0I00_1111_0iii_iiii_0101_01nn_nnnd_dddd" (i: LeftOfHalves, d = V, n: V) AdvSimd "SHL_asimdshf_R" "shl {d}.{=i}, {n}.{=i}, {i}" [VectorShort Kernel];
    sli "0I10_1111_0iii_iiii_0101_01nn_nnnd_dddd" (i: LeftOfHalves, d += V, n: V) AdvSimd "SLI_asimdshf_R" "sli {d}.{=i}, {n}.{=i}, {i}";
    sqshlu "0I10_1111_0iii_iiii_0110_01nn_nnnd_dddd" (i: LeftOfHalves, d = V, n: V) AdvSimd "SQSHLU_asimdshf_R" "sqshlu {d}.{=i}, {n}.{=i}, {i}";
    qshl "0Iu0_1111_0iii_iiii_0111_01nn_nnnd_dddd" (u: Sign, i: LeftOfHalves, d = V, n: V) AdvSimd "(S|U)QSHL_asimdshf_R" "{u}qshl {d}.{=i}, {n}.{=i}, {i}";

    shll "0Iu0_1111_0iii_iiii_1010_01nn_nnnd_dddd" (u: Sign, i: LeftOfHalves, d = V, n: V) AdvSimd "(S|U)SHLL_asimdshf_L" "{u}shll{2i} {d}.{+i}, {n}.{=i}, {i}|{u}xtl{2i} {d}.{+i}, {n}.{=i}" where |i| i & 64 == 0;
    shll_max_b "0t10_1110_0010_0001_0011_10nn_nnnd_dddd" (t: ArrB, d = V, n: V) AdvSimd "SHLL_asimdmisc_S" "shll{2t} {d}.8h, {n}.{t}, #8";
    shll_max_h "0t10_1110_0110_0001_0011_10nn_nnnd_dddd" (t: ArrH, d = V, n: V) AdvSimd "SHLL_asimdmisc_S" "shll{2t} {d}.4s, {n}.{t}, #16" [VectorShort Kernel];
    shll_max_s "0t10_1110_1010_0001_0011_10nn_nnnd_dddd" (t: ArrS, d = V, n: V) AdvSimd "SHLL_asimdmisc_S" "shll{2t} {d}.2d, {n}.{t}, #32";

    shrn "0000_1111_0iii_iiii_1000_r1nn_nnnd_dddd" (r: Round, i: RightToLow, d = V, n: V) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn {d}.{=i}, {n}.{+i}, {i}" [VectorLong Kernel];
    shrn2 "0100_1111_0iii_iiii_1000_r1nn_nnnd_dddd" (r: Round, i: RightToHigh, d += V, n: V) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn2 {d}.{=i}, {n}.{+i}, {i}";
    sqshrun "0010_1111_0iii_iiii_1000_r1nn_nnnd_dddd" (r: Round, i: RightToLow, d = V, n: V) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun {d}.{=i}, {n}.{+i}, {i}";
    sqshrun2 "0110_1111_0iii_iiii_1000_r1nn_nnnd_dddd" (r: Round, i: RightToHigh, d += V, n: V) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun2 {d}.{=i}, {n}.{+i}, {i}";
    qshrn "00u0_1111_0iii_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, i: RightToLow, d = V, n: V) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn {d}.{=i}, {n}.{+i}, {i}";
    qshrn2 "01u0_1111_0iii_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, i: RightToHigh, d += V, n: V) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn2 {d}.{=i}, {n}.{+i}, {i}";

    shr_scalar_d "01u1_1111_01ii_iiii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, d = D, n: D, i: ShiftRight<6>) AdvSimd "(S|U)(R|)SHR_asisdshf_R" "{u}{r}shr {d}, {n}, {i}";
    sra_scalar_d "01u1_1111_01ii_iiii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, d += D, n: D, i: ShiftRight<6>) AdvSimd "(S|U)(R|)SRA_asisdshf_R" "{u}{r}sra {d}, {n}, {i}";
    sri_scalar_d "0111_1111_01ii_iiii_0100_01nn_nnnd_dddd" (d += D, n: D, i: ShiftRight<6>) AdvSimd "SRI_asisdshf_R" "sri {d}, {n}, {i}";
    shl_scalar_d "0101_1111_01ii_iiii_0101_01nn_nnnd_dddd" (d = D, n: D, i: UImm<6, 1>) AdvSimd "SHL_asisdshf_R" "shl {d}, {n}, {i}";
    sli_scalar_d "0111_1111_01ii_iiii_0101_01nn_nnnd_dddd" (d += D, n: D, i: UImm<6, 1>) AdvSimd "SLI_asisdshf_R" "sli {d}, {n}, {i}";
    sqshlu_scalar "0111_1111_0iii_iiii_0110_01nn_nnnd_dddd" (i: LeftOf, d = E, n: E) AdvSimd "SQSHLU_asisdshf_R" "sqshlu {d}, {n}, {i}";
    qshl_scalar "01u1_1111_0iii_iiii_0111_01nn_nnnd_dddd" (u: Sign, i: LeftOf, d = E, n: E) AdvSimd "(S|U)QSHL_asisdshf_R" "{u}qshl {d}, {n}, {i}";
    sqshrun_scalar "0111_1111_0iii_iiii_1000_r1nn_nnnd_dddd" (r: Round, i: RightToScalar, d = E, n: EWide) AdvSimd "SQ(R|)SHRUN_asisdshf_N" "sq{r}shrun {d}, {n}, {i}";
    qshrn_scalar "01u1_1111_0iii_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, i: RightToScalar, d = E, n: EWide) AdvSimd "(S|U)Q(R|)SHRN_asisdshf_N" "{u}q{r}shrn {d}, {n}, {i}";
}

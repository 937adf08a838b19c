//! Shifts of vectors and of scalars in vector registers, by registers and by immediates (Arm ARM,
//! C4.1.96). The immediate's range follows from the size of the elements, so that each size has a row.

table! { section "C4.1.96";
    shl_reg "0au0_1110_aa1m_mmmm_0100_01nn_nnnd_dddd" (u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "(S|U)SHL_asimdsame_only" "{u}shl {d}.{a}, {n}.{a}, {m}.{a}";
    shl_reg_scalar "01u1_1110_111m_mmmm_0100_01nn_nnnd_dddd" (u: Sign, d = D, n: D, m: D) AdvSimd "(S|U)SHL_asisdsame_only" "{u}shl {d}, {n}, {m}";
    qshl_reg "0au0_1110_aa1m_mmmm_0100_11nn_nnnd_dddd" (u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "(S|U)QSHL_asimdsame_only" "{u}qshl {d}.{a}, {n}.{a}, {m}.{a}";
    qshl_reg_scalar "01u1_1110_zz1m_mmmm_0100_11nn_nnnd_dddd" (u: Sign, z: Size, d = I, n: I, m: I) AdvSimd "(S|U)QSHL_asisdsame_only" "{u}qshl {d}, {n}, {m}";
    rshl_reg "0au0_1110_aa1m_mmmm_0101_01nn_nnnd_dddd" (u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "(S|U)RSHL_asimdsame_only" "{u}rshl {d}.{a}, {n}.{a}, {m}.{a}";
    rshl_reg_scalar "01u1_1110_111m_mmmm_0101_01nn_nnnd_dddd" (u: Sign, d = D, n: D, m: D) AdvSimd "(S|U)RSHL_asisdsame_only" "{u}rshl {d}, {n}, {m}";
    qrshl_reg "0au0_1110_aa1m_mmmm_0101_11nn_nnnd_dddd" (u: Sign, a: ArrInt, d = V, n: V, m: V) AdvSimd "(S|U)QRSHL_asimdsame_only" "{u}qrshl {d}.{a}, {n}.{a}, {m}.{a}";
    qrshl_reg_scalar "01u1_1110_zz1m_mmmm_0101_11nn_nnnd_dddd" (u: Sign, z: Size, d = I, n: I, m: I) AdvSimd "(S|U)QRSHL_asisdsame_only" "{u}qrshl {d}, {n}, {m}";

    shr_b "0tu0_1111_0000_1iii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, t: ArrB, d = V, n: V, i: ShiftRight<3>) AdvSimd "(S|U)(R|)SHR_asimdshf_R" "{u}{r}shr {d}.{t}, {n}.{t}, {i}";
    shr_h "0tu0_1111_0001_iiii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, t: ArrH, d = V, n: V, i: ShiftRight<4>) AdvSimd "(S|U)(R|)SHR_asimdshf_R" "{u}{r}shr {d}.{t}, {n}.{t}, {i}";
    shr_s "0tu0_1111_001i_iiii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, t: ArrS, d = V, n: V, i: ShiftRight<5>) AdvSimd "(S|U)(R|)SHR_asimdshf_R" "{u}{r}shr {d}.{t}, {n}.{t}, {i}";
    shr_d "01u0_1111_01ii_iiii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, d = V, n: V, i: ShiftRight<6>) AdvSimd "(S|U)(R|)SHR_asimdshf_R" "{u}{r}shr {d}.2d, {n}.2d, {i}";
    sra_b "0tu0_1111_0000_1iii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, t: ArrB, d += V, n: V, i: ShiftRight<3>) AdvSimd "(S|U)(R|)SRA_asimdshf_R" "{u}{r}sra {d}.{t}, {n}.{t}, {i}";
    sra_h "0tu0_1111_0001_iiii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, t: ArrH, d += V, n: V, i: ShiftRight<4>) AdvSimd "(S|U)(R|)SRA_asimdshf_R" "{u}{r}sra {d}.{t}, {n}.{t}, {i}";
    sra_s "0tu0_1111_001i_iiii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, t: ArrS, d += V, n: V, i: ShiftRight<5>) AdvSimd "(S|U)(R|)SRA_asimdshf_R" "{u}{r}sra {d}.{t}, {n}.{t}, {i}";
    sra_d "01u0_1111_01ii_iiii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, d += V, n: V, i: ShiftRight<6>) AdvSimd "(S|U)(R|)SRA_asimdshf_R" "{u}{r}sra {d}.2d, {n}.2d, {i}";
    sri_b "0t10_1111_0000_1iii_0100_01nn_nnnd_dddd" (t: ArrB, d += V, n: V, i: ShiftRight<3>) AdvSimd "SRI_asimdshf_R" "sri {d}.{t}, {n}.{t}, {i}";
    sri_h "0t10_1111_0001_iiii_0100_01nn_nnnd_dddd" (t: ArrH, d += V, n: V, i: ShiftRight<4>) AdvSimd "SRI_asimdshf_R" "sri {d}.{t}, {n}.{t}, {i}";
    sri_s "0t10_1111_001i_iiii_0100_01nn_nnnd_dddd" (t: ArrS, d += V, n: V, i: ShiftRight<5>) AdvSimd "SRI_asimdshf_R" "sri {d}.{t}, {n}.{t}, {i}";
    sri_d "0110_1111_01ii_iiii_0100_01nn_nnnd_dddd" (d += V, n: V, i: ShiftRight<6>) AdvSimd "SRI_asimdshf_R" "sri {d}.2d, {n}.2d, {i}";
    shl_b "0t00_1111_0000_1iii_0101_01nn_nnnd_dddd" (t: ArrB, d = V, n: V, i: UImm<3, 1>) AdvSimd "SHL_asimdshf_R" "shl {d}.{t}, {n}.{t}, {i}";
    shl_h "0t00_1111_0001_iiii_0101_01nn_nnnd_dddd" (t: ArrH, d = V, n: V, i: UImm<4, 1>) AdvSimd "SHL_asimdshf_R" "shl {d}.{t}, {n}.{t}, {i}";
    shl_s "0t00_1111_001i_iiii_0101_01nn_nnnd_dddd" (t: ArrS, d = V, n: V, i: UImm<5, 1>) AdvSimd "SHL_asimdshf_R" "shl {d}.{t}, {n}.{t}, {i}";
    shl_d "0100_1111_01ii_iiii_0101_01nn_nnnd_dddd" (d = V, n: V, i: UImm<6, 1>) AdvSimd "SHL_asimdshf_R" "shl {d}.2d, {n}.2d, {i}";
    sli_b "0t10_1111_0000_1iii_0101_01nn_nnnd_dddd" (t: ArrB, d += V, n: V, i: UImm<3, 1>) AdvSimd "SLI_asimdshf_R" "sli {d}.{t}, {n}.{t}, {i}";
    sli_h "0t10_1111_0001_iiii_0101_01nn_nnnd_dddd" (t: ArrH, d += V, n: V, i: UImm<4, 1>) AdvSimd "SLI_asimdshf_R" "sli {d}.{t}, {n}.{t}, {i}";
    sli_s "0t10_1111_001i_iiii_0101_01nn_nnnd_dddd" (t: ArrS, d += V, n: V, i: UImm<5, 1>) AdvSimd "SLI_asimdshf_R" "sli {d}.{t}, {n}.{t}, {i}";
    sli_d "0110_1111_01ii_iiii_0101_01nn_nnnd_dddd" (d += V, n: V, i: UImm<6, 1>) AdvSimd "SLI_asimdshf_R" "sli {d}.2d, {n}.2d, {i}";
    sqshlu_b "0t10_1111_0000_1iii_0110_01nn_nnnd_dddd" (t: ArrB, d = V, n: V, i: UImm<3, 1>) AdvSimd "SQSHLU_asimdshf_R" "sqshlu {d}.{t}, {n}.{t}, {i}";
    sqshlu_h "0t10_1111_0001_iiii_0110_01nn_nnnd_dddd" (t: ArrH, d = V, n: V, i: UImm<4, 1>) AdvSimd "SQSHLU_asimdshf_R" "sqshlu {d}.{t}, {n}.{t}, {i}";
    sqshlu_s "0t10_1111_001i_iiii_0110_01nn_nnnd_dddd" (t: ArrS, d = V, n: V, i: UImm<5, 1>) AdvSimd "SQSHLU_asimdshf_R" "sqshlu {d}.{t}, {n}.{t}, {i}";
    sqshlu_d "0110_1111_01ii_iiii_0110_01nn_nnnd_dddd" (d = V, n: V, i: UImm<6, 1>) AdvSimd "SQSHLU_asimdshf_R" "sqshlu {d}.2d, {n}.2d, {i}";
    qshl_b "0tu0_1111_0000_1iii_0111_01nn_nnnd_dddd" (u: Sign, t: ArrB, d = V, n: V, i: UImm<3, 1>) AdvSimd "(S|U)QSHL_asimdshf_R" "{u}qshl {d}.{t}, {n}.{t}, {i}";
    qshl_h "0tu0_1111_0001_iiii_0111_01nn_nnnd_dddd" (u: Sign, t: ArrH, d = V, n: V, i: UImm<4, 1>) AdvSimd "(S|U)QSHL_asimdshf_R" "{u}qshl {d}.{t}, {n}.{t}, {i}";
    qshl_s "0tu0_1111_001i_iiii_0111_01nn_nnnd_dddd" (u: Sign, t: ArrS, d = V, n: V, i: UImm<5, 1>) AdvSimd "(S|U)QSHL_asimdshf_R" "{u}qshl {d}.{t}, {n}.{t}, {i}";
    qshl_d "01u0_1111_01ii_iiii_0111_01nn_nnnd_dddd" (u: Sign, d = V, n: V, i: UImm<6, 1>) AdvSimd "(S|U)QSHL_asimdshf_R" "{u}qshl {d}.2d, {n}.2d, {i}";

    shll_b "0tu0_1111_0000_1iii_1010_01nn_nnnd_dddd" (u: Sign, t: ArrB, d = V, n: V, i: UImm<3, 1>) AdvSimd "(S|U)SHLL_asimdshf_L" "{u}shll{2t} {d}.8h, {n}.{t}, {i}";
    shll_h "0tu0_1111_0001_iiii_1010_01nn_nnnd_dddd" (u: Sign, t: ArrH, d = V, n: V, i: UImm<4, 1>) AdvSimd "(S|U)SHLL_asimdshf_L" "{u}shll{2t} {d}.4s, {n}.{t}, {i}";
    shll_s "0tu0_1111_001i_iiii_1010_01nn_nnnd_dddd" (u: Sign, t: ArrS, d = V, n: V, i: UImm<5, 1>) AdvSimd "(S|U)SHLL_asimdshf_L" "{u}shll{2t} {d}.2d, {n}.{t}, {i}";
    shll_max_b "0t10_1110_0010_0001_0011_10nn_nnnd_dddd" (t: ArrB, d = V, n: V) AdvSimd "SHLL_asimdmisc_S" "shll{2t} {d}.8h, {n}.{t}, #8";
    shll_max_h "0t10_1110_0110_0001_0011_10nn_nnnd_dddd" (t: ArrH, d = V, n: V) AdvSimd "SHLL_asimdmisc_S" "shll{2t} {d}.4s, {n}.{t}, #16";
    shll_max_s "0t10_1110_1010_0001_0011_10nn_nnnd_dddd" (t: ArrS, d = V, n: V) AdvSimd "SHLL_asimdmisc_S" "shll{2t} {d}.2d, {n}.{t}, #32";

    shrn_b "0000_1111_0000_1iii_1000_r1nn_nnnd_dddd" (r: Round, d = V, n: V, i: ShiftRight<3>) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn {d}.8b, {n}.8h, {i}";
    shrn2_b "0100_1111_0000_1iii_1000_r1nn_nnnd_dddd" (r: Round, d += V, n: V, i: ShiftRight<3>) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn2 {d}.16b, {n}.8h, {i}";
    shrn_h "0000_1111_0001_iiii_1000_r1nn_nnnd_dddd" (r: Round, d = V, n: V, i: ShiftRight<4>) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn {d}.4h, {n}.4s, {i}";
    shrn2_h "0100_1111_0001_iiii_1000_r1nn_nnnd_dddd" (r: Round, d += V, n: V, i: ShiftRight<4>) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn2 {d}.8h, {n}.4s, {i}";
    shrn_s "0000_1111_001i_iiii_1000_r1nn_nnnd_dddd" (r: Round, d = V, n: V, i: ShiftRight<5>) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn {d}.2s, {n}.2d, {i}";
    shrn2_s "0100_1111_001i_iiii_1000_r1nn_nnnd_dddd" (r: Round, d += V, n: V, i: ShiftRight<5>) AdvSimd "(R|)SHRN_asimdshf_N" "{r}shrn2 {d}.4s, {n}.2d, {i}";
    sqshrun_b "0010_1111_0000_1iii_1000_r1nn_nnnd_dddd" (r: Round, d = V, n: V, i: ShiftRight<3>) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun {d}.8b, {n}.8h, {i}";
    sqshrun2_b "0110_1111_0000_1iii_1000_r1nn_nnnd_dddd" (r: Round, d += V, n: V, i: ShiftRight<3>) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun2 {d}.16b, {n}.8h, {i}";
    sqshrun_h "0010_1111_0001_iiii_1000_r1nn_nnnd_dddd" (r: Round, d = V, n: V, i: ShiftRight<4>) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun {d}.4h, {n}.4s, {i}";
    sqshrun2_h "0110_1111_0001_iiii_1000_r1nn_nnnd_dddd" (r: Round, d += V, n: V, i: ShiftRight<4>) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun2 {d}.8h, {n}.4s, {i}";
    sqshrun_s "0010_1111_001i_iiii_1000_r1nn_nnnd_dddd" (r: Round, d = V, n: V, i: ShiftRight<5>) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun {d}.2s, {n}.2d, {i}";
    sqshrun2_s "0110_1111_001i_iiii_1000_r1nn_nnnd_dddd" (r: Round, d += V, n: V, i: ShiftRight<5>) AdvSimd "SQ(R|)SHRUN_asimdshf_N" "sq{r}shrun2 {d}.4s, {n}.2d, {i}";
    qshrn_b "00u0_1111_0000_1iii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d = V, n: V, i: ShiftRight<3>) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn {d}.8b, {n}.8h, {i}";
    qshrn2_b "01u0_1111_0000_1iii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d += V, n: V, i: ShiftRight<3>) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn2 {d}.16b, {n}.8h, {i}";
    qshrn_h "00u0_1111_0001_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d = V, n: V, i: ShiftRight<4>) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn {d}.4h, {n}.4s, {i}";
    qshrn2_h "01u0_1111_0001_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d += V, n: V, i: ShiftRight<4>) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn2 {d}.8h, {n}.4s, {i}";
    qshrn_s "00u0_1111_001i_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d = V, n: V, i: ShiftRight<5>) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn {d}.2s, {n}.2d, {i}";
    qshrn2_s "01u0_1111_001i_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d += V, n: V, i: ShiftRight<5>) AdvSimd "(S|U)Q(R|)SHRN_asimdshf_N" "{u}q{r}shrn2 {d}.4s, {n}.2d, {i}";

    shr_scalar_d "01u1_1111_01ii_iiii_00r0_01nn_nnnd_dddd" (u: Sign, r: Round, d = D, n: D, i: ShiftRight<6>) AdvSimd "(S|U)(R|)SHR_asisdshf_R" "{u}{r}shr {d}, {n}, {i}";
    sra_scalar_d "01u1_1111_01ii_iiii_00r1_01nn_nnnd_dddd" (u: Sign, r: Round, d += D, n: D, i: ShiftRight<6>) AdvSimd "(S|U)(R|)SRA_asisdshf_R" "{u}{r}sra {d}, {n}, {i}";
    sri_scalar_d "0111_1111_01ii_iiii_0100_01nn_nnnd_dddd" (d += D, n: D, i: ShiftRight<6>) AdvSimd "SRI_asisdshf_R" "sri {d}, {n}, {i}";
    shl_scalar_d "0101_1111_01ii_iiii_0101_01nn_nnnd_dddd" (d = D, n: D, i: UImm<6, 1>) AdvSimd "SHL_asisdshf_R" "shl {d}, {n}, {i}";
    sli_scalar_d "0111_1111_01ii_iiii_0101_01nn_nnnd_dddd" (d += D, n: D, i: UImm<6, 1>) AdvSimd "SLI_asisdshf_R" "sli {d}, {n}, {i}";
    sqshlu_scalar_b "0111_1111_0000_1iii_0110_01nn_nnnd_dddd" (d = B, n: B, i: UImm<3, 1>) AdvSimd "SQSHLU_asisdshf_R" "sqshlu {d}, {n}, {i}";
    sqshlu_scalar_h "0111_1111_0001_iiii_0110_01nn_nnnd_dddd" (d = H, n: H, i: UImm<4, 1>) AdvSimd "SQSHLU_asisdshf_R" "sqshlu {d}, {n}, {i}";
    sqshlu_scalar_s "0111_1111_001i_iiii_0110_01nn_nnnd_dddd" (d = S, n: S, i: UImm<5, 1>) AdvSimd "SQSHLU_asisdshf_R" "sqshlu {d}, {n}, {i}";
    sqshlu_scalar_d "0111_1111_01ii_iiii_0110_01nn_nnnd_dddd" (d = D, n: D, i: UImm<6, 1>) AdvSimd "SQSHLU_asisdshf_R" "sqshlu {d}, {n}, {i}";
    qshl_scalar_b "01u1_1111_0000_1iii_0111_01nn_nnnd_dddd" (u: Sign, d = B, n: B, i: UImm<3, 1>) AdvSimd "(S|U)QSHL_asisdshf_R" "{u}qshl {d}, {n}, {i}";
    qshl_scalar_h "01u1_1111_0001_iiii_0111_01nn_nnnd_dddd" (u: Sign, d = H, n: H, i: UImm<4, 1>) AdvSimd "(S|U)QSHL_asisdshf_R" "{u}qshl {d}, {n}, {i}";
    qshl_scalar_s "01u1_1111_001i_iiii_0111_01nn_nnnd_dddd" (u: Sign, d = S, n: S, i: UImm<5, 1>) AdvSimd "(S|U)QSHL_asisdshf_R" "{u}qshl {d}, {n}, {i}";
    qshl_scalar_d "01u1_1111_01ii_iiii_0111_01nn_nnnd_dddd" (u: Sign, d = D, n: D, i: UImm<6, 1>) AdvSimd "(S|U)QSHL_asisdshf_R" "{u}qshl {d}, {n}, {i}";
    sqshrun_scalar_b "0111_1111_0000_1iii_1000_r1nn_nnnd_dddd" (r: Round, d = B, n: H, i: ShiftRight<3>) AdvSimd "SQ(R|)SHRUN_asisdshf_N" "sq{r}shrun {d}, {n}, {i}";
    sqshrun_scalar_h "0111_1111_0001_iiii_1000_r1nn_nnnd_dddd" (r: Round, d = H, n: S, i: ShiftRight<4>) AdvSimd "SQ(R|)SHRUN_asisdshf_N" "sq{r}shrun {d}, {n}, {i}";
    sqshrun_scalar_s "0111_1111_001i_iiii_1000_r1nn_nnnd_dddd" (r: Round, d = S, n: D, i: ShiftRight<5>) AdvSimd "SQ(R|)SHRUN_asisdshf_N" "sq{r}shrun {d}, {n}, {i}";
    qshrn_scalar_b "01u1_1111_0000_1iii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d = B, n: H, i: ShiftRight<3>) AdvSimd "(S|U)Q(R|)SHRN_asisdshf_N" "{u}q{r}shrn {d}, {n}, {i}";
    qshrn_scalar_h "01u1_1111_0001_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d = H, n: S, i: ShiftRight<4>) AdvSimd "(S|U)Q(R|)SHRN_asisdshf_N" "{u}q{r}shrn {d}, {n}, {i}";
    qshrn_scalar_s "01u1_1111_001i_iiii_1001_r1nn_nnnd_dddd" (u: Sign, r: Round, d = S, n: D, i: ShiftRight<5>) AdvSimd "(S|U)Q(R|)SHRN_asisdshf_N" "{u}q{r}shrn {d}, {n}, {i}";
}

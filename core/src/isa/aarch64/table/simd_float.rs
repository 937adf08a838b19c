//! Floating-point arithmetic on vectors: half, single and double precision, by element, in scalar
//! form, complex, and on `BFloat16` (Arm ARM, C4.1.96).

table! { section "C4.1.96";
    fmla    "0t00_1110_0ttm_mmmm_tt00_11nn_nnnd_dddd" (t: ArrFp, d += V, n: V, m: V) AdvSimd Half "FMLA_asimdsame(|fp16)_only" "fmla {d}.{t}, {n}.{t}, {m}.{t}" [MultiplyAdd Kernel];
    fmls    "0t00_1110_1ttm_mmmm_tt00_11nn_nnnd_dddd" (t: ArrFp, d += V, n: V, m: V) AdvSimd Half "FMLS_asimdsame(|fp16)_only" "fmls {d}.{t}, {n}.{t}, {m}.{t}" [MultiplyAdd Kernel];
    fadd    "0t00_1110_0ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FADD_asimdsame(|fp16)_only" "fadd {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];
    fsub    "0t00_1110_1ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FSUB_asimdsame(|fp16)_only" "fsub {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];
    faddp   "0t10_1110_0ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FADDP_asimdsame(|fp16)_only" "faddp {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];
    fabd    "0t10_1110_1ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FABD_asimdsame(|fp16)_only" "fabd {d}.{t}, {n}.{t}, {m}.{t}";
    fmul    "0t10_1110_0ttm_mmmm_tt01_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FMUL_asimdsame(|fp16)_only" "fmul {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];
    fmulx   "0t00_1110_0ttm_mmmm_tt01_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FMULX_asimdsame(|fp16)_only" "fmulx {d}.{t}, {n}.{t}, {m}.{t}";
    fdiv    "0t10_1110_0ttm_mmmm_tt11_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FDIV_asimdsame(|fp16)_only" "fdiv {d}.{t}, {n}.{t}, {m}.{t}" [Divide Kernel];
    fmax    "0t00_1110_0ttm_mmmm_tt11_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FMAX_asimdsame(|fp16)_only" "fmax {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];
    fmin    "0t00_1110_1ttm_mmmm_tt11_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimd Half "FMIN_asimdsame(|fp16)_only" "fmin {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];
    fextremum_nm "0t00_1110_ottm_mmmm_tt00_01nn_nnnd_dddd" (o: Extremum, t: ArrFp, d = V, n: V, m: V) AdvSimd Half "(FMAXNM|FMINNM)_asimdsame(|fp16)_only" "f{o}nm {d}.{t}, {n}.{t}, {m}.{t}";
    fextremum_pairs "0t10_1110_ottm_mmmm_ttee_01nn_nnnd_dddd" (e: NanRule, o: Extremum, t: ArrFp, d = V, n: V, m: V) AdvSimd Half "((FMAXP|FMINP)|(FMAXNMP|FMINNMP))_asimdsame(|fp16)_only" "f{o}{e}p {d}.{t}, {n}.{t}, {m}.{t}";
    fstep "0t00_1110_ottm_mmmm_tt11_11nn_nnnd_dddd" (o: FloatStep, t: ArrFp, d = V, n: V, m: V) AdvSimd Half "(FRECPS|FRSQRTS)_asimdsame(|fp16)_only" "{o} {d}.{t}, {n}.{t}, {m}.{t}";
    fcompare "0to0_1110_ottm_mmmm_tt10_o1nn_nnnd_dddd" (o: FloatCompareV, t: ArrFp, d = V, n: V, m: V) AdvSimd Half "(FCMEQ|FCMGE|FCMGT|FACGE|FACGT)_asimdsame(|fp16)_only" "{o} {d}.{t}, {n}.{t}, {m}.{t}" [VectorLong Kernel];

    fabs   "0t00_1110_1t1t_t000_1111_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimd Half "FABS_asimdmisc(|fp16)_R" "fabs {d}.{t}, {n}.{t}" [VectorLong Kernel];
    fneg   "0t10_1110_1t1t_t000_1111_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimd Half "FNEG_asimdmisc(|fp16)_R" "fneg {d}.{t}, {n}.{t}" [VectorLong Kernel];
    fsqrt  "0t10_1110_1t1t_t001_1111_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimd Half "FSQRT_asimdmisc(|fp16)_R" "fsqrt {d}.{t}, {n}.{t}" [Divide Kernel];
    festimate "0to0_1110_1t1t_t001_1101_10nn_nnnd_dddd" (o: FloatEstimate, t: ArrFpMisc, d = V, n: V) AdvSimd Half "(FRECPE|FRSQRTE)_asimdmisc(|fp16)_R" "{o} {d}.{t}, {n}.{t}";
    frint  "0tr0_1110_rt1t_t001_100r_10nn_nnnd_dddd" (t: ArrFpMisc, r: RoundVector, d = V, n: V) AdvSimd Half "FRINT(N|P|M|Z|A|X|I)_asimdmisc(|fp16)_R" "frint{r} {d}.{t}, {n}.{t}" [VectorLong Kernel];
    frint_sized "0tr0_1110_0t10_0001_111R_10nn_nnnd_dddd" (t: ArrFpSD, r: RoundSized, d = V, n: V) AdvSimd Frint "FRINT(32|64)(Z|X)_asimdmisc_R" "frint{r} {d}.{t}, {n}.{t}";
    fcm_zero "0to0_1110_1t1t_t000_110o_10nn_nnnd_dddd" (o: CompareZero, t: ArrFpMisc, d = V, n: V) AdvSimd Half "(FCMGT|FCMGE|FCMEQ|FCMLE)_asimdmisc(|fp16)_FZ" "fcm{o} {d}.{t}, {n}.{t}, #0.0|fcm{o} {d}.{t}, {n}.{t}, #0";
    fcmlt_zero "0t00_1110_1t1t_t000_1110_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimd Half "FCMLT_asimdmisc(|fp16)_FZ" "fcmlt {d}.{t}, {n}.{t}, #0.0|fcmlt {d}.{t}, {n}.{t}, #0";

    fmla_lane_h  "0t00_1111_00ii_mmmm_0001_I0nn_nnnd_dddd" (t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd Fp16 "FMLA_asimdelem_RH_H" "fmla {d}.{t}, {n}.{t}, {m}.h[{i}]" [MultiplyAdd];
    fmla_lane_s  "0t00_1111_10im_mmmm_0001_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "FMLA_asimdelem_R_SD" "fmla {d}.{t}, {n}.{t}, {m}.s[{i}]" [MultiplyAdd Kernel];
    fmla_lane_d  "0100_1111_110m_mmmm_0001_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>) AdvSimd "FMLA_asimdelem_R_SD" "fmla {d}.2d, {n}.2d, {m}.d[{i}]" [MultiplyAdd Kernel];
    fmls_lane_h  "0t00_1111_00ii_mmmm_0101_I0nn_nnnd_dddd" (t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd Fp16 "FMLS_asimdelem_RH_H" "fmls {d}.{t}, {n}.{t}, {m}.h[{i}]" [MultiplyAdd];
    fmls_lane_s  "0t00_1111_10im_mmmm_0101_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "FMLS_asimdelem_R_SD" "fmls {d}.{t}, {n}.{t}, {m}.s[{i}]" [MultiplyAdd];
    fmls_lane_d  "0100_1111_110m_mmmm_0101_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>) AdvSimd "FMLS_asimdelem_R_SD" "fmls {d}.2d, {n}.2d, {m}.d[{i}]" [MultiplyAdd];
    fmul_lane_h "0to0_1111_00ii_mmmm_1001_I0nn_nnnd_dddd" (o: Multiply, t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimd Fp16 "(FMUL|FMULX)_asimdelem_RH_H" "{o} {d}.{t}, {n}.{t}, {m}.h[{i}]" [VectorLong];
    fmul_lane_s "0to0_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (o: Multiply, t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "(FMUL|FMULX)_asimdelem_R_SD" "{o} {d}.{t}, {n}.{t}, {m}.s[{i}]" [VectorLong Kernel];
    fmul_lane_d "01o0_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (o: Multiply, d = V, n: V, m: V, i: Lane<1>) AdvSimd "(FMUL|FMULX)_asimdelem_R_SD" "{o} {d}.2d, {n}.2d, {m}.d[{i}]" [VectorLong Kernel];

    fml_element_h "0101_1111_00ii_mmmm_0o01_I0nn_nnnd_dddd" (o: Accumulate, d += H, n: H, m: VLow, i: Lane<3>) AdvSimd Fp16 "(FMLA|FMLS)_asisdelem_RH_H" "fml{o} {d}, {n}, {m}.h[{i}]";
    fml_element_s "0101_1111_10im_mmmm_0o01_I0nn_nnnd_dddd" (o: Accumulate, d += S, n: S, m: V, i: Lane<2>) AdvSimd "(FMLA|FMLS)_asisdelem_R_SD" "fml{o} {d}, {n}, {m}.s[{i}]";
    fml_element_d "0101_1111_110m_mmmm_0o01_i0nn_nnnd_dddd" (o: Accumulate, d += D, n: D, m: V, i: Lane<1>) AdvSimd "(FMLA|FMLS)_asisdelem_R_SD" "fml{o} {d}, {n}, {m}.d[{i}]";
    fmul_element_h "01o1_1111_00ii_mmmm_1001_I0nn_nnnd_dddd" (o: Multiply, d = H, n: H, m: VLow, i: Lane<3>) AdvSimd Fp16 "(FMUL|FMULX)_asisdelem_RH_H" "{o} {d}, {n}, {m}.h[{i}]";
    fmul_element_s "01o1_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (o: Multiply, d = S, n: S, m: V, i: Lane<2>) AdvSimd "(FMUL|FMULX)_asisdelem_R_SD" "{o} {d}, {n}, {m}.s[{i}]";
    fmul_element_d "01o1_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (o: Multiply, d = D, n: D, m: V, i: Lane<1>) AdvSimd "(FMUL|FMULX)_asisdelem_R_SD" "{o} {d}, {n}, {m}.d[{i}]";

    fabd_scalar    "0111_1110_1ttm_mmmm_tt01_01nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimd Half "FABD_asisdsame(|fp16)_only" "fabd {d}, {n}, {m}";
    fmulx_scalar   "0101_1110_0ttm_mmmm_tt01_11nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) Fp Half "FMULX_asisdsame(|fp16)_only" "fmulx {d}, {n}, {m}";
    fstep_scalar "0101_1110_ottm_mmmm_tt11_11nn_nnnd_dddd" (o: FloatStep, t: FpSizeSame, d = FSame, n: FSame, m: FSame) Fp Half "(FRECPS|FRSQRTS)_asisdsame(|fp16)_only" "{o} {d}, {n}, {m}";
    fcompare_scalar "01o1_1110_ottm_mmmm_tt10_o1nn_nnnd_dddd" (o: FloatCompareV, t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimd Half "(FCMEQ|FCMGE|FCMGT|FACGE|FACGT)_asisdsame(|fp16)_only" "{o} {d}, {n}, {m}";
    festimate_scalar "01o1_1110_1t1t_t001_1101_10nn_nnnd_dddd" (o: FloatEstimate, t: FpSizeMisc, d = FMisc, n: FMisc) Fp Half "(FRECPE|FRSQRTE)_asisdmisc(|fp16)_R" "{o} {d}, {n}";
    frecpx         "0101_1110_1t1t_t001_1111_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) Fp Half "FRECPX_asisdmisc(|fp16)_R" "frecpx {d}, {n}";
    fcm_zero_scalar "01o1_1110_1t1t_t000_110o_10nn_nnnd_dddd" (o: CompareZero, t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimd Half "(FCMGT|FCMGE|FCMEQ|FCMLE)_asisdmisc(|fp16)_FZ" "fcm{o} {d}, {n}, #0.0|fcm{o} {d}, {n}, #0";
    fcmlt_zero_scalar "0101_1110_1t1t_t000_1110_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimd Half "FCMLT_asisdmisc(|fp16)_FZ" "fcmlt {d}, {n}, #0.0|fcmlt {d}, {n}, #0";

    faddp_pair "01t1_1110_0t11_0000_1101_10nn_nnnd_dddd" (t: FpSizePair, d = FPair, n: V) AdvSimd Half "FADDP_asisdpair_only_(H|SD)" "faddp {d}, {n}.2{t}";
    fextremum_pair "01t1_1110_ot11_0000_11ee_10nn_nnnd_dddd" (e: NanRule, o: Extremum, t: FpSizePair, d = FPair, n: V) AdvSimd Half "(F(MAX|MIN)P|F(MAX|MIN)NMP)_asisdpair_only_(H|SD)" "f{o}{e}p {d}, {n}.2{t}";
    fextremum_across_h "0t00_1110_o011_0000_11ee_10nn_nnnd_dddd" (e: NanRule, o: Extremum, t: ArrH, d = H, n: V) AdvSimd Fp16 "(F(MAX|MIN)V|F(MAX|MIN)NMV)_asimdall_only_H" "f{o}{e}v {d}, {n}.{t}";
    fextremum_across_s "0110_1110_o011_0000_11ee_10nn_nnnd_dddd" (e: NanRule, o: Extremum, d = S, n: V) AdvSimd "(F(MAX|MIN)V|F(MAX|MIN)NMV)_asimdall_only_SD" "f{o}{e}v {d}, {n}.4s";

    fmlal "0t00_1110_o01m_mmmm_1110_11nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: V) AdvSimd Fhm "(FMLAL|FMLSL)_asimdsame_F" "fml{o}l {d}.{t}, {n}.{-t}, {m}.{-t}";
    fmlal2 "0t10_1110_o01m_mmmm_1100_11nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: V) AdvSimd Fhm "(FMLAL2|FMLSL2)_asimdsame_F" "fml{o}l2 {d}.{t}, {n}.{-t}, {m}.{-t}";
    fmlal_lane "0t00_1111_10ii_mmmm_0o00_I0nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd Fhm "(FMLAL|FMLSL)_asimdelem_LH" "fml{o}l {d}.{t}, {n}.{-t}, {m}.h[{i}]";
    fmlal2_lane "0t10_1111_10ii_mmmm_1o00_I0nn_nnnd_dddd" (o: Accumulate, t: ArrS, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd Fhm "(FMLAL2|FMLSL2)_asimdelem_LH" "fml{o}l2 {d}.{t}, {n}.{-t}, {m}.h[{i}]";

    fcmla "0a10_1110_aa0m_mmmm_110r_r1nn_nnnd_dddd" (a: ArrComplex, d += V, n: V, m: V, r: Steps<2, 0, 90>) AdvSimd Complex Half "FCMLA_asimdsame2_C" "fcmla {d}.{a}, {n}.{a}, {m}.{a}, {r}";
    fcadd "0a10_1110_aa0m_mmmm_111r_01nn_nnnd_dddd" (a: ArrComplex, d = V, n: V, m: V, r: Steps<1, 90, 180>) AdvSimd Complex Half "FCADD_asimdsame2_C" "fcadd {d}.{a}, {n}.{a}, {m}.{a}, {r}";
    fcmla_lane_h "0t10_1111_01im_mmmm_0rr1_I0nn_nnnd_dddd" (t: ArrH, d += V, n: V, m: V, i: Lane<2>, r: Steps<2, 0, 90>) AdvSimd Complex Fp16 "FCMLA_advsimd_elt" "fcmla {d}.{t}, {n}.{t}, {m}.h[{i}], {r}" where |t, i| t == 1 || i < 2;
    fcmla_lane_s "0110_1111_100m_mmmm_0rr1_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>, r: Steps<2, 0, 90>) AdvSimd Complex "FCMLA_advsimd_elt" "fcmla {d}.4s, {n}.4s, {m}.s[{i}], {r}";

    bfdot        "0t10_1110_010m_mmmm_1111_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) AdvSimd Bf16 "BFDOT_asimdsame2_D" "bfdot {d}.{t}, {n}.{*t}, {m}.{*t}";
    bfdot_lane   "0t00_1111_01im_mmmm_1111_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd Bf16 "BFDOT_asimdelem_E" "bfdot {d}.{t}, {n}.{*t}, {m}.2h[{i}]";
    bfmlal       "0h10_1110_110m_mmmm_1111_11nn_nnnd_dddd" (h: Half, d += V, n: V, m: V) AdvSimd Bf16 "BFMLAL_asimdsame2_F_" "bfmlal{h} {d}.4s, {n}.8h, {m}.8h";
    bfmlal_lane  "0h00_1111_11ii_mmmm_1111_I0nn_nnnd_dddd" (h: Half, d += V, n: V, m: VLow, i: Lane<3>) AdvSimd Bf16 "BFMLAL_asimdelem_F" "bfmlal{h} {d}.4s, {n}.8h, {m}.h[{i}]";
    bfmmla       "0110_1110_010m_mmmm_1110_11nn_nnnd_dddd" (d += V, n: V, m: V) AdvSimd Bf16 "BFMMLA_asimdsame2_E" "bfmmla {d}.4s, {n}.8h, {m}.8h";
}

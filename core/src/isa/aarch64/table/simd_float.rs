//! Floating-point arithmetic on vectors: half, single and double precision, by element, in scalar
//! form, complex, and on `BFloat16` (Arm ARM, C4.1.96).

table! { section "C4.1.96";
    fmla    "0t00_1110_0ttm_mmmm_tt00_11nn_nnnd_dddd" (t: ArrFp, d += V, n: V, m: V) AdvSimdHalf "FMLA_asimdsame(|fp16)_only" "fmla {d}.{t}, {n}.{t}, {m}.{t}";
    fmls    "0t00_1110_1ttm_mmmm_tt00_11nn_nnnd_dddd" (t: ArrFp, d += V, n: V, m: V) AdvSimdHalf "FMLS_asimdsame(|fp16)_only" "fmls {d}.{t}, {n}.{t}, {m}.{t}";
    fadd    "0t00_1110_0ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FADD_asimdsame(|fp16)_only" "fadd {d}.{t}, {n}.{t}, {m}.{t}";
    fsub    "0t00_1110_1ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FSUB_asimdsame(|fp16)_only" "fsub {d}.{t}, {n}.{t}, {m}.{t}";
    faddp   "0t10_1110_0ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FADDP_asimdsame(|fp16)_only" "faddp {d}.{t}, {n}.{t}, {m}.{t}";
    fabd    "0t10_1110_1ttm_mmmm_tt01_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FABD_asimdsame(|fp16)_only" "fabd {d}.{t}, {n}.{t}, {m}.{t}";
    fmul    "0t10_1110_0ttm_mmmm_tt01_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMUL_asimdsame(|fp16)_only" "fmul {d}.{t}, {n}.{t}, {m}.{t}";
    fmulx   "0t00_1110_0ttm_mmmm_tt01_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMULX_asimdsame(|fp16)_only" "fmulx {d}.{t}, {n}.{t}, {m}.{t}";
    fdiv    "0t10_1110_0ttm_mmmm_tt11_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FDIV_asimdsame(|fp16)_only" "fdiv {d}.{t}, {n}.{t}, {m}.{t}";
    fmax    "0t00_1110_0ttm_mmmm_tt11_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMAX_asimdsame(|fp16)_only" "fmax {d}.{t}, {n}.{t}, {m}.{t}";
    fmin    "0t00_1110_1ttm_mmmm_tt11_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMIN_asimdsame(|fp16)_only" "fmin {d}.{t}, {n}.{t}, {m}.{t}";
    fmaxp   "0t10_1110_0ttm_mmmm_tt11_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMAXP_asimdsame(|fp16)_only" "fmaxp {d}.{t}, {n}.{t}, {m}.{t}";
    fminp   "0t10_1110_1ttm_mmmm_tt11_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMINP_asimdsame(|fp16)_only" "fminp {d}.{t}, {n}.{t}, {m}.{t}";
    fmaxnm  "0t00_1110_0ttm_mmmm_tt00_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMAXNM_asimdsame(|fp16)_only" "fmaxnm {d}.{t}, {n}.{t}, {m}.{t}";
    fminnm  "0t00_1110_1ttm_mmmm_tt00_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMINNM_asimdsame(|fp16)_only" "fminnm {d}.{t}, {n}.{t}, {m}.{t}";
    fmaxnmp "0t10_1110_0ttm_mmmm_tt00_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMAXNMP_asimdsame(|fp16)_only" "fmaxnmp {d}.{t}, {n}.{t}, {m}.{t}";
    fminnmp "0t10_1110_1ttm_mmmm_tt00_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FMINNMP_asimdsame(|fp16)_only" "fminnmp {d}.{t}, {n}.{t}, {m}.{t}";
    frecps  "0t00_1110_0ttm_mmmm_tt11_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FRECPS_asimdsame(|fp16)_only" "frecps {d}.{t}, {n}.{t}, {m}.{t}";
    frsqrts "0t00_1110_1ttm_mmmm_tt11_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FRSQRTS_asimdsame(|fp16)_only" "frsqrts {d}.{t}, {n}.{t}, {m}.{t}";
    fcmeq   "0t00_1110_0ttm_mmmm_tt10_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FCMEQ_asimdsame(|fp16)_only" "fcmeq {d}.{t}, {n}.{t}, {m}.{t}";
    fcmge   "0t10_1110_0ttm_mmmm_tt10_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FCMGE_asimdsame(|fp16)_only" "fcmge {d}.{t}, {n}.{t}, {m}.{t}";
    fcmgt   "0t10_1110_1ttm_mmmm_tt10_01nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FCMGT_asimdsame(|fp16)_only" "fcmgt {d}.{t}, {n}.{t}, {m}.{t}";
    facge   "0t10_1110_0ttm_mmmm_tt10_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FACGE_asimdsame(|fp16)_only" "facge {d}.{t}, {n}.{t}, {m}.{t}";
    facgt   "0t10_1110_1ttm_mmmm_tt10_11nn_nnnd_dddd" (t: ArrFp, d = V, n: V, m: V) AdvSimdHalf "FACGT_asimdsame(|fp16)_only" "facgt {d}.{t}, {n}.{t}, {m}.{t}";

    fabs   "0t00_1110_1t1t_t000_1111_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FABS_asimdmisc(|fp16)_R" "fabs {d}.{t}, {n}.{t}";
    fneg   "0t10_1110_1t1t_t000_1111_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FNEG_asimdmisc(|fp16)_R" "fneg {d}.{t}, {n}.{t}";
    fsqrt  "0t10_1110_1t1t_t001_1111_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FSQRT_asimdmisc(|fp16)_R" "fsqrt {d}.{t}, {n}.{t}";
    frecpe "0t00_1110_1t1t_t001_1101_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FRECPE_asimdmisc(|fp16)_R" "frecpe {d}.{t}, {n}.{t}";
    frsqrte "0t10_1110_1t1t_t001_1101_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FRSQRTE_asimdmisc(|fp16)_R" "frsqrte {d}.{t}, {n}.{t}";
    frint  "0tr0_1110_rt1t_t001_100r_10nn_nnnd_dddd" (t: ArrFpMisc, r: RoundVector, d = V, n: V) AdvSimdHalf "FRINT(N|P|M|Z|A|X|I)_asimdmisc(|fp16)_R" "frint{r} {d}.{t}, {n}.{t}";
    frint_sized "0tr0_1110_0t10_0001_111R_10nn_nnnd_dddd" (t: ArrFpSD, r: RoundSized, d = V, n: V) AdvSimdFrint "FRINT(32|64)(Z|X)_asimdmisc_R" "frint{r} {d}.{t}, {n}.{t}";
    fcmgt_zero "0t00_1110_1t1t_t000_1100_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FCMGT_asimdmisc(|fp16)_FZ" "fcmgt {d}.{t}, {n}.{t}, #0.0";
    fcmge_zero "0t10_1110_1t1t_t000_1100_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FCMGE_asimdmisc(|fp16)_FZ" "fcmge {d}.{t}, {n}.{t}, #0.0";
    fcmeq_zero "0t00_1110_1t1t_t000_1101_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FCMEQ_asimdmisc(|fp16)_FZ" "fcmeq {d}.{t}, {n}.{t}, #0.0";
    fcmle_zero "0t10_1110_1t1t_t000_1101_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FCMLE_asimdmisc(|fp16)_FZ" "fcmle {d}.{t}, {n}.{t}, #0.0";
    fcmlt_zero "0t00_1110_1t1t_t000_1110_10nn_nnnd_dddd" (t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FCMLT_asimdmisc(|fp16)_FZ" "fcmlt {d}.{t}, {n}.{t}, #0.0";

    fmla_lane_h  "0t00_1111_00ii_mmmm_0001_I0nn_nnnd_dddd" (t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimdFp16 "FMLA_asimdelem_RH_H" "fmla {d}.{t}, {n}.{t}, {m}.h[{i}]";
    fmla_lane_s  "0t00_1111_10im_mmmm_0001_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "FMLA_asimdelem_R_SD" "fmla {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmla_lane_d  "0100_1111_110m_mmmm_0001_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>) AdvSimd "FMLA_asimdelem_R_SD" "fmla {d}.2d, {n}.2d, {m}.d[{i}]";
    fmls_lane_h  "0t00_1111_00ii_mmmm_0101_I0nn_nnnd_dddd" (t: ArrH, d += V, n: V, m: VLow, i: Lane<3>) AdvSimdFp16 "FMLS_asimdelem_RH_H" "fmls {d}.{t}, {n}.{t}, {m}.h[{i}]";
    fmls_lane_s  "0t00_1111_10im_mmmm_0101_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) AdvSimd "FMLS_asimdelem_R_SD" "fmls {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmls_lane_d  "0100_1111_110m_mmmm_0101_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>) AdvSimd "FMLS_asimdelem_R_SD" "fmls {d}.2d, {n}.2d, {m}.d[{i}]";
    fmul_lane_h  "0t00_1111_00ii_mmmm_1001_I0nn_nnnd_dddd" (t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimdFp16 "FMUL_asimdelem_RH_H" "fmul {d}.{t}, {n}.{t}, {m}.h[{i}]";
    fmul_lane_s  "0t00_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "FMUL_asimdelem_R_SD" "fmul {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmul_lane_d  "0100_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (d = V, n: V, m: V, i: Lane<1>) AdvSimd "FMUL_asimdelem_R_SD" "fmul {d}.2d, {n}.2d, {m}.d[{i}]";
    fmulx_lane_h "0t10_1111_00ii_mmmm_1001_I0nn_nnnd_dddd" (t: ArrH, d = V, n: V, m: VLow, i: Lane<3>) AdvSimdFp16 "FMULX_asimdelem_RH_H" "fmulx {d}.{t}, {n}.{t}, {m}.h[{i}]";
    fmulx_lane_s "0t10_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (t: ArrS, d = V, n: V, m: V, i: Lane<2>) AdvSimd "FMULX_asimdelem_R_SD" "fmulx {d}.{t}, {n}.{t}, {m}.s[{i}]";
    fmulx_lane_d "0110_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (d = V, n: V, m: V, i: Lane<1>) AdvSimd "FMULX_asimdelem_R_SD" "fmulx {d}.2d, {n}.2d, {m}.d[{i}]";

    fmla_element_h  "0101_1111_00ii_mmmm_0001_I0nn_nnnd_dddd" (d += H, n: H, m: VLow, i: Lane<3>) AdvSimdFp16 "FMLA_asisdelem_RH_H" "fmla {d}, {n}, {m}.h[{i}]";
    fmla_element_s  "0101_1111_10im_mmmm_0001_I0nn_nnnd_dddd" (d += S, n: S, m: V, i: Lane<2>) AdvSimd "FMLA_asisdelem_R_SD" "fmla {d}, {n}, {m}.s[{i}]";
    fmla_element_d  "0101_1111_110m_mmmm_0001_i0nn_nnnd_dddd" (d += D, n: D, m: V, i: Lane<1>) AdvSimd "FMLA_asisdelem_R_SD" "fmla {d}, {n}, {m}.d[{i}]";
    fmls_element_h  "0101_1111_00ii_mmmm_0101_I0nn_nnnd_dddd" (d += H, n: H, m: VLow, i: Lane<3>) AdvSimdFp16 "FMLS_asisdelem_RH_H" "fmls {d}, {n}, {m}.h[{i}]";
    fmls_element_s  "0101_1111_10im_mmmm_0101_I0nn_nnnd_dddd" (d += S, n: S, m: V, i: Lane<2>) AdvSimd "FMLS_asisdelem_R_SD" "fmls {d}, {n}, {m}.s[{i}]";
    fmls_element_d  "0101_1111_110m_mmmm_0101_i0nn_nnnd_dddd" (d += D, n: D, m: V, i: Lane<1>) AdvSimd "FMLS_asisdelem_R_SD" "fmls {d}, {n}, {m}.d[{i}]";
    fmul_element_h  "0101_1111_00ii_mmmm_1001_I0nn_nnnd_dddd" (d = H, n: H, m: VLow, i: Lane<3>) AdvSimdFp16 "FMUL_asisdelem_RH_H" "fmul {d}, {n}, {m}.h[{i}]";
    fmul_element_s  "0101_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (d = S, n: S, m: V, i: Lane<2>) AdvSimd "FMUL_asisdelem_R_SD" "fmul {d}, {n}, {m}.s[{i}]";
    fmul_element_d  "0101_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (d = D, n: D, m: V, i: Lane<1>) AdvSimd "FMUL_asisdelem_R_SD" "fmul {d}, {n}, {m}.d[{i}]";
    fmulx_element_h "0111_1111_00ii_mmmm_1001_I0nn_nnnd_dddd" (d = H, n: H, m: VLow, i: Lane<3>) AdvSimdFp16 "FMULX_asisdelem_RH_H" "fmulx {d}, {n}, {m}.h[{i}]";
    fmulx_element_s "0111_1111_10im_mmmm_1001_I0nn_nnnd_dddd" (d = S, n: S, m: V, i: Lane<2>) AdvSimd "FMULX_asisdelem_R_SD" "fmulx {d}, {n}, {m}.s[{i}]";
    fmulx_element_d "0111_1111_110m_mmmm_1001_i0nn_nnnd_dddd" (d = D, n: D, m: V, i: Lane<1>) AdvSimd "FMULX_asisdelem_R_SD" "fmulx {d}, {n}, {m}.d[{i}]";

    fabd_scalar    "0111_1110_1ttm_mmmm_tt01_01nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimdHalf "FABD_asisdsame(|fp16)_only" "fabd {d}, {n}, {m}";
    fmulx_scalar   "0101_1110_0ttm_mmmm_tt01_11nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) FpHalf "FMULX_asisdsame(|fp16)_only" "fmulx {d}, {n}, {m}";
    frecps_scalar  "0101_1110_0ttm_mmmm_tt11_11nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) FpHalf "FRECPS_asisdsame(|fp16)_only" "frecps {d}, {n}, {m}";
    frsqrts_scalar "0101_1110_1ttm_mmmm_tt11_11nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) FpHalf "FRSQRTS_asisdsame(|fp16)_only" "frsqrts {d}, {n}, {m}";
    fcmeq_scalar   "0101_1110_0ttm_mmmm_tt10_01nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimdHalf "FCMEQ_asisdsame(|fp16)_only" "fcmeq {d}, {n}, {m}";
    fcmge_scalar   "0111_1110_0ttm_mmmm_tt10_01nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimdHalf "FCMGE_asisdsame(|fp16)_only" "fcmge {d}, {n}, {m}";
    fcmgt_scalar   "0111_1110_1ttm_mmmm_tt10_01nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimdHalf "FCMGT_asisdsame(|fp16)_only" "fcmgt {d}, {n}, {m}";
    facge_scalar   "0111_1110_0ttm_mmmm_tt10_11nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimdHalf "FACGE_asisdsame(|fp16)_only" "facge {d}, {n}, {m}";
    facgt_scalar   "0111_1110_1ttm_mmmm_tt10_11nn_nnnd_dddd" (t: FpSizeSame, d = FSame, n: FSame, m: FSame) AdvSimdHalf "FACGT_asisdsame(|fp16)_only" "facgt {d}, {n}, {m}";
    frecpe_scalar  "0101_1110_1t1t_t001_1101_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) FpHalf "FRECPE_asisdmisc(|fp16)_R" "frecpe {d}, {n}";
    frsqrte_scalar "0111_1110_1t1t_t001_1101_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) FpHalf "FRSQRTE_asisdmisc(|fp16)_R" "frsqrte {d}, {n}";
    frecpx         "0101_1110_1t1t_t001_1111_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) FpHalf "FRECPX_asisdmisc(|fp16)_R" "frecpx {d}, {n}";
    fcmgt_zero_scalar "0101_1110_1t1t_t000_1100_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "FCMGT_asisdmisc(|fp16)_FZ" "fcmgt {d}, {n}, #0.0";
    fcmge_zero_scalar "0111_1110_1t1t_t000_1100_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "FCMGE_asisdmisc(|fp16)_FZ" "fcmge {d}, {n}, #0.0";
    fcmeq_zero_scalar "0101_1110_1t1t_t000_1101_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "FCMEQ_asisdmisc(|fp16)_FZ" "fcmeq {d}, {n}, #0.0";
    fcmle_zero_scalar "0111_1110_1t1t_t000_1101_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "FCMLE_asisdmisc(|fp16)_FZ" "fcmle {d}, {n}, #0.0";
    fcmlt_zero_scalar "0101_1110_1t1t_t000_1110_10nn_nnnd_dddd" (t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "FCMLT_asisdmisc(|fp16)_FZ" "fcmlt {d}, {n}, #0.0";

    faddp_pair "01t1_1110_0t11_0000_1101_10nn_nnnd_dddd" (t: FpSizePair, d = FPair, n: V) AdvSimdHalf "FADDP_asisdpair_only_(H|SD)" "faddp {d}, {n}.2{t}";
    fextremum_pair "01t1_1110_ot11_0000_1111_10nn_nnnd_dddd" (o: Extremum, t: FpSizePair, d = FPair, n: V) AdvSimdHalf "F(MAX|MIN)P_asisdpair_only_(H|SD)" "f{o}p {d}, {n}.2{t}";
    fextremum_nm_pair "01t1_1110_ot11_0000_1100_10nn_nnnd_dddd" (o: Extremum, t: FpSizePair, d = FPair, n: V) AdvSimdHalf "F(MAX|MIN)NMP_asisdpair_only_(H|SD)" "f{o}nmp {d}, {n}.2{t}";
    fextremum_across_h    "0t00_1110_o011_0000_1111_10nn_nnnd_dddd" (o: Extremum, t: ArrH, d = H, n: V) AdvSimdFp16 "F(MAX|MIN)V_asimdall_only_H" "f{o}v {d}, {n}.{t}";
    fextremum_across_s    "0110_1110_o011_0000_1111_10nn_nnnd_dddd" (o: Extremum, d = S, n: V) AdvSimd "F(MAX|MIN)V_asimdall_only_SD" "f{o}v {d}, {n}.4s";
    fextremum_nm_across_h "0t00_1110_o011_0000_1100_10nn_nnnd_dddd" (o: Extremum, t: ArrH, d = H, n: V) AdvSimdFp16 "F(MAX|MIN)NMV_asimdall_only_H" "f{o}nmv {d}, {n}.{t}";
    fextremum_nm_across_s "0110_1110_o011_0000_1100_10nn_nnnd_dddd" (o: Extremum, d = S, n: V) AdvSimd "F(MAX|MIN)NMV_asimdall_only_SD" "f{o}nmv {d}, {n}.4s";

    fmlal       "0t00_1110_001m_mmmm_1110_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) Fhm "FMLAL_asimdsame_F" "fmlal {d}.{t}, {n}.{-t}, {m}.{-t}";
    fmlsl       "0t00_1110_101m_mmmm_1110_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) Fhm "FMLSL_asimdsame_F" "fmlsl {d}.{t}, {n}.{-t}, {m}.{-t}";
    fmlal2      "0t10_1110_001m_mmmm_1100_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) Fhm "FMLAL2_asimdsame_F" "fmlal2 {d}.{t}, {n}.{-t}, {m}.{-t}";
    fmlsl2      "0t10_1110_101m_mmmm_1100_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) Fhm "FMLSL2_asimdsame_F" "fmlsl2 {d}.{t}, {n}.{-t}, {m}.{-t}";
    fmlal_lane  "0t00_1111_10ii_mmmm_0000_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: VLow, i: Lane<3>) Fhm "FMLAL_asimdelem_LH" "fmlal {d}.{t}, {n}.{-t}, {m}.h[{i}]";
    fmlsl_lane  "0t00_1111_10ii_mmmm_0100_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: VLow, i: Lane<3>) Fhm "FMLSL_asimdelem_LH" "fmlsl {d}.{t}, {n}.{-t}, {m}.h[{i}]";
    fmlal2_lane "0t10_1111_10ii_mmmm_1000_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: VLow, i: Lane<3>) Fhm "FMLAL2_asimdelem_LH" "fmlal2 {d}.{t}, {n}.{-t}, {m}.h[{i}]";
    fmlsl2_lane "0t10_1111_10ii_mmmm_1100_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: VLow, i: Lane<3>) Fhm "FMLSL2_asimdelem_LH" "fmlsl2 {d}.{t}, {n}.{-t}, {m}.h[{i}]";

    fcmla "0a10_1110_aa0m_mmmm_110r_r1nn_nnnd_dddd" (a: ArrComplex, d += V, n: V, m: V, r: Steps<2, 0, 90>) Complex "FCMLA_asimdsame2_C" "fcmla {d}.{a}, {n}.{a}, {m}.{a}, {r}";
    fcadd "0a10_1110_aa0m_mmmm_111r_01nn_nnnd_dddd" (a: ArrComplex, d = V, n: V, m: V, r: Steps<1, 90, 180>) Complex "FCADD_asimdsame2_C" "fcadd {d}.{a}, {n}.{a}, {m}.{a}, {r}";
    fcmla_lane_h "0t10_1111_01im_mmmm_0rr1_I0nn_nnnd_dddd" (t: ArrH, d += V, n: V, m: V, i: Lane<2>, r: Steps<2, 0, 90>) Complex "FCMLA_asimdelem_C_H" "fcmla {d}.{t}, {n}.{t}, {m}.h[{i}], {r}" where |t, i| t == 1 || i < 2;
    fcmla_lane_s "0110_1111_100m_mmmm_0rr1_i0nn_nnnd_dddd" (d += V, n: V, m: V, i: Lane<1>, r: Steps<2, 0, 90>) Complex "FCMLA_asimdelem_C_S" "fcmla {d}.4s, {n}.4s, {m}.s[{i}], {r}";

    bfdot        "0t10_1110_010m_mmmm_1111_11nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V) Bf16 "BFDOT_asimdsame2_D" "bfdot {d}.{t}, {n}.{*t}, {m}.{*t}";
    bfdot_lane   "0t00_1111_01im_mmmm_1111_I0nn_nnnd_dddd" (t: ArrS, d += V, n: V, m: V, i: Lane<2>) Bf16 "BFDOT_asimdelem_E" "bfdot {d}.{t}, {n}.{*t}, {m}.2h[{i}]";
    bfmlal       "0h10_1110_110m_mmmm_1111_11nn_nnnd_dddd" (h: Half, d += V, n: V, m: V) Bf16 "BFMLAL(B|T)_asimdsame2_F_" "bfmlal{h} {d}.4s, {n}.8h, {m}.8h";
    bfmlal_lane  "0h00_1111_11ii_mmmm_1111_I0nn_nnnd_dddd" (h: Half, d += V, n: V, m: VLow, i: Lane<3>) Bf16 "BFMLAL(B|T)_asimdelem_F" "bfmlal{h} {d}.4s, {n}.8h, {m}.h[{i}]";
    bfmmla       "0110_1110_010m_mmmm_1110_11nn_nnnd_dddd" (d += V, n: V, m: V) Bf16 "BFMMLA_asimdsame2_E" "bfmmla {d}.4s, {n}.8h, {m}.8h";
}

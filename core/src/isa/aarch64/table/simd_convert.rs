//! Conversions of vectors, and of scalars in vector registers, between floating-point sizes, integers
//! and fixed-point numbers (Arm ARM, C4.1.96).

table! { section "C4.1.96";
    fcvt_to_int_v   "0tu0_1110_rt1t_t001_101r_10nn_nnnd_dddd" (u: Sign, t: ArrFpMisc, r: ToIntVector, d = V, n: V) AdvSimdHalf "FCVT(N|P|M|Z)(S|U)_asimdmisc(|fp16)_R" "fcvt{r}{u} {d}.{t}, {n}.{t}";
    fcvta_to_int_v  "0tu0_1110_0t1t_t001_1100_10nn_nnnd_dddd" (u: Sign, t: ArrFpMisc, d = V, n: V) AdvSimdHalf "FCVTA(S|U)_asimdmisc(|fp16)_R" "fcvta{u} {d}.{t}, {n}.{t}";
    cvtf_from_int_v "0tu0_1110_0t1t_t001_1101_10nn_nnnd_dddd" (u: Sign, t: ArrFpMisc, d = V, n: V) AdvSimdHalf "(S|U)CVTF_asimdmisc(|fp16)_R" "{u}cvtf {d}.{t}, {n}.{t}";
    fcvt_to_int_scalar   "01u1_1110_rt1t_t001_101r_10nn_nnnd_dddd" (u: Sign, t: FpSizeMisc, r: ToIntVector, d = FMisc, n: FMisc) AdvSimdHalf "FCVT(N|P|M|Z)(S|U)_asisdmisc(|fp16)_R" "fcvt{r}{u} {d}, {n}";
    fcvta_to_int_scalar  "01u1_1110_0t1t_t001_1100_10nn_nnnd_dddd" (u: Sign, t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "FCVTA(S|U)_asisdmisc(|fp16)_R" "fcvta{u} {d}, {n}";
    cvtf_from_int_scalar "01u1_1110_0t1t_t001_1101_10nn_nnnd_dddd" (u: Sign, t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimdHalf "(S|U)CVTF_asisdmisc(|fp16)_R" "{u}cvtf {d}, {n}";

    fcvtl   "0a00_1110_0a10_0001_0111_10nn_nnnd_dddd" (a: ArrFpNarrow, d = V, n: V) AdvSimd "FCVTL_asimdmisc_L" "fcvtl{2a} {d}.{+a}, {n}.{a}";
    fcvtn   "0000_1110_0a10_0001_0110_10nn_nnnd_dddd" (a: ArrFpLow, d = V, n: V) AdvSimd "FCVTN_asimdmisc_N" "fcvtn {d}.{a}, {n}.{+a}";
    fcvtn2  "0100_1110_0a10_0001_0110_10nn_nnnd_dddd" (a: ArrFpHigh, d += V, n: V) AdvSimd "FCVTN_asimdmisc_N" "fcvtn2 {d}.{a}, {n}.{+a}";
    fcvtxn  "0010_1110_0110_0001_0110_10nn_nnnd_dddd" (d = V, n: V) AdvSimd "FCVTXN_asimdmisc_N" "fcvtxn {d}.2s, {n}.2d";
    fcvtxn2 "0110_1110_0110_0001_0110_10nn_nnnd_dddd" (d += V, n: V) AdvSimd "FCVTXN_asimdmisc_N" "fcvtxn2 {d}.4s, {n}.2d";
    fcvtxn_scalar "0111_1110_0110_0001_0110_10nn_nnnd_dddd" (d = S, n: D) AdvSimd "FCVTXN_asisdmisc_N" "fcvtxn {d}, {n}";
    bfcvtn  "0000_1110_1010_0001_0110_10nn_nnnd_dddd" (d = V, n: V) Bf16 "BFCVTN_asimdmisc_4S" "bfcvtn {d}.4h, {n}.4s";
    bfcvtn2 "0100_1110_1010_0001_0110_10nn_nnnd_dddd" (d += V, n: V) Bf16 "BFCVTN_asimdmisc_4S" "bfcvtn2 {d}.8h, {n}.4s";

    fcvtz_to_fixed_h  "0tu0_1111_0001_iiii_1111_11nn_nnnd_dddd" (u: Sign, t: ArrH, d = V, n: V, i: ShiftRight<4>) AdvSimdFp16 "FCVTZ(S|U)_asimdshf_C" "fcvtz{u} {d}.{t}, {n}.{t}, {i}";
    fcvtz_to_fixed_s  "0tu0_1111_001i_iiii_1111_11nn_nnnd_dddd" (u: Sign, t: ArrS, d = V, n: V, i: ShiftRight<5>) AdvSimd "FCVTZ(S|U)_asimdshf_C" "fcvtz{u} {d}.{t}, {n}.{t}, {i}";
    fcvtz_to_fixed_d  "01u0_1111_01ii_iiii_1111_11nn_nnnd_dddd" (u: Sign, d = V, n: V, i: ShiftRight<6>) AdvSimd "FCVTZ(S|U)_asimdshf_C" "fcvtz{u} {d}.2d, {n}.2d, {i}";
    cvtf_from_fixed_h "0tu0_1111_0001_iiii_1110_01nn_nnnd_dddd" (u: Sign, t: ArrH, d = V, n: V, i: ShiftRight<4>) AdvSimdFp16 "(S|U)CVTF_asimdshf_C" "{u}cvtf {d}.{t}, {n}.{t}, {i}";
    cvtf_from_fixed_s "0tu0_1111_001i_iiii_1110_01nn_nnnd_dddd" (u: Sign, t: ArrS, d = V, n: V, i: ShiftRight<5>) AdvSimd "(S|U)CVTF_asimdshf_C" "{u}cvtf {d}.{t}, {n}.{t}, {i}";
    cvtf_from_fixed_d "01u0_1111_01ii_iiii_1110_01nn_nnnd_dddd" (u: Sign, d = V, n: V, i: ShiftRight<6>) AdvSimd "(S|U)CVTF_asimdshf_C" "{u}cvtf {d}.2d, {n}.2d, {i}";
    fcvtz_to_fixed_scalar_h  "01u1_1111_0001_iiii_1111_11nn_nnnd_dddd" (u: Sign, d = H, n: H, i: ShiftRight<4>) AdvSimdFp16 "FCVTZ(S|U)_asisdshf_C" "fcvtz{u} {d}, {n}, {i}";
    fcvtz_to_fixed_scalar_s  "01u1_1111_001i_iiii_1111_11nn_nnnd_dddd" (u: Sign, d = S, n: S, i: ShiftRight<5>) AdvSimd "FCVTZ(S|U)_asisdshf_C" "fcvtz{u} {d}, {n}, {i}";
    fcvtz_to_fixed_scalar_d  "01u1_1111_01ii_iiii_1111_11nn_nnnd_dddd" (u: Sign, d = D, n: D, i: ShiftRight<6>) AdvSimd "FCVTZ(S|U)_asisdshf_C" "fcvtz{u} {d}, {n}, {i}";
    cvtf_from_fixed_scalar_h "01u1_1111_0001_iiii_1110_01nn_nnnd_dddd" (u: Sign, d = H, n: H, i: ShiftRight<4>) AdvSimdFp16 "(S|U)CVTF_asisdshf_C" "{u}cvtf {d}, {n}, {i}";
    cvtf_from_fixed_scalar_s "01u1_1111_001i_iiii_1110_01nn_nnnd_dddd" (u: Sign, d = S, n: S, i: ShiftRight<5>) AdvSimd "(S|U)CVTF_asisdshf_C" "{u}cvtf {d}, {n}, {i}";
    cvtf_from_fixed_scalar_d "01u1_1111_01ii_iiii_1110_01nn_nnnd_dddd" (u: Sign, d = D, n: D, i: ShiftRight<6>) AdvSimd "(S|U)CVTF_asisdshf_C" "{u}cvtf {d}, {n}, {i}";
}

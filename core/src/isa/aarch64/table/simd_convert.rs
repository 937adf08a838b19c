//! Conversions of vectors, and of scalars in vector registers, between floating-point sizes, integers
//! and fixed-point numbers (Arm ARM, C4.1.96).

table! { section "C4.1.96";
    fcvt_to_int_v   "0tu0_1110_rt1t_t001_101r_10nn_nnnd_dddd" (u: Sign, t: ArrFpMisc, r: ToIntVector, d = V, n: V) AdvSimd Half "FCVT(N|P|M|Z)(S|U)_asimdmisc(|fp16)_R" "fcvt{r}{u} {d}.{t}, {n}.{t}";
    fcvta_to_int_v  "0tu0_1110_0t1t_t001_1100_10nn_nnnd_dddd" (u: Sign, t: ArrFpMisc, d = V, n: V) AdvSimd Half "FCVTA(S|U)_asimdmisc(|fp16)_R" "fcvta{u} {d}.{t}, {n}.{t}";
    cvtf_from_int_v "0tu0_1110_0t1t_t001_1101_10nn_nnnd_dddd" (u: Sign, t: ArrFpMisc, d = V, n: V) AdvSimd Half "(S|U)CVTF_asimdmisc(|fp16)_R" "{u}cvtf {d}.{t}, {n}.{t}";
    fcvt_to_int_scalar   "01u1_1110_rt1t_t001_101r_10nn_nnnd_dddd" (u: Sign, t: FpSizeMisc, r: ToIntVector, d = FMisc, n: FMisc) AdvSimd Half "FCVT(N|P|M|Z)(S|U)_asisdmisc(|fp16)_R" "fcvt{r}{u} {d}, {n}";
    fcvta_to_int_scalar  "01u1_1110_0t1t_t001_1100_10nn_nnnd_dddd" (u: Sign, t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimd Half "FCVTA(S|U)_asisdmisc(|fp16)_R" "fcvta{u} {d}, {n}";
    cvtf_from_int_scalar "01u1_1110_0t1t_t001_1101_10nn_nnnd_dddd" (u: Sign, t: FpSizeMisc, d = FMisc, n: FMisc) AdvSimd Half "(S|U)CVTF_asisdmisc(|fp16)_R" "{u}cvtf {d}, {n}";

    fcvtl   "0a00_1110_0a10_0001_0111_10nn_nnnd_dddd" (a: ArrFpNarrow, d = V, n: V) AdvSimd "FCVTL_asimdmisc_L" "fcvtl{2a} {d}.{+a}, {n}.{a}" [VectorLong Kernel];
    fcvtn   "0000_1110_0a10_0001_0110_10nn_nnnd_dddd" (a: ArrFpLow, d = V, n: V) AdvSimd "FCVTN_asimdmisc_N" "fcvtn {d}.{a}, {n}.{+a}" [VectorLong Kernel];
    fcvtn2  "0100_1110_0a10_0001_0110_10nn_nnnd_dddd" (a: ArrFpHigh, d += V, n: V) AdvSimd "FCVTN_asimdmisc_N" "fcvtn2 {d}.{a}, {n}.{+a}" [VectorLong];
    fcvtxn  "0010_1110_0110_0001_0110_10nn_nnnd_dddd" (d = V, n: V) AdvSimd "FCVTXN_asimdmisc_N" "fcvtxn {d}.2s, {n}.2d";
    fcvtxn2 "0110_1110_0110_0001_0110_10nn_nnnd_dddd" (d += V, n: V) AdvSimd "FCVTXN_asimdmisc_N" "fcvtxn2 {d}.4s, {n}.2d";
    fcvtxn_scalar "0111_1110_0110_0001_0110_10nn_nnnd_dddd" (d = S, n: D) AdvSimd "FCVTXN_asisdmisc_N" "fcvtxn {d}, {n}";
    bfcvtn  "0000_1110_1010_0001_0110_10nn_nnnd_dddd" (d = V, n: V) AdvSimd Bf16 "BFCVTN_asimdmisc_4S" "bfcvtn {d}.4h, {n}.4s" [VectorLong Kernel];
    bfcvtn2 "0100_1110_1010_0001_0110_10nn_nnnd_dddd" (d += V, n: V) AdvSimd Bf16 "BFCVTN_asimdmisc_4S" "bfcvtn2 {d}.8h, {n}.4s";

    fcvtz_to_fixed_v "0Iu0_1111_0iii_iiii_1111_11nn_nnnd_dddd" (u: Sign, i: RightOfHalves, d = V, n: V) AdvSimd Half "FCVTZ(S|U)_asimdshf_C" "fcvtz{u} {d}.{=i}, {n}.{=i}, {i}" where |i| i & 112 != 0;
    cvtf_from_fixed_v "0Iu0_1111_0iii_iiii_1110_01nn_nnnd_dddd" (u: Sign, i: RightOfHalves, d = V, n: V) AdvSimd Half "(S|U)CVTF_asimdshf_C" "{u}cvtf {d}.{=i}, {n}.{=i}, {i}" where |i| i & 112 != 0;
    fcvtz_to_fixed_scalar "01u1_1111_0iii_iiii_1111_11nn_nnnd_dddd" (u: Sign, i: RightOf, d = E, n: E) AdvSimd Half "FCVTZ(S|U)_asisdshf_C" "fcvtz{u} {d}, {n}, {i}" where |i| i & 112 != 0;
    cvtf_from_fixed_scalar "01u1_1111_0iii_iiii_1110_01nn_nnnd_dddd" (u: Sign, i: RightOf, d = E, n: E) AdvSimd Half "(S|U)CVTF_asisdshf_C" "{u}cvtf {d}, {n}, {i}" where |i| i & 112 != 0;
}

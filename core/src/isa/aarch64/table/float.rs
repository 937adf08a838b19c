//! Scalar floating point: half, single and double precision (Arm ARM, C4.1.96, the groups from
//! "Conversion between floating-point and fixed-point" on).

table! { section "C4.1.96";
    binary "0001_1110_tt1m_mmmm_oooo_10nn_nnnd_dddd" (o: FloatBinaryScalar, t: FpSizeH, d = F, n: F, m: F) Fp Half "(FMUL|FDIV|FADD|FSUB|FMAX|FMIN|FMAXNM|FMINNM|FNMUL)_(H|S|D)_floatdp2" "{o} {d}, {n}, {m}";

    fma "0001_1111_ttom_mmmm_oaaa_aann_nnnd_dddd" (o: FmaScalar, t: FpSizeH, d = F, n: F, m: F, a: F) Fp Half "(FMADD|FMSUB|FNMADD|FNMSUB)_(H|S|D)_floatdp3" "{o} {d}, {n}, {m}, {a}";

    unary "0001_1110_tt10_000o_o100_00nn_nnnd_dddd" (o: FloatUnaryScalar, t: FpSizeH, d = F, n: F) Fp Half "(FMOV|FABS|FNEG|FSQRT)_(H|S|D)_floatdp1" "{o} {d}, {n}";
    frint_scalar "0001_1110_tt10_01rr_r100_00nn_nnnd_dddd" (t: FpSizeH, r: RoundScalar, d = F, n: F) Fp Half "FRINT(N|P|M|Z|A|X|I)_(H|S|D)_floatdp1" "frint{r} {d}, {n}";
    frint_sized_scalar "0001_1110_0t10_100r_r100_00nn_nnnd_dddd" (t: FpSize, r: RoundSized, d = F, n: F) Fp Frint "FRINT(32|64)(Z|X)_(S|D)_floatdp1" "frint{r} {d}, {n}";
    fcvt         "0001_1110_tt10_001o_o100_00nn_nnnd_dddd" (o: FpSizeH, t: FpSizeH, d = FOther, n: F) Fp "FCVT_(DH|DS|HD|HS|SD|SH)_floatdp1" "fcvt {d}, {n}" where |o, t| o != t;
    bfcvt        "0001_1110_0110_0011_0100_00nn_nnnd_dddd" (d = H, n: S) Fp Bf16 "BFCVT_BS_floatdp1" "bfcvt {d}, {n}";

    fcmp      "0001_1110_tt1m_mmmm_0010_00nn_nnne_0000" (t: FpSizeH, e: Signal, n: F, m: F) Fp Half "FCMP(E|)_(H|S|D)_floatcmp" "fcmp{e} {n}, {m}";
    fcmp_zero "0001_1110_tt10_0000_0010_00nn_nnne_1000" (t: FpSizeH, e: Signal, n: F) Fp Half "FCMP(E|)_(H|S|D)Z_floatcmp" "fcmp{e} {n}, #0.0";
    fccmp     "0001_1110_tt1m_mmmm_cccc_01nn_nnne_iiii" (t: FpSizeH, e: Signal, n: F, m: F, i: UImm<4, 1>, c: Cond) Fp Half "FCCMP(E|)_(H|S|D)_floatccmp" "fccmp{e} {n}, {m}, {i}, {c}";
    fcsel     "0001_1110_tt1m_mmmm_cccc_11nn_nnnd_dddd" (t: FpSizeH, d = F, n: F, m: F, c: Cond) Fp Half "FCSEL_(H|S|D)_floatsel" "fcsel {d}, {n}, {m}, {c}";
    fmov_imm  "0001_1110_tt1i_iiii_iii1_0000_000d_dddd" (t: FpSizeH, d = F, i: Float8) Fp Half "FMOV_(H|S|D)_floatimm" "fmov {d}, {i}";

    fmov_s_from_w "0001_1110_0010_0111_0000_00nn_nnnd_dddd" (d = S, n: W) Fp "FMOV_S32_float2int" "fmov {d}, {n}";
    fmov_w_from_s "0001_1110_0010_0110_0000_00nn_nnnd_dddd" (d = W, n: S) Fp "FMOV_32S_float2int" "fmov {d}, {n}";
    fmov_d_from_x "1001_1110_0110_0111_0000_00nn_nnnd_dddd" (d = D, n: X) Fp "FMOV_D64_float2int" "fmov {d}, {n}" [VectorShort Kernel];
    fmov_x_from_d "1001_1110_0110_0110_0000_00nn_nnnd_dddd" (d = X, n: D) Fp "FMOV_64D_float2int" "fmov {d}, {n}";
    fmov_h_from_r "s001_1110_1110_0111_0000_00nn_nnnd_dddd" (s: Width, d = H, n: R) Fp Fp16 "FMOV_H(32|64)_float2int" "fmov {d}, {n}";
    fmov_r_from_h "s001_1110_1110_0110_0000_00nn_nnnd_dddd" (s: Width, d = R, n: H) Fp Fp16 "FMOV_(32|64)H_float2int" "fmov {d}, {n}";
    fmov_high_from_x "1001_1110_1010_1111_0000_00nn_nnnd_dddd" (d += V, n: X) Fp "FMOV_V64I_float2int" "fmov {d}.d[1], {n}";
    fmov_x_from_high "1001_1110_1010_1110_0000_00nn_nnnd_dddd" (d = X, n: V) Fp "FMOV_64VX_float2int" "fmov {d}, {n}.d[1]";

    fcvt_to_int   "s001_1110_tt1r_r00u_0000_00nn_nnnd_dddd" (s: Width, t: FpSizeH, r: ToIntScalar, u: Sign, d = R, n: F) Fp Half "FCVT(N|P|M|Z)(S|U)_(32|64)(H|S|D)_float2int" "fcvt{r}{u} {d}, {n}";
    fcvta_to_int  "s001_1110_tt10_010u_0000_00nn_nnnd_dddd" (s: Width, t: FpSizeH, u: Sign, d = R, n: F) Fp Half "FCVTA(S|U)_(32|64)(H|S|D)_float2int" "fcvta{u} {d}, {n}";
    cvtf_from_int "s001_1110_tt10_001u_0000_00nn_nnnd_dddd" (s: Width, t: FpSizeH, u: Sign, d = F, n: R) Fp Half "(S|U)CVTF_(H|S|D)(32|64)_float2int" "{u}cvtf {d}, {n}";
    fcvtz_to_fixed  "s001_1110_tt01_100u_iiii_iinn_nnnd_dddd" (s: Width, t: FpSizeH, u: Sign, d = R, n: F, i: Steps<6, 64, -1>) Fp Half "FCVTZ(S|U)_(32|64)(H|S|D)_float2fix" "fcvtz{u} {d}, {n}, {i}" where |s, i| s == 1 || i >= 32;
    cvtf_from_fixed "s001_1110_tt00_001u_iiii_iinn_nnnd_dddd" (s: Width, t: FpSizeH, u: Sign, d = F, n: R, i: Steps<6, 64, -1>) Fp Half "(S|U)CVTF_(H|S|D)(32|64)_float2fix" "{u}cvtf {d}, {n}, {i}" where |s, i| s == 1 || i >= 32;
    fjcvtzs "0001_1110_0111_1110_0000_00nn_nnnd_dddd" (d = W, n: D) AdvSimd Jscvt "FJCVTZS_32D_float2int" "fjcvtzs {d}, {n}";
}

//! Floating-point arithmetic on scalable vectors: SVE and SVE2 (Arm ARM, C4.1.102).

one_of! {
    FloatBinary "An operation on two vectors under a predicate." [Fadd Fsub Fmul Fsubr Fmaxnm Fminnm Fmax Fmin Fabd Fscale Fmulx - Fdivr Fdiv - -];
    FloatPairwise "An operation on neighbouring elements under a predicate." [Faddp - - - Fmaxnmp Fminnmp Fmaxp Fminp];
    FloatImm "An operation on a vector and a half or one." [Fadd Fsub - Fsubr];
    FloatBoundImm "An operation on a vector and zero or one." [Fmaxnm Fminnm Fmax Fmin];
    FloatUnary "An operation on one vector under a predicate." [Frintn Frintp Frintm Frintz Frinta - Frintx Frinti - - - - Frecpx Fsqrt - -];
    Fma "A multiplication of two vectors, added to or subtracted from the accumulator." [Fmla Fmls Fnmla Fnmls];
    FmaFirst "A multiplication of the destination, added to or subtracted from another vector." [Fmad Fmsb Fnmad Fnmsb];
    FloatArithmetic "An operation on two vectors." [Fadd Fsub Fmul - - - Frecps Frsqrts];
    Estimate "An estimate of a reciprocal." [Frecpe Frsqrte];
    FmaLane "A multiplication by one element, added to or subtracted from the accumulator." [Fmla Fmls];
    FloatReduce "A reduction of the active elements to one." [Faddv - - - Fmaxnmv Fminnmv Fmaxv Fminv];
    FloatCompare "A comparison of vectors." [Fcmge Fcmgt Fcmeq Fcmne Fcmuo Facge - Facgt];
    FloatCompareZero "A comparison of a vector with zero." [Fcmge Fcmgt Fcmlt Fcmle Fcmeq - Fcmne -];
    FromInt "A conversion from integers." [Scvtf Ucvtf];
    ToInt "A conversion to integers, towards zero." [Fcvtzs Fcvtzu];
    FloatLong "A multiplication of half precision, added to or subtracted from single precision." [Fmlalb Fmlalt Fmlslb Fmlslt];
    BfLong "A multiplication of BFloat16, added to single precision." [Bfmlalb Bfmlalt];
    BfLongSubtract "A multiplication of BFloat16, subtracted from single precision." [Bfmlslb Bfmlslt];
    HalfOrOne "A half or one." [(Half "#0.5") (One "#1.0")];
    HalfOrTwo "A half or two." [(Half "#0.5") (Two "#2.0")];
    ZeroOrOne "Zero or one." [(Zero "#0.0") (One "#1.0")];
    RotateQuarter "A rotation by one or three quarter turns." [(Turn90 "#90") (Turn270 "#270")];
    RotateQuarters "A rotation by quarter turns." [(Turn0 "#0") (Turn90 "#90") (Turn180 "#180") (Turn270 "#270")];
}

table! { section "C4.1, SVE encodings";
    float_binary_p "0110_0101_zz00_oooo_100g_ggmm_mmmd_dddd" (o: FloatBinary, z: Size, d += Z, g: P7, m: Z) Sve "(fabd|fadd|fdiv|fmax|fmin|fmul|fsub|fdivr|fmulx|fsubr|fmaxnm|fminnm|fscale)_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}" where |z| z > 0;
    float_pairwise_p "0110_0100_zz01_0ooo_100g_ggmm_mmmd_dddd" (o: FloatPairwise, z: Size, d += Z, g: P7, m: Z) Sve2 "(faddp|fmaxp|fminp|fmaxnmp|fminnmp)_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}" where |z| z > 0;
    float_imm_p "0110_0101_zz01_10oo_100g_gg00_00id_dddd" (o: FloatImm, z: Size, d += Z, g: P7, i: HalfOrOne) Sve "(fadd|fsub|fsubr)_z_p_zs_" "{o} {d}.{z}, {g}/m, {d}.{z}, {i}" where |z| z > 0;
    fmul_imm_p "0110_0101_zz01_1010_100g_gg00_00id_dddd" (z: Size, d += Z, g: P7, i: HalfOrTwo) Sve "fmul_z_p_zs_" "fmul {d}.{z}, {g}/m, {d}.{z}, {i}" where |z| z > 0;
    float_bound_imm_p "0110_0101_zz01_11oo_100g_gg00_00id_dddd" (o: FloatBoundImm, z: Size, d += Z, g: P7, i: ZeroOrOne) Sve "(fmax|fmin)(|nm)_z_p_zs_" "{o} {d}.{z}, {g}/m, {d}.{z}, {i}" where |z| z > 0;
    float_unary_p "0110_0101_zz00_oooo_101g_ggnn_nnnd_dddd" (o: FloatUnary, z: Size, d += Z, g: P7, n: Z) Sve "(fsqrt|frecpx|frinta|frinti|frintm|frintn|frintp|frintx|frintz)_z_p_z_m" "{o} {d}.{z}, {g}/m, {n}.{z}" where |z| z > 0;
    fma_p "0110_0101_zz1m_mmmm_0oog_ggnn_nnnd_dddd" (o: Fma, z: Size, d += Z, g: P7, n: Z, m: Z) Sve "f(|n)ml(a|s)_z_p_zzz_" "{o} {d}.{z}, {g}/m, {n}.{z}, {m}.{z}" where |z| z > 0;
    fmad_p "0110_0101_zz1a_aaaa_1oog_ggmm_mmmd_dddd" (o: FmaFirst, z: Size, d += Z, g: P7, m: Z, a: Z) Sve "f(|n)m(ad|sb)_z_p_zzz_" "{o} {d}.{z}, {g}/m, {m}.{z}, {a}.{z}" where |z| z > 0;
    fcadd_p "0110_0100_zz00_000i_100g_ggmm_mmmd_dddd" (z: Size, d += Z, g: P7, m: Z, i: RotateQuarter) Sve "fcadd_z_p_zz_" "fcadd {d}.{z}, {g}/m, {d}.{z}, {m}.{z}, {i}" where |z| z > 0;
    fcmla_p "0110_0100_zz0m_mmmm_0iig_ggnn_nnnd_dddd" (z: Size, d += Z, g: P7, n: Z, m: Z, i: RotateQuarters) Sve "fcmla_z_p_zzz_" "fcmla {d}.{z}, {g}/m, {n}.{z}, {m}.{z}, {i}" where |z| z > 0;

    float_arithmetic "0110_0101_zz0m_mmmm_000o_oonn_nnnd_dddd" (o: FloatArithmetic, z: Size, d = Z, n: Z, m: Z) Sve "(fadd|fmul|fsub|frecps|frsqrts)_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}" where |z| z > 0;
    estimate "0110_0101_zz00_111o_0011_00nn_nnnd_dddd" (o: Estimate, z: Size, d = Z, n: Z) Sve "(frecpe|frsqrte)_z_z_" "{o} {d}.{z}, {n}.{z}" where |z| z > 0;
    fma_lane_h "0110_0100_0i1i_immm_0000_0onn_nnnd_dddd" (o: FmaLane, d += Z, n: Z, m: Z7, i: Lane<3>) Sve "fml(a|s)_z_zzzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    fma_lane_s "0110_0100_101i_immm_0000_0onn_nnnd_dddd" (o: FmaLane, d += Z, n: Z, m: Z7, i: Lane<2>) Sve "fml(a|s)_z_zzzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";
    fma_lane_d "0110_0100_111i_mmmm_0000_0onn_nnnd_dddd" (o: FmaLane, d += Z, n: Z, m: Z15, i: Lane<1>) Sve "fml(a|s)_z_zzzi_d" "{o} {d}.d, {n}.d, {m}.d[{i}]";
    fmul_lane_h_z "0110_0100_0i1i_immm_0010_00nn_nnnd_dddd" (d = Z, n: Z, m: Z7, i: Lane<3>) Sve "fmul_z_zzi_h" "fmul {d}.h, {n}.h, {m}.h[{i}]";
    fmul_lane_s_z "0110_0100_101i_immm_0010_00nn_nnnd_dddd" (d = Z, n: Z, m: Z7, i: Lane<2>) Sve "fmul_z_zzi_s" "fmul {d}.s, {n}.s, {m}.s[{i}]";
    fmul_lane_d_z "0110_0100_111i_mmmm_0010_00nn_nnnd_dddd" (d = Z, n: Z, m: Z15, i: Lane<1>) Sve "fmul_z_zzi_d" "fmul {d}.d, {n}.d, {m}.d[{i}]";
    fclamp "0110_0100_zz1m_mmmm_0010_01nn_nnnd_dddd" (z: Size, d += Z, n: Z, m: Z) Sve2p1 "fclamp_z_zz_" "fclamp {d}.{z}, {n}.{z}, {m}.{z}" where |z| z > 0;
    fexpa "0000_0100_zz10_0000_1011_10nn_nnnd_dddd" (z: Size, d = Z, n: Z) Sve NoStreaming "fexpa_z_z_" "fexpa {d}.{z}, {n}.{z}" where |z| z > 0;
    ftssel "0000_0100_zz1m_mmmm_1011_00nn_nnnd_dddd" (z: Size, d = Z, n: Z, m: Z) Sve NoStreaming "ftssel_z_zz_" "ftssel {d}.{z}, {n}.{z}, {m}.{z}" where |z| z > 0;
    ftsmul "0110_0101_zz0m_mmmm_0000_11nn_nnnd_dddd" (z: Size, d = Z, n: Z, m: Z) Sve NoStreaming "ftsmul_z_zz_" "ftsmul {d}.{z}, {n}.{z}, {m}.{z}" where |z| z > 0;
    ftmad "0110_0101_zz01_0iii_1000_00mm_mmmd_dddd" (z: Size, d += Z, m: Z, i: UImm<3, 1>) Sve NoStreaming "ftmad_z_zzi_" "ftmad {d}.{z}, {d}.{z}, {m}.{z}, {i}" where |z| z > 0;
    flogb "0110_0101_0001_1zz0_101g_ggnn_nnnd_dddd" (z: Size, d += Z, g: P7, n: Z) Sve2 "flogb_z_p_z_m" "flogb {d}.{z}, {g}/m, {n}.{z}" where |z| z > 0;

    float_compare "0110_0101_zz0m_mmmm_o1og_ggnn_nnno_dddd" (o: FloatCompare, z: Size, d = P, g: P7, n: Z, m: Z) Sve "(facge|facgt|fcmeq|fcmge|fcmgt|fcmne|fcmuo)_p_p_zz_" "{o} {d}.{z}, {g}/z, {n}.{z}, {m}.{z}" where |z| z > 0;
    float_compare_zero "0110_0101_zz01_00oo_001g_ggnn_nnno_dddd" (o: FloatCompareZero, z: Size, d = P, g: P7, n: Z) Sve "(fcmeq|fcmge|fcmgt|fcmle|fcmlt|fcmne)_p_p_z0_" "{o} {d}.{z}, {g}/z, {n}.{z}, #0.0|{o} {d}.{z}, {g}/z, {n}.{z}, #0" where |z| z > 0;
    float_reduce "0110_0101_zz00_0ooo_001g_ggnn_nnnd_dddd" (o: FloatReduce, z: Size, d = I, g: P7, n: Z) Sve "(faddv|fmaxv|fminv|fmaxnmv|fminnmv)_v_p_z_" "{o} {d}, {g}, {n}.{z}" where |z| z > 0;
    fadda "0110_0101_zz01_1000_001g_ggnn_nnnd_dddd" (z: Size, d += I, g: P7, n: Z) Sve NoStreaming "fadda_v_p_z_" "fadda {d}, {g}, {d}, {n}.{z}" where |z| z > 0;

    fcvt_to_h "0110_0101_1z00_1000_101g_ggnn_nnnd_dddd" (z: FpSize, d += Z, g: P7, n: Z) Sve "fcvt_z_p_z_(d|s)2h" "fcvt {d}.h, {g}/m, {n}.{z}";
    fcvt_from_h "0110_0101_1z00_1001_101g_ggnn_nnnd_dddd" (z: FpSize, d += Z, g: P7, n: Z) Sve "fcvt_z_p_z_h2(d|s)" "fcvt {d}.{z}, {g}/m, {n}.h";
    fcvt_s_from_d "0110_0101_1100_1010_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve "fcvt_z_p_z_d2s" "fcvt {d}.s, {g}/m, {n}.d";
    fcvt_d_from_s "0110_0101_1100_1011_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve "fcvt_z_p_z_s2d" "fcvt {d}.d, {g}/m, {n}.s";
    fcvtlt_s_from_h "0110_0100_1000_1001_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve2 "fcvtlt_z_p_z_h2s" "fcvtlt {d}.s, {g}/m, {n}.h";
    fcvtlt_d_from_s "0110_0100_1100_1011_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve2 "fcvtlt_z_p_z_s2d" "fcvtlt {d}.d, {g}/m, {n}.s";
    fcvtnt_h_from_s "0110_0100_1000_1000_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve2 "fcvtnt_z_p_z_s2h" "fcvtnt {d}.h, {g}/m, {n}.s";
    fcvtnt_s_from_d "0110_0100_1100_1010_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve2 "fcvtnt_z_p_z_d2s" "fcvtnt {d}.s, {g}/m, {n}.d";
    bfcvt_z "0110_0101_1000_1010_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve Bf16 "bfcvt_z_p_z_s2bf" "bfcvt {d}.h, {g}/m, {n}.s";
    bfcvtnt "0110_0100_1000_1010_101g_ggnn_nnnd_dddd" (d += Z, g: P7, n: Z) Sve Bf16 "bfcvtnt_z_p_z_s2bf" "bfcvtnt {d}.h, {g}/m, {n}.s";
    from_int_h "0110_0101_0101_0zzo_101g_ggnn_nnnd_dddd" (o: FromInt, z: Size, d += Z, g: P7, n: Z) Sve "(s|u)cvtf_z_p_z_(h|w|x)2fp16" "{o} {d}.h, {g}/m, {n}.{z}" where |z| z > 0;
    from_int_s "0110_0101_1001_010o_101g_ggnn_nnnd_dddd" (o: FromInt, d += Z, g: P7, n: Z) Sve "(s|u)cvtf_z_p_z_w2s" "{o} {d}.s, {g}/m, {n}.s";
    from_int_s_to_d "0110_0101_1101_000o_101g_ggnn_nnnd_dddd" (o: FromInt, d += Z, g: P7, n: Z) Sve "(s|u)cvtf_z_p_z_w2d" "{o} {d}.d, {g}/m, {n}.s";
    from_int_d "0110_0101_1101_01zo_101g_ggnn_nnnd_dddd" (o: FromInt, z: FpSize, d += Z, g: P7, n: Z) Sve "(s|u)cvtf_z_p_z_x2(d|s)" "{o} {d}.{z}, {g}/m, {n}.d";
    to_int_h "0110_0101_0101_1zzo_101g_ggnn_nnnd_dddd" (o: ToInt, z: Size, d += Z, g: P7, n: Z) Sve "fcvtz(s|u)_z_p_z_fp162(h|w|x)" "{o} {d}.{z}, {g}/m, {n}.h" where |z| z > 0;
    to_int_s "0110_0101_1001_110o_101g_ggnn_nnnd_dddd" (o: ToInt, d += Z, g: P7, n: Z) Sve "fcvtz(s|u)_z_p_z_s2w" "{o} {d}.s, {g}/m, {n}.s";
    to_int_d_to_s "0110_0101_1101_100o_101g_ggnn_nnnd_dddd" (o: ToInt, d += Z, g: P7, n: Z) Sve "fcvtz(s|u)_z_p_z_d2w" "{o} {d}.s, {g}/m, {n}.d";
    to_int_d "0110_0101_1101_11zo_101g_ggnn_nnnd_dddd" (o: ToInt, z: FpSize, d += Z, g: P7, n: Z) Sve "fcvtz(s|u)_z_p_z_(d|s)2x" "{o} {d}.d, {g}/m, {n}.{z}";

    float_long "0110_0100_101m_mmmm_10o0_0onn_nnnd_dddd" (o: FloatLong, d += Z, n: Z, m: Z) Sve2 "fml(a|s)l(b|t)_z_zzz_" "{o} {d}.s, {n}.h, {m}.h";
    float_long_lane "0110_0100_101i_immm_01o0_ionn_nnnd_dddd" (o: FloatLong, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "fml(a|s)l(b|t)_z_zzzi_s" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    bf_long "0110_0100_111m_mmmm_1000_0onn_nnnd_dddd" (o: BfLong, d += Z, n: Z, m: Z) Sve Bf16 "bfmlal(b|t)_z_zzz_" "{o} {d}.s, {n}.h, {m}.h";
    bf_long_lane "0110_0100_111i_immm_0100_ionn_nnnd_dddd" (o: BfLong, d += Z, n: Z, m: Z7, i: Lane<3>) Sve Bf16 "bfmlal(b|t)_z_zzzi_" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    bf_long_subtract "0110_0100_111m_mmmm_1010_0onn_nnnd_dddd" (o: BfLongSubtract, d += Z, n: Z, m: Z) Sve2p1 "bfmlsl(b|t)_z_zzz_" "{o} {d}.s, {n}.h, {m}.h";
    bfdot_z "0110_0100_011m_mmmm_1000_00nn_nnnd_dddd" (d += Z, n: Z, m: Z) Sve Bf16 "bfdot_z_zzz_" "bfdot {d}.s, {n}.h, {m}.h";
    bfdot_lane_z "0110_0100_011i_immm_0100_00nn_nnnd_dddd" (d += Z, n: Z, m: Z7, i: Lane<2>) Sve Bf16 "bfdot_z_zzzi_" "bfdot {d}.s, {n}.h, {m}.h[{i}]";
    fdot "0110_0100_001m_mmmm_1000_00nn_nnnd_dddd" (d += Z, n: Z, m: Z) Sve2p1 "fdot_z_zzz_" "fdot {d}.s, {n}.h, {m}.h";
    fdot_lane "0110_0100_001i_immm_0100_00nn_nnnd_dddd" (d += Z, n: Z, m: Z7, i: Lane<2>) Sve2p1 "fdot_z_zzzi_" "fdot {d}.s, {n}.h, {m}.h[{i}]";
    bfmmla_z "0110_0100_011m_mmmm_1110_01nn_nnnd_dddd" (d += Z, n: Z, m: Z) Sve Bf16 NoStreaming "bfmmla_z_zzz_" "bfmmla {d}.s, {n}.h, {m}.h";
    fmmla_s "0110_0100_101m_mmmm_1110_01nn_nnnd_dddd" (d += Z, n: Z, m: Z) Sve F32mm NoStreaming "fmmla_z_zzz_s" "fmmla {d}.s, {n}.s, {m}.s";
    fmmla_d "0110_0100_111m_mmmm_1110_01nn_nnnd_dddd" (d += Z, n: Z, m: Z) Sve F64mm NoStreaming "fmmla_z_zzz_d" "fmmla {d}.d, {n}.d, {m}.d";
}

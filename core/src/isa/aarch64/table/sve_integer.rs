//! Integer arithmetic on scalable vectors: SVE and SVE2 (Arm ARM, C4.1.102).

one_of! {
    Binary "An operation on two vectors under a predicate."
        [Add Sub - Subr - - - - Smax Umax Smin Umin Sabd Uabd - - Mul - Smulh Umulh Sdiv Udiv Sdivr Udivr Orr Eor And Bic - - - -];
    Binary2 "A saturating, halving, rounding or pairwise operation on two vectors under a predicate."
        [- - Srshl Urshl - - Srshlr Urshlr Sqshl Uqshl Sqrshl Uqrshl Sqshlr Uqshlr Sqrshlr Uqrshlr Shadd Uhadd Shsub Uhsub Srhadd Urhadd Shsubr Uhsubr
         Sqadd Uqadd Sqsub Uqsub Suqadd Usqadd Sqsubr Uqsubr];
    Pairwise "An operation on neighbouring elements under a predicate." [- Addp - - Smaxp Umaxp Sminp Uminp];
    Unary "An operation on one vector under a predicate." [Sxtb Uxtb Sxth Uxth Sxtw Uxtw Abs Neg Cls Clz Cnt Cnot Fabs Fneg Not -];
    Accumulate "Multiplication added to or subtracted from the accumulator." [Mla Mls];
    MultiplyFirst "Multiplication of the destination, added to or subtracted from another vector." [Mad Msb];
    ShiftP "A shift of elements under a predicate." [Asr Lsr - Lsl Asrr Lsrr - Lslr];
    ShiftWideP "A shift of elements by double words under a predicate." [Asr Lsr - Lsl];
    ShiftRightP "A right shift of elements by a number under a predicate." [Asr Lsr Asrd -];
    ShiftRoundP "A rounding right shift of elements by a number under a predicate." [Srshr Urshr];
    ShiftRightZ "A right shift of elements by a number." [Asr Lsr];
    Reduce "A reduction of the active elements to one." [Smaxv Umaxv Sminv Uminv Orv Eorv Andv -];
    SumV "A sum of the active elements." [Saddv Uaddv];
    Arithmetic "An operation on two vectors." [Add Sub - - Sqadd Uqadd Sqsub Uqsub];
    Multiply "A multiplication of vectors that keeps the element size." [Mul - Smulh Umulh Sqdmulh Sqrdmulh - -];
    Logic "A logical operation on two vectors." [And Orr Eor Bic];
    Ternary "A logical operation on three vectors." [Eor3 Bsl Bcax Bsl1n - Bsl2n - Nbsl];
    ArithmeticImm "An operation on a vector and a number." [Add Sub - Subr Sqadd Uqadd Sqsub Uqsub];
    SignedImm "An operation on a vector and a signed number." [- - Smax Smin Mul - - -];
    UnsignedImm "An operation on a vector and an unsigned number." [Umax Umin];
    LogicImm "A logical operation on a vector and a mask." [Orr Eor And -];
    Compare "A comparison of vectors." [Cmphs Cmphi - - Cmpge Cmpgt Cmpeq Cmpne];
    CompareWide "A comparison of a vector and double words." [- - Cmpeq Cmpne Cmpge Cmpgt Cmplt Cmple - - - - Cmphs Cmphi Cmplo Cmpls];
    CompareSigned "A comparison of a vector and a signed number." [Cmpge Cmpgt Cmplt Cmple Cmpeq Cmpne - -];
    CompareUnsigned "A comparison of a vector and an unsigned number." [Cmphs Cmphi Cmplo Cmpls];
    Dot "A dot product of elements of a quarter of the accumulators' size." [Sdot Udot];
    MixedDot "A dot product of signed and unsigned bytes by one group of elements." [Usdot Sudot];
    Mmla "A product of matrices of bytes." [Smmla - Usmmla Ummla];
    Long "An operation that doubles the element size."
        [Saddlb Saddlt Uaddlb Uaddlt Ssublb Ssublt Usublb Usublt - - - - Sabdlb Sabdlt Uabdlb Uabdlt - - - - - - - - Sqdmullb Sqdmullt - - Smullb
         Smullt Umullb Umullt];
    Wide "An operation on a vector and one with elements of half the size." [Saddwb Saddwt Uaddwb Uaddwt Ssubwb Ssubwt Usubwb Usubwt];
    LongAccumulate "A multiplication, doubling the element size, added to or subtracted from the accumulator."
        [Smlalb Smlalt Umlalb Umlalt Smlslb Smlslt Umlslb Umlslt Sqdmlalb Sqdmlalt Sqdmlslb Sqdmlslt - - - -];
    LongIndexed "A multiplication by one element that doubles the element size." [Smullb Smullt Umullb Umullt];
    LongAccumulateIndexed "A multiplication by one element, doubling the element size, added to or subtracted from the accumulator."
        [Smlalb Smlalt Umlalb Umlalt Smlslb Smlslt Umlslb Umlslt];
    AccumulateHigh "Twice the rounded high half of a product, added or subtracted with saturation." [Sqrdmlah Sqrdmlsh];
    MultiplyHighIndexed "Twice the high half of a product by one element, with saturation." [Sqdmulh Sqrdmulh];
    Narrow "The high halves of sums or differences." [Addhnb Addhnt Raddhnb Raddhnt Subhnb Subhnt Rsubhnb Rsubhnt];
    NarrowSize "Element size of the result of a narrowing operation." [- B H S];
    NarrowSaturate "A narrowing move with saturation." [Sqxtnb Sqxtnt Uqxtnb Uqxtnt Sqxtunb Sqxtunt - -];
    NarrowShift "A right shift that halves the element size."
        [Sqshrunb Sqshrunt Sqrshrunb Sqrshrunt Shrnb Shrnt Rshrnb Rshrnt Sqshrnb Sqshrnt Sqrshrnb Sqrshrnt Uqshrnb Uqshrnt Uqrshrnb Uqrshrnt];
    LongShift "A left shift that doubles the element size." [Sshllb Sshllt Ushllb Ushllt];
    Clamp "A limitation to a range." [Sclamp Uclamp];
    AddPairsLong "A sum of neighbouring elements, doubling their size, added to the accumulator." [Sadalp Uadalp];
    Reverse "A reversal of the parts of each element." [Revb Revh Revw Rbit];
}

table! { section "C4.1, SVE encodings";
    binary_p "0000_0100_zz0o_oooo_000g_ggmm_mmmd_dddd" (o: Binary, z: Size, d += Z, g: P7, m: Z) Sve "(add|and|bic|eor|mul|orr|sub|sabd|sdiv|smax|smin|subr|uabd|udiv|umax|umin|sdivr|smulh|udivr|umulh)_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}" where |o, z| z >= 2 || !(20..=23).contains(&o);
    shift_p "0000_0100_zz01_0ooo_100g_ggmm_mmmd_dddd" (o: ShiftP, z: Size, d += Z, g: P7, m: Z) Sve "(asr|lsl|lsr)(|r)_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}";
    shift_wide_p "0000_0100_zz01_10oo_100g_ggmm_mmmd_dddd" (o: ShiftWideP, z: Size, d += Z, g: P7, m: Z) Sve "(asr|lsl|lsr)_z_p_zw_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.d" where |z| z < 3;
    unary_p "0000_0100_zz01_oooo_101g_ggnn_nnnd_dddd" (o: Unary, z: Size, d += Z, g: P7, n: Z) Sve "(abs|cls|clz|cnt|neg|not|cnot|fabs|fneg|sxtb|sxth|sxtw|uxtb|uxth|uxtw)_z_p_z_m" "{o} {d}.{z}, {g}/m, {n}.{z}" where |o, z| o < 2 && z > 0 || o < 4 && z > 1 || o < 6 && z > 2 || o > 5 && (z > 0 || o != 12 && o != 13);
    reverse_p "0000_0101_zz10_01oo_100g_ggnn_nnnd_dddd" (o: Reverse, z: Size, d += Z, g: P7, n: Z) Sve "rbit_z_p_z_m|rev(b|h|w)_z_z_m" "{o} {d}.{z}, {g}/m, {n}.{z}" where |o, z| z > o || o == 3;
    mla_p "0000_0100_zz0m_mmmm_01og_ggnn_nnnd_dddd" (o: Accumulate, z: Size, d += Z, g: P7, n: Z, m: Z) Sve "ml(a|s)_z_p_zzz_" "{o} {d}.{z}, {g}/m, {n}.{z}, {m}.{z}";
    mad_p "0000_0100_zz0m_mmmm_11og_ggaa_aaad_dddd" (o: MultiplyFirst, z: Size, d += Z, g: P7, m: Z, a: Z) Sve "(mad|msb)_z_p_zzz_" "{o} {d}.{z}, {g}/m, {m}.{z}, {a}.{z}";
    reduce "0000_0100_zz0o_10oo_001g_ggnn_nnnd_dddd" (o: Reduce, z: Size, d = I, g: P7, n: Z) Sve "(orv|andv|eorv|smaxv|sminv|umaxv|uminv)_r_p_z_" "{o} {d}, {g}, {n}.{z}";
    sum "0000_0100_zz00_000o_001g_ggnn_nnnd_dddd" (o: SumV, z: Size, d = D, g: P7, n: Z) Sve "(s|u)addv_r_p_z_" "{o} {d}, {g}, {n}.{z}" where |o, z| z < 3 || o == 1;
    binary2_p "0100_0100_zz0o_oooo_100g_ggmm_mmmd_dddd" (o: Binary2, z: Size, d += Z, g: P7, m: Z) Sve2 "(shadd|shsub|sqadd|sqshl|sqsub|srshl|uhadd|uhsub|uqadd|uqshl|uqsub|urshl|shsubr|sqrshl|sqshlr|sqsubr|srhadd|srshlr|suqadd|uhsubr|uqrshl|uqshlr|uqsubr|urhadd|urshlr|usqadd|sqrshlr|uqrshlr)_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}";
    pairwise_p "0100_0100_zz01_0ooo_101g_ggmm_mmmd_dddd" (o: Pairwise, z: Size, d += Z, g: P7, m: Z) Sve2 "(addp|smaxp|sminp|umaxp|uminp)_z_p_zz_" "{o} {d}.{z}, {g}/m, {d}.{z}, {m}.{z}";
    add_pairs_long "0100_0100_zz00_010o_101g_ggnn_nnnd_dddd" (o: AddPairsLong, z: Size, d += Z, g: P7, n: Z) Sve2 "(s|u)adalp_z_p_z_" "{o} {d}.{z}, {g}/m, {n}.{-z}" where |z| z > 0;

    arithmetic "0000_0100_zz1m_mmmm_000o_oonn_nnnd_dddd" (o: Arithmetic, z: Size, d = Z, n: Z, m: Z) Sve "(add|sub|sqadd|sqsub|uqadd|uqsub)_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    multiply "0000_0100_zz1m_mmmm_011o_oonn_nnnd_dddd" (o: Multiply, z: Size, d = Z, n: Z, m: Z) Sve2 "(mul|smulh|umulh|sqdmulh|sqrdmulh)_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    mov_z "0000_0100_011n_nnnn_0011_00nn_nnnd_dddd" (d = Z, n: Z) Sve "mov_orr_z_zz_" "mov {d}.d, {n}.d";
    logic_z "0000_0100_oo1m_mmmm_0011_00nn_nnnd_dddd" (o: Logic, d = Z, n: Z, m: Z) Sve "(and|bic|eor|orr)_z_zz_" "{o} {d}.d, {n}.d, {m}.d" where |o, n, m| o != 1 || n != m;
    ternary "0000_0100_oo1m_mmmm_0011_1okk_kkkd_dddd" (o: Ternary, d += Z, m: Z, k: Z) Sve2 "(bsl|bcax|eor3|nbsl|bsl1n|bsl2n)_z_zzz_" "{o} {d}.d, {d}.d, {m}.d, {k}.d";
    clamp "0100_0100_zz0m_mmmm_1100_0onn_nnnd_dddd" (o: Clamp, z: Size, d += Z, n: Z, m: Z) Sve2p1 "(s|u)clamp_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    arithmetic_imm "0010_0101_zz10_0ooo_11ii_iiii_iiid_dddd" (o: ArithmeticImm, z: Size, d += Z, i: UImm8Lsl) Sve "(add|sub|subr|sqadd|sqsub|uqadd|uqsub)_z_zi_" "{o} {d}.{z}, {d}.{z}, {i}" where |z, i| z > 0 || i < 256;
    signed_imm "0010_0101_zz1o_o0o0_110i_iiii_iiid_dddd" (o: SignedImm, z: Size, d += Z, i: SImm<8, 1>) Sve "(mul|smax|smin)_z_zi_" "{o} {d}.{z}, {d}.{z}, {i}";
    unsigned_imm "0010_0101_zz10_10o1_110i_iiii_iiid_dddd" (o: UnsignedImm, z: Size, d += Z, i: UImm<8, 1>) Sve "(umax|umin)_z_zi_" "{o} {d}.{z}, {d}.{z}, {i}";
    logic_imm_b "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<8>) Sve "(and|eor|orr)_z_zi_" "{o} {d}.b, {d}.b, {i}";
    logic_imm_h "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<16>) Sve "(and|eor|orr)_z_zi_" "{o} {d}.h, {d}.h, {i}";
    logic_imm_s "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<32>) Sve "(and|eor|orr)_z_zi_" "{o} {d}.s, {d}.s, {i}";
    logic_imm_d "0000_0101_oo00_00ii_iiii_iiii_iiid_dddd" (o: LogicImm, d += Z, i: MaskZ<64>) Sve "(and|eor|orr)_z_zi_" "{o} {d}.d, {d}.d, {i}";

    compare "0010_0100_zz0m_mmmm_o0og_ggnn_nnno_dddd" (o: Compare, z: Size, d = P, g: P7, n: Z, m: Z) Sve "(cmpeq|cmpge|cmpgt|cmphi|cmphs|cmpne)_p_p_zz_" "{o} {d}.{z}, {g}/z, {n}.{z}, {m}.{z}";
    compare_wide "0010_0100_zz0m_mmmm_ooog_ggnn_nnno_dddd" (o: CompareWide, z: Size, d = P, g: P7, n: Z, m: Z) Sve "(cmpeq|cmpge|cmpgt|cmphi|cmphs|cmple|cmplo|cmpls|cmplt|cmpne)_p_p_zw_" "{o} {d}.{z}, {g}/z, {n}.{z}, {m}.d" where |z| z < 3;
    compare_signed "0010_0101_zz0i_iiii_o0og_ggnn_nnno_dddd" (o: CompareSigned, z: Size, d = P, g: P7, n: Z, i: SImm<5, 1>) Sve "(cmpeq|cmpge|cmpgt|cmple|cmplt|cmpne)_p_p_zi_" "{o} {d}.{z}, {g}/z, {n}.{z}, {i}";
    compare_unsigned "0010_0100_zz1i_iiii_iiog_ggnn_nnno_dddd" (o: CompareUnsigned, z: Size, d = P, g: P7, n: Z, i: UImm<7, 1>) Sve "(cmphi|cmphs|cmplo|cmpls)_p_p_zi_" "{o} {d}.{z}, {g}/z, {n}.{z}, {i}";
    shift_right_z "0000_0100_ii1i_iiii_1001_0onn_nnnd_dddd" (o: ShiftRightZ, i: RightOf, d = Z, n: Z) Sve "(a|l)sr_z_zi_" "{o} {d}.{=i}, {n}.{=i}, {i}";
    lsl_z "0000_0100_ii1i_iiii_1001_11nn_nnnd_dddd" (i: LeftOf, d = Z, n: Z) Sve "lsl_z_zi_" "lsl {d}.{=i}, {n}.{=i}, {i}";
    shift_round_p "0000_0100_ii00_110o_100g_ggii_iiid_dddd" (o: ShiftRoundP, i: RightOf, d += Z, g: P7) Sve2 "(s|u)rshr_z_p_zi_" "{o} {d}.{=i}, {g}/m, {d}.{=i}, {i}";
    shift_right_p "0000_0100_ii00_0o0o_100g_ggii_iiid_dddd" (o: ShiftRightP, i: RightOf, d += Z, g: P7) Sve "(asr|lsr|asrd)_z_p_zi_" "{o} {d}.{=i}, {g}/m, {d}.{=i}, {i}";
    lsl_p "0000_0100_ii00_0011_100g_ggii_iiid_dddd" (i: LeftOf, d += Z, g: P7) Sve "lsl_z_p_zi_" "lsl {d}.{=i}, {g}/m, {d}.{=i}, {i}";
    dot_z "0100_0100_zz0m_mmmm_0000_0onn_nnnd_dddd" (o: Dot, z: Size, d += Z, n: Z, m: Z) Sve "(s|u)dot_z_zzz_" "{o} {d}.{z}, {n}.{/z}, {m}.{/z}" where |z| z >= 2;
    usdot_z "0100_0100_100m_mmmm_0111_10nn_nnnd_dddd" (d += Z, n: Z, m: Z) Sve I8mm "usdot_z_zzz_s" "usdot {d}.s, {n}.b, {m}.b";
    dot_lane_s "0100_0100_101i_immm_0000_0onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z7, i: Lane<2>) Sve "(s|u)dot_z_zzzi_s" "{o} {d}.s, {n}.b, {m}.b[{i}]";
    dot_lane_d "0100_0100_111i_mmmm_0000_0onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z15, i: Lane<1>) Sve "(s|u)dot_z_zzzi_d" "{o} {d}.d, {n}.h, {m}.h[{i}]";
    mixed_dot_lane "0100_0100_101i_immm_0001_1onn_nnnd_dddd" (o: MixedDot, d += Z, n: Z, m: Z7, i: Lane<2>) Sve I8mm "(sudot|usdot)_z_zzzi_s" "{o} {d}.s, {n}.b, {m}.b[{i}]";
    dot_pairs "0100_0100_000m_mmmm_1100_1onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z) Sve2p1 "(s|u)dot_z32_zzz_" "{o} {d}.s, {n}.h, {m}.h";
    dot_pairs_lane "0100_0100_100i_immm_1100_1onn_nnnd_dddd" (o: Dot, d += Z, n: Z, m: Z7, i: Lane<2>) Sve2p1 "(s|u)dot_z32_zzzi_" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    mmla_z "0100_0101_oo0m_mmmm_1001_10nn_nnnd_dddd" (o: Mmla, d += Z, n: Z, m: Z) Sve I8mm NoStreaming "(smmla|ummla|usmmla)_z_zzz_" "{o} {d}.s, {n}.b, {m}.b";

    long "0100_0101_zz0m_mmmm_0ooo_oonn_nnnd_dddd" (o: Long, z: Size, d = Z, n: Z, m: Z) Sve2 "(sabd|sadd|smul|ssub|uabd|uadd|umul|usub|sqdmul)l(b|t)_z_zz_" "{o} {d}.{z}, {n}.{-z}, {m}.{-z}" where |z| z > 0;
    wide "0100_0101_zz0m_mmmm_010o_oonn_nnnd_dddd" (o: Wide, z: Size, d = Z, n: Z, m: Z) Sve2 "(s|u)(add|sub)w(b|t)_z_zz_" "{o} {d}.{z}, {n}.{z}, {m}.{-z}" where |z| z > 0;
    narrow "0100_0101_zz1m_mmmm_011o_oonn_nnnd_dddd" (o: Narrow, z: NarrowSize, d += Z, n: Z, m: Z) Sve2 "(add|sub|radd|rsub)hn(b|t)_z_zz_" "{o} {d}.{z}, {n}.{+z}, {m}.{+z}";
    long_accumulate "0100_0100_zz0m_mmmm_01oo_oonn_nnnd_dddd" (o: LongAccumulate, z: Size, d += Z, n: Z, m: Z) Sve2 "(s|u|sqd)ml(a|s)l(b|t)_z_zzz_" "{o} {d}.{z}, {n}.{-z}, {m}.{-z}" where |z| z > 0;
    long_lane_s "0100_0100_101i_immm_110o_ionn_nnnd_dddd" (o: LongIndexed, d = Z, n: Z, m: Z7, i: Lane<3>) Sve2 "(s|u)mull(b|t)_z_zzi_s" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    long_lane_d "0100_0100_111i_mmmm_110o_ionn_nnnd_dddd" (o: LongIndexed, d = Z, n: Z, m: Z15, i: Lane<2>) Sve2 "(s|u)mull(b|t)_z_zzi_d" "{o} {d}.d, {n}.s, {m}.s[{i}]";
    long_accumulate_lane_s "0100_0100_101i_immm_10oo_ionn_nnnd_dddd" (o: LongAccumulateIndexed, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "(s|u)ml(a|s)l(b|t)_z_zzzi_s" "{o} {d}.s, {n}.h, {m}.h[{i}]";
    long_accumulate_lane_d "0100_0100_111i_mmmm_10oo_ionn_nnnd_dddd" (o: LongAccumulateIndexed, d += Z, n: Z, m: Z15, i: Lane<2>) Sve2 "(s|u)ml(a|s)l(b|t)_z_zzzi_d" "{o} {d}.d, {n}.s, {m}.s[{i}]";
    mul_lane_h_z "0100_0100_0i1i_immm_1111_10nn_nnnd_dddd" (d = Z, n: Z, m: Z7, i: Lane<3>) Sve2 "mul_z_zzi_h" "mul {d}.h, {n}.h, {m}.h[{i}]";
    mul_lane_s_z "0100_0100_101i_immm_1111_10nn_nnnd_dddd" (d = Z, n: Z, m: Z7, i: Lane<2>) Sve2 "mul_z_zzi_s" "mul {d}.s, {n}.s, {m}.s[{i}]";
    mul_lane_d "0100_0100_111i_mmmm_1111_10nn_nnnd_dddd" (d = Z, n: Z, m: Z15, i: Lane<1>) Sve2 "mul_z_zzi_d" "mul {d}.d, {n}.d, {m}.d[{i}]";
    mla_lane_h "0100_0100_0i1i_immm_0000_1onn_nnnd_dddd" (o: Accumulate, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "ml(a|s)_z_zzzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    mla_lane_s "0100_0100_101i_immm_0000_1onn_nnnd_dddd" (o: Accumulate, d += Z, n: Z, m: Z7, i: Lane<2>) Sve2 "ml(a|s)_z_zzzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";
    mla_lane_d "0100_0100_111i_mmmm_0000_1onn_nnnd_dddd" (o: Accumulate, d += Z, n: Z, m: Z15, i: Lane<1>) Sve2 "ml(a|s)_z_zzzi_d" "{o} {d}.d, {n}.d, {m}.d[{i}]";
    accumulate_high "0100_0100_zz0m_mmmm_0111_0onn_nnnd_dddd" (o: AccumulateHigh, z: Size, d += Z, n: Z, m: Z) Sve2 "sqrdml(a|s)h_z_zzz_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    accumulate_high_lane_h "0100_0100_0i1i_immm_0001_0onn_nnnd_dddd" (o: AccumulateHigh, d += Z, n: Z, m: Z7, i: Lane<3>) Sve2 "sqrdml(a|s)h_z_zzzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    accumulate_high_lane_s "0100_0100_101i_immm_0001_0onn_nnnd_dddd" (o: AccumulateHigh, d += Z, n: Z, m: Z7, i: Lane<2>) Sve2 "sqrdml(a|s)h_z_zzzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";
    multiply_high_lane_h "0100_0100_0i1i_immm_1111_0onn_nnnd_dddd" (o: MultiplyHighIndexed, d = Z, n: Z, m: Z7, i: Lane<3>) Sve2 "sq(|r)dmulh_z_zzi_h" "{o} {d}.h, {n}.h, {m}.h[{i}]";
    multiply_high_lane_s "0100_0100_101i_immm_1111_0onn_nnnd_dddd" (o: MultiplyHighIndexed, d = Z, n: Z, m: Z7, i: Lane<2>) Sve2 "sq(|r)dmulh_z_zzi_s" "{o} {d}.s, {n}.s, {m}.s[{i}]";

    narrow_saturate_b "0100_0101_0010_1000_010o_oonn_nnnd_dddd" (o: NarrowSaturate, d += Z, n: Z) Sve2 "(sqxt|uqxt|sqxtu)n(b|t)_z_zz_" "{o} {d}.b, {n}.h";
    narrow_saturate_h "0100_0101_0011_0000_010o_oonn_nnnd_dddd" (o: NarrowSaturate, d += Z, n: Z) Sve2 "(sqxt|uqxt|sqxtu)n(b|t)_z_zz_" "{o} {d}.h, {n}.s";
    narrow_saturate_s "0100_0101_0110_0000_010o_oonn_nnnd_dddd" (o: NarrowSaturate, d += Z, n: Z) Sve2 "(sqxt|uqxt|sqxtu)n(b|t)_z_zz_" "{o} {d}.s, {n}.d";
    narrow_shift "0100_0101_0i1i_iiii_00oo_oonn_nnnd_dddd" (o: NarrowShift, i: RightOfNarrow, d += Z, n: Z) Sve2 "(shr|rshr|sqshr|uqshr|sqrshr|sqshru|uqrshr|sqrshru)n(b|t)_z_zi_" "{o} {d}.{=i}, {n}.{+i}, {i}";
    long_shift "0100_0101_0i0i_iiii_1010_oonn_nnnd_dddd" (o: LongShift, i: LeftOfNarrow, d = Z, n: Z) Sve2 "(s|u)shll(b|t)_z_zi_" "{o} {d}.{+i}, {n}.{=i}, {i}";
}

//! Predicates, counts and loops over scalable vectors (Arm ARM, C4.1.102).

one_of! {
    PredicateLogic "A logical operation on two predicates." [And Bic Eor - Ands Bics Eors - Orr Orn Nor Nand Orrs Orns Nors Nands];
    Break "A predicate up to the first true element, with it or without." [Brka Brkb];
    BreakPair "A predicate up to the first true element, if another's last element is true." [Brkpa Brkpb Brkpas Brkpbs];
    BreakNext "A predicate, if another's last element is true." [Brkn Brkns];
    While "A predicate of the elements before a bound, counted up." [Whilelt Whilele Whilelo Whilels];
    WhileDown "A predicate of the elements before a bound, counted down." [Whilege Whilegt Whilehs Whilehi];
    WhileAny "A predicate of the elements before a bound." [Whilege Whilegt Whilelt Whilele Whilehs Whilehi Whilelo Whilels];
    WhileAddress "A predicate of the elements that do not overlap." [Whilewr Whilerw];
    Unroll "How many vectors a counter spans." [Vlx2 Vlx4];
    CountElements "The number of elements of a vector." [Cntb Cnth Cntw Cntd];
    StepCount "Addition or subtraction of the number of elements of a vector." [Incb Decb Inch Dech Incw Decw Incd Decd];
    StepCountZ "Addition or subtraction of the number of elements of a vector, to each element." [Incd Decd];
    StepCountH "Addition or subtraction of the number of elements of a vector, to each half word." [Inch Dech];
    StepCountW "Addition or subtraction of the number of elements of a vector, to each word." [Incw Decw];
    StepSaturate "Addition or subtraction of the number of elements of a vector, with saturation."
        [Sqincb Uqincb Sqdecb Uqdecb Sqinch Uqinch Sqdech Uqdech Sqincw Uqincw Sqdecw Uqdecw Sqincd Uqincd Sqdecd Uqdecd];
    StepCountP "Addition or subtraction of the number of true elements." [Incp Decp];
    StepSaturateP "Addition or subtraction of the number of true elements, with saturation." [Sqincp Uqincp Sqdecp Uqdecp];
    AddVl "Addition of a multiple of the size of a vector or predicate." [Addvl Addpl];
    AddSvl "Addition of a multiple of the size of a streaming vector or predicate." [Addsvl Addspl];
    Permute "A permutation of two predicates." [Zip1 Zip2 Uzp1 Uzp2 Trn1 Trn2 - -];
    UnpackP "A widening of one half of a predicate." [Punpklo Punpkhi];
    Terminate "A comparison that ends a loop." [Ctermeq Ctermne];
    ZeroOrMerge "What happens to inactive elements: zero, or kept." [Z M];
}

table! { section "C4.1, SVE encodings";
    ptrue_all "0010_0101_zz01_100f_1110_0011_1110_dddd" (f: SetFlags, z: Size, d = P) Sve "ptrue(|s)_p_s_" "ptrue{f} {d}.{z}";
    ptrue "0010_0101_zz01_100f_1110_00ii_iii0_dddd" (f: SetFlags, z: Size, d = P, i: Elements) Sve "ptrue(|s)_p_s_" "ptrue{f} {d}.{z}, {i}";
    pfalse "0010_0101_0001_1000_1110_0100_0000_dddd" (d = P) Sve "pfalse_p_" "pfalse {d}.b";
    ptest "0010_0101_0101_0000_11gg_gg0n_nnn0_0000" (g: P, n: P) Sve "ptest__p_p_" "ptest {g}, {n}.b";
    pfirst "0010_0101_0101_1000_1100_000g_ggg0_dddd" (d += P, g: P) Sve "pfirst_p_p_p_" "pfirst {d}.b, {g}, {d}.b";
    pnext "0010_0101_zz01_1001_1100_010g_ggg0_dddd" (z: Size, d += P, g: P) Sve "pnext_p_p_p_" "pnext {d}.{z}, {g}, {d}.{z}";
    rdffr "0010_0101_0001_1001_1111_0000_0000_dddd" (d = P) Sve NoStreaming "rdffr_p_f_" "rdffr {d}.b";
    rdffr_p "0010_0101_0f01_1000_1111_000g_ggg0_dddd" (f: SetFlags, d = P, g: P) Sve NoStreaming "(rdffr|rdffrs)_p_p_f_" "rdffr{f} {d}.b, {g}/z";
    setffr "0010_0101_0010_1100_1001_0000_0000_0000" () Sve NoStreaming "setffr_f_" "setffr";
    wrffr "0010_0101_0010_1000_1001_000n_nnn0_0000" (n: P) Sve NoStreaming "wrffr_f_p_" "wrffr {n}.b";

    mov_p "0010_0101_1f00_nnnn_01nn_nn0n_nnn0_dddd" (f: SetFlags, d = P, n: P) Sve "(mov_orr_p_p_pp_z|movs_orrs_p_p_pp_z)" "mov{f} {d}.b, {n}.b";
    mov_zeroing "0010_0101_0f00_nnnn_01gg_gg0n_nnn0_dddd" (f: SetFlags, d = P, g: P, n: P) Sve "(mov_and_p_p_pp_z|movs_ands_p_p_pp_z)" "mov{f} {d}.b, {g}/z, {n}.b";
    not_p "0010_0101_0f00_gggg_01gg_gg1n_nnn0_dddd" (f: SetFlags, d = P, g: P, n: P) Sve "(not_eor_p_p_pp_z|nots_eors_p_p_pp_z)" "not{f} {d}.b, {g}/z, {n}.b";
    logic_p "0010_0101_oo00_mmmm_01gg_ggon_nnno_dddd" (o: PredicateLogic, d = P, g: P, n: P, m: P) Sve "(and|bic|eor|nor|orn|orr|nand)(|s)_p_p_pp_z" "{o} {d}.b, {g}/z, {n}.b, {m}.b";
    mov_merging "0010_0101_0000_dddd_01gg_gg1n_nnn1_dddd" (d += P, g: P, n: P) Sve "mov_sel_p_p_pp_" "mov {d}.b, {g}/m, {n}.b";
    sel_p "0010_0101_0000_mmmm_01gg_gg1n_nnn1_dddd" (d = P, g: P, n: P, m: P) Sve "sel_p_p_pp_" "sel {d}.b, {g}, {n}.b, {m}.b";
    brk_p "0010_0101_o001_0000_01gg_gg0n_nnnk_dddd" (o: Break, d += P, g: P, k: ZeroOrMerge, n: P) Sve "brk(a|b)_p_p_p_" "{o} {d}.b, {g}/{k}, {n}.b";
    brks "0010_0101_o101_0000_01gg_gg0n_nnn0_dddd" (o: Break, d = P, g: P, n: P) Sve "(brkas|brkbs)_p_p_p_z" "{o}s {d}.b, {g}/z, {n}.b";
    brkp "0010_0101_0o00_mmmm_11gg_gg0n_nnno_dddd" (o: BreakPair, d = P, g: P, n: P, m: P) Sve "brkp(a|b)(|s)_p_p_pp_" "{o} {d}.b, {g}/z, {n}.b, {m}.b";
    brkn "0010_0101_0o01_1000_01gg_gg0n_nnn0_dddd" (o: BreakNext, d += P, g: P, n: P) Sve "brkn(|s)_p_p_pp_" "{o} {d}.b, {g}/z, {n}.b, {d}.b";
    permute_p "0000_0101_zz10_mmmm_010o_oo0n_nnn0_dddd" (o: Permute, z: Size, d = P, n: P, m: P) Sve "(trn|uzp|zip)(1|2)_p_pp_" "{o} {d}.{z}, {n}.{z}, {m}.{z}";
    rev_p "0000_0101_zz11_0100_0100_000n_nnn0_dddd" (z: Size, d = P, n: P) Sve "rev_p_p_" "rev {d}.{z}, {n}.{z}";
    unpack_p "0000_0101_0011_000o_0100_000n_nnn0_dddd" (o: UnpackP, d = P, n: P) Sve "(punpkhi|punpklo)_p_p_" "{o} {d}.h, {n}.b";
    psel "0010_0101_ii1i_iivv_01nn_nn0m_mmm0_dddd" (i: LaneOf, d = P, n: P, m: P, v: W12) Sve2p1 "psel_p_ppi_" "psel {d}, {n}, {m}.{=i}[{v}, {i}]";

    while_up "0010_0101_zz1m_mmmm_000s_o1nn_nnno_dddd" (o: While, s: Width, z: Size, d = P, n: R, m: R) Sve "whilel(e|o|s|t)_p_p_rr_" "{o} {d}.{z}, {n}, {m}";
    while_down "0010_0101_zz1m_mmmm_000s_o0nn_nnno_dddd" (o: WhileDown, s: Width, z: Size, d = P, n: R, m: R) Sve2 "(whilege|whilegt|whilehi|whilehs)_p_p_rr_" "{o} {d}.{z}, {n}, {m}";
    while_pair "0010_0101_zz1m_mmmm_0101_oonn_nnn1_dddo" (o: WhileAny, z: Size, d = PGroup<2>, n: X, m: X) Sve2p1 "(whilege|whilegt|whilehi|whilehs|whilele|whilelo|whilels|whilelt)_pp_rr_" "{o} {d.z}, {n}, {m}";
    while_counter "0010_0101_zz1m_mmmm_01l0_oonn_nnn1_oddd" (o: WhileAny, z: Size, d = Pn8, n: X, m: X, l: Unroll) Sve2p1 "(whilege|whilegt|whilehi|whilehs|whilele|whilelo|whilels|whilelt)_pn_rr_" "{o} {d}.{z}, {n}, {m}, {l}";
    while_address "0010_0101_zz1m_mmmm_0011_00nn_nnno_dddd" (o: WhileAddress, z: Size, d = P, n: X, m: X) Sve2 "(whilerw|whilewr)_p_rr_" "{o} {d}.{z}, {n}, {m}";
    cterm "0010_0101_1s1m_mmmm_0010_00nn_nnno_0000" (o: Terminate, s: Width, n: R, m: R) Sve "(ctermeq|ctermne)_rr_" "{o} {n}, {m}";
    ptrue_counter "0010_0101_zz10_0000_0111_1000_0001_0ddd" (z: Size, d = Pn8) Sve2p1 "ptrue_pn_i_" "ptrue {d}.{z}";
    pext "0010_0101_zz10_0000_0111_00ii_nnn1_dddd" (z: Size, d = P, n: Pn8, i: Lane<2>) Sve2p1 "pext_pn_rr_" "pext {d}.{z}, {n}[{i}]";
    cntp_counter "0010_0101_zz10_0000_1000_0l1n_nnnd_dddd" (z: Size, d = X, n: Pn, l: Unroll) Sve2p1 "cntp_r_pn_" "cntp {d}, {n}.{z}, {l}";

    cntp "0010_0101_zz10_0000_10gg_gg0n_nnnd_dddd" (z: Size, d = X, g: P, n: P) Sve "cntp_r_p_p_" "cntp {d}, {g}, {n}.{z}";
    step_count_p "0010_0101_zz10_110o_1000_100g_gggd_dddd" (o: StepCountP, z: Size, d += X, g: P) Sve "(decp|incp)_r_p_r_" "{o} {d}, {g}.{z}";
    step_count_p_z "0010_0101_zz10_110o_1000_000g_gggd_dddd" (o: StepCountP, z: Size, d += Z, g: P) Sve "(decp|incp)_z_p_z_" "{o} {d}.{z}, {g}.{z}" where |z| z > 0;
    step_saturate_p "0010_0101_zz10_10oo_1000_110g_gggd_dddd" (o: StepSaturateP, z: Size, d += X, g: P) Sve "(s|u)q(decp|incp)_r_p_r_x" "{o} {d}, {g}.{z}";
    count_all "0000_0100_oo10_0000_1110_0011_111d_dddd" (o: CountElements, d = X) Sve "cnt(b|d|h|w)_r_s_" "{o} {d}";
    count_pattern "0000_0100_oo10_0000_1110_00pp_pppd_dddd" (o: CountElements, d = X, p: Elements) Sve "cnt(b|d|h|w)_r_s_" "{o} {d}, {p}";
    count_elements "0000_0100_oo10_iiii_1110_00pp_pppd_dddd" (o: CountElements, d = X, p: Elements, i: Steps<4, 1, 1>) Sve "cnt(b|d|h|w)_r_s_" "{o} {d}, {p}, mul {i}";
    step_all "0000_0100_oo11_0000_1110_0o11_111d_dddd" (o: StepCount, d += X) Sve "(de|in)c(b|d|h|w)_r_rs_" "{o} {d}";
    step_pattern "0000_0100_oo11_0000_1110_0opp_pppd_dddd" (o: StepCount, d += X, p: Elements) Sve "(de|in)c(b|d|h|w)_r_rs_" "{o} {d}, {p}";
    step "0000_0100_oo11_iiii_1110_0opp_pppd_dddd" (o: StepCount, d += X, p: Elements, i: Steps<4, 1, 1>) Sve "(de|in)c(b|d|h|w)_r_rs_" "{o} {d}, {p}, mul {i}";
    step_z_h "0000_0100_0111_0000_1100_0o11_111d_dddd" (o: StepCountH, d += Z) Sve "(dech|inch)_z_zs_" "{o} {d}.h";
    step_z_w "0000_0100_1011_0000_1100_0o11_111d_dddd" (o: StepCountW, d += Z) Sve "(decw|incw)_z_zs_" "{o} {d}.s";
    step_z_d "0000_0100_1111_0000_1100_0o11_111d_dddd" (o: StepCountZ, d += Z) Sve "(decd|incd)_z_zs_" "{o} {d}.d";
    saturate_all "0000_0100_oo11_0000_1111_oo11_111d_dddd" (o: StepSaturate, d += X) Sve "(s|u)q(de|in)c(b|d|h|w)_r_rs_x" "{o} {d}";
    saturate_pattern "0000_0100_oo11_0000_1111_oopp_pppd_dddd" (o: StepSaturate, d += X, p: Elements) Sve "(s|u)q(de|in)c(b|d|h|w)_r_rs_x" "{o} {d}, {p}";
    saturate "0000_0100_oo11_iiii_1111_oopp_pppd_dddd" (o: StepSaturate, d += X, p: Elements, i: Steps<4, 1, 1>) Sve "(s|u)q(de|in)c(b|d|h|w)_r_rs_x" "{o} {d}, {p}, mul {i}";
    rdvl "0000_0100_1011_1111_0101_0iii_iiid_dddd" (d = X, i: SImm<6, 1>) Sve "rdvl_r_i_" "rdvl {d}, {i}";
    add_vl "0000_0100_0o1n_nnnn_0101_0iii_iiid_dddd" (o: AddVl, d = XSp, n: XSp, i: SImm<6, 1>) Sve "add(p|v)l_r_ri_" "{o} {d}, {n}, {i}";
    rdsvl "0000_0100_1011_1111_0101_1iii_iiid_dddd" (d = X, i: SImm<6, 1>) Sme "rdsvl_r_i_" "rdsvl {d}, {i}";
    add_svl "0000_0100_0o1n_nnnn_0101_1iii_iiid_dddd" (o: AddSvl, d = XSp, n: XSp, i: SImm<6, 1>) Sme "adds(p|v)l_r_ri_" "{o} {d}, {n}, {i}";
}

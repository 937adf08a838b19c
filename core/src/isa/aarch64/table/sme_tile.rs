//! Streaming mode and the tiles of ZA: outer products, moves, loads and stores (SME and SME2; Arm
//! ARM, C4.1.100).

use crate::isa::aarch64::kind::{Kind, Names, operand};

one_of! {
    StreamingMode "Entry to or exit from a mode." [Smstop Smstart];
    Streaming "Streaming mode, or the use of ZA." [- Sm Za -];
    OuterFloat "An outer product added to or subtracted from a tile." [Fmopa Fmops];
    OuterHalf "A sum of two outer products of half precision or BFloat16 added to or subtracted from a tile." [Bfmopa Bfmops Fmopa Fmops];
    OuterInt "A sum of four outer products added to or subtracted from a tile." [Smopa Smops Sumopa Sumops Usmopa Usmops Umopa Umops];
    OuterPairs "A sum of two outer products added to or subtracted from a tile." [Smopa Smops Umopa Umops];
    OuterBits "Counts of equal bits added to or subtracted from a tile." [Bmopa Bmops];
    AddVector "Addition of a vector to every row or column of a tile." [Addha Addva];
    Pairs2 "Two slices, by two bits." [(At01 "0:1") (At23 "2:3") (At45 "4:5") (At67 "6:7")];
    Pairs3 "Two slices, by three bits."
        [(At01 "0:1") (At23 "2:3") (At45 "4:5") (At67 "6:7") (At89 "8:9") (At1011 "10:11") (At1213 "12:13") (At1415 "14:15")];
    Pairs1 "Two slices, by one bit." [(At01 "0:1") (At23 "2:3")];
    Quads1 "Four slices, by one bit." [(At03 "0:3") (At47 "4:7")];
    Quads2 "Four slices, by two bits." [(At03 "0:3") (At47 "4:7") (At811 "8:11") (At1215 "12:15")];
}

operand! {
    /// Any set of the 64-bit tiles of ZA; bit `n` of the field value stands for `za<n>.d`.
    Tiles = Kind::Named(8, TILES)
}

impl From<u8> for Tiles {
    fn from(mask: u8) -> Self {
        Self(u32::from(mask))
    }
}

/// Names every set of tiles: each tile doubles the list of sets.
macro_rules! tile_sets {
    ([$([$($in:tt)*])*] $tile:tt $($rest:tt)*) => {
        tile_sets!([$([$($in)*])* $([$($in)* $tile])*] $($rest)*)
    };
    ([$([$($in:tt)*])*]) => { &[$((tile_set!($($in)*), 0 $(| 1 << $in)*)),*] };
}

/// Names a set of tiles, by larger tiles where these make up the whole set.
macro_rules! tile_set {
    () => { "" };
    (0 1 2 3 4 5 6 7) => { "za" };
    (0 2 4 6) => { "za0.h" };
    (1 3 5 7) => { "za1.h" };
    (0 4) => { "za0.s" };
    (1 5) => { "za1.s" };
    (2 6) => { "za2.s" };
    (3 7) => { "za3.s" };
    (0 1 4 5) => { "za0.s,za1.s" };
    (0 3 4 7) => { "za0.s,za3.s" };
    (1 2 5 6) => { "za1.s,za2.s" };
    (2 3 6 7) => { "za2.s,za3.s" };
    (0 1 2 4 5 6) => { "za0.s,za1.s,za2.s" };
    (0 1 3 4 5 7) => { "za0.s,za1.s,za3.s" };
    (0 2 3 4 6 7) => { "za0.s,za2.s,za3.s" };
    (1 2 3 5 6 7) => { "za1.s,za2.s,za3.s" };
    ($first:tt $($rest:tt)*) => { concat!("za", $first, ".d" $(, ",za", $rest, ".d")*) };
}

const TILES: Names = tile_sets!([[]] 0 1 2 3 4 5 6 7);

table! { section "C4.1, SME encodings";
    streaming_all "1101_0101_0000_0011_0100_011o_0111_1111" (o: StreamingMode) Sme "(SMSTOP|SMSTART)_MSR_SI_pstate" "{o}";
    streaming "1101_0101_0000_0011_0100_0mmo_0111_1111" (o: StreamingMode, m: Streaming) Sme "(SMSTOP|SMSTART)_MSR_SI_pstate" "{o} {m}";
    zero_tiles "1100_0000_0000_1000_0000_0000_iiii_iiii" (i: Tiles) Sme "zero_za_i_" "zero {{i}}";
    zero_zt0 "1100_0000_0100_1000_0000_0000_0000_0001" () Sme2 "zero_zt_i_" "zero { zt0 }";
    mopa_s "1000_0000_100m_mmmm_hhhg_ggnn_nnno_00tt" (o: OuterFloat, t: Lane<2>, g: P7, h: P7, n: Z, m: Z) Sme "fmop(a|s)_za_pp_zz_32" "{o} za{t}.s, {g}/m, {h}/m, {n}.s, {m}.s";
    mopa_d "1000_0000_110m_mmmm_hhhg_ggnn_nnno_0ttt" (o: OuterFloat, t: Lane<3>, g: P7, h: P7, n: Z, m: Z) Sme SmeF64F64 "fmop(a|s)_za_pp_zz_64" "{o} za{t}.d, {g}/m, {h}/m, {n}.d, {m}.d";
    mopa_s_from_h "1000_0001_10om_mmmm_hhhg_ggnn_nnno_00tt" (o: OuterHalf, t: Lane<2>, g: P7, h: P7, n: Z, m: Z) Sme "bfmop(a|s)_za32_pp_zz_|fmop(a|s)_za32_pp_zz_16" "{o} za{t}.s, {g}/m, {h}/m, {n}.h, {m}.h";
    mopa_s_from_b "1010_000o_10om_mmmm_hhhg_ggnn_nnno_00tt" (o: OuterInt, t: Lane<2>, g: P7, h: P7, n: Z, m: Z) Sme "(s|u|su|us)mop(a|s)_za_pp_zz_32" "{o} za{t}.s, {g}/m, {h}/m, {n}.b, {m}.b";
    mopa_d_from_h "1010_000o_11om_mmmm_hhhg_ggnn_nnno_0ttt" (o: OuterInt, t: Lane<3>, g: P7, h: P7, n: Z, m: Z) Sme SmeI16I64 "(s|u|su|us)mop(a|s)_za_pp_zz_64" "{o} za{t}.d, {g}/m, {h}/m, {n}.h, {m}.h";
    mopa_s_from_pairs "1010_000o_100m_mmmm_hhhg_ggnn_nnno_10tt" (o: OuterPairs, t: Lane<2>, g: P7, h: P7, n: Z, m: Z) Sme2 "(s|u)mop(a|s)_za32_pp_zz_16" "{o} za{t}.s, {g}/m, {h}/m, {n}.h, {m}.h";
    mopa_bits "1000_0000_100m_mmmm_hhhg_ggnn_nnno_10tt" (o: OuterBits, t: Lane<2>, g: P7, h: P7, n: Z, m: Z) Sme2 "bmop(a|s)_za_pp_zz_32" "{o} za{t}.s, {g}/m, {h}/m, {n}.s, {m}.s";
    add_vector_s "1100_0000_1001_000o_hhhg_ggnn_nnn0_00tt" (o: AddVector, t: Lane<2>, g: P7, h: P7, n: Z) Sme "add(h|v)a_za_pp_z_32" "{o} za{t}.s, {g}/m, {h}/m, {n}.s";
    add_vector_d "1100_0000_1101_000o_hhhg_ggnn_nnn0_0ttt" (o: AddVector, t: Lane<3>, g: P7, h: P7, n: Z) Sme SmeI16I64 "add(h|v)a_za_pp_z_64" "{o} za{t}.d, {g}/m, {h}/m, {n}.d";

    mov_from_slice_b "1100_0000_0000_0010_vwwg_gg0i_iiid_dddd" (d += Z, g: P7, v: Direction, w: W12, i: Lane<4>) Sme "mova_z_p_rza_b" "mov {d}.b, {g}/m, za0{v}.b[{w}, {i}]";
    mov_from_slice_h "1100_0000_0100_0010_vwwg_gg0t_iiid_dddd" (d += Z, g: P7, v: Direction, t: Lane<1>, w: W12, i: Lane<3>) Sme "mova_z_p_rza_h" "mov {d}.h, {g}/m, za{t}{v}.h[{w}, {i}]";
    mov_from_slice_s "1100_0000_1000_0010_vwwg_gg0t_tiid_dddd" (d += Z, g: P7, v: Direction, t: Lane<2>, w: W12, i: Lane<2>) Sme "mova_z_p_rza_w" "mov {d}.s, {g}/m, za{t}{v}.s[{w}, {i}]";
    mov_from_slice_d "1100_0000_1100_0010_vwwg_gg0t_ttid_dddd" (d += Z, g: P7, v: Direction, t: Lane<3>, w: W12, i: Lane<1>) Sme "mova_z_p_rza_d" "mov {d}.d, {g}/m, za{t}{v}.d[{w}, {i}]";
    mov_from_slice_q "1100_0000_1100_0011_vwwg_gg0t_tttd_dddd" (d += Z, g: P7, v: Direction, t: Lane<4>, w: W12) Sme "mova_z_p_rza_q" "mov {d}.q, {g}/m, za{t}{v}.q[{w}, 0]";
    mov_to_slice_b "1100_0000_0000_0000_vwwg_ggnn_nnn0_iiii" (v: Direction, w: W12, i: Lane<4>, g: P7, n: Z) Sme "mova_za_p_rz_b" "mov za0{v}.b[{w}, {i}], {g}/m, {n}.b";
    mov_to_slice_h "1100_0000_0100_0000_vwwg_ggnn_nnn0_tiii" (v: Direction, t: Lane<1>, w: W12, i: Lane<3>, g: P7, n: Z) Sme "mova_za_p_rz_h" "mov za{t}{v}.h[{w}, {i}], {g}/m, {n}.h";
    mov_to_slice_s "1100_0000_1000_0000_vwwg_ggnn_nnn0_ttii" (v: Direction, t: Lane<2>, w: W12, i: Lane<2>, g: P7, n: Z) Sme "mova_za_p_rz_w" "mov za{t}{v}.s[{w}, {i}], {g}/m, {n}.s";
    mov_to_slice_d "1100_0000_1100_0000_vwwg_ggnn_nnn0_ttti" (v: Direction, t: Lane<3>, w: W12, i: Lane<1>, g: P7, n: Z) Sme "mova_za_p_rz_d" "mov za{t}{v}.d[{w}, {i}], {g}/m, {n}.d";
    mov_to_slice_q "1100_0000_1100_0001_vwwg_ggnn_nnn0_tttt" (v: Direction, t: Lane<4>, w: W12, g: P7, n: Z) Sme "mova_za_p_rz_q" "mov za{t}{v}.q[{w}, 0], {g}/m, {n}.q";

    mov_from_slices_b_2 "1100_0000_0000_0110_vww0_0000_iiil_lll0" (l = ZGroup<2>, v: Direction, w: W12, i: Pairs3) Sme2 "mova_mz2_za_b1" "mov {l.B}, za0{v}.b[{w}, {i}]";
    mov_from_slices_h_2 "1100_0000_0100_0110_vww0_0000_tiil_lll0" (l = ZGroup<2>, v: Direction, t: Lane<1>, w: W12, i: Pairs2) Sme2 "mova_mz2_za_h1" "mov {l.H}, za{t}{v}.h[{w}, {i}]";
    mov_from_slices_s_2 "1100_0000_1000_0110_vww0_0000_ttil_lll0" (l = ZGroup<2>, v: Direction, t: Lane<2>, w: W12, i: Pairs1) Sme2 "mova_mz2_za_w1" "mov {l.S}, za{t}{v}.s[{w}, {i}]";
    mov_from_slices_d_2 "1100_0000_1100_0110_vww0_0000_tttl_lll0" (l = ZGroup<2>, v: Direction, t: Lane<3>, w: W12) Sme2 "mova_mz2_za_d1" "mov {l.D}, za{t}{v}.d[{w}, 0:1]";
    mov_from_slices_b_4 "1100_0000_0000_0110_vww0_0100_0iil_ll00" (l = ZGroup<4>, v: Direction, w: W12, i: Quads2) Sme2 "mova_mz4_za_b1" "mov {l.B}, za0{v}.b[{w}, {i}]";
    mov_from_slices_h_4 "1100_0000_0100_0110_vww0_0100_0til_ll00" (l = ZGroup<4>, v: Direction, t: Lane<1>, w: W12, i: Quads1) Sme2 "mova_mz4_za_h1" "mov {l.H}, za{t}{v}.h[{w}, {i}]";
    mov_from_slices_s_4 "1100_0000_1000_0110_vww0_0100_0ttl_ll00" (l = ZGroup<4>, v: Direction, t: Lane<2>, w: W12) Sme2 "mova_mz4_za_w1" "mov {l.S}, za{t}{v}.s[{w}, 0:3]";
    mov_from_slices_d_4 "1100_0000_1100_0110_vww0_0100_tttl_ll00" (l = ZGroup<4>, v: Direction, t: Lane<3>, w: W12) Sme2 "mova_mz4_za_d1" "mov {l.D}, za{t}{v}.d[{w}, 0:3]";
    mov_to_slices_b_2 "1100_0000_0000_0100_vww0_00ll_ll00_0iii" (v: Direction, w: W12, i: Pairs3, l: ZGroup<2>) Sme2 "mova_za2_z_b1" "mov za0{v}.b[{w}, {i}], {l.B}";
    mov_to_slices_h_2 "1100_0000_0100_0100_vww0_00ll_ll00_0tii" (v: Direction, t: Lane<1>, w: W12, i: Pairs2, l: ZGroup<2>) Sme2 "mova_za2_z_h1" "mov za{t}{v}.h[{w}, {i}], {l.H}";
    mov_to_slices_s_2 "1100_0000_1000_0100_vww0_00ll_ll00_0tti" (v: Direction, t: Lane<2>, w: W12, i: Pairs1, l: ZGroup<2>) Sme2 "mova_za2_z_w1" "mov za{t}{v}.s[{w}, {i}], {l.S}";
    mov_to_slices_d_2 "1100_0000_1100_0100_vww0_00ll_ll00_0ttt" (v: Direction, t: Lane<3>, w: W12, l: ZGroup<2>) Sme2 "mova_za2_z_d1" "mov za{t}{v}.d[{w}, 0:1], {l.D}";
    mov_to_slices_b_4 "1100_0000_0000_0100_vww0_01ll_l000_00ii" (v: Direction, w: W12, i: Quads2, l: ZGroup<4>) Sme2 "mova_za4_z_b1" "mov za0{v}.b[{w}, {i}], {l.B}";
    mov_to_slices_h_4 "1100_0000_0100_0100_vww0_01ll_l000_00ti" (v: Direction, t: Lane<1>, w: W12, i: Quads1, l: ZGroup<4>) Sme2 "mova_za4_z_h1" "mov za{t}{v}.h[{w}, {i}], {l.H}";
    mov_to_slices_s_4 "1100_0000_1000_0100_vww0_01ll_l000_00tt" (v: Direction, t: Lane<2>, w: W12, l: ZGroup<4>) Sme2 "mova_za4_z_w1" "mov za{t}{v}.s[{w}, 0:3], {l.S}";
    mov_to_slices_d_4 "1100_0000_1100_0100_vww0_01ll_l000_0ttt" (v: Direction, t: Lane<3>, w: W12, l: ZGroup<4>) Sme2 "mova_za4_z_d1" "mov za{t}{v}.d[{w}, 0:3], {l.D}";

    ld1b_slice "1110_0000_0001_1111_vwwg_ggnn_nnn0_iiii" (v: Direction, w: W12, i: Lane<4>, g: P7, n: XSp) Sme "ld1b_za_p_rrr_" "ld1b { za0{v}.b[{w}, {i}] }, {g}/z, [{n}]";
    ld1h_slice "1110_0000_0101_1111_vwwg_ggnn_nnn0_tiii" (v: Direction, t: Lane<1>, w: W12, i: Lane<3>, g: P7, n: XSp) Sme "ld1h_za_p_rrr_" "ld1h { za{t}{v}.h[{w}, {i}] }, {g}/z, [{n}]";
    ld1w_slice "1110_0000_1001_1111_vwwg_ggnn_nnn0_ttii" (v: Direction, t: Lane<2>, w: W12, i: Lane<2>, g: P7, n: XSp) Sme "ld1w_za_p_rrr_" "ld1w { za{t}{v}.s[{w}, {i}] }, {g}/z, [{n}]";
    ld1d_slice "1110_0000_1101_1111_vwwg_ggnn_nnn0_ttti" (v: Direction, t: Lane<3>, w: W12, i: Lane<1>, g: P7, n: XSp) Sme "ld1d_za_p_rrr_" "ld1d { za{t}{v}.d[{w}, {i}] }, {g}/z, [{n}]";
    ld1q_slice "1110_0001_1101_1111_vwwg_ggnn_nnn0_tttt" (v: Direction, t: Lane<4>, w: W12, g: P7, n: XSp) Sme "ld1q_za_p_rrr_" "ld1q { za{t}{v}.q[{w}, 0] }, {g}/z, [{n}]";
    st1b_slice "1110_0000_0011_1111_vwwg_ggnn_nnn0_iiii" (v: Direction, w: W12, i: Lane<4>, g: P7, n: XSp) Sme "st1b_za_p_rrr_" "st1b { za0{v}.b[{w}, {i}] }, {g}, [{n}]";
    st1h_slice "1110_0000_0111_1111_vwwg_ggnn_nnn0_tiii" (v: Direction, t: Lane<1>, w: W12, i: Lane<3>, g: P7, n: XSp) Sme "st1h_za_p_rrr_" "st1h { za{t}{v}.h[{w}, {i}] }, {g}, [{n}]";
    st1w_slice "1110_0000_1011_1111_vwwg_ggnn_nnn0_ttii" (v: Direction, t: Lane<2>, w: W12, i: Lane<2>, g: P7, n: XSp) Sme "st1w_za_p_rrr_" "st1w { za{t}{v}.s[{w}, {i}] }, {g}, [{n}]";
    st1d_slice "1110_0000_1111_1111_vwwg_ggnn_nnn0_ttti" (v: Direction, t: Lane<3>, w: W12, i: Lane<1>, g: P7, n: XSp) Sme "st1d_za_p_rrr_" "st1d { za{t}{v}.d[{w}, {i}] }, {g}, [{n}]";
    st1q_slice "1110_0001_1111_1111_vwwg_ggnn_nnn0_tttt" (v: Direction, t: Lane<4>, w: W12, g: P7, n: XSp) Sme "st1q_za_p_rrr_" "st1q { za{t}{v}.q[{w}, 0] }, {g}, [{n}]";
    ld1b_slice_index "1110_0000_000m_mmmm_vwwg_ggnn_nnn0_iiii" (v: Direction, w: W12, i: Lane<4>, g: P7, n: XSp, m: X) Sme "ld1b_za_p_rrr_" "ld1b { za0{v}.b[{w}, {i}] }, {g}/z, [{n}, {m}]" where |m| m != 31;
    ld1h_slice_index "1110_0000_010m_mmmm_vwwg_ggnn_nnn0_tiii" (v: Direction, t: Lane<1>, w: W12, i: Lane<3>, g: P7, n: XSp, m: X) Sme "ld1h_za_p_rrr_" "ld1h { za{t}{v}.h[{w}, {i}] }, {g}/z, [{n}, {m}, lsl #1]" where |m| m != 31;
    ld1w_slice_index "1110_0000_100m_mmmm_vwwg_ggnn_nnn0_ttii" (v: Direction, t: Lane<2>, w: W12, i: Lane<2>, g: P7, n: XSp, m: X) Sme "ld1w_za_p_rrr_" "ld1w { za{t}{v}.s[{w}, {i}] }, {g}/z, [{n}, {m}, lsl #2]" where |m| m != 31;
    ld1d_slice_index "1110_0000_110m_mmmm_vwwg_ggnn_nnn0_ttti" (v: Direction, t: Lane<3>, w: W12, i: Lane<1>, g: P7, n: XSp, m: X) Sme "ld1d_za_p_rrr_" "ld1d { za{t}{v}.d[{w}, {i}] }, {g}/z, [{n}, {m}, lsl #3]" where |m| m != 31;
    ld1q_slice_index "1110_0001_110m_mmmm_vwwg_ggnn_nnn0_tttt" (v: Direction, t: Lane<4>, w: W12, g: P7, n: XSp, m: X) Sme "ld1q_za_p_rrr_" "ld1q { za{t}{v}.q[{w}, 0] }, {g}/z, [{n}, {m}, lsl #4]" where |m| m != 31;
    st1b_slice_index "1110_0000_001m_mmmm_vwwg_ggnn_nnn0_iiii" (v: Direction, w: W12, i: Lane<4>, g: P7, n: XSp, m: X) Sme "st1b_za_p_rrr_" "st1b { za0{v}.b[{w}, {i}] }, {g}, [{n}, {m}]" where |m| m != 31;
    st1h_slice_index "1110_0000_011m_mmmm_vwwg_ggnn_nnn0_tiii" (v: Direction, t: Lane<1>, w: W12, i: Lane<3>, g: P7, n: XSp, m: X) Sme "st1h_za_p_rrr_" "st1h { za{t}{v}.h[{w}, {i}] }, {g}, [{n}, {m}, lsl #1]" where |m| m != 31;
    st1w_slice_index "1110_0000_101m_mmmm_vwwg_ggnn_nnn0_ttii" (v: Direction, t: Lane<2>, w: W12, i: Lane<2>, g: P7, n: XSp, m: X) Sme "st1w_za_p_rrr_" "st1w { za{t}{v}.s[{w}, {i}] }, {g}, [{n}, {m}, lsl #2]" where |m| m != 31;
    st1d_slice_index "1110_0000_111m_mmmm_vwwg_ggnn_nnn0_ttti" (v: Direction, t: Lane<3>, w: W12, i: Lane<1>, g: P7, n: XSp, m: X) Sme "st1d_za_p_rrr_" "st1d { za{t}{v}.d[{w}, {i}] }, {g}, [{n}, {m}, lsl #3]" where |m| m != 31;
    st1q_slice_index "1110_0001_111m_mmmm_vwwg_ggnn_nnn0_tttt" (v: Direction, t: Lane<4>, w: W12, g: P7, n: XSp, m: X) Sme "st1q_za_p_rrr_" "st1q { za{t}{v}.q[{w}, 0] }, {g}, [{n}, {m}, lsl #4]" where |m| m != 31;
    ldr_za_0 "1110_0001_0000_0000_0ww0_00nn_nnn0_0000" (w: W12, n: XSp) Sme "ldr_za_ri_" "ldr za[{w}, 0], [{n}]";
    ldr_za "1110_0001_0000_0000_0ww0_00nn_nnn0_iiii" (w: W12, i: Lane<4>, n: XSp) Sme "ldr_za_ri_" "ldr za[{w}, {i}], [{n}, #{i}, mul vl]";
    str_za_0 "1110_0001_0010_0000_0ww0_00nn_nnn0_0000" (w: W12, n: XSp) Sme "str_za_ri_" "str za[{w}, 0], [{n}]";
    str_za "1110_0001_0010_0000_0ww0_00nn_nnn0_iiii" (w: W12, i: Lane<4>, n: XSp) Sme "str_za_ri_" "str za[{w}, {i}], [{n}, #{i}, mul vl]";
    ldr_zt0 "1110_0001_0001_1111_1000_00nn_nnn0_0000" (n: XSp) Sme2 "ldr_zt_br_" "ldr zt0, [{n}]";
    str_zt0 "1110_0001_0011_1111_1000_00nn_nnn0_0000" (n: XSp) Sme2 "str_zt_br_" "str zt0, [{n}]";
}

//! Pointer authentication (Arm ARM, C4.1.93 to C4.1.95).

table! { section "C4.1.93 to C4.1.95";
    pac "1101_1010_1100_0001_000o_pknn_nnnd_dddd" (o: Authenticate, p: Pointer, k: Key, d += X, n: XSp) Pauth "(AUT|PAC)(D|I)(A|B)_64P_dp_1src" "{o}{p}{k} {d}, {n}";
    pac_zero "1101_1010_1100_0001_001o_pk11_111d_dddd" (o: Authenticate, p: Pointer, k: Key, d += X) Pauth "(AUT|PAC)(D|I)Z(A|B)_64Z_dp_1src" "{o}{p}z{k} {d}";
    xpac     "1101_1010_1100_0001_0100_0p11_111d_dddd" (p: Pointer, d += X) Pauth "XPAC(D|I)_64Z_dp_1src" "xpac{p} {d}";
    pacga    "1001_1010_110m_mmmm_0011_00nn_nnnd_dddd" (d = X, n: X, m: XSp) Pauth "PACGA_64P_dp_2src" "pacga {d}, {n}, {m}";
    ldra     "1111_1000_kI1i_iiii_iiii_01nn_nnnt_tttt" (k: Key, t = X, n: XSp, i: SImm<10, 8>) Pauth "LDRA(A|B)_64_ldst_pac" "ldra{k} {t}, [{n}{,i}]";
    ldra_pre "1111_1000_kI1i_iiii_iiii_11nn_nnnt_tttt" (k: Key, t = X, n += XSp, i: SImm<10, 8>) Pauth "LDRA(A|B)_64W_ldst_pac" "ldra{k} {t}, [{n}, {i}]!" where |t, n| n == 31 || t != n;
    pac_hint "1101_0101_0000_0011_0010_hhhh_hhh1_1111" (h: PacHint) Pauth "(PACM|AUTIAZ|AUTIBZ|PACIAZ|PACIBZ|AUTIASP|AUTIBSP|PACIASP|PACIBSP|XPACLRI|AUTIA1716|AUTIB1716|PACIA1716|PACIB1716)_HI_hints" "{h}";
}

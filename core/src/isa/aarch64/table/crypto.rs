//! Cryptography: AES, SHA-1, SHA-2, SHA-3, SM3 and SM4 (Arm ARM, C4.1.96). `eor3` and `bcax` serve any
//! bitwise logic.

table! { section "C4.1.96";
    aes "0100_1110_0010_1000_010o_10nn_nnnd_dddd" (o: Aes, d += V, n: V) AdvSimd Aes "(AESE|AESD)_B_cryptoaes" "aes{o} {d}.16b, {n}.16b";
    aes_mix "0100_1110_0010_1000_011o_10nn_nnnd_dddd" (o: AesMix, d = V, n: V) AdvSimd Aes "(AESMC|AESIMC)_B_cryptoaes" "aes{o} {d}.16b, {n}.16b";

    sha1 "0101_1110_000m_mmmm_00oo_00nn_nnnd_dddd" (o: Sha1, d += Q, n: S, m: V) AdvSimd Sha2 "(SHA1C|SHA1P|SHA1M)_QSV_cryptosha3" "sha1{o} {d}, {n}, {m}.4s";
    sha1su0   "0101_1110_000m_mmmm_0011_00nn_nnnd_dddd" (d += V, n: V, m: V) AdvSimd Sha2 "SHA1SU0_VVV_cryptosha3" "sha1su0 {d}.4s, {n}.4s, {m}.4s";
    sha256h "0101_1110_000m_mmmm_010o_00nn_nnnd_dddd" (o: HashPart, d += Q, n: Q, m: V) AdvSimd Sha2 "(SHA256H|SHA256H2)_QQV_cryptosha3" "sha256h{o} {d}, {n}, {m}.4s";
    sha256su1 "0101_1110_000m_mmmm_0110_00nn_nnnd_dddd" (d += V, n: V, m: V) AdvSimd Sha2 "SHA256SU1_VVV_cryptosha3" "sha256su1 {d}.4s, {n}.4s, {m}.4s";
    sha1h     "0101_1110_0010_1000_0000_10nn_nnnd_dddd" (d = S, n: S) AdvSimd Sha2 "SHA1H_SS_cryptosha2" "sha1h {d}, {n}";
    sha1su1   "0101_1110_0010_1000_0001_10nn_nnnd_dddd" (d += V, n: V) AdvSimd Sha2 "SHA1SU1_VV_cryptosha2" "sha1su1 {d}.4s, {n}.4s";
    sha256su0 "0101_1110_0010_1000_0010_10nn_nnnd_dddd" (d += V, n: V) AdvSimd Sha2 "SHA256SU0_VV_cryptosha2" "sha256su0 {d}.4s, {n}.4s";

    xor3 "1100_1110_00om_mmmm_0aaa_aann_nnnd_dddd" (o: Xor3, d = V, n: V, m: V, a: V) AdvSimd Sha3 "(EOR3|BCAX)_VVV16_crypto4" "{o} {d}.16b, {n}.16b, {m}.16b, {a}.16b";
    xar       "1100_1110_100m_mmmm_iiii_iinn_nnnd_dddd" (d = V, n: V, m: V, i: UImm<6, 1>) AdvSimd Sha3 "XAR_VVV2_crypto3_imm6" "xar {d}.2d, {n}.2d, {m}.2d, {i}";
    rax1      "1100_1110_011m_mmmm_1000_11nn_nnnd_dddd" (d = V, n: V, m: V) AdvSimd Sha3 "RAX1_VVV2_cryptosha512_3" "rax1 {d}.2d, {n}.2d, {m}.2d";
    sha512h "1100_1110_011m_mmmm_1000_0onn_nnnd_dddd" (o: HashPart, d += Q, n: Q, m: V) AdvSimd Sha3 "(SHA512H|SHA512H2)_QQV_cryptosha512_3" "sha512h{o} {d}, {n}, {m}.2d";
    sha512su1 "1100_1110_011m_mmmm_1000_10nn_nnnd_dddd" (d += V, n: V, m: V) AdvSimd Sha3 "SHA512SU1_VVV2_cryptosha512_3" "sha512su1 {d}.2d, {n}.2d, {m}.2d";
    sha512su0 "1100_1110_1100_0000_1000_00nn_nnnd_dddd" (d += V, n: V) AdvSimd Sha3 "SHA512SU0_VV2_cryptosha512_2" "sha512su0 {d}.2d, {n}.2d";

    sm3ss1    "1100_1110_010m_mmmm_0aaa_aann_nnnd_dddd" (d = V, n: V, m: V, a: V) AdvSimd Sm "SM3SS1_VVV4_crypto4" "sm3ss1 {d}.4s, {n}.4s, {m}.4s, {a}.4s";
    sm3tt     "1100_1110_010m_mmmm_10ii_oonn_nnnd_dddd" (o: Sm3Round, d += V, n: V, m: V, i: Lane<2>) AdvSimd Sm "(SM3TT1A|SM3TT1B|SM3TT2A)_VVV4_crypto3_imm2|SM3TT2B_VVV_crypto3_imm2" "sm3tt{o} {d}.4s, {n}.4s, {m}.s[{i}]";
    sm3partw "1100_1110_011m_mmmm_1100_0onn_nnnd_dddd" (o: Sm3Part, d += V, n: V, m: V) AdvSimd Sm "(SM3PARTW1|SM3PARTW2)_VVV4_cryptosha512_3" "sm3partw{o} {d}.4s, {n}.4s, {m}.4s";
    sm4ekey   "1100_1110_011m_mmmm_1100_10nn_nnnd_dddd" (d = V, n: V, m: V) AdvSimd Sm "SM4EKEY_VVV4_cryptosha512_3" "sm4ekey {d}.4s, {n}.4s, {m}.4s";
    sm4e      "1100_1110_1100_0000_1000_01nn_nnnd_dddd" (d += V, n: V) AdvSimd Sm "SM4E_VV4_cryptosha512_2" "sm4e {d}.4s, {n}.4s";
}

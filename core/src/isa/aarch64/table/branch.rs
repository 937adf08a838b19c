//! Branches and landing pads (Arm ARM, C4.1.93).

use crate::isa::aarch64::operand::{BranchTarget, Cond, Distance, R, UImm, Width, X};

table! {
    b      "0001_01ii_iiii_iiii_iiii_iiii_iiii_iiii" (i: Distance<26, 4>) Base "B_only_branch_imm" "b {i}";
    bl     "1001_01ii_iiii_iiii_iiii_iiii_iiii_iiii" (i: Distance<26, 4>) Base "BL_only_branch_imm" "bl {i}";
    b_cond "0101_0100_iiii_iiii_iiii_iiii_iii0_cccc" (c: Cond, i: Distance<19, 4>) Base "B_only_condbranch" "b.{c} {i}";
    cbz    "s011_0100_iiii_iiii_iiii_iiii_iiit_tttt" (s: Width, t: R, i: Distance<19, 4>) Base "CBZ_compbranch" "cbz {t}, {i}";
    cbnz   "s011_0101_iiii_iiii_iiii_iiii_iiit_tttt" (s: Width, t: R, i: Distance<19, 4>) Base "CBNZ_compbranch" "cbnz {t}, {i}";
    tbz    "b011_0110_bbbb_biii_iiii_iiii_iiit_tttt" (t: X, b: UImm<6, 1>, i: Distance<14, 4>) Base "TBZ_only_testbranch" "tbz {t}, {b}, {i}";
    tbnz   "b011_0111_bbbb_biii_iiii_iiii_iiit_tttt" (t: X, b: UImm<6, 1>, i: Distance<14, 4>) Base "TBNZ_only_testbranch" "tbnz {t}, {b}, {i}";
    br     "1101_0110_0001_1111_0000_00nn_nnn0_0000" (n: X) Base "BR_64_branch_reg" "br {n}";
    blr    "1101_0110_0011_1111_0000_00nn_nnn0_0000" (n: X) Base "BLR_64_branch_reg" "blr {n}";
    ret    "1101_0110_0101_1111_0000_0011_1100_0000" () Base "RET_64R_branch_reg" "ret";
    ret_to "1101_0110_0101_1111_0000_00nn_nnn0_0000" (n: X) Base "RET_64R_branch_reg" "ret {n}";
    bti    "1101_0101_0000_0011_0010_0100_tt01_1111" (t: BranchTarget) Bti "BTI_HB_hints" "bti {t}";
    bti_none "1101_0101_0000_0011_0010_0100_0001_1111" () Bti "BTI_HB_hints" "bti";
}

//! Hints, barriers, cache maintenance and the registers that describe caches (Arm ARM, C4.1.93).

use crate::isa::aarch64::operand::{Barrier, X};

table! {
    nop "1101_0101_0000_0011_0010_0000_0001_1111" () Base "NOP_HI_hints" "nop";
    dmb "1101_0101_0000_0011_0011_bbbb_1011_1111" (b: Barrier) Base "DMB_BO_barriers" "dmb {b}";
    dsb "1101_0101_0000_0011_0011_bbbb_1001_1111" (b: Barrier) Base "DSB_BO_barriers" "dsb {b}";
    isb "1101_0101_0000_0011_0011_1111_1101_1111" () Base "ISB_BI_barriers" "isb";

    dc_zva   "1101_0101_0000_1011_0111_0100_001t_tttt" (t: X) Base "DC_SYS_CR_systeminstrs" "dc zva, {t}";
    dc_cvac  "1101_0101_0000_1011_0111_1010_001t_tttt" (t: X) Base "DC_SYS_CR_systeminstrs" "dc cvac, {t}";
    dc_cvau  "1101_0101_0000_1011_0111_1011_001t_tttt" (t: X) Base "DC_SYS_CR_systeminstrs" "dc cvau, {t}";
    dc_civac "1101_0101_0000_1011_0111_1110_001t_tttt" (t: X) Base "DC_SYS_CR_systeminstrs" "dc civac, {t}";
    ic_ivau  "1101_0101_0000_1011_0111_0101_001t_tttt" (t: X) Base "IC_SYS_CR_systeminstrs" "ic ivau, {t}";

    mrs_ctr   "1101_0101_0011_1011_0000_0000_001t_tttt" (t = X) Base "MRS_RS_systemmove" "mrs {t}, ctr_el0";
    mrs_dczid "1101_0101_0011_1011_0000_0000_111t_tttt" (t = X) Base "MRS_RS_systemmove" "mrs {t}, dczid_el0";
}

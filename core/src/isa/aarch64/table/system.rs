//! Hints, barriers, system registers and maintenance of caches and translations (Arm ARM, C4.1.93).
//!
//! Which registers and fields of the processor state a core has is not told apart by feature.

table! { section "C4.1.93" [System];
    nop  "1101_0101_0000_0011_0010_0000_0001_1111" () Base "NOP_HI_hints" "nop" [Next];
    hint "1101_0101_0000_0011_0010_hhhh_hhh1_1111" (h: Hint) Base "CHKFEAT_HF_hints|(DGH|ESB|SEV|WFE|WFI|CSDB|SEVL|SHUH|STCPH|STSHH|YIELD|CLRBHB)_HI_hints|GCSB_HD_hints|(P|T)SB_HC_hints" "{h}";
    hint_number "1101_0101_0000_0011_0010_iiii_iii1_1111" (i: UImm<7, 1>) Base "HINT_HM_hints|SLBND_HI_hints" "hint {i}" where |i| i >> 3 != 6;
    wait_until "1101_0101_0000_0011_0001_0000_00ot_tttt" (o: WaitFor, t: X) Wfxt "(WFET|WFIT)_only_systeminstrswithreg" "wf{o}t {t}";

    clrex "1101_0101_0000_0011_0011_1111_0101_1111" () Base "CLREX_BN_barriers" "clrex";
    clrex_number "1101_0101_0000_0011_0011_iiii_0101_1111" (i: UImm<4, 1>) Base "CLREX_BN_barriers" "clrex {i}";
    dmb   "1101_0101_0000_0011_0011_bbbb_1011_1111" (b: Barrier) Base "DMB_BO_barriers" "dmb {b}";
    ssbb  "1101_0101_0000_0011_0011_0000_1001_1111" () Base "SSBB_DSB_BO_barriers" "ssbb";
    pssbb "1101_0101_0000_0011_0011_0100_1001_1111" () Base "PSSBB_DSB_BO_barriers" "pssbb";
    dfb   "1101_0101_0000_0011_0011_1100_1001_1111" () Base "DFB_DSB_BO_barriers" "dfb";
    dsb   "1101_0101_0000_0011_0011_bbbb_1001_1111" (b: Barrier) Base "DSB_BO_barriers" "dsb {b}";
    dsb_nxs "1101_0101_0000_0011_0011_bb10_0011_1111" (b: BarrierNxs) Xs "DSB_BOn_barriers" "dsb {b}";
    isb   "1101_0101_0000_0011_0011_1111_1101_1111" () Base "ISB_BI_barriers" "isb";
    isb_number "1101_0101_0000_0011_0011_iiii_1101_1111" (i: UImm<4, 1>) Base "ISB_BI_barriers" "isb {i}";
    sb    "1101_0101_0000_0011_0011_0000_1111_1111" () Sb "SB_only_barriers" "sb";

    cfinv  "1101_0101_0000_0000_0100_0000_0001_1111" () FlagM "CFINV_M_pstate" "cfinv";
    xaflag "1101_0101_0000_0000_0100_0000_0011_1111" () FlagM2 "XAFLAG_M_pstate" "xaflag";
    axflag "1101_0101_0000_0000_0100_0000_0101_1111" () FlagM2 "AXFLAG_M_pstate" "axflag";
    msr_field "1101_0101_0000_0ppp_0100_iiii_ppp1_1111" (p: Pstate, i: UImm<4, 1>) Base "MSR_SI_pstate" "msr {p}, {i}";
    mrs       "1101_0101_0011_rrrr_rrrr_rrrr_rrrt_tttt" (t = X, r: SysReg) Base "MRS_RS_systemmove" "mrs {t}, {r}";
    mrs_only  "1101_0101_0011_rrrr_rrrr_rrrr_rrrt_tttt" (t = X, r: SysRegRead) Base "MRS_RS_systemmove" "mrs {t}, {r}";
    msr       "1101_0101_0001_rrrr_rrrr_rrrr_rrrt_tttt" (r: SysReg, t: X) Base "MSR_SR_systemmove" "msr {r}, {t}";
    msr_only  "1101_0101_0001_rrrr_rrrr_rrrr_rrrt_tttt" (r: SysRegWrite, t: X) Base "MSR_SR_systemmove" "msr {r}, {t}";

    mrs_defined "1101_0101_0011_1ppp_1c11_mmmm_qqqt_tttt" (t = X, p: Lane<3>, c: DefinedGroup, m: Lane<4>, q: Lane<3>) Base "MRS_RS_systemmove" "mrs {t}, s3_{p}_c1{c}_c{m}_{q}" where |p, c, m, q| [p, c, m, q] != [7, 1, 2, 0];
    msr_defined "1101_0101_0001_1ppp_1c11_mmmm_qqqt_tttt" (p: Lane<3>, c: DefinedGroup, m: Lane<4>, q: Lane<3>, t: X) Base "MSR_SR_systemmove" "msr s3_{p}_c1{c}_c{m}_{q}, {t}" where |p, c, m, q| [p, c, m, q] != [7, 1, 2, 0];

    dc       "1101_0101_0000_1ooo_0111_oooo_ooot_tttt" (o: DcOp, t: X) Base "DC_SYS_CR_systeminstrs" "dc {o}, {t}";
    dc_tags  "1101_0101_0000_1ooo_0111_oooo_ooot_tttt" (o: DcTagOp, t: X) Mte "DC_SYS_CR_systeminstrs" "dc {o}, {t}";
    dc_cvap  "1101_0101_0000_1011_0111_1100_001t_tttt" (t: X) Dpb "DC_SYS_CR_systeminstrs" "dc cvap, {t}";
    dc_cvadp "1101_0101_0000_1011_0111_1101_001t_tttt" (t: X) Dpb2 "DC_SYS_CR_systeminstrs" "dc cvadp, {t}";
    ic_iallu   "1101_0101_0000_1000_0111_0101_0001_1111" () Base "IC_SYS_CR_systeminstrs" "ic iallu";
    ic_ialluis "1101_0101_0000_1000_0111_0001_0001_1111" () Base "IC_SYS_CR_systeminstrs" "ic ialluis";
    ic_ivau  "1101_0101_0000_1011_0111_0101_001t_tttt" (t: X) Base "IC_SYS_CR_systeminstrs" "ic ivau, {t}";
    at       "1101_0101_0000_1ooo_0111_oooo_ooot_tttt" (o: AtOp, t: X) Base "AT_SYS_CR_systeminstrs" "at {o}, {t}";
    at_s1e1rp "1101_0101_0000_1000_0111_1001_000t_tttt" (t: X) Pan2 "AT_SYS_CR_systeminstrs" "at s1e1rp, {t}";
    at_s1e1wp "1101_0101_0000_1000_0111_1001_001t_tttt" (t: X) Pan2 "AT_SYS_CR_systeminstrs" "at s1e1wp, {t}";
    tlbi_all       "1101_0101_0000_1ooo_1000_oooo_ooo1_1111" (o: TlbiAllOp) Base "TLBI_SYS_CR_systeminstrs" "tlbi {o}";
    tlbi_all_outer "1101_0101_0000_1ooo_1000_oooo_ooo1_1111" (o: TlbiAllOuterOp) TlbiRange "TLBI_SYS_CR_systeminstrs" "tlbi {o}";
    tlbi           "1101_0101_0000_1ooo_1000_oooo_ooot_tttt" (o: TlbiOp, t: X) Base "TLBI_SYS_CR_systeminstrs" "tlbi {o}, {t}";
    tlbi_range     "1101_0101_0000_1ooo_1000_oooo_ooot_tttt" (o: TlbiRangeOp, t: X) TlbiRange "TLBI_SYS_CR_systeminstrs" "tlbi {o}, {t}";
    tlbi_all_nxs       "1101_0101_0000_1ooo_1001_oooo_ooo1_1111" (o: TlbiAllOp) Xs "TLBI_SYS_CR_systeminstrs" "tlbi {o}nxs";
    tlbi_all_outer_nxs "1101_0101_0000_1ooo_1001_oooo_ooo1_1111" (o: TlbiAllOuterOp) Xs TlbiRange "TLBI_SYS_CR_systeminstrs" "tlbi {o}nxs";
    tlbi_nxs           "1101_0101_0000_1ooo_1001_oooo_ooot_tttt" (o: TlbiOp, t: X) Xs "TLBI_SYS_CR_systeminstrs" "tlbi {o}nxs, {t}";
    tlbi_range_nxs     "1101_0101_0000_1ooo_1001_oooo_ooot_tttt" (o: TlbiRangeOp, t: X) Xs TlbiRange "TLBI_SYS_CR_systeminstrs" "tlbi {o}nxs, {t}";
}

//! Names of system registers, system operations and hints (Arm ARM, C5 and D24).

use crate::isa::aarch64::kind::{Kind, Names, operand};

/// Operand types with a list of names, each with the numbers that the manual gives for it: `op0 op1
/// CRn CRm op2` for a register, `op1 CRm op2` for an operation, `op1 op2` for a field of the processor
/// state, the number of a hint.
macro_rules! names {
    ($($type:ident $doc:literal of $bits:literal bits { $($name:tt: $($number:literal)*,)* })*) => { $(
        operand! { #[doc = $doc] $type = Kind::Named($bits, $type::NAMES) }

        impl $type {
            const NAMES: Names = &[$((names!(@name $name), names!(@ $($number)*))),*];

            /// The operand that assembly calls `name`, in lower case.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, raw)| Self(*raw))
            }
        }
    )* };
    (@name $name:ident) => { stringify!($name) };
    (@name $name:literal) => { $name };
    (@ $op0:literal $op1:literal $n:literal $m:literal $op2:literal) => {
        ($op0 & 1) << 14 | $op1 << 11 | $n << 7 | $m << 3 | $op2
    };
    (@ $op1:literal $m:literal $op2:literal) => { $op1 << 7 | $m << 3 | $op2 };
    (@ $op1:literal $op2:literal) => { $op1 << 3 | $op2 };
    (@ $number:literal) => { $number };
}

names! {
    SysReg "A system register that can be read and written." of 15 bits {
        csselr_el1: 3 2 0 0 0, nzcv: 3 3 4 2 0, daif: 3 3 4 2 1, svcr: 3 3 4 2 2, dit: 3 3 4 2 5, ssbs: 3 3 4 2 6, tco: 3 3 4 2 7, fpcr: 3 3 4 4 0, fpsr: 3 3 4 4 1, fpmr: 3 3 4 4 2, dspsr_el0: 3 3 4 5 0,
        dlr_el0: 3 3 4 5 1, tpidr_el0: 3 3 13 0 2, tpidrro_el0: 3 3 13 0 3, tpidr2_el0: 3 3 13 0 5, tpidr_el1: 3 0 13 0 4, tpidr_el2: 3 4 13 0 2, tpidr_el3: 3 6 13 0 2, scxtnum_el0: 3 3 13 0 7,
        scxtnum_el1: 3 0 13 0 7, smpri_el1: 3 0 1 2 4, spsel: 3 0 4 2 0, pan: 3 0 4 2 3, uao: 3 0 4 2 4, allint: 3 0 4 3 0, sp_el0: 3 0 4 1 0, sp_el1: 3 4 4 1 0, sp_el2: 3 6 4 1 0, elr_el1: 3 0 4 0 1,
        elr_el2: 3 4 4 0 1, elr_el3: 3 6 4 0 1, elr_el12: 3 5 4 0 1, spsr_el1: 3 0 4 0 0, spsr_el2: 3 4 4 0 0, spsr_el3: 3 6 4 0 0, spsr_el12: 3 5 4 0 0, spsr_abt: 3 4 4 3 1, spsr_und: 3 4 4 3 2,
        spsr_irq: 3 4 4 3 0, spsr_fiq: 3 4 4 3 3, sctlr_el1: 3 0 1 0 0, sctlr_el2: 3 4 1 0 0, sctlr_el3: 3 6 1 0 0, sctlr_el12: 3 5 1 0 0, sctlr2_el1: 3 0 1 0 3, actlr_el1: 3 0 1 0 1,
        actlr_el2: 3 4 1 0 1, actlr_el3: 3 6 1 0 1, cpacr_el1: 3 0 1 0 2, cpacr_el12: 3 5 1 0 2, cptr_el2: 3 4 1 1 2, cptr_el3: 3 6 1 1 2, scr_el3: 3 6 1 1 0, hcr_el2: 3 4 1 1 0, hcrx_el2: 3 4 1 2 2,
        mdcr_el2: 3 4 1 1 1, mdcr_el3: 3 6 1 3 1, hstr_el2: 3 4 1 1 3, hacr_el2: 3 4 1 1 7, zcr_el1: 3 0 1 2 0, zcr_el2: 3 4 1 2 0, zcr_el3: 3 6 1 2 0, zcr_el12: 3 5 1 2 0, smcr_el1: 3 0 1 2 6,
        smcr_el2: 3 4 1 2 6, smcr_el3: 3 6 1 2 6, smcr_el12: 3 5 1 2 6, ttbr0_el1: 3 0 2 0 0, ttbr1_el1: 3 0 2 0 1, ttbr0_el2: 3 4 2 0 0, ttbr1_el2: 3 4 2 0 1, ttbr0_el3: 3 6 2 0 0, ttbr0_el12: 3 5 2 0 0,
        ttbr1_el12: 3 5 2 0 1, tcr_el1: 3 0 2 0 2, tcr_el2: 3 4 2 0 2, tcr_el3: 3 6 2 0 2, tcr_el12: 3 5 2 0 2, tcr2_el1: 3 0 2 0 3, vttbr_el2: 3 4 2 1 0, vtcr_el2: 3 4 2 1 2, mair_el1: 3 0 10 2 0,
        mair_el2: 3 4 10 2 0, mair_el3: 3 6 10 2 0, mair_el12: 3 5 10 2 0, amair_el1: 3 0 10 3 0, amair_el2: 3 4 10 3 0, amair_el3: 3 6 10 3 0, pire0_el1: 3 0 10 2 2, pir_el1: 3 0 10 2 3,
        vbar_el1: 3 0 12 0 0, vbar_el2: 3 4 12 0 0, vbar_el3: 3 6 12 0 0, vbar_el12: 3 5 12 0 0, rmr_el1: 3 0 12 0 2, rmr_el2: 3 4 12 0 2, rmr_el3: 3 6 12 0 2, esr_el1: 3 0 5 2 0, esr_el2: 3 4 5 2 0,
        esr_el3: 3 6 5 2 0, esr_el12: 3 5 5 2 0, far_el1: 3 0 6 0 0, far_el2: 3 4 6 0 0, far_el3: 3 6 6 0 0, far_el12: 3 5 6 0 0, afsr0_el1: 3 0 5 1 0, afsr1_el1: 3 0 5 1 1, hpfar_el2: 3 4 6 0 4,
        par_el1: 3 0 7 4 0, disr_el1: 3 0 12 1 1, vdisr_el2: 3 4 12 1 1, vsesr_el2: 3 4 5 2 3, errselr_el1: 3 0 5 3 1, erxctlr_el1: 3 0 5 4 1, erxstatus_el1: 3 0 5 4 2, erxaddr_el1: 3 0 5 4 3,
        vmpidr_el2: 3 4 0 0 5, vpidr_el2: 3 4 0 0 0, contextidr_el1: 3 0 13 0 1, contextidr_el2: 3 4 13 0 1, contextidr_el12: 3 5 13 0 1, cntfrq_el0: 3 3 14 0 0, cntkctl_el1: 3 0 14 1 0,
        cnthctl_el2: 3 4 14 1 0, cntvoff_el2: 3 4 14 0 3, cntp_tval_el0: 3 3 14 2 0, cntp_ctl_el0: 3 3 14 2 1, cntp_cval_el0: 3 3 14 2 2, cntv_tval_el0: 3 3 14 3 0, cntv_ctl_el0: 3 3 14 3 1,
        cntv_cval_el0: 3 3 14 3 2, cnthp_tval_el2: 3 4 14 2 0, cnthp_ctl_el2: 3 4 14 2 1, cnthp_cval_el2: 3 4 14 2 2, cnthv_ctl_el2: 3 4 14 3 1, cnthv_cval_el2: 3 4 14 3 2, cntps_tval_el1: 3 7 14 2 0,
        cntps_ctl_el1: 3 7 14 2 1, cntps_cval_el1: 3 7 14 2 2, pmcr_el0: 3 3 9 12 0, pmcntenset_el0: 3 3 9 12 1, pmcntenclr_el0: 3 3 9 12 2, pmovsclr_el0: 3 3 9 12 3, pmovsset_el0: 3 3 9 14 3,
        pmselr_el0: 3 3 9 12 5, pmccntr_el0: 3 3 9 13 0, pmxevtyper_el0: 3 3 9 13 1, pmxevcntr_el0: 3 3 9 13 2, pmuserenr_el0: 3 3 9 14 0, pmintenset_el1: 3 0 9 14 1, pmintenclr_el1: 3 0 9 14 2,
        pmccfiltr_el0: 3 3 14 15 7, pmevcntr0_el0: 3 3 14 8 0, pmevcntr1_el0: 3 3 14 8 1, pmevcntr2_el0: 3 3 14 8 2, pmevcntr3_el0: 3 3 14 8 3, pmevcntr4_el0: 3 3 14 8 4, pmevcntr5_el0: 3 3 14 8 5,
        pmevtyper0_el0: 3 3 14 12 0, pmevtyper1_el0: 3 3 14 12 1, pmevtyper2_el0: 3 3 14 12 2, pmevtyper3_el0: 3 3 14 12 3, pmevtyper4_el0: 3 3 14 12 4, pmevtyper5_el0: 3 3 14 12 5, mdscr_el1: 2 0 0 2 2,
        osdlr_el1: 2 0 1 3 4, dbgbvr0_el1: 2 0 0 0 4, dbgbcr0_el1: 2 0 0 0 5, dbgwvr0_el1: 2 0 0 0 6, dbgwcr0_el1: 2 0 0 0 7, dbgprcr_el1: 2 0 1 4 4, mdccint_el1: 2 0 0 2 0, dbgdtr_el0: 2 3 0 4 0,
        apiakeylo_el1: 3 0 2 1 0, apiakeyhi_el1: 3 0 2 1 1, apibkeylo_el1: 3 0 2 1 2, apibkeyhi_el1: 3 0 2 1 3, apdakeylo_el1: 3 0 2 2 0, apdakeyhi_el1: 3 0 2 2 1, apdbkeylo_el1: 3 0 2 2 2,
        apdbkeyhi_el1: 3 0 2 2 3, apgakeylo_el1: 3 0 2 3 0, apgakeyhi_el1: 3 0 2 3 1, icc_pmr_el1: 3 0 4 6 0, icc_bpr0_el1: 3 0 12 8 3, icc_bpr1_el1: 3 0 12 12 3, icc_ctlr_el1: 3 0 12 12 4,
        icc_ctlr_el3: 3 6 12 12 4, icc_sre_el1: 3 0 12 12 5, icc_sre_el2: 3 4 12 9 5, icc_sre_el3: 3 6 12 12 5, icc_igrpen0_el1: 3 0 12 12 6, icc_igrpen1_el1: 3 0 12 12 7, icc_igrpen1_el3: 3 6 12 12 7,
        ich_hcr_el2: 3 4 12 11 0, ich_vmcr_el2: 3 4 12 11 7, ich_lr0_el2: 3 4 12 12 0, rgsr_el1: 3 0 1 0 5, gcr_el1: 3 0 1 0 6, tfsr_el1: 3 0 5 6 0, tfsre0_el1: 3 0 5 6 1, gpccr_el3: 3 6 2 1 6,
        gptbr_el3: 3 6 2 1 4, }
    SysRegRead "A system register that can only be read." of 15 bits {
        midr_el1: 3 0 0 0 0, mpidr_el1: 3 0 0 0 5, revidr_el1: 3 0 0 0 6, id_aa64pfr0_el1: 3 0 0 4 0, id_aa64pfr1_el1: 3 0 0 4 1, id_aa64pfr2_el1: 3 0 0 4 2, id_aa64zfr0_el1: 3 0 0 4 4,
        id_aa64smfr0_el1: 3 0 0 4 5, id_aa64fpfr0_el1: 3 0 0 4 7, id_aa64dfr0_el1: 3 0 0 5 0, id_aa64dfr1_el1: 3 0 0 5 1, id_aa64afr0_el1: 3 0 0 5 4, id_aa64isar0_el1: 3 0 0 6 0,
        id_aa64isar1_el1: 3 0 0 6 1, id_aa64isar2_el1: 3 0 0 6 2, id_aa64isar3_el1: 3 0 0 6 3, id_aa64mmfr0_el1: 3 0 0 7 0, id_aa64mmfr1_el1: 3 0 0 7 1, id_aa64mmfr2_el1: 3 0 0 7 2,
        id_aa64mmfr3_el1: 3 0 0 7 3, id_aa64mmfr4_el1: 3 0 0 7 4, ccsidr_el1: 3 1 0 0 0, clidr_el1: 3 1 0 0 1, ccsidr2_el1: 3 1 0 0 2, smidr_el1: 3 1 0 0 6, aidr_el1: 3 1 0 0 7, ctr_el0: 3 3 0 0 1,
        dczid_el0: 3 3 0 0 7, gmid_el1: 3 1 0 0 4, rndr: 3 3 2 4 0, rndrrs: 3 3 2 4 1, currentel: 3 0 4 2 2, rvbar_el1: 3 0 12 0 1, rvbar_el2: 3 4 12 0 1, rvbar_el3: 3 6 12 0 1, isr_el1: 3 0 12 1 0,
        erridr_el1: 3 0 5 3 0, erxfr_el1: 3 0 5 4 0, cntpct_el0: 3 3 14 0 1, cntvct_el0: 3 3 14 0 2, cntpctss_el0: 3 3 14 0 5, cntvctss_el0: 3 3 14 0 6, pmceid0_el0: 3 3 9 12 6, pmceid1_el0: 3 3 9 12 7,
        pmmir_el1: 3 0 9 14 6, mdrar_el1: 2 0 1 0 0, oslsr_el1: 2 0 1 1 4, mdccsr_el0: 2 3 0 1 0, icc_iar0_el1: 3 0 12 8 0, icc_iar1_el1: 3 0 12 12 0, icc_hppir1_el1: 3 0 12 12 2,
        icc_rpr_el1: 3 0 12 11 3, ich_vtr_el2: 3 4 12 11 1, }
    SysRegWrite "A system register that can only be written." of 15 bits { pmswinc_el0: 3 3 9 12 4, oslar_el1: 2 0 1 0 4, icc_eoir0_el1: 3 0 12 8 1, icc_eoir1_el1: 3 0 12 12 1, icc_dir_el1: 3 0 12 11 1, icc_sgi1r_el1: 3 0 12 11 5, icc_sgi0r_el1: 3 0 12 11 7, }
    Pstate "A field of the processor state." of 6 bits { uao: 0 3, pan: 0 4, spsel: 0 5, ssbs: 3 1, dit: 3 2, tco: 3 4, daifset: 3 6, daifclr: 3 7, }
    DcOp "An operation on data caches." of 10 bits { ivac: 0 6 1, isw: 0 6 2, csw: 0 10 2, cisw: 0 14 2, zva: 3 4 1, cvac: 3 10 1, cvau: 3 11 1, civac: 3 14 1, }
    DcTagOp "An operation on data caches that keep allocation tags." of 10 bits {
        igvac: 0 6 3, igsw: 0 6 4, igdvac: 0 6 5, igdsw: 0 6 6, cgsw: 0 10 4, cgdsw: 0 10 6, cigsw: 0 14 4, cigdsw: 0 14 6, gva: 3 4 3, gzva: 3 4 4, cgvac: 3 10 3, cgdvac: 3 10 5, cigvac: 3 14 3,
        cigdvac: 3 14 5, }
    AtOp "A translation of an address." of 10 bits { s1e1r: 0 8 0, s1e1w: 0 8 1, s1e0r: 0 8 2, s1e0w: 0 8 3, s12e1r: 4 8 4, s12e1w: 4 8 5, s12e0r: 4 8 6, s12e0w: 4 8 7, s1e2r: 4 8 0, s1e2w: 4 8 1, s1e3r: 6 8 0, s1e3w: 6 8 1, }
    TlbiAllOp "An invalidation of a whole translation cache." of 10 bits { vmalle1: 0 7 0, vmalle1is: 0 3 0, alle1: 4 7 4, alle1is: 4 3 4, alle2: 4 7 0, alle2is: 4 3 0, alle3: 6 7 0, alle3is: 6 3 0, vmalls12e1: 4 7 6, vmalls12e1is: 4 3 6, }
    TlbiAllOuterOp "An invalidation of a whole translation cache, outer shareable." of 10 bits { vmalle1os: 0 1 0, alle1os: 4 1 4, alle2os: 4 1 0, alle3os: 6 1 0, vmalls12e1os: 4 1 6, }
    TlbiOp "An invalidation of entries of translation caches." of 10 bits {
        vae1: 0 7 1, vae1is: 0 3 1, aside1: 0 7 2, aside1is: 0 3 2, vaae1: 0 7 3, vaae1is: 0 3 3, vale1: 0 7 5, vale1is: 0 3 5, vaale1: 0 7 7, vaale1is: 0 3 7, vae2: 4 7 1, vae2is: 4 3 1, vale2: 4 7 5,
        vale2is: 4 3 5, vae3: 6 7 1, vae3is: 6 3 1, vale3: 6 7 5, vale3is: 6 3 5, ipas2e1: 4 4 1, ipas2e1is: 4 0 1, ipas2le1: 4 4 5, ipas2le1is: 4 0 5, }
    TlbiRangeOp "An invalidation of entries, outer shareable or by range." of 10 bits {
        vae1os: 0 1 1, aside1os: 0 1 2, vaae1os: 0 1 3, vale1os: 0 1 5, vaale1os: 0 1 7, vae2os: 4 1 1, vale2os: 4 1 5, vae3os: 6 1 1, vale3os: 6 1 5, ipas2e1os: 4 4 0, ipas2le1os: 4 4 4, rvae1: 0 6 1,
        rvae1is: 0 2 1, rvae1os: 0 5 1, rvaae1: 0 6 3, rvaae1is: 0 2 3, rvaae1os: 0 5 3, rvale1: 0 6 5, rvale1is: 0 2 5, rvale1os: 0 5 5, rvaale1: 0 6 7, rvaale1is: 0 2 7, rvaale1os: 0 5 7, rvae2: 4 6 1,
        rvae2is: 4 2 1, rvae2os: 4 5 1, rvale2: 4 6 5, rvale2is: 4 2 5, rvale2os: 4 5 5, rvae3: 6 6 1, rvae3is: 6 2 1, rvae3os: 6 5 1, rvale3: 6 6 5, rvale3is: 6 2 5, rvale3os: 6 5 5, ripas2e1: 4 4 2,
        ripas2e1is: 4 0 2, ripas2e1os: 4 4 3, ripas2le1: 4 4 6, ripas2le1is: 4 0 6, ripas2le1os: 4 4 7, }
    Hint "A hint." of 7 bits {
        "nop": 0, "yield": 1, "wfe": 2, "wfi": 3, "sev": 4, "sevl": 5, "dgh": 6, "esb": 16, "psb csync": 17, "tsb csync": 18, "gcsb dsync": 19, "csdb": 20, "clrbhb": 22, "chkfeat x16": 40,
        "stshh keep": 48, "stshh strm": 49, "shuh": 50, "shuh ph": 51, "stcph": 52, }
    PacHint "A hint that authenticates pointers in fixed registers." of 7 bits {
        "xpaclri": 7, "pacia1716": 8, "pacib1716": 10, "autia1716": 12, "autib1716": 14, "paciaz": 24, "paciasp": 25, "pacibz": 26, "pacibsp": 27, "autiaz": 28, "autiasp": 29, "autibz": 30,
        "autibsp": 31, "pacm": 39, }
}

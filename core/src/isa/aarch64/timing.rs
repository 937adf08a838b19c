//! What instructions cost cores that issue in program order.
//!
//! The numbers are those of LLVM's model of Cortex-A510, against which a test compares each of
//! them; other small cores of Arm's are close. Only instructions are here that kernels consist of,
//! and that do nothing but compute registers from registers, or load, or store: what has no timing
//! keeps its place. So anything that changes flags, the stack pointer (writeback included) or
//! other state must not be added.

use crate::isa::timing::{Timing, Unit};
use Unit::{Integer, Load, MultiplyAdd, Store, Vector};

const fn timing(unit: Unit, slots: u8, latency: u8) -> Option<Timing> {
    assert!(latency <= Timing::LONGEST, "scheduling has no room for such a latency");
    Some(Timing { unit, slots, latency })
}

/// Timings by form; `*` stands for any text, and the first line that matches counts. A row of several
/// forms has a timing if all of them have the same.
const TIMINGS: &[(&str, Option<Timing>)] = &[
    ("FMLA_asimd*", timing(MultiplyAdd, 1, 4)),
    ("FMLS_asimd*", timing(MultiplyAdd, 1, 4)),
    ("FADD_asimdsame*", timing(Vector, 1, 4)),
    ("FSUB_asimdsame*", timing(Vector, 1, 4)),
    ("FADDP_asimdsame*", timing(Vector, 1, 4)),
    ("FMUL_asimdsame*", timing(Vector, 1, 4)),
    ("(FMUL|FMULX)_asimdelem*", timing(Vector, 1, 4)),
    ("FMAX_asimdsame*", timing(Vector, 1, 4)),
    ("FMIN_asimdsame*", timing(Vector, 1, 4)),
    ("(FCMEQ|FCMGE|FCMGT|FACGE|FACGT)_asimdsame*", timing(Vector, 1, 4)),
    ("FABS_asimdmisc*", timing(Vector, 1, 4)),
    ("FNEG_asimdmisc*", timing(Vector, 1, 4)),
    ("FRINT(N|P|M|Z|A|X|I)_asimdmisc*", timing(Vector, 1, 4)),
    ("FCVTL_asimdmisc_L", timing(Vector, 1, 4)),
    ("FCVTN_asimdmisc_N", timing(Vector, 1, 4)),
    ("(AND|BIC|ORR|ORN)_asimdsame_only", timing(Vector, 1, 3)),
    ("MOV_ORR_asimdsame_only", timing(Vector, 1, 3)),
    ("EOR_asimdsame_only", timing(Vector, 1, 3)),
    ("(BSL|BIT|BIF)_asimdsame_only", timing(Vector, 1, 4)),
    ("(ZIP1|ZIP2|UZP1|UZP2|TRN1|TRN2)_asimdperm*", timing(Vector, 1, 4)),
    ("ADD_asimdsame_only", timing(Vector, 1, 3)),
    ("SUB_asimdsame_only", timing(Vector, 1, 3)),
    ("SHL_asimdshf_R", timing(Vector, 1, 3)),
    ("DUP_asimdins_DV_v", timing(Vector, 1, 4)),
    ("FMOV_asimdimm_*", timing(Vector, 1, 4)),
    ("FMOV_D64_float2int", timing(Vector, 1, 3)),
    ("EXT_asimdext*", timing(Vector, 1, 4)),
    ("INS_asimdins_IV_v", timing(Vector, 1, 4)),
    ("MOVI_asimdimm*", timing(Vector, 1, 4)),
    ("LDR_*_ldst_pos", timing(Load, 1, 2)),
    ("LDR_*_ldst_regoff", timing(Load, 1, 2)),
    ("LDUR_*", timing(Load, 1, 2)),
    ("LDP_*_ldstpair_off", timing(Load, 2, 3)),
    ("LD1_asisdlse_R1_1v", timing(Load, 1, 3)),
    ("LD1_asisdlse_R2_2v", timing(Load, 1, 3)),
    ("LD1_asisdlso_*", timing(Load, 1, 3)),
    ("LD1R_asisdlso_*", timing(Load, 1, 3)),
    ("STR_*_ldst_pos", timing(Store, 1, 1)),
    ("STR_*_ldst_regoff", timing(Store, 1, 1)),
    ("STUR_*", timing(Store, 1, 1)),
    ("STP_*_ldstpair_off", timing(Store, 1, 1)),
    ("ST1_asisdlse_R1_1v", timing(Store, 1, 4)),
    ("ST1_asisdlse_R2_2v", timing(Store, 1, 4)),
    ("ST1_asisdlso_*", timing(Store, 1, 4)),
    ("ADD_addsub_imm", timing(Integer, 1, 1)),
    ("SUB_addsub_imm", timing(Integer, 1, 1)),
    ("ADD_addsub_shift", timing(Integer, 1, 2)),
    ("SUB_addsub_shift", timing(Integer, 1, 2)),
    ("(AND|BIC|ORR|ORN|EOR|EON)_log_shift", timing(Integer, 1, 2)),
    ("MOV_ORR_log_shift", timing(Integer, 1, 1)),
    ("MOV?_movewide", timing(Integer, 1, 1)),
    ("MOV_MOV?_movewide", timing(Integer, 1, 1)),
];

/// The timing of the instructions of a form.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
pub(super) const fn of(form: &str) -> Option<Timing> {
    let (form, mut at) = (form.as_bytes(), 0);
    while at < TIMINGS.len() {
        let (pattern, timing) = (TIMINGS[at].0.as_bytes(), TIMINGS[at].1);
        // Most differ in the first symbol, which takes no time to find.
        if pattern[0] == form[0] && matches(pattern, form) {
            return timing;
        }
        at += 1;
    }
    None
}

/// Whether `form` reads like `pattern`.
const fn matches(pattern: &[u8], form: &[u8]) -> bool {
    match (pattern, form) {
        ([], []) => true,
        ([b'*', ..], [_, rest @ ..]) if matches(pattern, rest) => true,
        ([b'*', rest @ ..], _) => matches(rest, form),
        ([b'?', pattern @ ..], [_, form @ ..]) => matches(pattern, form),
        ([a, pattern @ ..], [b, form @ ..]) => *a == *b && matches(pattern, form),
        _ => false,
    }
}

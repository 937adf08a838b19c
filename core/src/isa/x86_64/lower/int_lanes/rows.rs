//! The rows of instructions on lanes of integers, by the size of lanes and the length of vectors.

use crate::isa::x86_64::lower::Width;
use crate::isa::x86_64::row::Row;
use crate::isa::x86_64::table::{convert, mask, permute, transfer, vector_integer};
use crate::kernel::func::IntType;

/// The rows of an operation: by size, with vectors of 32 and of 64 bytes.
pub(super) struct Rows([[Option<&'static Row>; 2]; 4]);

impl Rows {
    /// The row for a type and a length, if there is one.
    pub(super) fn of(&self, of: IntType, width: Width) -> Option<&'static Row> {
        let [bytes, words, doubles, quads] = self.0;
        let [y, z] = match of.bits() {
            8 => bytes,
            16 => words,
            32 => doubles,
            _ => quads,
        };
        match width {
            Width::Ymm => y,
            Width::Zmm => z,
        }
    }
}

/// A row, or none.
macro_rules! row {
    ($group:ident none) => {
        None
    };
    ($group:ident $name:ident) => {
        Some(&$group::rows::$name)
    };
}

/// Names of operations, each with its rows for lanes of 8, 16, 32 and 64 bits.
macro_rules! rows {
    ($($name:ident = $group:ident: $by:ident $bz:ident, $wy:ident $wz:ident, $dy:ident $dz:ident, $qy:ident $qz:ident;)*) => {
        $(pub(super) static $name: Rows = Rows([
            [row!($group $by), row!($group $bz)],
            [row!($group $wy), row!($group $wz)],
            [row!($group $dy), row!($group $dz)],
            [row!($group $qy), row!($group $qz)],
        ]);)*
    };
}

rows! {
    ADD = vector_integer: vpaddb_y vpaddb_z, vpaddw_y vpaddw_z, vpaddd_y vpaddd_z, vpaddq_y vpaddq_z;
    SUB = vector_integer: vpsubb_y vpsubb_z, vpsubw_y vpsubw_z, vpsubd_y vpsubd_z, vpsubq_y vpsubq_z;
    MUL = vector_integer: none none, vpmullw_y vpmullw_z, vpmulld_y vpmulld_z, none vpmullq_z;
    MUL_HIGH_SIGNED = vector_integer: none none, vpmulhw_y vpmulhw_z, none none, none none;
    MUL_HIGH_UNSIGNED = vector_integer: none none, vpmulhuw_y vpmulhuw_z, none none, none none;
    MUL_EVEN_SIGNED = vector_integer: none none, none none, vpmuldq_y vpmuldq_z, none none;
    MUL_EVEN_UNSIGNED = vector_integer: none none, none none, vpmuludq_y vpmuludq_z, none none;
    ADD_SIGNED = vector_integer: vpaddsb_y vpaddsb_z, vpaddsw_y vpaddsw_z, none none, none none;
    ADD_UNSIGNED = vector_integer: vpaddusb_y vpaddusb_z, vpaddusw_y vpaddusw_z, none none, none none;
    SUB_SIGNED = vector_integer: vpsubsb_y vpsubsb_z, vpsubsw_y vpsubsw_z, none none, none none;
    SUB_UNSIGNED = vector_integer: vpsubusb_y vpsubusb_z, vpsubusw_y vpsubusw_z, none none, none none;
    MIN_SIGNED = vector_integer: vpminsb_y vpminsb_z, vpminsw_y vpminsw_z, vpminsd_y vpminsd_z, none vpminsq_z;
    MIN_UNSIGNED = vector_integer: vpminub_y vpminub_z, vpminuw_y vpminuw_z, vpminud_y vpminud_z, none vpminuq_z;
    MAX_SIGNED = vector_integer: vpmaxsb_y vpmaxsb_z, vpmaxsw_y vpmaxsw_z, vpmaxsd_y vpmaxsd_z, none vpmaxsq_z;
    MAX_UNSIGNED = vector_integer: vpmaxub_y vpmaxub_z, vpmaxuw_y vpmaxuw_z, vpmaxud_y vpmaxud_z, none vpmaxuq_z;
    AND = vector_integer: vpand_y vpandd_z, vpand_y vpandd_z, vpand_y vpandd_z, vpand_y vpandq_z;
    OR = vector_integer: vpor_y vpord_z, vpor_y vpord_z, vpor_y vpord_z, vpor_y vporq_z;
    XOR = vector_integer: vpxor_y vpxord_z, vpxor_y vpxord_z, vpxor_y vpxord_z, vpxor_y vpxorq_z;
    ABSOLUTE = vector_integer: vpabsb_y vpabsb_z, vpabsw_y vpabsw_z, vpabsd_y vpabsd_z, none vpabsq_z;
    LEFT = vector_integer: none none, vpsllw_i_y vpsllw_i_z, vpslld_i_y vpslld_i_z, vpsllq_i_y vpsllq_i_z;
    RIGHT = vector_integer: none none, vpsrlw_i_y vpsrlw_i_z, vpsrld_i_y vpsrld_i_z, vpsrlq_i_y vpsrlq_i_z;
    RIGHT_SIGNED = vector_integer: none none, vpsraw_i_y vpsraw_i_z, vpsrad_i_y vpsrad_i_z, none vpsraq_i_z;
    EACH_LEFT = vector_integer: none none, none vpsllvw_z, vpsllvd_y vpsllvd_z, vpsllvq_y vpsllvq_z;
    EACH_RIGHT = vector_integer: none none, none vpsrlvw_z, vpsrlvd_y vpsrlvd_z, vpsrlvq_y vpsrlvq_z;
    EACH_RIGHT_SIGNED = vector_integer: none none, none vpsravw_z, vpsravd_y vpsravd_z, none vpsravq_z;
    EQUAL = vector_integer: vpcmpeqb_y none, vpcmpeqw_y none, vpcmpeqd_y none, vpcmpeqq_y none;
    GREATER = vector_integer: vpcmpgtb_y none, vpcmpgtw_y none, vpcmpgtd_y none, vpcmpgtq_y none;
    COMPARE_SIGNED = vector_integer: none vpcmpccb_z, none vpcmpccw_z, none vpcmpccd_z, none vpcmpccq_z;
    COMPARE_UNSIGNED = vector_integer: none vpcmpccub_z, none vpcmpccuw_z, none vpcmpccud_z, none vpcmpccuq_z;
    FILL = mask: none vpmovm2b_z, none vpmovm2w_z, none vpmovm2d_z, none vpmovm2q_z;
    SIGNS = mask: none vpmovb2m_z, none vpmovw2m_z, none vpmovd2m_z, none vpmovq2m_z;
    BLEND = permute: none none, none none, vblendvps_y vblendmps_z, vblendvpd_y vblendmpd_z;
    BROADCAST = transfer: vpbroadcastb_y vpbroadcastb_z, vpbroadcastw_y vpbroadcastw_z, vpbroadcastd_y vpbroadcastd_z,
        vpbroadcastq_y vpbroadcastq_z;
    BROADCAST_INT = transfer: none vpbroadcastb_z_r32, none vpbroadcastw_z_r32, none vpbroadcastd_z_r32,
        none vpbroadcastq_z_r64;
    INSERT = transfer: vpinsrb_x none, vpinsrw_x none, vpinsrd_x none, vpinsrq_x none;
    EXTRACT = transfer: vpextrb_x vpextrb_ex, vpextrw_x vpextrw_ex, vpextrd_x vpextrd_ex, vpextrq_x vpextrq_ex;
    WIDEN_SIGNED = convert: vpmovsxbw_y vpmovsxbw_z, vpmovsxwd_y vpmovsxwd_z, vpmovsxdq_y vpmovsxdq_z, none none;
    WIDEN_UNSIGNED = convert: vpmovzxbw_y vpmovzxbw_z, vpmovzxwd_y vpmovzxwd_z, vpmovzxdq_y vpmovzxdq_z, none none;
    NARROW = convert: none none, none vpmovwb_z, none vpmovdw_z, none vpmovqd_z;
}

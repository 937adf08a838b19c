//! Operand types whose values have names: one list for each, read during compilation.
//!
//! Tests: `tests/tests/isa_aarch64_operand.rs`, `tests/tests/isa_aarch64_table_llvm.rs`.

#![expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]

use super::kind::{Kind, Names, operand};

/// Makes types whose values have names, listed from field value 0 up. An entry is a constant, whose
/// name is the text; a constant with another text, `(None "")`; a text alone; or `-` for a field value
/// without a meaning.
macro_rules! one_of {
    ($($type:ident $doc:literal [$($entry:tt)*];)*) => { $(
        $crate::isa::aarch64::kind::operand! {
            #[doc = $doc]
            $type = $crate::isa::aarch64::kind::Kind::Named($type::BITS, $type::NAMES)
        }

        #[allow(non_upper_case_globals, missing_docs, reason = "the names are those of the assembly language")]
        impl $type {
            entries!([] 0; $($entry)*);
        }
    )* };
}

/// The constants of the entries of [`one_of`] from a field value up, and all names behind those that
/// are known.
macro_rules! entries {
    ([$($known:expr),*] $at:expr;) => {
        pub(crate) const NAMES: $crate::isa::aarch64::kind::Names = &[$($known),*];
        const BITS: u32 = u32::next_power_of_two($at).trailing_zeros();
    };
    ($known:tt $at:expr; - $($rest:tt)*) => {
        entries!($known $at + 1; $($rest)*);
    };
    ([$($known:expr),*] $at:expr; $text:literal $($rest:tt)*) => {
        entries!([$($known,)* ($text, $at)] $at + 1; $($rest)*);
    };
    ([$($known:expr),*] $at:expr; ($name:ident $text:expr) $($rest:tt)*) => {
        pub const $name: Self = Self($at);
        entries!([$($known,)* ($text, $at)] $at + 1; $($rest)*);
    };
    ($known:tt $at:expr; $name:ident $($rest:tt)*) => {
        entries!($known $at; ($name stringify!($name)) $($rest)*);
    };
}

one_of! {
    Width "Width of an integer instruction." [(W32 "w") (X64 "x")];
    FpSize "Size of a floating-point scalar: single or double." [(Single "s") (Double "d")];
    FpSizeSame "Size of a scalar in a three-operand instruction of the vector unit: `sz:1:11`, or `1:0:00` for half."
        [- - - - - - - (Single "s") (Half "h") - - - - - - (Double "d")];
    FpSizeMisc "Size of a scalar in a two-operand instruction of the vector unit: `sz:00`, or `1:11` for half."
        [(Single "s") - - - (Double "d") - - (Half "h")];
    FpSizePair "Size of a scalar that is made of a pair of elements: `U:sz`; half where `U` is 0." [(Half "h") - (Single "s") (Double "d")];
    SizeHS "Size of an integer scalar that is a half word or a word." [- H S -];
    SizeBHS "Size of an integer scalar that is narrowed to." [B H S -];
    FpSizeH "Size of a floating-point scalar: `ftype`, with half." [(Single "s") (Double "d") - (Half "h")];
    Size "Size of an integer scalar." [B H S D];
    SizeQ "Size of an element of a scalable vector." [B H S D Q - - -];
    ArrFp "Arrangement of floating-point vectors in instructions on three of them: `Q:sz:1:11`, or `Q:1:0:00` for half precision."
        [- - - - - - - (S2 "2s") (H4 "4h") - - - - - - - - - - - - - - (S4 "4s") (H8 "8h") - - - - - - (D2 "2d")];
    ArrFpMisc "Arrangement of floating-point vectors in instructions on two of them: `Q:sz:00`, or `Q:1:11` for half precision."
        [(S2 "2s") - - - - - - (H4 "4h") (S4 "4s") - - - (D2 "2d") - - (H8 "8h")];
    ArrFpSD "Arrangement of single- and double-precision vectors, `Q:sz`." [(S2 "2s") - (S4 "4s") (D2 "2d")];
    ArrFpNarrow "Arrangement of half- and single-precision vectors that are widened, `Q:sz`." [(H4 "4h") (S2 "2s") (H8 "8h") (S4 "4s")];
    ArrFpLow "Arrangement of half- and single-precision vectors that half a register holds, `sz`." [(H4 "4h") (S2 "2s")];
    ArrFpHigh "Arrangement of half- and single-precision vectors that a register holds, `sz`." [(H8 "8h") (S4 "4s")];
    ArrLow "Arrangement of integer vectors that half a register holds, `size`." [(B8 "8b") (H4 "4h") (S2 "2s") -];
    ArrHigh "Arrangement of integer vectors that a register holds, `size`." [(B16 "16b") (H8 "8h") (S4 "4s") -];
    ArrIntHS "Arrangement of half-word and word vectors, `Q:size`." [- (H4 "4h") (S2 "2s") - - (H8 "8h") (S4 "4s") -];
    ArrIntBH "Arrangement of byte and half-word vectors, `Q:size`." [(B8 "8b") (H4 "4h") - - (B16 "16b") (H8 "8h") - -];
    ArrAcross "Arrangement of integer vectors that a reduction takes, `Q:size`." [(B8 "8b") (H4 "4h") - - (B16 "16b") (H8 "8h") (S4 "4s") -];
    ArrComplex "Arrangement of vectors of half, single or double precision with complex numbers, `Q:size`."
        [- (H4 "4h") (S2 "2s") - - (H8 "8h") (S4 "4s") (D2 "2d")];
    ArrS "Arrangement of word vectors, `Q`." [(S2 "2s") (S4 "4s")];
    ArrB "Arrangement of byte vectors, `Q`." [(B8 "8b") (B16 "16b")];
    ArrH "Arrangement of half-word vectors, `Q`." [(H4 "4h") (H8 "8h")];
    ArrInt "Arrangement of integer vectors, `Q:size`." [(B8 "8b") (H4 "4h") (S2 "2s") - (B16 "16b") (H8 "8h") (S4 "4s") (D2 "2d")];
    ArrInt32 "Arrangement of integer vectors without double words, `Q:size`." [(B8 "8b") (H4 "4h") (S2 "2s") - (B16 "16b") (H8 "8h") (S4 "4s") -];
    ArrMem "Arrangement of vectors in memory, `Q:size`." [(B8 "8b") (H4 "4h") (S2 "2s") (D1 "1d") (B16 "16b") (H8 "8h") (S4 "4s") (D2 "2d")];
    Cond "Condition; the last two both mean 'always'."
        [(Eq "eq|none") (Ne "ne|any") (Hs "hs|cs|nlast") (Lo "lo|cc|last") (Mi "mi|first") (Pl "pl|nfrst") Vs Vc (Hi "hi|pmore") (Ls "ls|plast")
         (Ge "ge|tcont") (Lt "lt|tstop") Gt Le Al Nv];
    Barrier "Domain and access types of a barrier." ["#0" OshLd OshSt Osh "#4" NshLd NshSt Nsh "#8" IshLd IshSt Ish "#12" Ld St Sy];
    BranchTarget "What may branch to a landing pad." ["r" (Call "c") (Jump "j") (CallOrJump "jc")];
    Unless "Condition, encoded as its opposite."
        [(Ne "ne|any") (Eq "eq|none") (Lo "lo|cc|last") (Hs "hs|cs|nlast") (Pl "pl|nfrst") (Mi "mi|first") Vc Vs (Ls "ls|plast") (Hi "hi|pmore")
         (Lt "lt|tstop") (Ge "ge|tcont") Le Gt - -];
    DefinedGroup "`CRn` of the system registers that implementations define: 11 or 15." [(C11 "1") (C15 "5")];
    BarrierNxs "Whether a barrier waits for memory accesses only, by domain." [(Osh "oshnxs") (Nsh "nshnxs") (Ish "ishnxs") (Sy "synxs")];
    AddSub "Direction of an addition with immediate or register." [Add Sub];
    AddSubs "Direction of an addition that sets flags." [Adds Subs];
    Compare "Comparison with a number or its negative." [Cmn Cmp];
    RightShift "Right shift that copies the sign or fills with zeros." [Asr Lsr];
    ExtendOp "How the second operand of an addition is extended." [Uxtb Uxth Uxtw Uxtx Sxtb Sxth Sxtw Sxtx];
    ExtendBy "A left shift of an extended operand." [(None "") (By1 " #1") (By2 " #2") (By3 " #3") (By4 " #4") - - -];
    LslBy "A left shift of an operand next to the stack pointer."
        [(None "") (By1 ", lsl #1") (By2 ", lsl #2") (By3 ", lsl #3") (By4 ", lsl #4") - - -];
    Narrow "Width of a part of a register." [(Byte "b") (Half "h")];
    Narrow64 "Width of a part of a 64-bit register." [(Byte "b") (Half "h") - (Word "w")];
    CrcSize "Width of the data of a CRC." [(Byte "b") (Half "h") (Word "w") -];
    CrcPolynomial "Polynomial of a CRC: that of Ethernet, or Castagnoli's." [(Ieee "") (Castagnoli "c")];
    SignedWidth "Width of the destination of a load that extends the sign." [(X64 "x") (W32 "w")];
    MemSize "Size of a scalar in memory." [B H S D Q - - -];
    Prefetch "What a prefetch prepares for: access, cache level and policy."
        [(LoadL1Keep "pldl1keep") (LoadL1Stream "pldl1strm") (LoadL2Keep "pldl2keep") (LoadL2Stream "pldl2strm") (LoadL3Keep "pldl3keep")
         (LoadL3Stream "pldl3strm") "pldslckeep" "pldslcstrm" (InstL1Keep "plil1keep") "plil1strm" "plil2keep" "plil2strm" "plil3keep" "plil3strm"
         "plislckeep" "plislcstrm" (StoreL1Keep "pstl1keep") (StoreL1Stream "pstl1strm") (StoreL2Keep "pstl2keep") (StoreL2Stream "pstl2strm")
         "pstl3keep" "pstl3strm" "pstslckeep" "pstslcstrm" "#24" "#25" "#26" "#27" "#28" "#29" "#30" "#31"];
    AtomicOp "What an atomic operation does with memory and register." [Add Clr Eor Set Smax Smin Umax Umin];
    AcqRel "Order of an atomic access." [(Relaxed "") (Release "l") (Acquire "a") (Both "al")];
    Release "Order of an atomic store." [(Relaxed "") (Release "l")];
    Key "Key of a pointer authentication code." [A B];
    Pointer "What a pointer with authentication code points to." [(Inst "i") (Data "d")];
    Lsl12 "A left shift of a 12-bit immediate by nothing or 12." [(None "") (By12 ", lsl #12")];
    Access "Size of an access to memory." [B H W D];
    Elements "Number of elements of a scalable vector that an instruction counts."
        [Pow2 Vl1 Vl2 Vl3 Vl4 Vl5 Vl6 Vl7 Vl8 Vl16 Vl32 Vl64 Vl128 Vl256 "#14" "#15" "#16" "#17" "#18" "#19" "#20" "#21" "#22" "#23" "#24" "#25" "#26"
         "#27" "#28" Mul4 Mul3 All];
    Direction "Direction of the slices of a tile." [(Horizontal "h") (Vertical "v")];
    Lsl16 "A left shift of a 16-bit immediate." [(None "") (By16 ", lsl #16") (By32 ", lsl #32") (By48 ", lsl #48")];
    Lsl8 "A left shift of an 8-bit immediate within a half word." [(None "") (By8 ", lsl #8")];
    LslBytes "A left shift of an 8-bit immediate within a word." [(None "") (By8 ", lsl #8") (By16 ", lsl #16") (By24 ", lsl #24")];
    Msl "A left shift of an 8-bit immediate that shifts ones in." [(By8 "msl #8") (By16 "msl #16")];
    Sign "Whether integers are signed." [(Signed "s") (Unsigned "u")];
    Round "Whether the result is rounded rather than truncated." [(Truncate "") (Round "r")];
    Accumulate "Whether products are added or subtracted." [(Add "a") (Subtract "s")];
    Extremum "The greater or the lesser." [Max Min];
    Half "The lower or the upper half of each pair of elements." [(Bottom "b") (Top "t")];
    Invert "Whether an immediate is inverted." [(Plain "movi") (Inverted "mvni")];
    BitImm "Whether bits are set or cleared." [(Set "orr") (Clear "bic")];
    Signal "Whether a comparison signals on quiet NaNs too." [(Quiet "") (Signaling "e")];
    RoundScalar "Rounding of scalars to integers: `opcode`." [(Nearest "n") (Plus "p") (Minus "m") (Zero "z") (Away "a") - (Exact "x") (Current "i")];
    RoundVector "Rounding of vectors to integers: `U:o1:o2`."
        [(Nearest "n") (Minus "m") (Plus "p") (Zero "z") (Away "a") (Exact "x") - (Current "i")];
    ToIntScalar "Rounding of scalars that become integers: `rmode`." [(Nearest "n") (Plus "p") (Minus "m") (Zero "z")];
    ToIntVector "Rounding of vectors that become integers: `o1:o2`." [(Nearest "n") (Minus "m") (Plus "p") (Zero "z")];
    Sm3Round "Which of the round functions of SM3." [(FirstA "1a") (FirstB "1b") (SecondA "2a") (SecondB "2b")];
    RoundSized "Rounding to integers of a size: towards zero or as the mode says." [(Zero32 "32z") (Exact32 "32x") (Zero64 "64z") (Exact64 "64x")];
    CompareV "A comparison of vectors, signed or not." [Gt Ge Hi Hs];
    CompareZero "A comparison with zero." [Gt Eq Ge Le];
    LogicV "A logical operation on two vectors." [And Bic Orr Orn];
    InsertBits "A selection of bits: by the destination, if true, or if false." [- Bsl Bit Bif];
    AbsNeg "The absolute or the negative value." [Abs Neg];
    MixedQadd "A sum of signed and unsigned integers, with saturation." [Suqadd Usqadd];
    Extract "A narrowing: of the lower half, or of signed numbers to unsigned ones with saturation." [Xtn Sqxtun];
    Multiply "Whether zero times infinity is two." [Fmul Fmulx];
    FloatStep "A Newton step towards a reciprocal, or that of a square root." [Frecps Frsqrts];
    FloatEstimate "An estimate of a reciprocal, or that of a square root." [Frecpe Frsqrte];
    FloatCompareV "A comparison of numbers or of their absolute values." [Fcmeq - - - Fcmge Facge Fcmgt Facgt];
    Logic "A logical operation." [And Bic Orr Orn Eor Eon - -];
    LogicFlags "A logical operation that sets flags." [Ands Bics];
    LogicImm "A logical operation on a register and a mask." [And Orr Eor -];
    SetFlags "Whether flags are set." [(Keep "") (Set "s")];
    ShiftBy "A shift or rotation by a register." [Lsl Lsr Asr Ror];
    BitOp "An operation on the bits of a register." [Rbit Rev16 Clz Cls];
    Select "What becomes of the second register if the condition is false." [Csel Csinc Csinv Csneg];
    FloatBinaryScalar "An operation on two scalars." [Fmul Fdiv Fadd Fsub Fmax Fmin Fmaxnm Fminnm Fnmul - - - - - - -];
    FmaScalar "A multiplication of scalars, added to or subtracted from a third." [Fmadd Fmsub Fnmadd Fnmsub];
    FloatUnaryScalar "An operation on one scalar." [Fmov Fabs Fneg Fsqrt];
    NanRule "Whether a NaN is the result, or the number next to it." [(Number "nm") (Nan "")];
    FlagSource "Size of a number that flags are set from." [(B8 "8") (H16 "16")];
    WaitFor "The event or interrupt that is waited for." [(Event "e") (Interrupt "i")];
    Permute "A permutation of the elements of two vectors." [- Uzp1 Trn1 Zip1 - Uzp2 Trn2 Zip2];
    Saturate "Whether results are saturated." [(Wrap "") (Saturate "q")];
    Aes "Direction of a round of AES." [(Encrypt "e") (Decrypt "d")];
    AesMix "Mixing of the columns of AES, or its inverse." [Mc Imc];
    Sha1 "The function of a round of SHA-1." [C P M -];
    HashPart "Which part of a hash is updated." [(First "") (Second "2")];
    Sm3Part "Which part of a message of SM3 is scheduled." [(First "1") (Second "2")];
    Xor3 "An exclusive or of three vectors, or with the complement of the last." [Eor3 Bcax];
    Authenticate "Whether a pointer is signed or authenticated." [Pac Aut];
}

operand! {
    /// How an index register is extended, and whether it is scaled by the size of the access.
    Extend<LOG2: usize> = Kind::Named(3, EXTENSIONS[LOG2])
}

impl<const LOG2: usize> Extend<LOG2> {
    /// A 64-bit index in bytes.
    pub const BYTES: Self = Self(0b010);
    /// A 64-bit index in elements of the access's size.
    pub const SCALED: Self = Self(0b011);
}

macro_rules! extensions {
    ($($scale:literal)*) => {
        [$(&[(", uxtw", 0), (concat!(", uxtw #", $scale), 1), ("", 2), (concat!(", lsl #", $scale), 3),
             (", sxtw", 4), (concat!(", sxtw #", $scale), 5), (", sxtx", 6), (concat!(", sxtx #", $scale), 7)]),*]
    };
}

/// The texts of extensions by binary logarithm of the scale: `option<2>:option<0>:S`.
const EXTENSIONS: [Names; 5] = extensions!(0 1 2 3 4);

/// Makes the texts of shifts from all amounts.
macro_rules! shifts {
    ($($amount:literal)*) => {
        &[$((concat!("lsl #", $amount), $amount),)* $((concat!("lsr #", $amount), 64 + $amount),)*
          $((concat!("asr #", $amount), 128 + $amount),)* $((concat!("ror #", $amount), 192 + $amount),)*]
    };
}

/// The texts of shifts: by kind in the upper two bits, and by amount in six bits below.
pub(super) const SHIFTS: Names = shifts!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);

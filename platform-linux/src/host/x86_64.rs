//! An x86-64 machine as a [`Target`](tensmith_core::Target).
//!
//! Features are what `cpuid` reports, as far as the system saves the registers that they compute in: a
//! virtual machine may hide some that the core has. Timing is data of the core, which vendor, family and
//! model name. A core without an entry here is `x86-64-v4` or `x86-64-v3`, whichever its features allow, and
//! so is one that lacks the features that its entry is made for; its features count all the same. The sizes
//! of caches are those that `cpuid` reports, for cores of one name differ in them.
//!
//! Tests: below, `platform-linux/tests/host.rs`.

use super::error::HostError;
use tensmith_core::isa::model::{Caches, Core};
use tensmith_core::isa::x86_64::cores::{CORES, V3, V4};
use tensmith_core::isa::x86_64::feature::{Bit, Feature, Features, Output};

/// What all compiled code needs.
const NEEDED: Features = Features::of(&[Feature::Avx2, Feature::Fma]);

/// The machine that this runs on.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(super) fn target() -> Result<tensmith_core::Target, HostError> {
    use crate::probe;
    use tensmith_core::Target;
    use tensmith_core::isa::x86_64::X86_64;

    let processor = Processor { cpuid: probe::cpuid, xcr0: probe::xcr0() };
    Ok(Target { isa: &X86_64, core: processor.core()? })
}

/// What a processor says of itself, and the system of what it saves.
#[derive(Clone, Copy, Debug)]
pub struct Processor<C> {
    /// What `cpuid` answers to a leaf and a part of it, in `eax`, `ebx`, `ecx` and `edx`.
    pub cpuid: C,
    /// The state that the system saves (`XCR0`).
    pub xcr0: u64,
}

impl<C: Fn(u32, u32) -> [u32; 4]> Processor<C> {
    /// Its core, with the features and caches that it has.
    ///
    /// # Errors
    /// [`HostError`], where compiled code needs what there is not.
    pub fn core(&self) -> Result<Core, HostError> {
        let features = self.features(self.xcr0);
        if !features.contains_all(NEEDED) {
            return Err(self.obstacle());
        }
        let core = entry(self.name(), features);
        Ok(Core { features: features.into(), caches: self.caches(core.caches), ..core })
    }

    /// Why it has not all that is needed.
    fn obstacle(&self) -> HostError {
        let built = self.features(u64::MAX);
        let missing = NEEDED.iter().filter(|feature| !built.contains(*feature));
        let missing = missing.fold(Features::default(), |set, feature| set.and(&[feature]));
        if missing == Features::default() {
            HostError::NotSaved { xcr0: self.xcr0 }
        } else {
            HostError::Lacks { missing: missing.into() }
        }
    }

    /// The features that it has under a system that saves some state.
    fn features(&self, xcr0: u64) -> Features {
        Features::of_machine(xcr0, |Bit { leaf: (leaf, part), output, bit }| {
            let [eax, ebx, ecx, edx] = self.answer(leaf, part);
            let register = match output {
                Output::Eax => eax,
                Output::Ebx => ebx,
                Output::Ecx => ecx,
                Output::Edx => edx,
            };
            register >> bit & 1 != 0
        })
    }

    /// The name of its core.
    fn name(&self) -> Option<&'static str> {
        let [_, ebx, ecx, edx] = self.answer(0, 0);
        let [signature, ..] = self.answer(1, 0);
        let (family, model) = family_and_model(signature);
        // The vendor's name is in the order of these registers.
        match [ebx.to_le_bytes(), edx.to_le_bytes(), ecx.to_le_bytes()].as_flattened() {
            b"GenuineIntel" => intel(family, model),
            b"AuthenticAMD" => amd(family, model),
            _ => None,
        }
    }

    /// The caches that it reports, which are filled as fast as `known` ones. Where its cores differ, this may
    /// be any of them, and says nothing.
    fn caches(&self, known: Caches) -> Caches {
        const HYBRID: u32 = 1 << 15;
        let [.., edx] = self.answer(7, 0);
        if edx & HYBRID != 0 {
            return known;
        }
        let size = |level, known| self.cache(level).unwrap_or(known);
        Caches { l1d: size(1, known.l1d), l2: size(2, known.l2), ..known }
    }

    /// The size of the cache for data at a level, in bytes: leaf 4 is Intel's, the other one
    /// AMD's, in the same form.
    fn cache(&self, level: u32) -> Option<usize> {
        const DATA: u32 = 1;
        const UNIFIED: u32 = 3;
        let parts = [4, 0x8000_001d].into_iter().flat_map(|leaf| (0..8).map(move |part| (leaf, part)));
        parts.map(|(leaf, part)| self.answer(leaf, part)).find_map(|[eax, ebx, ecx, _]| {
            let (kind, of) = (eax & 0x1f, eax >> 5 & 0x7);
            let (ways, partitions, line) = ((ebx >> 22) + 1, (ebx >> 12 & 0x3ff) + 1, (ebx & 0xfff) + 1);
            let size = [ways, partitions, line, ecx.checked_add(1)?];
            let size = size.into_iter().try_fold(1_usize, |size, factor| size.checked_mul(factor as usize));
            size.filter(|_| of == level && matches!(kind, DATA | UNIFIED))
        })
    }

    /// What `cpuid` answers; zeros beyond the last leaf, where some processors repeat another one.
    fn answer(&self, leaf: u32, part: u32) -> [u32; 4] {
        let [last, ..] = (self.cpuid)(leaf & 0x8000_0000, 0);
        if leaf <= last { (self.cpuid)(leaf, part) } else { [0; 4] }
    }
}

/// The entry of a core that has some features: that of its name, or else a portable one.
fn entry(name: Option<&str>, features: Features) -> Core {
    let fits = |core: &&Core| features.contains_all(level(core.vector_bytes));
    let named = CORES.iter().find(|core| Some(core.name) == name).filter(fits);
    *named.or(Some(&V4).filter(fits)).unwrap_or(&V3)
}

/// The features that code with vectors of some size uses.
fn level(vector_bytes: usize) -> Features {
    if vector_bytes > V3.vector_bytes { Features::from_erased(V4.features) } else { NEEDED }
}

/// Family and model, as `cpuid` packs them (Intel SDM, volume 2, `CPUID`; AMD APM, volume 3, appendix E).
const fn family_and_model(signature: u32) -> (u32, u32) {
    let family = signature >> 8 & 0xf;
    let model = signature >> 4 & 0xf;
    let extended = if family == 0x6 || family == 0xf { signature >> 12 & 0xf0 } else { 0 };
    let more = if family == 0xf { signature >> 20 & 0xff } else { 0 };
    (family + more, model | extended)
}

/// Intel's cores. Numbers: Linux, `arch/x86/include/asm/intel-family.h`. What has no entry takes that of the
/// nearest older core with as many pipes; cores of one pipe for 512 bits have none.
const fn intel(family: u32, model: u32) -> Option<&'static str> {
    Some(match (family, model) {
        // Haswell, Broadwell, and the Skylakes without AVX-512.
        (
            6,
            0x3c | 0x3d | 0x3f | 0x45 | 0x46 | 0x47 | 0x4f | 0x56 | 0x4e | 0x5e | 0x8e | 0x9e | 0xa5 | 0xa6,
        ) => "haswell",
        // With Cascade Lake and Cooper Lake.
        (6, 0x55) => "skylake-server",
        (6, 0x6a | 0x6c) => "icelake-server",
        // With Emerald Rapids and Granite Rapids.
        (6, 0x8f | 0xcf | 0xad | 0xae) => "sapphire-rapids",
        // With Raptor Lake, Meteor Lake, Arrow Lake and Lunar Lake.
        (6, 0x97 | 0x9a | 0xb7 | 0xba | 0xbf | 0xaa | 0xac | 0xb5 | 0xc5 | 0xc6 | 0xbd) => "alder-lake",
        _ => return None,
    })
}

/// AMD's cores. Numbers: Linux, `arch/x86/kernel/cpu/amd.c`.
const fn amd(family: u32, model: u32) -> Option<&'static str> {
    Some(match (family, model) {
        (0x17, 0x30..) => "zen2",
        // Strix Point and Krackan have the fifth core with pipes for 256 bits, as the fourth has.
        (0x19, 0x10..=0x1f | 0x60..=0xaf) | (0x1a, 0x20..=0x2f | 0x60..=0x6f) => "zen4",
        (0x19, _) => "zen3",
        (0x1a.., _) => "zen5",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a virtual machine on a core of the fifth generation was seen to answer.
    const ZEN5: &[((u32, u32), [u32; 4])] = &[
        ((0, 0), [0x0000_001c, 0x6874_7541, 0x444d_4163, 0x6974_6e65]),
        ((1, 0), [0x00b0_0f21, 0x0102_0800, 0xfffa_3203, 0x178b_fbff]),
        ((7, 0), [0x0000_0001, 0xf1bf_07ab, 0x0040_5fc6, 0x0000_0110]),
        ((7, 1), [0x0000_0030, 0, 0, 0]),
        ((0x8000_0000, 0), [0x8000_0021, 0x6874_7541, 0x444d_4163, 0x6974_6e65]),
        ((0x8000_0001, 0), [0x00b0_0f21, 0x4000_0000, 0x0040_03f3, 0x2fd3_fbff]),
        ((0x8000_001d, 0), [0x0000_0121, 0x02c0_003f, 0x0000_003f, 0]),
        ((0x8000_001d, 1), [0x0000_0122, 0x01c0_003f, 0x0000_003f, 0]),
        ((0x8000_001d, 2), [0x0000_0143, 0x03c0_003f, 0x0000_03ff, 2]),
        ((0x8000_001d, 3), [0x0000_4163, 0x03c0_003f, 0x0000_7fff, 1]),
    ];

    /// The state that it was seen to save.
    const ALL_SAVED: u64 = 0xe7;

    /// The answer that was recorded, or zeros.
    fn recorded(leaf: u32, part: u32) -> [u32; 4] {
        let found = ZEN5.iter().find(|(asked, _)| *asked == (leaf, part));
        found.map_or([0; 4], |(_, answer)| *answer)
    }

    /// The core of a processor that answers as the recorded one, but for what `change` does to its answers.
    fn core(xcr0: u64, change: impl Fn((u32, u32), &mut [u32; 4])) -> Result<Core, HostError> {
        let cpuid = |leaf, part| {
            let mut answer = recorded(leaf, part);
            change((leaf, part), &mut answer);
            answer
        };
        Processor { cpuid, xcr0 }.core()
    }

    /// The core that a processor of `vendor` with a signature has, if it has all features
    /// of the recorded one.
    fn signed(vendor: [u8; 12], signature: u32) -> &'static str {
        let word =
            |at: usize| u32::from_le_bytes([vendor[at], vendor[at + 1], vendor[at + 2], vendor[at + 3]]);
        let named = core(ALL_SAVED, |asked, [eax, ebx, ecx, edx]| match asked {
            (0, 0) => (*ebx, *edx, *ecx) = (word(0), word(4), word(8)),
            (1, 0) => *eax = signature,
            _ => {}
        });
        named.unwrap().name
    }

    #[test]
    fn a_recorded_machine_is_known_with_its_features_and_caches() {
        let core = core(ALL_SAVED, |_, _| {}).unwrap();
        let entry = *CORES.iter().find(|core| core.name == "zen5").unwrap();
        assert_eq!(core, entry);
    }

    #[test]
    fn signature_names_the_core() {
        let (intel, amd, hygon) = (*b"GenuineIntel", *b"AuthenticAMD", *b"HygonGenuine");
        for (vendor, signature, name) in [
            (intel, 0x0003_06c3, "haswell"),
            (intel, 0x0004_06f1, "haswell"),
            (intel, 0x0009_06ed, "haswell"),
            (intel, 0x0005_0654, "skylake-server"),
            (intel, 0x0006_06a6, "icelake-server"),
            (intel, 0x0008_06f8, "sapphire-rapids"),
            (intel, 0x000c_06f2, "sapphire-rapids"),
            (intel, 0x000a_06d1, "sapphire-rapids"),
            (intel, 0x0009_0672, "alder-lake"),
            (intel, 0x000b_0671, "alder-lake"),
            (intel, 0x0008_06c1, "x86-64-v4"),
            (amd, 0x0087_0f10, "zen2"),
            (amd, 0x0083_0f10, "zen2"),
            (amd, 0x0080_0f12, "x86-64-v4"),
            (amd, 0x00a2_0f10, "zen3"),
            (amd, 0x00a0_0f11, "zen3"),
            (amd, 0x00a5_0f00, "zen3"),
            (amd, 0x00a6_0f12, "zen4"),
            (amd, 0x00a1_0f11, "zen4"),
            (amd, 0x00aa_0f02, "zen4"),
            (amd, 0x00b0_0f21, "zen5"),
            (amd, 0x00b4_0f40, "zen5"),
            (amd, 0x00b2_0f40, "zen4"),
            (hygon, 0x0090_0f11, "x86-64-v4"),
            (*b"            ", 0, "x86-64-v4"),
            (amd, u32::MAX, "zen5"),
            (intel, u32::MAX, "x86-64-v4"),
        ] {
            assert_eq!(signed(vendor, signature), name, "{signature:#x}");
        }
    }

    #[test]
    fn a_core_without_what_its_entry_is_made_for_is_a_portable_one() {
        // Without AVX-512DQ, and under a system that does not save the registers of AVX-512.
        let hidden = core(ALL_SAVED, |asked, [_, ebx, ..]| {
            if asked == (7, 0) {
                *ebx &= !(1 << 17);
            }
        });
        for core in [hidden, core(0x7, |_, _| {})] {
            let core = core.unwrap();
            assert_eq!((core.name, core.vector_bytes), ("x86-64-v3", 32));
            assert!(core.features.contains_all(NEEDED.into()));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let without = |feature: Feature| {
            core(ALL_SAVED, move |asked, answer| {
                for bit in feature.bits().iter().filter(|bit| bit.leaf == asked) {
                    let register = match bit.output {
                        Output::Eax => 0,
                        Output::Ebx => 1,
                        Output::Ecx => 2,
                        Output::Edx => 3,
                    };
                    answer[register] &= !(1 << bit.bit);
                }
            })
        };
        for (found, message) in [
            (
                without(Feature::Avx2),
                "this machine lacks avx2, which all code made here for its architecture needs",
            ),
            (
                without(Feature::Fma),
                "this machine lacks fma, which all code made here for its architecture needs",
            ),
            (
                core(ALL_SAVED, |_, answer| *answer = [0x16, 0, 0, 0]),
                "this machine lacks avx2 and fma, which all code made here for its architecture needs",
            ),
            (
                core(0x3, |_, _| {}),
                "the operating system does not save the upper halves of vector registers (XCR0 is 0x3), which all \
                 code made here for x86-64 needs",
            ),
        ] {
            assert_eq!(found.unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn leaves_beyond_the_last_one_are_not_asked_for() {
        // Some processors answer with the last leaf there is.
        let old = core(ALL_SAVED, |asked, answer| match asked {
            (0, 0) => answer[0] = 1,
            (7, _) => *answer = [u32::MAX; 4],
            _ => {}
        });
        assert_eq!(old.unwrap_err(), HostError::Lacks { missing: Features::of(&[Feature::Avx2]).into() });
    }

    #[test]
    fn caches_are_those_reported_but_where_cores_differ() {
        let change = |hybrid: u32| {
            move |asked: (u32, u32), answer: &mut [u32; 4]| match asked {
                (7, 0) => answer[3] |= hybrid << 15,
                (0x8000_001d, 2) => answer[2] = 0x7ff,
                _ => {}
            }
        };
        let size = |hybrid| core(ALL_SAVED, change(hybrid)).unwrap().caches.l2;
        assert_eq!((size(0), size(1)), (2 << 20, 1 << 20));
    }
}

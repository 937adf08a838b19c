//! The instruction set that a piece of code is in, as far as calling it is concerned.

/// An architecture, by name, and whether the machine that runs this program executes its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    name: &'static str,
    runs_here: bool,
}

impl Architecture {
    /// The 64-bit state of Arm's architecture, little-endian.
    pub const AARCH64: Self =
        Self { name: "AArch64", runs_here: cfg!(all(target_arch = "aarch64", target_endian = "little")) };

    /// The 64-bit mode of x86.
    pub const X86_64: Self = Self { name: "x86-64", runs_here: cfg!(target_arch = "x86_64") };

    /// An architecture whose code no machine executes: for an instruction set that exists on paper.
    #[must_use]
    pub const fn on_paper(name: &'static str) -> Self {
        Self { name, runs_here: false }
    }

    /// The name, as its vendor writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whether the machine that runs this program executes its code.
    #[must_use]
    pub const fn runs_here(self) -> bool {
        self.runs_here
    }
}

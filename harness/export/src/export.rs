//! Collecting what is exported, and writing it in each form.
//!
//! Tests: `tests/tests/export_object.rs`, `tests/tests/export_link.rs`.

use crate::contents::Contents;
use crate::driver::{self, Driver};
use crate::error::ExportError;
use crate::kernel::{Kernel, Kernels};
use crate::name::{self, Names};
use crate::object::{self, ObjectFormat};
use crate::{assembly, c, rust};
use std::sync::Arc;
use tensmith::inspect::KernelCode;
use tensmith::program::Program;
use tensmith::{Plan, Target};
use tensmith_core::Scalar;
use tensmith_core::reference::Element;

/// Kernels and plans for one core that are written together.
#[derive(Debug)]
pub struct Export {
    names: Names,
    contents: Contents,
}

impl Export {
    /// An export without anything. Its name is that of the files: an identifier of C and Rust.
    ///
    /// # Errors
    /// [`ExportError::Name`], where it is none.
    pub fn new(name: &str, target: &Target) -> Result<Self, ExportError> {
        let mut names = Names::default();
        names.take(&format!("{}_kernels", name::identifier(name)?))?;
        let (name, target) = (name.to_owned(), *target);
        let contents = Contents { name, target, kernels: Kernels::default(), drivers: Vec::new() };
        Ok(Self { names, contents })
    }

    /// Adds a kernel, unless it is there.
    ///
    /// # Errors
    /// [`ExportError::Code`], where it is for another machine; [`ExportError::Collision`].
    pub fn kernel(&mut self, code: &KernelCode) -> Result<&mut Self, ExportError> {
        self.contents.kernels.add(Kernel::new(code, &self.contents.target)?)?;
        Ok(self)
    }

    /// Adds kernels, such as those that a run [recorded](tensmith::extend::KernelSource::recorded).
    ///
    /// # Errors
    /// Those of [`Export::kernel`].
    pub fn kernels(&mut self, codes: &[Arc<KernelCode>]) -> Result<&mut Self, ExportError> {
        codes.iter().try_for_each(|code| self.kernel(code).map(drop))?;
        Ok(self)
    }

    /// Adds a contraction as a function of that name, with the kernels that it calls. Its parameters are the
    /// inputs, `in0`, `in1` and so on, then `operand0` and so on of a chain, and `out`.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn plan<T: Scalar, O: Scalar>(
        &mut self,
        name: &str,
        plan: &Plan<T, O>,
    ) -> Result<&mut Self, ExportError> {
        if T::TYPE.is_complex() {
            return Err(ExportError::DType { dtype: T::TYPE });
        }
        if plan.slices() > 1 {
            return Err(ExportError::Sliced { name: name.to_owned(), slices: plan.slices() });
        }
        let (operands, summary) = driver::of_plan(plan);
        self.driver(
            (name, summary),
            (plan.explain().target().core.name, plan.explain().loops(), plan.explain().kernels()),
            operands,
        )
    }

    /// Adds a program as a function of that name, with the kernels that it calls. Its arguments are called as
    /// `arguments` says; the function has no parameters for those that are never accessed.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn program<T: Element>(
        &mut self,
        name: &str,
        program: &Program<T>,
        arguments: &[&str],
    ) -> Result<&mut Self, ExportError> {
        let (operands, summary) = driver::of_program(program, arguments)?;
        self.driver((name, summary), (program.target(), program.loops(), program.kernels()), operands)
    }

    fn driver(
        &mut self,
        (name, summary): (&str, Vec<String>),
        (core, loops, codes): (&str, &tensmith::program::tensor::Plan, &[Arc<KernelCode>]),
        operands: Vec<driver::Operand>,
    ) -> Result<&mut Self, ExportError> {
        let Contents { target, kernels: known, drivers, .. } = &mut self.contents;
        let expected = target.core.name;
        if core != expected {
            let (name, found) = (name.to_owned(), core.to_owned());
            return Err(ExportError::OtherTarget { name, found, expected });
        }
        self.names.take(name::identifier(name)?)?;
        let kernels = codes.iter().map(|code| Kernel::new(code, target));
        let kernels = kernels.collect::<Result<Vec<_>, _>>()?;
        let driver = Driver::new((name, summary), loops, &kernels, operands)?;
        for kernel in kernels.into_iter().filter(|kernel| driver.calls(&kernel.symbol)) {
            known.add(kernel)?;
        }
        drivers.push(driver);
        Ok(self)
    }

    /// Returns the kernels as a relocatable object.
    ///
    /// # Errors
    /// [`ExportError::Object`], where the format cannot hold them.
    pub fn object(&self, format: ObjectFormat) -> Result<Vec<u8>, ExportError> {
        object::write(&self.contents, format)
    }

    /// Returns the C header that declares the kernels of an object or an assembly file, and defines
    /// the functions of plans.
    #[must_use]
    pub fn header(&self) -> String {
        c::header(&self.contents, c::Kernels::Linked)
    }

    /// Returns a C header that holds the kernels as well, for GCC and Clang. Any number of files of a
    /// program may include it.
    #[must_use]
    pub fn inline_header(&self) -> String {
        c::header(&self.contents, c::Kernels::Inline)
    }

    /// Returns the kernels as an assembly file, for the assemblers of GCC and Clang.
    #[must_use]
    pub fn assembly(&self, format: ObjectFormat) -> String {
        assembly::file(&self.contents, format)
    }

    /// Returns the Rust module that declares the kernels of an object, and defines the functions
    /// of plans, on slices.
    #[must_use]
    pub fn rust_module(&self) -> String {
        rust::module(&self.contents, rust::Kernels::Linked)
    }

    /// Returns a Rust module that takes the kernels from an assembly file of this name next to it, and
    /// needs nothing linked.
    #[must_use]
    pub fn rust_module_with(&self, assembly: &str) -> String {
        rust::module(&self.contents, rust::Kernels::Assembled(assembly))
    }
}

//! The files of an export: all of them appear, or none.
//!
//! Tests: `harness/cli/tests/program/export.rs`.

use crate::error::Failure;
use crate::output::{self, Output};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use tensmith::program::Program;
use tensmith::{Plan, Target};
use tensmith_core::Scalar;
use tensmith_core::reference::Element;
use tensmith_export::{Export, ObjectFormat};

/// Which files, and where.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// Where to write: the files are called STEM.o, STEM.h and so on, and the last part of STEM
    /// names what they hold
    #[arg(long, short, global = true, help_heading = "Output", value_name = "STEM")]
    output: Option<PathBuf>,
    /// The name of the function of C and Rust [default: the last part of STEM]
    #[arg(long, global = true, help_heading = "Output")]
    name: Option<String>,
    /// The form of the kernels
    #[arg(long, global = true, help_heading = "Output", value_enum, default_value_t = Form::O)]
    format: Form,
    /// The format of objects and of assembly
    #[arg(long, global = true, help_heading = "Output", value_enum, default_value_t = Object::Elf)]
    object: Object,
}

/// Exports what a command that runs something used.
#[derive(Debug, Args)]
pub(crate) struct Record {
    /// Export what the run used, as `export` does: STEM.o, STEM.h and STEM.rs
    #[arg(long, value_name = "STEM")]
    record: Option<PathBuf>,
}

/// A form of kernels.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// An object, with a C header and a Rust module
    O,
    /// Inside of a C header, for GCC and Clang
    C,
    /// Assembly for GCC and Clang, with a C header and a Rust module that includes it
    S,
}

/// A format of objects.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Object {
    /// For Linux, and for machines without an operating system
    Elf,
    /// For macOS
    #[value(name = "macho")]
    MachO,
}

/// Files that are ready to be written.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The name of the files.
    stem: String,
    /// The name of the function.
    name: String,
    form: Form,
    format: ObjectFormat,
    export: Option<Export>,
    outputs: Vec<Output>,
}

impl Form {
    /// What the names of its files end with.
    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::O => &["o", "h", "rs"],
            Self::C => &["h"],
            Self::S => &["s", "h", "rs"],
        }
    }
}

impl Files {
    /// Prepares all files.
    ///
    /// # Errors
    /// [`Failure::BadInput`]; nothing was created or changed then.
    pub(crate) fn open(&self) -> Result<Pending, Failure> {
        let Some(output) = &self.output else {
            return Err(Failure::BadInput(
                "`--output STEM` is missing: the files are STEM.o, STEM.h and so on".to_owned(),
            ));
        };
        let stem = output.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let name = self.name.clone().unwrap_or_else(|| stem.clone());
        let format = match self.object {
            Object::Elf => ObjectFormat::Elf,
            Object::MachO => ObjectFormat::MachO,
        };
        // Looked at before anything is made.
        for name in [&stem, &name] {
            Export::new(name, &Target::generic()).map_err(Failure::bad_input)?;
        }
        let open = |ending: &&str| Output::open(Some(&with_ending(output, ending)));
        let outputs = self.format.endings().iter().map(open).collect::<Result<_, _>>();
        let outputs = outputs.map_err(Failure::bad_input)?;
        Ok(Pending { stem, name, form: self.format, format, export: None, outputs })
    }
}

/// A path with a dot and an ending behind it: dots in the stem are part of the name.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    path.into()
}

impl Pending {
    /// What is written, for a core.
    pub(crate) fn export(&mut self, target: &Target) -> Result<&mut Export, Failure> {
        if self.export.is_none() {
            self.export = Some(Export::new(&self.stem, target).map_err(Failure::bad_input)?);
        }
        Ok(self.export.as_mut().expect("it was just made"))
    }

    /// Adds a contraction.
    pub(crate) fn plan<T: Scalar, O: Scalar>(&mut self, plan: &Plan<T, O>) -> Result<(), Failure> {
        let name = self.name.clone();
        self.export(plan.explain().target())?.plan(&name, plan).map(drop).map_err(Failure::bad_input)
    }

    /// Adds a program for a core, whose arguments have names.
    pub(crate) fn program<T: Element>(
        &mut self,
        target: &Target,
        program: &Program<T>,
        arguments: &[String],
    ) -> Result<(), Failure> {
        let (name, arguments) = (self.name.clone(), arguments.iter().map(String::as_str).collect::<Vec<_>>());
        self.export(target)?.program(&name, program, &arguments).map(drop).map_err(Failure::bad_input)
    }

    /// Writes all files.
    ///
    /// # Errors
    /// [`Failure::BadInput`]; no file has appeared then.
    pub(crate) fn write(self) -> Result<(), Failure> {
        let Self { stem, form, format, export, outputs, .. } = self;
        let Some(export) = export else { return Ok(()) };
        let contents = match form {
            Form::O => {
                let object = export.object(format).map_err(Failure::bad_input)?;
                vec![object, export.header().into_bytes(), export.rust_module().into_bytes()]
            }
            Form::C => vec![export.inline_header().into_bytes()],
            Form::S => {
                let module = export.rust_module_with(&format!("{stem}.s"));
                [export.assembly(format), export.header(), module].map(String::into_bytes).into()
            }
        };
        output::write_together(outputs, &contents).map_err(Failure::bad_input)
    }
}

impl Record {
    /// Whether it is asked for.
    pub(crate) const fn is_asked(&self) -> bool {
        self.record.is_some()
    }

    /// Prepares the files, if they are asked for.
    ///
    /// # Errors
    /// [`Failure::BadInput`]; nothing was created or changed then.
    pub(crate) fn open(&self) -> Result<Option<Pending>, Failure> {
        let Some(stem) = &self.record else { return Ok(None) };
        let files = Files { output: Some(stem.clone()), name: None, format: Form::O, object: Object::Elf };
        files.open().map(Some)
    }
}

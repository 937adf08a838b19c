//! Steps that run in parallel with the others: in a process of their own, whose output is
//! printed when it has ended.

use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::{env, io};

use super::table::Table;
use crate::proc::{Failure, Result};
use crate::workspace::Workspace;

/// The process; none if there are no steps for it.
#[derive(Debug)]
pub(super) struct Parallel(Option<(Child, JoinHandle<io::Result<String>>)>);

impl Parallel {
    /// Starts steps of these names.
    ///
    /// # Errors
    /// The process does not start.
    pub(super) fn start(workspace: &Workspace, names: impl Iterator<Item = &'static str>) -> Result<Self> {
        let names: Vec<_> = names.collect();
        if names.is_empty() {
            return Ok(Self(None));
        }
        let failed = |error: io::Error| Failure::set_up(format!("the parallel steps do not start: {error}"));
        let (mut reader, writer) = io::pipe().map_err(failed)?;
        let mut command = Command::new(env::current_exe().map_err(failed)?);
        command.arg("test").args(names).current_dir(&workspace.root).stdin(Stdio::null());
        command.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
        let child = command.spawn().map_err(failed)?;
        // The reader sees the end of the pipe only if this process keeps no writer.
        drop(command);
        let said = thread::spawn(move || {
            let mut said = Vec::new();
            io::Read::read_to_end(&mut reader, &mut said)?;
            Ok(String::from_utf8_lossy(&said).into_owned())
        });
        Ok(Self(Some((child, said))))
    }

    /// Waits for the end, unless the steps here failed, and prints what was said. The verdict of both.
    pub(super) fn end(self, here: Result, table: &mut Table) -> Result {
        let Some((mut child, said)) = self.0 else { return here };
        if here.is_err() {
            // It has failed or ended by itself, if it cannot be ended.
            _ = child.kill();
        }
        let failed = |error: io::Error| Failure::check(format!("the parallel steps: {error}"));
        let status = child.wait().map_err(failed)?;
        here?;
        let said = said
            .join()
            .map_err(|_| Failure::check("the output of the parallel steps was lost"))?
            .map_err(failed)?;
        print!("{said}");
        Table::rows_in(&said).into_iter().for_each(|row| table.add(row));
        if status.success() {
            return Ok(());
        }
        let last = said.lines().rev().find(|line| line.starts_with("error: ")).unwrap_or("error: no reason");
        Err(Failure::check(last.trim_start_matches("error: ").to_owned()))
    }
}

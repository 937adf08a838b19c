//! Cycles of kernels, as `tools/mcatrace.py` predicts them: the one source of
//! predictions there is.
//!
//! A prediction takes about a second, most of it in llvm-mca, so there is one tool per
//! processor, which answers one question after the other, and answers are kept in the build directory. An
//! answer is found again by everything that it follows from: code, arguments, the tool.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

use crate::llvm::Llvm;
use crate::made::Made;
use crate::proc::{Failure, Result, command};
use crate::toolchain::{self, Toolchain};

/// The prediction for one kernel on the core that it was made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prediction {
    /// Instructions executed in one call.
    pub(crate) instructions: u64,
    /// Multiplications and additions in one call.
    pub(crate) flops: f64,
    /// The core's multiply-add peak, in the same per cycle.
    pub(crate) peak: f64,
    /// Cycles of one of many calls, by LLVM's model.
    pub(crate) steady: f64,
    /// The same, with the dispatch width of Arm's guide, for cores that one is known of.
    pub(crate) wide: Option<f64>,
}

impl Prediction {
    /// The figure that a share of the peak is taken from where there is only one.
    pub(crate) fn best(&self) -> f64 {
        self.wide.unwrap_or(self.steady)
    }

    /// The share of the peak at which `cycles` are, in per cent; 0 without arithmetic.
    pub(crate) fn share_of_peak(&self, cycles: f64) -> f64 {
        100.0 * self.flops / cycles / self.peak
    }
}

/// A way to ask the tool.
#[derive(Debug)]
pub(crate) struct Mcatrace {
    script: PathBuf,
    python: PathBuf,
    qemu: PathBuf,
    llvm: Llvm,
    /// The folder of code and answers.
    kept: PathBuf,
    /// The part of every answer's key that is not about the kernel.
    version: u64,
}

/// One running tool.
struct Worker {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Mcatrace {
    /// The tool of this workspace.
    ///
    /// # Errors
    /// Something that it needs is missing.
    pub(crate) fn find(toolchain: &Toolchain) -> Result<Self> {
        let missing = |what| Failure::set_up(format!("{what} is needed; `cargo xtask bench` installs it"));
        let tools = toolchain.workspace.root.join("tools");
        let script = tools.join("mcatrace.py");
        let mut hasher = DefaultHasher::new();
        for file in [&script, &tools.join("mcatrace_loader.c")] {
            read(file)?.hash(&mut hasher);
        }
        let kept = toolchain.workspace.target.join("mcatrace");
        fs::create_dir_all(&kept).map_err(|error| unusable(&kept, &error))?;
        Ok(Self {
            script,
            python: toolchain::python_with("numpy").ok_or_else(|| missing("python3 with numpy"))?,
            qemu: toolchain::qemu().ok_or_else(|| missing("qemu-aarch64-static"))?,
            llvm: Llvm::preferred().ok_or_else(|| missing("llvm-mca"))?,
            kept,
            version: hasher.finish(),
        })
    }

    /// Predictions for `kernels`, in their order.
    ///
    /// # Errors
    /// A kernel gives wrong numbers, breaks the calling convention or reads after the end of an
    /// operand; or the tool does not work.
    pub(crate) fn predict(&self, kernels: &[Made]) -> Result<Vec<Prediction>> {
        let open = Mutex::new(kernels.iter().filter(|kernel| !self.answer_of(kernel).is_file()));
        let count = thread::available_parallelism().map_or(1, usize::from);
        let work = || -> Result {
            let mut worker = None;
            loop {
                let next = open.lock().expect("no worker panics").next();
                let Some(kernel) = next else { return Ok(()) };
                self.ask(&mut worker, kernel)?;
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
        })?;
        kernels.iter().map(|kernel| self.kept_prediction(kernel)).collect()
    }

    /// Keeps the answer for one kernel, from a tool that is started at need.
    fn ask(&self, worker: &mut Option<Worker>, kernel: &Made) -> Result {
        let answer = self.answer_of(kernel);
        let code = answer.with_extension("bin");
        fs::write(&code, &kernel.code).map_err(|error| unusable(&code, &error))?;
        let worker = match worker {
            Some(worker) => worker,
            None => worker.insert(Worker::start(&mut self.command())?),
        };
        let question = format!("{} '{}' {}", kernel.kind(), code.display(), arguments(kernel));
        let text = worker.answer(&question).map_err(|problem| about(kernel, &problem))?;
        // Complete or absent: another run may look for it now.
        let new = answer.with_extension("new");
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &answer))
            .map_err(|error| unusable(&answer, &error))
    }

    fn command(&self) -> Command {
        let mut command = command(&self.python);
        command
            .arg(&self.script)
            .arg("batch")
            .env("MCATRACE_QEMU", &self.qemu)
            .env("MCATRACE_MC", &self.llvm.mc)
            .env("MCATRACE_MCA", self.llvm.mca());
        command
    }

    /// The file that the answer for `kernel` is kept in.
    fn answer_of(&self, kernel: &Made) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        (self.version, &kernel.code, kernel.kind(), arguments(kernel)).hash(&mut hasher);
        self.kept.join(format!("{:016x}.json", hasher.finish()))
    }

    fn kept_prediction(&self, kernel: &Made) -> Result<Prediction> {
        let text = read(&self.answer_of(kernel))?;
        prediction(&text, &kernel.core).map_err(|problem| about(kernel, &problem))
    }
}

impl Worker {
    fn start(command: &mut Command) -> Result<Self> {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().map_err(|error| unusable(Path::new(command.get_program()), &error))?;
        let questions = child.stdin.take().expect("it was asked for");
        let answers = BufReader::new(child.stdout.take().expect("it was asked for"));
        Ok(Self { child, questions, answers })
    }

    fn answer(&mut self, question: &str) -> std::result::Result<String, String> {
        let mut line = String::new();
        let answered =
            writeln!(self.questions, "{question}").and_then(|()| self.answers.read_line(&mut line));
        match answered {
            Ok(1..) => Ok(line),
            _ => Err(format!("`mcatrace.py batch` ended at `{question}`")),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Between questions it holds nothing, and after an error it may hang.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

fn arguments(kernel: &Made) -> String {
    format!("{} --cpus {}", kernel.arguments, kernel.core)
}

/// Reads an answer, which has to be that of a correct kernel.
fn prediction(text: &str, core: &str) -> std::result::Result<Prediction, String> {
    let answer: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let correct = answer["ok"] == true && answer["abi_broken"] == "" && answer["over_bytes"] == 0;
    if !correct {
        return Err(format!("the kernel is wrong: {}", text.trim()));
    }
    let cycles = &answer["cpus"][core];
    let number = |value: &Value, name| value[name].as_f64().ok_or_else(|| format!("no `{name}` in {text}"));
    Ok(Prediction {
        instructions: answer["insns"].as_u64().ok_or_else(|| format!("no `insns` in {text}"))?,
        flops: number(&answer, "flops")?,
        peak: number(cycles, "peak")?,
        steady: number(cycles, "steady")?,
        wide: cycles["wide"].as_f64(),
    })
}

fn about(kernel: &Made, problem: &str) -> Failure {
    Failure::check(format!("{} for {}: {problem}", kernel.name, kernel.core))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| unusable(path, &error))
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::set_up(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{"flops": 128, "ok": true, "abi_broken": "", "over_bytes": 0, "insns": 28,
        "cpus": {"neoverse-v2": {"steady": 8.0, "peak": 32.0, "wide": 5.0}}}"#;

    #[test]
    fn an_answer_is_read() {
        let read = prediction(ANSWER, "neoverse-v2").expect("a correct kernel");
        let expected =
            Prediction { instructions: 28, flops: 128.0, peak: 32.0, steady: 8.0, wide: Some(5.0) };
        assert_eq!(read, expected);
        assert_eq!((read.best(), read.share_of_peak(8.0)), (5.0, 50.0));
    }

    #[test]
    fn a_wrong_kernel_has_no_prediction() {
        for wrong in [
            ANSWER.replace("true", "false"),
            ANSWER.replace(r#"broken": """#, r#"broken": "x19""#),
            ANSWER.replace(r#"over_bytes": 0"#, r#"over_bytes": 4"#),
        ] {
            assert!(prediction(&wrong, "neoverse-v2").is_err_and(|e| e.contains("the kernel is wrong")));
        }
        assert!(prediction(ANSWER, "neoverse-n1").is_err_and(|error| error.contains("no `peak`")));
    }
}

//! GDB knows kernels by name, stops in them, and finds their callers from every one of their instructions.
//!
//! Under emulation it is `gdb-multiarch`, connected to the emulator.
#![cfg(target_os = "linux")]

mod child;

use child::{SETTING, emulator, observed, output, words};
use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use tensmith::{Array, Jit, Plan};

/// A small multiplication, so that all of its instructions can be stepped through, and its operands.
fn small(jit: &Jit) -> (Plan<f32>, [Array<f32>; 2]) {
    let operands =
        [[3, 5], [5, 2]].map(|shape| Array::c_order(vec![1.0f32; shape[0] * shape[1]], &shape).unwrap());
    let [a, b] = &operands;
    (jit.einsum("mk,kn->mn", &[a, b]).unwrap(), operands)
}

#[test]
#[ignore = "it runs under GDB"]
fn called() {
    calls_twice();
    after_all();
}

/// A function of its own, so that stacks have its name without line tables, too.
#[inline(never)]
fn calls_twice() {
    let jit = observed();
    let (plan, [a, b]) = small(&jit);
    let mut output = plan.zeros().unwrap();
    for _ in 0..2 {
        plan.run(&[a.view(), b.view()], &mut output.view_mut()).unwrap();
    }
    assert_eq!(output.data(), [5.0; 6]);
}

/// Where no kernel is left.
#[inline(never)]
fn after_all() {
    std::hint::black_box(());
}

/// What GDB does: it stops in the kernel, then at its first instruction, and steps through it; at last it
/// looks for what is gone.
const SCRIPT: &str = r#"
import gdb

def callers():
    frame, names = gdb.newest_frame().older(), []
    while frame is not None:
        names.append(frame.name() or "?")
        frame = frame.older()
    return names

for setting in ["pagination off", "confirm off", "breakpoint pending on", "width 0"]:
    gdb.execute("set " + setting)
gdb.execute("break KERNEL")
gdb.execute("START")
place = gdb.execute("info symbol $pc", to_string=True).split(" in section")[0]
start = gdb.newest_frame().pc() - int((place + " + 0").split(" + ")[1])
gdb.execute("delete")
gdb.execute("break *%d" % start)
gdb.execute("continue")
print("name:", gdb.newest_frame().name())
steps = lost = 0
while gdb.newest_frame().name() == "KERNEL":
    steps += 1
    if not any("gdb::calls_twice" in name for name in callers()):
        lost += 1
        print("lost at", hex(gdb.newest_frame().pc() - start), callers()[:3])
    gdb.execute("stepi", to_string=True)
print("steps:", steps)
print("lost:", lost)
gdb.execute("delete")
gdb.execute("rbreak ^gdb::after_all", to_string=True)
gdb.execute("continue")
print("behind:", gdb.newest_frame().name())
print("left:", gdb.execute("info symbol %d" % start, to_string=True))
gdb.execute("kill")
"#;

/// The emulator with a program that waits for GDB, if programs run under one here.
struct Waiting {
    emulator: Child,
    port: u16,
}

impl Waiting {
    fn start(words: &[String]) -> Option<Self> {
        let emulator = emulator();
        let (program, options) = emulator.split_first()?;
        // Free a moment ago.
        let port = TcpListener::bind("localhost:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(program);
        command.args(options).args(["-g", &port.to_string()]).args(words).env(SETTING, "gdb");
        let emulator = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Some(Self { emulator, port })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.emulator.kill();
        let _ = self.emulator.wait();
    }
}

#[test]
fn kernels_have_names_and_callers() {
    let jit = Jit::host().unwrap();
    let (plan, _) = small(&jit);
    let name = jit.target().kernel_name(&plan.explain().kernels()[0].spec).to_string();
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("script.py");
    let words = words("called");
    let waiting = Waiting::start(&words);
    let (program, start) = match &waiting {
        Some(Waiting { port, .. }) => {
            ("gdb-multiarch", format!("target remote localhost:{port}\")\ngdb.execute(\"continue"))
        }
        None => ("gdb", "run".to_owned()),
    };
    fs::write(&script, SCRIPT.replace("KERNEL", &name).replace("START", &start)).unwrap();
    let mut gdb = Command::new(program);
    gdb.args(["-nx", "-batch", "-x"]).arg(&script).arg("--args").args(&words).env(SETTING, "gdb");
    let said = output(&mut gdb);
    let of = |what: &str| {
        said.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_else(|| panic!("{said}"))
    };
    assert_eq!(of("name: "), name);
    let steps: usize = of("steps: ").parse().unwrap();
    assert!(steps >= 10, "{said}");
    assert_eq!(of("lost: "), "0", "{said}");
    assert!(of("behind: ").starts_with("gdb::after_all"), "{said}");
    assert!(of("left: ").starts_with("No symbol matches"), "{said}");
}

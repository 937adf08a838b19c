//! `completions` and `manual`: scripts that shells read, and pages for `man` of every command.

use crate::support::{command, contents, finished, tensmith};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// The commands that the help lists.
fn commands() -> BTreeSet<String> {
    let help = tensmith(&["--help"]).text();
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn a_shell_reads_its_completions_and_completes_commands() {
    let script = tensmith(&["completions", "bash"]).text();
    let typed = format!(
        "{script}\nCOMP_WORDS=(tensmith ''); COMP_CWORD=1\n_tensmith tensmith '' tensmith\n\
                         printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    );
    // Longer than an argument may be.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("typed.sh");
    fs::write(&file, typed).expect("a file");
    let output = finished(Command::new("bash").arg(file));
    let offered = String::from_utf8(output.stdout).expect("text");
    let offered: BTreeSet<_> = offered.lines().map(str::to_owned).collect();
    let commands = commands();
    assert!(commands.len() > 9 && commands.is_subset(&offered), "{offered:?}");
    for shell in ["zsh", "fish"] {
        let script = tensmith(&["completions", shell]).text();
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    let refused = tensmith(&["completions", "dos"]).failure(2);
    assert!(refused.contains("'dos'") && refused.contains("bash"), "{refused}");
}

#[test]
fn every_command_has_a_page_for_man() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = finished(command(&[] as &[&str]).args(["manual", "man"]).arg(folder.path()));
    assert!(output.status.success());
    let pages = contents(folder.path());
    for command in commands() {
        let page = fs::read_to_string(folder.path().join(format!("tensmith-{command}.1"))).expect("a page");
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{page}");
        assert!(page.contains(&format!("tensmith\\-{command}")), "{page}");
    }
    assert!(pages.len() > 20, "commands in commands have pages, too: {pages:?}");
}

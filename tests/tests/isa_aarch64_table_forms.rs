//! The names of rows, and those of the forms that each covers, against Arm's machine-readable architecture.

use std::collections::{BTreeMap, BTreeSet};
use tensmith_core::isa::aarch64::row::Row;
use tensmith_core::isa::aarch64::{Decoded, MachInst, decode, table};
use tensmith_tests::instances::batches;
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

/// Arm's forms: for each value of the upper eleven bits those that may have it, the most specific first.
struct Forms(Vec<Vec<(u32, u32, &'static str)>>);

impl Forms {
    fn read() -> Self {
        let lines = include_str!("../data/aarch64_forms.txt").lines().filter(|line| !line.starts_with('#'));
        let mut by_key = vec![Vec::new(); 1 << 11];
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let [bits, mask, name] = words[..] else { panic!("{line}") };
            let [bits, mask] = [bits, mask].map(|word| u32::from_str_radix(word, 16).expect("hexadecimal"));
            for (key, forms) in by_key.iter_mut().enumerate() {
                if ((key as u32) << 21 ^ bits) & mask >> 21 << 21 == 0 {
                    forms.push((bits, mask, name));
                }
            }
        }
        by_key.iter_mut().for_each(|forms| forms.sort_by_key(|(_, mask, _)| mask.count_zeros()));
        Self(by_key)
    }

    /// The form of a word.
    fn of(&self, word: u32) -> Option<&'static str> {
        let mut forms = self.0[(word >> 21) as usize].iter();
        forms.find(|(bits, mask, _)| word & mask == *bits).map(|(_, _, name)| *name)
    }
}

/// The names that one with alternatives stands for, up to the end of these.
fn expanded(text: &mut std::str::Chars) -> BTreeSet<String> {
    let (mut all, mut some) = (BTreeSet::new(), BTreeSet::from([String::new()]));
    while let Some(symbol) = text.next() {
        let more = match symbol {
            ')' => break,
            '|' => {
                all.append(&mut some);
                BTreeSet::from([String::new()])
            }
            '(' => {
                let inner = expanded(text);
                some.iter().flat_map(|start| inner.iter().map(move |end| format!("{start}{end}"))).collect()
            }
            symbol => some.iter().map(|start| format!("{start}{symbol}")).collect(),
        };
        some = more;
    }
    all.append(&mut some);
    all
}

/// The forms of some instances of a row by Arm, and how they print.
#[derive(Default)]
struct Found {
    forms: BTreeSet<&'static str>,
    mnemonics: BTreeSet<String>,
}

impl Found {
    fn add(&mut self, inst: &MachInst, form: &'static str) {
        let text = inst.to_string();
        self.forms.insert(form);
        self.mnemonics.insert(text.split([' ', '.']).next().unwrap_or_default().to_owned());
    }
}

/// The mistake in the name of a row's forms: these should be those found, where aliases have the alias before
/// the form that they abbreviate.
fn problem(row: &Row, found: &Found) -> Option<String> {
    let named = expanded(&mut row.notation.form.chars());
    let mut forms = BTreeSet::new();
    for name in &named {
        let alias = name.split_once('_').filter(|_| !found.forms.contains(name.as_str()));
        forms.insert(alias.map_or(name.as_str(), |(_, form)| form));
        if let Some((mnemonic, _)) = alias.filter(|(name, _)| !found.mnemonics.contains(&name.to_lowercase()))
        {
            return Some(format!("{}: no instance prints as {mnemonic}", row.name));
        }
    }
    let differing: Vec<_> = forms.symmetric_difference(&found.forms).collect();
    (!differing.is_empty()).then(|| format!("{} {}: {differing:?}", row.name, row.notation.form))
}

#[test]
fn forms_are_those_of_the_architecture() {
    // Few instances show all forms of a row.
    if is_emulated() {
        return;
    }
    let (arm, mut random) = (Forms::read(), SplitMix::seeded("isa_aarch64_table_forms", 1));
    let mut problems = Vec::new();
    for instances in batches(&mut random, 1000) {
        let mut found: BTreeMap<&str, [Found; 2]> = BTreeMap::new();
        for inst in &instances {
            let word = inst.encode().expect("samples encode");
            let form = arm.of(word).unwrap_or_else(|| panic!("{inst} {word:#x} has no form"));
            // What is a form of its own in another row is that one's, unless the row has nothing else.
            let is_preferred =
                matches!(decode(word), Decoded::Known(other) if std::ptr::eq(other.row(), inst.row()));
            found.entry(inst.row().name).or_default()[usize::from(!is_preferred)].add(inst, form);
        }
        for row in table::rows() {
            let Some([preferred, others]) = found.get(row.name) else { continue };
            let found = if preferred.forms.is_empty() { others } else { preferred };
            problems.extend(problem(row, found));
        }
    }
    assert!(problems.is_empty(), "{} rows: {problems:#?}", problems.len());
}

#[test]
fn names_of_rows_are_unique() {
    let mut names = BTreeSet::new();
    let twice: Vec<&str> = table::rows().map(|row| row.name).filter(|name| !names.insert(*name)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn alternatives_expand_as_they_read() {
    let names = expanded(&mut "(S|U)(|R)SHR_(x|y(1|2))|z".chars());
    let expected =
        "SRSHR_x SRSHR_y1 SRSHR_y2 SSHR_x SSHR_y1 SSHR_y2 URSHR_x URSHR_y1 URSHR_y2 USHR_x USHR_y1 USHR_y2 z";
    assert_eq!(names.into_iter().collect::<Vec<_>>().join(" "), expected);
}

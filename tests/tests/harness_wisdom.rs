//! Orders that are kept in a folder: found again by any process, and not believed.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use tensmith::wisdom::{Wisdom, WisdomError};
use tensmith::{Array, ErrorKind, Jit, Optimize, Plan, PlanError};
use tensmith_conformance::random::SplitMix;
use tensmith_core::kernel::data::Digester;

/// A network whose order is no matter of course: each tensor has an index with the next one, and others.
struct Network {
    text: String,
    arrays: Vec<Array<f64>>,
}

impl Network {
    fn draw(random: &mut SplitMix, tensors: usize) -> Self {
        let mut terms = vec![(String::new(), Vec::new()); tensors];
        let mut connect = |label: usize, ends: [usize; 2]| {
            let (label, extent) =
                (char::from_u32(0x4e00 + label as u32).unwrap(), 2 + random.below(3) as usize);
            for end in ends {
                terms[end].0.push(label);
                terms[end].1.push(extent);
            }
        };
        for tensor in 0..tensors {
            connect(tensor, [tensor, (tensor + 1) % tensors]);
        }
        for tensor in 0..tensors / 2 {
            connect(tensors + tensor, [tensor, (tensor * 7 + 3) % (tensors / 2) + tensors / 2]);
        }
        let mut array = |shape: &Vec<usize>| {
            let elements = (0..shape.iter().product()).map(|_| random.below(3) as f64 - 1.0).collect();
            Array::c_order(elements, shape).unwrap()
        };
        let arrays = terms.iter().map(|(_, shape)| array(shape)).collect();
        let terms: Vec<_> = terms.into_iter().map(|(labels, _)| labels).collect();
        Self { text: format!("{}->", terms.join(",")), arrays }
    }

    fn plan(&self, jit: &Jit, optimize: Optimize) -> Result<Plan<f64>, PlanError> {
        jit.contraction(&self.text).optimize(optimize).plan(&self.arrays)
    }
}

/// A new process, as far as orders go.
fn jit(folder: &Path) -> Jit {
    Jit::builder().wisdom(Wisdom::open(folder).unwrap()).build().unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// The line with other fields, and the checksum that belongs to it.
fn forged(line: &str, change: impl FnOnce(&str) -> String) -> String {
    let text = change(line.trim_end().rsplit_once("; check ").unwrap().0);
    format!("{text}; check {:016x}\n", Digester::new().text(&text).finish().low())
}

#[test]
fn an_order_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let network = Network::draw(&mut SplitMix::seeded("wisdom", 1), 16);
    let alone = Jit::host().unwrap();
    let [quick, thorough] =
        [Optimize::Greedy, Optimize::HighQuality].map(|search| network.plan(&alone, search).unwrap());
    assert_ne!(quick.order(), thorough.order(), "another network tells more");

    let kept = network.plan(&jit(folder.path()), Optimize::HighQuality).unwrap();
    assert_eq!(kept.order(), thorough.order());
    let entries = Wisdom::open(folder.path()).unwrap().entries().unwrap();
    let [entry] = &entries[..] else { panic!("{entries:?}") };
    assert_eq!(*entry.order(), thorough.order());
    assert!(entry.cost() > 0.0 && entry.question().to_string().contains("; search auto-hq; minimize time; "));

    // A request for less takes it as well.
    let found = network.plan(&jit(folder.path()), Optimize::Greedy).unwrap();
    assert_eq!(found.order(), thorough.order());
    let result = found.evaluate(&network.arrays).unwrap();
    assert!(found.check(&network.arrays, &result).unwrap().passed());
    assert_eq!(files(folder.path()).len(), 1);
    // Labels are no part of the question, other extents are.
    let other = network.text.chars().map(|label| match label {
        ',' | '-' | '>' => label,
        label => char::from_u32(label as u32 + 0x100).unwrap(),
    });
    let other = Network { text: other.collect(), arrays: network.arrays };
    assert_eq!(other.plan(&jit(folder.path()), Optimize::Greedy).unwrap().order(), thorough.order());
    let third = Network::draw(&mut SplitMix::seeded("wisdom", 2), 16);
    third.plan(&jit(folder.path()), Optimize::Greedy).unwrap();
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn what_is_found_at_once_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let network = Network::draw(&mut SplitMix::seeded("wisdom_few", 1), 8);
    network.plan(&jit(folder.path()), Optimize::Automatic).unwrap();
    assert!(files(folder.path()).is_empty());
}

#[test]
fn slices_are_found_again_where_they_fit() {
    let folder = tempfile::tempdir().unwrap();
    let shapes = [[30, 40], [40, 50], [50, 60], [60, 30]];
    let array = |shape: [usize; 2]| Array::c_order(vec![1.0f64; shape[0] * shape[1]], &shape).unwrap();
    let arrays = shapes.map(array);
    let plan = |jit: &Jit, limit| {
        let request = jit.contraction("ab,bc,cd,da->").memory_limit(limit);
        request.plan::<f64>(&arrays)
    };
    let first = plan(&jit(folder.path()), 8000).unwrap();
    assert!(first.slices() > 1);
    let again = plan(&jit(folder.path()), 8000).unwrap();
    assert_eq!((again.order(), again.slices()), (first.order(), first.slices()));
    assert_eq!(again.evaluate(&arrays).unwrap().data(), first.evaluate(&arrays).unwrap().data());
    let [file] = &files(folder.path())[..] else { panic!("one question") };

    // An order that needs more than the limit is no answer, however good the line.
    let line = fs::read_to_string(file).unwrap();
    let uncut = forged(&line, |text| format!("{}; order 0,1 4,2 5,3", text.split_once("; order").unwrap().0));
    fs::write(file, &uncut).unwrap();
    assert_eq!(plan(&jit(folder.path()), 8000).unwrap().order(), first.order());
    assert_eq!(fs::read_to_string(file).unwrap(), line, "it was replaced");
}

#[test]
fn nothing_malformed_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let network = Network::draw(&mut SplitMix::seeded("wisdom_malformed", 1), 12);
    let order = network.plan(&jit(folder.path()), Optimize::Automatic).unwrap().order();
    let file = files(folder.path()).remove(0);
    let line = fs::read_to_string(&file).unwrap();
    let refused = |text: &str| {
        fs::write(&file, text).unwrap();
        let error = network.plan(&jit(folder.path()), Optimize::Automatic).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Text, "{error}");
        let PlanError::Wisdom(WisdomError::Line { path, line: 1, .. }) = &error else { panic!("{error:?}") };
        assert_eq!(path, &file);
        error.to_string()
    };
    // Any digit that is changed is seen, and any end that is missing.
    for place in (0..line.len() - 1).step_by(7) {
        let mut bytes = line.clone().into_bytes();
        bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
        assert!(refused(&String::from_utf8(bytes).unwrap()).contains("must be check "));
        assert!(place == 0 || refused(&line[..place]).contains("must be check "));
    }
    let change = |from: &str, to: &str| forged(&line, |text| text.replacen(from, to, 1));
    for (from, to, message) in [
        ("type f64", "type f63", "type is \"type f63\": must be type and a type of elements"),
        ("threads 1", "threads 0", "threads is \"threads 0\": must be threads and a number from 1 on"),
        ("seed 0; ", "", "seed is \"memory any\": must be seed and a number"),
        ("memory any", "memory all", "memory is \"memory all\": must be memory and bytes, or any"),
        ("search auto", "search best", "must be search and the name of one, such as auto-hq"),
        ("minimize time", "minimize money", "must be minimize and time, flops or size"),
        ("order ", "order 0 ", "must be order and pairs of numbers, such as 0,1 2,3"),
        ("; order", "; more; order", "order is \"more\""),
        (
            "seed 0",
            "seed 1",
            "file is \"1 entry\": must be the entry of the question whose digest is its name",
        ),
    ] {
        let error = refused(&change(from, to));
        assert!(error.contains(message), "{from} to {to}: {error}");
        assert!(error.starts_with(&format!("wisdom {}, line 1: ", file.display())), "{error}");
    }
    assert!(refused("").contains("file is \"0 entries\": "));
    assert!(refused(&format!("{line}{line}")).contains("file is \"2 entries\": "));
    // An order of another network, with its checksum: it is searched again.
    for pairs in ["0,1", "0,0 1,2", "900,1 2,3"] {
        fs::write(
            &file,
            forged(&line, |text| format!("{}; order {pairs}", text.split_once("; order").unwrap().0)),
        )
        .unwrap();
        assert_eq!(network.plan(&jit(folder.path()), Optimize::Automatic).unwrap().order(), order);
        assert_eq!(fs::read_to_string(&file).unwrap(), line);
    }
}

#[test]
fn better_orders_replace_worse_ones() {
    let [from, to] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut random = SplitMix::seeded("wisdom_import", 1);
    for tensors in [10, 11, 12] {
        Network::draw(&mut random, tensors).plan(&jit(from.path()), Optimize::Automatic).unwrap();
    }
    let lines = |folder: &Path| {
        let entries = Wisdom::open(folder).unwrap().entries().unwrap();
        entries.iter().map(|entry| format!("{entry}\n")).collect::<Vec<_>>()
    };
    let all = lines(from.path());
    let (list, wisdom) = (to.path().join("list"), Wisdom::open(to.path().join("wisdom")).unwrap());
    let import = |text: &str| {
        fs::write(&list, text).unwrap();
        wisdom.import(&list)
    };
    // One that is malformed keeps all away.
    let error = import(&format!("{}{}", all.concat(), &all[0][1..])).unwrap_err();
    assert!(matches!(error, WisdomError::Line { line: 4, .. }), "{error}");
    assert!(lines(&to.path().join("wisdom")).is_empty());
    assert_eq!(import(&all.concat()), Ok(3));
    assert_eq!(import(&all.concat()), Ok(0));
    assert_eq!(lines(&to.path().join("wisdom")), all);

    let with_cost = |line: &str, cost: &str| {
        forged(line, |text| {
            let (before, rest) = text.split_once("; cost ").unwrap();
            format!("{before}; cost {cost}; {}", rest.split_once("; ").unwrap().1)
        })
    };
    let (worse, better) = (with_cost(&all[1], "1e300"), with_cost(&all[1], "0.5"));
    assert_eq!(import(&worse), Ok(0));
    assert_eq!(import(&better), Ok(1));
    assert!(lines(&to.path().join("wisdom")).contains(&better));
}

#[test]
fn writers_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut random = SplitMix::seeded("wisdom_writers", 1);
                for _ in 0..12 {
                    let network = Network::draw(&mut random, 9);
                    network.plan(&jit(folder.path()), Optimize::Greedy).unwrap();
                }
            });
        }
    });
    assert_eq!(Wisdom::open(folder.path()).unwrap().entries().unwrap().len(), 12);
    assert_eq!(files(folder.path()).len(), 12, "no draft is left");
}

#[test]
fn a_folder_that_the_system_refuses_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Wisdom::open(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Argument);
    assert!(error.to_string().starts_with(&format!("wisdom {}: ", file.display())), "{error}");
    let gone = folder.path().join("gone");
    let jit = jit(&gone);
    fs::remove_dir(&gone).unwrap();
    let network = Network::draw(&mut SplitMix::seeded("wisdom_gone", 1), 9);
    let error = network.plan(&jit, Optimize::Greedy).unwrap_err();
    assert!(matches!(error, PlanError::Wisdom(WisdomError::System { .. })), "{error}");
    assert!(matches!(
        Wisdom::open(folder.path()).unwrap().import(&folder.path().join("none")),
        Err(WisdomError::System { .. })
    ));
}

/// `/sys` takes no files, not even those of the system's administrator.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_to_is_only_read() {
    let network = Network::draw(&mut SplitMix::seeded("wisdom_read_only", 1), 9);
    let plan = network.plan(&jit(Path::new("/sys")), Optimize::Greedy).unwrap();
    assert_eq!(plan.order(), network.plan(&Jit::host().unwrap(), Optimize::Greedy).unwrap().order());
}

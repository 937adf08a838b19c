//! Pictures are XML, nothing in them is cut off or written over something else, and those in
//! `docs/book/src/pictures` are what is drawn today.

mod samples;

use roxmltree::{Document, Node};
use samples::{MATRICES, chain, gemm, known, passes, planned, samples, target};
use std::fs;
use std::num::NonZero;
use std::path::Path;
use tensmith_core::tensor::optimize::PASSES;
use tensmith_core::tensor::plan::Phase;
use tensmith_core::tensor::{Plan, Sequence};
use tensmith_pictures::{TileError, tasks, tiles, tree};

/// A text: where it is, with a width that it has at least in usual fonts, and what it says.
#[derive(Debug)]
struct Text {
    left: f64,
    right: f64,
    baseline: f64,
    size: f64,
    says: String,
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("{name} of {node:?}")).parse().unwrap()
}

/// The texts of a picture, after a look at what holds for all.
fn texts(picture: &str) -> Vec<Text> {
    let document = Document::parse(picture).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let view: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    let [0.0, 0.0, width, height] = view[..] else { panic!("{view:?}") };
    assert_eq!((number(root, "width"), number(root, "height")), (width, height));
    assert!(document.descendants().any(|node| node.has_tag_name("title")), "a name for screen readers");
    assert!(picture.contains("prefers-color-scheme:dark"));
    let mut texts = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "text" => texts.push(text(node)),
            "rect" if node.attribute("x").is_some() => {
                let (x, y) = (number(node, "x"), number(node, "y"));
                assert!(x >= 0.0 && x + number(node, "width") <= width, "{node:?}");
                assert!(y >= 0.0 && y + number(node, "height") <= height, "{node:?}");
            }
            "circle" => {
                let (x, y, r) = (number(node, "cx"), number(node, "cy"), number(node, "r"));
                assert!(x >= r && x + r <= width && y >= r && y + r <= height, "{node:?}");
            }
            _ => {}
        }
    }
    for text in &texts {
        let is_inside = text.left >= 0.0
            && text.right <= width
            && text.baseline >= text.size
            && text.baseline + 3.0 <= height;
        assert!(is_inside, "outside of {width} x {height}: {text:?}");
    }
    for (nth, one) in texts.iter().enumerate() {
        for other in &texts[nth + 1..] {
            let is_apart = one.right <= other.left
                || other.right <= one.left
                || one.baseline <= other.baseline - other.size * 0.75
                || other.baseline <= one.baseline - one.size * 0.75;
            assert!(is_apart, "one over the other: {one:?}, {other:?}");
        }
    }
    texts
}

fn text(node: Node<'_, '_>) -> Text {
    let classes: Vec<_> = node.attribute("class").unwrap_or("").split(' ').collect();
    let has = |class| classes.contains(&class);
    let size = if has("title") {
        18.0
    } else if has("small") {
        11.0
    } else if has("code") {
        12.0
    } else {
        13.0
    };
    let says = node.text().unwrap_or("").to_owned();
    // Averages of Helvetica and of DejaVu Sans, in digits and lower case.
    let width = says.chars().count() as f64 * size * if has("code") { 0.6 } else { 0.55 };
    let x = number(node, "x");
    let left = x - if has("middle") {
        width / 2.0
    } else if has("end") {
        width
    } else {
        0.0
    };
    Text { left, right: left + width, baseline: number(node, "y"), size, says }
}

fn says(texts: &[Text], what: &str) -> bool {
    texts.iter().any(|text| text.says == what)
}

#[test]
fn a_tree_has_a_line_for_each_tensor() {
    let plan = known();
    let picture = tree(&plan);
    let texts = texts(&picture);
    for name in ["result", "step 0", "step 1", "step 2", "in0", "in1", "in2", "in3", "in4"] {
        assert!(says(&texts, name), "{name}");
    }
    // Discs of nine tensors, each on ground, and two in the legend.
    assert_eq!(picture.matches("<circle").count(), 9 * 2 + 2);
    // The first step: index 8 is summed, 3 and 7 are in the second input alone, 4 in the first.
    let chips = |class: &str| picture.matches(&format!("class=\"{class}\"/>")).count();
    assert!(chips("k") >= 4 && chips("m") >= 4 && chips("n") >= 4);
    let shares =
        texts.iter().filter_map(|text| text.says.strip_suffix(" %")?.parse::<f64>().ok()).sum::<f64>();
    assert!((99.0..101.0).contains(&shares), "{shares}");
}

#[test]
fn a_large_tree_is_drawn_whole() {
    let texts = texts(&tree(&chain(20)));
    let inputs = (0..20).filter(|number| says(&texts, &format!("in{number}"))).count();
    assert_eq!(inputs, 20);
    assert!(says(&texts, "result") && says(&texts, "step 17"));
}

#[test]
fn every_pass_has_a_line() {
    for core in ["neoverse-v2", "zen5"] {
        let texts = texts(&passes(MATRICES, core, NonZero::new(8)).draw());
        for pass in PASSES {
            assert!(says(&texts, pass.name), "{}", pass.name);
        }
        for block in ["M 1600", "N 1600", "K 1600", "undefined", "prim", "no change"] {
            assert!(says(&texts, block), "{block}");
        }
    }
}

#[test]
fn a_nest_of_ten_dimensions_is_drawn_whole() {
    let kinds = ["m", "n", "k", "m", "n", "k", "c", "m", "n", "k"];
    let mut stride = 1;
    let lines: Vec<_> = kinds
        .iter()
        .map(|kind| {
            let moves = |operand: usize| match (*kind, operand) {
                ("m", 1) | ("n", 0) | ("k", 2) => 0,
                _ => stride,
            };
            let line = format!("{kind} undefined 5 {} {} {}", moves(0), moves(1), moves(2));
            stride *= 5;
            line
        })
        .collect();
    let text = format!("nest f64 contraction first=zero\n{}", lines.join("\n"));
    let texts = texts(&passes(&text, "neoverse-n1", NonZero::new(3)).draw());
    let blocks = texts.iter().filter(|text| text.says.ends_with(" 5") && text.says.len() == 3).count();
    assert!(blocks >= 10, "{blocks} before all passes");
}

#[test]
fn tiles_are_those_of_the_kernel() {
    for (core, shape) in [("neoverse-v2", (64, 6, 64)), ("zen5", (64, 6, 64)), ("haswell", (64, 6, 64))] {
        let (m, n, k) = shape;
        let Ok(target) = tensmith::Target::named(core) else { continue };
        let texts = texts(&tiles(&gemm(m, n, k), &target).unwrap());
        assert!(says(&texts, "Register tiles of 64x6x64"));
        let registers = texts.iter().find(|text| text.says.ends_with(" vector registers")).unwrap();
        let (named, all) = registers.says.split_once(" of ").unwrap();
        let all: usize = all.split(' ').next().unwrap().parse().unwrap();
        assert!(named.parse::<usize>().unwrap() <= all, "{registers:?}");
    }
    // Ragged, tall, wide, and of more tiles than are drawn.
    for (m, n, k) in [(37, 29, 41), (2000, 3, 8), (3, 2000, 8), (1024, 1024, 16), (5, 5, 5)] {
        match tiles(&gemm(m, n, k), &target("neoverse-v2")) {
            Ok(picture) => drop(texts(&picture)),
            Err(error) => assert!(matches!(error, TileError::NoTiles(..)), "{error}"),
        }
    }
}

#[test]
fn every_task_has_a_thread() {
    let four = NonZero::new(4).unwrap();
    let plan = planned(MATRICES, four);
    let count = plan.phases().iter().map(Phase::tasks).sum::<usize>();
    let picture = tasks(&plan, four);
    texts(&picture);
    assert!(
        picture.matches("<title>task ").count() == count || picture.contains("thread 3: tasks "),
        "{picture}"
    );
    for threads in [1, 3, 64, 1000] {
        let threads = NonZero::new(threads).unwrap();
        texts(&tasks(&planned(MATRICES, threads), threads));
    }
}

/// A loop of no iterations within many that are shared; and more threads than tasks.
#[test]
fn a_thread_without_tasks_has_none() {
    let drawn = |n: usize| {
        let nest = format!("nest f32 identity\nc shared 40 1 0 1\nc seq {n} 40 0 40");
        let plan = Plan::of(nest.parse::<Sequence>().unwrap()).unwrap();
        tasks(&plan, NonZero::new(64).unwrap())
    };
    assert!(says(&texts(&drawn(0)), "thread 0: no tasks"));
    let texts = texts(&drawn(2));
    assert!(says(&texts, "thread 0: tasks 0 to 0 (1)") && says(&texts, "thread 1: tasks 1 to 1 (1)"));
    assert!(says(&texts, "thread 2: no tasks"), "{texts:?}");
}

#[test]
fn pictures_of_the_documentation_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/pictures");
    let mut names = Vec::new();
    for (name, picture) in samples() {
        texts(&picture);
        let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(kept == picture, "{name}: `cargo xtask pictures` draws it anew");
        names.push(name.to_owned());
    }
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    names.sort();
    assert_eq!(found, names);
}

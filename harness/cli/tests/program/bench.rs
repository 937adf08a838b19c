//! `tensmith bench`: predictions for any core, times where the processor is real, and the forms of both.

use crate::schema;
use crate::support::{Outcome, tensmith, tensmith_on};
use serde_json::Value;
use std::path::Path;

/// Two points, predicted.
const PREDICTED: [&str; 7] =
    ["bench", "gemm f32 64x64x5", "--sweep", "m=8,16", "--predict", "--target", "neoverse-v2"];

/// Two points, timed as briefly as it goes.
const TIMED: [&str; 8] =
    ["bench", "gemm f32 64x64x64", "--sweep", "mnk=5,6", "--rounds", "2", "--seconds", "0.1"];

fn parsed(outcome: Outcome) -> Value {
    let report = serde_json::from_str(&outcome.text()).unwrap();
    schema::validate("bench", &report);
    report
}

#[test]
fn predictions_are_those_of_the_registry() {
    let report = parsed(tensmith(&[&PREDICTED[..], &["--json", "-"]].concat()));
    assert!(report["machine"].is_null() && report["target"] == "neoverse-v2");
    let rows = report["rows"].as_array().unwrap();
    for (row, m) in rows.iter().zip([8, 16]) {
        assert_eq!((row["point"]["m"].as_u64(), row["results"].as_array().map(Vec::len)), (Some(m), Some(0)));
        assert_eq!(row["operations"].as_f64(), Some(2.0 * m as f64 * 64.0 * 5.0));
        let kernel = format!("gemm f32 {m}x64x5");
        let emitted = tensmith(&["emit", &kernel, "--target", "neoverse-v2", "--format", "json"]);
        let emitted: Value = serde_json::from_str(&emitted.text()).unwrap();
        assert_eq!(row["predicted_cycles"], emitted["predicted_cycles"]);
    }
    assert_eq!(rows.len(), 2);
}

#[test]
fn expressions_and_nests_are_predicted() {
    let einsum =
        ["bench", "einsum", "mk,kn->mn", "--extents", "n=32,k=16", "--sweep", "m=4..12:4", "--predict"];
    let report = parsed(tensmith(&[&einsum[..], &["--json", "-"]].concat()));
    let extents: Vec<_> =
        report["rows"].as_array().unwrap().iter().map(|row| row["point"]["m"].as_u64().unwrap()).collect();
    assert_eq!(extents, [4, 8, 12]);
    assert_eq!(report["rows"][2]["bytes"].as_f64(), Some(4.0 * (12.0 * 16.0 + 16.0 * 32.0 + 12.0 * 32.0)));
    let narrow = parsed(tensmith(&[&einsum[..], &["--dtype", "bf16", "--json", "-"]].concat()));
    assert_eq!(narrow["rows"][2]["bytes"].as_f64(), Some(2.0 * (12.0 * 16.0 + 16.0 * 32.0 + 12.0 * 32.0)));
    // All of it is in the second-level cache: what comes from memory does not count.
    let small = tensmith(&[
        "bench",
        "einsum",
        "mk,kn->mn",
        "--extents",
        "m=256,n=48,k=56",
        "--predict",
        "--target",
        "zen5",
        "--json",
        "-",
    ]);
    assert!(parsed(small)["rows"][0]["predicted_share"].as_f64().unwrap() > 0.8);
    let nest = b"nest f64 contraction first=zero\n m undefined 8 1 0 1\n n undefined 9 0 10 8\n k undefined 10 8 1 0";
    let nest = tensmith_on(&["bench", "nest", "-", "--predict", "--json", "-"], nest, Path::new("."));
    assert_eq!(parsed(nest)["rows"][0]["operations"].as_f64(), Some(2.0 * 720.0));
}

/// Where the processor is emulated, times say nothing.
#[test]
fn times_are_taken_of_real_processors_alone() {
    let outcome = tensmith(&TIMED);
    // What starts programs for tests is an emulator.
    if std::env::var("TENSMITH_RUNNER").is_ok_and(|runner| !runner.is_empty()) {
        let error = outcome.failure(3);
        assert!(error.contains("emulator") && error.contains("`--predict`"), "{error}");
        return;
    }
    let text = outcome.text();
    assert!(text.contains(" GFLOPS ") && text.contains("pinned to processor"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("f32_")).count(), 2, "{text}");
    let report = parsed(tensmith(&[&TIMED[..], &["--json", "-"]].concat()));
    assert_eq!(report["machine"]["copies"].as_array().unwrap().len(), 3);
    for row in report["rows"].as_array().unwrap() {
        let ours = &row["results"][0];
        assert!(ours["library"] == "tensmith" && ours["nanoseconds"].as_f64().unwrap() > 0.0, "{row}");
        assert!(ours["share"].as_f64().unwrap() < 1.5, "{row}");
    }
}

#[test]
fn values_have_a_title_each() {
    let text = tensmith(&[&PREDICTED[..], &["--csv", "-"]].concat()).text();
    let columns: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [15; 3], "{text}");
    assert!(text.starts_with("m,threads,dtype,"), "{text}");
}

/// The page is well-formed XML, has its plots, and needs nothing from elsewhere.
#[test]
fn the_page_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut runs = vec![
        (PREDICTED.to_vec(), vec!["Share of the peak over m"]),
        (
            vec!["bench", "gemm f32 64x64x64", "--sweep", "m=1..5", "--sweep", "n=1..4", "--predict"],
            vec!["Share of the peak over m and n"],
        ),
    ];
    if tensmith(&TIMED).status == 0 {
        let plots = vec!["Share of the peak over mnk", "Roofline", "Predicted and measured"];
        runs.push((TIMED.to_vec(), plots));
        let einsum = [
            "bench",
            "einsum",
            "mk,kn->mn",
            "--extents",
            "m=64,n=64,k=64",
            "--threads",
            "1,2",
            "--rounds",
            "2",
        ];
        runs.push((einsum.to_vec(), vec!["Scaling over threads", "Roofline"]));
    }
    for (words, plots) in runs {
        let outcome = tensmith_on(&[&words[..], &["--html", "page.html"]].concat(), b"", folder.path());
        if outcome.status == 3 {
            // There is one processor.
            continue;
        }
        assert!(outcome.text().contains(", code for "), "the table is on the standard output");
        let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
        let texts =
            |name| document.descendants().filter(move |node| node.has_tag_name(name)).map(|node| node.text());
        let titles: Vec<_> = texts("h2").flatten().collect();
        for plot in plots {
            assert!(titles.contains(&plot), "{plot} is not among {titles:?}");
        }
        let svg = ("http://www.w3.org/2000/svg", "svg");
        assert!(document.descendants().filter(|node| node.has_tag_name(svg)).count() >= titles.len());
        assert_eq!(document.descendants().filter(|node| node.has_tag_name("script")).count(), 0);
        assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("url("));
        assert!(page.contains("prefers-color-scheme: dark") && !page.contains("NaN"), "{page}");
        for picture in document.descendants().filter(|node| node.has_tag_name(svg)) {
            texts_are_apart(picture);
        }
    }
}

/// OpenBLAS's functions, as one writes them at first, of which one may be wrong.
const NAIVE: &str = "
    void openblas_set_num_threads(int threads) { (void)threads; }
    #define MULTIPLY(name, T, sign) \\
    void name(int order, int ta, int tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, \\
              T beta, T *c, int ldc) { \\
        for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) { \\
            T sum = 0; \\
            for (int l = 0; l < k; l++) sum += a[i + l * lda] * b[l + j * ldb]; \\
            c[i + j * ldc] = sign alpha * sum + (beta == 0 ? 0 : beta * c[i + j * ldc]); \\
        } \\
    }
    MULTIPLY(cblas_sgemm, float, +)
    MULTIPLY(cblas_dgemm, double, SIGN)
";

/// A library to compare with has its figure and its number on the page, and its results are looked at.
#[test]
fn a_peer_is_measured_and_checked() {
    if tensmith(&TIMED).status != 0 {
        // Times are refused here, as another test says.
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let library = |sign: &str| {
        let (source, library) = (folder.path().join("naive.c"), folder.path().join("naive.so"));
        std::fs::write(&source, NAIVE).unwrap();
        let mut compiler = std::process::Command::new("cc");
        compiler.args(["-O1", "-shared", "-fPIC", &format!("-DSIGN={sign}"), "-o"]);
        assert!(compiler.args([&library, &source]).status().unwrap().success());
        format!("openblas={}", library.display())
    };
    let peer = library("+");
    let sweeps = [
        "bench",
        "gemm f32 64x64x64",
        "--sweep",
        "m=3..5",
        "--sweep",
        "n=2,3",
        "--seconds",
        "0.1",
        "--rounds",
        "2",
    ];
    let outcome =
        tensmith_on(&[&sweeps[..], &["--peer", &peer, "--html", "page.html"]].concat(), b"", folder.path());
    assert!(outcome.text().contains("openblas"));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(
        page.contains("<h2>Other libraries</h2>") && page.contains("the time of openblas over ours"),
        "{page}"
    );
    assert_eq!(page.matches("<title>openblas, ").count(), 6, "a mark for each point");
    let peer = library("-");
    let outcome = tensmith(&["bench", "gemm f64 64x64x64", "--rounds", "2", "--peer", &peer]);
    assert_eq!(outcome.status, 1, "wrong results of a peer are no times");
}

/// Numbers on axes that are uneven, and names of all kinds, have room.
#[test]
fn texts_of_plots_are_apart() {
    for sweep in ["m=5,7,9,100", "m=1..200", "m=8..4096*2", "k=1,1000", "mnk=3..60:19"] {
        let folder = tempfile::tempdir().unwrap();
        let words = ["bench", "gemm f32 64x64x64", "--sweep", sweep, "--predict", "--html", "page.html"];
        let outcome = tensmith_on(&words, b"", folder.path());
        assert!(outcome.text().contains("predicted"));
        let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
        let svg = ("http://www.w3.org/2000/svg", "svg");
        let pictures = document.descendants().filter(|node| node.has_tag_name(svg));
        assert!(pictures.map(texts_are_apart).sum::<usize>() > 6, "{sweep}");
    }
}

/// Looks for level texts outside of a picture, or over each other; returns how many there are.
fn texts_are_apart(picture: roxmltree::Node<'_, '_>) -> usize {
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| node.attribute(name)?.parse::<f64>().ok();
    let right: f64 = picture.attribute("viewBox").unwrap().split(' ').nth(2).unwrap().parse().unwrap();
    let area = |node: roxmltree::Node<'_, '_>| {
        let (text, class) = (node.text().unwrap().to_owned(), node.attribute("class").unwrap());
        let (x, y) = (number(&node, "x")?, number(&node, "y")?);
        // A little more than usual fonts take at 13 units.
        let width = 7.8 * text.chars().count() as f64;
        let left = match class {
            _ if class.contains("middle") => x - width / 2.0,
            _ if class.contains("end") => x - width,
            _ => x,
        };
        Some((text, left, left + width, y))
    };
    let texts = picture.descendants().filter(|node| node.tag_name().name() == "text");
    let areas: Vec<_> = texts.filter_map(area).collect();
    for (nth, (text, left, end, y)) in areas.iter().enumerate() {
        assert!(*left >= -4.0 && *end <= right + 4.0, "{text} is from {left} to {end} of {right}");
        for (other, from, to, at) in &areas[..nth] {
            assert!(end <= from || to <= left || (y - at).abs() >= 13.0, "{text} is over {other}");
        }
    }
    areas.len()
}

#[test]
fn what_is_wrong_is_named() {
    let cases: [(&[&str], &str); 9] = [
        (&["gemm f32 64x64x64", "--predict", "--json", "-", "--csv", "-"], "`-` is given twice"),
        (&["gemm f32 64x64x64", "--sweep", "x=1..2", "--predict"], "--sweep x: must be of m, n, k"),
        (&["gemm f32 64x64x64", "--sweep", "m=0..2"], "must have a name, and extents of at least 1"),
        (&["gemm f32 0x64x64", "--predict"], "m is 0: must be from 1 to 65536"),
        (&["gemm f32 64x64x64", "--threads", "0"], "--threads"),
        (&["gemm f32 64x64x64", "--peer", "mkl"], "must be NAME=PATH"),
        (&["einsum", "mk,kn->mn", "--extents", "m=4", "--predict"], "index k has no extent"),
        (&["einsum", "mk,kn", "--predict"], "`->` and an output must be there"),
        (&["nest", "nowhere.nest", "--predict"], "nowhere.nest"),
    ];
    for (arguments, message) in cases {
        let error = tensmith(&[&["bench"], arguments].concat()).failure(2);
        assert!(error.contains(message), "{error}");
    }
}

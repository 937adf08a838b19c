//! One page with plots, which needs no other file and no script.

use super::{Findings, Row};
use crate::bench::measure::Machine;
use crate::bench::plot::bars::bars;
use crate::bench::plot::heat::{STEPS, heat};
use crate::bench::plot::lines::{Series, lines};
use crate::bench::plot::ratios::{Ratio, ratios};
use crate::bench::plot::roofline::roofline;
use crate::bench::plot::scatter::scatter;
use crate::bench::plot::{escaped, short};
use tensmith::DType;
use tensmith_measure::sample::median;

const STYLE: &str = include_str!("page.css");

/// The page: a summary, a figure for each thing that there is to see, and all numbers.
pub(in crate::bench) fn html(findings: &Findings) -> String {
    let title = escaped(&findings.title);
    let figures: Vec<String> = [
        libraries(findings),
        over_sweep(findings),
        map(findings),
        against_others(findings),
        roofs(findings),
        scaling(findings),
        predictions(findings),
    ]
    .into_iter()
    .flatten()
    .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title} · tensmith bench</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<p class=\"kind\">tensmith bench</p>\n<h1>{title}</h1>\n<p class=\"conditions\">{}</p>\n</header>\n\
         {}<section class=\"figures\">\n{}</section>\n{}</main>\n</body>\n</html>\n",
        conditions(findings),
        tiles(findings),
        figures.concat(),
        table(findings)
    )
}

fn conditions(findings: &Findings) -> String {
    let target = escaped(findings.target.core.name);
    let version = env!("CARGO_PKG_VERSION");
    match &findings.machine {
        Some(Machine { vectors, processor, .. }) => format!(
            "Code for {target}, {vectors}, pinned to processor {processor}. Medians over rounds in which everyone takes \
             turns; the peak is that of the machine in the same round. tensmith {version}."
        ),
        None => format!(
            "Predicted for {target}, with operands in the nearest cache that holds them. tensmith {version}."
        ),
    }
}

/// The few numbers that one looks for first, of the least number of threads.
fn tiles(findings: &Findings) -> String {
    let tile = |value: f64, unit: &str, what: &str| {
        let value = short(value);
        format!("<div class=\"tile\"><p class=\"value\">{value}<span> {unit}</span></p><p>{what}</p></div>\n")
    };
    let threads = least_threads(findings);
    let rows: Vec<&Row> = findings.with_threads(threads).collect();
    let how = if findings.machine.is_some() { "of the measured peak" } else { "of the peak, predicted" };
    let mut all = String::new();
    if rows.len() > 1 {
        let shares: Vec<f64> = rows.iter().map(|row| 100.0 * row.share()).collect();
        all += &tile(median(&shares), "%", &format!("{how}, the median of {} points", rows.len()));
    }
    if let Some(best) = rows.iter().max_by(|one, other| one.share().total_cmp(&other.share())) {
        let there = escaped(&best.name);
        let of = if rows.len() > 1 { format!("{how}, the most: {there}") } else { how.to_owned() };
        all += &tile(100.0 * best.share(), "%", &of);
        let at = if rows.len() > 1 { format!("for {there}") } else { "of this library".to_owned() };
        all += &match best.ours() {
            Some(ours) => tile(ours.gflops, "GFLOPS", &at),
            None => tile(best.prediction.cycles, "cycles", &at),
        };
    }
    if let Some(machine) = &findings.machine {
        let peak = machine.peaks[usize::from(dtype(findings) == DType::F64)];
        all += &tile(peak, "GFLOPS", "the peak of one thread");
    }
    for name in findings.libraries().into_iter().skip(1) {
        let ratios: Vec<f64> = rows.iter().filter_map(|row| row.of(name)?.ratio).collect();
        let of = if ratios.len() > 1 { ", the geometric mean" } else { "" };
        all += &tile(geometric_mean(&ratios), "×", &format!("the time of {name} over ours{of}"));
    }
    format!("<section class=\"tiles\">\n{all}</section>\n")
}

fn geometric_mean(values: &[f64]) -> f64 {
    let logarithms: f64 = values.iter().map(|value| value.ln()).sum();
    (logarithms / values.len().max(1) as f64).exp()
}

fn dtype(findings: &Findings) -> DType {
    findings.rows.first().map_or(DType::F32, |row| row.dtype.part())
}

/// A figure: title, explanation, legend and picture.
fn figure(title: &str, text: &str, legend: &[(String, String)], picture: &str) -> String {
    let entry = |(name, class): &(String, String)| {
        format!(
            "<li><svg viewBox=\"0 0 18 10\" aria-hidden=\"true\"><line class=\"line {class}\" x1=\"1\" x2=\"17\" y1=\"5\" y2=\"5\"/></svg>{}</li>",
            escaped(name)
        )
    };
    let legend = match legend {
        [] => String::new(),
        _ => format!("<ul class=\"legend\">{}</ul>\n", legend.iter().map(entry).collect::<String>()),
    };
    format!("<figure>\n<figcaption><h2>{title}</h2><p>{text}</p></figcaption>\n{legend}{picture}</figure>\n")
}

/// The number of threads that figures about one are of: the least.
fn least_threads(findings: &Findings) -> usize {
    findings.threads().first().copied().unwrap_or(1)
}

/// The only point, by library.
fn libraries(findings: &Findings) -> Option<String> {
    let names = findings.libraries();
    let [row] = findings.with_threads(least_threads(findings)).collect::<Vec<_>>()[..] else { return None };
    if names.len() < 2 {
        return None;
    }
    let bar = |(nth, name): (usize, &&'static str)| {
        Some(((*name).to_owned(), format!("s{nth}"), row.of(name)?.gflops))
    };
    let values: Vec<_> = names.iter().enumerate().filter_map(bar).collect();
    Some(figure(
        "Libraries",
        "Floating-point operations of each, sampled alternately.",
        &[],
        &bars("GFLOPS", &values),
    ))
}

/// Lines of shares over the only sweep.
fn over_sweep(findings: &Findings) -> Option<String> {
    let [sweep] = &findings.sweeps[..] else { return None };
    let threads = least_threads(findings);
    let x = |row: &Row| row.point.extent(sweep).unwrap_or(0) as f64;
    let mut series: Vec<Series> = Vec::new();
    for (nth, name) in findings.libraries().into_iter().enumerate() {
        let rows = findings.with_threads(threads);
        let points = rows.filter_map(|row| Some((x(row), 100.0 * row.of(name)?.share))).collect();
        series.push(Series { name: name.to_owned(), class: format!("s{nth}"), points });
    }
    let predicted = findings.with_threads(threads).map(|row| (x(row), 100.0 * row.prediction.share));
    let class = if series.is_empty() { "s0" } else { "predicted" };
    series.push(Series {
        name: "predicted".to_owned(),
        class: class.to_owned(),
        points: predicted.collect(),
    });
    let legend = if series.len() > 1 { legend(&series) } else { vec![] };
    let picture = lines((sweep, "share of the peak, %"), &series);
    let title = format!("Share of the peak over {}", escaped(sweep));
    let text = match findings.machine {
        Some(_) => "Of what the multiply-adds of this machine reached in the same round.",
        None => "Of the multiply-adds of the core, as predicted.",
    };
    Some(figure(&title, text, &legend, &picture))
}

/// A map over two sweeps.
fn map(findings: &Findings) -> Option<String> {
    let [x, y] = &findings.sweeps[..] else { return None };
    let cell = |row: &Row| Some((row.point.extent(x)?, row.point.extent(y)?, row.share()));
    let cells: Vec<_> = findings.with_threads(least_threads(findings)).filter_map(cell).collect();
    let steps: String = (0..STEPS).map(|step| format!("<i class=\"h{step}\"></i>")).collect();
    let how = if findings.machine.is_some() { "measured" } else { "predicted" };
    let picture = format!(
        "<div class=\"ramp\"><span>0 %</span>{steps}<span>100 %</span></div>\n{}",
        heat((x, y), &cells)
    );
    let title = format!("Share of the peak over {} and {}", escaped(x), escaped(y));
    Some(figure(
        &title,
        &format!("As {how}; brighter or darker is nearer to the peak, by the ramp."),
        &[],
        &picture,
    ))
}

/// The times of other libraries over ours, of all points of two sweeps.
fn against_others(findings: &Findings) -> Option<String> {
    let names = findings.libraries();
    if findings.sweeps.len() < 2 || names.len() < 2 {
        return None;
    }
    let threads = least_threads(findings);
    let others = || names.iter().enumerate().skip(1);
    let point = |nth: usize, name: &str, row: &Row| {
        Some(Ratio {
            name: format!("{name}, {}", row.name),
            class: format!("s{nth}"),
            operations: row.prediction.operations,
            ratio: row.of(name)?.ratio?,
        })
    };
    let of_library = |(nth, name): (usize, &&'static str)| {
        findings.with_threads(threads).filter_map(|row| point(nth, name, row)).collect::<Vec<_>>()
    };
    let points: Vec<Ratio> = others().flat_map(of_library).collect();
    let legend: Vec<_> = others().map(|(nth, name)| ((*name).to_owned(), format!("s{nth}"))).collect();
    let text = "Above the line we are faster. Each ratio is the median over rounds.";
    Some(figure("Other libraries", text, &legend, &ratios(&points)))
}

/// The roofline of one thread.
fn roofs(findings: &Findings) -> Option<String> {
    let machine = findings.machine.as_ref()?;
    let peak = machine.peaks[usize::from(dtype(findings) == DType::F64)];
    let roofs: Vec<_> = machine.levels.iter().map(|level| (level.name.to_owned(), level.rate)).collect();
    let point = |row: &Row| Some((row.name.clone(), row.intensity(), row.ours()?.gflops));
    let points: Vec<_> = findings.with_threads(1).filter_map(point).filter(|point| point.1 > 0.0).collect();
    if points.is_empty() {
        return None;
    }
    let text =
        "What the peak and copies in each level of memory allow one thread, if every operand is moved once.";
    Some(figure("Roofline", text, &[], &roofline(peak, &roofs, &points)))
}

/// The most lines of a figure.
const MOST_LINES: usize = 7;

/// Speed-up over threads: of each point where there are few, else the median over points.
fn scaling(findings: &Findings) -> Option<String> {
    let threads = findings.threads();
    let first = *threads.first()?;
    if threads.len() < 2 || findings.machine.is_none() {
        return None;
    }
    let alone: Vec<&Row> = findings.with_threads(first).collect();
    let speedup = |base: &Row, threads: usize| {
        let row = findings.with_threads(threads).find(|row| row.point == base.point)?;
        Some(base.ours()?.nanoseconds / row.ours()?.nanoseconds)
    };
    let over_threads = |of: &dyn Fn(usize) -> Option<f64>| -> Vec<(f64, f64)> {
        threads.iter().filter_map(|threads| Some((*threads as f64, of(*threads)?))).collect()
    };
    let mut series: Vec<Series> = if alone.len() <= MOST_LINES {
        let line = |(nth, base): (usize, &&Row)| Series {
            name: base.name.clone(),
            class: format!("s{nth}"),
            points: over_threads(&|threads| speedup(base, threads)),
        };
        alone.iter().enumerate().map(line).collect()
    } else {
        let middle = |threads: usize| {
            let all: Vec<f64> = alone.iter().filter_map(|base| speedup(base, threads)).collect();
            (!all.is_empty()).then(|| median(&all))
        };
        let name = format!("median of {} points", alone.len());
        vec![Series { name, class: "s0".to_owned(), points: over_threads(&middle) }]
    };
    let ideal = over_threads(&|threads| Some(threads as f64 / first as f64));
    series.push(Series { name: "in proportion".to_owned(), class: "predicted".to_owned(), points: ideal });
    let text = format!("Time on {first} over time on more.");
    Some(figure("Scaling over threads", &text, &legend(&series), &lines(("threads", "speed-up"), &series)))
}

/// The names of lines with their classes.
fn legend(series: &[Series]) -> Vec<(String, String)> {
    series.iter().map(|line| (line.name.clone(), line.class.clone())).collect()
}

/// Predicted against measured.
fn predictions(findings: &Findings) -> Option<String> {
    let point = |row: &Row| Some((row.name.clone(), 100.0 * row.prediction.share, 100.0 * row.ours()?.share));
    let points: Vec<_> = findings.with_threads(1).filter_map(point).collect();
    if points.is_empty() {
        return None;
    }
    let text = "Below the line it is slower than its cost model says. One thread.";
    let legend = [("as predicted".to_owned(), "roof".to_owned())];
    Some(figure("Predicted and measured", text, &legend, &scatter(&points)))
}

/// All numbers.
fn table(findings: &Findings) -> String {
    let libraries = findings.libraries();
    let peers: String =
        libraries.iter().skip(1).map(|name| format!("<th>{name}, time over ours</th>")).collect();
    let timed = findings.machine.is_some();
    let titles = if timed {
        "<th>ns</th><th>GFLOPS</th><th>GB/s</th><th>of the peak, %</th><th>spread, %</th>"
    } else {
        ""
    };
    let row = |row: &Row| {
        let mut cells = format!(
            "<th scope=\"row\">{}</th><td>{}</td><td>{:.0}</td><td>{:.1}</td>",
            escaped(&row.name),
            row.threads,
            row.prediction.cycles,
            100.0 * row.prediction.share
        );
        if let Some(ours) = row.ours() {
            let (rate, share, spread) = (row.gigabytes(ours), 100.0 * ours.share, 100.0 * ours.spread);
            cells += &format!("<td>{:.1}</td><td>{:.2}</td>", ours.nanoseconds, ours.gflops);
            cells += &format!("<td>{rate:.2}</td><td>{share:.1}</td><td>{spread:.1}</td>");
        }
        for name in libraries.iter().skip(1) {
            let ratio = row.of(name).and_then(|speed| speed.ratio);
            cells += &format!("<td>{}</td>", ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}")));
        }
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = findings.rows.iter().map(row).collect();
    format!(
        "<details>\n<summary>All numbers</summary>\n<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">point</th>\
         <th>threads</th><th>predicted cycles</th><th>predicted, % of the peak</th>{titles}{peers}</tr></thead>\n<tbody>\n{rows}\
         </tbody>\n</table></div>\n</details>\n"
    )
}

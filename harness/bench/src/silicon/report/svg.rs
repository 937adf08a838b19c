//! A picture: a panel for each set and element type, in which a line for each library goes over the shapes.
//!
//! Tests: below.

use std::fmt::Write;
use tensmith::DType;
use tensmith_measure::compare::Cell;
use tensmith_measure::library::Role;

const WIDTH: f64 = 1080.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 34.0;
const PLOT: f64 = 220.0;
/// Room for the names of shapes.
const BELOW: f64 = 84.0;
const PANEL: f64 = TOP + PLOT + BELOW;
const HEAD: f64 = 46.0;

/// Colours that readers with any colour vision tell apart (Okabe and Ito); ours is the first.
const COLOURS: [&str; 9] =
    ["#d55e00", "#e69f00", "#0072b2", "#56b4e9", "#009e73", "#cc79a7", "#7f7f7f", "#b8a100", "#000000"];

/// The shares of the peak in some sets.
pub(crate) fn svg(title: &str, sets: &[(String, Vec<Cell>)]) -> String {
    let panels: Vec<(String, Vec<&Cell>)> = sets
        .iter()
        .flat_map(|(set, cells)| {
            [DType::F32, DType::F64].map(|dtype| {
                let members: Vec<_> = cells.iter().filter(|cell| cell.subject.dtype == dtype).collect();
                (format!("{set}, {dtype}"), members)
            })
        })
        .filter(|(_, cells)| !cells.is_empty())
        .collect();
    let height = HEAD + PANEL * panels.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"18\" font-weight=\"bold\">{}</text>\n",
        escaped(title)
    );
    for (nth, (name, cells)) in panels.iter().enumerate() {
        let _ = writeln!(out, "<g transform=\"translate(0 {})\">", HEAD + PANEL * nth as f64);
        out += &panel(name, cells);
        out += "</g>\n";
    }
    out + "</svg>\n"
}

fn panel(name: &str, cells: &[&Cell]) -> String {
    let mut out = format!(
        "<text x=\"{LEFT}\" y=\"{}\" font-size=\"14\" font-weight=\"bold\">{}</text>\n",
        TOP - 10.0,
        escaped(name)
    );
    out += &grid();
    for (nth, cell) in cells.iter().enumerate() {
        let (x, y) = (across(nth, cells.len()), TOP + PLOT + 14.0);
        let label = cell.subject.name.split_once('_').map_or(&*cell.subject.name, |(_, extents)| extents);
        let _ = writeln!(
            out,
            "<text transform=\"translate({x:.1} {y}) rotate(-40)\" text-anchor=\"end\" font-size=\"10\" \
             fill=\"#333\">{label}</text>"
        );
    }
    let names = cells.first().map_or(&[][..], |cell| &cell.figures);
    let mut drawn = 0;
    // Ours comes last, on top of the others.
    for (library, figure) in names.iter().enumerate().rev() {
        let points: Vec<_> = cells
            .iter()
            .enumerate()
            .filter_map(|(nth, cell)| {
                let speed = cell.figures.get(library)?.speed.as_ref().ok()?;
                Some((across(nth, cells.len()), up(speed.share)))
            })
            .collect();
        if !points.is_empty() {
            out += &line(
                figure.name,
                colour(names.iter().map(|figure| figure.role), library),
                &points,
                figure.role,
            );
            drawn += 1;
        }
    }
    out + &legend(cells, drawn)
}

/// The colour of a library: the first one is ours, whether it takes part or not.
fn colour(mut roles: impl Iterator<Item = Role>, library: usize) -> &'static str {
    let shift = usize::from(!roles.any(|role| role == Role::Ours)) * 2;
    COLOURS[(library + shift) % COLOURS.len()]
}

fn across(nth: usize, count: usize) -> f64 {
    LEFT + (WIDTH - LEFT - RIGHT) * (nth as f64 + 0.5) / count as f64
}

fn up(share: f64) -> f64 {
    TOP + PLOT * (1.0 - share.clamp(0.0, 1.05))
}

fn grid() -> String {
    let mut out = String::new();
    for per_cent in (0..=100).step_by(20) {
        let (y, end) = (up(f64::from(per_cent) / 100.0), WIDTH - RIGHT);
        let shade = if per_cent == 0 { "#888" } else { "#ddd" };
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{end}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{shade}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#333\">{per_cent} %</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    out
}

fn line(name: &str, colour: &str, points: &[(f64, f64)], role: Role) -> String {
    let (width, radius, dash) = match role {
        Role::Ours => (2.6, 3.4, ""),
        Role::OursToo => (1.2, 1.8, " stroke-dasharray=\"3 3\""),
        Role::Peer => (1.4, 2.4, ""),
    };
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let mut out = format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}>\
         <title>{name}</title></polyline>\n",
        path.join(" ")
    );
    for (x, y) in points {
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\"/>");
    }
    out
}

/// The names of the libraries that were drawn, in their order.
fn legend(cells: &[&Cell], drawn: usize) -> String {
    let names = cells.first().map_or(&[][..], |cell| &cell.figures);
    let is_drawn =
        |library: usize| cells.iter().any(|cell| cell.figures.get(library).is_some_and(|f| f.speed.is_ok()));
    let mut out = String::new();
    let mut y = TOP + 6.0;
    for (library, figure) in names.iter().enumerate().filter(|(library, _)| drawn > 0 && is_drawn(*library)) {
        let colour = colour(names.iter().map(|figure| figure.role), library);
        let (x, weight) = (WIDTH - RIGHT + 14.0, if figure.role == Role::Ours { "bold" } else { "normal" });
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"3\"/>\
             <text x=\"{}\" y=\"{}\" font-weight=\"{weight}\">{}</text>",
            x + 18.0,
            x + 24.0,
            y + 4.0,
            figure.name
        );
        y += 18.0;
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::cell;
    use super::*;

    #[test]
    fn every_library_that_was_measured_has_a_line() {
        let cells =
            vec![cell("f32_2x2x2", 0.5, 2.0), cell("f32_3x3x3", 0.75, 2.0), cell("f64_3x3x3", 0.75, 2.0)];
        let svg = svg("a < b", &[("cubes".to_owned(), cells)]);
        assert!(svg.contains("a &lt; b") && svg.contains("cubes, f32") && svg.contains("cubes, f64"));
        let lines = svg.matches("<polyline").count();
        assert_eq!((lines, svg.matches("<title>mkl-jit").count()), (4, 0));
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    }

    #[test]
    fn more_is_higher() {
        assert!(up(0.9) < up(0.1));
        assert_eq!(up(0.0), TOP + PLOT);
    }
}

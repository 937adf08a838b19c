//! The table of facts, as text.
//!
//! Tests: below.

use super::figures::{Figure, Figures};
use super::micro::Unit;
use super::row::says;
use tensmith_core::isa::model::Core;

/// What the columns are.
pub(super) const LEGEND: &str = "\
measured     the middle of all rounds, for vectors of that kind; cycles are those of additions that wait for each other
spread       the distance of the quartiles, as a part of the middle
best         the round of which nine tenths are worse: what the core does where nobody shares it, by which its row is made
in the row   what the table of cores says; loads, stores and multiply-adds are of the vectors that kernels use
";

/// A line for each figure.
pub(super) fn table(figures: &Figures, row: &Core) -> String {
    let title = format!(
        "{:<48}{:<9}{:>10}{:>10}  {:<10}{:>7}  {:>10}\n",
        "fact", "vectors", "measured", "best", "", "spread", "in the row"
    );
    figures.0.iter().fold(title, |text, figure| text + &line(figure, row))
}

fn line(figure: &Figure, row: &Core) -> String {
    let Figure { fact, width, .. } = figure;
    let unit = fact.unit();
    let vectors = width.map_or("", |width| width.name());
    let in_row = says(row, *fact, *width).map_or_else(String::new, |value| shortest(value, unit));
    let spread = format!("{:.1} %", 100.0 * figure.spread());
    let line = format!(
        "{:<48}{vectors:<9}{:>10}{:>10}  {:<10}{spread:>7}  {in_row:>10}",
        fact.name(),
        number(figure.middle(), unit),
        number(figure.best, unit),
        unit.name()
    );
    line.trim_end().to_owned() + "\n"
}

fn number(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Bytes => format!("{value:.0}"),
        Unit::BytesPerCycle | Unit::Cycles => format!("{value:.1}"),
        Unit::PerCycle | Unit::Moves | Unit::Share => format!("{value:.2}"),
    }
}

/// What a row has: most are whole numbers.
fn shortest(value: f64, unit: Unit) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { number(value, unit) }
}

#[cfg(test)]
mod tests {
    use super::super::micro::{Fact, Width};
    use super::*;
    use tensmith_core::isa::x86_64::cores::V4;

    #[test]
    fn lines_have_what_the_row_says() {
        let figure = |fact, width, value| Figure::sampled(fact, Some(width), vec![value; 2]);
        let figures = Figures(vec![
            figure(Fact::MultiplyAdds, Width::Ymm, 2.0),
            figure(Fact::MultiplyAdds, Width::Zmm, 1.0),
            figure(Fact::Broadcasts, Width::Zmm, 1.5),
        ]);
        let table = table(&figures, &V4);
        let lines: Vec<Vec<_>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["multiply-adds", "ymm", "2.00", "2.00", "a", "cycle", "0.0", "%"]);
        assert_eq!(lines[2], ["multiply-adds", "zmm", "1.00", "1.00", "a", "cycle", "0.0", "%", "2"]);
        assert_eq!(lines[3], ["broadcast", "loads", "zmm", "1.50", "1.50", "a", "cycle", "0.0", "%"]);
    }
}

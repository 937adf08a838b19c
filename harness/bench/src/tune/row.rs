//! The row of a core: what figures say of it, and its text as `core/src/isa/x86_64/cores.rs` has it.
//!
//! Tests: below.

use super::figures::Figures;
use super::micro::{Fact, Level, Width};
use std::fmt::Write;
use tensmith_core::isa::model::{Caches, Core, CoreModel, IssueOrder, StoreCost};
use tensmith_core::isa::x86_64::cores::{V3, V4};
use tensmith_core::isa::x86_64::feature::Features;

/// Vectors of which [`StoreCost`] speaks.
const STORED: f64 = 4.0;

/// The row that figures make of a core: what they do not say stays.
pub(super) fn of(core: &Core, figures: &Figures) -> Core {
    let width = Some(Width::whole(core));
    let rate = |fact, width, known| figures.best(fact, width).map_or(known, whole);
    let known = core.model;
    let stored = figures.best(Fact::Stores, width);
    let loaded = figures.best(Fact::Loads, width);
    let move_slots =
        loaded.zip(stored).map(|(loaded, stored)| whole(STORED * loaded.round().max(1.0) / stored));
    let model = CoreModel {
        multiply_adds: rate(Fact::MultiplyAdds, width, known.multiply_adds),
        vectors: rate(Fact::Vectors, width, known.vectors),
        accumulate_latency: rate(Fact::Latency, width, known.accumulate_latency),
        moves: rate(Fact::Loads, width, known.moves),
        line_crossing: figures.best(Fact::Crossing, width).map_or(known.line_crossing, more),
        width: rate(Fact::Instructions, Some(Width::Ymm), known.width),
        stores: StoreCost { move_slots: move_slots.unwrap_or(known.stores.move_slots), ..known.stores },
        ..known
    };
    let fill = |level, known| figures.best(Fact::Fill(level), width).map_or(known, power_of_two);
    let size = |level, known| figures.best(Fact::Size(level), None).map_or(known, |bytes| bytes as usize);
    let known = core.caches;
    let caches = Caches {
        l1d: size(Level::L1, known.l1d),
        l2: size(Level::L2, known.l2),
        l1_fill: fill(Level::L1, known.l1_fill),
        l2_fill: fill(Level::L2, known.l2_fill),
        ..known
    };
    Core { model, caches, ..*core }
}

/// A rate as the model has it.
fn whole(rate: f64) -> u32 {
    rate.round().max(1.0) as u32
}

/// Moves that a crossing counts for more: where it takes half of one, it is one, as it does
/// not come for nothing.
fn more(moves: f64) -> u32 {
    (moves - 0.2).ceil().max(0.0) as u32
}

/// The power of two that is no more. A tenth may be missing: that is what the beginning of a stream takes,
/// and lines that share a set.
fn power_of_two(bytes: f64) -> usize {
    1 << (bytes / 0.9).max(1.0).log2().floor() as u32
}

/// What the row of a core says of a fact, if it says something of it.
pub(super) fn says(core: &Core, fact: Fact, width: Option<Width>) -> Option<f64> {
    let model = &core.model;
    let by_width = match fact {
        Fact::MultiplyAdds => f64::from(model.multiply_adds),
        Fact::Latency => model.accumulate_latency.into(),
        Fact::Vectors => model.vectors.into(),
        Fact::Loads => model.moves.into(),
        Fact::Stores => STORED * f64::from(model.moves) / f64::from(model.stores.move_slots),
        Fact::Crossing => model.line_crossing.into(),
        Fact::Instructions => return Some(model.width.into()),
        Fact::Fill(Level::L1) => core.caches.l1_fill as f64,
        Fact::Fill(Level::L2) => core.caches.l2_fill as f64,
        Fact::Size(Level::L1) => return Some(core.caches.l1d as f64),
        Fact::Size(Level::L2) => return Some(core.caches.l2 as f64),
        _ => return None,
    };
    (width == Some(Width::whole(core))).then_some(by_width)
}

/// The row as text, which names every field. `from` is the row that was found, and says
/// what was not measured.
pub(super) fn text(core: &Core, from: &Core) -> String {
    let Core { name, features, vector_bytes, model, caches } = core;
    let vector = if *vector_bytes == Width::Zmm.bytes() { "ZMM" } else { "YMM" };
    let features = features_text(Features::from_erased(*features));
    let mut text =
        format!("Core {{\n    name: {name:?},\n    features: {features},\n    vector_bytes: {vector},\n");
    text += &model_text(model, from.name);
    text += &caches_text(caches, from.name);
    text + "},\n"
}

fn model_text(model: &CoreModel, from: &str) -> String {
    let CoreModel {
        multiply_adds,
        vectors,
        accumulate_latency,
        moves,
        line_crossing,
        width,
        order,
        stores: StoreCost { slots, move_slots, vector_slots },
        zeroing,
        forms,
        alignment,
    } = model;
    let order = match order {
        IssueOrder::OutOfOrder { lookahead } => format!("looking_ahead({lookahead})"),
        other @ IssueOrder::InOrder { .. } => format!("IssueOrder::{other:?}"),
    };
    let forms = if *forms == tensmith_core::isa::model::AccessForms::SINGLE {
        "AccessForms::SINGLE".to_owned()
    } else {
        format!("{forms:?}")
    };
    format!(
        "    model: CoreModel {{
        multiply_adds: {multiply_adds},
        vectors: {vectors},
        accumulate_latency: {accumulate_latency},
        moves: {moves},
        line_crossing: {line_crossing},
        width: {width},
        stores: StoreCost {{ slots: {slots}, move_slots: {move_slots}, vector_slots: {vector_slots} }},
        // Not measured: those of {from}, as are slots and vector_slots.
        order: {order},
        zeroing: Zeroing::{zeroing:?},
        forms: {forms},
        alignment: Alignment::{alignment:?},
    }},\n"
    )
}

fn caches_text(caches: &Caches, from: &str) -> String {
    let Caches { l1d, l2, l1_fill, l1_piece, l2_fill } = *caches;
    let (l1d, l2) = (size_text(l1d), size_text(l2));
    format!(
        "    // l1_piece is not measured: that of {from}.
    caches: Caches {{ l1d: {l1d}, l2: {l2}, l1_fill: {l1_fill}, l1_piece: {l1_piece}, l2_fill: {l2_fill} }},\n"
    )
}

/// A size of a cache as a product: `MIB + 256 * KIB`.
fn size_text(bytes: usize) -> String {
    let factor = |count: usize, unit: &str| match count {
        1 => unit.to_owned(),
        _ => format!("{count} * {unit}"),
    };
    let (mebibytes, kibibytes) = (bytes >> 20, bytes >> 10 & 1023);
    match (mebibytes, kibibytes) {
        (0, kibibytes) => factor(kibibytes, "KIB"),
        (mebibytes, 0) => factor(mebibytes, "MIB"),
        (mebibytes, kibibytes) => format!("{} + {}", factor(mebibytes, "MIB"), factor(kibibytes, "KIB")),
    }
}

/// Features as the level that all of them have, and others.
fn features_text(features: Features) -> String {
    let levels =
        [("LEVEL_4", V4), ("LEVEL_3", V3)].map(|(name, core)| (name, Features::from_erased(core.features)));
    let level = levels.into_iter().find(|(_, level)| features.contains_all(*level));
    let (name, level) = level.unwrap_or(("Features::of(&[])", Features::default()));
    let mut others = String::new();
    for feature in features.iter().filter(|feature| !level.contains(*feature)) {
        let comma = if others.is_empty() { "" } else { ", " };
        let _ = write!(others, "{comma}{feature:?}");
    }
    let others = if others.is_empty() { others } else { format!(".and(&[{others}])") };
    format!("{name}{others}.erased()")
}

#[cfg(test)]
mod tests {
    use super::super::figures::Figure;
    use super::*;
    use tensmith_core::isa::x86_64::cores::CORES;

    fn core(name: &str) -> &'static Core {
        CORES.iter().find(|core| core.name == name).expect("it is there")
    }

    fn figures(all: &[(Fact, Width, f64)]) -> Figures {
        let figure =
            |(fact, width, value): &(Fact, Width, f64)| Figure::sampled(*fact, Some(*width), vec![*value; 3]);
        Figures(all.iter().map(figure).collect())
    }

    /// Measurements that say what a row says make the same row.
    #[test]
    fn a_row_follows_from_what_it_says() {
        use Fact::{Crossing, Fill, Instructions, Latency, Loads, MultiplyAdds, Stores, Vectors};
        let facts =
            [MultiplyAdds, Latency, Vectors, Loads, Stores, Crossing, Fill(Level::L1), Fill(Level::L2)];
        for core in CORES {
            let whole = Width::whole(core);
            let mut all: Vec<_> = facts
                .iter()
                .map(|fact| (*fact, whole, says(core, *fact, Some(whole)).expect("it says so")))
                .collect();
            all.push((Instructions, Width::Ymm, core.model.width.into()));
            let blank = Core { model: V3.model, caches: V3.caches, ..*core };
            let row = of(&blank, &figures(&all));
            let expected = CoreModel { order: V3.model.order, ..core.model };
            assert_eq!(row.model, expected, "{}", core.name);
            let fills = [row.caches.l1_fill, row.caches.l2_fill];
            assert_eq!(fills, [core.caches.l1_fill, core.caches.l2_fill], "{}", core.name);
        }
    }

    #[test]
    fn values_are_rounded_to_what_fields_hold() {
        let zen4 = core("zen4");
        let row = of(
            zen4,
            &figures(&[
                (Fact::MultiplyAdds, Width::Zmm, 0.99),
                (Fact::MultiplyAdds, Width::Ymm, 1.99),
                (Fact::Latency, Width::Zmm, 4.01),
                (Fact::Fill(Level::L1), Width::Zmm, 29.8),
                (Fact::Fill(Level::L2), Width::Zmm, 14.0),
                (Fact::Crossing, Width::Zmm, 0.5),
            ]),
        );
        let CoreModel { multiply_adds, accumulate_latency, line_crossing, .. } = row.model;
        assert_eq!([multiply_adds, accumulate_latency, line_crossing], [1, 4, 1]);
        assert_eq!([row.caches.l1_fill, row.caches.l2_fill], [32, 8]);
    }

    /// The names are those of the debug form, where each is followed by a colon.
    #[test]
    fn text_names_every_field() {
        for core in CORES {
            let text = text(core, core);
            let Core { model, caches, .. } = core;
            let debug = format!("{model:?} {caches:?}");
            let words = debug.split([' ', '{', '(']).filter_map(|word| word.strip_suffix(':'));
            let inner = ["loads", "stores", "lookahead"];
            for field in words.filter(|word| !inner.contains(word)).chain([
                "name",
                "features",
                "vector_bytes",
                "stores",
            ]) {
                assert!(text.contains(&format!("{field}: ")), "{field} in {text}");
            }
        }
    }

    #[test]
    fn sizes_and_features_are_written_as_in_the_table() {
        assert_eq!(
            [32 << 10, 1 << 20, (1 << 20) + (256 << 10), 3 << 20].map(size_text),
            ["32 * KIB", "MIB", "MIB + 256 * KIB", "3 * MIB"]
        );
        assert_eq!(features_text(Features::from_erased(V4.features)), "LEVEL_4.erased()");
        let alder_lake = Features::from_erased(core("alder-lake").features);
        assert_eq!(features_text(alder_lake), "LEVEL_3.and(&[AvxVnni]).erased()");
    }
}

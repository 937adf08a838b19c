//! Finds orders of the networks that `tools/orders.py` writes, one on each line of the standard input, and
//! prints how long that took, and the pairs that meet; behind a line's fields there may be the most elements
//! of the largest tensor between, and then the indices that are cut are printed, too.

use std::io::{BufRead, stdin};
use std::time::Instant;
use tensmith_core::einsum::path::{
    Auto, CostModel, Exact, Greedy, HighQuality, Limit, MultiplyAdds, Network, Predicted, RandomGreedy,
    Refined, Search, Slicer, Width,
};
use tensmith_core::{DType, Target};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [search, minimize, seed] = &arguments[..] else { panic!("SEARCH MINIMIZE SEED") };
    let seed: u64 = seed.parse().expect("a number");
    let cost: Box<dyn CostModel> = match minimize.as_str() {
        "time" => Box::new(Predicted::new(DType::F32, &Target::named("zen4").expect("a core"))),
        "flops" => Box::new(MultiplyAdds),
        "size" => Box::new(Width),
        other => panic!("{other}"),
    };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let slicer = if search == "auto-hq" { Slicer::thorough } else { Slicer::quick };
    let parts: Vec<&str> = search.split(':').collect();
    let search: Box<dyn Search> = match parts[..] {
        ["auto"] => Box::new(Auto { seed }),
        ["auto-hq"] => Box::new(HighQuality { seed }),
        ["greedy"] => Box::new(Greedy),
        ["dp"] => Box::new(Exact),
        ["random-greedy", trials] => Box::new(RandomGreedy { trials: number(trials), seed }),
        ["refined", starts, trials, leaves, temperatures, sweeps] => Box::new(Refined {
            starts: number(starts),
            trials: number(trials),
            leaves: number(leaves),
            temperatures: number(temperatures),
            sweeps: number(sweeps),
            seed,
        }),
        _ => panic!("{search}"),
    };
    for line in stdin().lock().lines() {
        let line = line.expect("text");
        let list = |text: &str| text.split(',').filter(|n| !n.is_empty()).map(number).collect::<Vec<_>>();
        let fields: Vec<&str> = line.split('|').collect();
        let operands: Vec<Vec<usize>> = fields[1].split(';').map(list).collect();
        let slices: Vec<&[usize]> = operands.iter().map(Vec::as_slice).collect();
        let network = Network::new(&slices, &list(fields[2]), &list(fields[3])).expect("a network");
        let begin = Instant::now();
        let pairs = search.pairs(&network, &*cost).expect("an order");
        let (pairs, cut) = match fields.get(4) {
            Some(most) => {
                let slicer = slicer(Limit::Largest(most.parse().expect("a number")), seed);
                let sliced = slicer.search_from(&network, &*cost, Some(&pairs)).expect("slices");
                (sliced.pairs, sliced.indices)
            }
            None => (pairs, Vec::new()),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let pairs: Vec<_> = pairs.iter().map(|[a, b]| format!("{a},{b}")).collect();
        let cut: Vec<_> = cut.iter().map(ToString::to_string).collect();
        println!("{seconds}|{}|{}", pairs.join(";"), cut.join(","));
    }
}

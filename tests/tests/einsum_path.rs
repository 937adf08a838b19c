//! Orders of contraction: that they compute the right thing, and their costs compared with the best.

use tensmith_core::einsum::path::{
    Auto, CostModel, Exact, Greedy, HighQuality, Network, NetworkError, PathError, Predicted, RandomGreedy,
    Refined, Search, Step, find,
};
use tensmith_core::einsum::tree::NodeError;
use tensmith_core::{DType, Target};
use tensmith_tests::orders::{Lists, close, cost_of, drawn, einsum, fill, run};
use tensmith_tests::random::SplitMix;

/// Multiplications, and nothing else.
struct Multiplications;

impl CostModel for Multiplications {
    fn contraction(&self, step: Step) -> f64 {
        step.points
    }
}

/// The elements that are read and written.
struct Moves;

impl CostModel for Moves {
    fn contraction(&self, step: Step) -> f64 {
        step.operands.iter().sum::<f64>() + step.output
    }
}

fn predicted() -> Predicted {
    Predicted::new(DType::F32, &Target::named("neoverse-v2").unwrap())
}

#[test]
fn paths_compute_what_the_network_says() {
    let mut random = SplitMix::seeded("paths_compute_what_the_network_says", 11);
    for _ in 0..150 {
        let count = 1 + random.below(5) as usize;
        let mut lists = Lists::draw(&mut random, count, &[1, 2, 2, 3]);
        lists.output.retain(|index| lists.operands.iter().any(|operand| operand.contains(index)));
        let tensors: Vec<_> =
            lists.operands.iter().map(|operand| fill(&mut random, operand, &lists.extents)).collect();
        let expected = einsum(&tensors.iter().collect::<Vec<_>>(), &lists.output, &lists.extents);
        let network = lists.network();
        let searches: [&dyn Search; 6] = [
            &Exact,
            &Greedy,
            &RandomGreedy { trials: 3, seed: count as u64 },
            &Refined { leaves: 3, ..Refined::quick(7) },
            &Auto::default(),
            &HighQuality::default(),
        ];
        for search in searches {
            let path = search.path(&network, &predicted()).unwrap();
            assert_eq!(run(&path, &tensors), expected, "{lists:?} {}", path.tree);
        }
    }
}

#[test]
fn exact_search_finds_the_least_cost_that_any_order_has() {
    let mut random = SplitMix::seeded("exact_search_finds_the_least_cost", 13);
    let counts = (0..60).map(|number| 2 + number % 6).chain([8]);
    for count in counts {
        let lists = drawn(&mut random, count);
        let check = |found: f64, least: f64| assert!(close(found, least), "{found} {least} {lists:?}");
        check(exact(&lists, &predicted()), lists.least(&predicted()));
        if count < 8 {
            check(exact(&lists, &Multiplications), lists.least(&Multiplications));
            check(exact(&lists, &Moves), lists.least(&Moves));
        }
    }
}

/// The cost of the best order, which is the cost of its tree.
fn exact(lists: &Lists, model: &impl CostModel) -> f64 {
    let path = Exact.path(&lists.network(), model).unwrap();
    assert!(close(path.cost, cost_of(&path, model)), "{lists:?} {}", path.tree);
    path.cost
}

#[test]
fn greedy_search_is_within_half_of_the_best_on_average() {
    let mut random = SplitMix::seeded("greedy_search_is_within_half_of_the_best", 17);
    let all: Vec<Lists> = (0..100).map(|number| drawn(&mut random, 6 + number % 7)).collect();
    let count = |property: fn(&Lists) -> bool| all.iter().filter(|lists| property(lists)).count();
    let (hyperedges, connected) = (count(Lists::has_hyperedge), count(Lists::is_connected));
    assert!(hyperedges > 20 && (20..=90).contains(&connected), "{hyperedges} {connected}");
    ratio("predicted", &all, &predicted());
    ratio("multiplications", &all, &Multiplications);
    ratio("moves", &all, &Moves);
}

fn ratio(name: &str, all: &[Lists], model: &impl CostModel) {
    let ratio = |lists: &Lists| {
        let path = Greedy.path(&lists.network(), model).unwrap();
        assert!(close(path.cost, cost_of(&path, model)), "{lists:?} {}", path.tree);
        path.cost / exact(lists, model)
    };
    let ratios: Vec<f64> = all.iter().map(ratio).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let (least, worst) =
        ratios.iter().fold((f64::MAX, 0.0f64), |(a, b), ratio| (a.min(*ratio), b.max(*ratio)));
    println!("{name}: mean {mean:.3}, worst {worst:.2}");
    assert!(least > 1.0 - 1e-9, "{name}: {least}");
    assert!(mean <= 1.5, "{name}: {mean}");
}

#[test]
fn the_order_of_a_chain_of_matrices_is_the_known_one() {
    // Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", section on matrix chains.
    let extents = [30, 35, 15, 5, 10, 20, 25];
    let operands: Vec<[usize; 2]> = (0..6).map(|first| [first, first + 1]).collect();
    let operands: Vec<&[usize]> = operands.iter().map(<[_; 2]>::as_slice).collect();
    let network = Network::new(&operands, &[0, 6], &extents).unwrap();
    let path = Exact.path(&network, &Multiplications).unwrap();
    assert_eq!(path.cost, 15_125.0);
    let text = "[[0,1],[[1,2],[2,3]->[1,3]]->[0,3]],[[[3,4],[4,5]->[3,5]],[5,6]->[3,6]]->[0,6]";
    assert_eq!(path.tree.to_string(), text);
    assert_eq!(path.inputs, [0, 1, 2, 3, 4, 5]);
    assert_eq!(find(&network, &Multiplications).unwrap(), path);
}

#[test]
fn many_operands_are_contracted_too() {
    // A ring of matrices, one index that all have, and a part apart from them.
    const COUNT: usize = 300;
    let mut operands: Vec<Vec<usize>> = (0..COUNT).map(|n| vec![n, (n + 1) % COUNT, COUNT]).collect();
    operands.extend([vec![COUNT + 1], vec![]]);
    let lists = Lists { operands, output: vec![COUNT + 1, COUNT], extents: vec![2; COUNT + 2] };
    let path = find(&lists.network(), &predicted()).unwrap();
    let mut inputs = path.inputs.clone();
    inputs.sort_unstable();
    assert!(inputs.into_iter().eq(0..COUNT + 2));
    assert_eq!(path.tree.node(path.tree.root()).unwrap().indices, [COUNT + 1, COUNT]);
    // Matrices next to each other meet, so that nothing has more than three indices.
    assert!(path.tree.nodes().all(|node| node.elements <= 8));
    let error = Exact.path(&lists.network(), &predicted()).unwrap_err();
    assert_eq!(error, PathError::TooMany { found: COUNT + 2, limit: 15 });
}

#[test]
fn the_largest_exact_search_has_finite_sizes() {
    // Just below 2^64 elements each, no index in common: 2^945 in all.
    let operands: Vec<[usize; 1]> = (0..15).map(|operand| [operand]).collect();
    let operands: Vec<&[usize]> = operands.iter().map(<[_; 1]>::as_slice).collect();
    let network = Network::new(&operands, &[], &[1 << 63; 15]).unwrap();
    let pairs = Exact.pairs(&network, &Multiplications).unwrap();
    assert_eq!(pairs.len(), 14);
    // The sums of single operands come first, so that their results are scalars.
    assert_eq!(Exact.path(&network, &Multiplications).unwrap_err(), PathError::Tree(NodeError::Overflow));
}

#[test]
fn predicted_cycles_are_work_and_what_moves() {
    let step = |extent: f64| Step {
        operands: [extent * extent; 2],
        output: extent * extent,
        points: extent * extent * extent,
    };
    // 4 lanes by 4 multiply-adds a cycle, and a call; all of it in the first cache.
    assert_eq!(predicted().contraction(step(32.0)), 20.0 + 32.0 * 32.0 * 32.0 / 16.0);
    let beyond = |extent: f64| predicted().contraction(step(extent)) - extent * extent * extent / 16.0;
    assert!(beyond(2048.0) > beyond(128.0) && beyond(128.0) > 20.0);
}

/// Steps that somebody else has chosen.
struct Given(&'static [[usize; 2]]);

impl Search for Given {
    fn pairs(&self, _: &Network, _: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        Ok(self.0.to_vec())
    }
}

#[test]
fn a_search_that_makes_no_tree_is_refused() {
    let network = Network::new(&[&[0], &[0, 1], &[1]], &[], &[2, 3]).unwrap();
    let path = |pairs| Given(pairs).path(&network, &Multiplications);
    assert_eq!(path(&[[2, 1], [3, 0]]).unwrap().tree.to_string(), "[[1],[0,1]->[0]],[0]->[]");
    assert_eq!(path(&[[0, 1]]), Err(PathError::Steps { found: 1, needed: 2 }));
    for (pairs, step) in
        [(&[[0, 0], [1, 2]], 0), (&[[0, 3], [1, 2]], 0), (&[[0, 1], [1, 2]], 1), (&[[0, 1], [3, 3]], 1)]
    {
        assert_eq!(path(pairs), Err(PathError::Pair { step, pair: pairs[step] }));
    }
}

#[test]
fn networks_that_cannot_be_are_refused() {
    let refused =
        |operands: &[&[usize]], output: &[usize]| Network::new(operands, output, &[2, 1 << 40]).unwrap_err();
    assert_eq!(refused(&[], &[]), NetworkError::NoOperands);
    let error = refused(&[&[0], &[0, 2]], &[]);
    assert_eq!(error.to_string(), "index 2 of operand 1 has no extent: must be below 2");
    assert_eq!(refused(&[&[0], &[1, 1]], &[]), NetworkError::Overflow { operand: 1 });
    assert_eq!(refused(&[&[0]], &[1]), NetworkError::UnknownOutput { index: 1 });
    assert_eq!(refused(&[&[0]], &[7]), NetworkError::UnknownOutput { index: 7 });
    assert_eq!(refused(&[&[0], &[1]], &[0, 1, 0]), NetworkError::RepeatedOutput { index: 0 });
}

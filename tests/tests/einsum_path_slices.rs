//! Indices along which contractions are cut: what is left fits, slices are the whole, and what cannot be cut
//! is refused.

use tensmith_core::einsum::path::{
    Cuttable, Exact, Given, Greedy, Limit, MultiplyAdds, Network, Path, PathError, Predicted, Refined,
    Search, SliceError, Sliced, Slicer, cost_of,
};
use tensmith_core::einsum::tree::{Index, Kind, Tree};
use tensmith_core::{DType, Target};
use tensmith_tests::orders::{Lists, close, drawn};
use tensmith_tests::random::SplitMix;

/// A tensor of whole numbers modulo 2^64, which add up exactly, over some indices, in C order.
#[derive(Clone, Debug, PartialEq)]
struct Tensor {
    indices: Vec<Index>,
    elements: Vec<u64>,
}

/// Goes through all values of some indices.
fn each_value(indices: &[Index], extents: &[usize], mut visit: impl FnMut(&[usize])) {
    let count: usize = indices.iter().map(|index| extents[*index]).product();
    let mut values = vec![0; extents.len()];
    for mut number in 0..count {
        for index in indices.iter().rev() {
            values[*index] = number % extents[*index];
            number /= extents[*index];
        }
        visit(&values);
    }
}

impl Tensor {
    fn drawn(random: &mut SplitMix, indices: &[Index], extents: &[usize]) -> Self {
        let count = indices.iter().map(|index| extents[*index]).product::<usize>();
        Self { indices: indices.to_vec(), elements: (0..count).map(|_| random.bits()).collect() }
    }

    fn at(&self, values: &[usize], extents: &[usize]) -> u64 {
        self.elements[self.indices.iter().fold(0, |place, index| place * extents[*index] + values[*index])]
    }

    /// The part where indices that are cut have some values: without them.
    fn slice(&self, cut: &[Index], at: &[usize], extents: &[usize]) -> Self {
        let indices: Vec<_> = self.indices.iter().copied().filter(|index| !cut.contains(index)).collect();
        let mut left = indices.clone();
        left.sort_unstable();
        left.dedup();
        let mut elements = Vec::new();
        // An index may be there twice: then only the diagonal counts, and the rest may be anything.
        let count = indices.iter().map(|index| extents[*index]).product::<usize>();
        elements.resize(count, 0);
        each_value(&left, extents, |values| {
            let mut all = values.to_vec();
            cut.iter().for_each(|index| all[*index] = at[*index]);
            let place = indices.iter().fold(0, |place, index| place * extents[*index] + values[*index]);
            elements[place] = self.at(&all, extents);
        });
        Self { indices, elements }
    }

    /// The sum of products over what is not kept.
    fn contracted(operands: &[&Self], kept: &[Index], extents: &[usize]) -> Self {
        let mut summed: Vec<Index> = operands.iter().flat_map(|operand| operand.indices.clone()).collect();
        summed.sort_unstable();
        summed.dedup();
        summed.retain(|index| !kept.contains(index));
        let all = [kept, &summed].concat();
        let terms: usize = summed.iter().map(|index| extents[*index]).product();
        let (mut elements, mut number) = (Vec::new(), 0);
        each_value(&all, extents, |values| {
            if number % terms == 0 {
                elements.push(0u64);
            }
            number += 1;
            let product = operands.iter().fold(1u64, |all, one| all.wrapping_mul(one.at(values, extents)));
            let last = elements.last_mut().unwrap();
            *last = last.wrapping_add(product);
        });
        Self { indices: kept.to_vec(), elements }
    }
}

/// What a tree makes of operands.
fn evaluated(tree: &Tree, inputs: &[usize], operands: &[Tensor]) -> Tensor {
    let mut tensors: Vec<Tensor> = Vec::new();
    for node in tree.nodes() {
        let children: Vec<_> = node.kind.children().map(|child| &tensors[child.place()]).collect();
        let tensor = match node.kind {
            Kind::Input(input) => operands[inputs[input]].clone(),
            _ => Tensor::contracted(&children, node.indices, tree.extents()),
        };
        tensors.push(tensor);
    }
    tensors.pop().unwrap()
}

/// The largest of the tensors between, and the most that exist at a time.
fn sizes(tree: &Tree) -> [f64; 2] {
    let inner = tree.computed().filter(|node| node.id != tree.root());
    let largest = inner.map(|node| node.elements).max().unwrap_or(0);
    [largest, tree.peak(tree.frugal().unwrap()).unwrap()].map(|elements| elements as f64)
}

/// The slices of a network; its path is that of one.
fn found(slicer: &Slicer, network: &Network) -> (Sliced, Path) {
    let sliced = slicer.search(network, &MultiplyAdds).unwrap();
    let path = sliced.path(network, &MultiplyAdds).unwrap();
    let product: u64 = sliced.indices.iter().map(|index| network.extents()[*index] as u64).product();
    assert_eq!(product, sliced.slices);
    assert!(close(sliced.cost, path.cost * product as f64), "{} {}", sliced.cost, path.cost);
    (sliced, path)
}

#[test]
fn slices_fit_and_are_the_whole() {
    let mut random = SplitMix::seeded("slices_fit_and_are_the_whole", 50);
    let (mut cut, mut hyperedges, mut opened) = (0, 0, 0);
    for number in 0..60u64 {
        let mut lists = Lists::draw(&mut random, 4 + number as usize % 5, &[2, 3]);
        lists.output.retain(|index| lists.operands.iter().any(|operand| operand.contains(index)));
        let network = lists.network();
        let whole = Refined::quick(number).path(&network, &MultiplyAdds).unwrap();
        let operands: Vec<_> = lists
            .operands
            .iter()
            .map(|indices| Tensor::drawn(&mut random, indices, &lists.extents))
            .collect();
        let expected = evaluated(&whole.tree, &whole.inputs, &operands);
        for (limit, nth) in [(Limit::Largest as fn(f64) -> Limit, 0), (Limit::Peak, 1)] {
            let most = (sizes(&whole.tree)[nth] / [2.0, 4.0, 16.0][number as usize % 3]).max(4.0);
            let (sliced, path) = found(&Slicer::quick(limit(most), number), &network);
            let size = sizes(&path.tree)[nth];
            // What an operand has to itself is summed before: that is no tensor of the search.
            let is_plain = path.tree.computed().all(|node| !matches!(node.kind, Kind::Unary(_)));
            assert!(!is_plain || size <= most, "{size} {most} {lists:?}");
            let mut sum =
                Tensor { indices: expected.indices.clone(), elements: vec![0; expected.elements.len()] };
            each_value(&sliced.indices, &lists.extents, |values| {
                let parts: Vec<_> =
                    operands.iter().map(|one| one.slice(&sliced.indices, values, &lists.extents)).collect();
                let part = evaluated(&path.tree, &path.inputs, &parts);
                each_value(&part.indices, &lists.extents, |inner| {
                    let mut all = inner.to_vec();
                    sliced.indices.iter().for_each(|index| all[*index] = values[*index]);
                    let place = sum
                        .indices
                        .iter()
                        .fold(0, |place, index| place * lists.extents[*index] + all[*index]);
                    sum.elements[place] = sum.elements[place].wrapping_add(part.at(inner, &lists.extents));
                });
            });
            assert_eq!(sum, expected, "{lists:?} {sliced:?}");
            cut += usize::from(sliced.slices > 1);
            hyperedges += usize::from(lists.has_hyperedge() && sliced.slices > 1);
            opened += usize::from(sliced.indices.iter().any(|index| lists.output.contains(index)));
        }
    }
    println!("{cut} cut, {hyperedges} with indices of three tensors, {opened} along the output");
    assert!(cut > 20 && hyperedges > 10 && opened > 5, "{cut} {hyperedges} {opened}");
}

/// Tensors in a grid, with an index between neighbours.
fn grid(length: usize, extent: usize) -> Lists {
    let mut lists = Lists { operands: vec![Vec::new(); length * length], output: vec![], extents: vec![] };
    for place in 0..length * length {
        let right = (place % length + 1 < length).then_some(place + 1);
        let below = (place + length < length * length).then_some(place + length);
        for other in [right, below].into_iter().flatten() {
            for tensor in [place, other] {
                lists.operands[tensor].push(lists.extents.len());
            }
            lists.extents.push(extent);
        }
    }
    lists
}

#[test]
fn the_same_seed_cuts_the_same() {
    let network = grid(6, 3).network();
    let whole = Refined::quick(0).path(&network, &MultiplyAdds).unwrap();
    let limit = Limit::Largest(sizes(&whole.tree)[0] / 3.0);
    for seed in 0..3 {
        let slicer = Slicer::quick(limit, seed);
        let first = slicer.search(&network, &MultiplyAdds).unwrap();
        assert_eq!(slicer.search(&network, &MultiplyAdds).unwrap(), first);
        assert!(first.slices > 1);
        // No more than if all of it were computed anew for each slice.
        assert!(first.cost <= first.slices as f64 * whole.cost, "{} {}", first.cost, whole.cost);
    }
}

/// A tree that is changed between cuts costs less than one that is only cut: by that, all searches differ.
#[test]
fn changed_trees_cost_less_than_those_that_are_only_cut() {
    let lists = grid(7, 2);
    let network = lists.network();
    let whole = Refined::quick(0).path(&network, &MultiplyAdds).unwrap();
    let most = sizes(&whole.tree)[0] / 8.0;
    let (sliced, _) = found(&Slicer::quick(Limit::Largest(most), 0), &network);
    // Only cut: the index whose cut costs least, again and again.
    let pairs = Refined::quick(0).pairs(&network, &MultiplyAdds).unwrap();
    let (mut cut, mut slices) = (Vec::new(), 1.0);
    let path_of = |cut: &[Index]| Given(&pairs).path(&network.without(cut).unwrap(), &MultiplyAdds).unwrap();
    while sizes(&path_of(&cut).tree)[0] > most {
        let left = (0..lists.extents.len()).filter(|index| !cut.contains(index));
        let cost = |index: &Index| path_of(&[&cut[..], &[*index]].concat()).cost;
        cut.push(left.min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap());
        slices *= 2.0;
    }
    let only_cut = path_of(&cut).cost * slices;
    println!("{} instead of {only_cut}, {} without cuts", sliced.cost, whole.cost);
    assert!(sliced.cost < only_cut);
}

#[test]
fn what_fits_is_not_cut() {
    let network = grid(4, 2).network();
    let sliced = Slicer::quick(Limit::Peak(1e9), 0).search(&network, &MultiplyAdds).unwrap();
    assert_eq!((sliced.slices, &sliced.indices[..]), (1, &[][..]));
    let model = Predicted::new(DType::F64, &Target::named("zen4").unwrap());
    let sliced = Slicer::quick(Limit::Largest(1e9), 0).search(&network, &model).unwrap();
    assert_eq!(sliced.slices, 1);
}

#[test]
fn only_what_may_be_cut_is() {
    // Two chains that meet in an output of four indices.
    let operands: [&[Index]; 6] = [&[0, 4, 5], &[1, 4, 6], &[5, 6, 7], &[7, 8, 9], &[8, 2], &[9, 3]];
    let network = Network::new(&operands, &[0, 1, 2, 3], &[6; 10]).unwrap();
    let slicer = Slicer { cuttable: Cuttable::Output, ..Slicer::quick(Limit::Largest(250.0), 0) };
    let sliced = slicer.search(&network, &MultiplyAdds).unwrap();
    assert!(!sliced.indices.is_empty() && sliced.indices.iter().all(|index| *index < 4), "{sliced:?}");
    // All of that is not enough.
    let error = Slicer { limit: Limit::Largest(2.0), ..slicer }.search(&network, &MultiplyAdds).unwrap_err();
    let SliceError::TooLow { least, limit } = error else { panic!("{error}") };
    assert!(least > limit && limit == 2.0, "{error}");
}

#[test]
fn what_cannot_be_is_refused() {
    // Each tensor has an index with each other one: all of 66 have to be cut.
    let mut lists = Lists { operands: vec![Vec::new(); 12], output: vec![], extents: vec![] };
    for (a, b) in (0..12).flat_map(|a| (0..a).map(move |b| (a, b))) {
        [a, b].into_iter().for_each(|tensor| lists.operands[tensor].push(lists.extents.len()));
        lists.extents.push(8);
    }
    let network = lists.network();
    let error = Slicer::quick(Limit::Largest(1.0), 0).search(&network, &MultiplyAdds).unwrap_err();
    assert_eq!(error, SliceError::TooMany);
    assert_eq!(error.to_string(), "number of slices: must be below 2^64");
    let error = Slicer::quick(Limit::Peak(0.5), 0).search(&grid(2, 2).network(), &MultiplyAdds).unwrap_err();
    assert!(matches!(error, SliceError::TooLow { limit: 0.5, .. }), "{error}");
    assert!(error.to_string().starts_with("tensors of 2 elements are left"), "{error}");
}

#[test]
fn costs_of_orders_are_those_of_their_paths() {
    let mut random = SplitMix::seeded("costs_of_orders_are_those_of_their_paths", 51);
    for number in 0..20 {
        let lists = drawn(&mut random, 2 + number % 8);
        let network = lists.network();
        for search in [&Greedy as &dyn Search, &Exact] {
            let pairs = search.pairs(&network, &MultiplyAdds).unwrap();
            let path = Given(&pairs).path(&network, &MultiplyAdds).unwrap();
            assert!(close(cost_of(&network, &pairs, &MultiplyAdds).unwrap(), path.cost));
        }
        let error = cost_of(&network, &[], &MultiplyAdds).unwrap_err();
        assert!(matches!(error, PathError::Steps { found: 0, .. }), "{error}");
    }
}

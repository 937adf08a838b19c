//! Networks drawn at random, as lists, and what orders of them cost, worked out from sets.

use crate::random::SplitMix;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tensmith_core::einsum::path::{CostModel, Network, Path, Step, Total};
use tensmith_core::einsum::tree::{Index, Kind, Node};

/// A network as lists.
#[derive(Debug)]
pub struct Lists {
    /// The indices of each operand.
    pub operands: Vec<Vec<Index>>,
    /// Those of the output.
    pub output: Vec<Index>,
    /// The extents of all indices.
    pub extents: Vec<usize>,
}

impl Lists {
    /// The network.
    pub fn network(&self) -> Network {
        let operands: Vec<_> = self.operands.iter().map(Vec::as_slice).collect();
        Network::new(&operands, &self.output, &self.extents).unwrap()
    }

    /// Some operands, and indices that one to five of them have.
    pub fn draw(random: &mut SplitMix, operands: usize, extents: &[usize]) -> Self {
        let mut lists =
            Self { operands: vec![Vec::new(); operands], output: Vec::new(), extents: Vec::new() };
        let indices = operands + random.below(operands as u64) as usize;
        for index in 0..indices {
            lists.extents.push(extents[random.below(extents.len() as u64) as usize]);
            for _ in 0..[1, 2, 2, 2, 2, 2, 3, 5][random.below(8) as usize] {
                let operand = &mut lists.operands[random.below(operands as u64) as usize];
                if !operand.contains(&index) || random.below(8) == 0 {
                    operand.push(index);
                }
            }
            if random.below(5) == 0 {
                lists.output.insert(random.below(lists.output.len() as u64 + 1) as usize, index);
            }
        }
        lists
    }

    fn holders(&self, index: Index) -> usize {
        self.operands.iter().filter(|operand| operand.contains(&index)).count()
    }

    /// Whether three operands or more have an index.
    pub fn has_hyperedge(&self) -> bool {
        (0..self.extents.len()).any(|index| self.holders(index) > 2)
    }

    /// Whether all operands are connected by indices.
    pub fn is_connected(&self) -> bool {
        let (mut reached, mut grows) = (BTreeSet::from([0]), true);
        while grows {
            let touches =
                |a: &usize, b: &usize| self.operands[*a].iter().any(|i| self.operands[*b].contains(i));
            let all = 0..self.operands.len();
            let next: BTreeSet<_> = all.filter(|b| reached.iter().any(|a| a == b || touches(a, b))).collect();
            grows = next.len() > reached.len();
            reached = next;
        }
        reached.len() == self.operands.len()
    }

    fn elements<'i>(&self, indices: impl IntoIterator<Item = &'i Index>) -> f64 {
        indices.into_iter().map(|index| self.extents[*index].max(1) as f64).product()
    }

    /// The indices of what some operands make: those that the output or another operand has.
    fn made_of(&self, set: usize) -> BTreeSet<Index> {
        let of = |wanted: bool| {
            let operands = self.operands.iter().enumerate();
            operands.filter(move |(number, _)| (set >> number & 1 == 1) == wanted).flat_map(|(_, list)| list)
        };
        let needed: BTreeSet<_> = of(false).chain(&self.output).collect();
        of(true).filter(|index| needed.contains(index)).copied().collect()
    }

    /// The cost of two sets of operands that meet.
    fn cost(&self, [a, b]: [usize; 2], model: &impl CostModel) -> f64 {
        let [first, second] = [a, b].map(|set| self.made_of(set));
        let step = Step {
            operands: [self.elements(&first), self.elements(&second)],
            output: self.elements(&self.made_of(a | b)),
            points: self.elements(first.union(&second)),
        };
        model.contraction(step)
    }

    /// The least that any sequence of pairs costs.
    pub fn least(&self, model: &impl CostModel) -> f64 {
        let sets: Vec<usize> = (0..self.operands.len()).map(|operand| 1 << operand).collect();
        let mut known = HashMap::new();
        let mut cost = |pair| *known.entry(pair).or_insert_with(|| self.cost(pair, model));
        all_sequences(&sets, model.total(), &mut cost)
    }
}

/// Tries every pair, and all that can follow.
fn all_sequences(sets: &[usize], total: Total, cost: &mut impl FnMut([usize; 2]) -> f64) -> f64 {
    if sets.len() == 1 {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for first in 1..sets.len() {
        for second in 0..first {
            let mut rest = sets.to_vec();
            let pair = [rest.swap_remove(first), rest.swap_remove(second)];
            rest.push(pair[0] | pair[1]);
            least = least.min(total.of(cost(pair), all_sequences(&rest, total, cost)));
        }
    }
    least
}

/// Whether two costs are the same but for rounding.
pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The cost of a path, from its tree alone.
pub fn cost_of(path: &Path, model: &impl CostModel) -> f64 {
    let set = |node: &Node<'_>| node.indices.iter().copied().collect::<BTreeSet<_>>();
    let extents = path.tree.extents();
    let elements = |set: &BTreeSet<Index>| set.iter().map(|i| extents[*i].max(1) as f64).product();
    let contraction = |node: Node<'_>| {
        let Kind::Contraction(children) = node.kind else { return 0.0 };
        let [a, b] = children.map(|child| set(&path.tree.node(child).unwrap()));
        let points = elements(&a.union(&b).copied().collect());
        model.contraction(Step {
            operands: [elements(&a), elements(&b)],
            output: elements(&set(&node)),
            points,
        })
    };
    model.total().over(path.tree.nodes().map(contraction))
}

/// A tensor of integers by its coordinates, and the indices that those belong to.
pub type Tensor = (Vec<Index>, BTreeMap<Vec<usize>, i64>);

/// The sum of products over all values of all indices: the definition.
pub fn einsum(operands: &[&Tensor], output: &[Index], extents: &[usize]) -> Tensor {
    let used: BTreeSet<Index> = operands.iter().flat_map(|(indices, _)| indices).copied().collect();
    let mut points = vec![vec![0; extents.len()]];
    for index in used {
        let one = |point: &Vec<usize>, value| {
            let mut point = point.clone();
            point[index] = value;
            point
        };
        points = points.iter().flat_map(|point| (0..extents[index]).map(|value| one(point, value))).collect();
    }
    let mut result = BTreeMap::new();
    for point in points {
        let at = |indices: &[Index]| indices.iter().map(|index| point[*index]).collect::<Vec<_>>();
        let product: i64 = operands.iter().map(|(indices, elements)| elements[&at(indices)]).product();
        *result.entry(at(output)).or_insert(0) += product;
    }
    (output.to_vec(), result)
}

/// The result of a path, node by node.
pub fn run(path: &Path, operands: &[Tensor]) -> Tensor {
    let mut tensors = BTreeMap::new();
    for node in path.tree.nodes() {
        let of = |children: &[_]| {
            let children: Vec<&Tensor> = children.iter().map(|child| &tensors[child]).collect();
            einsum(&children, node.indices, path.tree.extents())
        };
        let tensor = match node.kind {
            Kind::Input(number) => operands[path.inputs[number]].clone(),
            Kind::Unary(child) => of(&[child]),
            Kind::Contraction(children) => of(&children),
        };
        tensors.insert(node.id, tensor);
    }
    tensors.remove(&path.tree.root()).unwrap()
}

/// A tensor of small integers.
pub fn fill(random: &mut SplitMix, indices: &[Index], extents: &[usize]) -> Tensor {
    let mut places = vec![Vec::new()];
    for index in indices {
        let longer = |place: &Vec<usize>, value| [place.as_slice(), &[value]].concat();
        places = places.iter().flat_map(|p| (0..extents[*index]).map(|value| longer(p, value))).collect();
    }
    (indices.to_vec(), places.into_iter().map(|place| (place, random.below(7) as i64 - 3)).collect())
}

/// A network whose output can be made.
pub fn drawn(random: &mut SplitMix, operands: usize) -> Lists {
    let mut lists = Lists::draw(random, operands, &[2, 3, 4, 7, 8, 16]);
    lists.output.retain(|index| lists.operands.iter().any(|operand| operand.contains(index)));
    lists
}

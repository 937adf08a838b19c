//! Trees of contractions: their text, what they count, and what is refused.

use tensmith_core::einsum::tree::{Builder, Kind, NodeError, NodeId, OrderError, Tree, parse};
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::KNOWN;

fn in_order(tree: &Tree) -> Vec<NodeId> {
    tree.computed().map(|node| node.id).collect()
}

#[test]
fn trees_of_the_literature_have_the_operations_that_it_states() {
    for (text, extents, operations) in KNOWN {
        let tree = parse(text, extents).unwrap();
        assert_eq!(tree.to_string(), text);
        assert_eq!(tree.operations(), operations, "{text}");
    }
}

#[test]
fn nodes_are_what_the_text_says() {
    let tree = parse(" [ [1, 0] -> [0,1] ] , [1,1,2] -> [ 2 ] ", &[2, 3, 5]).unwrap();
    let nodes: Vec<_> = tree.nodes().collect();
    let [first, permuted, second, root] = nodes.as_slice() else { panic!("{nodes:?}") };
    assert_eq!((first.kind, first.indices, first.elements), (Kind::Input(0), &[1, 0][..], 6));
    assert_eq!((permuted.kind, permuted.operations), (Kind::Unary(first.id), 0));
    assert_eq!((second.kind, second.indices, second.elements), (Kind::Input(1), &[1, 1, 2][..], 45));
    assert_eq!(root.kind, Kind::Contraction([permuted.id, second.id]));
    assert_eq!((root.id, root.indices, root.elements), (tree.root(), &[2][..], 5));
    assert_eq!(root.operations, 2 * 2 * 3 * 5, "an index that an operand has twice counts once");
    assert_eq!(tree.to_string(), "[[1,0]->[0,1]],[1,1,2]->[2]");
}

#[test]
fn sums_over_one_tensor_count_additions_and_the_rest_nothing() {
    let operations = |text| parse(text, &[2, 3, 5]).unwrap().operations();
    assert_eq!(operations("[0,1,2]->[2,0]"), 30);
    assert_eq!(operations("[0,1,2]->[2,0,1]"), 0);
    assert_eq!(operations("[0,0]->[0]"), 0);
    assert_eq!(operations("[1,1]->[]"), 3);
    assert_eq!(operations("[],[]->[]"), 2);
}

/// A tree drawn node by node, and its text, written by recursion.
fn draw(random: &mut SplitMix, depth: u64) -> (String, Vec<usize>) {
    let mut list = |from: &[usize]| {
        let mut list: Vec<usize> = from.iter().copied().filter(|_| random.below(3) > 0).collect();
        (1..list.len()).for_each(|place| list.swap(place, random.below(place as u64 + 1) as usize));
        list
    };
    let text = |list: &[usize]| format!("{list:?}").replace(' ', "");
    if depth == 0 {
        let list = list(&[0, 1, 2, 3, 10]);
        return (text(&list), list);
    }
    let mut texts = Vec::new();
    let mut indices = Vec::new();
    for _ in 0..1 + random.below(2) {
        let depth = random.below(depth);
        let (child, of_child) = draw(random, depth);
        texts.push(if depth == 0 { child } else { format!("[{child}]") });
        indices.extend(of_child);
    }
    indices.sort_unstable();
    indices.dedup();
    let mut output: Vec<usize> = indices.into_iter().filter(|_| random.below(4) > 0).collect();
    output.reverse();
    (format!("{}->{}", texts.join(","), text(&output)), output)
}

#[test]
fn any_tree_prints_as_it_is_read() {
    let mut random = SplitMix::seeded("any_tree_prints_as_it_is_read", 7);
    for _ in 0..500 {
        let depth = 1 + random.below(9);
        let (text, output) = draw(&mut random, depth);
        let tree = parse(&text, &[2, 3, 0, 1, 9, 9, 9, 9, 9, 9, 4]).unwrap();
        assert_eq!(tree.to_string(), text);
        assert_eq!(tree.node(tree.root()).unwrap().indices, output, "{text}");
    }
}

#[test]
fn depth_has_no_limit() {
    const DEPTH: usize = 200_000;
    let left = "[".repeat(DEPTH) + "[0]" + &",[0]->[0]]".repeat(DEPTH) + "->[]";
    let right = "[0],[".repeat(DEPTH) + "[0]->[0]" + &"]->[0]".repeat(DEPTH);
    for text in [left, right] {
        let tree = parse(&text, &[3]).unwrap();
        assert_eq!(tree.computed().count(), DEPTH + 1);
        assert_eq!(tree.to_string(), text);
    }
    let open = "[".repeat(DEPTH);
    assert_eq!(
        parse(&open, &[3]).unwrap_err().to_string(),
        "end at byte 200000 of the tree: must be an index"
    );
}

#[test]
fn the_peak_depends_on_the_order() {
    let tree = parse("[[[0,1]->[1]],[1,2]->[2]],[[[0,2]->[0]],[0,2]->[2]]->[2]", &[4, 100, 2]).unwrap();
    let order = in_order(&tree);
    let [a, b, c, d, out] = order[..] else { panic!("{order:?}") };
    // By hand: 100, then 2 next to it, 2; then 4 and 2 next to that 2.
    assert_eq!(tree.peak([a, b, c, d, out]), Ok(102));
    assert_eq!(tree.peak([c, d, a, b, out]), Ok(104));
    assert_eq!(tree.peak([c, a, d, b, out]), Ok(106));
    assert_eq!(tree.peak([a, c, d, b, out]), Ok(106));

    assert_eq!(tree.peak([b]), Err(OrderError::Early { node: b, place: 0 }));
    assert_eq!(tree.peak([a, b, a]), Err(OrderError::Again { node: a, place: 2 }));
    assert_eq!(tree.peak([a, b, c, d]), Err(OrderError::Missing { node: out }));
    let input = tree.nodes().next().unwrap().id;
    assert_eq!(tree.peak([input]), Err(OrderError::Again { node: input, place: 0 }));
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases = [
        ("", "end at byte 0 of the tree: must be `[`"),
        ("0", "'0' at byte 0 of the tree: must be `[`"),
        ("[0,1]", "end at byte 5 of the tree: must be `,` or `->`"),
        ("[0,1],[1]", "end at byte 9 of the tree: must be `->`"),
        ("[0,1]->", "end at byte 7 of the tree: must be `[`"),
        ("[0]->[0]]", "']' at byte 8 of the tree: must be the end"),
        ("[[0]->[0]", "'[' at byte 0 of the tree: must be closed"),
        ("[1],[[0]->[0]", "'[' at byte 4 of the tree: must be closed"),
        ("[[0]]->[0]", "']' at byte 4 of the tree: must be `,` or `->`"),
        ("[0", "end at byte 2 of the tree: must be `,` or `]`"),
        ("[0,]->[0]", "']' at byte 3 of the tree: must be an index"),
        ("[0 1]->[0]", "'1' at byte 3 of the tree: must be `,` or `]`"),
        ("[é]->[]", "'é' at byte 1 of the tree: must be an index"),
        ("[0],[0],[0]->[]", "',' at byte 7 of the tree: an operation has at most 2 operands"),
        ("[0],[1]-[]", "'-' at byte 7 of the tree: must be `->`"),
        ("[0],[ 5]->[0]", "at byte 6 of the tree: index 5 has no extent: must be below 5"),
        ("[99999999999999999999999]->[]", "has no extent: must be below 5"),
        ("[0]->[9]", "at byte 6 of the tree: index 9 has no extent: must be below 5"),
        ("[0],[1]->[1,2]", "at byte 12 of the tree: output index 2: must occur in an operand"),
        ("[[0],[1]->[1]],[2]->[0]", "at byte 21 of the tree: output index 0: must occur in an operand"),
        ("[0],[1]->[1,0,1]", "at byte 14 of the tree: output index 1: must occur only once in the output"),
        (
            "[0],[3,3]->[]",
            "at byte 4 of the tree: number of elements or operations up to this tensor: must be below 2^64",
        ),
        (
            "[3,4],[0]->[]",
            "at byte 11 of the tree: number of elements or operations up to this tensor: must be below 2^64",
        ),
    ];
    for (text, message) in cases {
        let error = parse(text, &[2, 3, 5, 1 << 32, 1 << 31]).unwrap_err().to_string();
        assert!(error.ends_with(message), "{text}: {error}");
    }
}

#[test]
fn extents_of_zero_do_not_hide_an_overflow() {
    for text in ["[0,1,1]->[]", "[1,1,0]->[]"] {
        assert!(parse(text, &[0, 1 << 32]).unwrap_err().to_string().contains("2^64"), "{text}");
    }
    assert_eq!(parse("[0,1],[1]->[1]", &[0, 1 << 32]).unwrap().operations(), 0);
}

#[test]
fn builders_refuse_what_is_no_tree() {
    let builder = || Builder::new(&[2, 3]).unwrap();
    let mut one = builder();
    assert_eq!(one.unary(&[]), Err(NodeError::Operands { needed: 1, found: 0 }));
    one.input(&[0]).unwrap();
    assert_eq!(one.contraction(&[]), Err(NodeError::Operands { needed: 2, found: 1 }));
    assert_eq!(one.finish(), Err(NodeError::Outputs { found: 0 }));
    assert_eq!(builder().finish(), Err(NodeError::Outputs { found: 0 }));
    let mut two = builder();
    two.input(&[0]).unwrap();
    two.input(&[1]).unwrap();
    assert_eq!(two.finish(), Err(NodeError::Outputs { found: 2 }));
}

/// The least peak of all orders that finish one operand before they begin the other.
fn least_peak(tree: &Tree) -> u64 {
    let contractions: Vec<NodeId> = tree
        .computed()
        .filter(|node| matches!(node.kind, Kind::Contraction(_)))
        .map(|node| node.id)
        .collect();
    let in_order = |turned: usize| {
        let mut order = Vec::new();
        let mut visit = vec![(tree.root(), false)];
        while let Some((node, is_ready)) = visit.pop() {
            let kind = tree.node(node).unwrap().kind;
            if is_ready {
                order.push(node);
            } else if !matches!(kind, Kind::Input(_)) {
                visit.push((node, true));
                let mut children: Vec<NodeId> = kind.children().collect();
                if contractions.iter().position(|id| *id == node).is_some_and(|nth| turned >> nth & 1 == 1) {
                    children.reverse();
                }
                visit.extend(children.into_iter().map(|child| (child, false)));
            }
        }
        order
    };
    (0..1 << contractions.len()).map(|turned| tree.peak(in_order(turned)).unwrap()).min().unwrap()
}

#[test]
fn the_frugal_order_has_the_least_peak() {
    let mut random = SplitMix::new(17);
    let mut better = 0;
    for _ in 0..400 {
        let (text, _) = draw(&mut random, 5);
        let tree = parse(&text, &[2, 3, 0, 1, 9, 9, 9, 9, 9, 9, 4]).unwrap();
        if tree.computed().count() > 10 {
            continue;
        }
        let peak = tree.peak(tree.frugal().unwrap()).unwrap();
        assert_eq!(peak, least_peak(&tree), "{tree}");
        better += usize::from(peak < tree.peak(in_order(&tree)).unwrap());
    }
    assert!(better > 20, "only {better} are better than the order in which they are written");
}

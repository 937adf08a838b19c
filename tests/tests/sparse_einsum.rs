//! Expressions one of whose operands is sparse: random ones with any strides, between inaccessible pages, on
//! one thread and on four, against sums over the dense matrix; every refusal.

use std::num::NonZeroUsize;
use tensmith::parallel::Pool;
use tensmith::{Array, ArrayLayout, AsView, Jit, Strided, Target, View, ViewMut};
use tensmith_conformance::guard::{ENDS, Guarded};
use tensmith_core::einsum::Name;
use tensmith_core::reference::Element;
use tensmith_sparse::{
    Csr, Duplicates, Einsum, EinsumError, EinsumRunError, FormChoice, Index, LabelRule, Operand, Options,
    Orientation, enabled,
};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{Matrix, agrees, power_law};

fn jit() -> Jit {
    with_threads(1)
}

fn with_threads(threads: usize) -> Jit {
    enabled(Jit::builder().threads(threads)).build().expect("a machine that runs code")
}

/// An expression with the extents of its labels.
#[derive(Debug)]
struct Case {
    /// The labels of each operand.
    terms: Vec<Vec<char>>,
    output: Vec<char>,
    /// Which operand is sparse.
    sparse: usize,
    extents: Vec<(char, usize)>,
}

impl Case {
    /// One to three dense operands over up to six labels, two of which are those of the matrix; in any order.
    fn drawn(source: &mut SplitMix) -> Self {
        let all = ['i', 'j', 'k', 'l', 'm', 'n'];
        let most = if source.below(4) == 0 { 9 } else { 4 };
        let mut extents: Vec<_> = all.iter().map(|label| (*label, 1 + source.below(most) as usize)).collect();
        if source.below(12) == 0 {
            extents[source.below(6) as usize].1 = 0;
        }
        let used = 2 + source.below(4);
        let dense = 1 + source.below(3) as usize;
        let mut terms = vec![drawn(&['i', 'j'], 2, source)];
        for _ in 0..dense {
            let count = 1 + source.below(3) as usize;
            // Mostly an operand has one label of the matrix at most.
            let skipped = source.below(3) as usize;
            let from = all[..1 + used as usize].iter().enumerate().filter(|(nth, _)| *nth != skipped);
            terms.push(drawn(&from.map(|(_, label)| *label).collect::<Vec<_>>(), count, source));
        }
        let sparse = source.below(terms.len() as u64) as usize;
        terms.swap(0, sparse);
        let mut output: Vec<char> =
            all.into_iter().filter(|label| terms.iter().flatten().any(|other| other == label)).collect();
        // Mostly one label of the matrix is summed.
        let summed = ['i', 'j', 'j', 'i', '-'][source.below(5) as usize];
        output.retain(|label| *label != summed && source.below(5) < 4);
        let output = drawn(&output, output.len(), source);
        Self { terms, output, sparse, extents }
    }

    fn extent(&self, label: char) -> usize {
        self.extents.iter().find(|(other, _)| *other == label).expect("a label").1
    }

    fn shape(&self, labels: &[char]) -> Vec<usize> {
        labels.iter().map(|label| self.extent(*label)).collect()
    }

    fn text(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(|term| term.iter().collect()).collect();
        format!("{}->{}", terms.join(","), self.output.iter().collect::<String>())
    }

    /// The elements of the output in C order, of those of all operands in C order, by
    /// summing over everything.
    fn sums(&self, operands: &[Vec<f64>]) -> Vec<f64> {
        self.sums_but(operands, |_| false)
    }

    /// The same without products of which some factor is left out.
    fn sums_but(&self, operands: &[Vec<f64>], is_left_out: impl Fn(f64) -> bool) -> Vec<f64> {
        let labels: Vec<char> = self.extents.iter().map(|(label, _)| *label).collect();
        let used: Vec<char> = labels
            .into_iter()
            .filter(|label| self.terms.iter().flatten().any(|other| other == label))
            .collect();
        let mut sums = vec![0.0; self.shape(&self.output).iter().product()];
        for mut point in 0..self.shape(&used).iter().product::<usize>() {
            let mut digits = Vec::new();
            for label in &used {
                digits.push((*label, point % self.extent(*label)));
                point /= self.extent(*label);
            }
            let place = |labels: &[char]| {
                labels.iter().fold(0, |place, label| {
                    let (_, digit) = digits.iter().find(|(other, _)| other == label).expect("a label");
                    place * self.extent(*label) + digit
                })
            };
            let factors = self.terms.iter().zip(operands).map(|(term, elements)| elements[place(term)]);
            if !factors.clone().any(&is_left_out) {
                sums[place(&self.output)] += factors.product::<f64>();
            }
        }
        sums
    }
}

/// Some different labels, in any order.
fn drawn(from: &[char], count: usize, source: &mut SplitMix) -> Vec<char> {
    let mut left = from.to_vec();
    let count = count.min(left.len());
    (0..count).map(|_| left.swap_remove(source.below(left.len() as u64) as usize)).collect()
}

/// Any order of the extents in memory, with gaps, some of them backwards.
fn layout(shape: &[usize], source: &mut SplitMix) -> ArrayLayout {
    let mut axes: Vec<usize> = (0..shape.len()).collect();
    let (mut strides, mut next) = (vec![0; shape.len()], 1isize);
    let is_plain = source.below(3) == 0;
    while !axes.is_empty() {
        let axis = match is_plain {
            true => axes.pop().expect("an axis"),
            false => axes.swap_remove(source.below(axes.len() as u64) as usize),
        };
        let (is_back, gap) =
            (!is_plain && source.below(6) == 0, isize::from(!is_plain && source.below(4) == 0));
        strides[axis] = if is_back { -next } else { next };
        next *= shape[axis].max(1) as isize + gap;
    }
    ArrayLayout::new(shape, &strides).expect("a layout")
}

/// The places of the elements of an array in C order, from that of the lowest address.
fn places(layout: &ArrayLayout) -> Vec<usize> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let place = |mut number: usize| {
        let mut place = layout.origin() as isize;
        for (extent, stride) in shape.iter().zip(strides).rev() {
            place += (number % extent) as isize * stride;
            number /= extent;
        }
        place as usize
    };
    (0..shape.iter().product()).map(place).collect()
}

/// What elements may not become.
const GAP: f64 = 0.125;

/// Evaluates a case, if it is not refused; whether it was.
fn evaluate<T: Element, I: Index>(
    jit: &Jit,
    (case, nth): (&Case, usize),
    room: &mut [Guarded],
    pools: &[Pool],
    source: &mut SplitMix,
) -> bool {
    let mut numbers = |shape: &[usize], of_ten: u64| -> Vec<f64> {
        let elements = shape.iter().product();
        let mut number = || if source.below(10) < of_ten { source.below(7) as f64 - 3.0 } else { 0.0 };
        (0..elements).map(|_| number()).collect()
    };
    let of_ten = [1, 4, 10, 0][nth % 4];
    let operands: Vec<Vec<f64>> = (case.terms.iter().enumerate())
        .map(|(number, term)| numbers(&case.shape(term), if number == case.sparse { of_ten } else { 10 }))
        .collect();
    let expected = case.sums(&operands);
    let shape = case.shape(&case.terms[case.sparse]);
    let typed: Vec<T> = operands[case.sparse].iter().map(|x| T::from_f64(*x)).collect();
    let matrix = Csr::<T, I>::from_dense((shape[0], shape[1]), &typed, shape[1]).expect("a matrix");
    let mut layouts: Vec<_> = case.terms.iter().map(|term| layout(&case.shape(term), source)).collect();
    let output = layout(&case.shape(&case.output), source);
    let mut matrix = Some(matrix);
    let asked = layouts.iter().enumerate().map(|(number, layout)| {
        let matrix = if number == case.sparse { matrix.take() } else { None };
        matrix.map_or(Operand::Dense(layout), Operand::Sparse)
    });
    let form = [FormChoice::Cheapest, FormChoice::Rows, FormChoice::Fixed][nth % 3];
    // Small pieces, so that there are some.
    let options = Options { form, grain: NonZeroUsize::new(20).expect("a number"), ..Options::default() };
    let told = format!("{}, {:?}", case.text(), case.extents);
    let einsum = match Einsum::new_into(jit, &case.text(), asked.collect(), &output, &options) {
        Ok(einsum) => einsum,
        Err(EinsumError::Label { .. }) => return false,
        Err(error) => panic!("{told}: {error}"),
    };
    layouts.remove(case.sparse);
    let mut dense = operands;
    dense.remove(case.sparse);
    let mut first: Option<Vec<u64>> = None;
    for (pool, flush) in pools.iter().zip(ENDS.into_iter().cycle()) {
        let (of_output, of_inputs) = room.split_first_mut().expect("room");
        let mut inputs = Vec::new();
        for ((layout, elements), room) in layouts.iter().zip(&dense).zip(of_inputs) {
            let mut held = vec![T::from_f64(f64::NAN); layout.span()];
            places(layout).iter().zip(elements).for_each(|(place, x)| held[*place] = T::from_f64(*x));
            room.hold(&held, flush);
            inputs.push(View::new(&*room.slice::<T>(held.len(), flush), layout).expect("a view"));
        }
        of_output.hold(&vec![T::from_f64(GAP); output.span()], flush);
        let memory = of_output.slice::<T>(output.span(), flush);
        let mut view = ViewMut::new(memory, &output).expect("a view");
        einsum.run_on(&inputs, &mut view, pool).unwrap_or_else(|error| panic!("{told}: {error}"));
        let check = einsum.check(&inputs, &AsView::as_view(&view)).expect("a comparison");
        assert!(check.passed() && check.elements == expected.len() as u64, "{told}: {check:?}");
        let mut wanted = vec![GAP; output.span()];
        places(&output).iter().zip(&expected).for_each(|(place, x)| wanted[*place] = *x);
        let found: Vec<f64> = memory.iter().map(|x| x.to_f64()).collect();
        assert_eq!(found, wanted, "{told}\n{}", einsum.explain());
        let bits: Vec<u64> = memory.iter().map(|x| x.to_bits()).collect();
        assert_eq!(*first.get_or_insert_with(|| bits.clone()), bits, "{told}");
    }
    true
}

#[test]
fn random_expressions() {
    let jit = with_threads(4);
    let pools: Vec<_> =
        [1, 4].map(|threads| Pool::with_width(NonZeroUsize::new(threads).expect("a number"))).into();
    let mut room: Vec<_> = (0..4).map(|_| Guarded::new(300_000)).collect();
    let mut source = SplitMix::seeded("sparse_einsum", 1);
    let count = nightly::scaled(600, 6000);
    let mut evaluated = 0;
    for nth in 0..count {
        let case = Case::drawn(&mut source);
        evaluated += usize::from(match nth % 4 {
            0 => evaluate::<f32, u32>(&jit, (&case, nth / 4), &mut room, &pools, &mut source),
            1 => evaluate::<f64, u32>(&jit, (&case, nth / 4), &mut room, &pools, &mut source),
            2 => evaluate::<f32, u64>(&jit, (&case, nth / 4), &mut room, &pools, &mut source),
            _ => evaluate::<f64, u64>(&jit, (&case, nth / 4), &mut room, &pools, &mut source),
        });
    }
    assert!(evaluated > count / 4, "{evaluated} of {count}");
}

/// Dense operands with diagonals, repeated extents and ellipses mean the same as for dense contractions.
#[test]
fn all_that_expressions_are() {
    let jit = jit();
    let mut source = SplitMix::seeded("sparse_einsum_rules", 1);
    let expressions: [(&str, &[&[usize]]); 9] = [
        ("ij,jjk->ik", &[&[3, 4], &[4, 4, 5]]),
        ("ij,jk,k->ik", &[&[3, 4], &[4, 1], &[5]]),
        ("ij,jk,jk->ik", &[&[3, 4], &[4, 5], &[1, 5]]),
        ("ij,...j->...i", &[&[3, 4], &[2, 5, 4]]),
        ("ij,...i,...->...j", &[&[3, 4], &[2, 1, 3], &[2, 5]]),
        ("...,jk->...k", &[&[3, 4], &[4, 5]]),
        ("ij,kj", &[&[3, 4], &[5, 4]]),
        ("ij,j,k,l,m,n,o,p->iklmnop", &[&[3, 4], &[4], &[2], &[2], &[2], &[2], &[2], &[2]]),
        ("ij,jk,ik,kl->", &[&[3, 4], &[4, 5], &[3, 5], &[5, 2]]),
    ];
    for (text, shapes) in expressions {
        let arrays: Vec<_> = shapes
            .iter()
            .map(|shape| {
                let elements = (0..shape.iter().product()).map(|_| source.below(5) as f32 - 2.0).collect();
                Array::c_order(elements, shape).expect("an array")
            })
            .collect();
        let operands = arrays.iter().enumerate().map(|(number, array)| match number {
            0 => Operand::Sparse(Csr::<f32>::from_dense((3, 4), array.data(), 4).expect("a matrix")),
            _ => Operand::Dense(array),
        });
        let made = Einsum::new(&jit, text, operands.collect(), &Options::default());
        let einsum = match (text, made) {
            // The ellipsis is two labels there, neither of which a dense operand has.
            ("...,jk->...k", made) => {
                let rule = LabelRule::Kept { other: Name::Ellipsis(1) };
                let refused = EinsumError::Label { operand: 0, label: Name::Ellipsis(2), rule };
                assert_eq!(made.expect_err("nothing is summed"), refused);
                continue;
            }
            (_, made) => made.unwrap_or_else(|error| panic!("{text}: {error}")),
        };
        let views: Vec<_> = arrays.iter().map(Array::view).collect();
        let plan = jit.einsum(text, &arrays).expect("a plan");
        let zeros = |layout: &ArrayLayout| Array::zeros(layout.try_clone().expect("memory")).expect("memory");
        let (mut expected, mut found) = (zeros(plan.output()), zeros(einsum.output()));
        plan.run(&views, &mut expected.view_mut()).expect("a run");
        einsum.run(&views[1..], &mut found.view_mut()).expect("a run");
        assert_eq!(found, expected, "{text}\n{}", einsum.explain());
        assert!(einsum.check(&views[1..], &found.view()).expect("a comparison").passed(), "{text}");
    }
}

/// The matrix that small expressions have, 3x4, as the operand with that number; all others are dense
/// with extents of labels.
fn small(jit: &Jit, text: &str, sparse: usize) -> Result<Einsum<f64>, EinsumError> {
    let extents = [('i', 3), ('j', 4), ('k', 5), ('l', 2)];
    let terms =
        text.split("->").next().expect("operands").split(',').map(|term| term.chars().collect::<Vec<_>>());
    let shape = |term: &Vec<char>| -> Vec<usize> {
        term.iter()
            .map(|label| extents.iter().find(|(other, _)| other == label).expect("a label").1)
            .collect()
    };
    let layouts: Vec<_> = terms.map(|term| ArrayLayout::c_order(&shape(&term)).expect("a layout")).collect();
    let operands = layouts.iter().enumerate().map(|(number, layout)| match number == sparse {
        true => {
            let (rows, columns) = (layout.shape()[0], layout.shape()[1]);
            let dense: Vec<f64> = (0..rows * columns).map(|at| [0.0, 2.0, 0.0, -1.0, 0.0][at % 5]).collect();
            Operand::Sparse(Csr::from_dense((rows, columns), &dense, columns).expect("a matrix"))
        }
        false => Operand::Dense(layout),
    });
    Einsum::new(jit, text, operands.collect(), &Options::default())
}

/// A chain of many small matrices, one of them sparse: run, and compared by a reference that does not sum
/// over all labels at once.
#[test]
fn a_hundred_dense_operands_and_a_matrix() {
    let (jit, count) = (jit(), 100);
    let label = |nth: usize| char::from_u32(192 + nth as u32).expect("a character");
    let terms: Vec<String> = (0..=count).map(|nth| [label(nth), label(nth + 1)].iter().collect()).collect();
    let text = format!("{}->{}{}", terms.join(","), label(0), label(count + 1));
    let dense = Array::c_order(vec![1.0f32, 2.0, 0.0, 1.0], &[2, 2]).expect("an array");
    for place in [0, 40, count] {
        let entries = [(0, 0, 1.0), (0, 1, 2.0), (1, 1, 1.0)];
        let matrix = Csr::<f32>::from_triplets((2, 2), &entries, Duplicates::Refuse).expect("a matrix");
        let mut operands: Vec<_> = (0..count).map(|_| Operand::Dense(&dense)).collect();
        operands.insert(place, Operand::Sparse(matrix));
        let einsum = Einsum::new(&jit, &text, operands, &Options::default()).expect("an expression");
        let views = vec![dense.view(); count];
        let mut found = Array::zeros(einsum.output().try_clone().expect("memory")).expect("memory");
        einsum.run(&views, &mut found.view_mut()).expect("a run");
        assert_eq!(found.data(), [1.0, 2.0 * (count + 1) as f32, 0.0, 1.0], "{place}");
        assert!(einsum.check(&views, &found.view()).expect("a comparison").passed(), "{place}");
    }
}

/// Zeros that are entries are multiplied, in both forms and however the matrix is turned; places
/// without an entry are not.
#[test]
fn stored_zeros_meet_what_is_not_finite() {
    let jit = jit();
    let entries = [(0, 0, 0.0), (0, 2, 3.0), (1, 1, -0.0), (1, 3, 0.0), (2, 0, -1.0)];
    let dense = [f64::NAN, 1.0, -2.0, f64::INFINITY, f64::NEG_INFINITY, 0.0, 5.0, -0.0, 4.0, 2.0];
    let forms = [FormChoice::Fixed, FormChoice::Rows, FormChoice::Cheapest];
    let mut not_numbers = 0;
    for (nth, (text, form)) in
        ["ij,jk->ik", "ij,ik->jk", "ij,ij->", "ij,ijk->k", "ij,kj->ki", "ij,jkl->ikl", "ij,j->i", "ij,i->j"]
            .into_iter()
            .flat_map(|text| forms.map(|form| (text, form)))
            .enumerate()
    {
        let extents = vec![('i', 3), ('j', 4), ('k', 5), ('l', 2)];
        let (terms, output) = text.split_once("->").expect("an output");
        let terms = terms.split(',').map(|term| term.chars().collect()).collect();
        let case = Case { terms, output: output.chars().collect(), sparse: 0, extents };
        let shape = case.shape(&case.terms[1]);
        let elements: Vec<f64> =
            (0..shape.iter().product()).map(|at: usize| dense[(at * 7 + nth) % dense.len()]).collect();
        let mut places = [None; 12];
        entries.iter().for_each(|(row, column, value)| places[row * 4 + column] = Some(*value));
        // What no result has stands for places without an entry.
        let matrix = places.map(|place| place.unwrap_or(f64::MAX)).to_vec();
        let expected = case.sums_but(&[matrix, elements.clone()], |factor| factor == f64::MAX);
        let matrix = Csr::<f64>::from_triplets((3, 4), &entries, Duplicates::Refuse).expect("a matrix");
        let array = Array::c_order(elements, &shape).expect("an array");
        let options = Options { form, ..Options::default() };
        let operands = vec![Operand::Sparse(matrix), Operand::Dense(&array)];
        let einsum = Einsum::new(&jit, text, operands, &options).expect("an expression");
        let mut found = Array::zeros(einsum.output().try_clone().expect("memory")).expect("memory");
        einsum.run(&[array.view()], &mut found.view_mut()).expect("a run");
        let pairs = found.data().iter().zip(&expected);
        assert!(pairs.clone().all(|(x, y)| agrees(*x, *y, 0.0)), "{text}, {form:?}: {found:?}, {expected:?}");
        not_numbers += expected.iter().filter(|element| element.is_nan()).count();
        assert!(einsum.check(&[array.view()], &found.view()).expect("a comparison").passed(), "{text}");
    }
    assert!(not_numbers > 50);
}

/// What is multiplied with what, how the matrix is turned, and how much is copied.
#[test]
fn expressions_become_products() {
    let jit = jit();
    let parts = |text: &str, sparse: usize| {
        let einsum = small(&jit, text, sparse).unwrap_or_else(|error| panic!("{text}: {error}"));
        let copies = (einsum.before().is_some(), einsum.after().is_some());
        (einsum.orientation(), einsum.co_operands().to_vec(), copies)
    };
    let direct = (false, false);
    assert_eq!(parts("ij,jk->ik", 0), (Orientation::Stored, vec![1], direct));
    assert_eq!(parts("jk,ij->ik", 1), (Orientation::Stored, vec![0], direct));
    assert_eq!(parts("ij,ik->jk", 0), (Orientation::Transposed, vec![1], direct));
    assert_eq!(parts("ij,j->i", 0), (Orientation::Stored, vec![1], direct));
    assert_eq!(parts("ij,i->j", 0), (Orientation::Transposed, vec![1], direct));
    assert_eq!(parts("ij,ij->", 0), (Orientation::Flattened, vec![1], direct));
    assert_eq!(parts("ij,ijk->k", 0), (Orientation::Flattened, vec![1], direct));
    // Labels that follow one another are one dimension, others are loops.
    assert_eq!(parts("ij,jkl->ikl", 0), (Orientation::Stored, vec![1], direct));
    assert_eq!(parts("ij,ljk->lik", 0), (Orientation::Stored, vec![1], direct));
    assert_eq!(parts("ij,kj->ki", 0).0, Orientation::Stored);
    // A dense operand that is summed alone first, and one that meets the result.
    assert_eq!(parts("ij,jkl->ik", 0), (Orientation::Stored, vec![1], (true, false)));
    assert_eq!(parts("ij,jk,i->ik", 0), (Orientation::Stored, vec![1], (false, true)));
    // One vector after the other is cheaper than their product; and a small matrix first than a large one.
    assert_eq!(parts("ij,i,j->", 0).1.len(), 1);
    assert_eq!(parts("ij,jk,kl->il", 0).1, vec![1, 2]);
    assert_eq!(parts("ij,jl,lk->ik", 0).1, vec![1]);
}

/// The explanation says what is done, and for other machines, too.
#[test]
fn what_is_done_is_explained() {
    let builder = Jit::builder().foreign(Target::named("neoverse-v2").expect("a core"));
    let jit = enabled(builder).build().expect("a registry");
    let einsum = small(&jit, "ij,jk,kl->il", 0).expect("a contraction");
    let text = einsum.explain().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "ij,jk,kl->il on neoverse-v2");
    assert_eq!(lines[1], "in0 is sparse, 3x4, 5 entries: as it is, summed over j");
    // 2·4·5·2 of the dense operands, and 2·5·2 with the entries; or 2·5·5 with these, and 2·3·5·2.
    assert_eq!(lines[2], "meets in1, in2: 100 operations");
    assert_eq!(lines[3], "  in1 instead: 110");
    assert_eq!(lines[4], "before: in1 [j,k], in2 [k,l] -> [j,l], 80 operations");
    assert!(text.contains("once: product f64 3x4x2, 5 entries"), "{text}");
    assert!(text.ends_with("the product is the output"), "{text}");
    assert_eq!(einsum.operations(), 100);
}

/// Every rule, with the label that breaks it.
#[test]
fn labels_without_a_product_are_refused() {
    let jit = jit();
    let refused = |text: &str, sparse: usize| match small(&jit, text, sparse) {
        Err(EinsumError::Label { operand, label: Name::Label(label), rule }) if operand == sparse => {
            (label, rule)
        }
        other => panic!("{text}: {other:?}"),
    };
    let name = Name::Label;
    assert_eq!(refused("ii,ij->j", 0), ('i', LabelRule::Diagonal));
    assert_eq!(refused("ij,ik->k", 0), ('j', LabelRule::Alone));
    assert_eq!(refused("jk,ij->k", 1), ('i', LabelRule::Alone));
    assert_eq!(refused("ij,k->ik", 0), ('j', LabelRule::Alone));
    assert_eq!(refused("ij,k->ijk", 0), ('i', LabelRule::Kept { other: name('j') }));
    assert_eq!(refused("ij,j->ij", 0), ('i', LabelRule::Kept { other: name('j') }));
    assert_eq!(refused("ij,ik,jk->ij", 0), ('i', LabelRule::Sampled { other: name('j') }));
    assert_eq!(refused("ij,ijk->ik", 0), ('i', LabelRule::Shared { summed: name('j') }));
    assert_eq!(refused("ijk,ij->jk", 1), ('j', LabelRule::Shared { summed: name('i') }));
    let text = small(&jit, "ij,ijk->ik", 0).expect_err("a shared label").to_string();
    let rule =
        "is in the output and in the dense operand that 'j' is summed with: only one of both may have it";
    assert_eq!(text, format!("label 'i' of the sparse in0 {rule}"));
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let jit = jit();
    let eye = || Csr::<f32>::from_dense((2, 2), &[1.0, 0.0, 0.0, 1.0], 2).expect("a matrix");
    let b = ArrayLayout::c_order(&[2, 3]).expect("a layout");
    let options = Options::default();
    let asked = |text: &str, operands| Einsum::new(&jit, text, operands, &options);
    let two = asked("ij,jk->ik", vec![Operand::Sparse(eye()), Operand::<_, u32, ArrayLayout>::Sparse(eye())]);
    assert_eq!(two.expect_err("two"), EinsumError::SecondMatrix { first: 0, second: 1 });
    assert_eq!(asked("ij->ij", vec![Operand::Dense(&b)]).expect_err("none"), EinsumError::NoMatrix);
    let alone = asked("ij->i", vec![Operand::<_, _, ArrayLayout>::Sparse(eye())]).expect_err("no partner");
    let label = |label, rule| EinsumError::Label { operand: 0, label: Name::Label(label), rule };
    assert_eq!(alone, label('j', LabelRule::Alone));
    let single = Csr::<f32>::from_dense((2, 1), &[1.0, 2.0], 1).expect("a matrix");
    let broadcast = asked("ij,jk->ik", vec![Operand::Sparse(single), Operand::Dense(&b)]);
    assert_eq!(broadcast.expect_err("repeated"), label('j', LabelRule::Broadcast { extent: 2 }));
    let misfit = asked("ij,kj->ik", vec![Operand::Sparse(eye()), Operand::Dense(&b)]);
    assert!(matches!(misfit, Err(EinsumError::Shapes(_))), "{misfit:?}");
    assert!(matches!(asked("ij,jk-ik", Vec::new()), Err(EinsumError::NoMatrix | EinsumError::Expression(_))));
    let output = ArrayLayout::c_order(&[3, 2]).expect("a layout");
    let operands = || vec![Operand::Sparse(eye()), Operand::Dense(&b)];
    let wrong = Einsum::new_into(&jit, "ij,jk->ik", operands(), &output, &options).expect_err("an output");
    assert_eq!(wrong, EinsumError::Output { found: vec![3, 2], expected: vec![2, 3] });

    let einsum = asked("ij,jk->ik", operands()).expect("a contraction");
    let (mut c, turned) =
        (Array::zeros(output).expect("memory"), Array::c_order(vec![1.0f32; 6], &[3, 2]).expect("an array"));
    let right = Array::c_order(vec![1.0f32; 6], &[2, 3]).expect("an array");
    let run = |inputs: &[View<'_, f32>], c: &mut Array<f32>| einsum.run(inputs, &mut c.view_mut());
    assert!(matches!(
        run(&[], &mut c),
        Err(EinsumRunError::Dense(tensmith::RunError::Inputs { found: 0, expected: 1 }))
    ));
    assert!(matches!(
        run(&[turned.view()], &mut c),
        Err(EinsumRunError::Dense(tensmith::RunError::Shape { .. }))
    ));
    assert!(matches!(
        run(&[right.view()], &mut c),
        Err(EinsumRunError::Dense(tensmith::RunError::Shape { .. }))
    ));
    assert_eq!(c.data(), [0.0; 6]);
}

/// A larger matrix with many columns, in panels and pieces, with numbers that have to be rounded: the same
/// bits on any number of threads, and within their bounds.
#[test]
fn panels_of_many_columns() {
    let jit = with_threads(3);
    let mut source = SplitMix::seeded("sparse_einsum_panels", 1);
    let matrix: Matrix = power_law(&mut source, (120, 90), 900);
    for (text, shape) in
        [("ij,jkl->ikl", [90, 67, 7]), ("ij,kjl->kil", [5, 90, 131]), ("ij,klj->kli", [3, 50, 90])]
    {
        let elements = shape.iter().product::<usize>();
        let b: Vec<f32> = (0..elements).map(|_| source.below(1 << 20) as f32 / 77_777.0).collect();
        let b = Array::c_order(b, &shape).expect("an array");
        let options = Options { grain: NonZeroUsize::new(5000).expect("a number"), ..Options::default() };
        let operands = vec![Operand::Sparse(matrix.csr::<f32, u32>()), Operand::Dense(&b)];
        let einsum = Einsum::new(&jit, text, operands, &options).expect("a contraction");
        let mut first: Option<Vec<f32>> = None;
        for threads in 1..=3 {
            let mut c = Array::zeros(einsum.output().try_clone().expect("memory")).expect("memory");
            let pool = Pool::with_width(NonZeroUsize::new(threads).expect("a number"));
            einsum.run_on(&[b.view()], &mut c.view_mut(), &pool).expect("a run");
            let check = einsum.check(&[b.view()], &c.view()).expect("a comparison");
            assert!(
                check.passed() && check.elements == c.data().len() as u64,
                "{text}: {check:?}\n{}",
                einsum.explain()
            );
            assert_eq!(*first.get_or_insert_with(|| c.data().to_vec()), c.data(), "{text}");
        }
        let wrong = Array::c_order(
            vec![0.5; b.shape().iter().product::<usize>() / 90 * 120],
            einsum.output().shape(),
        );
        let check = einsum.check(&[b.view()], &wrong.expect("an array").view()).expect("a comparison");
        assert!(!check.passed(), "{text}");
    }
}

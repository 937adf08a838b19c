//! Arrays of the crate `ndarray` as operands: nothing is copied, and nothing but their elements touched.

use ndarray::{Array2, Array3, ArrayView2, s};
use tensmith::{Array, AsViewMut, Jit, Strided, Target};

fn counted(shape: (usize, usize)) -> Array2<f64> {
    let mut next = 0.0;
    Array2::from_shape_simple_fn(shape, || {
        next += 1.0;
        next
    })
}

#[test]
fn views_have_the_elements_of_their_arrays() {
    let array = counted((6, 8));
    let turned = array.t();
    let part: ArrayView2<'_, f64> = array.slice(s![1..;2, ..;-3]);
    let repeated = array.slice(s![2, ..]);
    let repeated = repeated.broadcast((3, 8)).expect("a broadcast array");
    let empty = array.slice(s![3..3, ..]);
    for view in [array.view(), turned, part, repeated, empty] {
        let copy = Array::copy_of(&view).expect("a copy");
        assert_eq!(copy.data(), view.iter().copied().collect::<Vec<_>>());
        assert_eq!((Strided::shape(&view), Strided::strides(&view)), (view.shape(), view.strides()));
    }
}

#[test]
fn plans_are_made_for_arrays() {
    let (a, b) = (Array3::<f32>::zeros((2, 3, 4)), Array3::zeros((2, 4, 5)));
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let plan = jit.einsum::<f32>("bmk,bkn->bmn", &[&a, &b]).expect("a plan");
    assert_eq!(plan.output().shape(), [2, 3, 5]);
    let turned = b.view().permuted_axes([0, 2, 1]);
    let plan = jit.einsum::<f32>("bmk,bnk->bmn", &[a.view(), turned]).expect("a plan");
    assert_eq!(plan.inputs()[1].strides(), [20, 1, 5]);
}

/// Each half of the columns of one array is an output of its own.
#[test]
fn outputs_may_lie_between_each_other() {
    use ndarray::{Axis, Ix2};
    let (a, b) = (counted((5, 4)), counted((3, 4)));
    let expected = a.dot(&b.t());
    let jit = Jit::host().expect("a machine");
    let mut both = Array2::from_elem((5, 7), -1.0);
    let (mut left, right) = both.view_mut().split_at(Axis(1), 3);
    let (mut gap, mut right) = right.split_at(Axis(1), 1);
    let before: ndarray::Array<f64, Ix2> = right.to_owned();
    let plan = jit.contraction("mk,nk->mn").plan_into(&[&a, &b], &left).expect("a plan");
    let inputs = [&a, &b];
    plan.run(&inputs, &mut left).expect("it runs");
    assert_eq!(left, expected);
    assert_eq!(right, before);
    gap.fill(7.0);
    plan.run(&inputs, &mut right).expect("it runs");
    assert_eq!(right, expected);
    assert!(gap.iter().all(|element| *element == 7.0));
    // And with both axes reversed.
    left.invert_axis(Axis(0));
    left.invert_axis(Axis(1));
    let plan = jit.contraction("mk,nk->mn").plan_into(&[&a, &b], &left).expect("a plan");
    plan.run(&inputs, &mut left).expect("it runs");
    assert_eq!(left, expected);
}

#[test]
fn an_array_to_write_is_a_view_to_read() {
    let mut array = counted((2, 3));
    array.swap_axes(0, 1);
    let copy = Array::copy_of(&array.as_view_mut()).expect("a copy");
    assert_eq!(copy.data(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
}

//! The cache of kernels: compared with a list that is searched, under threads, with hashes that always
//! collide, and with mappings that have to go.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Weak};
use std::thread;
use std::time::Duration;
use tensmith::{Jit, Target};
use tensmith_core::cache::{Ask, Cache, RelaxStrategy, Statistics, Value};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::op::{BinaryOp, Operation, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Added, Batch, BinarySpec, Chain, ChainSpec, ComplexSpec, Conjugation, ConvertSpec, Factor, GatherSpec,
    GemmSpec, GroupSpec, GroupedSpec, Indexed, Input, Key, LanewiseSpec, Layout, Link, Matrix, Operand,
    Orientation, Overflow, ReduceSpec, Reduction, Regrouped, Spacing, Start, Stride, TernarySpec, UnarySpec,
};
use tensmith_core::{DType, OutOfMemory, Types};
use tensmith_tests::draw::Draw;
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::ops::with_parameters;
use tensmith_tests::random::SplitMix;
use tensmith_tests::reduce::{LINES, reductions};

/// A handle that says how many bytes it takes.
#[derive(Clone, Debug)]
struct Handle(Arc<usize>);

impl Value for Handle {
    fn bytes(&self) -> usize {
        *self.0
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Error {
    OutOfMemory,
    Refused(usize),
}

impl From<OutOfMemory> for Error {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

/// Lets other threads run: there are more of them than cores.
enum Yield {}

impl RelaxStrategy for Yield {
    fn relax() {
        thread::yield_now();
    }
}

/// A key whose hash says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Colliding(u64);

impl Hash for Colliding {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

type Handles<K> = Cache<K, Handle, Error, Yield>;

fn handle(bytes: usize) -> Result<Handle, Error> {
    Ok(Handle(Arc::new(bytes)))
}

/// The model of the cache: the most recently used is last.
struct Model {
    kept: Vec<(u64, usize)>,
    budget: usize,
    counts: Statistics,
}

impl Model {
    /// Whether the key is there; it is afterwards, if there is room.
    fn get(&mut self, key: u64, bytes: usize) -> bool {
        if let Some(place) = self.kept.iter().position(|kept| kept.0 == key) {
            let used = self.kept.remove(place);
            self.kept.push(used);
            self.counts.hits += 1;
            return true;
        }
        self.counts.misses += 1;
        if bytes > self.budget {
            self.counts.evictions += 1;
            return false;
        }
        self.kept.push((key, bytes));
        while self.bytes() > self.budget {
            self.kept.remove(0);
            self.counts.evictions += 1;
        }
        false
    }

    fn bytes(&self) -> usize {
        self.kept.iter().map(|kept| kept.1).sum()
    }

    fn statistics(&self) -> Statistics {
        Statistics { values: self.kept.len(), bytes: self.bytes(), ..self.counts }
    }
}

/// Keys and sizes at random, of which many are asked for again.
fn follows_the_model<K: Copy + Eq + Hash>(random: &mut SplitMix, key: impl Fn(u64) -> K) {
    let (keys, budget) = (1 + random.below(60), random.below(600) as usize);
    let cache = Handles::<K>::new(budget);
    let mut model = Model { kept: Vec::new(), budget, counts: Statistics::default() };
    for _ in 0..1_000 {
        let (number, bytes) = (random.below(keys), random.below(100) as usize);
        let mut made = false;
        let make = || {
            made = true;
            handle(bytes)
        };
        let found = cache.get_or_make(&key(number), make).unwrap();
        assert_eq!(!made, model.get(number, bytes), "{number} of {bytes} bytes, within {budget}");
        assert_eq!(cache.statistics(), model.statistics());
        assert!(!made || found.bytes() == bytes);
    }
}

#[test]
fn the_least_recently_used_goes_as_in_a_list() {
    let mut random = SplitMix::seeded("the_least_recently_used_goes_as_in_a_list", 1);
    for _ in 0..50 {
        follows_the_model(&mut random, |number| number);
    }
}

#[test]
fn hashes_that_always_collide_change_nothing() {
    let mut random = SplitMix::seeded("hashes_that_always_collide_change_nothing", 2);
    for _ in 0..50 {
        follows_the_model(&mut random, Colliding);
    }
}

#[test]
fn handles_outlive_eviction() {
    let cache = Handles::new(10);
    let first = cache.get_or_make(&1u64, || handle(10)).unwrap();
    let seen = Arc::downgrade(&first.0);
    cache.get_or_make(&2, || handle(10)).unwrap();
    assert_eq!((cache.statistics().evictions, *first.0), (1, 10));
    drop(first);
    assert_eq!(Weak::strong_count(&seen), 0);
}

#[test]
fn many_threads_make_each_value_once() {
    let (cache, made, start) = (Handles::new(usize::MAX), AtomicUsize::new(0), Barrier::new(16));
    thread::scope(|scope| {
        for thread in 0..16 {
            let (cache, made, start) = (&cache, &made, &start);
            scope.spawn(move || {
                start.wait();
                for number in 0..1_000u64 {
                    let key = (number + thread % 3) % 1_000;
                    let make = || {
                        made.fetch_add(1, Ordering::Relaxed);
                        thread::yield_now();
                        handle(key as usize)
                    };
                    assert_eq!(cache.get_or_make(&key, make).unwrap().bytes(), key as usize);
                }
            });
        }
    });
    let Statistics { hits, misses, joined, values, .. } = cache.statistics();
    assert_eq!((made.into_inner(), misses, values, hits + joined), (1_000, 1_000, 1_000, 15_000));
}

/// Sixteen threads ask for one key, and making ends only after all of them have asked.
fn ask_at_once(
    cache: &Handles<u64>,
    make: impl Fn() -> Result<Handle, Error> + Sync,
) -> Vec<thread::Result<Result<Handle, Error>>> {
    let make = || {
        while cache.statistics().joined < 15 {
            thread::sleep(Duration::from_millis(1));
        }
        make()
    };
    let ask = || catch_unwind(AssertUnwindSafe(|| cache.get_or_make(&7, make)));
    thread::scope(|scope| {
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn those_who_wait_get_a_value_that_is_not_kept() {
    let cache = Handles::new(0);
    let answers = ask_at_once(&cache, || handle(1));
    assert!(answers.iter().all(|answer| matches!(answer, Ok(Ok(Handle(_))))));
    assert_eq!(
        cache.statistics(),
        Statistics { misses: 1, joined: 15, evictions: 1, ..Statistics::default() }
    );
}

#[test]
fn those_who_wait_get_the_error_and_it_is_not_kept() {
    let cache = Handles::new(100);
    for answer in ask_at_once(&cache, || Err(Error::Refused(3))) {
        assert_eq!(answer.unwrap().unwrap_err(), Error::Refused(3));
    }
    assert_eq!(cache.statistics().misses, 1);
    assert_eq!(cache.get_or_make(&7, || handle(5)).unwrap().bytes(), 5);
}

#[test]
fn a_panic_leaves_nobody_waiting() {
    let (cache, tries) = (Handles::new(100), AtomicUsize::new(0));
    let answers = ask_at_once(&cache, || {
        assert!(tries.fetch_add(1, Ordering::Relaxed) >= 3, "of the first three, each panics");
        handle(5)
    });
    assert_eq!(answers.iter().filter(|answer| answer.is_err()).count(), 3);
    assert!(answers.into_iter().flatten().all(|answer| answer.unwrap().bytes() == 5));
    assert_eq!((cache.statistics().misses, tries.into_inner()), (4, 4));
}

/// The value that is kept for a specification.
fn key(spec: KernelSpec) -> Key {
    spec.to_key()
}

/// All types that differ from these in one operand, and types that differ in all.
fn other_types(types: Types) -> Vec<Types> {
    let in_one = DType::ALL.into_iter().flat_map(|dtype| {
        let (a, b, accumulator) = (Types { a: dtype, ..types }, Types { b: dtype, ..types }, dtype);
        [a, b, Types { accumulator, ..types }, Types { output: dtype, ..types }]
    });
    let mut all: Vec<Types> =
        in_one.chain(DType::ALL.map(Types::of)).filter(|other| *other != types).collect();
    all.sort_by_key(Types::to_string);
    all.dedup();
    all
}

/// A specification, and others that differ from it in one field.
fn neighbours(spec: &GemmSpec) -> Vec<GemmSpec> {
    let longer = |stride| match stride {
        Stride::Fixed(value) => Stride::fixed(value.get() + 1),
        Stride::Runtime => Stride::fixed(0),
    };
    let other = |factor| if factor == Factor::One { Factor::Zero } else { Factor::One };
    let (mut all, s) = (vec![*spec], *spec);
    all.extend(other_types(s.types).into_iter().map(|types| GemmSpec { types, ..s }));
    all.push(GemmSpec { alpha: other(s.alpha), ..s });
    all.extend([GemmSpec { beta: other(s.beta), ..s }, GemmSpec { m: s.m + 1, ..s }]);
    all.extend([GemmSpec { n: s.n + 1, ..s }, GemmSpec { k: s.k + 1, ..s }]);
    let matrix = |matrix: Matrix| [matrix.transposed(), Matrix { ld: longer(matrix.ld), ..matrix }];
    all.extend(matrix(s.a).map(|a| GemmSpec { a, ..s }));
    all.extend(matrix(s.b).map(|b| GemmSpec { b, ..s }));
    all.extend(matrix(s.c).map(|c| GemmSpec { c, ..s }));
    let (count, a, b) = (Stride::fixed(usize::MAX), Stride::Runtime, Stride::fixed(usize::MAX));
    let batches = [
        Batch::Single,
        Batch::Strided { count, a, b },
        Batch::Strided { count: a, a, b },
        Batch::Strided { count, a: b, b: a },
        Batch::Strided { count, a: b, b },
        Batch::Offsets { count },
        Batch::Offsets { count: a },
        Batch::Addresses { count },
    ];
    all.extend(batches.into_iter().filter(|batch| *batch != s.batch).map(|batch| GemmSpec { batch, ..s }));
    all
}

#[test]
fn specifications_are_equal_as_words_if_and_only_if_they_are() {
    let mut draw = Draw::seeded("specifications_are_equal_as_words_if_and_only_if_they_are", 3);
    for _ in 0..200 {
        let dtype = draw.one_of(&[DType::F32, DType::F64]);
        let spec = draw.spec(dtype);
        let all = neighbours(&draw.left_to_run_time(spec));
        for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
            let words = [x, y].map(|spec| key(KernelSpec::Gemm(*spec)));
            assert_eq!(words[0] == words[1], x == y, "{x} and {y}");
        }
    }
}

/// Keys of one hash are searched one after the other.
#[test]
fn specifications_that_differ_in_one_thing_have_hashes_of_their_own() {
    let matrix = Matrix::column_major(32);
    let (alpha, beta, epilogue) = (Factor::One, Factor::One, Chain::EMPTY);
    let spec = GemmSpec {
        types: DType::F32.into(),
        m: 32,
        n: 32,
        k: 32,
        a: matrix,
        b: matrix,
        c: matrix,
        alpha,
        beta,
        batch: Batch::Single,
        epilogue,
    };
    let strides = || (32..64).map(Stride::fixed).chain([Stride::Runtime]);
    let lds = strides().map(|ld| GemmSpec { a: Matrix { ld, ..matrix }, ..spec });
    let counts = strides().map(|count| GemmSpec { batch: Batch::Addresses { count }, ..spec });
    let hash = |spec: GemmSpec| Ask::<Key>::hash(&KernelSpec::Gemm(spec));
    assert_eq!(lds.chain(counts).map(hash).collect::<HashSet<_>>().len(), 2 * strides().count());
    let types = other_types(spec.types);
    let hashes = types.iter().map(|types| hash(GemmSpec { types: *types, ..spec })).collect::<HashSet<_>>();
    assert_eq!(hashes.len(), types.len());
    let dense = (32..64).map(|k| GemmSpec { k, b: Matrix::column_major(k), ..spec });
    assert_eq!(dense.map(hash).collect::<HashSet<_>>().len(), 32);
    let chains =
        ["", "relu", "relu,exp", "relu,tanh", "clamp(0,1)", "clamp(0,2)", "clamp(0,0.1)", "clamp(0,0.2)"];
    let fused = chains.map(|text| GemmSpec { epilogue: text.parse().unwrap(), ..spec });
    assert_eq!(fused.map(hash).into_iter().collect::<HashSet<_>>().len(), chains.len());
    // As many as there are of one number in two places, where it could cancel itself.
    let gathered = (32..64).map(|ld| {
        let (indexed, ld) = (Indexed::Input, Stride::fixed(ld));
        let spec = GatherSpec { dtype: DType::F32, indexed, m: 32, n: 32, ld_in: ld, ld_out: ld };
        Ask::<Key>::hash(&KernelSpec::Gather(spec))
    });
    assert_eq!(gathered.collect::<HashSet<_>>().len(), 32);
}

const ORIENTATIONS: [Orientation; 5] = [
    Orientation::Same,
    Orientation::Transposed,
    Orientation::Rotated,
    Orientation::RotatedBack,
    Orientation::Conjugated,
];

#[test]
fn elementwise_specifications_are_equal_as_words_if_and_only_if_they_are() {
    let numbers = [Parameter::Runtime, Parameter::fixed(0.0), Parameter::fixed(-0.0), Parameter::fixed(1.0)];
    let pairs = || numbers.iter().flat_map(|x| numbers.iter().map(move |y| [*x, *y]));
    let strides = [Stride::Runtime, Stride::fixed(7), Stride::fixed(9)];
    let (dtype, m, n) = (DType::F32, 7, 3);
    let mut all = Vec::new();
    let inputs = || {
        let of = |stride: Stride| [Input::Matrix(stride), Input::Row(stride), Input::Column, Input::Scalar];
        strides.into_iter().flat_map(of)
    };
    for (nth, op) in pairs().flat_map(|pair| with_parameters(UnaryOp::ALL, pair)).enumerate() {
        for orientation in ORIENTATIONS {
            let input = inputs().nth(nth % 12).unwrap();
            let ld_out = Stride::Runtime;
            all.push(KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation }));
        }
    }
    for op in with_parameters(BinaryOp::ALL, [Parameter::fixed(0.0); 2]).into_iter().step_by(3) {
        for (in0, in1) in inputs().flat_map(|in0| inputs().map(move |in1| (in0, in1))) {
            all.push(KernelSpec::Binary(BinarySpec { dtype, op, m, n, in0, in1, ld_out: Stride::fixed(7) }));
        }
    }
    let op = UnaryOp::identity();
    for (input, orientation) in
        inputs().flat_map(|input| ORIENTATIONS.map(|orientation| (input, orientation)))
    {
        all.push(KernelSpec::Unary(UnarySpec {
            dtype,
            op,
            m,
            n,
            input,
            ld_out: Stride::fixed(7),
            orientation,
        }));
    }
    let (op, ld_out) = (TernaryOp::select(), Stride::fixed(7));
    for (nth, in0) in inputs().enumerate() {
        for (in1, in2) in
            inputs().flat_map(|in1| inputs().map(move |in2| (in1, in2))).skip(nth % 5).step_by(5)
        {
            let spec = TernarySpec { dtype, op, m, n, in0, in1, in2, ld_out };
            all.push(KernelSpec::Ternary(spec));
            all.push(KernelSpec::Ternary(TernarySpec { ld_out: strides[nth % 3], ..spec }));
        }
    }
    let chains = ["", "relu", "add(column)", "add(row)", "add(scalar),relu", "sub(column)", "sub(column,x)"];
    for (nth, chain) in chains.into_iter().enumerate() {
        let chain = chain.parse().unwrap();
        for input in inputs().skip(nth % 2).step_by(2) {
            let spec = ChainSpec { dtype, chain, m, n, input, ld_out };
            all.push(KernelSpec::Chain(spec));
            all.push(KernelSpec::Chain(ChainSpec { ld_out: Stride::Runtime, ..spec }));
        }
    }
    for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
        assert_eq!(x.is(&key(*y)), x == y, "{x} and {y}");
        assert_eq!(key(*x) == key(*y), x == y, "{x} and {y}, kept");
    }
}

/// Chains that differ from each other in little.
const CHAINS: [&str; 59] = [
    "",
    "relu",
    "relu,relu",
    "relu,absolute",
    "absolute,relu",
    "add(column)",
    "sub(column)",
    "sub(column,x)",
    "add(row)",
    "add(scalar)",
    "add(matrix/?)",
    "add(matrix/0)",
    "add(matrix/7)",
    "relu,add(matrix/7)",
    "add(matrix/7),relu",
    "add(matrix/7),add(matrix/9)",
    "add(matrix/9),add(matrix/7)",
    "clamp(0,1)",
    "clamp(?,1)",
    "clamp(0,?)",
    "clamp(?,?)",
    "clamp(-0.0,1)",
    "clamp(0,0)",
    "clamp(0,1),clamp(0,1)",
    "clamp(0,1),clamp(0,?)",
    "add(column),relu,add(matrix/7)",
    "add(matrix/7),clamp(0,1),add(matrix/9)",
    "add(matrix/7),clamp(0,1),add(matrix/7)",
    "clamp(0,1),clamp(0,1),clamp(0,1),clamp(0,1)",
    "clamp(0,1),clamp(0,1),clamp(0,1),clamp(0,2)",
    "clamp(0,1),clamp(0,1),clamp(0,1),clamp(?,1)",
    "clamp(0,1),relu",
    "relu,clamp(0,1)",
    "add(column),relu,mul(row,x),add(matrix/7)",
    "add(column),relu,mul(row),add(matrix/7)",
    // Operands after parameters.
    "clamp(0,1),clamp(0,1),add(matrix/7)",
    // Long ones; zeros between others.
    "clamp(0.1,1),clamp(0.1,1),clamp(0.1,2)",
    "clamp(0.1,1),clamp(0.1,1),clamp(0.1,1)",
    "clamp(0.1,1),clamp(0.1,1),clamp(0.1,1),relu",
    "clamp(0.1,1),clamp(0.1,1),clamp(0.1,1),absolute",
    "relu,relu,clamp(?,?),clamp(0.1,?)",
    "relu,relu,clamp(?,?),clamp(0.2,?)",
    "relu,relu,clamp(?,?)",
    "clamp(0,1),clamp(0,1),add(matrix/7),relu",
    "clamp(0,1),clamp(0,1),add(matrix/7),absolute",
    // Numbers that FP32 cannot represent.
    "clamp(0.1,1)",
    "clamp(0.10000000149011612,1)",
    "clamp(NaN,1)",
    "clamp(1e300,1)",
    "clamp(0.1,0.2)",
    "clamp(0.1,1),relu",
    "relu,clamp(0.1,1)",
    // Strides below and above 32 bits.
    "clamp(0.1,1),add(matrix/7)",
    "clamp(0.1,1),add(matrix/7),relu",
    "clamp(0.1,1),add(matrix/7),absolute",
    "add(matrix/5000000000)",
    "add(matrix/705032704)",
    "add(matrix/4294967295)",
    "add(matrix/4294967296)",
];

#[test]
fn chains_are_equal_as_words_if_and_only_if_they_are() {
    let (dtype, m, n, k, c) = (DType::F32, 7, 3, 5, Matrix::column_major(7));
    let (a, b, factor) = (Matrix::column_major(7), Matrix::column_major(5), Factor::One);
    let [two, three] = [2, 3].map(Stride::fixed);
    let batches = [
        Batch::Single,
        Batch::Strided { count: two, a: three, b: two },
        Batch::Strided { count: three, a: two, b: two },
        Batch::Offsets { count: two },
        Batch::Addresses { count: Stride::Runtime },
    ];
    let mut all = Vec::new();
    for text in CHAINS {
        let chain = text.parse().unwrap();
        let (alpha, beta, epilogue) = (factor, factor, chain);
        for batch in batches {
            let spec = GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue };
            all.push(KernelSpec::Gemm(spec));
            let a = Matrix { ld: Stride::Runtime, ..a };
            all.push(KernelSpec::Gemm(GemmSpec { a, ..spec }));
        }
        for input in [Input::Column, Input::Matrix(Stride::fixed(7))] {
            all.push(KernelSpec::Chain(ChainSpec { dtype, chain, m, n, input, ld_out: Stride::fixed(7) }));
        }
    }
    for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
        assert_eq!(x.is(&key(*y)), x == y, "{x} and {y}");
        assert_eq!(key(*x) == key(*y), x == y, "{x} and {y}, kept");
    }
}

/// Random chains, most of which differ in one link or none.
#[test]
fn random_chains_are_equal_as_words_if_and_only_if_they_are() {
    const LINKS: [&str; 12] = [
        "relu",
        "absolute",
        "clamp(0,1)",
        "clamp(?,1)",
        "clamp(0,?)",
        "clamp(-0.0,1)",
        "add(column)",
        "add(row)",
        "add(matrix/7)",
        "add(matrix/?)",
        "sub(scalar)",
        "sub(scalar,x)",
    ];
    let mut random = SplitMix::seeded("random_chains_are_equal_as_words_if_and_only_if_they_are", 4);
    let (dtype, m, n, input, ld_out) = (DType::F32, 7, 3, Input::Column, Stride::fixed(7));
    for _ in 0..20_000 {
        let count = random.below(5) as usize;
        let mut links: Vec<_> = (0..count).map(|_| LINKS[random.below(12) as usize]).collect();
        let first = links.join(",");
        match random.below(3) {
            0 => drop(links.pop()),
            1 => links.iter_mut().take(1).for_each(|link| *link = LINKS[random.below(12) as usize]),
            _ => {}
        }
        let [x, y] = [first, links.join(",")].map(|text| {
            KernelSpec::Chain(ChainSpec { dtype, chain: text.parse().unwrap(), m, n, input, ld_out })
        });
        assert_eq!(key(x) == key(y), x == y, "{x} and {y}");
        assert_eq!(x.is(&key(y)), x == y, "{x} and {y}, asked");
    }
}

/// Operations are identified by their whole address, also far away from those of this library.
#[test]
fn chains_of_operations_from_elsewhere_are_told_apart() {
    let &Operation { name, parameters, doc, reads_inputs, formula, error, single, double, integer } =
        UnaryOp::relu().operation();
    let operation =
        || Operation { name, parameters, doc, reads_inputs, formula, error, single, double, integer };
    // So large that it comes from the system, far away from the program.
    let mut elsewhere = Vec::with_capacity(100_000);
    elsewhere.extend([operation(), operation()]);
    let [first, second] = &*elsewhere.leak() else { panic!("two operations") };
    let own = [UnaryOp::relu(), UnaryOp::absolute()];
    let ops = [first, second].map(|operation| UnaryOp::new(operation, &[]).unwrap());
    let links = own.into_iter().chain(ops).map(Link::Unary).collect::<Vec<_>>();
    let pairs = links.iter().flat_map(|x| links.iter().map(move |y| [*x, *y]));
    let chains: Vec<_> = pairs.map(|pair| Chain::new(&pair).unwrap()).collect();
    let (dtype, m, n, input, ld_out) = (DType::F32, 7, 3, Input::Column, Stride::fixed(7));
    let words =
        |chain: &Chain| key(KernelSpec::Chain(ChainSpec { dtype, chain: *chain, m, n, input, ld_out }));
    for (x, y) in chains.iter().flat_map(|x| chains.iter().map(move |y| (x, y))) {
        assert_eq!(words(x) == words(y), x == y, "{x:?} and {y:?}");
    }
}

/// A chain that was changed has the words of what it became.
#[test]
fn chains_that_were_changed_are_packed_like_others() {
    let (dtype, m, n, input, ld_out) = (DType::F32, 7, 3, Input::Column, Stride::fixed(7));
    let words = |chain| key(KernelSpec::Chain(ChainSpec { dtype, chain, m, n, input, ld_out }));
    for text in CHAINS {
        let filled: Chain = text.replace('?', "7").parse().unwrap();
        let mut changed: Chain = text.parse().unwrap();
        changed.change(|link| {
            link.operand_mut().and_then(Operand::ld_mut).into_iter().for_each(|ld| {
                if *ld == Stride::Runtime {
                    *ld = Stride::fixed(7);
                }
            });
            for parameter in link.parameters_mut() {
                if *parameter == Parameter::Runtime {
                    *parameter = Parameter::fixed(7.0);
                }
            }
        });
        assert_eq!(changed, filled, "{text}");
        assert_eq!(words(changed), words(filled), "{text}");
    }
}

#[test]
fn reductions_and_moves_are_equal_as_words_if_and_only_if_they_are() {
    let strides = || [Stride::Runtime, Stride::fixed(7), Stride::fixed(9)].into_iter();
    let with_strides = |reduction| match reduction {
        Reduction::Dot { start, .. } => strides().map(|ld_in1| Reduction::Dot { ld_in1, start }).collect(),
        _ => vec![reduction],
    };
    let mut all = Vec::new();
    for reduction in reductions(7).into_iter().flat_map(with_strides) {
        for (lines, ld_in) in LINES.into_iter().flat_map(|lines| strides().map(move |ld| (lines, ld))) {
            for (dtype, m, n) in [(DType::F32, 7, 3), (DType::F64, 7, 3), (DType::F32, 3, 7)] {
                all.push(KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines, m, n, ld_in }));
            }
        }
    }
    let tight = LanewiseSpec::tight(DType::F32, [7, 3, 5], 2, Start::Nothing);
    all.extend([
        KernelSpec::Lanewise(tight),
        KernelSpec::Lanewise(LanewiseSpec { dtype: DType::F64, ..tight }),
        KernelSpec::Lanewise(LanewiseSpec { start: Start::Output, ..tight }),
        KernelSpec::Lanewise(LanewiseSpec { count: 3, ..tight }),
        KernelSpec::Lanewise(LanewiseSpec { m: 8, ..tight }),
        KernelSpec::Lanewise(LanewiseSpec { n: 8, ..tight }),
        KernelSpec::Lanewise(LanewiseSpec { k: 8, ..tight }),
    ]);
    for (rows, columns) in [(99, 2), (98, 99)] {
        let spacing = Spacing { rows, columns };
        all.extend([
            KernelSpec::Lanewise(LanewiseSpec { a: spacing, ..tight }),
            KernelSpec::Lanewise(LanewiseSpec { b: spacing, ..tight }),
            KernelSpec::Lanewise(LanewiseSpec { c: spacing, ..tight }),
        ]);
    }
    let complex = ComplexSpec::column_major(DType::F32, [7, 3, 5]);
    let row = Matrix::row_major(7);
    all.extend(
        [
            ComplexSpec { part: DType::F64, ..complex },
            ComplexSpec { m: 8, ..complex },
            ComplexSpec { n: 8, ..complex },
            ComplexSpec { k: 8, ..complex },
            ComplexSpec { start: Start::Output, ..complex },
            ComplexSpec { a: Matrix::column_major(9), ..complex },
            ComplexSpec { b: Matrix::column_major(9), ..complex },
            ComplexSpec { c: Matrix::column_major(9), ..complex },
            ComplexSpec { a: row, ..complex },
            ComplexSpec { b: row, ..complex },
            ComplexSpec { c: row, ..complex },
        ]
        .map(KernelSpec::Complex),
    );
    let conjugated = Conjugation::ALL.map(|(conjugation, _)| ComplexSpec { conjugation, ..complex });
    all.extend(conjugated.map(KernelSpec::Complex));
    let grouped = GroupedSpec::column_major(DotTypes::I8, [7, 3, 8]);
    all.extend(
        DotTypes::ALL.iter().map(|types| KernelSpec::Grouped(GroupedSpec { types: *types, ..grouped })),
    );
    all.extend(
        [
            GroupedSpec { m: 8, ..grouped },
            GroupedSpec { n: 8, ..grouped },
            GroupedSpec { k: 12, ..grouped },
            GroupedSpec { start: Start::Output, ..grouped },
            GroupedSpec { added: Added::Column, ..grouped },
            GroupedSpec { added: Added::Row, ..grouped },
            GroupedSpec { overflow: Overflow::Wraps, ..grouped },
            GroupedSpec { a: Matrix::column_major(9), ..grouped },
            GroupedSpec { b: Matrix::column_major(9), ..grouped },
            GroupedSpec { c: Matrix::column_major(9), ..grouped },
            GroupedSpec { a: row, ..grouped },
            GroupedSpec { b: row, ..grouped },
            GroupedSpec { c: row, ..grouped },
        ]
        .map(KernelSpec::Grouped),
    );
    let group = GroupSpec::dense(Regrouped::Bytes, [7, 5], Layout::ColumnMajor);
    all.extend(Regrouped::ALL.map(|(change, _)| KernelSpec::Group(GroupSpec { change, ..group })));
    all.extend(
        [
            GroupSpec { m: 8, ..group },
            GroupSpec { k: 6, ..group },
            GroupSpec { input: Matrix::column_major(8), ..group },
            GroupSpec { input: row, ..group },
            GroupSpec { ld_out: Stride::fixed(8), ..group },
        ]
        .map(KernelSpec::Group),
    );
    for (ld_in, ld_out) in strides().flat_map(|ld_in| strides().map(move |ld_out| (ld_in, ld_out))) {
        for indexed in [Indexed::Input, Indexed::Output] {
            let (dtype, m, n) = (DType::F32, 7, 3);
            all.push(KernelSpec::Gather(GatherSpec { dtype, indexed, m, n, ld_in, ld_out }));
        }
    }
    for (ld_in, ld_out) in strides().flat_map(|ld_in| strides().map(move |ld_out| (ld_in, ld_out))) {
        for (from, to) in DType::ALL.into_iter().flat_map(|from| DType::ALL.map(|to| (from, to))) {
            for orientation in [Orientation::Same, Orientation::Transposed] {
                let convert = ConvertSpec { from, to, m: 7, n: 3, ld_in, ld_out, orientation };
                all.push(KernelSpec::Convert(convert));
            }
        }
    }
    let op = UnaryOp::identity();
    let (input, ld_out, orientation) = (Input::Matrix(Stride::fixed(7)), Stride::fixed(7), Orientation::Same);
    all.push(KernelSpec::Unary(UnarySpec { dtype: DType::F32, op, m: 7, n: 3, input, ld_out, orientation }));
    for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
        assert_eq!(x.is(&key(*y)), x == y, "{x} and {y}");
        assert_eq!(key(*x) == key(*y), x == y, "{x} and {y}, kept");
    }
}

#[test]
fn handles_of_one_multiplication_share_its_code() {
    let jit = Jit::for_target(Target::generic()).unwrap();
    let (a, b, c) = (Matrix::column_major(8), Matrix::column_major(8), Matrix::column_major(8));
    let (alpha, beta, batch) = (Factor::One, Factor::One, Batch::Single);
    let spec = GemmSpec {
        types: DType::F32.into(),
        m: 8,
        n: 8,
        k: 8,
        a,
        b,
        c,
        alpha,
        beta,
        batch,
        epilogue: Chain::EMPTY,
    };
    let addresses: HashSet<usize> = thread::scope(|scope| {
        let ask = || match jit.gemm::<f32>(&spec, tensmith::gemm::Options::default()).unwrap().status() {
            tensmith::gemm::Status::Generated { code, .. } => code.code.as_ptr().addr(),
            other => panic!("{other}"),
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!((addresses.len(), jit.stats().kernels.misses, jit.stats().kernels.values), (1, 1, 1));
}

#[test]
fn many_threads_have_each_kernel_generated_once() {
    let jit = Jit::for_target(Target::generic()).unwrap();
    let (alpha, beta, batch) = (Factor::One, Factor::One, Batch::Single);
    let (dtype, epilogue, start) = (DType::F32, Chain::EMPTY, Barrier::new(16));
    let count = if is_emulated() { 100 } else { 1_000 };
    let spec = |number: usize| {
        let (m, n, k) = (1 + number % 10, 1 + number / 10 % 10, 1 + number / 100);
        let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
        GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue }
    };
    thread::scope(|scope| {
        for thread in 0..16 {
            let (jit, start) = (&jit, &start);
            scope.spawn(move || {
                start.wait();
                for number in 0..count {
                    let spec = spec((number + thread % 3) % count);
                    let handle = jit.gemm::<f32>(&spec, tensmith::gemm::Options::default()).unwrap();
                    assert!(matches!(handle.status(), tensmith::gemm::Status::Generated { .. }));
                }
            });
        }
    });
    let Statistics { hits, misses, joined, values, .. } = jit.stats().kernels;
    assert_eq!((misses, values, hits + joined), (count as u64, count, 15 * count as u64));
}

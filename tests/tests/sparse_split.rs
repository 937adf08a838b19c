//! Divisions of the work: every entry is in one chunk, and every row is begun by one, in any division
//! and number of chunks.

use tensmith_sparse::Csr;
use tensmith_sparse::split::{Piece, Split, chunks};
use tensmith_tests::random::SplitMix;
use tensmith_tests::sparse::{Matrix, power_law, random, structured};

fn check(matrix: &Matrix) {
    let csr: Csr<f32, u64> = matrix.csr();
    let ((rows, _), entries) = (csr.shape(), csr.entries());
    for (split, name) in Split::ALL {
        for count in [1, 2, 3, 4, 7, 16, 64, 1000] {
            let told = format!("{}, {name}, {count}", matrix.name);
            let chunks = chunks(&csr, split, count).expect("memory");
            assert!(chunks.len() <= count, "{told}");
            let (mut next_entry, mut begun_rows) = (0, 0);
            for chunk in &chunks {
                let mut steps = 0;
                if let Some(Piece { row, entries }) = &chunk.carried {
                    assert!(*row < begun_rows && csr.row(*row).contains(&entries.start), "{told}");
                    assert_eq!(entries.start, next_entry, "{told}");
                    assert!(entries.end <= csr.row(*row).end && !entries.is_empty(), "{told}");
                    (next_entry, steps) = (entries.end, steps + entries.len());
                }
                for row in chunk.whole.clone() {
                    assert_eq!((row, csr.row(row).start), (begun_rows, next_entry), "{told}");
                    (begun_rows, next_entry) = (row + 1, csr.row(row).end);
                    steps += 1 + csr.row(row).len();
                }
                if let Some(Piece { row, entries }) = &chunk.begun {
                    assert_eq!(
                        (*row, entries.start, csr.row(*row).start),
                        (begun_rows, next_entry, next_entry),
                        "{told}"
                    );
                    assert!(!entries.is_empty() && entries.end <= csr.row(*row).end, "{told}");
                    (begun_rows, next_entry, steps) = (row + 1, entries.end, steps + entries.len());
                }
                // No chunk is larger than its share.
                let share = |all: usize| all.div_ceil(count) + 1;
                match split {
                    Split::Rows => {
                        assert!(chunk.whole.len() <= share(rows) && chunk.begun.is_none(), "{told}");
                    }
                    Split::NonZeros => {
                        let of_rows = chunk.whole.clone().map(|row| csr.row(row).len()).sum::<usize>();
                        let pieces = [&chunk.carried, &chunk.begun].into_iter().flatten();
                        let of_pieces: usize = pieces.map(|piece| piece.entries.len()).sum();
                        assert!(of_rows + of_pieces <= share(entries), "{told}");
                    }
                    Split::MergePath => assert!(steps <= share(rows + entries) + 1, "{told}: {steps}"),
                }
            }
            assert_eq!((begun_rows, next_entry), (rows, entries), "{told}");
        }
    }
}

#[test]
fn every_entry_is_in_one_chunk_and_every_row_is_begun_by_one() {
    let mut source = SplitMix::seeded("sparse_split", 1);
    structured(&mut source).iter().for_each(check);
    (0..300).for_each(|_| check(&random(&mut source)));
    check(&power_law(&mut source, (3000, 500), 9000));
}

#[test]
fn names_read_back() {
    assert!(
        Split::ALL
            .iter()
            .all(|(split, name)| Split::from_name(name) == Some(*split) && split.name() == *name)
    );
    assert_eq!(Split::from_name("columns"), None);
}

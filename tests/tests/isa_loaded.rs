//! Tables that are read at run time: this library's own, whose words are known, and a made-up set of two
//! generations, with operands that have defaults, words that are transformed after encoding, and trailing
//! words that are dropped.

use tensmith_core::isa::Role;
use tensmith_core::isa::aarch64::{sample, table};
use tensmith_core::isa::loaded::{Finish, MAX_WORDS, Operand, Table, TableError, TableProblem, ValueError};
use tensmith_tests::random::SplitMix;

/// The bit that is set in the last word.
const END: u8 = 31;

/// What the machine combines words with, so that a zero word never appears in memory.
const WHITENING: [u32; 4] = [0x2545_f491, 0x1b87_3593, 0x4cf5_ad43, 0x27d4_eb2f];

/// Two generations: the second adds a form and has another `move`.
const MADE_UP: &str = "\
name,pattern,operands,features,remark
move,0000_0001_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b_a_b 0c00_d000_0000_0000_0000_0000_0000_d00c \
0e00_0000_0000_0000_0000_0000_e000_0000 0000_0000_0000_0000_0000_0000_0000_0fff,\
\"a = r or 7, b: r or 0, c: mode or 0, d: mode or 3, e: mode or 0, f: lane or 5\",first,\"scattered, \"\"bit by bit\"\"\"
move,0000_0011_0000_0000_0000_aaaa_aaaa_aaaa 0000_0000_0000_0000_0000_bbbb_bbbb_bbbb,\
\"a = r or 7, b: r or 0\",second,
far,\"0000_0010_0000_00xx_xxxx_xxxx_XXXX_XXXX 0yyy_yyyy_yyyy_yyyy_yyyy_yyyy_yyyy_yyyy \
0zzz_0000_0000_0000_0000_0000_0000_zzzz 0000_0000_0000_0000_0000_0000_0000_000w\",\
\"x += r or 0, y: r or 0, z: r or 0, w: flag or 0\",first|second,
twin,0000_0100_0000_0000_0000_kkkk_kkkk_kkkk,k: r in 3 places,second+twins,
";

struct Whitened;

impl Finish for Whitened {
    fn finish(&self, words: &mut [u32]) {
        words.iter_mut().zip(WHITENING).for_each(|(word, white)| *word ^= white);
    }

    fn undo(&self, words: &mut [u32]) {
        self.finish(words);
    }
}

/// The machine of a generation.
fn made_up(features: &[&str]) -> Table<Whitened> {
    let mut table = Table::read(MADE_UP).unwrap().shortened(END).unwrap().finished_by(Whitened);
    table.retain(|feature| features.contains(&feature));
    table
}

fn plain(words: &[u32]) -> Vec<u32> {
    words.iter().zip(WHITENING).map(|(word, white)| word ^ white).collect()
}

#[test]
fn generations_have_their_rows() {
    let names =
        |features| made_up(features).rows().iter().map(|row| row.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&["first"]), ["move", "far"]);
    assert_eq!(names(&["second"]), ["move", "far"]);
    assert_eq!(names(&["second", "twins"]), ["move", "far", "twin"]);
    let lengths = ["first", "second"].map(|generation| made_up(&[generation]).row("move").unwrap().length());
    assert_eq!(lengths, [4, 2]);
    let table = made_up(&["first"]);
    let [a, b, ..] = table.row("move").unwrap().operands() else { panic!("it has six") };
    assert_eq!((a.letter(), a.role(), a.kind(), a.bits(), a.default()), ('a', Role::Write, "r", 12, Some(7)));
    assert_eq!(
        (b.role(), b.default(), table.row("far").unwrap().operands()[0].role()),
        (Role::Read, Some(0), Role::ReadWrite)
    );
}

#[test]
fn words_are_what_the_table_says() {
    let (first, second) = (made_up(&["first"]), made_up(&["second", "twins"]));
    let words = |table: &Table<Whitened>, text: &str| plain(&table.assemble(text).unwrap());
    // Capitals are the more significant bits of x.
    assert_eq!(words(&first, "far x=196609"), [0x8200_01c0]);
    assert_eq!(words(&first, "far y=1"), [0x0200_0000, 0x8000_0001]);
    assert_eq!(words(&first, "far z=127"), [0x0200_0000, 0, 0xf000_000f]);
    assert_eq!(words(&first, "far w=1"), [0x0200_0000, 0, 0, 0x8000_0001]);
    assert_eq!(words(&second, "move"), [0x8300_0007]);
    assert_eq!(words(&second, "move b=1, a=2"), [0x0300_0002, 0x8000_0001]);
    // In three places.
    assert_eq!(words(&second, "twin k=10"), [0x8400_0aaa]);
    assert!(second.decode(&[0x8400_0aab ^ WHITENING[0]]).unwrap().is_none());
}

#[test]
fn a_made_up_instruction_set_round_trips() {
    let mut random = SplitMix::seeded("isa_loaded", 1);
    for features in [["first", ""], ["second", "twins"]] {
        let table = made_up(&features);
        let mut lengths = [0; 5];
        for _ in 0..20_000 {
            let row = &table.rows()[random.below(table.rows().len() as u64) as usize];
            let mut given = Vec::new();
            for operand in row.operands() {
                if operand.default().is_none() || random.below(3) == 0 {
                    given.push((operand.letter(), random.bits() & ((1 << operand.bits()) - 1)));
                }
            }
            let words = table.encode(row, &given).unwrap();
            lengths[words.len()] += 1;
            let mut memory = words.clone();
            memory.push(random.bits() as u32);
            let found = table.decode(&memory).unwrap().expect("it was encoded");
            assert!(std::ptr::eq(found.row(), row) && found.length() == words.len());
            let value = |letter| given.iter().find(|(given, _)| *given == letter).map(|(_, value)| *value);
            let expected = row.operands().iter().map(|operand| value(operand.letter()).or(operand.default()));
            assert!(expected.eq(found.values().iter().map(|value| Some(*value))));
            assert_eq!(table.assemble(&found.to_string()).as_ref(), Ok(&words), "{found}");
        }
        println!("instructions of each length: {lengths:?}");
        assert!(lengths[1] > 100 && lengths[2] > 100);
    }
}

/// The columns that `tensmith isa --isa aarch64 --format csv` writes, of which this test needs three.
fn own_table() -> String {
    let mut csv = "\"name\",\"pattern\",\"operands\"\r\n".to_owned();
    for row in table::rows() {
        let operands: Vec<String> = row
            .slots
            .iter()
            .map(|slot| {
                let letter = char::from(slot.letter);
                let count = row.notation.symbols.chars().filter(|c| c.to_ascii_lowercase() == letter).count();
                let places = count / slot.kind.bits() as usize;
                format!("{letter}: kind in {places} places")
            })
            .collect();
        csv += &format!("\"{}\",\"{}\",\"{}\"\r\n", row.name, row.notation.symbols, operands.join(", "));
    }
    csv
}

#[test]
fn own_rows_encode_as_if_compiled() {
    let loaded = Table::read(&own_table()).unwrap();
    assert_eq!(loaded.rows().len(), table::rows().count());
    let mut random = SplitMix::seeded("isa_loaded", 2);
    let mut compared = 0;
    for (row, known) in loaded.rows().iter().zip(table::rows()) {
        for inst in (0..32).filter_map(|_| sample::from_bits(known, random.bits())) {
            let fields: Vec<u64> = known.slots.iter().map(|slot| inst.field(slot.letter).into()).collect();
            let given: Vec<(char, u64)> =
                row.operands().iter().map(Operand::letter).zip(fields.iter().copied()).collect();
            let word = inst.encode().unwrap();
            assert_eq!(loaded.encode(row, &given).as_deref(), Ok(&[word][..]), "{inst}");
            let found = loaded.decode_as(row, &[word]).unwrap().expect("it is one of the row");
            assert_eq!(found.values(), fields, "{inst}");
            compared += 1;
        }
    }
    println!("{compared} instructions of {} rows", loaded.rows().len());
    assert!(compared > 10 * loaded.rows().len());
}

/// What is wrong with a table.
fn refused(csv: &str) -> (usize, TableProblem) {
    match Table::read(csv) {
        Err(TableError::Line { line, problem }) => (line, problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_broken_rule_names_its_line() {
    use TableProblem as P;
    let zeros = "0".repeat(32);
    let with = |pattern: &str, operands: &str| {
        refused(&format!("name,pattern,operands\nnop,{zeros},\nx,{pattern},\"{operands}\"\n"))
    };
    assert_eq!(refused(""), (1, P::NoColumn { name: "name" }));
    assert_eq!(refused("name,operands\n"), (1, P::NoColumn { name: "pattern" }));
    assert_eq!(refused("name,pattern\na,b,c\n"), (2, P::Cells { expected: 2, found: 3 }));
    assert_eq!(refused("\n\nname,pattern\n\n,0\n"), (5, P::NoName));
    assert_eq!(refused("name,pattern\n\"a,0\n"), (2, P::Unclosed));
    assert_eq!(refused("name,pattern\n\"a\"b,0\n"), (2, P::Quote));
    assert_eq!(refused("name,pattern\na\"b,0\n"), (2, P::Quote));
    assert_eq!(with("01é", ""), (3, P::Symbol { symbol: 'é' }));
    assert_eq!(with("0101", ""), (3, P::Symbols { symbols: 4 }));
    assert_eq!(with("", ""), (3, P::Symbols { symbols: 0 }));
    let many = 32 * (MAX_WORDS + 1);
    assert_eq!(with(&"1".repeat(many), ""), (3, P::Symbols { symbols: many }));
    let aa = format!("aa{}", &zeros[2..]);
    assert_eq!(with(&aa, ""), (3, P::NoOperand { letter: 'a' }));
    assert_eq!(with(&aa, "a: x, a: x"), (3, P::Repeated { letter: 'a' }));
    assert_eq!(with(&aa, "a: x, b: x"), (3, P::Width { letter: 'b', bits: 0, places: 1 }));
    assert_eq!(with(&aa, "a: x in 3 places"), (3, P::Width { letter: 'a', bits: 2, places: 3 }));
    assert_eq!(with(&aa, "a: x in 0 places"), (3, P::Width { letter: 'a', bits: 2, places: 0 }));
    assert_eq!(with(&"a".repeat(96), "a: x"), (3, P::Width { letter: 'a', bits: 96, places: 1 }));
    assert_eq!(with(&aa, "a: x or 4"), (3, P::Default { letter: 'a', value: 4, bits: 2 }));
    for text in ["a", "a x", "a + x", "A: x", "a: x or y", "a: x in two places", "a: x of 2 places"] {
        assert_eq!(with(&aa, text), (3, P::Operand { nth: 1 }), "{text}");
    }
    let ended =
        |pattern: &str| Table::read(&format!("name,pattern\nx,{pattern}\n")).unwrap().shortened(END).err();
    let problem = |bit| TableError::Line { line: 2, problem: P::EndBit { bit } };
    assert_eq!(ended(&zeros), None);
    assert_eq!(ended(&format!("1{}", &zeros[1..])), Some(problem(END)));
    assert_eq!(ended(&aa), Some(problem(END)));
    assert_eq!(ended(&format!("{zeros}{aa}")), Some(problem(END)));
}

#[test]
fn values_that_have_no_room_are_refused() {
    let table = made_up(&["second", "twins"]);
    let refused = |text: &str| table.assemble(text).unwrap_err();
    assert_eq!(refused("jump"), ValueError::NoRow);
    assert_eq!(refused(""), ValueError::NoRow);
    assert_eq!(refused("move a=1, b"), ValueError::Unreadable { nth: 2 });
    assert_eq!(refused("move ab=1"), ValueError::Unreadable { nth: 1 });
    assert_eq!(refused("move a=-1"), ValueError::Unreadable { nth: 1 });
    assert_eq!(refused("move z=1"), ValueError::NoOperand { letter: 'z' });
    assert_eq!(refused("move a=1, a=1"), ValueError::Repeated { letter: 'a' });
    assert_eq!(refused("move b=4096"), ValueError::TooWide { letter: 'b', value: 4096, bits: 12 });
    assert_eq!(refused("twin"), ValueError::Missing { letter: 'k' });
}

#[test]
fn no_text_and_no_words_panic() {
    let mut random = SplitMix::seeded("isa_loaded", 3);
    let table = made_up(&["first", "second", "twins"]);
    for _ in 0..20_000 {
        let mut text: Vec<char> = MADE_UP.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() as u64) as usize;
            let symbol =
                *['"', ',', '\n', '\r', '0', 'a', 'Z', ' ', 'é', '='].get(random.below(10) as usize).unwrap();
            match random.below(3) {
                0 => text[at] = symbol,
                1 => text.insert(at, symbol),
                _ => drop(text.remove(at)),
            }
        }
        if let Ok(read) = Table::read(&text.into_iter().collect::<String>()) {
            _ = read.shortened(random.below(40) as u8);
        }
        let words: Vec<u32> = (0..random.below(6)).map(|_| random.bits() as u32).collect();
        if let Some(found) = table.decode(&words).unwrap() {
            assert!(found.length() <= words.len());
        }
    }
}

//! Reading and writing of `.npy` files and archives, sound ones and damaged ones.
//!
//! Tests: below.

use super::*;
use std::time::{Duration, Instant};
use zip::ZipArchive;

/// The types that a file may have, as refusals say them.
const NUMBERS: &str = "'f2', 'f4', 'f8', 'i1', 'u1', 'i2', 'i4', 'c8' or 'c16': float16, float32, float64, int8, uint8, int16, int32, complex64 or complex128, in either order of bytes";

/// The bytes of a file in format version 1.0.
fn version_1(header: &str, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", length.as_slice(), header.as_bytes(), data].concat()
}

fn float32(shape: &str) -> String {
    format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n")
}

fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn read_bytes(bytes: &[u8]) -> Result<Array<f32>, Fault> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    read_file(file.path(), header::NUMBERS).map(|loaded| Number::of(loaded).expect("float32"))
}

/// The message of the refusal of a file.
fn refusal(bytes: &[u8]) -> String {
    read_bytes(bytes).unwrap_err().to_string()
}

#[test]
fn both_orders_and_every_version_are_read() {
    let data = [1.0, 2.0, 3.0, 4.0, 5.0, -0.0];
    let c = float32("(2, 3)");
    let array = read_bytes(&version_1(&c, &bytes_of(&data))).unwrap();
    assert_eq!(array, Array::c_order(data.to_vec(), &[2, 3]).unwrap());

    let fortran = c.replace("False", "True");
    for version in [2, 3] {
        let length = u32::try_from(fortran.len()).unwrap().to_le_bytes();
        let bytes =
            [b"\x93NUMPY", [version, 0].as_slice(), &length, fortran.as_bytes(), &bytes_of(&data)].concat();
        let array = read_bytes(&bytes).unwrap();
        assert_eq!(array, Array::fortran_order(data.to_vec(), &[2, 3]).unwrap());
    }
}

/// As numpy writes `'>f4'` and `'>c8'`: of a complex number, each part has its bytes in that order.
#[test]
fn bytes_in_the_other_order_are_read() {
    let header = float32("(2,)").replace('<', ">");
    let array = read_bytes(&version_1(&header, &[0x3f, 0xc0, 0, 0, 0xc0, 0x10, 0, 0])).unwrap();
    assert_eq!(array.data(), [1.5, -2.25]);
    let header = float32("(1,)").replace("<f4", ">c8");
    let file = version_1(&header, &[0x3f, 0xc0, 0, 0, 0xc0, 0x10, 0, 0]);
    let Ok(Loaded::C64(array)) = read_stream(file.as_slice()) else { panic!("complex64") };
    assert_eq!(array.data(), [Complex::new(1.5, -2.25)]);
    let header = float32("(1,)").replace("<f4", ">f8");
    let file = version_1(&header, &[0x3f, 0xf8, 0, 0, 0, 0, 0, 1]);
    let Ok(Loaded::F64(array)) = read_stream(file.as_slice()) else { panic!("float64") };
    assert_eq!(array.data(), [1.5 + f64::EPSILON]);
}

#[test]
fn scalars_and_empty_arrays_are_arrays() {
    let scalar = read_bytes(&version_1(&float32("()"), &bytes_of(&[7.5]))).unwrap();
    assert_eq!(scalar, Array::c_order(vec![7.5], &[]).unwrap());
    let empty = read_bytes(&version_1(&float32("(2, 0, 3)"), &[])).unwrap();
    assert_eq!(empty, Array::c_order(vec![], &[2, 0, 3]).unwrap());
}

#[test]
fn what_is_written_reads_back() {
    for shape in [vec![], vec![6], vec![2, 3], vec![1, 6, 1], vec![0, 4]] {
        let elements = shape.iter().product();
        let data: Vec<f32> = [f32::MIN_POSITIVE, -1.5, f32::INFINITY, 0.1, -0.0, 3.0][..elements].to_vec();
        let mut bytes = Vec::new();
        write(&mut bytes, &data, &extents(&shape).unwrap()).unwrap();
        let array = read_bytes(&bytes).unwrap();
        let foreign = npyz::NpyFile::new(bytes.as_slice()).unwrap();
        assert_eq!(foreign.shape().iter().map(|extent| *extent as usize).collect::<Vec<_>>(), shape);
        assert_eq!(foreign.into_vec::<f32>().unwrap(), data);
        assert_eq!(array, Array::c_order(data, &shape).unwrap());
    }
    // The very bytes of `numpy.save`.
    let mut bytes = Vec::new();
    write(&mut bytes, &[1.5f64], &extents(&[1]).unwrap()).unwrap();
    let header = format!("{:117}\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }");
    assert_eq!(bytes, version_1(&header, &1.5f64.to_le_bytes()));
    let mut bytes = Vec::new();
    let half = F16::from_f64(1.5);
    write(&mut bytes, &[half], &extents(&[1]).unwrap()).unwrap();
    assert_eq!(bytes, version_1(&header.replace("f8", "f2"), &[0x00, 0x3e]));
    let Loaded::F16(array) = read_stream(bytes.as_slice()).unwrap() else { panic!("of float16") };
    assert_eq!(array, Array::c_order(vec![half], &[1]).unwrap());
    assert!(write(&mut Vec::new(), &[1.0], &extents(&[2]).unwrap()).is_err());
}

/// As numpy writes an array of `ml_dtypes.bfloat16`: `numpy.save` of `[1.5]`.
#[test]
fn two_bytes_are_bfloat16_where_that_is_expected() {
    let header = format!("{:117}\n", "{'descr': '<V2', 'fortran_order': False, 'shape': (1,), }");
    let of_numpy = version_1(&header, &[0xc0, 0x3f]);
    let mut bytes = Vec::new();
    let number = BF16::from_f64(1.5);
    write(&mut bytes, &[number], &extents(&[1]).unwrap()).unwrap();
    assert_eq!(bytes, of_numpy);
    let refused = read_stream(bytes.as_slice()).unwrap_err().to_string();
    let rule = "says no more than a size; it is read as bfloat16 where bf16 is asked for";
    assert_eq!(refused, format!("element type '<V2': {rule}"));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("b.npy");
    for name in ["<V2", "|V2", "V2"] {
        std::fs::write(&path, version_1(&header.replace("<V2", name), &[0xc0, 0x3f])).unwrap();
        let [Loaded::BF16(array)] = &*read_expecting(&path, DType::BF16.into()).unwrap() else {
            panic!("bfloat16")
        };
        assert_eq!(*array, Array::c_order(vec![number], &[1]).unwrap());
        assert!(read_expecting(&path, DType::F32.into()).is_err());
    }
}

/// As numpy writes them: `numpy.save` of `[1.5-2j]`, and of an array of `[[0.25j]]`.
#[test]
fn complex_numbers_are_written_as_by_numpy() {
    let header = |descr: &str, shape: &str| {
        let dict = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
        format!("{dict:117}\n")
    };
    let single = version_1(&header("<c8", "(1,)"), &[0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0]);
    let mut bytes = Vec::new();
    write(&mut bytes, &[Complex::new(1.5f32, -2.0)], &extents(&[1]).unwrap()).unwrap();
    assert_eq!(bytes, single);
    let Loaded::C64(array) = read_stream(bytes.as_slice()).unwrap() else { panic!("complex64") };
    assert_eq!(array.data(), [Complex::new(1.5, -2.0)]);

    let parts = [[0; 8], [0, 0, 0, 0, 0, 0, 0xd0, 0x3f]].concat();
    let double = version_1(&header("<c16", "(1, 1)"), &parts);
    let mut bytes = Vec::new();
    write(&mut bytes, &[Complex::new(0.0, 0.25f64)], &extents(&[1, 1]).unwrap()).unwrap();
    assert_eq!(bytes, double);
    for name in ["<c16", "c16", "complex128", "D"] {
        let bytes = version_1(&header(name, "(1, 1)"), &parts);
        let Loaded::C128(array) = read_stream(bytes.as_slice()).unwrap() else { panic!("complex128") };
        assert_eq!((array.layout().shape(), array.data()), (&[1, 1][..], &[Complex::new(0.0, 0.25)][..]));
    }
}

fn extents(shape: &[usize]) -> Result<Extents, NpyError> {
    Extents::new(Path::new("c.npy"), shape)
}

#[test]
fn an_array_has_as_many_dimensions_as_one_of_numpy() {
    let most = [1; MAX_DIMENSIONS];
    let mut bytes = Vec::new();
    write(&mut bytes, &[2.5f32], &extents(&most).unwrap()).unwrap();
    assert_eq!(read_bytes(&bytes).unwrap().layout().shape(), most);
    for count in [65, 30_000] {
        let rule = format!("{count} dimensions: must be at most 64, as in numpy");
        let refused = extents(&vec![1; count]).unwrap_err().to_string();
        assert_eq!(refused, format!("c.npy: {rule}"));
        let ones = format!("({})", "1,".repeat(count));
        let length = u32::try_from(float32(&ones).len()).unwrap().to_le_bytes();
        let file = [b"\x93NUMPY\x02\x00".as_slice(), &length, float32(&ones).as_bytes(), &[0; 4]].concat();
        assert_eq!(refusal(&file), rule);
    }
}

#[test]
fn every_prefix_of_a_file_is_refused_as_truncated() {
    let whole = version_1(&float32("(2, 3)"), &bytes_of(&[0.0; 6]));
    for length in 6..whole.len() {
        let message = refusal(&whole[..length]);
        assert!(message.starts_with("truncated: "), "{length} bytes: {message}");
    }
    assert_eq!(
        refusal(b"PK\x03\x04"),
        "begins with [50, 4b, 03, 04]: an .npy file begins with [93, 4e, 55, 4d, 50, 59]"
    );
    assert_eq!(refusal(b""), "begins with []: an .npy file begins with [93, 4e, 55, 4d, 50, 59]");
}

#[test]
fn bytes_after_the_data_are_refused() {
    let file = version_1(&float32("(2,)"), &bytes_of(&[0.0; 3]));
    assert_eq!(refusal(&file), "4 bytes follow the data: the file must end with its array");
}

#[test]
fn other_element_types_are_named() {
    for descr in ["'>i8'", "'>>f8'", "'<u4'", "'|b1'", "'|O'", "'<U3'", "'<f44'", "'='", "''", "4", "None"] {
        let header = float32("(1,)").replace("'<f4'", descr);
        let message = refusal(&version_1(&header, &[0; 4]));
        assert_eq!(message, format!("element type {descr}: must be {NUMBERS}"));
    }
    let structured = "[('x', '<f4'), ('y', '<f4')]";
    let header = float32("(1,)").replace("'<f4'", structured);
    let expected = format!("element type {structured}: must be {NUMBERS}");
    assert_eq!(refusal(&version_1(&header, &[0; 8])), expected);
}

/// What numpy reads, though it writes something else today (each header was tried with numpy 2).
#[test]
fn headers_of_other_writers_are_read() {
    let expected = Array::c_order(vec![1.0, 2.0, 3.0, 4.0, 5.0, -0.0], &[2, 3]).unwrap();
    let data = bytes_of(expected.data());
    for header in [
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }\n",
        "{u'descr': u'<f4', u'fortran_order': False, u'shape': (2, 3)}",
        "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (2, 3)}",
        "{'descr': '<f4',\n 'fortran_order': False,\n 'shape': (2, 3)}\n",
        "{'descr': '<f4', # float32 {\n 'fortran_order': False, 'shape': (2, 3)}\n",
        "  {'descr':'<f4','fortran_order':False,'shape':(2,3)}   \r\n",
        "{'shape': (2, 3), 'descr': '=f4', 'fortran_order': False}",
        "{'descr': 'f4', 'fortran_order': False, 'shape': (2, 3)} # the end",
        "{'descr': '|f4', 'fortran_order': False, 'shape': ((2), +3)}",
        "{'descr': 'float32', 'fortran_order': False, 'shape': (2, 3)}",
    ] {
        assert_eq!(read_bytes(&version_1(header, &data)).expect(header), expected);
    }
    let names = "{'descr': 'd', 'fortran_order': True, 'shape': (1,)}";
    let read = from_stream(version_1(names, &2.5f64.to_le_bytes()).as_slice(), header::NUMBERS).unwrap();
    assert_eq!(f64::of(read).unwrap().data(), [2.5]);
}

#[test]
fn gigantic_headers_and_shapes_cost_nothing() {
    let start = Instant::now();
    let announced = [b"\x93NUMPY\x02\x00".as_slice(), &u32::MAX.to_le_bytes(), b"{'descr'"].concat();
    assert_eq!(refusal(&announced), "header of 4294967295 bytes: must be at most 65536");

    let huge = "18446744073709551615";
    for shape in
        [format!("({huge}, {huge})"), format!("(0, {huge}, {huge})"), format!("({},)", i64::MAX / 4 + 1)]
    {
        let message = refusal(&version_1(&float32(&shape), &[]));
        assert!(message.ends_with("its size in bytes must be below 2^63"), "{shape}: {message}");
    }
    let message = refusal(&version_1(&float32("(1000000, 1000000)"), &[0; 8]));
    let expected = "truncated: shape (1000000, 1000000) takes 4000000000000 bytes of data, the file has 8";
    assert_eq!(message, expected);

    // What would keep the parser busy without end.
    for bracket in ["[", "{", "("] {
        let message = refusal(&version_1(&bracket.repeat(60_000), &[]));
        assert_eq!(
            message,
            format!("header, character 16: found `{}…`: must be nested less deeply", bracket.repeat(60))
        );
    }
    let digits = "9".repeat(5_000);
    let message = refusal(&version_1(&float32(&format!("({digits},)")), &[]));
    assert!(message.ends_with("must be a tuple of integers from 0 to 2^64 - 1"), "{message}");
    assert!(start.elapsed() < Duration::from_secs(60), "took {:?}", start.elapsed());
}

#[test]
fn malformed_headers_are_refused_in_one_short_line() {
    let no_key =
        |key: &str| format!("header without '{key}': must have 'descr', 'fortran_order' and 'shape'");
    let no_dictionary = |found: &str| {
        format!(
            "header, character 0: found {found}: must be a dictionary of 'descr', 'fortran_order' and 'shape'"
        )
    };
    let no_value = |place: usize, found: &str| {
        let expected = "a dictionary, a tuple, a text, a number, `True` or `False`";
        format!("header, character {place}: found {found}: must be {expected}")
    };
    let wrong = [
        ("", no_value(0, "its end")),
        ("{}", no_key("descr")),
        ("[1, 2]", no_dictionary("[1, 2]")),
        ("import os", no_value(0, "`import os`")),
        ("{'descr': '<f4'", "header, character 15: found its end: must be `,` or `}`".to_owned()),
        ("{'descr': '<f4', 'fortran_order': False}", no_key("shape")),
        (
            "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
            "'fortran_order' is 0: must be True or False".to_owned(),
        ),
        ("{'shape': (1,), 'fortran_order': False}", no_key("descr")),
        ("{'descr': '<f4', 'fortran_order': false, 'shape': (1,)}", no_value(34, "`false, 'shape': (1,)}`")),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1X,)}",
            "header, character 51: found `1X,)}`: must be a number".to_owned(),
        ),
    ];
    for (header, expected) in wrong {
        let message = refusal(&version_1(header, &[0; 4]));
        assert_eq!(message, expected);
        assert!(message.len() < 200 && !message.contains('\n'), "{message}");
    }
    for shape in ["3", "None", "(-1,)", "(1.5,)", "('a',)", "(True,)", "(18446744073709551616,)"] {
        let message = refusal(&version_1(&float32(shape), &[0; 4]));
        assert!(message.ends_with("must be a tuple of integers from 0 to 2^64 - 1"), "{shape}: {message}");
    }
    assert_eq!(refusal(b"\x93NUMPY\x04\x00\x00\x00"), "format version 4.0: must be 1.0, 2.0 or 3.0");
    let not_utf8 = [b"\x93NUMPY\x01\x00\x02\x00".as_slice(), &[0xff, 0xfe]].concat();
    assert_eq!(refusal(&not_utf8), no_value(0, "`\u{fffd}\u{fffd}`"));
}

#[test]
fn the_last_of_equal_keys_counts() {
    // A first `shape` without brackets would otherwise hide one that was not checked.
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': 1, 'shape': (2,)}";
    assert_eq!(read_bytes(&version_1(header, &[0; 8])).unwrap().layout().shape(), [2]);
}

#[test]
fn what_is_no_file_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    assert!(matches!(read_file(directory.path(), header::NUMBERS), Err(Fault::NotAFile)));
    let error = read(&directory.path().join("absent.npy")).unwrap_err().to_string();
    assert!(error.contains("absent.npy: cannot be read: "), "{error}");
}

/// A pipe is refused before anybody writes to it.
#[test]
fn a_named_pipe_is_not_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["pipe.npy", "pipe.npz"] {
        let path = directory.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("not a regular file"), "{error}");
    }
}

/// A stream without an end is read as far as its header says.
#[test]
fn a_stream_is_read_no_further_than_its_header_says() {
    let file = version_1(&float32("(2, 3)"), &bytes_of(&[1.0; 6]));
    let read = |rest: Box<dyn Read>| from_stream(Read::chain(file.as_slice(), rest), header::NUMBERS);
    let whole = read(Box::new(io::empty())).unwrap();
    assert_eq!(f32::of(whole).unwrap(), Array::c_order(vec![1.0; 6], &[2, 3]).unwrap());
    let error = read(Box::new(io::repeat(0))).unwrap_err().to_string();
    assert_eq!(error, "1 byte follows the data: the file must end with its array");
    let error = from_stream(&file[..file.len() - 1], header::NUMBERS).unwrap_err().to_string();
    assert_eq!(error, "truncated: shape (2, 3) takes 24 bytes of data, the file has 23");
    let error = from_stream(io::repeat(0), header::NUMBERS).unwrap_err().to_string();
    assert_eq!(
        error,
        "begins with [00, 00, 00, 00, 00, 00]: an .npy file begins with [93, 4e, 55, 4d, 50, 59]"
    );
}

#[test]
fn an_archive_that_cannot_hold_what_it_says_is_refused() {
    let member = version_1(&float32("(1000,)"), &[0; 4000]);
    let whole = archive(zip::CompressionMethod::Deflated, &member);
    assert_eq!(read_archived(&whole).unwrap().len(), 1);
    // The length of the member, in the record of the central directory, then in the one before the member.
    let length = u32::try_from(member.len()).unwrap().to_le_bytes();
    let mut bomb = whole.clone();
    for place in (0..whole.len() - 4).filter(|at| whole[*at..at + 4] == length) {
        bomb[place..place + 4].copy_from_slice(&0xf000_0000u32.to_le_bytes());
    }
    let error = read_archived(&bomb).unwrap_err().to_string();
    let stored = payload(&whole).len();
    let rule =
        format!("arr_0.npy in it: 4026531840 bytes, stored as {stored}: must be at most 1032 times as many");
    assert_eq!(error, rule);
}

/// Two members of the same bytes: an archive grows by its list only, while what it stands for doubles.
#[test]
fn members_of_an_archive_do_not_share_their_bytes() {
    let member = version_1(&float32("(500,)"), &bytes_of(&[1.5; 500]));
    let whole = archive(zip::CompressionMethod::Stored, &member);
    let signature = |bytes: &[u8]| whole.windows(4).position(|window| window == bytes).unwrap();
    let (list, end) = (signature(b"PK\x01\x02"), signature(b"PK\x05\x06"));
    let mut end_record = whole[end..].to_vec();
    for count in [8, 10] {
        end_record[count] = 2;
    }
    let size = u32::try_from(2 * (end - list)).unwrap().to_le_bytes();
    end_record[12..16].copy_from_slice(&size);
    let mut second = whole[list..end].to_vec();
    let name = second.windows(5).position(|window| window == b"arr_0").unwrap();
    second[name + 4] = b'1';
    let shared = [&whole[..end], &second, &end_record].concat();
    let error = read_archived(&shared).unwrap_err().to_string();
    assert_eq!(error, "not an archive of arrays: its members take more bytes than it has");
}

/// A list of 10,000 records before 25,000 records at the end, each of which says that it has one more.
#[test]
fn an_archive_is_not_read_once_for_each_record_at_its_end() {
    let listed = [b"PK\x01\x02".as_slice(), &[0; 42]].concat().repeat(10_000);
    let count = 10_001u16.to_le_bytes();
    let length = u32::try_from(listed.len()).unwrap().to_le_bytes();
    let end = [b"PK\x05\x06".as_slice(), &[0; 4], &count, &count, &length, &[0; 6]].concat();
    assert_eq!(end.len(), 22);
    let bytes = [listed, end.repeat(25_000)].concat();
    let error = read_archived(&bytes).unwrap_err().to_string();
    let rule = "of 1010000 bytes, more would have to be read than 16 times as many and 1048576";
    assert_eq!(error, format!("not an archive of arrays: {rule}"));
}

/// An archive of arrays with these names, of one number each: its place.
fn named(names: &[&str]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (nth, name) in names.iter().enumerate() {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(&version_1(&float32("()"), &bytes_of(&[nth as f32]))).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn members_of_an_archive_have_different_names() {
    let mut twice = named(&["one.npy", "two.npy"]);
    assert_eq!(read_archived(&twice).unwrap().len(), 2);
    let places: Vec<_> = (0..twice.len() - 3).filter(|at| twice[*at..].starts_with(b"two")).collect();
    for place in places {
        twice[place..place + 3].copy_from_slice(b"one");
    }
    let error = read_archived(&twice).unwrap_err().to_string();
    assert_eq!(error, "not an archive of arrays: it lists 2 members, and has 1 by name: must be as many");
    let members = |names: &[&str]| {
        let bytes = named(names);
        let members = read_archive_members(io::Cursor::new(&bytes), bytes.len() as u64);
        members.map(|members| members.into_iter().map(|member| member.name).collect::<Vec<_>>())
    };
    let error = members(&["data", "data.npy"]).unwrap_err().to_string();
    assert_eq!(error, "not an archive of arrays: it has two with the name `data`");
    assert_eq!(members(&["data.npy", "data.npy.npy"]).unwrap(), ["data", "data.npy"]);
}

/// An archive with one member.
fn archive(method: zip::CompressionMethod, member: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    archive.start_file("arr_0.npy", options).unwrap();
    archive.write_all(member).unwrap();
    archive.finish().unwrap().into_inner()
}

/// The bytes that an archive stores of its only member.
fn payload(archive: &[u8]) -> std::ops::Range<usize> {
    let mut archive = ZipArchive::new(io::Cursor::new(archive)).unwrap();
    let entry = archive.by_index(0).unwrap();
    let start = usize::try_from(entry.data_start().unwrap()).unwrap();
    start..start + usize::try_from(entry.compressed_size()).unwrap()
}

fn read_archived(bytes: &[u8]) -> Result<Vec<Loaded>, Fault> {
    from_archive(io::Cursor::new(bytes), bytes.len() as u64, header::NUMBERS)
}

#[test]
fn every_flipped_bit_of_a_member_is_refused() {
    let member = version_1(&float32("(2, 3)"), &bytes_of(&[1.0, 2.0, 3.0, 4.0, 5.0, -0.0]));
    for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
        let whole = archive(method, &member);
        let read = |bytes: &[u8]| read_archived(bytes).map(|mut loaded| f32::of(loaded.remove(0)).unwrap());
        let expected = read(&whole).unwrap();
        let payload = payload(&whole);
        let mut accepted = 0;
        for bit in payload.start * 8..payload.end * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok(array) = read(&flipped) {
                // A deflated stream ends within a byte, and nothing is said by the rest of that.
                let is_padding = method == zip::CompressionMethod::Deflated && bit / 8 == payload.end - 1;
                assert!(is_padding, "{method}: bit {bit} of {payload:?} is not missed");
                assert_eq!(array, expected);
                accepted += 1;
            }
        }
        assert!(accepted < 8, "{method}: {accepted} flips accepted");
    }
}

#[test]
fn bytes_after_the_array_of_a_member_are_refused() {
    let member = version_1(&float32("(2,)"), &bytes_of(&[0.0; 3]));
    for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
        let message = read_archived(&archive(method, &member)).unwrap_err().to_string();
        assert_eq!(
            message, "arr_0.npy in it: 4 bytes follow the data: the file must end with its array",
            "{method}"
        );
    }
}

/// Whatever bit of a file or an archive is another one, and wherever it ends: it is read or refused, and no
/// more memory is asked for than what is there can fill.
#[test]
fn damaged_files_are_read_or_refused() {
    let member = version_1(&float32("(2, 3)"), &bytes_of(&[1.0; 6]));
    let archives = [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated]
        .map(|method| archive(method, &member));
    let elements = |loaded: &[Loaded]| -> usize {
        let count = |array: &Loaded| match array {
            Loaded::BF16(array) => array.data().len(),
            Loaded::F16(array) => array.data().len(),
            Loaded::F32(array) => array.data().len(),
            Loaded::F64(array) => array.data().len(),
            Loaded::I8(array) => array.data().len(),
            Loaded::U8(array) => array.data().len(),
            Loaded::I16(array) => array.data().len(),
            Loaded::I32(array) => array.data().len(),
            Loaded::C64(array) => array.data().len(),
            Loaded::C128(array) => array.data().len(),
        };
        loaded.iter().map(count).sum()
    };
    let start = Instant::now();
    for whole in [&member, &archives[0], &archives[1]] {
        let read = |bytes: &[u8]| match whole == &member {
            true => from_stream(bytes, header::NUMBERS).map(|array| vec![array]),
            false => read_archived(bytes),
        };
        let ends = (0..whole.len()).map(|end| whole[..end].to_vec());
        let flips = (0..8 * whole.len()).map(|bit| {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            flipped
        });
        for damaged in ends.chain(flips) {
            if let Ok(loaded) = read(&damaged) {
                assert!(elements(&loaded) <= 6);
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60), "took {:?}", start.elapsed());
}

/// Members of more types than operands have; of texts one, as each takes more memory than its bytes.
#[test]
fn members_of_an_archive_have_names_and_types() {
    let header = |descr: &str, shape: &str| float32(shape).replace("<f4", descr);
    let read = |descr: &str, shape: &str, data: &[u8]| {
        let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        archive.start_file("one.npy", zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(&version_1(&header(descr, shape), data)).unwrap();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&archive.finish().unwrap().into_inner()).unwrap();
        read_members(file.path()).map_err(|error| error.fault.to_string())
    };
    let one = |shape: &[u64], elements| {
        Ok(vec![Member { name: "one".to_owned(), shape: shape.to_vec(), elements }])
    };
    assert_eq!(read("<i4", "(2,)", &[1, 0, 0, 0, 255, 255, 255, 255]), one(&[2], Elements::I32(vec![1, -1])));
    assert_eq!(read("<i8", "()", &[2, 0, 0, 0, 0, 0, 0, 0]), one(&[], Elements::I64(vec![2])));
    assert_eq!(read("<f4", "(1,)", &bytes_of(&[0.5])), one(&[1], Elements::F32(vec![0.5])));
    assert_eq!(read("<f8", "(1,)", &0.25f64.to_le_bytes()), one(&[1], Elements::F64(vec![0.25])));
    assert_eq!(read("|b1", "()", &[1]), one(&[], Elements::Bool(vec![true])));
    assert_eq!(read("|S3", "()", b"csr"), one(&[], Elements::Text(b"csr".to_vec())));
    let wide = "csr".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<_>>();
    assert_eq!(read("<U3", "()", &wide), one(&[], Elements::Text(b"csr".to_vec())));
    assert_eq!(read("|S3", "(2,)", b"csrcsr").unwrap_err(), "one.npy in it: 2 texts: must be 1");
    let other = read("<u4", "()", &[0; 4]).unwrap_err();
    assert_eq!(other, "one.npy in it: element type '<u4': must be one of <f4, <f8, <i4, <i8, |b1, |S3, <U3");
}

/// More than one block, the last of them not whole.
#[test]
fn long_arrays_are_read_and_written_in_blocks() {
    for elements in [16_384, 16_385, 50_000] {
        let data: Vec<f32> = (0..elements).map(|number| number as f32).collect();
        let mut bytes = Vec::new();
        write(&mut bytes, &data, &extents(&[elements]).unwrap()).unwrap();
        assert!(bytes.ends_with(&bytes_of(&data)));
        assert_eq!(read_bytes(&bytes).unwrap().data(), data);
        for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
            let mut loaded = read_archived(&archive(method, &bytes)).unwrap();
            assert_eq!(f32::of(loaded.remove(0)).unwrap().data(), data);
        }
    }
}

/// The names of members are known without their contents, whatever those are.
#[test]
fn members_are_named_without_being_read() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&archive(zip::CompressionMethod::Stored, b"nothing of numpy's")).unwrap();
    assert_eq!(member_names(file.path()).unwrap(), ["arr_0"]);
    assert!(read_members(file.path()).is_err());
}

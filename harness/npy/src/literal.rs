//! Python literals, as far as headers of `.npy` files are such.
//!
//! A header is the print of a dictionary, by numpy of any version, or by other programs that write the
//! format: text with its prefix (`u'descr'`), whole numbers with the `L` of Python 2, line breaks and
//! comments between any two tokens. What is nested deeper than any header is refused, so that the time that a
//! text takes is that of its length.
//!
//! Tests: below, `harness/npy/src/tests.rs`.

/// How deep brackets are nested at most. Structured types, which are refused by what they are, take four.
const MOST_NESTED: usize = 16;

/// Longest piece of a text that an error quotes, in characters.
const QUOTE: usize = 60;

/// A value with the text that it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Literal<'t> {
    source: &'t str,
    value: Value<'t>,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
enum Value<'t> {
    Text(String),
    /// A whole number, if it is one from 0 to 2^64 - 1.
    Number(Option<u64>),
    Truth(bool),
    None,
    /// A tuple or a list.
    Sequence(Vec<Literal<'t>>),
    Dictionary(Vec<(Literal<'t>, Literal<'t>)>),
}

/// A text is no literal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("header, character {place}: found {found}: must be {expected}")]
pub(super) struct Unexpected {
    /// Where, counted from 0.
    place: usize,
    /// What there is.
    found: String,
    /// What there must be.
    expected: &'static str,
}

impl<'t> Literal<'t> {
    /// Reads a text that is nothing but a literal.
    pub(super) fn parse(text: &'t str) -> Result<Self, Unexpected> {
        let mut reader = Reader { text, at: 0 };
        let literal = reader.literal(0)?;
        reader.skip_blanks();
        if reader.rest().is_empty() { Ok(literal) } else { Err(reader.unexpected("the end of the header")) }
    }

    /// The value of a key, the last of equal ones, as in Python; `Err` where this is no dictionary.
    pub(super) fn get(&self, key: &str) -> Result<Option<&Self>, Unexpected> {
        let Value::Dictionary(entries) = &self.value else {
            let (found, expected) =
                (quote(self.source), "a dictionary of 'descr', 'fortran_order' and 'shape'");
            return Err(Unexpected { place: 0, found, expected });
        };
        Ok(entries.iter().rev().find(|(name, _)| name.as_text() == Some(key)).map(|(_, value)| value))
    }

    /// The text, if it is one.
    pub(super) fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The truth value, if it is one.
    pub(super) fn as_truth(&self) -> Option<bool> {
        if let Value::Truth(truth) = self.value { Some(truth) } else { None }
    }

    /// The number, if it is whole and from 0 to 2^64 - 1.
    pub(super) fn as_number(&self) -> Option<u64> {
        if let Value::Number(number) = self.value { number } else { None }
    }

    /// The elements, if it is a tuple or a list.
    pub(super) fn as_sequence(&self) -> Option<&[Self]> {
        if let Value::Sequence(elements) = &self.value { Some(elements) } else { None }
    }

    /// Its text, for an error message.
    pub(super) fn quoted(&self) -> String {
        quote(self.source)
    }
}

/// A text, and how much of it is read, in bytes.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// What is there instead of what there must be.
    fn unexpected(&self, expected: &'static str) -> Unexpected {
        let place = self.text.get(..self.at).map_or(0, |before| before.chars().count());
        let rest = self.rest().trim_end();
        let found = if rest.is_empty() { "its end".to_owned() } else { format!("`{}`", quote(rest)) };
        Unexpected { place, found, expected }
    }

    /// Goes past what a text begins with, if it does.
    fn takes(&mut self, token: char) -> bool {
        let is_there = self.rest().starts_with(token);
        self.at += if is_there { token.len_utf8() } else { 0 };
        is_there
    }

    /// Goes past what fits, and returns it.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// Goes past white space, line breaks, and comments.
    fn skip_blanks(&mut self) {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c' | '\\'));
            if self.peek() != Some('#') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// Goes past blanks and a token.
    fn expect(&mut self, token: char, expected: &'static str) -> Result<(), Unexpected> {
        self.skip_blanks();
        if self.takes(token) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn literal(&mut self, depth: usize) -> Result<Literal<'t>, Unexpected> {
        self.skip_blanks();
        let start = self.at;
        let value = match self.peek() {
            Some('{' | '(' | '[') if depth == MOST_NESTED => {
                return Err(self.unexpected("nested less deeply"));
            }
            Some('{') => Value::Dictionary(self.dictionary(depth + 1)?),
            Some('(') => self.parentheses(depth + 1)?,
            Some('[') => Value::Sequence(self.elements(']', "`,` or `]`", depth + 1)?.0),
            Some('0'..='9' | '+' | '-' | '.') => self.number()?,
            _ => self.word()?,
        };
        Ok(Literal { source: self.text.get(start..self.at).unwrap_or_default(), value })
    }

    fn dictionary(&mut self, depth: usize) -> Result<Vec<(Literal<'t>, Literal<'t>)>, Unexpected> {
        self.takes('{');
        let mut entries = Vec::new();
        loop {
            self.skip_blanks();
            if self.takes('}') {
                return Ok(entries);
            }
            let key = self.literal(depth)?;
            self.expect(':', "`:`, between a key and its value")?;
            entries.push((key, self.literal(depth)?));
            self.skip_blanks();
            if !self.takes(',') {
                self.expect('}', "`,` or `}`")?;
                return Ok(entries);
            }
        }
    }

    /// The elements up to a bracket, behind the one that opens; and whether a comma is
    /// behind the last of them.
    fn elements(
        &mut self,
        end: char,
        expected: &'static str,
        depth: usize,
    ) -> Result<(Vec<Literal<'t>>, bool), Unexpected> {
        self.at += 1;
        let (mut elements, mut has_comma) = (Vec::new(), false);
        loop {
            self.skip_blanks();
            if self.takes(end) {
                return Ok((elements, has_comma));
            }
            elements.push(self.literal(depth)?);
            self.skip_blanks();
            has_comma = self.takes(',');
            if !has_comma {
                self.expect(end, expected)?;
                return Ok((elements, has_comma));
            }
        }
    }

    /// A tuple; or, with one element and no comma, that element.
    fn parentheses(&mut self, depth: usize) -> Result<Value<'t>, Unexpected> {
        let (mut elements, has_comma) = self.elements(')', "`,` or `)`", depth)?;
        match (elements.pop(), elements.is_empty()) {
            (Some(only), true) if !has_comma => Ok(only.value),
            (last, _) => {
                elements.extend(last);
                Ok(Value::Sequence(elements))
            }
        }
    }

    fn number(&mut self) -> Result<Value<'t>, Unexpected> {
        let start = self.at;
        let signs = self.take_while(|c| matches!(c, '+' | '-'));
        let token = self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        let digits = token.trim_end_matches(['l', 'L']);
        // Python 2 has another base for these, Python 3 none.
        let is_octal = digits.starts_with('0') && digits.bytes().any(|byte| byte != b'0');
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_whole && !is_octal && token.len() - digits.len() <= 1 {
            let number = digits.parse().ok();
            let is_negative = signs.contains('-') && number != Some(0);
            return Ok(Value::Number(number.filter(|_| !is_negative)));
        }
        if !is_whole && token.parse::<f64>().is_ok() {
            return Ok(Value::Number(None));
        }
        self.at = start;
        Err(self.unexpected("a number"))
    }

    /// A name, or a text behind a prefix.
    fn word(&mut self) -> Result<Value<'t>, Unexpected> {
        let start = self.at;
        let word = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let is_prefix = word.len() <= 2 && word.chars().all(|c| "uUbBrR".contains(c));
        match (word, self.peek()) {
            (_, Some('\'' | '"')) if is_prefix => Ok(Value::Text(self.texts()?)),
            ("True", _) => Ok(Value::Truth(true)),
            ("False", _) => Ok(Value::Truth(false)),
            ("None", _) => Ok(Value::None),
            _ => {
                self.at = start;
                Err(self.unexpected("a dictionary, a tuple, a text, a number, `True` or `False`"))
            }
        }
    }

    /// Texts one behind the other, which are one.
    fn texts(&mut self) -> Result<String, Unexpected> {
        let mut text = String::new();
        while let Some(quote @ ('\'' | '"')) = self.peek() {
            self.text(quote, &mut text)?;
            let end = self.at;
            self.skip_blanks();
            if !matches!(self.peek(), Some('\'' | '"')) {
                self.at = end;
            }
        }
        Ok(text)
    }

    /// A text between two quotes. Of escapes, only quotes and the backslash itself stand for
    /// something in a header.
    fn text(&mut self, quote: char, text: &mut String) -> Result<(), Unexpected> {
        let start = self.at;
        self.at += 1;
        loop {
            text.push_str(self.take_while(|c| c != quote && !matches!(c, '\\' | '\n')));
            if self.takes(quote) {
                return Ok(());
            }
            if !self.takes('\\') {
                self.at = start;
                return Err(self.unexpected("a text with a quote at its end"));
            }
            let escaped = self.peek();
            match escaped.filter(|c| matches!(c, '\'' | '"' | '\\')) {
                Some(c) if self.takes(c) => text.push(c),
                _ => text.push('\\'),
            }
        }
    }
}

/// The beginning of a text from a file, in one line, for an error message.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::new();
    for c in text.chars().take(QUOTE) {
        if c.is_control() { quoted.extend(c.escape_default()) } else { quoted.push(c) }
    }
    if text.chars().nth(QUOTE).is_some() { quoted + "…" } else { quoted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Literal::parse(text).unwrap_err().to_string()
    }

    /// Each pair is one value, as Python 2 or 3 has it.
    #[test]
    fn texts_of_one_value_are_read_as_one() {
        for (text, same) in [
            ("'<f4'", "\"<f4\""),
            ("'<f4'", "u'<f4'"),
            ("'<f4'", "b'<f4'"),
            ("'<f4'", "'<' 'f4'"),
            ("'a\\'b'", "\"a'b\""),
            ("(2, 3)", "(2L, 3l,)"),
            ("(2, 3)", " ( 2 ,\r\n3 ) # two \n"),
            ("3", "(3)"),
            ("()", "( )"),
            ("[1]", "(1,)"),
            ("{'a': 1}", "{\n'a' # {[(\n:1,}"),
        ] {
            assert_eq!(
                Literal::parse(text).unwrap().value.to_text(),
                Literal::parse(same).unwrap().value.to_text()
            );
        }
        assert_eq!(
            Literal::parse("(0, 18446744073709551615)").unwrap().value.to_text(),
            "(0,18446744073709551615,)"
        );
        for no_size in ["-1", "1.5", "18446744073709551616", "-2L"] {
            assert_eq!(Literal::parse(no_size).unwrap().value, Value::Number(None), "{no_size}");
        }
    }

    impl Value<'_> {
        /// Without the texts that it came from.
        fn to_text(&self) -> String {
            match self {
                Self::Text(text) => format!("{text:?}"),
                Self::Number(number) => number.map_or("?".to_owned(), |number| number.to_string()),
                Self::Truth(truth) => truth.to_string(),
                Self::None => "None".to_owned(),
                Self::Sequence(elements) => {
                    let elements: String = elements.iter().map(|one| one.value.to_text() + ",").collect();
                    format!("({elements})")
                }
                Self::Dictionary(entries) => {
                    let entry = |(key, value): &(Literal<'_>, Literal<'_>)| {
                        format!("{}:{},", key.value.to_text(), value.value.to_text())
                    };
                    format!("{{{}}}", entries.iter().map(entry).collect::<String>())
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let value = "must be a dictionary, a tuple, a text, a number, `True` or `False`";
        for (text, expected) in [
            ("", format!("header, character 0: found its end: {value}")),
            ("{'descr': <f4}", format!("header, character 10: found `<f4}}`: {value}")),
            ("{'a': true}", format!("header, character 6: found `true}}`: {value}")),
            (
                "{'a' 1}",
                "header, character 5: found `1}`: must be `:`, between a key and its value".to_owned(),
            ),
            ("{'a': (2 3)}", "header, character 9: found `3)}`: must be `,` or `)`".to_owned()),
            ("{'a': 1", "header, character 7: found its end: must be `,` or `}`".to_owned()),
            ("{'a': 2LL}", "header, character 6: found `2LL}`: must be a number".to_owned()),
            ("{'a': 010}", "header, character 6: found `010}`: must be a number".to_owned()),
            (
                "{'é': 'x\n}",
                "header, character 6: found `'x\\n}`: must be a text with a quote at its end".to_owned(),
            ),
            ("{} x", "header, character 3: found `x`: must be the end of the header".to_owned()),
        ] {
            assert_eq!(refusal(text), expected, "{text}");
        }
    }

    #[test]
    fn long_and_deep_texts_end_soon() {
        for bracket in ["[", "{", "(", "{'a':"] {
            assert!(refusal(&bracket.repeat(12_000)).ends_with("must be nested less deeply"), "{bracket}");
        }
        let long = format!("({})", "1,".repeat(30_000));
        assert_eq!(Literal::parse(&long).unwrap().as_sequence().unwrap().len(), 30_000);
        assert!(refusal(&"'".repeat(60_001)).len() < 200);
    }
}

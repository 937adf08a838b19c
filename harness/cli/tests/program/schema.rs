//! JSON against the schemas in `harness/cli/schema`: the keywords of JSON Schema that these use.

use serde_json::Value;

/// Compares a document with the schema of that name.
///
/// # Panics
/// Where it does not conform, or the schema uses another keyword.
pub(crate) fn validate(name: &str, document: &Value) {
    let path = format!("{}/schema/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    conforms(&schema, document, name);
}

fn conforms(schema: &Value, value: &Value, at: &str) {
    for (keyword, rule) in schema.as_object().expect("a schema") {
        match keyword.as_str() {
            "$schema" | "title" | "description" => {}
            "const" => assert_eq!(value, rule, "{at}"),
            "enum" => assert!(rule.as_array().expect("a list").contains(value), "{at}: {value}"),
            "type" => {
                let types: Vec<&str> = match rule {
                    Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect(),
                };
                assert!(types.iter().any(|name| is_of(name, value)), "{at}: {value} is no {types:?}");
            }
            "minimum" => assert!(value.is_null() || value.as_f64() >= rule.as_f64(), "{at}: {value}"),
            "required" => {
                let names = rule.as_array().expect("a list").iter().filter_map(Value::as_str);
                let has = |name: &str| value.as_object().is_none_or(|object| object.contains_key(name));
                names.for_each(|name| assert!(has(name), "{at} lacks {name}: {value}"));
            }
            "additionalProperties" => {
                assert_eq!(rule, false, "{at}");
                let known = schema["properties"].as_object().expect("properties");
                let Some(object) = value.as_object() else { continue };
                object.keys().for_each(|name| assert!(known.contains_key(name), "{at}.{name} is not known"));
            }
            "properties" => {
                for (name, schema) in rule.as_object().expect("schemas") {
                    value
                        .get(name)
                        .into_iter()
                        .for_each(|value| conforms(schema, value, &format!("{at}.{name}")));
                }
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.for_each(|(nth, item)| conforms(rule, item, &format!("{at}[{nth}]")));
            }
            other => panic!("{at}: this keyword is not known here: {other}"),
        }
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("no type: {other}"),
    }
}

//! Values that only a ruleset understands: read without knowing what they mean, but with finite numbers and no
//! words that would lose their meaning on the way.

use ron::Value;

use super::tree::{Kind, Node};

impl Node<'_> {
    /// The value as RON data. Errors inside are noted at their places.
    pub fn own(self) -> Option<Value> {
        Some(match self.kind() {
            Kind::Text => Value::String(self.text()?),
            Kind::Number => number(self.number()?),
            Kind::Word => match self.written() {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                "None" => Value::Option(None),
                "NaN" | "inf" | "NaNf32" | "NaNf64" | "inff32" | "inff64" => number(self.number()?),
                _ => return self.text().map(Value::String),
            },
            Kind::Group if self.tag() == Some("Some") => Value::Option(Some(Box::new(self.given()?.own()?))),
            Kind::Group | Kind::List | Kind::Map if self.tag().is_none() => return self.compound(),
            Kind::Char => match ron::from_str(self.written()) {
                Ok(c) => Value::Char(c),
                Err(_) => return self.expected("a character"),
            },
            _ => return self.expected("a value without a name before it"),
        })
    }

    fn compound(self) -> Option<Value> {
        let named = self.children().filter(|c| c.key().is_some()).count();
        let values: Vec<_> = self.children().map(|c| (c, c.own())).collect();
        if named == 0 && self.kind() != Kind::Map {
            return values.into_iter().map(|(_, v)| v).collect::<Option<_>>().map(Value::Seq);
        }
        if named < values.len() {
            return self.expected("either names for all its values or for none");
        }
        let entry = |(c, v): (Self, Option<Value>)| Some((Value::String(c.key()?.to_owned()), v?));
        values.into_iter().map(entry).collect::<Option<ron::Map>>().map(Value::Map)
    }
}

/// A whole number becomes an integer, because that is what a ruleset asks for.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { Value::Number((value as i64).into()) } else { Value::Number(value.into()) }
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::super::tree::Tree;
    use super::*;

    fn own(text: &str) -> Result<Value, Vec<String>> {
        let source = Source::new("x", text.to_owned());
        let Ok(tree) = Tree::parse(&source) else { panic!("{text} is not whole") };
        let value = tree.root().own();
        let flaws: Vec<_> = tree.flaws.located(&source).iter().map(ToString::to_string).collect();
        if flaws.is_empty() { value.ok_or(flaws) } else { Err(flaws) }
    }

    #[test]
    fn a_ruleset_gets_back_the_types_that_it_asks_for() {
        let fv: (i32, i32, f32) = own("(4, -1, 2.5)").unwrap().into_rust().unwrap();
        assert_eq!(fv, (4, -1, 2.5));
        let of = own("(woods: \"half\", key: true, more: [1, 2], some: Some(3), none: None)").unwrap();
        let Value::Map(map) = of else { panic!("a map") };
        let field = |name: &str| map[&Value::String(name.to_owned())].clone();
        assert_eq!(field("woods").into_rust::<String>().unwrap(), "half");
        assert!(field("key").into_rust::<bool>().unwrap());
        assert_eq!(field("more").into_rust::<Vec<u8>>().unwrap(), [1, 2]);
        assert_eq!(field("some").into_rust::<Option<u8>>().unwrap(), Some(3));
        assert_eq!(field("none").into_rust::<Option<u8>>().unwrap(), None);
        assert_eq!(own("{}").unwrap(), Value::Map(ron::Map::new()));
        assert_eq!(own("4.0").unwrap().into_rust::<u8>().unwrap(), 4);
    }

    #[test]
    fn flaws_inside_are_found_where_they_stand() {
        let flaws = own("(a: [1, NaN],\n b: (c: 1e9, d: wide))").unwrap_err();
        let expected = [
            "x:1:9: `NaN` is not a finite number",
            "x:2:9: `1e9` lies beyond ±10000",
            "x:2:17: expected a text in quotes, \"wide\", not the word `wide`",
        ];
        assert_eq!(flaws, expected);
        assert_eq!(own("(1, a: 2)").unwrap_err().len(), 1);
        assert_eq!(own("Wide(3)").unwrap_err(), ["x:1:1: expected a value without a name before it, not `Wide(…)`"]);
    }
}

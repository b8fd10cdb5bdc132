//! Pages of the documentation, which are Markdown, as a terminal shows them.

/// The sections of a page, which begin with `## `, each with its heading.
pub fn sections(markdown: &str) -> impl Iterator<Item = (&str, &str)> {
    markdown.split("\n## ").skip(1).map(|section| (section.lines().next().unwrap_or_default(), section.trim_end()))
}

/// A page without the signs of headings, the fences of examples and the bars of tables.
pub fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    for line in markdown.lines() {
        if let Some(row) = cells(line) {
            table.push(row);
            continue;
        }
        text.push_str(&columns(&table));
        table.clear();
        if !line.starts_with("```") {
            text.push_str(line.trim_start_matches("## ").trim_start_matches("# "));
            text.push('\n');
        }
    }
    text.push_str(&columns(&table));
    text
}

/// The cells of a row of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let row = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
    Some(row.split('|').map(|cell| cell.trim().to_owned()).collect())
}

/// The widest first column.
const WIDEST: usize = 40;

/// Rows in two columns and more; those that only part the head from the rest are left out.
fn columns(rows: &[Vec<String>]) -> String {
    let rows = || rows.iter().skip(1).filter(|row| !row.iter().all(|cell| cell.chars().all(|c| c == '-')));
    let wide = rows().filter_map(|row| row.first()).map(|cell| cell.chars().count()).max().unwrap_or_default();
    let wide = wide.min(WIDEST);
    rows()
        .map(|row| {
            let (first, rest) = row.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
            let line = if first.chars().count() > wide {
                format!("  {first}\n  {:wide$}  {}", "", rest.join("  "))
            } else {
                format!("  {first:wide$}  {}", rest.join("  "))
            };
            format!("{}\n", line.trim_end())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_told_without_the_signs_of_its_form() {
        let page = "# A\n\nText.\n\n## B: b\n\n| field | means |\n|---|---|\n| `a` | one |\n| `longer` | two |\n\n```ron\n(x)\n```\n";
        assert_eq!(plain(page), "A\n\nText.\n\nB: b\n\n  `a`       one\n  `longer`  two\n\n(x)\n");
        assert_eq!(sections(page).map(|(head, _)| head).collect::<Vec<_>>(), ["B: b"]);
        let wide = format!("| a | b |\n|---|---|\n| {} | c |\n| `b` | d |", "x".repeat(50));
        assert_eq!(plain(&wide), format!("  {}\n  {:40}  c\n  {:40}  d\n", "x".repeat(50), "", "`b`"));
    }
}

//! Links between the pages of the book, in the form that browsers get.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::proc::{Failure, Result};

/// A page, as a browser gets it.
type Pages = BTreeMap<PathBuf, String>;

/// Looks at each link of each page, and returns how many there are.
///
/// # Errors
/// All that lead nowhere.
pub(crate) fn check(folder: &Path) -> Result<usize> {
    let pages = pages(folder)?;
    let mut count = 0;
    let mut dead = Vec::new();
    for (path, text) in &pages {
        for link in values(text, "href").chain(values(text, "src")) {
            count += 1;
            if !leads_somewhere(&pages, path, link, |file| folder.join(file).is_file()) {
                dead.push(format!("{}: {link} leads nowhere", path.display()));
            }
        }
    }
    if dead.is_empty() { Ok(count) } else { Err(Failure::check(dead.join("\n"))) }
}

/// The pages that readers go from one to another; not the one to print, in which all are one.
fn pages(folder: &Path) -> Result<Pages> {
    let failed = |error| Failure::set_up(format!("{}: {error}", folder.display()));
    let mut pages = Pages::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_page = path.extension().is_some_and(|extension| extension == "html");
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        if is_page && !["print.html", "404.html", "toc.html"].iter().any(|other| name.ends_with(other)) {
            pages.insert(name, fs::read_to_string(&path).map_err(failed)?);
        }
    }
    Ok(pages)
}

/// The values of an attribute. In texts of pages, quotes are escaped.
fn values<'t>(text: &'t str, attribute: &str) -> impl Iterator<Item = &'t str> {
    let beginning = format!(" {attribute}=\"");
    let starts: Vec<_> = text.match_indices(&beginning).map(|(at, found)| at + found.len()).collect();
    starts.into_iter().filter_map(|at| text[at..].split('"').next())
}

/// Whether a link of a page leads to a file, and to a place in it.
fn leads_somewhere(pages: &Pages, from: &Path, link: &str, is_file: impl Fn(&Path) -> bool) -> bool {
    if ["https://", "http://", "data:", "mailto:"].iter().any(|begin| link.starts_with(begin)) {
        return true;
    }
    let (path, place) = link.split_once('#').map_or((link, None), |(path, place)| (path, Some(place)));
    let path = if path.is_empty() { from } else { Path::new(path) };
    match (pages.get(path), place) {
        (Some(text), Some(place)) => values(text, "id").any(|id| id == place),
        (Some(_), None) => true,
        (None, _) => is_file(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_and_places() {
        let page = |text: &str| text.to_owned();
        let pages: Pages = [("a.html", page("<h2 id=\"two\">")), ("b.html", page("<a href=\"a.html\">"))]
            .map(|(name, text)| (name.into(), text))
            .into();
        let leads = |link| leads_somewhere(&pages, Path::new("a.html"), link, |file| file.ends_with("c.svg"));
        for good in ["b.html", "a.html#two", "#two", "pictures/c.svg", "https://example.org/x#y"] {
            assert!(leads(good), "{good}");
        }
        for dead in ["c.html", "b.html#two", "#three", "pictures/d.svg", "../README.md"] {
            assert!(!leads(dead), "{dead}");
        }
    }

    #[test]
    fn values_of_attributes_are_found() {
        let text = "<a class=\"x\" href=\"a\"><img src=\"b\"><a href=\"c\">";
        assert_eq!(values(text, "href").collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(values(text, "src").collect::<Vec<_>>(), ["b"]);
    }
}

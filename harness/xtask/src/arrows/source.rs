//! The files of a package: the items that each defines, the names that it brings in, and the
//! paths that it writes.
//!
//! Unit tests are left out. Bodies of macros are read as tokens: every row of names with
//! `::` between is a path.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

use crate::proc::{Failure, Result};

/// A path in the source of a file, or of a module: its names.
pub(super) type Names = Vec<String>;

/// The files of a package, by the paths of their modules from the root.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) modules: BTreeMap<Names, Module>,
}

/// A file, as a module.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// The file, from the package's folder of sources.
    pub(super) file: String,
    /// The items that it defines.
    pub(super) items: BTreeSet<String>,
    /// The names that it brings in, with their paths.
    pub(super) uses: BTreeMap<String, Names>,
    /// The modules whose public names it brings in, all of them.
    pub(super) globs: Vec<Names>,
    /// The names that are brought in for others to find: they are no use of the file's own.
    pub(super) exports: BTreeSet<String>,
    /// The paths of several names that it writes, and single names.
    pub(super) paths: BTreeSet<Names>,
}

impl Package {
    /// Reads the files in a folder.
    ///
    /// # Errors
    /// A file cannot be read, or is not Rust.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let mut package = Self { modules: BTreeMap::new() };
        package.read_folder(folder, folder)?;
        Ok(package)
    }

    fn read_folder(&mut self, root: &Path, folder: &Path) -> Result {
        let fault = |path: &Path, error: &dyn std::fmt::Display| {
            Failure::check(format!("{}: {error}", path.display()))
        };
        for entry in fs::read_dir(folder).map_err(|error| fault(folder, &error))? {
            let path = entry.map_err(|error| fault(folder, &error))?.path();
            if path.is_dir() {
                self.read_folder(root, &path)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).map_err(|error| fault(&path, &error))?;
                let file = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                self.add(&file, &text).map_err(|error| fault(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Adds a file with a text.
    ///
    /// # Errors
    /// The text is not Rust.
    pub(super) fn add(&mut self, file: &str, text: &str) -> syn::Result<()> {
        let parsed = syn::parse_file(text)?;
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        Reader { module: &mut module }.items(&parsed.items);
        self.modules.insert(module_of(file), module);
        Ok(())
    }
}

/// The path of the module that a file is.
fn module_of(file: &str) -> Names {
    let names = file.trim_end_matches(".rs").split('/').map(str::to_owned);
    names.filter(|name| !["mod", "lib", "main"].contains(&name.as_str())).collect()
}

struct Reader<'m> {
    module: &'m mut Module,
}

impl Reader<'_> {
    fn items(&mut self, items: &[Item]) {
        items.iter().filter(|item| !is_test(attributes(item))).for_each(|item| self.visit_item(item));
    }

    /// Takes note of what a `use` brings in.
    fn bring_in(&mut self, tree: &UseTree, before: &[String], is_export: bool) {
        let with = |name: String| before.iter().cloned().chain([name]).collect::<Names>();
        match tree {
            UseTree::Path(path) => self.bring_in(&path.tree, &with(path.ident.to_string()), is_export),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.bring_in(tree, before, is_export));
            }
            UseTree::Glob(_) => self.module.globs.push(before.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                if let Some(last) = before.last() {
                    self.name(last.clone(), before.to_vec(), is_export);
                }
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.name(name.clone(), with(name), is_export);
            }
            UseTree::Rename(rename) => {
                let path = with(rename.ident.to_string());
                self.name(rename.rename.to_string(), path, is_export);
            }
        }
    }

    fn name(&mut self, name: String, path: Names, is_export: bool) {
        if is_export {
            self.module.exports.insert(name.clone());
        }
        self.module.uses.insert(name, path);
    }

    /// The paths in the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut is_joined) = (Names::new(), false);
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if !is_joined {
                        self.path(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    (is_joined, colons) = (false, 0);
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    is_joined = colons == 2;
                }
                TokenTree::Group(group) => {
                    self.path(std::mem::take(&mut path));
                    self.tokens(group.stream());
                    (is_joined, colons) = (false, 0);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.path(std::mem::take(&mut path));
                    (is_joined, colons) = (false, 0);
                }
            }
        }
        self.path(path);
    }

    fn path(&mut self, path: Names) {
        if !path.is_empty() {
            self.module.paths.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if let Some(name) = name_of(item) {
            self.module.items.insert(name);
        }
        match item {
            Item::Use(item) => {
                let is_export = !matches!(item.vis, Visibility::Inherited);
                self.bring_in(&item.tree, &[], is_export);
            }
            Item::Mod(inner) => {
                if let Some((_, items)) = &inner.content {
                    self.items(items);
                }
            }
            item => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        self.visit_macro(&item.mac);
    }
}

/// The name of an item, as others call it.
fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::TraitAlias(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether attributes leave an item to tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let words = attribute.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default();
        attribute.path().is_ident("cfg") && (words == "test" || words.starts_with("all (test ,"))
    })
}

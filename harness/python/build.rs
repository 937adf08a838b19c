//! Tells the linker on macOS that the interpreter brings what is undefined.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}

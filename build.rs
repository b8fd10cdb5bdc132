//! The scenarios and assets are embedded in the binary: when one of them changes, it is built anew.

fn main() {
    println!("cargo:rerun-if-changed=scenarios");
    println!("cargo:rerun-if-changed=assets");
}

//! Where results go that have a file of their own.

use std::fs;
use std::path::Path;

use super::output::Trouble;
use crate::scenario::write::replace;

/// Puts these bytes in place of the file: a reader sees the old ones or the new ones, never a part. What is no
/// plain file, such as a terminal or a pipe, is written to as it is.
///
/// # Errors
/// When it cannot be written; an old file is then untouched.
pub fn file(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let plain = fs::metadata(path).map_or(true, |known| known.is_file());
    let written = if plain { replace(path, bytes) } else { fs::write(path, bytes) };
    written.map_err(|why| Trouble::file("write", path, &why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_no_plain_file_stays_what_it_is() {
        use std::os::unix::fs::FileTypeExt;
        file(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let told = file(&folder.path().join("no/a.csv"), b"new").unwrap_err().to_string();
        assert!(told.starts_with("cannot write ") && told.contains("a.csv"), "{told}");
    }
}

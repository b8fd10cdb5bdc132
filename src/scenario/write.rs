//! Writes files so that nobody ever finds half of one: the whole text is on disk before the file's name refers to it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Replaces the file of that path as a whole. If that fails, the old file is untouched and nothing is left beside it.
///
/// # Errors
///
/// When the folder cannot be written to, or the disk is full.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // For a link its target is replaced.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    // In the same folder, since only there a rename is one step.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    let mut builder = Builder::new();
    // An existing file keeps its permissions; a new one gets the system's default.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.prefix(&prefix).tempfile_in(folder)?;
    if let Ok(before) = std::fs::metadata(&path) {
        beside.as_file().set_permissions(before.permissions())?;
    }
    beside.write_all(bytes)?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    sync_folder(&path);
    Ok(())
}

/// Also writes the folder's entry to disk where the system can do so. The file is complete in any case.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.csv"]);
    }

    #[test]
    fn what_stood_there_stays_when_the_new_cannot_be_put_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        // A folder with something in it cannot be replaced by a file.
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("b"), "kept").unwrap();
        assert!(replace(&path, b"two").is_err());
        assert_eq!(names(folder.path()), ["a"]);
        assert_eq!(std::fs::read(path.join("b")).unwrap(), b"kept");
        assert!(replace(Path::new("/"), b"x").is_err());
    }
}

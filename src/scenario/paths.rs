//! Paths as reports show them: relative to the repository where that is possible.

use std::path::{Path, PathBuf};

/// The path for reports: below the repository of the working folder, or below that folder where there is none, when
/// the file is in it; else as it was given. Always with forward slashes.
pub(super) fn shown(path: &Path) -> String {
    let root = std::env::current_dir().ok().map(|folder| repository(&folder).unwrap_or(folder));
    let inside = root.and_then(|root| {
        let root = std::fs::canonicalize(root).ok()?;
        let full = std::fs::canonicalize(path).ok()?;
        full.strip_prefix(root).map(Path::to_path_buf).ok()
    });
    let path = inside.filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| path.to_path_buf());
    let text = path.to_string_lossy().replace('\\', "/");
    text.strip_prefix("./").map(str::to_owned).unwrap_or(text)
}

/// The nearest folder above that is a repository.
fn repository(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|f| f.join(".git").exists()).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_outside_is_shown_as_it_was_given() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        std::fs::write(&file, "()").unwrap();
        assert_eq!(shown(&file), file.to_string_lossy());
        assert_eq!(shown(Path::new("./no/such.ron")), "no/such.ron");
    }
}

//! Reads any file safely: one that is too large, not a regular file, unreadable or not UTF-8 is a flaw, found before
//! anything is parsed.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::flaw::FileFlaw;
use super::source::Source;

/// The largest file that is read, in bytes.
pub const LARGEST: u64 = 8 * 1024 * 1024;

/// Reads a file as text under the path by which reports name it.
///
/// # Errors
/// Why it cannot be read; its place is the file's first character.
pub fn read(path: &Path, shown: &str) -> Result<Source, FileFlaw> {
    let flaw = |message: String| FileFlaw::whole(shown, message);
    let metadata = std::fs::metadata(path).map_err(|e| flaw(format!("cannot be read: {}", plainly(&e))))?;
    if metadata.is_dir() {
        return Err(flaw("is a folder, not a file".to_owned()));
    }
    // A pipe or a device could be endless, and opening one could wait for ever.
    if !metadata.is_file() {
        return Err(flaw("is not a regular file".to_owned()));
    }
    if metadata.len() > LARGEST {
        return Err(flaw(too_large()));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    // The file may have grown since.
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|e| flaw(format!("cannot be read: {}", plainly(&e))))?;
    text(bytes, shown)
}

/// Takes bytes that came from elsewhere as a text.
///
/// # Errors
/// As [`read`].
pub fn text(bytes: Vec<u8>, shown: &str) -> Result<Source, FileFlaw> {
    if bytes.len() as u64 > LARGEST {
        return Err(FileFlaw::whole(shown, too_large()));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(shown, text)),
        Err(e) => {
            let good = e.utf8_error().valid_up_to();
            Err(FileFlaw::whole(shown, format!("is not text in UTF-8: byte {} begins no character", good + 1)))
        }
    }
}

fn too_large() -> String {
    format!("is over {} MB and is not read", LARGEST / 1024 / 1024)
}

/// The error's text without the system's number.
fn plainly(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "this is not permitted".to_owned(),
        std::io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_file_is_read_and_one_byte_more_is_not() {
        let most = LARGEST as usize;
        assert!(text(vec![b' '; most], "x").is_ok());
        assert_eq!(text(vec![b' '; most + 1], "x").unwrap_err().message, "is over 8 MB and is not read");
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        let flaw = text(b"ab\xffc".to_vec(), "x").unwrap_err();
        assert_eq!(flaw.to_string(), "x:1:1: is not text in UTF-8: byte 3 begins no character");
    }
}

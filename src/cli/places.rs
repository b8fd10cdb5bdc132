//! Where the program keeps things and where people's own files lie: where this system keeps such things, beside the
//! program, or where somebody says.

use std::path::PathBuf;

use crate::scenario::home;

/// Where things lie, as it was typed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Places {
    /// Keep everything in the folder `sandtable-data` beside the program: battles, pictures, options, your own files
    #[arg(long, global = true)]
    portable: bool,
    /// The folder of your own battles, armies, maps and plans; `sandtable help own` tells of it
    #[arg(long, global = true, value_name = "FOLDER", env = "SANDTABLE_OWN")]
    own: Option<PathBuf>,
}

/// The folders of this program.
pub struct Folders {
    /// For options and words.
    #[cfg_attr(not(feature = "gui"), expect(dead_code, reason = "the window's"))]
    pub config: PathBuf,
    /// For battles that are kept, pictures, and people's own files.
    pub data: PathBuf,
}

impl Places {
    /// The folders; none where this system has no place for them.
    pub fn folders(&self) -> Option<Folders> {
        if self.portable {
            let program = std::env::current_exe().ok()?;
            let folder = program.parent()?.join("sandtable-data");
            return Some(Folders { config: folder.clone(), data: folder });
        }
        let usual = directories::ProjectDirs::from("", "", "sandtable")?;
        Some(Folders { config: usual.config_dir().to_path_buf(), data: usual.data_dir().to_path_buf() })
    }

    /// Where people's own files lie.
    pub fn own(&self) -> Option<PathBuf> {
        self.own.clone().or_else(|| Some(self.folders()?.data.join("own")))
    }

    /// Has everything that reads files know of it.
    pub fn settle(&self) {
        if let Some(folder) = self.own() {
            home::set(folder);
        }
    }
}

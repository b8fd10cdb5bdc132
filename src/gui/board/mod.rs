//! The table as it is seen: camera, rulers, ground, units and what is drawn over them.
//!
//! The engine draws ground, shadows, bases and figures as meshes ([`view`]); plaques, pips, names, overlays and
//! rulers are painted over them at projected points, so that their lines and letters keep their size.

pub mod badge;
pub mod bases;
pub mod beside;
pub mod camera;
pub mod figures;
pub mod ghost;
pub mod glyph;
pub mod ground;
mod leader;
pub mod mesh;
pub mod orders;
pub mod over;
pub mod overlay;
pub mod pen;
pub mod rulers;
pub mod scale;
pub mod scene;
pub mod sights;
pub mod tags;
pub mod tape;
pub mod view;

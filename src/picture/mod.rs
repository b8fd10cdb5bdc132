//! A position as a picture, without a GPU: the colours, glyphs, figures and ground recipes that the window shares,
//! a plain description of what is to be drawn, and its drawing as SVG and PNG.
//!
//! In reading order: colours ([`palette`]); plain coloured shapes ([`shape`]) and their triangles ([`mesh`]); the
//! drawings of the look by name ([`glyphs`], read by [`art`]) and its typefaces ([`fonts`]); what cloth and terrain
//! look like ([`cloth`], [`ground`]) and where figures stand ([`ranks`]); what a picture shows ([`scene`]), and its
//! drawing: [`draw`] gives SVG, [`png::png`] pixels;
//! [`of_battle`] turns a battle into a scene.

pub mod palette;
pub mod shape;
pub mod mesh;
mod chance;
mod flatten;
pub mod art;
pub mod glyphs;
pub mod fonts;
pub mod curve;
pub mod cloth;
pub mod ground;
pub mod ranks;
pub mod scene;
mod svg;
pub mod png;
pub mod of_battle;

pub use chance::Chance;
pub use svg::{Outlines, Sheet, draw, outlines};

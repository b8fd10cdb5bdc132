//! The ground of a table as triangles: cloth with its mottle, and terrain over it.

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::math::Vec2;
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::mesh::Triangles;
use crate::picture::palette::{CLOTH, Rgb};
use crate::picture::{cloth, ground};
use crate::table::Terrain;

/// The terrain, the lowest first.
pub fn terrain(pieces: &[Terrain]) -> Triangles {
    let mut order: Vec<&Terrain> = pieces.iter().collect();
    order.sort_by_key(|piece| ground::order(piece));
    let mut all = Triangles::default();
    for piece in order {
        for shape in ground::recipe(piece) {
            all.shape(&shape);
        }
    }
    all
}

/// How far apart the mottle is taken, inches.
const MOTTLE: f32 = 0.5;
/// How many inches one tile of the grain covers.
const TILE: f32 = 8.0;
/// How much lighter and darker the mottle and the grain make the cloth.
const MOTTLE_SHARE: f32 = 0.04;
const GRAIN_SHARE: f32 = 0.025;

/// The cloth: a grid whose corners are lighter and darker, with the grain's texture over it.
pub fn cloth(table: Vec2) -> Mesh {
    let steps = (table / MOTTLE).ceil().max(Vec2::ONE).min(Vec2::splat(400.0));
    let (across, along) = (steps.x as u32, steps.y as u32);
    let (mut corners, mut colours, mut uvs, mut indices) = (vec![], vec![], vec![], vec![]);
    for y in 0..=along {
        for x in 0..=across {
            let at = Vec2::new(x as f32, y as f32) / steps * table;
            // The grain only darkens, by half of its reach on average, so the cloth is made lighter by as much.
            let light = 1.0 + MOTTLE_SHARE * cloth::mottle(at) + GRAIN_SHARE;
            let [red, green, blue] = CLOTH.linear();
            corners.push([at.x, at.y, 0.0]);
            colours.push([red * light, green * light, blue * light, 1.0]);
            uvs.push([at.x / TILE, at.y / TILE]);
        }
    }
    for y in 0..along {
        for x in 0..across {
            let here = y * (across + 1) + x;
            let above = here + across + 1;
            indices.extend([here, here + 1, above + 1, here, above + 1, above]);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

/// The grain of the weave: one tile, repeated.
pub fn grain() -> Image {
    const SIDE: u32 = 512;
    let texel = |n: u32| {
        let (x, y) = ((n % SIDE) as i32, (n / SIDE) as i32);
        let light = 1.0 - GRAIN_SHARE + GRAIN_SHARE * cloth::grain(x, y);
        let Rgb(red, green, blue) = Rgb::from_linear([light; 3]);
        [red, green, blue, 255]
    };
    let pixels: Vec<u8> = (0..SIDE * SIDE).flat_map(texel).collect();
    let size = Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 };
    let mut image =
        Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    let mut sampler = ImageSamplerDescriptor::linear();
    sampler.set_address_mode(ImageAddressMode::Repeat);
    image.sampler = ImageSampler::Descriptor(sampler);
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cloth_covers_the_table_exactly() {
        let mesh = cloth(Vec2::new(72.0, 48.0));
        assert_eq!(mesh.count_vertices(), 145 * 97);
        assert_eq!(mesh.indices().map(Indices::len), Some(144 * 96 * 6));
    }

    #[test]
    fn every_texel_is_light() {
        let image = grain();
        let pixels = image.data.expect("the picture has pixels");
        assert!(pixels.iter().all(|p| *p > 235));
        assert!(pixels.iter().any(|p| *p < 250));
    }
}

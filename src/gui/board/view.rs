//! The engine's side of the board: one camera, one mesh of ground, and for each base a shadow, a base and figures,
//! kept in step with what the play screen wants seen.

use std::sync::Arc;

use bevy::camera::ScalingMode;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::math::Vec2;
use bevy::prelude::*;
use bevy::sprite_render::AlphaMode2d;
use bevy_egui::egui::Rect;
use bevy_egui::{EguiPostUpdateSet, PrimaryEguiContext};

use super::bases::{self, BaseLook};
use super::camera::{Camera as Eye, Level};
use super::figures;
use super::ground;
use super::mesh::Triangles;
use super::scene::{Piece, Scene};
use crate::table::Footprint;

/// What is to be seen in this frame.
#[derive(Resource)]
pub struct Wanted {
    pub scene: Option<Arc<Scene>>,
    /// Raised whenever another battle's ground is to be drawn.
    pub ground: u64,
    pub eye: Option<(Eye, Level)>,
    /// The part of the window that shows the table, and the window, logical pixels.
    pub view: Rect,
    pub window: bevy_egui::egui::Vec2,
    /// Where bases are drawn that are on their way: by place in `scene.pieces` and among its feet.
    pub moved: Vec<(usize, usize, Footprint)>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        let (view, window) = (Rect::ZERO, bevy_egui::egui::Vec2::ZERO);
        Wanted { scene: None, ground: 0, eye: None, view, window, moved: Vec::new() }
    }
}

/// Adds the board to the window's engine.
pub fn plugin(app: &mut App) {
    app.init_resource::<Wanted>().add_systems(Startup, open).add_systems(
        PostUpdate,
        (follow, lay_ground, place_bases)
            .chain()
            .after(EguiPostUpdateSet::EndPass)
            .before(bevy::camera::CameraUpdateSystems)
            .before(TransformSystems::Propagate)
            .before(bevy::asset::AssetEventSystems),
    );
}

/// The materials: white, for the colours are in the meshes, and the cloth with its grain.
#[derive(Resource)]
struct Papers {
    plain: Handle<ColorMaterial>,
    cloth: Handle<ColorMaterial>,
}

#[derive(Component)]
struct GroundView(u64);

/// One base of one unit, by its place in the scene.
#[derive(Component)]
struct BaseView {
    piece: usize,
    foot: usize,
    look: Option<Look>,
}

/// What a base's meshes were made from.
#[derive(Clone, PartialEq)]
struct Look {
    base: BaseLook,
    piece: Piece,
}

#[derive(Component)]
struct ShadowOf;

#[derive(Component)]
struct FiguresOf;

/// The camera, to which the panels belong too, and the materials.
fn open(mut commands: Commands, mut materials: ResMut<Assets<ColorMaterial>>, mut images: ResMut<Assets<Image>>) {
    commands.spawn((Camera2d, PrimaryEguiContext, Msaa::Sample4));
    let plain = ColorMaterial { color: Color::WHITE, alpha_mode: AlphaMode2d::Blend, ..default() };
    let grain = images.add(ground::grain());
    let cloth = ColorMaterial { texture: Some(grain), alpha_mode: AlphaMode2d::Opaque, ..plain.clone() };
    commands.insert_resource(Papers { plain: materials.add(plain), cloth: materials.add(cloth) });
}

/// The camera sees the whole window; panels lie over what is not the table's part.
fn follow(wanted: Res<Wanted>, camera: Single<(&mut Projection, &mut Transform), With<Camera2d>>) {
    let Some((eye, _)) = wanted.eye else { return };
    let (mut projection, mut transform) = camera.into_inner();
    let middle = bevy_egui::egui::Pos2::new(wanted.window.x / 2.0, wanted.window.y / 2.0);
    let at = eye.to_table(wanted.view, middle);
    let size = wanted.window / eye.zoom;
    *projection = Projection::Orthographic(OrthographicProjection {
        scaling_mode: ScalingMode::Fixed { width: size.x.max(0.01), height: size.y.max(0.01) },
        ..OrthographicProjection::default_2d()
    });
    let turn = if eye.turned { std::f32::consts::PI } else { 0.0 };
    *transform = Transform::from_xyz(at.x, at.y, 0.0).with_rotation(Quat::from_rotation_z(turn));
}

fn lay_ground(
    wanted: Res<Wanted>,
    papers: Res<Papers>,
    old: Query<(Entity, &GroundView)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let Some(scene) = &wanted.scene else {
        old.iter().for_each(|(entity, _)| commands.entity(entity).despawn());
        return;
    };
    if old.iter().any(|(_, ground)| ground.0 == wanted.ground) {
        return;
    }
    old.iter().for_each(|(entity, _)| commands.entity(entity).despawn());
    let mut lay = |mesh: Mesh, material: &Handle<ColorMaterial>, height: f32| {
        let layer = (Mesh2d(meshes.add(mesh)), MeshMaterial2d(material.clone()), Transform::from_xyz(0.0, 0.0, height));
        commands.spawn((GroundView(wanted.ground), NoFrustumCulling, layer));
    };
    lay(ground::cloth(scene.table), &papers.cloth, 0.0);
    let terrain = ground::terrain(&scene.terrain).within(Vec2::ZERO, scene.table);
    if !terrain.is_empty() {
        lay(terrain.mesh(), &papers.plain, 0.5);
    }
}

/// How far above one another layers lie.
const SHADOWS: f32 = 1.0;
const BASES: f32 = 2.0;
const FIGURES: f32 = 3.0;

type Layer<'w> = (&'w mut Transform, &'w mut Mesh2d);

#[expect(clippy::type_complexity, reason = "the three layers of a base are three queries that exclude each other")]
fn place_bases(
    wanted: Res<Wanted>,
    papers: Res<Papers>,
    mut bases: Query<(Entity, &mut BaseView, &Children, Layer), (Without<ShadowOf>, Without<FiguresOf>)>,
    mut shadows: Query<Layer, With<ShadowOf>>,
    mut figures: Query<&mut Mesh2d, (With<FiguresOf>, Without<ShadowOf>)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let feet = |scene: &Scene| -> Vec<(usize, usize)> {
        let pieces = scene.pieces.iter().enumerate();
        pieces.flat_map(|(p, piece)| (0..piece.feet().len()).map(move |f| (p, f))).collect()
    };
    let (Some(scene), Some((eye, level))) = (&wanted.scene, wanted.eye) else {
        bases.iter().for_each(|(entity, ..)| commands.entity(entity).despawn());
        return;
    };
    let needed = feet(scene);
    let mut have = 0;
    for (entity, mut view, children, (mut transform, mut mesh)) in &mut bases {
        let Some(&(piece, foot)) = needed.get(have) else {
            commands.entity(entity).despawn();
            continue;
        };
        have += 1;
        (view.piece, view.foot) = (piece, foot);
        let Some(piece) = scene.pieces.get(piece) else { continue };
        let moved = wanted.moved.iter().find(|(p, f, _)| (*p, *f) == (view.piece, view.foot)).map(|(.., print)| print);
        let print = moved.unwrap_or(&piece.feet()[foot]);
        let look = Look { base: look(scene, piece, (foot, print), level, eye.zoom), piece: unplaced(piece) };
        let new = view.look.as_ref() != Some(&look);
        let height = BASES + have as f32 * 1e-3;
        *transform = place(print, height);
        if new {
            mesh.0 = kept(&mut meshes, bases::base(&look.base));
        }
        for child in children.iter() {
            if let Ok((mut at, mut mesh)) = shadows.get_mut(child) {
                // The shadow is the base's child, but falls where the light wants it.
                let fall = if eye.turned { -bases::SHADOW } else { bases::SHADOW };
                let local = Vec2::new(fall.dot(print.right()), fall.dot(print.forward()));
                at.translation = local.extend(SHADOWS - BASES);
                if new {
                    mesh.0 = kept(&mut meshes, bases::shadow(&look.base));
                }
            }
            if let Ok(mut mesh) = figures.get_mut(child)
                && new
            {
                mesh.0 = kept(&mut meshes, figures::figures(&look.base, &look.piece));
            }
        }
        view.look = Some(look);
    }
    for &(piece, foot) in needed.iter().skip(have) {
        let empty = || Mesh2d(Handle::default());
        let layer = |z: f32| {
            (NoFrustumCulling, empty(), MeshMaterial2d(papers.plain.clone()), Transform::from_xyz(0.0, 0.0, z))
        };
        commands.spawn((BaseView { piece, foot, look: None }, layer(BASES))).with_children(|base| {
            base.spawn((ShadowOf, layer(SHADOWS - BASES)));
            base.spawn((FiguresOf, layer(FIGURES - BASES)));
        });
    }
}

/// The mesh among the engine's; none where nothing is drawn: the engine stores no mesh without a corner, and says so as a
/// mistake whenever it meets one.
fn kept(meshes: &mut Assets<Mesh>, drawn: Triangles) -> Handle<Mesh> {
    if drawn.is_empty() { Handle::default() } else { meshes.add(drawn.mesh()) }
}

/// The piece without where it stands: what its figures depend on.
fn unplaced(piece: &Piece) -> Piece {
    Piece { stand: super::scene::Stand::Token(Vec2::ZERO), ..piece.clone() }
}

fn look(scene: &Scene, piece: &Piece, (foot, print): (usize, &Footprint), level: Level, zoom: f32) -> BaseLook {
    BaseLook {
        half: Vec2::new(print.half_width, print.half_depth),
        ranks: piece.ranks_of(foot),
        army: *scene.of(piece.side),
        level,
        zoom,
        strength: piece.strength,
        hidden: piece.hidden,
    }
}

/// Headings run clockwise from north, the engine's angles the other way.
fn place(print: &Footprint, height: f32) -> Transform {
    let turn = Quat::from_rotation_z(-print.heading.to_radians());
    Transform::from_xyz(print.centre.x, print.centre.y, height).with_rotation(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_drawn_is_no_mesh() {
        let mut meshes = Assets::<Mesh>::default();
        assert_eq!(kept(&mut meshes, Triangles::default()), Handle::default());
        assert!(meshes.is_empty());
    }
}

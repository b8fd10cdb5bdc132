//! The colours of panels and of the table as the window paints with them, and what they make of egui's own
//! widgets. Nothing in the window paints with a colour that does not come from here.

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Vec2,
    Visuals,
    style::{HandleShape, ScrollStyle, Selection, WidgetVisuals, Widgets},
};

use super::text;
use crate::picture::palette::{self, Rgb};

/// The colours of the panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// Whether it is the dark one.
    pub lamplight: bool,
    pub panel: Color32,
    pub raised: Color32,
    pub sunk: Color32,
    pub hover: Color32,
    pub ink: Color32,
    pub ink2: Color32,
    pub line: Color32,
    pub line2: Color32,
    pub accent: Color32,
    pub on_accent: Color32,
    pub accent_ground: Color32,
    pub warn: Color32,
    pub bad: Color32,
    pub bad_ground: Color32,
}

/// A palette's colour as egui writes it.
pub const fn ink(colour: Rgb) -> Color32 {
    Color32::from_rgb(colour.0, colour.1, colour.2)
}

/// The same, covering by `share` (0 to 1). The engine mixes light as it is, not as screens count it: a colour that
/// covers only in part must be weighed so, or it darkens what it lies on.
pub fn veil(colour: Rgb, share: f32) -> Color32 {
    let share = share.clamp(0.0, 1.0);
    let Rgb(red, green, blue) = Rgb::from_linear(colour.linear().map(|channel| channel * share));
    Color32::from_rgba_premultiplied(red, green, blue, (share * 255.0) as u8)
}

/// Light that is added to what it falls on and covers nothing.
pub fn glow(colour: Rgb, share: f32) -> Color32 {
    let Rgb(red, green, blue) = Rgb::from_linear(colour.linear().map(|channel| channel * share.clamp(0.0, 1.0)));
    Color32::from_rgba_premultiplied(red, green, blue, 0)
}

impl Theme {
    /// By day.
    pub const DAYLIGHT: Theme = Theme::of(&palette::DAYLIGHT);
    /// By lamplight.
    pub const LAMPLIGHT: Theme = Theme::of(&palette::LAMPLIGHT);

    const fn of(theme: &palette::Theme) -> Theme {
        Theme {
            lamplight: theme.dark,
            panel: ink(theme.panel),
            raised: ink(theme.raised),
            sunk: ink(theme.sunk),
            hover: ink(theme.hover),
            ink: ink(theme.ink),
            ink2: ink(theme.ink2),
            line: ink(theme.line),
            line2: ink(theme.line2),
            accent: ink(theme.accent),
            on_accent: ink(theme.on_accent),
            accent_ground: ink(theme.accent_ground),
            warn: ink(theme.warn),
            bad: ink(theme.bad),
            bad_ground: ink(theme.bad_ground),
        }
    }

    /// The one or the other.
    pub fn new(lamplight: bool) -> Theme {
        if lamplight { Theme::LAMPLIGHT } else { Theme::DAYLIGHT }
    }

    /// A thin line of a divider.
    pub fn divider(&self) -> Stroke {
        Stroke::new(1.0, self.line)
    }

    /// The border of a control.
    pub fn border(&self) -> Stroke {
        Stroke::new(1.0, self.line2)
    }
}

/// The radius of controls, and of cards.
pub const RADIUS: CornerRadius = CornerRadius::same(4);
pub const CARD_RADIUS: CornerRadius = CornerRadius::same(5);

/// The one shadow, of cards and tags.
pub const SHADOW: Shadow = Shadow { offset: [2, 3], blur: 6, spread: 0, color: Color32::from_black_alpha(26) };

/// Gives both themes to egui, once.
pub fn apply(ctx: &egui::Context) {
    for (which, theme) in [(egui::Theme::Light, Theme::DAYLIGHT), (egui::Theme::Dark, Theme::LAMPLIGHT)] {
        ctx.set_style_of(which, style(&theme));
    }
}

/// Turns to the daylight or the lamplight theme.
pub fn choose(ctx: &egui::Context, lamplight: bool) {
    ctx.set_theme(if lamplight { egui::Theme::Dark } else { egui::Theme::Light });
}

fn style(theme: &Theme) -> Style {
    let mut style =
        Style { visuals: visuals(theme), animation_time: 0.08, explanation_tooltips: false, ..Style::default() };
    let named = |name: &str, font: FontId| (TextStyle::Name(name.into()), font);
    style.text_styles = [
        (TextStyle::Body, text::BODY.font()),
        (TextStyle::Button, text::BODY.font()),
        (TextStyle::Small, text::SMALL.font()),
        (TextStyle::Heading, text::HEADING.font()),
        (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        named("plate", text::PLATE.font()),
        named("title", text::TITLE.font()),
        named("number", text::NUMBER.font()),
        named("label", text::LABEL.font()),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(8.0, 4.0);
    spacing.button_padding = Vec2::new(10.0, 5.0);
    spacing.window_margin = Margin::same(12);
    spacing.menu_margin = Margin::same(12);
    spacing.indent = 16.0;
    spacing.interact_size = Vec2::new(28.0, 28.0);
    spacing.icon_width = 16.0;
    spacing.icon_spacing = 8.0;
    spacing.slider_width = 130.0;
    spacing.slider_rail_height = 3.0;
    spacing.text_edit_width = 284.0;
    spacing.tooltip_width = 320.0;
    spacing.combo_height = 300.0;
    // In the ink of the words, so that it is seen, and fainter than they are.
    spacing.scroll = ScrollStyle {
        floating: true,
        bar_width: 6.0,
        floating_width: 6.0,
        floating_allocated_width: 10.0,
        foreground_color: true,
        dormant_handle_opacity: 0.4,
        active_handle_opacity: 0.5,
        interact_handle_opacity: 0.8,
        dormant_background_opacity: 0.0,
        ..ScrollStyle::thin()
    };
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.7;
    style
}

fn visuals(theme: &Theme) -> Visuals {
    let base = if theme.lamplight { Visuals::dark() } else { Visuals::light() };
    let field = if theme.lamplight { theme.sunk } else { theme.raised };
    let state = |fill: Color32, border: Color32, ink: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: RADIUS,
        fg_stroke: Stroke::new(1.0, ink),
        expansion: 0.0,
    };
    Visuals {
        dark_mode: theme.lamplight,
        weak_text_color: Some(theme.ink2),
        widgets: Widgets {
            noninteractive: state(theme.panel, theme.line, theme.ink),
            inactive: state(theme.raised, theme.line2, theme.ink),
            hovered: state(theme.hover, theme.accent, theme.ink),
            active: state(theme.accent, theme.accent, theme.on_accent),
            open: state(theme.accent_ground, theme.accent, theme.ink),
        },
        selection: Selection { bg_fill: theme.accent_ground, stroke: Stroke::new(1.5, theme.accent) },
        hyperlink_color: theme.accent,
        faint_bg_color: theme.sunk,
        extreme_bg_color: field,
        text_edit_bg_color: Some(field),
        code_bg_color: theme.sunk,
        warn_fg_color: theme.warn,
        error_fg_color: theme.bad,
        window_corner_radius: CARD_RADIUS,
        window_shadow: SHADOW,
        window_fill: theme.raised,
        window_stroke: theme.border(),
        menu_corner_radius: RADIUS,
        panel_fill: theme.panel,
        popup_shadow: SHADOW,
        button_frame: true,
        indent_has_left_vline: false,
        striped: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        interact_cursor: Some(CursorIcon::PointingHand),
        disabled_alpha: 1.0,
        ..base
    }
}

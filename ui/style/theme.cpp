// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "ui/style/texture.h"

#include <QApplication>
#include <QHash>
#include <QPainter>
#include <QStyle>
#include <QStyleFactory>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace stagecraft::theme {

namespace {

struct Tones {
    QColor window;
    QColor base;
    QColor text;
    QColor button;
    QColor accent;
    QColor onAccent;
};

QPalette paletteOf(const Tones& tones)
{
    QPalette palette(tones.button, tones.window);
    palette.setColor(QPalette::Base, tones.base);
    palette.setColor(QPalette::AlternateBase, blend(tones.text, tones.base, 0.03));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, tones.text);
        palette.setColor(QPalette::Disabled, role, blend(tones.text, tones.window, 0.42));
    }
    palette.setColor(QPalette::BrightText, tones.onAccent);
    palette.setColor(QPalette::PlaceholderText, blend(tones.text, tones.base, 0.66));
    palette.setColor(QPalette::ToolTipBase, tones.base);
    palette.setColor(QPalette::Highlight, tones.accent);
    palette.setColor(QPalette::HighlightedText, tones.onAccent);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, blend(tones.text, tones.window, 0.3));
    palette.setColor(QPalette::Link, tones.accent);
    palette.setColor(QPalette::LinkVisited, tones.accent);
    palette.setColor(QPalette::Light, blend(tones.base, tones.window, 0.8));
    palette.setColor(QPalette::Midlight, blend(tones.text, tones.window, 0.06));
    palette.setColor(QPalette::Mid, blend(tones.text, tones.window, 0.2));
    palette.setColor(QPalette::Dark, blend(tones.text, tones.window, 0.35));
    palette.setColor(QPalette::Shadow, blend(Qt::black, tones.window, 0.5));
    return palette;
}

QPalette darkPalette()
{
    return paletteOf(
        {QColor(0x16191d), QColor(0x1f2329), QColor(0xe3e6ea), QColor(0x2a2f37), QColor(0x5ab4e8), QColor(0x0c1116)});
}

QPalette fusionPalette()
{
    static const QPalette standard =
        std::unique_ptr<QStyle>(QStyleFactory::create(QStringLiteral("Fusion")))->standardPalette();
    return standard;
}

// Okabe and Ito, "Color Universal Design" (2008).
constexpr QRgb orange = 0xffe69f00;
constexpr QRgb skyBlue = 0xff56b4e9;
constexpr QRgb bluishGreen = 0xff009e73;
constexpr QRgb yellow = 0xfff0e442;
constexpr QRgb blue = 0xff0072b2;
constexpr QRgb vermillion = 0xffd55e00;
constexpr QRgb reddishPurple = 0xffcc79a7;

qreal luminance(const QColor& color)
{
    const auto linear = [](qreal c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

Texture textureOf(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Gradients:
        return Texture::Rising;
    case MemoryPart::Optimizer:
        return Texture::Level;
    case MemoryPart::Boundaries:
        return Texture::Upright;
    case MemoryPart::Communication:
        return Texture::Grid;
    case MemoryPart::Workspace:
        return Texture::Falling;
    case MemoryPart::Framework:
        return Texture::Net;
    case MemoryPart::Parameters:
    case MemoryPart::Activations:
        break;
    }
    return Texture::None;
}

QPainterPath polygon(int corners, qreal radius, qreal turn)
{
    QPolygonF points;
    for (int i = 0; i < corners; ++i) {
        const qreal angle = turn + 2 * std::numbers::pi * i / corners;
        points << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

QPainterPath star(qreal radius)
{
    QPolygonF points;
    for (int i = 0; i < 10; ++i) {
        const qreal reach = i % 2 == 0 ? radius : radius * 0.46;
        const qreal angle = std::numbers::pi * (i / 5.0 - 0.5);
        points << QPointF(reach * std::cos(angle), reach * std::sin(angle));
    }
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

}

QPalette lightPalette()
{
    return paletteOf(
        {QColor(0xeff1f4), QColor(0xffffff), QColor(0x1c2128), QColor(0xffffff), QColor(0x0067a3), QColor(0xffffff)});
}

void apply(Appearance appearance)
{
    if (appearance == Appearance::System) {
        QApplication::setPalette(QPalette());
        // Without a desktop theme Qt returns Fusion's palette; it is then replaced by a calmer one.
        if (QApplication::palette().color(QPalette::Window) != fusionPalette().color(QPalette::Window)) {
            return;
        }
    }
    const bool dark =
        appearance == Appearance::Dark || (appearance == Appearance::System && isDark(QApplication::palette()));
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
}

bool isDark(const QPalette& palette)
{
    return qGray(palette.color(QPalette::Window).rgb()) < qGray(palette.color(QPalette::WindowText).rgb());
}

QFont strongFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

QColor blend(const QColor& over, const QColor& under, qreal share)
{
    const auto mix = [share](float a, float b) { return static_cast<float>(a * share + b * (1 - share)); };
    return QColor::fromRgbF(mix(over.redF(), under.redF()), mix(over.greenF(), under.greenF()),
                            mix(over.blueF(), under.blueF()));
}

qreal contrast(const QColor& a, const QColor& b)
{
    const qreal one = luminance(a) + 0.05;
    const qreal two = luminance(b) + 0.05;
    return std::max(one, two) / std::min(one, two);
}

QColor mutedText(const QPalette& palette)
{
    return blend(palette.color(QPalette::Text), palette.color(QPalette::Base), isDark(palette) ? 0.76 : 0.7);
}

QColor line(const QPalette& palette)
{
    return blend(palette.color(QPalette::Text), palette.color(QPalette::Base), isDark(palette) ? 0.2 : 0.14);
}

QColor surface(const QPalette& palette)
{
    return blend(palette.color(QPalette::Text), palette.color(QPalette::Base), isDark(palette) ? 0.09 : 0.055);
}

QColor selection(const QPalette& palette)
{
    return blend(palette.color(QPalette::Active, QPalette::Highlight), palette.color(QPalette::Base),
                 isDark(palette) ? 0.26 : 0.15);
}

QColor accent(const QPalette& palette)
{
    return palette.color(QPalette::Active, QPalette::Highlight);
}

QColor bad(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xff8a5c) : QColor(0xb23a00);
}

QColor part(MemoryPart part, const QPalette& palette)
{
    switch (part) {
    case MemoryPart::Parameters:
        return QColor(blue);
    case MemoryPart::Gradients:
        return QColor(skyBlue);
    case MemoryPart::Optimizer:
        return QColor(bluishGreen);
    case MemoryPart::Activations:
        return QColor(orange);
    case MemoryPart::Boundaries:
        return QColor(yellow);
    case MemoryPart::Communication:
        return QColor(reddishPurple);
    case MemoryPart::Workspace:
        return QColor(vermillion);
    case MemoryPart::Framework:
        break;
    }
    // the black of Okabe and Ito would be invisible in a dark window
    return isDark(palette) ? QColor(0xb4bac2) : QColor(0x5d646d);
}

QColor plan(PlanRole role, const QPalette& palette)
{
    switch (role) {
    case PlanRole::Recommended:
        return isDark(palette) ? QColor(skyBlue) : QColor(blue);
    case PlanRole::UserDefined:
        return isDark(palette) ? QColor(yellow) : QColor(skyBlue);
    case PlanRole::Balanced:
        return QColor(bluishGreen);
    case PlanRole::Fastest:
        return QColor(vermillion);
    case PlanRole::Cheapest:
        return QColor(reddishPurple);
    case PlanRole::Front:
        return QColor(orange);
    case PlanRole::Baseline:
    case PlanRole::Other:
        break;
    }
    return blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.5);
}

QColor series(int index, const QPalette& palette)
{
    const std::array colors {isDark(palette) ? QColor(skyBlue) : QColor(blue), QColor(vermillion), QColor(bluishGreen)};
    return colors[static_cast<std::size_t>(index)];
}

QColor group(int index, const QPalette& palette)
{
    const bool dark = isDark(palette);
    const std::array colors {dark ? QColor(skyBlue) : QColor(blue),
                             QColor(vermillion),
                             QColor(bluishGreen),
                             QColor(reddishPurple),
                             QColor(orange),
                             dark ? QColor(yellow) : QColor(skyBlue)};
    return index < groupColors ? colors[static_cast<std::size_t>(index)] : plan(PlanRole::Other, palette);
}

PlanRole groupShape(int index)
{
    constexpr std::array shapes {PlanRole::Front,    PlanRole::Cheapest, PlanRole::Fastest,
                                 PlanRole::Balanced, PlanRole::Baseline, PlanRole::Recommended};
    return index < groupColors ? shapes[static_cast<std::size_t>(index)] : PlanRole::Other;
}

QColor textOn(const QColor& background)
{
    const qreal light = luminance(background);
    return (1.05 / (light + 0.05)) >= ((light + 0.05) / 0.055) ? QColor(Qt::white) : QColor(0x14181d);
}

QColor edge(const QColor& color, const QPalette& palette)
{
    static QHash<std::pair<QRgb, QRgb>, QColor> known; // cache: called for thousands of marks with a few colors
    const QColor base = palette.color(QPalette::Base);
    QColor& found = known[{color.rgb(), base.rgb()}];
    const QColor away = isDark(palette) ? QColor(Qt::white) : QColor(Qt::black);
    for (int step = 0; !found.isValid(); ++step) {
        const QColor tried = blend(away, color, step * 0.05);
        if (step == 20 || contrast(tried, base) >= 3) {
            found = tried;
        }
    }
    return found;
}

void drawEdge(QPainter& painter, const QRectF& area, const QColor& color, const QPalette& palette)
{
    const QColor line = edge(color, palette);
    if (line != color) {
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), line);
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), line);
        painter.fillRect(QRectF(area.left(), area.top(), 1, area.height()), line);
        painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), line);
    }
}

void fillPart(QPainter& painter, const QRectF& area, MemoryPart part, const QPalette& palette)
{
    const QColor color = theme::part(part, palette);
    painter.fillRect(area, color);
    QColor ink = textOn(color);
    ink.setAlphaF(0.22F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(textureLines(area, textureOf(part), 5));
    painter.restore();
    drawEdge(painter, area, color, palette);
}

void fillOverflow(QPainter& painter, const QRectF& area, const QPalette& palette)
{
    QColor overlay = palette.color(QPalette::Base);
    overlay.setAlphaF(0.45F);
    painter.save();
    painter.fillRect(area, overlay);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(bad(palette), 1.3, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(textureLines(area, Texture::Rising, 5));
    painter.restore();
}

QPainterPath planShape(PlanRole role, qreal radius)
{
    QPainterPath path;
    switch (role) {
    case PlanRole::Recommended:
        return star(radius * 1.25);
    case PlanRole::UserDefined:
        return polygon(6, radius * 1.05, 0);
    case PlanRole::Balanced:
        return polygon(4, radius * 1.1, 0);
    case PlanRole::Fastest:
        return polygon(3, radius * 1.15, -std::numbers::pi / 2);
    case PlanRole::Cheapest:
        return polygon(4, radius * 1.15, std::numbers::pi / 4);
    case PlanRole::Front:
        path.addEllipse(QPointF(), radius * 0.75, radius * 0.75);
        return path;
    case PlanRole::Baseline:
        return polygon(3, radius, std::numbers::pi / 2);
    case PlanRole::Other:
        break;
    }
    path.addEllipse(QPointF(), radius * 0.55, radius * 0.55);
    return path;
}

void drawMark(QPainter& painter, const QPointF& at, PlanRole shape, const QColor& color, const QPalette& palette,
              const QColor& fill)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(at);
    painter.setPen(QPen(edge(color, palette), fill.isValid() ? 1.6 : 1));
    painter.setBrush(fill.isValid() ? fill : color);
    painter.drawPath(planShape(shape, shape == PlanRole::Front ? 6 : 4.6));
    painter.restore();
}

void drawShape(QPainter& painter, PlanRole shape, qreal radius, const QColor& color, const QPalette& palette)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge(color, palette), 1));
    painter.setBrush(color);
    painter.drawPath(planShape(shape, radius));
    painter.restore();
}

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/operationcolors.h"

#include "ui/style/texture.h"
#include "ui/style/theme.h"

#include <QPainter>

namespace stagecraft::theme {

namespace {

// Memory category with the same color: both use the same eight colors, in light and dark.
MemoryPart likeOf(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Forward:
        return MemoryPart::Parameters; // blue
    case SpanKind::Recompute:
        return MemoryPart::Gradients; // sky blue
    case SpanKind::Backward:
    case SpanKind::InputGradient:
        return MemoryPart::Activations; // orange
    case SpanKind::WeightGradient:
        return MemoryPart::Optimizer; // bluish green
    case SpanKind::Update:
    case SpanKind::HostUpdate:
        return MemoryPart::Communication; // reddish purple
    case SpanKind::Reduction:
    case SpanKind::Exchange:
    case SpanKind::LayerCollective:
    case SpanKind::Gather:
    case SpanKind::Scatter:
    case SpanKind::ParameterExchange:
        return MemoryPart::Workspace; // vermillion
    case SpanKind::SwapOut:
    case SpanKind::SwapIn:
    case SpanKind::Fetch:
    case SpanKind::GradientsOut:
    case SpanKind::ParametersIn:
        return MemoryPart::Boundaries; // yellow
    case SpanKind::SendActivation:
    case SpanKind::SendGradient:
        break;
    }
    return MemoryPart::Framework; // gray
}

Texture textureOf(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Recompute:
    case SpanKind::Scatter:
    case SpanKind::GradientsOut:
        return Texture::Level;
    case SpanKind::InputGradient:
    case SpanKind::Gather:
    case SpanKind::Fetch:
        return Texture::Upright;
    case SpanKind::SendGradient:
    case SpanKind::Exchange:
    case SpanKind::ParametersIn:
        return Texture::Rising;
    case SpanKind::SwapIn:
    case SpanKind::LayerCollective:
    case SpanKind::HostUpdate:
        return Texture::Falling;
    case SpanKind::ParameterExchange:
        return Texture::Net;
    default:
        return Texture::None;
    }
}

void drawTexture(QPainter& painter, const QRectF& area, Texture texture, const QColor& ink)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(textureLines(area, texture, 5));
    painter.restore();
}

}

QColor operation(SpanKind kind, const QPalette& palette)
{
    return part(likeOf(kind), palette);
}

void fillOperation(QPainter& painter, const QRectF& area, SpanKind kind, const QColor& color)
{
    painter.fillRect(area, color);
    if (textureOf(kind) == Texture::None || area.width() < 6) {
        return;
    }
    QColor ink = textOn(color);
    ink.setAlphaF(0.3F * color.alphaF());
    drawTexture(painter, area, textureOf(kind), ink);
}

void fillIdle(QPainter& painter, const QRectF& area, const QPalette& palette)
{
    painter.fillRect(area, surface(palette));
    drawTexture(painter, area, Texture::Falling, line(palette));
}

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exports/chartpage.h"

#include "ui/charts/exportablechart.h"
#include "ui/style/theme.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QPrinter>
#include <QSvgGenerator>
#include <QWidget>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int margin = 12;
constexpr int words = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

// Sets the light palette on a widget and its children during the object's lifetime.
class LightColors {
public:
    explicit LightColors(QWidget& widget)
        : m_widget(widget), m_had(widget.testAttribute(Qt::WA_SetPalette)), m_before(widget.palette())
    {
        m_widget.setPalette(theme::lightPalette());
    }
    ~LightColors() { m_widget.setPalette(m_had ? m_before : QPalette()); }
    LightColors(const LightColors&) = delete;
    LightColors& operator=(const LightColors&) = delete;

private:
    QWidget& m_widget;
    bool m_had;
    QPalette m_before;
};

QFont titleFont(const QWidget& widget)
{
    QFont font = widget.font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    return font;
}

// Scales a page of this size to the area, up to three times its size.
void fit(QPainter& painter, const QSize& page, const QRectF& area, double dotsPerPixel)
{
    const double scale = std::min({area.width() / page.width(), area.height() / page.height(), 3 * dotsPerPixel});
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
}

}

std::optional<ChartFormat> chartFormatOf(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QStringLiteral("png")) {
        return ChartFormat::Png;
    }
    if (suffix == QStringLiteral("svg")) {
        return ChartFormat::Svg;
    }
    return suffix == QStringLiteral("pdf") ? std::optional(ChartFormat::Pdf) : std::nullopt;
}

ChartPage::ChartPage(QWidget& chart, const QString& subject)
    : m_widget(chart)
    , m_chart(dynamic_cast<const ExportableChart&>(chart))
    , m_subject(m_chart.exportSubject().value_or(subject))
{
    const QSize size = m_chart.exportSize();
    const QRect room(0, 0, size.width() - 2 * margin, size.height());
    m_name = QFontMetrics(titleFont(m_widget)).boundingRect(room, words, title()).height();
    m_head = margin + m_name + margin / 2;
    if (!m_widget.accessibleDescription().isEmpty()) {
        m_head += m_widget.fontMetrics().boundingRect(room, words, m_widget.accessibleDescription()).height() + margin;
    }
    m_size = QSize(size.width(), size.height() + m_head);
}

QString ChartPage::title() const
{
    return m_subject.isEmpty() ? m_widget.accessibleName()
                               : QStringLiteral("%1 – %2").arg(m_widget.accessibleName(), m_subject);
}

void ChartPage::paint(QPainter& painter) const
{
    const LightColors light(m_widget);
    const QPalette colors = m_widget.palette();
    painter.save();
    painter.fillRect(QRect(QPoint(), m_size), colors.color(QPalette::Base));
    const QRect room(margin, margin, m_size.width() - 2 * margin, m_head);
    painter.setPen(colors.color(QPalette::Text));
    painter.setFont(titleFont(m_widget));
    painter.drawText(room, words, title());
    painter.setPen(theme::mutedText(colors));
    painter.setFont(m_widget.font());
    painter.drawText(room.translated(0, m_name + margin / 2), words, m_widget.accessibleDescription());
    painter.translate(0, m_head);
    m_chart.exportTo(painter);
    painter.restore();
}

QByteArray ChartPage::file(ChartFormat format) const
{
    switch (format) {
    case ChartFormat::Png:
        return png();
    case ChartFormat::Svg:
        return svg();
    case ChartFormat::Pdf:
        break;
    }
    return pdf();
}

QByteArray ChartPage::png() const
{
    constexpr qreal scale = 2;
    QImage image(m_size * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.setText(QStringLiteral("Title"), title());
    QPainter painter(&image);
    paint(painter);
    painter.end();
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return content;
}

QByteArray ChartPage::svg() const
{
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(m_size);
    generator.setViewBox(QRect(QPoint(), m_size));
    generator.setTitle(title());
    generator.setDescription(m_widget.accessibleDescription());
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    return content;
}

QByteArray ChartPage::pdf() const
{
    constexpr int resolution = 96; // dpi: a pixel of the chart is a dot of the page
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title());
    writer.setResolution(resolution);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(QSizeF(m_size) / resolution, QPageSize::Inch, title(), QPageSize::ExactMatch));
    QPainter painter(&writer);
    paint(painter);
    painter.end();
    return content;
}

QMimeData* ChartPage::clip() const
{
    auto* clip = new QMimeData;
    clip->setImageData(QImage::fromData(png()));
    clip->setData(QStringLiteral("image/svg+xml"), svg());
    return clip;
}

bool ChartPage::print(QPrinter& printer) const
{
    QPainter painter;
    if (!painter.begin(&printer)) {
        return false;
    }
    const QRectF area(QPointF(), printer.pageRect(QPrinter::DevicePixel).size());
    fit(painter, m_size, area, printer.logicalDpiX() / 96.0);
    paint(painter);
    return painter.end();
}

}

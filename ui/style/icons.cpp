// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace stagecraft {

namespace {

class LineIconEngine : public QIconEngine {
public:
    explicit LineIconEngine(QString name) : m_name(std::move(name))
    {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        if (file.open(QIODevice::ReadOnly)) {
            m_svg = file.readAll();
        }
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        QColor ink = palette.color(group, QPalette::ButtonText);
        if (mode == QIcon::Selected) {
            ink = palette.color(QPalette::HighlightedText);
        } else if (mode != QIcon::Disabled) {
            ink = theme::blend(ink, palette.color(QPalette::Window), 0.82);
        }
        QByteArray svg = m_svg;
        svg.replace("currentColor", ink.name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap image(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return image;
    }

    QIconEngine* clone() const override { return new LineIconEngine(m_name); }
    bool isNull() override { return m_svg.isEmpty(); }

private:
    QString m_name;
    QByteArray m_svg;
};

}

QIcon lineIcon(const QString& name)
{
    return QIcon(new LineIconEngine(name));
}

QIcon applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/org.stagecraft.stagecraft.svg"));
}

}

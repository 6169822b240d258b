// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/panes/profiles/chainlayout.h"
#include "ui/panes/profiles/layermodel.h"

#include <QHash>

namespace stagecraft {

// Parameters, FLOPs, output and saved bytes of each layer along the chain. Identical neighbors share one wide bar,
// whose height is that of one layer. Left and Right move along the chain.
class ChainChart : public PaintedChart {
    Q_OBJECT
public:
    explicit ChainChart(QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const ProfileData> data); // null clears the chart
    void setCurrent(int group); // -1 if none

    // One sentence; also the accessible description.
    QString summary() const override;
    int current() const { return m_current; }
    int groupAt(const QPoint& at) const; // -1 if none
    QString toolTipOf(int group) const;
    QString toolTipAt(const QPoint& at) const override;

    QSize exportSize() const override;

Q_SIGNALS:
    void currentChanged(int group);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    ChainLayout layoutFor(const QRectF& area) const;
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintPanel(QPainter& painter, const ChainLayout& layout, int panel) const;
    void paintLabels(QPainter& painter, const ChainLayout& layout) const;
    void step(int by);
    double most(LayerFigure figure) const;

    std::shared_ptr<const ProfileData> m_data;
    std::vector<LayerFigure> m_figures; // figures that any layer has
    std::vector<QString> m_titles; // group titles
    // Titles for narrow columns, cached: measuring ten thousand of them at each paint would stall the window.
    struct ShortTitle {
        QString words;
        qreal width = 0;
    };
    const ShortTitle& shortTitle(const QString& title) const;
    mutable QHash<QString, ShortTitle> m_shortTitles; // cache for the current font
    int m_current = -1;
};

}

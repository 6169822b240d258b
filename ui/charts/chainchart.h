// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chainlayout.h"
#include "ui/charts/exportablechart.h"
#include "ui/models/layermodel.h"

#include <QHash>
#include <QWidget>

namespace stagecraft {

// Parameters, work, output and saved bytes of each layer along the chain; equal neighbours are one wide bar, as high as
// one of them. Left and Right walk along the chain.
class ChainChart : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit ChainChart(QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const ProfileData> data); // null: nothing
    void setCurrent(int group); // -1: none

    // In one sentence; also the accessible description.
    QString summary() const;
    int current() const { return m_current; }
    int groupAt(const QPoint& at) const; // -1 beside the chain
    QString toolTipOf(int group) const;

    QSize exportSize() const override;
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void currentChanged(int group);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    ChainLayout layoutFor(const QRectF& area) const;
    void paint(QPainter& painter, const QRectF& area) const;
    void paintPanel(QPainter& painter, const ChainLayout& layout, int panel) const;
    void paintLabels(QPainter& painter, const ChainLayout& layout) const;
    void step(int by);
    double most(LayerFigure figure) const;

    std::shared_ptr<const ProfileData> m_data;
    std::vector<LayerFigure> m_figures; // that any layer has
    std::vector<QString> m_titles; // of the groups
    // As they stand below narrow columns. Measuring ten thousand of them at each painting would stall the window.
    struct ShortTitle {
        QString words;
        qreal width = 0;
    };
    const ShortTitle& shortTitle(const QString& title) const;
    mutable QHash<QString, ShortTitle> m_shortTitles; // of this font
    int m_current = -1;
};

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/panes/profiles/profiledata.h"

namespace stagecraft {

// Quantities shown for each layer.
enum class LayerFigure { Parameters, Forward, Output, Saved };

inline constexpr std::array layerFigures {LayerFigure::Parameters, LayerFigure::Forward, LayerFigure::Output,
                                          LayerFigure::Saved};

QString figureName(LayerFigure figure); // "Forward pass"
// Value per layer of a group; empty if unknown.
std::optional<double> figureOf(const ProfileData& data, std::size_t group, LayerFigure figure);
QString figureText(LayerFigure figure, double value); // "14.5 GFLOP"
// "block × 12".
QString groupTitle(const ProfileData& data, const LayerGroup& group);

// One row per group of consecutive equal layers. Table of the chain chart.
class LayerModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Layers, Name, Kind, FirstFigure, LastFigure = FirstFigure + 3, ColumnCount };
    Q_ENUM(Column)

    explicit LayerModel(QObject* parent = nullptr);

    void setProfile(std::shared_ptr<const ProfileData> data); // null clears the table
    bool has(LayerFigure figure) const; // true if any layer has the figure

    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    std::shared_ptr<const ProfileData> m_data;
};

}

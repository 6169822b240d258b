// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

namespace stagecraft {

// What a table is sorted by: numbers and words; nothing where a cell has none.
inline constexpr int sortRole = Qt::UserRole;

// A table whose columns are fixed. What every such table does is here; a model says its cells and its columns' names.
class ColumnModel : public QAbstractTableModel {
    Q_OBJECT
public:
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    ColumnModel(int columns, QObject* parent);

private:
    virtual QString title(int column) const = 0;
    virtual QString meaning(int column) const = 0; // of a title that says little; else empty
    virtual bool hasWords(int column) const = 0; // numbers stand at the right
    virtual QString text(int row, int column) const = 0;
    virtual QString toolTip(int row, int column) const = 0;
    virtual bool hasRichToolTips() const { return false; } // else tags in them are shown as they are
    // Of copyRole.
    virtual QString copiedTitle(int column) const { return title(column); }
    virtual QString copiedText(int row, int column) const { return text(row, column); }
    // Of sortRole.
    virtual QVariant sortValue(int row, int column) const { return text(row, column); }

    int m_columns;
};

}

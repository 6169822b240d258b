// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

namespace stagecraft {

// Sort key: a number or text; invalid if the cell has no value.
inline constexpr int sortRole = Qt::UserRole;

// Base class of tables with fixed columns. Derived models provide the cells and column titles.
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
    virtual QString meaning(int column) const = 0; // tooltip of the header; may be empty
    virtual bool hasWords(int column) const = 0; // text is left-aligned, numbers right-aligned
    virtual QString text(int row, int column) const = 0;
    virtual QString toolTip(int row, int column) const = 0;
    virtual bool hasRichToolTips() const { return false; } // false: tags are shown as plain text
    // Values of copyRole.
    virtual QString copiedTitle(int column) const { return title(column); }
    virtual QString copiedText(int row, int column) const { return text(row, column); }
    // Values of sortRole.
    virtual QVariant sortValue(int row, int column) const { return text(row, column); }

    int m_columns;
};

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablecsv.h"
#include "ui/models/validationdata.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace stagecraft {

// One row per compared run: measured and predicted value, error and likely causes.
class ValidatedRunModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Model,
        Degrees,
        Measured,
        Predicted,
        Error,
        Cause,
        Device,
        DeviceType,
        MicroBatch,
        Framework,
        Source,
        ColumnCount
    };
    Q_ENUM(Column)
    // SortRole: number or text; absolute value of errors. MarkRole: mark of the run in the chart. WordsRole: filter
    // text.
    enum Role { SortRole = Qt::UserRole, MarkRole, WordsRole, CopyRole = copyRole };

    explicit ValidatedRunModel(QObject* parent = nullptr);

    void setView(std::shared_ptr<const ValidationView> view); // null clears the table

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(int row, int column, int role) const;
    QString text(int row, int column) const;
    QVariant sortValue(int row, int column) const;
    QString copyText(int row, int column) const;
    QString toolTip(int row, int column) const;

    std::shared_ptr<const ValidationView> m_view;
};

// Sorts runs and keeps those that contain every word of a text.
class ValidatedRunFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ValidatedRunFilter(QObject* parent = nullptr);

    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};

}

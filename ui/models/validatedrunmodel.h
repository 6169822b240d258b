// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablecsv.h"
#include "ui/models/validationdata.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace stagecraft {

// A row a run that was compared: what was measured and predicted, and what is known of the error.
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
    // SortRole: a number or words; errors without their sign. MarkRole: which mark the run has in the chart.
    // WordsRole: what a filter looks at.
    enum Role { SortRole = Qt::UserRole, MarkRole, WordsRole, CopyRole = copyRole };

    explicit ValidatedRunModel(QObject* parent = nullptr);

    void setView(std::shared_ptr<const ValidationView> view); // null: nothing

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

// Sorts them and keeps those that have every word of a text.
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

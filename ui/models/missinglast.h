// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace stagecraft {

// Sorts a ColumnModel. Cells without a value come last in either order.
class MissingLast : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit MissingLast(QObject* parent = nullptr);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/missinglast.h"

#include "ui/models/columnmodel.h"

namespace stagecraft {

MissingLast::MissingLast(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(stagecraft::sortRole);
}

bool MissingLast::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool leftKnown = left.data(sortRole()).isValid();
    const bool rightKnown = right.data(sortRole()).isValid();
    if (leftKnown != rightKnown) {
        return leftKnown == (sortOrder() == Qt::AscendingOrder); // the view reverses the order
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

}

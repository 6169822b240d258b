// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/forms.h"

#include <QFormLayout>
#include <QWidget>

#include <algorithm>

namespace stagecraft {

namespace {

template <typename Visit>
void forEachRow(std::initializer_list<QFormLayout*> forms, Visit visit)
{
    for (const QFormLayout* form : forms) {
        for (int row = 0; row < form->rowCount(); ++row) {
            const QLayoutItem* label = form->itemAt(row, QFormLayout::LabelRole);
            const QLayoutItem* field = form->itemAt(row, QFormLayout::FieldRole);
            if (label && field) {
                visit(*label->widget(), *field);
            }
        }
    }
}

}

void alignLabels(std::initializer_list<QFormLayout*> forms)
{
    int width = 0;
    forEachRow(forms,
               [&](const QWidget& label, const QLayoutItem&) { width = std::max(width, label.sizeHint().width()); });
    forEachRow(forms, [&](QWidget& label, const QLayoutItem& field) {
        label.setMinimumSize(width, field.sizeHint().height());
    });
}

}

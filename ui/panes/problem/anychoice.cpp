// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/anychoice.h"

#include "ui/words/plaintext.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QSpinBox>

#include <algorithm>

namespace stagecraft {

namespace {

QString anyText()
{
    return QCoreApplication::translate("AnyChoice", "Any");
}

QString meaning()
{
    return QCoreApplication::translate("AnyChoice", "Any: the search decides.");
}

// Appends the meaning of "Any" to the tooltip while it is offered.
void explain(QWidget* field, bool offered)
{
    const QString tail = u'\n' + meaning();
    QString toolTip = field->accessibleDescription(); // the original tooltip
    if (toolTip.endsWith(tail)) {
        toolTip.chop(tail.size());
    }
    toolTip += offered ? tail : QString();
    field->setToolTip(plainToolTip(toolTip));
    field->setAccessibleDescription(toolTip);
}

}

void offerAny(QSpinBox* field, bool offered)
{
    field->setMinimum(offered ? 0 : 1);
    field->setSpecialValueText(offered ? anyText() : QString());
    explain(field, offered);
}

void offerAny(QComboBox* field)
{
    field->insertItem(0, anyText());
    field->setItemData(0, plainToolTip(meaning()), Qt::ToolTipRole);
}

std::optional<int> valueOf(const QSpinBox* field)
{
    return field->value() > 0 ? std::optional(field->value()) : std::nullopt;
}

std::optional<int> valueOf(const QComboBox* field)
{
    const QVariant data = field->currentData();
    return data.isValid() ? std::optional(data.toInt()) : std::nullopt;
}

void showValue(QSpinBox* field, std::optional<int> value)
{
    if (field->value() != value.value_or(0)) { // setting an equal value would reformat a number that is being typed
        field->setValue(value.value_or(0));
    }
}

void showValue(QComboBox* field, std::optional<int> value)
{
    field->setCurrentIndex(value ? field->findData(*value) : 0);
}

void setVaries(Dimensions& dimensions, Dimension dimension, bool on)
{
    if (on == varies(dimensions, dimension)) {
        return;
    }
    if (on) {
        dimensions.push_back(dimension);
        std::sort(dimensions.begin(), dimensions.end()); // so that reverting restores an equal value
    } else {
        std::erase(dimensions, dimension);
    }
}

}

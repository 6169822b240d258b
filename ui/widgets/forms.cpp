// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/forms.h"

#include "ui/style/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/plaintext.h"

#include <QDialog>
#include <QFormLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QSpinBox>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>

namespace stagecraft {

namespace {

// Label of a form row, which shows the tooltip of its field.
class RowLabel : public PlainLabel {
public:
    using PlainLabel::PlainLabel;

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip && buddy() != nullptr) {
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), buddy()->toolTip(), this);
            return true;
        }
        return PlainLabel::event(event);
    }
};

template <typename Visit>
void forEachRow(const QList<QFormLayout*>& forms, Visit visit)
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

bool leaveUndoToWindow(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto* key = static_cast<const QKeyEvent*>(event);
    if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) {
        return false;
    }
    event->ignore();
    return true;
}

QVBoxLayout* layOut(QDialog* dialog)
{
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    return layout;
}

QLabel* makeHeading(const QString& text, bool first)
{
    auto* label = new PlainLabel(text);
    label->setFont(theme::strongFont(label->font()));
    label->setContentsMargins(0, first ? 2 : 12, 0, 0);
    return label;
}

QSpinBox* makeNumber(const QString& label, const QString& toolTip, int most)
{
    auto* box = new QSpinBox;
    box->setRange(1, most);
    box->setAccelerated(true);
    box->setGroupSeparatorShown(true);
    describe(box, {}, label, toolTip);
    return box;
}

void addFormRow(QFormLayout* form, const QString& label, QWidget* field)
{
    auto* words = new RowLabel(label);
    words->setBuddy(field);
    form->addRow(words, field);
}

void describe(QWidget* field, const QString& name, const QString& label, const QString& toolTip)
{
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setToolTip(plainToolTip(toolTip));
    field->setAccessibleDescription(toolTip);
}

void alignLabels(const QList<QFormLayout*>& forms)
{
    int width = 0;
    forEachRow(forms,
               [&](const QWidget& label, const QLayoutItem&) { width = std::max(width, label.sizeHint().width()); });
    forEachRow(forms, [&](QWidget& label, const QLayoutItem& field) {
        // The layout item of a hidden field has no size.
        const QSize size = field.widget() ? field.widget()->sizeHint() : field.sizeHint();
        label.setMinimumSize(width, size.height());
    });
}

QFormLayout* addFormLayout(QVBoxLayout* layout)
{
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(7);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    layout->addLayout(form);
    return form;
}

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheelguard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QScrollBar>

namespace stagecraft {

namespace {

bool isField(const QWidget& widget)
{
    return qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QComboBox*>(&widget)
        || (qobject_cast<const QAbstractSlider*>(&widget) && !qobject_cast<const QScrollBar*>(&widget));
}

}

WheelGuard::WheelGuard(QObject* parent) : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this); // fields are created and destroyed at any time
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Wheel && event->type() != QEvent::Show) {
        return false;
    }
    auto* field = qobject_cast<QWidget*>(watched);
    if (!field || !isField(*field)) {
        return false;
    }
    if (event->type() == QEvent::Show) {
        if (field->focusPolicy() == Qt::WheelFocus) { // otherwise the wheel would focus the field
            field->setFocusPolicy(Qt::StrongFocus);
        }
        return false;
    }
    if (field->hasFocus()) {
        return false;
    }
    event->ignore(); // Qt offers the event to the form next
    return true;
}

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/shownwords.h"

#include <QLayout>
#include <QMainWindow>
#include <QStackedLayout>

namespace stagecraft::test {

inline void collectPlaced(const QLayout& layout, QList<QWidget*>& widgets)
{
    for (int i = 0; i < layout.count(); ++i) {
        if (QLayout* inner = layout.itemAt(i)->layout()) {
            collectPlaced(*inner, widgets);
        } else if (QWidget* widget = layout.itemAt(i)->widget(); widget && !widget->visibleRegion().isEmpty()) {
            widgets << widget;
        }
    }
}

// Returns widgets that a layout placed over each other for lack of space, and labels with word wrap in a column of
// fewer than `letters` letters.
inline QStringList crowded(const QWidget& root, int letters)
{
    QStringList found;
    for (const QWidget* parent : root.findChildren<QWidget*>()) {
        const QLayout* layout = parent->layout();
        if (!layout || qobject_cast<const QMainWindow*>(parent) || qobject_cast<const QStackedLayout*>(layout)) {
            continue;
        }
        QList<QWidget*> placed;
        collectPlaced(*layout, placed);
        for (qsizetype i = 0; i < placed.size(); ++i) {
            for (qsizetype j = 0; j < i; ++j) {
                const QRect both = placed[i]->geometry().intersected(placed[j]->geometry());
                if (!both.isEmpty()) {
                    found << QStringLiteral("%1: %2 and %3 share %4 x %5")
                                 .arg(placeOf(*parent), placeOf(*placed[i]), placeOf(*placed[j]))
                                 .arg(both.width())
                                 .arg(both.height());
                }
            }
            const auto* label = qobject_cast<const QLabel*>(placed[i]);
            const QFontMetrics metrics = placed[i]->fontMetrics();
            if (label && label->wordWrap() && metrics.horizontalAdvance(label->text()) > label->width()
                && label->width() < letters * metrics.averageCharWidth()) {
                found << QStringLiteral("%1: \"%2\" in a column of %3")
                             .arg(placeOf(*parent), label->text())
                             .arg(label->width());
            }
        }
    }
    return found;
}

}

// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/panefocus.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QDockWidget>
#include <QScrollArea>

#include <algorithm>
#include <iterator>

namespace stagecraft::panefocus {

namespace {

bool takesFocus(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) && widget.isVisible() && widget.isEnabled();
}

// Tables and charts scroll; forms in a scroll area leave the focus to their fields.
bool isContent(const QWidget* widget)
{
    return qobject_cast<const QAbstractScrollArea*>(widget) && !qobject_cast<const QScrollArea*>(widget);
}

QWidget* firstOf(const QDockWidget& dock)
{
    QWidget* first = nullptr;
    for (QWidget* widget = dock.nextInFocusChain(); widget && widget != &dock; widget = widget->nextInFocusChain()) {
        if (!dock.isAncestorOf(widget) || !takesFocus(*widget)) {
            continue;
        }
        if (isContent(widget)) {
            return widget;
        }
        first = first ? first : widget;
    }
    return first;
}

// The last focused control of the pane, otherwise its table or chart, otherwise its first control.
QWidget* targetIn(const QDockWidget& dock)
{
    QWidget* last = dock.focusWidget();
    return last && takesFocus(*last) ? last : firstOf(dock);
}

}

bool isSeen(const QWidget* focus)
{
    return focus && !focus->visibleRegion().isEmpty();
}

void into(QDockWidget& dock)
{
    if (QWidget* target = targetIn(dock)) {
        target->setFocus(Qt::ShortcutFocusReason);
    }
}

QDockWidget* paneOf(const QList<QDockWidget*>& docks, const QWidget* widget)
{
    const auto found = std::find_if(docks.begin(), docks.end(),
                                    [widget](const QDockWidget* dock) { return widget && dock->isAncestorOf(widget); });
    return found == docks.end() ? nullptr : *found;
}

QWidget* insteadOf(const QWidget& gone, const QDockWidget* pane)
{
    if ((gone.isVisible() && gone.isEnabled()) || !pane) {
        return nullptr;
    }
    QWidget* target = targetIn(*pane);
    return isSeen(target) ? target : nullptr;
}

bool isBehind(const QDockWidget& dock)
{
    return !dock.isHidden() && dock.visibleRegion().isEmpty();
}

void raise(QDockWidget& dock)
{
    dock.show();
    dock.raise();
}

QWidget* next(QWidget& window, const QList<QDockWidget*>& docks, bool forward)
{
    QList<const QDockWidget*> behind;
    std::copy_if(docks.begin(), docks.end(), std::back_inserter(behind),
                 [](const QDockWidget* dock) { return isBehind(*dock); });
    const auto isReachable = [&](QWidget* widget) {
        return takesFocus(*widget) && !widget->focusProxy() && widget->window() == &window
            && std::none_of(behind.begin(), behind.end(),
                            [widget](const QDockWidget* dock) { return dock->isAncestorOf(widget); });
    };
    const auto neighbor = [forward](QWidget* widget) {
        return forward ? widget->nextInFocusChain() : widget->previousInFocusChain();
    };
    QWidget* from = window.focusWidget() ? window.focusWidget() : &window;
    for (QWidget* widget = neighbor(from); widget && widget != from; widget = neighbor(widget)) {
        if (isReachable(widget)) {
            return widget;
        }
    }
    return nullptr;
}

void step(const QList<QDockWidget*>& docks, int by)
{
    QList<QDockWidget*> seen;
    for (QDockWidget* dock : docks) {
        if (isSeen(dock) && (dock->focusWidget() || firstOf(*dock))) {
            seen << dock;
        }
    }
    if (seen.isEmpty()) {
        return;
    }
    std::sort(seen.begin(), seen.end(), [](const QDockWidget* a, const QDockWidget* b) {
        const QPoint left = a->mapToGlobal(QPoint());
        const QPoint right = b->mapToGlobal(QPoint());
        return std::pair(left.y(), left.x()) < std::pair(right.y(), right.x());
    });
    const auto here = seen.indexOf(paneOf(seen, QApplication::focusWidget()));
    const auto count = seen.size();
    const auto at = here < 0 ? (by > 0 ? 0 : count - 1) : (here + by + count) % count;
    into(*seen[at]);
}

}
